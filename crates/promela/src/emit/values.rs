//! What registers hold, where that is known without a variable.

use analysis::code;
use program::{FieldId, Instruction, Kind, MethodId, Register};

use super::{At, Emitter};
use crate::tree::Expression;

impl Emitter<'_> {
    /// The value of a register that is always the same.
    pub(super) fn known(&self, method: MethodId, register: Register) -> Option<Expression> {
        let body = self.context.program.body(method);
        if let Some(only) = code::only_definition(body, register) {
            return match only {
                Instruction::Constant { value, .. } => {
                    let kind = body.registers[usize::from(register.0)];
                    match kind {
                        Kind::Reference | Kind::Int | Kind::Float => {
                            Some(Expression::Number(value as i32))
                        }
                        _ => i32::try_from(value as i64).ok().map(Expression::Number),
                    }
                }
                Instruction::ConstantString { .. }
                | Instruction::ConstantClass { .. }
                | Instruction::ConstantSingleton { .. } => {
                    let only = self.context.points.register(method, register).first()?;
                    self.context.layout.reference(*only).map(Expression::Number)
                }
                Instruction::GetStatic { field, .. } => self.settled(method, register, None, field),
                Instruction::GetField { object, field, .. } => {
                    self.settled(method, register, Some(object), field)
                }
                _ => None,
            };
        }
        self.only_receiver(method, register)
    }

    /// What a register is assigned from a field that nobody writes: then a loop that only looks at the
    /// field is one of mere jumps.
    fn settled(
        &self,
        method: MethodId,
        register: Register,
        object: Option<Register>,
        field: FieldId,
    ) -> Option<Expression> {
        let context = self.context;
        let vector = context.layout.fields.get(&field).filter(|it| it.fixed)?;
        if context.layout.wide.contains(&field) || context.relevance.unknown.has(method, register) {
            return None;
        }
        let Some(object) = object else {
            return vector.values.first().map(|value| (*value).into());
        };
        self.same_value(method, object, vector).map(Into::into)
    }

    /// The object that a method is always called on, if there is only one.
    fn only_receiver(&self, method: MethodId, register: Register) -> Option<Expression> {
        let body = self.context.program.body(method);
        if !code::is_this(self.context.program, method, body, register) {
            return None;
        }
        let mut objects = self.context.points.register(method, register).iter();
        let (Some(only), None) = (objects.next(), objects.next()) else {
            return None;
        };
        // Of an object that gives its place back, every reference has to be seen.
        let collected = self.context.shared.collected.as_ref();
        if collected.is_some_and(|it| it.objects.contains(only)) {
            return None;
        }
        match self.context.layout.places.get(only)? {
            (first, last) if first == last => Some(Expression::Number(*first)),
            _ => None,
        }
    }

    /// The value of a register; 0 where it does not matter.
    pub(super) fn value(&mut self, at: At, register: Register) -> Expression {
        if let Some(known) = self.known(at.method, register) {
            return known;
        }
        self.place(at.instance, register)
            .unwrap_or(Expression::Number(0))
    }
}
