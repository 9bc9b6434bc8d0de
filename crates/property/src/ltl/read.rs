//! The text of a formula.
//!
//! Operators, from loose to tight: `<->`, `->`, `||`, `&&`, then `U`, `W`, `R` (or `V`), then `!`,
//! `[]`, `<>`, `X`. `->` and the binary temporal ones group to the right. SPIN's words are known
//! (`always`, `eventually`, `until`, …), and so are `G` and `F`, `/\` and `\/`.
//!
//! Atoms:
//! ```text
//! Main.count == 3   Main.done   Main.head != Main.tail   pkg.Outer.Inner.field
//! Main.slots[2].full   Main.slots[Main.next] != null   Main.slots.length > 0
//! all(Account).balance >= 0   some(Philosopher p: p.left && p.right)
//! blocked(t)   waiting(t)   terminated(t)   enabled(t)   holds(t, Main.lock)
//! at(Class.method)   at(File.java:42)   at(t, File.java:42)
//! inside          a proposition that the program declares
//! ```
//! where a thread `t` is `Thread-0`, `"a name"`, `Worker`, `class Worker` or `Main.java:12` (the line
//! that starts it), with `all` before it if all of several threads are meant.

mod atoms;
mod scanner;

use super::{Atom, Comparison, Formula, Ltl, LtlError, Threads};
use crate::nearest;
use scanner::Scanner;

/// Nesting that no sensible formula has; deeper ones could exhaust the stack.
const DEEPEST: usize = 200;

/// The most operators and atoms, counted after `<->` and `W` are written out: each `<->` doubles what
/// it is about.
const LARGEST: usize = 20_000;

/// Words for operators, with the sign that means the same.
const WORDS: [(&str, &str); 17] = [
    ("U", "U"),
    ("until", "U"),
    ("stronguntil", "U"),
    ("V", "V"),
    ("R", "V"),
    ("release", "V"),
    ("W", "W"),
    ("weakuntil", "W"),
    ("always", "[]"),
    ("G", "[]"),
    ("eventually", "<>"),
    ("F", "<>"),
    ("implies", "->"),
    ("equivalent", "<->"),
    ("X", "X"),
    ("next", "X"),
    ("not", "!"),
];

/// Signs of other notations, and ours.
const FOREIGN: [(&str, &str); 6] = [
    ("=>", "->"),
    ("&", "&&"),
    ("|", "||"),
    ("=", "=="),
    ("~", "!"),
    ("/\\", "&&"),
];

pub(super) fn read(text: &str) -> Result<Ltl, LtlError> {
    let mut reader = Reader {
        scanner: Scanner::new(text),
        atoms: Vec::new(),
        depth: 0,
        last_word: None,
    };
    let (formula, _) = reader.equivalence()?;
    if !reader.scanner.is_at_end() {
        return Err(reader.unexpected());
    }
    Ok(Ltl {
        formula,
        atoms: reader.atoms,
    })
}

/// `word(threads)`, and nothing after it; the text begins with the word.
pub(super) fn read_threads(text: &str, word: &str) -> Result<Threads, LtlError> {
    let mut scanner = Scanner::new(text);
    scanner.take_word(word);
    scanner.take("(");
    let threads = atoms::threads(&mut scanner, word)?;
    atoms::close(&mut scanner, word)?;
    if !scanner.is_at_end() {
        let found = scanner.piece();
        return Err(scanner.error(format!("unexpected {found}; expected the end")));
    }
    Ok(threads)
}

struct Reader<'t> {
    scanner: Scanner<'t>,
    atoms: Vec<Atom>,
    depth: usize,
    /// The proposition that was read last: perhaps it was meant to be an operator.
    last_word: Option<(usize, String)>,
}

/// A formula and its size.
type Sized = (Formula, usize);

fn not(f: Formula) -> Formula {
    Formula::Not(Box::new(f))
}

fn and(f: Formula, g: Formula) -> Formula {
    Formula::And(Box::new(f), Box::new(g))
}

fn or(f: Formula, g: Formula) -> Formula {
    Formula::Or(Box::new(f), Box::new(g))
}

impl Reader<'_> {
    /// Takes an operator by its sign or one of its words.
    fn take(&mut self, sign: &str) -> bool {
        if let Some(word) = self.scanner.peek_word() {
            if self.is_field_of(word) {
                return false;
            }
            let meant = WORDS.iter().find(|it| it.0 == word).map(|it| it.1);
            return meant == Some(sign) && self.scanner.take_word(word);
        }
        match sign {
            "&&" if self.scanner.take("/\\") => true,
            "||" if self.scanner.take("\\/") => true,
            // A single letter is only a word; `<` begins other signs.
            "U" | "V" | "W" | "X" => false,
            _ => self.scanner.take(sign),
        }
    }

    /// Where an operator or the end should be.
    fn unexpected(&mut self) -> LtlError {
        if let Some((mark, word)) = &self.last_word {
            let operators = WORDS.iter().map(|it| it.0).filter(|it| it.len() > 2);
            if let Some(meant) = nearest(word, operators) {
                let message = format!("`{word}` is no operator; did you mean `{meant}`?");
                return self.scanner.error_at(*mark, message);
            }
        }
        let found = self.scanner.piece();
        let rest = self.scanner.rest();
        let foreign = FOREIGN.iter().find(|it| rest.starts_with(it.0));
        self.scanner.error(match foreign {
            Some((sign, meant)) => format!("`{sign}` is written `{meant}` here"),
            None if rest.starts_with(')') => "this `)` has no `(`".to_owned(),
            None => {
                format!("unexpected {found}; expected an operator such as `&&`, `->` or `U`")
            }
        })
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, LtlError>,
    ) -> Result<T, LtlError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.scanner.error("the formula is nested too deeply"));
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Counts a formula that is made of others.
    fn sized(&mut self, size: usize, make: impl FnOnce() -> Formula) -> Result<Sized, LtlError> {
        match size <= LARGEST {
            true => Ok((make(), size)),
            false => Err(self.scanner.error("the formula is too large")),
        }
    }

    fn equivalence(&mut self) -> Result<Sized, LtlError> {
        let (mut left, mut size) = self.implication()?;
        while self.take("<->") {
            let (right, more) = self.implication()?;
            (left, size) = self.sized(2 * (size + more) + 5, || {
                let neither = and(not(left.clone()), not(right.clone()));
                or(and(left, right), neither)
            })?;
        }
        Ok((left, size))
    }

    fn implication(&mut self) -> Result<Sized, LtlError> {
        let (left, size) = self.disjunction()?;
        if !self.take("->") {
            return Ok((left, size));
        }
        let (right, more) = self.deeper(Reader::implication)?;
        self.sized(size + more + 2, || or(not(left), right))
    }

    fn disjunction(&mut self) -> Result<Sized, LtlError> {
        self.chain("||", Reader::conjunction, or)
    }

    fn conjunction(&mut self) -> Result<Sized, LtlError> {
        self.chain("&&", Reader::temporal, and)
    }

    /// Operands with the same sign between them, as a tree that is not deep.
    fn chain(
        &mut self,
        sign: &str,
        operand: fn(&mut Self) -> Result<Sized, LtlError>,
        join: fn(Formula, Formula) -> Formula,
    ) -> Result<Sized, LtlError> {
        let (first, mut size) = operand(self)?;
        let mut all = vec![first];
        while self.take(sign) {
            let (next, more) = operand(self)?;
            size += more + 1;
            if size > LARGEST {
                return Err(self.scanner.error("the formula is too large"));
            }
            all.push(next);
        }
        while all.len() > 8 {
            let mut halved = Vec::new();
            let mut operands = all.into_iter();
            while let Some(one) = operands.next() {
                halved.push(match operands.next() {
                    Some(other) => join(one, other),
                    None => one,
                });
            }
            all = halved;
        }
        let joined = all.into_iter().reduce(join);
        Ok((joined.expect("there is a first operand"), size))
    }

    fn temporal(&mut self) -> Result<Sized, LtlError> {
        let (left, size) = self.unary()?;
        let operator = ["U", "V", "W"].into_iter().find(|sign| self.take(sign));
        let Some(operator) = operator else {
            return Ok((left, size));
        };
        let (right, more) = self.deeper(Reader::temporal)?;
        match operator {
            "U" => self.sized(size + more + 1, || {
                Formula::Until(Box::new(left), Box::new(right))
            }),
            "V" => self.sized(size + more + 1, || {
                Formula::Release(Box::new(left), Box::new(right))
            }),
            _ => self.sized(size + 2 * more + 2, || {
                let either = or(left, right.clone());
                Formula::Release(Box::new(right), Box::new(either))
            }),
        }
    }

    fn unary(&mut self) -> Result<Sized, LtlError> {
        let operator = ["!", "[]", "<>", "X", "("]
            .into_iter()
            .find(|sign| self.take(sign));
        let Some(operator) = operator else {
            return self.atom().map(|atom| (atom, 1));
        };
        if operator == "(" {
            let mark = self.scanner.mark();
            let inside = self.deeper(Reader::equivalence)?;
            return match (self.take(")"), self.scanner.is_at_end()) {
                (true, _) => Ok(inside),
                (false, true) => {
                    let missing = "a `)` is missing for the `(` before this";
                    Err(self.scanner.error_at(mark, missing))
                }
                (false, false) => Err(self.unexpected()),
            };
        }
        let (inside, size) = self.deeper(Reader::unary)?;
        let constant = |value| Box::new(Formula::Constant(value));
        self.sized(size + 2, || match operator {
            "!" => not(inside),
            "[]" => Formula::Release(constant(false), Box::new(inside)),
            "<>" => Formula::Until(constant(true), Box::new(inside)),
            _ => Formula::Next(Box::new(inside)),
        })
    }

    fn atom(&mut self) -> Result<Formula, LtlError> {
        if self.scanner.is_at_end() {
            return Err(self
                .scanner
                .error("the formula ends too early; expected a formula"));
        }
        let mark = self.scanner.mark();
        let word = self.scanner.peek_word();
        match word {
            Some("true") | Some("false") => {
                self.scanner.take_word(word.unwrap_or_default());
                return Ok(Formula::Constant(word == Some("true")));
            }
            Some(word) if !WORDS.iter().any(|it| it.0 == word) => {}
            // `X.count` is a field of a class that is called as an operator is.
            Some(word) if self.is_field_of(word) => {}
            Some(word) => {
                let message = format!("expected a formula, found the operator `{word}`");
                return Err(self.scanner.error(message));
            }
            None => {
                let found = self.scanner.piece();
                let message = format!("expected a formula, found {found}");
                return Err(self.scanner.error(message));
            }
        }
        let atom = atoms::atom(&mut self.scanner)?;
        if let Atom::Proposition(name) = &atom {
            self.last_word = Some((mark, name.clone()));
        } else {
            self.last_word = None;
        }
        let known = self.atoms.iter().position(|it| *it == atom);
        let index = known.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        });
        Ok(Formula::Atom(index))
    }

    fn is_field_of(&mut self, word: &str) -> bool {
        let rest = self.scanner.rest();
        rest[word.len()..].starts_with('.')
    }
}

#[cfg(test)]
mod tests;
