//! Conversions between the types of an interface's method and those of its implementation: casts,
//! boxing, unboxing and widening, as `LambdaMetafactory` does them.

use crate::descriptor::class_name_of;
use crate::ids::Register;
use crate::instruction::{Instruction, InvokeKind, UnaryOperator};
use crate::kind::Kind;
use crate::lower::builder::Builder;
use crate::program::LoadError;

/// Why there is no conversion.
#[derive(Debug)]
pub(crate) enum Conversion {
    /// A class is missing.
    Link(LoadError),
    /// The types can't be converted.
    Impossible,
}

impl From<LoadError> for Conversion {
    fn from(error: LoadError) -> Conversion {
        Conversion::Link(error)
    }
}

/// Wrapper classes with their primitives and the unboxing methods.
const WRAPPERS: [(&str, &str, &str); 8] = [
    ("Z", "Ljava/lang/Boolean;", "booleanValue"),
    ("B", "Ljava/lang/Byte;", "byteValue"),
    ("C", "Ljava/lang/Character;", "charValue"),
    ("S", "Ljava/lang/Short;", "shortValue"),
    ("I", "Ljava/lang/Integer;", "intValue"),
    ("J", "Ljava/lang/Long;", "longValue"),
    ("F", "Ljava/lang/Float;", "floatValue"),
    ("D", "Ljava/lang/Double;", "doubleValue"),
];

fn is_primitive(descriptor: &str) -> bool {
    descriptor.len() == 1
}

/// The wrapper of a primitive.
fn wrapper_of(primitive: &str) -> Option<&'static str> {
    WRAPPERS
        .iter()
        .find(|(from, ..)| *from == primitive)
        .map(|(_, wrapper, _)| *wrapper)
}

/// The primitive of a wrapper.
fn primitive_of(wrapper: &str) -> Option<&'static str> {
    WRAPPERS
        .iter()
        .find(|(_, to, _)| *to == wrapper)
        .map(|(primitive, ..)| *primitive)
}

impl Builder<'_> {
    /// Converts a value; `between` is the type that the value is known to have where `from` is an
    /// erased one. Returns the register of the result.
    pub(crate) fn convert(
        &mut self,
        value: Register,
        from: &str,
        to: &str,
        between: &str,
    ) -> Result<Register, Conversion> {
        if from == to && from == between {
            return Ok(value);
        }
        if is_primitive(from) {
            return self.convert_primitive(value, from, to);
        }
        let known = if is_primitive(between) { from } else { between };
        self.cast(value, from, known)?;
        if !is_primitive(to) {
            self.cast(value, known, to)?;
            return Ok(value);
        }
        match primitive_of(known) {
            Some(primitive) => {
                let unboxed = self.unbox(value, known, primitive)?;
                self.widen(unboxed, primitive, to)
            }
            None => {
                let holder = match to {
                    "Z" => "Ljava/lang/Boolean;",
                    "C" => "Ljava/lang/Character;",
                    _ => "Ljava/lang/Number;",
                };
                self.cast(value, known, holder)?;
                self.unbox(value, holder, to)
            }
        }
    }

    fn convert_primitive(
        &mut self,
        value: Register,
        from: &str,
        to: &str,
    ) -> Result<Register, Conversion> {
        if is_primitive(to) {
            return self.widen(value, from, to);
        }
        let primitive = primitive_of(to).unwrap_or(from);
        let value = self.widen(value, from, primitive)?;
        self.wrap(value, primitive)
    }

    fn cast(&mut self, object: Register, from: &str, to: &str) -> Result<(), Conversion> {
        if from != to && to != "Ljava/lang/Object;" {
            let class = self.program.load(class_name_of(to))?;
            self.add(Instruction::CheckCast { object, class });
        }
        Ok(())
    }

    fn wrap(&mut self, value: Register, primitive: &str) -> Result<Register, Conversion> {
        let wrapper = wrapper_of(primitive).ok_or(Conversion::Impossible)?;
        let class = self.program.load(class_name_of(wrapper))?;
        let descriptor = format!("({primitive}){wrapper}");
        let method = self.program.resolve_method(class, "valueOf", &descriptor)?;
        let target = self.register(Kind::Reference);
        let arguments = self.arguments(&[value]);
        let kind = InvokeKind::Static;
        self.add(Instruction::Invoke {
            kind,
            target,
            method,
            arguments,
        });
        Ok(target)
    }

    fn unbox(
        &mut self,
        object: Register,
        holder: &str,
        primitive: &str,
    ) -> Result<Register, Conversion> {
        let found = WRAPPERS.iter().find(|(to, ..)| *to == primitive);
        let (_, _, name) = found.ok_or(Conversion::Impossible)?;
        let class = self.program.load(class_name_of(holder))?;
        let method = self
            .program
            .resolve_method(class, name, &format!("(){primitive}"))?;
        let kind = match holder {
            "Ljava/lang/Number;" => InvokeKind::Virtual,
            _ => InvokeKind::Special,
        };
        let result = self
            .program
            .method(method)
            .result
            .ok_or(Conversion::Impossible)?;
        let target = self.register(result.register());
        let arguments = self.arguments(&[object]);
        self.add(Instruction::Invoke {
            kind,
            target,
            method,
            arguments,
        });
        Ok(target)
    }

    /// Widening between primitives (JLS 5.1.2).
    fn widen(&mut self, value: Register, from: &str, to: &str) -> Result<Register, Conversion> {
        use UnaryOperator::*;
        let operator = match (from, to) {
            _ if from == to => return Ok(value),
            ("B", "S" | "I") | ("S" | "C", "I") => return Ok(value),
            ("B" | "S" | "C" | "I", "J") => IntToLong,
            ("B" | "S" | "C" | "I", "F") => IntToFloat,
            ("B" | "S" | "C" | "I", "D") => IntToDouble,
            ("J", "F") => LongToFloat,
            ("J", "D") => LongToDouble,
            ("F", "D") => FloatToDouble,
            _ => return Err(Conversion::Impossible),
        };
        let kind = match to {
            "J" => Kind::Long,
            "F" => Kind::Float,
            _ => Kind::Double,
        };
        let target = self.register(kind);
        self.add(Instruction::Unary {
            operator,
            target,
            source: value,
        });
        Ok(target)
    }
}
