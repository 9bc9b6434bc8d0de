//! Names of objects in reports.
//!
//! An object is called by the field that the program keeps it in, `Bank.lock` or `Fork#2.lock`, if that is
//! telling: a final field never holds another one, and for an object of a library class (a lock, a queue, an
//! array) the field says more than the class. Otherwise it is called by its class and a number, `Fork#2`. A
//! name once given stays, also when the field has changed, and no two objects have the same.
//!
//! Which field holds an object depends on the state. Findings of a search are told apart by their words, so
//! they have only the names by class; the run that is told in the end has the others.

use std::collections::VecDeque;

use hashbrown::HashSet;
use machine::heap::{Layout, Object};
use machine::value::{Space, to_double, to_float};
use machine::{Machine, Place, Ref};
use program::{ClassId, Field, FieldAccess, Kind};

use crate::java::describe::{LibraryCall, field_of, short_name};

/// Gives objects names, in the order in which they come up.
#[derive(Debug, Default)]
pub struct Namer {
    given: Vec<(Ref, String)>,
    by_fields: bool,
}

/// Elements of an array that are looked at.
const ELEMENTS: usize = 64;

/// Classes whose objects are told by their value.
const BOXES: [&str; 8] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
];

impl Namer {
    /// One that calls objects by fields, too.
    pub fn by_fields() -> Namer {
        Namer {
            given: Vec::new(),
            by_fields: true,
        }
    }

    /// The name of an object.
    pub fn object(&mut self, machine: &mut Machine<'_>, object: Ref) -> String {
        match object.space() {
            Space::Mirror => {
                let class = object.class_id().expect("a mirror has a class");
                return format!("{}.class", short_name(machine, class));
            }
            Space::String | Space::StringBytes => return quoted(machine, object),
            _ => {}
        }
        if let Some((_, name)) = self.given.iter().find(|(seen, _)| *seen == object) {
            return name.clone();
        }
        let mut name = None;
        if machine.is_thread(object) {
            let label = machine.thread_label(object);
            if machine.thread_of(object).is_none() {
                // It has no name for good before it is started.
                return label;
            }
            name = Some(label);
        } else if self.by_fields {
            name = self.by_static(machine, object);
            if name.is_none() && is_of_library(machine, object) {
                name = self.by_field(machine, object);
            }
        }
        let is_free = |name: &String| self.given.iter().all(|(_, given)| given != name);
        let name = name.filter(is_free).unwrap_or_else(|| {
            let class = short_name(machine, machine.heap().object(object).class);
            let numbered = |number: &usize| is_free(&format!("{class}#{number}"));
            let number = (1..).find(numbered).unwrap_or_default();
            format!("{class}#{number}")
        });
        self.given.push((object, name.clone()));
        name
    }

    /// `Bank.lock`, `Table.forks[2]`: a static field of the program, or an element of an array in one.
    fn by_static(&self, machine: &Machine<'_>, object: Ref) -> Option<String> {
        let program = machine.program();
        let of_library = is_of_library(machine, object);
        for index in 0..program.class_count() {
            let class = ClassId(index as u32);
            if program.class(class).is_library {
                continue;
            }
            let Some(statics) = machine.heap().statics_object(class) else {
                continue;
            };
            for field in program.class(class).fields.iter() {
                let field = program.field(*field);
                let is_telling = is_final(field) || of_library;
                if !field.is_static || field.kind != Kind::Reference || !is_telling {
                    continue;
                }
                let held = Ref::from_word(statics.data[usize::from(field.slot)]);
                let name = format!("{}.{}", short_name(machine, class), field.name);
                if held == object {
                    return Some(name);
                }
                if let Some(index) = element(machine, held, object) {
                    return Some(format!("{name}[{index}]"));
                }
            }
        }
        None
    }

    /// `Fork#2.lock`: a field of an object of the program. What an inner class has caught is called by the
    /// name that it had.
    fn by_field(&mut self, machine: &mut Machine<'_>, object: Ref) -> Option<String> {
        let (holder, field) = holder(machine, object)?;
        match field.strip_prefix("val$") {
            Some(caught) => Some(caught.to_owned()),
            None if field.contains('$') => None,
            None => Some(format!("{}.{field}", self.object(machine, holder))),
        }
    }

    /// A value of a field or element.
    pub fn value(&mut self, machine: &mut Machine<'_>, kind: Kind, word: u64) -> String {
        match kind {
            Kind::Boolean => (word != 0).to_string(),
            Kind::Char => {
                char::from_u32(word as u32).map_or(String::from("'?'"), |c| format!("{c:?}"))
            }
            Kind::Byte | Kind::Short | Kind::Int => (word as i32).to_string(),
            Kind::Long => (word as i64).to_string(),
            Kind::Float => to_float(word).to_string(),
            Kind::Double => to_double(word).to_string(),
            Kind::Reference => self.reference(machine, Ref::from_word(word)),
        }
    }

    fn reference(&mut self, machine: &mut Machine<'_>, object: Ref) -> String {
        if object.is_null() {
            return "null".to_owned();
        }
        let class = machine.heap().object(object).class;
        let name = machine.program().class(class).name.clone();
        if &*name == "java/lang/String" {
            return quoted(machine, object);
        }
        if BOXES.contains(&&*name) {
            let fields = machine.program().class(class).fields.iter();
            let mut fields = fields.map(|it| machine.program().field(*it));
            if let Some(value) = fields.find(|it| !it.is_static && &*it.name == "value") {
                let word = machine.heap().object(object).data[usize::from(value.slot)];
                return self.value(machine, value.kind, word);
            }
        }
        self.object(machine, object)
    }

    /// A call of the library: `Bank.lock.tryLock()`, `Thread.sleep()`.
    pub fn call(&mut self, machine: &mut Machine<'_>, call: &LibraryCall) -> String {
        let (class, method) = call.name.rsplit_once('.').unwrap_or(("", &call.name));
        match call.receiver {
            // A state may have forgotten whom a call is on, when that is no longer needed.
            Some(object) if self.by_fields && machine.heap().has(object) => {
                format!("{}.{method}()", self.object(machine, object))
            }
            _ => format!("{class}.{method}()"),
        }
    }

    /// A variable: `Account.balance`, or `Bank.ledger[3]` for an element of an array that has a name.
    pub fn variable(&mut self, machine: &mut Machine<'_>, place: Place) -> String {
        match machine.heap().object(place.object).layout {
            Layout::Array(_) => match self.by_static(machine, place.object) {
                Some(array) => format!("{array}[{}]", place.slot),
                None => field_of(machine, place),
            },
            _ => field_of(machine, place),
        }
    }
}

fn is_final(field: &Field) -> bool {
    field.access == FieldAccess::Final
}

fn is_of_library(machine: &Machine<'_>, object: Ref) -> bool {
    let class = machine.heap().object(object).class;
    machine.program().class(class).is_library
}

/// At which index an array of references holds an object.
fn element(machine: &Machine<'_>, array: Ref, object: Ref) -> Option<usize> {
    if array.is_null() || !machine.heap().has(array) {
        return None;
    }
    let array = machine.heap().object(array);
    let Layout::Array(Kind::Reference) = array.layout else {
        return None;
    };
    let mut indices = 0..ELEMENTS.min(array.length as usize);
    indices.find(|it| Ref::from_word(array.element(Kind::Reference, *it)) == object)
}

/// Objects that are looked through.
const LOOKED_THROUGH: usize = 4096;

/// The object of the program that holds another one, and by which field: the nearest to its statics and its
/// threads, breadth-first. This depends on what the heap is like, not on how its objects are numbered.
fn holder(machine: &Machine<'_>, object: Ref) -> Option<(Ref, String)> {
    let program = machine.program();
    let mut open: VecDeque<Ref> = VecDeque::new();
    for index in 0..program.class_count() {
        let class = ClassId(index as u32);
        if !program.class(class).is_library && machine.heap().statics_object(class).is_some() {
            open.push_back(Ref::statics(class));
        }
    }
    open.extend(machine.threads().iter().map(|it| it.object));
    let mut seen: HashSet<Ref> = open.iter().copied().collect();
    while let Some(at) = open.pop_front()
        && seen.len() < LOOKED_THROUGH
    {
        if !machine.heap().has(at) {
            continue;
        }
        let data = machine.heap().object(at);
        let class = program.class(data.class);
        let is_own = !class.is_library;
        let is_way = is_own || machine.is_thread(at) || WAYS.contains(&&*class.name);
        match data.layout {
            Layout::Array(Kind::Reference) => {
                for index in 0..ELEMENTS.min(data.length as usize) {
                    let held = Ref::from_word(data.element(Kind::Reference, index));
                    if !held.is_null() && seen.insert(held) {
                        open.push_back(held);
                    }
                }
            }
            Layout::Array(_) => {}
            Layout::Fields | Layout::Statics if is_way => {
                for (field, held) in references(machine, data) {
                    let has_name =
                        data.layout == Layout::Fields && !program.class(field.class).is_library;
                    if held == object && has_name {
                        return Some((at, field.name.to_string()));
                    }
                    if seen.insert(held) {
                        open.push_back(held);
                    }
                }
            }
            Layout::Fields | Layout::Statics => {}
        }
    }
    None
}

/// Classes of the library through which a thread leads to its task.
const WAYS: [&str; 1] = ["java/lang/Thread$FieldHolder"];

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

fn quoted(machine: &mut Machine<'_>, string: Ref) -> String {
    let text = machine.text(string);
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
