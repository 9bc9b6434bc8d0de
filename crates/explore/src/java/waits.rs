//! In what a thread waits: calls of the library, and loops of the program's own.
//!
//! In: where a thread stands. Out: the call of the library that it is in and may have to wait in
//! ([`WaitSites::call`]), and what is known of the loops that it is in ([`WaitSites::loops`]). A call is
//! the outermost of those that `jdk::blocking` lists, above the last call of the program's own: what the
//! library does to serve one call is part of that call, and what the program does when the library calls
//! it is none of the library's.

use std::collections::BTreeSet;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use jdk::blocking::{Blocking, PAUSES, blocking};
use machine::Machine;
use program::{Body, Instruction, MethodCode, MethodId, Program};

/// A call of the library in which a thread may have to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WaitingCall {
    /// Its place on the stack; 0 is the outermost call of the thread.
    pub(super) depth: usize,
    pub(super) kind: Blocking,
    /// Whether the program's own code has called it.
    pub(super) by_program: bool,
    /// Whether it waits for the end of threads.
    pub(super) joins: bool,
}

/// What is known of the loops that a thread is in, of the program's own code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Loops {
    /// Whether it is in one that it may leave, or go round otherwise, by what other threads do.
    pub(super) polls: bool,
    /// The innermost of those in which threads pause: depth on the stack, and head.
    pub(super) innermost: Option<(usize, u32)>,
}

/// The innermost loop around an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Around {
    head: Option<u32>,
    polls: bool,
    pauses: bool,
}

/// What has been found out about methods and instructions.
#[derive(Default)]
pub(super) struct WaitSites {
    calls: HashMap<MethodId, Option<(Blocking, bool)>, FixedState>,
    loops: HashMap<(MethodId, u32), Around, FixedState>,
}

impl WaitSites {
    /// The call that a thread is in and may have to wait in.
    pub(super) fn call(&mut self, machine: &Machine<'_>, thread: usize) -> Option<WaitingCall> {
        let frames = &machine.threads()[thread].frames;
        let program = machine.program();
        let own = |method: MethodId| machine.has_method(method) && !is_library(program, method);
        let last = frames.iter().rposition(|it| own(it.method));
        let first = last.map_or(0, |it| it + 1);
        let mut above = frames.iter().enumerate().skip(first);
        above.find_map(|(depth, frame)| {
            if !machine.has_method(frame.method) {
                return None;
            }
            let known = self.calls.entry(frame.method);
            let (kind, joins) = (*known.or_insert_with(|| meaning(program, frame.method)))?;
            Some(WaitingCall {
                depth,
                kind,
                by_program: last.is_some(),
                joins,
            })
        })
    }

    /// What is known of the loops that a thread is in.
    pub(super) fn loops(&mut self, machine: &Machine<'_>, thread: usize) -> Loops {
        let program = machine.program();
        let mut found = Loops::default();
        for (depth, frame) in machine.threads()[thread].frames.iter().enumerate() {
            if !machine.has_method(frame.method) || is_library(program, frame.method) {
                continue;
            }
            let known = self.loops.entry((frame.method, frame.pc));
            let around = known.or_insert_with(|| around(program, frame.body, frame.pc));
            found.polls |= around.polls;
            if around.polls && around.pauses {
                found.innermost = around.head.map(|head| (depth, head));
            }
        }
        found
    }

    /// Whether the thread has run code of the program's own.
    pub(super) fn is_of_program(machine: &Machine<'_>, thread: usize) -> bool {
        let program = machine.program();
        let mut frames = machine.threads()[thread].frames.iter();
        frames.any(|it| machine.has_method(it.method) && !is_library(program, it.method))
    }
}

fn is_library(program: &Program, method: MethodId) -> bool {
    program.class(program.method(method).class).is_library
}

fn meaning(program: &Program, method: MethodId) -> Option<(Blocking, bool)> {
    let method = program.method(method);
    let class = program.class(method.class);
    if !class.is_library {
        return None;
    }
    let kind = blocking(&class.name, &method.name, &method.descriptor)?;
    let joins = matches!(
        &*class.name,
        "java/lang/Thread" | "java/util/concurrent/TimeUnit"
    ) && matches!(&*method.name, "join" | "timedJoin")
        || &*method.name == "awaitTermination";
    Some((kind, joins))
}

/// The innermost loop around an instruction.
fn around(program: &Program, body: &Body, pc: u32) -> Around {
    let loops = NaturalLoops::of(body);
    let Some((head, inside)) = loops.innermost(pc) else {
        return Around::default();
    };
    let jumps = loops.before[*head as usize]
        .iter()
        .filter(|it| inside.contains(*it));
    let polls = jumps
        .into_iter()
        .any(|jump| machine::polls(program, body, *jump));
    let pauses = inside.iter().any(|at| is_pause(program, body, *at, 2));
    Around {
        head: Some(*head),
        polls,
        pauses,
    }
}

/// The natural loops of a method. Loops with one head are one.
pub(super) struct NaturalLoops {
    /// For each instruction, those that may come before it.
    before: Vec<Vec<u32>>,
    /// Heads, with the instructions of their loops.
    all: Vec<(u32, BTreeSet<u32>)>,
}

impl NaturalLoops {
    /// The loops of a body.
    pub(super) fn of(body: &Body) -> NaturalLoops {
        let length = body.code.len() as u32;
        let mut before = vec![Vec::new(); length as usize];
        let mut heads = BTreeSet::new();
        for from in 0..length {
            body.for_each_successor(from, &mut |to: u32| {
                before[to as usize].push(from);
                if to <= from {
                    heads.insert(to);
                }
            });
            // The code that leaves a monitor is its own handler, which makes no loop.
            let handlers = body.handlers_at(from).filter(|it| it.target > from);
            handlers.for_each(|it| before[it.target as usize].push(from));
        }
        let all = heads
            .into_iter()
            .map(|head| (head, natural_loop(&before, head)));
        let all = all.collect();
        NaturalLoops { before, all }
    }

    /// The smallest loop that has an instruction.
    fn innermost(&self, pc: u32) -> Option<&(u32, BTreeSet<u32>)> {
        let around = self.all.iter().filter(|it| it.1.contains(&pc));
        around.min_by_key(|it| it.1.len())
    }

    /// Whether some loop has an instruction.
    pub(super) fn contain(&self, pc: u32) -> bool {
        self.innermost(pc).is_some()
    }
}

/// The instructions from which a backward jump to the head can be reached without passing it.
fn natural_loop(before: &[Vec<u32>], head: u32) -> BTreeSet<u32> {
    let mut inside = BTreeSet::from([head]);
    let jumps = before[head as usize].iter().filter(|it| **it >= head);
    let mut open: Vec<u32> = jumps.copied().collect();
    while let Some(at) = open.pop() {
        if at >= head && inside.insert(at) {
            open.extend(&before[at as usize]);
        }
    }
    inside
}

/// Whether an instruction calls what threads pause in, perhaps by a method of the program's own.
fn is_pause(program: &Program, body: &Body, pc: u32, depth: u32) -> bool {
    let Instruction::Invoke { method, .. } = body.code[pc as usize] else {
        return false;
    };
    let called = program.method(method);
    let class = program.class(called.class);
    if PAUSES.contains(&(&*class.name, &*called.name)) {
        return true;
    }
    if class.is_library || depth == 0 {
        return false;
    }
    if called.code != MethodCode::Bytecode {
        return false;
    }
    let inner = program.body(method);
    (0..inner.code.len() as u32).any(|at| is_pause(program, inner, at, depth - 1))
}
