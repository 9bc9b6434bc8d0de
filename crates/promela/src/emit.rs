//! The code of one process: methods as parts of one flat program with jumps.
//!
//! Every method that a process can run stands in it once (once for each depth, if it is
//! recursive), with variables of its own; a call sets the parameters and where to go back to. That
//! is inlining without copies. Variables that are not needed any more are set back to 0 wherever
//! other threads may go on, so that states that differ in nothing else are one.

mod arrays;
mod atomic;
mod calls;
mod clear;
mod constants;
mod instruction;
mod intrinsic;
mod join;
pub(crate) mod observed;
mod suspend_stop;
mod threads;
mod time;
mod values;

pub(crate) use suspend_stop::STILLBORN;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use program::{Body, ClassId, Handler, MethodId, Register};

use crate::context::{Context, Reason};
use crate::endless;
use crate::layout::{fresh, java_name, number, short_name, type_of, within};
use crate::origin::{Origin, Role};
use crate::tree::{Declaration, Expression, Item, Label, Name, Process, Statement, Type};
use analysis::flat::calls::ProcessKind;
use analysis::flat::{Object, ObjectId};

/// One method inside a process.
struct Instance {
    method: MethodId,
    depth: u32,
    entry: Label,
    /// Where it goes when it returns, and when it throws (`exc` has the exception).
    leave: Label,
    raise: Label,
    pcs: BTreeMap<u32, Label>,
    registers: BTreeMap<Register, Name>,
    result: Option<Name>,
    back: Name,
    /// Counts calls of itself that are loops in the model.
    rounds: Option<Name>,
    /// Where its callers go on, normally and with an exception.
    sites: Vec<(Label, Label)>,
    /// Where exceptions are looked at, by the handlers that may catch them.
    catchers: BTreeMap<Vec<usize>, Label>,
    /// Whether this call counts at the places of a formula, by the number of the counter.
    counted: BTreeMap<usize, Name>,
    /// Registers that may differ from 0 before each pc.
    dirty: Rc<BTreeMap<u32, BTreeSet<Register>>>,
}

/// Translates the code of one process.
pub struct Emitter<'a> {
    context: &'a Context<'a>,
    items: Vec<Item>,
    next_label: u32,
    locals: Vec<Declaration>,
    names: BTreeSet<Name>,
    instances: Vec<Instance>,
    by_key: BTreeMap<(MethodId, u32), usize>,
    pending: Vec<usize>,
    traps: BTreeMap<u32, Label>,
    this_thread: Expression,
    exception: Name,
    end: Label,
    uncaught: Label,
    helper: Name,
    dirtiness: BTreeMap<MethodId, Rc<BTreeMap<u32, BTreeSet<Register>>>>,
    /// Items that say where a callee goes back to: not needed if it has one caller.
    backs: Vec<(usize, usize)>,
    /// Items that clear all variables of an instance.
    clears: Vec<(usize, usize)>,
    /// Where the process ends.
    last: Label,
    /// Where a thread goes that dies at a stop.
    deaths: BTreeMap<Label, Label>,
    /// What runs when nothing has caught an exception, and where it goes if that throws one, too.
    handler: Option<(usize, Label)>,
    /// Where one goes that is to die in a loop in which nothing happens.
    circles: Option<Label>,
    /// Variables that may hold references to objects that give their places back.
    holders: BTreeSet<Name>,
    /// Whether a variable of the main thread begins with a number that the model can't hold.
    starts_wide: bool,
    /// The class of the array that is meant, where a variable may hold arrays of several.
    meant: Option<ClassId>,
}

/// A position in the code that is translated.
#[derive(Clone, Copy)]
struct At {
    instance: usize,
    method: MethodId,
    pc: u32,
}

impl At {
    fn origin(self) -> Origin {
        Origin::local(self.method, self.pc)
    }
}

/// The process of the main thread, or of the threads that run a method.
pub fn process(
    context: &Context<'_>,
    kind: ProcessKind,
    name: &str,
    taken: &BTreeSet<Name>,
) -> Process {
    let mut names = taken.clone();
    let exception = fresh(&mut names, "exception");
    let helper = fresh(&mut names, "helper");
    let this_thread = match kind {
        ProcessKind::Main => {
            Expression::Number(context.layout.reference(context.points.main).unwrap_or(0))
        }
        ProcessKind::Run(_) => Expression::Variable("self".into()),
    };
    let mut emitter = Emitter {
        context,
        items: Vec::new(),
        next_label: 3,
        locals: Vec::new(),
        names,
        instances: Vec::new(),
        by_key: BTreeMap::new(),
        pending: Vec::new(),
        traps: BTreeMap::new(),
        this_thread,
        exception: Rc::clone(&exception),
        end: Label(1),
        uncaught: Label(2),
        helper: Rc::clone(&helper),
        dirtiness: BTreeMap::new(),
        backs: Vec::new(),
        clears: Vec::new(),
        last: Label(3),
        deaths: BTreeMap::new(),
        handler: None,
        circles: None,
        holders: BTreeSet::new(),
        starts_wide: false,
        meant: None,
    };
    let objects = 0..context.points.objects.len() as ObjectId;
    let throwable = context.program.loaded("java/lang/Throwable");
    let is_throwable = |object: &ObjectId| {
        let class = context.points.classes[*object as usize];
        throwable.is_some_and(|it| context.program.is_subtype(class, it))
    };
    emitter.holds(&exception, &objects.filter(is_throwable).collect());
    let comment = emitter.run(kind);
    let mut items = std::mem::take(&mut emitter.items);
    let told = emitter.dies_in_circles();
    endless::open(&mut items, || emitter.label(), told.as_ref());
    let reference = context.layout.reference_type();
    let local = |name: Name, kind: Type| Declaration {
        name,
        kind,
        length: None,
        values: Vec::new(),
        fixed: false,
        comment: String::new(),
    };
    let mut locals = vec![local(exception, reference), local(helper, Type::Int)];
    locals.append(&mut emitter.locals);
    Process {
        name: name.into(),
        parameter: matches!(kind, ProcessKind::Run(_)).then(|| local("self".into(), reference)),
        locals,
        holders: emitter.holders,
        round: told,
        items,
        comment,
    }
}

impl<'a> Emitter<'a> {
    fn run(&mut self, kind: ProcessKind) -> String {
        let comment = match kind {
            ProcessKind::Main => {
                self.begin_main();
                "the main thread, from its first step that concerns other threads".to_owned()
            }
            ProcessKind::Run(run) => {
                let root = self.instance(run, 0);
                self.instances[root].sites.push((self.end, self.uncaught));
                let parameter = self.body(root).parameters[0];
                let entry = self.instances[root].entry;
                if let Some(place) = self.place(root, parameter) {
                    self.local(
                        Statement::Assign(place, self.this_thread.clone()),
                        Origin::THREAD,
                    );
                }
                self.stillborn();
                self.local(Statement::Goto(entry), Origin::THREAD);
                let described = self.context.program.describe_method(run);
                format!("threads that run {}", described.replace('/', "."))
            }
        };
        if let Some(dispatch) = self.context.points.last_resort {
            let handler = self.instance(dispatch, 0);
            let failed = self.label();
            self.instances[handler].sites.push((self.end, failed));
            self.handler = Some((handler, failed));
        }
        while let Some(instance) = self.pending.pop() {
            self.method(instance);
        }
        for instance in 0..self.instances.len() {
            self.way_back(instance);
        }
        self.reserve_circles();
        self.endings();
        let deaths = std::mem::take(&mut self.deaths);
        self.let_die(&deaths);
        comment
    }

    /// The main thread stands in the middle of calls.
    fn begin_main(&mut self) {
        let frames = self.context.frames;
        let mut instances = Vec::new();
        for (index, frame) in frames.iter().enumerate() {
            let instance = self.instance(frame.method, u32::MAX - index as u32);
            let values: Vec<(Register, u64)> = (0..frame.registers.len())
                .map(|it| (Register(it as u16), frame.registers[it]))
                .collect();
            let before = index + 1 == frames.len();
            let live = match before {
                true => self.body(instance).live(frame.pc),
                false => self.body(instance).live_across(frame.pc),
            }
            .to_vec();
            for (register, word) in values {
                if !program::liveness::contains(&live, register) {
                    continue;
                }
                self.initial_register(instance, register, word);
            }
            self.stand(instance, frame.pc);
            instances.push(instance);
        }
        for (index, instance) in instances.iter().enumerate() {
            let sites = if index == 0 {
                (self.end, self.uncaught)
            } else {
                (self.label(), self.label())
            };
            self.instances[*instance].sites.push(sites);
        }
        let Some((top, frame)) = instances.last().zip(frames.last()) else {
            self.local(Statement::Goto(self.end), Origin::THREAD);
            return;
        };
        let start = self.pc_label(*top, frame.pc);
        if self.starts_wide {
            let at = At {
                instance: *top,
                method: frame.method,
                pc: frame.pc,
            };
            self.unsupported(at, "a long beyond 32 bits");
        }
        self.local(Statement::Goto(start), Origin::THREAD);
        for index in 1..frames.len() {
            let (normal, exceptional) = self.instances[instances[index]].sites[0];
            let caller = instances[index - 1];
            let at = At {
                instance: caller,
                method: frames[index - 1].method,
                pc: frames[index - 1].pc,
            };
            self.items.push(Item::Label(normal));
            self.take_result(at, instances[index]);
            let next = self.pc_label(caller, at.pc + 1);
            self.local(Statement::Goto(next), at.origin());
            self.items.push(Item::Label(exceptional));
            let catcher = self.catcher(at);
            self.local(Statement::Goto(catcher), at.origin());
        }
    }

    fn initial_register(&mut self, instance: usize, register: Register, word: u64) {
        let is_reference = register.0 < self.body(instance).references;
        let value = match is_reference {
            true if word == 0 => 0,
            true => {
                let object = self.context.points.id_of(Object::Concrete(word as u32));
                object
                    .and_then(|it| self.context.layout.reference(it))
                    .unwrap_or(0)
            }
            false => {
                let kind = self.body(instance).registers[usize::from(register.0)];
                number(self.context.layout, self.context.points, kind, word).unwrap_or_else(|| {
                    let method = self.instances[instance].method;
                    self.starts_wide |= self.context.relevance.has(method, register);
                    0
                })
            }
        };
        if let Some(Expression::Variable(name)) = self.place(instance, register)
            && let Some(declaration) = self.locals.iter_mut().find(|it| it.name == name)
        {
            declaration.values = vec![value];
        }
    }

    fn body(&self, instance: usize) -> &'a Body {
        self.context.program.body(self.instances[instance].method)
    }

    fn label(&mut self) -> Label {
        self.next_label += 1;
        Label(self.next_label)
    }

    /// The instance of a method at a depth.
    fn instance(&mut self, method: MethodId, depth: u32) -> usize {
        if let Some(known) = self.by_key.get(&(method, depth)) {
            return *known;
        }
        let name = self
            .context
            .program
            .method(method)
            .name
            .replace(['<', '>', '$'], "");
        let back = fresh(&mut self.names, &java_name(&name, "back"));
        let dirty = self.dirty(method);
        let instance = Instance {
            method,
            depth,
            entry: self.label(),
            leave: self.label(),
            raise: self.label(),
            pcs: BTreeMap::new(),
            registers: BTreeMap::new(),
            result: None,
            back,
            rounds: None,
            sites: Vec::new(),
            catchers: BTreeMap::new(),
            counted: BTreeMap::new(),
            dirty,
        };
        self.instances.push(instance);
        let index = self.instances.len() - 1;
        self.by_key.insert((method, depth), index);
        self.pending.push(index);
        index
    }

    fn pc_label(&mut self, instance: usize, pc: u32) -> Label {
        if let Some(known) = self.instances[instance].pcs.get(&pc) {
            return *known;
        }
        let label = self.label();
        self.instances[instance].pcs.insert(pc, label);
        label
    }

    /// The variable of a register, if the register matters and is no constant.
    fn place(&mut self, instance: usize, register: Register) -> Option<Expression> {
        let method = self.instances[instance].method;
        if !self.context.relevance.has(method, register) || self.known(method, register).is_some() {
            return None;
        }
        if let Some(name) = self.instances[instance].registers.get(&register) {
            return Some(Expression::variable(name));
        }
        let body = self.body(instance);
        let local = body.locals.iter().find(|it| it.register == register);
        let what = local.map_or_else(|| format!("r{}", register.0), |it| it.name.to_string());
        let found = self.context.program.method(method);
        let wish = java_name(&found.name.replace(['<', '>', '$'], ""), &what);
        let kind = body.registers[usize::from(register.0)];
        let comment = local.map_or(String::new(), |it| {
            format!(
                "{} in {}.{}",
                it.name,
                short_name(self.context.program, found.class),
                found.name
            )
        });
        let name = self.declare(&wish, type_of(self.context.layout, kind), comment);
        self.holds(&name, self.context.points.register(method, register));
        self.instances[instance]
            .registers
            .insert(register, Rc::clone(&name));
        Some(Expression::Variable(name))
    }

    /// Notes what a variable may hold.
    fn holds(&mut self, name: &Name, objects: &BTreeSet<ObjectId>) {
        let collected = self.context.shared.collected.as_ref();
        if collected.is_some_and(|it| it.has_any(objects)) {
            self.holders.insert(Rc::clone(name));
        }
    }

    fn declare(&mut self, wish: &str, kind: Type, comment: String) -> Name {
        let name = fresh(&mut self.names, wish);
        self.locals.push(Declaration {
            name: Rc::clone(&name),
            kind,
            length: None,
            values: Vec::new(),
            fixed: false,
            comment,
        });
        name
    }

    fn local(&mut self, statement: Statement, origin: Origin) {
        self.items.push(Item::Statement(statement, origin));
    }

    fn add(&mut self, at: At, statement: Statement) {
        self.local(statement, at.origin());
    }

    /// Assigns a register, if it matters.
    fn assign(&mut self, at: At, register: Register, value: Expression) {
        if register.is_some()
            && let Some(place) = self.place(at.instance, register)
        {
            self.add(at, Statement::Assign(place, value));
        }
    }

    /// Goes to `label` if the condition holds.
    fn branch(&mut self, at: At, condition: Expression, label: Label) {
        match condition.folded() {
            Expression::Number(0) => {}
            Expression::Number(_) => self.add(at, Statement::Goto(label)),
            condition => {
                let taken = vec![Statement::Guard(condition), Statement::Goto(label)];
                self.add(at, Statement::If(vec![taken], Some(Vec::new())));
            }
        }
    }

    /// Other threads may go first here; dead variables are cleared before.
    fn stop(&mut self, at: At) -> Label {
        self.clear(at, false);
        let label = self.label();
        if self.context.shared.stopped.is_some() {
            let death = self.death(at);
            self.deaths.insert(label, death);
        }
        self.items.push(Item::Stop(label));
        label
    }

    /// The code of one method.
    fn method(&mut self, instance: usize) {
        let method = self.instances[instance].method;
        let context = self.context;
        let Some(pcs) = context.points.code.get(&method) else {
            return;
        };
        let entry = self.instances[instance].entry;
        if pcs.contains(&0) {
            let first = self.pc_label(instance, 0);
            self.items.push(Item::Label(entry));
            self.local(Statement::Goto(first), Origin::local(method, 0));
        }
        let mut previous = None;
        for pc in pcs {
            let at = At {
                instance,
                method,
                pc: *pc,
            };
            if let Some(previous) = previous
                && previous + 1 != *pc
                && pcs.contains(&(previous + 1))
                && !self.body(instance).code[previous as usize].ends()
            {
                let next = self.pc_label(instance, previous + 1);
                self.add(at, Statement::Goto(next));
            }
            let label = self.pc_label(instance, *pc);
            self.items.push(Item::Label(label));
            self.arrive(at);
            self.instruction(at);
            previous = Some(*pc);
        }
    }

    /// Where a method goes when it has ended.
    fn way_back(&mut self, instance: usize) {
        let found = &self.instances[instance];
        let (leave, raise, sites, method) =
            (found.leave, found.raise, found.sites.clone(), found.method);
        let back = Rc::clone(&found.back);
        let origin = Origin::local(method, 0);
        for (label, normal) in [(leave, true), (raise, false)] {
            let targets: Vec<Label> = sites
                .iter()
                .map(|it| if normal { it.0 } else { it.1 })
                .collect();
            self.items.push(Item::Label(label));
            match targets.as_slice() {
                [] => self.local(Statement::Guard(Expression::Number(0)), origin),
                [only] => self.local(Statement::Goto(*only), origin),
                several => {
                    let variable = Expression::variable(&back);
                    let alternatives = several.iter().enumerate().map(|(index, target)| {
                        vec![
                            Statement::Guard(
                                variable
                                    .clone()
                                    .equals(Expression::Number(index as i32 + 1)),
                            ),
                            Statement::Assign(variable.clone(), Expression::Number(0)),
                            Statement::Goto(*target),
                        ]
                    });
                    let choice = Statement::If(alternatives.collect(), None);
                    self.local(choice, origin);
                }
            }
        }
        if sites.len() > 1 {
            self.locals.push(Declaration {
                name: back,
                kind: Type::of_range(0, sites.len() as i64),
                length: None,
                values: Vec::new(),
                fixed: false,
                comment: format!(
                    "where {} goes back to",
                    self.context.program.describe_method(method)
                ),
            });
        }
    }

    /// Where an exception goes that comes up at the pc; `exception` holds it.
    fn catcher(&mut self, at: At) -> Label {
        let body = self.body(at.instance);
        let handlers: Vec<usize> = (0..body.handlers.len())
            .filter(|index| {
                (body.handlers[*index].start..body.handlers[*index].end).contains(&at.pc)
            })
            .collect();
        if let Some(known) = self.instances[at.instance].catchers.get(&handlers) {
            return *known;
        }
        let label = self.label();
        self.instances[at.instance]
            .catchers
            .insert(handlers.clone(), label);
        let over = self.label();
        self.add(at, Statement::Goto(over));
        self.items.push(Item::Label(label));
        let exception = Expression::variable(&self.exception.clone());
        for index in handlers {
            let handler = body.handlers[index];
            let next = self.label();
            if let Some(class) = handler.catch {
                let runs =
                    self.context
                        .layout
                        .runs_of(self.context.program, self.context.points, class);
                let caught = within(&exception, &runs);
                self.branch(at, caught.negated(), next);
            }
            self.take_exception(at, &handler, exception.clone());
            self.items.push(Item::Label(next));
            if handler.catch.is_none() {
                break;
            }
        }
        self.depart(at);
        self.clear_all(at);
        let raise = self.instances[at.instance].raise;
        self.add(at, Statement::Goto(raise));
        self.items.push(Item::Label(over));
        label
    }

    fn take_exception(&mut self, at: At, handler: &Handler, exception: Expression) {
        self.assign(at, handler.exception, exception);
        let cleared = Expression::variable(&self.exception.clone());
        self.add(at, Statement::Assign(cleared, Expression::Number(0)));
        let target = self.pc_label(at.instance, handler.target);
        self.add(at, Statement::Goto(target));
    }

    /// Throws an exception of a class that instructions throw by themselves, if the condition holds.
    fn throw_if(&mut self, at: At, condition: Expression, class: &str) {
        if condition == Expression::Number(0) {
            return;
        }
        let over = self.label();
        self.branch(at, condition.negated(), over);
        self.throw(at, class);
        self.items.push(Item::Label(over));
    }

    /// Throws such an exception.
    fn throw(&mut self, at: At, class: &str) {
        let loaded = self.context.program.loaded(class);
        let object = loaded.and_then(|class| self.context.constant(Object::Implicit(class)));
        match object {
            Some(object) => self.throw_value(at, object),
            None => self.unsupported(at, &format!("throwing {}", class.replace('/', "."))),
        }
    }

    fn throw_value(&mut self, at: At, exception: Expression) {
        let place = Expression::variable(&self.exception.clone());
        self.add(at, Statement::Assign(place, exception));
        let catcher = self.catcher(at);
        self.add(at, Statement::Goto(catcher));
    }

    /// The model can't say what happens here.
    fn unsupported(&mut self, at: At, what: &str) {
        self.trap(at, what, false);
    }

    fn trap(&mut self, at: At, what: &str, is_bound: bool) {
        let reason = Reason {
            text: what.to_owned(),
            at: Some((at.method, at.pc)),
            is_bound,
        };
        let number = self.context.reason(reason);
        let label = match self.traps.get(&number) {
            Some(label) => *label,
            None => {
                let label = self.label();
                self.traps.insert(number, label);
                label
            }
        };
        self.add(at, Statement::Goto(label));
    }

    fn trap_if(&mut self, at: At, condition: Expression, what: &str, is_bound: bool) {
        if condition == Expression::Number(0) {
            return;
        }
        let over = self.label();
        self.branch(at, condition.negated(), over);
        self.trap(at, what, is_bound);
        self.items.push(Item::Label(over));
    }

    /// Whether the reference is an instance of the class.
    fn is_instance(&self, reference: &Expression, class: ClassId) -> Expression {
        let runs = self
            .context
            .layout
            .runs_of(self.context.program, self.context.points, class);
        within(reference, &runs)
    }

    /// The end of the thread, and what stops it for good.
    fn endings(&mut self) {
        self.thread_end();
        let traps: Vec<(u32, Label)> = self.traps.iter().map(|it| (*it.0, *it.1)).collect();
        for (number, label) in traps {
            let reason = self.context.reasons.borrow()[number as usize].clone();
            let role = if reason.is_bound {
                Role::Bound(number)
            } else {
                Role::Unsupported(number)
            };
            self.items.push(Item::Stop(label));
            // SPIN tells of assignments that no run reached; of other steps not always.
            let left = Expression::variable(&self.context.shared.left);
            self.local(
                Statement::Assign(left, Expression::Number(1)),
                Origin {
                    at: reason.at,
                    role,
                },
            );
            // SPIN refuses a step from a place to itself.
            self.local(
                Statement::Skip,
                Origin {
                    at: reason.at,
                    role: Role::Local,
                },
            );
            self.local(
                Statement::Goto(label),
                Origin {
                    at: reason.at,
                    role: Role::Local,
                },
            );
        }
        let last = self.last;
        self.items.push(Item::Label(last));
        let backs = std::mem::take(&mut self.backs);
        let mut needless: BTreeSet<usize> = backs
            .into_iter()
            .filter(|(_, callee)| self.instances[*callee].sites.len() < 2)
            .map(|(index, _)| index)
            .collect();
        for (index, instance) in std::mem::take(&mut self.clears) {
            let found = &self.instances[instance];
            let names = found.registers.values().chain(&found.rounds);
            let cleared: Vec<Statement> = names
                .map(|name| Statement::Assign(Expression::variable(name), Expression::Number(0)))
                .collect();
            if cleared.is_empty() {
                needless.insert(index);
            } else if let Item::Statement(statement, _) = &mut self.items[index] {
                *statement = Statement::Together(cleared);
            }
        }
        let mut index = 0;
        self.items.retain(|_| {
            index += 1;
            !needless.contains(&(index - 1))
        });
    }
}
