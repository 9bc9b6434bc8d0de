//! Points-to sets for models: by method and register, from a concrete state on.
//!
//! In: a program and a concrete state of it. Out: [`FlatPoints`]: what [`crate::points`] answers without
//! contexts, from where the main thread stands, with each object of the initial heap for itself.
//!
//! A model has one variable for a register of a method, so what the variables that share a register can
//! mean (`webs.rs`) is put together here; the flow of references was followed variable by variable. For
//! example, if `r3` holds a `Lock` and later a `String`, a call on `r3` leads to methods of `Lock` only,
//! but the model's variable for `r3` has room for both.

pub mod calls;
pub mod locks;
pub mod monitors;
mod protection;
pub mod sharing;

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, MethodId, Program, Register};

use crate::code;
use crate::points::{self, Binding, Budget, InstanceId, Points, Question, Sensitivity, Start};
use crate::world::{ObjectName, World};

pub use crate::points::{AccessTarget, AtomicAccess, Callee, Table};

/// An object, or all objects made at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// An object of the initial heap.
    Concrete(ObjectName),
    /// What the instruction makes.
    Site(MethodId, u32),
    /// The arrays inside of what the instruction makes, so many levels down.
    Part(MethodId, u32, u8),
    /// One object that stands for all of a class: exceptions that instructions throw by themselves, and
    /// builders of strings.
    Implicit(ClassId),
    /// A string whose text the model does not know.
    Text,
}

/// The index of an [`Object`] in [`FlatPoints::objects`].
pub type ObjectId = u32;

/// Something that holds references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    /// A register of a method.
    Register(MethodId, Register),
    /// The field of an object at a slot.
    Field(ObjectId, u16),
    /// The elements of an array.
    Elements(ObjectId),
    /// A static field: its class and slot.
    Static(ClassId, u16),
    /// What a method returns.
    Return(MethodId),
    /// What comes up in a method.
    Raised(MethodId),
}

/// Instances of methods, where they are told apart by their receivers.
const MOST_INSTANCES: usize = 4_000;

/// Steps of propagation for them.
const MOST_STEPS: u64 = 1_000_000;

/// What was found.
#[derive(Debug, Default)]
pub struct FlatPoints {
    /// All objects.
    pub objects: Vec<Object>,
    /// Their classes.
    pub classes: Vec<ClassId>,
    ids: BTreeMap<Object, ObjectId>,
    sets: BTreeMap<Node, BTreeSet<ObjectId>>,
    /// The same by instance and variable.
    points: Points,
    instances: BTreeMap<MethodId, InstanceId>,
    /// The same with methods told apart by their receivers, if that is not too much.
    by_receiver: Option<Points>,
    /// Reachable code: which pcs of which methods.
    pub code: BTreeMap<MethodId, BTreeSet<u32>>,
    /// Threads that can be started, with the method that each runs.
    pub threads: BTreeMap<ObjectId, MethodId>,
    /// For calls by receiver: the callee for each class.
    pub dispatch: BTreeMap<(MethodId, u32), BTreeMap<ClassId, Callee>>,
    /// Classes whose initialisers can run.
    pub initializing: BTreeSet<ClassId>,
    /// Atomic accesses, by where they are.
    pub accesses: BTreeMap<(MethodId, u32), AtomicAccess>,
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
    /// Whether there is more code than was allowed; then this is not complete.
    pub is_too_large: bool,
    /// The main thread.
    pub main: ObjectId,
}

impl FlatPoints {
    /// Analyses the program from where its main thread stands. `methods` may be looked into at most.
    /// `None`: the program has not even `java.lang.Object` and `String`.
    pub fn new(program: &Program, world: &mut dyn World, methods: usize) -> Option<FlatPoints> {
        let question = Question {
            start: Start::Frames,
            sensitivity: Sensitivity::Flat,
            binding: Binding::Intrinsics,
            budget: Budget {
                instances: methods,
                ..Budget::default()
            },
        };
        let points = points::answer(program, world, question)?;
        let mut flat = FlatPoints::of(program, points);
        let question = Question {
            sensitivity: Sensitivity::Objects,
            budget: Budget {
                instances: MOST_INSTANCES,
                steps: MOST_STEPS,
            },
            ..question
        };
        let by_receiver = points::answer(program, world, question);
        flat.by_receiver = by_receiver.filter(|it| !it.is_cut && !flat.is_too_large);
        Some(flat)
    }

    fn of(program: &Program, mut points: Points) -> FlatPoints {
        let mut flat = FlatPoints {
            is_too_large: points.is_cut,
            last_resort: points.modelled.last_resort,
            main: without_unknown(points.modelled.main),
            ..FlatPoints::default()
        };
        // The unknown object comes first, and is in no set of a model.
        let objects = points.objects.iter().zip(&points.classes).skip(1);
        for (object, class) in objects {
            let object = flat_object(program, *object, *class);
            flat.ids.insert(object, flat.objects.len() as ObjectId);
            flat.objects.push(object);
            flat.classes.push(*class);
        }
        flat.take_sets(program, &points);
        let main = points.roots.first().map(|it| it.thread);
        for root in points.roots.iter().filter(|it| Some(it.thread) != main) {
            let run = points.instances[root.instance as usize].method;
            flat.threads.insert(without_unknown(root.thread), run);
        }
        let modelled = &mut points.modelled;
        flat.dispatch = std::mem::take(&mut modelled.dispatch);
        flat.initializing = std::mem::take(&mut modelled.initializing);
        flat.accesses = modelled.accesses.clone();
        let constants = modelled.constants.iter();
        flat.constants = constants
            .map(|it| (*it.0, without_unknown(*it.1)))
            .collect();
        let mirrors = modelled.mirrors.iter();
        flat.mirrors = mirrors.map(|it| (*it.0, without_unknown(*it.1))).collect();
        let units = modelled.units.iter();
        flat.units = units.map(|it| (without_unknown(*it.0), *it.1)).collect();
        for (place, table) in &modelled.named {
            let table = table.iter();
            let table = table.map(|it| (without_unknown(it.0), without_unknown(it.1), it.2));
            flat.named.insert(*place, table.collect());
        }
        let instances = points.instances.iter().enumerate();
        flat.instances = instances
            .map(|(index, it)| (it.method, index as InstanceId))
            .collect();
        flat.points = points;
        flat
    }

    fn take_sets(&mut self, program: &Program, points: &Points) {
        for (index, instance) in points.instances.iter().enumerate() {
            let (index, method) = (index as InstanceId, instance.method);
            let length = program.body(method).code.len() as u32;
            let reached: BTreeSet<u32> = (0..length)
                .filter(|pc| points.is_reached(index, *pc))
                .collect();
            if !reached.is_empty() {
                self.code.insert(method, reached);
            }
            for (web, register) in points.webs(index).registers().iter().enumerate() {
                self.take(
                    Node::Register(method, *register),
                    points.web(index, web as u32),
                );
            }
            self.take(Node::Return(method), points.result(index));
            self.take(Node::Raised(method), points.raised(index));
        }
        for object in 1..points.objects.len() as ObjectId {
            for (field, set) in points.fields_of(object) {
                let slot = program.field(field).slot;
                self.take(Node::Field(without_unknown(object), slot), set);
            }
            self.take(
                Node::Elements(without_unknown(object)),
                points.elements(object),
            );
        }
        for field in points.static_fields() {
            let data = program.field(field);
            let node = Node::Static(data.class, data.slot);
            self.take(node, points.static_field(field));
        }
    }

    fn take(&mut self, node: Node, set: &crate::set::Set) {
        if !set.is_empty() {
            let objects = set.iter().map(without_unknown);
            self.sets.entry(node).or_default().extend(objects);
        }
    }

    /// What a register can mean.
    pub fn register(&self, method: MethodId, register: Register) -> &BTreeSet<ObjectId> {
        self.set(Node::Register(method, register))
    }

    /// The web (`webs.rs`) of a register that an instruction reads.
    fn web_used(&self, method: MethodId, pc: u32, register: Register) -> Option<u32> {
        let instance = *self.instances.get(&method)?;
        let web = self.points.webs(instance).used(pc, register);
        Some(web).filter(|it| *it != crate::webs::NONE)
    }

    /// The web (`webs.rs`) that an instruction assigns.
    pub(crate) fn assigned(&self, method: MethodId, pc: u32) -> Option<u32> {
        let instance = *self.instances.get(&method)?;
        let web = self.points.webs(instance).defined(pc);
        Some(web).filter(|it| *it != crate::webs::NONE)
    }

    /// What a field can hold.
    pub fn field(&self, object: ObjectId, slot: u16) -> &BTreeSet<ObjectId> {
        self.set(Node::Field(object, slot))
    }

    /// What the elements of an array can be.
    pub fn elements(&self, object: ObjectId) -> &BTreeSet<ObjectId> {
        self.set(Node::Elements(object))
    }

    /// What a static field can hold.
    pub fn static_field(&self, class: ClassId, slot: u16) -> &BTreeSet<ObjectId> {
        self.set(Node::Static(class, slot))
    }

    /// What a method can return.
    pub fn returned(&self, method: MethodId) -> &BTreeSet<ObjectId> {
        self.set(Node::Return(method))
    }

    /// What exceptions can come up in a method.
    pub fn raised(&self, method: MethodId) -> &BTreeSet<ObjectId> {
        self.set(Node::Raised(method))
    }

    /// All that holds references, with what it holds.
    pub fn nodes(&self) -> impl Iterator<Item = (Node, &BTreeSet<ObjectId>)> {
        self.sets.iter().map(|(node, set)| (*node, set))
    }

    fn set(&self, node: Node) -> &BTreeSet<ObjectId> {
        static EMPTY: BTreeSet<ObjectId> = BTreeSet::new();
        self.sets.get(&node).unwrap_or(&EMPTY)
    }

    /// The id of an object, if it has come up.
    pub fn id_of(&self, object: Object) -> Option<ObjectId> {
        self.ids.get(&object).copied()
    }
}

/// The same object where there is no unknown one.
fn without_unknown(object: points::ObjectId) -> ObjectId {
    object
        .checked_sub(1)
        .expect("the unknown object is in no set of a model")
}

fn flat_object(program: &Program, object: points::Object, class: ClassId) -> Object {
    match object {
        points::Object::Initial(name) => Object::Concrete(name),
        points::Object::Site {
            method,
            pc,
            dimension,
            ..
        } => match dimension {
            0 => Object::Site(method, pc),
            level => Object::Part(method, pc, level),
        },
        points::Object::Made(class) if !code::is_builder(program, class) => Object::Text,
        _ => Object::Implicit(class),
    }
}
