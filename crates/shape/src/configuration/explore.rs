//! Every abstract configuration that a model can reach.
//!
//! In: a compiled model, properties, limits. Out: an [`Exploration`].
//!
//! The search is Yahav's (POPL 2001, figure 5), breadth first: a configuration that is new, or that became
//! weaker by a join with one of equal names, is checked and expanded by every action of every place at which
//! a thread may be. Configurations in which a thread does not yield are checked and followed, but not
//! counted; they are remembered apart, so that loops end.
//!
//! A violation is *definite* if the formula is 1 in an abstract configuration, else *possible*. Where it is
//! 1/2 it has to have witnesses that can be made single without a contradiction. A configuration with a
//! definite violation is not expanded. Note that also a definite one is in an abstract configuration, behind
//! which there need be no run of the program.

use super::compile::Compiled;
use super::property::Property;
use crate::logic::action::Action;
use crate::logic::evaluate::{self, Environment};
use crate::logic::join::{JoinKind, StructureSet};
use crate::logic::kleene::{Column, Kleene};
use crate::logic::structure::Structure;
use crate::logic::transform::{Counts, Step, Transformer};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many configurations are kept at most.
    pub configurations: usize,
    /// How configurations are joined.
    pub join: JoinKind,
    /// Whether configurations with a definite violation are expanded.
    pub beyond_violations: bool,
    /// How many steps are taken and views composed at most, if that is limited; so as not to depend on the clock.
    pub work: Option<usize>,
    /// When to give up.
    pub deadline: Option<std::time::Instant>,
    /// Set from outside to give up soon.
    pub brakes: Vec<Arc<AtomicBool>>,
    /// How many configurations are explored after the first alarm, if not all.
    pub patience: Option<usize>,
    /// Whether a thread that was just started takes its silent steps before anybody else moves.
    pub newcomers_first: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            configurations: 1_000_000,
            join: JoinKind::Partial,
            beyond_violations: false,
            work: None,
            deadline: None,
            brakes: Vec::new(),
            patience: None,
            newcomers_first: false,
        }
    }
}

impl Limits {
    /// Is it time to give up?
    pub(super) fn is_over(&self) -> bool {
        let late = self
            .deadline
            .is_some_and(|it| std::time::Instant::now() > it);
        late || self.brakes.iter().any(|it| it.load(Ordering::Relaxed))
    }
}

/// Something that may be wrong.
#[derive(Clone, Debug)]
pub struct Alarm {
    /// What.
    pub message: String,
    /// Whether it is certain in the configuration.
    pub definite: bool,
    /// The configuration.
    pub structure: Structure,
    /// What led there: titles and lines of actions, from the start.
    pub trace: Vec<(String, u32)>,
    /// The routine and index of each of those.
    pub places: Vec<(usize, usize)>,
    /// The property that is violated, by its number, or the error of an action.
    pub cause: Cause,
}

/// What an alarm is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The property of this number.
    Property(usize),
    /// An error of an action, without its line.
    Error(String),
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The configurations.
    pub configurations: StructureSet,
    /// How many times an action gave a structure.
    pub transitions: usize,
    /// What may be wrong, each message at most once as possible and once as definite.
    pub alarms: Vec<Alarm>,
    /// What happened on the way.
    pub counts: Counts,
    /// Whether all was explored.
    pub complete: bool,
    /// Whether it ended because there was an alarm.
    pub hasty: bool,
}

impl Exploration {
    /// How many configurations there are.
    pub fn count(&self) -> usize {
        self.configurations.structures().len()
    }
}

/// Steps of one thread: routine, index and which of the ways to go.
type Way = Vec<(usize, usize, usize)>;

/// How a configuration was first reached: from which one, by which steps.
type Origin = Option<(usize, Way)>;

struct Search<'a> {
    compiled: &'a Compiled,
    properties: &'a [Property],
    limits: Limits,
    transformer: Transformer<'a>,
    found: Exploration,
    origins: Vec<Origin>,
    told: BTreeSet<(String, bool)>,
    queue: VecDeque<usize>,
    queued: Vec<bool>,
    local: StructureSet,
}

/// Explores from all initial configurations.
pub fn explore(compiled: &Compiled, properties: &[Property], limits: Limits) -> Exploration {
    let mut search = Search {
        compiled,
        properties,
        limits,
        transformer: Transformer::new(&compiled.vocabulary),
        found: Exploration {
            configurations: StructureSet::new(),
            transitions: 0,
            alarms: Vec::new(),
            counts: Counts::default(),
            complete: true,
            hasty: false,
        },
        origins: Vec::new(),
        told: BTreeSet::new(),
        queue: VecDeque::new(),
        queued: Vec::new(),
        local: StructureSet::new(),
    };
    for initial in &compiled.initial {
        let canonical = search.transformer.abstraction.apply(initial);
        search.found.counts.widened += usize::from(canonical.widened);
        search.reach(canonical.structure, None);
    }
    let mut patience = search.limits.patience;
    while let Some(place) = search.queue.pop_front() {
        search.queued[place] = false;
        if let Some(left) = patience
            .as_mut()
            .filter(|_| !search.found.alarms.is_empty())
        {
            search.found.hasty = *left == 0;
            if search.found.hasty {
                search.found.complete = false;
                break;
            }
            *left -= 1;
        }
        if search.limits.is_over() || search.found.count() > search.limits.configurations {
            search.found.complete = false;
            break;
        }
        let structure = search.found.configurations.structures()[place].clone();
        if search.check(place, &structure, &Way::new()) {
            search.expand(place, &structure);
        }
    }
    search.found
}

impl Search<'_> {
    /// A configuration in which every thread has yielded.
    fn reach(&mut self, structure: Structure, origin: Origin) {
        let abstraction = &self.transformer.abstraction;
        let join = self.limits.join;
        let Some(place) = self
            .found
            .configurations
            .insert(structure, abstraction, join)
        else {
            return;
        };
        if place == self.origins.len() {
            self.origins.push(origin);
            self.queued.push(false);
        }
        if !std::mem::replace(&mut self.queued[place], true) {
            self.queue.push_back(place);
        }
    }

    /// Applies every action of every place, and goes on where a thread does not yield.
    fn expand(&mut self, place: usize, structure: &Structure) {
        let mut todo = vec![(structure.clone(), Way::new())];
        while let Some((structure, way)) = todo.pop() {
            if !way.is_empty() && !self.check(place, &structure, &way) {
                continue;
            }
            let mover = structure.unary(self.compiled.running).may;
            let newcomer = self.newcomer(&structure);
            for (routine, steps) in self.compiled.steps.iter().enumerate() {
                for (index, steps) in steps.iter().enumerate() {
                    let here = structure.unary(self.compiled.at[routine][index]).may;
                    if here == 0 || (mover != 0 && here & mover == 0) {
                        continue;
                    }
                    if newcomer.is_some_and(|it| it != (routine, index)) {
                        continue;
                    }
                    let actions: Vec<&Action> = steps.iter().map(|it| &it.action).collect();
                    let results = self.transformer.apply_each(&structure, &actions);
                    for (number, done) in results.into_iter().enumerate() {
                        if mover != 0 && !done.alarms.is_empty() {
                            self.interrupt(place, &structure, &way);
                        }
                        let mut way = way.clone();
                        way.push((routine, index, number));
                        self.follow(place, done, &way, &mut todo);
                    }
                }
            }
        }
    }

    /// A place at which a thread has just been started that begins with steps nobody can tell the time of:
    /// it takes them before anybody else moves, which commutes with what others do.
    fn newcomer(&self, structure: &Structure) -> Option<(usize, usize)> {
        if !self.limits.newcomers_first || structure.unary(self.compiled.running).may != 0 {
            return None;
        }
        let silent = self.compiled.begins_silently.iter().enumerate();
        let mut silent = silent.filter(|it| *it.1).map(|it| it.0);
        silent
            .find(|it| structure.unary(self.compiled.at[*it][0]).must != 0)
            .map(|it| (it, 0))
    }

    /// A thread that can't run on because of an error yields where it is, so that others see what it did before.
    fn interrupt(&mut self, place: usize, structure: &Structure, way: &Way) {
        let mut yielded = structure.clone();
        yielded.set_unary(self.compiled.running, Column::NONE);
        let canonical = self.transformer.abstraction.apply(&yielded);
        self.found.counts.widened += usize::from(canonical.widened);
        self.reach(canonical.structure, Some((place, way.clone())));
    }

    /// Takes what a step gave.
    fn follow(&mut self, place: usize, done: Step, way: &Way, todo: &mut Vec<(Structure, Way)>) {
        self.found.counts.add(done.counts);
        for alarm in done.alarms {
            let line = way
                .last()
                .map_or(0, |it| self.compiled.steps[it.0][it.1][it.2].line);
            let message = format!("{}, line {line}", alarm.message);
            let cause = Cause::Error(alarm.message);
            let told = (message, alarm.definite, cause);
            self.alarm(told, alarm.structure, place, way);
        }
        for result in done.structures {
            self.found.transitions += 1;
            let yielded = result.unary(self.compiled.running).may == 0;
            if yielded && self.newcomer(&result).is_none() {
                self.reach(result, Some((place, way.clone())));
                continue;
            }
            let abstraction = &self.transformer.abstraction;
            let new = self
                .local
                .insert(result.clone(), abstraction, JoinKind::Relational);
            if new.is_some() {
                todo.push((result, way.clone()));
            }
        }
    }

    /// Checks all properties; false if one is certainly violated.
    fn check(&mut self, place: usize, structure: &Structure, way: &Way) -> bool {
        let mut sound = true;
        for (number, property) in self.properties.iter().enumerate() {
            if property
                .needs
                .iter()
                .any(|it| structure.unary(*it).may == 0)
            {
                continue;
            }
            let mut environment = Environment::default();
            let value = evaluate::value(structure, &property.violation, &mut environment);
            if value == Kleene::False {
                continue;
            }
            sound &= value != Kleene::True || self.limits.beyond_violations;
            if self
                .told
                .contains(&(property.message.clone(), value == Kleene::True))
            {
                continue;
            }
            let step = self.transformer.apply(structure, &property.witnesses);
            if let Some(alarm) = step.alarms.into_iter().next() {
                let message = property.message.clone();
                let told = (message, value == Kleene::True, Cause::Property(number));
                self.alarm(told, alarm.structure, place, way);
            }
        }
        sound
    }

    fn alarm(
        &mut self,
        (message, definite, cause): (String, bool, Cause),
        structure: Structure,
        place: usize,
        last: &Way,
    ) {
        if !self.told.insert((message.clone(), definite)) {
            return;
        }
        let mut trace = vec![last.clone()];
        let mut at = place;
        while let Some((before, way)) = &self.origins[at] {
            trace.push(way.clone());
            at = *before;
        }
        let told = |(routine, index, number): (usize, usize, usize)| {
            let step = &self.compiled.steps[routine][index][number];
            (step.action.title.clone(), step.line)
        };
        let trace: Way = trace.into_iter().rev().flatten().collect();
        let places = trace.iter().map(|it| (it.0, it.1)).collect();
        let trace = trace.into_iter().map(told).collect();
        self.found.alarms.push(Alarm {
            message,
            definite,
            structure,
            trace,
            places,
            cause,
        });
    }
}
