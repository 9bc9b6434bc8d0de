//! What a call does that is not inlined: the effect that points-to sets give everything it leads to.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use program::{Instruction, Kind};

use super::{Builder, ContextId, Slot, State};
use crate::access::{self, Place, Target};
use crate::points::{InstanceId, Object, ObjectId};
use crate::set::Set;

/// The effect.
#[derive(Debug, Default)]
pub(super) struct Effects {
    /// Parts of objects that are stored to, with all that they can hold.
    pub(super) stores: BTreeMap<(ObjectId, Slot), Vec<ObjectId>>,
    /// Objects that are stored where all threads can reach them.
    pub(super) published: BTreeSet<ObjectId>,
    /// Static fields of one thread that are stored to.
    pub(super) statics: BTreeMap<program::FieldId, Vec<ObjectId>>,
    /// Variables of the program that are accessed.
    pub(super) accesses: BTreeSet<(ObjectId, Slot)>,
}

impl Builder<'_> {
    /// The effect of calling an instance.
    pub(super) fn effects_of(&mut self, callee: InstanceId) -> Rc<Effects> {
        if let Some(known) = self.effects.get(&callee) {
            return known.clone();
        }
        let mut effects = Effects::default();
        let mut seen = Set::default();
        let mut pending = vec![callee];
        while let Some(instance) = pending.pop() {
            if !seen.insert(instance) {
                continue;
            }
            pending.extend(&self.successors[instance as usize]);
            let method = self.points.instances[instance as usize].method;
            let count = self.program.body(method).code.len();
            self.work += count;
            if self.work > self.budget.work {
                // What was found so far is not all: it must not be kept for another attempt.
                self.storage.is_cut = true;
                return Rc::new(effects);
            }
            for pc in 0..count as u32 {
                self.effect_of(instance, pc, &mut effects);
            }
        }
        let effects = Rc::new(effects);
        self.effects.insert(callee, effects.clone());
        effects
    }

    fn effect_of(&self, instance: InstanceId, pc: u32, effects: &mut Effects) {
        let points = self.points;
        let body = self
            .program
            .body(points.instances[instance as usize].method);
        let set = |register| points.register(instance, pc, register);
        match body.code[pc as usize] {
            Instruction::PutField {
                kind: Kind::Reference,
                object,
                source,
                field,
                ..
            } => {
                let class = self.program.field(field).class;
                for base in set(object).iter() {
                    if self
                        .program
                        .is_subtype(points.classes[base as usize], class)
                    {
                        let held = points.field(base, field);
                        self.stored(base, Slot::Field(field), held, set(source), effects);
                    }
                }
            }
            Instruction::ArrayStore {
                kind: Kind::Reference,
                array,
                source,
                ..
            } => {
                for base in set(array).iter() {
                    let held = points.elements(base);
                    self.stored(base, Slot::Elements, held, set(source), effects);
                }
            }
            Instruction::PutStatic {
                kind: Kind::Reference,
                source,
                field,
                ..
            } => match self.shared_statics.contains(&field) {
                true => effects.published.extend(set(source).iter()),
                false => {
                    let held = points.static_field(field).iter().collect();
                    effects.statics.insert(field, held);
                }
            },
            _ => {}
        }
        for (target, access) in access::accessed(self.program, points, body, instance, pc) {
            for place in access::places(self.program, points, instance, pc, target) {
                let (object, slot) = match place {
                    Place::Static(_) => continue,
                    Place::Field(object, field) => (object, Slot::Field(field)),
                    Place::Elements(object) => (object, Slot::Elements),
                    Place::Monitor(object) => (object, Slot::Lock),
                };
                if access::is_own(self.program, points, place) {
                    effects.accesses.insert((object, slot));
                }
                // What natives and atomic accesses store, they store there.
                let is_store = access.writes && slot != Slot::Lock;
                if is_store && !matches!(target, Target::Static(_)) {
                    let held = match slot {
                        Slot::Field(field) => points.field(object, field),
                        Slot::Elements | Slot::Lock => points.elements(object),
                    };
                    self.stored(object, slot, held, held, effects);
                }
            }
        }
        // What a native or closed code makes may hold from the beginning what points-to sets say: a copy
        // has what it is a copy of.
        if points.natives.contains_key(&(instance, pc))
            && let Some(made) = body.code[pc as usize].target()
            && made.0 < body.references
        {
            for object in points.assigned(instance, pc).iter() {
                if !matches!(points.objects[object as usize], Object::Chosen { .. }) {
                    continue;
                }
                for (slot, held) in self.all_held_by(object) {
                    self.stored(object, slot, held, held, effects);
                }
            }
        }
        let starts = points.natives.get(&(instance, pc)).into_iter().flatten();
        for native in starts {
            if self.is_start(*native)
                && let Some(arguments) = body.code[pc as usize].arguments()
                && let Some(thread) = body.argument_registers(arguments).first()
            {
                effects.published.extend(set(*thread).iter());
            }
        }
    }

    /// All references that points-to sets say an object may hold.
    fn all_held_by(&self, object: ObjectId) -> Vec<(Slot, &Set)> {
        let mut all = vec![(Slot::Elements, self.points.elements(object))];
        let mut class = Some(self.points.classes[object as usize]);
        while let Some(id) = class {
            let data = self.program.class(id);
            let fields = data.fields.iter().copied();
            let fields = fields.filter(|it| {
                let field = self.program.field(*it);
                !field.is_static && field.kind == Kind::Reference
            });
            all.extend(fields.map(|it| (Slot::Field(it), self.points.field(object, it))));
            class = data.superclass;
        }
        all
    }

    fn stored(&self, base: ObjectId, slot: Slot, held: &Set, stored: &Set, effects: &mut Effects) {
        if self.is_common(base) {
            effects.published.extend(stored.iter());
        } else if !held.is_empty() {
            let held = held.iter().collect();
            effects.stores.insert((base, slot), held);
        }
    }

    /// Applies the effect of calling an instance.
    pub(super) fn take_effect(
        &mut self,
        context: ContextId,
        pc: u32,
        callee: InstanceId,
        state: &mut State,
    ) {
        let effects = self.effects_of(callee);
        self.change(&effects, state);
        for (object, slot) in &effects.accesses {
            for node in self.variants(*object).collect::<Vec<_>>() {
                self.see(context, pc, node, *slot, None, state);
            }
        }
    }

    /// Applies what the instruction itself stores, if it is a call of a native.
    pub(super) fn take_native_effect(&mut self, instance: InstanceId, pc: u32, state: &mut State) {
        let mut effects = Effects::default();
        self.effect_of(instance, pc, &mut effects);
        self.change(&effects, state);
    }

    fn change(&mut self, effects: &Effects, state: &mut State) {
        for ((object, slot), held) in &effects.stores {
            let targets = self.all_variants(held.iter().copied());
            for node in self.variants(*object).collect::<Vec<_>>() {
                state.store(node, *slot, &targets);
            }
            if self.storage.failed.contains(&(*object, *slot)) {
                state.exposed.extend(targets);
            }
        }
        for (field, held) in &effects.statics {
            let nodes = self.all_variants(held.iter().copied());
            state.statics.entry(*field).or_default().extend(nodes);
        }
        let published = self.all_variants(effects.published.iter().copied());
        state.exposed.extend(published);
        self.close(state);
    }
}
