//! Names of what analyses talk about, in Java terms.

use analysis::access::{Access, Place};
use analysis::facts::Lock;
use analysis::points::{Object, ObjectId};
use analysis::storage::{Guard, Slot, Storage};
use program::{ClassId, FieldId, MethodId, Program};

use super::Analyzed;

/// Gives names.
pub(crate) struct Names<'a> {
    analyzed: &'a Analyzed<'a>,
    roots: Vec<String>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(analyzed: &'a Analyzed<'a>) -> Names<'a> {
        let mut names = Names {
            analyzed,
            roots: Vec::new(),
        };
        for (index, root) in analyzed.points.roots.iter().enumerate() {
            let name = match index {
                0 => "main".to_owned(),
                _ => {
                    let what = names.object(root.thread);
                    let several = match analyzed.threads.is_single[index] {
                        true => "",
                        false => ", several",
                    };
                    let run = names.runs(root.thread, root.instance);
                    format!("{run} ({what}{several})")
                }
            };
            names.roots.push(name);
        }
        names
    }

    fn program(&self) -> &'a Program {
        self.analyzed.program
    }

    /// What a thread runs: its own `run`, or that of its target.
    fn runs(&self, thread: ObjectId, instance: u32) -> String {
        let points = &self.analyzed.points;
        let method = points.instances[instance as usize].method;
        let data = self.program().method(method);
        if !self.program().class(data.class).is_library {
            return self.method(method);
        }
        // Of a plain `Thread`: the methods of the program that its `run` leads to.
        let mut found: Vec<String> = Vec::new();
        for ((caller, _), callees) in &points.calls {
            if *caller != instance {
                continue;
            }
            for callee in callees {
                let callee = points.instances[*callee as usize].method;
                if &*self.program().method(callee).name == "run" {
                    found.push(self.method(callee));
                }
            }
        }
        found.sort();
        found.dedup();
        match &found[..] {
            [] => self.object(thread),
            found => found.join(" or "),
        }
    }

    /// A thread.
    pub(crate) fn root(&self, root: u32) -> &str {
        &self.roots[root as usize]
    }

    /// How many there are.
    pub(crate) fn roots(&self) -> &[String] {
        &self.roots
    }

    /// `java.lang.String`, `int[]`.
    pub(crate) fn class(&self, class: ClassId) -> String {
        let name = &self.program().class(class).name;
        let dimensions = name.chars().take_while(|it| *it == '[').count();
        let element = program::descriptor::class_name_of(&name[dimensions..]);
        let element = match dimensions {
            0 => name,
            _ => element,
        };
        element.replace('/', ".") + &"[]".repeat(dimensions)
    }

    /// `Account.deposit`
    pub(crate) fn method(&self, method: MethodId) -> String {
        let data = self.program().method(method);
        format!("{}.{}", self.class(data.class), data.name)
    }

    /// `Account.java:12`
    pub(crate) fn place(&self, method: MethodId, pc: u32) -> String {
        let data = self.program().method(method);
        let class = self.program().class(data.class);
        let file = class.source_file.as_deref().unwrap_or("?");
        match self.program().body(method).line(pc) {
            Some(line) => format!("{file}:{line}"),
            None => file.to_owned(),
        }
    }

    /// `Account.balance`
    pub(crate) fn field(&self, field: FieldId) -> String {
        let data = self.program().field(field);
        format!("{}.{}", self.class(data.class), data.name)
    }

    /// An object by where it is made.
    pub(crate) fn object(&self, object: ObjectId) -> String {
        let points = &self.analyzed.points;
        let class = self.class(points.classes[object as usize]);
        match points.objects[object as usize] {
            Object::Unknown => "something unknown".to_owned(),
            Object::Site { method, pc, .. } | Object::Chosen { method, pc, .. } => {
                format!("{class} of {}", self.place(method, pc))
            }
            Object::Initial(_) | Object::InitialOf(_) => format!("{class} of the library"),
            Object::Mirror(of) => format!("{}.class", self.class(of)),
            Object::Singleton(_) => class,
            Object::Made(_) | Object::Library(_) => format!("{class} made by the library"),
            Object::Thrown(_) => format!("{class} thrown by an instruction"),
            Object::Handle(field) => format!("handle of {}", self.field(field)),
        }
    }

    /// A lock as a Java expression; `variable` is the object with the variable.
    pub(crate) fn lock(&self, lock: &Lock, variable: &str) -> String {
        let path = |path: &[FieldId]| {
            let steps = path
                .iter()
                .map(|it| format!(".{}", self.program().field(*it).name));
            steps.collect::<String>()
        };
        match lock {
            Lock::Own(fields) => format!("{variable}{}", path(fields)),
            Lock::Object(object) => self.object(*object),
            Lock::Static(field, fields) => format!("{}{}", self.field(*field), path(fields)),
        }
    }

    /// A path of parts of objects, as Java writes it.
    pub(crate) fn path(&self, path: &[Slot]) -> String {
        let steps = path.iter().map(|it| match it {
            Slot::Field(field) => format!(".{}", self.program().field(*field).name),
            Slot::Elements => "[]".to_owned(),
            Slot::Lock => ".lock".to_owned(),
        });
        steps.collect()
    }

    /// A lock by its roles.
    pub(crate) fn guard(&self, guard: &Guard) -> String {
        match guard {
            Guard::Single(object) => format!("by the lock of {}", self.object(*object)),
            Guard::Path {
                root,
                variable,
                lock,
            } => {
                let root = self.object(*root);
                let (variable, lock) = (self.path(variable), self.path(lock));
                match (&*variable, &*lock) {
                    ("", "") => "by the lock of its object".to_owned(),
                    ("", lock) => format!("by the lock of its object{lock}"),
                    (variable, lock) => {
                        format!(
                            "by the lock of r{lock}, where its object is r{variable} and r is the {root}"
                        )
                    }
                }
            }
        }
    }

    /// Where an instruction of a context is.
    pub(crate) fn statement(&self, storage: &Storage, context: u32, pc: u32) -> String {
        let instance = storage.contexts[context as usize].instance;
        self.place(self.analyzed.points.instances[instance as usize].method, pc)
    }

    /// Where an access is, with the method.
    pub(crate) fn access(&self, access: &Access) -> String {
        let method = self.analyzed.points.instances[access.instance as usize].method;
        format!("{} {}", self.method(method), self.place(method, access.pc))
    }

    /// The threads that make an access.
    pub(crate) fn runners(&self, access: &Access) -> Vec<String> {
        let runners = &self.analyzed.threads.runners[access.instance as usize];
        runners.iter().map(|it| self.root(it).to_owned()).collect()
    }

    /// The object that a place is in.
    pub(crate) fn owner(&self, place: Place) -> Option<String> {
        place.object().map(|it| self.object(it))
    }
}
