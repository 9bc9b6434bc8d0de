//! What is known of the classes of the JDK, as data.
//!
//! In: names of classes, methods and fields, as class files have them. Out: plain answers. The room knows
//! no program and runs nothing; whoever asks says what an answer means to it. What the tables say comes
//! from the documentation of the classes, or is what Heddle does instead, which reports list among the
//! assumptions.

pub mod atomic;
pub mod blocking;
pub mod closed;
pub mod intrinsic;
pub mod model;
pub mod native;
pub mod replaced;
pub mod sharing;
pub mod start;
pub mod synchronizer;
pub mod tuning;
