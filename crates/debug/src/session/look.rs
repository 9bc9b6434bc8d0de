//! Looking: at threads, their calls, variables, objects and locks, where one stands.

use explore::java::describe::{SourcePlace, kind_at, short_name, source_place, word_at};
use explore::java::moments::owner;
use explore::watch::deadlock;
use machine::heap::Layout;
use machine::thread::Status;
use machine::value::Space;
use machine::{Machine, Place, Ref};
use program::liveness::registers;
use program::{ClassId, Kind};

use crate::session::{Manner, Session};

/// Elements of an array that are shown at once.
const MOST_ELEMENTS: usize = 1_000;

/// How things stand.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The threads that have been started, by number.
    pub threads: Vec<ThreadLook>,
    /// The locks that the run has come to so far, each with the thread that has it.
    pub locks: Vec<(String, Option<String>)>,
}

/// How a thread stands.
#[derive(Clone, Debug, Default)]
pub struct ThreadLook {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Whether it has ended.
    pub has_ended: bool,
    /// What it waits for, as a verb phrase; empty if it can go on.
    pub waits: String,
}

/// A call that a thread is in.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The place.
    pub place: SourcePlace,
    /// Which of the thread's calls it is, from the outermost.
    pub index: usize,
}

/// A value with a name.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name of the local, field or element.
    pub name: String,
    /// What it holds, in words.
    pub value: String,
    /// Its declared type or its class, in short; or empty.
    pub class: String,
    /// The object that it refers to, if one can look into that.
    pub object: Option<Ref>,
    /// Where it is kept, if it is a field or an element.
    pub place: Option<(Ref, u32)>,
}

impl Session<'_, '_> {
    /// How all threads and locks stand.
    pub fn look(&mut self) -> Look {
        self.follow();
        let locks = self.locks_so_far();
        let machine = self.java.machine();
        let namer = self.recorder.namer();
        let waiting = deadlock::blocked(machine, namer);
        let mut look = Look::default();
        for number in 0..machine.threads().len() {
            let waits = waiting.iter().find(|it| it.number == number && !it.moves);
            look.threads.push(ThreadLook {
                number,
                name: machine.thread_name(number),
                has_ended: machine.threads()[number].status == Status::Ended,
                waits: waits.map_or_else(String::new, |it| it.reason.clone()),
            });
        }
        for object in locks {
            if machine.heap().has(object) {
                let owner = owner(machine, object);
                look.locks.push((namer.object(machine, object), owner));
            }
        }
        look
    }

    /// The locks that the run has touched up to here.
    fn locks_so_far(&self) -> Vec<Ref> {
        let mut locks = Vec::new();
        for touch in self.stops[..=self.at].iter().flat_map(|it| &it.touches) {
            if touch.manner == Manner::Lock && !locks.contains(&touch.object) {
                locks.push(touch.object);
            }
        }
        locks
    }

    /// The calls of a thread, innermost first.
    pub fn frames(&mut self, thread: usize) -> Vec<Frame> {
        self.follow();
        let machine = self.java.machine();
        let Some(data) = machine.threads().get(thread) else {
            return Vec::new();
        };
        let calls = data.frames.iter().enumerate().rev();
        let calls = calls.filter(|(_, frame)| machine.has_method(frame.method));
        calls
            .map(|(index, frame)| Frame {
                place: source_place(machine, frame.method, frame.pc),
                index,
            })
            .collect()
    }

    /// The locals of a call, `this` first.
    pub fn locals(&mut self, thread: usize, frame: usize) -> Vec<Variable> {
        self.follow();
        let machine = self.java.machine();
        let Some(data) = machine.threads().get(thread) else {
            return Vec::new();
        };
        let Some(frame) = data.frames.get(frame) else {
            return Vec::new();
        };
        let (body, pc, base) = (frame.body, frame.pc, frame.base as usize);
        let is_static =
            !machine.has_method(frame.method) || machine.program().method(frame.method).is_static();
        let live: Vec<_> = registers(body.live(pc)).collect();
        let mut found = Vec::new();
        let this = body.parameters.first().filter(|_| !is_static);
        let this = this.map(|it| ("this".to_owned(), *it));
        let named = body
            .locals
            .iter()
            .filter(|it| (it.start..it.end).contains(&pc) && &*it.name != "this")
            .map(|it| (it.name.to_string(), it.register));
        for (name, register) in this.into_iter().chain(named) {
            let word = data.registers.get(base + register.index()).copied();
            let kind = body.registers.get(register.index()).copied();
            if let (Some(word), Some(kind)) = (word, kind) {
                found.push((name, kind, word, live.contains(&register)));
            }
        }
        let mut variables = Vec::new();
        for (name, kind, word, is_live) in found {
            let is_lost = kind == Kind::Reference && !self.is_there(word);
            // What is not needed any more may have been dropped.
            if is_lost || (!is_live && word == 0) {
                variables.push(Variable {
                    name,
                    value: "(not used any more)".to_owned(),
                    class: String::new(),
                    object: None,
                    place: None,
                });
            } else {
                variables.push(self.variable(name, kind, word, None));
            }
        }
        variables
    }

    /// The static fields of the class of a call.
    pub fn statics(&mut self, thread: usize, frame: usize) -> Vec<Variable> {
        self.follow();
        let machine = self.java.machine();
        let frames = machine.threads().get(thread).map(|it| &it.frames);
        let Some(frame) = frames.and_then(|it| it.get(frame)) else {
            return Vec::new();
        };
        if !machine.has_method(frame.method) {
            return Vec::new();
        }
        let class = machine.program().method(frame.method).class;
        let is_library = machine.program().class(class).is_library;
        if is_library || machine.heap().statics_object(class).is_none() {
            return Vec::new();
        }
        let mut statics = self.parts(Ref::statics(class));
        // What the compiler adds is nobody's variable.
        statics.retain(|it| !it.name.starts_with('$'));
        statics
    }

    /// The fields or elements of an object.
    pub fn parts(&mut self, object: Ref) -> Vec<Variable> {
        self.follow();
        let machine = self.java.machine();
        if object.is_null() || !machine.heap().has(object) {
            return Vec::new();
        }
        let data = machine.heap().object(object);
        let (class, length) = (data.class, data.length);
        match data.layout {
            Layout::Array(kind) => {
                let shown = (length as usize).min(MOST_ELEMENTS);
                let mut found = Vec::new();
                for slot in 0..shown as u32 {
                    let word = word_at(self.java.machine(), Place { object, slot });
                    found.push(self.variable(
                        format!("[{slot}]"),
                        kind,
                        word,
                        Some((object, slot)),
                    ));
                }
                found
            }
            layout => self.fields(object, class, layout == Layout::Statics),
        }
    }

    fn fields(&mut self, object: Ref, class: ClassId, of_statics: bool) -> Vec<Variable> {
        let program = self.java.machine().program();
        let mut fields = Vec::new();
        let mut class = Some(class);
        while let Some(id) = class {
            let data = program.class(id);
            for field in data.fields.iter().map(|it| program.field(*it)) {
                if field.is_static == of_statics {
                    fields.push((field.name.to_string(), u32::from(field.slot)));
                }
            }
            class = data.superclass.filter(|_| !of_statics);
        }
        let mut found = Vec::new();
        for (name, slot) in fields {
            let place = Place { object, slot };
            let machine = self.java.machine();
            let (kind, word) = (kind_at(machine, place), word_at(machine, place));
            found.push(self.variable(name, kind, word, Some((object, slot))));
        }
        found
    }

    fn is_there(&mut self, word: u64) -> bool {
        let object = Ref::from_word(word);
        object.is_null() || self.java.machine().heap().has(object)
    }

    fn variable(
        &mut self,
        name: String,
        kind: Kind,
        word: u64,
        place: Option<(Ref, u32)>,
    ) -> Variable {
        let machine = self.java.machine();
        let value = self.recorder.namer().value(machine, kind, word);
        let object = Ref::from_word(word);
        let has_parts = kind == Kind::Reference
            && !object.is_null()
            && !matches!(
                object.space(),
                Space::String | Space::StringBytes | Space::Mirror
            )
            && is_open(machine, object);
        let class = match kind {
            Kind::Reference if object.is_null() || !machine.heap().has(object) => String::new(),
            Kind::Reference => short_name(machine, machine.heap().object(object).class),
            other => format!("{other:?}").to_lowercase(),
        };
        Variable {
            name,
            value,
            class,
            object: has_parts.then_some(object),
            place,
        }
    }
}

/// Whether one can look into an object: a string says all by itself.
fn is_open(machine: &Machine<'_>, object: Ref) -> bool {
    let class = machine.heap().object(object).class;
    &*machine.program().class(class).name != "java/lang/String"
}
