//! The text of atoms; the head of [`super`] lists their forms.

use super::{Atom, Comparison, DEEPEST, LtlError, Scanner};
use crate::ltl::atom::{
    Base, Compare, Condition, Line, Operand, Path, PathStep, Place, Quantifier, ThreadName,
    ThreadState, Threads,
};
use crate::nearest;

/// Words that are followed by a parenthesis.
const CALLS: [&str; 8] = [
    "at",
    "holds",
    "all",
    "some",
    "blocked",
    "waiting",
    "terminated",
    "enabled",
];

/// An atom; it begins with a word, and that is no operator and no constant.
pub(super) fn atom(scanner: &mut Scanner<'_>) -> Result<Atom, LtlError> {
    let mark = scanner.mark();
    let word = scanner.peek_word().expect("an atom begins with a word");
    scanner.take_word(word);
    if scanner.take("(") {
        return call(scanner, word, mark);
    }
    if !scanner.rest().starts_with(['.', '[']) && !compares(scanner) {
        return Ok(Atom::Proposition(word.to_owned()));
    }
    scanner.back_to(mark);
    let compare = compare(scanner, &mut Context::default())?;
    Ok(Atom::Compare(compare))
}

/// Whether a comparison comes next. `<->` and `<>` are none.
fn compares(scanner: &mut Scanner<'_>) -> bool {
    let rest = scanner.rest();
    let found = Comparison::ALL
        .iter()
        .any(|it| rest.starts_with(it.symbol()));
    found && !rest.starts_with("<->") && !rest.starts_with("<>")
}

/// What `word(` begins.
fn call(scanner: &mut Scanner<'_>, word: &str, mark: usize) -> Result<Atom, LtlError> {
    let state = ThreadState::ALL.into_iter().find(|it| it.word() == word);
    let atom = match (word, state) {
        (_, Some(state)) => Atom::Thread {
            state,
            threads: threads(scanner, word)?,
        },
        ("at", _) => at(scanner)?,
        ("holds", _) => {
            let threads = threads(scanner, word)?;
            if !scanner.take(",") {
                return Err(scanner.error("expected `,`: holds(thread, lock)"));
            }
            let lock = path(scanner, &mut Context::default())?;
            Atom::Holds { threads, lock }
        }
        ("all", _) => return instances(scanner, Quantifier::All),
        ("some", _) => return instances(scanner, Quantifier::Some),
        _ => {
            let meant = nearest(word, CALLS).map(|it| format!("; did you mean `{it}`?"));
            let meant = meant.unwrap_or_else(|| format!("; known are {}", CALLS.join(", ")));
            return Err(scanner.error_at(mark, format!("`{word}(…)` is unknown{meant}")));
        }
    };
    close(scanner, word)?;
    Ok(atom)
}

pub(super) fn close(scanner: &mut Scanner<'_>, word: &str) -> Result<(), LtlError> {
    match scanner.take(")") {
        true => Ok(()),
        false => {
            let found = scanner.piece();
            Err(scanner.error(format!(
                "expected `)` at the end of {word}(…), found {found}"
            )))
        }
    }
}

/// What is between a parenthesis or comma and the next.
fn argument<'t>(scanner: &mut Scanner<'t>, word: &str) -> Result<&'t str, LtlError> {
    let mark = scanner.mark();
    let Some(text) = scanner.up_to(&[',', ')']) else {
        return Err(scanner.error_at(mark, format!("{word}(…) has no end; expected `)`")));
    };
    match text.is_empty() {
        true => Err(scanner.error_at(mark, format!("{word}(…) has nothing inside"))),
        false => Ok(text),
    }
}

pub(super) fn threads(scanner: &mut Scanner<'_>, word: &str) -> Result<Threads, LtlError> {
    let mut quantifier = Quantifier::Some;
    if scanner.take_word("all") {
        quantifier = Quantifier::All;
    } else {
        scanner.take_word("some");
    }
    let mark = scanner.mark();
    if scanner.take("\"") {
        let Some(name) = scanner.up_to(&['"']) else {
            return Err(scanner.error_at(mark, "the name has no end; expected `\"`"));
        };
        scanner.take("\"");
        let name = ThreadName::Name(name.to_owned());
        return Ok(Threads { quantifier, name });
    }
    let name = if scanner.take_word("class") {
        ThreadName::Class(argument(scanner, word)?.to_owned())
    } else {
        let text = argument(scanner, word)?;
        match line(text) {
            Some(line) => ThreadName::Line(line.map_err(|why| scanner.error_at(mark, why))?),
            None => ThreadName::Word(text.to_owned()),
        }
    };
    Ok(Threads { quantifier, name })
}

/// `File.java:42`, if the text has a colon.
fn line(text: &str) -> Option<Result<Line, String>> {
    let (file, line) = text.rsplit_once(':')?;
    let number = line.trim().parse().ok().filter(|it| *it > 0);
    let line = number.map(|line| Line {
        file: file.trim().to_owned(),
        line,
    });
    Some(line.ok_or_else(|| format!("`{text}`: a line is written File.java:42")))
}

fn at(scanner: &mut Scanner<'_>) -> Result<Atom, LtlError> {
    let mark = scanner.mark();
    let first = argument(scanner, "at")?;
    let is_quoted = first.starts_with('"');
    if !is_quoted && !scanner.rest().starts_with(',') {
        let place = place(scanner, first, mark)?;
        return Ok(Atom::At {
            threads: None,
            place,
        });
    }
    scanner.back_to(mark);
    let threads = threads(scanner, "at")?;
    if !scanner.take(",") {
        return Err(scanner.error("expected `,`: at(thread, place)"));
    }
    let mark = scanner.mark();
    let text = argument(scanner, "at")?;
    Ok(Atom::At {
        threads: Some(threads),
        place: place(scanner, text, mark)?,
    })
}

fn place(scanner: &Scanner<'_>, text: &str, mark: usize) -> Result<Place, LtlError> {
    if let Some(line) = line(text) {
        return line
            .map(Place::Line)
            .map_err(|why| scanner.error_at(mark, why));
    }
    let parts: Vec<&str> = text.split('.').collect();
    match parts.len() > 1 && parts.iter().all(|it| !it.is_empty()) {
        true => Ok(Place::Method(text.to_owned())),
        false => Err(scanner.error_at(
            mark,
            format!("`{text}`: a place is written Class.method or File.java:42"),
        )),
    }
}

/// What names mean inside `all(…)` and `some(…)`, and how deep the reader is.
#[derive(Default)]
struct Context<'t> {
    instance: Option<&'t str>,
    depth: usize,
}

/// After `all(` or `some(`: `Class name: condition)`, or `Class).field == 3`.
fn instances(scanner: &mut Scanner<'_>, quantifier: Quantifier) -> Result<Atom, LtlError> {
    let class = dotted(scanner)?;
    if scanner.take(")") {
        if !scanner.rest().starts_with(['.', '[']) {
            return Err(scanner.error(format!(
                "expected a field: {quantifier}({class}).field, or {quantifier}({class} it: it.field == 1)"
            )));
        }
        let mut context = Context::default();
        let left = Path {
            base: Base::Instance("it".to_owned()),
            steps: steps(scanner, &mut context)?,
        };
        let compare = compared(scanner, left, &mut context)?;
        return Ok(Atom::Instances {
            quantifier,
            class,
            condition: Condition::Compare(compare),
        });
    }
    let Some(name) = scanner.word() else {
        let found = scanner.piece();
        return Err(scanner.error(format!(
            "expected `)` or a name for the object, found {found}"
        )));
    };
    if !scanner.take(":") {
        return Err(scanner.error(format!("expected `:`: {quantifier}({class} {name}: …)")));
    }
    let mut context = Context {
        instance: Some(name),
        depth: 0,
    };
    let condition = disjunction(scanner, &mut context)?;
    close(scanner, &quantifier.to_string())?;
    Ok(Atom::Instances {
        quantifier,
        class,
        condition,
    })
}

/// Names with dots between them.
fn dotted(scanner: &mut Scanner<'_>) -> Result<String, LtlError> {
    let mut names = Vec::new();
    loop {
        let Some(word) = scanner.word() else {
            let found = scanner.piece();
            return Err(scanner.error(format!("expected a name, found {found}")));
        };
        names.push(word);
        if !scanner.take(".") {
            return Ok(names.join("."));
        }
    }
}

fn disjunction(
    scanner: &mut Scanner<'_>,
    context: &mut Context<'_>,
) -> Result<Condition, LtlError> {
    let mut left = conjunction(scanner, context)?;
    while scanner.take("||") {
        let right = conjunction(scanner, context)?;
        left = Condition::Or(Box::new(left), Box::new(right));
    }
    Ok(left)
}

fn conjunction(
    scanner: &mut Scanner<'_>,
    context: &mut Context<'_>,
) -> Result<Condition, LtlError> {
    let mut left = condition(scanner, context)?;
    while scanner.take("&&") {
        let right = condition(scanner, context)?;
        left = Condition::And(Box::new(left), Box::new(right));
    }
    Ok(left)
}

fn condition(scanner: &mut Scanner<'_>, context: &mut Context<'_>) -> Result<Condition, LtlError> {
    deeper(scanner, context, |scanner, context| {
        if scanner.take("!") {
            return Ok(Condition::Not(Box::new(condition(scanner, context)?)));
        }
        if scanner.take("(") {
            let inside = disjunction(scanner, context)?;
            close(scanner, "")?;
            return Ok(inside);
        }
        Ok(Condition::Compare(compare(scanner, context)?))
    })
}

fn deeper<T>(
    scanner: &mut Scanner<'_>,
    context: &mut Context<'_>,
    read: impl FnOnce(&mut Scanner<'_>, &mut Context<'_>) -> Result<T, LtlError>,
) -> Result<T, LtlError> {
    context.depth += 1;
    if context.depth > DEEPEST {
        return Err(scanner.error("this is nested too deeply"));
    }
    let result = read(scanner, context);
    context.depth -= 1;
    result
}

fn compare(scanner: &mut Scanner<'_>, context: &mut Context<'_>) -> Result<Compare, LtlError> {
    let left = path(scanner, context)?;
    compared(scanner, left, context)
}

/// What comes after the left path. A path alone is a flag.
fn compared(
    scanner: &mut Scanner<'_>,
    left: Path,
    context: &mut Context<'_>,
) -> Result<Compare, LtlError> {
    let mark = scanner.mark();
    let found = match compares(scanner) {
        true => Comparison::ALL
            .into_iter()
            .find(|it| scanner.take(it.symbol())),
        false => None,
    };
    let (comparison, right) = match found {
        Some(comparison) => (comparison, operand(scanner, context)?),
        None => (Comparison::NotEqual, Operand::Boolean(false)),
    };
    // `== true` is `!= false`, so that a flag is one atom however it is written.
    let (comparison, right) = match (comparison, right) {
        (Comparison::Equal, Operand::Boolean(true)) => {
            (Comparison::NotEqual, Operand::Boolean(false))
        }
        (Comparison::NotEqual, Operand::Boolean(true)) => {
            (Comparison::Equal, Operand::Boolean(false))
        }
        other => other,
    };
    let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
    if !is_equality && matches!(right, Operand::Boolean(_) | Operand::Null) {
        return Err(scanner.error_at(
            mark,
            format!("`{}` does not go with {right}", comparison.symbol()),
        ));
    }
    Ok(Compare {
        left,
        comparison,
        right,
    })
}

fn operand(scanner: &mut Scanner<'_>, context: &mut Context<'_>) -> Result<Operand, LtlError> {
    if let Some(number) = scanner.number() {
        return Ok(Operand::Integer(number?));
    }
    let mark = scanner.mark();
    if scanner.take("'") {
        let text = scanner.up_to(&['\'']).unwrap_or_default();
        let mut characters = text.chars();
        return match (characters.next(), characters.next(), scanner.take("'")) {
            (Some(one), None, true) => Ok(Operand::Integer(i64::from(u32::from(one)))),
            _ => Err(scanner.error_at(mark, "a character is written 'c'")),
        };
    }
    match scanner.peek_word() {
        Some("true") => Ok(Operand::Boolean(scanner.take_word("true"))),
        Some("false") => Ok(Operand::Boolean(!scanner.take_word("false"))),
        Some("null") => {
            scanner.take_word("null");
            Ok(Operand::Null)
        }
        Some(_) => Ok(Operand::Path(path(scanner, context)?)),
        None => {
            let found = scanner.piece();
            Err(scanner.error(format!(
                "expected a number, true, false, null or a field, found {found}"
            )))
        }
    }
}

fn path(scanner: &mut Scanner<'_>, context: &mut Context<'_>) -> Result<Path, LtlError> {
    let mark = scanner.mark();
    let Some(first) = scanner.word() else {
        let found = scanner.piece();
        return Err(scanner.error(format!("expected a field, found {found}")));
    };
    let more = steps(scanner, context)?;
    if context.instance == Some(first) {
        return Ok(Path {
            base: Base::Instance(first.to_owned()),
            steps: more,
        });
    }
    if !matches!(more.first(), Some(PathStep::Name(_))) {
        return Err(scanner.error_at(
            mark,
            format!("`{first}` is no field; fields are written Class.field"),
        ));
    }
    let mut steps = vec![PathStep::Name(first.to_owned())];
    steps.extend(more);
    Ok(Path {
        base: Base::Class,
        steps,
    })
}

/// `.name` and `[index]`, as often as they come.
fn steps(scanner: &mut Scanner<'_>, context: &mut Context<'_>) -> Result<Vec<PathStep>, LtlError> {
    let mut steps = Vec::new();
    loop {
        if scanner.take(".") {
            let Some(name) = scanner.word() else {
                let found = scanner.piece();
                return Err(scanner.error(format!("expected a name after `.`, found {found}")));
            };
            steps.push(PathStep::Name(name.to_owned()));
        } else if !scanner.rest().starts_with("[]") && scanner.take("[") {
            let index = deeper(scanner, context, operand)?;
            if matches!(index, Operand::Boolean(_) | Operand::Null) {
                return Err(scanner.error(format!("`{index}` is no index")));
            }
            if !scanner.take("]") {
                return Err(scanner.error("expected `]`"));
            }
            steps.push(PathStep::Element(Box::new(index)));
        } else {
            return Ok(steps);
        }
    }
}
