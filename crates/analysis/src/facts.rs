//! What keeps threads apart at each variable: the claims of `heddle analyze`.
//!
//! In: points-to sets, threads, accesses and locks. Out: [`Facts`], one [`Fact`] for each field,
//! array and lock, with the accesses it rests on.
//!
//! What the claims mean, for every run:
//! - *owned*: no two threads ever access the same variable of this kind (after accesses of the main
//!   thread that come before any other thread is started).
//! - *immutable*: after that beginning, or after the constructors that make the object and keep it
//!   to themselves, nobody writes it.
//! - *changes hands*: one thread makes it and gives it to another when it starts that one, and does
//!   not use it after; at no time two threads can access it.
//! - *protected*: all other accesses to one such variable happen while one and the same lock is
//!   held, the lock of the object that the path names.
//! - *ordered*: two threads may access it at the same time, but only by volatile or atomic accesses.
//! - *shared*: none of that could be shown: a possible race, unless something this analysis does not
//!   see (an explicit lock, `join`, a queue) keeps the threads apart.
//! - *unknown*: code that can't be seen may access it.
//!
//! Why: an object that is not reachable from a static field, from a thread's object, or from unknown
//! code is reachable from one thread's registers only, since references reach another thread by no
//! other way; `owned` is claimed of such objects, and of places that only one thread's code accesses
//! (`threads.rs`). The rest is a case split over the accesses, of which `access.rs` has all.

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, FieldId, Instruction, MethodId, Program};

use crate::access::{Access, Accesses, Place, Scope};
use crate::code::keeps_this;
use crate::locks::{Key, Locks};
use crate::points::{InstanceId, Map, Object, ObjectId, Points};
use crate::set::Set;
use crate::storage::{ContextId, Guard, Slot, Storage, Verdict};
use crate::threads::{RootId, Threads};

pub use crate::locks::Lock;

/// What keeps threads apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// One thread has it: of this root.
    Owned(BTreeSet<RootId>),
    /// Nobody writes it any more.
    Immutable,
    /// One thread after the other has it: it changes hands at these starts.
    HandedOver(BTreeSet<RootId>, BTreeSet<(ContextId, u32)>),
    /// The lock is held.
    Protected(Lock),
    /// The lock is held, whenever others could access it; told by roles.
    Guarded(Guard),
    /// All accesses that may meet are volatile or atomic.
    Ordered,
    /// A possible race: a write, and an access that may happen at the same time.
    Shared(Box<(Access, Access)>),
    /// Code that can't be seen may access it.
    Unknown,
}

/// What is known of a field, the arrays of one place, or the locks of one place.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Which places.
    pub places: Vec<Place>,
    /// What keeps threads apart, for the worst of them.
    pub claim: Claim,
    /// Who accesses them.
    pub accesses: Vec<Access>,
}

/// What facts are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A field, of all objects.
    Field(FieldId),
    /// Arrays that one instruction makes.
    Array(ObjectId),
    /// Locks of objects that one instruction makes.
    Monitor(ObjectId),
    /// Objects of a library class that one instruction of the program makes.
    Library(ObjectId),
}

/// All facts.
#[derive(Debug, Default)]
pub struct Facts {
    /// By subject.
    pub facts: BTreeMap<Subject, Fact>,
    /// Whether everything is in view: nothing was cut, and no code of the program calls what can't
    /// be seen or hands its objects to it. Otherwise every claim is [`Claim::Unknown`].
    pub is_closed: bool,
}

impl Facts {
    /// Draws the conclusions.
    pub fn new(
        program: &Program,
        points: &Points,
        threads: &Threads,
        locks: &Locks,
        storage: &Storage,
        scope: Scope,
    ) -> Facts {
        let accesses = Accesses::new(program, points, scope);
        let mut judge = Judge {
            program,
            points,
            threads,
            locks,
            escaping: escaping(program, points),
            kept: Map::default(),
            held: Map::default(),
        };
        let is_closed = is_closed(program, points);
        let mut facts: BTreeMap<Subject, Fact> = BTreeMap::new();
        for (place, list) in &accesses.places {
            let subject = match *place {
                Place::Static(field) | Place::Field(_, field) => Subject::Field(field),
                Place::Elements(object) => Subject::Array(object),
                Place::Monitor(object) => Subject::Monitor(object),
            };
            let claim = match is_closed {
                true => refine(judge.claim(*place, list), *place, storage),
                false => Claim::Unknown,
            };
            match facts.entry(subject) {
                std::collections::btree_map::Entry::Vacant(entry) => {
                    entry.insert(Fact {
                        places: vec![*place],
                        claim,
                        accesses: list.clone(),
                    });
                }
                std::collections::btree_map::Entry::Occupied(mut entry) => {
                    let fact = entry.get_mut();
                    fact.places.push(*place);
                    fact.accesses.extend(list);
                    fact.claim = worse(std::mem::replace(&mut fact.claim, Claim::Unknown), claim);
                }
            }
        }
        if is_closed {
            for (object, fact) in judge.of_library() {
                facts.insert(Subject::Library(object), fact);
            }
        }
        for fact in facts.values_mut() {
            fact.accesses.sort_unstable();
            fact.accesses.dedup();
        }
        Facts { facts, is_closed }
    }
}

/// The claim, or the one of the storage structure graphs if that is better.
fn refine(claim: Claim, place: Place, storage: &Storage) -> Claim {
    let (object, slot) = match place {
        Place::Static(_) => return claim,
        Place::Field(object, field) => (object, Slot::Field(field)),
        Place::Elements(object) => (object, Slot::Elements),
        Place::Monitor(object) => (object, Slot::Lock),
    };
    if rank(&claim) <= rank(&Claim::Immutable) {
        return claim;
    }
    match (storage.verdict(object, slot), &claim) {
        (Some(Verdict::Owned(roots, starts)), _) if starts.is_empty() => Claim::Owned(roots),
        (Some(Verdict::Owned(roots, starts)), _) => Claim::HandedOver(roots, starts),
        (Some(Verdict::Protected(guard)), Claim::Ordered | Claim::Shared(_)) => {
            Claim::Guarded(guard)
        }
        _ => claim,
    }
}

/// Whether all code that matters is in view.
pub fn is_closed(program: &Program, points: &Points) -> bool {
    let is_own = |method: MethodId| !program.class(program.method(method).class).is_library;
    let opened = points.open.iter().any(|it| is_own(it.method));
    let given = points.unknown().iter().any(|it| {
        let class = program.class(points.classes[it as usize]);
        !class.is_library
    });
    !points.is_cut && !opened && !given
}

/// The claim for several places of which these are the claims.
fn worse(one: Claim, other: Claim) -> Claim {
    match (one, other) {
        (Claim::Owned(mut one), Claim::Owned(other)) => {
            one.extend(other);
            Claim::Owned(one)
        }
        (Claim::Protected(one), Claim::Protected(other)) if one != other => {
            // Each variable has its lock; the one with the shorter description is shown.
            Claim::Protected(one.min(other))
        }
        (one, other) => {
            if rank(&one) >= rank(&other) {
                one
            } else {
                other
            }
        }
    }
}

fn rank(claim: &Claim) -> u8 {
    match claim {
        Claim::Owned(_) => 0,
        Claim::HandedOver(..) => 1,
        Claim::Immutable => 2,
        Claim::Protected(_) => 3,
        Claim::Guarded(_) => 4,
        Claim::Ordered => 5,
        Claim::Shared(_) => 6,
        Claim::Unknown => 7,
    }
}

/// Objects that more than one thread may get at.
fn escaping(program: &Program, points: &Points) -> Set {
    let thread = program.loaded("java/lang/Thread");
    let mut from: Vec<ObjectId> = Vec::new();
    for field in points.static_fields() {
        from.extend(points.static_field(field).iter());
    }
    for (index, object) in points.objects.iter().enumerate() {
        let class = points.classes[index];
        let is_thread = thread.is_some_and(|it| program.is_subtype(class, it));
        if is_thread || !matches!(object, Object::Site { .. } | Object::Chosen { .. }) {
            from.push(index as ObjectId);
        }
    }
    points.reachable(from)
}

/// "Date formats are not synchronized", nor are those of numbers and messages.
const FORMATS: &str = "java/text/";

struct Judge<'a> {
    program: &'a Program,
    points: &'a Points,
    threads: &'a Threads,
    locks: &'a Locks,
    escaping: Set,
    /// Constructors that keep their object to themselves.
    kept: Map<MethodId, bool>,
    held: Map<InstanceId, Vec<Option<BTreeSet<Key>>>>,
}

impl Judge<'_> {
    /// Objects that the program makes of library classes which are for one thread at a time, and that several
    /// threads may use at once: a field that nobody writes is not safe if it holds one of them. They are
    /// told with the program's calls of them, because their fields mean nothing to whoever reads that.
    fn of_library(&mut self) -> BTreeMap<ObjectId, Fact> {
        let uses = self.uses_of_library();
        if uses.is_empty() {
            return BTreeMap::new();
        }
        let inside = Accesses::new(self.program, self.points, Scope::Everything);
        let mut written = BTreeSet::new();
        for (place, list) in &inside.places {
            if let Place::Field(object, _) = *place
                && uses.contains_key(&object)
                && matches!(self.claim(*place, list), Claim::Shared(_))
            {
                written.insert(object);
            }
        }
        let mut found = BTreeMap::new();
        for (object, uses) in &uses {
            // What formats do inside is not looked into, and they write in every call.
            let class = self.program.class(self.points.classes[*object as usize]);
            let is_shared = self.escaping.contains(*object) && class.name.starts_with(FORMATS);
            if !is_shared && !written.contains(object) {
                continue;
            }
            let late = uses.iter().copied();
            let late = late.filter(|it| !self.threads.is_early(it.instance, it.pc));
            let late: Vec<Access> = late.collect();
            // The program's calls are meant as accesses: where one lock is held at all of them, or none of
            // them meet, so are those that they lead to.
            if self.common_lock(&late).is_some() {
                continue;
            }
            if let Some(pair) = self.conflict(&late) {
                let fact = Fact {
                    places: Vec::new(),
                    claim: Claim::Shared(Box::new(pair)),
                    accesses: uses.clone(),
                };
                found.insert(*object, fact);
            }
        }
        found
    }

    /// The program's calls of such objects, but for the making of them.
    fn uses_of_library(&self) -> BTreeMap<ObjectId, Vec<Access>> {
        let (program, points) = (self.program, self.points);
        let is_library = |class: ClassId| program.class(class).is_library;
        let is_meant = |object: ObjectId| {
            let Object::Site { method, .. } = points.objects[object as usize] else {
                return false;
            };
            let class = points.classes[object as usize];
            let types = &program.class(class).supertypes;
            let is_safe = |it: &ClassId| jdk::sharing::is_safe(&program.class(*it).name);
            !is_library(program.method(method).class)
                && is_library(class)
                && !types.iter().any(is_safe)
        };
        let mut uses: BTreeMap<ObjectId, Vec<Access>> = BTreeMap::new();
        for instance in 0..points.instances.len() as InstanceId {
            let method = points.instances[instance as usize].method;
            if is_library(program.method(method).class) {
                continue;
            }
            let body = program.body(method);
            for (pc, instruction) in body.code.iter().enumerate() {
                let Instruction::Invoke {
                    method: called,
                    arguments,
                    ..
                } = instruction
                else {
                    continue;
                };
                let called = program.method(*called);
                let receiver = body.argument_registers(*arguments).first().copied();
                let Some(receiver) = receiver.filter(|it| it.0 < body.references) else {
                    continue;
                };
                if called.is_static() || &*called.name == "<init>" {
                    continue;
                }
                let access = Access {
                    instance,
                    pc: pc as u32,
                    reads: true,
                    writes: true,
                    is_ordered: false,
                    base: Some(receiver),
                };
                for object in points.register(instance, pc as u32, receiver).iter() {
                    if is_meant(object) {
                        uses.entry(object).or_default().push(access);
                    }
                }
            }
        }
        uses
    }

    fn claim(&mut self, place: Place, list: &[Access]) -> Claim {
        let late: Vec<Access> = list
            .iter()
            .filter(|it| !self.threads.is_early(it.instance, it.pc))
            .copied()
            .collect();
        let mut roots: BTreeSet<RootId> = BTreeSet::new();
        let considered = if late.is_empty() { list } else { &late };
        for access in considered {
            roots.extend(self.threads.runners[access.instance as usize].iter());
        }
        let is_confined = place.object().is_some_and(|it| !self.escaping.contains(it));
        let is_one =
            roots.len() <= 1 && roots.iter().all(|it| self.threads.is_single[*it as usize]);
        if is_confined || is_one {
            return Claim::Owned(roots);
        }
        let published: Vec<Access> = late
            .iter()
            .filter(|it| !self.is_construction(place, it))
            .copied()
            .collect();
        if published.iter().all(|it| !it.writes) {
            return Claim::Immutable;
        }
        if let Some(lock) = self.common_lock(&published) {
            return Claim::Protected(lock);
        }
        match self.conflict(&published) {
            Some(pair) => Claim::Shared(Box::new(pair)),
            None => Claim::Ordered,
        }
    }

    /// Whether the access is one of a constructor that keeps its object to itself, to that object,
    /// or of an initialiser to a static field of its class.
    fn is_construction(&mut self, place: Place, access: &Access) -> bool {
        let method = self.points.instances[access.instance as usize].method;
        let body = self.program.body(method);
        let data = self.program.method(method);
        if let Place::Static(field) = place {
            // Other threads wait for the initialiser before they can get at the field.
            return &*data.name == "<clinit>" && self.program.field(field).class == data.class;
        }
        if &*data.name != "<init>" {
            return false;
        }
        let is_this = access.base == body.parameters.first().copied();
        let program = self.program;
        is_this
            && *self
                .kept
                .entry(method)
                .or_insert_with(|| keeps_this(program, method))
    }

    /// A lock that is held at all of the accesses.
    fn common_lock(&mut self, accesses: &[Access]) -> Option<Lock> {
        let mut common: Option<BTreeSet<Lock>> = None;
        for access in accesses {
            let locks = self.locks_at(access);
            let left = match common {
                None => locks,
                Some(common) => common.intersection(&locks).cloned().collect(),
            };
            if left.is_empty() {
                return None;
            }
            common = Some(left);
        }
        common?.into_iter().next()
    }

    fn locks_at(&mut self, access: &Access) -> BTreeSet<Lock> {
        let (program, points) = (self.program, self.points);
        let instance = access.instance;
        if !self.held.contains_key(&instance) {
            let held = self.locks.inside(program, points, instance);
            self.held.insert(instance, held);
        }
        let held = self.held[&instance].get(access.pc as usize);
        let own = access
            .base
            .and_then(|it| self.locks.key(program, points, instance, access.pc, it));
        let held = held.and_then(Option::as_ref);
        held.map_or(BTreeSet::new(), |held| Locks::seen_from(held, own.as_ref()))
    }

    /// A write and another access that may meet, not both ordered.
    fn conflict(&self, accesses: &[Access]) -> Option<(Access, Access)> {
        for write in accesses.iter().filter(|it| it.writes) {
            for other in accesses {
                if write.is_ordered && other.is_ordered {
                    continue;
                }
                if self.may_meet(write, other) {
                    return Some((*write, *other));
                }
            }
        }
        None
    }

    fn may_meet(&self, one: &Access, other: &Access) -> bool {
        let runners = |it: &Access| &self.threads.runners[it.instance as usize];
        runners(one).iter().any(|a| {
            runners(other)
                .iter()
                .any(|b| a != b || !self.threads.is_single[a as usize])
        })
    }
}
