//! Compiles the small Java classes that the machine ships (`java/`), so that they can be embedded.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=java");
    println!("cargo::rerun-if-changed=junit");
    println!("cargo::rerun-if-changed=logging");
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let classes = out.join("classes");
    let _ = fs::remove_dir_all(&classes);
    fs::create_dir_all(&classes).expect("the output directory can be written");
    let mut sources = Vec::new();
    collect(Path::new("java"), "java", &mut sources);
    let javac = env::var_os("JAVA_HOME")
        .map(|home| Path::new(&home).join("bin/javac"))
        .filter(|javac| javac.exists())
        .unwrap_or_else(|| PathBuf::from("javac"));
    let status = Command::new(&javac)
        .args([
            "--release",
            "17",
            "-g",
            "-proc:none",
            "-Xlint:-options",
            // JUnit and SLF4J come from the user's class path; these declare what is called of them.
            "-sourcepath",
            "junit:logging",
            "-implicit:none",
            "-d",
        ])
        .arg(&classes)
        .args(&sources)
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(_) => panic!("javac could not compile the classes in java/"),
        Err(error) => panic!(
            "no javac: building Heddle needs a JDK 17 or later (Debian: openjdk-17-jdk-headless), \
             found by JAVA_HOME or on the path: {error}"
        ),
    }
    let mut compiled = Vec::new();
    collect(&classes, "class", &mut compiled);
    let mut table = String::from("&[\n");
    for class in &compiled {
        let name = class
            .strip_prefix(&classes)
            .expect("found below it")
            .with_extension("");
        let name = name.to_str().expect("our class names are ASCII");
        table += &format!("({name:?}, include_bytes!({class:?})),\n");
    }
    table += "]\n";
    fs::write(out.join("support.rs"), table).expect("the output directory can be written");
}

fn collect(directory: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(directory).expect("the directory can be read");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}
