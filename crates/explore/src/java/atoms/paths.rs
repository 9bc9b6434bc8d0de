//! Paths of formulas: from a static field, or from an object that `all` or `some` speaks of, through fields
//! and elements to a value; and how values compare.

use std::collections::BTreeSet;

use machine::value::{to_double, to_float};
use machine::{Machine, Place as At, Ref};
use program::{ClassId, FieldId, Kind, Program};
use property::{Base, Comparison, Operand, Path, PathStep};

use crate::java::describe::{kind_at, word_at};
use crate::java::location::class_of;
use crate::java::watch::Seen;

/// A path: where it begins, and what comes after that.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) begin: Begin,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Begin {
    /// A static field.
    Static(ClassId, FieldId),
    /// The object that `all` or `some` speaks of.
    Instance,
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    Name(String),
    Element(Compared),
}

/// What is on the right.
#[derive(Clone, Debug)]
pub(super) enum Compared {
    Number(i64),
    Walk(Walk),
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Whole(i64),
    Real(f64),
    Object(Ref),
}

/// Whether what two paths lead to compares so, from an object on that `all` or `some` speaks of.
pub(super) fn compare(
    machine: &mut Machine<'_>,
    instance: Option<Ref>,
    (left, comparison, right): (&Walk, Comparison, &Compared),
) -> bool {
    let left = left.value(machine, instance);
    let right = right.value(machine, instance);
    matches!((left, right), (Some(left), Some(right)) if holds(left, comparison, right))
}

pub(super) fn walk(path: &Path, program: &Program) -> Result<Walk, String> {
    if path.base != Base::Class {
        return Ok(Walk {
            begin: Begin::Instance,
            steps: steps(&path.steps, program)?,
        });
    }
    let names: Vec<&str> = path
        .steps
        .iter()
        .map_while(|it| match it {
            PathStep::Name(name) => Some(name.as_str()),
            PathStep::Element(_) => None,
        })
        .collect();
    let (class, rest) = class_of(&names, program)
        .ok_or_else(|| format!("`{path}`: there is no such class in the program"))?;
    let first = rest
        .first()
        .ok_or_else(|| format!("`{path}` names no field"))?;
    let field = program
        .resolve_field(class, first)
        .map_err(|_| format!("`{path}`: there is no field {first}"))?;
    if !program.field(field).is_static {
        return Err(format!("`{path}`: {first} is not static"));
    }
    let used = names.len() - rest.len() + 1;
    let steps = steps(&path.steps[used..], program)?;
    if steps.is_empty() || program.field(field).kind == Kind::Reference {
        return Ok(Walk {
            begin: Begin::Static(program.field(field).class, field),
            steps,
        });
    }
    Err(format!("`{path}`: {first} is no object"))
}

pub(super) fn steps(path: &[PathStep], program: &Program) -> Result<Vec<Step>, String> {
    let steps = path.iter().map(|step| {
        Ok(match step {
            PathStep::Name(name) => Step::Name(name.clone()),
            PathStep::Element(index) => Step::Element(compared(index, program)?),
        })
    });
    steps.collect()
}

pub(super) fn compared(operand: &Operand, program: &Program) -> Result<Compared, String> {
    Ok(match operand {
        Operand::Path(path) => Compared::Walk(walk(path, program)?),
        constant => Compared::Number(constant.number().unwrap_or(0)),
    })
}

impl Compared {
    /// The static fields that it begins with.
    pub(super) fn statics(&self, out: &mut BTreeSet<FieldId>) {
        if let Compared::Walk(walk) = self {
            walk.statics(out);
        }
    }

    /// What its value depends on.
    pub(super) fn see(&self, program: &Program, seen: &mut Seen) -> Option<()> {
        match self {
            Compared::Number(_) => Some(()),
            Compared::Walk(walk) => walk.see(program, seen),
        }
    }

    pub(super) fn value(&self, machine: &mut Machine<'_>, instance: Option<Ref>) -> Option<Value> {
        match self {
            Compared::Number(number) => Some(Value::Whole(*number)),
            Compared::Walk(walk) => walk.value(machine, instance),
        }
    }
}

impl Walk {
    /// The static fields that it, or an index in it, begins with.
    pub(super) fn statics(&self, out: &mut BTreeSet<FieldId>) {
        if let Begin::Static(_, field) = self.begin {
            out.insert(field);
        }
        for step in &self.steps {
            if let Step::Element(index) = step {
                index.statics(out);
            }
        }
    }

    /// What its value depends on. `None` if it may lead over an object of the library: calls of synchronizers
    /// are taken as one step, and what they write there is not told.
    pub(super) fn see(&self, program: &Program, seen: &mut Seen) -> Option<()> {
        let Begin::Static(class, field) = self.begin else {
            return None;
        };
        let mut of_type = of_program(program, field)?;
        seen.statics.insert((class, field));
        for step in &self.steps {
            of_type = match (step, of_type.strip_prefix('[')) {
                (Step::Name(name), Some(_)) if name == "length" => return Some(()),
                (Step::Name(_), Some(_)) => return None,
                (Step::Name(name), None) => {
                    let class = of_type.strip_prefix('L')?.strip_suffix(';')?;
                    let class = program.load(class).ok()?;
                    let field = program.resolve_field(class, name).ok()?;
                    seen.fields.insert(name.clone());
                    of_program(program, field)?
                }
                (Step::Element(index), Some(element)) => {
                    seen.elements = true;
                    index.see(program, seen)?;
                    element.to_owned()
                }
                (Step::Element(_), None) => return None,
            };
        }
        Some(())
    }

    /// What it leads to; `None` if it does not get there.
    pub(super) fn value(&self, machine: &mut Machine<'_>, instance: Option<Ref>) -> Option<Value> {
        let program = machine.program();
        let mut value = match self.begin {
            Begin::Static(class, field) => {
                let field = program.field(field);
                let word = machine.static_words(class)[usize::from(field.slot)];
                value_of(field.kind, word)
            }
            Begin::Instance => Value::Object(instance?),
        };
        for step in &self.steps {
            let Value::Object(object) = value else {
                return None;
            };
            if object.is_null() {
                return None;
            }
            let class = machine.object_of(object).class;
            let slot = match step {
                Step::Name(name) => match program.resolve_field(class, name) {
                    Ok(field) => u32::from(program.field(field).slot),
                    Err(_) if name == "length" => {
                        value = Value::Whole(i64::from(machine.object_of(object).length));
                        continue;
                    }
                    Err(_) => return None,
                },
                Step::Element(index) => {
                    let Some(Value::Whole(index)) = index.value(machine, instance) else {
                        return None;
                    };
                    let length = machine.object_of(object).length;
                    u32::try_from(index).ok().filter(|it| *it < length)?
                }
            };
            let place = At { object, slot };
            value = value_of(kind_at(machine, place), word_at(machine, place));
        }
        Some(value)
    }
}

/// The type of a field of the program's own.
fn of_program(program: &Program, field: FieldId) -> Option<String> {
    let field = program.field(field);
    let is_own = !program.class(field.class).is_library;
    is_own.then(|| field.descriptor.to_string())
}

pub(super) fn value_of(kind: Kind, word: u64) -> Value {
    match kind {
        Kind::Long => Value::Whole(word as i64),
        Kind::Float => Value::Real(f64::from(to_float(word))),
        Kind::Double => Value::Real(to_double(word)),
        Kind::Reference => Value::Object(Ref::from_word(word)),
        _ => Value::Whole(i64::from(word as i32)),
    }
}

pub(super) fn holds(left: Value, comparison: Comparison, right: Value) -> bool {
    let as_real = |it: Value| match it {
        Value::Whole(number) => number as f64,
        Value::Real(number) => number,
        Value::Object(object) => f64::from(object.0),
    };
    match (left, right) {
        (Value::Whole(left), Value::Whole(right)) => comparison.compare(left, right),
        (Value::Object(left), Value::Object(right)) => {
            comparison.compare(i64::from(left.0), i64::from(right.0))
        }
        // `null` is read as 0.
        (Value::Object(left), Value::Whole(right)) => {
            comparison.compare(i64::from(left.0 != 0), right)
        }
        (left, right) => {
            let (left, right) = (as_real(left), as_real(right));
            match comparison {
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::Less => left < right,
                Comparison::LessOrEqual => left <= right,
                Comparison::Greater => left > right,
                Comparison::GreaterOrEqual => left >= right,
            }
        }
    }
}
