//! `StringBuilder` where it is kept in memory, so that threads may share it.
//!
//! In: a call on a builder. Out: its code.
//!
//! "Instances of `StringBuilder` are not safe for use by multiple threads": each call reads or writes the text
//! as plain data, and gives the builder itself or something that is not kept. What it throws is in the table
//! of [`super::super::throwing`]. Builders that never leave a thread's variables are not objects of the model.

use super::super::Touched;
use super::super::emit::Emitter;
use super::super::values::Reference;
use super::Call;
use crate::configuration::model::{Local, Operation};

/// The class.
pub(in super::super) const TEXT: &str = "java/lang/StringBuilder";

impl Emitter<'_, '_> {
    /// A call on a builder that is kept; false if it has no model.
    pub(super) fn text(&mut self, class: &str, this: Local, call: Call<'_>) -> bool {
        if class != TEXT && class != "java/lang/AbstractStringBuilder" {
            return false;
        }
        let mut given = call.arguments[1..].iter();
        if !given.all(|it| self.reference(*it) == Reference::Opaque) {
            return false;
        }
        let writes = match call.name {
            "<init>" | "append" | "insert" | "reverse" | "setLength" | "setCharAt"
            | "deleteCharAt" | "delete" => true,
            "toString" | "length" | "charAt" | "isEmpty" | "indexOf" | "substring" => false,
            _ => return false,
        };
        let at = self.at();
        self.library_throws(call.method, call.arguments);
        let data = self.front.touched(Touched::Inside);
        self.put(Operation::Touch(Some(this), data, writes), at);
        let gives_itself = call.descriptor.ends_with("Builder;");
        match gives_itself {
            true => self.give_local(call.target, this),
            false => self.forget_result(call.target),
        }
        true
    }
}
