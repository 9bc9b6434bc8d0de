//! What comes out of calls that are made one after the other.
//!
//! In: messages of `heddle.Driver$Outcome`, one for each run of a driver in sequence. Out:
//! [`Sequences`], all outcomes of a scenario: what concurrent calls may give, too.
//!
//! In sequence a call begins when the last one has ended or waits. So calls that need each other (a
//! rendezvous, a barrier) have outcomes in sequence as well, in which they overlap; and where a call
//! waits in the end, that is an outcome, and no alarm if it does so concurrently with the same results
//! of the others. An outcome is allowed if some sequence has the same results and each call that had
//! ended before another began had done so in that sequence, too. For calls that don't wait that is
//! linearizability (Herlihy and Wing 1990): a sequence is a total order, and it has to extend the
//! order of calls that did not overlap.

use super::scenario::Scenario;

/// What stands before an outcome in a message.
const MARK: &str = "heddle.Driver$Outcome: ";

/// What comes out of a call that waits.
const WAITS: &str = "waits";

/// What comes out of a call that is behind one that waits.
const NOT_MADE: &str = "not made";

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
}

impl Sequences {
    /// The outcomes as arguments of a driver.
    pub fn allowed(&self) -> Vec<String> {
        let mut allowed: Vec<String> = self
            .outcomes
            .iter()
            .map(|it| format!("{}|{};", it.ended_before, it.results.join(";")))
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
        assert_eq!(all[1].allowed(), ["0.1.|done;1;0;", "16.0.|done;waits;"]);
        assert!(all[1].may_wait());
        assert_eq!(all[1].only_result(0), Some("done"));
        assert_eq!(all[1].only_result(1), None);
    }

    #[test]
    fn a_missing_order_runs_for_ever() {
        let scenario = Scenario {
            threads: vec![vec![0], vec![1]],
            ..Scenario::default()
        };
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
