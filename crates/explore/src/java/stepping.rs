//! One step after the other in the machine itself, for those who step through a run and look at it.
//!
//! A search may take a step that it remembers, and then names objects anew; who has looked at an object wants
//! to find it again. Here every step is really run, also by lines of the source, and as long as nothing is
//! saved objects keep the references they were made with: also when the same run is begun again.

use machine::{Choice, Machine};

use crate::java::Java;
use crate::java::describe::library_call;
use crate::java::names::Namer;
use crate::java::trace::{Recorder, is_plain};
use crate::system::{Step, System};

impl<'p> Java<'p> {
    /// Goes to a state, the initial one, from which steps are taken one by one and pause at lines.
    pub fn begin_steps(&mut self, initial: &[u32]) {
        self.load(initial);
        let machine = self.step_cache.machine();
        machine.release_brakes();
        machine.record_passes();
        machine.stop_at_lines(true);
    }

    /// No more pauses at lines.
    pub fn end_steps(&mut self) {
        self.step_cache.machine().stop_at_lines(false);
    }

    /// Takes a choice, and writes it down, if there is a recorder for it.
    pub fn take_step(&mut self, choice: Choice, recorder: Option<&mut Recorder>) -> Step {
        let machine = self.step_cache.machine();
        match recorder {
            None => {
                machine.advance(choice);
                machine.take_passes();
                machine.take_output();
            }
            Some(recorder) => {
                recorder.before(machine, choice);
                machine.advance(choice);
                recorder.after(machine);
            }
        }
        self.after_step()
    }

    /// Lets the thread that pauses at a line run on, up to its next line or operation.
    pub fn run_line(&mut self, recorder: Option<&mut Recorder>) -> Step {
        let machine = self.step_cache.machine();
        machine.run_line();
        match recorder {
            None => {
                machine.take_passes();
                machine.take_output();
            }
            Some(recorder) => recorder.went_on(machine),
        }
        self.after_step()
    }

    fn after_step(&mut self) -> Step {
        self.step_cache.moved();
        self.leave();
        self.look_at_events()
    }
}

impl Recorder {
    /// The names that the record gives to objects.
    pub fn namer(&mut self) -> &mut Namer {
        &mut self.namer
    }

    /// What a choice would do, as a verb phrase; within a call of the library, which call that is.
    pub fn foretell(&mut self, machine: &mut Machine<'_>, choice: Choice) -> String {
        let thread = choice.thread as usize;
        let operation = machine.operation(thread);
        let call = library_call(machine, thread).filter(|it| !is_plain(it, operation));
        match call {
            Some(call) => format!("is in {}", self.namer.call(machine, &call)),
            None => self.describe(machine, choice, operation).0,
        }
    }
}
