//! `ReentrantLock` and its conditions.
//!
//! In: a call on a lock or a condition. Out: its code.
//!
//! The lock is the monitor of its object, which the program itself must not use then ([`super::super::Front::uses_own_monitor`]):
//! documentation of `ReentrantLock`: "the same basic behavior and semantics as the implicit monitor lock",
//! re-entrant, with the memory effects of one (`Lock`, "Memory Synchronization"). `unlock` by another thread
//! throws `IllegalMonitorStateException`, which is an alarm, as are `await` and `signal` without the lock.
//! Whether a lock is fair only removes runs. `tryLock`, with or without a time, takes the lock or gives false;
//! that it may give false of a free lock, too, only adds runs. With a time, and in `lockInterruptibly` and
//! `await`, an interrupt would be noticed; programs that interrupt have no model.
//!
//! A condition belongs to the lock that made it. `await` gives the lock up and takes it again, also after a
//! time; wake-ups for no reason are left out as those of `Object.wait` are.

use super::super::emit::Emitter;
use super::Call;
use crate::configuration::model::{Access, Condition, Local, Operation};

/// The class of a lock.
const LOCK: &str = "java/util/concurrent/locks/ReentrantLock";

/// The class of conditions that such a lock makes.
const CONDITION: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";

/// Whether objects of a class are locks in the model.
pub(super) fn is_lock(class: &str) -> bool {
    class == LOCK
}

/// Whether objects of a class are conditions of such locks.
pub(super) fn is_condition(class: &str) -> bool {
    class == CONDITION
}

impl Emitter<'_, '_> {
    /// A call on a lock; false if it has no model.
    pub(super) fn lock(&mut self, class: &str, this: Local, call: Call<'_>) -> bool {
        match class {
            LOCK => self.reentrant_lock(this, call),
            CONDITION => self.condition(this, call),
            _ => false,
        }
    }

    fn reentrant_lock(&mut self, this: Local, call: Call<'_>) -> bool {
        let at = self.at();
        match (call.name, call.descriptor) {
            ("<init>", _) => true,
            ("lock" | "lockInterruptibly", _) => {
                if call.name == "lockInterruptibly" {
                    self.front.assume("no thread is interrupted");
                }
                self.put(Operation::Acquire(this), at);
                true
            }
            ("unlock", _) => {
                self.put(Operation::Release(this), at);
                true
            }
            ("tryLock", _) => {
                if call.arguments.len() > 1 {
                    self.front.assume("no thread is interrupted");
                    self.check_null(call.arguments[3]);
                }
                let (fails, done) = (self.label(), self.label());
                self.put(Operation::TryAcquire(this, fails), at);
                self.give_truth(call.target, true);
                self.put(Operation::Jump(done), at);
                self.bind(fails);
                self.give_truth(call.target, false);
                self.bind(done);
                true
            }
            ("newCondition", _) => {
                let Ok(class) = self.front.program.load(CONDITION) else {
                    return false;
                };
                let class = self.front.class_at(class, None);
                let (made, owner) = (self.local("condition"), self.front.owner);
                self.put(Operation::New(made, class), at);
                let write = Operation::Put(made, owner, Some(this));
                self.put_as(write, Access::Private, at);
                self.give_local(call.target, made);
                true
            }
            ("isFair" | "isLocked" | "hasQueuedThreads" | "getQueueLength", _) => {
                self.check_null(call.arguments[0]);
                self.forget_result(call.target);
                true
            }
            _ => false,
        }
    }

    fn condition(&mut self, this: Local, call: Call<'_>) -> bool {
        let at = self.at();
        let is_timed = match (call.name, call.descriptor) {
            ("await" | "awaitUninterruptibly", "()V") => false,
            ("await", "(JLjava/util/concurrent/TimeUnit;)Z") | ("awaitNanos", _) => true,
            ("signal" | "signalAll", _) => {
                let lock = self.lock_of(this);
                let all = call.name == "signalAll";
                self.put(Operation::Signal(lock, this, all), at);
                return true;
            }
            _ => return false,
        };
        self.front.assume("no thread is interrupted");
        let lock = self.lock_of(this);
        let (early, done) = (self.label(), self.label());
        if is_timed {
            self.put(Operation::Branch(Condition::Free, early), at);
        }
        self.before_waiting(Some(lock));
        self.put(Operation::Await(lock, this), at);
        self.put(Operation::Reacquire(lock), at);
        if is_timed {
            // It may have been signalled or be late.
            self.put(Operation::Jump(done), at);
            self.bind(early);
            self.put(Operation::Release(lock), at);
            self.put(Operation::Acquire(lock), at);
            self.bind(done);
        }
        self.forget_result(call.target);
        true
    }

    fn lock_of(&mut self, condition: Local) -> Local {
        let (at, lock) = (self.at(), self.local("lock"));
        let owner = self.front.owner;
        self.put_as(Operation::Get(lock, condition, owner), Access::Private, at);
        lock
    }
}
