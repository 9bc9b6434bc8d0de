//! Atoms as text, as the reader of formulas reads them.

use std::fmt;

use super::{
    Atom, Base, Compare, Comparison, Condition, Line, Operand, Path, PathStep, Place, Quantifier,
    ThreadName, Threads,
};

impl fmt::Display for Atom {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Compare(compare) => write!(out, "{compare}"),
            Atom::Instances {
                quantifier,
                class,
                condition,
            } => {
                let name = instance(condition).unwrap_or("it");
                write!(out, "{quantifier}({class} {name}: {condition})")
            }
            Atom::Thread { state, threads } => write!(out, "{}({threads})", state.word()),
            Atom::At { threads, place } => match threads {
                Some(threads) => write!(out, "at({threads}, {place})"),
                None => write!(out, "at({place})"),
            },
            Atom::Holds { threads, lock } => write!(out, "holds({threads}, {lock})"),
            Atom::Proposition(name) => out.write_str(name),
        }
    }
}

/// What a condition calls the object that it is about.
fn instance(condition: &Condition) -> Option<&str> {
    match condition {
        Condition::Not(c) => instance(c),
        Condition::And(c, d) | Condition::Or(c, d) => instance(c).or_else(|| instance(d)),
        Condition::Compare(compare) => {
            let right = match &compare.right {
                Operand::Path(path) => in_path(path),
                _ => None,
            };
            in_path(&compare.left).or(right)
        }
    }
}

fn in_path(path: &Path) -> Option<&str> {
    let inside = |step: &'_ PathStep| matches!(step, PathStep::Element(_));
    match &path.base {
        Base::Instance(name) => Some(name),
        Base::Class => path.steps.iter().filter(|it| inside(it)).find_map(|step| {
            let PathStep::Element(index) = step else {
                return None;
            };
            match &**index {
                Operand::Path(path) => in_path(path),
                _ => None,
            }
        }),
    }
}

impl fmt::Display for Compare {
    /// A field that is asked for being true is written as its path alone.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.comparison, &self.right) {
            (Comparison::NotEqual, Operand::Boolean(false)) => write!(out, "{}", self.left),
            (comparison, right) => write!(out, "{} {} {right}", self.left, comparison.symbol()),
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Integer(number) => write!(out, "{number}"),
            Operand::Boolean(value) => write!(out, "{value}"),
            Operand::Null => out.write_str("null"),
            Operand::Path(path) => write!(out, "{path}"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        if let Base::Instance(name) = &self.base {
            out.write_str(name)?;
            is_first = false;
        }
        for step in &self.steps {
            match step {
                PathStep::Name(name) if is_first => out.write_str(name)?,
                PathStep::Name(name) => write!(out, ".{name}")?,
                PathStep::Element(index) => write!(out, "[{index}]")?,
            }
            is_first = false;
        }
        Ok(())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Compare(compare) => write!(out, "{compare}"),
            Condition::Not(c) => write!(out, "!({c})"),
            Condition::And(c, d) => write!(out, "({c} && {d})"),
            Condition::Or(c, d) => write!(out, "({c} || {d})"),
        }
    }
}

impl fmt::Display for Quantifier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Quantifier::All => "all",
            Quantifier::Some => "some",
        })
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.quantifier {
            Quantifier::All => write!(out, "all {}", self.name),
            Quantifier::Some => write!(out, "{}", self.name),
        }
    }
}

impl fmt::Display for ThreadName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThreadName::Word(word) => out.write_str(word),
            ThreadName::Name(name) => write!(out, "\"{name}\""),
            ThreadName::Class(class) => write!(out, "class {class}"),
            ThreadName::Line(line) => write!(out, "{line}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Method(method) => out.write_str(method),
            Place::Line(line) => write!(out, "{line}"),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file, self.line)
    }
}
