//! Who calls whom, which processes run which code, and what is recursive.

use std::collections::{BTreeMap, BTreeSet};

use program::{Instruction, InvokeKind, MethodId, Program};

use super::{Callee, FlatPoints, Object, ObjectId};
use crate::code;
use crate::intrinsic::intrinsic;

/// A process type: the main thread, or all threads that run one method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProcessKind {
    /// The main thread.
    Main,
    /// Threads whose `run` is this method.
    Run(MethodId),
}

/// The call graph.
#[derive(Debug, Default)]
pub struct Calls {
    edges: BTreeMap<MethodId, BTreeSet<MethodId>>,
    component: BTreeMap<MethodId, u32>,
    cyclic: BTreeSet<u32>,
    /// The processes that may run a method.
    pub runners: BTreeMap<MethodId, BTreeSet<ProcessKind>>,
    /// Process types of which only one process is ever started.
    pub single: BTreeSet<ProcessKind>,
}

/// The callees of a call.
pub fn callees(program: &Program, points: &FlatPoints, method: MethodId, pc: u32) -> Vec<Callee> {
    let Instruction::Invoke {
        kind,
        method: callee,
        ..
    } = program.body(method).code[pc as usize]
    else {
        return Vec::new();
    };
    match kind {
        InvokeKind::Static | InvokeKind::Special => {
            vec![match intrinsic(program, callee) {
                Some(known) => Callee::Intrinsic(callee, known),
                None => Callee::Code(callee),
            }]
        }
        InvokeKind::Virtual | InvokeKind::Interface => {
            let found = points.dispatch.get(&(method, pc));
            found
                .into_iter()
                .flat_map(|by_class| by_class.values().cloned())
                .collect()
        }
    }
}

impl Calls {
    /// The call graph of the reachable code; `frames` are the main thread's calls.
    pub fn new(program: &Program, points: &FlatPoints, frames: &[MethodId]) -> Calls {
        let mut calls = Calls::default();
        for (method, pcs) in &points.code {
            let edges = calls.edges.entry(*method).or_default();
            for pc in pcs {
                for callee in callees(program, points, *method, *pc) {
                    if let Callee::Code(callee) = callee {
                        edges.insert(callee);
                    }
                }
                if let Some(class) = initialized_class(program, *method, *pc) {
                    for class in code::initialization_order(program, class) {
                        if points.initializing.contains(&class) {
                            edges.extend(program.class(class).initializer);
                        }
                    }
                }
            }
        }
        // A thread may end there.
        if let Some(dispatch) = points.last_resort {
            for first in points.threads.values().chain(frames.first()) {
                calls.edges.entry(*first).or_default().insert(dispatch);
            }
        }
        for pair in frames.windows(2) {
            calls.edges.entry(pair[0]).or_default().insert(pair[1]);
        }
        calls.find_components();
        for method in frames {
            calls.spread(*method, ProcessKind::Main);
        }
        let mut started: BTreeMap<MethodId, Vec<ObjectId>> = BTreeMap::new();
        for (object, run) in &points.threads {
            started.entry(*run).or_default().push(*object);
        }
        calls.single.insert(ProcessKind::Main);
        for (run, objects) in started {
            let kind = ProcessKind::Run(run);
            calls.spread(run, kind);
            let is_single = match objects.as_slice() {
                [only] => matches!(points.objects[*only as usize], Object::Concrete(_)),
                _ => false,
            };
            if is_single {
                calls.single.insert(kind);
            }
        }
        calls
    }

    fn spread(&mut self, from: MethodId, kind: ProcessKind) {
        let mut pending = vec![from];
        while let Some(method) = pending.pop() {
            if self.runners.entry(method).or_default().insert(kind) {
                pending.extend(self.edges.get(&method).into_iter().flatten());
            }
        }
    }

    /// Methods that call each other in a circle share a component.
    fn find_components(&mut self) {
        let methods: Vec<MethodId> = self.edges.keys().copied().collect();
        let reach: BTreeMap<MethodId, BTreeSet<MethodId>> = methods
            .iter()
            .map(|method| (*method, self.reachable(*method)))
            .collect();
        let mut next = 0;
        for method in &methods {
            if self.component.contains_key(method) {
                continue;
            }
            for other in &reach[method] {
                if reach.get(other).is_some_and(|back| back.contains(method)) {
                    self.component.insert(*other, next);
                    self.cyclic.insert(next);
                }
            }
            self.component.insert(*method, next);
            next += 1;
        }
    }

    fn reachable(&self, from: MethodId) -> BTreeSet<MethodId> {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<MethodId> = self.edges[&from].iter().copied().collect();
        while let Some(method) = pending.pop() {
            if seen.insert(method) {
                pending.extend(self.edges.get(&method).into_iter().flatten());
            }
        }
        seen
    }

    /// Whether some code calls a method that the main thread is already in.
    pub fn is_called(&self, method: MethodId, frames: &[MethodId]) -> bool {
        self.edges.iter().any(|(caller, callees)| {
            let inner = frames
                .windows(2)
                .any(|pair| pair[0] == *caller && pair[1] == method);
            callees.contains(&method) && !inner
        })
    }

    /// Whether a call from one method to another is recursive.
    pub fn is_recursive(&self, caller: MethodId, callee: MethodId) -> bool {
        match (self.component.get(&caller), self.component.get(&callee)) {
            (Some(a), Some(b)) => a == b && self.cyclic.contains(a),
            _ => false,
        }
    }
}

/// The class that the instruction may initialise.
pub fn initialized_class(program: &Program, method: MethodId, pc: u32) -> Option<program::ClassId> {
    match program.body(method).code[pc as usize] {
        Instruction::New { class, .. } => Some(class),
        Instruction::GetStatic { field, .. } | Instruction::PutStatic { field, .. } => {
            Some(program.field(field).class)
        }
        Instruction::Invoke {
            kind: InvokeKind::Static,
            method,
            ..
        } => Some(program.method(method).class),
        _ => None,
    }
}
