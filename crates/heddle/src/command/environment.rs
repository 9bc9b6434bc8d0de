//! `heddle check --drive` and `heddle environment`: a class is called from several threads.
//!
//! In: a class, and how to drive it. Out: the source of a driver, and a report on its scenarios. Each
//! scenario is first run in sequence, which tells what may come out of it and which exceptions the
//! caller has to blame himself for; then it is checked like any program, with the outcomes in sequence
//! as the driver's arguments. So its record is that of a check of the driver.
//!
//! In sequence the driver passes its turn from one thread to the next when nothing else can move, so
//! time passes only then; and no thread is preempted, so that a call is not interleaved with others but
//! where it waits (`environment::driver::sequence` says what the outcomes mean).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use environment::driver::plan::{self, Plan, Size};
use environment::driver::scenario::Scenario;
use environment::driver::sequence::{self, Sequences};
use environment::driver::specification::Specification;
use environment::driver::{Driver, source, surface};
use explore::reduction::Layers;
use explore::{Incomplete, Search};
use property::{FindingKind, Selection};
use report::{Report, Unknown, Verdict};
use xxhash_rust::xxh3::xxh3_64;

use crate::command::{check, test};
use crate::exit::Failure;
use crate::flags::{CheckFlags, DriveOptions};
use crate::host::progress::ProgressLine;
use crate::java::{self, Loaded};
use crate::settings::{Settings, Target};

/// How long one scenario may take if nobody says otherwise.
const BUDGET: Duration = Duration::from_secs(20);

/// Scenarios that are run in sequence at once.
const BATCH: usize = 150;

/// Whether a check is one of a class with a driver.
pub(crate) fn is_driven(flags: &CheckFlags) -> bool {
    flags.driving.drive.is_some() || flags.driving.driver.is_some()
}

/// What the flags ask for.
pub(crate) fn understand(mut flags: CheckFlags) -> Result<(DriveOptions, Settings), Failure> {
    let driving = std::mem::take(&mut flags.driving);
    if !flags.arguments.is_empty() {
        return Err(Failure::input(
            "--drive: a driver makes its own arguments; a specification (--driver) says which",
        ));
    }
    let is_usual = flags.options.property.is_none();
    let mut settings = Settings::new(flags)?.without_checkpoints()?;
    if is_usual {
        settings.selection = settings.selection.with(FindingKind::Linearizable);
    }
    if let (Some(name), Some(class)) = (&settings.target.main, &driving.drive) {
        return Err(Failure::input(format!(
            "--drive {class} needs no main class, but {name} is named"
        )));
    }
    if settings.target.name.is_empty() {
        settings.target.name = driving.drive.clone().unwrap_or_default();
    }
    Ok((driving, settings))
}

/// A driver whose source is written.
struct Made {
    driver: Driver,
    /// Where its source is.
    path: PathBuf,
    /// The scenarios that a specification stands for; none if they have to be found.
    scenarios: Vec<Scenario>,
    /// Calls that the specification wants in scenarios that are found.
    extra: Scenario,
}

/// Makes the driver and writes its source.
fn make(driving: &DriveOptions, out: Option<&Path>, settings: &Settings) -> Result<Made, Failure> {
    let name = driving.drive.as_deref().ok_or_else(|| {
        Failure::input("name the class that the specification is about: --drive CLASS")
    })?;
    let opened = java::open(&settings.target, &settings.plan.limits)?;
    let class = java::class_named(&opened.program, &settings.target, name)?;
    let mut driver =
        Driver::of(&opened.program, class).map_err(|it| Failure::input(it.to_string()))?;
    let (mut scenarios, mut extra) = (Vec::new(), Scenario::default());
    if let Some(file) = &driving.driver {
        let fail = |what: String| Failure::input(format!("{}: {what}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| fail(error.to_string()))?;
        let mut specification =
            Specification::parse(&text).map_err(|error| fail(error.to_string()))?;
        let calls = driving.calls.map(|it| it as usize);
        specification.calls = calls.or(specification.calls);
        let known = |name: &str, count: usize| surface::known(&opened.program, class, name, count);
        (scenarios, extra) = specification
            .apply(&mut driver, &known)
            .map_err(|error| fail(error.to_string()))?;
    }
    let text = source::source(&driver);
    let mut path = match out {
        Some(directory) => directory.to_owned(),
        None => kept_at(&text),
    };
    path.extend(driver.package.split('.').filter(|it| !it.is_empty()));
    let fail =
        |error: std::io::Error| Failure::input(format!("can't write {}: {error}", path.display()));
    std::fs::create_dir_all(&path).map_err(fail)?;
    path.push(format!("{}.java", driver.name));
    std::fs::write(&path, &text)
        .map_err(|error| Failure::input(format!("can't write {}: {error}", path.display())))?;
    Ok(Made {
        driver,
        path,
        scenarios,
        extra,
    })
}

/// Where sources are kept that nobody asked to keep, so that their runs can be replayed.
fn kept_at(text: &str) -> PathBuf {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let cache = match (given("XDG_CACHE_HOME"), given("HOME")) {
        (Some(cache), _) => PathBuf::from(cache),
        (None, Some(home)) => PathBuf::from(home).join(".cache"),
        (None, None) => std::env::temp_dir(),
    };
    let name = format!("{:016x}", xxh3_64(text.as_bytes()));
    cache.join("heddle").join("drivers").join(name)
}

/// `heddle environment --drive`: writes the source, and says what is in it.
pub(crate) fn write(
    driving: &DriveOptions,
    out: Option<&Path>,
    settings: &Settings,
) -> Result<String, Failure> {
    let made = make(driving, Some(out.unwrap_or(Path::new("."))), settings)?;
    let mut text = format!(
        "{}: {} calls\n",
        made.path.display(),
        made.driver.calls.len()
    );
    for (number, call) in made.driver.calls.iter().enumerate() {
        text += &format!("{number:>4}  {}\n", call.name);
    }
    for left_out in &made.driver.left_out {
        text += &format!("      not called: {left_out}\n");
    }
    text += "check one scenario: heddle check … -- 0/1/2 (see heddle.Driver)\n";
    Ok(text)
}

/// `heddle check --drive`: the whole of it.
pub(crate) fn drive(
    driving: &DriveOptions,
    out: Option<&Path>,
    settings: &Settings,
    words: &[OsString],
) -> Result<Report, Failure> {
    let began = Instant::now();
    let made = make(driving, out, settings)?;
    let settings = driven(settings, &made);
    let loaded = java::load(&settings.target, &settings.plan.limits)?;
    let size = Size {
        threads: driving.threads.unwrap_or(2) as usize,
        calls: driving.calls.map(|it| it as usize),
    };
    let drive = Drive {
        driver: &made.driver,
        loaded: &loaded,
        settings: &settings,
        words: words_of(words, &made),
    };
    let plan = match made.scenarios.is_empty() {
        false => Plan {
            scenarios: made.scenarios.clone(),
            ..Plan::default()
        },
        true => {
            let mut plan = plan::plan(&made.driver, size, &mut |it| drive.in_sequence(it))?;
            for scenario in &mut plan.scenarios {
                scenario.extend(&made.extra);
            }
            plan
        }
    };
    let mut report = drive.check_all(&plan)?;
    drive.tell(&mut report, &plan, size);
    report.statistics.seconds = began.elapsed().as_secs_f64();
    Ok(report)
}

/// The settings for the program that the driver is.
fn driven(settings: &Settings, made: &Made) -> Settings {
    let mut settings = settings.clone();
    let target: &mut Target = &mut settings.target;
    if target.sources.is_empty() && target.classpath.is_empty() {
        target.classpath.push(".".into());
    }
    target.sources.push(made.path.clone());
    target.main = Some(made.driver.full_name());
    settings.plan.limits.time = settings.plan.limits.time.or(Some(BUDGET));
    settings
}

/// Options that are about making a driver, and whether they have a value.
const OWN: [(&str, bool); 7] = [
    ("--drive", true),
    ("--threads", true),
    ("--calls", true),
    ("--driver", true),
    ("--out", true),
    ("-o", true),
    ("--check", false),
];

/// The words of the check that a scenario is, up to its arguments.
fn words_of(words: &[OsString], made: &Made) -> Vec<OsString> {
    let mut all: Vec<OsString> = vec!["heddle".into(), "check".into()];
    let mut rest = words.iter().skip(2).take_while(|it| *it != "--");
    let mut has_path = false;
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy();
        let own = OWN.iter().find(|(name, _)| text == *name);
        if let Some((_, has_value)) = own {
            if *has_value {
                rest.next();
            }
            continue;
        }
        if OWN
            .iter()
            .any(|(name, _)| text.starts_with(&format!("{name}=")))
        {
            continue;
        }
        has_path |=
            text.starts_with("--classpath") || text.ends_with(".java") || text.ends_with(".jar");
        all.push(word.clone());
    }
    if !has_path {
        all.extend(["--classpath".into(), ".".into()]);
    }
    let is_property = |it: &OsString| it.to_string_lossy().starts_with("--property");
    if !all.iter().any(is_property) {
        all.extend(["--property".into(), "default,linearizable".into()]);
    }
    all.push(made.path.clone().into());
    all.extend(["--main".into(), made.driver.full_name().into(), "--".into()]);
    all
}

/// A driver at work.
struct Drive<'a> {
    driver: &'a Driver,
    loaded: &'a Loaded,
    settings: &'a Settings,
    /// The words of a check, up to the arguments.
    words: Vec<OsString>,
}

impl Drive<'_> {
    /// What comes out of scenarios in sequence.
    fn in_sequence(&self, scenarios: &[Scenario]) -> Result<Vec<Sequences>, Failure> {
        let mut all = Vec::new();
        for batch in scenarios.chunks(BATCH) {
            let (mut found, is_cut) = self.run_in_sequence(batch)?;
            if is_cut && batch.len() > 1 {
                // One that waits in the main thread or runs for ever does not tell which it is.
                for (scenario, found) in batch.iter().zip(&mut found) {
                    let is_open = found.outcomes.is_empty() && found.failed_before.is_none();
                    if is_open || found.may_wait() || found.diverges(scenario) {
                        *found = self
                            .run_in_sequence(std::slice::from_ref(scenario))?
                            .0
                            .remove(0);
                    }
                }
            }
            all.append(&mut found);
        }
        Ok(all)
    }

    /// The same at one go, and whether a run came to no outcome.
    fn run_in_sequence(&self, batch: &[Scenario]) -> Result<(Vec<Sequences>, bool), Failure> {
        let mut settings = self.settings.idle();
        settings.plan.search = Search::Preemption { bound: 0 };
        settings.plan.all = true;
        settings.plan.stuck = false;
        settings.plan.glances = false;
        settings.plan.estimate = false;
        settings.layers = Layers::NONE;
        let kinds = [
            FindingKind::Exception,
            FindingKind::Deadlock,
            FindingKind::NestedMonitor,
        ];
        settings.selection = kinds.into_iter().collect();
        settings.suppressed = Default::default();
        settings.target.arguments = vec!["--in-sequence".to_owned()];
        let texts = batch.iter().map(Scenario::to_string);
        settings.target.arguments.extend(texts);
        let mut subject = java::boot(self.loaded, &settings)?;
        let mut progress = ProgressLine::new(false);
        let outcome = check::search(&mut subject, &settings, &mut progress);
        let findings = outcome.violations().iter().map(|it| &it.finding);
        // Other threads may be left when the main thread has thrown the outcome.
        let is_main = |it: &String| it == "main";
        let is_stuck = findings
            .clone()
            .any(|it| check::is_stuck(it.kind) && it.threads.iter().any(is_main));
        let is_limit = |it: &Incomplete| !matches!(it, Incomplete::Preemptions(_));
        let is_limited = outcome.incomplete.iter().any(is_limit);
        let messages = findings.map(|it| it.message.as_str());
        let mut found = sequence::collect(messages, batch.len());
        if let (true, [only]) = (is_stuck || is_limited, &mut found[..]) {
            only.is_cut = true;
        }
        Ok((found, is_stuck || is_limited))
    }

    /// Checks one scenario after the other, up to the first violation or all of them.
    fn check_all(&self, plan: &Plan) -> Result<Report, Failure> {
        let mut whole = check::blank(self.settings, Verdict::Holds);
        let mut progress = ProgressLine::new(false);
        let mut done = Done::default();
        'all: for batch in plan.scenarios.chunks(BATCH) {
            let sequences = self.in_sequence(batch)?;
            for (scenario, sequences) in batch.iter().zip(sequences) {
                let Some((scenario, sequences)) = self.looked_at(scenario, sequences)? else {
                    done.skipped += 1;
                    continue;
                };
                let report = self.check(&scenario, &sequences, &mut done)?;
                self.add(&mut whole, report, (&scenario, &sequences), &mut done);
                let is_over =
                    self.settings.plan.limits.stopped() || self.settings.plan.limits.late();
                if whole.verdict == Verdict::Violated && !self.settings.plan.all {
                    break 'all;
                }
                if is_over {
                    whole.unknown.push(Unknown {
                        reason: "not all scenarios were tried in the time".to_owned(),
                        ..Unknown::default()
                    });
                    break 'all;
                }
            }
        }
        progress.clear();
        if whole.verdict == Verdict::Holds && (!whole.unknown.is_empty() || done.checked == 0) {
            whole.verdict = Verdict::Unknown;
        }
        Ok(whole)
    }

    /// A scenario with its outcomes. Where the last look at the object waits, it is left out; None if
    /// the scenario can't be run.
    fn looked_at(
        &self,
        scenario: &Scenario,
        sequences: Sequences,
    ) -> Result<Option<(Scenario, Sequences)>, Failure> {
        if sequences.failed_before.is_some() {
            return Ok(None);
        }
        if !sequences.is_cut && !sequences.outcomes.is_empty() {
            return Ok(Some((scenario.clone(), sequences)));
        }
        let mut scenario = scenario.clone();
        scenario.after.clear();
        let sequences = self
            .run_in_sequence(std::slice::from_ref(&scenario))?
            .0
            .remove(0);
        let is_fit = !sequences.outcomes.is_empty() && !sequences.is_cut;
        Ok(is_fit.then_some((scenario, sequences)))
    }

    /// Checks one scenario.
    fn check(
        &self,
        scenario: &Scenario,
        sequences: &Sequences,
        done: &mut Done,
    ) -> Result<Report, Failure> {
        let mut settings = match sequences.may_wait() {
            true => self.settings.idle(),
            false => self.settings.clone(),
        };
        if sequences.diverges(scenario) {
            done.diverging += 1;
            settings.selection = without(settings.selection, sequences);
        }
        let mut arguments = vec![scenario.to_string()];
        arguments.extend(sequences.allowed());
        let mut words = self.words.clone();
        if sequences.may_wait() {
            let end = words.len() - 1;
            words.insert(end, "--timeouts=idle".into());
        }
        words.extend(arguments.iter().map(OsString::from));
        settings.target.arguments = arguments;
        done.checked += 1;
        test::run(self.loaded, &settings, &words)
    }

    /// Puts the report of a scenario among the others.
    fn add(
        &self,
        whole: &mut Report,
        report: Report,
        (scenario, sequences): (&Scenario, &Sequences),
        done: &mut Done,
    ) {
        let told = self.driver.told(scenario);
        let checks = scenario.calls() + scenario.after.len();
        let fails_anyway = sequences.exceptions().any(|(index, _)| index >= checks);
        for mut violation in report.violations {
            let key = (violation.kind, violation.message.clone());
            if done.found.contains(&key) {
                continue;
            }
            done.found.push(key);
            let only_here = match violation.kind {
                _ if fails_anyway => ", also in sequence",
                FindingKind::Exception | FindingKind::Assertion => {
                    ", as in no sequence of the calls"
                }
                _ => "",
            };
            violation.message += &format!("{only_here} ({told})");
            if check::is_stuck(violation.kind) {
                // The text has a list of the threads in its place.
                whole
                    .warnings
                    .push(format!("the threads make these calls: {told}"));
            }
            if whole.violations.is_empty() {
                whole.output.clone_from(&violation.output);
            }
            whole.violations.push(violation);
            whole.verdict = Verdict::Violated;
        }
        for mut unknown in report.unknown {
            unknown.reason += &format!(" ({told})");
            if whole.unknown.len() < MOST_UNKNOWN {
                whole.unknown.push(unknown);
            }
        }
        for assumption in report.assumptions {
            if !whole.assumptions.contains(&assumption) {
                whole.assumptions.push(assumption);
            }
        }
        for warning in report.warnings {
            // A driver ends by itself, and no scenario comes to everything.
            let is_usual = warning.starts_with("no run ");
            if !is_usual && !whole.warnings.contains(&warning) {
                whole.warnings.push(warning);
            }
        }
        let is_first = done.checked == 1;
        test::sum(&mut whole.statistics, &report.statistics, is_first);
    }

    /// What was tried, and what the caller is to blame for.
    fn tell(&self, report: &mut Report, plan: &Plan, size: Size) {
        let calls = self.driver.calls.len();
        let class = &self.driver.class;
        let mut covered = format!(
            "{class} is called by {} threads in {} scenarios of {calls} calls; other calls, arguments \
             and longer scenarios are not tried (--calls, --threads, --driver)",
            size.threads,
            plan.scenarios.len(),
        );
        if plan.left_out > 0 {
            covered += &format!(
                "; {} scenarios of the same size are left out",
                plan.left_out
            );
        }
        report.assumptions.insert(0, covered);
        if !self.driver.left_out.is_empty() {
            let left_out = self.driver.left_out.join(", ");
            report.warnings.push(format!("not called: {left_out}"));
        }
        for (call, exception) in plan.misuse.iter().take(MOST_MISUSE) {
            let name = &self.driver.calls[*call].name;
            report.warnings.push(format!(
                "{name} throws {exception} also when nothing else is called at once: a matter of the \
                 caller, and no violation"
            ));
        }
    }
}

/// Reasons and misuses that a report names.
const MOST_UNKNOWN: usize = 10;
const MOST_MISUSE: usize = 5;

/// What has been done so far.
#[derive(Debug, Default)]
struct Done {
    checked: usize,
    skipped: usize,
    diverging: usize,
    /// What was found.
    found: Vec<(FindingKind, String)>,
}

/// The kinds that can be judged where a call runs for ever in sequence, too.
fn without(selection: Selection, _sequences: &Sequences) -> Selection {
    let open = [
        FindingKind::NonTermination,
        FindingKind::PartialDeadlock,
        FindingKind::Linearizable,
    ];
    selection.kinds().filter(|it| !open.contains(it)).collect()
}
