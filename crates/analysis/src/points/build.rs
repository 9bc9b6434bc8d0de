//! Objects, nodes and instances: made on demand, each once; and the loop that closes the inclusions.

use program::descriptor::class_name_of;
use program::{ClassId, ClassShape, FieldId, Kind, MethodId, Program, Register};

use super::{
    Binding, Context, ContextId, Flow, Instance, InstanceId, Known, Map, NOTHING, NodeId, Object,
    ObjectId, Points, Question, Root, Sensitivity, Solver, UNKNOWN_NODE, UNUSED, Use,
};
use crate::intrinsic::{Intrinsic, intrinsic};
use crate::set::Set;
use crate::webs::Webs;
use crate::world::{ObjectName, StandIn, World};

/// Objects of the initial heap of one class that stand for themselves.
const SINGLE: usize = 4;

/// Objects made by methods that are told apart by objects that … so many levels.
const DEEPEST: u8 = 3;

impl<'a> Solver<'a> {
    pub(super) fn new(
        program: &'a Program,
        world: &'a mut dyn World,
        question: Question,
        known: Known,
    ) -> Solver<'a> {
        let mut solver = Solver {
            program,
            world,
            question,
            points: Points::default(),
            pending: Vec::new(),
            flows: Vec::new(),
            uses: Vec::new(),
            queue: Vec::new(),
            is_queued: Vec::new(),
            known_flows: Default::default(),
            known_calls: Default::default(),
            known_given: Default::default(),
            known_opened: Default::default(),
            known_runs: Map::default(),
            instance_ids: Map::default(),
            context_ids: Map::default(),
            object_depth: Vec::new(),
            context_depth: Vec::new(),
            known_intrinsics: Default::default(),
            unprocessed: Vec::new(),
            initial_counts: Map::default(),
            initial_names: Map::default(),
            initial_ids: Map::default(),
            is_initialized: Default::default(),
            current: Vec::new(),
            has_stops: false,
            known,
        };
        // The unknown, what nobody reads, and what nobody writes.
        let unknown_node = solver.new_nodes(3);
        let object = solver.known.object;
        let unknown = solver.object(Object::Unknown, object);
        solver.add(unknown_node, unknown);
        solver.context_id(Context::None);
        solver
    }

    /// The main thread and what it runs.
    pub(super) fn begin(&mut self, main: MethodId) {
        let instance = self.instance(main, 0);
        let name = self.world.main_thread();
        let thread = match name {
            0 => {
                let class = self.known.thread.unwrap_or(self.known.object);
                self.object(Object::Singleton(class), class)
            }
            name => self.initial(name),
        };
        self.points.roots.push(Root { thread, instance });
        if let Some(class) = self.known.thread {
            self.dispatch_uncaught(class, thread, instance);
        }
        self.initializes(instance, self.program.method(main).class);
        if let Ok(class) = self.program.load("[Ljava/lang/String;") {
            let arguments = self.object(Object::Made(class), class);
            self.add(self.parameter(instance, 0), arguments);
        }
    }

    /// Closes the inclusions.
    pub(super) fn solve(&mut self) {
        loop {
            while let Some((instance, pc)) = self.unprocessed.pop() {
                if self.is_exhausted() {
                    return;
                }
                self.reach(instance, pc);
            }
            let Some(node) = self.queue.pop() else {
                return;
            };
            self.is_queued[node as usize] = false;
            let delta = std::mem::take(&mut self.pending[node as usize]);
            self.points.steps += delta.len() as u64;
            if self.is_exhausted() {
                return;
            }
            // What is entered meanwhile takes the whole set, so the lists as they are now do.
            for index in 0..self.flows[node as usize].len() {
                let flow = self.flows[node as usize][index];
                self.points.steps += 1;
                for object in &delta {
                    self.pass(*object, flow);
                }
            }
            for index in 0..self.uses[node as usize].len() {
                let used = self.uses[node as usize][index];
                self.points.steps += delta.len() as u64;
                for object in &delta {
                    self.apply(used, *object);
                }
            }
        }
    }

    fn is_exhausted(&mut self) -> bool {
        let budget = self.question.budget;
        let is_cut =
            self.points.steps > budget.steps || self.points.instances.len() > budget.instances;
        self.points.is_cut |= is_cut;
        is_cut
    }

    fn pass(&mut self, object: ObjectId, flow: Flow) {
        if flow.filter.is_none_or(|class| self.is_of(object, class)) {
            self.add(flow.to, object);
        }
    }

    /// Whether the object may be of the class; the unknown one may be of any.
    pub(super) fn is_of(&self, object: ObjectId, class: ClassId) -> bool {
        let of = self.points.classes[object as usize];
        object == super::UNKNOWN
            || self.program.is_subtype(of, class)
            || matches!(self.points.objects[object as usize], Object::Library(_))
                && self.program.class(class).is_library
                && self.program.is_subtype(class, of)
    }

    pub(super) fn add(&mut self, node: NodeId, object: ObjectId) {
        if self.points.sets[node as usize].insert(object) {
            self.pending[node as usize].push(object);
            if !self.is_queued[node as usize] {
                self.is_queued[node as usize] = true;
                self.queue.push(node);
            }
        }
    }

    pub(super) fn flow(&mut self, from: NodeId, to: NodeId) {
        self.flow_of(from, to, None);
    }

    /// The same, only for objects of a class.
    pub(super) fn flow_of(&mut self, from: NodeId, to: NodeId, filter: Option<ClassId>) {
        if from == to || !self.known_flows.insert((from, to, filter)) {
            return;
        }
        let flow = Flow { to, filter };
        self.flows[from as usize].push(flow);
        let present: Vec<ObjectId> = self.points.sets[from as usize].iter().collect();
        self.points.steps += present.len() as u64;
        for object in present {
            self.pass(object, flow);
        }
    }

    pub(super) fn use_of(&mut self, node: NodeId, used: Use) {
        self.uses[node as usize].push(used);
        let present: Vec<ObjectId> = self.points.sets[node as usize].iter().collect();
        self.points.steps += present.len() as u64;
        for object in present {
            self.apply(used, object);
        }
    }

    /// Hands what is in a set to unknown code.
    pub(super) fn escape(&mut self, node: NodeId) {
        self.flow(node, UNKNOWN_NODE);
    }

    pub(super) fn new_nodes(&mut self, count: u32) -> NodeId {
        let first = self.points.sets.len() as NodeId;
        for _ in 0..count {
            self.points.sets.push(Set::default());
            self.pending.push(Vec::new());
            self.flows.push(Vec::new());
            self.uses.push(Vec::new());
            self.is_queued.push(false);
        }
        first
    }

    pub(super) fn object(&mut self, object: Object, class: ClassId) -> ObjectId {
        if let Some(id) = self.points.ids.get(&object) {
            return *id;
        }
        let id = self.points.objects.len() as ObjectId;
        let depth = match object {
            Object::Site { context, .. } | Object::Chosen { context, .. } => {
                self.context_depth[context as usize] + 1
            }
            _ => 1,
        };
        self.points.objects.push(object);
        self.points.classes.push(class);
        self.points.ids.insert(object, id);
        self.object_depth.push(depth);
        id
    }

    /// Whether it is for a model, which knows some methods by itself and traps what it can't see.
    pub(super) fn is_model(&self) -> bool {
        self.question.binding == Binding::Intrinsics
    }

    /// An object of the initial heap. The first of a class stand for themselves, for a model all do.
    pub(super) fn initial(&mut self, name: ObjectName) -> ObjectId {
        if let Some(id) = self.initial_ids.get(&name) {
            return *id;
        }
        let class = self.world.object(name).class.unwrap_or(self.known.object);
        let is_special = [self.known.thread, self.known.var_handle]
            .into_iter()
            .flatten()
            .any(|it| self.program.is_subtype(class, it));
        let is_model = self.is_model();
        let count = self.initial_counts.entry(class).or_default();
        *count += 1;
        let object = match is_special || is_model || *count <= SINGLE {
            true => Object::Initial(name),
            false => Object::InitialOf(class),
        };
        let id = self.object(object, class);
        self.initial_ids.insert(name, id);
        self.initial_names.entry(id).or_default().push(name);
        if matches!(object, Object::InitialOf(_)) {
            let places = self.points.places.get(&id).cloned().unwrap_or_default();
            for (field, node) in places {
                self.initial_field(name, field, node);
            }
            if let Some(node) = self.points.elements.get(&id).copied() {
                self.initial_elements(name, node);
            }
        }
        id
    }

    fn initial_field(&mut self, name: ObjectName, field: FieldId, node: NodeId) {
        let slot = usize::from(self.program.field(field).slot);
        let word = self.world.object(name).words.get(slot).copied();
        if let Some(word) = word.filter(|it| *it != 0) {
            let value = self.initial(word as ObjectName);
            self.add(node, value);
        }
    }

    fn initial_elements(&mut self, name: ObjectName, node: NodeId) {
        let snapshot = self.world.object(name);
        for word in snapshot.words {
            if snapshot.is_array && word != 0 {
                let value = self.initial(word as ObjectName);
                self.add(node, value);
            }
        }
    }

    pub(super) fn field_node(&mut self, object: ObjectId, field: FieldId) -> NodeId {
        if let Some(node) = self.points.fields.get(&(object, field)) {
            return *node;
        }
        let node = self.new_nodes(1);
        self.points.fields.insert((object, field), node);
        self.points
            .places
            .entry(object)
            .or_default()
            .push((field, node));
        let names = self.initial_names.get(&object).cloned().unwrap_or_default();
        for name in names {
            self.initial_field(name, field, node);
        }
        self.fill_opaque(object, node, Some(field));
        node
    }

    pub(super) fn elements_node(&mut self, object: ObjectId) -> NodeId {
        if let Some(node) = self.points.elements.get(&object) {
            return *node;
        }
        let node = self.new_nodes(1);
        self.points.elements.insert(object, node);
        let names = self.initial_names.get(&object).cloned().unwrap_or_default();
        for name in names {
            self.initial_elements(name, node);
        }
        self.fill_opaque(object, node, None);
        node
    }

    /// What an object that native code made holds from the beginning: something of the right type.
    fn fill_opaque(&mut self, object: ObjectId, node: NodeId, field: Option<FieldId>) {
        if object == super::UNKNOWN {
            self.flow(UNKNOWN_NODE, node);
            self.flow(node, UNKNOWN_NODE);
            return;
        }
        let is_opaque = matches!(
            self.points.objects[object as usize],
            Object::Made(_) | Object::Mirror(_) | Object::Thrown(_) | Object::Library(_)
        );
        // A model shows nothing of what such objects hold.
        if !is_opaque || self.is_model() {
            return;
        }
        let class = match field {
            Some(field) => {
                let descriptor = &self.program.field(field).descriptor;
                self.program.load(class_name_of(descriptor)).ok()
            }
            None => match self
                .program
                .class(self.points.classes[object as usize])
                .shape
            {
                ClassShape::Array { element, .. } => Some(element),
                _ => None,
            },
        };
        let value = self.opaque(class);
        self.add(node, value);
    }

    /// Something of a class that code which can't be seen has made: exactly of that class if it has
    /// no others below it.
    pub(super) fn opaque(&mut self, class: Option<ClassId>) -> ObjectId {
        match class {
            Some(class) if self.is_exact(class) => self.object(Object::Made(class), class),
            Some(class) if self.is_library_type(class) => {
                self.object(Object::Library(class), class)
            }
            _ => super::UNKNOWN,
        }
    }

    /// Whether what the library makes of this type is of the library, as far as anybody can tell.
    fn is_library_type(&self, class: ClassId) -> bool {
        let data = self.program.class(class);
        match data.shape {
            ClassShape::Array { element, .. } => self.is_library_type(element),
            ClassShape::Instance => data.is_library,
            ClassShape::Primitive(_) => false,
        }
    }

    fn is_exact(&self, class: ClassId) -> bool {
        let data = self.program.class(class);
        match data.shape {
            ClassShape::Array { element, kind } => {
                kind != Kind::Reference || self.is_exact(element)
            }
            ClassShape::Instance => data.is_final(),
            ClassShape::Primitive(_) => false,
        }
    }

    pub(super) fn static_node(&mut self, field: FieldId) -> NodeId {
        if let Some(node) = self.points.statics.get(&field) {
            return *node;
        }
        let node = self.new_nodes(1);
        self.points.statics.insert(field, node);
        let data = self.program.field(field);
        // To a model, the fields of a class that is not initialised yet are what they are, too.
        let words = match self.is_model() {
            true => Some(self.world.statics(data.class)),
            false => self.world.settled_statics(data.class),
        };
        if let Some(words) = words {
            let word = words.get(usize::from(data.slot)).copied().unwrap_or(0);
            if data.kind == Kind::Reference && word != 0 {
                let value = self.initial(word as ObjectName);
                self.add(node, value);
            }
        }
        if let Some(program::ConstantValue::String(_)) = data.constant
            && !self.is_model()
        {
            let text = self.text();
            self.add(node, text);
        }
        node
    }

    pub(super) fn text(&mut self) -> ObjectId {
        let string = self.known.string;
        self.object(Object::Made(string), string)
    }

    pub(super) fn context_id(&mut self, context: Context) -> ContextId {
        if let Some(id) = self.context_ids.get(&context) {
            return *id;
        }
        let id = self.points.contexts.len() as ContextId;
        let depth = match context {
            Context::None | Context::Call(..) => 0,
            Context::Receiver(object) => self.object_depth[object as usize],
        };
        self.points.contexts.push(context);
        self.context_ids.insert(context, id);
        self.context_depth.push(depth);
        id
    }

    /// The context in which a call runs a method.
    pub(super) fn context(
        &mut self,
        method: MethodId,
        receiver: Option<ObjectId>,
        caller: InstanceId,
        pc: u32,
    ) -> ContextId {
        let data = self.program.method(method);
        let class = self.program.class(data.class);
        let by_objects = self.question.sensitivity == Sensitivity::Objects;
        let is_flat = self.question.sensitivity == Sensitivity::Flat;
        if is_flat || !class.is_library && !by_objects {
            return 0;
        }
        match receiver {
            Some(object) => {
                let is_site = match self.points.objects[object as usize] {
                    Object::Site { .. } | Object::Chosen { .. } => true,
                    Object::Initial(_) => self.is_model(),
                    _ => false,
                };
                let is_plain = is_plain(&class.name)
                    || self
                        .known
                        .throwable
                        .is_some_and(|it| self.program.is_subtype(class.id, it));
                if !is_site || is_plain || self.object_depth[object as usize] > DEEPEST {
                    return 0;
                }
                self.context_id(Context::Receiver(object))
            }
            None => {
                let caller = self.points.instances[caller as usize];
                let from = self.program.method(caller.method);
                if self.program.class(from.class).is_library {
                    caller.context
                } else if data.result == Some(Kind::Reference) && !is_plain(&class.name) {
                    self.context_id(Context::Call(caller.method, pc))
                } else {
                    0
                }
            }
        }
    }

    /// The instance of a method in a context; its code becomes reachable from the beginning.
    pub(super) fn instance(&mut self, method: MethodId, context: ContextId) -> InstanceId {
        let id = self.instance_in_the_middle(method, context);
        if self.points.reached[id as usize].first() == Some(&false) {
            self.unprocessed.push((id, 0));
        }
        id
    }

    /// The same, but no code becomes reachable.
    pub(super) fn instance_in_the_middle(
        &mut self,
        method: MethodId,
        context: ContextId,
    ) -> InstanceId {
        if let Some(id) = self.instance_ids.get(&(method, context)) {
            return *id;
        }
        let program = self.program;
        let webs = self.points.all_webs.entry(method);
        let webs = webs
            .or_insert_with(|| Webs::new(program.body(method)))
            .count;
        let id = self.points.instances.len() as InstanceId;
        let base = self.new_nodes(webs + 2);
        self.points.instances.push(Instance {
            method,
            context,
            base,
            webs,
        });
        let length = program.body(method).code.len();
        self.points.reached.push(vec![false; length]);
        if self.has_stops {
            self.raise_implicit(id, crate::code::exception::DEATH);
        }
        self.instance_ids.insert((method, context), id);
        id
    }

    fn web_node(&self, instance: InstanceId, web: u32, otherwise: NodeId) -> NodeId {
        let instance = &self.points.instances[instance as usize];
        match web < instance.webs {
            true => instance.base + web,
            false => otherwise,
        }
    }

    /// The node of a reference that an instruction reads.
    pub(super) fn used(&self, instance: InstanceId, pc: u32, register: Register) -> NodeId {
        let web = self.points.webs(instance).used(pc, register);
        self.web_node(instance, web, NOTHING)
    }

    /// The node of the reference that an instruction assigns.
    pub(super) fn defined(&self, instance: InstanceId, pc: u32) -> NodeId {
        let web = self.points.webs(instance).defined(pc);
        self.web_node(instance, web, UNUSED)
    }

    /// The node of a parameter that is a reference.
    pub(super) fn parameter(&self, instance: InstanceId, index: usize) -> NodeId {
        let web = self.points.webs(instance).parameter(index);
        self.web_node(instance, web, UNUSED)
    }

    /// The node of the exception of a handler.
    pub(super) fn caught(&self, instance: InstanceId, handler: usize) -> NodeId {
        let web = self.points.webs(instance).handler(handler);
        self.web_node(instance, web, UNUSED)
    }

    pub(super) fn result_node(&self, instance: InstanceId) -> NodeId {
        let instance = &self.points.instances[instance as usize];
        instance.base + instance.webs
    }

    pub(super) fn raised_node(&self, instance: InstanceId) -> NodeId {
        self.result_node(instance) + 1
    }

    pub(super) fn has_code(&self, method: MethodId) -> bool {
        matches!(
            self.program.method(method).code,
            program::MethodCode::Bytecode | program::MethodCode::Synthetic
        )
    }

    pub(super) fn is_closed(&self, method: MethodId) -> bool {
        let data = self.program.method(method);
        let class = self.program.class(data.class);
        // Exceptions keep their causes, wherever they are declared.
        let throwable = self.known.throwable;
        let is_exception =
            throwable.is_some_and(|it| data.class != it && self.program.is_subtype(data.class, it));
        class.is_library && !is_exception && jdk::closed::is_closed(&class.name, &data.name)
    }

    /// What runs when the method is called: a body, or nothing but a native.
    pub(super) fn runs(&mut self, method: MethodId) -> Runs {
        if let Some(known) = self.known_runs.get(&method) {
            return *known;
        }
        let found = self.find_runs(method);
        self.known_runs.insert(method, found);
        if let Runs::Body(code) = found
            && code != method
        {
            self.points.stand_ins.insert(method, code);
        }
        found
    }

    fn find_runs(&mut self, method: MethodId) -> Runs {
        if self.is_model() {
            return match (intrinsic(self.program, method), self.has_code(method)) {
                (Some(known), _) => Runs::Known(known),
                (None, true) => Runs::Body(method),
                (None, false) => Runs::Nothing,
            };
        }
        let stand_in = match self
            .program
            .class(self.program.method(method).class)
            .is_library
        {
            true => self.world.stand_in(method),
            false => StandIn::Own,
        };
        match stand_in {
            StandIn::Native => Runs::Native,
            _ if self.is_closed(method) => Runs::Closed,
            StandIn::Java(method) => Runs::Body(method),
            StandIn::Own => match self.program.method(method).code {
                program::MethodCode::Bytecode | program::MethodCode::Synthetic => {
                    Runs::Body(method)
                }
                program::MethodCode::Native => Runs::Native,
                program::MethodCode::Abstract => Runs::Nothing,
            },
        }
    }
}

/// What a call runs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Runs {
    Body(MethodId),
    Native,
    /// Code that is not looked into.
    Closed,
    /// What a model does by itself.
    Known(Intrinsic),
    Nothing,
}

/// Classes whose objects are values: telling them apart is not worth its price.
fn is_plain(class: &str) -> bool {
    const PLAIN: &[&str] = &[
        "String",
        "AbstractString",
        "Integer",
        "Long",
        "Short",
        "Byte",
        "Character",
        "Boolean",
        "Float",
        "Double",
        "Number",
        "Object",
        "Class",
        "Enum",
        "System",
        "Math",
        "StrictMath",
        "Module",
        "Runtime",
    ];
    class
        .strip_prefix("java/lang/")
        .is_some_and(|name| PLAIN.iter().any(|it| name.starts_with(it)))
}
