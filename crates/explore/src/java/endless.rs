//! What questions about endless runs ask of a Java program: who could move, who moved, who waits.
//!
//! In: the machine as a [`System`], state by state. Out: labels for a [`crate::temporal::KeptGraph`].
//!
//! # Fairness is about calls of Java
//!
//! Outside of the library's blocking calls (`waits.rs`) a thread is enabled if it can take a step, an
//! expiry of its timed wait included and a spurious wake-up not; it moves when it takes one. Inside of
//! such a call it is enabled like that only up to where it can't go on for the first time, or parks: it
//! joins a queue, or arrives at a barrier, and others may depend on that (fair locks go by the order of the
//! queue). Once it has had to wait in the call, it is enabled if it could return now, which running it
//! alone from the state tells ([`Java::could_return`]). It has moved when it returns, or comes to where it
//! waits for the first time. Steps on the way don't count: it may be woken, find that another thread was
//! faster, and wait again.
//!
//! Which threads have had to wait in their current calls is no part of the machine's state, so it is
//! kept beside it, and states that differ in it are two.
//!
//! So a thread that waits for a lock which others take and give back for ever is enabled whenever the
//! lock is free and it has been told so, whether calls are run in steps or as atomic calls: a strongly
//! fair run gives it the lock some time, and a weakly fair one need not.
//!
//! # Who waits
//!
//! A thread *waits* if it is in a blocking call that the program has made, before a monitor, in a
//! wait set, or in a loop of the program that it leaves, or goes round otherwise, by what
//! other threads do. It has *left* that when it did something
//! that others could see for good (`deed.rs` in the machine), returned from the call, or got into the
//! monitor. In a loop in which threads pause (`while (…) wait();`, `while (…) Thread.yield();`) only the
//! first counts: who wakes up, looks, and waits again has left nothing. Waiting for the end of a thread
//! is no waiting here, since a thread may run for ever rightly; nor is that of pool workers for tasks.

use std::collections::BTreeSet;

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use jdk::blocking::Blocking;
use machine::thread::Status;
use machine::{Choice, Machine, Operation, Ref};
use program::MethodId;

use crate::java::Java;
use crate::java::atoms::{Atoms, ThreadsNow};
use crate::java::location::Places;
use crate::java::waits::{WaitSites, WaitingCall};
use crate::search::{Labelled, Taken};
use crate::system::{Footprints, LONGEST_TRANSITION, Step, System};
use crate::temporal::{StateLabel, ThreadMask};
use crate::watch::deadlock;

/// What is known of where a thread stands.
#[derive(Clone, Copy, Debug)]
struct Standing {
    call: Option<WaitingCall>,
    /// Whether it is about to enter a monitor, or to get it back after a wait.
    enters: bool,
    /// Whether it is about to leave a monitor for good.
    leaves: bool,
    /// Whether it is about to park.
    parks: bool,
    /// The loop in which threads pause that it is in, if it is in one.
    pauses_in: Option<(usize, u32)>,
    /// Whether it waits for something.
    waits: bool,
}

/// What is kept for labels.
#[derive(Default)]
pub(super) struct Endless {
    sites: WaitSites,
    /// Where threads stand, by their parts of the state.
    known: HashMap<u32, Standing, FixedState>,
    /// Who has had to wait in the call that it is in.
    waited: u64,
    /// What formulas ask.
    atoms: Atoms,
    /// For each name that they ask for, who answers to it, of all threads so far.
    answering: Vec<u64>,
    /// For each name, whether anybody has answered to it in any state.
    answered: Vec<bool>,
    /// Who was enabled, stuck and ended in the state that was labelled last.
    labelled: (ThreadMask, ThreadMask, ThreadMask),
    /// The methods with the places that they ask for.
    watched: BTreeSet<MethodId>,
}

impl Endless {
    /// Whether steps have to be run to see where threads come by.
    pub(super) fn watches(&self) -> bool {
        !self.watched.is_empty()
    }
}

/// For each thread and each of these places, whether it is there, in whatever it calls from there too.
fn places_now(machine: &Machine<'_>, places: &[Places]) -> Vec<Vec<bool>> {
    let threads = machine.threads().iter();
    let threads = threads.map(|thread| {
        let is_in = |places: &Places| {
            let mut frames = thread.frames.iter();
            frames.any(|it| {
                places
                    .get(&it.method)
                    .is_some_and(|pcs| pcs.contains(&it.pc))
            })
        };
        places.iter().map(is_in).collect()
    });
    threads.collect()
}

/// Steps in which a thread that runs alone has to come to an end of its call.
const MOST_STEPS: usize = 4000;

impl Labelled for Java<'_> {
    fn words_beside(&self) -> usize {
        2 + 2 * self.endless.atoms.names()
    }

    fn keep(&mut self, out: &mut Vec<u32>) {
        if self.endless.atoms.names() > 0 {
            self.note_names();
        }
        self.save(out);
        let masks =
            std::iter::once(self.endless.waited).chain(self.endless.answering.iter().copied());
        out.extend(masks.flat_map(|it| [it as u32, (it >> 32) as u32]));
    }

    fn recall(&mut self, words: &[u32]) {
        let (state, beside) = words.split_at(words.len() - self.words_beside());
        self.load(state);
        let masks = beside.chunks_exact(2);
        let mut masks = masks.map(|it| u64::from(it[0]) | u64::from(it[1]) << 32);
        self.endless.waited = masks.next().unwrap_or(0);
        self.endless.answering = masks.collect();
    }

    fn label(&mut self, values: &mut Vec<bool>) -> Option<StateLabel> {
        values.clear();
        let mut choices = Vec::new();
        self.choices(&mut choices);
        let offers = self.step_cache.offers().to_vec();
        let is_over = choices.is_empty();
        let mut label = StateLabel::default();
        let (mut stuck, mut ended) = (ThreadMask::default(), ThreadMask::default());
        let mut calls = Vec::new();
        for (thread, offer) in offers.iter().enumerate() {
            if thread >= ThreadMask::THREADS {
                return None;
            }
            if offer.ended {
                let _ = ended.insert(thread);
                continue;
            }
            if !(offer.variants > 0 || offer.expires) {
                let _ = stuck.insert(thread);
            }
            let standing = self.standing(thread);
            if is_over || !(offer.variants > 0 || offer.expires) {
                // Nobody can say that it is treated unfairly.
            } else if let Some(call) = standing.call
                && (self.endless.waited >> thread & 1 == 1 || self.goes_to_anybody(thread, call))
            {
                calls.push((thread, call));
            } else {
                let _ = label.enabled.insert(thread);
            }
            if !offer.daemon && standing.waits {
                let _ = label.in_call.insert(thread);
            }
        }
        if !calls.is_empty() {
            let state = self.step_cache.state().to_vec();
            for (thread, call) in calls {
                if self.could_return(&state, thread, call.depth) {
                    let _ = label.enabled.insert(thread);
                }
            }
            self.load(&state);
        }
        self.endless.labelled = (label.enabled, stuck, ended);
        let endless = &self.endless;
        if endless.atoms.is_empty() {
            return Some(label);
        }
        let threads = ThreadsNow {
            enabled: label.enabled,
            stuck,
            ended,
            answering: &endless.answering,
        };
        let machine = self.step_cache.machine();
        let at = places_now(machine, endless.atoms.places());
        let is_at = |thread: usize, place: usize| at[thread][place];
        endless.atoms.values(machine, &threads, &is_at, values);
        Some(label)
    }

    fn follow(&mut self, choice: Choice, taken: &mut Taken) -> Step {
        let thread = usize::from(choice.thread);
        let standing = self.standing(thread);
        let label = &mut taken.label;
        let at = self.endless.watches().then(|| {
            let machine = self.step_cache.machine();
            machine.watch_positions(self.endless.watched.clone());
            places_now(machine, self.endless.atoms.places())
        });
        let (mut deed, mut announces) = (false, false);
        let mut lowest = u32::MAX;
        let mut next = Some(choice);
        self.born.clear();
        while let Some(choice) = next {
            taken.choices.push(choice);
            let started = self.about_to_start(usize::from(choice.thread));
            let step = self.take(choice);
            if step != Step::Ran {
                return step;
            }
            if let Some((object, answers)) = started {
                self.note_start(object, &answers);
            }
            let ambient = self.step_cache.summary().ambient;
            deed |= ambient.deed;
            announces |= ambient.announces;
            lowest = lowest.min(ambient.lowest);
            next = self.continuation();
            if next.is_some() {
                self.pass_values(&mut taken.points);
            }
            if taken.choices.len() >= 2 * LONGEST_TRANSITION && next.is_some() {
                self.split_atomic_calls();
                return Step::Ran;
            }
        }
        self.findings.clear();
        self.find_choices();
        let has_ended = self
            .step_cache
            .offers()
            .get(thread)
            .is_none_or(|it| it.ended);
        let returned = standing.call.filter(|it| lowest as usize <= it.depth);
        let bit = 1u64.checked_shl(thread as u32).unwrap_or(0);
        let had_waited = self.endless.waited & bit != 0;
        // Who is unparked before it parks has had to wait as well.
        if standing.parks {
            self.endless.waited |= bit;
        }
        if standing.call.is_none() || returned.is_some() || has_ended {
            self.endless.waited &= !bit;
        }
        self.note_waiting();
        let begins_to_wait = !had_waited && returned.is_none() && self.endless.waited & bit != 0;
        let moved = match standing.call {
            Some(_) => returned.is_some() || begins_to_wait,
            None => choice.variant != Choice::SPURIOUS,
        };
        if moved || has_ended {
            let _ = label.moved.insert(thread);
        }
        let served = returned.is_some_and(|it| it.kind == Blocking::Served);
        let passed = served || standing.enters;
        if deed || has_ended || (passed && standing.pauses_in.is_none()) {
            let _ = label.left.insert(thread);
        }
        let is_out = !has_ended
            && standing.pauses_in.is_some()
            && self.standing(thread).pauses_in != standing.pauses_in;
        label.progress = announces
            || has_ended
            || served
            || standing.leaves
            || (standing.enters && standing.pauses_in.is_none())
            || is_out;
        if let Some(at) = at {
            self.pass_places(at, &mut taken.points);
        }
        Step::Ran
    }

    fn is_stuck(&mut self) -> bool {
        deadlock::finding(self.step_cache.machine()).is_some()
    }
}

impl Java<'_> {
    /// A search begins.
    pub(super) fn forget_standings(&mut self) {
        self.endless.known.clear();
        self.endless.waited = 0;
    }

    /// Asks these atoms of states from now on.
    pub fn observe(&mut self, atoms: Atoms) {
        if atoms.asks_for_ends() {
            self.step_cache.machine().observe_ends();
        }
        if atoms.names() > 0 {
            self.step_cache.machine().keep_all_threads();
        }
        let methods = atoms.places().iter().flat_map(|it| it.keys());
        self.endless.watched = methods.copied().collect();
        self.endless.answering = vec![0; atoms.names()];
        self.endless.answered = vec![false; atoms.names()];
        self.endless.atoms = atoms;
    }

    /// Names of formulas to which no thread and no object has answered in any state so far, in words.
    pub fn unanswered(&mut self) -> Vec<String> {
        let program = self.step_cache.machine().program();
        let told = self.endless.atoms.told_names(program).into_iter();
        let told = told.zip(&self.endless.answered);
        let told = told.filter(|it| !it.1).map(|it| it.0);
        told.chain(self.endless.atoms.unmet(program)).collect()
    }

    /// Who answers to which name. Those who have ended answer to what they did.
    fn note_names(&mut self) {
        let machine = self.step_cache.machine();
        let living = machine.threads().iter().enumerate();
        let living = living.filter(|(_, it)| !it.has_ended() && !it.object.is_null());
        let living = living.fold(0u64, |all, (thread, _)| {
            all | 1u64.checked_shl(thread as u32).unwrap_or(0)
        });
        let now = self
            .endless
            .atoms
            .answering(machine, &self.endless.answering);
        for (mask, now) in self.endless.answering.iter_mut().zip(now) {
            *mask = *mask & !living | now;
        }
        let masks = self.endless.answering.iter();
        for (answered, mask) in self.endless.answered.iter_mut().zip(masks) {
            *answered |= *mask != 0;
        }
    }

    /// The thread that a thread is about to start, and the names that it will answer to by that.
    fn about_to_start(&mut self, thread: usize) -> Option<(Ref, Vec<bool>)> {
        if !self.endless.atoms.asks_for_starts() {
            return None;
        }
        let machine = self.step_cache.machine();
        let Some(Operation::Start(object)) = machine.operation(thread) else {
            return None;
        };
        let frames = machine.threads()[thread].frames.iter();
        let calls: Vec<(MethodId, u32)> = frames.map(|it| (it.method, it.pc)).collect();
        Some((object, self.endless.atoms.started(&calls)))
    }

    /// Takes down what a thread that has just been started answers to.
    fn note_start(&mut self, object: Ref, answers: &[bool]) {
        let threads = self.step_cache.machine().threads();
        let started = threads.iter().position(|it| it.object == object);
        let bit = started.and_then(|it| 1u64.checked_shl(it as u32));
        for (mask, answers) in self.endless.answering.iter_mut().zip(answers) {
            *mask |= bit.filter(|_| *answers).unwrap_or(0);
        }
    }

    /// The values of the atoms in the middle of a transition. How threads stand is told of its ends only:
    /// on the way it is as it was in the state that was labelled last.
    fn pass_values(&mut self, points: &mut Vec<Vec<bool>>) {
        let endless = &self.endless;
        if !endless.atoms.read_data() {
            return;
        }
        let (enabled, stuck, ended) = endless.labelled;
        let threads = ThreadsNow {
            enabled,
            stuck,
            ended,
            answering: &endless.answering,
        };
        let machine = self.step_cache.machine();
        let at = places_now(machine, endless.atoms.places());
        let is_at = |thread: usize, place: usize| at[thread][place];
        let mut point = Vec::new();
        endless.atoms.values(machine, &threads, &is_at, &mut point);
        if points.last() != Some(&point) {
            points.push(point);
        }
    }

    /// The values of the atoms wherever threads came by on the last transition, before its end. What is
    /// done is done first, so but for places they are those of the state that it leads to.
    fn pass_places(&mut self, mut at: Vec<Vec<bool>>, points: &mut Vec<Vec<bool>>) {
        let passed = self.step_cache.machine().take_positions();
        if passed.is_empty() {
            return;
        }
        if self.endless.atoms.names() > 0 {
            self.note_names();
        }
        let mut values = Vec::new();
        let labelled = self.endless.labelled;
        let label = self.label(&mut values);
        self.endless.labelled = labelled;
        let Some(label) = label else {
            return;
        };
        let offers = self.step_cache.offers();
        let (mut stuck, mut ended) = (ThreadMask::default(), ThreadMask::default());
        for (thread, offer) in offers.iter().enumerate() {
            let _ = offer.ended && ended.insert(thread);
            let _ = !(offer.ended || offer.variants > 0 || offer.expires) && stuck.insert(thread);
        }
        let endless = &self.endless;
        let machine = self.step_cache.machine();
        at.resize(
            machine.threads().len(),
            vec![false; endless.atoms.places().len()],
        );
        for (thread, position) in passed {
            for (index, places) in endless.atoms.places().iter().enumerate() {
                let is_there =
                    |it: &(MethodId, u32)| places.get(&it.0).is_some_and(|pcs| pcs.contains(&it.1));
                at[thread][index] = position.iter().any(is_there);
            }
            let threads = ThreadsNow {
                enabled: label.enabled,
                stuck,
                ended,
                answering: &endless.answering,
            };
            let mut point = Vec::new();
            let is_at = |thread: usize, place: usize| at[thread][place];
            endless.atoms.values(machine, &threads, &is_at, &mut point);
            points.push(point);
        }
        // The last is where the transition ends.
        let _ = points.pop_if(|it| *it == values);
    }

    /// Takes down who can't go on in its call in the current state.
    fn note_waiting(&mut self) {
        if !self.choices_known {
            self.find_choices();
        }
        for thread in 0..self.step_cache.offers().len().min(ThreadMask::THREADS) {
            let offer = self.step_cache.offers()[thread];
            let is_stuck = offer.variants == 0 && !offer.expires && !offer.ended;
            if is_stuck && self.standing(thread).call.is_some() {
                self.endless.waited |= 1 << thread;
            }
        }
    }

    /// Where a thread stands in the current state.
    fn standing(&mut self, thread: usize) -> Standing {
        let part = self.step_cache.thread_part(thread);
        if let Some(standing) = self.endless.known.get(&part) {
            return *standing;
        }
        let machine = self.step_cache.machine();
        let sites = &mut self.endless.sites;
        let operation = machine.operation(thread);
        let call = sites.call(machine, thread);
        let loops = sites.loops(machine, thread);
        let enters = matches!(
            operation,
            Some(Operation::Lock(_) | Operation::Reacquire(_))
        );
        let is_in_wait_set = matches!(machine.threads()[thread].status, Status::Waiting(_));
        let is_idle = call.is_some_and(|it| it.joins || !it.by_program);
        let waits = !is_idle
            && WaitSites::is_of_program(machine, thread)
            && (call.is_some() || enters || is_in_wait_set || loops.polls);
        let standing = Standing {
            call,
            enters,
            leaves: matches!(operation, Some(Operation::Unlock(_))),
            parks: matches!(operation, Some(Operation::Park)),
            pauses_in: loops.innermost,
            waits,
        };
        self.endless.known.insert(part, standing);
        standing
    }

    /// Whether the call is for a lock that goes to whoever tries first: nothing depends on who is in its
    /// queue, so that a thread need not be let in before the lock is free (see `atomic_calls.rs`).
    fn goes_to_anybody(&mut self, thread: usize, call: WaitingCall) -> bool {
        let machine = self.step_cache.machine();
        let program = machine.program();
        let frames = &machine.threads()[thread].frames;
        let method = program.method(frames[call.depth].method);
        if &*program.class(method.class).name != "java/util/concurrent/locks/ReentrantLock" {
            return false;
        }
        let is_unfair = |it: &Ref| {
            let class = machine.heap().object(*it).class;
            &*program.class(class).name == "java/util/concurrent/locks/ReentrantLock$NonfairSync"
        };
        (call.depth..frames.len()).any(|depth| {
            let held = machine.threads()[thread].live_references(depth);
            let mut held = held.iter().map(|it| it.1).filter(|it| !it.is_null());
            held.any(|it| is_unfair(&it))
        })
    }

    /// Whether a thread that runs alone from a state can return from the call at this depth, by some of
    /// its choices.
    fn could_return(&mut self, state: &[u32], thread: usize, depth: usize) -> bool {
        let mut seen: HashSet<Vec<u32>, FixedState> = HashSet::with_hasher(FixedState::default());
        let mut open = vec![state.to_vec()];
        let number = thread as u16;
        let mut steps = 0;
        while let Some(state) = open.pop() {
            self.load(&state);
            self.find_choices();
            let offer = self.step_cache.offers()[thread];
            let mut variants: Vec<u16> = (0..offer.variants).collect();
            variants.extend(offer.expires.then_some(Choice::EXPIRE));
            for variant in variants {
                self.load(&state);
                let mut next = Some(Choice {
                    thread: number,
                    variant,
                });
                while let Some(choice) = next {
                    steps += 1;
                    // What can't be run, or takes so long, is left to the search: it counts as a step.
                    let step = self.take(choice);
                    let is_through = self.step_cache.summary().ambient.lowest as usize <= depth;
                    if step != Step::Ran || is_through || steps > MOST_STEPS {
                        return true;
                    }
                    next = self.continuation().filter(|it| it.thread == number);
                }
                self.findings.clear();
                let words = self.step_cache.state().to_vec();
                if seen.insert(words.clone()) {
                    open.push(words);
                }
            }
        }
        false
    }
}
