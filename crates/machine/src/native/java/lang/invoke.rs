//! `java.lang.invoke`: lookups, variable handles, and direct method handles.
//!
//! A handle is an object of the abstract class itself; what it stands for is packed into one of its
//! number fields, which no code of the JDK looks at as long as its other methods are ours.

use crate::native::{Call, Interruption, Outcome};

pub(crate) mod access;
pub(crate) mod call_site;
pub(crate) mod conversion;
pub(crate) mod found;
pub(crate) mod lookup;
pub(crate) mod method_handle;
pub(crate) mod var_handle;

/// A signature-polymorphic call.
pub(crate) fn polymorphic(call: &mut Call<'_, '_>, descriptor: &str) -> Outcome {
    let program = call.machine.program;
    let method = program.method(call.method);
    match &*program.class(method.class).name {
        "java/lang/invoke/VarHandle" => var_handle::access(call, &method.name, descriptor),
        "java/lang/invoke/MethodHandle" => method_handle::invoke(call, &method.name, descriptor),
        other => Err(Interruption::Unsupported(format!(
            "{}.{} is not supported",
            other.replace('/', "."),
            method.name
        ))),
    }
}
