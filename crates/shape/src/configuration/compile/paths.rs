//! Paths along a field, and how a write of the field changes them.
//!
//! In: a field whose paths are followed. Out: predicates `path[f](o, o')`, `cyclic[f](o)` and `from[g,f](o)`,
//! rules about them, and their update formulas for a write.
//!
//! A field is a partial function, so the objects that follow an object are a chain. If `o.f` is cut, `v`
//! still reaches `w` if it did, unless it reached `o` and the old `o.f` reached `w`; that is so if `o` is on
//! no cycle, else paths are evaluated without the edge. If `o.f` is then set to `y`, `v` reaches `w` also if
//! it reaches `o` and `y` reaches `w`. (Sagiv, Reps and Wilhelm, TOPLAS 2002, table VIII, for two arguments.)

use super::super::model::{FieldId, Model};
use super::predicates::number;
use super::{B, C, Compiled, D, Mistake, O, P, Q, W};
use crate::logic::action::{Action, Update};
use crate::logic::formula::{Closure, Formula, Symbol, Variable};
use crate::logic::vocabulary::Properties;

/// A bound variable beyond the ones that callers use.
const F: Variable = 12;
const G: Variable = 13;
const H: Variable = 14;

/// Declares the predicates and rules of a field.
pub(super) fn declare(
    model: &Model,
    compiled: &mut Compiled,
    field: FieldId,
) -> Result<(), Mistake> {
    let place = usize::from(field.0);
    let name = &model.fields[place];
    let edge = compiled.fields[place];
    let step = Formula::binary(edge, C, D);
    let closure = Closure {
        left: C,
        right: D,
        step,
        from: P,
        to: Q,
        reflexive: true,
    };
    let properties = Properties {
        reflexive: true,
        transitive: true,
        ..Properties::default()
    };
    let vocabulary = &mut compiled.vocabulary;
    let definition = Some((vec![P, Q], Formula::closure(closure)));
    let path = number(
        vocabulary,
        &format!("path[{name}]"),
        2,
        properties,
        definition,
    )?;
    compiled.paths[place] = Some(path);
    let plain = Properties::default();
    let around = Formula::and([Formula::binary(edge, P, B), Formula::binary(path, B, P)]);
    let cyclic = Some((vec![P], Formula::exists([B], around)));
    number(vocabulary, &format!("cyclic[{name}]"), 1, plain, cyclic)?;
    let sources = model
        .fields
        .iter()
        .zip(&compiled.fields)
        .filter(|it| *it.1 != edge);
    for (source, predicate) in sources {
        let first = Formula::binary(*predicate, B, C);
        let reached = Formula::and([first, Formula::binary(path, C, P)]);
        let from = Some((vec![P], Formula::exists([B, C], reached)));
        number(
            vocabulary,
            &format!("from[{source},{name}]"),
            1,
            plain,
            from,
        )?;
    }
    for (source, predicate) in model.statics.iter().zip(&compiled.statics) {
        let reached = Formula::and([Formula::unary(*predicate, B), Formula::binary(path, B, P)]);
        let from = Some((vec![P], Formula::exists([B], reached)));
        number(
            vocabulary,
            &format!("from[{source},{name}]"),
            1,
            plain,
            from,
        )?;
    }
    let onward = Formula::and([
        Formula::binary(edge, B, C),
        Formula::binary(path, B, D),
        Formula::differ(B, D),
    ]);
    let chain = Formula::and([Formula::binary(path, B, C), Formula::binary(path, B, D)]);
    let ordered = Formula::or([Formula::binary(path, C, D), Formula::binary(path, D, C)]);
    let rules = [
        onward.implies(Formula::binary(path, C, D)),
        chain.implies(ordered),
    ];
    for rule in rules {
        let rule = Formula::forall([B, C, D], rule);
        vocabulary.add_rule(rule).map_err(|it| it.to_string())?;
    }
    Ok(())
}

/// Adds how the paths change if the field of `O` becomes `W`, or null.
pub(super) fn follow(action: &mut Action, edge: u16, path: Option<u16>, sets: bool) {
    let Some(path) = path else { return };
    let kept = |from: Variable, to: Variable| {
        let through = Formula::and([Formula::binary(edge, O, F), Formula::binary(path, F, to)]);
        let through = Formula::exists([F], through);
        let cut = Formula::and([Formula::binary(path, from, O), through]);
        let simple = Formula::and([Formula::binary(path, from, to), !cut]);
        let back = Formula::and([Formula::binary(edge, O, F), Formula::binary(path, F, O)]);
        let step = Formula::and([Formula::binary(edge, G, H), Formula::differ(G, O)]);
        let rest = Closure {
            left: G,
            right: H,
            step,
            from,
            to,
            reflexive: true,
        };
        Formula::exists([F], back).choice(Formula::closure(rest), simple)
    };
    let value = match sets {
        true => Formula::or([kept(P, Q), Formula::and([kept(P, O), kept(W, Q)])]),
        false => kept(P, Q),
    };
    action
        .updates
        .push(Update::new(Symbol::Binary(path), vec![P, Q], value));
}
