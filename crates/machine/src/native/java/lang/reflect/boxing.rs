//! Boxes: taking values out of them, and the conversions that calls and fields allow.

use program::{ClassId, Kind};

use crate::machine::Machine;
use crate::native::{Call, Interruption, Invocation, Outcome, wrapper};
use crate::thread::After;
use crate::value::{Ref, double, float, to_float};

/// All primitive kinds.
pub(crate) const PRIMITIVES: [Kind; 8] = [
    Kind::Boolean,
    Kind::Byte,
    Kind::Char,
    Kind::Short,
    Kind::Int,
    Kind::Long,
    Kind::Float,
    Kind::Double,
];

impl Machine<'_> {
    /// The kind and value in a box; `None` if the object is none.
    pub(crate) fn unboxed(&mut self, object: Ref) -> Option<(Kind, u64)> {
        if object.is_null() {
            return None;
        }
        let name = &self.program.class(self.heap.object(object).class).name;
        let kind = PRIMITIVES
            .into_iter()
            .find(|kind| *wrapper(*kind).0 == **name)?;
        let slot = self.field_slot(wrapper(kind).0, "value");
        Some((kind, self.heap.object(object).data[slot]))
    }

    /// The value for a parameter or field of this kind and class, if the argument fits.
    pub(crate) fn adapted(&mut self, argument: Ref, kind: Kind, class: ClassId) -> Option<u64> {
        if kind == Kind::Reference {
            let fits = argument.is_null()
                || self
                    .program
                    .is_subtype(self.heap.object(argument).class, class);
            return fits.then(|| argument.word());
        }
        let (from, word) = self.unboxed(argument)?;
        widened(from, kind, word)
    }
}

impl Call<'_, '_> {
    /// The native's result is this value, boxed.
    pub(crate) fn boxed(&mut self, kind: Kind, word: u64) -> Outcome {
        if kind == Kind::Reference {
            return Ok(word);
        }
        let (class, descriptor) = wrapper(kind);
        let class = self.machine.library_class(class);
        let method = self
            .machine
            .program
            .declared_method(class, "valueOf", descriptor);
        let method = method.expect("wrappers have valueOf");
        let arguments = vec![word];
        Err(Interruption::Invoke(Invocation {
            method,
            arguments,
            after: After::Call,
        }))
    }
}

/// A primitive value converted as assignment would (JLS 5.1.2); `None` if it would not.
pub(crate) fn widened(from: Kind, to: Kind, word: u64) -> Option<u64> {
    use Kind::{Byte, Char, Double, Float, Int, Long, Short};
    if from == to {
        return Some(word);
    }
    Some(match (from, to) {
        (Byte, Short | Int | Long) | (Short | Char, Int | Long) | (Int, Long) => word,
        (Byte | Short | Char | Int, Float) => float(word as i32 as f32),
        (Byte | Short | Char | Int, Double) => double(f64::from(word as i32)),
        (Long, Float) => float(word as i64 as f32),
        (Long, Double) => double(word as i64 as f64),
        (Float, Double) => double(f64::from(to_float(word))),
        _ => return None,
    })
}
