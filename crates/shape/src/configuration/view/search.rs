//! Every view that can come about.
//!
//! In: a model compiled for views, properties, limits. Out: an [`Exploration`] whose configurations are views.
//!
//! A worklist of views: each is stepped by its marked threads and composed with every view that is there, both
//! ways. A view that became weaker by a join with one of equal names is taken again. The set of canonical
//! views is finite and joins only go up, so the search ends; the head of [`super`] says why the set then covers
//! every configuration.

use super::compose::{self, Composer, Full, Known};
use super::project::{Projector, alive};
use super::stuck;
use crate::configuration::compile::{Compiled, Views};
use crate::configuration::explore::{Alarm, Cause, Exploration, Limits};
use crate::configuration::model::Model;
use crate::configuration::property::{Kind, Property};
use crate::logic::action::Action;
use crate::logic::coerce::coerce;
use crate::logic::evaluate::{self, Environment};
use crate::logic::join::{JoinKind, StructureSet};
use crate::logic::kleene::{Column, Kleene, bits};
use crate::logic::structure::Structure;
use crate::logic::transform::{Counts, Transformer};
use std::collections::{BTreeSet, VecDeque};

/// Steps: routine, index and which of the ways to go.
type Way = Vec<(usize, usize, usize)>;

/// How a view was first reached.
type Origin = Option<(usize, Way)>;

/// Whose views come out of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// Of all marked threads and of those that it starts.
    Mover,
    /// Of the marked threads, while another one moves.
    Watchers,
}

struct Search<'a> {
    model: &'a Model,
    compiled: &'a Compiled,
    views: &'a Views,
    properties: &'a [Property],
    limits: Limits,
    transformer: &'a Transformer<'a>,
    projector: Projector<'a>,
    composer: Composer<'a>,
    found: Exploration,
    known: Vec<Known>,
    origins: Vec<Origin>,
    told: BTreeSet<(String, bool)>,
    queue: VecDeque<usize>,
    queued: Vec<bool>,
    ends_with_monitors: bool,
    work: usize,
}

/// Explores the views of a model from all initial configurations.
pub fn explore(
    model: &Model,
    compiled: &Compiled,
    properties: &[Property],
    limits: Limits,
) -> Exploration {
    let found = Exploration {
        configurations: StructureSet::new(),
        transitions: 0,
        alarms: Vec::new(),
        counts: Counts::default(),
        complete: true,
        hasty: false,
    };
    let Some(views) = &compiled.views else {
        return Exploration {
            complete: false,
            ..found
        };
    };
    let mut transformer = Transformer::new(&compiled.vocabulary);
    transformer.abstraction = transformer.abstraction.coarse_in(&views.coarse);
    let mut search = Search {
        model,
        compiled,
        views,
        properties,
        limits,
        transformer: &transformer,
        projector: Projector {
            compiled,
            views,
            abstraction: &transformer.abstraction,
        },
        composer: Composer::new(compiled, views),
        found,
        known: Vec::new(),
        origins: Vec::new(),
        told: BTreeSet::new(),
        queue: VecDeque::new(),
        queued: Vec::new(),
        ends_with_monitors: false,
        work: 0,
    };
    if search.run().is_err() {
        search.found.complete = false;
    }
    search.found
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Full> {
        for initial in &self.compiled.initial {
            let live = alive(self.compiled, initial);
            self.spread(initial, live, 0, &None)?;
        }
        let mut patience = self.limits.patience;
        while let Some(place) = self.queue.pop_front() {
            self.queued[place] = false;
            if let Some(left) = patience.as_mut().filter(|_| !self.found.alarms.is_empty()) {
                if *left == 0 {
                    self.found.hasty = true;
                    self.found.complete = false;
                    return Ok(());
                }
                *left -= 1;
            }
            self.own_steps(place)?;
            for other in 0..self.known.len() {
                let is_enough = self.limits.work.is_some_and(|it| self.work > it);
                let is_full = self.found.count() > self.limits.configurations;
                if is_enough || is_full || self.limits.is_over() {
                    self.found.complete = false;
                    return Ok(());
                }
                self.meet(place, other)?;
                if other != place {
                    self.meet(other, place)?;
                }
            }
        }
        self.deadlocks()
    }

    /// Views of all threads of a set; or of all pairs of them with one of `anew`, if that is not empty, and of
    /// each that may be the only one alive.
    fn spread(
        &mut self,
        structure: &Structure,
        threads: u64,
        anew: u64,
        origin: &Origin,
    ) -> Result<(), Full> {
        for (structure, thread) in singled(structure, threads)? {
            if self.views.subjects.len() == 1 {
                self.reach(&structure, &[thread], origin)?;
                continue;
            }
            let others = threads & !(1 << thread);
            self.reach(&structure, &[thread], origin)?;
            let is_new = anew >> thread & 1 == 1;
            let others = if anew == 0 || is_new {
                others
            } else {
                others & anew
            };
            for (structure, other) in singled(&structure, others)? {
                self.reach(&structure, &[thread, other], origin)?;
            }
        }
        Ok(())
    }

    /// The view of some threads, in a structure in which nobody runs on.
    fn reach(
        &mut self,
        structure: &Structure,
        threads: &[usize],
        origin: &Origin,
    ) -> Result<(), Full> {
        let mut alone = None;
        if threads.len() < self.views.subjects.len() {
            alone = self.alone(structure, threads[0]);
            if alone.is_none() {
                return Ok(());
            }
        }
        let structure = alone.as_ref().unwrap_or(structure);
        let view = self.projector.view(structure, threads).ok_or(Full)?;
        let abstraction = &self.transformer.abstraction;
        let set = &mut self.found.configurations;
        let Some(place) = set.insert(view, abstraction, JoinKind::Partial) else {
            return Ok(());
        };
        let view = set.structures()[place].clone();
        let known = Known::new(self.compiled, self.views, view);
        if place == self.known.len() {
            self.known.push(known);
            self.origins.push(origin.clone());
            self.queued.push(false);
        } else {
            self.known[place] = known;
        }
        if !std::mem::replace(&mut self.queued[place], true) {
            self.queue.push_back(place);
        }
        Ok(())
    }

    /// The structure with nobody alive but one thread, if that is possible.
    fn alone(&self, structure: &Structure, thread: usize) -> Option<Structure> {
        let mut alone = structure.clone();
        let own = 1 << thread;
        for predicate in self.compiled.at.iter().flat_map(|it| &it[..it.len() - 1]) {
            let column = alone.unary(*predicate);
            if column.must & !own != 0 {
                return None;
            }
            let may = column.may & own;
            alone.set_unary(*predicate, Column { may, ..column });
        }
        let is_legal = coerce(&self.compiled.vocabulary, &mut alone).is_ok();
        is_legal.then_some(alone)
    }

    /// Steps of the marked threads.
    fn own_steps(&mut self, place: usize) -> Result<(), Full> {
        let known = self.known[place].clone();
        self.check(place, &known.structure, &Way::new());
        for subject in known.subjects {
            let mut structure = known.structure.clone();
            structure.set_unary(self.compiled.running, single(subject));
            self.follow(place, structure, Whose::Mover)?;
        }
        Ok(())
    }

    /// Steps of the first thread that `mover` is about, in view `place`; and what goes wrong between the two.
    fn meet(&mut self, place: usize, mover: usize) -> Result<(), Full> {
        let (one, two) = (&self.known[place], &self.known[mover]);
        let [(routine, index), ..] = two.places[..] else {
            return Ok(());
        };
        // Nobody else is where only one thread can be.
        let same = one.places.iter().any(|it| it.0 == routine);
        if same && !self.views.several[routine] {
            return Ok(());
        }
        let interferes = self.views.interferes[routine][index];
        let races = one.subjects.len() == 1 && self.may_race(one, routine, index);
        if !interferes && !races {
            return Ok(());
        }
        self.work += 1;
        for structure in self.composer.compose(one, two)? {
            if races {
                self.check(place, &structure, &Way::new());
            }
            self.follow(place, structure, Whose::Watchers)?;
        }
        Ok(())
    }

    /// Is there a property that a thread of the view and one at the place may violate?
    fn may_race(&self, view: &Known, routine: usize, index: usize) -> bool {
        if self.views.subjects.len() > 1 {
            return false;
        }
        let labels = &self.compiled.at[routine];
        let reach = &self.views.reach[routine][index];
        let is_at = |label: u16| reach.iter().any(|it| labels[*it] == label);
        let own: Vec<u16> = view
            .places
            .iter()
            .map(|it| self.compiled.at[it.0][it.1])
            .collect();
        self.properties
            .iter()
            .any(|property| match property.needs[..] {
                [a, b] => own.contains(&a) && is_at(b) || own.contains(&b) && is_at(a),
                _ => property.kind == Kind::MutualExclusion,
            })
    }

    /// Lets the one that runs go on until it yields.
    fn follow(&mut self, place: usize, structure: Structure, whose: Whose) -> Result<(), Full> {
        let mut seen = StructureSet::new();
        let mut todo = vec![(structure, Way::new())];
        while let Some((structure, way)) = todo.pop() {
            if !way.is_empty() {
                self.check(place, &structure, &way);
            }
            let runner = structure.unary(self.compiled.running).must;
            let runner = bits(runner).next().ok_or(Full)?;
            let place_of_runner = compose::place(self.compiled, &structure, runner);
            let (routine, index) = place_of_runner.ok_or(Full)?;
            let steps = &self.compiled.steps[routine][index];
            let actions: Vec<&Action> = steps.iter().map(|it| &it.action).collect();
            let results = self.transformer.apply_each(&structure, &actions);
            for (number, done) in results.into_iter().enumerate() {
                let mut way = way.clone();
                if !way.is_empty() && !done.alarms.is_empty() {
                    self.arrive(place, &structure, &way, whose)?;
                }
                way.push((routine, index, number));
                self.found.counts.add(done.counts);
                if done.counts.widened > 0 {
                    return Err(Full);
                }
                for alarm in done.alarms.into_iter().filter(|_| whose == Whose::Mover) {
                    let line = self.compiled.steps[routine][index][number].line;
                    let message = format!("{}, line {line}", alarm.message);
                    let cause = Cause::Error(alarm.message);
                    self.alarm(
                        (message, alarm.definite, cause),
                        alarm.structure,
                        place,
                        &way,
                    );
                }
                for result in done.structures {
                    self.found.transitions += 1;
                    self.work += 1;
                    if result.unary(self.compiled.running).may == 0 {
                        self.arrive(place, &result, &way, whose)?;
                        continue;
                    }
                    let abstraction = &self.transformer.abstraction;
                    let new = seen.insert(result.clone(), abstraction, JoinKind::Relational);
                    if new.is_some() {
                        todo.push((result, way.clone()));
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes the views of a structure in which the mover has yielded.
    fn arrive(
        &mut self,
        place: usize,
        structure: &Structure,
        way: &Way,
        whose: Whose,
    ) -> Result<(), Full> {
        let origin = Some((place, way.clone()));
        let marks = self.views.subjects.iter();
        let marked: Vec<usize> = marks
            .map(|it| structure.unary(*it).must)
            .filter(|it| *it != 0)
            .map(|it| it.trailing_zeros() as usize)
            .collect();
        let ended = structure.unary(self.compiled.ended);
        let is_live = |it: &usize| ended.must >> it & 1 == 0;
        let live: Vec<usize> = marked.iter().copied().filter(is_live).collect();
        let fresh = self.started(structure) & !marked.iter().fold(0u64, |all, it| all | 1 << it);
        // One that starts another is not alone.
        let is_alone = live.len() < self.views.subjects.len() && fresh == 0;
        if live.len() == self.views.subjects.len() || is_alone && !live.is_empty() {
            self.reach(structure, &live, &origin)?;
        }
        if whose == Whose::Watchers {
            return Ok(());
        }
        for thread in marked.iter().filter(|it| !is_live(it)) {
            let all = self.compiled.held.iter().chain(&self.compiled.shares);
            let mut all = all.map(|it| structure.inverse_row(*it, *thread).may);
            self.ends_with_monitors |= all.any(|it| it != 0);
        }
        if fresh != 0 {
            let threads = live.iter().fold(fresh, |all, it| all | 1 << it);
            let threads = if self.views.subjects.len() == 1 {
                fresh
            } else {
                threads
            };
            self.spread(structure, threads, fresh, &origin)?;
        }
        Ok(())
    }

    /// Threads that surely are where their routine begins, as those that were just started.
    fn started(&self, structure: &Structure) -> u64 {
        let first = self.compiled.at.iter().map(|it| it[0]);
        first.fold(0, |all, it| all | structure.unary(it).must)
    }

    /// Checks the properties of two threads.
    fn check(&mut self, place: usize, structure: &Structure, way: &Way) {
        let marks = self.views.subjects.iter().chain([&self.compiled.running]);
        let watched = marks.fold(0, |all, it| all | structure.unary(*it).may);
        for (number, property) in self.properties.iter().enumerate() {
            let is_there = |it: &u16| structure.unary(*it).may & watched != 0;
            if is_of_all(property) || !property.needs.iter().all(is_there) {
                continue;
            }
            let mut environment = Environment::default();
            let value = evaluate::value(structure, &property.violation, &mut environment);
            let told = (property.message.clone(), value == Kleene::True);
            if value == Kleene::False || self.told.contains(&told) {
                continue;
            }
            let step = self.transformer.apply(structure, &property.witnesses);
            if let Some(alarm) = step.alarms.into_iter().next() {
                let told = (told.0, told.1, Cause::Property(number));
                self.alarm(told, alarm.structure, place, way);
            }
        }
    }

    /// Judges properties of all threads at once.
    fn deadlocks(&mut self) -> Result<(), Full> {
        for (number, property) in self.properties.iter().enumerate() {
            if !is_of_all(property) {
                continue;
            }
            let judge = stuck::Judge {
                model: self.model,
                compiled: self.compiled,
                composer: &self.composer,
                known: &self.known,
                limits: &self.limits,
                ends_with_monitors: self.ends_with_monitors,
            };
            let found = match property.kind {
                Kind::TotalDeadlock => judge.total_deadlock()?,
                _ => judge.cyclic_wait()?,
            };
            if let Some(place) = found {
                let structure = self.known[place].structure.clone();
                let told = (property.message.clone(), false, Cause::Property(number));
                self.alarm(told, structure, place, &Way::new());
                return Ok(());
            }
        }
        Ok(())
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
        let trace: Way = trace.into_iter().rev().flatten().collect();
        let places = trace.iter().map(|it| (it.0, it.1)).collect();
        let step = |it: (usize, usize, usize)| &self.compiled.steps[it.0][it.1][it.2];
        let trace = trace
            .into_iter()
            .map(|it| (step(it).action.title.clone(), step(it).line));
        self.found.alarms.push(Alarm {
            message,
            definite,
            structure,
            trace: trace.collect(),
            places,
            cause,
        });
    }
}

/// Is it about all threads at once?
fn is_of_all(property: &Property) -> bool {
    matches!(property.kind, Kind::TotalDeadlock | Kind::CyclicWait)
}

fn single(individual: usize) -> Column {
    let mask = 1 << individual;
    Column {
        must: mask,
        may: mask,
    }
}

/// The structure with each of some individuals as a single one, alone and among others.
fn singled(structure: &Structure, individuals: u64) -> Result<Vec<(Structure, usize)>, Full> {
    let mut found = Vec::new();
    for individual in bits(individuals) {
        if structure.is_single(individual) {
            found.push((structure.clone(), individual));
            continue;
        }
        let summary = structure.summary();
        let mut alone = structure.clone();
        alone.set_summary(summary & !(1 << individual));
        found.push((alone, individual));
        let mut among = structure.duplicated(individual).ok_or(Full)?;
        among.set_summary(summary);
        found.push((among, structure.count()));
    }
    Ok(found)
}
