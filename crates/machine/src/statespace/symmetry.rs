//! Thread symmetry: states up to the order of their threads.
//!
//! Threads that run the same code over data of their own lead to the same states again and again, with
//! the threads' numbers exchanged. Here the threads of a state are put into an order that depends on
//! what they are and not on when they were started, so that such states become one.
//!
//! # Why that is right
//!
//! The number of a thread is a name that the machine gives, like those of young objects: no code sees
//! it. Giving threads other numbers, in *all* places that hold them, is no more than writing the same
//! state down in another way, and what can happen in it is the same, with the numbers exchanged in the
//! choices. This is no assumption about the program. The places are these:
//! - the place of a thread and of its objects in the vector, which is changed here;
//! - names of a thread's private objects. In the thread's own parts they say "own" and not a number
//!   (`naming.rs`). A thread whose objects are named in the parts of another thread, and the other one,
//!   too, is *bound* and keeps its number. So do main and threads whose `Thread` is a base object, which
//!   are like no other. Objects found from slots name none of a thread's private objects, because what
//!   a slot leads to is no thread's own;
//! - the owner of a monitor and the thread that initialises a class. In a thread's own objects the owner
//!   is "own", or another thread, which is then bound; in all others it is changed here.
//!
//! Names stay canonical: a group of objects that names nobody else's and that nobody else names is
//! named from its own thread alone, so a walk through the reordered state gives the same names with the
//! groups exchanged.
//!
//! What does depend on the number of a thread is dealt with one by one:
//! - `Thread.name` and `Thread.tid` tell threads apart that are equal otherwise. They are *identity*:
//!   while symmetry is on they are not stored at all. The first time that somebody reads one,
//!   symmetry is switched off for good, which is *learned*: the search begins again, as for
//!   `unwritten.rs`. A search that ends without that has seen no step that reads one. Suppose that some
//!   real run does; take its first such read. Up to there no step of the run depends on identity, so the
//!   search went through states equal to its own but for the order of threads and for identity, and came
//!   to the one in which that read is the next step; it would have learned.
//!   Instructions and natives that read fields by `Unsafe`, handles or reflection alike.
//! - Natives that list threads by number, and the probe of `ThreadLocalRandom`, which comes from the
//!   number: the same.
//! - Identity hash codes of private objects come from the thread's number and a count. While symmetry is
//!   on, they come from the count alone (see `library.rs`).
//! - Which of several threads that pick a value goes first, which waiter is the first alternative of a
//!   `notify`: these only name choices, or order steps that commute.
//!
//! # Joins
//!
//! Whoever starts threads mostly keeps them in an array and joins one after the other. As long as it
//! does, each of them has a place in the array, and no two are alike. So, while symmetry is on, a join
//! of a thread that has been started returns at once, and only notes that the caller, before its next
//! operation, has to wait until that thread has ended; the threads are noted as a set, and the array is
//! no part of the state once nobody will read it.
//!
//! That changes no run that anybody could notice. From the join to the caller's next operation it does
//! nothing that others could notice, nor does it see anything that others can change. A run in which it
//! does that at once and then waits for all is a real one in which it stood before its first join until
//! all had ended; and in a real run all joins are over by the time of the last, when all these threads
//! have ended, because threads that have been started and ended stay so.
//!
//! Where that is not so, joins run their own code (*kept*), and if a search has gone on without, that is
//! learned as above: if somebody interrupts or stops a thread (a join may throw), locks a `Thread` (a
//! join locks it, too, and waits in its wait set), or asks for the state of one; if the caller, before
//! its next operation, ends an initialiser of a class (it runs one when it joins), ends by an exception, runs for ever, looks at the clock, or meets something
//! unsupported; if time passes only when nothing else can move.
//!
//! Threads in the same order need not mean that no smaller form of the state exists: where threads are
//! bound, states remain apart that are the same; which of them are met, and so how many, depends on the
//! order of search. That costs states, and nothing else.

use hashbrown::HashMap;

use crate::execution::initialize::IN_PROGRESS;
use crate::heap::Read;
use crate::machine::Machine;
use crate::monitor::Monitor;
use crate::operation::Place;
use crate::options::Timeouts;
use crate::statespace::encode::awaited;
use crate::statespace::naming::named_thread;
use crate::statespace::parts::Parts;
use crate::thread::{After, Status};
use crate::value::Ref;

type Fixed = foldhash::fast::FixedState;

/// Threads of a state that are put in order; a state with more is left as it is. The highest bit of a
/// set of threads stands for "not known yet".
const MOST: usize = 63;
const UNKNOWN: u64 = 1 << 63;
/// The tag of static fields in the part of an object.
const STATICS: u64 = 1;

/// Whether threads are taken for interchangeable.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ThreadSymmetry {
    on: bool,
    learned: bool,
    /// Whether a join returns at once.
    joins: bool,
    wrongly: Option<Confusion>,
}

/// For tests of tests: what is done wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confusion {
    /// Monitors keep their owners' numbers.
    Owners,
    /// Who reads a thread's name does not tell threads apart by it.
    Identity,
}

impl ThreadSymmetry {
    /// Whether identity is left out of states.
    #[inline]
    pub(crate) fn is_on(self) -> bool {
        self.on
    }

    fn set(&mut self, on: bool, joins: bool) {
        self.on = on;
        self.joins = on && joins;
    }

    /// Whether a join returns at once, and its caller waits later.
    #[inline]
    pub(crate) fn joins(self) -> bool {
        self.joins
    }

    /// A step after which joins have to run their own code.
    pub(crate) fn keep_joins(&mut self) {
        self.learned |= self.joins;
        self.joins = false;
    }

    /// A step looks at what tells threads apart.
    #[cold]
    pub(crate) fn tell_apart(&mut self) {
        if self.wrongly != Some(Confusion::Identity) {
            self.learned |= self.on;
            self.on = false;
            self.joins = false;
        }
    }

    /// Whether it was switched off, and nobody has asked yet.
    pub(crate) fn has_learned(self) -> bool {
        self.learned
    }

    /// Whether it was switched off since the last question.
    pub(crate) fn take_learned(&mut self) -> bool {
        std::mem::take(&mut self.learned)
    }
}

impl Machine<'_> {
    /// Whether threads are taken for interchangeable from here on. To be called in the first state.
    pub fn set_interchangeable(&mut self, on: bool) {
        let joins = self.options.timeouts == Timeouts::Any;
        self.interchange.set(on, joins);
    }

    /// A native accesses a field that code names at run time: it may be one that tells threads apart.
    pub(crate) fn look_at(&mut self, place: Place) {
        if !self.hides_identity() || !place.object.is_heap() || !self.is_thread(place.object) {
            return;
        }
        let mut identity = self.known.identity.iter();
        let program = self.program;
        if identity.any(|field| u32::from(program.field(*field).slot) == place.slot) {
            self.see_identity();
        }
    }

    /// Whether names and ids of threads are left out of states.
    #[inline]
    pub(crate) fn hides_identity(&self) -> bool {
        self.interchange.is_on() || self.recycling.hides_identity()
    }

    /// A step looks at the name or id of a thread.
    #[cold]
    pub(crate) fn see_identity(&mut self) {
        self.interchange.tell_apart();
        self.recycling.show_identity();
    }

    /// Notes that a thread, before its next operation, waits until another one has ended. False if it
    /// has to run the code of `join`.
    pub(crate) fn joins_later(&mut self, thread: usize, object: Ref) -> bool {
        let may = self.interchange.joins() && thread < MOST && !self.is_interrupted(thread);
        let monitor = self.end_monitor(object);
        if !may || self.thread_status(object) == 0 || self.monitor(monitor).owner().is_some() {
            return false;
        }
        // Others notice when an initialiser ends, though that is no operation of its own.
        let mut frames = self.threads[thread].frames.iter();
        if frames.any(|it| matches!(it.after, After::Initialize(_) | After::Ensure(_))) {
            return false;
        }
        // It makes a difference when threads end.
        self.heap.unwritten.observe_ends();
        let Some(other) = self.thread_of(object) else {
            return true;
        };
        if other == thread {
            return false;
        }
        let awaited = &mut self.threads[other].awaited;
        if *awaited >> thread & 1 == 0 {
            *awaited |= 1 << thread;
            self.threads[other].dirty = true;
            self.threads[thread].awaits += 1;
        }
        true
    }

    /// A thread has ended: those who wait for it are told.
    pub(crate) fn release_awaiting(&mut self, thread: usize) {
        let awaited = std::mem::take(&mut self.threads[thread].awaited);
        for waiting in 0..self.threads.len().min(MOST) {
            if awaited >> waiting & 1 != 0 {
                self.heap.reads.note(Read::Thread(waiting));
                self.threads[waiting].awaits -= 1;
                self.threads[waiting].dirty = true;
            }
        }
    }

    /// A thread that waits until others have ended has moved: it must have done nothing by now that
    /// it could only do later.
    pub(crate) fn check_awaiting(&mut self, thread: usize) {
        let paused = self.threads[thread].status == Status::Paused;
        if paused || self.ambient.clock || !self.events.is_empty() {
            self.interchange.keep_joins();
        }
    }

    /// For tests of tests: does it wrongly.
    pub fn confuse(&mut self, confusion: Confusion) {
        self.interchange.wrongly = Some(confusion);
    }

    pub(crate) fn is_confused(&self, confusion: Confusion) -> bool {
        self.interchange.wrongly == Some(confusion)
    }

    /// Whether they are; a step that tells them apart ends it.
    pub fn is_interchangeable(&self) -> bool {
        self.interchange.is_on()
    }
}

/// Puts the threads of states in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    /// By part of a thread, of its frames, of its objects, of one object: the threads it names.
    threads: Vec<u64>,
    frames: Vec<u64>,
    groups: Vec<u64>,
    objects: Vec<u64>,
    /// Parts of objects with other owners and initialisers.
    changed: HashMap<(u32, u32, u32), u32, Fixed>,
    /// The numbers of the threads that may be reordered, and by key in their new order.
    free: Vec<usize>,
    sorted: Vec<(u32, u32, usize)>,
    /// The new number of each thread.
    renaming: Vec<u16>,
}

impl Order {
    /// The new number of each thread, by its old one, after [`Order::sort`] has said `true`.
    pub(crate) fn renaming(&self) -> &[u16] {
        &self.renaming
    }

    /// Puts the threads of a state in order. `pairs` are the two words of each thread, `rest` are the
    /// parts of objects that belong to no thread. False if they were in order.
    pub(crate) fn sort(&mut self, parts: &mut Parts, pairs: &mut [u32], rest: &mut [u32]) -> bool {
        let count = pairs.len() / 2;
        if !(3..=MOST).contains(&count) {
            return false;
        }
        // Main keeps its number.
        let mut bound = 1;
        for thread in 0..count {
            let named = self.named_by_thread(parts, pairs[2 * thread])
                | self.named_by_group(parts, pairs[2 * thread + 1]);
            if named != 0 || is_of_base(parts, pairs[2 * thread]) {
                bound |= named | 1 << thread;
            }
        }
        self.free.clear();
        self.free
            .extend((0..count).filter(|thread| bound >> thread & 1 == 0));
        let key = |thread: &usize| (pairs[2 * thread], pairs[2 * thread + 1], *thread);
        if self.free.is_sorted_by_key(key) {
            return false;
        }
        self.sorted.clear();
        self.sorted.extend(self.free.iter().map(key));
        self.sorted.sort_unstable();
        self.renaming.clear();
        self.renaming.extend(0..count as u16);
        for (place, (thread, group, old)) in self.free.iter().zip(&self.sorted) {
            pairs[2 * place] = *thread;
            pairs[2 * place + 1] = *group;
            self.renaming[*old] = *place as u16;
        }
        for part in rest {
            *part = self.renamed(parts, *part);
        }
        true
    }

    /// An object's part when threads have their new numbers.
    #[inline]
    fn renamed(&mut self, parts: &mut Parts, part: u32) -> u32 {
        if part == 0 || self.threads_in(parts, part) == 0 {
            return part;
        }
        let words = parts.get(part);
        let (owner, initializer) = users(words);
        let new = |old: Option<usize>| {
            let number = old.map(|old| self.renaming.get(old).map_or(old, |it| usize::from(*it)));
            number.map_or(0, |number| number as u32 + 1)
        };
        let key = (part, new(owner), new(initializer));
        if let Some(known) = self.changed.get(&key) {
            return *known;
        }
        let mut words = words.to_vec();
        if owner.is_some() {
            let depth = Monitor((words[1] >> 32) as u32).depth();
            let monitor = Monitor::owned(key.1 as usize - 1, depth);
            words[1] = words[1] & 0xffff_ffff | u64::from(monitor.0) << 32;
        }
        if initializer.is_some() {
            words[1] = words[1] >> 32 << 32 | u64::from(IN_PROGRESS + key.2 - 1);
        }
        let renamed = parts.intern(&words);
        self.changed.insert(key, renamed);
        renamed
    }

    /// The threads that own or initialise what an object's part is of.
    fn threads_in(&mut self, parts: &Parts, part: u32) -> u64 {
        remembered(&mut self.objects, part, || {
            let (owner, initializer) = users(parts.get(part));
            bit(owner) | bit(initializer)
        })
    }

    fn named_by_thread(&mut self, parts: &Parts, part: u32) -> u64 {
        if let Some(known) = known(&self.threads, part) {
            return known;
        }
        let words = parts.get(part);
        let mut named = 0;
        if words.len() > 1 {
            let waits = words[0] & 0xff >= 5;
            named |= name(words[1]) | awaited(words) & !1;
            named |= if waits { name(words[3]) } else { 0 };
            named |= self.named_by_frames(parts, (words[0] >> 32) as u32);
        }
        remembered(&mut self.threads, part, || named)
    }

    /// Of a frame and those below it. Which registers hold references is not looked up: a number that
    /// looks like a name binds a thread that need not be bound.
    fn named_by_frames(&mut self, parts: &Parts, top: u32) -> u64 {
        let mut chain = Vec::new();
        let mut named = 0;
        let mut part = top;
        while part != 0 {
            if let Some(known) = known(&self.frames, part) {
                named = known;
                break;
            }
            chain.push(part);
            part = parts.get(part)[2] as u32;
        }
        for part in chain.into_iter().rev() {
            let words = parts.get(part);
            named |= name(words[1] & 0xffff_ffff);
            named |= words[3..].iter().fold(0, |all, word| all | name(*word));
            remembered(&mut self.frames, part, || named);
        }
        named
    }

    fn named_by_group(&mut self, parts: &Parts, part: u32) -> u64 {
        if let Some(known) = known(&self.groups, part) {
            return known;
        }
        let words = parts.get(part);
        let roots = (words[0] >> 32) as usize;
        let chunks = words[1 + roots..].iter();
        let objects = chunks.flat_map(|chunk| parts.get(*chunk as u32));
        let named = objects.fold(0, |all, object| {
            let words = parts.get(*object as u32);
            let (owner, initializer) = users(words);
            let data = words[3..].iter();
            let names = data.fold(0, |all, word| {
                all | name(word & 0xffff_ffff) | name(word >> 32)
            });
            all | names | bit(owner) | bit(initializer)
        });
        remembered(&mut self.groups, part, || named)
    }

    /// The memory it holds.
    pub(crate) fn bytes(&self) -> usize {
        let sets = [&self.threads, &self.frames, &self.groups, &self.objects];
        let sets: usize = sets.iter().map(|it| it.capacity() * 8).sum();
        sets + self.changed.capacity() * 17
    }
}

/// The owner of the object whose part this is, and the thread that initialises its class if it holds
/// static fields. Not those that are "own".
fn users(words: &[u64]) -> (Option<usize>, Option<usize>) {
    let owner = Monitor((words[1] >> 32) as u32).written_owner();
    let state = words[1] as u32;
    let is_running = words[0] >> 40 == STATICS && state >= IN_PROGRESS;
    (owner, is_running.then(|| (state - IN_PROGRESS) as usize))
}

/// Whether the `Thread` of a thread that has not ended is a base object.
fn is_of_base(parts: &Parts, part: u32) -> bool {
    let words = parts.get(part);
    words
        .get(1)
        .is_some_and(|object| Ref(*object as u32).is_heap())
}

/// The thread, as a set, whose private object a word names.
fn name(word: u64) -> u64 {
    match u32::try_from(word) {
        Ok(word) => bit(named_thread(Ref(word))),
        Err(_) => 0,
    }
}

fn bit(thread: Option<usize>) -> u64 {
    match thread {
        Some(thread) if thread < MOST => 1 << thread,
        _ => 0,
    }
}

fn known(sets: &[u64], part: u32) -> Option<u64> {
    let known = sets.get(part as usize).copied();
    known.filter(|it| *it != UNKNOWN)
}

/// What is known of a part, or is found out now.
#[inline]
fn remembered(sets: &mut Vec<u64>, part: u32, find: impl FnOnce() -> u64) -> u64 {
    if let Some(known) = known(sets, part) {
        return known;
    }
    if sets.len() <= part as usize {
        sets.resize(part as usize + 1, UNKNOWN);
    }
    sets[part as usize] = find();
    sets[part as usize]
}
