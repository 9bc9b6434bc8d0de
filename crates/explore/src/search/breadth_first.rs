//! Breadth-first search over all states.
//!
//! In: a system and an empty store. Out: findings with shortest schedules, and counts, in the books.
//!
//! States are expanded in the order of their numbers, so the store is the queue. The way to a state
//! is kept in two bits a state ([`Parents`]) and its choices are found again by running them. Stuck
//! threads are looked for at the end, if a cycle is possible at all: every cycle has an edge from a
//! state to one that does not have a higher number.

use super::{Books, Moved, Open};
use crate::observer::{Flow, Phase};
use crate::parents::Parents;
use crate::schedule::Schedule;
use crate::store::{StateId, Store};
use crate::stuck::{self, EdgeLog};
use crate::system::{Step, System};

/// Explores everything within the limits.
pub(super) fn search<S: System>(system: &mut S, books: &mut Books<'_>, store: &mut dyn Store) {
    let mut parents = Parents::default();
    let mut log = match books.plan.stuck {
        true => EdgeLog::new(books.plan.limits.memory),
        false => EdgeLog::off(),
    };
    let mut cyclic = false;
    let mut choices = Vec::new();
    let mut words = books.initial.clone();
    let mut target = Vec::new();
    let mut moved = Vec::new();

    store.insert(&words);
    if books.examine(system, |_| Schedule::default()) == Flow::Stop {
        return;
    }
    // The number of the first state of the next level, and this level's depth.
    let mut level_end = 1;
    let mut depth = 0;
    let mut state = StateId(0);
    while state.index() < store.len() {
        if state.index() == level_end {
            level_end = store.len();
            depth += 1;
        }
        books.statistics.max_depth = depth as u64;
        store.get(state, &mut words);
        system.load(&words);
        choices.clear();
        system.choices(&mut choices);
        if choices.is_empty() {
            books.statistics.end_states += 1;
        } else if !books.deep(depth) {
            choices.clear();
            log.lost();
        }
        for (index, &choice) in choices.iter().enumerate() {
            let open = || Open {
                phase: Phase::Search,
                states: (store.len() - state.index()) as u64,
                bytes: (parents.bytes() + log.bytes()) as u64,
                fraction: None,
            };
            if books.tick(store, open) == Flow::Stop {
                return;
            }
            if index > 0 {
                system.load(&words);
            }
            match books.advance(system, choice) {
                Moved::There => {}
                Moved::Pruned => {
                    log.moves(choice.thread);
                    continue;
                }
                Moved::Lost => {
                    log.lost();
                    continue;
                }
            }
            moved.clear();
            system.also_moved(&mut moved);
            moved.iter().for_each(|&thread| log.moves(thread));
            // Asking for the way moves the system elsewhere, so the state is saved first.
            system.save(&mut target);
            let inserted = store.insert(&target);
            let way = |system: &mut S| {
                let mut schedule = way_to(system, store, &parents.path(state));
                schedule.choices.push(choice);
                schedule
            };
            let flow = if inserted.new {
                books.examine(system, way)
            } else {
                books.examine_again(system, way)
            };
            if flow == Flow::Stop {
                return;
            }
            if inserted.new {
                parents.child();
                if books.admit(store) == Flow::Stop {
                    return;
                }
            } else {
                books.statistics.revisited += 1;
                cyclic |= inserted.id <= state;
            }
            log.edge(choice.thread, inserted.id);
        }
        parents.next();
        log.next();
        state = StateId(state.0 + 1);
    }
    if cyclic && books.plan.stuck {
        stuck::report_all(system, books, store, log, |system, store, state| {
            way_to(system, store, &parents.path(state))
        });
    }
}

/// The choices along a path of states, each by running the choices of a state until one leads to
/// the next.
fn way_to<S: System>(system: &mut S, store: &dyn Store, path: &[StateId]) -> Schedule {
    let mut schedule = Schedule::default();
    let (mut from, mut to, mut reached) = (Vec::new(), Vec::new(), Vec::new());
    let mut choices = Vec::new();
    for step in path.windows(2) {
        store.get(step[0], &mut from);
        store.get(step[1], &mut to);
        system.load(&from);
        choices.clear();
        system.choices(&mut choices);
        let choice = choices.iter().find(|&&choice| {
            system.load(&from);
            system.advance(choice) == Step::Ran && {
                system.save(&mut reached);
                reached == to
            }
        });
        schedule
            .choices
            .push(*choice.expect("a state's parent leads to it"));
    }
    schedule
}
