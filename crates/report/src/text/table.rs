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

    fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// One of a few colors by the thread's place in the table, so that threads are easy to follow.
    fn thread(self, number: usize, text: &str) -> String {
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
const NARROWEST: usize = 12;

enum Row {
    Cells([String; 5]),
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
    pub(super) fn row(&mut self, mut cells: [String; 5]) {
        for (cell, widest) in cells.iter_mut().zip(WIDEST) {
            clip(cell, widest);
        }
        self.rows.push(Row::Cells(cells));
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
            let Row::Cells(cells) = row else { continue };
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
                Row::Cells(cells) => {
                    let number = threads.iter().position(|it| *it == cells[1]).unwrap_or(0);
                    write_row(cells, &widths, number, paint, out);
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
        let cell = &{
            let mut cell = cell.clone();
            clip(
                &mut cell,
                if index == 4 {
                    usize::MAX
                } else {
                    widths[index]
                },
            );
            cell
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

/// Cuts what is too long.
fn clip(cell: &mut String, widest: usize) {
    if cell.chars().count() > widest {
        *cell = cell.chars().take(widest - 1).collect();
        cell.push('…');
    }
}
