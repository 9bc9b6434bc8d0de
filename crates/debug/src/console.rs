//! Words for a session: what is typed at `heddle replay --step`, and in the debug console of an editor.
//!
//! In: a line. Out: the answer, as text. An empty line repeats the last motion.

use std::fmt::Write as _;

use machine::Choice;

use crate::Sources;
use crate::session::{Access, Break, Direction, Motion, Session, Variable};

/// What there is to type.
pub const HELP: &str = "\
  n  next line, over calls            b  the same, back
  i  next line, into calls            I  back
  s  next step of the schedule        S  back
  o  out of this method               O  back to its call
  w  to where another thread goes on  W  back
  c  on to the end                    C  back to the beginning
  t NAME   to the next step of a thread, T NAME back
  l LINE   to a line, FILE.java:LINE in another file, L back
  f FIELD  to the next access to a field, as Account.balance; F back
  k LOCK   to the next use of a lock, K back
  g STEP   to a step of the report
  a        the alternatives here; a NUMBER takes one and leaves the schedule
  v        variables of the thread that moves next; v NAME of another thread
  p PATH   one of them with its fields, as this.owner or Bank.accounts[2]
  h        threads: where they are, what they wait for; and who holds which lock
  u        what the program has printed so far
  q        the end; an empty line does the last thing again
";

/// Lines of source before and after the one that is shown.
const CONTEXT: u32 = 2;

/// What is typed, one line after the other.
#[derive(Debug, Default)]
pub struct Console {
    last: String,
}

/// An answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// A text; one has perhaps moved.
    Text(String),
    /// It is over.
    Quit,
}

impl Console {
    /// Does what a line says.
    pub fn answer(
        &mut self,
        session: &mut Session<'_, '_>,
        sources: &mut dyn Sources,
        line: &str,
    ) -> Answer {
        let line = match line.trim() {
            "" => self.last.clone(),
            line => line.to_owned(),
        };
        self.last.clone_from(&line);
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let rest = rest.trim();
        let text = match word {
            "q" | "quit" => return Answer::Quit,
            "" | "?" | "help" => HELP.to_owned(),
            "h" => threads(session),
            "v" => variables(session, rest),
            "p" => part(session, rest),
            "u" => session.output(),
            "a" => alternatives(session, sources, rest),
            "g" => match rest.parse::<usize>() {
                Ok(step) if step > 0 => {
                    session.go_to_step(step - 1);
                    here(session, sources)
                }
                _ => "g takes the number of a step".to_owned(),
            },
            _ => match motion(word, rest, &session.stop().place.file) {
                Some((direction, motion)) => {
                    let moved = session.go(direction, &motion);
                    let mut text = here(session, sources);
                    if !moved {
                        text.insert_str(0, edge(direction));
                    }
                    text
                }
                None => format!("no such word: {word}; ? lists all"),
            },
        };
        Answer::Text(text)
    }
}

fn edge(direction: Direction) -> &'static str {
    match direction {
        Direction::Backward => "this is the beginning\n",
        Direction::Forward => "this is the end\n",
    }
}

/// The motion that a word asks for.
fn motion(word: &str, rest: &str, file: &str) -> Option<(Direction, Motion)> {
    let is_back = word == "b" || (word.len() == 1 && word.chars().all(char::is_uppercase));
    let direction = match is_back {
        true => Direction::Backward,
        false => Direction::Forward,
    };
    let needed = |wish: Break| (!rest.is_empty()).then(|| Motion::Break(vec![wish]));
    let motion = match word.to_lowercase().as_str() {
        "n" | "b" => Motion::Over,
        "i" => Motion::Into,
        "s" => Motion::Step,
        "o" => Motion::Out,
        "w" => Motion::Switch,
        "c" => Motion::Break(Vec::new()),
        "t" => (!rest.is_empty()).then(|| Motion::Thread(rest.to_owned()))?,
        "l" => {
            let (file, line) = rest.rsplit_once(':').unwrap_or((file, rest));
            needed(Break::Line(file.to_owned(), line.parse().ok()?))?
        }
        "f" => needed(Break::Field(rest.to_owned(), Access::Any))?,
        "k" => needed(Break::Lock(rest.to_owned()))?,
        _ => return None,
    };
    Some((direction, motion))
}

/// Where one stands: what comes next, the source around it.
pub fn here(session: &mut Session<'_, '_>, sources: &mut dyn Sources) -> String {
    let mut text = String::new();
    let stop = session.stop().clone();
    let _ = match session.told(stop.step.wrapping_sub(1)) {
        Some(told) => writeln!(text, "  step {} was: {told}", stop.step),
        None => writeln!(text, "  the beginning"),
    };
    let place = &stop.place;
    if place.line > 0 {
        let _ = writeln!(text, "  {} at {}", stop.name, place);

        let first = place.line.saturating_sub(CONTEXT).max(1);
        for line in first..=place.line + CONTEXT {
            let source = sources.line(&place.class, &place.file, line);
            if !source.is_empty() || line == place.line {
                let mark = if line == place.line { '>' } else { ' ' };
                let _ = writeln!(text, "  {mark}{line:5} | {source}");
            }
        }
    }
    let _ = match (stop.choice, session.is_at_end()) {
        (Some(_), _) => writeln!(
            text,
            "  step {} of {}: {} {}",
            stop.step + 1,
            session.steps(),
            stop.name,
            stop.deed
        ),
        (None, true) => writeln!(
            text,
            "  {}",
            session.end().unwrap_or("this is the end of the schedule")
        ),
        (None, false) => writeln!(text, "  on its way to its next operation"),
    };
    text
}

fn threads(session: &mut Session<'_, '_>) -> String {
    let look = session.look();
    let mut text = String::new();
    for thread in &look.threads {
        let frames = session.frames(thread.number);
        let own = frames.iter().find(|it| !it.place.is_library);
        let place = own.map_or_else(String::new, |it| it.place.to_string());
        let state = match (thread.has_ended, thread.waits.as_str()) {
            (true, _) => "has ended",
            (false, "") => "can go on",
            (false, waits) => waits,
        };
        let _ = writeln!(text, "  {}  {place}  {state}", thread.name);
    }
    for (lock, owner) in &look.locks {
        let owner = owner.as_deref().unwrap_or("nobody");
        let _ = writeln!(text, "  {lock} is held by {owner}");
    }
    text
}

fn variables(session: &mut Session<'_, '_>, name: &str) -> String {
    let thread = match name {
        "" => Some(session.stop().thread),
        name => {
            let look = session.look();
            let it = look.threads.iter().find(|it| it.name == name);
            it.map(|it| it.number)
        }
    };
    let Some(thread) = thread else {
        return format!("there is no thread {name} here");
    };
    let frames = session.frames(thread);
    let own = frames.iter().find(|it| !it.place.is_library);
    let Some(frame) = own.or(frames.first()) else {
        return "it is in no method".to_owned();
    };
    let mut all = session.locals(thread, frame.index);
    all.extend(session.statics(thread, frame.index));
    listed(&all)
}

fn listed(variables: &[Variable]) -> String {
    let mut text = String::new();
    for it in variables {
        let _ = writeln!(text, "  {} = {}", it.name, it.value);
    }
    match text.is_empty() {
        true => "  nothing\n".to_owned(),
        false => text,
    }
}

/// A variable by its path: a local, `this`, or a static field, then fields and elements.
pub fn find(session: &mut Session<'_, '_>, thread: usize, path: &str) -> Option<Variable> {
    let frames = session.frames(thread);
    let own = frames.iter().find(|it| !it.place.is_library);
    let frame = own.or(frames.first())?.index;
    let path = path.replace('[', ".[");
    let mut words = path.split('.');
    let first = words.next()?;
    let mut scope = session.locals(thread, frame);
    scope.extend(session.statics(thread, frame));
    let mut found = scope.iter().find(|it| it.name == first).cloned();
    if found.is_none() {
        // A field of this, or a static field with its class before it.
        let this = scope.iter().find(|it| it.name == "this");
        let fields = match this.and_then(|it| it.object) {
            Some(this) => session.parts(this),
            None => Vec::new(),
        };
        found = fields.into_iter().find(|it| it.name == first);
        if found.is_none() {
            let field = words.next()?;
            found = scope.into_iter().find(|it| it.name == field);
        }
    }
    let mut found = found?;
    for word in words {
        let parts = session.parts(found.object?);
        found = parts.into_iter().find(|it| it.name == word)?;
    }
    Some(found)
}

fn part(session: &mut Session<'_, '_>, path: &str) -> String {
    let thread = session.stop().thread;
    let Some(found) = find(session, thread, path) else {
        return format!("there is no {path} here; v lists what there is\n");
    };
    let mut text = format!("  {path} = {}\n", found.value);
    if let Some(object) = found.object {
        for it in session.parts(object) {
            let _ = writeln!(text, "    {} = {}", it.name, it.value);
        }
    }
    text
}

fn alternatives(session: &mut Session<'_, '_>, sources: &mut dyn Sources, number: &str) -> String {
    let alternatives = session.alternatives();
    if number.is_empty() {
        let planned = session.stop().choice;
        let mut text = String::new();
        for (index, (choice, thread, deed)) in alternatives.iter().enumerate() {
            let mark = if planned == Some(*choice) {
                " (the schedule's)"
            } else {
                ""
            };
            let _ = writeln!(text, "  {}  {thread} {deed}{mark}", index + 1);
        }
        return match text.is_empty() {
            true => "  no thread can go on\n".to_owned(),
            false => text,
        };
    }
    let chosen: Option<Choice> = number
        .parse::<usize>()
        .ok()
        .and_then(|it| alternatives.get(it.checked_sub(1)?))
        .map(|it| it.0);
    match chosen.map(|it| session.pick(it)) {
        None => format!("there is no alternative {number}; a lists them\n"),
        Some(Err(reason)) => reason,
        Some(Ok(())) => here(session, sources),
    }
}
