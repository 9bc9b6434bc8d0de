//! A second generator of Java programs, made from what the language and its library promise.
//!
//! In: a seed and the version of the JDK. Out: a [`PlatformProgram`]: two or three threads around two
//! volatile variables, whose steps come from *facets*. A facet is a small piece of Java about one thing
//! that the Java Language Specification (chapters 12 and 17) or the documentation of the class library
//! speaks of: a class with an initialiser, a queue, a thread that another may start. The facets are text
//! (`resources/platform/`) and know nothing of Heddle's operations. A program prints one line of what its
//! threads saw.
//!
//! Invariant: the program is a function of seed and version alone, on every machine. A facet that only a
//! newer JDK can compile is in no program of an older version.

mod draw;
mod facet;
mod print;
mod shrink;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub use facet::{Facet, facets};

use crate::jvm::Runnable;

/// A program made of facets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatformProgram {
    /// The name of the class; the file is `<name>.java`.
    pub name: String,
    /// What its steps belong to.
    instances: Vec<Instance>,
    /// The steps of main and of the other threads.
    threads: Vec<Vec<Step>>,
}

/// A facet with its choices made.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Instance {
    facet: &'static Facet,
    members: Vec<String>,
    setup: Vec<String>,
    finish: Vec<String>,
}

/// Something that a thread does.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// The number of its instance; `None` for the start of a thread.
    instance: Option<usize>,
    /// Java, with `$inner` where other steps stand.
    text: String,
    inner: Vec<Step>,
}

impl PlatformProgram {
    /// The program of a seed, for JDKs from this version on.
    pub fn generate(seed: u64, jdk: u32) -> PlatformProgram {
        draw::draw(format!("P{seed}"), seed, jdk, None)
    }

    /// The same, but with this facet in it, if a program has room for it.
    pub fn about(facet: &str, seed: u64, jdk: u32) -> PlatformProgram {
        draw::draw(format!("P{seed}"), seed, jdk, Some(facet))
    }

    /// The Java source.
    pub fn source(&self) -> String {
        print::print(self, false)
    }

    /// The names of the facets that it still has steps of.
    pub fn facets(&self) -> BTreeSet<&'static str> {
        let used = self.used();
        let of =
            |(number, it): (usize, &Instance)| used.contains(&number).then_some(&*it.facet.name);
        self.instances.iter().enumerate().filter_map(of).collect()
    }

    /// Whether runs on the JVM tell something: there are no data races, by which it may show what no
    /// interleaving explains, and no thread waits without coming to rest.
    pub fn fits_jvm(&self) -> bool {
        !self.some_facet(|facet| facet.racy || facet.spins)
    }

    /// Whether each run needs a JVM of its own: the program prints in several steps, or ends the JVM.
    pub fn needs_process(&self) -> bool {
        self.some_facet(|facet| facet.process)
    }

    /// Programs that are a little smaller, the smallest first.
    pub fn smaller(&self) -> Vec<PlatformProgram> {
        shrink::smaller(self)
    }

    /// The same under another name.
    pub fn named(mut self, name: String) -> PlatformProgram {
        self.name = name;
        self
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.threads.iter().flatten().map(Step::size).sum()
    }

    fn some_facet(&self, is: fn(&Facet) -> bool) -> bool {
        let used = self.used();
        let mut instances = self.instances.iter().enumerate();
        instances.any(|(number, it)| used.contains(&number) && is(it.facet))
    }

    /// The numbers of the instances that something is done with.
    fn used(&self) -> BTreeSet<usize> {
        let mut used = BTreeSet::new();
        self.threads
            .iter()
            .flatten()
            .for_each(|step| step.note_instances(&mut used));
        used
    }
}

impl Runnable for PlatformProgram {
    fn name(&self) -> &str {
        &self.name
    }

    fn noisy_source(&self) -> String {
        print::print(self, true)
    }
}

impl Step {
    fn size(&self) -> usize {
        1 + self.inner.iter().map(Step::size).sum::<usize>()
    }

    fn note_instances(&self, into: &mut BTreeSet<usize>) {
        into.extend(self.instance);
        self.inner.iter().for_each(|step| step.note_instances(into));
    }
}
