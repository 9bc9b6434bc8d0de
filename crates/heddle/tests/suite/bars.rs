//! The measured programs of `bench/programs`: exact counts of states, and the most there may be; and
//! the verdicts of those in `bench/systems`.
//!
//! The exact counts are here so that a change of them is seen and meant. The limits are bars: no
//! change may pass them.

use crate::Case;
use crate::command::{Run, Workshop};
use crate::root;

/// A program with its arguments, the states it has without reductions, and the most it may have.
const STATES: [(&str, &str, u64, u64); 9] = [
    ("ProducerConsumer", "1", 93, 445),
    ("ProducerConsumer", "2", 589, 3_323),
    ("ProducerConsumer", "3", 2_090, 25_481),
    ("Observer", "1", 4, 85),
    ("Observer", "2", 193, 1_400),
    ("Observer", "3", 2_170, 26_367),
    ("Philosophers", "6 safe", 1_532, 2_000),
    ("ReadersWriters", "2 2", 1_678, 34_978),
    ("TwoLockQueue", "2 2 2", 12_883, 142_590),
];

/// The same with all reductions; which choices of a state are taken depends on the order of search, so
/// there are two counts: depth-first and breadth-first.
const REDUCED: [(&str, &str, [u64; 2], u64); 10] = [
    ("ProducerConsumer", "1", [19, 19], 40),
    ("ProducerConsumer", "2", [73, 73], 120),
    ("ProducerConsumer", "3", [203, 203], 330),
    ("ProducerConsumer", "4", [553, 553], 900),
    ("Observer", "1", [2, 2], 6),
    ("Observer", "2", [7, 7], 60),
    ("Observer", "3", [36, 45], 400),
    ("Observer", "4", [142, 271], 2_500),
    ("Observer", "5", [521, 1_383], 15_000),
    ("Increments", "3 6", [407, 411], 450),
];

/// The same depth-first, for programs over `java.util.concurrent`: without reductions they have so many
/// states that they are not counted.
const OVER_LOCKS: [(&str, &str, u64, u64); 6] = [
    ("LockIncrements", "3 6", 407, 450),
    ("ConditionBuffer", "2", 39, 500),
    ("ConditionBuffer", "3", 517, 5_000),
    ("LockBuffer", "2 2", 237, 2_000),
    ("Pool", "1 2", 648, 5_000),
    ("Pool", "2 2", 14_611, 30_000),
];

/// The same up to the order of equal threads, depth-first.
const SYMMETRIC: [(&str, &str, u64, u64); 3] = [
    ("ProducerConsumer", "7", 7_025, 10_000),
    ("ProducerConsumer", "10", 15_626, 25_000),
    ("ReadersWriters", "3 3", 11_919, 20_000),
];

/// The same, depth-first, with the reductions of Corbett's paper alone; at most the states of his
/// reduced models.
const CORBETT: [(&str, &str, u64, u64); 9] = [
    ("ProducerConsumer", "1", 27, 56),
    ("ProducerConsumer", "2", 119, 317),
    ("ProducerConsumer", "3", 369, 2_140),
    ("ProducerConsumer", "4", 1_090, 17_043),
    ("Observer", "1", 2, 5),
    ("Observer", "2", 9, 141),
    ("Observer", "3", 58, 1_203),
    ("Observer", "4", 351, 10_671),
    ("Observer", "5", 1_804, 98_967),
];

/// The same for the programs of his figures, as he prints them (`bench/papers`), in either order of search.
const FIGURES: [(&str, &str, u64, u64); 13] = [
    ("ProducerConsumerFigure", "1", 52, 56),
    ("ProducerConsumerFigure", "2", 296, 317),
    ("ProducerConsumerFigure", "3", 1_246, 2_140),
    ("ProducerConsumerFigure", "4", 5_104, 17_043),
    ("ObserverFigure", "1", 2, 5),
    ("ObserverFigure", "2", 44, 141),
    ("ObserverFigure", "3", 478, 1_203),
    ("ObserverFigure", "4", 4_048, 10_671),
    ("ObserverFigure", "5", 32_706, 98_967),
    // A tenth of the states without reductions: 7,421; 16,203; 18,213; 137,496.
    ("SplittingLocks", "2", 2, 742),
    ("RequestServer", "3", 8, 1_620),
    ("OwnCells", "3 3", 562, 1_821),
    ("OwnCells", "4 2", 2_774, 13_749),
];

/// Those reductions.
const CORBETTS: &str = "owned,protected,relock,notify,unlock";

/// The programs of `bench/systems`, which hold, with their arguments.
const SYSTEMS: [(&str, &str); 5] = [
    ("FileSystem", "2 1"),
    ("Elevator", "2 2"),
    ("RayTracer", "2 2"),
    ("ControlLoop", "1"),
    ("Orders", "2 1"),
];

/// The states of threads that work on thread-local variables only, with all reductions, and the most
/// there may be: without any there are 163,064.
const ONLY_LOCAL: (u64, u64) = (9, 20);

/// The most steps of the trace to the deadlock of nine philosophers.
const PHILOSOPHERS_TRACE: usize = 30;

pub(crate) fn cases() -> Vec<Case> {
    let full = STATES
        .into_iter()
        .map(|(name, arguments, exact, most)| ("none", (name, arguments, [exact; 2], most)));
    let reduced = REDUCED.into_iter().map(|it| ("all", it));
    let states = full
        .chain(reduced)
        .map(|(reduction, (name, arguments, exact, most))| Case {
            name: format!("bars/{name} {arguments} {reduction}"),
            jdk: 0,
            judge: Box::new(move |workshop| {
                ["dfs", "bfs"]
                    .into_iter()
                    .zip(exact)
                    .flat_map(|(order, exact)| {
                        let run = measure(workshop, name, arguments, [reduction, order]);
                        count(&run, order, exact, most)
                    })
                    .collect()
            }),
        });
    let symmetric = SYMMETRIC
        .into_iter()
        .map(|(name, arguments, exact, most)| Case {
            name: format!("bars/{name} {arguments} symmetry"),
            jdk: 0,
            judge: Box::new(move |workshop| {
                let run = measure(workshop, name, arguments, ["symmetry", "dfs"]);
                count(&run, "dfs", exact, most)
            }),
        });
    let over_locks = OVER_LOCKS
        .into_iter()
        .map(|(name, arguments, exact, most)| Case {
            name: format!("bars/{name} {arguments} all"),
            jdk: 0,
            judge: Box::new(move |workshop| {
                let run = measure(workshop, name, arguments, ["all", "dfs"]);
                count(&run, "dfs", exact, most)
            }),
        });
    let corbett = CORBETT
        .into_iter()
        .map(|(name, arguments, exact, most)| Case {
            name: format!("bars/{name} {arguments} corbett"),
            jdk: 0,
            judge: Box::new(move |workshop| {
                let run = measure(workshop, name, arguments, [CORBETTS, "dfs"]);
                count(&run, "dfs", exact, most)
            }),
        });
    let figures = FIGURES
        .into_iter()
        .map(|(name, arguments, exact, most)| Case {
            name: format!("bars/{name} {arguments} corbett"),
            jdk: 0,
            judge: Box::new(move |workshop| {
                let place = format!("bench/papers/{name}.java");
                let runs = ["dfs", "bfs"].into_iter().map(|order| {
                    let how = [CORBETTS, order];
                    (order, measure_at(workshop, &place, name, arguments, how))
                });
                runs.flat_map(|(order, run)| count(&run, order, exact, most))
                    .collect()
            }),
        });
    let trace = Case {
        name: "bars/Philosophers 9 dead".to_owned(),
        jdk: 0,
        judge: Box::new(|workshop| {
            ["dfs", "bfs"]
                .into_iter()
                .map(|order| measure(workshop, "Philosophers", "9 dead", ["all", order]))
                .filter_map(|run| trace(&run))
                .collect()
        }),
    };
    let systems = SYSTEMS.into_iter().map(|(name, arguments)| Case {
        name: format!("bars/{name} {arguments}"),
        jdk: 0,
        judge: Box::new(move |workshop| {
            let runs = ["dfs", "bfs"].into_iter().map(|order| {
                let place = format!("bench/systems/{name}.java");
                (
                    order,
                    measure_at(workshop, &place, name, arguments, ["all", order]),
                )
            });
            runs.filter(|(_, run)| run.verdict() != "holds" || !run.is_complete())
                .map(|(order, run)| format!("{order}: {}\n{}", run.verdict(), run.stdout))
                .collect()
        }),
    });
    let local = Case {
        name: "bars/OnlyLocal".to_owned(),
        jdk: 0,
        judge: Box::new(|workshop| {
            let place = "tests/java/holds/threadlocal/OnlyLocal.java";
            let run = measure_at(workshop, place, "OnlyLocal", "", ["all", "dfs"]);
            count(&run, "dfs", ONLY_LOCAL.0, ONLY_LOCAL.1)
        }),
    };
    let states = states.chain(over_locks).chain(symmetric);
    let states = states.chain(corbett).chain(figures);
    states.chain([trace, local]).chain(systems).collect()
}

fn measure(workshop: &Workshop, name: &str, arguments: &str, how: [&str; 2]) -> Run {
    let place = format!("bench/programs/{name}.java");
    measure_at(workshop, &place, name, arguments, how)
}

fn measure_at(
    workshop: &Workshop,
    place: &str,
    name: &str,
    arguments: &str,
    [reduction, order]: [&str; 2],
) -> Run {
    let source = root().join(place);
    let words = [
        "check",
        &source.display().to_string(),
        "--reduction",
        reduction,
        "--search",
        order,
    ];
    let words = words.map(str::to_owned);
    let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
    workshop.run(
        &format!("{name}-{}", arguments.join("-")),
        &words,
        &arguments,
    )
}

fn count(run: &Run, order: &str, exact: u64, most: u64) -> Vec<String> {
    let mut wrong = Vec::new();
    if run.verdict() != "holds" || !run.is_complete() {
        wrong.push(format!(
            "{order}: verdict is {}\n{}{}",
            run.verdict(),
            run.stderr,
            run.stdout
        ));
    }
    let states = run.count("states");
    if states != exact {
        wrong.push(format!("{order}: {states} states, not {exact}"));
    }
    if states > most {
        wrong.push(format!("{order}: {states} states, but the bar is {most}"));
    }
    wrong
}

fn trace(run: &Run) -> Option<String> {
    let steps = run.violations().first()?["trace"]
        .as_array()
        .map_or(0, Vec::len);
    let is_right = run.kinds() == ["deadlock"] && steps > 0 && steps <= PHILOSOPHERS_TRACE;
    (!is_right).then(|| format!("{:?} with a trace of {steps} steps", run.kinds()))
}
