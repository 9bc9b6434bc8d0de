//! No operation of the logic loses a concrete structure: random abstract structures, and all concrete ones up
//! to a size that they stand for. Each check is tried with a fault as well, which it has to notice.

mod concrete;
mod faults;
mod operations;
mod random;
mod statements;

use shape::logic::text::{Document, read};

/// A vocabulary with everything that constraints can say, small enough to list its concrete structures.
const SMALL: &str = "
    predicate flag;
    predicate p(v);
    predicate x(v) unique;
    predicate n(v, w) function;
    predicate shared(v) = exists a, b: n(a, v) & n(b, v) & a != b;
    predicate reach(v, w) = n*(v, w);
    predicate reached(v) = exists a: x(a) & reach(a, v);
    predicate all = forall v: p(v) -> reached(v);
    rule forall v: p(v) & x(v) -> flag;
";

/// Another one, with the other properties.
const RELATIONS: &str = "
    predicate p(v);
    predicate n(v, w) PROPERTIES;
    predicate q(v) = exists a: n(a, v) & p(a);
    predicate twice(v) = exists a, b: n(v, a) & n(v, b) & a != b;
    predicate loop(v) = n+(v, v);
    predicate some = exists v: p(v) & !q(v);
    exclusive p, q;
    predicate free;
";

fn documents() -> Vec<Document> {
    let mut texts = vec![SMALL.to_string()];
    let properties = [
        "",
        "inverse",
        "symmetric irreflexive",
        "antisymmetric reflexive transitive",
        "irreflexive transitive",
        "function inverse",
    ];
    texts.extend(properties.map(|it| RELATIONS.replace("PROPERTIES", it)));
    texts.iter().map(|it| read(it).unwrap()).collect()
}
