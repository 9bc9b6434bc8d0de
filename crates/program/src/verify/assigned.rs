//! A register is written before it is read on every path.
//!
//! Forward passes over the code with one bit set of definitely written registers for each pc; where
//! edges meet, the sets are intersected. An instruction that throws has not written its target.

use crate::body::Body;
use crate::ids::Register;
use crate::verify::Verifier;

impl Verifier<'_> {
    pub(super) fn check_assigned(&mut self) {
        let assigned = Assigned::of(self.body);
        for pc in 0..self.body.code.len() as u32 {
            let Some(state) = assigned.before(pc) else {
                continue;
            };
            let mut unwritten = Vec::new();
            self.body.for_each_source(pc, |register| {
                if state[usize::from(register.0) / 64] & 1 << (register.0 % 64) == 0 {
                    unwritten.push(register);
                }
            });
            for register in unwritten {
                let message = format!("register {} is read before it is written", register.0);
                self.fault_at(pc, message);
            }
        }
    }
}

struct Assigned {
    words: usize,
    states: Vec<u64>,
    reached: Vec<bool>,
    pending: Vec<u32>,
}

impl Assigned {
    fn of(body: &Body) -> Assigned {
        let words = body.live_words();
        let count = body.code.len();
        let mut assigned = Assigned {
            words,
            states: vec![0; count * words],
            reached: vec![false; count],
            pending: Vec::new(),
        };
        let mut state = vec![0; words];
        body.parameters
            .iter()
            .for_each(|register| set(&mut state, *register));
        assigned.meet(0, &state);
        while let Some(pc) = assigned.pending.pop() {
            assigned.step(body, pc);
        }
        assigned
    }

    fn before(&self, pc: u32) -> Option<&[u64]> {
        let start = pc as usize * self.words;
        self.reached[pc as usize].then(|| &self.states[start..start + self.words])
    }

    fn step(&mut self, body: &Body, pc: u32) {
        let mut state = self
            .before(pc)
            .expect("only reached pcs are pending")
            .to_vec();
        let instruction = &body.code[pc as usize];
        if instruction.may_throw() {
            for handler in body.handlers_at(pc) {
                let mut caught = state.clone();
                if handler.exception.is_some() {
                    set(&mut caught, handler.exception);
                }
                self.meet(handler.target, &caught);
            }
        }
        if let Some(target) = instruction.target() {
            set(&mut state, target);
        }
        body.for_each_successor(pc, |next| self.meet(next, &state));
    }

    fn meet(&mut self, pc: u32, state: &[u64]) {
        let start = pc as usize * self.words;
        let known = &mut self.states[start..start + self.words];
        let mut changed = !self.reached[pc as usize];
        if changed {
            known.copy_from_slice(state);
        } else {
            for (known, new) in known.iter_mut().zip(state) {
                changed |= *known & new != *known;
                *known &= new;
            }
        }
        if changed {
            self.reached[pc as usize] = true;
            self.pending.push(pc);
        }
    }
}

fn set(state: &mut [u64], register: Register) {
    state[usize::from(register.0) / 64] |= 1 << (register.0 % 64);
}
