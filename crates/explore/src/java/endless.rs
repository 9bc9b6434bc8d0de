//! What questions about endless runs ask of a Java program: who could move, who moved, who waits.
//!
//! In: the machine as a [`System`], state by state. Out: labels for a [`crate::temporal::KeptGraph`].
//!
//! # Fairness is about calls of Java
//!
//! Outside of the library's blocking calls (`waits.rs`) a thread is enabled if it can take a step, an
//! expiry of its timed wait included and a spurious wake-up not; it moves when it takes one. Inside of
//! such a call what counts is the call. Running the thread alone from the state ([`Java::manner`]) tells
//! what it can do:
//!
//! - *it could return*: then it is enabled, and has moved once it returns. Steps on the way don't count;
//!   others may come between and take what it was about to get.
//! - *it comes to where it parks, and it has been there before* in this call: it was woken, found that
//!   another thread was faster, and waits again. It is not enabled, and its steps are none.
//! - *it comes to where it parks for the first time*: it joins a queue, or arrives at a barrier. That is
//!   a step that others may depend on (fair locks go by the order of the queue), so it is enabled
//!   and moves as outside.
//!
//! Whether it has been there before is told by giving it a permit where it parks and letting it go on
//! alone, until it parks again: if it stands now where it comes by in doing so (the same calls, the same
//! instructions, the same references null), it has.
//!
//! So a thread that waits for a lock which others take and give back for ever is enabled whenever the
//! lock is free and it has been told so, whether calls are run in steps or as atomic calls: a strongly
//! fair run gives it the lock some time, and a weakly fair one need not.
//!
//! # Who waits
//!
//! A thread *waits* if it is in a blocking call that the program has made, before a monitor, in a
//! wait set, or in a loop of the program that has a way out. It has *left* that when it did something
//! that others could see for good (`deed.rs` in the machine), returned from the call, or got into the
//! monitor. In a loop in which threads pause (`while (…) wait();`, `while (…) Thread.yield();`) only the
//! first counts: who wakes up, looks, and waits again has left nothing. Waiting for the end of a thread
//! is no waiting here, since a thread may run for ever rightly; nor is that of pool workers for tasks.

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use jdk::blocking::Blocking;
use machine::thread::Status;
use machine::{Choice, Operation};

use crate::java::Java;
use crate::java::waits::{WaitSites, WaitingCall};
use crate::search::Labelled;
use crate::system::{Footprints, LONGEST_TRANSITION, Step, System};
use crate::temporal::{EdgeLabel, StateLabel, ThreadMask};
use crate::watch::deadlock;

/// What a thread that is in a call can do by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// It is in none, or on its way to where it first waits: each step counts.
    Steps,
    /// It could return.
    Returns,
    /// It can only come back to where it waits.
    Waits,
}

/// What is known of a thread in the state that was labelled last.
#[derive(Clone, Copy, Debug)]
struct Standing {
    manner: Manner,
    call: Option<WaitingCall>,
    /// Whether it is about to enter a monitor, or to get it back after a wait.
    enters: bool,
    /// Whether it is about to leave a monitor for good.
    leaves: bool,
    /// The loop in which threads pause that it is in, if it is in one.
    pauses_in: Option<(usize, u32)>,
}

/// What is kept for labels.
#[derive(Default)]
pub(super) struct Endless {
    sites: WaitSites,
    standing: Vec<Standing>,
}

/// Where a thread stands: its calls with the current instructions, what of its references is null,
/// and whether it has a permit.
type Stance = Vec<u64>;

/// Steps in which a thread that runs alone has to come to an end of its call.
const MOST_STEPS: usize = 4000;

impl Labelled for Java<'_> {
    fn label(&mut self, values: &mut Vec<bool>) -> Option<StateLabel> {
        values.clear();
        let mut choices = Vec::new();
        self.choices(&mut choices);
        let offers = self.step_cache.offers().to_vec();
        let is_over = choices.is_empty();
        let state = self.step_cache.state().to_vec();
        let mut label = StateLabel::default();
        let mut endless = std::mem::take(&mut self.endless);
        endless.standing.clear();
        let mut calls = Vec::new();
        for (thread, offer) in offers.iter().enumerate() {
            let mut standing = self.standing(&mut endless.sites, thread);
            let can_move = offer.variants > 0 || offer.expires;
            match standing.call {
                Some(call) if can_move && !is_over => calls.push((thread, call)),
                _ => {}
            }
            if !can_move && standing.call.is_some() {
                standing.manner = Manner::Waits;
            }
            let fits = match can_move && !is_over && !offer.ended {
                true => label.enabled.insert(thread),
                false => thread < ThreadMask::THREADS,
            };
            if !fits {
                self.endless = endless;
                return None;
            }
            if !offer.ended && !offer.daemon && self.waits(&mut endless.sites, thread, &standing) {
                let _ = label.in_call.insert(thread);
            }
            endless.standing.push(standing);
        }
        for (thread, call) in calls {
            let manner = self.manner(&state, thread, call);
            endless.standing[thread].manner = manner;
            if manner == Manner::Waits {
                label.enabled.0 &= !(1 << thread);
            }
        }
        self.endless = endless;
        self.load(&state);
        Some(label)
    }

    fn follow(&mut self, choice: Choice, label: &mut EdgeLabel, taken: &mut Vec<Choice>) -> Step {
        let thread = usize::from(choice.thread);
        let standing = self.endless.standing[thread];
        let (mut deed, mut announces) = (false, false);
        let mut lowest = u32::MAX;
        let mut next = Some(choice);
        while let Some(choice) = next {
            taken.push(choice);
            let step = self.take(choice);
            if step != Step::Ran {
                return step;
            }
            let ambient = self.step_cache.summary().ambient;
            deed |= ambient.deed;
            announces |= ambient.announces;
            lowest = lowest.min(ambient.lowest);
            next = self.continuation();
            if taken.len() >= 2 * LONGEST_TRANSITION && next.is_some() {
                self.split_atomic_calls();
                return Step::Ran;
            }
        }
        self.findings.clear();
        self.find_choices();
        let has_ended = self.step_cache.offers().get(thread).is_none_or(|it| it.ended);
        let returned = standing.call.filter(|it| lowest as usize <= it.depth);
        let is_spurious = choice.variant == Choice::SPURIOUS;
        let moved = match standing.manner {
            Manner::Steps => !is_spurious,
            Manner::Returns | Manner::Waits => returned.is_some(),
        };
        if moved || has_ended {
            let _ = label.moved.insert(thread);
        }
        let served = returned.is_some_and(|it| it.kind == Blocking::Served);
        let passed = served || standing.enters;
        if deed || has_ended || (passed && standing.pauses_in.is_none()) {
            let _ = label.left.insert(thread);
        }
        let mut endless = std::mem::take(&mut self.endless);
        let is_out = !has_ended && standing.pauses_in.is_some() && {
            let loops = endless.sites.loops(self.step_cache.machine(), thread);
            loops.innermost != standing.pauses_in
        };
        self.endless = endless;
        label.progress = announces
            || has_ended
            || served
            || standing.leaves
            || (standing.enters && standing.pauses_in.is_none())
            || is_out;
        Step::Ran
    }

    fn is_stuck(&mut self) -> bool {
        deadlock::finding(self.step_cache.machine()).is_some()
    }
}

impl Java<'_> {
    /// Where a thread stands in the current state.
    fn standing(&mut self, sites: &mut WaitSites, thread: usize) -> Standing {
        let machine = self.step_cache.machine();
        let operation = machine.operation(thread);
        Standing {
            manner: Manner::Steps,
            call: sites.call(machine, thread),
            enters: matches!(operation, Some(Operation::Lock(_) | Operation::Reacquire(_))),
            leaves: matches!(operation, Some(Operation::Unlock(_))),
            pauses_in: sites.loops(machine, thread).innermost,
        }
    }

    /// Whether a thread waits for something.
    fn waits(&mut self, sites: &mut WaitSites, thread: usize, standing: &Standing) -> bool {
        let machine = self.step_cache.machine();
        if standing.call.is_some_and(|it| it.joins || !it.by_program) {
            return false;
        }
        let is_in_wait_set = matches!(machine.threads()[thread].status, Status::Waiting(_));
        WaitSites::is_of_program(machine, thread)
            && (standing.call.is_some()
                || standing.enters
                || is_in_wait_set
                || sites.loops(machine, thread).ends)
    }

    /// What a thread that can move in a state, and is in a call there, can do by itself.
    fn manner(&mut self, state: &[u32], thread: usize, call: WaitingCall) -> Manner {
        self.load(state);
        let here = self.stance(thread);
        let first = self.alone(state, thread, call.depth, &mut |_| ());
        let Alone::Parks(parked) = first else {
            return match first {
                Alone::Returns => Manner::Returns,
                _ => Manner::Steps,
            };
        };
        for parked in parked {
            self.load(&parked);
            self.step_cache.machine().give_permit(thread);
            self.step_cache.moved();
            self.leave();
            let with_permit = self.step_cache.state().to_vec();
            let mut was_here = false;
            let mut look = |stance: Stance| was_here |= stance == here;
            self.alone(&with_permit, thread, call.depth, &mut look);
            if !was_here {
                return Manner::Steps;
            }
        }
        Manner::Waits
    }

    /// Runs a thread alone from a state, in all ways, until it returns from the call at this depth or
    /// can't move; tells where it stands on the way.
    fn alone(
        &mut self,
        state: &[u32],
        thread: usize,
        depth: usize,
        look: &mut dyn FnMut(Stance),
    ) -> Alone {
        let mut seen: HashSet<Vec<u32>, FixedState> = HashSet::with_hasher(FixedState::default());
        let mut open = vec![state.to_vec()];
        let mut parked = Vec::new();
        let mut steps = 0;
        while let Some(state) = open.pop() {
            self.load(&state);
            let mut choices = Vec::new();
            self.choices(&mut choices);
            let offer = self.step_cache.offers()[thread];
            look(self.stance(thread));
            if offer.variants == 0 && !offer.expires {
                // Who is held back stands before what it would park for.
                let operation = self.step_cache.machine().operation(thread);
                match operation {
                    Some(Operation::Park) => parked.push(state),
                    _ if offer.held => return Alone::Parks(Vec::new()),
                    _ => return Alone::Stays,
                }
                continue;
            }
            let number = thread as u16;
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
                    let step = self.take(choice);
                    if step != Step::Ran || steps > MOST_STEPS {
                        return Alone::Stays;
                    }
                    if self.step_cache.summary().ambient.lowest as usize <= depth {
                        return Alone::Returns;
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
        match parked.is_empty() {
            // It goes round for ever.
            true => Alone::Stays,
            false => Alone::Parks(parked),
        }
    }

    fn stance(&mut self, thread: usize) -> Stance {
        let machine = self.step_cache.machine();
        let data = &machine.threads()[thread];
        let mut stance = vec![u64::from(data.permit)];
        for (depth, frame) in data.frames.iter().enumerate() {
            stance.push(u64::from(frame.method.0) << 32 | u64::from(frame.pc));
            let references = data.live_references(depth);
            let nulls = references.iter().enumerate();
            let nulls = nulls.filter(|(_, (_, it))| it.is_null());
            stance.push(nulls.fold(0, |all, (index, _)| all | 1 << (index % 64)));
        }
        stance
    }
}

/// How a thread that runs alone ends up.
enum Alone {
    /// It can return from its call.
    Returns,
    /// It can't, and comes to where it parks: the states in which it does.
    Parks(Vec<Vec<u32>>),
    /// It can't move for another reason, or goes round.
    Stays,
}
