//! The code of a thread, with all calls inlined.
//!
//! In: a method that a thread begins with. Out: a [`Draft`], which [`super::simplify`] makes a routine.
//!
//! Each inlined call has registers of its own, but for parameters that the callee never assigns: those are
//! the caller's registers, which nobody assigns during the call.

use super::Front;
use super::instruction::target;
use super::values::{Number, NumberSort, Reference};
use crate::configuration::model::{
    Access, Condition, Instruction as Step, Local, Operation, Truth,
};
use program::{Body, ClassId as JavaClass, Kind, MethodId, Register};
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
    pub(super) labels: Vec<Label>,
    references: Vec<Reference>,
    numbers: Vec<Number>,
    /// Where to go on after it.
    pub(super) exit: Label,
    /// Where its result goes.
    pub(super) result: Place,
    /// The instruction that is being translated.
    pub(super) pc: u32,
    /// Its depth among the calls of the main thread at the start, if it is one of those.
    standing: Option<usize>,
    /// If the library calls it: which arguments are objects for certain.
    pub(super) given: Option<Vec<bool>>,
}

/// A step of an iteration over a collection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Iteration {
    /// The number of the call that it is in.
    pub(super) depth: usize,
    pub(super) iterator: Register,
    pub(super) pc: u32,
    /// The jump that leads to the label if the collection may change in between.
    pub(super) site: usize,
    pub(super) risk: Label,
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
    pub(super) statics: BTreeMap<JavaClass, Local>,
    /// Steps of iterations in calls that are being inlined.
    pub(super) iterations: Vec<Iteration>,
    /// What the library gives to the call that is inlined next.
    pub(super) given: Option<Vec<bool>>,
    /// The class of the receiver of the call under way, if that is known exactly.
    pub(super) receiver_class: Option<String>,
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
    pub(super) fn new(front: &'f mut Front<'a>, standing: Vec<(MethodId, u32)>) -> Emitter<'f, 'a> {
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
            iterations: Vec::new(),
            given: None,
            receiver_class: None,
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

    pub(super) fn outermost(&mut self, method: MethodId, arguments: &[Argument], end: Label) {
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

    pub(super) fn call(
        &mut self,
        method: MethodId,
        arguments: &[Argument],
        result: Place,
        exit: Label,
        at: (MethodId, u32),
    ) {
        let split = self.front.body(method);
        let body = &split.body;
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
            given: self.given.take(),
        };
        self.places(&mut frame, body, &opaque, &sorts);
        // What the main thread's registers were aliased to would be of the past.
        self.parameters(&mut frame, body, arguments, !stands, at);
        if stands {
            for (index, kind) in body.registers.iter().enumerate() {
                let register = split.origin(Register(index as u16));
                let (reference, number) = (frame.references[index], frame.numbers[index]);
                match kind {
                    Kind::Reference => self.stood.push((depth, register, reference, Number::Free)),
                    _ => self
                        .stood
                        .push((depth, register, Reference::Opaque, number)),
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
        self.settle_iterations(body);
        self.frames.pop();
    }

    pub(super) fn places(
        &mut self,
        frame: &mut Frame,
        body: &Body,
        opaque: &[bool],
        sorts: &[NumberSort],
    ) {
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
    pub(super) fn parameters(
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

    pub(super) fn frame(&self) -> &Frame {
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

    pub(super) fn goto(&self, pc: u32) -> Label {
        self.frame().labels[pc as usize]
    }
}
