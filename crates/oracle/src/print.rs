//! Prints a program as Java.
//!
//! In: a [`Program`]. Out: one source file. Two styles have the same meaning: the plain one is what
//! Heddle checks; the noisy one, for the JVM, has calls between its steps that only cost time, so
//! that threads really meet.

mod body;
mod expression;

use std::fmt::Write as _;

use crate::ast::{Content, Holder, Lock, Method, Monitor, Program, Type, Variable, VariableId};

/// What the printed program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// The program alone.
    Plain,
    /// With calls of `Noise` before statements and after reads.
    Noisy,
    /// With several threads of each sort, which tell themselves what they have seen. For programs in
    /// which no thread speaks of another.
    Equal {
        /// How many of each sort.
        count: usize,
        /// Whether main joins them; else nobody refers to them.
        joined: bool,
    },
    /// With locks of `java.util.concurrent` and their conditions in place of monitors.
    Explicit(Explicit),
}

/// Which locks stand in place of monitors, and in place of the program's own locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explicit {
    /// `ReentrantLock`
    Unfair,
    /// `ReentrantLock(true)`
    Fair,
    /// The write lock of a `ReentrantReadWriteLock`; the program's own locks are semaphores.
    Writing,
}

impl Explicit {
    /// All of them.
    pub const ALL: [Explicit; 3] = [Explicit::Unfair, Explicit::Fair, Explicit::Writing];

    fn made(self) -> &'static str {
        match self {
            Explicit::Unfair => "new java.util.concurrent.locks.ReentrantLock()",
            Explicit::Fair => "new java.util.concurrent.locks.ReentrantLock(true)",
            Explicit::Writing => {
                "new java.util.concurrent.locks.ReentrantReadWriteLock().writeLock()"
            }
        }
    }
}

/// Prints the program in the given style.
pub(crate) fn print(program: &Program, style: Style) -> String {
    let mut printer = Printer {
        program,
        style,
        out: String::new(),
        depth: 0,
        names: 0,
    };
    printer.class();
    printer.out
}

/// The text so far, and where in it we are.
struct Printer<'a> {
    program: &'a Program,
    style: Style,
    out: String,
    depth: usize,
    /// Makes the names of exception variables unique.
    names: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.depth += 1;
    }

    fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    fn class(&mut self) {
        self.open(&format!("public class {} {{", self.program.name));
        self.node();
        self.cell();
        self.locks();
        self.fields(Holder::Static);
        self.methods(Monitor::Class);
        for thread in 0..self.program.threads.len() {
            self.thread(thread);
        }
        self.helpers();
        self.main();
        self.close("}");
    }

    fn locks(&mut self) {
        let monitors = 0..self.program.monitors;
        if let Style::Explicit(explicit) = self.style {
            let monitors = monitors.map(Monitor::Object);
            for monitor in monitors.chain([Monitor::Cell, Monitor::Class]) {
                let (name, made) = (explicit_name(monitor), explicit.made());
                let locks = "java.util.concurrent.locks";
                self.line(&format!("static final {locks}.Lock {name} = {made};"));
                let condition = format!("{locks}.Condition {name}_C = {name}.newCondition();");
                self.line(&format!("static final {condition}"));
            }
        } else {
            for monitor in monitors {
                self.line(&format!("static final Object M{monitor} = new Object();"));
            }
        }
        for lock in 0..self.program.locks {
            let (class, argument) = match self.style {
                Style::Explicit(Explicit::Writing) => ("java.util.concurrent.Semaphore", "1"),
                Style::Explicit(Explicit::Fair) => {
                    ("java.util.concurrent.locks.ReentrantLock", "true")
                }
                _ => ("java.util.concurrent.locks.ReentrantLock", ""),
            };
            self.line(&format!(
                "static final {class} L{lock} = new {class}({argument});"
            ));
        }
    }

    fn node(&mut self) {
        let volatile = if self.program.volatile_nodes {
            "volatile "
        } else {
            ""
        };
        self.open("static final class Node {");
        self.line("final int id;");
        self.line("int payload;");
        self.line(&format!("{volatile}int value;"));
        self.line(&format!("{volatile}Node next;"));
        self.open("Node(int id) {");
        self.line("this.id = id;");
        self.close("}");
        self.close("}");
    }

    fn cell(&mut self) {
        let program = self.program;
        let used = program.variables.iter().any(|variable| {
            variable.holder == Holder::Cell || variable.guard == Some(Lock::Monitor(Monitor::Cell))
        });
        if !used
            && program
                .methods
                .iter()
                .all(|method| method.monitor != Monitor::Cell)
        {
            return;
        }
        self.open("static final class Cell {");
        self.fields(Holder::Cell);
        self.methods(Monitor::Cell);
        self.close("}");
        self.line("static final Cell CELL = new Cell();");
    }

    fn fields(&mut self, holder: Holder) {
        for (index, variable) in self.program.variables.iter().enumerate() {
            if variable.holder == holder {
                let modifier = if holder == Holder::Static {
                    "static "
                } else {
                    ""
                };
                let declaration = declaration(variable, index);
                self.line(&format!("{modifier}{declaration}"));
            }
        }
    }

    fn methods(&mut self, monitor: Monitor) {
        for (index, method) in self.program.methods.iter().enumerate() {
            if method.monitor == monitor {
                self.method(index, method);
            }
        }
    }

    fn method(&mut self, index: usize, method: &Method) {
        let modifier = if method.monitor == Monitor::Class {
            "static "
        } else {
            ""
        };
        let is_explicit = matches!(self.style, Style::Explicit(_));
        let synchronized = if is_explicit { "" } else { "synchronized " };
        self.open(&format!("{modifier}{synchronized}int m{index}() {{"));
        if is_explicit {
            let name = explicit_name(method.monitor);
            self.line(&format!("{name}.lock();"));
            self.open("try {");
        }
        self.statements(&method.body);
        let result = self.expression(&method.result);
        self.line(&format!("return {result};"));
        if is_explicit {
            self.unlock(&explicit_name(method.monitor));
        }
        self.close("}");
    }

    fn thread(&mut self, thread: usize) {
        self.open(&format!("static final class T{thread} extends Thread {{"));
        self.line("long seen;");
        self.line("@Override");
        self.open("public void run() {");
        self.line("long seen = 0;");
        let program = self.program;
        self.statements(&program.threads[thread]);
        if matches!(self.style, Style::Equal { .. }) {
            self.line(&format!(
                "System.out.println(\"t{thread}=\" + Long.toHexString(seen));"
            ));
            self.close("}");
            self.close("}");
            return;
        }
        self.line("this.seen = seen;");
        self.close("}");
        self.close("}");
        self.line(&format!(
            "static final T{thread} THREAD{thread} = new T{thread}();"
        ));
    }

    /// Methods that turn a value into a digit of what a thread has seen, or into text.
    fn helpers(&mut self) {
        for (parameter, body) in [
            ("int value", "value & 15"),
            ("long value", "(int) (value & 15)"),
            ("boolean value", "value ? 1 : 0"),
            ("Node node", "node == null ? 15 : node.id"),
        ] {
            self.open(&format!("static int code({parameter}) {{"));
            self.line(&format!("return {body};"));
            self.close("}");
        }
        self.open("static String show(Node node) {");
        self.open("if (node == null) {");
        self.line("return \"-\";");
        self.close("}");
        self.line(
            "return node.id + \"/\" + node.payload + \"/\" + node.value + \"/\" + code(node.next);",
        );
        self.close("}");
        let collections =
            |variable: &Variable| matches!(variable.content, Content::List | Content::Deque);
        if self.program.variables.iter().any(collections) {
            self.open("static String show(Iterable<Node> nodes) {");
            self.line("String text = \"\";");
            self.open("for (Node node : nodes) {");
            self.line("text += show(node) + \";\";");
            self.close("}");
            self.line("return text;");
            self.close("}");
        }
    }

    fn main(&mut self) {
        let program = self.program;
        self.open("public static void main(String[] args) throws InterruptedException {");
        if let Style::Equal { count, joined } = self.style {
            let all = count * program.threads.len();
            self.line(&format!("Thread[] threads = new Thread[{all}];"));
            for thread in 0..program.threads.len() {
                let start = match joined {
                    true => format!("(threads[{count} * {thread} + i] = new T{thread}()).start();"),
                    false => format!("new T{thread}().start();"),
                };
                self.line(&format!("for (int i = 0; i < {count}; i++) {start}"));
            }
            self.line("long seen = 0;");
            self.statements(&program.main);
            if joined {
                self.line("for (Thread thread : threads) thread.join();");
            }
            let outcome = self.outcome();
            self.line(&format!("System.out.println({outcome});"));
            self.close("}");
            return;
        }
        for thread in 0..program.threads.len() {
            self.line(&format!("THREAD{thread}.start();"));
        }
        self.line("long seen = 0;");
        self.statements(&program.main);
        for thread in 0..program.threads.len() {
            self.line(&format!("THREAD{thread}.join();"));
        }
        let outcome = self.outcome();
        self.line(&format!("System.out.println({outcome});"));
        self.close("}");
    }

    /// The line that says all: what each thread has seen, and the value of every variable.
    fn outcome(&self) -> String {
        let mut text = String::from("\"outcome: main=\" + Long.toHexString(seen)");
        let threads = match self.style {
            // They tell it themselves, and while they run, variables are not to be looked at.
            Style::Equal { joined: false, .. } => return text,
            Style::Equal { .. } => 0,
            Style::Plain | Style::Noisy | Style::Explicit(_) => self.program.threads.len(),
        };
        for thread in 0..threads {
            let seen = format!("Long.toHexString(THREAD{thread}.seen)");
            let _ = write!(text, "\n            + \" t{thread}=\" + {seen}");
        }
        for (index, variable) in self.program.variables.iter().enumerate() {
            let name = self.variable(VariableId(index));
            let shown = match variable.content {
                Content::Scalar { ty: Type::Node, .. } => format!("show({name})"),
                Content::Scalar { .. } => name,
                Content::Array { .. } => format!("java.util.Arrays.toString({name})"),
                Content::AtomicInteger => format!("{name}.get()"),
                Content::AtomicReference => format!("show({name}.get())"),
                Content::List | Content::Deque => format!("show({name})"),
            };
            let _ = write!(text, "\n            + \" f{index}=\" + {shown}");
        }
        text
    }

    /// The name of a variable, as any place in the program may use it.
    fn variable(&self, id: VariableId) -> String {
        match self.program.variables[id.0].holder {
            Holder::Static => format!("f{}", id.0),
            Holder::Cell => format!("CELL.f{}", id.0),
        }
    }

    fn monitor(&self, monitor: Monitor) -> String {
        match monitor {
            Monitor::Object(number) => format!("M{number}"),
            Monitor::Cell => String::from("CELL"),
            Monitor::Class => format!("{}.class", self.program.name),
        }
    }
}

/// The name of the lock in place of a monitor.
fn explicit_name(monitor: Monitor) -> String {
    match monitor {
        Monitor::Object(number) => format!("LM{number}"),
        Monitor::Cell => String::from("LCELL"),
        Monitor::Class => String::from("LCLASS"),
    }
}

fn declaration(variable: &Variable, index: usize) -> String {
    match variable.content {
        Content::Scalar { ty, volatile } => {
            let volatile = if volatile { "volatile " } else { "" };
            format!("{volatile}{} f{index};", type_name(ty))
        }
        Content::Array { length } => format!("final int[] f{index} = new int[{length}];"),
        Content::AtomicInteger => object("java.util.concurrent.atomic.AtomicInteger", "", index),
        Content::AtomicReference => object(
            "java.util.concurrent.atomic.AtomicReference",
            "<Node>",
            index,
        ),
        Content::List => object("java.util.ArrayList", "<Node>", index),
        Content::Deque => object("java.util.ArrayDeque", "<Node>", index),
    }
}

fn object(class: &str, parameters: &str, index: usize) -> String {
    format!("final {class}{parameters} f{index} = new {class}{parameters}();")
}

fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Int => "int",
        Type::Long => "long",
        Type::Boolean => "boolean",
        Type::Node => "Node",
    }
}
