//! The machine as a [`System`]: Java programs, judged by the selected properties.
//!
//! # Forced steps
//!
//! A state in which only one choice is possible is no place to decide anything. It is passed through
//! and not stored: the transition goes on with that choice, until there are several, or none, or a
//! loop has been passed (so that an endless run through such states still ends the transition).
//! Nothing is missed: the choices of every other state are the same as without this; each passed
//! state is judged like a stored one; and where the chain ends depends on the state it began in
//! alone. Deadlocks have no choices, so they are never passed through.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::{Choice, Event, Machine, Operation, StepCache, Timeouts};
use program::MethodId;
use property::{FindingKind, Selection};

use crate::footprints::NumberedAccess;
use crate::independence::View;
use crate::java::footprint_cache::FootprintCache;
use crate::java::names::Namer;
use crate::java::trace::Recorder;
use crate::java::watch::Watch;
use crate::reduction::Reduction;
use crate::search::{Labelled, Taken};
use crate::system::{
    Finding, Footprints, LONGEST_TRANSITION, Movement, NOBODY, Step, System, Unsupported,
};
use crate::watch::{Suppressed, deadlock, race, uncaught};

pub mod atoms;
pub mod audit;
pub mod describe;
pub mod ending;
mod endless;
mod footprint_cache;
mod footprints;
mod hindsight;
mod learning;
pub mod location;
pub mod lock_order;
pub mod moments;
pub mod names;
mod notifications;
pub mod ordered;
mod renumbering;
mod rush;
mod stepping;
pub mod suspicious;
pub mod trace;
mod waits;
mod watch;

/// A Java program under search.
pub struct Java<'p> {
    step_cache: StepCache<'p>,
    watched: Selection,
    findings: Vec<Finding>,
    /// The choices of the current state, if they are known.
    choices: Vec<Choice>,
    choices_known: bool,
    /// Whether the current state itself has been judged.
    judged: bool,
    races: race::Judge,
    suppressed: Suppressed,
    /// The findings that were left out because of that.
    left_out: BTreeSet<Finding>,
    recorder: Option<Recorder>,
    /// The threads that moved on the last transition.
    moved: Vec<u16>,
    /// Those of them that changed something.
    doers: Vec<u16>,
    /// The places of the threads that were started on it, if it is known.
    born: Vec<u16>,
    /// Whether states with one choice are passed through.
    merges_forced_steps: bool,
    reduction: Option<Box<dyn Reduction + 'p>>,
    /// What the threads are about to do, if that is asked for.
    footprints: Option<FootprintCache>,
    /// What somebody outside looks at.
    watch: Option<Watch>,
    /// Steps of the last transition.
    steps: usize,
    /// Where loops were gone round on the last transition.
    loops: Vec<(u16, Option<(MethodId, u32)>)>,
    /// The new numbers of threads, if the last save has given any.
    renumbering: Vec<u16>,
    /// Whether a save gives none.
    keeps_numbers: bool,
    /// Whether calls of synchronizers may be atomic.
    atomic_calls: bool,
    /// States in which time passes though threads can move: they only go round, see
    /// [`Movement::let_time_pass`].
    overtime: Overtime,
    /// Whether there is a new one.
    has_more_overtime: bool,
    /// What is kept for questions about endless runs.
    endless: endless::Endless,
    /// Threads that were said to be stuck and to go round, where numbers are recycled.
    described: BTreeMap<Finding, (Vec<u16>, Vec<u16>)>,
    /// Locks of the library that threads ended with, by the thread's name.
    locks_left: BTreeSet<(String, String)>,
    /// Whether every step is run, so that the machine can write down what it does.
    writes_down: bool,
}

/// Suspicious manners of one sort that are told, at most.
const MOST_TOLD: usize = 3;

/// States, by their words.
type Overtime = HashSet<Box<[u32]>, FixedState>;

impl<'p> Java<'p> {
    /// A machine that has been booted, with what to watch for. The second value says whether there
    /// is anything to search: the run before the first state may have met something that Heddle
    /// can't run.
    pub fn new(machine: Machine<'p>, watched: Selection) -> (Java<'p>, Step) {
        let mut java = Java::over(StepCache::new(machine), watched);
        let step = java.look_at_events();
        if step == Step::Ran {
            java.judge();
        }
        (java, step)
    }

    fn over(step_cache: StepCache<'p>, watched: Selection) -> Java<'p> {
        Java {
            step_cache,
            watched,
            findings: Vec::new(),
            choices: Vec::new(),
            choices_known: false,
            judged: false,
            races: race::Judge::default(),
            suppressed: Suppressed::default(),
            left_out: BTreeSet::new(),
            recorder: None,
            moved: Vec::new(),
            doers: Vec::new(),
            born: Vec::new(),
            merges_forced_steps: true,
            reduction: None,
            footprints: None,
            watch: None,
            steps: 0,
            loops: Vec::new(),
            renumbering: Vec::new(),
            keeps_numbers: false,
            atomic_calls: false,
            overtime: HashSet::with_hasher(FixedState::default()),
            has_more_overtime: false,
            endless: endless::Endless::default(),
            described: BTreeMap::new(),
            locks_left: BTreeSet::new(),
            writes_down: false,
        }
    }

    /// Stores every state, also those with one choice: for the oracle.
    pub fn without_forced_steps(mut self) -> Java<'p> {
        self.merges_forced_steps = false;
        self
    }

    /// The same, from now on.
    pub fn stop_at_every_step(&mut self) {
        self.merges_forced_steps = false;
    }

    /// Has every step run, also those that are known, from now on.
    fn run_every_step(&mut self) {
        self.stop_at_every_step();
        self.writes_down = true;
    }

    /// Has the machine write down what each step does, from now on.
    fn write_down(&mut self) {
        self.run_every_step();
        self.step_cache.machine().record_deeds();
    }

    /// Takes only the choices that the reduction leaves. The first state must have been saved.
    pub fn reduced(mut self, reduction: Box<dyn Reduction + 'p>) -> Java<'p> {
        self.reduction = Some(reduction);
        self.choices_known = false;
        self
    }

    /// What is to be said about how the reduction went.
    pub fn remarks(&self) -> Vec<String> {
        let reduction = self.reduction.as_ref();
        reduction.map_or_else(Vec::new, |it| it.remarks())
    }

    /// Takes threads for interchangeable as long as no step tells them apart. The first state must have
    /// been saved.
    pub fn interchangeable(mut self) -> Java<'p> {
        self.step_cache.set_interchangeable(true);
        self
    }

    /// Tells what the threads are about to do, so that a search can leave choices out.
    pub fn foreseeing(mut self) -> Java<'p> {
        self.footprints = Some(FootprintCache::default());
        self
    }

    /// Runs calls of synchronizers atomically, as long as nothing tells the difference. The first state
    /// must have been saved.
    pub fn with_atomic_calls(mut self) -> Java<'p> {
        self.step_cache.run_calls_atomically();
        self.atomic_calls = true;
        self.choices_known = false;
        self
    }

    /// For tests of the tests: the same, with footprints seen in this way.
    pub fn foreseeing_through(mut self, view: View) -> Java<'p> {
        self.footprints = Some(FootprintCache::through(view));
        self
    }

    /// Leaves findings out. What is wrong in the current state is among them.
    pub fn suppressing(mut self, suppressed: Suppressed) -> Java<'p> {
        self.suppressed = suppressed;
        self.leave_out(0);
        self
    }

    /// How many findings were left out, each counted once.
    pub fn left_out(&self) -> usize {
        self.left_out.len()
    }

    /// The fields of the library on which it races by itself.
    pub fn races_of_library(&mut self) -> Vec<String> {
        self.races.left(self.step_cache.machine())
    }

    /// Whether optimistic reads of a `StampedLock` that are validated have met writes.
    pub fn races_optimistically(&self) -> bool {
        self.races.has_left_optimistic()
    }

    /// Leaves out what is suppressed of the findings from the one at `first` on.
    fn leave_out(&mut self, first: usize) {
        if self.suppressed == Suppressed::default() {
            return;
        }
        let new = self.findings.split_off(first);
        let (left_out, kept) = new.into_iter().partition(|it| self.suppressed.has(it));
        let left_out: Vec<Finding> = left_out;
        self.left_out.extend(left_out);
        self.findings.extend::<Vec<Finding>>(kept);
    }

    /// What is wrong in the current state and has not been asked for yet.
    pub fn pending(&self) -> &[Finding] {
        &self.findings
    }

    /// The machine, for questions.
    pub fn machine(&mut self) -> &mut Machine<'p> {
        self.step_cache.machine()
    }

    /// Begins to write down what happens.
    ///
    /// What is written down is told with each thread in a place of its own.
    pub fn record(&mut self) {
        self.step_cache.suspend_recycling(true);
        self.step_cache.machine().take_output();
        self.step_cache.machine().record_passes();
        self.recorder = Some(Recorder::default());
    }

    /// The same, with how things stand after each step.
    pub fn record_moments(&mut self) {
        self.record();
        if let Some(recorder) = &mut self.recorder {
            recorder.moments = Some(moments::Moments::default());
            recorder.note_moment(self.step_cache.machine());
        }
    }

    /// What happened since [`Java::record`].
    pub fn take_record(&mut self) -> Option<Recorder> {
        self.step_cache.suspend_recycling(false);
        self.recorder.take()
    }

    /// What each thread that has not ended is waiting for, for the report of a stuck program.
    pub fn blocked(&mut self) -> Vec<trace::Blocked> {
        let mut recorder = self.recorder.take().unwrap_or_default();
        let blocked = deadlock::blocked(self.step_cache.machine(), &mut recorder.namer);
        self.recorder = Some(recorder);
        blocked
    }

    /// What each thread that has not ended is about to do, and which locks it has.
    pub fn next_steps(&mut self) -> Vec<trace::Blocked> {
        let mut recorder = self.recorder.take().unwrap_or_default();
        let machine = self.step_cache.machine();
        let moving: Vec<usize> = (0..machine.threads().len())
            .filter(|it| machine.operation(*it).is_some())
            .collect();
        let next = moving.into_iter();
        let next = next.map(|it| recorder.next_of(machine, it)).collect();
        self.recorder = Some(recorder);
        next
    }

    /// What the run since [`Java::record`] has shown that explains why these threads are stuck.
    pub fn hindsight(&mut self, stuck: &[usize]) -> Vec<String> {
        let Some(mut recorder) = self.recorder.take() else {
            return Vec::new();
        };
        let machine = self.step_cache.machine();
        let told = recorder.hindsight.told(machine, &mut recorder.namer, stuck);
        self.recorder = Some(recorder);
        told
    }

    /// How the run since [`Java::record`] ends, for the report.
    pub fn ending(&mut self) -> ending::Ending {
        let machine = self.step_cache.machine();
        let recorder = self.recorder.as_mut();
        recorder.map_or_else(ending::Ending::default, |it| ending::of(machine, it))
    }

    /// Looks for what went wrong in the last step.
    fn look_at_events(&mut self) -> Step {
        for index in 0..self.step_cache.events().len() {
            let event = self.step_cache.events()[index].clone();
            match event {
                Event::Pruned => return Step::Pruned,
                Event::Unsupported { thread, reason } => {
                    return Step::Unsupported(Box::new(self.unsupported(thread, reason)));
                }
                Event::Uncaught {
                    thread,
                    exception,
                    ignored,
                } => {
                    let machine = self.step_cache.machine();
                    let mut finding = uncaught::finding(machine, self.watched, thread, exception);
                    if ignored {
                        finding.message.push_str(uncaught::IGNORED);
                    }
                    self.note(finding);
                }
                Event::Endless { thread } => self.notice_endless(thread),
            }
        }
        Step::Ran
    }

    /// A thread goes round for ever, without an operation. While others live, that may be right: the
    /// program ends if one of them exits, or with its last thread that is no daemon. Where it is wrong, it
    /// shows in states that only this thread leaves.
    fn notice_endless(&mut self, thread: usize) {
        let machine = self.step_cache.machine();
        let mut threads = machine.threads().iter().enumerate();
        let is_alone = threads.all(|(number, it)| match number == thread {
            true => !it.daemon,
            false => it.has_ended(),
        });
        if is_alone {
            let finding = uncaught::endless(machine, thread);
            self.note(finding);
        }
    }

    /// Looks for what is wrong in the current state.
    fn judge(&mut self) {
        self.judged = true;
        if self.reduction.is_some() {
            // The judges look at what all threads offer.
            self.choices.clear();
            self.step_cache.choices(&mut self.choices);
        }
        self.find_choices();
        // Nobody counts on waking up for no reason.
        if self.choices.iter().all(|it| it.variant == Choice::SPURIOUS) {
            match deadlock::finding(self.step_cache.machine()) {
                Some(finding) => self.note(finding),
                None if self.choices.is_empty() => self.note_locks_left(),
                None => {}
            }
        } else {
            self.look_for_races();
        }
    }

    /// The program has ended: which locks did threads end with?
    fn note_locks_left(&mut self) {
        let machine = self.step_cache.machine();
        for (class, thread) in machine.locks_of_ended() {
            let name = &machine.program().class(class).name;
            let lock = name.rsplit('/').next().unwrap_or(name);
            let lock = lock.split('$').next().unwrap_or(lock).to_owned();
            self.locks_left.insert((thread, lock));
        }
    }

    /// What the user should know of how threads and locks were used, though nothing went wrong. `complete`
    /// says whether all runs were looked at.
    pub fn manners(&mut self, complete: bool) -> Vec<String> {
        let left = self.locks_left.iter().map(|(thread, lock)| {
            format!("{thread} ends and still holds a {lock}: unlock() belongs in a finally block")
        });
        let mut told: Vec<String> = left.take(MOST_TOLD).collect();
        let machine = self.step_cache.machine();
        let place = |at: &(MethodId, u32)| describe::place_in(machine.program(), at.0, at.1);
        let joins = machine.early_joins();
        told.extend(joins.iter().take(MOST_TOLD).map(|at| {
            let place = place(at);
            format!("{place}: join() on a thread that has not been started returns at once")
        }));
        let kept = machine.kept_assertions();
        told.extend(kept.iter().take(MOST_TOLD).map(|at| {
            let place = place(at);
            format!(
                "{place}: an assertion fails in some run, and its task keeps the error for whoever asks for the \
                 result: ask, with get() or join()"
            )
        }));
        if complete {
            let unheard = machine.unheard_notifications();
            told.extend(unheard.iter().take(MOST_TOLD).map(|at| {
                let place = place(at);
                format!("{place}: nobody hears this notification: no thread ever waits there then")
            }));
        }
        told
    }

    /// Looks for races in the current state, in which somebody can move.
    fn look_for_races(&mut self) {
        self.judged = true;
        if self.watched.has(FindingKind::Race) {
            let before = self.findings.len();
            self.races
                .findings(&mut self.step_cache, &mut self.findings);
            if self.findings.len() > before {
                self.leave_out(before);
            }
        }
    }

    fn find_choices(&mut self) {
        self.choices.clear();
        if let Some(reduction) = &mut self.reduction {
            // The machine is here anyway, and need not be saved in a state that is passed through.
            let machine = self.step_cache.machine();
            machine.choices(&mut self.choices);
            reduction.reduce(machine, &mut self.choices);
        } else {
            self.step_cache.choices(&mut self.choices);
        }
        self.add_overtime();
        self.choices_known = true;
    }

    /// Time passes here, too, if threads only go round.
    fn add_overtime(&mut self) {
        if self.overtime.is_empty() || !self.overtime.contains(self.step_cache.state()) {
            return;
        }
        let mut late = Vec::new();
        self.step_cache.machine().idle_choices(&mut late);
        late.retain(|it| !self.choices.contains(it));
        self.choices.append(&mut late);
    }

    /// The choice of the current state, if there is only one to be taken.
    fn only_choice(&mut self) -> Option<Choice> {
        if self.reduction.is_none() && self.overtime.is_empty() {
            return self.step_cache.only_choice();
        }
        if !self.choices_known {
            self.find_choices();
        }
        match self.choices[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether a transition has to end because a thread has gone round a loop.
    fn has_looped(&mut self, thread: u16) -> bool {
        match self.reduction {
            None => self.step_cache.has_looped(),
            Some(_) => self.step_cache.machine().has_looped_freely() && self.was_here(thread),
        }
    }

    /// Whether the thread, which has just gone round a loop, stands where it stood before on this
    /// transition. So a transition ends, and yet may pass the head of a loop.
    fn was_here(&mut self, thread: u16) -> bool {
        let frame = self.step_cache.machine().threads()[thread as usize]
            .frames
            .last();
        let here = (thread, frame.map(|frame| (frame.method, frame.pc)));
        let was = self.loops.contains(&here);
        self.loops.push(here);
        was
    }

    fn note(&mut self, finding: Finding) {
        if self.watched.has(finding.kind) {
            self.findings.push(finding);
            self.leave_out(self.findings.len() - 1);
        }
    }

    fn unsupported(&mut self, thread: usize, reason: String) -> Unsupported {
        let path = describe::call_path(self.step_cache.machine(), thread);
        let (class, method) = describe::current_method(self.step_cache.machine(), thread);
        Unsupported {
            reason,
            class,
            method,
            path,
        }
    }

    fn take(&mut self, choice: Choice) -> Step {
        // A record tells what happened on the way, so the step is run even if it is known.
        // So does a reduction: it looks at what the step did.
        // And so does a formula that asks where threads are.
        let is_unwatched = self.recorder.is_none() && self.reduction.is_none();
        if is_unwatched && !self.endless.watches() && !self.writes_down {
            self.step_cache.advance(choice);
        } else {
            self.run(choice);
        }
        self.leave();
        self.born.extend(self.step_cache.born());
        if self.step_cache.summary().ambient.deed && self.doers.last() != Some(&choice.thread) {
            self.doers.push(choice.thread);
        }
        self.look_at_events()
    }

    /// The state is another one.
    fn leave(&mut self) {
        self.choices_known = false;
        self.judged = false;
        if let Some(footprints) = &mut self.footprints {
            footprints.leave();
        }
    }
}

impl Java<'_> {
    /// Takes a step with those who look on.
    fn run(&mut self, choice: Choice) {
        let machine = self.step_cache.machine();
        if let Some(recorder) = &mut self.recorder {
            recorder.before(machine, choice);
        }
        if let Some(reduction) = &mut self.reduction {
            reduction.before(machine, choice);
        }
        machine.advance(choice);
        if let Some(reduction) = &mut self.reduction {
            reduction.after(machine, choice);
        }
        self.step_cache.moved();
        if let Some(recorder) = &mut self.recorder {
            recorder.after(self.step_cache.machine());
        }
    }
}

impl System for Java<'_> {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        if !self.choices_known {
            self.find_choices();
        }
        out.extend_from_slice(&self.choices);
    }

    fn advance(&mut self, choice: Choice) -> Step {
        let mut choice = choice;
        let mut looped = false;
        self.steps = 0;
        self.moved.clear();
        self.doers.clear();
        self.born.clear();
        self.loops.clear();
        loop {
            if self.moved.last() != Some(&choice.thread) {
                self.moved.push(choice.thread);
            }
            self.steps += 1;
            let step = self.take(choice);
            if step != Step::Ran {
                return step;
            }
            looped |= self.has_looped(choice.thread)
                || self.steps >= LONGEST_TRANSITION
                || self.step_cache.is_braked();
            if self.continuation().is_some() {
                looped = false;
                if self.steps >= 2 * LONGEST_TRANSITION {
                    self.split_atomic_calls();
                    return Step::Ran;
                }
            }
            if looped || !self.findings.is_empty() || !self.merges_forced_steps {
                return Step::Ran;
            }
            // A state in which nobody moves but for no reason is a deadlock, and judged.
            let only = self.only_choice();
            let Some(only) = only.filter(|it| it.variant != Choice::SPURIOUS) else {
                return Step::Ran;
            };
            // With a reduction there is nothing to judge: a race is not passed by (see
            // `reduction.rs`), and it is still there where the transition ends.
            if self.reduction.is_none() {
                self.look_for_races();
                if !self.findings.is_empty() {
                    return Step::Ran;
                }
            }
            choice = only;
        }
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        if !self.judged {
            self.judge();
        }
        out.append(&mut self.findings);
    }

    fn transition_findings(&mut self, out: &mut Vec<Finding>) {
        out.append(&mut self.findings);
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        self.renumbering.clear();
        if !self.keeps_numbers
            && let Some(renumbering) = self.step_cache.sort_threads()
        {
            self.renumbering.extend_from_slice(renumbering);
            self.choices_known = false;
        }
        out.clear();
        out.extend_from_slice(self.step_cache.state());
    }

    fn load(&mut self, state: &[u32]) {
        self.findings.clear();
        self.leave();
        self.step_cache.load(state);
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        out.extend(self.step_cache.unfinished());
    }

    fn step(&mut self, choice: Choice) -> Step {
        let thread = choice.thread as usize;
        let step_cache = &mut self.step_cache;
        let footprints = self
            .footprints
            .as_mut()
            .filter(|_| thread < NumberedAccess::THREADS);
        let footprint = footprints.map(|footprints| footprints.of(step_cache, thread));
        self.doers.clear();
        self.born.clear();
        let step = self.take(choice);
        if let (Some(footprints), Some(footprint)) = (&mut self.footprints, footprint) {
            let ambient = self.step_cache.summary().ambient;
            footprints.took(footprint, ambient, self.step_cache.recycles_places());
        }
        step
    }

    fn describe_stuck(&mut self, threads: &[u16], rounds: &[u16]) -> Option<Finding> {
        let mut namer = Namer::default();
        let mut stuck = deadlock::blocked(self.step_cache.machine(), &mut namer);
        stuck.retain(|it| threads.contains(&(it.number as u16)));
        let (round, waiting): (Vec<_>, Vec<_>) = stuck
            .into_iter()
            .partition(|it| rounds.contains(&(it.number as u16)));
        // Who waits for a thread that goes round for ever is not what is wrong.
        let goes_round = |it: &trace::Blocked| {
            let mut threads = round.iter().map(|it| &it.thread);
            threads.any(|thread| it.waits_for.as_ref() == Some(thread))
        };
        let is_cause = waiting.iter().any(|it| !goes_round(it))
            || !self.watched.has(FindingKind::NonTermination);
        let is_partial = !waiting.is_empty() && is_cause;
        let finding = if is_partial && self.watched.has(FindingKind::PartialDeadlock) {
            deadlock::partial(&waiting)
        } else if !round.is_empty() && self.watched.has(FindingKind::NonTermination) {
            uncaught::going_round(&round)
        } else {
            return None;
        };
        if self.suppressed.has(&finding) {
            self.left_out.insert(finding);
            return None;
        }
        if self.step_cache.recycles_places() {
            let numbers = (threads.to_vec(), rounds.to_vec());
            self.described.insert(finding.clone(), numbers);
        }
        Some(finding)
    }
}

impl Movement for Java<'_> {
    fn also_moved(&self, out: &mut Vec<u16>) {
        out.extend(&self.doers);
    }

    fn moved(&self, out: &mut Vec<u16>) {
        out.extend(&self.moved);
    }

    fn mover(&self, choice: Choice) -> u16 {
        match self.doers.contains(&choice.thread) {
            true => choice.thread,
            false => NOBODY,
        }
    }

    fn steps(&self) -> usize {
        self.steps
    }

    fn advance_to_progress(&mut self, choice: Choice) -> (Step, bool) {
        let mut taken = Taken::default();
        let step = self.follow(choice, &mut taken);
        (step, taken.label.progress)
    }

    fn let_time_pass(&mut self, state: &[u32]) -> bool {
        self.load(state);
        let machine = self.step_cache.machine();
        if machine.options().timeouts != Timeouts::Idle {
            return false;
        }
        let mut late = Vec::new();
        machine.idle_choices(&mut late);
        let is_new = !late.is_empty() && self.overtime.insert(state.into());
        self.has_more_overtime |= is_new;
        is_new
    }

    fn lets_time_pass_by(&mut self, choice: Choice) -> bool {
        let machine = self.step_cache.machine();
        let mut late = Vec::new();
        if machine.options().timeouts == Timeouts::Idle {
            machine.idle_choices(&mut late);
        }
        late.contains(&choice)
    }

    fn instructions(&self) -> u64 {
        self.step_cache.instructions()
    }
}

/// The operation a choice makes happen, for those who want to know before it does.
pub fn operation_of(machine: &mut Machine<'_>, choice: Choice) -> Option<Operation> {
    machine.operation(choice.thread as usize)
}
