//! Variables that are not needed any more are set back to 0 wherever other threads may go on, so that
//! states that differ in nothing else are one.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use program::{Instruction, MethodId, Register};

use super::{At, Emitter};
use crate::tree::{Expression, Statement};

impl Emitter<'_> {
    /// Clears what is not needed from here on: before the instruction, or while it calls.
    pub(super) fn clear(&mut self, at: At, calling: bool) {
        let body = self.body(at.instance);
        let live = if calling {
            body.live_across(at.pc)
        } else {
            body.live(at.pc)
        };
        let dirty = Rc::clone(&self.instances[at.instance].dirty);
        let Some(dirty) = dirty.get(&at.pc) else {
            return;
        };
        let mut cleared = Vec::new();
        for register in dirty {
            if !program::liveness::contains(live, *register)
                && self.instances[at.instance].registers.contains_key(register)
                && let Some(place) = self.place(at.instance, *register)
            {
                cleared.push(Statement::Assign(place, Expression::Number(0)));
            }
        }
        if !cleared.is_empty() {
            self.add(at, Statement::Together(cleared));
        }
    }

    /// Clears all variables of an instance.
    pub(super) fn clear_all(&mut self, at: At) {
        // Which variables there are is known at the end only.
        self.clears.push((self.items.len(), at.instance));
        self.add(at, Statement::Skip);
    }

    /// Where registers may differ from 0, given that stops and calls clear what is dead.
    pub(super) fn dirty(&mut self, method: MethodId) -> Rc<BTreeMap<u32, BTreeSet<Register>>> {
        if let Some(known) = self.dirtiness.get(&method) {
            return Rc::clone(known);
        }
        let body = self.context.program.body(method);
        let mut at: BTreeMap<u32, BTreeSet<Register>> = BTreeMap::new();
        let mut work: Vec<u32> = Vec::new();
        let all: BTreeSet<Register> = (0..body.registers.len())
            .map(|it| Register(it as u16))
            .collect();
        at.insert(0, body.parameters.iter().copied().collect());
        work.push(0);
        for frame in self.context.frames.iter().filter(|it| it.method == method) {
            at.insert(frame.pc, all.clone());
            work.push(frame.pc);
        }
        while let Some(pc) = work.pop() {
            let before = at[&pc].clone();
            let instruction = body.code[pc as usize];
            let mut after = before.clone();
            if self.context.stops_before(method, pc) {
                let live = body.live(pc);
                after.retain(|register| program::liveness::contains(live, *register));
            }
            let mut targets = Vec::new();
            if instruction.may_throw() {
                for handler in body.handlers_at(pc) {
                    let mut caught = before.clone();
                    caught.extend(Some(handler.exception).filter(|it| it.is_some()));
                    targets.push((handler.target, caught));
                }
            }
            after.extend(instruction.target());
            body.for_each_successor(pc, |next| targets.push((next, after.clone())));
            if let Instruction::Invoke { method: callee, .. } = instruction
                && self.context.is_tail_call(method, pc, callee)
            {
                let mut again = before.clone();
                again.extend(&body.parameters);
                targets.push((0, again));
            }
            for (next, registers) in targets {
                // That nothing is dirty at a pc is news only once.
                let is_new = !at.contains_key(&next);
                let known = at.entry(next).or_default();
                let size = known.len();
                known.extend(registers);
                if known.len() != size || is_new {
                    work.push(next);
                }
            }
        }
        let dirty = Rc::new(at);
        self.dirtiness.insert(method, Rc::clone(&dirty));
        dirty
    }
}
