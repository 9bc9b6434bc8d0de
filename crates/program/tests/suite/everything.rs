//! A walk through the language: it verifies, and its text is read back into the same program.

use crate::java::{compiled, jdk, program, verify};
use classpath::ClassPath;
use program::{ClassId, Program};

const SOURCE: &str = include_str!("../java/Everything.java");

/// The classes whose names start so, those made for call sites too, by name.
fn classes(program: &Program, prefix: &str) -> Vec<ClassId> {
    let all = (0..program.class_count() as u32).map(ClassId);
    let mut found: Vec<ClassId> = all
        .filter(|id| program.class(*id).name.starts_with(prefix))
        .collect();
    found.sort_by_key(|id| &program.class(*id).name);
    found
}

#[test]
fn it_verifies_and_survives_as_text() {
    let sources = [("Everything.java", SOURCE)];
    let program = program(&sources);
    for name in program.class_path().classes() {
        program.load(&name).unwrap();
    }
    verify(&program, "Everything");
    let text = program.write_text(&classes(&program, "Everything"));
    assert!(!text.contains("unsupported"));
    assert!(!text.contains("invokedynamic"));

    // The same classes from text alone, over the JDK.
    let again = Program::new(ClassPath::new(&[], Some(jdk())).unwrap());
    again
        .read_text(&text)
        .unwrap_or_else(|error| panic!("{error}"));
    verify(&again, "Everything");
    assert_eq!(again.write_text(&classes(&again, "Everything")), text);
}

#[test]
fn main_is_found() {
    let directory = compiled(&[("Everything.java", SOURCE)]);
    let path = ClassPath::new(&[directory], Some(jdk())).unwrap();
    let program = Program::new(path);
    let found: Vec<&str> = program
        .main_classes()
        .iter()
        .map(|id| &*program.class(*id).name)
        .collect();
    assert_eq!(found, ["Everything"]);
}
