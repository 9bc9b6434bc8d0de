//! Manners of using threads and locks that are legal and suspicious: joining a thread before it is started,
//! notifications that nobody ever hears, locks that a thread ended with, assertions that fail in tasks.
//!
//! What steps have shown is kept beside the state and only grows, as in `coverage.rs`. Who is left with what
//! at the end is a matter of the state.

use std::collections::BTreeSet;

use program::{ClassId, MethodId};

use crate::execution::invoke::NO_METHOD;
use crate::machine::Machine;
use crate::value::{Ref, Space};
use crate::weak::Site;

/// What has been seen so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manners {
    /// Where a thread was joined that had not been started.
    early_joins: BTreeSet<Site>,
    /// Where threads notify, with whether anybody has ever waited there then.
    notified: BTreeSet<(Site, bool)>,
    /// Where an assertion failed and the library kept what it threw, as the result of a task.
    kept: BTreeSet<Site>,
}

impl Manners {
    /// Adds what another machine has seen.
    pub(crate) fn absorb(&mut self, other: &Manners) {
        self.early_joins.extend(&other.early_joins);
        self.notified.extend(&other.notified);
        self.kept.extend(&other.kept);
    }
}

impl Machine<'_> {
    /// A thread asks whether another lives that has not been started. If it does so to wait for its end, it
    /// does not wait.
    pub(crate) fn notice_unstarted(&mut self, thread: usize) {
        let frames = self.threads[thread].frames.iter().rev();
        let mut callers = frames.filter(|it| it.method != NO_METHOD);
        let name_of = |method: MethodId| &*self.program.method(method).name;
        let caller = callers.find(|it| !matches!(name_of(it.method), "isAlive" | "alive"));
        let is_join = caller.is_some_and(|it| {
            let class = self.program.method(it.method).class;
            name_of(it.method) == "join" && &*self.program.class(class).name == "java/lang/Thread"
        });
        if is_join && let Some(site) = self.program_site(thread) {
            self.coverage.manners.early_joins.insert(site);
        }
    }

    /// A thread notifies; `heard` says whether somebody waits.
    pub(crate) fn notice_notification(&mut self, thread: usize, heard: bool) {
        let method = self.threads[thread].frames.last().map(|it| it.method);
        let is_own = method.is_some_and(|it| it != NO_METHOD && !self.is_of_library(it));
        if is_own && let Some(site) = self.program_site(thread) {
            self.coverage.manners.notified.insert((site, heard));
        }
    }

    /// Where a thread is in the program's own code.
    /// The library catches what a failed assertion of the program has thrown there.
    pub(crate) fn notice_kept(&mut self, assertion: Site) {
        self.coverage.manners.kept.insert(assertion);
    }

    /// Where assertions fail and the library keeps what they throw.
    pub fn kept_assertions(&self) -> Vec<(MethodId, u32)> {
        let sites = self.coverage.manners.kept.iter();
        sites.map(|it| (it.method, it.pc)).collect()
    }

    pub(crate) fn program_site(&self, thread: usize) -> Option<Site> {
        let frames = self.threads[thread].frames.iter().rev();
        let mut frames = frames.filter(|it| it.method != NO_METHOD);
        let frame = frames.find(|it| !self.is_of_library(it.method))?;
        Some(Site {
            method: frame.method,
            pc: frame.pc,
        })
    }

    /// Where threads are joined before they are started: methods and instructions.
    pub fn early_joins(&self) -> Vec<(MethodId, u32)> {
        let sites = self.coverage.manners.early_joins.iter();
        sites.map(|it| (it.method, it.pc)).collect()
    }

    /// Where threads notify and nobody has ever waited.
    pub fn unheard_notifications(&self) -> Vec<(MethodId, u32)> {
        let notified = &self.coverage.manners.notified;
        let unheard = notified
            .iter()
            .filter(|it| !it.1 && !notified.contains(&(it.0, true)));
        unheard.map(|it| (it.0.method, it.0.pc)).collect()
    }

    /// The locks of the library that threads ended with: the synchronizer's class, and the thread's name.
    /// All threads have ended.
    pub fn locks_of_ended(&mut self) -> Vec<(ClassId, String)> {
        const OWNABLE: &str = "java/util/concurrent/locks/AbstractOwnableSynchronizer";
        let Some(ownable) = self.program.loaded(OWNABLE) else {
            return Vec::new();
        };
        let mut left = Vec::new();
        for index in 0..self.heap.capacity() {
            let name = Ref::new(Space::Heap, index as u32);
            if !self.heap.is_live(name) {
                continue;
            }
            let class = self.heap.object(name).class;
            // Workers of pools are locks, too, which is the library's affair.
            let is_lock = self.program.class(class).name.contains("Lock");
            if !is_lock || !self.program.is_subtype(class, ownable) {
                continue;
            }
            if let Some(owner) = self.owner_of(name)
                && self.heap.has(owner)
                && self.thread_of(owner).is_none()
            {
                left.push((name, class, owner));
            }
        }
        // Of a lock of the base that nobody can get at any more, a state does not say who has it.
        let is_gone = |it: Ref| self.names.is_base(it) && !self.is_in_statics(it);
        left.retain(|it| !is_gone(it.0));
        let left = left.into_iter();
        left.map(|(_, class, owner)| (class, self.thread_label(owner)))
            .collect()
    }

    /// Whether an object can be got at from static fields.
    fn is_in_statics(&self, object: Ref) -> bool {
        let all = self.heap.all().into_iter();
        let mut left: Vec<Ref> = all.filter(|it| it.space() == Space::Statics).collect();
        let mut seen: BTreeSet<Ref> = left.iter().copied().collect();
        while let Some(next) = left.pop() {
            if next == object {
                return true;
            }
            self.heap.each_reference(next, |target| {
                if !target.is_null() && self.heap.has(target) && seen.insert(target) {
                    left.push(target);
                }
            });
        }
        false
    }
}
