//! Proofs for any number of threads and objects, by abstraction into three-valued logic.
//!
//! In: a program, as actions over logical structures. Out: every abstract state that can be reached, and what
//! may go wrong in them.
//!
//! [`logic`] is the foundation and knows no Java; [`configuration`] has threads, monitors and objects as Java
//! has them.

pub mod configuration;
pub mod java;
pub mod logic;
pub mod prove;
