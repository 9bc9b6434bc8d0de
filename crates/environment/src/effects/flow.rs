//! The data flow of one method: what registers may hold before each instruction, and the items.

use std::collections::BTreeSet;

use program::{
    BinaryOperator, Body, Instruction, InvokeKind, Kind, MethodId, Register, UnaryOperator,
};

use super::library::{self, Given};
use super::{Context, Exit, Item, ItemKind, Refusal, Summary, Value, Values};
use crate::unit::Role;

/// The registers before an instruction; `None` if no path leads there.
type State = Option<Vec<Values>>;

/// The analysis of one method.
pub(super) struct Flow<'a, 'p> {
    context: &'a Context<'p>,
    method: MethodId,
    body: &'p Body,
    states: Vec<State>,
    /// The strongly connected component of each instruction; higher numbers come first.
    components: Vec<u32>,
    in_loop: Vec<bool>,
}

impl<'a, 'p> Flow<'a, 'p> {
    pub(super) fn new(context: &'a Context<'p>, method: MethodId) -> Flow<'a, 'p> {
        let body = context.program.body(method);
        let (components, in_loop) = components(body);
        Flow {
            context,
            method,
            body,
            states: vec![None; body.code.len()],
            components,
            in_loop,
        }
    }

    /// The whole of it.
    pub(super) fn summary(mut self) -> Result<Summary, Refusal> {
        self.solve()?;
        let mut order: Vec<u32> = (0..self.body.code.len() as u32).collect();
        order.sort_by_key(|pc| (std::cmp::Reverse(self.components[*pc as usize]), *pc));
        let mut summary = Summary::default();
        for pc in &order {
            let Some(state) = self.states[*pc as usize].clone() else {
                continue;
            };
            if self.body.is_endless(*pc) {
                return Err(self.refuse(*pc, "a loop without a way out"));
            }
            for (kind, result) in self.items(*pc, &state)? {
                summary.components.push(self.components[*pc as usize]);
                summary.items.push(Item {
                    pc: *pc,
                    line: self.body.line(*pc),
                    kind,
                    result,
                    in_loop: self.in_loop[*pc as usize],
                });
            }
        }
        self.check_locks(&summary)?;
        for pc in order {
            if let Some(state) = &self.states[pc as usize] {
                summary.exits.extend(self.exit(pc, state)?);
            }
        }
        for exit in &mut summary.exits {
            let from_start = self.reached(&[0], None);
            for (index, item) in summary.items.iter().enumerate() {
                let pc = item.pc as usize;
                if !from_start[pc] || !self.reached(&[item.pc], None)[exit.pc as usize] {
                    continue;
                }
                let is_must =
                    item.pc == exit.pc || !self.reached(&[0], Some(item.pc))[exit.pc as usize];
                exit.items.push((index, is_must && !item.in_loop));
            }
        }
        Ok(summary)
    }

    fn refuse(&self, pc: u32, what: impl Into<String>) -> Refusal {
        self.context.refuse(self.method, pc, what)
    }

    /// Which instructions are reached, if nobody gets past one of them.
    fn reached(&self, from: &[u32], without: Option<u32>) -> Vec<bool> {
        let mut seen = vec![false; self.body.code.len()];
        let mut rest: Vec<u32> = from
            .iter()
            .copied()
            .filter(|it| Some(*it) != without)
            .collect();
        while let Some(pc) = rest.pop() {
            if std::mem::replace(&mut seen[pc as usize], true) {
                continue;
            }
            successors(self.body, pc, |next| {
                if Some(next) != without {
                    rest.push(next);
                }
            });
        }
        seen
    }

    /// Goes round until nothing changes.
    fn solve(&mut self) -> Result<(), Refusal> {
        let mut first = vec![Values::new(); self.body.registers.len()];
        for (index, register) in self.body.parameters.iter().enumerate() {
            first[register.index()].insert(Value::Parameter(index as u16));
        }
        self.states[0] = Some(first);
        let mut rest = vec![0u32];
        while let Some(pc) = rest.pop() {
            let before = self.states[pc as usize].clone().expect("it was reached");
            let mut after = before.clone();
            self.step(pc, &mut after)?;
            let mut next = Vec::new();
            self.body.for_each_successor(pc, |it| next.push(it));
            for it in next {
                if self.join(it, &after) {
                    rest.push(it);
                }
            }
            if !self.body.code[pc as usize].may_throw() {
                continue;
            }
            for handler in self.body.handlers_at(pc) {
                let mut caught = before.clone();
                if handler.exception.is_some() {
                    let class = handler
                        .catch
                        .or(self.context.program.loaded("java/lang/Throwable"));
                    let class = class.expect("the library has Throwable");
                    caught[handler.exception.index()] = Values::from([Value::Opaque(class)]);
                }
                if self.join(handler.target, &caught) {
                    rest.push(handler.target);
                }
            }
        }
        Ok(())
    }

    fn join(&mut self, pc: u32, state: &[Values]) -> bool {
        match &mut self.states[pc as usize] {
            Some(known) => {
                let before: usize = known.iter().map(BTreeSet::len).sum();
                for (known, new) in known.iter_mut().zip(state) {
                    known.extend(new);
                }
                known.iter().map(BTreeSet::len).sum::<usize>() > before
            }
            unknown => {
                *unknown = Some(state.to_vec());
                true
            }
        }
    }

    /// What an instruction puts where.
    fn step(&self, pc: u32, state: &mut [Values]) -> Result<(), Refusal> {
        let instruction = &self.body.code[pc as usize];
        if let Instruction::Invoke {
            method, arguments, ..
        } = instruction
            && &*self.context.program.method(*method).name == "<init>"
        {
            let receiver = self.body.argument_registers(*arguments)[0];
            let fresh: Vec<Value> = state[receiver.index()].iter().copied().collect();
            if let [Value::Fresh(at)] = fresh[..] {
                for values in state.iter_mut() {
                    if values.remove(&Value::Fresh(at)) {
                        values.insert(Value::Temp(pc));
                    }
                }
            }
            return Ok(());
        }
        if let Some(target) = instruction.target() {
            state[target.index()] = self.result(pc, state)?;
        }
        Ok(())
    }

    /// What an instruction with a target gives.
    fn result(&self, pc: u32, state: &[Values]) -> Result<Values, Refusal> {
        use Instruction::*;
        let program = self.context.program;
        let one = |value: Value| Ok(Values::from([value]));
        let temp = || one(Value::Temp(pc));
        let kind = |target: Register| self.body.registers[target.index()];
        match self.body.code[pc as usize] {
            Constant { target, value } => match kind(target) {
                Kind::Reference => one(Value::Null),
                _ => one(Value::Constant(value)),
            },
            ConstantString { string, .. } => one(Value::Text(string)),
            ConstantClass { class, .. } => one(Value::Class(class)),
            ConstantSingleton { .. } => Err(self.refuse(pc, "a lambda of the environment")),
            Move { source, .. } => Ok(state[source.index()].clone()),
            Binary { target, .. } | BinaryConstant { target, .. } | Unary { target, .. } => {
                match self.in_loop[pc as usize] || self.computed(pc, state).is_none() {
                    true => one(Value::Any(kind(target))),
                    false => temp(),
                }
            }
            New { class, .. } => match self.context.unit.role(class) {
                Role::Unit | Role::Environment => one(Value::Fresh(pc)),
                Role::Library if self.is_throwable(class) => one(Value::Fresh(pc)),
                Role::Library if self.context.containment && !self.is_plain(class) => temp(),
                Role::Library => one(Value::Opaque(class)),
            },
            NewArray { class, .. } | NewMultiArray { class, .. } => {
                match self.context.containment && !self.is_plain(class) {
                    true => temp(),
                    false => one(Value::Opaque(class)),
                }
            }
            ArrayLength { .. } | InstanceOf { .. } => one(Value::Any(Kind::Int)),
            ArrayLoad { kind, .. } if kind != Kind::Reference => one(Value::Any(kind)),
            ArrayLoad { .. } => temp(),
            GetField { field, .. } | GetStatic { field, .. } => {
                let found = program.field(field);
                match self.context.is_tracked(field) {
                    true if found.kind != Kind::Reference && self.in_loop[pc as usize] => {
                        one(Value::Any(found.kind))
                    }
                    true => temp(),
                    false => self.given(pc, &found.descriptor),
                }
            }
            Invoke {
                method, arguments, ..
            } => {
                let found = program.method(method);
                let result = found.descriptor.rsplit_once(')').map_or("V", |it| it.1);
                let kind = found.result.unwrap_or(Kind::Int);
                match self.context.unit.role(found.class) {
                    Role::Unit | Role::Environment => {
                        match kind != Kind::Reference && self.in_loop[pc as usize] {
                            true => one(Value::Any(kind)),
                            false => temp(),
                        }
                    }
                    Role::Library => {
                        let mut values = self.given(pc, result)?;
                        if kind == Kind::Reference && values.contains(&Value::Temp(pc)) {
                            // The library may give back what it was given, or a view of it.
                            let registers = self.body.argument_registers(arguments).iter();
                            let registers = registers
                                .filter(|it| self.body.registers[it.index()] == Kind::Reference);
                            values.extend(registers.flat_map(|it| &state[it.index()]));
                        }
                        Ok(values)
                    }
                }
            }
            Concat { .. } => self.given(pc, "Ljava/lang/String;"),
            ConstantDynamic { .. } | InvokePolymorphic { .. } | InvokeDynamic { .. } => {
                Err(self.refuse(pc, "a method handle or call site made at run time"))
            }
            _ => Ok(Values::new()),
        }
    }

    fn is_throwable(&self, class: program::ClassId) -> bool {
        let throwable = self.context.program.loaded("java/lang/Throwable");
        throwable.is_some_and(|it| self.context.program.is_subtype(class, it))
    }

    fn is_plain(&self, class: program::ClassId) -> bool {
        library::is_plain(&self.context.program.class(class).name)
    }

    /// What an untracked variable of this type holds, or the library gives.
    fn given(&self, pc: u32, descriptor: &str) -> Result<Values, Refusal> {
        if let Some(kind) = Kind::of_descriptor(descriptor.as_bytes()[0])
            && kind != Kind::Reference
        {
            return Ok(Values::from([Value::Any(kind)]));
        }
        let name = program::descriptor::class_name_of(descriptor);
        let class = self.context.program.load(name);
        let class = class.map_err(|error| self.refuse(pc, error.to_string()))?;
        if self.context.unit.role(class) != Role::Library {
            return Ok(Values::from([Value::Temp(pc)]));
        }
        Ok(
            match library::given(self.context.program, class, self.context.containment) {
                Given::Plain(class) => Values::from([Value::Null, Value::Opaque(class)]),
                Given::Content(_) => Values::from([Value::Temp(pc)]),
            },
        )
    }

    /// The class of what is read from the contents at `pc`, narrowed by a cast that follows.
    fn content_class(&self, pc: u32, descriptor: &str) -> String {
        let Some(target) = self.body.code[pc as usize].target() else {
            return descriptor.to_owned();
        };
        let mut held = target;
        for instruction in self.body.code.iter().skip(pc as usize + 1) {
            match *instruction {
                Instruction::Move { target, source } if source == held => held = target,
                Instruction::CheckCast { object, class } if object == held => {
                    let found = self.context.program.class(class);
                    return match self.context.unit.role(class) {
                        Role::Library if !found.is_interface() => "Lheddle/Contents;".to_owned(),
                        Role::Library => "Ljava/lang/Object;".to_owned(),
                        _ => format!("L{};", found.name),
                    };
                }
                _ => break,
            }
        }
        let name = program::descriptor::class_name_of(descriptor);
        match self.context.program.load(name) {
            Ok(class) if self.context.unit.role(class) == Role::Library => {
                match library::given(self.context.program, class, self.context.containment) {
                    Given::Content(name) => format!("L{name};"),
                    Given::Plain(_) => descriptor.to_owned(),
                }
            }
            _ => descriptor.to_owned(),
        }
    }

    /// Whether an object of the unit or environment, or of contents, may be among these.
    fn matters(values: &Values) -> bool {
        values
            .iter()
            .any(|it| matches!(it, Value::Parameter(_) | Value::Temp(_)))
    }

    /// The items of an instruction, with the types of their results.
    fn items(&self, pc: u32, state: &[Values]) -> Result<Vec<(ItemKind, String)>, Refusal> {
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
                let result = self.content_class(pc, &program.field(field).descriptor);
                items.push((
                    ItemKind::Load {
                        object: own(at(object)),
                    },
                    result,
                ));
            }
            GetStatic {
                field,
                kind: Kind::Reference,
                ..
            } => {
                let result = self.content_class(pc, &program.field(field).descriptor);
                items.push((ItemKind::Load { object: None }, result));
            }
            ArrayLoad {
                kind: Kind::Reference,
                array,
                ..
            } => {
                let result = self.content_class(pc, "Ljava/lang/Object;");
                items.push((
                    ItemKind::Load {
                        object: own(at(array)),
                    },
                    result,
                ));
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
                let made_here = |it: &Value| match it {
                    Value::Temp(at) => matches!(
                        self.body.code[*at as usize],
                        NewArray { .. } | NewMultiArray { .. } | ArrayLoad { .. } | GetField { .. }
                    ),
                    Value::Parameter(_) => false,
                    _ => true,
                };
                let is_field = |it: &Value| match it {
                    Value::Temp(at) => match self.body.code[*at as usize] {
                        GetField { field, .. } => self.context.is_tracked(field),
                        ArrayLoad { .. } => true,
                        _ => false,
                    },
                    _ => false,
                };
                if !at(array).iter().all(made_here) || at(array).iter().any(is_field) {
                    return Err(self.refuse(
                        pc,
                        "an element is stored in an array that may be the unit's",
                    ));
                }
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
            MonitorEnter { object } => {
                let is_first = self.context.program.method(self.method).is_synchronized()
                    && !self.body.code[..pc as usize]
                        .iter()
                        .any(|it| matches!(it, MonitorEnter { .. }));
                if !is_first && Self::matters(&at(object)) {
                    items.push((ItemKind::Lock { object: at(object) }, nothing()));
                }
            }
            Invoke {
                kind,
                method,
                arguments,
                ..
            } => {
                let registers = self.body.argument_registers(arguments);
                let arguments: Vec<Values> = registers.iter().map(|it| at(*it)).collect();
                self.call(pc, kind, method, arguments, &mut items)?;
            }
            Unsupported { reason } => {
                return Err(self.refuse(pc, program.string_lossy(reason)));
            }
            _ => {}
        }
        Ok(items)
    }

    /// The items of a call.
    fn call(
        &self,
        pc: u32,
        kind: InvokeKind,
        method: MethodId,
        arguments: Vec<Values>,
        items: &mut Vec<(ItemKind, String)>,
    ) -> Result<(), Refusal> {
        let program = self.context.program;
        let found = program.method(method);
        let result = found.descriptor.rsplit_once(')').map_or("V", |it| it.1);
        let is_fresh = |values: &Values| values.iter().any(|it| matches!(it, Value::Fresh(_)));
        let role = self.context.unit.role(found.class);
        if role != Role::Library || arguments.first().is_some_and(is_fresh) {
            self.check_handlers(pc)?;
        }
        if &*found.name == "<init>" && arguments.first().is_some_and(is_fresh) {
            let arguments = arguments[1..].to_vec();
            let class = format!("L{};", program.class(found.class).name);
            items.push((ItemKind::Construct { method, arguments }, class));
            return Ok(());
        }
        if role != Role::Library {
            let own = program.method(self.method).class;
            let is_constructor = &*found.name == "<init>";
            if is_constructor && role == Role::Unit {
                return Err(self.refuse(pc, "a class of the environment extends one of the unit"));
            }
            let is_super = kind == InvokeKind::Special && found.class != own && !found.is_private();
            let result = if result == "V" { "" } else { result };
            let call = ItemKind::Call {
                method,
                arguments,
                is_super,
            };
            items.push((call, result.to_owned()));
            return Ok(());
        }
        if let Some(what) = library::refused(program, found) {
            return Err(self.refuse(pc, what));
        }
        let references: Vec<(usize, &Values)> = arguments
            .iter()
            .enumerate()
            .filter(|(index, values)| {
                found.parameters[*index] == Kind::Reference && Self::matters(values)
            })
            .collect();
        let is_object =
            &*program.class(found.class).name == "java/lang/Object" && &*found.name == "<init>";
        if is_object || references.is_empty() && found.result != Some(Kind::Reference) {
            return Ok(());
        }
        if let Some(called) = self.context.overriding.first() {
            let told = program.method(*called);
            return Err(self.refuse(
                pc,
                format!(
                    "{}.{} may call {}.{} of the unit back, which a summary does not show",
                    program.class(found.class).name.replace('/', "."),
                    found.name,
                    program.class(told.class).name.replace('/', "."),
                    told.name
                ),
            ));
        }
        let owner = &*program.class(found.class).name;
        let keeps = !library::keeps_nothing(owner, &found.name);
        let only_adds = library::only_adds(owner, &found.name);
        for (index, value) in references.iter().filter(|_| keeps) {
            if !self.context.containment {
                let (object, value) = (None, (*value).clone());
                items.push((ItemKind::Store { object, value }, String::new()));
                continue;
            }
            for (other, object) in &references {
                if other != index && (*other == 0 || !only_adds) {
                    let (object, value) = (Some((*object).clone()), (*value).clone());
                    items.push((ItemKind::Store { object, value }, String::new()));
                }
            }
        }
        if found.result == Some(Kind::Reference) {
            let object: Values = references.iter().flat_map(|it| it.1).copied().collect();
            let object = (self.context.containment && !object.is_empty()).then_some(object);
            let class = self.content_class(pc, result);
            items.push((ItemKind::Load { object }, class));
        }
        Ok(())
    }

    /// Calls inside `try` are not shown; what releases a monitor is no matter.
    fn check_handlers(&self, pc: u32) -> Result<(), Refusal> {
        for handler in self.body.handlers_at(pc) {
            let mut code = self.body.code[handler.target as usize..].iter();
            let is_release = handler.catch.is_none()
                && code
                    .by_ref()
                    .take(4)
                    .take_while(|it| !matches!(it, Instruction::Throw { .. }))
                    .all(|it| {
                        matches!(
                            it,
                            Instruction::Move { .. } | Instruction::MonitorExit { .. }
                        )
                    });
            if !is_release {
                return Err(self.refuse(pc, "a call inside a try statement"));
            }
        }
        Ok(())
    }

    /// A lock that is held while others are called could be part of a deadlock.
    fn check_locks(&self, summary: &Summary) -> Result<(), Refusal> {
        let lock = summary
            .items
            .iter()
            .find(|it| matches!(it.kind, ItemKind::Lock { .. }));
        let call = summary
            .items
            .iter()
            .any(|it| matches!(it.kind, ItemKind::Call { .. } | ItemKind::Construct { .. }));
        match lock {
            Some(lock) if call => Err(self.refuse(
                lock.pc,
                "a synchronized statement in a method that calls others",
            )),
            _ => Ok(()),
        }
    }

    /// Arithmetic that is kept as it is.
    fn computed(&self, pc: u32, state: &[Values]) -> Option<ItemKind> {
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

    /// The exit at an instruction, if it is one.
    fn exit(&self, pc: u32, state: &[Values]) -> Result<Option<Exit>, Refusal> {
        let (values, throws) = match self.body.code[pc as usize] {
            Instruction::Return { source } if source.is_some() => {
                (state[source.index()].clone(), false)
            }
            Instruction::Return { .. } => (Values::new(), false),
            Instruction::Throw { source } => {
                let values = state[source.index()].clone();
                // What is only passed on was thrown by the machine, or passes by itself.
                let is_own = values.iter().any(|it| !matches!(it, Value::Opaque(_)));
                if !is_own {
                    return Ok(None);
                }
                (values, true)
            }
            Instruction::Raise { .. } => return Err(self.refuse(pc, "code that does not link")),
            _ => return Ok(None),
        };
        Ok(Some(Exit {
            pc,
            values,
            throws,
            items: Vec::new(),
        }))
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

/// Where control may go on, handlers among it.
fn successors(body: &Body, pc: u32, mut visit: impl FnMut(u32)) {
    body.for_each_successor(pc, &mut visit);
    if body.code[pc as usize].may_throw() {
        body.handlers_at(pc).for_each(|it| visit(it.target));
    }
}

/// Strongly connected components (Tarjan), and which instructions lie on a cycle.
fn components(body: &Body) -> (Vec<u32>, Vec<bool>) {
    let count = body.code.len();
    let next = |pc: u32| {
        let mut all = Vec::new();
        successors(body, pc, |it| all.push(it));
        all
    };
    let (mut index, mut low) = (vec![u32::MAX; count], vec![0u32; count]);
    let (mut component, mut in_loop) = (vec![u32::MAX; count], vec![false; count]);
    let (mut stack, mut counter, mut found) = (Vec::new(), 0, 0);
    for root in 0..count as u32 {
        if index[root as usize] != u32::MAX {
            continue;
        }
        let mut calls = vec![(root, next(root), 0usize)];
        while let Some((pc, successors, position)) = calls.last_mut() {
            let at = *pc as usize;
            if *position == 0 {
                index[at] = counter;
                low[at] = counter;
                counter += 1;
                stack.push(*pc);
            }
            if let Some(to) = successors.get(*position).copied() {
                *position += 1;
                if index[to as usize] == u32::MAX {
                    calls.push((to, next(to), 0));
                } else if component[to as usize] == u32::MAX {
                    low[at] = low[at].min(index[to as usize]);
                }
                if to as usize == at {
                    in_loop[at] = true;
                }
                continue;
            }
            if low[at] == index[at] {
                let start = stack
                    .iter()
                    .rposition(|it| *it as usize == at)
                    .expect("it is there");
                let is_cycle = stack.len() - start > 1;
                for pc in stack.drain(start..) {
                    component[pc as usize] = found;
                    in_loop[pc as usize] |= is_cycle;
                }
                found += 1;
            }
            let low_here = low[at];
            calls.pop();
            if let Some((parent, ..)) = calls.last() {
                let parent = *parent as usize;
                low[parent] = low[parent].min(low_here);
            }
        }
    }
    (component, in_loop)
}
