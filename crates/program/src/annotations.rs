//! The annotations that class files keep for run time, by their types. What they say is left to
//! reflection.

use ristretto_classfile::attributes::{AnnotationElement, Attribute};

use crate::class::{Class, Field, Method};

/// The annotation types of a class, as names like `org/junit/Test`.
pub fn of_class(class: &Class) -> Vec<String> {
    let attributes = class.file.as_deref().map(|file| &file.attributes[..]);
    names(class, attributes.unwrap_or_default())
}

/// The class that the only element of a class's annotation names, as `org/junit/runners/Suite`.
pub fn class_in(class: &Class, annotation: &str) -> Option<String> {
    let file = class.file.as_deref()?;
    let text = |index: u16| Some(file.constant_pool.try_get_utf8(index).ok()?.to_str_lossy());
    let visible = file.attributes.iter().filter_map(|it| match it {
        Attribute::RuntimeVisibleAnnotations { annotations, .. } => Some(annotations),
        _ => None,
    });
    let mut all = visible.flatten();
    let wanted = format!("L{annotation};");
    let found = all.find(|it| text(it.type_index).is_some_and(|name| name == *wanted))?;
    let AnnotationElement::Class { class_info_index } = found.elements.first()?.value else {
        return None;
    };
    let descriptor = text(class_info_index)?;
    let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
    Some(name.to_owned())
}

/// The annotation types of a method.
pub fn of_method(class: &Class, method: &Method) -> Vec<String> {
    let file = class.file.as_deref();
    let found = file.and_then(|file| file.methods.get(method.index as usize));
    let attributes = found.map(|method| &method.attributes[..]);
    names(class, attributes.unwrap_or_default())
}

/// The annotation types of a field.
pub fn of_field(class: &Class, field: &Field) -> Vec<String> {
    let file = class.file.as_deref();
    let found = file.and_then(|file| file.fields.get(field.index as usize));
    let attributes = found.map(|field| &field.attributes[..]);
    names(class, attributes.unwrap_or_default())
}

fn names(class: &Class, attributes: &[Attribute]) -> Vec<String> {
    let Some(file) = class.file.as_deref() else {
        return Vec::new();
    };
    let mut names = Vec::new();
    for attribute in attributes {
        let Attribute::RuntimeVisibleAnnotations { annotations, .. } = attribute else {
            continue;
        };
        for annotation in annotations {
            let text = file.constant_pool.try_get_utf8(annotation.type_index);
            let Ok(text) = text else { continue };
            let text = text.to_str_lossy();
            let name = text.strip_prefix('L').and_then(|it| it.strip_suffix(';'));
            names.extend(name.map(str::to_owned));
        }
    }
    names
}
