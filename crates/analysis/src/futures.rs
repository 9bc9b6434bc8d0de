//! What a thread may still access from a point on: Parízek and Lhoták's future field accesses
//! (section IV), with arrays and monitors added.
//!
//! In: [`Points`]. Out: [`Futures`]; sets of [`Future`]s are asked for by point or by call stack.
//!
//! Three precisions, as in the paper:
//! - *insensitive*: calls and returns are jumps (figure 2);
//! - *callee*: what is called returns to where it was called from; what comes after the method's
//!   return is that of all its callers (figures 4 and 5);
//! - *context*: with the call stack at hand, the union of phase one over the return points of its
//!   frames (section IV-C).
//!
//! Reads and writes are apart. Fields are known by declaration, elements by the array's class as far
//! as points-to sets tell, monitors by the classes of the locked objects; and, with
//! [`Telling::Objects`], all of them also by the objects that the base can mean (section IV-D).
//!
//! Why it is sound: the control-flow graph has every successor, exceptions included (an exception
//! leaves by the same set as a return, and reaches handlers of callers, which are after the call),
//! calls lead where the call graph says, and initialisers count as called by their users. An
//! initialiser returns to the instruction that needed the class, which is then begun again. What
//! natives access is in the accesses (`access.rs`). Whoever starts a thread may do what that thread
//! does, and use its monitor, as its end does; so threads that have not been started are in the
//! futures of those that may start them, and of those alone. What a thread does with an exception
//! that nothing catches comes after every instruction of its `run` that may throw. Library code that
//! is not looked into may access all that is the library's ([`Future::Library`]). Sets only grow, to
//! the least fixed point of the paper's equations.

use std::collections::BTreeSet;

use program::{ClassId, FieldId, Instruction, InvokeKind, Program};

use crate::access::{self, Target};
use crate::points::{InstanceId, Map, Object, ObjectId, Points};
use crate::set::Set;
use crate::threads::components;

/// Something that may still be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Future {
    /// A field is read.
    Reads(FieldId),
    /// A field is written.
    Writes(FieldId),
    /// Elements of arrays of this class are read.
    ReadsElements(ClassId),
    /// Elements of arrays of this class are written.
    WritesElements(ClassId),
    /// Monitors of objects of this class are used.
    Monitor(ClassId),
    /// Anything but fields of the program's own classes is read, written or locked: by library code
    /// that is not looked into.
    Library,
}

/// The objects that a [`Future`] may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Which {
    /// This one, or those that it stands for.
    One(ObjectId),
    /// Those that the base of this instruction can mean.
    At(InstanceId, u32),
    /// All of exactly the class.
    Exactly,
    /// All of the class and the classes below it.
    Below,
}

/// How objects are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// By class.
    Classes,
    /// By points-to sets.
    Objects,
    /// By the accessing instructions, whose points-to sets are asked for when they are needed.
    Accesses,
}

/// How calls are told apart, see the head of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Calls and returns are jumps.
    Insensitive,
    /// What is called returns to its caller.
    Callee,
    /// With the call stack.
    Context,
}

/// The index of a [`Future`], in [`Futures::all`].
pub(crate) type FutureId = u32;

/// All futures, by point.
#[derive(Debug)]
pub struct Futures {
    pub(crate) all: Vec<(Future, Which)>,
    first: Vec<u32>,
    /// By instance that a thread begins with: what it runs when nothing catches an exception.
    pub(crate) uncaught: Map<InstanceId, Vec<InstanceId>>,
    sets: Sets,
    /// Phase one: up to the method's return.
    before1: Solution,
    /// Phase two: up to the thread's end.
    before2: Solution,
    /// Without regard to who called.
    before0: Solution,
}

/// Everything about the code that the equations need.
struct Flow {
    first: Vec<u32>,
    /// By point: successors in the method, with handlers.
    next: Vec<Vec<u32>>,
    /// By point: entries of callees.
    calls: Vec<Vec<InstanceId>>,
    /// By point: entries of threads that it may start.
    starts: Map<u32, Vec<InstanceId>>,
    /// By point: what it accesses itself.
    own: Vec<Vec<FutureId>>,
    /// By point: whether it leaves the method.
    leaves: Vec<bool>,
    /// By instance: the points after which its callers go on.
    returns: Vec<Vec<u32>>,
    instance_of: Vec<InstanceId>,
}

impl Futures {
    /// Solves the equations for all three precisions.
    pub fn new(program: &Program, points: &Points) -> Futures {
        let all = [
            Precision::Insensitive,
            Precision::Callee,
            Precision::Context,
        ];
        Futures::with(program, points, Telling::Classes, &all, &|_| true)
    }

    /// Solves the equations for some precisions; of others nothing may be asked. What is run because a class
    /// needs it, or because nothing catches an exception, counts where `comes` says that it may come.
    pub fn with(
        program: &Program,
        points: &Points,
        telling: Telling,
        precisions: &[Precision],
        comes: &dyn Fn(InstanceId) -> bool,
    ) -> Futures {
        let mut ids: Map<(Future, Which), FutureId> = Map::default();
        let mut all: Vec<(Future, Which)> = Vec::new();
        let mut uncaught = uncaught(program, points);
        for callees in uncaught.values_mut() {
            callees.retain(|it| comes(*it));
        }
        let flow = Flow::new(
            program,
            points,
            telling,
            (&uncaught, comes),
            &mut |future| {
                *ids.entry(future).or_insert_with(|| {
                    all.push(future);
                    all.len() as FutureId - 1
                })
            },
        );
        let entry = |callee: &InstanceId| flow.first[*callee as usize];
        let begun = |at: usize| {
            let starts = flow.starts.get(&(at as u32)).into_iter().flatten();
            starts.map(entry)
        };
        let mut sets = Sets::default();
        let has = |precision| precisions.contains(&precision);
        let mut before1 = Solution::default();
        if has(Precision::Callee) || has(Precision::Context) {
            before1 = flow.solve(&mut sets, None, &|at, edges| {
                edges.extend(&flow.next[at]);
                edges.extend(flow.calls[at].iter().map(entry));
                edges.extend(begun(at));
            });
        }
        let mut before2 = Solution::default();
        if has(Precision::Callee) {
            before2 = flow.solve(&mut sets, Some(&before1), &|at, edges| {
                edges.extend(&flow.next[at]);
                edges.extend(flow.after_return(at));
            });
        }
        let mut before0 = Solution::default();
        if has(Precision::Insensitive) {
            before0 = flow.solve(&mut sets, None, &|at, edges| {
                edges.extend(&flow.next[at]);
                edges.extend(flow.calls[at].iter().map(entry));
                edges.extend(flow.after_return(at));
                edges.extend(begun(at));
            });
        }
        Futures {
            all,
            first: flow.first,
            uncaught,
            sets,
            before1,
            before2,
            before0,
        }
    }

    fn at(&self, instance: InstanceId, pc: u32) -> usize {
        (self.first[instance as usize] + pc) as usize
    }

    fn list(&self, set: &Set) -> BTreeSet<Future> {
        set.iter().map(|it| self.all[it as usize].0).collect()
    }

    /// What may still be accessed from a point on; with [`Precision::Context`], up to the method's
    /// return only.
    pub(crate) fn set(&self, precision: Precision, instance: InstanceId, pc: u32) -> &Set {
        let solution = match precision {
            Precision::Insensitive => &self.before0,
            Precision::Callee => &self.before2,
            Precision::Context => &self.before1,
        };
        self.sets.get(solution.at(self.at(instance, pc)))
    }

    /// Calls and returns as jumps.
    pub fn insensitive(&self, instance: InstanceId, pc: u32) -> BTreeSet<Future> {
        self.list(self.set(Precision::Insensitive, instance, pc))
    }

    /// What is called returns to its caller; what comes after the return is that of all callers.
    pub fn callee_sensitive(&self, instance: InstanceId, pc: u32) -> BTreeSet<Future> {
        self.list(self.set(Precision::Callee, instance, pc))
    }

    /// Up to the return from the method only.
    pub fn in_method(&self, instance: InstanceId, pc: u32) -> BTreeSet<Future> {
        self.list(self.set(Precision::Context, instance, pc))
    }

    /// With the call stack: the point itself, then where each caller goes on, outermost last. A
    /// caller is given by its call: what comes after the call counts, not the call itself.
    pub fn context_sensitive(
        &self,
        program: &Program,
        points: &Points,
        stack: &[(InstanceId, u32)],
    ) -> BTreeSet<Future> {
        let mut found = Set::default();
        for (index, (instance, pc)) in stack.iter().enumerate() {
            self.add_frame(program, points, (*instance, *pc), index == 0, &mut found);
        }
        self.list(&found)
    }

    /// What one call of a stack adds: from its instruction on, or from what comes after that.
    pub(crate) fn add_frame(
        &self,
        program: &Program,
        points: &Points,
        (instance, pc): (InstanceId, u32),
        is_yet_to_run: bool,
        found: &mut Set,
    ) {
        let set = |pc: u32| self.set(Precision::Context, instance, pc);
        if is_yet_to_run {
            found.extend(set(pc));
        } else {
            let body = program.body(points.instances[instance as usize].method);
            body.for_each_successor(pc, |next| found.extend(set(next)));
            for handler in body.handlers_at(pc) {
                found.extend(set(handler.target));
            }
        }
        for dispatch in self.uncaught.get(&instance).into_iter().flatten() {
            found.extend(self.set(Precision::Context, *dispatch, 0));
        }
    }
}

/// What threads run when nothing catches an exception, by what they begin with.
fn uncaught(program: &Program, points: &Points) -> Map<InstanceId, Vec<InstanceId>> {
    let mut found: Map<InstanceId, Vec<InstanceId>> = Map::default();
    for (callee, users) in &points.initializers {
        let method = points.instances[*callee as usize].method;
        if &*program.method(method).name != "<clinit>" {
            for user in users {
                found.entry(*user).or_default().push(*callee);
            }
        }
    }
    found
}

/// Whether the instruction may be the first to need a class. The end of a thread that nothing caught
/// is entered as an initialiser, too, so exceptions count.
fn initializes(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Invoke { kind, .. } => *kind == InvokeKind::Static,
        Instruction::New { .. }
        | Instruction::GetStatic { .. }
        | Instruction::PutStatic { .. }
        | Instruction::Throw { .. }
        | Instruction::Return { .. } => true,
        _ => false,
    }
}

impl Flow {
    fn new(
        program: &Program,
        points: &Points,
        telling: Telling,
        (uncaught, comes): (
            &Map<InstanceId, Vec<InstanceId>>,
            &dyn Fn(InstanceId) -> bool,
        ),
        id: &mut dyn FnMut((Future, Which)) -> FutureId,
    ) -> Flow {
        let mut flow = Flow {
            first: Vec::new(),
            next: Vec::new(),
            calls: Vec::new(),
            starts: Map::default(),
            own: Vec::new(),
            leaves: Vec::new(),
            returns: vec![Vec::new(); points.instances.len()],
            instance_of: Vec::new(),
        };
        let mut needed: Vec<Vec<InstanceId>> = vec![Vec::new(); points.instances.len()];
        let initializers = points.initializers.iter().filter(|it| comes(*it.0));
        for (initializer, users) in initializers {
            users
                .iter()
                .for_each(|it| needed[*it as usize].push(*initializer));
        }
        let open: BTreeSet<_> = points.open.iter().map(|it| (it.method, it.pc)).collect();
        for (index, instance) in points.instances.iter().enumerate() {
            let base = flow.next.len() as u32;
            flow.first.push(base);
            let body = program.body(instance.method);
            let unseen = uncaught.get(&(index as InstanceId));
            for pc in 0..body.code.len() as u32 {
                let instruction = &body.code[pc as usize];
                let mut next = Vec::new();
                body.for_each_successor(pc, |to| next.push(base + to));
                let throws = instruction.may_throw();
                if throws {
                    next.extend(body.handlers_at(pc).map(|it| base + it.target));
                }
                let key = (index as InstanceId, pc);
                let mut calls = points.calls.get(&key).cloned().unwrap_or_default();
                // Which instruction needs a class first is not known, so each that needs one may.
                if initializes(instruction) {
                    // It is begun again afterwards.
                    for initializer in &needed[index] {
                        flow.returns[*initializer as usize].push(base + pc);
                    }
                    calls.extend(&needed[index]);
                } else if throws {
                    calls.extend(unseen.into_iter().flatten());
                }
                flow.leaves.push(throws || next.is_empty());
                flow.next.push(next);
                flow.calls.push(calls);
                let starts = started(program, points, key);
                if !starts.is_empty() {
                    flow.starts.insert(base + pc, starts);
                }
                let mut own = own(program, points, telling, key);
                if open.contains(&(instance.method, pc)) {
                    own.insert((Future::Library, Which::Below));
                }
                flow.own.push(own.into_iter().map(&mut *id).collect());
                flow.instance_of.push(index as InstanceId);
            }
        }
        for at in 0..flow.next.len() {
            for callee in flow.calls[at].clone() {
                let next = flow.next[at].clone();
                flow.returns[callee as usize].extend(next);
                // What the callee throws may leave the caller, too.
                if flow.leaves[at] {
                    flow.returns[callee as usize].push(at as u32);
                }
            }
        }
        for list in &mut flow.returns {
            list.sort_unstable();
            list.dedup();
        }
        flow
    }

    /// What callers do after a return or an exception.
    fn after_return(&self, at: usize) -> &[u32] {
        match self.leaves[at] {
            true => &self.returns[self.instance_of[at] as usize],
            false => &[],
        }
    }

    /// The least solution of equations that are unions only: a point has what all points have that
    /// it depends on, so points that depend on each other have the same. With `called` given, a call
    /// adds what is known of its callees' entries there, and so does the start of a thread.
    fn solve(
        &self,
        sets: &mut Sets,
        called: Option<&Solution>,
        edges: &dyn Fn(usize, &mut Vec<u32>),
    ) -> Solution {
        let count = self.next.len();
        let mut depends: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (at, list) in depends.iter_mut().enumerate() {
            edges(at, list);
        }
        let component = components(&depends);
        let number = component.iter().max().map_or(0, |it| *it as usize + 1);
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); number];
        for (at, of) in component.iter().enumerate() {
            members[*of as usize].push(at as u32);
        }
        let mut found: Vec<SetId> = Vec::with_capacity(number);
        let (mut parts, mut own) = (Vec::new(), Set::default());
        // What a component leads to has a lower number, and is done by then.
        for (index, points) in members.iter().enumerate() {
            parts.clear();
            own = match own.is_empty() {
                true => own,
                false => Set::default(),
            };
            for at in points.iter().map(|it| *it as usize) {
                self.own[at].iter().for_each(|it| {
                    own.insert(*it);
                });
                let others = depends[at]
                    .iter()
                    .map(|it| component[*it as usize] as usize);
                parts.extend(others.filter(|of| *of != index).map(|of| found[of]));
                if let Some(called) = called {
                    let starts = self.starts.get(&(at as u32)).into_iter().flatten();
                    let entries = self.calls[at].iter().chain(starts);
                    parts.extend(entries.map(|it| called.at(self.first[*it as usize] as usize)));
                }
            }
            found.push(sets.union(&mut parts, &own));
        }
        Solution {
            component,
            sets: found,
        }
    }
}

/// The index of a set, in [`Sets`].
type SetId = u32;

/// Sets, each kept once: most points have the set of a point that comes after them.
#[derive(Debug, Default)]
struct Sets {
    sets: Vec<Set>,
    ids: Map<Set, SetId>,
}

impl Sets {
    fn get(&self, id: SetId) -> &Set {
        &self.sets[id as usize]
    }

    /// The union of some sets and of one more.
    fn union(&mut self, parts: &mut Vec<SetId>, own: &Set) -> SetId {
        parts.sort_unstable();
        parts.dedup();
        let largest = parts.iter().copied().max_by_key(|it| self.get(*it).len());
        if let Some(largest) = largest {
            let set = self.get(largest);
            if set.contains_all(own) && parts.iter().all(|it| set.contains_all(self.get(*it))) {
                return largest;
            }
        }
        let mut union = largest.map_or_else(Set::default, |it| self.get(it).clone());
        union.extend(own);
        for part in &*parts {
            union.extend(&self.sets[*part as usize]);
        }
        if let Some(known) = self.ids.get(&union) {
            return *known;
        }
        let id = self.sets.len() as SetId;
        self.sets.push(union.clone());
        self.ids.insert(union, id);
        id
    }
}

/// A set for each point.
#[derive(Debug, Default)]
struct Solution {
    component: Vec<u32>,
    sets: Vec<SetId>,
}

impl Solution {
    fn at(&self, point: usize) -> SetId {
        self.sets[self.component[point] as usize]
    }
}

/// What the threads begin with that a call may start.
fn started(program: &Program, points: &Points, key: (InstanceId, u32)) -> Vec<InstanceId> {
    let Some(receivers) = receivers(program, points, key) else {
        return Vec::new();
    };
    let is_vague = receivers.iter().any(|it| !is_sharp(points, it));
    let roots = points.roots.iter().skip(1);
    let roots = roots.filter(|it| is_vague || receivers.contains(it.thread));
    roots.map(|it| it.instance).collect()
}

/// The threads that a call may start, if it may start any.
fn receivers<'a>(
    program: &Program,
    points: &'a Points,
    (instance, pc): (InstanceId, u32),
) -> Option<&'a Set> {
    let natives = points.natives.get(&(instance, pc))?;
    let is_start = natives.iter().any(|it| {
        let data = program.method(*it);
        &*program.class(data.class).name == "java/lang/Thread"
            && matches!(&*data.name, "start" | "start0")
    });
    let body = program.body(points.instances[instance as usize].method);
    let arguments = body.code[pc as usize].arguments();
    let arguments = arguments.map_or(&[][..], |it| body.argument_registers(it));
    let receiver = arguments.first().filter(|_| is_start)?;
    Some(points.register(instance, pc, *receiver))
}

/// Whether the object is not known by another name, too. What unknown or native code has made, or
/// gives back, may be anything of its class.
pub(crate) fn is_sharp(points: &Points, object: ObjectId) -> bool {
    matches!(
        points.objects[object as usize],
        Object::Site { .. } | Object::Chosen { .. } | Object::Initial(_) | Object::InitialOf(_)
    )
}

/// What an instruction accesses itself.
fn own(
    program: &Program,
    points: &Points,
    telling: Telling,
    (instance, pc): (InstanceId, u32),
) -> BTreeSet<(Future, Which)> {
    let body = program.body(points.instances[instance as usize].method);
    let mut found = BTreeSet::new();
    let natives = points.natives.get(&(instance, pc)).into_iter().flatten();
    if natives.into_iter().any(|it| points.closed.contains(it)) {
        found.insert((Future::Library, Which::Below));
    }
    if let Some(threads) = receivers(program, points, (instance, pc)) {
        for thread in threads.iter() {
            let of = Future::Monitor(points.classes[thread as usize]);
            found.insert((of, which(points, telling, (instance, pc), thread)));
        }
    }
    for (target, access) in access::accessed(program, points, body, instance, pc) {
        let mut add = |reads: Future, writes: Future, which: Which| {
            let reads = access.reads.then_some((reads, which));
            let writes = access.writes.then_some((writes, which));
            found.extend(reads.into_iter().chain(writes));
        };
        match target {
            Target::Static(of) => add(Future::Reads(of), Future::Writes(of), Which::Below),
            Target::Field(..) if telling == Telling::Classes => {
                let Target::Field(_, of) = target else {
                    continue;
                };
                add(Future::Reads(of), Future::Writes(of), Which::Below);
            }
            Target::Field(register, of) => {
                let class = program.field(of).class;
                for object in points.register(instance, pc, register).iter() {
                    let which = which(points, telling, (instance, pc), object);
                    let has = program.is_subtype(points.classes[object as usize], class);
                    if has || which == Which::Below {
                        add(Future::Reads(of), Future::Writes(of), which);
                    }
                }
            }
            Target::Elements(register) | Target::Monitor(register) => {
                let is_lock = matches!(target, Target::Monitor(_));
                for object in points.register(instance, pc, register).iter() {
                    let class = points.classes[object as usize];
                    let which = which(points, telling, (instance, pc), object);
                    match is_lock {
                        true => add(Future::Monitor(class), Future::Monitor(class), which),
                        false if access::is_array(program, class) || which == Which::Below => add(
                            Future::ReadsElements(class),
                            Future::WritesElements(class),
                            which,
                        ),
                        false => {}
                    }
                }
            }
            Target::Any(register) => {
                for object in points.register(instance, pc, register).iter() {
                    let which = which(points, telling, (instance, pc), object);
                    if which == Which::Below {
                        add(Future::Library, Future::Library, which);
                    }
                    for place in access::every_place(program, points, object) {
                        let class = points.classes[object as usize];
                        match place {
                            access::Place::Field(_, of) => {
                                add(Future::Reads(of), Future::Writes(of), which);
                            }
                            _ => add(
                                Future::ReadsElements(class),
                                Future::WritesElements(class),
                                which,
                            ),
                        }
                    }
                }
            }
        }
    }
    found
}

/// Which objects one of the points-to set of an instruction's base means.
fn which(
    points: &Points,
    telling: Telling,
    (instance, pc): (InstanceId, u32),
    object: ObjectId,
) -> Which {
    match (is_sharp(points, object), telling) {
        (false, _) => Which::Below,
        (true, Telling::Accesses) => Which::At(instance, pc),
        (true, Telling::Classes) => Which::Exactly,
        (true, Telling::Objects) => Which::One(object),
    }
}
