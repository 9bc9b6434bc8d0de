//! Generated programs as trees: a small typed part of Java.
//!
//! A program has shared variables, each with the lock that guards it if it has one, and threads
//! with statements over them. The printer turns every tree of this form into Java that compiles;
//! the constructors of the generator keep types right.

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `int`
    Int,
    /// `long`
    Long,
    /// `boolean`
    Boolean,
    /// The program's own class of objects: an id, a payload, a value, a link.
    Node,
}

/// An object that can be locked with `synchronized`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Monitor {
    /// One of the objects that are there for this only.
    Object(usize),
    /// The object that holds the instance fields.
    Cell,
    /// The class itself.
    Class,
}

/// A lock of either sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lock {
    /// A monitor.
    Monitor(Monitor),
    /// A `ReentrantLock`, by number.
    Reentrant(usize),
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A static field of the program's class.
    Static,
    /// A field of the one shared object.
    Cell,
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// One value.
    Scalar {
        /// Its type.
        ty: Type,
        /// Whether the field is volatile.
        volatile: bool,
    },
    /// An array of ints.
    Array {
        /// Its length.
        length: usize,
    },
    /// An `AtomicInteger`.
    AtomicInteger,
    /// An `AtomicReference` of nodes.
    AtomicReference,
    /// An `ArrayList` of nodes.
    List,
    /// An `ArrayDeque` of nodes.
    Deque,
}

/// A variable that threads share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Where it lives.
    pub holder: Holder,
    /// What it holds.
    pub content: Content,
    /// The lock under which it is used, if there is one.
    pub guard: Option<Lock>,
}

/// A shared variable, by its place in [`Program::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VariableId(pub usize);

/// A local variable; numbers are unique in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Local(pub usize);

/// A started thread, by its place in [`Program::threads`]. Threads are started in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thread(pub usize);

/// A field of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeField {
    /// Final.
    Id,
    /// Plain; written before the node is handed over.
    Payload,
    /// Changed by anybody.
    Value,
    /// Another node.
    Next,
}

/// An operator on two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `==`
    Equal,
    /// `<`
    Less,
}

/// Something with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number; printed for the type of its context.
    Number(i32),
    /// A truth value.
    Boolean(bool),
    /// `null`
    Null,
    /// A local variable.
    Local(Local),
    /// A shared scalar.
    Read(VariableId),
    /// An element of a shared array.
    Element(VariableId, Box<Expression>),
    /// An element of a local array.
    LocalElement(Local, usize),
    /// A field of a node in a local variable.
    Field(Local, NodeField),
    /// `new Node(id)`
    NewNode(usize),
    /// `new int[length]`
    NewArray(usize),
    /// Two values and an operator.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `!`
    Not(Box<Expression>),
    /// `x == null`
    IsNull(Box<Expression>),
    /// An operation on an `AtomicInteger` or `AtomicReference`.
    Atomic(VariableId, AtomicOperation),
    /// The number of elements of a list or deque.
    Size(VariableId),
    /// Takes an element out of a list or deque; null if there is none.
    Take(VariableId),
    /// `Thread.interrupted()`
    Interrupted,
    /// A call of one of the synchronized methods.
    Call(usize),
}

/// What is done to an atomic variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtomicOperation {
    /// `get()`
    Get,
    /// `incrementAndGet()`
    Increment,
    /// `getAndAdd(k)`
    Add(i32),
    /// `getAndSet(x)`
    Swap(Box<Expression>),
    /// `compareAndSet(expected, next)`
    CompareAndSet(Box<Expression>, Box<Expression>),
}

/// Where a value goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A local variable.
    Local(Local),
    /// A shared scalar.
    Variable(VariableId),
    /// An element of a shared array.
    Element(VariableId, Expression),
    /// An element of a local array.
    LocalElement(Local, usize),
    /// A field of a node in a local variable.
    Field(Local, NodeField),
}

/// An exception the program throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thrown {
    /// `IllegalStateException`
    IllegalState,
    /// `IllegalArgumentException`
    IllegalArgument,
}

/// A type of exceptions that is caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caught {
    /// `IllegalStateException`
    IllegalState,
    /// `RuntimeException`: all that programs throw.
    Runtime,
}

/// The sort of a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    /// `while (!condition) wait();`
    While(Expression),
    /// `if (!condition) wait();`
    If(Expression),
    /// `wait();`
    Once,
}

/// One step of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Declares a local variable.
    Let(Local, LocalType, Expression),
    /// Stores a value.
    Assign(Target, Expression),
    /// Sets an atomic variable.
    SetAtomic(VariableId, Expression),
    /// Appends a digit for the value to what the thread has seen.
    Observe(Expression),
    /// Evaluates and forgets.
    Run(Expression),
    /// `if`
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// A loop with a fixed number of rounds.
    Repeat(Local, usize, Vec<Statement>),
    /// `do … while (condition)`
    DoWhile(Vec<Statement>, Expression),
    /// A block under a lock.
    Locked(Lock, Vec<Statement>),
    /// `if (lock.tryLock()) … else …`, with the unlock in a finally.
    TryLocked(usize, Vec<Statement>, Vec<Statement>),
    /// Adds a node to a list or deque.
    Put(VariableId, Expression),
    /// Waits on a monitor that is held; an interrupt is observed.
    Wait(Monitor, Wait),
    /// Wakes one waiter, or all.
    Notify(Monitor, Waiters),
    /// Parks until the condition holds.
    ParkUntil(Expression),
    /// Gives a thread a permit.
    Unpark(Thread),
    /// Interrupts a thread.
    Interrupt(Thread),
    /// Waits for the end of a thread; an interrupt is observed.
    Join(Thread),
    /// Throws.
    Throw(Thrown),
    /// `try … catch`
    TryCatch(Vec<Statement>, Caught, Vec<Statement>),
    /// `try … finally`
    TryFinally(Vec<Statement>, Vec<Statement>),
}

/// The type of a local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalType {
    /// One value.
    Scalar(Type),
    /// An array of ints.
    Array,
}

/// Whom a notification wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiters {
    /// `notify()`
    One,
    /// `notifyAll()`
    All,
}

/// A synchronized method without parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// What it locks: the cell (an instance method) or the class (a static one).
    pub monitor: Monitor,
    /// What it does; no local variables of others, nothing observed.
    pub body: Vec<Statement>,
    /// What it returns, an int.
    pub result: Expression,
}

/// A whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The class and the file.
    pub name: String,
    /// What is shared.
    pub variables: Vec<Variable>,
    /// How many objects there are to lock.
    pub monitors: usize,
    /// How many reentrant locks there are.
    pub locks: usize,
    /// Whether the value and the link of nodes are volatile.
    pub volatile_nodes: bool,
    /// Synchronized methods.
    pub methods: Vec<Method>,
    /// What the threads do.
    pub threads: Vec<Vec<Statement>>,
    /// What main does between starting and joining them.
    pub main: Vec<Statement>,
}
