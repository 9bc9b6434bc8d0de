//! `ldc` in all its forms.

use ristretto_classfile::Constant;

use crate::body::{Dynamic, HandleConstant, StaticArgument};
use crate::descriptor;
use crate::instruction::Instruction;
use crate::kind::Kind;
use crate::lower::stack::{Entry, Value};
use crate::lower::{Failure, Lowering, Step};
use crate::pool;

impl Lowering<'_> {
    pub(crate) fn load_constant(&mut self, index: u16) -> Step {
        let constants = &self.file.constant_pool;
        let entry = match pool::constant(constants, index)? {
            Constant::Integer(value) => Entry::constant(Kind::Int, i64::from(*value) as u64),
            Constant::Float(value) => Entry::constant(Kind::Float, u64::from(value.to_bits())),
            Constant::Long(value) => Entry::constant(Kind::Long, *value as u64),
            Constant::Double(value) => Entry::constant(Kind::Double, value.to_bits()),
            Constant::String(text) => {
                let string = self.program.string_id(&pool::units(constants, *text)?);
                Entry {
                    kind: Kind::Reference,
                    value: Value::String(string),
                }
            }
            Constant::Class(name) => {
                let Some(class) = self.class_or_raise(&pool::text(constants, *name)?) else {
                    return Ok(());
                };
                Entry {
                    kind: Kind::Reference,
                    value: Value::Class(class),
                }
            }
            Constant::MethodType(text) => {
                let text = pool::text(constants, *text)?;
                return self.dynamic_constant(Dynamic::MethodType(text.as_ref().into()), None);
            }
            Constant::MethodHandle { .. } => {
                let handle = self.handle_constant(index)?;
                return self.dynamic_constant(handle.into(), None);
            }
            Constant::Dynamic {
                bootstrap_method_attr_index,
                name_and_type_index,
            } => {
                let (_, text) = pool::name_and_type(constants, *name_and_type_index)?;
                let kind = descriptor::kind_of(&text).ok_or_else(|| "bad constant".to_owned())?;
                let site = self.call_site(*bootstrap_method_attr_index, *name_and_type_index)?;
                return self.dynamic_constant(site, Some(kind));
            }
            _ => return Err(Failure::Verify(format!("constant {index} can't be loaded"))),
        };
        self.push(entry);
        Ok(())
    }

    fn dynamic_constant(&mut self, constant: Dynamic, kind: Option<Kind>) -> Step {
        let index = self.builder.dynamic.len() as u32;
        self.builder.dynamic.push(constant);
        let kind = kind.unwrap_or(Kind::Reference);
        self.produce(kind, |target| Instruction::ConstantDynamic {
            target,
            index,
        });
        Ok(())
    }

    pub(crate) fn handle_constant(&self, index: u16) -> Result<HandleConstant, Failure> {
        let handle = pool::handle(&self.file.constant_pool, index)?;
        Ok(HandleConstant {
            kind: handle.kind,
            class: handle.member.class.as_ref().into(),
            name: handle.member.name.as_ref().into(),
            descriptor: handle.member.descriptor.as_ref().into(),
        })
    }

    /// A call site or dynamic constant, with all that its bootstrap method is given.
    pub(crate) fn call_site(&self, bootstrap: u16, name_and_type: u16) -> Result<Dynamic, Failure> {
        self.call_site_nested(bootstrap, name_and_type, 0)
    }

    fn call_site_nested(
        &self,
        bootstrap: u16,
        name_and_type: u16,
        depth: usize,
    ) -> Result<Dynamic, Failure> {
        let (handle, indices) = pool::bootstrap(self.file, bootstrap)?;
        let handle = self.handle_constant(handle)?;
        let (name, text) = pool::name_and_type(&self.file.constant_pool, name_and_type)?;
        let mut arguments = Vec::with_capacity(indices.len());
        for index in indices {
            arguments.push(self.static_argument(*index, depth)?);
        }
        Ok(Dynamic::CallSite {
            bootstrap: format!("{}.{}", handle.class, handle.name).into(),
            name: name.as_ref().into(),
            descriptor: text.as_ref().into(),
            handle,
            arguments: arguments.into(),
        })
    }

    fn static_argument(&self, index: u16, depth: usize) -> Result<StaticArgument, Failure> {
        let constants = &self.file.constant_pool;
        // A dynamic constant may have itself among its arguments in a hostile file.
        if depth > 16 {
            return Err(Failure::Verify(
                "dynamic constants are nested too deeply".to_owned(),
            ));
        }
        Ok(match pool::constant(constants, index)? {
            Constant::Integer(value) => StaticArgument::Int(*value),
            Constant::Long(value) => StaticArgument::Long(*value),
            Constant::Float(value) => StaticArgument::Float(value.to_bits()),
            Constant::Double(value) => StaticArgument::Double(value.to_bits()),
            Constant::String(text) => {
                StaticArgument::String(self.program.string_id(&pool::units(constants, *text)?))
            }
            Constant::Class(name) => {
                StaticArgument::Class(pool::text(constants, *name)?.as_ref().into())
            }
            Constant::MethodType(text) => {
                StaticArgument::MethodType(pool::text(constants, *text)?.as_ref().into())
            }
            Constant::MethodHandle { .. } => {
                StaticArgument::MethodHandle(self.handle_constant(index)?)
            }
            Constant::Dynamic {
                bootstrap_method_attr_index,
                name_and_type_index,
            } => {
                let (number, pair) = (*bootstrap_method_attr_index, *name_and_type_index);
                StaticArgument::Dynamic(Box::new(self.call_site_nested(number, pair, depth + 1)?))
            }
            _ => return Err(Failure::Verify(format!("constant {index} is no argument"))),
        })
    }
}
