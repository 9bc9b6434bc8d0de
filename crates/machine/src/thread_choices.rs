//! What a thread can do in a state, and how the choices of a state follow from that.

use program::FieldId;

use crate::choice::Choice;
use crate::machine::Machine;
use crate::operation::{Operation, Ordering, Span};
use crate::options::{Granularity, Timeouts};
use crate::thread::Status;

/// What one thread has to offer in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadChoices {
    /// Alternatives of its next step; 0 if it can't move.
    pub variants: u16,
    /// Whether its wait may end by time.
    pub expires: bool,
    /// Whether its wait may end for no reason.
    pub spurious: bool,
    /// The jumps of the clock that may come before its look, as bits: see `stamps.rs`.
    pub late: u64,
    /// Whether they may come only if no other thread can move, nor could before so much time has passed.
    pub late_if_idle: bool,
    /// Nanoseconds after which its wait ends, where time passes only when no thread can move; 0 for none.
    pub(crate) deadline: i64,
    /// Whether it picks a value, or is inside of an atomic call (see `atomic_calls.rs`): that is done at once.
    pub picks: bool,
    /// Whether it would only begin to wait, and so does not move unless nobody else can.
    pub held: bool,
    /// Whether it has ended.
    pub ended: bool,
    /// Whether the program may end without it.
    pub daemon: bool,
    /// What it is about to access, see [`crate::StepCache::accesses`]; 0 for nothing.
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
pub(crate) fn choices(offers: &[ThreadChoices], out: &mut Vec<Choice>) {
    // The program ends with its last thread that is no daemon.
    if !offers.iter().any(ThreadChoices::is_unfinished) {
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
    let first = out.len();
    let mut late = false;
    for thread in range.clone() {
        let offer = &offers[thread];
        for variant in 0..offer.variants {
            out.push(choice(thread, variant));
        }
        late |= offer.expires || offer.spurious || offer.late != 0;
    }
    for thread in range.filter(|_| late) {
        let jumps = jumps(offers, thread);
        let exponents = (0..u64::BITS as u8).filter(|exponent| jumps >> exponent & 1 != 0);
        out.extend(exponents.map(|exponent| Choice::late(thread as u16, exponent)));
        if offers[thread].expires {
            out.push(choice(thread, Choice::EXPIRE));
        }
        if offers[thread].spurious {
            out.push(choice(thread, Choice::SPURIOUS));
        }
    }
    if out.len() == first {
        let held = offers.iter().enumerate().filter(|(_, offer)| offer.held);
        out.extend(held.map(|(thread, _)| choice(thread, 0)));
    }
}

/// The jumps of the clock that may come before a thread's look in a state of these offers.
fn jumps(offers: &[ThreadChoices], thread: usize) -> u64 {
    let offer = &offers[thread];
    if !offer.late_if_idle {
        return offer.late;
    }
    let others = || {
        let all = offers.iter().enumerate();
        all.filter(move |it| it.0 != thread).map(|it| it.1)
    };
    let brief = match others().any(|it| it.variants > 0) {
        true => (2 << Choice::BRIEF) - 1,
        false => u64::MAX,
    };
    // Whoever's time is up before moves first.
    let deadlines = others().map(|it| it.deadline).filter(|it| *it > 0);
    let before = deadlines
        .min()
        .map_or(u64::MAX, |it| it.unsigned_abs().next_power_of_two() - 1);
    offer.late & brief & before
}

/// The first choice, of those there are.
pub(crate) fn first(offers: &[ThreadChoices]) -> Option<Choice> {
    let picking = offers.iter().position(|offer| offer.picks);
    let moving = || offers.iter().position(|offer| offer.variants > 0);
    let (thread, variant) = match picking.or_else(moving) {
        Some(thread) => (thread, 0),
        None => {
            let late = |offer: &ThreadChoices| offer.expires || offer.spurious;
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

/// What the offers of a state come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// Alternatives of all threads.
    choices: usize,
    /// Threads that keep the program alive.
    unfinished: usize,
    /// Threads that pick a value.
    picking: usize,
    /// Threads that are about to access something.
    accessing: usize,
    /// Threads before looks whose jumps depend on the others.
    looking: usize,
}

impl Totals {
    /// One more offer.
    pub(crate) fn add(&mut self, offer: &ThreadChoices) {
        self.choices += offer.choices();
        self.unfinished += usize::from(offer.is_unfinished());
        self.picking += usize::from(offer.picks);
        self.accessing += usize::from(offer.accesses != 0);
        self.looking += usize::from(offer.late_if_idle);
    }

    /// One less.
    pub(crate) fn remove(&mut self, offer: &ThreadChoices) {
        self.choices -= offer.choices();
        self.unfinished -= usize::from(offer.is_unfinished());
        self.picking -= usize::from(offer.picks);
        self.accessing -= usize::from(offer.accesses != 0);
        self.looking -= usize::from(offer.late_if_idle);
    }

    /// How many choices there are in the state of these offers.
    pub(crate) fn count(&self, offers: &[ThreadChoices]) -> usize {
        if self.unfinished == 0 {
            return 0;
        }
        if self.picking == 0 && self.looking == 0 {
            return self.choices;
        }
        if self.picking == 0 {
            let held_back = |thread: usize| {
                offers[thread].late.count_ones() - jumps(offers, thread).count_ones()
            };
            let less: u32 = (0..offers.len()).map(held_back).sum();
            return self.choices - less as usize;
        }
        let picking = offers.iter().find(|offer| offer.picks);
        picking.map_or(0, |offer| usize::from(offer.variants))
    }

    /// Whether several threads are about to access something.
    pub(crate) fn may_conflict(&self) -> bool {
        self.accessing > 1
    }
}

impl ThreadChoices {
    fn choices(&self) -> usize {
        usize::from(self.variants)
            + usize::from(self.expires)
            + usize::from(self.spurious)
            + self.late.count_ones() as usize
    }

    /// Whether the program goes on for its sake.
    pub(crate) fn is_unfinished(&self) -> bool {
        !self.daemon && !self.ended
    }
}

impl Machine<'_> {
    /// Appends the choices possible in this state. None means that the program has ended, or that
    /// no thread can move any more.
    pub fn choices(&mut self, out: &mut Vec<Choice>) {
        let first = out.len();
        if self.exit.is_some() {
            return;
        }
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        for thread in 0..self.threads.len() {
            let operation = self.operation(thread);
            offers.push(self.offer(thread, operation));
        }
        choices(&offers, out);
        self.offers = offers;
        if out.len() == first && self.options.timeouts == Timeouts::Idle {
            self.idle_choices(out);
        }
    }

    /// What a thread that stands before this operation can do now.
    pub(crate) fn offer(&self, thread: usize, operation: Option<Operation>) -> ThreadChoices {
        let mut offer = ThreadChoices {
            ended: self.threads[thread].has_ended(),
            daemon: self.threads[thread].daemon,
            ..ThreadChoices::default()
        };
        let Some(operation) = operation else {
            return offer;
        };
        if self.threads[thread].is_suspended() || self.threads[thread].is_awaiting() {
            return offer;
        }
        match operation {
            Operation::Choose(count) => {
                offer.variants = count;
                // In a schedule, what others do may stand before it: a machine that stops at fewer
                // places has passed over that.
                offer.picks = self.options.granularity == Granularity::Operation;
                return offer;
            }
            Operation::Notify(object) => {
                offer.variants = self.waiters(object).count().max(1) as u16;
            }
            Operation::Look => {
                offer.variants = 1;
                offer.late = self.jumps();
                offer.late_if_idle = self.options.timeouts == Timeouts::Idle;
            }
            _ => offer.variants = u16::from(self.is_enabled(thread, operation)),
        }
        if offer.variants == 1 && self.synchronizers.is_on() {
            offer.held = self.is_held_back(thread, operation);
            offer.variants = u16::from(!offer.held);
            offer.picks = !offer.held && self.is_inside_atomic_call(thread, operation);
        }
        let can_expire = self.can_expire(thread, operation);
        offer.expires =
            can_expire && (self.options.timeouts == Timeouts::Any || self.threads[thread].is_due());
        if self.options.timeouts == Timeouts::Idle && (can_expire || operation == Operation::Sleep)
        {
            offer.deadline = self.threads[thread].deadline;
        }
        offer.spurious = self.options.spurious_wakeups && self.can_wake(thread, operation);
        offer
    }

    fn is_enabled(&self, thread: usize, operation: Operation) -> bool {
        match operation {
            Operation::Lock(object) | Operation::Reacquire(object) => {
                self.heap.is_open_to(object, thread)
            }
            Operation::Initialize(class) => self
                .initializer(class)
                .is_none_or(|initializer| initializer == thread),
            // Interrupted, it leaves the wait set by itself; until then it can still be notified.
            Operation::Waiting(_) => self.is_interrupted(thread) || self.threads[thread].stopped,
            Operation::Start(object) => {
                self.heap.is_open_to(object, thread) || self.is_virtual(object)
            }
            // A thread takes that monitor to end, so that `join` can't miss it.
            Operation::End => {
                let monitor = self.end_monitor(self.threads[thread].object);
                self.heap.is_open_to(monitor, thread)
            }
            Operation::Park | Operation::Sleep if self.threads[thread].stopped => true,
            Operation::Park => self.threads[thread].permit || self.is_interrupted(thread),
            Operation::Sleep => {
                self.options.timeouts == Timeouts::Any
                    || self.threads[thread].deadline == 0
                    || self.threads[thread].is_due()
                    || self.is_interrupted(thread)
            }
            _ => true,
        }
    }

    /// Whether the thread is in a wait or park that may end for no reason.
    fn can_wake(&self, thread: usize, operation: Operation) -> bool {
        match operation {
            Operation::Waiting(_) => true,
            Operation::Park => !self.threads[thread].permit && !self.is_interrupted(thread),
            _ => false,
        }
    }

    /// Whether the thread is in a timed wait or park that only time (or luck) will end.
    fn can_expire(&self, thread: usize, operation: Operation) -> bool {
        match (operation, self.threads[thread].status) {
            (Operation::Waiting(_), Status::Waiting(waiting)) => waiting.nanos > 0,
            (Operation::Park, _) => {
                self.threads[thread].deadline != 0
                    && !self.threads[thread].permit
                    && !self.is_interrupted(thread)
            }
            _ => false,
        }
    }

    /// Nothing else can move: time passes until the earliest deadline.
    pub fn idle_choices(&mut self, out: &mut Vec<Choice>) {
        let first = out.len();
        let mut earliest = i64::MAX;
        for thread in 0..self.threads.len() {
            if self.threads[thread].is_suspended() {
                continue;
            }
            let Some(operation) = self.operation(thread) else {
                continue;
            };
            let number = thread as u16;
            let choice = if operation == Operation::Sleep {
                Choice::run(number)
            } else if self.can_expire(thread, operation) {
                Choice {
                    thread: number,
                    variant: Choice::EXPIRE,
                }
            } else {
                continue;
            };
            let deadline = self.threads[thread].deadline;
            if deadline < earliest {
                earliest = deadline;
                out.truncate(first);
            }
            if deadline == earliest {
                out.push(choice);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the choices are as many as `count` says.
    fn counted(offers: &[ThreadChoices]) -> usize {
        let mut out = Vec::new();
        choices(offers, &mut out);
        let mut totals = Totals::default();
        for offer in offers {
            totals.add(offer);
        }
        assert_eq!(out.len(), totals.count(offers), "{offers:?}");
        if let Some(choice) = out.first() {
            assert_eq!(first(offers), Some(*choice), "{offers:?}");
        }
        out.len()
    }

    #[test]
    fn choices_are_counted_as_they_are_made() {
        let runs = ThreadChoices {
            variants: 1,
            ..ThreadChoices::default()
        };
        let notifies = ThreadChoices {
            variants: 3,
            ..runs
        };
        let waits = ThreadChoices {
            variants: 0,
            expires: true,
            ..runs
        };
        let picks = ThreadChoices {
            variants: 2,
            picks: true,
            ..runs
        };
        let daemon = ThreadChoices {
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
