//! What the library looks up for a program before it starts, so that its caches are filled.
//!
//! Behind a few calls of the library lie lookups that run through thousands of accesses to caches which
//! all threads share: the names of months in a language, the rules of a time zone, the provider of an
//! algorithm. Two threads that both come first interleave in all of that. For the program it is noise,
//! like the initialisers of such classes (`early.rs`): [`LOOKUPS`] lists lookups whose results are
//! functions of their arguments and of settings that a program has to change by name. The run that tells
//! which classes to initialise (`scout.rs`) also notes which of them are made, with their arguments, and
//! the machine is booted again with these made first.
//!
//! # Why that changes nothing that a program can tell
//!
//! - *What a lookup gives is the same.* Every method of the table is documented, or is what a documented
//!   one consists of, as a function of its arguments, the default locale and time zone, the system
//!   properties and the list of providers. What was looked up before is no input of it. If the program
//!   mentions what changes the default time zone, or the list of providers, what depends on these is not
//!   looked up early (the other lookups are told their locale); if it may set system properties, nothing
//!   that reads one is (`early.rs`).
//! - *What it leaves behind is only found by lookups.* It fills caches that are private to the library,
//!   and initialises classes of it. A method that registers something that can be asked for (loggers,
//!   handlers, shutdown hooks) is not in the table. The first look for the default time zone sets a system
//!   property, and undoes a `setDefault` that comes in between; a program that mentions either finds it
//!   as the JVM has it.
//! - *It runs no code of the program.* Arguments are numbers, texts, constants and classes of the library,
//!   and locales; anything else, and the lookup is not noted. One that comes to a method of the program all
//!   the same (a provider that is found on the class path) is not made.
//! - *It fails without a trace.* The machine goes on as it was before a lookup that does not end well.
//!
//! What is lost are runs in which two threads come first at the same time, and the library keeps its own
//! caches wrongly then: that it does not is assumed, and the reports say so.

use jdk::start::LOOKUPS;
use program::{ClassId, Kind, MethodId, Register};

use crate::execution::invoke::NO_METHOD;
use crate::execution::step::Flow;
use crate::machine::Machine;
use crate::native::Invocation;
use crate::start::scout::Scouted;
use crate::thread::After;
use crate::value::{Ref, Space};

/// Lookups that are made early, at most.
const MOST: usize = 200;

/// A lookup and its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lookup {
    method: MethodId,
    arguments: Vec<Argument>,
}

/// An argument, as something that every machine over the program can make.
#[derive(Clone, Debug, PartialEq)]
enum Argument {
    /// No reference, or null.
    Word(u64),
    Text(Vec<u16>),
    /// What has the same name in all states: a class, the only instance of one without state.
    Fixed(Ref),
    /// What is in a static of the object's class.
    Constant(ClassId, usize),
    /// A language, a region and a variant.
    Locale([Vec<u16>; 3]),
}

/// What is done before the program starts.
#[derive(Clone, Copy)]
enum Preparation<'a> {
    Class(&'a String),
    Lookup(&'a Lookup),
}

impl Preparation<'_> {
    fn is_lookup(&self) -> bool {
        matches!(self, Preparation::Lookup(_))
    }
}

impl Machine<'_> {
    /// Whether a method is a lookup.
    pub(crate) fn is_lookup(&self, method: MethodId) -> bool {
        if method == NO_METHOD {
            return false;
        }
        let data = self.program.method(method);
        let class = self.program.class(data.class);
        let is_named = |names: &[&str]| match names {
            ["*"] => data.is_static() && &*data.name != "<clinit>",
            names => names.contains(&&*data.name),
        };
        let depends = |on: &[&str]| on.iter().any(|it| self.known.texts.contains(*it));
        let mut lookups = LOOKUPS.iter().filter(|it| *it.0 == *class.name);
        class.is_library && lookups.any(|it| is_named(it.1) && !depends(it.2))
    }

    /// A thread is about to call a method: that is noted if it is a lookup, and no part of another.
    pub(crate) fn note_lookup(
        &mut self,
        thread: usize,
        method: MethodId,
        base: usize,
        operands: &[Register],
    ) {
        if self.lookups.len() >= MOST || !self.is_lookup(method) {
            return;
        }
        let mut frames = self.threads[thread].frames.iter();
        if frames.any(|it| self.is_lookup(it.method)) {
            return;
        }
        let parameters = &self.program.body(method).parameters;
        let references = self.program.body(method).references as usize;
        let registers = &self.threads[thread].registers;
        let words = operands.iter().map(|it| registers[base + it.index()]);
        let words: Vec<(bool, u64)> = parameters
            .iter()
            .map(|it| it.index() < references)
            .zip(words)
            .collect();
        let arguments = words.into_iter().map(|(is_reference, word)| {
            let object = Ref::from_word(word);
            match is_reference && !object.is_null() {
                true => self.describe(object),
                false => Some(Argument::Word(word)),
            }
        });
        let Some(arguments) = arguments.collect() else {
            return;
        };
        let lookup = Lookup { method, arguments };
        if !self.lookups.contains(&lookup) {
            self.lookups.push(lookup);
        }
    }

    fn describe(&mut self, object: Ref) -> Option<Argument> {
        let is_library = |class: ClassId| self.program.class(class).is_library;
        match object.space() {
            Space::Mirror | Space::Singleton => {
                let class = object.class_id()?;
                return is_library(class).then_some(Argument::Fixed(object));
            }
            Space::Heap | Space::String => {}
            _ => return None,
        }
        let class = self.heap.object(object).class;
        if !is_library(class) {
            return None;
        }
        match &*self.program.class(class).name {
            "java/lang/String" => return Some(Argument::Text(self.heap.text(object))),
            "java/util/Locale" => return self.describe_locale(object),
            _ => {}
        }
        let statics = self.heap.statics_object(class)?;
        let data = self.program.class(class);
        let mut fields = data.fields.iter().map(|field| self.program.field(*field));
        let constant = fields.find(|field| {
            let is_constant = field.is_static && field.kind == Kind::Reference;
            is_constant && statics.data[field.slot as usize] == object.word()
        });
        constant.map(|field| Argument::Constant(class, field.slot as usize))
    }

    fn describe_locale(&mut self, locale: Ref) -> Option<Argument> {
        const BASE: &str = "sun/util/locale/BaseLocale";
        let slot = |it: &mut Self, class, field| it.find_field_slot(class, field);
        let extensions = slot(self, "java/util/Locale", "localeExtensions")?;
        let base = slot(self, "java/util/Locale", "baseLocale")?;
        let base = self.heap.reference(locale, base);
        let script = slot(self, BASE, "script")?;
        let script = self.heap.reference(base, script);
        if !self.heap.reference(locale, extensions).is_null() || !self.heap.text(script).is_empty()
        {
            return None;
        }
        let mut texts = [const { Vec::new() }; 3];
        for (text, field) in texts.iter_mut().zip(["language", "region", "variant"]) {
            let slot = slot(self, BASE, field)?;
            *text = self.heap.text(self.heap.reference(base, slot));
        }
        Some(Argument::Locale(texts))
    }

    /// Does what a scout found worth doing before the program starts. What does not end well, or comes to
    /// code of the program, is as if nobody had tried.
    pub(crate) fn prepare(&mut self, scouted: &Scouted) {
        let classes = scouted.classes.iter().map(Preparation::Class);
        let lookups = scouted.lookups.iter().map(Preparation::Lookup);
        let mut wanted: Vec<Preparation<'_>> = classes.chain(lookups).collect();
        if wanted.is_empty() {
            return;
        }
        let before = self.clone();
        loop {
            let count = wanted.len();
            wanted.retain(|it| {
                self.known.has_run_program = false;
                let is_done = match it {
                    Preparation::Class(name) => self.try_initialize(name),
                    Preparation::Lookup(lookup) => self.make(lookup).is_some(),
                };
                if !is_done {
                    self.abandon_early();
                }
                is_done && !self.known.has_run_program
            });
            if wanted.len() == count {
                self.known.has_looked_up = wanted.iter().any(Preparation::is_lookup);
                return;
            }
            *self = before.clone();
        }
    }

    /// Whether the library looked something up before the program started.
    pub fn has_looked_up(&self) -> bool {
        self.known.has_looked_up
    }

    fn make(&mut self, lookup: &Lookup) -> Option<()> {
        let class = self.program.method(lookup.method).class;
        let name = self.program.class(class).name.clone();
        self.initialize_early(&name).ok()?;
        let mut arguments = Vec::new();
        for argument in &lookup.arguments {
            arguments.push(self.argument(argument)?);
        }
        self.run_call_early(lookup.method, arguments)
    }

    fn run_call_early(&mut self, method: MethodId, arguments: Vec<u64>) -> Option<()> {
        let after = After::Thread;
        let invocation = Invocation {
            method,
            arguments,
            after,
        };
        match self.push_call(0, invocation) {
            Flow::Reload => self.run_early("a lookup").ok(),
            _ => None,
        }
    }

    fn argument(&mut self, argument: &Argument) -> Option<u64> {
        match argument {
            Argument::Word(word) => Some(*word),
            Argument::Text(text) => Some(self.heap.new_string(text).word()),
            Argument::Fixed(object) => {
                let class = object.class_id()?;
                match object.space() {
                    Space::Mirror => Some(self.mirror(class).word()),
                    _ => Some(self.heap.new_object(class).word()),
                }
            }
            Argument::Constant(class, slot) => {
                let name = self.program.class(*class).name.clone();
                self.initialize_early(&name).ok()?;
                let statics = self.heap.statics(*class);
                Some(self.heap.reference(statics, *slot).word())
            }
            Argument::Locale(texts) => self.locale(texts),
        }
    }

    /// The locale of a language, region and variant.
    fn locale(&mut self, texts: &[Vec<u16>; 3]) -> Option<u64> {
        let words = texts.iter().map(|it| self.heap.new_string(it).word());
        let words = words.collect();
        let text = "Ljava/lang/String;";
        let descriptor = format!("({text}{text}{text})V");
        let locale = self.construct_early("java/util/Locale", &descriptor, words);
        locale.ok().map(Ref::word)
    }
}
