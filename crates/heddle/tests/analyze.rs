//! What `heddle analyze` must find in the programs of the two papers on static facts, and where it
//! must claim nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn program(name: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).unwrap();
    root.join("tests/analysis").join(format!("{name}.java"))
}

/// Runs `heddle analyze` with these words on a program; gives the exit code and the output.
fn run(name: &str, words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .arg("analyze")
        .arg(program(name))
        .arg("--quiet")
        .args(words)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().unwrap_or(-1);
    assert!(code == 0 || code == 3, "{name}: {code}: {said}");
    (code, String::from_utf8_lossy(&output.stdout).into_owned())
}

fn table(name: &str) -> Value {
    let (_, text) = run(name, &["--json", "-"]);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"))
}

/// The row of this kind and name; what is made somewhere is found without its place.
#[track_caller]
fn row<'a>(table: &'a Value, kind: &str, name: &str) -> &'a Value {
    let rows = table["rows"].as_array().unwrap();
    let found: Vec<&Value> = rows
        .iter()
        .filter(|it| {
            let found = it["name"].as_str().unwrap();
            it["kind"] == kind && (found == name || found.starts_with(&format!("{name} of ")))
        })
        .collect();
    assert_eq!(found.len(), 1, "{kind} {name}: {rows:#?}");
    found[0]
}

/// A claim with its detail.
#[track_caller]
fn claim(table: &Value, kind: &str, name: &str) -> String {
    let row = row(table, kind, name);
    format!(
        "{} {}",
        row["claim"].as_str().unwrap(),
        row["detail"].as_str().unwrap()
    )
}

#[test]
fn the_buffer_and_its_array_are_protected_by_the_buffer() {
    let table = table("Buffering");
    for field in ["count", "front"] {
        let name = format!("Buffering$IntBuffer.{field}");
        assert_eq!(
            claim(&table, "field", &name),
            "protected by the lock of its object"
        );
    }
    let array = claim(&table, "array", "int[]");
    assert!(
        array.starts_with("protected by the lock of Buffering$IntBuffer"),
        "{array}"
    );
}

#[test]
fn what_is_written_before_threads_run_is_immutable() {
    let table = table("Staff");
    assert!(claim(&table, "field", "Staff$Employee.name").starts_with("immutable"));
    let salary = claim(&table, "field", "Staff$Employee.salary");
    assert!(salary.starts_with("shared possible race: "), "{salary}");
    assert!(salary.contains("Staff.java:34"), "the write: {salary}");
}

#[test]
fn each_of_two_split_locks_protects_its_field() {
    let table = table("Programmers");
    assert_eq!(
        claim(&table, "field", "Programmers$Programmer.hours"),
        "protected by the lock of its object.hoursLock"
    );
    assert_eq!(
        claim(&table, "field", "Programmers$Programmer.salary"),
        "protected by the lock of its object.salaryLock"
    );
}

#[test]
fn reflection_leaves_nothing_to_claim() {
    let (code, text) = run("Mirrored", &["--json", "-"]);
    assert_eq!(code, 3);
    let table: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(table["is_closed"], false);
    for row in table["rows"].as_array().unwrap() {
        assert_eq!(row["claim"], "unknown", "{row}");
    }
    let reasons = table["unknown"].to_string();
    assert!(
        reasons.contains("java.lang.reflect.Method.invoke"),
        "{reasons}"
    );
}

#[test]
fn the_same_answer_every_time() {
    let first = run("Staff", &["--json", "-"]);
    assert_eq!(first, run("Staff", &["--json", "-"]));
}

/// What a thread may still access when it enters a method from a place, by precision.
fn future(table: &Value, thread: &str, method: &str, from: &str, precision: &str) -> Vec<String> {
    let rows = table["rows"].as_array().unwrap();
    let row = rows.iter().find(|it| {
        it["thread"].as_str().unwrap().starts_with(thread)
            && it["method"] == method
            && it["called_from"][0] == from
    });
    let row = row.unwrap_or_else(|| panic!("{thread} {method} {from}: {rows:#?}"));
    let list = row[precision].as_array().unwrap();
    list.iter()
        .map(|it| it.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn two_calls_of_one_method_have_different_futures() {
    let (_, text) = run("Staff", &["--futures", "--json", "-"]);
    let table: Value = serde_json::from_str(&text).unwrap();
    let names = |line: u32, precision: &str| {
        let from = format!("Staff.java:{line}");
        future(
            &table,
            "Staff$FirstWorker.run",
            "Staff$Company.printEmployeeNames",
            &from,
            precision,
        )
    };
    let salary = |list: &[String]| {
        let has = |it: &str| list.iter().any(|found| found == it);
        (
            has("reads Staff$Employee.salary"),
            has("writes Staff$Employee.salary"),
        )
    };
    // Before the salaries are looked at, and after; only the call stack tells.
    assert_eq!(salary(&names(54, "context")), (true, true));
    assert_eq!(salary(&names(57, "context")), (false, false));
    assert_eq!(salary(&names(57, "callee")), (true, true));
    assert_eq!(salary(&names(57, "insensitive")), (true, true));
    // A worker that only raises salaries never adds employees; without callers nothing tells.
    let adds = "writes Staff$Employee.name".to_owned();
    assert!(!names(54, "callee").contains(&adds));
    assert!(names(54, "insensitive").contains(&adds));
    // Each precision has at least what the next has.
    for line in [54, 57] {
        let (context, callee) = (names(line, "context"), names(line, "callee"));
        assert!(context.iter().all(|it| callee.contains(it)));
        let insensitive = names(line, "insensitive");
        assert!(callee.iter().all(|it| insensitive.contains(it)));
    }
}

#[test]
fn the_producers_number_is_its_own_and_the_buffer_is_mains_until_a_start() {
    let table = table("Buffering");
    let next = claim(&table, "field", "Buffering$Producer.next");
    assert!(
        next.starts_with("owned by Buffering$Producer.run"),
        "{next}"
    );
    let count = row(&table, "field", "Buffering$IntBuffer.count");
    let given = count["given_at"][0].as_str().unwrap();
    assert_eq!(
        given, "Buffering.java:75",
        "the first start exposes the buffer"
    );
    assert!(claim(&table, "lock", "Buffering$IntBuffer").starts_with("shared"));
}

#[test]
fn notifications_before_the_exit_are_merged_with_it() {
    let table = table("Buffering");
    let all = table["notifications"].as_array().unwrap();
    assert_eq!(all.len(), 2, "{all:#?}");
    for it in all {
        assert_eq!(it["merges_with_exit"], true, "{it}");
    }
}

#[test]
fn subjects_change_hands_when_their_only_mutator_starts() {
    let table = table("Observing");
    for (kind, name) in [
        ("field", "Observing$Subject.state"),
        ("lock", "Observing$Subject"),
    ] {
        let claim = claim(&table, kind, name);
        assert!(claim.starts_with("owned by one of main; "), "{claim}");
        assert!(
            claim.ends_with("changes hands at Observing.java:70"),
            "{claim}"
        );
    }
    for (kind, name) in [
        ("field", "Observing$Subject.next"),
        ("field", "Observing$Subject.myObserver"),
        ("field", "Observing$Watcher.cachedState"),
        ("field", "Observing$Watcher.subject"),
        ("lock", "Observing$Watcher"),
    ] {
        let claim = claim(&table, kind, name);
        assert!(
            claim.starts_with("owned by Observing$Mutator.run"),
            "{claim}"
        );
    }
}

#[test]
fn shared_subjects_protect_their_observers_locks() {
    let table = table("ObservingTwice");
    let lock = claim(&table, "lock", "ObservingTwice$Watcher");
    assert_eq!(
        lock,
        "protected by the lock of r, where its object is r.myObserver and r is the \
         ObservingTwice$Subject of ObservingTwice.java:65"
    );
    assert!(claim(&table, "lock", "ObservingTwice$Subject").starts_with("shared"));
    let state = claim(&table, "field", "ObservingTwice$Subject.state");
    assert_eq!(state, "protected by the lock of its object");
    // It is read without any lock; that nobody writes it any more is another matter.
    let next = claim(&table, "field", "ObservingTwice$Subject.next");
    assert!(!next.starts_with("protected"), "{next}");
}

#[test]
fn a_server_hands_each_request_to_its_thread() {
    let table = table("Server");
    let answer = claim(&table, "field", "Server$Request.answer");
    assert!(
        answer.starts_with("owned by Server$Request.run"),
        "{answer}"
    );
}

#[test]
fn nothing_is_claimed_of_what_is_kept_shared_or_replaced() {
    let table = table("Keeping");
    for (kind, name) in [
        ("field", "Keeping$Cell.value"),
        ("field", "Keeping$Request.answer"),
        ("field", "Keeping$Request.latest"),
        ("field", "Keeping$Account.balance"),
        ("field", "Keeping$Account.lock"),
        ("field", "Keeping$Parcel.weight"),
    ] {
        let claim = claim(&table, kind, name);
        assert!(claim.starts_with("shared possible race"), "{name}: {claim}");
    }
    let watcher = claim(&table, "lock", "Keeping$Watcher");
    assert!(watcher.starts_with("shared"), "{watcher}");
    assert_eq!(
        claim(&table, "field", "Keeping$Watcher.seen"),
        "protected by the lock of its object"
    );
}

#[test]
fn objects_of_the_library_behind_fields_that_nobody_writes_are_told() {
    let table = table("Behind");
    assert_eq!(
        claim(&table, "field", "Behind.text"),
        "immutable never written once others can see it"
    );
    let rows = table["rows"].as_array().unwrap();
    let told: Vec<&str> = rows
        .iter()
        .filter(|it| it["kind"] == "object")
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        told,
        [
            "java.lang.StringBuilder of Behind.java:11",
            "java.text.SimpleDateFormat of Behind.java:12",
        ]
    );
    let claim = claim(&table, "object", "java.lang.StringBuilder");
    assert_eq!(
        claim,
        "shared possible race: Behind.use Behind.java:18 and Behind.use Behind.java:18"
    );
}

#[test]
fn graphs_have_the_pairs_of_the_paper() {
    let (_, text) = run("ObservingTwice", &["--graph", "ObservingTwice.main"]);
    for line in [
        "    .myObserver → ObservingTwice$Watcher of ObservingTwice.java:66 * one-to-one",
        "    .subject → ObservingTwice$Subject of ObservingTwice.java:65 * one-to-one",
        "    .next → ObservingTwice$Subject of ObservingTwice.java:65 *",
        "  ObservingTwice$Subject of ObservingTwice.java:65 * (exposed)",
    ] {
        assert!(text.lines().any(|it| it == line), "{line} in\n{text}");
    }
    // Before the first round of the loop ends, there is one of each.
    let (_, text) = run("Observing", &["--graph", "Watcher.<init>:33"]);
    assert!(
        text.contains("  <init>.this → Observing$Watcher of Observing.java:66\n"),
        "{text}"
    );
    let (_, dot) = run("Observing", &["--graph", "Observing.main", "--form", "dot"]);
    assert!(
        dot.starts_with("digraph g0 {") && dot.contains(".myObserver 1:1"),
        "{dot}"
    );
    let (_, svg) = run("Observing", &["--graph", "Observing.main", "--form", "svg"]);
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert!(svg.contains(".myObserver 1:1"), "{svg}");
}

/// Programs below a directory.
fn programs(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => programs(&path, found),
            false if path.extension().is_some_and(|it| it == "java") => found.push(path),
            false => {}
        }
    }
}

#[test]
fn every_race_that_a_search_finds_is_a_possible_race() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).unwrap();
    let mut found = Vec::new();
    programs(&root.join("tests/java/violated"), &mut found);
    found.sort();
    let is_racy = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().any(|it| it == "//@ kind: race")
    };
    found.retain(is_racy);
    assert!(found.len() > 20, "the suite has programs with races");
    let every = if std::env::var_os("STATICS_EVERY").is_some() {
        1
    } else {
        4
    };
    for path in found.into_iter().step_by(every) {
        let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .args(["analyze", "--quiet", "--library", "--json", "-"])
            .arg(&path)
            .output()
            .unwrap();
        let table: Value = serde_json::from_slice(&output.stdout).unwrap();
        let told = table["rows"].as_array().unwrap().iter().any(|it| {
            it["kind"] != "lock" && (it["claim"] == "shared" || it["claim"] == "unknown")
        });
        assert!(told, "{}: no race is possible, it says", path.display());
        // Where it is a race of the program's own variables, the marked lines are among its places.
        let text = std::fs::read_to_string(&path).unwrap();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let rows = table["rows"].as_array().unwrap();
        let is_at = |row: &Value, place: &str| {
            let accesses = row["accesses"].as_array().unwrap();
            let mut places = accesses.iter().map(|it| it["place"].as_str().unwrap());
            row["kind"] != "lock" && places.any(|it| it.ends_with(place))
        };
        let is_told = |it: &&Value| it["claim"] == "shared" || it["claim"] == "unknown";
        let lines = || text.lines().enumerate();
        let places = lines().map(|(number, _)| format!("{file}:{}", number + 1));
        let places: Vec<String> = places.collect();
        let mut told = rows.iter().filter(is_told);
        // Programs of the topic `jdk` race on the data of library objects, inside the library.
        let is_own = !path.to_string_lossy().contains("/jdk/")
            && told.any(|row| places.iter().any(|it| is_at(row, it)));
        for (number, line) in lines().filter(|_| is_own) {
            let place = &places[number];
            let rows: Vec<&Value> = rows.iter().filter(|it| is_at(it, place)).collect();
            let is_marked = line.contains("//~ race") && !rows.is_empty();
            assert!(!is_marked || rows.iter().any(is_told), "{place}: {rows:#?}");
        }
    }
}

#[test]
fn choices_that_facts_remove_are_counted() {
    let table = table("Buffering");
    let count = |name: &str| table["choices"][name].as_u64().unwrap();
    let removed = count("owned") + count("immutable") + count("protected");
    assert!(count("protected") >= 8, "{table}");
    assert!(removed < count("places"), "the lock itself is shared");
    let count_row = row(&table, "field", "Buffering$IntBuffer.count");
    assert!(
        count_row["choices_removed"].as_u64().unwrap() >= 8,
        "{count_row}"
    );
    let locks = table["rows"].as_array().unwrap().iter();
    let mut locks = locks.filter(|it| it["kind"] == "lock" && it["claim"] == "shared");
    assert!(locks.all(|it| it["choices_removed"] == 0));
}

#[test]
fn the_call_graph_is_shown() {
    let (code, text) = run("Buffering", &["--calls"]);
    assert_eq!(code, 0);
    let put = "      Buffering$IntBuffer.put (Buffering.java:45)\n";
    assert!(text.contains(put), "{text}");
    assert!(!text.contains("Buffering$Consumer.run\n      Buffering$IntBuffer.put"));
    let (_, dot) = run("Buffering", &["--calls", "--form", "dot"]);
    let edge = "\"Buffering$Consumer.run\" -> \"Buffering$IntBuffer.get\";";
    assert!(
        dot.starts_with("digraph calls {") && dot.contains(edge),
        "{dot}"
    );
}

#[test]
fn a_small_budget_is_spent_method_by_method() {
    let told = |budget: &str| {
        let (_, text) = run("Server", &["--json", "-", "--graph-budget", budget]);
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let (full, nothing) = (table("Server"), told("1"));
    assert_eq!(full["coarse"].as_array().unwrap().len(), 0);
    assert_eq!(nothing["coarse"][0], "the whole program");
    // Between the two some calls are taken by their effects, and the program is not given up.
    let some = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000].map(|it| told(&it.to_string()));
    let is_between = |it: &&Value| {
        let coarse = it["coarse"].as_array().unwrap();
        !coarse.is_empty() && coarse[0] != "the whole program"
    };
    assert!(some.iter().any(|it| is_between(&it)), "{some:#?}");
}
