//! Library code that waits by looking again and again looks less often, so that there are fewer states.
//!
//! In: bodies of the library, as they are lowered. Out: the same with the numbers of `jdk::tuning`, which
//! says why no program can tell. Reports list the differences.

use jdk::tuning::{COUNTS_RESTS, INDEXING, PHASE, POOL, REST, RESTING, ROUNDS, WAITING};
use program::{BinaryOperator, Body, ClassId, ClassPath, Instruction, Program, Register, Tuning};

/// A program over these classes, as the machine runs it.
pub fn program(classes: ClassPath) -> Program {
    Program::with_tuning(classes, Some(Box::new(FewRounds)))
}

/// Takes the numbers of `jdk::tuning`.
struct FewRounds;

impl Tuning for FewRounds {
    fn tune(&self, class: &str, method: &str, body: &mut Body) {
        if !class.starts_with("java/util/concurrent/") {
            return;
        }
        if WAITING.iter().any(|name| class.starts_with(name)) {
            shorten_generators(body);
        }
        for &(_, _, many, few) in ROUNDS
            .iter()
            .filter(|(of, name, ..)| *of == class && *name == method)
        {
            body.code.iter_mut().for_each(|it| replace(it, many, few));
        }
        if (class, method) == RESTING {
            for first in 1..body.code.len() {
                if let [added, kept] = &mut body.code[first - 1..=first] {
                    shorten(added, kept);
                }
            }
        }
    }

    fn is_ring_index(&self, class: &str, method: &str) -> bool {
        class == POOL && INDEXING.contains(&method)
    }
}

/// What is different from the library as it is, in words, for the classes that are loaded.
pub fn differences(program: &Program) -> Vec<&'static str> {
    let mut all = Vec::new();
    let classes = ROUNDS.iter().map(|(class, ..)| *class);
    if classes.clone().any(|class| program.loaded(class).is_some()) {
        all.push("library code that looks again before it parks does so a few times only");
    }
    if WAITING.iter().any(|class| program.loaded(class).is_some()) {
        all.push("random numbers in waiting loops of the library alternate between two");
    }
    let counts = |class: ClassId| {
        let mut fields = program.class(class).fields.iter();
        fields.any(|field| &*program.field(*field).name == COUNTS_RESTS)
    };
    if program.loaded(POOL).is_some_and(counts) {
        all.push("idle fork-join workers number their rests from 0 to 7 (the JDK: to 32,767)");
    }
    all
}

/// Gives the random generators of a body a period of two.
fn shorten_generators(body: &mut Body) {
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

fn replace(instruction: &mut Instruction, many: i32, few: i32) {
    match instruction {
        Instruction::Constant { value, .. } if *value == many as u64 => *value = few as u64,
        Instruction::BranchConstant { right, .. } if *right == many => *right = few,
        _ => {}
    }
}

/// `(phase + REST) & PHASE`
fn shorten(added: &Instruction, kept: &mut Instruction) {
    let Instruction::BinaryConstant {
        operator: BinaryOperator::IAdd,
        target: sum,
        right: REST,
        ..
    } = added
    else {
        return;
    };
    if let Instruction::BinaryConstant {
        operator: BinaryOperator::IAnd,
        left,
        right,
        ..
    } = kept
        && left == sum
        && *right == PHASE.0
    {
        *right = PHASE.1;
    }
}
