//! How often threads come to given places.
//!
//! In: for a thread, a stack of calls. Out: how often the thread has come to exactly that stack, as a
//! breakpoint of a JVM would count. An instruction that is begun and then run again, because a class had to
//! be initialised or because the thread stood before it, has been come to once.
//!
//! It is no part of the state, and remembered steps are not seen by it: whoever asks has to have the steps
//! run.

use std::collections::BTreeMap;

use program::MethodId;

use crate::machine::Machine;

/// The stacks that are looked out for, by thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visits {
    threads: BTreeMap<usize, Sought>,
}

/// A stack that is looked out for.
#[derive(Clone, Debug)]
struct Sought {
    /// The calls, outermost first, each with its instruction.
    stack: Vec<(MethodId, u32)>,
    count: u32,
    /// Whether the thread stands there, or in what that instruction has called.
    is_there: bool,
}

impl Machine<'_> {
    /// Counts from now on how often a thread, which may not have been started yet, comes to a stack.
    pub fn count_visits(&mut self, thread: usize, stack: Vec<(MethodId, u32)>) {
        let is_there = self.threads.get(thread).is_some_and(|it| {
            let frames = it.frames.iter().map(|frame| (frame.method, frame.pc));
            it.frames.len() >= stack.len() && frames.zip(&stack).all(|(it, sought)| it == *sought)
        });
        let visits = self.visits.get_or_insert_default();
        let sought = Sought {
            stack,
            count: 0,
            is_there,
        };
        visits.threads.insert(thread, sought);
    }

    /// How often the thread has come there since.
    pub fn visits(&self, thread: usize) -> u32 {
        let visits = self.visits.as_ref();
        visits
            .and_then(|it| it.threads.get(&thread))
            .map_or(0, |it| it.count)
    }

    /// Counts nothing any more.
    pub fn count_no_visits(&mut self) {
        self.visits = None;
    }

    /// A thread is about to run an instruction.
    pub(crate) fn note_visit(&mut self, thread: usize, pc: usize) {
        let Some(visits) = &mut self.visits else {
            return;
        };
        let Some(sought) = visits.threads.get_mut(&thread) else {
            return;
        };
        let frames = &self.threads[thread].frames;
        if frames.len() > sought.stack.len() {
            return;
        }
        let last = frames.len().saturating_sub(1);
        let here = frames.iter().enumerate().map(|(index, frame)| {
            let pc = if index == last { pc as u32 } else { frame.pc };
            (frame.method, pc)
        });
        let is_here = frames.len() == sought.stack.len()
            && here.zip(&sought.stack).all(|(it, sought)| it == *sought);
        if is_here && !sought.is_there {
            sought.count += 1;
        }
        sought.is_there = is_here;
    }
}
