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
    let mut late = false;
    for thread in range.clone() {
        let offer = &offers[thread];
        for variant in 0..offer.variants {
            out.push(choice(thread, variant));
        }
        late |= offer.expires || offer.spurious;
    }
    if !late {
        return;
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

/// The first choice, of those there are.
pub(crate) fn first(offers: &[Offer]) -> Option<Choice> {
    let picking = offers.iter().position(|offer| offer.picks);
    let moving = || offers.iter().position(|offer| offer.variants > 0);
    let (thread, variant) = match picking.or_else(moving) {
        Some(thread) => (thread, 0),
        None => {
            let late = |offer: &Offer| offer.expires || offer.spurious;
            let thread = offers.iter().position(late)?;
            match offers[thread].expires {
                true => (thread, Choice::EXPIRE),
                false => (thread, Choice::SPURIOUS),
            }
        }
    };
    Some(Choice {
        thread: thread as u16,
        variant,
    })
}

/// How many choices there are.
pub(crate) fn count(offers: &[Offer]) -> usize {
    let (mut all, mut goes_on) = (0, false);
    for offer in offers {
        if offer.picks {
            all = usize::from(offer.variants);
            goes_on = offers.iter().any(|offer| !offer.daemon && !offer.ended);
            break;
        }
        all +=
            usize::from(offer.variants) + usize::from(offer.expires) + usize::from(offer.spurious);
        goes_on |= !offer.daemon && !offer.ended;
    }
    if goes_on { all } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the choices are as many as `count` says.
    fn counted(offers: &[Offer]) -> usize {
        let mut out = Vec::new();
        choices(offers, &mut out);
        assert_eq!(out.len(), count(offers), "{offers:?}");
        if let Some(choice) = out.first() {
            assert_eq!(first(offers), Some(*choice), "{offers:?}");
        }
        out.len()
    }

    #[test]
    fn choices_are_counted_as_they_are_made() {
        let runs = Offer {
            variants: 1,
            ..Offer::default()
        };
        let notifies = Offer {
            variants: 3,
            ..runs
        };
        let waits = Offer {
            variants: 0,
            expires: true,
            ..runs
        };
        let picks = Offer {
            variants: 2,
            picks: true,
            ..runs
        };
        let daemon = Offer {
            daemon: true,
            ..runs
        };
        assert_eq!(counted(&[runs, notifies, waits]), 5);
        assert_eq!(
            counted(&[runs, picks, notifies]),
            2,
            "a pick is made at once"
        );
        assert_eq!(counted(&[daemon, daemon]), 0, "daemons keep nothing alive");
        assert_eq!(counted(&[daemon, runs]), 2);
        assert_eq!(counted(&[]), 0);
    }
}
