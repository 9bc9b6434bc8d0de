//! `Method.invoke`, `Constructor.newInstance`, and who may call them.

use program::descriptor::Signature;
use program::{ClassId, Kind, MethodId};

use crate::execution::invoke::NO_METHOD;
use crate::native::memory::Location;
use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Invocation, Outcome, class_file, exception, nothing};
use crate::operation::{Ordering, Place, Span};
use crate::statespace::unwritten::Noticed;
use crate::thread::After;
use crate::value::Ref;

pub(crate) const METHOD: Natives = &[("invoke", "*", invoke)];

pub(crate) const CONSTRUCTOR: Natives = &[
    ("newInstance", "*", new_instance),
    ("newInstanceWithCaller", "*", new_instance),
];

pub(crate) const EXECUTABLE: Natives = &[
    ("getTypeAnnotationBytes0", "*", nothing),
    ("getParameters0", "*", nothing),
];

pub(crate) const ACCESSIBLE: Natives = &[
    ("checkPermission", "*", nothing),
    ("setAccessible0", "*", set_accessible),
];

/// `setAccessible0(flag)`: its own code. Looking at the flag is no operation until somebody changes it
/// while others could look; see [`FlagRead`].
fn set_accessible(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.object(0)?;
    let threads = call.machine.threads.iter().enumerate();
    let mut others = threads.filter(|(number, _)| *number != call.thread);
    if call.machine.heap.object(member).is_shared() && others.any(|(_, it)| !it.has_ended()) {
        call.machine.heap.unwritten.notice(Noticed::Accessibility);
    }
    Err(Interruption::Original)
}

/// How a native looks at the flag of `setAccessible` where other threads may just change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlagRead {
    /// By an operation. A native has one at most, so this is for those that have no other.
    Operation,
    /// Not at all: the run ends there as unsupported.
    Refused,
}

/// Whether `setAccessible(true)` was called.
pub(crate) fn is_overridden(
    call: &mut Call<'_, '_>,
    member: Ref,
    read: FlagRead,
) -> Result<bool, Interruption> {
    let slot = call.slot("java/lang/reflect/AccessibleObject", "override");
    let unwritten = &call.machine.heap.unwritten;
    let may_change = unwritten.is_enabled() && unwritten.is_noticed(Noticed::Accessibility);
    let is_shared = call.machine.heap.object(member).is_shared();
    if may_change && is_shared {
        if read == FlagRead::Refused {
            let reason = "setAccessible is called on a member that other threads may just be using";
            return Err(Interruption::Unsupported(reason.to_owned()));
        }
        let place = Place {
            object: member,
            slot: slot as u32,
        };
        let kind = Kind::Boolean;
        let flag = call.load(Location { place, kind }, Ordering::Atomic)?;
        return Ok(flag != 0);
    }
    Ok(call.machine.heap.object(member).data[slot] != 0)
}

/// The class whose code called the native.
pub(crate) fn caller(call: &Call<'_, '_>) -> Option<ClassId> {
    let frames = call.machine.threads[call.thread].frames.iter().rev();
    let mut methods = frames
        .map(|frame| frame.method)
        .filter(|method| *method != NO_METHOD);
    methods
        .next()
        .map(|method| call.machine.program.method(method).class)
}

/// Refuses a member of the program's classes to code that could not use it by its name. Library
/// code may use everything. `target` is the object whose member is used, if there is one.
pub(crate) fn check_access(
    call: &mut Call<'_, '_>,
    member: Ref,
    class: ClassId,
    modifiers: u16,
    target: Ref,
    read: FlagRead,
) -> Result<(), Interruption> {
    let program = call.machine.program;
    let is_open = modifiers & 1 != 0 && program.class(class).access & 1 != 0;
    if is_open || is_overridden(call, member, read)? {
        return Ok(());
    }
    let Some(from) = caller(call) else {
        return Ok(());
    };
    let host = |id: ClassId| {
        let class = program.class(id);
        class_file::nest_host(class).unwrap_or_else(|| class.name.to_string())
    };
    let package = |id: ClassId| {
        let name = &program.class(id).name;
        name.rsplit_once('/').map_or("", |(package, _)| package)
    };
    let of_target = match target.is_null() {
        true => class,
        false => call.machine.heap.object(target).class,
    };
    let is_near = package(from) == package(class);
    let is_heir = program.is_subtype(from, class)
        && (modifiers & 8 != 0 || program.is_subtype(of_target, from));
    let is_allowed = match modifiers & 7 {
        1 => is_near || program.class(class).access & 1 != 0,
        2 => false,
        4 => is_near || is_heir,
        _ => is_near,
    };
    if is_allowed || program.class(from).is_library || host(from) == host(class) {
        return Ok(());
    }
    let name = |id| program.class(id).name.replace('/', ".");
    let mut words = Vec::new();
    words.extend((modifiers & 1 != 0).then_some("public"));
    words.extend((modifiers & 2 != 0).then_some("private"));
    words.extend((modifiers & 4 != 0).then_some("protected"));
    words.extend((modifiers & 8 != 0).then_some("static"));
    words.extend((modifiers & 16 != 0).then_some("final"));
    let message = format!(
        "class {} cannot access a member of class {} with modifiers \"{}\"",
        name(from),
        name(class),
        words.join(" ")
    );
    Err(exception("java/lang/IllegalAccessException", message))
}

fn wrong_receiver(call: &Call<'_, '_>, given: ClassId, declaring: ClassId) -> String {
    let program = call.machine.program;
    // The wording changed with JDK 18.
    if program
        .class_path()
        .jdk()
        .is_some_and(|jdk| jdk.version() < 18)
    {
        return "object is not an instance of declaring class".to_owned();
    }
    let name = |class: ClassId| program.class(class).name.replace('/', ".");
    format!(
        "object of type {} is not an instance of {}",
        name(given),
        name(declaring)
    )
}

/// `invoke(receiver, arguments)`
fn invoke(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.object(0)?;
    let mut method = call.machine.reflected_method(member);
    let data = call.machine.program.method(method);
    let target = if data.is_static() {
        Ref::NULL
    } else {
        call.reference(1)
    };
    check_access(
        call,
        member,
        data.class,
        data.access_flags,
        target,
        FlagRead::Operation,
    )?;
    let mut arguments = Vec::new();
    if data.is_static() {
        call.initialized(data.class)?;
    } else {
        let receiver = call.object(1)?;
        let class = call.machine.heap.object(receiver).class;
        if !call.machine.program.is_subtype(class, data.class) {
            let message = wrong_receiver(call, class, data.class);
            return Err(exception("java/lang/IllegalArgumentException", message));
        }
        arguments.push(receiver.word());
        if !data.is_private() {
            method = call.machine.dispatch(receiver, method).unwrap_or(method);
        }
    }
    let after = After::Box(data.result);
    arguments.extend(adapt(call, data.id, call.reference(2))?);
    Err(Interruption::Invoke(Invocation {
        method,
        arguments,
        after,
    }))
}

/// `newInstance(arguments)`
fn new_instance(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.object(0)?;
    let method = call.machine.reflected_method(member);
    let program = call.machine.program;
    let data = program.method(method);
    let class = program.class(data.class);
    check_access(
        call,
        member,
        data.class,
        data.access_flags,
        Ref::NULL,
        FlagRead::Operation,
    )?;
    if class.access & 0x4000 != 0 {
        let message = "Cannot reflectively create enum objects";
        return Err(exception("java/lang/IllegalArgumentException", message));
    }
    if class.is_abstract() && super::serial::made_instead(call, member).is_none() {
        return Err(Interruption::ThrowNew(
            "java/lang/InstantiationException",
            None,
        ));
    }
    call.initialized(data.class)?;
    let adapted = adapt(call, method, call.reference(1))?;
    let made = super::serial::made_instead(call, member).unwrap_or(data.class);
    let object = call.machine.heap.new_object(made);
    let mut arguments = vec![object.word()];
    arguments.extend(adapted);
    let after = After::Construct(object);
    Err(Interruption::Invoke(Invocation {
        method,
        arguments,
        after,
    }))
}

/// The arguments in an `Object[]` as the method wants them.
fn adapt(call: &mut Call<'_, '_>, method: MethodId, array: Ref) -> Result<Vec<u64>, Interruption> {
    let descriptor = &call.machine.program.method(method).descriptor;
    let signature = Signature::parse(descriptor).expect("methods have descriptors");
    let length = if array.is_null() {
        0
    } else {
        call.machine.heap.object(array).length as usize
    };
    if length != signature.parameters.len() {
        let expected = signature.parameters.len();
        let message = format!("wrong number of arguments: {length} expected: {expected}");
        return Err(exception("java/lang/IllegalArgumentException", message));
    }
    call.copy_visibly(Span::new(array, 0, length), Span::NONE)?;
    let mut arguments = Vec::with_capacity(length);
    for (index, parameter) in signature.parameters.iter().enumerate() {
        let argument = call
            .machine
            .heap
            .object(array)
            .element(Kind::Reference, index);
        let kind = program::descriptor::kind_of(parameter).expect("parameters have kinds");
        let class = call.described(parameter)?;
        let word = call.machine.adapted(Ref::from_word(argument), kind, class);
        arguments.push(word.ok_or_else(|| {
            exception(
                "java/lang/IllegalArgumentException",
                "argument type mismatch",
            )
        })?);
    }
    Ok(arguments)
}
