//! `heddle check --drive` and `heddle environment`: a class is called from several threads.
//!
//! In: a class, and how to drive it. Out: the source of a driver, and a report on its scenarios. Each
//! scenario is first run in sequence, which tells what may come out of it and which exceptions the
//! caller has to blame himself for; then it is checked like any program, with the outcomes in sequence
//! as the driver's arguments. So its record is that of a check of the driver.

mod drive;
pub(crate) mod unit;

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use environment::driver::plan::{self, Plan, Size};
use environment::driver::scenario::Scenario;
use environment::driver::specification::Specification;
use environment::driver::{Driver, source, surface};
use property::FindingKind;
use report::Report;
use xxhash_rust::xxh3::xxh3_64;

use crate::exit::Failure;
use crate::flags::{CheckFlags, DriveOptions};
use crate::java;
use crate::settings::{Settings, Target};
use drive::Drive;

/// How long all scenarios may take if nobody says otherwise.
const BUDGET: Duration = Duration::from_secs(300);

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
    settings.plan.limits.time.get_or_insert(BUDGET);
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
    let mut text = source::source(&driver);
    let mut path = place(&driver, out, &text)?;
    // Types may be more than a class file tells; a specification is the user's own.
    for _ in 0..MOST_TRIES {
        let lines = match driving.driver {
            None => refused(settings, &path)?,
            Some(_) => Vec::new(),
        };
        if lines.is_empty() || !source::leave_out(&mut driver, &text, &lines) {
            break;
        }
        text = source::source(&driver);
        if out.is_some() {
            let _ = std::fs::remove_file(&path);
        }
        path = place(&driver, out, &text)?;
    }
    Ok(Made {
        driver,
        path,
        scenarios,
        extra,
    })
}

/// How often a driver is made without what does not compile.
const MOST_TRIES: usize = 4;

/// Writes the source of a driver.
fn place(driver: &Driver, out: Option<&Path>, text: &str) -> Result<PathBuf, Failure> {
    let mut path = match out {
        Some(directory) => directory.to_owned(),
        None => kept_at(text),
    };
    path.extend(driver.package.split('.').filter(|it| !it.is_empty()));
    let fail = |path: &Path, error: std::io::Error| {
        Failure::input(format!("can't write {}: {error}", path.display()))
    };
    std::fs::create_dir_all(&path).map_err(|error| fail(&path, error))?;
    path.push(format!("{}.java", driver.name));
    match std::fs::read_to_string(&path) {
        Ok(there) if there == text => Ok(path),
        Ok(_) if out.is_some() => Err(Failure::input(format!(
            "{} is there already, and not as it would be written; it may have been edited",
            path.display()
        ))),
        _ => {
            std::fs::write(&path, text).map_err(|error| fail(&path, error))?;
            Ok(path)
        }
    }
}

/// The lines of a driver that don't compile.
fn refused(settings: &Settings, path: &Path) -> Result<Vec<usize>, Failure> {
    let mut target = settings.target.clone();
    target.sources.push(path.to_owned());
    let Err(failure) = java::open(&target, &settings.plan.limits) else {
        return Ok(Vec::new());
    };
    let mark = format!("{}:", path.display());
    let lines = failure.message.lines().filter_map(|line| {
        let (_, rest) = line.split_once(&mark)?;
        let (number, rest) = rest.split_once(':')?;
        let number = number.parse().ok()?;
        rest.trim_start().starts_with("error").then_some(number)
    });
    match lines.collect::<Vec<usize>>() {
        lines if lines.is_empty() => Err(failure),
        lines => Ok(lines),
    }
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
        is_flexible: driving.threads.is_none(),
    };
    let drive = Drive {
        driver: &made.driver,
        loaded: &loaded,
        settings: &settings,
        words: words_of(words, &made),
        trouble: RefCell::default(),
        failed: RefCell::default(),
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
    let mut report = drive.check_all(&plan, size)?;
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
