//! A schedule, forced on a real JVM by its debug interface.
//!
//! In: a schedule, as legs of threads between places in bytecode ([`Itinerary`]; `jvm/plan.rs` makes it from
//! a run of Heddle's machine), and a connection to a JVM that has just started. Out: whether the JVM shows
//! what the machine has shown, or where it went another way ([`Outcome`]).
//!
//! # How
//!
//! Every thread of the program but one is suspended at all times. A leg lets one thread go until it stands
//! before the operation at which the schedule turns to another thread: a breakpoint there, for this thread
//! alone, at the n-th time that it comes there with the same stack of calls. Who waits is suspended as it
//! waits: whoever is notified wants the monitor back only when it is resumed, so the order in which threads
//! get it back is that of the schedule. What threads do between two operations concerns nobody else, so only
//! these places matter, however many operations a leg has.
//!
//! A false "confirmed" would need a JVM that shows the exception, the stuck threads or the two stacks for
//! another reason. What is seen is checked on the JVM and not concluded from the schedule: the event of the
//! exception, the states of the threads after all are let go, the stacks. For a race it is not checked that
//! both accesses are to the same object.
//!
//! Example: `0x5.1.0` is three legs. Main goes until it stands before its sixth operation, say `getfield
//! count` at index 4 of `Main.add`; on its way it starts thread 1, which is held where it begins. Thread 1
//! goes until it stands before its second operation, `putfield count`. Then main goes on to its seventh,
//! `putfield count`, and both stand before accesses that race.
//!
//! What can't be forced: which waiter `notify` wakes, when a wait ends for no reason, what a clock says. The
//! plan names these ([`Freedom`]).

mod drive;
mod evidence;
mod itinerary;
mod plan;
mod stacks;

pub use drive::{Divergence, Limits, Outcome, confirm};
pub use itinerary::{Block, Evidence, Freedom, Itinerary, Leg, Position, Stop, ThreadNote};
pub use plan::plan;
