//! Programs with any number of threads and objects, as configurations of the logic.
//!
//! In: a [`model::Model`], the flow graphs of threads over reference fields, locals and monitors. Out: every
//! abstract configuration that can be reached ([`explore::explore`]), and which properties may be violated.
//!
//! After Yahav, "Verifying safety properties of concurrent Java programs using 3-valued logic" (POPL 2001): a
//! configuration is one structure for the whole program. Threads are individuals like objects; where a thread
//! is is a unary predicate of it; scheduling is the choice of an individual. A summary of threads is any
//! number of them, so what is proved is proved for any number.

pub mod compile;
pub mod explore;
pub mod liveness;
pub mod model;
pub mod property;
mod registers;
pub mod view;
