//! What the threads of a state have to offer, and its choices.

use program::FieldAccess;

use super::StepCache;
use super::answers::Answer;
use super::incremental_answers::IncrementalAnswers;
use crate::choice::Choice;
use crate::heap::Layout;
use crate::machine::Machine;
use crate::operation::{Operation, Ordering, Place, Span};
use crate::options::Timeouts;
use crate::thread_choices::{self, Access, ThreadChoices, Totals};
use crate::value::Ref;

/// The offers of a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    /// By thread.
    pub(super) kept: IncrementalAnswers<ThreadChoices>,
    totals: Totals,
}

impl Offers {
    /// Begins anew: nothing is known of any thread.
    fn begin(&mut self) {
        self.totals = Totals::default();
        for offer in self.kept.answers() {
            self.totals.add(offer);
        }
    }
}

impl StepCache<'_> {
    /// Appends the choices of the current state.
    pub fn choices(&mut self, out: &mut Vec<Choice>) {
        self.find_offers();
        if self.at.exited {
            return;
        }
        let first = out.len();
        thread_choices::choices(self.offers(), out);
        if out.len() == first && self.machine.options.timeouts == Timeouts::Idle {
            let unfinished = self.offers().iter().any(ThreadChoices::is_unfinished);
            if unfinished {
                self.machine().idle_choices(out);
            }
        }
    }

    /// The choice of the current state, if there is only one.
    pub fn only_choice(&mut self) -> Option<Choice> {
        self.find_offers();
        let offers = self.offers.kept.answers();
        match self.offers.totals.count(offers) {
            _ if self.at.exited => None,
            1 => thread_choices::first(offers),
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

    /// What the threads offered when [`StepCache::choices`] was last called, by number.
    pub fn offers(&self) -> &[ThreadChoices] {
        self.offers.kept.answers()
    }

    /// Whether several threads were about to access something then.
    pub fn may_conflict(&self) -> bool {
        self.offers.totals.may_conflict()
    }

    /// What a thread is about to access, by its offer.
    pub fn accesses(&self, offer: ThreadChoices) -> &[Access] {
        &self.accesses[offer.accesses as usize]
    }

    fn find_offers(&mut self) {
        self.settle();
        self.notice_slots();
        if self.offers_known {
            return;
        }
        if self
            .offers
            .kept
            .follow(&self.at, &self.machine, self.generation)
        {
            self.offers.begin();
        }
        while let Some(thread) = self.offers.kept.next_stale() {
            let offer = self.offer_of(thread);
            let old = self.offers.kept.put(thread, offer, &self.at);
            if old != offer.answer {
                self.offers.totals.remove(&old);
                self.offers.totals.add(&offer.answer);
            }
        }
        // Looking may have made everything be forgotten.
        self.offers.kept.arrive(self.generation);
        self.offers_known = true;
        if self.machine.options.compares_steps {
            self.compare_offers();
        }
    }

    /// The offers are not those of the current state.
    #[inline]
    pub(super) fn leave_offers(&mut self) {
        self.offers_known = false;
        self.offers.kept.leave();
    }

    fn offer_of(&mut self, thread: usize) -> Answer<ThreadChoices> {
        let known = self
            .offered
            .known(&self.at, &self.machine, self.generation, thread);
        known.unwrap_or_else(|| {
            let mut offered = std::mem::take(&mut self.offered);
            let mut accesses = std::mem::take(&mut self.accesses);
            let before = self.machine.instructions();
            let offer = self.answer(&mut offered, thread, |machine| {
                find(machine, thread, &mut accesses)
            });
            self.asked += self.machine.instructions() - before;
            self.offered = offered;
            self.accesses = accesses;
            offer
        })
    }

    fn compare_offers(&mut self) {
        let what = |offer: ThreadChoices| ThreadChoices {
            accesses: 0,
            ..offer
        };
        for thread in 0..self.at.threads {
            let again = self.offer_of(thread).answer;
            let kept = self.offers()[thread];
            assert_eq!(what(kept), what(again), "an offer that was kept");
        }
        self.offers_known = true;
    }
}

/// Finds out what a thread offers.
fn find(machine: &mut Machine<'_>, thread: usize, all: &mut Vec<Box<[Access]>>) -> ThreadChoices {
    let operation = machine.operation(thread);
    // A thread that is suspended is ordered by who resumes it.
    let state = &machine.threads()[thread];
    let moves = !state.is_suspended() && !state.is_awaiting();
    let given = operation.iter().filter(|_| moves);
    let given = given.flat_map(|operation| operation.accesses());
    let name = |(places, writes, ordering)| named_access(machine, places, writes, ordering);
    let accesses: Box<[Access]> = match operation {
        Some(Operation::Copy(..)) => {
            let split = given.flat_map(|access| copied(machine, access));
            split.map(name).collect()
        }
        _ => given.map(name).collect(),
    };
    // What it is about to do is told by the thread alone; not so whether it can.
    machine.heap.reads.begin();
    let mut offer = machine.offer(thread, operation);
    if !accesses.is_empty() {
        offer.accesses = all.len() as u32;
        all.push(accesses);
    }
    offer
}

/// What a copy accesses, field by field if some are volatile: `clone` reads each as an assignment would.
fn copied(
    machine: &Machine<'_>,
    (places, writes, ordering): (Span, bool, Ordering),
) -> Vec<(Span, bool, Ordering)> {
    let object = places.first.object;
    let is_volatile = |slot: u32| {
        let field = machine.field_at(Place { object, slot });
        field.is_some_and(|it| machine.program.field(it).access == FieldAccess::Volatile)
    };
    let is_array = matches!(machine.heap.lasting(object).layout, Layout::Array(_));
    let slots = places.first.slot..places.first.slot + places.length;
    if is_array || !slots.clone().any(is_volatile) {
        return vec![(places, writes, ordering)];
    }
    let alone = |slot| {
        let ordering = if is_volatile(slot) {
            Ordering::Atomic
        } else {
            ordering
        };
        (Span::new(object, slot as usize, 1), writes, ordering)
    };
    slots.map(alone).collect()
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
