//! What runs in a model when nothing has caught an exception.
//!
//! A model that shows the default, a message and the end of the thread, needs no code for it. So handlers
//! count only once the program sets one, or has a class of threads or groups with its own: then what
//! threads throw comes to `Thread.dispatchUncaughtException`, which finds them.

use super::super::{InstanceId, ObjectId, Solver};
use crate::code;

impl Solver<'_> {
    /// The program says what to do with exceptions that nothing catches.
    pub(super) fn handles_uncaught(&mut self) {
        if self.points.modelled.last_resort.is_some() {
            return;
        }
        let dispatch = self.known.thread.and_then(|thread| {
            let descriptor = "(Ljava/lang/Throwable;)V";
            self.program
                .declared_method(thread, "dispatchUncaughtException", descriptor)
        });
        let Some(dispatch) = dispatch else {
            return;
        };
        self.points.modelled.last_resort = Some(dispatch);
        for root in self.points.roots.clone() {
            self.resorts(root.thread, root.instance);
        }
    }

    /// A thread may be started: it may have a handler, and what it throws may come to one.
    pub(in crate::points) fn watches_for_handlers(&mut self, thread: ObjectId, run: InstanceId) {
        self.looks_for_handler(thread);
        self.resorts(thread, run);
    }

    /// What a thread's first method throws may come to the handler.
    fn resorts(&mut self, thread: ObjectId, run: InstanceId) {
        let Some(dispatch) = self.points.modelled.last_resort else {
            return;
        };
        let dispatch = self.instance(dispatch, 0);
        self.add(self.parameter(dispatch, 0), thread);
        self.flow(self.raised_node(run), self.parameter(dispatch, 1));
        let users = self.points.initializers.entry(dispatch).or_default();
        if !users.contains(&run) {
            users.push(run);
        }
    }

    /// Whether a thread has a handler already, or is of a class that finds its own.
    pub(super) fn looks_for_handler(&mut self, thread: ObjectId) {
        let class = self.points.classes[thread as usize];
        let own = self.known.thread.and_then(|base| {
            let descriptor = "()Ljava/lang/Thread$UncaughtExceptionHandler;";
            let base =
                self.program
                    .declared_method(base, "getUncaughtExceptionHandler", descriptor)?;
            Some(self.program.select(class, base) != Some(base))
        });
        let field = |solver: &mut Solver<'_>, name: &str| -> Vec<ObjectId> {
            let field = code::thread_field(solver.program, name).map(|it| it.id);
            let node = field.map(|it| solver.field_node(thread, it));
            node.map_or(Vec::new(), |it| {
                solver.points.sets[it as usize].iter().collect()
            })
        };
        let has = !field(self, code::HANDLER).is_empty();
        let in_group = field(self, "group").into_iter().any(|group| {
            let class = self.program.class(self.points.classes[group as usize]);
            !class.is_library
        });
        if own == Some(true) || has || in_group {
            self.handles_uncaught();
        }
    }

    /// The handler for all threads has been set before.
    pub(super) fn looks_for_default_handler(&mut self) {
        let field = self.known.thread.and_then(|thread| {
            let field = self.program.resolve_field(thread, code::DEFAULT_HANDLER);
            field.ok()
        });
        let Some(field) = field else {
            return;
        };
        let node = self.static_node(field);
        if !self.points.sets[node as usize].is_empty() {
            self.handles_uncaught();
        }
    }
}
