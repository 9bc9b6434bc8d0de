//! Which steps of a long trace to show.
//!
//! What the library does inside one call is one line. A short trace is shown whole. In a longer one, a
//! long stretch of one thread keeps its ends; if that is not enough, the middle of the trace goes. The
//! last steps, where it goes wrong, stay.

use crate::data::Step;

/// A line of the shown trace.
#[derive(Debug)]
pub(super) enum Line<'a> {
    /// A step.
    Step(&'a Step),
    /// Accesses inside one call of the library.
    Inside(&'a [Step]),
    /// Steps left out.
    Folded {
        /// How many.
        steps: usize,
        /// Of how many threads.
        threads: usize,
    },
}

/// Traces up to this length are shown whole.
const SHORT: usize = 60;
/// The first and the last steps that are shown in any case.
const HEAD: usize = 12;
const TAIL: usize = 30;
/// Steps that are kept at each end of a stretch of one thread.
const ENDS: usize = 2;

/// Accesses inside one call of the library that are shown one by one.
const FEW: usize = 2;

/// The lines to show for a trace.
pub(super) fn fold(trace: &[Step]) -> Vec<Line<'_>> {
    let groups = groups(trace);
    let keep = keep(&groups);
    let mut lines = Vec::new();
    let mut index = 0;
    while index < groups.len() {
        if keep[index] {
            lines.push(match groups[index] {
                [step] => Line::Step(step),
                steps => Line::Inside(steps),
            });
            index += 1;
            continue;
        }
        let end = keep[index..]
            .iter()
            .position(|kept| *kept)
            .map_or(groups.len(), |at| index + at);
        let left_out = &groups[index..end];
        let mut names: Vec<&str> = left_out.iter().map(|it| it[0].thread.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        lines.push(Line::Folded {
            steps: left_out.iter().map(|it| it.len()).sum(),
            threads: names.len(),
        });
        index = end;
    }
    lines
}

/// What the library does inside one call is nobody's concern, unless it is very little.
fn groups(trace: &[Step]) -> Vec<&[Step]> {
    let is_same_call = |a: &Step, b: &Step| {
        let is_same_place = (&a.file, a.line) == (&b.file, b.line) || a.is_library && b.is_library;
        let is_same = a.thread == b.thread && a.inside == b.inside && is_same_place;
        is_same && !a.inside.is_empty()
    };
    let mut groups = Vec::new();
    for run in trace.chunk_by(is_same_call) {
        if run.len() > FEW {
            groups.push(run);
        } else {
            groups.extend(run.chunks(1));
        }
    }
    groups
}

fn keep(groups: &[&[Step]]) -> Vec<bool> {
    let mut keep = vec![true; groups.len()];
    if groups.len() <= SHORT {
        return keep;
    }
    let mut start = 0;
    for stretch in groups.chunk_by(|a, b| a[0].thread == b[0].thread) {
        let end = start + stretch.len();
        // Leaving out a single step would save nothing.
        if stretch.len() > 2 * ENDS + 1 {
            keep[start + ENDS..end - ENDS].fill(false);
        }
        start = end;
    }
    keep[groups.len() - 3..].fill(true);
    let shown: Vec<usize> = (0..groups.len()).filter(|&index| keep[index]).collect();
    if shown.len() > SHORT {
        keep[shown[HEAD]..shown[shown.len() - TAIL]].fill(false);
    }
    keep
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(threads: &[(&str, usize)], expected: &str) {
        let names = threads
            .iter()
            .flat_map(|&(name, times)| std::iter::repeat_n(name, times));
        let trace: Vec<Step> = names
            .enumerate()
            .map(|(index, name)| Step {
                step: index as u64 + 1,
                thread: name.to_owned(),
                ..Step::default()
            })
            .collect();
        let text: Vec<String> = fold(&trace)
            .iter()
            .map(|line| match line {
                Line::Step(step) => step.step.to_string(),
                Line::Inside(steps) => format!("[{}]", steps.len()),
                Line::Folded { steps, threads } => format!("({steps} of {threads})"),
            })
            .collect();
        assert_eq!(text.join(" "), expected);
    }

    #[test]
    fn long_stretches_keep_their_ends() {
        check(&[("a", 3), ("b", 2)], "1 2 3 4 5");
        check(&[("a", 60), ("b", 4)], "1 2 (56 of 1) 59 60 61 62 63 64");
        check(&[("a", 1), ("b", 100)], "1 2 3 (95 of 1) 99 100 101");
    }

    #[test]
    fn calls_of_the_library_are_one_line() {
        let step = |thread: &str, line: u32, inside: &str| Step {
            thread: thread.to_owned(),
            line,
            inside: inside.to_owned(),
            ..Step::default()
        };
        let trace = [
            step("a", 1, "Lock.lock"),
            step("a", 1, "Lock.lock"),
            step("a", 1, "Lock.lock"),
            step("a", 1, ""),
            step("a", 1, ""),
            step("a", 1, ""),
            step("a", 2, "Lock.lock"),
            step("a", 2, "Lock.lock"),
            step("b", 2, "Lock.lock"),
        ];
        let lengths: Vec<usize> = groups(&trace).iter().map(|it| it.len()).collect();
        assert_eq!(lengths, [3, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn of_many_stretches_the_middle_goes() {
        let turns: Vec<(&str, usize)> = (0..100).map(|n| (["a", "b"][n % 2], 1)).collect();
        let head: Vec<String> = (1..=12).map(|n| n.to_string()).collect();
        let tail: Vec<String> = (71..=100).map(|n| n.to_string()).collect();
        check(
            &turns,
            &format!("{} (58 of 2) {}", head.join(" "), tail.join(" ")),
        );
    }
}
