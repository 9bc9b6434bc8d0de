//! Environments as Java source: each class that the unit touches, with summaries for code.
//!
//! In: a [`Unit`] and how precise the summaries shall be. Out: [`Model`], source files for classes of the
//! same names, which hide the real ones. Objects keep their identity, so `==`, locks and virtual calls
//! mean what they did; `heddle.Contents` stands for their fields.

mod method;

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, MethodCode, MethodId, Program};

use crate::effects::{self, Context, ItemKind, Refusal, Summary};
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
}

/// An environment.
#[derive(Debug, Default)]
pub struct Model {
    /// Files by path, with their text.
    pub files: BTreeMap<String, String>,
    /// Classes of the unit.
    pub unit: BTreeSet<String>,
    /// Methods that were summarised.
    pub methods: usize,
    /// What can't be shown.
    pub refused: Vec<Refusal>,
}

/// Interfaces and classes of the library whose methods only threads and executors call.
const DEFERRED: [&str; 3] = [
    "java/lang/Runnable",
    "java/lang/Thread",
    "java/util/concurrent/Callable",
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
        overriding: overriding(program, &touched),
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
    model
}

/// Methods of the unit that override methods of the library that others than threads call.
fn overriding(program: &Program, touched: &Touched) -> Vec<MethodId> {
    let mut all = Vec::new();
    for name in &touched.unit {
        let Ok(class) = program.load(name) else {
            continue;
        };
        let class = program.class(class);
        let throwable = program.loaded("java/lang/Throwable");
        if throwable.is_some_and(|it| program.is_subtype(class.id, it)) {
            continue;
        }
        let library: Vec<ClassId> = class
            .supertypes
            .iter()
            .copied()
            .filter(|it| program.class(*it).is_library)
            .filter(|it| !DEFERRED.contains(&&*program.class(*it).name))
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
            if library.iter().any(declared) {
                all.push(*method);
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
                Role::Library if self.touched.library.contains(&*parent.name) => {
                    self.refused.push(Refusal {
                        place: told.clone(),
                        what: format!("the unit may use it as a {}", parent.name.replace('/', ".")),
                    });
                }
                Role::Library => {}
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
        let needed = match (program.class(method.class).is_library, method.code) {
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
