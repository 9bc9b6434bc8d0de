//! One search on several workers.

use super::*;
use crate::plan::Storage;

/// A plan for so many workers, who all begin at once.
fn together(search: Search, store: Storage, jobs: usize) -> Plan {
    Plan {
        jobs,
        store,
        alone: 0,
        ..plan(search)
    }
}

const STORES: [Storage; 2] = [Storage::Exact, Storage::Compact];

fn each_way(mut check: impl FnMut(Plan, Plan)) {
    for search in FULL {
        for store in STORES {
            for jobs in [2, 3, 4] {
                let alone = Plan {
                    store,
                    ..plan(search)
                };
                check(together(search, store, jobs), alone);
            }
        }
    }
}

#[test]
fn any_number_of_workers_counts_the_same() {
    each_way(|together, alone| {
        for size in [2, 5, 7] {
            let system = Locks::philosophers(size, true);
            let (many, one) = (run(system.clone(), &together), run(system, &alone));
            assert_eq!(many.verdict, Verdict::Holds, "{together:?}");
            assert_eq!(counts(&many), counts(&one));
            // Looking for stuck threads takes some, too.
            assert!(many.statistics.instructions >= one.statistics.instructions);
            assert_eq!(many.statistics.odds, one.statistics.odds);
            assert_eq!(many.statistics.jobs as usize, together.jobs);
            if together.search == Search::BreadthFirst {
                assert_eq!(many.statistics.max_depth, one.statistics.max_depth);
            }
        }
    });
}

#[test]
fn the_report_of_a_violation_is_that_of_one_worker() {
    each_way(|together, alone| {
        for all in [false, true] {
            let (mut together, mut alone) = (together.clone(), alone.clone());
            (together.all, alone.all) = (all, all);
            let system = Locks::philosophers(6, false);
            let (many, one) = (run(system.clone(), &together), run(system, &alone));
            assert_eq!(many.verdict, one.verdict);
            assert_eq!(many.incomplete, one.incomplete);
            assert_eq!(counts(&many), counts(&one));
        }
    });
}

#[test]
fn what_can_not_be_run_is_said_by_all() {
    let graph = Graph::new(&[(0, 0, 1), (0, 1, 2), (1, 1, 3), (2, 0, 3)])
        .unsupported(1, 7)
        .unsupported(3, 7)
        .pruned(2, 3);
    each_way(|together, alone| {
        let (many, one) = (run(graph.clone(), &together), run(graph.clone(), &alone));
        assert_eq!(many.verdict, one.verdict);
        assert_eq!(many.incomplete.len(), 2);
        assert_eq!(counts(&many), counts(&one));
        assert_eq!(many.statistics.pruned, 1);
    });
}

#[test]
fn stuck_threads_are_found() {
    // From 2 on thread 1 goes round for ever, and thread 0 never moves again.
    let stuck =
        Graph::new(&[(0, 0, 1), (1, 1, 2), (2, 1, 3), (3, 1, 2), (0, 1, 4)]).unfinished(&[0, 1]);
    // The same with a way out.
    let free = stuck.clone().edge(3, Choice::run(0), 1);
    let ends = stuck
        .clone()
        .edge(3, Choice::run(1), 4)
        .edge(2, Choice::run(2), 4);
    each_way(|together, alone| {
        for graph in [&stuck, &free, &ends] {
            let (many, one) = (run(graph.clone(), &together), run(graph.clone(), &alone));
            assert_eq!(many.verdict, one.verdict, "{together:?}");
            assert_eq!(counts(&many), counts(&one));
        }
        assert_eq!(run(stuck.clone(), &together).violations().len(), 1);
        assert_eq!(run(free.clone(), &together).verdict, Verdict::Holds);
    });
}

/// Graphs from a seed: some threads that move about, back and forth.
fn random_graph(seed: u64) -> Graph {
    let mut dice = Dice::new(seed);
    let states = 3 + dice.below(30) as u32;
    let mut graph = Graph::default().unfinished(&[0, 1, 2]);
    for state in 0..states {
        for thread in 0..3 {
            match dice.below(6) {
                0 | 1 => {}
                2 => graph = graph.edge(state, Choice::run(thread), state),
                _ => {
                    let to = dice.below(u64::from(states)) as u32;
                    graph = graph.edge(state, Choice::run(thread), to);
                }
            }
        }
    }
    graph
}

#[test]
fn stuck_threads_of_random_graphs() {
    let mut stuck = 0;
    for seed in 0..1500 {
        let graph = random_graph(seed);
        let one = run(graph.clone(), &plan(Search::BreadthFirst));
        let many = run(graph, &together(Search::BreadthFirst, Storage::Exact, 2));
        assert_eq!(many.verdict, one.verdict, "{seed}");
        assert_eq!(counts(&many), counts(&one), "{seed}");
        stuck += usize::from(!one.violations().is_empty());
    }
    assert!((100..1400).contains(&stuck), "{stuck}");
}

/// A system that has to learn: whoever comes to a place first finds out that it counts.
#[derive(Clone)]
pub(super) struct Pupil<S> {
    inner: S,
    is_there: fn(&[u32]) -> bool,
    /// Whether copies learn, too.
    together: bool,
    knows: bool,
    news: bool,
}

impl<S> Pupil<S> {
    pub(super) fn new(inner: S, is_there: fn(&[u32]) -> bool, together: bool) -> Pupil<S> {
        Pupil {
            inner,
            is_there,
            together,
            knows: false,
            news: false,
        }
    }
}

impl<S: System + Clone> System for Pupil<S> {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        let first = out.len();
        self.inner.choices(out);
        // Until it knows better it leaves out a choice.
        if !self.knows {
            out.truncate(first + 4);
        }
    }

    fn advance(&mut self, choice: Choice) -> Step {
        let mut words = Vec::new();
        self.inner.save(&mut words);
        if !self.knows && (self.is_there)(&words) {
            self.knows = true;
            self.news = true;
        }
        self.inner.advance(choice)
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        self.inner.findings(out);
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        self.inner.save(out);
    }

    fn load(&mut self, state: &[u32]) {
        self.inner.load(state);
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        self.inner.unfinished(out);
    }

    fn describe_stuck(&mut self, threads: &[u16], round: &[u16]) -> Option<Finding> {
        self.inner.describe_stuck(threads, round)
    }
}

impl<S: System + Clone> Movement for Pupil<S> {
    fn instructions(&self) -> u64 {
        self.inner.instructions()
    }
}

impl<S: System + Clone> Learning for Pupil<S> {
    fn take_learned(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }
}

impl<S: System + Clone> Forking for Pupil<S> {
    fn can_fork(&self) -> bool {
        true
    }

    fn fork(&mut self, _jobs: usize) -> Option<Self> {
        let knows = self.knows || !self.together;
        Some(Pupil {
            knows,
            ..self.clone()
        })
    }

    fn absorb(&mut self, copy: Self) {
        if self.together {
            self.news |= copy.knows && !self.knows;
            self.knows |= copy.knows;
        }
    }
}

impl<S: System + Clone> Renumbering for Pupil<S> {}
impl<S: System + Clone> Footprints for Pupil<S> {}

#[test]
fn what_one_worker_learns_all_know_in_the_next_round() {
    each_way(|together, alone| {
        let is_there = |words: &[u32]| words.iter().sum::<u32>() > 9;
        let pupil = Pupil::new(Locks::philosophers(6, true), is_there, true);
        let (many, one) = (run(pupil.clone(), &together), run(pupil, &alone));
        assert_eq!((many.statistics.rounds, one.statistics.rounds), (1, 1));
        assert_eq!(counts(&many), counts(&one));
        assert_eq!(counts(&one), [6336, 21_440, 15_105, 1]);
    });
}

#[test]
fn limits_stop_all_workers() {
    for jobs in [2, 4] {
        let plan = together(Search::BreadthFirst, Storage::Exact, jobs);
        plan.limits.stop.store(true, Ordering::Relaxed);
        let outcome = run(Locks::philosophers(7, true), &plan);
        assert_eq!(outcome.verdict, Verdict::Unknown(vec![Incomplete::Stopped]));
        assert!(outcome.statistics.states < 20_000);
    }
}

#[test]
fn one_worker_begins_and_others_help() {
    let plan = Plan {
        alone: 2000,
        jobs: 2,
        ..plan(Search::DepthFirst)
    };
    let small = run(Locks::philosophers(4, true), &plan);
    assert_eq!(small.statistics.jobs, 1);
    let large = run(Locks::philosophers(6, true), &plan);
    assert_eq!(large.statistics.jobs, 2);
    assert_eq!(counts(&large), [6336, 21_440, 15_105, 1]);
}
