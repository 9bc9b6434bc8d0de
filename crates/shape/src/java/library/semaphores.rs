//! `Semaphore`, of which each thread takes one permit at a time and gives it back.
//!
//! In: a call on a semaphore. Out: its code.
//!
//! A semaphore that is made with one permit is a lock that can't be entered again. One with more is something
//! that several threads are in; how many permits are left is not kept, so a thread may always enter, and may
//! always have to wait if another one is in: with at least one permit at the start, who waits waits for some
//! thread that is in. Both are argued from the documentation: "each `acquire()` blocks if necessary until a
//! permit is available, and then takes it"; `release` "may be called without having acquired a permit", which
//! makes it more than a lock. So a thread that gives back what it has not taken, or takes a second permit, has
//! no model, nor has a semaphore that begins without permits. Fairness only removes runs. Interrupts: see
//! [`super::locks`].

use super::super::emit::Emitter;
use super::Call;
use crate::configuration::model::{Access, Condition, Local, Operation, Room};

/// Whether objects of a class are semaphores.
pub(super) fn is_one(class: &str) -> bool {
    class == "java/util/concurrent/Semaphore"
}

impl Emitter<'_, '_> {
    /// A call on a semaphore; false if it has no model.
    pub(super) fn semaphore(&mut self, class: &str, this: Local, call: Call<'_>) -> bool {
        if !is_one(class) {
            return false;
        }
        let at = self.at();
        match (call.name, call.descriptor) {
            ("<init>", "(I)V" | "(IZ)V") => {
                let permits = call.arguments[1];
                if !self.is_within(permits, 1, i64::MAX) {
                    return false;
                }
                let single = self.front.single;
                let is_single = self.is_within(permits, 1, 1);
                if !is_single && !self.is_within(permits, 2, i64::MAX) {
                    return false;
                }
                let write = Operation::PutFlag(this, single, is_single);
                self.put_as(write, Access::Private, at);
            }
            ("acquire" | "acquireUninterruptibly", "()V") => {
                if call.name == "acquire" {
                    self.front.assume("no thread is interrupted");
                }
                self.take_permit(this);
            }
            ("tryAcquire", "()Z" | "(JLjava/util/concurrent/TimeUnit;)Z") => {
                self.front.assume("no thread is interrupted");
                let (fails, done) = (self.label(), self.label());
                self.put(Operation::Branch(Condition::Free, fails), at);
                self.take_permit(this);
                self.give_truth(call.target, true);
                self.put(Operation::Jump(done), at);
                self.bind(fails);
                self.give_truth(call.target, false);
                self.bind(done);
                // It never waits: that the model lets it wait, too, adds runs.
            }
            ("release", "()V") => self.give_permit(this),
            ("availablePermits", _) => {
                self.check_null(call.arguments[0]);
                self.forget_result(call.target);
            }
            _ => return false,
        }
        true
    }

    fn is_single(&mut self, this: Local) -> Condition {
        let (truth, single) = (self.truth("single"), self.front.single);
        self.join_step(Operation::GetFlag(truth, this, single));
        Condition::Is(truth)
    }

    fn take_permit(&mut self, this: Local) {
        let (at, twice, lock, done) = (self.at(), self.label(), self.label(), self.label());
        self.put(Operation::Branch(Condition::Holds(this), twice), at);
        self.put(Operation::Branch(Condition::Shares(this), twice), at);
        let is_single = self.is_single(this);
        self.put(Operation::Branch(is_single, lock), at);
        self.put(Operation::Share(this, Room::Counted), at);
        self.put(Operation::Jump(done), at);
        self.bind(lock);
        self.put(Operation::Acquire(this), at);
        self.put(Operation::Jump(done), at);
        self.bind(twice);
        self.unsupported("a thread that takes a second permit".to_owned(), at);
        self.bind(done);
    }

    fn give_permit(&mut self, this: Local) {
        let (at, lock, is_in, done) = (self.at(), self.label(), self.label(), self.label());
        self.put(Operation::Branch(Condition::Holds(this), lock), at);
        self.put(Operation::Branch(Condition::Shares(this), is_in), at);
        self.unsupported(
            "a permit that another thread has taken, or none".to_owned(),
            at,
        );
        self.bind(is_in);
        self.put(Operation::Unshare(this), at);
        self.put(Operation::Jump(done), at);
        self.bind(lock);
        self.put(Operation::Release(this), at);
        self.bind(done);
    }
}
