//! Who accesses which variable, and where.
//!
//! In: [`Points`]. Out: [`Accesses`], for each [`Place`] the instructions that may access it.
//!
//! Why it is complete: every instruction that accesses memory is listed with all objects that its
//! base can mean; accesses by `Unsafe` and variable handles come from the points-to analysis, with
//! every field of the object where the field is not known; natives and parts of the library that
//! are not looked into count as reading and writing the elements of the arrays they are given.

use std::collections::BTreeMap;

use program::{
    Body, ClassId, ClassShape, FieldAccess, FieldId, Instruction, MethodId, Program, Register,
};

use crate::points::{Atomic, AtomicTarget, InstanceId, Object, ObjectId, Points};

/// A variable, or all those that are not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A static field.
    Static(FieldId),
    /// A field of an object.
    Field(ObjectId, FieldId),
    /// The elements of an array.
    Elements(ObjectId),
    /// The lock of an object.
    Monitor(ObjectId),
}

impl Place {
    /// The object it is in.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Place::Static(_) => None,
            Place::Field(object, _) | Place::Elements(object) | Place::Monitor(object) => {
                Some(object)
            }
        }
    }
}

/// An instruction that accesses a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// Whose code.
    pub instance: InstanceId,
    /// Which instruction.
    pub pc: u32,
    /// Whether it reads.
    pub reads: bool,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it is volatile or atomic.
    pub is_ordered: bool,
    /// Where the object is, if it is in a register.
    pub base: Option<Register>,
}

/// All accesses.
#[derive(Debug, Default)]
pub struct Accesses {
    /// By place.
    pub places: BTreeMap<Place, Vec<Access>>,
}

/// Which variables are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those of the program's classes, and arrays that its code makes.
    Own,
    /// All.
    Everything,
}

impl Accesses {
    /// Collects the accesses.
    pub fn new(program: &Program, points: &Points, scope: Scope) -> Accesses {
        let mut accesses = Accesses::default();
        for instance in 0..points.instances.len() as InstanceId {
            let method = points.instances[instance as usize].method;
            let body = program.body(method);
            for pc in 0..body.code.len() as u32 {
                for (target, access) in accessed(program, points, body, instance, pc) {
                    for place in places(program, points, instance, pc, target) {
                        if scope == Scope::Everything || is_own(program, points, place) {
                            accesses.places.entry(place).or_default().push(access);
                        }
                    }
                }
            }
        }
        for list in accesses.places.values_mut() {
            list.sort_unstable();
            list.dedup();
        }
        accesses
    }
}

/// What an instruction accesses, before its base is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A static field.
    Static(FieldId),
    /// A field of what the register holds.
    Field(Register, FieldId),
    /// Elements of what the register holds.
    Elements(Register),
    /// Every field, or the elements, of what the register holds.
    Any(Register),
    /// The lock of what the register holds.
    Monitor(Register),
}

/// The accesses of one instruction.
pub fn accessed(
    program: &Program,
    points: &Points,
    body: &Body,
    instance: InstanceId,
    pc: u32,
) -> Vec<(Target, Access)> {
    let access = |base: Option<Register>, reads: bool, writes: bool, is_ordered: bool| Access {
        instance,
        pc,
        reads,
        writes,
        is_ordered,
        base,
    };
    let ordered = |field: FieldId| program.field(field).access == FieldAccess::Volatile;
    match body.code[pc as usize] {
        Instruction::GetField { object, field, .. } => vec![(
            Target::Field(object, field),
            access(Some(object), true, false, ordered(field)),
        )],
        Instruction::PutField { object, field, .. } => vec![(
            Target::Field(object, field),
            access(Some(object), false, true, ordered(field)),
        )],
        Instruction::GetStatic { field, .. } => vec![(
            Target::Static(field),
            access(None, true, false, ordered(field)),
        )],
        Instruction::PutStatic { field, .. } => vec![(
            Target::Static(field),
            access(None, false, true, ordered(field)),
        )],
        Instruction::ArrayLoad { array, .. } => vec![(
            Target::Elements(array),
            access(Some(array), true, false, false),
        )],
        Instruction::ArrayStore { array, .. } => vec![(
            Target::Elements(array),
            access(Some(array), false, true, false),
        )],
        Instruction::MonitorEnter { object } | Instruction::MonitorExit { object } => vec![(
            Target::Monitor(object),
            access(Some(object), true, true, true),
        )],
        Instruction::Invoke { arguments, .. } => {
            let mut found = Vec::new();
            let registers = body.argument_registers(arguments);
            for native in points.natives.get(&(instance, pc)).into_iter().flatten() {
                by_native(program, *native, registers, body, &mut found, &access);
            }
            found.extend(atomics(points, instance, pc, &access));
            found
        }
        Instruction::InvokePolymorphic { .. } => atomics(points, instance, pc, &access),
        _ => Vec::new(),
    }
}

type MakeAccess<'a> = dyn Fn(Option<Register>, bool, bool, bool) -> Access + 'a;

fn atomics(
    points: &Points,
    instance: InstanceId,
    pc: u32,
    access: &MakeAccess<'_>,
) -> Vec<(Target, Access)> {
    let known = points.atomics.get(&(instance, pc)).into_iter().flatten();
    known
        .map(|it: &Atomic| {
            let (target, base) = match it.target {
                AtomicTarget::Static(field) => (Target::Static(field), None),
                AtomicTarget::Field(object, field) => (Target::Field(object, field), Some(object)),
                AtomicTarget::Any(object) => (Target::Any(object), Some(object)),
            };
            (target, access(base, it.reads, it.writes, !it.is_plain))
        })
        .collect()
}

/// What a native, or a method that is not looked into, accesses of what it is given.
fn by_native(
    program: &Program,
    native: MethodId,
    arguments: &[Register],
    body: &Body,
    found: &mut Vec<(Target, Access)>,
    access: &MakeAccess<'_>,
) {
    let data = program.method(native);
    let class = &*program.class(data.class).name;
    let name = &*data.name;
    match (class, name) {
        ("java/lang/Object", "wait" | "wait0" | "notify" | "notifyAll")
        | ("java/lang/Thread", "holdsLock") => {
            if let Some(object) = arguments.first() {
                let access = access(Some(*object), true, true, true);
                found.push((Target::Monitor(*object), access));
            }
        }
        ("java/lang/System", "arraycopy") => {
            if let [from, _, to, ..] = arguments {
                found.push((
                    Target::Elements(*from),
                    access(Some(*from), true, false, false),
                ));
                found.push((Target::Elements(*to), access(Some(*to), false, true, false)));
            }
        }
        ("java/lang/Object", "clone") => {
            if let Some(object) = arguments.first() {
                let access = access(Some(*object), true, false, false);
                found.push((Target::Any(*object), access));
            }
        }
        // Atomic accesses are known better; the rest of these touches no elements.
        ("jdk/internal/misc/Unsafe" | "java/lang/Thread" | "java/lang/Object", _) => {}
        _ => {
            for argument in arguments.iter().filter(|it| it.0 < body.references) {
                let access = access(Some(*argument), true, true, false);
                found.push((Target::Elements(*argument), access));
            }
        }
    }
}

/// The places that an access may mean.
pub fn places(
    program: &Program,
    points: &Points,
    instance: InstanceId,
    pc: u32,
    target: Target,
) -> Vec<Place> {
    let objects = |register: Register| points.register(instance, pc, register).iter();
    match target {
        Target::Static(field) => vec![Place::Static(field)],
        Target::Field(register, field) => {
            let class = program.field(field).class;
            objects(register)
                .filter(|it| program.is_subtype(points.classes[*it as usize], class))
                .map(|it| Place::Field(it, field))
                .collect()
        }
        Target::Elements(register) => objects(register)
            .filter(|it| is_array(program, points.classes[*it as usize]))
            .map(Place::Elements)
            .collect(),
        Target::Monitor(register) => objects(register).map(Place::Monitor).collect(),
        Target::Any(register) => objects(register)
            .flat_map(|it| every_place(program, points, it))
            .collect(),
    }
}

pub(crate) fn is_array(program: &Program, class: ClassId) -> bool {
    matches!(program.class(class).shape, ClassShape::Array { .. })
}

pub(crate) fn every_place(program: &Program, points: &Points, object: ObjectId) -> Vec<Place> {
    let class = points.classes[object as usize];
    if is_array(program, class) {
        return vec![Place::Elements(object)];
    }
    let mut found = Vec::new();
    let mut ancestor = Some(class);
    while let Some(current) = ancestor {
        let data = program.class(current);
        let fields = data.fields.iter().copied();
        let fields = fields.filter(|it| !program.field(*it).is_static);
        found.extend(fields.map(|field| Place::Field(object, field)));
        ancestor = data.superclass;
    }
    found
}

/// Whether the program itself has the place.
pub fn is_own(program: &Program, points: &Points, place: Place) -> bool {
    let is_own_class = |class: ClassId| !program.class(class).is_library;
    let is_made_by_own = |object: ObjectId| match points.objects[object as usize] {
        Object::Site { method, .. } | Object::Chosen { method, .. } => {
            is_own_class(program.method(method).class)
        }
        Object::Mirror(class) | Object::Singleton(class) => is_own_class(class),
        _ => false,
    };
    match place {
        Place::Static(field) | Place::Field(_, field) => is_own_class(program.field(field).class),
        Place::Elements(object) => is_made_by_own(object),
        Place::Monitor(object) => {
            is_made_by_own(object) || is_own_class(points.classes[object as usize])
        }
    }
}
