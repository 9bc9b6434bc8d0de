//! Numbers of the library that only tune it.
//!
//! Before a thread parks, the library lets it look a few hundred times whether that is needed at all.
//! A round that sees nothing leaves nothing behind but a lower counter. So whatever a thread can see in
//! one of many rounds it can also see in one of few: it only has to come to that round later. Each round
//! is a state of its own for every state of the other threads, so here there are few: as few as the
//! library takes on a machine with one processor, or as many as it takes to look everywhere.
//!
//! The idle workers of `ForkJoinPool` up to JDK 17 number their rests, to tell a word that is as it was
//! from one that is so again. A worker that finds a push half done rests and wakes itself until it is
//! done, so each round would be a state of its own here, too. The numbers have 15 bits; here they have
//! three. A stale word passes for a fresh one only if its reader stood still while a worker rested
//! exactly eight times.
//!
//! A thread that helps others looks into one queue after the other until there is nothing left to wait
//! for. It counts on for ever and takes of the count only what is an index; here the count is that.

use ristretto_classfile::attributes::Instruction as Bytecode;

use crate::body::Body;
use crate::class::{Class, Method};
use crate::ids::ClassId;
use crate::instruction::{BinaryOperator, Instruction};
use crate::lower::generator;
use crate::program::Program;

const POOL: &str = "java/util/concurrent/ForkJoinPool";

const EXCHANGER: &str = "java/util/concurrent/Exchanger";

/// Class, method, how often it looks, and how often it does here.
const ROUNDS: [(&str, &str, i32, i32); 7] = [
    // The larger of this and three times through all queues.
    (POOL, "deactivate", 256, 0),
    (POOL, "spinLockRunState", 128, 1),
    ("java/util/concurrent/Phaser", "<clinit>", 256, 1),
    (EXCHANGER, "slotExchange", 1024, 1),
    (EXCHANGER, "arenaExchange", 1024, 1),
    // The same in one, since JDK 21.
    (EXCHANGER, "xchg", 1024, 1),
    (
        "java/util/concurrent/LinkedTransferQueue$DualNode",
        "await",
        128,
        1,
    ),
];

/// Added to a worker's phase when it rests.
const REST: i32 = 1 << 16;

/// What is kept of a phase: all but its sign, and here its lower half with three bits above.
const PHASE: (i32, i32) = (i32::MAX, 0x7_ffff);

/// Methods that count on, round by round, what they use as an index only.
const ROUND: [&str; 4] = ["helpJoin", "helpComplete", "helpQuiesce", "helpQuiescePool"];

/// The slot of the local that is such an index: the only one that is counted up.
pub(super) fn index(class: &Class, method: &Method, code: &[Bytecode]) -> Option<u16> {
    if &*class.name != POOL || !ROUND.contains(&&*method.name) {
        return None;
    }
    let mut slots = code.iter().filter_map(|bytecode| match bytecode {
        Bytecode::Iinc(slot, by) if *by > 0 => Some(u16::from(*slot)),
        Bytecode::Iinc_w(slot, by) if *by > 0 => Some(*slot),
        _ => None,
    });
    slots.next().filter(|_| slots.next().is_none())
}

/// What is different from the library as it is, in words, for the classes that are loaded.
pub fn differences(program: &Program) -> Vec<&'static str> {
    let mut all = Vec::new();
    let classes = ROUNDS.iter().map(|(class, ..)| *class);
    if classes.clone().any(|class| program.loaded(class).is_some()) {
        all.push("library code that looks again before it parks does so a few times only");
    }
    if generator::WAITING
        .iter()
        .any(|class| program.loaded(class).is_some())
    {
        all.push("random numbers in waiting loops of the library alternate between two");
    }
    let counts = |class: ClassId| {
        let mut fields = program.class(class).fields.iter();
        fields.any(|field| &*program.field(*field).name == "SS_SEQ")
    };
    if program.loaded(POOL).is_some_and(counts) {
        all.push("idle fork-join workers number their rests from 0 to 7 (the JDK: to 32,767)");
    }
    all
}

/// Takes smaller numbers in the code of a library method, where they only tune it.
pub(super) fn tune(class: &str, method: &str, body: &mut Body) {
    if !class.starts_with("java/util/concurrent/") {
        return;
    }
    for &(_, _, many, few) in ROUNDS
        .iter()
        .filter(|(of, name, ..)| *of == class && *name == method)
    {
        body.code.iter_mut().for_each(|it| replace(it, many, few));
    }
    if (class, method) == (POOL, "awaitWork") {
        for first in 1..body.code.len() {
            if let [added, kept] = &mut body.code[first - 1..=first] {
                shorten(added, kept);
            }
        }
    }
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
