//! The kinds that a check is asked to look for.

use std::fmt;

use crate::finding_kind::FindingKind;
use crate::suggest::nearest;

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection(u32);

impl Default for Selection {
    /// What is looked for unless something else is asked.
    fn default() -> Selection {
        let names = [
            "deadlock",
            "exception",
            "assertion",
            "race",
            "non-termination",
        ];
        names.into_iter().flat_map(meaning).collect()
    }
}

impl Selection {
    /// Reads a list such as `deadlock,race`. `default` and `all` (what can be seen in a state) are names
    /// too, and a name after a minus is taken out again: `default,-race`.
    pub fn parse(list: &str) -> Result<Selection, SelectionError> {
        let mut kinds = Selection::none();
        for item in list.split(',').map(str::trim) {
            let (name, out) = match item.strip_prefix('-') {
                Some(name) => (name, true),
                None => (item, false),
            };
            let named = named(name)?;
            for kind in named {
                kinds = match out {
                    true => kinds.without(kind),
                    false => kinds.with(kind),
                };
            }
        }
        if kinds == Selection::none() {
            Err(SelectionError::Empty)
        } else {
            Ok(kinds)
        }
    }

    /// No kind.
    pub fn none() -> Selection {
        Selection(0)
    }

    /// This kind, too.
    pub fn with(self, kind: FindingKind) -> Selection {
        Selection(self.0 | 1 << kind as u32)
    }

    fn without(self, kind: FindingKind) -> Selection {
        Selection(self.0 & !(1 << kind as u32))
    }

    /// Those kinds that are about endless runs, or those that are not.
    pub fn only(self, temporal: bool) -> Selection {
        self.kinds()
            .filter(|it| it.is_temporal() == temporal)
            .collect()
    }

    /// A formula of temporal logic, and nothing else.
    pub fn formula() -> Selection {
        Selection::none().with(FindingKind::Ltl)
    }

    /// Whether a kind is in it.
    pub fn has(self, kind: FindingKind) -> bool {
        self.0 & 1 << kind as u32 != 0
    }

    /// The kinds, in the order of the contract.
    pub fn kinds(self) -> impl Iterator<Item = FindingKind> {
        FindingKind::ALL.into_iter().filter(move |it| self.has(*it))
    }
}

impl FromIterator<FindingKind> for Selection {
    fn from_iter<I: IntoIterator<Item = FindingKind>>(kinds: I) -> Selection {
        kinds.into_iter().fold(Selection::none(), Selection::with)
    }
}

fn named(name: &str) -> Result<Vec<FindingKind>, SelectionError> {
    match name {
        "" => Err(SelectionError::Empty),
        "default" => Ok(Selection::default().kinds().collect()),
        "all" => Ok(FindingKind::ALL
            .into_iter()
            .filter(|kind| kind.is_built() && !kind.is_temporal() && !kind.is_advice())
            .collect()),
        _ => {
            let kinds = meaning(name);
            match kinds.iter().find(|kind| !kind.is_built()) {
                Some(kind) => Err(SelectionError::NotBuilt(*kind)),
                None if kinds.is_empty() => Err(SelectionError::unknown(name)),
                None => Ok(kinds),
            }
        }
    }
}

/// What a property's name stands for: its own kind, and for the common ones also the kinds that are
/// special cases of it.
fn meaning(name: &str) -> Vec<FindingKind> {
    let named = FindingKind::from_name(name);
    let kinds = FindingKind::ALL.into_iter();
    kinds
        .filter(|kind| named.is_some_and(|named| named.includes(*kind)))
        .collect()
}

/// A list of properties that can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectionError {
    /// Nothing is selected.
    Empty,
    /// No property has this name; perhaps another was meant.
    Unknown(String, Option<&'static str>),
    /// The property is known, but this build can't check it.
    NotBuilt(FindingKind),
}

impl SelectionError {
    fn unknown(name: &str) -> SelectionError {
        let names = FindingKind::ALL
            .into_iter()
            .map(FindingKind::name)
            .chain(["all", "default"]);
        SelectionError::Unknown(name.to_owned(), nearest(name, names))
    }
}

impl fmt::Display for SelectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectionError::Empty => f.write_str("no property is selected"),
            SelectionError::Unknown(name, Some(meant)) => {
                write!(f, "there is no property `{name}`; did you mean `{meant}`?")
            }
            SelectionError::Unknown(name, None) => {
                write!(f, "there is no property `{name}`; the properties are ")?;
                let built = FindingKind::ALL.into_iter().filter(|kind| kind.is_built());
                let names: Vec<&str> = built.map(FindingKind::name).collect();
                f.write_str(&names.join(", "))
            }
            SelectionError::NotBuilt(kind) => {
                write!(
                    f,
                    "property `{}` is not part of this build yet",
                    kind.name()
                )
            }
        }
    }
}

impl std::error::Error for SelectionError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &str, expected: &[&str]) {
        let selection = Selection::parse(list).unwrap();
        let names: Vec<&str> = selection.kinds().map(FindingKind::name).collect();
        assert_eq!(names, expected, "{list}");
    }

    #[test]
    fn names_select_kinds() {
        check("race", &["race"]);
        check("assertion, race", &["race", "assertion"]);
        check(
            "deadlock",
            &[
                "deadlock",
                "partial-deadlock",
                "lost-notification",
                "nested-monitor",
            ],
        );
        check(
            "exception",
            &["exception", "illegal-monitor", "illegal-thread-state"],
        );
        check(
            "exception,-illegal-monitor",
            &["exception", "illegal-thread-state"],
        );
        assert_eq!(Selection::parse("default").unwrap(), Selection::default());
        assert!(
            !Selection::parse("default,-race")
                .unwrap()
                .has(FindingKind::Race)
        );
        assert!(!Selection::parse("all").unwrap().has(FindingKind::Ltl));
    }

    #[test]
    fn mistakes_are_explained() {
        let message = |list: &str| Selection::parse(list).unwrap_err().to_string();
        assert_eq!(
            message("dedlock"),
            "there is no property `dedlock`; did you mean `deadlock`?"
        );
        assert_eq!(
            message("Race"),
            "there is no property `Race`; did you mean `race`?"
        );
        assert!(message("speed").starts_with("there is no property `speed`; the properties are "));
        assert_eq!(message(""), "no property is selected");
        assert_eq!(message("race,-race"), "no property is selected");
        assert_eq!(
            message("ltl"),
            "property `ltl` is not part of this build yet"
        );
    }
}
