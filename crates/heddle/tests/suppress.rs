//! `suppress` in `heddle.toml` and on the command line: what is named is left out and counted, and the
//! search goes on.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Two races: one on a map of the library, one on a field of the program.
const TWO_RACES: &str = "
import java.util.HashMap;

class TwoRaces {
    static final HashMap<Integer, Integer> map = new HashMap<>();
    static int count;

    public static void main(String[] args) {
        new Thread(() -> {
            map.put(1, 1);
            count = 1;
        }).start();
        map.put(2, 2);
        count = 2;
    }
}
";

fn room(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("suppress")
        .join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("TwoRaces.java"), TWO_RACES).unwrap();
    path
}

/// The exit code of a check, and its text in one line.
fn check(room: &Path, options: &[&str]) -> (Option<i32>, String) {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suppress-cache");
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["check", "-q", "TwoRaces.java", "--property", "race"])
        .args(options)
        .current_dir(room)
        .env("XDG_CACHE_HOME", cache)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    (output.status.code(), words.join(" "))
}

#[test]
fn what_is_suppressed_is_left_out_and_the_rest_is_found() {
    let room = room("words");
    let on_map = "data race on TwoRaces.map, a HashMap: put by main";
    let on_count = "data race on TwoRaces.count: write by main";
    let (code, text) = check(&room, &["--all"]);
    assert_eq!(code, Some(1));
    assert!(text.contains(on_map) && text.contains(on_count), "{text}");
    for word in [
        "java.util.HashMap",
        "TwoRaces.map",
        "map",
        "TwoRaces.java:10",
    ] {
        let (code, text) = check(&room, &["--all", "--suppress", word]);
        assert_eq!(code, Some(1), "{word}: {text}");
        assert!(
            !text.contains(on_map) && text.contains(on_count),
            "{word}: {text}"
        );
    }
    for words in ["race", "TwoRaces.map,TwoRaces.count", "TwoRaces.java"] {
        let (code, text) = check(&room, &["--suppress", words]);
        assert_eq!(code, Some(0), "{words}: {text}");
        assert!(
            text.contains("findings are suppressed (--suppress)"),
            "{words}: {text}"
        );
    }
    let (code, text) = check(&room, &["--suppress", "TwoRaces.ma,ap,HashMa,deadlock"]);
    assert_eq!(code, Some(1), "parts of names are not names: {text}");
}

#[test]
fn a_project_suppresses_by_its_settings() {
    let room = room("project");
    let settings = "suppress = [\"java.util.HashMap\", \"TwoRaces.count\"]\n";
    std::fs::write(room.join("heddle.toml"), settings).unwrap();
    let (code, text) = check(&room, &[]);
    assert_eq!(code, Some(0), "{text}");
    let (_, one) = check(&room, &["--reduction", "none", "-j", "1"]);
    let (_, two) = check(&room, &["--reduction", "none", "-j", "2"]);
    let told = |text: &str| text.split("assumed:").nth(1).map(str::to_owned);
    assert_eq!(
        told(&one),
        told(&two),
        "the number of workers changes nothing"
    );
}
