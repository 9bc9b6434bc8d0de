//! Registers, split into the variables that share them.
//!
//! In: a body. Out: [`Webs`], which tells for each use and each assignment of a reference register
//! which *web* it belongs to: a set of assignments that reach common uses. Lowering gives one
//! register to many variables; an analysis that does not follow the order of steps must not mix
//! them up.
//!
//! Why it is right: two assignments that both may reach a use are joined where their paths meet,
//! which is a point at which the register is live. So every use sees assignments of one web only,
//! and a web's set of values covers what its uses can see.

use program::{Body, Register, liveness};

/// No web: the register holds no reference, or the code is never reached.
pub const NONE: u32 = u32::MAX;

/// The webs of a body.
#[derive(Debug, Default)]
pub struct Webs {
    /// How many there are.
    pub count: u32,
    /// By pc: the web that the instruction assigns.
    defined: Vec<u32>,
    /// By pc: the webs of the reference registers that the instruction reads.
    used: Vec<Vec<(Register, u32)>>,
    /// By position: the webs of the parameters.
    parameters: Vec<u32>,
    /// By handler: the web of its exception.
    handlers: Vec<u32>,
    /// The only assignment of each web, if it is one instruction: its pc.
    only: Vec<u32>,
    /// By web: the register that it is a part of.
    registers: Vec<Register>,
}

impl Webs {
    /// Splits the registers of a body.
    pub fn new(body: &Body) -> Webs {
        Splitter::new(body).run()
    }

    /// The web that the instruction assigns.
    pub fn defined(&self, pc: u32) -> u32 {
        self.defined[pc as usize]
    }

    /// The web of a register that the instruction reads.
    pub fn used(&self, pc: u32, register: Register) -> u32 {
        let used = self.used[pc as usize].iter();
        let mut used = used.filter(|(it, _)| *it == register);
        used.next().map_or(NONE, |(_, web)| *web)
    }

    /// The web of the parameter at a position.
    pub fn parameter(&self, index: usize) -> u32 {
        self.parameters.get(index).copied().unwrap_or(NONE)
    }

    /// The position of the parameter whose web this is, if nothing else is assigned to it.
    pub fn parameter_of(&self, web: u32) -> Option<usize> {
        let position = self.parameters.iter().position(|it| *it == web)?;
        let assigned = self.defined.contains(&web) || self.handlers.contains(&web);
        (!assigned && self.parameters.iter().filter(|it| **it == web).count() == 1)
            .then_some(position)
    }

    /// The web of the exception of a handler.
    pub fn handler(&self, index: usize) -> u32 {
        self.handlers[index]
    }

    /// The register of each web.
    pub fn registers(&self) -> &[Register] {
        &self.registers
    }

    /// The only instruction that assigns the web, if nothing else does.
    pub fn only(&self, web: u32) -> Option<u32> {
        self.only
            .get(web as usize)
            .copied()
            .filter(|it| *it != NONE)
    }
}

struct Splitter<'a> {
    body: &'a Body,
    /// Assignments that are joined, as a forest.
    parents: Vec<u32>,
    /// By pc and register: the assignment that reaches.
    reaching: Vec<Option<Vec<u32>>>,
    first_handler: u32,
}

impl<'a> Splitter<'a> {
    fn new(body: &'a Body) -> Splitter<'a> {
        // Assignments are numbered: parameters, instructions by pc, handlers.
        let first_handler = (body.parameters.len() + body.code.len()) as u32;
        let count = first_handler as usize + body.handlers.len();
        Splitter {
            body,
            parents: (0..count as u32).collect(),
            reaching: vec![None; body.code.len()],
            first_handler,
        }
    }

    fn find(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    fn is_reference(&self, register: Register) -> bool {
        register.0 < self.body.references
    }

    fn run(mut self) -> Webs {
        let body = self.body;
        let references = usize::from(body.references);
        let mut entry = vec![NONE; references];
        for (index, parameter) in body.parameters.iter().enumerate() {
            if self.is_reference(*parameter) {
                entry[usize::from(parameter.0)] = index as u32;
            }
        }
        let mut work = vec![(0u32, entry)];
        while let Some((pc, state)) = work.pop() {
            if let Some(known) = self.reaching[pc as usize].take() {
                for register in liveness::registers(body.live(pc)) {
                    let at = usize::from(register.0);
                    if at < references && known[at] != NONE && state[at] != NONE {
                        let (one, other) = (self.find(known[at]), self.find(state[at]));
                        self.parents[one.max(other) as usize] = one.min(other);
                    }
                }
                self.reaching[pc as usize] = Some(known);
                continue;
            }
            self.reaching[pc as usize] = Some(state.clone());
            let instruction = &body.code[pc as usize];
            if instruction.may_throw() {
                for (index, handler) in body.handlers.iter().enumerate() {
                    if (handler.start..handler.end).contains(&pc) {
                        let mut caught = state.clone();
                        if handler.exception.is_some() {
                            let at = usize::from(handler.exception.0);
                            caught[at] = self.first_handler + index as u32;
                        }
                        work.push((handler.target, caught));
                    }
                }
            }
            let mut after = state;
            if let Some(target) = instruction.target().filter(|it| self.is_reference(*it)) {
                after[usize::from(target.0)] = body.parameters.len() as u32 + pc;
            }
            body.for_each_successor(pc, |next| work.push((next, after.clone())));
        }
        self.number()
    }

    fn number(mut self) -> Webs {
        let body = self.body;
        let mut numbers = vec![NONE; self.parents.len()];
        let mut webs = Webs::default();
        let mut web_of = |splitter: &mut Splitter<'_>, definition: u32, register: Register| {
            let root = splitter.find(definition) as usize;
            if numbers[root] == NONE {
                numbers[root] = webs.count;
                webs.count += 1;
                webs.registers.push(register);
            }
            numbers[root]
        };
        let mut assigned: Vec<(u32, u32)> = Vec::new();
        let mut parameters = Vec::new();
        for (index, parameter) in body.parameters.iter().enumerate() {
            let web = match self.is_reference(*parameter) {
                true => web_of(&mut self, index as u32, *parameter),
                false => NONE,
            };
            parameters.push(web);
            assigned.push((web, NONE));
        }
        let mut defined = Vec::new();
        let mut used = Vec::new();
        for pc in 0..body.code.len() as u32 {
            let target = body.code[pc as usize].target();
            let web = match target.filter(|it| self.is_reference(*it)) {
                Some(target) => web_of(&mut self, body.parameters.len() as u32 + pc, target),
                None => NONE,
            };
            defined.push(web);
            assigned.push((web, pc));
            let mut read: Vec<Register> = Vec::new();
            body.for_each_source(pc, |it| read.push(it));
            read.retain(|it| self.is_reference(*it));
            let state = self.reaching[pc as usize].take();
            let of = |register: &Register| {
                let state = state.as_ref()?;
                let definition = state[usize::from(register.0)];
                (definition != NONE).then_some((*register, definition))
            };
            let reaching: Vec<(Register, u32)> = read.iter().filter_map(of).collect();
            let mut list: Vec<(Register, u32)> = Vec::new();
            for (register, definition) in reaching {
                list.push((register, web_of(&mut self, definition, register)));
            }
            used.push(list);
        }
        let mut handlers = Vec::new();
        let first_handler = self.first_handler;
        for (index, handler) in body.handlers.iter().enumerate() {
            let web = match handler.exception.is_some() {
                true => web_of(&mut self, first_handler + index as u32, handler.exception),
                false => NONE,
            };
            handlers.push(web);
            assigned.push((web, NONE));
        }
        let mut only = vec![NONE; webs.count as usize];
        let mut seen = vec![false; webs.count as usize];
        for (web, pc) in assigned.into_iter().filter(|(web, _)| *web != NONE) {
            let is_first = !std::mem::replace(&mut seen[web as usize], true);
            only[web as usize] = if is_first { pc } else { NONE };
        }
        Webs {
            count: webs.count,
            defined,
            used,
            parameters,
            handlers,
            only,
            registers: webs.registers,
        }
    }
}
