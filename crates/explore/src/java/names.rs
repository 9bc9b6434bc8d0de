//! Names of objects in reports.
//!
//! An object is called by the field that the program keeps it in, `Bank.lock` or `Fork#2.lock`, if that is
//! telling: a final field never holds another one, and for an object of a library class (a lock, a queue, an
//! array) the field says more than the class. Of the only object of its class the field has no number. What no
//! field holds has the name of a local variable, `pool`, or its class and a number, `Fork#2`. A name once given
//! stays, also when the field has changed, and no two objects have the same.
//!
//! Which field holds an object depends on the state. Findings of a search are told apart by their words, so
//! they have only the names by class; the run that is told in the end has the others.

use machine::heap::Layout;
use machine::value::{Space, to_double, to_float};
use machine::{Machine, Place, Ref};
use program::{ClassId, Field, FieldAccess, Kind};

use crate::java::describe::{LibraryCall, field_of, short_name};
use holders::{Heap, by_local};

mod holders;

/// Gives objects names, in the order in which they come up.
#[derive(Debug, Default)]
pub struct Namer {
    given: Vec<(Ref, ClassId, String)>,
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
        // What is gone may leave its place to an object of another class.
        let class = machine.heap().object(object).class;
        if let Some((_, _, name)) = self.given.iter().find(|it| (it.0, it.1) == (object, class)) {
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
        let is_free = |name: &String| self.given.iter().all(|(_, _, given)| given != name);
        let local = || by_local(machine, object).filter(|_| self.by_fields);
        let name = name.filter(is_free).or_else(|| local().filter(is_free));
        let name = name.unwrap_or_else(|| {
            let class = short_name(machine, machine.heap().object(object).class);
            let numbered = |number: &usize| is_free(&format!("{class}#{number}"));
            let number = (1..).find(numbered).unwrap_or_default();
            format!("{class}#{number}")
        });
        self.given.push((object, class, name.clone()));
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
        let (holder, field) = Heap::default().find(machine, object)?;
        if let Some(caught) = field.strip_prefix("val$") {
            return Some(caught.to_owned());
        }
        let class = machine.heap().object(holder).class;
        let plain = format!("{}.{field}", short_name(machine, class));
        let is_free = self.given.iter().all(|(_, _, given)| *given != plain);
        let is_own = !machine.program().class(class).is_library;
        if is_own && is_free && Heap::default().has_only(machine, class) {
            return Some(plain);
        }
        Some(format!("{}.{field}", self.object(machine, holder)))
    }

    /// The name of the library's lock that keeps a synchronizer.
    pub fn lock_of(&mut self, machine: &mut Machine<'_>, sync: Ref) -> Option<String> {
        let lock = Heap::default().lock_of(machine, sync)?;
        Some(self.object(machine, lock))
    }

    /// The name of an array that a field or a local variable of the program holds.
    fn array(&mut self, machine: &mut Machine<'_>, array: Ref) -> Option<String> {
        if let Some(name) = self.by_static(machine, array) {
            return Some(name);
        }
        let has_name = self.by_fields
            && (self.given.iter().any(|(seen, ..)| *seen == array)
                || Heap::default().find(machine, array).is_some()
                || by_local(machine, array).is_some());
        let name = has_name.then(|| self.object(machine, array))?;
        (!name.contains('#') || name.contains('.')).then_some(name)
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
            Layout::Array(_) => match self.array(machine, place.object) {
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

fn quoted(machine: &mut Machine<'_>, string: Ref) -> String {
    let text = machine.text(string);
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}
