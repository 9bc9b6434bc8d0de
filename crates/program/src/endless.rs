//! Loops without a way out, and the ways round them.
//!
//! The loop of a head is all that can reach a backward jump to it without passing it, exceptions
//! included (as in `counting.rs`). It has a *way out* if a jump, a branch, a `return` or a `throw`
//! leads out of it; that an instruction in it may throw is none.
//!
//! A loop without a way out may have several backward jumps to its head: `javac` makes one of an inner
//! loop at the very beginning, and one of each branch at the very end, so that
//!
//! ```java
//! while (true) { while (!flag) { A } B }
//! while (true) { if (!flag) { A } else { B } }
//! ```
//!
//! are the same code. Its *rounds* therefore are told by their backward jumps, and the branches that
//! decide for one of several are its [`turnings`].

use crate::body::Body;
use crate::counting::Edges;
use crate::instruction::Instruction;

/// One bit for each pc whose backward jump goes to the head of a loop without a way out.
pub(crate) fn endless_jumps(body: &Body) -> Box<[u64]> {
    let mut jumps = vec![0u64; body.code.len().div_ceil(64)];
    let heads = (0..body.code.len() as u32).filter(|pc| body.is_loop_head(*pc));
    let heads: Vec<u32> = heads.collect();
    if heads.is_empty() {
        return jumps.into();
    }
    let edges = Edges::new(body);
    for head in heads {
        let back = edges.back(head);
        if let Some(inside) = edges.inside(head, &back)
            && !has_way_out(body, head, &inside)
        {
            for pc in back {
                jumps[pc as usize / 64] |= 1 << (pc % 64);
            }
        }
    }
    jumps.into()
}

/// The pcs of the branches by which a round of an endless loop that ends with the backward jump at
/// `from` could have become another round.
pub(crate) fn turnings(body: &Body, from: u32) -> Vec<u32> {
    let edges = Edges::new(body);
    let mut heads = Vec::new();
    each_next(body, from, |next| {
        if next <= from && body.is_loop_head(next) {
            heads.push(next);
        }
    });
    let mut found = Vec::new();
    for head in heads {
        let Some(round) = edges.inside(head, &[from]) else {
            continue;
        };
        for pc in 0..body.code.len() as u32 {
            let mut turns = false;
            each_next(body, pc, |next| turns |= !round[next as usize]);
            // The last jump of another round goes to the head as well.
            if round[pc as usize] && turns {
                found.push(pc);
            }
        }
    }
    found
}

/// Whether something but an unforeseen exception leads from the head of a loop out of it.
fn has_way_out(body: &Body, head: u32, inside: &[bool]) -> bool {
    let mut seen = vec![false; body.code.len()];
    let mut left = vec![head];
    while let Some(pc) = left.pop() {
        if !inside[pc as usize] {
            return true;
        }
        if !std::mem::replace(&mut seen[pc as usize], true) {
            each_next(body, pc, |next| left.push(next));
        }
    }
    false
}

/// What follows an instruction, where a `throw` is meant to be caught.
fn each_next(body: &Body, pc: u32, mut visit: impl FnMut(u32)) {
    body.for_each_successor(pc, &mut visit);
    if matches!(body.code[pc as usize], Instruction::Throw { .. }) {
        body.handlers_at(pc)
            .for_each(|handler| visit(handler.target));
    }
}

#[cfg(test)]
mod tests {
    use crate::program::Program;

    /// The backward jumps of endless loops in a method with register `i0`, with their turnings.
    fn endless(code: &str) -> Vec<(u32, Vec<u32>)> {
        let text = format!(
            "class A extends java/lang/Object {{\n method static f(I)V {{\n registers i\n parameters i0\n{code}\n }}\n}}\n"
        );
        let program = Program::new(classpath::ClassPath::empty());
        let classes = program.read_text(&text).unwrap();
        let body = program.body(program.class(classes[0]).methods[0]);
        let jumps = (0..body.code.len() as u32).filter(|pc| body.is_endless(*pc));
        jumps.map(|pc| (pc, body.turnings(pc))).collect()
    }

    /// `while (true) { work(); }`
    #[test]
    fn one_round_has_no_turnings() {
        assert_eq!(endless("L0:\n i0 = ineg i0\n goto L0"), [(1, Vec::new())]);
    }

    /// `while (true) { while (i == 0) { work(); } more(); }`
    #[test]
    fn an_inner_loop_with_the_same_head_is_a_round_of_its_own() {
        let code =
            "L0:\n if i0 != 0 goto L3\n i0 = ineg i0\n goto L0\nL3:\n i0 = iadd i0, 1\n goto L0";
        assert_eq!(endless(code), [(2, vec![0]), (4, vec![0])]);
    }

    /// `while (true) { work(); while (i == 0) { } }`
    #[test]
    fn an_inner_loop_with_a_head_of_its_own_has_a_way_out() {
        let code = "L0:\n i0 = ineg i0\nL1:\n if i0 == 0 goto L1\n goto L0";
        assert_eq!(endless(code), [(2, Vec::new())]);
    }

    #[test]
    fn a_loop_that_returns_or_throws_has_a_way_out() {
        let code = "L0:\n if i0 == 0 goto L2\n goto L0\nL2:\n return";
        assert_eq!(endless(code), []);
    }
}
