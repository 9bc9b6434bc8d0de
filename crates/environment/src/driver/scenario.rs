//! Who makes which calls.

use std::fmt;

/// Calls by their numbers. Its text is what `heddle.Driver` takes as an argument: `0,4/1/2,3=5,!6`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scenario {
    /// Made by the main thread before the others are started.
    pub before: Vec<usize>,
    /// Made by each thread.
    pub threads: Vec<Vec<usize>>,
    /// Made by the main thread when the others have ended; what they give is looked at.
    pub after: Vec<usize>,
    /// Made after that; an exception of theirs is wrong in any case.
    pub checks: Vec<usize>,
}

impl Scenario {
    /// How many calls the threads make.
    pub fn calls(&self) -> usize {
        self.threads.iter().map(Vec::len).sum()
    }

    /// Adds calls before and after those of the threads, if there is an object to make them on.
    pub fn extend(&mut self, more: &Scenario) {
        if !self.before.is_empty() {
            self.before.splice(1..1, more.before.iter().copied());
            self.after.splice(0..0, more.after.iter().copied());
            self.checks.extend(&more.checks);
        }
    }

    /// How many sequences of the calls there are that keep the order of each thread.
    pub fn sequences(&self) -> u64 {
        let factorial = |n: usize| (1..=n as u64).product::<u64>();
        let orders = self.threads.iter().map(|it| factorial(it.len()));
        factorial(self.calls()) / orders.product::<u64>()
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |calls: &[usize]| {
            let words: Vec<String> = calls.iter().map(usize::to_string).collect();
            words.join(",")
        };
        f.write_str(&list(&self.before))?;
        for thread in &self.threads {
            write!(f, "/{}", list(thread))?;
        }
        let checks = self.checks.iter().map(|it| format!("!{it}"));
        let last: Vec<String> = self.after.iter().map(usize::to_string).collect();
        let last: Vec<String> = last.into_iter().chain(checks).collect();
        match last.is_empty() {
            true => Ok(()),
            false => write!(f, "={}", last.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text() {
        let mut scenario = Scenario {
            before: vec![0, 4],
            threads: vec![vec![1], vec![2, 3]],
            after: vec![5],
            checks: vec![6],
        };
        assert_eq!(scenario.to_string(), "0,4/1/2,3=5,!6");
        assert_eq!((scenario.calls(), scenario.sequences()), (3, 3));
        scenario.after.clear();
        scenario.checks.clear();
        scenario.before.clear();
        assert_eq!(scenario.to_string(), "/1/2,3");
    }
}
