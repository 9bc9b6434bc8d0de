//! Findings that have one cause, told together.
//!
//! In: all that was found. Out: groups of them, each in the order in which they were found. A race has the field
//! as its cause, whoever comes first and wherever else it is accessed; other findings the lines that they are
//! about.

use property::FindingKind;

use crate::data::Violation;
use crate::fingerprint::fingerprint;

/// Groups with one cause each.
pub(super) fn causes(violations: &[Violation]) -> Vec<Vec<&Violation>> {
    let mut groups: Vec<(String, Vec<&Violation>)> = Vec::new();
    for violation in violations {
        let cause = cause(violation);
        match groups.iter_mut().find(|it| it.0 == cause) {
            Some((_, group)) => group.push(violation),
            None => groups.push((cause, vec![violation])),
        }
    }
    groups.into_iter().map(|it| it.1).collect()
}

fn cause(violation: &Violation) -> String {
    let raced = split(violation).map(|it| it.0);
    match raced.filter(|_| violation.kind == FindingKind::Race) {
        // All elements of an array.
        Some(name) => format!("race {}", name.split('[').next().unwrap_or(name)),
        None => fingerprint(violation),
    }
}

/// What a finding is about, and what else it says.
fn split(violation: &Violation) -> Option<(&str, &str)> {
    violation.message.split_once(": ")
}

/// What a finding says that the first one of its group does not.
pub(super) fn difference(first: &Violation, other: &Violation) -> String {
    match (split(first), split(other)) {
        _ if first.message == other.message => "the same on another way".to_owned(),
        (Some((same, _)), Some((what, rest))) if same == what => rest.to_owned(),
        _ => super::headword(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::SourceLine;

    fn found(kind: FindingKind, message: &str, line: u32) -> Violation {
        Violation {
            message: message.to_owned(),
            places: vec![SourceLine {
                file: "A.java".to_owned(),
                line,
                ..SourceLine::default()
            }],
            ..Violation::new(kind)
        }
    }

    #[test]
    fn one_field_or_one_place_is_one_cause() {
        let all = [
            found(
                FindingKind::Race,
                "data race on A.b: read by x, and write by y",
                1,
            ),
            found(
                FindingKind::Race,
                "data race on A.c[0]: read by x, and write by y",
                1,
            ),
            found(
                FindingKind::Race,
                "data race on A.b: write by x, and write by y",
                2,
            ),
            found(
                FindingKind::Race,
                "data race on A.c[1]: read by x, and write by y",
                1,
            ),
            found(FindingKind::Deadlock, "deadlock: x waits", 7),
            found(FindingKind::Deadlock, "deadlock: y waits", 7),
            found(FindingKind::Deadlock, "deadlock: y waits", 8),
        ];
        let groups = causes(&all);
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        assert_eq!(sizes, [2, 2, 2, 1]);
        let difference = |group: usize| difference(groups[group][0], groups[group][1]);
        assert_eq!(difference(0), "write by x, and write by y");
        assert_eq!(
            difference(1),
            "data race on A.c[1]: read by x, and write by y"
        );
        assert_eq!(difference(2), "y waits");
    }
}
