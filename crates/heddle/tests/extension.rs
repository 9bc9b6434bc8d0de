//! `@HeddleTest` on the real JUnit platform: a test that is given to Heddle.

use std::path::{Path, PathBuf};
use std::process::Command;

const TESTS: &str = r#"
import static org.junit.jupiter.api.Assertions.assertEquals;

import heddle.junit.HeddleTest;
import org.junit.jupiter.api.BeforeEach;

class CounterTest {
    private int count;

    @BeforeEach
    void beginsWithNothing() {
        count = 0;
    }

    private synchronized void increment() {
        count++;
    }

    @HeddleTest
    void lockedCountsBoth() throws InterruptedException {
        Thread other = new Thread(this::increment);
        other.start();
        increment();
        other.join();
        assertEquals(2, count);
    }

    @HeddleTest({"--property", "assertion"})
    void unlockedLosesOne() throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
        assertEquals(2, count);
    }
}
"#;

fn library(name: &str) -> PathBuf {
    Path::new("/usr/share/java").join(format!("{name}.jar"))
}

fn run(command: &mut Command) -> (bool, String) {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn a_test_of_junit_is_given_to_heddle() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("extension");
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    let source = directory.join("CounterTest.java");
    std::fs::write(&source, TESTS).unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).unwrap();
    let extension = root.join("integrations/junit5/heddle/junit/HeddleTest.java");
    let platform = library("junit-platform-console-standalone");
    let parts = [
        "junit-jupiter-api",
        "junit-jupiter-engine",
        "junit-platform-commons",
        "junit-platform-engine",
    ];
    let others = [
        "junit-platform-launcher",
        "junit-platform-console",
        "junit-platform-reporting",
    ];
    let more = [
        "apiguardian-api",
        "opentest4j",
        "junit-jupiter-params",
        "picocli",
        "univocity-parsers",
    ];
    let jars: Vec<PathBuf> = [platform]
        .into_iter()
        .chain(parts.into_iter().chain(others).chain(more).map(library))
        .filter(|it| it.exists())
        .collect();
    let mut path = vec![directory.clone()];
    path.extend(jars);
    let path = std::env::join_paths(path).unwrap();
    let (done, told) = run(Command::new("javac")
        .arg("-d")
        .arg(&directory)
        .arg("-cp")
        .arg(&path)
        .args([&extension, &source]));
    assert!(done, "{told}");
    let (done, told) = run(Command::new("java")
        .arg(format!("-Dheddle.command={}", env!("CARGO_BIN_EXE_heddle")))
        .arg("-cp")
        .arg(&path)
        .args(["org.junit.platform.console.ConsoleLauncher"])
        .args(["--select-class", "CounterTest", "--disable-banner"])
        .env("XDG_CACHE_HOME", directory.join("cache"))
        .current_dir(&directory));
    assert!(!done, "{told}");
    let told: String = told
        .chars()
        .filter(|it| it.is_ascii() && !it.is_control() || *it == '\n')
        .collect();
    assert!(told.contains("1 tests successful"), "{told}");
    assert!(told.contains("1 tests failed"), "{told}");
    // The report, in the lines of the test.
    assert!(told.contains("CounterTest.unlockedLosesOne"), "{told}");
    assert!(told.contains("writes CounterTest.count"), "{told}");
}
