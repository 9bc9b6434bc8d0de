//! Races that no state shows: accesses that are kept apart only by accesses of weaker modes.
//!
//! Two accesses race if neither *happens before* the other. Where only volatile accesses, locks, starts and
//! joins keep threads apart, that shows in a state (`watch/race.rs`). An opaque flag keeps them apart, too,
//! in runs in which each access takes effect in its turn; but it orders nothing, and on a real machine the
//! message may not have arrived when the flag is seen. For programs that use such modes, and only for them,
//! a search goes through all states once more, without reductions, and carries along what is *known*:
//!
//! - A record for the last accesses of each thread to each variable: who knows that they came before. At
//!   first that is the thread alone.
//! - What a thread knows when it unlocks, writes by a mode that releases, starts a thread, ends or has
//!   initialised a class, is known to the monitor, the variable, the new thread, the ended one, the class;
//!   and who locks, reads by a mode that acquires, sees the end of the thread or uses the class knows it
//!   then. (So do locksets grow in Goldilocks, by Elmas, Qadeer and Tasiran; unlike vector clocks they stay
//!   finite in loops.)
//! - A write that does not release makes its variable forget, unless it is an update. A fence that releases
//!   makes what is known then go with later weak writes; one that acquires, what came with earlier weak
//!   reads.
//! - Who accesses a variable and does not know of an earlier access that conflicts, races with it.
//!
//! Records that tell no more than a later one are dropped: a write that knows of all others, a read that
//! knows of earlier reads. So the first race of a run is found, and others it may hide.
//!
//! Assumed: interrupts and unparking order nothing (they do order by what the library does meanwhile).
//! What is wrong with that makes a report "unknown", never "holds". Accesses of the library's own classes
//! count where these are for one thread at a time, as `HashMap` is.

use std::collections::BTreeSet;

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::{Accessed, Choice, Deed, Machine, Operation, Place, Ref};
use program::{ClassId, MethodId};

use crate::java::Java;
use crate::java::describe::place_in;
use crate::system::{Learning, Step, System, Unsupported};

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// The races, each with both accesses.
    pub races: Vec<Unsupported>,
    /// Whether all was looked at.
    pub complete: bool,
}

/// Somebody or something that knows of an access. Objects are those of the machine while a step is looked
/// at, and names where a state is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Knower {
    Thread(u16),
    /// What a thread has released by a fence.
    Released(u16),
    /// What a thread has read weakly.
    Seen(u16),
    /// A thread that has ended, by its `java.lang.Thread`.
    Ended(Ref),
    Monitor(Ref),
    Variable(Place),
    Class(ClassId),
}

/// An access that others may have to know of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Record {
    place: Place,
    thread: u16,
    writes: bool,
    plain: bool,
    at: Option<(MethodId, u32)>,
    known: BTreeSet<Knower>,
}

type Records = Vec<Record>;

/// Rounds that begin again because something was learned, at most.
const ROUNDS: usize = 64;

/// Looks for such races, from the state that the system is in. Stops after so many transitions, or when it
/// is told to.
pub fn hidden_races(java: &mut Java<'_>, most: usize, stop: &dyn Fn() -> bool) -> Hidden {
    java.write_down();
    let mut initial = Vec::new();
    java.save(&mut initial);
    for _ in 0..ROUNDS {
        java.begin_round();
        let mut search = Search {
            most,
            races: BTreeSet::new(),
            seen: HashSet::with_hasher(FixedState::default()),
            open: vec![(initial.clone(), Records::new())],
        };
        let complete = search.run(java, stop);
        if java.end_round() {
            continue;
        }
        let races = search.races.into_iter();
        let program = java.machine().program();
        return Hidden {
            races: races.map(|it| told(program, &it)).collect(),
            complete,
        };
    }
    Hidden::default()
}

/// A race: what is accessed, and both accesses with whether they write.
type Race = (String, [(bool, Option<(MethodId, u32)>); 2]);

struct Search {
    most: usize,
    races: BTreeSet<Race>,
    seen: HashSet<(Vec<u32>, Records), FixedState>,
    open: Vec<(Vec<u32>, Records)>,
}

impl Search {
    /// Whether all was looked at.
    fn run(&mut self, java: &mut Java<'_>, stop: &dyn Fn() -> bool) -> bool {
        let (mut choices, mut words) = (Vec::new(), Vec::new());
        let mut transitions = 0;
        while let Some((state, records)) = self.open.pop() {
            java.load(&state);
            choices.clear();
            java.choices(&mut choices);
            for choice in &choices {
                transitions += 1;
                if transitions > self.most || transitions % 256 == 0 && stop() {
                    return false;
                }
                java.load(&state);
                let mut records = bound(java.machine(), &records);
                if self.take(java, *choice, &mut records) != Step::Ran {
                    continue;
                }
                if !self.races.is_empty() {
                    // One is enough to know that the program does not hold.
                    return true;
                }
                java.save(&mut words);
                let next = (words.clone(), named(java.machine(), records));
                if !self.seen.contains(&next) {
                    self.seen.insert(next.clone());
                    self.open.push(next);
                }
            }
        }
        true
    }

    /// Takes a step, and works out what is known after it.
    fn take(&mut self, java: &mut Java<'_>, choice: Choice, records: &mut Records) -> Step {
        let machine = java.machine();
        machine.take_deeds();
        let thread = choice.thread;
        let operation = machine.operation(usize::from(thread));
        let object = machine.threads()[usize::from(thread)].object;
        let step = java.advance(choice);
        let machine = java.machine();
        let deeds = machine.take_deeds();
        let uses = machine.class_uses().to_vec();
        match operation {
            Some(Operation::Lock(it) | Operation::Reacquire(it)) => {
                learn(records, thread, Knower::Monitor(it));
            }
            Some(Operation::Unlock(it) | Operation::Wait(it)) => {
                tell(records, thread, Knower::Monitor(it));
            }
            _ => {}
        }
        for used in uses.iter().filter(|it| !it.ends) {
            learn(records, thread, Knower::Class(used.class));
        }
        for deed in &deeds {
            match deed {
                Deed::Access(access) => self.access(machine, records, thread, access),
                Deed::Fence { acquires, releases } => {
                    if *releases {
                        tell(records, thread, Knower::Released(thread));
                    }
                    if *acquires {
                        learn(records, thread, Knower::Seen(thread));
                    }
                }
                Deed::SeesEnd(other) => learn(records, thread, Knower::Ended(*other)),
            }
        }
        for new in machine.born() {
            tell(records, thread, Knower::Thread(*new as u16));
        }
        for used in uses.iter().filter(|it| it.ends) {
            tell(records, thread, Knower::Class(used.class));
        }
        if machine.threads()[usize::from(thread)].has_ended() {
            tell(records, thread, Knower::Ended(object));
            let own = [
                Knower::Thread(thread),
                Knower::Released(thread),
                Knower::Seen(thread),
            ];
            for record in records.iter_mut() {
                own.iter().for_each(|it| _ = record.known.remove(it));
            }
        }
        step
    }

    fn access(
        &mut self,
        machine: &Machine<'_>,
        records: &mut Records,
        thread: u16,
        access: &Accessed,
    ) {
        let place = access.place;
        if let Some(class) = place.object.class_id() {
            learn(records, thread, Knower::Class(class));
        }
        let variable = Knower::Variable(place);
        if access.reads && !access.plain {
            let knower = match access.acquires {
                true => Knower::Thread(thread),
                false => Knower::Seen(thread),
            };
            pass_on(records, variable, knower);
        }
        if counts(machine, access) {
            self.record(machine, records, thread, access);
        }
        if access.writes {
            if !access.keeps {
                records
                    .iter_mut()
                    .for_each(|it| _ = it.known.remove(&variable));
            }
            let from = match access.releases {
                true => Knower::Thread(thread),
                false => Knower::Released(thread),
            };
            if !access.plain || access.releases {
                pass_on(records, from, variable);
            }
        }
    }

    /// Compares an access with earlier ones, and takes it down.
    fn record(
        &mut self,
        machine: &Machine<'_>,
        records: &mut Records,
        thread: u16,
        access: &Accessed,
    ) {
        let me = Knower::Thread(thread);
        for other in records.iter() {
            let conflicts = other.place == access.place
                && other.thread != thread
                && (other.writes || access.writes)
                && (other.plain || access.plain);
            if conflicts && !other.known.contains(&me) && machine.heap().has(access.place.object) {
                let what = crate::java::describe::field_of(machine, access.place);
                let first = (other.writes, other.at);
                let second = (access.writes, access.place_of_program);
                self.races.insert((what, [first, second]));
            }
        }
        // What this one tells as well needs no record of its own.
        records.retain(|it| {
            it.place != access.place
                || !it.known.contains(&me)
                || it.writes && !access.writes
                || it.plain && !access.plain
        });
        records.push(Record {
            place: access.place,
            thread,
            writes: access.writes,
            plain: access.plain,
            at: access.place_of_program,
            known: BTreeSet::from([me]),
        });
    }
}

/// Whether an access is one that can race by the program's doing.
fn counts(machine: &Machine<'_>, access: &Accessed) -> bool {
    if access.is_own {
        return true;
    }
    let Some(method) = access.method.filter(|_| access.plain) else {
        return false;
    };
    let program = machine.program();
    let class = program.class(program.method(method).class);
    if !class.is_library {
        return true;
    }
    class.name.starts_with("java/util/")
        && !class.name.starts_with("java/util/concurrent/")
        && !jdk::sharing::is_safe(&class.name)
        && access.place_of_program.is_some()
}

/// What one knows, another knows from now on.
fn pass_on(records: &mut Records, from: Knower, to: Knower) {
    for record in records.iter_mut() {
        if record.known.contains(&from) {
            record.known.insert(to);
        }
    }
}

/// A thread makes known what it knows.
fn tell(records: &mut Records, thread: u16, to: Knower) {
    pass_on(records, Knower::Thread(thread), to);
}

/// A thread gets to know.
fn learn(records: &mut Records, thread: u16, from: Knower) {
    pass_on(records, from, Knower::Thread(thread));
}

/// The records with the objects of the machine instead of names.
fn bound(machine: &Machine<'_>, records: &Records) -> Records {
    let object = |it: Ref| {
        machine
            .bound(Place {
                object: it,
                slot: 0,
            })
            .object
    };
    renamed(records, &|it| Some(object(it)))
}

/// The records with names, which are the same in equal states. What is no part of the state any more is
/// dropped: nobody can get at it.
fn named(machine: &Machine<'_>, records: Records) -> Records {
    let name = |it: Ref| match machine.young_name(it) {
        Some(name) => Some(Ref(name)),
        None => machine.is_of_base(it).then_some(it),
    };
    let mut records = renamed(&records, &name);
    records.sort_unstable();
    records
}

fn renamed(records: &Records, name: &dyn Fn(Ref) -> Option<Ref>) -> Records {
    let place = |it: Place| {
        let object = name(it.object)?;
        Some(Place { object, ..it })
    };
    let knower = |it: &Knower| {
        Some(match *it {
            Knower::Ended(object) => Knower::Ended(name(object)?),
            Knower::Monitor(object) => Knower::Monitor(name(object)?),
            Knower::Variable(it) => Knower::Variable(place(it)?),
            other => other,
        })
    };
    let renamed = records.iter().filter_map(|it| {
        Some(Record {
            place: place(it.place)?,
            known: it.known.iter().filter_map(knower).collect(),
            ..it.clone()
        })
    });
    renamed.collect()
}

/// A race for the report.
fn told(program: &program::Program, (what, sides): &Race) -> Unsupported {
    let site = |at: &Option<(MethodId, u32)>| at.map(|it| place_in(program, it.0, it.1));
    let told = sides.iter().map(|(writes, at)| {
        let verb = if *writes { "write" } else { "read" };
        match site(at) {
            Some(place) => format!("the {verb} at {place}"),
            None => format!("a {verb}"),
        }
    });
    let told: Vec<String> = told.collect();
    let path = sides.iter().filter_map(|it| site(&it.1));
    let path: Vec<_> = path.collect();
    Unsupported {
        reason: format!(
            "data race on {what}: {} and {} are kept apart only by accesses of weaker modes than \
             acquire and release, which order nothing; store with setRelease or set, and load with \
             getAcquire or get",
            told[0], told[1]
        ),
        class: path.last().map_or(String::new(), |it| it.class.clone()),
        method: path.last().map_or(String::new(), |it| it.method.clone()),
        path: path
            .iter()
            .map(|it| format!("{}.{} ({it})", it.class, it.method))
            .collect(),
    }
}
