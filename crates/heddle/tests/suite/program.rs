//! A test program: where it is and what its comments expect. See `tests/java/README.md`.

use std::path::{Path, PathBuf};

/// One `.java` file and its expectations.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    /// The class with `main`, which is the file's name.
    pub(crate) class: String,
    pub(crate) expected: Expected,
    pub(crate) property: Option<String>,
    pub(crate) arguments: Vec<String>,
    pub(crate) options: Vec<String>,
    /// Lines marked `//~ kind`.
    pub(crate) marks: Vec<(u64, String)>,
    /// What the message of the violation has to contain, beside all marked lines.
    pub(crate) says: Option<String>,
    /// The only version of the JDK that has what it uses.
    pub(crate) jdk: Option<u32>,
    /// What is known to go wrong now.
    pub(crate) fixme: Option<String>,
    /// What it prints on JDKs that word things differently: version and text.
    pub(crate) other_outputs: Vec<(u32, String)>,
    /// Path below `tests/java`, without the extension.
    label: String,
}

/// What Heddle must say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Holds,
    /// With the kind of the violation.
    Violated(String),
    Unknown,
    /// Nothing is found with up to two preemptions; more would take too long.
    Bounded,
    /// Holds, and prints this.
    Prints(String),
}

impl Expected {
    pub(crate) fn verdict(&self) -> &'static str {
        match self {
            Expected::Holds | Expected::Prints(_) => "holds",
            Expected::Violated(_) => "violated",
            Expected::Unknown | Expected::Bounded => "unknown",
        }
    }

    pub(crate) fn exit(&self) -> i32 {
        match self {
            Expected::Holds | Expected::Prints(_) => 0,
            Expected::Violated(_) => 1,
            Expected::Unknown | Expected::Bounded => 3,
        }
    }
}

impl Program {
    /// All programs below a directory, in order.
    pub(crate) fn all(directory: &Path) -> Vec<Program> {
        let mut files = Vec::new();
        collect(directory, &mut files);
        files.sort();
        let programs = files
            .into_iter()
            .map(|path| Program::read(&path, directory));
        programs.collect()
    }

    /// Whether it can be compiled and run with this version of the JDK.
    pub(crate) fn fits(&self, version: u32) -> bool {
        self.jdk.is_none_or(|it| it == version)
    }

    /// As it is to be judged with this version of the JDK.
    pub(crate) fn on(mut self, version: u32) -> Program {
        let other = self.other_outputs.iter().find(|(it, _)| *it == version);
        if let Some((_, text)) = other {
            self.expected = Expected::Prints(text.clone());
        }
        self
    }

    pub(crate) fn label(&self) -> String {
        self.label.clone()
    }

    /// The blessed report beside the program, whether it is there or not.
    pub(crate) fn report(&self) -> PathBuf {
        self.path.with_extension("report")
    }

    fn read(path: &Path, root: &Path) -> Program {
        let text = read(path);
        let below = path.strip_prefix(root).expect("it was found there");
        let label = below.with_extension("").to_string_lossy().into_owned();
        let directive = |name: &str| header(&text, name, &label);
        let kind = directive("kind");
        let expected = match (below.iter().next().and_then(|it| it.to_str()), &kind) {
            (Some("holds"), None) => Expected::Holds,
            (Some("violated"), Some(kind)) => Expected::Violated(kind.clone()),
            (Some("unknown"), None) => Expected::Unknown,
            (Some("bounded"), None) => Expected::Bounded,
            (Some("prints"), None) => Expected::Prints(read(&path.with_extension("out"))),
            _ => panic!("{label}: wrong directory, or `kind` is missing or out of place"),
        };
        let words = |name: &str| -> Vec<String> {
            let value = directive(name).unwrap_or_default();
            let words = value.split_whitespace().map(str::to_owned);
            // A formula may have blanks: `~` stands for one.
            words.map(|it| it.replace('~', " ")).collect()
        };
        let other = path.with_extension("25.out");
        let other = other.is_file().then(|| (25, read(&other)));
        Program {
            other_outputs: other.into_iter().collect(),
            path: path.to_path_buf(),
            class: path
                .file_stem()
                .expect("a file")
                .to_string_lossy()
                .into_owned(),
            expected,
            property: directive("property"),
            arguments: words("args"),
            options: words("options"),
            marks: marks(&text),
            says: directive("says"),
            jdk: directive("jdk").map(|it| it.parse().expect("a version of the JDK")),
            fixme: directive("fixme"),
            label,
        }
    }
}

const DIRECTIVES: [&str; 7] = [
    "property", "kind", "says", "args", "options", "jdk", "fixme",
];

/// The value of a directive.
fn header(text: &str, name: &str, label: &str) -> Option<String> {
    let mut found = None;
    for line in text.lines().filter_map(|line| line.strip_prefix("//@")) {
        let (key, value) = line
            .split_once(':')
            .unwrap_or_else(|| panic!("{label}: //@{line}"));
        assert!(
            DIRECTIVES.contains(&key.trim()),
            "{label}: there is no directive `{key}`"
        );
        if key.trim() == name {
            found = Some(value.trim().to_owned());
        }
    }
    found
}

fn marks(text: &str) -> Vec<(u64, String)> {
    let marked = text.lines().enumerate().filter_map(|(index, line)| {
        let (_, kind) = line.split_once("//~")?;
        Some((index as u64 + 1, kind.trim().to_owned()))
    });
    marked.collect()
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries =
        std::fs::read_dir(directory).unwrap_or_else(|error| panic!("{directory:?}: {error}"));
    for entry in entries {
        let path = entry.expect("a directory can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "java") {
            files.push(path);
        }
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
