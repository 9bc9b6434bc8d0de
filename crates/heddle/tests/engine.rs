//! The engine from outside: stores, workers, memory and checkpoints, on a program with many states.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/programs")
}

/// Checks philosophers without reductions; all else is up to the test.
fn philosophers(words: &[&str], arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command
        .arg("check")
        .arg(programs().join("Philosophers.java"))
        .args(["--reduction", "none", "--json", "-", "--quiet"])
        .args(words)
        .arg("--")
        .args(arguments)
        .current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

fn report(output: &Output) -> serde_json::Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// What does not depend on how a search is done.
fn counts(report: &serde_json::Value) -> String {
    let statistics = &report["statistics"];
    let names = ["states", "transitions", "revisited", "end_states"];
    let counts = names.map(|name| statistics[name].to_string());
    format!("{} {}", report["verdict"], counts.join(" "))
}

#[test]
fn every_store_gives_the_same_counts() {
    let exact = report(&philosophers(&[], &["5", "safe"]).output().unwrap());
    assert_eq!(exact["verdict"], "holds");
    for words in [
        &["--store", "compact"][..],
        &["--store", "compact", "--search", "bfs"],
        &["--store", "exact", "--search", "bfs"],
        &["--store", "disk"],
        &["-j", "1"],
        &["-j", "4"],
    ] {
        let other = report(&philosophers(words, &["5", "safe"]).output().unwrap());
        assert_eq!(counts(&other), counts(&exact), "{words:?}");
        let assumptions = other["assumptions"].to_string();
        let says = assumptions.contains("same fingerprint of 128 bits");
        assert_eq!(says, words.contains(&"compact"), "{assumptions}");
    }
    let bits = philosophers(&["--store", "bitstate"], &["5", "safe"]).output();
    let bits = bits.unwrap();
    assert_eq!(bits.status.code(), Some(3), "bitstate never says holds");
    let bits = report(&bits);
    assert!(bits["unknown"].to_string().contains("99.99 %"), "{bits}");
    assert_eq!(bits["statistics"]["states"], exact["statistics"]["states"]);
}

#[test]
fn every_store_finds_the_deadlock() {
    for store in ["exact", "compact", "bitstate", "disk"] {
        let output = philosophers(&["--store", store], &["5", "dead"]).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(1), "{store}");
        assert_eq!(report(&output)["violations"][0]["kind"], "deadlock");
    }
}

/// Sorted in several runs, and more than would fit: the counts are those of states in memory.
#[test]
fn states_on_disk_leave_nothing_behind() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("states");
    std::fs::create_dir_all(&directory).unwrap();
    let place = directory.display().to_string();
    let words = ["--store", "disk", "--disk", &place, "--memory", "40M"];
    let disk = report(&philosophers(&words, &["9", "safe"]).output().unwrap());
    let exact = philosophers(&["--search", "bfs"], &["9", "safe"]).output();
    assert_eq!(counts(&disk), counts(&report(&exact.unwrap())));
    assert!(!disk.to_string().contains(&place), "{disk}");
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0);
    let words = ["--store", "disk", "--disk", "/no/such/place"];
    let output = philosophers(&words, &["3", "safe"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// A search that is large enough for several workers.
#[test]
fn any_number_of_workers_gives_the_same() {
    let check = |words: &[&str]| report(&philosophers(words, &["10", "safe"]).output().unwrap());
    let one = check(&["-j", "1"]);
    assert_eq!(one["verdict"], "holds");
    assert_eq!(one["statistics"]["jobs"], 1);
    for words in [
        &["-j", "2"][..],
        &["-j", "3", "--store", "compact"],
        &["-j", "4", "--search", "bfs"],
    ] {
        let many = check(words);
        assert_eq!(counts(&many), counts(&one), "{words:?}");
        assert_eq!(many["statistics"]["jobs"].to_string(), words[1]);
    }
}

#[test]
fn the_memory_limit_is_kept() {
    let output = philosophers(&["--memory", "45M"], &["13", "safe"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = report(&output);
    assert!(report["unknown"].to_string().contains("memory limit"));
    let peak = report["statistics"]["peak_memory_bytes"].as_u64().unwrap();
    assert!(peak < 60 << 20, "{peak}");
    assert!(report["statistics"]["states"].as_u64().unwrap() > 10_000);
}

/// Also where few steps make much: arrays before the first thread starts, and copies of large ones.
#[test]
fn the_memory_limit_is_kept_where_objects_are_large() {
    let keeps = "for (int i = 0; i < 3000; i++) kept.add(new byte[1 << 20]); new Thread(() -> n++).start();";
    let copies = "Thread t = new Thread(() -> copy(1)); t.start(); copy(2);";
    let copy = "static void copy(int k) { for (int i = 0; i < 3000; i++) { \
                int[] c = data.clone(); c[i * 31 + k] = i; data = c; } }";
    let fields = "static java.util.List<byte[]> kept = new java.util.ArrayList<>(); \
                  static volatile int n; static volatile int[] data = new int[100000];";
    for (name, main) in [("Keeps", keeps), ("Copies", copies)] {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.java"));
        let main = format!("public static void main(String[] args) {{ {main} }}");
        std::fs::write(
            &program,
            format!("class {name} {{ {fields} {copy} {main} }}"),
        )
        .unwrap();
        for words in [
            &["-j", "1"][..],
            &["--reduction", "none", "--search", "bfs"],
        ] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
            command.arg("check").arg(&program).args(words);
            command.args(["--memory", "200M", "--json", "-", "--quiet"]);
            let report = report(&command.output().unwrap());
            let unknown = report["unknown"].to_string();
            assert!(
                unknown.contains("memory limit"),
                "{name} {words:?}: {unknown}"
            );
            let peak = report["statistics"]["peak_memory_bytes"].as_u64().unwrap();
            assert!(peak < 220 << 20, "{name} {words:?}: {peak}");
        }
    }
}

/// Whatever the order of search, also if no transition has a natural end.
#[test]
fn the_time_limit_is_kept_where_threads_compute_for_ever() {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("Counts.java");
    let loop_ = "int x = 0, n = 0; while (x != 4) { n++; x++; if (x > 3) x = 0; }";
    let main = "public static void main(String[] args) throws Exception";
    let body = format!("Thread t = new Thread(() -> {{ {loop_} }}); t.start(); t.join();");
    std::fs::write(&program, format!("class Counts {{ {main} {{ {body} }} }}")).unwrap();
    for words in [
        &[][..],
        &["--reduction", "none", "-j", "1"],
        &["--reduction", "none", "-j", "2"],
        &["--search", "bfs"],
        &["--search", "random"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
        command.arg("check").arg(&program).args(words);
        command.args(["--timeout", "1s", "--json", "-", "--quiet"]);
        let report = report(&command.output().unwrap());
        assert!(
            report["unknown"].to_string().contains("time limit"),
            "{words:?}"
        );
        let seconds = report["statistics"]["explore_seconds"].as_f64().unwrap();
        assert!(seconds < 5.0, "{words:?}: {seconds} s");
    }
}

/// A directory for checkpoints, empty.
fn room(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn checkpointed(directory: &Path, words: &[&str]) -> Command {
    let directory = directory.to_str().unwrap();
    let mut all = vec!["--checkpoint", directory, "--checkpoint-every", "30ms"];
    all.extend(words);
    philosophers(&all, &["10", "safe"])
}

/// Starts a search, ends it with a signal once it has run for a while, and gives what it said.
fn interrupted(directory: &Path, words: &[&str], signal: &str, milliseconds: u64) -> Output {
    let mut command = checkpointed(directory, words);
    command.stdout(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    let began = std::time::Instant::now();
    // The first checkpoint has nothing in it yet.
    let has_begun = || {
        let file = std::fs::metadata(directory.join("checkpoint"));
        file.is_ok_and(|file| file.len() > 2000)
    };
    while !has_begun() && began.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    let id = child.id().to_string();
    // It may have ended by itself.
    let _ = Command::new("kill").args([signal, &id]).status();
    child.wait_with_output().unwrap()
}

#[test]
fn a_killed_search_goes_on() {
    let directory = room("killed");
    let whole = philosophers(&["--search", "bfs", "-j", "1"], &["10", "safe"]).output();
    let whole = report(&whole.unwrap());
    // Again and again, each time from where the one before was killed.
    for (words, milliseconds) in [(&[][..], 310), (&["--resume"], 170), (&["--resume"], 430)] {
        interrupted(&directory, words, "-KILL", milliseconds);
    }
    let resumed = checkpointed(&directory, &["--resume"]).output().unwrap();
    let resumed = report(&resumed);
    assert_eq!(counts(&resumed), counts(&whole));
    let depth = |report: &serde_json::Value| report["statistics"]["max_depth"].clone();
    assert_eq!(depth(&resumed), depth(&whole));
    assert_eq!(resumed["warnings"], whole["warnings"]);
}

#[test]
fn an_interrupted_search_reports_and_goes_on() {
    let directory = room("interrupted");
    let first = interrupted(&directory, &[], "-INT", 100);
    if first.status.code() == Some(3) {
        assert!(
            report(&first)["unknown"]
                .to_string()
                .contains("interrupted")
        );
    }
    let resumed = checkpointed(&directory, &["--resume"]).output().unwrap();
    assert_eq!(resumed.status.code(), Some(0));
}

#[test]
fn what_is_no_checkpoint_of_this_check_is_refused() {
    let directory = room("damaged");
    let refused = |words: &[&str], arguments: &[&str], expected: &str| {
        let name = directory.to_str().unwrap();
        let mut all = vec!["--checkpoint", name, "--resume"];
        all.extend(words);
        let output = philosophers(&all, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(expected), "{said}");
    };
    refused(&[], &["3", "safe"], "there is no checkpoint in");
    let name = directory.to_str().unwrap();
    let done = philosophers(&["--checkpoint", name], &["3", "safe"]).output();
    assert_eq!(done.unwrap().status.code(), Some(0));
    refused(&[], &["4", "safe"], "is of another check");
    refused(
        &["--timeouts", "idle"],
        &["3", "safe"],
        "is of another check",
    );
    let path = directory.join("checkpoint");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, bytes).unwrap();
    refused(&[], &["3", "safe"], "is damaged");
}

#[test]
fn reductions_are_checked_on_demand() {
    let check = |words: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_heddle"))
            .arg("check")
            .arg(programs().join("ProducerConsumer.java"))
            .args(["--json", "-", "--quiet"])
            .args(words)
            .args(["--", "2"])
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap()
    };
    let checked = report(&check(&["--check-reduction"]));
    let reduced = checked["statistics"]["states"].as_u64().unwrap();
    let full = report(&check(&["--reduction", "none"]));
    let full = full["statistics"]["states"].as_u64().unwrap();
    assert!(reduced * 4 < full, "{reduced} states of {full}");
    let told = format!("without reductions the same is found, in {full} states");
    assert!(checked["warnings"].to_string().contains(&told), "{checked}");

    let bounded = check(&["--search", "preemption", "--reduction", "all"]);
    assert_eq!(bounded.status.code(), Some(2), "{bounded:?}");
}

/// A transition of a reduced search may have steps of several threads, and between them nothing is
/// saved: what each did to objects of its own must be in the state all the same.
#[test]
fn several_threads_may_move_in_one_transition() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    for layer in ["owned", "persistent", "future"] {
        let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .args(["check", "--json", "-", "--reduction", layer])
            .arg(tests.join("holds/logging/SilentLogs.java"))
            .output()
            .unwrap();
        assert_eq!(report(&output)["verdict"], "holds", "{layer}: {output:?}");
    }
}

#[test]
fn symmetry_gives_the_same_graph_in_any_order_and_with_any_number_of_workers() {
    let check = |reduction: &str, words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .arg("check")
            .arg(programs().join("ReadersWriters.java"))
            .args(["--json", "-", "--quiet", "--reduction", reduction])
            .args(words)
            .args(["--", "3", "2"])
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap();
        let report = report(&output);
        assert_eq!(report["verdict"], "holds", "{report}");
        let count = |name: &str| report["statistics"][name].as_u64().unwrap();
        (count("states"), count("transitions"))
    };
    let alone = check("symmetry", &["-j", "1"]);
    let all = check("none", &["-j", "1"]);
    assert!(alone.0 * 3 < all.0 * 2, "{alone:?} of {all:?}");
    for jobs in ["1", "2"] {
        let words = ["--search", "dfs", "-j", jobs];
        assert_eq!(check("symmetry", &words), alone, "{words:?}");
        let words = ["--search", "bfs", "-j", jobs];
        assert_eq!(check("symmetry", &words), alone, "{words:?}");
    }
}
