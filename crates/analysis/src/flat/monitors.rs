//! Which monitors need an owner in the model, and which a count of how often it has entered.
//!
//! A thread enters most monitors only when it does not own them; then a variable that says who owns
//! one is all there is to it. Where a thread may own a monitor that it enters is worked out here:
//! forwards through each method, and from calls into the methods that they may call. Objects of one
//! site are not told apart, so one that is entered inside of another of its kind counts as entered
//! again. A monitor that the main thread owns when the model begins is owned wherever its calls lead.

use std::collections::{BTreeMap, BTreeSet};

use program::{Instruction, MethodId, Program, Register};

use super::calls::{callees, initialized_class};
use super::locks::FlatLocks;
use super::sharing::{Place, Sharing};
use super::{Callee, FlatPoints, ObjectId};
use crate::code;
use crate::intrinsic::Intrinsic;
use crate::locks::Base;

type Objects = BTreeSet<ObjectId>;

/// What monitors need.
#[derive(Debug, Default)]
pub struct Monitors {
    /// Those that threads may meet at, and those that code can't tell from them.
    pub owned: Objects,
    /// Those that their owner may enter again, and those that code can't tell from them.
    pub counted: Objects,
}

impl Monitors {
    /// Looks at all reachable code. `frames` are the methods that the main thread is in, `entered`
    /// the monitors that it owns.
    pub fn new(
        program: &Program,
        points: &FlatPoints,
        sharing: &Sharing,
        locks: &FlatLocks,
        frames: &[MethodId],
        entered: &Objects,
    ) -> Monitors {
        let used = used(program, points);
        let contended = sharing
            .monitored()
            .filter(|object| sharing.is_contended(Place::Monitor(*object)));
        Monitors {
            owned: closed(contended.collect(), &used),
            counted: closed(
                entered_again(program, points, locks, frames, entered),
                &used,
            ),
        }
    }
}

/// The objects that each use of a monitor may mean.
fn used<'a>(program: &Program, points: &'a FlatPoints) -> BTreeSet<&'a Objects> {
    let mut used = BTreeSet::new();
    for (method, pcs) in &points.code {
        let body = program.body(*method);
        for pc in pcs {
            let object = match body.code[*pc as usize] {
                Instruction::MonitorEnter { object } | Instruction::MonitorExit { object } => {
                    Some(object)
                }
                Instruction::Invoke { arguments, .. } => {
                    let is_use = |callee: &Callee| {
                        matches!(
                            callee,
                            Callee::Intrinsic(
                                _,
                                Intrinsic::Wait
                                    | Intrinsic::Notify
                                    | Intrinsic::NotifyAll
                                    | Intrinsic::HoldsLock
                            )
                        )
                    };
                    let first = body.argument_registers(arguments).first().copied();
                    let known = callees(program, points, *method, *pc);
                    first.filter(|_| known.iter().any(is_use))
                }
                _ => None,
            };
            used.extend(object.map(|object| points.register(*method, object)));
        }
    }
    used
}

/// The objects, and all that some use can't tell from one of them.
fn closed(mut objects: Objects, used: &BTreeSet<&Objects>) -> Objects {
    loop {
        let count = objects.len();
        for together in used {
            if !objects.is_disjoint(together) {
                objects.extend(together.iter());
            }
        }
        if objects.len() == count {
            return objects;
        }
    }
}

/// Where a thread may have entered monitors of a method: by the place of each `MonitorEnter`, whether
/// what it entered is still known by its register.
type Entered = BTreeMap<u32, bool>;

/// The objects that a thread may enter while it owns them.
fn entered_again(
    program: &Program,
    points: &FlatPoints,
    locks: &FlatLocks,
    frames: &[MethodId],
    entered: &Objects,
) -> Objects {
    let mut solver = Solver {
        program,
        points,
        locks,
        owned: BTreeMap::new(),
        pending: BTreeSet::new(),
        again: entered.clone(),
    };
    for method in points.code.keys() {
        solver.call(*method, &Objects::new());
    }
    for method in frames {
        solver.call(*method, entered);
    }
    while let Some(method) = solver.pending.pop_first() {
        solver.method(method);
    }
    solver.again
}

struct Solver<'a> {
    program: &'a Program,
    points: &'a FlatPoints,
    locks: &'a FlatLocks,
    /// What a thread may own when it calls a method.
    owned: BTreeMap<MethodId, Objects>,
    pending: BTreeSet<MethodId>,
    again: Objects,
}

impl Solver<'_> {
    fn call(&mut self, method: MethodId, owned: &Objects) {
        let is_new = !self.owned.contains_key(&method);
        let known = self.owned.entry(method).or_default();
        let count = known.len();
        known.extend(owned);
        if is_new || known.len() > count {
            self.pending.insert(method);
        }
    }

    fn method(&mut self, method: MethodId) {
        let Some(pcs) = self.points.code.get(&method) else {
            return;
        };
        let body = self.program.body(method);
        // The main thread may begin anywhere, and then has entered nothing by these instructions that
        // it does not own when the method is called.
        let mut at: BTreeMap<u32, Entered> = pcs.iter().map(|pc| (*pc, Entered::new())).collect();
        let mut work: BTreeSet<u32> = pcs.clone();
        while let Some(pc) = work.pop_first() {
            let before = at[&pc].clone();
            let instruction = body.code[pc as usize];
            let mut targets: Vec<(u32, Entered)> = Vec::new();
            if instruction.may_throw() {
                let handlers = body.handlers_at(pc);
                targets.extend(handlers.map(|it| (it.target, before.clone())));
            }
            let after = self.after(method, pc, before);
            body.for_each_successor(pc, |next| targets.push((next, after.clone())));
            for (next, entered) in targets {
                if let Some(known) = at.get_mut(&next)
                    && join(known, &entered)
                {
                    work.insert(next);
                }
            }
        }
        for (pc, entered) in at {
            self.look(method, pc, &entered);
        }
    }

    /// What has been entered after an instruction.
    fn after(&self, method: MethodId, pc: u32, mut entered: Entered) -> Entered {
        let body = self.program.body(method);
        let instruction = body.code[pc as usize];
        let name = |pc: u32, register: Register| {
            self.locks
                .key(self.program, self.points, method, pc, register)
        };
        let name_at = |pc: u32| match body.code[pc as usize] {
            Instruction::MonitorEnter { object } => name(pc, object),
            _ => None,
        };
        if let Some(assigned) = self.points.assigned(method, pc) {
            for (pc, is_known) in &mut entered {
                *is_known &= name_at(*pc).is_none_or(|it| it.base != Base::Web(assigned));
            }
        }
        match instruction {
            Instruction::MonitorEnter { object } => {
                entered.insert(pc, name(pc, object).is_some());
            }
            Instruction::MonitorExit { object } => {
                let left = name(pc, object);
                entered.retain(|pc, is_known| !*is_known || left.is_none() || name_at(*pc) != left);
            }
            _ => {}
        }
        entered
    }

    /// Notes what an instruction enters and calls.
    fn look(&mut self, method: MethodId, pc: u32, entered: &Entered) {
        let body = self.program.body(method);
        let mut owned = self.owned[&method].clone();
        for pc in entered.keys() {
            if let Instruction::MonitorEnter { object } = body.code[*pc as usize] {
                owned.extend(self.points.register(method, object));
            }
        }
        if let Instruction::MonitorEnter { object } = body.code[pc as usize] {
            let objects = self.points.register(method, object);
            self.again.extend(objects.intersection(&owned));
        }
        for callee in callees(self.program, self.points, method, pc) {
            if let Callee::Code(callee) = callee {
                self.call(callee, &owned);
            }
        }
        if let Some(class) = initialized_class(self.program, method, pc) {
            for class in code::initialization_order(self.program, class) {
                if let Some(initializer) = self.program.class(class).initializer {
                    self.call(initializer, &owned);
                }
            }
        }
    }
}

/// Adds what another way leads to; whether that is more.
fn join(known: &mut Entered, entered: &Entered) -> bool {
    let mut more = false;
    for (pc, is_known) in entered {
        match known.get_mut(pc) {
            None => {
                known.insert(*pc, *is_known);
                more = true;
            }
            Some(before) if *before && !*is_known => {
                *before = false;
                more = true;
            }
            Some(_) => {}
        }
    }
    more
}
