//! What one or two threads know, whatever all others are about.
//!
//! In: a model that was compiled for views. Out: every view that can come about, and which properties may be
//! violated ([`search::explore`]).
//!
//! Thread quantification, after Berdine, Lev-Ami, Manevich, Ramalingam and Sagiv (CAV 2008) and Gotsman,
//! Berdine, Cook and Sagiv (PLDI 2007). A *view* is a structure in which one thread, or two, is marked; of all
//! others it keeps that they are there, and nothing of where they are and what their registers refer to. How
//! many threads there are, and how they stand to each other, makes no new views.
//!
//! What is meant by a set of views. Two configurations are *alike* if they differ only in garbage, that is, in
//! what no live thread and no static leads to and what holds no monitor; no step can tell them apart. A set of
//! views *covers* a configuration if for each live thread s (for each pair of different live threads, and for a
//! thread that is the only live one) there is a configuration alike that, with s marked, embeds into a view of
//! the set. The search ends with a set that covers the initial configurations and is closed:
//!
//! - A step of a marked thread is done in its view with the same actions as in full configurations; `running`
//!   makes it the one that moves. What comes out embeds the new configuration; [`project`] only weakens it.
//! - A step of another thread u is done in each structure of [`compose`], which stand for all configurations
//!   that both a view and a view of u stand for.
//! - A thread that is started gets its first view from that step in the view of who starts it.
//! - A step that changes only a thread's place, its registers and fresh objects is not seen by others: what
//!   their views say of those is 1/2 already, and stays so.
//!
//! So all that goes wrong in a step goes wrong in the view of who takes it. A race is two threads, looked for
//! where a view and one of another thread are composed, or in a view of two. A deadlock is judged by views of
//! threads that can't move ([`stuck`]).

pub mod compose;
pub mod project;
pub mod search;
mod stuck;
