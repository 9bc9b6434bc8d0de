//! Formulas from tokens.
//!
//! In: the reader at a formula. Out: the formula. From loosest to tightest: `<->`, `->`, `|`, `&`, `!`;
//! quantifiers and `if` reach as far to the right as they can.

use super::Error;
use super::lexer::Token;
use super::reader::Reader;
use crate::logic::formula::{Closure, Formula, VARIABLES, Variable};
use crate::logic::kleene::Kleene;

/// How deep formulas nest.
const DEEPEST: usize = 200;

/// Names of variables; each name of one owner that is in scope is one variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    names: Vec<(String, Variable)>,
    next: usize,
    depth: usize,
}

impl Scope {
    /// The variable that a name means.
    pub(super) fn find(&self, name: &str) -> Option<Variable> {
        self.names
            .iter()
            .rev()
            .find(|it| it.0 == name)
            .map(|it| it.1)
    }

    /// Gives a name a variable of its own.
    pub(super) fn bind(&mut self, name: String) -> Result<Variable, String> {
        if self.next >= VARIABLES - 1 {
            return Err(format!("there are more than {} variables", VARIABLES - 1));
        }
        let variable = self.next as Variable;
        self.next += 1;
        self.names.push((name, variable));
        Ok(variable)
    }

    /// Forgets the last names; their variables can be others'.
    pub(super) fn unbind(&mut self, count: usize) {
        self.names.truncate(self.names.len() - count);
        self.next -= count;
    }
}

impl Reader<'_> {
    /// A formula.
    pub(super) fn formula(&mut self, scope: &mut Scope) -> Result<Formula, Error> {
        scope.depth += 1;
        if scope.depth > DEEPEST {
            return Err(self.error("the formula nests too deeply"));
        }
        let mut left = self.implication(scope)?;
        while self.accept("<->") {
            let right = self.implication(scope)?;
            left = left.same(right);
        }
        scope.depth -= 1;
        Ok(left)
    }

    fn implication(&mut self, scope: &mut Scope) -> Result<Formula, Error> {
        let mut parts = vec![self.disjunction(scope)?];
        while self.accept("->") {
            parts.push(self.disjunction(scope)?);
        }
        let last = parts.pop().expect("there is a first part");
        Ok(parts
            .into_iter()
            .rev()
            .fold(last, |then, condition| condition.implies(then)))
    }

    fn disjunction(&mut self, scope: &mut Scope) -> Result<Formula, Error> {
        let mut parts = vec![self.conjunction(scope)?];
        while self.accept("|") {
            parts.push(self.conjunction(scope)?);
        }
        Ok(Formula::or(parts))
    }

    fn conjunction(&mut self, scope: &mut Scope) -> Result<Formula, Error> {
        let mut parts = vec![self.negation(scope)?];
        while self.accept("&") {
            parts.push(self.negation(scope)?);
        }
        Ok(Formula::and(parts))
    }

    fn negation(&mut self, scope: &mut Scope) -> Result<Formula, Error> {
        let mut negated = false;
        while self.accept("!") {
            negated = !negated;
        }
        let formula = self.primary(scope)?;
        Ok(if negated { !formula } else { formula })
    }

    fn primary(&mut self, scope: &mut Scope) -> Result<Formula, Error> {
        if self.accept("(") {
            let formula = self.formula(scope)?;
            self.expect(")")?;
            return Ok(formula);
        }
        if self.accept("1/2") {
            return Ok(Formula::constant(Kleene::Unknown));
        }
        for (word, value) in [("0", false), ("1", true)] {
            if self.accept_word(word) {
                return Ok(Formula::constant(value));
            }
        }
        if self.accept_word("exists") {
            return self.quantified(scope, Formula::exists);
        }
        if self.accept_word("forall") {
            return self.quantified(scope, Formula::forall);
        }
        if self.accept_word("if") {
            let condition = self.formula(scope)?;
            self.expect_word("then")?;
            let then = self.formula(scope)?;
            self.expect_word("else")?;
            let otherwise = self.formula(scope)?;
            return Ok(condition.choice(then, otherwise));
        }
        if self.accept_word("path") {
            return self.path(scope);
        }
        self.atom(scope)
    }

    fn quantified(
        &mut self,
        scope: &mut Scope,
        quantify: fn(Vec<Variable>, Formula) -> Formula,
    ) -> Result<Formula, Error> {
        let variables = self.bind_all(scope)?;
        self.expect(":")?;
        let body = self.formula(scope)?;
        scope.unbind(variables.len());
        Ok(quantify(variables, body))
    }

    /// New variables, separated by commas.
    pub(super) fn bind_all(&mut self, scope: &mut Scope) -> Result<Vec<Variable>, Error> {
        let mut variables = Vec::new();
        loop {
            let name = self.name()?;
            variables.push(scope.bind(name).map_err(|it| self.error(&it))?);
            if !self.accept(",") {
                return Ok(variables);
            }
        }
    }

    /// A variable that is in scope.
    pub(super) fn variable(&mut self, scope: &Scope) -> Result<Variable, Error> {
        let name = self.name()?;
        scope
            .find(&name)
            .ok_or_else(|| self.error_before(&format!("`{name}` is no variable here")))
    }

    fn path(&mut self, scope: &mut Scope) -> Result<Formula, Error> {
        let reflexive = !self.accept("+");
        self.expect("(")?;
        let variables = self.bind_all(scope)?;
        let [left, right] = variables[..] else {
            return Err(self.error("a path's step has two variables"));
        };
        self.expect(":")?;
        let step = self.formula(scope)?;
        scope.unbind(2);
        self.expect(")")?;
        self.expect("(")?;
        let from = self.variable(scope)?;
        self.expect(",")?;
        let to = self.variable(scope)?;
        self.expect(")")?;
        Ok(Formula::closure(Closure {
            left,
            right,
            step,
            from,
            to,
            reflexive,
        }))
    }

    fn atom(&mut self, scope: &mut Scope) -> Result<Formula, Error> {
        let name = self.name()?;
        for (sign, equal) in [("==", true), ("!=", false)] {
            if self.accept(sign) {
                let left = scope.find(&name);
                let left = left
                    .ok_or_else(|| self.error_before(&format!("`{name}` is no variable here")))?;
                let right = self.variable(scope)?;
                let formula = Formula::equal(left, right);
                return Ok(if equal { formula } else { !formula });
            }
        }
        let symbol = self.vocabulary().find(&name);
        let symbol =
            symbol.ok_or_else(|| self.error_before(&format!("`{name}` is no predicate")))?;
        let closure = if self.accept("*") {
            Some(true)
        } else if self.accept("+") {
            Some(false)
        } else {
            None
        };
        let mut arguments = Vec::new();
        if self.accept("(") && !self.accept(")") {
            loop {
                arguments.push(self.variable(scope)?);
                if self.accept(")") {
                    break;
                }
                self.expect(",")?;
            }
        }
        let wrong = format!("`{name}` does not have {} arguments", arguments.len());
        let Some(reflexive) = closure else {
            return Formula::atom(symbol, &arguments).ok_or_else(|| self.error_before(&wrong));
        };
        let [from, to] = arguments[..] else {
            return Err(self.error_before("a path has a beginning and an end"));
        };
        let left = scope.bind(String::new()).map_err(|it| self.error(&it))?;
        let right = scope.bind(String::new()).map_err(|it| self.error(&it))?;
        scope.unbind(2);
        let step = Formula::atom(symbol, &[left, right]);
        let step = step.ok_or_else(|| self.error_before(&format!("`{name}` is not binary")))?;
        Ok(Formula::closure(Closure {
            left,
            right,
            step,
            from,
            to,
            reflexive,
        }))
    }

    /// A text in quotes.
    pub(super) fn quoted(&mut self) -> Result<String, Error> {
        match self.take() {
            Some(Token::Text(text)) => Ok(self.replaced(&text)),
            _ => Err(self.error_before("a text in quotes is expected here")),
        }
    }
}
