//! Data races: two threads about to access the same variable, at least one to write it, and not
//! both accesses volatile or atomic.
//!
//! # Why the next operations of every state are enough
//!
//! A state in which both stand before their accesses is one in which nothing orders the two: either can
//! come first. So what is found is a race in the sense of the Java memory model.
//!
//! The other way round, let some run have a race, and take the first: accesses *a* of thread T, and later *b*
//! of thread U, that conflict, with *a* not happening before *b*, where no race has its second access before
//! *b*. Let P be the part of the run before *b* without *a* and all that *a* happens before. Then P and after
//! it the run's other steps up to *a* can be run:
//!
//! - What is left out is closed: of no thread a later step stays. So each thread does in P what it did, as far
//!   as what it reads and waits for is the same.
//! - A read in P reads the same. Had its value been written by a step *w* that is left out, then either both
//!   are volatile, atomic, or release and acquire, so that *w* happens before the read, and the read would be
//!   left out, too; or one of them is plain, *a* happens before *w*, and *w* does not happen before the read
//!   (it would be left out), so these two race before *b* does. A volatile or atomic write of somebody else's
//!   between the two changes nothing: the later one is read, and that is in P.
//! - A lock in P can be taken. If it was held in the meantime, the step that unlocked it happens before this
//!   one: it is in P, or this one is not. A lock taken last by a step that is left out is free without it. So
//!   it is with starts and joins.
//!
//! After P, U stands before *b*, which is not left out since *a* does not happen before it. T stands before
//! *a*: all that comes before *a* in T is in P. That is the state. (Whether a program is free of such races is
//! a question about runs in which each access takes effect in its turn; if it is, it has no others, as far as
//! `machine::weak` does not object: programs that store by release and then load another variable may have
//! others, and are not said to hold.)
//!
//! The argument needs that reading a value which another thread has made known by a synchronising access puts
//! the writer before the reader. That is so for volatile accesses, locks, starts, joins, atomic updates, and
//! release and acquire. It is not so for opaque and plain modes of atomics and variable handles: programs that
//! use them are searched once more, see `java/ordered.rs`.
//!
//! Where both threads are inside the library, the race may be the library's own: a cache, or a hash
//! code that an immutable object keeps. `race/owner.rs` tells whose it is, by what the documentation
//! says of the JDK's classes (`jdk::sharing`). Races of the library are counted, and are no findings.

use std::collections::BTreeSet;

use jdk::sharing;
use machine::value::Space;
use machine::{Access, Machine, Ordering, Place, StepCache};
use program::{ClassId, Field, FieldId};
use property::FindingKind;

use crate::java::describe::{field_of, place_of, short_name, thread_name};
use crate::system::{About, Finding};
use owner::{Holdings, Kinship, Owner};

mod optimistic;
mod owner;

/// Looks for races.
#[derive(Debug, Default)]
pub struct Judge {
    accesses: Vec<(usize, Access)>,
    /// By field: whose races on it are, where that is known.
    verdicts: Vec<Option<Whose>>,
    kinship: Kinship,
    /// The fields on which the library races.
    left: BTreeSet<FieldId>,
    /// Whether it does on elements of arrays.
    left_arrays: bool,
    /// Whether optimistic reads that are validated have met writes.
    left_optimistic: bool,
}

/// Whose the races on a field are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// The program's: it has declared the field.
    Program,
    /// The library's: the field is one of a class that threads may share, and no other code can name
    /// it.
    Library,
    /// That depends on the object and on who has called whom.
    Either,
}

impl Judge {
    /// Appends the races of the current state, of which the choices have been asked for.
    pub fn findings(&mut self, step_cache: &mut StepCache<'_>, out: &mut Vec<Finding>) {
        if !step_cache.may_conflict() {
            return;
        }
        self.accesses.clear();
        for (thread, offer) in step_cache.offers().iter().enumerate() {
            for access in step_cache.accesses(*offer) {
                self.accesses.push((thread, *access));
            }
        }
        for second in 1..self.accesses.len() {
            for first in 0..second {
                let (first, second) = (self.accesses[first], self.accesses[second]);
                let Some(place) = conflict(first, second) else {
                    continue;
                };
                out.extend(self.judge(step_cache, place, first, second));
            }
        }
    }

    /// The fields of the library on which it races by itself, as `java.lang.String.hash`.
    pub fn left(&self, machine: &Machine<'_>) -> Vec<String> {
        let program = machine.program();
        let fields = self.left.iter().map(|it| program.field(*it));
        let mut names: Vec<String> = fields
            .map(|it| {
                let class = program.class(it.class).name.replace(['/', '$'], ".");
                format!("{class}.{}", it.name)
            })
            .collect();
        names.sort_unstable();
        if self.left_arrays {
            names.push("elements of its arrays".to_owned());
        }
        names
    }

    /// Whether optimistic reads of a `StampedLock` that are validated have met writes.
    pub fn has_left_optimistic(&self) -> bool {
        self.left_optimistic
    }

    /// Forgets which races of the library there are.
    pub fn forget_left(&mut self) {
        self.left.clear();
        self.left_arrays = false;
        self.left_optimistic = false;
    }

    /// Adds what another judge has left out.
    pub fn absorb(&mut self, other: &Judge) {
        self.left.extend(&other.left);
        self.left_arrays |= other.left_arrays;
        self.left_optimistic |= other.left_optimistic;
    }

    fn judge(
        &mut self,
        step_cache: &mut StepCache<'_>,
        place: Place,
        first: (usize, Access),
        second: (usize, Access),
    ) -> Option<Finding> {
        let field = first.1.field;
        let reader = match (first.1.writes, second.1.writes) {
            (false, true) => Some(first.0),
            (true, false) => Some(second.0),
            _ => None,
        };
        if reader
            .is_some_and(|it| optimistic::is_meant(&mut self.kinship, step_cache.machine(), it))
        {
            self.left_optimistic = true;
            return None;
        }
        match field.map_or(Whose::Either, |it| self.whose(step_cache, it)) {
            Whose::Program => {
                let machine = step_cache.machine();
                let place = machine.bound(place);
                return Some(direct(machine, place, first, second));
            }
            Whose::Library => {
                self.leave(field);
                return None;
            }
            Whose::Either => {}
        }
        let machine = step_cache.machine();
        let place = machine.bound(place);
        let threads = [first.0, second.0];
        let kinship = &mut self.kinship;
        if threads.map(|it| owner::is_direct(kinship, machine, it)) != [false, false] {
            return Some(direct(machine, place, first, second));
        }
        let is_static = place.object.space() == Space::Statics;
        let owner = match is_static {
            true => None,
            false => owner::owner(kinship, machine, place.object, threads),
        };
        match owner {
            Some(owner) => Some(self.shared(machine, owner, place, threads)),
            None => {
                self.leave(field);
                None
            }
        }
    }

    fn leave(&mut self, field: Option<FieldId>) {
        match field {
            Some(field) => _ = self.left.insert(field),
            None => self.left_arrays = true,
        }
    }

    fn whose(&mut self, step_cache: &mut StepCache<'_>, field: FieldId) -> Whose {
        if let Some(Some(whose)) = self.verdicts.get(field.index()) {
            return *whose;
        }
        let machine = step_cache.machine();
        let program = machine.program();
        let data = program.field(field);
        let full = format!("{}.{}", program.class(data.class).name, data.name);
        let kin = self.kinship.of(machine, data.class);
        const PUBLIC_OR_PROTECTED: u16 = 0x0005;
        let is_hidden = data.access_flags & PUBLIC_OR_PROTECTED == 0;
        let whose = match kin.is_own {
            true => Whose::Program,
            false if is_hidden && (kin.is_safe || sharing::is_lazy(&full)) => Whose::Library,
            false => Whose::Either,
        };
        if self.verdicts.len() <= field.index() {
            self.verdicts.resize(field.index() + 1, None);
        }
        self.verdicts[field.index()] = Some(whose);
        whose
    }

    /// A race on an object of the library that the program shares.
    fn shared(
        &mut self,
        machine: &mut Machine<'_>,
        owner: Owner,
        place: Place,
        threads: [usize; 2],
    ) -> Finding {
        let kinship = &mut self.kinship;
        let class = match owner {
            Owner::Object(object) => machine.heap().object(object).class,
            Owner::Gone(class) => class,
        };
        let what = whole_name(machine, class);
        let held = Holdings::new(kinship, machine, &threads);
        let named = |field| field_name(machine, machine.program().field(field));
        let held = match owner {
            Owner::Object(object) => held.name(object),
            Owner::Gone(_) => None,
        };
        let name = match held {
            Some((field, false)) => format!("{}, {}", named(field), with_article(&what)),
            Some((field, true)) => format!("{} in {}", with_article(&what), named(field)),
            None => with_article(&what),
        };
        let mut about = About::default();
        about.class(machine, class);
        let program = machine.program();
        if let Some((field, _)) = held {
            about.field(machine, program.field(field));
        }
        if let Some(field) = machine.field_at(place) {
            about.field(machine, program.field(field));
        }
        let sides = threads.map(|thread| {
            let place = place_of(machine, thread);
            about.place(&place);
            let call = owner::entry_name(kinship, machine, thread);
            let call = call.unwrap_or_else(|| "used".to_owned());
            let at = match owner::reference_in(kinship, machine, thread) {
                Some(file) if place.is_library => format!("by a method reference in {file}"),
                _ => format!("at {place}"),
            };
            format!("{call} by {} {at}", thread_name(machine, thread))
        });
        Finding {
            kind: FindingKind::Race,
            message: format!("data race on {name}: {}, and {}", sides[0], sides[1]),
            threads: threads.map(|it| thread_name(machine, it)).into(),
            about,
        }
    }
}

/// The name of a class, or of the class of the library that it is nested in: what the program calls a
/// `MessageDigest` is one of its nested classes.
fn whole_name(machine: &Machine<'_>, class: ClassId) -> String {
    let data = machine.program().class(class);
    if data.is_library && owner::is_iterator(machine, class) {
        return "Iterator".to_owned();
    }
    let name = data.name.rsplit('/').next().unwrap_or(&data.name);
    match name.split_once('$') {
        Some((outer, _)) if data.is_library => outer.to_owned(),
        _ => short_name(machine, class),
    }
}

/// `a HashMap`, `an ArrayList`.
fn with_article(name: &str) -> String {
    let is_vowel = name.starts_with(['A', 'E', 'I', 'O', 'a', 'e', 'i', 'o']);
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}

/// `Cache.map`.
fn field_name(machine: &Machine<'_>, field: &Field) -> String {
    format!("{}.{}", short_name(machine, field.class), field.name)
}

/// The place on which two accesses race.
fn conflict(first: (usize, Access), second: (usize, Access)) -> Option<Place> {
    let atomic = |access: Access| access.ordering == Ordering::Atomic;
    let races = first.0 != second.0
        && (first.1.writes || second.1.writes)
        && !(atomic(first.1) && atomic(second.1));
    if races {
        first.1.places.common(second.1.places)
    } else {
        None
    }
}

/// A race on a variable of the program, or one that it accesses itself.
fn direct(
    machine: &mut Machine<'_>,
    place: Place,
    first: (usize, Access),
    second: (usize, Access),
) -> Finding {
    let what = field_of(machine, place);
    let mut about = About::default();
    let class = machine.heap().object(place.object).class;
    about.class(machine, class);
    if let Some(field) = machine.field_at(place) {
        about.field(machine, machine.program().field(field));
    }
    let mut side = |machine: &mut Machine<'_>, (thread, access): (usize, Access)| {
        let verb = if access.writes { "write" } else { "read" };
        let place = place_of(machine, thread);
        about.place(&place);
        format!("{verb} by {} at {place}", thread_name(machine, thread))
    };
    let (a, b) = (side(machine, first), side(machine, second));
    Finding {
        kind: FindingKind::Race,
        message: format!("data race on {what}: {a}, and {b}"),
        threads: vec![
            thread_name(machine, first.0),
            thread_name(machine, second.0),
        ],
        about,
    }
}
