//! Stops at source lines, for those who step through a run.
//!
//! A step of a thread ends before its next operation; on the way there it may pass many lines. Where
//! somebody asks for it, the thread also pauses before the first instruction of each line of the program's
//! own code, and [`Machine::run_line`] lets it run on to the next line or to its operation. What the thread
//! does meanwhile concerns nobody else, or it would be an operation, so the step as a whole is the same.
//!
//! It is no part of the state, and remembered steps don't stop: whoever asks has to have the steps run.

use program::{Body, MethodId};

use crate::machine::Machine;
use crate::thread::Status;

/// Pauses at lines in one step; a step with more of them runs on without a pause, since nobody looks at each
/// round of a long loop, and a loop that pauses would never be seen to go round too often.
const MOST_PAUSES: usize = 1_000;

/// Where threads stand in the source, and which of them pause there.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineStops {
    /// The last line of each thread in the program's own code: how deep its calls are, the method, the line.
    last: Vec<Option<(usize, MethodId, u32)>>,
    /// The threads that pause at a line.
    pausing: Vec<Pausing>,
    /// Pauses in the current step.
    pauses: usize,
}

/// A thread that pauses at a line, and what it knew of its step.
#[derive(Clone, Copy, Debug)]
struct Pausing {
    thread: usize,
    go: bool,
    arrives: bool,
}

impl Machine<'_> {
    /// From now on threads pause at lines, or no longer.
    pub fn stop_at_lines(&mut self, stop: bool) {
        self.lines = stop.then(|| {
            let threads = 0..self.threads.len();
            let here = |thread: usize| {
                let frame = self.threads[thread].frames.last()?;
                self.own_line(thread, frame.body, frame.pc as usize)
            };
            LineStops {
                last: threads.map(here).collect(),
                ..LineStops::default()
            }
        });
    }

    /// The thread that pauses at a line and is to run on first.
    pub fn pausing_at_line(&self) -> Option<usize> {
        let lines = self.lines.as_ref()?;
        lines.pausing.first().map(|it| it.thread)
    }

    /// Lets the thread that pauses at a line run on to its next line or operation. Events come on top of
    /// those of the step so far.
    pub fn run_line(&mut self) {
        let Some(lines) = self.lines.as_mut().filter(|it| !it.pausing.is_empty()) else {
            return;
        };
        let pausing = lines.pausing.remove(0);
        self.go = pausing.go;
        self.arrives = pausing.arrives;
        self.threads[pausing.thread].status = Status::Ready;
        self.go_on(pausing.thread);
    }

    /// A step begins.
    pub(crate) fn begin_lines(&mut self) {
        if let Some(lines) = &mut self.lines {
            lines.pauses = 0;
        }
    }

    /// A thread is about to run an instruction; true if it pauses there.
    #[cold]
    pub(crate) fn pauses_at_line(&mut self, thread: usize, body: &Body, pc: usize) -> bool {
        if self.lines.is_none() || self.free {
            return false;
        }
        let Some(here) = self.own_line(thread, body, pc) else {
            return false;
        };
        let (go, arrives) = (self.go, self.arrives);
        let Some(lines) = &mut self.lines else {
            return false;
        };
        if lines.last.len() <= thread {
            lines.last.resize(thread + 1, None);
        }
        if lines.last[thread].replace(here) == Some(here) || lines.pauses >= MOST_PAUSES {
            return false;
        }
        lines.pauses += 1;
        lines.pausing.push(Pausing {
            thread,
            go,
            arrives,
        });
        self.set_pc(thread, pc);
        self.threads[thread].status = Status::Paused;
        true
    }

    /// The line at an instruction of a thread's innermost call, if that is the program's own code.
    fn own_line(&self, thread: usize, body: &Body, pc: usize) -> Option<(usize, MethodId, u32)> {
        let frames = &self.threads[thread].frames;
        let method = frames.last()?.method;
        if !self.has_method(method) {
            return None;
        }
        let class = self.program.class(self.program.method(method).class);
        if class.is_library {
            return None;
        }
        Some((frames.len(), method, body.line(pc as u32)?))
    }
}
