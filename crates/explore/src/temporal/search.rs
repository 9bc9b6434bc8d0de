//! Judges a graph: is there a run that breaks what is claimed, and under which fairness?
//!
//! In: a [`Graph`], a [`Question`], the levels of fairness that are wanted. Out: a [`Judgement`].
//!
//! One walk finds the components of the product, and `levels.rs` judges each of them.
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

use super::components::{Walker, Walking};
use super::counterexample::Counterexample;
use super::graph::Graph;
use super::kept::ThreadMask;
use super::lasso::{Lassos, Region};
use super::levels::Judge;
use super::product::{Factors, Filter, Product};

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
        self.search(Product::new(self.graph, &factors))
    }

    fn search(&self, product: Product<'_>) -> Judgement {
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
struct Search<'q, 'g> {
    question: &'q Question<'q>,
    walker: Walker<'g>,
    /// All marks of the automaton.
    all: u64,
    /// For each wanted level, where runs are that are fair enough and break what is claimed.
    regions: Vec<(Fairness, Option<Region>)>,
    #[cfg(test)]
    faults: super::tests::Faults,
}

impl Search<'_, '_> {
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
        let (stem, incomplete) = lassos.way_to_universal(first);
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
