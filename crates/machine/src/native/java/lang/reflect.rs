//! `java.lang.reflect`: the objects that stand for fields, methods and constructors.
//!
//! Their `slot` is the position in the class's table of fields or methods.

use program::descriptor::{Signature, class_name_of};
use program::{Class, ClassId, FieldId, Kind, MethodId};
use ristretto_classfile::attributes::Attribute;

use crate::machine::Machine;
use crate::native::{Call, Interruption, Outcome, class_file};
use crate::operation::Place;
use crate::value::Ref;

pub(crate) mod array;
pub(crate) mod boxing;
pub(crate) mod field;
pub(crate) mod method;
pub(crate) mod serial;

const FIELD: &str = "java/lang/reflect/Field";
const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const COMPONENT: &str = "java/lang/reflect/RecordComponent";

impl Machine<'_> {
    fn reflected(&mut self, name: &str, object: Ref) -> (ClassId, usize) {
        let (clazz, slot) = (
            self.field_slot(name, "clazz"),
            self.field_slot(name, "slot"),
        );
        let mirror = self.heap.reference(object, clazz);
        let class = mirror.class_id().expect("a member has a class");
        (class, self.heap.object(object).data[slot] as usize)
    }

    /// The field that a `java.lang.reflect.Field` stands for.
    pub(crate) fn reflected_field(&mut self, object: Ref) -> FieldId {
        let (class, slot) = self.reflected(FIELD, object);
        self.program.class(class).fields[slot]
    }

    /// The method that a `Method` or `Constructor` stands for.
    pub(crate) fn reflected_method(&mut self, object: Ref) -> MethodId {
        let class = self.heap.object(object).class;
        let is_method = &*self.program.class(class).name == METHOD;
        let name = if is_method { METHOD } else { CONSTRUCTOR };
        let (class, slot) = self.reflected(name, object);
        self.program.class(class).methods[slot]
    }
}

impl Call<'_, '_> {
    /// A `byte[]` with this content.
    pub(crate) fn byte_array(&mut self, bytes: &[u8]) -> Outcome {
        let class = self.machine.library_class("[B");
        let array = self.new_array(class, bytes.len())?;
        let object = self.machine.heap.change(array);
        for (index, byte) in bytes.iter().enumerate() {
            object.set_element(Kind::Byte, index, u64::from(*byte));
        }
        Ok(array.word())
    }

    /// The class that a type descriptor names.
    pub(crate) fn described(&mut self, descriptor: &str) -> Result<ClassId, Interruption> {
        match program::descriptor::kind_of(descriptor) {
            Some(Kind::Reference) => self.load_class(class_name_of(descriptor)),
            kind => Ok(self.machine.program.primitive(kind)),
        }
    }

    fn set_field(&mut self, class: &str, object: Ref, field: &str, word: u64) {
        let slot = self.slot(class, field);
        let class = self.machine.heap.object(object).class;
        let kind = self.machine.program.class(class).instance_slots[slot];
        let place = Place {
            object,
            slot: slot as u32,
        };
        self.machine.store(self.thread, place, kind, word);
    }

    fn set_text(&mut self, class: &str, object: Ref, field: &str, text: Option<&str>) {
        if let Some(text) = text {
            let string = self.constant(text);
            self.set_field(class, object, field, string);
        }
    }

    fn set_raw(
        &mut self,
        class: &str,
        object: Ref,
        field: &str,
        attribute: Option<Vec<u8>>,
    ) -> Result<(), Interruption> {
        if let Some(bytes) = attribute {
            let array = self.byte_array(&bytes)?;
            self.set_field(class, object, field, array);
        }
        Ok(())
    }
}

fn visible_annotations(attributes: &[Attribute]) -> Option<Vec<u8>> {
    class_file::raw(attributes, "RuntimeVisibleAnnotations")
}

/// `Class.getDeclaredFields0(publicOnly)`
pub(crate) fn declared_fields(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.machine.program.class(call.class(0)?);
    let public_only = call.int(1) != 0;
    let mut fields = Vec::new();
    for (slot, id) in class.fields.iter().enumerate() {
        if !public_only || call.machine.program.field(*id).access_flags & 1 != 0 {
            fields.push(new_field(call, class, slot)?);
        }
    }
    call.new_array_of(FIELD, &fields)
}

fn new_field(call: &mut Call<'_, '_>, class: &Class, slot: usize) -> Result<Ref, Interruption> {
    let program = call.machine.program;
    let field = program.field(class.fields[slot]);
    let attributes = class_file::of_field(class, field);
    let kind = call.described(&field.descriptor)?;
    let of = call.machine.library_class(FIELD);
    let object = call.machine.heap.new_object(of);
    let mirror = call.machine.mirror(class.id).word();
    let kind = call.machine.mirror(kind).word();
    call.set_field(FIELD, object, "clazz", mirror);
    call.set_field(FIELD, object, "slot", slot as u64);
    call.set_text(FIELD, object, "name", Some(&field.name));
    call.set_field(FIELD, object, "type", kind);
    call.set_field(FIELD, object, "modifiers", u64::from(field.access_flags));
    let signature = class_file::signature(class, attributes);
    call.set_text(FIELD, object, "signature", signature.as_deref());
    call.set_raw(
        FIELD,
        object,
        "annotations",
        visible_annotations(attributes),
    )?;
    Ok(object)
}

/// `Class.getDeclaredMethods0(publicOnly)`
pub(crate) fn declared_methods(call: &mut Call<'_, '_>) -> Outcome {
    executables(call, METHOD, |name| !name.starts_with('<'))
}

/// `Class.getDeclaredConstructors0(publicOnly)`
pub(crate) fn declared_constructors(call: &mut Call<'_, '_>) -> Outcome {
    executables(call, CONSTRUCTOR, |name| name == "<init>")
}

fn executables(call: &mut Call<'_, '_>, of: &str, wanted: fn(&str) -> bool) -> Outcome {
    let class = call.machine.program.class(call.class(0)?);
    let public_only = call.int(1) != 0;
    let mut methods = Vec::new();
    for (slot, id) in class.methods.iter().enumerate() {
        let method = call.machine.program.method(*id);
        if wanted(&method.name) && (!public_only || method.access_flags & 1 != 0) {
            methods.push(new_executable(call, of, class, slot)?);
        }
    }
    call.new_array_of(of, &methods)
}

/// A `Method` or `Constructor`.
pub(crate) fn new_executable(
    call: &mut Call<'_, '_>,
    of: &str,
    class: &Class,
    slot: usize,
) -> Result<Ref, Interruption> {
    let program = call.machine.program;
    let method = program.method(class.methods[slot]);
    let attributes = class_file::of_method(class, method);
    let signature = Signature::parse(&method.descriptor).expect("methods have descriptors");
    let mut parameters = Vec::new();
    for parameter in &signature.parameters {
        parameters.push(call.described(parameter)?);
    }
    let parameters = call.class_array(&parameters)?;
    let mut exceptions = Vec::new();
    for name in class_file::exceptions(class, attributes) {
        exceptions.push(call.load_class(&name)?);
    }
    let exceptions = call.class_array(&exceptions)?;
    let id = call.machine.library_class(of);
    let object = call.machine.heap.new_object(id);
    let mirror = call.machine.mirror(class.id).word();
    call.set_field(of, object, "clazz", mirror);
    call.set_field(of, object, "slot", slot as u64);
    call.set_field(of, object, "parameterTypes", parameters);
    call.set_field(of, object, "exceptionTypes", exceptions);
    call.set_field(of, object, "modifiers", u64::from(method.access_flags));
    let generic = class_file::signature(class, attributes);
    call.set_text(of, object, "signature", generic.as_deref());
    call.set_raw(of, object, "annotations", visible_annotations(attributes))?;
    let parameter_annotations = class_file::raw(attributes, "RuntimeVisibleParameterAnnotations");
    call.set_raw(of, object, "parameterAnnotations", parameter_annotations)?;
    if of == METHOD {
        call.set_text(of, object, "name", Some(&method.name));
        let result = call.described(signature.result)?;
        let result = call.machine.mirror(result).word();
        call.set_field(of, object, "returnType", result);
        let default = class_file::raw(attributes, "AnnotationDefault");
        call.set_raw(of, object, "annotationDefault", default)?;
    }
    Ok(object)
}

/// `Class.getRecordComponents0`
pub(crate) fn record_components(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.machine.program.class(call.class(0)?);
    let records = class_file::of_class(class)
        .iter()
        .find_map(|attribute| match attribute {
            Attribute::Record { records, .. } => Some(records),
            _ => None,
        });
    let (Some(records), Some(file)) = (records, &class.file) else {
        return Ok(0);
    };
    let mut components = Vec::new();
    for record in records {
        let pool = &file.constant_pool;
        let name = class_file::text(pool, record.name_index).unwrap_or_default();
        let descriptor = class_file::text(pool, record.descriptor_index).unwrap_or_default();
        let kind = call.described(&descriptor)?;
        let id = call.machine.library_class(COMPONENT);
        let object = call.machine.heap.new_object(id);
        let (mirror, kind) = (call.machine.mirror(class.id), call.machine.mirror(kind));
        call.set_field(COMPONENT, object, "clazz", mirror.word());
        call.set_text(COMPONENT, object, "name", Some(&name));
        call.set_field(COMPONENT, object, "type", kind.word());
        let signature = class_file::signature(class, &record.attributes);
        call.set_text(COMPONENT, object, "signature", signature.as_deref());
        let annotations = visible_annotations(&record.attributes);
        call.set_raw(COMPONENT, object, "annotations", annotations)?;
        let accessor = format!("(){descriptor}");
        let program = call.machine.program;
        if let Some(method) = program.declared_method(class.id, &name, &accessor)
            && let Some(slot) = class.methods.iter().position(|id| *id == method)
        {
            let accessor = new_executable(call, METHOD, class, slot)?;
            call.set_field(COMPONENT, object, "accessor", accessor.word());
        }
        components.push(object);
    }
    call.new_array_of(COMPONENT, &components)
}
