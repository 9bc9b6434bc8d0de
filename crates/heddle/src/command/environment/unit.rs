//! `heddle environment --unit`: summaries of the classes around a unit, written and checked.
//!
//! In: the names of the unit's classes. Out: Java sources that hide the classes of the same names, and a
//! report on the unit with them. What can't be summarised ends the command, with its places.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use environment::model::{self, Effects, Model, Precision};
use environment::unit::Unit;
use report::Report;
use xxhash_rust::xxh3::xxh3_64;

use crate::command::test;
use crate::exit::Failure;
use crate::flags::{EffectsMode, EnvironmentFlags};
use crate::java;
use crate::settings::{Settings, Target};

/// What is assumed of environments.
const ASSUMED: &str = "the environment's code ends and runs into no error of memory, stack or linking; \
                       calls of the library in it don't wait, and threads don't race inside the library's \
                       objects that it makes; what it prints is not shown";

/// An environment that is written.
pub(crate) struct Made {
    /// What there is to tell of it.
    pub(crate) told: String,
    /// The program with it.
    target: Target,
}

/// What the flags ask for.
pub(crate) fn precision(flags: &EnvironmentFlags) -> Precision {
    Precision {
        effects: match flags.effects {
            Some(EffectsMode::May) => Effects::May,
            Some(EffectsMode::Must) => Effects::Must,
            Some(EffectsMode::Returns) | None => Effects::Returns,
        },
        containment: flags.containment,
        no_nulls: flags.assume_non_null,
        no_throw: flags.assume_no_throw,
    }
}

/// Makes and writes the environment.
pub(crate) fn make(
    names: &str,
    precision: Precision,
    out: Option<&Path>,
    settings: &Settings,
) -> Result<Made, Failure> {
    let opened = java::open(&settings.target, &settings.plan.limits)?;
    let unit = Unit::select(&opened.program, names).map_err(Failure::input)?;
    let model = model::generate(&opened.program, &unit, precision);
    if !model.refused.is_empty() {
        let places: Vec<String> = model.refused.iter().map(|it| format!("  {it}")).collect();
        return Err(Failure::input(format!(
            "the environment can't be summarised:\n{}\nput these classes into the unit (--unit)",
            places.join("\n")
        )));
    }
    let mut sources = Vec::new();
    for (path, text) in &model.files {
        sources.push(write(path, text, out)?);
    }
    let mut target = settings.target.clone();
    if target.main.is_none() {
        let loaded = java::load(&settings.target, &settings.plan.limits)?;
        let name = &loaded.program().class(loaded.main()).name;
        target.main = Some(name.replace('/', "."));
    }
    target.classpath = opened.entries.clone();
    if !model.classes.is_empty() {
        let directory = write_classes(&model.classes, out)?;
        target.classpath.insert(0, directory);
    }
    target.sources = sources;
    Ok(Made {
        told: told(&model, &target),
        target,
    })
}

/// Writes a source file; one that was edited is not written over.
fn write(path: &str, text: &str, out: Option<&Path>) -> Result<PathBuf, Failure> {
    let directory = match out {
        Some(directory) => directory.to_owned(),
        None => super::kept_at(text),
    };
    let path = directory.join(path);
    let fail =
        |error: std::io::Error| Failure::input(format!("can't write {}: {error}", path.display()));
    match std::fs::read_to_string(&path) {
        Ok(there) if there == text => return Ok(path),
        Ok(_) if out.is_some() => {
            return Err(Failure::input(format!(
                "{} is there already, and not as it would be written; it may have been edited",
                path.display()
            )));
        }
        _ => {}
    }
    std::fs::create_dir_all(path.parent().unwrap_or(&directory)).map_err(fail)?;
    std::fs::write(&path, text).map_err(fail)?;
    Ok(path)
}

/// Writes class files, and gives the directory for the class path.
fn write_classes(
    classes: &BTreeMap<String, Vec<u8>>,
    out: Option<&Path>,
) -> Result<PathBuf, Failure> {
    let all: Vec<u8> = classes.values().flatten().copied().collect();
    let directory = match out {
        Some(directory) => directory.join("classes"),
        None => super::kept_at(&format!("classes {:016x}", xxh3_64(&all))),
    };
    for (path, bytes) in classes {
        let path = directory.join(path);
        let parent = path.parent().unwrap_or(&directory);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, bytes))
            .map_err(|error| Failure::input(format!("can't write {}: {error}", path.display())))?;
    }
    Ok(directory)
}

/// What was made, in words.
fn told(model: &Model, target: &Target) -> String {
    let mut text = format!(
        "unit: {} classes; environment: {} classes with {} methods\n",
        model.unit.len(),
        model.files.len(),
        model.methods
    );
    for source in &target.sources {
        text += &format!("  {}\n", source.display());
    }
    if let Some(first) = target
        .classpath
        .first()
        .filter(|_| !model.classes.is_empty())
    {
        text += &format!("  {} goes before the class path\n", first.display());
    }
    text
}

/// Checks the unit with its environment.
pub(crate) fn check(
    made: &Made,
    precision: Precision,
    settings: &Settings,
    words: &[OsString],
) -> Result<Report, Failure> {
    let given = settings.target.clone();
    let mut settings = settings.clone();
    settings.target = made.target.clone();
    let loaded = java::load(&settings.target, &settings.plan.limits)?;
    let words = words_of(words, &settings, &given);
    let mut report = test::run(&loaded, &settings, &words)?;
    report.assumptions.push(ASSUMED.to_owned());
    if precision.no_nulls {
        let text = "fields and containers of the environment don't give null";
        report.assumptions.push(text.to_owned());
    }
    if precision.no_throw {
        let text = "neither the virtual machine nor the library throws unchecked exceptions in the \
                    environment";
        report.assumptions.push(text.to_owned());
    }
    if !report.violations.is_empty() {
        report.warnings.push(format!(
            "the environment is summarised: a violation may come from that, not from the program{}",
            advice(precision)
        ));
    }
    Ok(report)
}

/// What would make the summaries more precise.
fn advice(precision: Precision) -> String {
    let mut all = Vec::new();
    if precision.effects != Effects::Returns {
        all.push("--effects returns tells exits apart");
    }
    if !precision.containment {
        all.push("--containment keeps who holds whom");
    }
    if !precision.no_throw {
        all.push("--assume-no-throw leaves out exceptions of indices, casts and the library");
    }
    if !precision.no_nulls {
        all.push("--assume-non-null leaves out nulls in its fields");
    }
    match all.is_empty() {
        true => String::new(),
        false => format!("; {}", all.join(", ")),
    }
}

/// Options that are about making an environment or about where the program is, and whether they have a
/// value.
const OWN: [(&str, bool); 14] = [
    ("--unit", true),
    ("--effects", true),
    ("--mode", true),
    ("--containment", false),
    ("--assume-non-null", false),
    ("--assume-no-throw", false),
    ("--check", false),
    ("--out", true),
    ("-o", true),
    ("--classpath", true),
    ("-cp", true),
    ("--class-path", true),
    ("--main", true),
    ("--json", true),
];

/// The words of the check that this is, with its options; `given` is the target as it was named.
fn words_of(words: &[OsString], settings: &Settings, given: &Target) -> Vec<OsString> {
    let mut all: Vec<OsString> = vec!["heddle".into(), "check".into()];
    let path = std::env::join_paths(&settings.target.classpath).unwrap_or_default();
    all.extend(["--classpath".into(), path]);
    all.extend(settings.target.sources.iter().map(|it| it.clone().into()));
    if let Some(main) = &settings.target.main {
        all.extend(["--main".into(), main.into()]);
    }
    let mut rest = words.iter().skip(2);
    while let Some(word) = rest.next() {
        if word == "--" {
            all.push(word.clone());
            all.extend(rest.cloned());
            break;
        }
        let text = word.to_string_lossy();
        let name = text.split_once('=').map_or(&*text, |it| it.0);
        if let Some((_, has_value)) = OWN.iter().find(|it| it.0 == name) {
            if *has_value && name.len() == text.len() {
                rest.next();
            }
            continue;
        }
        let is_target = given.sources.iter().any(|it| it.as_os_str() == word)
            || given.classpath.iter().any(|it| it.as_os_str() == word)
            || given.main.as_deref() == Some(&*text);
        if !is_target {
            all.push(word.clone());
        }
    }
    all
}
