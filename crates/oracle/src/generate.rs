//! Makes a program from a seed.
//!
//! In: a seed and a [`Size`]. Out: a [`GeneratedProgram`]. A program is a number of themes; each
//! theme makes the shared variables it needs and gives parts to two or more threads. Parts are
//! wrapped, shuffled within their thread and printed. A theme whose parts would be too much for the
//! size is taken back.

mod atomics;
mod blocking;
mod cost;
mod data;
mod draft;
mod failing;
mod objects;
#[cfg(test)]
mod tests;
mod wrap;

use std::collections::BTreeSet;

use crate::ast::Program;
use crate::jvm::Runnable;
use crate::print::{Explicit, Style, print};
use crate::random::Random;
use crate::size::{Racy, Size, Theme};
use draft::{Actor, Draft, Part};

/// A program and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedProgram {
    /// The name of the class; the file is `<name>.java`.
    pub name: String,
    /// The Java source.
    pub source: String,
    /// The same program with calls that only cost time, for the JVM.
    pub noisy_source: String,
    /// What it is about.
    pub themes: BTreeSet<Theme>,
    /// The tree both sources were printed from.
    pub tree: Program,
}

impl GeneratedProgram {
    /// The Java source of the same program with so many threads of each sort, which can't be told apart.
    /// None of them may speak of another: nobody interrupts, unparks or joins one.
    /// Main joins them in the end, or goes its way.
    pub fn with_equal_threads(&self, count: usize, joined: bool) -> String {
        print(&self.tree, Style::Equal { count, joined })
    }

    /// The Java source of the same program with explicit locks and conditions in place of monitors.
    pub fn with_explicit_locks(&self, explicit: Explicit) -> String {
        print(&self.tree, Style::Explicit(explicit))
    }
}

impl Runnable for GeneratedProgram {
    fn name(&self) -> &str {
        &self.name
    }

    fn noisy_source(&self) -> String {
        self.noisy_source.clone()
    }
}

/// Attempts to add a theme before a program is taken as it is.
const ATTEMPTS: usize = 60;

/// Makes the program of a seed.
pub fn generate(seed: u64, size: &Size) -> GeneratedProgram {
    let mut draft = Draft::new(Random::new(seed), size);
    let mut themes = BTreeSet::new();
    let mut parts: Vec<Part> = Vec::new();
    let wanted = draft.random.between(size.parts.0, size.parts.1);
    for _ in 0..ATTEMPTS {
        if enough(&draft, &parts, wanted) {
            break;
        }
        let before = draft.clone();
        let theme = draft.theme();
        let more = parts_of(theme, &mut draft);
        let more = wrap::wrap(&mut draft, more);
        let total: u32 = parts
            .iter()
            .chain(&more)
            .map(|part| draft.cost(&part.body))
            .sum();
        if more.is_empty() || total > size.operations {
            // Keep the random numbers going, or the same theme would be drawn for ever.
            draft = before.with_random(draft.random);
            continue;
        }
        themes.insert(theme);
        draft.keep(&more);
        parts.extend(more);
    }
    let tree = assemble(format!("G{seed}"), draft, parts);
    GeneratedProgram {
        name: tree.name.clone(),
        source: print(&tree, Style::Plain),
        noisy_source: print(&tree, Style::Noisy),
        themes,
        tree,
    }
}

/// Whether every thread has something to do, and the busiest one as much as wanted.
fn enough(draft: &Draft<'_>, parts: &[Part], wanted: usize) -> bool {
    let count = |actor| parts.iter().filter(|part| part.actor == actor).count();
    let counts: Vec<usize> = draft.actors().into_iter().map(count).collect();
    counts.iter().all(|&count| count > 0) && counts.iter().any(|&count| count >= wanted)
}

fn parts_of(theme: Theme, draft: &mut Draft<'_>) -> Vec<Part> {
    match theme {
        Theme::Counter => data::counter(draft),
        Theme::Message => data::message(draft),
        Theme::Litmus => data::litmus(draft),
        Theme::Array => data::array(draft),
        Theme::Handover => objects::handover(draft),
        Theme::Collection => objects::collection(draft),
        Theme::Linked => objects::linked(draft),
        Theme::LocalObject => objects::local(draft),
        Theme::WaitNotify => blocking::wait_notify(draft),
        Theme::NestedLocks => blocking::nested_locks(draft),
        Theme::SynchronizedMethod => blocking::synchronized_method(draft),
        Theme::ReentrantLock => blocking::reentrant_lock(draft),
        Theme::Park => blocking::park(draft),
        Theme::Interrupt => blocking::interrupt(draft),
        Theme::Join => blocking::join(draft),
        Theme::AtomicInteger => atomics::integer(draft),
        Theme::AtomicReference => atomics::reference(draft),
        Theme::Exception => failing::exception(draft),
    }
}

fn assemble(name: String, mut draft: Draft<'_>, mut parts: Vec<Part>) -> Program {
    draft.random.shuffle(&mut parts);
    let mut threads = vec![Vec::new(); draft.threads];
    let mut main = Vec::new();
    for part in parts {
        match part.actor {
            Actor::Thread(thread) => threads[thread].extend(part.body),
            Actor::Main => main.extend(part.body),
        }
    }
    let volatile_nodes = match draft.size.racy {
        Racy::VolatileOnly => true,
        Racy::Plain => draft.random.percent(30),
    };
    Program {
        name,
        variables: draft.variables,
        monitors: draft.monitors,
        locks: draft.locks,
        volatile_nodes,
        methods: draft.methods,
        threads,
        main,
    }
}
