//! Classes of the library that the model knows by what they do.

use super::Front;
use super::emit::Emitter;
use super::values::Reference;
use crate::configuration::model::Operation;
use program::{MethodId, Register};

impl Front<'_> {
    /// Library classes whose code is inlined like the program's own.
    pub(super) fn is_small_library(&self, _class: &str) -> bool {
        false
    }
}

impl Emitter<'_, '_> {
    /// Calls of library methods with a meaning in the model.
    pub(super) fn known_library(
        &mut self,
        class: &str,
        name: &str,
        target: Register,
        _method: MethodId,
        arguments: &[Register],
    ) -> bool {
        let at = self.at();
        match (class, name) {
            ("java/util/Objects", "requireNonNull") => {
                self.check_null(arguments[0]);
                if target.is_some()
                    && let (Reference::Kept(target), Reference::Kept(source)) =
                        (self.reference(target), self.reference(arguments[0]))
                {
                    self.put(Operation::Move(target, source), at);
                }
                true
            }
            _ => false,
        }
    }
}
