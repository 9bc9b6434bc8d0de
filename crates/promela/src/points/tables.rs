//! What is looked up in tables: units of time, enum constants, and what runs when nothing has caught an
//! exception.

use program::{Instruction, MethodId, Program};

use super::{Node, Object, ObjectId, Solver, Use};
use crate::facts;

impl Solver<'_> {
    /// A unit of time has come up.
    pub(super) fn unit(&mut self, object: ObjectId) {
        let Object::Concrete(name) = self.points.objects[object as usize] else {
            return;
        };
        let class = self.points.classes[object as usize];
        let Ok(scale) = self.program.resolve_field(class, "scale") else {
            return;
        };
        let slot = usize::from(self.program.field(scale).slot);
        let words = self.world.object(name).words;
        if let Some(nanos) = words.get(slot).filter(|nanos| **nanos as i64 > 0) {
            self.points.units.insert(object, *nanos as i64);
        }
    }

    /// A class or a name has come up that an enum constant is looked up by.
    pub(super) fn named(&mut self, method: MethodId, pc: u32) {
        let body = self.body(method);
        let Instruction::Invoke {
            target, arguments, ..
        } = body.code[pc as usize]
        else {
            return;
        };
        let arguments = body.argument_registers(arguments);
        let objects = |solver: &Solver<'_>, index: usize| -> Vec<ObjectId> {
            let set = solver.points.register(method, arguments[index]);
            set.iter().copied().collect()
        };
        for class in objects(self, 0) {
            for text in objects(self, 1) {
                let (Object::Concrete(mirror), Object::Concrete(string)) = (
                    self.points.objects[class as usize],
                    self.points.objects[text as usize],
                ) else {
                    continue;
                };
                let Some(meant) = self.world.mirrored(mirror) else {
                    continue;
                };
                let Some(name) = self.world.text(string) else {
                    continue;
                };
                let Some(field) = enum_field(self.program, meant, &name) else {
                    continue;
                };
                let table = self.points.named.entry((method, pc)).or_default();
                if table.insert((class, text, field)) && target.is_some() {
                    let slot = self.program.field(field).slot;
                    self.flow(Node::Static(meant, slot), Node::Register(method, target));
                }
            }
        }
    }

    /// The program says what to do with exceptions that nothing catches.
    pub(super) fn handles_uncaught(&mut self) {
        if self.points.last_resort.is_some() {
            return;
        }
        let Some(thread) = self.program.loaded("java/lang/Thread") else {
            return;
        };
        let dispatch = self.program.declared_method(
            thread,
            "dispatchUncaughtException",
            "(Ljava/lang/Throwable;)V",
        );
        let Some(dispatch) = dispatch else {
            return;
        };
        self.points.last_resort = Some(dispatch);
        self.reach(dispatch, &[0]);
        let threads: Vec<(ObjectId, MethodId)> = self
            .points
            .threads
            .iter()
            .map(|it| (*it.0, *it.1))
            .collect();
        for (object, run) in threads {
            self.resorts(object, run);
        }
        if let Some(first) = self.world.frames().first() {
            self.resorts(self.points.main, first.method);
        }
    }

    /// What a thread's first method throws may come to the handler.
    pub(super) fn resorts(&mut self, thread: ObjectId, run: MethodId) {
        let Some(dispatch) = self.points.last_resort else {
            return;
        };
        self.receive(dispatch, thread);
        if let Some(thrown) = self.body(dispatch).parameters.get(1) {
            self.flow(Node::Raised(run), Node::Register(dispatch, *thrown));
        }
    }

    /// Whether a thread has a handler already, or is of a class that finds its own.
    pub(super) fn looks_for_handler(&mut self, thread: ObjectId) {
        let class = self.points.classes[thread as usize];
        let own = self.program.loaded("java/lang/Thread").and_then(|base| {
            let descriptor = "()Ljava/lang/Thread$UncaughtExceptionHandler;";
            let base =
                self.program
                    .declared_method(base, "getUncaughtExceptionHandler", descriptor)?;
            Some(self.program.select(class, base) != Some(base))
        });
        let field = facts::thread_field(self.program, facts::HANDLER).map(|it| it.slot);
        let has = field.is_some_and(|slot| {
            let field = self.node(Node::Field(thread, slot));
            !self.points.sets[field].is_empty()
        });
        let group = facts::thread_field(self.program, "group").map(|it| it.slot);
        let in_group = group.is_some_and(|slot| {
            let field = self.node(Node::Field(thread, slot));
            let groups: Vec<ObjectId> = self.points.sets[field].iter().copied().collect();
            groups.into_iter().any(|it| self.is_own_group(it))
        });
        if own == Some(true) || has || in_group {
            self.handles_uncaught();
        }
    }

    fn is_own_group(&self, group: ObjectId) -> bool {
        let class = self.program.class(self.points.classes[group as usize]);
        !class.is_library
    }

    /// The handler for all threads has been set before.
    pub(super) fn looks_for_default_handler(&mut self) {
        let Some(thread) = self.program.loaded("java/lang/Thread") else {
            return;
        };
        let field = self.program.resolve_field(thread, facts::DEFAULT_HANDLER);
        let Ok(field) = field else {
            return;
        };
        let field = self.program.field(field);
        let set = self.node(Node::Static(field.class, field.slot));
        if !self.points.sets[set].is_empty() {
            self.handles_uncaught();
        }
    }

    /// A class and a name that an enum constant is looked up by.
    pub(super) fn names(&mut self, caller: MethodId, pc: u32, arguments: &[program::Register]) {
        for argument in arguments.iter().take(2) {
            let node = self.node(Node::Register(caller, *argument));
            self.use_of(node, Use::Named(caller, pc));
        }
    }
}

/// The constant of an enum that has this name.
fn enum_field(program: &Program, class: program::ClassId, name: &str) -> Option<program::FieldId> {
    const ENUM: u16 = 0x4000;
    let fields = program.class(class).fields.iter().copied();
    fields.into_iter().find(|field| {
        let field = program.field(*field);
        field.is_static && field.access_flags & ENUM != 0 && &*field.name == name
    })
}
