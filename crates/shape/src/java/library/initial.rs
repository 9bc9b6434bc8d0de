//! What is inside of library objects where the main thread stands.
//!
//! In: the heap of the start, as the installed JDK keeps it. Out: the same as facts about what the models keep.

use super::super::Front;
use super::super::initial::Heap;
use super::locks;
use crate::configuration::model::Fact;
use analysis::world::ObjectName;
use program::ClassId as JavaClass;

impl Front<'_> {
    /// The value of a field of an object, by the field's name.
    pub(in super::super) fn word_of(
        &mut self,
        class: JavaClass,
        words: &[u64],
        name: &str,
    ) -> Option<u64> {
        let field = self.program.resolve_field(class, name).ok()?;
        let slot = usize::from(self.program.field(field).slot);
        words.get(slot).copied()
    }

    /// Adds what locks and conditions of the start are.
    pub(in super::super) fn library_objects(&mut self, heap: &mut Heap, main: usize) {
        let mut locks: Vec<(ObjectName, usize)> = Vec::new();
        let mut conditions: Vec<(ObjectName, usize)> = Vec::new();
        for number in 0..heap.names.len() {
            let name = heap.names[number];
            let object = self.world.object(name);
            let Some(class) = object.class.filter(|_| name != 0) else {
                continue;
            };
            let class_name = &*self.program.class(class).name;
            if locks::is_lock(class_name)
                && let Some(sync) = self.word_of(class, &object.words, "sync")
            {
                locks.push((sync as ObjectName, number));
            }
            if locks::is_condition(class_name)
                && let Some(sync) = self.word_of(class, &object.words, "this$0")
            {
                conditions.push((sync as ObjectName, number));
            }
        }
        for (sync, number) in &locks {
            let object = self.world.object(*sync);
            let class = object.class;
            let state = class.and_then(|it| self.word_of(it, &object.words, "state"));
            // Before other threads start, the main thread is the only one that can hold it.
            let entered = state.map_or(0, |it| it as u32 as usize);
            for level in 1..=entered.min(self.model.reentry) {
                let predicate = match level {
                    1 => "held".to_owned(),
                    _ => format!("held[{level}]"),
                };
                let fact = Fact::Known(predicate, vec![*number, main], true);
                heap.initial.facts.push(fact);
            }
        }
        let Some(owner) = self.kept_owner else {
            return;
        };
        for (sync, number) in conditions {
            if let Some((_, lock)) = locks.iter().find(|it| it.0 == sync) {
                heap.initial.facts.push(Fact::Field(owner, number, *lock));
            }
        }
    }
}
