//! The tables of the papers that Heddle grew from, beside what Heddle measures now.
//!
//! `cargo bench -p heddle --bench tables` prints them and writes `target/tables.md`. Words on the
//! command line select tables: `corbett`, `jcat`, `parizek`. `seconds=N` is the time for one cell (20
//! unless told); what takes longer is said to be not exhausted. `classes=PATH main=CLASS args='…'`
//! makes the matrix of configurations for another program instead.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]
#![expect(clippy::print_stderr, reason = "a benchmark tells what it is doing")]

mod papers;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The layers of Corbett's paper.
const CORBETT: &str = "owned,protected,relock,notify,unlock";

/// The configurations of the matrix: what `--reduction` is given, and the order of search. All layers
/// together are another search depth-first, see `crates/explore/src/search/lazy.rs`.
const CONFIGURATIONS: [(&str, &str); 25] = [
    ("none", "dfs"),
    ("owned", "dfs"),
    ("protected", "dfs"),
    ("immutable", "dfs"),
    ("monitors", "dfs"),
    ("future", "dfs"),
    ("future,immutable", "dfs"),
    ("future=insensitive", "dfs"),
    ("future=callee", "dfs"),
    ("future=context", "dfs"),
    ("future=context,immutable", "dfs"),
    ("future=context,points-to=ci", "dfs"),
    ("future=context,points-to=os", "dfs"),
    ("future=context,points-to=ci-demand", "dfs"),
    ("future=context,points-to=cs-demand", "dfs"),
    ("future=context,points-to=ci,immutable", "dfs"),
    ("future=context,points-to=os,immutable", "dfs"),
    ("future=context,points-to=ci-demand,immutable", "dfs"),
    ("future=context,points-to=cs-demand,immutable", "dfs"),
    ("all,future=context", "bfs"),
    (CORBETT, "dfs"),
    ("persistent", "dfs"),
    ("symmetry", "dfs"),
    ("all", "bfs"),
    ("all", "dfs"),
];

/// What is asked for.
struct Wish {
    names: Vec<String>,
    seconds: u64,
    other: Option<Target>,
}

impl Wish {
    fn has(&self, name: &str) -> bool {
        self.other.is_none()
            && (self.names.is_empty() || self.names.iter().any(|it| name.starts_with(it.as_str())))
    }
}

/// A program with its arguments.
#[derive(Clone, Debug)]
struct Target {
    name: String,
    words: Vec<String>,
    arguments: Vec<String>,
}

impl Target {
    fn source(path: &str, arguments: &str) -> Target {
        let file = Path::new(path).file_stem().unwrap_or_default();
        Target {
            name: format!("{} {arguments}", file.to_string_lossy()),
            words: vec![root().join(path).display().to_string()],
            arguments: words(arguments),
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

fn main() {
    let wish = understand(std::env::args().skip(1));
    let mut tables = Vec::new();
    if wish.has("corbett") {
        tables.extend(corbett(&wish));
    }
    if wish.has("jcat") {
        tables.extend(jcat(&wish));
    }
    if wish.has("parizek") {
        tables.extend(parizek(&wish));
    }
    if let Some(target) = &wish.other {
        tables.extend(matrix(&wish, std::slice::from_ref(target)));
    }
    let mut text = format!(
        "# Tables\n\nEach cell had {} s; `> n` means that the search was not exhausted in that time and \
         had come to n states.\nStates are those stored, seconds those of the processor while \
         searching, memory the peak of the process.\n",
        wish.seconds
    );
    for table in &tables {
        let _ = write!(text, "\n{}", table.text());
    }
    println!("{text}");
    let path = root().join("target/tables.md");
    match std::fs::write(&path, text) {
        Ok(()) => println!("written to {}", path.display()),
        Err(error) => println!("can't write {}: {error}", path.display()),
    }
}

fn understand(arguments: impl Iterator<Item = String>) -> Wish {
    let mut wish = Wish {
        names: Vec::new(),
        seconds: 20,
        other: None,
    };
    let (mut classes, mut main, mut given) = (None, None, String::new());
    for word in arguments.filter(|it| !it.starts_with('-')) {
        match word.split_once('=') {
            Some(("seconds", number)) => wish.seconds = number.parse().unwrap_or(20),
            Some(("classes", path)) if !path.is_empty() => classes = Some(path.to_owned()),
            Some(("main", class)) if !class.is_empty() => main = Some(class.to_owned()),
            Some(("args", text)) => given = text.to_owned(),
            Some(_) => {}
            None => wish.names.push(word),
        }
    }
    if let (Some(classes), Some(main)) = (classes, main) {
        // Benchmarks run in the directory of their package; paths are meant from the root.
        let path = root().join(classes).display().to_string();
        wish.other = Some(Target {
            name: format!("{main} {given}"),
            words: vec!["-cp".to_owned(), path, main],
            arguments: words(&given),
        });
    }
    wish
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq)]
enum End {
    /// It is complete; the verdict, and the kind of what is wrong.
    Complete(String),
    /// There was not enough time.
    Cut,
    /// Nothing can be said, and why.
    Failed(String),
}

#[derive(Clone, Debug)]
struct Cell {
    end: End,
    states: u64,
    transitions: u64,
    seconds: f64,
    megabytes: f64,
}

impl Cell {
    fn number(&self, number: u64) -> String {
        match &self.end {
            End::Complete(verdict) if verdict == "holds" => grouped(number),
            End::Complete(verdict) => format!("{} ({verdict})", grouped(number)),
            End::Cut => format!("> {}", grouped(number)),
            End::Failed(why) => why.clone(),
        }
    }

    fn states(&self) -> String {
        self.number(self.states)
    }

    fn transitions(&self) -> String {
        self.number(self.transitions)
    }

    fn seconds(&self) -> String {
        match &self.end {
            End::Failed(_) => "–".to_owned(),
            End::Cut => format!("> {:.1} s", self.seconds),
            End::Complete(_) => format!("{:.2} s", self.seconds),
        }
    }

    fn memory(&self) -> String {
        match &self.end {
            End::Failed(_) => "–".to_owned(),
            _ => format!("{:.0} MB", self.megabytes),
        }
    }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A command of Heddle on a program.
fn run(wish: &Wish, command: &str, target: &Target, options: &[&str]) -> Cell {
    eprintln!("{command} {} {}", target.name.trim(), options.join(" "));
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .arg(command)
        .args(options)
        .args(["--json", "-", "--quiet", "--timeout"])
        .arg(format!("{}s", wish.seconds))
        .args(&target.words)
        .arg("--")
        .args(&target.arguments)
        .output();
    let failed = |why: &str| Cell {
        end: End::Failed(why.to_owned()),
        states: 0,
        transitions: 0,
        seconds: 0.0,
        megabytes: 0.0,
    };
    let Ok(output) = output else {
        return failed("can't be run");
    };
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        let said = String::from_utf8_lossy(&output.stderr);
        return failed(said.lines().next().unwrap_or("says nothing"));
    };
    let statistics = &report["statistics"];
    let number = |name: &str| statistics[name].as_f64().unwrap_or(0.0);
    let verdict = report["verdict"].as_str().unwrap_or("unknown");
    let reason = report["unknown"][0]["reason"].as_str().unwrap_or("");
    let end = match (verdict, report["violations"][0]["kind"].as_str()) {
        ("holds", _) => End::Complete("holds".to_owned()),
        (_, Some(kind)) => End::Complete(kind.to_owned()),
        _ if reason.contains("time limit") => End::Cut,
        _ if reason.contains("spurious") => End::Complete("spurious deadlock".to_owned()),
        _ => End::Failed(format!("unknown: {reason}")),
    };
    // SPIN's searches are measured on the clock.
    let seconds = match number("explore_cpu_seconds") {
        0.0 => number("seconds"),
        seconds => seconds,
    };
    Cell {
        end,
        states: number("states") as u64,
        transitions: number("transitions") as u64,
        seconds,
        megabytes: number("peak_memory_bytes") / f64::from(1 << 20),
    }
}

/// Places where a thread of the model for SPIN lets others go first: what is left of Corbett's visible
/// transformations when data that is owned or protected, and all that pushes back or forward, is not.
fn places(target: &Target) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["export", "promela"])
        .args(&target.words)
        .arg("--")
        .args(&target.arguments)
        .output();
    match output {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            let stops = text.lines().filter(|line| line.trim() == "atomic {");
            stops.count().to_string()
        }
        _ => "–".to_owned(),
    }
}

/// How a cell is shown.
type Show = fn(&Cell) -> String;

struct Table {
    title: String,
    note: String,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(title: &str, note: &str, head: &[&str]) -> Table {
        Table {
            title: title.to_owned(),
            note: note.to_owned(),
            rows: vec![head.iter().map(|it| (*it).to_owned()).collect()],
        }
    }

    /// The table as Markdown that can also be read as it is.
    fn text(&self) -> String {
        let columns = self.rows[0].len();
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = format!("## {}\n\n", self.title);
        if !self.note.is_empty() {
            let _ = writeln!(text, "{}\n", self.note);
        }
        for (index, row) in self.rows.iter().enumerate() {
            for (cell, width) in row.iter().zip(&widths) {
                let _ = write!(text, "| {cell:>width$} ");
            }
            text.push_str("|\n");
            if index == 0 {
                for width in &widths {
                    let _ = write!(text, "|{}:", "-".repeat(width + 1));
                }
                text.push_str("|\n");
            }
        }
        text
    }
}

fn corbett(wish: &Wish) -> Vec<Table> {
    let note = "Corbett's base and reduced models (visible transformations, states), and Heddle: without \
                reductions, with the layers of the paper alone, with all; and the places where threads \
                of the model for SPIN let others go first. (The paper's base stops at every access; \
                against such a base its layers here have 3,252 / 119 and 11,430 / 369 states at \
                sizes 2 and 3, see crates/oracle/tests/reductions.rs.)";
    let tables = papers::CORBETT.iter().map(|(title, program, rows)| {
        let head = [
            "size",
            "paper: base",
            "states",
            "reduced",
            "states",
            "heddle: none",
            CORBETT,
            "all",
            "places",
        ];
        let mut table = Table::new(title, note, &head);
        for size in 1..=7 {
            let of_paper = rows.get(size - 1).copied().unwrap_or(["–"; 4]);
            let path = format!("bench/programs/{program}.java");
            let target = Target::source(&path, &size.to_string());
            let mut row = vec![size.to_string()];
            row.extend(of_paper.map(str::to_owned));
            for layers in ["none", CORBETT, "all"] {
                row.push(run(wish, "check", &target, &["--reduction", layers]).states());
            }
            row.push(places(&target));
            table.rows.push(row);
        }
        table
    });
    tables.collect()
}

fn jcat(wish: &Wish) -> Vec<Table> {
    let note = "JCAT's models in SPIN 2.9.4; Heddle's models in the SPIN that is installed (`heddle \
                spin --property deadlock`, the last sizes with `--collapse`), and Heddle's own search.";
    let tables = papers::JCAT.iter().map(|(title, path, rows)| {
        let head = [
            "size",
            "paper: states",
            "transitions",
            "hashed",
            "spin: states",
            "transitions",
            "time",
            "heddle: states",
            "time",
        ];
        let mut table = Table::new(title, note, &head);
        for (size, states, transitions, hashed) in *rows {
            let target = Target::source(path, size);
            let mut options = vec!["--property", "deadlock"];
            if *hashed == "yes" {
                options.push("--collapse");
            }
            let spin = run(wish, "spin", &target, &options);
            let own = run(
                wish,
                "check",
                &target,
                &["--property", "deadlock,-partial-deadlock"],
            );
            let of_paper = [*size, *states, *transitions, *hashed].map(str::to_owned);
            let mut row = of_paper.to_vec();
            row.extend([spin.states(), spin.transitions(), spin.seconds()]);
            row.extend([own.states(), own.seconds()]);
            table.rows.push(row);
        }
        table
    });
    tables.collect()
}

fn parizek(wish: &Wish) -> Vec<Table> {
    let targets: Vec<Target> = papers::SYSTEMS
        .iter()
        .map(|system| match system.main {
            None => Target::source(system.path, system.arguments),
            Some(main) => Target {
                name: format!("{main} {}", system.arguments),
                words: sources(&root().join(system.path)),
                arguments: words(system.arguments),
            },
        })
        .collect();
    let note = "Of the paper: states with the original JPF, and with its best configuration. Of ours: \
                without reductions and with all. The programs are of the same kind, not the same.";
    let head = [
        "paper's program",
        "original",
        "best",
        "share",
        "our program",
        "none",
        "all",
        "share",
    ];
    let mut shares = Table::new(
        "Parízek and Lhoták: what is left of the states",
        note,
        &head,
    );
    let (cells, mut tables) = measured(wish, &targets);
    let last = CONFIGURATIONS.len() - 1;
    for (index, system) in papers::SYSTEMS.iter().enumerate() {
        let (none, all) = (&cells[0][index], &cells[last][index]);
        let is_known = none.states > 0 && matches!(all.end, End::Complete(_));
        let share = match is_known {
            true => format!(
                "{}{:.4}",
                if none.end == End::Cut { "< " } else { "" },
                all.states as f64 / none.states as f64
            ),
            false => "–".to_owned(),
        };
        let mut row = [system.paper, system.original, system.best, system.share]
            .map(str::to_owned)
            .to_vec();
        let name = targets[index].name.trim().to_owned();
        row.extend([name, none.states(), all.states(), share]);
        shares.rows.push(row);
    }
    tables.insert(0, shares);
    tables
}

/// All sources in a directory.
fn sources(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let names = entries.map(|it| it.path().display().to_string());
    let mut names: Vec<String> = names.filter(|it| it.ends_with(".java")).collect();
    names.sort();
    // The one with the main method comes first.
    names.sort_by_key(|it| !it.ends_with("/Main.java"));
    names
}

/// Every configuration on every program: states, time and memory.
fn matrix(wish: &Wish, targets: &[Target]) -> Vec<Table> {
    measured(wish, targets).1
}

fn measured(wish: &Wish, targets: &[Target]) -> (Vec<Vec<Cell>>, Vec<Table>) {
    let cells: Vec<Vec<Cell>> = CONFIGURATIONS
        .iter()
        .map(|(layers, order)| {
            let options = ["--reduction", layers, "--search", order];
            let row = targets.iter();
            row.map(|target| run(wish, "check", target, &options))
                .collect()
        })
        .collect();
    let shown: [(&str, Show); 3] = [
        ("states", Cell::states),
        ("time", Cell::seconds),
        ("memory", Cell::memory),
    ];
    let tables = shown.into_iter().map(|(what, show)| {
        let title = format!("Configurations and programs: {what}");
        let mut head = vec!["--reduction", "--search"];
        head.extend(targets.iter().map(|it| it.name.trim()));
        let mut table = Table::new(&title, "", &head);
        for ((layers, order), row) in CONFIGURATIONS.iter().zip(&cells) {
            let mut line = vec![(*layers).to_owned(), (*order).to_owned()];
            line.extend(row.iter().map(show));
            table.rows.push(line);
        }
        table
    });
    let tables = tables.collect();
    (cells, tables)
}
