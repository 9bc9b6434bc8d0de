//! Objects that nothing refers to any more give their places back, and the others change places.
//!
//! A loop that makes an object each time round would need places without end, and so do the nodes that
//! the queues of `java.util.concurrent` are made of. And which of two threads comes first to make an
//! object decides which place each of them gets, though nothing else depends on it. So where a thread
//! has changed what refers to such objects and others may go on, the model finds out what is
//! reachable, clears the rest, and gives each object the first free place of its kind in the order in
//! which it was found: heaps that differ in nothing but places are one state. The same is done where no
//! place is left.
//!
//! Why no place is taken that is still needed: whatever may refer to such an object is looked at. These
//! are all fields and elements that can hold one by the points-to sets, of objects that are never
//! cleared and of reachable ones that are; what threads wait on; and the variables of all processes. A
//! process can't look into another, so such variables are kept in one vector of the model
//! (`collect/expand.rs`). What SPIN hides from states holds nothing where other threads go on (see
//! `hidden_variables.rs`), and what is needed in the very process that makes an object is not hidden. All that
//! was looked at is also what is rewritten when objects change places, and a place stands for objects
//! of one site, so that what code asks of a reference, its class, stays the same. An object that a dead
//! variable still refers to keeps a place, which does no harm. Who owns a monitor knows it by a
//! variable, so a monitor that is owned is reachable.
//!
//! Threads are never cleared, and neither are objects of sites that no loop comes back to and only one
//! thread: their number is bounded, and their order is always the same.

mod code;
mod dirty;
mod expand;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use program::{Kind, MethodId, Program};

use crate::context::Shared;
use crate::layout::{Layout, Run, Vector};
use crate::tree::{Expression, Name, Type};
use analysis::flat::calls::{Calls, ProcessKind, callees};
use analysis::flat::monitors::Monitors;
use analysis::flat::{Callee, FlatPoints, Object, ObjectId};

pub(crate) use expand::expand;

/// Objects that are cleared, and what that takes.
#[derive(Clone, Debug)]
pub struct Collected {
    /// The objects, by the sites that make them.
    pub objects: BTreeSet<ObjectId>,
    /// Which of their places are taken.
    used: Name,
    /// All their references, from the first to the last.
    run: Run,
    /// Variables of processes that can hold such references; see `collect/expand.rs`.
    held: Name,
    /// Which threads are alive: others hold nothing.
    state: Name,
    /// The new place of each object that was found, and 0 of others.
    place: Name,
    /// The objects in the order in which they were found, and how many.
    order: Name,
    count: Name,
    /// How many there are of each site, and whether one has to change its place.
    named: Name,
    moved: Name,
    /// The reference that is looked at, the object it was found in, and where.
    item: Name,
    at: Name,
    index: Name,
    part: Name,
    /// Where such references stand outside of these objects: vectors, from an index up to another.
    roots: Vec<(Name, Range)>,
    /// Such objects by their sites, with all that belongs to them.
    kinds: Vec<Kinds>,
    /// Room for each vector that objects change their places in.
    copies: BTreeMap<Name, Name>,
}

/// Indices of a vector; `None` for a variable.
type Range = Option<(i32, i32)>;

/// The objects of one site.
#[derive(Clone, Debug)]
struct Kinds {
    run: Run,
    parts: Vec<Part>,
}

/// The elements of a vector that belong to an object.
#[derive(Clone, Debug)]
struct Part {
    name: Name,
    /// The reference that the first element belongs to.
    base: i32,
    /// How many belong to one object.
    stride: i32,
    /// Whether they can be references to such objects.
    links: bool,
}

/// What the search for such objects works from.
pub(crate) struct Ground<'a> {
    pub(crate) program: &'a Program,
    pub(crate) points: &'a FlatPoints,
    pub(crate) calls: &'a Calls,
    pub(crate) monitors: &'a Monitors,
    pub(crate) shared: &'a Shared,
}

impl Collected {
    /// Finds the objects that have to be cleared, and declares what that takes.
    pub(crate) fn new(ground: &Ground<'_>, layout: &mut Layout) -> Option<Collected> {
        let state = Rc::clone(ground.shared.state.as_ref()?);
        let objects = objects(ground, layout);
        let runs: Vec<Run> = objects.iter().map(|it| layout.places[it]).collect();
        let run = (
            runs.iter().map(|it| it.0).min()?,
            runs.iter().map(|it| it.1).max()?,
        );
        let length = (run.1 - run.0 + 1) as usize;
        let reference = layout.reference_type();
        let (roots, kinds) = references(ground, layout, &objects);
        let what = "places that are taken";
        let used = layout.declare("object_used", Type::Bit, Some(length), what);
        let held = layout.declare("object_held", reference, Some(0), "variables of threads");
        let mut copies = BTreeMap::new();
        for part in kinds.iter().flat_map(|it| &it.parts) {
            let mut declared = layout.declarations.iter();
            let Some(vector) = declared.find(|it| it.name == part.name) else {
                continue;
            };
            let (wish, kind, length) = (format!("{}_copy", part.name), vector.kind, vector.length);
            copies.entry(Rc::clone(&part.name)).or_insert_with(|| {
                let what = "objects that change their places";
                hidden(layout, &wish, kind, length, what)
            });
        }
        let sites = kinds.len();
        let mut vector = |wish: &str, kind: Type, length: usize, what: &str| {
            hidden(layout, wish, kind, Some(length), what)
        };
        let place = vector("object_place", reference, length, "places of objects");
        let order = vector("object_order", reference, length, "as they were found");
        let named = vector("objects_named", Type::Short, sites, "how many of each site");
        let mut scalar =
            |wish: &str, kind: Type, what: &str| hidden(layout, wish, kind, None, what);
        Some(Collected {
            count: scalar("objects_found", Type::Short, "how many were found"),
            moved: scalar("objects_moved", Type::Bit, "whether places change"),
            item: scalar("object_found", reference, "a reference that was found"),
            at: scalar("object_at", reference, "the object that is looked at"),
            index: scalar("object_index", Type::Int, "where to look for references"),
            part: scalar("object_part", Type::Int, "which element of an object"),
            objects,
            used,
            run,
            held,
            state,
            place,
            order,
            named,
            roots,
            kinds,
            copies,
        })
    }

    /// Whether the place of an object is taken.
    pub(crate) fn is_used(&self, reference: Expression) -> Expression {
        Expression::element(&self.used, reference, self.run.0)
    }

    /// Whether one of these objects is among others.
    pub(crate) fn has_any(&self, objects: &BTreeSet<ObjectId>) -> bool {
        !self.objects.is_disjoint(objects)
    }
}

/// Declares a variable that no state needs.
fn hidden(
    layout: &mut Layout,
    wish: &str,
    kind: Type,
    length: Option<usize>,
    comment: &str,
) -> Name {
    let name = layout.declare(wish, kind, length, comment);
    if let Some(declaration) = layout.declarations.last_mut() {
        declaration.fixed = true;
    }
    name
}

/// The objects that are made again and again, or by several threads.
fn objects(ground: &Ground<'_>, layout: &Layout) -> BTreeSet<ObjectId> {
    let (program, points) = (ground.program, ground.points);
    let again = repeated(ground);
    let thread = program.loaded("java/lang/Thread");
    let mut found = BTreeSet::new();
    for object in &layout.counted {
        let Object::Site(method, pc) = points.objects[*object as usize] else {
            continue;
        };
        let class = points.classes[*object as usize];
        let is_thread = points.threads.contains_key(object)
            || thread.is_some_and(|thread| program.is_subtype(class, thread));
        let is_repeated = again.contains(&method)
            || is_in_loop(program, method, pc)
            || is_run_by_several(ground.calls, method);
        if is_repeated && !is_thread && layout.places.contains_key(object) {
            found.insert(*object);
        }
    }
    found
}

/// Whether more than one thread may run a method.
fn is_run_by_several(calls: &Calls, method: MethodId) -> bool {
    let is_several = |kinds: &BTreeSet<ProcessKind>| {
        kinds.len() > 1 || kinds.iter().any(|kind| !calls.single.contains(kind))
    };
    calls.runners.get(&method).is_some_and(is_several)
}

/// Methods that one thread may call more than once by one and the same instruction.
fn repeated(ground: &Ground<'_>) -> BTreeSet<MethodId> {
    let (program, points) = (ground.program, ground.points);
    let called = |method: MethodId, pc: u32| {
        let known = callees(program, points, method, pc).into_iter();
        known.filter_map(|callee| match callee {
            Callee::Code(method) => Some(method),
            Callee::Intrinsic(..) | Callee::None => None,
        })
    };
    let mut pending = Vec::new();
    for (method, pcs) in &points.code {
        let is_recursive = ground.calls.is_recursive(*method, *method);
        pending.extend(is_recursive.then_some(*method));
        for pc in pcs.iter().filter(|pc| is_in_loop(program, *method, **pc)) {
            pending.extend(called(*method, *pc));
        }
    }
    let mut found = BTreeSet::new();
    while let Some(method) = pending.pop() {
        if found.insert(method) {
            let pcs = points.code.get(&method).into_iter().flatten();
            pcs.for_each(|pc| pending.extend(called(method, *pc)));
        }
    }
    found
}

/// Whether an instruction stands between the first and the last of a loop.
fn is_in_loop(program: &Program, method: MethodId, pc: u32) -> bool {
    let body = program.body(method);
    let mut found = false;
    for from in pc..body.code.len() as u32 {
        body.for_each_successor(from, |to| found |= to <= pc);
        found |= body.handlers_at(from).any(|it| it.target <= pc);
    }
    found
}

/// Where references to the objects may stand outside of them, and what belongs to the objects.
fn references(
    ground: &Ground<'_>,
    layout: &Layout,
    objects: &BTreeSet<ObjectId>,
) -> (Vec<(Name, Range)>, Vec<Kinds>) {
    let (program, points, shared) = (ground.program, ground.points, ground.shared);
    let holds = |set: &BTreeSet<ObjectId>| !objects.is_disjoint(set);
    let mut roots: Vec<(Name, Range)> = Vec::new();
    let mut kinds: BTreeMap<ObjectId, Kinds> = BTreeMap::new();
    for object in objects {
        let kind = Kinds {
            run: layout.places[object],
            parts: Vec::new(),
        };
        kinds.insert(*object, kind);
    }
    for (field, vector) in layout.fields.iter().filter(|it| !it.1.fixed) {
        let field = program.field(*field);
        if field.is_static {
            if holds(points.static_field(field.class, field.slot)) {
                roots.push((Rc::clone(&vector.name), None));
            }
            continue;
        }
        for (_, object) in &layout.by_reference {
            if !program.is_subtype(points.classes[*object as usize], field.class) {
                continue;
            }
            let links = field.kind == Kind::Reference && holds(points.field(*object, field.slot));
            match kinds.get_mut(object) {
                Some(kind) => kind.parts.push(Part::new(vector, links)),
                None if links => add(&mut roots, vector, layout.places[object]),
                None => {}
            }
        }
    }
    for (_, object) in &layout.by_reference {
        let class = points.classes[*object as usize];
        let named = |it: &&Vector| !it.fixed && !it.name.is_empty();
        let lengths = layout.lengths.get(&class).filter(named);
        let elements = layout.elements.get(&class).filter(named);
        let links = holds(points.elements(*object));
        match kinds.get_mut(object) {
            Some(kind) => {
                let parts = [(lengths, false), (elements, links)];
                let parts = parts.into_iter().filter_map(|it| Some((it.0?, it.1)));
                kind.parts.extend(parts.map(|it| Part::new(it.0, it.1)));
            }
            None => {
                if let Some(vector) = elements.filter(|_| links) {
                    add(&mut roots, vector, layout.places[object]);
                }
            }
        }
    }
    for (object, kind) in &mut kinds {
        if ground.monitors.owned.contains(object) {
            let owner = shared.owner.as_ref().map(|it| (&it.0, it.1));
            let depth = shared.depth.as_ref().map(|it| (&it.0, it.1));
            // Counts are kept from the first to the last monitor that needs one.
            let depth = depth.filter(|(name, base)| {
                let length = layout.declarations.iter().find(|it| it.name == **name);
                let length = length.and_then(|it| it.length).unwrap_or(0) as i32;
                kind.run.0 >= *base && kind.run.1 < base + length
            });
            for (name, base) in owner.into_iter().chain(depth) {
                let name = Rc::clone(name);
                kind.parts.push(Part {
                    name,
                    base,
                    stride: 1,
                    links: false,
                });
            }
        }
    }
    if holds(&ground.monitors.owned) {
        let count = shared.threads.1 - shared.threads.0 + 1;
        let tried = shared.trying.as_ref().map(|it| &it.1);
        for name in shared.waits.iter().chain(tried) {
            roots.push((Rc::clone(name), Some((0, count))));
        }
    }
    (roots, kinds.into_values().collect())
}

impl Part {
    fn new(vector: &Vector, links: bool) -> Part {
        Part {
            name: Rc::clone(&vector.name),
            base: vector.base,
            stride: vector.stride,
            links,
        }
    }
}

/// Adds the part of a vector that belongs to a run, together with what stands before it.
fn add(roots: &mut Vec<(Name, Range)>, vector: &Vector, run: Run) {
    let from = (run.0 - vector.base) * vector.stride;
    let to = (run.1 + 1 - vector.base) * vector.stride;
    match roots.last_mut() {
        Some((name, Some(known))) if *name == vector.name && known.1 == from => known.1 = to,
        _ => roots.push((Rc::clone(&vector.name), Some((from, to)))),
    }
}
