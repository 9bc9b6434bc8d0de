//! Recycled places: a program that starts threads for ever has finitely many states.
//!
//! A thread has a place in the machine and in the vector of a state, and its number is that of its place.
//! Of a thread that has ended nothing is left there but that it has ended: its `java.lang.Thread` lives only
//! if something refers to it, and says by itself that its thread is over. Yet each start takes one more place,
//! so `while (true) { t = new Thread(r); t.start(); t.join(); }` never comes back to a state. Here a start
//! takes the first place whose thread has ended, and a new one only if there is none. That is done once a
//! search has seen that the program goes on starting threads (*learned*: the search begins again).
//!
//! # Why that is right
//!
//! A number is a name that the machine gives, and no code of the program sees it. What uses numbers:
//! - *Owners of monitors and initialisers of classes.* A place is taken again only if no monitor has its old
//!   thread as the owner ([`Machine::free_place`] looks). A class initialiser is over, one way or the other,
//!   when its thread has ended.
//! - *Who awaits whom* (`symmetry.rs`), *wait sets, permits*: a thread that has ended is in none of these.
//! - *Which step is independent of which.* Whether a start takes a place depends on who has ended by then. So
//!   the end of a thread and a start of another don't commute, and footprints say so
//!   (`explore/src/independence.rs`, `Variable::Places`), also of a step after which a thread just ends.
//!   With that, a place is a process that ends and begins again, as in the theory of partial orders: what two
//!   threads do in one place, one after the other, is ordered in that run; and the runs in which the second is
//!   started before the first has ended are others, with two places, and are searched as well.
//! - *Fairness and stuck threads* (`explore/src/temporal`, `components.rs`): both ask of a place on a cycle
//!   whether it moves. A place in which one thread follows another on a cycle has moved there, because the
//!   first one has ended: it is treated fairly and is not stuck, and so are both threads. A place that does
//!   not move on a cycle has the same thread all the way. `columns.rs` says the same of its columns.
//! - *Formulas that name threads* ask who answers to a name, and what became of those who have ended: they keep
//!   all threads ([`Machine::keep_all_threads`]), and so do searches that remember by number what threads did.
//! - *Hash codes* of private objects come from the number and a count, and may repeat. They may in a JVM.
//! - *Schedules* are those of runs in which each thread has a place of its own, see `explore/src/numbering.rs`.
//!
//! # Names
//!
//! The JDK numbers threads for their names and ids, so no state would come again by that alone. As with
//! symmetry, names and ids are not stored while places are recycled, and the counters stand still, until
//! somebody reads a name or an id. That is learned, too; from then on they are part of states. The argument is
//! that of `symmetry.rs`: suppose some real run reads one; up to its first such read no step of it depends on
//! names, so the search came to where that read is the next step, and learned.
//!
//! Workers of a `ThreadPoolExecutor` count the tasks that they have completed, and the pool adds that up when one
//! goes; `rounds/periodic.rs` says when these counts stand still.
//!
//! # When
//!
//! For a program that starts some dozens of threads and ends, recycling is no help, and ends and starts that
//! don't commute cost states. So where a state has some threads ([`TRIALS`]), a random run from there tells
//! whether there is an end to it. Whatever it says, the search is right: it may only fail to end.

use crate::heap::Read;
use crate::machine::Machine;

/// How many threads there are when a run is made to see whether more and more follow, and how many instructions
/// that may take: a short one soon, and once more a long one.
const TRIALS: [(usize, u64); 2] = [(6, 3_000_000), (24, 50_000_000)];
/// Threads of a run that is taken to start threads for ever.
const ENDLESSLY_MANY: usize = 450;
/// Instructions without another start after which a run is taken to start no more.
const PATIENCE: u64 = 50_000;
/// How far that run may go.
const MOST_STEPS: u64 = 200_000;

/// Whether the places of ended threads are taken again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Recycling {
    /// Whether it may come to that.
    allowed: bool,
    on: bool,
    /// Whether names and ids are left out of states.
    hides: bool,
    /// Whether each thread keeps its place for now.
    suspended: bool,
    /// How many runs were made already to find out.
    tried: usize,
    learned: bool,
}

impl Recycling {
    /// From here on it may come to that.
    pub(crate) fn allow(&mut self) {
        self.allowed = true;
    }

    /// Whether places are taken again.
    #[inline]
    pub(crate) fn is_on(self) -> bool {
        self.on && !self.suspended
    }

    /// Whether names and ids of threads are left out of states.
    #[inline]
    pub(crate) fn hides_identity(self) -> bool {
        self.hides && !self.suspended
    }

    fn begin(&mut self, hides: bool) {
        self.learned |= !self.on;
        self.on = true;
        self.hides = hides;
    }

    /// A step looks at what is left out.
    #[cold]
    pub(crate) fn show_identity(&mut self) {
        self.learned |= self.hides;
        self.hides = false;
    }

    /// Whether something was learned since the last question.
    pub(crate) fn take_learned(&mut self) -> bool {
        std::mem::take(&mut self.learned)
    }

    pub(crate) fn has_learned(self) -> bool {
        self.learned
    }

    /// Takes over what a copy has learned. True if that was news.
    pub(crate) fn absorb(&mut self, other: Recycling) -> bool {
        self.tried = self.tried.max(other.tried);
        if other.on && !self.on {
            self.begin(other.hides);
        } else if other.on && !other.hides {
            self.show_identity();
        }
        self.learned
    }

    /// As a line that another process understands.
    pub(crate) fn knowledge(self) -> Option<&'static str> {
        match (self.on, self.hides) {
            (false, _) => None,
            (true, true) => Some(RECYCLES),
            (true, false) => Some(RECYCLES_NAMED),
        }
    }

    /// Takes such a line over. False if it is none.
    pub(crate) fn adopt(&mut self, line: &str) -> bool {
        if ![RECYCLES, RECYCLES_NAMED].contains(&line) {
            return false;
        }
        self.on = true;
        self.hides = line == RECYCLES;
        true
    }
}

/// What is written down of a search that recycles places, without and with names.
const RECYCLES: &str = "recycles";
const RECYCLES_NAMED: &str = "recycles named";

impl Machine<'_> {
    /// Whether the places of ended threads are taken again.
    pub fn recycles_places(&self) -> bool {
        self.recycling.is_on()
    }

    fn begin_recycling(&mut self) {
        self.recycling.begin(true);
        self.stop_counting();
    }

    /// Takes over what a copy has learned. True if that was news.
    pub(crate) fn absorb_recycling(&mut self, other: &Machine<'_>) -> bool {
        let news = self.recycling.absorb(other.recycling);
        if self.recycling.on {
            self.stop_counting();
        }
        news
    }

    /// Takes over a line of what another process has learned. False if it is about something else.
    pub(crate) fn adopt_recycling(&mut self, line: &str) -> bool {
        let adopted = self.recycling.adopt(line);
        if adopted {
            self.stop_counting();
        }
        adopted
    }

    /// From here on each thread has a place of its own, for good.
    pub fn keep_all_threads(&mut self) {
        self.recycling = Recycling::default();
    }

    /// The same, which is learned.
    pub fn stop_recycling(&mut self) {
        self.keep_all_threads();
        self.recycling.learned = true;
    }

    /// Recycles places from here on, for whoever goes again along a run of a search that did.
    pub fn recycle_places(&mut self) {
        self.begin_recycling();
        self.recycling.learned = false;
    }

    /// While it is so, each thread keeps its place: where a run is shown that was found.
    pub(crate) fn suspend_recycling(&mut self, suspend: bool) {
        self.recycling.suspended = suspend;
    }

    /// The places of the threads that were started in the last transition, in order.
    pub fn born(&self) -> &[usize] {
        &self.born
    }

    /// The place for a thread that is started now.
    pub(crate) fn free_place(&self) -> usize {
        let new = self.threads.len();
        if !self.recycling.is_on() {
            return new;
        }
        // Who has ended, and what they own, is more than can be told.
        self.heap.reads.note(Read::Everything);
        // Main is like no other thread.
        let mut ended = (1..new).filter(|it| self.threads[*it].has_ended());
        ended.find(|it| !self.owns_monitor(*it)).unwrap_or(new)
    }

    /// Whether a thread owns the monitor of an object that is not as in the base. One that has ended does,
    /// if its code leaves a monitor less often than it enters it.
    fn owns_monitor(&self, thread: usize) -> bool {
        let slots = self.heap.slots.iter().map(|slot| slot.object);
        let named = self.names.groups.iter().flat_map(|it| &it.objects);
        let objects = slots
            .chain(named.copied())
            .chain(self.heap.fresh.iter().copied());
        let mut live = objects.filter(|it| self.heap.has(*it));
        live.any(|it| self.monitor(it).owner() == Some(thread))
    }

    /// Where a state has many threads: finds out whether the program goes on starting them.
    pub(crate) fn consider_recycling(&mut self) {
        let Recycling {
            allowed,
            on,
            suspended,
            ..
        } = self.recycling;
        if !allowed || on || suspended || self.free {
            return;
        }
        let count = self.threads.len();
        let trial = TRIALS.get(self.recycling.tried).filter(|it| count >= it.0);
        let goes_on = trial.is_some_and(|(_, instructions)| {
            self.recycling.tried += 1;
            self.goes_on_starting(*instructions)
        });
        if goes_on || count >= ENDLESSLY_MANY {
            self.begin_recycling();
        }
    }

    /// Whether a random run from here starts threads without end, as far as that can be seen.
    fn goes_on_starting(&self, most_instructions: u64) -> bool {
        let mut run = self.clone();
        run.recycling.allowed = false;
        run.deeds = None;
        run.heap.reads = Default::default();
        let begun = run.instructions();
        let (mut threads, mut last_start) = (run.threads.len(), begun);
        let mut dice = 0x9e37_79b9_7f4a_7c15u64;
        let mut choices = Vec::new();
        for _ in 0..MOST_STEPS {
            choices.clear();
            run.choices(&mut choices);
            let likely = choices.iter().filter(|it| !it.is_unlikely()).count();
            let count = if likely > 0 { likely } else { choices.len() };
            if run.threads.len() > threads {
                (threads, last_start) = (run.threads.len(), run.instructions());
            }
            let is_over = run.instructions() - begun > most_instructions
                || run.instructions() - last_start > PATIENCE;
            if count == 0 || is_over {
                return false;
            }
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            let picked = (dice % count as u64) as usize;
            let mut from = choices.iter().filter(|it| likely == 0 || !it.is_unlikely());
            let choice = *from.nth(picked).expect("there are as many as counted");
            run.advance(choice);
            if run.threads.len() >= ENDLESSLY_MANY {
                return true;
            }
            if !run.events.is_empty() {
                return false;
            }
        }
        false
    }
}
