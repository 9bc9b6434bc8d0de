//! What of a class a driver can call.
//!
//! In: a class. Out: [`Surface`], how its objects are made and which methods are called on them with
//! which arguments; and from that a [`Driver`]. Public methods are called, inherited ones included;
//! where there are none, all that the package may call.

use program::descriptor::Signature;
use program::{Class, ClassId, Method, Program};

use super::domain::{Domain, Value, decapitalized, java_type};
use super::specification::Known;
use super::{Call, Driver, DriverError, Role};

const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const ABSTRACT: u16 = 0x0400;
/// Bridge or synthetic: made by the compiler.
const COMPILED: u16 = 0x1040;

/// Most ways to make an object that are tried.
const MOST_MAKINGS: usize = 4;

/// Calls that a driver has, about: with many methods, fewer choices of arguments each.
const CALLS: usize = 24;

/// Methods that have nothing to do with what an object is for.
const LEFT_OUT: [&str; 5] = ["equals", "hashCode", "finalize", "clone", "main"];

/// Methods of collections, which a class may inherit from the library.
const INHERITED: [&str; 17] = [
    "get",
    "put",
    "remove",
    "add",
    "offer",
    "poll",
    "peek",
    "push",
    "pop",
    "size",
    "isEmpty",
    "contains",
    "containsKey",
    "clear",
    "set",
    "putIfAbsent",
    "toString",
];

/// A class with what can be called of it.
pub struct Surface<'p> {
    program: &'p Program,
    class: ClassId,
    /// As source names it.
    java: String,
    domain: Domain<'p>,
    /// The field that holds the object, and another one if methods take one.
    own: Vec<String>,
    methods: Vec<&'p Method>,
}

impl<'p> Surface<'p> {
    /// What can be called of a class.
    pub fn of(program: &'p Program, class: ClassId) -> Result<Surface<'p>, DriverError> {
        let data = program.class(class);
        let fail = |why: &str| {
            let name = data.name.replace('/', ".");
            Err(DriverError(format!("{name} can't be driven: {why}")))
        };
        if data.is_interface() {
            return fail("it is an interface; name a class that implements it");
        }
        let methods = methods(program, data);
        let takes_own = methods.iter().any(|it| {
            let signature = Signature::parse(&it.descriptor);
            let is_own = |it: &&str| takes(program, class, it);
            signature.is_some_and(|it| it.parameters.iter().any(is_own))
        });
        let scout = Domain::new(program, class, Vec::new());
        let Some(java) = scout.accessible(data) else {
            return fail("it is private, or has no name in source");
        };
        let simple = java.rsplit('.').next().unwrap_or_default();
        let stem = match decapitalized(simple) {
            stem if stem == simple || is_keyword(&stem) => format!("{stem}1"),
            stem => stem,
        };
        let mut fields = vec![stem.clone()];
        if takes_own {
            fields.push(format!("{stem}2"));
        }
        if methods.is_empty() {
            return fail("it has no methods that a driver may call");
        }
        Ok(Surface {
            program,
            class,
            java,
            domain: Domain::new(program, class, fields.clone()),
            own: fields,
            methods,
        })
    }

    /// The driver.
    pub fn driver(mut self) -> Result<Driver, DriverError> {
        let mut left_out = Vec::new();
        let mut calls = self.makings();
        let can_make = !calls.is_empty();
        let methods = std::mem::take(&mut self.methods);
        let variants = (CALLS / methods.len().max(1)).clamp(1, 3);
        for method in &methods {
            let on_object = !method.is_static();
            if on_object && !can_make {
                left_out.push(format!("{} (no object can be made)", method.name));
                continue;
            }
            let overloaded = methods.iter().filter(|it| {
                it.name == method.name && it.parameters.len() == method.parameters.len()
            });
            let is_overloaded = overloaded.count() > 1;
            let found = self.calls_of(method, variants, is_overloaded);
            if found.is_empty() {
                left_out.push(format!("{} (no value for an argument)", method.name));
            }
            calls.extend(found);
        }
        let data = self.program.class(self.class);
        if !calls
            .iter()
            .any(|it| matches!(it.role, Role::Method { .. }))
        {
            let name = data.name.replace('/', ".");
            let why = format!("no call can be made: {}", left_out.join(", "));
            return Err(DriverError(format!("{name} can't be driven: {why}")));
        }
        let mut fields: Vec<_> = match can_make {
            true => self
                .own
                .iter()
                .map(|it| (self.java.clone(), it.clone(), None))
                .collect(),
            false => Vec::new(),
        };
        fields.append(&mut self.domain.fields);
        // The class may be a member of another.
        let inside = match data.package() {
            "" => self.java.as_str(),
            package => &self.java[package.len() + 1..],
        };
        Ok(Driver {
            package: data.package().replace('/', "."),
            name: format!("{}Driver", inside.replace('.', "")),
            class: self.java,
            fields,
            calls,
            left_out,
        })
    }

    /// The ways to make the objects.
    fn makings(&mut self) -> Vec<Call> {
        let java = self.java.clone();
        let mut makings = self.domain.makings(self.class, &java, 0);
        makings.truncate(MOST_MAKINGS);
        let call = |making: String| {
            let mut code = String::new();
            for field in &self.own {
                code += &format!("{field} = {making};\n");
            }
            let name = match making.find(&java) {
                Some(at) if java.contains('.') => {
                    let simple = java.rsplit('.').next().unwrap_or(&java);
                    format!("{}{simple}{}", &making[..at], &making[at + java.len()..])
                }
                _ => making.clone(),
            };
            Call {
                code: code + "return VOID;",
                name,
                role: Role::Make,
            }
        };
        makings.into_iter().map(call).collect()
    }

    /// Calls of a method with some choices of arguments.
    fn calls_of(&mut self, method: &Method, variants: usize, is_overloaded: bool) -> Vec<Call> {
        let Some(signature) = Signature::parse(&method.descriptor) else {
            return Vec::new();
        };
        let parameters = signature.parameters.iter();
        let domains: Vec<Vec<Value>> = parameters.map(|it| self.domain.values(it)).collect();
        if domains.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let simple = self.java.rsplit('.').next().unwrap_or_default();
        let receivers: Vec<(String, String)> = match (method.is_static(), &self.own[..]) {
            (true, _) => vec![(self.java.clone(), format!("{simple}."))],
            (false, [only]) => vec![(only.clone(), String::new())],
            (false, own) => own
                .iter()
                .map(|it| (it.clone(), format!("{it}.")))
                .collect(),
        };
        let is_own = |it: &&str| takes(self.program, self.class, it);
        let meets = !method.is_static() && signature.parameters.iter().any(is_own);
        let mut calls: Vec<Call> = Vec::new();
        for (receiver, told) in &receivers {
            // Two objects matter where they meet.
            if receiver != &receivers[0].0 && !meets {
                continue;
            }
            for (variant, arguments) in choices(&domains, variants).into_iter().enumerate() {
                let other = |value: &Value| match meets && value.code == *receiver {
                    true => Value {
                        code: self.other(receiver),
                        name: self.other(receiver),
                    },
                    false => value.clone(),
                };
                let arguments: Vec<Value> = arguments.iter().map(other).collect();
                let mut codes = Vec::new();
                for (value, class) in arguments.iter().zip(&signature.parameters) {
                    let class = java_type(self.program, class);
                    codes.push(match (class, is_overloaded || value.code == "null") {
                        (Some(class), true) => format!("({class}) {}", value.code),
                        _ => value.code.clone(),
                    });
                }
                let names: Vec<&str> = arguments.iter().map(|it| it.name.as_str()).collect();
                let call = format!("{receiver}.{}({})", method.name, codes.join(", "));
                let gives = signature.result != "V";
                let code = match gives {
                    true => format!("return {call};"),
                    false => format!("{call};\nreturn VOID;"),
                };
                if calls.iter().any(|it| it.code == code) {
                    continue;
                }
                calls.push(Call {
                    code,
                    name: format!("{told}{}({})", method.name, names.join(", ")),
                    role: Role::Method {
                        on_object: !method.is_static(),
                        gives,
                        variant,
                    },
                });
            }
        }
        calls
    }

    /// The object that meets this one.
    fn other(&self, receiver: &str) -> String {
        let other = self.own.iter().find(|it| *it != receiver);
        other.map_or(receiver.to_owned(), String::clone)
    }
}

/// Whether a parameter of this type may be another object of the class.
fn takes(program: &Program, class: ClassId, descriptor: &str) -> bool {
    let common = [
        "java/lang/Object",
        "java/io/Serializable",
        "java/lang/Cloneable",
        "java/lang/Comparable",
        "java/lang/Iterable",
    ];
    let name = program::descriptor::class_name_of(descriptor);
    let found = descriptor.starts_with('L').then(|| program.load(name));
    let found = found.and_then(Result::ok);
    found.is_some_and(|it| program.is_subtype(class, it)) && !common.contains(&name)
}

/// Choices of arguments: the first of each domain, then others in one place each.
fn choices(domains: &[Vec<Value>], most: usize) -> Vec<Vec<Value>> {
    let first: Vec<Value> = domains.iter().map(|it| it[0].clone()).collect();
    let mut choices = vec![first.clone()];
    let longest = domains.iter().map(Vec::len).max().unwrap_or(0);
    for index in 1..longest {
        for (place, domain) in domains.iter().enumerate() {
            let Some(value) = domain.get(index) else {
                continue;
            };
            let mut other = first.clone();
            other[place] = value.clone();
            choices.push(other);
        }
    }
    choices.truncate(most);
    choices
}

/// The methods that are called.
fn methods<'p>(program: &'p Program, class: &Class) -> Vec<&'p Method> {
    let public = collect(program, class, &|it| it & PUBLIC != 0);
    match public.is_empty() {
        true => collect(program, class, &|it| it & 0x0006 == 0),
        false => public,
    }
}

fn collect<'p>(
    program: &'p Program,
    class: &Class,
    is_open: &dyn Fn(u16) -> bool,
) -> Vec<&'p Method> {
    let mut found: Vec<&Method> = Vec::new();
    let mut seen: Vec<&Method> = Vec::new();
    let mut next = Some(class.id);
    while let Some(id) = next {
        let data = program.class(id);
        if &*data.name == "java/lang/Object" {
            break;
        }
        for method in data.methods.iter().map(|it| program.method(*it)) {
            let access = method.access_flags;
            let is_known =
                |it: &&Method| it.name == method.name && it.descriptor == method.descriptor;
            let is_fit = !method.is_initializer()
                && access & (COMPILED | ABSTRACT) == 0
                && is_open(access)
                && !LEFT_OUT.contains(&&*method.name)
                && !(class.access & 0x4000 != 0 && access & STATIC != 0)
                && (!data.is_library || INHERITED.contains(&&*method.name))
                // Objects are made before, but a method without arguments may make the only one.
                && !is_factory(method, class);
            // What a subclass overrides is its own, also where the compiler does that.
            if seen.iter().any(is_known) {
                continue;
            }
            seen.push(method);
            if is_fit {
                found.push(method);
            }
        }
        next = data.superclass;
    }
    found
}

/// Whether a method takes arguments to make an object of the class.
fn is_factory(method: &Method, class: &Class) -> bool {
    let signature = Signature::parse(&method.descriptor);
    let own = format!("L{};", class.name);
    method.is_static() && signature.is_some_and(|it| it.result == own && !it.parameters.is_empty())
}

/// What is known of the methods of a class with this name and so many arguments.
pub fn known(program: &Program, class: ClassId, name: &str, arguments: usize) -> Option<Known> {
    let mut next = Some(class);
    while let Some(id) = next {
        let data = program.class(id);
        let methods = data.methods.iter().map(|it| program.method(*it));
        let found = methods.filter(|it| &*it.name == name && it.access_flags & COMPILED == 0);
        for method in found {
            let signature = Signature::parse(&method.descriptor);
            let fits = |it: &Signature<'_>| it.parameters.len() == arguments || method.is_varargs();
            if let Some(signature) = signature.filter(fits) {
                return Some(Known {
                    is_static: method.is_static(),
                    gives: signature.result != "V",
                });
            }
        }
        next = data.superclass;
    }
    None
}

fn is_keyword(word: &str) -> bool {
    let words = [
        "abstract",
        "assert",
        "boolean",
        "break",
        "byte",
        "case",
        "catch",
        "char",
        "class",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extends",
        "final",
        "finally",
        "float",
        "for",
        "goto",
        "if",
        "implements",
        "import",
        "instanceof",
        "int",
        "interface",
        "long",
        "native",
        "new",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "short",
        "static",
        "super",
        "switch",
        "synchronized",
        "this",
        "throw",
        "throws",
        "transient",
        "try",
        "void",
        "volatile",
        "while",
        "true",
        "false",
        "null",
        "number",
        "arguments",
    ];
    words.contains(&word)
}
