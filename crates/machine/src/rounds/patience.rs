//! Noticing that a thread runs round and round without an operation.
//!
//! After many backward jumps the thread pauses, which ends the transition: the search then sees the
//! state and can notice that it comes back. A loop that changes neither a register nor the heap
//! between two looks will never end, and is reported at once. When the search is to end, a thread
//! pauses at the next look. There are more looks where large objects are made or copied.

use std::sync::atomic::Ordering;

use crate::machine::{Event, Machine};
use crate::thread::Status;

/// How long a thread has run in this transition.
pub(crate) struct Patience {
    rounds: u64,
    /// How much work in bulk there will be when it is time for a look.
    full: usize,
    memory: Option<Memory>,
}

/// What a thread's local steps depend on.
struct Memory {
    depth: usize,
    pc: usize,
    registers: Vec<u64>,
    version: u64,
    passes: u64,
    next: u64,
}

/// Rounds between two looks.
const LOOK: u64 = 1 << 12;

/// Words that may be made or copied between two looks.
const BULK: usize = 1 << 17;

/// Before the base exists, main may work for long.
const FREE_ROUNDS: u64 = 1 << 25;

impl Patience {
    pub(crate) fn new(bulk: usize) -> Patience {
        Patience {
            rounds: 0,
            full: bulk + BULK,
            memory: None,
        }
    }

    /// Counts a round; true now and then, when it is time for a look.
    #[inline]
    pub(crate) fn tires(&mut self, bulk: usize) -> bool {
        self.rounds += 1;
        let is_time = self.rounds & (LOOK - 1) == 0 || bulk >= self.full;
        if is_time {
            self.full = bulk + BULK;
        }
        is_time
    }
}

impl Machine<'_> {
    /// Words that have been made or copied, as far as differences count.
    #[inline]
    pub(crate) fn bulk(&self) -> usize {
        self.heap.words + self.copied
    }

    /// Looks at a thread that has come back to `pc`; true if it pauses there.
    #[cold]
    pub(crate) fn pauses(&mut self, thread: usize, pc: usize, patience: &mut Patience) -> bool {
        let depth = self.threads[thread].frames.len();
        let registers = &self.threads[thread].registers;
        if let Some(memory) = &patience.memory
            && (memory.depth, memory.pc, memory.version) == (depth, pc, self.heap.version)
            && memory.registers == *registers
        {
            // Where it looks at a field that counts as unwritten, the last word is not spoken.
            if memory.passes == self.passes {
                self.events.push(Event::Endless { thread });
            }
            self.pause(thread, pc);
            return true;
        }
        let rounds = patience.rounds;
        if patience
            .memory
            .as_ref()
            .is_none_or(|memory| rounds >= memory.next)
        {
            let registers = registers.clone();
            let (version, passes) = (self.heap.version, self.passes);
            patience.memory = Some(Memory {
                depth,
                pc,
                registers,
                version,
                passes,
                next: 2 * rounds,
            });
        }
        if patience.rounds > self.max_rounds() || self.is_braked() {
            self.pause(thread, pc);
            return true;
        }
        false
    }

    /// Whether somebody outside wants the search to end: the state in which a thread pauses then is
    /// one like others, but which it is depends on the moment.
    pub fn is_braked(&self) -> bool {
        !self.ignores_brakes && self.brakes.iter().any(|it| it.load(Ordering::Relaxed))
    }

    /// Looks at a thread between two calls; true if it pauses there.
    #[cold]
    pub(crate) fn is_exhausted(&mut self, thread: usize, patience: &Patience) -> bool {
        let Some(frame) = self.threads[thread].frames.last() else {
            return false;
        };
        let pc = frame.pc as usize;
        if patience.rounds > self.max_rounds() || self.is_braked() {
            self.pause(thread, pc);
            return true;
        }
        false
    }

    fn pause(&mut self, thread: usize, pc: usize) {
        self.set_pc(thread, pc);
        self.threads[thread].status = Status::Paused;
        // Also a loop that counts its rounds has gone round often enough.
        self.looped = true;
        self.looped_freely = true;
    }

    fn max_rounds(&self) -> u64 {
        if self.free {
            FREE_ROUNDS
        } else {
            u64::from(self.options.max_local_rounds)
        }
    }
}
