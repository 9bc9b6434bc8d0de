//! A program as a system that is wrong about one thing that questions about endless runs go by, to see that
//! the comparisons of this test notice it.

use explore::java::Java;
use explore::temporal::{StateLabel, ThreadMask};
use explore::{
    Finding, FootprintId, Footprints, Forking, Labelled, Learning, Movement, NumberedFootprint,
    Pace, Renumbering, Step, System, Taken,
};
use machine::{Choice, Renaming, RenamingId};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Whoever waits in a call counts as able to finish it.
    WaitersAreEnabled,
    /// Whoever waits in a call counts as unable to finish it.
    WaitersAreDisabled,
    /// A step in the middle of a call counts as its thread's turn.
    StepsAreMoves,
    /// A return from a call does not count as its thread's turn.
    NothingMoves,
    /// Who takes a step has left what it waits in.
    StepsLeave,
    /// Nobody ever leaves what it waits in.
    NothingLeaves,
    /// Nobody waits.
    NobodyWaits,
    /// Every step is a point of progress.
    StepsAreProgress,
    /// There is no progress.
    NothingProgresses,
    /// States that are passed through are not seen.
    PassedStatesAreUnseen,
    /// No step may change what is looked at.
    NothingIsVisible,
    /// Of a step, what is looked at is seen a step late.
    LettersAreLate,
}

impl Fault {
    /// Faults of the labels of whole graphs.
    pub(crate) const OF_LABELS: [Fault; 10] = [
        Fault::WaitersAreEnabled,
        Fault::WaitersAreDisabled,
        Fault::StepsAreMoves,
        Fault::NothingMoves,
        Fault::StepsLeave,
        Fault::NothingLeaves,
        Fault::NobodyWaits,
        Fault::StepsAreProgress,
        Fault::NothingProgresses,
        Fault::PassedStatesAreUnseen,
    ];

    /// Faults of what a reduced search goes by.
    pub(crate) const OF_VISIBILITY: [Fault; 2] = [Fault::NothingIsVisible, Fault::LettersAreLate];
}

/// The program with its fault.
pub(crate) struct Distorted<'a> {
    java: Java<'a>,
    fault: Fault,
    /// The footprints told so far, with the fault.
    footprints: Vec<NumberedFootprint>,
    /// The letter that was asked for last.
    letter: u32,
}

impl<'a> Distorted<'a> {
    pub(crate) fn new(java: Java<'a>, fault: Fault) -> Distorted<'a> {
        Distorted {
            java,
            fault,
            footprints: Vec::new(),
            letter: 0,
        }
    }

    fn note_footprints(&mut self) {
        let told = self.java.all_footprints();
        self.footprints.truncate(told.len());
        let new = told[self.footprints.len()..].iter().cloned();
        let is_blind = self.fault == Fault::NothingIsVisible;
        self.footprints.extend(new.map(|it| NumberedFootprint {
            visible: it.visible && !is_blind,
            ..it
        }));
    }
}

impl Labelled for Distorted<'_> {
    fn words_beside(&self) -> usize {
        self.java.words_beside()
    }

    fn keep(&mut self, out: &mut Vec<u32>) {
        self.java.keep(out);
    }

    fn recall(&mut self, words: &[u32]) {
        self.java.recall(words);
    }

    fn label(&mut self, values: &mut Vec<bool>) -> Option<StateLabel> {
        let mut label = self.java.label(values)?;
        let waiting = label.in_call.0;
        match self.fault {
            Fault::WaitersAreEnabled => label.enabled.0 |= waiting,
            Fault::WaitersAreDisabled => label.enabled.0 &= !waiting,
            Fault::NobodyWaits => label.in_call = ThreadMask(0),
            _ => {}
        }
        Some(label)
    }

    fn follow(&mut self, choice: Choice, taken: &mut Taken) -> Step {
        let step = self.java.follow(choice, taken);
        let label = &mut taken.label;
        let mover = 1 << choice.thread;
        match self.fault {
            Fault::StepsAreMoves => label.moved.0 |= mover,
            Fault::NothingMoves => label.moved = ThreadMask(0),
            Fault::StepsLeave => label.left.0 |= mover,
            Fault::NothingLeaves => label.left = ThreadMask(0),
            Fault::StepsAreProgress => label.progress = true,
            Fault::NothingProgresses => label.progress = false,
            Fault::PassedStatesAreUnseen => taken.points.clear(),
            _ => {}
        }
        step
    }

    fn is_stuck(&mut self) -> bool {
        self.java.is_stuck()
    }
}

impl System for Distorted<'_> {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        self.java.choices(out);
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.java.advance(choice)
    }

    fn step(&mut self, choice: Choice) -> Step {
        self.java.step(choice)
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        self.java.findings(out);
    }

    fn transition_findings(&mut self, out: &mut Vec<Finding>) {
        self.java.transition_findings(out);
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        self.java.save(out);
    }

    fn load(&mut self, state: &[u32]) {
        self.java.load(state);
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        self.java.unfinished(out);
    }

    fn describe_stuck(&mut self, threads: &[u16], round: &[u16]) -> Option<Finding> {
        self.java.describe_stuck(threads, round)
    }
}

impl Movement for Distorted<'_> {
    fn also_moved(&self, out: &mut Vec<u16>) {
        self.java.also_moved(out);
    }

    fn moved(&self, out: &mut Vec<u16>) {
        self.java.moved(out);
    }

    fn mover(&self, choice: Choice) -> u16 {
        self.java.mover(choice)
    }

    fn steps(&self) -> usize {
        self.java.steps()
    }

    fn let_time_pass(&mut self, state: &[u32]) -> bool {
        self.java.let_time_pass(state)
    }

    fn lets_time_pass_by(&mut self, choice: Choice) -> bool {
        self.java.lets_time_pass_by(choice)
    }
}

impl Learning for Distorted<'_> {
    fn begin_round(&mut self) {
        self.footprints.clear();
        self.java.begin_round();
    }

    fn take_learned(&mut self) -> bool {
        self.java.take_learned()
    }

    fn end_round(&mut self) -> bool {
        self.java.end_round()
    }

    fn freeze(&mut self) {
        self.java.freeze();
    }
}

impl Footprints for Distorted<'_> {
    fn tells_footprints(&self) -> bool {
        self.java.tells_footprints()
    }

    fn footprints(&mut self, out: &mut Vec<FootprintId>) -> bool {
        let told = self.java.footprints(out);
        self.note_footprints();
        told
    }

    fn all_footprints(&self) -> &[NumberedFootprint] {
        &self.footprints
    }

    fn renaming(&mut self) -> RenamingId {
        self.java.renaming()
    }

    fn renamings(&self) -> &[Renaming] {
        self.java.renamings()
    }

    fn movable(&mut self) -> u64 {
        self.java.movable()
    }

    fn beside(&mut self, thread: u16) -> Option<FootprintId> {
        let beside = self.java.beside(thread);
        self.note_footprints();
        beside
    }

    fn own(&mut self, thread: u16) -> u64 {
        self.java.own(thread)
    }

    fn continuation(&mut self) -> Option<Choice> {
        self.java.continuation()
    }

    fn footprint(&mut self, thread: u16) -> Option<FootprintId> {
        let footprint = self.java.footprint(thread);
        self.note_footprints();
        footprint
    }

    fn split_atomic_calls(&mut self) {
        self.java.split_atomic_calls();
    }

    fn letter(&mut self) -> u32 {
        let now = self.java.letter();
        let before = std::mem::replace(&mut self.letter, now);
        match self.fault {
            Fault::LettersAreLate => before,
            _ => now,
        }
    }

    fn letters(&self) -> &[Vec<bool>] {
        self.java.letters()
    }

    fn pace(&self) -> Pace {
        self.java.pace()
    }
}

impl Renumbering for Distorted<'_> {}

impl Forking for Distorted<'_> {}
