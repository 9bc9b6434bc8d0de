//! Exceptions that nothing caught, assertions that failed, and threads that run for ever.

use machine::{Machine, Ref};
use property::{FindingKind, Selection};

use crate::java::describe::{SourcePlace, place_of, stack_of, thread_name};
use crate::java::trace::Blocked;
use crate::system::{About, Finding};

/// What is added where a handler throws the exception.
pub const IGNORED: &str =
    "; it was thrown by a handler of uncaught exceptions, and the JVM drops it without a word";

/// What drivers throw where concurrent calls have results that no sequence of them has.
const NOT_LINEARIZABLE: &str = "heddle.Driver$NotLinearizable";

/// What an uncaught exception amounts to.
///
/// Misused monitors and threads are exceptions like any other. They have kinds of their own for
/// those who ask for them and not for exceptions at large.
pub fn finding(
    machine: &mut Machine<'_>,
    watched: Selection,
    thread: usize,
    exception: Ref,
) -> Finding {
    let class = machine.heap().object(exception).class;
    let name = machine.program().class(class).name.replace('/', ".");
    let kind = match name.as_str() {
        NOT_LINEARIZABLE => FindingKind::Linearizable,
        _ if is_assertion(machine, class) => FindingKind::Assertion,
        _ if watched.has(FindingKind::Exception) => FindingKind::Exception,
        "java.lang.IllegalMonitorStateException" => FindingKind::IllegalMonitor,
        "java.lang.IllegalThreadStateException" => FindingKind::IllegalThreadState,
        _ => FindingKind::Exception,
    };
    let mut what = machine.describe_throwable(exception);
    let mut about = About::default();
    about.class(machine, class);
    let at = match stack_of(machine, exception).first() {
        None => String::new(),
        Some(at) if !at.is_library => {
            about.place(at);
            format!(" at {at}")
        }
        // The library wraps what tasks throw; the message tells where that was.
        Some(at) => match own_cause(machine, exception) {
            Some(cause) => {
                about.place(&cause);
                String::new()
            }
            None => {
                about.place(at);
                format!(" at {at}")
            }
        },
    };
    let thread = thread_name(machine, thread);
    let message = match kind {
        FindingKind::Assertion => format!("assertion failed in {thread}{at}: {what}"),
        // The driver has worked out what to say.
        FindingKind::Linearizable => what.split_off(what.find(": ").map_or(0, |end| end + 2)),
        _ => format!("uncaught exception in {thread}{at}: {what}"),
    };
    Finding {
        kind,
        message,
        threads: vec![thread],
        about,
    }
}

/// The place in the program's own code where the first of an exception's causes that has one was made.
fn own_cause(machine: &mut Machine<'_>, exception: Ref) -> Option<SourcePlace> {
    let mut seen = vec![exception];
    loop {
        let cause = machine.cause_of(*seen.last()?)?;
        if seen.contains(&cause) {
            return None;
        }
        seen.push(cause);
        let mut stack = stack_of(machine, cause).into_iter();
        if let Some(place) = stack.next().filter(|it| !it.is_library) {
            return Some(place);
        }
    }
}

/// Test frameworks have assertion errors of their own.
fn is_assertion(machine: &Machine<'_>, class: program::ClassId) -> bool {
    let error = machine.program().loaded("java/lang/AssertionError");
    error.is_some_and(|error| machine.program().is_subtype(class, error))
}

/// A thread that goes round a loop for ever and changes nothing.
pub fn endless(machine: &mut Machine<'_>, thread: usize) -> Finding {
    let place = place_of(machine, thread);
    let mut about = About::default();
    about.place(&place);
    let thread = thread_name(machine, thread);
    Finding {
        kind: FindingKind::NonTermination,
        message: format!("{thread} runs for ever in a loop at {place} that changes nothing"),
        threads: vec![thread],
        about,
    }
}

/// Threads that go round for ever, look at what never changes, and change nothing.
pub(crate) fn going_round(threads: &[Blocked]) -> Finding {
    let places: Vec<String> = threads
        .iter()
        .map(|it| format!("{} at {}", it.thread, it.place))
        .collect();
    let mut about = About::default();
    threads.iter().for_each(|it| about.place(&it.place));
    Finding {
        about,
        kind: FindingKind::NonTermination,
        message: format!(
            "goes round for ever and changes nothing: {}",
            places.join("; ")
        ),
        threads: threads.iter().map(|it| it.thread.clone()).collect(),
    }
}
