//! What each instruction says about the sets.

use program::{
    BinaryOperator, ClassId, ClassShape, Dynamic, Field, Instruction, InvokeKind, Kind, MethodId,
    Register,
};

use super::{AtomicAccess, Callee, Node, Object, ObjectId, Solver, Target, Use};
use crate::facts;
use crate::intrinsic::{Access, Intrinsic};
use crate::world::Readiness;

impl Solver<'_> {
    /// Code of a method becomes reachable at these pcs.
    pub(super) fn reach(&mut self, method: MethodId, entries: &[u32]) {
        let body = self.body(method);
        if self.has_stops && !self.points.code.contains_key(&method) {
            self.raise_implicit(method, facts::exception::DEATH);
        }
        let mut pending: Vec<u32> = entries.to_vec();
        while let Some(pc) = pending.pop() {
            if !self.points.code.entry(method).or_default().insert(pc) {
                continue;
            }
            let tested = facts::tested(body, pc);
            let is_open = |next: &u32| tested.is_none_or(|it| it.passed != *next);
            body.for_each_successor(pc, |next| pending.extend(Some(next).filter(is_open)));
            if body.code[pc as usize].may_throw() {
                pending.extend(body.handlers_at(pc).map(|handler| handler.target));
            }
            self.instruction(method, pc);
            if let Some(test) = tested {
                let object = self.register(method, test.object);
                self.use_of(object, Use::Tested(test.class, method, test.passed));
            }
        }
    }

    fn register(&mut self, method: MethodId, register: Register) -> usize {
        self.node(Node::Register(method, register))
    }

    fn points_at(&mut self, method: MethodId, register: Register, object: ObjectId) {
        let node = self.register(method, register);
        self.add(node, object);
    }

    fn instruction(&mut self, method: MethodId, pc: u32) {
        let body = self.body(method);
        let instruction = body.code[pc as usize];
        if instruction.may_throw() {
            self.catches(method, pc);
            for class in facts::implicit(self.program, body, pc) {
                self.raise_implicit(method, class);
            }
        }
        match instruction {
            Instruction::ConstantString { target, string } => {
                let name = self.world.string(string);
                let object = self.concrete(name);
                self.points.constants.insert((method, pc), object);
                self.points_at(method, target, object);
            }
            Instruction::ConstantClass { target, class } => {
                let name = self.world.mirror(class);
                let object = self.concrete(name);
                self.points.constants.insert((method, pc), object);
                self.points_at(method, target, object);
            }
            Instruction::ConstantSingleton { target, class } => {
                let name = self.world.singleton(class);
                let object = self.concrete(name);
                self.points.constants.insert((method, pc), object);
                self.points_at(method, target, object);
            }
            Instruction::Move { target, source }
                if body.registers[usize::from(target.0)] == Kind::Reference =>
            {
                self.flow(
                    Node::Register(method, source),
                    Node::Register(method, target),
                );
            }
            Instruction::Return { source }
                if source.is_some() && usize::from(source.0) < usize::from(body.references) =>
            {
                self.flow(Node::Register(method, source), Node::Return(method));
            }
            Instruction::Throw { source } => {
                self.flow(Node::Register(method, source), Node::Raised(method));
            }
            Instruction::Raise { class, .. } => {
                let object = self.object(Object::Implicit(class), class);
                let raised = self.node(Node::Raised(method));
                self.add(raised, object);
            }
            Instruction::New { target, class } => {
                self.initializes(method, class);
                self.allocates(method, pc, target, class);
            }
            Instruction::NewArray { target, class, .. } => {
                self.allocates(method, pc, target, class);
            }
            Instruction::NewMultiArray {
                target,
                class,
                lengths,
            } => {
                self.allocates(method, pc, target, class);
                let mut outer = self.object(Object::Site(method, pc), class);
                for level in 1..lengths.count as u8 {
                    let shape = self
                        .program
                        .class(self.points.classes[outer as usize])
                        .shape;
                    let ClassShape::Array { element, .. } = shape else {
                        break;
                    };
                    let part = self.object(Object::Part(method, pc, level), element);
                    let elements = self.node(Node::Elements(outer));
                    self.add(elements, part);
                    outer = part;
                }
            }
            Instruction::Concat { target, .. } => {
                if let Some(text) = self.text() {
                    self.points_at(method, target, text);
                }
            }
            Instruction::ArrayLoad {
                kind: Kind::Reference,
                target,
                array,
                ..
            } => {
                let (array, target) = (self.register(method, array), self.register(method, target));
                self.use_of(array, Use::LoadElement(target));
            }
            Instruction::ArrayStore {
                kind: Kind::Reference,
                array,
                source,
                ..
            } => {
                let (array, source) = (self.register(method, array), self.register(method, source));
                self.use_of(array, Use::StoreElement(source));
            }
            Instruction::GetField {
                kind: Kind::Reference,
                target,
                object,
                field,
                ..
            } => {
                let (object, target) =
                    (self.register(method, object), self.register(method, target));
                self.use_of(object, Use::Load(field, target));
            }
            Instruction::PutField {
                kind: Kind::Reference,
                object,
                source,
                field,
                ..
            } => {
                let (object, source) =
                    (self.register(method, object), self.register(method, source));
                self.use_of(object, Use::Store(field, source));
                if facts::is_handler_field(self.program, field) {
                    self.handles_uncaught();
                }
            }
            Instruction::GetStatic {
                target,
                slot,
                kind,
                field,
                ..
            } => {
                let class = self.program.field(field).class;
                self.initializes(method, class);
                if kind == Kind::Reference {
                    self.flow(Node::Static(class, slot), Node::Register(method, target));
                }
            }
            Instruction::PutStatic {
                source,
                slot,
                kind,
                field,
                ..
            } => {
                let class = self.program.field(field).class;
                self.initializes(method, class);
                if kind == Kind::Reference {
                    self.flow(Node::Register(method, source), Node::Static(class, slot));
                }
                if facts::is_handler_field(self.program, field) {
                    self.handles_uncaught();
                }
            }
            Instruction::Invoke {
                kind,
                method: callee,
                arguments,
                ..
            } => match kind {
                InvokeKind::Static => {
                    let class = self.program.method(callee).class;
                    self.initializes(method, class);
                    let callee = self.bind(callee);
                    self.calls(method, pc, &callee, None);
                }
                InvokeKind::Special => {
                    let callee = self.bind(callee);
                    self.calls(method, pc, &callee, None);
                }
                InvokeKind::Virtual | InvokeKind::Interface => {
                    let receiver = body.argument_registers(arguments)[0];
                    let receiver = self.register(method, receiver);
                    self.use_of(receiver, Use::Call(method, pc));
                }
            },
            Instruction::InvokePolymorphic { arguments, .. } => {
                if let Some(handle) = body.argument_registers(arguments).first() {
                    let handle = self.register(method, *handle);
                    self.use_of(handle, Use::Handle(method, pc));
                }
            }
            _ => {}
        }
    }

    fn allocates(&mut self, method: MethodId, pc: u32, target: Register, class: ClassId) {
        // Builders of strings have no state in a model, so one does for all.
        let made = match facts::is_builder(self.program, class) {
            true => Object::Implicit(class),
            false => Object::Site(method, pc),
        };
        let object = self.object(made, class);
        self.points_at(method, target, object);
    }

    /// An instruction that may initialise a class.
    fn initializes(&mut self, user: MethodId, class: ClassId) {
        for class in facts::initialization_order(self.program, class) {
            if self.world.readiness(class) != Readiness::Untouched {
                continue;
            }
            if let Some(initializer) = self.program.class(class).initializer {
                if self.points.initializing.insert(class) && self.has_code(initializer) {
                    self.reach(initializer, &[0]);
                }
                self.propagates(initializer, user);
                self.raise_implicit(user, facts::exception::INITIALIZER);
                self.raise_implicit(user, facts::exception::NO_CLASS);
            }
        }
    }

    fn raise_implicit(&mut self, method: MethodId, class: &str) {
        if let Ok(class) = self.program.load(class) {
            let object = self.object(Object::Implicit(class), class);
            let raised = self.node(Node::Raised(method));
            self.add(raised, object);
        }
    }

    /// What comes up in the method reaches its handlers at the pc.
    pub(super) fn catches(&mut self, method: MethodId, pc: u32) {
        let body = self.body(method);
        let raised = self.node(Node::Raised(method));
        for handler in body.handlers_at(pc).copied().collect::<Vec<_>>() {
            if handler.exception.is_some() {
                let caught = self.register(method, handler.exception);
                self.use_of(raised, Use::Flows(caught, handler.catch));
            }
        }
    }

    /// What a callee throws comes up in its caller.
    pub(super) fn propagates(&mut self, callee: MethodId, caller: MethodId) {
        self.flow(Node::Raised(callee), Node::Raised(caller));
    }

    pub(super) fn returns(&mut self, caller: MethodId, target: Register, callee: MethodId) {
        if target.is_some() && self.program.method(callee).result == Some(Kind::Reference) {
            self.flow(Node::Return(callee), Node::Register(caller, target));
        }
    }

    /// A receiver of a call by class has come up.
    pub(super) fn call_on(&mut self, caller: MethodId, pc: u32, object: ObjectId) {
        let Instruction::Invoke { method, .. } = self.body(caller).code[pc as usize] else {
            return;
        };
        let class = self.points.classes[object as usize];
        if !self
            .program
            .is_subtype(class, self.program.method(method).class)
        {
            return;
        }
        let callee = match self.program.select(class, method) {
            Some(selected) => self.bind(selected),
            None => Callee::None,
        };
        self.points
            .dispatch
            .entry((caller, pc))
            .or_default()
            .insert(class, callee.clone());
        self.calls(caller, pc, &callee, Some(object));
    }

    /// A call; `receiver` is given where it is by class.
    fn calls(&mut self, caller: MethodId, pc: u32, callee: &Callee, receiver: Option<ObjectId>) {
        let body = self.body(caller);
        let Instruction::Invoke {
            target, arguments, ..
        } = body.code[pc as usize]
        else {
            return;
        };
        let arguments = body.argument_registers(arguments);
        match *callee {
            Callee::Code(method) => {
                let parameters = &self.body(method).parameters;
                for (index, (from, to)) in arguments.iter().zip(parameters).enumerate() {
                    if usize::from(from.0) >= usize::from(body.references) {
                        continue;
                    }
                    match receiver {
                        Some(object) if index == 0 => self.points_at(method, *to, object),
                        // A register stands for several variables, and not all of what it can
                        // mean has the method.
                        None if index == 0 && !self.program.method(method).is_static() => {
                            let from = self.node(Node::Register(caller, *from));
                            let to = self.node(Node::Register(method, *to));
                            let class = self.program.method(method).class;
                            self.use_of(from, Use::Flows(to, Some(class)));
                        }
                        _ => self.flow(Node::Register(caller, *from), Node::Register(method, *to)),
                    }
                }
                self.returns(caller, target, method);
                self.propagates(method, caller);
                self.reach(method, &[0]);
            }
            Callee::Intrinsic(method, known) => {
                self.intrinsic(caller, pc, method, known);
            }
            Callee::None => {}
        }
    }

    fn intrinsic(&mut self, caller: MethodId, pc: u32, _method: MethodId, known: Intrinsic) {
        let body = self.body(caller);
        let Instruction::Invoke {
            target, arguments, ..
        } = body.code[pc as usize]
        else {
            return;
        };
        let arguments = body.argument_registers(arguments);
        for class in facts::thrown_by(known) {
            self.raise_implicit(caller, class);
        }
        match known {
            Intrinsic::First if target.is_some() => {
                self.flow(
                    Node::Register(caller, arguments[0]),
                    Node::Register(caller, target),
                );
            }
            Intrinsic::Text if target.is_some() => {
                if let Some(text) = self.text() {
                    self.points_at(caller, target, text);
                }
            }
            Intrinsic::Clone if target.is_some() => {
                let array = self.register(caller, arguments[0]);
                let target = self.register(caller, target);
                self.use_of(array, Use::Cloned(caller, pc, target));
            }
            Intrinsic::ClassOf if target.is_some() => {
                let object = self.register(caller, arguments[0]);
                let target = self.register(caller, target);
                self.use_of(object, Use::ClassOf(target));
            }
            Intrinsic::CurrentThread if target.is_some() => {
                let main = self.points.main;
                self.points_at(caller, target, main);
                // Whatever is started may come here: every started thread, now or later.
                let node = self.register(caller, target);
                self.current.push(node);
                let started: Vec<ObjectId> = self.points.threads.keys().copied().collect();
                for thread in started {
                    self.add(node, thread);
                }
            }
            Intrinsic::Stop if !self.has_stops => {
                self.has_stops = true;
                let methods: Vec<MethodId> = self.points.code.keys().copied().collect();
                for method in methods {
                    self.raise_implicit(method, facts::exception::DEATH);
                }
            }
            Intrinsic::Start => {
                let receiver = self.register(caller, arguments[0]);
                self.use_of(receiver, Use::Starts);
            }
            Intrinsic::InitThread => {
                if let Some(field) = facts::thread_field(self.program, "target").map(|it| it.id) {
                    let thread = self.register(caller, arguments[0]);
                    let target = self.register(caller, arguments[2]);
                    self.use_of(thread, Use::Store(field, target));
                }
            }
            Intrinsic::Convert(_) => {
                let unit = self.register(caller, arguments[0]);
                self.use_of(unit, Use::Unit);
            }
            Intrinsic::EnumConstant => self.names(caller, pc, arguments),
            Intrinsic::ArrayCopy => {
                let from = self.register(caller, arguments[0]);
                let to = self.register(caller, arguments[2]);
                self.use_of(from, Use::Copied(to));
                self.use_of(to, Use::CopiedTo(from));
            }
            Intrinsic::Unsafe(_) => {
                if let Some(access) = self.unsafe_access(caller, pc) {
                    self.access(caller, pc, &access);
                }
            }
            _ => {}
        }
    }

    fn access(&mut self, method: MethodId, pc: u32, access: &AtomicAccess) {
        let target = self.body(method).code[pc as usize].target();
        let target =
            target.filter(|it| usize::from(it.0) < usize::from(self.body(method).references));
        let value = access
            .values
            .last()
            .copied()
            .filter(|_| access.access.writes());
        match access.target {
            Target::Field(object, field) => {
                let field: &Field = self.program.field(field);
                if field.kind != Kind::Reference {
                    return;
                }
                let object = self.register(method, object);
                if let Some(value) = value {
                    let value = self.register(method, value);
                    self.use_of(object, Use::Store(field.id, value));
                }
                if let Some(target) = target {
                    let target = self.register(method, target);
                    self.use_of(object, Use::Load(field.id, target));
                }
            }
            Target::Element(array, _) => {
                self.raise_implicit(method, facts::exception::NULL);
                self.raise_implicit(method, facts::exception::BOUNDS);
                let array = self.register(method, array);
                let is_reference =
                    |it: &Register| usize::from(it.0) < usize::from(self.body(method).references);
                if let Some(value) = value.filter(is_reference) {
                    let value = self.register(method, value);
                    self.use_of(array, Use::StoreElement(value));
                }
                if let Some(target) = target {
                    let target = self.register(method, target);
                    self.use_of(array, Use::LoadElement(target));
                }
            }
            Target::Static(field) => {
                let field = self.program.field(field);
                if field.kind != Kind::Reference {
                    return;
                }
                let place = Node::Static(field.class, field.slot);
                if let Some(value) = value {
                    self.flow(Node::Register(method, value), place);
                }
                if let Some(target) = target {
                    self.flow(place, Node::Register(method, target));
                }
            }
        }
    }

    /// The access that a call of `Unsafe` makes, if its offset is known.
    fn unsafe_access(&mut self, method: MethodId, pc: u32) -> Option<AtomicAccess> {
        if let Some(known) = self.points.accesses.get(&(method, pc)) {
            return Some(known.clone());
        }
        let body = self.body(method);
        let Instruction::Invoke {
            method: callee,
            arguments,
            ..
        } = body.code[pc as usize]
        else {
            return None;
        };
        let access = Access::of_name(&self.program.method(callee).name)?;
        let arguments = body.argument_registers(arguments);
        let offset = facts::definition_at(body, pc, *arguments.get(2)?)?;
        let slot = self.constant_of(method, offset)?;
        let slot = self.world.slot_of_offset(slot)?;
        let owner = self.offset_owner(method, offset)?;
        let field = facts::instance_field(self.program, owner, slot)?;
        let values = arguments.get(3..3 + access.values())?.to_vec();
        let found = AtomicAccess {
            target: Target::Field(arguments[1], field),
            access,
            values,
        };
        self.points.accesses.insert((method, pc), found.clone());
        Some(found)
    }

    /// The value of a register that is assigned once, from a constant or a settled static field.
    fn constant(&mut self, method: MethodId, register: Register) -> Option<i64> {
        let definition = facts::only_definition(self.body(method), register)?;
        self.constant_of(method, definition)
    }

    /// The value that an instruction assigns, if it is always the same.
    fn constant_of(&mut self, method: MethodId, definition: Instruction) -> Option<i64> {
        match definition {
            Instruction::Constant { value, .. } => Some(value as i64),
            Instruction::GetStatic { field, slot, .. } => {
                let field = self.program.field(field);
                let is_final = field.access_flags & 0x0010 != 0;
                if !is_final || self.world.readiness(field.class) != Readiness::Ready {
                    return None;
                }
                self.world
                    .statics(field.class)
                    .get(usize::from(slot))
                    .map(|word| *word as i64)
            }
            Instruction::Move { source, .. } => self.constant(method, source),
            Instruction::Unary { source, .. } => self.constant(method, source),
            Instruction::Binary {
                operator: BinaryOperator::LAdd,
                left,
                right,
                ..
            } => Some(self.constant(method, left)? + self.constant(method, right)?),
            _ => None,
        }
    }

    /// The class whose fields an offset means: the one that keeps the offset.
    fn offset_owner(&self, method: MethodId, definition: Instruction) -> Option<ClassId> {
        match definition {
            Instruction::GetStatic { field, .. } => {
                let field = self.program.field(field);
                Some(facts::owner_of_offset(self.program, field))
            }
            Instruction::Move { source, .. } => {
                let definition = facts::only_definition(self.body(method), source)?;
                self.offset_owner(method, definition)
            }
            _ => None,
        }
    }

    /// A variable handle has come up for an access.
    pub(super) fn handle(&mut self, method: MethodId, pc: u32, handle: ObjectId) {
        let Object::Concrete(name) = self.points.objects[handle as usize] else {
            return;
        };
        let Some(access) = self.polymorphic(method, pc, name) else {
            return;
        };
        let place = (method, pc);
        match self.points.accesses.get(&place) {
            Some(known) if *known != access => {
                self.points.accesses.remove(&place);
                self.points.ambiguous.insert(place);
            }
            _ if self.points.ambiguous.contains(&place) => {}
            _ => {
                self.points.accesses.insert(place, access.clone());
                self.access(method, pc, &access);
            }
        }
    }

    /// The access that a call of a variable handle makes.
    fn polymorphic(&mut self, method: MethodId, pc: u32, handle: u32) -> Option<AtomicAccess> {
        let body = self.body(method);
        let Instruction::InvokePolymorphic {
            index, arguments, ..
        } = body.code[pc as usize]
        else {
            return None;
        };
        let Dynamic::Polymorphic { method: callee, .. } = &body.dynamic[index as usize] else {
            return None;
        };
        let access = Access::of_name(&self.program.method(*callee).name)?;
        let arguments = body.argument_registers(arguments);
        let (target, first) = match self.world.field_of_handle(handle) {
            Some(field) if self.program.field(field).is_static => (Target::Static(field), 1),
            Some(field) => (Target::Field(*arguments.get(1)?, field), 2),
            None if self.world.is_handle_of_elements(handle) => {
                (Target::Element(*arguments.get(1)?, *arguments.get(2)?), 3)
            }
            None => return None,
        };
        let values = arguments.get(first..first + access.values())?.to_vec();
        Some(AtomicAccess {
            target,
            access,
            values,
        })
    }
}
