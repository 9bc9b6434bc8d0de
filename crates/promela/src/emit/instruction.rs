//! One instruction after the other.

use analysis::code::{self, exception};
use analysis::flat::Object;
use program::{ClassShape, Instruction, Kind, MethodId, Register};

use super::{At, Emitter};
use crate::arithmetic;
use crate::collect::Collected;
use crate::layout::{Run, Vector, within};
use crate::origin::Role;
use crate::tree::{Expression, Item, Statement};

impl Emitter<'_> {
    pub(super) fn instruction(&mut self, at: At) {
        let body = self.body(at.instance);
        let instruction = body.code[at.pc as usize];
        self.initialization(at);
        let context = self.context;
        if context.dies_before(at.method, at.pc) && !context.is_visible_at(at.method, at.pc) {
            self.stop(at);
            self.local(Statement::Skip, at.origin().with(Role::Visible));
        }
        let unknown = &self.context.relevance.unknown;
        if unknown.is_needed(self.context.program, self.context.points, at.method, at.pc) {
            return self.unsupported(at, "the value of an ignored variable");
        }
        if self.branch_either_way(at) {
            return;
        }
        if let Some(object) = code::dereferenced(self.context.program, body, at.pc)
            && self.context.site(at.method, at.pc).may_be_null(object)
        {
            let value = self.value(at, object);
            self.throw_if(at, value.equals(0.into()), exception::NULL);
        }
        match instruction {
            Instruction::Constant { target, value } => self.constant(at, target, value),
            Instruction::ConstantString { target, .. }
            | Instruction::ConstantClass { target, .. }
            | Instruction::ConstantSingleton { target, .. } => self.constant_object(at, target),
            Instruction::ConstantDynamic { .. } => self.unsupported(at, "a method handle constant"),
            Instruction::Move { target, source } => {
                let value = self.value(at, source);
                self.assign(at, target, value);
            }
            Instruction::Binary {
                operator,
                target,
                left,
                right,
            } => {
                let (left, right) = (self.value(at, left), self.value(at, right));
                self.binary(at, operator, target, left, right);
            }
            Instruction::BinaryConstant {
                operator,
                target,
                left,
                right,
            } => {
                let left = self.value(at, left);
                self.binary(at, operator, target, left, right.into());
            }
            Instruction::Unary {
                operator,
                target,
                source,
            } => {
                if self.place(at.instance, target).is_none() {
                    return;
                }
                let source = self.value(at, source);
                match arithmetic::unary(operator, source) {
                    Some(computed) => self.computed(at, target, computed),
                    None => self.unsupported(at, "floating-point numbers"),
                }
            }
            Instruction::Jump { pc } => {
                let target = self.pc_label(at.instance, pc);
                self.add(at, Statement::Goto(target));
            }
            Instruction::Branch {
                condition,
                left,
                right,
                pc,
            } => {
                let (left, right) = (self.value(at, left), self.value(at, right));
                let target = self.pc_label(at.instance, pc);
                self.branch(
                    at,
                    left.binary(arithmetic::condition(condition), right),
                    target,
                );
            }
            Instruction::BranchConstant {
                condition,
                left,
                right,
                pc,
            } => {
                // Code that needs an object of a class which there is none of is not there.
                if let Some(test) = code::tested(body, at.pc)
                    && !self.is_reached(at, test.passed)
                {
                    if test.passed == at.pc + 1 {
                        let target = self.pc_label(at.instance, pc);
                        self.add(at, Statement::Goto(target));
                    }
                    return;
                }
                let left = self.value(at, left);
                let target = self.pc_label(at.instance, pc);
                let condition = left.binary(arithmetic::condition(condition), right.into());
                self.branch(at, condition, target);
            }
            Instruction::Switch { value, table } => {
                let value = self.value(at, value);
                let table = &body.switches[table as usize];
                for (case, pc) in &table.cases {
                    let target = self.pc_label(at.instance, *pc);
                    self.branch(at, value.clone().binary("==", (*case).into()), target);
                }
                let target = self.pc_label(at.instance, table.default);
                self.add(at, Statement::Goto(target));
            }
            Instruction::Return { source } => self.return_value(at, source),
            Instruction::Throw { source } => {
                let value = self.value(at, source);
                self.throw_value(at, value);
            }
            Instruction::New { target, class } => {
                match code::is_builder(self.context.program, class) {
                    true => {
                        let builder = self.context.constant(Object::Implicit(class));
                        self.assign(at, target, builder.unwrap_or(0.into()));
                    }
                    false => self.allocate(at, target),
                }
            }
            Instruction::NewArray {
                target,
                class,
                length,
            } => {
                let length = self.value(at, length);
                self.new_array(at, target, class, length);
            }
            Instruction::NewMultiArray {
                target,
                class,
                lengths,
            } => self.nested_arrays(at, target, class, body.argument_registers(lengths)),
            Instruction::ArrayLength { target, array } => self.by_class(at, array, |emitter| {
                if let Some(length) = emitter.array_length(at, array) {
                    emitter.assign(at, target, length);
                }
            }),
            Instruction::ArrayLoad {
                target,
                array,
                index,
                ..
            } => self.by_class(at, array, |it| it.array_load(at, target, array, index)),
            Instruction::ArrayStore {
                array,
                index,
                source,
                kind,
            } => self.by_class(at, array, |it| {
                it.array_store(at, array, index, source, kind)
            }),
            Instruction::GetField {
                target,
                object,
                field,
                ..
            } => {
                self.refuse_text(at, object);
                if self.place(at.instance, target).is_some() {
                    self.stop_if_visible(at);
                    if let Some(place) = self.field_place(at, Some(object), field) {
                        self.visible(at, target, place);
                    }
                }
            }
            Instruction::PutField {
                object,
                source,
                field,
                kind,
                ..
            } => {
                self.refuse_text(at, object);
                if self.context.layout.fields.contains_key(&field) {
                    self.stop_if_visible(at);
                    let value = self.narrowed(at, source, kind);
                    if let Some(place) = self.field_place(at, Some(object), field) {
                        self.visible_statement(at, Statement::Assign(place, value));
                    }
                }
            }
            Instruction::GetStatic { target, field, .. } => {
                if self.place(at.instance, target).is_some() {
                    self.stop_if_visible(at);
                    if let Some(place) = self.field_place(at, None, field) {
                        self.visible(at, target, place);
                    }
                }
            }
            Instruction::PutStatic {
                source,
                field,
                kind,
                ..
            } => {
                if self.context.layout.fields.contains_key(&field) {
                    self.stop_if_visible(at);
                    let value = self.narrowed(at, source, kind);
                    if let Some(place) = self.field_place(at, None, field) {
                        self.visible_statement(at, Statement::Assign(place, value));
                    }
                }
            }
            Instruction::CheckCast { object, class } => {
                if self
                    .context
                    .site(at.method, at.pc)
                    .cast_may_fail(object, class)
                {
                    let value = self.value(at, object);
                    let wrong = self.is_instance(&value, class).negated();
                    let wrong = value.binary("!=", 0.into()).and(wrong);
                    self.throw_if(at, wrong, exception::CAST);
                }
            }
            Instruction::InstanceOf {
                target,
                object,
                class,
            } => {
                let value = self.value(at, object);
                let is_instance = self.is_instance(&value, class);
                self.assign(at, target, is_instance);
            }
            Instruction::Invoke { .. } => self.invoke(at),
            Instruction::InvokePolymorphic { target, .. } => {
                match self
                    .context
                    .points
                    .accesses
                    .get(&(at.method, at.pc))
                    .cloned()
                {
                    Some(access) => self.atomic_access(at, target, &access),
                    None => {
                        self.unsupported(at, "a method handle or variable handle that is not known")
                    }
                }
            }
            Instruction::InvokeDynamic { .. } => {
                self.unsupported(at, "a call site that is not known")
            }
            Instruction::Concat { target, .. } => {
                if let Some(text) = self.context.constant(Object::Text) {
                    self.assign(at, target, text);
                }
            }
            Instruction::MonitorEnter { object } => self.monitor_enter(at, object),
            Instruction::MonitorExit { object } => self.monitor_exit(at, object),
            Instruction::Raise { class, .. } => {
                match self.context.constant(Object::Implicit(class)) {
                    Some(object) => self.throw_value(at, object),
                    None => self.unsupported(at, "a linkage error"),
                }
            }
            Instruction::Unsupported { reason } => {
                let reason = self.context.program.string_lossy(reason);
                self.unsupported(at, &reason);
            }
        }
    }

    /// Whether there is code at a pc.
    fn is_reached(&self, at: At, pc: u32) -> bool {
        let code = self.context.points.code.get(&at.method);
        code.is_some_and(|code| code.contains(&pc))
    }

    /// A branch on a value that is not known.
    fn branch_either_way(&mut self, at: At) -> bool {
        let context = self.context;
        let body = self.body(at.instance);
        let is_unknown = |register: Register| context.relevance.unknown.has(at.method, register);
        let targets: Vec<u32> = match body.code[at.pc as usize] {
            Instruction::Branch {
                left, right, pc, ..
            } if is_unknown(left) || is_unknown(right) => vec![pc, at.pc + 1],
            Instruction::BranchConstant { left, pc, .. } if is_unknown(left) => vec![pc, at.pc + 1],
            Instruction::Switch { value, table } if is_unknown(value) => {
                let table = &body.switches[table as usize];
                table
                    .cases
                    .iter()
                    .map(|case| case.1)
                    .chain([table.default])
                    .collect()
            }
            _ => return false,
        };
        let mut alternatives = Vec::new();
        for pc in targets {
            if !self.is_reached(at, pc) {
                continue;
            }
            let label = self.pc_label(at.instance, pc);
            alternatives.push(vec![Statement::Guard(1.into()), Statement::Goto(label)]);
        }
        self.add(at, Statement::If(alternatives, None));
        true
    }

    fn constant(&mut self, at: At, target: Register, value: u64) {
        if self.place(at.instance, target).is_none() {
            return;
        }
        let kind = self.body(at.instance).registers[usize::from(target.0)];
        let number = match kind {
            Kind::Long | Kind::Double => i32::try_from(value as i64).ok(),
            _ => Some(value as i32),
        };
        match number {
            Some(number) => self.assign(at, target, number.into()),
            None if kind == Kind::Double => self.unsupported(at, "floating-point numbers"),
            None => self.unsupported(at, "a number beyond 32 bits"),
        }
    }

    fn constant_object(&mut self, at: At, target: Register) {
        if self.place(at.instance, target).is_none() {
            return;
        }
        // A register with several definitions: which object this one means is asked of the world
        // when points-to sets are made; here only its place is needed.
        let object = self.context.points.constants.get(&(at.method, at.pc));
        match object.and_then(|object| self.context.layout.reference(*object)) {
            Some(reference) => self.assign(at, target, reference.into()),
            None => self.unsupported(at, "a constant object"),
        }
    }

    fn binary(
        &mut self,
        at: At,
        operator: program::BinaryOperator,
        target: Register,
        left: Expression,
        right: Expression,
    ) {
        use program::BinaryOperator::{IDiv, IRem, LDiv, LRem};
        if matches!(operator, IDiv | IRem | LDiv | LRem) {
            self.throw_if(at, right.clone().equals(0.into()), exception::ARITHMETIC);
        }
        if self.place(at.instance, target).is_none() {
            return;
        }
        match arithmetic::binary(operator, left, right) {
            Some(computed) => self.computed(at, target, computed),
            None => self.unsupported(at, "floating-point numbers"),
        }
    }

    pub(super) fn computed(&mut self, at: At, target: Register, computed: arithmetic::Computed) {
        if let Some(misfit) = computed.misfit {
            self.trap_if(at, misfit, "a long beyond 32 bits", false);
        }
        self.assign(at, target, computed.value);
    }

    /// The value of a register as a field or element of this kind keeps it.
    fn narrowed(&mut self, at: At, source: Register, kind: Kind) -> Expression {
        let value = self.value(at, source);
        match (kind, value) {
            (_, Expression::Number(number)) => Expression::Number(match kind {
                Kind::Boolean => number & 1,
                Kind::Byte => i32::from(number as i8),
                Kind::Char => number & 0xffff,
                Kind::Short => i32::from(number as i16),
                _ => number,
            }),
            (Kind::Boolean, value) => value.binary("&", 1.into()),
            (Kind::Byte, value) => value.binary("<<", 24.into()).binary(">>", 24.into()),
            (Kind::Char, value) => value.binary("&", 0xffff.into()),
            (Kind::Short, value) => value.binary("<<", 16.into()).binary(">>", 16.into()),
            (_, value) => value,
        }
    }

    /// A new object, if it matters.
    pub(super) fn allocate(&mut self, at: At, target: Register) {
        if self.place(at.instance, target).is_none() {
            return;
        }
        let site = Object::Site(at.method, at.pc);
        let context = self.context;
        let place = context
            .points
            .id_of(site)
            .and_then(|id| context.layout.places.get(&id).map(|run| (id, *run)));
        let Some((object, (first, last))) = place else {
            return self.unsupported(at, "an object that has no place");
        };
        let collected = context.shared.collected.as_ref();
        if let Some(collected) = collected.filter(|it| it.objects.contains(&object)) {
            return self.take_place(at, target, (first, last), collected);
        }
        match context.shared.made.get(&object) {
            None => self.assign(at, target, first.into()),
            Some(counter) => {
                let counter = Expression::variable(counter);
                let full = counter.clone().binary("==", (last - first + 1).into());
                self.trap_if(at, full, "more objects than the bound --instances", true);
                self.assign(at, target, counter.clone().binary("+", first.into()));
                self.add(
                    at,
                    Statement::Assign(counter.clone(), counter.binary("+", 1.into())),
                );
            }
        }
    }

    /// The first place that nobody needs, for a new object.
    fn take_place(&mut self, at: At, target: Register, run: Run, collected: &Collected) {
        let free = (run.0..=run.1).map(|it| collected.is_used(it.into()).equals(0.into()));
        let free = free.fold(Expression::Number(0), Expression::or);
        let over = self.label();
        self.branch(at, free, over);
        self.add(at, Statement::Collect);
        self.items.push(Item::Label(over));
        let mut first = Expression::Number(0);
        for reference in (run.0..=run.1).rev() {
            let is_free = collected.is_used(reference.into()).equals(0.into());
            first = Expression::Conditional(
                Box::new(is_free),
                Box::new(reference.into()),
                Box::new(first),
            );
        }
        self.assign(at, target, first);
        let place = self.value(at, target);
        let full = place.clone().equals(0.into());
        self.trap_if(at, full, "more objects than the bound --instances", true);
        self.add(at, Statement::Assign(collected.is_used(place), 1.into()));
    }

    /// A string whose text is not known must not be looked into.
    fn refuse_text(&mut self, at: At, object: Register) {
        if self.context.may_be_text(at.method, object)
            && let Some(text) = self.context.constant(Object::Text)
        {
            let value = self.value(at, object);
            let is_text = value.equals(text);
            self.trap_if(at, is_text, "the text of a string made at run time", false);
        }
    }

    /// The variable of a field, or its value where it is always the same.
    pub(super) fn field_place(
        &mut self,
        at: At,
        object: Option<Register>,
        field: program::FieldId,
    ) -> Option<Expression> {
        let context = self.context;
        if context.layout.wide.contains(&field) {
            let what = match context.program.field(field).kind {
                Kind::Double => "floating-point numbers",
                _ => "a long beyond 32 bits",
            };
            self.unsupported(at, what);
            return None;
        }
        let Some(vector) = context.layout.fields.get(&field) else {
            // No object has the field: the code is only reached with null, which was dealt with.
            self.unsupported(at, "a field that no object has");
            return None;
        };
        match object {
            None if vector.fixed => Some(vector.values[0].into()),
            None => Some(Expression::variable(&vector.name)),
            Some(register) => {
                if vector.fixed
                    && let Some(value) = self.same_value(at.method, register, vector)
                {
                    return Some(value.into());
                }
                let reference = self.value(at, register);
                Some(Expression::element(&vector.name, reference, vector.base))
            }
        }
    }

    /// The value that all objects a register can mean have in a vector that nobody writes.
    pub(super) fn same_value(
        &self,
        method: MethodId,
        register: Register,
        vector: &Vector,
    ) -> Option<i32> {
        let objects = self.context.points.register(method, register).iter();
        let mut values = objects.filter_map(|object| {
            let (first, _) = self.context.layout.places.get(object)?;
            vector
                .values
                .get(usize::try_from(first - vector.base).ok()?)
                .copied()
        });
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    }

    pub(super) fn array_length(&mut self, at: At, array: Register) -> Option<Expression> {
        let class = self.array_class(at, array)?;
        let vector = self.context.layout.lengths.get(&class)?;
        if vector.fixed
            && let Some(value) = self.same_value(at.method, array, vector)
        {
            return Some(value.into());
        }
        let reference = self.value(at, array);
        Some(Expression::element(&vector.name, reference, vector.base))
    }

    /// The classes of the arrays that a register can mean.
    pub(super) fn array_classes(&self, at: At, array: Register) -> Vec<program::ClassId> {
        let classes = self.context.classes(at.method, array).into_iter();
        let is_array = |class: &program::ClassId| {
            let shape = self.context.program.class(*class).shape;
            matches!(shape, ClassShape::Array { .. })
        };
        classes.filter(is_array).collect()
    }

    /// Does something with an array, for each class that it may have.
    pub(super) fn by_class(&mut self, at: At, array: Register, mut emit: impl FnMut(&mut Self)) {
        let classes = self.array_classes(at, array);
        let Some((last, others)) = classes.split_last().filter(|it| !it.1.is_empty()) else {
            return emit(self);
        };
        let done = self.label();
        for class in others {
            let next = self.label();
            let reference = self.value(at, array);
            let layout = self.context.layout;
            let runs = layout.runs_of_exactly(self.context.points, *class);
            self.branch(at, within(&reference, &runs).negated(), next);
            self.meant = Some(*class);
            emit(self);
            self.add(at, Statement::Goto(done));
            self.items.push(Item::Label(next));
        }
        self.meant = Some(*last);
        emit(self);
        self.meant = None;
        self.items.push(Item::Label(done));
    }

    /// The kind of the elements of what a register means.
    pub(super) fn element_kind(&mut self, at: At, array: Register) -> Kind {
        let class = self.array_class(at, array);
        match class.map(|class| self.context.program.class(class).shape) {
            Some(ClassShape::Array { kind, .. }) => kind,
            _ => Kind::Int,
        }
    }

    /// The one class of the arrays that a register can mean.
    fn array_class(&mut self, at: At, array: Register) -> Option<program::ClassId> {
        if let Some(meant) = self.meant {
            return Some(meant);
        }
        match self.array_classes(at, array).as_slice() {
            [only] => Some(*only),
            [] => {
                // Only ever null, which was dealt with.
                self.unsupported(at, "an array that is never made");
                None
            }
            _ => {
                self.unsupported(at, "a variable for arrays of several classes");
                None
            }
        }
    }

    /// The variable of an element; its index is checked before.
    pub(super) fn element(
        &mut self,
        at: At,
        array: Register,
        index: Expression,
    ) -> Option<Expression> {
        let class = self.array_class(at, array)?;
        let vector = self.context.layout.elements.get(&class)?;
        if vector.name.is_empty() {
            return None;
        }
        if self.context.layout.wide_elements.contains(&class) {
            self.unsupported(at, "a long beyond 32 bits");
            return None;
        }
        let reference = self.value(at, array).minus(vector.base);
        let offset = match reference {
            Expression::Number(number) => Expression::Number(number * vector.stride),
            reference => reference.binary("*", vector.stride.into()),
        };
        let index = match (offset, index) {
            (Expression::Number(0), index) => index,
            (Expression::Number(offset), Expression::Number(index)) => {
                Expression::Number(offset + index)
            }
            (offset, index) => offset.binary("+", index),
        };
        Some(Expression::Element(vector.name.clone(), Box::new(index)))
    }

    pub(super) fn check_index(&mut self, at: At, array: Register, index: &Expression) -> bool {
        let Some(length) = self.array_length(at, array) else {
            return false;
        };
        let outside = match (index, &length) {
            (Expression::Number(index), Expression::Number(length)) => {
                Expression::Number(i32::from(!(0..*length).contains(index)))
            }
            (Expression::Number(index), _) if *index >= 0 => {
                Expression::Number(*index).binary(">=", length)
            }
            _ => index
                .clone()
                .binary("<", 0.into())
                .or(index.clone().binary(">=", length)),
        };
        self.throw_if(at, outside, exception::BOUNDS);
        true
    }

    fn array_load(&mut self, at: At, target: Register, array: Register, index: Register) {
        let index = self.value(at, index);
        if !self.check_index(at, array, &index) || self.place(at.instance, target).is_none() {
            return;
        }
        self.stop_if_visible(at);
        if let Some(place) = self.element(at, array, index) {
            self.visible(at, target, place);
        }
    }

    fn array_store(
        &mut self,
        at: At,
        array: Register,
        index: Register,
        source: Register,
        kind: Kind,
    ) {
        let index = self.value(at, index);
        if !self.check_index(at, array, &index) {
            return;
        }
        if self
            .context
            .site(at.method, at.pc)
            .store_may_fail(array, source)
        {
            let class = self.array_class(at, array);
            let shape = class.map(|class| self.context.program.class(class).shape);
            if let Some(ClassShape::Array { element, .. }) = shape {
                let value = self.value(at, source);
                let fits = self
                    .is_instance(&value, element)
                    .or(value.binary("==", 0.into()));
                self.throw_if(at, fits.negated(), exception::STORE);
            }
        }
        let matters = self
            .context
            .classes(at.method, array)
            .iter()
            .any(|it| self.context.relevance.elements.contains(it));
        if !matters {
            return;
        }
        self.stop_if_visible(at);
        let value = self.narrowed(at, source, kind);
        if let Some(place) = self.element(at, array, index) {
            self.visible_statement(at, Statement::Assign(place, value));
        }
    }

    /// Lets other threads go first, if they could notice.
    pub(super) fn stop_if_visible(&mut self, at: At) {
        if self.context.is_visible_at(at.method, at.pc) {
            self.stop(at);
        }
    }

    /// Reads what others may notice.
    pub(super) fn visible(&mut self, at: At, target: Register, value: Expression) {
        if let Some(place) = self.place(at.instance, target) {
            self.visible_statement(at, Statement::Assign(place, value));
        }
    }

    /// The step that others may notice.
    pub(super) fn visible_statement(&mut self, at: At, statement: Statement) {
        let role = match self.items.last() {
            Some(Item::Stop(_)) => Role::Visible,
            _ => Role::Local,
        };
        self.local(statement, at.origin().with(role));
    }
}
