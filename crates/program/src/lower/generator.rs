//! Random numbers of library loops that wait.
//!
//! `Exchanger` and `ForkJoinPool` draw numbers from a generator of three shifts (Marsaglia 2003) in
//! loops that go round until another thread has moved on. Its period is 2³²-1, so each round would be
//! a state of its own, and a search would never see that nothing changes. Which numbers come is a
//! matter of chance, and seeds are fixed all the same; so here the generator has a period of two:
//! from `x` it goes to `!x`, and back. Both signs come and every bit has both values, so that code
//! that waits for a certain one gets it.

use crate::body::Body;
use crate::ids::Register;
use crate::instruction::{BinaryOperator, Instruction};

/// The classes, with their nested ones.
pub(super) const WAITING: [&str; 2] = [
    "java/util/concurrent/Exchanger",
    "java/util/concurrent/ForkJoinPool",
];

/// Shortens the period of the generators in the code of a class.
pub(super) fn shorten(class: &str, body: &mut Body) {
    if !WAITING.iter().any(|name| class.starts_with(name)) {
        return;
    }
    for first in 0..body.code.len() {
        let Some(register) = body.code.get(first..first + 6).and_then(generator) else {
            continue;
        };
        // The first of them may be jumped to, and the others keep their places.
        body.code[first] = Instruction::BinaryConstant {
            operator: BinaryOperator::IXor,
            target: register,
            left: register,
            right: -1,
        };
        body.code[first + 1..first + 6].fill(Instruction::Move {
            target: register,
            source: register,
        });
    }
}

/// The register of `x ^= x << a; x ^= x >>> b; x ^= x << c`, if that is what is there.
fn generator(code: &[Instruction]) -> Option<Register> {
    let mut found = None;
    for (pair, expected) in code.chunks(2).zip([
        BinaryOperator::IShl,
        BinaryOperator::IUshr,
        BinaryOperator::IShl,
    ]) {
        let [
            Instruction::BinaryConstant {
                operator,
                target: shifted,
                left: source,
                ..
            },
            Instruction::Binary {
                operator: BinaryOperator::IXor,
                target,
                left,
                right,
            },
        ] = pair
        else {
            return None;
        };
        let is_step = operator == &expected && left == source && right == shifted;
        if !is_step || target != source || found.is_some_and(|found| found != *target) {
            return None;
        }
        found = Some(*target);
    }
    found
}
