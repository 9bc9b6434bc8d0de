//! Which monitors a thread of a model certainly owns at an instruction.
//!
//! In: [`FlatPoints`]. Out: [`FlatLocks`]: what [`crate::locks`] says, by method. To a model an object of the
//! initial heap is a single one. A lock counts as that of what it protects only if all fields on the way
//! to it are final: then it is the same lock in every access, whoever makes it and whenever.

use std::collections::BTreeSet;

use program::{FieldAccess, FieldId, MethodId, Program, Register};

use super::sharing::Accessed;
use super::{FlatPoints, Object};
use crate::locks::{Held, Key, Lock, Locks};
use crate::points::{InstanceId, Map};

/// What is owned where.
#[derive(Debug, Default)]
pub struct FlatLocks {
    locks: Locks,
    held: Map<InstanceId, Vec<Option<Held>>>,
}

impl FlatLocks {
    /// Looks at all reachable code.
    pub fn new(program: &Program, points: &FlatPoints) -> FlatLocks {
        // The unknown object comes first, and is no single one.
        let is_single = |object: u32| {
            let flat = object.checked_sub(1).map(|it| points.objects[it as usize]);
            matches!(flat, Some(Object::Concrete(_)))
        };
        let locks = Locks::new(program, &points.points, is_single);
        let instances = points.instances.values().copied();
        let held = instances.map(|it| (it, locks.inside(program, &points.points, it)));
        let held = held.collect();
        FlatLocks { locks, held }
    }

    /// How the code of a method gets at what an instruction reads, if that can't change.
    pub fn key(
        &self,
        program: &Program,
        points: &FlatPoints,
        method: MethodId,
        pc: u32,
        register: Register,
    ) -> Option<Key> {
        let instance = *points.instances.get(&method)?;
        self.locks
            .key(program, &points.points, instance, pc, register)
    }

    fn held(&self, points: &FlatPoints, method: MethodId, pc: u32) -> Option<&Held> {
        let instance = points.instances.get(&method)?;
        self.held.get(instance)?.get(pc as usize)?.as_ref()
    }

    /// Whether the monitor of what the register means is certainly owned.
    pub fn owns(
        &self,
        program: &Program,
        points: &FlatPoints,
        method: MethodId,
        pc: u32,
        register: Register,
    ) -> bool {
        let held = self.held(points, method, pc);
        let lock = self.key(program, points, method, pc, register);
        held.zip(lock)
            .is_some_and(|(held, lock)| held.contains(&lock))
    }

    /// The locks that are owned at an access to an object.
    pub fn at(
        &self,
        program: &Program,
        points: &FlatPoints,
        method: MethodId,
        pc: u32,
        accessed: &Accessed,
    ) -> BTreeSet<Lock> {
        let Some(held) = self.held(points, method, pc) else {
            return BTreeSet::new();
        };
        let own = accessed
            .object
            .and_then(|it| self.key(program, points, method, pc, it));
        let mut found = Locks::seen_from(held, own.as_ref());
        let is_final = |field: &FieldId| program.field(*field).access == FieldAccess::Final;
        found.retain(|lock| match lock {
            Lock::Own(path) | Lock::Static(_, path) => path.iter().all(is_final),
            Lock::Object(_) => true,
        });
        found
    }
}
