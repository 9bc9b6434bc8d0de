//! Runs Java programs on the machine, one schedule each, and compares what they print with what the
//! JVM prints. The programs print the same in every schedule.

use std::path::{Path, PathBuf};
use std::process::Command;

use classpath::{ClassPath, Jdk, compile};
use machine::{Event, Granularity, Machine, Options, Timeouts};

/// Whether the state is saved and loaded after every step, and an older one in between.
#[derive(Clone, Copy, PartialEq)]
enum Saves {
    No,
    Yes,
}

/// What a program prints on the machine, and what went wrong.
fn run(jdk: Jdk, classes: &Path, main: &str, saves: Saves) -> (String, String) {
    let path = ClassPath::new(&[classes.to_path_buf()], Some(jdk)).expect("a class path");
    let program = machine::program(path);
    let main = program.load(main).expect("the main class");
    let options = Options {
        timeouts: Timeouts::Idle,
        granularity: Granularity::EveryAccess,
        ..Options::default()
    };
    let mut machine = match Machine::boot(&program, options, main, &[]) {
        Ok(machine) => machine,
        Err(error) => return (String::new(), error.0),
    };
    let (mut choices, mut last, mut output) = (Vec::new(), 0, String::new());
    let (mut older, mut older_thread) = (Vec::new(), 0);
    loop {
        output += &machine.take_output();
        if let Some(event) = machine.events().first().cloned() {
            let what = match event {
                Event::Uncaught { exception, .. } => machine.describe_throwable(exception),
                Event::Unsupported { thread, reason } => {
                    format!("{reason}: {:?}", machine.call_path(thread))
                }
                other => format!("{other:?}"),
            };
            return (output, what);
        }
        choices.clear();
        machine.choices(&mut choices);
        let after = choices.iter().find(|choice| choice.thread > last);
        let Some(choice) = after.or_else(|| choices.first()).copied() else {
            return (output, String::new());
        };
        last = choice.thread;
        machine.advance(choice);
        if saves == Saves::Yes && machine.events().is_empty() {
            output += &machine.take_output();
            let (mut state, mut again) = (Vec::new(), Vec::new());
            machine.save(&mut state);
            if !older.is_empty() {
                machine.load(&older);
            }
            machine.load(&state);
            machine.save(&mut again);
            assert_eq!(state, again, "a loaded state is the one that was saved");
            if last != older_thread {
                (older, older_thread) = (state, last);
            }
        }
    }
}

fn sources(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = std::fs::read_dir(&directory).expect("the programs are there");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "java")
    });
    paths.sort();
    assert!(!paths.is_empty(), "{} has programs", directory.display());
    paths
}

fn compare(
    home: &Path,
    source: &Path,
    saves: Saves,
    expected: impl Fn(&Jdk, &Path, &str) -> String,
) -> Option<String> {
    let jdk = Jdk::open(home).expect("a JDK");
    let name = source
        .file_stem()
        .expect("a file name")
        .to_string_lossy()
        .into_owned();
    let compiled = compile(&jdk, &[source.to_path_buf()], &[], &|| false).expect("it compiles");
    let expected = expected(&jdk, &compiled.classes, &name);
    let (output, trouble) = run(jdk, &compiled.classes, &name, saves);
    if output == expected && trouble.is_empty() {
        return None;
    }
    let line = output
        .lines()
        .zip(expected.lines())
        .position(|(one, other)| one != other);
    let line = line.unwrap_or_else(|| output.lines().count().min(expected.lines().count()));
    Some(format!(
        "{name}, line {}: printed {:?}, expected {:?}; {trouble}",
        line + 1,
        output.lines().nth(line).unwrap_or("nothing"),
        expected.lines().nth(line).unwrap_or("nothing"),
    ))
}

fn java(jdk: &Jdk, classes: &Path, name: &str) -> String {
    let output = Command::new(jdk.home().join("bin/java"))
        .args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(classes)
        .arg(name)
        .output()
        .expect("java runs");
    String::from_utf8(output.stdout).expect("programs print UTF-8")
}

/// The JDK that is found by itself, and a newer one if it is installed.
fn homes() -> Vec<PathBuf> {
    let first = Jdk::find(None).expect("a JDK");
    let second = Jdk::installed().pop();
    let second = second.filter(|jdk| jdk.version() > first.version());
    std::iter::once(first)
        .chain(second)
        .map(|jdk| jdk.home().to_path_buf())
        .collect()
}

/// What is wrong with these programs, on each JDK.
fn wrong(programs: &[PathBuf], saves: Saves) -> Vec<String> {
    let homes = homes();
    let pairs = homes
        .iter()
        .flat_map(|home| programs.iter().map(move |source| (home, source)));
    let pairs: Vec<(&PathBuf, &PathBuf)> = pairs.collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let work = |first: usize| {
            let own = pairs.iter().skip(first).step_by(workers);
            let wrong = own.filter_map(|(home, source)| compare(home, source, saves, java));
            wrong.collect::<Vec<String>>()
        };
        let started: Vec<_> = (0..workers)
            .map(|first| scope.spawn(move || work(first)))
            .collect();
        let ended = started
            .into_iter()
            .map(|it| it.join().expect("no worker panics"));
        ended.flatten().collect()
    })
}

#[test]
fn the_library_runs_as_on_the_jvm() {
    let wrong = wrong(&sources("tests/java"), Saves::No);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn states_can_be_saved_and_loaded_between_any_two_steps() {
    let mut programs = sources("tests/java");
    programs.retain(|source| source.ends_with("Locks.java") || source.ends_with("Queues.java"));
    let wrong = wrong(&programs, Saves::Yes);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The pinned outputs are those of a real JVM: this one.
#[test]
fn sequential_programs_print_what_the_jvm_prints() {
    let wrong = wrong(&sources("../../tests/java/prints"), Saves::No);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
