//! Blocking queues.
//!
//! In: a call on a queue. Out: its code.
//!
//! Documentation of `BlockingQueue`: `put` waits while the queue is full, `take` while it is empty; `offer` and
//! `poll` give false and null then, after a time if they are given one; `add` throws. "All queuing methods
//! achieve their effects atomically using internal locks": the lock is the monitor of the queue's object here,
//! which the program must not use, and who waits is woken by whoever changes something. Whether a bounded
//! queue is full is open after each addition. Who waits could be interrupted; programs that interrupt have no
//! model.

use super::super::emit::Emitter;
use super::super::values::Reference;
use super::Call;
use super::kinds::Collection;
use crate::configuration::model::{Condition, Local, Operation};
use program::Register;

impl Emitter<'_, '_> {
    /// A call on a blocking queue; false if it has no model.
    pub(super) fn queue(&mut self, kind: Collection, this: Local, call: Call<'_>) -> bool {
        let at = self.at();
        let given = &call.arguments[1..];
        match (call.name, call.descriptor) {
            ("put", "(Ljava/lang/Object;)V")
            | ("add", "(Ljava/lang/Object;)Z")
            | ("offer", "(Ljava/lang/Object;)Z")
            | ("offer", "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)Z") => {
                self.require_object(given[0]);
                if kind.is_bounded && call.name == "add" {
                    let what = "a queue that is full";
                    self.may_throw("java/lang/IllegalStateException", what);
                }
                self.enqueue(kind, this, call);
            }
            ("take", "()Ljava/lang/Object;") => {
                self.front.assume("no thread is interrupted");
                self.put(Operation::Acquire(this), at);
                self.wait_while(this, self.front.filled, false);
                self.dequeue(kind, this, call.target);
            }
            ("poll", "()Ljava/lang/Object;")
            | ("poll", "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;") => {
                let (truth, some, done) = (self.truth("filled"), self.label(), self.label());
                let filled = self.front.filled;
                self.put(Operation::Acquire(this), at);
                self.join_step(Operation::GetFlag(truth, this, filled));
                self.put(Operation::Branch(Condition::Is(truth), some), at);
                self.put(Operation::Release(this), at);
                if let Some(Reference::Kept(local)) =
                    call.target.is_some().then(|| self.reference(call.target))
                {
                    self.put(Operation::Null(local), at);
                }
                self.put(Operation::Jump(done), at);
                self.bind(some);
                self.dequeue(kind, this, call.target);
                self.bind(done);
            }
            ("size" | "remainingCapacity", "()I") => {
                self.check_null(call.arguments[0]);
                self.forget_result(call.target);
            }
            ("isEmpty", "()Z") => {
                self.check_null(call.arguments[0]);
                self.forget_result(call.target);
            }
            _ => return false,
        }
        true
    }

    /// Queues take no null.
    fn require_object(&mut self, register: Register) {
        match self.reference(register) {
            Reference::Kept(_) => self.check_null(register),
            Reference::Opaque if self.is_object(register) => {}
            Reference::Opaque => {
                let what = "a null element of a queue";
                self.may_throw("java/lang/NullPointerException", what);
            }
        }
    }

    fn enqueue(&mut self, kind: Collection, this: Local, call: Call<'_>) {
        let at = self.at();
        let (refused, done) = (self.label(), self.label());
        let full = self.front.full;
        self.put(Operation::Acquire(this), at);
        if kind.is_bounded && call.name == "put" {
            self.front.assume("no thread is interrupted");
            self.wait_while(this, full, true);
        } else if kind.is_bounded && call.name == "offer" {
            let truth = self.truth("full");
            self.join_step(Operation::GetFlag(truth, this, full));
            self.put(Operation::Branch(Condition::Is(truth), refused), at);
        }
        self.put_in(kind, this, call.arguments[1]);
        if kind.is_bounded {
            let open = self.label();
            self.put(Operation::Branch(Condition::Free, open), at);
            self.join_step(Operation::PutFlag(this, full, true));
            self.bind(open);
        }
        self.put(Operation::NotifyAll(this), at);
        self.put(Operation::Release(this), at);
        self.give_truth(call.target, true);
        self.put(Operation::Jump(done), at);
        self.bind(refused);
        self.put(Operation::Release(this), at);
        self.give_truth(call.target, false);
        self.bind(done);
    }

    fn dequeue(&mut self, kind: Collection, this: Local, target: Register) {
        let at = self.at();
        self.remove_some(this, target);
        if kind.is_bounded {
            let full = self.front.full;
            self.join_step(Operation::PutFlag(this, full, false));
            self.put(Operation::NotifyAll(this), at);
        }
        self.put(Operation::Release(this), at);
    }

    /// Waits on a monitor while its flag has a value.
    pub(super) fn wait_while(
        &mut self,
        this: Local,
        flag: crate::configuration::model::FlagId,
        value: bool,
    ) {
        let at = self.at();
        let (again, on, truth) = (self.label(), self.label(), self.truth("asked"));
        self.bind(again);
        self.join_step(Operation::GetFlag(truth, this, flag));
        let goes_on = match value {
            true => Condition::Not(truth),
            false => Condition::Is(truth),
        };
        self.put(Operation::Branch(goes_on, on), at);
        self.before_waiting(Some(this));
        self.put(Operation::Wait(this), at);
        self.put(Operation::Reacquire(this), at);
        self.put(Operation::Jump(again), at);
        self.bind(on);
    }
}
