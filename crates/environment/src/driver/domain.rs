//! Arguments by type: small domains of Java expressions.
//!
//! In: a type descriptor. Out: expressions, the most ordinary first. Numbers are 1, 0 and -1;
//! strings are those that the class mentions, then `"a"` and `"b"`; references may be null. Objects
//! are made once and kept in fields of the driver, two of each type, so that calls can share one or
//! not: by a constructor, a factory method or a constant of the type, or as an implementation of an
//! interface whose methods do nothing.

use program::descriptor::Signature;
use program::{Class, ClassId, Program};

use super::source::literal;

/// Objects inside of objects that are made.
const MOST_NESTED: usize = 2;

const STATIC: u16 = 0x0008;
const PRIVATE: u16 = 0x0002;
const PUBLIC: u16 = 0x0001;
const ENUM: u16 = 0x4000;

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// As Java source has it.
    pub code: String,
    /// As it is told.
    pub name: String,
}

impl Value {
    fn plain(code: impl Into<String>) -> Value {
        let code = code.into();
        Value {
            name: code.clone(),
            code,
        }
    }
}

/// Where arguments come from.
pub struct Domain<'p> {
    program: &'p Program,
    /// The package of the driver, in internal form.
    package: String,
    /// The driven class, and the fields that hold its objects.
    driven: (ClassId, Vec<String>),
    /// Strings that the class mentions.
    strings: Vec<String>,
    /// Types that were made, with the values.
    made: Vec<(ClassId, Vec<Value>)>,
    /// Fields of the driver: type, name, value.
    pub fields: Vec<(String, String, Option<String>)>,
}

impl<'p> Domain<'p> {
    /// Domains for a driver of this class, whose objects are in these fields.
    pub fn new(program: &'p Program, class: ClassId, own: Vec<String>) -> Domain<'p> {
        Domain {
            program,
            package: program.class(class).package().to_owned(),
            driven: (class, own),
            strings: mentioned(program.class(class)),
            made: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// Values of a type, by its descriptor. None if there are none but null, or the type can't be
    /// named.
    pub fn values(&mut self, descriptor: &str) -> Vec<Value> {
        self.nested(descriptor, 0)
    }

    fn nested(&mut self, descriptor: &str, depth: usize) -> Vec<Value> {
        let plain = |codes: &[&str]| codes.iter().map(|it| Value::plain(*it)).collect();
        match descriptor.as_bytes().first() {
            Some(b'Z') => plain(&["true", "false"]),
            Some(b'I') => plain(&["1", "0", "-1"]),
            Some(b'J') => plain(&["1L", "0L", "-1L"]),
            Some(b'B') => plain(&["(byte) 1", "(byte) 0", "(byte) -1"]),
            Some(b'S') => plain(&["(short) 1", "(short) 0", "(short) -1"]),
            Some(b'C') => plain(&["'a'", "'b'"]),
            Some(b'F') => plain(&["1f", "0f", "-1f"]),
            Some(b'D') => plain(&["1.0", "0.0", "-1.0"]),
            Some(b'[') => self.arrays(&descriptor[1..], depth),
            _ => {
                let name = program::descriptor::class_name_of(descriptor).to_owned();
                self.objects(&name, depth)
            }
        }
    }

    fn arrays(&mut self, element: &str, depth: usize) -> Vec<Value> {
        let Some(name) = java_type(self.program, element) else {
            return Vec::new();
        };
        // The size of an array of arrays stands in the first brackets.
        let end = name.find('[').unwrap_or(name.len());
        let (base, more) = name.split_at(end);
        let empty = Value::plain(format!("new {base}[0]{more}"));
        let values = self.nested(element, depth + 1);
        let one = values.first().map(|it| Value {
            code: format!("new {base}[]{more} {{{}}}", it.code),
            name: format!("{{{}}}", it.name),
        });
        one.into_iter().chain([empty]).collect()
    }

    fn objects(&mut self, name: &str, depth: usize) -> Vec<Value> {
        let plain = |codes: &[&str]| codes.iter().map(|it| Value::plain(*it)).collect();
        match name {
            "java/lang/String"
            | "java/lang/CharSequence"
            | "java/lang/Object"
            | "java/lang/Comparable"
            | "java/io/Serializable" => return self.texts(),
            "java/lang/Integer" | "java/lang/Number" => {
                return plain(&["1", "0", "(Integer) null"]);
            }
            "java/lang/Long" => return plain(&["1L", "0L", "(Long) null"]),
            "java/lang/Boolean" => return plain(&["true", "false"]),
            "java/lang/Double" => return plain(&["1.0", "0.0"]),
            "java/lang/Float" => return plain(&["1f", "0f"]),
            "java/lang/Character" => return plain(&["'a'", "'b'"]),
            "java/lang/Byte" => return plain(&["(byte) 1"]),
            "java/lang/Short" => return plain(&["(short) 1"]),
            "java/lang/Class" => return plain(&["Object.class", "String.class"]),
            "java/lang/Thread" => return plain(&["Thread.currentThread()"]),
            "java/lang/Throwable" | "java/lang/Exception" | "java/lang/RuntimeException" => {
                return plain(&["new RuntimeException()"]);
            }
            _ => {}
        }
        let Ok(class) = self.program.load(name) else {
            return Vec::new();
        };
        if depth == 0 && self.program.is_subtype(self.driven.0, class) && !self.driven.1.is_empty()
        {
            return self.driven.1.iter().map(Value::plain).collect();
        }
        if let Some((_, values)) = self.made.iter().find(|(made, _)| *made == class) {
            return values.clone();
        }
        let values = self.make(class, depth);
        self.made.push((class, values.clone()));
        values
    }

    /// The strings that the class mentions, and others.
    fn texts(&self) -> Vec<Value> {
        let own = self.strings.iter().take(1).map(|it| literal(it));
        let others = ["\"a\"", "\"b\"", "null"].into_iter().map(str::to_owned);
        let mut values: Vec<Value> = others.map(Value::plain).collect();
        // What is mentioned is most often a key with a meaning; it comes second.
        values.splice(1..1, own.map(Value::plain));
        values.dedup();
        values
    }

    fn make(&mut self, class: ClassId, depth: usize) -> Vec<Value> {
        let data = self.program.class(class);
        let Some(java) = self.accessible(data) else {
            return Vec::new();
        };
        if data.access & ENUM != 0 {
            let fields = data.fields.iter().map(|it| self.program.field(*it));
            let constants = fields.filter(|it| it.access_flags & ENUM != 0).take(2);
            return constants
                .map(|it| Value {
                    code: format!("{java}.{}", it.name),
                    name: it.name.to_string(),
                })
                .collect();
        }
        if depth >= MOST_NESTED {
            return Vec::new();
        }
        let code = match known(&data.name) {
            Some(code) => Some(code.to_owned()),
            None if data.is_interface() && !self.program.abstract_methods(class).is_empty() => {
                self.implementation(class, &java, depth)
            }
            None if data.is_abstract() => {
                let made = self.construction(class, &java, depth);
                made.or_else(|| self.of_subclass(class, depth))
            }
            None => self.construction(class, &java, depth),
        };
        let Some(code) = code else {
            return Vec::new();
        };
        if depth > 0 {
            return vec![Value::plain(code)];
        }
        let simple = java.rsplit('.').next().unwrap_or("object");
        let stem = decapitalized(simple);
        let names = [format!("{stem}1"), format!("{stem}2")];
        let mut values = Vec::new();
        for name in names {
            self.fields
                .push((java.clone(), name.clone(), Some(code.clone())));
            values.push(Value::plain(name));
        }
        values
    }

    /// An expression that makes an object of a class.
    pub fn construction(&mut self, class: ClassId, java: &str, depth: usize) -> Option<String> {
        let makings = self.makings(class, java, depth);
        makings.into_iter().next()
    }

    /// All expressions that make objects of a class: constructors, then factory methods, then
    /// constants.
    pub fn makings(&mut self, class: ClassId, java: &str, depth: usize) -> Vec<String> {
        let program = self.program;
        let data = program.class(class);
        let mut makings = Vec::new();
        let own = format!("L{};", data.name);
        let mut methods: Vec<_> = data.methods.iter().map(|it| program.method(*it)).collect();
        // The fewer arguments, the more likely it is that they are right.
        methods.sort_by_key(|it| it.parameters.len());
        for method in methods {
            let Some(signature) = Signature::parse(&method.descriptor) else {
                continue;
            };
            let is_constructor = &*method.name == "<init>" && !data.is_abstract();
            let is_factory = method.is_static() && signature.result == own;
            let is_open =
                self.is_open(method.access_flags, data) && !is_synthetic(method.access_flags);
            // An object that is copied has to be made first.
            if !is_open || !(is_constructor || is_factory) || signature.parameters.contains(&&*own)
            {
                continue;
            }
            let domains: Vec<Vec<Value>> = signature
                .parameters
                .iter()
                .map(|it| self.nested(it, depth + 1))
                .collect();
            if domains.iter().any(Vec::is_empty) {
                continue;
            }
            let arguments: Vec<String> = domains.iter().map(|it| it[0].code.clone()).collect();
            let made = |arguments: &[String]| match is_constructor {
                true => format!("new {java}({})", arguments.join(", ")),
                false => format!("{java}.{}({})", method.name, arguments.join(", ")),
            };
            makings.push(made(&arguments));
            // A number is a size more often than not: one that is larger is another object.
            if signature.parameters.contains(&"I") {
                let larger = signature.parameters.iter().zip(&arguments);
                let larger = larger.map(|(class, it)| match *class {
                    "I" => "2".to_owned(),
                    _ => it.clone(),
                });
                makings.push(made(&larger.collect::<Vec<_>>()));
            }
        }
        let constants = data.fields.iter().map(|it| program.field(*it));
        let constants = constants.filter(|it| {
            it.is_static && self.is_open(it.access_flags, data) && *it.descriptor == *own
        });
        makings.extend(constants.map(|it| format!("{java}.{}", it.name)));
        makings
    }

    /// An object of a class beside it that is one of these.
    fn of_subclass(&mut self, class: ClassId, depth: usize) -> Option<String> {
        let program = self.program;
        let package = program.class(class).package();
        let is_near = |it: &String| it.rsplit_once('/').map_or("", |it| it.0) == package;
        let names = program.class_path().classes().into_iter().filter(is_near);
        for name in names {
            let Ok(found) = program.load(&name) else {
                continue;
            };
            let data = program.class(found);
            if data.is_abstract() || !program.is_subtype(found, class) {
                continue;
            }
            let Some(java) = self.accessible(data) else {
                continue;
            };
            let made = self.construction(found, &java, depth);
            if made.is_some() {
                return made;
            }
        }
        None
    }

    /// An implementation of an interface whose methods do nothing.
    fn implementation(&mut self, class: ClassId, java: &str, depth: usize) -> Option<String> {
        let methods = self.program.abstract_methods(class);
        let mut parts = Vec::new();
        for (name, descriptor) in &methods {
            let signature = Signature::parse(descriptor)?;
            let result = match signature.result {
                "V" => None,
                _ if &**name == "compare" => Some("0".to_owned()),
                result => {
                    let values = self.nested(result, depth + 1);
                    Some(
                        values
                            .first()
                            .map_or("null".to_owned(), |it| it.code.clone()),
                    )
                }
            };
            parts.push((name, signature, result));
        }
        if let [(_, signature, result)] = &parts[..] {
            let names = (0..signature.parameters.len()).map(|index| format!("a{index}"));
            let names = names.collect::<Vec<_>>().join(", ");
            let body = result.clone().unwrap_or("{}".to_owned());
            return Some(format!("({java}) ({names}) -> {body}"));
        }
        let mut code = format!("new {java}() {{");
        for (name, signature, result) in parts {
            let result_type = match signature.result {
                "V" => "void".to_owned(),
                result => java_type(self.program, result)?,
            };
            let mut parameters = Vec::new();
            for (index, it) in signature.parameters.iter().enumerate() {
                parameters.push(format!("{} a{index}", java_type(self.program, it)?));
            }
            let body = result.map_or(String::new(), |it| format!("return {it};"));
            code += &format!(
                " public {result_type} {name}({}) {{ {body} }}",
                parameters.join(", ")
            );
        }
        Some(format!("{code} }}"))
    }

    /// The name of a class in source, if the driver may use it.
    pub fn accessible(&self, class: &Class) -> Option<String> {
        let is_near = class.package() == self.package;
        let is_open = class.access & PUBLIC != 0 || is_near && class.access & PRIVATE == 0;
        is_open.then(|| java_name(self.program, &class.name))?
    }

    /// Whether the driver may use a member with these flags.
    pub fn is_open(&self, access: u16, class: &Class) -> bool {
        let is_near = class.package() == self.package;
        access & PUBLIC != 0 || is_near && access & PRIVATE == 0
    }
}

fn is_synthetic(access: u16) -> bool {
    access & 0x1000 != 0
}

/// How an object of a common type of the library is made.
fn known(name: &str) -> Option<&'static str> {
    Some(match name {
        "java/util/List"
        | "java/util/Collection"
        | "java/lang/Iterable"
        | "java/util/ArrayList" => "new java.util.ArrayList(java.util.List.of(\"a\"))",
        "java/util/Set" => "new java.util.HashSet(java.util.List.of(\"a\"))",
        "java/util/Map" | "java/util/HashMap" => {
            "new java.util.HashMap(java.util.Map.of(\"a\", \"b\"))"
        }
        "java/util/Queue" | "java/util/Deque" => "new java.util.ArrayDeque()",
        "java/util/concurrent/BlockingQueue" => "new java.util.concurrent.LinkedBlockingQueue()",
        "java/util/concurrent/Executor" => "(java.util.concurrent.Executor) (task) -> task.run()",
        "java/util/concurrent/ExecutorService" => {
            "java.util.concurrent.Executors.newSingleThreadExecutor()"
        }
        "java/util/Comparator" => "java.util.Comparator.naturalOrder()",
        "java/time/Duration" => "java.time.Duration.ofMillis(1)",
        "java/io/Writer" => "new java.io.StringWriter()",
        "java/io/OutputStream" => "new java.io.ByteArrayOutputStream()",
        "java/io/InputStream" => "new java.io.ByteArrayInputStream(new byte[] {1, 2})",
        "java/io/Reader" => "new java.io.StringReader(\"ab\")",
        "java/lang/Appendable" => "new StringBuilder()",
        _ => return None,
    })
}

/// A class as source names it. None for classes that have no name there.
pub fn java_name(program: &Program, name: &str) -> Option<String> {
    let (package, simple) = name.rsplit_once('/').unwrap_or(("", name));
    let mut java = package.replace('/', ".");
    let mut outer = String::from(package);
    for (index, part) in simple.split('$').enumerate() {
        if part.is_empty() || part.starts_with(|it: char| it.is_ascii_digit()) {
            return None;
        }
        match (index, outer.is_empty()) {
            (0, true) => outer = part.to_owned(),
            (0, false) => outer = format!("{outer}/{part}"),
            _ => {
                // A dollar may be a part of a name.
                program.load(&outer).ok()?;
                outer = format!("{outer}${part}");
            }
        }
        java = match java.is_empty() {
            true => part.to_owned(),
            false => format!("{java}.{part}"),
        };
    }
    Some(java)
}

/// A type as source names it.
pub fn java_type(program: &Program, descriptor: &str) -> Option<String> {
    match descriptor.as_bytes().first()? {
        b'[' => Some(format!("{}[]", java_type(program, &descriptor[1..])?)),
        b'L' => java_name(program, program::descriptor::class_name_of(descriptor)),
        _ => Some(program::descriptor::class_name_of(descriptor).to_owned()),
    }
}

/// A field's name for objects of a class.
pub fn decapitalized(simple: &str) -> String {
    let mut letters = simple.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => "object".to_owned(),
    }
}

/// Strings that a class mentions and that look like names or keys.
fn mentioned(class: &Class) -> Vec<String> {
    let Some(file) = class.file.as_deref() else {
        return Vec::new();
    };
    let pool = &file.constant_pool;
    let mut strings = Vec::new();
    for constant in pool {
        let ristretto_classfile::Constant::String(index) = constant else {
            continue;
        };
        let Ok(text) = pool.try_get_utf8(*index) else {
            continue;
        };
        let text = text.to_str_lossy().into_owned();
        let is_key = |it: char| it.is_ascii_alphanumeric() || "._-".contains(it);
        if (1..=12).contains(&text.len()) && text.chars().all(is_key) && !strings.contains(&text) {
            strings.push(text);
        }
    }
    strings
}

/// What an object has anyway.
const OF_OBJECT: [&str; 3] = ["equals", "hashCode", "toString"];

/// Methods of interfaces that have to be implemented.
trait AbstractMethods {
    fn abstract_methods(&self, class: ClassId) -> Vec<(Box<str>, Box<str>)>;
}

impl AbstractMethods for Program {
    fn abstract_methods(&self, class: ClassId) -> Vec<(Box<str>, Box<str>)> {
        let mut found: Vec<(Box<str>, Box<str>)> = Vec::new();
        let mut defined: Vec<(Box<str>, Box<str>)> = Vec::new();
        for id in &self.class(class).supertypes {
            let data = self.class(*id);
            if !data.is_interface() {
                continue;
            }
            for method in data.methods.iter().map(|it| self.method(*it)) {
                let key = (method.name.clone(), method.descriptor.clone());
                let is_abstract = method.access_flags & 0x0400 != 0;
                let list = match is_abstract && !OF_OBJECT.contains(&&*method.name) {
                    true => &mut found,
                    false => &mut defined,
                };
                if method.access_flags & STATIC == 0 && !list.contains(&key) {
                    list.push(key);
                }
            }
        }
        found.retain(|it| !defined.contains(it));
        found
    }
}
