//! Heddle's own search against SPIN: the same program must get the same verdict from both, and a
//! trail of SPIN must lead Heddle's machine to the same kind of violation.
//!
//! `SPIN_PROGRAMS` says how many generated programs are compared (8 unless told), `SPIN_SEED` the
//! first seed. Without SPIN nothing is compared, and the tests say so.
#![expect(clippy::print_stderr, reason = "a test that compares nothing says so")]

mod alarms;
mod classics;
mod constructs;
mod formulas;

use std::path::{Path, PathBuf};
use std::process::Command;

use formulas::formula_on;
use oracle::{Racy, Size, generate};
use serde_json::Value;

/// What a model shows.
const PROPERTIES: &str = "deadlock,exception,assertion,-partial-deadlock";

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap().to_path_buf()
}

fn has_spin() -> bool {
    let found = Command::new("spin").arg("-V").output().is_ok();
    if !found {
        eprintln!("spin is not installed: nothing is compared");
    }
    found
}

/// The report of a command of Heddle.
fn report(words: &[&str], source: &Path, arguments: &[&str]) -> Value {
    let subject = Subject {
        target: vec![source.display().to_string()],
        arguments,
    };
    subject.report(words)
}

/// A program, as the command line names it, with its arguments.
struct Subject<'a> {
    target: Vec<String>,
    arguments: &'a [&'a str],
}

impl Subject<'_> {
    fn report(&self, words: &[&str]) -> Value {
        let mut all: Vec<&str> = words.to_vec();
        all.extend(self.target.iter().map(String::as_str));
        if !words.contains(&"--timeout") {
            all.extend(["--timeout", "300s"]);
        }
        all.push("--");
        all.extend(self.arguments);
        told(&all)
    }
}

/// What Heddle reports when it is called with these words.
fn told(words: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    let (name, rest) = words.split_first().unwrap();
    command
        .arg(name)
        .args(["--quiet", "--json", "-"])
        .args(rest);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| {
        let said = String::from_utf8_lossy(&output.stderr);
        panic!("{words:?}: {error}: {text}{said}")
    })
}

/// The verdict, and the kind of the first violation.
fn verdict(report: &Value) -> String {
    let kind = report["violations"][0]["kind"].as_str().unwrap_or("");
    let verdict = report["verdict"].as_str().unwrap_or("none");
    format!("{verdict} {kind}").trim().to_owned()
}

fn by_spin(source: &Path, arguments: &[&str]) -> Value {
    report(&["spin", "--property", PROPERTIES], source, arguments)
}

/// The same, but a lost notification is called a deadlock: that it is one is told of the run that is
/// shown and not of where it ends, and each search shows a run of its own.
fn family(report: &Value) -> String {
    let verdict = verdict(report);
    match verdict.as_str() {
        "violated lost-notification" => "violated deadlock".to_owned(),
        _ => verdict,
    }
}

/// What to ask for to be told of this kind of violation and no other.
fn alone(family: &str) -> &str {
    match family.strip_prefix("violated ").unwrap_or(family) {
        "deadlock" => "deadlock,-partial-deadlock,-nested-monitor",
        "exception" => "exception,-illegal-monitor,-illegal-thread-state",
        kind => kind,
    }
}

/// Both must agree; gives the number of SPIN's states, or how they differ.
fn compare(subject: &Subject<'_>) -> Result<u64, String> {
    // In a model a wait may end at any moment, and what follows is no warning.
    let check = ["check", "--timeouts", "any", "--property"];
    let check = |properties| subject.report(&[&check[..], &[properties]].concat());
    let own = check(PROPERTIES);
    let spin = subject.report(&["spin", "--property", PROPERTIES]);
    let name = format!("{:?} {:?}", subject.target, subject.arguments);
    let (by_spin, by_heddle) = (family(&spin), family(&own));
    let differ = |what: &str, found: &str| {
        let why = &spin["unknown"];
        Err(format!(
            "{name}: SPIN: {by_spin}, Heddle: {by_heddle}{what}{found} {why}"
        ))
    };
    let both_violated = [&spin, &own]
        .into_iter()
        .all(|it| it["verdict"] == "violated");
    if by_spin != by_heddle && !both_violated {
        return differ("", "");
    }
    // A program that can go wrong in several ways shows each search another one first. Each must find
    // the other's when that is all it is asked for; SPIN can't be asked for a sort of deadlock.
    if by_spin != by_heddle {
        let found = family(&check(alone(&by_spin)));
        if found != by_spin {
            return differ(", asked for that: ", &found);
        }
        let kind = if is_deadlock(&by_heddle) {
            "deadlock,-partial-deadlock"
        } else {
            alone(&by_heddle)
        };
        let found = family(&subject.report(&["spin", "--property", kind]));
        if found != by_heddle && !(is_deadlock(&found) && is_deadlock(&by_heddle)) {
            return differ(", SPIN asked for that: ", &found);
        }
    }
    if let Some(violation) = spin["violations"].get(0) {
        // The trail has become a run of the machine, which anyone can see again.
        let steps = violation["trace"].as_array().map_or(0, Vec::len);
        let schedule = violation["schedule"].as_str().unwrap_or("");
        let again = verdict(&told(&["replay", schedule]));
        if steps == 0 || again != verdict(&spin) {
            return differ(", the trail's run again: ", &again);
        }
    }
    Ok(spin["statistics"]["states"].as_u64().unwrap_or(0))
}

fn is_deadlock(family: &str) -> bool {
    ["violated deadlock", "violated nested-monitor"].contains(&family)
}

/// Both must agree on a source; gives the number of SPIN's states.
fn check(source: &Path, arguments: &[&str]) -> u64 {
    let subject = Subject {
        target: vec![source.display().to_string()],
        arguments,
    };
    compare(&subject).unwrap_or_else(|difference| panic!("{difference}"))
}

fn bench(name: &str) -> PathBuf {
    root().join("bench/programs").join(format!("{name}.java"))
}

#[test]
fn spin_agrees_on_the_measured_programs() {
    if !has_spin() {
        return;
    }
    check(&bench("Philosophers"), &["3", "dead"]);
    check(&bench("ProducerConsumer"), &["1"]);
    check(&bench("Observer"), &["2"]);
    check(&bench("RaceCounter"), &["2", "race"]);
    check(&bench("SwapList"), &["2", "dead", "1"]);
    check(&bench("SwapList"), &["2", "safe", "1"]);
    check(&bench("TwoLockQueue"), &["1", "1", "2"]);
}

#[test]
fn the_experiments_of_jcat_need_no_more_states_than_the_paper_says() {
    if !has_spin() {
        return;
    }
    let counts = [("3", 576), ("4", 3_966), ("5", 27_265), ("6", 184_876)];
    // The largest takes as long as all others together.
    let few = if number("SPIN_PROGRAMS", 3) > 3 { 4 } else { 2 };
    for (count, limit) in counts.into_iter().take(few) {
        let states = by_spin(&bench("Philosophers"), &[count, "safe"]);
        assert_eq!(verdict(&states), "holds", "{count} philosophers");
        let states = states["statistics"]["states"].as_u64().unwrap();
        assert!(states <= limit, "{count} philosophers: {states} states");
    }
    for (readers, writers, limit) in [("1", "1", 217), ("1", "2", 3_470), ("2", "2", 61_751)] {
        let states = check(&bench("ReadersWriters"), &[readers, writers]);
        assert!(states <= limit, "{readers}, {writers}: {states} states");
    }
}

/// What storage structure graphs say is owned or protected is no stop: at most a fifth of the states that
/// there were without.
#[test]
fn models_of_the_figures_stop_where_others_can_come_between() {
    if !has_spin() {
        return;
    }
    let counts = [
        ("ObserverFigure", vec!["2"], 23),
        ("ObserverFigure", vec!["3"], 87),
        ("RequestServer", vec!["3"], 17),
        ("SplittingLocks", vec!["2"], 343),
    ];
    for (name, arguments, limit) in counts {
        let source = root().join("bench/papers").join(format!("{name}.java"));
        let states = check(&source, &arguments);
        assert!(states <= limit, "{name} {arguments:?}: {states} states");
    }
}

#[test]
fn a_spurious_deadlock_of_a_reduced_model_is_recognised() {
    if !has_spin() {
        return;
    }
    let source = root().join("tests/promela/ReducedReadersWriters.java");
    let words = ["spin", "--property", "deadlock"];
    let report = report(&words, &source, &["1", "1"]);
    assert_eq!(verdict(&report), "unknown");
    let reason = report["unknown"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("spurious"), "{reason}");
}

#[test]
fn a_project_says_what_its_models_leave_out() {
    if !has_spin() {
        return;
    }
    let directory = std::env::temp_dir().join(format!("heddle-project-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let all = "activeReaders,activeWriters,waitingReaders,waitingWriters";
    let settings = format!("ignore = \"{all}\"\ninstances = 5\n");
    std::fs::write(directory.join("heddle.toml"), settings).unwrap();
    let run = |name: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .args([name, "--quiet", "--json", "-", "--property", "deadlock"])
            .arg(bench("ReadersWriters"))
            .args(["--", "1", "1"])
            .current_dir(&directory)
            .output()
            .unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let reason = run("spin")["unknown"][0]["reason"].to_string();
    assert!(reason.contains("spurious"), "{reason}");
    // Commands without models pass over what is about them.
    assert_eq!(verdict(&run("check")), "holds");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn objects_that_nothing_refers_to_give_their_places_back() {
    if !has_spin() {
        return;
    }
    let source = root().join("tests/promela/Churn.java");
    assert_eq!(verdict(&by_spin(&source, &[])), "holds");
    check(&source, &[]);
    check(&source, &["wrong"]);
}

#[test]
fn locks_arrays_and_exceptions_that_are_forgotten_give_their_places_back() {
    if !has_spin() {
        return;
    }
    let source = root().join("tests/promela/Forgets.java");
    assert_eq!(verdict(&by_spin(&source, &[])), "holds");
    let expected = [
        ("torn", "violated assertion"),
        ("dead", "violated deadlock"),
        ("thrown", "violated exception"),
    ];
    for (how, verdict) in expected {
        assert_eq!(family(&by_spin(&source, &[how])), verdict, "{how}");
        check(&source, &[how]);
    }
    // One place for each site is not enough, and what is in use there is not overwritten.
    let words = ["spin", "--instances", "1", "--property", PROPERTIES];
    let few = report(&words, &source, &[]);
    assert_eq!(verdict(&few), "unknown");
    let reason = few["unknown"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("bound reached"), "{reason}");
}

#[test]
fn heaps_that_differ_in_places_only_are_one_state() {
    if !has_spin() {
        return;
    }
    // Without an order of places there are more than a million.
    let states = check(&bench("LockBuffer"), &["1", "1"]);
    assert!(states < 250_000, "{states} states");
}

#[test]
fn names_of_the_program_mean_nothing_to_spin() {
    if !has_spin() {
        return;
    }
    let source = root().join("tests/promela/Names.java");
    assert_eq!(verdict(&by_spin(&source, &[])), "holds");
    assert_eq!(verdict(&by_spin(&source, &["wrong"])), "violated assertion");
    for how in ["--bitstate", "--breadth-first", "--collapse"] {
        let report = report(&["spin", how], &source, &["wrong"]);
        assert_eq!(verdict(&report), "violated assertion", "{how}");
    }
    let formula = "[] (Names.Pworker_run == 0 || <> terminated(main))";
    assert_eq!(formula_on("Names", "weak", formula, &[]), "holds");
}

#[test]
fn each_way_to_search_finds_what_is_wrong_and_only_that() {
    if !has_spin() {
        return;
    }
    let ways: [(&[&str], &str); 8] = [
        (&["--collapse"], "holds"),
        (&["--no-partial-order"], "holds"),
        (&["--breadth-first"], "holds"),
        (&["--breadth-first", "--bitstate"], "unknown"),
        (&["--seed", "0"], "holds"),
        (&["--seed", "7", "--bitstate"], "unknown"),
        (&["--memory", "200M", "--max-depth", "9000"], "holds"),
        (&["--max-depth", "20"], "unknown"),
    ];
    for (words, expected) in ways {
        let mut all = vec!["spin"];
        all.extend(words);
        let holding = report(&all, &bench("Philosophers"), &["3", "safe"]);
        assert_eq!(verdict(&holding), expected, "{words:?}");
        // Runs of twenty steps of the model are too short for it.
        if words != ["--max-depth", "20"] {
            let violating = report(&all, &bench("Philosophers"), &["3", "dead"]);
            assert_eq!(verdict(&violating), "violated deadlock", "{words:?}");
        }
    }
    let bits = report(
        &["spin", "--bitstate"],
        &bench("Philosophers"),
        &["3", "safe"],
    );
    let reason = bits["unknown"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("bits for each state"), "{reason}");
    // Few bits are enough for it.
    let number = reason.split("it had ").nth(1).unwrap();
    let number = number.split(' ').next().unwrap();
    let number: u64 = number.parse().unwrap();
    assert!((100..10_000_000).contains(&number), "{reason}");
}

#[test]
fn a_search_that_runs_out_of_time_tells_how_far_it_came() {
    if !has_spin() {
        return;
    }
    // The compiler takes its time, too.
    let mut states = ["5s", "20s", "80s"].into_iter().map(|time| {
        let words = ["spin", "--timeout", time, "--instances", "9"];
        let report = report(&words, &bench("ReadersWriters"), &["9", "9"]);
        assert_eq!(verdict(&report), "unknown");
        report["statistics"]["states"].as_u64().unwrap()
    });
    assert!(states.any(|states| states > 1000));
}

#[test]
fn an_old_verifier_is_not_taken_for_a_new_one() {
    if !has_spin() {
        return;
    }
    let kept = std::env::temp_dir().join(format!("heddle-kept-{}", std::process::id()));
    let words = ["spin", "--keep", kept.to_str().unwrap()];
    let dead = report(&words, &bench("Philosophers"), &["3", "dead"]);
    assert_eq!(verdict(&dead), "violated deadlock");
    let words = ["spin", "--timeout", "1s", "--keep", kept.to_str().unwrap()];
    let safe = report(&words, &bench("Philosophers"), &["3", "safe"]);
    assert_ne!(verdict(&safe), "violated deadlock");
    std::fs::remove_dir_all(&kept).unwrap();
}

#[test]
fn a_bound_that_is_reached_is_never_a_success() {
    if !has_spin() {
        return;
    }
    let words = ["spin", "--instances", "1"];
    let report = report(&words, &bench("Philosophers"), &["3", "safe"]);
    assert_eq!(verdict(&report), "unknown");
    let reason = report["unknown"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("bound reached"), "{reason}");
}

/// Programs of `tests/java` that SPIN and Heddle are compared on.
const PROGRAMS: &str = include_str!("../../../../tests/promela/programs.txt");

#[test]
fn spin_agrees_on_programs_of_the_suite() {
    if !has_spin() {
        return;
    }
    let all: Vec<&str> = PROGRAMS.lines().filter(|line| !line.is_empty()).collect();
    let step: usize = number("SPIN_SUITE_STEP", 60) as usize;
    for name in all.iter().step_by(step.max(1)) {
        let source = root().join("tests/java").join(name);
        let text = std::fs::read_to_string(&source).unwrap();
        let arguments = text.lines().find_map(|line| line.strip_prefix("//@ args:"));
        let arguments: Vec<&str> = arguments.unwrap_or("").split_whitespace().collect();
        check(&source, &arguments);
    }
}

#[test]
fn spin_agrees_on_generated_programs() {
    if !has_spin() {
        return;
    }
    let directory = std::env::temp_dir().join(format!("heddle-generated-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let first = number("SPIN_SEED", 1);
    let seeds = first..first + number("SPIN_PROGRAMS", 3);
    let programs = seeds.map(|seed| generate(seed, &Size::small(Racy::VolatileOnly)));
    let names: Vec<String> = programs
        .map(|program| {
            let source = directory.join(format!("{}.java", program.name));
            std::fs::write(&source, &program.source).unwrap();
            program.name
        })
        .collect();
    // One run of the compiler for all of them: it takes longer to start than to compile.
    let sources = names.iter().map(|name| format!("{name}.java"));
    let compiled = Command::new("javac")
        .args(["-g", "-d", "."])
        .args(sources)
        .current_dir(&directory)
        .output()
        .expect("javac runs");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let mut differences = Vec::new();
    for name in names {
        let classes = directory.display().to_string();
        let subject = Subject {
            target: vec!["-cp".to_owned(), classes, name],
            arguments: &[],
        };
        differences.extend(compare(&subject).err());
    }
    let count = differences.len();
    let all = differences.join("\n");
    assert!(count == 0, "{count} in {}:\n{all}", directory.display());
    std::fs::remove_dir_all(&directory).unwrap();
}

fn number(variable: &str, usual: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|it| it.parse().ok()).unwrap_or(usual)
}

#[test]
fn one_run_of_spin_is_shown_as_java_steps() {
    if !has_spin() {
        return;
    }
    let mut verdicts: Vec<String> = Vec::new();
    for seed in ["1", "2", "3", "4"] {
        let words = ["spin", "--simulate", "--seed", seed];
        let report = report(&words, &bench("Philosophers"), &["2", "dead"]);
        let told = match verdict(&report).as_str() {
            "violated deadlock" => &report["violations"][0]["trace"],
            _ => &report["run"],
        };
        let steps = told.as_array().expect("steps");
        let threads: Vec<&str> = steps
            .iter()
            .filter_map(|it| it["thread"].as_str())
            .collect();
        for thread in ["main", "Thread-0", "Thread-1"] {
            assert!(threads.contains(&thread), "{thread} in {seed}");
        }
        verdicts.push(verdict(&report));
    }
    assert!(
        verdicts.contains(&"violated deadlock".to_owned()),
        "{verdicts:?}"
    );
}

#[test]
fn a_variable_may_hold_arrays_of_several_classes() {
    if !has_spin() {
        return;
    }
    for arguments in [&[][..], &["1"], &["11"]] {
        check(&root().join("tests/promela/Kinds.java"), arguments);
    }
}

#[test]
fn a_model_copies_arrays_and_asks_for_classes() {
    if !has_spin() {
        return;
    }
    let source = root().join("tests/promela/Copies.java");
    let expected = [
        (&[][..], "holds"),
        (&["far"], "violated exception"),
        (&["order"], "violated assertion"),
    ];
    for (arguments, verdict) in expected {
        assert_eq!(family(&by_spin(&source, arguments)), verdict);
    }
}

#[test]
fn enums_are_listed_and_told_apart_in_a_model() {
    if !has_spin() {
        return;
    }
    let source = root().join("tests/promela/Lamps.java");
    assert_eq!(family(&by_spin(&source, &[])), "holds");
    assert_eq!(family(&by_spin(&source, &["wrong"])), "violated assertion");
}

#[test]
fn threads_that_look_at_what_nobody_changes_keep_no_others_from_going_on() {
    if !has_spin() {
        return;
    }
    let source = root().join("tests/promela/Spins.java");
    assert_eq!(family(&by_spin(&source, &[])), "holds");
    assert_eq!(family(&by_spin(&source, &["wrong"])), "violated assertion");
}

#[test]
fn a_deadlock_is_found_whatever_daemons_there_are() {
    if !has_spin() {
        return;
    }
    for how in ["deadlock", "exit", "alone"] {
        check(&root().join("tests/promela/Daemons.java"), &[how]);
    }
}

#[test]
fn monitors_under_others_are_no_stops_unless_somebody_enters_them_alone() {
    if !has_spin() {
        return;
    }
    let source = root().join("tests/promela/Watched.java");
    // With a stop at each observer there are 42.
    let states = check(&source, &["safe"]);
    assert!(states <= 23, "{states} states");
    for (how, verdict) in [
        ("safe", "holds"),
        ("peek", "violated deadlock"),
        ("share", "violated deadlock"),
        ("swap", "holds"),
        ("wait", "violated nested-monitor"),
    ] {
        assert_eq!(family(&by_spin(&source, &[how])), verdict, "{how}");
        check(&source, &[how]);
    }
}

#[test]
fn digits_are_worth_the_same_in_a_model() {
    if !has_spin() {
        return;
    }
    let source = root().join("tests/promela/Digits.java");
    let expected = [
        (["0719", "8", "9619"], "holds"),
        (["0719", "8", "9620"], "violated assertion"),
        (["9aFg", "16", "470121"], "holds"),
        (["zZ:", "36", "49209"], "holds"),
        (["5", "37", "-1"], "holds"),
        (["/@[`", "10", "-52060"], "holds"),
        // A digit three, but not one of ASCII: the model does not know it, and says so.
        (["\u{663}", "10", "3"], "unknown"),
    ];
    for (arguments, verdict) in expected {
        assert_eq!(
            family(&by_spin(&source, &arguments)),
            verdict,
            "{arguments:?}"
        );
    }
}
