//! Field and method descriptors (JVMS 4.3), taken apart and checked.

use crate::kind::Kind;

/// A method descriptor, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature<'a> {
    /// Descriptors of the parameters, without the receiver.
    pub parameters: Vec<&'a str>,
    /// Descriptor of the result; `V` for void.
    pub result: &'a str,
}

impl<'a> Signature<'a> {
    /// Takes a method descriptor apart; `None` if it is malformed.
    pub fn parse(descriptor: &'a str) -> Option<Signature<'a>> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let length = type_length(rest)?;
            let (parameter, next) = rest.split_at(length);
            parameters.push(parameter);
            rest = next;
        }
        let result = &rest[1..];
        if result != "V" && !is_type(result) {
            return None;
        }
        Some(Signature { parameters, result })
    }

    /// Kind of the result; `None` for void.
    pub fn result_kind(&self) -> Option<Kind> {
        kind_of(self.result)
    }
}

/// The kind of a type descriptor; `None` for `V`.
pub fn kind_of(descriptor: &str) -> Option<Kind> {
    Kind::of_descriptor(*descriptor.as_bytes().first()?)
}

/// Whether this is exactly one well-formed field type.
pub fn is_type(descriptor: &str) -> bool {
    type_length(descriptor) == Some(descriptor.len())
}

/// The name by which a class is loaded: `java/lang/String` for `Ljava/lang/String;`, arrays as
/// they are, `int` for `I`.
pub fn class_name_of(descriptor: &str) -> &str {
    match descriptor.as_bytes().first() {
        Some(b'L') => descriptor[1..]
            .strip_suffix(';')
            .unwrap_or(&descriptor[1..]),
        Some(b'Z') => "boolean",
        Some(b'B') => "byte",
        Some(b'C') => "char",
        Some(b'S') => "short",
        Some(b'I') => "int",
        Some(b'J') => "long",
        Some(b'F') => "float",
        Some(b'D') => "double",
        Some(b'V') => "void",
        _ => descriptor,
    }
}

/// The length of the type at the start of `text`.
fn type_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let dimensions = bytes.iter().take_while(|byte| **byte == b'[').count();
    if dimensions > 255 {
        return None;
    }
    match bytes.get(dimensions)? {
        b'L' => {
            let name = &bytes[dimensions + 1..];
            let end = name.iter().position(|byte| *byte == b';')?;
            let well_formed = end > 0 && !name[..end].iter().any(|byte| b".[(".contains(byte));
            well_formed.then_some(dimensions + end + 2)
        }
        b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => Some(dimensions + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_is_taken_apart() {
        let signature = Signature::parse("(I[[JLjava/lang/String;)V").unwrap();
        assert_eq!(signature.parameters, ["I", "[[J", "Ljava/lang/String;"]);
        assert_eq!(signature.result, "V");
        assert_eq!(signature.result_kind(), None);
    }

    #[test]
    fn malformed_descriptors_are_refused() {
        for text in [
            "", "(", "()", "()VV", "(V)V", "(L;)V", "(Lx)V", "([)V", "I", "(Iü)V",
        ] {
            assert_eq!(Signature::parse(text), None, "{text}");
        }
    }
}
