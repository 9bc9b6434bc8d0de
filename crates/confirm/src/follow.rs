//! Follows a trail of SPIN in Heddle's own machine.
//!
//! Both run the same instructions, but they stop at different places: the model passes what its
//! analyses show to be harmless, the machine passes what it sees to be harmless. So each step of
//! the trail is done when the machine's thread has come to it; what the machine stops at and the
//! model does not is done at once; and what the machine has passed already is skipped.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use explore::{Finding, Step, System};
use machine::{Choice, Operation};
use program::MethodId;
use promela::observed::Places;
use promela::origin::Role;
use promela::print::Printed;
use promela::trail::{Trail, TrailStep};
use promela::translate::Translation;

use crate::Trial;
use crate::positions::Positions;

/// Steps to take at most to settle a run, and in all.
const LONGEST: usize = 1_000_000;

type Location = (MethodId, u32);

/// Where the model stops.
pub struct Guide<'a> {
    /// Instructions before which the model lets other threads go first.
    stops: &'a BTreeSet<Location>,
    /// Instructions with a visible step, among them class initialisations.
    visible: BTreeSet<Location>,
    /// Calls that are one step of the model.
    whole: &'a BTreeSet<Location>,
    /// Whether the model lets other threads go first before a thread ends.
    ends: bool,
    /// Where a formula asks whether threads are.
    places: &'a [Places],
}

impl<'a> Guide<'a> {
    /// For a model and its text.
    pub fn new(
        translation: &'a Translation,
        printed: &Printed,
        ends: bool,
        places: &'a [Places],
    ) -> Guide<'a> {
        let lines = printed.lines.iter().flatten();
        let visible = lines
            .filter(|it| it.role == Role::Visible)
            .filter_map(|it| it.at);
        Guide {
            stops: &translation.stops,
            visible: visible.collect(),
            whole: &translation.whole,
            ends,
            places,
        }
    }
}

/// A run in the making.
struct Run<'a, 's, 'p> {
    trial: &'a mut Trial<'s, 'p>,
    guide: &'a Guide<'a>,
    threads: &'a BTreeMap<i32, usize>,
    /// What each thread picks, in order: waiters and values.
    picks: BTreeMap<usize, VecDeque<Role>>,
    actions: Vec<Action>,
    positions: Positions<'a>,
    finding: Option<Finding>,
    stuck: bool,
    /// Threads that go round for ever where the model has no stop: whatever they look at stays as it is.
    rounding: BTreeSet<usize>,
}

/// Steps of one thread after which it may be that it goes round.
const LONG: usize = 64;

/// What happens on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The machine takes a choice.
    Takes(Choice),
    /// A thread has come to a place, or left one, that a formula asks for.
    Moves(usize),
    /// A thread has come to its next operation.
    Tries(usize),
}

/// What comes after the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing.
    Open,
    /// Threads run on while they can: in a deadlock they soon can't.
    Settled,
    /// The trail's cycle, several times.
    Repeated,
}

/// A run of the machine along a trail.
pub struct Followed {
    /// What happens, in order.
    pub actions: Vec<Action>,
    /// What is wrong on it.
    pub finding: Option<Finding>,
    /// How many actions there were where the trail's cycle began, and after each time round.
    pub laps: Vec<usize>,
}

impl Followed {
    /// The choices of the run.
    pub fn schedule(&self) -> Vec<Choice> {
        let choices = self.actions.iter().filter_map(|action| match action {
            Action::Takes(choice) => Some(*choice),
            Action::Moves(_) | Action::Tries(_) => None,
        });
        choices.collect()
    }
}

/// How often a cycle is run: objects of the first time round may still differ from later ones.
const LAPS: usize = 6;

/// Follows a trail.
pub fn follow(trial: &mut Trial<'_, '_>, guide: &Guide<'_>, trail: &Trail, end: End) -> Followed {
    let positions = Positions::begin(guide.places, trial);
    let mut picks: BTreeMap<usize, VecDeque<Role>> = BTreeMap::new();
    for step in &trail.steps {
        if matches!(step.origin.role, Role::Notifies(_) | Role::Chooses(_)) {
            picks
                .entry(step.thread)
                .or_default()
                .push_back(step.origin.role);
        }
    }
    let mut run = Run {
        trial,
        guide,
        threads: &trail.threads,
        picks,
        actions: Vec::new(),
        positions,
        finding: None,
        stuck: false,
        rounding: BTreeSet::new(),
    };
    run.look();
    run.forward_all();
    let start = trail.cycle.unwrap_or(trail.steps.len());
    run.steps(&trail.steps[..start]);
    let mut laps = vec![run.actions.len()];
    let count = if end == End::Repeated { LAPS } else { 1 };
    for _ in 0..count {
        run.steps(&trail.steps[start..]);
        laps.push(run.actions.len());
    }
    if end == End::Settled {
        run.settle();
    }
    let followed = Followed {
        actions: run.actions,
        finding: run.finding,
        laps,
    };
    trial.watch_no_more();
    followed
}

impl Run<'_, '_, '_> {
    fn steps(&mut self, steps: &[TrailStep]) {
        for step in steps {
            if self.is_over() {
                return;
            }
            self.step(step.thread, step.origin.at, step.origin.role);
        }
    }

    fn is_over(&self) -> bool {
        self.finding.is_some() || self.stuck || self.actions.len() > LONGEST
    }

    fn look(&mut self) {
        let mut findings = Vec::new();
        self.trial.java.findings(&mut findings);
        if self.finding.is_none() {
            self.finding = findings.into_iter().next();
        }
    }

    fn count(&mut self) -> usize {
        self.trial.machine().threads().len()
    }

    fn is_enabled(&mut self, choice: Choice) -> bool {
        let mut choices = Vec::new();
        self.trial.java.choices(&mut choices);
        choices.contains(&choice)
    }

    fn advance(&mut self, choice: Choice) {
        let before = self.count();
        self.actions.push(Action::Takes(choice));
        match self.trial.java.advance(choice) {
            Step::Ran => self.look(),
            Step::Pruned | Step::Unsupported(_) => self.stuck = true,
        }
        self.positions.look(self.trial.machine());
        for thread in before..self.count() {
            self.forward(thread);
        }
    }

    fn operation(&mut self, thread: usize) -> Option<Operation> {
        match thread < self.count() {
            true => self.trial.machine().operation(thread),
            false => None,
        }
    }

    /// The instruction that the thread's next operation belongs to, as the model sees it.
    fn location(&mut self, thread: usize) -> Option<Location> {
        let whole = self.guide.whole;
        let machine = self.trial.machine();
        let frames = &machine.threads()[thread].frames;
        let mut places = frames
            .iter()
            .filter(|frame| machine.has_method(frame.method))
            .map(|frame| (frame.method, frame.pc));
        let outer = places.clone().find(|place| whole.contains(place));
        outer.or_else(|| places.next_back())
    }

    /// Whether the model lets other threads go first here.
    fn is_stop(&mut self, thread: usize) -> bool {
        let Some(operation) = self.operation(thread) else {
            return true;
        };
        if operation == Operation::End {
            return self.guide.ends;
        }
        // Models have no step for coming to a step.
        if operation == Operation::Pause {
            return false;
        }
        let Some(location) = self.location(thread) else {
            return false;
        };
        match operation {
            Operation::Waiting(_) | Operation::Reacquire(_) => true,
            Operation::Wait(_) | Operation::Notify(_) | Operation::NotifyAll(_) => {
                self.guide.stops.contains(&location)
            }
            Operation::Initialize(_) => self.guide.visible.contains(&location),
            _ => self.guide.stops.contains(&location),
        }
    }

    /// What the thread does next, where it has a choice.
    fn choice(&mut self, thread: usize) -> Choice {
        let operation = self.operation(thread);
        let run = Choice::run(thread as u16);
        match operation {
            Some(Operation::Notify(object)) => {
                let waiters: Vec<usize> = self.trial.machine().waiters(object).collect();
                if waiters.is_empty() {
                    return run;
                }
                let Some(Role::Notifies(reference)) = self.pick(thread) else {
                    return run;
                };
                let meant = self.threads.get(&reference).copied().unwrap_or(0);
                let position = waiters.iter().position(|it| *it == meant).unwrap_or(0);
                Choice {
                    variant: position as u16,
                    ..run
                }
            }
            Some(Operation::Choose(_)) => match self.pick(thread) {
                Some(Role::Chooses(variant)) => Choice { variant, ..run },
                _ => run,
            },
            _ => run,
        }
    }

    fn pick(&mut self, thread: usize) -> Option<Role> {
        self.picks.get_mut(&thread)?.pop_front()
    }

    /// Lets a thread do what the model does without a stop.
    fn forward(&mut self, thread: usize) {
        let mut steps = 0;
        let mut seen: BTreeSet<Vec<u32>> = BTreeSet::new();
        while !self.is_over()
            && !self.rounding.contains(&thread)
            && !self.is_stop(thread)
            && !self.positions.is_ahead(thread)
        {
            steps += 1;
            if steps > LONG {
                let mut state = Vec::new();
                self.trial.java.save(&mut state);
                if !seen.insert(state) {
                    self.rounding.insert(thread);
                    return;
                }
            }
            let plain = Choice::run(thread as u16);
            let choosing = matches!(
                self.operation(thread),
                Some(Operation::Notify(_) | Operation::Choose(_))
            );
            if !choosing && !self.is_enabled(plain) {
                return;
            }
            let choice = self.choice(thread);
            self.advance(choice);
        }
    }

    fn forward_all(&mut self) {
        for thread in 0..self.count() {
            self.forward(thread);
        }
    }

    fn step(&mut self, thread: usize, at: Option<Location>, role: Role) {
        if thread >= self.count() {
            return;
        }
        self.forward(thread);
        match role {
            Role::Moves => {
                self.actions.push(Action::Moves(thread));
                self.positions.tell(thread);
                return self.forward(thread);
            }
            Role::Tries => {
                self.actions.push(Action::Tries(thread));
                return self.enter_join(thread, at);
            }
            _ => {}
        }
        let Some(at) = at else {
            let end = Choice::run(thread as u16);
            let at_end = self.guide.ends && self.operation(thread) == Some(Operation::End);
            if at_end && !self.is_over() && self.is_enabled(end) {
                self.advance(end);
            }
            return;
        };
        if matches!(role, Role::Notifies(_) | Role::Chooses(_)) || self.is_over() {
            return;
        }
        if self.location(thread) != Some(at) || !self.is_stop(thread) {
            return;
        }
        let expire = Choice {
            thread: thread as u16,
            variant: Choice::EXPIRE,
        };
        let is_whole = self.guide.whole.contains(&at);
        let times_out = matches!(role, Role::Expired | Role::TimesOut);
        // The library has code for what is one step of the model: it comes to where time ends it.
        let run = Choice::run(thread as u16);
        while times_out
            && is_whole
            && self.location(thread) == Some(at)
            && !self.is_over()
            && !self.is_enabled(expire)
            && self.is_enabled(run)
        {
            self.advance(run);
        }
        if times_out && self.is_enabled(expire) {
            self.advance(expire);
        }
        if role == Role::TimesOut {
            return;
        }
        loop {
            let choice = self.choice(thread);
            if self.operation(thread).is_none() || !self.is_enabled(choice) {
                break;
            }
            // A wait that time has ended has already come back.
            if role == Role::Expired
                && !is_whole
                && !matches!(self.operation(thread), Some(Operation::Reacquire(_)))
            {
                break;
            }
            // Stopping a thread is two steps: it is resumed before.
            let resumes = matches!(self.operation(thread), Some(Operation::Resume(_)));
            self.advance(choice);
            if !is_whole || resumes || self.is_over() || self.location(thread) != Some(at) {
                break;
            }
        }
        self.forward(thread);
    }

    /// The model joins a living thread by one step that it can't take; the library has code for it,
    /// which comes to where it can't go on.
    fn enter_join(&mut self, thread: usize, at: Option<Location>) {
        let Some(at) = at.filter(|it| self.guide.whole.contains(it)) else {
            return;
        };
        let Some(Operation::Lock(joined)) = self.operation(thread) else {
            return;
        };
        let mut threads = self.trial.machine().threads().iter();
        if !threads.any(|it| it.object == joined && !it.has_ended()) {
            return;
        }
        let run = Choice::run(thread as u16);
        while !self.is_over() && self.location(thread) == Some(at) && self.is_enabled(run) {
            self.advance(run);
        }
    }

    /// Runs on while threads can move: in a deadlock they soon can't.
    fn settle(&mut self) {
        let limit = self.actions.len() + 10_000;
        while !self.is_over() && self.actions.len() < limit {
            let mut choices = Vec::new();
            self.trial.java.choices(&mut choices);
            let next = choices.into_iter().find(|choice| {
                !choice.is_unlikely() && !self.rounding.contains(&usize::from(choice.thread))
            });
            let Some(choice) = next else {
                return;
            };
            self.advance(choice);
        }
    }
}
