//! The facts as a table: plain data for JSON, and text.

use std::collections::{BTreeMap, BTreeSet};

use analysis::access::{Access, Scope};
use analysis::facts::{Claim, Fact, Facts, Subject};
use analysis::notify::Notification;
use analysis::storage::Storage;
use program::MethodId;
use serde::Serialize;

use super::Analyzed;
use super::names::Names;

/// The whole answer.
#[derive(Debug, Serialize)]
pub(crate) struct Table {
    schema: u32,
    heddle: &'static str,
    target: String,
    /// Whether everything is in view.
    pub(crate) is_closed: bool,
    threads: Vec<String>,
    rows: Vec<Row>,
    notifications: Vec<Notified>,
    choices: Choices,
    /// Calls that the storage structure graphs have only by their effect (recursion, or the budget).
    coarse: Vec<String>,
    unknown: Vec<String>,
    assumptions: Vec<&'static str>,
    statistics: Statistics,
}

#[derive(Debug, Serialize)]
struct Statistics {
    methods: usize,
    instances: usize,
    objects: usize,
    threads: usize,
    steps: u64,
}

/// Instructions before which another thread could be given a choice, because they access one of the rows.
#[derive(Debug, Default, Serialize)]
struct Choices {
    /// All of them.
    places: usize,
    /// Those that need none, by the weakest claim about what they access.
    owned: usize,
    immutable: usize,
    protected: usize,
}

/// A `notify` or `notifyAll`.
#[derive(Debug, Serialize)]
struct Notified {
    place: String,
    /// Whether nothing that others could notice lies between it and the exit from the monitor.
    merges_with_exit: bool,
}

/// A field, an array or a lock.
#[derive(Debug, Serialize)]
struct Row {
    kind: &'static str,
    name: String,
    objects: Vec<String>,
    claim: &'static str,
    detail: String,
    /// The starts that make objects with it reachable for another thread.
    given_at: Vec<String>,
    /// Instructions that need no thread choice as far as this is concerned.
    choices_removed: usize,
    accesses: Vec<Entry>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Entry {
    place: String,
    operation: &'static str,
    threads: Vec<String>,
}

/// Puts the facts into a table.
pub(crate) fn table(
    analyzed: &Analyzed<'_>,
    names: &Names<'_>,
    facts: &Facts,
    storage: &Storage,
    scope: Scope,
    target: &str,
) -> Table {
    let points = &analyzed.points;
    let methods: BTreeSet<_> = points.instances.iter().map(|it| it.method).collect();
    // Locks of library objects that only the library takes are its own affair.
    let is_told = |(subject, fact): &(&Subject, &Fact)| match subject {
        Subject::Monitor(object) => {
            let is_library = |class| analyzed.program.class(class).is_library;
            let class = points.classes[*object as usize];
            let by_own = fact.accesses.iter().any(|it| {
                let method = points.instances[it.instance as usize].method;
                !is_library(analyzed.program.method(method).class)
            });
            scope == Scope::Everything || by_own || !is_library(class)
        }
        Subject::Field(_) | Subject::Array(_) | Subject::Library(_) => true,
    };
    let told = facts.facts.iter().filter(is_told);
    let mut rows: Vec<Row> = told
        .clone()
        .map(|(subject, fact)| Row {
            choices_removed: match removal(&fact.claim) {
                Some(_) => sites(analyzed, fact).len(),
                None => 0,
            },
            ..row(names, storage, *subject, fact)
        })
        .collect();
    let choices = choices(analyzed, told.map(|(_, fact)| fact));
    rows.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
    let own = |it: &&analysis::points::OpenCall| {
        let class = analyzed.program.method(it.method).class;
        !analyzed.program.class(class).is_library
    };
    let mut unknown: Vec<String> = points
        .open
        .iter()
        .filter(own)
        .map(|it| format!("{}: {}", names.place(it.method, it.pc), it.reason))
        .collect();
    let mut coarse: Vec<String> = storage
        .collapsed
        .iter()
        .map(|(context, pc)| names.statement(storage, *context, *pc))
        .collect();
    coarse.sort();
    coarse.dedup();
    if storage.is_cut {
        coarse = vec!["the whole program".to_owned()];
    }
    if points.is_cut {
        unknown.push("there is more code than the budget of the analysis allows".to_owned());
    }
    if !facts.is_closed && unknown.is_empty() {
        unknown.push("library code that can't be seen gets objects of the program".to_owned());
    }
    Table {
        schema: 1,
        heddle: env!("CARGO_PKG_VERSION"),
        target: target.to_owned(),
        is_closed: facts.is_closed,
        threads: names.roots().to_vec(),
        rows,
        notifications: Vec::new(),
        choices,
        coarse,
        unknown,
        assumptions: vec![
            "formatting, text, time, files, security and reflection of the library keep nothing \
             that they are given, and ask it for toString, hashCode, equals and compareTo only",
            "reflection inside of the library does not touch the program's objects",
        ],
        statistics: Statistics {
            methods: methods.len(),
            instances: points.instances.len(),
            objects: points.objects.len(),
            threads: points.roots.len(),
            steps: points.steps,
        },
    }
}

/// How a claim makes thread choices unnecessary, the strongest first.
fn removal(claim: &Claim) -> Option<u8> {
    match claim {
        Claim::Owned(_) | Claim::HandedOver(..) => Some(0),
        Claim::Immutable => Some(1),
        Claim::Protected(_) | Claim::Guarded(_) => Some(2),
        Claim::Ordered | Claim::Shared(_) | Claim::Unknown => None,
    }
}

/// The instructions that a fact is about.
fn sites(analyzed: &Analyzed<'_>, fact: &Fact) -> BTreeSet<(MethodId, u32)> {
    let method = |access: &Access| analyzed.points.instances[access.instance as usize].method;
    let accesses = fact.accesses.iter();
    accesses.map(|it| (method(it), it.pc)).collect()
}

/// An instruction may access several things: the weakest claim counts.
fn choices<'a>(analyzed: &Analyzed<'_>, facts: impl Iterator<Item = &'a Fact>) -> Choices {
    let mut weakest: BTreeMap<(MethodId, u32), u8> = BTreeMap::new();
    for fact in facts {
        let removed = removal(&fact.claim).unwrap_or(u8::MAX);
        for site in sites(analyzed, fact) {
            let known = weakest.entry(site).or_default();
            *known = (*known).max(removed);
        }
    }
    let count = |removed| weakest.values().filter(|it| **it == removed).count();
    Choices {
        places: weakest.len(),
        owned: count(0),
        immutable: count(1),
        protected: count(2),
    }
}

fn row(names: &Names<'_>, storage: &Storage, subject: Subject, fact: &Fact) -> Row {
    let (kind, name, variable) = match subject {
        Subject::Field(field) => ("field", names.field(field), "its object"),
        Subject::Array(object) => ("array", names.object(object), "the array"),
        Subject::Monitor(object) => ("lock", names.object(object), "the object"),
        Subject::Library(object) => ("object", names.object(object), "the object"),
    };
    let objects: BTreeSet<String> = fact
        .places
        .iter()
        .filter_map(|it| names.owner(*it))
        .collect();
    let given_at: BTreeSet<String> = fact
        .places
        .iter()
        .filter_map(|it| it.object())
        .flat_map(|it| storage.given_at(it))
        .map(|(context, pc)| names.statement(storage, context, pc))
        .collect();
    let mut accesses: Vec<Entry> = fact.accesses.iter().map(|it| entry(names, it)).collect();
    accesses.sort();
    accesses.dedup();
    let (claim, detail) = match &fact.claim {
        Claim::Owned(roots) => {
            let roots: Vec<&str> = roots.iter().map(|it| names.root(*it)).collect();
            let whom = match &roots[..] {
                [] => "no thread".to_owned(),
                [one] => (*one).to_owned(),
                several => format!("its maker, each time: {}", several.join("; ")),
            };
            ("owned", format!("by {whom}"))
        }
        Claim::HandedOver(roots, starts) => {
            let roots: Vec<&str> = roots.iter().map(|it| names.root(*it)).collect();
            let starts: BTreeSet<String> = starts
                .iter()
                .map(|(context, pc)| names.statement(storage, *context, *pc))
                .collect();
            let starts: Vec<String> = starts.into_iter().collect();
            let detail = format!(
                "by one of {} after the other; changes hands at {}",
                roots.join("; "),
                starts.join(", ")
            );
            ("owned", detail)
        }
        Claim::Guarded(guard) => ("protected", names.guard(guard)),
        Claim::Immutable => (
            "immutable",
            "never written once others can see it".to_owned(),
        ),
        Claim::Protected(lock) => (
            "protected",
            format!("by the lock of {}", names.lock(lock, variable)),
        ),
        Claim::Ordered if kind == "lock" => ("shared", "taken by several threads".to_owned()),
        Claim::Ordered => (
            "ordered",
            "only volatile and atomic accesses meet".to_owned(),
        ),
        Claim::Shared(pair) => {
            let (write, other) = &**pair;
            let detail = format!(
                "possible race: {} and {}",
                names.access(write),
                names.access(other)
            );
            ("shared", detail)
        }
        Claim::Unknown => (
            "unknown",
            "code that can't be seen may access it".to_owned(),
        ),
    };
    Row {
        kind,
        name,
        objects: objects.into_iter().collect(),
        claim,
        detail,
        given_at: given_at.into_iter().collect(),
        choices_removed: 0,
        accesses,
    }
}

fn entry(names: &Names<'_>, access: &Access) -> Entry {
    Entry {
        place: names.access(access),
        operation: match (access.reads, access.writes) {
            (true, true) => "reads and writes",
            (_, true) => "writes",
            _ => "reads",
        },
        threads: names.runners(access),
    }
}

impl Table {
    /// Tells of notifications, too.
    pub(crate) fn add_notifications(&mut self, names: &Names<'_>, all: &[Notification]) {
        self.notifications = all
            .iter()
            .map(|it| Notified {
                place: format!(
                    "{} {}",
                    names.method(it.method),
                    names.place(it.method, it.pc)
                ),
                merges_with_exit: it.merges,
            })
            .collect();
    }

    /// As text.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n", self.target);
        text += "\nthreads\n";
        for thread in &self.threads {
            text += &format!("  {thread}\n");
        }
        for (kind, title) in [
            ("field", "fields"),
            ("array", "arrays"),
            ("lock", "locks"),
            ("object", "objects of the library"),
        ] {
            let rows: Vec<&Row> = self.rows.iter().filter(|it| it.kind == kind).collect();
            if rows.is_empty() {
                continue;
            }
            text += &format!("\n{title}\n");
            for row in rows {
                let given = match &row.given_at[..] {
                    [] => String::new(),
                    _ if row.claim != "protected" && row.claim != "shared" => String::new(),
                    places => format!(" (its maker's until {})", places.join(" or ")),
                };
                text += &format!("  {}: {} {}{given}\n", row.name, row.claim, row.detail);
                if row.claim == "shared" && row.kind != "lock" {
                    for access in &row.accesses {
                        let threads = access.threads.join(", ");
                        text += &format!(
                            "      {} {}, by {threads}\n",
                            access.operation, access.place
                        );
                    }
                }
            }
        }
        if !self.notifications.is_empty() {
            text += "\nnotifications\n";
        }
        for it in &self.notifications {
            let how = match it.merges_with_exit {
                true => "can be merged with the exit from the monitor",
                false => "stands for itself",
            };
            text += &format!("  {}: {how}\n", it.place);
        }
        let Choices {
            places,
            owned,
            immutable,
            protected,
        } = self.choices;
        text += &format!(
            "\nthread choices\n  {places} instructions access what is listed; {} need no thread choice: \
             {owned} owned, {immutable} immutable, {protected} protected\n",
            owned + immutable + protected
        );
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.retain(|it| it.choices_removed > 0);
        rows.sort_by_key(|row| std::cmp::Reverse(row.choices_removed));
        for row in rows {
            text += &format!("  {:4}  {}, {}\n", row.choices_removed, row.name, row.claim);
        }
        if !self.is_closed {
            text += "\nunknown: every claim, because of\n";
            for reason in &self.unknown {
                text += &format!("  {reason}\n");
            }
        }
        if !self.coarse.is_empty() {
            text += "\ntaken coarsely (recursion, or more calls than the budget): ";
            text += &format!("{}\n", self.coarse.join(", "));
        }
        let statistics = &self.statistics;
        text += &format!(
            "\n{} methods, {} objects, {} kinds of threads\n",
            statistics.methods, statistics.objects, statistics.threads
        );
        for assumption in &self.assumptions {
            text += &format!("assumed: {assumption}\n");
        }
        text
    }
}
