//! What comes out of calls that are made one after the other.
//!
//! In: messages of `heddle.Driver$Outcome`, one for each run of a driver in sequence. Out:
//! [`Sequences`], all outcomes of a scenario: what concurrent calls may give, too.
//!
//! In sequence a call begins when the last one has ended or waits. So calls that need each other (a
//! rendezvous, a barrier) have outcomes in sequence as well, in which they overlap; and where a call
//! waits in the end, that is an outcome, and no alarm if it does so concurrently with the same results
//! of the others, unless it need not ([`super::waiting`]). An outcome is allowed if some sequence has the same results and each call that had
//! ended before another began had done so in that sequence, too. For calls that don't wait that is
//! linearizability (Herlihy and Wing 1990): a sequence is a total order, and it has to extend the
//! order of calls that did not overlap.
//!
//! There is one exception to that. A call that waits for a time gives way to others in sequence, and may
//! then fail because of them: it divides by what they set to 0. Exceptions that the virtual machine
//! throws by itself ([`FAULTS`]) are no part of what calls agree upon, so an outcome with one of them
//! counts only if the call throws it in an outcome in which no other overlaps it, too.

use super::scenario::Scenario;
use super::waiting::{self, Suspect};

/// What stands before an outcome in a message.
const MARK: &str = "heddle.Driver$Outcome: ";

/// What comes out of a call that waits.
pub(super) const WAITS: &str = "waits";

/// What comes out of a call that is behind one that waits.
const NOT_MADE: &str = "not made";

/// Exceptions by which nobody tells a caller anything.
const FAULTS: [&str; 8] = [
    "throws java.lang.ArithmeticException",
    "throws java.lang.ArrayIndexOutOfBoundsException",
    "throws java.lang.ArrayStoreException",
    "throws java.lang.ClassCastException",
    "throws java.lang.NegativeArraySizeException",
    "throws java.lang.NullPointerException",
    "throws java.lang.StringIndexOutOfBoundsException",
    "throws java.util.ConcurrentModificationException",
];

/// An outcome of one sequence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// The threads in the order of their calls, as `AAB`.
    pub order: String,
    /// For each call, how many calls of each thread had ended before it, as the driver writes it.
    pub ended_before: String,
    /// What came out of each call.
    pub results: Vec<String>,
}

impl Outcome {
    /// The calls that fail, with how.
    fn faults(&self) -> impl Iterator<Item = (usize, &str)> {
        let results = self.results.iter().map(String::as_str).enumerate();
        results.filter(|(_, it)| FAULTS.contains(it))
    }
}

/// All outcomes of a scenario in sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequences {
    /// The outcomes.
    pub outcomes: Vec<Outcome>,
    /// The exception that calls before the threads throw, if they do.
    pub failed_before: Option<String>,
    /// Whether some run came to no outcome: the main thread waits, or the search was cut.
    pub is_cut: bool,
    /// Whether there may be outcomes besides.
    pub is_partial: bool,
    /// A call that keeps what another waits for, if that is no way to end.
    pub leak: Option<Suspect>,
}

impl Sequences {
    /// The outcomes as arguments of a driver.
    pub fn allowed(&self, scenario: &Scenario) -> Vec<String> {
        let explained: Vec<(usize, &str)> = self
            .outcomes
            .iter()
            .flat_map(|it| {
                let faults = it.faults();
                faults.filter(|fault| waiting::is_alone(it, fault.0, scenario))
            })
            .collect();
        let counts = |it: &&Outcome| it.faults().all(|fault| explained.contains(&fault));
        let counted: Vec<&Outcome> = self.outcomes.iter().filter(counts).collect();
        let right = counted
            .iter()
            .filter(|it| !waiting::is_missed(it, &counted, scenario));
        let text = |it: &Outcome| format!("{}|{};", it.ended_before, it.results.join(";"));
        let mut allowed: Vec<String> = right
            .map(|it| {
                let leak = self.leak.as_ref();
                let blamed = leak.and_then(|leak| leak.blamed(it, scenario));
                text(blamed.as_ref().unwrap_or(it))
            })
            .collect();
        allowed.sort_unstable();
        allowed.dedup();
        allowed
    }

    /// Whether a call waits for ever in some sequence.
    pub fn may_wait(&self) -> bool {
        let results = self.outcomes.iter().flat_map(|it| &it.results);
        results.into_iter().any(|it| it == WAITS)
    }

    /// Whether a call runs for ever in some sequence: there are fewer outcomes than orders, and none
    /// waits.
    pub fn diverges(&self, scenario: &Scenario) -> bool {
        let mut orders: Vec<&str> = self.outcomes.iter().map(|it| it.order.as_str()).collect();
        orders.sort_unstable();
        orders.dedup();
        !self.may_wait() && (orders.len() as u64) < scenario.sequences()
    }

    /// What comes out of one call, if that is always the same.
    pub fn only_result(&self, index: usize) -> Option<&str> {
        let mut results = self.outcomes.iter().map(|it| it.results.get(index));
        let first = results.next()??;
        results
            .all(|it| it == Some(first))
            .then_some(first.as_str())
    }

    /// The exceptions that come out of calls, with the position of each.
    pub fn exceptions(&self) -> impl Iterator<Item = (usize, &str)> {
        let results = self
            .outcomes
            .iter()
            .flat_map(|it| it.results.iter().enumerate());
        results.filter_map(|(index, it)| Some((index, it.strip_prefix("throws ")?)))
    }
}

/// Whether this is the result of a call that did not come to its end.
pub fn is_open(result: &str) -> bool {
    result == WAITS || result == NOT_MADE
}

/// Puts the outcomes in these messages to their scenarios, of which there are so many.
pub fn collect<'a>(messages: impl Iterator<Item = &'a str>, scenarios: usize) -> Vec<Sequences> {
    let mut all = vec![Sequences::default(); scenarios];
    for message in messages {
        let Some((index, outcome)) = parse(message) else {
            continue;
        };
        let Some(sequences) = all.get_mut(index) else {
            continue;
        };
        match outcome {
            Ok(outcome) => sequences.outcomes.push(outcome),
            Err(exception) => sequences.failed_before = Some(exception),
        }
    }
    for sequences in &mut all {
        sequences.outcomes.sort_unstable();
        sequences.outcomes.dedup();
    }
    all
}

/// The number of a scenario, from 0, and its outcome or the exception before it.
fn parse(message: &str) -> Option<(usize, Result<Outcome, String>)> {
    let at = message.find(MARK)?;
    let (number, rest) = message[at + MARK.len()..].split_once(' ')?;
    let index = number.parse::<usize>().ok()?.checked_sub(1)?;
    let (order, rest) = rest.split_once('|')?;
    if let Some(exception) = rest.strip_prefix("before: throws ") {
        return Some((index, Err(exception.to_owned())));
    }
    let (ended_before, results) = rest.split_once('|')?;
    let results = results.strip_suffix(';').unwrap_or(results);
    let outcome = Outcome {
        order: order.to_owned(),
        ended_before: ended_before.to_owned(),
        results: results.split(';').map(str::to_owned).collect(),
    };
    Some((index, Ok(outcome)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair() -> Scenario {
        Scenario {
            threads: vec![vec![0], vec![1]],
            ..Scenario::default()
        }
    }

    #[test]
    fn outcomes_are_read() {
        let messages = [
            "uncaught exception in main at D.java:1: heddle.Driver$Outcome: 2 AB|0.1.|done;1;0;",
            "uncaught exception in main at D.java:1: heddle.Driver$Outcome: 2 BA|16.0.|done;waits;",
            "heddle.Driver$Outcome: 1 |before: throws java.lang.Error",
            "something else",
        ];
        let all = collect(messages.into_iter(), 2);
        assert_eq!(all[0].failed_before.as_deref(), Some("java.lang.Error"));
        assert_eq!(
            all[1].allowed(&pair()),
            ["0.1.|done;1;0;", "16.0.|done;waits;"]
        );
        assert!(all[1].may_wait());
        assert_eq!(all[1].only_result(0), Some("done"));
        assert_eq!(all[1].only_result(1), None);
    }

    #[test]
    fn a_fault_while_a_call_waits_is_not_explained() {
        let fault = "throws java.lang.ArithmeticException";
        let messages = [
            format!("{MARK}1 AB|0.0.|{fault};done;"),
            format!("{MARK}1 AB|0.1.|10;done;"),
            format!("{MARK}1 BA|16.0.|0;done;"),
        ];
        let found = collect(messages.iter().map(String::as_str), 1);
        assert_eq!(
            found[0].allowed(&pair()),
            ["0.1.|10;done;", "16.0.|0;done;"]
        );
        let alone = format!("{MARK}1 BA|16.0.|{fault};done;");
        let all = [&messages[0], &alone];
        let found = collect(all.into_iter().map(String::as_str), 1);
        assert_eq!(found[0].allowed(&pair()).len(), 2);
    }

    #[test]
    fn a_missing_order_runs_for_ever() {
        let scenario = pair();
        let one = collect(
            ["heddle.Driver$Outcome: 1 AB|0.1.|done;done;"].into_iter(),
            1,
        );
        assert!(one[0].diverges(&scenario));
        let both = [
            "heddle.Driver$Outcome: 1 AB|0.1.|done;done;",
            "heddle.Driver$Outcome: 1 BA|16.0.|done;done;",
        ];
        assert!(!collect(both.into_iter(), 1)[0].diverges(&scenario));
    }
}
