//! What natives do with references.
//!
//! Every native that is known is listed here by its effect. A native that is not listed, and one of
//! the program itself, counts as unknown code: it may keep its arguments, and give anything back.
//! The effects are those that the class library's documentation gives the methods; what a native
//! does to primitive data does not matter to points-to sets and is covered by the accesses
//! (`crates/analysis/src/access.rs`).

use jdk::native::{Effect, effect};
use program::descriptor::{Signature, class_name_of};
use program::{ClassId, ClassShape, Instruction, Kind, MethodId, Register};

use super::{InstanceId, NodeId, Object, ObjectId, Solver, UNKNOWN, Use, only_definition};

impl Solver<'_> {
    /// A call that runs a native.
    pub(super) fn call_native(
        &mut self,
        caller: InstanceId,
        pc: u32,
        method: MethodId,
        receiver: Option<ObjectId>,
    ) {
        let natives = self.points.natives.entry((caller, pc)).or_default();
        let is_new = !natives.contains(&method);
        if is_new {
            natives.push(method);
        }
        let data = self.program.method(method);
        let class = self.program.class(data.class);
        let effect = match class.is_library {
            true => effect(&class.name, &data.name, &data.descriptor),
            false => Effect::Unknown,
        };
        let body = self
            .program
            .body(self.points.instances[caller as usize].method);
        let instruction = body.code[pc as usize];
        let arguments = instruction
            .arguments()
            .map_or(&[][..], |it| body.argument_registers(it));
        let is_reference = |it: &Register| it.0 < body.references;
        let argument = |index: usize| arguments.get(index).copied().filter(is_reference);
        let target = instruction.target().filter(is_reference);
        let target = target.map(|_| self.defined(caller, pc));
        match (effect, target) {
            (Effect::Start, _) => {
                if let Some(object) = receiver {
                    self.apply(Use::Start, object);
                }
            }
            (Effect::Clone, Some(target)) => {
                if let Some(object) = receiver {
                    self.apply(Use::CloneOf(caller, pc, target), object);
                }
            }
            (Effect::GetClass, Some(target)) => {
                if let Some(object) = receiver {
                    self.apply(Use::ClassOf(target), object);
                }
            }
            (Effect::Constants, Some(target)) => {
                if let Some(object) = receiver {
                    self.apply(Use::Constants(caller, target), object);
                }
            }
            (Effect::Element, Some(target)) => {
                if let Some(object) = receiver {
                    self.apply(Use::ElementOf(target), object);
                }
            }
            (Effect::Access, _) if is_new => self.unsafe_access(caller, pc, method),
            (_, _) if !is_new => {}
            (Effect::Unknown, _) => {
                let name = class.name.replace('/', ".");
                self.open_call(caller, pc, &format!("the native {name}.{}", data.name));
            }
            (Effect::ArrayCopy, _) => {
                if let (Some(from), Some(to)) = (argument(0), argument(2)) {
                    let (from, to) = (self.used(caller, pc, from), self.used(caller, pc, to));
                    self.use_of(from, Use::CopyFrom(to));
                }
            }
            (Effect::NewArray, Some(target)) => {
                if let Some(mirror) = argument(0) {
                    let mirror = self.used(caller, pc, mirror);
                    self.use_of(mirror, Use::ArrayOf(caller, pc, target));
                }
            }
            (Effect::NewBytes, Some(target)) => {
                let class = self.program.load("[B").ok();
                let object = self.opaque(class);
                self.add(target, object);
            }
            (Effect::Argument(index), Some(target)) => {
                if let Some(source) = argument(index) {
                    self.flow(self.used(caller, pc, source), target);
                }
            }
            (Effect::CurrentThread, Some(target)) => {
                self.current.push(target);
                for root in 0..self.points.roots.len() {
                    self.add(target, self.points.roots[root].thread);
                }
            }
            (Effect::Privileged, _) => self.privileged(caller, pc, argument(0)),
            (Effect::SetStatic(name), _) => {
                let fields = &self.program.class(data.class).fields;
                let field = fields.iter().copied();
                let field = field
                    .into_iter()
                    .find(|it| &*self.program.field(*it).name == name);
                if let (Some(field), Some(source)) = (field, argument(0)) {
                    let node = self.static_node(field);
                    self.flow(self.used(caller, pc, source), node);
                }
            }
            (Effect::FindHandle, Some(target)) => {
                let handle = self.found_handle(caller, pc, arguments);
                self.add(target, handle);
            }
            (Effect::Result, Some(target)) => {
                let result = Signature::parse(&data.descriptor)
                    .and_then(|it| self.program.load(class_name_of(it.result)).ok());
                let object = match result {
                    // It may be anything then, also an object of the program.
                    Some(class) if class == self.known.object => UNKNOWN,
                    result => self.opaque(result),
                };
                self.add(target, object);
            }
            // Without a use for the result there is nothing to do.
            (
                Effect::Clone
                | Effect::GetClass
                | Effect::Constants
                | Effect::Element
                | Effect::NewArray
                | Effect::NewBytes
                | Effect::Access
                | Effect::Argument(_)
                | Effect::CurrentThread
                | Effect::FindHandle
                | Effect::Null
                | Effect::Result,
                _,
            ) => {}
        }
    }

    /// The action is run by the native.
    fn privileged(&mut self, caller: InstanceId, pc: u32, action: Option<Register>) {
        let Some(action) = action.map(|it| self.used(caller, pc, it)) else {
            return;
        };
        for name in [
            "java/security/PrivilegedAction",
            "java/security/PrivilegedExceptionAction",
        ] {
            let run = self.program.load(name).ok().and_then(|it| {
                self.program
                    .declared_method(it, "run", "()Ljava/lang/Object;")
            });
            if let Some(method) = run {
                let used = Use::Call {
                    caller,
                    pc,
                    method,
                    count: 1,
                };
                self.use_of(action, used);
            }
        }
    }

    /// `lookup.findVarHandle(Owner.class, "name", Type.class)`, where the owner and the name are
    /// constants.
    fn found_handle(&mut self, caller: InstanceId, pc: u32, arguments: &[Register]) -> ObjectId {
        let body = self
            .program
            .body(self.points.instances[caller as usize].method);
        let (Some(owner), Some(name)) = (arguments.get(1), arguments.get(2)) else {
            return UNKNOWN;
        };
        let webs = self.points.webs(caller);
        let (
            Some((_, Instruction::ConstantClass { class, .. })),
            Some((_, Instruction::ConstantString { string, .. })),
        ) = (
            only_definition(body, webs, pc, *owner),
            only_definition(body, webs, pc, *name),
        )
        else {
            return UNKNOWN;
        };
        let name = self.program.string_lossy(string);
        let found = self.program.resolve_field(class, &name);
        match (found, self.known.var_handle) {
            (Ok(field), Some(class)) => self.object(Object::Handle(field), class),
            _ => UNKNOWN,
        }
    }

    /// The constants of the enum that a mirror is of.
    pub(super) fn constants(&mut self, user: InstanceId, mirror: ObjectId, target: NodeId) {
        let Object::Mirror(class) = self.points.objects[mirror as usize] else {
            self.add(target, UNKNOWN);
            return;
        };
        self.initializes(user, class);
        let fields = self.program.class(class).fields.iter().copied();
        let mut values = fields.filter(|it| {
            let name = &self.program.field(*it).name;
            &**name == "$VALUES" || &**name == "ENUM$VALUES"
        });
        if let Some(values) = values.next() {
            let node = self.static_node(values);
            self.flow(node, target);
        }
    }

    /// An object of a class that is chosen at run time.
    fn chosen(&mut self, instance: InstanceId, pc: u32, class: ClassId) -> ObjectId {
        let instance = self.points.instances[instance as usize];
        let object = Object::Chosen {
            method: instance.method,
            pc,
            class,
            context: instance.context,
        };
        self.object(object, class)
    }

    /// The mirror of an array's elements.
    pub(super) fn element_of(&mut self, mirror: ObjectId, target: NodeId) {
        match self.points.objects[mirror as usize] {
            Object::Mirror(class) => {
                if let ClassShape::Array { element, .. } = self.program.class(class).shape {
                    let mirror = self.mirror(element);
                    self.add(target, mirror);
                }
            }
            _ => self.add(target, mirror),
        }
    }

    /// A new array by reflection.
    pub(super) fn array_of(
        &mut self,
        instance: InstanceId,
        pc: u32,
        mirror: ObjectId,
        target: NodeId,
    ) {
        let class = match self.points.objects[mirror as usize] {
            Object::Mirror(class) => self.array_class(class),
            _ => None,
        };
        let array = match class {
            Some(class) => self.chosen(instance, pc, class),
            None => UNKNOWN,
        };
        self.add(target, array);
    }

    fn array_class(&self, element: ClassId) -> Option<ClassId> {
        let data = self.program.class(element);
        let name = match data.shape {
            ClassShape::Instance => format!("[L{};", data.name),
            // One mirror leads to another when variables share a register, so this has an end: an
            // array of more dimensions that reflection makes is taken for one of three.
            ClassShape::Array { .. } if data.name.starts_with("[[[") => return Some(element),
            ClassShape::Array { .. } => format!("[{}", data.name),
            ClassShape::Primitive(_) => return self.program.load("[B").ok(),
        };
        self.program.load(&name).ok()
    }

    /// A copy is an object of its own, made where it is copied.
    pub(super) fn clone_of(
        &mut self,
        instance: InstanceId,
        pc: u32,
        object: ObjectId,
        target: NodeId,
    ) {
        if object == UNKNOWN {
            self.add(target, UNKNOWN);
            return;
        }
        let class = self.points.classes[object as usize];
        let copy = self.chosen(instance, pc, class);
        self.add(target, copy);
        let kind = Kind::Reference;
        let shape = self.program.class(class).shape;
        if matches!(shape, ClassShape::Array { kind: it, .. } if it == kind) {
            let (from, to) = (self.elements_node(object), self.elements_node(copy));
            self.flow(from, to);
            return;
        }
        let mut ancestor = Some(class);
        while let Some(current) = ancestor {
            let data = self.program.class(current);
            for field in &data.fields {
                let of = self.program.field(*field);
                if !of.is_static && of.kind == kind {
                    let from = self.field_node(object, *field);
                    let to = self.field_node(copy, *field);
                    self.flow(from, to);
                }
            }
            ancestor = data.superclass;
        }
    }
}
