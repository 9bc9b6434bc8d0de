//! The helpful messages of `NullPointerException` (JEP 358): what could not be done, and which part
//! of the source was null. They are made from the code at the place where it was thrown, only when
//! somebody asks.

use program::descriptor::Signature;
use program::{Body, Instruction, InvokeKind, Kind, MethodId, Program, Register};

use crate::machine::Machine;
use crate::native::registry::Natives;
use crate::native::{Call, Outcome};
use crate::value::Ref;

const CLASS: &str = "java/lang/NullPointerException";

pub(crate) const NATIVES: Natives = &[("getExtendedNPEMessage", "*", extended_message)];

/// How many parts of an expression are spelled out.
const MAX_DEPTH: usize = 5;

fn extended_message(call: &mut Call<'_, '_>) -> Outcome {
    let exception = call.object(0)?;
    match call.machine.null_message(exception) {
        Some(message) => Ok(call.new_string(&message)),
        None => Ok(0),
    }
}

impl Machine<'_> {
    /// Marks an exception that an instruction threw: its message can be worked out.
    pub(crate) fn explain_null(&mut self, exception: Ref) {
        if let Some(slot) = self.find_field_slot(CLASS, "extendedMessageState") {
            self.heap.set_word(exception, slot, 1);
        }
    }

    /// The message of a `NullPointerException` that an instruction threw.
    pub(crate) fn null_message(&mut self, exception: Ref) -> Option<String> {
        let class = self.program.class(self.heap.object(exception).class);
        if &*class.name != CLASS {
            return None;
        }
        let state = self.find_field_slot(CLASS, "extendedMessageState")?;
        if self.heap.object(exception).data[state] != 1 {
            return None;
        }
        let &(method, pc) = self.backtrace(exception).first()?;
        if self.program.method(method).code != program::MethodCode::Bytecode {
            return None;
        }
        let text = Text {
            program: self.program,
            method,
            body: self.program.body(method),
        };
        text.message(pc as usize)
    }
}

struct Text<'p> {
    program: &'p Program,
    method: MethodId,
    body: &'p Body,
}

impl Text<'_> {
    fn message(&self, pc: usize) -> Option<String> {
        let (what, null) = match *self.body.code.get(pc)? {
            Instruction::GetField { object, field, .. } => {
                let name = &self.program.field(field).name;
                (format!("Cannot read field \"{name}\""), object)
            }
            Instruction::PutField { object, field, .. } => {
                let name = &self.program.field(field).name;
                (format!("Cannot assign field \"{name}\""), object)
            }
            Instruction::ArrayLength { array, .. } => {
                ("Cannot read the array length".to_owned(), array)
            }
            Instruction::ArrayLoad { kind, array, .. } => (
                format!("Cannot load from {} array", array_kind(kind)),
                array,
            ),
            Instruction::ArrayStore { kind, array, .. } => {
                (format!("Cannot store to {} array", array_kind(kind)), array)
            }
            Instruction::Throw { source } => ("Cannot throw exception".to_owned(), source),
            Instruction::MonitorEnter { object } => {
                ("Cannot enter synchronized block".to_owned(), object)
            }
            Instruction::MonitorExit { object } => {
                ("Cannot exit synchronized block".to_owned(), object)
            }
            Instruction::Invoke {
                kind,
                method,
                arguments,
                ..
            } => {
                let is_constructor = &*self.program.method(method).name == "<init>";
                if kind == InvokeKind::Static || is_constructor {
                    return None;
                }
                let receiver = self.body.operands[arguments.start as usize];
                (
                    format!("Cannot invoke \"{}\"", self.callee(method)),
                    receiver,
                )
            }
            _ => return None,
        };
        Some(match self.reason(null, pc) {
            Some(reason) => format!("{what} because {reason}"),
            None => what,
        })
    }

    fn reason(&self, register: Register, pc: usize) -> Option<String> {
        if let Some(definition) = self.definition(register, pc)
            && let Instruction::Invoke { method, .. } = self.body.code[definition]
            && self.body.local_name(register, pc as u32).is_none()
        {
            return Some(format!(
                "the return value of \"{}\" is null",
                self.callee(method)
            ));
        }
        let text = self.expression(register, pc, MAX_DEPTH)?;
        Some(format!("\"{text}\" is null"))
    }

    /// The source of what is in a register.
    fn expression(&self, register: Register, pc: usize, depth: usize) -> Option<String> {
        if let Some(name) = self.body.local_name(register, pc as u32) {
            return Some(name.to_owned());
        }
        if depth == 0 {
            return Some("...".to_owned());
        }
        let Some(definition) = self.definition(register, pc) else {
            return self.parameter(register);
        };
        let part = |register| self.expression(register, definition, depth - 1);
        match self.body.code[definition] {
            Instruction::GetField { object, field, .. } => {
                let name = &self.program.field(field).name;
                Some(format!("{}.{name}", part(object)?))
            }
            Instruction::GetStatic { field, .. } => {
                let field = self.program.field(field);
                let class = external(&self.program.class(field.class).name);
                Some(format!("{class}.{}", field.name))
            }
            Instruction::ArrayLoad { array, index, .. } => {
                let index = part(index).unwrap_or_else(|| "...".to_owned());
                Some(format!("{}[{index}]", part(array)?))
            }
            Instruction::Invoke { method, .. } => Some(self.callee(method)),
            Instruction::Move { source, .. } => part(source),
            Instruction::Constant { value, .. } => {
                let is_null = register.index() < self.body.references as usize;
                Some(if is_null {
                    "null".to_owned()
                } else {
                    (value as i32).to_string()
                })
            }
            _ => None,
        }
    }

    /// The nearest instruction before `pc` that writes a register.
    fn definition(&self, register: Register, pc: usize) -> Option<usize> {
        (0..pc)
            .rev()
            .find(|before| target(&self.body.code[*before]) == Some(register))
    }

    fn parameter(&self, register: Register) -> Option<String> {
        let position = self
            .body
            .parameters
            .iter()
            .position(|found| *found == register)?;
        let is_static = self.program.method(self.method).is_static();
        Some(match (position, is_static) {
            (0, false) => "this".to_owned(),
            (position, false) => format!("<parameter{position}>"),
            (position, true) => format!("<parameter{}>", position + 1),
        })
    }

    /// `String.length()`
    fn callee(&self, method: MethodId) -> String {
        let method = self.program.method(method);
        let class = external(&self.program.class(method.class).name);
        let signature = Signature::parse(&method.descriptor);
        let parameters: Vec<String> = signature.map_or(Vec::new(), |signature| {
            signature
                .parameters
                .iter()
                .map(|parameter| described(parameter))
                .collect()
        });
        format!("{class}.{}({})", method.name, parameters.join(", "))
    }
}

/// The register that an instruction writes.
fn target(instruction: &Instruction) -> Option<Register> {
    match *instruction {
        Instruction::GetField { target, .. }
        | Instruction::GetStatic { target, .. }
        | Instruction::ArrayLoad { target, .. }
        | Instruction::Invoke { target, .. }
        | Instruction::Move { target, .. }
        | Instruction::Constant { target, .. }
        | Instruction::ConstantString { target, .. }
        | Instruction::ConstantClass { target, .. }
        | Instruction::ConstantSingleton { target, .. }
        | Instruction::ConstantDynamic { target, .. }
        | Instruction::New { target, .. }
        | Instruction::NewArray { target, .. }
        | Instruction::NewMultiArray { target, .. }
        | Instruction::InvokePolymorphic { target, .. }
        | Instruction::InvokeDynamic { target, .. }
        | Instruction::Concat { target, .. }
        | Instruction::Binary { target, .. }
        | Instruction::BinaryConstant { target, .. }
        | Instruction::Unary { target, .. } => Some(target),
        _ => None,
    }
}

/// A class name as the messages have it.
fn external(name: &str) -> String {
    match name {
        "java/lang/Object" => "Object".to_owned(),
        "java/lang/String" => "String".to_owned(),
        other => other.replace('/', "."),
    }
}

fn described(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    external(program::descriptor::class_name_of(element)) + &"[]".repeat(dimensions)
}

fn array_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean | Kind::Byte => "byte/boolean",
        Kind::Char => "char",
        Kind::Short => "short",
        Kind::Int => "int",
        Kind::Long => "long",
        Kind::Float => "float",
        Kind::Double => "double",
        Kind::Reference => "object",
    }
}
