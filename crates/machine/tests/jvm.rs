//! Runs Java programs on the machine, one schedule each, and compares what they print with what the
//! JVM prints. The programs print the same in every schedule.

use std::path::{Path, PathBuf};
use std::process::Command;

use classpath::{ClassPath, Jdk, compile};
use machine::{Event, Granularity, Machine, Options, Timeouts};
use program::Program;

/// What a program prints on the machine, and what went wrong.
fn run(classes: &Path, main: &str) -> (String, String) {
    let jdk = Jdk::find(None).expect("a JDK");
    let path = ClassPath::new(&[classes.to_path_buf()], Some(jdk)).expect("a class path");
    let program = Program::new(path);
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

fn compare(source: &Path, expected: impl Fn(&Jdk, &Path, &str) -> String) -> Option<String> {
    let jdk = Jdk::find(None).expect("a JDK");
    let name = source
        .file_stem()
        .expect("a file name")
        .to_string_lossy()
        .into_owned();
    let compiled = compile(&jdk, &[source.to_path_buf()], &[]).expect("it compiles");
    let (output, trouble) = run(&compiled.classes, &name);
    let expected = expected(&jdk, &compiled.classes, &name);
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

#[test]
fn the_library_runs_as_on_the_jvm() {
    let java = |jdk: &Jdk, classes: &Path, name: &str| {
        let output = Command::new(jdk.home().join("bin/java"))
            .args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"])
            .arg(classes)
            .arg(name)
            .output()
            .expect("java runs");
        String::from_utf8(output.stdout).expect("programs print UTF-8")
    };
    let wrong: Vec<String> = sources("tests/java")
        .iter()
        .filter_map(|source| compare(source, java))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sequential_programs_print_what_the_jvm_prints() {
    let jdk = Jdk::find(None).expect("a JDK");
    if jdk.version() != 17 {
        // The outputs are those of JDK 17; other versions word some messages differently.
        return;
    }
    let mut wrong = Vec::new();
    for source in sources("../../tests/java/prints") {
        let expected = std::fs::read_to_string(source.with_extension("out")).expect("its output");
        wrong.extend(compare(&source, |_, _, _| expected.clone()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
