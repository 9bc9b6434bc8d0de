//! Accesses that may take effect in another order than they stand in.
//!
//! `weak.rs` is about loads that come before earlier stores. A program that uses the modes *opaque* and
//! *plain* of atomics and variable handles has more to fear: loads may take effect after later accesses,
//! and stores after later stores. A message that is passed by an opaque flag may not have arrived when
//! the flag is seen. The modes order an access as the documentation of `VarHandle` says:
//!
//! - an *acquire* or volatile load comes before all that follows, a *release* or volatile store and an
//!   atomic update after all that precedes;
//! - opaque and plain accesses, also those of ordinary fields, order nothing.
//!
//! Each thread remembers its last accesses to shared variables in a *window*, and where two of different
//! variables stand in one, they are noted as a pair, with whether they may change places. That matters
//! only if another thread can see it: if it has a pair of the same two variables, the other way round,
//! and each variable is written by somebody; or if several have pairs that lead from the second variable
//! to the first. (In the words of Shasha and Snir: the pairs are a critical cycle.) Each pair is a matter
//! of one thread's own steps, so it is noted whatever a reduction leaves out. Pairs of two threads don't
//! meet if one was noted before the other thread was started, or after its end was seen.
//!
//! A window ends where threads order each other by other means: a lock, a wait, a park, the start of a
//! thread, a volatile access of the library's own, as in its synchronizers. A volatile store, an atomic
//! update or a fence in the program's own code orders what it says, and the window goes on.
//!
//! Pairs of two accesses to ordinary fields don't count, they are races or none; nor does a store that
//! a later load overtakes, which `weak.rs` notes without asking who could see. What an object holds when
//! a plain or opaque store makes it known to others was stored before, and is part of the window.
//! Windows are kept only for programs whose classes mention modes weaker than volatile.
//!
//! Release and acquire keep all of that in order, and yet leave something open: `weak/agreement.rs`.
//!
//! Objects made after the first start are known by their class only: accesses to two of one class may be
//! accesses to one, and where there are two, to different ones.
//!
//! Not seen: what lies more accesses apart than a window is wide; and loads of what a reference leads to
//! that was itself loaded by a weak mode, if it was stored by a stronger one (all processors order these).

use program::{ClassId, ClassShape, FieldAccess};

use super::deeds::is_weak_update;
use super::plain::Alone;
use super::{Overtaken, Site};
use crate::heap::{Layout, Read};
use crate::machine::Machine;
use crate::operation::Place;
use crate::value::Ref;

/// How an access is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mode {
    /// Of an ordinary field or element: not at all.
    Ordinary,
    /// By a plain or opaque mode of an atomic or a variable handle: not at all.
    Weak,
    /// A load with what follows, a store with what precedes.
    Strong,
}

/// What is accessed: objects of the base have lasting names, those of others are known by their class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Variable {
    Base(Place),
    Young(ClassId, u32),
}

/// An access of the program's own code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Past {
    pub(super) variable: Variable,
    pub(super) site: Site,
    pub(super) mode: Mode,
    pub(super) writes: bool,
    /// Whether it reads, and who reads so knows what came before the write.
    pub(super) acquires: bool,
    /// Whether it writes, and who reads that by such a mode knows what came before it.
    pub(super) releases: bool,
    /// Whether it is one of those that take effect in an order which all threads agree on.
    pub(super) total: bool,
    /// Whether a full fence came after it.
    pub(super) fenced: bool,
    /// Whether something keeps it before later loads.
    before_loads: bool,
    /// Whether something keeps it before later stores.
    before_stores: bool,
}

/// Two accesses of one thread, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(super) thread: u16,
    pub(super) first: Past,
    pub(super) second: Past,
    /// Whether they may take effect the other way round.
    pub(super) swaps: bool,
    /// Threads that had been started.
    started: u16,
    /// The bit of the thread's id.
    id: u64,
    /// Bits of the threads whose end it had seen.
    joined: u64,
}

/// What a fence keeps in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fence {
    Full,
    /// Loads before all that follows.
    Acquire,
    /// All before stores that follow.
    Release,
    LoadLoad,
    StoreStore,
}

/// Accesses that a thread remembers, at most.
const WIDTH: usize = 8;

/// Words that each takes in a state.
const WORDS: usize = 3;

/// Names of methods of atomics that make weak accesses.
const METHODS: [&str; 4] = ["getOpaque", "setOpaque", "getPlain", "setPlain"];

/// Those of them that promise no more than an access to an ordinary field.
pub(super) const PLAIN: [&str; 2] = ["getPlain", "setPlain"];

/// Names of methods that order accesses, but not in one order for all threads.
const ORDERED: [&str; 3] = ["getAcquire", "setRelease", "lazySet"];

impl Machine<'_> {
    /// Whether the program's classes mention modes weaker than volatile.
    pub(crate) fn mentions_modes(&self) -> bool {
        self.mentions_weak_modes() || ORDERED.iter().any(|it| self.known.texts.contains(*it))
    }

    /// Whether the program's classes mention plain modes of atomics.
    pub(crate) fn mentions_plain_modes(&self) -> bool {
        PLAIN.iter().any(|it| self.known.texts.contains(*it))
    }

    /// Whether the program's classes mention plain and opaque modes. (Those of a variable handle are
    /// called `get` and `set`.)
    pub(crate) fn mentions_weak_modes(&self) -> bool {
        let has = |text: &str| self.known.texts.contains(text);
        METHODS.iter().any(|it| has(it))
            || has("java/lang/invoke/VarHandle") && (has("get") || has("set"))
            || self.known.texts.iter().any(|it| is_weak_update(it))
    }

    /// A thread accesses a field by an ordinary instruction.
    #[cold]
    pub(crate) fn pass_field(
        &mut self,
        thread: usize,
        place: Place,
        access: FieldAccess,
        writes: bool,
    ) {
        match access {
            FieldAccess::Final => {}
            FieldAccess::Plain => self.pass(thread, place, Mode::Ordinary, writes),
            FieldAccess::Volatile => {
                self.pass(thread, place, Mode::Strong, writes);
                if writes && self.heap.object(place.object).is_shared() {
                    self.pass_fence(thread, Fence::Full);
                }
            }
        }
    }

    /// A thread accesses a variable.
    pub(crate) fn pass(&mut self, thread: usize, place: Place, mode: Mode, writes: bool) {
        if !self.known.heeds_modes || self.free || !self.heap.object(place.object).is_shared() {
            return;
        }
        self.note_access(thread, place, mode, writes);
        self.remember(thread, place, mode, writes);
    }

    /// The same without a word to those who write down what is done.
    pub(crate) fn remember(&mut self, thread: usize, place: Place, mode: Mode, writes: bool) {
        if !self.known.heeds_modes || self.free || !self.heap.object(place.object).is_shared() {
            return;
        }
        match self.own_site(thread) {
            Some(site) => {
                let now = Past {
                    total: mode == Mode::Strong && self.is_total(thread),
                    ..Past::new(self.variable(place), site, mode, writes)
                };
                self.enter(thread, now);
            }
            None if mode == Mode::Strong => self.threads[thread].window.clear(),
            None => {}
        }
    }

    /// A thread updates a variable: it reads and writes it in one step.
    pub(crate) fn remember_update(&mut self, thread: usize, place: Place) {
        if !self.known.heeds_modes || self.free || !self.heap.object(place.object).is_shared() {
            return;
        }
        let Some(site) = self.own_site(thread) else {
            self.threads[thread].window.clear();
            return;
        };
        let (acquires, releases) = self.update_orders(thread);
        let mode = match releases {
            true => Mode::Strong,
            false => Mode::Weak,
        };
        let now = Past {
            acquires,
            releases,
            total: acquires && releases,
            before_loads: acquires,
            before_stores: acquires,
            ..Past::new(self.variable(place), site, mode, true)
        };
        self.enter(thread, now);
        if now.total {
            self.pass_fence(thread, Fence::Full);
        }
    }

    /// A thread is about to make an object known to others by a plain or opaque store.
    pub(crate) fn pass_publication(&mut self, thread: usize, object: Ref) {
        if !self.known.heeds_modes || self.free || object.is_null() {
            return;
        }
        let (class, layout, shared) = {
            let object = self.heap.object(object);
            (object.class, object.layout, object.is_shared())
        };
        let Some(site) = self.own_site(thread) else {
            return;
        };
        if shared {
            return;
        }
        let mut slots = Vec::new();
        match layout {
            Layout::Array(_) => slots.push(0),
            Layout::Fields | Layout::Statics => slots = self.plain_slots(class),
        }
        for slot in slots {
            let variable = self.variable(Place { object, slot });
            self.enter(thread, Past::new(variable, site, Mode::Ordinary, true));
        }
    }

    /// Whether two accesses to what is known by this are accesses to one variable.
    fn is_one(&mut self, variable: Variable) -> bool {
        let Variable::Young(class, _) = variable else {
            return true;
        };
        self.heap.reads.note(Read::Everything);
        let is_array = matches!(self.program.class(class).shape, ClassShape::Array { .. });
        !is_array && self.heap.count_young(class) < 2
    }

    fn variable(&self, place: Place) -> Variable {
        let object = place.object;
        if !object.is_heap() || self.names.is_base(object) {
            return Variable::Base(place);
        }
        let object = self.heap.object(object);
        match object.layout {
            Layout::Array(_) => Variable::Young(object.class, 0),
            Layout::Fields | Layout::Statics => Variable::Young(object.class, place.slot),
        }
    }

    fn enter(&mut self, thread: usize, now: Past) {
        let Past {
            variable,
            mode,
            writes,
            ..
        } = now;
        if writes {
            self.coverage.written.insert((variable, thread as u16));
        }
        let started = self.threads.len() as u16;
        let joined = self.threads[thread].joined;
        let id = self.id_bit(self.threads[thread].object);
        let pair = |first: &Past| Pair {
            thread: thread as u16,
            first: *first,
            second: now,
            swaps: swaps(first, &now),
            started,
            id,
            joined,
        };
        if mode != Mode::Ordinary && self.known.mentions_plain {
            let locks = self.locks_held(thread);
            self.coverage.alone.insert(Alone {
                access: pair(&now),
                locks,
            });
        }
        let is_one = self.is_one(variable);
        let window = &mut self.threads[thread].window;
        let others = window
            .iter()
            .filter(|it| !is_one || it.variable != variable);
        self.coverage.pairs.extend(others.map(pair));
        window.retain(|it| (it.variable, it.mode, it.writes) != (variable, mode, writes));
        if window.len() == WIDTH {
            window.remove(0);
        }
        window.push(now);
    }

    /// A thread sees that another one has ended.
    pub(crate) fn see_end(&mut self, thread: usize, other: Ref) {
        if self.known.heeds_modes && !self.free {
            self.threads[thread].joined |= self.id_bit(other);
            self.note_end_seen(other);
        }
    }

    /// A bit for the id of a `java.lang.Thread`, none if it has no id.
    fn id_bit(&mut self, thread: Ref) -> u64 {
        let slot = self.field_slot("java/lang/Thread", "tid");
        match self.heap.object(thread).data[slot] {
            0 => 0,
            id => 1 << (id % 64),
        }
    }

    /// A thread comes to a fence that all threads agree on.
    pub(super) fn fence_all(&mut self, thread: usize) {
        for it in &mut self.threads[thread].window {
            it.fenced = true;
        }
    }

    /// A thread comes to a fence of the program's own, or to what orders as much.
    pub(crate) fn pass_fence(&mut self, thread: usize, fence: Fence) {
        for it in &mut self.threads[thread].window {
            it.fenced |= fence == Fence::Full && it.writes;
            it.before_loads |= match fence {
                Fence::Full => true,
                Fence::Acquire | Fence::LoadLoad => !it.writes,
                Fence::Release | Fence::StoreStore => false,
            };
            it.before_stores |= match fence {
                Fence::Full | Fence::Release => true,
                Fence::Acquire => !it.writes,
                Fence::StoreStore => it.writes,
                Fence::LoadLoad => false,
            };
        }
    }

    /// The pairs that may change places and that another thread can see to do so.
    pub(super) fn swapped(&self) -> Vec<Overtaken> {
        let swapping = self.coverage.pairs.iter().filter(|it| it.swaps);
        let seen = swapping.filter(|it| self.is_seen(it));
        seen.map(|it| self.tell_swapped(it)).collect()
    }

    /// The threads that write a variable, by number.
    pub(super) fn writers(&self, variable: Variable) -> impl Iterator<Item = u16> {
        let written = self
            .coverage
            .written
            .range((variable, 0)..=(variable, u16::MAX));
        written.map(|it| it.1)
    }

    /// Whether pairs of other threads lead from the second access of a pair to the first.
    fn is_seen(&self, pair: &Pair) -> bool {
        let meets = |one: &Past, other: &Past| {
            one.variable == other.variable && self.writers(one.variable).next().is_some()
        };
        let pairs: Vec<&Pair> = self.coverage.pairs.iter().collect();
        let mut passed = vec![false; pairs.len()];
        let mut left = vec![pair];
        while let Some(last) = left.pop() {
            for (next, passed) in pairs.iter().zip(&mut passed) {
                if *passed
                    || !meets(&last.second, &next.first)
                    || !next.is_beside(last)
                    || !next.is_beside(pair)
                {
                    continue;
                }
                if meets(&next.second, &pair.first) {
                    return true;
                }
                *passed = true;
                left.push(next);
            }
        }
        false
    }

    fn tell_swapped(&self, pair: &Pair) -> Overtaken {
        let kind = |it: &Past| if it.writes { "store" } else { "load" };
        let (first, second) = (&pair.first, &pair.second);
        let reason = format!(
            "the {} by {} may take effect before the {} by {}, and another thread can tell: plain and \
             opaque accesses are not ordered, and Heddle explores only runs in which each access takes \
             effect in its turn; load with getAcquire and store with setRelease, or put a fence between",
            kind(second),
            self.tell_site(second.site),
            kind(first),
            self.tell_site(first.site)
        );
        self.tell_pair(reason, first.site, second.site)
    }
}

impl Pair {
    /// Whether it is of another thread, and may come before the other pair as well as after it.
    pub(super) fn is_beside(&self, other: &Pair) -> bool {
        let has_seen =
            |one: &Pair, other: &Pair| one.started <= other.thread || one.joined & other.id != 0;
        self.thread != other.thread && !has_seen(self, other) && !has_seen(other, self)
    }
}

impl Past {
    /// An access that has just been made.
    fn new(variable: Variable, site: Site, mode: Mode, writes: bool) -> Past {
        let strong = mode == Mode::Strong;
        Past {
            variable,
            site,
            mode,
            writes,
            acquires: strong && !writes,
            releases: strong && writes,
            total: false,
            fenced: false,
            before_loads: strong,
            before_stores: strong,
        }
    }

    /// As it stands in a state.
    pub(crate) fn words(&self) -> [u64; WORDS] {
        let (young, word) = match self.variable {
            Variable::Base(place) => (0, place.object.word() | u64::from(place.slot) << 32),
            Variable::Young(class, slot) => (1, u64::from(class.0) | u64::from(slot) << 32),
        };
        let flags = self.mode as u64
            | young << 2
            | u64::from(self.writes) << 3
            | u64::from(self.before_loads) << 4
            | u64::from(self.before_stores) << 5
            | u64::from(self.acquires) << 6
            | u64::from(self.releases) << 7
            | u64::from(self.total) << 8
            | u64::from(self.fenced) << 9;
        [
            word,
            u64::from(self.site.method.0) | u64::from(self.site.pc) << 32,
            flags,
        ]
    }

    /// Reads what [`Past::words`] wrote, one after the other.
    pub(crate) fn from_words(words: &[u64]) -> Vec<Past> {
        let one = |words: &[u64]| {
            let (word, site, flags) = (words[0], words[1], words[2]);
            let (low, slot) = (word as u32, (word >> 32) as u32);
            Past {
                variable: match flags >> 2 & 1 {
                    0 => Variable::Base(Place {
                        object: Ref(low),
                        slot,
                    }),
                    _ => Variable::Young(ClassId(low), slot),
                },
                site: Site {
                    method: program::MethodId(site as u32),
                    pc: (site >> 32) as u32,
                },
                mode: match flags & 3 {
                    0 => Mode::Ordinary,
                    1 => Mode::Weak,
                    _ => Mode::Strong,
                },
                writes: flags >> 3 & 1 != 0,
                acquires: flags >> 6 & 1 != 0,
                releases: flags >> 7 & 1 != 0,
                total: flags >> 8 & 1 != 0,
                fenced: flags >> 9 & 1 != 0,
                before_loads: flags >> 4 & 1 != 0,
                before_stores: flags >> 5 & 1 != 0,
            }
        };
        words.chunks_exact(WORDS).map(one).collect()
    }
}

/// Whether the second access may take effect before the first.
fn swaps(first: &Past, second: &Past) -> bool {
    let is_kept = match second.writes {
        true => first.before_stores || second.mode == Mode::Strong,
        false => first.before_loads,
    };
    let both_ordinary = first.mode == Mode::Ordinary && second.mode == Mode::Ordinary;
    let is_overtaken_store = first.writes && !second.writes;
    // What a strong load has to do with ordinary loads before it is a race or nothing.
    let is_validation =
        first.mode == Mode::Ordinary && second.mode == Mode::Strong && !second.writes;
    !is_kept && !both_ordinary && !is_overtaken_store && !is_validation
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(mode: Mode, writes: bool) -> Past {
        let site = Site {
            method: program::MethodId(3),
            pc: 9,
        };
        let variable = Variable::Young(ClassId(7), u32::from(writes));
        Past::new(variable, site, mode, writes)
    }

    #[test]
    fn modes_order_what_their_documentation_says() {
        use Mode::{Ordinary, Strong, Weak};
        let (load, store) = (false, true);
        let swap = |a: (Mode, bool), b: (Mode, bool)| swaps(&past(a.0, a.1), &past(b.0, b.1));
        // Passing a message: the writer, then the reader.
        assert!(swap((Ordinary, store), (Weak, store)));
        assert!(!swap((Ordinary, store), (Strong, store)));
        assert!(swap((Weak, load), (Ordinary, load)));
        assert!(!swap((Strong, load), (Ordinary, load)));
        // Load buffering.
        assert!(swap((Weak, load), (Weak, store)));
        assert!(!swap((Weak, load), (Strong, store)));
        // Races are not its business.
        assert!(!swap((Ordinary, store), (Ordinary, store)));
    }

    #[test]
    fn what_is_written_into_a_state_is_read_back() {
        let mut window = vec![past(Mode::Weak, true), past(Mode::Strong, false)];
        window[0].variable = Variable::Base(Place {
            object: Ref(5),
            slot: 4,
        });
        window[0].before_stores = true;
        window[0].fenced = true;
        window[1].total = true;
        let words: Vec<u64> = window.iter().flat_map(Past::words).collect();
        assert_eq!(Past::from_words(&words), window);
    }
}
