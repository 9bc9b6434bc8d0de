//! Calls: which method is meant, and how it is found at run time.
//!
//! What resolution finds decides the kind of call: `Virtual` always names a method with a vtable
//! place, `Interface` one of an interface, and methods that can't be overridden are `Special`.

use crate::body::Dynamic;
use crate::class::{Method, MethodCode};
use crate::descriptor::{self, Signature};
use crate::ids::{ClassId, MethodId, Register};
use crate::instruction::{Instruction, InvokeKind};
use crate::kind::Kind;
use crate::lower::{Failure, Lowering, Step};
use crate::pool::{self, Member};
use crate::program::LoadError;

impl<'p> Lowering<'p> {
    pub(crate) fn invoke_virtual(&mut self, index: u16) -> Step {
        let member = pool::member(&self.file.constant_pool, index)?;
        let Some(method) = self.resolve(&member)? else {
            return Ok(());
        };
        if self.program.is_polymorphic(method.id) {
            return self.invoke_polymorphic(method, &member.descriptor);
        }
        if method.is_static() {
            return self.wrong_call("non-static", method);
        }
        self.invoke_receiver(method)
    }

    pub(crate) fn invoke_interface(&mut self, index: u16) -> Step {
        let member = pool::member(&self.file.constant_pool, index)?;
        let Some(method) = self.resolve(&member)? else {
            return Ok(());
        };
        if method.is_static() {
            return self.wrong_call("non-static", method);
        }
        self.invoke_receiver(method)
    }

    /// Calls a method on a receiver whose class decides.
    pub(crate) fn invoke_receiver(&mut self, method: &Method) -> Step {
        let kind = self.receiver_call(method);
        self.invoke(kind, method)
    }

    /// How a method is called on a receiver.
    pub(crate) fn receiver_call(&self, method: &Method) -> InvokeKind {
        let owner = self.program.class(method.class);
        let fixed = method.is_private() || method.is_final() || owner.is_final();
        match method.vtable_index {
            _ if fixed && method.code != MethodCode::Abstract => InvokeKind::Special,
            Some(_) => InvokeKind::Virtual,
            None if owner.is_interface() => InvokeKind::Interface,
            None => InvokeKind::Special,
        }
    }

    pub(crate) fn invoke_static(&mut self, index: u16) -> Step {
        let member = pool::member(&self.file.constant_pool, index)?;
        let Some(method) = self.resolve(&member)? else {
            return Ok(());
        };
        if self.program.is_polymorphic(method.id) {
            return self.invoke_polymorphic(method, &member.descriptor);
        }
        if !method.is_static() {
            return self.wrong_call("static", method);
        }
        self.invoke(InvokeKind::Static, method)
    }

    pub(crate) fn invoke_special(&mut self, index: u16) -> Step {
        let member = pool::member(&self.file.constant_pool, index)?;
        let Some(method) = self.resolve(&member)? else {
            return Ok(());
        };
        if method.is_static() {
            return self.wrong_call("non-static", method);
        }
        if &*method.name == "<init>" {
            return self.invoke(InvokeKind::Special, method);
        }
        let named = self
            .program
            .loaded(&member.class)
            .expect("resolution loaded it");
        match self.program.select(self.special_class(named), method.id) {
            Some(selected) => self.invoke(InvokeKind::Special, self.program.method(selected)),
            None => {
                let name = self.program.describe_method(method.id).replace('/', ".");
                self.raise(&LoadError::Link("java/lang/AbstractMethodError", name));
                Ok(())
            }
        }
    }

    /// Where `invokespecial` begins to search: for `super` calls above this class.
    pub(crate) fn special_class(&self, named: ClassId) -> ClassId {
        let class = self.class;
        let is_super = !self.program.class(named).is_interface()
            && named != class.id
            && self.program.is_subtype(class.id, named);
        class.superclass.filter(|_| is_super).unwrap_or(named)
    }

    /// The method meant by a reference; `None` if a linkage error was emitted.
    fn resolve(&mut self, member: &Member<'_>) -> Result<Option<&'p Method>, Failure> {
        if Signature::parse(&member.descriptor).is_none() {
            return Err(Failure::Verify("call without a type".to_owned()));
        }
        let Some(class) = self.class_or_raise(&member.class) else {
            return Ok(None);
        };
        if self.program.class(class).is_interface() != member.is_interface {
            let found = if member.is_interface {
                "class"
            } else {
                "interface"
            };
            let wanted = if member.is_interface {
                "interface"
            } else {
                "class"
            };
            let name = member.class.replace('/', ".");
            let message = format!("Found {found} {name}, but {wanted} was expected");
            self.raise(&LoadError::Link(
                "java/lang/IncompatibleClassChangeError",
                message,
            ));
            return Ok(None);
        }
        match self
            .program
            .resolve_method(class, &member.name, &member.descriptor)
        {
            Ok(method) => Ok(Some(self.program.method(method))),
            Err(error) => {
                self.raise(&error);
                Ok(None)
            }
        }
    }

    fn wrong_call(&mut self, expected: &str, method: &Method) -> Step {
        let name = self.program.describe_method(method.id).replace('/', ".");
        let message = format!("Expected {expected} method {name}");
        self.raise(&LoadError::Link(
            "java/lang/IncompatibleClassChangeError",
            message,
        ));
        Ok(())
    }

    /// Emits a call that takes its arguments from the stack.
    pub(crate) fn invoke(&mut self, kind: InvokeKind, method: &Method) -> Step {
        let registers = self.take(&method.parameters)?;
        self.call(kind, method.id, &registers);
        Ok(())
    }

    /// Emits a call with these arguments; its result goes on the stack.
    pub(crate) fn call(&mut self, kind: InvokeKind, method: MethodId, registers: &[Register]) {
        let arguments = self.builder.arguments(registers);
        let result = self.program.method(method).result;
        self.with_result(result, |target| Instruction::Invoke {
            kind,
            target,
            method,
            arguments,
        });
    }

    /// Emits an instruction whose result, if any, goes on the stack.
    pub(crate) fn with_result(
        &mut self,
        result: Option<Kind>,
        make: impl FnOnce(Register) -> Instruction,
    ) {
        match result {
            Some(kind) => self.produce(kind, make),
            None => self.emit(make(Register::NONE)),
        }
    }

    fn invoke_polymorphic(&mut self, method: &Method, descriptor: &str) -> Step {
        let signature = Signature::parse(descriptor).ok_or_else(|| "bad call type".to_owned())?;
        let receiver = (!method.is_static()).then_some(Kind::Reference);
        let kinds: Vec<Kind> = receiver
            .into_iter()
            .chain(kinds_of(&signature.parameters))
            .collect();
        let registers = self.take(&kinds)?;
        let arguments = self.builder.arguments(&registers);
        let index = self.builder.dynamic.len() as u32;
        let descriptor = self.program.string_id_of(descriptor);
        self.builder.dynamic.push(Dynamic::Polymorphic {
            method: method.id,
            descriptor,
        });
        self.with_result(signature.result_kind(), |target| {
            Instruction::InvokePolymorphic {
                target,
                index,
                arguments,
            }
        });
        Ok(())
    }

    pub(crate) fn invoke_dynamic(&mut self, index: u16) -> Step {
        use ristretto_classfile::Constant;
        let constants = &self.file.constant_pool;
        let Constant::InvokeDynamic {
            bootstrap_method_attr_index,
            name_and_type_index,
        } = pool::constant(constants, index)?
        else {
            return Err(Failure::Verify(format!("constant {index} is no call site")));
        };
        let site = self.call_site(*bootstrap_method_attr_index, *name_and_type_index)?;
        self.invoke_site(site)
    }

    /// A call site without a built-in meaning.
    pub(crate) fn invoke_generic(&mut self, site: Dynamic, descriptor: &str) -> Step {
        let signature = Signature::parse(descriptor).ok_or_else(|| "bad call type".to_owned())?;
        let kinds: Vec<Kind> = kinds_of(&signature.parameters).collect();
        let registers = self.take(&kinds)?;
        let arguments = self.builder.arguments(&registers);
        let index = self.builder.dynamic.len() as u32;
        self.builder.dynamic.push(site);
        self.with_result(signature.result_kind(), |target| {
            Instruction::InvokeDynamic {
                target,
                index,
                arguments,
            }
        });
        Ok(())
    }
}

/// The kinds of these descriptors.
pub(crate) fn kinds_of<'a>(descriptors: &'a [&str]) -> impl Iterator<Item = Kind> + 'a {
    descriptors
        .iter()
        .filter_map(|text| descriptor::kind_of(text))
}
