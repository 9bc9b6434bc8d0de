//! Which calls may wait for ever.
//!
//! In: the outcomes of a scenario in sequence. Out: those in which a call waits that need not.
//!
//! A call that waits when it is made alone may do so among others. But that a call waits in *some*
//! sequence does not say that it may: there, too, a notification that is missing is missing, so
//! `take()` waits and `put(1)`, made later, wakes nobody. What tells is the object as the calls leave it
//! that have ended. So an outcome with calls that wait is judged by the sequences that are *late* for it:
//! the calls that had ended do so with the same results and in an order that keeps theirs, and only
//! then the others begin. They are made on the object as it is, have missed nothing, and nobody has to wake them.
//!
//! - If in a late sequence all of them wait, too, the outcome is right: this sequence is a
//!   linearization of the calls that have ended, after which the others are blocked. (Where several orders
//!   give the same results, one of them is enough: nobody but the object knows which it was.)
//! - If there are late sequences, and in each of them some of the calls end, then the object lets a call
//!   through and the call does not know it: it was not woken, or not the right one was. The outcome
//!   is not allowed.
//! - If there is no late sequence, the calls that have ended depend upon those that wait: a rendezvous, a count of
//!   those who wait, a place in a queue. Then any sequence with these results will do, as it is one in
//!   which the object has nothing left to do.
//!
//! A late sequence is itself late, so what it allows stays allowed, and something always does: each
//! sequence that rejects an outcome has more calls that end, or is late for itself. The rule supposes
//! that a call that waits and has changed nothing for those that ended is as good as one that begins
//! when they have ended. A class breaks that only if a call remembers when it began, is passed
//! over for that, and never shows it by a result.
//!
//! **Leaks.** A call that ends and keeps a lock makes others wait in sequence as well, which is right for a
//! class that offers locks. It is a leak if three things come together: a call that ends when it is made
//! first waits after one that has *ended* (a [`Suspect`]); no call of the class that the same thread makes
//! in between lets it go (with `unlock()`, it would); and either the first one has thrown an
//! exception, so that its caller has got nothing, or the lock has an owner that has ended (which only a run
//! shows) and the call has returned nothing that might be the key to it.

use super::scenario::Scenario;
use super::sequence::{Outcome, WAITS, is_open};

/// What a call is said to do that waits for something that leaked: it comes out of no call.
pub const LEAKED: &str = "must not wait";

/// The outcome by threads: for each call, what came out of it and how many calls had ended before.
struct Log<'a> {
    threads: Vec<Vec<(&'a str, u32)>>,
}

impl<'a> Log<'a> {
    fn of(outcome: &'a Outcome, scenario: &Scenario) -> Option<Log<'a>> {
        let ended = outcome.ended_before.split_terminator('.');
        let ended: Vec<u32> = ended.map(|it| it.parse().unwrap_or(0)).collect();
        let mut rest = outcome.results.iter().map(String::as_str).zip(ended);
        let threads = scenario.threads.iter().map(|calls| {
            let calls: Vec<(&str, u32)> = rest.by_ref().take(calls.len()).collect();
            calls
        });
        let threads: Vec<Vec<(&str, u32)>> = threads.collect();
        let is_whole = threads
            .iter()
            .zip(&scenario.threads)
            .all(|(log, calls)| log.len() == calls.len());
        is_whole.then_some(Log { threads })
    }

    /// How many calls of a thread have ended.
    fn ended(&self, thread: usize) -> usize {
        let calls = self.threads[thread].iter();
        calls.take_while(|it| !is_open(it.0)).count()
    }

    fn is_alone(&self, order: &str, thread: usize, number: usize) -> bool {
        let begun: Vec<usize> = order.bytes().map(|it| usize::from(it - b'A')).collect();
        let mut own = (0..begun.len()).filter(|it| begun[*it] == thread);
        let Some(place) = own.nth(number) else {
            return false;
        };
        let begun_before = |place: usize, of: usize| {
            let before = begun[..place].iter();
            before.filter(|it| **it == of).count()
        };
        let (_, ended) = self.threads[thread][number];
        let mut others = (0..self.threads.len()).filter(|it| *it != thread);
        others.all(|of| count(ended, of) == begun_before(place, of))
            && (place + 1..begun.len()).all(|later| {
                let of = begun[later];
                let (_, ended) = self.threads[of][begun_before(later, of)];
                of == thread || count(ended, thread) > number
            })
    }

    fn waits(&self) -> bool {
        self.threads.iter().flatten().any(|it| it.0 == WAITS)
    }

    /// Whether this is late for another outcome.
    fn is_late_for(&self, other: &Log<'_>) -> bool {
        let threads = self.threads.iter().zip(&other.threads).enumerate();
        threads.into_iter().all(|(thread, (own, others))| {
            let ended = other.ended(thread);
            let keeps = own[..ended]
                .iter()
                .zip(&others[..ended])
                .all(|(own, other)| own.0 == other.0 && covers(own.1, other.1));
            let begins_last = own.get(ended).is_none_or(|it| {
                (0..other.threads.len())
                    .filter(|it| *it != thread)
                    .all(|of| count(it.1, of) >= other.ended(of))
            });
            keeps && begins_last
        })
    }
}

/// How many calls of a thread had ended, as a driver writes it: four bits for each.
fn count(ended: u32, thread: usize) -> usize {
    (ended >> (4 * thread) & 15) as usize
}

fn covers(ended: u32, other: u32) -> bool {
    (0..8).all(|thread| count(ended, thread) >= count(other, thread))
}

/// Whether calls wait in this outcome, among all of the scenario in sequence, that need not.
pub(super) fn is_missed(outcome: &Outcome, all: &[&Outcome], scenario: &Scenario) -> bool {
    let Some(log) = Log::of(outcome, scenario).filter(Log::waits) else {
        return false;
    };
    let is_late = |it: &&Outcome| Log::of(it, scenario).is_some_and(|it| it.is_late_for(&log));
    !log.is_late_for(&log) && all.iter().any(is_late)
}

/// Whether nothing overlaps a call: those begun before it had ended, and it had when others began. For
/// one of the last calls it is whether that is so for all of the threads.
pub(super) fn is_alone(outcome: &Outcome, call: usize, scenario: &Scenario) -> bool {
    let Some(log) = Log::of(outcome, scenario) else {
        return false;
    };
    let threads = scenario.threads.iter().enumerate();
    let mut calls =
        threads.flat_map(|(thread, calls)| (0..calls.len()).map(move |it| (thread, it)));
    match calls.clone().nth(call) {
        Some((thread, number)) => log.is_alone(&outcome.order, thread, number),
        None => calls.all(|(thread, number)| log.is_alone(&outcome.order, thread, number)),
    }
}

/// A call that has ended, after which another waits that would not otherwise.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Suspect {
    /// The thread of the call that ends.
    pub holder: usize,
    /// What comes out of it.
    pub result: String,
}

impl Suspect {
    /// Suspects among two threads with a call each.
    pub fn all(scenario: &Scenario, outcomes: &[Outcome]) -> Vec<Suspect> {
        if scenario.threads.len() != 2 || scenario.threads.iter().any(|it| it.len() != 1) {
            return Vec::new();
        }
        let logs = outcomes.iter().filter_map(|it| Log::of(it, scenario));
        let logs: Vec<Log<'_>> = logs.collect();
        let mut all = Vec::new();
        for holder in 0..2 {
            let other = 1 - holder;
            // Made first, the other call ends.
            let ends_first = |it: &Log<'_>| {
                let (result, before) = it.threads[other][0];
                !is_open(result) && before == 0 && count(it.threads[holder][0].1, other) == 1
            };
            if !logs.iter().any(ends_first) {
                continue;
            }
            for log in &logs {
                let (result, _) = log.threads[holder][0];
                let (waits, before) = log.threads[other][0];
                let suspect = Suspect {
                    holder,
                    result: result.to_owned(),
                };
                let is_after = waits == WAITS && count(before, holder) == 1;
                if is_after && suspect.is_keyless() && !all.contains(&suspect) {
                    all.push(suspect);
                }
            }
        }
        all
    }

    /// Whether the call has thrown: then no lock is kept on purpose.
    pub fn has_thrown(&self) -> bool {
        self.result.starts_with("throws ")
    }

    /// Whether the caller has got nothing with which he might give back what is held.
    fn is_keyless(&self) -> bool {
        let plain = ["done", "null", "true", "false"];
        self.has_thrown() || plain.contains(&self.result.as_str())
    }

    /// Scenarios in which the holder makes one call more, any of these.
    pub fn releases(&self, scenario: &Scenario, calls: &[usize]) -> Vec<Scenario> {
        let longer = calls.iter().map(|call| {
            let mut threads = scenario.threads.clone();
            threads[self.holder].push(*call);
            Scenario {
                before: scenario.before.clone(),
                threads,
                ..Scenario::default()
            }
        });
        longer.collect()
    }

    /// Whether the call more lets the other one go, or nobody knows.
    pub fn is_released(&self, longer: &Scenario, outcomes: &[Outcome]) -> bool {
        let logs = outcomes.iter().filter_map(|it| Log::of(it, longer));
        let after = logs.filter(|it| {
            let (result, _) = it.threads[self.holder][0];
            let (_, before) = it.threads[1 - self.holder][0];
            result == self.result && count(before, self.holder) >= 1
        });
        let after: Vec<bool> = after
            .map(|it| !is_open(it.threads[1 - self.holder][0].0))
            .collect();
        after.is_empty() || after.contains(&true)
    }

    /// The outcome with what must not be in it, if it is one of those that the leak is to blame for.
    pub(super) fn blamed(&self, outcome: &Outcome, scenario: &Scenario) -> Option<Outcome> {
        let log = Log::of(outcome, scenario)?;
        let other = 1 - self.holder;
        let is_it =
            log.threads[self.holder][0].0 == self.result && log.threads[other][0].0 == WAITS;
        is_it.then(|| {
            let mut outcome = outcome.clone();
            // Each thread makes one call.
            LEAKED.clone_into(&mut outcome.results[other]);
            outcome
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::sequence::Sequences;
    use super::*;

    fn pair() -> Scenario {
        Scenario {
            threads: vec![vec![0], vec![1]],
            ..Scenario::default()
        }
    }

    fn outcome(order: &str, ended_before: &str, results: &[&str]) -> Outcome {
        Outcome {
            order: order.to_owned(),
            ended_before: ended_before.to_owned(),
            results: results.iter().map(|it| (*it).to_owned()).collect(),
        }
    }

    fn allowed(scenario: &Scenario, outcomes: Vec<Outcome>) -> Vec<String> {
        let all = Sequences {
            outcomes,
            ..Sequences::default()
        };
        all.allowed(scenario)
    }

    #[test]
    fn who_missed_a_notification_need_not_wait() {
        // take() | put(1) without notify()
        let early = outcome("AB", "0.0.", &["waits", "done"]);
        let late = outcome("BA", "16.0.", &["1", "done"]);
        assert_eq!(allowed(&pair(), vec![early, late]), ["16.0.|1;done;"]);
    }

    #[test]
    fn who_waits_also_when_all_is_done_may() {
        // await() | signal(), which nobody remembers
        let early = outcome("AB", "0.0.", &["1", "done"]);
        let late = outcome("BA", "16.0.", &["waits", "done"]);
        assert_eq!(allowed(&pair(), vec![early, late]).len(), 2);
        // lock() | lock()
        let first = outcome("AB", "0.1.", &["done", "waits"]);
        let second = outcome("BA", "16.0.", &["waits", "done"]);
        assert_eq!(allowed(&pair(), vec![first, second]).len(), 2);
        // await() | waiting() = 1: no late sequence gives that
        let early = outcome("AB", "0.0.", &["waits", "1"]);
        let late = outcome("BA", "16.0.", &["waits", "0"]);
        assert_eq!(allowed(&pair(), vec![early, late]).len(), 2);
    }

    #[test]
    fn one_order_with_the_same_results_is_enough() {
        // open() | close() | await(): who opened and closed last is not told
        let scenario = Scenario {
            threads: vec![vec![0], vec![1], vec![2]],
            ..Scenario::default()
        };
        let passes = outcome("BAC", "16.0.17.", &["done", "done", "done"]);
        let waits = outcome("ABC", "0.1.17.", &["done", "done", "waits"]);
        let early = outcome("CAB", "0.1.0.", &["done", "done", "waits"]);
        let all = vec![passes.clone(), waits, early.clone()];
        let texts = allowed(&scenario, all);
        assert!(texts.contains(&"0.1.17.|done;done;waits;".to_owned()));
        // In the order in which they were made, it may pass.
        let only = outcome("ABC", "0.1.17.", &["done", "done", "done"]);
        assert_eq!(allowed(&scenario, vec![passes, only, early]).len(), 2);
    }

    #[test]
    fn a_fault_is_explained_if_nothing_overlaps_its_call() {
        let scenario = Scenario {
            threads: vec![vec![0], vec![1], vec![2]],
            ..Scenario::default()
        };
        let fault = "throws java.lang.NullPointerException";
        let overlapping = outcome("ABC", "0.0.0.", &["waits", "waits", fault]);
        assert!(allowed(&scenario, vec![overlapping.clone()]).is_empty());
        let alone = outcome("CAB", "256.256.0.", &["waits", "waits", fault]);
        let texts = allowed(&scenario, vec![overlapping, alone]);
        assert_eq!(texts, [format!("256.256.0.|waits;waits;{fault};")]);
    }

    #[test]
    fn an_exception_that_keeps_a_lock_is_a_suspect() {
        let thrown = "throws java.lang.IllegalStateException";
        let outcomes = [
            outcome("AB", "0.1.", &[thrown, "waits"]),
            outcome("BA", "16.0.", &[thrown, "null"]),
        ];
        let suspects = Suspect::all(&pair(), &outcomes);
        let [suspect] = &suspects[..] else {
            panic!("{suspects:?}");
        };
        assert!(suspect.holder == 0 && suspect.has_thrown());
        let longer = suspect.releases(&pair(), &[2]);
        assert_eq!(longer[0].to_string(), "/0,2/1");
        let stays = outcome("ABA", "0.0.1.", &[thrown, "done", "waits"]);
        assert!(!suspect.is_released(&longer[0], std::slice::from_ref(&stays)));
        let goes = outcome("ABA", "0.0.1.", &[thrown, "done", "null"]);
        assert!(suspect.is_released(&longer[0], &[stays, goes]));
        assert!(suspect.is_released(&longer[0], &[]));
        let all = Sequences {
            outcomes: outcomes.to_vec(),
            leak: Some(suspect.clone()),
            ..Sequences::default()
        };
        let texts = all.allowed(&pair());
        assert_eq!(texts[0], format!("0.1.|{thrown};{LEAKED};"));
        assert_eq!(texts[1], format!("16.0.|{thrown};null;"));
    }

    #[test]
    fn who_has_got_a_key_is_no_suspect() {
        let with = |result: &str| {
            let outcomes = [
                outcome("AB", "0.1.", &[result, "waits"]),
                outcome("BA", "16.0.", &["waits", result]),
            ];
            Suspect::all(&pair(), &outcomes).len()
        };
        assert_eq!((with("Lease#2"), with("7"), with("done")), (0, 0, 2));
    }
}
