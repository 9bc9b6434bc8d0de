//! How a method ends: returns, `throw` statements, and exceptions that nobody wrote a `throw` for.
//!
//! The virtual machine and the library throw, too: a null object, an index, a cast, a division, a call of
//! the library. Each such exception is an exit of its own by its class, with the items on the ways to the
//! places that may throw it, unless a handler there catches it for sure; and it is among what each handler
//! there that may catch it gets. An exception for null is only thrown where one of the values that are used
//! at its places is null. Errors (memory, stack, linking) are not shown; reports say so.

use std::collections::{BTreeMap, BTreeSet};

use program::{BinaryOperator, ClassId, Handler, Instruction, Kind, Register};

use super::flow::Flow;
use super::library::{self, Throws};
use super::{Exit, Item, Refusal, Summary, Value, Values};
use crate::unit::Role;

/// An exception that an instruction may throw by itself.
pub(super) struct Thrown {
    pub(super) class: ClassId,
    /// It is thrown only if one of these is null.
    null: Option<Values>,
}

/// The places that throw exceptions of one class.
#[derive(Default)]
struct Places {
    pcs: Vec<u32>,
    /// What has to be null for it; `None` if it may be thrown anyway.
    null: Option<Values>,
}

impl Flow<'_, '_> {
    /// All exits, with their items.
    pub(super) fn exits(&self, summary: &Summary, order: &[u32]) -> Result<Vec<Exit>, Refusal> {
        let mut exits = Vec::new();
        let mut places: BTreeMap<ClassId, Places> = BTreeMap::new();
        for pc in order {
            let Some(state) = &self.states[*pc as usize] else {
                continue;
            };
            exits.extend(self.exit(*pc, state)?.map(|exit| (exit, vec![*pc], true)));
            for thrown in self.thrown(*pc, state)? {
                if self.is_caught(*pc, thrown.class) {
                    continue;
                }
                let null = match places.get(&thrown.class) {
                    None => thrown.null,
                    Some(known) => known
                        .null
                        .clone()
                        .zip(thrown.null)
                        .map(|(known, new)| known.union(&new).copied().collect()),
                };
                let all = places.entry(thrown.class).or_default();
                all.pcs.push(*pc);
                all.null = null;
            }
        }
        for (class, found) in places {
            let exit = Exit {
                pc: found.pcs[0],
                values: Values::from([Value::Opaque(class)]),
                throws: true,
                items: Vec::new(),
                null: found.null,
            };
            exits.push((exit, found.pcs, false));
        }
        let ways: Vec<(Vec<bool>, Vec<bool>)> =
            summary.items.iter().map(|it| self.ways(it)).collect();
        let fill = |(mut exit, pcs, is_written): (Exit, Vec<u32>, bool)| {
            for (index, item) in summary.items.iter().enumerate() {
                let (from, around) = &ways[index];
                if !pcs.iter().any(|it| from[*it as usize]) {
                    continue;
                }
                let is_must = pcs.iter().all(|it| match *it == item.pc {
                    true => is_written,
                    false => !around[*it as usize],
                });
                exit.items.push((index, is_must && !item.in_loop));
            }
            exit
        };
        Ok(exits.into_iter().map(fill).collect())
    }

    /// What is reached from an item, and what is reached without it.
    fn ways(&self, item: &Item) -> (Vec<bool>, Vec<bool>) {
        (
            self.reached(&[item.pc], None),
            self.reached(&[0], Some(item.pc)),
        )
    }

    /// The return or `throw` at an instruction, if it is one and nobody here catches what is thrown.
    fn exit(&self, pc: u32, state: &[Values]) -> Result<Option<Exit>, Refusal> {
        let (values, throws) = match self.body.code[pc as usize] {
            Instruction::Return { source } if source.is_some() => {
                (state[source.index()].clone(), false)
            }
            Instruction::Return { .. } => (Values::new(), false),
            Instruction::Throw { source } => {
                // What a handler only passes on after it has released a monitor passes by itself.
                if self.releasing.contains(&pc) {
                    return Ok(None);
                }
                let escapes = |it: &&Value| {
                    let class = self.class_of(**it);
                    class.is_none_or(|class| !self.is_caught(pc, class))
                };
                let values: Values = state[source.index()]
                    .iter()
                    .filter(escapes)
                    .copied()
                    .collect();
                if values.is_empty() {
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
            null: None,
        }))
    }

    /// The handlers at an instruction that do more than to release a monitor.
    pub(super) fn handlers(&self, pc: u32) -> impl Iterator<Item = &Handler> {
        self.body
            .handlers_at(pc)
            .filter(|it| !self.releases.contains(&it.target))
    }

    /// Whether an exception of a class does not leave the method from here.
    fn is_caught(&self, pc: u32, class: ClassId) -> bool {
        let program = self.context.program;
        self.handlers(pc).any(|it| {
            it.catch
                .is_none_or(|catch| program.is_subtype(class, catch))
        })
    }

    /// What a handler gets from an instruction; `None` if nothing.
    pub(super) fn caught(
        &self,
        pc: u32,
        state: &[Values],
        handler: &Handler,
    ) -> Result<Option<Values>, Refusal> {
        let program = self.context.program;
        let narrow = |class: ClassId| match handler.catch {
            None => Some(class),
            Some(catch) if program.is_subtype(class, catch) => Some(class),
            Some(catch) if program.is_subtype(catch, class) => Some(catch),
            Some(_) => None,
        };
        let mut values = Values::new();
        if let Instruction::Throw { source } = self.body.code[pc as usize] {
            let may = |it: &&Value| self.class_of(**it).is_none_or(|it| narrow(it).is_some());
            values.extend(state[source.index()].iter().filter(may));
        }
        let thrown = self.thrown(pc, state)?;
        values.extend(
            thrown
                .iter()
                .filter_map(|it| narrow(it.class))
                .map(Value::Opaque),
        );
        if self.runs_program(pc, state) {
            values.insert(Value::Caught(handler.target));
        }
        Ok((!values.is_empty()).then_some(values))
    }

    /// Whether an instruction runs code that the environment really calls, which may throw anything.
    fn runs_program(&self, pc: u32, state: &[Values]) -> bool {
        match self.body.code[pc as usize] {
            Instruction::Invoke { method, .. } => {
                let found = self.context.program.method(method);
                self.context.unit.role(found.class) != Role::Library
                    || self.real_call(pc, state).is_some()
            }
            Instruction::GetStatic { field, .. } | Instruction::PutStatic { field, .. } => {
                self.context
                    .unit
                    .role(self.context.program.field(field).class)
                    != Role::Library
            }
            Instruction::New { class, .. } => self.context.unit.role(class) != Role::Library,
            _ => false,
        }
    }

    /// The class of a value, where it is known.
    fn class_of(&self, value: Value) -> Option<ClassId> {
        let program = self.context.program;
        match value {
            Value::Opaque(class) => Some(class),
            Value::Null => program.load("java/lang/NullPointerException").ok(),
            Value::Temp(pc) => match self.body.code[pc as usize] {
                Instruction::Invoke { method, .. } => {
                    let found = program.method(method);
                    (&*found.name == "<init>").then_some(found.class)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What an instruction may throw by itself.
    pub(super) fn thrown(&self, pc: u32, state: &[Values]) -> Result<Vec<Thrown>, Refusal> {
        use Instruction::*;
        let mut all = Vec::new();
        let mut add = |name: &str| {
            if let Ok(class) = self.context.program.load(name) {
                all.push(Thrown { class, null: None });
            }
        };
        let mut object = None;
        match self.body.code[pc as usize] {
            GetField { object: it, .. } | PutField { object: it, .. } => object = Some(it),
            MonitorEnter { object: it } | Throw { source: it } => object = Some(it),
            ArrayLength { array, .. } => object = Some(array),
            ArrayLoad { array, .. } => {
                object = Some(array);
                add("java/lang/ArrayIndexOutOfBoundsException");
            }
            ArrayStore { array, kind, .. } => {
                object = Some(array);
                add("java/lang/ArrayIndexOutOfBoundsException");
                if kind == Kind::Reference {
                    add("java/lang/ArrayStoreException");
                }
            }
            NewArray { length, .. } if !self.is_natural(&state[length.index()]) => {
                add("java/lang/NegativeArraySizeException");
            }
            NewMultiArray { .. } => add("java/lang/NegativeArraySizeException"),
            CheckCast { object: it, class } if !self.fits(&state[it.index()], class) => {
                add("java/lang/ClassCastException");
            }
            Binary {
                operator, right, ..
            } if divides(operator) && !self.is_positive(&state[right.index()]) => {
                add("java/lang/ArithmeticException");
            }
            BinaryConstant {
                operator, right: 0, ..
            } if divides(operator) => add("java/lang/ArithmeticException"),
            Invoke {
                method, arguments, ..
            } => {
                let found = self.context.program.method(method);
                let registers = self.body.argument_registers(arguments);
                if !found.is_static() && &*found.name != "<init>" {
                    object = Some(registers[0]);
                }
                let role = self.context.unit.role(found.class);
                if role == Role::Library && self.real_call(pc, state) != Some(true) {
                    self.thrown_by_library(method, &mut add);
                }
            }
            _ => {}
        }
        if self.context.no_throw {
            let unchecked = self.context.program.load("java/lang/RuntimeException");
            all.retain(|it| {
                unchecked
                    .as_ref()
                    .is_ok_and(|unchecked| !self.context.program.is_subtype(it.class, *unchecked))
            });
            return Ok(all);
        }
        if let Some(values) = object.map(|it: Register| &state[it.index()])
            && let Ok(class) = self.context.program.load("java/lang/NullPointerException")
        {
            let nulls: Values = values
                .iter()
                .filter(|it| self.may_be_null(pc, **it))
                .copied()
                .collect();
            if !nulls.is_empty() {
                all.push(Thrown {
                    class,
                    null: self.tested(&nulls).then_some(nulls),
                });
            }
        }
        Ok(all)
    }

    /// What a call of the library may throw.
    fn thrown_by_library(&self, method: program::MethodId, add: &mut dyn FnMut(&str)) {
        let program = self.context.program;
        let found = program.method(method);
        let class = &*program.class(found.class).name;
        match library::throws(class, &found.name, &found.descriptor) {
            Throws::Nothing => return,
            Throws::These(names) => names.iter().for_each(|it| add(it)),
            Throws::Anything => {
                add("java/lang/RuntimeException");
                self.context.unchecked.iter().for_each(|it| add(it));
            }
        }
        super::declared_exceptions(program, method)
            .iter()
            .for_each(|it| add(it));
    }

    /// Whether a test of these for null tells all: temporaries of cycles have many values.
    fn tested(&self, values: &Values) -> bool {
        values.iter().all(|it| match it {
            Value::Parameter(_) => true,
            Value::Temp(at) => !self.in_loop[*at as usize] && self.has_item(*at),
            _ => false,
        })
    }

    fn has_item(&self, pc: u32) -> bool {
        let state = self.states[pc as usize].as_ref();
        let items = state.and_then(|it| self.items(pc, it).ok());
        items.is_some_and(|all| all.iter().any(|(_, result)| !result.is_empty()))
    }

    fn may_be_null(&self, pc: u32, value: Value) -> bool {
        let is_known = self.not_null[pc as usize]
            .as_ref()
            .is_some_and(|it| it.contains(&value));
        let is_static = self.context.program.method(self.method).is_static();
        match value {
            _ if is_known => false,
            Value::Null => true,
            Value::Parameter(index) => is_static || index > 0,
            Value::Temp(at) => match self.body.code[at as usize] {
                Instruction::NewArray { .. }
                | Instruction::NewMultiArray { .. }
                | Instruction::New { .. } => false,
                Instruction::Invoke { method, .. } => {
                    &*self.context.program.method(method).name != "<init>"
                }
                _ => true,
            },
            _ => false,
        }
    }

    fn is_natural(&self, values: &Values) -> bool {
        let natural = |it: &Value| matches!(it, Value::Constant(bits) if *bits as i32 >= 0);
        values.iter().all(natural)
    }

    fn is_positive(&self, values: &Values) -> bool {
        let positive = |it: &Value| matches!(it, Value::Constant(bits) if *bits != 0);
        values.iter().all(positive)
    }

    /// Whether a cast succeeds for sure.
    fn fits(&self, values: &Values, class: ClassId) -> bool {
        let program = self.context.program;
        values.iter().all(|it| match it {
            Value::Null => true,
            Value::Opaque(known) => program.is_subtype(*known, class),
            Value::Parameter(_) => self
                .parameter_class(*it)
                .is_some_and(|known| program.is_subtype(known, class)),
            _ => self
                .class_of(*it)
                .is_some_and(|known| program.is_subtype(known, class)),
        })
    }

    /// The declared class of a parameter.
    pub(super) fn parameter_class(&self, value: Value) -> Option<ClassId> {
        let Value::Parameter(index) = value else {
            return None;
        };
        let program = self.context.program;
        let method = program.method(self.method);
        let shift = u16::from(!method.is_static());
        if index < shift {
            return Some(method.class);
        }
        let signature = program::descriptor::Signature::parse(&method.descriptor)?;
        let kind = signature
            .parameters
            .get(usize::from(index - shift))?
            .to_string();
        if !kind.starts_with(['L', '[']) {
            return None;
        }
        program.load(program::descriptor::class_name_of(&kind)).ok()
    }

    /// Handlers that only release monitors and throw on, and their `throw` instructions.
    pub(super) fn find_releases(&mut self) {
        let mut found = (BTreeSet::new(), BTreeSet::new());
        for handler in &self.body.handlers {
            if handler.catch.is_some() {
                continue;
            }
            for pc in handler.target..(handler.target + 5).min(self.body.code.len() as u32) {
                match self.body.code[pc as usize] {
                    Instruction::Move { .. } | Instruction::MonitorExit { .. } => {}
                    Instruction::Throw { .. } => {
                        found.0.insert(handler.target);
                        found.1.insert(pc);
                        break;
                    }
                    _ => break,
                }
            }
        }
        (self.releases, self.releasing) = found;
    }
}

fn divides(operator: BinaryOperator) -> bool {
    use BinaryOperator::*;
    matches!(operator, IDiv | IRem | LDiv | LRem)
}
