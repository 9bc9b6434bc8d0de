//! Puts what clears and moves objects into the processes of a model.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Collected, dirty};
use crate::layout::{Run, fresh};
use crate::origin::Origin;
use crate::tree::{Declaration, Expression, Item, Label, Model, Name, Process, Statement, Type};

/// Each process gets the code once, and goes there from all places that need it; and the variables that
/// may hold objects, and are part of states, move from the processes into one vector, with as many
/// elements for each of the threads. `clean` says that nothing is hidden from states.
pub(crate) fn expand(
    model: &mut Model,
    collected: &Collected,
    threads: Run,
    main: i32,
    clean: bool,
) {
    let kept = |process: &Process| -> Vec<Declaration> {
        let locals = process.locals.iter();
        let kept = locals.filter(|it| process.holders.contains(&it.name));
        kept.cloned().collect()
    };
    let each = model.processes.iter().map(|it| kept(it).len()).max();
    let each = each.unwrap_or(0) as i32;
    let length = (each * (threads.1 - threads.0 + 1)) as usize;
    let mut values = vec![0; length];
    let code = collected.code(length, each, clean);
    let watched = collected.watched();
    let mut taken: BTreeSet<Name> = model.globals.iter().map(|it| Rc::clone(&it.name)).collect();
    for process in &model.processes {
        taken.insert(Rc::clone(&process.name));
        taken.extend(process.locals.iter().map(|it| Rc::clone(&it.name)));
    }
    for process in &mut model.processes {
        let moved = kept(process);
        let thread = match &process.parameter {
            Some(parameter) => Expression::variable(&parameter.name),
            None => main.into(),
        };
        let first = match thread.minus(threads.0) {
            Expression::Number(number) => Expression::Number(number * each),
            thread => thread.binary("*", each.into()),
        };
        let mut places = BTreeMap::new();
        for (index, local) in moved.into_iter().enumerate() {
            let at = match &first {
                Expression::Number(number) => {
                    let at = number + index as i32;
                    values[at as usize] = local.values.first().copied().unwrap_or(0);
                    at.into()
                }
                first if index == 0 => first.clone(),
                first => first.clone().binary("+", (index as i32).into()),
            };
            let place = Expression::Element(Rc::clone(&collected.held), Box::new(at));
            places.insert(local.name, place);
        }
        process.locals.retain(|it| !places.contains_key(&it.name));
        for item in &mut process.items {
            if let Item::Statement(statement, _) = item {
                statement.replace(&places);
            }
        }
        lead_to(process, &code, &watched, &mut taken);
    }
    let is_held = |it: &Declaration| it.name == collected.held;
    if length == 0 {
        model.globals.retain(|it| !is_held(it));
    } else if let Some(held) = model.globals.iter_mut().find(|it| is_held(it)) {
        held.length = Some(length);
        held.values = values;
    }
}

impl Collected {
    /// The variables and vectors whose values decide what is found, and in which order.
    fn watched(&self) -> BTreeSet<Name> {
        let roots = self.roots.iter().map(|it| &it.0);
        let parts = self.kinds.iter().flat_map(|it| &it.parts);
        let links = parts.filter(|it| it.links).map(|it| &it.name);
        let own = [&self.held, &self.used];
        roots.chain(links).chain(own).cloned().collect()
    }
}

/// Adds the code to a process, and leads there from all places that need it.
fn lead_to(
    process: &mut Process,
    code: &[Statement],
    watched: &BTreeSet<Name>,
    taken: &mut BTreeSet<Name>,
) {
    // The last label is the end of the process.
    let Some(Item::Label(_)) = process.items.last() else {
        return;
    };
    let stops = dirty::stops(&process.items, watched);
    let mut last = process.items.iter().map(largest_label).max().unwrap_or(0);
    let mut label = || {
        last += 1;
        Label(last)
    };
    let begin = label();
    let back = fresh(taken, "collected_back");
    let back = Expression::Variable(back);
    let mut ways: Vec<Label> = Vec::new();
    let mut items = Vec::with_capacity(process.items.len());
    let local = |statement| Item::Statement(statement, Origin::THREAD);
    let mut go = |items: &mut Vec<Item>, target: Label| {
        ways.push(target);
        let number = ways.len() as i32;
        items.push(local(Statement::Assign(back.clone(), number.into())));
        items.push(local(Statement::Goto(begin)));
    };
    for (index, item) in std::mem::take(&mut process.items).into_iter().enumerate() {
        match item {
            Item::Statement(Statement::Collect, _) => {
                let target = label();
                go(&mut items, target);
                items.push(Item::Label(target));
            }
            Item::Stop(target) | Item::End(target) if stops.contains(&index) => {
                go(&mut items, target);
                items.push(item);
            }
            other => items.push(other),
        }
    }
    if ways.is_empty() {
        process.items = items;
        return;
    }
    let end = items.pop();
    items.push(Item::Label(begin));
    items.extend(code.iter().cloned().map(local));
    let alternatives = ways.iter().enumerate().map(|(index, target)| {
        vec![
            Statement::Guard(back.clone().equals((index as i32 + 1).into())),
            Statement::Assign(back.clone(), 0.into()),
            Statement::Goto(*target),
        ]
    });
    items.push(local(Statement::If(alternatives.collect(), None)));
    items.extend(end);
    process.items = items;
    if let Expression::Variable(name) = back {
        process.locals.push(Declaration {
            name,
            kind: Type::of_range(0, ways.len() as i64),
            length: None,
            values: Vec::new(),
            fixed: false,
            comment: "where to go on after objects have changed places".to_owned(),
        });
    }
}

fn largest_label(item: &Item) -> u32 {
    match item {
        Item::Label(label) | Item::Stop(label) | Item::End(label) => label.0,
        Item::Statement(..) => 0,
    }
}
