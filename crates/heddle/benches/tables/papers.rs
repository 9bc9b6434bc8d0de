//! What the papers measured.

/// Visible transformations and states of the base model, and of the reduced one.
type Sizes = &'static [[&'static str; 4]];

/// J. C. Corbett, Using shape analysis to reduce finite-state models of concurrent Java programs
/// (1998), Tables 1 and 2: title, our program, and the rows by size.
pub(crate) const CORBETT: [(&str, &str, Sizes); 2] = [
    (
        "Corbett, Table 1: producer and consumers",
        "ProducerConsumer",
        &[
            ["55", "445", "13", "56"],
            ["82", "3,323", "19", "317"],
            ["109", "25,481", "25", "2,140"],
            ["136", "out of memory", "31", "17,043"],
        ],
    ),
    (
        "Corbett, Table 2: observers",
        "Observer",
        &[
            ["49", "85", "3", "5"],
            ["78", "1,400", "15", "141"],
            ["107", "26,367", "22", "1,203"],
            ["136", "out of memory", "29", "10,671"],
            ["165", "out of memory", "36", "98,967"],
        ],
    ),
];

/// Arguments, states, transitions, and whether states were hashed.
type Experiments = &'static [(&'static str, &'static str, &'static str, &'static str)];

/// C. Demartini, R. Iosif, R. Sisto, Modeling and validation of Java multithreading applications using
/// SPIN (1998), Tables 1 and 2: title, our program, and the rows.
pub(crate) const JCAT: [(&str, &str, Experiments); 3] = [
    (
        "JCAT, Table 1: dining philosophers",
        "bench/programs/Philosophers.java",
        &[
            ("3 safe", "576", "1,475", "no"),
            ("4 safe", "3,966", "13,450", "no"),
            ("5 safe", "27,265", "113,938", "no"),
            ("6 safe", "184,876", "914,019", "no"),
            ("9 safe", "2,996,970", "22,698,700", "yes"),
        ],
    ),
    (
        "JCAT, Table 2: readers and writers, full model",
        "bench/programs/ReadersWriters.java",
        &[
            ("1 1", "217", "396", "no"),
            ("1 2", "3,470", "9,673", "no"),
            ("2 2", "61,751", "226,683", "no"),
            ("6 6", "3,151,170", "26,993,800", "yes"),
        ],
    ),
    (
        "JCAT, Table 2: readers and writers, reduced model",
        "tests/promela/ReducedReadersWriters.java",
        &[
            ("1 1", "66", "96", "no"),
            ("1 2", "318", "708", "no"),
            ("2 2", "1,800", "5,430", "no"),
            ("6 6", "2,534,350", "16,076,500", "yes"),
        ],
    ),
];

/// A program of the paper, and ours of the same kind.
pub(crate) struct System {
    /// What it is called there.
    pub(crate) paper: &'static str,
    /// States with the original JPF.
    pub(crate) original: &'static str,
    /// States with the configuration that needed fewest.
    pub(crate) best: &'static str,
    /// The share of the second in the first.
    pub(crate) share: &'static str,
    /// Our program: a source, or a directory of them with the main class.
    pub(crate) path: &'static str,
    pub(crate) main: Option<&'static str>,
    pub(crate) arguments: &'static str,
}

/// P. Parízek, O. Lhoták, Identifying future field accesses in exhaustive state space traversal (2011),
/// Table II. CRE Demo, which is of the kind of CoCoME, has no counterpart.
pub(crate) const SYSTEMS: [System; 6] = [
    System {
        paper: "CoCoME",
        original: "532,161",
        best: "122,957",
        share: "0.2310",
        path: "bench/trading",
        main: Some("trading.Main"),
        arguments: "2 1 1 0",
    },
    System {
        paper: "Daisy",
        original: "7,060,292",
        best: "4,753,215",
        share: "0.6732",
        path: "bench/systems/FileSystem.java",
        main: None,
        arguments: "2 1",
    },
    System {
        paper: "Raytracer",
        original: "3,209,390",
        best: "3,043,599",
        share: "0.9483",
        path: "bench/systems/RayTracer.java",
        main: None,
        arguments: "2 2",
    },
    System {
        paper: "Elevator",
        original: "38,358,616",
        best: "10,373,397",
        share: "0.2704",
        path: "bench/systems/Elevator.java",
        main: None,
        arguments: "2 2",
    },
    System {
        paper: "jPapaBench",
        original: "> 176,227,405",
        best: "1,294",
        share: "< 0.0001",
        path: "bench/systems/ControlLoop.java",
        main: None,
        arguments: "1",
    },
    System {
        paper: "Simple JBB",
        original: "> 33,808,665",
        best: "1,499,543",
        share: "< 0.0444",
        path: "bench/systems/Orders.java",
        main: None,
        arguments: "2 1",
    },
];
