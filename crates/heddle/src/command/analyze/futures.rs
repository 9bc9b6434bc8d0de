//! `heddle analyze --futures`: what a thread may still access when it enters a method.

use std::collections::BTreeSet;

use analysis::access::Scope;
use analysis::facts;
use analysis::futures::{Future, Futures};
use analysis::points::InstanceId;
use serde::Serialize;

use super::Analyzed;
use super::names::Names;

/// Calls of a path from a thread's beginning that are told.
const DEEPEST: usize = 5;

/// Paths that are told.
const MOST: usize = 400;

/// The whole answer.
#[derive(Debug, Serialize)]
pub(crate) struct Table {
    schema: u32,
    /// Whether all code that matters is in view; otherwise more may be accessed.
    is_closed: bool,
    /// Whether there are more calls than are told.
    is_cut: bool,
    rows: Vec<Row>,
}

/// A call.
#[derive(Debug, Serialize)]
struct Row {
    thread: String,
    /// The method that is entered.
    method: String,
    /// Where the calls are, innermost first.
    called_from: Vec<String>,
    insensitive: Vec<String>,
    callee: Vec<String>,
    context: Vec<String>,
}

/// Puts the futures at the program's calls into a table.
pub(crate) fn table(analyzed: &Analyzed<'_>, names: &Names<'_>, scope: Scope) -> Table {
    let (program, points) = (analyzed.program, &analyzed.points);
    let futures = Futures::new(program, points);
    let mut table = Table {
        schema: 1,
        is_closed: facts::is_closed(program, points),
        is_cut: false,
        rows: Vec::new(),
    };
    for (root, thread) in points.roots.iter().enumerate() {
        let mut pending: Vec<(InstanceId, Vec<(InstanceId, u32)>)> =
            vec![(thread.instance, Vec::new())];
        while let Some((instance, callers)) = pending.pop() {
            let method = points.instances[instance as usize].method;
            let is_library = program.class(program.method(method).class).is_library;
            if table.rows.len() == MOST || callers.len() > DEEPEST {
                table.is_cut = true;
                continue;
            }
            let mut stack = vec![(instance, 0)];
            stack.extend(callers.iter().rev());
            let told = |found: BTreeSet<Future>| -> Vec<String> {
                let found = found.into_iter().filter(|it| is_told(analyzed, scope, *it));
                found.map(|it| name(names, it)).collect()
            };
            if !is_library {
                table.rows.push(Row {
                    thread: names.root(root as u32).to_owned(),
                    method: names.method(method),
                    called_from: stack[1..]
                        .iter()
                        .map(|(caller, pc)| {
                            names.place(points.instances[*caller as usize].method, *pc)
                        })
                        .collect(),
                    insensitive: told(futures.insensitive(instance, 0)),
                    callee: told(futures.callee_sensitive(instance, 0)),
                    context: told(futures.context_sensitive(program, points, &stack)),
                });
            }
            // Calls inside of the library are followed only where a thread begins there.
            if is_library && callers.len() > 1 {
                continue;
            }
            let calls = points.calls.range((instance, 0)..=(instance, u32::MAX));
            for ((_, pc), callees) in calls.rev() {
                for callee in callees.iter().rev() {
                    let is_recursive = stack.iter().any(|it| it.0 == *callee);
                    let class = program
                        .method(points.instances[*callee as usize].method)
                        .class;
                    if !is_recursive && !program.class(class).is_library {
                        let mut callers = callers.clone();
                        callers.push((instance, *pc));
                        pending.push((*callee, callers));
                    }
                }
            }
        }
    }
    table
}

fn is_told(analyzed: &Analyzed<'_>, scope: Scope, future: Future) -> bool {
    let program = analyzed.program;
    let class = match future {
        Future::Reads(field) | Future::Writes(field) => program.field(field).class,
        Future::ReadsElements(_) | Future::WritesElements(_) => {
            return scope == Scope::Everything;
        }
        Future::Monitor(class) => class,
        Future::Library => return scope == Scope::Everything,
    };
    scope == Scope::Everything || !program.class(class).is_library
}

fn name(names: &Names<'_>, future: Future) -> String {
    match future {
        Future::Reads(field) => format!("reads {}", names.field(field)),
        Future::Writes(field) => format!("writes {}", names.field(field)),
        Future::ReadsElements(class) => format!("reads elements of {}", names.class(class)),
        Future::WritesElements(class) => format!("writes elements of {}", names.class(class)),
        Future::Monitor(class) => format!("locks {}", names.class(class)),
        Future::Library => "enters library code that is not looked into".to_owned(),
    }
}

fn added<'a>(list: &'a [String], to: &[String]) -> Vec<&'a str> {
    let list = list.iter().filter(|it| !to.contains(it));
    list.map(String::as_str).collect()
}

impl Table {
    /// As text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut thread = "";
        for row in &self.rows {
            if row.thread != thread {
                thread = &row.thread;
                text += &format!("{}{thread}\n", if text.is_empty() { "" } else { "\n" });
            }
            let from = match &row.called_from[..] {
                [] => String::new(),
                from => format!(", called from {}", from.join(", ")),
            };
            text += &format!("  entering {}{from}\n", row.method);
            let list = |list: &[&str]| match list {
                [] => "nothing".to_owned(),
                list => list.join(", "),
            };
            let context: Vec<&str> = row.context.iter().map(String::as_str).collect();
            text += &format!("    still: {}\n", list(&context));
            // The less precise answers, by what they add.
            let callee = added(&row.callee, &row.context);
            if !callee.is_empty() {
                text += &format!("    callee-sensitive adds: {}\n", list(&callee));
            }
            let insensitive = added(&row.insensitive, &row.callee).len();
            if insensitive > 0 {
                text += &format!("    insensitive adds: {insensitive} more\n");
            }
        }
        if self.is_cut {
            text += "\nthere are more calls than these\n";
        }
        if !self.is_closed {
            text += "\nunknown: code that can't be seen may access more\n";
        }
        text
    }
}
