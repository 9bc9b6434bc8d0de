//! Exceptions that the program gets only because Heddle lacks something.
//!
//! Parts of the library are replaced or cut short (`native/model.rs`), so code behind them may fail that
//! would not on a JVM. Where such an exception leaves the library for the program's own code, the run
//! ends there as unsupported, whether or not the program would catch it: what follows is no run of the
//! program. Which exceptions those are goes by their class and by where they were made; it is judged
//! when they leave the library, because the library itself catches some of them and goes on.
//!
//! Files and environment variables that are missing are noted (they are the program's business, as a
//! rule, but may be there on the host): whoever reports a violation can say so.

use jdk::model::{ABSENT, CUT_SHORT};
use program::MethodId;

use crate::machine::Machine;
use crate::value::Ref;
use crate::weak::Site;

/// Classes that Heddle ships for programs that were written for other tools, with less in them.
const SHIPPED: &[&str] = &[
    "gov.nasa.jpf.",
    "gov/nasa/jpf/",
    "org.sosy_lab.",
    "org/sosy_lab/",
    "heddle.Heddle",
    "heddle/Heddle",
];

/// Causes that are looked at.
const MOST_CAUSES: usize = 8;

impl Machine<'_> {
    /// Why an exception that leaves the library is none of the program's, if it is not.
    pub(crate) fn lacks(&mut self, thread: usize, exception: Ref) -> Option<String> {
        let mut next = Some(exception);
        for _ in 0..MOST_CAUSES {
            let Some(cause) = next else {
                break;
            };
            if let Some(reason) = self.is_lacking(cause) {
                return Some(reason);
            }
            self.note_missing(thread, cause);
            next = self.cause_of(cause);
        }
        None
    }

    fn is_lacking(&mut self, exception: Ref) -> Option<String> {
        let class = self.heap.object(exception).class;
        let name = self.program.class(class).name.clone();
        let frames = self.backtrace(exception);
        let &(origin, _) = frames.first()?;
        let class_of = |method: MethodId| self.program.class(self.program.method(method).class);
        let made_by = class_of(origin);
        if !made_by.is_library || made_by.name.starts_with("heddle/") {
            return None;
        }
        let inside = frames.iter().map(|(method, _)| class_of(*method));
        let inside = inside.take_while(|class| class.is_library);
        let is_absent = matches!(
            &*name,
            "java/lang/NullPointerException" | "java/lang/AbstractMethodError"
        );
        let is_cut = is_absent && inside.into_iter().any(|class| is_cut_short(&class.name));
        if !is_cut && !ABSENT.contains(&&*name) {
            return None;
        }
        let what = self.describe_throwable(exception);
        let place = self.method_name(origin);
        Some(format!(
            "{what}: thrown by {place}, which needs a part of the library that Heddle replaces or leaves out"
        ))
    }

    /// Writes down the file that an exception says is missing.
    fn note_missing(&mut self, thread: usize, exception: Ref) {
        let class = self.heap.object(exception).class;
        let text = match &*self.program.class(class).name {
            "java/io/FileNotFoundException" => self.message_of(exception),
            "java/nio/file/NoSuchFileException" => self.file_of(exception),
            _ => None,
        };
        if let Some(text) = text
            && let Some(site) = self.nearest_site(thread)
        {
            let path = text.split(" (").next().unwrap_or(&text);
            self.coverage.missing.insert((path.to_owned(), site));
        }
    }

    fn message_of(&mut self, exception: Ref) -> Option<String> {
        let slot = self.field_slot("java/lang/Throwable", "detailMessage");
        let message = self.heap.reference(exception, slot);
        (!message.is_null()).then(|| self.text(message))
    }

    /// A thread asks for an environment variable, or for all of them.
    pub(crate) fn note_variable(&mut self, thread: usize, name: String) {
        if let Some(site) = self.nearest_site(thread) {
            self.coverage.asked.insert((name, site));
        }
    }

    /// Where the program's own code is, in a thread that may be inside of the library.
    fn nearest_site(&self, thread: usize) -> Option<Site> {
        let mut frames = self.threads[thread].frames.iter().rev();
        let frame = frames.find(|it| !self.is_of_library(it.method))?;
        Some(Site {
            method: frame.method,
            pc: frame.pc,
        })
    }

    /// Files that some run looked for in vain, by name, and where.
    pub fn missing_files(&self) -> Vec<(&str, Asked)> {
        let missing = self.coverage.missing.iter();
        missing
            .map(|(name, site)| (name.as_str(), self.asked_at(*site)))
            .collect()
    }

    /// Environment variables that some run asked for, and where; an empty name stands for all of
    /// them.
    pub fn asked_variables(&self) -> Vec<(&str, Asked)> {
        let asked = self.coverage.asked.iter();
        asked
            .map(|(name, site)| (name.as_str(), self.asked_at(*site)))
            .collect()
    }

    fn asked_at(&self, site: Site) -> Asked {
        let method = self.program.method(site.method);
        let class = self.program.class(method.class).name.replace('/', ".");
        let place = format!(
            "{} ({})",
            self.method_name(site.method),
            self.tell_line(site)
        );
        Asked {
            class,
            method: method.name.to_string(),
            path: vec![place],
        }
    }
}

/// A place in the program's own code, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The class.
    pub class: String,
    /// The method.
    pub method: String,
    /// As `Class.method (File.java:12)`.
    pub path: Vec<String>,
}

fn is_cut_short(class: &str) -> bool {
    CUT_SHORT.iter().any(|prefix| class.starts_with(prefix))
}

/// Whether a linkage error is about a class that Heddle ships.
pub(crate) fn is_about_shipped(message: &str) -> bool {
    SHIPPED.iter().any(|name| message.contains(name))
}
