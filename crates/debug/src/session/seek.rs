//! Moving: by stops, lines and calls, to threads, lines, fields and locks, forwards and backwards.

use crate::session::{Manner, Session, Stop, Touch};
use machine::Ref;

/// Steps that a run without a schedule goes on before somebody is asked again.
const LONGEST_RUN: usize = 20_000;

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// As time goes.
    Forward,
    /// Against it.
    Backward,
}

/// How far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motion {
    /// To the next stop.
    Stop,
    /// To the next step of the schedule.
    Step,
    /// To the next line, also of a called method.
    Into,
    /// To the next line of this method or its callers, or to where another thread goes on.
    Over,
    /// To where this thread has returned from its method.
    Out,
    /// To where another thread goes on.
    Switch,
    /// To the next stop of a thread, by its name.
    Thread(String),
    /// To where one of the breaks applies, or to the end.
    Break(Vec<Break>),
}

/// What a run is to be stopped by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Break {
    /// A line: the file's path or name, and the number.
    Line(String, u32),
    /// The beginning of a method: `Bank.transfer`, or `transfer`.
    Method(String),
    /// A thread, by its name: where it begins to move after another one.
    Thread(String),
    /// A lock, by its name in the report.
    Lock(String),
    /// Accesses to a field by its name, `Account.balance`, or `balance`; perhaps writes only.
    Field(String, Access),
    /// The same for a field of one object.
    Slot(Ref, u32, Access),
    /// Wherever another thread goes on.
    Switch,
}

/// Which accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Both.
    Any,
}

impl Session<'_, '_> {
    /// Moves; false if one stands where one stood. Who looks for something that does not come ends at an end.
    pub fn go(&mut self, direction: Direction, motion: &Motion) -> bool {
        let from = self.position();
        let start = self.stop().clone();
        let mut before = start.clone();
        for _ in 0..LONGEST_RUN {
            // Where the schedule ends is a place to stop.
            let is_end = direction == Direction::Forward && self.is_at_end();
            let ends = is_end && self.position() != from && !self.has_left;
            if ends || !self.go_one(direction) {
                break;
            }
            let here = self.stop();
            if arrives(motion, direction, &start, &before, here) {
                break;
            }
            before = here.clone();
        }
        self.position() != from
    }

    /// To the stop before a step, counted from 0 as the report's steps are from 1.
    pub fn go_to_step(&mut self, step: usize) -> bool {
        let is_it = |it: &Stop| it.step >= step && it.is_before_step();
        let found = self.stops.iter().position(is_it);
        self.at = found.unwrap_or(self.stops.len() - 1);
        found.is_some()
    }

    /// To the first stop or the last one that is known.
    pub fn go_to_edge(&mut self, direction: Direction) {
        self.at = match direction {
            Direction::Forward => self.stops.len() - 1,
            Direction::Backward => 0,
        };
    }

    /// Whether the run as far as it is known comes to a line.
    pub fn passes(&self, file: &str, line: u32) -> bool {
        let mut places = self.stops.iter().map(|it| &it.place);
        places.any(|it| it.line == line && is_file(&it.file, file))
    }

    fn go_one(&mut self, direction: Direction) -> bool {
        match direction {
            Direction::Forward => self.go_forward(),
            Direction::Backward => match self.at {
                0 => false,
                _ => {
                    self.at -= 1;
                    true
                }
            },
        }
    }
}

impl Stop {
    /// Whether it is before a step of the schedule, or at the end.
    pub fn is_before_step(&self) -> bool {
        self.choice.is_some() || self.lines == 0
    }

    fn line(&self) -> (usize, &str, &str, u32) {
        let place = &self.place;
        (self.thread, &place.class, &place.method, place.line)
    }
}

/// Whether a motion has come to its end.
fn arrives(
    motion: &Motion,
    direction: Direction,
    start: &Stop,
    before: &Stop,
    here: &Stop,
) -> bool {
    // A thread that only begins or ends is in no line of the program.
    let is_own = !here.place.is_library && here.place.line > 0;
    let is_elsewhere = is_own && (here.line() != start.line() || here.depth != start.depth);
    match motion {
        Motion::Stop => true,
        Motion::Step => here.is_before_step(),
        Motion::Into => is_elsewhere,
        Motion::Over => is_elsewhere && (here.thread != start.thread || here.depth <= start.depth),
        Motion::Out => here.thread == start.thread && here.depth < start.depth,
        Motion::Switch => here.thread != before.thread,
        Motion::Thread(wanted) => {
            here.name == *wanted && (here.thread != before.thread || here.is_before_step())
        }
        Motion::Break(breaks) => breaks.iter().any(|it| applies(it, direction, before, here)),
    }
}

fn applies(wish: &Break, direction: Direction, before: &Stop, here: &Stop) -> bool {
    let is_new_line = here.line() != before.line() || here.depth > before.depth;
    match wish {
        Break::Line(file, line) => {
            here.place.line == *line && is_new_line && is_file(&here.place.file, file)
        }
        Break::Method(method) => {
            let (entered, left) = match direction {
                Direction::Forward => (here, before),
                Direction::Backward => (before, here),
            };
            let is_new = entered.depth > left.depth || entered.thread != left.thread;
            is_new && is_method(here, method)
        }
        Break::Thread(thread) => here.thread != before.thread && here.name == *thread,
        Break::Lock(lock) => {
            let is_it = |it: &Touch| it.manner == Manner::Lock && is_named(&it.name, lock);
            here.touches.iter().any(is_it)
        }
        Break::Field(field, access) => {
            let is_it = |it: &Touch| is_access(it, *access) && is_named(&it.name, field);
            here.touches.iter().any(is_it)
        }
        Break::Slot(object, slot, access) => here
            .touches
            .iter()
            .any(|it| is_access(it, *access) && it.object == *object && it.slot == Some(*slot)),
        Break::Switch => here.thread != before.thread,
    }
}

fn is_access(touch: &Touch, access: Access) -> bool {
    match touch.manner {
        Manner::Read => access != Access::Write,
        Manner::Write => access != Access::Read,
        Manner::Lock => false,
    }
}

/// `Account.balance` is called `Account.balance` and `balance`.
fn is_named(name: &str, wanted: &str) -> bool {
    name == wanted || name.rsplit_once('.').is_some_and(|(_, it)| it == wanted)
}

/// The file of a path.
fn is_file(file: &str, path: &str) -> bool {
    !file.is_empty() && path.rsplit(['/', '\\']).next() == Some(file)
}

fn is_method(stop: &Stop, wanted: &str) -> bool {
    let place = &stop.place;
    let class = place.class.rsplit(['.', '$']).next().unwrap_or_default();
    let (of, method) = wanted.rsplit_once('.').unwrap_or(("", wanted));
    let of = of.rsplit(['.', '$']).next().unwrap_or_default();
    place.method == method && (of.is_empty() || of == class)
}
