//! The code of a thread, with all calls inlined.
//!
//! In: a method that a thread begins with. Out: a [`Draft`], which [`super::simplify`] makes a routine.
//!
//! Each inlined call has registers of its own, but for parameters that the callee never assigns: those are
//! the caller's registers, which nobody assigns during the call.

use super::values::{Number, NumberSort, Reference};
use super::{Front, Root, SELF, Touched, is_boolean};
use crate::configuration::model::{
    Access, Condition, Instruction as Step, Local, Operation, Routine, RoutineId, Truth,
};
use program::{
    Body, ClassId as JavaClass, Condition as Asked, FieldAccess, FieldId as JavaField, Instruction,
    Kind, MethodId, Register,
};
use std::collections::BTreeMap;

/// How many instructions a routine has at most before it is made shorter.
const BUDGET: usize = 4000;

/// How deep calls are inlined.
const DEPTH: usize = 24;

/// Code under way; indices of jumps are numbers of labels.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) locals: Vec<String>,
    pub(super) truths: Vec<String>,
    pub(super) code: Vec<Step>,
    pub(super) origins: Vec<(MethodId, u32)>,
    pub(super) labels: Vec<Option<usize>>,
}

/// A number of a label.
pub(super) type Label = usize;

/// An inlined call.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) method: MethodId,
    /// The label of each instruction.
    labels: Vec<Label>,
    references: Vec<Reference>,
    numbers: Vec<Number>,
    /// Where to go on after it.
    exit: Label,
    /// Where its result goes.
    result: Place,
    /// The instruction that is being translated.
    pc: u32,
    /// Its depth among the calls of the main thread at the start, if it is one of those.
    standing: Option<usize>,
}

/// Where a result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Nowhere,
    Reference(Local),
    Truth(Truth),
}

/// Translates one routine.
pub(super) struct Emitter<'f, 'a> {
    pub(super) front: &'f mut Front<'a>,
    pub(super) draft: Draft,
    pub(super) frames: Vec<Frame>,
    /// The calls of the main thread: method and instruction; empty in other routines.
    standing: Vec<(MethodId, u32)>,
    /// The label of where the main thread stands.
    pub(super) stand: Option<Label>,
    /// Registers of those calls: depth, register, where it is kept.
    pub(super) stood: Vec<(usize, Register, Reference, Number)>,
    statics: BTreeMap<JavaClass, Local>,
}

/// Where the main thread stands, and what its registers are.
pub(super) struct Stand {
    pub(super) index: usize,
    pub(super) kept: Vec<(usize, Register, Reference, Number)>,
}

impl Front<'_> {
    /// The routine of the main thread.
    pub(super) fn main_routine(&mut self) -> Stand {
        let frames = self.user_frames();
        let standing: Vec<(MethodId, u32)> = frames.iter().map(|it| (it.method, it.pc)).collect();
        self.model.routine(empty("main"));
        self.origins.push(Vec::new());
        let early = self.facts.early.clone();
        let program = self.program;
        let mut emitter = Emitter::new(self, standing.clone());
        let entry = emitter.label();
        emitter.bind(entry);
        let end = emitter.label();
        let first = emitter.label();
        for class in early {
            let initializer = program.class(class).initializer;
            if let Some(initializer) = initializer {
                emitter.inline(initializer, &[], Place::Nowhere, (initializer, 0));
            }
        }
        match standing.first() {
            Some((method, pc)) => {
                let at = (*method, *pc);
                emitter.put(Operation::Jump(first), at);
                let parameters = program.body(*method).parameters.len();
                let arguments = vec![Argument::Unknown; parameters];
                emitter.outermost(*method, &arguments, end);
                match emitter.stand {
                    Some(stand) => emitter.draft.labels[first] = emitter.draft.labels[stand],
                    None => {
                        emitter.put(Operation::Jump(end), at);
                        emitter.bind(first);
                        let what = "a thread starts inside of an initialiser, or of a call by the library";
                        emitter.unsupported(what.to_owned(), at);
                    }
                }
            }
            None => emitter.bind(first),
        }
        emitter.bind(end);
        let kept = std::mem::take(&mut emitter.stood);
        let draft = emitter.draft;
        let (routine, origins, renamed) = super::simplify::finish("main", draft);
        let kept = kept.into_iter().map(|(depth, register, reference, number)| {
            let reference = match reference {
                Reference::Kept(local) => renamed.local(local).map_or(Reference::Opaque, Reference::Kept),
                Reference::Opaque => Reference::Opaque,
            };
            let number = match number {
                Number::Truth(truth) => renamed.truth(truth).map_or(Number::Free, Number::Truth),
                _ => Number::Free,
            };
            (depth, register, reference, number)
        });
        let kept = kept.collect();
        self.model.routines[0] = routine;
        self.origins[0] = origins;
        Stand { index: 0, kept }
    }

    /// What threads of a class run.
    pub(super) fn run_routine(&mut self, class: JavaClass) -> RoutineId {
        let program = self.program;
        let thread = program.load("java/lang/Thread").expect("there are threads");
        let run = program
            .declared_method(thread, "run", "()V")
            .expect("Thread has run()");
        let run = program.select(class, run).unwrap_or(run);
        if let Some(known) = self.routines.get(&run) {
            return *known;
        }
        let name = program.class(class).name.replace('/', ".");
        let id = self.model.routine(empty(&name));
        self.origins.push(Vec::new());
        self.routines.insert(run, id);
        let mut emitter = Emitter::new(self, Vec::new());
        let end = emitter.label();
        if program.method(run).class == thread {
            emitter.run_target(SELF, (run, 0));
        } else {
            emitter.outermost(run, &[Argument::Reference(Reference::Kept(SELF))], end);
        }
        emitter.bind(end);
        let draft = emitter.draft;
        let (routine, origins, _) = super::simplify::finish(&name, draft);
        self.model.routines[usize::from(id.0)] = routine;
        self.origins[usize::from(id.0)] = origins;
        id
    }

    /// The calls of the main thread, without those of the library that it is in.
    pub(super) fn user_frames(&mut self) -> Vec<analysis::world::Frame> {
        let mut frames = self.world.frames();
        let is_library = |method: MethodId| self.is_library(self.program.method(method).class);
        let first = frames.iter().position(|it| !is_library(it.method));
        frames.drain(..first.unwrap_or(frames.len()));
        let inner = frames.iter().position(|it| is_library(it.method));
        frames.truncate(inner.unwrap_or(frames.len()));
        frames
    }
}

fn empty(name: &str) -> Routine {
    Routine {
        name: name.to_owned(),
        locals: vec!["thread".to_owned()],
        truths: Vec::new(),
        code: Vec::new(),
    }
}

/// What a callee gets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument {
    Reference(Reference),
    Number(Number),
    /// What `main` was called with.
    Unknown,
}

impl<'f, 'a> Emitter<'f, 'a> {
    fn new(front: &'f mut Front<'a>, standing: Vec<(MethodId, u32)>) -> Emitter<'f, 'a> {
        let draft = Draft {
            locals: vec!["thread".to_owned()],
            ..Draft::default()
        };
        Emitter {
            front,
            draft,
            frames: Vec::new(),
            standing,
            stand: None,
            stood: Vec::new(),
            statics: BTreeMap::new(),
        }
    }

    pub(super) fn label(&mut self) -> Label {
        self.draft.labels.push(None);
        self.draft.labels.len() - 1
    }

    pub(super) fn bind(&mut self, label: Label) {
        self.draft.labels[label] = Some(self.draft.code.len());
    }

    pub(super) fn local(&mut self, name: &str) -> Local {
        let number = self.draft.locals.len();
        self.draft.locals.push(format!("{name}{number}"));
        Local(number as u16)
    }

    pub(super) fn truth(&mut self, name: &str) -> Truth {
        let number = self.draft.truths.len();
        self.draft.truths.push(format!("{name}{number}"));
        Truth(number as u16)
    }

    /// Adds an instruction that came from `at`.
    pub(super) fn put(&mut self, operation: Operation, at: (MethodId, u32)) {
        self.put_as(operation, Access::Plain, at);
    }

    pub(super) fn put_as(&mut self, operation: Operation, access: Access, at: (MethodId, u32)) {
        let line = self.front.program.body(at.0).line(at.1).unwrap_or(0);
        self.draft.code.push(Step {
            operation,
            line,
            access,
        });
        self.draft.origins.push(at);
    }

    /// Adds that the rest can't be told.
    pub(super) fn unsupported(&mut self, what: String, at: (MethodId, u32)) {
        let number = self.front.note(what, false, at);
        self.put(Operation::Unsupported(number), at);
    }

    fn outermost(&mut self, method: MethodId, arguments: &[Argument], end: Label) {
        let at = (method, 0);
        self.call(method, arguments, Place::Nowhere, end, at);
    }

    /// Inlines a call; control goes on after it.
    pub(super) fn inline(
        &mut self,
        method: MethodId,
        arguments: &[Argument],
        result: Place,
        at: (MethodId, u32),
    ) {
        let is_recursive = self.frames.iter().any(|it| it.method == method);
        if is_recursive || self.frames.len() >= DEPTH || self.draft.code.len() >= BUDGET {
            let why = match is_recursive {
                true => "recursion",
                false => "too much code to inline",
            };
            let name = self.front.program.describe_method(method);
            return self.unsupported(format!("{why}: {name}"), at);
        }
        let exit = self.label();
        self.call(method, arguments, result, exit, at);
        self.bind(exit);
    }

    fn call(
        &mut self,
        method: MethodId,
        arguments: &[Argument],
        result: Place,
        exit: Label,
        at: (MethodId, u32),
    ) {
        let program = self.front.program;
        let body = program.body(method);
        let opaque: Vec<bool> = arguments
            .iter()
            .map(|it| matches!(it, Argument::Reference(Reference::Opaque)))
            .collect();
        let opaque = self.front.opaque_registers(method, body, &opaque);
        let sorts = self.front.number_sorts(method, body);
        let depth = self.frames.len();
        let stands = self.standing.get(depth).is_some_and(|it| it.0 == method)
            && self.frames.last().is_none_or(|it| {
                it.standing == depth.checked_sub(1) && self.standing[depth - 1].1 == it.pc
            });
        let labels = (0..=body.code.len()).map(|_| self.label()).collect();
        let mut frame = Frame {
            method,
            labels,
            references: vec![Reference::Opaque; body.registers.len()],
            numbers: vec![Number::Free; body.registers.len()],
            exit,
            result,
            pc: 0,
            standing: stands.then_some(depth),
        };
        self.places(&mut frame, body, &opaque, &sorts);
        // What the main thread's registers were aliased to would be of the past.
        self.parameters(&mut frame, body, arguments, !stands, at);
        if stands {
            for (index, kind) in body.registers.iter().enumerate() {
                let register = Register(index as u16);
                let (reference, number) = (frame.references[index], frame.numbers[index]);
                match kind {
                    Kind::Reference => self.stood.push((depth, register, reference, Number::Free)),
                    _ => self.stood.push((depth, register, Reference::Opaque, number)),
                }
            }
        }
        self.frames.push(frame);
        for pc in 0..body.code.len() as u32 {
            let label = self.frames[depth].labels[pc as usize];
            self.bind(label);
            self.frames[depth].pc = pc;
            let here = stands && depth + 1 == self.standing.len() && self.standing[depth].1 == pc;
            if here {
                self.stand = Some(label);
            }
            self.instruction(body, pc);
        }
        let last = self.frames[depth].labels[body.code.len()];
        self.bind(last);
        self.frames.pop();
    }

    fn places(&mut self, frame: &mut Frame, body: &Body, opaque: &[bool], sorts: &[NumberSort]) {
        for (index, kind) in body.registers.iter().enumerate() {
            let register = Register(index as u16);
            let named = body.locals.iter().find(|it| it.register == register);
            let name = named.map_or("r".to_owned(), |it| it.name.to_string());
            match kind {
                Kind::Reference if !opaque[index] => {
                    frame.references[index] = Reference::Kept(self.local(&name));
                }
                Kind::Int if sorts[index] == NumberSort::Truth => {
                    frame.numbers[index] = Number::Truth(self.truth(&name));
                }
                Kind::Int if sorts[index] == NumberSort::Identity => {
                    frame.numbers[index] = Number::Identity(self.local(&name));
                }
                _ => {}
            }
        }
    }

    /// Makes parameters what the arguments are.
    fn parameters(
        &mut self,
        frame: &mut Frame,
        body: &Body,
        arguments: &[Argument],
        aliases: bool,
        at: (MethodId, u32),
    ) {
        for (register, argument) in body.parameters.iter().zip(arguments) {
            let index = register.index();
            let is_fixed = aliases && body.code.iter().all(|it| target(it) != Some(*register));
            match (argument, frame.references[index], frame.numbers[index]) {
                (Argument::Reference(Reference::Kept(source)), Reference::Kept(own), _) => {
                    if is_fixed {
                        frame.references[index] = Reference::Kept(*source);
                    } else {
                        self.put(Operation::Move(own, *source), at);
                    }
                }
                (Argument::Reference(Reference::Opaque), Reference::Kept(own), _) => {
                    self.opaque_value(own, at);
                }
                (Argument::Number(Number::Truth(source)), _, Number::Truth(own)) => {
                    if is_fixed {
                        frame.numbers[index] = Number::Truth(*source);
                    } else {
                        self.copy_truth(own, *source, at);
                    }
                }
                (Argument::Number(_) | Argument::Unknown, _, Number::Truth(own)) => {
                    self.free_truth(own, at);
                }
                _ => {}
            }
        }
    }

    /// `target = source`, of truth values.
    pub(super) fn copy_truth(&mut self, target: Truth, source: Truth, at: (MethodId, u32)) {
        self.choose_truth(target, Condition::Is(source), at);
    }

    /// `target =` anything.
    pub(super) fn free_truth(&mut self, target: Truth, at: (MethodId, u32)) {
        self.choose_truth(target, Condition::Free, at);
    }

    /// `target =` whether the condition holds.
    pub(super) fn choose_truth(
        &mut self,
        target: Truth,
        condition: Condition,
        at: (MethodId, u32),
    ) {
        let (yes, done) = (self.label(), self.label());
        self.put(Operation::Branch(condition, yes), at);
        self.put(Operation::Set(target, false), at);
        self.put(Operation::Jump(done), at);
        self.bind(yes);
        self.put(Operation::Set(target, true), at);
        self.bind(done);
    }

    /// An opaque reference becomes one that is kept: null or an object nobody knows.
    pub(super) fn opaque_value(&mut self, target: Local, at: (MethodId, u32)) {
        self.front.facts.mixes_opaque = true;
        let (some, done) = (self.label(), self.label());
        self.put(Operation::Branch(Condition::Free, some), at);
        self.put(Operation::Null(target), at);
        self.put(Operation::Jump(done), at);
        self.bind(some);
        let value = self.front.value;
        self.put(Operation::New(target, value), at);
        self.bind(done);
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("a method is being translated")
    }

    pub(super) fn at(&self) -> (MethodId, u32) {
        let frame = self.frame();
        (frame.method, frame.pc)
    }

    pub(super) fn reference(&self, register: Register) -> Reference {
        self.frame().references[register.index()]
    }

    pub(super) fn number(&self, register: Register) -> Number {
        self.frame().numbers[register.index()]
    }

    /// The register's local; if it is opaque, a new one that is null or an unknown object.
    pub(super) fn kept(&mut self, register: Register) -> Local {
        match self.reference(register) {
            Reference::Kept(local) => local,
            Reference::Opaque => {
                let at = self.at();
                let local = self.local("opaque");
                self.opaque_value(local, at);
                local
            }
        }
    }

    fn goto(&self, pc: u32) -> Label {
        self.frame().labels[pc as usize]
    }

    fn instruction(&mut self, body: &Body, pc: u32) {
        let at = self.at();
        match body.code[pc as usize] {
            Instruction::Constant { target, value } => self.constant(body, target, value),
            Instruction::ConstantString { target, .. }
            | Instruction::ConstantDynamic { target, .. }
            | Instruction::Concat { target, .. } => self.assign_opaque(target),
            Instruction::ConstantClass { target, class } => self.get_root(target, Root::Mirror(class)),
            Instruction::ConstantSingleton { target, class } => {
                self.front.facts.instantiated.insert((class, None));
                self.get_root(target, Root::Singleton(class));
            }
            Instruction::Move { target, source } => self.assign(target, source),
            Instruction::Binary { target, .. }
            | Instruction::BinaryConstant { target, .. }
            | Instruction::Unary { target, .. } => self.forget(target),
            Instruction::Jump { pc } => {
                let label = self.goto(pc);
                self.put(Operation::Jump(label), at);
            }
            Instruction::Branch {
                condition,
                left,
                right,
                pc,
            } => self.branch(body, condition, left, right, pc),
            Instruction::BranchConstant {
                condition,
                left,
                right,
                pc,
            } => self.branch_constant(body, condition, left, right, pc),
            Instruction::Switch { table, .. } => {
                let table = &body.switches[table as usize];
                for (_, pc) in &table.cases {
                    let label = self.goto(*pc);
                    self.put(Operation::Branch(Condition::Free, label), at);
                }
                let label = self.goto(table.default);
                self.put(Operation::Jump(label), at);
            }
            Instruction::Return { source } => self.give_back(source),
            Instruction::Throw { source } => {
                let class = self.thrown_class(body, source);
                self.throw(class);
            }
            Instruction::Raise { class, .. } => self.throw(class),
            Instruction::New { target, class } => self.new_object(target, class),
            Instruction::NewArray { target, class, .. } => {
                self.new_object(target, class);
            }
            Instruction::NewMultiArray { target, .. } => match self.reference(target) {
                Reference::Opaque => {}
                Reference::Kept(_) => {
                    self.unsupported("an array of several dimensions".to_owned(), at);
                }
            },
            Instruction::ArrayLength { target, array } => {
                self.check_null(array);
                self.forget(target);
            }
            Instruction::ArrayLoad {
                kind,
                target,
                array,
                ..
            } => self.array_load(body, kind, target, array),
            Instruction::ArrayStore {
                kind,
                array,
                source,
                ..
            } => self.array_store(kind, array, source),
            Instruction::GetField {
                target,
                object,
                kind,
                access,
                field,
                ..
            } => self.get_field(target, object, kind, access, field),
            Instruction::PutField {
                object,
                source,
                kind,
                access,
                field,
                ..
            } => self.put_field(body, object, source, kind, access, field),
            Instruction::GetStatic {
                target,
                kind,
                access,
                field,
                ..
            } => self.get_static(target, kind, access, field),
            Instruction::PutStatic {
                source,
                kind,
                access,
                field,
                ..
            } => self.put_static(body, source, kind, access, field),
            Instruction::CheckCast { .. } => {
                self.front.assume("no cast fails (ClassCastException)");
            }
            Instruction::InstanceOf {
                target,
                object,
                class,
            } => self.instance_of(target, object, class),
            Instruction::Invoke {
                kind,
                target,
                method,
                arguments,
            } => {
                let start = arguments.start as usize;
                let arguments = &body.operands[start..start + usize::from(arguments.count)];
                self.invoke(kind, target, method, arguments);
            }
            Instruction::InvokePolymorphic { .. } => {
                self.unsupported("a call through a variable or method handle".to_owned(), at);
            }
            Instruction::InvokeDynamic { .. } => {
                self.unsupported("invokedynamic".to_owned(), at);
            }
            Instruction::MonitorEnter { object } => match self.monitor(object) {
                Some(object) => self.put(Operation::Acquire(object), at),
                None => self.unsupported("a monitor of an object that is not kept".to_owned(), at),
            },
            Instruction::MonitorExit { object } => match self.monitor(object) {
                Some(object) => self.put(Operation::Release(object), at),
                None => self.unsupported("a monitor of an object that is not kept".to_owned(), at),
            },
            Instruction::Unsupported { reason } => {
                let reason = self.front.program.string_lossy(reason);
                self.unsupported(reason, at);
            }
        }
    }

    /// A register as a monitor: objects whose identity is not known have none.
    pub(super) fn monitor(&mut self, register: Register) -> Option<Local> {
        let Reference::Kept(local) = self.reference(register) else {
            return None;
        };
        if self.front.facts.mixes_opaque {
            let at = self.at();
            let (wrong, fine) = (self.label(), self.label());
            let value = self.front.value;
            self.put(Operation::Branch(Condition::Of(local, value), wrong), at);
            self.put(Operation::Jump(fine), at);
            self.bind(wrong);
            self.unsupported("a monitor of an object that is not kept".to_owned(), at);
            self.bind(fine);
        }
        Some(local)
    }

    fn constant(&mut self, body: &Body, target: Register, value: u64) {
        let at = self.at();
        if body.registers[target.index()] == Kind::Reference {
            if let Reference::Kept(local) = self.reference(target) {
                self.put(Operation::Null(local), at);
            }
        } else if let Number::Truth(truth) = self.number(target) {
            self.put(Operation::Set(truth, value != 0), at);
        }
    }

    /// The register gets a number that nobody knows.
    pub(super) fn forget(&mut self, target: Register) {
        if target.is_some()
            && let Number::Truth(truth) = self.number(target)
        {
            let at = self.at();
            self.free_truth(truth, at);
        }
    }

    pub(super) fn assign_opaque(&mut self, target: Register) {
        if target.is_some()
            && let Reference::Kept(local) = self.reference(target)
        {
            let at = self.at();
            self.opaque_value(local, at);
        }
    }

    fn assign(&mut self, target: Register, source: Register) {
        let at = self.at();
        match (self.reference(target), self.reference(source)) {
            (Reference::Kept(target), Reference::Kept(source)) => {
                return self.put(Operation::Move(target, source), at);
            }
            (Reference::Kept(target), Reference::Opaque) => return self.opaque_value(target, at),
            _ => {}
        }
        match (self.number(target), self.number(source)) {
            (Number::Truth(target), Number::Truth(source)) => self.copy_truth(target, source, at),
            (Number::Truth(target), _) => self.free_truth(target, at),
            (Number::Identity(target), Number::Identity(source)) => {
                self.put(Operation::Move(target, source), at);
            }
            _ => {}
        }
    }

    fn branch(&mut self, body: &Body, asked: Asked, left: Register, right: Register, pc: u32) {
        let is_reference = body.registers[left.index()] == Kind::Reference;
        let label = self.goto(pc);
        let known = match (self.reference(left), self.reference(right)) {
            (Reference::Kept(a), Reference::Kept(b)) if is_reference => {
                (!self.front.facts.mixes_opaque).then_some(Condition::Same(a, b))
            }
            _ => None,
        };
        if let Some(same) = known {
            return self.jump_if(same, asked == Asked::Equal, label);
        }
        if let (false, Number::Identity(a), Number::Identity(b)) =
            (is_reference, self.number(left), self.number(right))
        {
            self.front.model.identities = true;
            self.front
                .assume("identity hash codes of different objects differ");
            return match asked {
                Asked::Equal => self.jump_if(Condition::Same(a, b), true, label),
                Asked::NotEqual => self.jump_if(Condition::Same(a, b), false, label),
                Asked::Less => self.jump_if(Condition::Less(a, b), true, label),
                Asked::GreaterEqual => self.jump_if(Condition::Less(a, b), false, label),
                Asked::Greater => self.jump_if(Condition::Less(b, a), true, label),
                Asked::LessEqual => self.jump_if(Condition::Less(b, a), false, label),
            };
        }
        self.jump_if(Condition::Free, true, label);
    }

    fn jump_if(&mut self, condition: Condition, truth: bool, label: Label) {
        let at = self.at();
        if truth {
            return self.put(Operation::Branch(condition, label), at);
        }
        let on = self.label();
        self.put(Operation::Branch(condition, on), at);
        self.put(Operation::Jump(label), at);
        self.bind(on);
    }

    fn branch_constant(
        &mut self,
        body: &Body,
        asked: Asked,
        left: Register,
        right: i32,
        pc: u32,
    ) {
        let label = self.goto(pc);
        let condition = if body.registers[left.index()] == Kind::Reference {
            match (self.reference(left), asked) {
                (Reference::Kept(it), Asked::Equal) => Condition::IsNull(it),
                (Reference::Kept(it), _) => Condition::NotNull(it),
                (Reference::Opaque, _) => Condition::Free,
            }
        } else {
            match (self.number(left), asked, right) {
                (Number::Truth(it), Asked::Equal | Asked::LessEqual, 0)
                | (Number::Truth(it), Asked::NotEqual | Asked::Less, 1) => Condition::Not(it),
                (Number::Truth(it), Asked::NotEqual | Asked::Greater, 0)
                | (Number::Truth(it), Asked::Equal | Asked::GreaterEqual, 1) => Condition::Is(it),
                _ => Condition::Free,
            }
        };
        self.jump_if(condition, true, label);
    }

    fn give_back(&mut self, source: Register) {
        let at = self.at();
        let (result, exit) = (self.frame().result, self.frame().exit);
        if source.is_some() {
            match (result, self.reference(source), self.number(source)) {
                (Place::Reference(target), Reference::Kept(source), _) => {
                    self.put(Operation::Move(target, source), at);
                }
                (Place::Reference(target), Reference::Opaque, _) => self.opaque_value(target, at),
                (Place::Truth(target), _, Number::Truth(source)) => {
                    self.copy_truth(target, source, at);
                }
                (Place::Truth(target), _, _) => self.free_truth(target, at),
                (Place::Nowhere, _, _) => {}
            }
        }
        self.put(Operation::Jump(exit), at);
    }

    /// What a register that is thrown holds, as far as the code says: a class of which it is.
    fn thrown_class(&self, body: &Body, source: Register) -> JavaClass {
        let program = self.front.program;
        let any = program
            .load("java/lang/Throwable")
            .expect("there are exceptions");
        let mut classes = Vec::new();
        for instruction in &body.code {
            match *instruction {
                Instruction::New { target, class } if target == source => classes.push(class),
                ref it if target(it) == Some(source) => classes.push(any),
                _ => {}
            }
        }
        let caught = body.handlers.iter().filter(|it| it.exception == source);
        classes.extend(caught.map(|it| it.catch.unwrap_or(any)));
        // What javac moves to the register that it throws was made just before.
        let pc = self.frame().pc as usize;
        if let Some(Instruction::Move { target, source: from }) =
            pc.checked_sub(1).map(|it| body.code[it])
            && target == source
        {
            return self.thrown_class(body, from);
        }
        match &classes[..] {
            [only] => *only,
            _ => any,
        }
    }

    /// Goes to the handlers that may catch an exception of the class, or ends the thread.
    pub(super) fn throw(&mut self, class: JavaClass) {
        let at = self.at();
        let program = self.front.program;
        for depth in (0..self.frames.len()).rev() {
            let (method, pc) = (self.frames[depth].method, self.frames[depth].pc);
            for handler in program.body(method).handlers_at(pc) {
                let label = self.frames[depth].labels[handler.target as usize];
                let catches = handler.catch.is_none_or(|it| program.is_subtype(class, it));
                if catches {
                    return self.put(Operation::Jump(label), at);
                }
                if handler.catch.is_some_and(|it| program.is_subtype(it, class)) {
                    self.put(Operation::Branch(Condition::Free, label), at);
                }
            }
        }
        let assertion = program.load("java/lang/AssertionError");
        let is_assertion = assertion.is_ok_and(|it| program.is_subtype(class, it));
        let text = format!("uncaught {}", self.front.name(class));
        let number = self.front.note(text, is_assertion, at);
        self.put(Operation::Fail(number), at);
        self.put(Operation::End, at);
    }

    fn new_object(&mut self, target: Register, class: JavaClass) {
        let at = self.at();
        self.initialize(class);
        if let Reference::Kept(local) = self.reference(target) {
            let class = self.front.class_at(class, Some(at));
            self.put(Operation::New(local, class), at);
        }
    }

    /// Has the object of a register used, which must not be null.
    pub(super) fn check_null(&mut self, register: Register) {
        if let Reference::Kept(local) = self.reference(register) {
            let at = self.at();
            let header = self.front.touched(Touched::Header);
            self.put_as(Operation::Touch(Some(local), header, false), Access::Private, at);
        }
    }

    fn array_load(&mut self, body: &Body, kind: Kind, target: Register, array: Register) {
        let at = self.at();
        self.front.assume("no index of an array is out of bounds");
        let Reference::Kept(array) = self.reference(array) else {
            self.assign_opaque(target);
            return self.forget(target);
        };
        if kind != Kind::Reference {
            let data = self.front.touched(Touched::Elements);
            self.put(Operation::Touch(Some(array), data, false), at);
            return self.forget(target);
        }
        let data = self.front.touched(Touched::Elements);
        self.put(Operation::Touch(Some(array), data, false), at);
        let Reference::Kept(local) = self.reference(target) else {
            return;
        };
        let may_be_null = is_compared_to_null(body, target);
        if !may_be_null {
            self.front
                .assume("elements of arrays that are used unasked are not null");
        }
        self.pick(local, array, may_be_null, at);
    }

    /// `target =` something that is in an array or collection, or null.
    pub(super) fn pick(
        &mut self,
        target: Local,
        container: Local,
        may_be_null: bool,
        at: (MethodId, u32),
    ) {
        let elements = self.front.elements;
        let (null, done) = (self.label(), self.label());
        if may_be_null {
            self.put(Operation::Branch(Condition::Free, null), at);
        }
        self.put_as(Operation::Pick(target, container, elements), Access::Private, at);
        if may_be_null {
            self.put(Operation::Jump(done), at);
            self.bind(null);
            self.put(Operation::Null(target), at);
            self.bind(done);
        }
    }

    fn array_store(&mut self, kind: Kind, array: Register, source: Register) {
        let at = self.at();
        self.front.assume("no index of an array is out of bounds");
        let Reference::Kept(array) = self.reference(array) else {
            return;
        };
        let data = self.front.touched(Touched::Elements);
        self.put(Operation::Touch(Some(array), data, true), at);
        if kind == Kind::Reference && self.reference(source) != Reference::Opaque {
            let source = self.kept(source);
            self.insert(array, source, at);
        }
    }

    /// Puts what is not null into an array or collection.
    pub(super) fn insert(&mut self, container: Local, source: Local, at: (MethodId, u32)) {
        let elements = self.front.elements;
        let done = self.label();
        self.put(Operation::Branch(Condition::IsNull(source), done), at);
        self.put_as(
            Operation::Insert(container, elements, source),
            Access::Private,
            at,
        );
        self.bind(done);
    }

    fn get_field(
        &mut self,
        target: Register,
        object: Register,
        kind: Kind,
        access: FieldAccess,
        field: JavaField,
    ) {
        let (at, access) = (self.at(), ordered(access));
        let object = self.kept(object);
        let is_opaque = self
            .front
            .is_opaque_type(&self.front.program.field(field).descriptor);
        if kind == Kind::Reference && !is_opaque {
            let Reference::Kept(target) = self.reference(target) else {
                unreachable!("a register that a kept field is read into is kept")
            };
            let field = self.front.field(field);
            return self.put_as(Operation::Get(target, object, field), access, at);
        }
        if is_boolean(kind) {
            let flag = self.front.flag(field);
            let truth = match self.number(target) {
                Number::Truth(truth) => truth,
                _ => self.truth("unused"),
            };
            return self.put_as(Operation::GetFlag(truth, object, flag), access, at);
        }
        let data = self.front.touched(Touched::Field(field));
        self.put_as(Operation::Touch(Some(object), data, false), access, at);
        match kind {
            Kind::Reference => self.assign_opaque(target),
            _ => self.forget(target),
        }
    }

    fn put_field(
        &mut self,
        body: &Body,
        object: Register,
        source: Register,
        kind: Kind,
        access: FieldAccess,
        field: JavaField,
    ) {
        let (at, access) = (self.at(), ordered(access));
        let object = self.kept(object);
        let is_opaque = self
            .front
            .is_opaque_type(&self.front.program.field(field).descriptor);
        if kind == Kind::Reference && !is_opaque {
            let source = self.kept(source);
            let field = self.front.field(field);
            return self.put_as(Operation::Put(object, field, Some(source)), access, at);
        }
        if is_boolean(kind) {
            let flag = self.front.flag(field);
            return self.put_truth(body, source, at, |emitter, value| {
                emitter.put_as(Operation::PutFlag(object, flag, value), access, at);
            });
        }
        let data = self.front.touched(Touched::Field(field));
        self.put_as(Operation::Touch(Some(object), data, true), access, at);
    }

    /// Stores a truth value by two instructions, or one if it is a constant.
    fn put_truth(
        &mut self,
        body: &Body,
        source: Register,
        at: (MethodId, u32),
        store: impl Fn(&mut Emitter<'f, 'a>, bool),
    ) {
        let before = at.1.checked_sub(1).map(|it| body.code[it as usize]);
        if let Some(Instruction::Constant { target, value }) = before
            && target == source
            && !is_jumped_to(body, at.1)
        {
            return store(self, value != 0);
        }
        let condition = match self.number(source) {
            Number::Truth(truth) => Condition::Is(truth),
            _ => Condition::Free,
        };
        let (yes, done) = (self.label(), self.label());
        self.put(Operation::Branch(condition, yes), at);
        store(self, false);
        self.put(Operation::Jump(done), at);
        self.bind(yes);
        store(self, true);
        self.bind(done);
    }

    pub(super) fn get_root(&mut self, target: Register, root: Root) {
        let at = self.at();
        let id = self.front.root(root);
        if let Reference::Kept(target) = self.reference(target) {
            self.put_as(Operation::GetStatic(target, id), Access::Private, at);
        }
    }

    /// The object that stands for a class's static booleans.
    fn statics_of(&mut self, field: JavaField) -> Local {
        let at = self.at();
        let class = self.front.program.field(field).class;
        let id = self.front.root(Root::Statics(class));
        let local = match self.statics.get(&class) {
            Some(local) => *local,
            None => {
                let local = self.local("statics");
                self.statics.insert(class, local);
                local
            }
        };
        self.put_as(Operation::GetStatic(local, id), Access::Private, at);
        local
    }

    fn get_static(&mut self, target: Register, kind: Kind, access: FieldAccess, field: JavaField) {
        let at = self.at();
        let program = self.front.program;
        let (class, name) = (program.field(field).class, &program.field(field).name);
        if &**name == "$assertionsDisabled" {
            if let Number::Truth(truth) = self.number(target) {
                self.put(Operation::Set(truth, false), at);
            }
            return;
        }
        self.initialize(class);
        let access = ordered(access);
        let is_opaque = self.front.is_opaque_type(&program.field(field).descriptor);
        if kind == Kind::Reference && !is_opaque {
            let Reference::Kept(target) = self.reference(target) else {
                unreachable!("a register that a kept field is read into is kept")
            };
            let id = self.front.root(Root::Field(field));
            return self.put_as(Operation::GetStatic(target, id), access, at);
        }
        if is_boolean(kind) {
            let object = self.statics_of(field);
            let flag = self.front.flag(field);
            let truth = match self.number(target) {
                Number::Truth(truth) => truth,
                _ => self.truth("unused"),
            };
            return self.put_as(Operation::GetFlag(truth, object, flag), access, at);
        }
        let data = self.front.touched(Touched::Field(field));
        self.put_as(Operation::Touch(None, data, false), access, at);
        match kind {
            Kind::Reference => self.assign_opaque(target),
            _ => self.forget(target),
        }
    }

    fn put_static(
        &mut self,
        body: &Body,
        source: Register,
        kind: Kind,
        access: FieldAccess,
        field: JavaField,
    ) {
        let at = self.at();
        let program = self.front.program;
        self.initialize(program.field(field).class);
        let access = ordered(access);
        let is_opaque = self.front.is_opaque_type(&program.field(field).descriptor);
        if kind == Kind::Reference && !is_opaque {
            let source = self.kept(source);
            let id = self.front.root(Root::Field(field));
            return self.put_as(Operation::PutStatic(id, Some(source)), access, at);
        }
        if is_boolean(kind) {
            let object = self.statics_of(field);
            let flag = self.front.flag(field);
            return self.put_truth(body, source, at, |emitter, value| {
                emitter.put_as(Operation::PutFlag(object, flag, value), access, at);
            });
        }
        let data = self.front.touched(Touched::Field(field));
        self.put_as(Operation::Touch(None, data, true), access, at);
    }

    fn instance_of(&mut self, target: Register, object: Register, class: JavaClass) {
        let at = self.at();
        let Number::Truth(truth) = self.number(target) else {
            return;
        };
        let Reference::Kept(object) = self.reference(object) else {
            return self.free_truth(truth, at);
        };
        let (yes, unknown, done) = (self.label(), self.label(), self.label());
        for (_, class) in self.front.instances(class) {
            self.put(Operation::Branch(Condition::Of(object, class), yes), at);
        }
        let value = self.front.value;
        self.put(Operation::Branch(Condition::Of(object, value), unknown), at);
        self.put(Operation::Set(truth, false), at);
        self.put(Operation::Jump(done), at);
        self.bind(unknown);
        self.free_truth(truth, at);
        self.put(Operation::Jump(done), at);
        self.bind(yes);
        self.put(Operation::Set(truth, true), at);
        self.bind(done);
    }
}

fn ordered(access: FieldAccess) -> Access {
    match access {
        FieldAccess::Volatile => Access::Ordered,
        FieldAccess::Plain | FieldAccess::Final => Access::Plain,
    }
}

/// Can control come to `pc` other than from the instruction before it?
fn is_jumped_to(body: &Body, pc: u32) -> bool {
    let jumps = body.code.iter().any(|it| match it {
        Instruction::Jump { pc: to }
        | Instruction::Branch { pc: to, .. }
        | Instruction::BranchConstant { pc: to, .. } => *to == pc,
        _ => false,
    });
    let cases = body.switches.iter().any(|it| {
        it.default == pc || it.cases.iter().any(|case| case.1 == pc)
    });
    jumps || cases || body.handlers.iter().any(|it| it.target == pc)
}

/// Does the code ask whether a register, or one that it is copied to, is null?
fn is_compared_to_null(body: &Body, register: Register) -> bool {
    let mut copies = vec![register];
    let mut next = 0;
    while let Some(register) = copies.get(next).copied() {
        next += 1;
        for instruction in &body.code {
            match *instruction {
                Instruction::BranchConstant { left, .. } if left == register => return true,
                Instruction::Return { source } if source == register => return true,
                Instruction::Move { target, source }
                    if source == register && !copies.contains(&target) =>
                {
                    copies.push(target);
                }
                _ => {}
            }
        }
    }
    false
}

/// The register that an instruction assigns.
pub(super) fn target(instruction: &Instruction) -> Option<Register> {
    let target = match *instruction {
        Instruction::Constant { target, .. }
        | Instruction::ConstantString { target, .. }
        | Instruction::ConstantClass { target, .. }
        | Instruction::ConstantSingleton { target, .. }
        | Instruction::ConstantDynamic { target, .. }
        | Instruction::Move { target, .. }
        | Instruction::Binary { target, .. }
        | Instruction::BinaryConstant { target, .. }
        | Instruction::Unary { target, .. }
        | Instruction::New { target, .. }
        | Instruction::NewArray { target, .. }
        | Instruction::NewMultiArray { target, .. }
        | Instruction::ArrayLength { target, .. }
        | Instruction::ArrayLoad { target, .. }
        | Instruction::GetField { target, .. }
        | Instruction::GetStatic { target, .. }
        | Instruction::InstanceOf { target, .. }
        | Instruction::Invoke { target, .. }
        | Instruction::InvokePolymorphic { target, .. }
        | Instruction::InvokeDynamic { target, .. }
        | Instruction::Concat { target, .. } => target,
        Instruction::Jump { .. }
        | Instruction::Branch { .. }
        | Instruction::BranchConstant { .. }
        | Instruction::Switch { .. }
        | Instruction::Return { .. }
        | Instruction::Throw { .. }
        | Instruction::ArrayStore { .. }
        | Instruction::PutField { .. }
        | Instruction::PutStatic { .. }
        | Instruction::CheckCast { .. }
        | Instruction::MonitorEnter { .. }
        | Instruction::MonitorExit { .. }
        | Instruction::Raise { .. }
        | Instruction::Unsupported { .. } => return None,
    };
    target.is_some().then_some(target)
}
