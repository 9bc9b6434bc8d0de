//! A formula over the state of the model, which SPIN makes a never claim of.
//!
//! A thread stops before it changes what an atom looks at, so that no order of such changes is lost:
//! what happens between two stops changes no atom, and formulas without `X` don't tell how many
//! steps that takes. Where threads are and what they can't do is told in `emit/observed.rs`.

use std::collections::{BTreeMap, BTreeSet};

use analysis::flat::Object;
use analysis::world::ObjectName;
use program::{FieldId, MethodId};

use crate::context::Context;
use crate::translate::Untranslatable;
use crate::tree::{Claim, Expression, Name};

/// Instructions, by method.
pub type Places = BTreeMap<MethodId, BTreeSet<u32>>;

/// A formula, and what its atoms `p0`, `p1`, … mean.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The formula as SPIN reads it.
    pub formula: String,
    /// The atoms.
    pub atoms: Vec<Seen>,
}

/// What an atom looks at.
#[derive(Clone, Debug)]
pub enum Seen {
    /// A field compared with a constant.
    Field {
        /// Whose; `None` for a static field.
        object: Option<ObjectName>,
        /// Which.
        field: FieldId,
        /// How, as Promela writes it.
        operator: &'static str,
        /// With what.
        constant: i32,
    },
    /// Whether a thread has ended.
    Ended(ObjectName),
    /// Whether some thread is at one of these places, in whatever it calls from there too.
    At(Places),
    /// Whether a thread has come to a step that it can't take.
    Blocked(ObjectName),
}

impl Observed {
    /// The fields that it looks at.
    pub fn fields(&self) -> BTreeSet<FieldId> {
        let fields = self.atoms.iter().filter_map(|atom| match atom {
            Seen::Field { field, .. } => Some(*field),
            _ => None,
        });
        fields.collect()
    }

    /// Whether it asks for the end of a thread.
    pub fn sees_ends(&self) -> bool {
        let mut atoms = self.atoms.iter();
        atoms.any(|atom| matches!(atom, Seen::Ended(_)))
    }

    /// Whether it asks what threads can't do.
    pub fn sees_blocked(&self) -> bool {
        let mut atoms = self.atoms.iter();
        atoms.any(|atom| matches!(atom, Seen::Blocked(_)))
    }

    /// The claim in terms of the model's variables.
    pub(crate) fn claim(&self, context: &Context<'_>) -> Result<Claim, Untranslatable> {
        let (layout, relevance) = (context.layout, context.relevance);
        let reference = |object: ObjectName| -> Result<i32, Untranslatable> {
            let id = context.points.id_of(Object::Concrete(object));
            let found = id.and_then(|id| layout.reference(id));
            found.ok_or_else(|| {
                Untranslatable("an object of the formula is not part of the model".to_owned())
            })
        };
        let mut atoms = Vec::new();
        for (index, atom) in self.atoms.iter().enumerate() {
            let expression = match atom {
                Seen::Field {
                    object,
                    field,
                    operator,
                    constant,
                } => {
                    let data = context.program.field(*field);
                    let vector = layout.fields.get(field);
                    let hidden = relevance.unknown.has_field(*field) || layout.wide.contains(field);
                    let Some(vector) = vector.filter(|_| !hidden) else {
                        return Err(Untranslatable(format!(
                            "the field {} of the formula is not part of the model",
                            data.name
                        )));
                    };
                    let value = match object {
                        None if vector.fixed => vector.values[0].into(),
                        None => Expression::variable(&vector.name),
                        Some(object) => {
                            let reference = reference(*object)?.into();
                            Expression::element(&vector.name, reference, vector.base)
                        }
                    };
                    value.binary(operator, (*constant).into())
                }
                Seen::Ended(object) => {
                    let state = context.shared.state.as_ref().ok_or_else(|| {
                        Untranslatable("the model does not show the ends of threads".to_owned())
                    })?;
                    let reference = reference(*object)?.into();
                    context.of_thread(state, reference).binary("==", 2.into())
                }
                Seen::At(_) => {
                    let counted = context.shared.counters.iter().find(|it| it.0 == index);
                    let (_, counter) = counted.expect("every place of a formula is counted");
                    Expression::variable(counter).binary(">", 0.into())
                }
                Seen::Blocked(object) => context.blocked(reference(*object)?),
            };
            atoms.push((Name::from(format!("p{index}").as_str()), expression));
        }
        Ok(Claim {
            name: "formula".into(),
            formula: self.formula.clone(),
            atoms,
        })
    }
}
