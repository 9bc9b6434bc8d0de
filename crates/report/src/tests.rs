//! Blessed reports: `BLESS=1 cargo test -p report` rewrites the files under `src/tests/`.

mod formats;
mod schema;

use std::path::Path;

use property::FindingKind;

use crate::data::{
    Advice, Blocked, Confirmation, Confirmed, Coverage, Report, SourceLine, Statistics, Step,
    Unknown, Verdict, Violation,
};
use crate::text::Style;
use crate::{json, junit, sarif, text};

const UNTIMED: Style = Style {
    color: false,
    untimed: true,
    full: true,
    full_trace: false,
    width: 0,
};

fn check(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/tests")
        .join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        actual,
        expected,
        "{} differs; BLESS=1 accepts it",
        path.display()
    );
}

fn step(step: u64, thread: &str, line: u32, source: &str, operation: &str, value: &str) -> Step {
    Step {
        step,
        thread: thread.to_owned(),
        class: "LockOrder".to_owned(),
        method: "run".to_owned(),
        file: "LockOrder.java".to_owned(),
        line,
        operation: operation.to_owned(),
        value: value.to_owned(),
        source: source.to_owned(),
        path: "src/LockOrder.java".to_owned(),
        before: String::new(),
        inside: String::new(),
        on: String::new(),
        is_notable: false,
        aside: String::new(),
        is_library: false,
    }
}

fn deadlock() -> Report {
    let mut report = Report::new("LockOrder", Verdict::Violated);
    let blocked = |thread: &str, line, reason: &str, holds: &str| Blocked {
        thread: thread.to_owned(),
        reason: reason.to_owned(),
        waits_for: (reason != "goes on")
            .then(|| if thread == "main" { "Thread-0" } else { "main" }.to_owned()),
        holds: vec![holds.to_owned()],
        file: "LockOrder.java".to_owned(),
        line,
        path: "src/LockOrder.java".to_owned(),
    };
    report.violations.push(Violation {
        kind: FindingKind::Deadlock,
        message: "deadlock: main waits for Account#2, Thread-0 waits for Account#1".to_owned(),
        threads: vec!["main".to_owned(), "Thread-0".to_owned()],
        schedule: "3f2a-0x3.1".to_owned(),
        trace: vec![
            step(1, "main", 9, "    thread.start();", "starts Thread-0", ""),
            step(2, "main", 12, "synchronized (a) {", "locks Account#1", ""),
            step(
                3,
                "main",
                13,
                "int before = balance;",
                "reads LockOrder.balance",
                "7",
            ),
            step(
                4,
                "Thread-0",
                18,
                "synchronized (b) {",
                "locks Account#2",
                "",
            ),
        ],
        blocked: vec![
            blocked(
                "main",
                14,
                "waits for Account#2, held by Thread-0",
                "Account#1",
            ),
            blocked(
                "Thread-0",
                19,
                "waits for Account#1, held by main",
                "Account#2",
            ),
        ],
        going_on: vec![Blocked {
            holds: Vec::new(),
            ..blocked("Thread-1", 30, "goes on", "")
        }],
        output: "starting\nbalance 7\n".to_owned(),
        replay: "heddle replay 3f2a-0x3.1".to_owned(),
        early_expiry: false,
        condition: String::new(),
        places: vec![SourceLine {
            file: "LockOrder.java".to_owned(),
            line: 14,
            path: "src/LockOrder.java".to_owned(),
            source: "synchronized (b) {".to_owned(),
        }],
        ..Violation::new(FindingKind::Deadlock)
    });
    report.statistics = Statistics {
        states: 1431,
        transitions: 2044,
        revisited: 614,
        instructions: 10_000,
        max_depth: 9,
        end_states: 1,
        jobs: 1,
        ..Statistics::default()
    };
    report.assumptions = vec![
        "sequentially consistent memory (programs without data races can't tell)".to_owned(),
        "a timed wait may end at any moment".to_owned(),
        "no spurious wake-ups".to_owned(),
    ];
    report.output.clone_from(&report.violations[0].output);
    report.properties = ["deadlock", "race"]
        .map(|it| crate::Property::new(it, Verdict::Holds))
        .to_vec();
    report
}

#[test]
fn a_violation() {
    check("deadlock.txt", &text::render(&deadlock(), UNTIMED));
    check("deadlock.json", &json::render(&deadlock()));
    let color = text::render(
        &deadlock(),
        Style {
            color: true,
            ..UNTIMED
        },
    );
    let plain = color
        .split('\u{1b}')
        .map(|part| match part.split_once('m') {
            Some((code, rest)) if code.starts_with('[') => rest,
            _ => part,
        });
    assert_eq!(
        plain.collect::<String>(),
        text::render(&deadlock(), UNTIMED)
    );
}

#[test]
fn what_a_jvm_did_of_it() {
    let mut report = deadlock();
    let mut confirmation = Confirmation {
        jvm: "17.0.15".to_owned(),
        result: Confirmed::Confirmed,
        step: 4,
        reason: "main wants a monitor that Thread-0 has".to_owned(),
        freedom: None,
    };
    report.violations[0].confirmed = Some(confirmation.clone());
    let text = text::render(&report, UNTIMED);
    let line = "on Java:  confirmed on Java 17.0.15: main wants a monitor that Thread-0 has";
    assert!(text.contains(line), "{text}");
    confirmation.result = Confirmed::Diverged;
    confirmation.freedom = Some("time".to_owned());
    report.violations[0].confirmed = Some(confirmation);
    let text = text::render(&report, UNTIMED);
    assert!(text.contains("diverged on Java 17.0.15 at step 4, because main wants"));
    let json: serde_json::Value = serde_json::from_str(&json::render(&report)).unwrap();
    let confirmed = &json["violations"][0]["confirmed"];
    assert_eq!(confirmed["result"], "diverged");
    assert_eq!(confirmed["step"], 4);
    assert_eq!(confirmed["freedom"], "time");
}

#[test]
fn a_program_that_holds() {
    let mut report = deadlock();
    report.verdict = Verdict::Holds;
    report.violations.clear();
    report.output.clear();
    report.statistics.complete = true;
    report.reductions = vec!["owned".to_owned(), "protected".to_owned()];
    report.warnings = vec!["no run reaches the assertion at LockOrder.java:33".to_owned()];
    check("holds.txt", &text::render(&report, UNTIMED));
}

#[test]
fn what_was_not_covered() {
    let mut report = deadlock();
    report.verdict = Verdict::Unknown;
    report.violations.clear();
    report.unknown = vec![
        Unknown {
            reason: "the time limit of 20 s was reached".to_owned(),
            ..Unknown::default()
        },
        Unknown {
            reason: "native method java.net.Socket.connect0 is not supported".to_owned(),
            class: "java.net.Socket".to_owned(),
            method: "connect0".to_owned(),
            path: vec![
                "Client.main (Client.java:4)".to_owned(),
                "java.net.Socket.connect (Socket.java:600)".to_owned(),
            ],
        },
    ];
    report.coverage = Some(Coverage {
        told: "perhaps 40 % of all; nothing is wrong in what was reached".to_owned(),
        part: Some(0.4),
        ..Coverage::default()
    });
    let advice = |told: &str, command: &str| Advice {
        told: told.to_owned(),
        command: command.to_owned(),
    };
    report.advice = vec![
        advice("fewer threads", ""),
        advice("more time", "heddle check LockOrder --timeout 1m"),
    ];
    check("unknown.txt", &text::render(&report, UNTIMED));
}

#[test]
fn long_traces_are_folded() {
    let mut report = deadlock();
    let trace = &mut report.violations[0].trace;
    let spin = trace[2].clone();
    trace.splice(2..3, (0..150).map(|_| spin.clone()));
    for (index, step) in trace.iter_mut().enumerate() {
        step.step = index as u64 + 1;
    }
    check("folded.txt", &text::render(&report, UNTIMED));
    assert_eq!(json::render(&report).matches("\"step\"").count(), 153);
}

#[test]
fn an_error() {
    let mut report = Report::new("Missing.java", Verdict::Error);
    report.error = Some("can't read Missing.java: no such file".to_owned());
    check("error.txt", &text::render(&report, UNTIMED));
    assert!(json::render(&report).contains("\"verdict\": \"error\""));
}

#[test]
fn sarif_has_one_flow_of_all_threads_and_one_of_each() {
    check("deadlock.sarif", &sarif::render(&deadlock()));
}

#[test]
fn a_long_run_is_cut_in_sarif_before_its_end() {
    let mut report = deadlock();
    let first = report.violations[0].trace[0].clone();
    report.violations[0].trace = (1..=3000)
        .map(|number| Step {
            step: number,
            ..first.clone()
        })
        .collect();
    let log: serde_json::Value = serde_json::from_str(&sarif::render(&report)).unwrap();
    let flow = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    let order = |index: usize| flow[index]["executionOrder"].as_u64();
    assert_eq!(flow.as_array().map(Vec::len), Some(1000));
    assert_eq!((order(0), order(999)), (Some(2001), Some(3000)));
}

#[test]
fn junit_tells_failures_errors_and_skipped_tests() {
    let mut report = Report::new("tests", Verdict::Violated);
    report.tests = vec![deadlock(), Report::new("Fine.works", Verdict::Holds)];
    report
        .tests
        .push(Report::new("Odd.stops", Verdict::Unknown));
    report.skipped.push("Later.off".to_owned());
    check("tests.xml", &junit::render(&report));
}
