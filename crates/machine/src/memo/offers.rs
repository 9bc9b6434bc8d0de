//! What the threads of a state have to offer, and its choices.
//!
//! States that are asked about one after the other differ in few words, and an offer depends on the
//! part of its thread and on at most one other place, nearly always. So the offers of the state asked
//! about last are kept, with the words of that state and with who looks where: only those are looked
//! for again whose own part or place has changed. Of an object whose monitor is waited for, only the
//! monitor matters to those who wait: what its owner does to the fields makes no difference to them.

use super::answers::Answer;
use super::trie::Source;
use super::{Memo, State};
use crate::choice::Choice;
use crate::machine::Machine;
use crate::offer::{self, Access, Offer, Totals};
use crate::operation::{Ordering, Span};
use crate::options::Timeouts;
use crate::value::Ref;

/// The offers of a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    /// By thread.
    offers: Vec<Offer>,
    totals: Totals,
    /// The words of the state, with zeros behind them.
    words: Vec<u32>,
    /// Who looks at each of them.
    watchers: Vec<Watchers>,
    /// Where each thread looks beside its own part; `Source::Threads` stands for several places.
    sources: Vec<Option<Source>>,
    /// Threads whose offers are not known, one bit for each.
    stale: u64,
    /// Whether the words are those of the state that the memory is in.
    here: bool,
    /// Threads whose offers depend on several places, and are looked for every time.
    restless: u64,
    /// To which memory the offers belong.
    generation: u64,
}

/// The threads that look at a word, one bit for each.
#[derive(Clone, Copy, Debug, Default)]
struct Watchers {
    all: u64,
    monitor: u64,
}

/// With more threads, all are asked every time.
const MOST_THREADS: usize = u64::BITS as usize;

impl Offers {
    /// Makes them the offers of another state, and stale where they may differ.
    fn follow(&mut self, at: &State, machine: &Machine<'_>, generation: u64) {
        let is_like = self.generation == generation
            && self.words.first() == at.words.first()
            && at.threads <= MOST_THREADS;
        if !is_like {
            self.begin(at, generation);
            return;
        }
        if self.words.len() < at.words.len() {
            self.words.resize(at.words.len(), 0);
        }
        let (eights, rest) = at.words.as_chunks::<8>();
        for (index, eight) in eights.iter().enumerate() {
            let start = index * 8;
            if self.words[start..].first_chunk() != Some(eight) {
                self.update(start, eight, machine);
            }
        }
        self.update(at.words.len() - rest.len(), rest, machine);
        for position in at.words.len()..self.words.len() {
            self.update(position, &[0], machine);
        }
    }

    /// Begins anew.
    fn begin(&mut self, at: &State, generation: u64) {
        self.offers.clear();
        self.offers.resize(at.threads, Offer::default());
        self.totals = Totals::default();
        for offer in &self.offers {
            self.totals.add(offer);
        }
        self.words.clone_from(&at.words);
        self.watchers.clear();
        self.sources.clear();
        self.sources.resize(at.threads, None);
        self.stale = match at.threads {
            0 => 0,
            threads => u64::MAX >> (MOST_THREADS - threads.min(MOST_THREADS)),
        };
        self.restless = 0;
        self.generation = generation;
    }

    fn update(&mut self, start: usize, words: &[u32], machine: &Machine<'_>) {
        for (offset, &word) in words.iter().enumerate() {
            if self.words[start + offset] != word {
                self.change(start + offset, word, machine);
            }
        }
    }

    /// A word has changed.
    fn change(&mut self, position: usize, word: u32, machine: &Machine<'_>) {
        let old = std::mem::replace(&mut self.words[position], word);
        let threads = self.offers.len().min(MOST_THREADS);
        if let Some(thread) = thread_at(position).filter(|it| *it < threads) {
            self.stale |= 1 << thread;
        }
        if let Some(watchers) = self.watchers.get(position) {
            self.stale |= watchers.all;
            if watchers.monitor & !self.stale != 0 && !machine.same_monitor(old, word) {
                self.stale |= watchers.monitor;
            }
        }
    }

    /// The memory makes a step that changes a word and nothing but words.
    #[inline]
    pub(super) fn step(&mut self, position: usize, word: u32, machine: &Machine<'_>) {
        match self.words.get(position) {
            _ if !self.here => {}
            Some(old) if *old == word => {}
            Some(_) => self.change(position, word, machine),
            None => self.here = false,
        }
    }

    /// A thread whose offer is not known.
    fn next_stale(&mut self) -> Option<usize> {
        let thread = (self.stale != 0).then(|| self.stale.trailing_zeros() as usize)?;
        self.stale &= self.stale - 1;
        Some(thread)
    }

    /// Notes what a thread offers.
    fn put(&mut self, thread: usize, offer: Answer<Offer>, at: &State) {
        let old = &mut self.offers[thread];
        if *old != offer.answer {
            self.totals.remove(old);
            self.totals.add(&offer.answer);
            *old = offer.answer;
        }
        if thread >= MOST_THREADS {
            return;
        }
        let bit = 1 << thread;
        // A wait set is not told by one word.
        let source = match offer.source {
            _ if offer.depends => Some(Source::Threads),
            Some(Source::Waiters(_)) => Some(Source::Threads),
            source => source,
        };
        let old = std::mem::replace(&mut self.sources[thread], source);
        if old != source {
            if let Some(old) = old {
                *self.watchers_of(old, at) &= !bit;
            }
            if let Some(new) = source {
                *self.watchers_of(new, at) |= bit;
            }
        }
    }

    /// Who looks at a place.
    fn watchers_of(&mut self, source: Source, at: &State) -> &mut u64 {
        let (word, monitor) = match source {
            Source::OpenShared(member, _) => (Source::Shared(member), true),
            Source::OpenSlot(slot, _) => (Source::Slot(slot), true),
            Source::Waiters(_) | Source::Threads => return &mut self.restless,
            source => (source, false),
        };
        let position = at.position(word);
        if self.watchers.len() <= position {
            self.watchers.resize(position + 1, Watchers::default());
        }
        let watchers = &mut self.watchers[position];
        match monitor {
            true => &mut watchers.monitor,
            false => &mut watchers.all,
        }
    }
}

/// The thread whose part is the word at a position, if there are so many.
fn thread_at(position: usize) -> Option<usize> {
    let after = position.checked_sub(2)?;
    (after.is_multiple_of(2)).then_some(after / 2)
}

impl Memo<'_> {
    /// Appends the choices of the current state.
    pub fn choices(&mut self, out: &mut Vec<Choice>) {
        self.find_offers();
        if self.at.exited {
            return;
        }
        let first = out.len();
        offer::choices(&self.offers.offers, out);
        if out.len() == first && self.machine.options.timeouts == Timeouts::Idle {
            let unfinished = self.offers.offers.iter().any(Offer::is_unfinished);
            if unfinished {
                self.machine().idle_choices(out);
            }
        }
    }

    /// The choice of the current state, if there is only one.
    pub fn only_choice(&mut self) -> Option<Choice> {
        self.find_offers();
        let Offers { offers, totals, .. } = &self.offers;
        match totals.count(offers) {
            _ if self.at.exited => None,
            1 => offer::first(offers),
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
        &self.offers.offers
    }

    /// Whether several threads were about to access something then.
    pub fn may_conflict(&self) -> bool {
        self.offers.totals.may_conflict()
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
        if !self.offers.here {
            let generation = self.generation;
            self.offers.follow(&self.at, &self.machine, generation);
        }
        self.offers.stale |= self.offers.restless;
        while let Some(thread) = self.offers.next_stale() {
            let offer = self.offer_of(thread);
            self.offers.put(thread, offer, &self.at);
        }
        for thread in MOST_THREADS..self.at.threads {
            let offer = self.offer_of(thread);
            self.offers.put(thread, offer, &self.at);
        }
        // Looking may have made everything be forgotten.
        self.offers.here = self.offers.generation == self.generation;
        self.offers_known = true;
        if cfg!(debug_assertions) {
            self.compare_offers();
        }
    }

    /// The offers are not those of the current state.
    #[inline]
    pub(super) fn leave_offers(&mut self) {
        self.offers_known = false;
        self.offers.here = false;
    }

    fn offer_of(&mut self, thread: usize) -> Answer<Offer> {
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
        let what = |offer: Offer| Offer {
            accesses: 0,
            ..offer
        };
        for thread in 0..self.at.threads {
            let again = self.offer_of(thread).answer;
            let kept = self.offers.offers[thread];
            assert_eq!(what(kept), what(again), "an offer that was kept");
        }
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
