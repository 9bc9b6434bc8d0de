//! Gives a class its layout: fields to slots, methods to vtable places.
//!
//! Inherited instance slots come first, so a field keeps its slot in every subclass. A method
//! overrides whatever JVMS 5.4.5 says: same name and descriptor, and the overridden one is public,
//! protected, or package-private in the same package, or overridden so in between. Default methods
//! are not in vtables; `select.rs` finds them.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use ristretto_classfile::attributes::Attribute;
use ristretto_classfile::{ClassFile, Constant};

use crate::class::{Class, ClassShape, ConstantValue, Field, Method, MethodCode};
use crate::descriptor::{self, Signature};
use crate::ids::{ClassId, FieldId, MethodId};
use crate::kind::{FieldAccess, Kind};
use crate::load::{access_of, empty_class};
use crate::pool::{self, Malformed};
use crate::program::Program;

/// A parsed class with its supertypes loaded.
pub(crate) struct Linked<'a> {
    pub(crate) name: &'a str,
    pub(crate) superclass: Option<ClassId>,
    pub(crate) interfaces: Vec<ClassId>,
    pub(crate) file: Arc<ClassFile<'static>>,
    pub(crate) is_library: bool,
    pub(crate) is_given: bool,
}

/// A method before it has its place; the text comes from the file or from Heddle.
pub(crate) struct NewMethod<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) descriptor: Cow<'a, str>,
    pub(crate) access_flags: u16,
    pub(crate) code: MethodCode,
}

/// A field before it has its slot.
pub(crate) struct NewField<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) descriptor: Cow<'a, str>,
    pub(crate) access_flags: u16,
    pub(crate) constant: Option<ConstantValue>,
}

impl Linked<'_> {
    /// Enters the class into the program's tables. The caller holds the loading lock.
    pub(crate) fn enter(self, program: &Program) -> Result<ClassId, Malformed> {
        let file = &*self.file;
        let pool = &file.constant_pool;
        let mut fields = Vec::with_capacity(file.fields.len());
        for field in &file.fields {
            fields.push(NewField {
                name: pool::text(pool, field.name_index)?,
                descriptor: pool::text(pool, field.descriptor_index)?,
                access_flags: field.access_flags.bits(),
                constant: constant_value(program, file, &field.attributes)?,
            });
        }
        let mut methods = Vec::with_capacity(file.methods.len());
        for method in &file.methods {
            let name = pool::text(pool, method.name_index)?;
            let mut access_flags = method.access_flags.bits();
            // Of an initialiser the other flags mean nothing (JVMS 4.6).
            if name == "<clinit>" {
                access_flags &= 0x0808;
            }
            let code = match access_flags {
                flags if flags & 0x0400 != 0 => MethodCode::Abstract,
                flags if flags & 0x0100 != 0 => MethodCode::Native,
                _ => MethodCode::Bytecode,
            };
            methods.push(NewMethod {
                name,
                descriptor: pool::text(pool, method.descriptor_index)?,
                access_flags,
                code,
            });
        }
        let mut class = empty_class(ClassId(0), self.name, ClassShape::Instance);
        class.access = access_of(file);
        class.superclass = self.superclass;
        class.interfaces = self.interfaces.into();
        class.is_library = self.is_library;
        class.is_given = self.is_given;
        class.source_file = source_file(file);
        class.file = Some(self.file.clone());
        program.enter_class(class, &fields, &methods)
    }
}

impl Program {
    /// Lays out a class whose supertypes are set, and enters it with its members. The caller holds
    /// the loading lock.
    pub(crate) fn enter_class(
        &self,
        mut class: Class,
        fields: &[NewField<'_>],
        methods: &[NewMethod<'_>],
    ) -> Result<ClassId, Malformed> {
        let id = ClassId(self.classes.count() as u32);
        class.id = id;
        class.supertypes = self.supertypes_of(id, class.superclass, &class.interfaces);
        // Everything that can fail comes before the first push.
        let new_fields = self.lay_out_fields(&mut class, fields)?;
        let new_methods = self.lay_out_methods(&mut class, methods)?;
        for field in new_fields {
            self.fields.push(field);
        }
        for method in new_methods {
            self.methods.push(method);
        }
        let name = class.name.clone();
        self.classes.push(class);
        self.names
            .write()
            .expect("no holder panics")
            .insert(name, id);
        Ok(id)
    }

    fn lay_out_fields(
        &self,
        class: &mut Class,
        fields: &[NewField<'_>],
    ) -> Result<Vec<Field>, Malformed> {
        let inherited = class
            .superclass
            .map(|parent| &self.class(parent).instance_slots);
        let mut instance: Vec<Kind> = inherited.map_or(Vec::new(), |slots| slots.to_vec());
        let mut statics = Vec::new();
        let first = self.fields.count();
        let mut result = Vec::with_capacity(fields.len());
        for (index, field) in fields.iter().enumerate() {
            if !descriptor::is_type(&field.descriptor) {
                return Err(format!("field {} has no type", field.name));
            }
            let kind = descriptor::kind_of(&field.descriptor).expect("just checked");
            let is_static = field.access_flags & 0x0008 != 0;
            let slots = if is_static {
                &mut statics
            } else {
                &mut instance
            };
            let slot = u16::try_from(slots.len()).map_err(|_| "too many fields".to_owned())?;
            slots.push(kind);
            result.push(Field {
                id: FieldId((first + index) as u32),
                class: class.id,
                name: field.name.as_ref().into(),
                descriptor: field.descriptor.as_ref().into(),
                access_flags: field.access_flags,
                kind,
                access: match field.access_flags {
                    flags if flags & 0x0040 != 0 => FieldAccess::Volatile,
                    flags if flags & 0x0010 != 0 => FieldAccess::Final,
                    _ => FieldAccess::Plain,
                },
                is_static,
                slot,
                index: index as u16,
                constant: field.constant.filter(|_| is_static),
            });
        }
        class.fields = result.iter().map(|field| field.id).collect();
        class.instance_slots = instance.into();
        class.static_slots = statics.into();
        Ok(result)
    }

    fn lay_out_methods(
        &self,
        class: &mut Class,
        methods: &[NewMethod<'_>],
    ) -> Result<Vec<Method>, Malformed> {
        let inherited = class.superclass.filter(|_| !class.is_interface());
        let mut vtable = inherited.map_or(Vec::new(), |parent| self.class(parent).vtable.to_vec());
        let first = self.methods.count();
        let mut result = Vec::with_capacity(methods.len());
        for (index, new) in methods.iter().enumerate() {
            let id = MethodId((first + index) as u32);
            let mut method = self.new_method(class.id, id, index as u16, new)?;
            let is_virtual = !(method.is_static()
                || method.is_private()
                || method.is_initializer()
                || class.is_interface());
            if is_virtual {
                method.vtable_index = Some(self.place(class, &mut vtable, &method)?);
            }
            if &*method.name == "<clinit>" && &*method.descriptor == "()V" {
                if !method.is_static() {
                    return Err("its initialiser is not static".to_owned());
                }
                class.initializer = Some(id);
            }
            result.push(method);
        }
        class.methods = result.iter().map(|method| method.id).collect();
        class.vtable = vtable.into();
        Ok(result)
    }

    fn new_method(
        &self,
        class: ClassId,
        id: MethodId,
        index: u16,
        new: &NewMethod<'_>,
    ) -> Result<Method, Malformed> {
        let bad = || format!("method {} has no type", new.name);
        let signature = Signature::parse(&new.descriptor).ok_or_else(bad)?;
        let receiver = (new.access_flags & 0x0008 == 0).then_some(Kind::Reference);
        let kinds = signature
            .parameters
            .iter()
            .filter_map(|text| descriptor::kind_of(text));
        let parameters: Box<[Kind]> = receiver.into_iter().chain(kinds).collect();
        if parameters.len() > 255 || new.name.is_empty() {
            return Err(bad());
        }
        Ok(Method {
            id,
            class,
            name: new.name.as_ref().into(),
            descriptor: new.descriptor.as_ref().into(),
            access_flags: new.access_flags,
            parameters,
            result: signature.result_kind(),
            vtable_index: None,
            code: new.code,
            index,
            signature: self.signature_id(&new.name, &new.descriptor),
            body: OnceLock::new(),
        })
    }

    /// Finds the vtable place of a method: that of what it overrides, or a new one. Where it
    /// overrides in several places, all of them get it.
    fn place(
        &self,
        class: &Class,
        vtable: &mut Vec<MethodId>,
        method: &Method,
    ) -> Result<u16, Malformed> {
        let mut found = None;
        for (index, entry) in vtable.iter_mut().enumerate() {
            // Methods of this very class are not in the table yet; they have other signatures.
            let Some(old) = self.methods.get(entry.index()) else {
                continue;
            };
            if old.signature == method.signature && self.overrides(class, index, old) {
                *entry = method.id;
                found = found.or(Some(index));
            }
        }
        let index = found.unwrap_or(vtable.len());
        if index == vtable.len() {
            vtable.push(method.id);
        }
        u16::try_from(index).map_err(|_| "too many methods".to_owned())
    }

    /// Whether a method of `class` overrides `old`, which is at `index` of the superclass's vtable.
    fn overrides(&self, class: &Class, index: usize, old: &Method) -> bool {
        let visible = |method: &Method| {
            method.access_flags & 0x0005 != 0
                || self.class(method.class).package() == class.package()
        };
        if visible(old) {
            return true;
        }
        // A method in between may have been visible and have overridden this place.
        let mut ancestor = self.class(old.class).superclass;
        while let Some(parent) = ancestor {
            let parent = self.class(parent);
            match parent.vtable.get(index) {
                Some(older) if visible(self.method(*older)) => return true,
                Some(_) => ancestor = parent.superclass,
                None => return false,
            }
        }
        false
    }
}

fn constant_value(
    program: &Program,
    file: &ClassFile<'static>,
    attributes: &[Attribute],
) -> Result<Option<ConstantValue>, Malformed> {
    let index = attributes.iter().find_map(|attribute| match attribute {
        Attribute::ConstantValue {
            constant_value_index,
            ..
        } => Some(*constant_value_index),
        _ => None,
    });
    let Some(index) = index else { return Ok(None) };
    Ok(Some(match pool::constant(&file.constant_pool, index)? {
        Constant::Integer(value) => ConstantValue::Bits(i64::from(*value) as u64),
        Constant::Long(value) => ConstantValue::Bits(*value as u64),
        Constant::Float(value) => ConstantValue::Bits(u64::from(value.to_bits())),
        Constant::Double(value) => ConstantValue::Bits(value.to_bits()),
        Constant::String(text) => {
            let units = pool::units(&file.constant_pool, *text)?;
            ConstantValue::String(program.string_id(&units))
        }
        _ => return Err(format!("constant {index} is no value")),
    }))
}

fn source_file(file: &ClassFile<'static>) -> Option<Box<str>> {
    file.attributes
        .iter()
        .find_map(|attribute| match attribute {
            Attribute::SourceFile {
                source_file_index, ..
            } => pool::text(&file.constant_pool, *source_file_index)
                .ok()
                .map(|text| text.as_ref().into()),
            _ => None,
        })
}
