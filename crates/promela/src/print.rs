//! The tree as text, with the Java line beside each statement; and which line is what.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::origin::{Origin, Role};
use crate::tree::{Declaration, Expression, Item, Label, Model, Process, Statement, Type};

/// The text of a model, and what its lines mean.
#[derive(Debug)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// For each line, from 1 on: the origin of the statement there.
    pub lines: Vec<Option<Origin>>,
}

/// Prints a model. `place` tells the Java line of an origin, such as `Main.java:7`.
pub fn print(model: &Model, place: &dyn Fn(Origin) -> Option<String>) -> Printed {
    let mut printer = Printer {
        text: String::new(),
        lines: vec![None],
        place,
        last_place: None,
    };
    printer.model(model);
    Printed {
        text: printer.text,
        lines: printer.lines,
    }
}

struct Printer<'a> {
    text: String,
    lines: Vec<Option<Origin>>,
    place: &'a dyn Fn(Origin) -> Option<String>,
    last_place: Option<String>,
}

/// The process of the main thread.
pub const MAIN: &str = "main_thread";

/// The column of the comments.
const MARGIN: usize = 64;

impl Printer<'_> {
    fn line(&mut self, depth: usize, code: &str, origin: Option<Origin>) {
        let mut line = format!("{}{code}", "  ".repeat(depth));
        let place = origin.and_then(|origin| (self.place)(origin));
        if let Some(place) = place {
            if self.last_place.as_ref() != Some(&place) {
                while line.chars().count() < MARGIN {
                    line.push(' ');
                }
                let _ = write!(line, "  /* {} */", comment(&place));
            }
            self.last_place = Some(place);
        }
        self.text.push_str(&line);
        self.text.push('\n');
        self.lines.push(origin);
    }

    fn model(&mut self, model: &Model) {
        for text in &model.comments {
            self.line(0, &format!("/* {} */", comment(text)), None);
        }
        self.line(0, "", None);
        for declaration in &model.globals {
            self.declaration(0, declaration);
        }
        for claim in &model.claims {
            for (name, expression) in &claim.atoms {
                let text = format!("#define {name} ({})", render(expression));
                self.line(0, &text, None);
            }
        }
        for process in &model.processes {
            self.line(0, "", None);
            self.process(model, process);
        }
        for claim in &model.claims {
            let text = format!("ltl {} {{ {} }}", claim.name, claim.formula);
            self.line(0, "", None);
            self.line(0, &text, None);
        }
    }

    fn declaration(&mut self, depth: usize, declaration: &Declaration) {
        let hidden = if declaration.fixed { "hidden " } else { "" };
        let mut code = format!("{hidden}{}", variable(declaration));
        match (declaration.length, declaration.values.as_slice()) {
            (_, values) if values.iter().all(|value| *value == 0) => {}
            (None, [first, ..]) => {
                let _ = write!(code, " = {first}");
            }
            (None, []) => {}
            // Promela's lists have no negative numbers; the first process assigns these.
            (Some(_), values) if values.iter().any(|value| *value < 0) => {}
            (Some(length), values) => {
                let numbers = (0..length).map(|index| values.get(index).unwrap_or(&0).to_string());
                let numbers: Vec<String> = numbers.collect();
                let _ = write!(code, " = {{ {} }}", numbers.join(", "));
            }
        }
        code.push(';');
        if !declaration.comment.is_empty() {
            while code.len() + 2 * depth < MARGIN {
                code.push(' ');
            }
            let _ = write!(code, "  /* {} */", comment(&declaration.comment));
        }
        self.line(depth, &code, None);
    }

    fn negative_numbers(&mut self, globals: &[Declaration]) {
        let vectors = globals.iter().filter(|it| it.length.is_some());
        let mut open = false;
        for vector in vectors.filter(|it| it.values.iter().any(|value| *value < 0)) {
            if !std::mem::replace(&mut open, true) {
                self.line(1, "d_step {", None);
            }
            for (index, value) in vector.values.iter().enumerate().filter(|it| *it.1 != 0) {
                let value = render(&Expression::Number(*value));
                self.line(2, &format!("{}[{index}] = {value};", vector.name), None);
            }
        }
        if open {
            self.line(1, "};", None);
        }
    }

    fn process(&mut self, model: &Model, process: &Process) {
        self.line(0, &format!("/* {} */", comment(&process.comment)), None);
        let parameter = process.parameter.as_ref().map(variable);
        let active = if parameter.is_none() { "active " } else { "" };
        let head = format!(
            "{active}proctype {}({})",
            process.name,
            parameter.unwrap_or_default()
        );
        self.line(0, &format!("{head} {{"), None);
        for local in &process.locals {
            self.declaration(1, local);
        }
        if &*process.name == MAIN {
            self.negative_numbers(&model.globals);
        }
        self.items(&process.items, model.yields);
        self.line(0, "}", None);
    }

    /// Each stop begins an atomic sequence. A jump to a label inside a sequence goes on without
    /// interruption; so such a label must not stand before the sequence's first statement.
    fn items(&mut self, items: &[Item], yields: bool) {
        let used = used_labels(items);
        let mut open = false;
        let mut is_first = true;
        let mut pending = false;
        self.last_place = None;
        for item in items {
            match item {
                Item::Stop(label) | Item::End(label) => {
                    self.close(open, is_first || pending);
                    let end = if matches!(item, Item::End(_)) {
                        "end_"
                    } else {
                        ""
                    };
                    let step = if yields { " skip;" } else { "" };
                    self.line(1, &format!("{end}L{}:{step}", label.0), None);
                    self.line(1, "atomic {", None);
                    (open, is_first, pending) = (true, true, false);
                }
                Item::Label(label) if used.contains(label) => {
                    if !open {
                        self.line(1, "atomic {", None);
                        (open, is_first) = (true, true);
                    }
                    if is_first {
                        self.line(2, "skip;", None);
                        is_first = false;
                    }
                    self.line(1, &format!("L{}:", label.0), None);
                    pending = true;
                }
                Item::Label(_) => {}
                Item::Statement(statement, origin) => {
                    if !open {
                        self.line(1, "atomic {", None);
                        open = true;
                    }
                    // Nothing may jump to a deterministic step.
                    if (is_first || pending)
                        && matches!(
                            statement,
                            Statement::Together(_) | Statement::Deterministic(_)
                        )
                    {
                        self.line(2, "skip;", None);
                    }
                    self.statement(2, statement, *origin);
                    (is_first, pending) = (false, false);
                }
            }
        }
        self.close(open, is_first || pending);
    }

    fn close(&mut self, open: bool, is_empty: bool) {
        if open {
            if is_empty {
                self.line(2, "skip", None);
            }
            self.line(1, "};", None);
        }
    }

    fn statement(&mut self, depth: usize, statement: &Statement, origin: Origin) {
        match statement {
            Statement::If(alternatives, otherwise) => {
                self.line(depth, "if", Some(origin.with(Role::Local)));
                for alternative in alternatives {
                    self.alternative(depth, alternative, origin);
                }
                if let Some(otherwise) = otherwise {
                    if otherwise.is_empty() {
                        self.line(depth, ":: else", Some(origin.with(Role::Local)));
                    } else {
                        self.line(depth, ":: else ->", Some(origin.with(Role::Local)));
                        for part in otherwise {
                            self.statement(depth + 2, part, origin);
                        }
                    }
                }
                self.line(depth, "fi;", None);
            }
            Statement::Together(parts) => match parts.as_slice() {
                [] => self.line(depth, "skip;", Some(origin)),
                [only] => self.statement(depth, only, origin),
                parts => {
                    let parts: Vec<String> = parts.iter().map(simple).collect();
                    let code = format!("d_step {{ {} }};", parts.join("; "));
                    self.line(depth, &code, Some(origin));
                }
            },
            Statement::Deterministic(parts) => {
                self.line(depth, "d_step {", Some(origin));
                for part in parts {
                    self.statement(depth + 1, part, origin);
                }
                self.line(depth, "};", None);
            }
            Statement::While(condition, parts) => {
                self.line(depth, "do", Some(origin));
                let code = format!(":: ({}) ->", render(condition));
                self.line(depth, &code, Some(origin));
                for part in parts {
                    self.statement(depth + 2, part, origin);
                }
                self.line(depth, ":: else -> break", Some(origin));
                self.line(depth, "od;", None);
            }
            Statement::Tagged(role, inner) => self.statement(depth, inner, origin.with(*role)),
            other => self.line(depth, &format!("{};", simple(other)), Some(origin)),
        }
    }

    fn alternative(&mut self, depth: usize, alternative: &[Statement], origin: Origin) {
        let (tag, first) = match alternative.first() {
            Some(Statement::Tagged(role, inner)) => (Some(*role), Some(&**inner)),
            first => (None, first),
        };
        let origin = tag.map_or(origin, |role| origin.with(role));
        match (first, alternative) {
            (Some(Statement::Guard(guard)), [_, rest @ ..]) => {
                let arrow = if rest.is_empty() { "" } else { " ->" };
                let code = format!(":: ({}){arrow}", render(guard));
                self.line(depth, &code, Some(origin));
                for part in rest {
                    self.statement(depth + 2, part, origin.with(Role::Local));
                }
            }
            (_, parts) => {
                self.line(depth, ":: skip;", Some(origin));
                for part in parts {
                    self.statement(depth + 2, part, origin.with(Role::Local));
                }
            }
        }
    }
}

fn variable(declaration: &Declaration) -> String {
    let kind = match declaration.kind {
        // SPIN can't hide a bit.
        Type::Bit if declaration.fixed => "byte",
        Type::Bit => "bit",
        Type::Byte => "byte",
        Type::Short => "short",
        Type::Int => "int",
    };
    match declaration.length {
        Some(length) => format!("{kind} {}[{length}]", declaration.name),
        None => format!("{kind} {}", declaration.name),
    }
}

/// The labels that something jumps to.
fn used_labels(items: &[Item]) -> BTreeSet<Label> {
    fn collect(statement: &Statement, out: &mut BTreeSet<Label>) {
        match statement {
            Statement::Goto(label) => {
                out.insert(*label);
            }
            Statement::If(alternatives, otherwise) => {
                let all = alternatives.iter().chain(otherwise);
                all.flatten().for_each(|part| collect(part, out));
            }
            Statement::Together(parts) => parts.iter().for_each(|part| collect(part, out)),
            // Nothing jumps out of these.
            Statement::Deterministic(_)
            | Statement::While(..)
            | Statement::Collect
            | Statement::Assign(..)
            | Statement::Guard(_)
            | Statement::Assert(_)
            | Statement::Run(..)
            | Statement::Starts(_)
            | Statement::Skip => {}
            Statement::Tagged(_, inner) => collect(inner, out),
        }
    }
    let mut used = BTreeSet::new();
    for item in items {
        if let Item::Statement(statement, _) = item {
            collect(statement, &mut used);
        }
    }
    used
}

fn simple(statement: &Statement) -> String {
    match statement {
        Statement::Assign(place, value) => format!("{} = {}", render(place), render(value)),
        Statement::Guard(guard) => format!("({})", render(guard)),
        Statement::Assert(expression) => format!("assert({})", render(expression)),
        Statement::Goto(label) => format!("goto L{}", label.0),
        Statement::Run(name, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(render).collect();
            format!("run {name}({})", arguments.join(", "))
        }
        Statement::Starts(thread) => format!("printf(\"starts %d\\n\", {})", render(thread)),
        Statement::Tagged(_, inner) => simple(inner),
        Statement::Skip
        | Statement::Collect
        | Statement::If(..)
        | Statement::Together(_)
        | Statement::Deterministic(_)
        | Statement::While(..) => "skip".to_owned(),
    }
}

/// An expression as text. Every operation has its parentheses, so that nobody has to know
/// Promela's precedence.
pub fn render(expression: &Expression) -> String {
    match expression {
        Expression::Number(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        Expression::Number(number) => number.to_string(),
        Expression::Variable(name) => name.to_string(),
        Expression::Element(name, index) => format!("{name}[{}]", render(index)),
        Expression::Unary(operator, operand) => format!("{operator}({})", render(operand)),
        Expression::Binary(left, operator, right) => {
            format!("{} {operator} {}", operand(left), operand(right))
        }
        Expression::Conditional(condition, yes, no) => format!(
            "({} -> {} : {})",
            operand(condition),
            operand(yes),
            operand(no)
        ),
    }
}

fn operand(expression: &Expression) -> String {
    match expression {
        Expression::Binary(..) => format!("({})", render(expression)),
        Expression::Number(number) if *number < 0 => format!("({})", render(expression)),
        _ => render(expression),
    }
}

/// Text that may stand in a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace(['\n', '\r'], " ")
}
