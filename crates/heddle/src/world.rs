//! A state of the machine as the start of static analyses and of models: before `main`, or where the main
//! thread stands at the first step that concerns other threads.

use analysis::world::{Frame, ObjectName, Readiness, Snapshot, StandIn, World};
use machine::heap::Layout;
use machine::monitor::Monitor;
use machine::thread::After;
use machine::{ClassState, Machine, Ref};
use program::{ClassId, FieldId, MethodId, StringId};

/// A machine that does not move.
pub(crate) struct Concrete<'a, 'p>(pub(crate) &'a mut Machine<'p>);

impl World for Concrete<'_, '_> {
    fn object(&mut self, name: ObjectName) -> Snapshot {
        let object = self.0.object_of(Ref(name));
        Snapshot {
            class: Some(object.class),
            words: object.words(),
            is_array: matches!(object.layout, Layout::Array(_)),
            entered: Monitor(object.monitor).depth(),
        }
    }

    fn statics(&mut self, class: ClassId) -> Vec<u64> {
        self.0.static_words(class)
    }

    fn string(&mut self, string: StringId) -> ObjectName {
        self.0.constant_string(string).0
    }

    fn mirror(&mut self, class: ClassId) -> ObjectName {
        self.0.constant_mirror(class).0
    }

    fn singleton(&mut self, class: ClassId) -> ObjectName {
        self.0.constant_singleton(class).0
    }

    fn readiness(&mut self, class: ClassId) -> Readiness {
        match self.0.class_state(class) {
            ClassState::Ready => Readiness::Ready,
            ClassState::Untouched => Readiness::Untouched,
            ClassState::Other => Readiness::Other,
        }
    }

    fn main_thread(&mut self) -> ObjectName {
        self.0.threads()[0].object.0
    }

    fn frames(&mut self) -> Vec<Frame> {
        let thread = &self.0.threads()[0];
        let frames = thread.frames.iter().enumerate();
        let frames = frames.map(|(index, frame)| {
            let base = frame.base as usize;
            let count = frame.body.registers.len();
            let registers = thread.registers[base..base + count].to_vec();
            let is_plain = match frame.after {
                After::Thread => index == 0,
                After::Call => index > 0,
                _ => false,
            };
            (frame.method, frame.pc, registers, is_plain)
        });
        let known = |method: MethodId| self.0.has_method(method);
        frames
            .map(|(method, pc, registers, is_plain)| Frame {
                method: if known(method) { method } else { MethodId(0) },
                pc,
                registers,
                is_plain: is_plain && known(method),
            })
            .collect()
    }

    fn slot_of_offset(&self, offset: i64) -> Option<u16> {
        Machine::slot_of_offset(offset)
    }

    fn shown_by_clock(&self, word: u64) -> Option<i64> {
        Machine::shown_by_clock(word)
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

    fn keeps_groups(&self) -> bool {
        self.0.keeps_groups()
    }

    fn mirrored(&mut self, mirror: ObjectName) -> Option<ClassId> {
        Ref(mirror).class_id()
    }

    fn text(&mut self, string: ObjectName) -> Option<String> {
        self.0.object_of(Ref(string));
        Some(self.0.text(Ref(string)))
    }

    fn is_handle_of_elements(&mut self, handle: ObjectName) -> bool {
        self.0.is_handle_of_elements(Ref(handle))
    }

    fn field_of_handle(&mut self, handle: ObjectName) -> Option<FieldId> {
        self.0.field_of_handle(Ref(handle))
    }
}
