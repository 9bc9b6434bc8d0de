//! What a thread can do in a state, and how the choices of a state follow from that.

use crate::choice::Choice;
use crate::operation::{Ordering, Span};
use program::FieldId;

/// What one thread has to offer in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Alternatives of its next step; 0 if it can't move.
    pub variants: u16,
    /// Whether its wait may end by time.
    pub expires: bool,
    /// Whether its wait may end for no reason.
    pub spurious: bool,
    /// Whether it picks a value: that concerns nobody else, and is done at once.
    pub picks: bool,
    /// Whether it has ended.
    pub ended: bool,
    /// Whether the program may end without it.
    pub daemon: bool,
    /// What it is about to access, see [`crate::Memo::accesses`]; 0 for nothing.
    pub(crate) accesses: u32,
}

/// An access that a thread is about to make; objects by the names they have in the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Where.
    pub places: Span,
    /// Whether it writes.
    pub writes: bool,
    /// How it is ordered.
    pub ordering: Ordering,
    /// The field, unless it is an element of an array.
    pub field: Option<FieldId>,
}

/// Appends the choices of a state in which threads have these offers, by number. Expiries and
/// spurious wake-ups come last.
pub(crate) fn choices(offers: &[Offer], out: &mut Vec<Choice>) {
    // The program ends with its last thread that is no daemon.
    if offers.iter().all(|offer| offer.daemon || offer.ended) {
        return;
    }
    let picking = offers.iter().position(|offer| offer.picks);
    let range = match picking {
        Some(thread) => thread..thread + 1,
        None => 0..offers.len(),
    };
    let choice = |thread: usize, variant| Choice {
        thread: thread as u16,
        variant,
    };
    for thread in range.clone() {
        out.extend((0..offers[thread].variants).map(|variant| choice(thread, variant)));
    }
    for thread in range {
        if offers[thread].expires {
            out.push(choice(thread, Choice::EXPIRE));
        }
        if offers[thread].spurious {
            out.push(choice(thread, Choice::SPURIOUS));
        }
    }
}
