//! What a thread can do next.
//!
//! A successor is one step on shared state and all the private steps after it, up to the thread's
//! next step on shared state. Private steps at a thread's very beginning are run when it starts.

use super::code::{Catches, Constant, Exception, LockId, Notified, Place, Register, Step};
use super::state::{Activity, Cell, Held, Node, NodeId, State, Value};
use crate::ast::{NodeField, Operator, Type, VariableId};

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

    /// Runs a private step and returns the place of the next one.
    fn private(&mut self, step: &Step, next: Place) -> Result<Place, Exception> {
        match step {
            Step::Constant(to, constant) => {
                let value = match *constant {
                    Constant::Int(value) => Value::Int(value),
                    Constant::Boolean(value) => Value::Boolean(value),
                    Constant::Null => Value::Node(None),
                };
                self.set(*to, value);
            }
            Step::Copy { to, from, as_type } => {
                let value = convert(self.get(*from), *as_type);
                self.set(*to, value);
            }
            Step::Binary(to, operator, left, right) => {
                let value = binary(*operator, &self.get(*left), &self.get(*right))?;
                self.set(*to, value);
            }
            Step::Not(to, from) => {
                let value = Value::Boolean(!self.boolean(*from));
                self.set(*to, value);
            }
            Step::IsNull(to, from) => {
                let value = Value::Boolean(self.node(*from).is_none());
                self.set(*to, value);
            }
            Step::NewNode(to, id) => {
                let thread = &mut self.state.threads[self.thread];
                let name = NodeId {
                    thread: self.thread,
                    number: thread.made,
                };
                thread.made += 1;
                let node = Node {
                    id: *id as i32,
                    payload: 0,
                    value: 0,
                    next: None,
                };
                self.state.nodes.insert(name, node);
                self.set(*to, Value::Node(Some(name)));
            }
            Step::NewArray(to, length) => self.set(*to, Value::Own(vec![0; *length])),
            Step::ReadOwn { to, array, index } => {
                let Value::Own(elements) = self.get(*array) else {
                    unreachable!("an array was expected");
                };
                self.set(*to, Value::Int(elements[*index]));
            }
            Step::WriteOwn { array, index, from } => {
                let value = self.int(*from);
                let Value::Own(mut elements) = self.get(*array) else {
                    unreachable!("an array was expected");
                };
                elements[*index] = value;
                self.set(*array, Value::Own(elements));
            }
            Step::Observe(value) => {
                let digit = self.digit(*value);
                self.observe(digit);
            }
            Step::ObserveDigit(digit) => {
                // The handler of an interrupt: the exception ends here.
                self.observe(*digit);
            }
            Step::Jump(place) => return Ok(*place),
            Step::JumpIf(condition, place) => {
                return Ok(if self.boolean(*condition) {
                    *place
                } else {
                    next
                });
            }
            Step::JumpUnless(condition, place) => {
                return Ok(if self.boolean(*condition) {
                    next
                } else {
                    *place
                });
            }
            Step::Handle(catches, place) => {
                self.state.threads[self.thread]
                    .handlers
                    .push((*catches, *place));
            }
            Step::Unhandle => {
                self.state.threads[self.thread].handlers.pop();
            }
            Step::Throw(exception) => return Err(*exception),
            Step::Rethrow => {
                let pending = self.state.threads[self.thread].pending.pop();
                return Err(pending.expect("a finally block is left by the exception it was for"));
            }
            other => unreachable!("{other:?} is not private"),
        }
        Ok(next)
    }

    fn digit(&self, register: Register) -> i64 {
        match self.get(register) {
            Value::Int(value) => i64::from(value & 15),
            Value::Long(value) => value & 15,
            Value::Boolean(value) => i64::from(value),
            Value::Node(node) => node.map_or(15, |id| i64::from(self.state.nodes[&id].id)),
            Value::Own(_) => unreachable!("arrays are not observed"),
        }
    }

    fn observe(&mut self, digit: i64) {
        let thread = &mut self.state.threads[self.thread];
        thread.seen = thread.seen.wrapping_mul(16).wrapping_add(digit);
    }

    fn scalar(&mut self, variable: VariableId) -> &mut Value {
        match &mut self.state.cells[variable.0] {
            Cell::Scalar(value) => value,
            other => unreachable!("a scalar was expected, not {other:?}"),
        }
    }

    fn store(&mut self, variable: VariableId, value: Value) {
        let cell = self.scalar(variable);
        let as_type = matches!(cell, Value::Long(_)).then_some(Type::Long);
        *cell = convert(value, as_type);
    }

    /// Runs a step on shared state and what follows it; none if it can't be run now.
    fn shared(mut self, step: &Step) -> Option<Stepped> {
        let mut result = Ok(());
        match step {
            Step::Read(to, variable) => {
                let value = self.scalar(*variable).clone();
                self.set(*to, value);
            }
            Step::Write(variable, from) => {
                let value = self.get(*from);
                self.store(*variable, value);
            }
            Step::ReadElement { to, array, index } => {
                let element = self.element(*array, *index).map(|element| *element);
                result = element.map(|value| self.set(*to, Value::Int(value)));
            }
            Step::WriteElement { array, index, from } => {
                let value = self.int(*from);
                result = self.element(*array, *index).map(|element| *element = value);
            }
            Step::ReadField { to, node, field } => {
                result = self
                    .read_field(*node, *field)
                    .map(|value| self.set(*to, value));
            }
            Step::WriteField { node, field, from } => {
                result = self.write_field(*node, *field, *from);
            }
            Step::AtomicAdd { .. } | Step::AtomicSwap { .. } | Step::AtomicCompare { .. } => {
                self.atomic(step);
            }
            Step::Put(..) | Step::Take(..) | Step::Size(..) => self.collection(step),
            Step::Lock(lock) => {
                if !self.enter(*lock) {
                    return None;
                }
            }
            Step::TryLock(to, lock) => {
                let entered = self.enter(*lock);
                self.set(*to, Value::Boolean(entered));
            }
            Step::Unlock(lock) => self.leave(*lock),
            Step::Wait(lock) => return Some(self.wait(*lock)),
            Step::Notify(lock, _) => self.notify_all(*lock),
            Step::Park => {
                let thread = &mut self.state.threads[self.thread];
                if !thread.permit && !thread.interrupted {
                    return None;
                }
                thread.permit = false;
            }
            Step::Unpark(thread) => {
                let thread = &mut self.state.threads[*thread];
                thread.permit |= !thread.ended();
            }
            Step::Start(thread) => return Some(self.start(*thread)),
            Step::Join(thread) => return Some(self.join(*thread)),
            Step::Interrupt(thread) => {
                let thread = &mut self.state.threads[*thread];
                thread.interrupted |= !thread.ended();
            }
            Step::Interrupted(to) => {
                let interrupted = self.state.threads[self.thread].interrupted;
                self.state.threads[self.thread].interrupted = false;
                self.set(*to, Value::Boolean(interrupted));
            }
            Step::End => return Some(self.end()),
            other => unreachable!("{other:?} is private"),
        }
        Some(self.after(result))
    }

    fn element(&mut self, array: VariableId, index: Register) -> Result<&mut i32, Exception> {
        let index = self.int(index);
        let Cell::Array(elements) = &mut self.state.cells[array.0] else {
            unreachable!("an array was expected");
        };
        let index = usize::try_from(index).map_err(|_| Exception::ArrayIndex)?;
        elements.get_mut(index).ok_or(Exception::ArrayIndex)
    }

    fn read_field(&self, node: Register, field: NodeField) -> Result<Value, Exception> {
        let id = self.node(node).ok_or(Exception::NullPointer)?;
        let node = &self.state.nodes[&id];
        Ok(match field {
            NodeField::Id => Value::Int(node.id),
            NodeField::Payload => Value::Int(node.payload),
            NodeField::Value => Value::Int(node.value),
            NodeField::Next => Value::Node(node.next),
        })
    }

    fn write_field(
        &mut self,
        node: Register,
        field: NodeField,
        from: Register,
    ) -> Result<(), Exception> {
        let value = self.get(from);
        let id = self.node(node).ok_or(Exception::NullPointer)?;
        let node = self
            .state
            .nodes
            .get_mut(&id)
            .expect("a node that is referred to exists");
        match (field, value) {
            (NodeField::Payload, Value::Int(value)) => node.payload = value,
            (NodeField::Value, Value::Int(value)) => node.value = value,
            (NodeField::Next, Value::Node(next)) => node.next = next,
            (field, value) => unreachable!("{value:?} does not go into {field:?}"),
        }
        Ok(())
    }

    fn atomic(&mut self, step: &Step) {
        match step {
            Step::AtomicAdd {
                old,
                new,
                variable,
                amount,
            } => {
                let Value::Int(before) = *self.scalar(*variable) else {
                    unreachable!("an int was expected");
                };
                let after = before.wrapping_add(*amount);
                *self.scalar(*variable) = Value::Int(after);
                if let Some(old) = old {
                    self.set(*old, Value::Int(before));
                }
                if let Some(new) = new {
                    self.set(*new, Value::Int(after));
                }
            }
            Step::AtomicSwap { old, variable, new } => {
                let new = self.get(*new);
                let before = std::mem::replace(self.scalar(*variable), new);
                self.set(*old, before);
            }
            Step::AtomicCompare {
                won,
                variable,
                expected,
                new,
            } => {
                let (expected, new) = (self.get(*expected), self.get(*new));
                let equal = *self.scalar(*variable) == expected;
                if equal {
                    *self.scalar(*variable) = new;
                }
                self.set(*won, Value::Boolean(equal));
            }
            other => unreachable!("{other:?} is not atomic"),
        }
    }

    fn collection(&mut self, step: &Step) {
        let (Step::Put(variable, register)
        | Step::Take(register, variable)
        | Step::Size(register, variable)) = step
        else {
            unreachable!("{step:?} is not about collections");
        };
        let put = matches!(step, Step::Put(..)).then(|| self.node(*register));
        let Cell::Collection { deque, nodes } = &mut self.state.cells[variable.0] else {
            unreachable!("a collection was expected");
        };
        let result = match (step, put) {
            (Step::Put(..), Some(node)) => {
                nodes.push(node);
                return;
            }
            (Step::Take(..), _) if nodes.is_empty() => Value::Node(None),
            (Step::Take(..), _) if *deque => Value::Node(nodes.remove(0)),
            (Step::Take(..), _) => Value::Node(nodes.pop().flatten()),
            _ => Value::Int(nodes.len() as i32),
        };
        self.set(*register, result);
    }

    fn enter(&mut self, lock: LockId) -> bool {
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

    fn leave(&mut self, lock: LockId) {
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

    fn wait(mut self, lock: LockId) -> Stepped {
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

    fn notify_all(&mut self, lock: LockId) {
        for waiter in 0..self.state.threads.len() {
            if matches!(self.state.threads[waiter].activity, Activity::Waiting { lock: on, .. } if on == lock)
            {
                self.wake(waiter);
            }
        }
    }

    fn start(mut self, thread: usize) -> Stepped {
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

    fn end(mut self) -> Stepped {
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

    fn join(mut self, thread: usize) -> Stepped {
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

fn convert(value: Value, as_type: Option<Type>) -> Value {
    match (value, as_type) {
        (Value::Int(value), Some(Type::Long)) => Value::Long(i64::from(value)),
        (value, _) => value,
    }
}

fn binary(operator: Operator, left: &Value, right: &Value) -> Result<Value, Exception> {
    let wide = |value: &Value| match value {
        Value::Int(value) => i64::from(*value),
        Value::Long(value) => *value,
        other => unreachable!("a number was expected, not {other:?}"),
    };
    let (a, b) = (wide(left), wide(right));
    let result = match operator {
        Operator::Equal => return Ok(Value::Boolean(a == b)),
        Operator::Less => return Ok(Value::Boolean(a < b)),
        Operator::Add => a.wrapping_add(b),
        Operator::Multiply => a.wrapping_mul(b),
        Operator::Divide if b == 0 => return Err(Exception::Arithmetic),
        Operator::Divide => a.wrapping_div(b),
    };
    let long = matches!(left, Value::Long(_)) || matches!(right, Value::Long(_));
    // Cutting off is what int arithmetic does.
    Ok(if long {
        Value::Long(result)
    } else {
        Value::Int(result as i32)
    })
}
