//! A mistake that many runs show is found soon, wherever the search begins.

use crate::plan::Search;
use crate::testing::{Grid, plan, run};

const TO: u32 = 300;

/// Two threads that count. Something is wrong when the second has come to 3 before the first moves: where
/// a depth-first search comes last.
fn grid() -> Grid {
    Grid::new(&[TO, TO]).wrong(&[0, 3])
}

#[test]
fn runs_on_the_way_find_what_the_search_would_find_last() {
    let outcome = run(grid(), &plan(Search::DepthFirst));
    assert_eq!(outcome.violations().len(), 1);
    assert_eq!(outcome.violations()[0].schedule.to_string(), "1x3");
    assert!(outcome.statistics.states < 20_000);
}

#[test]
fn runs_on_the_way_can_be_left_out() {
    let mut plan = plan(Search::DepthFirst);
    plan.glances = false;
    let outcome = run(grid(), &plan);
    assert_eq!(outcome.violations().len(), 1);
    let all = u64::from(TO + 1) * u64::from(TO + 1);
    assert!(outcome.statistics.states > all / 2, "it is found late");
}

#[test]
fn runs_on_the_way_are_not_counted() {
    let outcome = run(Grid::new(&[TO, TO]), &plan(Search::DepthFirst));
    let (to, statistics) = (u64::from(TO), outcome.statistics);
    assert_eq!(statistics.states, (to + 1) * (to + 1));
    assert_eq!(statistics.transitions, 2 * to * (to + 1));
}
