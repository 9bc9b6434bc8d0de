//! Reductions against no reduction, on generated programs: with each layer alone and with all, the
//! same outcomes, deadlocks, exceptions and races. And a layer that takes its fact for granted where
//! it does not hold is noticed.
//!
//! `ORACLE_PROGRAMS` says how many programs (150 unless told), `ORACLE_SEED` the first seed;
//! `ORACLE_STATIC` leaves only static futures to be tried.

#[path = "common/collector.rs"]
mod collector;
mod common;
#[path = "../../heddle/src/foresight.rs"]
mod foresight;
#[path = "../../heddle/src/analyze/world.rs"]
mod world;

use std::collections::BTreeSet;

use analysis::foresight::{Manner, PointsTo};
use analysis::futures::Precision;
use explore::Search;
use explore::java::Lie;
use explore::reduction::{Aim, Call, Deed, Doubt, Foreseen, Layer, Layers, Persistent, Stand};
use machine::{Machine, Options};
use oracle::{GeneratedProgram, Racy, Size, generate};
use program::Program;

use collector::{Seen, booted, outcomes};
use common::{compiled, number, work};
use foresight::Told;
use world::Prepared;

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
    /// By static futures, with other layers.
    Static(Manner, Layers, Option<Blindness>),
}

/// A wrong static fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blindness {
    /// Nobody will write any field or element.
    Writes,
    /// Nobody will use any monitor.
    Monitors,
    /// No two bases mean the same object.
    Objects,
    /// Nobody will do anything in calls below the innermost, when that returns.
    Returns,
}

/// Static futures that are wrong in one way.
#[derive(Debug)]
struct Blind<'p>(Told<'p>, Option<Blindness>);

impl Foreseen for Blind<'_> {
    fn stand(&mut self, calls: &[Call]) -> Stand {
        match (self.1, calls.len()) {
            (Some(Blindness::Returns), 2..) => self.0.stand(&calls[calls.len() - 1..]),
            _ => self.0.stand(calls),
        }
    }

    fn conflicts(&mut self, at: Stand, deed: Deed, other: Stand) -> bool {
        let is_lock = matches!(deed.aim, Aim::Monitor(_));
        match self.1 {
            Some(Blindness::Writes) if !is_lock && !deed.writes => false,
            Some(Blindness::Monitors) if is_lock => false,
            Some(Blindness::Objects) if !is_lock => false,
            _ => self.0.conflicts(at, deed, other),
        }
    }

    fn foresees(&mut self, at: Stand, deed: Deed) -> bool {
        self.0.foresees(at, deed)
    }

    fn covers(&mut self, before: Stand, after: Stand) -> bool {
        self.0.covers(before, after)
    }

    fn begins(&mut self, before: Stand, begun: Stand) -> bool {
        self.0.begins(before, begun)
    }

    fn may_meet(&mut self, one: (Stand, Deed), other: (Stand, Deed)) -> bool {
        self.0.may_meet(one, other)
    }
}

/// The analysis of a program.
fn analysed<'p>(program: &'p Program, name: &str, manner: Manner) -> Told<'p> {
    let class = program.load(name).expect("the class is there");
    let options = Options {
        observe_output: true,
        ..Options::default()
    };
    let (machine, main) =
        Machine::before_main(program, options, class, &[]).expect("the program starts");
    let told = Told::new(program, &mut Prepared(machine), main, manner);
    let told = told.expect("the class library is there");
    assert!(told.remarks().is_empty(), "{name}: {:?}", told.remarks());
    told
}

/// All kinds of static futures.
fn manners() -> Vec<Manner> {
    let precisions = [
        Precision::Insensitive,
        Precision::Callee,
        Precision::Context,
    ];
    let mut manners: Vec<Manner> = precisions
        .map(|precision| Manner {
            precision,
            points_to: PointsTo::None,
        })
        .to_vec();
    let finer = [
        PointsTo::Insensitive,
        PointsTo::Objects,
        PointsTo::Demand,
        PointsTo::ContextDemand,
    ];
    manners.extend(finer.map(|points_to| Manner {
        precision: Precision::Context,
        points_to,
    }));
    manners
}

fn told(seen: Seen<'_>) -> String {
    match seen {
        Seen::Wrong(finding) => finding.message.clone(),
        Seen::Ends(threads, output) => format!("ends with {threads:?} left, prints {output}"),
    }
}

/// What a search finds, and how many states it stores. `None` if it is too large.
fn searched(
    program: &Program,
    name: &str,
    search: Search,
    reduction: How,
) -> Option<(BTreeSet<String>, u64)> {
    let mut java = booted(program, name, true);
    java = match reduction {
        How::Not => java,
        How::Learning(layers, lie) => {
            let mut reduction = Persistent::new(java.machine(), layers);
            if let Some(layer) = lie {
                reduction = reduction.lying(layer);
            }
            java.reduced(Box::new(reduction))
        }
        How::Static(manner, layers, lie) => {
            let layers = layers.with(Layer::Foreseen);
            let reduction = Persistent::new(java.machine(), layers);
            let doubt = match lie {
                None => Doubt::Fail,
                Some(_) => Doubt::Ignore,
            };
            let told = Blind(analysed(program, name, manner), lie);
            java.reduced(Box::new(reduction.foreseeing(Box::new(told), doubt)))
        }
        How::Foreseeing(None) => java.foreseeing(),
        How::Foreseeing(Some(lie)) => java.foreseeing_wrongly(lie),
    };
    outcomes(java, search, STATES, told)
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
    for manner in manners() {
        ways.push(How::Static(manner, Layers::NONE, None));
        let with_all = [PointsTo::None, PointsTo::ContextDemand];
        if manner.precision == Precision::Context && with_all.contains(&manner.points_to) {
            ways.push(How::Static(manner, Layers::all(), None));
        }
    }
    ways.push(How::Foreseeing(None));
    if std::env::var_os("ORACLE_STATIC").is_some() {
        ways.retain(|way| matches!(way, How::Static(..)));
    }
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
    assert!(
        after * 2 < before || before == 0,
        "{after} states of {before} are left"
    );
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
    let blind = [
        Blindness::Writes,
        Blindness::Monitors,
        Blindness::Objects,
        Blindness::Returns,
    ];
    let manner = Manner {
        precision: Precision::Context,
        points_to: PointsTo::Insensitive,
    };
    let blind = blind.map(|lie| How::Static(manner, Layers::NONE, Some(lie)));
    for lie in layers.chain(lies).chain(blind) {
        let noticed = full.iter().any(|(name, full)| {
            let reduced = searched(&loaded, name, depth_first, lie);
            reduced.is_none_or(|(reduced, _)| reduced != *full)
        });
        assert!(noticed, "{lie:?} goes unnoticed");
    }
}
