//! The unit that is checked, and what of the rest it touches.
//!
//! In: names of classes and packages. Out: [`Unit`], which tells of every class whether it keeps its
//! code; and [`Touched`], the classes, methods and fields of the environment that the unit's constant
//! pools name. A class file can use nothing that its constant pool does not name, so nothing is missed.
//!
//! Interfaces, enums, records and exceptions of the program belong to the unit, too: they have hardly
//! any behaviour of their own, and their identity matters.

use std::collections::{BTreeMap, BTreeSet};

use program::{ClassId, ClassShape, Program};
use ristretto_classfile::Constant;

/// What a class is to the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It keeps its code.
    Unit,
    /// It is replaced by a summary.
    Environment,
    /// It is of the class library: it keeps its code where the unit uses it, and is not looked into where
    /// the environment does, because it can't know the unit's fields.
    Library,
}

/// The unit.
#[derive(Debug)]
pub struct Unit<'p> {
    program: &'p Program,
    wanted: Vec<String>,
    /// The classes that were named, in internal form.
    pub named: Vec<String>,
}

/// What the unit uses of one class of the environment.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Methods, by name and descriptor.
    pub methods: BTreeSet<(String, String)>,
    /// Fields by name.
    pub fields: BTreeSet<String>,
}

/// What the unit touches.
#[derive(Debug, Default)]
pub struct Touched {
    /// Classes of the unit, with those that were added to it.
    pub unit: BTreeSet<String>,
    /// Classes of the environment that it mentions.
    pub classes: BTreeMap<String, Uses>,
    /// Classes of the library that it mentions.
    pub library: BTreeSet<String>,
}

impl<'p> Unit<'p> {
    /// The unit of these names: `com.acme.Cache` with the classes inside it, or `com.acme.*`.
    pub fn select(program: &'p Program, names: &str) -> Result<Unit<'p>, String> {
        let wanted: Vec<String> = names
            .split(',')
            .map(|it| it.trim().replace('.', "/"))
            .collect();
        let all = program.class_path().classes();
        let mut named = Vec::new();
        for name in &wanted {
            let before = named.len();
            named.extend(all.iter().filter(|it| is_named(name, it)).cloned());
            if named.len() > before {
                continue;
            }
            let outer = name.rsplit_once('/').map(|(outer, _)| outer.to_owned());
            if let Some(outer) = outer.filter(|it| all.contains(it)) {
                return Err(format!(
                    "--unit {}: a unit of single methods is not supported; name the class {}",
                    name.replace('/', "."),
                    outer.replace('/', ".")
                ));
            }
            return Err(format!(
                "--unit {}: no such class or package on the class path",
                name.replace('/', ".")
            ));
        }
        Ok(Unit {
            program,
            wanted,
            named,
        })
    }

    /// What a class is to the unit.
    pub fn role(&self, class: ClassId) -> Role {
        let class = self.program.class(class);
        if class.is_library || class.shape != ClassShape::Instance {
            return Role::Library;
        }
        let is_plain = |parent: &str| {
            let parent = self.program.loaded(parent);
            parent.is_some_and(|it| self.program.is_subtype(class.id, it))
        };
        let is_unit = class.is_interface()
            || self.wanted.iter().any(|it| is_named(it, &class.name))
            || is_plain("java/lang/Throwable")
            || is_plain("java/lang/Enum")
            || is_plain("java/lang/Record");
        match is_unit {
            true => Role::Unit,
            false => Role::Environment,
        }
    }

    /// The role of a class by its name; arrays have that of their elements.
    pub fn role_of(&self, name: &str) -> Option<(ClassId, Role)> {
        let name = name.trim_start_matches('[');
        let name = name
            .strip_prefix('L')
            .and_then(|it| it.strip_suffix(';'))
            .unwrap_or(name);
        let class = self.program.load(name).ok()?;
        Some((class, self.role(class)))
    }

    /// Whether a class of the environment encloses this one, or it is one that another encloses. The sources
    /// of an environment have no classes inside others: what stands apart has its whole name, as
    /// `Outer$Inner`, like in class files.
    pub fn is_apart(&self, name: &str) -> bool {
        let is_environment = |name: &str| {
            let role = self.role_of(name);
            role.is_some_and(|it| it.1 == Role::Environment)
        };
        let simple = name.rfind('/').map_or(0, |it| it + 1);
        let mut ends = name[simple..].match_indices('$').map(|it| simple + it.0);
        name[simple..].contains('$')
            && (is_environment(name) || ends.any(|it| is_environment(&name[..it])))
    }

    /// Reads the constant pools of the unit.
    pub fn touched(&self) -> Touched {
        let mut touched = Touched::default();
        let mut rest: Vec<String> = self.named.clone();
        while let Some(name) = rest.pop() {
            let Some((class, role)) = self.role_of(&name) else {
                continue;
            };
            let name = self.program.class(class).name.to_string();
            match role {
                Role::Environment => {
                    touched.classes.entry(name).or_default();
                }
                Role::Library => {
                    touched.library.insert(name);
                }
                Role::Unit => {
                    if touched.unit.insert(name) {
                        self.read(class, &mut touched, &mut rest);
                    }
                }
            }
        }
        touched
    }

    /// What one class of the unit mentions.
    fn read(&self, class: ClassId, touched: &mut Touched, rest: &mut Vec<String>) {
        let class = self.program.class(class);
        let supertypes = class.supertypes.iter();
        rest.extend(supertypes.map(|it| self.program.class(*it).name.to_string()));
        let Some(file) = &class.file else { return };
        let pool = &file.constant_pool;
        let text = |index: u16| match pool.get(index) {
            Some(Constant::Utf8(text)) => text.to_str_lossy().into_owned(),
            _ => String::new(),
        };
        let class_name = |index: u16| match pool.get(index) {
            Some(Constant::Class(index)) => text(*index),
            _ => String::new(),
        };
        for constant in pool {
            match constant {
                Constant::Class(index) => rest.push(text(*index)),
                Constant::NameAndType {
                    descriptor_index, ..
                } => rest.extend(types_in(&text(*descriptor_index))),
                Constant::MethodType(index) => rest.extend(types_in(&text(*index))),
                Constant::FieldRef {
                    class_index,
                    name_and_type_index,
                }
                | Constant::MethodRef {
                    class_index,
                    name_and_type_index,
                }
                | Constant::InterfaceMethodRef {
                    class_index,
                    name_and_type_index,
                } => {
                    let owner = class_name(*class_index);
                    let Some((owner, Role::Environment)) = self.role_of(&owner) else {
                        continue;
                    };
                    let Some(Constant::NameAndType {
                        name_index,
                        descriptor_index,
                    }) = pool.get(*name_and_type_index)
                    else {
                        continue;
                    };
                    let owner = self.program.class(owner).name.to_string();
                    let uses = touched.classes.entry(owner).or_default();
                    let (name, descriptor) = (text(*name_index), text(*descriptor_index));
                    match descriptor.starts_with('(') {
                        true => uses.methods.insert((name, descriptor)),
                        false => uses.fields.insert(name),
                    };
                }
                _ => {}
            }
        }
        for field in &class.fields {
            rest.extend(types_in(&self.program.field(*field).descriptor));
        }
        for method in &class.methods {
            rest.extend(types_in(&self.program.method(*method).descriptor));
        }
    }
}

/// Whether a wanted name means a class.
fn is_named(wanted: &str, class: &str) -> bool {
    match wanted.strip_suffix("/*") {
        Some(package) => class
            .strip_prefix(package)
            .and_then(|it| it.strip_prefix('/'))
            .is_some_and(|it| !it.contains('/')),
        None => {
            let rest = class.strip_prefix(wanted);
            rest.is_some_and(|it| it.is_empty() || it.starts_with('$'))
        }
    }
}

/// The classes in a descriptor.
fn types_in(descriptor: &str) -> Vec<String> {
    let mut types = Vec::new();
    let mut rest = descriptor;
    while let Some(start) = rest.find('L') {
        let Some(end) = rest[start..].find(';') else {
            break;
        };
        types.push(rest[start + 1..start + end].to_owned());
        rest = &rest[start + end + 1..];
    }
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_classes_with_those_inside_and_packages() {
        assert!(is_named("a/B", "a/B") && is_named("a/B", "a/B$C"));
        assert!(!is_named("a/B", "a/Bc") && !is_named("a/*", "a/b/C"));
        assert!(is_named("a/*", "a/B") && !is_named("a/*", "ab/C"));
        assert_eq!(types_in("(ILa/B;[[Lc/D;)V"), ["a/B", "c/D"]);
    }
}
