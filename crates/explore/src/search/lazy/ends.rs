//! Whether every run ends.
//!
//! A run of the whole graph that goes on for ever has one in the reduced graph that does, too. From a state
//! `s` in which the choices of the threads `T` are enough, let `w` be a run that goes on for ever. If a
//! thread of `T` moves in it, the first such step can be moved to the front, because what comes before it
//! is independent of it; if none does, any step of `T` can be put before `w`. Either way the reduced graph
//! has a step from `s`, and a run after it that goes on for ever. The reduced graph is finite, so that
//! run goes round a cycle; and a cycle of the reduced graph is one of the whole graph. So every run ends if
//! and only if the reduced graph has no cycle, and then nobody can wait for ever while others go on, and no
//! run goes on without progress, whatever is fair.
//!
//! For example, `while (!done) Thread.yield();` beside a thread that sets `done` has a cycle, the round in
//! which nothing has been set yet; `synchronized (l) { while (!done) l.wait(); }` has none.
//!
//! A step that assumes something false has no state after it. Where such a step is put before `w`, the run
//! is lost: nothing is said of programs that have one.

use super::Lazy;
use super::graph::Graph;
use crate::plan::EndsSought;
use crate::search::Ledger;
use crate::verdict::Incomplete;

impl Lazy<'_> {
    /// A transition has led to a state that was known: a cycle if that is on the way to here. Then all is
    /// known that was asked, perhaps.
    pub(super) fn meets_itself(&self, ledger: &mut Ledger<'_>, to: u32) -> bool {
        let seeks = ledger.plan.ends != EndsSought::No;
        let is_cycle = seeks && self.is_first_walk && self.graph.nodes[to as usize].is_open;
        is_cycle && self.has_cycle(ledger)
    }

    /// Tells that there is a cycle; whether that is the end of the search.
    pub(super) fn has_cycle(&self, ledger: &mut Ledger<'_>) -> bool {
        if ledger.plan.ends == EndsSought::No {
            return false;
        }
        ledger.tell_ends(false);
        let is_enough = ledger.plan.ends == EndsSought::Only;
        if is_enough {
            ledger.cut(Incomplete::Endless);
        }
        is_enough
    }

    /// Tells whether every run ends, at the end of a search.
    pub(super) fn tell_ends(&self, ledger: &mut Ledger<'_>) {
        if ledger.plan.ends == EndsSought::No {
            return;
        }
        if is_cyclic(&self.graph) {
            self.has_cycle(ledger);
        } else if ledger.statistics.pruned == 0 {
            ledger.tell_ends(true);
        }
    }
}

/// Where a state is in the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Whether there is a cycle.
fn is_cyclic(graph: &Graph<'_>) -> bool {
    let mut marks = vec![Mark::New; graph.len()];
    // All states were reached from the first.
    let mut way: Vec<(u32, usize)> = Vec::new();
    let mut successors = Vec::new();
    let mut next = (graph.len() > 0).then_some(0);
    loop {
        if let Some(node) = next.take() {
            marks[node as usize] = Mark::Open;
            way.push((node, successors.len()));
            successors.extend(graph.successors(node));
        }
        let Some(&(node, first)) = way.last() else {
            return false;
        };
        if successors.len() > first {
            let to = successors.pop().expect("there is one");
            match marks[to as usize] {
                Mark::New => next = Some(to),
                Mark::Open => return true,
                Mark::Done => {}
            }
        } else {
            marks[node as usize] = Mark::Done;
            way.pop();
        }
    }
}
