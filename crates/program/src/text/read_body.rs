//! Reads one body from text.

use std::sync::OnceLock;

use crate::body::{Body, Dynamic, Handler, LocalName, Operands, SwitchTable, loop_heads};
use crate::class::{Field, Method};
use crate::ids::{ClassId, MethodId, Register};
use crate::instruction::Instruction;
use crate::kind::Kind;
use crate::program::{Map, Program};
use crate::text::names::kind_of_letter;
use crate::text::read::TextError;
use crate::text::tokens::{Line, lines};

impl Program {
    /// Reads a body as [`Program::write_body`] writes it. The method keeps the body it has.
    pub fn read_body(&self, method: MethodId, text: &str) -> Result<Body, TextError> {
        read_body(self, self.method(method), lines(text)?)
    }
}

/// Reads the lines between the braces of a method.
pub(crate) fn read_body(
    program: &Program,
    method: &Method,
    lines: Vec<Line<'_>>,
) -> Result<Body, TextError> {
    let mut reader = Reader {
        program,
        labels: labels(&lines)?,
        registers: Vec::new(),
        is_declared: false,
        parameters: Vec::new(),
        code: Vec::new(),
        operands: Vec::new(),
        switches: Vec::new(),
        dynamic: Vec::new(),
        handlers: Vec::new(),
        lines: Vec::new(),
        locals: Vec::new(),
    };
    for line in lines {
        reader.line(line)?;
    }
    reader.finish(method)
}

/// Words that begin a line which is no instruction.
const TABLES: [&str; 4] = ["registers", "parameters", "handler", "local"];

fn labels(lines: &[Line<'_>]) -> Result<Map<String, u32>, TextError> {
    let mut labels = Map::default();
    let mut pc = 0;
    for line in lines {
        if let Some(label) = line.label() {
            if labels.insert(label.to_owned(), pc).is_some() {
                return Err(line.error(format!("label {label} is there already")));
            }
        } else if !line.peek().is_some_and(|word| TABLES.contains(&word)) {
            pc += 1;
        }
    }
    Ok(labels)
}

pub(super) struct Reader<'p> {
    pub(super) program: &'p Program,
    labels: Map<String, u32>,
    /// Kinds as far as they are known.
    registers: Vec<Option<Kind>>,
    is_declared: bool,
    parameters: Vec<Register>,
    code: Vec<Instruction>,
    operands: Vec<Register>,
    pub(super) switches: Vec<SwitchTable>,
    pub(super) dynamic: Vec<Dynamic>,
    handlers: Vec<Handler>,
    lines: Vec<(u32, u32)>,
    locals: Vec<LocalName>,
}

impl<'p> Reader<'p> {
    fn line(&mut self, mut line: Line<'_>) -> Result<(), TextError> {
        if line.label().is_some() {
            return Ok(());
        }
        match line.peek() {
            Some("registers") => self.declare_registers(&mut line)?,
            Some("parameters") => {
                line.expect("parameters")?;
                while line.peek().is_some() {
                    let parameter = self.register(&mut line)?;
                    self.parameters.push(parameter);
                }
            }
            Some("handler") => self.handler(&mut line)?,
            Some("local") => self.local(&mut line)?,
            _ => {
                if let Some(number) = line.take_last("@") {
                    let number = number.parse().map_err(|_| line.error("bad source line"))?;
                    self.lines.push((self.code.len() as u32, number));
                }
                let instruction = self.instruction(&mut line)?;
                self.code.push(instruction);
            }
        }
        line.end()
    }

    fn declare_registers(&mut self, line: &mut Line<'_>) -> Result<(), TextError> {
        line.expect("registers")?;
        self.is_declared = true;
        let letters = line.peek().map_or(Ok(""), |_| line.word("letters"))?;
        for letter in letters.chars() {
            let kind = kind_of_letter(letter);
            let kind = kind.ok_or_else(|| line.error(format!("{letter} is no kind")))?;
            self.registers.push(Some(kind));
        }
        Ok(())
    }

    pub(super) fn register(&mut self, line: &mut Line<'_>) -> Result<Register, TextError> {
        let word = line.word("a register")?;
        self.register_named(word, line)
    }

    pub(super) fn register_named(
        &mut self,
        word: &str,
        line: &Line<'_>,
    ) -> Result<Register, TextError> {
        let (kind, number) =
            split_register(word).ok_or_else(|| line.error(format!("{word} is no register")))?;
        let place = usize::from(number);
        if place >= self.registers.len() {
            if self.is_declared {
                return Err(line.error(format!("register {word} is not declared")));
            }
            self.registers.resize(place + 1, None);
        }
        let known = self.registers[place].get_or_insert(kind);
        if *known != kind {
            return Err(line.error(format!("register {word} has another kind")));
        }
        Ok(Register(number))
    }

    pub(super) fn label(&self, line: &mut Line<'_>) -> Result<u32, TextError> {
        let word = line.word("a label")?;
        self.label_named(word, line)
    }

    pub(super) fn label_named(&self, word: &str, line: &Line<'_>) -> Result<u32, TextError> {
        self.labels
            .get(word)
            .copied()
            .ok_or_else(|| line.error(format!("no label {word}")))
    }

    pub(super) fn class(&self, line: &mut Line<'_>) -> Result<ClassId, TextError> {
        let name = line.word("a class")?;
        self.program
            .load(name)
            .map_err(|problem| line.error(problem.to_string()))
    }

    pub(super) fn field(&self, line: &mut Line<'_>) -> Result<&'p Field, TextError> {
        let word = line.word("a field")?;
        let missing = || line.error(format!("no field {word}"));
        let (member, descriptor) = word.split_once(':').ok_or_else(missing)?;
        let (class, name) = member.rsplit_once('.').ok_or_else(missing)?;
        let class = self
            .program
            .load(class)
            .map_err(|problem| line.error(problem.to_string()))?;
        let field = self
            .program
            .find_field(class, name, Some(descriptor))
            .ok_or_else(missing)?;
        Ok(self.program.field(field))
    }

    pub(super) fn method(&self, line: &mut Line<'_>) -> Result<MethodId, TextError> {
        let word = line.word("a method")?;
        let missing = || line.error(format!("no method {word}"));
        let start = word.find('(').ok_or_else(missing)?;
        let (class, name) = word[..start].rsplit_once('.').ok_or_else(missing)?;
        let class = self
            .program
            .load(class)
            .map_err(|problem| line.error(problem.to_string()))?;
        self.program
            .declared_method(class, name, &word[start..])
            .ok_or_else(missing)
    }

    /// `(a0, i1)`
    pub(super) fn list(&mut self, line: &mut Line<'_>) -> Result<Operands, TextError> {
        let text = line.rest();
        let inner = text
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'));
        let inner = inner.ok_or_else(|| line.error("an argument list is missing"))?;
        let start = self.operands.len() as u32;
        for word in inner
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let register = self.register_named(word, line)?;
            self.operands.push(register);
        }
        Ok(Operands {
            start,
            count: (self.operands.len() as u32 - start) as u16,
        })
    }

    fn handler(&mut self, line: &mut Line<'_>) -> Result<(), TextError> {
        line.expect("handler")?;
        let (start, end, target) = (self.label(line)?, self.label(line)?, self.label(line)?);
        let catch = if line.take("any") {
            None
        } else {
            Some(self.class(line)?)
        };
        let exception = match line.peek() {
            Some(_) => self.register(line)?,
            None => Register::NONE,
        };
        self.handlers.push(Handler {
            start,
            end,
            target,
            catch,
            exception,
        });
        Ok(())
    }

    fn local(&mut self, line: &mut Line<'_>) -> Result<(), TextError> {
        line.expect("local")?;
        let name = line.word("a name")?.into();
        let register = self.register(line)?;
        let (start, end) = (self.label(line)?, self.label(line)?);
        self.locals.push(LocalName {
            name,
            register,
            start,
            end,
        });
        Ok(())
    }

    fn finish(self, method: &Method) -> Result<Body, TextError> {
        let last = self
            .registers
            .iter()
            .rposition(|kind| *kind == Some(Kind::Reference));
        let fill = |place: usize| match last {
            Some(last) if place < last => Kind::Reference,
            _ => Kind::Int,
        };
        let kinds = self.registers.iter().enumerate();
        let registers: Box<[Kind]> = kinds
            .map(|(place, kind)| kind.unwrap_or_else(|| fill(place)))
            .collect();
        let references = registers
            .iter()
            .filter(|kind| **kind == Kind::Reference)
            .count() as u16;
        if self.code.is_empty() {
            return Err(TextError::new(
                0,
                format!("method {} has no code", method.name),
            ));
        }
        Ok(Body {
            loop_heads: loop_heads(&self.code, &self.switches, &self.handlers),
            registers,
            references,
            parameters: self.parameters.into(),
            code: self.code.into(),
            operands: self.operands.into(),
            switches: self.switches.into(),
            dynamic: self.dynamic.into(),
            handlers: self.handlers.into(),
            lines: self.lines.into(),
            locals: self.locals.into(),
            liveness: OnceLock::new(),
            counting: OnceLock::new(),
            endless: OnceLock::new(),
        })
    }
}

/// Kind and number of a register's name.
pub(super) fn split_register(word: &str) -> Option<(Kind, u16)> {
    let kind = kind_of_letter(word.chars().next()?)?;
    let digits = &word[1..];
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits
        .parse()
        .ok()
        .filter(|number| *number != u16::MAX && is_number)?;
    Some((kind, number))
}
