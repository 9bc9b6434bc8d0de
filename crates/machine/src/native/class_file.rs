//! What reflection wants to know of class files: attributes and constants.

use program::{Class, Field, Method};
use ristretto_classfile::attributes::{Attribute, InnerClass};
use ristretto_classfile::{ClassFile, ConstantPool};

/// The text of a `Utf8` constant; `None` for index 0.
pub(crate) fn text(pool: &ConstantPool<'static>, index: u16) -> Option<String> {
    if index == 0 {
        return None;
    }
    pool.try_get_utf8(index)
        .ok()
        .map(|text| text.to_str_lossy().into_owned())
}

/// The name in a `Class` constant; `None` for index 0.
pub(crate) fn class_name(pool: &ConstantPool<'static>, index: u16) -> Option<String> {
    if index == 0 {
        return None;
    }
    pool.try_get_class(index)
        .ok()
        .map(|text| text.to_str_lossy().into_owned())
}

fn file(class: &Class) -> Option<&ClassFile<'static>> {
    class.file.as_deref()
}

/// The attributes of a class.
pub(crate) fn of_class(class: &Class) -> &[Attribute] {
    file(class).map_or(&[], |file| &file.attributes)
}

/// The attributes of a field.
pub(crate) fn of_field<'a>(class: &'a Class, field: &Field) -> &'a [Attribute] {
    let fields = file(class).map_or(&[][..], |file| &file.fields);
    fields
        .get(field.index as usize)
        .map_or(&[], |field| &field.attributes)
}

/// The attributes of a method.
pub(crate) fn of_method<'a>(class: &'a Class, method: &Method) -> &'a [Attribute] {
    let methods = file(class).map_or(&[][..], |file| &file.methods);
    methods
        .get(method.index as usize)
        .map_or(&[], |method| &method.attributes)
}

/// The generic signature among attributes.
pub(crate) fn signature(class: &Class, attributes: &[Attribute]) -> Option<String> {
    let pool = &file(class)?.constant_pool;
    attributes.iter().find_map(|attribute| match attribute {
        Attribute::Signature {
            signature_index, ..
        } => text(pool, *signature_index),
        _ => None,
    })
}

/// The content of the attribute of this name, as the class file has it.
pub(crate) fn raw(attributes: &[Attribute], name: &str) -> Option<Vec<u8>> {
    let attribute = attributes
        .iter()
        .find(|attribute| attribute.name() == name)?;
    let mut bytes = Vec::new();
    attribute.to_bytes(&mut bytes).ok()?;
    // Without name and length.
    bytes.get(6..).map(<[u8]>::to_vec)
}

/// The classes that a method declares to throw.
pub(crate) fn exceptions(class: &Class, attributes: &[Attribute]) -> Vec<String> {
    let Some(file) = file(class) else {
        return Vec::new();
    };
    for attribute in attributes {
        if let Attribute::Exceptions {
            exception_indexes, ..
        } = attribute
        {
            let names = exception_indexes.iter();
            return names
                .filter_map(|index| class_name(&file.constant_pool, *index))
                .collect();
        }
    }
    Vec::new()
}

/// A line of the `InnerClasses` table.
pub(crate) struct Nested {
    /// The nested class.
    pub(crate) class: String,
    /// The class of which it is a member.
    pub(crate) outer: Option<String>,
    /// Its simple name; `None` if it is anonymous.
    pub(crate) name: Option<String>,
}

/// All nested classes that a class mentions.
pub(crate) fn nested(class: &Class) -> Vec<Nested> {
    let Some(file) = file(class) else {
        return Vec::new();
    };
    let pool = &file.constant_pool;
    let read = |entry: &InnerClass| {
        Some(Nested {
            class: class_name(pool, entry.class_info_index)?,
            outer: class_name(pool, entry.outer_class_info_index),
            name: text(pool, entry.name_index),
        })
    };
    for attribute in &file.attributes {
        if let Attribute::InnerClasses { classes, .. } = attribute {
            return classes.iter().filter_map(read).collect();
        }
    }
    Vec::new()
}

/// The class's own line in its `InnerClasses` table.
pub(crate) fn own_nesting(class: &Class) -> Option<Nested> {
    nested(class)
        .into_iter()
        .find(|nested| *nested.class == *class.name)
}

/// The class, and if inside one the method's name and descriptor, that encloses a local class.
pub(crate) fn enclosing(class: &Class) -> Option<(String, Option<(String, String)>)> {
    let pool = &file(class)?.constant_pool;
    of_class(class)
        .iter()
        .find_map(|attribute| match attribute {
            Attribute::EnclosingMethod {
                class_index,
                method_index,
                ..
            } => {
                let outer = class_name(pool, *class_index)?;
                let method = pool
                    .try_get_name_and_type(*method_index)
                    .ok()
                    .and_then(|(name, kind)| Some((text(pool, *name)?, text(pool, *kind)?)));
                Some((outer, method))
            }
            _ => None,
        })
}

/// The host of the class's nest, if it is not itself.
pub(crate) fn nest_host(class: &Class) -> Option<String> {
    let pool = &file(class)?.constant_pool;
    of_class(class)
        .iter()
        .find_map(|attribute| match attribute {
            Attribute::NestHost {
                host_class_index, ..
            } => class_name(pool, *host_class_index),
            _ => None,
        })
}

/// The classes named by `NestMembers` or `PermittedSubclasses`.
pub(crate) fn listed(class: &Class, name: &str) -> Option<Vec<String>> {
    let pool = &file(class)?.constant_pool;
    of_class(class)
        .iter()
        .find(|attribute| attribute.name() == name)
        .and_then(|attribute| {
            let (Attribute::NestMembers { class_indexes, .. }
            | Attribute::PermittedSubclasses { class_indexes, .. }) = attribute
            else {
                return None;
            };
            Some(
                class_indexes
                    .iter()
                    .filter_map(|index| class_name(pool, *index))
                    .collect(),
            )
        })
}
