//! What makes two reports tell of the same finding.
//!
//! A fingerprint is made of the kind of a violation and of the text of its lines, not of their numbers, of
//! thread names or of the schedule: so it outlives edits elsewhere in the file and other orders of search.

use crate::data::Violation;

/// The fingerprint, sixteen hexadecimal digits.
pub fn fingerprint(violation: &Violation) -> String {
    let mut parts: Vec<String> = violation
        .places
        .iter()
        .map(|place| match place.source.trim() {
            "" => format!("{}:{}", place.file, place.line),
            text => format!("{}: {text}", place.file),
        })
        .collect();
    if parts.is_empty() {
        parts.push(without_digits(&violation.message));
    }
    parts.sort_unstable();
    parts.dedup();
    let text = format!("{}\n{}", violation.kind.name(), parts.join("\n"));
    format!("{:016x}", fnv(text.as_bytes()))
}

/// Numbers in messages are values, threads and lines.
fn without_digits(text: &str) -> String {
    text.chars().filter(|it| !it.is_ascii_digit()).collect()
}

/// Fowler, Noll and Vo's hash, 1a, of 64 bits. It must never change: baselines are kept in files.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::SourceLine;
    use property::FindingKind;

    fn race(line: u32, schedule: &str) -> Violation {
        let mut violation = Violation::new(FindingKind::Race);
        violation.schedule = schedule.to_owned();
        violation.places.push(SourceLine {
            file: "A.java".to_owned(),
            line,
            path: String::new(),
            source: "    count++;".to_owned(),
        });
        violation
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn lines_may_move_and_schedules_differ() {
        assert_eq!(fingerprint(&race(3, "0x1")), fingerprint(&race(7, "0x2")));
    }

    #[test]
    fn another_kind_is_another_finding() {
        let mut other = race(3, "0x1");
        other.kind = FindingKind::Deadlock;
        assert_ne!(fingerprint(&race(3, "0x1")), fingerprint(&other));
    }
}
