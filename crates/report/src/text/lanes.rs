//! A run with a column for each thread, where the terminal is wide enough.
//!
//! In: rows as the table has them, and the columns of the terminal. Out: text, or nothing if there is one thread
//! only, or too many, or no room.

use std::fmt::Write;

use super::table::{NARROWEST, Paint, clipped};

/// More threads than this are easier to follow by their names.
const MOST: usize = 4;
/// Between two columns.
const GAP: usize = 2;

/// A row: its number, its thread, its place, its source and what happens; or a remark between rows.
pub(super) enum Entry {
    Row([String; 5]),
    Note(String),
}

/// The rows in columns by thread.
pub(super) fn lanes(entries: &[Entry], columns: usize, paint: Paint) -> Option<String> {
    let rows = || {
        entries.iter().filter_map(|it| match it {
            Entry::Row(cells) => Some(cells),
            Entry::Note(_) => None,
        })
    };
    let mut threads: Vec<(&str, usize)> = Vec::new();
    for [_, thread, _, _, words] in rows() {
        let length = words.chars().count();
        match threads.iter_mut().find(|it| it.0 == thread) {
            Some(known) => known.1 = known.1.max(length),
            None => threads.push((thread, length.max(thread.chars().count()))),
        }
    }
    let widest = |cell: usize| rows().map(|it| it[cell].chars().count()).max();
    let (number, place) = (widest(0)?, widest(2)?);
    let of_threads: usize = threads.iter().map(|it| it.1 + GAP).sum();
    let fixed = GAP + number + GAP + place + of_threads;
    let room = columns.checked_sub(fixed)?.checked_sub(GAP + NARROWEST)?;
    if threads.len() < 2 || threads.len() > MOST {
        return None;
    }
    let source = widest(3)?.min(NARROWEST + room);
    let indent = GAP + number + GAP + place + GAP + source;
    let mut out = String::new();
    let _ = write!(out, "{:indent$}", "");
    for (lane, (name, width)) in threads.iter().enumerate() {
        let name = paint.thread(lane, &format!("{name:<width$}"));
        let _ = write!(out, "  {name}");
    }
    trim(&mut out);
    for entry in entries {
        match entry {
            Entry::Note(text) => {
                let _ = write!(out, "  {:>number$}  {}", "", paint.dim(text));
            }
            Entry::Row([step, thread, at, line, words]) => {
                let at = paint.dim(&format!("{at:<place$}"));
                let line = paint.dim(&format!("{:<source$}", clipped(line, source)));
                let _ = write!(out, "  {step:>number$}  {at}  {line}");
                for (lane, (name, width)) in threads.iter().enumerate() {
                    let words = if name == thread { words.as_str() } else { "" };
                    let words = paint.thread(lane, &format!("{words:<width$}"));
                    let _ = write!(out, "  {words}");
                }
            }
        }
        trim(&mut out);
    }
    Some(out)
}

/// Ends a line without blanks.
fn trim(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: &str, thread: &str, words: &str) -> Entry {
        let cells = [number, thread, "A.java:1", "total = total + 1;", words];
        Entry::Row(cells.map(str::to_owned))
    }

    #[test]
    fn each_thread_has_a_column() {
        let entries = [
            row("1", "main", "starts other"),
            row("2", "other", "reads A.total: 0"),
            Entry::Note("… 2 more steps".to_owned()),
            row("5-6", "main", "writes A.total"),
        ];
        let plain = |columns| lanes(&entries, columns, Paint(false));
        let expected = "                                     main            other
    1  A.java:1  total = total + 1;  starts other
    2  A.java:1  total = total + 1;                  reads A.total: 0
       … 2 more steps
  5-6  A.java:1  total = total + 1;  writes A.total
";
        assert_eq!(plain(100).as_deref(), Some(expected));
        let narrow = plain(64).unwrap();
        assert!(
            narrow.lines().all(|it| it.chars().count() <= 64),
            "{narrow}"
        );
        assert!(narrow.contains("total = tota…"), "{narrow}");
        assert_eq!(plain(60), None);
        assert_eq!(lanes(&entries[..1], 100, Paint(false)), None, "one thread");
    }
}
