//! All that the translation of code asks: the facts, the layout, and what is shared by all
//! processes of the model.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use analysis::code;
use analysis::flat::calls::{Calls, callees};
use analysis::flat::locks::FlatLocks;
use analysis::flat::monitors::Monitors;
use analysis::flat::sharing::{Place, Sharing, accesses};
use analysis::flat::{Callee, FlatPoints, Object, ObjectId};
use analysis::intrinsic::Intrinsic;
use analysis::storage::Exclusive;
use analysis::world::Frame;
use program::{ClassId, FieldId, Instruction, MethodId, Program, Register};

use crate::collect::Collected;
use crate::layout::{Layout, Run};
use crate::observed::Places;
use crate::relevance::{Relevance, Site};
use crate::tree::{Expression, Name};

/// Shared variables that no Java field stands for.
#[derive(Clone, Debug)]
pub struct Shared {
    /// Whether a thread has left the model.
    pub left: Name,
    /// Owners of monitors, and the first reference that has one.
    pub owner: Option<(Name, i32, i32)>,
    /// How often a monitor has been entered, and the first reference that has such a count.
    pub depth: Option<(Name, i32)>,
    /// Thread objects: the first and the last reference.
    pub threads: Run,
    /// 0 new, 1 alive, 2 ended.
    pub state: Option<Name>,
    /// What each thread waits on.
    pub waits: Option<Name>,
    /// Permits of `park`.
    pub permit: Option<Name>,
    /// Which threads are suspended, and whether by themselves; see `emit/suspend_stop.rs`.
    pub suspended: Option<Name>,
    /// Which threads are told to die.
    pub stopped: Option<Name>,
    /// What time it is, if that matters.
    pub now: Option<Name>,
    /// How many threads that are no daemons are alive.
    pub live: Option<Name>,
    /// How far classes are initialised, and by whom.
    pub initialized: BTreeMap<ClassId, (Name, Name)>,
    /// Objects made at sites.
    pub made: BTreeMap<ObjectId, Name>,
    /// Objects that give their places back.
    pub collected: Option<Collected>,
    /// How many calls are at the places of a formula's atom, by the number of the atom.
    pub counters: Vec<(usize, Name)>,
    /// What each thread tries to do, and with which object; see `emit/observed.rs`.
    pub trying: Option<(Name, Name)>,
}

/// What the translation of code works from.
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where references point.
    pub points: &'a FlatPoints,
    /// What matters.
    pub relevance: &'a Relevance,
    /// Who calls whom.
    pub calls: &'a Calls,
    /// What other threads could notice.
    pub sharing: &'a Sharing,
    /// Where no other thread can come between, by storage structure graphs.
    pub exclusive: &'a Exclusive,
    /// Which monitors are certainly owned where.
    pub locks: &'a FlatLocks,
    /// What monitors need.
    pub monitors: &'a Monitors,
    /// Where objects live.
    pub layout: &'a Layout,
    /// Shared variables.
    pub shared: &'a Shared,
    /// The main thread's calls.
    pub frames: &'a [Frame],
    /// Whether anything asks if threads are alive.
    pub observes_life: bool,
    /// Fields that a formula looks at.
    pub observed: BTreeSet<FieldId>,
    /// The places that a formula asks for, with what counts the calls that are there.
    pub places: Vec<(Name, &'a Places)>,
    /// Whether a formula asks what threads can't do.
    pub sees_blocked: bool,
    /// Whether it makes a difference that threads can't move for a moment: to a formula that asks for
    /// that, and to weak fairness. A thread that could always move must; so a thread at a monitor that
    /// others enter again and again has to be seen unable to, and a critical section is no single step.
    pub sees_disabled: bool,
    /// Whether somebody but the main thread starts or joins threads.
    pub observes_start: bool,
    /// The process types by the methods that they run.
    pub process_names: BTreeMap<MethodId, Name>,
    /// Whether monitors of thread objects are used.
    pub threads_are_locked: bool,
    /// Whether code notifies one of the threads that wait on a thread object.
    pub notifies_one: bool,
    /// Whether exceptions that nothing catches are wrong, and failed assertions.
    pub checks: Checks,
    /// What can't be expressed or is out of bounds, in words.
    pub reasons: RefCell<Vec<Reason>>,
}

/// What is wrong to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Failed assertions.
    pub assertions: bool,
    /// Other exceptions that nothing catches.
    pub exceptions: bool,
}

/// Why the model does not show everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In words.
    pub text: String,
    /// Where.
    pub at: Option<(MethodId, u32)>,
    /// Whether it is a bound that could be raised.
    pub is_bound: bool,
}

impl Context<'_> {
    /// The number of a reason.
    pub fn reason(&self, reason: Reason) -> u32 {
        let mut reasons = self.reasons.borrow_mut();
        let known = reasons.iter().position(|it| *it == reason);
        known.unwrap_or_else(|| {
            reasons.push(reason);
            reasons.len() - 1
        }) as u32
    }

    /// The field of the interrupt flag, if the model has it.
    pub fn interrupted(&self) -> Option<FieldId> {
        let field = code::thread_field(self.program, "interrupted")?.id;
        let is_written = self.sharing.written.contains(&field);
        (is_written && self.layout.fields.contains_key(&field)).then_some(field)
    }

    /// The instruction in its surroundings.
    pub(crate) fn site(&self, method: MethodId, pc: u32) -> Site<'_> {
        Site {
            program: self.program,
            points: self.points,
            method,
            body: self.program.body(method),
            pc,
        }
    }

    /// Whether threads may meet at the monitor of what the register means.
    pub fn is_contended(&self, method: MethodId, register: Register) -> bool {
        let objects = self.points.register(method, register).iter();
        let mut places = objects.map(|object| Place::Monitor(*object));
        places.any(|place| self.sharing.is_contended(place))
    }

    /// Whether no other thread can come between at an instruction. A formula, fairness, and who suspends or
    /// stops a thread look at more than that.
    fn is_exclusive(&self, method: MethodId, pc: u32) -> bool {
        let looks = self.sees_disabled || self.pauses() || !self.observed.is_empty();
        !looks && self.exclusive.has(method, pc)
    }

    /// Whether threads may wait at the monitor of what the register means.
    fn is_waited_for(&self, method: MethodId, register: Register) -> bool {
        let mut objects = self.points.register(method, register).iter();
        objects.any(|object| self.sharing.is_waited_for(*object))
    }

    /// Whether the monitor of what the register means may be entered by its owner.
    pub fn is_counted(&self, method: MethodId, register: Register) -> bool {
        let mut objects = self.points.register(method, register).iter();
        objects.any(|object| self.monitors.counted.contains(object))
    }

    /// Whether the model lets other threads go first before the instruction.
    pub fn stops_before(&self, method: MethodId, pc: u32) -> bool {
        self.is_visible_at(method, pc) || self.dies_before(method, pc)
    }

    /// Whether other threads could notice what the instruction does, or what it waits for.
    pub fn is_visible_at(&self, method: MethodId, pc: u32) -> bool {
        let body = self.program.body(method);
        let accessed = accesses(self.program, self.points, self.relevance, method, pc);
        let is_exclusive = self.is_exclusive(method, pc);
        if !is_exclusive
            && accessed.iter().any(|it| {
                self.sharing
                    .is_visible(self.program, self.points, method, it)
            })
        {
            return true;
        }
        let is_observed = |field: FieldId| self.observed.contains(&field);
        if accessed
            .iter()
            .any(|it| it.writes && it.field.is_some_and(is_observed))
        {
            return true;
        }
        match body.code[pc as usize] {
            Instruction::MonitorEnter { object } => {
                self.is_contended(method, object)
                    && (!is_exclusive || self.is_waited_for(method, object))
            }
            // Whoever is blocked there no longer is; and a thread may be suspended before that.
            Instruction::MonitorExit { object } => {
                (self.sees_disabled || self.pauses()) && self.is_contended(method, object)
            }
            Instruction::Invoke { target, .. } => {
                let callees = callees(self.program, self.points, method, pc);
                callees.iter().any(|callee| match callee {
                    Callee::Intrinsic(_, Intrinsic::Clock) => self.relevance.has(method, target),
                    Callee::Intrinsic(_, known) => self.stops(*known),
                    Callee::Code(_) | Callee::None => false,
                })
            }
            _ => false,
        }
    }

    /// Whether threads may be suspended or told to die.
    pub fn pauses(&self) -> bool {
        self.shared.suspended.is_some() || self.shared.stopped.is_some()
    }

    /// Whether sleeping is a step that concerns other threads.
    pub fn stops_at_sleep(&self) -> bool {
        self.interrupted().is_some() || self.pauses() || self.shared.now.is_some()
    }

    fn stops(&self, known: Intrinsic) -> bool {
        let interruptible = self.interrupted().is_some();
        match known {
            Intrinsic::Wait => interruptible || self.sees_disabled || self.pauses(),
            Intrinsic::Notify | Intrinsic::NotifyAll => interruptible || self.pauses(),
            Intrinsic::Sleep => self.stops_at_sleep(),
            Intrinsic::Start => {
                self.observes_start || self.observes_life || self.threads_are_locked
            }
            Intrinsic::IsAlive
            | Intrinsic::Join
            | Intrinsic::Interrupt
            | Intrinsic::Suspend
            | Intrinsic::Resume
            | Intrinsic::Stop
            | Intrinsic::Park
            | Intrinsic::Unpark
            | Intrinsic::Exit => true,
            _ => false,
        }
    }

    /// Whether a method calls itself at the pc and then returns what it is given.
    pub fn is_tail_call(&self, method: MethodId, pc: u32, callee: MethodId) -> bool {
        let body = self.program.body(method);
        let Instruction::Invoke { target, .. } = body.code[pc as usize] else {
            return false;
        };
        let known = callees(self.program, self.points, method, pc);
        // The calls that the main thread is in begin in the middle.
        if callee != method
            || known != [Callee::Code(method)]
            || body.handlers_at(pc).next().is_some()
            || self.frames.iter().any(|it| it.method == method)
        {
            return false;
        }
        let mut next = pc + 1;
        while let Instruction::Jump { pc } = body.code[next as usize]
            && pc > next
        {
            next = pc;
        }
        match body.code[next as usize] {
            Instruction::Return { source } => !source.is_some() || source == target,
            _ => false,
        }
    }

    /// Whether the register may hold a string whose text is not known.
    pub fn may_be_text(&self, method: MethodId, register: Register) -> bool {
        let objects = self.points.register(method, register).iter();
        objects
            .into_iter()
            .any(|it| self.points.objects[*it as usize] == Object::Text)
    }

    /// The reference of a constant object.
    pub fn constant(&self, object: Object) -> Option<Expression> {
        let id = self.points.id_of(object)?;
        self.layout.reference(id).map(Expression::Number)
    }

    /// The references of all threads that the model can run, main first.
    pub fn thread_references(&self) -> Vec<i32> {
        let mut all = vec![self.points.main];
        all.extend(
            self.points
                .threads
                .keys()
                .filter(|it| **it != self.points.main),
        );
        let runs = all
            .iter()
            .filter_map(|object| self.layout.places.get(object));
        runs.flat_map(|run| run.0..=run.1).collect()
    }

    /// Methods that threads run, with the references of those threads.
    pub fn starters(&self) -> BTreeMap<MethodId, Vec<Run>> {
        let mut found: BTreeMap<MethodId, Vec<Run>> = BTreeMap::new();
        for (object, run) in &self.points.threads {
            if let Some(place) = self.layout.places.get(object) {
                found.entry(*run).or_default().push(*place);
            }
        }
        found
    }

    /// The classes of the objects a register can mean.
    pub fn classes(&self, method: MethodId, register: Register) -> BTreeSet<ClassId> {
        let objects = self.points.register(method, register).iter();
        objects
            .map(|object| self.points.classes[*object as usize])
            .collect()
    }
}
