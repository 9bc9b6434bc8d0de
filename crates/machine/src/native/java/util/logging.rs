//! `java.util.logging`
//!
//! The JDK numbers the records of all logs: each is a write to one counter, and a loop that logs never
//! comes back to a state that it was in. So records get numbers only if the program may ask for them,
//! which is known from what its classes mention.

use crate::native::{Call, Interruption, Outcome};
use crate::value::boolean;

/// What a program mentions that shows the numbers of records.
const SHOW_NUMBERS: &[&str] = &[
    "getSequenceNumber",
    "java/util/logging/XMLFormatter",
    "java/io/ObjectOutputStream",
];

fn are_numbered(call: &Call<'_, '_>) -> bool {
    let texts = &call.machine.known.texts;
    SHOW_NUMBERS.iter().any(|text| texts.contains(*text))
}

/// `new LogRecord(level, message)`
pub(crate) fn new_record(call: &mut Call<'_, '_>) -> Outcome {
    if are_numbered(call) {
        return Err(Interruption::Original);
    }
    let arguments = call.arguments.to_vec();
    call.go_on_in("heddle/runtime/Library", "logRecord", arguments)
}

/// `LogRecord.getSequenceNumber()`
pub(crate) fn sequence_number(call: &mut Call<'_, '_>) -> Outcome {
    if are_numbered(call) {
        return Err(Interruption::Original);
    }
    let reason = "numbers of log records in classes that the program does not mention by name";
    Err(Interruption::Unsupported(reason.to_owned()))
}

/// `hasOthers0()`: whether the program uses this package itself.
pub(crate) fn is_mentioned(call: &mut Call<'_, '_>) -> Outcome {
    let mut texts = call.machine.known.texts.iter();
    let mentioned = texts
        .any(|text| text.contains("java/util/logging/") || text.starts_with("java.util.logging."));
    Ok(boolean(mentioned))
}
