//! Which objects each reference can mean, which methods are reachable with which callees, and which
//! threads can be started: one inclusion-based (Andersen's) points-to analysis, from which the call
//! graph falls out.
//!
//! In: a [`Program`], a [`World`] and a [`Question`]. Out: [`Points`].
//!
//! Two ask. `heddle analyze` and the search start at `main`, and know library code that is noise by what it
//! may do ([`Binding::Effects`]). A model for another checker starts in the middle of `main`, where the
//! concrete state stands, tells each object of the initial heap apart, and translates all code but
//! what it knows by itself ([`Binding::Intrinsics`], `points/model.rs`); what it can't see is a trap in the
//! model, so there is no unknown object then. `flat.rs` shows the result by method and register.
//!
//! The abstraction. An object is known by where it is made, objects of the initial heap by
//! themselves (many of one class are one). Variables (`webs.rs`) are known by method *instance*: a method
//! together with a [`Context`]. Methods of the library are told apart by the object they are called
//! on, and what they make with them, so that two lists do not have their elements in common; the
//! program's own methods have one instance each (or, with [`Sensitivity::Objects`], as many as
//! receivers). Static library methods inherit the context of their library caller and are told apart
//! by call site otherwise.
//!
//! Why it is sound. Every instruction that moves a reference has its inclusion, and inclusions are
//! closed over in any order until nothing changes, so the result covers every interleaving. Contexts
//! only split: any function from calls to contexts covers all runs, since an instance receives the
//! arguments of all calls that are mapped to it. Filters drop only what Java's own checks refuse:
//! receivers that don't have the method, objects that don't have the field, elements that the array
//! would not take, and values of a class type that a descriptor promises (interfaces promise
//! nothing to the JVM and filter nothing). Code is entered as it is reached; behind a test for a class
//! (`if (x instanceof C)`) it is reached once an object of that class can be what is tested.
//! For example, in `if (x instanceof Lock) ((Lock) x).enter();` the call says nothing to the sets as long
//! as no `Lock` can be in `x`. Natives are listed by effect (`points/native.rs`);
//! what is not listed, reflection and unknown method handles hand their arguments to the *unknown*
//! object and give back whatever it has, and the call is listed in [`Points::open`]. Parts of the
//! library that are noise are not looked into; `points/opaque.rs` says what that assumes.
//!
//! Cost. A set is visited again only for what is new in it (difference propagation), and an
//! inclusion is entered once.

mod build;
mod constraints;
mod memory;
mod model;
mod native;
mod opaque;

use std::collections::{BTreeMap, BTreeSet};

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use program::{Body, ClassId, FieldId, MethodId, Program, Register};

use crate::set::Set;
use crate::webs::Webs;
use crate::world::{ObjectName, World};

pub use memory::{Atomic, AtomicTarget};
pub use model::{AccessTarget, AtomicAccess, Callee, Modelled, Table};

pub(crate) type Map<K, V> = HashMap<K, V, FixedState>;
pub(crate) type HashedSet<K> = HashSet<K, FixedState>;

/// The index of an [`Object`].
pub type ObjectId = u32;
/// The index of an [`Instance`].
pub type InstanceId = u32;
/// The index of a [`Context`].
pub type ContextId = u32;
type NodeId = u32;

/// An object, or all objects made at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// Whatever code makes that can't be seen.
    Unknown,
    /// What the instruction makes, when its method runs in the context; `dimension` counts inward
    /// for nested arrays.
    Site {
        /// Where.
        method: MethodId,
        /// Which instruction.
        pc: u32,
        /// 0 but for the inner arrays of a nested one.
        dimension: u8,
        /// For which instance of the method.
        context: ContextId,
    },
    /// An object of a class that is chosen when the instruction runs: copies, arrays by reflection.
    Chosen {
        /// Where.
        method: MethodId,
        /// Which instruction.
        pc: u32,
        /// Its class.
        class: ClassId,
        /// For which instance of the method.
        context: ContextId,
    },
    /// An object of the initial heap.
    Initial(ObjectName),
    /// Further objects of the initial heap of this class, all in one.
    InitialOf(ClassId),
    /// A `java.lang.Class`.
    Mirror(ClassId),
    /// The one instance of a class without state.
    Singleton(ClassId),
    /// Strings, and what natives make.
    Made(ClassId),
    /// Something of this library type, or a subtype, that the library made by itself.
    Library(ClassId),
    /// The exception of this class that instructions throw by themselves.
    Thrown(ClassId),
    /// The variable handle of a field.
    Handle(FieldId),
}

/// What tells instances of a method apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// Nothing.
    None,
    /// The receiver.
    Receiver(ObjectId),
    /// The call.
    Call(MethodId, u32),
}

/// A method in a context.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// The method.
    pub method: MethodId,
    /// The context.
    pub context: ContextId,
    /// The node of its first web; two more follow the webs, for the result and for what it throws.
    base: NodeId,
    webs: u32,
}

/// A thread that can be started, or all those made at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The `Thread`.
    pub thread: ObjectId,
    /// What it runs.
    pub instance: InstanceId,
}

/// A call whose target is not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenCall {
    /// Whose code.
    pub method: MethodId,
    /// Which instruction.
    pub pc: u32,
    /// What is not known.
    pub reason: String,
}

/// How methods of the program are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sensitivity {
    /// No method is, those of the library neither.
    Flat,
    /// Not at all, but those of the library are.
    #[default]
    Insensitive,
    /// By receiver.
    Objects,
}

/// What calls of methods without code, and of library code that is noise, are known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// Effects on references (`jdk::native`, `jdk::closed`); what is not listed may do anything.
    Effects,
    /// What a model does for them (`jdk::intrinsic`); what is not listed a model does not show.
    Intrinsics,
}

/// Where an analysis starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Before this method.
    Main(MethodId),
    /// Where the main thread's calls stand in the world.
    Frames,
}

/// What is asked of an analysis.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Where it starts.
    pub start: Start,
    /// How methods are told apart.
    pub sensitivity: Sensitivity,
    /// What calls are known by.
    pub binding: Binding,
    /// How much may be done.
    pub budget: Budget,
}

/// How much may be done.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Method instances.
    pub instances: usize,
    /// Steps of propagation.
    pub steps: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            instances: 60_000,
            steps: 30_000_000,
        }
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Points {
    /// All objects.
    pub objects: Vec<Object>,
    /// Their classes.
    pub classes: Vec<ClassId>,
    /// Contexts.
    pub contexts: Vec<Context>,
    /// Method instances; the first is `main`.
    pub instances: Vec<Instance>,
    /// Threads; the first is the main thread.
    pub roots: Vec<Root>,
    /// Where each call leads: callees with bodies, by caller and pc.
    pub calls: BTreeMap<(InstanceId, u32), Vec<InstanceId>>,
    /// Class initialisers, each with the instances that may be the first to need the class.
    pub initializers: BTreeMap<InstanceId, Vec<InstanceId>>,
    /// Natives that calls lead to, by caller and pc.
    pub natives: BTreeMap<(InstanceId, u32), Vec<MethodId>>,
    /// Those of them that have code which is not looked into.
    pub closed: HashedSet<MethodId>,
    /// Methods of the library that others stand for: a call of the first runs the second.
    pub stand_ins: Map<MethodId, MethodId>,
    /// Accesses by `Unsafe` and variable handles.
    pub atomics: BTreeMap<(InstanceId, u32), Vec<Atomic>>,
    /// Calls whose target is not known.
    pub open: BTreeSet<OpenCall>,
    /// Where calls stand that have begun before the analysis starts.
    pub begun: Vec<(InstanceId, u32)>,
    /// What only models ask for.
    pub modelled: Modelled,
    /// Whether the budget was used up: then nothing here is complete.
    pub is_cut: bool,
    /// Steps of propagation.
    pub steps: u64,
    /// By instance and pc: whether code is reached.
    reached: Vec<Vec<bool>>,
    all_webs: Map<MethodId, Webs>,
    sets: Vec<Set>,
    fields: Map<(ObjectId, FieldId), NodeId>,
    elements: Map<ObjectId, NodeId>,
    statics: Map<FieldId, NodeId>,
    ids: Map<Object, ObjectId>,
    /// Field nodes by object, in the order of their making.
    places: Map<ObjectId, Vec<(FieldId, NodeId)>>,
}

/// The node of what unknown code may have.
const UNKNOWN_NODE: NodeId = 0;
/// The node that stands where a result is not used.
const UNUSED: NodeId = 1;
/// The node that stands for what is never assigned: code that is not reached reads it.
const NOTHING: NodeId = 2;
/// The unknown object.
pub const UNKNOWN: ObjectId = 0;

impl Points {
    /// What a register can mean that the instruction reads.
    pub fn register(&self, instance: InstanceId, pc: u32, register: Register) -> &Set {
        let webs = self.webs(instance);
        self.web(instance, webs.used(pc, register))
    }

    /// What the instruction assigns, if that is a reference.
    pub fn assigned(&self, instance: InstanceId, pc: u32) -> &Set {
        let webs = self.webs(instance);
        self.web(instance, webs.defined(pc))
    }

    /// What a parameter can mean.
    pub fn parameter(&self, instance: InstanceId, index: usize) -> &Set {
        let webs = self.webs(instance);
        self.web(instance, webs.parameter(index))
    }

    /// Whether the instruction can be run.
    pub fn is_reached(&self, instance: InstanceId, pc: u32) -> bool {
        self.reached[instance as usize][pc as usize]
    }

    /// What a web of an instance can mean.
    pub fn web(&self, instance: InstanceId, web: u32) -> &Set {
        let instance = &self.instances[instance as usize];
        match web < instance.webs {
            true => &self.sets[(instance.base + web) as usize],
            false => none(),
        }
    }

    /// The webs of an instance's method.
    pub fn webs(&self, instance: InstanceId) -> &Webs {
        &self.all_webs[&self.instances[instance as usize].method]
    }

    /// What an instance can return.
    pub fn result(&self, instance: InstanceId) -> &Set {
        let instance = &self.instances[instance as usize];
        &self.sets[(instance.base + instance.webs) as usize]
    }

    /// What can come up as an exception in an instance.
    pub fn raised(&self, instance: InstanceId) -> &Set {
        let instance = &self.instances[instance as usize];
        &self.sets[(instance.base + instance.webs + 1) as usize]
    }

    /// What a field can hold.
    pub fn field(&self, object: ObjectId, field: FieldId) -> &Set {
        match self.fields.get(&(object, field)) {
            Some(node) => &self.sets[*node as usize],
            None => none(),
        }
    }

    /// What the elements of an array can be.
    pub fn elements(&self, object: ObjectId) -> &Set {
        match self.elements.get(&object) {
            Some(node) => &self.sets[*node as usize],
            None => none(),
        }
    }

    /// What a static field can hold.
    pub fn static_field(&self, field: FieldId) -> &Set {
        match self.statics.get(&field) {
            Some(node) => &self.sets[*node as usize],
            None => none(),
        }
    }

    /// The reference fields of an object that some code looks at or writes.
    pub fn fields_of(&self, object: ObjectId) -> impl Iterator<Item = (FieldId, &Set)> {
        let places = self.places.get(&object).map_or(&[][..], |it| it);
        places
            .iter()
            .map(|(field, node)| (*field, &self.sets[*node as usize]))
    }

    /// Static fields that code uses, by id.
    pub fn static_fields(&self) -> Vec<FieldId> {
        let mut fields: Vec<FieldId> = self.statics.keys().copied().collect();
        fields.sort_unstable();
        fields
    }

    /// What unknown code may have.
    pub fn unknown(&self) -> &Set {
        &self.sets[UNKNOWN_NODE as usize]
    }

    /// The id of an object, if it has come up.
    pub fn id_of(&self, object: Object) -> Option<ObjectId> {
        self.ids.get(&object).copied()
    }

    /// How many sets there are, and how many members they have.
    pub fn size(&self) -> (usize, usize) {
        (self.sets.len(), self.sets.iter().map(Set::len).sum())
    }

    /// The instances of a method.
    pub fn instances_of(&self, method: MethodId) -> impl Iterator<Item = InstanceId> {
        let all = self.instances.iter().enumerate();
        all.filter(move |(_, it)| it.method == method)
            .map(|(index, _)| index as InstanceId)
    }

    /// Everything that can be reached from these objects through fields and elements.
    pub fn reachable(&self, from: impl IntoIterator<Item = ObjectId>) -> Set {
        let mut found = Set::default();
        let mut pending: Vec<ObjectId> = from.into_iter().collect();
        while let Some(object) = pending.pop() {
            if found.insert(object) {
                pending.extend(self.fields_of(object).flat_map(|(_, set)| set.iter()));
                pending.extend(self.elements(object).iter());
            }
        }
        found
    }
}

fn none() -> &'static Set {
    static NONE: Set = Set::List(Vec::new());
    &NONE
}

/// What is still to be done when a set grows.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// `target = object.field`
    Load(FieldId, NodeId),
    /// `object.field = source`
    Store(FieldId, NodeId),
    /// `target = array[…]`
    LoadElement(NodeId),
    /// `array[…] = source`
    StoreElement(NodeId),
    /// `target =` any reference that the object holds
    LoadAny(NodeId),
    /// any place of the object that can hold references `= source`
    StoreAny(NodeId),
    /// The receiver of a call of `method`, with the first `count` arguments of the instruction.
    Call {
        caller: InstanceId,
        pc: u32,
        method: MethodId,
        count: u16,
    },
    /// The receiver of a direct call.
    Direct {
        caller: InstanceId,
        pc: u32,
        method: MethodId,
        count: u16,
    },
    /// An argument of a call into a part of the library that is not looked into.
    Given(InstanceId, u32, MethodId),
    /// The variable handle of an access.
    Handle(InstanceId, u32),
    /// The receiver of `Thread.start`.
    Start,
    /// The source of a copy of elements; the targets are in the other set.
    CopyFrom(NodeId),
    /// `target = object.getClass()`
    ClassOf(NodeId),
    /// `target =` the mirror of the elements of the mirrored class
    ElementOf(NodeId),
    /// `target =` an array of what is mirrored
    ArrayOf(InstanceId, u32, NodeId),
    /// `target =` the constants of the enum that the mirror is of
    Constants(InstanceId, NodeId),
    /// `target = object.clone()`
    CloneOf(InstanceId, u32, NodeId),
    /// Code that is only come to with an object of this class.
    Tested(ClassId, InstanceId, u32),
    /// The unit of a time that is converted.
    Unit,
    /// The class or the name that an enum constant is looked up by.
    Named(InstanceId, u32),
}

#[derive(Clone, Copy, Debug)]
struct Flow {
    to: NodeId,
    /// Only objects of this class.
    filter: Option<ClassId>,
}

/// The analysis at work.
struct Solver<'a> {
    program: &'a Program,
    world: &'a mut dyn World,
    question: Question,
    points: Points,
    pending: Vec<Vec<ObjectId>>,
    flows: Vec<Vec<Flow>>,
    uses: Vec<Vec<Use>>,
    queue: Vec<NodeId>,
    is_queued: Vec<bool>,
    known_flows: HashedSet<(NodeId, NodeId, Option<ClassId>)>,
    known_calls: HashedSet<(InstanceId, u32, InstanceId)>,
    known_given: HashedSet<(NodeId, InstanceId, u32, MethodId)>,
    /// Closed calls that are listed as open.
    known_opened: HashedSet<(InstanceId, u32)>,
    /// What calls of methods run.
    known_runs: Map<MethodId, build::Runs>,
    instance_ids: Map<(MethodId, ContextId), InstanceId>,
    context_ids: Map<Context, ContextId>,
    /// Nesting of contexts in objects, by object and context.
    object_depth: Vec<u8>,
    context_depth: Vec<u8>,
    /// Calls of methods that a model knows by itself.
    known_intrinsics: HashedSet<(InstanceId, u32, MethodId)>,
    /// Code that is to be entered.
    unprocessed: Vec<(InstanceId, u32)>,
    initial_counts: Map<ClassId, usize>,
    initial_names: Map<ObjectId, Vec<ObjectName>>,
    initial_ids: Map<ObjectName, ObjectId>,
    is_initialized: HashedSet<ClassId>,
    /// Where the current thread is asked for.
    current: Vec<NodeId>,
    /// Whether threads may be told to die, wherever they are.
    has_stops: bool,
    known: Known,
}

/// Classes that rules are about.
#[derive(Debug)]
struct Known {
    object: ClassId,
    string: ClassId,
    thread: Option<ClassId>,
    thread_run: Option<MethodId>,
    throwable: Option<ClassId>,
    var_handle: Option<ClassId>,
}

/// Runs the analysis from before `main`. `None`: the program has not even `java.lang.Object` and `String`.
pub fn points(
    program: &Program,
    world: &mut dyn World,
    main: MethodId,
    sensitivity: Sensitivity,
    budget: Budget,
) -> Option<Points> {
    let question = Question {
        start: Start::Main(main),
        sensitivity,
        binding: Binding::Effects,
        budget,
    };
    answer(program, world, question)
}

/// Runs the analysis. `None`: the program has not even `java.lang.Object` and `String`.
pub fn answer(program: &Program, world: &mut dyn World, question: Question) -> Option<Points> {
    let class = |name: &str| program.load(name).ok();
    let thread = class("java/lang/Thread");
    let known = Known {
        object: class("java/lang/Object")?,
        string: class("java/lang/String")?,
        thread,
        thread_run: thread.and_then(|it| program.declared_method(it, "run", "()V")),
        throwable: class("java/lang/Throwable"),
        var_handle: class("java/lang/invoke/VarHandle"),
    };
    let mut solver = Solver::new(program, world, question, known);
    match question.start {
        Start::Main(main) => solver.begin(main),
        Start::Frames => solver.begin_in_frames(),
    }
    solver.solve();
    Some(solver.points)
}

/// The only instruction that assigns what another one reads, if there is just one.
pub(crate) fn only_definition(
    body: &Body,
    webs: &Webs,
    pc: u32,
    register: Register,
) -> Option<(u32, program::Instruction)> {
    let at = webs.only(webs.used(pc, register))?;
    Some((at, body.code[at as usize]))
}
