//! The machine before `main` as the start of the static analyses.

use analysis::world::{ObjectName, Snapshot, StandIn, World};
use machine::heap::Layout;
use machine::{ClassState, Machine, Ref};
use program::{ClassId, FieldId, MethodId};

/// A machine that has not begun.
pub(crate) struct Prepared<'p>(pub(crate) Machine<'p>);

impl World for Prepared<'_> {
    fn object(&mut self, name: ObjectName) -> Snapshot {
        let object = self.0.object_of(Ref(name));
        Snapshot {
            class: Some(object.class),
            words: object.words(),
            is_array: matches!(object.layout, Layout::Array(program::Kind::Reference)),
        }
    }

    fn statics(&mut self, class: ClassId) -> Option<Vec<u64>> {
        let is_ready = self.0.class_state(class) == ClassState::Ready;
        is_ready.then(|| self.0.static_words(class))
    }

    fn main_thread(&mut self) -> ObjectName {
        self.0.threads()[0].object.0
    }

    fn stand_in(&mut self, method: MethodId) -> StandIn {
        match self.0.stand_in(method) {
            machine::StandIn::Own => StandIn::Own,
            machine::StandIn::Native => StandIn::Native,
            machine::StandIn::Java(method) => StandIn::Java(method),
        }
    }

    fn skips_initializer(&mut self, class: ClassId) -> bool {
        self.0.skips_initializer(class)
    }

    fn slot_of_offset(&self, offset: i64) -> Option<u16> {
        Machine::slot_of_offset(offset)
    }

    fn field_of_handle(&mut self, handle: ObjectName) -> Option<FieldId> {
        self.0.field_of_handle(Ref(handle))
    }

    fn keeps_groups(&self) -> bool {
        self.0.keeps_groups()
    }
}
