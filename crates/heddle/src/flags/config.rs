//! `heddle.toml`: settings for a project, by the names of the long options.
//!
//! In: the file nearest above the working directory. Out: its settings as words of a command line,
//! so that one parser checks both. Paths in it are relative to it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::CommandFactory;

use crate::exit::Failure;

/// Options whose values are paths, or lists of paths.
const PATHS: [&str; 13] = [
    "classpath",
    "sourcepath",
    "jdk",
    "json",
    "sarif",
    "html",
    "junit-xml",
    "baseline",
    "checkpoint",
    "disk",
    "allow",
    "stdin",
    "keep",
];

/// The nearest `heddle.toml`, here or above.
pub(super) fn find() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors()
        .map(|directory| directory.join("heddle.toml"))
        .find(|path| path.is_file())
}

/// The settings of a file as words for a command. What only models have is for commands that make some.
pub(super) fn read(path: &Path, command: &str) -> Result<Vec<OsString>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::input(format!("can't read {}: {error}", path.display())))?;
    let fail = |message: String| Failure::input(format!("{}: {message}", path.display()));
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| fail(format!("not TOML: {}", error.message())))?;
    let usual = option_names("check");
    let own = option_names(command);
    let mut names = usual.clone();
    names.extend(option_names("spin"));
    let directory = path.parent().unwrap_or(Path::new(""));
    let mut words = Vec::new();
    for (name, value) in &table {
        if !names.contains(name) {
            let hint = property::nearest(name, names.iter().map(String::as_str));
            let hint = hint.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
            return Err(fail(format!("there is no setting `{name}`{hint}")));
        }
        if name == "confirm" {
            // Whoever only looks at a project must not run it by that.
            return Err(fail(
                "`confirm` runs the program with all its effects; say --confirm each time"
                    .to_owned(),
            ));
        }
        if !usual.contains(name) && !own.contains(name) {
            continue;
        }
        let value = match value {
            toml::Value::Boolean(true) => {
                words.push(format!("--{name}").into());
                continue;
            }
            toml::Value::Boolean(false) => continue,
            value => scalar(value).ok_or_else(|| {
                fail(format!(
                    "`{name}` must be a text, a number, true, false or a list of texts"
                ))
            })?,
        };
        let value = if PATHS.contains(&name.as_str()) {
            below(directory, &value)
        } else {
            value
        };
        words.push(format!("--{name}={value}").into());
    }
    Ok(words)
}

/// The long options of a command.
fn option_names(name: &str) -> Vec<String> {
    let command = super::Cli::command();
    let found = command.get_subcommands().find(|it| it.get_name() == name);
    let names = found.into_iter().flat_map(clap::Command::get_arguments);
    names
        .filter_map(|it| it.get_long())
        .filter(|it| *it != "help")
        .map(str::to_owned)
        .collect()
}

fn scalar(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        toml::Value::Array(items) => {
            let items: Option<Vec<&str>> = items.iter().map(toml::Value::as_str).collect();
            Some(items?.join(","))
        }
        toml::Value::Boolean(_) | toml::Value::Datetime(_) | toml::Value::Table(_) => None,
    }
}

/// The paths of a list as seen from the working directory.
fn below(directory: &Path, paths: &str) -> String {
    if paths == "-" {
        return paths.to_owned();
    }
    let paths = std::env::split_paths(paths).map(|path| directory.join(path));
    match std::env::join_paths(paths) {
        Ok(joined) => joined.to_string_lossy().into_owned(),
        Err(_) => String::new(),
    }
}
