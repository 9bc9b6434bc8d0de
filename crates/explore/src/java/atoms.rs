//! What the atoms of formulas mean in a state of a Java program.
//!
//! In: atoms as they were read, and a program. Out: [`Atoms`], which says of the machine's current state
//! which of them are true.
//!
//! A path that leads through `null`, or to an element that an array does not have, makes its comparison
//! false, whatever is compared. A field of a class that is not initialised yet is 0. Every write to
//! what an atom reads is a step ([`Atoms::observed`]), those of initialisers and of `main` before the first
//! thread too; `machine::Observed` says which value a field begins with. Which threads answer to a name is asked while they live, and kept for those that have ended
//! ([`Atoms::answering`]): a state forgets who they were. In the same way it is kept who was started in a
//! line: that is seen when it happens ([`Atoms::started`]).
//!
//! `all(Account a: …)` and `some(…)` speak of the objects that can be reached through fields and elements
//! from static fields of the program's classes and from threads that have not ended
//! (`atoms/instances.rs`). What only local variables refer to is not meant: nobody else can tell.

mod instances;
mod paths;

use std::cell::Cell;
use std::collections::BTreeSet;

use machine::thread::Status;
use machine::{Machine, Observed, Operation, Ref};
use program::{ClassId, MethodId, Program};
use property::{Atom, Comparison, Ltl, Quantifier, ThreadName, ThreadState, Threads};

use self::instances::{Condition, Roots};
use self::paths::{Begin, Compared, Value, Walk, compare, compared, walk};

use crate::java::location::{self, Places, class_of};
use crate::java::watch::Seen;
use crate::temporal::ThreadMask;

/// The atoms of some formulas.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    all: Vec<Meaning>,
    /// Who threads are asked to be.
    names: Vec<Who>,
    /// Where they are asked to be.
    places: Vec<Places>,
    /// Where objects of classes are looked for, if somebody asks for them.
    roots: Option<Roots>,
}

/// What an atom means.
#[derive(Clone, Debug)]
enum Meaning {
    Compare(Walk, Comparison, Compared),
    Thread(ThreadState, Group),
    At(Option<Group>, usize),
    Holds(Group, Walk),
    /// With whether there was an object of the class in any state.
    Instances(Quantifier, ClassId, Condition, Cell<bool>),
    /// Whether the thread of this number answers to the name of that number.
    Answers(usize, usize),
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
    /// The line that it was started in.
    StartedAt(Places),
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

    /// What a machine must not pass by without a step.
    pub fn observed(&self, program: &Program) -> Observed {
        let mut observed = Observed::default();
        let statics = &mut observed.statics;
        for atom in &self.all {
            match atom {
                Meaning::Compare(left, _, right) => {
                    left.statics(statics);
                    right.statics(statics);
                }
                Meaning::Holds(_, lock) => lock.statics(statics),
                Meaning::Instances(_, _, condition, _) => condition.statics(statics),
                Meaning::Thread(..) | Meaning::At(..) | Meaning::Answers(..) => {}
            }
        }
        if let Some(roots) = &self.roots {
            statics.extend(roots.fields(program));
            observed.threads = true;
        }
        let methods = self.places.iter().flat_map(|it| it.keys());
        observed.methods = methods.copied().collect();
        observed
    }

    /// The same for who only asks whether any of that changes before the first state
    /// ([`Machine::began_early`]).
    pub fn followed(&self, program: &Program) -> Observed {
        Observed {
            methods: BTreeSet::new(),
            followed: self.places.clone(),
            ..self.observed(program)
        }
    }

    /// Whether some atom looks at more than how threads stand.
    pub(super) fn read_data(&self) -> bool {
        let is_data = |it: &Meaning| {
            matches!(
                it,
                Meaning::Compare(..) | Meaning::Holds(..) | Meaning::Instances(..)
            )
        };
        self.all.iter().any(is_data)
    }

    /// Whether some atom asks for the end of threads.
    pub fn asks_for_ends(&self) -> bool {
        let ends = |it: &Meaning| matches!(it, Meaning::Thread(ThreadState::Terminated, _));
        self.all.iter().any(ends)
    }

    /// Asks of each thread whether it is one of these; gives the number of the first of as many atoms as
    /// threads can be told apart.
    pub fn add_members(&mut self, threads: &Threads, program: &Program) -> Result<usize, String> {
        let group = self.group(threads, program)?;
        let first = self.all.len();
        let each = 0..ThreadMask::THREADS;
        self.all
            .extend(each.map(|it| Meaning::Answers(it, group.name)));
        Ok(first)
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
            Atom::Instances {
                quantifier,
                class,
                condition,
            } => {
                let found = class_named(class, program);
                let found = found.ok_or_else(|| {
                    format!("`{atom}`: there is no class {class}, or several: write Outer.{class}")
                })?;
                let condition = Condition::of(condition, found, program)?;
                self.roots.get_or_insert_with(|| Roots::of(program));
                Meaning::Instances(*quantifier, found, condition, Cell::new(false))
            }
            Atom::Proposition(name) => proposition(name, program)?,
        })
    }

    fn group(&mut self, threads: &Threads, program: &Program) -> Result<Group, String> {
        let class = |name: &str| class_named(name, program);
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
            ThreadName::Line(line) => {
                let line = format!("{}:{}", line.file, line.line);
                Who::StartedAt(location::find(&line, program)?)
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

    /// Classes of which there was no object in any state, in words.
    pub(super) fn unmet(&self, program: &Program) -> Vec<String> {
        let unmet = self.all.iter().filter_map(|it| match it {
            Meaning::Instances(_, class, _, met) if !met.get() => Some(*class),
            _ => None,
        });
        let told = unmet.map(|class| {
            let class = program.class(class).name.replace(['/', '$'], ".");
            format!("no field ever leads to an object of class {class}")
        });
        told.collect()
    }

    /// What formulas say for the threads that they ask for by each name.
    pub(super) fn told_names(&self, program: &Program) -> Vec<String> {
        let told = self.names.iter().map(|it| match it {
            Who::Name(name) => format!("no thread is ever called `{name}`"),
            Who::Class(class) => {
                let class = program.class(*class).name.replace(['/', '$'], ".");
                format!("no thread is ever of class {class}, or runs one")
            }
            Who::StartedAt(_) => "no thread is started in a line that is named for it".to_owned(),
        });
        told.collect()
    }

    /// Whether threads are asked for by the line that starts them.
    pub(super) fn asks_for_starts(&self) -> bool {
        let mut names = self.names.iter();
        names.any(|it| matches!(it, Who::StartedAt(_)))
    }

    /// For each name, whether a thread that is started from these calls answers to it: it does if one of
    /// them is in the line.
    pub(super) fn started(&self, calls: &[(MethodId, u32)]) -> Vec<bool> {
        let is_in = |places: &Places| {
            let mut calls = calls.iter();
            calls.any(|(method, pc)| places.get(method).is_some_and(|it| it.contains(pc)))
        };
        let names = self.names.iter();
        names
            .map(|it| matches!(it, Who::StartedAt(places) if is_in(places)))
            .collect()
    }

    /// For each name, which of the threads that live answer to it, by what was known before.
    pub(super) fn answering(&self, machine: &mut Machine<'_>, before: &[u64]) -> Vec<u64> {
        let mut masks = vec![0; self.names.len()];
        for thread in 0..machine.threads().len().min(ThreadMask::THREADS) {
            let object = machine.threads()[thread].object;
            if object.is_null() || machine.threads()[thread].has_ended() {
                continue;
            }
            let names = self.names.iter().zip(before);
            for (mask, (who, before)) in masks.iter_mut().zip(names) {
                let answers = match who {
                    Who::StartedAt(_) => before >> thread & 1 == 1,
                    Who::Name(name) => machine.thread_name(thread) == *name,
                    Who::Class(class) => runs(machine, object, *class),
                };
                *mask |= u64::from(answers) << thread;
            }
        }
        masks
    }

    /// What the values depend on, if that is nothing but data of the program's own objects.
    pub(super) fn seen(&self, program: &Program) -> Option<Seen> {
        let mut seen = Seen::default();
        for atom in &self.all {
            let Meaning::Compare(left, _, right) = atom else {
                return None;
            };
            left.see(program, &mut seen)?;
            right.see(program, &mut seen)?;
        }
        Some(seen)
    }

    /// The values of atoms that look at nothing but data.
    pub(super) fn values_of_data(&self, machine: &mut Machine<'_>, out: &mut Vec<bool>) {
        let nobody = ThreadsNow {
            enabled: ThreadMask::default(),
            stuck: ThreadMask::default(),
            ended: ThreadMask::default(),
            answering: &[],
        };
        self.values(machine, &nobody, &|_, _| false, out);
    }

    /// The values of the atoms in the machine's state.
    pub(super) fn values(
        &self,
        machine: &mut Machine<'_>,
        threads: &ThreadsNow<'_>,
        at: &dyn Fn(usize, usize) -> bool,
        out: &mut Vec<bool>,
    ) {
        let objects = self.roots.as_ref().map(|it| it.objects(machine));
        let objects = objects.unwrap_or_default();
        for atom in &self.all {
            let value = match atom {
                Meaning::Compare(left, comparison, right) => {
                    compare(machine, None, (left, *comparison, right))
                }
                Meaning::Instances(quantifier, class, condition, met) => {
                    let program = machine.program();
                    let mut meant = objects.iter().filter(|it| program.is_subtype(it.1, *class));
                    met.set(met.get() || meant.clone().next().is_some());
                    match quantifier {
                        Quantifier::All => meant.all(|it| condition.holds(machine, it.0)),
                        Quantifier::Some => meant.any(|it| condition.holds(machine, it.0)),
                    }
                }
                Meaning::Answers(thread, name) => threads.answering[*name] >> thread & 1 == 1,
                Meaning::Thread(state, group) => {
                    group.ask(threads, |thread| is_so(machine, *state, thread, threads))
                }
                Meaning::At(None, place) => {
                    (0..machine.threads().len()).any(|thread| at(thread, *place))
                }
                Meaning::At(Some(group), place) => group.ask(threads, |thread| at(thread, *place)),
                Meaning::Holds(group, lock) => match lock.value(machine, None) {
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

/// The class of this name, as Java writes it.
fn class_named(name: &str, program: &Program) -> Option<ClassId> {
    let parts: Vec<&str> = name.split('.').chain(["class"]).collect();
    let found = class_of(&parts, program);
    found.filter(|it| it.1.len() == 1).map(|it| it.0)
}

/// What a proposition that the program declares means: the static field of that name that carries an
/// annotation `Proposition`.
fn proposition(name: &str, program: &Program) -> Result<Meaning, String> {
    let mut declared = Vec::new();
    for class in program.class_path().classes() {
        let Ok(class) = program.load(&class) else {
            continue;
        };
        let fields = location::propositions(class, program);
        let fields = fields.into_iter().map(|it| program.field(it));
        declared.extend(fields.filter(|it| &*it.name == name));
    }
    let field = match declared[..] {
        [] => {
            return Err(format!(
                "`{name}` is unknown; fields are written Class.{name}, and a proposition is a static \
                 field with the annotation @Proposition"
            ));
        }
        [only] => only,
        [..] => {
            return Err(format!(
                "`{name}`: several classes declare that; one of them is written Class.{name}"
            ));
        }
    };
    let walk = Walk {
        begin: Begin::Static(field.class, field.id),
        steps: Vec::new(),
    };
    let nothing = Compared::Number(0);
    Ok(Meaning::Compare(walk, Comparison::NotEqual, nothing))
}
