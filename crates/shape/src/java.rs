//! Java programs as models of threads, monitors and references.
//!
//! In: a [`Program`], and the state in which its main thread stands at the first step that concerns other
//! threads ([`World`]). Out: a [`Translation`]: the [`Model`], where each of its instructions comes from, what
//! it can't show, and what it assumes.
//!
//! What a thread runs is one routine: `run` of its class, with all calls inlined ([`emit`], [`calls`]), made
//! shorter without changing what it does ([`simplify`]). The main thread's routine is `main` from where it
//! stands. The heap of the start is the initial configuration ([`initial`]).
//!
//! Why it is sound. References, monitors, booleans and control flow are kept as they are. A number is not
//! kept: where a branch asks for one, both ways are followed. An element of an array is any value that was
//! ever put into the array. A virtual call goes to the method of each class of which there are objects.
//! Strings, boxes, exceptions and what the library prints ([`values`]) are not kept: what a branch asks of
//! them is a free choice. What is none of these becomes an `Unsupported` instruction, and whether a run
//! reaches it is told by the exploration; then nothing is claimed. What is taken for granted is listed in
//! [`Translation::assumptions`].
//!
//! Classes, their objects' methods and what is opaque depend on each other, so a translation is repeated
//! until nothing new is found.

mod arrays;
mod calls;
mod emit;
mod initial;
mod instruction;
mod library;
mod memory;
mod relevance;
mod routine;
mod simplify;
mod split;
mod throwing;
mod values;

use crate::configuration::model::{
    Access, ClassId, DataId, FieldId, FlagId, Local, Model, Operation, RoutineId, StaticId,
};
use analysis::world::World;
use program::{ClassId as JavaClass, FieldId as JavaField, Kind, MethodId, Program};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How a program is translated.
#[derive(Clone, Debug)]
pub struct Options {
    /// Patterns of class names: a started thread of such a class stands for any number of them.
    pub threads: Vec<String>,
    /// Whether exceptions that depend on numbers are failures; else they are assumed not to happen.
    pub exceptions: bool,
    /// Whether races are looked for; else nothing may follow from there being none.
    pub races: bool,
    /// How often one thread may enter one monitor at once.
    pub reentry: usize,
    /// How many configurations are explored after the first alarm, if not all.
    pub patience: Option<usize>,
    /// Whether objects of the start that are of one class are told apart.
    pub names: bool,
    /// Whether there are derived predicates of sharing.
    pub sharing: bool,
    /// Whether there are derived predicates of paths along recursive fields.
    pub paths: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: Vec::new(),
            exceptions: true,
            races: true,
            reentry: 1,
            patience: None,
            names: false,
            sharing: false,
            paths: false,
        }
    }
}

/// What a number in a `Fail` or `Unsupported` instruction means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What is wrong, or missing.
    pub text: String,
    /// Whether it is a failed assertion; of failures.
    pub is_assertion: bool,
    /// The method and the index of the instruction.
    pub at: (MethodId, u32),
}

/// A program as a model.
#[derive(Debug)]
pub struct Translation {
    /// The model.
    pub model: Model,
    /// For each routine and instruction where it comes from.
    pub origins: Vec<Vec<(MethodId, u32)>>,
    /// What the numbers of failures and unsupported instructions mean.
    pub notes: Vec<Note>,
    /// What is taken for granted.
    pub assumptions: BTreeSet<String>,
    /// Classes of threads of which there may be any number.
    pub many_threads: BTreeSet<String>,
    /// Classes of objects of which there may be any number.
    pub many_objects: BTreeSet<String>,
    /// Whether the start has objects of one class that can be told apart by names.
    pub can_name: bool,
    /// Whether there are recursive fields.
    pub is_recursive: bool,
    /// What of the start can't be shown.
    pub untold: BTreeSet<String>,
}

/// How often a translation is repeated at most.
const ROUNDS: usize = 12;

/// Translates a program from where its main thread stands.
pub fn translate(program: &Program, world: &mut dyn World, options: &Options) -> Translation {
    let mut facts = Facts::default();
    for _ in 0..ROUNDS {
        let mut front = Front::new(program, world, options, facts.clone());
        let translation = front.program();
        if front.facts == facts {
            return translation;
        }
        facts = front.facts;
    }
    unreachable!("each round adds a class, and inlined code has finitely many")
}

/// What one round finds out for the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Facts {
    /// Classes of which there are objects.
    instantiated: BTreeSet<(JavaClass, Option<Site>)>,
    /// Whether opaque objects are kept as references somewhere.
    mixes_opaque: bool,
    /// Whether elements of arrays may be opaque.
    opaque_elements: bool,
    /// Whether something that is kept is taken out of collections.
    picks_kept: bool,
    /// Whether something that is kept is taken out of collections for good.
    takes_out: bool,
    /// Whether there may be null in collections.
    null_elements: bool,
    /// Classes of what is in collections and not kept; `None` is any.
    contained: BTreeSet<Option<JavaClass>>,
    /// Fields that are not kept and may be null.
    null_fields: BTreeSet<JavaField>,
    /// Whether there are pools of threads.
    has_pools: bool,
    /// Whether texts under construction are kept in memory.
    stores_texts: bool,
    /// Types of fields that are not kept.
    stored: BTreeSet<JavaClass>,
    /// Classes whose initialisers run before the threads do.
    early: Vec<JavaClass>,
}

/// A translation under way.
struct Front<'a> {
    program: &'a Program,
    world: &'a mut dyn World,
    options: &'a Options,
    facts: Facts,
    model: Model,
    /// Classes of threads are told apart by where their objects are made, too.
    classes: BTreeMap<(JavaClass, Option<Site>), ClassId>,
    /// The class of opaque objects.
    value: ClassId,
    fields: BTreeMap<JavaField, FieldId>,
    flags: BTreeMap<JavaField, FlagId>,
    statics: BTreeMap<Root, StaticId>,
    data: BTreeMap<Touched, DataId>,
    /// The Runnable of a thread.
    target: FieldId,
    /// Elements of arrays, and what is in collections.
    elements: FieldId,
    /// What belongs to what in the library: the lock of a condition, the list of a view.
    owner: FieldId,
    /// Whether there is something in a collection.
    filled: FlagId,
    /// Whether an object may be in a collection more than once.
    doubled: FlagId,
    /// Whether a queue may take no more.
    full: FlagId,
    /// Whether there is something in a collection that is kept.
    mixed: FlagId,
    /// Whether a semaphore has one permit.
    single: FlagId,
    /// Whether a pool is shut down, and whether it has had a task.
    down: FlagId,
    used: FlagId,
    /// Classes of threads of pools, once there are some.
    pooled: Option<library::Pooled>,
    /// The same if they are used, once everything is translated.
    kept_target: Option<FieldId>,
    kept_elements: Option<FieldId>,
    kept_owner: Option<FieldId>,
    kept_filled: Option<FlagId>,
    kept_doubled: Option<FlagId>,
    kept_single: Option<FlagId>,
    kept_mixed: Option<FlagId>,
    kept_full: Option<FlagId>,
    routines: BTreeMap<MethodId, RoutineId>,
    origins: Vec<Vec<(MethodId, u32)>>,
    notes: Vec<Note>,
    assumptions: BTreeSet<String>,
    many_threads: BTreeSet<String>,
    many_objects: BTreeSet<String>,
    can_name: bool,
    untold: BTreeSet<String>,
    /// Whether texts under construction are objects: some round before has found that memory has them.
    keeps_texts: bool,
    /// Bodies with split registers.
    bodies: RefCell<BTreeMap<MethodId, Rc<split::Split>>>,
}

/// Where an object is made: a method and the index of the instruction.
type Site = (MethodId, u32);

/// What a static predicate stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    Field(JavaField),
    Mirror(JavaClass),
    Singleton(JavaClass),
    /// The object that stands for a class's static booleans.
    Statics(JavaClass),
}

/// What is accessed and not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Touched {
    Field(JavaField),
    /// Elements of arrays of numbers.
    Elements,
    /// The inside of collections and of texts under construction.
    Inside,
    /// The length of an array, the class of an object: nobody writes that.
    Header,
    /// Whether a thread is a daemon: nobody may write that once it is started.
    Daemon,
}

impl<'a> Front<'a> {
    fn new(
        program: &'a Program,
        world: &'a mut dyn World,
        options: &'a Options,
        facts: Facts,
    ) -> Front<'a> {
        let keeps_texts = facts.stores_texts;
        let mut model = Model::new();
        model.reentry = options.reentry;
        model.own = true;
        let value = model.class("value");
        let target = model.field("Thread.target");
        let elements = model.relation("elements");
        let owner = model.field("owner");
        let filled = model.flag("filled");
        let doubled = model.flag("doubled");
        let full = model.flag("full");
        let mixed = model.flag("mixed");
        let single = model.flag("single");
        let down = model.flag("down");
        let used = model.flag("used");
        Front {
            program,
            world,
            options,
            facts,
            model,
            classes: BTreeMap::new(),
            value,
            fields: BTreeMap::new(),
            flags: BTreeMap::new(),
            statics: BTreeMap::new(),
            data: BTreeMap::new(),
            target,
            elements,
            owner,
            filled,
            doubled,
            full,
            mixed,
            single,
            down,
            used,
            pooled: None,
            kept_target: None,
            kept_elements: None,
            kept_owner: None,
            kept_filled: None,
            kept_doubled: None,
            kept_single: None,
            kept_mixed: None,
            kept_full: None,
            routines: BTreeMap::new(),
            origins: Vec::new(),
            notes: Vec::new(),
            assumptions: BTreeSet::new(),
            many_threads: BTreeSet::new(),
            many_objects: BTreeSet::new(),
            can_name: false,
            untold: BTreeSet::new(),
            keeps_texts,
            bodies: RefCell::default(),
        }
    }

    /// The body of a method, with registers that hold one value each.
    fn body(&self, method: MethodId) -> Rc<split::Split> {
        let mut bodies = self.bodies.borrow_mut();
        let made = || Rc::new(split::split(self.program.body(method)));
        bodies.entry(method).or_insert_with(made).clone()
    }

    /// One round.
    fn program(&mut self) -> Translation {
        // The main thread is routine 0; those of other threads follow when something starts them.
        let mut stand = self.main_routine();
        let mut done = BTreeSet::new();
        while let Some(class) = self
            .facts
            .instantiated
            .iter()
            .copied()
            .find(|it| self.is_thread(it.0) && !done.contains(it))
        {
            done.insert(class);
            self.class_at(class.0, class.1);
        }
        self.drop_irrelevant(&mut stand);
        self.initial(stand);
        self.instrument();
        simplify::mark_private(&mut self.model);
        self.refuse_late_daemons();
        Translation {
            model: std::mem::take(&mut self.model),
            origins: std::mem::take(&mut self.origins),
            notes: std::mem::take(&mut self.notes),
            assumptions: std::mem::take(&mut self.assumptions),
            many_threads: std::mem::take(&mut self.many_threads),
            many_objects: std::mem::take(&mut self.many_objects),
            can_name: self.can_name,
            is_recursive: !self.recursive_fields().is_empty(),
            untold: std::mem::take(&mut self.untold),
        }
    }

    /// `setDaemon` throws if the thread is alive; here it has to be one that nobody else knows of.
    fn refuse_late_daemons(&mut self) {
        let Some(data) = self.data.get(&Touched::Daemon).copied() else {
            return;
        };
        for routine in 0..self.model.routines.len() {
            for index in 0..self.model.routines[routine].code.len() {
                let step = &self.model.routines[routine].code[index];
                let is_late = matches!(step.operation, Operation::Touch(_, it, _) if it == data)
                    && step.access != Access::Private;
                if is_late {
                    let at = self.origins[routine][index];
                    let text = "setDaemon on a thread that may have started".to_owned();
                    let number = self.note(text, false, at);
                    self.model.routines[routine].code[index].operation =
                        Operation::Unsupported(number);
                }
            }
        }
    }

    /// Derived predicates that help where the plain ones don't.
    fn instrument(&mut self) {
        let recursive = self.recursive_fields();
        let all = (0..self.model.fields.len() as u16).map(FieldId);
        let plain: Vec<FieldId> = all.filter(|it| !recursive.contains(it)).collect();
        self.model.instrumentation.not_by = self.lonely_fields();
        self.model.instrumentation.not_shared = plain;
        self.model.instrumentation.shared_locals = simplify::own_registers(&self.model);
        self.model.instrumentation.sharing = self.options.sharing;
        self.model.instrumentation.recursive = self.recursive_fields();
        if !self.options.paths {
            return;
        }
        self.model.instrumentation.paths = self.recursive_fields();
    }

    /// Fields that alone refer to objects of their type: who refers to such an object tells nothing of it.
    fn lonely_fields(&self) -> Vec<FieldId> {
        let type_of = |field: &JavaField| {
            let descriptor = &self.program.field(*field).descriptor;
            let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
            self.program.load(name).ok()
        };
        let fits = |a: JavaClass, b: JavaClass| {
            let (a, b) = (a, b);
            let is_open =
                self.program.class(a).is_interface() || self.program.class(b).is_interface();
            is_open || self.program.is_subtype(a, b) || self.program.is_subtype(b, a)
        };
        let meets = |field: &JavaField| {
            let own = type_of(field);
            let owner = self.program.field(*field).class;
            own.is_none_or(|own| fits(own, owner))
                || self.kept_elements.is_some()
                || self.fields.keys().any(|other| {
                    let types = (own, type_of(other));
                    other != field && matches!(types, (Some(a), Some(b)) if fits(a, b))
                })
        };
        let lonely = self.fields.iter().filter(|it| !meets(it.0));
        let target = self.kept_target.filter(|_| self.kept_elements.is_none());
        lonely.map(|it| *it.1).chain(target).collect()
    }

    /// Fields of objects that refer to objects of the same class.
    fn recursive_fields(&self) -> Vec<FieldId> {
        let recursive = self.fields.iter().filter(|(field, _)| {
            let field = self.program.field(**field);
            let owner = &self.program.class(field.class).name;
            field
                .descriptor
                .trim_start_matches('L')
                .trim_end_matches(';')
                == &**owner
        });
        recursive.map(|it| *it.1).collect()
    }

    fn name(&self, class: JavaClass) -> String {
        self.program.class(class).name.replace('/', ".")
    }

    /// The model's class of objects of a Java class, which there are from now on.
    fn class_at(&mut self, class: JavaClass, site: Option<Site>) -> ClassId {
        let site = site.filter(|_| self.is_thread(class));
        self.facts.instantiated.insert((class, site));
        if let Some(known) = self.classes.get(&(class, site)) {
            return *known;
        }
        let name = self.name(class);
        let line = site.and_then(|it| self.program.body(it.0).line(it.1));
        let name = match (site, line) {
            (None, _) => name,
            (Some(_), Some(line)) => format!("{name}@{line}"),
            (Some((_, pc)), None) => format!("{name}@@{pc}"),
        };
        // Several places of one line, or lines of several files, have the same number.
        let names: Vec<&String> = self.model.classes.iter().map(|it| &it.name).collect();
        let again = (2..).map(|number| format!("{name}/{number}"));
        let name = std::iter::once(name.clone())
            .chain(again)
            .find(|it| !names.contains(&it))
            .expect("there are finitely many classes");
        let id = self.model.class(&name);
        self.classes.insert((class, site), id);
        if self.is_thread(class) {
            let routine = self.run_routine(class);
            self.model.classes[usize::from(id.0)].routine = Some(routine);
        }
        id
    }

    fn is_thread(&self, class: JavaClass) -> bool {
        let thread = self.program.loaded("java/lang/Thread");
        thread.is_some_and(|it| self.program.is_subtype(class, it))
    }

    fn field(&mut self, field: JavaField) -> FieldId {
        if let Some(known) = self.fields.get(&field) {
            return *known;
        }
        let name = self.field_name(field);
        let id = self.model.field(&name);
        self.fields.insert(field, id);
        id
    }

    fn field_name(&self, field: JavaField) -> String {
        let it = self.program.field(field);
        format!("{}.{}", self.name(it.class), it.name)
    }

    fn flag(&mut self, field: JavaField) -> FlagId {
        if let Some(known) = self.flags.get(&field) {
            return *known;
        }
        let name = self.field_name(field);
        let id = self.model.flag(&name);
        self.flags.insert(field, id);
        id
    }

    fn root(&mut self, root: Root) -> StaticId {
        if let Some(known) = self.statics.get(&root) {
            return *known;
        }
        let name = match root {
            Root::Field(field) => self.field_name(field),
            Root::Mirror(class) => format!("{}.class", self.name(class)),
            Root::Singleton(class) => format!("the {}", self.name(class)),
            Root::Statics(class) => format!("statics of {}", self.name(class)),
        };
        let id = self.model.static_field(&name);
        self.statics.insert(root, id);
        id
    }

    fn touched(&mut self, what: Touched) -> DataId {
        if let Some(known) = self.data.get(&what) {
            return *known;
        }
        let name = match what {
            Touched::Field(field) => self.field_name(field),
            Touched::Elements => "array elements".to_owned(),
            Touched::Inside => "content".to_owned(),
            Touched::Header => "header".to_owned(),
            Touched::Daemon => "daemon".to_owned(),
        };
        let id = self.model.data(&name);
        self.data.insert(what, id);
        id
    }

    fn note(&mut self, text: String, is_assertion: bool, at: (MethodId, u32)) -> u32 {
        let note = Note {
            text,
            is_assertion,
            at,
        };
        if let Some(known) = self.notes.iter().position(|it| *it == note) {
            return known as u32;
        }
        self.notes.push(note);
        self.notes.len() as u32 - 1
    }

    fn assume(&mut self, text: &str) {
        self.assumptions.insert(text.to_owned());
    }

    /// Model classes of all objects that are instances of a Java class.
    fn instances(&mut self, of: JavaClass) -> Vec<(JavaClass, ClassId)> {
        let all = self.facts.instantiated.clone();
        let fitting = all
            .into_iter()
            .filter(|it| self.program.is_subtype(it.0, of));
        let fitting: Vec<_> = fitting.collect();
        let classes = fitting.into_iter();
        classes
            .map(|it| (it.0, self.class_at(it.0, it.1)))
            .collect()
    }
}

/// The thread itself, in each routine.
const SELF: Local = Local(0);

/// Is the field a boolean one?
fn is_boolean(kind: Kind) -> bool {
    kind == Kind::Boolean
}
