//! Registers of a body, one for each value that they hold one after the other.
//!
//! In: a [`Body`], whose registers are slots of the Java stack and locals, used again and again for different
//! things. Out: one in which assignments that no use has in common have different registers, so that what is
//! known of a register ([`super::values`]) is known of one variable. Instructions keep their indices.
//!
//! Assignments that reach a common use are one web (Muchnick, *Advanced Compiler Design*, 16.3.3): reaching
//! definitions, then union of those that meet.

use program::{Body, Instruction, Kind, Register};

/// A body with split registers, and where each of them comes from.
#[derive(Debug)]
pub(super) struct Split {
    pub(super) body: Body,
    origins: Vec<Register>,
}

impl Split {
    /// The register of the original body.
    pub(super) fn origin(&self, register: Register) -> Register {
        self.origins[register.index()]
    }
}

/// Splits the registers of a body.
pub(super) fn split(body: &Body) -> Split {
    let webs = Webs::of(body);
    let mut registers: Vec<Kind> = body.registers.to_vec();
    let mut origins: Vec<Register> = (0..registers.len() as u16).map(Register).collect();
    let mut names: Vec<Option<Register>> = vec![None; webs.definitions.len()];
    let mut taken = vec![false; registers.len()];
    for definition in 0..webs.definitions.len() {
        let root = webs.root(definition);
        if names[root].is_none() {
            let register = webs.definitions[root];
            if !register.is_some() {
                names[definition] = Some(register);
                continue;
            }
            let is_first = !std::mem::replace(&mut taken[register.index()], true);
            names[root] = Some(match is_first {
                true => register,
                false => {
                    registers.push(body.registers[register.index()]);
                    origins.push(register);
                    Register(registers.len() as u16 - 1)
                }
            });
        }
        names[definition] = names[root];
    }
    let name = |definition: usize| names[definition].expect("each web has a name");
    let mut code = body.code.to_vec();
    let mut operands = body.operands.to_vec();
    for (pc, instruction) in code.iter_mut().enumerate() {
        let read = |register: Register| match webs.read(pc, register) {
            Some(definition) => name(definition),
            None => register,
        };
        if let Some(arguments) = instruction.arguments() {
            let start = arguments.start as usize;
            let end = start + usize::from(arguments.count);
            for (operand, register) in operands[start..end]
                .iter_mut()
                .zip(&body.operands[start..end])
            {
                *operand = read(*register);
            }
        }
        let written = webs.written[pc].map(name);
        rename(instruction, &read, written);
    }
    let parameters = (0..body.parameters.len()).map(name).collect();
    let first = body.parameters.len();
    let mut handlers = body.handlers.to_vec();
    for (number, handler) in handlers.iter_mut().enumerate() {
        if handler.exception.is_some() {
            handler.exception = name(first + number);
        }
    }
    let mut made = Body::empty();
    made.registers = registers.into();
    made.references = body.references;
    made.parameters = parameters;
    made.code = code.into();
    made.operands = operands.into();
    made.switches = body.switches.clone();
    made.dynamic = body.dynamic.clone();
    made.handlers = handlers.into();
    made.lines = body.lines.clone();
    made.locals = body.locals.clone();
    made.loop_heads = body.loop_heads.clone();
    Split {
        body: made,
        origins,
    }
}

/// Which assignments belong together.
struct Webs {
    /// The register of each assignment: of parameters, of handlers, of instructions.
    definitions: Vec<Register>,
    /// The assignment by each instruction.
    written: Vec<Option<usize>>,
    /// For each instruction, the assignments that reach it.
    reaching: Vec<Vec<usize>>,
    parents: Vec<usize>,
}

impl Webs {
    fn of(body: &Body) -> Webs {
        let mut definitions: Vec<Register> = body.parameters.to_vec();
        let caught = definitions.len();
        definitions.extend(body.handlers.iter().map(|it| it.exception));
        let mut written = Vec::new();
        for instruction in &body.code {
            let target = super::instruction::target(instruction);
            written.push(target.map(|_| definitions.len()));
            definitions.extend(target);
        }
        let count = definitions.len();
        let mut webs = Webs {
            reaching: reaching(body, &definitions, &written, caught),
            definitions,
            written,
            parents: (0..count).collect(),
        };
        for pc in 0..body.code.len() {
            let mut read: Vec<Register> = Vec::new();
            body.for_each_source(pc as u32, |it| read.push(it));
            for register in read {
                let same = |it: &&usize| webs.definitions[**it] == register;
                let meeting: Vec<usize> = webs.reaching[pc].iter().filter(same).copied().collect();
                for pair in meeting.windows(2) {
                    let (a, b) = (webs.root(pair[0]), webs.root(pair[1]));
                    webs.parents[a.max(b)] = a.min(b);
                }
            }
        }
        webs
    }

    fn root(&self, mut definition: usize) -> usize {
        while self.parents[definition] != definition {
            definition = self.parents[definition];
        }
        definition
    }

    fn read(&self, pc: usize, register: Register) -> Option<usize> {
        let mut reaching = self.reaching[pc].iter();
        reaching
            .find(|it| self.definitions[**it] == register)
            .copied()
    }
}

/// The assignments that reach each instruction, by rising number.
fn reaching(
    body: &Body,
    definitions: &[Register],
    written: &[Option<usize>],
    caught: usize,
) -> Vec<Vec<usize>> {
    let count = body.code.len();
    let mut before = vec![vec![false; definitions.len()]; count + 1];
    let mut seen = vec![false; count + 1];
    for parameter in before[0].iter_mut().take(caught) {
        *parameter = true;
    }
    seen[0] = true;
    let mut todo = vec![0usize];
    while let Some(pc) = todo.pop() {
        if pc >= count {
            continue;
        }
        let now = before[pc].clone();
        let mut after = now.clone();
        if let Some(definition) = written[pc] {
            kill(&mut after, definitions, definition);
        }
        let mut flows: Vec<(usize, Vec<bool>)> = Vec::new();
        body.for_each_successor(pc as u32, |to| flows.push((to as usize, after.clone())));
        for (number, handler) in body.handlers.iter().enumerate() {
            if !(handler.start..handler.end).contains(&(pc as u32)) {
                continue;
            }
            for state in [&now, &after] {
                let mut state = state.clone();
                if handler.exception.is_some() {
                    kill(&mut state, definitions, caught + number);
                }
                flows.push((handler.target as usize, state));
            }
        }
        for (to, state) in flows {
            let mut changed = !std::mem::replace(&mut seen[to], true);
            for (there, here) in before[to].iter_mut().zip(state) {
                changed |= here && !*there;
                *there |= here;
            }
            if changed {
                todo.push(to);
            }
        }
    }
    let numbers = |it: Vec<bool>| {
        let all = it.into_iter().enumerate();
        all.filter(|it| it.1).map(|it| it.0).collect()
    };
    before.into_iter().map(numbers).collect()
}

/// An assignment takes the place of all others to its register.
fn kill(state: &mut [bool], definitions: &[Register], definition: usize) {
    for (number, register) in definitions.iter().enumerate() {
        if *register == definitions[definition] {
            state[number] = number == definition;
        }
    }
}

/// Gives the registers of an instruction, but for its operands, new names.
fn rename(
    instruction: &mut Instruction,
    read: &dyn Fn(Register) -> Register,
    written: Option<Register>,
) {
    let assign = |target: &mut Register| {
        if let Some(written) = written {
            *target = written;
        }
    };
    let follow = |source: &mut Register| {
        if source.is_some() {
            *source = read(*source);
        }
    };
    match instruction {
        Instruction::Constant { target, .. }
        | Instruction::ConstantString { target, .. }
        | Instruction::ConstantClass { target, .. }
        | Instruction::ConstantSingleton { target, .. }
        | Instruction::ConstantDynamic { target, .. }
        | Instruction::New { target, .. }
        | Instruction::NewMultiArray { target, .. }
        | Instruction::GetStatic { target, .. }
        | Instruction::Invoke { target, .. }
        | Instruction::InvokePolymorphic { target, .. }
        | Instruction::InvokeDynamic { target, .. }
        | Instruction::Concat { target, .. } => assign(target),
        Instruction::Move { target, source } | Instruction::Unary { target, source, .. } => {
            follow(source);
            assign(target);
        }
        Instruction::Binary {
            target,
            left,
            right,
            ..
        } => {
            follow(left);
            follow(right);
            assign(target);
        }
        Instruction::BinaryConstant { target, left, .. } => {
            follow(left);
            assign(target);
        }
        Instruction::NewArray { target, length, .. } => {
            follow(length);
            assign(target);
        }
        Instruction::ArrayLength { target, array } => {
            follow(array);
            assign(target);
        }
        Instruction::ArrayLoad {
            target,
            array,
            index,
            ..
        } => {
            follow(array);
            follow(index);
            assign(target);
        }
        Instruction::ArrayStore {
            array,
            index,
            source,
            ..
        } => {
            follow(array);
            follow(index);
            follow(source);
        }
        Instruction::GetField { target, object, .. }
        | Instruction::InstanceOf { target, object, .. } => {
            follow(object);
            assign(target);
        }
        Instruction::PutField { object, source, .. } => {
            follow(object);
            follow(source);
        }
        Instruction::Branch { left, right, .. } => {
            follow(left);
            follow(right);
        }
        Instruction::BranchConstant { left, .. } => follow(left),
        Instruction::Switch { value, .. } => follow(value),
        Instruction::Return { source }
        | Instruction::Throw { source }
        | Instruction::PutStatic { source, .. } => follow(source),
        Instruction::CheckCast { object, .. }
        | Instruction::MonitorEnter { object }
        | Instruction::MonitorExit { object } => follow(object),
        Instruction::Jump { .. } | Instruction::Raise { .. } | Instruction::Unsupported { .. } => {}
    }
}
