//! Shorter and calmer variants of one schedule, by trying.
//!
//! In: a schedule that shows a violation. Out: one that shows it too and costs no more. A variant
//! is run from the start; choices that are not possible there are skipped, and the run ends where
//! the violation first shows, so every variant that shows it is a schedule.

use machine::Choice;

use super::{Budget, Goal};
use crate::observer::Flow;
use crate::schedule::Schedule;
use crate::system::{Step, System};

/// Improves the schedule of one violation. `shortest` says that leaving out parts is in vain.
pub(super) fn compress<S: System>(
    system: &mut S,
    initial: &[u32],
    goal: Goal<'_>,
    shortest: bool,
    budget: &mut Budget<'_>,
) {
    let mut press = Press {
        system,
        initial,
        goal,
        budget,
        findings: Vec::new(),
    };
    if !shortest {
        press.leave_out();
    }
    press.gather();
}

struct Press<'a, 'g, 'b, S> {
    system: &'a mut S,
    initial: &'a [u32],
    goal: Goal<'g>,
    budget: &'a mut Budget<'b>,
    findings: Vec<crate::Finding>,
}

impl<S: System> Press<'_, '_, '_, S> {
    /// Leaves out ever smaller parts.
    fn leave_out(&mut self) {
        let mut part = self.goal.found.schedule.len() / 2;
        while part > 0 && self.budget.transitions > 0 {
            let mut start = 0;
            while start < self.goal.found.schedule.len() {
                let choices = &self.goal.found.schedule.choices;
                let end = (start + part).min(choices.len());
                let variant = [&choices[..start], &choices[end..]].concat();
                if !self.try_out(&variant) {
                    start += part;
                }
            }
            part /= 2;
        }
    }

    /// Moves the next block of a thread up to the one before, as long as that helps.
    fn gather(&mut self) {
        let mut first = 0;
        while self.budget.transitions > 0 {
            let choices = &self.goal.found.schedule.choices;
            let Some(variant) = gathered(choices, first) else {
                return;
            };
            if variant.is_empty() || !self.try_out(&variant) {
                first += 1;
            }
        }
    }

    /// Runs a variant and keeps it if it shows the violation at a lower cost.
    fn try_out(&mut self, variant: &[Choice]) -> bool {
        let Some(schedule) = self.run(variant) else {
            return false;
        };
        let better = schedule.cost() < self.goal.found.schedule.cost();
        if better {
            self.goal.found.schedule = schedule;
        }
        better
    }

    fn run(&mut self, variant: &[Choice]) -> Option<Schedule> {
        let finding = self.goal.found.finding.clone();
        let mut taken = Vec::with_capacity(variant.len());
        let mut choices = Vec::new();
        self.system.load(self.initial);
        for &choice in variant {
            choices.clear();
            self.system.choices(&mut choices);
            if !choices.contains(&choice) {
                continue;
            }
            if self.budget.spend() == Flow::Stop || self.system.advance(choice) != Step::Ran {
                return None;
            }
            taken.push(choice);
            if self.goal.is_met(self.system, &mut self.findings) {
                let schedule = Schedule::new(taken);
                if schedule.cost() >= self.goal.found.schedule.cost() {
                    // Not kept, so neither is the finding it showed.
                    self.goal.found.finding = finding;
                }
                return Some(schedule);
            }
        }
        None
    }
}

/// The choices with the block of the same thread that follows block number `first` moved up to it;
/// empty if there is none, nothing if there is no such block.
fn gathered(choices: &[Choice], first: usize) -> Option<Vec<Choice>> {
    let blocks: Vec<&[Choice]> = choices.chunk_by(|a, b| a.thread == b.thread).collect();
    let block = blocks.get(first)?;
    let rest = &blocks[first + 1..];
    let Some(other) = rest
        .iter()
        .position(|other| other[0].thread == block[0].thread)
    else {
        return Some(Vec::new());
    };
    let mut order: Vec<&[Choice]> = blocks[..=first].to_vec();
    order.push(rest[other]);
    order.extend(&rest[..other]);
    order.extend(&rest[other + 1..]);
    Some(order.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_gathered_one_at_a_time() {
        let check = |text: &str, first, expected: Option<&str>| {
            let schedule = Schedule::parse(text).unwrap();
            let gathered = gathered(&schedule.choices, first).map(Schedule::new);
            assert_eq!(gathered.map(|it| it.to_string()).as_deref(), expected);
        };
        check("0.1.0.1", 0, Some("0x2.1x2"));
        check("0.1.0.1", 1, Some("0.1x2.0"));
        check("0.1.0.1", 2, Some("-"));
        check("0.1.0.1", 4, None);
    }
}
