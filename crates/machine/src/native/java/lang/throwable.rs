//! `java.lang.Throwable` and `StackTraceElement`.

use program::MethodId;

use crate::native::registry::Natives;
use crate::native::{Call, Interruption, Outcome};
use crate::value::{Ref, int};

pub(crate) const THROWABLE: Natives = &[(
    "fillInStackTrace",
    "(I)Ljava/lang/Throwable;",
    fill_in_stack_trace,
)];

pub(crate) const STACK_TRACE_ELEMENT: Natives = &[
    (
        "of",
        "(Ljava/lang/Throwable;I)[Ljava/lang/StackTraceElement;",
        of_throwable,
    ),
    (
        "of",
        "(Ljava/lang/Object;I)[Ljava/lang/StackTraceElement;",
        of_backtrace,
    ),
    ("of", "*", of_elements),
    ("getFileName", "*", shown),
    ("getLineNumber", "*", shown),
    ("getModuleName", "*", shown),
    ("getModuleVersion", "*", shown),
    ("getClassLoaderName", "*", shown),
    ("getClassName", "*", shown),
    ("getMethodName", "*", shown),
    ("isNativeMethod", "*", shown),
    ("toString", "*", shown),
    ("equals", "*", shown),
    ("hashCode", "*", shown),
];

/// The bit of `StackTraceElement.format` that says that nobody may look at the element.
const HIDDEN: u64 = 1 << 6;

fn fill_in_stack_trace(call: &mut Call<'_, '_>) -> Outcome {
    let throwable = call.object(0)?;
    call.machine.fill_in_stack_trace(call.thread, throwable);
    Ok(throwable.word())
}

fn of_throwable(call: &mut Call<'_, '_>) -> Outcome {
    let throwable = call.object(0)?;
    let slot = call.slot("java/lang/Throwable", "backtrace");
    let backtrace = call.machine.heap.reference(throwable, slot);
    elements(call, backtrace)
}

fn of_backtrace(call: &mut Call<'_, '_>) -> Outcome {
    let backtrace = call.reference(0);
    elements(call, backtrace)
}

/// `of(elements)`: they are complete.
fn of_elements(call: &mut Call<'_, '_>) -> Outcome {
    Ok(call.arguments[0])
}

/// The element is one of a stack that can't be told exactly.
pub(crate) fn hide(call: &mut Call<'_, '_>, element: Ref) {
    let slot = call.slot("java/lang/StackTraceElement", "format");
    let format = call.machine.heap.object(element).data[slot];
    call.machine.heap.set_word(element, slot, format | HIDDEN);
}

/// Somebody looks at an element: its own code, if that can be told.
fn shown(call: &mut Call<'_, '_>) -> Outcome {
    let element = call.object(0)?;
    let slot = call.slot("java/lang/StackTraceElement", "format");
    if call.machine.heap.object(element).data[slot] & HIDDEN != 0 {
        let reason = "the stack of another thread: that may be anywhere between two operations";
        return Err(Interruption::Unsupported(reason.to_owned()));
    }
    Err(Interruption::Original)
}

fn elements(call: &mut Call<'_, '_>, backtrace: Ref) -> Outcome {
    let frames = call.machine.frames_in(backtrace);
    let elements: Vec<Ref> = frames
        .into_iter()
        .map(|(method, pc)| element(call, method, pc))
        .collect();
    call.new_array_of("java/lang/StackTraceElement", &elements)
}

/// One element, as the JVM would make it.
pub(crate) fn element(call: &mut Call<'_, '_>, method: MethodId, pc: u32) -> Ref {
    let program = call.machine.program;
    let data = program.method(method);
    let class = program.class(data.class);
    let line = match data.code {
        program::MethodCode::Native => -2,
        _ => program.body(method).line(pc).map_or(-1, |line| line as i32),
    };
    let name = "java/lang/StackTraceElement";
    let id = call.machine.library_class(name);
    let element = call.machine.heap.new_object(id);
    let class_name = class.name.replace('/', ".");
    let mut texts = vec![
        ("declaringClass", class_name),
        ("methodName", data.name.to_string()),
    ];
    if let Some(file) = &class.source_file {
        texts.push(("fileName", file.to_string()));
    }
    let format = if class.is_library {
        texts.push(("moduleName", "java.base".to_owned()));
        3
    } else {
        texts.push(("classLoaderName", "app".to_owned()));
        1
    };
    for (field, text) in texts {
        let string = call.constant(&text);
        let slot = call.slot(name, field);
        call.machine
            .heap
            .set_reference(element, slot, Ref::from_word(string));
    }
    let slot = call.slot(name, "lineNumber");
    call.machine.heap.set_word(element, slot, int(line));
    let slot = call.slot(name, "format");
    call.machine.heap.set_word(element, slot, format);
    element
}
