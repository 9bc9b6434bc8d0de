//! The objects that `all(Class name: …)` and `some(…)` speak of, and what is asked of each of them.

use std::collections::BTreeSet;

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use machine::heap::{reference_at, references};
use machine::{ClassState, Machine, Ref};
use program::{ClassId, FieldId, Program};
use property::{Comparison, PathStep};

use super::paths::{Compared, Walk, compare, compared, walk};

/// What is asked of one object.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Compare(Walk, Comparison, Compared),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    /// What the formula asks of objects of a class. The first field of a path must be one of the class or
    /// of a class below it that is loaded: a name that no object has would make every comparison false.
    pub(super) fn of(
        condition: &property::Condition,
        class: ClassId,
        program: &Program,
    ) -> Result<Condition, String> {
        let boxed = |it: &property::Condition| Condition::of(it, class, program).map(Box::new);
        Ok(match condition {
            property::Condition::Compare(asked) => {
                let paths = std::iter::once(&asked.left);
                let right = match &asked.right {
                    property::Operand::Path(path) => Some(path),
                    _ => None,
                };
                for path in paths.chain(right) {
                    let Some(PathStep::Name(name)) = path.steps.first() else {
                        continue;
                    };
                    let is_instance = path.base != property::Base::Class;
                    if is_instance && program.resolve_field(class, name).is_err() {
                        let class = program.class(class).name.replace(['/', '$'], ".");
                        return Err(format!("`{path}`: {class} has no field {name}"));
                    }
                }
                Condition::Compare(
                    walk(&asked.left, program)?,
                    asked.comparison,
                    compared(&asked.right, program)?,
                )
            }
            property::Condition::Not(it) => Condition::Not(boxed(it)?),
            property::Condition::And(one, other) => Condition::And(boxed(one)?, boxed(other)?),
            property::Condition::Or(one, other) => Condition::Or(boxed(one)?, boxed(other)?),
        })
    }

    /// The static fields that its paths begin with.
    pub(super) fn statics(&self, out: &mut BTreeSet<FieldId>) {
        match self {
            Condition::Compare(left, _, right) => {
                left.statics(out);
                right.statics(out);
            }
            Condition::Not(it) => it.statics(out),
            Condition::And(one, other) | Condition::Or(one, other) => {
                one.statics(out);
                other.statics(out);
            }
        }
    }

    pub(super) fn holds(&self, machine: &mut Machine<'_>, object: Ref) -> bool {
        match self {
            Condition::Compare(left, comparison, right) => {
                compare(machine, Some(object), (left, *comparison, right))
            }
            Condition::Not(it) => !it.holds(machine, object),
            Condition::And(one, other) => {
                one.holds(machine, object) && other.holds(machine, object)
            }
            Condition::Or(one, other) => one.holds(machine, object) || other.holds(machine, object),
        }
    }
}

/// Where objects are looked for: the static fields of these classes, and threads.
#[derive(Clone, Debug)]
pub(super) struct Roots(Vec<ClassId>);

impl Roots {
    /// The classes of the program's own.
    pub(super) fn of(program: &Program) -> Roots {
        let names = program.class_path().classes();
        let classes = names.iter().filter_map(|it| program.load(it).ok());
        Roots(classes.collect())
    }

    /// The static fields that may refer to objects.
    pub(super) fn fields(&self, program: &Program) -> Vec<FieldId> {
        let fields = self.0.iter().flat_map(|it| &program.class(*it).fields);
        let held = fields.copied().filter(|it| {
            let field = program.field(*it);
            field.is_static && field.kind == program::Kind::Reference
        });
        held.collect()
    }

    /// The objects that can be reached, with their classes.
    pub(super) fn objects(&self, machine: &mut Machine<'_>) -> Vec<(Ref, ClassId)> {
        let program = machine.program();
        let mut open = Vec::new();
        for class in &self.0 {
            if machine.class_state(*class) == ClassState::Untouched {
                continue;
            }
            let words = machine.static_words(*class);
            let kinds = &program.class(*class).static_slots;
            let words = words.iter().zip(kinds.iter());
            let held = words.filter(|it| *it.1 == program::Kind::Reference);
            open.extend(held.map(|it| Ref::from_word(*it.0)));
        }
        let alive = machine.threads().iter().filter(|it| !it.has_ended());
        open.extend(alive.map(|it| it.object));
        let mut seen: HashSet<Ref, FixedState> = HashSet::with_hasher(FixedState::default());
        let mut all = Vec::new();
        while let Some(name) = open.pop() {
            if name.is_null() || !seen.insert(name) {
                continue;
            }
            let object = machine.object_of(name);
            // What hangs on classes and their loaders is the library's.
            if matches!(&*program.class(object.class).name, "java/lang/Class") {
                continue;
            }
            all.push((name, object.class));
            let mut places = Vec::new();
            references(program, object, |it| places.push(it));
            let object = machine.object_of(name);
            open.extend(places.into_iter().map(|it| reference_at(object, it)));
        }
        all
    }
}
