//! Which test methods there are.
//!
//! In: a program with the user's class path. Out: [`Test`]s, by the annotations in the class files.
//! What the annotations say beyond that is read by the Java class that runs a test
//! (`heddle.runtime.Tests`).

use program::descriptor::Signature;
use program::{Class, ClassId, Method, Program, annotations};

/// One test method of a class that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    /// The class it is run in, which may inherit it.
    pub(crate) class: String,
    /// The method's name.
    pub(crate) method: String,
    /// The names of the parameters' types, as `Class.getName` gives them.
    pub(crate) parameters: Vec<String>,
    /// Whether its author has switched it off.
    pub(crate) is_disabled: bool,
}

/// Annotations that make a method a test.
const TESTS: [&str; 6] = [
    "org/junit/Test",
    "org/junit/jupiter/api/Test",
    "org/junit/jupiter/api/RepeatedTest",
    "org/junit/jupiter/params/ParameterizedTest",
    "org/junit/jupiter/api/TestFactory",
    "org/junit/jupiter/api/TestTemplate",
];

/// Annotations that switch a test or a class of tests off.
const DISABLED: [&str; 2] = ["org/junit/Ignore", "org/junit/jupiter/api/Disabled"];

/// Packages that have no tests of the user.
const FOREIGN: [&str; 5] = [
    "org/junit/",
    "junit/",
    "org/hamcrest/",
    "org/opentest4j/",
    "org/apiguardian/",
];

const ABSTRACT: u16 = 0x0400;
const STATIC: u16 = 0x0008;

impl Test {
    /// `package.Class.method`
    pub(crate) fn name(&self) -> String {
        let name = format!("{}.{}", self.class, self.method);
        match &self.parameters[..] {
            [] => name,
            parameters => format!("{name}({})", parameters.join(", ")),
        }
    }

    /// Whether the name has this part; `*` stands for anything.
    pub(crate) fn fits(&self, pattern: &str) -> bool {
        let name = format!("{}.{}", self.class, self.method).replace('#', ".");
        let mut rest = name.as_str();
        for part in pattern.replace('#', ".").split('*') {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        true
    }

    /// The arguments for the Java class that runs it.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let mut all = vec![self.class.clone(), self.method.clone()];
        all.extend(self.parameters.iter().cloned());
        all
    }
}

/// All tests of the class path, by class and in the order of the class file.
pub(crate) fn tests(program: &Program) -> Vec<Test> {
    let mut tests = Vec::new();
    for name in program.class_path().classes() {
        if FOREIGN.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        // What can't be loaded is no test; using it will say why.
        if let Ok(class) = program.load(&name) {
            collect(program, class, &mut tests);
        }
    }
    tests
}

fn collect(program: &Program, class: ClassId, tests: &mut Vec<Test>) {
    let data = program.class(class);
    if data.access & ABSTRACT != 0 || !can_be_made(data) {
        return;
    }
    let is_off = is_off(program, data);
    let mut seen: Vec<(&str, &str)> = Vec::new();
    let mut next = Some(class);
    while let Some(id) = next {
        let owner = program.class(id);
        for method in owner.methods.iter().map(|id| program.method(*id)) {
            // What a subclass overrides is its own.
            let key = (&*method.name, &*method.descriptor);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let names = annotations::of_method(owner, method);
            if names.iter().any(|name| TESTS.contains(&name.as_str())) {
                let off = names.iter().any(|name| DISABLED.contains(&name.as_str()));
                tests.push(test(data, method, is_off || off));
            }
        }
        next = owner.superclass;
    }
}

fn test(class: &Class, method: &Method, is_disabled: bool) -> Test {
    let signature = Signature::parse(&method.descriptor);
    let parameters = signature.map_or(Vec::new(), |it| {
        it.parameters.into_iter().map(java_name).collect()
    });
    Test {
        class: class.name.replace('/', "."),
        method: method.name.to_string(),
        parameters,
        is_disabled,
    }
}

/// A type as `Class.getName` writes it.
fn java_name(descriptor: &str) -> String {
    match descriptor {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        other => {
            let class = other.strip_prefix('L').and_then(|it| it.strip_suffix(';'));
            class.unwrap_or(other).replace('/', ".")
        }
    }
}

/// Whether JUnit would make an instance: a class of its own, a static member, or `@Nested`.
fn can_be_made(class: &Class) -> bool {
    let is_member = class.name.contains('$') && class.access & STATIC == 0;
    let names = annotations::of_class(class);
    !is_member || names.iter().any(|it| it == "org/junit/jupiter/api/Nested")
}

/// Whether the class, or one around it, is switched off.
fn is_off(program: &Program, class: &Class) -> bool {
    let mut name: &str = &class.name;
    loop {
        let found = program.load(name);
        let names = found.map_or(Vec::new(), |id| annotations::of_class(program.class(id)));
        if names.iter().any(|it| DISABLED.contains(&it.as_str())) {
            return true;
        }
        match name.rsplit_once('$') {
            Some((outer, _)) if !outer.is_empty() => name = outer,
            _ => return false,
        }
    }
}
