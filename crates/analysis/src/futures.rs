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
//! as points-to sets tell, monitors by the classes of the locked objects. Why it is sound: the
//! control-flow graph has every successor, exceptions included (an exception leaves by the same set
//! as a return, and reaches handlers of callers, which are after the call), calls lead where the call
//! graph says, and initialisers count as called by their users. What natives access is in the
//! accesses (`access.rs`). Sets only grow, to the least fixed point of the paper's equations.

use std::collections::BTreeSet;

use program::{ClassId, FieldId, Instruction, InvokeKind, Program};

use crate::access::{self, Place, Target};
use crate::points::{InstanceId, Map, Points};
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
}

/// The index of a [`Future`], in [`Futures::all`].
type FutureId = u32;

/// All futures, by point.
#[derive(Debug)]
pub struct Futures {
    all: Vec<Future>,
    first: Vec<u32>,
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
        let mut ids: Map<Future, FutureId> = Map::default();
        let mut all: Vec<Future> = Vec::new();
        let flow = Flow::new(program, points, &mut |future| {
            *ids.entry(future).or_insert_with(|| {
                all.push(future);
                all.len() as FutureId - 1
            })
        });
        let entry = |callee: &InstanceId| flow.first[*callee as usize];
        let before1 = flow.solve(None, &|at, edges| {
            edges.extend(&flow.next[at]);
            edges.extend(flow.calls[at].iter().map(entry));
        });
        let before2 = flow.solve(Some(&before1), &|at, edges| {
            edges.extend(&flow.next[at]);
            edges.extend(flow.after_return(at));
        });
        let before0 = flow.solve(None, &|at, edges| {
            edges.extend(&flow.next[at]);
            edges.extend(flow.calls[at].iter().map(entry));
            edges.extend(flow.after_return(at));
        });
        Futures {
            all,
            first: flow.first,
            before1,
            before2,
            before0,
        }
    }

    fn at(&self, instance: InstanceId, pc: u32) -> usize {
        (self.first[instance as usize] + pc) as usize
    }

    fn list(&self, set: &Set) -> BTreeSet<Future> {
        set.iter().map(|it| self.all[it as usize]).collect()
    }

    /// Calls and returns as jumps.
    pub fn insensitive(&self, instance: InstanceId, pc: u32) -> BTreeSet<Future> {
        self.list(self.before0.at(self.at(instance, pc)))
    }

    /// What is called returns to its caller; what comes after the return is that of all callers.
    pub fn callee_sensitive(&self, instance: InstanceId, pc: u32) -> BTreeSet<Future> {
        self.list(self.before2.at(self.at(instance, pc)))
    }

    /// Up to the return from the method only.
    pub fn in_method(&self, instance: InstanceId, pc: u32) -> BTreeSet<Future> {
        self.list(self.before1.at(self.at(instance, pc)))
    }

    /// With the call stack: the point itself, then where each caller goes on, outermost last. A
    /// caller is given by its call: what comes after the call counts, not the call itself.
    pub fn context_sensitive(
        &self,
        program: &Program,
        points: &Points,
        stack: &[(InstanceId, u32)],
    ) -> BTreeSet<Future> {
        let mut found = BTreeSet::new();
        for (index, (instance, pc)) in stack.iter().enumerate() {
            if index == 0 {
                found.extend(self.in_method(*instance, *pc));
                continue;
            }
            let body = program.body(points.instances[*instance as usize].method);
            body.for_each_successor(*pc, |next| found.extend(self.in_method(*instance, next)));
            for handler in body.handlers_at(*pc) {
                found.extend(self.in_method(*instance, handler.target));
            }
        }
        found
    }
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

fn add(result: &mut Set, from: &Set) {
    for it in from.iter() {
        result.insert(it);
    }
}

impl Flow {
    fn new(program: &Program, points: &Points, id: &mut dyn FnMut(Future) -> FutureId) -> Flow {
        let mut flow = Flow {
            first: Vec::new(),
            next: Vec::new(),
            calls: Vec::new(),
            own: Vec::new(),
            leaves: Vec::new(),
            returns: vec![Vec::new(); points.instances.len()],
            instance_of: Vec::new(),
        };
        let mut needed: Vec<Vec<InstanceId>> = vec![Vec::new(); points.instances.len()];
        for (initializer, users) in &points.initializers {
            users
                .iter()
                .for_each(|it| needed[*it as usize].push(*initializer));
        }
        for (index, instance) in points.instances.iter().enumerate() {
            let base = flow.next.len() as u32;
            flow.first.push(base);
            let body = program.body(instance.method);
            for pc in 0..body.code.len() as u32 {
                let instruction = &body.code[pc as usize];
                let mut next = Vec::new();
                body.for_each_successor(pc, |to| next.push(base + to));
                let throws = instruction.may_throw();
                if throws {
                    next.extend(body.handlers_at(pc).map(|it| base + it.target));
                }
                flow.leaves.push(throws || next.is_empty());
                flow.next.push(next);
                let key = (index as InstanceId, pc);
                let mut calls = points.calls.get(&key).cloned().unwrap_or_default();
                // Which instruction needs a class first is not known, so each that needs one may.
                if initializes(instruction) {
                    calls.extend(&needed[index]);
                }
                flow.calls.push(calls);
                flow.own.push(own(program, points, key, id));
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
    /// adds what is known of its callees' entries there.
    fn solve(&self, called: Option<&Solution>, edges: &dyn Fn(usize, &mut Vec<u32>)) -> Solution {
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
        let mut sets: Vec<Set> = Vec::with_capacity(number);
        // What a component leads to has a lower number, and is done by then.
        for (index, points) in members.iter().enumerate() {
            let mut result = Set::default();
            for at in points.iter().map(|it| *it as usize) {
                for own in &self.own[at] {
                    result.insert(*own);
                }
                for next in &depends[at] {
                    let of = component[*next as usize] as usize;
                    if of != index {
                        add(&mut result, &sets[of]);
                    }
                }
                if let Some(called) = called {
                    for callee in &self.calls[at] {
                        let entry = self.first[*callee as usize] as usize;
                        add(&mut result, called.at(entry));
                    }
                }
            }
            sets.push(result);
        }
        Solution { component, sets }
    }
}

/// A set for each point.
#[derive(Debug)]
struct Solution {
    component: Vec<u32>,
    sets: Vec<Set>,
}

impl Solution {
    fn at(&self, point: usize) -> &Set {
        &self.sets[self.component[point] as usize]
    }
}

fn own(
    program: &Program,
    points: &Points,
    (instance, pc): (InstanceId, u32),
    id: &mut dyn FnMut(Future) -> FutureId,
) -> Vec<FutureId> {
    let body = program.body(points.instances[instance as usize].method);
    let mut found: BTreeSet<Future> = BTreeSet::new();
    for (target, access) in access::accessed(program, points, body, instance, pc) {
        let kinds = |reads: Future, writes: Future| {
            let reads = access.reads.then_some(reads);
            reads.into_iter().chain(access.writes.then_some(writes))
        };
        match target {
            Target::Static(of) | Target::Field(_, of) => {
                found.extend(kinds(Future::Reads(of), Future::Writes(of)));
            }
            Target::Any(_) | Target::Elements(_) | Target::Monitor(_) => {
                for place in access::places(program, points, instance, pc, target) {
                    let class = place.object().map(|it| points.classes[it as usize]);
                    match (place, class) {
                        (Place::Field(_, of), _) => {
                            found.extend(kinds(Future::Reads(of), Future::Writes(of)));
                        }
                        (Place::Elements(_), Some(class)) => found.extend(kinds(
                            Future::ReadsElements(class),
                            Future::WritesElements(class),
                        )),
                        (Place::Monitor(_), Some(class)) => {
                            found.insert(Future::Monitor(class));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    found.into_iter().map(id).collect()
}
