//! Aligned columns, and color.

use std::fmt::Write;

/// Adds color, or doesn't.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint(pub(super) bool);

impl Paint {
    pub(super) fn red(self, text: &str) -> String {
        self.wrap("1;31", text)
    }

    pub(super) fn green(self, text: &str) -> String {
        self.wrap("1;32", text)
    }

    pub(super) fn yellow(self, text: &str) -> String {
        self.wrap("1;33", text)
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// One of a few colors by the thread's place in the table, so that threads are easy to follow.
    pub(super) fn thread(self, number: usize, text: &str) -> String {
        self.wrap(["36", "35", "33", "34", "32"][number % 5], text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.0 && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// A narrower piece of the source says nothing.
pub(super) const NARROWEST: usize = 12;

enum Row {
    Cells([String; 5], Option<(usize, usize)>),
    Note(String),
}

/// Rows of five cells: a step's number, its thread, its place, the source, and what happens.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Row>,
}

/// The widest that the columns get; what is longer is cut. The last has all the room it wants.
const WIDEST: [usize; 5] = [8, 24, 36, 44, usize::MAX];

impl Table {
    pub(super) fn row(&mut self, cells: [String; 5]) {
        self.marked_row(cells, None);
    }

    /// The same with carets below a piece of its source, given by where it begins and how long it is.
    pub(super) fn marked_row(&mut self, mut cells: [String; 5], mark: Option<(usize, usize)>) {
        for (cell, widest) in cells.iter_mut().zip(WIDEST) {
            clip(cell, widest);
        }
        self.rows.push(Row::Cells(cells, mark));
    }

    /// A line across the columns.
    pub(super) fn note(&mut self, text: String) {
        self.rows.push(Row::Note(text));
    }

    /// Where there are fewer columns than it takes, the source gives way: it can be looked up by its line.
    pub(super) fn write(&self, paint: Paint, columns: usize, out: &mut String) {
        let mut widths = [0; 5];
        let mut threads: Vec<&str> = Vec::new();
        for row in &self.rows {
            let Row::Cells(cells, _) = row else { continue };
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = cell.chars().count().max(*width);
            }
            if !threads.contains(&cells[1].as_str()) {
                threads.push(&cells[1]);
            }
        }
        let wanted: usize = widths.iter().filter(|it| **it > 0).map(|it| it + 2).sum();
        let source = widths[3].saturating_sub(wanted.saturating_sub(columns));
        if columns > 0 {
            widths[3] = if source < NARROWEST { 0 } else { source };
        }
        for row in &self.rows {
            match row {
                Row::Note(text) => {
                    let _ = writeln!(out, "  {:>1$}  {2}", "", widths[0], paint.dim(text));
                }
                Row::Cells(cells, mark) => {
                    let number = threads.iter().position(|it| *it == cells[1]).unwrap_or(0);
                    write_row(cells, &widths, number, paint, out);
                    let shown = clipped(&cells[3], widths[3]);
                    let fits = |it: &(usize, usize)| it.0 + it.1 < shown.chars().count();
                    if let Some((at, length)) = mark.filter(fits) {
                        let columns = widths[1..3].iter().filter(|it| **it > 0);
                        let before: usize = columns.map(|it| it + 2).sum();
                        let indent = 2 + widths[0] + before + 2 + at;
                        let carets = "^".repeat(length);
                        let _ = writeln!(out, "{:indent$}{}", "", paint.red(&carets));
                    }
                }
            }
        }
    }
}

fn write_row(
    cells: &[String; 5],
    widths: &[usize; 5],
    thread: usize,
    paint: Paint,
    out: &mut String,
) {
    let _ = write!(out, "  {:>1$}", cells[0], widths[0]);
    for (index, cell) in cells.iter().enumerate().skip(1) {
        if widths[index] == 0 {
            continue;
        }
        let cell = &match index {
            4 => cell.clone(),
            index => clipped(cell, widths[index]),
        };
        let padding = if index == 4 {
            0
        } else {
            widths[index] - cell.chars().count()
        };
        let painted = match index {
            1 => paint.thread(thread, cell),
            2 | 3 => paint.dim(cell),
            _ => cell.clone(),
        };
        let _ = write!(out, "  {painted}{:padding$}", "");
    }
    out.push('\n');
}

/// Where the only occurrence of a name in a line of source is, and how long it is.
pub(super) fn occurrence(source: &str, name: &str) -> Option<(usize, usize)> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    let code = source.split("//").next().unwrap_or(source);
    let is_whole = |at: &usize| {
        let before = code[..*at].chars().next_back();
        let after = code[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    };
    if name.is_empty() {
        return None;
    }
    let mut found = code.match_indices(name).map(|it| it.0).filter(is_whole);
    let at = found.next()?;
    let is_only = found.next().is_none();
    is_only.then(|| (code[..at].chars().count(), name.chars().count()))
}

/// A cell that is no wider.
pub(super) fn clipped(cell: &str, widest: usize) -> String {
    let mut cell = cell.to_owned();
    clip(&mut cell, widest);
    cell
}

/// Cuts what is too long.
fn clip(cell: &mut String, widest: usize) {
    if cell.chars().count() > widest {
        *cell = cell.chars().take(widest.saturating_sub(1)).collect();
        cell.push('…');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_below_the_name() {
        let mut table = Table::default();
        let source = "int x = total + totals; // total";
        let mark = occurrence(source, "total");
        let cells = |source: &str| ["7", "a", "A.java:1", source, "reads"].map(str::to_owned);
        table.marked_row(cells(source), mark);
        table.row(cells("y"));
        let plain = |columns| {
            let mut out = String::new();
            table.write(Paint(false), columns, &mut out);
            out
        };
        let told = plain(0);
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 3, "{told}");
        let at = lines[0].find("total").unwrap();
        assert_eq!(lines[1].find("^^^^^"), Some(at), "{told}");
        assert!(!plain(36).contains('^'), "what is cut off has no mark");
        assert_eq!(
            occurrence("a = a + 1;", "a"),
            None,
            "which one is not known"
        );
        assert_eq!(occurrence("aa = 1;", "a"), None);
    }
}
