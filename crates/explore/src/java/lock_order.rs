//! Locks that threads take in different orders, on one run, though perhaps no deadlock can be reached.
//!
//! A search goes through all states without reductions and carries along which locks each thread holds, and
//! who has taken which lock while holding which others. Threads that have so gone round a circle, no two of
//! them with a common lock around, took the locks in different orders: what keeps them from locking each
//! other out is not the locks. That some thread had ended before another was started does not count, since
//! the next change to the program may lift it. (So do Havelund's lock trees, here over all runs.)
//!
//! Monitors count, and locks of the library with an owner; `tryLock` waits for nothing, so what is taken by
//! it closes no circle.

use std::collections::BTreeSet;

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::{Choice, Machine, Operation, Place, Ref};
use property::FindingKind;

use crate::java::Java;
use crate::java::describe::{place_of, receiver_in, thread_name};
use crate::java::names::Namer;
use crate::schedule::Schedule;
use crate::system::{About, Finding, Learning, Step, System};

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    /// The first circle, with a run that shows it.
    pub found: Option<(Finding, Schedule)>,
    /// Whether all was looked at.
    pub complete: bool,
}

/// A thread took a lock while it held another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Taken {
    first: Ref,
    then: Ref,
    thread: u16,
    name: String,
    /// All that it held.
    held: BTreeSet<Ref>,
    /// Where it took the second.
    place: String,
}

/// What is carried along.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Carried {
    /// By thread: the locks it holds, in the order in which it took them.
    held: Vec<Vec<Ref>>,
    taken: BTreeSet<Taken>,
}

/// Rounds that begin again because something was learned, at most.
const ROUNDS: usize = 64;

/// Threads in a circle, at most.
const LONGEST: usize = 4;

/// Looks for such locks, from the state that the system is in. Stops after so many transitions, or when it is
/// told to.
pub fn orders(java: &mut Java<'_>, most: usize, stop: &dyn Fn() -> bool) -> Orders {
    java.run_every_step();
    // What threads have done is told by their numbers.
    java.machine().keep_all_threads();
    let mut initial = Vec::new();
    java.save(&mut initial);
    for _ in 0..ROUNDS {
        java.begin_round();
        let mut search = Search {
            most,
            seen: HashSet::with_hasher(FixedState::default()),
            nodes: vec![(0, Choice::run(0))],
            open: vec![(initial.clone(), Carried::default(), 0)],
        };
        let orders = search.run(java, stop);
        if !java.end_round() {
            return orders;
        }
    }
    Orders::default()
}

struct Search {
    most: usize,
    seen: HashSet<(Vec<u32>, Carried), FixedState>,
    /// How each state was reached: from which, by what.
    nodes: Vec<(usize, Choice)>,
    open: Vec<(Vec<u32>, Carried, usize)>,
}

impl Search {
    fn run(&mut self, java: &mut Java<'_>, stop: &dyn Fn() -> bool) -> Orders {
        let (mut choices, mut words) = (Vec::new(), Vec::new());
        let mut transitions = 0;
        while let Some((state, carried, node)) = self.open.pop() {
            java.load(&state);
            choices.clear();
            java.choices(&mut choices);
            for choice in &choices {
                transitions += 1;
                if transitions > self.most || transitions % 256 == 0 && stop() {
                    return Orders::default();
                }
                java.load(&state);
                let machine = java.machine();
                let mut carried = bound(machine, &carried);
                let (step, found) = take(java, *choice, &mut carried);
                if let Some(finding) = found {
                    return Orders {
                        found: Some((finding, self.way(node, *choice))),
                        complete: true,
                    };
                }
                if step != Step::Ran {
                    continue;
                }
                java.save(&mut words);
                let next = (words.clone(), named(java.machine(), &carried));
                if !self.seen.contains(&next) {
                    self.seen.insert(next.clone());
                    self.nodes.push((node, *choice));
                    self.open.push((next.0, next.1, self.nodes.len() - 1));
                }
            }
        }
        Orders {
            found: None,
            complete: true,
        }
    }

    fn way(&self, mut node: usize, last: Choice) -> Schedule {
        let mut choices = vec![last];
        while node != 0 {
            let (before, choice) = self.nodes[node];
            choices.push(choice);
            node = before;
        }
        choices.reverse();
        Schedule::new(choices)
    }
}

/// Takes a step; a finding if by it threads have gone round a circle.
fn take(java: &mut Java<'_>, choice: Choice, carried: &mut Carried) -> (Step, Option<Finding>) {
    let thread = usize::from(choice.thread);
    let machine = java.machine();
    let operation = machine.operation(thread);
    let called = called(machine, thread);
    // After the step it may have gone on to another line.
    let place = place_of(machine, thread).to_string();
    let step = java.advance(choice);
    let machine = java.machine();
    if carried.held.len() < machine.threads().len() {
        carried.held.resize(machine.threads().len(), Vec::new());
    }
    let is_held = |machine: &mut Machine<'_>, lock: Ref| {
        machine.heap().has(lock)
            && (machine.monitor(lock).owner() == Some(thread) || owns(machine, thread, lock))
    };
    carried.held[thread].retain(|it| is_held(machine, *it));
    let new = match operation {
        Some(Operation::Lock(object)) if !machine.is_thread(object) => Some((object, true)),
        _ => called,
    };
    let Some((lock, waits)) = new else {
        return (step, None);
    };
    if !is_held(machine, lock) || carried.held[thread].contains(&lock) {
        return (step, None);
    }
    let mut found = None;
    for first in carried.held[thread].clone() {
        if !waits {
            break;
        }
        let taken = Taken {
            first,
            then: lock,
            thread: choice.thread,
            name: thread_name(machine, thread),
            held: carried.held[thread].iter().copied().collect(),
            place: place.clone(),
        };
        let mut way = vec![&taken];
        if closes(&carried.taken, &mut way) {
            let way: Vec<Taken> = way.into_iter().cloned().collect();
            found.get_or_insert_with(|| told(machine, &way));
        }
        carried.taken.insert(taken);
    }
    carried.held[thread].push(lock);
    (step, found)
}

/// The lock of the library in whose call a thread is, and whether the call waits for it.
fn called(machine: &Machine<'_>, thread: usize) -> Option<(Ref, bool)> {
    const LOCKS: [&str; 2] = [
        "java/util/concurrent/locks/ReentrantLock",
        "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
    ];
    LOCKS.iter().find_map(|class| {
        let waits = receiver_in(machine, thread, class, |it| it.starts_with("lock"));
        let tries = || receiver_in(machine, thread, class, |it| it == "tryLock");
        let waits = waits.map(|it| (it, true));
        waits.or_else(|| tries().map(|it| (it, false)))
    })
}

/// Whether a lock of the library is a thread's.
fn owns(machine: &mut Machine<'_>, thread: usize, lock: Ref) -> bool {
    let object = machine.threads()[thread].object;
    machine.owner_of_lock(lock) == Some(object)
}

/// Whether others lead from the lock taken last back to the first.
fn closes<'a>(taken: &'a BTreeSet<Taken>, way: &mut Vec<&'a Taken>) -> bool {
    let last = way[way.len() - 1];
    if way.len() > 1 && last.then == way[0].first {
        return true;
    }
    if way.len() == LONGEST {
        return false;
    }
    let then = last.then;
    for next in taken.iter().filter(|it| it.first == then) {
        let fits = way
            .iter()
            .all(|it| it.thread != next.thread && it.held.is_disjoint(&next.held));
        if fits {
            way.push(next);
            if closes(taken, way) {
                return true;
            }
            way.pop();
        }
    }
    false
}

fn told(machine: &mut Machine<'_>, way: &[Taken]) -> Finding {
    let mut namer = Namer::by_fields();
    let mut about = About::default();
    let sides = way.iter().map(|it| {
        about.places.push(it.place.clone());
        let mut name = |lock: Ref| match machine.heap().has(lock) {
            true => namer.object(machine, lock),
            false => "a lock".to_owned(),
        };
        let (first, then) = (name(it.first), name(it.then));
        format!(
            "{} takes {then} at {} while it holds {first}",
            it.name, it.place
        )
    });
    let sides: Vec<String> = sides.collect();
    Finding {
        kind: FindingKind::LockOrder,
        message: format!("locks are taken in different orders: {}", sides.join("; ")),
        threads: way.iter().map(|it| it.name.clone()).collect(),
        about,
    }
}

fn bound(machine: &Machine<'_>, carried: &Carried) -> Carried {
    let object = |it: Ref| {
        machine
            .bound(Place {
                object: it,
                slot: 0,
            })
            .object
    };
    renamed(carried, &|it| Some(object(it)))
}

fn named(machine: &Machine<'_>, carried: &Carried) -> Carried {
    renamed(carried, &|it| match machine.young_name(it) {
        Some(name) => Some(Ref(name)),
        None => machine.is_of_base(it).then_some(it),
    })
}

/// What is no part of the state any more, nobody takes again.
fn renamed(carried: &Carried, name: &dyn Fn(Ref) -> Option<Ref>) -> Carried {
    let held = carried.held.iter();
    let held = held.map(|it| it.iter().filter_map(|it| name(*it)).collect());
    let taken = carried.taken.iter().filter_map(|it| {
        Some(Taken {
            first: name(it.first)?,
            then: name(it.then)?,
            held: it.held.iter().filter_map(|it| name(*it)).collect(),
            ..it.clone()
        })
    });
    Carried {
        held: held.collect(),
        taken: taken.collect(),
    }
}
