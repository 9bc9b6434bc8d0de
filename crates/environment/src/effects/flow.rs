//! The data flow of one method: what registers may hold before each instruction, and the items.

use std::collections::BTreeSet;

use program::{Body, Condition, Instruction, Kind, MethodId, Register};

use super::graph::{components, successors};
use super::library;
use super::{Context, Item, Refusal, Summary, Value, Values};
use crate::unit::Role;

/// The registers before an instruction; `None` if no path leads there.
type State = Option<Vec<Values>>;

/// The analysis of one method.
pub(super) struct Flow<'a, 'p> {
    pub(super) context: &'a Context<'p>,
    pub(super) method: MethodId,
    pub(super) body: &'p Body,
    pub(super) states: Vec<State>,
    /// Values that are not null before an instruction: on every way there they were tested, or used.
    pub(super) not_null: Vec<Option<Values>>,
    /// The strongly connected component of each instruction; higher numbers come first.
    components: Vec<u32>,
    pub(super) in_loop: Vec<bool>,
    /// Where handlers start that only release monitors and throw on.
    pub(super) releases: BTreeSet<u32>,
    /// The `throw` instructions of those.
    pub(super) releasing: BTreeSet<u32>,
}

impl<'a, 'p> Flow<'a, 'p> {
    pub(super) fn new(context: &'a Context<'p>, method: MethodId) -> Flow<'a, 'p> {
        let body = context.program.body(method);
        let (components, in_loop) = components(body);
        let mut flow = Flow {
            context,
            method,
            body,
            states: vec![None; body.code.len()],
            not_null: vec![None; body.code.len()],
            components,
            in_loop,
            releases: BTreeSet::new(),
            releasing: BTreeSet::new(),
        };
        flow.find_releases();
        flow
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
                    handlers: self.handlers(*pc).map(|it| (it.catch, it.target)).collect(),
                });
            }
        }
        self.check_locks(&summary)?;
        summary.exits = self.exits(&summary, &order)?;
        Ok(summary)
    }

    pub(super) fn refuse(&self, pc: u32, what: impl Into<String>) -> Refusal {
        self.context.refuse(self.method, pc, what)
    }

    /// Which instructions are reached, if nobody gets past one of them.
    pub(super) fn reached(&self, from: &[u32], without: Option<u32>) -> Vec<bool> {
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
        self.not_null[0] = Some(Values::new());
        let mut rest = vec![0u32];
        while let Some(pc) = rest.pop() {
            let before = self.states[pc as usize].clone().expect("it was reached");
            let known = self.not_null[pc as usize].clone().expect("it was reached");
            let mut after = before.clone();
            self.step(pc, &mut after)?;
            let mut next = Vec::new();
            self.body.for_each_successor(pc, |it| next.push(it));
            for it in next {
                let known = self.learned(pc, it, &before, &known);
                if self.join(it, &after, &known) {
                    rest.push(it);
                }
            }
            if !self.body.code[pc as usize].may_throw() {
                continue;
            }
            let handlers: Vec<program::Handler> = self.body.handlers_at(pc).cloned().collect();
            for handler in handlers {
                let Some(values) = self.caught(pc, &before, &handler)? else {
                    continue;
                };
                let mut caught = before.clone();
                if handler.exception.is_some() {
                    caught[handler.exception.index()] = values;
                }
                if self.join(handler.target, &caught, &known) {
                    rest.push(handler.target);
                }
            }
        }
        Ok(())
    }

    /// What is known not to be null after an instruction: what was tested, and what was used.
    fn learned(&self, pc: u32, next: u32, before: &[Values], known: &Values) -> Values {
        use Instruction::*;
        let mut known = known.clone();
        let object = match self.body.code[pc as usize] {
            GetField { object, .. } | PutField { object, .. } | MonitorEnter { object } => {
                Some(object)
            }
            ArrayLength { array, .. } | ArrayLoad { array, .. } | ArrayStore { array, .. } => {
                Some(array)
            }
            Invoke {
                method, arguments, ..
            } if !self.context.program.method(method).is_static() => {
                Some(self.body.argument_registers(arguments)[0])
            }
            BranchConstant {
                condition,
                left,
                right: 0,
                pc: target,
            } if self.body.registers[left.index()] == Kind::Reference && target != pc + 1 => {
                let is_tested = match condition {
                    Condition::NotEqual => next == target,
                    Condition::Equal => next != target,
                    _ => false,
                };
                is_tested.then_some(left)
            }
            _ => None,
        };
        let mut values = object.into_iter().flat_map(|it| &before[it.index()]);
        if let (Some(value), None) = (values.next(), values.next())
            && match value {
                Value::Parameter(_) => true,
                Value::Temp(at) => !self.in_loop[*at as usize],
                _ => false,
            }
        {
            known.insert(*value);
        }
        known
    }

    fn join(&mut self, pc: u32, state: &[Values], not_null: &Values) -> bool {
        let at = pc as usize;
        match (&mut self.states[at], &mut self.not_null[at]) {
            (Some(known), Some(never)) => {
                let before: usize = known.iter().map(BTreeSet::len).sum();
                for (known, new) in known.iter_mut().zip(state) {
                    known.extend(new);
                }
                let count = never.len();
                never.retain(|it| not_null.contains(it));
                known.iter().map(BTreeSet::len).sum::<usize>() > before || never.len() < count
            }
            (unknown, never) => {
                *unknown = Some(state.to_vec());
                *never = Some(not_null.clone());
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
                    Role::Library if let Some(is_real) = self.real_call(pc, state) => {
                        if kind != Kind::Reference && self.in_loop[pc as usize] {
                            return one(Value::Any(kind));
                        }
                        // Strings and numbers that it has kept are not among its contents.
                        let (_, like) = self.content_class(pc, result);
                        let name = like.as_deref().map(program::descriptor::class_name_of);
                        match name.filter(|it| !is_real && library::may_be_plain(it)) {
                            Some(_) => self.given(pc, result),
                            None => temp(),
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

    pub(super) fn is_throwable(&self, class: program::ClassId) -> bool {
        let throwable = self.context.program.loaded("java/lang/Throwable");
        throwable.is_some_and(|it| self.context.program.is_subtype(class, it))
    }

    pub(super) fn is_plain(&self, class: program::ClassId) -> bool {
        let name = &*self.context.program.class(class).name;
        library::is_plain(name) || library::is_primitive_array(name)
    }

    /// What an untracked variable of this type holds, or the library gives.
    fn given(&self, pc: u32, descriptor: &str) -> Result<Values, Refusal> {
        if let Some(kind) = Kind::of_descriptor(descriptor.as_bytes()[0])
            && kind != Kind::Reference
        {
            return Ok(Values::from([Value::Any(kind)]));
        }
        let (kind, like) = self.content_class(pc, descriptor);
        let name = program::descriptor::class_name_of(like.as_ref().unwrap_or(&kind));
        let class = self.context.program.load(name);
        let class = class.map_err(|error| self.refuse(pc, error.to_string()))?;
        if self.context.unit.role(class) != Role::Library {
            return Ok(Values::from([Value::Temp(pc)]));
        }
        if library::is_plain(name) {
            return Ok(Values::from([Value::Null, Value::Opaque(class)]));
        }
        if self.is_driver(class) {
            return Ok(Values::from([Value::Null, Value::Temp(pc)]));
        }
        // An object of the library that the environment made is not kept without containment; numbers,
        // strings and arrays of numbers never are.
        let mut values = Values::from([Value::Temp(pc)]);
        if !self.context.containment || library::may_be_plain(name) {
            values.extend([Value::Opaque(class)]);
        }
        Ok(values)
    }
}
