//! Plain accesses of atomics that another thread's access conflicts with.
//!
//! `getPlain` and `setPlain` promise no more than an access to an ordinary field does: a JVM may load once and
//! go round a loop for ever with what it has got, or keep a store back. Two such accesses would be a race of an
//! ordinary field. Here they are no violation, since whoever calls these methods has asked for them, but runs
//! in which a load does not see what another thread has stored are not explored, so there is no "holds".
//!
//! In: accesses of the program's own code to atomics, each as a pair of `window.rs` with itself. Out: the plain
//! ones, with an access of another thread to the same variable, if one of the two stores and neither thread
//! has seen the other's end or was started after it. Locks that keep them apart are not looked at.

use program::Instruction;

use super::window::{PLAIN, Pair};
use super::{Overtaken, Site};
use crate::machine::Machine;

impl Machine<'_> {
    /// Stores that plain loads need not see, and plain stores that loads need not see.
    pub(super) fn unseen(&self) -> Vec<Overtaken> {
        let all = &self.coverage.alone;
        let plain = all.iter().filter(|it| self.is_plain(it.first.site));
        let conflicts = |one: &Pair, other: &Pair| {
            one.first.variable == other.first.variable
                && (one.first.writes || other.first.writes)
                && one.is_beside(other)
        };
        let pairs = plain.flat_map(|it| all.iter().map(move |other| (it, other)));
        let pairs = pairs.filter(|(one, other)| conflicts(one, other));
        pairs
            .map(|(one, other)| self.tell_unseen(one, other))
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
