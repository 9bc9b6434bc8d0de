//! Classes inside others, of which some are written anew.
//!
//! In: a program with its unit. Out: class files that the sources of the environment are compiled against.
//! `Outer$Inner` is a class like any other to the virtual machine; that it is a member of `Outer` stands in an
//! attribute, which only `javac` and reflection read. The sources of an environment declare no
//! members: a class of the environment stands in a file of its own under its whole name, and so it is mentioned.
//! What keeps its code (an enum, an interface, an exception, a class of the unit) has to be seen under its
//! whole name as well, so the attribute loses what it says of such classes. Since reflection could tell, a
//! program that asks for it is refused.

use std::collections::BTreeMap;

use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{Constant, FieldAccessFlags, MethodAccessFlags};

use crate::effects::{Context, Refusal};
use crate::unit::Role;

/// Methods of `Class` whose results depend upon the attribute.
const ASKING: [&str; 8] = [
    "getSimpleName",
    "getCanonicalName",
    "getDeclaringClass",
    "getEnclosingClass",
    "getDeclaredClasses",
    "getClasses",
    "isMemberClass",
    "getTypeName",
];

/// Class files of what keeps its code and names classes that stand apart, by their paths.
pub(super) fn classes(context: &Context<'_>) -> Result<BTreeMap<String, Vec<u8>>, Refusal> {
    let program = context.program;
    let mut files = BTreeMap::new();
    let mut asking = None;
    for name in program.class_path().classes() {
        let Some((class, Role::Unit)) = context.unit.role_of(&name) else {
            continue;
        };
        let Some(found) = &program.class(class).file else {
            continue;
        };
        let asks = |it: &Constant<'_>| matches!(it, Constant::Utf8(text) if ASKING.contains(&&*text.to_str_lossy()));
        if found.constant_pool.into_iter().any(asks) {
            asking.get_or_insert_with(|| name.replace('/', "."));
        }
        let refuse = |what: String| Refusal {
            place: name.replace('/', "."),
            what,
        };
        let mut file = (**found).clone();
        let pool = file.constant_pool.clone();
        let is_apart = |index: u16| {
            let name = pool.try_get_class(index);
            name.is_ok_and(|it| context.unit.is_apart(&it.to_string()))
        };
        let mut is_changed = false;
        if context.unit.is_apart(&name) {
            // Classes that enclose each other share what is private, and sources of the environment don't.
            let is_constructor =
                |index: u16| pool.try_get_utf8(index).is_ok_and(|it| it == "<init>");
            for field in &mut file.fields {
                field.access_flags.remove(FieldAccessFlags::PRIVATE);
            }
            for method in &mut file.methods {
                if is_constructor(method.name_index) {
                    method.access_flags.remove(MethodAccessFlags::PRIVATE);
                }
            }
            is_changed = true;
        }
        for attribute in &mut file.attributes {
            if let Attribute::InnerClasses { classes, .. } = attribute {
                let before = classes.len();
                classes.retain(|it| !is_apart(it.class_info_index));
                is_changed |= classes.len() < before;
            }
        }
        if is_changed {
            let mut bytes = Vec::new();
            file.to_bytes(&mut bytes)
                .map_err(|error| refuse(format!("its class file can't be written: {error}")))?;
            files.insert(format!("{name}.class"), bytes);
        }
    }
    match asking {
        Some(place) if !files.is_empty() => Err(Refusal {
            place,
            what:
                "it asks for names of classes, and classes inside others stand by themselves in an \
                   environment; use Class.getName, or put the outer classes into the unit"
                    .to_owned(),
        }),
        _ => Ok(files),
    }
}
