//! Judging endless runs: temporal formulas, termination, progress and starvation on a kept graph.
//!
//! In: a graph of states that a search has taken down ([`KeptGraph`]), and a [`Question`]. Out: a
//! [`Judgement`]: for each level of fairness whether all runs are as they should be, and if not, a
//! [`Counterexample`], a stem and a loop. Nothing here knows Java, machines or searches: a state is
//! a number with a letter, a thread is a number below 64.
//!
//! A search explores the system alone; only afterwards is the graph multiplied with the automaton of
//! a formula. So reductions never see the product (the combination of both on the fly is easy to get
//! wrong: Siegel, "What's wrong with on-the-fly partial order reduction", CAV 2019), and several
//! questions and all levels of fairness cost one exploration.
//!
//! | what | file |
//! |---|---|
//! | taking down states and transitions, with labels kept once | `kept.rs` |
//! | the graph with transitions by state | `graph.rs` |
//! | product with an automaton, threads that change their numbers | `product.rs`, `moves.rs`, `columns.rs` |
//! | strongly connected components, acceptance, fairness | `components.rs`, `levels.rs`, `search.rs` |
//! | stem and loop, and why the run is fair | `counterexample.rs`, `lasso.rs` |
//!
//! What counts as fair is the business of whoever labels the graph; see [`EdgeLabel`] and
//! [`StateLabel`]. With these labels, an endless run is
//! *weakly fair* if each thread moves infinitely often or is infinitely often not enabled;
//! *strongly fair* if each thread that is enabled infinitely often moves infinitely often.
//! A run that ends is fair, and repeats its last state for ever.

mod columns;
mod components;
mod counterexample;
mod graph;
mod kept;
mod lasso;
mod levels;
mod moves;
mod product;
mod search;
#[cfg(test)]
mod tests;

pub use counterexample::{Counterexample, Ending, RunStep, ThreadAccount};
pub use graph::Graph;
pub use kept::{EdgeLabel, KeptGraph, Letter, Point, StateLabel, ThreadMask};
pub use search::{Judged, Judgement, Prefixes, Question, judge};
