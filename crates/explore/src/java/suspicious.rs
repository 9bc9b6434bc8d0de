//! Code that is suspicious though nothing went wrong: waiting outside a loop, and double-checked locking of
//! a field that is not volatile (`suspicious/double_checked.rs`).
//!
//! In: a program, with the methods that a search came to. Out: places, in words.
//!
//! Who is woken has to look again: between the notification and the moment in which the waiter has the lock
//! back others may have come first, and a JVM may wake threads for no reason. A search without
//! `--spurious-wakeups` sees nothing of the latter. Only waits without a limit of time are meant: those with
//! one often stand for a pause. A method that waits and is called in a loop is left alone, since the
//! loop may well be the one that looks.

mod double_checked;

use std::collections::BTreeSet;

use program::{Body, ClassId, Instruction, MethodId, Program};

use crate::java::describe::place_in;
use crate::java::waits::NaturalLoops;

/// Calls that wait for a notification without a limit of time.
const WAITS: [(&str, &str); 3] = [
    ("java/lang/Object", "wait"),
    ("java/util/concurrent/locks/Condition", "await"),
    (
        "java/util/concurrent/locks/Condition",
        "awaitUninterruptibly",
    ),
];

/// Places that are told, at most.
const MOST: usize = 3;

/// What the user should know of the code that was run. Of fields whose races have been told, as
/// `Cache.table`, nothing more is said.
pub fn remarks(program: &Program, is_told: &mut dyn FnMut(&str) -> bool) -> Vec<String> {
    let mut waits = Vec::new();
    let mut looks = Vec::new();
    let mut in_loops: BTreeSet<MethodId> = BTreeSet::new();
    for index in 0..program.class_count() {
        let class = program.class(ClassId(index as u32));
        if class.is_library || class.name.starts_with("heddle/") {
            continue;
        }
        for method in &class.methods {
            if let Some(body) = program.known_body(*method) {
                look(program, (*method, body), &mut waits, &mut in_loops);
                let places = double_checked::places(body).into_iter();
                looks.extend(places.map(|(pc, field)| (*method, pc, field)));
            }
        }
    }
    waits.retain(|(method, ..)| !in_loops.contains(method));
    let told = waits.iter().take(MOST).map(|(method, pc, call)| {
        let place = place_in(program, *method, *pc);
        format!(
            "{place}: {call}() is called outside a loop; who is woken has to look again whether what it \
             waits for has come: while (!condition) {call}();"
        )
    });
    let doubled = looks.iter().filter_map(|(method, pc, field)| {
        let place = place_in(program, *method, *pc);
        let field = program.field(*field);
        let class = &program.class(field.class).name;
        let class = class.rsplit(['/', '$']).next().unwrap_or(class);
        let field = format!("{class}.{}", field.name);
        let remark = format!(
            "{place}: {field} is looked at without the lock under which it is set (double-checked locking); \
             another thread may see it set before what it stands for is finished: declare it volatile"
        );
        (!is_told(&field)).then_some(remark)
    });
    told.chain(doubled.take(MOST)).collect()
}

/// Finds the waits of a method that are in no loop, and the methods that it calls in loops.
fn look(
    program: &Program,
    (method, body): (MethodId, &Body),
    waits: &mut Vec<(MethodId, u32, String)>,
    in_loops: &mut BTreeSet<MethodId>,
) {
    let loops = NaturalLoops::of(body);
    for pc in 0..body.code.len() as u32 {
        let Instruction::Invoke { method: called, .. } = body.code[pc as usize] else {
            continue;
        };
        let data = program.method(called);
        let class = program.class(data.class);
        let is_wait = &*data.descriptor == "()V" && WAITS.contains(&(&*class.name, &*data.name));
        if class.is_library && !is_wait {
            continue;
        }
        match (loops.contain(pc), is_wait) {
            (true, false) => {
                in_loops.insert(called);
            }
            (false, true) => waits.push((method, pc, data.name.to_string())),
            _ => {}
        }
    }
}
