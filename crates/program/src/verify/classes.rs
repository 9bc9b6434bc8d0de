//! References are of the classes that their uses need.
//!
//! Forward passes over the code with the set of class names that each reference register may hold;
//! where edges meet, sets are united, so that nothing is lost to a common superclass. Null is the
//! empty set. A use is right if every name in the set is assignable to what is used: the machine
//! then finds the fields and methods that it looks for. As in the JVM, interfaces are no types of
//! their own here: whoever calls through one looks for the method in the receiver's class.
//!
//! A class that can't be loaded has no instances: nothing but its own name is assignable to it, and
//! it to nothing else.

use std::collections::BTreeMap;

use crate::body::{Dynamic, Operands};
use crate::descriptor::{Signature, class_name_of};
use crate::ids::{ClassId, Register, StringId};
use crate::instruction::{Instruction, InvokeKind};
use crate::kind::Kind;
use crate::verify::Verifier;

/// Names of classes, sorted.
type Names<'p> = Vec<&'p str>;

/// The sets of all reference registers. One that was never written holds nothing.
type State<'p> = Vec<Names<'p>>;

const OBJECT: &str = "java/lang/Object";
const STRING: &str = "java/lang/String";
const CLASS: &str = "java/lang/Class";
const THROWABLE: &str = "java/lang/Throwable";
const METHOD_TYPE: &str = "java/lang/invoke/MethodType";
const METHOD_HANDLE: &str = "java/lang/invoke/MethodHandle";

impl<'p> Verifier<'p> {
    pub(super) fn check_classes(&mut self) {
        if self.body.references == 0 {
            return;
        }
        let mut heads = BTreeMap::new();
        let mut pending = vec![0];
        heads.insert(0, self.types_at_start());
        for pc in self.meeting_points() {
            heads.entry(pc).or_insert(Vec::new());
        }
        while let Some(head) = pending.pop() {
            self.run_from(head, &mut heads, &mut pending);
        }
        // What was thought of a register on the way only grew, so the last look is the one to judge
        // by.
        let reached: Vec<u32> = heads.keys().copied().collect();
        for head in reached {
            self.judge_from(head, &heads);
        }
    }

    fn types_at_start(&self) -> State<'p> {
        let mut state = vec![Vec::new(); usize::from(self.body.references)];
        let method = self.method;
        let receiver = (!method.is_static()).then(|| &*self.program.class(method.class).name);
        let signature = Signature::parse(&method.descriptor);
        let declared = signature.into_iter().flat_map(|it| it.parameters);
        let types = receiver.into_iter().chain(declared.map(class_name_of));
        for (register, name) in self.body.parameters.iter().zip(types) {
            put(&mut state, *register, vec![name]);
        }
        state
    }

    /// The pcs that are reached by more than going on.
    fn meeting_points(&self) -> Vec<u32> {
        let mut found: Vec<u32> = self.body.handlers.iter().map(|it| it.target).collect();
        for pc in 0..self.body.code.len() as u32 {
            self.body.for_each_successor(pc, |next| {
                if next != pc + 1 || self.body.code[pc as usize].jump_target().is_some() {
                    found.push(next);
                }
            });
        }
        found
    }

    /// Goes through the code from a meeting point up to the next ones.
    fn run_from(&self, head: u32, heads: &mut BTreeMap<u32, State<'p>>, pending: &mut Vec<u32>) {
        let mut state = heads[&head].clone();
        let mut pc = head;
        loop {
            let instruction = &self.body.code[pc as usize];
            if instruction.may_throw() {
                for handler in self.body.handlers_at(pc) {
                    let mut caught = state.clone();
                    if handler.exception.is_some() {
                        let class = handler.catch.map(|class| &*self.program.class(class).name);
                        put(
                            &mut caught,
                            handler.exception,
                            vec![class.unwrap_or(THROWABLE)],
                        );
                    }
                    unite(heads, pending, handler.target, &caught);
                }
            }
            self.apply(instruction, &mut state);
            let mut goes_on = false;
            self.body.for_each_successor(pc, |next| {
                if heads.contains_key(&next) {
                    unite(heads, pending, next, &state);
                } else {
                    goes_on = true;
                }
            });
            if !goes_on {
                return;
            }
            pc += 1;
        }
    }

    /// The same once more, to look at what is used.
    fn judge_from(&mut self, head: u32, heads: &BTreeMap<u32, State<'p>>) {
        // A place that nothing leads to.
        if heads[&head].is_empty() {
            return;
        }
        let mut state = heads[&head].clone();
        let mut pc = head;
        loop {
            let instruction = &self.body.code[pc as usize];
            if let Err(message) = self.judge(instruction, &state) {
                self.fault_at(pc, message);
            }
            self.apply(instruction, &mut state);
            let mut goes_on = false;
            self.body
                .for_each_successor(pc, |next| goes_on |= !heads.contains_key(&next));
            if !goes_on {
                return;
            }
            pc += 1;
        }
    }

    /// What an instruction leaves in its target.
    fn apply(&self, instruction: &Instruction, state: &mut State<'p>) {
        use Instruction::*;
        let program = self.program;
        let name_of = |class: ClassId| vec![&*program.class(class).name];
        let (target, names) = match *instruction {
            Constant { target, .. } => (target, Vec::new()),
            ConstantString { target, .. } | Concat { target, .. } => (target, vec![STRING]),
            ConstantClass { target, .. } => (target, vec![CLASS]),
            ConstantSingleton { target, class }
            | New { target, class }
            | NewArray { target, class, .. }
            | NewMultiArray { target, class, .. } => (target, name_of(class)),
            ConstantDynamic { target, index } | InvokeDynamic { target, index, .. } => {
                (target, vec![self.type_of_dynamic(index)])
            }
            InvokePolymorphic { target, index, .. } => (target, vec![self.type_of_dynamic(index)]),
            Move { target, source } => (target, names(state, source).to_vec()),
            ArrayLoad { target, array, .. } => {
                let elements = names(state, array).iter().filter_map(|it| element_of(it));
                (target, elements.collect())
            }
            GetField { target, field, .. } | GetStatic { target, field, .. } => (
                target,
                vec![class_name_of(&program.field(field).descriptor)],
            ),
            Invoke { target, method, .. } => {
                let signature = Signature::parse(&program.method(method).descriptor);
                (
                    target,
                    signature
                        .map(|it| class_name_of(it.result))
                        .into_iter()
                        .collect(),
                )
            }
            CheckCast { object, class } => {
                let class = &*program.class(class).name;
                (object, self.cast(names(state, object), class))
            }
            _ => return,
        };
        put(state, target, names);
    }

    /// What is left of a set of classes once a cast has succeeded.
    fn cast(&self, names: &[&'p str], class: &'p str) -> Names<'p> {
        // The register may be a variable that is used again with its own type, which an interface
        // must not hide.
        let mut left = Vec::new();
        for name in names {
            if self.is_assignable(name, class) {
                left.push(*name);
            } else if self.is_assignable(class, name) {
                left.push(class);
            }
        }
        left.sort_unstable();
        left.dedup();
        left
    }

    fn type_of_dynamic(&self, index: u32) -> &'p str {
        match &self.body.dynamic[index as usize] {
            Dynamic::MethodType(_) => METHOD_TYPE,
            Dynamic::MethodHandle { .. } => METHOD_HANDLE,
            Dynamic::Polymorphic { descriptor, .. } => self.result_at(*descriptor),
            Dynamic::CallSite { descriptor, .. } => match Signature::parse(descriptor) {
                Some(signature) => class_name_of(signature.result),
                None => class_name_of(descriptor),
            },
        }
    }

    /// The result of a call of a signature-polymorphic method. Its descriptor is kept as text of
    /// Java, so the class has to be found by it.
    fn result_at(&self, descriptor: StringId) -> &'p str {
        let text = self.program.string_lossy(descriptor);
        let result = Signature::parse(&text).map(|it| class_name_of(it.result).to_owned());
        let class = result.and_then(|name| self.program.load(&name).ok());
        class.map_or(OBJECT, |class| &self.program.class(class).name)
    }

    fn judge(&self, instruction: &Instruction, state: &State<'p>) -> Result<(), String> {
        use Instruction::*;
        let program = self.program;
        let owner = |class: ClassId| &*program.class(class).name;
        match *instruction {
            ArrayLength { array, .. } => {
                let is_array = |name: &&&str| name.starts_with('[');
                all(names(state, array), is_array, "an array")
            }
            ArrayLoad { array, kind, .. } | ArrayStore { array, kind, .. } => {
                let fits = |name: &&&str| Self::has_elements(name, kind);
                all(names(state, array), fits, "such an array")
            }
            GetField { object, field, .. } => {
                self.fits(state, object, owner(program.field(field).class))
            }
            PutField {
                object,
                source,
                field,
                ..
            } => {
                let field = program.field(field);
                self.fits(state, object, owner(field.class))?;
                self.fits(state, source, class_name_of(&field.descriptor))
            }
            PutStatic { source, field, .. } => self.fits(
                state,
                source,
                class_name_of(&program.field(field).descriptor),
            ),
            Throw { source } => self.fits(state, source, THROWABLE),
            Return { source } => match Signature::parse(&self.method.descriptor) {
                Some(signature) => self.fits(state, source, class_name_of(signature.result)),
                None => Ok(()),
            },
            Invoke {
                kind,
                method,
                arguments,
                ..
            } => {
                let method = program.method(method);
                let receiver = (kind != InvokeKind::Static).then(|| owner(method.class));
                self.fit(state, arguments, receiver, &method.descriptor)
            }
            InvokePolymorphic {
                index, arguments, ..
            } => {
                let Dynamic::Polymorphic { method, descriptor } = self.body.dynamic[index as usize]
                else {
                    return Ok(());
                };
                let method = program.method(method);
                let receiver = (!method.is_static()).then(|| owner(method.class));
                let descriptor = program.string_lossy(descriptor);
                self.fit(state, arguments, receiver, &descriptor)
            }
            InvokeDynamic {
                index, arguments, ..
            } => match &self.body.dynamic[index as usize] {
                Dynamic::CallSite { descriptor, .. } => {
                    self.fit(state, arguments, None, descriptor)
                }
                _ => Ok(()),
            },
            Concat { arguments, .. } => (self.body.argument_registers(arguments).iter())
                .try_for_each(|register| self.fits(state, *register, STRING)),
            _ => Ok(()),
        }
    }

    /// Checks the arguments of a call.
    fn fit(
        &self,
        state: &State<'p>,
        arguments: Operands,
        receiver: Option<&str>,
        descriptor: &str,
    ) -> Result<(), String> {
        let signature = Signature::parse(descriptor);
        let declared = signature.into_iter().flat_map(|it| it.parameters);
        let types = receiver.into_iter().chain(declared.map(class_name_of));
        let registers = self.body.argument_registers(arguments);
        for (register, name) in registers.iter().zip(types) {
            self.fits(state, *register, name)?;
        }
        Ok(())
    }

    /// Checks one use of a register, which may hold no reference at all.
    fn fits(&self, state: &State<'p>, register: Register, class: &str) -> Result<(), String> {
        all(
            names(state, register),
            |it| self.is_assignable(it, class),
            class,
        )
    }

    fn has_elements(array: &str, kind: Kind) -> bool {
        match array.as_bytes() {
            [b'[', b'Z', ..] => kind == Kind::Byte,
            [b'[', element, ..] => Kind::of_descriptor(*element) == Some(kind),
            _ => false,
        }
    }

    /// Whether a reference of one class may stand where one of another is expected.
    fn is_assignable(&self, from: &str, to: &str) -> bool {
        if from == to || to == OBJECT {
            return true;
        }
        if let Some(to) = to.strip_prefix('[') {
            let Some(from) = from.strip_prefix('[') else {
                return false;
            };
            let are_references = from.starts_with(['L', '[']) && to.starts_with(['L', '[']);
            return are_references && self.is_assignable(class_name_of(from), class_name_of(to));
        }
        let Ok(to) = self.program.load(to) else {
            return false;
        };
        if self.program.class(to).is_interface() {
            return true;
        }
        let from = self.program.load(from);
        from.is_ok_and(|from| self.program.is_subtype(from, to))
    }
}

/// What a register may hold; nothing if it holds no references.
fn names<'s, 'p>(state: &'s State<'p>, register: Register) -> &'s [&'p str] {
    state
        .get(usize::from(register.0))
        .map_or(&[], Vec::as_slice)
}

fn put<'p>(state: &mut State<'p>, register: Register, names: Names<'p>) {
    if let Some(place) = state.get_mut(usize::from(register.0)) {
        *place = names;
    }
}

/// The class of an array's elements, if those are references.
fn element_of(array: &str) -> Option<&str> {
    let element = array.strip_prefix('[')?;
    element
        .starts_with(['L', '['])
        .then(|| class_name_of(element))
}

fn all(names: &[&str], fits: impl Fn(&&&str) -> bool, expected: &str) -> Result<(), String> {
    match names.iter().find(|name| !fits(name)) {
        Some(name) => Err(format!("{name} where {expected} is expected")),
        None => Ok(()),
    }
}

/// Adds what is known on one more way to a meeting point.
fn unite<'p>(
    heads: &mut BTreeMap<u32, State<'p>>,
    pending: &mut Vec<u32>,
    pc: u32,
    state: &State<'p>,
) {
    let known = heads.get_mut(&pc).expect("it is a meeting point");
    let mut changed = known.len() != state.len();
    if changed {
        known.clone_from(state);
    } else {
        for (known, new) in known.iter_mut().zip(state) {
            for name in new {
                if let Err(place) = known.binary_search(name) {
                    known.insert(place, name);
                    changed = true;
                }
            }
        }
    }
    if changed && !pending.contains(&pc) {
        pending.push(pc);
    }
}
