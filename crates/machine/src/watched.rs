//! Where threads are in chosen methods, instruction by instruction.
//!
//! A machine stops before operations only; who wants to know where threads come in between asks
//! for it here. It is no part of the state, and remembered steps are not seen by it: whoever asks
//! has to have the steps run.

use std::collections::{BTreeMap, BTreeSet};

use program::MethodId;

use crate::machine::Machine;

/// The calls of chosen methods that a thread is in, outermost first, each with its instruction.
pub type Position = Vec<(MethodId, u32)>;

/// What is written down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched {
    methods: BTreeSet<MethodId>,
    last: BTreeMap<usize, Position>,
    changes: Vec<(usize, Position)>,
}

impl Machine<'_> {
    /// Writes down, from now on, how threads move in these methods.
    pub fn watch_positions(&mut self, methods: BTreeSet<MethodId>) {
        let mut watched = Watched {
            methods,
            ..Watched::default()
        };
        for thread in 0..self.threads.len() {
            let position = self.position(&watched, thread, None);
            watched.last.insert(thread, position);
        }
        self.watched = Some(watched);
    }

    /// How threads have moved since the last call: each new position, in order.
    pub fn take_positions(&mut self) -> Vec<(usize, Position)> {
        match &mut self.watched {
            Some(watched) => std::mem::take(&mut watched.changes),
            None => Vec::new(),
        }
    }

    /// Writes nothing down any more.
    pub fn watch_no_positions(&mut self) {
        self.watched = None;
    }

    /// The end of a thread is a step of its own from now on.
    pub fn observe_ends(&mut self) {
        self.heap.unwritten.observe_ends();
    }

    /// Whether the thread could do something now, while the program lives.
    pub fn can_move(&mut self, thread: usize) -> bool {
        let operation = self.operation(thread);
        let offer = self.offer(thread, operation);
        offer.variants > 0 || offer.expires || offer.spurious
    }

    /// Where a thread is in the methods that are watched.
    pub fn position_of(&self, thread: usize) -> Position {
        match &self.watched {
            Some(watched) => self.position(watched, thread, None),
            None => Vec::new(),
        }
    }

    fn position(&self, watched: &Watched, thread: usize, pc: Option<usize>) -> Position {
        let frames = &self.threads[thread].frames;
        let last = frames.len().saturating_sub(1);
        let inside = frames
            .iter()
            .enumerate()
            .filter(|(_, frame)| watched.methods.contains(&frame.method));
        inside
            .map(|(index, frame)| match pc {
                Some(pc) if index == last => (frame.method, pc as u32),
                _ => (frame.method, frame.pc),
            })
            .collect()
    }

    /// A thread is about to run an instruction.
    #[cold]
    pub(crate) fn note_position(&mut self, thread: usize, pc: usize) {
        self.note_visit(thread, pc);
        let Some(mut watched) = self.watched.take() else {
            return;
        };
        let position = self.position(&watched, thread, Some(pc));
        if watched.last.get(&thread) != Some(&position) {
            watched.last.insert(thread, position.clone());
            watched.changes.push((thread, position));
        }
        self.watched = Some(watched);
    }
}
