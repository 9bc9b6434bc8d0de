//! Accesses on whose order threads need not agree.
//!
//! Volatile accesses take effect in one order that all threads agree on. Release and acquire modes don't: they
//! hand on what came before, from who writes to who reads, and no more (Doug Lea, *Using JDK 9 Memory Order
//! Modes*). Two threads may see the stores of two others in different orders:
//!
//! ```text
//! x.setRelease(1) | y.setRelease(1) | x.getAcquire() // 1 | y.getAcquire() // 1
//!                 |                 | y.getAcquire() // 0 | x.getAcquire() // 0
//! ```
//!
//! In: the pairs of `window.rs`. Out: those that lie on a cycle which such modes allow. A cycle leads through
//! pairs of different threads, from the second access of one to the first of the next, on one variable; that
//! step is
//!
//! - a *handing on* if the one releases and the other acquires: then the first pair happens before the second;
//! - nothing new if both are of an ordinary variable: such accesses are ordered by what else the threads do,
//!   or they race, which is reported;
//! - otherwise a *look back*: what happens there may be known to the one thread and not yet to the other.
//!
//! A cycle without a look back contradicts the order of what happens before, and one with a single look back
//! lets a thread read what has been overwritten before its eyes, which no mode allows. Those with two are
//! allowed, unless each pair is of volatile accesses or has a full fence between; after a store a volatile
//! store or update is as good as one, for no later load is known to come before these. Two reads in a row look
//! back at a write between them; that of two such steps must not be the same thread's, since it has made both
//! in an order that its readers know.
//!
//! Not seen: a step that hands on nothing because a third thread has written in between.

use std::collections::BTreeSet;

use super::Overtaken;
use super::window::{Mode, Pair, Past};
use crate::machine::Machine;

/// Where a search for a cycle stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// The last pair, by number.
    last: usize,
    /// Looks back so far; 2 is enough.
    looks: u8,
    /// The only thread that writes what reads have looked back at, if there was such a step.
    writer: Option<u16>,
}

/// A step from one pair to the next.
enum Joint {
    HandsOn,
    LooksBack,
    /// At what only this thread writes, if it is one only.
    LooksBackAt(Option<u16>),
}

impl Machine<'_> {
    /// The pairs on whose order other threads need not agree.
    pub(super) fn disagreed(&self) -> Vec<Overtaken> {
        let pairs: Vec<&Pair> = self.coverage.pairs.iter().collect();
        let open = (0..pairs.len()).filter(|it| !pairs[*it].is_agreed());
        let open = open.filter(|it| !self.is_told(pairs[*it]));
        let open = open.filter(|it| self.leads_round(&pairs, *it));
        open.map(|it| self.tell_disagreed(pairs[it])).collect()
    }

    /// Whether more is said of a pair already.
    fn is_told(&self, pair: &Pair) -> bool {
        let sites = (pair.first.site, pair.second.site);
        pair.swaps || self.coverage.weak.contains(&sites)
    }

    fn leads_round(&self, pairs: &[&Pair], start: usize) -> bool {
        let first = Way {
            last: start,
            looks: 0,
            writer: None,
        };
        let (mut passed, mut left) = (BTreeSet::from([first]), vec![first]);
        while let Some(way) = left.pop() {
            let last = pairs[way.last];
            for (number, next) in pairs.iter().enumerate() {
                let is_end = number == start && way.last != start;
                let is_free = next.is_beside(last) && (is_end || next.is_beside(pairs[start]));
                if !is_free {
                    continue;
                }
                let Some(joint) = self.joint(&last.second, &next.first) else {
                    continue;
                };
                let further = way.by(number, &joint);
                if is_end && further.looks >= 2 {
                    return true;
                }
                if !is_end && passed.insert(further) {
                    left.push(further);
                }
            }
        }
        false
    }

    /// How two accesses of different threads are joined, if they are.
    fn joint(&self, one: &Past, other: &Past) -> Option<Joint> {
        let mut writers = self.writers(one.variable);
        let (writer, more) = (writers.next()?, writers.next());
        if one.variable != other.variable {
            return None;
        }
        if one.releases && other.acquires || [one.mode, other.mode] == [Mode::Ordinary; 2] {
            return Some(Joint::HandsOn);
        }
        Some(match one.writes || other.writes {
            true => Joint::LooksBack,
            false => Joint::LooksBackAt(more.is_none().then_some(writer)),
        })
    }

    fn tell_disagreed(&self, pair: &Pair) -> Overtaken {
        let reason = format!(
            "other threads may see {} and {} in another order than this thread: modes weaker than volatile \
             order accesses for who reads what was written, not for all, and Heddle explores only runs in \
             which all accesses take effect in one order; use volatile accesses, or put a \
             VarHandle.fullFence() between",
            self.tell_site(pair.first.site),
            self.tell_site(pair.second.site)
        );
        self.tell_pair(reason, pair.first.site, pair.second.site)
    }
}

impl Pair {
    /// Whether all threads agree on its order.
    fn is_agreed(&self) -> bool {
        let is_ordinary = |it: &Past| it.mode == Mode::Ordinary;
        self.first.fenced
            || self.first.total && self.second.total
            || is_ordinary(&self.first)
            || is_ordinary(&self.second)
    }
}

impl Way {
    fn by(self, number: usize, joint: &Joint) -> Way {
        let (more, writer) = match joint {
            Joint::HandsOn => (0, self.writer),
            Joint::LooksBack => (1, self.writer),
            Joint::LooksBackAt(writer) => {
                let is_same = writer.is_some() && *writer == self.writer;
                (u8::from(!is_same), self.writer.or(*writer))
            }
        };
        Way {
            last: number,
            looks: (self.looks + more).min(2),
            writer,
        }
    }
}
