//! Natives of the classes that Heddle ships.

use super::java::lang::invoke::method_handle;
use super::registry::Natives;
use super::{Call, Interruption, Outcome};
use crate::operation::Operation;
use crate::value::int;

/// Every class with natives.
pub(crate) const CLASSES: &[(&str, Natives)] = &[
    ("heddle/Heddle", HEDDLE),
    ("heddle/runtime/Console", CONSOLE),
    ("heddle/runtime/Handles", method_handle::SUPPORT),
    (
        "heddle/runtime/Library",
        &[("unsupportedLocale", "*", unsupported_locale)],
    ),
];

const HEDDLE: Natives = &[("pick", "(II)I", pick), ("abandon", "()V", abandon)];

const CONSOLE: Natives = &[("print0", "(ZLjava/lang/String;)V", print)];

/// More values than this are no choice but a mistake.
const MAX_VALUES: i64 = 1000;

/// `pick(low, high)`, both included.
fn pick(call: &mut Call<'_, '_>) -> Outcome {
    let (low, high) = (call.int(0), call.int(1));
    let count = i64::from(high) - i64::from(low) + 1;
    if count > MAX_VALUES {
        return Err(Interruption::Unsupported(format!(
            "a choice of {count} values (at most {MAX_VALUES})"
        )));
    }
    if count <= 1 {
        return Ok(int(low));
    }
    call.visible(Operation::Choose(count as u16))?;
    Ok(int(low + i32::from(call.machine.variant)))
}

fn abandon(_: &mut Call<'_, '_>) -> Outcome {
    Err(Interruption::Prune)
}

/// `print0(error, text)`
fn print(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.object(1)?;
    if call.machine.options.observe_output {
        call.visible(Operation::Print)?;
    }
    let units = call.machine.heap.text(text);
    call.machine.output.extend(units);
    Ok(0)
}

fn unsupported_locale(_: &mut Call<'_, '_>) -> Outcome {
    Err(Interruption::Unsupported(
        "number formats of other languages than English".to_owned(),
    ))
}
