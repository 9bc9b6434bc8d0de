//! What is asked of endless runs: termination, progress, starvation and formulas.
//!
//! In: a program and the properties of [`Settings::temporal`]. Out: a [`Report`] with a verdict for each
//! of them under each level of fairness, and a run, a stem and a loop, for each that is broken under
//! the level that counts. The program is explored once, whatever is asked.
//!
//! A search with all reductions finds out first whether every run ends, or makes progress: that settles most
//! of what is asked of most programs (`temporal/ends.rs`). In the same way those formulas are settled that
//! hold without fairness (`temporal/formulas.rs`). For what is left the graph is taken down.
//!
//! There, of the reductions only atomic calls are used (`--reduction none` switches them off): they keep which
//! calls return in which order and who waits for ever, and fairness is about calls. Persistent sets and
//! symmetry are off: nothing argues that what they leave of a graph has all its fair cycles.

pub(crate) mod ends;
pub(crate) mod formulas;
mod tell;

use std::ffi::OsString;
use std::time::Instant;

use explore::java::atoms::Atoms;
use explore::reduction::{Layer, Layers};
use explore::temporal::{Graph, Judged, Judgement, Prefixes, Question, ThreadMask, judge};
use explore::{
    ExploredGraph, Flow, Incomplete, Observer, Outcome, Renumbering, Schedule, explore_graph,
    graph_of_run,
};
use machine::Observed;
use program::Program;
use property::{Automaton, Fairness, FindingKind, TemporalClaim, TemporalProperty};
use report::{ByFairness, Report, Verdict};

use crate::command::{check, replay};
use crate::exit::Failure;
use crate::host::record::{Again, Record};
use crate::java::{self, JavaSubject, Loaded};
use crate::settings::Settings;
use crate::subject::Subject;

/// What is to be said where a formula has an `X`.
const NEXT: &str = "a formula with X depends on what Heddle counts as a step (one operation that other \
                    threads could notice); calls are run in steps for it";

/// A property with what is needed to judge it.
struct Asked<'s> {
    property: &'s TemporalProperty,
    /// The automaton of the runs that break it, and the places of its atoms, if it is a formula.
    formula: Option<(Automaton, Vec<usize>)>,
    /// The first of the atoms that say whose starvation is asked for, unless it is everybody's.
    members: Option<usize>,
}

/// Judges the endless runs of a program. `known` is what a search of its states has come to, if there was
/// one.
pub(crate) fn check(
    loaded: &Loaded,
    settings: &Settings,
    words: &[OsString],
    known: Option<&Outcome>,
    observer: &mut dyn Observer,
    began: Instant,
) -> Result<Report, Failure> {
    if let Some(report) = ends::report(loaded, settings, known, observer, began)? {
        return Ok(report);
    }
    let (asked, atoms) = asked(settings, loaded.program())?;
    let by_formulas = (&asked[..], &atoms);
    if let Some(report) = formulas::report(loaded, settings, known, by_formulas, observer, began)? {
        return Ok(report);
    }
    let counts_steps = counts_steps(settings);
    let layers = match settings.layers.has(Layer::Synchronizers) && !counts_steps {
        true => Layers::NONE.with(Layer::Synchronizers),
        false => Layers::NONE,
    };
    let mut subject = java::boot_for_graph(loaded, settings, layers)?;
    let mut report = check::blank(settings, Verdict::Holds);
    report.properties.clear();
    report.reductions = layers.names();
    report.assumptions = subject.assumptions();
    if let Some(unsupported) = subject.unsupported_at_start() {
        report.unknown.push(check::unknown(&Incomplete::Unsupported(
            unsupported.clone(),
        )));
        report.verdict = Verdict::Unknown;
        return Ok(report);
    }
    if counts_steps {
        report.warnings.push(NEXT.to_owned());
    }
    subject.system().observe(atoms);
    let mut found = |graph: &Graph| match broken(graph, &asked) {
        true if !settings.plan.all => Flow::Stop,
        _ => Flow::Continue,
    };
    let explored = explore_graph(subject.system(), &settings.plan, observer, &mut found);
    report.assumptions = subject.assumptions();
    report.bearing = subject.bearing();
    report.warnings.extend(subject.warnings(&report.violations));
    report.warnings.extend(subject.system().unanswered());
    let doubts = subject.doubts().into_iter().map(Incomplete::Unsupported);
    let reasons: Vec<Incomplete> = explored.incomplete.iter().cloned().chain(doubts).collect();
    let again = on_record(&subject, words);
    for it in &asked {
        let judged = Judging {
            subject: &mut subject,
            explored: &explored,
            is_complete: reasons.is_empty(),
            printed: &|it| again.replay(it),
        };
        judged.tell(it, &mut report);
    }
    let is_open = report
        .properties
        .iter()
        .any(|it| it.verdict == Verdict::Unknown);
    report.verdict = match () {
        () if !report.violations.is_empty() => Verdict::Violated,
        () if is_open => Verdict::Unknown,
        () => Verdict::Holds,
    };
    let reasons = reasons
        .iter()
        .filter(|it| **it != Incomplete::FirstViolation);
    report.unknown = reasons.map(check::unknown).collect();
    if report.verdict == Verdict::Holds {
        report.warnings.extend(subject.unreached());
    }
    report.output = report
        .violations
        .first()
        .map_or(String::new(), |it| it.output.clone());
    report.statistics = check::counts(&explored.statistics, explored.incomplete.is_empty(), began);
    Ok(report)
}

/// One report for what is wrong in states and with endless runs.
pub(crate) fn joined(mut report: Report, endless: Report) -> Report {
    report.verdict = match (report.verdict, endless.verdict) {
        (Verdict::Violated, _) | (_, Verdict::Violated) => Verdict::Violated,
        (Verdict::Unknown, _) | (_, Verdict::Unknown) => Verdict::Unknown,
        (verdict, _) => verdict,
    };
    let new = |all: &[String], it: &String| !all.contains(it);
    let unknown = endless.unknown.into_iter();
    let known: Vec<String> = report.unknown.iter().map(|it| it.reason.clone()).collect();
    report
        .unknown
        .extend(unknown.filter(|it| new(&known, &it.reason)));
    let warnings = endless.warnings.into_iter();
    let known = report.warnings.clone();
    report
        .warnings
        .extend(warnings.filter(|it| new(&known, it)));
    if report.violations.is_empty() {
        report.output = endless.output;
    }
    report.violations.extend(endless.violations);
    report.properties.extend(endless.properties);
    report.statistics.complete &= endless.statistics.complete;
    report.statistics.seconds = endless.statistics.seconds;
    report
}

/// What of the program the formulas look at, from its first step on.
pub(crate) fn observed(settings: &Settings, program: &Program) -> Result<Observed, Failure> {
    match settings.temporal.is_empty() {
        true => Ok(Observed::default()),
        false => Ok(asked(settings, program)?.1.observed(program)),
    }
}

/// What is asked, with automata, and the atoms of all formulas.
fn asked<'s>(
    settings: &'s Settings,
    program: &Program,
) -> Result<(Vec<Asked<'s>>, Atoms), Failure> {
    let mut all = Vec::new();
    let mut atoms = Atoms::default();
    for property in &settings.temporal {
        let wrong = |why: String| Failure::input(format!("{}: {why}", property.text));
        let mut members = None;
        let formula = match &property.claim {
            TemporalClaim::Formula(ltl) => {
                let negation = Automaton::of_negation(ltl);
                let negation =
                    negation.map_err(|_| wrong("the formula has too many parts".to_owned()))?;
                Some((negation, atoms.add(ltl, program).map_err(wrong)?))
            }
            TemporalClaim::Starvation(Some(threads)) => {
                members = Some(atoms.add_members(threads, program).map_err(wrong)?);
                None
            }
            _ => None,
        };
        all.push(Asked {
            property,
            formula,
            members,
        });
    }
    Ok((all, atoms))
}

/// What a property is called.
fn name_of(property: &TemporalProperty) -> String {
    match property.name == property.text {
        true => property.name.clone(),
        false => format!("{} ({})", property.name, property.text),
    }
}

/// Whether a formula counts steps.
fn counts_steps(settings: &Settings) -> bool {
    let mut claims = settings.temporal.iter().map(|it| &it.claim);
    claims.any(|it| matches!(it, TemporalClaim::Formula(ltl) if ltl.uses_next()))
}

impl Asked<'_> {
    fn question(&self) -> Question<'_> {
        match (&self.property.claim, &self.formula) {
            (TemporalClaim::Formula(_), Some((negation, atoms))) => {
                Question::Formula { negation, atoms }
            }
            (TemporalClaim::Termination, _) => Question::Termination,
            (TemporalClaim::Progress, _) => Question::Progress,
            _ => Question::Starvation(ThreadMask(u64::MAX)),
        }
    }

    fn judge(&self, graph: &Graph, levels: &[Fairness]) -> Judgement {
        let ask = |graph: &Graph| judge(graph, &self.question(), levels, Prefixes::NeedLoop);
        match self.members {
            Some(first) => ask(&graph.only_in_call(first)),
            None => ask(graph),
        }
    }

    fn kind(&self) -> FindingKind {
        match self.property.claim {
            TemporalClaim::Formula(_) => FindingKind::Ltl,
            TemporalClaim::Termination => FindingKind::Termination,
            TemporalClaim::Progress => FindingKind::Progress,
            TemporalClaim::Starvation(_) => FindingKind::Starvation,
        }
    }
}

/// What a single run breaks: that it is endless, and how, shows in its own graph.
pub(crate) fn broken_by(
    subject: &mut JavaSubject<'_>,
    settings: &Settings,
    schedule: &Schedule,
    printed: &(String, String),
) -> Result<Vec<report::Violation>, Failure> {
    let (asked, atoms) = asked(settings, subject.program())?;
    subject.restart();
    subject.system().observe(atoms);
    let mut explored = graph_of_run(subject.system(), &schedule.choices);
    if explored.is_none() {
        // A run that starts threads for ever comes back only where ended ones leave nothing behind.
        subject.restart();
        subject.system().recycle(true);
        explored = graph_of_run(subject.system(), &schedule.choices);
    }
    let Some(explored) = explored else {
        return Ok(Vec::new());
    };
    let mut report = check::blank(settings, Verdict::Unknown);
    for it in &asked {
        let judging = Judging {
            subject,
            explored: &explored,
            is_complete: false,
            printed: &|_| printed.clone(),
        };
        judging.tell(it, &mut report);
    }
    Ok(report.violations)
}

/// Puts what a run breaks into the report on that run.
pub(crate) fn add(report: &mut Report, broken: Vec<report::Violation>) {
    if broken.is_empty() {
        return;
    }
    report.verdict = Verdict::Violated;
    report.violations = broken;
    report.unknown.clear();
    report.warnings.retain(|it| it != replay::NOTHING);
    report.run.clear();
}

/// Whether something is broken in a part of the graph, under the level that counts.
fn broken(graph: &Graph, asked: &[Asked<'_>]) -> bool {
    asked.iter().any(|it| {
        let level = it.property.fairness;
        it.judge(graph, &[level]).is_violated(level)
    })
}

/// Puts a check on record.
fn on_record(subject: &JavaSubject<'_>, words: &[OsString]) -> Again {
    let record = Record::new(words, subject.classes());
    Again::new(record.and_then(|it| it.keep()), words)
}

/// What a property is judged with.
struct Judging<'a, 'p> {
    subject: &'a mut JavaSubject<'p>,
    explored: &'a ExploredGraph,
    is_complete: bool,
    printed: check::Replay<'a>,
}

impl Judging<'_, '_> {
    /// Judges a property, and puts what comes out into the report.
    fn tell(mut self, asked: &Asked<'_>, report: &mut Report) {
        let judgement = asked.judge(&self.explored.graph, &Fairness::ALL);
        let level = asked.property.fairness;
        // A deadlock is no end of a program.
        let stuck = match asked.property.claim {
            TemporalClaim::Termination => self.explored.stuck,
            _ => None,
        };
        let verdicts = self.verdicts(&judgement, stuck.is_some());
        let broken = |it: Fairness| of(&verdicts, it) == Verdict::Violated;
        let strongest = Fairness::ALL.into_iter().rfind(|it| broken(*it));
        let mut told = name_of(asked.property);
        let run = strongest.map(|strongest| {
            let run = match judgement.under(strongest) {
                Some(Judged::Violated(run)) => tell::Run::Endless(run),
                _ => tell::Run::Stuck(stuck.expect("something is violated")),
            };
            (strongest, run)
        });
        let story = run.map(|(strongest, run)| {
            let mut violation = self.violation(asked, &run);
            violation.fairness = Some(strongest.name());
            (strongest, violation)
        });
        told += &tell::sentence(&verdicts, story.as_ref().map(|it| it.1.message.as_str()));
        report.properties.push(report::Property {
            property: asked.property.text.clone(),
            verdict: of(&verdicts, level),
            fairness: Some(verdicts),
            told,
        });
        if let Some((_, violation)) = story.filter(|_| broken(level)) {
            report.violations.push(violation);
        }
    }

    fn verdicts(&self, judgement: &Judgement, is_stuck: bool) -> ByFairness {
        let verdict = |level| match judgement.under(level) {
            Some(Judged::Violated(_)) => Verdict::Violated,
            _ if is_stuck => Verdict::Violated,
            Some(Judged::Holds) if self.is_complete => Verdict::Holds,
            _ => Verdict::Unknown,
        };
        ByFairness {
            none: verdict(Fairness::None),
            weak: verdict(Fairness::Weak),
            strong: verdict(Fairness::Strong),
        }
    }

    /// The run that breaks a property, in terms of Java.
    fn violation(&mut self, asked: &Asked<'_>, run: &tell::Run<'_>) -> report::Violation {
        let (stem, cycle) = run.ways(self.explored);
        let system = self.subject.system();
        let stem: Vec<_> = self.explored.choices(system, &stem).concat();
        let cycle: Vec<_> = self.explored.choices(system, &cycle).concat();
        let all = [&stem[..], &cycle[..]].concat();
        let all = self.explored.with_own_numbers(system, &all);
        let before = all[..stem.len()].to_vec();
        let before = self.subject.replay_in_detail(&Schedule::new(before));
        let story = self.subject.replay_in_detail(&Schedule::new(all));
        let loop_from = (!cycle.is_empty()).then_some(before.trace.len() as u64 + 1);
        let (message, threads, mut about) =
            run.message(asked.kind(), &cycle, self.explored, self.subject);
        let blame = self.blame(asked, run);
        // What the loop passes is where it goes wrong; of a formula, so is the step that breaks it.
        let turns = loop_from.map_or(&[][..], |it| &story.trace[it as usize - 1..]);
        let breaks = blame.as_ref().and_then(|it| story.trace.get(it.2));
        if let Some(step) = breaks {
            about
                .places
                .insert(0, format!("{}:{}", step.file, step.line));
        }
        let passed = turns.iter().map(|it| format!("{}:{}", it.file, it.line));
        about.places.extend(passed.take(MOST_PLACES));
        let finding = explore::Finding {
            kind: asked.kind(),
            message: blame.as_ref().map_or(message, |it| it.0.clone()),
            threads,
            about,
        };
        let printed = (self.printed)(&story.schedule.to_string());
        let mut violation = check::told(self.subject, &finding, &story, printed);
        let circle = std::mem::take(&mut violation.notes);
        violation.property.clone_from(&asked.property.text);
        violation.loop_from = loop_from;
        violation.notes = run.notes(&cycle, self.explored, self.subject);
        violation.notes.extend(circle);
        if let (tell::Run::Endless(run), Some((_, atoms)), TemporalClaim::Formula(ltl)) =
            (run, &asked.formula, &asked.property.claim)
        {
            let truth = tell::truth(ltl, &run.word(&self.explored.graph, atoms));
            let place = blame.map(|it| it.1);
            violation.notes.splice(0..0, place.into_iter().chain(truth));
        }
        // Where runs go on for ever, time passes: only what runs out before the loop may be early.
        violation.early_expiry = !before.early.is_empty();
        violation.condition = check::condition(&before.early);
        if violation.early_expiry {
            let condition = &violation.condition;
            violation
                .notes
                .push(format!("this run comes about only if {condition}"));
        }
        violation
    }
}

impl Judging<'_, '_> {
    /// Which part of a formula a run breaks, and where.
    fn blame(&mut self, asked: &Asked<'_>, run: &tell::Run<'_>) -> Option<(String, String, usize)> {
        let (Some((_, atoms)), TemporalClaim::Formula(ltl)) =
            (&asked.formula, &asked.property.claim)
        else {
            return None;
        };
        let tell::Run::Endless(run) = run else {
            return None;
        };
        let graph = &self.explored.graph;
        let (word, again) = run.word(graph, atoms);
        let blame = ltl.blame(&word, again)?;
        let places = run.places(graph);
        let taken = places.iter().filter(|it| **it < blame.state).count();
        let way: Vec<_> = run
            .stem
            .iter()
            .chain(&run.cycle)
            .copied()
            .take(taken)
            .collect();
        let system = self.subject.system();
        let before = self.explored.choices(system, &way).concat();
        let before = self.explored.with_own_numbers(system, &before);
        let step = self
            .subject
            .replay_in_detail(&Schedule::new(before))
            .trace
            .len();
        let from = match step {
            0 => "the beginning".to_owned(),
            step => format!("step {step}"),
        };
        let formula = &asked.property.text;
        let (what, place) = match blame.never {
            true => ("never comes", format!("from {from} on")),
            false => ("is false", format!("after {from}")),
        };
        let part = &blame.text;
        Some((
            format!("a run breaks {formula}: `{part}` {what}"),
            format!("{place} `{part}` {what}"),
            step.saturating_sub(1),
        ))
    }
}

/// Steps of a loop whose lines are named as places of what is wrong.
const MOST_PLACES: usize = 16;

/// The verdict for a level.
fn of(verdicts: &ByFairness, level: Fairness) -> Verdict {
    match level {
        Fairness::None => verdicts.none,
        Fairness::Weak => verdicts.weak,
        Fairness::Strong => verdicts.strong,
    }
}
