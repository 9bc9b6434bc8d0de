//! What a thread may still do: where in its calls it accessed a variable, and whether it can come
//! there again.
//!
//! An access is made at a *site*: the calls that the thread is in, outermost first, each with the
//! instruction it stands at (cut off after [`DEPTH`] calls). That a thread accesses a variable at
//! certain sites only is a fact that is learned like the others, and a matter of the thread's own
//! past: its calls are nobody else's. So a thread is a dependent for a variable only as long as it can
//! still come to one of its sites.
//!
//! When can a thread whose calls stand at `b0, b1, …` come to the site `a0, a1, …`? Let the two agree
//! before position `j` (same methods, same instructions). If `aj` is in the same method as `bj` and
//! can be reached from it by one or more steps (jumps, exceptions), then yes, after the calls above
//! have ended. If an instruction below is yet to be run, because what runs above it comes before it
//! (class initialisation), it reaches itself. If the site ends while they agree, then yes, too: it is
//! where the thread stands, or it was cut off. Otherwise no: to come to the site, the thread would
//! have to be, at some first moment, in the calls up to some `aj` where it is now in those up to `bj`,
//! and only steps of that call lead there. (The outermost call is another one only while a thread's
//! uncaught exception is handled, so that is taken to be possible always.)
//!
//! This is the analysis of future accesses by the dynamic call stack of Parízek and Lhoták, with what
//! the search has seen in place of what the program text allows, and so with the very objects.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use machine::Machine;
use program::{Body, MethodId};

/// Calls that are told apart.
const DEPTH: usize = 32;

/// A call: its method and instruction, and whether that is yet to be run.
type Call = (MethodId, u32, bool);

/// A site or the calls of a thread, by number.
pub(super) type Site = u32;

/// All sites met so far, and which can be reached from which.
#[derive(Debug)]
pub(super) struct Futures {
    numbers: HashMap<Box<[Call]>, Site, FixedState>,
    sites: Vec<Box<[Call]>>,
    answers: HashMap<(Site, Site), bool, FixedState>,
    /// The instructions that can be reached from one.
    reach: HashMap<(MethodId, u32), Box<[u64]>, FixedState>,
    calls: Vec<Call>,
}

impl Futures {
    pub(super) fn new() -> Futures {
        Futures {
            numbers: HashMap::with_hasher(FixedState::default()),
            sites: Vec::new(),
            answers: HashMap::with_hasher(FixedState::default()),
            reach: HashMap::with_hasher(FixedState::default()),
            calls: Vec::new(),
        }
    }

    /// Where a thread stands.
    pub(super) fn site(&mut self, machine: &Machine<'_>, thread: usize) -> Site {
        self.calls.clear();
        let thread = &machine.threads()[thread];
        for (depth, frame) in thread.frames.iter().take(DEPTH).enumerate() {
            let is_top = depth + 1 == thread.frames.len();
            let again = !is_top && thread.is_before_instruction(depth);
            self.calls.push((frame.method, frame.pc, again));
            let key = (frame.method, frame.pc);
            self.reach
                .entry(key)
                .or_insert_with(|| reachable(frame.body, frame.pc));
        }
        if let Some(number) = self.numbers.get(&self.calls[..]) {
            return *number;
        }
        let number = self.sites.len() as Site;
        let calls: Box<[Call]> = self.calls.as_slice().into();
        self.numbers.insert(calls.clone(), number);
        self.sites.push(calls);
        number
    }

    /// Whether a thread that stands at `from` can come to `to`, or is there.
    pub(super) fn can_reach(&mut self, from: Site, to: Site) -> bool {
        if let Some(answer) = self.answers.get(&(from, to)) {
            return *answer;
        }
        let answer = self.work_out(from, to);
        self.answers.insert((from, to), answer);
        answer
    }

    fn work_out(&self, from: Site, to: Site) -> bool {
        let from = &self.sites[from as usize];
        let to = &self.sites[to as usize];
        for (position, (method, pc, _)) in to.iter().copied().enumerate() {
            let Some((in_method, at, again)) = from.get(position).copied() else {
                // The thread is in the call from which the site goes further up: it stands there,
                // or the calls were cut off.
                return true;
            };
            if in_method != method {
                return position == 0;
            }
            let reach = &self.reach[&(in_method, at)];
            if reach[pc as usize / 64] & 1 << (pc % 64) != 0 || (again && at == pc) {
                return true;
            }
            if at != pc {
                return false;
            }
        }
        true
    }
}

/// The instructions that can follow one, after one or more steps.
fn reachable(body: &Body, pc: u32) -> Box<[u64]> {
    let mut seen = vec![0u64; body.code.len().div_ceil(64)];
    let mut left = vec![pc];
    while let Some(pc) = left.pop() {
        let mut visit = |next: u32| {
            let bit = 1 << (next % 64);
            if seen[next as usize / 64] & bit == 0 {
                seen[next as usize / 64] |= bit;
                left.push(next);
            }
        };
        body.for_each_successor(pc, &mut visit);
        body.handlers_at(pc).for_each(|it| visit(it.target));
    }
    seen.into()
}
