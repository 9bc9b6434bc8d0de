//! Reductions against no reduction, on generated programs: with each layer alone and with all, the
//! same outcomes, deadlocks, exceptions and races. And a layer that takes its fact for granted where
//! it does not hold is noticed.
//!
//! `ORACLE_PROGRAMS` says how many programs (150 unless told), `ORACLE_SEED` the first seed.

mod common;

use std::collections::BTreeSet;

use explore::java::{Java, Lie};
use explore::reduction::{Layer, Layers, Persistent};
use explore::watch::Watched;
use explore::{
    Finding, FindingKind, Pace, Plan, Prospect, ProspectId, Search, Silent, Step, System, Verdict,
};
use machine::{Choice, Machine, Options, Renaming, RenamingId};
use oracle::{GeneratedProgram, Racy, Size, generate};
use program::Program;

use common::{compiled, number, work};

/// States that a program may have without reductions; larger ones are left out.
const STATES: u64 = 60_000;

/// Programs for what the generator does not make.
const WRITTEN: [(&str, &str); 3] = [
    ("Woken", include_str!("../resources/Woken.java")),
    ("Forever", include_str!("../resources/Forever.java")),
    ("Handed", include_str!("../resources/Handed.java")),
];

/// How a search is reduced; in tests of this test by something that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Not,
    Learning(Layers, Option<Layer>),
    Foreseeing(Option<Lie>),
}

/// A Java program whose outcomes are collected while it is searched.
struct Collector<'p> {
    java: Java<'p>,
    outcomes: BTreeSet<String>,
}

impl Collector<'_> {
    /// Notes what is to be seen in this state: races, uncaught exceptions, and how a run ends.
    fn note(&mut self) {
        let mut findings = Vec::new();
        self.java.findings(&mut findings);
        for finding in findings {
            // How a run ends is told below, with more detail.
            if matches!(
                finding.kind,
                FindingKind::Race | FindingKind::Exception | FindingKind::Assertion
            ) {
                self.outcomes.insert(finding.message);
            }
        }
        let mut choices = Vec::new();
        self.java.choices(&mut choices);
        if choices.is_empty() {
            self.java.save(&mut Vec::new());
            let mut unfinished = Vec::new();
            self.java.unfinished(&mut unfinished);
            let output = self.java.machine().output();
            self.outcomes
                .insert(format!("ends with {unfinished:?} left, prints {output}"));
        }
    }
}

impl System for Collector<'_> {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        self.java.choices(out);
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.java.advance(choice)
    }

    /// Asked for every state that is stored, and after every transition: nothing else is noted, so
    /// that what a search passes through unseen is not seen here.
    fn findings(&mut self, _out: &mut Vec<Finding>) {
        self.note();
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        self.java.save(out);
    }

    fn load(&mut self, state: &[u32]) {
        self.java.load(state);
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        self.java.unfinished(out);
    }

    fn foresees(&self) -> bool {
        self.java.foresees()
    }

    fn prospects(&mut self, out: &mut Vec<ProspectId>) -> bool {
        self.java.prospects(out)
    }

    fn foreseen(&self) -> &[Prospect] {
        self.java.foreseen()
    }

    fn renaming(&mut self) -> RenamingId {
        self.java.renaming()
    }

    fn renamings(&self) -> &[Renaming] {
        self.java.renamings()
    }

    fn movable(&mut self) -> u64 {
        self.java.movable()
    }

    fn step(&mut self, choice: Choice) -> Step {
        self.java.step(choice)
    }

    fn pace(&self) -> Pace {
        self.java.pace()
    }

    fn steps(&self) -> usize {
        self.java.steps()
    }

    /// Only what the last round finds counts.
    fn begin_round(&mut self) {
        self.outcomes.clear();
    }

    fn take_learned(&mut self) -> bool {
        self.java.take_learned()
    }

    fn end_round(&mut self) -> bool {
        self.java.end_round()
    }

    fn describe_stuck(&mut self, threads: &[u16]) -> Finding {
        self.java.describe_stuck(threads)
    }

    fn instructions(&self) -> u64 {
        self.java.instructions()
    }
}

/// What a search finds, and how many states it stores. `None` if it is too large.
fn searched(
    program: &Program,
    name: &str,
    search: Search,
    reduction: How,
) -> Option<(BTreeSet<String>, u64)> {
    let main = program.load(name).expect("the generated class is there");
    let options = Options {
        observe_output: true,
        ..Options::default()
    };
    let machine = Machine::boot(program, options, main, &[]).expect("the program starts");
    let watched = [
        FindingKind::Deadlock,
        FindingKind::Exception,
        FindingKind::Assertion,
        FindingKind::Race,
    ];
    let watched = watched.into_iter().fold(Watched::default(), Watched::with);
    let (mut java, step) = Java::new(machine, watched);
    assert_eq!(step, Step::Ran, "{name} starts");
    java.save(&mut Vec::new());
    java = match reduction {
        How::Not => java,
        How::Learning(layers, lie) => {
            let mut reduction = Persistent::new(java.machine(), layers);
            if let Some(layer) = lie {
                reduction = reduction.lying(layer);
            }
            java.reduced(Box::new(reduction))
        }
        How::Foreseeing(None) => java.foreseeing(),
        How::Foreseeing(Some(lie)) => java.foreseeing_wrongly(lie),
    };
    let mut system = Collector {
        java,
        outcomes: BTreeSet::new(),
    };
    let mut plan = Plan {
        search,
        all: true,
        stuck: false,
        shorten: false,
        ..Plan::default()
    };
    plan.limits.states = Some(STATES);
    system.note();
    let at_start = system.outcomes.clone();
    let outcome = explore::explore(&mut system, &plan, &mut Silent);
    system.outcomes.extend(at_start);
    match outcome.verdict {
        Verdict::Holds => Some((system.outcomes, outcome.statistics.states)),
        _ => None,
    }
}

fn generated(first: u64, count: u64) -> Vec<GeneratedProgram> {
    let sizes = [
        Size::tiny(Racy::Plain),
        Size::small(Racy::VolatileOnly),
        Size::small(Racy::Plain),
    ];
    (first..first + count)
        .map(|seed| generate(seed, &sizes[seed as usize % sizes.len()]))
        .collect()
}

/// What the first finds and the second does not, and the other way round.
fn difference(full: &BTreeSet<String>, reduced: &BTreeSet<String>) -> String {
    let missing: Vec<_> = full.difference(reduced).collect();
    let invented: Vec<_> = reduced.difference(full).collect();
    format!("missing {missing:#?}, invented {invented:#?}")
}

#[test]
fn layers_lose_nothing() {
    let count = number("ORACLE_PROGRAMS", 150);
    let programs = generated(number("ORACLE_SEED", 1) + 5_000_000, count);
    let loaded = compiled(&programs, &WRITTEN, &work("layers"));
    let layers = Layer::ALL.into_iter();
    let mut ways: Vec<How> = layers
        .map(|layer| How::Learning(Layers::NONE.with(layer), None))
        .collect();
    ways.push(How::Learning(Layers::all(), None));
    ways.push(How::Foreseeing(None));
    if std::env::var_os("ORACLE_FORESEEING").is_some() {
        ways = vec![How::Foreseeing(None)];
    }
    let mut wrong = Vec::new();
    let (mut known, mut before, mut after) = (0, 0, 0);
    let names = programs.iter().map(|it| it.name.as_str());
    for name in names.chain(WRITTEN.map(|(name, _)| name)) {
        let depth_first = Search::DepthFirst;
        let full = searched(&loaded, name, depth_first, How::Not);
        let Some((full, states)) = full else {
            continue;
        };
        known += 1;
        for way in &ways {
            let reduced = searched(&loaded, name, depth_first, *way);
            let (reduced, fewer) = reduced.expect("a reduced search is no larger");
            if reduced != full {
                wrong.push(format!("{name} {way:?}: {}", difference(&full, &reduced)));
            }
            if *way == How::Foreseeing(None) {
                before += states;
                after += fewer;
            }
            if *way == How::Learning(Layers::all(), None) {
                let other = searched(&loaded, name, Search::BreadthFirst, *way);
                let (other, number) = other.expect("it is no larger in another order");
                if (&other, number) != (&reduced, fewer) {
                    wrong.push(format!(
                        "{name}: depth-first {fewer} states, breadth-first {number}; {}",
                        difference(&reduced, &other)
                    ));
                }
            }
        }
    }
    assert!(known * 2 > count, "most programs are small enough: {known}");
    assert!(
        wrong.is_empty(),
        "{} wrong of {known}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(after * 2 < before, "{after} states of {before} are left");
}

#[test]
fn a_wrong_fact_is_noticed() {
    let programs = generated(1, 120);
    let loaded = compiled(&programs, &WRITTEN, &work("lies"));
    let depth_first = Search::DepthFirst;
    let names = programs.iter().map(|it| it.name.as_str());
    let full: Vec<_> = WRITTEN
        .map(|(name, _)| name)
        .into_iter()
        .chain(names)
        .filter_map(|name| {
            let full = searched(&loaded, name, depth_first, How::Not)?;
            Some((name, full.0))
        })
        .collect();
    let layers = Layer::ALL.into_iter();
    let layers = layers.map(|layer| How::Learning(Layers::all(), Some(layer)));
    let lies = [Lie::Writes, Lie::Locks, Lie::Effects];
    let lies = lies.map(|lie| How::Foreseeing(Some(lie)));
    for lie in layers.chain(lies) {
        let noticed = full.iter().any(|(name, full)| {
            let reduced = searched(&loaded, name, depth_first, lie);
            reduced.is_none_or(|(reduced, _)| reduced != *full)
        });
        assert!(noticed, "{lie:?} goes unnoticed");
    }
}
