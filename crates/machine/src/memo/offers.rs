//! What the threads of a state have to offer, and its choices.

use super::Memo;
use crate::choice::Choice;
use crate::machine::Machine;
use crate::offer::{self, Access, Offer};
use crate::operation::{Ordering, Span};
use crate::options::Timeouts;
use crate::value::Ref;

impl Memo<'_> {
    /// Appends the choices of the current state.
    pub fn choices(&mut self, out: &mut Vec<Choice>) {
        self.find_offers();
        if self.at.exited {
            return;
        }
        let first = out.len();
        offer::choices(&self.offers, out);
        if out.len() == first && self.machine.options.timeouts == Timeouts::Idle {
            let unfinished = |offer: &Offer| !offer.daemon && !offer.ended;
            if self.offers.iter().any(unfinished) {
                self.machine().idle_choices(out);
            }
        }
    }

    /// The choice of the current state, if there is only one.
    pub fn only_choice(&mut self) -> Option<Choice> {
        self.find_offers();
        match offer::count(&self.offers) {
            _ if self.at.exited => None,
            1 => offer::first(&self.offers),
            0 => {
                let mut choices = Vec::new();
                self.choices(&mut choices);
                match choices[..] {
                    [only] => Some(only),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What the threads offered when [`Memo::choices`] was last called, by number.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// What a thread is about to access, by its offer.
    pub fn accesses(&self, offer: Offer) -> &[Access] {
        &self.accesses[offer.accesses as usize]
    }

    fn find_offers(&mut self) {
        self.settle();
        self.notice_slots();
        if self.offers_known {
            return;
        }
        let mut offered = std::mem::take(&mut self.offered);
        let mut accesses = std::mem::take(&mut self.accesses);
        self.offers.clear();
        let before = self.machine.instructions();
        for thread in 0..self.at.threads {
            let offer = self.answer(&mut offered, thread, |machine| {
                find(machine, thread, &mut accesses)
            });
            self.offers.push(offer);
        }
        self.asked += self.machine.instructions() - before;
        self.offered = offered;
        self.accesses = accesses;
        self.offers_known = true;
    }
}

/// Finds out what a thread offers.
fn find(machine: &mut Machine<'_>, thread: usize, all: &mut Vec<Box<[Access]>>) -> Offer {
    let operation = machine.operation(thread);
    // A thread that is suspended is ordered by who resumes it.
    let state = &machine.threads()[thread];
    let moves = !state.is_suspended() && !state.is_awaiting();
    let accesses: Box<[Access]> = operation
        .iter()
        .filter(|_| moves)
        .flat_map(|operation| operation.accesses())
        .map(|(places, writes, ordering)| named_access(machine, places, writes, ordering))
        .collect();
    // What it is about to do is told by the thread alone; not so whether it can.
    machine.heap.reads.begin();
    let mut offer = machine.offer(thread, operation);
    if !accesses.is_empty() {
        offer.accesses = all.len() as u32;
        all.push(accesses);
    }
    offer
}

fn named_access(machine: &Machine<'_>, places: Span, writes: bool, ordering: Ordering) -> Access {
    let field = machine.field_at(places.first);
    let name = machine.names.name(places.first.object);
    let mut places = places;
    places.first.object = name.map_or(places.first.object, Ref);
    Access {
        places,
        writes,
        ordering,
        field,
    }
}
