//! What a program with threads is to the logic.
//!
//! In: classes, fields, routines and an initial configuration, from a front end or a test. Out: a [`Model`].
//!
//! The design follows register code of the kind Java bytecode is lowered to. A [`Routine`] is what a thread
//! runs, with all calls inlined: a list of [`Instruction`]s that fall through to the next one, with jumps to
//! indices. Locals are registers of one routine, either references or booleans; other numbers are a free
//! choice ([`Condition::Free`]). An object has one class; its reference fields are partial functions, its
//! boolean fields are properties. `wait` is two instructions, as in the machine: one that gives the monitor
//! up and joins the waiting, one that takes it again. Each instruction has the source line that a trace will
//! name.
//!
//! Before some instructions a thread *yields*: other threads can be scheduled there. Elsewhere it runs on. By
//! Lipton's reduction (CACM 1975) this leaves out no end, no deadlock and no meeting of two accesses: what is
//! local commutes with all that others do; `Release` can be moved to the left, as it is always possible and
//! only enables others; a successful `Acquire` can be moved to the right, up to the next instruction, if that
//! one can't block. Configurations in the middle of such a run are real ones, and properties are checked in
//! them too. A thread that can't run on because of an error yields there; one in a loop without any yield
//! yields in each round, so that others see what it did before.

/// A class of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassId(pub u16);

/// A reference field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldId(pub u16);

/// A boolean field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FlagId(pub u16);

/// A static reference field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StaticId(pub u16);

/// Data that is accessed and not kept: numbers, elements of arrays of numbers, insides of collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DataId(pub u16);

/// What threads run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RoutineId(pub u16);

/// A register of references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Local(pub u16);

/// A register of booleans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Truth(pub u16);

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// What its objects run if they are threads; local 0 of that is the thread itself.
    pub routine: Option<RoutineId>,
}

/// What threads of one kind run.
#[derive(Clone, Debug)]
pub struct Routine {
    /// Its name.
    pub name: String,
    /// Names of reference registers.
    pub locals: Vec<String>,
    /// Names of boolean registers.
    pub truths: Vec<String>,
    /// The code. A thread that runs off the end has ended.
    pub code: Vec<Instruction>,
}

/// An operation and where it is in the source.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What happens.
    pub operation: Operation,
    /// The source line, or 0.
    pub line: u32,
    /// How other threads can meet it, if it accesses memory.
    pub access: Access,
}

impl Instruction {
    /// An operation at a line; if it accesses memory, in the plain way.
    pub fn new(operation: Operation, line: u32) -> Instruction {
        Instruction {
            operation,
            line,
            access: Access::Plain,
        }
    }

    /// Can other threads be scheduled before it?
    pub fn yields(&self) -> bool {
        let is_silent = matches!(self.access, Access::Private | Access::Joined);
        self.operation.yields() && !(is_silent && self.operation.accesses())
    }
}

/// How an access to memory meets those of other threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// Two at once, one of them a write, are a race.
    #[default]
    Plain,
    /// Volatile or atomic: others come before or after it.
    Ordered,
    /// Known to meet no conflicting access: nobody can tell when it happens.
    Private,
    /// In one step with the ordered access before it: nobody is scheduled in between.
    Joined,
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `target = source`
    Move(Local, Local),
    /// `target = null`
    Null(Local),
    /// `target = new class`
    New(Local, ClassId),
    /// `target = object.field`
    Get(Local, Local, FieldId),
    /// `object.field = source`, or null
    Put(Local, FieldId, Option<Local>),
    /// `target = static`
    GetStatic(Local, StaticId),
    /// `static = source`, or null
    PutStatic(StaticId, Option<Local>),
    /// `target = object.flag`
    GetFlag(Truth, Local, FlagId),
    /// `object.flag = value`
    PutFlag(Local, FlagId, bool),
    /// `target = value`
    Set(Truth, bool),
    /// Adds to a field of many values, as an array or a collection has one.
    Insert(Local, FieldId, Local),
    /// `target =` any value of a field of many values; it has to have one.
    Pick(Local, Local, FieldId),
    /// Removes from a field of many values.
    Erase(Local, FieldId, Local),
    /// Reads or writes data that is not kept, of an object or of a class.
    Touch(Option<Local>, DataId, bool),
    /// Goes to the index if the condition holds.
    Branch(Condition, usize),
    /// Goes to the index.
    Jump(usize),
    /// Enters a monitor.
    Acquire(Local),
    /// Enters a monitor if it is free, or goes to the index.
    TryAcquire(Local, usize),
    /// Leaves a monitor.
    Release(Local),
    /// Enters what several threads can be in at once; nobody can be in its monitor then. Whether there is room
    /// for another one, if that is counted, is not known.
    Share(Local, Room),
    /// Leaves it.
    Unshare(Local),
    /// Gives a monitor up and waits for it; [`Operation::Reacquire`] has to follow.
    Wait(Local),
    /// Takes the monitor again after a notification.
    Reacquire(Local),
    /// Wakes one that waits, if any.
    Notify(Local),
    /// Wakes all that wait.
    NotifyAll(Local),
    /// Gives a monitor up and waits for another object; [`Operation::Reacquire`] of the monitor has to follow.
    Await(Local, Local),
    /// Wakes one that waits for the object, or all, while the monitor of another is held.
    Signal(Local, Local, bool),
    /// Starts a thread.
    Start(Local),
    /// Waits for the end of a thread.
    Join(Local),
    /// A place of interest that other threads can be at as well.
    Mark,
    /// Something that has to be true.
    Assert(Condition),
    /// Something is wrong here, whatever follows; the number is the front end's.
    Fail(u32),
    /// What can't be told; the number is the front end's.
    Unsupported(u32),
    /// Ends the thread.
    End,
}

/// How many threads can share something at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Any number; only who has the monitor, or waits for it, keeps others out.
    Open,
    /// Some number that is at least 1.
    Counted,
}

/// What a branch asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Is it null?
    IsNull(Local),
    /// Is it not null?
    NotNull(Local),
    /// Are they the same object, or both null?
    Same(Local, Local),
    /// Is the first one's identity number less than the second one's?
    Less(Local, Local),
    /// Is it an object of the class?
    Of(Local, ClassId),
    /// Is the last one among the values of the first one's field of many?
    In(Local, FieldId, Local),
    /// Does the thread share it?
    Shares(Local),
    /// Has the thread its monitor?
    Holds(Local),
    /// Has the thread any monitor, or does it share anything?
    HoldsAny,
    /// The same, but for this monitor.
    HoldsOther(Local),
    /// Is it true?
    Is(Truth),
    /// Is it false?
    Not(Truth),
    /// Nobody knows.
    Free,
}

/// An individual of an initial configuration.
#[derive(Clone, Debug)]
pub struct Individual {
    /// Its class.
    pub class: ClassId,
    /// Whether it stands for one or more.
    pub many: bool,
    /// Where it runs, if it is a thread that was started.
    pub at: Option<(RoutineId, usize)>,
    /// A name that tells it from others of its class, such as where it was allocated.
    pub name: Option<String>,
}

/// A fact of an initial configuration; individuals by their numbers.
#[derive(Clone, Debug)]
pub enum Fact {
    /// A thread's local.
    Local(RoutineId, Local, usize, usize),
    /// A reference field.
    Field(FieldId, usize, usize),
    /// A static.
    Static(StaticId, usize),
    /// A boolean field that is true.
    Flag(FlagId, usize),
    /// A reference field that may be so, of summaries.
    MayField(FieldId, usize, usize),
    /// A local that may be so, of summaries.
    MayLocal(RoutineId, Local, usize, usize),
    /// A predicate by its name, sharper than its definition's value; 1 if true.
    Known(String, Vec<usize>, bool),
}

/// An initial configuration.
#[derive(Clone, Debug, Default)]
pub struct Initial {
    /// Threads and objects.
    pub individuals: Vec<Individual>,
    /// What is true of them.
    pub facts: Vec<Fact>,
}

/// Which derived predicates configurations have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instrumentation {
    /// Whether a thread's local, or an object's field, is not null.
    pub presence: bool,
    /// Whether some thread's local refers to an object.
    pub by_locals: bool,
    /// Whether some object's field refers to an object.
    pub by_fields: bool,
    /// Fields of which that is not asked.
    pub not_by: Vec<FieldId>,
    /// Whether two objects' fields refer to one object.
    pub sharing: bool,
    /// Fields of which that is not asked.
    pub not_shared: Vec<FieldId>,
    /// Registers of which it is asked whether those of two threads refer to one object.
    pub shared_locals: Vec<(RoutineId, Local)>,
    /// Of registers whose monitors are taken: whether the thread holds that monitor, and which are the same
    /// object.
    pub monitors: bool,
    /// Fields along which paths are followed: from each object, and from what other fields and statics refer
    /// to.
    pub paths: Vec<FieldId>,
    /// Fields along which there may be paths of objects of one class.
    pub recursive: Vec<FieldId>,
}

impl Default for Instrumentation {
    fn default() -> Instrumentation {
        Instrumentation {
            presence: true,
            by_locals: true,
            by_fields: true,
            not_by: Vec::new(),
            sharing: false,
            not_shared: Vec::new(),
            shared_locals: Vec::new(),
            monitors: true,
            paths: Vec::new(),
            recursive: Vec::new(),
        }
    }
}

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Classes of objects.
    pub classes: Vec<Class>,
    /// Names of reference fields.
    pub fields: Vec<String>,
    /// Names of boolean fields.
    pub flags: Vec<String>,
    /// Fields that have many values at once.
    pub relations: Vec<FieldId>,
    /// Names of data that is accessed and not kept.
    pub data: Vec<String>,
    /// Names of static reference fields.
    pub statics: Vec<String>,
    /// What threads run.
    pub routines: Vec<Routine>,
    /// How it begins.
    pub initial: Vec<Initial>,
    /// How often one thread can enter one monitor at once; beyond that the answer is unknown.
    pub reentry: usize,
    /// Whether a thread that waits can wake without being notified.
    pub spurious: bool,
    /// Whether identity numbers of different objects are different and ordered.
    pub identities: bool,
    /// Whether register 0 of each routine is the thread itself, and nobody assigns it.
    pub own: bool,
    /// Derived predicates.
    pub instrumentation: Instrumentation,
}

impl Model {
    /// Does anything have several threads in it at once?
    pub fn shares(&self) -> bool {
        let mut code = self.routines.iter().flat_map(|it| &it.code);
        code.any(|it| matches!(it.operation, Operation::Share(..)))
    }

    /// Nothing yet; monitors are entered once.
    pub fn new() -> Model {
        Model {
            reentry: 1,
            ..Model::default()
        }
    }

    /// Adds a class of objects that are no threads.
    pub fn class(&mut self, name: &str) -> ClassId {
        self.classes.push(Class {
            name: name.to_string(),
            routine: None,
        });
        ClassId(self.classes.len() as u16 - 1)
    }

    /// Adds a class of threads.
    pub fn thread_class(&mut self, name: &str, routine: RoutineId) -> ClassId {
        self.classes.push(Class {
            name: name.to_string(),
            routine: Some(routine),
        });
        ClassId(self.classes.len() as u16 - 1)
    }

    /// Adds a reference field.
    pub fn field(&mut self, name: &str) -> FieldId {
        self.fields.push(name.to_string());
        FieldId(self.fields.len() as u16 - 1)
    }

    /// Adds a field of many values.
    pub fn relation(&mut self, name: &str) -> FieldId {
        let field = self.field(name);
        self.relations.push(field);
        field
    }

    /// Adds data that is accessed and not kept.
    pub fn data(&mut self, name: &str) -> DataId {
        self.data.push(name.to_string());
        DataId(self.data.len() as u16 - 1)
    }

    /// Adds a boolean field.
    pub fn flag(&mut self, name: &str) -> FlagId {
        self.flags.push(name.to_string());
        FlagId(self.flags.len() as u16 - 1)
    }

    /// Adds a static reference field.
    pub fn static_field(&mut self, name: &str) -> StaticId {
        self.statics.push(name.to_string());
        StaticId(self.statics.len() as u16 - 1)
    }

    /// Adds a routine.
    pub fn routine(&mut self, routine: Routine) -> RoutineId {
        self.routines.push(routine);
        RoutineId(self.routines.len() as u16 - 1)
    }

    /// What is wrong with it: the first use of something that is not there, or a missing instruction.
    pub fn verify(&self) -> Result<(), String> {
        for routine in &self.routines {
            for (index, instruction) in routine.code.iter().enumerate() {
                self.verify_operation(routine, index, &instruction.operation)
                    .map_err(|it| format!("{} at {index}: {it}", routine.name))?;
            }
        }
        for initial in &self.initial {
            for individual in &initial.individuals {
                let known = usize::from(individual.class.0) < self.classes.len();
                let at = individual.at.is_none_or(|(routine, label)| {
                    let routine = self.routines.get(usize::from(routine.0));
                    routine.is_some_and(|it| label <= it.code.len())
                });
                if !known || !at {
                    return Err("an initial individual has no class or place".to_string());
                }
            }
        }
        let mut code = self.routines.iter().flat_map(|it| &it.code);
        if self.own && code.any(|it| it.operation.writes().0 == Some(Local(0))) {
            return Err("register 0 is assigned".to_string());
        }
        if self.reentry == 0 {
            Err("monitors are entered at least once".to_string())
        } else {
            Ok(())
        }
    }

    fn verify_operation(
        &self,
        routine: &Routine,
        index: usize,
        operation: &Operation,
    ) -> Result<(), String> {
        let (locals, truths) = operation.registers();
        if locals
            .iter()
            .any(|it| usize::from(it.0) >= routine.locals.len())
            || truths
                .iter()
                .any(|it| usize::from(it.0) >= routine.truths.len())
        {
            return Err("there is no such local".to_string());
        }
        let there = |number: u16, count: usize| usize::from(number) < count;
        let known = match operation {
            Operation::New(_, class) => there(class.0, self.classes.len()),
            Operation::Get(_, _, field) | Operation::Put(_, field, _) => {
                there(field.0, self.fields.len()) && !self.relations.contains(field)
            }
            Operation::Insert(_, field, _)
            | Operation::Erase(_, field, _)
            | Operation::Pick(_, _, field)
            | Operation::Branch(Condition::In(_, field, _), _) => self.relations.contains(field),
            Operation::Touch(_, data, _) => there(data.0, self.data.len()),
            Operation::GetStatic(_, it) | Operation::PutStatic(it, _) => {
                there(it.0, self.statics.len())
            }
            Operation::GetFlag(_, _, flag) | Operation::PutFlag(_, flag, _) => {
                there(flag.0, self.flags.len())
            }
            Operation::Branch(_, to) | Operation::TryAcquire(_, to) | Operation::Jump(to) => {
                *to <= routine.code.len()
            }
            Operation::Wait(object) | Operation::Await(object, _) => {
                let next = routine.code.get(index + 1).map(|it| &it.operation);
                next == Some(&Operation::Reacquire(*object))
            }
            _ => true,
        };
        let less = matches!(
            operation,
            Operation::Branch(Condition::Less(..), _) | Operation::Assert(Condition::Less(..))
        );
        match known && (!less || self.identities) {
            true => Ok(()),
            false => Err(format!("{operation:?} uses what is not there")),
        }
    }
}

impl Routine {
    /// The registers whose monitors are taken.
    pub fn monitors(&self) -> Vec<Local> {
        let taken = self.code.iter().filter_map(|it| match it.operation {
            Operation::Acquire(local) | Operation::TryAcquire(local, _) => Some(local),
            _ => None,
        });
        let mut taken: Vec<Local> = taken.collect();
        taken.sort();
        taken.dedup();
        taken
    }
}

impl Operation {
    /// Can other threads be scheduled before it?
    pub fn yields(&self) -> bool {
        match self {
            Operation::Move(..)
            | Operation::Null(_)
            | Operation::New(..)
            | Operation::Branch(..)
            | Operation::Jump(_)
            | Operation::Set(..)
            | Operation::Release(_)
            | Operation::Unshare(_)
            | Operation::Assert(_)
            | Operation::Fail(_)
            | Operation::Unsupported(_)
            | Operation::End => false,
            Operation::Get(..)
            | Operation::Put(..)
            | Operation::GetStatic(..)
            | Operation::PutStatic(..)
            | Operation::GetFlag(..)
            | Operation::PutFlag(..)
            | Operation::Insert(..)
            | Operation::Erase(..)
            | Operation::Pick(..)
            | Operation::Touch(..)
            | Operation::Acquire(_)
            | Operation::TryAcquire(..)
            | Operation::Await(..)
            | Operation::Signal(..)
            | Operation::Wait(_)
            | Operation::Reacquire(_)
            | Operation::Share(..)
            | Operation::Notify(_)
            | Operation::NotifyAll(_)
            | Operation::Start(_)
            | Operation::Join(_)
            | Operation::Mark => true,
        }
    }

    /// Is it a read or a write of memory?
    pub fn accesses(&self) -> bool {
        matches!(
            self,
            Operation::Get(..)
                | Operation::Put(..)
                | Operation::GetStatic(..)
                | Operation::PutStatic(..)
                | Operation::GetFlag(..)
                | Operation::PutFlag(..)
                | Operation::Insert(..)
                | Operation::Erase(..)
                | Operation::Pick(..)
                | Operation::Touch(..)
        )
    }

    /// Does it have to wait for other threads sometimes?
    pub fn blocks(&self) -> bool {
        matches!(
            self,
            Operation::Acquire(_)
                | Operation::TryAcquire(..)
                | Operation::Await(..)
                | Operation::Wait(_)
                | Operation::Reacquire(_)
                | Operation::Share(..)
                | Operation::Join(_)
        )
    }

    /// All registers that it mentions.
    pub fn registers(&self) -> (Vec<Local>, Vec<Truth>) {
        let (mut reads, truths) = self.reads();
        let (written, truth) = self.writes();
        reads.extend(written);
        (reads, truths.into_iter().chain(truth).collect())
    }

    /// The registers that it reads.
    pub fn reads(&self) -> (Vec<Local>, Vec<Truth>) {
        let locals = match self {
            Operation::Move(_, source) => vec![*source],
            Operation::Get(_, object, _)
            | Operation::GetFlag(_, object, _)
            | Operation::PutFlag(object, ..)
            | Operation::Acquire(object)
            | Operation::TryAcquire(object, _)
            | Operation::Pick(_, object, _)
            | Operation::Release(object)
            | Operation::Share(object, _)
            | Operation::Unshare(object)
            | Operation::Wait(object)
            | Operation::Reacquire(object)
            | Operation::Notify(object)
            | Operation::NotifyAll(object)
            | Operation::Start(object)
            | Operation::Join(object) => vec![*object],
            Operation::Put(object, _, source) => [*object].into_iter().chain(*source).collect(),
            Operation::Insert(object, _, source) | Operation::Erase(object, _, source) => {
                vec![*object, *source]
            }
            Operation::Await(monitor, on) | Operation::Signal(monitor, on, _) => {
                vec![*monitor, *on]
            }
            Operation::Touch(object, ..) => object.iter().copied().collect(),
            Operation::PutStatic(_, source) => source.iter().copied().collect(),
            Operation::Branch(condition, _) | Operation::Assert(condition) => {
                return condition.reads();
            }
            Operation::Null(_)
            | Operation::New(..)
            | Operation::GetStatic(..)
            | Operation::Jump(_)
            | Operation::Set(..)
            | Operation::Mark
            | Operation::Fail(_)
            | Operation::Unsupported(_)
            | Operation::End => vec![],
        };
        (locals, vec![])
    }

    /// The register that it writes.
    pub fn writes(&self) -> (Option<Local>, Option<Truth>) {
        match self {
            Operation::Move(target, _)
            | Operation::Null(target)
            | Operation::New(target, _)
            | Operation::Get(target, ..)
            | Operation::Pick(target, ..)
            | Operation::GetStatic(target, _) => (Some(*target), None),
            Operation::GetFlag(target, ..) | Operation::Set(target, _) => (None, Some(*target)),
            _ => (None, None),
        }
    }
}

impl Condition {
    fn reads(&self) -> (Vec<Local>, Vec<Truth>) {
        match self {
            Condition::IsNull(it)
            | Condition::NotNull(it)
            | Condition::Shares(it)
            | Condition::Holds(it)
            | Condition::HoldsOther(it)
            | Condition::Of(it, _) => (vec![*it], vec![]),
            Condition::Same(a, b) | Condition::Less(a, b) | Condition::In(a, _, b) => {
                (vec![*a, *b], vec![])
            }
            Condition::Is(it) | Condition::Not(it) => (vec![], vec![*it]),
            Condition::HoldsAny | Condition::Free => (vec![], vec![]),
        }
    }

    /// The condition that holds where this one does not.
    pub fn negated(&self) -> Option<Condition> {
        match self {
            Condition::IsNull(it) => Some(Condition::NotNull(*it)),
            Condition::NotNull(it) => Some(Condition::IsNull(*it)),
            Condition::Is(it) => Some(Condition::Not(*it)),
            Condition::Not(it) => Some(Condition::Is(*it)),
            Condition::Same(..)
            | Condition::Less(..)
            | Condition::In(..)
            | Condition::Shares(_)
            | Condition::Holds(_)
            | Condition::HoldsAny
            | Condition::HoldsOther(_)
            | Condition::Of(..)
            | Condition::Free => None,
        }
    }
}
