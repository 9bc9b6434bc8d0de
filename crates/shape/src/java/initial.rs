//! The initial configuration: the heap where the main thread stands.
//!
//! In: the [`World`](analysis::world::World) and the model's fields. Out: an individual for each object that
//! the main thread's registers and the model's statics lead to over fields that the model has. Objects are
//! concrete, so each is one; which of them become one is a matter of the abstraction.

use super::routine::Stand;
use super::values::{Number, Reference};
use super::{Front, Root, Site};
use crate::configuration::model::{ClassId, Fact, Individual, Initial, RoutineId};
use analysis::world::ObjectName;
use program::{ClassId as JavaClass, Instruction};
use std::collections::BTreeMap;

/// How many objects of one class get names at most.
const NAMED: usize = 6;

/// Objects and facts under way.
#[derive(Default)]
pub(super) struct Heap {
    numbers: BTreeMap<ObjectName, usize>,
    pub(super) names: Vec<ObjectName>,
    pub(super) initial: Initial,
}

impl Heap {
    /// An individual that stands for no object of the heap.
    pub(super) fn add(&mut self, class: ClassId) -> usize {
        self.initial.individuals.push(Individual {
            class,
            many: false,
            at: None,
            name: None,
        });
        self.names.push(0);
        self.names.len() - 1
    }
}

impl Front<'_> {
    pub(super) fn initial(&mut self, stand: Stand) {
        let main = RoutineId(0);
        let mut heap = Heap::default();
        let thread = self.world.main_thread();
        let number = self.individual(&mut heap, thread);
        heap.initial.individuals[number].at = Some((main, stand.index));
        let own = Fact::Local(main, super::SELF, number, number);
        heap.initial.facts.push(own);
        let frames = self.user_frames();
        for (depth, register, reference, truth) in stand.kept {
            let word = frames[depth].registers[register.index()];
            if let Reference::Kept(local) = reference
                && word != 0
            {
                let object = self.individual(&mut heap, word as ObjectName);
                heap.initial
                    .facts
                    .push(Fact::Local(main, local, number, object));
            }
            if let Number::Truth(it) = truth
                && word != 0
            {
                let name = &self.model.routines[0].truths[usize::from(it.0)];
                let name = format!("truth[main.{name}]");
                heap.initial
                    .facts
                    .push(Fact::Known(name, vec![number], true));
            }
        }
        self.roots(&mut heap);
        let mut next = 0;
        while next < heap.names.len() {
            let name = heap.names[next];
            if name != 0 {
                self.contents(&mut heap, next, name);
            }
            next += 1;
        }
        self.monitors(&mut heap, number);
        self.library_objects(&mut heap, number);
        self.give_names(&mut heap);
        self.model.initial.push(heap.initial);
    }

    /// Tells objects of one class apart if there are few of them.
    fn give_names(&mut self, heap: &mut Heap) {
        let classes: Vec<ClassId> = heap.initial.individuals.iter().map(|it| it.class).collect();
        let count = |class: ClassId| classes.iter().filter(|it| **it == class).count();
        self.can_name = classes.iter().any(|it| (2..=NAMED).contains(&count(*it)));
        if !self.options.names {
            return;
        }
        for (number, class) in classes.iter().enumerate() {
            if (2..=NAMED).contains(&count(*class)) {
                let name = &self.model.classes[usize::from(class.0)].name;
                heap.initial.individuals[number].name = Some(format!("{name}#{number}"));
            }
        }
    }

    /// The individual of an object.
    pub(super) fn individual(&mut self, heap: &mut Heap, object: ObjectName) -> usize {
        if let Some(known) = heap.numbers.get(&object) {
            return *known;
        }
        let class = self.world.object(object).class;
        let class = match class {
            _ if object == self.world.main_thread() => self.special_class("main thread"),
            Some(class) if self.is_mirror(class) => self.special_class("class object"),
            Some(class) if !self.is_opaque_class(&self.program.class(class).name) => {
                let site = self.site_of(object, class);
                self.class_at(class, site)
            }
            _ => {
                self.facts.mixes_opaque = true;
                self.value
            }
        };
        heap.initial.individuals.push(Individual {
            class,
            many: false,
            at: None,
            name: None,
        });
        heap.names.push(object);
        heap.numbers.insert(object, heap.names.len() - 1);
        heap.names.len() - 1
    }

    /// Where the thread that is about to be started was made, as far as the code around tells.
    fn site_of(&mut self, object: ObjectName, class: JavaClass) -> Option<Site> {
        if !self.is_thread(class) {
            return None;
        }
        let frame = self.user_frames().pop()?;
        let code = &self.program.body(frame.method).code;
        let Instruction::Invoke { arguments, .. } = code.get(frame.pc as usize)? else {
            return None;
        };
        let operands = &self.program.body(frame.method).operands;
        let receiver = operands.get(arguments.start as usize)?;
        if frame.registers.get(receiver.index()).copied()? != u64::from(object) {
            return None;
        }
        let makes =
            |it: &Instruction| matches!(*it, Instruction::New { class: made, .. } if made == class);
        let pc = code[..frame.pc as usize].iter().rposition(makes)?;
        Some((frame.method, pc as u32))
    }

    /// A class of objects that no code makes.
    pub(super) fn special_class(&mut self, name: &str) -> ClassId {
        let known = self.model.classes.iter().position(|it| it.name == name);
        match known {
            Some(known) => ClassId(known as u16),
            None => self.model.class(name),
        }
    }

    fn is_mirror(&self, class: JavaClass) -> bool {
        &*self.program.class(class).name == "java/lang/Class"
    }

    fn roots(&mut self, heap: &mut Heap) {
        for (root, id) in self.statics.clone() {
            let object = match root {
                Root::Field(field) => {
                    let found = self.program.field(field);
                    let words = self.world.statics(found.class);
                    words.get(usize::from(found.slot)).copied().unwrap_or(0) as ObjectName
                }
                Root::Mirror(class) => self.world.mirror(class),
                Root::Singleton(class) => self.world.singleton(class),
                Root::Statics(class) => {
                    let number = self.statics_object(heap, class);
                    heap.initial.facts.push(Fact::Static(id, number));
                    continue;
                }
            };
            if object != 0 {
                let number = self.individual(heap, object);
                heap.initial.facts.push(Fact::Static(id, number));
            }
        }
    }

    /// An object that no Java program has: its booleans are the class's static ones.
    fn statics_object(&mut self, heap: &mut Heap, class: JavaClass) -> usize {
        let id = self.special_class("statics");
        let number = heap.add(id);
        let words = self.world.statics(class);
        for (field, flag) in self.flags.clone() {
            let found = self.program.field(field);
            let word = words.get(usize::from(found.slot)).copied().unwrap_or(0);
            if found.is_static && found.class == class && word != 0 {
                heap.initial.facts.push(Fact::Flag(flag, number));
            }
        }
        number
    }

    /// What an object refers to.
    fn contents(&mut self, heap: &mut Heap, number: usize, name: ObjectName) {
        let object = self.world.object(name);
        let Some(class) = object.class else { return };
        if heap.initial.individuals[number].class == self.value {
            return;
        }
        if object.is_array {
            let is_reference = self.program.class(class).name.starts_with("[L")
                || self.program.class(class).name.starts_with("[[");
            let Some(elements) = self.kept_elements.filter(|_| is_reference) else {
                return;
            };
            for word in object.words.iter().filter(|it| **it != 0) {
                let element = self.individual(heap, *word as ObjectName);
                let fact = Fact::Field(elements, number, element);
                heap.initial.facts.push(fact);
            }
            return;
        }
        self.null_fields_of(class, &object.words);
        self.collection_contents(heap, number, name);
        for (field, id) in self.fields.clone() {
            let found = self.program.field(field);
            if found.is_static || !self.program.is_subtype(class, found.class) {
                continue;
            }
            let word = object.words.get(usize::from(found.slot)).copied();
            if let Some(word) = word.filter(|it| *it != 0) {
                let value = self.individual(heap, word as ObjectName);
                heap.initial.facts.push(Fact::Field(id, number, value));
            }
        }
        for (field, flag) in self.flags.clone() {
            let found = self.program.field(field);
            let fits = !found.is_static && self.program.is_subtype(class, found.class);
            let word = object.words.get(usize::from(found.slot)).copied();
            if fits && word.is_some_and(|it| it != 0) {
                heap.initial.facts.push(Fact::Flag(flag, number));
            }
        }
        if let Some(field) = self.kept_target.filter(|_| self.is_thread(class))
            && let Some(target) = self.target_of(class, &object.words)
        {
            let value = self.individual(heap, target);
            let fact = Fact::Field(field, number, value);
            heap.initial.facts.push(fact);
        }
    }

    /// The Runnable of a thread, as the installed JDK keeps it.
    fn target_of(&mut self, class: JavaClass, words: &[u64]) -> Option<ObjectName> {
        let program = self.program;
        let slot = |class: JavaClass, name: &str| {
            let field = program.resolve_field(class, name).ok()?;
            Some(usize::from(program.field(field).slot))
        };
        let read = |words: &[u64], slot: usize| {
            words
                .get(slot)
                .map(|it| *it as ObjectName)
                .filter(|it| *it != 0)
        };
        if let Some(slot) = slot(class, "target") {
            return read(words, slot);
        }
        let holder = read(words, slot(class, "holder")?)?;
        let holder = self.world.object(holder);
        read(&holder.words, slot(holder.class?, "task")?)
    }

    /// Monitors that the main thread has entered.
    fn monitors(&mut self, heap: &mut Heap, main: usize) {
        let frames = self.world.frames();
        let starts = frames.iter().find(|it| {
            let method = self.program.method(it.method);
            &*method.name == "start"
                && &*self.program.class(method.class).name == "java/lang/Thread"
        });
        // The thread that is being started is locked by `Thread.start`, which is begun again.
        let started = starts.and_then(|it| {
            let this = self.program.body(it.method).parameters.first()?;
            it.registers.get(this.index()).map(|it| *it as ObjectName)
        });
        for number in 0..heap.names.len() {
            let name = heap.names[number];
            if name == 0 {
                continue;
            }
            let entered = self.world.object(name).entered;
            let entered = entered - u32::from(Some(name) == started).min(entered);
            for level in 1..=(entered as usize).min(self.model.reentry) {
                let predicate = match level {
                    1 => "held".to_owned(),
                    _ => format!("held[{level}]"),
                };
                let fact = Fact::Known(predicate, vec![number, main], true);
                heap.initial.facts.push(fact);
            }
        }
    }
}
