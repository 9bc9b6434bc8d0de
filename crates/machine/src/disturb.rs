//! For tests of what steps depend on: which objects a step looks at, and words that are changed from
//! outside between two steps.

use program::{FieldAccess, Kind};

use crate::heap::{FROZEN, Layout, Read};
use crate::machine::Machine;
use crate::operation::Place;
use crate::value::Ref;

impl Machine<'_> {
    /// Writes down, from now on, which objects are looked at.
    pub fn watch_reads(&mut self) {
        self.heap.reads.begin();
    }

    /// The objects that were looked at since then. `None` if there were more than can be told.
    pub fn take_reads(&mut self) -> Option<Vec<Ref>> {
        let mut reads = Vec::new();
        self.heap.reads.end(&mut reads);
        let objects = reads.into_iter().filter_map(|it| match it {
            Read::Everything => Some(None),
            Read::Object(object) => Some(Some(object)),
            Read::Open(..) | Read::Thread(_) | Read::Waiters(_) => None,
        });
        objects.collect()
    }

    /// The kind of a field or element, if threads may write it while others can reach it, as far as is
    /// known.
    pub fn written_kind(&mut self, place: Place) -> Option<Kind> {
        let object = self.heap.object(place.object);
        match object.layout {
            Layout::Array(kind) => (object.flags & FROZEN == 0).then_some(kind),
            Layout::Fields | Layout::Statics => {
                let field = self.field_at(place)?;
                let (kind, access) = {
                    let field = self.program.field(field);
                    (field.kind, field.access)
                };
                let is_written = access != FieldAccess::Final && !self.heap.unwritten.holds(field);
                is_written.then_some(kind)
            }
        }
    }

    /// Changes a field or element. A reference must be one that others can reach.
    pub fn disturb(&mut self, place: Place, kind: Kind, word: u64) {
        let slot = place.slot as usize;
        match self.heap.object(place.object).layout {
            Layout::Array(kind) => self.heap.set_element(place.object, kind, slot, word),
            _ if kind == Kind::Reference => {
                let value = Ref::from_word(word);
                self.heap.set_reference(place.object, slot, value);
            }
            _ => self.heap.set_word(place.object, slot, word),
        }
    }
}
