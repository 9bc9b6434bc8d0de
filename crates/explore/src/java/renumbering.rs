//! Threads of a Java program that are interchangeable get numbers in an order of their states.

use machine::{Choice, Operation};

use crate::java::Java;
use crate::numbering;
use crate::system::{Finding, Renumbering, System, Whereabouts};

impl Renumbering for Java<'_> {
    fn renumbering(&self) -> Option<&[u16]> {
        (!self.renumbering.is_empty()).then_some(&self.renumbering)
    }

    fn renumbers(&self) -> bool {
        self.step_cache.is_interchangeable()
    }

    fn keep_numbers(&mut self, keep: bool) {
        self.keeps_numbers = keep;
    }

    fn recycles(&self) -> bool {
        self.step_cache.recycles_places()
    }

    fn born(&self, out: &mut Vec<u16>) {
        out.extend(&self.born);
    }

    fn numbers(&mut self) -> u16 {
        self.step_cache.threads() as u16
    }

    fn recycle(&mut self, recycle: bool) {
        self.step_cache.recycle_places(recycle);
        self.leave();
        if let Some(footprints) = &mut self.footprints {
            footprints.forget();
        }
    }

    fn stop_recycling(&mut self) {
        self.step_cache.machine().stop_recycling();
    }

    fn keep_threads(&mut self, keep: bool) {
        self.step_cache.suspend_recycling(keep);
        self.leave();
        if let Some(footprints) = &mut self.footprints {
            footprints.forget();
        }
    }

    fn describe_again(
        &mut self,
        finding: &Finding,
        number: &dyn Fn(u16) -> u16,
    ) -> Option<Finding> {
        let (threads, round) = self.described.get(finding)?;
        let numbers = |of: &[u16]| of.iter().map(|it| number(*it)).collect::<Vec<u16>>();
        let (threads, round) = (numbers(threads), numbers(round));
        self.describe_stuck(&threads, &round)
    }

    fn tell_apart(&mut self) {
        self.step_cache.set_interchangeable(false);
    }

    fn finish_transitions(&mut self, finish: bool) {
        self.step_cache.machine().ignore_brakes(finish);
    }

    fn whereabouts(&mut self, thread: u16) -> Whereabouts {
        let threads = self.step_cache.machine().threads();
        let Some(thread) = threads.get(usize::from(thread)) else {
            return Whereabouts::Gone;
        };
        if thread.has_ended() {
            return Whereabouts::Gone;
        }
        if thread.is_awaiting() {
            return Whereabouts::Behind;
        }
        let frames = thread.frames.iter();
        let calls = frames.map(|frame| u64::from(frame.method.0) << 32 | u64::from(frame.pc));
        Whereabouts::Here(calls.collect())
    }

    /// The alternatives of a `notify` are its waiters, by number.
    fn renumbered(&mut self, choice: Choice, number: &dyn Fn(u16) -> u16) -> Choice {
        let machine = self.step_cache.machine();
        let operation = machine.operation(usize::from(choice.thread));
        let mut renumbered = numbering::by(choice, number);
        if let Some(Operation::Notify(object)) = operation {
            let mut waiters: Vec<u16> = machine
                .waiters(object)
                .map(|waiter| number(waiter as u16))
                .collect();
            if let Some(&woken) = waiters.get(usize::from(choice.variant)) {
                waiters.sort_unstable();
                let place = waiters.binary_search(&woken).unwrap_or(0);
                renumbered.variant = place as u16;
            }
        }
        renumbered
    }
}
