//! Java source for programs that are not whole: drivers, which call a class from several threads.
//!
//! In: a [`program::Program`] and the name of a class. Out: plain data and Java source. What the
//! source does when it is run is not known here.
//!
//! [`driver`] says how a driver is made and what is done with it, [`driver::plan`] which calls are
//! made at once, [`driver::sequence`] what may come out of them.

pub mod driver;
