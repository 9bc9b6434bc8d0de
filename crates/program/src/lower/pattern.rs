//! Pattern switches: what `SwitchBootstraps` would make.
//!
//! The made method gets the value and the label to begin with, and gives the number of the first
//! label from there on that matches, the count of labels if none does, and -1 for null.

use crate::body::{Body, Dynamic, StaticArgument, SwitchTable};
use crate::class::ClassShape;
use crate::descriptor::class_name_of;
use crate::ids::{ClassId, Register, StringId};
use crate::instruction::{Condition, Instruction, InvokeKind};
use crate::kind::Kind;
use crate::lower::Lowering;
use crate::lower::builder::Builder;
use crate::lower::concat::signature;
use crate::lower::site::{Built, Site};
use crate::program::{LoadError, Program};

/// A case label.
enum Label {
    Class(ClassId),
    String(StringId),
    Int(i32),
    /// A constant of an enum, by class and name.
    Constant(ClassId, String),
}

impl Lowering<'_> {
    pub(crate) fn pattern_switch(&mut self, site: &Site<'_>) -> Built {
        let signature = signature(site)?;
        let ([value, "I"], "I") = (&signature.parameters[..], signature.result) else {
            return Ok(false);
        };
        if !value.starts_with(['L', '[']) {
            return self.primitive_switch(site, value);
        }
        let subject = match self.program.load(class_name_of(value)) {
            Ok(class) => class,
            Err(_) => return Ok(false),
        };
        let is_enum = site.name == "enumSwitch";
        let labels: Option<Vec<Label>> = site
            .arguments
            .iter()
            .map(|argument| label(self.program, argument, is_enum.then_some(subject)))
            .collect();
        let Some(labels) = labels else {
            return Ok(false);
        };
        self.call_made("Switch", site, |program| switch_body(program, &labels))
    }

    /// A switch over a primitive value whose labels are all its own type, which `javac` makes of record
    /// patterns with guards: every label matches.
    fn primitive_switch(&mut self, site: &Site<'_>, value: &str) -> Built {
        let mut labels = site.arguments.iter();
        let kind = value.bytes().next().and_then(Kind::of_descriptor);
        let (Some(kind), true) = (kind, labels.all(|it| is_primitive_class(it, value))) else {
            return Ok(false);
        };
        let count = site.arguments.len();
        self.call_made("Switch", site, |program| {
            let mut builder = Builder::new(program);
            let value = builder.register(kind.register());
            let restart = builder.register(Kind::Int);
            let answer = builder.register(Kind::Int);
            builder.add(Instruction::Switch {
                value: restart,
                table: 0,
            });
            let mut cases = Vec::new();
            for index in 0..count {
                cases.push((index as i32, builder.code.len() as u32));
                emit_answer(&mut builder, answer, index as i32);
            }
            let default = builder.code.len() as u32;
            emit_answer(&mut builder, answer, count as i32);
            builder.switches.push(SwitchTable {
                cases: cases.into(),
                default,
            });
            builder.finish(vec![value, restart])
        })
    }
}

/// Whether a static argument is the class of this primitive type.
fn is_primitive_class(argument: &StaticArgument, descriptor: &str) -> bool {
    let StaticArgument::Dynamic(dynamic) = argument else {
        return false;
    };
    match &**dynamic {
        Dynamic::CallSite {
            bootstrap, name, ..
        } => {
            &**bootstrap == "java/lang/invoke/ConstantBootstraps.primitiveClass"
                && &**name == descriptor
        }
        _ => false,
    }
}

/// The label that a static argument means; `None` if it is not built in. The strings of an enum's
/// switch are names of its constants.
fn label(
    program: &Program,
    argument: &StaticArgument,
    enumeration: Option<ClassId>,
) -> Option<Label> {
    match argument {
        StaticArgument::Class(name) => {
            let class = program.load(name).ok()?;
            let is_primitive = matches!(program.class(class).shape, ClassShape::Primitive(_));
            (!is_primitive).then_some(Label::Class(class))
        }
        StaticArgument::String(string) => Some(match enumeration {
            Some(class) => Label::Constant(class, program.string_lossy(*string)),
            None => Label::String(*string),
        }),
        StaticArgument::Int(value) => Some(Label::Int(*value)),
        StaticArgument::Dynamic(dynamic) => enum_label(program, dynamic),
        _ => None,
    }
}

/// `EnumDesc.of(ClassDesc.of(class), name)`, as `javac` writes it by `ConstantBootstraps.invoke`.
fn enum_label(program: &Program, dynamic: &Dynamic) -> Option<Label> {
    let [StaticArgument::Dynamic(class), StaticArgument::String(name)] =
        invoked(dynamic, "java/lang/Enum$EnumDesc", "of")?
    else {
        return None;
    };
    let [StaticArgument::String(class)] = invoked(class, "java/lang/constant/ClassDesc", "of")?
    else {
        return None;
    };
    let class = program
        .load(&program.string_lossy(*class).replace('.', "/"))
        .ok()?;
    Some(Label::Constant(class, program.string_lossy(*name)))
}

/// The arguments of a dynamic constant that calls this method.
fn invoked<'a>(dynamic: &'a Dynamic, class: &str, name: &str) -> Option<&'a [StaticArgument]> {
    let Dynamic::CallSite {
        bootstrap,
        arguments,
        ..
    } = dynamic
    else {
        return None;
    };
    let [StaticArgument::MethodHandle(handle), rest @ ..] = &arguments[..] else {
        return None;
    };
    let matches = &**bootstrap == "java/lang/invoke/ConstantBootstraps.invoke"
        && &*handle.class == class
        && &*handle.name == name;
    matches.then_some(rest)
}

fn switch_body(program: &Program, labels: &[Label]) -> Body {
    let mut builder = Builder::new(program);
    let value = builder.register(Kind::Reference);
    let restart = builder.register(Kind::Int);
    let answer = builder.register(Kind::Int);
    if let Err(error) = emit_switch(&mut builder, labels, [value, restart, answer]) {
        builder.raise(&error);
    }
    builder.finish(vec![value, restart])
}

fn emit_switch(
    builder: &mut Builder<'_>,
    labels: &[Label],
    [value, restart, answer]: [Register; 3],
) -> Result<(), LoadError> {
    let condition = Condition::NotEqual;
    builder.add(Instruction::BranchConstant {
        condition,
        left: value,
        right: 0,
        pc: 3,
    });
    emit_answer(builder, answer, -1);
    builder.add(Instruction::Switch {
        value: restart,
        table: 0,
    });
    let mut cases = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        cases.push((index as i32, builder.code.len() as u32));
        let misses = emit_test(builder, label, value)?;
        emit_answer(builder, answer, index as i32);
        let next = builder.code.len() as u32;
        for place in misses {
            *builder.code[place]
                .jump_target_mut()
                .expect("it is a branch") = next;
        }
    }
    let default = builder.code.len() as u32;
    emit_answer(builder, answer, labels.len() as i32);
    builder.switches.push(SwitchTable {
        cases: cases.into(),
        default,
    });
    Ok(())
}

fn emit_answer(builder: &mut Builder<'_>, answer: Register, value: i32) {
    let bits = i64::from(value) as u64;
    builder.add(Instruction::Constant {
        target: answer,
        value: bits,
    });
    builder.add(Instruction::Return { source: answer });
}

/// Emits the test of a label; falls through if it matches. Returns the branches taken if not.
fn emit_test(
    builder: &mut Builder<'_>,
    label: &Label,
    value: Register,
) -> Result<Vec<usize>, LoadError> {
    match label {
        Label::Class(class) => Ok(vec![emit_instance_test(builder, value, *class)]),
        Label::String(string) => {
            let program = builder.program;
            let class = program.load("java/lang/String")?;
            let method = program.resolve_method(class, "equals", "(Ljava/lang/Object;)Z")?;
            let constant = builder.register(Kind::Reference);
            builder.add(Instruction::ConstantString {
                target: constant,
                string: *string,
            });
            let target = builder.register(Kind::Int);
            let arguments = builder.arguments(&[constant, value]);
            let kind = InvokeKind::Special;
            builder.add(Instruction::Invoke {
                kind,
                target,
                method,
                arguments,
            });
            Ok(vec![emit_branch(builder, Condition::Equal, target, 0)])
        }
        Label::Int(number) => emit_int_test(builder, value, *number),
        Label::Constant(class, name) => emit_constant_test(builder, value, *class, name),
    }
}

fn emit_branch(
    builder: &mut Builder<'_>,
    condition: Condition,
    left: Register,
    right: i32,
) -> usize {
    builder.add(Instruction::BranchConstant {
        condition,
        left,
        right,
        pc: 0,
    });
    builder.code.len() - 1
}

fn emit_instance_test(builder: &mut Builder<'_>, object: Register, class: ClassId) -> usize {
    let target = builder.register(Kind::Int);
    builder.add(Instruction::InstanceOf {
        target,
        object,
        class,
    });
    emit_branch(builder, Condition::Equal, target, 0)
}

/// A number label matches a `Number` of that int value, or a `Character`.
fn emit_int_test(
    builder: &mut Builder<'_>,
    value: Register,
    number: i32,
) -> Result<Vec<usize>, LoadError> {
    let program = builder.program;
    let numbers = program.load("java/lang/Number")?;
    let characters = program.load("java/lang/Character")?;
    let int_value = program.resolve_method(numbers, "intValue", "()I")?;
    let char_value = program.resolve_method(characters, "charValue", "()C")?;
    let found = builder.register(Kind::Int);
    let not_a_number = emit_instance_test(builder, value, numbers);
    let arguments = builder.arguments(&[value]);
    let kind = InvokeKind::Virtual;
    builder.add(Instruction::Invoke {
        kind,
        target: found,
        method: int_value,
        arguments,
    });
    let differs = emit_branch(builder, Condition::NotEqual, found, number);
    let matched = builder.code.len();
    builder.add(Instruction::Jump { pc: 0 });
    let next = builder.code.len() as u32;
    *builder.code[not_a_number]
        .jump_target_mut()
        .expect("it is a branch") = next;
    let not_a_character = emit_instance_test(builder, value, characters);
    let arguments = builder.arguments(&[value]);
    let kind = InvokeKind::Special;
    builder.add(Instruction::Invoke {
        kind,
        target: found,
        method: char_value,
        arguments,
    });
    let differs_too = emit_branch(builder, Condition::NotEqual, found, number);
    let end = builder.code.len() as u32;
    *builder.code[matched]
        .jump_target_mut()
        .expect("it is a jump") = end;
    Ok(vec![differs, not_a_character, differs_too])
}

/// An enum constant: read only if the value is of the enum's class, which is then initialised.
fn emit_constant_test(
    builder: &mut Builder<'_>,
    value: Register,
    class: ClassId,
    name: &str,
) -> Result<Vec<usize>, LoadError> {
    let program = builder.program;
    let wrong_class = emit_instance_test(builder, value, class);
    let Some(field) = program.find_field(class, name, None) else {
        // A constant that is not there matches nothing.
        builder.add(Instruction::Jump { pc: 0 });
        return Ok(vec![wrong_class, builder.code.len() - 1]);
    };
    let field = program.field(field);
    let target = builder.register(Kind::Reference);
    builder.add(Instruction::GetStatic {
        target,
        slot: field.slot,
        kind: field.kind,
        access: field.access,
        field: field.id,
    });
    let condition = Condition::NotEqual;
    builder.add(Instruction::Branch {
        condition,
        left: value,
        right: target,
        pc: 0,
    });
    Ok(vec![wrong_class, builder.code.len() - 1])
}
