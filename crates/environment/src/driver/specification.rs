//! What a user says about how a class is driven.
//!
//! In: the text of a file. Out: a [`Specification`], and from that the scenarios of a driver. Each line
//! begins with a word:
//!
//! ```text
//! # Two threads fill a cache that one of them may clear.
//! make   new Cache(2)
//! before put("a", 0)
//! thread put("a", 1) (get("a") | remove("a"))*
//! thread clear()? get("b")
//! calls  3
//! after  size()
//! check  cache.size() <= 2
//! ```
//!
//! A thread makes the calls of any word of its regular expression, up to `calls` of them. `any 2 of`
//! stands for two threads, each with any of the calls. A call is a method of the class with its
//! arguments, on the object or static; an expression of Java with a dot; or statements in braces. A
//! `check` is a condition that must be true in the end, also when the calls are made in sequence; an
//! `invariant` is a method that must not throw or be false then. `field` adds a field to the driver.
//! Where there are no threads, the calls are those that are found by type.

use super::scenario::Scenario;
use super::{Call, Driver, DriverError, Role};

/// Calls of a thread if nobody says how many.
const CALLS: usize = 3;

/// Scenarios that a specification may stand for.
const MOST_SCENARIOS: usize = 20_000;

/// A regular expression over calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// One call, as written.
    Call(String),
    /// One after the other.
    Sequence(Vec<Expression>),
    /// One of them.
    Either(Vec<Expression>),
    /// So many times; no upper bound if there is none.
    Repeated(Box<Expression>, usize, Option<usize>),
}

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Specification {
    /// How the object is made.
    pub makings: Vec<String>,
    /// Declarations of fields: type, name, value.
    pub fields: Vec<(String, String, Option<String>)>,
    /// Calls before there are threads.
    pub before: Vec<String>,
    /// What each thread does.
    pub threads: Vec<Expression>,
    /// The most calls of a thread.
    pub calls: Option<usize>,
    /// Calls at the end whose results are looked at.
    pub after: Vec<String>,
    /// Conditions at the end: as told, and as statements.
    pub checks: Vec<(String, String)>,
}

/// What is known of a method by its name and the number of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Whether it is static.
    pub is_static: bool,
    /// Whether it gives a value.
    pub gives: bool,
}

impl Specification {
    /// Reads a specification.
    pub fn parse(text: &str) -> Result<Specification, DriverError> {
        let mut read = Specification::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let read_line = read.line(word, rest.trim());
            read_line.map_err(|error| DriverError(format!("line {}: {}", index + 1, error.0)))?;
        }
        Ok(read)
    }

    fn line(&mut self, word: &str, rest: &str) -> Result<(), DriverError> {
        let fail = |message: String| Err(DriverError(message));
        if rest.is_empty() {
            return fail(format!("nothing stands after `{word}`"));
        }
        match word {
            "make" => self.makings.push(rest.to_owned()),
            "field" => self.fields.push(field(rest)?),
            "before" => self.before.extend(calls(rest)?),
            "after" => self.after.extend(calls(rest)?),
            "thread" => self.threads.push(Parser::whole(rest)?),
            "any" => {
                let count = rest.split_once(" of ");
                let parsed =
                    count.and_then(|(it, calls)| Some((it.trim().parse::<usize>().ok()?, calls)));
                let Some((count, calls)) = parsed.filter(|it| (1..=7).contains(&it.0)) else {
                    return fail("write `any 2 of put(1) | get()`, with 1 to 7 threads".to_owned());
                };
                let one = Expression::Repeated(Box::new(Parser::whole(calls)?), 1, None);
                self.threads.extend(vec![one; count]);
            }
            "calls" => match rest.parse() {
                Ok(calls @ 1..=15) => self.calls = Some(calls),
                _ => return fail(format!("`calls` is a number from 1 to 15, not `{rest}`")),
            },
            "check" => {
                let told = super::source::literal(rest);
                let code =
                    format!("if (!({rest})) throw new AssertionError({told});\nreturn VOID;");
                self.checks.push((rest.to_owned(), code));
            }
            "invariant" => {
                let told = super::source::literal(rest);
                let code = format!(
                    "if (Boolean.FALSE.equals({rest})) throw new AssertionError({told});\nreturn VOID;"
                );
                self.checks.push((rest.to_owned(), code));
            }
            _ => {
                return fail(format!(
                    "`{word}` is none of make, field, before, thread, any, calls, after, check, invariant"
                ));
            }
        }
        Ok(())
    }

    /// Makes the driver one of this specification, and gives its scenarios: none if it names no
    /// threads; then what it adds to others is the second. The object is in the driver's first field.
    pub fn apply(
        &self,
        driver: &mut Driver,
        known: &dyn Fn(&str, usize) -> Option<Known>,
    ) -> Result<(Vec<Scenario>, Scenario), DriverError> {
        driver.fields.extend(self.fields.iter().cloned());
        if !self.makings.is_empty() {
            self.make(driver);
        }
        let makings = driver.numbers(|role| *role == Role::Make);
        let mut add = |text: &str| add(driver, text, known);
        let before: Vec<usize> = self
            .before
            .iter()
            .map(|it| add(it))
            .collect::<Result<_, _>>()?;
        let after: Vec<usize> = self
            .after
            .iter()
            .map(|it| add(it))
            .collect::<Result<_, _>>()?;
        let most = self.calls.unwrap_or(CALLS);
        let mut tuples: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for thread in &self.threads {
            let mut words = words(thread, most, &mut add)?;
            words.retain(|it| !it.is_empty());
            if words.is_empty() {
                let why = format!("a thread makes no calls, or more than {most} (calls N)");
                return Err(DriverError(why));
            }
            let longer = tuples.iter().flat_map(|tuple| {
                words.iter().map(move |word| {
                    let mut tuple = tuple.clone();
                    tuple.push(word.clone());
                    tuple
                })
            });
            tuples = longer.take(MOST_SCENARIOS + 1).collect();
            if tuples.len() > MOST_SCENARIOS {
                let why =
                    format!("it stands for more than {MOST_SCENARIOS} scenarios; use fewer calls");
                return Err(DriverError(why));
            }
        }
        let checks = self.checks.iter().map(|(name, code)| {
            driver.calls.push(Call {
                code: code.clone(),
                name: name.clone(),
                role: Role::Check,
            });
            driver.calls.len() - 1
        });
        let checks: Vec<usize> = checks.collect();
        let extra = Scenario {
            before: before.clone(),
            threads: Vec::new(),
            after: after.clone(),
            checks: checks.clone(),
        };
        if self.threads.is_empty() {
            return Ok((Vec::new(), extra));
        }
        let firsts = match makings.is_empty() {
            true => vec![Vec::new()],
            false => makings.iter().map(|it| vec![*it]).collect(),
        };
        let mut scenarios = Vec::new();
        for first in firsts {
            for threads in &tuples {
                scenarios.push(Scenario {
                    before: [&first[..], &before[..]].concat(),
                    threads: threads.clone(),
                    after: after.clone(),
                    checks: checks.clone(),
                });
            }
        }
        scenarios.sort_by_key(Scenario::calls);
        Ok((scenarios, extra))
    }

    /// Objects are made as the specification says, and in no other way.
    fn make(&self, driver: &mut Driver) {
        let own: Vec<String> = driver
            .fields
            .iter()
            .filter(|(class, _, value)| *class == driver.class && value.is_none())
            .map(|(_, name, _)| name.clone())
            .collect();
        let own = match own.is_empty() {
            true => {
                let name = "object".to_owned();
                let field = (driver.class.clone(), name.clone(), None);
                driver.fields.insert(0, field);
                vec![name]
            }
            false => own,
        };
        driver.calls.retain(|it| it.role != Role::Make);
        for making in self.makings.iter().rev() {
            let mut code = String::new();
            for field in &own {
                code += &format!("{field} = {making};\n");
            }
            let call = Call {
                code: code + "return VOID;",
                name: making.clone(),
                role: Role::Make,
            };
            driver.calls.insert(0, call);
        }
    }
}

/// The number of a call with this text, which is added if need be.
fn add(
    driver: &mut Driver,
    text: &str,
    known: &dyn Fn(&str, usize) -> Option<Known>,
) -> Result<usize, DriverError> {
    let found = driver
        .calls
        .iter()
        .position(|it| it.name == text && it.role != Role::Check);
    if let Some(number) = found {
        return Ok(number);
    }
    let (code, gives, on_object) = if let Some(inside) = text.strip_prefix('{') {
        let inside = inside.strip_suffix('}').unwrap_or(inside).trim();
        (format!("{inside}\nreturn VOID;"), false, true)
    } else {
        let (head, inside) = last_call(text);
        let name = head.rsplit('.').next().unwrap_or_default().trim();
        let method = known(name, arguments(inside));
        let receiver = match (head.contains('.'), method) {
            (true, _) => String::new(),
            (false, None) => {
                let why = format!("{} has no method {name} with such arguments", driver.class);
                return Err(DriverError(why));
            }
            (false, Some(method)) if method.is_static => format!("{}.", driver.class),
            (false, Some(_)) => match driver.fields.first() {
                Some((_, field, _)) => format!("{field}."),
                None => {
                    return Err(DriverError(
                        "no object can be made; say how: make".to_owned(),
                    ));
                }
            },
        };
        match method.is_some_and(|it| it.gives) {
            true => (format!("return {receiver}{text};"), true, true),
            false => (format!("{receiver}{text};\nreturn VOID;"), false, true),
        }
    };
    driver.calls.push(Call {
        code,
        name: text.to_owned(),
        role: Role::Method {
            on_object,
            gives,
            variant: 0,
        },
    });
    Ok(driver.calls.len() - 1)
}

/// What stands before the arguments of the last call of a chain, and the arguments.
fn last_call(text: &str) -> (&str, &str) {
    let mut depth = 0;
    let mut open = text.len();
    for (at, letter) in code(text) {
        match letter {
            '(' => {
                if depth == 0 {
                    open = at;
                }
                depth += 1;
            }
            ')' => depth -= 1,
            _ => {}
        }
    }
    let inside = text.get(open + 1..).unwrap_or_default();
    (&text[..open], inside.strip_suffix(')').unwrap_or(inside))
}

/// How many arguments there are in a list of them.
fn arguments(list: &str) -> usize {
    let mut depth = 0;
    let mut count = usize::from(!list.trim().is_empty());
    for (_, letter) in code(list) {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
}

/// The letters of Java code outside of strings and characters, with their places.
fn code(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote = None;
    let mut is_escaped = false;
    text.char_indices().filter(move |(_, letter)| match quote {
        Some(_) if is_escaped => {
            is_escaped = false;
            false
        }
        Some(open) => {
            is_escaped = *letter == '\\';
            if *letter == open {
                quote = None;
            }
            false
        }
        None => {
            let opens = matches!(letter, '"' | '\'');
            quote = opens.then_some(*letter);
            !opens
        }
    })
}

/// `Type name` or `Type name = value`.
fn field(text: &str) -> Result<(String, String, Option<String>), DriverError> {
    let (declared, value) = match text.split_once('=') {
        Some((declared, value)) => (declared.trim(), Some(value.trim().to_owned())),
        None => (text, None),
    };
    match declared.rsplit_once(char::is_whitespace) {
        Some((class, name)) => Ok((class.trim().to_owned(), name.to_owned(), value)),
        None => Err(DriverError("write `field Type name = value`".to_owned())),
    }
}

/// Calls in a row.
fn calls(text: &str) -> Result<Vec<String>, DriverError> {
    fn flat(expression: Expression, out: &mut Vec<String>) -> Result<(), DriverError> {
        match expression {
            Expression::Call(text) => out.push(text),
            Expression::Sequence(parts) => {
                for part in parts {
                    flat(part, out)?;
                }
            }
            _ => return Err(DriverError("only calls in a row stand here".to_owned())),
        }
        Ok(())
    }
    let mut out = Vec::new();
    flat(Parser::whole(text)?, &mut out)?;
    Ok(out)
}

/// All words of an expression with at most so many calls.
fn words(
    expression: &Expression,
    most: usize,
    add: &mut dyn FnMut(&str) -> Result<usize, DriverError>,
) -> Result<Vec<Vec<usize>>, DriverError> {
    let joined = |first: &[Vec<usize>], second: &[Vec<usize>]| {
        let mut all = Vec::new();
        for one in first {
            for other in second.iter().filter(|it| it.len() + one.len() <= most) {
                all.push([&one[..], &other[..]].concat());
            }
        }
        all
    };
    let mut all = match expression {
        Expression::Call(text) => vec![vec![add(text)?]],
        Expression::Either(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(words(part, most, add)?);
            }
            all
        }
        Expression::Sequence(parts) => {
            let mut all = vec![Vec::new()];
            for part in parts {
                all = joined(&all, &words(part, most, add)?);
            }
            all
        }
        Expression::Repeated(part, low, high) => {
            let once = words(part, most, add)?;
            let mut round = vec![Vec::new()];
            for _ in 0..*low {
                round = joined(&round, &once);
            }
            let mut all = round.clone();
            for _ in *low..high.unwrap_or(usize::MAX).min(low + most) {
                round = joined(&round, &once);
                all.extend(round.iter().cloned());
            }
            all
        }
    };
    all.sort();
    all.dedup();
    all.sort_by_key(Vec::len);
    Ok(all)
}

/// Reads expressions.
struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn whole(text: &'a str) -> Result<Expression, DriverError> {
        let mut parser = Parser { rest: text };
        let expression = parser.either()?;
        match parser.peek() {
            None => Ok(expression),
            Some(_) => Err(DriverError(format!("`{}` is not understood", parser.rest))),
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn skip(&mut self, letter: char) -> bool {
        let is_there = self.peek() == Some(letter);
        if is_there {
            self.rest = &self.rest[letter.len_utf8()..];
        }
        is_there
    }

    fn either(&mut self) -> Result<Expression, DriverError> {
        let mut parts = vec![self.sequence()?];
        while self.skip('|') {
            parts.push(self.sequence()?);
        }
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => Ok(Expression::Either(parts)),
        }
    }

    fn sequence(&mut self) -> Result<Expression, DriverError> {
        let mut parts = Vec::new();
        loop {
            while self.skip(';') {}
            match self.peek() {
                None | Some('|' | ')') => break,
                Some(_) => parts.push(self.repeated()?),
            }
        }
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => Ok(Expression::Sequence(parts)),
        }
    }

    fn repeated(&mut self) -> Result<Expression, DriverError> {
        let mut part = match self.skip('(') {
            true => {
                let inside = self.either()?;
                if !self.skip(')') {
                    return Err(DriverError("a parenthesis is not closed".to_owned()));
                }
                inside
            }
            false => Expression::Call(self.call()?),
        };
        loop {
            let (low, high) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                _ => return Ok(part),
            };
            self.rest = &self.rest[1..];
            part = Expression::Repeated(Box::new(part), low, high);
        }
    }

    /// A call up to the parenthesis that closes it, or statements in braces.
    fn call(&mut self) -> Result<String, DriverError> {
        let mut depth = 0;
        for (at, letter) in code(self.rest) {
            match letter {
                '(' | '{' => depth += 1,
                ')' | '}' => {
                    depth -= 1;
                    // A call may be made on what another gives.
                    let rest = &self.rest[at + 1..];
                    if depth == 0 && !rest.starts_with('.') {
                        let call = self.rest[..at + 1].trim().to_owned();
                        self.rest = rest;
                        return Ok(call);
                    }
                }
                '|' | ';' | '*' | '+' | '?' if depth == 0 => break,
                _ => {}
            }
            if depth < 0 {
                break;
            }
        }
        Err(DriverError(format!(
            "a call such as put(\"a\", 1) is expected at `{}`",
            self.rest
        )))
    }
}

#[cfg(test)]
mod tests;
