//! One concrete Java state that advances by a choice.

pub mod choice;

pub use choice::Choice;
