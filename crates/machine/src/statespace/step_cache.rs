//! A machine that remembers what its steps did.
//!
//! A state is a vector of parts (see `state.rs`), and a step looks at few of them and changes fewer.
//! In a search the same thread takes the same step, seeing the same objects, in very many states. So
//! what a step looked at and what it changed is remembered, as parts; where the same parts are found
//! again, the change is made to the vector, and nothing is run. The machine itself is brought to a
//! state only for steps that are new.
//!
//! # Why a remembered step is right
//!
//! A step is a function of the thread that takes it and of what it reads. Everything it reads of other
//! objects and threads goes through `Heap::object` or is told to [`Reads`](crate::heap::Reads) by the
//! few natives that look at other threads; what it changes it has read. Therefore in a state with the
//! same thread part and the same values where it looked, it makes the same changes to the same
//! objects. What remains is that the *vector* changes in the same places: names must not depend on
//! anything else. A step is remembered only if
//! - it makes no event and lets no time pass (all threads would change);
//! - names hold, or change among the mover's private objects only (`Naming::Same`, `Naming::Private`).
//!   Both are decided by the mover's old and new registers and objects alone: names tell to which
//!   group an object belongs, and what only one thread can reach, no other part mentions. Where other
//!   names change, there is more to it: see `renaming_steps.rs`;
//! - base objects were not searched for garbage. Whether they have to be depends on the references
//!   that the step changed and on the loose objects, which are part of the key if there are any.
//!
//! A base object that no state has changed yet has no place in the vector. Its first change makes one,
//! and forgets everything that was remembered if any remembered step had looked at it.
//!
//! What a thread offers in a state (see `thread_choices.rs`) is remembered in the same way.

mod answers;
mod class_uses;
mod incremental_answers;
mod interchange;
mod reference_shape;
mod renaming_steps;
mod renamings;
mod thread_choices;
mod trie;

pub use answers::Answers;
pub use class_uses::ClassUsesId;
pub use renamings::{Renaming, RenamingId};

use hashbrown::HashSet;
use program::Program;

use crate::choice::Choice;
use crate::execution::initialize::ClassUse;
use crate::heap::Read;
use crate::machine::{Ambient, Event, Machine};
use crate::statespace::naming::Naming;
use crate::statespace::symmetry::Order;
use crate::thread_choices::{Access, ThreadChoices};
use crate::value::Ref;
use class_uses::ClassUses;
use renaming_steps::RenamingSteps;
use renamings::Renamings;
use thread_choices::Offers;
use trie::{Key, Source, Trie};

/// Tables that take more memory than this are emptied.
const MOST_BYTES: usize = 256 << 20;

/// A machine with a memory.
#[derive(Clone)]
pub struct StepCache<'p> {
    machine: Machine<'p>,
    /// The current state.
    at: State,
    /// Whether the machine is in it.
    here: bool,
    /// Whether the machine is in it, but it has not been saved.
    unsaved: bool,
    /// Whether the last step was run, and not remembered.
    ran: bool,
    summary: StepSummary,
    renamings: Renamings,
    class_uses: ClassUses,
    /// Instructions that remembered steps stand for.
    instructions: u64,
    /// Instructions that were begun only to see what a thread offers: how many depends on what is
    /// remembered.
    asked: u64,
    steps: Trie<Step>,
    shifts: RenamingSteps,
    /// How many steps have been numbered.
    numbered: u32,
    changes: Vec<(Source, u32)>,
    /// The words of started threads, two for each.
    births: Vec<u32>,
    offered: Answers<ThreadChoices>,
    accesses: Vec<Box<[Access]>>,
    offers: Offers,
    /// Whether they are those of the current state.
    offers_known: bool,
    /// Base objects without a slot that remembered steps looked at.
    unslotted: HashSet<Ref, foldhash::fast::FixedState>,
    slots: usize,
    /// How often everything was forgotten.
    generation: u64,
    after: State,
    reads: Vec<Read>,
    sources: Vec<Source>,
    order: Order,
}

/// What a step did.
#[derive(Clone, Copy, Debug)]
struct Step {
    effect: Effect,
    instructions: u32,
    summary: StepSummary,
}

/// How a step went, as far as that does not show in the states.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepSummary {
    /// Whether it went round a loop.
    pub looped: bool,
    /// Whether no register counts the rounds of that loop.
    pub freely: bool,
    /// What it used that is nobody's own.
    pub ambient: Ambient,
    /// What it had to do with classes beside its operation, see [`StepCache::class_uses`].
    pub class_uses: ClassUsesId,
    /// What became of the names of objects, once the state is known.
    renaming: RenamingId,
}

/// What a step changed.
#[derive(Clone, Copy, Debug)]
enum Effect {
    /// The same words in every state.
    Local(Changes),
    /// Objects have other names, see `renaming_steps.rs`, where it has this number.
    Shift(u32),
    /// It has to be run every time.
    Unknown,
}

/// Words that change.
#[derive(Clone, Copy, Debug)]
struct Changes {
    /// Where they lie.
    changes: (u32, u32),
    /// Where the words of the threads lie that were started.
    births: (u32, u32),
}

/// A state, and what its first words say.
#[derive(Clone, Debug, Default)]
struct State {
    words: Vec<u32>,
    shape: u32,
    globals: u32,
    threads: usize,
    shared: usize,
    /// The shape if there are loose objects, else 0.
    loose: u32,
    exited: bool,
}

impl State {
    fn position(&self, source: Source) -> usize {
        match source {
            Source::Thread(thread) => 2 + 2 * thread as usize,
            Source::Group(thread) => 3 + 2 * thread as usize,
            Source::Shared(member) => 2 + 2 * self.threads + member as usize,
            Source::Slot(slot) => self.fixed() + slot as usize,
            Source::OpenShared(..)
            | Source::OpenSlot(..)
            | Source::Waiters(_)
            | Source::Threads => unreachable!("no word of a state"),
        }
    }

    /// The number of words before those of the slots.
    fn fixed(&self) -> usize {
        2 + 2 * self.threads + self.shared
    }

    #[inline]
    fn word(&self, source: Source) -> u32 {
        let in_range = match source {
            Source::Thread(thread) | Source::Group(thread) => (thread as usize) < self.threads,
            Source::Shared(member) => (member as usize) < self.shared,
            _ => true,
        };
        if !in_range {
            return 0;
        }
        self.words.get(self.position(source)).copied().unwrap_or(0)
    }

    /// Sets a word, and tells where.
    fn set(&mut self, source: Source, part: u32) -> usize {
        let position = self.position(source);
        if position >= self.words.len() {
            self.words.resize(position + 1, 0);
        }
        self.words[position] = part;
        position
    }

    /// Reads what the first words say.
    fn look(&mut self, machine: &Machine<'_>) {
        let parts = &machine.states.parts;
        if self.shape != self.words[0] {
            self.shape = self.words[0];
            let shape = parts.get(self.shape);
            self.threads = shape[0] as usize;
            self.shared = shape[1] as usize;
            self.loose = if shape.len() > 2 { self.shape } else { 0 };
        }
        if self.globals != self.words[1] {
            self.globals = self.words[1];
            self.exited = parts.get(self.globals)[0] != 0;
        }
    }

    /// Leaves out zeros at the end, as `state.rs` does.
    fn trim(&mut self) {
        let fixed = self.fixed();
        while self.words.len() > fixed && self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

impl<'p> StepCache<'p> {
    /// A machine that has been booted.
    pub fn new(machine: Machine<'p>) -> StepCache<'p> {
        StepCache {
            machine,
            at: State::default(),
            here: true,
            unsaved: true,
            ran: true,
            summary: StepSummary::default(),
            renamings: Renamings::new(),
            class_uses: ClassUses::default(),
            instructions: 0,
            asked: 0,
            steps: Trie::default(),
            shifts: RenamingSteps::default(),
            numbered: 0,
            changes: Vec::new(),
            births: Vec::new(),
            offered: Answers::default(),
            accesses: vec![Box::new([])],
            offers: Offers::default(),
            offers_known: false,
            unslotted: HashSet::with_hasher(foldhash::fast::FixedState::default()),
            slots: 0,
            generation: 1,
            after: State::default(),
            reads: Vec::new(),
            sources: Vec::new(),
            order: Order::default(),
        }
    }

    /// The machine, in the current state, for questions and to be run. Whoever lets it run calls
    /// [`StepCache::moved`].
    pub fn machine(&mut self) -> &mut Machine<'p> {
        if !self.here {
            self.machine.load(&self.at.words);
            self.here = true;
        }
        &mut self.machine
    }

    /// Whether the places of ended threads are taken again, see `recycling.rs`.
    pub fn recycles_places(&self) -> bool {
        self.machine.recycles_places()
    }

    /// The places of the threads that the last step has started; where none is taken twice, of one that was
    /// remembered nothing is told.
    pub fn born(&self) -> impl Iterator<Item = u16> {
        let born = if self.ran { self.machine.born() } else { &[] };
        born.iter().map(|it| *it as u16)
    }

    /// The program that is run.
    pub fn program(&self) -> &'p Program {
        self.machine.program()
    }

    /// The machine was run.
    pub fn moved(&mut self) {
        self.unsaved = true;
        self.leave_offers();
        self.ran = true;
        self.summary = StepSummary {
            looped: self.machine.has_looped(),
            freely: self.machine.has_looped_freely(),
            ambient: self.machine.ambient(),
            class_uses: self.class_uses.number(self.machine.class_uses()),
            renaming: 0,
        };
    }

    /// The machine was run for several steps of a thread; `deed` says whether one of them changed something for
    /// good.
    pub fn moved_far(&mut self, deed: bool) {
        self.moved();
        self.summary.ambient.deed = deed;
    }

    /// What happened in the last step. The objects of an event are there until the choices of the
    /// state are asked for.
    pub fn events(&self) -> &[Event] {
        if self.ran { self.machine.events() } else { &[] }
    }

    /// Whether somebody outside wants steps to end soon.
    pub fn is_braked(&self) -> bool {
        self.machine.is_braked()
    }

    /// Whether the last step went round a loop.
    pub fn has_looped(&self) -> bool {
        self.summary.looped
    }

    /// How the last step went.
    pub fn summary(&self) -> StepSummary {
        self.summary
    }

    /// What became of the names of objects in the last step.
    pub fn renaming(&mut self) -> RenamingId {
        self.settle();
        self.summary.renaming
    }

    /// All renamings so far, by number.
    pub fn renamings(&self) -> &[Renaming] {
        self.renamings.all()
    }

    /// What a step had to do with classes beside its operation, by the number in its [`StepSummary`].
    pub fn class_uses(&self, number: ClassUsesId) -> &[ClassUse] {
        self.class_uses.get(number)
    }

    /// See [`Machine::take_learned`]. Nothing that was remembered counts after that.
    pub fn take_learned(&mut self) -> bool {
        let learned = self.machine.take_learned();
        if learned {
            self.forget();
        }
        learned
    }

    /// Runs calls of synchronizers atomically, see [`Machine::run_calls_atomically`]. Nothing that was
    /// remembered counts after that.
    pub fn run_calls_atomically(&mut self) {
        self.machine().run_calls_atomically();
        self.forget();
    }

    /// Instructions of all steps so far, also of those that were remembered.
    pub fn instructions(&self) -> u64 {
        self.machine.instructions() + self.instructions - self.asked
    }

    /// The current state.
    pub fn state(&mut self) -> &[u32] {
        self.settle();
        &self.at.words
    }

    /// The parts of a thread and of its private objects, in the current state; 0 if it is in the middle
    /// of a long local computation, of which nobody knows the end.
    pub fn own(&mut self, thread: u16) -> u64 {
        self.settle();
        let thread = u32::from(thread);
        let part = self.at.word(Source::Thread(thread));
        if self.machine.states.is_paused(part) {
            return 0;
        }
        u64::from(part) << 32 | u64::from(self.at.word(Source::Group(thread)))
    }

    /// Goes to a state.
    pub fn load(&mut self, state: &[u32]) {
        self.unsaved = false;
        self.ran = false;
        self.here = false;
        self.leave_offers();
        self.at.words.clear();
        self.at.words.extend_from_slice(state);
        self.look_at_shape();
    }

    /// Gets to know a state that a copy has saved. It can be loaded from then on.
    pub fn meet(&mut self, state: &[u32]) {
        self.machine.catch_up(state);
    }

    /// A copy for another worker of the same search, one of `jobs`: a state that one of them has saved
    /// can be loaded by all who have met it.
    pub fn fork(&mut self, jobs: usize) -> StepCache<'p> {
        self.settle();
        self.machine.share();
        let mut copy = self.clone();
        let most = self.machine.options.remembered_bytes.min(MOST_BYTES);
        copy.machine.options.remembered_bytes = most / jobs.max(1);
        copy
    }

    /// What was learned and seen so far, as text that another process understands.
    pub fn knowledge(&self) -> Vec<String> {
        self.machine.knowledge()
    }

    /// Takes over what another process knew. False if that does not fit.
    pub fn adopt(&mut self, knowledge: &[String]) -> bool {
        self.forget();
        knowledge.iter().all(|it| self.machine.adopt(it))
    }

    /// Takes over what a copy has learned and seen.
    pub fn absorb(&mut self, copy: &StepCache<'p>) {
        if self.machine.absorb(&copy.machine) {
            self.forget();
        }
    }

    /// The threads that have neither ended nor are daemons.
    pub fn unfinished(&self) -> impl Iterator<Item = u16> {
        debug_assert!(!self.unsaved, "asked about a saved state");
        (0..self.at.threads as u16).filter(|thread| {
            let part = self.at.word(Source::Thread(u32::from(*thread)));
            !self.machine.states.is_over(part)
        })
    }

    /// How many threads have been started.
    pub fn threads(&mut self) -> usize {
        self.settle();
        self.at.threads
    }

    /// The part of a thread: equal parts mean that it stands at the same place with the same calls
    /// and registers.
    pub fn thread_part(&mut self, thread: usize) -> u32 {
        self.settle();
        self.at.word(Source::Thread(thread as u32))
    }

    /// The memory that states and steps take here, beside a store.
    pub fn bytes(&self) -> usize {
        let remembered =
            self.steps.bytes() + self.offered.bytes() + self.shifts.bytes() + self.order.bytes();
        self.machine.part_bytes() + remembered
    }

    /// Takes one of the choices of the current state.
    pub fn advance(&mut self, choice: Choice) {
        self.settle();
        self.notice_slots();
        let thread = u32::from(choice.thread);
        let key = [
            thread << 16 | u32::from(choice.variant),
            self.at.word(Source::Thread(thread)),
            self.at.word(Source::Group(thread)),
            self.at.loose,
        ];
        let value = |source| value(&self.at, &self.machine, source);
        let Some(step) = self.steps.find(&key, value).copied() else {
            self.run(choice, key, None);
            return;
        };
        let expected = self.compares(step).then(|| self.rerun(choice));
        match step.effect {
            Effect::Local(changes) => {
                self.apply(changes);
                self.offers_known = false;
                self.instructions += u64::from(step.instructions);
                self.summary = step.summary;
                self.ran = false;
                self.here = false;
            }
            Effect::Shift(number) => {
                if !self.shift(number, step) {
                    self.run(choice, key, Some(number));
                }
            }
            Effect::Unknown => {
                self.machine().advance(choice);
                self.moved();
            }
        }
        if let Some((words, renaming)) = expected {
            assert_eq!(words, self.at.words, "a remembered step is the step itself");
            assert_eq!(
                renaming, self.summary.renaming,
                "it renames the same objects"
            );
        }
    }

    /// Makes the changes of a remembered step.
    fn apply(&mut self, effect: Changes) {
        let (first, end) = effect.changes;
        for (source, part) in &self.changes[first as usize..end as usize] {
            let position = self.at.set(*source, *part);
            self.offers.kept.step(position, *part, &self.machine);
        }
        self.at.trim();
        let (first, end) = effect.births;
        if first < end {
            let births = &self.births[first as usize..end as usize];
            let place = 2 + 2 * self.at.threads;
            self.at.words.splice(place..place, births.iter().copied());
            let threads = self.at.threads + births.len() / 2;
            let shape = [threads as u64, self.at.shared as u64];
            self.at.words[0] = self.machine.states.parts.intern(&shape);
            self.look_at_shape();
            self.leave_offers();
        }
    }

    /// Runs a step and remembers it; or, if it has a number already, what it does to names.
    fn run(&mut self, choice: Choice, key: Key, number: Option<u32>) {
        let before = self.machine.instructions();
        let generation = self.generation;
        self.machine().heap.reads.begin();
        self.machine.advance(choice);
        self.machine.heap.reads.end(&mut self.reads);
        self.moved();
        if !self.machine.events().is_empty() {
            return;
        }
        // First, since that may forget who has looked at what; what this step has looked at must stay.
        self.notice_slots();
        let told = self.find_sources(Some(choice.thread));
        self.machine.save(&mut self.after.words);
        self.note_names();
        self.after.look(&self.machine);
        let instructions = self.machine.instructions() - before;
        match number {
            Some(number) if generation == self.generation => {
                self.learn_shift(number, choice.thread);
            }
            Some(_) => {}
            None => self.remember(choice, key, told, instructions as u32),
        }
        std::mem::swap(&mut self.at, &mut self.after);
        let most = self.machine.options.remembered_bytes.min(MOST_BYTES);
        if self.steps.bytes() + self.offered.bytes() > most {
            self.forget();
        } else if self.shifts.bytes() > most / 2 {
            self.shifts = RenamingSteps::default();
        }
    }

    /// Remembers the step that was just run and saved.
    fn remember(&mut self, choice: Choice, key: Key, told: bool, instructions: u32) {
        let effect = if !told {
            Effect::Unknown
        } else if self.is_local() {
            let changes = self.find_effect(choice.thread);
            changes.map_or(Effect::Unknown, Effect::Local)
        } else {
            self.numbered += 1;
            self.learn_shift(self.numbered, choice.thread);
            Effect::Shift(self.numbered)
        };
        let step = Step {
            effect,
            instructions,
            summary: self.summary,
        };
        let value = |source| value(&self.at, &self.machine, source);
        self.steps.insert(key, &self.sources, value, step);
    }

    /// Makes sources of what was read. False if more was read than can be told.
    fn find_sources(&mut self, mover: Option<u16>) -> bool {
        self.sources.clear();
        let mut told = true;
        let reads = std::mem::take(&mut self.reads);
        for read in &reads {
            let source = match *read {
                Read::Everything => {
                    told = false;
                    continue;
                }
                Read::Thread(thread) if Some(thread as u16) == mover => continue,
                Read::Thread(thread) => Source::Thread(thread as u32),
                Read::Waiters(object) => match self.machine.names.name(object) {
                    // A wait set is told by one bit for each thread.
                    Some(name) if self.at.threads <= 32 => Source::Waiters(Ref(name)),
                    Some(_) => {
                        told = false;
                        continue;
                    }
                    None => continue,
                },
                Read::Object(object) => match self.source_of(object) {
                    Some(source) => source,
                    None => continue,
                },
                Read::Open(object, thread) => match self.source_of(object) {
                    Some(Source::Shared(member)) => Source::OpenShared(member, thread),
                    Some(Source::Slot(slot)) => Source::OpenSlot(slot, thread),
                    Some(source) => source,
                    None => continue,
                },
            };
            if !self.sources.contains(&source) {
                self.sources.push(source);
            }
        }
        self.reads = reads;
        told
    }

    /// Where an object lies in the vector; `None` if it was made by this step, or has no place yet.
    fn source_of(&mut self, object: Ref) -> Option<Source> {
        if self.machine.names.is_base(object) {
            let slot = self.machine.heap.slot_of(object);
            if slot.is_none() {
                self.unslotted.insert(object);
            }
            return slot.map(|slot| Source::Slot(slot as u32));
        }
        let (group, member) = self.machine.names.position(object)?;
        Some(match group {
            0 => Source::Shared(member as u32),
            _ => Source::Group(group as u32 - 1),
        })
    }

    /// Whether the step that was just run and saved would change the same places in every state in
    /// which it sees the same.
    fn is_local(&self) -> bool {
        let names_are_local = matches!(
            self.machine.states.naming,
            Some(Naming::Same | Naming::Private { .. })
        );
        let (before, after) = (&self.at, &self.after);
        let starts_none = before.words[0] == after.words[0];
        let only_starts = before.shared == after.shared && before.loose == 0 && after.loose == 0;
        names_are_local
            && !self.machine.states.dead_sought
            && before.globals == after.globals
            && (starts_none || only_starts)
    }

    /// Writes down what the step changed. `None` if it changed what it is not known to have seen.
    fn find_effect(&mut self, mover: u16) -> Option<Changes> {
        let (before, after) = (&self.at, &self.after);
        if before.threads != after.threads {
            self.sources.push(Source::Threads);
        }
        let mover = u32::from(mover);
        let threads = (0..before.threads as u32)
            .flat_map(|thread| [Source::Thread(thread), Source::Group(thread)]);
        let shared = (0..before.shared as u32).map(Source::Shared);
        let slots = self.machine.heap.slots.len() as u32;
        let first = self.changes.len() as u32;
        for source in threads.chain(shared).chain((0..slots).map(Source::Slot)) {
            let part = after.word(source);
            if part == before.word(source) {
                continue;
            }
            let is_own = source == Source::Thread(mover) || source == Source::Group(mover);
            if !is_own && !self.sources.contains(&source) {
                debug_assert!(false, "what a step changes it has read: {source:?}");
                self.changes.truncate(first as usize);
                return None;
            }
            self.changes.push((source, part));
        }
        let born = self.births.len() as u32;
        let new = 2 + 2 * before.threads..2 + 2 * after.threads;
        self.births.extend_from_slice(&after.words[new]);
        Some(Changes {
            changes: (first, self.changes.len() as u32),
            births: (born, self.births.len() as u32),
        })
    }

    /// Objects that have got their places in the vector meanwhile: what looked at them must look
    /// there from now on.
    #[inline]
    fn notice_slots(&mut self) {
        if self.machine.heap.slots.len() != self.slots {
            self.notice_new_slots();
        }
    }

    fn notice_new_slots(&mut self) {
        let slots = &self.machine.heap.slots;
        let met = slots[self.slots..]
            .iter()
            .any(|slot| self.unslotted.contains(&slot.object));
        self.slots = slots.len();
        if met {
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.generation += 1;
        self.leave_offers();
        self.steps = Trie::default();
        self.shifts = RenamingSteps::default();
        self.changes = Vec::new();
        self.births = Vec::new();
        self.offered.clear();
        self.accesses.truncate(1);
        self.unslotted.clear();
    }

    /// Makes the vector that of the machine.
    fn settle(&mut self) {
        if self.unsaved {
            self.machine.save(&mut self.at.words);
            self.note_names();
            self.here = true;
            self.look_at_shape();
        }
    }

    /// The machine was saved.
    fn note_names(&mut self) {
        self.unsaved = false;
        self.summary.renaming = self.renamings.number(&mut self.machine.names.changes);
    }

    fn look_at_shape(&mut self) {
        self.at.look(&self.machine);
    }

    /// Whether a remembered step is run all the same, to compare. Not once something was learned: all
    /// will be forgotten, as soon as the search asks.
    fn compares(&self, step: Step) -> bool {
        let is_known = !matches!(step.effect, Effect::Unknown);
        self.machine.options.compares_steps && is_known && !self.machine.has_learned()
    }

    /// Runs a step, and takes it back. Gives the state after it, and what became of the names.
    fn rerun(&mut self, choice: Choice) -> (Vec<u32>, RenamingId) {
        self.machine().advance(choice);
        let events = self.machine.events();
        assert!(events.is_empty(), "{events:?}");
        let mut after = Vec::new();
        self.machine.save(&mut after);
        let renaming = self.renamings.number(&mut self.machine.names.changes);
        self.here = false;
        (after, renaming)
    }
}

/// What is at a place of a state: a part, yes or no, or the threads in a wait set as bits.
#[inline]
fn value(at: &State, machine: &Machine<'_>, source: Source) -> u32 {
    match source {
        Source::OpenShared(member, thread) => {
            u32::from(machine.is_open_in(at.word(Source::Shared(member)), thread))
        }
        Source::OpenSlot(slot, thread) => u32::from(match at.word(Source::Slot(slot)) {
            0 => machine.is_open_at_first(slot as usize, thread),
            part => machine.is_open_in(part, thread),
        }),
        Source::Waiters(name) => waiters(at, machine, name),
        Source::Threads => at.threads as u32,
        source => at.word(source),
    }
}

fn waiters(at: &State, machine: &Machine<'_>, name: Ref) -> u32 {
    // More threads than bits: a value that no step was remembered with.
    if at.threads > 32 {
        return u32::MAX;
    }
    (0..at.threads).fold(0, |bits, thread| {
        let part = at.word(Source::Thread(thread as u32));
        let waits = machine.states.waits_for(thread, part) == Some(name);
        bits | u32::from(waits) << thread
    })
}
