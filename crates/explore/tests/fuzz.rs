//! Damaged programs, from their bytes to a verdict: whatever the damage, the program is refused, or
//! run and judged; never a panic, never a hang, never more memory than it may have.
//!
//! `FUZZ_SECONDS=600 cargo test --profile quick -p explore --test fuzz` goes on for so long, and
//! `FUZZ_SEED` begins elsewhere; each complaint names the seed that shows it alone, with
//! `FUZZ_CASES=1`.

mod damage;

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use classpath::{ClassPath, Jdk};
use damage::Random;
use explore::java::Java;
use explore::{Limits, Plan, Silent, Step};
use machine::{Machine, Options};
use property::{FindingKind, Selection};

/// Programs of `tests/java` that use much of the language and start quickly.
const PROGRAMS: [&str; 24] = [
    "holds/wait/OneSlotBuffer",
    "holds/interrupt/NotifyOrInterrupt",
    "holds/park/FlagAndUnpark",
    "holds/timeout/LooksAgain",
    "holds/classinit/Holder",
    "holds/atomic/Stack",
    "holds/threadlocal/OwnCopies",
    "holds/loop/Allocating",
    "holds/daemon/PollsWhileMainEnds",
    "holds/reentrantlock/LockedCounter",
    "holds/exception/NestedRethrown",
    "holds/volatile/Peterson",
    "holds/exit/NothingAfter",
    "holds/lambda/Captures",
    "holds/record/Published",
    "holds/switch/AllForms",
    "holds/enum/Singleton",
    "holds/inner/OuterLock",
    "holds/varhandle/Modes",
    "holds/reflection/Basics",
    "holds/array/CopyAndClone",
    "holds/string/Interned",
    "violated/exit/ExitTooEarly",
    "violated/timeout/DeadlineSetBefore",
];

/// Seeds that have shown something: initialisers that are said to be abstract, fields and methods of
/// objects that do not have them.
const FOUND: [u64; 4] = [52, 1032, 2397, 3072];

/// Cases without `FUZZ_SECONDS`.
const FEW: u64 = 60;

/// A case that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most memory the process may come to hold, in bytes.
const MEMORY: u64 = 3 << 30;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The memory that the process holds, where the system tells.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    pages.unwrap_or(0_u64) * 4096
}

/// A compiled program: its main class and the class files.
struct Compiled {
    main: String,
    directory: PathBuf,
    files: Vec<PathBuf>,
}

fn compiled() -> Vec<Compiled> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    let jdk = Jdk::find(None).expect("the tests need a JDK");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let support = classpath::class_directory(machine::SUPPORT).unwrap();
    let compile = |path: &&str| {
        let source = root.join(format!("{path}.java"));
        let against = std::slice::from_ref(&support);
        let directory = classpath::compile_into(&jdk, &[source], against, &cache)
            .unwrap()
            .classes;
        let entries = std::fs::read_dir(&directory).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|it| it == "class"));
        files.sort();
        let main = path.rsplit('/').next().unwrap().to_owned();
        Compiled {
            main,
            directory,
            files,
        }
    };
    PROGRAMS.iter().map(compile).collect()
}

/// What became of a case, in a word.
fn run(subject: &Compiled, seed: u64) -> &'static str {
    let mut random = Random(seed);
    let file = &subject.files[random.below(subject.files.len())];
    let bytes = damage::damaged(&std::fs::read(file).unwrap(), &mut random);
    let jdk = Jdk::find(None).unwrap();
    let path = ClassPath::new(std::slice::from_ref(&subject.directory), Some(jdk)).unwrap();
    let program = machine::program(path);
    if program.define(&bytes, false).is_err() {
        return "refused";
    }
    let Ok(main) = program.load(&subject.main) else {
        return "refused";
    };
    let options = Options {
        max_heap_words: 8 << 20,
        ..Options::default()
    };
    let Ok(machine) = Machine::boot(&program, options, main, &[]) else {
        return "not started";
    };
    let watched = Selection::none()
        .with(FindingKind::Exception)
        .with(FindingKind::Assertion)
        .with(FindingKind::Race);
    let (mut java, start) = Java::new(machine, watched);
    if random.below(2) == 0 {
        java = java.foreseeing();
    }
    if start != Step::Ran {
        return "ended at once";
    }
    let limits = Limits {
        states: Some(3000),
        time: Some(Duration::from_secs(10)),
        memory: Some(MEMORY),
        resident: Some(resident),
        ..Limits::default()
    };
    let plan = Plan {
        limits,
        all: random.below(2) == 0,
        ..Plan::default()
    };
    let outcome = explore::explore(&mut java, &plan, &mut Silent);
    match outcome.verdict {
        explore::Verdict::Holds => "holds",
        explore::Verdict::Violated(_) => "violated",
        explore::Verdict::Unknown(_) => "unknown",
    }
}

#[expect(
    clippy::print_stdout,
    reason = "what was tried, for whoever runs it for long"
)]
#[test]
fn damaged_programs_do_no_harm() {
    let subjects = compiled();
    let first = variable("FUZZ_SEED").unwrap_or(1);
    let until = variable("FUZZ_SECONDS").map(|it| Instant::now() + Duration::from_secs(it));
    let cases = variable("FUZZ_CASES").unwrap_or(if until.is_some() { u64::MAX } else { FEW });
    let (tell, told) = mpsc::channel();
    // The search needs a large stack, as in `heddle`. The thread is not waited for: it may hang.
    let worker = move || {
        let found = FOUND.into_iter().filter(|_| cases > 1);
        for seed in found.chain((first..).take(usize::try_from(cases).unwrap_or(usize::MAX))) {
            let subject = &subjects[seed as usize % subjects.len()];
            let began = Instant::now();
            let result = std::panic::catch_unwind(|| run(subject, seed));
            let told = tell.send((seed, subject.main.clone(), result.ok(), began.elapsed()));
            if told.is_err() || until.is_some_and(|until| Instant::now() > until) {
                return;
            }
        }
    };
    let builder = std::thread::Builder::new().stack_size(512 << 20);
    builder.spawn(worker).unwrap();
    let mut wrong = Vec::new();
    let mut ends = std::collections::BTreeMap::new();
    let (mut last, mut slowest, mut most) = (first, (Duration::ZERO, 0), 0);
    loop {
        match told.recv_timeout(PATIENCE) {
            Ok((seed, main, result, time)) => {
                last = seed;
                slowest = slowest.max((time, seed));
                most = most.max(resident());
                *ends.entry(result.unwrap_or("panic")).or_insert(0) += 1;
                if result.is_none() {
                    wrong.push(format!("seed {seed}: {main}: a panic, see above"));
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {
                wrong.push(format!("seed {}: takes more than {PATIENCE:?}", last + 1));
                break;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    println!(
        "{ends:?}, slowest {slowest:?}, most memory {} MB",
        most >> 20
    );
    assert!(most < MEMORY + (MEMORY >> 2), "{most} bytes");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    // Damage that is always refused would test little.
    assert!(
        cases < FEW || ends.contains_key("holds") && ends.contains_key("violated"),
        "{ends:?}"
    );
}
