//! What can be true or false in a state of a Java program, as plain data.
//!
//! In: what the reader of formulas found. Out: [`Atom`]s, which print as they are written. Which
//! class, object, thread or line is meant is not known here: names are kept as the user wrote them,
//! and whoever has the program looks them up.

mod display;

/// Something that is true or false in a state of a Java program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// A comparison of what a path leads to: `Main.lock.owner != 0`, `Main.head == Main.tail`.
    Compare(Compare),
    /// `all(Account a: a.balance >= 0)`, `some(Philosopher p: p.eats)`: about the objects of a class.
    Instances {
        /// Whether all have to satisfy the condition, or one.
        quantifier: Quantifier,
        /// The class as Java writes it, with dots; objects of subclasses count.
        class: String,
        /// What is asked of each object, which is [`Base::Instance`] there.
        condition: Condition,
    },
    /// `blocked(t)`, `waiting(t)`, `terminated(t)`, `enabled(t)`.
    Thread {
        /// The state that is asked for.
        state: ThreadState,
        /// Of which threads.
        threads: Threads,
    },
    /// `at(Class.method)`, `at(File.java:42)`, `at(t, File.java:42)`: a thread is there.
    At {
        /// Which threads are looked at; `None` if any thread will do.
        threads: Option<Threads>,
        /// Where.
        place: Place,
    },
    /// `holds(t, Main.lock)`: the thread owns that monitor or lock.
    Holds {
        /// Which threads are looked at.
        threads: Threads,
        /// What leads to the lock.
        lock: Path,
    },
    /// A proposition that the program declares by this name.
    Proposition(String),
}

/// Two operands and how they are compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Compare {
    /// What is on the left.
    pub left: Path,
    /// How.
    pub comparison: Comparison,
    /// What is on the right.
    pub right: Operand,
}

/// What a path can be compared with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// A number, or the number of a character.
    Integer(i64),
    /// `true`, `false`
    Boolean(bool),
    /// `null`
    Null,
    /// What another path leads to.
    Path(Path),
}

impl Operand {
    /// A constant as the machine holds it: booleans are 0 and 1, null is 0. `None` for a path.
    pub fn number(&self) -> Option<i64> {
        match self {
            Operand::Integer(number) => Some(*number),
            Operand::Boolean(value) => Some(i64::from(*value)),
            Operand::Null => Some(0),
            Operand::Path(_) => None,
        }
    }
}

/// A way to a value: names with dots between them, and elements of arrays.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    /// Where it begins.
    pub base: Base,
    /// From there on. Invariant: not empty if the base is a class, and then the first is a name.
    pub steps: Vec<PathStep>,
}

/// Where a path begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// At a class: the first names of the path are packages and classes, `pkg.Outer.Inner.field`.
    Class,
    /// At the object that `all` or `some` speaks of; this is what the formula calls it.
    Instance(String),
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathStep {
    /// A package, a class, a field, or `length` of an array.
    Name(String),
    /// An element of an array.
    Element(Box<Operand>),
}

impl Path {
    /// The names with dots between them, if the path is nothing but names from a class on.
    pub fn dotted(&self) -> Option<String> {
        let is_plain = |step: &PathStep| matches!(step, PathStep::Name(_));
        let plain = self.base == Base::Class && self.steps.iter().all(is_plain);
        plain.then(|| self.to_string())
    }
}

/// A boolean condition on one object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// A comparison.
    Compare(Compare),
    /// `! c`
    Not(Box<Condition>),
    /// `c && d`
    And(Box<Condition>, Box<Condition>),
    /// `c || d`
    Or(Box<Condition>, Box<Condition>),
}

/// All or some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantifier {
    /// Each of them; true where there is none.
    All,
    /// At least one of them.
    Some,
}

/// What a thread is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreadState {
    /// It has come to a step that it can't take.
    Blocked,
    /// It waits to be notified, unparked or signalled.
    Waiting,
    /// It has ended.
    Terminated,
    /// It could take its next step, or finish the call that it is in.
    Enabled,
}

impl ThreadState {
    /// All of them.
    pub const ALL: [ThreadState; 4] = [
        ThreadState::Blocked,
        ThreadState::Waiting,
        ThreadState::Terminated,
        ThreadState::Enabled,
    ];

    /// The word of formulas for it.
    pub fn word(self) -> &'static str {
        match self {
            ThreadState::Blocked => "blocked",
            ThreadState::Waiting => "waiting",
            ThreadState::Terminated => "terminated",
            ThreadState::Enabled => "enabled",
        }
    }
}

/// Which threads are meant. Several threads may answer to one name, also in the course of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Threads {
    /// Whether all of them have to be so, or one; `some` unless the formula says `all`.
    pub quantifier: Quantifier,
    /// What they answer to.
    pub name: ThreadName,
}

/// What a thread is known by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreadName {
    /// `Worker`: the class of that name if there is one, else the thread of that name.
    Word(String),
    /// `"worker 1"`: what `Thread.getName` returns.
    Name(String),
    /// `class Worker`: its class, or that of the `Runnable` it runs.
    Class(String),
    /// `Main.java:12`: the line in which it was started.
    Line(Line),
}

/// A place in the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Anywhere in a method, `Class.method`.
    Method(String),
    /// In a line.
    Line(Line),
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The file's name, without directories.
    pub file: String,
    /// The line's number, from 1 on.
    pub line: u32,
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// All of them; a symbol that another begins with comes after it.
    pub const ALL: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::LessOrEqual,
        Comparison::GreaterOrEqual,
        Comparison::Less,
        Comparison::Greater,
    ];

    /// As Java and Promela write it.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }

    /// Whether it is so.
    pub fn compare(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }
}
