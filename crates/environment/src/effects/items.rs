//! What each instruction does that the unit may notice, as items.

use program::{BinaryOperator, Instruction, Kind, MethodId, Register, UnaryOperator};

use super::flow::Flow;
use super::library;
use super::{ItemKind, Refusal, Summary, Value, Values};
use crate::unit::Role;

impl Flow<'_, '_> {
    /// What is read from contents at `pc`, narrowed by a cast that follows: its type, and the class of the
    /// library that it is like.
    pub(super) fn content_class(&self, pc: u32, descriptor: &str) -> (String, Option<String>) {
        let mut wanted = descriptor.to_owned();
        if let Some(target) = self.body.code[pc as usize].target() {
            let mut held = target;
            for instruction in self.body.code.iter().skip(pc as usize + 1) {
                match *instruction {
                    Instruction::Move { target, source } if source == held => held = target,
                    Instruction::CheckCast { object, class } if object == held => {
                        let name = &self.context.program.class(class).name;
                        wanted = match name.starts_with('[') {
                            true => name.to_string(),
                            false => format!("L{name};"),
                        };
                        break;
                    }
                    _ => break,
                }
            }
        }
        let name = program::descriptor::class_name_of(&wanted);
        match self.context.program.load(name) {
            Ok(class)
                if self.context.unit.role(class) == Role::Library
                    && !library::is_plain(name)
                    && !self.is_driver(class) =>
            {
                ("Ljava/lang/Object;".to_owned(), Some(wanted))
            }
            _ => (wanted, None),
        }
    }

    /// Whether objects of an interface of the library are all of the program.
    pub(super) fn is_driver(&self, class: program::ClassId) -> bool {
        let class = self.context.program.class(class);
        class.is_interface() && library::is_of_drivers(&class.name)
    }

    /// Whether an object of the unit or environment, or of contents, may be among these.
    pub(super) fn matters(values: &Values) -> bool {
        values
            .iter()
            .any(|it| matches!(it, Value::Parameter(_) | Value::Temp(_)))
    }

    /// The items of an instruction, with the types of their results.
    pub(super) fn items(
        &self,
        pc: u32,
        state: &[Values],
    ) -> Result<Vec<(ItemKind, String)>, Refusal> {
        use Instruction::*;
        let at = |register: Register| state[register.index()].clone();
        let own = |object: Values| self.context.containment.then_some(object);
        let nothing = String::new;
        let program = self.context.program;
        let mut items = Vec::new();
        match self.body.code[pc as usize] {
            GetField { field, object, .. } if self.context.is_tracked(field) => {
                let object = Some(at(object));
                let kind = ItemKind::Read { field, object };
                items.push((kind, program.field(field).descriptor.to_string()));
            }
            GetStatic { field, .. } if self.context.is_tracked(field) => {
                let kind = ItemKind::Read {
                    field,
                    object: None,
                };
                items.push((kind, program.field(field).descriptor.to_string()));
            }
            GetField {
                field,
                object,
                kind: Kind::Reference,
                ..
            } => {
                let (result, like) = self.content_class(pc, &program.field(field).descriptor);
                let object = own(at(object));
                items.push((ItemKind::Load { object, like }, result));
            }
            GetStatic {
                field,
                kind: Kind::Reference,
                ..
            } => {
                let (result, like) = self.content_class(pc, &program.field(field).descriptor);
                items.push((ItemKind::Load { object: None, like }, result));
            }
            ArrayLoad {
                kind: Kind::Reference,
                array,
                ..
            } => {
                self.check_array(&at(array), &mut items);
                let (result, like) = self.content_class(pc, "Ljava/lang/Object;");
                let object = own(at(array));
                items.push((ItemKind::Load { object, like }, result));
            }
            PutField {
                field,
                object,
                source,
                ..
            } if self.context.is_tracked(field) => {
                let (object, value) = (Some(at(object)), at(source));
                items.push((
                    ItemKind::Write {
                        field,
                        object,
                        value,
                    },
                    nothing(),
                ));
            }
            PutStatic { field, source, .. } if self.context.is_tracked(field) => {
                let value = at(source);
                items.push((
                    ItemKind::Write {
                        field,
                        object: None,
                        value,
                    },
                    nothing(),
                ));
            }
            PutField {
                object,
                source,
                kind: Kind::Reference,
                ..
            } if Self::matters(&at(source)) => {
                let (object, value) = (own(at(object)), at(source));
                items.push((ItemKind::Store { object, value }, nothing()));
            }
            PutStatic {
                source,
                kind: Kind::Reference,
                ..
            } if Self::matters(&at(source)) => {
                let value = at(source);
                items.push((
                    ItemKind::Store {
                        object: None,
                        value,
                    },
                    nothing(),
                ));
            }
            ArrayStore {
                kind,
                array,
                source,
                ..
            } => {
                self.check_array(&at(array), &mut items);
                if kind == Kind::Reference && Self::matters(&at(source)) {
                    let (object, value) = (own(at(array)), at(source));
                    items.push((ItemKind::Store { object, value }, nothing()));
                }
            }
            New { class, .. }
                if self.context.containment
                    && self.context.unit.role(class) == Role::Library
                    && !self.is_throwable(class)
                    && !self.is_plain(class) =>
            {
                items.push((ItemKind::NewContents, "Lheddle/Contents;".to_owned()));
            }
            NewArray { class, .. } | NewMultiArray { class, .. }
                if self.context.containment && !self.is_plain(class) =>
            {
                items.push((ItemKind::NewContents, "Lheddle/Contents;".to_owned()));
            }
            Binary { target, .. } | BinaryConstant { target, .. } | Unary { target, .. } => {
                if let Some(kind) = self.computed(pc, state) {
                    let result = match self.body.registers[target.index()] {
                        Kind::Long => "J",
                        _ => "I",
                    };
                    items.push((kind, result.to_owned()));
                }
            }
            MonitorEnter { object }
                if self.own_monitor() != Some(pc) && Self::matters(&at(object)) =>
            {
                items.push((ItemKind::Lock { object: at(object) }, nothing()));
            }
            Invoke {
                method, arguments, ..
            } => {
                let registers = self.body.argument_registers(arguments);
                let arguments: Vec<Values> = registers.iter().map(|it| at(*it)).collect();
                self.call(pc, method, arguments, &mut items)?;
            }
            Concat { arguments, .. } => {
                let all = self.body.argument_registers(arguments).iter();
                let mut objects = all.filter(|it| Self::matters(&state[it.index()]));
                let is_text = |it: &&MethodId| &*program.method(**it).name == "toString";
                if let Some(called) = self.context.overriding.iter().find(is_text)
                    && objects.any(|it| self.body.registers[it.index()] == Kind::Reference)
                {
                    let class = program
                        .class(program.method(*called).class)
                        .name
                        .replace('/', ".");
                    return Err(
                        self.refuse(pc, format!("{class}.toString may be called for a text"))
                    );
                }
            }
            Unsupported { reason } => {
                return Err(self.refuse(pc, program.string_lossy(reason)));
            }
            _ => {}
        }
        Ok(items)
    }

    /// An array that may be the unit's is not one that contents stand for.
    fn check_array(&self, array: &Values, items: &mut Vec<(ItemKind, String)>) {
        if array.iter().any(|it| self.is_foreign(it)) {
            let object = array.clone();
            items.push((ItemKind::Known { object }, String::new()));
        }
    }

    /// A lock that is held while another is taken or others are called could be part of a deadlock.
    fn held(&self) -> Vec<Option<Vec<u32>>> {
        let mut held: Vec<Option<Vec<u32>>> = vec![None; self.body.code.len()];
        let mut rest = vec![(0u32, Vec::new())];
        while let Some((pc, before)) = rest.pop() {
            if held[pc as usize].is_some() {
                continue;
            }
            let mut after = before.clone();
            match self.body.code[pc as usize] {
                Instruction::MonitorEnter { .. } => after.push(pc),
                Instruction::MonitorExit { .. } => {
                    after.pop();
                }
                _ => {}
            }
            held[pc as usize] = Some(before.clone());
            self.body
                .for_each_successor(pc, |it| rest.push((it, after.clone())));
            if self.body.code[pc as usize].may_throw() {
                let handlers = self.body.handlers_at(pc);
                rest.extend(handlers.map(|it| (it.target, before.clone())));
            }
        }
        held
    }

    pub(super) fn check_locks(&self, summary: &Summary) -> Result<(), Refusal> {
        let held = self.held();
        let own = self.own_monitor();
        for item in &summary.items {
            let is_critical = match item.kind {
                ItemKind::Lock { .. } | ItemKind::Call { .. } | ItemKind::Construct { .. } => true,
                ItemKind::Library { method, .. } => !self.is_by_itself(method),
                _ => false,
            };
            let found = held[item.pc as usize].iter().flatten();
            if let Some(lock) = found.copied().find(|it| Some(*it) != own)
                && is_critical
            {
                return Err(self.refuse(
                    lock,
                    "a synchronized statement that takes another lock or calls others while it holds one",
                ));
            }
        }
        Ok(())
    }

    /// The instruction that takes the monitor of a synchronized method.
    fn own_monitor(&self) -> Option<u32> {
        let is_enter = |it: &Instruction| matches!(it, Instruction::MonitorEnter { .. });
        let is_synchronized = self.context.program.method(self.method).is_synchronized();
        let first = self.body.code.iter().position(is_enter)?;
        is_synchronized.then_some(first as u32)
    }

    /// Arithmetic that is kept as it is.
    pub(super) fn computed(&self, pc: u32, state: &[Values]) -> Option<ItemKind> {
        let at = |register: Register| state[register.index()].clone();
        let (operator, operands) = match self.body.code[pc as usize] {
            Instruction::Binary {
                operator,
                left,
                right,
                ..
            } => (operator_text(operator)?, vec![at(left), at(right)]),
            Instruction::BinaryConstant {
                operator,
                left,
                right,
                ..
            } => {
                let right = Values::from([Value::Constant(i64::from(right) as u64)]);
                (operator_text(operator)?, vec![at(left), right])
            }
            Instruction::Unary {
                operator: UnaryOperator::INeg,
                source,
                ..
            } => ("-", vec![at(source)]),
            _ => return None,
        };
        let is_any = |it: &Value| matches!(it, Value::Any(_));
        (!operands.iter().flatten().any(is_any)).then_some(ItemKind::Compute { operator, operands })
    }
}

fn operator_text(operator: BinaryOperator) -> Option<&'static str> {
    use BinaryOperator::*;
    Some(match operator {
        IAdd | LAdd => "+",
        ISub | LSub => "-",
        IMul | LMul => "*",
        _ => return None,
    })
}
