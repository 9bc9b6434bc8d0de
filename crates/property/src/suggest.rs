//! What somebody who mistyped a name may have meant.

/// The name nearest to `typed`, if one is near enough to be what was meant.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let near = names.into_iter().map(|name| (distance(&typed, name), name));
    let (distance, name) = near.min_by_key(|(distance, _)| *distance)?;
    let is_start = typed.len() >= 3 && name.starts_with(&typed);
    (distance <= 1 + name.len() / 5 || is_start).then_some(name)
}

/// The number of characters to add, drop or change (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (line, in_a) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = line + 1;
        for (column, in_b) in b.iter().enumerate() {
            let change = corner + usize::from(in_a != *in_b);
            corner = row[column + 1];
            row[column + 1] = change.min(corner + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, expected) in [
            ("", "", 0),
            ("a", "", 1),
            ("race", "trace", 1),
            ("dfs", "bfs", 1),
        ] {
            assert_eq!(distance(a, b), expected);
        }
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn only_near_names_are_suggested() {
        let names = ["deadlock", "race", "assertion"];
        assert_eq!(nearest("deadlok", names), Some("deadlock"));
        assert_eq!(nearest("assert", names), Some("assertion"));
        assert_eq!(nearest("fairness", names), None);
        assert_eq!(nearest("", names), None);
    }
}
