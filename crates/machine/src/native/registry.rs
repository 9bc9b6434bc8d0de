//! The table of all natives.

use std::sync::OnceLock;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::{Native, java};

/// The natives of one class: name, descriptor (`*` for any), code.
pub(crate) type Natives = &'static [(&'static str, &'static str, Native)];

type Table = HashMap<(&'static str, &'static str), Vec<(&'static str, Native)>, FixedState>;

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table::with_hasher(FixedState::default());
        for (class, natives) in java::CLASSES {
            for (name, descriptor, native) in *natives {
                table
                    .entry((class, name))
                    .or_default()
                    .push((descriptor, *native));
            }
        }
        table
    })
}

/// The native of this class, name and descriptor. A native hides bytecode of the same name.
pub(crate) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    let candidates = table().get(&(class, name))?;
    candidates
        .iter()
        .find(|(form, _)| *form == "*" || *form == descriptor)
        .map(|(_, native)| *native)
}
