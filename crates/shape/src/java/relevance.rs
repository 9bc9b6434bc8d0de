//! Fields that are written, and never read for what is in them, are not kept.
//!
//! In: a front end whose routines are complete. Out: the same without reference fields, booleans and statics
//! whose value no thread uses: accesses to them become accesses to data ([`Operation::Touch`]), so that races
//! on them are seen as before. What only such fields lead to is garbage then, and what was made for them alone
//! need not be made.

use super::routine::Stand;
use super::simplify::{self, Renamed};
use super::values::{Number, Reference};
use super::{Front, Root, Touched};
use crate::configuration::liveness::liveness;
use crate::configuration::model::{Condition, DataId, FieldId, FlagId, Operation, StaticId};
use std::collections::{BTreeMap, BTreeSet};

/// Whose values are used.
#[derive(Default, PartialEq, Eq)]
struct Used {
    fields: BTreeSet<FieldId>,
    flags: BTreeSet<FlagId>,
    statics: BTreeSet<StaticId>,
}

impl Front<'_> {
    /// Drops what is not used, until everything is.
    pub(super) fn drop_irrelevant(&mut self, stand: &mut Stand) {
        loop {
            let used = self.used();
            let data = self.data_of_unused(&used);
            let mut changed = false;
            for step in self.model.routines.iter_mut().flat_map(|it| &mut it.code) {
                let touch = unused_access(&step.operation, &data);
                changed |= touch.is_some();
                if let Some(touch) = touch {
                    step.operation = touch;
                }
            }
            for number in 0..self.model.routines.len() {
                let routine = &mut self.model.routines[number];
                let renamed = simplify::shorten(routine, &mut self.origins[number]);
                if number == 0 {
                    stand.rename(&renamed);
                }
            }
            if !changed {
                return self.renumber(&used);
            }
        }
    }

    fn used(&self) -> Used {
        let mut used = Used::default();
        for routine in &self.model.routines {
            let live = liveness(routine);
            for (index, step) in routine.code.iter().enumerate() {
                let next = &live.locals[index + 1];
                match &step.operation {
                    Operation::Get(target, _, field) | Operation::Pick(target, _, field)
                        if next[usize::from(target.0)] =>
                    {
                        used.fields.insert(*field);
                    }
                    Operation::GetStatic(target, field) if next[usize::from(target.0)] => {
                        used.statics.insert(*field);
                    }
                    Operation::GetFlag(target, _, flag)
                        if live.truths[index + 1][usize::from(target.0)] =>
                    {
                        used.flags.insert(*flag);
                    }
                    _ => {}
                }
            }
        }
        used
    }

    /// The data that stands for each field whose values are not used.
    fn data_of_unused(&mut self, used: &Used) -> Unused {
        let mut unused = Unused::default();
        for (field, id) in self.fields.clone() {
            if !used.fields.contains(&id) {
                unused
                    .fields
                    .insert(id, self.touched(Touched::Field(field)));
            }
        }
        for (field, id) in self.flags.clone() {
            if !used.flags.contains(&id) {
                unused.flags.insert(id, self.touched(Touched::Field(field)));
            }
        }
        for (root, id) in self.statics.clone() {
            if let Root::Field(field) = root
                && !used.statics.contains(&id)
            {
                unused
                    .statics
                    .insert(id, self.touched(Touched::Field(field)));
            }
        }
        for flag in [
            self.filled,
            self.doubled,
            self.full,
            self.mixed,
            self.single,
            self.down,
            self.used,
        ] {
            if !used.flags.contains(&flag) {
                unused.flags.insert(flag, self.touched(Touched::Header));
            }
        }
        for field in [self.target, self.elements, self.owner] {
            if !used.fields.contains(&field) {
                unused.fields.insert(field, self.touched(Touched::Header));
            }
        }
        unused
    }

    /// Gives the fields that are left new numbers.
    fn renumber(&mut self, used: &Used) {
        let field = |it: &FieldId| used.fields.iter().position(|used| used == it);
        let flag = |it: &FlagId| used.flags.iter().position(|used| used == it);
        let model = &mut self.model;
        for step in model.routines.iter_mut().flat_map(|it| &mut it.code) {
            match &mut step.operation {
                Operation::Get(_, _, it)
                | Operation::Put(_, it, _)
                | Operation::Insert(_, it, _)
                | Operation::Erase(_, it, _)
                | Operation::Branch(Condition::In(_, it, _), _)
                | Operation::Pick(_, _, it) => {
                    *it = FieldId(field(it).expect("it is used") as u16);
                }
                Operation::GetFlag(_, _, it) | Operation::PutFlag(_, it, _) => {
                    *it = FlagId(flag(it).expect("it is used") as u16);
                }
                _ => {}
            }
        }
        let names = |all: &[String], used: Vec<u16>| -> Vec<String> {
            let kept = used.into_iter();
            kept.map(|it| all[usize::from(it)].clone()).collect()
        };
        model.fields = names(&model.fields, used.fields.iter().map(|it| it.0).collect());
        model.flags = names(&model.flags, used.flags.iter().map(|it| it.0).collect());
        let new = |it: usize| FieldId(it as u16);
        let relations = model.relations.iter();
        model.relations = relations.filter_map(&field).map(new).collect();
        let fields = self.fields.iter();
        self.fields = fields
            .filter_map(|(java, id)| Some((*java, new(field(id)?))))
            .collect();
        let flags = self.flags.iter();
        self.flags = flags
            .filter_map(|(java, id)| Some((*java, FlagId(flag(id)? as u16))))
            .collect();
        self.kept_target = field(&self.target).map(new);
        self.kept_elements = field(&self.elements).map(new);
        self.kept_owner = field(&self.owner).map(new);
        self.kept_filled = flag(&self.filled).map(|it| FlagId(it as u16));
        self.kept_mixed = flag(&self.mixed).map(|it| FlagId(it as u16));
        self.kept_full = flag(&self.full).map(|it| FlagId(it as u16));
        self.kept_single = flag(&self.single).map(|it| FlagId(it as u16));
        self.kept_doubled = flag(&self.doubled).map(|it| FlagId(it as u16));
        // Statics that are not used have no value from now on; they keep their numbers.
        self.statics.retain(|_, id| used.statics.contains(id));
    }
}

/// What stands for fields whose values are not used.
#[derive(Default)]
struct Unused {
    fields: BTreeMap<FieldId, DataId>,
    flags: BTreeMap<FlagId, DataId>,
    statics: BTreeMap<StaticId, DataId>,
}

/// The access without the value.
fn unused_access(operation: &Operation, unused: &Unused) -> Option<Operation> {
    let touch = |object, data: Option<&DataId>, write| {
        data.map(|data| Operation::Touch(Some(object), *data, write))
    };
    match operation {
        Operation::Get(_, object, field) | Operation::Pick(_, object, field) => {
            touch(*object, unused.fields.get(field), false)
        }
        Operation::Put(object, field, _)
        | Operation::Insert(object, field, _)
        | Operation::Erase(object, field, _) => touch(*object, unused.fields.get(field), true),
        Operation::Branch(Condition::In(_, field, _), to) => {
            unused.fields.get(field)?;
            Some(Operation::Branch(Condition::Free, *to))
        }
        Operation::GetFlag(_, object, flag) => touch(*object, unused.flags.get(flag), false),
        Operation::PutFlag(object, flag, _) => touch(*object, unused.flags.get(flag), true),
        Operation::GetStatic(_, it) => {
            let data = unused.statics.get(it)?;
            Some(Operation::Touch(None, *data, false))
        }
        Operation::PutStatic(it, _) => {
            let data = unused.statics.get(it)?;
            Some(Operation::Touch(None, *data, true))
        }
        _ => None,
    }
}

impl Stand {
    /// Follows registers of the main thread that got new numbers.
    pub(super) fn rename(&mut self, renamed: &Renamed) {
        for (_, _, reference, number) in &mut self.kept {
            if let Reference::Kept(local) = *reference {
                *reference = renamed
                    .local(local)
                    .map_or(Reference::Opaque, Reference::Kept);
            }
            if let Number::Truth(truth) = *number {
                *number = renamed.truth(truth).map_or(Number::Free, Number::Truth);
            }
        }
    }
}
