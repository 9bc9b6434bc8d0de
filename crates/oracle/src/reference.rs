//! What a generated program can do, worked out from its tree alone.
//!
//! In: a [`Program`]. Out: the set of its outcomes over all interleavings, in the words the JVM
//! runner uses. This knows nothing of bytecode, of the JDK or of Heddle: the tree is lowered to a
//! few dozen kinds of step, each of which touches shared state at most once, and every order of
//! steps is tried, with no cleverness but to remember states. Memory is sequentially consistent;
//! `notify` picks any waiter; any contender may win a lock; a run ends with its first uncaught
//! exception.
//!
//! Not modelled: collections used without a lock ([`Unexplored::UnguardedCollection`]). Calls on
//! atomics, collections under their lock and reentrant locks are one step each, since they are
//! linearizable.
//!
//! An interrupted waiter may still be picked by a notification until it has left the wait set
//! itself, as on HotSpot: it then returns normally and stays interrupted.

mod code;
mod lower;
mod show;
mod state;
mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

use crate::ast::{Content, Program};
use state::State;
use step::Stepped;

/// Why a program's outcomes are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unexplored {
    /// More states than allowed.
    TooLarge,
    /// A list or deque is used without a lock.
    UnguardedCollection,
}

impl fmt::Display for Unexplored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unexplored::TooLarge => "the program has too many states",
            Unexplored::UnguardedCollection => "a collection is used without a lock",
        })
    }
}

impl std::error::Error for Unexplored {}

/// All outcomes of a program, and how large its state space is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The outcomes: `outcome: …`, `deadlock`, `exception <class>`.
    pub outcomes: BTreeSet<String>,
    /// States between visible steps.
    pub states: usize,
}

/// Tries all interleavings, as long as there are at most `limit` states.
pub fn explore(program: &Program, limit: usize) -> Result<Reference, Unexplored> {
    let unguarded = program.variables.iter().any(|variable| {
        matches!(variable.content, Content::List | Content::Deque) && variable.guard.is_none()
    });
    if unguarded {
        return Err(Unexplored::UnguardedCollection);
    }
    let codes = lower::lower(program);
    let mut outcomes = BTreeSet::new();
    let mut seen: BTreeSet<State> = BTreeSet::new();
    let mut stack = vec![State::new(program, &codes)];
    while let Some(state) = stack.pop() {
        if seen.contains(&state) {
            continue;
        }
        if seen.len() == limit {
            return Err(Unexplored::TooLarge);
        }
        let mut stuck = true;
        for thread in 0..codes.len() {
            for next in step::successors(&codes, &state, thread) {
                stuck = false;
                match next {
                    Stepped::To(next) => stack.push(next),
                    Stepped::Thrown(exception) => {
                        outcomes.insert(format!("exception {}", exception.class()));
                    }
                }
            }
        }
        if stuck {
            let ended = state.threads.iter().all(state::ThreadState::ended);
            let outcome = if ended {
                show::outcome(program, &state)
            } else {
                String::from("deadlock")
            };
            outcomes.insert(outcome);
        }
        seen.insert(state);
    }
    Ok(Reference {
        outcomes,
        states: seen.len(),
    })
}
