//! Compiles Java for the tests.

use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};

use classpath::{ClassPath, Jdk};
use program::{ClassId, MethodCode, Program};

/// The JDK that the tests run on.
pub(crate) fn jdk() -> Jdk {
    Jdk::find(None).expect("the tests need a JDK")
}

/// A program of these sources, given as `(file name, text)`.
pub(crate) fn program(sources: &[(&str, &str)]) -> Program {
    let classes = compiled(sources);
    let path = ClassPath::new(&[classes], Some(jdk())).unwrap();
    Program::new(path)
}

/// The directory with the classes of these sources.
pub(crate) fn compiled(sources: &[(&str, &str)]) -> PathBuf {
    // Tests run side by side and may share sources.
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock();
    let mut hash = foldhash::fast::FixedState::default().build_hasher();
    for (name, text) in sources {
        hash.write(name.as_bytes());
        hash.write(text.as_bytes());
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{:x}", hash.finish()));
    std::fs::create_dir_all(&directory).unwrap();
    let mut files = Vec::new();
    for (name, text) in sources {
        let file = directory.join(name);
        std::fs::write(&file, text).unwrap();
        files.push(file);
    }
    classpath::compile_into(&jdk(), &files, &[], &directory.join("classes"))
        .unwrap()
        .classes
}

/// The text of a method's code, without the tables of names.
pub(crate) fn code(program: &Program, class: &str, method: &str) -> String {
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

/// Compares text, but for indentation and labels that nothing shown names.
#[track_caller]
pub(crate) fn check(actual: &str, expected: &str) {
    let tidy = |text: &str| {
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        let named = |label: &str| {
            let name = label.trim_end_matches(':');
            lines
                .iter()
                .any(|line| line.split([' ', ',', '}', ')']).any(|word| word == name))
        };
        let kept = lines
            .iter()
            .filter(|line| !line.ends_with(':') || named(line));
        kept.map(|line| format!("{line}\n")).collect::<String>()
    };
    assert_eq!(tidy(actual), tidy(expected), "\nfound:\n{}", tidy(actual));
}

/// Verifies every body of these classes and of those made for them.
#[track_caller]
pub(crate) fn verify(program: &Program, prefix: &str) {
    for index in 0..program.class_count() as u32 {
        let class = program.class(ClassId(index));
        if !class.name.starts_with(prefix) {
            continue;
        }
        for id in &class.methods {
            let method = program.method(*id);
            if matches!(method.code, MethodCode::Bytecode | MethodCode::Synthetic) {
                let body = program.body(*id);
                let faults = program::verify::verify(program, method, body);
                assert_eq!(faults, [], "{}", program.describe_method(*id));
            }
        }
    }
}
