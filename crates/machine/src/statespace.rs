//! From one concrete state to a small space of them: states as vectors of interned parts with canonical
//! names, remembered steps, and what makes several states one (symmetry) or leaves states out (atomic calls,
//! fields that nobody writes).
//!
//! Nothing here says what Java does; that is `execution` and `native`. Begin with `state.rs`.

pub(crate) mod atomic_calls;
pub(crate) mod encode;
pub(crate) mod garbage;
pub(crate) mod knowledge;
pub(crate) mod naming;
pub(crate) mod parts;
pub(crate) mod recycling;
pub(crate) mod state;
pub mod step_cache;
pub(crate) mod symmetry;
pub(crate) mod tuning;
pub(crate) mod unwritten;
