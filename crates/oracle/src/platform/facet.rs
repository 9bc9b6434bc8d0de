//! Facets, read from text.
//!
//! In: the files of `resources/platform/`. Out: [`Facet`]s. The format, line by line:
//!
//! | line | meaning |
//! |---|---|
//! | `facet NAME [cost N] [jdk N] [spawns] [spins] [racy] [process]` | a facet begins |
//! | `\| …` | members of the class |
//! | `> …` | statements of main before all steps |
//! | `- …` | a step that any thread may take |
//! | `1- …`, `2- …` | a step of the first or second of two different threads |
//! | `0- …` | a step of main |
//! | `< …` | statements of main when all threads have ended |
//! | two or three spaces | the step or the statements go on |
//! | `# …` | a remark |
//!
//! In the Java, `@` is a number that no other facet of the program has, `%` one that no other step has, `$v` and `$w` are the two shared
//! volatile variables, `$n` a number from 1 to 3, `$b` true or false, `$t` another thread, `$u` the other
//! of the two threads, `$P` the class, `$inner` other steps, and `~` a place where time may pass.

use std::sync::LazyLock;

const TEXTS: [&str; 8] = [
    include_str!("../../resources/platform/life.txt"),
    include_str!("../../resources/platform/initialisation.txt"),
    include_str!("../../resources/platform/reflection.txt"),
    include_str!("../../resources/platform/monitors.txt"),
    include_str!("../../resources/platform/console.txt"),
    include_str!("../../resources/platform/locks.txt"),
    include_str!("../../resources/platform/collections.txt"),
    include_str!("../../resources/platform/tasks.txt"),
];

static FACETS: LazyLock<Vec<Facet>> =
    LazyLock::new(|| TEXTS.iter().flat_map(|it| read(it)).collect());

/// A piece of Java about one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facet {
    /// What it is called.
    pub name: String,
    /// What it adds to the size of a search, roughly.
    pub cost: u32,
    /// The oldest JDK that has what it is about.
    pub jdk: u32,
    /// Whether there may be data races in it.
    pub racy: bool,
    /// Whether a thread may wait without coming to rest.
    pub spins: bool,
    /// Whether each run needs a JVM of its own.
    pub process: bool,
    /// Whether there is one thread more.
    pub(crate) spawns: bool,
    pub(crate) members: Vec<String>,
    pub(crate) setup: Vec<String>,
    pub(crate) steps: Vec<Template>,
    pub(crate) finish: Vec<String>,
}

/// A step as the text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    pub(crate) who: Who,
    pub(crate) text: String,
}

/// Who may take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Any,
    Main,
    First,
    Second,
}

/// All facets.
pub fn facets() -> &'static [Facet] {
    &FACETS
}

fn read(text: &str) -> Vec<Facet> {
    let mut facets: Vec<Facet> = Vec::new();
    for line in text.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(facet) = head(line) else {
            let facet = facets.last_mut().expect("a facet begins with its name");
            read_line(facet, line);
            continue;
        };
        facets.push(facet);
    }
    facets
}

fn head(line: &str) -> Option<Facet> {
    let mut words = line.strip_prefix("facet ")?.split(' ');
    let mut facet = Facet {
        name: words.next()?.to_owned(),
        cost: 1,
        jdk: 17,
        ..Facet::default()
    };
    while let Some(word) = words.next() {
        let mut number = || {
            words
                .next()
                .and_then(|it| it.parse().ok())
                .expect("a number")
        };
        match word {
            "cost" => facet.cost = number(),
            "jdk" => facet.jdk = number(),
            "racy" => facet.racy = true,
            "spawns" => facet.spawns = true,
            "spins" => facet.spins = true,
            "process" => facet.process = true,
            _ => panic!("{word:?} means nothing: {line}"),
        }
    }
    Some(facet)
}

fn read_line(facet: &mut Facet, line: &str) {
    let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
    let who = match mark {
        "-" => Some(Who::Any),
        "0-" => Some(Who::Main),
        "1-" => Some(Who::First),
        "2-" => Some(Who::Second),
        _ => None,
    };
    match (mark, who) {
        (_, Some(who)) => facet.steps.push(Template {
            who,
            text: rest.to_owned(),
        }),
        ("|", _) => facet.members.push(rest.to_owned()),
        (">", _) => facet.setup.push(rest.to_owned()),
        ("<", _) => facet.finish.push(rest.to_owned()),
        ("", _) if !facet.finish.is_empty() => facet.finish.push(rest.trim().to_owned()),
        ("", _) => {
            let step = facet.steps.last_mut().expect("a step goes on");
            step.text.push('\n');
            step.text.push_str(rest.trim());
        }
        _ => panic!("{line:?} means nothing"),
    }
}
