//! What is in collections, as far as its class goes.
//!
//! In: a register of what is not kept. Out: the classes that it may be of.

use super::super::emit::Emitter;
use super::super::instruction::target;
use super::super::values::parameter_types;
use super::kinds;
use crate::configuration::model::ClassId;
use program::{ClassId as JavaClass, Instruction, Register};
use std::collections::BTreeSet;

/// How many assignments are followed back.
const FUEL: usize = 6;

impl Emitter<'_, '_> {
    /// The one class that what a register holds is of, if the code says.
    pub(super) fn static_class(&self, register: Register) -> Option<JavaClass> {
        let classes = self.classes_of(register);
        match (classes.len(), classes.first()) {
            (1, Some(only)) => *only,
            _ => None,
        }
    }

    /// Whether a cast of what is not kept can't fail.
    pub(in super::super) fn is_instance(&self, register: Register, class: JavaClass) -> bool {
        let classes = self.classes_of(register);
        let program = self.front.program;
        let fits = |it: &Option<JavaClass>| it.is_some_and(|it| program.is_subtype(it, class));
        classes.iter().all(fits)
    }

    fn classes_of(&self, register: Register) -> BTreeSet<Option<JavaClass>> {
        let mut classes = BTreeSet::new();
        self.add_classes(register, FUEL, &mut classes);
        classes
    }

    fn add_classes(
        &self,
        register: Register,
        fuel: usize,
        classes: &mut BTreeSet<Option<JavaClass>>,
    ) {
        let program = self.front.program;
        let Some(fuel) = fuel.checked_sub(1) else {
            classes.insert(None);
            return;
        };
        let method = self.frame().method;
        let split = self.front.body(method);
        let body = &split.body;
        let by_type = |descriptor: &str| {
            let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
            let class = program.load(name).ok()?;
            // The JVM does not check what is given as an interface.
            (!program.class(class).is_interface()).then_some(class)
        };
        if let Some(place) = body.parameters.iter().position(|it| *it == register) {
            let receiver = usize::from(!program.method(method).is_static());
            let types = parameter_types(&program.method(method).descriptor);
            let declared = place.checked_sub(receiver).and_then(|it| types.get(it));
            match declared {
                Some(&"Ljava/lang/Object;") if self.frame().given.is_some() => {
                    classes.extend(self.front.facts.contained.iter().copied());
                }
                declared => {
                    classes.insert(declared.and_then(|it| by_type(it)));
                }
            }
        }
        if body.handlers.iter().any(|it| it.exception == register) {
            classes.insert(None);
        }
        for instruction in body.code.iter().filter(|it| target(it) == Some(register)) {
            match *instruction {
                Instruction::ConstantString { .. } | Instruction::Concat { .. } => {
                    classes.insert(program.load("java/lang/String").ok());
                }
                Instruction::Constant { .. } => {}
                Instruction::Move { source, .. } => self.add_classes(source, fuel, classes),
                Instruction::New { class, .. } => {
                    classes.insert(Some(class));
                }
                Instruction::GetField { field, .. } | Instruction::GetStatic { field, .. } => {
                    classes.insert(by_type(&program.field(field).descriptor));
                }
                Instruction::Invoke { method, .. } => {
                    let found = program.method(method);
                    let result = found.descriptor.rsplit(')').next().unwrap_or("V");
                    let is_element = self.gives_element(method);
                    // A class of the program may give what is in no collection.
                    let mut own = self.front.facts.instantiated.iter();
                    let has_own = own.any(|it| {
                        program.is_subtype(it.0, found.class) && !self.front.is_library(it.0)
                    });
                    if is_element && has_own {
                        classes.insert(None);
                    }
                    match is_element {
                        true => classes.extend(self.front.facts.contained.iter().copied()),
                        false => {
                            classes.insert(by_type(result));
                        }
                    }
                }
                _ => {
                    classes.insert(None);
                }
            }
        }
    }

    /// Whether a method gives what is in a collection.
    pub(in super::super) fn gives_element(&self, method: program::MethodId) -> bool {
        self.front.gives_element(method)
    }

    /// Classes of objects with an `equals` or `hashCode` of the program's own.
    pub(super) fn own_equals(&mut self) -> Vec<ClassId> {
        let program = self.front.program;
        let Ok(object) = program.load("java/lang/Object") else {
            return Vec::new();
        };
        let asked = [("equals", "(Ljava/lang/Object;)Z"), ("hashCode", "()I")];
        let asked =
            asked.map(|(name, descriptor)| program.declared_method(object, name, descriptor));
        let all = self.front.instances(object).into_iter();
        let own = all.filter(|it| {
            asked.iter().flatten().any(|method| {
                let selected = program.select(it.0, *method);
                let owner = selected.map(|it| program.method(it).class);
                // An object that is not the program's may be a collection, which asks what is in it.
                owner.is_some_and(|owner| {
                    owner != object
                        && &*program.class(owner).name != "java/lang/Thread"
                        && &*program.class(owner).name != "java/lang/Enum"
                })
            })
        });
        own.map(|it| it.1).collect()
    }
}

impl super::super::Front<'_> {
    /// Whether what a method of a collection gives is an object, as there is no null in any; of
    /// `getOrDefault` it is one if the default is.
    pub(in super::super) fn gives_object_of_collection(&self, method: program::MethodId) -> bool {
        let program = self.program;
        let found = program.method(method);
        let is_sure = match &*found.name {
            "next" | "take" | "element" | "getFirst" | "getLast" | "removeFirst" | "removeLast"
            | "pop" | "getOrDefault" => true,
            "get" => found.descriptor.starts_with("(I)"),
            "remove" => found.descriptor.starts_with("()") || found.descriptor.starts_with("(I)"),
            _ => false,
        };
        let mut own = self.facts.instantiated.iter();
        let has_own = own.any(|it| program.is_subtype(it.0, found.class) && !self.is_library(it.0));
        is_sure && !has_own && !self.facts.null_elements && self.gives_element(method)
    }

    /// Whether a method gives what is in a collection.
    pub(in super::super) fn gives_element(&self, method: program::MethodId) -> bool {
        let found = self.program.method(method);
        let class = &*self.program.class(found.class).name;
        let gives = [
            "next",
            "get",
            "remove",
            "poll",
            "pollFirst",
            "pollLast",
            "peek",
            "peekFirst",
            "peekLast",
            "pop",
            "take",
            "element",
            "getFirst",
            "getLast",
            "removeFirst",
            "removeLast",
            "getOrDefault",
            "put",
            "putIfAbsent",
            "replace",
            "computeIfAbsent",
            "merge",
            "set",
        ];
        let interfaces = [
            "java/util/Iterator",
            "java/util/List",
            "java/util/Queue",
            "java/util/Deque",
            "java/util/Map",
            "java/util/concurrent/BlockingQueue",
            "java/util/concurrent/BlockingDeque",
            "java/util/concurrent/ConcurrentMap",
        ];
        gives.contains(&&*found.name)
            && found.descriptor.ends_with(")Ljava/lang/Object;")
            && (interfaces.contains(&class) || kinds::collection(class).is_some())
    }
}
