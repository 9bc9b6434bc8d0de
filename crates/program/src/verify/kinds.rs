//! Each instruction's registers have the kinds it needs, and its ids mean what it says.

use crate::body::{Dynamic, Operands};
use crate::class::ClassShape;
use crate::descriptor::{Signature, kind_of};
use crate::ids::{ClassId, FieldId, MethodId, Register, StringId};
use crate::instruction::{BinaryOperator, Instruction, InvokeKind, UnaryOperator};
use crate::kind::{FieldAccess, Kind};
use crate::verify::Verifier;

use Kind::{Double, Float, Int, Long, Reference};

/// What an instruction says about its field.
struct FieldUse {
    slot: u16,
    kind: Kind,
    access: FieldAccess,
    is_static: bool,
}

impl Verifier<'_> {
    pub(super) fn check_kinds(&mut self) {
        for pc in 0..self.body.code.len() as u32 {
            let instruction = self.body.code[pc as usize];
            if let Err(message) = self.check_instruction(&instruction) {
                self.fault_at(pc, message);
            }
        }
    }

    /// Checks that registers have kinds; `NONE` has none.
    fn are(&self, registers: &[(Register, Kind)]) -> Result<(), String> {
        for (register, kind) in registers {
            let found = self.kind(*register);
            if found != Some(kind.register()) {
                let found = found.map_or("nothing".to_owned(), |kind| format!("{kind:?}"));
                let number = register.0;
                return Err(format!(
                    "register {number} holds {found}, not {:?}",
                    kind.register()
                ));
            }
        }
        Ok(())
    }

    fn check_instruction(&self, instruction: &Instruction) -> Result<(), String> {
        use Instruction::*;
        match *instruction {
            Constant { target, value } => match self.kind(target) {
                Some(Reference) if value != 0 => Err("a reference constant is not null".into()),
                Some(Int) if i64::from(value as i32) as u64 != value => {
                    Err("an int constant is not sign-extended".into())
                }
                Some(_) => Ok(()),
                None => Err("no target".into()),
            },
            ConstantString { target, string } => {
                self.are(&[(target, Reference)])?;
                self.is_string(string)
            }
            ConstantClass { target, class } | ConstantSingleton { target, class } => {
                self.are(&[(target, Reference)])?;
                self.is_class(class)
            }
            ConstantDynamic { target, index } => self.check_dynamic_constant(target, index),
            Move { target, source } => match self.kind(source) {
                Some(kind) => self.are(&[(target, kind)]),
                None => Err("no source".into()),
            },
            Binary {
                operator,
                target,
                left,
                right,
            } => {
                let ([first, second], result) = binary_kinds(operator);
                self.are(&[(left, first), (right, second), (target, result)])
            }
            BinaryConstant {
                operator,
                target,
                left,
                ..
            } => {
                if binary_kinds(operator) != ([Int, Int], Int) {
                    return Err("a constant operand of an operator that is not of ints".into());
                }
                self.are(&[(left, Int), (target, Int)])
            }
            Unary {
                operator,
                target,
                source,
            } => {
                let (from, to) = unary_kinds(operator);
                self.are(&[(source, from), (target, to)])
            }
            Jump { .. } => Ok(()),
            Branch {
                condition,
                left,
                right,
                ..
            } => {
                let kind = self
                    .kind(left)
                    .filter(|kind| matches!(kind, Int | Reference));
                self.are(&[(right, kind.ok_or("compares what has no order")?)])?;
                self.check_condition(condition, kind)
            }
            BranchConstant {
                condition,
                left,
                right,
                ..
            } => match self.kind(left) {
                Some(Int) => Ok(()),
                Some(Reference) if right == 0 => self.check_condition(condition, Some(Reference)),
                _ => Err("compares what has no order".into()),
            },
            Switch { value, .. } => self.are(&[(value, Int)]),
            Return { source } => match self.method.result {
                Some(kind) => self.are(&[(source, kind)]),
                None if source.is_some() => Err("a void method returns a value".into()),
                None => Ok(()),
            },
            Throw { source } => self.are(&[(source, Reference)]),
            New { target, class } => {
                self.are(&[(target, Reference)])?;
                self.is_class(class)?;
                match self.program.class(class).shape {
                    ClassShape::Instance => Ok(()),
                    ClassShape::Array { .. } | ClassShape::Primitive(_) => {
                        Err("new of what is no class".into())
                    }
                }
            }
            NewArray {
                target,
                class,
                length,
            } => {
                self.are(&[(target, Reference), (length, Int)])?;
                self.is_array(class)
            }
            NewMultiArray {
                target,
                class,
                lengths,
            } => {
                self.are(&[(target, Reference)])?;
                self.check_arguments(
                    lengths,
                    std::iter::repeat_n(Int, usize::from(lengths.count)),
                )?;
                self.is_array(class)
            }
            ArrayLength { target, array } => self.are(&[(target, Int), (array, Reference)]),
            ArrayLoad {
                kind,
                target,
                array,
                index,
            } => self.are(&[(target, kind), (array, Reference), (index, Int)]),
            ArrayStore {
                kind,
                array,
                index,
                source,
            } => self.are(&[(source, kind), (array, Reference), (index, Int)]),
            GetField {
                target,
                object,
                slot,
                kind,
                access,
                field,
            } => {
                self.are(&[(target, kind), (object, Reference)])?;
                self.check_field(
                    field,
                    FieldUse {
                        slot,
                        kind,
                        access,
                        is_static: false,
                    },
                )
            }
            PutField {
                object,
                source,
                slot,
                kind,
                access,
                field,
            } => {
                self.are(&[(source, kind), (object, Reference)])?;
                self.check_field(
                    field,
                    FieldUse {
                        slot,
                        kind,
                        access,
                        is_static: false,
                    },
                )
            }
            GetStatic {
                target,
                slot,
                kind,
                access,
                field,
            } => {
                self.are(&[(target, kind)])?;
                self.check_field(
                    field,
                    FieldUse {
                        slot,
                        kind,
                        access,
                        is_static: true,
                    },
                )
            }
            PutStatic {
                source,
                slot,
                kind,
                access,
                field,
            } => {
                self.are(&[(source, kind)])?;
                self.check_field(
                    field,
                    FieldUse {
                        slot,
                        kind,
                        access,
                        is_static: true,
                    },
                )
            }
            CheckCast { object, class } => {
                self.are(&[(object, Reference)])?;
                self.is_class(class)
            }
            InstanceOf {
                target,
                object,
                class,
            } => {
                self.are(&[(target, Int), (object, Reference)])?;
                self.is_class(class)
            }
            Invoke {
                kind,
                target,
                method,
                arguments,
            } => self.check_call(kind, target, method, arguments),
            InvokePolymorphic {
                target,
                index,
                arguments,
            } => self.check_polymorphic(target, index, arguments),
            InvokeDynamic {
                target,
                index,
                arguments,
            } => {
                let site = self.body.dynamic.get(index as usize);
                let Some(Dynamic::CallSite { descriptor, .. }) = site else {
                    return Err("no such call site".into());
                };
                self.check_signature(descriptor, None, target, arguments)
            }
            Concat {
                target,
                recipe,
                arguments,
            } => {
                self.is_string(recipe)?;
                let marks = self
                    .program
                    .string(recipe)
                    .iter()
                    .filter(|unit| **unit == 1)
                    .count();
                if marks != usize::from(arguments.count) {
                    return Err("the recipe has not as many places as arguments".into());
                }
                self.check_arguments(arguments, std::iter::repeat_n(Reference, marks))?;
                self.are(&[(target, Reference)])
            }
            MonitorEnter { object } | MonitorExit { object } => self.are(&[(object, Reference)]),
            Raise { class, message } => {
                self.is_class(class)?;
                self.is_string(message)
            }
            Unsupported { reason } => self.is_string(reason),
        }
    }

    fn check_condition(
        &self,
        condition: crate::instruction::Condition,
        kind: Option<Kind>,
    ) -> Result<(), String> {
        use crate::instruction::Condition::{Equal, NotEqual};
        if kind == Some(Reference) && !matches!(condition, Equal | NotEqual) {
            return Err("references have no order".into());
        }
        Ok(())
    }

    fn is_class(&self, class: ClassId) -> Result<(), String> {
        let known = class.index() < self.program.class_count();
        known.then_some(()).ok_or_else(|| "no such class".into())
    }

    fn is_array(&self, class: ClassId) -> Result<(), String> {
        self.is_class(class)?;
        match self.program.class(class).shape {
            ClassShape::Array { .. } => Ok(()),
            ClassShape::Instance | ClassShape::Primitive(_) => Err("not an array class".into()),
        }
    }

    fn is_string(&self, string: StringId) -> Result<(), String> {
        let known = string.index() < self.program.string_count();
        known.then_some(()).ok_or_else(|| "no such string".into())
    }

    fn check_field(&self, field: FieldId, used: FieldUse) -> Result<(), String> {
        if field.index() >= self.program.field_count() {
            return Err("no such field".into());
        }
        let field = self.program.field(field);
        let agrees = field.slot == used.slot
            && field.kind == used.kind
            && field.access == used.access
            && field.is_static == used.is_static;
        agrees
            .then_some(())
            .ok_or_else(|| format!("field {} is another one", field.name))
    }

    fn check_arguments(
        &self,
        arguments: Operands,
        kinds: impl Iterator<Item = Kind>,
    ) -> Result<(), String> {
        let found = self.body.argument_registers(arguments);
        let kinds: Vec<Kind> = kinds.collect();
        if found.len() != kinds.len() {
            return Err(format!(
                "{} arguments where {} are needed",
                found.len(),
                kinds.len()
            ));
        }
        let pairs: Vec<(Register, Kind)> = found.iter().copied().zip(kinds).collect();
        self.are(&pairs)
    }

    fn check_target(&self, target: Register, result: Option<Kind>) -> Result<(), String> {
        match result {
            Some(kind) => self.are(&[(target, kind)]),
            None if target.is_some() => Err("a void call has a target".into()),
            None => Ok(()),
        }
    }

    fn check_call(
        &self,
        kind: InvokeKind,
        target: Register,
        method: MethodId,
        arguments: Operands,
    ) -> Result<(), String> {
        if method.index() >= self.program.method_count() {
            return Err("no such method".into());
        }
        let method = self.program.method(method);
        let fits = match kind {
            InvokeKind::Static => method.is_static(),
            InvokeKind::Special => !method.is_static(),
            InvokeKind::Virtual => method.vtable_index.is_some(),
            InvokeKind::Interface => {
                self.program.class(method.class).is_interface() && !method.is_static()
            }
        };
        if !fits {
            return Err(format!("{} can't be called so", method.name));
        }
        self.check_arguments(arguments, method.parameters.iter().copied())?;
        self.check_target(target, method.result)
    }

    fn check_polymorphic(
        &self,
        target: Register,
        index: u32,
        arguments: Operands,
    ) -> Result<(), String> {
        let call = self.body.dynamic.get(index as usize);
        let Some(Dynamic::Polymorphic { method, descriptor }) = call else {
            return Err("no such polymorphic call".into());
        };
        self.is_string(*descriptor)?;
        if method.index() >= self.program.method_count() {
            return Err("no such method".into());
        }
        let receiver = (!self.program.method(*method).is_static()).then_some(Reference);
        self.check_signature(
            &self.program.string_lossy(*descriptor),
            receiver,
            target,
            arguments,
        )
    }

    fn check_signature(
        &self,
        descriptor: &str,
        receiver: Option<Kind>,
        target: Register,
        arguments: Operands,
    ) -> Result<(), String> {
        let signature = Signature::parse(descriptor).ok_or("bad descriptor")?;
        let kinds = signature.parameters.iter().filter_map(|text| kind_of(text));
        self.check_arguments(arguments, receiver.into_iter().chain(kinds))?;
        self.check_target(target, signature.result_kind())
    }

    fn check_dynamic_constant(&self, target: Register, index: u32) -> Result<(), String> {
        match self.body.dynamic.get(index as usize) {
            Some(Dynamic::MethodType(_) | Dynamic::MethodHandle { .. }) => {
                self.are(&[(target, Reference)])
            }
            Some(Dynamic::CallSite { descriptor, .. }) => {
                self.are(&[(target, kind_of(descriptor).ok_or("bad descriptor")?)])
            }
            Some(Dynamic::Polymorphic { .. }) | None => Err("no such constant".into()),
        }
    }
}

/// Kinds of an operator's operands and result.
pub(crate) fn binary_kinds(operator: BinaryOperator) -> ([Kind; 2], Kind) {
    use BinaryOperator::*;
    match operator {
        IAdd | ISub | IMul | IDiv | IRem | IAnd | IOr | IXor | IShl | IShr | IUshr => {
            ([Int, Int], Int)
        }
        LAdd | LSub | LMul | LDiv | LRem | LAnd | LOr | LXor => ([Long, Long], Long),
        LShl | LShr | LUshr => ([Long, Int], Long),
        FAdd | FSub | FMul | FDiv | FRem => ([Float, Float], Float),
        DAdd | DSub | DMul | DDiv | DRem => ([Double, Double], Double),
        LCompare => ([Long, Long], Int),
        FCompareLess | FCompareGreater => ([Float, Float], Int),
        DCompareLess | DCompareGreater => ([Double, Double], Int),
    }
}

/// Kinds of an operator's operand and result.
fn unary_kinds(operator: UnaryOperator) -> (Kind, Kind) {
    use UnaryOperator::*;
    match operator {
        INeg | IntToByte | IntToChar | IntToShort => (Int, Int),
        LNeg => (Long, Long),
        FNeg => (Float, Float),
        DNeg => (Double, Double),
        IntToLong => (Int, Long),
        IntToFloat => (Int, Float),
        IntToDouble => (Int, Double),
        LongToInt => (Long, Int),
        LongToFloat => (Long, Float),
        LongToDouble => (Long, Double),
        FloatToInt => (Float, Int),
        FloatToLong => (Float, Long),
        FloatToDouble => (Float, Double),
        DoubleToInt => (Double, Int),
        DoubleToLong => (Double, Long),
        DoubleToFloat => (Double, Float),
    }
}
