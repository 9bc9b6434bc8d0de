//! What no run has reached: a check that never comes to an assertion says nothing about it.
//!
//! This is kept beside the state and only grows. Steps that are remembered were run once, so nothing
//! is missed by them.

use std::collections::BTreeSet;

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use program::{ClassId, Field, FieldAccess, Instruction, MethodCode, MethodId, Program};

use crate::machine::Machine;
use crate::manners::Manners;
use crate::weak::Site;
use crate::weak::plain::Alone;
use crate::weak::window::{Pair, Variable};

/// What has been reached so far.
#[derive(Clone, Debug)]
pub(crate) struct Coverage {
    /// The beginnings of `assert` statements.
    assertions: HashSet<(MethodId, u32), FixedState>,
    /// Whether main has ended, or the program by `System.exit`.
    pub(crate) end_of_main: bool,
    /// Files that were looked for in vain, see `lacking.rs`.
    pub(crate) missing: BTreeSet<(String, Site)>,
    /// Environment variables that were asked for; an empty name stands for all.
    pub(crate) asked: BTreeSet<(String, Site)>,
    /// Weak stores and the loads that may come before them, see `weak.rs`.
    pub(crate) weak: BTreeSet<(Site, Site)>,
    /// Accesses that stand in one window, see `weak/window.rs`.
    pub(crate) pairs: BTreeSet<Pair>,
    /// Accesses to variables of which some are made by plain modes.
    pub(crate) alone: BTreeSet<Alone>,
    /// The variables that were written by such accesses.
    pub(crate) written: BTreeSet<(Variable, u16)>,
    /// How threads and locks were used.
    pub(crate) manners: Manners,
    /// How a JUnit test ended; see [`TestEnd`].
    pub(crate) test_ends: BTreeSet<TestEnd>,
}

/// How JUnit says that a test has ended which did not fail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestEnd {
    /// It ran, and all was well.
    Passed,
    /// JUnit left it out, or it gave itself up, for this reason.
    Skipped(String),
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage {
            assertions: HashSet::with_hasher(FixedState::default()),
            end_of_main: false,
            missing: BTreeSet::new(),
            asked: BTreeSet::new(),
            weak: BTreeSet::new(),
            pairs: BTreeSet::new(),
            alone: BTreeSet::new(),
            written: BTreeSet::new(),
            manners: Manners::default(),
            test_ends: BTreeSet::new(),
        }
    }
}

impl Coverage {
    /// The beginnings of `assert` statements that were reached.
    pub(crate) fn assertions(&self) -> impl Iterator<Item = (MethodId, u32)> {
        self.assertions.iter().copied()
    }

    /// One was reached.
    pub(crate) fn add(&mut self, method: MethodId, pc: u32) {
        self.assertions.insert((method, pc));
    }

    /// Adds what another machine has reached.
    pub(crate) fn absorb(&mut self, other: &Coverage) {
        self.assertions.extend(&other.assertions);
        self.end_of_main |= other.end_of_main;
        self.weak.extend(&other.weak);
        self.manners.absorb(&other.manners);
        self.pairs.extend(&other.pairs);
        self.alone.extend(other.alone.iter().cloned());
        self.written.extend(&other.written);
        self.missing.extend(other.missing.iter().cloned());
        self.asked.extend(other.asked.iter().cloned());
        self.test_ends.extend(other.test_ends.iter().cloned());
    }

    /// A static field is read.
    #[inline]
    pub(crate) fn note_read(&mut self, field: &Field, method: MethodId, pc: usize) {
        if guards_assertions(field) {
            self.assertions.insert((method, pc as u32));
        }
    }
}

/// Whether it is the field that `javac` makes to switch a class's assertions off.
fn guards_assertions(field: &Field) -> bool {
    const SYNTHETIC: u16 = 0x1000;
    field.access == FieldAccess::Final
        && field.access_flags & SYNTHETIC != 0
        && &*field.name == "$assertionsDisabled"
}

impl Machine<'_> {
    /// The ways in which runs of a JUnit test have ended.
    pub fn test_ends(&self) -> impl Iterator<Item = &TestEnd> {
        self.coverage.test_ends.iter()
    }

    /// Whether some run has come to the end of `main`, or to `System.exit`.
    pub fn has_reached_end_of_main(&self) -> bool {
        self.coverage.end_of_main
    }

    /// The `assert` statements of the program's classes that no run has come to: class and line.
    pub fn unreached_assertions(&self) -> Vec<(ClassId, u32)> {
        let program: &Program = self.program;
        let classes = (0..program.class_count()).map(|index| ClassId(index as u32));
        let mut unreached = Vec::new();
        for class in classes.filter(|class| !program.class(*class).is_library) {
            for method in &program.class(class).methods {
                if program.method(*method).code == MethodCode::Bytecode {
                    self.find_unreached(class, *method, &mut unreached);
                }
            }
        }
        unreached.sort_unstable();
        unreached.dedup();
        unreached
    }

    fn find_unreached(&self, class: ClassId, method: MethodId, out: &mut Vec<(ClassId, u32)>) {
        let body = self.program.body(method);
        for (pc, instruction) in body.code.iter().enumerate() {
            let pc = pc as u32;
            if let Instruction::GetStatic { field, .. } = instruction
                && guards_assertions(self.program.field(*field))
                && !self.coverage.assertions.contains(&(method, pc))
            {
                out.push((class, body.line(pc).unwrap_or(0)));
            }
        }
    }
}
