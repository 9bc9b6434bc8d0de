//! Lambdas and method references: what `LambdaMetafactory` would make at run time.
//!
//! A site becomes a class with a final field for each captured value and one method for the
//! interface's method and each bridge. A site that captures nothing is a `ConstantSingleton`; any
//! other makes an object and fills its fields on the spot. Making an object initialises its class and,
//! with it, the interfaces that declare default methods (JLS 12.4.1); so where such an interface has an
//! initialiser, a site that captures nothing makes an object as well and lets it go. Serialisation is
//! not supported beyond the marker interface.

use std::borrow::Cow;

use crate::body::{Body, HandleConstant, StaticArgument};
use crate::class::MethodCode;
use crate::descriptor::{self, Signature};
use crate::ids::{ClassId, MethodId, Register};
use crate::instruction::{Instruction, InvokeKind};
use crate::kind::Kind;
use crate::link::{NewField, NewMethod};
use crate::lower::builder::Builder;
use crate::lower::concat::signature;
use crate::lower::convert::Conversion;
use crate::lower::invoke::kinds_of;
use crate::lower::site::{Built, NewClass, SYNTHETIC_FINAL, Site};
use crate::lower::{Failure, Lowering};
use crate::program::{LoadError, Program};

const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// What the static arguments say.
struct Shape<'a> {
    erased: &'a str,
    implementation: &'a HandleConstant,
    instantiated: &'a str,
    markers: Vec<&'a str>,
    bridges: Vec<&'a str>,
}

/// The implementation, resolved.
#[derive(Clone, Copy)]
struct Callee {
    method: MethodId,
    kind: InvokeKind,
    /// The class of the receiver, or of the object made by a constructor.
    class: ClassId,
    is_constructor: bool,
}

impl Lowering<'_> {
    pub(crate) fn lambda(&mut self, site: &Site<'_>) -> Built {
        let Some(shape) = shape(site) else {
            return Ok(false);
        };
        let signature = signature(site)?;
        let program = self.program;
        let callee = match self.callee(shape.implementation) {
            Ok(Some(callee)) => callee,
            Ok(None) => return Ok(false),
            Err(error) => {
                self.raise(&error);
                return Ok(true);
            }
        };
        let mut interfaces = Vec::new();
        let names = std::iter::once(descriptor::class_name_of(signature.result));
        for name in names.chain(shape.markers.iter().copied()) {
            let Some(interface) = self.class_or_raise(name) else {
                return Ok(true);
            };
            if !interfaces.contains(&interface) {
                interfaces.push(interface);
            }
        }
        let class = new_class(
            self.site_name("Lambda"),
            interfaces,
            site,
            &signature,
            &shape,
        );
        let Some(class) = self.made(class) else {
            return Ok(true);
        };
        for method in &program.class(class).methods {
            let body = forward(program, class, *method, &shape, &signature, callee)?;
            program.set_body(*method, body);
        }
        self.capture(class, &signature)?;
        Ok(true)
    }

    /// Emits the object of the site.
    fn capture(&mut self, class: ClassId, signature: &Signature<'_>) -> Result<(), Failure> {
        if signature.parameters.is_empty() {
            if initializes(self.program, class) {
                let target = self.temporary(Kind::Reference);
                self.emit(Instruction::New { target, class });
            }
            self.produce(Kind::Reference, |target| Instruction::ConstantSingleton {
                target,
                class,
            });
            return Ok(());
        }
        let kinds: Vec<Kind> = kinds_of(&signature.parameters).collect();
        let registers = self.take(&kinds)?;
        self.held.extend_from_slice(&registers);
        let object = self.temporary(Kind::Reference);
        self.held.clear();
        self.emit(Instruction::New {
            target: object,
            class,
        });
        for (field, source) in self.program.class(class).fields.iter().zip(registers) {
            let field = self.program.field(*field);
            let (slot, kind, access, field) = (field.slot, field.kind, field.access, field.id);
            self.emit(Instruction::PutField {
                object,
                source,
                slot,
                kind,
                access,
                field,
            });
        }
        self.push(crate::lower::stack::Entry::temporary(
            Kind::Reference,
            object,
        ));
        Ok(())
    }

    /// The method that a handle means; `None` if handles of this kind are not built in.
    fn callee(&self, handle: &HandleConstant) -> Result<Option<Callee>, LoadError> {
        let program = self.program;
        let class = program.load(&handle.class)?;
        if !matches!(handle.kind, 5..=9) {
            return Ok(None);
        }
        let method = program.resolve_method(class, &handle.name, &handle.descriptor)?;
        if program.is_polymorphic(method) {
            return Ok(None);
        }
        let found = program.method(method);
        if found.is_static() != (handle.kind == 6) {
            let name = program.describe_method(method);
            return Err(LoadError::Link(
                "java/lang/IncompatibleClassChangeError",
                name,
            ));
        }
        let (method, kind) = match handle.kind {
            6 => (method, InvokeKind::Static),
            8 => (method, InvokeKind::Special),
            7 => {
                let selected = program.select(self.special_class(class), method);
                (selected.unwrap_or(method), InvokeKind::Special)
            }
            _ => (method, self.receiver_call(found)),
        };
        Ok(Some(Callee {
            method,
            kind,
            class,
            is_constructor: handle.kind == 8,
        }))
    }
}

/// Whether code may run when a lambda's class is initialised: that of interfaces with default methods.
fn initializes(program: &Program, class: ClassId) -> bool {
    let supertypes = program.class(class).supertypes.iter();
    let mut interfaces = supertypes
        .map(|id| program.class(*id))
        .filter(|it| it.is_interface());
    interfaces.any(|it| {
        let mut methods = it.methods.iter().map(|id| program.method(*id));
        // Neither static nor abstract.
        it.initializer.is_some() && methods.any(|method| method.access_flags & 0x0408 == 0)
    })
}

/// Reads the static arguments of either metafactory.
fn shape<'a>(site: &Site<'a>) -> Option<Shape<'a>> {
    let [
        StaticArgument::MethodType(erased),
        StaticArgument::MethodHandle(implementation),
        StaticArgument::MethodType(instantiated),
        rest @ ..,
    ] = site.arguments
    else {
        return None;
    };
    let mut shape = Shape {
        erased,
        implementation,
        instantiated,
        markers: Vec::new(),
        bridges: Vec::new(),
    };
    let mut rest = rest.iter();
    let Some(flags) = rest.next() else {
        return Some(shape);
    };
    let StaticArgument::Int(flags) = flags else {
        return None;
    };
    if flags & MARKERS != 0 {
        let StaticArgument::Int(count) = rest.next()? else {
            return None;
        };
        for _ in 0..*count {
            let StaticArgument::Class(name) = rest.next()? else {
                return None;
            };
            shape.markers.push(name);
        }
    }
    if flags & BRIDGES != 0 {
        let StaticArgument::Int(count) = rest.next()? else {
            return None;
        };
        for _ in 0..*count {
            let StaticArgument::MethodType(bridge) = rest.next()? else {
                return None;
            };
            shape.bridges.push(bridge);
        }
    }
    if flags & SERIALIZABLE != 0 {
        shape.markers.push("java/io/Serializable");
    }
    Some(shape)
}

fn new_class<'a>(
    name: String,
    interfaces: Vec<ClassId>,
    site: &Site<'a>,
    signature: &Signature<'a>,
    shape: &Shape<'a>,
) -> NewClass<'a> {
    let fields = signature
        .parameters
        .iter()
        .enumerate()
        .map(|(index, descriptor)| NewField {
            name: Cow::Owned(format!("arg${}", index + 1)),
            descriptor: Cow::Borrowed(descriptor),
            access_flags: SYNTHETIC_FINAL | 0x0002,
            constant: None,
        });
    let mut descriptors = vec![shape.erased];
    for bridge in &shape.bridges {
        if !descriptors.contains(bridge) {
            descriptors.push(bridge);
        }
    }
    let methods = descriptors.into_iter().map(|descriptor| NewMethod {
        name: Cow::Borrowed(site.name),
        descriptor: Cow::Borrowed(descriptor),
        access_flags: 0x1001,
        code: MethodCode::Synthetic,
    });
    NewClass {
        name,
        interfaces,
        fields: fields.collect(),
        methods: methods.collect(),
    }
}

/// The body of an interface's method: captured values and arguments go to the implementation.
fn forward(
    program: &Program,
    class: ClassId,
    method: MethodId,
    shape: &Shape<'_>,
    captures: &Signature<'_>,
    callee: Callee,
) -> Result<Body, Failure> {
    let bad = || Failure::Verify("bad lambda type".to_owned());
    let own = Signature::parse(&program.method(method).descriptor).ok_or_else(bad)?;
    let instantiated = Signature::parse(shape.instantiated).ok_or_else(bad)?;
    let mut builder = Builder::new(program);
    let this = builder.register(Kind::Reference);
    let mut parameters = vec![this];
    for kind in kinds_of(&own.parameters) {
        parameters.push(builder.register(kind.register()));
    }
    let result = emit_forward(
        &mut builder,
        class,
        &parameters,
        Types {
            own: &own,
            instantiated: &instantiated,
            captures,
        },
        callee,
    );
    match result {
        Ok(()) => Ok(builder.finish(parameters)),
        Err(Conversion::Link(error)) => {
            builder.raise(&error);
            Ok(builder.finish(parameters))
        }
        Err(Conversion::Impossible) => Err(bad()),
    }
}

/// The types that meet in a lambda's method.
struct Types<'a> {
    own: &'a Signature<'a>,
    instantiated: &'a Signature<'a>,
    captures: &'a Signature<'a>,
}

fn emit_forward(
    builder: &mut Builder<'_>,
    class: ClassId,
    parameters: &[Register],
    types: Types<'_>,
    callee: Callee,
) -> Result<(), Conversion> {
    let program = builder.program;
    let wanted = wanted_types(program, callee)?;
    let mut arguments: Vec<Register> = Vec::new();
    let made = callee
        .is_constructor
        .then(|| builder.register(Kind::Reference));
    if let Some(target) = made {
        builder.add(Instruction::New {
            target,
            class: callee.class,
        });
        arguments.push(target);
    }
    let mut wanted = wanted.iter();
    for (field, descriptor) in program
        .class(class)
        .fields
        .iter()
        .zip(&types.captures.parameters)
    {
        let value = read_capture(builder, parameters[0], *field);
        let to = wanted.next().ok_or(Conversion::Impossible)?;
        arguments.push(builder.convert(value, descriptor, to, descriptor)?);
    }
    let given = types
        .own
        .parameters
        .iter()
        .zip(&types.instantiated.parameters);
    for (register, (own, instantiated)) in parameters[1..].iter().zip(given) {
        let to = wanted.next().ok_or(Conversion::Impossible)?;
        arguments.push(builder.convert(*register, own, to, instantiated)?);
    }
    if wanted.next().is_some() || types.own.parameters.len() != types.instantiated.parameters.len()
    {
        return Err(Conversion::Impossible);
    }
    let method = program.method(callee.method);
    let target = method
        .result
        .map_or(Register::NONE, |kind| builder.register(kind.register()));
    let operands = builder.arguments(&arguments);
    let (kind, id) = (callee.kind, callee.method);
    builder.add(Instruction::Invoke {
        kind,
        target,
        method: id,
        arguments: operands,
    });
    let owner = format!("L{};", program.class(callee.class).name);
    let (value, from) = match made {
        Some(object) => (object, owner.as_str()),
        None => {
            let result = Signature::parse(&method.descriptor)
                .ok_or(Conversion::Impossible)?
                .result;
            (target, result)
        }
    };
    emit_return(builder, value, from, types.own.result)
}

fn emit_return(
    builder: &mut Builder<'_>,
    value: Register,
    from: &str,
    to: &str,
) -> Result<(), Conversion> {
    let source = match (from, to) {
        (_, "V") => Register::NONE,
        ("V", _) => return Err(Conversion::Impossible),
        _ => builder.convert(value, from, to, to)?,
    };
    builder.add(Instruction::Return { source });
    Ok(())
}

/// Descriptors of what the implementation takes, receiver first.
fn wanted_types(program: &Program, callee: Callee) -> Result<Vec<String>, Conversion> {
    let method = program.method(callee.method);
    let signature = Signature::parse(&method.descriptor).ok_or(Conversion::Impossible)?;
    let mut wanted = Vec::new();
    if !method.is_static() && !callee.is_constructor {
        let name = &program.class(callee.class).name;
        wanted.push(if name.starts_with('[') {
            name.to_string()
        } else {
            format!("L{name};")
        });
    }
    wanted.extend(signature.parameters.iter().map(|text| (*text).to_owned()));
    Ok(wanted)
}

fn read_capture(
    builder: &mut Builder<'_>,
    object: Register,
    field: crate::ids::FieldId,
) -> Register {
    let field = builder.program.field(field);
    let target = builder.register(field.kind.register());
    builder.add(Instruction::GetField {
        target,
        object,
        slot: field.slot,
        kind: field.kind,
        access: field.access,
        field: field.id,
    });
    target
}
