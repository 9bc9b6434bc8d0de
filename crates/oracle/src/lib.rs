//! The oracle: small concurrent Java programs made from a seed, and what the real JVM does with
//! them.
//!
//! In: a seed and a [`Size`]. Out: a [`GeneratedProgram`], a tree ([`ast`]) printed as Java, and
//! the outcomes that many runs on the JVM show ([`Jvm::run`]). Everything Heddle explores is judged
//! by them: every outcome of the JVM must be among the explored ones.
//!
//! Invariant: the program is a function of seed and size alone, on every machine.

pub mod ast;
mod error;
pub mod generate;
pub mod jvm;
mod print;
mod random;
mod size;

pub use error::Error;
pub use generate::{GeneratedProgram, generate};
pub use jvm::{Jvm, Outcomes, run_on_jvm};
pub use size::{Racy, Size, Theme, Weights};
