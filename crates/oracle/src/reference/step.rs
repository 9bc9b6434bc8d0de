//! What a thread can do next.
//!
//! A successor is one step on shared state and all the private steps after it, up to the thread's
//! next step on shared state. Private steps at a thread's very beginning are run when it starts.

mod blocking;
mod private;
mod shared;

use super::code::{Catches, Exception, LockId, Notified, Place, Register, Step};
use super::state::{Activity, Held, NodeId, State, Value};

/// Where a step leads.
pub(super) enum Stepped {
    /// To another state.
    To(State),
    /// To the end of the run: an exception nobody catches.
    Thrown(Exception),
}

/// All states one step of the thread leads to; none if it can't move.
pub(super) fn successors(codes: &[Vec<Step>], state: &State, thread: usize) -> Vec<Stepped> {
    let run = || Run {
        codes,
        state: state.clone(),
        thread,
    };
    match state.threads[thread].activity {
        Activity::NotStarted | Activity::Ended => Vec::new(),
        Activity::Waiting { lock, times } => {
            if !state.threads[thread].interrupted {
                return Vec::new();
            }
            let mut run = run();
            run.set_activity(Activity::Returning {
                lock,
                times,
                interrupted: true,
            });
            vec![Stepped::To(run.state)]
        }
        Activity::Returning {
            lock,
            times,
            interrupted,
        } => {
            if state.locks.contains_key(&lock) {
                return Vec::new();
            }
            let mut run = run();
            run.state.locks.insert(lock, Held { thread, times });
            run.set_activity(Activity::Running);
            vec![run.after(if interrupted {
                Err(Exception::Interrupted)
            } else {
                Ok(())
            })]
        }
        Activity::Joining { .. } => {
            if !state.threads[thread].interrupted {
                return Vec::new();
            }
            let mut run = run();
            run.set_activity(Activity::Running);
            vec![run.after(Err(Exception::Interrupted))]
        }
        Activity::Running => match &codes[thread][state.threads[thread].place] {
            Step::Notify(lock, Notified::One) => notify_one(run, state, *lock),
            step => run().shared(step).into_iter().collect(),
        },
    }
}

/// One successor for each thread that may be woken.
fn notify_one<'a>(run: impl Fn() -> Run<'a>, state: &State, lock: LockId) -> Vec<Stepped> {
    let waits = |thread: &usize| matches!(state.threads[*thread].activity, Activity::Waiting { lock: on, .. } if on == lock);
    let waiters: Vec<usize> = (0..state.threads.len()).filter(waits).collect();
    if waiters.is_empty() {
        return vec![run().after(Ok(()))];
    }
    let wake = |waiter| {
        let mut run = run();
        run.wake(waiter);
        run.after(Ok(()))
    };
    waiters.into_iter().map(wake).collect()
}

/// A thread on its way.
struct Run<'a> {
    codes: &'a [Vec<Step>],
    state: State,
    thread: usize,
}

impl Run<'_> {
    fn set_activity(&mut self, activity: Activity) {
        self.state.threads[self.thread].activity = activity;
    }

    fn wake(&mut self, waiter: usize) {
        if let Activity::Waiting { lock, times } = self.state.threads[waiter].activity {
            self.state.threads[waiter].activity = Activity::Returning {
                lock,
                times,
                interrupted: false,
            };
        }
    }

    /// Ends a step on shared state, and runs on.
    fn after(mut self, result: Result<(), Exception>) -> Stepped {
        match result {
            Ok(()) => self.state.threads[self.thread].place += 1,
            Err(exception) => {
                if exception == Exception::Interrupted {
                    self.state.threads[self.thread].interrupted = false;
                }
                if let Err(exception) = self.throw(exception) {
                    return Stepped::Thrown(exception);
                }
            }
        }
        self.run_on()
    }

    /// Runs private steps until the next one on shared state.
    fn run_on(mut self) -> Stepped {
        loop {
            let thread = &self.state.threads[self.thread];
            let step = &self.codes[self.thread][thread.place];
            if !step.is_private() {
                return Stepped::To(self.state);
            }
            let next = thread.place + 1;
            let result = self
                .private(step, next)
                .or_else(|exception| self.throw(exception));
            match result {
                Ok(place) => self.state.threads[self.thread].place = place,
                Err(exception) => return Stepped::Thrown(exception),
            }
        }
    }

    /// Goes to the handler of an exception, or gives it back if there is none.
    fn throw(&mut self, exception: Exception) -> Result<Place, Exception> {
        let thread = &mut self.state.threads[self.thread];
        while let Some((catches, place)) = thread.handlers.pop() {
            if catches.includes(exception) {
                if catches == Catches::Any {
                    thread.pending.push(exception);
                }
                thread.place = place;
                return Ok(place);
            }
        }
        Err(exception)
    }

    fn get(&self, register: Register) -> Value {
        let registers = &self.state.threads[self.thread].registers;
        registers
            .get(register.0)
            .cloned()
            .expect("registers are written before they are read")
    }

    fn set(&mut self, register: Register, value: Value) {
        let registers = &mut self.state.threads[self.thread].registers;
        if registers.len() <= register.0 {
            registers.resize(register.0 + 1, Value::Int(0));
        }
        registers[register.0] = value;
    }

    fn int(&self, register: Register) -> i32 {
        match self.get(register) {
            Value::Int(value) => value,
            other => unreachable!("an int was expected, not {other:?}"),
        }
    }

    fn boolean(&self, register: Register) -> bool {
        match self.get(register) {
            Value::Boolean(value) => value,
            other => unreachable!("a boolean was expected, not {other:?}"),
        }
    }

    fn node(&self, register: Register) -> Option<NodeId> {
        match self.get(register) {
            Value::Node(node) => node,
            other => unreachable!("a node was expected, not {other:?}"),
        }
    }
}
