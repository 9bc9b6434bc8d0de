//! What the analysis does otherwise for a model: where it starts, what constants are, and which calls a
//! model knows by itself.
//!
//! In: a solver that is asked with [`Binding::Intrinsics`](super::Binding). Out: [`Modelled`], beside the
//! sets.
//!
//! A model runs from a concrete state on, so the main thread's registers hold objects of the initial heap,
//! and strings, class objects and singletons are objects of that heap, too. What instructions throw by
//! themselves is entered instruction by instruction. A call that is in no list and has no code is a trap
//! in the model: it says nothing to the sets, and nothing behind it is claimed.

mod atomic;
mod uncaught;

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, FieldId, Instruction, InvokeKind, Kind, MethodId, Program, Register};

use super::build::Runs;
use super::{InstanceId, NodeId, Object, ObjectId, Root, Sensitivity, Solver, Use};
use crate::code::{self, exception};
use crate::intrinsic::{Access, Intrinsic};
use crate::world::{ObjectName, Readiness};

/// How a call is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A method whose code is translated.
    Code(MethodId),
    /// One that the model knows by itself.
    Intrinsic(MethodId, Intrinsic),
    /// None: `AbstractMethodError`.
    None,
}

/// What an atomic access accesses, as a model sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessTarget {
    /// A field of an object: the register of the object.
    Field(Register, FieldId),
    /// An element of an array: the registers of both and of the index.
    Element(Register, Register),
    /// A static field.
    Static(FieldId),
}

/// An atomic access as a model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtomicAccess {
    /// What.
    pub target: AccessTarget,
    /// How.
    pub access: Access,
    /// Its value operands.
    pub values: Vec<Register>,
}

/// Enum constants that are looked up: class object, name, and the field that holds the constant.
pub type Table = BTreeSet<(ObjectId, ObjectId, FieldId)>;

/// What only models ask for.
#[derive(Debug, Default)]
pub struct Modelled {
    /// The main thread.
    pub main: ObjectId,
    /// For calls by receiver: the callee for each class.
    pub dispatch: BTreeMap<(MethodId, u32), BTreeMap<ClassId, Callee>>,
    /// Classes whose initialisers can run.
    pub initializing: BTreeSet<ClassId>,
    /// Atomic accesses, by where they are.
    pub accesses: BTreeMap<(MethodId, u32), AtomicAccess>,
    /// Accesses through several handles, which are not known for that.
    ambiguous: BTreeSet<(MethodId, u32)>,
    /// Objects that constants mean, by where they are.
    pub constants: BTreeMap<(MethodId, u32), ObjectId>,
    /// The class objects of classes that objects are asked for.
    pub mirrors: BTreeMap<ClassId, ObjectId>,
    /// Units of time: how many nanoseconds each is.
    pub units: BTreeMap<ObjectId, i64>,
    /// Enum constants that are looked up by name, by where that is.
    pub named: BTreeMap<(MethodId, u32), Table>,
    /// What runs when nothing has caught a thread's exception, if the program says so.
    pub last_resort: Option<MethodId>,
}

impl Solver<'_> {
    /// The registers of the main thread's calls, and their code from where they stand.
    pub(super) fn begin_in_frames(&mut self) {
        let name = self.world.main_thread();
        let thread = self.initial(name);
        self.points.modelled.main = thread;
        let frames = self.world.frames();
        let instances: Vec<InstanceId> = frames
            .iter()
            .map(|frame| self.instance_in_the_middle(frame.method, 0))
            .collect();
        if let Some(instance) = instances.first().copied() {
            self.points.roots.push(Root { thread, instance });
        }
        for (index, frame) in frames.iter().enumerate() {
            let instance = instances[index];
            let body = self.program.body(frame.method);
            let references = usize::from(body.references);
            for (number, word) in frame.registers.iter().enumerate().take(references) {
                if *word != 0 {
                    self.holds_at_start(instance, Register(number as u16), *word as ObjectName);
                }
            }
            let Some(callee) = instances.get(index + 1).copied() else {
                self.begins(instance, frame.pc);
                continue;
            };
            // The call is still running; what follows it is still to come.
            body.for_each_successor(frame.pc, |next| self.begins(instance, next));
            let handlers = body.handlers.iter().enumerate();
            let handlers = handlers.filter(|it| (it.1.start..it.1.end).contains(&frame.pc));
            for (number, handler) in handlers {
                self.begins(instance, handler.target);
                self.catches(instance, number);
            }
            let result = self.program.method(frames[index + 1].method).result;
            let target = body.code[frame.pc as usize].target();
            if target.is_some() && result == Some(Kind::Reference) {
                self.flow(self.result_node(callee), self.defined(instance, frame.pc));
            }
            self.flow(self.raised_node(callee), self.raised_node(instance));
        }
        self.looks_for_handler(thread);
        self.looks_for_default_handler();
    }

    fn begins(&mut self, instance: InstanceId, pc: u32) {
        self.points.begun.push((instance, pc));
        self.unprocessed.push((instance, pc));
    }

    /// A register of a call that has begun holds an object. Which of the variables that share the
    /// register it is does not show, so all of them do.
    fn holds_at_start(&mut self, instance: InstanceId, register: Register, name: ObjectName) {
        let object = self.initial(name);
        let registers = self.points.webs(instance).registers().iter().enumerate();
        let webs: Vec<u32> = registers
            .filter(|(_, it)| **it == register)
            .map(|(web, _)| web as u32)
            .collect();
        for web in webs {
            self.add(self.points.instances[instance as usize].base + web, object);
        }
    }

    /// Enters what an instruction says to a model only; gives whether that is all.
    pub(super) fn model_instruction(&mut self, instance: InstanceId, pc: u32) -> bool {
        let method = self.points.instances[instance as usize].method;
        let body = self.program.body(method);
        let instruction = body.code[pc as usize];
        if instruction.may_throw() {
            for class in code::implicit(self.program, body, pc) {
                self.raise_implicit(instance, class);
            }
        }
        let constant = match instruction {
            Instruction::ConstantString { string, .. } => self.world.string(string),
            Instruction::ConstantClass { class, .. } => self.world.mirror(class),
            Instruction::ConstantSingleton { class, .. } => self.world.singleton(class),
            Instruction::ConstantDynamic { .. } | Instruction::InvokeDynamic { .. } => return true,
            // Builders of strings have no state in a model, so one does for all.
            Instruction::New { class, .. } if code::is_builder(self.program, class) => {
                self.initializes(instance, class);
                let object = self.object(Object::Made(class), class);
                self.add(self.defined(instance, pc), object);
                return true;
            }
            Instruction::PutField { field, .. } | Instruction::PutStatic { field, .. } => {
                if code::is_handler_field(self.program, field) {
                    self.handles_uncaught();
                }
                return false;
            }
            // The code is in the model whether an object is known for it or not.
            Instruction::Invoke {
                kind: InvokeKind::Special,
                method,
                arguments,
                ..
            } if self.question.sensitivity == Sensitivity::Flat => {
                self.call(instance, pc, method, None, arguments.count);
                return true;
            }
            Instruction::InvokePolymorphic { arguments, .. } => {
                let handle = body.argument_registers(arguments).first();
                return handle.is_none_or(|it| it.0 >= body.references);
            }
            _ => return false,
        };
        let object = self.initial(constant);
        self.points.modelled.constants.insert((method, pc), object);
        self.add(self.defined(instance, pc), object);
        true
    }

    pub(super) fn raise_implicit(&mut self, instance: InstanceId, class: &str) {
        if let Ok(class) = self.program.load(class) {
            let object = self.object(Object::Thrown(class), class);
            self.add(self.raised_node(instance), object);
        }
    }

    /// An instruction that may initialise a class.
    pub(super) fn model_initializes(&mut self, user: InstanceId, class: ClassId) {
        for class in code::initialization_order(self.program, class) {
            if self.world.readiness(class) != Readiness::Untouched {
                continue;
            }
            let Some(initializer) = self.program.class(class).initializer else {
                continue;
            };
            self.points.modelled.initializing.insert(class);
            let instance = self.instance(initializer, 0);
            let users = self.points.initializers.entry(instance).or_default();
            if !users.contains(&user) {
                users.push(user);
                self.flow(self.raised_node(instance), self.raised_node(user));
            }
            self.raise_implicit(user, exception::INITIALIZER);
            self.raise_implicit(user, exception::NO_CLASS);
        }
    }

    /// Notes where a call by receiver leads for a class.
    pub(super) fn dispatches(
        &mut self,
        caller: InstanceId,
        pc: u32,
        class: ClassId,
        selected: Option<MethodId>,
    ) {
        let callee = match selected.map(|it| (it, self.runs(it))) {
            Some((method, Runs::Known(known))) => Callee::Intrinsic(method, known),
            Some((_, Runs::Body(method))) => Callee::Code(method),
            _ => Callee::None,
        };
        let method = self.points.instances[caller as usize].method;
        let dispatch = &mut self.points.modelled.dispatch;
        dispatch
            .entry((method, pc))
            .or_default()
            .insert(class, callee);
    }

    /// A call of a method that the model knows by itself.
    pub(super) fn call_known(
        &mut self,
        caller: InstanceId,
        pc: u32,
        method: MethodId,
        known: Intrinsic,
    ) {
        if !self.known_intrinsics.insert((caller, pc, method)) {
            return;
        }
        for class in code::thrown_by(known) {
            self.raise_implicit(caller, class);
        }
        if known == Intrinsic::Stop && !self.has_stops {
            self.has_stops = true;
            for instance in 0..self.points.instances.len() {
                self.raise_implicit(instance as InstanceId, exception::DEATH);
            }
        }
        let body = self
            .program
            .body(self.points.instances[caller as usize].method);
        let instruction = body.code[pc as usize];
        let arguments = instruction
            .arguments()
            .map_or(&[][..], |it| body.argument_registers(it));
        let argument = |solver: &Solver<'_>, index: usize| {
            let register = arguments.get(index).copied();
            let register = register.filter(|it| it.0 < body.references)?;
            Some(solver.used(caller, pc, register))
        };
        let target = instruction.target().filter(|it| it.0 < body.references);
        let target = target.map(|_| self.defined(caller, pc));
        match (known, target, argument(self, 0)) {
            (Intrinsic::First, Some(target), Some(source)) => self.flow(source, target),
            (Intrinsic::Text, Some(target), _) => {
                let text = self.text();
                self.add(target, text);
            }
            (Intrinsic::Clone, Some(target), Some(array)) => {
                self.use_of(array, Use::CloneOf(caller, pc, target));
            }
            (Intrinsic::ClassOf, Some(target), Some(object)) => {
                self.use_of(object, Use::ClassOf(target));
            }
            (Intrinsic::CurrentThread, Some(target), _) => {
                // Whatever is started may come here: every started thread, now or later.
                self.current.push(target);
                self.add(target, self.points.modelled.main);
                for root in 0..self.points.roots.len() {
                    self.add(target, self.points.roots[root].thread);
                }
            }
            (Intrinsic::Start, _, Some(thread)) => self.use_of(thread, Use::Start),
            (Intrinsic::InitThread, _, Some(thread)) => {
                let field = code::thread_field(self.program, "target").map(|it| it.id);
                if let (Some(field), Some(target)) = (field, argument(self, 2)) {
                    self.use_of(thread, Use::Store(field, target));
                }
            }
            (Intrinsic::Convert(_), _, Some(unit)) => self.use_of(unit, Use::Unit),
            (Intrinsic::EnumConstant, _, Some(class)) => {
                self.use_of(class, Use::Named(caller, pc));
                if let Some(name) = argument(self, 1) {
                    self.use_of(name, Use::Named(caller, pc));
                }
            }
            (Intrinsic::ArrayCopy, _, Some(from)) => {
                if let Some(to) = argument(self, 2) {
                    self.use_of(from, Use::CopyFrom(to));
                }
            }
            (Intrinsic::Unsafe(_), _, _) => self.model_unsafe(caller, pc),
            _ => {}
        }
    }

    /// A copy of an array is an object of its own, made where it is copied.
    pub(super) fn model_clone(
        &mut self,
        instance: InstanceId,
        pc: u32,
        object: ObjectId,
        target: NodeId,
    ) {
        let class = self.points.classes[object as usize];
        let method = self.points.instances[instance as usize].method;
        if !code::may_be_cloned(self.program, self.program.body(method), pc, class) {
            return;
        }
        let copy = self.site(instance, pc, 0, class);
        self.add(target, copy);
        if self.holds_elements(object) && self.holds_elements(copy) {
            let (from, to) = (self.elements_node(object), self.elements_node(copy));
            self.flow(from, to);
        }
    }

    /// A unit of time has come up.
    pub(super) fn unit(&mut self, object: ObjectId) {
        let Object::Initial(name) = self.points.objects[object as usize] else {
            return;
        };
        let class = self.points.classes[object as usize];
        let Ok(scale) = self.program.resolve_field(class, "scale") else {
            return;
        };
        let slot = usize::from(self.program.field(scale).slot);
        let words = self.world.object(name).words;
        if let Some(nanos) = words.get(slot).filter(|nanos| **nanos as i64 > 0) {
            self.points.modelled.units.insert(object, *nanos as i64);
        }
    }

    /// A class or a name has come up that an enum constant is looked up by.
    pub(super) fn named(&mut self, instance: InstanceId, pc: u32) {
        let method = self.points.instances[instance as usize].method;
        let body = self.program.body(method);
        let Instruction::Invoke {
            target, arguments, ..
        } = body.code[pc as usize]
        else {
            return;
        };
        let arguments = body.argument_registers(arguments);
        let objects = |solver: &Solver<'_>, index: usize| -> Vec<ObjectId> {
            let set = solver.points.register(instance, pc, arguments[index]);
            set.iter().collect()
        };
        for class in objects(self, 0) {
            for text in objects(self, 1) {
                let (Object::Initial(mirror), Object::Initial(string)) = (
                    self.points.objects[class as usize],
                    self.points.objects[text as usize],
                ) else {
                    continue;
                };
                let Some(meant) = self.world.mirrored(mirror) else {
                    continue;
                };
                let Some(name) = self.world.text(string) else {
                    continue;
                };
                let Some(field) = enum_field(self.program, meant, &name) else {
                    continue;
                };
                let table = self.points.modelled.named.entry((method, pc)).or_default();
                table.insert((class, text, field));
                if target.is_some() {
                    let constant = self.static_node(field);
                    self.flow(constant, self.defined(instance, pc));
                }
            }
        }
    }
}

/// The constant of an enum that has this name.
fn enum_field(program: &Program, class: ClassId, name: &str) -> Option<FieldId> {
    const ENUM: u16 = 0x4000;
    let fields = program.class(class).fields.iter().copied();
    fields.into_iter().find(|field| {
        let field = program.field(*field);
        field.is_static && field.access_flags & ENUM != 0 && &*field.name == name
    })
}
