//! What is to be said of the end of a recorded run, beside what each thread waits for: where threads stand
//! by which calls, and which notification came too early.

use machine::Machine;

use crate::java::describe::{SourcePlace, place_of, thread_name};
use crate::java::trace::Recorder;

/// The end of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The threads that have not ended.
    pub sides: Vec<Side>,
    /// The notification that a thread waits for in vain, since it came before.
    pub lost: Option<Lost>,
}

/// Where a thread stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub thread: String,
    /// Its calls of the program's own code, innermost first, as `Class.method (File.java:12)`.
    pub stack: Vec<String>,
}

/// A notification that came too early.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Who notified, where, and who waits.
    pub told: String,
    /// Where that was.
    pub place: SourcePlace,
}

/// How things stand at the end of what was recorded.
pub(crate) fn of(machine: &mut Machine<'_>, recorder: &mut Recorder) -> Ending {
    let mut sides = Vec::new();
    for number in 0..machine.threads().len() {
        if machine.threads()[number].has_ended() {
            continue;
        }
        let thread = thread_name(machine, number);
        let own = own_calls(machine, number);
        sides.push(Side {
            stack: own.iter().map(told).collect(),
            thread,
        });
    }
    let lost = recorder.notifications.lost(machine).cloned();
    let lost = lost.map(|(waiter, unheard)| {
        let waiter_place = place_of(machine, waiter);
        let waiter = thread_name(machine, waiter);
        let notifier = thread_name(machine, unheard.thread);
        let place = unheard.place;
        Lost {
            told: format!(
                "{notifier} notified at {place}, when nobody waited; {waiter} began to wait at \
                 {waiter_place} after that"
            ),
            place,
        }
    });
    Ending { sides, lost }
}

/// The calls of a thread in the program's own code, innermost first.
fn own_calls(machine: &Machine<'_>, thread: usize) -> Vec<SourcePlace> {
    let frames = machine.threads()[thread].frames.iter().rev();
    let frames = frames.filter(|it| machine.has_method(it.method));
    let places = frames.map(|it| crate::java::describe::source_place(machine, it.method, it.pc));
    places.filter(|it| !it.is_library).collect()
}

fn method_of(place: &SourcePlace) -> String {
    format!("{}.{}", place.class, place.method)
}

fn told(place: &SourcePlace) -> String {
    format!("{} ({place})", method_of(place))
}

/// Calls that are told of a thread, at most.
const MOST_CALLS: usize = 5;

/// How a thread came to where it is, if that took more than one call of the program's own.
pub fn calls(side: &Side) -> Option<String> {
    let [first, others @ ..] = &side.stack[..] else {
        return None;
    };
    if others.is_empty() {
        return None;
    }
    let told = others.iter().take(MOST_CALLS);
    let told: String = told.map(|it| format!(", called by {it}")).collect();
    Some(format!("{} is in {first}{told}", side.thread))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_where_there_are_several() {
        let side = |stack: &[&str]| Side {
            thread: "a".to_owned(),
            stack: stack.iter().map(|it| (*it).to_owned()).collect(),
        };
        assert_eq!(calls(&side(&["A.get (A.java:1)"])), None);
        assert_eq!(
            calls(&side(&["A.get (A.java:1)", "A.run (A.java:9)"])).as_deref(),
            Some("a is in A.get (A.java:1), called by A.run (A.java:9)")
        );
    }
}
