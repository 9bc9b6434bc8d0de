//! `heddle test` on the project's own modules of JUnit tests (`tests/junit`): each test's name begins
//! with the verdict it must get. Those of `tests/junit/src/platform` end alike in every run, and the
//! platform of JUnit itself is asked whether they end as their names say.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

/// JUnit and what it needs, as the packages of `make tools` install them.
const JARS: [&str; 11] = [
    "junit4",
    "hamcrest",
    "junit-jupiter-api",
    "junit-jupiter-params",
    "junit-jupiter-engine",
    "junit-platform-commons",
    "junit-platform-engine",
    "junit-platform-launcher",
    "junit-vintage-engine",
    "opentest4j",
    "apiguardian-api",
];

/// The whole module takes no longer than this.
const LIMIT: Duration = Duration::from_secs(120);

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("the crate is two levels down")
        .to_path_buf()
}

fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("junit")
}

fn jars() -> Vec<PathBuf> {
    let jars = JARS.map(|name| PathBuf::from(format!("/usr/share/java/{name}.jar")));
    for jar in &jars {
        assert!(jar.is_file(), "{} is missing: make tools", jar.display());
    }
    jars.to_vec()
}

/// The directory with the classes of a module.
fn compiled(module: &str) -> PathBuf {
    let sources = root().join("tests/junit/src").join(module);
    let sources = std::fs::read_dir(sources).expect("the module is there");
    let mut sources: Vec<PathBuf> = sources.flatten().map(|entry| entry.path()).collect();
    sources.sort();
    std::fs::create_dir_all(scratch()).expect("the scratch directory can be made");
    let jdk = classpath::Jdk::find(None).unwrap_or_else(|error| panic!("{error}"));
    let compiled = classpath::compile_into(&jdk, &sources, &jars(), &scratch());
    compiled.unwrap_or_else(|error| panic!("{error}")).classes
}

fn joined(paths: impl IntoIterator<Item = PathBuf>) -> String {
    let paths: Vec<String> = paths
        .into_iter()
        .map(|path| path.display().to_string())
        .collect();
    paths.join(":")
}

/// A module's classes and JUnit, as a class path.
fn class_path(module: &str) -> String {
    joined(std::iter::once(compiled(module)).chain(jars()))
}

fn heddle(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(words)
        .env("XDG_CACHE_HOME", scratch().join("cache"))
        .output()
        .expect("heddle runs")
}

fn verdict_in(name: &str) -> &str {
    let method = name.split('(').next().unwrap_or(name);
    let method = method.rsplit('.').next().unwrap_or(method);
    let method = method.strip_prefix("test_").unwrap_or(method);
    let end = method.find(char::is_uppercase).unwrap_or(method.len());
    &method[..end]
}

#[test]
fn every_test_of_the_module_gets_its_verdict() {
    let path = class_path("module");
    let json = scratch().join("module.json");
    let began = Instant::now();
    let json_path = json.display().to_string();
    let output = heddle(&["test", "-q", "-cp", &path, "--json", &json_path]);
    let taken = began.elapsed();
    let table = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{table}");
    let text = std::fs::read_to_string(&json).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["verdict"], "violated");
    let tests = report["tests"].as_array().expect("tests");
    let skipped = report["skipped"].as_array().expect("skipped tests");
    assert!(tests.len() >= 40, "{} tests", tests.len());
    assert_eq!(skipped.len(), 3);
    for test in tests {
        let name = test["target"].as_str().expect("a name");
        assert_eq!(test["verdict"], verdict_in(name), "{name}\n{table}");
    }
    for name in skipped {
        assert_eq!(verdict_in(name.as_str().expect("a name")), "skipped");
    }
    assert!(taken < LIMIT, "it took {} s", taken.as_secs());
    replays(&report);
}

/// A violation of a test is seen again by its printed schedule.
fn replays(report: &Value) {
    let tests = report["tests"].as_array().expect("tests");
    let first = |prefix: &str| {
        let found = tests.iter().find(|it| {
            let name = it["target"].as_str().unwrap_or_default();
            it["verdict"] == "violated" && name.starts_with(prefix)
        });
        found.expect("each version has a violated test")
    };
    for prefix in ["module.FourTest", "module.FiveTest"] {
        let violation = &first(prefix)["violations"][0];
        let schedule = violation["schedule"].as_str().expect("a schedule");
        let again = heddle(&["replay", "-q", schedule]);
        let text = String::from_utf8_lossy(&again.stdout);
        assert_eq!(again.status.code(), Some(1), "{text}");
        assert!(
            text.contains(violation["message"].as_str().expect("a message")),
            "{text}"
        );
    }
}

#[test]
fn a_pattern_selects_tests() {
    let path = class_path("module");
    let output = heddle(&["test", "-q", "-cp", &path, "FourTest.holdsAtomic"]);
    let table = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{table}");
    assert!(table.contains("1 tests: 1 hold"), "{table}");
    let output = heddle(&["test", "-q", "-cp", &path, "NoSuchTest"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("none of the"));
}

#[test]
fn a_class_path_without_tests_is_bad_input() {
    let output = heddle(&["test", "-q", "-cp", "crates"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no JUnit test"));
}

/// What is asked of Heddle where nothing says that there is time for all.
const SOME: [&str; 4] = ["OrderTest", "AllTest", "RunnersTest", "Theory"];

#[test]
fn tests_end_as_on_the_platform() {
    let path = class_path("platform");
    let patterns: &[&str] = match std::env::var_os("JUNIT_ALL") {
        Some(_) => &[""],
        None => &SOME,
    };
    for pattern in patterns {
        let json = scratch().join("platform.json").display().to_string();
        let mut words = vec!["test", "-q", "-cp", &path, "--json", &json];
        words.extend((!pattern.is_empty()).then_some(*pattern));
        let output = heddle(&words);
        let table = String::from_utf8_lossy(&output.stdout);
        let text = std::fs::read_to_string(&json).expect("a report");
        let report: Value = serde_json::from_str(&text).expect("JSON");
        for test in report["tests"].as_array().expect("tests") {
            let name = test["target"].as_str().expect("a name");
            assert_eq!(test["verdict"], verdict_in(name), "{name}\n{table}");
        }
        for name in report["skipped"].as_array().into_iter().flatten() {
            let name = name.as_str().expect("a name");
            assert_eq!(verdict_in(name), "skipped", "{name}\n{table}");
        }
    }
}

/// The real platform says of each test what its name does. Where JUnit refuses a class or takes it
/// apart itself, what it says has another name.
#[test]
fn the_names_of_tests_are_true() {
    let classes = compiled("platform");
    let runner = compiled("runner");
    let path = joined([runner, classes.clone()].into_iter().chain(jars()));
    let jdk = classpath::Jdk::find(None).unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(jdk.home().join("bin/java"))
        .args(["-cp", &path, "runner.Platform"])
        .arg(&classes)
        .output()
        .expect("the JVM runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<(&str, &str)> = text.lines().filter_map(|it| it.split_once(' ')).collect();
    assert!(lines.len() >= 150, "{text}");
    let others = ["initializationError", "small"];
    for (end, name) in lines {
        if !others.iter().any(|it| name.ends_with(it)) {
            assert_eq!(end, verdict_in(name), "{name}");
        }
    }
}

/// In the directory of a project that was built, nothing has to be said; the engine is found beside the
/// API, and what an unknown verdict means to the caller is theirs to say.
#[test]
fn a_project_needs_no_class_path() {
    let project = scratch().join("project");
    let reports = project.join("target/surefire-reports");
    std::fs::create_dir_all(&reports).expect("the project can be made");
    std::fs::write(project.join("pom.xml"), "<project/>").expect("a file");
    let classes = project.join("target/test-classes");
    let _ = std::fs::remove_file(&classes);
    std::os::unix::fs::symlink(compiled("module"), &classes).expect("a link");
    let without_engine = jars().into_iter().filter(|jar| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        !name.contains("-engine")
    });
    let report = format!(
        "<property name=\"surefire.test.class.path\" value=\"{}\"/>",
        joined(std::iter::once(classes).chain(without_engine))
    );
    std::fs::write(reports.join("TEST-x.xml"), report).expect("a file");
    let run = |more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_heddle"))
            .args(["test", "-q"])
            .args(more)
            .current_dir(&project)
            .env("XDG_CACHE_HOME", scratch().join("cache"))
            .output()
            .expect("heddle runs")
    };
    let output = run(&["FiveTest.holdsLocked"]);
    let table = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{table}");
    assert!(
        table.contains("class path: target/test-classes; 8 libraries"),
        "{table}"
    );
    for (word, code) in [("pass", 0), ("fail", 1)] {
        let output = run(&[
            "FiveTest.holdsLocked",
            "--max-states",
            "1",
            "--on-unknown",
            word,
        ]);
        assert_eq!(output.status.code(), Some(code), "{word}");
    }
}

/// Classes of tests have no main; what they come to is known before they are checked, too.
#[test]
fn the_doctor_looks_at_tests() {
    let directory = scratch().join("doctor");
    std::fs::create_dir_all(&directory).expect("a directory");
    let source = directory.join("ClientTest.java");
    let text = "
        import java.net.Socket;
        import org.junit.jupiter.api.Test;

        class ClientTest {
            @Test void adds() {}
            @Test void connects() throws Exception { new Socket(\"localhost\", 80).close(); }
        }";
    std::fs::write(&source, text).expect("a source");
    let jars = joined(jars());
    let source = source.display().to_string();
    let output = heddle(&["doctor", "-q", "-cp", &jars, &source]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("a check will stop at 1 thing"), "{text}");
    assert!(
        text.contains("\n    ClientTest.connects (ClientTest.java:7)\n"),
        "{text}"
    );
    assert!(text.contains("what to do: there is no network"), "{text}");
    assert!(text.contains("2 tests were run"), "{text}");
    let path = class_path("module");
    let output = heddle(&["doctor", "-q", "-cp", &path, "module.OrderedTest"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let output = heddle(&["doctor", "-q", "-cp", &path, "module.FiveTest"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
}
