//! Live registers at each pc.
//!
//! [`Body::live`] gives the registers that may be read before they are written, from the moment
//! *before* the instruction at `pc` runs. [`Body::live_across`] gives those that must be kept while
//! the instruction runs: live *after* it without its target, or live in a handler that an exception
//! of it leads to, without the register of the exception. (An instruction that throws has not
//! written its target, so a target that the handler reads stays live.)
//!
//! The sets are bit sets of `Body::live_words` words each. They are computed at the first question
//! by passes over the code from its end until nothing changes.

use crate::body::Body;
use crate::ids::Register;

/// Bit sets, one for each pc.
#[derive(Debug)]
pub struct Liveness {
    words: usize,
    live: Box<[u64]>,
    across: Box<[u64]>,
}

impl Body {
    /// How many words each live set has.
    pub fn live_words(&self) -> usize {
        self.registers.len().div_ceil(64).max(1)
    }

    /// The registers that are live before the instruction at `pc`, as a bit set.
    pub fn live(&self, pc: u32) -> &[u64] {
        let liveness = self.liveness.get_or_init(|| Liveness::of(self));
        &liveness.live[pc as usize * liveness.words..][..liveness.words]
    }

    /// The registers that must be kept while the instruction at `pc` runs, as a bit set.
    pub fn live_across(&self, pc: u32) -> &[u64] {
        let liveness = self.liveness.get_or_init(|| Liveness::of(self));
        &liveness.across[pc as usize * liveness.words..][..liveness.words]
    }
}

/// The registers of a bit set, rising.
pub fn registers(bits: &[u64]) -> impl Iterator<Item = Register> + '_ {
    bits.iter().enumerate().flat_map(|(index, word)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                Register((index * 64) as u16 + bit as u16)
            })
        })
    })
}

/// Whether a register is in a bit set.
pub fn contains(bits: &[u64], register: Register) -> bool {
    bits[usize::from(register.0) / 64] & bit(register) != 0
}

fn bit(register: Register) -> u64 {
    1 << (register.0 % 64)
}

impl Liveness {
    fn of(body: &Body) -> Liveness {
        let words = body.live_words();
        let size = body.code.len() * words;
        let mut liveness = Liveness {
            words,
            live: vec![0; size].into(),
            across: vec![0; size].into(),
        };
        let covering = covering_handlers(body);
        let mut scratch = vec![0u64; words];
        // A pass settles code without loops; a changed set that was read before it asks for more.
        while liveness.pass(body, &covering, &mut scratch) {}
        liveness
    }

    /// One pass from the end; says whether a set changed that an earlier pc had used.
    fn pass(&mut self, body: &Body, covering: &[Vec<u32>], scratch: &mut [u64]) -> bool {
        let mut again = false;
        let words = self.words;
        for pc in (0..body.code.len() as u32).rev() {
            self.compute_across(body, pc, covering, scratch);
            let place = pc as usize * words;
            self.across[place..place + words].copy_from_slice(scratch);
            body.for_each_source(pc, |register| {
                scratch[usize::from(register.0) / 64] |= bit(register);
            });
            let live = &mut self.live[place..place + words];
            if live != scratch {
                live.copy_from_slice(scratch);
                again |= body.is_loop_head(pc) || !covering.is_empty();
            }
        }
        again
    }

    fn compute_across(&self, body: &Body, pc: u32, covering: &[Vec<u32>], scratch: &mut [u64]) {
        scratch.fill(0);
        let words = self.words;
        body.for_each_successor(pc, |next| {
            if let Some(live) = self
                .live
                .get(next as usize * words..(next as usize + 1) * words)
            {
                scratch
                    .iter_mut()
                    .zip(live)
                    .for_each(|(to, from)| *to |= from);
            }
        });
        let instruction = &body.code[pc as usize];
        if let Some(target) = instruction.target() {
            scratch[usize::from(target.0) / 64] &= !bit(target);
        }
        if covering.is_empty() || !instruction.may_throw() {
            return;
        }
        for handler in &covering[pc as usize] {
            let handler = &body.handlers[*handler as usize];
            for (index, to) in scratch.iter_mut().enumerate() {
                let mut from = self.live[handler.target as usize * words + index];
                if handler.exception.is_some() && usize::from(handler.exception.0) / 64 == index {
                    from &= !bit(handler.exception);
                }
                *to |= from;
            }
        }
    }
}

/// The handlers that an exception at each pc may reach; empty if the body has none.
fn covering_handlers(body: &Body) -> Vec<Vec<u32>> {
    if body.handlers.is_empty() {
        return Vec::new();
    }
    let mut covering = vec![Vec::new(); body.code.len()];
    let mut closed = vec![false; body.code.len()];
    for (index, handler) in body.handlers.iter().enumerate() {
        for pc in handler.start..handler.end {
            let pc = pc as usize;
            if !closed[pc] && body.code[pc].may_throw() {
                covering[pc].push(index as u32);
                closed[pc] = handler.catch.is_none();
            }
        }
    }
    covering
}
