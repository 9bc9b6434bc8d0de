//! Methods that the model knows by itself.

use program::{FieldId, Instruction, Kind, MethodId, Register};

use super::{At, Emitter};
use crate::facts;
use crate::intrinsic::{Access, Intrinsic};
use crate::origin::Role;
use crate::points::{AtomicAccess, Object, Target};
use crate::tree::{Expression, Item, Statement};

/// Most values that a choice may have.
const MOST_CHOICES: i32 = 64;

impl Emitter<'_> {
    pub(super) fn intrinsic(
        &mut self,
        at: At,
        method: MethodId,
        known: Intrinsic,
        target: Register,
        arguments: &[Register],
    ) {
        match known {
            Intrinsic::Nothing => self.assign(at, target, 0.into()),
            Intrinsic::Number(number) => self.assign(at, target, number.into()),
            Intrinsic::First => {
                let first = self.value(at, arguments[0]);
                self.assign(at, target, first);
            }
            Intrinsic::Digit => self.digit(at, target, arguments),
            Intrinsic::Text => {
                if let Some(text) = self.context.constant(Object::Text) {
                    self.assign(at, target, text);
                }
            }
            Intrinsic::CurrentThread => {
                let this = self.this_thread.clone();
                self.assign(at, target, this);
            }
            Intrinsic::InitThread => self.init_thread(at, arguments),
            Intrinsic::Start => self.start(at, arguments[0]),
            Intrinsic::IsAlive => self.is_alive(at, target, arguments[0]),
            Intrinsic::Join => self.join(at, arguments[0]),
            Intrinsic::Interrupt => self.interrupt(at, arguments[0]),
            Intrinsic::Sleep => self.sleep(at),
            Intrinsic::Wait => self.wait(at, arguments[0], arguments[1]),
            Intrinsic::HoldsLock => self.holds_lock(at, target, arguments[0]),
            Intrinsic::Notify => self.notify(at, arguments[0], false),
            Intrinsic::NotifyAll => self.notify(at, arguments[0], true),
            Intrinsic::Park => self.park(at, arguments),
            Intrinsic::Unpark => self.unpark(at, arguments[1]),
            Intrinsic::Unsafe(_) => match self
                .context
                .points
                .accesses
                .get(&(at.method, at.pc))
                .cloned()
            {
                Some(access) => self.atomic_access(at, target, &access),
                None => self.unsupported(at, "an Unsafe access whose offset is not known"),
            },
            Intrinsic::ArrayCopy => self.unsupported(at, "System.arraycopy"),
            Intrinsic::Choose => self.choose(at, target, arguments),
            Intrinsic::ChooseBoolean => self.choices(at, target, 0, 1),
            Intrinsic::Assume => {
                let condition = self.value(at, arguments[0]);
                let over = self.label();
                self.branch(at, condition.binary("!=", 0.into()), over);
                // A run that does not count: it goes on for ever, and changes nothing.
                let label = self.label();
                self.items.push(Item::Stop(label));
                self.add(at, Statement::Skip);
                self.add(at, Statement::Skip);
                self.add(at, Statement::Goto(label));
                self.items.push(Item::Label(over));
            }
            Intrinsic::OutOfBounds => {
                let maker = self.context.points.register(at.method, arguments[0]);
                match maker.is_empty() {
                    true => self.throw(at, facts::exception::INDEX),
                    false => self.unsupported(at, "an exception that is made by a function"),
                }
            }
            Intrinsic::Exit => self.exit(at),
            Intrinsic::Unsupported => {
                let name = self
                    .context
                    .program
                    .describe_method(method)
                    .replace('/', ".");
                self.unsupported(at, &format!("the native method {name}"));
            }
        }
    }

    /// What a character is worth as a digit; -1 if it is none. Beyond ASCII there are others, which
    /// lead out of the model.
    fn digit(&mut self, at: At, target: Register, arguments: &[Register]) {
        let Some(place) = self.place(at.instance, target) else {
            return;
        };
        let character = self.value(at, arguments[0]);
        let radix = self.value(at, arguments[1]);
        let beyond = character.clone().binary(">", 127.into());
        self.trap_if(at, beyond, "a digit that is not ASCII", false);
        // The result may go where an argument is, so it is worked out elsewhere.
        let helper = Expression::variable(&self.helper.clone());
        let in_range = |first: u8, last: u8, worth: i32| {
            let above = character.clone().binary(">=", i32::from(first).into());
            let below = character.clone().binary("<=", i32::from(last).into());
            let value = character.clone().minus(i32::from(first) - worth);
            vec![
                Statement::Guard(above.and(below)),
                Statement::Assign(helper.clone(), value),
            ]
        };
        let alternatives = vec![
            in_range(b'0', b'9', 0),
            in_range(b'a', b'z', 10),
            in_range(b'A', b'Z', 10),
        ];
        let none = Statement::Assign(helper.clone(), (-1).into());
        self.add(at, Statement::If(alternatives, Some(vec![none.clone()])));
        let too_large = helper.clone().binary(">=", radix.clone());
        let no_radix = radix.clone().binary("<", 2.into());
        let no_radix = no_radix.or(radix.binary(">", 36.into()));
        let wrong = vec![Statement::Guard(too_large.or(no_radix)), none];
        self.add(at, Statement::If(vec![wrong], Some(Vec::new())));
        self.add(at, Statement::Assign(place, helper.clone()));
        self.add(at, Statement::Assign(helper, 0.into()));
    }

    fn choose(&mut self, at: At, target: Register, arguments: &[Register]) {
        match (self.value(at, arguments[0]), self.value(at, arguments[1])) {
            (Expression::Number(low), Expression::Number(high))
                if low <= high && high.saturating_sub(low) < MOST_CHOICES =>
            {
                self.choices(at, target, low, high);
            }
            _ => self.unsupported(at, "a choice whose range is not known"),
        }
    }

    fn choices(&mut self, at: At, target: Register, low: i32, high: i32) {
        let place = self.place(at.instance, target);
        let alternatives = (low..=high).map(|value| {
            let role = Role::Chooses((value - low) as u16);
            let mut parts = vec![Statement::Tagged(
                role,
                Box::new(Statement::Guard(1.into())),
            )];
            if let Some(place) = &place {
                parts.push(Statement::Assign(place.clone(), value.into()));
            }
            parts
        });
        let choice = Statement::If(alternatives.collect(), None);
        self.add(at, choice);
    }

    fn init_thread(&mut self, at: At, arguments: &[Register]) {
        let program = self.context.program;
        if let Some(field) = facts::thread_field(program, "target")
            && self.context.layout.fields.contains_key(&field.id)
        {
            let target = self.value(at, arguments[2]);
            if let Some(place) = self.field_place(at, Some(arguments[0]), field.id) {
                self.add(at, Statement::Assign(place, target));
            }
        }
        if let Some(field) = facts::thread_field(program, "daemon")
            && let Some(vector) = self.context.layout.fields.get(&field.id)
            && !vector.fixed
        {
            let parent = Expression::element(&vector.name, self.this_thread.clone(), vector.base);
            if let Some(place) = self.field_place(at, Some(arguments[0]), field.id) {
                self.add(at, Statement::Assign(place, parent));
            }
        }
    }

    /// An access in one step.
    pub(super) fn atomic_access(&mut self, at: At, target: Register, access: &AtomicAccess) {
        let (object, field): (Option<Register>, FieldId) = match access.target {
            Target::Field(object, field) => (Some(object), field),
            Target::Static(field) => (None, field),
        };
        if !self.context.layout.fields.contains_key(&field) {
            if self.context.relevance.fields.contains(&field) {
                self.unsupported(at, "a field that no object has");
            }
            return;
        }
        if let Some(object) = object
            && self.context.site(at.method, at.pc).may_be_null(object)
        {
            let value = self.value(at, object);
            self.throw_if(at, value.equals(0.into()), facts::exception::NULL);
        }
        self.stop_if_visible(at);
        let Some(place) = self.field_place(at, object, field) else {
            return;
        };
        let values: Vec<Expression> = access.values.iter().map(|it| self.value(at, *it)).collect();
        let result = self.place(at.instance, target_or_none(target));
        match access.access {
            Access::Get => self.visible(at, target, place),
            Access::Put => self.visible_statement(at, Statement::Assign(place, values[0].clone())),
            Access::GetAndSet => {
                self.old_value(at, result, &place);
                self.add(at, Statement::Assign(place, values[0].clone()));
            }
            Access::GetAndAdd | Access::GetAndAnd | Access::GetAndOr | Access::GetAndXor => {
                let operator = match access.access {
                    Access::GetAndAnd => "&",
                    Access::GetAndOr => "|",
                    Access::GetAndXor => "^",
                    _ => "+",
                };
                if operator == "+" && self.context.program.field(field).kind == Kind::Long {
                    let sum = crate::arithmetic::binary(
                        program::BinaryOperator::LAdd,
                        place.clone(),
                        values[0].clone(),
                    );
                    if let Some(misfit) = sum.and_then(|it| it.misfit) {
                        // The check itself must be the step that others notice.
                        self.visible_statement(at, Statement::Skip);
                        self.trap_if(at, misfit, "a long beyond 32 bits", false);
                    }
                }
                let helper = Expression::variable(&self.helper.clone());
                self.visible_statement(at, Statement::Assign(helper.clone(), place.clone()));
                self.add(
                    at,
                    Statement::Assign(place, helper.clone().binary(operator, values[0].clone())),
                );
                if let Some(result) = result {
                    self.add(at, Statement::Assign(result, helper.clone()));
                }
                self.add(at, Statement::Assign(helper, 0.into()));
            }
            Access::CompareAndSet | Access::CompareAndExchange => {
                let helper = Expression::variable(&self.helper.clone());
                self.visible_statement(at, Statement::Assign(helper.clone(), place.clone()));
                let is_equal = helper.clone().binary("==", values[0].clone());
                let set = vec![
                    Statement::Guard(is_equal.clone()),
                    Statement::Assign(place, values[1].clone()),
                ];
                self.add(at, Statement::If(vec![set], Some(Vec::new())));
                if let Some(result) = result {
                    let value = match access.access {
                        Access::CompareAndSet => is_equal,
                        _ => helper.clone(),
                    };
                    self.add(at, Statement::Assign(result, value));
                }
                self.add(at, Statement::Assign(helper, 0.into()));
            }
        }
    }

    fn old_value(&mut self, at: At, result: Option<Expression>, place: &Expression) {
        match result {
            Some(result) => self.visible_statement(at, Statement::Assign(result, place.clone())),
            None => self.visible_statement(at, Statement::Skip),
        }
    }

    /// Whether the argument is known to be zero.
    pub(super) fn is_zero(&self, at: At, register: Register) -> bool {
        let body = self.body(at.instance);
        matches!(
            facts::only_definition(body, register),
            Some(Instruction::Constant { value: 0, .. })
        )
    }
}

/// `NONE` is never relevant.
fn target_or_none(target: Register) -> Register {
    target
}
