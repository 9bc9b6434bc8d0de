//! Temporal properties by name, and files of them.
//!
//! In: text. Out: [`TemporalProperty`]s, each with its name, what it claims, and the fairness under
//! which it is claimed. A file has one property after the other:
//! ```text
//! // From two slashes on, a line is a comment.
//! mutex: [] !(at(A, Main.java:12) && at(B, Main.java:20))
//! served [strong]: [] (Main.asks ->
//!     <> Main.gets)
//! ends: termination
//! moves [none]: progress
//! fed [weak]: starvation(all Philosopher)
//! ```
//! A property begins at the start of a line with its name (letters, digits, `_` and `-`), then
//! perhaps its fairness in brackets, then a colon. Lines that begin with white space go on with it.
//! The claim is a formula, or one of the words `termination`, `progress` and `starvation`. Without
//! brackets `termination` and `progress` are meant under weak fairness, `starvation` under strong
//! fairness, and formulas under none.

use std::fmt;

use crate::ltl::{Ltl, Threads, read_threads};
use crate::nearest;

/// Which endless runs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fairness {
    /// All of them.
    None,
    /// Those in which no thread can move from some point on and yet never does.
    Weak,
    /// Those in which no thread can move again and again and yet moves only finitely often.
    Strong,
}

impl Fairness {
    /// All levels, the one under which most runs count first.
    pub const ALL: [Fairness; 3] = [Fairness::None, Fairness::Weak, Fairness::Strong];

    /// The name of the contract for it.
    pub fn name(self) -> &'static str {
        match self {
            Fairness::None => "none",
            Fairness::Weak => "weak",
            Fairness::Strong => "strong",
        }
    }

    /// The level of that name.
    pub fn parse(name: &str) -> Option<Fairness> {
        Fairness::ALL.into_iter().find(|it| it.name() == name)
    }
}

impl fmt::Display for Fairness {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// What is claimed of all runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemporalClaim {
    /// The formula holds.
    Formula(Ltl),
    /// Every run ends.
    Termination,
    /// No run goes on for ever without a point of progress.
    Progress,
    /// No thread stays for ever in the call that it waits in, while others go on.
    Starvation(Option<Threads>),
}

impl TemporalClaim {
    /// Understands a formula or the word for a ready-made property.
    pub fn parse(text: &str) -> Result<TemporalClaim, crate::LtlError> {
        let text = text.trim_end();
        match text.trim_start() {
            "termination" => return Ok(TemporalClaim::Termination),
            "progress" => return Ok(TemporalClaim::Progress),
            "starvation" => return Ok(TemporalClaim::Starvation(None)),
            _ => {}
        }
        if text.trim_start().starts_with("starvation(") {
            return read_threads(text, "starvation").map(|it| TemporalClaim::Starvation(Some(it)));
        }
        Ltl::parse(text).map(TemporalClaim::Formula)
    }

    /// The fairness under which it is meant where nothing else is said.
    pub fn usual_fairness(&self) -> Fairness {
        match self {
            TemporalClaim::Formula(_) => Fairness::None,
            TemporalClaim::Termination | TemporalClaim::Progress => Fairness::Weak,
            TemporalClaim::Starvation(_) => Fairness::Strong,
        }
    }
}

/// A claim with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemporalProperty {
    /// What the file calls it.
    pub name: String,
    /// Which runs count.
    pub fairness: Fairness,
    /// What is claimed of them.
    pub claim: TemporalClaim,
    /// The claim as it was written, in one line.
    pub text: String,
}

/// What is wrong with a file of properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyFileError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for PropertyFileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PropertyFileError {}

impl TemporalProperty {
    /// Reads a file of properties, in its order.
    pub fn parse_file(text: &str) -> Result<Vec<TemporalProperty>, PropertyFileError> {
        let mut properties: Vec<TemporalProperty> = Vec::new();
        for entry in entries(text)? {
            let property = entry.property()?;
            if properties.iter().any(|it| it.name == property.name) {
                return Err(entry.error(format!("there are two properties `{}`", property.name)));
            }
            properties.push(property);
        }
        Ok(properties)
    }
}

/// The lines of one property.
struct Entry<'t> {
    /// The number of the first line, and what stands before the colon.
    line: usize,
    head: &'t str,
    /// What comes after it; with its line's number, and the column at which it begins.
    body: Vec<(usize, usize, &'t str)>,
}

/// A line up to where its comment begins. Slashes between quotation marks begin none.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    for (position, sign) in line.char_indices() {
        if sign == '"' {
            is_quoted = !is_quoted;
        }
        if !is_quoted && line[position..].starts_with("//") {
            return line[..position].trim_end();
        }
    }
    line.trim_end()
}

fn entries(text: &str) -> Result<Vec<Entry<'_>>, PropertyFileError> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = without_comment(line);
        if line.trim_start().is_empty() {
            continue;
        }
        let error = |message: &str| PropertyFileError {
            line: number,
            message: message.to_owned(),
        };
        if line.starts_with(char::is_whitespace) {
            let last = entries.last_mut();
            let last = last.ok_or_else(|| error("this goes on with no property"))?;
            last.body.push((number, 1, line));
            continue;
        }
        let Some((head, body)) = line.split_once(':') else {
            return Err(error("expected `name: formula`"));
        };
        entries.push(Entry {
            line: number,
            head,
            body: vec![(number, head.chars().count() + 2, body)],
        });
    }
    Ok(entries)
}

impl Entry<'_> {
    fn error(&self, message: String) -> PropertyFileError {
        PropertyFileError {
            line: self.line,
            message,
        }
    }

    fn property(&self) -> Result<TemporalProperty, PropertyFileError> {
        let (name, fairness) = self.head()?;
        let pieces: Vec<&str> = self.body.iter().map(|it| it.2).collect();
        let text = pieces.join("\n");
        let claim = TemporalClaim::parse(&text).map_err(|error| self.located(&error))?;
        if let TemporalClaim::Formula(ltl) = &claim
            && let [crate::Atom::Proposition(word)] = &ltl.atoms[..]
            && ltl.formula == crate::Formula::Atom(0)
            && let Some(meant) = nearest(word, ["termination", "progress", "starvation"])
        {
            return Err(self.error(format!("`{word}` is unknown; did you mean `{meant}`?")));
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(TemporalProperty {
            name: name.to_owned(),
            fairness: fairness.unwrap_or(claim.usual_fairness()),
            claim,
            text: words.join(" "),
        })
    }

    fn head(&self) -> Result<(&str, Option<Fairness>), PropertyFileError> {
        let (name, fairness) = match self.head.split_once('[') {
            None => (self.head.trim(), None),
            Some((name, level)) => {
                let level = level.trim_end().strip_suffix(']');
                let level =
                    level.ok_or_else(|| self.error("expected `]` before `:`".to_owned()))?;
                let fairness = Fairness::parse(level.trim()).ok_or_else(|| {
                    let message = "fairness is one of none, weak and strong, not";
                    self.error(format!("{message} `{}`", level.trim()))
                })?;
                (name.trim(), Some(fairness))
            }
        };
        let is_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-');
        match !name.is_empty() && name.chars().all(is_name) {
            true => Ok((name, fairness)),
            false => Err(self.error(format!("`{name}` is no name for a property"))),
        }
    }

    /// The line and column in the file of a mistake in the claim.
    fn located(&self, error: &crate::LtlError) -> PropertyFileError {
        let mut column = error.column;
        for (line, first, piece) in &self.body {
            let length = piece.chars().count() + 1;
            if column <= length {
                let column = column + first - 1;
                return PropertyFileError {
                    line: *line,
                    message: format!("column {column}: {}", error.message),
                };
            }
            column -= length;
        }
        self.error(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_properties() {
        let text = "\
// About the bank.

mutex: [] !(at(A, Main.java:12) && at(B, Main.java:20))   // both
served [strong]: [] (Main.asks ->
    // soon
    <> Main.gets)
ends: termination
moves [none] : progress
fed: starvation(all Philosopher)
quoted: <> terminated(\"http://x\")
";
        let properties = TemporalProperty::parse_file(text).unwrap();
        let told: Vec<String> = properties
            .iter()
            .map(|it| format!("{} {} {}", it.name, it.fairness, it.text))
            .collect();
        let expected = [
            "mutex none [] !(at(A, Main.java:12) && at(B, Main.java:20))",
            "served strong [] (Main.asks -> <> Main.gets)",
            "ends weak termination",
            "moves none progress",
            "fed strong starvation(all Philosopher)",
            "quoted none <> terminated(\"http://x\")",
        ];
        assert_eq!(told, expected);
        assert_eq!(properties[2].claim, TemporalClaim::Termination);
        assert_eq!(properties[3].claim, TemporalClaim::Progress);
        let TemporalClaim::Starvation(Some(threads)) = &properties[4].claim else {
            panic!("starvation of some threads");
        };
        assert_eq!(threads.to_string(), "all Philosopher");
    }

    #[track_caller]
    fn refused(text: &str, expected: &str) {
        let error = TemporalProperty::parse_file(text).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn mistakes_have_their_line() {
        refused("  p", "line 1: this goes on with no property");
        refused("a: p\n\nb\n", "line 3: expected `name: formula`");
        refused("a: p\na: q", "line 2: there are two properties `a`");
        refused("a b: p", "line 1: `a b` is no name for a property");
        refused(
            "a [fair]: p",
            "line 1: fairness is one of none, weak and strong, not `fair`",
        );
        refused("a [weak: p", "line 1: expected `]` before `:`");
        refused(
            "a: terminaton",
            "line 1: `terminaton` is unknown; did you mean `termination`?",
        );
        refused(
            "a: [] (A.x ->\n\n  A.y = 3)",
            "line 3: column 7: `=` is written `==` here",
        );
        refused("ab: A.x & p", "line 1: column 9: `&` is written `&&` here");
        refused(
            "a: starvation(t) && p",
            "line 1: column 18: unexpected `&`; expected the end",
        );
        refused(
            "a:",
            "line 1: column 3: the formula ends too early; expected a formula",
        );
    }
}
