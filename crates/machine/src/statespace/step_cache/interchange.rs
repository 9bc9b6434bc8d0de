//! The threads of remembered states in order: what `symmetry.rs` does, on the vector.

use super::StepCache;
use crate::statespace::symmetry::Confusion;

impl StepCache<'_> {
    /// Puts the threads of the current state in order, see `symmetry.rs`, and gives the new number of
    /// each thread by its old one. `None` if they were in order.
    pub fn sort_threads(&mut self) -> Option<&[u16]> {
        self.settle();
        if !self.machine.is_interchangeable() {
            return None;
        }
        let keeps_owners = self.machine.is_confused(Confusion::Owners);
        let parts = &mut self.machine.states.parts;
        let (pairs, rest) = self.at.words[2..].split_at_mut(2 * self.at.threads);
        let rest = if keeps_owners { &mut [][..] } else { rest };
        if !self.order.sort(parts, pairs, rest) {
            return None;
        }
        self.here = false;
        self.ran = false;
        self.leave_offers();
        Some(self.order.renaming())
    }

    /// Takes threads for interchangeable, or not. Nothing that was remembered counts after that.
    pub fn set_interchangeable(&mut self, on: bool) {
        if self.machine.is_interchangeable() != on {
            self.machine.set_interchangeable(on);
            self.forget();
        }
    }

    /// Recycles places from here on, for whoever goes on from a run that was shown; or keeps all threads.
    /// Nothing that was remembered counts after that.
    pub fn recycle_places(&mut self, recycle: bool) {
        match recycle {
            true => self.machine.recycle_places(),
            false => self.machine.keep_all_threads(),
        }
        self.forget();
    }

    /// While it is so, each thread keeps its place, see `recycling.rs`. Nothing that was remembered counts
    /// after a change.
    pub fn suspend_recycling(&mut self, suspend: bool) {
        let before = self.machine.recycles_places();
        self.machine.suspend_recycling(suspend);
        if self.machine.recycles_places() != before {
            self.forget();
        }
    }

    /// Whether threads are taken for interchangeable.
    pub fn is_interchangeable(&self) -> bool {
        self.machine.is_interchangeable()
    }
}
