//! Which registers, fields and elements can influence what a model shows: control flow, locks,
//! exceptions. The rest is not translated at all; values that are only printed vanish with it.

use std::collections::BTreeSet;

use analysis::code;
use analysis::flat::calls::callees;
use analysis::flat::sharing::Interest;
use analysis::flat::{AccessTarget, AtomicAccess, Callee, FlatPoints};
use analysis::intrinsic::Intrinsic;
use program::{
    BinaryOperator, Body, ClassId, ClassShape, FieldId, Instruction, Kind, MethodId, Program,
    Register,
};

use crate::unknown::Unknown;

/// What matters.
#[derive(Debug, Default)]
pub struct Relevance {
    /// Registers.
    pub registers: BTreeSet<(MethodId, Register)>,
    /// Instance and static fields.
    pub fields: BTreeSet<FieldId>,
    /// Array classes whose elements matter.
    pub elements: BTreeSet<ClassId>,
    /// Methods whose results matter.
    pub results: BTreeSet<MethodId>,
    /// Whether it matters what time it is.
    pub clock: bool,
    /// What is not known, and so never matters.
    pub unknown: Unknown,
    changed: bool,
}

impl Interest for Relevance {
    fn has(&self, method: MethodId, register: Register) -> bool {
        Relevance::has(self, method, register)
    }

    fn has_field(&self, field: FieldId) -> bool {
        self.fields.contains(&field)
    }
}

impl Relevance {
    /// Works out what matters; `roots` are fields that matter in any case.
    pub fn new(
        program: &Program,
        points: &FlatPoints,
        frames: &[(MethodId, u32)],
        roots: &[FieldId],
        unknown: Unknown,
    ) -> Relevance {
        let mut relevance = Relevance {
            unknown,
            ..Relevance::default()
        };
        relevance.fields.extend(roots);
        loop {
            relevance.changed = false;
            for (method, pcs) in &points.code {
                let body = program.body(*method);
                for pc in pcs {
                    let site = Site {
                        program,
                        points,
                        method: *method,
                        body,
                        pc: *pc,
                    };
                    relevance.instruction(&site);
                }
            }
            // The results of the calls that the main thread is in.
            for pair in frames.windows(2) {
                let body = program.body(pair[0].0);
                if let Instruction::Invoke { target, .. } = body.code[pair[0].1 as usize]
                    && target.is_some()
                    && relevance.has(pair[0].0, target)
                {
                    relevance.changed |= relevance.results.insert(pair[1].0);
                }
            }
            if !relevance.changed {
                return relevance;
            }
        }
    }

    /// Whether a register matters.
    pub fn has(&self, method: MethodId, register: Register) -> bool {
        self.registers.contains(&(method, register))
    }

    fn mark(&mut self, site: &Site<'_>, register: Register) {
        if register.is_some() && !self.unknown.has(site.method, register) {
            self.changed |= self.registers.insert((site.method, register));
        }
    }

    fn mark_field(&mut self, field: FieldId) {
        if !self.unknown.has_field(field) {
            self.changed |= self.fields.insert(field);
        }
    }

    fn instruction(&mut self, site: &Site<'_>) {
        let target = site.body.code[site.pc as usize].target();
        let wanted = target.is_some_and(|target| self.has(site.method, target));
        if let Some(object) = code::dereferenced(site.program, site.body, site.pc)
            && site.may_be_null(object)
        {
            self.mark(site, object);
        }
        match site.body.code[site.pc as usize] {
            Instruction::Move { source, .. } | Instruction::Unary { source, .. } if wanted => {
                self.mark(site, source);
            }
            Instruction::Binary {
                operator,
                left,
                right,
                ..
            } => {
                use BinaryOperator::{IDiv, IRem, LDiv, LRem};
                if wanted {
                    self.mark(site, left);
                    self.mark(site, right);
                } else if matches!(operator, IDiv | IRem | LDiv | LRem) {
                    self.mark(site, right);
                }
            }
            Instruction::BinaryConstant { left, .. } if wanted => self.mark(site, left),
            Instruction::Branch { left, right, .. } => {
                self.mark(site, left);
                self.mark(site, right);
            }
            Instruction::BranchConstant { left, .. } => self.mark(site, left),
            Instruction::Switch { value, .. } => self.mark(site, value),
            Instruction::Return { source } if self.results.contains(&site.method) => {
                self.mark(site, source);
            }
            Instruction::Throw { source } => self.mark(site, source),
            Instruction::NewArray { length, .. } => self.mark(site, length),
            Instruction::NewMultiArray { lengths, .. } => {
                let lengths = site.body.argument_registers(lengths);
                lengths.iter().for_each(|length| self.mark(site, *length));
            }
            Instruction::ArrayLength { array, .. } if wanted => self.mark(site, array),
            Instruction::ArrayLoad { array, index, .. } => {
                self.mark(site, array);
                self.mark(site, index);
                if wanted {
                    for object in site.points.register(site.method, array) {
                        let class = site.points.classes[*object as usize];
                        self.changed |= self.elements.insert(class);
                    }
                }
            }
            Instruction::ArrayStore {
                array,
                index,
                source,
                ..
            } => {
                self.mark(site, array);
                self.mark(site, index);
                if site
                    .arrays(array)
                    .any(|class| self.elements.contains(&class))
                    || site.store_may_fail(array, source)
                {
                    self.mark(site, source);
                }
            }
            Instruction::GetField { object, field, .. } if wanted => {
                self.mark(site, object);
                self.mark_field(field);
            }
            Instruction::PutField {
                object,
                source,
                field,
                ..
            } if self.fields.contains(&field) => {
                self.mark(site, object);
                self.mark(site, source);
            }
            Instruction::GetStatic { field, .. } if wanted => self.mark_field(field),
            Instruction::PutStatic { source, field, .. } if self.fields.contains(&field) => {
                self.mark(site, source);
            }
            Instruction::CheckCast { object, class } if site.cast_may_fail(object, class) => {
                self.mark(site, object);
            }
            Instruction::InstanceOf { object, .. } if wanted => self.mark(site, object),
            Instruction::MonitorEnter { object } | Instruction::MonitorExit { object } => {
                self.mark(site, object);
            }
            Instruction::Invoke { .. } => self.call(site, wanted),
            Instruction::InvokePolymorphic { .. } => {
                if let Some(access) = site.points.accesses.get(&(site.method, site.pc)) {
                    self.access(site, access, wanted);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, site: &Site<'_>, wanted: bool) {
        let Instruction::Invoke { arguments, .. } = site.body.code[site.pc as usize] else {
            return;
        };
        let arguments = site.body.argument_registers(arguments);
        let callees = callees(site.program, site.points, site.method, site.pc);
        if site
            .points
            .dispatch
            .get(&(site.method, site.pc))
            .is_some_and(|it| it.len() > 1)
        {
            self.mark(site, arguments[0]);
        }
        for callee in callees {
            match callee {
                Callee::Code(method) => {
                    if wanted {
                        self.changed |= self.results.insert(method);
                    }
                    let parameters = &site.program.body(method).parameters;
                    for (argument, parameter) in arguments.iter().zip(parameters) {
                        if self.has(method, *parameter) {
                            self.mark(site, *argument);
                        }
                    }
                }
                Callee::Intrinsic(_, known) => self.intrinsic(site, known, arguments, wanted),
                Callee::None => {}
            }
        }
    }

    fn intrinsic(
        &mut self,
        site: &Site<'_>,
        known: Intrinsic,
        arguments: &[Register],
        wanted: bool,
    ) {
        match known {
            Intrinsic::Nothing => {
                let callee = match site.body.code[site.pc as usize] {
                    Instruction::Invoke { method, .. } => method,
                    _ => return,
                };
                if code::tells_uncaught(site.program, site.method, callee) {
                    self.mark(site, arguments[0]);
                }
            }
            Intrinsic::First | Intrinsic::ClassOf | Intrinsic::Clone if wanted => {
                self.mark(site, arguments[0])
            }
            Intrinsic::RefersTo if wanted => {
                arguments
                    .iter()
                    .for_each(|argument| self.mark(site, *argument));
                if let Some(field) = code::referent(site.program) {
                    self.mark_field(field);
                }
            }
            Intrinsic::Forget => {
                let field = code::referent(site.program);
                if field.is_some_and(|field| self.fields.contains(&field)) {
                    self.mark(site, arguments[0]);
                }
            }
            Intrinsic::EnumConstant => {
                arguments
                    .iter()
                    .for_each(|argument| self.mark(site, *argument));
                let table = site.points.named.get(&(site.method, site.pc));
                for (_, _, field) in table.into_iter().flatten().filter(|_| wanted) {
                    self.mark_field(*field);
                }
            }
            Intrinsic::Digit | Intrinsic::Choose | Intrinsic::Convert(_) if wanted => {
                arguments
                    .iter()
                    .for_each(|argument| self.mark(site, *argument));
            }
            Intrinsic::Start
            | Intrinsic::IsAlive
            | Intrinsic::Join
            | Intrinsic::Interrupt
            | Intrinsic::Suspend
            | Intrinsic::Resume
            | Intrinsic::Stop
            | Intrinsic::Wait
            | Intrinsic::Notify
            | Intrinsic::NotifyAll
            | Intrinsic::HoldsLock
            | Intrinsic::ArrayCopy
            | Intrinsic::Assume => {
                arguments
                    .iter()
                    .for_each(|argument| self.mark(site, *argument));
                if known == Intrinsic::Interrupt
                    && let Some(field) = code::thread_field(site.program, "interrupted")
                {
                    self.mark_field(field.id);
                }
                if known == Intrinsic::ArrayCopy {
                    let both = [arguments[0], arguments[2]];
                    let classes: Vec<ClassId> =
                        both.iter().flat_map(|array| site.arrays(*array)).collect();
                    if classes.iter().any(|class| self.elements.contains(class)) {
                        for class in classes {
                            self.changed |= self.elements.insert(class);
                        }
                    }
                }
            }
            Intrinsic::Clock if wanted => {
                self.changed |= !self.clock;
                self.clock = true;
            }
            Intrinsic::Sleep if self.clock => {
                arguments
                    .iter()
                    .for_each(|argument| self.mark(site, *argument));
            }
            Intrinsic::Park | Intrinsic::Unpark => {
                arguments[1..]
                    .iter()
                    .for_each(|argument| self.mark(site, *argument));
            }
            Intrinsic::InitThread => {
                for (name, argument) in [("target", Some(2)), ("daemon", None)] {
                    if let Some(field) = code::thread_field(site.program, name)
                        && self.fields.contains(&field.id)
                    {
                        self.mark(site, arguments[0]);
                        if let Some(argument) = argument {
                            self.mark(site, arguments[argument]);
                        }
                    }
                }
            }
            Intrinsic::Unsafe(_) => {
                if let Some(access) = site.points.accesses.get(&(site.method, site.pc)) {
                    self.access(site, access, wanted);
                }
            }
            _ => {}
        }
    }

    fn access(&mut self, site: &Site<'_>, access: &AtomicAccess, wanted: bool) {
        let field = match access.target {
            AccessTarget::Field(_, field) | AccessTarget::Static(field) => field,
            AccessTarget::Element(array, index) => {
                return self.element(site, access, (array, index), wanted);
            }
        };
        if wanted {
            self.mark_field(field);
        }
        if self.fields.contains(&field) {
            if let AccessTarget::Field(object, _) = access.target {
                self.mark(site, object);
            }
            access
                .values
                .iter()
                .for_each(|value| self.mark(site, *value));
        }
    }
}

impl Relevance {
    /// An access in one step to an element.
    fn element(
        &mut self,
        site: &Site<'_>,
        access: &AtomicAccess,
        (array, index): (Register, Register),
        wanted: bool,
    ) {
        self.mark(site, array);
        self.mark(site, index);
        let classes: Vec<ClassId> = site.arrays(array).collect();
        if wanted {
            for class in &classes {
                self.changed |= self.elements.insert(*class);
            }
        }
        if classes.iter().any(|class| self.elements.contains(class)) {
            access
                .values
                .iter()
                .for_each(|value| self.mark(site, *value));
        }
    }
}

/// One instruction in its surroundings.
pub(crate) struct Site<'a> {
    pub(crate) program: &'a Program,
    pub(crate) points: &'a FlatPoints,
    pub(crate) method: MethodId,
    pub(crate) body: &'a Body,
    pub(crate) pc: u32,
}

impl Site<'_> {
    /// Whether a register that is used as an object may be null.
    pub(crate) fn may_be_null(&self, register: Register) -> bool {
        !code::is_this(self.program, self.method, self.body, register)
            && !code::never_null(self.program, self.body, register)
    }

    fn arrays(&self, register: Register) -> impl Iterator<Item = ClassId> {
        let objects = self.points.register(self.method, register).iter();
        objects.map(|object| self.points.classes[*object as usize])
    }

    /// Whether a cast can fail, by what the register can mean.
    pub(crate) fn cast_may_fail(&self, register: Register, class: ClassId) -> bool {
        let mut objects = self.points.register(self.method, register).iter();
        objects.any(|object| {
            !self
                .program
                .is_subtype(self.points.classes[*object as usize], class)
        })
    }

    /// Whether a store into an array can find the element to be of a wrong class.
    pub(crate) fn store_may_fail(&self, array: Register, source: Register) -> bool {
        if self.body.registers[usize::from(source.0)] != Kind::Reference {
            return false;
        }
        let elements: Vec<ClassId> = self
            .arrays(array)
            .filter_map(|class| match self.program.class(class).shape {
                ClassShape::Array { element, .. } => Some(element),
                _ => None,
            })
            .collect();
        elements
            .into_iter()
            .any(|element| self.cast_may_fail(source, element))
    }
}
