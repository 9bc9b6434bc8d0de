//! Which monitors a thread certainly owns at an instruction.
//!
//! A lock is known by the register that holds it (where the register is assigned once) or, better,
//! as a single object of the initial heap. What all callers own at a call is owned in the callee.

use std::collections::{BTreeMap, BTreeSet};

use program::{Instruction, MethodId, Program, Register};

use super::calls::callees;
use super::sharing::Accessed;
use super::{Callee, FlatPoints, Object, ObjectId};
use crate::code;

/// A lock as code knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Register(Register),
    Object(ObjectId),
}

/// A lock as seen from what it protects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lock {
    /// The monitor of the accessed object itself.
    Own,
    /// The monitor of this object.
    Of(ObjectId),
}

type Held = BTreeSet<Key>;

/// What is owned where.
#[derive(Debug, Default)]
pub struct Locks {
    held: BTreeMap<(MethodId, u32), Held>,
}

/// The analysis at work.
struct Solver<'a> {
    program: &'a Program,
    points: &'a FlatPoints,
    /// Owned at entry; a method that is not here has not been called yet.
    entries: BTreeMap<MethodId, Held>,
    pending: BTreeSet<MethodId>,
    held: BTreeMap<(MethodId, u32), Held>,
}

impl Locks {
    /// Looks at all reachable code; `roots` are where threads begin, with their pcs.
    pub fn new(program: &Program, points: &FlatPoints, roots: &[(MethodId, u32)]) -> Locks {
        let mut solver = Solver {
            program,
            points,
            entries: BTreeMap::new(),
            pending: BTreeSet::new(),
            held: BTreeMap::new(),
        };
        for (method, _) in roots {
            solver.enter(*method, Held::new());
        }
        for run in points.threads.values().chain(&points.last_resort) {
            solver.enter(*run, Held::new());
        }
        for class in &points.initializing {
            if let Some(initializer) = program.class(*class).initializer {
                solver.enter(initializer, Held::new());
            }
        }
        while let Some(method) = solver.pending.pop_first() {
            let mut starts: Vec<u32> = roots
                .iter()
                .filter(|it| it.0 == method)
                .map(|it| it.1)
                .collect();
            starts.push(0);
            solver.method(method, &starts);
        }
        Locks { held: solver.held }
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
        let held = self.held.get(&(method, pc));
        let lock = key(program, points, method, register);
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
        let mut found = BTreeSet::new();
        let Some(held) = self.held.get(&(method, pc)) else {
            return found;
        };
        let own = accessed
            .object
            .map(|object| key(program, points, method, object));
        for lock in held {
            if Some(*lock) == own.flatten() {
                found.insert(Lock::Own);
            }
            if let Key::Object(object) = lock {
                found.insert(Lock::Of(*object));
            }
        }
        found
    }
}

/// The lock that a register means, if that can't change.
pub(crate) fn key(
    program: &Program,
    points: &FlatPoints,
    method: MethodId,
    register: Register,
) -> Option<Key> {
    let mut objects = points.register(method, register).iter();
    if let (Some(only), None) = (objects.next(), objects.next())
        && matches!(points.objects[*only as usize], Object::Concrete(_))
    {
        return Some(Key::Object(*only));
    }
    let body = program.body(method);
    let mut register = register;
    for _ in 0..8 {
        if body.parameters.contains(&register) {
            let assigned = body.code.iter().any(|it| it.target() == Some(register));
            return (!assigned).then_some(Key::Register(register));
        }
        match code::only_definition(body, register)? {
            Instruction::Move { source, .. } => register = source,
            _ => return Some(Key::Register(register)),
        }
    }
    None
}

impl Solver<'_> {
    /// A call with these locks owned.
    fn enter(&mut self, method: MethodId, held: Held) {
        let changed = match self.entries.get_mut(&method) {
            None => {
                self.entries.insert(method, held);
                true
            }
            Some(known) => {
                let before = known.len();
                known.retain(|lock| held.contains(lock));
                known.len() != before
            }
        };
        if changed {
            self.pending.insert(method);
        }
    }

    fn method(&mut self, method: MethodId, starts: &[u32]) {
        let body = self.program.body(method);
        let Some(pcs) = self.points.code.get(&method) else {
            return;
        };
        let entry = self.entries[&method].clone();
        let mut at: BTreeMap<u32, Held> = BTreeMap::new();
        let mut work: Vec<(u32, Held)> = Vec::new();
        for start in starts.iter().filter(|pc| pcs.contains(pc)) {
            let held = if *start == 0 {
                entry.clone()
            } else {
                Held::new()
            };
            work.push((*start, held));
        }
        while let Some((pc, held)) = work.pop() {
            let held = match at.get_mut(&pc) {
                None => held,
                Some(known) => {
                    let before = known.len();
                    known.retain(|lock| held.contains(lock));
                    if known.len() == before {
                        continue;
                    }
                    known.clone()
                }
            };
            at.insert(pc, held.clone());
            let instruction = body.code[pc as usize];
            if instruction.may_throw() {
                let mut thrown = held.clone();
                if let Instruction::MonitorExit { object } = instruction
                    && let Some(lock) = key(self.program, self.points, method, object)
                {
                    thrown.remove(&lock);
                }
                for handler in body.handlers_at(pc) {
                    work.push((handler.target, thrown.clone()));
                }
            }
            let mut after = held;
            if let Some(target) = instruction.target() {
                after.remove(&Key::Register(target));
            }
            match instruction {
                Instruction::MonitorEnter { object } => {
                    after.extend(key(self.program, self.points, method, object));
                }
                Instruction::MonitorExit { object } => {
                    match key(self.program, self.points, method, object) {
                        Some(lock) => {
                            after.remove(&lock);
                        }
                        None => after.clear(),
                    }
                }
                _ => {}
            }
            body.for_each_successor(pc, |next| {
                if pcs.contains(&next) {
                    work.push((next, after.clone()));
                }
            });
        }
        for (pc, held) in at {
            self.calls(method, pc, &held);
            self.held.insert((method, pc), held);
        }
    }

    /// What is owned at a call is owned in the callee, by the names it has there.
    fn calls(&mut self, method: MethodId, pc: u32, held: &Held) {
        let body = self.program.body(method);
        let Instruction::Invoke { arguments, .. } = body.code[pc as usize] else {
            return;
        };
        let arguments = body.argument_registers(arguments);
        for callee in callees(self.program, self.points, method, pc) {
            let Callee::Code(callee) = callee else {
                continue;
            };
            let mut inside: Held = held
                .iter()
                .copied()
                .filter(|lock| matches!(lock, Key::Object(_)))
                .collect();
            let parameters = &self.program.body(callee).parameters;
            for (argument, parameter) in arguments.iter().zip(parameters) {
                let owned = key(self.program, self.points, method, *argument)
                    .is_some_and(|lock| held.contains(&lock));
                if owned {
                    inside.extend(key(self.program, self.points, callee, *parameter));
                }
            }
            self.enter(callee, inside);
        }
    }
}
