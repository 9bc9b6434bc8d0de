//! Which tests there are.
//!
//! In: a program with the user's class path. Out: [`Test`]s, by what the class files say. JUnit itself
//! runs a test (`heddle.runtime.Tests`) and has the last word on it: what it does not take for a test
//! is skipped with that as the reason. So this must miss none, and may find more than there are.

use std::collections::BTreeMap;

use program::descriptor::Signature;
use program::{Class, ClassId, Method, Program, annotations};

/// Who runs a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runner {
    /// The engine of JUnit 5.
    Jupiter,
    /// The runners of JUnit 4, which run tests of JUnit 3 as well.
    Vintage,
}

/// One test method of a class that can be made, or a whole class that a runner of its own takes apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    pub(crate) runner: Runner,
    /// The class it is run in, which may inherit it.
    pub(crate) class: String,
    /// The method's name.
    pub(crate) method: Option<String>,
    /// The names of the parameters' types, as `Class.getName` gives them.
    pub(crate) parameters: Vec<String>,
}

/// Annotations that make a method a test of Jupiter, by themselves or by being on another annotation.
const JUPITER: [&str; 5] = [
    "org/junit/jupiter/api/Test",
    "org/junit/jupiter/api/RepeatedTest",
    "org/junit/jupiter/params/ParameterizedTest",
    "org/junit/jupiter/api/TestFactory",
    "org/junit/jupiter/api/TestTemplate",
];

/// The annotation of JUnit 4.
const VINTAGE: &str = "org/junit/Test";

/// The superclass of tests of JUnit 3.
const TEST_CASE: &str = "junit/framework/TestCase";

const RUN_WITH: &str = "org/junit/runner/RunWith";

const NESTED: &str = "org/junit/jupiter/api/Nested";

/// Runners that bring together tests of other classes, which are found by themselves.
const COLLECTING: [&str; 5] = [
    "org/junit/runners/Suite",
    "org/junit/runners/AllTests",
    "org/junit/experimental/categories/Categories",
    "org/junit/experimental/runners/Enclosed",
    "org/junit/platform/runner/JUnitPlatform",
];

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
const PUBLIC: u16 = 0x0001;

impl Test {
    /// `package.Class.method`
    pub(crate) fn name(&self) -> String {
        let name = self.plain_name();
        match &self.parameters[..] {
            [] => name,
            parameters => format!("{name}({})", parameters.join(", ")),
        }
    }

    fn plain_name(&self) -> String {
        match &self.method {
            Some(method) => format!("{}.{method}", self.class),
            None => self.class.clone(),
        }
    }

    /// Whether the name has this part; `*` stands for anything.
    pub(crate) fn fits(&self, pattern: &str) -> bool {
        let name = self.plain_name().replace('#', ".");
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
        let runner = match self.runner {
            Runner::Jupiter => "jupiter",
            Runner::Vintage => "vintage",
        };
        let mut all = vec![runner.to_owned(), self.class.clone()];
        all.extend(self.method.clone());
        all.extend(self.parameters.iter().cloned());
        all
    }
}

/// All tests of the class path, by class and in the order of the class file. Where there are
/// directories, the tests are there: jars are what they are used with.
pub(crate) fn tests(program: &Program) -> Vec<Test> {
    let path = program.class_path();
    let mut names = path.classes_of_directories();
    if names.is_empty() {
        names = path.classes();
    }
    let mut tests = Finder {
        program,
        composed: BTreeMap::new(),
        tests: Vec::new(),
    };
    for name in names {
        if FOREIGN.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        // What can't be loaded is no test; using it will say why.
        if let Ok(class) = program.load(&name) {
            tests.collect(class);
        }
    }
    tests.tests
}

struct Finder<'p> {
    program: &'p Program,
    /// Whether an annotation makes a method a test of Jupiter.
    composed: BTreeMap<String, bool>,
    tests: Vec<Test>,
}

impl Finder<'_> {
    fn collect(&mut self, class: ClassId) {
        let data = self.program.class(class);
        if data.access & ABSTRACT != 0 || !can_be_made(data) {
            return;
        }
        let lineage = self.lineage(class);
        let before = self.tests.len();
        self.collect_jupiter(class, &lineage);
        self.collect_vintage(class, &lineage);
        if self.tests.len() == before && self.has_runner(&lineage) {
            self.tests.push(Test {
                runner: Runner::Vintage,
                class: data.name.replace('/', "."),
                method: None,
                parameters: Vec::new(),
            });
        }
    }

    /// The class and its superclasses, the class first.
    fn lineage(&self, class: ClassId) -> Vec<ClassId> {
        let above = |id: &ClassId| self.program.class(*id).superclass;
        std::iter::successors(Some(class), above).collect()
    }

    /// What is overridden is no test, unless the method that overrides it is one.
    fn collect_jupiter(&mut self, class: ClassId, lineage: &[ClassId]) {
        let program = self.program;
        let mut owners = lineage.to_vec();
        let interfaces = program.class(class).interfaces.to_vec();
        owners.extend(interfaces.iter().copied());
        for owner in lineage {
            self.add_interfaces(*owner, &mut owners);
        }
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for owner in owners {
            let owner = program.class(owner);
            for method in owner.methods.iter().map(|id| program.method(*id)) {
                let key = (&*method.name, &*method.descriptor);
                if method.access_flags & ABSTRACT != 0 || seen.contains(&key) {
                    continue;
                }
                seen.push(key);
                let names = annotations::of_method(owner, method);
                if names.iter().any(|name| self.makes_a_test(name)) {
                    let found = test(Runner::Jupiter, program.class(class), method);
                    self.tests.push(found);
                }
            }
        }
    }

    fn add_interfaces(&self, class: ClassId, owners: &mut Vec<ClassId>) {
        for id in &self.program.class(class).interfaces {
            if !owners.contains(id) {
                owners.push(*id);
            }
            self.add_interfaces(*id, owners);
        }
    }

    /// Whether the annotation, or one that it stands for, says that a method is a test.
    fn makes_a_test(&mut self, annotation: &str) -> bool {
        if JUPITER.contains(&annotation) {
            return true;
        }
        if annotation.starts_with("java/") {
            return false;
        }
        if let Some(known) = self.composed.get(annotation) {
            return *known;
        }
        // Annotations may be on each other.
        self.composed.insert(annotation.to_owned(), false);
        let found = self.program.load(annotation).is_ok_and(|id| {
            let names = annotations::of_class(self.program.class(id));
            names.iter().any(|name| self.makes_a_test(name))
        });
        self.composed.insert(annotation.to_owned(), found);
        found
    }

    /// JUnit 4 runs what a superclass says is a test, whether overridden or not.
    fn collect_vintage(&mut self, class: ClassId, lineage: &[ClassId]) {
        let program = self.program;
        let is_case = |id: &ClassId| &*program.class(*id).name == TEST_CASE;
        let is_case = lineage.iter().any(is_case);
        let mut seen: Vec<&str> = Vec::new();
        for owner in lineage.iter().map(|id| program.class(*id)) {
            for method in owner.methods.iter().map(|id| program.method(*id)) {
                let names = annotations::of_method(owner, method);
                let is_test = if is_case {
                    method.name.starts_with("test")
                        && &*method.descriptor == "()V"
                        && method.access_flags & PUBLIC != 0
                } else {
                    names.iter().any(|name| name == VINTAGE)
                };
                if is_test && !seen.contains(&&*method.name) {
                    seen.push(&method.name);
                    let mut found = test(Runner::Vintage, program.class(class), method);
                    found.parameters.clear();
                    self.tests.push(found);
                }
            }
        }
    }

    /// Whether the class is run by something else than its test methods tell.
    fn has_runner(&self, lineage: &[ClassId]) -> bool {
        let classes = lineage.iter().map(|id| self.program.class(*id));
        let mut runners = classes.filter_map(|class| annotations::class_in(class, RUN_WITH));
        runners
            .next()
            .is_some_and(|it| !COLLECTING.contains(&it.as_str()))
    }
}

fn test(runner: Runner, class: &Class, method: &Method) -> Test {
    let signature = Signature::parse(&method.descriptor);
    let parameters = signature.map_or(Vec::new(), |it| {
        it.parameters.into_iter().map(java_name).collect()
    });
    Test {
        runner,
        class: class.name.replace('/', "."),
        method: Some(method.name.to_string()),
        parameters,
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
    !is_member || annotations::of_class(class).iter().any(|it| it == NESTED)
}
