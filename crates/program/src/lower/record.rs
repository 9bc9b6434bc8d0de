//! `equals`, `hashCode` and `toString` of records, as `ObjectMethods` would make them.
//!
//! The results are those of the JDK: the hash is `31 * h + hash(c)` over the components in order,
//! floats and doubles are equal if `compare` says 0, and the text is `Name[a=1, b=2]`. The JDK
//! compares the components from the last to the first; so does this.

use ristretto_classfile::attributes::Attribute;

use crate::body::{Body, StaticArgument};
use crate::class::{Class, Field};
use crate::ids::{ClassId, Register};
use crate::instruction::{BinaryOperator, Condition, Instruction, InvokeKind};
use crate::kind::Kind;
use crate::lower::Lowering;
use crate::lower::builder::Builder;
use crate::lower::concat::stringify;
use crate::lower::site::{Built, Site};
use crate::pool;
use crate::program::{LoadError, Program};

/// A record's components.
struct Record<'p> {
    class: ClassId,
    names: Vec<String>,
    fields: Vec<&'p Field>,
}

impl Lowering<'_> {
    pub(crate) fn record_method(&mut self, site: &Site<'_>) -> Built {
        let Some(record) = record(self.program, site) else {
            return Ok(false);
        };
        let make = match (site.name, site.descriptor.rsplit(')').next()) {
            ("hashCode", Some("I")) => emit_hash_code,
            ("equals", Some("Z")) => emit_equals,
            ("toString", Some("Ljava/lang/String;")) => emit_to_string,
            _ => return Ok(false),
        };
        self.call_made("Record", site, |program| {
            record_body(program, site.name, &record, make)
        })
    }
}

fn record<'p>(program: &'p Program, site: &Site<'_>) -> Option<Record<'p>> {
    let [
        StaticArgument::Class(class),
        StaticArgument::String(names),
        getters @ ..,
    ] = site.arguments
    else {
        return None;
    };
    let names = program.string_lossy(*names);
    let names: Vec<String> = names
        .split(';')
        .filter(|n| !n.is_empty())
        .map(str::to_owned)
        .collect();
    let mut fields = Vec::new();
    for getter in getters {
        let StaticArgument::MethodHandle(handle) = getter else {
            return None;
        };
        fields.push(program.getter_field(handle)?);
    }
    let class = program.load(class).ok()?;
    (names.len() == fields.len()).then_some(Record {
        class,
        names,
        fields,
    })
}

type Emit = fn(&mut Builder<'_>, &Record<'_>, &[Register]) -> Result<(), LoadError>;

fn record_body(program: &Program, name: &str, record: &Record<'_>, emit: Emit) -> Body {
    let mut builder = Builder::new(program);
    let mut parameters = vec![builder.register(Kind::Reference)];
    if name == "equals" {
        parameters.push(builder.register(Kind::Reference));
    }
    if let Err(error) = emit(&mut builder, record, &parameters) {
        builder.raise(&error);
    }
    builder.finish(parameters)
}

/// Emits a read of a component into a new register.
fn component(builder: &mut Builder<'_>, object: Register, field: &Field) -> Register {
    let target = builder.register(field.kind.register());
    builder.add(Instruction::GetField {
        target,
        object,
        slot: field.slot,
        kind: field.kind,
        access: field.access,
        field: field.id,
    });
    target
}

/// Emits a call of a static method into a new register.
fn call_static(
    builder: &mut Builder<'_>,
    (class, name, descriptor): (&str, &str, &str),
    arguments: &[Register],
) -> Result<Register, LoadError> {
    let class = builder.program.load(class)?;
    let method = builder.program.resolve_method(class, name, descriptor)?;
    let target = builder.register(Kind::Int);
    let arguments = builder.arguments(arguments);
    let kind = InvokeKind::Static;
    builder.add(Instruction::Invoke {
        kind,
        target,
        method,
        arguments,
    });
    Ok(target)
}

fn emit_hash_code(
    builder: &mut Builder<'_>,
    record: &Record<'_>,
    parameters: &[Register],
) -> Result<(), LoadError> {
    let sum = builder.register(Kind::Int);
    builder.add(Instruction::Constant {
        target: sum,
        value: 0,
    });
    for field in &record.fields {
        let value = component(builder, parameters[0], field);
        let hash = match field.kind {
            Kind::Byte | Kind::Char | Kind::Short | Kind::Int => value,
            Kind::Boolean => {
                call_static(builder, ("java/lang/Boolean", "hashCode", "(Z)I"), &[value])?
            }
            Kind::Long => call_static(builder, ("java/lang/Long", "hashCode", "(J)I"), &[value])?,
            Kind::Float => call_static(builder, ("java/lang/Float", "hashCode", "(F)I"), &[value])?,
            Kind::Double => {
                call_static(builder, ("java/lang/Double", "hashCode", "(D)I"), &[value])?
            }
            Kind::Reference => {
                let method = ("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
                call_static(builder, method, &[value])?
            }
        };
        let operator = BinaryOperator::IMul;
        builder.add(Instruction::BinaryConstant {
            operator,
            target: sum,
            left: sum,
            right: 31,
        });
        let operator = BinaryOperator::IAdd;
        builder.add(Instruction::Binary {
            operator,
            target: sum,
            left: sum,
            right: hash,
        });
    }
    builder.add(Instruction::Return { source: sum });
    Ok(())
}

fn emit_equals(
    builder: &mut Builder<'_>,
    record: &Record<'_>,
    parameters: &[Register],
) -> Result<(), LoadError> {
    let [this, other] = parameters[..] else {
        unreachable!("equals has two parameters")
    };
    let answer = builder.register(Kind::Int);
    // Branches to the two answers, patched at the end.
    let mut to_true = Vec::new();
    let mut to_false = Vec::new();
    to_true.push(builder.code.len());
    builder.add(Instruction::Branch {
        condition: Condition::Equal,
        left: this,
        right: other,
        pc: 0,
    });
    let class = record.class;
    builder.add(Instruction::InstanceOf {
        target: answer,
        object: other,
        class,
    });
    let branch = |builder: &mut Builder<'_>, condition, left| {
        builder.add(Instruction::BranchConstant {
            condition,
            left,
            right: 0,
            pc: 0,
        });
        builder.code.len() - 1
    };
    to_false.push(branch(builder, Condition::Equal, answer));
    for field in record.fields.iter().rev() {
        let left = component(builder, this, field);
        let right = component(builder, other, field);
        let place = match field.kind {
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => {
                let condition = Condition::NotEqual;
                builder.add(Instruction::Branch {
                    condition,
                    left,
                    right,
                    pc: 0,
                });
                builder.code.len() - 1
            }
            Kind::Long => {
                let target = builder.register(Kind::Int);
                let operator = BinaryOperator::LCompare;
                builder.add(Instruction::Binary {
                    operator,
                    target,
                    left,
                    right,
                });
                branch(builder, Condition::NotEqual, target)
            }
            Kind::Float => {
                let method = ("java/lang/Float", "compare", "(FF)I");
                let order = call_static(builder, method, &[left, right])?;
                branch(builder, Condition::NotEqual, order)
            }
            Kind::Double => {
                let method = ("java/lang/Double", "compare", "(DD)I");
                let order = call_static(builder, method, &[left, right])?;
                branch(builder, Condition::NotEqual, order)
            }
            Kind::Reference => {
                let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                let method = ("java/util/Objects", "equals", descriptor);
                let equal = call_static(builder, method, &[left, right])?;
                branch(builder, Condition::Equal, equal)
            }
        };
        to_false.push(place);
    }
    for (value, places) in [(1, to_true), (0, to_false)] {
        let pc = builder.code.len() as u32;
        for place in places {
            *builder.code[place]
                .jump_target_mut()
                .expect("it is a branch") = pc;
        }
        builder.add(Instruction::Constant {
            target: answer,
            value,
        });
        builder.add(Instruction::Return { source: answer });
    }
    Ok(())
}

fn emit_to_string(
    builder: &mut Builder<'_>,
    record: &Record<'_>,
    parameters: &[Register],
) -> Result<(), LoadError> {
    let mut recipe = simple_name(builder.program.class(record.class));
    recipe.push('[');
    let mut strings = Vec::new();
    for (index, (name, field)) in record.names.iter().zip(&record.fields).enumerate() {
        if index > 0 {
            recipe.push_str(", ");
        }
        recipe.push_str(name);
        recipe.push_str("=\u{1}");
        let value = component(builder, parameters[0], field);
        let target = builder.register(Kind::Reference);
        stringify(builder, value, &field.descriptor, target)?;
        strings.push(target);
    }
    recipe.push(']');
    let target = builder.register(Kind::Reference);
    let arguments = builder.arguments(&strings);
    let recipe = builder.program.string_id_of(&recipe);
    builder.add(Instruction::Concat {
        target,
        recipe,
        arguments,
    });
    builder.add(Instruction::Return { source: target });
    Ok(())
}

/// What `Class.getSimpleName` gives.
fn simple_name(class: &Class) -> String {
    let file = class.file.as_ref();
    for attribute in file.iter().flat_map(|file| &file.attributes) {
        let Attribute::InnerClasses { classes, .. } = attribute else {
            continue;
        };
        for inner in classes {
            let constants = &file.expect("it has attributes").constant_pool;
            let found = pool::class_name(constants, inner.class_info_index);
            if found.is_ok_and(|name| *name == *class.name) {
                return pool::text(constants, inner.name_index)
                    .unwrap_or_default()
                    .into_owned();
            }
        }
    }
    let name = class.name.rsplit('/').next().unwrap_or(&class.name);
    name.to_owned()
}
