//! Storage structure graphs: what the heap can look like at a statement (Corbett, section 5), and
//! from it what is owned, what changes hands, and which lock protects what (section 6).
//!
//! In: points-to sets and threads. Out: [`Storage`], a graph for each statement of the program's own
//! code, in each of its call contexts, and the accesses with what was known at them.
//!
//! As in the paper, an allocator has a *current* node, for the object that it made last on this way,
//! and a *summary* node for all others; variables get strong updates and heap fields weak ones;
//! joins are unions; at the end of a round of a loop the current nodes of its allocators become
//! summaries together, and an edge between two of them is then *one-to-one*: each object has its
//! partner, and no other has it. An edge that any store into the summary repeats is not. What one
//! thread stores, all others see. (An allocator that runs again without a loop between makes its
//! current node a summary first; so the current node is one object always.)
//!
//! Where this departs from the paper: an object is exposed when the thread that can reach it is
//! *started*, not when the thread is made; calls are inlined context by context, within a budget;
//! a call of library code, of code that is being called already, or beyond the budget (which is spent method by
//! method: those that took most of it are given up first) has the effect
//! that points-to sets give its whole closure, and its accesses count as made without any lock; a
//! lock that is reached from the root by fields that only constructors write needs no one-to-one
//! edge, because such a field leads to one object for good.
//!
//! Why the claims are sound. *Exposure*: another thread reaches an object only through a static
//! field that more than one thread uses, through a started thread's object, or through an object
//! that it can reach already; each store, and each effect of a call, closes the exposed set over the
//! graph. *Change of ownership*: an object that is exposed by a start alone is its receiver's, if the
//! giver never accesses nor exposes that variable after; the analysis is repeated with every
//! assumption of this kind that failed taken back, until none fails. *Protection*: section 6.2, with
//! the triple of selectors the same at all accesses, so that a variable has its lock for its whole
//! life, as current and as summarised.

mod effects;
mod exclusive;
mod seen;
mod state;
mod verdict;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use program::{FieldId, MethodId, Program};

use crate::locks::Locks;
use crate::points::{HashedSet, InstanceId, Map, Object, ObjectId, Points};
use crate::threads::{RootId, Threads};

pub use exclusive::Exclusive;
pub use state::{Held, State, Value};
pub use verdict::{Guard, Verdict};

/// A node of a graph: an object, current or summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

impl Node {
    /// The object that the allocator made last.
    pub fn current(object: ObjectId) -> Node {
        Node(object << 1)
    }

    /// All others that it made.
    pub fn summary(object: ObjectId) -> Node {
        Node(object << 1 | 1)
    }

    /// The objects.
    pub fn object(self) -> ObjectId {
        self.0 >> 1
    }

    /// Whether it stands for several.
    pub fn is_summary(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A field.
    Field(FieldId),
    /// The elements of an array.
    Elements,
    /// The lock.
    Lock,
}

/// Edges by source, with whether they are one-to-one.
pub type Edges = BTreeMap<(Node, Slot), BTreeMap<Node, bool>>;

/// A call context: the index into [`Storage::contexts`].
pub type ContextId = u32;

/// A method as it is called on one way from a thread's beginning.
#[derive(Clone, Copy, Debug)]
pub struct CallContext {
    /// The thread.
    pub root: RootId,
    /// The method.
    pub instance: InstanceId,
    /// The caller and its call.
    pub caller: Option<(ContextId, u32)>,
    depth: u32,
}

/// An access with what was known at it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Where: a context, or `None` for what a call that is not inlined does.
    pub context: ContextId,
    /// Which instruction.
    pub pc: u32,
    /// Whether the object was exposed.
    is_exposed: bool,
    /// Whether it was given away by a start before.
    is_given: bool,
    /// Whether the thread itself made all that the node stands for.
    is_own: bool,
    guards: BTreeSet<Guard>,
}

/// How much may be done.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Call contexts.
    pub contexts: usize,
    /// Parts of graphs that are copied, and instructions whose effect is looked up, in one attempt: see
    /// [`Storage::coarse`].
    pub work: usize,
    /// Repetitions.
    pub rounds: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            contexts: 400,
            work: 1_500_000,
            rounds: 8,
        }
    }
}

/// How often the analysis begins again with more methods taken by their effects.
const MOST_ATTEMPTS: usize = 12;

/// The graphs of a program.
#[derive(Debug, Default)]
pub struct Storage {
    /// Call contexts.
    pub contexts: Vec<CallContext>,
    /// The graph before an instruction.
    pub states: BTreeMap<(ContextId, u32), State>,
    /// Whether the budget was used up, with nothing left to be taken by its effect: then there are no claims.
    pub is_cut: bool,
    /// Methods that cost more than the budget allows: each call of one is taken by the effect that points-to
    /// sets give it.
    pub coarse: BTreeSet<MethodId>,
    /// Calls that were taken by their effect only, though their code is the program's.
    pub collapsed: BTreeSet<(ContextId, u32)>,
    accesses: BTreeMap<(Node, Slot), BTreeMap<(ContextId, u32), Seen>>,
    failed: BTreeSet<(ObjectId, Slot)>,
    failed_whole: BTreeSet<ObjectId>,
    hard: BTreeMap<RootId, BTreeSet<ObjectId>>,
    /// Roots that are more than one thread.
    many: BTreeSet<RootId>,
    /// Starts that gave objects away, by object.
    given: BTreeMap<ObjectId, BTreeSet<(ContextId, u32)>>,
}

/// What tells contexts apart: thread, method, and the call.
type ContextKey = (RootId, InstanceId, Option<(ContextId, u32)>);

/// The analysis at work.
struct Builder<'a> {
    program: &'a Program,
    points: &'a Points,
    threads: &'a Threads,
    locks: &'a Locks,
    budget: Budget,
    storage: Storage,
    context_ids: Map<ContextKey, ContextId>,
    /// What each root stores, for the others to see.
    exports: Vec<Edges>,
    view: Edges,
    /// Objects that are current somewhere.
    current: BTreeSet<ObjectId>,
    shared_statics: HashedSet<FieldId>,
    effects: Map<InstanceId, std::rc::Rc<effects::Effects>>,
    successors: Vec<Vec<InstanceId>>,
    needed: Vec<Vec<InstanceId>>,
    symbols: state::Symbols,
    work: usize,
    /// The part of it that each method took.
    spent: BTreeMap<MethodId, usize>,
    is_root_many: bool,
    root: RootId,
}

impl Storage {
    /// Builds the graphs.
    pub fn new(
        program: &Program,
        points: &Points,
        threads: &Threads,
        locks: &Locks,
        budget: Budget,
    ) -> Storage {
        let mut builder = Builder::new(program, points, threads, locks, budget);
        for _ in 0..MOST_ATTEMPTS {
            builder.attempt();
            if !builder.storage.is_cut || !builder.simplify() {
                break;
            }
        }
        builder.storage
    }

    /// The starts that made an object reachable for another thread.
    pub fn given_at(&self, object: ObjectId) -> impl Iterator<Item = (ContextId, u32)> + '_ {
        self.given.get(&object).into_iter().flatten().copied()
    }

    /// The contexts of a method.
    pub fn contexts_of<'a>(
        &'a self,
        points: &'a Points,
        method: MethodId,
    ) -> impl Iterator<Item = ContextId> + 'a {
        let all = self.contexts.iter().enumerate();
        all.filter(move |(_, it)| points.instances[it.instance as usize].method == method)
            .map(|(index, _)| index as ContextId)
    }
}

impl<'a> Builder<'a> {
    fn new(
        program: &'a Program,
        points: &'a Points,
        threads: &'a Threads,
        locks: &'a Locks,
        budget: Budget,
    ) -> Builder<'a> {
        let mut needed: Vec<Vec<InstanceId>> = vec![Vec::new(); points.instances.len()];
        for (initializer, users) in &points.initializers {
            let users = users.iter();
            users.for_each(|it| needed[*it as usize].push(*initializer));
        }
        let mut builder = Builder {
            program,
            points,
            threads,
            locks,
            budget,
            storage: Storage::default(),
            context_ids: Map::default(),
            exports: vec![Edges::new(); points.roots.len()],
            view: Edges::new(),
            current: BTreeSet::new(),
            shared_statics: HashedSet::default(),
            effects: Map::default(),
            successors: crate::threads::successors(points),
            needed,
            symbols: state::Symbols::default(),
            work: 0,
            spent: BTreeMap::new(),
            is_root_many: false,
            root: 0,
        };
        builder.find_shared_statics();
        let roots = 0..points.roots.len() as RootId;
        builder.storage.many = roots
            .filter(|it| !threads.is_single[*it as usize])
            .collect();
        builder
    }

    /// Repeats the walk until nothing changes, as long as the budget lasts.
    fn attempt(&mut self) {
        for _ in 0..self.budget.rounds {
            let before = self.progress();
            self.round();
            if self.storage.is_cut || self.progress() == before {
                return;
            }
        }
        self.storage.is_cut = true;
    }

    /// Begins again, with the methods taken by their effects that took most of the work. Whether there are any:
    /// what threads begin with has to be followed.
    fn simplify(&mut self) -> bool {
        let method = |instance: InstanceId| self.points.instances[instance as usize].method;
        let mut beginnings = self.points.roots.iter().map(|it| method(it.instance));
        let beginnings: BTreeSet<MethodId> = beginnings.by_ref().collect();
        let mut dearest: Vec<(usize, MethodId)> = std::mem::take(&mut self.spent)
            .into_iter()
            .filter(|(it, _)| !beginnings.contains(it))
            .map(|(method, spent)| (spent, method))
            .collect();
        dearest.sort_unstable();
        let total: usize = dearest.iter().map(|it| it.0).sum();
        let mut coarse = std::mem::take(&mut self.storage.coarse);
        let (before, mut taken) = (coarse.len(), 0);
        while taken * 2 <= total
            && let Some((spent, method)) = dearest.pop()
        {
            taken += spent;
            coarse.insert(method);
        }
        if coarse.len() == before {
            self.storage.coarse = coarse;
            return false;
        }
        self.storage = Storage {
            coarse,
            many: std::mem::take(&mut self.storage.many),
            ..Storage::default()
        };
        self.context_ids = Map::default();
        self.exports = vec![Edges::new(); self.points.roots.len()];
        self.view = Edges::new();
        self.current = BTreeSet::new();
        self.symbols = state::Symbols::default();
        self.work = 0;
        true
    }

    /// What a round may still change.
    fn progress(&self) -> (usize, usize, usize, usize) {
        let edges = self.exports.iter().flat_map(|it| it.values());
        let edges = edges.flat_map(|it| it.values());
        let (count, paired) = edges.fold((0, 0), |(count, paired), it| {
            (count + 1, paired + usize::from(*it))
        });
        let hard: usize = self.storage.hard.values().map(BTreeSet::len).sum();
        let failed = self.storage.failed.len() + self.storage.failed_whole.len();
        (count, paired, hard + self.current.len(), failed)
    }

    /// Static fields that more than one thread uses (section 4.2).
    fn find_shared_statics(&mut self) {
        let mut users: BTreeMap<FieldId, BTreeSet<RootId>> = BTreeMap::new();
        for (index, instance) in self.points.instances.iter().enumerate() {
            for instruction in &self.program.body(instance.method).code {
                let field = match instruction {
                    program::Instruction::GetStatic { field, .. }
                    | program::Instruction::PutStatic { field, .. } => *field,
                    _ => continue,
                };
                let roots = users.entry(field).or_default();
                roots.extend(self.threads.runners[index].iter());
            }
        }
        for (field, roots) in users {
            let is_library = self
                .program
                .class(self.program.field(field).class)
                .is_library;
            let is_one =
                roots.len() == 1 && roots.iter().all(|it| self.threads.is_single[*it as usize]);
            if is_library || !is_one {
                self.shared_statics.insert(field);
            }
        }
    }

    /// Whether the object counts as one that all threads can reach: it was not made by an instruction
    /// that is followed here. (Copies and nested arrays are not: they come with contents.)
    fn is_common(&self, object: ObjectId) -> bool {
        let Object::Site { method, pc, .. } = self.points.objects[object as usize] else {
            return true;
        };
        let instruction = self.program.body(method).code[pc as usize];
        matches!(instruction, program::Instruction::NewMultiArray { .. })
    }

    /// The nodes of an object that may be meant where points-to sets say that it is.
    fn variants(&self, object: ObjectId) -> impl Iterator<Item = Node> {
        let current = self
            .current
            .contains(&object)
            .then(|| Node::current(object));
        current.into_iter().chain([Node::summary(object)])
    }

    fn all_variants(&self, objects: impl Iterator<Item = ObjectId>) -> BTreeSet<Node> {
        objects.flat_map(|it| self.variants(it)).collect()
    }

    /// Whether only the current thread makes such objects.
    fn is_made_here_only(&self, object: ObjectId) -> bool {
        let Object::Site {
            method, context, ..
        } = self.points.objects[object as usize]
        else {
            return false;
        };
        let instance = self.threads.instance(method, context);
        !self.is_root_many
            && instance
                .is_some_and(|it| self.threads.runners[it as usize].only() == Some(self.root))
    }
}
