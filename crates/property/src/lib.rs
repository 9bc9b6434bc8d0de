//! What is to be checked.
//!
//! In: what the user wrote (`--property deadlock,race`). Out: a [`Selection`] of [`FindingKind`]s. The room
//! knows the names of the contract and nothing of programs, machines or search. Formulas of linear
//! temporal logic ([`Ltl`]) are read here too.

mod automaton;
mod finding_kind;
mod ltl;
mod selection;
mod suggest;
mod temporal;

pub use automaton::{Automaton, AutomatonKind, Cube, TooLarge, Transition};
pub use finding_kind::FindingKind;
pub use ltl::{
    Atom, Base, Blame, Compare, Comparison, Condition, Formula, Line, Ltl, LtlError, Operand, Part,
    Path, PathStep, Place, Quantifier, ThreadName, ThreadState, Threads,
};
pub use selection::{Selection, SelectionError};
pub use suggest::nearest;
pub use temporal::{Fairness, PropertyFileError, TemporalClaim, TemporalProperty};
