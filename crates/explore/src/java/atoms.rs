//! What the atoms of formulas mean in a state of a Java program.
//!
//! In: atoms as they were read, and a program. Out: [`Atoms`], which says of the machine's current state
//! which of them are true.
//!
//! A path that leads through `null`, or to an element that an array does not have, makes its comparison
//! false, whatever is compared. A field of a class that is not initialised yet is 0. Which threads
//! answer to a name is asked while they live, and kept for those that have ended
//! ([`Atoms::answering`]): a state forgets who they were.

use machine::thread::Status;
use machine::value::{to_double, to_float};
use machine::{Machine, Operation, Place as At, Ref};
use program::{ClassId, FieldId, Kind, Program};
use property::{
    Atom, Base, Comparison, Ltl, Operand, Path, PathStep, Quantifier, ThreadName, ThreadState,
    Threads,
};

use crate::java::describe::{kind_at, word_at};
use crate::java::location::{self, Places, class_of};
use crate::temporal::ThreadMask;

/// The atoms of some formulas.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    all: Vec<Meaning>,
    /// Who threads are asked to be.
    names: Vec<Who>,
    /// Where they are asked to be.
    places: Vec<Places>,
}

/// What an atom means.
#[derive(Clone, Debug)]
enum Meaning {
    Compare(Walk, Comparison, Compared),
    Thread(ThreadState, Group),
    At(Option<Group>, usize),
    Holds(Group, Walk),
}

/// Some or all threads that answer to the name of this number.
#[derive(Clone, Copy, Debug)]
struct Group {
    quantifier: Quantifier,
    name: usize,
}

/// What a thread answers to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    Name(String),
    /// The class of its `Thread`, or of what it runs.
    Class(ClassId),
}

/// A path: a static field, and what comes after it.
#[derive(Clone, Debug)]
struct Walk {
    class: ClassId,
    field: FieldId,
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
enum Step {
    Name(String),
    Element(Compared),
}

/// What is on the right.
#[derive(Clone, Debug)]
enum Compared {
    Number(i64),
    Walk(Walk),
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Whole(i64),
    Real(f64),
    Object(Ref),
}

/// What is known of the threads of a state.
pub(super) struct ThreadsNow<'a> {
    /// Who could move.
    pub(super) enabled: ThreadMask,
    /// Who can't.
    pub(super) stuck: ThreadMask,
    pub(super) ended: ThreadMask,
    /// For each name, who answers to it.
    pub(super) answering: &'a [u64],
}

impl Atoms {
    /// Adds the atoms of a formula; gives the number of each.
    pub fn add(&mut self, ltl: &Ltl, program: &Program) -> Result<Vec<usize>, String> {
        let mut numbers = Vec::new();
        for atom in &ltl.atoms {
            let meaning = self.meaning(atom, program)?;
            self.all.push(meaning);
            numbers.push(self.all.len() - 1);
        }
        Ok(numbers)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether some atom asks for the end of threads.
    pub fn asks_for_ends(&self) -> bool {
        let ends = |it: &Meaning| matches!(it, Meaning::Thread(ThreadState::Terminated, _));
        self.all.iter().any(ends)
    }

    pub(super) fn places(&self) -> &[Places] {
        &self.places
    }

    pub(super) fn names(&self) -> usize {
        self.names.len()
    }

    fn meaning(&mut self, atom: &Atom, program: &Program) -> Result<Meaning, String> {
        Ok(match atom {
            Atom::Compare(compare) => {
                let left = walk(&compare.left, program)?;
                Meaning::Compare(left, compare.comparison, compared(&compare.right, program)?)
            }
            Atom::Thread { state, threads } => {
                Meaning::Thread(*state, self.group(threads, program)?)
            }
            Atom::At { threads, place } => {
                let group = threads.as_ref().map(|it| self.group(it, program));
                self.places
                    .push(location::find(&place.to_string(), program)?);
                Meaning::At(group.transpose()?, self.places.len() - 1)
            }
            Atom::Holds { threads, lock } => {
                Meaning::Holds(self.group(threads, program)?, walk(lock, program)?)
            }
            Atom::Instances { .. } => {
                return Err(format!("`{atom}`: heddle check knows no instances yet"));
            }
            Atom::Proposition(name) => {
                return Err(format!(
                    "`{name}` is unknown; fields are written Class.{name}"
                ));
            }
        })
    }

    fn group(&mut self, threads: &Threads, program: &Program) -> Result<Group, String> {
        let class = |name: &str| {
            let parts: Vec<&str> = name.split('.').chain(["class"]).collect();
            let found = class_of(&parts, program);
            found.filter(|it| it.1.len() == 1).map(|it| it.0)
        };
        let who = match &threads.name {
            ThreadName::Word(word) => match class(word) {
                Some(class) => Who::Class(class),
                None => Who::Name(word.clone()),
            },
            ThreadName::Name(name) => Who::Name(name.clone()),
            ThreadName::Class(name) => {
                let class = class(name);
                Who::Class(class.ok_or_else(|| format!("`{threads}`: there is no class {name}"))?)
            }
            ThreadName::Line(_) => {
                return Err(format!(
                    "`{threads}`: threads are known by name or class; the line that starts them is not kept"
                ));
            }
        };
        let known = self.names.iter().position(|it| *it == who);
        let name = known.unwrap_or_else(|| {
            self.names.push(who);
            self.names.len() - 1
        });
        Ok(Group {
            quantifier: threads.quantifier,
            name,
        })
    }

    /// For each name, which of the threads that live answer to it.
    pub(super) fn answering(&self, machine: &mut Machine<'_>) -> Vec<u64> {
        let mut masks = vec![0; self.names.len()];
        for thread in 0..machine.threads().len().min(ThreadMask::THREADS) {
            let object = machine.threads()[thread].object;
            if object.is_null() || machine.threads()[thread].has_ended() {
                continue;
            }
            for (mask, who) in masks.iter_mut().zip(&self.names) {
                let answers = match who {
                    Who::Name(name) => machine.thread_name(thread) == *name,
                    Who::Class(class) => runs(machine, object, *class),
                };
                *mask |= u64::from(answers) << thread;
            }
        }
        masks
    }

    /// The values of the atoms in the machine's state.
    pub(super) fn values(
        &self,
        machine: &mut Machine<'_>,
        threads: &ThreadsNow<'_>,
        at: &dyn Fn(usize, usize) -> bool,
        out: &mut Vec<bool>,
    ) {
        for atom in &self.all {
            let value = match atom {
                Meaning::Compare(left, comparison, right) => {
                    let left = left.value(machine);
                    let right = right.value(machine);
                    matches!((left, right), (Some(left), Some(right)) if holds(left, *comparison, right))
                }
                Meaning::Thread(state, group) => {
                    group.ask(threads, |thread| is_so(machine, *state, thread, threads))
                }
                Meaning::At(None, place) => {
                    (0..machine.threads().len()).any(|thread| at(thread, *place))
                }
                Meaning::At(Some(group), place) => group.ask(threads, |thread| at(thread, *place)),
                Meaning::Holds(group, lock) => match lock.value(machine) {
                    Some(Value::Object(lock)) if !lock.is_null() => {
                        let owner = owner(machine, lock);
                        group.ask(threads, |thread| owner == Some(thread))
                    }
                    _ => false,
                },
            };
            out.push(value);
        }
    }
}

impl Group {
    fn ask(self, threads: &ThreadsNow<'_>, mut is_so: impl FnMut(usize) -> bool) -> bool {
        let mut meant = ThreadMask(threads.answering[self.name]).threads();
        match self.quantifier {
            Quantifier::All => meant.all(&mut is_so),
            Quantifier::Some => meant.any(&mut is_so),
        }
    }
}

fn is_so(
    machine: &mut Machine<'_>,
    state: ThreadState,
    thread: usize,
    threads: &ThreadsNow<'_>,
) -> bool {
    match state {
        ThreadState::Terminated => threads.ended.contains(thread),
        ThreadState::Enabled => threads.enabled.contains(thread),
        ThreadState::Blocked => threads.stuck.contains(thread),
        ThreadState::Waiting => {
            !threads.ended.contains(thread)
                && match machine.threads()[thread].status {
                    Status::Waiting(_) => {
                        matches!(machine.operation(thread), Some(Operation::Waiting(_)))
                    }
                    _ => {
                        threads.stuck.contains(thread)
                            && machine.operation(thread) == Some(Operation::Park)
                    }
                }
        }
    }
}

/// Whether a thread is of a class, or runs something that is.
fn runs(machine: &mut Machine<'_>, object: Ref, class: ClassId) -> bool {
    let program = machine.program();
    if program.is_subtype(machine.object_of(object).class, class) {
        return true;
    }
    let reference = |machine: &mut Machine<'_>, object: Ref, name: &str| {
        let owner = machine.object_of(object).class;
        let field = program.resolve_field(owner, name).ok()?;
        let slot = usize::from(program.field(field).slot);
        let found = Ref::from_word(machine.object_of(object).data[slot]);
        (!found.is_null()).then_some(found)
    };
    // JDKs with virtual threads keep it one step further.
    let task = reference(machine, object, "target").or_else(|| {
        let holder = reference(machine, object, "holder")?;
        reference(machine, holder, "task")
    });
    task.is_some_and(|it| program.is_subtype(machine.object_of(it).class, class))
}

/// The thread that has a monitor, or a lock of the library.
fn owner(machine: &mut Machine<'_>, lock: Ref) -> Option<usize> {
    let program = machine.program();
    let class = machine.object_of(lock).class;
    let field = program.resolve_field(class, "sync").ok();
    let sync = field.filter(|it| {
        let field = program.field(*it);
        program.class(field.class).is_library && !field.is_static
    });
    let Some(sync) = sync else {
        return machine.monitor(lock).owner();
    };
    let slot = usize::from(program.field(sync).slot);
    let sync = Ref::from_word(machine.object_of(lock).data[slot]);
    if sync.is_null() {
        return None;
    }
    let class = machine.object_of(sync).class;
    let owner = program.resolve_field(class, "exclusiveOwnerThread").ok()?;
    let slot = usize::from(program.field(owner).slot);
    let owner = Ref::from_word(machine.object_of(sync).data[slot]);
    let mut threads = machine.threads().iter();
    threads.position(|it| !owner.is_null() && it.object == owner && !it.has_ended())
}

fn holds(left: Value, comparison: Comparison, right: Value) -> bool {
    let as_real = |it: Value| match it {
        Value::Whole(number) => number as f64,
        Value::Real(number) => number,
        Value::Object(object) => f64::from(object.0),
    };
    match (left, right) {
        (Value::Whole(left), Value::Whole(right)) => comparison.compare(left, right),
        (Value::Object(left), Value::Object(right)) => {
            comparison.compare(i64::from(left.0), i64::from(right.0))
        }
        // `null` is read as 0.
        (Value::Object(left), Value::Whole(right)) => {
            comparison.compare(i64::from(left.0 != 0), right)
        }
        (left, right) => {
            let (left, right) = (as_real(left), as_real(right));
            match comparison {
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::Less => left < right,
                Comparison::LessOrEqual => left <= right,
                Comparison::Greater => left > right,
                Comparison::GreaterOrEqual => left >= right,
            }
        }
    }
}

fn walk(path: &Path, program: &Program) -> Result<Walk, String> {
    if path.base != Base::Class {
        return Err(format!("`{path}`: heddle check knows no instances yet"));
    }
    let names: Vec<&str> = path
        .steps
        .iter()
        .map_while(|it| match it {
            PathStep::Name(name) => Some(name.as_str()),
            PathStep::Element(_) => None,
        })
        .collect();
    let (class, rest) = class_of(&names, program)
        .ok_or_else(|| format!("`{path}`: there is no such class in the program"))?;
    let first = rest
        .first()
        .ok_or_else(|| format!("`{path}` names no field"))?;
    let field = program
        .resolve_field(class, first)
        .map_err(|_| format!("`{path}`: there is no field {first}"))?;
    if !program.field(field).is_static {
        return Err(format!("`{path}`: {first} is not static"));
    }
    let used = names.len() - rest.len() + 1;
    let mut steps = Vec::new();
    for step in &path.steps[used..] {
        steps.push(match step {
            PathStep::Name(name) => Step::Name(name.clone()),
            PathStep::Element(index) => Step::Element(compared(index, program)?),
        });
    }
    if steps.is_empty() || program.field(field).kind == Kind::Reference {
        return Ok(Walk {
            class: program.field(field).class,
            field,
            steps,
        });
    }
    Err(format!("`{path}`: {first} is no object"))
}

fn compared(operand: &Operand, program: &Program) -> Result<Compared, String> {
    Ok(match operand {
        Operand::Path(path) => Compared::Walk(walk(path, program)?),
        constant => Compared::Number(constant.number().unwrap_or(0)),
    })
}

impl Compared {
    fn value(&self, machine: &mut Machine<'_>) -> Option<Value> {
        match self {
            Compared::Number(number) => Some(Value::Whole(*number)),
            Compared::Walk(walk) => walk.value(machine),
        }
    }
}

impl Walk {
    /// What it leads to; `None` if it does not get there.
    fn value(&self, machine: &mut Machine<'_>) -> Option<Value> {
        let program = machine.program();
        let field = program.field(self.field);
        let word = machine.static_words(self.class)[usize::from(field.slot)];
        let mut value = value_of(field.kind, word);
        for step in &self.steps {
            let Value::Object(object) = value else {
                return None;
            };
            if object.is_null() {
                return None;
            }
            let class = machine.object_of(object).class;
            let slot = match step {
                Step::Name(name) => match program.resolve_field(class, name) {
                    Ok(field) => u32::from(program.field(field).slot),
                    Err(_) if name == "length" => {
                        value = Value::Whole(i64::from(machine.object_of(object).length));
                        continue;
                    }
                    Err(_) => return None,
                },
                Step::Element(index) => {
                    let Some(Value::Whole(index)) = index.value(machine) else {
                        return None;
                    };
                    let length = machine.object_of(object).length;
                    u32::try_from(index).ok().filter(|it| *it < length)?
                }
            };
            let place = At { object, slot };
            value = value_of(kind_at(machine, place), word_at(machine, place));
        }
        Some(value)
    }
}

fn value_of(kind: Kind, word: u64) -> Value {
    match kind {
        Kind::Long => Value::Whole(word as i64),
        Kind::Float => Value::Real(f64::from(to_float(word))),
        Kind::Double => Value::Real(to_double(word)),
        Kind::Reference => Value::Object(Ref::from_word(word)),
        _ => Value::Whole(i64::from(word as i32)),
    }
}
