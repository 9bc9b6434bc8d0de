//! The walk through the code: each thread's calls inlined, statement by statement.

use std::collections::{BTreeMap, BTreeSet};

use program::{Body, Instruction, Kind, MethodId, Register};

use super::state::{NO_SYMBOL, Symbol, SymbolId, add_edges};
use super::{Builder, CallContext, ContextId, Edges, Held, Node, Slot, State, Value};
use crate::access;
use crate::points::{InstanceId, ObjectId};
use crate::threads::RootId;

/// Calls inside of each other that are inlined.
const DEEPEST: u32 = 24;

/// Library methods that are inlined where a thread begins in the library.
const LIBRARY_DEPTH: u32 = 2;

/// Callees of one call that are inlined.
const MOST_CALLEES: usize = 6;

impl Builder<'_> {
    /// Walks through all threads once.
    pub(super) fn round(&mut self) {
        self.storage.accesses.clear();
        self.storage.states.clear();
        for root in 0..self.points.roots.len() as RootId {
            self.root = root;
            self.is_root_many = !self.threads.is_single[root as usize];
            self.view = Edges::new();
            for (index, edges) in self.exports.iter().enumerate() {
                if index != root as usize || self.is_root_many {
                    add_edges(&mut self.view, edges);
                }
            }
            self.walk(root);
            if self.storage.is_cut {
                return;
            }
        }
    }

    fn context(
        &mut self,
        root: RootId,
        instance: InstanceId,
        caller: Option<(ContextId, u32)>,
    ) -> Option<ContextId> {
        let key = (root, instance, caller);
        if let Some(id) = self.context_ids.get(&key) {
            return Some(*id);
        }
        if self.storage.contexts.len() >= self.budget.contexts {
            return None;
        }
        let depth = caller.map_or(0, |it| self.storage.contexts[it.0 as usize].depth + 1);
        let id = self.storage.contexts.len() as ContextId;
        self.storage.contexts.push(CallContext {
            root,
            instance,
            caller,
            depth,
        });
        self.context_ids.insert(key, id);
        Some(id)
    }

    fn walk(&mut self, root: RootId) {
        let thread = self.points.roots[root as usize];
        let Some(context) = self.context(root, thread.instance, None) else {
            self.storage.is_cut = true;
            return;
        };
        let mut state = State {
            frames: vec![BTreeMap::new()],
            ..State::default()
        };
        let webs = self.points.webs(thread.instance);
        let web = webs.parameter(0);
        let objects = self.points.parameter(thread.instance, 0);
        let nodes = self.all_variants(objects.iter());
        let symbol = self.symbols.id(Symbol::Given(0));
        state.frames[0].insert(web, Value { nodes, symbol });
        // What the giver still uses is exposed from the beginning.
        let failed: Vec<ObjectId> = self.storage.failed_whole.iter().copied().collect();
        if root != 0 {
            let failed = self.all_variants(failed.into_iter());
            state.exposed.extend(failed);
        }
        self.close(&mut state);
        // What is done with an exception that nothing catches is entered as an initialiser.
        for initializer in self.needed[thread.instance as usize].clone() {
            self.take_effect(context, 0, initializer, &mut state);
        }
        let mut work: BTreeSet<(ContextId, u32)> = BTreeSet::new();
        self.arrive(context, 0, state, &mut work);
        while let Some((context, pc)) = work.pop_last() {
            if self.work > self.budget.work {
                self.storage.is_cut = true;
                return;
            }
            let state = self.storage.states[&(context, pc)].clone();
            self.work += state.size();
            let method = self.points.instances[self.instance_of(context) as usize].method;
            *self.spent.entry(method).or_default() += state.size();
            self.run(context, pc, state, &mut work);
        }
    }

    /// A way leads to a point.
    fn arrive(
        &mut self,
        context: ContextId,
        pc: u32,
        state: State,
        work: &mut BTreeSet<(ContextId, u32)>,
    ) {
        let place = (context, pc);
        let changed = match self.storage.states.get_mut(&place) {
            None => {
                self.storage.states.insert(place, state);
                true
            }
            Some(known) => known.join(&state, place, &mut self.symbols),
        };
        if changed {
            work.insert(place);
        }
    }

    pub(super) fn instance_of(&self, context: ContextId) -> InstanceId {
        self.storage.contexts[context as usize].instance
    }

    fn body_of(&self, context: ContextId) -> &'_ Body {
        let instance = self.instance_of(context);
        self.program
            .body(self.points.instances[instance as usize].method)
    }

    /// One instruction, and to where it leads.
    fn run(
        &mut self,
        context: ContextId,
        pc: u32,
        mut state: State,
        work: &mut BTreeSet<(ContextId, u32)>,
    ) {
        let program = self.program;
        let instance = self.instance_of(context);
        let body = program.body(self.points.instances[instance as usize].method);
        let instruction = body.code[pc as usize];
        if instruction.may_throw() {
            self.throw(context, pc, &state, work);
        }
        for (target, _) in access::accessed(program, self.points, body, instance, pc) {
            self.see_target(context, pc, target, &state);
        }
        if initializes(&instruction) {
            for initializer in self.needed[instance as usize].clone() {
                self.take_effect(context, pc, initializer, &mut state);
            }
        }
        match instruction {
            Instruction::Return { source } => {
                return self.returns(context, pc, source, state, work);
            }
            Instruction::Invoke { .. } | Instruction::InvokePolymorphic { .. } => {
                if !self.invoke(context, pc, &mut state, work) {
                    return;
                }
            }
            _ => self.step(context, pc, &mut state),
        }
        self.export(&state);
        let mut next = Vec::new();
        body.for_each_successor(pc, |to| next.push(to));
        for to in next {
            let mut state = state.clone();
            if to <= pc {
                self.end_round(context, to, pc, &mut state);
                self.export(&state);
            }
            self.arrive(context, to, state, work);
        }
    }

    /// The end of a round of a loop: what was made in it becomes a summary.
    fn end_round(&mut self, context: ContextId, head: u32, end: u32, state: &mut State) {
        let is_inside = |place: &(ContextId, u32)| {
            let (mut at, mut pc) = *place;
            loop {
                if at == context {
                    return (head..=end).contains(&pc);
                }
                match self.storage.contexts[at as usize].caller {
                    Some((caller, call)) => (at, pc) = (caller, call),
                    None => return false,
                }
            }
        };
        let made: BTreeSet<ObjectId> = state
            .current
            .iter()
            .filter(|(_, place)| is_inside(place))
            .map(|(object, _)| *object)
            .collect();
        state.summarize(&made);
    }

    /// An exception reaches handlers here, or in callers.
    fn throw(
        &mut self,
        context: ContextId,
        pc: u32,
        state: &State,
        work: &mut BTreeSet<(ContextId, u32)>,
    ) {
        let (mut context, mut pc) = (context, pc);
        let mut depth = state.frames.len();
        loop {
            let body = self.body_of(context);
            let instance = self.instance_of(context);
            let handlers: Vec<(usize, u32)> = body
                .handlers
                .iter()
                .enumerate()
                .filter(|(_, it)| (it.start..it.end).contains(&pc) && !is_cleanup(body, it.target))
                .map(|(index, it)| (index, it.target))
                .collect();
            for (index, target) in handlers {
                let mut caught = state.clone();
                caught.frames.truncate(depth);
                // Which locks the code on the way has given back by then is not followed.
                caught.locks.clear();
                let web = self.points.webs(instance).handler(index);
                let nodes = self.all_variants(self.points.web(instance, web).iter());
                let symbol = NO_SYMBOL;
                if let Some(frame) = caught.frames.last_mut() {
                    frame.insert(web, Value { nodes, symbol });
                }
                self.arrive(context, target, caught, work);
            }
            match self.storage.contexts[context as usize].caller {
                Some(caller) => {
                    (context, pc) = caller;
                    depth -= 1;
                }
                None => return,
            }
        }
    }

    pub(super) fn value(
        &self,
        context: ContextId,
        pc: u32,
        register: Register,
        state: &State,
    ) -> Value {
        let webs = self.points.webs(self.instance_of(context));
        let web = webs.used(pc, register);
        let value = state.frames.last().and_then(|it| it.get(&web)).cloned();
        value.unwrap_or(Value {
            nodes: BTreeSet::new(),
            symbol: NO_SYMBOL,
        })
    }

    fn assign(
        &mut self,
        context: ContextId,
        pc: u32,
        nodes: BTreeSet<Node>,
        symbol: SymbolId,
        state: &mut State,
    ) {
        let web = self.points.webs(self.instance_of(context)).defined(pc);
        if let Some(frame) = state.frames.last_mut() {
            frame.insert(web, Value { nodes, symbol });
        }
    }

    /// An instruction that is no call.
    fn step(&mut self, context: ContextId, pc: u32, state: &mut State) {
        let instance = self.instance_of(context);
        let body = self
            .program
            .body(self.points.instances[instance as usize].method);
        let instruction = body.code[pc as usize];
        let is_reference = instruction
            .target()
            .is_some_and(|it| it.0 < body.references);
        match instruction {
            Instruction::Move { source, .. } if is_reference => {
                let value = self.value(context, pc, source, state);
                self.assign(context, pc, value.nodes, value.symbol, state);
            }
            Instruction::New { .. } | Instruction::NewArray { .. } => {
                self.allocate(context, pc, state);
            }
            Instruction::GetField {
                kind: Kind::Reference,
                object,
                field,
                ..
            } => self.load(context, pc, object, Slot::Field(field), state),
            Instruction::ArrayLoad {
                kind: Kind::Reference,
                array,
                ..
            } => self.load(context, pc, array, Slot::Elements, state),
            Instruction::PutField {
                kind: Kind::Reference,
                object,
                source,
                field,
                ..
            } => self.store(context, pc, object, Slot::Field(field), source, state),
            Instruction::ArrayStore {
                kind: Kind::Reference,
                array,
                source,
                ..
            } => self.store(context, pc, array, Slot::Elements, source, state),
            Instruction::GetStatic {
                kind: Kind::Reference,
                field,
                ..
            } => {
                let nodes = match self.shared_statics.contains(&field) {
                    true => self.all_variants(self.points.static_field(field).iter()),
                    false => state.statics.get(&field).cloned().unwrap_or_default(),
                };
                self.assign_new(context, pc, nodes, state);
            }
            Instruction::PutStatic {
                kind: Kind::Reference,
                source,
                field,
                ..
            } => {
                let value = self.value(context, pc, source, state);
                match self.shared_statics.contains(&field) {
                    true => {
                        state.exposed.extend(value.nodes);
                        self.close(state);
                    }
                    false => {
                        state.statics.insert(field, value.nodes);
                    }
                }
            }
            Instruction::MonitorEnter { object } => {
                let value = self.value(context, pc, object, state);
                state.locks.push(Held {
                    symbol: value.symbol,
                    nodes: value.nodes,
                });
            }
            Instruction::MonitorExit { object } => {
                let value = self.value(context, pc, object, state);
                let same = |it: &Held| it.symbol == value.symbol && it.symbol != NO_SYMBOL;
                match state.locks.iter().rposition(same) {
                    Some(index) => {
                        state.locks.remove(index);
                    }
                    None => state.locks.clear(),
                }
            }
            // Everything else that gives a reference is covered by points-to sets.
            _ if is_reference => {
                let nodes = self.all_variants(self.points.assigned(instance, pc).iter());
                self.assign_new(context, pc, nodes, state);
            }
            _ => {}
        }
    }

    /// Assigns a value of which no more is known than its objects.
    fn assign_new(
        &mut self,
        context: ContextId,
        pc: u32,
        nodes: BTreeSet<Node>,
        state: &mut State,
    ) {
        state.forget(context, pc, &self.symbols);
        let symbol = self.symbols.id(Symbol::At(context, pc));
        self.assign(context, pc, nodes, symbol, state);
    }

    fn allocate(&mut self, context: ContextId, pc: u32, state: &mut State) {
        let instance = self.instance_of(context);
        let made: BTreeSet<ObjectId> = self.own_sites(instance, pc).into_iter().collect();
        state.summarize(&made);
        for object in &made {
            state.current.insert(*object, (context, pc));
            self.current.insert(*object);
        }
        let nodes = made.iter().map(|it| Node::current(*it)).collect();
        self.assign_new(context, pc, nodes, state);
    }

    /// The objects that an instruction makes: those of its web that are its own.
    fn own_sites(&self, instance: InstanceId, pc: u32) -> Vec<ObjectId> {
        let of = self.points.instances[instance as usize];
        let site = crate::points::Object::Site {
            method: of.method,
            pc,
            dimension: 0,
            context: of.context,
        };
        self.points.id_of(site).into_iter().collect()
    }

    fn load(&mut self, context: ContextId, pc: u32, from: Register, slot: Slot, state: &mut State) {
        let value = self.value(context, pc, from, state);
        let mut nodes = BTreeSet::new();
        for node in &value.nodes {
            nodes.extend(self.held_by(*node, slot, state));
        }
        state.forget(context, pc, &self.symbols);
        // Forgetting may have dropped what the base was come by.
        let base = self.value(context, pc, from, state).symbol;
        let symbol = match slot {
            _ if base == NO_SYMBOL => Symbol::At(context, pc),
            Slot::Field(field) if self.locks.is_stable(field) => Symbol::Stable(base, field),
            // One element is like another to the graph, not to the program.
            Slot::Elements => Symbol::At(context, pc),
            slot => Symbol::Loaded(context, pc, base, slot),
        };
        let symbol = self.symbols.id(symbol);
        self.assign(context, pc, nodes, symbol, state);
    }

    /// What a part of an object can hold.
    pub(super) fn held_by(&self, node: Node, slot: Slot, state: &State) -> BTreeSet<Node> {
        let object = node.object();
        if self.is_common(object) {
            let set = match slot {
                Slot::Field(field) => self.points.field(object, field),
                Slot::Elements | Slot::Lock => self.points.elements(object),
            };
            return self.all_variants(set.iter());
        }
        let own = state.heap.get(&(node, slot));
        let others = self.view.get(&(node, slot));
        let both = own.into_iter().chain(others);
        both.flat_map(|it| it.keys().copied()).collect()
    }

    fn store(
        &mut self,
        context: ContextId,
        pc: u32,
        to: Register,
        slot: Slot,
        source: Register,
        state: &mut State,
    ) {
        let base = self.value(context, pc, to, state);
        let value = self.value(context, pc, source, state);
        for node in &base.nodes {
            if self.is_common(node.object()) {
                state.exposed.extend(&value.nodes);
            } else {
                state.store(*node, slot, &value.nodes);
            }
            // What the giver of an object still reads, it finds there.
            let is_read = state.given.contains(node) || !state.current.contains_key(&node.object());
            if is_read && self.storage.failed.contains(&(node.object(), slot)) {
                state.exposed.extend(&value.nodes);
            }
        }
        self.close(state);
    }

    /// Exposes what can be reached from what is exposed.
    pub(super) fn close(&mut self, state: &mut State) {
        let mut pending: Vec<Node> = state.exposed.iter().copied().collect();
        while let Some(node) = pending.pop() {
            for target in self.reached_from(node, state) {
                if !self.is_common(target.object()) && state.exposed.insert(target) {
                    pending.push(target);
                }
            }
        }
        let hard = self.storage.hard.entry(self.root).or_default();
        hard.extend(state.exposed.iter().map(|it| it.object()));
    }

    fn reached_from(&self, node: Node, state: &State) -> Vec<Node> {
        let range = (node, Slot::Field(program::FieldId(0)))..=(node, Slot::Lock);
        let own = state.heap.range(range.clone());
        let others = self.view.range(range);
        own.chain(others)
            .flat_map(|(_, targets)| targets.keys().copied())
            .collect()
    }

    fn export(&mut self, state: &State) {
        let exported = &mut self.exports[self.root as usize];
        if !self.is_root_many {
            add_edges(exported, &state.heap);
            return;
        }
        // Each of several threads has a current object; to the others they are several.
        let mut plain = Edges::new();
        for ((from, slot), targets) in &state.heap {
            let edges = plain
                .entry((Node::summary(from.object()), *slot))
                .or_default();
            for (to, paired) in targets {
                let paired = *paired && from.is_summary() && to.is_summary();
                let known = edges.entry(Node::summary(to.object())).or_insert(paired);
                *known &= paired;
            }
        }
        add_edges(exported, &plain);
    }

    /// A call; whether the code after it is reached from here.
    fn invoke(
        &mut self,
        context: ContextId,
        pc: u32,
        state: &mut State,
        work: &mut BTreeSet<(ContextId, u32)>,
    ) -> bool {
        let instance = self.instance_of(context);
        let body = self
            .program
            .body(self.points.instances[instance as usize].method);
        let instruction = body.code[pc as usize];
        let arguments = instruction.arguments();
        let arguments = arguments
            .map_or(&[][..], |it| body.argument_registers(it))
            .to_vec();
        let natives = self
            .points
            .natives
            .get(&(instance, pc))
            .cloned()
            .unwrap_or_default();
        let callees = self
            .points
            .calls
            .get(&(instance, pc))
            .cloned()
            .unwrap_or_default();
        if natives.iter().any(|it| self.is_start(*it))
            && let Some(thread) = arguments.first()
        {
            let threads = self.value(context, pc, *thread, state).nodes;
            self.start(context, pc, &threads, state);
        } else if !natives.is_empty() || self.points.atomics.contains_key(&(instance, pc)) {
            self.take_native_effect(instance, pc, state);
        }
        // What a native calls back gets other arguments than the native.
        let is_plain = natives.is_empty() && callees.len() <= MOST_CALLEES;
        let inlined: Option<Vec<ContextId>> = is_plain
            .then(|| {
                let entered = callees.iter().map(|it| self.enter(context, pc, *it));
                entered.collect::<Option<Vec<ContextId>>>()
            })
            .flatten();
        let inlined = inlined.filter(|it| !it.is_empty());
        if let Some(inlined) = inlined {
            for callee in inlined {
                let target = self.instance_of(callee);
                let mut entry = state.clone();
                let mut frame = BTreeMap::new();
                for (index, argument) in arguments.iter().enumerate() {
                    if argument.0 < body.references {
                        let mut value = self.value(context, pc, *argument, state);
                        let allowed = self.points.parameter(target, index);
                        value.nodes.retain(|it| allowed.contains(it.object()));
                        frame.insert(self.points.webs(target).parameter(index), value);
                    }
                }
                entry.frames.push(frame);
                self.arrive(callee, 0, entry, work);
            }
            return false;
        }
        let is_own = |it: &InstanceId| {
            let method = self.points.instances[*it as usize].method;
            !self
                .program
                .class(self.program.method(method).class)
                .is_library
        };
        if callees.iter().any(is_own) {
            self.storage.collapsed.insert((context, pc));
        }
        for callee in callees {
            self.take_effect(context, pc, callee, state);
        }
        if instruction
            .target()
            .is_some_and(|it| it.0 < body.references)
        {
            let nodes = self.all_variants(self.points.assigned(instance, pc).iter());
            self.assign_new(context, pc, nodes, state);
        }
        true
    }

    /// The context of a callee, if it is inlined.
    fn enter(&mut self, context: ContextId, pc: u32, callee: InstanceId) -> Option<ContextId> {
        let method = self.points.instances[callee as usize].method;
        let is_library = self
            .program
            .class(self.program.method(method).class)
            .is_library;
        if self.storage.coarse.contains(&method) {
            return None;
        }
        let mut chain = Some(context);
        let mut all_library = true;
        while let Some(at) = chain {
            let of = self.storage.contexts[at as usize];
            let caller = self.points.instances[of.instance as usize].method;
            if caller == method {
                return None;
            }
            all_library &= self
                .program
                .class(self.program.method(caller).class)
                .is_library;
            chain = of.caller.map(|it| it.0);
        }
        let depth = self.storage.contexts[context as usize].depth;
        let is_beginning = all_library && depth < LIBRARY_DEPTH;
        if is_library && !is_beginning && !self.makes_thread(method) || depth >= DEEPEST {
            return None;
        }
        self.context(self.root, callee, Some((context, pc)))
    }

    /// Whether the method is a constructor of `Thread` or of a part of it: what a thread is given
    /// to run is worth following exactly.
    fn makes_thread(&self, method: MethodId) -> bool {
        let data = self.program.method(method);
        let class = &self.program.class(data.class).name;
        &*data.name == "<init>" && class.starts_with("java/lang/Thread") && !class.contains("Group")
    }

    /// A method returns to its caller.
    fn returns(
        &mut self,
        context: ContextId,
        pc: u32,
        source: Register,
        mut state: State,
        work: &mut BTreeSet<(ContextId, u32)>,
    ) {
        let body = self.body_of(context);
        let is_reference = source.is_some() && source.0 < body.references;
        let value = is_reference.then(|| self.value(context, pc, source, &state));
        self.export(&state);
        let Some((caller, call)) = self.storage.contexts[context as usize].caller else {
            return;
        };
        state.frames.pop();
        let body = self.body_of(caller);
        let takes = body.code[call as usize]
            .target()
            .is_some_and(|it| it.0 < body.references);
        if takes {
            let nodes = value.map(|it| it.nodes).unwrap_or_default();
            self.assign_new(caller, call, nodes, &mut state);
        }
        let mut next = Vec::new();
        self.body_of(caller)
            .for_each_successor(call, |to| next.push(to));
        for to in next {
            self.arrive(caller, to, state.clone(), work);
        }
    }

    pub(super) fn is_start(&self, method: MethodId) -> bool {
        let data = self.program.method(method);
        matches!(&*data.name, "start" | "start0")
            && &*self.program.class(data.class).name == "java/lang/Thread"
    }

    /// A thread is started: what it can reach is its own, unless the giver still uses it.
    fn start(&mut self, context: ContextId, pc: u32, threads: &BTreeSet<Node>, state: &mut State) {
        let mut reached: BTreeSet<Node> = BTreeSet::new();
        let mut pending: Vec<Node> = threads.iter().copied().collect();
        while let Some(node) = pending.pop() {
            if !self.is_common(node.object()) && reached.insert(node) {
                pending.extend(self.reached_from(node, state));
            }
        }
        for node in reached {
            let object = node.object();
            if state.given.contains(&node) {
                // Given away twice.
                self.storage.failed_whole.insert(object);
            }
            if self.storage.failed_whole.contains(&object) {
                state.exposed.insert(node);
            } else {
                state.given.insert(node);
            }
            let given = self.storage.given.entry(object).or_default();
            given.insert((context, pc));
        }
        self.close(state);
    }
}

fn initializes(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Invoke { kind, .. } => *kind == program::InvokeKind::Static,
        Instruction::New { .. } | Instruction::GetStatic { .. } | Instruction::PutStatic { .. } => {
            true
        }
        _ => false,
    }
}

/// Whether a handler only gives a lock back and throws on: it reads and writes nothing else.
fn is_cleanup(body: &Body, start: u32) -> bool {
    for instruction in body.code[start as usize..].iter().take(8) {
        match instruction {
            Instruction::Move { .. } | Instruction::MonitorExit { .. } => {}
            Instruction::Throw { .. } => return true,
            _ => return false,
        }
    }
    false
}
