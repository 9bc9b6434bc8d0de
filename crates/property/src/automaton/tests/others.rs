//! Other translators agree: `spin -f` and `lbt`, on the words that their automata accept.
//!
//! A translator that is not installed is skipped with a message. `lbt` is also looked for where the
//! variable `HEDDLE_LBT` says.

use std::io::Write;
use std::process::{Command, Stdio};

use super::{Dice, holds, nameless};
use crate::automaton::reduce::components;
use crate::{Automaton, Formula, Ltl};

/// An automaton with marks on states, as others write them.
#[derive(Default)]
struct Foreign {
    /// For each state, the conditions and targets of its transitions.
    states: Vec<Vec<(Condition, usize)>>,
    initial: Vec<usize>,
    /// For each state its marks, by bit.
    marks: Vec<u64>,
    all: u64,
}

/// What has to hold for a transition: a formula without temporal operators.
type Condition = Formula;

fn is_true(condition: &Condition, values: u64) -> bool {
    match condition {
        Formula::Constant(value) => *value,
        Formula::Atom(atom) => values >> atom & 1 == 1,
        Formula::Not(f) => !is_true(f, values),
        Formula::And(f, g) => is_true(f, values) && is_true(g, values),
        Formula::Or(f, g) => is_true(f, values) || is_true(g, values),
        _ => panic!("{condition} is no condition"),
    }
}

impl Foreign {
    fn accepts(&self, word: &[u64], again: usize) -> bool {
        let node = |position: usize, state: usize| position * self.states.len() + state;
        let mut graph: Vec<Vec<(usize, u64)>> = vec![Vec::new(); word.len() * self.states.len()];
        for (position, values) in word.iter().enumerate() {
            let next = if position + 1 < word.len() {
                position + 1
            } else {
                again
            };
            for (state, transitions) in self.states.iter().enumerate() {
                for (condition, target) in transitions {
                    if is_true(condition, *values) {
                        let edge = (node(next, *target), self.marks[state]);
                        graph[node(position, state)].push(edge);
                    }
                }
            }
        }
        let components = components(&graph, |edge: &(usize, u64)| edge.0);
        let accepted = components.accepted(&graph, |edge| *edge, |_| true, self.all);
        let mut reached = vec![false; graph.len()];
        let mut open: Vec<usize> = self.initial.clone();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut reached[node], true) {
                continue;
            }
            if accepted[components.of[node]] {
                return true;
            }
            open.extend(graph[node].iter().map(|edge| edge.0));
        }
        false
    }
}

/// What a program prints, given an input; `None` if there is no such program.
fn output(program: &str, arguments: &[&str], input: &str) -> Option<String> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.ok()?;
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).ok()?;
    drop(stdin);
    let output = child.wait_with_output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// SPIN's never claim. A state has one or two labels; one with `accept` has the mark.
fn read_never_claim(text: &str) -> Foreign {
    let lines = text.lines().map(str::trim);
    let is_label = |line: &str| line.ends_with(':') && !line.starts_with("::");
    let mut labels: Vec<(&str, usize)> = Vec::new();
    let mut foreign = Foreign {
        initial: vec![0],
        all: 1,
        ..Foreign::default()
    };
    let mut was_label = false;
    for line in lines.clone() {
        if is_label(line) {
            if !was_label {
                foreign.marks.push(0);
            }
            let state = foreign.marks.len() - 1;
            foreign.marks[state] |= u64::from(line.starts_with("accept"));
            labels.push((line.trim_end_matches(':'), state));
        }
        was_label = is_label(line);
    }
    foreign.states = vec![Vec::new(); foreign.marks.len()];
    let number = |name: &str| {
        let found = labels.iter().find(|it| it.0 == name);
        found.expect("a known label").1
    };
    let mut current = 0;
    for line in lines {
        if is_label(line) {
            current = number(line.trim_end_matches(':'));
        } else if line == "skip" {
            foreign.states[current].push((Formula::Constant(true), current));
        } else if let Some(line) = line.strip_prefix(":: atomic {") {
            // The claim has been followed to its end: an assertion fails.
            let (guard, _) = line.split_once("-> assert").expect("an assertion");
            foreign.states[current].push((read_guard(guard), number("accept_all")));
        } else if let Some(line) = line.strip_prefix(":: ")
            && line.trim_end_matches(';') != "false"
        {
            let (guard, target) = line
                .split_once("-> goto ")
                .unwrap_or_else(|| panic!("no transition: {line}"));
            foreign.states[current].push((read_guard(guard), number(target.trim())));
        }
    }
    foreign
}

/// A condition of SPIN over atoms `p0`, `p1`, …; it is a formula for our reader too.
fn read_guard(text: &str) -> Condition {
    let text = text.replace("(1)", "(true)");
    let ltl = Ltl::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let names = ltl
        .atoms
        .iter()
        .map(|it| it.to_string()[1..].parse().expect("an atom"));
    renumber(&ltl.formula, &names.collect::<Vec<usize>>())
}

fn renumber(formula: &Formula, numbers: &[usize]) -> Formula {
    let part = |f: &Formula| Box::new(renumber(f, numbers));
    match formula {
        Formula::Atom(atom) => Formula::Atom(numbers[*atom]),
        Formula::Not(f) => Formula::Not(part(f)),
        Formula::And(f, g) => Formula::And(part(f), part(g)),
        Formula::Or(f, g) => Formula::Or(part(f), part(g)),
        other => other.clone(),
    }
}

/// A formula as `lbt` reads it: operators before their operands.
fn prefix(formula: &Formula) -> String {
    match formula {
        Formula::Constant(value) => if *value { "t" } else { "f" }.to_owned(),
        Formula::Atom(atom) => format!("p{atom}"),
        Formula::Not(f) => format!("! {}", prefix(f)),
        Formula::Next(f) => format!("X {}", prefix(f)),
        Formula::And(f, g) => format!("& {} {}", prefix(f), prefix(g)),
        Formula::Or(f, g) => format!("| {} {}", prefix(f), prefix(g)),
        Formula::Until(f, g) => format!("U {} {}", prefix(f), prefix(g)),
        Formula::Release(f, g) => format!("V {} {}", prefix(f), prefix(g)),
    }
}

/// The automaton that `lbt` prints: the numbers of states and marks, and for each state its name,
/// whether it is initial, its marks up to -1, and its transitions up to -1. A condition is a formula
/// with operators in front.
fn read_lbt(text: &str) -> Foreign {
    let mut words = text.split_whitespace().peekable();
    let number = |words: &mut std::iter::Peekable<std::str::SplitWhitespace<'_>>| -> i64 {
        words.next().expect("a number").parse().expect("a number")
    };
    let count = number(&mut words);
    let all = number(&mut words);
    let mut names = Vec::new();
    let mut found = Vec::new();
    let mut foreign = Foreign {
        all: (1 << all) - 1,
        ..Foreign::default()
    };
    for state in 0..count as usize {
        names.push(number(&mut words));
        if number(&mut words) == 1 {
            foreign.initial.push(state);
        }
        let mut marks = 0;
        loop {
            match number(&mut words) {
                -1 => break,
                mark => marks |= 1 << mark,
            }
        }
        foreign.marks.push(marks);
        let mut transitions = Vec::new();
        loop {
            let target = number(&mut words);
            if target == -1 {
                break;
            }
            transitions.push((read_prefix(&mut words), target));
        }
        found.push(transitions);
    }
    let index = |name: i64| {
        names
            .iter()
            .position(|it| *it == name)
            .expect("a known state")
    };
    let located = |transitions: Vec<(Condition, i64)>| {
        let all = transitions.into_iter();
        all.map(|(condition, target)| (condition, index(target)))
            .collect()
    };
    foreign.states = found.into_iter().map(located).collect();
    foreign
}

fn read_prefix<'t>(words: &mut impl Iterator<Item = &'t str>) -> Condition {
    let word = words.next().expect("a condition");
    match word {
        "t" | "f" => Formula::Constant(word == "t"),
        "!" => Formula::Not(Box::new(read_prefix(words))),
        "|" => Formula::Or(Box::new(read_prefix(words)), Box::new(read_prefix(words))),
        "&" => Formula::And(Box::new(read_prefix(words)), Box::new(read_prefix(words))),
        atom => Formula::Atom(atom[1..].parse().expect("an atom")),
    }
}

/// Compares our automata with those of a translator.
fn compare(
    name: &str,
    seed: u64,
    with_next: bool,
    translate: impl Fn(&Formula) -> Option<Foreign>,
) {
    let mut dice = Dice::new(seed);
    let mut compared = 0;
    for round in 0..250 {
        let formula = dice.formula(1 + round % 5, 3, with_next);
        let Some(foreign) = translate(&formula) else {
            continue;
        };
        let ltl = nameless(formula);
        let automaton = Automaton::of(&ltl).unwrap();
        compared += 1;
        for _ in 0..40 {
            let (word, again) = dice.word(3);
            let told = format!("{name}: {} on {word:?} from {again}", ltl.formula);
            let accepted = automaton.accepts(&word, again);
            assert_eq!(accepted, foreign.accepts(&word, again), "{told}");
            assert_eq!(accepted, holds(&ltl, &word, again), "{told}");
        }
    }
    assert!(compared > 150, "{name}: only {compared} were compared");
}

#[expect(clippy::print_stderr, reason = "a test says what it skips")]
fn skip(program: &str) {
    eprintln!("skipped: {program} is not installed");
}

#[test]
fn spin_agrees() {
    if output("spin", &["-V"], "").is_none() {
        return skip("spin");
    }
    compare("spin", 5, false, |formula| {
        let text = output("spin", &["-f", &formula.to_string()], "")?;
        // Where SPIN finds that nothing or everything satisfies a formula, it prints no automaton.
        (text.contains("never") && text.contains(':')).then(|| read_never_claim(&text))
    });
}

#[test]
fn lbt_agrees() {
    let named = std::env::var("HEDDLE_LBT");
    let lbt = named.as_deref().unwrap_or("lbt");
    if output(lbt, &[], "t").is_none() {
        return skip("lbt");
    }
    compare("lbt", 6, true, |formula| {
        output(lbt, &[], &prefix(formula)).map(|text| read_lbt(&text))
    });
}
