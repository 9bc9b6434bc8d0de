//! What an answer that is not final has covered, and what to try next.
//!
//! In: the reasons why a search covered less than everything, its counts, and the command line. Out: the
//! `coverage` and the `advice` of a report. What is claimed to be covered is certain or called a guess; each
//! command is the user's own with other options, and is one that Heddle would take.

pub(crate) mod lacking;

use std::ffi::{OsStr, OsString};
use std::time::Duration;

use explore::reduction::Layer;
use explore::{Incomplete, Outcome, Search, Statistics};
use report::{Advice, Coverage, Report, Verdict};

use crate::flags;
use crate::host::progress::Guess;
use crate::host::record::quoted;
use crate::settings::Settings;

/// Nobody waits for longer.
const PATIENCE: Duration = Duration::from_secs(7200);
/// So many classes of its own make a program worth being checked in parts.
const MANY_CLASSES: usize = 4;
/// Options that say how to search, and mostly don't go together.
const OF_SEARCH: [&str; 9] = [
    "--search",
    "--runs",
    "--walks",
    "--preemptions",
    "--bug-depth",
    "--reduction",
    "--store",
    "--disk",
    "--checkpoint",
];

/// Options about runs, and what is written about them.
const OF_RUNS: [&str; 9] = [
    "--timeout",
    "--memory",
    "--max-states",
    "--max-depth",
    "--json",
    "--html",
    "--sarif",
    "--junit-xml",
    "--baseline",
];

/// What is known of the program beside its search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// Its main class, and its classes of threads and tasks.
    pub(crate) drivers: Vec<String>,
    /// How many of its own classes are no parts of others.
    pub(crate) classes: usize,
}

/// Says in the report what was covered and what to try, if the search has left something open.
pub(crate) fn advise(
    report: &mut Report,
    settings: &Settings,
    words: &[OsString],
    outcome: &Outcome,
    guess: Option<Guess>,
    facts: &Facts,
) {
    let Verdict::Unknown = report.verdict else {
        return;
    };
    if !matches!(outcome.verdict, explore::Verdict::Unknown(_)) {
        return;
    }
    report.coverage = coverage(settings.plan.search, outcome, guess);
    let advisor = Advisor {
        settings,
        words,
        guess,
        facts,
    };
    for reason in &outcome.incomplete {
        for advice in advisor.about(reason) {
            if !report.advice.contains(&advice) {
                report.advice.push(advice);
            }
        }
    }
}

/// What was covered. None if there was nothing to search.
fn coverage(search: Search, outcome: &Outcome, guess: Option<Guess>) -> Option<Coverage> {
    let Statistics {
        states,
        runs,
        preemptions,
        ..
    } = outcome.statistics;
    if states == 0 {
        return None;
    }
    let is_cut_elsewhere = outcome
        .incomplete
        .iter()
        .any(|it| matches!(it, Incomplete::Unsupported(_) | Incomplete::Depth(_)));
    let preemptions = preemptions.filter(|_| !is_cut_elsewhere);
    // The guess is about what would be reached under the limit.
    let part = guess
        .and_then(Guess::part)
        .filter(|_| search.is_exhaustive() && !is_cut_elsewhere);
    let told = match search {
        Search::Random { .. } | Search::Pct { .. } => match runs {
            1 => "one schedule, picked at random; nothing is wrong in it".to_owned(),
            runs => format!("{runs} schedules, picked at random; nothing is wrong in them"),
        },
        Search::Preemption { bound } => match preemptions {
            Some(most) if most >= bound => format!("every schedule with {}", at_most(most)),
            Some(most) => format!(
                "every schedule with {}, and some of those with {}",
                at_most(most),
                number(most + 1)
            ),
            None => "some of the schedules that take a thread off only where it waits".to_owned(),
        },
        Search::DepthFirst | Search::BreadthFirst => {
            let met = "nothing is wrong in what was reached";
            match part {
                Some(part) => format!("perhaps {:.0} % of all; {met}", rounded(part * 100.0)),
                None => format!("a part, and how large it is can't be told; {met}"),
            }
        }
    };
    Some(Coverage {
        told,
        part,
        preemptions,
        runs: (runs > 0).then_some(runs),
    })
}

/// `at most 2 preemptions`.
fn at_most(count: u32) -> String {
    match count {
        0 => "no preemption".to_owned(),
        count => format!("at most {}", number(count)),
    }
}

fn number(count: u32) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} preemption{s}")
}

/// To one digit.
fn rounded(number: f64) -> f64 {
    match number {
        _ if number < 1.0 => 1.0,
        _ if number < 10.0 => number.round(),
        _ => (number / 10.0).round() * 10.0,
    }
}

/// Who knows what to try.
struct Advisor<'a> {
    settings: &'a Settings,
    words: &'a [OsString],
    guess: Option<Guess>,
    facts: &'a Facts,
}

impl Advisor<'_> {
    fn about(&self, reason: &Incomplete) -> Vec<Advice> {
        let all = match reason {
            Incomplete::Time(limit) => {
                let mut all = vec![self.more_time(*limit)];
                all.extend(self.less_to_search());
                all
            }
            Incomplete::States(_) => {
                let mut all = vec![self.without_limit("--max-states")];
                all.extend(self.less_to_search());
                all
            }
            Incomplete::Memory(_) | Incomplete::StoreFull => {
                let mut all = self.less_to_search();
                all.push(self.changed("states on disk instead of in memory", &["--store", "disk"]));
                all
            }
            Incomplete::Stopped => self.less_to_search(),
            Incomplete::Depth(limit) => vec![
                self.changed("longer runs", &["--max-depth", &(limit * 10).to_string()]),
                self.without_limit("--max-depth"),
            ],
            Incomplete::Preemptions(bound) => vec![
                self.changed(
                    "one preemption more",
                    &[
                        "--search",
                        "preemption",
                        "--preemptions",
                        &(bound + 1).to_string(),
                    ],
                ),
                self.everything(),
            ],
            Incomplete::Runs(runs) => vec![
                self.more_runs(*runs),
                self.everything(),
                self.few_preemptions(),
            ],
            Incomplete::GivenUp { length, .. } => vec![self.with(
                "longer runs; or check with --property non-termination, if they should end",
                &[],
                &["--max-depth", &(length * 10).to_string()],
            )],
            Incomplete::Bitstate(_) => vec![self.with(
                "states kept whole, as far as memory goes",
                &["--store"],
                &[],
            )],
            Incomplete::Unsupported(lacks) => {
                let way = lacking::way(&lacks.class, &lacks.reason).map(|told| Advice {
                    told: told.to_owned(),
                    command: String::new(),
                });
                vec![way, self.doctor()]
            }
            _ => Vec::new(),
        };
        all.into_iter().flatten().collect()
    }

    /// What makes a search end sooner, or meet mistakes earlier.
    fn less_to_search(&self) -> Vec<Option<Advice>> {
        let is_exhaustive = self.settings.plan.search.is_exhaustive();
        let is_symmetric = self.settings.layers.has(Layer::Symmetry);
        let symmetry = "if several threads do the same: which of them did what does not count then";
        vec![
            self.smaller_numbers().or_else(fewer),
            self.few_preemptions().filter(|_| is_exhaustive),
            self.changed(symmetry, &["--reduction", "symmetry"])
                .filter(|_| !is_symmetric),
            self.in_parts(),
        ]
    }

    /// More time, where it is known how much may be enough.
    fn more_time(&self, limit: Duration) -> Option<Advice> {
        let guess = self.guess.filter(|it| it.part().is_some())?;
        let needed = limit + Duration::from_secs_f64(guess.left() * 1.5);
        let is_bearable = needed <= PATIENCE && self.settings.plan.search.is_exhaustive();
        let time = match needed.as_secs() {
            seconds @ 0..=119 => format!("{}s", (seconds / 10 + 1) * 10),
            seconds => format!("{}m", seconds / 60 + 1),
        };
        is_bearable.then_some(())?;
        self.with(
            "more time: that much may be enough",
            &[],
            &["--timeout", &time],
        )
    }

    fn without_limit(&self, limit: &str) -> Option<Advice> {
        self.with("without that limit", &[limit], &[])
    }

    fn more_runs(&self, runs: u64) -> Option<Advice> {
        let is_pct = matches!(self.settings.plan.search, Search::Pct { .. });
        let search = if is_pct { "pct" } else { "random" };
        let runs = runs.saturating_mul(10).to_string();
        let options = ["--search", search, "--runs", &runs];
        self.with("more of them", &["--search", "--runs", "--walks"], &options)
    }

    fn everything(&self) -> Option<Advice> {
        self.changed("every schedule; only that can end in `holds`", &[])
    }

    fn few_preemptions(&self) -> Option<Advice> {
        self.changed(
            "first the schedules with at most 2 preemptions: most mistakes need no more",
            &["--search", "preemption"],
        )
    }

    /// The program with smaller numbers as arguments.
    fn smaller_numbers(&self) -> Option<Advice> {
        let is_large = |it: &OsString| {
            let number = it.to_str().and_then(|it| it.parse::<u64>().ok());
            number.is_some_and(|it| it > 2)
        };
        let (before, after) = split(self.words);
        if !after.iter().any(is_large) {
            return None;
        }
        let mut words = before.to_vec();
        words.extend(after.iter().map(|it| match is_large(it) {
            true => "2".into(),
            false => it.clone(),
        }));
        self.command(
            "smaller numbers: mistakes mostly show with two of everything",
            words,
        )
    }

    /// The same program, some of its classes at a time.
    fn in_parts(&self) -> Option<Advice> {
        let is_check = self.words.get(1).is_some_and(|it| it == "check");
        if !is_check || self.facts.classes < MANY_CLASSES.max(self.facts.drivers.len() + 1) {
            return None;
        }
        let mut words: Vec<OsString> = vec!["heddle".into(), "environment".into()];
        words.extend([
            "--unit".into(),
            self.facts.drivers.join(",").into(),
            "--check".into(),
        ]);
        words.extend(self.words.iter().skip(2).cloned());
        self.command(
            "a few classes at a time (after --unit), with summaries of the others",
            words,
        )
    }

    /// All that is lacking, and not only what was met first.
    fn doctor(&self) -> Option<Advice> {
        let is_check = self.words.get(1).is_some_and(|it| it == "check");
        if !is_check {
            return None;
        }
        let mut words = without(self.words, &[OF_SEARCH.as_slice(), &OF_RUNS].concat());
        words[1] = "doctor".into();
        self.command("what else is lacking, before another check", words)
    }

    /// The command with another way to search.
    fn changed(&self, told: &str, options: &[&str]) -> Option<Advice> {
        self.with(told, &OF_SEARCH, options)
    }

    /// The command without some options, and with others.
    fn with(&self, told: &str, dropped: &[&str], options: &[&str]) -> Option<Advice> {
        let mut words = without(self.words, &[dropped, options].concat());
        let end = split(&words).0.len();
        words.splice(end..end, options.iter().map(OsString::from));
        self.command(told, words)
    }

    /// Advice to run this, if it is another command than the one that was run, and one that works.
    fn command(&self, told: &str, words: Vec<OsString>) -> Option<Advice> {
        (words != self.words && flags::is_understood(&words)).then(|| Advice {
            told: told.to_owned(),
            command: line(&words),
        })
    }
}

fn fewer() -> Option<Advice> {
    Some(Advice {
        told: "fewer threads and operations: mistakes mostly show with two of everything"
            .to_owned(),
        command: String::new(),
    })
}

/// The words without these options and their values. What is no option among them is no matter.
fn without(words: &[OsString], options: &[&str]) -> Vec<OsString> {
    let (before, after) = split(words);
    let mut left = Vec::new();
    let mut is_value = false;
    for word in before {
        let text = word.to_string_lossy();
        let (name, has_value) = match text.split_once('=') {
            Some((name, _)) => (name, true),
            None => (&*text, false),
        };
        let is_dropped = name.starts_with("--") && options.contains(&name);
        if !is_dropped && !is_value {
            left.push(word.clone());
        }
        is_value = is_dropped && !has_value;
    }
    left.extend_from_slice(after);
    left
}

/// The words up to the program's arguments, and the rest.
fn split(words: &[OsString]) -> (&[OsString], &[OsString]) {
    let end = words.iter().position(|it| it == "--");
    words.split_at(end.unwrap_or(words.len()))
}

fn line(words: &[OsString]) -> String {
    let mut all = vec!["heddle".to_owned()];
    let rest = words.iter().skip(1).map(OsString::as_os_str);
    all.extend(rest.map(OsStr::to_string_lossy).map(|it| quoted(&it)));
    all.join(" ")
}

#[cfg(test)]
mod tests;
