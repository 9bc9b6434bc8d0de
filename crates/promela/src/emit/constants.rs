//! Library methods that are tables in a model: units of time, and names of enum constants.

use std::collections::BTreeSet;

use analysis::code::exception;
use analysis::flat::Object;
use program::{BinaryOperator, Register};

use super::{At, Emitter};
use crate::arithmetic;
use crate::tree::{Expression, Item, Statement};

impl Emitter<'_> {
    /// `unit.toNanos(duration)` and its kin; `to` is how many nanoseconds the wanted unit is.
    pub(super) fn convert(&mut self, at: At, target: Register, arguments: &[Register], to: i32) {
        if self.place(at.instance, target).is_none() {
            return;
        }
        let context = self.context;
        let unit = self.value(at, arguments[0]);
        let duration = self.value(at, arguments[1]);
        let done = self.label();
        for object in context.points.register(at.method, arguments[0]) {
            let known = context.points.units.get(object);
            let (Some(from), Some(reference)) = (known, context.layout.reference(*object)) else {
                continue;
            };
            let next = self.label();
            self.branch(at, unit.clone().equals(reference.into()).negated(), next);
            let (operator, factor) = match from / i64::from(to) {
                0 => (BinaryOperator::LDiv, i64::from(to) / from),
                factor => (BinaryOperator::LMul, factor),
            };
            let beyond = "a long beyond 32 bits";
            match i32::try_from(factor) {
                Ok(factor) => {
                    let computed = arithmetic::binary(operator, duration.clone(), factor.into());
                    if let Some(computed) = computed {
                        self.computed(at, target, computed);
                    }
                }
                Err(_) => {
                    let some = duration.clone().equals(0.into()).negated();
                    self.trap_if(at, some, beyond, false);
                    self.assign(at, target, 0.into());
                }
            }
            self.add(at, Statement::Goto(done));
            self.items.push(Item::Label(next));
        }
        self.unsupported(at, "a unit of time that is not known");
        self.items.push(Item::Label(done));
    }

    /// The constant of this name, by what both arguments can mean.
    pub(super) fn enum_constant(&mut self, at: At, target: Register, arguments: &[Register]) {
        let context = self.context;
        let (class, name) = (self.value(at, arguments[0]), self.value(at, arguments[1]));
        for argument in [&class, &name] {
            self.throw_if(at, argument.clone().equals(0.into()), exception::NULL);
        }
        let table = context.points.named.get(&(at.method, at.pc));
        let table: BTreeSet<_> = table.cloned().unwrap_or_default();
        let objects = |register: Register| context.points.register(at.method, register);
        let is = |value: &Expression, object: u32| match context.layout.reference(object) {
            Some(reference) => value.clone().equals(reference.into()),
            None => 0.into(),
        };
        let done = self.label();
        for kind in objects(arguments[0]) {
            for text in objects(arguments[1]) {
                let next = self.label();
                let meant = is(&class, *kind).and(is(&name, *text));
                self.branch(at, meant.negated(), next);
                let found = table.iter().find(|it| (it.0, it.1) == (*kind, *text));
                match found {
                    _ if context.points.objects[*text as usize] == Object::Text => {
                        self.unsupported(at, "the text of a string made at run time");
                    }
                    Some((_, _, field)) => {
                        if self.place(at.instance, target).is_some()
                            && let Some(place) = self.field_place(at, None, *field)
                        {
                            self.assign(at, target, place);
                        }
                    }
                    None => self.throw(at, exception::ARGUMENT),
                }
                self.add(at, Statement::Goto(done));
                self.items.push(Item::Label(next));
            }
        }
        self.unsupported(at, "an enum constant by a name that is not known");
        self.items.push(Item::Label(done));
    }
}
