//! Methods that the model knows by itself.

use analysis::code;
use analysis::flat::Object;
use analysis::intrinsic::Intrinsic;
use program::{ClassId, Instruction, MethodCode, MethodId, Register};

use super::{At, Emitter};
use crate::layout::within;
use crate::origin::Role;
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
            Intrinsic::Nothing if code::tells_uncaught(self.context.program, at.method, method) => {
                self.printed_at_end(at, arguments[0]);
            }
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
            Intrinsic::Join => self.join(at, arguments),
            Intrinsic::Suspend => self.suspend(at, arguments[0]),
            Intrinsic::Resume => self.resume(at, arguments[0]),
            Intrinsic::Stop => self.stop_thread(at, arguments[0]),
            Intrinsic::Interrupt => self.interrupt(at, arguments[0]),
            Intrinsic::Sleep => {
                let in_millis = &*self.context.program.method(method).descriptor == "(J)V";
                self.sleep(at, arguments.first().copied().filter(|_| in_millis));
            }
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
            Intrinsic::ArrayCopy => self.array_copy(at, arguments),
            Intrinsic::RefersTo => {
                if self.place(at.instance, target).is_some()
                    && let Some(field) = code::referent(self.context.program)
                {
                    self.stop_if_visible(at);
                    if let Some(place) = self.field_place(at, Some(arguments[0]), field) {
                        let other = self.value(at, arguments[1]);
                        self.visible(at, target, place.binary("==", other));
                    }
                }
            }
            Intrinsic::Forget => {
                if let Some(field) = code::referent(self.context.program)
                    && self.context.layout.fields.contains_key(&field)
                {
                    self.stop_if_visible(at);
                    if let Some(place) = self.field_place(at, Some(arguments[0]), field) {
                        self.visible_statement(at, Statement::Assign(place, 0.into()));
                    }
                }
            }
            Intrinsic::Convert(unit) => self.convert(at, target, arguments, unit),
            Intrinsic::EnumConstant => self.enum_constant(at, target, arguments),
            Intrinsic::ClassOf => self.class_of(at, target, arguments[0]),
            Intrinsic::Clone => self.clone_array(at, target, arguments[0]),
            Intrinsic::Clock => {
                let name = &self.context.program.method(method).name;
                self.clock(at, target, &**name == "currentTimeMillis");
            }
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
                    true => self.throw(at, code::exception::INDEX),
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
                let native = self.context.program.method(method).code == MethodCode::Native;
                let what = if native { "native" } else { "library" };
                self.unsupported(at, &format!("the {what} method {name}"));
            }
        }
    }

    /// The class object of an object.
    fn class_of(&mut self, at: At, target: Register, object: Register) {
        if self.place(at.instance, target_or_none(target)).is_none() {
            return;
        }
        let context = self.context;
        let reference = self.value(at, object);
        let mut found = Expression::Number(0);
        for class in context.classes(at.method, object) {
            let Some(mirror) = context.points.mirrors.get(&class) else {
                return self.unsupported(at, "the class of an object");
            };
            let Some(mirror) = context.layout.reference(*mirror) else {
                return self.unsupported(at, "the class of an object");
            };
            let runs = context.layout.runs_of_exactly(context.points, class);
            found = match found {
                // The last one is left if it is none of the others.
                Expression::Number(0) => mirror.into(),
                found => Expression::Conditional(
                    Box::new(within(&reference, &runs)),
                    Box::new(mirror.into()),
                    Box::new(found),
                ),
            };
        }
        self.assign(at, target, found);
    }

    /// A copy of an array.
    fn clone_array(&mut self, at: At, target: Register, array: Register) {
        if self.place(at.instance, target_or_none(target)).is_none() {
            return;
        }
        let context = self.context;
        let body = self.body(at.instance);
        let mut classes = self.array_classes(at, array);
        classes.retain(|class| code::may_be_cloned(context.program, body, at.pc, *class));
        let what = "a copy of an object by Object.clone";
        let &[class] = classes.as_slice() else {
            return self.unsupported(at, what);
        };
        // A register may stand for several variables.
        let runs = context.layout.runs_of_exactly(context.points, class);
        let is_other = within(&self.value(at, array), &runs).negated();
        self.trap_if(at, is_other, what, false);
        self.stop_if_visible(at);
        self.visible_statement(at, Statement::Skip);
        // The copy may go to the very register that the array is in.
        let reference = context.layout.reference_type();
        let source = self.declare("cloned", reference, "what is copied".to_owned());
        self.holds(&source, context.points.register(at.method, array));
        let source = Expression::Variable(source);
        let value = self.value(at, array);
        self.add(at, Statement::Assign(source.clone(), value));
        self.allocate(at, target);
        let copy = self.value(at, target);
        let layout = context.layout;
        for vector in [layout.lengths.get(&class), layout.elements.get(&class)] {
            let Some(vector) = vector.filter(|it| !it.name.is_empty() && !it.fixed) else {
                continue;
            };
            let place = |object: &Expression, index: i32| {
                let first = object.clone().minus(vector.base);
                let first = match vector.stride {
                    1 => first,
                    stride => first.binary("*", stride.into()),
                };
                let at = match index {
                    0 => first,
                    index => first.binary("+", index.into()),
                };
                Expression::Element(vector.name.clone(), Box::new(at))
            };
            for index in 0..vector.stride {
                let copied = Statement::Assign(place(&copy, index), place(&source, index));
                self.add(at, copied);
            }
        }
        self.add(at, Statement::Assign(source, 0.into()));
    }

    /// `System.arraycopy(source, from, target, to, length)`, which is one step however long it is.
    fn array_copy(&mut self, at: At, arguments: &[Register]) {
        let &[source, _, target, _, _] = arguments else {
            return self.unsupported(at, "System.arraycopy");
        };
        for array in [source, target] {
            let value = self.value(at, array);
            self.throw_if(at, value.equals(0.into()), code::exception::NULL);
        }
        let targets = self.array_classes(at, target);
        let mut pairs: Vec<(ClassId, ClassId)> = Vec::new();
        for taken in self.array_classes(at, source) {
            pairs.extend(targets.iter().map(|given| (taken, *given)));
        }
        let Some(last) = pairs.pop() else {
            return self.unsupported(at, "an array that is never made");
        };
        let done = self.label();
        for (taken, given) in pairs {
            let next = self.label();
            for (array, class) in [(source, taken), (target, given)] {
                let reference = self.value(at, array);
                let layout = self.context.layout;
                let runs = layout.runs_of_exactly(self.context.points, class);
                self.branch(at, within(&reference, &runs).negated(), next);
            }
            self.copy_between(at, arguments, (taken, given));
            self.add(at, Statement::Goto(done));
            self.items.push(Item::Label(next));
        }
        self.copy_between(at, arguments, last);
        self.items.push(Item::Label(done));
    }

    /// The same from an array of one class to one of another.
    fn copy_between(&mut self, at: At, arguments: &[Register], (taken, given): (ClassId, ClassId)) {
        let &[source, from, target, to, length] = arguments else {
            return;
        };
        if !self.context.program.is_subtype(taken, given) {
            return self.unsupported(at, "System.arraycopy to an array of another class");
        }
        let (from, to) = (self.value(at, from), self.value(at, to));
        let length = self.value(at, length);
        let negative = |it: &Expression| it.clone().binary("<", 0.into());
        let mut outside = negative(&from).or(negative(&to)).or(negative(&length));
        for (class, array, first) in [(taken, source, &from), (given, target, &to)] {
            self.meant = Some(class);
            let all = self.array_length(at, array);
            self.meant = None;
            let Some(all) = all else {
                return self.unsupported(at, "System.arraycopy");
            };
            // Written like this, nothing is too large for a number.
            let rest = all.binary("-", first.clone());
            outside = outside.or(length.clone().binary(">", rest));
        }
        self.throw_if(at, outside, code::exception::BOUNDS);
        let context = self.context;
        let stride = |class| {
            context
                .layout
                .elements
                .get(&class)
                .map_or(0, |it| it.stride)
        };
        let longest = stride(taken).min(stride(given));
        if !context.relevance.elements.contains(&given) {
            return;
        }
        self.stop_if_visible(at);
        self.visible_statement(at, Statement::Skip);
        let (source_set, target_set) = (
            context.points.register(at.method, source),
            context.points.register(at.method, target),
        );
        let (one, other) = ((taken, source, &from), (given, target, &to));
        let done = self.label();
        // Inside of one array nothing may be overwritten before it is copied.
        if !source_set.is_disjoint(target_set) {
            let forwards = self.label();
            self.branch(at, from.clone().binary(">=", to.clone()), forwards);
            for index in (0..longest).rev() {
                self.copy_element(at, one, other, &length, index);
            }
            self.add(at, Statement::Goto(done));
            self.items.push(Item::Label(forwards));
        }
        for index in 0..longest {
            self.copy_element(at, one, other, &length, index);
        }
        self.items.push(Item::Label(done));
    }

    /// Copies one element, if that many are copied.
    fn copy_element(
        &mut self,
        at: At,
        (taken, source, from): (ClassId, Register, &Expression),
        (given, target, to): (ClassId, Register, &Expression),
        length: &Expression,
        index: i32,
    ) {
        let past = |first: &Expression| match first {
            Expression::Number(number) => Expression::Number(number.wrapping_add(index)),
            first => first.clone().binary("+", index.into()),
        };
        self.meant = Some(taken);
        let old = self.element(at, source, past(from));
        self.meant = Some(given);
        let new = self.element(at, target, past(to));
        self.meant = None;
        let (Some(old), Some(new)) = (old, new) else {
            return self.unsupported(at, "System.arraycopy");
        };
        let copied = vec![
            Statement::Guard(length.clone().binary(">", index.into())),
            Statement::Assign(new, old),
        ];
        self.add(at, Statement::If(vec![copied], Some(Vec::new())));
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
        if let Some(field) = code::thread_field(program, "target")
            && self.context.layout.fields.contains_key(&field.id)
        {
            let target = self.value(at, arguments[2]);
            if let Some(place) = self.field_place(at, Some(arguments[0]), field.id) {
                self.add(at, Statement::Assign(place, target));
            }
        }
        // What a thread inherits is copied by code that the model does not have.
        if let Some(field) = code::thread_field(program, "inheritableThreadLocals")
            && let Some(vector) = self.context.layout.fields.get(&field.id)
        {
            let own = Expression::element(&vector.name, self.this_thread.clone(), vector.base);
            let some = own.binary("!=", 0.into());
            self.trap_if(at, some, "inherited thread-local variables", false);
        }
        if let Some(field) = code::thread_field(program, "daemon")
            && let Some(vector) = self.context.layout.fields.get(&field.id)
            && !vector.fixed
        {
            let parent = Expression::element(&vector.name, self.this_thread.clone(), vector.base);
            if let Some(place) = self.field_place(at, Some(arguments[0]), field.id) {
                self.add(at, Statement::Assign(place, parent));
            }
        }
    }

    /// Whether the argument is known to be zero.
    pub(super) fn is_zero(&self, at: At, register: Register) -> bool {
        let body = self.body(at.instance);
        matches!(
            code::only_definition(body, register),
            Some(Instruction::Constant { value: 0, .. })
        )
    }
}

/// `NONE` is never relevant.
fn target_or_none(target: Register) -> Register {
    target
}
