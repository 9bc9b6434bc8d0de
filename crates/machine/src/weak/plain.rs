//! Plain accesses of atomics that another thread's access conflicts with.
//!
//! `getPlain` and `setPlain` promise no more than an access to an ordinary field does: a JVM may load once and
//! go round a loop for ever with what it has got, or keep a store back. Two such accesses would be a race of an
//! ordinary field. Here they are no violation, since whoever calls these methods has asked for them, but runs
//! in which a load does not see what another thread has stored are not explored, so there is no "holds".
//!
//! In: accesses of the program's own code to atomics, with the locks that are held. Out: the plain ones, with an
//! access of another thread to the same variable, if one of the two stores, no lock keeps them apart, and
//! neither thread has seen the other's end or was started after it.

use program::Instruction;

use super::window::{PLAIN, Pair};
use super::{Overtaken, Site};
use crate::heap::Read;
use crate::machine::Machine;
use crate::value::Ref;

/// An access, and what keeps others away from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Alone {
    /// The access, as a pair with itself.
    pub(super) access: Pair,
    /// The locks that its thread holds, of those that have lasting names.
    pub(super) locks: Vec<Ref>,
}

impl Machine<'_> {
    /// The monitors and locks of the library that a thread holds, of those of the base.
    pub(super) fn locks_held(&mut self, thread: usize) -> Vec<Ref> {
        const OWNABLE: &str = "java/util/concurrent/locks/AbstractOwnableSynchronizer";
        self.heap.reads.note(Read::Everything);
        let ownable = self.program.loaded(OWNABLE);
        let owner = self.threads[thread].object;
        let all = self.heap.all().into_iter();
        let mut held: Vec<Ref> = all.filter(|it| self.names.is_base(*it)).collect();
        held.retain(|it| {
            let class = self.heap.object(*it).class;
            self.monitor(*it).owner() == Some(thread)
                || ownable.is_some_and(|ownable| self.program.is_subtype(class, ownable))
                    && self.owner_of(*it) == Some(owner)
        });
        held
    }

    /// Stores that plain loads need not see, and plain stores that loads need not see.
    pub(super) fn unseen(&self) -> Vec<Overtaken> {
        let all = &self.coverage.alone;
        let plain = all.iter().filter(|it| self.is_plain(it.access.first.site));
        let conflicts = |one: &Alone, other: &Alone| {
            let accesses = (&one.access.first, &other.access.first);
            accesses.0.variable == accesses.1.variable
                && (accesses.0.writes || accesses.1.writes)
                && one.access.is_beside(&other.access)
                && !one.locks.iter().any(|it| other.locks.contains(it))
        };
        let pairs = plain.flat_map(|it| all.iter().map(move |other| (it, other)));
        let pairs = pairs.filter(|(one, other)| conflicts(one, other));
        pairs
            .map(|(one, other)| self.tell_unseen(&one.access, &other.access))
            .collect()
    }

    /// Whether a call of the program is one of a plain mode of an atomic.
    fn is_plain(&self, site: Site) -> bool {
        let body = self.program.body(site.method);
        let Instruction::Invoke { method, .. } = body.code[site.pc as usize] else {
            return false;
        };
        let method = self.program.method(method);
        let class = self.program.class(method.class);
        class.name.starts_with("java/util/concurrent/atomic/") && PLAIN.contains(&&*method.name)
    }

    fn tell_unseen(&self, plain: &Pair, other: &Pair) -> Overtaken {
        let (load, store) = match plain.first.writes {
            true => (other, plain),
            false => (plain, other),
        };
        let (load, store) = (load.first.site, store.first.site);
        let reason = format!(
            "{} may never see what {} stores, however often it looks: plain modes promise no more than \
             ordinary fields do, and Heddle explores only runs in which each load sees the last store; use \
             getOpaque and setOpaque, or stronger modes",
            self.tell_site(load),
            self.tell_site(store)
        );
        self.tell_pair(reason, load, store)
    }
}
