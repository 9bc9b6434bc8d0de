//! Which registers are kept, and as what.
//!
//! In: a method's body, and what its arguments are. Out: a [`Reference`] or [`Number`] for each register.
//!
//! A reference is *opaque* if it is never an object that threads share in a way the model shows: a string, a
//! box, an exception, a stream. A register is opaque if all that is assigned to it is; if only some is, what
//! is opaque becomes an object of the class `value` there, whose identity nobody relies on. A register of
//! numbers is a truth value if only 0, 1 and booleans are assigned to it, and an identity if only identity
//! hash codes are.

use super::Front;
use crate::configuration::model::{Local, Truth};
use program::{Body, ClassId as JavaClass, Instruction, Kind, MethodId, Register};

/// A register of references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    Opaque,
    Kept(Local),
}

/// A register of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Free,
    Truth(Truth),
    /// The identity hash code of the object.
    Identity(Local),
}

/// What is known of a register of numbers before it has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberSort {
    Unset,
    Truth,
    Identity,
    Free,
}

impl NumberSort {
    fn join(self, other: NumberSort) -> NumberSort {
        match (self, other) {
            (NumberSort::Unset, it) | (it, NumberSort::Unset) => it,
            (a, b) if a == b => a,
            _ => NumberSort::Free,
        }
    }
}

/// Classes of the library whose objects are kept.
const KEPT: [&str; 3] = ["java/lang/Object", "java/lang/Thread", "java/lang/Runnable"];

/// Packages of the library whose objects are kept.
const KEPT_PREFIXES: [&str; 2] = ["java/util/", "heddle/"];

/// Classes in those that are not.
const DROPPED: [&str; 8] = [
    "java/util/Random",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/concurrent/TimeUnit",
    "java/util/Scanner",
    "java/util/Locale",
    "java/util/Date",
    "java/util/StringJoiner",
    "java/util/UUID",
];

/// Classes of the library whose objects nobody changes, or that take care of threads themselves.
const HARMLESS: [&str; 24] = [
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Number",
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/System",
    "java/lang/Enum",
    "java/lang/CharSequence",
    "java/lang/StringBuffer",
    "java/lang/Throwable",
    "java/lang/StackTraceElement",
    "java/io/PrintStream",
    "java/util/concurrent/TimeUnit",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/Random",
    "java/util/UUID",
    "java/util/Locale",
];

impl Front<'_> {
    /// Can threads share an object of an opaque class and spoil it? Not if nobody keeps one in memory.
    pub(super) fn may_be_spoilt(&self, name: &str) -> bool {
        let Ok(class) = self.program.load(name) else {
            return true;
        };
        let throwable = self.program.load("java/lang/Throwable");
        let is_exception = throwable.is_ok_and(|it| self.program.is_subtype(class, it));
        if is_exception || HARMLESS.contains(&name) {
            return false;
        }
        let mut stored = self.facts.stored.iter();
        stored.any(|it| self.program.is_subtype(class, *it) || self.program.is_subtype(*it, class))
    }

    /// A field whose type is not kept is accessed.
    pub(super) fn stores(&mut self, descriptor: &str) {
        let name = descriptor.trim_start_matches('L').trim_end_matches(';');
        self.facts.stores_texts |= name == super::library::TEXT;
        if let Ok(class) = self.program.load(name) {
            self.facts.stored.insert(class);
        }
    }

    /// Is a type, by its descriptor or array class name, not kept?
    pub(super) fn is_opaque_type(&self, descriptor: &str) -> bool {
        // An array of what is not kept has elements that threads may race for.
        if descriptor.starts_with('[') {
            return false;
        }
        let name = descriptor.strip_prefix('L').unwrap_or(descriptor);
        self.is_opaque_class(name.trim_end_matches(';'))
    }

    pub(super) fn is_opaque_class(&self, name: &str) -> bool {
        if name.starts_with('[') {
            return self.is_opaque_type(name);
        }
        let Ok(class) = self.program.load(name) else {
            return false;
        };
        let throwable = self.program.load("java/lang/Throwable");
        if throwable.is_ok_and(|it| self.program.is_subtype(class, it)) {
            return true;
        }
        let it = self.program.class(class);
        if !self.is_library(class) || KEPT.contains(&name) {
            return false;
        }
        if name == super::library::TEXT && self.keeps_texts {
            return false;
        }
        if name == "java/lang/CharSequence" || DROPPED.contains(&name) {
            return true;
        }
        !it.is_interface() && !KEPT_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
    }

    /// Is the class one of the library? Classes that stand for the program's own lambdas are not.
    pub(super) fn is_library(&self, class: JavaClass) -> bool {
        let it = self.program.class(class);
        let outer = it.name.split_once("$$").map(|it| it.0);
        let made = outer.and_then(|it| self.program.loaded(it));
        it.is_library && made.is_none_or(|it| self.program.class(it).is_library)
    }

    /// Which registers of references are opaque.
    pub(super) fn opaque_registers(
        &self,
        method: MethodId,
        body: &Body,
        arguments: &[bool],
    ) -> Vec<bool> {
        // 0: not assigned, 1: opaque, 2: kept.
        let mut sort = vec![0u8; body.registers.len()];
        let signature = &self.program.method(method).descriptor;
        let types = parameter_types(signature);
        let receiver = usize::from(!self.program.method(method).is_static());
        for (place, register) in body.parameters.iter().enumerate() {
            let declared = place.checked_sub(receiver).and_then(|it| types.get(it));
            let opaque = arguments.get(place).copied().unwrap_or(false)
                || declared.is_some_and(|it| self.is_opaque_type(it));
            sort[register.index()] = if opaque { 1 } else { 2 };
        }
        for handler in &body.handlers {
            if handler.exception.is_some() {
                let it = &mut sort[handler.exception.index()];
                *it = 1.max(*it);
            }
        }
        loop {
            let before = sort.clone();
            for instruction in &body.code {
                if let Some((target, kind)) = self.assigned_reference(body, instruction, &sort)
                    && target.is_some()
                    && body.registers[target.index()] == Kind::Reference
                {
                    sort[target.index()] = sort[target.index()].max(kind);
                }
            }
            if sort == before {
                break;
            }
        }
        sort.into_iter().map(|it| it == 1).collect()
    }

    /// Whether what a register gets is cast to what is not kept at once.
    fn is_made_opaque(&self, body: &Body, register: Register) -> bool {
        body.code.iter().enumerate().all(|(pc, it)| {
            let is_cast = |next: &Instruction| {
                matches!(*next, Instruction::CheckCast { object, class }
                    if object == register && self.is_opaque_class(&self.program.class(class).name))
            };
            super::instruction::target(it) != Some(register)
                || body.code.get(pc + 1).is_some_and(is_cast)
        })
    }

    fn assigned_reference(
        &self,
        body: &Body,
        instruction: &Instruction,
        sort: &[u8],
    ) -> Option<(Register, u8)> {
        let by = |opaque: bool| if opaque { 1 } else { 2 };
        Some(match *instruction {
            Instruction::ConstantString { target, .. }
            | Instruction::ConstantDynamic { target, .. }
            | Instruction::Concat { target, .. } => (target, 1),
            Instruction::ConstantClass { target, .. }
            | Instruction::ConstantSingleton { target, .. } => (target, 2),
            Instruction::Move { target, source } => (target, sort[source.index()]),
            Instruction::New { target, class }
            | Instruction::NewArray { target, class, .. }
            | Instruction::NewMultiArray { target, class, .. } => {
                let name = &self.program.class(class).name;
                (target, by(self.is_opaque_class(name)))
            }
            Instruction::ArrayLoad { target, .. } => (target, 2),
            Instruction::GetField { target, field, .. }
            | Instruction::GetStatic { target, field, .. } => {
                let descriptor = &self.program.field(field).descriptor;
                (target, by(self.is_opaque_type(descriptor)))
            }
            Instruction::Invoke { target, method, .. } => {
                let descriptor = &self.program.method(method).descriptor;
                if self.gives_element(method) && self.is_made_opaque(body, target) {
                    return Some((target, 1));
                }
                let result = descriptor.rsplit(')').next().unwrap_or("V");
                (target, by(self.is_opaque_type(result)))
            }
            Instruction::InvokePolymorphic { target, .. }
            | Instruction::InvokeDynamic { target, .. } => (target, 2),
            _ => return None,
        })
        .filter(|it: &(Register, u8)| it.0.is_some() && it.0.index() < body.registers.len())
    }

    /// What the registers of numbers are.
    pub(super) fn number_sorts(&self, method: MethodId, body: &Body) -> Vec<NumberSort> {
        let mut sort = vec![NumberSort::Unset; body.registers.len()];
        let kinds = &self.program.method(method).parameters;
        for (register, kind) in body.parameters.iter().zip(kinds) {
            sort[register.index()] = match kind {
                Kind::Boolean => NumberSort::Truth,
                _ => NumberSort::Free,
            };
        }
        loop {
            let before = sort.clone();
            for instruction in &body.code {
                if let Some((target, kind)) = self.assigned_number(instruction, &sort)
                    && target.is_some()
                {
                    sort[target.index()] = sort[target.index()].join(kind);
                }
            }
            if sort == before {
                return sort;
            }
        }
    }

    fn assigned_number(
        &self,
        instruction: &Instruction,
        sort: &[NumberSort],
    ) -> Option<(Register, NumberSort)> {
        let boolean = |kind: Kind| match kind {
            Kind::Boolean => NumberSort::Truth,
            _ => NumberSort::Free,
        };
        Some(match *instruction {
            Instruction::Constant { target, value } if value < 2 => (target, NumberSort::Truth),
            Instruction::Move { target, source } => (target, sort[source.index()]),
            Instruction::GetField { target, kind, .. }
            | Instruction::GetStatic { target, kind, .. } => (target, boolean(kind)),
            Instruction::InstanceOf { target, .. } => (target, NumberSort::Truth),
            Instruction::Invoke { target, method, .. } => {
                let sort = match self.program.method(method).result {
                    Some(Kind::Boolean) => NumberSort::Truth,
                    _ if self.is_identity(method) => NumberSort::Identity,
                    _ => NumberSort::Free,
                };
                (target, sort)
            }
            Instruction::Constant { target, .. }
            | Instruction::Binary { target, .. }
            | Instruction::BinaryConstant { target, .. }
            | Instruction::Unary { target, .. }
            | Instruction::ArrayLength { target, .. }
            | Instruction::ArrayLoad { target, .. }
            | Instruction::InvokePolymorphic { target, .. }
            | Instruction::InvokeDynamic { target, .. } => (target, NumberSort::Free),
            _ => return None,
        })
    }

    /// Does the method give an identity hash code?
    pub(super) fn is_identity(&self, method: MethodId) -> bool {
        let it = self.program.method(method);
        let class = &*self.program.class(it.class).name;
        matches!(
            (class, &*it.name),
            ("java/lang/System", "identityHashCode") | ("java/lang/Object", "hashCode")
        )
    }
}

/// The types of a method's parameters, without the receiver.
pub(super) fn parameter_types(descriptor: &str) -> Vec<&str> {
    let mut rest = descriptor.strip_prefix('(').unwrap_or("");
    let mut types = Vec::new();
    while !rest.is_empty() && !rest.starts_with(')') {
        let arrays = rest.len() - rest.trim_start_matches('[').len();
        let end = match rest[arrays..].starts_with('L') {
            true => rest.find(';').map_or(rest.len(), |it| it + 1),
            false => arrays + 1,
        };
        types.push(&rest[..end]);
        rest = &rest[end..];
    }
    types
}
