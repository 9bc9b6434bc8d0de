//! The oracle: small concurrent Java programs made from a seed, and what the real JVM does with
//! them.
//!
//! In: a seed and a [`Size`]. Out: a [`GeneratedProgram`], a tree ([`ast`]) printed as Java, and
//! the outcomes that many runs on the JVM show ([`Jvm::run`]), and all outcomes there can be, worked
//! out from the tree ([`explore`]). Everything Heddle explores is judged by them: its outcomes must
//! be the reference's, and every outcome of the JVM must be among them.
//!
//! A second generator ([`platform`]) makes programs of what the language and its library promise, which no
//! tree describes: there every search is judged by the one that leaves nothing out, and that by the JVM.
//!
//! Invariant: the program is a function of seed and size alone, on every machine.

pub mod ast;
mod error;
pub mod generate;
pub mod jvm;
pub mod platform;
mod print;
mod random;
pub mod reference;
mod size;

pub use error::Error;
pub use generate::{GeneratedProgram, generate};
pub use jvm::{Jvm, Outcomes, Runnable, run_on_jvm};
pub use platform::PlatformProgram;
pub use print::Explicit;
pub use reference::{Reference, Unexplored, explore};
pub use size::{Racy, Size, Theme, Weights};
