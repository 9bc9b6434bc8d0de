//! Search: from a [`System`] to a verdict.
//!
//! In: a [`System`] in its initial state and a [`Plan`]. Out: an [`Outcome`]. The room prints
//! nothing and reads no files; whoever wants to look on is an [`Observer`].

pub mod engine;
pub mod footprints;
mod independence;
pub mod java;
pub mod limits;
mod numbering;
pub mod observer;
pub mod plan;
pub mod reduction;
pub mod schedule;
pub mod search;
pub mod statistics;
pub mod store;
pub mod system;
pub mod temporal;
pub mod verdict;
pub mod watch;

mod components;
mod parents;
mod shorten;
mod stuck;
#[cfg(test)]
mod testing;

pub use engine::{Conflict, Engine, Wish};
pub use footprints::{FootprintId, NumberedAccess, NumberedFootprint};
pub use independence::{Change, Claim, Claims, Manner, Mutant, View};
pub use limits::Limits;
pub use observer::{Estimate, Flow, Observer, Phase, Progress, Silent};
pub use plan::{EndsSought, Plan, Search, Storage, Wreck};
pub use schedule::{Schedule, ScheduleError};
pub use search::{
    Checkpoint, ExploredGraph, Keeper, Labelled, ReplayError, Replayed, Taken, explore,
    explore_graph, graph_of_run, replay,
};
pub use statistics::Statistics;
pub use stuck::stuck_here;
pub use system::{
    About, Finding, Footprints, Forking, Learning, Movement, Pace, Renumbering, Step, System,
    Unsupported, Whereabouts,
};
pub use verdict::{Ends, Incomplete, Outcome, Verdict, Violation};
