//! Steps on a thread's own registers.

use super::Run;
use crate::ast::{Operator, Type};
use crate::reference::code::{Constant, Exception, Place, Register, Step};
use crate::reference::state::{Node, NodeId, Value};

impl Run<'_> {
    /// Runs a private step and returns the place of the next one.
    pub(super) fn private(&mut self, step: &Step, next: Place) -> Result<Place, Exception> {
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
}

/// What an int becomes where a long is wanted.
pub(super) fn convert(value: Value, as_type: Option<Type>) -> Value {
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
