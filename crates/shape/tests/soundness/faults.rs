//! What the checks of this suite are worth: each kind of operation with a fault, which has to be noticed.

use super::concrete;
use super::operations::{for_cases, lost, missing, random_action};
use super::random::{Random, weakened};
use super::statements::{cells, statements, wrong};
use shape::logic::abstraction::Abstraction;
use shape::logic::coerce::coerce;
use shape::logic::embedding::embeds;
use shape::logic::evaluate::Environment;
use shape::logic::focus::focus;
use shape::logic::formula::Formula;
use shape::logic::text::read;
use shape::logic::transform::Transformer;

/// A vocabulary of which nothing is always true but two definitions.
const FREE: &str = "
    predicate p(v) MARK;
    predicate q(v);
    predicate n(v, w) PROPERTY;
    predicate twice(v) = exists a, b: n(v, a) & n(v, b) & a != bEXTRA;
";

/// Does coercion with the constraints of `wrong` lose structures that FREE has?
fn coercion_loses(wrong: &str) -> bool {
    let right = FREE
        .replace("MARK", "")
        .replace("PROPERTY", "")
        .replace("EXTRA", "");
    let right = read(&right).unwrap().vocabulary;
    let wrong = read(wrong).unwrap().vocabulary;
    let concretes: Vec<_> = concrete::all_legal(&right, 2);
    (1..200).any(|seed| {
        let mut random = Random::new(seed);
        let structure = weakened(
            &right,
            &concretes[random.below(concretes.len())],
            &mut random,
        );
        let mut coerced = structure.clone();
        let cover = if coerce(&wrong, &mut coerced).is_ok() {
            vec![coerced]
        } else {
            vec![]
        };
        lost(concretes.iter().filter(|it| embeds(it, &structure)), &cover).is_some()
    })
}

#[test]
fn a_wrong_constraint_of_each_kind_is_noticed() {
    let text = |mark: &str, property: &str, extra: &str| {
        FREE.replace("MARK", mark)
            .replace("PROPERTY", property)
            .replace("EXTRA", extra)
    };
    assert!(!coercion_loses(&text("", "", "")));
    assert!(coercion_loses(&text("unique", "", "")));
    let properties = [
        "function",
        "inverse",
        "symmetric",
        "antisymmetric",
        "irreflexive",
        "reflexive",
        "transitive",
    ];
    for property in properties {
        assert!(coercion_loses(&text("", property, "")), "{property}");
    }
    assert!(coercion_loses(&text("", "", " & p(v)")));
    assert!(coercion_loses(&format!(
        "{} exclusive p, q;",
        text("", "", "")
    )));
    assert!(coercion_loses(&format!(
        "{} rule forall v: p(v) -> q(v);",
        text("", "", "")
    )));
}

#[test]
fn a_focus_that_forgets_a_part_is_noticed() {
    let mut noticed = [0; 3];
    for_cases(3, 60, |case| {
        if coerce(case.vocabulary, &mut case.structure).is_err() {
            return;
        }
        let structure = case.structure.clone();
        let environment = Environment::default();
        let parts = focus(
            case.vocabulary,
            structure,
            &[0],
            &Formula::unary(0, 0),
            &environment,
        );
        for (forgotten, noticed) in noticed.iter_mut().enumerate().take(parts.len()) {
            let mut others = parts.clone();
            others.remove(forgotten);
            *noticed += usize::from(lost(case.meaning(), &others).is_some());
        }
    });
    assert!(noticed.iter().all(|it| *it > 10), "{noticed:?}");
}

#[test]
fn an_abstraction_that_forgets_summaries_is_noticed() {
    let mut noticed = 0;
    for_cases(3, 20, |case| {
        let abstraction = Abstraction::new(case.vocabulary);
        for concrete in case.concretes.iter().step_by(11) {
            let mut canonical = abstraction.apply(concrete).structure;
            if canonical.summary() != 0 {
                canonical.set_summary(0);
                noticed += usize::from(lost([concrete], &[canonical]).is_some());
            }
        }
    });
    assert!(noticed > 10, "{noticed}");
}

#[test]
fn an_action_that_forgets_a_result_is_noticed() {
    let (mut noticed, mut tried) = (0, 0);
    for_cases(2, 100, |case| {
        if coerce(case.vocabulary, &mut case.structure).is_err() {
            return;
        }
        let action = random_action(case);
        let step = Transformer::new(case.vocabulary).apply(&case.structure, &action);
        for forgotten in 0..step.structures.len().min(3) {
            let mut step = step.clone();
            step.structures.remove(forgotten);
            tried += 1;
            noticed += usize::from(missing(case, &action, &step).is_some());
        }
    });
    assert!(noticed * 4 > tried, "{noticed} of {tried}");
}

#[test]
fn a_wrong_update_of_each_statement_is_noticed() {
    let faults = [
        ("set x(v) = 0;", "set x(v) = x(v);"),
        ("set r[n,x](v) = 0;", "set r[n,x](v) = r[n,x](v);"),
        ("set x(v) = y(v);", "set x(v) = x(v) | y(v);"),
        (
            "set r[n,x](v) = r[n,y](v); }",
            "set r[n,x](v) = r[n,x](v); }",
        ),
        ("set x(v) = v == a;", "set x(v) = x(v) | v == a;"),
        (
            "foreach n in Fields { set r[n,x](v) = v == a; }",
            "foreach n in Fields { set r[n,x](v) = x(v); }",
        ),
        (
            "set x(v) = exists a: y(a) & n(a, v);",
            "set x(v) = exists a: y(a) & n(v, a);",
        ),
        ("r[n,y](v) & (cyclic[n](v) | !y(v))", "r[n,y](v) & !y(v)"),
        (
            "set n(v, w) = n(v, w) & !x(v);",
            "set n(v, w) = n(v, w) & !x(w);",
        ),
        (
            "cyclic[n](v) & !(exists a: x(a) & cyclic[n](a) & r[n,x](v))",
            "cyclic[n](v)",
        ),
        ("set r[n,x](v) = x(v);", "set r[n,x](v) = r[n,x](v);"),
        (
            "then exists b: z(b) & path(c, d: n(c, d) & !x(c))(b, v)",
            "then r[n,z](v)",
        ),
        (
            "else r[n,z](v) & !(exists a: r[n,z](a) & x(a) & r[n,x](v) & !x(v))",
            "else r[n,z](v)",
        ),
        (
            "set n(v, w) = n(v, w) | (x(v) & y(w));",
            "set n(v, w) = n(v, w) | (x(w) & y(v));",
        ),
        (
            "shared[n](v) | (y(v) & (exists a: n(a, v)))",
            "shared[n](v)",
        ),
        (
            "set cyclic[n](v) = cyclic[n](v) | ((exists a: x(a) & r[n,y](a)) & r[n,y](v));",
            "set cyclic[n](v) = cyclic[n](v);",
        ),
        (
            "r[n,z](v) | ((exists a: r[n,z](a) & x(a)) & r[n,y](v))",
            "r[n,z](v) | (x(v) & r[n,y](v))",
        ),
        (
            "error !(exists v: x(v)) \"null dereference\";\n  error",
            "error",
        ),
        ("remove v: x(v);", "remove v: x(v) | (exists a: n(v, a));"),
    ];
    let text = cells();
    let correct = statements(&text);
    let concretes = concrete::all_legal(&correct.vocabulary, 3);
    for (right, fault) in faults {
        assert!(text.contains(right), "{right}");
        let document = statements(&text.replacen(right, fault, 1));
        assert!(
            wrong(&document, &correct, &concretes, 30).is_some(),
            "{fault} is not noticed"
        );
    }
}
