//! What is checked, as the rest of the program sees it.
//!
//! A [`Subject`] is a system to search, and what a report wants to say about it. Java programs are
//! one ([`crate::java`]); tests have toy ones. Nothing else here knows which it is.

use explore::{Finding, Schedule, System, Unsupported};
use report::Violation;

/// Something that can be checked and talked about.
pub(crate) trait Subject {
    /// The system that is searched.
    type System: System;

    /// The system, in whatever state it is; in its initial state before the first search.
    fn system(&mut self) -> &mut Self::System;

    /// What the run up to the initial state met that can't be run, if it did: then there is nothing
    /// to search.
    fn unsupported_at_start(&self) -> Option<&Unsupported>;

    /// Goes back to the initial state.
    fn restart(&mut self);

    /// Runs a schedule from the initial state, which it must fit, and tells it in detail.
    fn replay_in_detail(&mut self, schedule: &Schedule) -> ReplayedRun;

    /// What the answer rests on.
    fn assumptions(&mut self) -> Vec<String>;

    /// Those of them that bear on an answer, each in a few words.
    fn bearing(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// What the user should know besides, after a search that found these.
    fn warnings(&self, found: &[Violation]) -> Vec<String>;

    /// What runs came to that is explored only in part, after a search.
    fn doubts(&mut self) -> Vec<Unsupported> {
        Vec::new()
    }

    /// What runs missed that may be there outside of the program's own world, after a search.
    fn absences(&mut self) -> Vec<Absence> {
        Vec::new()
    }

    /// What was found and is not reported, after a search that has found nothing else.
    fn left_out(&mut self) -> Vec<String>;

    /// What no run came to, after a search that was complete: as warnings.
    fn unreached(&mut self) -> Vec<String>;

    /// The sources of all that was told so far, as far as they were found.
    fn sources(&self) -> Vec<report::SourceText> {
        Vec::new()
    }

    /// A line of the file in which a class is written.
    fn source_line(&mut self, _class: &str, file: &str, line: u32) -> report::SourceLine {
        report::SourceLine {
            file: file.to_owned(),
            line,
            ..report::SourceLine::default()
        }
    }

    /// The classes of the user that were used, with a hash of each.
    fn classes(&self) -> Vec<(String, u64)>;

    /// The hash of a class of the user as it is now, if it is there.
    fn class_hash(&self, name: &str) -> Option<u64>;
}

/// Something that is there on the host, and not for the checked program.
#[derive(Clone, Debug)]
pub(crate) struct Absence {
    /// What, and how the program can get it.
    pub(crate) reason: String,
    /// What a violation that comes from it mentions.
    pub(crate) mark: String,
    /// Where the program looked for it; the reason is to be filled in.
    pub(crate) place: Unsupported,
}

/// A run, told in detail.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReplayedRun {
    /// Step by step.
    pub(crate) trace: Vec<report::Step>,
    /// How things stood before the first step and after each one, where that was asked for.
    pub(crate) moments: Vec<report::Moment>,
    /// The run's choices for a system that stops wherever it can: what is printed and replayed.
    pub(crate) schedule: Schedule,
    /// The threads that can't go on at the end.
    pub(crate) blocked: Vec<report::Blocked>,
    /// The other threads that have not ended.
    pub(crate) going_on: Vec<report::Blocked>,
    /// What each thread that has not ended is about to do at the end, and which locks it has.
    pub(crate) next: Vec<report::Blocked>,
    /// What explains that threads can't go on.
    pub(crate) hindsight: Vec<String>,
    /// How else things stand there.
    pub(crate) ending: explore::java::ending::Ending,
    /// What ran out while other threads could move, each with its place.
    pub(crate) early: Vec<String>,
    /// Whether one of that was a wait for other threads.
    pub(crate) early_wait: bool,
    /// What was printed.
    pub(crate) output: String,
    /// What is wrong on it.
    pub(crate) findings: Vec<Finding>,
    /// What could not be run, at its end.
    pub(crate) unsupported: Option<Unsupported>,
    /// Why the schedule does not fit, if it does not.
    pub(crate) misfit: Option<String>,
}
