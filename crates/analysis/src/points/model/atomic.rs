//! Accesses of a model by `Unsafe` and variable handles: which field or element is meant.
//!
//! A model has to know the place; where it is not known, or not the same each time, the call stays a trap.

use program::{BinaryOperator, Dynamic, FieldId, Instruction, Kind, MethodId, Register};

use super::super::memory::names_agree;
use super::super::{InstanceId, Object, ObjectId, Solver, Use};
use super::{AccessTarget, AtomicAccess};
use crate::code::{self, exception};
use crate::intrinsic::Access;
use crate::world::ObjectName;

impl Solver<'_> {
    pub(super) fn model_unsafe(&mut self, instance: InstanceId, pc: u32) {
        let method = self.points.instances[instance as usize].method;
        if let Some(access) = self.unsafe_target(method, pc) {
            self.model_access(instance, pc, &access);
            self.points.modelled.accesses.insert((method, pc), access);
        }
    }

    /// The access that a call of `Unsafe` makes, if its offset is known.
    fn unsafe_target(&mut self, method: MethodId, pc: u32) -> Option<AtomicAccess> {
        let body = self.program.body(method);
        let Instruction::Invoke {
            method: callee,
            arguments,
            ..
        } = body.code[pc as usize]
        else {
            return None;
        };
        let access = Access::of_name(&self.program.method(callee).name)?;
        let arguments = body.argument_registers(arguments);
        let offset = code::definition_at(body, pc, *arguments.get(2)?)?;
        let slot = self.constant_of(method, offset)?;
        let slot = self.world.slot_of_offset(slot)?;
        let keeper = self.keeper_of_offset(method, offset)?;
        let keeper = self.program.field(keeper);
        let field = code::instance_field(self.program, keeper.class, slot)?;
        // A class may keep the offsets of another class's fields.
        if !names_agree(&keeper.name, &self.program.field(field).name) {
            return None;
        }
        let values = arguments.get(3..3 + access.values())?.to_vec();
        Some(AtomicAccess {
            target: AccessTarget::Field(arguments[1], field),
            access,
            values,
        })
    }

    /// The value that an instruction assigns, if it is always the same.
    fn constant_of(&mut self, method: MethodId, definition: Instruction) -> Option<i64> {
        let program = self.program;
        let of = |register| code::only_definition(program.body(method), register);
        match definition {
            Instruction::Constant { value, .. } => Some(value as i64),
            Instruction::GetStatic { field, slot, .. } => {
                let field = self.program.field(field);
                let is_final = field.access_flags & 0x0010 != 0;
                let words = self.world.settled_statics(field.class);
                let words = words.filter(|_| is_final)?;
                words.get(usize::from(slot)).map(|word| *word as i64)
            }
            Instruction::Move { source, .. } | Instruction::Unary { source, .. } => {
                self.constant_of(method, of(source)?)
            }
            Instruction::Binary {
                operator: BinaryOperator::LAdd,
                left,
                right,
                ..
            } => {
                let left = self.constant_of(method, of(left)?)?;
                Some(left + self.constant_of(method, of(right)?)?)
            }
            _ => None,
        }
    }

    /// The static field that keeps an offset.
    fn keeper_of_offset(&self, method: MethodId, definition: Instruction) -> Option<FieldId> {
        match definition {
            Instruction::GetStatic { field, .. } => Some(field),
            Instruction::Move { source, .. } => {
                let definition = code::only_definition(self.program.body(method), source)?;
                self.keeper_of_offset(method, definition)
            }
            _ => None,
        }
    }

    /// A variable handle has come up for an access.
    pub(in crate::points) fn model_handle(
        &mut self,
        instance: InstanceId,
        pc: u32,
        handle: ObjectId,
    ) {
        let Object::Initial(name) = self.points.objects[handle as usize] else {
            return;
        };
        let method = self.points.instances[instance as usize].method;
        let Some(access) = self.handle_target(method, pc, name) else {
            return;
        };
        let place = (method, pc);
        let modelled = &mut self.points.modelled;
        match modelled.accesses.get(&place) {
            Some(known) if *known != access => {
                modelled.accesses.remove(&place);
                modelled.ambiguous.insert(place);
            }
            _ if modelled.ambiguous.contains(&place) => {}
            _ => {
                modelled.accesses.insert(place, access.clone());
                self.model_access(instance, pc, &access);
            }
        }
    }

    /// The access that a call of a variable handle makes.
    fn handle_target(
        &mut self,
        method: MethodId,
        pc: u32,
        handle: ObjectName,
    ) -> Option<AtomicAccess> {
        let body = self.program.body(method);
        let Instruction::InvokePolymorphic {
            index, arguments, ..
        } = body.code[pc as usize]
        else {
            return None;
        };
        let Dynamic::Polymorphic { method: callee, .. } = body.dynamic.get(index as usize)? else {
            return None;
        };
        let access = Access::of_name(&self.program.method(*callee).name)?;
        let arguments = body.argument_registers(arguments);
        let (target, first) = match self.world.field_of_handle(handle) {
            Some(field) if self.program.field(field).is_static => (AccessTarget::Static(field), 1),
            Some(field) => (AccessTarget::Field(*arguments.get(1)?, field), 2),
            None if self.world.is_handle_of_elements(handle) => (
                AccessTarget::Element(*arguments.get(1)?, *arguments.get(2)?),
                3,
            ),
            None => return None,
        };
        let values = arguments.get(first..first + access.values())?.to_vec();
        Some(AtomicAccess {
            target,
            access,
            values,
        })
    }

    /// Enters what an access says to the sets.
    fn model_access(&mut self, instance: InstanceId, pc: u32, access: &AtomicAccess) {
        let method = self.points.instances[instance as usize].method;
        let body = self.program.body(method);
        let is_reference = |it: &Register| it.0 < body.references;
        let target = body.code[pc as usize].target().filter(is_reference);
        let target = target.map(|_| self.defined(instance, pc));
        let value = access.values.last().copied().filter(is_reference);
        let value = value.filter(|_| access.access.writes());
        let value = value.map(|it| self.used(instance, pc, it));
        match access.target {
            AccessTarget::Field(object, field) => {
                if self.program.field(field).kind != Kind::Reference {
                    return;
                }
                let object = self.used(instance, pc, object);
                if let Some(value) = value {
                    self.use_of(object, Use::Store(field, value));
                }
                if let Some(target) = target {
                    self.use_of(object, Use::Load(field, target));
                }
            }
            AccessTarget::Element(array, _) => {
                self.raise_implicit(instance, exception::NULL);
                self.raise_implicit(instance, exception::BOUNDS);
                let array = self.used(instance, pc, array);
                if let Some(value) = value {
                    self.use_of(array, Use::StoreElement(value));
                }
                if let Some(target) = target {
                    self.use_of(array, Use::LoadElement(target));
                }
            }
            AccessTarget::Static(field) => {
                if self.program.field(field).kind != Kind::Reference {
                    return;
                }
                let place = self.static_node(field);
                if let Some(value) = value {
                    self.flow(value, place);
                }
                if let Some(target) = target {
                    self.flow(place, target);
                }
            }
        }
    }
}
