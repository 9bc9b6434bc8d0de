//! The text of a formula. From loose to tight: `<->`, `->`, `||`, `&&`, the binary temporal
//! operators, the unary ones. SPIN's words (`always`, `eventually`, `until`, …) are known too.

use super::{Atom, Comparison, Formula, Ltl, LtlError};

/// Nesting that no sensible formula has; deeper ones could exhaust the stack.
const DEEPEST: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// An operator or parenthesis.
    Sign(&'static str),
    /// A name, with dots.
    Name(String),
    Number(i64),
    /// `at(…)` and the like: the word, and what is between the parentheses.
    Call(String, String),
}

/// Longer ones first.
const SIGNS: [&str; 17] = [
    "<->", "[]", "<>", "->", "&&", "||", "==", "!=", "<=", ">=", "/\\", "\\/", "<", ">", "!", "(",
    ")",
];

/// Words for operators.
const WORDS: [(&str, &str); 14] = [
    ("U", "U"),
    ("until", "U"),
    ("stronguntil", "U"),
    ("V", "V"),
    ("R", "V"),
    ("release", "V"),
    ("W", "W"),
    ("weakuntil", "W"),
    ("always", "[]"),
    ("eventually", "<>"),
    ("implies", "->"),
    ("equivalent", "<->"),
    ("X", "X"),
    ("next", "X"),
];

const CALLS: [&str; 3] = ["at", "blocked", "terminated"];

pub(super) fn read(text: &str) -> Result<Ltl, LtlError> {
    let mut reader = Reader {
        tokens: tokens(text)?,
        next: 0,
        atoms: Vec::new(),
        depth: 0,
    };
    let formula = reader.equivalence()?;
    match reader.peek() {
        None => Ok(Ltl {
            formula,
            atoms: reader.atoms,
        }),
        Some(token) => Err(LtlError(format!("unexpected {}", told(token)))),
    }
}

fn told(token: &Token) -> String {
    match token {
        Token::Sign(sign) => format!("`{sign}`"),
        Token::Name(name) => format!("`{name}`"),
        Token::Number(number) => format!("`{number}`"),
        Token::Call(word, _) => format!("`{word}(…)`"),
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, LtlError> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            let meant = match *sign {
                "/\\" => "&&",
                "\\/" => "||",
                sign => sign,
            };
            tokens.push(Token::Sign(meant));
            rest = rest[sign.len()..].trim_start();
            continue;
        }
        let is_word = |it: char| it.is_alphanumeric() || matches!(it, '_' | '$' | '.' | '-');
        let negative = rest.starts_with('-');
        let end = rest.find(|it: char| !is_word(it)).unwrap_or(rest.len());
        let word = &rest[..end];
        if word.is_empty() {
            let sign: String = rest.chars().take(1).collect();
            return Err(LtlError(format!("`{sign}` means nothing in a formula")));
        }
        rest = rest[end..].trim_start();
        if negative || word.starts_with(|it: char| it.is_ascii_digit()) {
            let number = word.parse();
            let number = number.map_err(|_| LtlError(format!("`{word}` is no number")))?;
            tokens.push(Token::Number(number));
        } else if CALLS.contains(&word) && rest.starts_with('(') {
            let Some((inside, after)) = rest[1..].split_once(')') else {
                return Err(LtlError(format!("`{word}(` has no end")));
            };
            tokens.push(Token::Call(word.to_owned(), inside.trim().to_owned()));
            rest = after.trim_start();
        } else if let Some((_, sign)) = WORDS.iter().find(|it| it.0 == word) {
            tokens.push(Token::Sign(sign));
        } else {
            tokens.push(Token::Name(word.to_owned()));
        }
    }
    Ok(tokens)
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
    atoms: Vec<Atom>,
    depth: usize,
}

fn not(f: Formula) -> Formula {
    Formula::Not(Box::new(f))
}

fn and(f: Formula, g: Formula) -> Formula {
    Formula::And(Box::new(f), Box::new(g))
}

fn or(f: Formula, g: Formula) -> Formula {
    Formula::Or(Box::new(f), Box::new(g))
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(it)) if *it == sign);
        self.next += usize::from(found);
        found
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Reader) -> Result<T, LtlError>,
    ) -> Result<T, LtlError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(LtlError("the formula is nested too deeply".to_owned()));
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn equivalence(&mut self) -> Result<Formula, LtlError> {
        let mut left = self.implication()?;
        while self.take("<->") {
            let right = self.implication()?;
            let neither = and(not(left.clone()), not(right.clone()));
            left = or(and(left, right), neither);
        }
        Ok(left)
    }

    fn implication(&mut self) -> Result<Formula, LtlError> {
        let left = self.disjunction()?;
        if !self.take("->") {
            return Ok(left);
        }
        let right = self.deeper(Reader::implication)?;
        Ok(or(not(left), right))
    }

    fn disjunction(&mut self) -> Result<Formula, LtlError> {
        let mut left = self.conjunction()?;
        while self.take("||") {
            left = or(left, self.conjunction()?);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Formula, LtlError> {
        let mut left = self.temporal()?;
        while self.take("&&") {
            left = and(left, self.temporal()?);
        }
        Ok(left)
    }

    fn temporal(&mut self) -> Result<Formula, LtlError> {
        let left = self.unary()?;
        let operator = ["U", "V", "W"].into_iter().find(|sign| self.take(sign));
        let Some(operator) = operator else {
            return Ok(left);
        };
        let right = self.deeper(Reader::temporal)?;
        Ok(match operator {
            "U" => Formula::Until(Box::new(left), Box::new(right)),
            "V" => Formula::Release(Box::new(left), Box::new(right)),
            _ => {
                let either = or(left, right.clone());
                Formula::Release(Box::new(right), Box::new(either))
            }
        })
    }

    fn unary(&mut self) -> Result<Formula, LtlError> {
        if self.take("X") {
            return Err(LtlError(
                "`X` is not supported: what the next step is depends on how steps are counted"
                    .to_owned(),
            ));
        }
        if self.take("!") {
            return Ok(not(self.deeper(Reader::unary)?));
        }
        if self.take("[]") {
            let inner = self.deeper(Reader::unary)?;
            let never = Box::new(Formula::Constant(false));
            return Ok(Formula::Release(never, Box::new(inner)));
        }
        if self.take("<>") {
            let inner = self.deeper(Reader::unary)?;
            let always = Box::new(Formula::Constant(true));
            return Ok(Formula::Until(always, Box::new(inner)));
        }
        if self.take("(") {
            let inner = self.deeper(Reader::equivalence)?;
            return match self.take(")") {
                true => Ok(inner),
                false => Err(LtlError("a `)` is missing".to_owned())),
            };
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Formula, LtlError> {
        let token = self.peek().cloned();
        self.next += 1;
        let atom = match token {
            None => return Err(LtlError("the formula ends too early".to_owned())),
            Some(Token::Name(name)) if name == "true" => return Ok(Formula::Constant(true)),
            Some(Token::Name(name)) if name == "false" => return Ok(Formula::Constant(false)),
            Some(Token::Name(path)) if path.contains('.') => self.comparison(path)?,
            Some(Token::Name(name)) => {
                return Err(LtlError(format!(
                    "`{name}` is no field; fields are written Class.field"
                )));
            }
            Some(Token::Call(word, inside)) if !inside.is_empty() => match word.as_str() {
                "at" => Atom::At(inside),
                "blocked" => Atom::Blocked(inside),
                _ => Atom::Terminated(inside),
            },
            Some(token) => return Err(LtlError(format!("unexpected {}", told(&token)))),
        };
        let known = self.atoms.iter().position(|it| *it == atom);
        let index = known.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        });
        Ok(Formula::Atom(index))
    }

    /// A field alone is a flag.
    fn comparison(&mut self, path: String) -> Result<Atom, LtlError> {
        use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        let all = [Equal, NotEqual, LessOrEqual, GreaterOrEqual, Less, Greater];
        let found = all.into_iter().find(|it| self.take(it.symbol()));
        let Some(comparison) = found else {
            return Ok(Atom::Compare {
                path,
                comparison: NotEqual,
                constant: 0,
            });
        };
        let token = self.peek().cloned();
        self.next += 1;
        let constant = match token {
            Some(Token::Number(number)) => i32::try_from(number)
                .map_err(|_| LtlError(format!("{number} does not fit into 32 bits")))?,
            Some(Token::Name(name)) if name == "true" => 1,
            Some(Token::Name(name)) if name == "false" || name == "null" => 0,
            _ => {
                return Err(LtlError(format!(
                    "{path} can be compared with a number, true, false or null"
                )));
            }
        };
        Ok(Atom::Compare {
            path,
            comparison,
            constant,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, why: &str) {
        let error = Ltl::parse(text).expect_err(text);
        assert!(error.0.contains(why), "{text}: {error}");
    }

    #[test]
    fn atoms() {
        let text = "at(Main.java:42) || blocked(Thread-0) && terminated( main ) || A.b.c >= -3";
        let ltl = Ltl::parse(text).unwrap();
        let expected = [
            Atom::At("Main.java:42".to_owned()),
            Atom::Blocked("Thread-0".to_owned()),
            Atom::Terminated("main".to_owned()),
            Atom::Compare {
                path: "A.b.c".to_owned(),
                comparison: Comparison::GreaterOrEqual,
                constant: -3,
            },
        ];
        assert_eq!(ltl.atoms, expected);
    }

    #[test]
    fn operators_bind_as_in_spin() {
        let same = [
            ("A.p -> A.q -> A.r", "A.p -> (A.q -> A.r)"),
            ("A.p || A.q && A.r", "A.p || (A.q && A.r)"),
            ("! A.p U A.q", "(! A.p) U A.q"),
            ("[] A.p -> <> A.q", "([] A.p) -> (<> A.q)"),
            ("always A.p implies eventually A.q", "[] A.p -> <> A.q"),
            ("A.p U A.q && A.r", "(A.p U A.q) && A.r"),
        ];
        for (one, other) in same {
            assert_eq!(Ltl::parse(one), Ltl::parse(other), "{one}");
        }
    }

    #[test]
    fn what_is_no_formula() {
        refused("", "ends too early");
        refused("X A.p", "`X` is not supported");
        refused("p", "is no field");
        refused("(A.p", "`)` is missing");
        refused("A.p A.q", "unexpected `A.q`");
        refused("A.p == A.q", "can be compared with");
        refused("A.p == 99999999999", "32 bits");
        refused("A.p # A.q", "means nothing");
        refused("at(x", "has no end");
        refused("at()", "unexpected");
        refused(&"(".repeat(10_000), "too deeply");
        refused(&"! ".repeat(10_000), "too deeply");
    }
}
