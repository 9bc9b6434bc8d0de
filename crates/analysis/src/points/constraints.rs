//! What each instruction says about the sets.

use std::collections::BTreeSet;

use program::descriptor::{Signature, class_name_of};
use program::{ClassId, ClassShape, FieldId, Instruction, InvokeKind, Kind, MethodId, Register};

use super::build::Runs;
use super::{InstanceId, NodeId, Object, ObjectId, OpenCall, Root, Solver, UNKNOWN, Use};
use crate::code;
use crate::world::Readiness;

impl Solver<'_> {
    /// Enters what the code of an instance says that can be run from a pc on.
    pub(super) fn reach(&mut self, instance: InstanceId, entry: u32) {
        let method = self.points.instances[instance as usize].method;
        let body = self.program.body(method);
        let mut found: BTreeSet<u32> = BTreeSet::new();
        let mut handlers: BTreeSet<usize> = BTreeSet::new();
        let mut pending = vec![entry];
        while let Some(pc) = pending.pop() {
            let reached = &mut self.points.reached[instance as usize][pc as usize];
            if std::mem::replace(reached, true) {
                continue;
            }
            found.insert(pc);
            let closed = code::tested(body, pc).map(|it| it.passed);
            body.for_each_successor(pc, |next| {
                pending.extend(Some(next).filter(|_| closed != Some(next)))
            });
            if body.code[pc as usize].may_throw() {
                let all = body.handlers.iter().enumerate();
                for (index, handler) in all.filter(|it| (it.1.start..it.1.end).contains(&pc)) {
                    pending.push(handler.target);
                    handlers.insert(index);
                }
            }
        }
        for index in handlers {
            self.catches(instance, index);
        }
        for pc in found {
            self.instruction(instance, pc);
            if let Some(test) = code::tested(body, pc) {
                let object = self.used(instance, pc - 1, test.object);
                self.use_of(object, Use::Tested(test.class, instance, test.passed));
            }
        }
    }

    /// What comes up in an instance reaches its handler.
    pub(super) fn catches(&mut self, instance: InstanceId, index: usize) {
        let method = self.points.instances[instance as usize].method;
        let handler = self.program.body(method).handlers[index];
        if !handler.exception.is_some() {
            return;
        }
        let (raised, caught) = (self.raised_node(instance), self.caught(instance, index));
        self.flow_of(raised, caught, handler.catch);
        // What instructions throw by themselves is some exception of the caught class. A model tells
        // instruction by instruction.
        let class = handler.catch.or(self.known.throwable);
        if let Some(class) = class.filter(|_| !self.is_model()) {
            let object = self.object(Object::Thrown(class), class);
            self.add(caught, object);
        }
    }

    fn instruction(&mut self, instance: InstanceId, pc: u32) {
        let method = self.points.instances[instance as usize].method;
        let body = self.program.body(method);
        let is_reference = |register: Register| register.0 < body.references;
        if self.is_model() && self.model_instruction(instance, pc) {
            return;
        }
        match body.code[pc as usize] {
            Instruction::ConstantString { .. } | Instruction::Concat { .. } => {
                let text = self.text();
                self.add(self.defined(instance, pc), text);
            }
            Instruction::ConstantClass { class, .. } => {
                let mirror = self.mirror(class);
                self.add(self.defined(instance, pc), mirror);
            }
            Instruction::ConstantSingleton { class, .. } => {
                let object = self.object(Object::Singleton(class), class);
                self.add(self.defined(instance, pc), object);
            }
            Instruction::ConstantDynamic { target, .. } => {
                if is_reference(target) {
                    self.add(self.defined(instance, pc), UNKNOWN);
                }
            }
            Instruction::Move { target, source } if is_reference(target) => {
                self.flow(self.used(instance, pc, source), self.defined(instance, pc));
            }
            Instruction::Return { source } if source.is_some() && is_reference(source) => {
                let result = self.result_node(instance);
                self.flow(self.used(instance, pc, source), result);
            }
            Instruction::Throw { source } => {
                let raised = self.raised_node(instance);
                self.flow(self.used(instance, pc, source), raised);
            }
            Instruction::Raise { class, .. } => {
                let object = self.object(Object::Thrown(class), class);
                let raised = self.raised_node(instance);
                self.add(raised, object);
            }
            Instruction::New { class, .. } => {
                self.initializes(instance, class);
                let object = self.site(instance, pc, 0, class);
                self.add(self.defined(instance, pc), object);
            }
            Instruction::NewArray { class, .. } => {
                let object = self.site(instance, pc, 0, class);
                self.add(self.defined(instance, pc), object);
            }
            Instruction::NewMultiArray { class, lengths, .. } => {
                self.nested_array(instance, pc, class, lengths.count)
            }
            Instruction::ArrayLoad {
                kind: Kind::Reference,
                array,
                ..
            } => {
                let target = self.defined(instance, pc);
                self.use_of(self.used(instance, pc, array), Use::LoadElement(target));
            }
            Instruction::ArrayStore {
                kind: Kind::Reference,
                array,
                source,
                ..
            } => {
                let source = self.used(instance, pc, source);
                self.use_of(self.used(instance, pc, array), Use::StoreElement(source));
            }
            Instruction::GetField {
                kind: Kind::Reference,
                object,
                field,
                ..
            } => {
                let target = self.defined(instance, pc);
                self.use_of(self.used(instance, pc, object), Use::Load(field, target));
            }
            Instruction::PutField {
                kind: Kind::Reference,
                object,
                source,
                field,
                ..
            } => {
                let source = self.used(instance, pc, source);
                self.use_of(self.used(instance, pc, object), Use::Store(field, source));
            }
            Instruction::GetStatic { kind, field, .. } => {
                self.initializes(instance, self.program.field(field).class);
                if kind == Kind::Reference {
                    let node = self.static_node(field);
                    self.flow(node, self.defined(instance, pc));
                }
            }
            Instruction::PutStatic {
                source,
                kind,
                field,
                ..
            } => {
                self.initializes(instance, self.program.field(field).class);
                if kind == Kind::Reference {
                    let node = self.static_node(field);
                    let filter = self.class_filter(&self.program.field(field).descriptor);
                    self.flow_of(self.used(instance, pc, source), node, filter);
                }
            }
            Instruction::Invoke {
                kind,
                method: callee,
                arguments,
                ..
            } => self.invoke(instance, pc, kind, callee, arguments.count),
            Instruction::InvokePolymorphic { arguments, .. } => {
                match body.argument_registers(arguments).first() {
                    Some(handle) if is_reference(*handle) => {
                        self.use_of(self.used(instance, pc, *handle), Use::Handle(instance, pc));
                    }
                    _ => self.open_call(instance, pc, "a method handle"),
                }
            }
            Instruction::InvokeDynamic { .. } => {
                self.open_call(instance, pc, "a dynamic call site");
            }
            Instruction::Constant { .. }
            | Instruction::Move { .. }
            | Instruction::Binary { .. }
            | Instruction::BinaryConstant { .. }
            | Instruction::Unary { .. }
            | Instruction::Jump { .. }
            | Instruction::Branch { .. }
            | Instruction::BranchConstant { .. }
            | Instruction::Switch { .. }
            | Instruction::Return { .. }
            | Instruction::ArrayLength { .. }
            | Instruction::ArrayLoad { .. }
            | Instruction::ArrayStore { .. }
            | Instruction::GetField { .. }
            | Instruction::PutField { .. }
            | Instruction::CheckCast { .. }
            | Instruction::InstanceOf { .. }
            | Instruction::MonitorEnter { .. }
            | Instruction::MonitorExit { .. }
            | Instruction::Unsupported { .. } => {}
        }
    }

    fn invoke(
        &mut self,
        instance: InstanceId,
        pc: u32,
        kind: InvokeKind,
        callee: MethodId,
        count: u16,
    ) {
        let receiver = || {
            let method = self.points.instances[instance as usize].method;
            let body = self.program.body(method);
            let arguments = body.code[pc as usize].arguments();
            let first = arguments.and_then(|it| body.argument_registers(it).first().copied());
            first.map(|it| self.used(instance, pc, it))
        };
        let caller = instance;
        match (kind, receiver()) {
            (InvokeKind::Static, _) => {
                self.initializes(instance, self.program.method(callee).class);
                self.call(instance, pc, callee, None, count);
            }
            (InvokeKind::Special, Some(receiver)) => {
                let method = callee;
                let used = Use::Direct {
                    caller,
                    pc,
                    method,
                    count,
                };
                self.use_of(receiver, used);
            }
            (InvokeKind::Virtual | InvokeKind::Interface, Some(receiver)) => {
                let method = callee;
                let used = Use::Call {
                    caller,
                    pc,
                    method,
                    count,
                };
                self.use_of(receiver, used);
            }
            (_, None) => {}
        }
    }

    pub(super) fn site(
        &mut self,
        instance: InstanceId,
        pc: u32,
        dimension: u8,
        class: ClassId,
    ) -> ObjectId {
        let instance = self.points.instances[instance as usize];
        let site = Object::Site {
            method: instance.method,
            pc,
            dimension,
            context: instance.context,
        };
        self.object(site, class)
    }

    fn nested_array(&mut self, instance: InstanceId, pc: u32, class: ClassId, count: u16) {
        let mut outer = self.site(instance, pc, 0, class);
        self.add(self.defined(instance, pc), outer);
        let mut class = class;
        for dimension in 1..count {
            let ClassShape::Array { element, .. } = self.program.class(class).shape else {
                return;
            };
            class = element;
            let inner = self.site(instance, pc, dimension.min(255) as u8, class);
            let node = self.elements_node(outer);
            self.add(node, inner);
            outer = inner;
        }
    }

    pub(super) fn mirror(&mut self, class: ClassId) -> ObjectId {
        if self.is_model() {
            let name = self.world.mirror(class);
            return self.initial(name);
        }
        let of = self.program.load("java/lang/Class");
        let of = of.unwrap_or(self.known.object);
        self.object(Object::Mirror(class), of)
    }

    /// An instruction that may initialise a class: the initialisers run as if called.
    pub(super) fn initializes(&mut self, user: InstanceId, class: ClassId) {
        if self.is_model() {
            return self.model_initializes(user, class);
        }
        for class in self.initialization_order(class) {
            let data = self.program.class(class);
            let Some(initializer) = data.initializer else {
                continue;
            };
            if self.world.readiness(class) == Readiness::Ready || self.is_closed(initializer) {
                continue;
            }
            if data.is_library && self.world.skips_initializer(class) {
                continue;
            }
            self.is_initialized.insert(class);
            let instance = self.instance(initializer, 0);
            let users = self.points.initializers.entry(instance).or_default();
            if !users.contains(&user) {
                users.push(user);
                let (from, to) = (self.raised_node(instance), self.raised_node(user));
                self.flow(from, to);
            }
        }
    }

    /// The class with its superclasses and superinterfaces.
    fn initialization_order(&self, class: ClassId) -> Vec<ClassId> {
        self.program.class(class).supertypes.to_vec()
    }

    /// A class that values of this type certainly are of.
    pub(super) fn class_filter(&self, descriptor: &str) -> Option<ClassId> {
        let class = self.program.loaded(class_name_of(descriptor))?;
        let is_class = !self.program.class(class).is_interface();
        let is_array_of_any = descriptor.starts_with('[') && !self.is_class_array(class);
        (is_class && !is_array_of_any && class != self.known.object).then_some(class)
    }

    fn is_class_array(&self, class: ClassId) -> bool {
        match self.program.class(class).shape {
            ClassShape::Array { element, .. } => self.is_class_array(element),
            _ => !self.program.class(class).is_interface(),
        }
    }

    pub(super) fn open_call(&mut self, instance: InstanceId, pc: u32, reason: &str) {
        let method = self.points.instances[instance as usize].method;
        let body = self.program.body(method);
        self.points.open.insert(OpenCall {
            method,
            pc,
            reason: reason.to_owned(),
        });
        let instruction = body.code[pc as usize];
        if let Some(arguments) = instruction.arguments() {
            for argument in body.argument_registers(arguments) {
                if argument.0 < body.references {
                    self.escape(self.used(instance, pc, *argument));
                }
            }
        }
        if instruction
            .target()
            .is_some_and(|it| it.0 < body.references)
        {
            self.flow(super::UNKNOWN_NODE, self.defined(instance, pc));
        }
        self.flow(super::UNKNOWN_NODE, self.raised_node(instance));
    }

    /// Something new in a set, for one of its uses.
    pub(super) fn apply(&mut self, used: Use, object: ObjectId) {
        match used {
            Use::Load(field, to) => {
                if let Some(node) = self.place(object, field) {
                    self.flow(node, to);
                }
            }
            Use::Store(field, from) => {
                if let Some(node) = self.place(object, field) {
                    let filter = self.class_filter(&self.program.field(field).descriptor);
                    self.flow_of(from, node, filter);
                }
            }
            Use::LoadElement(to) => {
                if self.holds_elements(object) {
                    let node = self.elements_node(object);
                    self.flow(node, to);
                }
            }
            Use::StoreElement(from) => {
                if self.holds_elements(object) {
                    let node = self.elements_node(object);
                    let filter = self.element_filter(object);
                    self.flow_of(from, node, filter);
                }
            }
            Use::LoadAny(to) => {
                for node in self.all_places(object) {
                    self.flow(node.0, to);
                }
            }
            Use::StoreAny(from) => {
                for (node, filter) in self.all_places(object) {
                    self.flow_of(from, node, filter);
                }
            }
            Use::Call {
                caller,
                pc,
                method,
                count,
            } => self.call_on(caller, pc, method, count, object),
            Use::Direct {
                caller,
                pc,
                method,
                count,
            } => self.call(caller, pc, method, Some(object), count),
            Use::Handle(instance, pc) => self.handle(instance, pc, object),
            Use::Given(caller, pc, method) => self.given(caller, pc, method, object),
            Use::Start => self.start(object),
            Use::Tested(class, instance, pc) => {
                if self.is_of(object, class) {
                    self.unprocessed.push((instance, pc));
                }
            }
            Use::Unit => self.unit(object),
            Use::Named(instance, pc) => self.named(instance, pc),
            Use::CopyFrom(targets) => {
                if self.holds_elements(object) {
                    let node = self.elements_node(object);
                    self.use_of(targets, Use::StoreElement(node));
                }
            }
            Use::ClassOf(to) => {
                let class = self.points.classes[object as usize];
                let mirror = match object {
                    UNKNOWN => UNKNOWN,
                    _ => self.mirror(class),
                };
                if self.is_model() {
                    self.points.modelled.mirrors.insert(class, mirror);
                }
                self.add(to, mirror);
            }
            Use::ElementOf(to) => self.element_of(object, to),
            Use::ArrayOf(instance, pc, to) => self.array_of(instance, pc, object, to),
            Use::Constants(user, to) => self.constants(user, object, to),
            Use::CloneOf(instance, pc, to) if self.is_model() => {
                self.model_clone(instance, pc, object, to);
            }
            Use::CloneOf(instance, pc, to) => self.clone_of(instance, pc, object, to),
        }
    }

    fn element_filter(&self, object: ObjectId) -> Option<ClassId> {
        let class = self.points.classes[object as usize];
        match self.program.class(class).shape {
            ClassShape::Array { element, .. } => Some(element),
            _ => None,
        }
    }

    /// The node of a field, if the object has the field.
    fn place(&mut self, object: ObjectId, field: FieldId) -> Option<NodeId> {
        let class = self.program.field(field).class;
        self.is_of(object, class)
            .then(|| self.field_node(object, field))
    }

    pub(super) fn holds_elements(&self, object: ObjectId) -> bool {
        let class = self.program.class(self.points.classes[object as usize]);
        let kind = Kind::Reference;
        object == UNKNOWN || matches!(class.shape, ClassShape::Array { kind: it, .. } if it == kind)
    }

    /// Every place of an object that can hold a reference, with what it takes.
    fn all_places(&mut self, object: ObjectId) -> Vec<(NodeId, Option<ClassId>)> {
        // What the library made by itself holds what the library put there.
        let is_opaque = matches!(
            self.points.objects[object as usize],
            Object::Made(_) | Object::Mirror(_) | Object::Thrown(_) | Object::Library(_)
        );
        if is_opaque {
            return Vec::new();
        }
        if self.holds_elements(object) {
            let filter = self.element_filter(object);
            return vec![(self.elements_node(object), filter)];
        }
        let mut fields = Vec::new();
        let mut class = Some(self.points.classes[object as usize]);
        while let Some(current) = class {
            let data = self.program.class(current);
            fields.extend(data.fields.iter().copied().filter(|it| {
                let field = self.program.field(*it);
                !field.is_static && field.kind == Kind::Reference
            }));
            class = data.superclass;
        }
        let with_filter = fields.into_iter().map(|field| {
            let filter = self.class_filter(&self.program.field(field).descriptor);
            (self.field_node(object, field), filter)
        });
        with_filter.collect()
    }

    /// A receiver of a call by class has come up.
    fn call_on(
        &mut self,
        caller: InstanceId,
        pc: u32,
        method: MethodId,
        count: u16,
        object: ObjectId,
    ) {
        let data = self.program.method(method);
        if object == UNKNOWN {
            let class = self.program.class(data.class).name.replace('/', ".");
            let reason = format!("{class}.{} on an object that is not known", data.name);
            self.open_call(caller, pc, &reason);
            return;
        }
        if !self.is_of(object, data.class) {
            return;
        }
        if matches!(self.points.objects[object as usize], Object::Library(_)) {
            return self.closed_call(caller, pc, method);
        }
        let class = self.points.classes[object as usize];
        let selected = self.program.select(class, method);
        if self.is_model() {
            self.dispatches(caller, pc, class, selected);
        }
        if let Some(selected) = selected {
            self.call(caller, pc, selected, Some(object), count);
        }
    }

    /// A call of this very method.
    pub(super) fn call(
        &mut self,
        caller: InstanceId,
        pc: u32,
        method: MethodId,
        receiver: Option<ObjectId>,
        count: u16,
    ) {
        let declared = self.program.method(method);
        if let Some(object) = receiver
            && !self.is_of(object, declared.class)
        {
            return;
        }
        match self.runs(method) {
            Runs::Nothing => {}
            Runs::Closed => self.closed_call(caller, pc, method),
            Runs::Known(known) => self.call_known(caller, pc, method, known),
            Runs::Native => self.call_native(caller, pc, method, receiver),
            Runs::Body(runs) => {
                let context = self.context(runs, receiver, caller, pc);
                let callee = self.instance(runs, context);
                self.bind(caller, pc, callee, receiver, count);
            }
        }
    }

    /// Arguments and results of a call.
    pub(super) fn bind(
        &mut self,
        caller: InstanceId,
        pc: u32,
        callee: InstanceId,
        receiver: Option<ObjectId>,
        count: u16,
    ) {
        let method = self.points.instances[callee as usize].method;
        let to = self.program.body(method);
        if let Some(object) = receiver {
            self.add(self.parameter(callee, 0), object);
        }
        if !self.known_calls.insert((caller, pc, callee)) {
            return;
        }
        self.points
            .calls
            .entry((caller, pc))
            .or_default()
            .push(callee);
        let from = self
            .program
            .body(self.points.instances[caller as usize].method);
        let instruction = from.code[pc as usize];
        let arguments = instruction
            .arguments()
            .map_or(&[][..], |it| from.argument_registers(it));
        let arguments = &arguments[..usize::from(count).min(arguments.len())];
        let filters = self.parameter_filters(method);
        for (index, (argument, parameter)) in arguments.iter().zip(&to.parameters).enumerate() {
            let is_receiver = receiver.is_some() && index == 0;
            if argument.0 >= from.references || parameter.0 >= to.references || is_receiver {
                continue;
            }
            let filter = filters.get(index).copied().flatten();
            let (argument, parameter) = (
                self.used(caller, pc, *argument),
                self.parameter(callee, index),
            );
            self.flow_of(argument, parameter, filter);
        }
        if let Some(target) = instruction.target()
            && target.0 < from.references
            && self.program.method(method).result == Some(Kind::Reference)
        {
            self.flow(self.result_node(callee), self.defined(caller, pc));
        }
        self.flow(self.raised_node(callee), self.raised_node(caller));
    }

    pub(super) fn parameter_filters(&self, method: MethodId) -> Vec<Option<ClassId>> {
        let data = self.program.method(method);
        let mut filters = Vec::new();
        if !data.is_static() {
            filters.push(Some(data.class));
        }
        if let Some(signature) = Signature::parse(&data.descriptor) {
            filters.extend(signature.parameters.iter().map(|it| self.class_filter(it)));
        }
        filters
    }

    /// A thread whose `start` may be called.
    fn start(&mut self, object: ObjectId) {
        let (Some(thread), Some(run)) = (self.known.thread, self.known.thread_run) else {
            return;
        };
        if object == UNKNOWN
            || !self.is_of(object, thread)
            || self.points.roots.iter().any(|it| it.thread == object)
        {
            return;
        }
        let class = self.points.classes[object as usize];
        let Some(selected) = self.program.select(class, run) else {
            return;
        };
        if self.is_model() && !self.has_code(selected) {
            return;
        }
        let context = self.context(selected, Some(object), 0, 0);
        let instance = self.instance(selected, context);
        self.add(self.parameter(instance, 0), object);
        self.points.roots.push(Root {
            thread: object,
            instance,
        });
        for node in self.current.clone() {
            self.add(node, object);
        }
        match self.is_model() {
            true => self.watches_for_handlers(object, instance),
            false => self.dispatch_uncaught(thread, object, instance),
        }
    }

    /// Whatever group a thread is in, the default handler may be asked in the end.
    fn asks_default_handler(&mut self, dispatch: InstanceId) {
        let thread = self.known.thread;
        let field = thread.and_then(|it| {
            let found = self
                .program
                .resolve_field(it, "defaultUncaughtExceptionHandler");
            found.ok()
        });
        let body = self
            .program
            .body(self.points.instances[dispatch as usize].method);
        for (pc, instruction) in body.code.iter().enumerate() {
            let Instruction::Invoke {
                method, arguments, ..
            } = instruction
            else {
                continue;
            };
            let handler = body.argument_registers(*arguments).first();
            if let (Some(field), Some(handler)) = (field, handler)
                && &*self.program.method(*method).name == "uncaughtException"
            {
                let default = self.static_node(field);
                let handler = self.used(dispatch, pc as u32, *handler);
                self.flow(default, handler);
            }
        }
    }

    /// What a thread does with an exception that nothing catches.
    pub(super) fn dispatch_uncaught(&mut self, thread: ClassId, object: ObjectId, run: InstanceId) {
        let dispatch = self.program.declared_method(
            thread,
            "dispatchUncaughtException",
            "(Ljava/lang/Throwable;)V",
        );
        let Some(dispatch) = dispatch.filter(|it| matches!(self.runs(*it), Runs::Body(_))) else {
            return;
        };
        let context = self.context(dispatch, Some(object), 0, 0);
        let instance = self.instance(dispatch, context);
        self.add(self.parameter(instance, 0), object);
        self.flow(self.raised_node(run), self.parameter(instance, 1));
        self.asks_default_handler(instance);
        self.points
            .initializers
            .entry(instance)
            .or_default()
            .push(run);
    }
}
