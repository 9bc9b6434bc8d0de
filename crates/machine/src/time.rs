//! Time: what clocks show, which numbers of a program come from them, and how time passes. Begin with
//! `clock.rs`.

pub(crate) mod clock;
pub(crate) mod stamps;
