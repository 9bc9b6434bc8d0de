//! The commands: what `heddle check`, `test`, `replay` and the others do, one file for each.

pub(crate) mod analyze;
pub(crate) mod baseline;
pub(crate) mod check;
pub(crate) mod confirm;
pub(crate) mod debug;
pub(crate) mod doctor;
pub(crate) mod environment;
pub(crate) mod explain;
pub(crate) mod lock_order;
pub(crate) mod model;
pub(crate) mod ordered;
pub(crate) mod prove;
pub(crate) mod replay;
pub(crate) mod spin;
pub(crate) mod temporal;
pub(crate) mod test;
pub(crate) mod walk;
