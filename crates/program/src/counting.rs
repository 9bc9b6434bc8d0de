//! Loops that count: some register changes in one direction with every round.
//!
//! A run that only goes round such loops never comes back to where it was: the register is read by
//! its own change, so it lives all through the loop and is part of what "where" means, and it takes
//! four thousand million rounds to come back to its value. (A search that goes through so many states
//! is not what this is about.) Whoever looks for cycles can leave the backward jumps of these loops
//! out: a cycle has another backward jump, outside of the loop.
//!
//! The loop of a head is all that can reach a backward jump to it without passing it. If that takes
//! in the entry of the method, the loop can be entered beside its head, and does not count.

use crate::body::Body;
use crate::ids::Register;
use crate::instruction::{BinaryOperator, Instruction};

/// One bit for each pc whose backward jump goes to the head of a loop that counts.
pub(crate) fn counting_jumps(body: &Body) -> Box<[u64]> {
    let mut jumps = vec![0u64; body.code.len().div_ceil(64)];
    let edges = Edges::new(body);
    for head in 0..body.code.len() as u32 {
        if !body.is_loop_head(head) {
            continue;
        }
        let back = edges.back(head);
        if back.is_empty() {
            continue;
        }
        if let Some(inside) = edges.inside(head, &back)
            && counts(body, &edges, head, &back, &inside)
        {
            for pc in back {
                jumps[pc as usize / 64] |= 1 << (pc % 64);
            }
        }
    }
    jumps.into()
}

/// Who goes where, exceptions included.
pub(crate) struct Edges {
    before: Vec<Vec<u32>>,
    after: Vec<Vec<u32>>,
}

impl Edges {
    pub(crate) fn new(body: &Body) -> Edges {
        let mut edges = Edges {
            before: vec![Vec::new(); body.code.len()],
            after: vec![Vec::new(); body.code.len()],
        };
        for pc in 0..body.code.len() as u32 {
            let mut add = |next: u32| {
                edges.before[next as usize].push(pc);
                edges.after[pc as usize].push(next);
            };
            body.for_each_successor(pc, &mut add);
            body.handlers_at(pc).for_each(|handler| add(handler.target));
        }
        edges
    }

    /// The backward jumps to a head.
    pub(crate) fn back(&self, head: u32) -> Vec<u32> {
        let before = self.before[head as usize].iter().copied();
        before.filter(|pc| *pc >= head).collect()
    }

    /// The pcs of a loop; `None` if it can be entered beside its head.
    pub(crate) fn inside(&self, head: u32, back: &[u32]) -> Option<Vec<bool>> {
        let mut inside = vec![false; self.before.len()];
        inside[head as usize] = true;
        let mut left = back.to_vec();
        while let Some(pc) = left.pop() {
            if !std::mem::replace(&mut inside[pc as usize], true) {
                if pc == 0 {
                    return None;
                }
                left.extend(&self.before[pc as usize]);
            }
        }
        Some(inside)
    }
}

fn counts(body: &Body, edges: &Edges, head: u32, back: &[u32], inside: &[bool]) -> bool {
    let mut candidates: Vec<(Register, i32)> = Vec::new();
    for (pc, instruction) in body.code.iter().enumerate() {
        if inside[pc]
            && let Some((register, by)) = change(instruction)
            && !candidates.iter().any(|(known, _)| *known == register)
        {
            candidates.push((register, by));
        }
    }
    candidates.into_iter().any(|(register, by)| {
        is_monotonous(body, register, by, inside)
            && is_inevitable(body, edges, head, back, register)
    })
}

/// `register += constant`
fn change(instruction: &Instruction) -> Option<(Register, i32)> {
    match *instruction {
        Instruction::BinaryConstant {
            operator: BinaryOperator::IAdd,
            target,
            left,
            right,
        } if target == left && right != 0 => Some((target, right.signum())),
        Instruction::BinaryConstant {
            operator: BinaryOperator::ISub,
            target,
            left,
            right,
        } if target == left && right != 0 => Some((target, -right.signum())),
        _ => None,
    }
}

/// Whether the register changes in this direction only, all through the loop.
fn is_monotonous(body: &Body, register: Register, by: i32, inside: &[bool]) -> bool {
    let caught = |pc: usize| {
        body.handlers
            .iter()
            .any(|it| it.target as usize == pc && it.exception == register)
    };
    body.code.iter().enumerate().all(|(pc, instruction)| {
        let writes = instruction.target() == Some(register) || caught(pc);
        !inside[pc] || !writes || change(instruction) == Some((register, by))
    })
}

/// Whether no round gets past changing the register.
fn is_inevitable(body: &Body, edges: &Edges, head: u32, back: &[u32], register: Register) -> bool {
    let changes =
        |pc: u32| change(&body.code[pc as usize]).is_some_and(|(changed, _)| changed == register);
    let mut seen = vec![false; body.code.len()];
    let mut left = vec![head];
    while let Some(pc) = left.pop() {
        if changes(pc) || std::mem::replace(&mut seen[pc as usize], true) {
            continue;
        }
        if back.contains(&pc) {
            return false;
        }
        left.extend(&edges.after[pc as usize]);
    }
    true
}
