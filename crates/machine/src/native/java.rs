//! Natives below `java.*`.

use super::registry::Natives;

pub(super) mod lang;

/// Every class with natives.
pub(crate) const CLASSES: &[(&str, Natives)] = &[
    ("java/lang/Object", lang::object::NATIVES),
    ("java/lang/Thread", lang::thread::NATIVES),
];
