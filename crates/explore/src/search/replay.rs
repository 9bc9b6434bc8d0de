//! Runs one schedule again.

use std::fmt;

use machine::Choice;

use crate::schedule::Schedule;
use crate::system::{Finding, Step, System, Unsupported};

/// What a schedule showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// All findings on the way, in order, each once.
    pub findings: Vec<Finding>,
    /// What could not be run, if the last choice led there.
    pub unsupported: Option<Unsupported>,
}

/// A schedule that does not fit the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The place of the choice, from 1.
    pub step: usize,
    /// The choice that is not possible there.
    pub choice: Choice,
    /// The choices that are.
    pub possible: Vec<Choice>,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choice = Schedule::new(vec![self.choice]);
        write!(
            f,
            "step {} of the schedule, {choice}, is not possible there",
            self.step
        )?;
        if self.possible.is_empty() {
            return f.write_str(": the run has ended");
        }
        f.write_str("; possible:")?;
        for possible in &self.possible {
            write!(f, " {}", Schedule::new(vec![*possible]))?;
        }
        Ok(())
    }
}

impl std::error::Error for ReplayError {}

/// Runs a schedule from the state the system is in. `each` is called after every step.
pub fn replay<S: System>(
    system: &mut S,
    schedule: &Schedule,
    mut each: impl FnMut(&mut S, usize, Choice),
) -> Result<Replayed, ReplayError> {
    let mut replayed = Replayed {
        findings: Vec::new(),
        unsupported: None,
    };
    let mut choices = Vec::new();
    let mut findings = Vec::new();
    system.findings(&mut findings);
    note(&mut replayed, &mut findings);
    for (index, &choice) in schedule.choices.iter().enumerate() {
        choices.clear();
        system.choices(&mut choices);
        let impossible = |possible: &[Choice]| ReplayError {
            step: index + 1,
            choice,
            possible: possible.to_vec(),
        };
        if !choices.contains(&choice) && !system.lets_time_pass_by(choice) {
            return Err(impossible(&choices));
        }
        let step = system.advance(choice);
        each(system, index, choice);
        match step {
            Step::Ran => {}
            // The run does not count from here on, so nothing may follow.
            Step::Pruned if index + 1 == schedule.len() => break,
            Step::Pruned => {
                return Err(ReplayError {
                    step: index + 2,
                    ..impossible(&[])
                });
            }
            Step::Unsupported(unsupported) => {
                replayed.unsupported = Some(*unsupported);
                break;
            }
        }
        system.findings(&mut findings);
        note(&mut replayed, &mut findings);
    }
    Ok(replayed)
}

fn note(replayed: &mut Replayed, findings: &mut Vec<Finding>) {
    for finding in findings.drain(..) {
        if !replayed.findings.contains(&finding) {
            replayed.findings.push(finding);
        }
    }
}
