//! Which rows of a long run to show.
//!
//! A short run is shown whole. Of a longer one the beginning stays and the end, where it goes wrong; between
//! them all that is about the violation's own objects, however much that is within reason, and then, as far as
//! there is room, where another thread goes on.

use super::rows::Row;

/// A line of the shown run.
#[derive(Debug)]
pub(super) enum Line<'a> {
    /// A row.
    Row(Row<'a>),
    /// Steps left out.
    Folded {
        /// How many.
        steps: usize,
        /// Of how many threads.
        threads: usize,
    },
}

/// Runs up to this length are shown whole, and so many rows of longer ones, unless more of them tell.
const MOST: usize = 14;
/// A loop may come to the violation's objects again and again: its last rounds tell as much as all.
const MOST_TELLING: usize = 40;
/// The first and the last rows that are shown in any case.
const HEAD: usize = 3;
const TAIL: usize = 6;

/// The lines to show for a run, given the names that matter.
pub(super) fn fold<'a>(rows: Vec<Row<'a>>, names: &[&str]) -> Vec<Line<'a>> {
    let keep = keep(&rows, names);
    let mut lines = Vec::new();
    let mut left_out: Vec<&Row<'a>> = Vec::new();
    let folded = |left_out: &mut Vec<&Row<'a>>| {
        let mut names: Vec<&str> = left_out.iter().map(|it| &*it.first().thread).collect();
        names.sort_unstable();
        names.dedup();
        let line = Line::Folded {
            steps: left_out.iter().map(|it| it.steps.len()).sum(),
            threads: names.len(),
        };
        let is_any = !left_out.is_empty();
        left_out.clear();
        is_any.then_some(line)
    };
    for (row, kept) in rows.iter().zip(keep) {
        if kept {
            lines.extend(folded(&mut left_out));
            lines.push(Line::Row(row.clone()));
        } else {
            left_out.push(row);
        }
    }
    lines.extend(folded(&mut left_out));
    lines
}

fn keep(rows: &[Row<'_>], names: &[&str]) -> Vec<bool> {
    let count = rows.len();
    if count <= MOST {
        return vec![true; count];
    }
    let mut keep = vec![false; count];
    keep[..HEAD].fill(true);
    keep[count - TAIL..].fill(true);
    let thread = |at: usize| &rows[at].first().thread;
    let turns = |at: &usize| *at > 0 && thread(*at) != thread(*at - 1);
    let telling = (0..count).rev().filter(|at| rows[*at].mentions(names));
    for at in telling.take(MOST_TELLING) {
        keep[at] = true;
    }
    let mut left = MOST.saturating_sub(keep.iter().filter(|it| **it).count());
    for at in (0..count).rev().filter(turns) {
        if left > 0 && !keep[at] {
            keep[at] = true;
            left -= 1;
        }
    }
    // Leaving out a single row would save nothing.
    for at in 1..count - 1 {
        keep[at] |= keep[at - 1] && keep[at + 1];
    }
    keep
}

#[cfg(test)]
mod tests {
    use super::super::rows::rows;
    use super::*;
    use crate::data::Step;

    fn check(threads: &[(&str, usize)], names: &[&str], expected: &str) {
        let all = threads
            .iter()
            .flat_map(|&(name, times)| std::iter::repeat_n(name, times));
        let trace: Vec<Step> = all
            .enumerate()
            .map(|(index, name)| Step {
                step: index as u64 + 1,
                line: index as u32 + 1,
                thread: name.to_owned(),
                operation: format!("reads Bank.field{}", index + 1),
                ..Step::default()
            })
            .collect();
        let text: Vec<String> = fold(rows(&trace, &[]), names)
            .iter()
            .map(|line| match line {
                Line::Row(row) => row.first().step.to_string(),
                Line::Folded { steps, threads } => format!("({steps} of {threads})"),
            })
            .collect();
        assert_eq!(text.join(" "), expected);
    }

    #[test]
    fn short_runs_are_whole() {
        check(&[("a", 3), ("b", 2)], &[], "1 2 3 4 5");
    }

    #[test]
    fn both_ends_and_the_turns_stay() {
        check(
            &[("a", 60), ("b", 4)],
            &[],
            "1 2 3 (55 of 1) 59 60 61 62 63 64",
        );
        let turns: Vec<(&str, usize)> = (0..100).map(|n| (["a", "b"][n % 2], 1)).collect();
        check(
            &turns,
            &[],
            "1 2 3 (86 of 2) 90 91 92 93 94 95 96 97 98 99 100",
        );
    }

    #[test]
    fn what_the_violation_names_stays() {
        check(
            &[("a", 100)],
            &["field50"],
            "1 2 3 (46 of 1) 50 (44 of 1) 95 96 97 98 99 100",
        );
    }

    #[test]
    fn no_step_of_its_objects_is_left_out() {
        let trace: Vec<Step> = (1..=60)
            .map(|number| Step {
                step: number,
                line: number as u32,
                thread: "a".to_owned(),
                operation: match number {
                    20..40 => "writes Bank.total".to_owned(),
                    number => format!("reads Bank.field{number}"),
                },
                ..Step::default()
            })
            .collect();
        let lines = fold(rows(&trace, &[]), &["Bank.total"]);
        let shown = lines.iter().filter(|it| match it {
            Line::Row(row) => row.words().contains("Bank.total"),
            Line::Folded { .. } => false,
        });
        assert_eq!(shown.count(), 20);
        let lines = fold(rows(&trace, &[]), &["Bank.field5"]);
        let shown = lines.iter().filter(|it| matches!(it, Line::Row(_)));
        assert_eq!(shown.count(), 11, "field 5 is not among fields 50 to 59");
    }
}
