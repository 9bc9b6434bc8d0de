//! What formulas look at, for a search that leaves out what they can't see (`search/lazy/formulas.rs`).
//!
//! Only atoms that compare values of fields, elements and lengths are looked at in this way: who waits, who
//! is where and which objects there are changes with almost every step.

use std::collections::BTreeSet;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use machine::Machine;
use machine::heap::Layout;
use program::{ClassId, FieldId};

use crate::independence::{Access, Variable};
use crate::java::Java;
use crate::java::atoms::Atoms;

/// What an atom's value depends on, whichever objects its path leads over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// Static fields, with their classes.
    pub(crate) statics: BTreeSet<(ClassId, FieldId)>,
    /// Names of fields of objects.
    pub(crate) fields: BTreeSet<String>,
    /// Elements of arrays.
    pub(crate) elements: bool,
}

impl Seen {
    /// Whether an access may change what is looked at.
    pub(super) fn notices(&self, machine: &Machine<'_>, access: &Access) -> bool {
        if !access.writes {
            return false;
        }
        // That a class is initialised changes nothing: what its initialiser writes, it writes.
        let Variable::Slot(object, slot) = access.variable else {
            return false;
        };
        let program = machine.program();
        let data = machine.heap().object(object);
        let is_at = |field: FieldId| u32::from(program.field(field).slot) == slot;
        match data.layout {
            Layout::Array(_) => self.elements,
            Layout::Statics => {
                let mut statics = self.statics.iter();
                statics.any(|(class, field)| *class == data.class && is_at(*field))
            }
            _ => {
                let mut class = Some(data.class);
                while let Some(id) = class {
                    let of_class = program.class(id);
                    let mut fields = of_class.fields.iter().copied();
                    let field = fields.find(|it| !program.field(*it).is_static && is_at(*it));
                    if let Some(field) = field {
                        return self.fields.contains(&*program.field(field).name);
                    }
                    class = of_class.superclass;
                }
                true
            }
        }
    }
}

/// What formulas look at, and the values that they have seen.
#[derive(Debug)]
pub(crate) struct Watch {
    atoms: Atoms,
    letters: Vec<Vec<bool>>,
    numbers: HashMap<Vec<bool>, u32, FixedState>,
}

impl Watch {
    /// The number of the values in the machine's state.
    pub(super) fn letter(&mut self, machine: &mut Machine<'_>) -> u32 {
        let mut values = Vec::new();
        self.atoms.values_of_data(machine, &mut values);
        if let Some(known) = self.numbers.get(&values) {
            return *known;
        }
        let number = self.letters.len() as u32;
        self.letters.push(values.clone());
        self.numbers.insert(values, number);
        number
    }

    /// All values seen so far, by number.
    pub(super) fn letters(&self) -> &[Vec<bool>] {
        &self.letters
    }
}

impl Java<'_> {
    /// Has a search that finds out which choices matter keep what these atoms see. False if they look at more
    /// than data, or choices are not left out in this way.
    pub fn watch(&mut self, atoms: Atoms) -> bool {
        let program = self.step_cache.machine().program();
        let (Some(footprints), Some(seen)) = (&mut self.footprints, atoms.seen(program)) else {
            return false;
        };
        footprints.watch(seen);
        self.watch = Some(Watch {
            atoms,
            letters: Vec::new(),
            numbers: HashMap::with_hasher(FixedState::default()),
        });
        true
    }
}
