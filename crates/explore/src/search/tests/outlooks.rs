//! A search says how far it may have come, and nothing else changes by that.

use crate::observer::{Estimate, Flow, Observer, Progress};
use crate::plan::{Plan, Search, Storage};
use crate::search::explore;
use crate::testing::{Grid, Locks, plan, run};

use super::workers::Pupil;

/// Collects what a search guesses, and when.
#[derive(Default)]
struct Guesses(Vec<(u64, Estimate)>);

impl Observer for Guesses {
    fn progress(&mut self, progress: &Progress) -> Flow {
        let guess = progress
            .estimate
            .map(|estimate| (progress.states, estimate));
        self.0.extend(guess);
        Flow::Continue
    }
}

fn guessing(search: Search, jobs: usize) -> Plan {
    Plan {
        estimate: true,
        jobs,
        ..plan(search)
    }
}

#[test]
fn guesses_are_about_right() {
    let to = 150;
    let states = f64::from((to + 1_u32).pow(3));
    for (search, jobs) in [
        (Search::DepthFirst, 1),
        (Search::DepthFirst, 2),
        (Search::BreadthFirst, 1),
        (Search::BreadthFirst, 2),
    ] {
        let mut guesses = Guesses::default();
        let mut grid = Grid::new(&[to, to, to]);
        explore(&mut grid, &guessing(search, jobs), &mut guesses);
        let late = |guess: &&(u64, Estimate)| guess.0 as f64 > states / 4.0;
        let late: Vec<_> = guesses.0.iter().filter(late).collect();
        assert!(late.len() > 2, "{search:?} with {jobs} has {}", late.len());
        for (stored, estimate) in late {
            let guess = estimate.states.expect("it is about states");
            assert!(
                guess > states / 3.0 && guess < states * 3.0,
                "{search:?} with {jobs} takes {states} for {guess} after {stored}"
            );
            assert!(estimate.done > 0.0 && estimate.done <= 1.0);
        }
    }
}

#[test]
fn of_runs_the_part_is_known() {
    let mut guesses = Guesses::default();
    let search = Search::Random { runs: 5000 };
    explore(
        &mut Grid::new(&[500, 500]),
        &guessing(search, 1),
        &mut guesses,
    );
    let parts: Vec<f64> = guesses.0.iter().map(|it| it.1.done).collect();
    assert!(parts.is_sorted() && parts.last().is_some_and(|it| *it > 0.5));
    assert!(guesses.0.iter().all(|it| it.1.states.is_none()));
}

/// A depth-first search comes last to where the second thread is ahead of the first; runs that are made
/// for the guess come there soon. If what they teach were forgotten, nobody would be told again.
#[test]
fn what_a_run_teaches_counts() {
    for jobs in [1, 2] {
        let plan = Plan {
            alone: 0,
            glances: false,
            ..guessing(Search::DepthFirst, jobs)
        };
        let is_there = |at: &[u32]| at[0] == 0 && at[1] > 5;
        let pupil = Pupil::new(Grid::new(&[200, 200]), is_there, false);
        let outcome = run(pupil, &plan);
        assert_eq!(outcome.statistics.rounds, 1, "with {jobs}");
        assert_eq!(outcome.statistics.states, 201 * 201);
    }
}

#[test]
fn guessing_changes_nothing() {
    for search in [Search::DepthFirst, Search::BreadthFirst] {
        for store in [Storage::Exact, Storage::Compact] {
            for jobs in [1, 3] {
                let plan = Plan {
                    store,
                    ..guessing(search, jobs)
                };
                let silent = Plan {
                    estimate: false,
                    ..plan.clone()
                };
                let system = Locks::philosophers(8, true);
                let (one, other) = (run(system.clone(), &plan), run(system, &silent));
                assert_eq!(one.verdict, other.verdict);
                assert_eq!(super::counts(&one), super::counts(&other));
                let (one, other) = (one.statistics, other.statistics);
                // Several workers look at some states more than once.
                assert!(jobs > 1 || one.instructions == other.instructions);
            }
        }
    }
}
