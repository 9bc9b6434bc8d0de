//! `heddle confirm` and `heddle check --confirm`: a violation, tried on the user's own JVM.
//!
//! In: a report and the program it is about. Out: the same report, with what the JVM did of each violation.
//! The program is really run, with all its effects, so this is done only if somebody asks for it.

use confirm::jvm::{self, Evidence, Freedom, Itinerary, Limits, Outcome};
use explore::{Finding, Schedule};
use report::{Confirmation, Confirmed, Report};

use crate::command::replay::tell;
use crate::exit::Failure;
use crate::host;
use crate::host::record;
use crate::java::{self, JavaSubject, Loaded};
use crate::settings::Settings;

/// Characters that are shown of what a JVM says.
const LONGEST_COMPLAINT: usize = 200;

/// Tries all violations of a report.
pub(crate) fn all(
    report: &mut Report,
    loaded: &Loaded,
    settings: &Settings,
) -> Result<(), Failure> {
    for violation in &mut report.violations {
        let (_, choices) = record::split(&violation.schedule);
        let schedule = Schedule::parse(choices);
        let schedule = schedule.map_err(|error| Failure::input(error.to_string()))?;
        // What needs no early expiry was found by a search in which time passes otherwise.
        for settings in [settings.clone().fine(), settings.idle().fine()] {
            let mut subject = java::boot(loaded, &settings)?;
            let (story, findings) = tell(&mut subject, &settings, &schedule);
            let is_it = |it: &&Finding| it.threads == violation.threads;
            let Some(finding) = findings.iter().find(is_it) else {
                continue;
            };
            if story.misfit.is_none() {
                let confirmation = run(&mut subject, loaded, &settings, &schedule, finding);
                violation.confirmed = Some(confirmation);
                break;
            }
        }
    }
    endless(report, loaded);
    Ok(())
}

/// What goes on for ever can't be seen on a JVM.
fn endless(report: &mut Report, loaded: &Loaded) {
    let jdk = loaded.program().class_path().jdk();
    let version = jdk.map_or_else(String::new, |it| it.version_text().to_owned());
    let violations = report.violations.iter_mut();
    for violation in violations.filter(|it| it.loop_from.is_some() && it.confirmed.is_none()) {
        let reason = Freedom::NoEnd.reason().to_owned();
        let steps = violation.trace.len();
        let told = diverged(version.clone(), steps, reason, Some(Freedom::NoEnd));
        violation.confirmed = Some(told);
    }
}

/// Tries the violations of a replay.
pub(crate) fn one(
    report: &mut Report,
    subject: &mut JavaSubject<'_>,
    loaded: &Loaded,
    settings: &Settings,
    schedule: &Schedule,
) {
    let (_, findings) = tell(subject, settings, schedule);
    for (violation, finding) in report.violations.iter_mut().zip(&findings) {
        violation.confirmed = Some(run(subject, loaded, settings, schedule, finding));
    }
    endless(report, loaded);
}

fn run(
    subject: &mut JavaSubject<'_>,
    loaded: &Loaded,
    settings: &Settings,
    schedule: &Schedule,
    finding: &Finding,
) -> Confirmation {
    let jdk = loaded.program().class_path().jdk();
    let version = jdk.map_or_else(String::new, |it| it.version_text().to_owned());
    let itinerary = match jvm::plan(&mut subject.trial(), schedule, finding) {
        Ok(itinerary) => itinerary,
        Err(reason) => return diverged(version, 0, reason, None),
    };
    let freedom = freedom(&itinerary);
    if itinerary.evidence == Evidence::Nothing {
        // There is no need to run the program.
        let reason = freedom.map_or("a JVM could show nothing of it", Freedom::reason);
        return diverged(version, itinerary.steps, reason.to_owned(), freedom);
    }
    match on_jvm(loaded, settings, &itinerary) {
        Err(reason) => diverged(version, 0, reason, freedom),
        Ok(Outcome { jvm, result }) => match result {
            Err(divergence) => diverged(jvm, divergence.step, divergence.reason, freedom),
            Ok(seen) => Confirmation {
                jvm,
                result: Confirmed::Confirmed,
                step: itinerary.steps as u64,
                reason: seen,
                freedom: freedom.map(|it| it.name().to_owned()),
            },
        },
    }
}

/// What the JVM is free to do on the way, if the run needs that.
fn freedom(itinerary: &Itinerary) -> Option<Freedom> {
    itinerary.freedoms.first().map(|it| it.1)
}

fn diverged(jvm: String, step: usize, reason: String, freedom: Option<Freedom>) -> Confirmation {
    Confirmation {
        jvm,
        result: Confirmed::Diverged,
        step: step as u64,
        reason,
        freedom: freedom.map(|it| it.name().to_owned()),
    }
}

/// Runs it.
fn on_jvm(loaded: &Loaded, settings: &Settings, itinerary: &Itinerary) -> Result<Outcome, String> {
    let program = loaded.program();
    let jdk = program.class_path().jdk().ok_or("there is no JDK")?;
    let mut classpath = loaded.entries().to_vec();
    // Programs may use the classes that Heddle ships, and be compiled elsewhere.
    let support = classpath::class_directory(machine::SUPPORT);
    classpath.push(support.map_err(|error| error.to_string())?);
    let mut options = vec![format!(
        "-XX:ActiveProcessorCount={}",
        settings.machine.processors
    )];
    if itinerary.threads.iter().any(|it| it.is_virtual) {
        // A virtual thread that is held keeps its carrier.
        options.push("-Djdk.virtualThreadScheduler.parallelism=32".to_owned());
        options.push("-Djdk.virtualThreadScheduler.maxPoolSize=256".to_owned());
    }
    let (jvm, socket) = host::jvm::start(&host::jvm::Program {
        jdk: jdk.home(),
        classpath,
        main: program.class(loaded.main()).name.replace('/', "."),
        arguments: &settings.target.arguments,
        options,
        input: settings.given.input.clone(),
    })?;
    let mut outcome = jvm::confirm(socket, itinerary, Limits::default());
    let complaints = jvm.complaints();
    if let Err(divergence) = &mut outcome.result {
        match complained(itinerary, &complaints) {
            Some(seen) => outcome.result = Ok(seen),
            None => divergence.reason.extend(first_complaint(&complaints)),
        }
    }
    Ok(outcome)
}

/// What the JVM has said of itself.
fn first_complaint(complaints: &str) -> Option<String> {
    let mut lines = complaints.lines().map(str::trim);
    let line = lines.find(|it| it.contains("Exception") || it.contains("Error"))?;
    let short: String = line.chars().take(LONGEST_COMPLAINT).collect();
    Some(format!(" ({short})"))
}

/// What a JVM has said of an exception that nothing catches. There is no event for one that is thrown where
/// no Java code called, or while another one is being handled.
fn complained(itinerary: &Itinerary, complaints: &str) -> Option<String> {
    let Evidence::Exception { thread, class } = &itinerary.evidence else {
        return None;
    };
    let (name, class) = (
        &itinerary.threads.get(*thread)?.name,
        class.replace('/', "."),
    );
    let sentences = [
        format!("Exception in thread \"{name}\" {class}"),
        format!("{class} thrown from the UncaughtExceptionHandler in thread \"{name}\""),
    ];
    let said = sentences.iter().find(|it| complaints.contains(*it))?;
    Some(format!("it says {said}"))
}
