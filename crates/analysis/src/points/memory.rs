//! Accesses through `Unsafe` and variable handles: which field, where it can be told, and otherwise
//! every field of the object.

use jdk::atomic::{Access, is_plain};
use program::{Dynamic, FieldId, Instruction, Kind, MethodId, Register};

use super::{InstanceId, NodeId, Object, ObjectId, Solver, Use};

/// What such an access accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicTarget {
    /// A field of what the register holds.
    Field(Register, FieldId),
    /// A static field.
    Static(FieldId),
    /// Some field or element of what the register holds.
    Any(Register),
}

/// An access by `Unsafe` or a variable handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// What.
    pub target: AtomicTarget,
    /// Whether it reads.
    pub reads: bool,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it is plain, as an ordinary access is.
    pub is_plain: bool,
}

impl Solver<'_> {
    /// A call of an accessor of `Unsafe`: unsafe, object, offset, values.
    pub(super) fn unsafe_access(&mut self, instance: InstanceId, pc: u32, method: MethodId) {
        let caller = self.points.instances[instance as usize].method;
        let body = self.program.body(caller);
        let instruction = body.code[pc as usize];
        let name = &self.program.method(method).name;
        let Some(kind) = Access::of_name(name) else {
            return self.open_call(instance, pc, "an access to memory of an unknown kind");
        };
        let Some(operands) = instruction.arguments() else {
            return;
        };
        let arguments = body.argument_registers(operands);
        let (Some(object), Some(offset)) = (arguments.get(1), arguments.get(2)) else {
            return;
        };
        let field = self.field_at(caller, pc, *offset);
        let target = match field {
            Some(field) => AtomicTarget::Field(*object, field),
            None => AtomicTarget::Any(*object),
        };
        let values: Vec<Register> = arguments
            .iter()
            .skip(3)
            .take(kind.values())
            .copied()
            .collect();
        let access = Atomic {
            target,
            reads: kind.reads(),
            writes: kind.writes(),
            is_plain: is_plain(name),
        };
        self.atomic(instance, pc, access, &values);
    }

    /// The field that an offset from a settled static field names.
    fn field_at(&mut self, method: MethodId, pc: u32, offset: Register) -> Option<FieldId> {
        // Offsets are numbers, which webs don't follow.
        let body = self.program.body(method);
        let mut definitions = body.code[..pc as usize]
            .iter()
            .rev()
            .skip_while(|it| it.target() != Some(offset));
        let Instruction::GetStatic { field, .. } = *definitions.next()? else {
            return None;
        };
        let assigned = body.code.iter().filter(|it| it.target() == Some(offset));
        let same = assigned
            .clone()
            .all(|it| matches!(it, Instruction::GetStatic { field: other, .. } if *other == field));
        let data = self.program.field(field);
        let is_final = data.access_flags & 0x0010 != 0;
        let words = self
            .world
            .settled_statics(data.class)
            .filter(|_| is_final && same)?;
        let word = *words.get(usize::from(data.slot))?;
        let slot = self.world.slot_of_offset(word as i64)?;
        // A class that keeps offsets of another class's fields has none in that slot; if it has
        // one, the names have to agree for the guess to be taken.
        let mut own = self.program.class(data.class).fields.iter().copied();
        own.find(|it| {
            let field = self.program.field(*it);
            !field.is_static && field.slot == slot && names_agree(&data.name, &field.name)
        })
    }

    /// A variable or method handle has come up in a call of it.
    pub(super) fn handle(&mut self, instance: InstanceId, pc: u32, handle: ObjectId) {
        if self.is_model() {
            return self.model_handle(instance, pc, handle);
        }
        let caller = self.points.instances[instance as usize].method;
        let body = self.program.body(caller);
        let Instruction::InvokePolymorphic {
            index, arguments, ..
        } = body.code[pc as usize]
        else {
            return;
        };
        let Some(Dynamic::Polymorphic { method, .. }) = body.dynamic.get(index as usize) else {
            return;
        };
        let data = self.program.method(*method);
        let is_variable = Some(data.class) == self.known.var_handle;
        let access = Access::of_name(&data.name).filter(|_| is_variable);
        let Some(kind) = access else {
            return self.open_call(instance, pc, "a method handle");
        };
        let field = match self.points.objects[handle as usize] {
            Object::Initial(name) => self.world.field_of_handle(name),
            Object::Handle(field) => Some(field),
            _ => None,
        };
        let arguments = body.argument_registers(arguments);
        let references = body.references;
        let (target, first) = match field {
            Some(field) if self.program.field(field).is_static => (AtomicTarget::Static(field), 1),
            Some(field) => match arguments.get(1) {
                Some(object) => (AtomicTarget::Field(*object, field), 2),
                None => return,
            },
            None => match arguments.get(1).filter(|it| it.0 < references) {
                // An element of an array, or a field of an object: whatever it has.
                Some(object) => (
                    AtomicTarget::Any(*object),
                    arguments.len().saturating_sub(kind.values()),
                ),
                None => return self.open_call(instance, pc, "a variable handle that is not known"),
            },
        };
        let values: Vec<Register> = arguments
            .iter()
            .skip(first)
            .take(kind.values())
            .copied()
            .collect();
        let access = Atomic {
            target,
            reads: kind.reads(),
            writes: kind.writes(),
            is_plain: is_plain(&data.name),
        };
        self.atomic(instance, pc, access, &values);
    }

    fn atomic(&mut self, instance: InstanceId, pc: u32, access: Atomic, values: &[Register]) {
        let known = self.points.atomics.entry((instance, pc)).or_default();
        if known.contains(&access) {
            return;
        }
        known.push(access);
        let caller = self.points.instances[instance as usize].method;
        let body = self.program.body(caller);
        let target = body.code[pc as usize].target();
        let is_reference = |it: &Register| it.0 < body.references;
        let target = target.filter(is_reference).filter(|_| access.reads);
        let target = target.map(|_| self.defined(instance, pc));
        let values: Vec<NodeId> = values
            .iter()
            .filter(|it| is_reference(it))
            .map(|it| self.used(instance, pc, *it))
            .collect();
        let (object, field) = match access.target {
            AtomicTarget::Static(field) => {
                if self.program.field(field).kind == Kind::Reference {
                    let node = self.static_node(field);
                    values.iter().for_each(|it| self.flow(*it, node));
                    target.into_iter().for_each(|it| self.flow(node, it));
                }
                return;
            }
            AtomicTarget::Field(object, field) => (object, Some(field)),
            AtomicTarget::Any(object) => (object, None),
        };
        if field.is_some_and(|it| self.program.field(it).kind != Kind::Reference) {
            return;
        }
        let object = self.used(instance, pc, object);
        for value in values {
            let used = field.map_or(Use::StoreAny(value), |it| Use::Store(it, value));
            self.use_of(object, used);
        }
        if let Some(target) = target {
            let used = field.map_or(Use::LoadAny(target), |it| Use::Load(it, target));
            self.use_of(object, used);
        }
    }
}

/// Whether the name of a constant that keeps an offset fits the field: `HEAD` and `head`,
/// `stateOffset` and `state`.
pub(super) fn names_agree(constant: &str, field: &str) -> bool {
    let plain = |text: &str| {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.collect::<String>().to_ascii_lowercase()
    };
    let (constant, field) = (plain(constant), plain(field));
    constant == field || constant.strip_suffix("offset") == Some(&field)
}
