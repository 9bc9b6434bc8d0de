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
pub mod step_cache;
pub mod thread;
pub mod thread_choices;
pub mod value;

mod arithmetic;
mod array;
mod atomic_calls;
mod boot;
mod clock;
mod coverage;
mod deed;
mod disturb;
mod early;
mod encode;
mod exception;
mod garbage;
mod image;
mod initialize;
mod invoke;
mod knowledge;
mod lacking;
mod library;
mod lookups;
mod naming;
mod parts;
mod patience;
mod periodic;
mod scout;
mod stamps;
mod state;
mod step;
mod survey;
mod symmetry;
mod sync;
mod unwritten;
mod watched;
mod weak;

pub use atomic_calls::{Oversight, SynchronizerCall, Use};
pub use boot::{BootError, SUPPORT, define_support};
pub use choice::Choice;
pub use image::{ClassState, StandIn};
pub use initialize::ClassUse;
pub use lacking::Asked;
pub use machine::{Ambient, Event, Machine};
pub use operation::{Operation, Ordering, Place, Span};
pub use options::{Given, Granularity, Options, Randomness, Timeouts};
pub use step_cache::{Answers, ClassUsesId, Renaming, RenamingId, StepCache, StepSummary};
pub use survey::{Gap, Survey, survey};
pub use symmetry::Confusion;
pub use thread_choices::{Access, ThreadChoices};
pub use unwritten::{Fact, Noticed};
pub use value::Ref;
pub use watched::Position;
pub use weak::Overtaken;
