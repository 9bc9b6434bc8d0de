//! Small facts about bodies and library classes that several analyses ask for: what an instruction may
//! throw by itself, what a register is assigned, what a branch tests.
//!
//! In: a body, or a class. Out: an answer from the code alone, without knowing what can happen.

use std::collections::BTreeSet;

use program::{
    BinaryOperator, Body, ClassId, ClassShape, Condition, Field, FieldId, Instruction, Kind,
    MethodId, Program, Register,
};

use crate::intrinsic::Intrinsic;

/// Names of the exceptions that instructions throw by themselves.
pub mod exception {
    /// Null was used as an object.
    pub const NULL: &str = "java/lang/NullPointerException";
    /// Division by zero.
    pub const ARITHMETIC: &str = "java/lang/ArithmeticException";
    /// An index outside of its array.
    pub const BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";
    /// An index outside of a collection.
    pub const INDEX: &str = "java/lang/IndexOutOfBoundsException";
    /// A wrong cast.
    pub const CAST: &str = "java/lang/ClassCastException";
    /// A wrong element.
    pub const STORE: &str = "java/lang/ArrayStoreException";
    /// A negative length.
    pub const LENGTH: &str = "java/lang/NegativeArraySizeException";
    /// A monitor that the thread does not own.
    pub const MONITOR: &str = "java/lang/IllegalMonitorStateException";
    /// An interrupt while waiting.
    pub const INTERRUPTED: &str = "java/lang/InterruptedException";
    /// A thread started twice.
    pub const THREAD_STATE: &str = "java/lang/IllegalThreadStateException";
    /// An argument out of range.
    pub const ARGUMENT: &str = "java/lang/IllegalArgumentException";
    /// What `Thread.stop` makes a thread throw.
    pub const DEATH: &str = "java/lang/ThreadDeath";
    /// A class initialiser has thrown an exception.
    pub const INITIALIZER: &str = "java/lang/ExceptionInInitializerError";
    /// A class whose initialiser has failed before.
    pub const NO_CLASS: &str = "java/lang/NoClassDefFoundError";
    /// No method for a receiver.
    pub const ABSTRACT: &str = "java/lang/AbstractMethodError";
}

/// The exceptions that the instruction at `pc` may throw by itself.
pub fn implicit(program: &Program, body: &Body, pc: u32) -> Vec<&'static str> {
    use exception::*;
    let mut thrown = Vec::new();
    let instruction = body.code[pc as usize];
    if let Some(object) = dereferenced(program, body, pc)
        && !never_null(program, body, object)
    {
        thrown.push(NULL);
    }
    match instruction {
        Instruction::Binary {
            operator, right, ..
        } => {
            use BinaryOperator::*;
            let known = matches!(only_definition(body, right), Some(Instruction::Constant { value, .. }) if value != 0);
            if matches!(operator, IDiv | IRem | LDiv | LRem) && !known {
                thrown.push(ARITHMETIC);
            }
        }
        Instruction::BinaryConstant { .. } => thrown.push(ARITHMETIC),
        Instruction::ArrayLoad { .. } => thrown.push(BOUNDS),
        Instruction::ArrayStore { kind, .. } => {
            thrown.push(BOUNDS);
            if kind == Kind::Reference {
                thrown.push(STORE);
            }
        }
        Instruction::NewArray { .. } | Instruction::NewMultiArray { .. } => thrown.push(LENGTH),
        Instruction::CheckCast { .. } => thrown.push(CAST),
        Instruction::Invoke { .. } => thrown.push(ABSTRACT),
        _ => {}
    }
    thrown
}

/// A branch on whether an object is of a class.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// Which object.
    pub object: Register,
    /// Of which class.
    pub class: ClassId,
    /// Where it goes on if it is.
    pub passed: u32,
}

/// The test that a branch is about: the instruction before it, where nobody jumps in between.
pub fn tested(body: &Body, pc: u32) -> Option<Test> {
    let Instruction::BranchConstant {
        condition,
        left,
        right: 0,
        pc: target,
    } = body.code[pc as usize]
    else {
        return None;
    };
    let before = body.code[pc.checked_sub(1)? as usize];
    let Instruction::InstanceOf { object, class, .. } = before else {
        return None;
    };
    if before.target() != Some(left) || definition_at(body, pc, left) != Some(before) {
        return None;
    }
    let passed = match condition {
        Condition::NotEqual => target,
        Condition::Equal => pc + 1,
        _ => return None,
    };
    // What both ways lead to is come to in any case.
    (target != pc + 1).then_some(Test {
        object,
        class,
        passed,
    })
}

/// The register that the instruction uses as an object.
pub fn dereferenced(program: &Program, body: &Body, pc: u32) -> Option<Register> {
    match body.code[pc as usize] {
        Instruction::ArrayLength { array, .. }
        | Instruction::ArrayLoad { array, .. }
        | Instruction::ArrayStore { array, .. } => Some(array),
        Instruction::GetField { object, .. }
        | Instruction::PutField { object, .. }
        | Instruction::MonitorEnter { object }
        | Instruction::MonitorExit { object } => Some(object),
        Instruction::Throw { source } => Some(source),
        Instruction::Invoke {
            method, arguments, ..
        } if !program.method(method).is_static() => {
            body.argument_registers(arguments).first().copied()
        }
        _ => None,
    }
}

/// The exceptions that a method which the model knows by itself may throw.
pub fn thrown_by(known: Intrinsic) -> &'static [&'static str] {
    use exception::*;
    match known {
        Intrinsic::Wait => &[MONITOR, INTERRUPTED, ARGUMENT],
        Intrinsic::Notify | Intrinsic::NotifyAll => &[MONITOR],
        Intrinsic::Start => &[THREAD_STATE],
        Intrinsic::HoldsLock => &[NULL],
        Intrinsic::Join | Intrinsic::Sleep => &[INTERRUPTED, ARGUMENT],
        Intrinsic::Stop => &[DEATH],
        Intrinsic::ArrayCopy => &[NULL, BOUNDS, STORE],
        Intrinsic::EnumConstant => &[NULL, ARGUMENT],
        Intrinsic::OutOfBounds => &[INDEX],
        _ => &[],
    }
}

/// The only instruction that assigns a register, if there is just one and the register is no
/// parameter and holds no exception.
pub fn only_definition(body: &Body, register: Register) -> Option<Instruction> {
    only_definition_of(body, register).copied()
}

/// Whether an array of a class may be what a call of `Object.clone` copies: the compiler says by a cast
/// what it is.
pub fn may_be_cloned(program: &Program, body: &Body, pc: u32, class: ClassId) -> bool {
    if !matches!(program.class(class).shape, ClassShape::Array { .. }) {
        return false;
    }
    let target = body.code[pc as usize].target();
    match body.code.get(pc as usize + 1) {
        Some(Instruction::CheckCast {
            object,
            class: cast,
        }) if Some(*object) == target => program.is_subtype(class, *cast),
        _ => true,
    }
}

/// What a register was assigned last before an instruction, if that is the same however it is come to.
pub fn definition_at(body: &Body, pc: u32, register: Register) -> Option<Instruction> {
    let mut targets = BTreeSet::new();
    for from in 0..body.code.len() as u32 {
        body.for_each_successor(from, |to| {
            if to != from + 1 {
                targets.insert(to);
            }
        });
    }
    targets.extend(body.handlers.iter().map(|it| it.target));
    let mut at = pc;
    // Backwards as far as nobody jumps in between.
    while at > 0 && !targets.contains(&at) {
        at -= 1;
        let before = body.code[at as usize];
        if before.ends() {
            break;
        }
        if before.target() == Some(register) {
            return Some(before);
        }
    }
    only_definition(body, register)
}

fn only_definition_of(body: &Body, register: Register) -> Option<&Instruction> {
    if body.parameters.contains(&register)
        || body
            .handlers
            .iter()
            .any(|handler| handler.exception == register)
    {
        return None;
    }
    let mut definitions = body.code.iter().filter(|it| it.target() == Some(register));
    let only = definitions.next()?;
    definitions.next().is_none().then_some(only)
}

/// Whether a register never holds null: `this`, a caught exception, a new object, a constant.
pub fn never_null(program: &Program, body: &Body, register: Register) -> bool {
    fn check(program: &Program, body: &Body, register: Register, depth: u32) -> bool {
        let definitions: Vec<&Instruction> = body
            .code
            .iter()
            .filter(|it| it.target() == Some(register))
            .collect();
        if body.parameters.contains(&register) {
            return false;
        }
        let caught = body
            .handlers
            .iter()
            .any(|handler| handler.exception == register);
        (caught || !definitions.is_empty())
            && definitions.iter().all(|definition| match definition {
                Instruction::New { .. }
                | Instruction::NewArray { .. }
                | Instruction::NewMultiArray { .. }
                | Instruction::ConstantString { .. }
                | Instruction::ConstantClass { .. }
                | Instruction::ConstantSingleton { .. }
                | Instruction::Concat { .. } => true,
                Instruction::Move { source, .. } => {
                    depth < 4 && check(program, body, *source, depth + 1)
                }
                // A builder gives itself back.
                Instruction::Invoke { method, .. } => {
                    let method = program.method(*method);
                    &*method.name == "append" && is_builder(program, method.class)
                }
                _ => false,
            })
    }
    check(program, body, register, 0)
}

/// Whether a class builds strings.
pub fn is_builder(program: &Program, class: ClassId) -> bool {
    let class = &*program.class(class).name;
    matches!(class, "java/lang/StringBuilder" | "java/lang/StringBuffer")
}

/// Whether the register is the receiver of an instance method and never assigned.
pub fn is_this(program: &Program, method: MethodId, body: &Body, register: Register) -> bool {
    !program.method(method).is_static()
        && body.parameters.first() == Some(&register)
        && body.code.iter().all(|it| it.target() != Some(register))
        && body.handlers.iter().all(|it| it.exception != register)
}

/// The classes that initialising a class initialises, in order: superclasses first.
pub fn initialization_order(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut order = Vec::new();
    let mut current = Some(class);
    while let Some(id) = current {
        let found = program.class(id);
        if found.shape != ClassShape::Instance {
            break;
        }
        order.push(id);
        current = found.superclass.filter(|_| !found.is_interface());
    }
    order.reverse();
    order
}

/// The field of a thread's own handler of exceptions that nothing catches.
pub const HANDLER: &str = "uncaughtExceptionHandler";
/// The static field of the handler for all threads.
pub const DEFAULT_HANDLER: &str = "defaultUncaughtExceptionHandler";

/// Whether a field holds handlers of exceptions that nothing catches.
pub fn is_handler_field(program: &Program, field: FieldId) -> bool {
    let field = program.field(field);
    matches!(&*field.name, HANDLER | DEFAULT_HANDLER)
        && &*program.class(field.class).name == "java/lang/Thread"
}

/// The field of what a reference object refers to.
pub fn referent(program: &Program) -> Option<FieldId> {
    let class = program.loaded("java/lang/ref/Reference")?;
    program.resolve_field(class, "referent").ok()
}

/// Whether objects of a class are only ever used by one thread: the library keeps them with the thread.
pub fn is_thread_local(program: &Program, class: ClassId) -> bool {
    let name = &*program.class(class).name;
    name.trim_start_matches("[L")
        .starts_with("java/lang/ThreadLocal$ThreadLocalMap")
}

/// Whether a call prints an exception because nothing has caught it.
pub fn tells_uncaught(program: &Program, caller: MethodId, callee: MethodId) -> bool {
    let is = |method: MethodId, class: &str, name: &str| {
        let method = program.method(method);
        &*program.class(method.class).name == class && &*method.name == name
    };
    is(caller, "java/lang/ThreadGroup", "uncaughtException")
        && is(callee, "java/lang/Throwable", "printStackTrace")
}

/// A field of `java.lang.Thread`.
pub fn thread_field<'p>(program: &'p Program, name: &str) -> Option<&'p Field> {
    let thread = program.loaded("java/lang/Thread")?;
    let id = program.resolve_field(thread, name).ok()?;
    Some(program.field(id))
}

/// The instance field at a slot of a class.
pub fn instance_field(program: &Program, class: ClassId, slot: u16) -> Option<FieldId> {
    let mut current = Some(class);
    while let Some(id) = current {
        let found = program.class(id);
        let field = found.fields.iter().copied().find(|field| {
            let field = program.field(*field);
            !field.is_static && field.slot == slot
        });
        if field.is_some() {
            return field;
        }
        current = found.superclass;
    }
    None
}

/// The class whose fields a static field's offset is about. Classes keep offsets of their own
/// fields, but `ConcurrentLinkedQueue`'s kin keep those of their nodes: then the nested class has
/// the field that the offset is named after.
pub fn owner_of_offset(_program: &Program, field: &Field) -> ClassId {
    field.class
}

/// Whether a constructor keeps its object to itself: it is not stored, and handed only to its
/// superclass's constructor that does the same, and to no other method.
pub fn keeps_this(program: &Program, method: MethodId) -> bool {
    let mut seen = BTreeSet::new();
    keeps(program, method, &mut seen)
}

fn keeps(program: &Program, method: MethodId, seen: &mut BTreeSet<MethodId>) -> bool {
    if !seen.insert(method) {
        return true;
    }
    let data = program.method(method);
    // A thread is known to its group by number only until it is started.
    let keeping = ["java/lang/Object", "java/lang/Thread"];
    if keeping.contains(&&*program.class(data.class).name) {
        return true;
    }
    let has_code = matches!(
        data.code,
        program::MethodCode::Bytecode | program::MethodCode::Synthetic
    );
    if !has_code {
        return false;
    }
    let body = program.body(method);
    let Some(this) = body.parameters.first().copied() else {
        return false;
    };
    let is_assigned = body.code.iter().any(|it| it.target() == Some(this));
    if is_assigned {
        return false;
    }
    for (pc, instruction) in body.code.iter().enumerate() {
        let mut is_used = false;
        body.for_each_source(pc as u32, |it| is_used |= it == this);
        if !is_used {
            continue;
        }
        let is_kept = match instruction {
            Instruction::GetField { .. }
            | Instruction::Branch { .. }
            | Instruction::BranchConstant { .. }
            | Instruction::InstanceOf { .. }
            | Instruction::CheckCast { .. }
            | Instruction::MonitorEnter { .. }
            | Instruction::MonitorExit { .. } => true,
            Instruction::PutField { source, .. } => *source != this,
            Instruction::Invoke {
                kind: program::InvokeKind::Special,
                method: callee,
                arguments,
                ..
            } => {
                let registers = body.argument_registers(*arguments);
                let only_receiver = registers.iter().filter(|it| **it == this).count() == 1
                    && registers.first() == Some(&this);
                let is_constructor = &*program.method(*callee).name == "<init>";
                only_receiver && is_constructor && keeps(program, *callee, seen)
            }
            _ => false,
        };
        if !is_kept {
            return false;
        }
    }
    true
}
