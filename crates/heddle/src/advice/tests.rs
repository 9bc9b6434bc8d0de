//! What is covered and advised, by the reasons why a search ended and the words of its command.

use super::*;

use crate::flags::{Command, Parsed};

/// What is covered and advised after a search of these words that ended for this reason.
fn told(line: &str, reason: Incomplete, counts: Statistics) -> Report {
    let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
    let Ok(Parsed::Command(command, words)) = flags::parse(words) else {
        panic!("{line}")
    };
    let Command::Check(check) = *command else {
        panic!("{line}")
    };
    let settings = Settings::new(check).unwrap();
    let mut report = Report::new("Main", Verdict::Unknown);
    let outcome = Outcome {
        verdict: explore::Verdict::Unknown(vec![reason.clone()]),
        incomplete: vec![reason],
        statistics: counts,
        ends: None,
        graph: None,
    };
    let guess = Guess::new(0.4, 20.0);
    let facts = Facts {
        drivers: vec!["Main".to_owned(), "Worker".to_owned()],
        classes: 9,
    };
    advise(
        &mut report,
        &settings,
        &words,
        &outcome,
        Some(guess),
        &facts,
    );
    report
}

fn commands(report: &Report) -> Vec<&str> {
    let commands = report.advice.iter().map(|it| it.command.as_str());
    commands.filter(|it| !it.is_empty()).collect()
}

fn some_states() -> Statistics {
    Statistics {
        states: 100,
        ..Statistics::default()
    }
}

#[test]
fn at_the_end_of_the_time() {
    let reason = Incomplete::Time(Duration::from_secs(20));
    let report = told(
        "heddle check -cp x Main --timeout 20s --reduction none -- 5 a",
        reason,
        some_states(),
    );
    assert_eq!(
        commands(&report),
        [
            "heddle check --classpath x Main --reduction none --timeout 70s -- 5 a",
            "heddle check --classpath x Main --timeout 20s --reduction none -- 2 a",
            "heddle check --classpath x Main --timeout 20s --search preemption -- 5 a",
            "heddle check --classpath x Main --timeout 20s --reduction symmetry -- 5 a",
            "heddle environment --unit Main,Worker --check --classpath x Main --timeout 20s --reduction none -- 5 a",
        ]
    );
    let coverage = report.coverage.unwrap();
    assert_eq!(
        coverage.told,
        "perhaps 40 % of all; nothing is wrong in what was reached"
    );
    assert_eq!(coverage.part, Some(0.4));
}

#[test]
fn preemptions_that_were_all_tried() {
    let counts = Statistics {
        preemptions: Some(1),
        ..some_states()
    };
    let line = "heddle check -cp x Main --search preemption --preemptions 1";
    let report = told(line, Incomplete::Preemptions(1), counts);
    assert_eq!(
        commands(&report),
        [
            "heddle check --classpath x Main --search preemption --preemptions 2",
            "heddle check --classpath x Main",
        ]
    );
    let covered = report.coverage.unwrap();
    assert_eq!(covered.told, "every schedule with at most 1 preemption");
    assert_eq!(covered.part, None);
    let line = "heddle check -cp x Main --search preemption --timeout 1s";
    let report = told(line, Incomplete::Time(Duration::from_secs(1)), counts);
    assert_eq!(
        report.coverage.unwrap().told,
        "every schedule with at most 1 preemption, and some of those with 2 preemptions"
    );
    let report = told("heddle check -cp x Main", Incomplete::Depth(9), counts);
    let covered = report.coverage.unwrap();
    assert_eq!(covered.part, None, "runs were cut");
    let report = told(line, Incomplete::Depth(9), counts);
    let covered = report.coverage.unwrap();
    assert_eq!(covered.preemptions, None, "runs with few of them were cut");
}

#[test]
fn runs_by_chance() {
    let counts = Statistics {
        runs: 30,
        ..some_states()
    };
    let line = "heddle check -cp x Main --search pct --runs 30 --bug-depth 2";
    let report = told(line, Incomplete::Runs(30), counts);
    assert_eq!(
        commands(&report),
        [
            "heddle check --classpath x Main --bug-depth 2 --search pct --runs 300",
            "heddle check --classpath x Main",
            "heddle check --classpath x Main --search preemption",
        ]
    );
    let reason = Incomplete::GivenUp {
        runs: 3,
        length: 5000,
    };
    let report = told(line, reason, counts);
    let longer = format!("{} --max-depth 50000", line.replace("-cp", "--classpath"));
    assert_eq!(commands(&report), [longer]);
}

#[test]
fn what_is_lacking_is_the_doctors_matter() {
    let lacking = explore::Unsupported {
        reason: "sockets".to_owned(),
        class: String::new(),
        method: String::new(),
        path: Vec::new(),
    };
    let report = told(
        "heddle check -cp x Main",
        Incomplete::Unsupported(lacking),
        Statistics::default(),
    );
    assert_eq!(commands(&report), ["heddle doctor --classpath x Main"]);
    assert_eq!(report.coverage, None, "nothing was searched");
}
