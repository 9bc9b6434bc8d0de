//! Java programs as Promela models for SPIN.
//!
//! In: a [`program::Program`] and the state its model starts from ([`analysis::world::World`]). Out: a model
//! as a tree ([`tree`]), its text ([`print()`]), what SPIN says about it and the trail to what SPIN
//! found, in terms of Java instructions. The room does not know Heddle's own machine.

mod arithmetic;
pub mod collect;
pub mod context;
pub mod emit;
mod endless;
mod hidden_variables;
pub mod layout;
mod life;
pub mod observed;
pub mod origin;
pub mod print;
pub mod relevance;
pub mod spin;
pub mod trail;
pub mod translate;
pub mod tree;
pub mod unknown;

pub use print::print;
