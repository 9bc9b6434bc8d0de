//! Java programs as Promela models for SPIN.
//!
//! In: a [`program::Program`] and the state its model starts from ([`world::World`]). Out: a model
//! as a tree ([`tree`]), its text ([`print()`]), what SPIN says about it and the trail to what SPIN
//! found, in terms of Java instructions. The room does not know Heddle's own machine.

mod arithmetic;
pub mod calls;
pub mod collect;
pub mod context;
pub mod emit;
mod endless;
pub mod facts;
mod hidden_variables;
pub mod intrinsic;
pub mod layout;
mod life;
pub mod locks;
pub mod monitors;
pub mod observed;
pub mod origin;
pub mod points;
pub mod print;
pub mod relevance;
pub mod sharing;
pub mod spin;
pub mod trail;
pub mod translate;
pub mod tree;
pub mod unknown;
pub mod world;

pub use print::print;
