//! What is known of mutants: the programs that kill them, and why the rest can't be killed.
//!
//! In `resources/mutants`: Java programs, each with lines `// kills: <engine> <mutant>` at its top; and
//! `equivalent.txt`, which has lines `<engine> <mutant>` (`*` stands for any word) and below them,
//! indented, the reason.

use std::fmt;
use std::path::{Path, PathBuf};

use explore::Mutant;
use machine::Fact;

use crate::wrong::{ENGINES, Engine};

/// Something to be wrong about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    Mutant(Engine, Mutant),
    Fact(Fact),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Mutant(engine, mutant) => write!(f, "{} {mutant}", engine.name()),
            Fault::Fact(fact) => write!(f, "unlearned {fact:?}"),
        }
    }
}

impl Fault {
    pub(crate) fn read(text: &str) -> Fault {
        let words = text.split_once(' ');
        let engine = words.and_then(|(first, _)| ENGINES.into_iter().find(|it| it.name() == first));
        if let (Some(engine), Some((_, mutant))) = (engine, words) {
            return Fault::Mutant(engine, mutant.parse().unwrap_or_else(|it| panic!("{it}")));
        }
        let mut facts = Fact::all().into_iter().map(Fault::Fact);
        let fact = facts.find(|it| it.to_string() == text);
        fact.unwrap_or_else(|| panic!("{text:?} is nothing to be wrong about"))
    }
}

/// A program that kills.
#[derive(Clone, Debug)]
pub(crate) struct Killer {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) kills: Vec<Fault>,
}

/// Mutants that can't be told from the relation.
#[derive(Clone, Debug)]
pub(crate) struct Equivalent {
    pub(crate) pattern: String,
    pub(crate) reason: String,
}

impl Equivalent {
    pub(crate) fn has(&self, fault: &Fault) -> bool {
        let text = fault.to_string();
        let (mut words, mut wanted) = (text.split(' '), self.pattern.split(' '));
        loop {
            match (words.next(), wanted.next()) {
                (None, None) => return true,
                (Some(word), Some(it)) if it == "*" || it == word => {}
                _ => return false,
            }
        }
    }
}

pub(crate) fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/mutants")
}

pub(crate) fn killers() -> Vec<Killer> {
    let mut killers = Vec::new();
    for entry in std::fs::read_dir(directory()).expect("the directory is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|it| it != "java") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let lines = text.lines().filter_map(|it| it.strip_prefix("// kills: "));
        let name = path.file_stem().and_then(|it| it.to_str());
        killers.push(Killer {
            name: name.expect("a name").to_owned(),
            kills: lines.map(Fault::read).collect(),
            path,
        });
    }
    killers.sort_by(|one, other| one.name.cmp(&other.name));
    killers
}

pub(crate) fn equivalents() -> Vec<Equivalent> {
    let text = std::fs::read_to_string(directory().join("equivalent.txt"));
    let text = text.expect("the list is there");
    let mut equivalents: Vec<Equivalent> = Vec::new();
    let mut told = 0;
    for line in text
        .lines()
        .filter(|it| !it.is_empty() && !it.starts_with('#'))
    {
        match line.strip_prefix("    ") {
            None => {
                if equivalents.last().is_some_and(|it| !it.reason.is_empty()) {
                    told = equivalents.len();
                }
                equivalents.push(Equivalent {
                    pattern: line.to_owned(),
                    reason: String::new(),
                });
            }
            // A reason is for all patterns above it.
            Some(reason) => {
                for equivalent in &mut equivalents[told..] {
                    equivalent.reason.push_str(reason);
                }
            }
        }
    }
    equivalents
}
