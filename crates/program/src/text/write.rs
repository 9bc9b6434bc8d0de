//! Writes classes and bodies as text.

use std::fmt::Write;

use crate::body::{Body, Dynamic, HandleConstant, Operands, StaticArgument};
use crate::class::{Class, ClassShape, ConstantValue, Field, MethodCode};
use crate::ids::{ClassId, FieldId, MethodId, Register, StringId};
use crate::instruction::Instruction;
use crate::kind::Kind;
use crate::program::Program;
use crate::text::names::{
    BINARY, CALLS, CLASS_FLAGS, CONDITIONS, FIELD_FLAGS, KINDS, METHOD_FLAGS, UNARY, letter, word,
};

impl Program {
    /// The text form of these classes, lowering the bodies of their methods.
    pub fn write_text(&self, classes: &[ClassId]) -> String {
        let mut out = String::new();
        for class in classes {
            let class = self.class(*class);
            if class.shape == ClassShape::Instance {
                self.write_class(&mut out, class);
            }
        }
        out
    }

    fn write_class(&self, out: &mut String, class: &Class) {
        out.push_str("class ");
        write_flags(out, CLASS_FLAGS, class.access);
        out.push_str(&class.name);
        if let Some(superclass) = class.superclass {
            let _ = write!(out, " extends {}", self.class(superclass).name);
        }
        for (index, interface) in class.interfaces.iter().enumerate() {
            out.push_str(if index == 0 { " implements " } else { ", " });
            out.push_str(&self.class(*interface).name);
        }
        if class.is_library {
            out.push_str(" library");
        }
        if let Some(source) = &class.source_file {
            let _ = write!(out, " source {}", quoted(source.encode_utf16()));
        }
        out.push_str(" {\n");
        for field in &class.fields {
            self.write_field(out, self.field(*field));
        }
        for method in &class.methods {
            self.write_method(out, *method);
        }
        out.push_str("}\n");
    }

    fn write_field(&self, out: &mut String, field: &Field) {
        out.push_str("  field ");
        write_flags(out, FIELD_FLAGS, field.access_flags);
        let _ = write!(out, "{} {}", field.name, field.descriptor);
        match field.constant {
            Some(ConstantValue::Bits(bits)) => {
                let _ = write!(out, " = {}", constant(field.kind, bits));
            }
            Some(ConstantValue::String(string)) => {
                let _ = write!(out, " = {}", self.quote(string));
            }
            None => {}
        }
        out.push('\n');
    }

    fn write_method(&self, out: &mut String, id: MethodId) {
        let method = self.method(id);
        out.push_str("  method ");
        write_flags(out, METHOD_FLAGS, method.access_flags);
        let _ = write!(out, "{}{}", method.name, method.descriptor);
        if matches!(method.code, MethodCode::Bytecode | MethodCode::Synthetic) {
            out.push_str(" {\n");
            out.push_str(&self.write_body(self.body(id)));
            out.push_str("  }");
        }
        out.push('\n');
    }

    /// The text form of a body.
    pub fn write_body(&self, body: &Body) -> String {
        let mut out = String::from("    registers ");
        out.extend(body.registers.iter().map(|kind| letter(*kind)));
        out.push_str("\n    parameters");
        for parameter in &body.parameters {
            let _ = write!(out, " {}", name(body, *parameter));
        }
        out.push('\n');
        let labels = labels(body);
        let mut lines = body.lines.iter().peekable();
        for (pc, instruction) in body.code.iter().enumerate() {
            if labels[pc] {
                let _ = writeln!(out, "    L{pc}:");
            }
            let line = lines.next_if(|(start, _)| *start as usize == pc);
            let text = self.write_instruction(body, instruction);
            match line {
                Some((_, line)) => {
                    let _ = writeln!(out, "      {text} @{line}");
                }
                None => {
                    let _ = writeln!(out, "      {text}");
                }
            }
        }
        if labels[body.code.len()] {
            let _ = writeln!(out, "    L{}:", body.code.len());
        }
        self.write_tables(&mut out, body);
        out
    }

    fn write_tables(&self, out: &mut String, body: &Body) {
        for handler in &body.handlers {
            let _ = write!(
                out,
                "    handler L{} L{} L{}",
                handler.start, handler.end, handler.target
            );
            let class = handler.catch.map_or("any", |class| &self.class(class).name);
            let _ = write!(out, " {class}");
            if handler.exception.is_some() {
                let _ = write!(out, " {}", name(body, handler.exception));
            }
            out.push('\n');
        }
        for local in &body.locals {
            let register = name(body, local.register);
            let (start, end) = (local.start, local.end);
            let _ = writeln!(out, "    local {} {register} L{start} L{end}", local.name);
        }
    }

    /// One instruction. Jumps name `L` and the pc.
    pub fn write_instruction(&self, body: &Body, instruction: &Instruction) -> String {
        let target = match instruction.target() {
            Some(target) => format!("{} = ", name(body, target)),
            None => String::new(),
        };
        target + &self.write_operation(body, instruction)
    }

    fn write_operation(&self, body: &Body, instruction: &Instruction) -> String {
        use Instruction::*;
        let r = |register: &Register| name(body, *register);
        match instruction {
            Constant { target, value } => constant(kind_of(body, *target), *value),
            ConstantString { string, .. } => self.quote(*string),
            ConstantClass { class, .. } => format!("class {}", self.name(*class)),
            ConstantSingleton { class, .. } => format!("singleton {}", self.name(*class)),
            ConstantDynamic { index, .. } => {
                format!(
                    "dynamic {}",
                    self.write_dynamic(&body.dynamic[*index as usize])
                )
            }
            Move { source, .. } => r(source),
            Binary {
                operator,
                left,
                right,
                ..
            } => {
                format!("{} {}, {}", word(BINARY, operator), r(left), r(right))
            }
            BinaryConstant {
                operator,
                left,
                right,
                ..
            } => {
                format!("{} {}, {right}", word(BINARY, operator), r(left))
            }
            Unary {
                operator, source, ..
            } => format!("{} {}", word(UNARY, operator), r(source)),
            Jump { pc } => format!("goto L{pc}"),
            Branch {
                condition,
                left,
                right,
                pc,
            } => {
                format!(
                    "if {} {} {} goto L{pc}",
                    r(left),
                    word(CONDITIONS, condition),
                    r(right)
                )
            }
            BranchConstant {
                condition,
                left,
                right,
                pc,
            } => {
                let condition = word(CONDITIONS, condition);
                match kind_of(body, *left) {
                    Kind::Reference => format!("if {} {condition} null goto L{pc}", r(left)),
                    _ => format!("if {} {condition} {right} goto L{pc}", r(left)),
                }
            }
            Switch { value, table } => {
                let table = &body.switches[*table as usize];
                let cases: String = table
                    .cases
                    .iter()
                    .map(|(case, pc)| format!("{case}: L{pc}, "))
                    .collect();
                format!("switch {} {{{cases}default: L{}}}", r(value), table.default)
            }
            Return { source } if source.is_some() => format!("return {}", r(source)),
            Return { .. } => "return".to_owned(),
            Throw { source } => format!("throw {}", r(source)),
            New { class, .. } => format!("new {}", self.name(*class)),
            NewArray { class, length, .. } => {
                format!("newarray {} {}", self.name(*class), r(length))
            }
            NewMultiArray { class, lengths, .. } => {
                format!("multiarray {} {}", self.name(*class), list(body, *lengths))
            }
            ArrayLength { array, .. } => format!("length {}", r(array)),
            ArrayLoad {
                kind, array, index, ..
            } => {
                format!("load {} {} {}", word(KINDS, kind), r(array), r(index))
            }
            ArrayStore {
                kind,
                array,
                index,
                source,
            } => {
                format!(
                    "store {} {} {} {}",
                    word(KINDS, kind),
                    r(array),
                    r(index),
                    r(source)
                )
            }
            GetField { object, field, .. } => {
                format!("get {} {}", r(object), self.write_field_name(*field))
            }
            PutField {
                object,
                source,
                field,
                ..
            } => {
                format!(
                    "put {} {} {}",
                    r(object),
                    self.write_field_name(*field),
                    r(source)
                )
            }
            GetStatic { field, .. } => format!("getstatic {}", self.write_field_name(*field)),
            PutStatic { source, field, .. } => {
                format!("putstatic {} {}", self.write_field_name(*field), r(source))
            }
            CheckCast { object, class } => format!("cast {} {}", r(object), self.name(*class)),
            InstanceOf { object, class, .. } => {
                format!("instanceof {} {}", r(object), self.name(*class))
            }
            Invoke {
                kind,
                method,
                arguments,
                ..
            } => {
                let method = self.describe_method(*method);
                format!(
                    "invoke {} {method} {}",
                    word(CALLS, kind),
                    list(body, *arguments)
                )
            }
            InvokePolymorphic {
                index, arguments, ..
            } => {
                let site = self.write_dynamic(&body.dynamic[*index as usize]);
                format!("polymorphic {site} {}", list(body, *arguments))
            }
            InvokeDynamic {
                index, arguments, ..
            } => {
                let site = self.write_dynamic(&body.dynamic[*index as usize]);
                format!("invokedynamic {site} {}", list(body, *arguments))
            }
            Concat {
                recipe, arguments, ..
            } => {
                format!("concat {} {}", self.quote(*recipe), list(body, *arguments))
            }
            MonitorEnter { object } => format!("enter {}", r(object)),
            MonitorExit { object } => format!("exit {}", r(object)),
            Raise { class, message } => {
                format!("raise {} {}", self.name(*class), self.quote(*message))
            }
            Unsupported { reason } => format!("unsupported {}", self.quote(*reason)),
        }
    }

    fn name(&self, class: ClassId) -> &str {
        &self.class(class).name
    }

    fn quote(&self, string: StringId) -> String {
        quoted(self.string(string).iter().copied())
    }

    fn write_field_name(&self, field: FieldId) -> String {
        let field = self.field(field);
        format!(
            "{}.{}:{}",
            self.name(field.class),
            field.name,
            field.descriptor
        )
    }

    fn write_dynamic(&self, dynamic: &Dynamic) -> String {
        match dynamic {
            Dynamic::MethodType(descriptor) => format!("type {descriptor}"),
            Dynamic::MethodHandle {
                kind,
                class,
                name,
                descriptor,
            } => {
                format!("handle {kind} {class}.{name}:{descriptor}")
            }
            Dynamic::Polymorphic { method, descriptor } => {
                let method = self.describe_method(*method);
                format!("{method} as {}", self.string_lossy(*descriptor))
            }
            Dynamic::CallSite {
                name,
                descriptor,
                handle,
                arguments,
                ..
            } => {
                let mut out = format!("site {name}:{descriptor} {} [", write_handle(handle));
                for (index, argument) in arguments.iter().enumerate() {
                    out.push_str(if index == 0 { " " } else { " , " });
                    out.push_str(&self.write_argument(argument));
                }
                out + " ]"
            }
        }
    }

    fn write_argument(&self, argument: &StaticArgument) -> String {
        match argument {
            StaticArgument::Int(value) => format!("int {value}"),
            StaticArgument::Long(value) => format!("long {value}"),
            StaticArgument::Float(bits) => format!("float {bits:#x}"),
            StaticArgument::Double(bits) => format!("double {bits:#x}"),
            StaticArgument::String(string) => self.quote(*string),
            StaticArgument::Class(name) => format!("class {name}"),
            StaticArgument::MethodType(descriptor) => format!("type {descriptor}"),
            StaticArgument::MethodHandle(handle) => write_handle(handle),
            StaticArgument::Dynamic(dynamic) => self.write_dynamic(dynamic),
        }
    }
}

fn write_handle(handle: &HandleConstant) -> String {
    format!(
        "handle {} {}.{}:{}",
        handle.kind, handle.class, handle.name, handle.descriptor
    )
}

fn write_flags(out: &mut String, words: &[(u16, &str)], flags: u16) {
    for (bit, word) in words {
        if flags & bit != 0 {
            out.push_str(word);
            out.push(' ');
        }
    }
}

fn kind_of(body: &Body, register: Register) -> Kind {
    body.registers[usize::from(register.0)]
}

fn name(body: &Body, register: Register) -> String {
    format!("{}{}", letter(kind_of(body, register)), register.0)
}

fn list(body: &Body, operands: Operands) -> String {
    let names: Vec<String> = body
        .argument_registers(operands)
        .iter()
        .map(|register| name(body, *register))
        .collect();
    format!("({})", names.join(", "))
}

/// A constant: numbers as Java has them, floats by their bits.
fn constant(kind: Kind, bits: u64) -> String {
    match kind.register() {
        Kind::Long => format!("{}", bits as i64),
        Kind::Float | Kind::Double => format!("{bits:#x}"),
        Kind::Reference => "null".to_owned(),
        _ => format!("{}", bits as i32),
    }
}

/// A string in quotes; everything unusual as `\u{…}` of its UTF-16 unit.
fn quoted(units: impl Iterator<Item = u16>) -> String {
    let mut out = String::from("\"");
    for unit in units {
        match u8::try_from(unit) {
            Ok(byte @ (b'"' | b'\\')) => {
                out.push('\\');
                out.push(char::from(byte));
            }
            Ok(byte @ b' '..=b'~') => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\u{{{unit:x}}}");
            }
        }
    }
    out.push('"');
    out
}

/// The pcs that something names.
fn labels(body: &Body) -> Vec<bool> {
    let mut labels = vec![false; body.code.len() + 1];
    let mut mark = |pc: u32| labels[pc as usize] = true;
    for instruction in &body.code {
        if let Some(pc) = instruction.jump_target() {
            mark(pc);
        }
    }
    for table in &body.switches {
        table.cases.iter().for_each(|(_, pc)| mark(*pc));
        mark(table.default);
    }
    for handler in &body.handlers {
        [handler.start, handler.end, handler.target]
            .into_iter()
            .for_each(&mut mark);
    }
    for local in &body.locals {
        [local.start, local.end].into_iter().for_each(&mut mark);
    }
    labels
}
