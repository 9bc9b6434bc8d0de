//! String concatenation by `StringConcatFactory`.
//!
//! Each argument becomes a string that is not null, by `String.valueOf` of its type; one `Concat`
//! joins them. `toString` may return null, which Java prints as "null", so the result of
//! `valueOf(Object)` is looked at once more.

use crate::body::StaticArgument;
use crate::descriptor::Signature;
use crate::ids::Register;
use crate::instruction::{Condition, Instruction, InvokeKind};
use crate::kind::Kind;
use crate::lower::builder::Builder;
use crate::lower::finish::inner_target;
use crate::lower::invoke::kinds_of;
use crate::lower::site::{Built, Site};
use crate::lower::{Failure, Lowering};
use crate::program::{LoadError, Program};

const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

impl Lowering<'_> {
    pub(crate) fn concat(&mut self, site: &Site<'_>) -> Built {
        let signature = signature(site)?;
        let Some(recipe) = recipe(self.program, site, signature.parameters.len()) else {
            return Ok(false);
        };
        let kinds: Vec<Kind> = kinds_of(&signature.parameters).collect();
        let registers = self.take(&kinds)?;
        self.held.extend_from_slice(&registers);
        let mut strings = Vec::with_capacity(registers.len());
        for (register, descriptor) in registers.iter().zip(&signature.parameters) {
            let target = self.temporary(Kind::Reference);
            self.held.push(target);
            let at = self.at;
            let start = self.builder.code.len();
            let to_string = stringify(&mut self.builder, *register, descriptor, target);
            self.builder.origins[start..].fill(at as u32);
            if let Err(error) = to_string {
                self.raise(&error);
                return Ok(true);
            }
            strings.push(target);
        }
        self.held.clear();
        let arguments = self.builder.arguments(&strings);
        let recipe = self.program.string_id(&recipe);
        let make = |target| Instruction::Concat {
            target,
            recipe,
            arguments,
        };
        self.produce(Kind::Reference, make);
        Ok(true)
    }
}

pub(crate) fn signature<'a>(site: &Site<'a>) -> Result<Signature<'a>, Failure> {
    Signature::parse(site.descriptor).ok_or_else(|| Failure::Verify("bad call type".to_owned()))
}

/// The recipe with the constants filled in; `None` if a constant is no string, or holds one of the
/// marks itself.
fn recipe(program: &Program, site: &Site<'_>, count: usize) -> Option<Vec<u16>> {
    let [StaticArgument::String(text), constants @ ..] = site.arguments else {
        // `makeConcat` has no recipe.
        return site.arguments.is_empty().then(|| vec![ARGUMENT; count]);
    };
    let mut constants = constants.iter();
    let mut result = Vec::new();
    for unit in program.string(*text) {
        if *unit != CONSTANT {
            result.push(*unit);
            continue;
        }
        match constants.next()? {
            StaticArgument::String(constant) => {
                let units = program.string(*constant);
                if units.contains(&ARGUMENT) {
                    return None;
                }
                result.extend_from_slice(units);
            }
            StaticArgument::Int(value) => result.extend(value.to_string().encode_utf16()),
            StaticArgument::Long(value) => result.extend(value.to_string().encode_utf16()),
            _ => return None,
        }
    }
    let marks = result.iter().filter(|unit| **unit == ARGUMENT).count();
    (marks == count).then_some(result)
}

/// Emits `target =` the string of a value of this type, never null.
pub(crate) fn stringify(
    builder: &mut Builder<'_>,
    source: Register,
    descriptor: &str,
    target: Register,
) -> Result<(), LoadError> {
    if descriptor == "Ljava/lang/String;" {
        builder.add(Instruction::Move { target, source });
    } else {
        let parameter = match descriptor {
            "Z" | "C" | "I" | "J" | "F" | "D" => descriptor,
            "B" | "S" => "I",
            _ => "Ljava/lang/Object;",
        };
        let program = builder.program;
        let string = program.load("java/lang/String")?;
        let value_of = format!("({parameter})Ljava/lang/String;");
        let method = program.resolve_method(string, "valueOf", &value_of)?;
        let arguments = builder.arguments(&[source]);
        let kind = InvokeKind::Static;
        builder.add(Instruction::Invoke {
            kind,
            target,
            method,
            arguments,
        });
    }
    if descriptor.starts_with(['L', '[']) {
        let after = inner_target(builder.code.len() + 2);
        let condition = Condition::NotEqual;
        builder.add(Instruction::BranchConstant {
            condition,
            left: target,
            right: 0,
            pc: after,
        });
        let string = builder.program.string_id_of("null");
        builder.add(Instruction::ConstantString { target, string });
    }
    Ok(())
}
