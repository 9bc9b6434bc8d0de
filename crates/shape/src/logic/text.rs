//! Predicates, structures, actions and programs as text.
//!
//! In: text. Out: a [`Document`], or an [`Error`] with the line and what is wrong. And the way back for
//! structures.
//!
//! ```text
//! set Variables = x, y;                              // a set of words, for foreach
//! foreach z in Variables { predicate z(v) unique; }  // once for each word
//! predicate n(v, w) function;
//! predicate shared(v) = exists a, b: n(a, v) & n(b, v) & a != b;
//! foreach z in Variables { predicate r[n,z](v) = exists a: z(a) & n*(a, v); }
//! rule forall v: !(x(v) & y(v));                     // true in every concrete structure
//! exclusive x, y;                                    // the same, for any number of predicates
//! structure list { individuals a, b+; x(a); r[n,x](a); r[n,x](b); n(a, b) = 1/2; n(b, b) = 1/2; }
//! action next(p, q) {                                // p = q.n; p and q are words to replace
//!   title "p = q.n";
//!   focus (v) exists a: q(a) & n(a, v);
//!   error !(exists v: q(v)) "null dereference";
//!   set p(v) = exists a: q(a) & n(a, v);
//! }
//! program walk {
//!   input list; start L1;
//!   L1 -> L2: next(x, x);
//!   check L2: forall v: !shared(v) "a list";
//! }
//! ```
//!
//! Other properties are `inverse`, `symmetric`, `antisymmetric`, `irreflexive`, `reflexive`, `transitive`, and
//! `blind` for predicates that tell nothing apart. Other clauses of an action are `choose v: f`, `when f`,
//! `new v`, `remove v: f`, `collect v: f`. Formulas have `! & | -> <->`, `if f then f else f`, `==`, `!=`, `0`,
//! `1`, `1/2`, `n*(v, w)`, `n+(v, w)` and `path(a, b: f)(v, w)`, `path+(a, b: f)(v, w)` for paths of steps `f`.
//! A summary's name ends in `+`. `include "name";` takes the declarations of another text.

mod formula;
mod lexer;
mod reader;
mod writer;

pub use reader::{Document, read, read_with};
pub use writer::{write_formula, write_structure};

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The text that an `include` named, if it is not the one that was given.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{file}, line {}: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

impl std::error::Error for Error {}
