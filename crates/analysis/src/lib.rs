//! What can be said of a program without running it.
//!
//! In: a [`program::Program`] with its main method, and a [`world::World`], a concrete state of it.
//! Out: plain tables: which objects references mean and which code is reachable ([`points`]), who
//! runs it ([`threads`]), who accesses what ([`access`]) under which locks ([`locks`]), what the
//! heap looks like at a statement ([`storage`]), what keeps threads apart ([`facts`]), and what is
//! still to come ([`futures`]), also by call stack ([`foresight`]); and for models that begin in the middle
//! of a run, the same by method and register ([`flat`]).
//!
//! Every analysis errs on one side only: what it claims holds in every run. The head of each file
//! says why.

pub mod access;
pub mod code;
mod demand;
pub mod facts;
pub mod flat;
pub mod foresight;
pub mod futures;
pub mod intrinsic;
pub mod locks;
pub mod notify;
pub mod points;
pub mod set;
pub mod storage;
pub mod threads;
pub mod webs;
pub mod world;
