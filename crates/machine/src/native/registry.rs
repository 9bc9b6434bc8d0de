//! The table of all natives.

use ::jdk::replaced;
use std::sync::OnceLock;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::{Native, heddle, java, jdk, model, nothing};

/// The natives of one class: name, descriptor (`*` for any), code.
pub(crate) type Natives = &'static [(&'static str, &'static str, Native)];

/// What a method of the library is replaced by.
#[derive(Clone, Copy)]
pub(crate) enum Found {
    /// A native of ours.
    Native(Native),
    /// A static Java method of a support class, of this name. The receiver, if any, is its first
    /// argument.
    Java(&'static str, &'static str),
}

type Table = HashMap<(&'static str, &'static str), Vec<(&'static str, Found)>, FixedState>;

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table::with_hasher(FixedState::default());
        let classes = [java::CLASSES, jdk::CLASSES, heddle::CLASSES, model::CLASSES];
        for (class, natives) in classes.into_iter().flatten() {
            for (name, descriptor, native) in *natives {
                let found = (*descriptor, Found::Native(*native));
                table.entry((class, name)).or_default().push(found);
            }
        }
        let replaced = replaced::REPLACED.iter().chain(replaced::files::REPLACED);
        let replaced = replaced.chain(replaced::junit::REPLACED);
        let replaced = replaced.chain(replaced::logs::REPLACED);
        for (class, name, descriptor, (support, method)) in replaced {
            let found = (*descriptor, Found::Java(support, method));
            table.entry((class, name)).or_default().push(found);
        }
        table
    })
}

/// What stands for the method of this class, name and descriptor. It hides the library's bytecode.
pub(crate) fn find(class: &str, name: &str, descriptor: &str) -> Option<Found> {
    if class == "jdk/internal/misc/Unsafe"
        && let Some(native) = jdk::internal::misc::unsafe_access::find(name, descriptor)
    {
        return Some(Found::Native(native));
    }
    // These only tell the JVM what to prepare.
    if matches!(name, "registerNatives" | "initIDs" | "initNative") && descriptor == "()V" {
        return Some(Found::Native(nothing));
    }
    let candidates = table().get(&(class, name))?;
    let fits = |form: &str| form == "*" || form == descriptor;
    candidates
        .iter()
        .find(|(form, _)| fits(form))
        .map(|(_, found)| *found)
}

/// What stands for a method where random numbers are choices.
pub(crate) fn find_chosen(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    let classes = java::util::random::CLASSES.iter();
    let natives = classes.filter(|(found, _)| *found == class);
    natives
        .flat_map(|(_, natives)| natives.iter())
        .find(|(found, form, _)| *found == name && (*form == "*" || *form == descriptor))
        .map(|(_, _, native)| *native)
}

/// Whether a class of the library is used without running its initialiser.
pub(crate) fn skips_initializer(class: &str) -> bool {
    ::jdk::model::SKIPPED.contains(&class)
}
