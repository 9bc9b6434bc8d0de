//! Which objects each reference can mean, which methods are reachable and which threads start:
//! an inclusion-based points-to analysis over the concrete initial heap and allocation sites.
//!
//! It knows fields of single objects but no order of steps and no calling contexts. Objects of the
//! initial heap stand for themselves, so what `main` built is known exactly.

mod constraints;
mod tables;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use program::{Body, ClassId, FieldId, Instruction, MethodCode, MethodId, Program, Register};

use crate::facts;
use crate::intrinsic::{Access, intrinsic};
use crate::world::{ObjectName, World};

/// An object, or all objects made at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// An object of the initial heap.
    Concrete(ObjectName),
    /// What the instruction makes.
    Site(MethodId, u32),
    /// The arrays inside of what the instruction makes, so many levels down.
    Part(MethodId, u32, u8),
    /// The exception of this class that instructions throw by themselves.
    Implicit(ClassId),
    /// A string whose text the model does not know.
    Text,
}

/// Methods that a model may have.
const MOST_METHODS: usize = 1200;

/// The index of an [`Object`] in [`Points::objects`].
pub type ObjectId = u32;

/// Something that holds references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Node {
    Register(MethodId, Register),
    Field(ObjectId, u16),
    Elements(ObjectId),
    Static(ClassId, u16),
    Return(MethodId),
    Raised(MethodId),
}

/// What an atomic access accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A field of an object: the register of the object.
    Field(Register, FieldId),
    /// An element of an array: the registers of both and of the index.
    Element(Register, Register),
    /// A static field.
    Static(FieldId),
}

/// An atomic access as the model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtomicAccess {
    /// What.
    pub target: Target,
    /// How.
    pub access: Access,
    /// Its value operands.
    pub values: Vec<Register>,
}

/// How a call is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A method whose code is translated.
    Code(MethodId),
    /// One that the model knows by itself.
    Intrinsic(MethodId, crate::intrinsic::Intrinsic),
    /// None: `AbstractMethodError`.
    None,
}

/// Enum constants that are looked up: class object, name, and the field that holds the constant.
pub type Table = BTreeSet<(ObjectId, ObjectId, FieldId)>;

/// What was found.
#[derive(Debug, Default)]
pub struct Points {
    /// All objects.
    pub objects: Vec<Object>,
    /// Their classes.
    pub classes: Vec<ClassId>,
    ids: BTreeMap<Object, ObjectId>,
    nodes: BTreeMap<Node, usize>,
    sets: Vec<BTreeSet<ObjectId>>,
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
    /// Whether there is more code than a model can take; then this is not complete.
    pub is_too_large: bool,
    /// The main thread.
    pub main: ObjectId,
}

impl Points {
    /// What a register can mean.
    pub fn register(&self, method: MethodId, register: Register) -> &BTreeSet<ObjectId> {
        self.set(Node::Register(method, register))
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

    pub(crate) fn nodes(&self) -> impl Iterator<Item = (Node, &BTreeSet<ObjectId>)> {
        self.nodes
            .iter()
            .map(|(node, index)| (*node, &self.sets[*index]))
    }

    fn set(&self, node: Node) -> &BTreeSet<ObjectId> {
        static EMPTY: BTreeSet<ObjectId> = BTreeSet::new();
        self.nodes
            .get(&node)
            .map_or(&EMPTY, |index| &self.sets[*index])
    }

    /// The id of an object, if it has come up.
    pub fn id_of(&self, object: Object) -> Option<ObjectId> {
        self.ids.get(&object).copied()
    }
}

/// What is still to be done when a set grows.
#[derive(Clone, Debug)]
enum Use {
    /// The set is part of another, as far as it is of a class.
    Flows(usize, Option<ClassId>),
    /// `target = object.slot`
    Load(FieldId, usize),
    /// `object.slot = source`
    Store(FieldId, usize),
    /// `target = array[…]`
    LoadElement(usize),
    /// `array[…] = source`
    StoreElement(usize),
    /// The receiver of a call at this place.
    Call(MethodId, u32),
    /// The variable handle of an access at this place.
    Handle(MethodId, u32),
    /// The receiver of `Thread.start`.
    Starts,
    /// `target = object.getClass()`
    ClassOf(usize),
    /// `target = array.clone()` at this place
    Cloned(MethodId, u32, usize),
    /// The source of a copy: its elements go to those of everything in the other set.
    Copied(usize),
    /// The target of a copy from everything in the other set.
    CopiedTo(usize),
    /// Code that is only come to with an object of this class.
    Tested(ClassId, MethodId, u32),
    /// The unit of a time that is converted.
    Unit,
    /// The class or the name that an enum constant is looked up by.
    Named(MethodId, u32),
}

/// The analysis at work.
pub(crate) struct Solver<'a> {
    pub(crate) program: &'a Program,
    pub(crate) world: &'a mut dyn World,
    pub(crate) points: Points,
    uses: Vec<Vec<Use>>,
    work: VecDeque<(usize, ObjectId)>,
    string: Option<ClassId>,
    /// Where the current thread is asked for.
    current: Vec<usize>,
    /// Whether threads may be told to die, wherever they are.
    has_stops: bool,
}

/// Runs the analysis.
pub fn points(program: &Program, world: &mut dyn World) -> Points {
    let string = program.load("java/lang/String").ok();
    let mut solver = Solver {
        program,
        world,
        points: Points::default(),
        uses: Vec::new(),
        work: VecDeque::new(),
        string,
        current: Vec::new(),
        has_stops: false,
    };
    let main = solver.world.main_thread();
    solver.points.main = solver.concrete(main);
    solver.begin();
    solver.looks_for_handler(solver.points.main);
    solver.looks_for_default_handler();
    solver.solve();
    solver.points
}

impl<'a> Solver<'a> {
    /// The registers of the main thread's calls, and their code from where they stand.
    fn begin(&mut self) {
        let frames = self.world.frames();
        for (index, frame) in frames.iter().enumerate() {
            let body = self.body(frame.method);
            for (number, word) in frame.registers.iter().enumerate() {
                if number < usize::from(body.references) && *word != 0 {
                    let object = self.concrete(*word as ObjectName);
                    let node = self.node(Node::Register(frame.method, Register(number as u16)));
                    self.add(node, object);
                }
            }
            let is_top = index + 1 == frames.len();
            if is_top {
                self.reach(frame.method, &[frame.pc]);
                continue;
            }
            let mut next = Vec::new();
            body.for_each_successor(frame.pc, |pc| next.push(pc));
            next.extend(body.handlers_at(frame.pc).map(|handler| handler.target));
            self.reach(frame.method, &next);
            let callee = frames[index + 1].method;
            if let Instruction::Invoke { target, .. } = body.code[frame.pc as usize] {
                self.returns(frame.method, target, callee);
            }
            self.propagates(callee, frame.method);
            self.catches(frame.method, frame.pc);
        }
    }

    /// The body of a method, which must have one.
    pub(crate) fn body(&self, method: MethodId) -> &'a Body {
        self.program.body(method)
    }

    fn solve(&mut self) {
        while let Some((node, object)) = self.work.pop_front() {
            if self.points.code.len() > MOST_METHODS {
                self.points.is_too_large = true;
                return;
            }
            let uses = self.uses[node].clone();
            for used in uses {
                self.apply(&used, object);
            }
        }
    }

    /// The id of an object.
    pub(crate) fn object(&mut self, object: Object, class: ClassId) -> ObjectId {
        if let Some(id) = self.points.ids.get(&object) {
            return *id;
        }
        let id = self.points.objects.len() as ObjectId;
        self.points.objects.push(object);
        self.points.classes.push(class);
        self.points.ids.insert(object, id);
        id
    }

    fn concrete(&mut self, name: ObjectName) -> ObjectId {
        let object = Object::Concrete(name);
        if let Some(id) = self.points.ids.get(&object) {
            return *id;
        }
        let class = self.world.object(name).class;
        let class = class.unwrap_or(ClassId(0));
        self.object(object, class)
    }

    fn text(&mut self) -> Option<ObjectId> {
        let string = self.string?;
        Some(self.object(Object::Text, string))
    }

    /// The index of a node; a new one starts with what the initial heap holds there.
    fn node(&mut self, node: Node) -> usize {
        if let Some(index) = self.points.nodes.get(&node) {
            return *index;
        }
        let index = self.points.sets.len();
        self.points.nodes.insert(node, index);
        self.points.sets.push(BTreeSet::new());
        self.uses.push(Vec::new());
        for name in self.initial(node) {
            let object = self.concrete(name);
            self.add(index, object);
        }
        index
    }

    fn initial(&mut self, node: Node) -> Vec<ObjectName> {
        let words = match node {
            Node::Static(class, slot) => {
                let words = self.world.statics(class);
                words.get(usize::from(slot)).copied().into_iter().collect()
            }
            Node::Field(object, slot) => match self.points.objects[object as usize] {
                Object::Concrete(name) => {
                    let snapshot = self.world.object(name);
                    let word = snapshot.words.get(usize::from(slot));
                    word.copied().into_iter().collect()
                }
                _ => Vec::new(),
            },
            Node::Elements(object) => match self.points.objects[object as usize] {
                Object::Concrete(name) => self.world.object(name).words,
                _ => Vec::new(),
            },
            Node::Register(..) | Node::Return(_) | Node::Raised(_) => Vec::new(),
        };
        let names = words.into_iter().filter(|word| *word != 0);
        names.map(|word| word as ObjectName).collect()
    }

    fn add(&mut self, node: usize, object: ObjectId) {
        if self.points.sets[node].insert(object) {
            self.work.push_back((node, object));
        }
    }

    fn use_of(&mut self, node: usize, used: Use) {
        let present: Vec<ObjectId> = self.points.sets[node].iter().copied().collect();
        self.uses[node].push(used.clone());
        for object in present {
            self.apply(&used, object);
        }
    }

    fn flow(&mut self, from: Node, to: Node) {
        let (from, to) = (self.node(from), self.node(to));
        self.use_of(from, Use::Flows(to, None));
    }

    fn apply(&mut self, used: &Use, object: ObjectId) {
        match *used {
            Use::Flows(to, filter) => {
                let class = self.points.classes[object as usize];
                if filter.is_none_or(|filter| self.program.is_subtype(class, filter)) {
                    self.add(to, object);
                }
            }
            Use::Load(field, to) => {
                let Some(slot) = self.slot_in(object, field) else {
                    return;
                };
                let field = self.node(Node::Field(object, slot));
                self.use_of(field, Use::Flows(to, None));
            }
            Use::Store(field, from) => {
                let Some(slot) = self.slot_in(object, field) else {
                    return;
                };
                let field = self.node(Node::Field(object, slot));
                self.use_of(from, Use::Flows(field, None));
            }
            Use::LoadElement(to) => {
                if self.holds_references(object) {
                    let elements = self.node(Node::Elements(object));
                    self.use_of(elements, Use::Flows(to, None));
                }
            }
            Use::StoreElement(from) => {
                if self.holds_references(object) {
                    let elements = self.node(Node::Elements(object));
                    self.use_of(from, Use::Flows(elements, None));
                }
            }
            Use::Call(method, pc) => self.call_on(method, pc, object),
            Use::Handle(method, pc) => self.handle(method, pc, object),
            Use::Starts => self.start(object),
            Use::Cloned(method, pc, to) => {
                let class = self.points.classes[object as usize];
                let body = self.body(method);
                if facts::may_be_cloned(self.program, body, pc, class) {
                    let copy = self.object(Object::Site(method, pc), class);
                    self.add(to, copy);
                    if self.holds_references(object) && self.holds_references(copy) {
                        let elements = self.node(Node::Elements(object));
                        let copied = self.node(Node::Elements(copy));
                        self.use_of(elements, Use::Flows(copied, None));
                    }
                }
            }
            Use::Tested(class, method, pc) => {
                let found = self.points.classes[object as usize];
                if self.program.is_subtype(found, class) {
                    self.reach(method, &[pc]);
                }
            }
            Use::Unit => self.unit(object),
            Use::Named(method, pc) => self.named(method, pc),
            Use::ClassOf(to) => {
                let class = self.points.classes[object as usize];
                let name = self.world.mirror(class);
                let mirror = self.concrete(name);
                self.points.mirrors.insert(class, mirror);
                self.add(to, mirror);
            }
            Use::Copied(targets) => {
                if self.holds_references(object) {
                    let elements = self.node(Node::Elements(object));
                    self.use_of(targets, Use::StoreElement(elements));
                }
            }
            Use::CopiedTo(sources) => {
                if self.holds_references(object) {
                    let elements = self.node(Node::Elements(object));
                    self.use_of(sources, Use::LoadElement(elements));
                }
            }
        }
    }

    /// The slot of a field, if the object has the field: a register may stand for several
    /// variables, so that not everything it can mean has.
    fn slot_in(&self, object: ObjectId, field: FieldId) -> Option<u16> {
        let field = self.program.field(field);
        let class = self.points.classes[object as usize];
        self.program
            .is_subtype(class, field.class)
            .then_some(field.slot)
    }

    fn holds_references(&self, object: ObjectId) -> bool {
        let class = self.program.class(self.points.classes[object as usize]);
        matches!(
            class.shape,
            program::ClassShape::Array {
                kind: program::Kind::Reference,
                ..
            }
        )
    }

    /// A thread object whose `start` may be called: its `run` becomes a process.
    fn start(&mut self, object: ObjectId) {
        let Some(thread) = self.program.loaded("java/lang/Thread") else {
            return;
        };
        let class = self.points.classes[object as usize];
        if !self.program.is_subtype(class, thread) || self.points.threads.contains_key(&object) {
            return;
        }
        let Some(run) = self.program.declared_method(thread, "run", "()V") else {
            return;
        };
        let Some(run) = self.program.select(class, run) else {
            return;
        };
        if !self.has_code(run) {
            return;
        }
        self.points.threads.insert(object, run);
        for node in self.current.clone() {
            self.add(node, object);
        }
        self.receive(run, object);
        self.reach(run, &[0]);
        self.looks_for_handler(object);
        self.resorts(object, run);
    }

    fn has_code(&self, method: MethodId) -> bool {
        matches!(
            self.program.method(method).code,
            MethodCode::Bytecode | MethodCode::Synthetic
        )
    }

    fn receive(&mut self, method: MethodId, object: ObjectId) {
        if let Some(this) = self.body(method).parameters.first() {
            let node = self.node(Node::Register(method, *this));
            self.add(node, object);
        }
    }

    /// How a method is run when it is called.
    pub(crate) fn bind(&self, method: MethodId) -> Callee {
        match intrinsic(self.program, method) {
            Some(known) => Callee::Intrinsic(method, known),
            None if self.has_code(method) => Callee::Code(method),
            None => Callee::None,
        }
    }
}
