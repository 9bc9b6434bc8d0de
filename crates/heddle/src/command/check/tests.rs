//! The way from a subject to a report, with a toy in place of Java: two threads that each take two
//! locks.

use std::time::Instant;

use explore::{
    About, Finding, Footprints, Forking, Learning, Movement, Renumbering, Schedule, Silent, Step,
    System, Unsupported,
};
use machine::Choice;
use property::FindingKind;

use super::*;
use crate::flags::parse_check;
use crate::subject::ReplayedRun;

/// Thread 0 takes lock 0 then 1; thread 1 the other way round if `wrong`. Then both are done.
#[derive(Clone)]
struct Toy {
    wrong: bool,
    places: [u32; 2],
}

impl Toy {
    /// The lock that a thread wants next.
    fn wants(&self, thread: usize) -> Option<u32> {
        let turned = u32::from(self.wrong && thread == 1);
        (self.places[thread] < 2).then(|| self.places[thread] ^ turned)
    }

    fn holds(&self, thread: usize, lock: u32) -> bool {
        // A thread that has both lets go of them at once.
        self.places[thread] == 1 && lock == u32::from(self.wrong && thread == 1)
    }
}

impl System for Toy {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        for thread in 0..2 {
            let free = |lock| !self.holds(1 - thread, lock);
            if self.wants(thread).is_some_and(free) {
                out.push(Choice::run(thread as u16));
            }
        }
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.places[usize::from(choice.thread)] += 1;
        Step::Ran
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        let mut choices = Vec::new();
        self.choices(&mut choices);
        if choices.is_empty() && self.places != [2, 2] {
            out.push(Finding {
                kind: FindingKind::Deadlock,
                message: "deadlock: somebody waits".to_owned(),
                threads: vec!["zero".to_owned(), "one".to_owned()],
                about: About::default(),
            });
        }
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        out.clear();
        out.extend(self.places);
    }

    fn load(&mut self, state: &[u32]) {
        self.places.copy_from_slice(state);
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        out.extend((0..2).filter(|&thread| self.places[usize::from(thread)] < 2));
    }

    fn describe_stuck(&mut self, _threads: &[u16], _round: &[u16]) -> Option<Finding> {
        unreachable!("the toy has no cycles")
    }
}

impl Movement for Toy {
    fn instructions(&self) -> u64 {
        0
    }
}

impl Learning for Toy {}
impl Renumbering for Toy {}
impl Forking for Toy {}
impl Footprints for Toy {}

struct ToySubject {
    toy: Toy,
    unsupported: Option<Unsupported>,
}

impl ToySubject {
    fn new(wrong: bool) -> ToySubject {
        ToySubject {
            toy: Toy {
                wrong,
                places: [0, 0],
            },
            unsupported: None,
        }
    }
}

impl Subject for ToySubject {
    type System = Toy;

    fn system(&mut self) -> &mut Toy {
        &mut self.toy
    }

    fn unsupported_at_start(&self) -> Option<&Unsupported> {
        self.unsupported.as_ref()
    }

    fn restart(&mut self) {
        self.toy.places = [0, 0];
    }

    fn replay_in_detail(&mut self, schedule: &Schedule) -> ReplayedRun {
        self.restart();
        let mut story = ReplayedRun {
            output: "hello\n".to_owned(),
            ..ReplayedRun::default()
        };
        let trace = &mut story.trace;
        let replayed = explore::replay(&mut self.toy, schedule, |_, index, choice| {
            trace.push(report::Step {
                step: index as u64 + 1,
                thread: ["zero", "one"][usize::from(choice.thread)].to_owned(),
                operation: "locks".to_owned(),
                ..report::Step::default()
            });
        });
        let waits = |thread: &str| report::Blocked {
            thread: thread.to_owned(),
            reason: "waits for a lock".to_owned(),
            ..report::Blocked::default()
        };
        story.blocked = ["zero", "one", "bystander"].map(waits).to_vec();
        match replayed {
            Ok(replayed) => story.findings = replayed.findings,
            Err(error) => story.misfit = Some(error.to_string()),
        }
        story
    }

    fn assumptions(&mut self) -> Vec<String> {
        vec!["toys are like programs".to_owned()]
    }

    fn left_out(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn unreached(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn warnings(&self, _found: &[report::Violation]) -> Vec<String> {
        Vec::new()
    }

    fn classes(&self) -> Vec<(String, u64)> {
        vec![("Toy".to_owned(), 1)]
    }

    fn class_hash(&self, _name: &str) -> Option<u64> {
        Some(1)
    }
}

fn settings(options: &str) -> Settings {
    let words = format!("heddle check Toy{options}");
    parse_check(words.split(' ').map(Into::into).collect())
        .and_then(Settings::new)
        .unwrap()
}

fn again(choices: &str) -> (String, String) {
    (
        format!("token-{choices}"),
        format!("heddle replay token-{choices}"),
    )
}

fn check(subject: &mut ToySubject, options: &str) -> Report {
    let settings = settings(options);
    let outcome = search(subject, &settings, &mut Silent);
    report(subject, &settings, &outcome, &again, Instant::now())
}

#[test]
fn a_deadlock_is_told() {
    for options in [
        "",
        " --search bfs",
        " --search random",
        " --search pct --all",
    ] {
        let report = check(&mut ToySubject::new(true), options);
        assert_eq!(report.verdict, report::Verdict::Violated);
        let [violation] = &report.violations[..] else {
            panic!("{report:?}")
        };
        assert_eq!(violation.kind, FindingKind::Deadlock);
        assert_eq!(
            violation.message,
            "deadlock: zero waits for a lock; one waits for a lock"
        );
        assert_eq!((violation.trace.len(), violation.blocked.len()), (2, 2));
        assert!(violation.schedule.starts_with("token-"));
        assert_eq!(report.output, "hello\n");
        assert_eq!(report.assumptions, ["toys are like programs"]);
    }
}

#[test]
fn a_toy_that_holds_is_complete() {
    let report = check(&mut ToySubject::new(false), "");
    assert_eq!(report.verdict, report::Verdict::Holds);
    assert!(report.statistics.complete && report.warnings.is_empty());
    assert_eq!(
        (report.statistics.states, report.statistics.end_states),
        (8, 1)
    );
}

#[test]
fn limits_are_reasons() {
    let report = check(&mut ToySubject::new(false), " --max-states 3 -j 2");
    assert_eq!(report.verdict, report::Verdict::Unknown);
    assert_eq!(
        report.unknown[0].reason,
        "the limit of 3 states was reached"
    );
    assert_eq!(report.statistics.jobs, 1);
}

#[test]
fn what_can_not_start_is_unknown() {
    let mut subject = ToySubject::new(false);
    subject.unsupported = Some(Unsupported {
        reason: "no such native".to_owned(),
        class: "A".to_owned(),
        method: "m".to_owned(),
        path: vec!["A.main (A.java:1)".to_owned()],
    });
    let report = check(&mut subject, "");
    assert_eq!(report.verdict, report::Verdict::Unknown);
    assert_eq!(
        (report.unknown[0].class.as_str(), report.statistics.states),
        ("A", 0)
    );
}

#[test]
fn a_replay_shows_the_same() {
    let mut subject = ToySubject::new(true);
    let settings = settings("");
    let replay = |subject: &mut ToySubject, text: &str| {
        let schedule = Schedule::parse(text).unwrap();
        crate::command::replay::replay(subject, &settings, &schedule, &again, Instant::now())
    };
    let first = check(&mut subject, "").violations.remove(0);
    let report = replay(&mut subject, "0.1").unwrap();
    assert_eq!(report.verdict, report::Verdict::Violated);
    assert_eq!(report.violations[0].message, first.message);
    assert_eq!(report.violations[0].trace.len(), first.trace.len());

    let report = replay(&mut subject, "0x2").unwrap();
    assert_eq!(report.verdict, report::Verdict::Unknown);
    let failure = replay(&mut subject, "0x3").unwrap_err();
    assert!(
        failure
            .message
            .starts_with("step 3 of the schedule, 0, is not possible there")
    );
}
