//! Everything in `java.base`: it loads, lowers, verifies, and its text is read back the same.

use crate::java::jdk;
use classpath::ClassPath;
use program::{Body, Instruction, MethodCode, MethodId, Program};

#[test]
fn the_whole_of_java_base_lowers_and_verifies() {
    let jdk = jdk();
    let names = jdk.classes_of_module("java.base");
    assert!(names.len() > 5000);
    let program = Program::new(ClassPath::new(&[], Some(jdk)).unwrap());
    for name in &names {
        program.load(name).unwrap();
    }
    for index in 0..program.method_count() as u32 {
        let method = program.method(MethodId(index));
        if !matches!(method.code, MethodCode::Bytecode | MethodCode::Synthetic) {
            continue;
        }
        let name = program.describe_method(method.id);
        let body = program.body(method.id);
        assert_eq!(
            program::verify::verify(&program, method, body),
            [],
            "{name}"
        );
        // These classes are written when the JDK is put together, and are not verified by it.
        let is_trusted = name.starts_with("java/lang/invoke/") && name.contains("$Holder.");
        if method.code == MethodCode::Bytecode && !is_trusted {
            let faults = program::verify::verify_classes(&program, method, body);
            assert_eq!(faults, [], "{name}");
        }
        let refused = matches!(body.code[0], Instruction::Unsupported { .. });
        assert!(!refused, "{name} is not lowered");
        if index % 7 == 0 {
            let text = program.write_body(body);
            let again = program.read_body(method.id, &text).unwrap_or_else(|error| {
                panic!("{name}: {error}\n{text}");
            });
            compare(body, &again, &program, &name);
        }
    }
}

fn compare(body: &Body, again: &Body, program: &Program, name: &str) {
    assert_eq!(body.registers, again.registers, "{name}");
    assert_eq!(body.references, again.references, "{name}");
    assert_eq!(body.parameters, again.parameters, "{name}");
    assert_eq!(body.handlers, again.handlers, "{name}");
    assert_eq!(body.lines, again.lines, "{name}");
    assert_eq!(body.locals, again.locals, "{name}");
    assert_eq!(body.loop_heads, again.loop_heads, "{name}");
    // Numbers of operand lists and tables may differ, what they hold may not.
    assert_eq!(
        program.write_body(body),
        program.write_body(again),
        "{name}"
    );
}

/// The loops that wait for others come back to where they were: their random numbers do.
#[test]
fn generators_of_waiting_loops_have_a_short_period() {
    let program = Program::new(ClassPath::new(&[], Some(jdk())).unwrap());
    let pool = crate::java::code(&program, "java/util/concurrent/ForkJoinPool", "runWorker");
    let is_short = |line: &&str| line.contains("ixor") && line.ends_with(", -1");
    assert_eq!(pool.lines().filter(is_short).count(), 1, "{pool}");
    assert!(!pool.contains("ishl"), "{pool}");
    // Others are what they are.
    let random = crate::java::code(
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
    let newest = classpath::Jdk::installed().pop();
    for jdk in std::iter::once(jdk()).chain(newest) {
        let version = jdk.version();
        let program = Program::new(ClassPath::new(&[], Some(jdk)).unwrap());
        let code = |class: &str, method: &str| crate::java::code(&program, class, method);
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
    let program = Program::new(ClassPath::new(&[], Some(jdk())).unwrap());
    program.load("java/util/concurrent/CountDownLatch").unwrap();
    assert!(program::differences(&program).is_empty());
    program.load("java/util/concurrent/Phaser").unwrap();
    assert_eq!(program::differences(&program).len(), 1);
    program.load("java/util/concurrent/ForkJoinPool").unwrap();
    let told = program::differences(&program).join("; ");
    assert!(told.contains("alternate between two"), "{told}");
    assert!(told.contains("rests from 0 to 7"), "{told}");
}
