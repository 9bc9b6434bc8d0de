//! The rows in which a run is told: what a thread does on one line of the source, with no other thread's
//! step between, is one row.

use crate::data::Step;
use crate::deeds::{Deed, deeds, each_step};

/// A row.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    /// The steps, at least one.
    pub(super) steps: &'a [Step],
    words: Vec<String>,
}

/// Phrases that a row has at each end, where it has many.
const ENDS: usize = 2;

/// The rows of a run. What the library's own threads do between tasks is left out, unless there is nothing else.
pub(super) fn rows<'a>(trace: &'a [Step], stuck: &[&str]) -> Vec<Row<'a>> {
    let deeds = deeds(trace, stuck);
    let has_own = deeds.iter().any(|it| !it.is_of_library());
    let mut rows: Vec<Row<'a>> = Vec::new();
    let mut end = 0;
    for deed in deeds {
        let begin = end;
        end += deed.steps.len();
        if has_own && deed.is_of_library() {
            continue;
        }
        match rows
            .last_mut()
            .filter(|it| it.is_followed_by(&deed, &trace[begin..]))
        {
            Some(row) => {
                let begin = begin - row.steps.len();
                row.steps = &trace[begin..end];
                row.words.push(deed.words());
            }
            None => rows.push(Row {
                steps: deed.steps,
                words: vec![deed.words()],
            }),
        }
    }
    rows
}

/// Every step as a row of its own.
pub(super) fn all_rows(trace: &[Step]) -> Vec<Row<'_>> {
    let rows = each_step(trace).into_iter().map(|deed| Row {
        steps: deed.steps,
        words: vec![deed.words()],
    });
    rows.collect()
}

impl Row<'_> {
    /// The first step, which tells the thread and the place.
    pub(super) fn first(&self) -> &Step {
        &self.steps[0]
    }

    /// Whether a deed, with which the rest of the run begins, belongs to the row: it follows at once, on the
    /// same line. The end of a thread has no line.
    fn is_followed_by(&self, deed: &Deed<'_>, rest: &[Step]) -> bool {
        let (last, next) = (&self.steps[self.steps.len() - 1], deed.first());
        let is_same_line = (&last.file, last.line) == (&next.file, next.line);
        let is_end = next.file.is_empty() && next.operation == "ends";
        let is_next = rest.first().is_some_and(|it| it.step == last.step + 1);
        is_next && last.thread == next.thread && (is_same_line && !last.is_library || is_end)
    }

    /// What the thread does, as verb phrases.
    pub(super) fn words(&self) -> String {
        let mut phrases: Vec<String> = Vec::new();
        let telling: Vec<&String> = self.words.iter().filter(|it| !is_idle(it)).collect();
        let telling = match telling.is_empty() {
            true => self.words.iter().collect(),
            false => telling,
        };
        for same in telling.chunk_by(|one, other| one == other) {
            phrases.push(match same.len() {
                1 => same[0].clone(),
                times => format!("{} ({times} times)", same[0]),
            });
        }
        if phrases.len() > 2 * ENDS + 1 {
            let last = phrases.len() - ENDS;
            phrases.splice(ENDS..last, ["…".to_owned()]);
        }
        phrases.join(", ")
    }

    /// Whether it is about one of these names.
    pub(super) fn mentions(&self, names: &[&str]) -> bool {
        self.words
            .iter()
            .any(|it| names.iter().any(|name| has(it, name)))
    }
}

/// Whether it is only told that a variable has the object that is called by the variable's name.
fn is_idle(words: &str) -> bool {
    let read = words
        .strip_prefix("reads ")
        .and_then(|it| it.split_once(": "));
    read.is_some_and(|(name, value)| name == value)
}

/// Whether a name stands in a text, and not as the beginning of a longer one.
fn has(text: &str, name: &str) -> bool {
    let mut ends = text.match_indices(name).map(|(at, _)| at + name.len());
    ends.any(|end| {
        let next = text[end..].chars().next();
        !next.is_some_and(|it| it.is_alphanumeric() || it == '_' || it == '$')
    })
}
