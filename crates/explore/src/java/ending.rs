//! What is to be said of the end of a recorded run, beside what each thread waits for: where threads stand
//! with which locks, who waits for whom in a circle, and which notification came too early.

use machine::Machine;

use crate::java::describe::{SourcePlace, place_of, thread_name};
use crate::java::trace::{Blocked, Recorder};

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
    /// The innermost of these methods.
    pub method: String,
    /// The locks that it holds.
    pub holds: Vec<String>,
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
    let owners = recorder.locks.owners(machine, &mut recorder.namer);
    let mut sides = Vec::new();
    for number in 0..machine.threads().len() {
        if machine.threads()[number].has_ended() {
            continue;
        }
        let thread = thread_name(machine, number);
        let held = owners.iter().filter(|it| it.1.as_ref() == Some(&thread));
        let own = own_calls(machine, number);
        sides.push(Side {
            holds: held.map(|it| it.0.clone()).collect(),
            method: own.first().map_or(String::new(), method_of),
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

/// The threads that wait for each other in a circle, if some do: `a → b → a`.
pub fn circle(blocked: &[Blocked]) -> Option<String> {
    let next = |thread: &str| {
        let it = blocked.iter().find(|it| it.thread == thread)?;
        it.waits_for.as_deref()
    };
    for first in blocked {
        let mut way = vec![first.thread.as_str()];
        while let Some(to) = way.last().and_then(|it| next(it)) {
            if to == way[0] {
                way.push(to);
                return Some(way.join(" → "));
            }
            if way.contains(&to) {
                break;
            }
            way.push(to);
        }
    }
    None
}

/// Both sides of a race, and what to do about it.
pub fn race(what: &str, first: &Side, second: &Side) -> Vec<String> {
    let mut notes: Vec<String> = [first, second].into_iter().map(side).collect();
    let remedy = match (&first.holds[..], &second.holds[..]) {
        ([], []) => format!("hold the same lock at both accesses{}", instead(what)),
        ([], _) | (_, []) if first.method == second.method && is_field(what) => format!(
            "make {what} volatile: a test before the lock is taken (double-checked locking) needs \
             that; or test under the lock only"
        ),
        ([], [lock, ..]) => format!("{} needs {lock} for its access, too", first.thread),
        ([lock, ..], []) => format!("{} needs {lock} for its access, too", second.thread),
        _ => "the two hold different locks; hold one and the same at both accesses".to_owned(),
    };
    notes.push(format!("remedy: {remedy}"));
    notes
}

fn side(side: &Side) -> String {
    let held = match side.holds.is_empty() {
        true => "no lock".to_owned(),
        false => side.holds.join(", "),
    };
    let stack = match &side.stack[..] {
        [] => "in the library".to_owned(),
        [only] => format!("in {only}"),
        [first, others @ ..] => format!("in {first}, called by {}", others.join(", called by ")),
    };
    format!("{} holds {held}; {stack}", side.thread)
}

fn is_field(what: &str) -> bool {
    !what.contains([' ', '['])
}

/// What else may help than a lock.
fn instead(what: &str) -> String {
    match what {
        _ if is_field(what) => {
            format!(", or make {what} volatile if no write depends on what was read")
        }
        _ if what.contains('[') => ", or use an atomic array".to_owned(),
        _ => ", or use a class that is made for several threads".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(thread: &str, waits_for: Option<&str>) -> Blocked {
        Blocked {
            number: 0,
            thread: thread.to_owned(),
            reason: String::new(),
            waits_for: waits_for.map(str::to_owned),
            moves: false,
            holds: Vec::new(),
            place: SourcePlace::default(),
        }
    }

    #[test]
    fn a_circle_is_found_behind_others() {
        let stuck = [
            waits("main", Some("a")),
            waits("a", Some("b")),
            waits("b", Some("a")),
        ];
        assert_eq!(circle(&stuck).as_deref(), Some("a → b → a"));
        assert_eq!(circle(&stuck[..2]), None);
        assert_eq!(
            circle(&[waits("main", Some("main"))]).as_deref(),
            Some("main → main")
        );
    }

    #[test]
    fn remedies_fit_the_locks_held() {
        let side = |thread: &str, method: &str, holds: &[&str]| Side {
            thread: thread.to_owned(),
            method: method.to_owned(),
            stack: vec![format!("{method} (A.java:1)")],
            holds: holds.iter().map(|it| (*it).to_owned()).collect(),
        };
        let last = |what: &str, a: &Side, b: &Side| race(what, a, b).pop().unwrap();
        let (free, locked) = (side("a", "A.get", &[]), side("b", "A.get", &["A.lock"]));
        assert!(last("A.it", &free, &locked).contains("make A.it volatile"));
        let other = side("b", "A.set", &["A.lock"]);
        assert_eq!(
            last("A.it", &free, &other),
            "remedy: a needs A.lock for its access, too"
        );
        assert!(last("int[2]", &free, &free).contains("atomic array"));
        let third = side("c", "A.set", &["A.gate"]);
        assert!(last("A.it", &third, &other).contains("different locks"));
    }
}
