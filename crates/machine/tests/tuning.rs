//! What is different in library code that the machine runs.

use classpath::{ClassPath, Jdk};
use program::Program;

fn jdk() -> Jdk {
    Jdk::find(None).expect("a JDK")
}

/// The text of a method's code, without the tables of names.
fn code_of(program: &Program, class: &str, method: &str) -> String {
    let class = program.load(class).unwrap();
    let found = program.class(class).methods.iter().copied().find(|id| {
        let found = program.method(*id);
        method == &*found.name || method == format!("{}{}", found.name, found.descriptor)
    });
    let body = program.body(found.expect("the method is there"));
    let text = program.write_body(body);
    // Lines and names are not what these tests are about.
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("local "));
    let lines = lines.map(|line| line.split(" @").next().unwrap());
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The loops that wait for others come back to where they were: their random numbers do.
#[test]
fn generators_of_waiting_loops_have_a_short_period() {
    let program = machine::program(ClassPath::new(&[], Some(jdk())).unwrap());
    let pool = code_of(&program, "java/util/concurrent/ForkJoinPool", "runWorker");
    let is_short = |line: &&str| line.contains("ixor") && line.ends_with(", -1");
    assert_eq!(pool.lines().filter(is_short).count(), 1, "{pool}");
    assert!(!pool.contains("ishl"), "{pool}");
    // Others are what they are.
    let random = code_of(
        &program,
        "java/util/concurrent/ThreadLocalRandom",
        "advanceProbe",
    );
    assert!(random.contains("ishl"), "{random}");
}

/// Numbers that only tune the library are small, so that its waiting loops come back to where they
/// were.
#[test]
fn numbers_that_only_tune_the_library_are_small() {
    let pool = "java/util/concurrent/ForkJoinPool";
    let newest = Jdk::installed().pop();
    for jdk in std::iter::once(jdk()).chain(newest) {
        let version = jdk.version();
        let program = machine::program(ClassPath::new(&[], Some(jdk)).unwrap());
        let code = |class: &str, method: &str| code_of(&program, class, method);
        if version < 21 {
            // A worker that rests counts in three bits.
            let rest = code(pool, "awaitWork");
            assert!(rest.contains(", 524287"), "{rest}");
            assert!(!rest.contains(", 2147483647"), "{rest}");
        } else {
            let rest = code(pool, "deactivate");
            assert!(!rest.contains("256"), "{rest}");
        }
        let spins = code("java/util/concurrent/Phaser", "<clinit>");
        assert!(!spins.contains("256"), "{spins}");
        let exchange = if version < 21 { "slotExchange" } else { "xchg" };
        let spins = code("java/util/concurrent/Exchanger", exchange);
        assert!(
            !spins.lines().any(|line| line.ends_with(" = 1024")),
            "{spins}"
        );
        for method in ["helpJoin", "helpComplete"] {
            let help = code(pool, method);
            assert!(stays_in_range(&help), "JDK {version}: {help}");
        }
    }
}

/// Whether what is counted up becomes what it is masked to.
fn stays_in_range(code: &str) -> bool {
    let lines: Vec<&str> = code.lines().map(str::trim).collect();
    let counted = lines.iter().find_map(|line| {
        let (target, sum) = line.split_once(" = iadd ")?;
        let is_counted = [", 1", ", 2"]
            .iter()
            .any(|by| sum == format!("{target}{by}"));
        is_counted.then_some(target)
    });
    let index = counted.expect("something is counted up");
    lines.windows(2).any(|pair| {
        let masked = pair[0].split_once(" = iand ").map(|(target, _)| target);
        masked.is_some_and(|masked| pair[1] == format!("{index} = {masked}"))
    })
}

/// Nothing of the library is changed without a word.
#[test]
fn what_is_tuned_is_told() {
    let program = machine::program(ClassPath::new(&[], Some(jdk())).unwrap());
    program.load("java/util/concurrent/CountDownLatch").unwrap();
    assert!(machine::differences(&program).is_empty());
    program.load("java/util/concurrent/Phaser").unwrap();
    assert_eq!(machine::differences(&program).len(), 1);
    program.load("java/util/concurrent/ForkJoinPool").unwrap();
    let told = machine::differences(&program).join("; ");
    assert!(told.contains("alternate between two"), "{told}");
    assert!(told.contains("rests from 0 to 7"), "{told}");
}
