//! What views of one or two threads need beyond full configurations.
//!
//! In: a model and its predicates. Out: further predicates, and which of all predicates are a thread's own,
//! which can be compared between two views, and which instructions other threads can notice.
//!
//! `subject(t)` and `second(t)` mark the threads that a view is about, `rest(o)` what they and the statics do
//! not lead to, `begun(t)` a thread that was started, whether it has ended or not. [`Views`] is data so that a
//! test can take something out of it and see that a proof becomes wrong.

use super::super::liveness::successors;
use super::super::model::{Initial, Model, Operation, Routine, RoutineId};
use super::predicates::number;
use super::{B, Compiled, Mistake, P};
use crate::logic::formula::{Formula, Kind, Symbol};
use crate::logic::vocabulary::Properties;

/// What views need.
#[derive(Clone, Debug)]
pub struct Views {
    /// The predicates that mark the threads of a view: one, or two.
    pub subjects: Vec<u16>,
    /// What the threads of a view and the statics do not lead to.
    pub rest: u16,
    /// A thread that was started.
    pub begun: u16,
    /// Declarations of derived predicates that are about places, registers or waiting of threads.
    pub forgotten: Vec<usize>,
    /// A thread that is in what several can be in.
    pub inside: Option<u16>,
    /// Unary derived predicates, which say nothing of the rest.
    pub derived: Vec<u16>,
    /// Derived predicates of which names of individuals have only whether they are 1: who refers to an object.
    pub coarse: Vec<u16>,
    /// Derived predicates about who refers to an object or waits for it.
    pub referred: Vec<u16>,
    /// Unary predicates whose values are the same whatever garbage there is.
    pub compared: Vec<u16>,
    /// For each routine and index, whether a thread that goes on from there may do what another one's view
    /// shows.
    pub interferes: Vec<Vec<bool>>,
    /// For each routine whether two threads may run it at once.
    pub several: Vec<bool>,
    /// For each routine and index, the indices at which a thread may be before it yields again.
    pub reach: Vec<Vec<Vec<usize>>>,
    /// For each routine, the predicates of the classes of which it makes objects.
    pub makes: Vec<Vec<u16>>,
    /// Whether threads wait to be notified.
    pub waits: bool,
}

/// Declares the predicates of views.
pub(super) fn declare(
    model: &Model,
    compiled: &mut Compiled,
    watched: usize,
) -> Result<Views, Mistake> {
    let unique = Properties {
        unique: true,
        ..Properties::default()
    };
    let plain = Properties::default();
    let forgotten = forgotten(compiled);
    let vocabulary = &mut compiled.vocabulary;
    let mut subjects = Vec::new();
    for name in ["subject", "second"].into_iter().take(watched) {
        subjects.push(number(vocabulary, name, 1, unique, None)?);
    }
    let rest = number(vocabulary, "rest", 1, plain, None)?;
    let places = compiled.at.iter().flatten();
    let somewhere = Formula::or(places.map(|it| Formula::unary(*it, P)));
    let begun = number(vocabulary, "begun", 1, plain, Some((vec![P], somewhere)))?;
    let mut derived = Vec::new();
    for declaration in vocabulary.declarations() {
        if let (Symbol::Unary(it), Some(_)) = (declaration.symbol, &declaration.definition)
            && it != begun
        {
            derived.push(it);
        }
    }
    let of = |kind: &str, name: &str| {
        let found = vocabulary.find(&format!("{kind}[{name}]"));
        found.into_iter().filter_map(unary).collect::<Vec<_>>()
    };
    let recursive = &model.instrumentation.recursive;
    let recursive = recursive.iter().map(|it| &model.fields[usize::from(it.0)]);
    let blind = recursive.flat_map(|name| ["has", "by", "shared"].map(|it| of(it, name)));
    let of_paths = vocabulary.declarations().iter();
    let is_of_paths = |name: &str| name.starts_with("from[") || name.starts_with("cyclic[");
    let of_paths = of_paths.filter(|it| is_of_paths(&it.name));
    let of_paths = of_paths.filter_map(|it| unary(it.symbol));
    let blind: Vec<u16> = blind.flatten().chain(of_paths).collect();
    for predicate in blind {
        vocabulary.blind(Symbol::Unary(predicate));
    }
    let refers = |name: &str| name.starts_with("by[") || name.starts_with("shared[");
    let coarse = vocabulary.declarations().iter();
    let coarse = coarse
        .filter(|it| refers(&it.name))
        .filter_map(|it| unary(it.symbol));
    let coarse: Vec<u16> = coarse.collect();
    let awaited = vocabulary.find("awaited").and_then(unary);
    let referred = coarse.iter().copied().chain(awaited).collect();
    let inside = vocabulary.find("is_in").and_then(unary);
    let code = || model.routines.iter().flat_map(|it| &it.code);
    let waits = code().any(|it| matches!(it.operation, Operation::Wait(_) | Operation::Await(..)));
    let reach: Vec<Vec<Vec<usize>>> = model.routines.iter().map(until_yields).collect();
    let noticed = |routine: &Routine, indices: &Vec<usize>| {
        let operations = indices.iter().map(|it| &routine.code[*it].operation);
        operations.into_iter().any(is_noticed)
    };
    let routines = model.routines.iter().zip(&reach);
    let interferes = routines
        .map(|(routine, reach)| reach.iter().map(|it| noticed(routine, it)).collect())
        .collect();
    let several = (0..model.routines.len())
        .map(|it| may_be_several(model, it))
        .collect();
    let makes = |routine: &Routine| {
        let classes = routine.code.iter().filter_map(|it| match it.operation {
            Operation::New(_, class) => Some(compiled.classes[usize::from(class.0)]),
            _ => None,
        });
        classes.collect()
    };
    let makes = model.routines.iter().map(makes).collect();
    let marks: Vec<u16> = subjects
        .iter()
        .copied()
        .chain([rest, compiled.running])
        .collect();
    let compared = compared(compiled, &marks);
    Ok(Views {
        subjects,
        rest,
        begun,
        forgotten,
        inside,
        derived,
        coarse,
        referred,
        compared,
        interferes,
        several,
        reach,
        makes,
        waits,
    })
}

/// May two threads run the routine at once? Not if nobody starts such a thread and there is one at the start.
fn may_be_several(model: &Model, routine: usize) -> bool {
    let is_of = |it: RoutineId| usize::from(it.0) == routine;
    let is_started = model.classes.iter().any(|it| it.routine.is_some_and(is_of));
    let count = |initial: &Initial| {
        let individuals = initial.individuals.iter();
        let mut members = individuals.filter(|it| it.at.is_some_and(|it| is_of(it.0)));
        members.next().is_some_and(|it| it.many) || members.next().is_some()
    };
    is_started || model.initial.iter().any(count)
}

fn unary(symbol: Symbol) -> Option<u16> {
    match symbol {
        Symbol::Unary(it) => Some(it),
        Symbol::Nullary(_) | Symbol::Binary(_) => None,
    }
}

/// Does it change more than what a thread alone knows: its place, its registers, fresh objects?
fn is_noticed(operation: &Operation) -> bool {
    match operation {
        Operation::Move(..)
        | Operation::Null(_)
        | Operation::New(..)
        | Operation::Get(..)
        | Operation::GetStatic(..)
        | Operation::GetFlag(..)
        | Operation::Set(..)
        | Operation::Pick(..)
        | Operation::Touch(..)
        | Operation::Branch(..)
        | Operation::Jump(_)
        | Operation::Join(_)
        | Operation::Mark
        | Operation::Assert(_)
        | Operation::Fail(_)
        | Operation::Unsupported(_)
        | Operation::End => false,
        Operation::Put(..)
        | Operation::PutStatic(..)
        | Operation::PutFlag(..)
        | Operation::Insert(..)
        | Operation::Erase(..)
        | Operation::Acquire(_)
        | Operation::TryAcquire(..)
        | Operation::Release(_)
        | Operation::Share(..)
        | Operation::Unshare(_)
        | Operation::Wait(_)
        | Operation::Reacquire(_)
        | Operation::Notify(_)
        | Operation::NotifyAll(_)
        | Operation::Await(..)
        | Operation::Signal(..)
        | Operation::Start(_) => true,
    }
}

/// For each index, all at which a thread may be before it surely yields; itself included.
fn until_yields(routine: &Routine) -> Vec<Vec<usize>> {
    let reached = |start: usize| {
        let mut seen = vec![start];
        let mut todo = vec![start];
        while let Some(index) = todo.pop() {
            let operation = &routine.code[index].operation;
            let takes = matches!(operation, Operation::Acquire(_) | Operation::Reacquire(_));
            for next in successors(routine, index) {
                let goes_on = routine
                    .code
                    .get(next)
                    .is_some_and(|it| takes || !it.yields());
                if goes_on && !seen.contains(&next) {
                    seen.push(next);
                    todo.push(next);
                }
            }
        }
        seen
    };
    (0..routine.code.len()).map(reached).collect()
}

/// Derived predicates that say something of what threads know alone.
fn forgotten(compiled: &Compiled) -> Vec<usize> {
    let unary = compiled.at.iter().chain(&compiled.truths).flatten();
    let mut own: Vec<Symbol> = unary.map(|it| Symbol::Unary(*it)).collect();
    let locals = compiled.locals.iter().flatten();
    own.extend(locals.map(|it| Symbol::Binary(*it)));
    own.push(Symbol::Binary(compiled.waiting));
    let declarations = compiled.vocabulary.declarations().iter().enumerate();
    let is_about = |formula: &Formula| formula.symbols().iter().any(|it| own.contains(it));
    declarations
        .filter(|it| {
            it.1.definition
                .as_ref()
                .is_some_and(|it| is_about(&it.formula))
        })
        .map(|it| it.0)
        .collect()
}

/// Unary predicates that garbage has no influence on: the core ones, and derived ones that ask nothing about
/// who refers to an object by a field.
fn compared(compiled: &Compiled, marks: &[u16]) -> Vec<u16> {
    let mut found = Vec::new();
    for declaration in compiled.vocabulary.declarations() {
        let Symbol::Unary(predicate) = declaration.symbol else {
            continue;
        };
        let is_free = declaration.definition.as_ref().is_none_or(|it| {
            let mut symbols = it.formula.symbols().into_iter();
            let fields = &compiled.fields;
            let of_field = |it| matches!(it, Symbol::Binary(it) if fields.contains(&it));
            let has = |it: &u16| Formula::exists([B], Formula::binary(*it, P, B));
            let mut is_closure = false;
            it.formula
                .walk(&mut |node| is_closure |= matches!(node.kind(), Kind::Closure(_)));
            let plain = !is_closure && !symbols.any(|it| of_field(it) || is_path(compiled, it));
            plain || fields.iter().any(|field| it.formula == has(field))
        });
        if is_free && !marks.contains(&predicate) {
            found.push(predicate);
        }
    }
    found
}

fn is_path(compiled: &Compiled, symbol: Symbol) -> bool {
    let mut paths = compiled.paths.iter().flatten();
    paths.any(|it| symbol == Symbol::Binary(*it))
}
