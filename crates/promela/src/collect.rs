//! Objects that nothing refers to any more give their places back.
//!
//! A loop that makes an object each time round would need places without end, and so do the nodes that
//! the queues of `java.util.concurrent` are made of. Where such code makes an object, the model first
//! finds out what is reachable, clears the rest and then takes the first place that is free: the
//! object gets the same place whatever was made and forgotten before, and the places that are free
//! don't tell states apart.
//!
//! Why no place is taken that is still needed: whatever may refer to such an object is looked at. These
//! are all fields and elements that can hold one by the points-to sets, of objects that are never
//! cleared and of reachable ones that are; and the variables of all processes. A process can't look
//! into another, so such variables are kept in one vector of the model ([`expand`]). What SPIN hides
//! from states holds nothing where other threads go on (see `passing.rs`), and what is needed in the
//! very process that makes the object is not hidden. An object that a dead variable still refers to
//! keeps its place, which does no harm.
//!
//! Threads, exceptions, arrays and objects whose monitors matter are never cleared, and neither are
//! objects of sites that no loop comes back to: their number is bounded anyway.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use program::{ClassShape, Kind, MethodId, Program};

use crate::calls::{Calls, callees};
use crate::layout::{Layout, Run, Vector, within};
use crate::monitors::Monitors;
use crate::origin::Origin;
use crate::points::{Callee, Object, ObjectId, Points};
use crate::tree::{Declaration, Expression, Item, Model, Name, Process, Statement, Type};

/// Objects that are cleared, and what that takes.
#[derive(Clone, Debug)]
pub struct Collected {
    /// The objects, by the sites that make them.
    pub objects: BTreeSet<ObjectId>,
    /// Which of their places are taken.
    pub used: Name,
    /// All their references, from the first to the last.
    pub run: Run,
    /// Variables of processes that can hold such references; see [`expand`].
    held: Name,
    /// Which places have been reached, which of them have yet to be looked into, and how many.
    reached: Name,
    pending: Name,
    count: Name,
    /// The reference that is looked at, and where it was found.
    item: Name,
    index: Name,
    /// Where such references stand outside of these objects: vectors, from an index up to another.
    roots: Vec<(Name, Range)>,
    /// Runs of such objects, with their fields.
    kinds: Vec<Kinds>,
}

/// Indices of a vector; `None` for a variable.
type Range = Option<(i32, i32)>;

/// The objects of one site.
#[derive(Clone, Debug)]
struct Kinds {
    run: Run,
    /// All fields that can change, and the reference that the first element of each belongs to.
    fields: Vec<(Name, i32)>,
    /// Those of them that can hold references to such objects.
    links: Vec<(Name, i32)>,
}

/// What the search for such objects works from.
pub(crate) struct Ground<'a> {
    pub(crate) program: &'a Program,
    pub(crate) points: &'a Points,
    pub(crate) calls: &'a Calls,
    pub(crate) monitors: &'a Monitors,
}

impl Collected {
    /// Finds the objects that have to be cleared, and declares what that takes.
    pub(crate) fn new(ground: &Ground<'_>, layout: &mut Layout) -> Option<Collected> {
        let objects = objects(ground, layout);
        let runs: Vec<Run> = objects.iter().map(|it| layout.places[it]).collect();
        let run = (
            runs.iter().map(|it| it.0).min()?,
            runs.iter().map(|it| it.1).max()?,
        );
        let length = (run.1 - run.0 + 1) as usize;
        let reference = layout.reference_type();
        let mut hidden = |wish: &str, kind: Type, length: Option<usize>, comment: &str| {
            let name = layout.declare(wish, kind, length, comment);
            if let Some(declaration) = layout.declarations.last_mut() {
                declaration.fixed = true;
            }
            name
        };
        let reached = hidden(
            "object_reached",
            Type::Byte,
            Some(length),
            "objects that are reachable",
        );
        let what = "those whose fields are to be looked at";
        let pending = hidden("object_pending", reference, Some(length), what);
        let count = hidden("objects_pending", Type::Short, None, "how many these are");
        let item = hidden(
            "object_found",
            reference,
            None,
            "a reference that was found",
        );
        let index = hidden(
            "object_index",
            Type::Int,
            None,
            "where to look for references",
        );
        let what = "places that are taken";
        let used = layout.declare("object_used", Type::Bit, Some(length), what);
        let held = layout.declare("object_held", reference, Some(0), "variables of threads");
        let (roots, kinds) = references(ground, layout, &objects);
        Some(Collected {
            objects,
            used,
            run,
            held,
            reached,
            pending,
            count,
            item,
            index,
            roots,
            kinds,
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

    /// Notes the object that `item` refers to, if it is one of these and has not been noted.
    fn note(&self) -> Statement {
        let item = Expression::variable(&self.item);
        let count = Expression::variable(&self.count);
        let reached = Expression::element(&self.reached, item.clone(), self.run.0);
        let is_new = within(&item, &[self.run]).binary("&&", reached.clone().equals(0.into()));
        let pending = Expression::Element(Rc::clone(&self.pending), Box::new(count.clone()));
        let noted = vec![
            Statement::Guard(is_new),
            Statement::Assign(reached, 1.into()),
            Statement::Assign(pending, item),
            Statement::Assign(count.clone(), count.binary("+", 1.into())),
        ];
        Statement::If(vec![noted], Some(Vec::new()))
    }

    fn note_what(&self, place: Expression) -> [Statement; 2] {
        let item = Expression::variable(&self.item);
        [Statement::Assign(item, place), self.note()]
    }

    /// Notes what a part of a vector refers to.
    fn note_all(&self, name: &Name, range: Range) -> Vec<Statement> {
        let Some((from, to)) = range else {
            return self.note_what(Expression::variable(name)).into();
        };
        if from + 1 == to {
            let place = Expression::Element(Rc::clone(name), Box::new(from.into()));
            return self.note_what(place).into();
        }
        let index = Expression::variable(&self.index);
        let place = Expression::Element(Rc::clone(name), Box::new(index.clone()));
        let mut body: Vec<Statement> = self.note_what(place).into();
        body.push(next(&index));
        vec![
            Statement::Assign(index.clone(), from.into()),
            Statement::While(index.binary("<", to.into()), body),
        ]
    }

    /// The code that clears what is not reachable.
    fn code(&self, held: usize) -> Statement {
        let mut code = Vec::new();
        for (name, range) in &self.roots {
            code.extend(self.note_all(name, *range));
        }
        if held > 0 {
            code.extend(self.note_all(&self.held, Some((0, held as i32))));
        }
        let count = Expression::variable(&self.count);
        let index = Expression::variable(&self.index);
        let last = Expression::Element(Rc::clone(&self.pending), Box::new(count.clone()));
        let mut body = vec![
            Statement::Assign(count.clone(), count.clone().binary("-", 1.into())),
            Statement::Assign(index.clone(), last),
        ];
        for kind in self.kinds.iter().filter(|kind| !kind.links.is_empty()) {
            let mut part = vec![Statement::Guard(within(&index, &[kind.run]))];
            for (name, base) in &kind.links {
                part.extend(self.note_what(Expression::element(name, index.clone(), *base)));
            }
            body.push(Statement::If(vec![part], Some(Vec::new())));
        }
        code.push(Statement::While(count.binary(">", 0.into()), body));
        code.push(Statement::Assign(index.clone(), self.run.0.into()));
        let reached = Expression::element(&self.reached, index.clone(), self.run.0);
        let used = self.is_used(index.clone());
        let is_free = reached.clone().equals(0.into()).and(used.clone());
        let mut free = vec![Statement::Guard(is_free), Statement::Assign(used, 0.into())];
        for kind in self.kinds.iter().filter(|kind| !kind.fields.is_empty()) {
            let mut part = vec![Statement::Guard(within(&index, &[kind.run]))];
            for (name, base) in &kind.fields {
                let place = Expression::element(name, index.clone(), *base);
                part.push(Statement::Assign(place, 0.into()));
            }
            free.push(Statement::If(vec![part], Some(Vec::new())));
        }
        let body = vec![
            Statement::If(vec![free], Some(Vec::new())),
            Statement::Assign(reached, 0.into()),
            next(&index),
        ];
        let more = index.binary("<=", self.run.1.into());
        code.push(Statement::While(more, body));
        Statement::Deterministic(code)
    }
}

fn next(index: &Expression) -> Statement {
    Statement::Assign(index.clone(), index.clone().binary("+", 1.into()))
}

/// The objects that are made again and again, and can be cleared.
fn objects(ground: &Ground<'_>, layout: &Layout) -> BTreeSet<ObjectId> {
    let (program, points) = (ground.program, ground.points);
    let again = repeated(ground);
    let kept = ["java/lang/Thread", "java/lang/Throwable"].map(|name| program.loaded(name));
    let mut found = BTreeSet::new();
    for object in &layout.counted {
        let Object::Site(method, pc) = points.objects[*object as usize] else {
            continue;
        };
        let class = points.classes[*object as usize];
        let is_kept = matches!(program.class(class).shape, ClassShape::Array { .. })
            || points.threads.contains_key(object)
            || ground.monitors.owned.contains(object)
            || kept
                .iter()
                .flatten()
                .any(|it| program.is_subtype(class, *it));
        let is_repeated = again.contains(&method) || is_in_loop(program, method, pc);
        if is_repeated && !is_kept && layout.places.contains_key(object) {
            found.insert(*object);
        }
    }
    found
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

/// Where references to the objects may stand: outside of them, and in them.
fn references(
    ground: &Ground<'_>,
    layout: &Layout,
    objects: &BTreeSet<ObjectId>,
) -> (Vec<(Name, Range)>, Vec<Kinds>) {
    let (program, points) = (ground.program, ground.points);
    let holds = |set: &BTreeSet<ObjectId>| !objects.is_disjoint(set);
    let mut roots: Vec<(Name, Range)> = Vec::new();
    let mut kinds: BTreeMap<ObjectId, Kinds> = BTreeMap::new();
    for object in objects {
        let kind = Kinds {
            run: layout.places[object],
            fields: Vec::new(),
            links: Vec::new(),
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
            let may_hold =
                field.kind == Kind::Reference && holds(points.field(*object, field.slot));
            let named = (Rc::clone(&vector.name), vector.base);
            match kinds.get_mut(object) {
                Some(kind) => {
                    kind.links.extend(may_hold.then(|| named.clone()));
                    kind.fields.push(named);
                }
                None if may_hold => add(&mut roots, vector, layout.places[object]),
                None => {}
            }
        }
    }
    for (_, object) in &layout.by_reference {
        let vector = layout.elements.get(&points.classes[*object as usize]);
        let vector = vector.filter(|it| !it.fixed && !it.name.is_empty());
        if let Some(vector) = vector.filter(|_| holds(points.elements(*object))) {
            add(&mut roots, vector, layout.places[object]);
        }
    }
    (roots, kinds.into_values().collect())
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

/// Writes out what clears objects, and moves the variables that may hold them, and are part of states,
/// from the processes into one vector, with as many elements for each of the threads.
pub(crate) fn expand(model: &mut Model, collected: &Collected, threads: Run, main: i32) {
    let kept = |process: &Process| -> Vec<Declaration> {
        let locals = process.locals.iter();
        let kept = locals.filter(|it| process.holders.contains(&it.name));
        kept.cloned().collect()
    };
    let each = model.processes.iter().map(|it| kept(it).len()).max();
    let each = each.unwrap_or(0) as i32;
    let length = (each * (threads.1 - threads.0 + 1)) as usize;
    let mut values = vec![0; length];
    for process in &mut model.processes {
        let moved = kept(process);
        let thread = match &process.parameter {
            Some(parameter) => Expression::variable(&parameter.name),
            None => main.into(),
        };
        let first = match thread.minus(threads.0) {
            Expression::Number(number) => Expression::Number(number * each),
            thread => thread.binary("*", each.into()),
        };
        let mut places = BTreeMap::new();
        for (index, local) in moved.into_iter().enumerate() {
            let at = match &first {
                Expression::Number(number) => {
                    let at = number + index as i32;
                    values[at as usize] = local.values.first().copied().unwrap_or(0);
                    at.into()
                }
                first if index == 0 => first.clone(),
                first => first.clone().binary("+", (index as i32).into()),
            };
            let place = Expression::Element(Rc::clone(&collected.held), Box::new(at));
            places.insert(local.name, place);
        }
        process.locals.retain(|it| !places.contains_key(&it.name));
        for item in &mut process.items {
            if let Item::Statement(statement, origin) = item {
                if *statement == Statement::Collect {
                    *statement = collected.code(length);
                    *origin = Origin {
                        role: crate::origin::Role::Local,
                        ..*origin
                    };
                } else {
                    statement.replace(&places);
                }
            }
        }
    }
    let is_held = |it: &Declaration| it.name == collected.held;
    if length == 0 {
        model.globals.retain(|it| !is_held(it));
    } else if let Some(held) = model.globals.iter_mut().find(|it| is_held(it)) {
        held.length = Some(length);
        held.values = values;
    }
}
