//! Compares what searches see of a program.

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use classpath::{ClassPath, Jdk, compile_into};
use explore::Search;
use explore::java::Java;
use explore::reduction::{Layer, Layers, Persistent};
use oracle::PlatformProgram;
use program::Program;

use crate::collector::{Ended, Seen, booted_or, collected};

/// States that a program may have without reductions; larger ones are left out.
const STATES: u64 = 20_000;
/// The time for one search.
const TIME: Duration = Duration::from_secs(6);

/// How a program is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    Not,
    Default,
    WithoutSynchronizers,
    Layer(Layer),
    BreadthFirst,
    Units,
    Symmetry,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::Not => f.write_str("none"),
            How::Default => f.write_str("all (the default)"),
            How::WithoutSynchronizers => f.write_str("all,-synchronizers"),
            How::Layer(layer) => write!(f, "{} alone", layer.name()),
            How::BreadthFirst => f.write_str("all, breadth-first"),
            How::Units => f.write_str("synchronizers alone"),
            How::Symmetry => f.write_str("symmetry"),
        }
    }
}

/// All ways but the one that leaves nothing out.
pub(crate) fn ways() -> Vec<How> {
    let mut ways = vec![How::Default, How::WithoutSynchronizers, How::Units];
    ways.extend(Layer::ALL.map(How::Layer));
    ways.extend([How::BreadthFirst, How::Symmetry]);
    ways
}

/// What came of a program.
#[derive(Debug)]
pub(crate) enum Judged {
    TooLarge,
    Unknown(String),
    Same(BTreeSet<String>),
    Different(Difference),
}

/// A search that sees something else.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) program: PlatformProgram,
    pub(crate) lines: Vec<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {:?}", self.program.name, self.program.facets())?;
        for line in &self.lines {
            writeln!(f, "  {line}")?;
        }
        write!(f, "{}", self.program.source())
    }
}

/// The version of the JDK that is used.
pub(crate) fn version() -> u32 {
    let jdk = Jdk::find(None).expect("a JDK");
    let text = jdk.version_text();
    let major = text.split(['.', '+', '-']).next().unwrap_or(text);
    major.parse().expect("a JDK has a version")
}

pub(crate) struct Judge {
    work: PathBuf,
}

fn told(seen: Seen<'_>) -> String {
    match seen {
        Seen::Wrong(finding) => format!("{:?}: {}", finding.kind, finding.message),
        Seen::Ends(threads, output) => {
            let left: Vec<String> = threads.iter().map(ToString::to_string).collect();
            format!("ends with [{}] left, prints {output}", left.join(" "))
        }
    }
}

/// The same without names of threads, and no matter in which order they are told.
fn anonymous(outcome: &str) -> String {
    if let Some((threads, rest)) = outcome
        .strip_prefix("ends with [")
        .and_then(|it| it.split_once(']'))
    {
        return format!(
            "ends with {} left{rest}",
            threads.split_whitespace().count()
        );
    }
    let named = |word: &&str| !word.starts_with("Thread-") && *word != "a" && *word != "thread";
    let mut words: Vec<&str> = outcome.split([' ', ',', ';']).filter(named).collect();
    words.sort_unstable();
    words.join(" ")
}

fn taken(java: Java<'_>, how: How) -> (Java<'_>, Search) {
    let java = match how {
        How::Not => java,
        How::Default => java.foreseeing().with_units(),
        How::WithoutSynchronizers => java.foreseeing(),
        How::Layer(layer) => learn(java, Layers::NONE.with(layer)),
        How::BreadthFirst => learn(java, Layers::all()),
        How::Units => java.with_units(),
        How::Symmetry => java.interchangeable(),
    };
    let search = match how {
        How::BreadthFirst => Search::BreadthFirst,
        _ => Search::DepthFirst,
    };
    (java, search)
}

fn learn(mut java: Java<'_>, layers: Layers) -> Java<'_> {
    let reduction = Persistent::new(java.machine(), layers);
    java.reduced(Box::new(reduction))
}

/// What a search sees, or why it can't tell.
pub(crate) fn searched(program: &Program, name: &str, how: How) -> Ended {
    let search = || {
        let java = match booted_or(program, name, true) {
            Ok(java) => java,
            Err(reason) => return Ended::Unknown(reason),
        };
        let (java, search) = taken(java, how);
        collected(java, search, STATES, Some(TIME), told)
    };
    match catch_unwind(AssertUnwindSafe(search)) {
        Ok(ended) => ended,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or(panic.downcast_ref::<&str>().map(ToString::to_string));
            Ended::Panic(text.unwrap_or_default())
        }
    }
}

impl Judge {
    pub(crate) fn new(work: PathBuf) -> Judge {
        Judge { work }
    }

    fn compile(&self, programs: &[PlatformProgram], name: &str) -> Program {
        let directory = self.work.join(name);
        std::fs::create_dir_all(&directory).expect("a directory can be made");
        let jdk = Jdk::find(None).expect("a JDK");
        let mut sources = Vec::new();
        for program in programs {
            let path = directory.join(format!("{}.java", program.name));
            std::fs::write(&path, program.source()).expect("sources can be written");
            sources.push(path);
        }
        let compilation = compile_into(&jdk, &sources, &[], &directory.join("cache"));
        let compilation = compilation.unwrap_or_else(|error| panic!("{error}"));
        Program::new(ClassPath::new(&[compilation.classes], Some(jdk)).expect("a class path"))
    }

    /// Judges all, and makes smaller what differs.
    pub(crate) fn all(&self, programs: &[PlatformProgram]) -> Vec<Judged> {
        let loaded = self.compile(programs, "all");
        let report = std::env::var_os("ORACLE_REPORT").map(PathBuf::from);
        let mut judged = Vec::new();
        for program in programs {
            let mut it = judge(&loaded, program, &ways());
            if let (Judged::Different(difference), Some(directory)) = (&mut it, &report) {
                self.shrink(difference);
                write(directory, difference);
            }
            judged.push(it);
        }
        judged
    }

    /// Makes a program smaller as long as the same searches differ.
    fn shrink(&self, difference: &mut Difference) {
        let first = |it: &Difference| it.lines[0].split(':').next().unwrap_or("").to_owned();
        let way = first(difference);
        let ways: Vec<How> = ways()
            .into_iter()
            .filter(|it| it.to_string() == way)
            .collect();
        for round in 0..20 {
            let candidates: Vec<PlatformProgram> = difference
                .program
                .smaller()
                .into_iter()
                .enumerate()
                .map(|(number, it)| it.named(format!("S{round}x{number}")))
                .collect();
            if candidates.is_empty() {
                return;
            }
            let loaded = self.compile(&candidates, &format!("{}-{round}", difference.program.name));
            let found = candidates
                .iter()
                .find_map(|it| match judge(&loaded, it, &ways) {
                    Judged::Different(found) if first(&found) == way => Some(found),
                    _ => None,
                });
            let Some(mut found) = found else {
                return;
            };
            let name = difference.program.name.clone();
            found.program = found.program.named(name);
            *difference = found;
        }
    }
}

fn write(directory: &Path, difference: &Difference) {
    let directory = directory.join(&difference.program.name);
    std::fs::create_dir_all(&directory).expect("a directory can be made");
    let source = directory.join(format!("{}.java", difference.program.name));
    std::fs::write(source, difference.program.source()).expect("a report can be written");
    std::fs::write(directory.join("README"), difference.to_string())
        .expect("a report can be written");
}

/// Compares the searches.
fn judge(loaded: &Program, program: &PlatformProgram, ways: &[How]) -> Judged {
    let full = match searched(loaded, &program.name, How::Not) {
        Ended::Complete(outcomes, _) => outcomes,
        Ended::TooLarge => return Judged::TooLarge,
        Ended::Unknown(reason) => return Judged::Unknown(reason),
        Ended::Panic(reason) => {
            return Judged::Different(Difference {
                program: program.clone(),
                lines: vec![format!("none: panic: {reason}")],
            });
        }
    };
    let mut lines = Vec::new();
    for way in ways {
        match searched(loaded, &program.name, *way) {
            Ended::Complete(found, _) => {
                let rename = |it: &BTreeSet<String>| -> BTreeSet<String> {
                    match way {
                        How::Symmetry => it.iter().map(|it| anonymous(it)).collect(),
                        _ => it.clone(),
                    }
                };
                let (full, found) = (rename(&full), rename(&found));
                if full != found {
                    let missing: Vec<_> = full.difference(&found).collect();
                    let invented: Vec<_> = found.difference(&full).collect();
                    lines.push(format!("{way}: missing {missing:?}, invented {invented:?}"));
                }
            }
            Ended::TooLarge => lines.push(format!("{way}: is larger than without")),
            Ended::Unknown(reason) => lines.push(format!("{way}: unknown: {reason}")),
            Ended::Panic(reason) => lines.push(format!("{way}: panic: {reason}")),
        }
    }
    match lines.is_empty() {
        true => Judged::Same(full),
        false => Judged::Different(Difference {
            program: program.clone(),
            lines,
        }),
    }
}
