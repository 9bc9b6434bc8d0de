//! Judgements without fairness agree with Spot's, on random pairs of a formula and a graph.
//!
//! Spot is asked through Storm (`storm.py` says how), which the Python package `stormpy` brings. Where
//! `python3`, or what the variable `HEDDLE_PYTHON` names, does not have it, the test says so and is
//! skipped. `HEDDLE_SPOT_PAIRS` is the number of pairs.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use explore::temporal::{EdgeLabel, Graph, KeptGraph, Prefixes, Question, StateLabel, judge};
use property::{Automaton, Fairness, Formula, Ltl};

/// Each formula is asked of so many graphs.
const GRAPHS: u64 = 4;
const ATOMS: u64 = 3;

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn formula(&mut self, size: u64) -> Formula {
        if size == 0 {
            return Formula::Atom(self.below(ATOMS) as usize);
        }
        let left = self.below(size);
        let mut part = |size| Box::new(self.formula(size));
        let (all, f, g) = (part(size - 1), part(left), part(size - 1 - left));
        match self.below(10) {
            0 => Formula::Not(all),
            1 | 2 => Formula::Until(Box::new(Formula::Constant(true)), all),
            3 | 4 => Formula::Release(Box::new(Formula::Constant(false)), all),
            5 => Formula::And(f, g),
            6 => Formula::Or(f, g),
            7 => Formula::Until(f, g),
            8 => Formula::Release(f, g),
            _ => Formula::Next(all),
        }
    }

    fn graph(&mut self) -> Drawn {
        let count = 1 + self.below(6);
        let letters = (0..count).map(|_| self.below(1 << ATOMS)).collect();
        let edges = self.below(2 * count + 1);
        let edges = (0..edges).map(|_| (self.below(count), self.below(count)));
        let edges = edges.collect();
        Drawn { letters, edges }
    }
}

/// A graph: the values of the atoms in each state, and the transitions.
struct Drawn {
    letters: Vec<u64>,
    edges: Vec<(u64, u64)>,
}

impl Drawn {
    fn graph(&self) -> Graph {
        let mut kept = KeptGraph::new(0);
        let label = kept.label(&EdgeLabel::default());
        for (state, letter) in self.letters.iter().enumerate() {
            let values: Vec<bool> = (0..ATOMS).map(|atom| letter >> atom & 1 == 1).collect();
            let label = StateLabel {
                letter: kept.letter(&values),
                ..StateLabel::default()
            };
            kept.state(state as u32, label);
            kept.complete(state as u32);
        }
        for (source, target) in &self.edges {
            kept.edge(*source as u32, *target as u32, label);
        }
        kept.graph()
    }
}

/// A formula as Storm reads it; constants only make `F` and `G`.
fn storm(formula: &Formula) -> String {
    match formula {
        Formula::Constant(value) => value.to_string(),
        Formula::Atom(atom) => format!("\"p{atom}\""),
        Formula::Not(f) => format!("!({})", storm(f)),
        Formula::Next(f) => format!("(X ({}))", storm(f)),
        Formula::And(f, g) => format!("(({}) & ({}))", storm(f), storm(g)),
        Formula::Or(f, g) => format!("(({}) | ({}))", storm(f), storm(g)),
        Formula::Until(f, g) if **f == Formula::Constant(true) => format!("(F ({}))", storm(g)),
        Formula::Release(f, g) if **f == Formula::Constant(false) => format!("(G ({}))", storm(g)),
        Formula::Until(f, g) => format!("(({}) U ({}))", storm(f), storm(g)),
        Formula::Release(f, g) => format!("(!((!({})) U (!({}))))", storm(f), storm(g)),
    }
}

/// Graphs beside each other as one model of Storm, and the first state of each.
fn model(graphs: &[Drawn]) -> (String, Vec<u64>) {
    let mut text = String::new();
    let mut firsts = Vec::new();
    let mut choices = 0;
    // The first state has all labels, so that all are known, and leads to all graphs.
    let labels = |letter: u64| {
        let named = (0..ATOMS).filter(|atom| letter >> atom & 1 == 1);
        named.fold(String::new(), |all, atom| format!("{all} p{atom}"))
    };
    let mut state = |letter: u64, number: u64, targets: &[u64], first: &str| {
        writeln!(text, "state {number}{first}{}", labels(letter)).unwrap();
        for (action, target) in targets.iter().enumerate() {
            writeln!(text, "\taction {action}\n\t\t{target} : 1").unwrap();
        }
        choices += targets.len();
    };
    let sizes = graphs.iter().map(|it| it.letters.len() as u64);
    let begins: Vec<u64> = sizes
        .scan(1, |next, size| {
            *next += size;
            Some(*next - size)
        })
        .collect();
    state(u64::MAX, 0, &begins, " init");
    let mut next = 1;
    for graph in graphs {
        firsts.push(next);
        for (number, letter) in graph.letters.iter().enumerate() {
            let own = graph.edges.iter().filter(|it| it.0 == number as u64);
            let mut targets: Vec<u64> = own.map(|it| next + it.1).collect();
            if targets.is_empty() {
                targets.push(next + number as u64);
            }
            state(*letter, next + number as u64, &targets, "");
        }
        next += graph.letters.len() as u64;
    }
    // Storm counts the states of products wrongly where nothing leads to the last one.
    state(0, next, &[next], "");
    next += 1;
    let head = format!(
        "@type: MDP\n@parameters\n\n@reward_models\n\n@nr_states\n{next}\n@nr_choices\n{choices}\n@model\n"
    );
    (head + &text, firsts)
}

/// What Storm answers for each line of the list.
fn ask(python: &str, list: &Path) -> Vec<Vec<bool>> {
    let output = Command::new(python)
        .args(["-c", include_str!("storm.py")])
        .arg(list)
        .output()
        .expect("Python runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "Storm: {errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    let line = |line: &str| line.split(' ').map(|it| it == "1").collect();
    text.lines().map(line).collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "a test says what it skips")]
fn spot_agrees() {
    let python = std::env::var("HEDDLE_PYTHON");
    let python = python.as_deref().unwrap_or("python3");
    let probe = Command::new(python).args(["-c", "import stormpy"]).output();
    if !probe.is_ok_and(|it| it.status.success()) {
        return eprintln!("skipped: {python} has no stormpy, through which Spot is asked");
    }
    let pairs = std::env::var("HEDDLE_SPOT_PAIRS");
    let pairs: u64 = pairs.map_or(10_000, |it| it.parse().expect("a number"));
    let place = std::env::temp_dir().join(format!("heddle-spot-{}", std::process::id()));
    std::fs::create_dir_all(&place).unwrap();
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut list = String::new();
    let mut drawn = Vec::new();
    for round in 0..pairs.div_ceil(GRAPHS) {
        let formula = dice.formula(1 + round % 6);
        let graphs: Vec<Drawn> = (0..GRAPHS).map(|_| dice.graph()).collect();
        let (text, firsts) = model(&graphs);
        let file = place.join(format!("{round}.drn"));
        std::fs::write(&file, text).unwrap();
        let firsts: Vec<String> = firsts.iter().map(ToString::to_string).collect();
        // Storm wants a temporal operator in a formula about runs.
        let asked = format!("(({}) & (F (\"p0\" | !\"p0\")))", storm(&formula));
        writeln!(list, "{}\t{}\t{asked}", file.display(), firsts.join(",")).unwrap();
        drawn.push((formula, graphs));
    }
    let file = place.join("list");
    std::fs::write(&file, list).unwrap();
    let answers = ask(python, &file);
    std::fs::remove_dir_all(&place).unwrap();
    assert_eq!(answers.len(), drawn.len());
    let mut satisfied = 0;
    for ((formula, graphs), answers) in drawn.into_iter().zip(answers) {
        // A run that satisfies the formula breaks its negation.
        let ltl = Ltl {
            formula,
            atoms: Vec::new(),
        };
        let automaton = Automaton::of(&ltl).unwrap();
        let question = Question::Formula {
            negation: &automaton,
            atoms: &[0, 1, 2],
        };
        for (graph, expected) in graphs.iter().zip(answers) {
            for prefixes in [Prefixes::NeedLoop, Prefixes::Suffice] {
                let judgement = judge(&graph.graph(), &question, &[Fairness::None], prefixes);
                let found = judgement.is_violated(Fairness::None);
                let told = format!("{} {:?} {:?}", ltl.formula, graph.letters, graph.edges);
                assert_eq!(found, expected, "{told}");
            }
            satisfied += u64::from(expected);
        }
    }
    assert!(
        satisfied > pairs / 5 && satisfied < pairs - pairs / 5,
        "{satisfied}"
    );
}
