//! What must be true of every test program, whatever the verdict.

use serde_json::Value;

use crate::command::{Run, Workshop, text};
use crate::program::{Expected, Program};
use crate::report;

/// Everything that is wrong with what Heddle says of a program.
pub(crate) fn judge(program: &Program, workshop: &Workshop) -> Vec<String> {
    let complaints = complaints(program, workshop);
    let Some(fixme) = &program.fixme else {
        return complaints;
    };
    let is_known = complaints.iter().any(|it| it.contains(fixme.as_str()));
    match is_known {
        true => Vec::new(),
        false if complaints.is_empty() => {
            vec![format!("it works now: take away `//@ fixme: {fixme}`")]
        }
        false => {
            let mut all = vec![format!("it fails in another way than `{fixme}`:")];
            all.extend(complaints);
            all
        }
    }
}

/// The same with less effort, for a second JDK: the search is the same, only the library differs.
pub(crate) fn judge_verdict(program: &Program, workshop: &Workshop) -> Vec<String> {
    let options: &[&str] = match program.expected {
        Expected::Bounded => &BOUNDED,
        Expected::Prints(_) => &["--reduction", "none"],
        _ => &[],
    };
    let run = workshop.check(program, options);
    let wrong = verdict(program, &run);
    match &program.expected {
        Expected::Prints(expected) if wrong.is_empty() => {
            printed(program, workshop, &run, expected)
        }
        _ => wrong,
    }
}

/// The verdict of the default search, and that what it shows can be replayed.
pub(crate) fn judge_lightly(program: &Program, workshop: &Workshop) -> Vec<String> {
    let run = workshop.check(program, &[]);
    let mut wrong = verdict(program, &run);
    if wrong.is_empty() && matches!(program.expected, Expected::Violated(_)) {
        wrong.extend(replays(program, workshop, &run));
    }
    wrong
}

fn complaints(program: &Program, workshop: &Workshop) -> Vec<String> {
    let mut all = Vec::new();
    if program.expected == Expected::Bounded {
        return verdict(program, &workshop.check(program, &BOUNDED));
    }
    if program.options.iter().any(|it| it == "--search") {
        // It takes a certain search to find it in time.
        let run = workshop.check(program, &[]);
        all.extend(verdict(program, &run));
        all.extend(replays(program, workshop, &run));
        return all;
    }
    let depth = workshop.check(program, &["--search", "dfs"]);
    all.extend(verdict(program, &depth));
    if !all.is_empty() {
        return all;
    }
    if let Expected::Prints(expected) = &program.expected {
        let steps = workshop.check(program, &["--search", "dfs", "--reduction", "none"]);
        return printed(program, workshop, &steps, expected);
    }
    let reduced = workshop.check(program, &["--search", "bfs"]);
    all.extend(verdict(program, &reduced));
    let unreduced = |order| {
        let run = workshop.check(program, &["--search", order, "--reduction", "none"]);
        (verdict(program, &run), run)
    };
    let (wrong, whole_depth) = unreduced("dfs");
    all.extend(wrong);
    if let Expected::Violated(_) = &program.expected {
        all.extend(replays(program, workshop, &depth));
    }
    if is_judged_whole(program) {
        all.extend(same(&depth, &workshop.check(program, &["--search", "dfs"])));
        let (wrong, breadth) = unreduced("bfs");
        all.extend(wrong);
        all.extend(same_counts(&whole_depth, &breadth));
        if let Expected::Violated(kind) = &program.expected {
            all.extend(replays(program, workshop, &breadth));
            all.extend(whole(program, workshop, kind));
        }
    }
    all.extend(report::compare(program, &depth, &workshop.jdk_version));
    all
}

/// Of so many programs, one is judged in all ways; with `SUITE_ALL` set, each is.
const OF_SO_MANY: usize = 10;

/// Whether a program is also searched twice, breadth-first without reductions, and for all violations.
fn is_judged_whole(program: &Program) -> bool {
    let label = program.label();
    let number: usize = label.bytes().map(usize::from).sum();
    std::env::var_os("SUITE_ALL").is_some() || number.is_multiple_of(OF_SO_MANY)
}

/// The verdict, its kinds and places, and the exit code.
fn verdict(program: &Program, run: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    let expected = program.expected.verdict();
    if run.verdict() != expected {
        wrong.push(format!(
            "verdict is {}, not {expected}: {}",
            run.verdict(),
            why(run)
        ));
    }
    if run.exit != Some(program.expected.exit()) {
        wrong.push(format!("exit code is {:?}", run.exit));
    }
    match &program.expected {
        Expected::Holds | Expected::Prints(_) if !run.is_complete() => {
            wrong.push("holds, but the search is not complete".to_owned());
        }
        Expected::Violated(kind) => {
            if run.kinds() != [kind] {
                wrong.push(format!(
                    "kinds are {:?}, not {kind}: {}",
                    run.kinds(),
                    why(run)
                ));
            }
            wrong.extend(
                run.violations()
                    .iter()
                    .filter_map(|it| misplaced(program, it)),
            );
            wrong.extend(run.violations().first().and_then(|it| unsaid(program, it)));
        }
        Expected::Unknown => wrong.extend(unnamed(run)),
        Expected::Bounded => wrong.extend(unbounded(run)),
        Expected::Holds | Expected::Prints(_) => {}
    }
    if !wrong.is_empty() {
        wrong.push(format!("$ {}", run.command));
        wrong.push(run.stderr.clone());
        wrong.push(run.stdout.clone());
    }
    wrong
}

/// What the report gives as its reason, in a line.
fn why(run: &Run) -> &str {
    let violation = text(&run.report["violations"][0], "message");
    let unknown = text(&run.report["unknown"][0], "reason");
    let error = run.stderr.lines().next().unwrap_or_default();
    let reasons = [violation, unknown, error];
    reasons
        .into_iter()
        .find(|it| !it.is_empty())
        .unwrap_or("no reason given")
}

/// Whether a violation fails to name one of the marked lines: where threads are blocked, in the
/// trace, or in the message.
fn misplaced(program: &Program, violation: &Value) -> Option<String> {
    let kind = text(violation, "kind");
    let marks = program.marks.iter().filter(|(_, it)| it == kind);
    let marks: Vec<u64> = marks.map(|(line, _)| *line).collect();
    let file = format!("{}.java", program.class);
    let mut lines = Vec::new();
    for list in ["blocked", "trace"] {
        let places = violation[list].as_array().map_or(&[][..], Vec::as_slice);
        let own = places.iter().filter(|it| text(it, "file") == file);
        lines.extend(own.filter_map(|it| it["line"].as_u64()));
    }
    let mention = format!("{file}:");
    let mentions = text(violation, "message").split(&mention).skip(1);
    lines.extend(mentions.filter_map(leading_number));
    let hit = marks.is_empty() || marks.iter().any(|mark| lines.contains(mark));
    (!hit).then(|| format!("{kind} at lines {lines:?}, but the marks are at {marks:?}"))
}

/// What the message of a violation must tell and does not.
fn unsaid(program: &Program, violation: &Value) -> Option<String> {
    let says = program.says.as_ref()?;
    let message = text(violation, "message");
    let marks = program.marks.iter().map(|(line, _)| line);
    let places = marks.map(|line| format!("{}.java:{line}", program.class));
    let missing: Vec<String> = std::iter::once(says.clone())
        .chain(places)
        .filter(|it| !message.contains(it.as_str()))
        .collect();
    (!missing.is_empty()).then(|| format!("{} is not in: {message}", missing.join(", ")))
}

fn leading_number(text: &str) -> Option<u64> {
    let end = text
        .find(|it: char| !it.is_ascii_digit())
        .unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The options for a search with few preemptions.
const BOUNDED: [&str; 4] = ["--search", "preemption", "--preemptions", "2"];

/// A bounded search must have ended by itself, and have nothing else to say.
fn unbounded(run: &Run) -> Option<String> {
    let reasons = run.report["unknown"].as_array().map_or(0, Vec::len);
    let reason = text(&run.report["unknown"][0], "reason");
    let is_all = reason.contains("at most 2 preemptions were explored (all of them)");
    (reasons != 1 || !is_all).then(|| format!("not complete to two preemptions: {reason}"))
}

/// What an unsupported construct must tell.
fn unnamed(run: &Run) -> Option<String> {
    let unknown = &run.report["unknown"][0];
    let has_path = unknown["path"].as_array().is_some_and(|it| !it.is_empty());
    let names = ["reason", "class", "method"]
        .into_iter()
        .all(|it| !text(unknown, it).is_empty());
    (!has_path || !names).then(|| format!("no reason, class, method or path: {unknown}"))
}

/// The fields that may differ between two runs.
const MEASURED: [&str; 6] = [
    "\"seconds\":",
    "\"cpu_seconds\":",
    "\"explore_seconds\":",
    "\"explore_cpu_seconds\":",
    "\"peak_memory_bytes\":",
    // Several workers share the tables of a store, and who comes first decides how these grow.
    "\"store_bytes\":",
];

/// Two runs of one command give the same report, byte for byte, but for times and memory.
fn same(one: &Run, other: &Run) -> Option<String> {
    let timeless = |text: &str| -> Vec<String> {
        let is_measured = |line: &&str| MEASURED.iter().any(|it| line.trim_start().starts_with(it));
        text.lines()
            .filter(|line| !is_measured(line))
            .map(str::to_owned)
            .collect()
    };
    let (one, other) = (timeless(&one.json), timeless(&other.json));
    let differ = one.iter().zip(&other).find(|(one, other)| one != other);
    match differ {
        Some((one, other)) => Some(format!("two runs differ:\n  {one}\n  {other}")),
        None if one.len() != other.len() => Some("two runs differ in length".to_owned()),
        None => None,
    }
}

/// Complete searches without reductions see the same graph, in whatever order.
fn same_counts(one: &Run, other: &Run) -> Vec<String> {
    if !one.is_complete() || !other.is_complete() {
        return Vec::new();
    }
    let differ = |name: &&str| one.count(name) != other.count(name);
    let names = ["states", "transitions", "revisited", "end_states"]
        .into_iter()
        .filter(differ);
    let told = |name| {
        let (one, other) = (one.count(name), other.count(name));
        format!("{name}: {one} depth-first, {other} breadth-first")
    };
    names.map(told).collect()
}

/// Every printed schedule shows its violation again: by its token, and with the program given.
fn replays(program: &Program, workshop: &Workshop, run: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    for violation in run.violations() {
        let schedule = text(violation, "schedule");
        let name = format!("{}-token", program.class);
        let words = ["replay".to_owned(), schedule.to_owned()];
        let by_token = workshop.run(&name, &words, &[]);
        let by_target = workshop.replay(program, schedule);
        for (how, again) in [("by token", by_token), ("with the program", by_target)] {
            let equal = |it: &&Value| {
                ["kind", "message"]
                    .into_iter()
                    .all(|name| it[name] == violation[name])
            };
            if again.exit != Some(1) || !again.violations().iter().any(|it| equal(&it)) {
                wrong.push(format!(
                    "schedule {schedule} replayed {how} does not give `{}`\n$ {}\n{}{}",
                    text(violation, "message"),
                    again.command,
                    again.stderr,
                    again.stdout
                ));
            }
        }
    }
    wrong
}

/// The whole graph of a program with a violation: no other kind in it, and the same in any order.
fn whole(program: &Program, workshop: &Workshop, kind: &str) -> Vec<String> {
    let none = ["--all", "--reduction", "none", "--search"];
    let [depth, breadth] = ["dfs", "bfs"].map(|order| {
        let options: Vec<&str> = none.into_iter().chain([order]).collect();
        workshop.check(program, &options)
    });
    let mut wrong = same_counts(&depth, &breadth);
    let reduced = workshop.check(program, &["--all"]);
    if depth.is_complete() && told(&reduced) != told(&depth) {
        wrong.push(format!(
            "reduced, it finds {:#?}, and otherwise {:#?}",
            told(&reduced),
            told(&depth)
        ));
    }
    for run in [depth, breadth, reduced] {
        if run.kinds() != [kind] {
            wrong.push(format!(
                "$ {}\nkinds are {:?}, not {kind}",
                run.command,
                run.kinds()
            ));
            wrong.push(run.stderr);
        }
    }
    wrong
}

/// All that was found, in order.
fn told(run: &Run) -> Vec<(String, String)> {
    let violations = run.violations().iter();
    let mut all: Vec<_> = violations
        .map(|it| (text(it, "kind").to_owned(), text(it, "message").to_owned()))
        .collect();
    all.sort();
    all
}

/// A program with one schedule prints what it prints on a JVM.
fn printed(program: &Program, workshop: &Workshop, run: &Run, expected: &str) -> Vec<String> {
    let steps = run.count("max_depth");
    let again = workshop.replay(program, &format!("0x{steps}"));
    let output = text(&again.report, "output");
    if output == expected {
        return Vec::new();
    }
    let differ = expected
        .lines()
        .zip(output.lines())
        .find(|(one, other)| one != other);
    let (one, other) = differ.unwrap_or(("(more or fewer lines)", ""));
    vec![format!(
        "prints something else:\n  {one}\n  {other}\n{}",
        again.stderr
    )]
}
