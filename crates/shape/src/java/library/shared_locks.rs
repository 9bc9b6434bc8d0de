//! `ReentrantReadWriteLock`.
//!
//! In: a call on such a lock, or on its read or write lock. Out: its code.
//!
//! The write lock is the monitor of the whole lock's object; readers share the object, and nobody gets the
//! monitor while there are any (documentation of `ReadWriteLock`: "The read lock may be held simultaneously by
//! multiple reader threads, so long as there are no writers"). A writer can take the read lock; a reader that
//! wants to write waits for ever, and has no model. A reader that comes while a writer waits may have to wait
//! behind it; the deadlock property knows. The read lock is re-entrant in Java; taken twice by one thread it
//! has no model. Whoever unlocks without the lock throws `IllegalMonitorStateException`, which is an alarm.
//! Only the write lock has conditions, which have no model. Interrupts: see [`super::locks`].

use super::super::emit::Emitter;
use super::Call;
use crate::configuration::model::{Access, Condition, Local, Operation, Room};

/// The class of the whole.
pub(super) const LOCK: &str = "java/util/concurrent/locks/ReentrantReadWriteLock";
const READ: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
const WRITE: &str = "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock";

/// Whether objects of a class are such a lock or a part of one.
pub(super) fn is_one(class: &str) -> bool {
    matches!(class, LOCK | READ | WRITE)
}

/// Whether objects of a class are a part of such a lock.
pub(super) fn is_part(class: &str) -> bool {
    matches!(class, READ | WRITE)
}

impl Emitter<'_, '_> {
    /// A call on such a lock; false if it has no model.
    pub(super) fn shared_lock(&mut self, class: &str, this: Local, call: Call<'_>) -> bool {
        match class {
            LOCK => self.whole_lock(this, call),
            READ => self.read_lock(this, call),
            WRITE => self.write_lock(this, call),
            _ => false,
        }
    }

    fn whole_lock(&mut self, this: Local, call: Call<'_>) -> bool {
        let at = self.at();
        let parts = [
            (READ, "readerLock", "readLock"),
            (WRITE, "writerLock", "writeLock"),
        ];
        for (class, name, method) in parts {
            let Some(field) = self.front.library_field(LOCK, name) else {
                return false;
            };
            let field = self.front.field(field);
            if call.name == "<init>" {
                let Ok(class) = self.front.program.load(class) else {
                    return false;
                };
                let class = self.front.class_at(class, None);
                let (part, owner) = (self.local("part"), self.front.owner);
                self.put(Operation::New(part, class), at);
                let belongs = Operation::Put(part, owner, Some(this));
                self.put_as(belongs, Access::Private, at);
                let has = Operation::Put(this, field, Some(part));
                self.put_as(has, Access::Private, at);
            } else if call.name == method {
                let part = self.local("part");
                let read = Operation::Get(part, this, field);
                self.put_as(read, Access::Private, at);
                self.give_local(call.target, part);
                return true;
            }
        }
        call.name == "<init>"
    }

    fn read_lock(&mut self, this: Local, call: Call<'_>) -> bool {
        let at = self.at();
        match call.name {
            "lock" | "lockInterruptibly" => {
                let whole = self.whole(this);
                self.assume_uninterrupted(call);
                self.put(Operation::Share(whole, Room::Open), at);
            }
            "unlock" => {
                let whole = self.whole(this);
                self.put(Operation::Unshare(whole), at);
            }
            "tryLock" => {
                let whole = self.whole(this);
                self.assume_uninterrupted(call);
                let (fails, done) = (self.label(), self.label());
                self.put(Operation::Branch(Condition::Free, fails), at);
                self.put(Operation::Share(whole, Room::Open), at);
                self.give_truth(call.target, true);
                self.put(Operation::Jump(done), at);
                self.bind(fails);
                self.give_truth(call.target, false);
                self.bind(done);
                // It never waits: that the model lets it wait, too, adds runs.
            }
            _ => return false,
        }
        true
    }

    fn write_lock(&mut self, this: Local, call: Call<'_>) -> bool {
        let at = self.at();
        match call.name {
            "lock" | "lockInterruptibly" => {
                let whole = self.whole(this);
                self.assume_uninterrupted(call);
                self.refuse_upgrade(whole);
                self.put(Operation::Acquire(whole), at);
            }
            "unlock" => {
                let whole = self.whole(this);
                self.put(Operation::Release(whole), at);
            }
            "tryLock" => {
                let whole = self.whole(this);
                self.assume_uninterrupted(call);
                let (fails, done) = (self.label(), self.label());
                self.put(Operation::TryAcquire(whole, fails), at);
                self.give_truth(call.target, true);
                self.put(Operation::Jump(done), at);
                self.bind(fails);
                self.give_truth(call.target, false);
                self.bind(done);
            }
            _ => return false,
        }
        true
    }

    /// A reader that wants to write waits for itself, unless it is the writer, too.
    fn refuse_upgrade(&mut self, whole: Local) {
        let (at, wrong, fine) = (self.at(), self.label(), self.label());
        self.put(Operation::Branch(Condition::Holds(whole), fine), at);
        self.put(Operation::Branch(Condition::Shares(whole), wrong), at);
        self.put(Operation::Jump(fine), at);
        self.bind(wrong);
        self.unsupported("a reader that waits for the write lock".to_owned(), at);
        self.bind(fine);
    }

    /// Calls that notice interrupts: there are none.
    fn assume_uninterrupted(&mut self, call: Call<'_>) {
        if call.name == "lockInterruptibly" || call.arguments.len() > 1 {
            self.front.assume("no thread is interrupted");
        }
    }

    fn whole(&mut self, part: Local) -> Local {
        let (at, whole) = (self.at(), self.local("lock"));
        let owner = self.front.owner;
        self.put_as(Operation::Get(whole, part, owner), Access::Private, at);
        whole
    }
}
