//! What a checked program sees of the host: nothing but what the command line names. And one run of a
//! program, as it is shown.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Reads a file, an input and a resource; the arguments say what must be there.
const READER: &str = r#"
import java.io.*;
import java.nio.file.*;
import java.util.*;

class Reader {
    public static void main(String[] args) throws Exception {
        String what = args[0];
        if (what.equals("file")) {
            assert Files.readString(Path.of(args[1])).equals("content\n");
            assert new File(args[1]).length() == 8;
        } else if (what.equals("list")) {
            String[] names = new File(args[1]).list();
            assert Arrays.toString(names).equals(args[2]) : Arrays.toString(names);
        } else if (what.equals("write")) {
            Files.writeString(Path.of(args[1]), "changed");
            assert Files.readString(Path.of(args[1])).equals("changed");
        } else if (what.equals("input")) {
            Scanner scanner = new Scanner(System.in);
            assert scanner.nextInt() + scanner.nextInt() == 42;
            assert !scanner.hasNext() && System.in.read() == -1;
        } else if (what.equals("resource")) {
            Properties properties = new Properties();
            properties.load(Reader.class.getResourceAsStream("/some/conf.properties"));
            assert properties.getProperty("key").equals("value");
            try (InputStream stream = Reader.class.getResource("some/conf.properties").openStream()) {
                assert stream.read() == 'k';
            }
            assert ResourceBundle.getBundle("some.conf").getString("key").equals("value");
            assert Reader.class.getResource("none") == null;
            assert ClassLoader.getSystemResource("none") == null;
        }
    }
}
"#;

fn room(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("given")
        .join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(path.join("data/some")).unwrap();
    std::fs::write(path.join("Reader.java"), READER).unwrap();
    std::fs::write(path.join("data/a.txt"), "content\n").unwrap();
    std::fs::write(path.join("data/some/conf.properties"), "key=value\n").unwrap();
    std::fs::write(path.join("numbers"), "40 2\n").unwrap();
    path
}

fn check(directory: &Path, options: &[&str], arguments: &[&str]) -> Output {
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("given-cache");
    Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["check", "-q", "Reader.java"])
        .args(options)
        .arg("--")
        .args(arguments)
        .current_dir(directory)
        .env("XDG_CACHE_HOME", cache)
        .output()
        .unwrap()
}

#[track_caller]
fn expect(code: i32, output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    let more = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}{more}");
    format!("{text}{more}")
}

#[test]
fn files_that_are_allowed() {
    let here = room("allowed");
    // The host has it, so nothing is said of a program that was not given it.
    let text = expect(3, &check(&here, &[], &["file", "data/a.txt"]));
    assert!(text.contains("--allow data/a.txt gives it"), "{text}");
    let text = expect(1, &check(&here, &[], &["file", "data/none.txt"]));
    assert!(
        text.contains("NoSuchFileException: data/none.txt"),
        "{text}"
    );
    let file = ["--allow", "data/a.txt"];
    expect(0, &check(&here, &file, &["file", "data/a.txt"]));
    expect(0, &check(&here, &file, &["list", "data", "[a.txt]"]));
    let all = ["--allow", "data:numbers"];
    expect(0, &check(&here, &all, &["list", "data", "[a.txt, some]"]));
    let names = "[data, numbers, tmp]";
    expect(0, &check(&here, &all, &["list", "/", names]));
    let absolute = here.join("data/a.txt");
    let absolute = absolute.to_str().unwrap();
    let arguments = ["file", absolute];
    expect(0, &check(&here, &["--allow", absolute], &arguments));
}

#[test]
fn what_the_program_writes_stays_its_own() {
    let here = room("written");
    let options = ["--allow", "data/a.txt"];
    expect(0, &check(&here, &options, &["write", "data/a.txt"]));
    expect(0, &check(&here, &options, &["write", "new.txt"]));
    let content = std::fs::read_to_string(here.join("data/a.txt")).unwrap();
    assert_eq!(content, "content\n");
    assert!(!here.join("new.txt").exists());
}

#[test]
fn the_standard_input() {
    let here = room("input");
    expect(0, &check(&here, &["--stdin", "numbers"], &["input"]));
    let text = expect(1, &check(&here, &[], &["input"]));
    assert!(text.contains("NoSuchElementException"), "{text}");
}

#[test]
fn resources_of_the_class_path() {
    let here = room("resources");
    expect(0, &check(&here, &["-cp", "data"], &["resource"]));
}

#[test]
fn what_can_not_be_read() {
    let here = room("refused");
    let text = expect(2, &check(&here, &["--allow", "none"], &["file", "none"]));
    assert!(text.contains("--allow: none: "), "{text}");
    let text = expect(2, &check(&here, &["--stdin", "data"], &["input"]));
    assert!(text.contains("--stdin: data: is no file"), "{text}");
}

/// Prints what another thread may have written.
const PRINTS: &str = "class Prints {
    static volatile int value;
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> value = 1);
        other.start();
        System.out.println(value);
        other.join();
    }
}
";

#[test]
fn one_run_is_shown() {
    let here = room("walk");
    std::fs::write(here.join("Prints.java"), PRINTS).unwrap();
    let mut outputs: Vec<String> = Vec::new();
    for seed in 0..8 {
        let seed = seed.to_string();
        let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .args(["check", "-q", "Prints.java", "--search", "random"])
            .args(["--walks", "1", "--json", "-", "--seed", &seed])
            .current_dir(&here)
            .env("XDG_CACHE_HOME", here.join("cache"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3), "one run proves nothing");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let steps = report["run"].as_array().expect("steps");
        let starts = |it: &serde_json::Value| it["operation"] == "starts Thread-0";
        assert!(steps.iter().any(starts), "{steps:?}");
        outputs.push(report["output"].as_str().unwrap().to_owned());
    }
    for expected in ["0\n", "1\n"] {
        assert!(outputs.iter().any(|it| it == expected), "{outputs:?}");
    }
}
