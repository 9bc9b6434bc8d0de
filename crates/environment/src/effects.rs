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
//! looked into: it may keep what it is given and give it out again. If it is given an object of a class
//! that overrides one of its methods, it may call that; such a call is refused.
//! Exceptions that the virtual machine throws by itself, and unchecked ones of the library, are not shown;
//! reports say so. What can't be shown is a [`Refusal`] with its place.

mod flow;
mod library;

use std::collections::BTreeSet;

use program::{ClassId, FieldId, Kind, MethodId, Program, StringId};

use crate::unit::{Role, Unit};

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
    /// Some object of this class of the library.
    Opaque(ClassId),
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
    /// Any of the contents of an object; of the environment as a whole if there is no object.
    Load { object: Option<Values> },
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
    /// Methods of the unit that override methods of the library.
    pub overriding: Vec<MethodId>,
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

/// The summary of a method with a body.
pub fn summarize(context: &Context<'_>, method: MethodId) -> Result<Summary, Refusal> {
    flow::Flow::new(context, method).summary()
}

impl ItemKind {
    /// Whether this does something; the others only matter to those that do.
    pub fn is_effect(&self) -> bool {
        match self {
            ItemKind::Write { .. }
            | ItemKind::Call { .. }
            | ItemKind::Construct { .. }
            | ItemKind::Store { .. }
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
            ItemKind::Read { object, .. } | ItemKind::Load { object } => object.iter().collect(),
            ItemKind::Write { object, value, .. } | ItemKind::Store { object, value } => {
                object.iter().chain([value]).collect()
            }
            ItemKind::Call { arguments, .. } | ItemKind::Construct { arguments, .. } => {
                arguments.iter().collect()
            }
            ItemKind::NewContents => Vec::new(),
            ItemKind::Lock { object } => vec![object],
            ItemKind::Compute { operands, .. } => operands.iter().collect(),
        }
    }
}
