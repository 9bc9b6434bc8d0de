//! Which classes of the library are worth initialising before the program starts, beside those that it
//! mentions, and which lookups are worth making.
//!
//! Some initialisers of the library are long (time zones, providers of security, formats). Run by the
//! program's threads, each of their accesses is a step that may be interleaved with others, and whenever
//! a search learns something it goes through all of that again. That library initialisers run early is
//! an assumption anyway (`early.rs`); so where a program mentions parts of the library that have such
//! initialisers, one run of it is made to see which it comes to, one thread after the other. If they
//! take long, the machine is booted again with those classes initialised, and with the lookups of
//! `lookups.rs` made that the run made. The run is a function of the program alone, so that a replay has
//! the same classes.

use jdk::start::HEAVY;
use program::ClassId;

use crate::choice::Choice;
use crate::machine::{Event, Machine};
use crate::start::lookups::Lookup;
use crate::thread::After;

/// Steps of the run outside of initialisers and lookups, and instructions, at most.
const MOST_STEPS: usize = 5_000;
const MOST_INSTRUCTIONS: u64 = 20_000_000;

/// Instructions in initialisers from which on they are long.
const LONG: u64 = 20_000;

/// What is worth doing before the program starts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scouted {
    /// Classes of the library to initialise, in this order.
    pub(crate) classes: Vec<String>,
    /// Lookups to make after that.
    pub(crate) lookups: Vec<Lookup>,
}

impl Scouted {
    pub(crate) fn is_nothing(&self) -> bool {
        self.classes.is_empty() && self.lookups.is_empty()
    }
}

impl Machine<'_> {
    /// Whether the program mentions what may be long to initialise.
    pub(crate) fn may_initialize_long(&self) -> bool {
        let mut texts = self.known.texts.iter();
        texts.any(|text| HEAVY.iter().any(|prefix| text.starts_with(prefix)))
    }

    /// Makes a run, and gives the library's classes that were initialised on it, in that order; none
    /// if that was soon done.
    pub(crate) fn scout(mut self) -> Scouted {
        self.scouts = true;
        let mut choices = Vec::new();
        let (mut spent, mut outside, mut last) = (0, 0, 0);
        while outside < MOST_STEPS {
            choices.clear();
            self.choices(&mut choices);
            let same = choices.iter().find(|it| it.thread == last);
            let Some(&choice) = same.or(choices.first()) else {
                break;
            };
            last = choice.thread;
            match self.scout_on(choice) {
                0 => outside += 1,
                inside => spent += inside,
            }
            let ends = |it: &Event| !matches!(it, Event::Uncaught { .. });
            if self.events.iter().any(ends) || self.instructions > MOST_INSTRUCTIONS {
                break;
            }
        }
        if spent < LONG {
            return Scouted::default();
        }
        let names = self.initialized.iter();
        let classes = names.map(|class| self.program.class(*class).name.to_string());
        Scouted {
            classes: classes.collect(),
            lookups: self.lookups,
        }
    }

    /// Takes a step; how many instructions it took, if it was in an initialiser.
    fn scout_on(&mut self, choice: Choice) -> u64 {
        let thread = usize::from(choice.thread);
        let before = (self.instructions, self.initialized.len());
        let was_inside = self.is_preparing(thread);
        self.advance(choice);
        let is_inside = was_inside || self.is_preparing(thread);
        match is_inside || self.initialized.len() > before.1 {
            true => self.instructions - before.0,
            false => 0,
        }
    }

    /// Whether a thread is in an initialiser of the library, or in a lookup.
    fn is_preparing(&self, thread: usize) -> bool {
        let is_library = |class: ClassId| self.program.class(class).is_library;
        let mut frames = self.threads[thread].frames.iter();
        frames.any(|it| {
            matches!(it.after, After::Initialize(class) if is_library(class))
                || self.is_lookup(it.method)
        })
    }
}
