//! Types and constants as Java source.

use crate::unit::Unit;

pub(super) fn is_primitive(descriptor: &str) -> bool {
    !descriptor.starts_with(['L', '['])
}

pub(super) fn descriptor_of(class: &str) -> String {
    format!("L{class};")
}

/// A class as it is written. One inside a class of the environment stands by itself, under its whole name.
pub(super) fn class_text(unit: &Unit<'_>, name: &str) -> String {
    match unit.is_apart(name) {
        true => name.replace('/', "."),
        false => name.replace(['/', '$'], "."),
    }
}

/// A type as it is written.
pub(super) fn type_text(unit: &Unit<'_>, descriptor: &str) -> String {
    match descriptor.as_bytes().first() {
        Some(b'[') => format!("{}[]", type_text(unit, &descriptor[1..])),
        Some(b'L') => class_text(unit, descriptor[1..].trim_end_matches(';')),
        Some(b'V') => "void".to_owned(),
        Some(b'Z') => "boolean".to_owned(),
        Some(b'B') => "byte".to_owned(),
        Some(b'C') => "char".to_owned(),
        Some(b'S') => "short".to_owned(),
        Some(b'J') => "long".to_owned(),
        Some(b'F') => "float".to_owned(),
        Some(b'D') => "double".to_owned(),
        _ => "int".to_owned(),
    }
}

pub(super) fn parameter_types(descriptor: &str) -> Vec<String> {
    let signature = program::descriptor::Signature::parse(descriptor);
    signature.map_or(Vec::new(), |it| {
        it.parameters.iter().map(ToString::to_string).collect()
    })
}

pub(super) fn result_type(descriptor: &str) -> &str {
    descriptor.rsplit_once(')').map_or("V", |it| it.1)
}

/// Any value of a type.
pub(super) fn any_text(descriptor: &str) -> Option<String> {
    let name = match descriptor {
        "Z" => "chooseBoolean",
        "B" => "anyByte",
        "C" => "anyChar",
        "S" => "anyShort",
        "I" => "anyInt",
        "J" => "anyLong",
        "F" => "anyFloat",
        "D" => "anyDouble",
        "Ljava/lang/String;" => "anyString",
        _ => {
            // A number that the library has kept is not among contents.
            let primitive = match descriptor {
                "Ljava/lang/Boolean;" => "Z",
                "Ljava/lang/Byte;" => "B",
                "Ljava/lang/Character;" => "C",
                "Ljava/lang/Short;" => "S",
                "Ljava/lang/Integer;" => "I",
                "Ljava/lang/Long;" => "J",
                "Ljava/lang/Float;" => "F",
                "Ljava/lang/Double;" => "D",
                _ => return None,
            };
            let boxed = descriptor[1..].trim_end_matches(';').replace('/', ".");
            let any = any_text(primitive)?;
            return Some(format!(
                "(heddle.Heddle.chooseBoolean() ? null : ({boxed}) {any})"
            ));
        }
    };
    Some(format!("heddle.Heddle.{name}()"))
}

pub(super) fn constant_text(bits: u64, descriptor: &str) -> String {
    match descriptor {
        "Z" => (bits != 0).to_string(),
        "B" => format!("(byte) {}", bits as i64),
        "C" => format!("(char) {}", bits as i64),
        "S" => format!("(short) {}", bits as i64),
        "J" => format!("{}L", bits as i64),
        "F" => format!("Float.intBitsToFloat({})", bits as u32 as i32),
        "D" => format!("Double.longBitsToDouble({}L)", bits as i64),
        _ => (bits as i64).to_string(),
    }
}
