//! Running a program: instructions, calls, exceptions, class initialisation, and threads that act on each
//! other. `step.rs` is the interpreter, and the place to begin.

pub(crate) mod arithmetic;
pub(crate) mod array;
pub(crate) mod exception;
pub(crate) mod initialize;
pub(crate) mod invoke;
pub(crate) mod step;
pub(crate) mod sync;
