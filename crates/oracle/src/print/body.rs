//! Statements as Java.

use super::{Explicit, Printer, Style, explicit_name, type_name};
use crate::ast::{
    Caught, Expression, Local, LocalType, Lock, Monitor, Statement, Thrown, Wait, Waiters,
};

/// The digit for an interrupt that ended a wait.
const INTERRUPTED: &str = "seen = seen * 16 + 14;";

impl Printer<'_> {
    pub(super) fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            if self.style == Style::Noisy {
                self.line("Noise.point();");
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(local, ty, value) => self.declare(*local, *ty, value),
            Statement::Assign(target, value) => {
                let text = format!("{} = {};", self.target(target), self.expression(value));
                self.line(&text);
            }
            Statement::SetAtomic(variable, value) => {
                let text = format!(
                    "{}.set({});",
                    self.variable(*variable),
                    self.expression(value)
                );
                self.line(&text);
            }
            Statement::Observe(value) => {
                let text = format!("seen = seen * 16 + code({});", self.expression(value));
                self.line(&text);
            }
            Statement::Run(value) => {
                let text = format!("{};", self.expression(value));
                self.line(&text);
            }
            Statement::If(condition, then, otherwise) => self.branch(condition, then, otherwise),
            Statement::Repeat(counter, rounds, body) => {
                let i = format!("x{}", counter.0);
                self.open(&format!("for (int {i} = 0; {i} < {rounds}; {i}++) {{"));
                self.statements(body);
                self.close("}");
            }
            Statement::DoWhile(body, condition) => {
                self.open("do {");
                self.statements(body);
                let condition = self.expression(condition);
                self.close(&format!("}} while ({condition});"));
            }
            Statement::Locked(lock, body) => self.locked(*lock, body),
            Statement::TryLocked(lock, body, otherwise) => {
                let call = match self.has_semaphores() {
                    true => "tryAcquire",
                    false => "tryLock",
                };
                self.open(&format!("if (L{lock}.{call}()) {{"));
                self.released(&format!("L{lock}"), body);
                self.depth -= 1;
                self.open("} else {");
                self.statements(otherwise);
                self.close("}");
            }
            Statement::Put(variable, value) => {
                let text = format!(
                    "{}.add({});",
                    self.variable(*variable),
                    self.expression(value)
                );
                self.line(&text);
            }
            Statement::Wait(monitor, wait) => self.wait(*monitor, wait),
            Statement::Notify(monitor, waiters) => {
                let text = match (self.style, waiters) {
                    (Style::Explicit(_), Waiters::One) => {
                        format!("{}_C.signal();", explicit_name(*monitor))
                    }
                    (Style::Explicit(_), Waiters::All) => {
                        format!("{}_C.signalAll();", explicit_name(*monitor))
                    }
                    (_, Waiters::One) => format!("{}.notify();", self.monitor(*monitor)),
                    (_, Waiters::All) => format!("{}.notifyAll();", self.monitor(*monitor)),
                };
                self.line(&text);
            }
            Statement::ParkUntil(condition) => {
                let condition = self.expression(condition);
                self.open(&format!("while (!{condition}) {{"));
                self.line("java.util.concurrent.locks.LockSupport.park();");
                self.close("}");
            }
            Statement::Unpark(thread) => {
                let class = "java.util.concurrent.locks.LockSupport";
                self.line(&format!("{class}.unpark(THREAD{});", thread.0));
            }
            Statement::Interrupt(thread) => {
                self.line(&format!("THREAD{}.interrupt();", thread.0));
            }
            Statement::Join(thread) => {
                self.open("try {");
                self.line(&format!("THREAD{}.join();", thread.0));
                self.catch("InterruptedException");
                self.line(INTERRUPTED);
                self.close("}");
            }
            Statement::Throw(thrown) => {
                let class = match thrown {
                    Thrown::IllegalState => "IllegalStateException",
                    Thrown::IllegalArgument => "IllegalArgumentException",
                };
                self.line(&format!("throw new {class}();"));
            }
            Statement::TryCatch(body, caught, handler) => {
                self.open("try {");
                self.statements(body);
                self.catch(match caught {
                    Caught::IllegalState => "IllegalStateException",
                    Caught::Runtime => "RuntimeException",
                });
                self.statements(handler);
                self.close("}");
            }
            Statement::TryFinally(body, last) => {
                self.open("try {");
                self.statements(body);
                self.depth -= 1;
                self.open("} finally {");
                self.statements(last);
                self.close("}");
            }
        }
    }

    fn declare(&mut self, local: Local, ty: LocalType, value: &Expression) {
        let ty = match ty {
            LocalType::Scalar(ty) => type_name(ty),
            LocalType::Array => "int[]",
        };
        let text = format!("{ty} x{} = {};", local.0, self.expression(value));
        self.line(&text);
    }

    fn branch(&mut self, condition: &Expression, then: &[Statement], otherwise: &[Statement]) {
        let condition = self.expression(condition);
        self.open(&format!("if ({condition}) {{"));
        self.statements(then);
        if !otherwise.is_empty() {
            self.depth -= 1;
            self.open("} else {");
            self.statements(otherwise);
        }
        self.close("}");
    }

    fn locked(&mut self, lock: Lock, body: &[Statement]) {
        match lock {
            Lock::Monitor(monitor) if matches!(self.style, Style::Explicit(_)) => {
                let name = explicit_name(monitor);
                self.line(&format!("{name}.lock();"));
                self.released(&name, body);
            }
            Lock::Monitor(monitor) => {
                let name = self.monitor(monitor);
                self.open(&format!("synchronized ({name}) {{"));
                self.statements(body);
                self.close("}");
            }
            Lock::Reentrant(lock) => {
                let call = match self.has_semaphores() {
                    true => "acquireUninterruptibly",
                    false => "lock",
                };
                self.line(&format!("L{lock}.{call}();"));
                self.released(&format!("L{lock}"), body);
            }
        }
    }

    /// Whether the program's own locks are semaphores.
    fn has_semaphores(&self) -> bool {
        self.style == Style::Explicit(Explicit::Writing)
    }

    /// A block that ends by unlocking, however it ends.
    fn released(&mut self, lock: &str, body: &[Statement]) {
        self.open("try {");
        self.statements(body);
        self.unlock(lock);
    }

    /// The end of such a block.
    pub(super) fn unlock(&mut self, lock: &str) {
        let is_semaphore =
            self.has_semaphores() && !lock.starts_with("LM") && !lock.starts_with("LC");
        let call = if is_semaphore { "release" } else { "unlock" };
        self.depth -= 1;
        self.open("} finally {");
        self.line(&format!("{lock}.{call}();"));
        self.close("}");
    }

    fn wait(&mut self, monitor: Monitor, wait: &Wait) {
        let call = match self.style {
            Style::Explicit(_) => format!("{}_C.await();", explicit_name(monitor)),
            _ => format!("{}.wait();", self.monitor(monitor)),
        };
        self.open("try {");
        match wait {
            Wait::While(condition) => {
                let condition = self.expression(condition);
                self.open(&format!("while (!{condition}) {{"));
                self.line(&call);
                self.close("}");
            }
            Wait::If(condition) => {
                let condition = self.expression(condition);
                self.open(&format!("if (!{condition}) {{"));
                self.line(&call);
                self.close("}");
            }
            Wait::Once => self.line(&call),
        }
        self.catch("InterruptedException");
        self.line(INTERRUPTED);
        self.close("}");
    }

    fn catch(&mut self, class: &str) {
        let name = self.names;
        self.names += 1;
        self.depth -= 1;
        self.open(&format!("}} catch ({class} e{name}) {{"));
    }
}
