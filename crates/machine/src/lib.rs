//! One concrete Java state that advances by a choice, and the natives of the JDK.
//!
//! In: a [`program::Program`] and a main method. Out: a [`Machine`], see its file. The reading order
//! is that of the modules below.

pub mod choice;
pub mod heap;
pub mod machine;
pub mod monitor;
pub mod native;
pub mod operation;
pub mod options;
pub mod thread;
pub mod thread_choices;
pub mod value;

mod execution;
mod rounds;
mod start;
pub mod statespace;
mod time;

mod coverage;
mod disturb;
mod lacking;
mod library;
mod lines;
mod manners;
mod observed;
mod survey;
mod visits;
mod watched;
mod weak;

pub use choice::Choice;
pub use coverage::TestEnd;
pub use execution::initialize::ClassUse;
pub use lacking::Asked;
pub use machine::{Ambient, Event, Machine};
pub use observed::Observed;
pub use operation::{Operation, Ordering, Place, Span};
pub use options::{Given, Granularity, Options, Randomness, Timeouts};
pub use rounds::deed::polls;
pub use start::boot::{BootError, SUPPORT, define_support};
pub use start::image::{ClassState, StandIn};
pub use statespace::atomic_calls::{Oversight, SynchronizerCall, Use};
pub use statespace::step_cache::{
    Answers, ClassUsesId, Renaming, RenamingId, StepCache, StepSummary,
};
pub use statespace::symmetry::Confusion;
pub use statespace::tuning::{differences, program};
pub use statespace::unwritten::{Fact, Noticed};
pub use survey::{Gap, Survey, survey};
pub use thread_choices::{Access, ThreadChoices};
pub use value::Ref;
pub use watched::Position;
pub use weak::Overtaken;
pub use weak::deeds::{Accessed, Deed};
