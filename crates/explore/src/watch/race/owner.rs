//! Whose race it is when two threads race inside the library.
//!
//! A thread in library code is there because the program's own code has called it: its *entry* is the
//! outermost call of the library above the innermost call of the program. What the program called a
//! method on, or passed, it knows; so it does what its fields and variables hold, and what its
//! containers hold. A race is the program's if it is on a word that belongs to an object that the
//! program knows, and that both threads work on: an iterator works on its list, a copy on what is
//! copied. Everything else is the library's: its caches, and what safe classes keep inside.
//!
//! Only what is part of a state counts: a register that is not read again is not. Where the object that
//! a method was called on is no longer in any register, any object of its class may have been it.

use std::collections::VecDeque;

use hashbrown::{HashMap, HashSet};
use jdk::sharing;
use machine::{Machine, Ref};
use program::{ClassId, ClassShape, FieldId, Kind, MethodId};

/// What a class is to races.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kin {
    /// Whether it is the program's, or made for a lambda of the program.
    pub(super) is_own: bool,
    /// Whether it is in the table of classes that threads may share. That of a superclass counts.
    pub(super) is_safe: bool,
    /// Whether it is for one thread at a time all the same. That of a superclass counts.
    is_for_one: bool,
    /// Whether it holds what the program gives it.
    is_container: bool,
}

/// What classes are to races, by class.
#[derive(Debug, Default)]
pub(super) struct Kinship(Vec<Option<Kin>>);

impl Kinship {
    /// What a class is to races.
    pub(super) fn of(&mut self, machine: &Machine<'_>, class: ClassId) -> Kin {
        if let Some(Some(kin)) = self.0.get(class.index()) {
            return *kin;
        }
        let program = machine.program();
        let data = program.class(class);
        let mut kin = Kin {
            is_own: is_own(machine, class),
            is_safe: data.is_library
                && sharing::is_safe(&data.name)
                && (sharing::includes_iterators(&data.name) || !is_iterator(machine, class)),
            is_for_one: data.is_library && sharing::is_for_one(&data.name),
            is_container: data.is_library && sharing::is_container(&data.name),
        };
        if let Some(superclass) = data.superclass {
            let above = self.of(machine, superclass);
            kin.is_for_one |= above.is_for_one;
            kin.is_safe = !kin.is_for_one && (kin.is_safe || above.is_safe);
        }
        if self.0.len() <= class.index() {
            self.0.resize(class.index() + 1, None);
        }
        self.0[class.index()] = Some(kin);
        kin
    }
}

/// Whether a class is one of iterators.
pub(super) fn is_iterator(machine: &Machine<'_>, class: ClassId) -> bool {
    let program = machine.program();
    let kinds = ["java/util/Iterator", "java/util/Spliterator"];
    let mut kinds = kinds.iter().filter_map(|it| program.loaded(it));
    kinds.any(|it| program.is_subtype(class, it))
}

/// Whether a class is the program's. What stands for a lambda has the name of the class it is in.
fn is_own(machine: &Machine<'_>, class: ClassId) -> bool {
    let program = machine.program();
    let data = program.class(class);
    if let ClassShape::Array { .. } = data.shape {
        return false;
    }
    let host = data.name.split_once("$$").map(|(host, _)| host);
    let host = host.and_then(|it| program.loaded(it));
    !data.is_library || host.is_some_and(|it| !program.class(it).is_library)
}

/// A thread's stay in the library.
struct Visit {
    /// The first method of the library, if the program called it.
    entry: Option<MethodId>,
    /// What the program called it on and passed, as far as that may still be read.
    given: Vec<Ref>,
    /// All that the calls of the library may still read.
    work: Vec<Ref>,
    /// Whether the object that the entry was called on is not among these.
    is_forgetful: bool,
}

/// The innermost call of the program's own, if the thread has one.
pub(super) fn own_depth(
    kinship: &mut Kinship,
    machine: &Machine<'_>,
    thread: usize,
) -> Option<usize> {
    let frames = &machine.threads()[thread].frames;
    (0..frames.len()).rev().find(|depth| {
        let method = frames[*depth].method;
        machine.has_method(method)
            && kinship
                .of(machine, machine.program().method(method).class)
                .is_own
    })
}

/// Whether a thread's next operation is one of the program's own code.
pub(super) fn is_direct(kinship: &mut Kinship, machine: &Machine<'_>, thread: usize) -> bool {
    let frames = &machine.threads()[thread].frames;
    let innermost = (0..frames.len()).rfind(|it| machine.has_method(frames[*it].method));
    innermost.is_some() && innermost == own_depth(kinship, machine, thread)
}

fn visit(kinship: &mut Kinship, machine: &Machine<'_>, thread: usize) -> Visit {
    let program = machine.program();
    let own = own_depth(kinship, machine, thread);
    let data = &machine.threads()[thread];
    let first = own.map_or(0, |it| it + 1);
    let mut visit = Visit {
        entry: None,
        given: Vec::new(),
        work: Vec::new(),
        is_forgetful: false,
    };
    for depth in first..data.frames.len() {
        let frame = &data.frames[depth];
        let live = data.live_references(depth);
        visit.work.extend(live.iter().map(|(_, it)| *it));
        if !machine.has_method(frame.method) {
            continue;
        }
        let method = program.method(frame.method);
        let is_entry = own.is_some() && visit.entry.is_none();
        if is_entry {
            visit.entry = Some(frame.method);
            visit.is_forgetful = true;
            let parameters = frame.body.parameters.iter();
            let given = parameters.filter_map(|it| live.iter().find(|at| at.0 == it.index()));
            visit.given.extend(given.map(|(_, it)| *it));
        }
        if method.is_static() || !visit.is_forgetful {
            continue;
        }
        // The object may still be in a register of a call that the entry made on it.
        let entry = program.method(visit.entry.expect("it is noted first"));
        let receiver = frame.body.parameters.first();
        let receiver = receiver.and_then(|it| live.iter().find(|at| at.0 == it.index()));
        if let Some((_, receiver)) = receiver
            && !entry.is_static()
            && class_of(machine, *receiver).is_some_and(|it| program.is_subtype(it, entry.class))
        {
            visit.is_forgetful = false;
            visit.given.push(*receiver);
        }
    }
    visit
}

/// The class of an object that can have parts: not of a constant.
fn class_of(machine: &Machine<'_>, object: Ref) -> Option<ClassId> {
    let is_object = !object.is_null() && object.is_heap();
    is_object.then(|| machine.heap().object(object).class)
}

impl Visit {
    /// Whether the entry may have been called on an object, or been passed it, that can't be read
    /// any more.
    fn may_have_begun_with(&self, machine: &Machine<'_>, object: Ref) -> bool {
        let (Some(entry), Some(class)) = (self.entry, class_of(machine, object)) else {
            return false;
        };
        let program = machine.program();
        let entry = program.method(entry);
        // What a method of an object is passed as just any object, it keeps or compares.
        let is_telling = |it: &&str| entry.is_static() || *it != "Ljava/lang/Object;";
        let mut telling = parameters(&entry.descriptor).filter(is_telling);
        if telling.any(|it| may_lead_to(machine, it, class)) {
            return true;
        }
        if entry.is_static() {
            return false;
        }
        // An iterator or a view has its collection in a field.
        let by_field = |id: &FieldId| {
            let field = program.field(*id);
            !field.is_static
                && field.descriptor.as_ref() != "Ljava/lang/Object;"
                && may_lead_to(machine, &field.descriptor, class)
        };
        let mut above =
            std::iter::successors(Some(entry.class), |it| program.class(*it).superclass);
        self.is_forgetful
            && (program.is_subtype(class, entry.class)
                || above.any(|it| program.class(it).fields.iter().any(by_field)))
    }
}

impl Visit {
    /// The class of an object for one thread at a time that the entry may have been called on, or been
    /// passed, and that may have an object as its part.
    fn may_have_left(
        &self,
        kinship: &mut Kinship,
        machine: &Machine<'_>,
        part: Ref,
    ) -> Option<ClassId> {
        let program = machine.program();
        let class = class_of(machine, part)?;
        let entry = program.method(self.entry?);
        let mut may_have = |whole: ClassId| {
            let holds = |id: &FieldId| {
                let field = program.field(*id);
                !field.is_static && may_lead_to(machine, &field.descriptor, class)
            };
            let mut above = std::iter::successors(Some(whole), |it| program.class(*it).superclass);
            !kinship.of(machine, whole).is_safe
                && above.any(|it| program.class(it).fields.iter().any(holds))
        };
        if !entry.is_static() && may_have(entry.class) {
            return Some(entry.class);
        }
        let types = parameters(&entry.descriptor).filter_map(|it| {
            let name = it.strip_prefix('L')?.strip_suffix(';')?;
            program.loaded(name)
        });
        let mut types = types.filter(|it| &*program.class(*it).name != "java/lang/Object");
        types.find(|it| program.class(*it).is_interface() || may_have(*it))
    }
}

/// Whether a variable of a type may hold an object of a class, or something that works on one.
fn may_lead_to(machine: &Machine<'_>, descriptor: &str, class: ClassId) -> bool {
    let program = machine.program();
    let name = descriptor
        .strip_prefix('L')
        .and_then(|it| it.strip_suffix(';'));
    let Some(name) = name else {
        return program.class(class).name.as_ref() == descriptor
            || descriptor == "[Ljava/lang/Object;";
    };
    WORKING_ON_OTHERS.contains(&name)
        || program
            .loaded(name)
            .is_some_and(|it| program.is_subtype(class, it))
}

/// Types whose objects work on a collection that is not the same object.
const WORKING_ON_OTHERS: [&str; 6] = [
    "java/lang/Iterable",
    "java/util/Collection",
    "java/util/Iterator",
    "java/util/Map",
    "java/util/Spliterator",
    "java/util/function/Supplier",
];

/// The types of a method's parameters, in the form of descriptors.
fn parameters(descriptor: &str) -> impl Iterator<Item = &str> {
    let inner = descriptor.strip_prefix('(').unwrap_or(descriptor);
    let mut rest = inner.split_once(')').map_or(inner, |(inner, _)| inner);
    std::iter::from_fn(move || {
        let start = rest.find(|it| it != '[')?;
        let end = match rest.as_bytes()[start] {
            b'L' => rest.find(';')? + 1,
            _ => start + 1,
        };
        let (one, others) = rest.split_at(end);
        rest = others;
        Some(one)
    })
}

/// What belongs to some objects: what they hold, and so on, as far as that is the library's and not
/// for several threads.
fn parts(kinship: &mut Kinship, machine: &Machine<'_>, roots: &[Ref]) -> HashSet<Ref> {
    let mut found: HashSet<Ref> = HashSet::new();
    let mut open: Vec<Ref> = roots.to_vec();
    while let Some(object) = open.pop() {
        let Some(class) = class_of(machine, object) else {
            continue;
        };
        if !found.insert(object) {
            continue;
        }
        let kin = kinship.of(machine, class);
        // An object of the program has parts of the library if its class extends one of the library.
        let is_plain = kin.is_own && !inherits_fields(machine, class);
        if !kin.is_safe && !is_plain {
            machine.heap().each_reference(object, |it| open.push(it));
        }
    }
    found
}

fn inherits_fields(machine: &Machine<'_>, class: ClassId) -> bool {
    let program = machine.program();
    let mut above = program.class(class).superclass;
    while let Some(id) = above {
        let data = program.class(id);
        if data.is_library {
            return !data.instance_slots.is_empty();
        }
        above = data.superclass;
    }
    false
}

/// What of the program two threads race on that are both inside the library.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    /// An object.
    Object(Ref),
    /// An object of a class that nobody will look at again: only its parts are still in use.
    Gone(ClassId),
}

/// What of the program two threads race on that are both inside the library, about to access `object`;
/// `None` if the race is the library's.
pub(super) fn owner(
    kinship: &mut Kinship,
    machine: &Machine<'_>,
    object: Ref,
    threads: [usize; 2],
) -> Option<Owner> {
    let class = class_of(machine, object)?;
    if kinship.of(machine, class).is_safe {
        return None;
    }
    let visits = threads.map(|it| visit(kinship, machine, it));
    let reached = [0, 1].map(|it| parts(kinship, machine, &visits[it].work));
    let is_owner = |it: Ref, kinship: &mut Kinship| {
        let works_on = |side: usize| {
            reached[side].contains(&it) || visits[side].may_have_begun_with(machine, it)
        };
        let is_usual = class_of(machine, it).is_some_and(|it| !kinship.of(machine, it).is_safe);
        is_usual
            && works_on(0)
            && works_on(1)
            && (it == object || parts(kinship, machine, &[it]).contains(&object))
    };
    let given = visits.iter().flat_map(|it| it.given.iter().copied());
    let mut first = None;
    for candidate in given.filter(|it| !it.is_null()) {
        if first != Some(candidate) && is_owner(candidate, kinship) {
            // The program knows a view or an iterator by what it is one of.
            if !is_nested(machine, candidate) {
                return Some(Owner::Object(candidate));
            }
            first = first.or(Some(candidate));
        }
    }
    let held = Holdings::new(kinship, machine, &threads).order;
    let mut owners = held.iter().copied().filter(|it| is_owner(*it, kinship));
    let second = owners.next();
    let is_whole = |it: &Ref| !is_nested(machine, *it);
    let whole = second.filter(is_whole).or_else(|| owners.find(is_whole));
    if let Some(owner) = whole.or(first).or(second) {
        return Some(Owner::Object(owner));
    }
    if let Some(view) = shared_by_views(kinship, machine, object, &visits) {
        return Some(Owner::Object(view));
    }
    let mut left_by = |side: usize| visits[side].may_have_left(kinship, machine, object);
    let (first, second) = (left_by(0)?, left_by(1)?);
    let is_abstract = |it: ClassId| machine.program().class(it).is_interface();
    let class = if is_abstract(first) { second } else { first };
    if is_held(kinship, machine, object) {
        return None;
    }
    // It may have been a part of an object that the program still holds: the table of a map, for example,
    // in place of which another has come.
    let may_have_lost = |it: &Ref| {
        let class_of_it = class_of(machine, *it);
        let begun =
            |visit: &Visit| visit.given.contains(it) || visit.may_have_begun_with(machine, *it);
        class_of_it.is_some_and(|it| machine.program().is_subtype(it, class))
            && visits.iter().all(begun)
    };
    let former = held.iter().copied().find(may_have_lost);
    Some(former.map_or(Owner::Gone(class), Owner::Object))
}

/// One of two objects with the same array, each of which one of the threads works on: buffers, for
/// example, of which one is a duplicate of the other.
fn shared_by_views(
    kinship: &mut Kinship,
    machine: &Machine<'_>,
    object: Ref,
    visits: &[Visit; 2],
) -> Option<Ref> {
    let is_array = matches!(
        machine.program().class(class_of(machine, object)?).shape,
        ClassShape::Array { .. }
    );
    let mut view = |side: usize| {
        let mut given = visits[side].given.iter().copied();
        given.find(|it| {
            let class = class_of(machine, *it);
            let is_usual = class.is_some_and(|it| !kinship.of(machine, it).is_safe);
            is_usual && parts(kinship, machine, &[*it]).contains(&object)
        })
    };
    let (first, second) = (view(0)?, view(1)?);
    let whole = [first, second]
        .into_iter()
        .find(|it| !is_nested(machine, *it));
    is_array.then_some(whole.unwrap_or(first))
}

/// Whether anything but calls of the library holds an object, itself or through others.
fn is_held(kinship: &mut Kinship, machine: &Machine<'_>, object: Ref) -> bool {
    let mut open = VecDeque::new();
    for thread in 0..machine.threads().len() {
        registers(kinship, machine, thread, &mut open);
    }
    let mut open: Vec<Ref> = open.into_iter().map(|it| it.object).collect();
    let classes = (0..machine.program().class_count()).map(|it| ClassId(it as u32));
    let heap = machine.heap();
    let used = classes.filter(|it| heap.statics_object(*it).is_some());
    open.extend(used.map(Ref::statics));
    let mut seen: HashSet<Ref> = HashSet::new();
    while let Some(next) = open.pop() {
        if next == object {
            return true;
        }
        if heap.has(next) && seen.insert(next) {
            heap.each_reference(next, |it| open.push(it));
        }
    }
    false
}

/// What the program holds, and by which of its fields.
pub(super) struct Holdings {
    /// In order of discovery.
    order: Vec<Ref>,
    /// The field of the program by which an object was found, and whether through a container.
    fields: HashMap<Ref, (FieldId, bool)>,
}

/// An object on the way through what the program holds.
struct Reached {
    object: Ref,
    /// The field of the program on the way.
    field: Option<FieldId>,
    /// Whether a container came after it.
    is_content: bool,
    /// Whether it is a part of a container, and not what is in it.
    is_inner: bool,
}

impl Holdings {
    /// All that the program's static fields and these threads hold.
    pub(super) fn new(kinship: &mut Kinship, machine: &Machine<'_>, threads: &[usize]) -> Holdings {
        let mut held = Holdings {
            order: Vec::new(),
            fields: HashMap::new(),
        };
        let mut open = VecDeque::new();
        statics(kinship, machine, &mut open);
        for thread in threads {
            registers(kinship, machine, *thread, &mut open);
        }
        let mut seen: HashSet<Ref> = HashSet::new();
        while let Some(reached) = open.pop_front() {
            let Some(class) = class_of(machine, reached.object) else {
                continue;
            };
            if !seen.insert(reached.object) {
                continue;
            }
            if !reached.is_inner {
                held.order.push(reached.object);
                if let Some(field) = reached.field {
                    held.fields
                        .insert(reached.object, (field, reached.is_content));
                }
            }
            let kin = kinship.of(machine, class);
            let is_array = matches!(
                machine.program().class(class).shape,
                ClassShape::Array { .. }
            );
            if kin.is_own || kin.is_container || is_array {
                contents(machine, &reached, kin, &mut open);
            }
        }
        held
    }

    /// The field of the program by which it holds an object, and whether a container is between; nothing
    /// where only variables hold it.
    pub(super) fn name(&self, object: Ref) -> Option<(FieldId, bool)> {
        self.fields.get(&object).copied()
    }
}

/// What the static fields of the program hold, in the order of the names of classes.
fn statics(kinship: &mut Kinship, machine: &Machine<'_>, open: &mut VecDeque<Reached>) {
    let program = machine.program();
    let mut classes: Vec<ClassId> = (0..program.class_count())
        .map(|it| ClassId(it as u32))
        .filter(|it| kinship.of(machine, *it).is_own)
        .collect();
    classes.sort_unstable_by_key(|it| &program.class(*it).name);
    for class in classes {
        let Some(storage) = machine.heap().statics_object(class) else {
            continue;
        };
        for field in &program.class(class).fields {
            let field = program.field(*field);
            if field.is_static && field.kind == Kind::Reference {
                open.push_back(Reached {
                    object: Ref::from_word(storage.data[usize::from(field.slot)]),
                    field: Some(field.id),
                    is_content: false,
                    is_inner: false,
                });
            }
        }
    }
}

/// What a thread's calls of the program hold, and the thread itself.
fn registers(
    kinship: &mut Kinship,
    machine: &Machine<'_>,
    thread: usize,
    open: &mut VecDeque<Reached>,
) {
    let data = &machine.threads()[thread];
    let mut roots = vec![data.object];
    roots.extend(tasks(kinship, machine, data.object));
    for (depth, frame) in data.frames.iter().enumerate() {
        let is_own = machine.has_method(frame.method)
            && kinship
                .of(machine, machine.program().method(frame.method).class)
                .is_own;
        if is_own {
            roots.extend(data.live_references(depth).iter().map(|(_, it)| *it));
        }
    }
    open.extend(roots.into_iter().map(|object| Reached {
        object,
        field: None,
        is_content: false,
        is_inner: false,
    }));
}

/// What a `java.lang.Thread` was given to run, where that is an object of the program.
fn tasks(kinship: &mut Kinship, machine: &Machine<'_>, thread: Ref) -> Vec<Ref> {
    let (mut found, mut held) = (Vec::new(), Vec::new());
    machine.heap().each_reference(thread, |it| held.push(it));
    while let Some(object) = held.pop() {
        let Some(class) = class_of(machine, object) else {
            continue;
        };
        if kinship.of(machine, class).is_own {
            found.push(object);
        } else if &*machine.program().class(class).name == "java/lang/Thread$FieldHolder" {
            machine.heap().each_reference(object, |it| held.push(it));
        }
    }
    found
}

/// What an object of the program, an array or a container holds.
fn contents(machine: &Machine<'_>, of: &Reached, kin: Kin, open: &mut VecDeque<Reached>) {
    let program = machine.program();
    let data = machine.heap().object(of.object);
    let is_array = matches!(data.layout, machine::heap::Layout::Array(_));
    if is_array {
        machine.heap().each_reference(of.object, |object| {
            open.push_back(Reached {
                object,
                is_inner: is_nested(machine, object),
                is_content: true,
                field: of.field,
            });
        });
        return;
    }
    let mut class = Some(data.class);
    while let Some(id) = class {
        let declaring = program.class(id);
        for field in &declaring.fields {
            let field = program.field(*field);
            if field.is_static || field.kind != Kind::Reference {
                continue;
            }
            let object = Ref::from_word(data.data[usize::from(field.slot)]);
            open.push_back(match kin.is_own && !declaring.is_library {
                true => Reached {
                    object,
                    field: Some(field.id),
                    is_content: false,
                    is_inner: false,
                },
                // A container's own tables and nodes are not what the program put into it; nor is
                // what a lambda has caught reached by a field that the program named.
                false => Reached {
                    object,
                    field: of.field,
                    is_content: of.is_content || kin.is_container,
                    is_inner: kin.is_container
                        && (field.descriptor.starts_with('[') || is_nested(machine, object)),
                },
            });
        }
        class = declaring.superclass;
    }
}

/// Whether an object is of a nested class of the library: a node, a view.
fn is_nested(machine: &Machine<'_>, object: Ref) -> bool {
    class_of(machine, object).is_some_and(|it| {
        let class = machine.program().class(it);
        class.is_library && class.name.contains('$')
    })
}

/// The method of the library that the program called, such as `put`.
pub(super) fn entry_name(
    kinship: &mut Kinship,
    machine: &Machine<'_>,
    thread: usize,
) -> Option<String> {
    let own = own_depth(kinship, machine, thread)?;
    let frames = machine.threads()[thread].frames[own + 1..].iter();
    let entry = frames
        .map(|it| it.method)
        .find(|it| machine.has_method(*it))?;
    let method = machine.program().method(entry);
    let class = super::short_name(machine, method.class);
    Some(match (&*method.name, method.is_static()) {
        ("<init>", _) => format!("new {class}"),
        (name, true) => format!("{class}.{name}"),
        (name, false) => name.to_owned(),
    })
}

/// The source file of a method reference of the program by which a thread has entered the library.
pub(super) fn reference_in(
    kinship: &mut Kinship,
    machine: &Machine<'_>,
    thread: usize,
) -> Option<String> {
    let own = own_depth(kinship, machine, thread)?;
    let method = machine.threads()[thread].frames[own].method;
    let class = machine.program().method(method).class;
    let class = machine.program().class(class);
    let file = class.source_file.as_deref().filter(|_| class.is_library);
    file.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::parameters;

    #[test]
    fn parameters_of_descriptors() {
        let all = |it| parameters(it).collect::<Vec<_>>();
        assert_eq!(all("()V"), Vec::<&str>::new());
        assert_eq!(all("(I[[JLa/B;[La/C;)V"), ["I", "[[J", "La/B;", "[La/C;"]);
    }
}
