//! Checked access to the constant pool of a class file.
//!
//! Every index that comes from the file goes through here; a wrong one is an `Err` with what was
//! wrong, never a panic.

use std::borrow::Cow;

use ristretto_classfile::{ClassFile, Constant, ConstantPool, ReferenceKind};

/// A problem in a class file, in words.
pub(crate) type Malformed = String;

/// A reference to a field or method.
#[derive(Clone, Debug)]
pub(crate) struct Member<'a> {
    pub(crate) class: Cow<'a, str>,
    pub(crate) name: Cow<'a, str>,
    pub(crate) descriptor: Cow<'a, str>,
    /// Whether the constant is an `InterfaceMethodref`.
    pub(crate) is_interface: bool,
}

/// A method handle constant.
#[derive(Clone, Debug)]
pub(crate) struct Handle<'a> {
    pub(crate) kind: u8,
    pub(crate) member: Member<'a>,
}

/// The constant at `index`.
pub(crate) fn constant<'a>(
    pool: &'a ConstantPool<'static>,
    index: u16,
) -> Result<&'a Constant<'static>, Malformed> {
    pool.get(index)
        .ok_or_else(|| format!("no constant {index}"))
}

/// A `Utf8` constant as text.
pub(crate) fn text<'a>(
    pool: &'a ConstantPool<'static>,
    index: u16,
) -> Result<Cow<'a, str>, Malformed> {
    match constant(pool, index)? {
        Constant::Utf8(text) => Ok(text.to_str_lossy()),
        _ => Err(format!("constant {index} is no text")),
    }
}

/// The UTF-16 units of a `Utf8` constant.
pub(crate) fn units(pool: &ConstantPool<'static>, index: u16) -> Result<Vec<u16>, Malformed> {
    match constant(pool, index)? {
        Constant::Utf8(text) => text.to_utf16().map_err(|error| error.to_string()),
        _ => Err(format!("constant {index} is no text")),
    }
}

/// The name in a `Class` constant.
pub(crate) fn class_name<'a>(
    pool: &'a ConstantPool<'static>,
    index: u16,
) -> Result<Cow<'a, str>, Malformed> {
    match constant(pool, index)? {
        Constant::Class(name) => text(pool, *name),
        _ => Err(format!("constant {index} is no class")),
    }
}

/// Name and descriptor of a `NameAndType` constant.
pub(crate) fn name_and_type<'a>(
    pool: &'a ConstantPool<'static>,
    index: u16,
) -> Result<(Cow<'a, str>, Cow<'a, str>), Malformed> {
    match constant(pool, index)? {
        Constant::NameAndType {
            name_index,
            descriptor_index,
        } => Ok((text(pool, *name_index)?, text(pool, *descriptor_index)?)),
        _ => Err(format!("constant {index} is no name and type")),
    }
}

/// A field or method reference.
pub(crate) fn member<'a>(
    pool: &'a ConstantPool<'static>,
    index: u16,
) -> Result<Member<'a>, Malformed> {
    let (class, pair, is_interface) = match constant(pool, index)? {
        Constant::FieldRef {
            class_index,
            name_and_type_index,
        }
        | Constant::MethodRef {
            class_index,
            name_and_type_index,
        } => (*class_index, *name_and_type_index, false),
        Constant::InterfaceMethodRef {
            class_index,
            name_and_type_index,
        } => (*class_index, *name_and_type_index, true),
        _ => return Err(format!("constant {index} is no member")),
    };
    let (name, descriptor) = name_and_type(pool, pair)?;
    Ok(Member {
        class: class_name(pool, class)?,
        name,
        descriptor,
        is_interface,
    })
}

/// A method handle.
pub(crate) fn handle<'a>(
    pool: &'a ConstantPool<'static>,
    index: u16,
) -> Result<Handle<'a>, Malformed> {
    match constant(pool, index)? {
        Constant::MethodHandle {
            reference_kind,
            reference_index,
        } => {
            let kind = match reference_kind {
                ReferenceKind::GetField => 1,
                ReferenceKind::GetStatic => 2,
                ReferenceKind::PutField => 3,
                ReferenceKind::PutStatic => 4,
                ReferenceKind::InvokeVirtual => 5,
                ReferenceKind::InvokeStatic => 6,
                ReferenceKind::InvokeSpecial => 7,
                ReferenceKind::NewInvokeSpecial => 8,
                ReferenceKind::InvokeInterface => 9,
            };
            Ok(Handle {
                kind,
                member: member(pool, *reference_index)?,
            })
        }
        _ => Err(format!("constant {index} is no method handle")),
    }
}

/// The bootstrap method of this number: its handle's constant index, and those of its arguments.
pub(crate) fn bootstrap<'a>(
    file: &'a ClassFile<'static>,
    number: u16,
) -> Result<(u16, &'a [u16]), Malformed> {
    use ristretto_classfile::attributes::Attribute;
    let methods = file
        .attributes
        .iter()
        .find_map(|attribute| match attribute {
            Attribute::BootstrapMethods { methods, .. } => Some(methods),
            _ => None,
        });
    let method = methods.and_then(|methods| methods.get(usize::from(number)));
    let method = method.ok_or_else(|| format!("no bootstrap method {number}"))?;
    Ok((method.bootstrap_method_ref, &method.arguments))
}
