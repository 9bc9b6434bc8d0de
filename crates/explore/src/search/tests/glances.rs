//! A mistake that many runs show is found soon, wherever the search begins.

use machine::Choice;

use crate::plan::Search;
use crate::system::{Finding, FindingKind, Step, System};
use crate::testing::{plan, run};

const TO: u32 = 300;

/// Two threads that count. If it `fails`, it does when the second has come to 3 before the first
/// moves: where a depth-first search comes last.
struct Grid {
    at: [u32; 2],
    fails: bool,
}

impl System for Grid {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        let threads = (0..2).filter(|thread| self.at[*thread] < TO);
        out.extend(threads.map(|thread| Choice::run(thread as u16)));
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.at[usize::from(choice.thread)] += 1;
        Step::Ran
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        let finding = || Finding {
            kind: FindingKind::Assertion,
            message: String::new(),
            threads: Vec::new(),
        };
        out.extend((self.fails && self.at == [0, 3]).then(finding));
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        out.clear();
        out.extend(self.at);
    }

    fn load(&mut self, state: &[u32]) {
        self.at.copy_from_slice(state);
    }

    fn unfinished(&self, _out: &mut Vec<u16>) {}

    fn describe_stuck(&mut self, _threads: &[u16]) -> Finding {
        unreachable!("nothing is unfinished here")
    }

    fn instructions(&self) -> u64 {
        0
    }
}

#[test]
fn runs_on_the_way_find_what_the_search_would_find_last() {
    let grid = Grid {
        at: [0; 2],
        fails: true,
    };
    let outcome = run(grid, &plan(Search::DepthFirst));
    assert_eq!(outcome.violations().len(), 1);
    assert_eq!(outcome.violations()[0].schedule.to_string(), "1x3");
    assert!(outcome.statistics.states < 20_000);
}

#[test]
fn runs_on_the_way_can_be_left_out() {
    let grid = Grid {
        at: [0; 2],
        fails: true,
    };
    let mut plan = plan(Search::DepthFirst);
    plan.glances = false;
    let outcome = run(grid, &plan);
    assert_eq!(outcome.violations().len(), 1);
    let all = u64::from(TO + 1) * u64::from(TO + 1);
    assert!(outcome.statistics.states > all / 2, "it is found late");
}

#[test]
fn runs_on_the_way_are_not_counted() {
    let grid = Grid {
        at: [0; 2],
        fails: false,
    };
    let outcome = run(grid, &plan(Search::DepthFirst));
    let (to, statistics) = (u64::from(TO), outcome.statistics);
    assert_eq!(statistics.states, (to + 1) * (to + 1));
    assert_eq!(statistics.transitions, 2 * to * (to + 1));
}
