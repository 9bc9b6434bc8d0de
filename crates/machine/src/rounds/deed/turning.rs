//! Whether a round of an endless loop is one of polling.
//!
//! In: the backward jump that ends the round. It polls if a branch on its way, by which it could have
//! become another round, goes by what others may change: a field, an element of an array, the answer of
//! the library. It does not if all branches go by what stays: constants, parameters, final fields,
//! fields that only constructors write, and what the program's own methods make of such. A philosopher
//! with an even number that takes the left fork first is not waiting to be given an odd one.

use std::collections::BTreeSet;

use program::{
    Body, FieldAccess, FieldId, Instruction, Method, MethodCode, MethodId, Program, Register,
};

/// Calls inside of calls that are looked into.
const DEPTH: usize = 4;

/// Whether a round of a loop that ends with this backward jump polls: it could have become another round,
/// or have left the loop, by what others may change.
pub fn polls(program: &Program, body: &Body, jump: u32) -> bool {
    let turnings = body.turnings(jump);
    if turnings.is_empty() {
        return false;
    }
    let mut origins = Origins {
        program,
        body,
        before: before(body),
        seen: BTreeSet::new(),
    };
    turnings.iter().any(|pc| !origins.stay(*pc))
}

/// What may come before each instruction.
fn before(body: &Body) -> Vec<Vec<u32>> {
    let mut before = vec![Vec::new(); body.code.len()];
    for pc in 0..body.code.len() as u32 {
        let mut add = |next: u32| before[next as usize].push(pc);
        body.for_each_successor(pc, &mut add);
        body.handlers_at(pc).for_each(|it| add(it.target));
    }
    before
}

/// A search for where values come from.
struct Origins<'p> {
    program: &'p Program,
    body: &'p Body,
    before: Vec<Vec<u32>>,
    /// Instructions whose values have been looked at.
    seen: BTreeSet<u32>,
}

impl Origins<'_> {
    /// Whether nobody else can change what the instruction at `pc` uses.
    fn stay(&mut self, pc: u32) -> bool {
        let mut registers = Vec::new();
        self.body.for_each_source(pc, |it| registers.push(it));
        registers.into_iter().all(|it| self.register_stays(pc, it))
    }

    /// Whether nobody else can change what the register holds at `pc`.
    fn register_stays(&mut self, pc: u32, register: Register) -> bool {
        let mut passed = BTreeSet::from([pc]);
        let mut left = self.before[pc as usize].clone();
        let mut origins = BTreeSet::new();
        while let Some(pc) = left.pop() {
            if self.body.code[pc as usize].target() == Some(register) {
                origins.insert(pc);
                if self.seen.insert(pc)
                    && !(is_lasting(self.program, self.body, pc, DEPTH) && self.stay(pc))
                {
                    return false;
                }
            } else if passed.insert(pc) {
                left.extend(&self.before[pc as usize]);
            }
        }
        // One of several values: some branch has chosen it.
        origins.len() < 2 || self.branches_stay()
    }

    /// Whether all branches of the method go by what stays.
    fn branches_stay(&mut self) -> bool {
        let branches = (0..self.body.code.len() as u32).filter(|pc| {
            matches!(
                self.body.code[*pc as usize],
                Instruction::Branch { .. }
                    | Instruction::BranchConstant { .. }
                    | Instruction::Switch { .. }
            )
        });
        let branches: Vec<u32> = branches.collect();
        branches
            .into_iter()
            .all(|pc| !self.seen.insert(pc) || self.stay(pc))
    }
}

/// Whether the instruction makes the same of the same registers at any time.
fn is_lasting(program: &Program, body: &Body, pc: u32, depth: usize) -> bool {
    match body.code[pc as usize] {
        Instruction::GetField { field, .. } | Instruction::GetStatic { field, .. } => {
            is_constant(program, field)
        }
        Instruction::Invoke { method, .. } => depth > 0 && is_function(program, method, depth - 1),
        Instruction::ArrayLoad { .. }
        | Instruction::InvokePolymorphic { .. }
        | Instruction::InvokeDynamic { .. }
        | Instruction::ConstantDynamic { .. } => false,
        _ => true,
    }
}

/// Whether a method of the program's own looks at nothing that others may change.
fn is_function(program: &Program, method: MethodId, depth: usize) -> bool {
    let it = program.method(method);
    if program.class(it.class).is_library || !has_body(it) {
        return false;
    }
    let body = program.body(method);
    (0..body.code.len() as u32).all(|pc| is_lasting(program, body, pc, depth))
}

/// Whether only constructors write a field, as far as its own class tells.
fn is_constant(program: &Program, id: FieldId) -> bool {
    let field = program.field(id);
    match field.access {
        FieldAccess::Final => true,
        FieldAccess::Volatile => false,
        FieldAccess::Plain if field.is_static => false,
        FieldAccess::Plain => {
            let methods = program.class(field.class).methods.iter();
            methods
                .map(|it| program.method(*it))
                .filter(|it| &*it.name != "<init>" && has_body(it))
                .all(|it| {
                    let writes = |it: &Instruction| matches!(it, Instruction::PutField { field, .. } if *field == id);
                    !program.body(it.id).code.iter().any(writes)
                })
        }
    }
}

fn has_body(method: &Method) -> bool {
    method.code == MethodCode::Bytecode
}
