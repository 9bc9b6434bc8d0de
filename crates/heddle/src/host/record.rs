//! Records of checks, so that a schedule alone is enough to see its run again.
//!
//! A printed schedule is `TOKEN-CHOICES`. The token names a small file in the user's cache that says
//! which check it belongs to: the command line, the directory, and hashes of the classes, so that a
//! replay can tell that they have changed. A schedule without a token is replayed by giving the
//! target again.

use std::ffi::OsString;
use std::path::PathBuf;

use explore::Outcome;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::exit::Failure;

/// What is kept of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The words of the command line, `heddle check …`.
    pub(crate) words: Vec<String>,
    /// The working directory.
    pub(crate) directory: String,
    /// The user's classes, with hashes in hexadecimal.
    pub(crate) classes: Vec<(String, String)>,
}

impl Record {
    /// A record of this command with these classes. None if a word is no text.
    pub(crate) fn new(words: &[OsString], classes: Vec<(String, u64)>) -> Option<Record> {
        let words: Option<Vec<String>> = words
            .iter()
            .map(|word| word.to_str().map(str::to_owned))
            .collect();
        let directory = std::env::current_dir().ok()?.to_str()?.to_owned();
        let classes = classes
            .into_iter()
            .map(|(name, hash)| (name, format!("{hash:016x}")));
        Some(Record {
            words: words?,
            directory,
            classes: classes.collect(),
        })
    }

    /// Writes it to the cache and gives its token. None if that can't be written.
    pub(crate) fn keep(&self) -> Option<String> {
        let text = toml::to_string(self).ok()?;
        let token = format!("{:08x}", xxh3_64(text.as_bytes()) >> 32);
        let path = path_of(&token)?;
        std::fs::create_dir_all(path.parent()?).ok()?;
        crate::host::output::write_whole(&path, &text).ok()?;
        Some(token)
    }

    /// The record with this token.
    pub(crate) fn find(token: &str) -> Result<Record, Failure> {
        let unknown = || {
            Failure::input(format!(
                "no check with the token {token} is on record here; give its target too: heddle \
                 replay SCHEDULE TARGET"
            ))
        };
        let path = path_of(token).ok_or_else(unknown)?;
        let text = std::fs::read_to_string(&path).map_err(|_| unknown())?;
        toml::from_str(&text)
            .map_err(|_| Failure::input(format!("the record {} is damaged", path.display())))
    }

    /// The classes whose hashes differ now, given how to get those.
    pub(crate) fn changed(&self, hash: impl Fn(&str) -> Option<u64>) -> Vec<&str> {
        let is_same = |(name, old): &&(String, String)| {
            hash(name).is_some_and(|now| format!("{now:016x}") == *old)
        };
        let changed = self.classes.iter().filter(|class| !is_same(class));
        changed.map(|(name, _)| name.as_str()).collect()
    }
}

/// How to see the runs of a check again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Again {
    token: Option<String>,
    /// The words after `heddle check`, quoted, where there is no record.
    words: String,
}

/// Puts a check on record if there is something to replay.
pub(crate) fn after(
    words: &[OsString],
    outcome: &Outcome,
    classes: impl FnOnce() -> Vec<(String, u64)>,
) -> Again {
    let record = match outcome.violations() {
        [] => None,
        _ => Record::new(words, classes()),
    };
    let token = record.and_then(|record| record.keep());
    Again::new(token, words)
}

impl Again {
    pub(crate) fn new(token: Option<String>, words: &[OsString]) -> Again {
        let words: Vec<String> = words
            .iter()
            .skip(2)
            .map(|word| quoted(&word.to_string_lossy()))
            .collect();
        Again {
            token,
            words: words.join(" "),
        }
    }

    /// The schedule as it is printed, and the command that replays it, given its choices.
    pub(crate) fn replay(&self, choices: &str) -> (String, String) {
        match &self.token {
            Some(token) => {
                let schedule = format!("{token}-{choices}");
                let command = format!("heddle replay {schedule}");
                (schedule, command)
            }
            None => (
                choices.to_owned(),
                format!("heddle replay {choices} {}", self.words),
            ),
        }
    }
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "-_./:=,+@%".contains(it);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Splits `TOKEN-CHOICES`. Choices have no hyphen but the empty schedule is one.
pub(crate) fn split(schedule: &str) -> (Option<&str>, &str) {
    match schedule.split_once('-') {
        Some((token, choices)) if !token.is_empty() => (Some(token), choices),
        _ => (None, schedule),
    }
}

fn path_of(token: &str) -> Option<PathBuf> {
    let is_token = token.len() == 8 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let cache = match (given("XDG_CACHE_HOME"), given("HOME")) {
        (Some(cache), _) => PathBuf::from(cache),
        (None, Some(home)) => PathBuf::from(home).join(".cache"),
        (None, None) => std::env::temp_dir(),
    };
    is_token.then(|| {
        cache
            .join("heddle")
            .join("checks")
            .join(format!("{token}.toml"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_with_and_without_token() {
        assert_eq!(split("3f2a91c0-0x3.1"), (Some("3f2a91c0"), "0x3.1"));
        assert_eq!(split("3f2a91c0--"), (Some("3f2a91c0"), "-"));
        assert_eq!(split("0x3.1"), (None, "0x3.1"));
        assert_eq!(split("-"), (None, "-"));
    }

    #[test]
    fn without_a_record_the_command_is_given_whole() {
        let words = ["heddle", "check", "my app.jar", "--", "$x"].map(OsString::from);
        let (schedule, command) = Again::new(None, &words).replay("0.1");
        assert_eq!(schedule, "0.1");
        assert_eq!(command, "heddle replay 0.1 'my app.jar' -- '$x'");
        let (schedule, command) = Again::new(Some("3f2a91c0".to_owned()), &words).replay("0.1");
        assert_eq!(schedule, "3f2a91c0-0.1");
        assert_eq!(command, "heddle replay 3f2a91c0-0.1");
    }

    #[test]
    fn changed_classes_are_named() {
        let words = ["heddle".into(), "check".into(), "A.java".into()];
        let classes = vec![("A".to_owned(), 1), ("B".to_owned(), 2)];
        let record = Record::new(&words, classes).unwrap();
        assert!(
            record
                .changed(|name| Some(if name == "A" { 1 } else { 2 }))
                .is_empty()
        );
        assert_eq!(record.changed(|name| (name == "A").then_some(1)), ["B"]);
    }

    #[test]
    fn foreign_tokens_are_refused() {
        for token in ["../../etc", "", "xyz", "0123456"] {
            assert!(Record::find(token).is_err(), "{token}");
        }
    }
}
