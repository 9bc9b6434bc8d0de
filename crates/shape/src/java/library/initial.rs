//! What is inside of library objects where the main thread stands.
//!
//! In: the heap of the start, as the installed JDK keeps it. Out: the same as facts about what the models keep.

use super::super::Front;
use super::super::initial::Heap;
use super::{executors, kinds, locks, semaphores, shared_locks};
use crate::configuration::model::Fact;
use analysis::world::ObjectName;
use program::{ClassId as JavaClass, Kind};

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

    /// Fields that are not kept and null at the start.
    pub(in super::super) fn null_fields_of(&mut self, class: JavaClass, words: &[u64]) {
        let mut next = Some(class);
        while let Some(class) = next.filter(|it| !self.is_library(*it)) {
            let it = self.program.class(class);
            next = it.superclass;
            for id in &it.fields {
                let field = self.program.field(*id);
                let word = words.get(usize::from(field.slot)).copied().unwrap_or(0);
                if !field.is_static && field.kind == Kind::Reference && word == 0 {
                    self.facts.null_fields.insert(*id);
                }
            }
        }
    }

    /// What is in a collection of the start, and whether there is anything: individuals, or those that it
    /// sees another collection through.
    pub(in super::super) fn collection_contents(
        &mut self,
        heap: &mut Heap,
        number: usize,
        name: ObjectName,
    ) {
        let object = self.world.object(name);
        let Some(class) = object.class else { return };
        let Some(kind) = kinds::collection(&self.program.class(class).name) else {
            return;
        };
        if kind.is_view {
            let inner = ["list", "c", "m"].into_iter();
            let inner = inner
                .filter_map(|it| self.word_of(class, &object.words, it))
                .next();
            if let (Some(inner), Some(owner)) = (inner, self.kept_owner) {
                let value = self.individual(heap, inner as ObjectName);
                heap.initial.facts.push(Fact::Field(owner, number, value));
            }
            return;
        }
        let number_of = |it: Option<u64>| it.map(|it| it as u32 as i32);
        let capacity = number_of(self.word_of(class, &object.words, "capacity"));
        let by_access = self.word_of(class, &object.words, "accessOrder");
        if capacity.is_some_and(|it| it != i32::MAX) || by_access.is_some_and(|it| it != 0) {
            let what = "a collection with a capacity, or in the order of accesses, when the first thread starts";
            self.untold.insert(what.to_owned());
        }
        let items = self.word_of(class, &object.words, "items").unwrap_or(0);
        if kind.is_bounded && items != 0 {
            let length = self.world.object(items as ObjectName).words.len() as i32;
            let count = number_of(self.word_of(class, &object.words, "count"));
            if let Some(full) = self
                .kept_full
                .filter(|_| count != Some(0) && count >= Some(length))
            {
                heap.initial.facts.push(Fact::Flag(full, number));
            }
        }
        let mut found: Vec<ObjectName> = Vec::new();
        let mut seen = vec![name];
        self.collect(name, kind, &mut seen, &mut found);
        let mut distinct: Vec<ObjectName> = Vec::new();
        for element in &found {
            let of = self.world.object(*element).class;
            let is_opaque = of.is_none_or(|it| self.is_opaque_class(&self.program.class(it).name));
            if is_opaque {
                self.facts.contained.insert(of);
                if !self.facts.picks_kept {
                    continue;
                }
            }
            if let Some(mixed) = self.kept_mixed.filter(|_| !is_opaque) {
                heap.initial.facts.push(Fact::Flag(mixed, number));
            }
            let Some(elements) = self.kept_elements else {
                continue;
            };
            let value = self.individual(heap, *element);
            if distinct.contains(element) {
                if let Some(doubled) = self.kept_doubled {
                    heap.initial.facts.push(Fact::Flag(doubled, value));
                }
                continue;
            }
            distinct.push(*element);
            heap.initial
                .facts
                .push(Fact::Field(elements, number, value));
        }
        if let Some(filled) = self.kept_filled.filter(|_| !found.is_empty()) {
            heap.initial.facts.push(Fact::Flag(filled, number));
        }
    }

    /// What the inside of a collection leads to. Null elements are noted as such if the collection takes them.
    fn collect(
        &mut self,
        name: ObjectName,
        kind: kinds::Collection,
        seen: &mut Vec<ObjectName>,
        found: &mut Vec<ObjectName>,
    ) {
        let object = self.world.object(name);
        let Some(class) = object.class else { return };
        let class_name = &*self.program.class(class).name;
        let is_array = object.is_array;
        let mut words: Vec<u64> = Vec::new();
        if is_array {
            words.clone_from(&object.words);
        } else {
            let mut next = Some(class);
            while let Some(class) = next {
                let it = self.program.class(class);
                next = it.superclass;
                for field in &it.fields {
                    let field = self.program.field(*field);
                    let skips = match &*field.name {
                        "key" => kind.is_map,
                        "val" | "value" => kind.is_set,
                        // Views, locks, comparators and counters.
                        "entrySet" | "keySet" | "values" | "counterCells" | "lock" | "takeLock"
                        | "putLock" | "notEmpty" | "notFull" | "comparator" | "itrs" | "count"
                        | "descendingMap" | "navigableKeySet" => true,
                        _ => false,
                    };
                    if !field.is_static && field.kind == Kind::Reference && !skips {
                        let word = object.words.get(usize::from(field.slot)).copied();
                        words.push(word.unwrap_or(0));
                    }
                }
            }
        }
        if class_name.ends_with("Node") || class_name.ends_with("Entry") {
            self.facts.null_elements |= kind.takes_null && words.contains(&0);
        }
        for word in words.into_iter().filter(|it| *it != 0) {
            let word = word as ObjectName;
            let class = self.world.object(word).class;
            let inner = class.is_some_and(|it| {
                let name = &*self.program.class(it).name;
                let is_part = name.starts_with("java/util/") && name.contains('$');
                let is_hidden = name == "java/util/HashMap" && kind.is_set;
                let is_table = name.starts_with("[Ljava/") && is_whole(class_name);
                (is_part || is_hidden || is_table)
                    && kinds::collection(name).is_none_or(|_| is_hidden)
            });
            match inner {
                true if seen.contains(&word) => {}
                true => {
                    seen.push(word);
                    self.collect(word, kind, seen, found);
                }
                false => found.push(word),
            }
        }
    }

    /// A lock for readers and writers, a part of one, or a semaphore of the start.
    fn parts_of_start(
        &mut self,
        heap: &mut Heap,
        number: usize,
        class: &str,
        sync: ObjectName,
        parts: &mut Parts,
    ) {
        if shared_locks::is_part(class) {
            return parts.inner.push((sync, number));
        }
        let is_whole = shared_locks::is_one(class);
        if !is_whole && !semaphores::is_one(class) || sync == 0 {
            return;
        }
        let object = self.world.object(sync);
        let of = object.class;
        let state = of.and_then(|it| self.word_of(it, &object.words, "state"));
        let state = state.map_or(0, |it| it as u32 as i32);
        if is_whole {
            parts.whole.push((sync, number));
            if state != 0 {
                let what = "a lock for readers and writers is held when the first thread starts";
                self.untold.insert(what.to_owned());
            }
        } else if state < 1 {
            let what = "a semaphore has no permits when the first thread starts";
            self.untold.insert(what.to_owned());
        } else if let Some(single) = self.kept_single.filter(|_| state == 1) {
            // With one of several permits taken it would be one, too.
            heap.initial.facts.push(Fact::Flag(single, number));
        }
    }

    /// Adds what locks and conditions of the start are.
    pub(in super::super) fn library_objects(&mut self, heap: &mut Heap, main: usize) {
        let mut locks: Vec<(ObjectName, usize)> = Vec::new();
        let mut conditions: Vec<(ObjectName, usize)> = Vec::new();
        let mut parts = Parts::default();
        for number in 0..heap.names.len() {
            let name = heap.names[number];
            if name == 0 {
                continue;
            }
            let object = self.world.object(name);
            let Some(class) = object.class else {
                continue;
            };
            let class_name = &*self.program.class(class).name;
            if locks::is_lock(class_name)
                && let Some(sync) = self.word_of(class, &object.words, "sync")
            {
                locks.push((sync as ObjectName, number));
            }
            if executors::is_one(class_name) {
                self.pool_of_start(name);
            }
            if let Some(sync) = self.word_of(class, &object.words, "sync") {
                self.parts_of_start(heap, number, class_name, sync as ObjectName, &mut parts);
            }
            if locks::is_condition(class_name)
                && let Some(sync) = self.word_of(class, &object.words, "this$0")
            {
                conditions.push((sync as ObjectName, number));
            }
        }
        for (sync, number) in locks.iter().filter(|it| it.0 != 0) {
            let object = self.world.object(*sync);
            let class = object.class;
            let state = class.and_then(|it| self.word_of(it, &object.words, "state"));
            // Before other threads start, the main thread is the only one that can hold it.
            let entered = state.map_or(0, |it| it as u32 as usize);
            if entered > self.model.reentry {
                let what = "a lock is held more than once when the first thread starts";
                self.untold.insert(what.to_owned());
            }
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
        for (sync, number) in parts.inner {
            let known = parts.whole.iter().find(|it| it.0 == sync).map(|it| it.1);
            let whole = match (known, self.program.load(shared_locks::LOCK)) {
                (Some(known), _) => known,
                (None, Ok(class)) => {
                    // Only its parts are reachable.
                    let class = self.class_at(class, None);
                    let whole = heap.add(class);
                    parts.whole.push((sync, whole));
                    whole
                }
                (None, Err(_)) => continue,
            };
            heap.initial.facts.push(Fact::Field(owner, number, whole));
        }
        for (sync, number) in conditions {
            if let Some((_, lock)) = locks.iter().find(|it| it.0 == sync) {
                heap.initial.facts.push(Fact::Field(owner, number, *lock));
            }
        }
    }
}

/// Locks for readers and writers at the start, and their parts, with what they share inside.
#[derive(Default)]
struct Parts {
    whole: Vec<(ObjectName, usize)>,
    inner: Vec<(ObjectName, usize)>,
}

/// Whether an object of the class is a collection itself, so that its arrays are part of it.
fn is_whole(class: &str) -> bool {
    class.starts_with("java/util/") && !class.contains('$')
}
