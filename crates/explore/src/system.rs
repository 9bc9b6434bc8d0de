//! What a search needs to know of the thing it searches.
//!
//! The machine is one implementation, toy graphs in tests are others, and the product of a system
//! with an automaton will be one too. A system is always in one state. There is one way to move
//! between states that the search has seen, [`System::save`] and [`System::load`]: it serves
//! depth-first, breadth-first, parallel and resumed search alike, so there is no undo log.
//!
//! Everything here is a function of the state alone: the same state gives the same choices in the
//! same order, and the same choice leads to the same state. Counts therefore don't depend on the
//! order of search or on the number of workers.

use machine::{Choice, Renaming, RenamingId};
use property::FindingKind;

use crate::footprints::{FootprintId, NumberedFootprint};

/// No thread.
pub const NOBODY: u16 = u16::MAX;

/// Steps after which a transition ends in any case: a thread that is alone may go on for ever.
pub(crate) const LONGEST_TRANSITION: usize = 2000;

/// A transition system that is in one state at a time. Workers of a search each have their own.
///
/// Beside it stand traits for what a system may do in addition. All of their methods have defaults: a
/// system that has nothing to add implements each by an empty block.
pub trait System: Movement + Learning + Renumbering + Forking + Footprints + Send {
    /// Appends the choices enabled in this state. None: the run has ended (or is stuck, and
    /// [`System::findings`] says so).
    fn choices(&mut self, out: &mut Vec<Choice>);

    /// Takes a choice that [`System::choices`] gave and runs to the next choice point.
    fn advance(&mut self, choice: Choice) -> Step;

    /// Appends what is wrong in this state, or went wrong on the transition into it. Called after
    /// [`System::advance`] and once for the initial state.
    fn findings(&mut self, out: &mut Vec<Finding>);

    /// The same for a state that has been judged before: what went wrong on the transition is enough.
    fn transition_findings(&mut self, out: &mut Vec<Finding>) {
        self.findings(out);
    }

    /// Writes the state to `out` (cleared first). Equal states give equal words. May be called only
    /// in the initial state and after [`System::advance`] or [`System::load`].
    fn save(&mut self, out: &mut Vec<u32>);

    /// Goes to a state that was saved.
    fn load(&mut self, state: &[u32]);

    /// Threads (by number) that have neither ended nor are daemons: a run that can never move one
    /// of them again is stuck.
    fn unfinished(&self, out: &mut Vec<u16>);

    /// Says that these threads can never move again, though others can, for ever; or that they go round
    /// for ever and change nothing (`round`). Called in a state from which that is so. `None` if
    /// nobody wants to hear of it.
    fn describe_stuck(&mut self, threads: &[u16], round: &[u16]) -> Option<Finding>;

    /// Takes one step, and no more, of a choice: a transition may be several.
    fn step(&mut self, choice: Choice) -> Step {
        self.advance(choice)
    }
}

/// Which threads a transition has moved, for a system whose transitions may move others than the thread
/// chosen, or change nothing. Otherwise the thread chosen moves, and changes something.
pub trait Movement {
    /// Appends the threads that moved on the last [`System::advance`], where that may be others than
    /// the one chosen, and changed something. A thread that is left out here may be reported as stuck.
    fn also_moved(&self, _out: &mut Vec<u16>) {}

    /// Appends the threads that moved on the last [`System::advance`], whatever they did.
    fn moved(&self, _out: &mut Vec<u16>) {}

    /// Takes a choice as [`System::advance`] does, and tells whether there was a point of progress on the
    /// way. A system that does not know of any makes none.
    fn advance_to_progress(&mut self, choice: Choice) -> (Step, bool)
    where
        Self: System,
    {
        (self.advance(choice), false)
    }

    /// The thread of a choice, if it changed something on the last [`System::advance`] or
    /// [`System::step`] by it, and [`NOBODY`] if not: who goes round and changes nothing is stuck.
    fn mover(&self, choice: Choice) -> u16 {
        choice.thread
    }

    /// The steps that the last [`System::advance`] took.
    fn steps(&self) -> usize {
        1
    }

    /// Instructions run so far, over all states.
    fn instructions(&self) -> u64 {
        0
    }

    /// Runs go round this state for ever. If time passes only when nobody can move, it passes here, too,
    /// from now on, where some thread waits for it: going round takes time. True if that is news; the
    /// search then begins again.
    fn let_time_pass(&mut self, _state: &[u32]) -> bool {
        false
    }

    /// Whether a choice lets time pass though threads can move. A schedule may have it, where a search
    /// has found that they only go round: see [`Movement::let_time_pass`].
    fn lets_time_pass_by(&mut self, _choice: Choice) -> bool {
        false
    }
}

/// What a system learns while it is searched; by default, nothing.
///
/// A system may leave choices out as long as nothing shows that they matter. What shows it is *learned*:
/// the search then begins a new round from the initial state, in which those choices are given.
pub trait Learning {
    /// A search begins, or begins again from the initial state: what was seen so far does not count.
    fn begin_round(&mut self) {}

    /// Whether the system has learned something (since the last question) by which choices would
    /// have been possible that it did not give. The search then begins again from the initial state.
    fn take_learned(&mut self) -> bool {
        false
    }

    /// The same at the end of a round, for a system that may put its answer off.
    fn end_round(&mut self) -> bool {
        self.take_learned()
    }

    /// What the system has learned and seen so far beside its states, as text that another process
    /// understands. `None`: that can't be told.
    fn knowledge(&self) -> Option<Vec<String>> {
        Some(Vec::new())
    }

    /// Takes over what another process knew. False if that does not fit.
    fn adopt(&mut self, knowledge: &[String]) -> bool {
        knowledge.is_empty()
    }

    /// From here on the system learns nothing more: what was found is being looked at.
    fn freeze(&mut self) {}
}

/// Symmetry: a system may take threads for interchangeable, and puts them in order when it is saved, so
/// that states that differ by an exchange of threads are one. By default, threads keep their numbers.
pub trait Renumbering {
    /// The new number of each thread, by its old one, if the last [`System::save`] has given threads
    /// other numbers: a system may take threads for interchangeable, and puts them in order when it is
    /// saved.
    fn renumbering(&self) -> Option<&[u16]> {
        None
    }

    /// Whether the system may give threads other numbers.
    fn renumbers(&self) -> bool {
        false
    }

    /// While numbers are kept, [`System::save`] gives no thread another one.
    fn keep_numbers(&mut self, _keep: bool) {}

    /// From here on the system gives no thread another number, and takes threads for what they are.
    fn tell_apart(&mut self) {}

    /// Whether threads may be given the numbers of others that have ended.
    fn recycles(&self) -> bool {
        false
    }

    /// Appends the numbers of the threads that were started on the last [`System::advance`] or
    /// [`System::step`], in order, if the system recycles numbers.
    fn born(&self, _out: &mut Vec<u16>) {}

    /// The numbers that threads have had so far, of a system that recycles them.
    fn numbers(&mut self) -> u16 {
        0
    }

    /// While it is so, each thread has a number of its own.
    fn keep_threads(&mut self, _keep: bool) {}

    /// From here on threads may be given such numbers, or not, for whoever goes on from a run that was shown.
    fn recycle(&mut self, _recycle: bool) {}

    /// From here on each thread has one, for good. The search has to begin again.
    fn stop_recycling(&mut self) {}

    /// What was said of stuck threads by [`System::describe_stuck`], in a state in which they have other
    /// numbers.
    fn describe_again(
        &mut self,
        _finding: &Finding,
        _number: &dyn Fn(u16) -> u16,
    ) -> Option<Finding> {
        None
    }

    /// While it is so, transitions are as long as they were in the search, though that is to end.
    fn finish_transitions(&mut self, _finish: bool) {}

    /// Where a thread stands, for a search that gives threads other numbers: in a real run it stands
    /// there, too, when it moves next. [`Whereabouts::Behind`] if it has gone on already from where it
    /// really waits for others.
    fn whereabouts(&mut self, _thread: u16) -> Whereabouts {
        Whereabouts::Here(Vec::new())
    }

    /// The same choice of this state where its threads have other numbers.
    fn renumbered(&mut self, choice: Choice, number: &dyn Fn(u16) -> u16) -> Choice {
        crate::numbering::by(choice, number)
    }
}

/// Copies for several workers. By default, a system is for one.
pub trait Forking {
    /// Whether [`Forking::fork`] can be asked.
    fn can_fork(&self) -> bool {
        false
    }

    /// Gets to know a state that another worker's copy has saved. Only then it may be loaded.
    fn meet(&mut self, _state: &[u32]) {}

    /// A copy for another worker, one of `jobs`, which understands the states that this one or
    /// another copy has saved once it has met them, and the other way round. `None`: this system is
    /// for one worker.
    fn fork(&mut self, _jobs: usize) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Takes over what a copy has learned and seen; the copy is not used any more.
    fn absorb(&mut self, _copy: Self)
    where
        Self: Sized,
    {
    }
}

/// What threads are about to do, for a search that takes steps one by one and finds out by itself which
/// choices matter (`search/lazy.rs`). By default, that is not told.
pub trait Footprints {
    /// Whether the system foresees what its threads are about to do, for a search that takes steps one
    /// by one and finds out by itself which choices matter. See `search/lazy.rs`.
    fn tells_footprints(&self) -> bool {
        false
    }

    /// Tells what each thread is about to do in this state, by number. `false` if it can't be told
    /// here: then all choices have to be taken.
    fn footprints(&mut self, _out: &mut Vec<FootprintId>) -> bool {
        false
    }

    /// All footprints told so far, by number.
    fn all_footprints(&self) -> &[NumberedFootprint] {
        &[]
    }

    /// What became, in the last step, of the names by which footprints tell objects.
    fn renaming(&mut self) -> RenamingId {
        0
    }

    /// All renamings so far, by number. Number 0 changes nothing.
    fn renamings(&self) -> &[Renaming] {
        &[]
    }

    /// The threads that could move in this state, one bit each; also those that are given no choice
    /// because another has to pick a value first.
    fn movable(&mut self) -> u64 {
        u64::MAX
    }

    /// Takes a choice and goes on with its thread as long as that concerns no other. Gives the footprint of
    /// all that, and how many steps it was. `None`: the choice has to be taken by itself.
    fn rush(&mut self, _choice: Choice) -> Option<(Step, FootprintId, u32)> {
        None
    }

    /// What the last step, of this thread, has accessed beside what it was about to do. Only its effects
    /// count.
    fn beside(&mut self, _thread: u16) -> Option<FootprintId> {
        None
    }

    /// A number for all that is a thread's own in the current state: the same for the same. 0 where that
    /// is not known.
    fn own(&mut self, _thread: u16) -> u64 {
        0
    }

    /// The only choice of the current state, if it belongs to the step before it, so that the state is
    /// none that others could come to.
    fn continuation(&mut self) -> Option<Choice> {
        None
    }

    /// What one thread is about to do in such a state.
    fn footprint(&mut self, _thread: u16) -> Option<FootprintId> {
        None
    }

    /// What is inside does not end: there is to be no such state any more, and the search must begin
    /// again.
    fn split_atomic_calls(&mut self) {}

    /// The number of the values of what somebody outside looks at, in the current state; see
    /// [`Footprints::letters`].
    fn letter(&mut self) -> u32 {
        0
    }

    /// All such values so far, by number.
    fn letters(&self) -> &[Vec<bool>] {
        &[]
    }

    /// What is to be known of the last step.
    fn pace(&self) -> Pace {
        Pace::default()
    }
}

/// Where a thread stands in a search that gives threads other numbers, see [`crate::numbering`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// In these calls, by numbers that mean the same in all states.
    Here(Vec<u64>),
    /// Somewhere before the place where it seems to be.
    Behind,
    /// Nowhere: it has ended.
    Gone,
}

/// How one step went, for a search that passes through states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Whether it went round a loop by which its thread may come back to where it was.
    pub turned: bool,
    /// Whether something went wrong.
    pub wrong: bool,
}

/// How a transition ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// At the next choice point.
    Ran,
    /// The program assumed something false: this run does not count.
    Pruned,
    /// Something Heddle can't run was reached; the verdict can't be "holds".
    Unsupported(Box<Unsupported>),
}

/// What could not be run, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unsupported {
    /// In plain words.
    pub reason: String,
    /// The class, as Java writes it.
    pub class: String,
    /// The method.
    pub method: String,
    /// The calls that lead there, outermost first, as `Class.method (File.java:12)`.
    pub path: Vec<String>,
}

/// Something wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finding {
    /// What sort of thing.
    pub kind: FindingKind,
    /// One sentence for a Java developer.
    pub message: String,
    /// Names of the threads involved.
    pub threads: Vec<String>,
    /// What it is about, for those who want to hear no more of that.
    pub about: About,
}

/// What a finding is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct About {
    /// Classes by their full names, as `java.util.HashMap`.
    pub classes: Vec<String>,
    /// Fields, as `Cache.map`.
    pub fields: Vec<String>,
    /// Places, as `Cache.java:12`.
    pub places: Vec<String>,
}

impl About {
    /// Whether a word of a user names one of the classes, fields or places. Packages and outer classes
    /// may be left out, and so may the line of a place.
    pub fn is_named_by(&self, word: &str) -> bool {
        let ends = |it: &String| {
            let before = it.strip_suffix(word);
            before.is_some_and(|it| it.is_empty() || it.ends_with(['.', '$']))
        };
        let is_at = |it: &String| {
            let after = it.strip_prefix(word);
            after.is_some_and(|it| it.is_empty() || it.starts_with(':'))
        };
        self.classes.iter().any(ends)
            || self.fields.iter().any(ends)
            || self.places.iter().any(is_at)
    }
}
