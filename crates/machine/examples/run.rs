//! Runs one schedule of a program: `run [-q] [-s] [-cp PATH] [Main | File.java] [ARGS]`. Threads take
//! turns; time passes only when nothing else can move. Prints what the program prints. With `-s`
//! the state is saved after every step, an older one loaded, and the newer one loaded again.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is a command"
)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use classpath::{ClassPath, Jdk, compile};
use machine::{Choice, Event, Granularity, Machine, Operation, Options, Timeouts};

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let quiet = arguments.next_if(|argument| argument == "-q").is_some();
    let saves = arguments.next_if(|argument| argument == "-s").is_some();
    let mut path: Vec<PathBuf> = Vec::new();
    if arguments.next_if(|argument| argument == "-cp").is_some() {
        path = ClassPath::split(&arguments.next().expect("a class path"));
    }
    let target = arguments.next().expect("a main class");
    let rest: Vec<String> = arguments.collect();
    let jdk = Jdk::find(None).expect("a JDK");
    let mut main = target.replace('.', "/");
    if target.ends_with(".java") {
        let compiled =
            compile(&jdk, &[PathBuf::from(&target)], &path, &|| false).expect("it compiles");
        path.push(compiled.classes);
        let stem = Path::new(&target).file_stem().expect("a file name");
        main = stem.to_string_lossy().into_owned();
    }
    let program = machine::program(ClassPath::new(&path, Some(jdk)).expect("a class path"));
    let started = Instant::now();
    let main = program.load(&main).expect("the main class");
    let options = Options {
        timeouts: Timeouts::Idle,
        granularity: Granularity::EveryAccess,
        ..Options::default()
    };
    let mut machine = match Machine::boot(&program, options, main, &rest) {
        Ok(machine) => machine,
        Err(error) => {
            eprintln!("boot: {}", error.0);
            std::process::exit(2);
        }
    };
    let booted = started.elapsed();
    let mut choices = Vec::new();
    let (mut last, mut steps) = (0, 0u64);
    let mut bad = false;
    let mut older = Vec::new();
    if saves {
        machine.save(&mut older);
    }
    loop {
        print!("{}", machine.take_output());
        for event in machine.events().to_vec() {
            bad = true;
            report(&mut machine, &event);
        }
        if matches!(
            machine.events().last(),
            Some(Event::Unsupported { .. } | Event::Pruned)
        ) {
            break;
        }
        choices.clear();
        machine.choices(&mut choices);
        let Some(choice) = next(&choices, last) else {
            break;
        };
        last = choice.thread;
        if !quiet && let Some(Operation::Initialize(class)) = machine.operation(last as usize) {
            eprintln!("initialises {}", program.class(class).name);
        }
        machine.advance(choice);
        steps += 1;
        if saves && machine.events().is_empty() {
            let mut state = Vec::new();
            machine.save(&mut state);
            machine.load(&older);
            machine.load(&state);
            let mut again = Vec::new();
            machine.save(&mut again);
            assert_eq!(state, again, "a loaded state is the one that was saved");
            if steps.is_multiple_of(7) {
                older = state;
            }
        }
    }
    let stuck = machine.exit_status().is_none()
        && machine
            .threads()
            .iter()
            .any(|thread| !thread.daemon && !thread.has_ended());
    if stuck && !bad {
        eprintln!("stuck");
        for thread in 0..machine.threads().len() {
            eprintln!(
                "  {thread}: {:?} {:?}",
                machine.operation(thread),
                machine.call_path(thread)
            );
        }
    }
    if !quiet {
        let total = started.elapsed();
        let instructions = machine.instructions();
        let classes = program.class_count();
        eprintln!(
            "boot {booted:?} total {total:?} steps {steps} instructions {instructions} classes {classes}"
        );
    }
    std::process::exit(i32::from(bad || stuck));
}

/// The next thread's turn after the last one's.
fn next(choices: &[Choice], last: u16) -> Option<Choice> {
    let after = choices.iter().find(|choice| choice.thread > last);
    after.or_else(|| choices.first()).copied()
}

fn report(machine: &mut Machine<'_>, event: &Event) {
    match event {
        Event::Uncaught {
            thread, exception, ..
        } => {
            let what = machine.describe_throwable(*exception);
            eprintln!("thread {thread}: uncaught {what}");
            for frame in machine.stack_of(*exception) {
                eprintln!("    at {frame}");
            }
            let mut exception = *exception;
            while let Some(cause) = machine.cause_of(exception) {
                eprintln!("  its cause");
                for frame in machine.stack_of(cause) {
                    eprintln!("    at {frame}");
                }
                exception = cause;
            }
        }
        Event::Unsupported { thread, reason } => {
            eprintln!("thread {thread}: unsupported: {reason}");
            for frame in machine.call_path(*thread) {
                eprintln!("    at {frame}");
            }
        }
        other => eprintln!("{other:?}"),
    }
}
