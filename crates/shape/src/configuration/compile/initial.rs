//! Initial configurations as structures.
//!
//! In: individuals and facts. Out: a coerced structure, or what is wrong with them. Core facts are as stated,
//! identity numbers are open, derived predicates have the values of their definitions unless something
//! sharper is stated.

use super::super::liveness::Liveness;
use super::super::model::{Fact, Initial, Local, RoutineId};
use super::{Compiled, Mistake};
use crate::logic::coerce::coerce;
use crate::logic::formula::{Formula, Symbol};
use crate::logic::kleene::Kleene;
use crate::logic::structure::Structure;
use crate::logic::transform::reevaluate;

impl Compiled {
    pub(super) fn structure(
        &self,
        initial: &Initial,
        lives: &[Liveness],
    ) -> Result<Structure, Mistake> {
        let is_dead = |routine: RoutineId, local: Local, thread: usize| {
            let at = initial.individuals.get(thread).and_then(|it| it.at);
            at.filter(|it| it.0 == routine)
                .is_some_and(|(routine, index)| {
                    let live = &lives[usize::from(routine.0)].locals[index];
                    live.get(usize::from(local.0)) == Some(&false)
                })
        };
        let count = initial.individuals.len();
        if count > crate::logic::structure::CAPACITY {
            return Err("an initial configuration has more than 64 individuals".to_string());
        }
        let mut structure = self.vocabulary.structure(count);
        let mut summary = 0;
        for (number, individual) in initial.individuals.iter().enumerate() {
            summary |= u64::from(individual.many) << number;
            let class = self.classes[usize::from(individual.class.0)];
            structure.set(Symbol::Unary(class), &[number], Kleene::True);
            let name = self
                .names
                .iter()
                .find(|it| Some(&it.0) == individual.name.as_ref());
            if let Some((_, name)) = name {
                structure.set(Symbol::Unary(*name), &[number], Kleene::True);
            }
            if let Some((routine, index)) = individual.at {
                let label = self.at[usize::from(routine.0)][index];
                structure.set(Symbol::Unary(label), &[number], Kleene::True);
            }
        }
        structure.set_summary(summary);
        if let Some(less) = self.less {
            for pair in (0..count * count).map(|it| [it / count, it % count]) {
                if pair[0] != pair[1] || !structure.is_single(pair[0]) {
                    structure.set(Symbol::Binary(less), &pair, Kleene::Unknown);
                }
            }
        }
        let mut known = Vec::new();
        for fact in &initial.facts {
            if let Fact::Local(r, v, t, _) | Fact::MayLocal(r, v, t, _) = fact
                && (is_dead(*r, *v, *t) || self.own && *v == Local(0))
            {
                continue;
            }
            let (symbol, tuple, value) = match fact {
                Fact::Local(r, v, t, o) => (self.local(*r, *v), vec![*t, *o], Kleene::True),
                Fact::MayLocal(r, v, t, o) => (self.local(*r, *v), vec![*t, *o], Kleene::Unknown),
                Fact::Field(f, a, b) => (self.field(f.0), vec![*a, *b], Kleene::True),
                Fact::MayField(f, a, b) => (self.field(f.0), vec![*a, *b], Kleene::Unknown),
                Fact::Static(s, o) => (
                    self.statics
                        .get(usize::from(s.0))
                        .map(|it| Symbol::Unary(*it)),
                    vec![*o],
                    Kleene::True,
                ),
                Fact::Flag(f, o) => (
                    self.flags
                        .get(usize::from(f.0))
                        .map(|it| Symbol::Unary(*it)),
                    vec![*o],
                    Kleene::True,
                ),
                Fact::Known(name, tuple, truth) => {
                    let symbol = self.vocabulary.find(name);
                    let symbol = symbol.ok_or_else(|| format!("`{name}` is no predicate"))?;
                    known.push((symbol, tuple.clone(), Kleene::from(*truth)));
                    continue;
                }
            };
            let symbol = symbol.ok_or("an initial fact is about what is not there")?;
            if tuple.iter().any(|it| *it >= count) {
                return Err("an initial fact is about an individual that is not there".to_string());
            }
            structure.set(symbol, &tuple, value);
        }
        for (symbol, tuple, value) in &known {
            if Formula::atom(*symbol, &vec![0; tuple.len()]).is_none()
                || tuple.iter().any(|it| *it >= count)
            {
                return Err("an initial fact does not fit its predicate".to_string());
            }
            structure.set(*symbol, tuple, *value);
        }
        // What is derived follows from them, too, unless it is one of them.
        reevaluate(&self.vocabulary, &mut structure);
        for (symbol, tuple, value) in known {
            structure.set(symbol, &tuple, value);
        }
        let legal = coerce(&self.vocabulary, &mut structure);
        legal.map_err(|_| "an initial configuration contradicts itself".to_string())?;
        Ok(structure)
    }

    fn local(&self, routine: RoutineId, local: Local) -> Option<Symbol> {
        let of = self.locals.get(usize::from(routine.0))?;
        of.get(usize::from(local.0)).map(|it| Symbol::Binary(*it))
    }

    fn field(&self, field: u16) -> Option<Symbol> {
        self.fields
            .get(usize::from(field))
            .map(|it| Symbol::Binary(*it))
    }
}
