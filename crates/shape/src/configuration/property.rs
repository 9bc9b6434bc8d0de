//! What must not be so in any configuration.
//!
//! In: a compiled model. Out: [`Property`]s: formulas of bad configurations (Yahav, POPL 2001, tables 3 and 5).
//!
//! A race is two threads whose next instructions access one field of one object, one of them to write it:
//! since every order of such instructions is explored, that is so if and only if two conflicting accesses can
//! be next to each other. A thread does not yield between taking a monitor and the access after it; so a
//! thread that is at a monitor which is free counts as being at the access, if the other one is really at its
//! own. A total deadlock is a configuration in which some thread is alive and none that is can move: each
//! waits, or is at a monitor that another holds, or joins one that is alive. A cyclic wait is a circle of
//! threads each of which is at a monitor that the next one holds, whatever others do.

use super::compile::Compiled;
use super::model::{Condition, FieldId, Local, Model, Operation, Room, Routine};
use crate::logic::action::Action;
use crate::logic::formula::{Closure, Formula, Variable};

/// A kind of violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// One reads what another writes.
    ReadWrite,
    /// Two write.
    WriteWrite,
    /// No thread that is alive can move.
    TotalDeadlock,
    /// Threads wait for each other in a circle.
    CyclicWait,
    /// A thread waits for an object inside one whose monitor it holds.
    NestedMonitor,
    /// A monitor is taken that is less than one that is held.
    ResourceOrder,
    /// Two threads are in a region for one.
    MutualExclusion,
}

/// A formula of bad configurations.
#[derive(Clone, Debug)]
pub struct Property {
    /// What kind of violation it is.
    pub kind: Kind,
    /// What to say, with lines.
    pub message: String,
    /// The configurations in which it is violated.
    pub violation: Formula,
    /// The same as an action that is possible where there are witnesses, who are made single.
    pub witnesses: Action,
    /// Unary predicates that have to be possible for somebody, each, or it can't be violated.
    pub needs: Vec<u16>,
    /// The instructions that it is about: routine and index.
    pub places: Vec<(usize, usize)>,
}

impl Property {
    /// There are individuals for the variables such that all parts hold.
    fn new(kind: Kind, message: String, variables: &[Variable], parts: Vec<Formula>) -> Property {
        let mut witnesses = Action::new(message.clone());
        let mut known = 0u64;
        for variable in variables {
            known |= 1 << variable;
            let about = |it: &&Formula| it.depends_on(*variable) && it.free() & !known == 0;
            let own = parts.iter().filter(about).cloned();
            witnesses.choices.push((*variable, Formula::and(own)));
        }
        let body = Formula::and(parts);
        witnesses.condition = body.clone();
        witnesses
            .errors
            .push((Formula::constant(true), message.clone()));
        let violation = Formula::exists(variables.iter().copied(), body);
        Property {
            kind,
            message,
            violation,
            witnesses,
            needs: vec![],
            places: vec![],
        }
    }
}

pub(super) const T: Variable = 0;
pub(super) const U: Variable = 1;
const O: Variable = 2;
const L: Variable = 3;
const M: Variable = 4;
const N: Variable = 5;
const V: Variable = 6;
const X: Variable = 7;
const Y: Variable = 8;

/// A register of a routine.
type Register = (usize, Local);

/// An access that another thread may interfere with.
struct Access {
    at: u16,
    what: What,
    object: Option<Register>,
    write: bool,
    line: u32,
    /// The register whose monitor is taken just before, without a yield, if the thread is at that instruction.
    through: Option<Register>,
    /// The routine and index.
    place: (usize, usize),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Data(u16),
    Field(u16),
    Flag(u16),
    Static(u16),
}

fn accesses(model: &Model, compiled: &Compiled) -> Vec<Access> {
    let mut result = Vec::new();
    for (number, routine) in model.routines.iter().enumerate() {
        let local = |it: Local| Some((number, it));
        for (index, instruction) in routine.code.iter().enumerate() {
            if instruction.access != super::model::Access::Plain {
                continue;
            }
            let (what, object, write) = match &instruction.operation {
                Operation::Insert(object, field, _) | Operation::Erase(object, field, _) => {
                    (What::Field(field.0), local(*object), true)
                }
                Operation::Pick(_, object, field) => (What::Field(field.0), local(*object), false),
                Operation::Touch(object, data, write) => {
                    (What::Data(data.0), object.and_then(local), *write)
                }
                Operation::Get(_, object, field) => (What::Field(field.0), local(*object), false),
                Operation::Put(object, field, _) => (What::Field(field.0), local(*object), true),
                Operation::GetFlag(_, object, flag) => (What::Flag(flag.0), local(*object), false),
                Operation::PutFlag(object, flag, _) => (What::Flag(flag.0), local(*object), true),
                Operation::GetStatic(_, field) => (What::Static(field.0), None, false),
                Operation::PutStatic(field, _) => (What::Static(field.0), None, true),
                _ => continue,
            };
            let line = instruction.line;
            let place = (number, index);
            for (index, through) in arrivals(routine, index) {
                let at = compiled.at[number][index];
                let through = through.and_then(local);
                result.push(Access {
                    at,
                    what,
                    object,
                    write,
                    line,
                    through,
                    place,
                });
            }
        }
    }
    result
}

/// Where a thread is that does the instruction at `index` next: there, or at the monitor before it, which it
/// takes without a yield.
fn arrivals(routine: &Routine, index: usize) -> Vec<(usize, Option<Local>)> {
    let mut result = vec![(index, None)];
    let before = index
        .checked_sub(1)
        .map(|it| (it, &routine.code[it].operation));
    if let Some((before, Operation::Acquire(monitor) | Operation::Reacquire(monitor))) = before {
        result.push((before, Some(*monitor)));
    }
    result
}

/// The thread can take the monitor of its register at once.
fn is_free(compiled: &Compiled, thread: Variable, register: Register) -> Formula {
    let held = Formula::binary(compiled.held[0], L, N);
    let taken = Formula::exists([N], Formula::and([held, Formula::differ(N, thread)]));
    let refers = compiled.refers(register.0, register.1, thread, L);
    let shared = compiled.shares.map(|it| {
        let is_in = Formula::and([Formula::binary(it, L, N), Formula::differ(N, thread)]);
        !Formula::exists([N], is_in)
    });
    let free = Formula::and([refers, !taken].into_iter().chain(shared));
    let waits = Formula::exists([N], Formula::binary(compiled.waiting, thread, N));
    Formula::and([Formula::exists([L], free), !waits])
}

/// In a view: the thread is marked, or the one that moves. Of others too little is known.
fn is_watched(compiled: &Compiled, thread: Variable) -> Option<Formula> {
    let views = compiled.views.as_ref()?;
    let marks = views.subjects.iter().chain([&compiled.running]);
    Some(Formula::or(marks.map(|it| Formula::unary(*it, thread))))
}

/// Read-write and write-write interference.
pub fn races(model: &Model, compiled: &Compiled) -> Vec<Property> {
    let accesses = accesses(model, compiled);
    let mut result = Vec::new();
    for (place, first) in accesses.iter().enumerate() {
        for second in &accesses[place..] {
            let through = [(T, first.through), (U, second.through)];
            let both_before = through.iter().all(|it| it.1.is_some());
            if first.what != second.what || !(first.write || second.write) || both_before {
                continue;
            }
            let mut parts = vec![
                Formula::unary(first.at, T),
                Formula::unary(second.at, U),
                Formula::differ(T, U),
            ];
            let mut variables = vec![T, U];
            if let (Some(a), Some(b)) = (first.object, second.object) {
                parts.extend([
                    compiled.refers(a.0, a.1, T, O),
                    compiled.refers(b.0, b.1, U, O),
                ]);
                variables.push(O);
            }
            for (thread, register) in through {
                parts.extend(register.map(|it| is_free(compiled, thread, it)));
            }
            parts.extend([T, U].into_iter().filter_map(|it| is_watched(compiled, it)));
            let kind = if first.write && second.write {
                Kind::WriteWrite
            } else {
                Kind::ReadWrite
            };
            let what = if kind == Kind::WriteWrite {
                "write-write"
            } else {
                "read-write"
            };
            let message = format!("{what} race of lines {} and {}", first.line, second.line);
            let mut property = Property::new(kind, message, &variables, parts);
            property.needs = vec![first.at, second.at];
            property.places = vec![first.place, second.place];
            result.push(property);
        }
    }
    result
}

/// `T` is at a monitor that `U` holds, or at something that `U` is in and that may have no room.
///
/// Who wants to enter something open waits behind who waits for its monitor, as that may be first.
pub(super) fn waits_for(model: &Model, compiled: &Compiled) -> Formula {
    let mut ways = Vec::new();
    for (number, routine) in model.routines.iter().enumerate() {
        for (index, instruction) in routine.code.iter().enumerate() {
            let (object, counts) = match instruction.operation {
                Operation::Acquire(object) | Operation::Reacquire(object) => (object, false),
                Operation::Share(object, room) => (object, room == Room::Counted),
                _ => continue,
            };
            let at = Formula::unary(compiled.at[number][index], T);
            let is_in = compiled.shares.map(|it| Formula::binary(it, L, U));
            let held = Formula::binary(compiled.held[0], L, U);
            let held = match (is_in, instruction.operation.clone(), counts) {
                (None, ..) => held,
                (Some(is_in), Operation::Share(..), true) => is_in,
                (Some(is_in), Operation::Share(..), false) => {
                    let behind = Formula::and([is_in, is_wanted(model, compiled)]);
                    Formula::or([held, behind])
                }
                (Some(is_in), ..) => Formula::or([held, is_in]),
            };
            let monitor = Formula::and([compiled.refers(number, object, T, L), held]);
            ways.push(Formula::and([at, Formula::exists([L], monitor)]));
        }
    }
    Formula::and([Formula::differ(T, U), Formula::or(ways)])
}

/// Some thread is at the monitor of `L`.
fn is_wanted(model: &Model, compiled: &Compiled) -> Formula {
    let mut ways = Vec::new();
    for (number, routine) in model.routines.iter().enumerate() {
        for (index, instruction) in routine.code.iter().enumerate() {
            if let Operation::Acquire(object) = instruction.operation {
                let at = Formula::unary(compiled.at[number][index], N);
                let wants = compiled.refers(number, object, N, L);
                ways.push(Formula::and([at, wants]));
            }
        }
    }
    Formula::exists([N], Formula::or(ways))
}

/// `T` is alive and can't move.
pub(super) fn is_stuck(model: &Model, compiled: &Compiled) -> Formula {
    let mut ways = vec![Formula::exists([U], waits_for(model, compiled))];
    if !model.spurious {
        ways.push(Formula::exists(
            [U],
            Formula::binary(compiled.waiting, T, U),
        ));
    }
    ways.push(Formula::exists([U], joins(model, compiled)));
    Formula::or(ways)
}

/// `T` joins `U`, which is alive.
pub(super) fn joins(model: &Model, compiled: &Compiled) -> Formula {
    let mut ways = Vec::new();
    for (number, routine) in model.routines.iter().enumerate() {
        for (index, instruction) in routine.code.iter().enumerate() {
            if let Operation::Join(thread) = instruction.operation {
                let at = Formula::unary(compiled.at[number][index], T);
                ways.push(Formula::and([at, compiled.refers(number, thread, T, U)]));
            }
        }
    }
    Formula::and([compiled.alive(U), Formula::or(ways)])
}

/// No thread that is alive can move.
pub fn total_deadlock(model: &Model, compiled: &Compiled) -> Property {
    let some = Formula::exists([T], compiled.alive(T));
    let stuck = compiled.alive(T).implies(is_stuck(model, compiled));
    let parts = vec![some, Formula::forall([T], stuck)];
    Property::new(
        Kind::TotalDeadlock,
        "total deadlock".to_string(),
        &[],
        parts,
    )
}

/// Threads wait for each other's monitors in a circle.
pub fn cyclic_wait(model: &Model, compiled: &Compiled) -> Property {
    let step = waits_for(model, compiled);
    let circle = Closure {
        left: T,
        right: U,
        step,
        from: V,
        to: V,
        reflexive: false,
    };
    let parts = vec![Formula::closure(circle)];
    Property::new(Kind::CyclicWait, "cyclic wait".to_string(), &[V], parts)
}

/// A thread is at a monitor that is less than one that it holds, and that another holds.
pub fn resource_order(model: &Model, compiled: &Compiled) -> Option<Property> {
    let less = compiled.less?;
    let mut ways = Vec::new();
    for (number, routine) in model.routines.iter().enumerate() {
        for (index, instruction) in routine.code.iter().enumerate() {
            let Operation::Acquire(object) = instruction.operation else {
                continue;
            };
            let at = Formula::unary(compiled.at[number][index], T);
            ways.push(Formula::and([at, compiled.refers(number, object, T, L)]));
        }
    }
    let mut parts = vec![
        Formula::or(ways),
        Formula::binary(compiled.held[0], M, T),
        Formula::differ(L, M),
        !Formula::binary(less, M, L),
    ];
    parts.extend(is_watched(compiled, T));
    let message = "a monitor is taken out of order".to_string();
    Some(Property::new(
        Kind::ResourceOrder,
        message,
        &[T, L, M],
        parts,
    ))
}

/// A thread waits for an object that is reached over `inner` fields only through one whose monitor it holds.
pub fn nested_monitor(compiled: &Compiled, inner: &[FieldId]) -> Property {
    let edge = |a, b| {
        let fields = inner.iter().map(|it| compiled.fields[usize::from(it.0)]);
        Formula::or(fields.map(|it| Formula::binary(it, a, b)))
    };
    let path = |from, to| {
        let step = edge(X, Y);
        Formula::closure(Closure {
            left: X,
            right: Y,
            step,
            from,
            to,
            reflexive: true,
        })
    };
    // M is inside L; whatever lies between has one way in.
    let between = Formula::and([Formula::differ(N, L), path(L, N), path(N, M)]);
    let two = Formula::and([edge(V, N), edge(O, N), Formula::differ(V, O)]);
    let one_way = Formula::forall([N], between.implies(!Formula::exists([V, O], two)));
    let mut all = vec![
        Formula::binary(compiled.waiting, T, M),
        Formula::binary(compiled.held[0], L, T),
        Formula::differ(L, M),
        path(L, M),
        one_way,
    ];
    all.extend(is_watched(compiled, T));
    let message = "a thread waits inside a monitor that it holds".to_string();
    Property::new(Kind::NestedMonitor, message, &[T, L, M], all)
}

/// Two threads are at places of a region.
pub fn mutual_exclusion(model: &Model, compiled: &Compiled, region: &[(usize, usize)]) -> Property {
    let inside = |thread, before: bool| {
        let mut ways = Vec::new();
        for (routine, index) in region {
            for (place, through) in arrivals(&model.routines[*routine], *index) {
                let at = Formula::unary(compiled.at[*routine][place], thread);
                match through {
                    None => ways.push(at),
                    Some(monitor) if before => {
                        let register = (*routine, monitor);
                        ways.push(Formula::and([at, is_free(compiled, thread, register)]));
                    }
                    Some(_) => {}
                }
            }
        }
        Formula::or(ways)
    };
    let mut two = vec![inside(T, false), inside(U, true), Formula::differ(T, U)];
    two.extend([T, U].into_iter().filter_map(|it| is_watched(compiled, it)));
    let message = "two threads are in the region".to_string();
    Property::new(Kind::MutualExclusion, message, &[T, U], two)
}

/// Does the model compare identity numbers?
pub fn compares_identities(model: &Model) -> bool {
    let code = model.routines.iter().flat_map(|it| &it.code);
    code.into_iter()
        .any(|it| matches!(it.operation, Operation::Branch(Condition::Less(..), _)))
}
