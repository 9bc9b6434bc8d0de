//! What the tests of this room share.

use std::path::{Path, PathBuf};

use classpath::{ClassPath, Jdk, compile_into};
use oracle::GeneratedProgram;
use program::Program;

/// A number that the environment may say.
pub(crate) fn number(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A directory to work in, empty.
pub(crate) fn work(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the target directory can be written");
    directory
}

/// Compiles the programs, and others by name and source, all at once.
pub(crate) fn compiled(
    programs: &[GeneratedProgram],
    others: &[(&str, &str)],
    work: &Path,
) -> Program {
    let jdk = Jdk::find(None).expect("a JDK");
    let mut sources = Vec::new();
    let generated = programs.iter();
    let generated = generated.map(|it| (it.name.as_str(), it.source.as_str()));
    for (name, source) in generated.chain(others.iter().copied()) {
        let path = work.join(format!("{name}.java"));
        std::fs::write(&path, source).expect("sources can be written");
        sources.push(path);
    }
    let compilation = compile_into(&jdk, &sources, &[], &work.join("cache")).expect("they compile");
    machine::program(ClassPath::new(&[compilation.classes], Some(jdk)).expect("a class path"))
}
