//! Judges a graph: is there a run that breaks what is claimed, and under which fairness?
//!
//! In: a [`Graph`], a [`Question`], the levels of fairness that are wanted. Out: a [`Judgement`].
//!
//! One walk finds the components of the product. A run that goes round all of a component takes all its
//! arcs again and again, so marks add up: the component has a run without fairness if its arcs have
//! all marks of the automaton together; a weakly fair one if they moreover have each thread's mark (it
//! moved, or was not enabled at some point). Strong fairness does not add up: a thread that is
//! enabled on some arc of the component and moves on none must not be enabled, so the arcs on which it
//! is are taken out, and what is left is split again; until nothing is left, or all is well (Emerson
//! and Lei, "Modalities for model checking", 1987; Lichtenstein and Pnueli 1985, for Streett
//! conditions). Every strongly fair run is weakly fair, and what is violated under a level of fairness
//! is violated under those below it.
//!
//! *Termination* fails if there is any component with an arc; *progress*, if there is one after the
//! arcs with a point of progress are taken out; *starvation* of a thread, if there is one of arcs on
//! which it is in a call and does not leave it. Runs that end are no matter of these three.
//!
//! Where the automaton is terminal, or gets to a state from which it accepts everything, a finite
//! way there is enough if every state has a fair continuation ([`Prefixes::Suffice`]). That is so if
//! the threads that are enabled can indeed move: from any state, let the enabled threads take turns.
//!
//! Example: two threads, each in a loop of one step, the state never changes, and `<> p` is asked for,
//! where `p` never holds. Its negation's automaton has one state; the product is one node with two
//! arcs, one with thread 0 moved and one with thread 1 moved. All three levels are violated: the run
//! in which both take turns is strongly fair.

use property::{Automaton, AutomatonKind, Fairness};

use super::components::{Component, Walker, Walking};
use super::counterexample::Counterexample;
use super::graph::Graph;
use super::kept::ThreadMask;
use super::lasso::{Lassos, Region};
use super::product::{Factors, Filter, Marks, Pairs, Product, Space, Triples};

/// What is asked of a graph.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// Whether no run is accepted by the automaton, that of the negation of a formula.
    Formula {
        /// The automaton of the runs that break the formula.
        negation: &'a Automaton,
        /// For each atom of the formula, its place among the values of letters.
        atoms: &'a [usize],
    },
    /// Whether all runs end.
    Termination,
    /// Whether no run goes on for ever without a point of progress.
    Progress,
    /// Whether none of these threads stays in a call for ever, while others go on for ever.
    Starvation(ThreadMask),
}

/// Whether a finite way to a state from which on everything is broken is a counterexample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefixes {
    /// It is: every state has a fair continuation, though perhaps not in the graph.
    Suffice,
    /// There must be a loop in the graph.
    NeedLoop,
}

/// The answer under one level of fairness.
#[derive(Clone, Debug)]
pub enum Judged {
    /// All runs are as they should be.
    Holds,
    /// The run that is not.
    Violated(Box<Counterexample>),
    /// Nothing was found, but transitions are missing where something could be.
    Incomplete,
}

/// The answers.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// For each level that was wanted, the weakest first.
    pub levels: Vec<(Fairness, Judged)>,
    /// How many transitions of the product were looked at.
    pub arcs: u64,
}

impl Judgement {
    /// The answer under this level, if it was wanted.
    pub fn under(&self, fairness: Fairness) -> Option<&Judged> {
        let mut levels = self.levels.iter();
        levels.find(|it| it.0 == fairness).map(|it| &it.1)
    }

    /// Whether a run was found under this level.
    pub fn is_violated(&self, fairness: Fairness) -> bool {
        matches!(self.under(fairness), Some(Judged::Violated(_)))
    }
}

/// Judges a graph under the wanted levels of fairness.
pub fn judge(
    graph: &Graph,
    question: &Question<'_>,
    wanted: &[Fairness],
    prefixes: Prefixes,
) -> Judgement {
    Settings {
        graph,
        question,
        wanted,
        prefixes,
        #[cfg(test)]
        faults: super::tests::Faults::default(),
    }
    .judge()
}

/// What is judged, and how.
pub(super) struct Settings<'a> {
    pub(super) graph: &'a Graph,
    pub(super) question: &'a Question<'a>,
    pub(super) wanted: &'a [Fairness],
    pub(super) prefixes: Prefixes,
    #[cfg(test)]
    pub(super) faults: super::tests::Faults,
}

impl Settings<'_> {
    pub(super) fn judge(&self) -> Judgement {
        let everything = Automaton::of_everything();
        let mut factors = Factors {
            automaton: &everything,
            atoms: &[],
            with_ends: false,
            watched: 0,
            #[cfg(test)]
            faults: self.faults,
        };
        match self.question {
            Question::Formula { negation, atoms } => {
                factors.automaton = negation;
                factors.atoms = atoms;
                factors.with_ends = true;
            }
            Question::Starvation(threads) => factors.watched = threads.0,
            Question::Termination | Question::Progress => {}
        }
        let pairs = self.graph.states() as u64 * factors.automaton.states() as u64;
        if self.graph.renumbers() || pairs >= u64::from(u32::MAX) {
            return self.search(Product::new(self.graph, &factors, Triples::new()));
        }
        let space = Pairs {
            graph_states: self.graph.states() as u32,
            automaton_states: factors.automaton.states() as u32,
        };
        self.search(Product::new(self.graph, &factors, space))
    }

    fn search<S: Space>(&self, product: Product<'_, S>) -> Judgement {
        let is_formula = matches!(self.question, Question::Formula { .. });
        let suffice = is_formula && self.prefixes == Prefixes::Suffice;
        let is_terminal = product.automaton.kind() == AutomatonKind::Terminal;
        let mut search = Search {
            question: self.question,
            all: product.automaton.marks(),
            regions: self.wanted.iter().map(|it| (*it, None)).collect(),
            walker: Walker::new(product),
            #[cfg(test)]
            faults: self.faults,
        };
        #[cfg(test)]
        if self.faults.marks_are_lost {
            search.all = 0;
        }
        let first = search.walker.product.first();
        if suffice && is_terminal {
            return search.reach(first);
        }
        search.walker.stops_at_universal = suffice;
        search.walk(first);
        match search.walker.universal.take() {
            Some(_) => search.reach(first),
            None => search.conclude(first),
        }
    }
}

/// A search that goes on.
struct Search<'q, 'g, S> {
    question: &'q Question<'q>,
    walker: Walker<'g, S>,
    /// All marks of the automaton.
    all: u64,
    /// For each wanted level, where runs are that are fair enough and break what is claimed.
    regions: Vec<(Fairness, Option<Region>)>,
    #[cfg(test)]
    faults: super::tests::Faults,
}

impl<S: Space> Search<'_, '_, S> {
    fn walk(&mut self, first: u32) {
        let (question, all) = (*self.question, self.all);
        let mut regions = std::mem::take(&mut self.regions);
        let mut judge = Judge {
            all,
            regions: &mut regions,
            #[cfg(test)]
            faults: self.faults,
        };
        self.walker
            .walk(&[first], &Filter::default(), &mut |walker, component| {
                if !walker.product.is_accepting(component.nodes[0]) {
                    return Walking::On;
                }
                match question {
                    Question::Formula { .. } | Question::Termination => {
                        judge.component(walker, component, &Filter::default())
                    }
                    Question::Progress if !component.marks.progress => {
                        judge.component(walker, component, &Filter::default())
                    }
                    Question::Progress => {
                        let filter = Filter {
                            without_progress: true,
                            ..Filter::default()
                        };
                        judge.split(walker, component.nodes, &filter)
                    }
                    Question::Starvation(_) => {
                        for column in ThreadMask(component.marks.stuck).threads() {
                            let filter = Filter {
                                stuck: 1 << column,
                                ..Filter::default()
                            };
                            if judge.split(walker, component.nodes, &filter) == Walking::Stops {
                                return Walking::Stops;
                            }
                        }
                        Walking::On
                    }
                }
            });
        self.regions = regions;
    }

    /// The judgement after a walk.
    fn conclude(mut self, first: u32) -> Judgement {
        let incomplete = self.walker.incomplete;
        let arcs = self.walker.arcs;
        let regions = std::mem::take(&mut self.regions);
        let mut lassos = Lassos::new(&mut self.walker.product, self.all);
        let run = |region: &Region, fairness| lassos.run(first, region, fairness);
        let otherwise = match incomplete {
            true => Judged::Incomplete,
            false => Judged::Holds,
        };
        let levels = answers(regions, run, &otherwise);
        Judgement { levels, arcs }
    }

    /// Looks for the nearest node from which on everything is accepted.
    fn reach(mut self, first: u32) -> Judgement {
        let mut lassos = Lassos::new(&mut self.walker.product, self.all);
        let (stem, incomplete) = lassos.to_universal(first);
        let mut arcs = self.walker.arcs + lassos.arcs;
        let wanted: Vec<Fairness> = self.regions.iter().map(|it| it.0).collect();
        let Some(stem) = stem else {
            let judged = |_| match incomplete {
                true => Judged::Incomplete,
                false => Judged::Holds,
            };
            let levels = wanted.into_iter().map(|it| (it, judged(it))).collect();
            return Judgement { levels, arcs };
        };
        // A fair loop from there on, as far as the graph has one.
        let node = stem.last().map_or(first, |it| it.target);
        self.walker = Walker::new(self.walker.product);
        // What was found elsewhere is not reached from there.
        for (_, region) in &mut self.regions {
            *region = None;
        }
        self.walk(node);
        arcs += self.walker.arcs;
        let regions = std::mem::take(&mut self.regions);
        let mut lassos = Lassos::new(&mut self.walker.product, self.all);
        let prefix = lassos.run_after(first, &stem, None, Fairness::None);
        let run =
            |region: &Region, fairness| lassos.run_after(first, &stem, Some(region), fairness);
        let otherwise = Judged::Violated(Box::new(prefix));
        let levels = answers(regions, run, &otherwise);
        Judgement { levels, arcs }
    }
}

/// The answers for all levels. A run that is fair enough for one level is so for those below it, and
/// is told there too.
fn answers(
    mut regions: Vec<(Fairness, Option<Region>)>,
    mut run: impl FnMut(&Region, Fairness) -> Counterexample,
    otherwise: &Judged,
) -> Vec<(Fairness, Judged)> {
    regions.sort_by_key(|it| std::cmp::Reverse(it.0));
    let mut found: Option<Counterexample> = None;
    let mut levels = Vec::new();
    for (fairness, region) in regions {
        if let (None, Some(region)) = (&found, region) {
            found = Some(run(&region, fairness));
        }
        let judged = match &found {
            Some(found) => Judged::Violated(Box::new(found.clone())),
            None => otherwise.clone(),
        };
        levels.push((fairness, judged));
    }
    levels.reverse();
    levels
}

/// Judges components.
struct Judge<'r> {
    all: u64,
    regions: &'r mut Vec<(Fairness, Option<Region>)>,
    #[cfg(test)]
    faults: super::tests::Faults,
}

impl Judge<'_> {
    /// Notes for each level whether the component has a run; all its arcs satisfy the filter.
    fn component<S: Space>(
        &mut self,
        walker: &mut Walker<'_, S>,
        component: &Component<'_>,
        filter: &Filter,
    ) -> Walking {
        let marks = &component.marks;
        if marks.accepting != self.all {
            return Walking::On;
        }
        let region = || Region {
            nodes: component.nodes.to_vec(),
            filter: *filter,
        };
        self.note(Fairness::None, region);
        if marks.weak == u64::MAX {
            self.note(Fairness::Weak, region);
        }
        if self.wants(Fairness::Strong)
            && let Some(region) = self.strongly_fair(walker, component, filter)
        {
            self.note(Fairness::Strong, || region);
        }
        match self.regions.iter().all(|it| it.1.is_some()) {
            true => Walking::Stops,
            false => Walking::On,
        }
    }

    fn wants(&self, fairness: Fairness) -> bool {
        self.regions
            .iter()
            .any(|it| it.0 == fairness && it.1.is_none())
    }

    fn note(&mut self, fairness: Fairness, region: impl FnOnce() -> Region) {
        let wanted = self.regions.iter_mut();
        let mut open = wanted.filter(|it| it.0 == fairness && it.1.is_none());
        if let Some(found) = open.next() {
            found.1 = Some(region());
        }
    }

    /// Splits a component by a filter, and judges what it consists of then.
    fn split<S: Space>(
        &mut self,
        walker: &mut Walker<'_, S>,
        nodes: &[u32],
        filter: &Filter,
    ) -> Walking {
        walker.open(nodes);
        let flow = walker.walk(nodes, filter, &mut |walker, component| {
            // What is split further is part of this component, and closed again afterwards.
            self.component(walker, component, filter)
        });
        walker.close(nodes);
        flow
    }

    /// A part of the component in which each thread that is enabled on some arc moves on one.
    fn strongly_fair<S: Space>(
        &self,
        walker: &mut Walker<'_, S>,
        component: &Component<'_>,
        filter: &Filter,
    ) -> Option<Region> {
        let starved = self.starved(&component.marks);
        if starved == 0 {
            return Some(Region {
                nodes: component.nodes.to_vec(),
                filter: *filter,
            });
        }
        let without = |filter: &Filter, starved: u64| Filter {
            disabled: filter.disabled | starved,
            ..*filter
        };
        let mut open = vec![(component.nodes.to_vec(), without(filter, starved))];
        while let Some((nodes, filter)) = open.pop() {
            let mut found = None;
            walker.open(&nodes);
            walker.walk(&nodes, &filter, &mut |_, part| {
                if part.marks.accepting != self.all {
                    return Walking::On;
                }
                match self.starved(&part.marks) {
                    0 => {
                        found = Some(part.nodes.to_vec());
                        Walking::Stops
                    }
                    starved => {
                        open.push((part.nodes.to_vec(), without(&filter, starved)));
                        Walking::On
                    }
                }
            });
            walker.close(&nodes);
            if let Some(nodes) = found {
                return Some(Region { nodes, filter });
            }
        }
        None
    }

    /// Threads that are enabled somewhere and move nowhere.
    fn starved(&self, marks: &Marks) -> u64 {
        #[cfg(test)]
        if self.faults.strong_is_weak {
            return !marks.weak;
        }
        marks.enabled & !marks.moved
    }
}
