//! What a Java program teaches while it is searched, and copies of it for several workers.
//!
//! There are four sources of what is learned: the machine (a field is written, somebody notices a step),
//! the reduction, what the threads are about to do, and states in which time has to pass.

use crate::java::Java;
use crate::java::footprint_cache::FootprintCache;
use crate::reduction::Reduction;
use crate::system::{Forking, Learning};

impl Java<'_> {
    /// Whether something was learned, by what the reduction says of itself.
    fn learned(&mut self, by_reduction: impl FnOnce(&mut dyn Reduction) -> bool) -> bool {
        let footprints = self.footprints.as_mut();
        let footprints = footprints.is_some_and(FootprintCache::take_learned);
        let machine = self.step_cache.take_learned();
        let reduction = match &mut self.reduction {
            Some(reduction) if machine => {
                reduction.relearn();
                true
            }
            Some(reduction) => by_reduction(reduction.as_mut()),
            None => false,
        };
        footprints || machine || reduction || std::mem::take(&mut self.has_more_overtime)
    }
}

impl Learning for Java<'_> {
    fn begin_round(&mut self) {
        self.races.forget_left();
        self.forget_standings();
    }

    fn take_learned(&mut self) -> bool {
        self.learned(|reduction| reduction.take_learned())
    }

    fn end_round(&mut self) -> bool {
        self.learned(|reduction| reduction.end_round())
    }

    /// The order of threads is one of numbers that mean nothing to another process.
    fn knowledge(&self) -> Option<Vec<String>> {
        let told = self.can_fork() && !self.step_cache.is_interchangeable();
        told.then(|| self.step_cache.knowledge())
    }

    fn adopt(&mut self, knowledge: &[String]) -> bool {
        self.can_fork() && self.step_cache.adopt(knowledge)
    }

    fn freeze(&mut self) {
        if let Some(reduction) = &mut self.reduction {
            reduction.freeze();
        }
    }
}

impl Forking for Java<'_> {
    fn meet(&mut self, state: &[u32]) {
        self.step_cache.meet(state);
    }

    /// What a reduction has learned is with the one that learned it.
    fn can_fork(&self) -> bool {
        self.reduction.is_none() && self.footprints.is_none()
    }

    fn fork(&mut self, jobs: usize) -> Option<Self> {
        if !self.can_fork() {
            return None;
        }
        let mut copy = Java::over(self.step_cache.fork(jobs), self.watched);
        copy.merges_forced_steps = self.merges_forced_steps;
        copy.atomic_calls = self.atomic_calls;
        copy.overtime.clone_from(&self.overtime);
        copy.suppressed = self.suppressed.clone();
        Some(copy)
    }

    fn absorb(&mut self, copy: Self) {
        self.step_cache.absorb(&copy.step_cache);
        self.races.absorb(&copy.races);
        self.left_out.extend(copy.left_out);
        self.locks_left.extend(copy.locks_left);
    }
}
