//! The command line: flags in, rooms called in order, exit code out.
//!
//! The function `check` reads as the picture of the flow: one call for each arrow.

mod advice;
mod command;
mod exit;
mod expiry;
mod flags;
mod foresight;
mod host;
mod ignored;
mod java;
mod junit;
mod settings;
mod subject;
mod world;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use explore::reduction::Layers;
use explore::{Search, Wreck};
use report::{Report, Verdict};

use exit::{Exit, Failure};
use flags::{
    CheckFlags, Command, EnvironmentFlags, ExportFlags, Parsed, ProveFlags, ReplayFlags, SpinFlags,
};
use host::progress::ProgressLine;
use ignored::Names;
use settings::Settings;
use subject::Subject;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    host::guard::guarded(move |wreck| run(words, wreck)).into()
}

/// From the command line to the exit code.
fn run(words: Vec<OsString>, wreck: &Wreck) -> Exit {
    let done = flags::parse(words).and_then(|parsed| match parsed {
        Parsed::Answer(text) => {
            host::output::print(&text);
            Ok(Exit::Success)
        }
        Parsed::Command(command, words) => dispatch(*command, &words, wreck),
    });
    done.unwrap_or_else(|failure| {
        host::output::complain(&failure.message);
        Exit::Input
    })
}

fn dispatch(command: Command, words: &[OsString], wreck: &Wreck) -> Result<Exit, Failure> {
    let runs_nothing = match &command {
        Command::Analyze(flags) => flags.check.options.confirm,
        Command::Export(flags) => flags.check.options.confirm,
        Command::Doctor(flags) => flags.options.confirm,
        _ => false,
    };
    if runs_nothing {
        return Err(Failure::input(
            "--confirm is for violations, and this command looks for none",
        ));
    }
    match command {
        Command::Check(flags) if command::environment::is_driven(&flags) => {
            drive(flags, None, words, wreck)
        }
        Command::Check(flags) => check(flags, words, wreck),
        Command::Replay(flags) if flags.step => {
            command::debug::step(command::replay::understand(flags.replay, words)?, wreck)
        }
        Command::Replay(flags) => replay(flags.replay, words, wreck),
        Command::Debug(flags) => command::debug::debug(&flags, wreck),
        Command::Confirm(mut flags) => {
            flags.options.confirm = true;
            replay(flags, words, wreck)
        }
        Command::Explain { word } => {
            host::output::print(&command::explain::explain(word.as_deref())?);
            Ok(Exit::Success)
        }
        Command::Completions { shell } => {
            host::output::print(&flags::completions(shell));
            Ok(Exit::Success)
        }
        Command::Man => {
            host::output::print(&flags::manual());
            Ok(Exit::Success)
        }
        Command::Test(flags) => command::test::test(flags, words, wreck),
        Command::Prove(flags) => prove(flags, words, wreck),
        Command::Analyze(flags) => command::analyze::analyze(flags),
        Command::Export(flags) => export(flags),
        Command::Spin(flags) => spin(flags, words),
        Command::Environment(flags) => environment(flags, words, wreck),
        Command::Doctor(flags) => command::doctor::doctor(flags),
    }
}

/// `heddle check`: the whole flow.
fn check(flags: CheckFlags, words: &[OsString], wreck: &Wreck) -> Result<Exit, Failure> {
    let began = Instant::now();
    let settings = Settings::new(flags)?.under(wreck);
    let _watch = host::guard::watch(&settings.plan.limits);
    if settings.plan.search == (Search::Random { runs: 1 }) {
        return walk(&settings.fine(), words, began);
    }
    conclude(&settings, || examine(&settings, words, began))
}

/// Checks a program, and tells what was found.
fn examine(settings: &Settings, words: &[OsString], began: Instant) -> Result<Report, Failure> {
    let loaded = java::load(&settings.target, &settings.plan.limits)?;
    let settings = &settings.kept(|| loaded.classes())?;
    let mut progress = ProgressLine::new(settings.output.progress);
    if settings.selection == property::Selection::none() {
        return command::temporal::check(&loaded, settings, words, None, &mut progress, began);
    }
    let mut subject = java::boot(&loaded, settings)?;
    command::temporal::formulas::watch(&mut subject, settings)?;
    let outcome = command::check::search(&mut subject, settings, &mut progress);
    let outcome = command::ordered::doubt(outcome, &mut subject, &loaded, settings)?;
    progress.clear();
    let guess = progress.guess();
    let again = host::record::after(words, &outcome, || subject.classes());
    let mut report = command::check::report(
        &mut subject,
        settings,
        &outcome,
        &|it| again.replay(it),
        began,
    );
    report = expiry::sort_out(report, &loaded, settings, words, &mut progress)?;
    progress.clear();
    let facts = loaded.facts();
    advice::advise(&mut report, settings, words, &outcome, guess, &facts);
    report = command::lock_order::judge(report, &loaded, settings, words)?;
    command::baseline::apply(&mut report, settings)?;
    if settings.confirms {
        command::confirm::all(&mut report, &loaded, settings)?;
    }
    if settings.checks_reduction {
        let mut full = java::boot_with(&loaded, settings, Layers::NONE)?;
        let full = command::check::search(&mut full, settings, &mut progress);
        progress.clear();
        report
            .warnings
            .push(command::check::compare(&outcome, &full));
    }
    if !settings.temporal.is_empty() {
        let known = Some(&outcome);
        let endless =
            command::temporal::check(&loaded, settings, words, known, &mut progress, began)?;
        report = command::temporal::joined(report, endless);
    }
    Ok(report)
}

/// `heddle check --drive`: the class with a driver is checked, one scenario after the other. The
/// driver's source may be kept.
fn drive(
    flags: CheckFlags,
    out: Option<PathBuf>,
    words: &[OsString],
    wreck: &Wreck,
) -> Result<Exit, Failure> {
    let (driving, settings) = command::environment::understand(flags)?;
    let settings = settings.under(wreck);
    let _watch = host::guard::watch(&settings.plan.limits);
    conclude(&settings, || {
        command::environment::drive(&driving, out.as_deref(), &settings, words)
    })
}

/// `heddle environment`: the driver's source alone, or with a check.
fn environment(
    flags: EnvironmentFlags,
    words: &[OsString],
    wreck: &Wreck,
) -> Result<Exit, Failure> {
    if let Some(unit) = flags.unit.clone() {
        return summarised(&unit, flags, words, wreck);
    }
    if !command::environment::is_driven(&flags.check) {
        return Err(Failure::input(
            "name a class to drive, as in heddle environment --drive com.acme.Cache -o DIR, or a unit \
             to check, as in heddle environment --unit com.acme.Cache --check Main.java",
        ));
    }
    if flags.checks {
        return drive(flags.check, flags.out, words, wreck);
    }
    let (driving, settings) = command::environment::understand(flags.check)?;
    let text = command::environment::write(&driving, flags.out.as_deref(), &settings)?;
    host::output::print(&text);
    Ok(Exit::Success)
}

/// `heddle environment --unit`: the summaries alone, or with a check.
fn summarised(
    unit: &str,
    flags: EnvironmentFlags,
    words: &[OsString],
    wreck: &Wreck,
) -> Result<Exit, Failure> {
    if command::environment::is_driven(&flags.check) {
        return Err(Failure::input(
            "--unit and --drive don't go together yet; write a main class into the unit",
        ));
    }
    let precision = command::environment::unit::precision(&flags);
    let (out, checks) = (flags.out, flags.checks);
    let settings = Settings::new(flags.check)?
        .without_checkpoints()?
        .under(wreck);
    let made = command::environment::unit::make(unit, precision, out.as_deref(), &settings)?;
    host::output::print(&made.told);
    if !checks {
        return Ok(Exit::Success);
    }
    let _watch = host::guard::watch(&settings.plan.limits);
    conclude(&settings, || {
        command::environment::unit::check(&made, precision, &settings, words)
    })
}

/// `heddle check --search random --runs 1`: one run, shown step by step.
fn walk(settings: &Settings, words: &[OsString], began: Instant) -> Result<Exit, Failure> {
    conclude(settings, || {
        let loaded = java::load(&settings.target, &settings.plan.limits)?;
        let mut subject = java::boot(&loaded, settings)?;
        let schedule = command::walk::by_chance(&mut subject, settings);
        let again = command::walk::on_record(&subject, words);
        let again = &|it: &str| again.replay(it);
        let mut report = command::replay::replay(&mut subject, settings, &schedule, again, began)?;
        if settings.confirms {
            command::confirm::one(&mut report, &mut subject, &loaded, settings, &schedule);
        }
        Ok(report)
    })
}

/// `heddle replay`: the same with one schedule. `heddle confirm`: that, and on the user's JVM, too.
fn replay(flags: ReplayFlags, words: &[OsString], wreck: &Wreck) -> Result<Exit, Failure> {
    let began = Instant::now();
    let plea = command::replay::understand(flags, words)?;
    let settings = Settings::new(plea.check)?
        .under(wreck)
        .with_output_of(&plea.options)?
        .fine();
    let _watch = host::guard::watch(&settings.plan.limits);
    conclude(&settings, || {
        let loaded = java::load(&settings.target, &settings.plan.limits)?;
        let mut subject = java::boot(&loaded, &settings)?;
        let again = &|it: &str| plea.again.replay(it);
        let mut report =
            command::replay::replay(&mut subject, &settings, &plea.schedule, again, began)?;
        if report.violations.is_empty() && !settings.temporal.is_empty() {
            let printed = again(&plea.schedule.to_string());
            let broken =
                command::temporal::broken_by(&mut subject, &settings, &plea.schedule, &printed)?;
            command::temporal::add(&mut report, broken);
        }
        command::lock_order::replayed(&mut report, &loaded, &settings, &plea.schedule, again)?;
        report
            .warnings
            .extend(command::replay::changes(plea.record.as_ref(), &subject));
        if plea.options.confirm {
            let schedule = &plea.schedule;
            command::confirm::one(&mut report, &mut subject, &loaded, &settings, schedule);
        }
        Ok(report)
    })
}

/// `heddle export promela`: the program as a model.
fn export(flags: ExportFlags) -> Result<Exit, Failure> {
    let bounds = command::model::bounds(&flags.model);
    let settings = Settings::new(flags.check)?;
    let wanted = command::model::Wanted {
        bounds,
        ignored: &Names::new(&flags.model, &settings.target),
        observed: None,
        hides: !flags.model.breadth_first,
        is_fair: false,
    };
    let loaded = java::load(&settings.target, &settings.plan.limits)?;
    let mut subject = java::boot(&loaded, &settings)?;
    let program = loaded.program();
    let exported = command::model::export(&mut subject, program, &settings, &wanted)?;
    match flags.out {
        None => host::output::print(&exported.printed.text),
        Some(path) => std::fs::write(&path, &exported.printed.text)
            .map_err(|error| Failure::input(format!("can't write {}: {error}", path.display())))?,
    }
    Ok(Exit::Success)
}

/// `heddle spin`: the same flow as a check, with SPIN as the search.
fn spin(flags: SpinFlags, words: &[OsString]) -> Result<Exit, Failure> {
    let began = Instant::now();
    let (plan, settings) = command::spin::plan(flags)?;
    conclude(&settings, || {
        let loaded = java::load(&settings.target, &settings.plan.limits)?;
        let mut subject = java::boot(&loaded, &settings)?;
        let words = command::spin::words_of_check(words);
        if plan.simulates() {
            let schedule =
                command::spin::simulate(&mut subject, loaded.program(), &settings, &plan)?;
            let again = command::walk::on_record(&subject, &words);
            let again = &|it: &str| again.replay(it);
            return command::replay::replay(&mut subject, &settings, &schedule, again, began);
        }
        let outcome = command::spin::search(&mut subject, loaded.program(), &settings, &plan)?;
        let again = host::record::after(&words, &outcome, || subject.classes());
        let again = &|it: &str| again.replay(it);
        let mut report = command::check::report(&mut subject, &settings, &outcome, again, began);
        if settings.confirms {
            command::confirm::all(&mut report, &loaded, &settings)?;
        }
        // What the machine has not reached says nothing of SPIN's search.
        let unreached = subject.unreached();
        report.warnings.retain(|it| !unreached.contains(it));
        Ok(report)
    })
}

/// `heddle prove`: any number of threads and objects, by configurations of 3-valued logic; alarms are
/// tried on the program itself.
fn prove(flags: ProveFlags, words: &[OsString], wreck: &Wreck) -> Result<Exit, Failure> {
    let began = Instant::now();
    let (plan, settings) = command::prove::plan(flags)?;
    let settings = settings.under(wreck);
    let _watch = host::guard::watch(&settings.plan.limits);
    conclude(&settings, || {
        let loaded = java::load(&settings.target, &settings.plan.limits)?;
        let mut trial = command::prove::Trial::new(&loaded, &settings, words, began);
        let answer = command::prove::look(&loaded, &settings, &plan, &mut trial)?;
        let mut report = trial.report(&answer)?;
        if settings.confirms {
            command::confirm::all(&mut report, &loaded, &settings)?;
        }
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
            host::output::write(&report, &settings.output)?;
            Ok(settings.exit(&report))
        }
        Err(failure) if failure.is_limit => {
            let mut report = command::check::blank(settings, Verdict::Unknown);
            report.unknown.push(report::Unknown {
                reason: failure.message,
                ..report::Unknown::default()
            });
            host::output::write(&report, &settings.output)?;
            Ok(settings.exit(&report))
        }
        Err(failure) => {
            let mut report = command::check::blank(settings, Verdict::Error);
            report.error = Some(failure.message.clone());
            host::output::write_files(&report, &settings.output)?;
            Err(failure)
        }
    }
}
