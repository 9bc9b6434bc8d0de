//! Whether every run ends, and if not, whether it goes on without progress.
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
//! That a run stops is not enough: its threads have to end. A state in which nothing can move though some thread
//! has not ended is one of the reduced graph, too. What sort of deadlock it is does not matter here.
//!
//! For example, `while (!done) Thread.yield();` beside a thread that sets `done` has a cycle, the round in
//! which nothing has been set yet; `synchronized (l) { while (!done) l.wait(); }` has none.
//!
//! # Without progress
//!
//! A run that goes on for ever with progress only at first is `u v`: a finite `u`, then steps for ever of
//! which none is a point of progress. (Whether a step is one depends on its thread and on what it accesses:
//! a step that is moved over independent ones, or put before others, leaves them what they are.) As
//! above, from each state of the reduced graph such a run goes on after one of the steps that were taken
//! there. `u` gets shorter by a step of its own that is moved to the front, and never longer. On each cycle
//! there is a state in which all choices were taken, so the reduced graph has infinitely many on the way;
//! and in each of those the first step of `u` is taken. So a state of the reduced graph is come to in which
//! `u` is empty: from there `v` goes on without progress, in the whole graph.
//!
//! So there is no such run if and only if none begins in a state of the reduced graph. From each of those
//! all steps are taken that are no progress, and what follows by such steps, and a cycle is looked for.
//! Where threads lock, print or wait in each round that is little more than the reduced graph.
//!
//! For example, philosophers who eat for ever: every second step enters or leaves a monitor, and few states
//! have a step that does neither.
//!
//! A step that assumes something false has no state after it. Where such a step is put before `w`, the run
//! is lost: nothing is said of programs that have one.

use machine::Choice;

use super::graph::Graph;
use super::{Lazy, formulas};
use crate::observer::{Flow, Phase};
use crate::plan::EndsSought;
use crate::search::{Ledger, Open};
use crate::store::{StateId, Store};
use crate::system::{Step, System};
use crate::verdict::{Ends, Incomplete};

impl Lazy<'_> {
    /// A transition has led to a state that was known: a cycle if that is on the way to here. Then all is
    /// known that was asked, perhaps.
    pub(super) fn meets_itself(&self, ledger: &mut Ledger<'_>, to: u32) -> bool {
        let seeks = ledger.plan.ends == EndsSought::Ends;
        let is_cycle = seeks && self.is_first_walk && self.graph.nodes[to as usize].is_open;
        is_cycle && self.has_cycle(ledger)
    }

    /// There is a cycle: tells so if no more is asked. Whether that is the end of the search.
    pub(super) fn has_cycle(&self, ledger: &mut Ledger<'_>) -> bool {
        if ledger.plan.ends != EndsSought::Ends {
            return false;
        }
        ledger.tell_ends(Ends::NotAll);
        if ledger.plan.only_ends {
            ledger.cut(Incomplete::Endless);
        }
        ledger.plan.only_ends
    }

    /// Tells what is known of runs that go on for ever, at the end of a search.
    pub(super) fn tell_ends<S: System>(
        &self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        store: &mut dyn Store,
    ) -> Flow {
        match ledger.plan.ends {
            EndsSought::Nothing => return Flow::Continue,
            EndsSought::Formulas => {
                // Without any nobody looks.
                let letters = system.letters();
                if ledger.statistics.pruned == 0 && !letters.is_empty() {
                    ledger.tell_graph(formulas::graph(&self.graph, letters));
                }
                return Flow::Continue;
            }
            EndsSought::Ends | EndsSought::Progress => {}
        }
        let ends = match is_cyclic(&self.graph) {
            _ if self.gets_stuck(system, store) => Ends::NotAll,
            // Steps that have no state after them are all that could hide a cycle.
            false if ledger.statistics.pruned > 0 => return Flow::Continue,
            false => Ends::All,
            true if ledger.plan.ends == EndsSought::Ends || ledger.statistics.pruned > 0 => {
                Ends::NotAll
            }
            true => match goes_without_progress(system, ledger, store) {
                Some(true) => Ends::NotAll,
                Some(false) => Ends::OrProgress,
                None => return Flow::Stop,
            },
        };
        ledger.tell_ends(ends);
        if ends == Ends::NotAll && ledger.plan.only_ends {
            ledger.cut(Incomplete::Endless);
            return Flow::Stop;
        }
        Flow::Continue
    }
}

impl Lazy<'_> {
    /// Whether a run stops with threads that have not ended.
    fn gets_stuck<S: System>(&self, system: &mut S, store: &dyn Store) -> bool {
        let (mut words, mut unfinished) = (Vec::new(), Vec::new());
        (0..self.graph.len() as u32).any(|state| {
            if !self.graph.choices_of(state).is_empty() {
                return false;
            }
            store.get(StateId(state), &mut words);
            system.load(&words);
            unfinished.clear();
            system.unfinished(&mut unfinished);
            !unfinished.is_empty()
        })
    }
}

/// Where a state is in the walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    New,
    Open,
    Done,
}

/// Whether there is a cycle of steps without progress in what follows from the stored states by such steps.
/// `None` if the search is over before that is known.
fn goes_without_progress<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    store: &mut dyn Store,
) -> Option<bool> {
    let mut marks = vec![Mark::New; store.len()];
    // States on the way, with the choices yet to be taken.
    let mut way: Vec<(u32, Vec<Choice>)> = Vec::new();
    let mut words = Vec::new();
    for root in 0..marks.len() as u32 {
        let mut next = (marks[root as usize] == Mark::New).then_some(root);
        loop {
            if let Some(state) = next.take() {
                store.get(StateId(state), &mut words);
                system.load(&words);
                let mut choices = Vec::new();
                system.choices(&mut choices);
                marks[state as usize] = Mark::Open;
                way.push((state, choices));
            }
            let Some((state, choices)) = way.last_mut() else {
                break;
            };
            let Some(choice) = choices.pop() else {
                marks[*state as usize] = Mark::Done;
                way.pop();
                continue;
            };
            store.get(StateId(*state), &mut words);
            let open = Open {
                phase: Phase::Search,
                states: way.len() as u64,
                bytes: (marks.len() + way.len() * size_of::<(u32, Vec<Choice>)>()) as u64,
                estimate: None,
            };
            if ledger.tick(store, || open) == Flow::Stop {
                return None;
            }
            system.load(&words);
            ledger.statistics.transitions += 1;
            match system.advance_to_progress(choice) {
                (Step::Ran, false) => {}
                (Step::Ran, true) | (Step::Pruned, _) => continue,
                (Step::Unsupported(_), _) => return Some(true),
            }
            system.save(&mut words);
            let to = store.insert(&words);
            if to.new {
                if ledger.admit(store) == Flow::Stop {
                    return None;
                }
                marks.push(Mark::New);
            }
            match marks[to.id.0 as usize] {
                Mark::New => next = Some(to.id.0),
                Mark::Open => return Some(true),
                Mark::Done => {}
            }
        }
    }
    Some(false)
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
