//! Which threads run which code, how many of each there can be, and what runs before any of them.
//!
//! In: [`Points`]. Out: [`Threads`].
//!
//! A *root* is the main thread or all threads made at one place. Why it is sound: the call graph
//! covers every call (see `points.rs`), so code that is not reachable from a root is not run by its
//! threads. An instance runs *once* only if there is a single way to it, that way is no part of a
//! loop, and it begins in code that runs once; so a place in it that is outside of loops makes at
//! most one object. A point is *early* if it comes after no call that may start a thread, in its
//! method or in one that leads to its call: no other thread of the program can run when the main
//! thread is there.

use program::{Body, MethodId, Program};

use crate::points::{HashedSet, InstanceId, Map, Object, ObjectId, Points};
use crate::set::Set;

/// The index of a root, in [`Points::roots`].
pub type RootId = u32;

/// Who runs what.
#[derive(Debug)]
pub struct Threads {
    /// The roots that reach each instance.
    pub runners: Vec<Set>,
    /// Whether a root is one thread at most.
    pub is_single: Vec<bool>,
    once: Vec<bool>,
    late: HashedSet<(InstanceId, u32)>,
    loops: Map<MethodId, Vec<bool>>,
    instances: Map<(MethodId, u32), InstanceId>,
}

impl Threads {
    /// Looks at who runs what.
    pub fn new(program: &Program, points: &Points) -> Threads {
        let mut threads = Threads {
            runners: vec![Set::default(); points.instances.len()],
            is_single: vec![false; points.roots.len()],
            once: vec![false; points.instances.len()],
            late: HashedSet::default(),
            loops: Map::default(),
            instances: Map::default(),
        };
        for (index, instance) in points.instances.iter().enumerate() {
            let key = (instance.method, instance.context);
            threads.instances.insert(key, index as InstanceId);
            let loops = || in_loops(program.body(instance.method));
            threads.loops.entry(instance.method).or_insert_with(loops);
        }
        let successors = successors(points);
        for (root, thread) in points.roots.iter().enumerate() {
            let mut pending = vec![thread.instance];
            while let Some(instance) = pending.pop() {
                if threads.runners[instance as usize].insert(root as RootId) {
                    pending.extend(&successors[instance as usize]);
                }
            }
        }
        threads.find_once(points);
        threads.find_late(program, points);
        threads
    }

    /// Whether the instance runs at most once in the whole program.
    pub fn is_once(&self, instance: InstanceId) -> bool {
        self.once[instance as usize]
    }

    /// Whether no other thread can have been started when the main thread is there.
    pub fn is_early(&self, instance: InstanceId, pc: u32) -> bool {
        self.runners[instance as usize].only() == Some(0) && !self.late.contains(&(instance, pc))
    }

    /// Whether the instruction is part of a loop of its method.
    pub fn is_in_loop(&self, method: MethodId, pc: u32) -> bool {
        self.loops
            .get(&method)
            .is_none_or(|loops| loops[pc as usize])
    }

    /// Whether the object stands for a single one.
    pub fn is_single_object(&self, points: &Points, object: ObjectId) -> bool {
        match points.objects[object as usize] {
            Object::Initial(_) | Object::Mirror(_) | Object::Singleton(_) => true,
            Object::Site {
                method,
                pc,
                dimension: 0,
                context,
            } => {
                let instance = self.instances.get(&(method, context));
                instance.is_some_and(|it| self.is_once(*it)) && !self.is_in_loop(method, pc)
            }
            _ => false,
        }
    }

    /// The instance of a method in a context.
    pub fn instance(&self, method: MethodId, context: u32) -> Option<InstanceId> {
        self.instances.get(&(method, context)).copied()
    }

    fn find_once(&mut self, points: &Points) {
        let mut callers: Vec<Vec<(InstanceId, u32)>> = vec![Vec::new(); points.instances.len()];
        for ((caller, pc), callees) in &points.calls {
            for callee in callees {
                callers[*callee as usize].push((*caller, *pc));
            }
        }
        let mut begun: Vec<usize> = vec![0; points.instances.len()];
        for root in &points.roots {
            begun[root.instance as usize] += 1;
        }
        loop {
            let mut changed = false;
            for (index, root) in points.roots.iter().enumerate() {
                let single = index == 0 || self.is_single_object(points, root.thread);
                changed |= single != self.is_single[index];
                self.is_single[index] = single;
            }
            for instance in 0..points.instances.len() {
                if self.once[instance] {
                    continue;
                }
                let method = points.instances[instance].method;
                let root = points
                    .roots
                    .iter()
                    .position(|it| it.instance as usize == instance);
                let is_initializer = points.initializers.contains_key(&(instance as InstanceId));
                let once = match (&callers[instance][..], begun[instance], is_initializer) {
                    ([], 1, false) => root.is_some_and(|it| self.is_single[it]),
                    // A class is initialised once.
                    ([], 0, true) => true,
                    ([(caller, pc)], 0, false) => {
                        let of = points.instances[*caller as usize].method;
                        self.once[*caller as usize] && !self.is_in_loop(of, *pc) && of != method
                    }
                    _ => false,
                };
                self.once[instance] = once;
                changed |= once;
            }
            if !changed {
                return;
            }
        }
    }

    /// Everything that may be run after a start.
    fn find_late(&mut self, program: &Program, points: &Points) {
        let is_start = |method: &MethodId| {
            let data = program.method(*method);
            let name = &*data.name;
            &*program.class(data.class).name == "java/lang/Thread"
                && (name == "start" || name == "start0")
        };
        let starts: Vec<(InstanceId, u32)> = points
            .natives
            .iter()
            .filter(|(_, natives)| natives.iter().any(is_start))
            .map(|(place, _)| *place)
            .collect();
        let successors = successors(points);
        let starting: HashedSet<InstanceId> = starts.iter().map(|it| it.0).collect();
        let starting: Vec<bool> = (0..points.instances.len() as InstanceId)
            .map(|it| reaches(&successors, it, |it| starting.contains(&it)))
            .collect();
        let mut pending: Vec<(InstanceId, u32)> = Vec::new();
        for (instance, pc) in starts {
            follow(program, points, instance, pc, &mut pending);
        }
        // A call that may start a thread makes late what comes after it; what a late caller calls
        // is late as a whole. So no return needs to be followed.
        for ((caller, pc), callees) in &points.calls {
            if callees.iter().any(|it| starting[*it as usize]) {
                follow(program, points, *caller, *pc, &mut pending);
            }
        }
        let mut needed: Vec<Vec<InstanceId>> = vec![Vec::new(); points.instances.len()];
        for (initializer, users) in &points.initializers {
            for user in users {
                needed[*user as usize].push(*initializer);
                // An initialiser that starts threads makes late whoever may have needed the class.
                if starting[*initializer as usize] {
                    let code = &program.body(points.instances[*user as usize].method).code;
                    pending.extend((0..code.len() as u32).map(|pc| (*user, pc)));
                }
            }
        }
        // What the roots but main run is late from its beginning.
        pending.extend(points.roots.iter().skip(1).map(|it| (it.instance, 0)));
        while let Some((instance, pc)) = pending.pop() {
            if !self.late.insert((instance, pc)) {
                continue;
            }
            follow(program, points, instance, pc, &mut pending);
            if let Some(callees) = points.calls.get(&(instance, pc)) {
                pending.extend(callees.iter().map(|it| (*it, 0)));
            }
            for initializer in &needed[instance as usize] {
                pending.push((*initializer, 0));
            }
        }
    }
}

/// Whether an instance leads to one that is looked for.
fn reaches(
    successors: &[Vec<InstanceId>],
    from: InstanceId,
    is_found: impl Fn(InstanceId) -> bool,
) -> bool {
    let mut seen = Set::default();
    let mut pending = vec![from];
    while let Some(instance) = pending.pop() {
        if is_found(instance) {
            return true;
        }
        if seen.insert(instance) {
            pending.extend(&successors[instance as usize]);
        }
    }
    false
}

fn follow(
    program: &Program,
    points: &Points,
    instance: InstanceId,
    pc: u32,
    pending: &mut Vec<(InstanceId, u32)>,
) {
    let body = program.body(points.instances[instance as usize].method);
    body.for_each_successor(pc, |next| pending.push((instance, next)));
    for handler in body.handlers_at(pc) {
        pending.push((instance, handler.target));
    }
}

/// What each instance calls or makes run.
pub(crate) fn successors(points: &Points) -> Vec<Vec<InstanceId>> {
    let mut successors: Vec<Vec<InstanceId>> = vec![Vec::new(); points.instances.len()];
    for ((caller, _), callees) in &points.calls {
        successors[*caller as usize].extend(callees);
    }
    for (initializer, users) in &points.initializers {
        for user in users {
            successors[*user as usize].push(*initializer);
        }
    }
    for list in &mut successors {
        list.sort_unstable();
        list.dedup();
    }
    successors
}

/// Which instructions of a body can run more than once in one call.
pub fn in_loops(body: &Body) -> Vec<bool> {
    let count = body.code.len();
    let mut next: Vec<Vec<u32>> = vec![Vec::new(); count];
    for pc in 0..count as u32 {
        body.for_each_successor(pc, |to| next[pc as usize].push(to));
        if body.code[pc as usize].may_throw() {
            next[pc as usize].extend(body.handlers_at(pc).map(|it| it.target));
        }
    }
    let component = components(&next);
    let mut size = vec![0usize; count];
    for of in &component {
        size[*of as usize] += 1;
    }
    (0..count)
        .map(|pc| size[component[pc] as usize] > 1 || next[pc].contains(&(pc as u32)))
        .collect()
}

/// Strongly connected components (Tarjan's algorithm, without recursion): a number for each node;
/// a component's number is higher than those of the components it leads to … lower numbers are
/// finished first.
pub(crate) fn components(next: &[Vec<u32>]) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let count = next.len();
    let (mut order, mut low) = (vec![NEW; count], vec![0u32; count]);
    let mut component = vec![NEW; count];
    let (mut stack, mut calls): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
    let (mut clock, mut found) = (0, 0);
    for start in 0..count as u32 {
        if order[start as usize] != NEW {
            continue;
        }
        calls.push((start, 0));
        while let Some((node, index)) = calls.pop() {
            let at = node as usize;
            if index == 0 {
                order[at] = clock;
                low[at] = clock;
                clock += 1;
                stack.push(node);
            } else {
                let child = next[at][index - 1] as usize;
                if component[child] == NEW {
                    low[at] = low[at].min(low[child]);
                }
            }
            match next[at].get(index) {
                Some(child) => {
                    calls.push((node, index + 1));
                    if order[*child as usize] == NEW {
                        calls.push((*child, 0));
                    }
                }
                None => {
                    if low[at] == order[at] {
                        while let Some(member) = stack.pop() {
                            component[member as usize] = found;
                            if member == node {
                                break;
                            }
                        }
                        found += 1;
                    }
                }
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn components_are_cycles() {
        let next = vec![vec![1], vec![2], vec![0, 3], vec![4], vec![4], vec![]];
        let found = components(&next);
        assert_eq!(found[0], found[1]);
        assert_eq!(found[1], found[2]);
        assert_ne!(found[2], found[3]);
        assert_ne!(found[3], found[4]);
        assert!(found[3] < found[0], "what is led to is finished first");
        assert_ne!(found[5], found[4]);
    }
}
