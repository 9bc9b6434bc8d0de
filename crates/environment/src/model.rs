//! Environments as Java source: each class that the unit touches, with summaries for code.
//!
//! In: a [`Unit`] and how precise the summaries shall be. Out: [`Model`], source files for classes of the
//! same names, which hide the real ones. Objects keep their identity, so `==`, locks and virtual calls
//! mean what they did; `heddle.Contents` stands for their fields.

mod apart;
mod method;
mod statement;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, MethodCode, MethodId, Program};

use crate::effects::{self, Context, ItemKind, Refusal, Summary, is_quiet};
use crate::unit::{Role, Touched, Unit};

/// How summaries are written (§3.2 of the paper).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effects {
    /// Every effect may happen or not.
    May,
    /// Effects on all ways happen.
    Must,
    /// The same for each exit by itself.
    Returns,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Precision {
    /// How effects are written.
    pub effects: Effects,
    /// Whether each object has contents of its own.
    pub containment: bool,
    /// Whether what is read from contents is taken not to be null.
    pub no_nulls: bool,
    /// Whether the virtual machine and the library are taken not to throw unchecked exceptions.
    pub no_throw: bool,
}

/// An environment.
#[derive(Debug, Default)]
pub struct Model {
    /// Files by path, with their text.
    pub files: BTreeMap<String, String>,
    /// Class files by path that have to hide those of the program, for the sources to compile.
    pub classes: BTreeMap<String, Vec<u8>>,
    /// Classes of the unit.
    pub unit: BTreeSet<String>,
    /// Methods that were summarised.
    pub methods: usize,
    /// What can't be shown.
    pub refused: Vec<Refusal>,
}

/// Methods of every object that the library calls.
const OBJECT: [(&str, &str); 3] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
];

/// Makes the environment of a unit.
pub fn generate(program: &Program, unit: &Unit<'_>, precision: Precision) -> Model {
    let touched = unit.touched();
    let mut model = Model {
        unit: touched.unit.clone(),
        ..Model::default()
    };
    let mut context = Context {
        program,
        unit,
        tracked: BTreeSet::new(),
        containment: precision.containment,
        overriding: overriding(program),
        unchecked: unchecked(program),
        no_throw: precision.no_throw,
        logging: logging(program),
        reads_messages: reads_messages(program, &touched),
    };
    for (name, uses) in &touched.classes {
        let Ok(class) = program.load(name) else {
            continue;
        };
        for field in &uses.fields {
            if let Ok(field) = program.resolve_field(class, field)
                && unit.role(program.field(field).class) == Role::Environment
            {
                context.tracked.insert(field);
            }
        }
    }
    let mut needs = Needs {
        context: &context,
        touched: &touched,
        classes: BTreeMap::new(),
        refused: Vec::new(),
    };
    needs.collect();
    let (classes, refused) = (needs.classes, needs.refused);
    model.refused = refused;
    model.refused.dedup();
    for (class, methods) in &classes {
        model.methods += methods.len();
        let found = program.class(*class);
        match method::class_source(&context, precision, *class, methods) {
            Ok(text) => {
                model.files.insert(format!("{}.java", found.name), text);
            }
            Err(refusal) => model.refused.push(refusal),
        }
    }
    match apart::classes(&context) {
        Ok(files) => model.classes = files,
        Err(refusal) => model.refused.push(refusal),
    }
    model
}

/// Methods of the program that override methods of the library, and may do something.
fn overriding(program: &Program) -> Vec<MethodId> {
    let mut all = Vec::new();
    let throwable = program.load("java/lang/Throwable").ok();
    for name in program.class_path().classes() {
        let Ok(class) = program.load(&name) else {
            continue;
        };
        let class = program.class(class);
        let is_exception = throwable.is_some_and(|it| program.is_subtype(class.id, it));
        if class.is_library || class.is_interface() || is_exception {
            continue;
        }
        let supertypes = class.supertypes.iter().copied();
        let library: Vec<ClassId> = supertypes
            .filter(|it| program.class(*it).is_library)
            .collect();
        for method in &class.methods {
            let found = program.method(*method);
            if found.is_static() || found.is_initializer() || found.is_private() {
                continue;
            }
            let declared = |it: &ClassId| {
                program
                    .declared_method(*it, &found.name, &found.descriptor)
                    .is_some()
            };
            if library.iter().any(declared) && !is_quiet(program, *method) {
                all.push(*method);
            }
        }
    }
    all
}

/// A class that loggers call: a handler or formatter of the program, or one that gives them a filter.
fn logging(program: &Program) -> Option<String> {
    let is_hook = |name: &String| {
        let Ok(class) = program.load(name) else {
            return false;
        };
        let class = program.class(class);
        let mut supertypes = class.supertypes.iter().map(|it| program.class(*it));
        let extends =
            supertypes.any(|it| it.is_library && it.name.starts_with("java/util/logging/"));
        let file = class.file.as_ref().filter(|_| !class.is_library);
        let mut constants = file.iter().flat_map(|it| &it.constant_pool);
        let filters = constants.any(|it| match it {
            ristretto_classfile::Constant::Utf8(text) => {
                text.to_str_lossy().contains("java/util/logging/Filter")
            }
            _ => false,
        });
        !class.is_library && (extends || filters)
    };
    program.class_path().classes().into_iter().find(is_hook)
}

/// Whether the unit looks at what exceptions say.
fn reads_messages(program: &Program, touched: &Touched) -> bool {
    const READERS: [&str; 5] = [
        "getMessage",
        "getLocalizedMessage",
        "toString",
        "printStackTrace",
        "getCause",
    ];
    touched.unit.iter().any(|name| {
        let file = program
            .load(name)
            .ok()
            .and_then(|it| program.class(it).file.as_ref());
        let mut constants = file.iter().flat_map(|it| &it.constant_pool);
        constants.any(|it| match it {
            ristretto_classfile::Constant::Utf8(text) => READERS.contains(&&*text.to_str_lossy()),
            _ => false,
        })
    })
}

/// Unchecked exceptions of the library that the program names: it may tell them apart.
fn unchecked(program: &Program) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let Ok(runtime) = program.load("java/lang/RuntimeException") else {
        return all;
    };
    for name in program.class_path().classes() {
        let Ok(class) = program.load(&name) else {
            continue;
        };
        let class = program.class(class);
        let Some(file) = class.file.as_ref().filter(|_| !class.is_library) else {
            continue;
        };
        for constant in &file.constant_pool {
            let ristretto_classfile::Constant::Class(index) = constant else {
                continue;
            };
            let Ok(name) = file.constant_pool.try_get_utf8(*index) else {
                continue;
            };
            let name = name.to_string();
            let found = (!name.starts_with('['))
                .then(|| program.load(&name).ok())
                .flatten();
            if let Some(found) = found
                && program.class(found).is_library
                && program.is_subtype(found, runtime)
            {
                all.insert(name);
            }
        }
    }
    all
}

/// A method that is needed.
#[derive(Clone, Debug)]
pub(crate) enum Needed {
    /// With its summary.
    Own(MethodId, Summary),
    /// Abstract.
    Abstract(MethodId),
    /// Inherited from the library.
    Library(MethodId),
}

/// The classes and methods that are needed.
struct Needs<'a, 'p> {
    context: &'a Context<'p>,
    touched: &'a Touched,
    classes: BTreeMap<ClassId, BTreeMap<(String, String), Needed>>,
    refused: Vec<Refusal>,
}

impl Needs<'_, '_> {
    fn collect(&mut self) {
        let program = self.context.program;
        for (name, uses) in &self.touched.classes.clone() {
            let Ok(class) = program.load(name) else {
                continue;
            };
            self.class(class);
            for (name, descriptor) in &uses.methods {
                self.method(class, name, descriptor);
            }
        }
        // What overrides a method that is needed is needed where there are objects of its class.
        loop {
            let before: usize = self.classes.values().map(BTreeMap::len).sum();
            let wanted: BTreeSet<(String, String)> = self
                .classes
                .values()
                .flat_map(|it| it.keys().cloned())
                .collect();
            let known: Vec<ClassId> = self.classes.keys().copied().collect();
            for class in known {
                for (name, descriptor) in wanted.iter().filter(|it| !it.0.starts_with('<')) {
                    if program.declared_method(class, name, descriptor).is_some() {
                        self.method(class, name, descriptor);
                    }
                }
            }
            if self.classes.values().map(BTreeMap::len).sum::<usize>() == before {
                break;
            }
        }
    }

    /// A class, with its superclasses, initialiser, and what its interfaces ask for.
    fn class(&mut self, class: ClassId) {
        if self.classes.contains_key(&class) {
            return;
        }
        self.classes.insert(class, BTreeMap::new());
        let program = self.context.program;
        let found = program.class(class);
        let told = found.name.replace('/', ".");
        for supertype in &found.supertypes {
            let parent = program.class(*supertype);
            if *supertype == class || &*parent.name == "java/lang/Object" {
                continue;
            }
            match self.context.unit.role(*supertype) {
                Role::Environment => self.class(*supertype),
                Role::Unit if parent.is_interface() => {
                    for method in &parent.methods {
                        let method = program.method(*method);
                        if !method.is_static() && !method.is_initializer() {
                            self.method(class, &method.name, &method.descriptor);
                        }
                    }
                }
                Role::Unit => self.refused.push(Refusal {
                    place: told.clone(),
                    what: format!("it extends {} of the unit", parent.name.replace('/', ".")),
                }),
                Role::Library if parent.is_interface() => {
                    for method in &parent.methods {
                        let method = program.method(*method);
                        let (name, descriptor) = (&method.name, &method.descriptor);
                        if program.declared_method(class, name, descriptor).is_some() {
                            self.method(class, name, descriptor);
                        }
                    }
                }
                Role::Library if self.touched.library.contains(&*parent.name) => {
                    self.refused.push(Refusal {
                        place: told.clone(),
                        what: format!("the unit may use it as a {}", parent.name.replace('/', ".")),
                    });
                }
                Role::Library => {}
            }
        }
        for (name, descriptor) in OBJECT {
            if program.declared_method(class, name, descriptor).is_some() {
                self.method(class, name, descriptor);
            }
        }
        if found.initializer.is_some() {
            self.method(class, "<clinit>", "()V");
        }
    }

    /// A method, as the class sees it.
    fn method(&mut self, class: ClassId, name: &str, descriptor: &str) {
        let program = self.context.program;
        let key = (name.to_owned(), descriptor.to_owned());
        let mut owner = class;
        let found = loop {
            if let Some(found) = program.declared_method(owner, name, descriptor) {
                break Some(found);
            }
            match program.class(owner).superclass {
                Some(parent) => owner = parent,
                None => break None,
            }
        };
        let Some(found) = found else { return };
        match self.context.unit.role(owner) {
            Role::Environment => self.class(owner),
            Role::Library if &*program.class(owner).name == "java/lang/Object" => return,
            Role::Library => owner = class,
            Role::Unit => return,
        }
        if self
            .classes
            .get(&owner)
            .is_some_and(|it| it.contains_key(&key))
        {
            return;
        }
        let method = program.method(found);
        let is_library = program.class(method.class).is_library;
        if is_library && let Some(refusal) = effects::refused_inherited(self.context, class, found)
        {
            self.refused.push(refusal);
            return;
        }
        let needed = match (is_library, method.code) {
            (true, _) => Needed::Library(found),
            (false, MethodCode::Abstract) => Needed::Abstract(found),
            (false, MethodCode::Native) => {
                self.refused.push(Refusal {
                    place: program.class(owner).name.replace('/', "."),
                    what: format!("{name} is native"),
                });
                return;
            }
            (false, _) => match effects::summarize(self.context, found) {
                Ok(summary) => Needed::Own(found, summary),
                Err(refusal) => {
                    self.refused.push(refusal);
                    return;
                }
            },
        };
        let summary = match &needed {
            Needed::Own(_, summary) => Some(summary.clone()),
            _ => None,
        };
        let methods = self.classes.entry(owner).or_default();
        methods.insert(key, needed);
        for item in summary.iter().flat_map(|it| &it.items) {
            let (ItemKind::Call { method, .. } | ItemKind::Construct { method, .. }) = &item.kind
            else {
                continue;
            };
            let method = program.method(*method);
            if self.context.unit.role(method.class) == Role::Environment {
                self.class(method.class);
                self.method(method.class, &method.name, &method.descriptor);
            }
        }
    }
}
