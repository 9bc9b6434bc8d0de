//! Instructions of a whole program at which no other thread can come between, by its storage structure graphs.
//!
//! In: the graphs, with the points-to sets that they were made from. Out: [`Exclusive`], the accesses to fields
//! and elements that are owned or protected, and the entries of monitors that are owned, wherever the
//! instruction is run. A model needs no stop there (section 4 of Corbett's paper).
//!
//! Why: the verdict on a variable counts all accesses to it that there are, also those inside of calls that were
//! not followed. An instruction is told only if that holds of every object that it can mean, for every caller. A
//! model begins in the middle of the program, and what can happen then is a part of it. A monitor that is only
//! *protected* is not told: who waits gives the outer lock back while it owns the inner one.

use std::collections::BTreeSet;

use program::{Instruction, MethodId, Program, Register};

use super::{Budget, Slot, Storage, Verdict};
use crate::facts::is_closed;
use crate::locks::Locks;
use crate::points::{self, InstanceId, Points, Sensitivity};
use crate::threads::Threads;
use crate::world::World;

/// Instructions at which no other thread can come between.
#[derive(Clone, Debug, Default)]
pub struct Exclusive {
    instructions: BTreeSet<(MethodId, u32)>,
}

impl Exclusive {
    /// Analyses a program before its main method. Nothing is exclusive if not all of it is in view.
    pub fn of_program(
        program: &Program,
        world: &mut dyn World,
        main: MethodId,
        budget: Budget,
    ) -> Exclusive {
        let sensitivity = Sensitivity::Insensitive;
        let points = points::points(program, world, main, sensitivity, points::Budget::default());
        let Some(points) = points.filter(|it| is_closed(program, it)) else {
            return Exclusive::default();
        };
        let threads = Threads::new(program, &points);
        let locks = Locks::new(program, &points, |object| {
            threads.is_single_object(&points, object)
        });
        let storage = Storage::new(program, &points, &threads, &locks, budget);
        Exclusive::new(program, &points, &storage)
    }

    /// The same, from what is known.
    pub fn new(program: &Program, points: &Points, storage: &Storage) -> Exclusive {
        let mut told = BTreeSet::new();
        let mut refuted = BTreeSet::new();
        for (index, instance) in points.instances.iter().enumerate() {
            let index = index as InstanceId;
            for (pc, instruction) in program.body(instance.method).code.iter().enumerate() {
                let at = (instance.method, pc as u32);
                let Some((object, slot)) = accessed(instruction) else {
                    continue;
                };
                if refuted.contains(&at) || !points.is_reached(index, at.1) {
                    continue;
                }
                let mut objects = points.register(index, at.1, object).iter();
                let is_exclusive = objects.all(|object| {
                    let verdict = storage.verdict(object, slot);
                    match verdict {
                        Some(Verdict::Owned(..)) => true,
                        Some(Verdict::Protected(_)) => slot != Slot::Lock,
                        Some(Verdict::Shared) | None => false,
                    }
                });
                match is_exclusive {
                    true => told.insert(at),
                    false => refuted.insert(at),
                };
            }
        }
        told.retain(|at| !refuted.contains(at));
        Exclusive { instructions: told }
    }

    /// Whether an instruction is one of them.
    pub fn has(&self, method: MethodId, pc: u32) -> bool {
        self.instructions.contains(&(method, pc))
    }
}

/// What an instruction accesses of which object, if it is an access to the heap by name.
fn accessed(instruction: &Instruction) -> Option<(Register, Slot)> {
    match *instruction {
        Instruction::GetField { object, field, .. }
        | Instruction::PutField { object, field, .. } => Some((object, Slot::Field(field))),
        Instruction::ArrayLoad { array, .. } | Instruction::ArrayStore { array, .. } => {
            Some((array, Slot::Elements))
        }
        Instruction::MonitorEnter { object } => Some((object, Slot::Lock)),
        _ => None,
    }
}
