//! Java source for programs that are not whole: drivers, which call a class from several threads, and
//! environments, which stand for the code around a unit that is checked.
//!
//! In: a [`program::Program`] and the names of classes. Out: plain data and Java source. What the
//! source does when it is run is not known here.
//!
//! [`driver`] says how a driver is made and what is done with it, [`driver::plan`] which calls are
//! made at once, [`driver::sequence`] what may come out of them. [`mod@unit`] says what a unit touches,
//! [`effects`] what a method does to it, [`model`] which Java code shows that.

pub mod driver;
pub mod effects;
pub mod model;
pub mod unit;
