//! Which deeds of a long run to show.
//!
//! A short run is shown whole. In a longer one, a long stretch of one thread keeps its ends; if that is not
//! enough, the middle of the run goes. The last deeds, where it goes wrong, stay.

use crate::deeds::Deed;

/// A line of the shown run.
#[derive(Debug)]
pub(super) enum Line<'a> {
    /// A deed.
    Deed(Deed<'a>),
    /// Steps left out.
    Folded {
        /// How many.
        steps: usize,
        /// Of how many threads.
        threads: usize,
    },
}

/// Runs up to this length are shown whole.
const SHORT: usize = 60;
/// The first and the last deeds that are shown in any case.
const HEAD: usize = 12;
const TAIL: usize = 30;
/// Deeds that are kept at each end of a stretch of one thread.
const ENDS: usize = 2;

/// The lines to show for a run.
pub(super) fn fold(deeds: Vec<Deed<'_>>) -> Vec<Line<'_>> {
    let keep = keep(&deeds);
    let mut lines = Vec::new();
    let mut index = 0;
    while index < deeds.len() {
        if keep[index] {
            lines.push(Line::Deed(deeds[index]));
            index += 1;
            continue;
        }
        let end = keep[index..]
            .iter()
            .position(|kept| *kept)
            .map_or(deeds.len(), |at| index + at);
        let left_out = &deeds[index..end];
        let mut names: Vec<&str> = left_out
            .iter()
            .map(|it| it.first().thread.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        lines.push(Line::Folded {
            steps: left_out.iter().map(|it| it.steps.len()).sum(),
            threads: names.len(),
        });
        index = end;
    }
    lines
}

fn keep(deeds: &[Deed<'_>]) -> Vec<bool> {
    let mut keep = vec![true; deeds.len()];
    if deeds.len() <= SHORT {
        return keep;
    }
    let mut start = 0;
    for stretch in deeds.chunk_by(|a, b| a.first().thread == b.first().thread) {
        let end = start + stretch.len();
        // Leaving out a single step would save nothing.
        if stretch.len() > 2 * ENDS + 1 {
            keep[start + ENDS..end - ENDS].fill(false);
        }
        start = end;
    }
    keep[deeds.len() - 3..].fill(true);
    let shown: Vec<usize> = (0..deeds.len()).filter(|&index| keep[index]).collect();
    if shown.len() > SHORT {
        keep[shown[HEAD]..shown[shown.len() - TAIL]].fill(false);
    }
    keep
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Step;
    use crate::deeds::deeds;

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
        let text: Vec<String> = fold(deeds(&trace, &[]))
            .iter()
            .map(|line| match line {
                Line::Deed(deed) => deed.first().step.to_string(),
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
