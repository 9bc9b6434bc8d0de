//! Where threads begin: the main thread where it stands, others at `run`.
//!
//! In: a class of threads, or the calls of the main thread at the start. Out: its routine in the model.

use super::emit::{Argument, Emitter, Place};
use super::values::{Number, Reference};
use super::{Front, SELF};
use crate::configuration::model::{Operation, Routine, RoutineId};
use program::{ClassId as JavaClass, MethodId, Register};

/// Where the main thread stands, and what its registers are.
pub(super) struct Stand {
    pub(super) index: usize,
    pub(super) kept: Vec<(usize, Register, Reference, Number)>,
}

impl Front<'_> {
    /// The routine of the main thread.
    pub(super) fn main_routine(&mut self) -> Stand {
        let frames = self.user_frames();
        let standing: Vec<(MethodId, u32)> = frames.iter().map(|it| (it.method, it.pc)).collect();
        self.model.routine(empty("main"));
        self.origins.push(Vec::new());
        let early = self.facts.early.clone();
        let program = self.program;
        let mut emitter = Emitter::new(self, standing.clone());
        let entry = emitter.label();
        emitter.bind(entry);
        let end = emitter.label();
        let first = emitter.label();
        for class in early {
            let initializer = program.class(class).initializer;
            if let Some(initializer) = initializer {
                emitter.inline(initializer, &[], Place::Nowhere, (initializer, 0));
            }
        }
        match standing.first() {
            Some((method, pc)) => {
                let at = (*method, *pc);
                if emitter.front.has_default_handler() {
                    let what = "a default handler of uncaught exceptions";
                    emitter.unsupported(what.to_owned(), at);
                }
                emitter.put(Operation::Jump(first), at);
                let parameters = program.body(*method).parameters.len();
                let arguments = vec![Argument::Unknown; parameters];
                emitter.outermost(*method, &arguments, end);
                match emitter.stand {
                    Some(stand) => emitter.draft.labels[first] = emitter.draft.labels[stand],
                    None => {
                        emitter.put(Operation::Jump(end), at);
                        emitter.bind(first);
                        let what =
                            "a thread starts inside of an initialiser, or of a call by the library";
                        emitter.unsupported(what.to_owned(), at);
                    }
                }
            }
            None => emitter.bind(first),
        }
        emitter.bind(end);
        let kept = std::mem::take(&mut emitter.stood);
        let draft = emitter.draft;
        let (routine, origins, renamed) = super::simplify::finish("main", draft);
        let kept = kept
            .into_iter()
            .map(|(depth, register, reference, number)| {
                let reference = match reference {
                    Reference::Kept(local) => renamed
                        .local(local)
                        .map_or(Reference::Opaque, Reference::Kept),
                    Reference::Opaque => Reference::Opaque,
                };
                let number = match number {
                    Number::Truth(truth) => {
                        renamed.truth(truth).map_or(Number::Free, Number::Truth)
                    }
                    _ => Number::Free,
                };
                (depth, register, reference, number)
            });
        let kept = kept.collect();
        self.model.routines[0] = routine;
        self.origins[0] = origins;
        Stand { index: 0, kept }
    }

    /// Whether the program has set what runs when a thread ends by an exception.
    fn has_default_handler(&mut self) -> bool {
        let Some(thread) = self.program.loaded("java/lang/Thread") else {
            return false;
        };
        let Ok(field) = self
            .program
            .resolve_field(thread, analysis::code::DEFAULT_HANDLER)
        else {
            return false;
        };
        let slot = usize::from(self.program.field(field).slot);
        let statics = self.world.statics(thread);
        statics.get(slot).is_some_and(|it| *it != 0)
    }

    /// What threads of a class run.
    pub(super) fn run_routine(&mut self, class: JavaClass) -> RoutineId {
        let program = self.program;
        let thread = program.load("java/lang/Thread").expect("there are threads");
        let run = program
            .declared_method(thread, "run", "()V")
            .expect("Thread has run()");
        let run = program.select(class, run).unwrap_or(run);
        if let Some(known) = self.routines.get(&run) {
            return *known;
        }
        let name = program.class(class).name.replace('/', ".");
        let id = self.model.routine(empty(&name));
        self.origins.push(Vec::new());
        self.routines.insert(run, id);
        let mut emitter = Emitter::new(self, Vec::new());
        let end = emitter.label();
        if program.method(run).class == thread {
            emitter.run_target(SELF, (run, 0));
        } else {
            emitter.outermost(run, &[Argument::Reference(Reference::Kept(SELF))], end);
        }
        emitter.bind(end);
        let draft = emitter.draft;
        let (routine, origins, _) = super::simplify::finish(&name, draft);
        self.model.routines[usize::from(id.0)] = routine;
        self.origins[usize::from(id.0)] = origins;
        id
    }

    /// The calls of the main thread, without those of the library that it is in.
    pub(super) fn user_frames(&mut self) -> Vec<analysis::world::Frame> {
        let mut frames = self.world.frames();
        let is_library = |method: MethodId| self.is_library(self.program.method(method).class);
        let first = frames.iter().position(|it| !is_library(it.method));
        frames.drain(..first.unwrap_or(frames.len()));
        let inner = frames.iter().position(|it| is_library(it.method));
        frames.truncate(inner.unwrap_or(frames.len()));
        frames
    }
}

fn empty(name: &str) -> Routine {
    Routine {
        name: name.to_owned(),
        locals: vec!["thread".to_owned()],
        truths: Vec::new(),
        code: Vec::new(),
    }
}
