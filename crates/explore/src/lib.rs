//! Search: from a [`System`] to a verdict.

pub mod system;

pub use system::{Finding, FindingKind, Step, System};
