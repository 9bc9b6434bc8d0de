//! An editor steps through runs: a client of the debug adapter, by script.

#![expect(clippy::print_stderr, reason = "how long a step takes is for people")]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A lost update, a lock of the library, a field of an object, and a local.
const BANK: &str = r#"import java.util.concurrent.locks.ReentrantLock;

public class Bank {
    static final ReentrantLock lock = new ReentrantLock();
    static final Bank bank = new Bank();
    int balance = 10;
    int[] log = {7, 8};

    void withdraw(int amount) {
        int before = balance;
        int after = before - amount;
        after = Math.max(after, 0);
        balance = after;
        lock.lock();
        try {
            log[0]++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> bank.withdraw(4), "Ann");
        Thread b = new Thread(() -> bank.withdraw(5), "Bob");
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("balance " + bank.balance);
        assert bank.balance == 1;
    }
}
"#;

/// A run of thousands of steps.
const LONG: &str = "
public class Long {
    static volatile int count;
    static int total;
    static synchronized void add(int i) { total += i; }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { for (int i = 0; i < 500; i++) { count++; add(i); } });
        t.start();
        for (int i = 0; i < 500; i++) { count++; add(i); }
        t.join();
        assert count < 0;
    }
}
";

/// An editor.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    sequence: u64,
    /// What has come and was not asked for.
    events: Vec<Value>,
}

impl Editor {
    fn start(directory: &Path, words: &[&str]) -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .arg("debug")
            .args(words)
            .current_dir(directory)
            .env("XDG_CACHE_HOME", directory.join("cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Editor {
            child,
            input,
            output,
            sequence: 0,
            events: Vec::new(),
        }
    }

    /// Begins: what is launched, and the breakpoints that are set before.
    fn launch(&mut self, arguments: Value) -> Value {
        self.ask("initialize", json!({ "adapterID": "heddle" }));
        self.ask("launch", arguments);
        self.wait("initialized");
        self.ask("configurationDone", Value::Null);
        self.wait("stopped")
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the adapter is gone"
            );
            match line.trim_end().split_once(": ") {
                Some((_, number)) => length = number.parse().unwrap(),
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    fn response(&mut self, command: &str, arguments: Value) -> Value {
        self.sequence += 1;
        let request = json!({
            "seq": self.sequence, "type": "request", "command": command, "arguments": arguments,
        });
        let text = request.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
        loop {
            let message = self.receive();
            if message["type"] == "response" && message["request_seq"] == self.sequence {
                return message;
            }
            self.events.push(message);
        }
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], true, "{command}: {response}");
        response["body"].clone()
    }

    fn wait(&mut self, event: &str) -> Value {
        loop {
            if let Some(index) = self.events.iter().position(|it| it["event"] == event) {
                return self.events.drain(..=index).next_back().unwrap()["body"].clone();
            }
            let message = self.receive();
            self.events.push(message);
        }
    }

    /// Moves, and tells the thread and the line where it stops.
    fn go(&mut self, command: &str) -> Place {
        self.go_with(command, json!({ "threadId": 1 }))
    }

    fn go_with(&mut self, command: &str, arguments: Value) -> Place {
        self.ask(command, arguments);
        let stopped = self.wait("stopped");
        self.place(&stopped)
    }

    fn place(&mut self, stopped: &Value) -> Place {
        let thread = stopped["threadId"].clone();
        let calls = self.ask("stackTrace", json!({ "threadId": thread }));
        let mut own = calls["stackFrames"].as_array().unwrap().iter();
        let own = own.find(|it| it["source"]["path"].is_string());
        Place {
            thread: self.name(&thread),
            line: own.map_or(0, |it| it["line"].as_u64().unwrap()),
            frame: own.map_or(0, |it| it["id"].as_u64().unwrap()),
            reason: stopped["reason"].as_str().unwrap().to_owned(),
            text: stopped["text"].as_str().unwrap().to_owned(),
        }
    }

    fn name(&mut self, thread: &Value) -> String {
        let threads = self.ask("threads", Value::Null);
        let mut threads = threads["threads"].as_array().unwrap().iter();
        let it = threads.find(|it| it["id"] == *thread).unwrap();
        let name = it["name"].as_str().unwrap();
        name.split(' ').next().unwrap().to_owned()
    }

    /// The variables of a scope, by its name, of a call.
    fn scope(&mut self, frame: u64, scope: &str) -> (u64, Vec<Value>) {
        let scopes = self.ask("scopes", json!({ "frameId": frame }));
        let mut scopes = scopes["scopes"].as_array().unwrap().iter();
        let it = scopes.find(|it| it["name"] == scope).unwrap();
        let handle = it["variablesReference"].as_u64().unwrap();
        (handle, self.variables(handle))
    }

    fn variables(&mut self, handle: u64) -> Vec<Value> {
        let body = self.ask("variables", json!({ "variablesReference": handle }));
        body["variables"].as_array().unwrap().clone()
    }

    fn evaluate(&mut self, frame: u64, text: &str) -> String {
        let arguments = json!({ "expression": text, "frameId": frame, "context": "hover" });
        let body = self.ask("evaluate", arguments);
        body["result"].as_str().unwrap().to_owned()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    thread: String,
    line: u64,
    frame: u64,
    reason: String,
    text: String,
}

fn directory(name: &str, file: &str, text: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join(file), text).unwrap();
    directory
}

fn value_of(variables: &[Value], name: &str) -> String {
    let it = variables.iter().find(|it| it["name"] == name);
    let it = it.unwrap_or_else(|| panic!("no {name} in {variables:?}"));
    it["value"].as_str().unwrap().to_owned()
}

const LAUNCH: [&str; 2] = ["--property", "assertion"];

#[test]
fn lines_variables_and_the_end() {
    let here = directory("debug-lines", "Bank.java", BANK);
    let mut editor = Editor::start(&here, &[]);
    let stopped = editor.launch(json!({ "program": "Bank.java", "options": LAUNCH }));
    assert_eq!(editor.place(&stopped).line, 25);
    let path = here.join("Bank.java");
    let wish = json!({
        "source": { "path": path }, "breakpoints": [{ "line": 12 }, { "line": 3 }],
    });
    let set = editor.ask("setBreakpoints", wish);
    assert_eq!(set["breakpoints"][0]["verified"], true);
    assert_eq!(set["breakpoints"][1]["verified"], false);
    // A line without an operation, and the locals there.
    let first = editor.go("continue");
    assert_eq!(first.line, 12);
    let (_, locals) = editor.scope(first.frame, "Locals");
    assert_eq!(value_of(&locals, "before"), "10");
    let amount: i32 = value_of(&locals, "amount").parse().unwrap();
    assert_eq!(value_of(&locals, "after"), (10 - amount).to_string());
    let this = locals.iter().find(|it| it["name"] == "this").unwrap();
    let fields = editor.variables(this["variablesReference"].as_u64().unwrap());
    assert_eq!(value_of(&fields, "balance"), "10");
    assert_eq!(editor.evaluate(first.frame, "this.log[1]"), "8");
    let second = editor.go("continue");
    assert_eq!(second.line, 12);
    assert_ne!(second.thread, first.thread);
    // Forwards to the end, and back again.
    let end = editor.go("continue");
    assert_eq!(end.reason, "exception");
    assert!(end.text.starts_with("assertion failed"), "{}", end.text);
    let back = editor.go("reverseContinue");
    assert_eq!((back.line, &back.thread), (12, &second.thread));
    let back = editor.go("reverseContinue");
    assert_eq!((back.line, &back.thread), (12, &first.thread));
    let beginning = editor.go("reverseContinue");
    assert_eq!(beginning.line, 25);
}

#[test]
fn locks_threads_fields_and_methods_both_ways() {
    let here = directory("debug-breaks", "Bank.java", BANK);
    let mut editor = Editor::start(&here, &["--property", "assertion", "Bank.java"]);
    editor.launch(json!({}));
    for (name, line) in [
        ("lock Bank.lock", Some(14)),
        ("field Bank.balance", Some(10)),
        ("thread Bob", None),
        ("Bank.withdraw", Some(10)),
    ] {
        let wish = json!({ "breakpoints": [{ "name": name }] });
        let set = editor.ask("setFunctionBreakpoints", wish);
        assert_eq!(set["breakpoints"][0]["verified"], true, "{name}");
        let mut forwards = Vec::new();
        loop {
            let place = editor.go("continue");
            if place.reason == "exception" {
                break;
            }
            if name.starts_with("thread") {
                assert_eq!(place.thread, "Bob");
            }
            forwards.push((place.thread, place.line));
        }
        assert!(!forwards.is_empty(), "{name}");
        if let Some(line) = line {
            assert_eq!(forwards[0].1, line, "{name}");
        }
        let mut backwards = Vec::new();
        loop {
            let place = editor.go("reverseContinue");
            if place.text.starts_with("step 1 of ") {
                break;
            }
            backwards.push((place.thread, place.line));
        }
        backwards.reverse();
        match name.split_once(' ') {
            Some(("lock" | "field", _)) => assert_eq!(backwards, forwards, "{name}"),
            _ => assert!(!backwards.is_empty(), "{name}"),
        }
    }
}

#[test]
fn a_field_of_one_object_is_watched() {
    let here = directory("debug-data", "Bank.java", BANK);
    let mut editor = Editor::start(&here, &[]);
    editor.launch(json!({ "program": ["Bank.java"], "options": LAUNCH }));
    let wish = json!({ "breakpoints": [{ "name": "Bank.withdraw" }] });
    editor.ask("setFunctionBreakpoints", wish);
    let place = editor.go("continue");
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    let (handle, locals) = editor.scope(place.frame, "Locals");
    let local = json!({ "variablesReference": handle, "name": "amount" });
    assert_eq!(
        editor.ask("dataBreakpointInfo", local)["dataId"],
        Value::Null
    );
    let this = locals.iter().find(|it| it["name"] == "this").unwrap();
    let this = this["variablesReference"].as_u64().unwrap();
    let field = json!({ "variablesReference": this, "name": "balance" });
    let info = editor.ask("dataBreakpointInfo", field);
    let wish = json!({ "breakpoints": [{ "dataId": info["dataId"], "accessType": "write" }] });
    editor.ask("setDataBreakpoints", wish);
    for _ in 0..2 {
        let place = editor.go("continue");
        assert_eq!(place.line, 13, "{place:?}");
        assert!(
            place.text.ends_with("writes Bank.balance"),
            "{}",
            place.text
        );
    }
    assert_eq!(editor.go("continue").reason, "exception");
    for _ in 0..2 {
        assert_eq!(editor.go("reverseContinue").line, 13);
    }
}

#[test]
fn another_thread_may_be_picked() {
    let here = directory("debug-pick", "Bank.java", BANK);
    let mut editor = Editor::start(&here, &[]);
    editor.launch(json!({ "program": "Bank.java", "options": LAUNCH }));
    let wish = json!({ "breakpoints": [{ "name": "field Bank.balance" }] });
    editor.ask("setFunctionBreakpoints", wish);
    // The first thread reads; the schedule lets the other one read next. The first goes on instead.
    let first = editor.go("continue");
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    loop {
        let targets = editor.ask("stepInTargets", json!({ "frameId": 1 }));
        let targets = targets["targets"].as_array().unwrap().clone();
        let mine = targets.iter().find(|it| {
            let label = it["label"].as_str().unwrap();
            label.starts_with(&first.thread)
        });
        let Some(mine) = mine else { break };
        editor.go_with("stepIn", json!({ "threadId": 1, "targetId": mine["id"] }));
    }
    // The rest by itself: nothing is lost.
    let end = editor.go("continue");
    assert_ne!(end.reason, "exception", "{end:?}");
    assert_eq!(end.text, "the program has ended");
    let printed = editor.ask("evaluate", json!({ "expression": "u", "context": "repl" }));
    assert_eq!(printed["result"], "balance 1\n");
}

#[test]
fn what_can_not_be_shown_is_said() {
    let here = directory("debug-refused", "Bank.java", BANK);
    let mut editor = Editor::start(&here, &[]);
    editor.ask("initialize", json!({}));
    let response = editor.response("launch", json!({ "program": "Nowhere.java" }));
    assert_eq!(response["success"], false);
    assert!(
        response["message"]
            .as_str()
            .unwrap()
            .contains("Nowhere.java"),
        "{response}"
    );
    let mut editor = Editor::start(&here, &[]);
    editor.ask("initialize", json!({}));
    assert_eq!(editor.response("launch", json!({}))["success"], false);
}

#[test]
fn thousands_of_steps_both_ways() {
    let here = directory("debug-long", "Long.java", LONG);
    let mut editor = Editor::start(&here, &[]);
    editor.launch(json!({
        "program": "Long.java",
        "options": ["--property", "assertion", "--search", "random", "--runs", "3"],
    }));
    editor.ask("setExceptionBreakpoints", json!({ "filters": [] }));
    let steps = |text: &str| -> usize {
        let rest = text.split_once(" of ").unwrap().1;
        rest.split(':').next().unwrap().parse().unwrap()
    };
    editor.go("next");
    let first = editor.go_with("stepBack", json!({ "granularity": "instruction" }));
    let all = steps(&first.text);
    assert!(all > 5_000, "{all} steps");
    editor.go("continue");
    // On a quiet machine, all of it and as quick as is asked for.
    let (count, most) = match std::env::var_os("DEBUG_ALL") {
        Some(_) => (2 * (all as u32 - 10), Duration::from_millis(20)),
        None => (300, Duration::from_millis(200)),
    };
    let mut slowest = Duration::ZERO;
    let began = Instant::now();
    for command in ["stepBack", "next"] {
        for _ in 0..count / 2 {
            let begins = Instant::now();
            let arguments = json!({ "threadId": 1, "granularity": "instruction" });
            let place = editor.go_with(command, arguments);
            assert!(!place.text.is_empty(), "{place:?}");
            slowest = slowest.max(begins.elapsed());
        }
    }
    let each = began.elapsed() / count;
    // Times are not for tests; but a step must not cost what a search costs.
    let told = format!("{each:?} a step, {count} of {all} both ways, the slowest {slowest:?}");
    assert!(each < most, "{told}");
    eprintln!("{told}");
    // Breakpoints of each kind, from the end back to the last place, and on from there.
    editor.go("continue");
    for name in [
        "field Long.total",
        "lock Long.class",
        "thread Thread-0",
        "Long.add",
    ] {
        let wish = json!({ "breakpoints": [{ "name": name }] });
        let set = editor.ask("setFunctionBreakpoints", wish);
        assert_eq!(set["breakpoints"][0]["verified"], true, "{name}");
        let begins = Instant::now();
        let back = editor.go("reverseContinue");
        assert!(!back.text.starts_with("step 1 of "), "{name}: {back:?}");
        let time = begins.elapsed();
        assert!(time < Duration::from_secs(10), "{name}: {time:?}");
    }
}
