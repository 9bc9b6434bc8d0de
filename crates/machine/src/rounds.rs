//! Going round: whether a step changes anything for good, and threads that run on without an operation.

pub(crate) mod deed;
pub(crate) mod patience;
pub(crate) mod periodic;
