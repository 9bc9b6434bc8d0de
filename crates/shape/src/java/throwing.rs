//! What calls of the library may throw, and which handlers see it.
//!
//! In: a call on what is not kept, or an instruction that depends on a number or a null. Out: branches to the
//! handlers that may catch what it throws, and an alarm where none does.
//!
//! What is not kept may be null wherever the code around does not show that it is an object
//! ([`Emitter::is_object`]). A method of the library may throw unless the table below, made from its
//! documentation, says that it does not.

use super::emit::Emitter;
use super::instruction::target;
use super::values::{Reference, parameter_types};
use crate::configuration::model::{Condition, Operation};
use program::{Body, ClassId as JavaClass, Instruction, MethodId, Program, Register};

/// What a call throws on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Throws {
    Nothing,
    /// Nothing if no argument is null.
    OnNull,
    /// Nothing if its number is more than 0.
    OnNonPositive,
    Anything,
}

/// What exceptions do that depends on the class they are of.
const TOLD: [&str; 8] = [
    "fillInStackTrace",
    "getCause",
    "getLocalizedMessage",
    "getMessage",
    "initCause",
    "printStackTrace",
    "setStackTrace",
    "toString",
];

/// How far back it is looked for where a register comes from.
const FUEL: usize = 8;

impl Emitter<'_, '_> {
    /// A call of a library method on what is not kept: what it may throw.
    pub(super) fn library_throws(&mut self, method: MethodId, arguments: &[Register]) {
        let program = self.front.program;
        let found = program.method(method);
        let class = program.class(found.class);
        let name = program.describe_method(method);
        let is_kept = !found.is_static() && self.reference(arguments[0]) != Reference::Opaque;
        if !found.is_static()
            && &*found.name != "<init>"
            && !is_kept
            && !self.is_object(arguments[0])
        {
            self.may_throw(
                "java/lang/NullPointerException",
                &format!("a call of {name} on null"),
            );
        }
        let given = &arguments[usize::from(!found.is_static())..];
        match throws(&class.name, &found.name, &found.descriptor) {
            Throws::Nothing => {}
            Throws::OnNull => {
                let types = parameter_types(&found.descriptor);
                let mut references = given.iter().zip(types).filter(|it| it.1.ends_with(';'));
                if !references.all(|it| self.is_object(*it.0)) {
                    let what = format!("a null given to {name}");
                    self.may_throw("java/lang/NullPointerException", &what);
                }
            }
            Throws::OnNonPositive => {
                if !given.iter().all(|it| self.is_within(*it, 1, i64::MAX)) {
                    let what = format!("a number given to {name} that is not positive");
                    self.may_throw("java/lang/IllegalArgumentException", &what);
                }
            }
            Throws::Anything => {
                self.may_throw(
                    "java/lang/Exception",
                    &format!("an exception thrown by {name}"),
                );
            }
        }
    }

    /// Something may throw an exception of a class that depends on what is not kept: threads go to the
    /// handlers that may catch it, or on as if it was not thrown. Where no handler names such exceptions it
    /// is an alarm.
    pub(super) fn may_throw(&mut self, class: &str, what: &str) {
        let at = self.at();
        let program = self.front.program;
        let class = program
            .load(class)
            .or_else(|_| program.load("java/lang/Throwable"));
        let class = class.expect("there are exceptions");
        if self.is_caught(class) {
            let fine = self.label();
            self.put(Operation::Branch(Condition::Free, fine), at);
            self.throw(class);
            self.bind(fine);
        } else if self.front.options.exceptions {
            let number = self.front.note(format!("there may be {what}"), false, at);
            self.put(Operation::Fail(number), at);
        } else {
            self.front.assume(&format!("there is not {what}"));
        }
    }

    /// What an instruction is about to use may be null, and a handler waits for that.
    pub(super) fn catch_null(&mut self, body: &Body, pc: u32) {
        let Some(used) = dereferenced(self.front.program, body, pc) else {
            return;
        };
        let Reference::Kept(local) = self.reference(used) else {
            return;
        };
        let Ok(class) = self.front.program.load("java/lang/NullPointerException") else {
            return;
        };
        if self.is_caught(class) {
            let (at, fine) = (self.at(), self.label());
            self.put(Operation::Branch(Condition::NotNull(local), fine), at);
            self.throw(class);
            self.bind(fine);
        }
    }

    /// Whether some handler around names a class of which such an exception may be.
    fn is_caught(&self, class: JavaClass) -> bool {
        let program = self.front.program;
        self.frames.iter().any(|frame| {
            let mut handlers = program.body(frame.method).handlers_at(frame.pc);
            handlers.any(|it| {
                it.catch.is_some_and(|caught| {
                    program.is_subtype(class, caught) || program.is_subtype(caught, class)
                })
            })
        })
    }

    /// Whether the code shows that a register refers to an object where it is used.
    pub(super) fn is_object(&self, register: Register) -> bool {
        let depth = self.frames.len() - 1;
        self.is_object_in(depth, self.frames[depth].pc, register, FUEL)
    }

    /// The same at another instruction of a call.
    pub(super) fn is_object_at(&self, depth: usize, pc: u32, register: Register) -> bool {
        self.is_object_in(depth, pc, register, FUEL)
    }

    /// Whether a field is assigned once, with an object, before anybody reads it.
    fn holds_object(&self, field: program::FieldId) -> bool {
        let program = self.front.program;
        let found = program.field(field);
        let is_final = found.access == program::FieldAccess::Final && !found.is_static;
        if !is_final || self.front.is_library(found.class) {
            return false;
        }
        if self.front.facts.null_fields.contains(&field) {
            return false;
        }
        // Constructors that do nothing with the object but fill it.
        let class = program.class(found.class);
        let made = class.methods.iter().copied();
        let mut made = made.filter(|it| &*program.method(*it).name == "<init>");
        made.all(|method| {
            let split = self.front.body(method);
            let body = &split.body;
            let this = body.parameters[0];
            let mut all = 0..body.code.len() as u32;
            all.all(|pc| {
                let mut reads = false;
                body.for_each_source(pc, |it| reads |= it == this);
                match body.code[pc as usize] {
                    _ if !reads => true,
                    Instruction::PutField { source, .. } => source != this,
                    Instruction::Invoke {
                        method, arguments, ..
                    } => {
                        let called = program.method(method);
                        let owner = &*program.class(called.class).name;
                        let given = body.argument_registers(arguments);
                        let is_plain = owner == "java/lang/Object"
                            || owner == "java/lang/Thread"
                            || owner == "java/lang/Record"
                            || called.class == found.class;
                        &*called.name == "<init>" && is_plain && !given[1..].contains(&this)
                    }
                    _ => false,
                }
            })
        })
    }

    fn is_object_in(&self, depth: usize, pc: u32, register: Register, fuel: usize) -> bool {
        let Some(fuel) = fuel.checked_sub(1) else {
            return false;
        };
        let program = self.front.program;
        let method = self.frames[depth].method;
        let split = self.front.body(method);
        let body = &split.body;
        if let Some(last) = last_assignment(body, pc, register) {
            return self.is_assigned_object(depth, last, fuel);
        }
        if is_asked(body, pc, register) {
            return true;
        }
        let mut is_known = body.handlers.iter().any(|it| it.exception == register);
        if let Some(place) = body.parameters.iter().position(|it| *it == register) {
            let is_this = place == 0 && !program.method(method).is_static();
            if !is_this && !self.is_given_object(depth, place, fuel) {
                return false;
            }
            is_known = true;
        }
        let all = 0..body.code.len() as u32;
        for at in all.filter(|it| target(&body.code[*it as usize]) == Some(register)) {
            if !self.is_assigned_object(depth, at, fuel) {
                return false;
            }
            is_known = true;
        }
        is_known
    }

    /// Whether what an instruction assigns is an object.
    fn is_assigned_object(&self, depth: usize, pc: u32, fuel: usize) -> bool {
        let program = self.front.program;
        let split = self.front.body(self.frames[depth].method);
        let body = &split.body;
        match body.code[pc as usize] {
            Instruction::ConstantString { .. }
            | Instruction::ConstantClass { .. }
            | Instruction::ConstantSingleton { .. }
            | Instruction::Concat { .. }
            | Instruction::New { .. }
            | Instruction::NewArray { .. }
            | Instruction::NewMultiArray { .. } => true,
            Instruction::Move { source, .. } => self.is_object_in(depth, pc, source, fuel),
            Instruction::ArrayLoad { array, .. } => self.is_filled_at(depth, pc, array),
            Instruction::GetField { field, .. } => self.holds_object(field),
            Instruction::Invoke {
                method, arguments, ..
            } => {
                let given = body.argument_registers(arguments);
                gives_object(program, method)
                    || self.front.gives_object_of_collection(method)
                        && (&*program.method(method).name != "getOrDefault"
                            || self.is_object_in(depth, pc, given[2], fuel))
            }
            Instruction::GetStatic { field, .. } => {
                let field = program.field(field);
                field.access == program::FieldAccess::Final && program.class(field.class).is_library
            }
            _ => false,
        }
    }

    /// Whether what a call gives for a parameter is an object.
    fn is_given_object(&self, depth: usize, place: usize, fuel: usize) -> bool {
        if let Some(given) = &self.frames[depth].given {
            return given.get(place).copied().unwrap_or(false);
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let (method, pc) = (self.frames[depth].method, self.frames[depth].pc);
        let split = self.front.body(method);
        let body = &split.body;
        let Instruction::Invoke { arguments, .. } = body.code[pc as usize] else {
            return false;
        };
        let start = arguments.start as usize;
        let given = &body.operands[start..start + usize::from(arguments.count)];
        let called = self.frames[depth + 1].method;
        given.len() == self.front.program.body(called).parameters.len()
            && self.is_object_in(depth, pc, given[place], fuel)
    }

    /// Whether a register holds a constant from here to there where it is used.
    pub(super) fn is_within(&self, register: Register, from: i64, to: i64) -> bool {
        let split = self.front.body(self.frame().method);
        let body = &split.body;
        let is_int = body.registers[register.index()] == program::Kind::Int;
        let fits = |it: &Instruction| match *it {
            Instruction::Constant { value, .. } => {
                let value = if is_int {
                    i64::from(value as i32)
                } else {
                    value as i64
                };
                (from..=to).contains(&value)
            }
            _ => false,
        };
        if let Some(last) = last_assignment(body, self.frame().pc, register) {
            return fits(&body.code[last as usize]);
        }
        let assigned = body.code.iter().filter(|it| target(it) == Some(register));
        let mut assigned = assigned.peekable();
        let is_assigned = assigned.peek().is_some() && !body.parameters.contains(&register);
        is_assigned && assigned.all(fits)
    }

    /// A call on what is not kept goes to the method that the code names, unless a class of the program
    /// has one of its own in its place.
    pub(super) fn is_overridden(&self, method: MethodId) -> bool {
        let found = self.front.program.method(method);
        self.own_exceptions().any(|class| {
            class != found.class
                && self.front.program.is_subtype(class, found.class)
                && self
                    .front
                    .program
                    .declared_method(class, &found.name, &found.descriptor)
                    .is_some()
        })
    }

    /// Whether a class of exceptions of the program has a method of its own that the library calls.
    pub(super) fn tells_itself(&self, only: Option<&str>) -> bool {
        let program = self.front.program;
        self.own_exceptions().any(|class| {
            let mut methods = program.class(class).methods.iter();
            methods.any(|it| {
                let name = &*program.method(*it).name;
                TOLD.contains(&name) && only.is_none_or(|it| it == name)
            })
        })
    }

    fn own_exceptions(&self) -> impl Iterator<Item = JavaClass> {
        let front = &*self.front;
        let throwable = front.program.load("java/lang/Throwable").ok();
        let classes = (0..front.program.class_count() as u32).map(JavaClass);
        classes.filter(move |it| {
            !front.is_library(*it)
                && throwable.is_some_and(|all| front.program.is_subtype(*it, all))
        })
    }

    /// Texts are put together: `toString` of the program's own classes is not part of the model.
    pub(super) fn concatenates(&mut self, operands: &[Register], body: &Body) {
        let at = self.at();
        let what = || "a toString() of the program, called by a concatenation".to_owned();
        for register in operands {
            if body.registers[register.index()] != program::Kind::Reference {
                continue;
            }
            match self.reference(*register) {
                Reference::Opaque => {
                    let is_text = body
                        .code
                        .iter()
                        .filter(|it| target(it) == Some(*register))
                        .all(|it| {
                            matches!(
                                it,
                                Instruction::ConstantString { .. } | Instruction::Concat { .. }
                            )
                        });
                    if !is_text && self.tells_itself(None) {
                        self.unsupported(what(), at);
                    }
                }
                Reference::Kept(local) => {
                    let wrong = self.label();
                    let classes = self.own_texts();
                    if classes.is_empty() {
                        continue;
                    }
                    for class in classes {
                        self.put(Operation::Branch(Condition::Of(local, class), wrong), at);
                    }
                    let fine = self.label();
                    self.put(Operation::Jump(fine), at);
                    self.bind(wrong);
                    self.unsupported(what(), at);
                    self.bind(fine);
                }
            }
        }
    }

    /// Classes of objects with a `toString` of the program's own.
    fn own_texts(&mut self) -> Vec<crate::configuration::model::ClassId> {
        let program = self.front.program;
        let Ok(object) = program.load("java/lang/Object") else {
            return Vec::new();
        };
        let Some(text) = program.declared_method(object, "toString", "()Ljava/lang/String;") else {
            return Vec::new();
        };
        let all = self.front.instances(object).into_iter();
        let own = all.filter(|it| {
            let selected = program.select(it.0, text);
            selected.is_some_and(|it| !self.front.is_library(program.method(it).class))
        });
        own.map(|it| it.1).collect()
    }
}

/// The assignment of a register that comes before an instruction on every way to it, if nothing jumps to
/// what is between them.
fn last_assignment(body: &Body, pc: u32, register: Register) -> Option<u32> {
    let mut entered = vec![false; body.code.len() + 1];
    for from in 0..body.code.len() as u32 {
        body.for_each_successor(from, &mut |to: u32| {
            if to != from + 1 {
                entered[to as usize] = true;
            }
        });
    }
    for handler in &body.handlers {
        entered[handler.target as usize] = true;
    }
    let mut at = pc;
    while at > 0 && !entered[at as usize] {
        at -= 1;
        let instruction = &body.code[at as usize];
        let mut goes_on = false;
        body.for_each_successor(at, &mut |to: u32| goes_on |= to == at + 1);
        if !goes_on {
            return None;
        }
        if target(instruction) == Some(register) {
            return Some(at);
        }
    }
    None
}

/// Whether each way to an instruction comes from a branch that a null does not take, if nothing is assigned
/// in between.
fn is_asked(body: &Body, pc: u32, register: Register) -> bool {
    let mut sources: Vec<Vec<u32>> = vec![Vec::new(); body.code.len() + 1];
    for from in 0..body.code.len() as u32 {
        body.for_each_successor(from, |to: u32| sources[to as usize].push(from));
        for handler in body.handlers_at(from) {
            // Whatever was known of it, nothing is.
            sources[handler.target as usize].extend([from, from]);
        }
    }
    let mut at = pc;
    for _ in 0..body.code.len() {
        let [before] = sources[at as usize][..] else {
            return false;
        };
        if at == 0 {
            // The method's beginning is a way, too.
            return false;
        }
        match body.code[before as usize] {
            Instruction::BranchConstant {
                condition,
                left,
                right: 0,
                pc: to,
            } if left == register && to != before + 1 => match condition {
                program::Condition::Equal if at == before + 1 => return true,
                program::Condition::NotEqual if at == to => return true,
                _ => {}
            },
            ref it if target(it) == Some(register) => return false,
            _ => {}
        }
        at = before;
    }
    false
}

/// The register that an instruction needs an object in.
fn dereferenced(program: &Program, body: &Body, pc: u32) -> Option<Register> {
    match body.code[pc as usize] {
        Instruction::GetField { object, .. }
        | Instruction::PutField { object, .. }
        | Instruction::MonitorEnter { object } => Some(object),
        Instruction::ArrayLoad { array, .. }
        | Instruction::ArrayStore { array, .. }
        | Instruction::ArrayLength { array, .. } => Some(array),
        Instruction::Invoke {
            method, arguments, ..
        } if !program.method(method).is_static() => {
            body.operands.get(arguments.start as usize).copied()
        }
        _ => None,
    }
}

/// Whether a call of the library that returns gives an object.
fn gives_object(program: &Program, method: MethodId) -> bool {
    let found = program.method(method);
    let class = program.class(found.class);
    let may_be_null = matches!(
        &*found.name,
        "getMessage" | "getLocalizedMessage" | "getCause"
    );
    class.is_library
        && !may_be_null
        && throws(&class.name, &found.name, &found.descriptor) != Throws::Anything
}

/// What a method of the library throws on an object, by its documentation.
fn throws(class: &str, name: &str, descriptor: &str) -> Throws {
    let takes = |what: &str| descriptor.starts_with(what);
    let takes_array = descriptor
        .split(')')
        .next()
        .is_some_and(|it| it.contains('['));
    let takes_text = descriptor
        .split(')')
        .next()
        .is_some_and(|it| it.contains("Ljava/lang/String;"));
    let known = match class {
        "java/io/PrintStream" => match name {
            "print" | "println" | "flush" | "checkError" if !takes_array => Throws::Nothing,
            _ => Throws::Anything,
        },
        "java/lang/String" => match name {
            "length" | "isEmpty" | "isBlank" | "hashCode" | "equals" | "equalsIgnoreCase"
            | "toString" | "trim" | "strip" | "stripLeading" | "stripTrailing" | "intern"
            | "toCharArray" | "lines" | "chars" => Throws::Nothing,
            "toLowerCase" | "toUpperCase" if takes("()") => Throws::Nothing,
            "indexOf" | "lastIndexOf" if takes("(I") => Throws::Nothing,
            "valueOf" if !takes_array => Throws::Nothing,
            "<init>" if takes("()") => Throws::Nothing,
            "concat"
            | "contains"
            | "startsWith"
            | "endsWith"
            | "compareTo"
            | "compareToIgnoreCase"
            | "indexOf"
            | "lastIndexOf"
            | "contentEquals"
            | "replace" => Throws::OnNull,
            "<init>" if takes("(Ljava/lang/String;)") => Throws::OnNull,
            _ => Throws::Anything,
        },
        "java/lang/Integer"
        | "java/lang/Long"
        | "java/lang/Short"
        | "java/lang/Byte"
        | "java/lang/Character"
        | "java/lang/Boolean"
        | "java/lang/Double"
        | "java/lang/Float"
        | "java/lang/Number" => match name {
            "parseBoolean" => Throws::Nothing,
            "valueOf" if class == "java/lang/Boolean" => Throws::Nothing,
            "compareTo" => Throws::OnNull,
            "valueOf"
            | "toString"
            | "hashCode"
            | "equals"
            | "compare"
            | "sum"
            | "max"
            | "min"
            | "signum"
            | "bitCount"
            | "reverse"
            | "rotateLeft"
            | "rotateRight"
            | "isNaN"
            | "isInfinite"
            | "isFinite"
            | "isDigit"
            | "isLetter"
            | "isLetterOrDigit"
            | "isWhitespace"
            | "isUpperCase"
            | "isLowerCase"
            | "toUpperCase"
            | "toLowerCase"
            | "getNumericValue"
            | "logicalAnd"
            | "logicalOr"
            | "logicalXor"
            | "toBinaryString"
            | "toHexString"
            | "toOctalString"
            | "highestOneBit"
            | "lowestOneBit"
            | "numberOfLeadingZeros"
            | "numberOfTrailingZeros"
                if !takes_text =>
            {
                Throws::Nothing
            }
            _ if name.ends_with("Value") && takes("()") => Throws::Nothing,
            _ => Throws::Anything,
        },
        "java/lang/Math" | "java/lang/StrictMath" => match name {
            "floorMod" | "floorDiv" | "ceilDiv" | "ceilMod" | "clamp" => Throws::Anything,
            _ if name.ends_with("Exact") => Throws::Anything,
            _ => Throws::Nothing,
        },
        "java/lang/System" => match name {
            "nanoTime" | "currentTimeMillis" | "lineSeparator" | "gc" => Throws::Nothing,
            _ => Throws::Anything,
        },
        "java/lang/Runtime" => match name {
            "getRuntime"
            | "availableProcessors"
            | "totalMemory"
            | "freeMemory"
            | "maxMemory"
            | "gc" => Throws::Nothing,
            _ => Throws::Anything,
        },
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => match name {
            "<init>" if takes("()") => Throws::Nothing,
            "<init>" if takes("(Ljava/lang/String;)") => Throws::OnNull,
            "append" if !takes_array && parameter_types(descriptor).len() == 1 => Throws::Nothing,
            "length" | "toString" | "reverse" | "hashCode" | "equals" | "capacity" => {
                Throws::Nothing
            }
            _ => Throws::Anything,
        },
        "java/util/Random" | "java/util/concurrent/ThreadLocalRandom" => match name {
            "current" => Throws::Nothing,
            "<init>" | "nextInt" | "nextLong" | "nextDouble" | "nextFloat" | "nextBoolean"
            | "nextGaussian"
                if takes("()") =>
            {
                Throws::Nothing
            }
            "<init>" => Throws::Nothing,
            "nextInt" if takes("(I)") => Throws::OnNonPositive,
            _ => Throws::Anything,
        },
        "java/util/concurrent/TimeUnit" => match name {
            "sleep" | "toNanos" | "toMicros" | "toMillis" | "toSeconds" | "toMinutes"
            | "toHours" | "toDays" => Throws::Nothing,
            _ => Throws::Anything,
        },
        "java/lang/Enum" => match name {
            "name" | "ordinal" | "toString" | "hashCode" | "equals" => Throws::Nothing,
            _ => Throws::Anything,
        },
        "java/lang/StackTraceElement" if takes("()") => Throws::Nothing,
        "java/lang/Object" if matches!(name, "<init>" | "hashCode" | "equals" | "toString") => {
            Throws::Nothing
        }
        _ => Throws::Anything,
    };
    let is_of_exceptions = matches!(
        name,
        "getMessage"
            | "getLocalizedMessage"
            | "getCause"
            | "getStackTrace"
            | "getSuppressed"
            | "fillInStackTrace"
            | "toString"
            | "printStackTrace"
    );
    match known {
        Throws::Anything if is_of_exceptions && takes("()") && ends_like_exception(class) => {
            Throws::Nothing
        }
        known => known,
    }
}

/// Whether a class of the library is one of exceptions, by its name.
fn ends_like_exception(class: &str) -> bool {
    class == "java/lang/Throwable" || class.ends_with("Exception") || class.ends_with("Error")
}
