//! The classic programs that never end: Heddle's own search and SPIN say the same of each, without fairness
//! and under weak fairness.

use super::{has_spin, report, root, verdict};

/// A program, a formula about it, and whether that holds without fairness and under weak fairness.
const CLASSICS: [(&str, &str, [bool; 2]); 8] = [
    (
        "TwoByPeterson",
        "[] !(TwoByPeterson.in0 == 1 && TwoByPeterson.in1 == 1)",
        [true, true],
    ),
    (
        "TwoByPeterson",
        "[] (TwoByPeterson.want0 == 1 -> <> TwoByPeterson.in0 == 1)",
        [false, true],
    ),
    (
        "TwoByDekker",
        "[] !(TwoByDekker.in0 == 1 && TwoByDekker.in1 == 1)",
        [true, true],
    ),
    (
        "TwoByDekker",
        "[] (TwoByDekker.want0 == 1 -> <> TwoByDekker.in0 == 1)",
        [false, true],
    ),
    ("TwoDine", "[] <> TwoDine.eats0 == 1", [false, false]),
    (
        "WriterWaits",
        "[] (WriterWaits.waits == 1 -> <> WriterWaits.writes == 1)",
        [false, false],
    ),
    (
        "OneMarked",
        "[] (OneMarked.put == 1 -> <> OneMarked.taken == 1)",
        [true, true],
    ),
    ("OneMarked", "[] <> OneMarked.put == 0", [false, false]),
];

#[test]
fn both_say_the_same_of_the_classic_programs() {
    if !has_spin() {
        return;
    }
    for (program, formula, holds) in CLASSICS {
        let source = root().join(format!("tests/promela/classics/{program}.java"));
        for (fairness, holds) in ["none", "weak"].into_iter().zip(holds) {
            let expected = if holds { "holds" } else { "violated ltl" };
            for command in [&["check"][..], &["spin"]] {
                let words = [command, &["--fair", fairness, "--ltl", formula]].concat();
                let said = verdict(&report(&words, &source, &[]));
                assert_eq!(said, expected, "{words:?}");
            }
        }
    }
}
