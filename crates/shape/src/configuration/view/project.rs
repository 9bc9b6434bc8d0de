//! From a structure to what it says to some of its threads.
//!
//! In: a structure and the threads to be marked. Out: a canonical view.
//!
//! Of each other thread that may be alive, its place among those of its routine, its registers and what it
//! waits for become 1/2, as far as they are about objects it may reach, and so do predicates that are derived
//! from those. An object is *own* if no other thread and no static leads to it; all that is known of it stays.
//! What the marked threads and the statics do not lead to is the *rest*: one individual for each class, which
//! always stands for some unused object too.
//!
//! Soundness: each change is a weakening or a merging, which embeds the structure, but for the unused objects.
//! Those are garbage, and a configuration is alike with and without.

use crate::configuration::compile::{Compiled, Views};
use crate::logic::abstraction::Abstraction;
use crate::logic::difference::{evaluated, store};
use crate::logic::formula::Symbol;
use crate::logic::kleene::{Column, bits};
use crate::logic::structure::{CAPACITY, Structure};
use crate::logic::transform::created;

/// Projects structures of one model.
pub struct Projector<'a> {
    /// The model.
    pub compiled: &'a Compiled,
    /// What views need of it.
    pub views: &'a Views,
    /// What tells individuals apart.
    pub abstraction: &'a Abstraction,
}

/// Threads that may have started and not ended.
pub fn alive(compiled: &Compiled, structure: &Structure) -> u64 {
    let labels = compiled.at.iter().flat_map(|it| &it[..it.len() - 1]);
    labels.fold(0, |all, it| all | structure.unary(*it).may)
}

/// What fields may lead to from a set of individuals, these included.
pub fn closed(compiled: &Compiled, structure: &Structure, from: u64) -> u64 {
    let (mut seen, mut todo) = (from, from);
    while todo != 0 {
        let object = todo.trailing_zeros() as usize;
        todo &= todo - 1;
        let next = targets(structure, &compiled.fields, object) & !seen;
        seen |= next;
        todo |= next;
    }
    seen
}

/// What some of the predicates may relate an individual to.
fn targets(structure: &Structure, predicates: &[u16], of: usize) -> u64 {
    let rows = predicates.iter().map(|it| structure.row(*it, of).may);
    rows.fold(0, |all, it| all | it)
}

/// What a thread's registers may refer to, itself included.
fn registers(compiled: &Compiled, structure: &Structure, thread: usize) -> u64 {
    let all = compiled.locals.iter();
    let all = all.fold(0, |all, it| all | targets(structure, it, thread));
    all | targets(structure, &[compiled.waiting], thread) | 1 << thread
}

fn statics(compiled: &Compiled, structure: &Structure) -> u64 {
    let all = compiled.statics.iter();
    all.fold(0, |all, it| all | structure.unary(*it).may)
}

/// What threads of a set, and statics, may lead to.
pub(super) fn reached(compiled: &Compiled, structure: &Structure, threads: u64) -> u64 {
    let roots = bits(threads).fold(statics(compiled, structure), |all, it| {
        all | registers(compiled, structure, it)
    });
    closed(compiled, structure, roots)
}

fn weakened(column: Column, mask: u64) -> Column {
    Column {
        must: column.must & !mask,
        may: column.may | mask,
    }
}

impl Projector<'_> {
    /// The view of the threads in which they are marked in this order; `None` if there is no room.
    pub fn view(&self, structure: &Structure, threads: &[usize]) -> Option<Structure> {
        let mut view = structure.clone();
        let marked = threads.iter().fold(0u64, |all, it| all | 1 << it);
        view.set_unary(self.compiled.running, Column::NONE);
        for (place, predicate) in self.views.subjects.iter().enumerate() {
            let mask = threads.get(place).map_or(0, |it| 1u64 << it);
            let column = Column {
                must: mask,
                may: mask,
            };
            view.set_unary(*predicate, column);
        }
        let others = alive(self.compiled, structure) & !marked;
        let rest = view.universe() & !reached(self.compiled, structure, marked);
        let rest = self.add_unused(&mut view, rest)?;
        let shared = self.forget_threads(&mut view, others, rest);
        let own = view.universe() & !shared;
        self.forget_derived(&mut view, others, marked, own);
        let merged = self.merge_rest(&view, rest);
        let canonical = self.abstraction.apply(&merged);
        (!canonical.widened).then_some(canonical.structure)
    }

    /// Forgets where other threads are and what they refer to; gives what they may lead to.
    fn forget_threads(&self, view: &mut Structure, others: u64, rest: u64) -> u64 {
        let compiled = self.compiled;
        let of = self.views;
        let mut shared = statics(compiled, view);
        for (number, labels) in compiled.at.iter().enumerate() {
            let places = &labels[..labels.len() - 1];
            let there = places.iter().fold(0, |all, it| all | view.unary(*it).may);
            let members = there & others;
            if members == 0 {
                continue;
            }
            // What such threads have made without being noticed is in the rest.
            let made = of.makes[number].iter();
            let made = made.fold(0, |all, it| all | view.unary(*it).may & rest);
            for thread in bits(members) {
                let roots = statics(compiled, view) | registers(compiled, view, thread) | made;
                let leads_to = closed(compiled, view, roots);
                shared |= leads_to;
                for predicate in &compiled.locals[number] {
                    let row = weakened(view.row(*predicate, thread), leads_to);
                    view.set_row(*predicate, thread, row);
                }
                if of.waits {
                    let row = weakened(view.row(compiled.waiting, thread), leads_to);
                    view.set_row(compiled.waiting, thread, row);
                }
            }
            for predicate in labels.iter().chain(&compiled.truths[number]) {
                view.set_unary(*predicate, weakened(view.unary(*predicate), members));
            }
        }
        for predicate in compiled.held.iter().chain(&compiled.shares) {
            for object in 0..view.count() {
                let row = view.row(*predicate, object);
                if row.may & others != 0 {
                    view.set_row(*predicate, object, weakened(row, others));
                }
            }
        }
        if let Some(inside) = of.inside {
            view.set_unary(inside, weakened(view.unary(inside), others));
        }
        closed(compiled, view, shared)
    }

    /// Forgets what follows from that, but for marked threads and own objects.
    fn forget_derived(&self, view: &mut Structure, others: u64, marked: u64, own: u64) {
        if others == 0 {
            return;
        }
        for place in &self.views.forgotten {
            let declaration = &self.compiled.vocabulary.declarations()[*place];
            let (Symbol::Unary(it), Some(definition)) =
                (declaration.symbol, &declaration.definition)
            else {
                continue;
            };
            let is_of_others = self.views.referred.contains(&it);
            let kept = if is_of_others { own } else { own | marked };
            let stored = view.unary(it);
            let anew = evaluated(view, declaration.symbol, definition)[0];
            let column = Column {
                must: stored.must & kept | stored.must & anew.must & !kept,
                may: stored.may & kept | (stored.may | anew.may) & !kept,
            };
            store(view, declaration.symbol, &[column]);
        }
    }

    /// Leaves it open where a new individual is in the order of identity numbers.
    fn open_order(&self, view: &mut Structure, new: usize) {
        let Some(less) = self.compiled.less else {
            return;
        };
        let all = view.universe();
        for individual in 0..view.count() {
            let mask = if individual == new { all } else { 1 << new };
            let row = weakened(view.row(less, individual), mask);
            view.set_row(less, individual, row);
        }
    }

    /// Adds an unused object of each class that the rest has none of, and gives the rest with them.
    fn add_unused(&self, view: &mut Structure, mut rest: u64) -> Option<u64> {
        for class in &self.compiled.classes {
            let known = view.unary(*class).must & rest & view.unary(self.views.rest).must;
            if known & view.summary() != 0 {
                continue;
            }
            if view.count() == CAPACITY {
                return None;
            }
            let number = view.count();
            *view = created(&self.compiled.vocabulary, view);
            let column = view.unary(*class).with(number, true.into());
            view.set_unary(*class, column);
            rest |= 1 << number;
            view.set_summary(view.summary() | 1 << number);
            self.open_order(view, number);
            for predicate in 0..view.layout().binary as u16 {
                // It stands for several.
                let row = view.row(predicate, number);
                if row.must >> number & 1 == 1 {
                    view.set_row(predicate, number, weakened(row, 1 << number));
                }
            }
        }
        Some(rest)
    }

    /// Makes the rest one individual for each class.
    fn merge_rest(&self, view: &Structure, rest: u64) -> Structure {
        let classes = &self.compiled.classes;
        let signature = |it: usize| {
            let of = classes.iter().map(|class| view.unary(*class).get(it));
            of.collect::<Vec<_>>()
        };
        let (mut kinds, mut places, mut merged_rest) = (Vec::new(), Vec::new(), 0u64);
        for individual in 0..view.count() {
            let kind = (rest >> individual & 1 == 1).then(|| signature(individual));
            let known = kinds.iter().position(|it| kind.is_some() && *it == kind);
            places.push(known.unwrap_or(kinds.len()));
            if known.is_none() {
                merged_rest |= u64::from(kind.is_some()) << kinds.len();
                kinds.push(kind);
            }
        }
        let mut merged = view.merged(&places);
        let rest = merged_rest;
        let column = Column {
            must: rest,
            may: rest,
        };
        merged.set_unary(self.views.rest, column);
        for predicate in self.views.derived.iter().chain(&self.compiled.flags) {
            merged.set_unary(*predicate, weakened(merged.unary(*predicate), rest));
        }
        merged
    }
}
