//! Fields, arrays, objects and types.

use ristretto_classfile::attributes::ArrayType;

use crate::body::Operands;
use crate::class::{ClassShape, Field};
use crate::descriptor;
use crate::ids::ClassId;
use crate::instruction::{Condition, Instruction};
use crate::kind::Kind;
use crate::lower::finish::inner_target;
use crate::lower::stack::Entry;
use crate::lower::{Failure, Lowering, Step};
use crate::pool;
use crate::program::LoadError;

impl<'p> Lowering<'p> {
    /// Loads a class, or emits the linkage error and ends the block.
    pub(crate) fn class_or_raise(&mut self, name: &str) -> Option<ClassId> {
        match self.program.load(name) {
            // Which states have a class that the program makes is not a matter of bodies.
            Ok(class) if self.program.class(class).is_given && !self.class.is_given => {
                let reason = format!("naming {name}, which the program makes while it runs,");
                self.builder.unsupported(&(reason + " is not supported"));
                if let Some(origin) = self.builder.origins.last_mut() {
                    *origin = self.at as u32;
                }
                self.ended = true;
                None
            }
            Ok(class) => Some(class),
            Err(error) => {
                self.program.note_missed(name);
                self.raise(&error);
                None
            }
        }
    }

    /// Emits a linkage error and ends the block.
    pub(crate) fn raise(&mut self, error: &LoadError) {
        self.builder.raise(error);
        if let Some(origin) = self.builder.origins.last_mut() {
            *origin = self.at as u32;
        }
        self.ended = true;
    }

    /// The field that an instruction names; `None` if a linkage error was emitted. The descriptor
    /// counts too: it decides the kind on the stack.
    fn field(&mut self, index: u16, is_static: bool) -> Result<Option<&'p Field>, Failure> {
        let member = pool::member(&self.file.constant_pool, index)?;
        if !descriptor::is_type(&member.descriptor) {
            return Err(Failure::Verify("field without a type".to_owned()));
        }
        let Some(class) = self.class_or_raise(&member.class) else {
            return Ok(None);
        };
        let Some(field) = self
            .program
            .find_field(class, &member.name, Some(&member.descriptor))
        else {
            let error = LoadError::Link("java/lang/NoSuchFieldError", member.name.into_owned());
            self.raise(&error);
            return Ok(None);
        };
        let field = self.program.field(field);
        if field.is_static != is_static {
            let expected = if is_static { "static" } else { "non-static" };
            let owner = self.program.class(field.class).name.replace('/', ".");
            let message = format!("Expected {expected} field {owner}.{}", field.name);
            self.raise(&LoadError::Link(
                "java/lang/IncompatibleClassChangeError",
                message,
            ));
            return Ok(None);
        }
        Ok(Some(field))
    }

    pub(crate) fn get_static(&mut self, index: u16) -> Step {
        let Some(field) = self.field(index, true)? else {
            return Ok(());
        };
        let Field {
            slot,
            kind,
            access,
            id,
            ..
        } = *field;
        self.produce(kind, |target| Instruction::GetStatic {
            target,
            slot,
            kind,
            access,
            field: id,
        });
        Ok(())
    }

    pub(crate) fn put_static(&mut self, index: u16) -> Step {
        let Some(field) = self.field(index, true)? else {
            return Ok(());
        };
        let Field {
            slot,
            kind,
            access,
            id,
            ..
        } = *field;
        let source = self.take_one(kind)?;
        self.emit(Instruction::PutStatic {
            source,
            slot,
            kind,
            access,
            field: id,
        });
        Ok(())
    }

    pub(crate) fn get_field(&mut self, index: u16) -> Step {
        let Some(field) = self.field(index, false)? else {
            return Ok(());
        };
        let Field {
            slot,
            kind,
            access,
            id,
            ..
        } = *field;
        let object = self.take_one(Kind::Reference)?;
        self.produce(kind, |target| Instruction::GetField {
            target,
            object,
            slot,
            kind,
            access,
            field: id,
        });
        Ok(())
    }

    pub(crate) fn put_field(&mut self, index: u16) -> Step {
        let Some(field) = self.field(index, false)? else {
            return Ok(());
        };
        let Field {
            slot,
            kind,
            access,
            id,
            ..
        } = *field;
        let (object, source) = self.take_two([Kind::Reference, kind])?;
        self.emit(Instruction::PutField {
            object,
            source,
            slot,
            kind,
            access,
            field: id,
        });
        Ok(())
    }

    pub(crate) fn array_load(&mut self, kind: Kind) -> Step {
        let (array, index) = self.take_two([Kind::Reference, Kind::Int])?;
        self.produce(kind, |target| Instruction::ArrayLoad {
            kind,
            target,
            array,
            index,
        });
        Ok(())
    }

    pub(crate) fn array_store(&mut self, kind: Kind) -> Step {
        let registers = self.take(&[Kind::Reference, Kind::Int, kind])?;
        let [array, index, source] = registers[..] else {
            unreachable!("three were asked for")
        };
        self.emit(Instruction::ArrayStore {
            kind,
            array,
            index,
            source,
        });
        Ok(())
    }

    pub(crate) fn new_object(&mut self, index: u16) -> Step {
        let name = pool::class_name(&self.file.constant_pool, index)?;
        let Some(class) = self.class_or_raise(&name) else {
            return Ok(());
        };
        let found = self.program.class(class);
        if found.shape != ClassShape::Instance {
            return Err(Failure::Verify("new of an array class".to_owned()));
        }
        if found.is_abstract() || found.is_interface() {
            let message = found.name.replace('/', ".");
            self.raise(&LoadError::Link("java/lang/InstantiationError", message));
            return Ok(());
        }
        self.produce(Kind::Reference, |target| Instruction::New { target, class });
        Ok(())
    }

    pub(crate) fn new_primitive_array(&mut self, element: &ArrayType) -> Step {
        let kind = match element {
            ArrayType::Boolean => Kind::Boolean,
            ArrayType::Char => Kind::Char,
            ArrayType::Float => Kind::Float,
            ArrayType::Double => Kind::Double,
            ArrayType::Byte => Kind::Byte,
            ArrayType::Short => Kind::Short,
            ArrayType::Int => Kind::Int,
            ArrayType::Long => Kind::Long,
        };
        self.new_array(self.program.primitive(Some(kind)))
    }

    pub(crate) fn new_reference_array(&mut self, index: u16) -> Step {
        let name = pool::class_name(&self.file.constant_pool, index)?;
        match self.class_or_raise(&name) {
            Some(element) => self.new_array(element),
            None => Ok(()),
        }
    }

    fn new_array(&mut self, element: ClassId) -> Step {
        let class = self.program.array_of(element);
        let length = self.take_one(Kind::Int)?;
        self.produce(Kind::Reference, |target| Instruction::NewArray {
            target,
            class,
            length,
        });
        Ok(())
    }

    pub(crate) fn new_multi_array(&mut self, index: u16, dimensions: u8) -> Step {
        let name = pool::class_name(&self.file.constant_pool, index)?;
        let brackets = name.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions == 0 || brackets < usize::from(dimensions) {
            return Err(Failure::Verify("array with too few dimensions".to_owned()));
        }
        let Some(class) = self.class_or_raise(&name) else {
            return Ok(());
        };
        let registers = self.take(&vec![Kind::Int; usize::from(dimensions)])?;
        let lengths: Operands = self.builder.arguments(&registers);
        let make = |target| Instruction::NewMultiArray {
            target,
            class,
            lengths,
        };
        self.produce(Kind::Reference, make);
        Ok(())
    }

    pub(crate) fn check_cast(&mut self, index: u16) -> Step {
        let name = pool::class_name(&self.file.constant_pool, index)?;
        let top = *self
            .stack
            .last()
            .ok_or_else(|| "operand stack underflow".to_owned())?;
        if top.is_null() {
            return Ok(());
        }
        match self.program.load(&name) {
            Ok(class) => {
                let object = self.take_one(Kind::Reference)?;
                self.emit(Instruction::CheckCast { object, class });
                self.keep(top, object);
            }
            Err(error) => {
                // Null passes before the class is looked for.
                let object = self.take_one(Kind::Reference)?;
                self.skip_if_null(object, |lowering| lowering.raise(&error));
                self.ended = false;
                self.keep(top, object);
            }
        }
        Ok(())
    }

    /// Puts back an entry that was only looked at.
    fn keep(&mut self, entry: Entry, register: crate::ids::Register) {
        self.push(match entry.value {
            crate::lower::stack::Value::Local(_) => entry,
            _ => Entry::temporary(entry.kind, register),
        });
    }

    pub(crate) fn instance_of(&mut self, index: u16) -> Step {
        let name = pool::class_name(&self.file.constant_pool, index)?;
        let object = self.take_one(Kind::Reference)?;
        match self.program.load(&name) {
            Ok(class) => {
                self.produce(Kind::Int, |target| Instruction::InstanceOf {
                    target,
                    object,
                    class,
                });
            }
            Err(error) => {
                self.skip_if_null(object, |lowering| lowering.raise(&error));
                self.ended = false;
                self.push(Entry::constant(Kind::Int, 0));
            }
        }
        Ok(())
    }

    /// Emits what runs only if `object` is not null; it must not leave anything on the stack.
    fn skip_if_null(&mut self, object: crate::ids::Register, emit: impl FnOnce(&mut Self)) {
        let branch = self.builder.code.len();
        self.emit(Instruction::BranchConstant {
            condition: Condition::Equal,
            left: object,
            right: 0,
            pc: 0,
        });
        emit(self);
        let after = inner_target(self.builder.code.len());
        *self.builder.code[branch]
            .jump_target_mut()
            .expect("it is a branch") = after;
    }
}
