//! Reads classes from text: headers, fields and methods first, then the bodies.

use std::borrow::Cow;

use crate::class::{ClassShape, ConstantValue, MethodCode};
use crate::descriptor::kind_of;
use crate::ids::ClassId;
use crate::kind::Kind;
use crate::link::{NewField, NewMethod};
use crate::load::empty_class;
use crate::program::{Map, Program};
use crate::text::names::{CLASS_FLAGS, FIELD_FLAGS, METHOD_FLAGS, value};
use crate::text::read_body::read_body;
use crate::text::tokens::{Line, lines};

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1; 0 if it is none in particular.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl TextError {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> TextError {
        TextError {
            line,
            message: message.into(),
        }
    }
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TextError {}

/// A class as the text has it.
struct Declared<'a> {
    line: usize,
    name: &'a str,
    access: u16,
    superclass: Option<&'a str>,
    interfaces: Vec<&'a str>,
    is_library: bool,
    source: Option<String>,
    fields: Vec<NewField<'a>>,
    methods: Vec<NewMethod<'a>>,
    /// For each method, the lines of its body.
    bodies: Vec<Vec<Line<'a>>>,
}

impl Program {
    /// A program of the classes of a text alone.
    pub fn from_text(text: &str) -> Result<Program, TextError> {
        let program = Program::new(classpath::ClassPath::empty());
        program.read_text(text)?;
        Ok(program)
    }

    /// Adds the classes of a text; their ids in the order of the text. Bodies are taken as they
    /// are; the verifier says whether they are sound.
    pub fn read_text(&self, text: &str) -> Result<Vec<ClassId>, TextError> {
        let mut declared = declared_classes(self, lines(text)?)?;
        let mut places = Map::default();
        for (place, class) in declared.iter().enumerate() {
            if places.insert(class.name, place).is_some() || self.loaded(class.name).is_some() {
                let message = format!("class {} is there already", class.name);
                return Err(TextError::new(class.line, message));
            }
        }
        self.ensure_object(&places)?;
        for place in 0..declared.len() {
            self.enter_declared(&declared, &places, place, 0)?;
        }
        let mut ids = Vec::new();
        for class in &mut declared {
            let id = self.loaded(class.name).expect("it was just entered");
            ids.push(id);
            for (index, body) in std::mem::take(&mut class.bodies).into_iter().enumerate() {
                if class.methods[index].code == MethodCode::Synthetic {
                    let method = self.method(self.class(id).methods[index]);
                    let body = read_body(self, method, body)?;
                    self.set_body(method.id, body);
                }
            }
        }
        Ok(ids)
    }

    /// Makes up `java/lang/Object` where neither text nor class path has it.
    fn ensure_object(&self, places: &Map<&str, usize>) -> Result<(), TextError> {
        let object = "java/lang/Object";
        if places.contains_key(object) || self.load(object).is_ok() {
            return Ok(());
        }
        let text = "class public java/lang/Object library {\n  method public <init>()V {\n    \
                    parameters a0\n    return\n  }\n}\n";
        self.read_text(text).map(drop)
    }

    /// Enters a class after those it extends.
    fn enter_declared(
        &self,
        declared: &[Declared<'_>],
        places: &Map<&str, usize>,
        place: usize,
        depth: usize,
    ) -> Result<ClassId, TextError> {
        let class = &declared[place];
        if let Some(id) = self.loaded(class.name) {
            return Ok(id);
        }
        let error = |message: String| TextError::new(class.line, message);
        if depth > declared.len() {
            return Err(error(format!("class {} extends itself", class.name)));
        }
        let find = |name: &str| match places.get(name) {
            Some(place) => self.enter_declared(declared, places, *place, depth + 1),
            None => self
                .load(name)
                .map_err(|problem| error(problem.to_string())),
        };
        let mut new = empty_class(ClassId(0), class.name, ClassShape::Instance);
        new.superclass = class.superclass.map(find).transpose()?;
        let interfaces: Result<Vec<_>, _> =
            class.interfaces.iter().map(|name| find(name)).collect();
        new.interfaces = interfaces?.into();
        new.access = class.access;
        new.is_library = class.is_library;
        new.source_file = class.source.as_deref().map(Into::into);
        let _loading = self.loading.lock().expect("no holder panics");
        self.enter_class(new, &class.fields, &class.methods)
            .map_err(error)
    }
}

fn declared_classes<'a>(
    program: &Program,
    lines: Vec<Line<'a>>,
) -> Result<Vec<Declared<'a>>, TextError> {
    let mut classes: Vec<Declared<'a>> = Vec::new();
    let mut is_open = false;
    let mut lines = lines.into_iter();
    while let Some(mut line) = lines.next() {
        match line.word("a class")? {
            "class" if !is_open => {
                classes.push(header(&mut line)?);
                is_open = true;
            }
            "field" if is_open => {
                let field = field(program, &mut line)?;
                classes.last_mut().expect("one is open").fields.push(field);
            }
            "method" if is_open => {
                let (method, has_body) = method(&mut line)?;
                let class = classes.last_mut().expect("one is open");
                class.methods.push(method);
                let body = if has_body {
                    body_lines(&mut lines, &line)?
                } else {
                    Vec::new()
                };
                class.bodies.push(body);
            }
            "}" if is_open => is_open = false,
            word => return Err(line.error(format!("unexpected {word}"))),
        }
        line.end()?;
    }
    match is_open {
        true => Err(TextError::new(0, "the last class does not end")),
        false => Ok(classes),
    }
}

fn body_lines<'a>(
    lines: &mut impl Iterator<Item = Line<'a>>,
    opening: &Line<'_>,
) -> Result<Vec<Line<'a>>, TextError> {
    let mut body = Vec::new();
    for line in lines {
        if line.peek() == Some("}") {
            return Ok(body);
        }
        body.push(line);
    }
    Err(opening.error("the method does not end"))
}

fn flags(line: &mut Line<'_>, words: &[(u16, &'static str)]) -> u16 {
    let mut flags = 0;
    // The last word of a declaration is never a flag, so a name may look like one.
    while let Some(bit) = line.peek().and_then(|word| value(words, word)) {
        if line.peek_second().is_none() {
            break;
        }
        let _ = line.word("a flag");
        flags |= bit;
    }
    flags
}

fn header<'a>(line: &mut Line<'a>) -> Result<Declared<'a>, TextError> {
    let access = flags(line, CLASS_FLAGS);
    let name = line.word("the class's name")?;
    let mut superclass = None;
    let mut interfaces = Vec::new();
    let (mut is_library, mut source) = (false, None);
    loop {
        match line.word("{")? {
            "extends" => superclass = Some(line.word("the superclass")?),
            "implements" => loop {
                let word = line.word("an interface")?;
                interfaces.push(word.trim_end_matches(','));
                if !word.ends_with(',') {
                    break;
                }
            },
            "library" => is_library = true,
            "source" => source = Some(String::from_utf16_lossy(&line.string()?)),
            "{" => break,
            word => return Err(line.error(format!("unexpected {word}"))),
        }
    }
    if superclass.is_none() && name != "java/lang/Object" {
        superclass = Some("java/lang/Object");
    }
    let line = line.number;
    let (fields, methods, bodies) = (Vec::new(), Vec::new(), Vec::new());
    Ok(Declared {
        line,
        name,
        access,
        superclass,
        interfaces,
        is_library,
        source,
        fields,
        methods,
        bodies,
    })
}

fn field<'a>(program: &Program, line: &mut Line<'a>) -> Result<NewField<'a>, TextError> {
    let access_flags = flags(line, FIELD_FLAGS);
    let name = Cow::Borrowed(line.word("the field's name")?);
    let descriptor = line.word("the field's type")?;
    let mut constant = None;
    if line.take("=") {
        constant = Some(match kind_of(descriptor) {
            Some(Kind::Reference) => ConstantValue::String(program.string_id(&line.string()?)),
            _ => ConstantValue::Bits(line.number("a value")? as u64),
        });
    }
    Ok(NewField {
        name,
        descriptor: Cow::Borrowed(descriptor),
        access_flags,
        constant,
    })
}

fn method<'a>(line: &mut Line<'a>) -> Result<(NewMethod<'a>, bool), TextError> {
    let access_flags = flags(line, METHOD_FLAGS);
    let word = line.word("the method")?;
    let start = word
        .find('(')
        .ok_or_else(|| line.error(format!("{word} is no method")))?;
    let has_body = line.take("{");
    let code = match access_flags {
        _ if has_body => MethodCode::Synthetic,
        flags if flags & 0x0400 != 0 => MethodCode::Abstract,
        flags if flags & 0x0100 != 0 => MethodCode::Native,
        _ => return Err(line.error("a method without body is native or abstract")),
    };
    let (name, descriptor) = word.split_at(start);
    let (name, descriptor) = (Cow::Borrowed(name), Cow::Borrowed(descriptor));
    Ok((
        NewMethod {
            name,
            descriptor,
            access_flags,
            code,
        },
        has_body,
    ))
}
