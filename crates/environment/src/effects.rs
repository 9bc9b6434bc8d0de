//! What a method of the environment does to the unit: its side effects, flow-sensitively.
//!
//! In: a method with its body. Out: a [`Summary`]: *items* (reads and writes of the unit's fields, calls
//! of the unit, objects that the environment takes in and gives out) in an order of the control flow,
//! and exits. After Tkachuk and Dwyer (ESEC/FSE 2003), with these differences, which keep it sound:
//!
//! - A symbolic value is not an access path in the state at entry but the result of an item ([`Value::Temp`]):
//!   where the method reads `p.f.g`, the summary reads `p.f` and then `g` of that, at the same place among
//!   its other effects. So neither stores of the method itself nor other threads make a path mean
//!   something else, nothing has to be killed, and the order of effects on parameters that may be the same
//!   object is kept.
//! - Every run of the method executes a subsequence of the items in their order, those on a cycle of the
//!   control flow any number of times in any order. An item is a *must* item of an exit if no path to that
//!   exit goes round it. Nothing else is claimed.
//! - On a cycle one item stands for many objects: its results are collected in a set, and a use is any of them.
//! - Objects of the environment keep their identity. Their fields are one set ([`ItemKind::Load`],
//!   [`ItemKind::Store`]) that only grows: of the object itself where containment is asked for, else of the
//!   environment as a whole.
//!
//! The library can't know the fields of the unit (its classes do not mention them), so calls of it are not
//! looked into: it may keep what it is given and give it out again. An object of the library that the unit
//! made, a lambda of the unit, or an object of the program that implements an interface of the library is
//! real in the environment, too, and is really called ([`ItemKind::Library`]). If the library itself may
//! call a method of the program that overrides one of its own, the call is refused, unless that method does
//! nothing. Exceptions are exits (`throws.rs`). What can't be shown is a [`Refusal`] with its place.

mod calls;
mod flow;
mod graph;
mod items;
mod library;
mod throws;

use std::collections::BTreeSet;

use program::{ClassId, FieldId, InvokeKind, Kind, MethodCode, MethodId, Program, StringId};

use crate::unit::{Role, Unit};
pub(crate) use library::only_gives;

/// A value as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// `null`
    Null,
    /// A primitive, as a register holds it.
    Constant(u64),
    /// A string constant.
    Text(StringId),
    /// A class constant.
    Class(ClassId),
    /// A parameter, receiver first.
    Parameter(u16),
    /// The result of the item at this pc.
    Temp(u32),
    /// A new object before its constructor has run.
    Fresh(u32),
    /// Any primitive.
    Any(Kind),
    /// Some object of this class of the library; an exception is a new one.
    Opaque(ClassId),
    /// What the handler at this pc has caught from a call.
    Caught(u32),
}

/// What a register may hold.
pub type Values = BTreeSet<Value>;

/// One effect, or what an effect needs.
#[derive(Clone, Debug)]
pub struct Item {
    /// Where it comes from.
    pub pc: u32,
    /// Its source line.
    pub line: Option<u32>,
    /// What it does.
    pub kind: ItemKind,
    /// The class or kind of its result, as a descriptor; empty if there is none.
    pub result: String,
    /// Whether it lies on a cycle.
    pub in_loop: bool,
    /// The handlers there: what each catches (everything if that is `None`), and where it starts.
    pub handlers: Vec<(Option<ClassId>, u32)>,
}

/// What an item does.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their parts are")]
pub enum ItemKind {
    /// `object.field`, or a static one.
    Read {
        field: FieldId,
        object: Option<Values>,
    },
    /// `object.field = value`
    Write {
        field: FieldId,
        object: Option<Values>,
        value: Values,
    },
    /// A call of the unit or of the environment; `is_super` for `super.method()`.
    Call {
        method: MethodId,
        arguments: Vec<Values>,
        is_super: bool,
    },
    /// `new`, with the constructor.
    Construct {
        method: MethodId,
        arguments: Vec<Values>,
    },
    /// A new object of the library, as its contents.
    NewContents,
    /// Any of the contents of an object; of the environment as a whole if there is no object. With `like`
    /// a class of the library: contents that stand for such an object, or a real one.
    Load {
        object: Option<Values>,
        like: Option<String>,
    },
    /// A call of the library on an object that may be a real one: of the unit, or a class of the program
    /// that implements what the library declares. What is not real has contents, to which `stores` add.
    Library {
        method: MethodId,
        arguments: Vec<Values>,
        /// Whether nothing but real objects is expected here.
        is_always_real: bool,
        stores: Vec<(Option<Values>, Values)>,
    },
    /// An object that must not be one of the library that the unit uses: its effects there are not known.
    Known { object: Values },
    /// One more of the contents.
    Store {
        object: Option<Values>,
        value: Values,
    },
    /// A lock that is taken and released.
    Lock { object: Values },
    /// Arithmetic, as a Java expression of two operands.
    Compute {
        operator: &'static str,
        operands: Vec<Values>,
    },
}

/// How a method ends.
#[derive(Clone, Debug)]
pub struct Exit {
    /// Where.
    pub pc: u32,
    /// What is returned or thrown; empty if nothing is returned.
    pub values: Values,
    /// Whether it is thrown.
    pub throws: bool,
    /// The items on the way, by their position among all, and whether each way has them.
    pub items: Vec<(usize, bool)>,
    /// This is an exit only if one of these is null.
    pub null: Option<Values>,
}

/// What a method does.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// All items, in an order of the control flow; those of one cycle are next to each other.
    pub items: Vec<Item>,
    /// For each item the number of its strongly connected component.
    pub components: Vec<u32>,
    /// All exits that are shown.
    pub exits: Vec<Exit>,
}

/// What can't be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The place: class, method, line.
    pub place: String,
    /// What is there.
    pub what: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// What summaries are made with.
#[derive(Debug)]
pub struct Context<'p> {
    /// The program.
    pub program: &'p Program,
    /// The unit.
    pub unit: &'p Unit<'p>,
    /// Fields of the environment that the unit uses; they stay fields.
    pub tracked: BTreeSet<FieldId>,
    /// Whether each object of the environment has contents of its own.
    pub containment: bool,
    /// Methods of the program that override methods of the library and do something.
    pub overriding: Vec<MethodId>,
    /// Unchecked exceptions of the library that the program names.
    pub unchecked: BTreeSet<String>,
    /// A class of the program that has loggers call it, if there is one.
    pub logging: Option<String>,
    /// Whether the unit looks at what exceptions say.
    pub reads_messages: bool,
    /// Whether exceptions that nobody wrote a `throw` for are left out, but for checked ones.
    pub no_throw: bool,
}

impl Context<'_> {
    /// Whether a field is part of what the unit can see.
    pub fn is_tracked(&self, field: FieldId) -> bool {
        self.tracked.contains(&field)
            || self.unit.role(self.program.field(field).class) == Role::Unit
    }

    /// The place of an instruction.
    pub fn refuse(&self, method: MethodId, pc: u32, what: impl Into<String>) -> Refusal {
        let found = self.program.method(method);
        let class = self.program.class(found.class);
        let line = self.program.body(method).line(pc);
        let line = line.map_or(String::new(), |it| format!(":{it}"));
        Refusal {
            place: format!("{}.{}{line}", class.name.replace('/', "."), found.name),
            what: what.into(),
        }
    }
}

/// How deep calls are looked into for [`is_quiet`].
const DEPTH: usize = 3;

/// Whether a method only looks at things: it writes no field, takes no lock and calls nothing but itself,
/// strings, and what does no more.
pub(crate) fn is_quiet(program: &Program, method: MethodId) -> bool {
    is_quiet_to(program, method, DEPTH)
}

fn is_quiet_to(program: &Program, method: MethodId, depth: usize) -> bool {
    use program::Instruction::*;
    let has_code = matches!(
        program.method(method).code,
        MethodCode::Bytecode | MethodCode::Synthetic
    );
    if depth == 0 || !has_code {
        return false;
    }
    let body = program.body(method);
    let parameters = program.method(method).parameters.len();
    // Arguments that are passed as an array are stored into one that is made for that.
    let is_made_here = |array: program::Register| {
        let mut makers = body.code.iter().filter(|it| it.target() == Some(array));
        array.index() >= parameters && makers.all(|it| matches!(it, NewArray { .. }))
    };
    body.code.iter().all(|it| match it {
        ArrayStore { array, .. } => is_made_here(*array),
        PutField { .. } | PutStatic { .. } | GetStatic { .. } => false,
        MonitorEnter { .. } | Throw { .. } | Unsupported { .. } => false,
        InvokeDynamic { .. } | InvokePolymorphic { .. } | ConstantDynamic { .. } => false,
        New { class, .. } => is_collection(program, *class),
        Invoke {
            kind,
            method: called,
            ..
        } => {
            let called = program.method(*called);
            let class = program.class(called.class);
            let name = &*class.name;
            let is_text = name == "java/lang/String" || name == "java/lang/Integer";
            // What those call in turn is among the methods that are asked about, too.
            let is_comparison = matches!(
                (name, &*called.name),
                ("java/util/Objects", "equals" | "hash" | "hashCode")
                    | ("java/util/Arrays", "equals" | "hashCode")
                    | (
                        "java/lang/Long"
                            | "java/lang/Double"
                            | "java/lang/Float"
                            | "java/lang/Boolean"
                            | "java/lang/Character",
                        "hashCode" | "compare" | "valueOf"
                    )
            );
            let is_fixed = *kind != InvokeKind::Virtual && *kind != InvokeKind::Interface;
            called.id == method
                || is_text
                || is_comparison
                || name == "java/lang/Object" && &*called.name == "getClass"
                || &*called.name == "<init>" && is_collection(program, called.class)
                || is_fixed && !class.is_library && is_quiet_to(program, called.id, depth - 1)
        }
        _ => true,
    })
}

/// Whether making an object of this class makes an empty collection.
fn is_collection(program: &Program, class: ClassId) -> bool {
    let class = program.class(class);
    class.is_library
        && matches!(
            class.name.strip_prefix("java/util/"),
            Some(
                "ArrayList" | "LinkedList" | "HashMap" | "LinkedHashMap" | "HashSet" | "ArrayDeque"
            )
        )
}

/// The summary of a method with a body.
pub fn summarize(context: &Context<'_>, method: MethodId) -> Result<Summary, Refusal> {
    flow::Flow::new(context, method).summary()
}

/// Why a method that a class of the environment inherits from the library can't be shown.
pub(crate) fn refused_inherited(
    context: &Context<'_>,
    class: ClassId,
    method: MethodId,
) -> Option<Refusal> {
    let program = context.program;
    let found = program.method(method);
    let owner = &*program.class(found.class).name;
    let place = program.class(class).name.replace('/', ".");
    if let Some(what) = library::refused(program, found) {
        return Some(Refusal { place, what });
    }
    let calls = library::calls(owner, &found.name);
    let called = context.overriding.iter().map(|it| program.method(*it));
    let mut called = called.filter(|it| match calls {
        library::Calls::Nothing => false,
        library::Calls::These(names) => names.contains(&&*it.name),
        library::Calls::Anything => true,
    });
    let called = called.next()?;
    let (name, of) = (
        &called.name,
        program.class(called.class).name.replace('/', "."),
    );
    let what = format!("{} of the library may call {of}.{name} back", found.name);
    Some(Refusal { place, what })
}

/// The exceptions that a method declares, as names of classes.
pub(crate) fn declared_exceptions(program: &Program, method: MethodId) -> Vec<String> {
    let method = program.method(method);
    let Some(file) = &program.class(method.class).file else {
        return Vec::new();
    };
    let Some(found) = file.methods.get(usize::from(method.index)) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    for attribute in &found.attributes {
        if let ristretto_classfile::attributes::Attribute::Exceptions {
            exception_indexes, ..
        } = attribute
        {
            let all = exception_indexes.iter();
            names.extend(all.filter_map(|it| {
                let name = file.constant_pool.try_get_class(*it).ok()?;
                Some(name.to_string())
            }));
        }
    }
    names
}

impl ItemKind {
    /// Whether this does something; the others only matter to those that do.
    pub fn is_effect(&self) -> bool {
        match self {
            ItemKind::Write { .. }
            | ItemKind::Call { .. }
            | ItemKind::Construct { .. }
            | ItemKind::Store { .. }
            | ItemKind::Library { .. }
            | ItemKind::Known { .. }
            | ItemKind::Lock { .. } => true,
            ItemKind::Read { .. }
            | ItemKind::NewContents
            | ItemKind::Load { .. }
            | ItemKind::Compute { .. } => false,
        }
    }

    /// All values that are used.
    pub fn operands(&self) -> Vec<&Values> {
        match self {
            ItemKind::Read { object, .. } | ItemKind::Load { object, .. } => {
                object.iter().collect()
            }
            ItemKind::Write { object, value, .. } | ItemKind::Store { object, value } => {
                object.iter().chain([value]).collect()
            }
            ItemKind::Call { arguments, .. } | ItemKind::Construct { arguments, .. } => {
                arguments.iter().collect()
            }
            ItemKind::Library {
                arguments, stores, ..
            } => {
                let stores = stores.iter().flat_map(|it| it.0.iter().chain([&it.1]));
                arguments.iter().chain(stores).collect()
            }
            ItemKind::NewContents => Vec::new(),
            ItemKind::Lock { object } | ItemKind::Known { object } => vec![object],
            ItemKind::Compute { operands, .. } => operands.iter().collect(),
        }
    }
}
