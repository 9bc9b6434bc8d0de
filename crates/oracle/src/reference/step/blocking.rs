//! Locks, wait sets, and the beginning and end of threads.

use super::{Run, Stepped};
use crate::reference::code::{Exception, LockId};
use crate::reference::state::{Activity, Held};

impl Run<'_> {
    pub(super) fn enter(&mut self, lock: LockId) -> bool {
        let thread = self.thread;
        let held = self
            .state
            .locks
            .entry(lock)
            .or_insert(Held { thread, times: 0 });
        let mine = held.thread == thread;
        held.times += usize::from(mine);
        mine
    }

    pub(super) fn leave(&mut self, lock: LockId) {
        let held = self
            .state
            .locks
            .get_mut(&lock)
            .expect("a lock is left by who holds it");
        held.times -= 1;
        if held.times == 0 {
            self.state.locks.remove(&lock);
        }
    }

    pub(super) fn wait(mut self, lock: LockId) -> Stepped {
        if self.state.threads[self.thread].interrupted {
            return self.after(Err(Exception::Interrupted));
        }
        let held = self
            .state
            .locks
            .remove(&lock)
            .expect("who waits holds the monitor");
        self.set_activity(Activity::Waiting {
            lock,
            times: held.times,
        });
        Stepped::To(self.state)
    }

    pub(super) fn notify_all(&mut self, lock: LockId) {
        for waiter in 0..self.state.threads.len() {
            if matches!(self.state.threads[waiter].activity, Activity::Waiting { lock: on, .. } if on == lock)
            {
                self.wake(waiter);
            }
        }
    }

    pub(super) fn start(mut self, thread: usize) -> Stepped {
        self.state.threads[thread].activity = Activity::Running;
        let Run {
            codes,
            state,
            thread: starter,
        } = self;
        match (Run {
            codes,
            state,
            thread,
        })
        .run_on()
        {
            Stepped::To(state) => Run {
                codes,
                state,
                thread: starter,
            }
            .after(Ok(())),
            thrown => thrown,
        }
    }

    pub(super) fn end(mut self) -> Stepped {
        let thread = &mut self.state.threads[self.thread];
        thread.activity = Activity::Ended;
        thread.registers.clear();
        thread.interrupted = false;
        thread.permit = false;
        let ended = self.thread;
        for other in &mut self.state.threads {
            if other.activity == (Activity::Joining { thread: ended }) {
                // It looks again, and then goes on.
                other.activity = Activity::Running;
            }
        }
        Stepped::To(self.state)
    }

    pub(super) fn join(mut self, thread: usize) -> Stepped {
        if self.state.threads[thread].ended() {
            return self.after(Ok(()));
        }
        if self.state.threads[self.thread].interrupted {
            return self.after(Err(Exception::Interrupted));
        }
        self.set_activity(Activity::Joining { thread });
        Stepped::To(self.state)
    }
}
