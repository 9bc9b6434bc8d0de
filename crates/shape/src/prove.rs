//! Is a Java program right for any number of threads and objects?
//!
//! In: a [`Program`] where its main thread is about to concern others, and a [`Question`]. Out: an
//! [`Answer`]: what may go wrong, what could not be told, and what was assumed. If nothing may go wrong and
//! nothing is untold, what was asked is proved.
//!
//! There is a ladder of abstractions, and the cheapest that leaves no alarm is the answer's [`Rung`]: what one
//! thread knows, what two threads know ([`crate::configuration::view`]), and full configurations (Yahav, POPL
//! 2001). Views are given up at their first alarm, with little time. Of configurations, a first attempt has
//! the plain derived predicates; where it ends with alarms, names of the objects of the start, and then
//! sharing and paths along recursive fields are added, and the attempt with the fewest alarms counts. Each attempt is sound by itself, so that an alarm which one of them excludes is none: an
//! attempt without alarms is a proof.

use crate::configuration::compile::{self, Compiled, message};
use crate::configuration::explore::{Alarm, Cause, Exploration, Limits, explore};
use crate::configuration::property::{self, Kind, Property};
use crate::configuration::view;
use crate::java::{self, Options, Translation};
use crate::logic::structure::Structure;
use analysis::world::World;
use program::{MethodId, Program};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Are there races?
    pub races: bool,
    /// Can threads be stuck?
    pub deadlocks: bool,
    /// Can exceptions of null references, monitors and thread states be thrown, or others go uncaught?
    pub exceptions: bool,
    /// Can assertions fail?
    pub assertions: bool,
    /// Patterns of thread classes of which there are any number.
    pub threads: Vec<String>,
    /// How many configurations are kept at most.
    pub configurations: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Set from outside to give up soon.
    pub brakes: Vec<Arc<AtomicBool>>,
}

/// What an alarm is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// Two threads access the same, one of them to write it.
    Race,
    /// Threads can't move any more.
    Deadlock,
    /// An exception.
    Exception,
    /// A monitor is used without being held.
    IllegalMonitor,
    /// A thread is started twice.
    IllegalThreadState,
    /// A failed assertion.
    Assertion,
}

/// Where something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The method.
    pub method: MethodId,
    /// The source line, or 0.
    pub line: u32,
}

/// A step of an abstract run.
#[derive(Clone, Debug)]
pub struct AbstractStep {
    /// What threads of this kind run.
    pub routine: String,
    /// Where.
    pub spot: Spot,
    /// What.
    pub title: String,
}

/// Something that may go wrong.
#[derive(Clone, Debug)]
pub struct JavaAlarm {
    /// What.
    pub trouble: Trouble,
    /// The same in words.
    pub message: String,
    /// Whether it is certain in its configuration.
    pub definite: bool,
    /// Where.
    pub spots: Vec<Spot>,
    /// What led there.
    pub trace: Vec<AbstractStep>,
}

/// What could not be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untold {
    /// What is missing.
    pub reason: String,
    /// Where, if it is somewhere.
    pub spot: Option<Spot>,
}

/// How much is kept of how threads stand to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rung {
    /// Nothing: what one thread knows.
    Thread,
    /// That of two threads.
    Pair,
    /// All, up to the number of threads that look alike.
    #[default]
    Configurations,
}

impl Rung {
    /// What a report calls it.
    pub fn name(self) -> &'static str {
        match self {
            Rung::Thread => "thread",
            Rung::Pair => "pair",
            Rung::Configurations => "configurations",
        }
    }

    /// How many threads a view is about; none if there are no views.
    fn watched(self) -> usize {
        match self {
            Rung::Thread => 1,
            Rung::Pair => 2,
            Rung::Configurations => 0,
        }
    }
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// By what.
    pub rung: Rung,
    /// Why cheaper rungs did not do.
    pub passed: Vec<String>,
    /// What may go wrong, of what was asked, and what stands in the way of a proof.
    pub alarms: Vec<JavaAlarm>,
    /// What could not be told.
    pub untold: Vec<Untold>,
    /// What was taken for granted.
    pub assumptions: Vec<String>,
    /// Of what there is any number.
    pub unbounded: Vec<String>,
    /// How many configurations there are.
    pub configurations: usize,
    /// How many steps between them.
    pub transitions: usize,
    /// Names of the predicates.
    pub predicates: Vec<String>,
    /// Whether all configurations were found.
    pub is_complete: bool,
    /// Whether it ended early because there was an alarm.
    pub is_hasty: bool,
}

impl Answer {
    /// Is all that was asked proved?
    pub fn is_proof(&self) -> bool {
        self.alarms.is_empty() && self.untold.is_empty()
    }
}

/// How often one monitor may be entered at once, at most.
const REENTRY: usize = 3;

/// Looks for a proof. An attempt that ends with alarms is shown; if they are real, no other follows.
pub fn prove(
    program: &Program,
    world: &mut dyn World,
    question: &Question,
    are_real: &mut dyn FnMut(&Answer) -> bool,
) -> Answer {
    let mut passed = Vec::new();
    if let Some(answer) = by_views(program, world, question, &mut passed) {
        return answer;
    }
    let answer = by_configurations(program, world, question, are_real);
    Answer { passed, ..answer }
}

/// How many views are kept at most.
const VIEWS: usize = 1_500;

/// How long views of one thread are looked for at most; those of two half as long.
const SOON: Duration = Duration::from_secs(15);

/// How many steps and compositions views of one thread may take; those of two half as many. This, and not the
/// clock, should be what ends a search.
const WORK: usize = 120_000;

/// Which part of the time that is left, at most.
const SHARE: u32 = 4;

/// Looks for a proof by what one or two threads know. What stands in the way is added to `passed`.
fn by_views(
    program: &Program,
    world: &mut dyn World,
    question: &Question,
    passed: &mut Vec<String>,
) -> Option<Answer> {
    for rung in [Rung::Thread, Rung::Pair] {
        let mut reason = String::new();
        let mut can_name = true;
        for names in [false, true] {
            if names && !can_name {
                continue;
            }
            let now = Instant::now();
            let left = question
                .deadline
                .map(|it| it.saturating_duration_since(now) / SHARE);
            let soon = left.map_or(SOON, |it| SOON.min(it)) / rung.watched() as u32;
            let question = Question {
                configurations: question.configurations.min(VIEWS),
                deadline: Some(now + soon),
                ..question.clone()
            };
            let mut options = Options {
                threads: question.threads.clone(),
                exceptions: question.exceptions,
                races: question.races,
                reentry: 1,
                patience: Some(0),
                names,
                sharing: false,
                paths: false,
            };
            let (mut answer, mut hints) = attempt(program, world, &question, &options, rung);
            while hints.deeper && options.reentry < REENTRY {
                options.reentry += 1;
                (answer, hints) = attempt(program, world, &question, &options, rung);
            }
            can_name = hints.can_name;
            if answer.is_proof() {
                answer.passed = std::mem::take(passed);
                return Some(answer);
            }
            let alarm = answer.alarms.first().map(|it| it.message.clone());
            let untold = || answer.untold.first().map(|it| it.reason.clone());
            reason = alarm.or_else(untold).unwrap_or_default();
            if !answer.is_complete && !answer.is_hasty {
                // More predicates, or views of more threads, would make even more.
                passed.push(format!("{}: {reason}", rung.name()));
                return None;
            }
        }
        passed.push(format!("{}: {reason}", rung.name()));
    }
    None
}

/// Looks for a proof by full configurations.
fn by_configurations(
    program: &Program,
    world: &mut dyn World,
    question: &Question,
    are_real: &mut dyn FnMut(&Answer) -> bool,
) -> Answer {
    let configurations = Rung::Configurations;
    let mut best: Option<Answer> = None;
    let mut known = Hints {
        deeper: false,
        can_name: true,
        is_recursive: true,
    };
    for (number, (names, sharing, paths)) in LADDER.into_iter().enumerate() {
        let mut options = Options {
            threads: question.threads.clone(),
            exceptions: question.exceptions,
            races: question.races,
            reentry: 1,
            patience: (number == 0).then_some(PATIENCE),
            names,
            sharing,
            paths,
        };
        let idle = names && !known.can_name || paths && !known.is_recursive;
        if idle && number > 0 {
            continue;
        }
        let (mut answer, mut hints) = attempt(program, world, question, &options, configurations);
        if number == 0 && !answer.is_complete && !answer.alarms.is_empty() && are_real(&answer) {
            return answer;
        }
        if number == 0 && answer.is_hasty {
            options.patience = None;
            (answer, hints) = attempt(program, world, question, &options, configurations);
        }
        while hints.deeper && options.reentry < REENTRY {
            options.reentry += 1;
            (answer, hints) = attempt(program, world, question, &options, configurations);
        }
        known = hints;
        let weight = |it: &Answer| match it.is_complete {
            true => (0, it.untold.len(), it.alarms.len()),
            false => (1, 0, usize::MAX - it.configurations),
        };
        let is_proof = answer.is_proof();
        let is_hopeless = answer.alarms.is_empty() && answer.is_complete;
        let is_real = !answer.alarms.is_empty() && are_real(&answer);
        if is_real || best.as_ref().is_none_or(|it| weight(&answer) < weight(it)) {
            best = Some(answer);
        }
        if is_proof || is_hopeless || is_real {
            break;
        }
    }
    best.expect("there was an attempt")
}

/// How many configurations the first attempt explores after the first alarm, before it is tried concretely.
const PATIENCE: usize = 200;

/// What attempts have beside the plain predicates: names of objects of the start, sharing, paths.
const LADDER: [(bool, bool, bool); 4] = [
    (false, true, false),
    (true, true, false),
    (false, true, true),
    (true, true, true),
];

/// What an attempt says about the next.
#[derive(Clone, Copy, Default)]
struct Hints {
    /// Monitors were entered more often than it counts.
    deeper: bool,
    /// The start has objects to be named.
    can_name: bool,
    /// There are recursive fields.
    is_recursive: bool,
}

/// One attempt.
fn attempt(
    program: &Program,
    world: &mut dyn World,
    question: &Question,
    options: &Options,
    rung: Rung,
) -> (Answer, Hints) {
    let translation = java::translate(program, world, options);
    let model = &translation.model;
    let compiled = match compile::compile_for(model, rung.watched()) {
        Ok(compiled) => compiled,
        Err(mistake) => {
            let untold = Untold {
                reason: mistake,
                spot: None,
            };
            let answer = Answer {
                untold: vec![untold],
                ..Answer::default()
            };
            return (answer, Hints::default());
        }
    };
    let mut properties = Vec::new();
    if question.races {
        properties.extend(property::races(model, &compiled));
    }
    if question.deadlocks {
        properties.push(property::total_deadlock(model, &compiled));
        properties.push(property::cyclic_wait(model, &compiled));
    }
    let limits = Limits {
        configurations: question.configurations,
        deadline: question.deadline,
        brakes: question.brakes.clone(),
        patience: options.patience,
        work: WORK.checked_div(rung.watched()),
        newcomers_first: true,
        ..Limits::default()
    };
    let found = match rung {
        Rung::Configurations => explore(&compiled, &properties, limits),
        _ => view::search::explore(model, &compiled, &properties, limits),
    };
    let declarations = compiled.vocabulary.declarations().iter();
    let names = declarations.map(|it| it.name.clone()).collect();
    let judge = Judge {
        compiled: &compiled,
        translation: &translation,
        properties: &properties,
        question,
    };
    let (mut answer, deeper) = judge.answer(&found, names);
    answer.rung = rung;
    let hints = Hints {
        deeper,
        can_name: translation.can_name,
        is_recursive: translation.is_recursive,
    };
    (answer, hints)
}

struct Judge<'a> {
    compiled: &'a Compiled,
    translation: &'a Translation,
    properties: &'a [Property],
    question: &'a Question,
}

impl Judge<'_> {
    fn answer(&self, found: &Exploration, predicates: Vec<String>) -> (Answer, bool) {
        let mut answer = Answer {
            assumptions: self.translation.assumptions.iter().cloned().collect(),
            unbounded: self.unbounded(found),
            configurations: found.count(),
            transitions: found.transitions,
            predicates,
            is_complete: found.complete,
            is_hasty: found.hasty,
            ..Answer::default()
        };
        let untold = self.translation.untold.iter().cloned();
        answer.untold = untold.map(|reason| Untold { reason, spot: None }).collect();
        let mut deeper = false;
        for alarm in &found.alarms {
            match &alarm.cause {
                Cause::Error(error) if error == message::REENTRY => {
                    deeper = true;
                    let reason = "a monitor is entered again too often".to_owned();
                    self.untold(&mut answer, reason, alarm);
                }
                Cause::Error(error) if error == message::NO_THREAD => {
                    self.untold(
                        &mut answer,
                        "what is started is no thread".to_owned(),
                        alarm,
                    );
                }
                Cause::Error(error) if error.starts_with(message::UNSUPPORTED) => {
                    let number = error[message::UNSUPPORTED.len()..].parse::<usize>();
                    let note = number.ok().and_then(|it| self.translation.notes.get(it));
                    let reason = note.map_or(error.clone(), |it| it.text.clone());
                    self.untold(&mut answer, reason, alarm);
                }
                _ => {
                    if let Some(alarm) = self.alarm(alarm)
                        && !answer.alarms.iter().any(|it: &JavaAlarm| {
                            it.message == alarm.message && (it.definite || !alarm.definite)
                        })
                    {
                        answer.alarms.retain(|it| it.message != alarm.message);
                        answer.alarms.push(alarm);
                    }
                }
            }
        }
        if !self.question.threads.is_empty() && self.translation.many_threads.is_empty() {
            let patterns = self.question.threads.join(",");
            answer.untold.push(Untold {
                reason: format!("no thread that is started is of a class that fits {patterns}"),
                spot: None,
            });
        }
        if !found.complete {
            let what = match self.compiled.views {
                Some(_) => "views",
                None => "configurations",
            };
            answer.untold.push(Untold {
                reason: format!("more than {} {what}, or out of time", found.count()),
                spot: None,
            });
        }
        if found.counts.widened > 0 {
            let names = "configurations of more than 64 individuals were merged further";
            answer.assumptions.push(names.to_owned());
        }
        (answer, deeper)
    }

    fn untold(&self, answer: &mut Answer, reason: String, alarm: &Alarm) {
        let spot = alarm.places.last().map(|it| self.spot(*it));
        let untold = Untold { reason, spot };
        if !answer.untold.contains(&untold) {
            answer.untold.push(untold);
        }
    }

    fn spot(&self, (routine, index): (usize, usize)) -> Spot {
        let method = self.translation.origins[routine][index].0;
        let line = self.translation.model.routines[routine].code[index].line;
        Spot { method, line }
    }

    /// An alarm of what was asked, or of what ends runs and so stands in the way of a proof.
    fn alarm(&self, alarm: &Alarm) -> Option<JavaAlarm> {
        // What leads to an exception may be a choice that the program does not have.
        let is_failure =
            matches!(&alarm.cause, Cause::Error(error) if error.starts_with(message::FAIL));
        let last = alarm.places.last().map(|it| self.spot(*it));
        let mut spots: Vec<Spot> = last.into_iter().collect();
        let (trouble, message) = match &alarm.cause {
            Cause::Property(number) => {
                let property = &self.properties[*number];
                match property.kind {
                    Kind::ReadWrite | Kind::WriteWrite => {
                        spots = property.places.iter().map(|it| self.spot(*it)).collect();
                        (Trouble::Race, alarm.message.clone())
                    }
                    _ => (Trouble::Deadlock, alarm.message.clone()),
                }
            }
            Cause::Error(error) if error.starts_with(message::FAIL) => {
                let number = error[message::FAIL.len()..].parse::<usize>().ok()?;
                let note = self.translation.notes.get(number)?;
                let wanted = match note.is_assertion {
                    true => self.question.assertions,
                    false => self.question.exceptions,
                };
                // The thread goes on to its end after it.
                if !wanted {
                    return None;
                }
                let trouble = match note.is_assertion {
                    true => Trouble::Assertion,
                    false => Trouble::Exception,
                };
                (trouble, note.text.clone())
            }
            Cause::Error(error) => {
                let trouble = match error.as_str() {
                    message::OWNERSHIP => Trouble::IllegalMonitor,
                    message::STARTED_TWICE => Trouble::IllegalThreadState,
                    _ => Trouble::Exception,
                };
                (trouble, error.clone())
            }
        };
        let steps = alarm.trace.iter().zip(&alarm.places);
        let trace = steps.map(|((title, _), place)| AbstractStep {
            routine: self.translation.model.routines[place.0].name.clone(),
            spot: self.spot(*place),
            title: title.clone(),
        });
        Some(JavaAlarm {
            trouble,
            message,
            definite: alarm.definite && !is_failure,
            spots,
            trace: trace.collect(),
        })
    }

    /// Are there any number of a class? In a view, if there is a summary of them that is no rest; of threads, if
    /// others like the marked one may be alive.
    fn many(&self, structure: &Structure, class: u16) -> bool {
        let members = structure.unary(class).may;
        let Some(views) = &self.compiled.views else {
            return members & structure.summary() != 0;
        };
        let marks = views.subjects.iter().map(|it| structure.unary(*it).must);
        let marked = marks.fold(0, |all, it| all | it);
        let live = view::project::alive(self.compiled, structure);
        let others = members & live & structure.summary() != 0 && members & marked != 0;
        others || members & structure.summary() & !structure.unary(views.rest).may != 0
    }

    /// Classes of which some configuration has a summary.
    fn unbounded(&self, found: &Exploration) -> Vec<String> {
        let mut many = Vec::new();
        for (class, predicate) in self
            .translation
            .model
            .classes
            .iter()
            .zip(&self.compiled.classes)
        {
            let mut configurations = found.configurations.structures().iter();
            let is_many = configurations.any(|it| self.many(it, *predicate));
            let what = match class.routine {
                Some(_) => "threads",
                None => "objects",
            };
            let name = class.name.split('@').next().unwrap_or(&class.name);
            let text = format!("{what} of {name}");
            if is_many && !many.contains(&text) {
                many.push(text);
            }
        }
        many
    }
}
