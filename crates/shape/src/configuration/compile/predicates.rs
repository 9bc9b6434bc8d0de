//! The predicates of a model, what is always true of them, and the derived ones.
//!
//! In: a model. Out: a [`Compiled`] without actions and initial structures.

use super::super::liveness::{liveness, monitors_stay};
use super::super::model::{Fact, FieldId, Local, Model};
use super::{B, C, Compiled, Mistake, P, paths, views};
use crate::logic::formula::{Formula, Symbol, Variable};
use crate::logic::vocabulary::{Properties, Vocabulary};

pub(super) fn declare(model: &Model, watched: usize) -> Result<Compiled, Mistake> {
    let mut vocabulary = Vocabulary::new();
    let plain = Properties::default();
    let unique = Properties {
        unique: true,
        ..plain
    };
    let function = Properties {
        function: true,
        ..plain
    };
    let mut unary = |name: String, properties| number(&mut vocabulary, &name, 1, properties, None);
    let ended = unary("ended".to_string(), plain)?;
    let running = unary("running".to_string(), unique)?;
    let (mut at, mut truths) = (Vec::new(), Vec::new());
    for routine in &model.routines {
        let name = &routine.name;
        let mut labels = Vec::new();
        for index in 0..routine.code.len() {
            labels.push(unary(format!("at[{name}.{index}]"), plain)?);
        }
        labels.push(ended);
        at.push(labels);
        let booleans = routine.truths.iter();
        truths.push(
            booleans
                .map(|it| unary(format!("truth[{name}.{it}]"), plain))
                .collect::<Result<Vec<u16>, Mistake>>()?,
        );
    }
    let classes = all(model.classes.iter(), |it| {
        unary(format!("class[{}]", it.name), plain)
    })?;
    let flags = all(model.flags.iter(), |it| unary(format!("flag[{it}]"), plain))?;
    let statics = all(model.statics.iter(), |it| {
        unary(format!("static[{it}]"), unique)
    })?;
    let individuals = model.initial.iter().flat_map(|it| &it.individuals);
    let mut named: Vec<&String> = individuals.filter_map(|it| it.name.as_ref()).collect();
    named.sort();
    named.dedup();
    let mut names = Vec::new();
    for name in named {
        names.push((name.clone(), unary(format!("name[{name}]"), plain)?));
    }
    let mut binary = |name: String, it| number(&mut vocabulary, &name, 2, it, None);
    let fields = all(model.fields.iter().enumerate(), |(number, it)| {
        let many = model.relations.contains(&FieldId(number as u16));
        binary(format!("field[{it}]"), if many { plain } else { function })
    })?;
    let mut locals = Vec::new();
    for routine in &model.routines {
        let name = &routine.name;
        let of = routine.locals.iter();
        locals.push(all(of, |it| {
            binary(format!("local[{name}.{it}]"), function)
        })?);
    }
    let held = all(1..=model.reentry, |it| match it {
        1 => binary("held".to_string(), function),
        _ => binary(format!("held[{it}]"), function),
    })?;
    let waiting = binary("waiting".to_string(), function)?;
    let shares = match model.shares() {
        true => Some(binary("shares".to_string(), plain)?),
        false => None,
    };
    let order = Properties {
        antisymmetric: true,
        irreflexive: true,
        transitive: true,
        ..plain
    };
    let less = if model.identities {
        Some(binary("less".to_string(), order)?)
    } else {
        None
    };
    let mut compiled = Compiled {
        vocabulary,
        at,
        ended,
        running,
        locals,
        truths,
        fields,
        flags,
        statics,
        classes,
        held,
        shares,
        waiting,
        less,
        own: model.own,
        names,
        paths: vec![None; model.fields.len()],
        steps: Vec::new(),
        begins_silently: Vec::new(),
        initial: Vec::new(),
        views: None,
    };
    constrain(model, &mut compiled)?;
    instrument(model, &mut compiled)?;
    if watched > 0 {
        compiled.views = Some(views::declare(model, &mut compiled, watched)?);
    }
    Ok(compiled)
}

fn all<T>(
    from: impl Iterator<Item = T>,
    declare: impl FnMut(T) -> Result<u16, Mistake>,
) -> Result<Vec<u16>, Mistake> {
    from.map(declare).collect()
}

pub(super) fn number(
    vocabulary: &mut Vocabulary,
    name: &str,
    arity: usize,
    properties: Properties,
    definition: Option<(Vec<Variable>, Formula)>,
) -> Result<u16, Mistake> {
    let symbol = vocabulary.declare(name, arity, properties, definition);
    match symbol.map_err(|it| it.to_string())? {
        Symbol::Nullary(it) | Symbol::Unary(it) | Symbol::Binary(it) => Ok(it),
    }
}

fn constrain(model: &Model, compiled: &mut Compiled) -> Result<(), Mistake> {
    let mut places: Vec<Symbol> = vec![Symbol::Unary(compiled.ended)];
    for labels in &compiled.at {
        places.extend(
            labels[..labels.len() - 1]
                .iter()
                .map(|it| Symbol::Unary(*it)),
        );
    }
    let classes: Vec<Symbol> = compiled
        .classes
        .iter()
        .map(|it| Symbol::Unary(*it))
        .collect();
    for group in [places, classes] {
        compiled
            .vocabulary
            .add_exclusive(&group)
            .map_err(|it| it.to_string())?;
    }
    if let Some(less) = compiled.less {
        let either = Formula::or([Formula::binary(less, B, C), Formula::binary(less, C, B)]);
        let total = Formula::forall([B, C], Formula::or([Formula::equal(B, C), either]));
        compiled
            .vocabulary
            .add_rule(total)
            .map_err(|it| it.to_string())?;
    }
    let stay = model
        .routines
        .iter()
        .all(|it| monitors_stay(it, &liveness(it)));
    let nothing_held = model.initial.iter().all(|it| {
        it.facts
            .iter()
            .all(|it| !matches!(it, Fact::Known(name, ..) if name.starts_with("held")))
    });
    if stay && nothing_held {
        let mut registers = Vec::new();
        for (number, routine) in model.routines.iter().enumerate() {
            let taken = routine.monitors().into_iter();
            registers.extend(taken.map(|it| compiled.refers(number, it, C, B)));
        }
        let refers = Formula::or(registers);
        let held = Formula::binary(compiled.held[0], B, C);
        let rule = Formula::forall([B, C], held.implies(refers));
        compiled
            .vocabulary
            .add_rule(rule)
            .map_err(|it| it.to_string())?;
    }
    for level in 1..compiled.held.len() {
        let more = Formula::binary(compiled.held[level], B, C);
        let once = Formula::binary(compiled.held[level - 1], B, C);
        let rule = Formula::forall([B, C], more.implies(once));
        compiled
            .vocabulary
            .add_rule(rule)
            .map_err(|it| it.to_string())?;
    }
    Ok(())
}

fn instrument(model: &Model, compiled: &mut Compiled) -> Result<(), Mistake> {
    let plain = Properties::default();
    let wanted = &model.instrumentation;
    let vocabulary = &mut compiled.vocabulary;
    let mut derived = |name: String, formula: Formula| {
        number(vocabulary, &name, 1, plain, Some((vec![P], formula))).map(|_| ())
    };
    let some_right = |it: u16| Formula::exists([B], Formula::binary(it, P, B));
    let some_left = |it: u16| Formula::exists([B], Formula::binary(it, B, P));
    derived("acquired".to_string(), some_right(compiled.held[0]))?;
    if let Some(shares) = compiled.shares {
        derived("entered".to_string(), some_right(shares))?;
        derived("is_in".to_string(), some_left(shares))?;
    }
    derived("waits".to_string(), some_right(compiled.waiting))?;
    derived("awaited".to_string(), some_left(compiled.waiting))?;
    let named_fields = || model.fields.iter().zip(compiled.fields.iter().copied());
    let named_locals = || {
        let routines = model.routines.iter().zip(&compiled.locals);
        routines.flat_map(|(routine, predicates)| {
            let name = |local: &String| format!("{}.{local}", routine.name);
            routine
                .locals
                .iter()
                .map(name)
                .zip(predicates.iter().copied())
                .skip(usize::from(model.own))
                .collect::<Vec<_>>()
        })
    };
    for (number, (name, predicate)) in named_fields().enumerate() {
        let field = FieldId(number as u16);
        if wanted.presence {
            derived(format!("has[{name}]"), some_right(predicate))?;
        }
        if wanted.by_fields && !wanted.not_by.contains(&field) {
            derived(format!("by[{name}]"), some_left(predicate))?;
        }
        if wanted.sharing && !wanted.not_shared.contains(&field) {
            let two = [
                Formula::binary(predicate, B, P),
                Formula::binary(predicate, C, P),
            ];
            let two = Formula::and(two.into_iter().chain([Formula::differ(B, C)]));
            derived(format!("shared[{name}]"), Formula::exists([B, C], two))?;
        }
    }
    for (name, predicate) in named_locals() {
        if wanted.presence {
            derived(format!("has[{name}]"), some_right(predicate))?;
        }
        if wanted.by_locals {
            derived(format!("by[{name}]"), some_left(predicate))?;
        }
    }
    for (routine, local) in &wanted.shared_locals {
        let number = usize::from(routine.0);
        let predicate = compiled.locals[number][usize::from(local.0)];
        let two = [
            Formula::binary(predicate, B, P),
            Formula::binary(predicate, C, P),
        ];
        let two = Formula::and(two.into_iter().chain([Formula::differ(B, C)]));
        let routine = &model.routines[number];
        let name = format!("{}.{}", routine.name, routine.locals[usize::from(local.0)]);
        derived(format!("shared[{name}]"), Formula::exists([B, C], two))?;
    }
    if wanted.monitors {
        for (number, routine) in model.routines.iter().enumerate() {
            let taken = routine.monitors();
            let refers = |it: &Local, object| match model.own && *it == Local(0) {
                true => Formula::equal(P, object),
                false => Formula::binary(compiled.locals[number][usize::from(it.0)], P, object),
            };
            for (place, local) in taken.iter().enumerate() {
                let name =
                    |it: &Local| format!("{}.{}", routine.name, routine.locals[usize::from(it.0)]);
                let held = Formula::binary(compiled.held[0], B, P);
                let owns = Formula::and([refers(local, B), held]);
                derived(format!("owns[{}]", name(local)), Formula::exists([B], owns))?;
                for other in &taken[place + 1..] {
                    let second = refers(other, B);
                    let same = Formula::and([refers(local, B), second]);
                    let pair = format!("{},{}", name(local), name(other));
                    derived(format!("same[{pair}]"), Formula::exists([B], same))?;
                    if let Some(less) = compiled.less {
                        let second = refers(other, C);
                        let order = Formula::binary(less, B, C);
                        let all = Formula::and([refers(local, B), second, order]);
                        derived(format!("less[{pair}]"), Formula::exists([B, C], all))?;
                    }
                }
            }
        }
    }
    for field in &wanted.paths {
        paths::declare(model, compiled, *field)?;
    }
    Ok(())
}
