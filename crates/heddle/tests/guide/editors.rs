//! The launch entries of the guide, given to the debug adapter that they name.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = "public class Launched {
    static int count;
    public static void main(String[] args) {
        new Thread(() -> count++).start();
        count++;
    }
}
";

/// The text between two marks in the page.
fn part(page: &str, begin: &str, end: &str) -> String {
    let (_, rest) = page
        .split_once(begin)
        .unwrap_or_else(|| panic!("no {begin}"));
    rest.split_once(end).unwrap().0.to_owned()
}

/// The strings of a text, in quotes.
fn strings(text: &str) -> Vec<String> {
    text.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn stepping() -> String {
    std::fs::read_to_string(super::guide().join("stepping.md")).unwrap()
}

/// Starts the adapter with such words, launches what the entry says, and waits for the first stop.
fn launch(name: &str, words: &[String], entry: &Value) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("guide")
        .join(name);
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("Launched.java");
    std::fs::write(&file, PROGRAM).unwrap();
    let entry = entry.to_string();
    let entry = entry
        .replace("${file}", &file.display().to_string())
        .replace("${workspaceFolder}", &directory.display().to_string());
    let entry: Value = serde_json::from_str(&entry).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(words)
        .env("XDG_CACHE_HOME", directory.join(".cache"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (number, (command, arguments)) in [
        ("initialize", json!({})),
        ("launch", entry),
        ("configurationDone", Value::Null),
    ]
    .into_iter()
    .enumerate()
    {
        let request = json!({
            "seq": number + 1, "type": "request", "command": command, "arguments": arguments,
        });
        let text = request.to_string();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }
    loop {
        let mut header = String::new();
        assert!(
            output.read_line(&mut header).unwrap() > 0,
            "{name}: it never stops anywhere"
        );
        let length: usize = header.trim().split(": ").nth(1).unwrap().parse().unwrap();
        output.read_line(&mut header).unwrap();
        let mut text = vec![0; length];
        output.read_exact(&mut text).unwrap();
        let message: Value = serde_json::from_slice(&text).unwrap();
        assert_ne!(message["success"], false, "{name}: {message}");
        if message["event"] == "stopped" {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_entry_for_vs_code_starts_a_session() {
    let text = part(&stepping(), "```json\n", "```");
    let launches: Value = serde_json::from_str(&text).unwrap();
    let entry = &launches["configurations"][0];
    let package = super::root().join("integrations/editors/vscode/package.json");
    let package: Value = serde_json::from_str(&std::fs::read_to_string(package).unwrap()).unwrap();
    let debugger = &package["contributes"]["debuggers"][0];
    assert_eq!(entry["type"], debugger["type"]);
    let known = &debugger["configurationAttributes"]["launch"]["properties"];
    for key in entry.as_object().unwrap().keys() {
        let is_known = ["type", "request", "name"].contains(&&**key) || known.get(key).is_some();
        assert!(is_known, "{key}");
    }
    assert_eq!(debugger["program"], "heddle");
    let words = debugger["args"].as_array().unwrap().iter();
    let words: Vec<String> = words.map(|it| it.as_str().unwrap().to_owned()).collect();
    launch("vscode", &words, entry);
}

#[test]
fn the_entries_for_neovim_and_emacs_start_a_session() {
    let page = stepping();
    let lua = part(&page, "```lua\n", "```");
    let words = strings(&part(&lua, "args = {", "}"));
    assert!(lua.contains("command = \"heddle\""));
    let mut entry = json!({});
    let table = part(&lua, "configurations.java, {", "})");
    for line in table.lines().filter(|it| it.contains(" = ")) {
        let (key, value) = line.split_once(" = ").unwrap();
        entry[key.trim()] = json!(strings(value)[0]);
    }
    launch("neovim", &words, &entry);
    let lisp = part(&page, "```elisp\n", "```");
    assert!(lisp.contains("command \"heddle\""));
    let words = strings(&part(&lisp, "command-args (", ")"));
    assert!(lisp.contains(":program dape-buffer-default"));
    launch("emacs", &words, &json!({ "program": "${file}" }));
}
