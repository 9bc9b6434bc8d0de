//! Names that are not there: the error is raised where the program needs them, and only there.

use std::path::{Path, PathBuf};

use crate::java::{check, code, compiled, jdk, verify};
use classpath::ClassPath;
use program::Program;

const USER: &str = "
class A {
    static Object make() { return new B(); }
    static int field(B b) { return b.x; }
    static int call(B b) { return b.m(3); }
    static Object cast(Object o) { return (Gone) o; }
    static boolean is(Object o) { return o instanceof Gone; }
    static int shared() { return B.s; }
    static void caught() { try { A.call(null); } catch (Missing e) { make(); } }
}
class Gone {}
class Missing extends RuntimeException {}
";

/// `A` alone, compiled against one `B` and linked against another.
fn world(new: &str) -> Program {
    let old = "class B { int x; static int s; int m(int i) { return i; } }";
    let first = compiled(&[("A.java", USER), ("B.java", old)]);
    let second = compiled(&[("B.java", new)]);
    let only = directory_with(&first.join("A.class"), new);
    Program::new(ClassPath::new(&[only, second], Some(jdk())).unwrap())
}

fn directory_with(class: &Path, key: &str) -> PathBuf {
    let name = format!("only-{}", key.len());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::copy(class, directory.join("A.class")).unwrap();
    directory
}

#[test]
fn missing_members_and_classes_are_raised() {
    let program = world("abstract class B { long x; int s; static int m(int i) { return i; } }");
    program.load("A").unwrap();
    verify(&program, "A");
    let first = |method| {
        let text = code(&program, "A", method);
        let line = text
            .lines()
            .map(str::trim)
            .find(|line| line.starts_with("raise"));
        line.expect("something is raised").to_owned()
    };
    assert_eq!(first("make"), "raise java/lang/InstantiationError \"B\"");
    assert_eq!(first("field"), "raise java/lang/NoSuchFieldError \"x\"");
    assert!(first("call").starts_with("raise java/lang/IncompatibleClassChangeError"));
    assert!(first("shared").starts_with("raise java/lang/IncompatibleClassChangeError"));
    let expected = "
        registers a
        parameters a0
          if a0 == null goto L2
          raise java/lang/NoClassDefFoundError \"Gone\"
        L2:
          return a0";
    check(&code(&program, "A", "cast"), expected);
    let expected = "
        registers ai
        parameters a0
          if a0 == null goto L2
          raise java/lang/NoClassDefFoundError \"Gone\"
        L2:
          i1 = 0
          return i1";
    check(&code(&program, "A", "is"), expected);
}

#[test]
fn a_method_that_is_gone_is_raised() {
    let program = world("class B { int x; static int s; }");
    program.load("A").unwrap();
    let text = code(&program, "A", "call");
    assert!(
        text.contains("raise java/lang/NoSuchMethodError \"B.m(I)I\""),
        "{text}"
    );
    assert!(code(&program, "A", "field").contains("get a0 B.x:I"));
    // Nothing can be an instance of the missing exception, so its handler is not there.
    assert!(!code(&program, "A", "caught").contains("handler"));
}

#[test]
fn bodies_may_be_asked_for_from_many_threads() {
    let list = |program: &Program| {
        let class = program
            .load("java/util/concurrent/ConcurrentHashMap")
            .unwrap();
        program.write_text(&[class])
    };
    let program = || Program::new(ClassPath::new(&[], Some(jdk())).unwrap());
    let expected = list(&program());
    let shared = program();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| list(&shared))).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), expected);
        }
    });
}
