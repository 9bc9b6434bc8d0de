//! The command line: flags in, rooms called in order, exit code out.
//!
//! `check::check` reads as the picture of the flow: one call for each arrow.

mod analyze;
mod check;
mod checkpoint;
mod depot;
mod doctor;
mod exit;
mod expiry;
mod flags;
mod foresight;
mod given;
mod guard;
mod ignored;
mod java;
mod junit;
mod model;
mod output;
mod process;
mod progress;
mod record;
mod replay;
mod settings;
mod spin;
mod subject;
mod test;
mod walk;
mod world;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Instant;

use explore::reduction::Layers;
use explore::{Search, Wreck};
use report::{Report, Verdict};

use exit::{Exit, Failure};
use flags::{CheckFlags, Command, ExportFlags, Parsed, ReplayFlags, SpinFlags};
use ignored::Names;
use progress::ProgressLine;
use settings::Settings;
use subject::Subject;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    guard::guarded(move |wreck| run(words, wreck)).into()
}

/// From the command line to the exit code.
fn run(words: Vec<OsString>, wreck: &Wreck) -> Exit {
    let done = flags::parse(words).and_then(|parsed| match parsed {
        Parsed::Answer(text) => {
            output::print(&text);
            Ok(Exit::Success)
        }
        Parsed::Command(command, words) => dispatch(*command, &words, wreck),
    });
    done.unwrap_or_else(|failure| {
        output::complain(&failure.message);
        Exit::Input
    })
}

fn dispatch(command: Command, words: &[OsString], wreck: &Wreck) -> Result<Exit, Failure> {
    let not_built = |name: &str| Err(Failure::not_built(&format!("`heddle {name}`")));
    match command {
        Command::Check(flags) => check(flags, words, wreck),
        Command::Replay(flags) => replay(flags, words, wreck),
        Command::Completions { shell } => {
            output::print(&flags::completions(shell));
            Ok(Exit::Success)
        }
        Command::Man => {
            output::print(&flags::manual());
            Ok(Exit::Success)
        }
        Command::Test(flags) => test::test(flags, words, wreck),
        Command::Prove(_) => not_built("prove"),
        Command::Analyze(flags) => analyze::analyze(flags),
        Command::Export(flags) => export(flags),
        Command::Spin(flags) => spin(flags, words),
        Command::Environment(_) => not_built("environment"),
        Command::Doctor(flags) => doctor::doctor(flags),
    }
}

/// `heddle check`: the whole flow.
fn check(flags: CheckFlags, words: &[OsString], wreck: &Wreck) -> Result<Exit, Failure> {
    let began = Instant::now();
    let settings = Settings::new(flags)?.under(wreck);
    let _watch = guard::watch(&settings.plan.limits);
    if settings.plan.search == (Search::Random { runs: 1 }) {
        return walk(&settings.fine(), words, began);
    }
    conclude(&settings, || {
        let loaded = java::load(&settings.target, &settings.plan.limits)?;
        let settings = &settings.kept(|| loaded.classes())?;
        let mut subject = java::boot(&loaded, settings)?;
        let mut progress = ProgressLine::new(settings.output.progress);
        let outcome = check::search(&mut subject, settings, &mut progress);
        progress.clear();
        let again = record::after(words, &outcome, || subject.classes());
        let mut report = check::report(
            &mut subject,
            settings,
            &outcome,
            &|it| again.replay(it),
            began,
        );
        report = expiry::sort_out(report, &loaded, settings, words, &mut progress)?;
        progress.clear();
        if settings.checks_reduction {
            let mut full = java::boot_with(&loaded, settings, Layers::NONE)?;
            let full = check::search(&mut full, settings, &mut progress);
            progress.clear();
            report.warnings.push(check::compare(&outcome, &full));
        }
        Ok(report)
    })
}

/// `heddle check --search random --runs 1`: one run, shown step by step.
fn walk(settings: &Settings, words: &[OsString], began: Instant) -> Result<Exit, Failure> {
    conclude(settings, || {
        let loaded = java::load(&settings.target, &settings.plan.limits)?;
        let mut subject = java::boot(&loaded, settings)?;
        let schedule = walk::by_chance(&mut subject, settings);
        let again = walk::on_record(&subject, words);
        let again = &|it: &str| again.replay(it);
        replay::replay(&mut subject, settings, &schedule, again, began)
    })
}

/// `heddle replay`: the same with one schedule.
fn replay(flags: ReplayFlags, words: &[OsString], wreck: &Wreck) -> Result<Exit, Failure> {
    let began = Instant::now();
    let plea = replay::understand(flags, words)?;
    let settings = Settings::new(plea.check)?
        .under(wreck)
        .with_output_of(&plea.options)?
        .fine();
    let _watch = guard::watch(&settings.plan.limits);
    conclude(&settings, || {
        let loaded = java::load(&settings.target, &settings.plan.limits)?;
        let mut subject = java::boot(&loaded, &settings)?;
        let again = &|it: &str| plea.again.replay(it);
        let mut report = replay::replay(&mut subject, &settings, &plea.schedule, again, began)?;
        report
            .warnings
            .extend(replay::changes(plea.record.as_ref(), &subject));
        Ok(report)
    })
}

/// `heddle export promela`: the program as a model.
fn export(flags: ExportFlags) -> Result<Exit, Failure> {
    let bounds = model::bounds(&flags.model);
    let hides = !flags.model.breadth_first;
    let settings = Settings::new(flags.check)?;
    let ignored = Names::new(&flags.model, &settings.target);
    let loaded = java::load(&settings.target, &settings.plan.limits)?;
    let mut subject = java::boot(&loaded, &settings)?;
    let program = loaded.program();
    let exported = model::export(
        &mut subject,
        program,
        &settings,
        bounds,
        &ignored,
        None,
        hides,
    )?;
    match flags.out {
        None => output::print(&exported.printed.text),
        Some(path) => std::fs::write(&path, &exported.printed.text)
            .map_err(|error| Failure::input(format!("can't write {}: {error}", path.display())))?,
    }
    Ok(Exit::Success)
}

/// `heddle spin`: the same flow as a check, with SPIN as the search.
fn spin(flags: SpinFlags, words: &[OsString]) -> Result<Exit, Failure> {
    let began = Instant::now();
    let (plan, settings) = spin::plan(flags)?;
    conclude(&settings, || {
        let loaded = java::load(&settings.target, &settings.plan.limits)?;
        let mut subject = java::boot(&loaded, &settings)?;
        let words = spin::words_of_check(words);
        if plan.simulates() {
            let schedule = spin::simulate(&mut subject, loaded.program(), &settings, &plan)?;
            let again = walk::on_record(&subject, &words);
            let again = &|it: &str| again.replay(it);
            return replay::replay(&mut subject, &settings, &schedule, again, began);
        }
        let outcome = spin::search(&mut subject, loaded.program(), &settings, &plan)?;
        let again = record::after(&words, &outcome, || subject.classes());
        let again = &|it: &str| again.replay(it);
        let mut report = check::report(&mut subject, &settings, &outcome, again, began);
        // What the machine has not reached says nothing of SPIN's search.
        let unreached = subject.unreached();
        report.warnings.retain(|it| !unreached.contains(it));
        Ok(report)
    })
}

/// Writes the report, or one that says why there is none, and gives the exit code.
fn conclude(
    settings: &Settings,
    make: impl FnOnce() -> Result<Report, Failure>,
) -> Result<Exit, Failure> {
    match make() {
        Ok(report) => {
            output::write(&report, &settings.output)?;
            Ok(settings.exit(&report))
        }
        Err(failure) if failure.is_limit => {
            let mut report = check::blank(settings, Verdict::Unknown);
            report.unknown.push(report::Unknown {
                reason: failure.message,
                ..report::Unknown::default()
            });
            output::write(&report, &settings.output)?;
            Ok(settings.exit(&report))
        }
        Err(failure) => {
            let mut report = check::blank(settings, Verdict::Error);
            report.error = Some(failure.message.clone());
            output::write_json(&report, &settings.output)?;
            Err(failure)
        }
    }
}
