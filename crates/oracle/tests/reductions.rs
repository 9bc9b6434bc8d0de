//! Reductions against no reduction, on generated programs: with each layer alone and with all, the
//! same outcomes, deadlocks, exceptions and races. And a layer that takes its fact for granted where
//! it does not hold is noticed.
//!
//! `ORACLE_PROGRAMS` says how many programs (60 unless told), `ORACLE_SEED` the first seed;
//! `ORACLE_STATIC` leaves only static futures to be tried.

#[path = "common/collector.rs"]
mod collector;
mod common;
#[path = "../../heddle/src/foresight.rs"]
mod foresight;
#[path = "../../heddle/src/world.rs"]
mod world;

use std::collections::BTreeSet;

use analysis::foresight::{FuturesOptions, PointsTo};
use analysis::futures::Precision;
use explore::java::Java;
use explore::reduction::{
    Call, Doubt, Foreseen, Layer, Layers, MemoryTarget, Persistent, StackId, StaticAccess,
    WrongFact,
};
use explore::{Plan, Search, Silent, Step, System, Verdict, View};
use machine::{Granularity, Machine, Options};
use oracle::{GeneratedProgram, Racy, Size, generate};
use program::{ClassId, Program};
use property::FindingKind;

use collector::{Seen, booted, outcomes, planned};
use common::{compiled, number, work};
use foresight::Told;
use world::Concrete;

/// States that a program may have without reductions; larger ones are left out.
const STATES: u64 = 60_000;

/// Programs for what the generator does not make.
const WRITTEN: [(&str, &str); 9] = [
    ("Woken", include_str!("../resources/Woken.java")),
    ("Forever", include_str!("../resources/Forever.java")),
    ("Handed", include_str!("../resources/Handed.java")),
    ("OwnedCell", include_str!("../resources/OwnedCell.java")),
    ("PassedOn", include_str!("../resources/PassedOn.java")),
    ("Contained", include_str!("../resources/Contained.java")),
    ("SplitLocks", include_str!("../resources/SplitLocks.java")),
    ("Copied", include_str!("../resources/Copied.java")),
    ("Reflected", include_str!("../resources/Reflected.java")),
];

/// The one of them that uses reflection: static analyses claim nothing about it.
const UNSEEN: &str = "Reflected";

/// How a search is reduced; in tests of this test by something that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Not,
    Learning(Layers, Option<Layer>),
    /// The layers of Corbett's paper, in tests of this test with something that is wrong.
    Corbett(Option<WrongFact>),
    /// By what searches find out; wrong in the way of a mutant of the independence relation.
    Foreseeing(Option<&'static str>),
    /// By what searches find out, with all steps that concern nobody taken at once.
    Rushing,
    /// By static futures, with other layers.
    Static(FuturesOptions, Layers, Option<Blindness>),
    /// The same, with nothing foreseen, which is noticed.
    Doubted,
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
    /// Nobody will read any field or element.
    Reads,
    /// Nobody will do anything in calls below the innermost, when that returns.
    Returns,
    /// Nobody will do anything.
    Everything,
}

/// Static futures that are wrong in one way.
#[derive(Debug)]
struct Blind<'p>(Told<'p>, Option<Blindness>);

impl Foreseen for Blind<'_> {
    fn stand(&mut self, calls: &[Call]) -> StackId {
        match (self.1, calls.len()) {
            (Some(Blindness::Returns), 2..) => self.0.stand(&calls[calls.len() - 1..]),
            _ => self.0.stand(calls),
        }
    }

    fn conflicts(&mut self, at: StackId, access: StaticAccess, other: StackId) -> bool {
        let is_lock = matches!(access.memory, MemoryTarget::Monitor(_));
        match self.1 {
            Some(Blindness::Writes) if !is_lock && !access.writes => false,
            Some(Blindness::Monitors) if is_lock => false,
            Some(Blindness::Objects) if !is_lock => false,
            Some(Blindness::Everything) => false,
            _ => self.0.conflicts(at, access, other),
        }
    }

    fn foresees(&mut self, at: StackId, access: StaticAccess) -> bool {
        match self.1 {
            Some(Blindness::Everything | Blindness::Reads) => false,
            _ => self.0.foresees(at, access),
        }
    }

    fn covers(&mut self, before: StackId, after: StackId) -> bool {
        self.0.covers(before, after)
    }

    fn begins(&mut self, before: StackId, begun: StackId) -> bool {
        self.0.begins(before, begun)
    }

    fn may_meet(&mut self, one: (StackId, StaticAccess), other: (StackId, StaticAccess)) -> bool {
        self.0.may_meet(one, other)
    }

    fn retreat(&mut self) -> bool {
        self.0.retreat()
    }
}

/// The analysis of a program.
fn analysed<'p>(
    program: &'p Program,
    name: &str,
    manner: FuturesOptions,
    initialized: Vec<ClassId>,
) -> Told<'p> {
    let class = program.load(name).expect("the class is there");
    let options = Options {
        observe_output: true,
        ..Options::default()
    };
    let (mut machine, main) =
        Machine::before_main(program, options, class, &[]).expect("the program starts");
    let told = Told::new(
        program,
        &mut Concrete(&mut machine),
        main,
        manner,
        initialized,
    );
    let told = told.expect("the class library is there");
    assert!(told.remarks().is_empty(), "{name}: {:?}", told.remarks());
    told
}

/// The layers of Corbett's paper.
fn corbetts() -> Layers {
    let layers = [Layer::Owned, Layer::Protected, Layer::Notify, Layer::Unlock];
    layers.into_iter().fold(Layers::NONE, Layers::with)
}

/// All kinds of static futures.
fn manners() -> Vec<FuturesOptions> {
    let precisions = [
        Precision::Insensitive,
        Precision::Callee,
        Precision::Context,
    ];
    let mut manners: Vec<FuturesOptions> = precisions
        .map(|precision| FuturesOptions {
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
    manners.extend(finer.map(|points_to| FuturesOptions {
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
        How::Corbett(wrong) => {
            let mut reduction = Persistent::new(java.machine(), corbetts());
            if let Some(wrong) = wrong {
                reduction = reduction.believing(wrong);
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
            let initialized = foresight::initialized(java.machine());
            let told = Blind(analysed(program, name, manner, initialized), lie);
            java.reduced(Box::new(reduction.foreseeing(Box::new(told), doubt)))
        }
        How::Doubted => {
            let layers = Layers::NONE.with(Layer::Foreseen);
            let reduction = Persistent::new(java.machine(), layers);
            let told = analysed(program, name, manners()[0], Vec::new());
            let told = Box::new(Blind(told, Some(Blindness::Everything)));
            java.reduced(Box::new(reduction.foreseeing(told, Doubt::GiveUp)))
        }
        How::Foreseeing(None) => java.foreseeing().with_atomic_calls(),
        How::Rushing => {
            let java = java.foreseeing().with_atomic_calls();
            let plan = Plan {
                search,
                rush_after: 0,
                ..Plan::default()
            };
            let (outcomes, outcome) = planned(java, plan, (STATES, None), told);
            let is_done = outcome.verdict == Verdict::Holds;
            return is_done.then_some((outcomes, outcome.statistics.states));
        }
        How::Foreseeing(Some(mutant)) => {
            let mutant = mutant.parse().expect("a mutant");
            java.foreseeing_through(View::Wrong(mutant))
        }
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
    let count = number("ORACLE_PROGRAMS", 60);
    let programs = generated(number("ORACLE_SEED", 1) + 5_000_000, count);
    let loaded = compiled(&programs, &WRITTEN, &work("layers"));
    let layers = Layer::ALL.into_iter();
    let mut ways: Vec<How> = layers
        .map(|layer| How::Learning(Layers::NONE.with(layer), None))
        .collect();
    ways.push(How::Learning(Layers::all(), None));
    ways.push(How::Corbett(None));
    for manner in manners() {
        ways.push(How::Static(manner, Layers::NONE, None));
        if manner.precision == Precision::Context && manner.points_to == PointsTo::None {
            ways.push(How::Static(manner, corbetts(), None));
        }
        let with_all = [PointsTo::None, PointsTo::ContextDemand];
        if manner.precision == Precision::Context && with_all.contains(&manner.points_to) {
            ways.push(How::Static(manner, Layers::all(), None));
        }
    }
    ways.push(How::Foreseeing(None));
    ways.push(How::Rushing);
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
        let is_static = |way: &How| matches!(way, How::Static(..));
        let fitting = ways.iter();
        for way in fitting.filter(|way| name != UNSEEN || !is_static(way)) {
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

/// Every step is checked against what was foreseen: what turns out wrong is given up, and the search
/// begins again.
#[test]
fn a_wrong_foresight_is_given_up() {
    let programs = generated(7_000_001, 30);
    let loaded = compiled(&programs, &WRITTEN, &work("doubt"));
    let (mut known, mut fewer) = (0, 0);
    for name in programs.iter().map(|it| it.name.as_str()) {
        let depth_first = Search::DepthFirst;
        let Some((full, _)) = searched(&loaded, name, depth_first, How::Not) else {
            continue;
        };
        known += 1;
        let doubted = searched(&loaded, name, depth_first, How::Doubted);
        let (doubted, _) = doubted.expect("a search that gives up is no larger");
        assert_eq!(doubted, full, "{name}: {}", difference(&full, &doubted));
        let lie = How::Static(manners()[0], Layers::NONE, Some(Blindness::Everything));
        let wrong = searched(&loaded, name, depth_first, lie);
        fewer += u32::from(wrong.is_some_and(|(wrong, _)| wrong != full));
    }
    assert!(known > 10, "{known} programs are small enough");
    assert!(fewer > 0, "without checks the foresight would be believed");
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
    let lies = [
        "as if it read: Write writes Slot",
        "not: Lock writes Monitor",
        "not: Unlock affects Monitor",
    ];
    let lies = lies.map(|mutant| How::Foreseeing(Some(mutant)));
    let blind = [
        Blindness::Writes,
        Blindness::Monitors,
        Blindness::Objects,
        Blindness::Returns,
    ];
    let manner = FuturesOptions {
        precision: Precision::Context,
        points_to: PointsTo::Insensitive,
    };
    let blind = blind.map(|lie| How::Static(manner, Layers::NONE, Some(lie)));
    let wrong = [WrongFact::Edges, WrongFact::Containers, WrongFact::Siblings];
    let wrong = wrong.map(|it| How::Corbett(Some(it)));
    let unread = How::Static(manner, corbetts(), Some(Blindness::Reads));
    for lie in layers.chain(lies).chain(blind).chain(wrong).chain([unread]) {
        let is_static = matches!(lie, How::Static(..));
        let mut fitting = full
            .iter()
            .filter(|(name, _)| !is_static || *name != UNSEEN);
        let noticed = fitting.any(|(name, full)| {
            let reduced = searched(&loaded, name, depth_first, lie);
            reduced.is_none_or(|(reduced, _)| reduced != *full)
        });
        assert!(noticed, "{lie:?} goes unnoticed");
    }
}

/// The states of the program with so many consumers.
fn states_of(program: &Program, consumers: &str, layers: Option<Layers>) -> u64 {
    let main = program.load("ProducerConsumer").expect("it is there");
    let granularity = match layers {
        None => Granularity::EveryAccess,
        Some(_) => Granularity::Operation,
    };
    let options = Options {
        granularity,
        ..Options::default()
    };
    let arguments = [consumers.to_owned()];
    let machine = Machine::boot(program, options, main, &arguments).expect("it starts");
    let watched = [FindingKind::Deadlock, FindingKind::Race];
    let watched = watched.into_iter().collect();
    let (mut java, step) = Java::new(machine, watched);
    assert_eq!(step, Step::Ran);
    java = match layers {
        None => java.without_forced_steps(),
        Some(layers) => {
            java.save(&mut Vec::new());
            let reduction = Persistent::new(java.machine(), layers);
            java.reduced(Box::new(reduction))
        }
    };
    let plan = Plan {
        search: Search::BreadthFirst,
        stuck: false,
        ..Plan::default()
    };
    let outcome = explore::explore(&mut java, &plan, &mut Silent);
    assert_eq!(outcome.verdict, Verdict::Holds);
    outcome.statistics.states
}

/// Corbett's reduction ratios, on the program of his Table 1. His base model (section 4.1) leaves out
/// steps on local data only: every access to the heap, every lock and every notification is visible.
/// Heddle's searches without reductions leave out more (objects that no other thread can reach, states
/// with one choice), so what his ratios are against is a search that stores every state of a machine
/// that stops at every access.
#[test]
fn corbetts_layers_have_his_ratios() {
    let source = include_str!("../../../bench/programs/ProducerConsumer.java");
    let program = compiled(&[], &[("ProducerConsumer", source)], &work("corbett"));
    let layers = corbetts();
    // His states, base and reduced.
    for (consumers, base, reduced) in [("2", 3_323, 317), ("3", 25_481, 2_140)] {
        let ours = states_of(&program, consumers, Some(layers));
        let all = states_of(&program, consumers, None);
        assert!(
            ours < reduced,
            "{consumers}: {ours} states, he has {reduced}"
        );
        assert!(
            all * reduced >= base * ours,
            "{consumers}: {all} states of the base, {ours} reduced"
        );
    }
}
