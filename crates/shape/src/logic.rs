//! Three-valued logic for state of unbounded size: structures, formulas, and what keeps them sharp.
//!
//! In: predicates, structures and actions, as values or as text. Out: what is possible after actions. It knows
//! nothing of programs in any language.
//!
//! After Sagiv, Reps and Wilhelm, "Parametric shape analysis via 3-valued logic" (TOPLAS 2002). A program's
//! state is a logical structure; an abstract structure with a third truth value 1/2 stands for infinitely many
//! of them; an action is applied by `focus` (split until what matters is definite), `coerce` (draw
//! conclusions), update, `coerce` again, and canonical abstraction.

pub mod abstraction;
pub mod action;
pub mod analysis;
pub mod coerce;
pub mod constraint;
pub mod difference;
pub mod embedding;
pub mod evaluate;
pub mod focus;
pub mod formula;
pub mod join;
pub mod kleene;
pub mod propagate;
pub mod structure;
pub mod text;
pub mod transform;
pub mod vocabulary;
