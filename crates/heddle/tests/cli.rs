//! The binary from outside: what needs no JDK.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs heddle in a directory of its own.
fn heddle(directory: &str, words: &[&str]) -> Output {
    let directory = home(directory);
    Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(words)
        .current_dir(&directory)
        .env("XDG_CACHE_HOME", directory.join("cache"))
        .output()
        .unwrap()
}

fn home(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The exit code and what was said on stderr.
fn said(output: &Output) -> (i32, String) {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), text)
}

#[test]
fn wrong_input_gets_one_line_and_exit_2() {
    for (words, expected) in [
        (
            &["chekc", "X"][..],
            "heddle: unrecognized subcommand 'chekc'; did you mean `check`?\n",
        ),
        (&["check", "No.java"], "heddle: there is no file No.java\n"),
        (&["check", "no.jar"], "heddle: there is no file no.jar\n"),
        (
            &["check", "X", "--property", "dedlock"],
            "heddle: --property: there is no property `dedlock`; did you mean `deadlock`?\n",
        ),
        (
            &["prove", "X", "--property", "non-termination"],
            "heddle: heddle prove does not look for non-termination; heddle check does\n",
        ),
        (
            &["replay", "0.1"],
            "heddle: this schedule does not tell its program; add the TARGET\n",
        ),
        (
            &["replay", "0.q", "X"],
            "heddle: `q` is no step of a schedule; a schedule looks like 0x12.1.2:1.1:e\n",
        ),
        (
            &["check", "X", "--jdk", "nowhere"],
            "heddle: nowhere is not a usable JDK",
        ),
    ] {
        let output = heddle("wrong", words);
        let (code, text) = said(&output);
        assert_eq!(code, 2, "{words:?}");
        assert!(text.starts_with(expected), "{words:?}: {text}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
}

#[test]
fn errors_go_to_the_json_too() {
    let words = ["check", "X", "--jdk", "nowhere", "--json", "report.json"];
    let output = heddle("json", &words);
    assert_eq!(output.status.code(), Some(2));
    let directory = home("json");
    let text = std::fs::read_to_string(directory.join("report.json")).unwrap();
    assert!(text.contains("\"verdict\": \"error\"") && text.contains("not a usable JDK"));
    let left = std::fs::read_dir(directory).unwrap().count();
    assert_eq!(left, 1, "nothing half-written stays");
}

#[test]
fn the_configuration_is_found_above_and_checked() {
    let directory = home("config");
    std::fs::create_dir_all(directory.join("below")).unwrap();
    std::fs::write(directory.join("heddle.toml"), "serch = \"bfs\"\n").unwrap();
    let (code, text) = said(&heddle("config/below", &["check", "X"]));
    assert_eq!(code, 2);
    assert!(text.ends_with("heddle.toml: there is no setting `serch`; did you mean `search`?\n"));

    std::fs::write(directory.join("heddle.toml"), "search = \"up\"\n").unwrap();
    let (_, text) = said(&heddle("config/below", &["check", "X"]));
    assert!(
        text.contains("heddle.toml: invalid value 'up' for '--search <ORDER>'"),
        "{text}"
    );

    std::fs::write(
        directory.join("heddle.toml"),
        "jdk = \"nowhere\"\nall = true\n",
    )
    .unwrap();
    let (_, text) = said(&heddle("config/below", &["check", "X"]));
    assert!(
        text.contains("config/nowhere is not a usable JDK"),
        "{text}"
    );
    let (_, text) = said(&heddle("config/below", &["check", "X", "--jdk", "here"]));
    assert!(
        text.starts_with("heddle: here is not a usable JDK"),
        "{text}"
    );
}

#[test]
fn help_teaches() {
    for words in [&["--help"][..], &["check", "--help"]] {
        let output = heddle("help", words);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("Exit codes:"),
            "{words:?}"
        );
        assert!(!text.contains('\u{1b}'), "no colors into a pipe");
    }
    assert!(heddle("help", &["man"]).status.success());
    assert!(heddle("help", &["completions", "zsh"]).status.success());
    assert_eq!(heddle("help", &[]).status.code(), Some(2));
}

#[test]
fn every_word_of_a_report_is_explained() {
    let all = heddle("explain", &["explain"]);
    assert_eq!(all.status.code(), Some(0));
    let text = String::from_utf8(all.stdout).unwrap();
    for word in ["deadlock", "race", "persistent", "sequential-consistency"] {
        assert!(text.contains(&format!("  {word} ")), "{text}");
        let one = heddle("explain", &["explain", word]);
        let one = String::from_utf8(one.stdout).unwrap();
        assert!(one.starts_with(&format!("{word}: ")), "{one}");
    }
    let (code, error) = said(&heddle("explain", &["explain", "dedlock"]));
    assert_eq!(code, 2);
    assert!(error.contains("did you mean `deadlock`?"), "{error}");
}
