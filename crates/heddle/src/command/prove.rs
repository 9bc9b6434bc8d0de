//! `heddle prove`: is a program right for any number of threads and objects?
//!
//! In: the program where its main thread starts the first other one. Out: an [`Answer`] of `shape`, and a
//! report that says what it is worth: proved, an alarm that a run of the program shows, or unknown.
//!
//! An alarm is about an abstract state. The program's own runs are searched for what it is about; only what
//! is found there is a violation.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use explore::{Finding, System};
use program::Program;
use property::{FindingKind, Selection};
use report::{Alarm, Proof, Report, Unknown, Verdict};
use shape::prove::{AbstractStep, Answer, JavaAlarm, Question, Spot, Trouble, Untold};

use crate::command::{check, model};
use crate::exit::Failure;
use crate::flags::{CheckFlags, DriveOptions, Hashes, ProveFlags, Randomness};
use crate::host::progress::ProgressLine;
use crate::host::record;
use crate::java::{self, Loaded};
use crate::settings::Settings;
use crate::subject::Subject;
use crate::world::Concrete;

/// What is proved unless told.
const PROPERTIES: &str = "deadlock,exception,assertion,race,-partial-deadlock";

/// Configurations that are kept unless told.
const CONFIGURATIONS: usize = 200_000;

/// How long configurations are looked for unless told.
const TIME: Duration = Duration::from_secs(60);

/// How long runs are looked for that show an alarm, unless told, when nothing else is left to do.
const SEARCH: Duration = Duration::from_secs(20);

/// How long before sharper configurations are tried, which may have no alarm.
const SEARCH_SOON: Duration = Duration::from_secs(3);

/// How long runs are looked for that show the other alarms, once one is shown.
const SEARCH_MORE: Duration = Duration::from_secs(1);

/// What is asked beside the settings.
pub(crate) struct Plan {
    threads: Vec<String>,
    configurations: usize,
    time: Duration,
}

/// Understands the flags.
pub(crate) fn plan(flags: ProveFlags) -> Result<(Plan, Settings), Failure> {
    let ProveFlags {
        targets,
        arguments,
        threads,
        mut options,
    } = flags;
    if !options.ltl.is_empty() {
        return Err(Failure::input(
            "heddle prove does not judge --ltl; heddle check does",
        ));
    }
    if options.spurious_wakeups {
        return Err(Failure::input(
            "heddle prove does not know --spurious-wakeups",
        ));
    }
    if options.random == Some(Randomness::Choose) || options.hash == Some(Hashes::Choose) {
        return Err(Failure::input(
            "heddle prove does not know --random choose and --hash choose",
        ));
    }
    let list = options.property.take();
    options.property = Some(list.unwrap_or_else(|| PROPERTIES.to_owned()));
    let plan = Plan {
        threads,
        configurations: options.max_states.map_or(CONFIGURATIONS, |it| it as usize),
        time: options.timeout.unwrap_or(TIME),
    };
    let check = CheckFlags {
        targets,
        arguments,
        driving: DriveOptions::default(),
        options,
    };
    let mut settings = Settings::new(check)?.without_checkpoints()?;
    if !settings.temporal.is_empty() {
        return Err(Failure::input(
            "heddle prove does not look at endless runs; heddle check does",
        ));
    }
    settings.selection = provable(settings.selection)?;
    Ok((plan, settings))
}

/// The kinds that configurations show; others can't be asked for.
fn provable(selection: Selection) -> Result<Selection, Failure> {
    let hidden = [
        FindingKind::NonTermination,
        FindingKind::LockOrder,
        FindingKind::Linearizable,
        FindingKind::Ltl,
    ];
    let hidden = hidden.into_iter().find(|kind| selection.has(*kind));
    if let Some(kind) = hidden {
        return Err(Failure::input(format!(
            "heddle prove does not look for {}; heddle check does",
            kind.name()
        )));
    }
    let kinds = selection.kinds();
    let left: Selection = kinds
        .filter(|kind| *kind != FindingKind::PartialDeadlock)
        .collect();
    match left == Selection::none() {
        true => Err(Failure::input(
            "heddle prove does not look for partial deadlocks alone",
        )),
        false => Ok(left),
    }
}

/// Looks for a proof.
pub(crate) fn look(
    loaded: &Loaded,
    settings: &Settings,
    plan: &Plan,
    trial: &mut Trial<'_>,
) -> Result<Answer, Failure> {
    let settings = settings.clone().fine();
    let mut subject = java::boot(loaded, &settings)?;
    if let Some(unsupported) = subject.unsupported_at_start() {
        let class = unsupported.class.clone();
        let reason = format!(
            "before the first thread starts: {} ({class}.{})",
            unsupported.reason, unsupported.method
        );
        let untold = vec![Untold { reason, spot: None }];
        return Ok(Answer {
            untold,
            ..Answer::default()
        });
    }
    let mut wrong = Vec::new();
    subject.system().findings(&mut wrong);
    if !wrong.is_empty() {
        return Ok(Answer {
            alarms: wrong.iter().map(at_start).collect(),
            ..Answer::default()
        });
    }
    let asked = settings.selection;
    let limits = &settings.plan.limits;
    let question = Question {
        races: asked.has(FindingKind::Race),
        deadlocks: asked.has(FindingKind::Deadlock),
        exceptions: asked.has(FindingKind::Exception),
        assertions: asked.has(FindingKind::Assertion),
        threads: plan.threads.clone(),
        configurations: plan.configurations,
        deadline: Some(Instant::now() + plan.time),
        brakes: vec![
            limits.stop.clone(),
            limits.late.clone(),
            limits.full.clone(),
        ],
    };
    let mut world = Concrete(subject.machine());
    if model::has_hooks(loaded.program(), &mut world) {
        let reason = "shutdown hooks (Runtime.addShutdownHook)".to_owned();
        return Ok(Answer {
            untold: vec![Untold { reason, spot: None }],
            ..Answer::default()
        });
    }
    let are_real = &mut |answer: &Answer| trial.confirms(answer, SEARCH_SOON);
    Ok(shape::prove::prove(
        loaded.program(),
        &mut world,
        &question,
        are_real,
    ))
}

/// What is wrong before the first thread starts.
fn at_start(finding: &Finding) -> JavaAlarm {
    let trouble = match finding.kind {
        FindingKind::Race => Trouble::Race,
        FindingKind::Assertion => Trouble::Assertion,
        FindingKind::IllegalMonitor => Trouble::IllegalMonitor,
        FindingKind::IllegalThreadState => Trouble::IllegalThreadState,
        FindingKind::Exception => Trouble::Exception,
        _ => Trouble::Deadlock,
    };
    JavaAlarm {
        trouble,
        message: finding.message.clone(),
        definite: true,
        spots: Vec::new(),
        trace: Vec::new(),
    }
}

/// Runs of the program that show alarms.
pub(crate) struct Trial<'a> {
    loaded: &'a Loaded,
    settings: &'a Settings,
    words: Vec<OsString>,
    began: Instant,
    /// What was found on them.
    found: Vec<report::Violation>,
    /// How long the nearest one has been searched for.
    tried: Duration,
    /// Whether all violations have been searched for.
    has_tried_all: bool,
    /// The report on the search that found it.
    searched: Option<Report>,
    failure: Option<Failure>,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(
        loaded: &'a Loaded,
        settings: &'a Settings,
        words: &[OsString],
        began: Instant,
    ) -> Trial<'a> {
        Trial {
            loaded,
            settings,
            words: words_of_check(words, settings),
            began,
            found: Vec::new(),
            tried: Duration::ZERO,
            has_tried_all: false,
            searched: None,
            failure: None,
        }
    }

    /// Searches for runs that show the alarms: for one, and if that is not enough for others.
    /// True if some alarm is shown by one.
    fn confirms(&mut self, answer: &Answer, patience: Duration) -> bool {
        for (all, time) in [(false, patience), (true, SEARCH_MORE)] {
            if self.all_shown(answer) {
                return true;
            }
            let mut searched = self.searched.iter();
            let is_complete = searched.any(|it| it.statistics.complete && it.violations.is_empty());
            let is_tried = match all {
                true => self.has_tried_all || self.found.is_empty(),
                false => self.tried >= patience,
            };
            if is_complete {
                break;
            }
            if is_tried {
                continue;
            }
            match all {
                true => self.has_tried_all = true,
                false => self.tried = patience,
            }
            let time = self
                .settings
                .plan
                .limits
                .time
                .map_or(time, |it| it.min(time));
            if let Err(failure) = self.search(all, time) {
                self.failure = Some(failure);
                return false;
            }
        }
        self.shows_some(answer)
    }

    fn shows_some(&self, answer: &Answer) -> bool {
        let program = self.loaded.program();
        let shown = |it: &JavaAlarm| self.found.iter().any(|found| shows(found, it, program));
        answer.alarms.iter().any(shown)
    }

    fn all_shown(&self, answer: &Answer) -> bool {
        let program = self.loaded.program();
        let shown = |it: &JavaAlarm| self.found.iter().any(|found| shows(found, it, program));
        answer.alarms.iter().all(shown)
    }

    fn search(&mut self, all: bool, time: Duration) -> Result<(), Failure> {
        let mut settings = self.settings.clone();
        settings.plan.all = all;
        settings.plan.limits.time = Some(time);
        let mut subject = java::boot(self.loaded, &settings)?;
        let mut progress = ProgressLine::new(settings.output.progress);
        let outcome = check::search(&mut subject, &settings, &mut progress);
        progress.clear();
        let again = record::after(&self.words, &outcome, || subject.classes());
        let again = &|it: &str| again.replay(it);
        let report = check::report(&mut subject, &settings, &outcome, again, self.began);
        self.found.extend(report.violations.iter().cloned());
        self.searched = Some(report);
        Ok(())
    }

    /// The report: what was proved, and the runs that show alarms.
    pub(crate) fn report(mut self, answer: &Answer) -> Result<Report, Failure> {
        if !answer.alarms.is_empty() {
            self.confirms(answer, SEARCH);
        }
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let program = self.loaded.program();
        let mut report = match self.searched.filter(|_| !self.found.is_empty()) {
            Some(searched) => searched,
            None => check::blank(self.settings, Verdict::Unknown),
        };
        report.violations.clear();
        for alarm in &answer.alarms {
            let mut found = self.found.iter().filter(|it| shows(it, alarm, program));
            if let Some(found) = found.next()
                && !report
                    .violations
                    .iter()
                    .any(|it| it.schedule == found.schedule && it.message == found.message)
            {
                report.violations.push(found.clone());
            }
        }
        if report.violations.is_empty() {
            report.violations.extend(self.found.first().cloned());
        }
        if !report.violations.is_empty() {
            report.verdict = Verdict::Violated;
            report.output = report.violations[0].output.clone();
        }
        conclude(&mut report, answer, program, self.settings, self.began);
        Ok(report)
    }
}

/// The words of a check that is on record for a replay: those of the command without what only a proof
/// understands.
fn words_of_check(words: &[OsString], settings: &Settings) -> Vec<OsString> {
    let mut kept: Vec<OsString> = Vec::new();
    let mut skip = false;
    let end = words.iter().position(|it| it == "--");
    let end = end.unwrap_or(words.len());
    for (index, word) in words.iter().enumerate() {
        let text = word.to_string_lossy();
        let is_dropped = ["--threads", "--property"];
        if std::mem::take(&mut skip) {
            continue;
        }
        if index == 1 {
            kept.push("check".into());
        } else if index < end && is_dropped.contains(&&*text) {
            skip = true;
        } else if index >= end
            || !is_dropped
                .iter()
                .any(|it| text.starts_with(&format!("{it}=")))
        {
            kept.push(word.clone());
        }
    }
    let names: Vec<&str> = settings.selection.kinds().map(FindingKind::name).collect();
    let place = kept.len().min(2);
    kept.splice(place..place, ["--property".into(), names.join(",").into()]);
    kept
}

/// The kind of an alarm in reports.
fn kind(trouble: Trouble) -> FindingKind {
    match trouble {
        Trouble::Race => FindingKind::Race,
        Trouble::Deadlock => FindingKind::Deadlock,
        Trouble::Exception => FindingKind::Exception,
        Trouble::IllegalMonitor => FindingKind::IllegalMonitor,
        Trouble::IllegalThreadState => FindingKind::IllegalThreadState,
        Trouble::Assertion => FindingKind::Assertion,
    }
}

/// Puts the answer into a report that has what was found on the program's own runs.
fn conclude(
    report: &mut Report,
    answer: &Answer,
    program: &Program,
    settings: &Settings,
    began: Instant,
) {
    let alarms: Vec<Alarm> = answer
        .alarms
        .iter()
        .map(|it| alarm(it, report, program))
        .collect();
    report.unknown = answer
        .untold
        .iter()
        .map(|it| unknown(it, program))
        .collect();
    if report.violations.is_empty() {
        report.verdict = match answer.is_proof() {
            true => Verdict::Holds,
            false => Verdict::Unknown,
        };
        report.warnings.clone_from(&settings.warnings);
    }
    for property in &mut report.properties {
        let is = |kind: FindingKind| kind.name() == property.property;
        let violated = report.violations.iter().any(|it| is(it.kind));
        let open = !answer.untold.is_empty() || alarms.iter().any(|it| blocks(it, property));
        property.verdict = match (violated, open) {
            (true, _) => Verdict::Violated,
            (false, true) => Verdict::Unknown,
            (false, false) => Verdict::Holds,
        };
    }
    if report.violations.is_empty() {
        report.assumptions = answer.assumptions.clone();
        report.bearing = Vec::new();
        report.reductions = Vec::new();
        report.statistics = check::counts(&explore::Statistics::default(), true, began);
        report.statistics.states = answer.configurations as u64;
        report.statistics.transitions = answer.transitions as u64;
        report.statistics.complete = answer.is_complete;
    }
    report.proof = Some(Proof {
        rung: answer.rung.name(),
        configurations: answer.configurations as u64,
        transitions: answer.transitions as u64,
        predicates: answer.predicates.clone(),
        unbounded: answer.unbounded.clone(),
        passed: answer.passed.clone(),
        alarms,
    });
}

/// Does an alarm stand in the way of a property? What ends a thread in the model stands in the way of all.
fn blocks(alarm: &Alarm, property: &report::Property) -> bool {
    let is_final = !matches!(alarm.kind, FindingKind::Race | FindingKind::Deadlock);
    let named = FindingKind::from_name(&property.property);
    is_final || named.is_some_and(|it| alarm.kind.includes(it) || it.includes(alarm.kind))
}

fn alarm(found: &JavaAlarm, report: &Report, program: &Program) -> Alarm {
    let kind = kind(found.trouble);
    let (file, line) = found
        .spots
        .first()
        .map_or((String::new(), 0), |it| place(it, program));
    let mut violations = report.violations.iter();
    let confirmed = violations.any(|it| shows(it, found, program));
    Alarm {
        kind,
        message: found.message.clone(),
        definite: found.definite,
        file,
        line,
        confirmed,
        trace: found.trace.iter().map(|it| step(it, program)).collect(),
    }
}

/// Is a violation what an alarm is about? Of a race, both places have to be the same.
fn shows(violation: &report::Violation, alarm: &JavaAlarm, program: &Program) -> bool {
    let kind = kind(alarm.trouble);
    if !kind.includes(violation.kind) && !violation.kind.includes(kind) {
        return false;
    }
    let lines = violation.places.iter().map(|it| (it.file.clone(), it.line));
    let lines: Vec<(String, u32)> = lines.collect();
    let mut spots = alarm.spots.iter().map(|it| place(it, program));
    kind != FindingKind::Race || spots.all(|it| lines.contains(&it))
}

fn place(spot: &Spot, program: &Program) -> (String, u32) {
    let class = program.class(program.method(spot.method).class);
    let file = class.source_file.as_deref().unwrap_or_default();
    (file.to_owned(), spot.line)
}

fn step(step: &AbstractStep, program: &Program) -> report::AbstractStep {
    let (file, line) = place(&step.spot, program);
    let method = program.method(step.spot.method);
    report::AbstractStep {
        thread: step.routine.clone(),
        class: program.class(method.class).name.replace('/', "."),
        method: method.name.to_string(),
        file,
        line,
        operation: step.title.clone(),
    }
}

fn unknown(untold: &Untold, program: &Program) -> Unknown {
    let Some(spot) = &untold.spot else {
        return Unknown {
            reason: untold.reason.clone(),
            ..Unknown::default()
        };
    };
    let method = program.method(spot.method);
    let class = program.class(method.class).name.replace('/', ".");
    let (file, line) = place(spot, program);
    Unknown {
        reason: untold.reason.clone(),
        path: vec![format!("{class}.{} ({file}:{line})", method.name)],
        class,
        method: method.name.to_string(),
    }
}
