//! Programs on their way: compiled, judged, run on the JVM, and made smaller where something is wrong.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use classpath::{ClassPath, Jdk, compile_into};
use oracle::{Jvm, PlatformProgram};
use program::Program;

use crate::differ::{Compared, How, Judged, audited, judge, shown, ways};

/// How often a program may become smaller.
const ROUNDS: usize = 20;
/// How often each smaller program is run on the JVM, and the time for all of them.
const TRIES: (u32, Duration) = (150, Duration::from_secs(20));

/// How long a JVM may take for one run of one program.
const PATIENCE: Duration = Duration::from_secs(3);

/// An outcome of the JVM as a search tells it: a thread that waits for a class to be initialised looks
/// as if it ran.
fn usual(outcome: &str) -> &str {
    match outcome {
        "timeout" => "deadlock",
        other => other,
    }
}

/// A JDK and a place to work in.
pub(crate) struct Bench {
    jdk: PathBuf,
    work: PathBuf,
    report: Option<PathBuf>,
}

/// A program of which something is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub(crate) program: PlatformProgram,
    pub(crate) lines: Vec<String>,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {:?}", self.program.name, self.program.facets())?;
        for line in &self.lines {
            writeln!(f, "  {line}")?;
        }
        write!(f, "{}", self.program.source())
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // What can't be removed does no harm.
        let _ = std::fs::remove_dir_all(&self.work);
    }
}

impl Bench {
    pub(crate) fn new(jdk: &Jdk, work: PathBuf) -> Bench {
        Bench {
            jdk: jdk.home().to_path_buf(),
            work,
            report: std::env::var_os("ORACLE_REPORT").map(PathBuf::from),
        }
    }

    pub(crate) fn compile(&self, programs: &[PlatformProgram], name: &str) -> Program {
        let directory = self.work.join(name);
        std::fs::create_dir_all(&directory).expect("a directory can be made");
        let jdk = Jdk::open(&self.jdk).expect("the JDK is there");
        let mut sources = Vec::new();
        for program in programs {
            let path = directory.join(format!("{}.java", program.name));
            std::fs::write(&path, program.source()).expect("sources can be written");
            sources.push(path);
        }
        let compilation = compile_into(&jdk, &sources, &[], &directory.join("cache"));
        let compilation = compilation.unwrap_or_else(|error| panic!("{error}"));
        machine::program(ClassPath::new(&[compilation.classes], Some(jdk)).expect("a class path"))
    }

    fn jvm(&self) -> Jvm {
        // Heddle runs programs with assertions on.
        let mut jvm = Jvm::find(self.work.join("jvm")).with(&["-ea"]);
        jvm.java = self.jdk.join("bin/java");
        jvm.javac = self.jdk.join("bin/javac");
        jvm
    }

    /// What the JVM shows of each program that no search did.
    pub(crate) fn unseen(
        &self,
        programs: &[PlatformProgram],
        seen: &[BTreeSet<String>],
        (runs, budget): (u32, Duration),
    ) -> Vec<Option<Wrong>> {
        let alone = programs.iter().any(PlatformProgram::needs_process);
        let shows = match alone {
            true => self.jvm().run_alone(programs, (runs / 8).max(6), PATIENCE),
            false => self.jvm().run(programs, runs, budget),
        };
        let shows = shows.unwrap_or_else(|error| panic!("{error}"));
        let each = programs.iter().zip(seen).zip(shows);
        each.map(|((program, seen), shows)| {
            let seen: BTreeSet<String> = seen.iter().filter_map(|it| shown(it)).collect();
            let missing: Vec<_> = shows
                .counts
                .iter()
                .filter(|it| !seen.contains(usual(it.0)))
                .collect();
            (!missing.is_empty()).then(|| Wrong {
                program: program.clone(),
                lines: vec![format!(
                    "none: the JVM shows {missing:?}, which is not among {seen:?}"
                )],
            })
        })
        .collect()
    }

    /// The searches side by side; what differs is made smaller and reported.
    pub(crate) fn judge(
        &self,
        loaded: &Program,
        program: &PlatformProgram,
    ) -> (Judged, Option<Wrong>) {
        let judged = judge(loaded, &program.name, &ways());
        let Judged::Compared(Compared { wrong: lines, .. }) = &judged else {
            return (judged, None);
        };
        if lines.is_empty() {
            return (judged, None);
        }
        let wrong = Wrong {
            program: program.clone(),
            lines: lines.clone(),
        };
        let first = |line: &String| line.split(':').next().unwrap_or_default().to_owned();
        let way = first(&lines[0]);
        let only: Vec<How> = ways()
            .into_iter()
            .filter(|it| it.to_string() == way)
            .collect();
        let mut wrong = self.smaller(wrong, &|candidates, name| {
            let loaded = self.compile(candidates, name);
            candidates
                .iter()
                .find_map(|it| match judge(&loaded, &it.name, &only) {
                    Judged::Compared(Compared { wrong: lines, .. })
                        if lines.first().map(first) == Some(way.clone()) =>
                    {
                        Some(Wrong {
                            program: it.clone(),
                            lines,
                        })
                    }
                    _ => None,
                })
        });
        let loaded = self.compile(
            std::slice::from_ref(&wrong.program),
            &format!("{}-last", program.name),
        );
        if let Judged::Compared(Compared { wrong: lines, .. }) =
            judge(&loaded, &wrong.program.name, &ways())
        {
            wrong.lines = lines;
        }
        self.write(&wrong);
        (judged, Some(wrong))
    }

    /// What is wrong with footprints, made smaller and reported.
    pub(crate) fn faulty(
        &self,
        program: &PlatformProgram,
        faults: Vec<String>,
        states: usize,
    ) -> Wrong {
        let wrong = Wrong {
            program: program.clone(),
            lines: faults,
        };
        let wrong = self.smaller(wrong, &|candidates, name| {
            let loaded = self.compile(candidates, name);
            candidates.iter().find_map(|it| {
                let lines = audited(&loaded, &it.name, states).ok()?.faults;
                (!lines.is_empty()).then(|| Wrong {
                    program: it.clone(),
                    lines,
                })
            })
        });
        self.write(&wrong);
        wrong
    }

    /// What only the JVM shows, made smaller and reported.
    pub(crate) fn only_on_jvm(&self, wrong: Wrong) -> Wrong {
        let wrong = self.smaller(wrong, &|candidates, name| {
            let loaded = self.compile(candidates, name);
            let mut known = Vec::new();
            let mut seen = Vec::new();
            for program in candidates {
                if let Judged::Compared(Compared { seen: outcomes, .. }) =
                    judge(&loaded, &program.name, &[])
                {
                    known.push(program.clone());
                    seen.push(outcomes);
                }
            }
            self.unseen(&known, &seen, TRIES)
                .into_iter()
                .flatten()
                .next()
        });
        self.write(&wrong);
        wrong
    }

    /// Makes a program smaller as long as something is wrong with a smaller one. Only for reports.
    fn smaller(
        &self,
        mut wrong: Wrong,
        find: &dyn Fn(&[PlatformProgram], &str) -> Option<Wrong>,
    ) -> Wrong {
        if self.report.is_none() {
            return wrong;
        }
        for round in 0..ROUNDS {
            let candidates = wrong.program.smaller().into_iter().enumerate();
            let candidates: Vec<PlatformProgram> = candidates
                .map(|(number, it)| it.named(format!("S{round}x{number}")))
                .collect();
            if candidates.is_empty() {
                break;
            }
            let name = wrong.program.name.clone();
            let Some(found) = find(&candidates, &format!("{name}-{round}")) else {
                break;
            };
            wrong = Wrong {
                program: found.program.named(name),
                lines: found.lines,
            };
        }
        wrong
    }

    fn write(&self, wrong: &Wrong) {
        let Some(report) = &self.report else {
            return;
        };
        let name = &wrong.program.name;
        let directory: &Path = &report.join(name);
        std::fs::create_dir_all(directory).expect("a directory can be made");
        let source = directory.join(format!("{name}.java"));
        std::fs::write(source, wrong.program.source()).expect("a report can be written");
        std::fs::write(directory.join("README"), wrong.to_string())
            .expect("a report can be written");
    }
}
