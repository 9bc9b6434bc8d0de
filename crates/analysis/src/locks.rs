//! Which locks a thread certainly holds at an instruction, named by how the code gets at them.
//!
//! In: [`Points`], and which objects are single ones. Out: [`Locks`].
//!
//! A lock is known by a *key*: a variable that is assigned once in its method (or a parameter that
//! never is), a single object, and from there a path of stable fields: final ones, and others that
//! only constructors write, on `this`. Why it is sound: a stable variable keeps its value through a
//! call of its method, and a stable field keeps its value once the constructor is done; a lock that
//! is taken through a field before that is taken on an object that only its maker has, or else the
//! key still names one value for each access of the same method call. What is held at a call is held
//! in the callee; an instance holds at its entry what all its callers hold. A variable in a loop may
//! have another value in the next round, so assigning it drops the keys that begin with it.
//! Explicit locks (`java.util.concurrent.locks`) are not seen by this analysis.
//!
//! Calls that have begun before the analysis starts hold nothing that is known, which claims less than is
//! true. For example, in `synchronized (this.lock) { this.next.count++; }` with a final `lock`, the key of
//! the lock is the variable `this` and the path `lock`; seen from the object in `this.next` it is no lock
//! of its own, seen from `this` it is [`Lock::Own`] by the path `lock`.

use std::collections::BTreeSet;

use program::{FieldAccess, FieldId, Instruction, MethodId, Program, Register};

use crate::points::{HashedSet, InstanceId, Map, ObjectId, Points};
use crate::webs::Webs;

/// How code gets at an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Where it begins.
    pub base: Base,
    /// The fields that follow.
    pub path: Vec<FieldId>,
}

/// The beginning of a [`Key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// What a web (`webs.rs`) holds.
    Web(u32),
    /// A single object.
    Object(ObjectId),
    /// What a final static field holds.
    Static(FieldId),
}

/// A lock, as seen from what it protects.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lock {
    /// The object with the variable, or what a path of its fields leads to.
    Own(Vec<FieldId>),
    /// A single object.
    Object(ObjectId),
    /// What a final static field holds, or what a path leads to from there.
    Static(FieldId, Vec<FieldId>),
}

/// Fields of a path.
const LONGEST: usize = 3;

/// Locks that are held together.
pub type Held = BTreeSet<Key>;

/// What is held where.
#[derive(Debug, Default)]
pub struct Locks {
    entries: Map<InstanceId, Held>,
    stable: HashedSet<FieldId>,
    /// Objects that stand for a single one.
    single: HashedSet<ObjectId>,
}

impl Locks {
    /// Looks at all reachable code. `is_single` tells which objects stand for a single one.
    pub fn new(program: &Program, points: &Points, is_single: impl Fn(ObjectId) -> bool) -> Locks {
        let objects = 0..points.objects.len() as ObjectId;
        let mut locks = Locks {
            entries: Map::default(),
            stable: stable_fields(program, points),
            single: objects.filter(|it| is_single(*it)).collect(),
        };
        let mut pending: BTreeSet<InstanceId> = BTreeSet::new();
        let begun = points.roots.iter().map(|it| it.instance);
        let begun = begun.chain(points.begun.iter().map(|it| it.0));
        for instance in begun.chain(points.initializers.keys().copied()) {
            locks.entries.insert(instance, Held::new());
            pending.insert(instance);
        }
        while let Some(instance) = pending.pop_first() {
            let held = locks.inside(program, points, instance);
            let body = program.body(points.instances[instance as usize].method);
            for (pc, held) in held.into_iter().enumerate() {
                let Some(held) = held else { continue };
                let Some(callees) = points.calls.get(&(instance, pc as u32)) else {
                    continue;
                };
                let arguments = body.code[pc].arguments();
                let arguments = arguments.map_or(&[][..], |it| body.argument_registers(it));
                for callee in callees {
                    let given = locks.given(
                        program,
                        points,
                        (instance, pc as u32),
                        arguments,
                        *callee,
                        &held,
                    );
                    if locks.enter(*callee, given) {
                        pending.insert(*callee);
                    }
                }
            }
        }
        locks
    }

    /// The locks that are held before each instruction of an instance; `None` where it never comes.
    pub fn inside(
        &self,
        program: &Program,
        points: &Points,
        instance: InstanceId,
    ) -> Vec<Option<Held>> {
        let body = program.body(points.instances[instance as usize].method);
        let mut at: Vec<Option<Held>> = vec![None; body.code.len()];
        let Some(entry) = self.entries.get(&instance) else {
            return at;
        };
        let begun = points.begun.iter().filter(|it| it.0 == instance);
        let mut work: Vec<(u32, Held)> = begun.map(|it| (it.1, Held::new())).collect();
        if points.is_reached(instance, 0) {
            work.push((0, entry.clone()));
        }
        while let Some((pc, held)) = work.pop() {
            let held = match &mut at[pc as usize] {
                slot @ None => {
                    *slot = Some(held.clone());
                    held
                }
                Some(known) => {
                    let before = known.len();
                    known.retain(|it| held.contains(it));
                    if known.len() == before {
                        continue;
                    }
                    known.clone()
                }
            };
            let instruction = body.code[pc as usize];
            let key = |register| self.key(program, points, instance, pc, register);
            let mut after = held.clone();
            match instruction {
                Instruction::MonitorEnter { object } => after.extend(key(object)),
                Instruction::MonitorExit { object } => match key(object) {
                    Some(lock) => {
                        after.remove(&lock);
                    }
                    None => after.clear(),
                },
                _ => {}
            }
            if instruction.may_throw() {
                let thrown = match instruction {
                    Instruction::MonitorExit { .. } => &after,
                    _ => &held,
                };
                for handler in body.handlers_at(pc) {
                    work.push((handler.target, thrown.clone()));
                }
            }
            let assigned = points.webs(instance).defined(pc);
            after.retain(|it| it.base != Base::Web(assigned));
            body.for_each_successor(pc, |next| {
                if points.is_reached(instance, next) {
                    work.push((next, after.clone()));
                }
            });
        }
        at
    }

    /// How the code of an instance gets at what an instruction reads, if that can't change.
    pub fn key(
        &self,
        program: &Program,
        points: &Points,
        instance: InstanceId,
        pc: u32,
        register: Register,
    ) -> Option<Key> {
        let set = points.register(instance, pc, register);
        if let Some(only) = set.only()
            && self.single.contains(&only)
        {
            return Some(Key {
                base: Base::Object(only),
                path: Vec::new(),
            });
        }
        let method = points.instances[instance as usize].method;
        let webs = points.webs(instance);
        self.path(program, webs, method, webs.used(pc, register), LONGEST)
    }

    fn path(
        &self,
        program: &Program,
        webs: &Webs,
        method: MethodId,
        web: u32,
        fuel: usize,
    ) -> Option<Key> {
        let body = program.body(method);
        let base = Key {
            base: Base::Web(web),
            path: Vec::new(),
        };
        if webs.parameter_of(web).is_some() {
            return Some(base);
        }
        let at = webs.only(web)?;
        let follow = |register: Register| {
            let web = webs.used(at, register);
            let fuel = fuel.checked_sub(1)?;
            self.path(program, webs, method, web, fuel)
        };
        match body.code[at as usize] {
            Instruction::Move { source, .. } => follow(source).or(Some(base)),
            Instruction::GetField { object, field, .. } if self.stable.contains(&field) => {
                let Some(mut key) = follow(object) else {
                    return Some(base);
                };
                key.path.push(field);
                Some(key)
            }
            Instruction::GetStatic { field, .. }
                if program.field(field).access == FieldAccess::Final =>
            {
                Some(Key {
                    base: Base::Static(field),
                    path: Vec::new(),
                })
            }
            _ => Some(base),
        }
    }

    /// What is held in a callee because it is held at the call, by the callee's names.
    fn given(
        &self,
        program: &Program,
        points: &Points,
        (caller, pc): (InstanceId, u32),
        arguments: &[Register],
        callee: InstanceId,
        held: &Held,
    ) -> Held {
        let is_global = |it: &&Key| !matches!(it.base, Base::Web(_));
        let mut given: Held = held.iter().filter(is_global).cloned().collect();
        let method = points.instances[callee as usize].method;
        let webs = points.webs(callee);
        for (index, argument) in arguments.iter().enumerate() {
            let from = self.key(program, points, caller, pc, *argument);
            let to = self.path(program, webs, method, webs.parameter(index), 0);
            let (Some(from), Some(to)) = (from, to) else {
                continue;
            };
            for lock in held {
                if lock.base == from.base
                    && let Some(rest) = lock.path.strip_prefix(&from.path[..])
                {
                    let path = rest.to_vec();
                    given.insert(Key { path, ..to.clone() });
                }
            }
        }
        given
    }

    fn enter(&mut self, instance: InstanceId, held: Held) -> bool {
        match self.entries.get_mut(&instance) {
            None => {
                self.entries.insert(instance, held);
                true
            }
            Some(known) => {
                let before = known.len();
                known.retain(|it| held.contains(it));
                known.len() != before
            }
        }
    }

    /// The locks among those that are held, as seen from an object that code gets at by a key.
    pub fn seen_from(held: &Held, own: Option<&Key>) -> BTreeSet<Lock> {
        let mut found = BTreeSet::new();
        for key in held {
            if let Some(own) = own
                && key.base == own.base
                && let Some(path) = key.path.strip_prefix(&own.path[..])
            {
                found.insert(Lock::Own(path.to_vec()));
            }
            match key.base {
                Base::Object(object) if key.path.is_empty() => {
                    found.insert(Lock::Object(object));
                }
                Base::Static(field) => {
                    found.insert(Lock::Static(field, key.path.clone()));
                }
                Base::Object(_) | Base::Web(_) => {}
            }
        }
        found
    }

    /// Whether a field keeps its value once the object is made.
    pub fn is_stable(&self, field: FieldId) -> bool {
        self.stable.contains(&field)
    }
}

/// Fields that only constructors of their class write, on `this`.
fn stable_fields(program: &Program, points: &Points) -> HashedSet<FieldId> {
    let mut written: HashedSet<FieldId> = HashedSet::default();
    let mut seen: HashedSet<FieldId> = HashedSet::default();
    let mut methods: HashedSet<MethodId> = HashedSet::default();
    for instance in &points.instances {
        if !methods.insert(instance.method) {
            continue;
        }
        let body = program.body(instance.method);
        let data = program.method(instance.method);
        let this = body.parameters.first().copied();
        for instruction in &body.code {
            match instruction {
                Instruction::GetField { field, .. } => {
                    seen.insert(*field);
                }
                Instruction::PutField { field, object, .. } => {
                    seen.insert(*field);
                    let in_constructor = &*data.name == "<init>"
                        && data.class == program.field(*field).class
                        && Some(*object) == this;
                    if !in_constructor {
                        written.insert(*field);
                    }
                }
                _ => {}
            }
        }
    }
    for atomic in points.atomics.values().flatten().filter(|it| it.writes) {
        use crate::points::AtomicTarget;
        match atomic.target {
            AtomicTarget::Field(_, field) | AtomicTarget::Static(field) => {
                written.insert(field);
            }
            AtomicTarget::Any(_) => {}
        }
    }
    for access in points.modelled.accesses.values() {
        use crate::points::AccessTarget;
        if access.access.writes()
            && let AccessTarget::Field(_, field) | AccessTarget::Static(field) = access.target
        {
            written.insert(field);
        }
    }
    seen.retain(|it| {
        let field = program.field(*it);
        // Accesses with an unknown offset are the library's, to fields of the library.
        let is_safe = !program.class(field.class).is_library || field.access == FieldAccess::Final;
        !written.contains(it) && is_safe && field.access != FieldAccess::Volatile
    });
    seen
}
