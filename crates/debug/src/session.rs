//! A run that one can move along, and look at anywhere.
//!
//! The run is a row of stops. A stop is either before a step of the schedule, when every thread stands before
//! its next operation, or at a source line that a thread passes on its way from one operation to the next.
//! Moving among stops that were told before is a matter of numbers; the machine follows when somebody looks.
//! To go back it begins the run again, since the same choices lead to the same objects: a second of running is
//! many thousands of steps.
//!
//! Looking runs no code of the program.

mod look;
mod seek;

use explore::Step;
use explore::java::Java;
use explore::java::describe::{
    SourcePlace, field_of, library_call, place_of, source_place, thread_name,
};
use explore::java::trace::{Recorder, is_told};
use machine::{Choice, Machine, Operation, Place, Ref};

pub use look::{Frame, Look, ThreadLook, Variable};
pub use seek::{Access, Break, Direction, Motion};

/// Steps that are taken at once beyond the schedule.
const FREE_STEPS: usize = 10_000;

/// A place of the run at which one can stand.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Choices taken before.
    choices: usize,
    /// Lines passed since the last of them.
    lines: usize,
    /// Steps told before, as the report counts them.
    pub step: usize,
    /// The thread that moves next; at the end the one that moved last.
    pub thread: usize,
    /// Its name.
    pub name: String,
    /// Where it stands, in the program's own code if it has some.
    pub place: SourcePlace,
    /// How many calls of the program's own code it is in.
    pub depth: usize,
    /// The choice that is taken next; none within a step and at the end.
    pub choice: Option<Choice>,
    /// What it does, as a verb phrase; empty within a step.
    pub deed: String,
    /// The variables and locks that it touches.
    pub touches: Vec<Touch>,
    /// How much the program has printed, in bytes.
    pub printed: usize,
}

/// What a step has to do with a variable or a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// What it does with it.
    pub manner: Manner,
    /// The name in the report, as `Bank.lock`, or of a field, as `Account.balance`.
    pub name: String,
    /// The object.
    pub object: Ref,
    /// The slot of the object, if it is a variable.
    pub slot: Option<u32>,
}

/// How a step touches something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Reads a variable.
    Read,
    /// Writes a variable.
    Write,
    /// Locks, unlocks, waits on or notifies, or calls a lock of the library.
    Lock,
}

/// A run, and a place in it.
pub struct Session<'s, 'p> {
    java: &'s mut Java<'p>,
    initial: &'s [u32],
    /// All choices of the run as far as it is known: the schedule, or what was picked.
    choices: Vec<Choice>,
    recorder: Recorder,
    /// The stops told so far; never empty.
    stops: Vec<Stop>,
    /// The stop one stands at.
    at: usize,
    /// How far the machine is: choices taken, and lines passed since.
    machine_at: (usize, usize),
    /// Why the run goes no further than the last stop, if it does not.
    ended: Option<String>,
    /// Text that the program printed before its first stop.
    printed_before: String,
    /// Whether it is no longer the run that the session began with.
    has_left: bool,
}

impl<'s, 'p> Session<'s, 'p> {
    /// A session over a run of a program that stops at every access. The schedule may be empty: then the run
    /// is whatever one picks. Fails if the schedule does not fit.
    pub fn new(
        java: &'s mut Java<'p>,
        initial: &'s [u32],
        schedule: Vec<Choice>,
        printed: String,
    ) -> Result<Session<'s, 'p>, String> {
        let mut session = Session {
            java,
            initial,
            choices: schedule,
            recorder: Recorder::default(),
            stops: Vec::new(),
            at: 0,
            machine_at: (0, 0),
            ended: None,
            printed_before: printed,
            has_left: false,
        };
        session.begin();
        session.tell()?;
        Ok(session)
    }

    /// The stop one stands at.
    pub fn stop(&self) -> &Stop {
        &self.stops[self.at]
    }

    /// Its number, from 0.
    pub fn position(&self) -> usize {
        self.at
    }

    /// How many stops are known.
    pub fn len(&self) -> usize {
        self.stops.len()
    }

    /// Never: a run has its first stop.
    pub fn is_empty(&self) -> bool {
        self.stops.is_empty()
    }

    /// Steps of the run as far as it is known, as the report counts them.
    pub fn steps(&self) -> usize {
        self.recorder.steps.len()
    }

    /// Whether one stands at the last stop that is known.
    pub fn is_at_end(&self) -> bool {
        self.at + 1 == self.stops.len()
    }

    /// Whether somebody has picked another run than the session began with.
    pub fn has_left(&self) -> bool {
        self.has_left
    }

    /// Why the run goes no further than its last stop, if it does not.
    pub fn end(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    /// What the program has printed so far.
    pub fn output(&self) -> String {
        let so_far = self.recorder.output.get(..self.stop().printed);
        format!("{}{}", self.printed_before, so_far.unwrap_or_default())
    }

    /// The choices of the run as far as it is known, as a schedule has them.
    pub fn schedule(&self) -> explore::Schedule {
        explore::Schedule::new(self.recorder.schedule.clone())
    }

    /// What a step did, in the report's words: from 0.
    pub fn told(&self, step: usize) -> Option<String> {
        let told = self.recorder.steps.get(step)?;
        let value = match (told.before.is_empty(), told.value.is_empty()) {
            (_, true) => String::new(),
            (true, false) => format!(": {}", told.value),
            (false, false) => format!(": {} → {}", told.before, told.value),
        };
        if let Some((class, method)) = told.inside.rsplit_once('.') {
            let on = if told.on.is_empty() { class } else { &told.on };
            return Some(format!("{} in {on}.{method}()", told.thread));
        }
        Some(format!("{} {}{value}", told.thread, told.operation))
    }

    /// The choices that are possible at the next stop before a step, each with its thread and what it does.
    pub fn alternatives(&mut self) -> Vec<(Choice, String, String)> {
        self.pass_lines();
        self.follow();
        let machine = self.java.machine();
        let mut choices = Vec::new();
        machine.choices(&mut choices);
        let mut told = Vec::new();
        for choice in choices {
            let thread = thread_name(machine, choice.thread as usize);
            told.push((choice, thread, self.recorder.foretell(machine, choice)));
        }
        told
    }

    /// Takes a choice other than the run's, at the next stop before a step. What followed is forgotten.
    pub fn pick(&mut self, choice: Choice) -> Result<(), String> {
        let alternatives = self.alternatives();
        if alternatives.iter().all(|it| it.0 != choice) {
            return Err("that is not possible here".to_owned());
        }
        let here = self.stop().clone();
        if here.choice == Some(choice) {
            self.go_forward();
            return Ok(());
        }
        self.choices.truncate(here.choices);
        self.choices.push(choice);
        self.has_left = true;
        // Names that were given later than here might not be the ones that come now.
        let until = self.at;
        self.begin();
        self.tell()?;
        self.at = until;
        self.go_forward();
        Ok(())
    }

    /// One stop on; false at the end. At the end of the schedule the run goes on by itself: the thread that
    /// moved last, or the first that can.
    fn go_forward(&mut self) -> bool {
        if self.is_at_end() && (self.ended.is_some() || !self.extend()) {
            return false;
        }
        self.at += 1;
        true
    }

    /// To the next stop before a step, if one stands within one.
    fn pass_lines(&mut self) {
        while self.stop().lines > 0 && self.stop().choice.is_none() && !self.is_at_end() {
            self.at += 1;
        }
    }

    /// The initial state, with nothing told.
    fn begin(&mut self) {
        self.java.begin_steps(self.initial);
        self.recorder = Recorder::default();
        self.java.machine().take_output();
        self.stops.clear();
        self.at = 0;
        self.machine_at = (0, 0);
        self.ended = None;
        let stop = self.stop_here();
        self.stops.push(stop);
    }

    /// Tells the whole schedule.
    fn tell(&mut self) -> Result<(), String> {
        let length = self.choices.len();
        while self.machine_at.0 < length && self.ended.is_none() {
            let mut possible = Vec::new();
            let machine = self.java.machine();
            if machine.pausing_at_line().is_none() {
                machine.choices(&mut possible);
                machine.idle_choices(&mut possible);
                let choice = self.choices[self.machine_at.0];
                if !possible.contains(&choice) {
                    return Err(format!(
                        "step {} of the schedule is not possible there; has the program changed since, \
                         or is it another one?",
                        self.machine_at.0 + 1
                    ));
                }
            }
            self.take_next();
        }
        while self.java.machine().pausing_at_line().is_some() && self.ended.is_none() {
            self.take_next();
        }
        Ok(())
    }

    /// One more stop beyond the last one that is known.
    fn extend(&mut self) -> bool {
        let last = self.stops.len() - 1;
        self.follow_to(last);
        for _ in 0..FREE_STEPS {
            let machine = self.java.machine();
            if machine.pausing_at_line().is_none() && self.machine_at.0 == self.choices.len() {
                let Some(choice) = self.next_by_itself() else {
                    self.ended = Some(self.why_ended());
                    return false;
                };
                self.choices.push(choice);
                self.has_left = true;
                let stop = &mut self.stops[last];
                if stop.choices == self.machine_at.0 {
                    stop.choice = Some(choice);
                }
            }
            self.take_next();
            if self.stops.len() > last + 1 {
                // What follows is known by what this thread is about to do.
                return true;
            }
            if self.ended.is_some() {
                return false;
            }
        }
        false
    }

    /// The choice that a run takes which nobody decides.
    fn next_by_itself(&mut self) -> Option<Choice> {
        let mut possible = Vec::new();
        let machine = self.java.machine();
        machine.choices(&mut possible);
        let last = self.choices.last().map(|it| it.thread);
        let likely = |it: &&Choice| !it.is_unlikely();
        let same = possible
            .iter()
            .find(|it| Some(it.thread) == last && likely(it));
        let any = possible.iter().find(likely).or(possible.first());
        same.or(any).copied()
    }

    fn why_ended(&mut self) -> String {
        let machine = self.java.machine();
        match machine.threads().iter().all(|it| it.has_ended()) {
            true => "the program has ended".to_owned(),
            false => "no thread can go on".to_owned(),
        }
    }

    /// Takes the machine one stretch on, from the last that was told, and tells it.
    fn take_next(&mut self) {
        let step = self.advance(true);
        match step {
            Step::Ran => {
                let stop = self.stop_here();
                let known = stop.choices < self.choices.len();
                if !known || self.is_told(&stop) {
                    self.stops.push(stop);
                }
            }
            Step::Pruned => self.ended = Some("the run does not count from here on".to_owned()),
            Step::Unsupported(unsupported) => {
                self.ended = Some(format!("Heddle can't go on: {}", unsupported.reason));
            }
        }
        if self.ended.is_some() {
            let mut stop = self.stop_here();
            stop.choice = None;
            self.stops.push(stop);
        }
    }

    /// Runs the machine one stretch on: to the next line or to the next operation.
    fn advance(&mut self, is_told: bool) -> Step {
        let recorder = is_told.then_some(&mut self.recorder);
        if self.java.machine().pausing_at_line().is_some() {
            self.machine_at.1 += 1;
            return self.java.run_line(recorder);
        }
        let choice = self.choices[self.machine_at.0];
        self.machine_at = (self.machine_at.0 + 1, 0);
        self.java.take_step(choice, recorder)
    }

    /// The machine goes to where one stands.
    fn follow(&mut self) {
        self.follow_to(self.at);
    }

    fn follow_to(&mut self, index: usize) {
        let stop = &self.stops[index];
        let goal = (stop.choices, stop.lines);
        if goal < self.machine_at {
            self.java.begin_steps(self.initial);
            self.java.machine().take_output();
            self.machine_at = (0, 0);
        }
        while self.machine_at < goal {
            self.advance(false);
        }
    }

    /// The stop at which the machine stands.
    fn stop_here(&mut self) -> Stop {
        let (choices, lines) = self.machine_at;
        let printed = self.recorder.output.len();
        let step = self.recorder.steps.len();
        let at_line = self.java.machine().pausing_at_line();
        let choice = match at_line {
            Some(_) => None,
            None => self.choices.get(choices).copied(),
        };
        let mover = self.choices.get(choices.wrapping_sub(1));
        let mover = mover.map_or(0, |it| it.thread as usize);
        let thread = at_line
            .or(choice.map(|it| it.thread as usize))
            .unwrap_or(mover);
        let machine = self.java.machine();
        let deed = choice.map(|it| self.recorder.foretell(machine, it));
        let touches = choice.map(|it| self.touches(it));
        let machine = self.java.machine();
        Stop {
            choices,
            lines,
            step,
            thread,
            name: thread_name(machine, thread),
            place: place_of(machine, thread),
            depth: own_depth(machine, thread),
            choice,
            deed: deed.unwrap_or_default(),
            touches: touches.unwrap_or_default(),
            printed,
        }
    }

    /// Whether there is anything to tell of the step that comes next.
    fn is_told(&mut self, stop: &Stop) -> bool {
        let Some(choice) = stop.choice else {
            return true;
        };
        let machine = self.java.machine();
        let thread = choice.thread as usize;
        let operation = machine.operation(thread);
        is_told(machine, thread, operation)
    }

    /// What a choice is about to touch.
    fn touches(&mut self, choice: Choice) -> Vec<Touch> {
        let thread = choice.thread as usize;
        let machine = self.java.machine();
        let mut touches = Vec::new();
        let operation = machine.operation(thread);
        if let Some((place, _, _)) = operation.and_then(|it| it.access()) {
            let name = field_of(machine, place);
            let mut touch = |manner| touches.push(variable(manner, &name, place));
            match operation {
                Some(Operation::Read(..)) => touch(Manner::Read),
                Some(Operation::Write(..)) => touch(Manner::Write),
                _ => {
                    touch(Manner::Read);
                    touch(Manner::Write);
                }
            }
        }
        let monitor = match operation {
            Some(
                Operation::Lock(object)
                | Operation::Unlock(object)
                | Operation::Wait(object)
                | Operation::Reacquire(object)
                | Operation::Notify(object)
                | Operation::NotifyAll(object),
            ) => Some(object),
            _ => None,
        };
        // What the library locks inside is its own affair.
        let call = library_call(machine, thread);
        let is_own = call
            .as_ref()
            .is_none_or(|it| it.name.starts_with("Object."));
        let monitor = monitor.filter(|it| is_own && !machine.is_thread(*it));
        let call = call.filter(|it| it.name.contains("Lock."));
        // The first step within a call stands for the call.
        let before = self.stops.iter().rev().find(|it| it.thread == thread);
        let receiver = call.and_then(|it| it.receiver).filter(|object| {
            before.is_none_or(|it| it.touches.iter().all(|it| it.object != *object))
        });
        for object in monitor.into_iter().chain(receiver) {
            if machine.heap().has(object) {
                touches.push(Touch {
                    manner: Manner::Lock,
                    name: self.recorder.namer().object(machine, object),
                    object,
                    slot: None,
                });
            }
        }
        touches
    }
}

fn variable(manner: Manner, name: &str, place: Place) -> Touch {
    Touch {
        manner,
        name: name.to_owned(),
        object: place.object,
        slot: Some(place.slot),
    }
}

/// How many calls of the program's own code a thread is in.
fn own_depth(machine: &Machine<'_>, thread: usize) -> usize {
    let frames = machine.threads()[thread].frames.iter();
    let own = frames.filter(|frame| {
        machine.has_method(frame.method)
            && !source_place(machine, frame.method, frame.pc).is_library
    });
    own.count()
}
