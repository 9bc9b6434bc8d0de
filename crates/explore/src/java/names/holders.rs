//! Who holds an object: fields of the program's objects, and its local variables.
//!
//! In: a machine and an object. Out: the words by which the program's own code comes to it, if there are any.

use std::collections::VecDeque;

use hashbrown::HashSet;
use machine::heap::{Layout, Object};
use machine::{Machine, Ref};
use program::liveness::registers;
use program::{ClassId, Field, Kind};

use super::{ELEMENTS, is_of_library};

/// Objects that are looked through.
const LOOKED_THROUGH: usize = 4096;

/// What can be reached from the program's statics, its threads and their local variables, the nearest first.
/// This depends on what the heap is like, not on how its objects are numbered.
#[derive(Default)]
pub(super) struct Heap {
    open: VecDeque<Ref>,
    seen: HashSet<Ref>,
}

impl Heap {
    fn reach(&mut self, object: Ref) {
        if !object.is_null() && self.seen.insert(object) {
            self.open.push_back(object);
        }
    }

    fn begin(&mut self, machine: &Machine<'_>) {
        let program = machine.program();
        for index in 0..program.class_count() {
            let class = ClassId(index as u32);
            if !program.class(class).is_library && machine.heap().statics_object(class).is_some() {
                self.reach(Ref::statics(class));
            }
        }
        for thread in machine.threads() {
            self.reach(thread.object);
        }
        for_each_local(machine, |object, _| self.reach(object));
    }

    /// The next object that the program's own code could come to.
    fn next(&mut self, machine: &Machine<'_>) -> Option<Ref> {
        while let Some(at) = self.open.pop_front()
            && self.seen.len() < LOOKED_THROUGH
        {
            if !machine.heap().has(at) {
                continue;
            }
            let data = machine.heap().object(at);
            if let Layout::Array(Kind::Reference) = data.layout {
                for index in 0..ELEMENTS.min(data.length as usize) {
                    self.reach(Ref::from_word(data.element(Kind::Reference, index)));
                }
                continue;
            }
            let class = machine.program().class(data.class);
            let is_way = !class.is_library || machine.is_thread(at) || WAYS.contains(&&*class.name);
            if matches!(data.layout, Layout::Fields | Layout::Statics) && is_way {
                for (_, held) in references(machine, data) {
                    self.reach(held);
                }
                return Some(at);
            }
        }
        None
    }

    /// The object of the program that holds another one in a field, and that field as the program writes it.
    pub(super) fn find(&mut self, machine: &Machine<'_>, object: Ref) -> Option<(Ref, String)> {
        self.begin(machine);
        while let Some(at) = self.next(machine) {
            let data = machine.heap().object(at);
            if data.layout != Layout::Fields {
                continue;
            }
            for (field, held) in references(machine, data) {
                if held == object
                    && let Some(name) = told(machine, field)
                {
                    return Some((at, name));
                }
            }
        }
        None
    }

    /// The library's lock that keeps a synchronizer.
    pub(super) fn lock_of(&mut self, machine: &Machine<'_>, sync: Ref) -> Option<Ref> {
        self.begin(machine);
        while self.next(machine).is_some() {}
        let is_it = |lock: &Ref| {
            if !machine.heap().has(*lock) {
                return false;
            }
            let data = machine.heap().object(*lock);
            let is_lock = LOCKS.contains(&&*machine.program().class(data.class).name);
            let mut held = is_lock.then(|| references(machine, data)).into_iter();
            held.any(|held| held.iter().any(|it| it.1 == sync))
        };
        self.seen.iter().copied().find(is_it)
    }

    /// Whether there is no more than one object of a class.
    pub(super) fn has_only(&mut self, machine: &Machine<'_>, class: ClassId) -> bool {
        self.begin(machine);
        let mut count = 0;
        while let Some(at) = self.next(machine) {
            let data = machine.heap().object(at);
            count += u32::from(data.layout == Layout::Fields && data.class == class);
        }
        count <= 1
    }
}

/// How the program writes a field of one of its objects, or a view of one of the library's locks.
fn told(machine: &Machine<'_>, field: &Field) -> Option<String> {
    let class = machine.program().class(field.class);
    if class.is_library {
        let views = VIEWS.iter().filter(|it| it.0 == &*class.name);
        let mut views = views.filter(|it| it.1 == &*field.name);
        return views.next().map(|it| it.2.to_owned());
    }
    let is_written = field.name.starts_with("val$") || !field.name.contains('$');
    is_written.then(|| field.name.to_string())
}

/// Fields of the library, and what the program calls to get what they hold.
const VIEWS: [(&str, &str, &str); 2] = [
    (READ_WRITE_LOCK, "readerLock", "readLock()"),
    (READ_WRITE_LOCK, "writerLock", "writeLock()"),
];

/// The classes of the library's locks that have conditions: each keeps a synchronizer, and only one of these
/// keeps the same.
const LOCKS: [&str; 2] = [
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
];

const READ_WRITE_LOCK: &str = "java/util/concurrent/locks/ReentrantReadWriteLock";

/// Classes of the library through which a thread leads to its task, and a lock to its views.
const WAYS: [&str; 2] = ["java/lang/Thread$FieldHolder", READ_WRITE_LOCK];

/// The local variable that holds an object in some call of the program's own code.
pub(super) fn by_local(machine: &Machine<'_>, object: Ref) -> Option<String> {
    if !is_of_library(machine, object) {
        return None;
    }
    let mut found = None;
    for_each_local(machine, |held, name| {
        if held == object && found.is_none() && name != "this" {
            found = Some(name.to_owned());
        }
    });
    found
}

/// The objects in local variables that the program's own code goes on to need.
fn for_each_local(machine: &Machine<'_>, mut act: impl FnMut(Ref, &str)) {
    let program = machine.program();
    for thread in machine.threads() {
        for frame in &thread.frames {
            let is_own = machine.has_method(frame.method)
                && !program.class(program.method(frame.method).class).is_library;
            if !is_own {
                continue;
            }
            let body = frame.body;
            for register in registers(body.live(frame.pc)) {
                let is_reference = register.index() < usize::from(body.references);
                let name = body.local_name(register, frame.pc);
                let word = thread.registers.get(frame.base as usize + register.index());
                if let (true, Some(name), Some(word)) = (is_reference, name, word) {
                    act(Ref::from_word(*word), name);
                }
            }
        }
    }
}

/// The fields of an object that hold others, and what they hold.
fn references<'m>(machine: &'m Machine<'_>, data: &Object) -> Vec<(&'m Field, Ref)> {
    let program = machine.program();
    let of_statics = data.layout == Layout::Statics;
    let mut found = Vec::new();
    let mut class = Some(data.class);
    while let Some(id) = class {
        let of_class = program.class(id);
        for field in of_class.fields.iter().map(|it| program.field(*it)) {
            if field.is_static == of_statics && field.kind == Kind::Reference {
                let word = data.data.get(usize::from(field.slot));
                let held = word.map_or(Ref::NULL, |it| Ref::from_word(*it));
                if !held.is_null() {
                    found.push((field, held));
                }
            }
        }
        class = of_class.superclass.filter(|_| !of_statics);
    }
    found
}
