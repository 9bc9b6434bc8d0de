//! The user guide, run: every program in `docs/guide` is written down as it stands there, every command is
//! given to a shell, and what it prints is compared with what the page says.
//!
//! In a page, a `java` block with a class at its left margin is the file of that class, and a block with a
//! file's name after its language is that file. A `console` block holds commands after `$` and what they print;
//! a line `…` there stands for any lines. Times, memory, counts of states and tokens may differ. After
//! `BLESS=1` the pages say what the commands print.

mod editors;
mod page;

use std::path::{Path, PathBuf};
use std::process::Command;

use page::{Block, Page};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn guide() -> PathBuf {
    root().join("docs/guide")
}

/// Heddle before all other programs on the path.
fn path() -> String {
    let own = Path::new(env!("CARGO_BIN_EXE_heddle")).parent().unwrap();
    let others = std::env::var("PATH").unwrap_or_default();
    format!("{}:{others}", own.display())
}

/// JUnit's jars, as `make tools` installs them.
fn junit() -> String {
    let names = [
        "junit-jupiter-api",
        "junit-jupiter-engine",
        "junit-platform-commons",
        "junit-platform-engine",
        "opentest4j",
        "apiguardian-api",
    ];
    let jars = names.map(|it| format!("/usr/share/java/{it}.jar"));
    jars.join(":")
}

/// The oldest JDK there is, so that the pages say the same everywhere.
fn jdk() -> PathBuf {
    let jdks = classpath::Jdk::installed().into_iter();
    let oldest = jdks
        .filter(|it| it.version() >= 17)
        .min_by_key(|it| it.version());
    oldest.expect("a JDK is installed").home().to_path_buf()
}

/// What a command prints, on both streams.
fn run(directory: &Path, command: &str, status: i32) -> (String, i32) {
    let script = format!("exec 2>&1\n(exit {status})\n{command}\n");
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(directory)
        .env("PATH", path())
        .env("JAVA_HOME", jdk())
        .env("JUNIT", junit())
        .env("XDG_CACHE_HOME", directory.join(".cache"))
        .env_remove("GITHUB_ACTIONS")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    (
        page::without_progress(&text),
        output.status.code().unwrap_or(-1),
    )
}

/// Runs a page, and tells what differs.
fn try_page(name: &str) -> Vec<String> {
    let file = guide().join(name);
    let mut page = Page::read(&file);
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("guide")
        .join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    let (mut differences, mut token, mut status) = (Vec::new(), String::new(), 0);
    for block in &mut page.blocks {
        match block {
            Block::File(file, text) => {
                let file = directory.join(file);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(file, text).unwrap();
            }
            Block::Console(commands) => {
                for command in commands {
                    let (printed, code) = run(&directory, &command.with_token(&token), status);
                    status = code;
                    if let Some(last) = page::token_in(&printed) {
                        token = last;
                    }
                    assert!(code != 4, "{name}: {}: {printed}", command.words);
                    if !command.allows(&printed) {
                        differences.push(format!("{name}: $ {}\n{printed}", command.words));
                        command.printed = printed;
                    }
                }
            }
            Block::Other(_) => {}
        }
    }
    if std::env::var_os("BLESS").is_some() && !differences.is_empty() {
        std::fs::write(file, page.text()).unwrap();
        return Vec::new();
    }
    differences
}

#[test]
fn every_command_prints_what_the_guide_says() {
    let pages = page::names(&guide());
    assert!(pages.len() > 10, "{pages:?}");
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let differences: Vec<String> = std::thread::scope(|scope| {
        let work = || {
            let mut all = Vec::new();
            while let Some(name) =
                pages.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
            {
                all.extend(try_page(name));
            }
            all
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|it| it.join().unwrap())
            .collect()
    });
    assert!(
        differences.is_empty(),
        "BLESS=1 puts these in the pages:\n{}",
        differences.join("\n")
    );
}

#[test]
fn every_page_is_linked_from_the_first() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(
        readme.contains("(docs/guide/README.md)"),
        "the README does not name the guide"
    );
    let first = std::fs::read_to_string(guide().join("README.md")).unwrap();
    for name in page::names(&guide()) {
        assert!(
            name == "README.md" || first.contains(&format!("({name})")),
            "{name}"
        );
    }
}

/// Pages name files of the repository and each other.
#[test]
fn links_lead_somewhere() {
    for name in page::names(&guide()) {
        let text = std::fs::read_to_string(guide().join(&name)).unwrap();
        for (_, rest) in text
            .match_indices("](")
            .map(|(at, _)| text.split_at(at + 2))
        {
            let target = rest.split([')', '#']).next().unwrap();
            let is_file = !target.is_empty() && !target.contains("://");
            assert!(
                !is_file || guide().join(target).exists(),
                "{name}: {target}"
            );
        }
    }
}

/// What is in blocks that no shell runs: options that build tools give.
#[test]
fn options_for_build_tools_exist() {
    let text = std::fs::read_to_string(guide().join("builds.md")).unwrap();
    let maven: Vec<&str> = text
        .lines()
        .filter_map(|it| {
            it.trim()
                .strip_prefix("<argument>")?
                .strip_suffix("</argument>")
        })
        .collect();
    let gradle = text
        .lines()
        .find_map(|it| it.trim().strip_prefix("commandLine("))
        .unwrap();
    let gradle: Vec<&str> = gradle.split('"').skip(1).step_by(2).collect();
    let action = root().join("integrations/github/action.yml");
    let action = std::fs::read_to_string(action).unwrap();
    let action = action
        .lines()
        .find_map(|it| it.trim().strip_prefix("default: --"))
        .unwrap();
    let action = format!("test --{action}");
    let action: Vec<&str> = action.split(' ').collect();
    for words in [&maven[..], &gradle[1..], &action[..]] {
        assert_eq!(words[0], "test", "{words:?}");
        let mut words: Vec<&str> = words.to_vec();
        match words.iter().position(|it| *it == "-cp") {
            Some(at) => words.insert(at + 1, "nowhere"),
            None => words.extend(["-cp", "nowhere"]),
        }
        let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .args(&words)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            !text.contains("argument") && !text.contains("invalid"),
            "{words:?}: {text}"
        );
    }
}
