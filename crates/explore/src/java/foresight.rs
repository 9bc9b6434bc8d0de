//! What the threads of a Java program are about to do, for the search that asks.

use machine::{Choice, Renaming, RenamingId};

use crate::java::Java;
use crate::java::ahead::Ahead;
use crate::prospects::{Prospect, ProspectId};
use crate::system::{Foresight, Pace};

impl Foresight for Java<'_> {
    fn foresees(&self) -> bool {
        self.ahead.is_some()
    }

    fn prospects(&mut self, out: &mut Vec<ProspectId>) -> bool {
        let ahead = self.ahead.as_mut();
        ahead.is_some_and(|ahead| ahead.look(&mut self.memo, out))
    }

    fn foreseen(&self) -> &[Prospect] {
        self.ahead.as_ref().map_or(&[], Ahead::foreseen)
    }

    fn renaming(&mut self) -> RenamingId {
        self.memo.renaming()
    }

    fn renamings(&self) -> &[Renaming] {
        self.memo.renamings()
    }

    fn movable(&mut self) -> u64 {
        if !self.choices_known {
            self.find_choices();
        }
        let offers = self.memo.offers().iter().enumerate().take(64);
        let movable = offers.filter(|(_, it)| it.variants > 0 || it.expires || it.spurious);
        movable.fold(0, |all, (thread, _)| all | 1 << thread)
    }

    fn beside(&mut self, thread: u16) -> Option<ProspectId> {
        let ahead = self.ahead.as_mut()?;
        ahead.beside(&mut self.memo, usize::from(thread))
    }

    fn own(&mut self, thread: u16) -> u64 {
        self.memo.own(thread)
    }

    fn continuation(&mut self) -> Option<Choice> {
        let only = self.units.then(|| self.memo.only_choice()).flatten()?;
        let offer = self.memo.offers().get(usize::from(only.thread))?;
        offer.picks.then_some(only)
    }

    fn prospect(&mut self, thread: u16) -> Option<ProspectId> {
        let ahead = self.ahead.as_mut()?;
        ahead.one(&mut self.memo, usize::from(thread))
    }

    fn go_in_steps(&mut self) {
        self.units = false;
        self.memo.machine().run_calls_in_steps();
    }

    fn pace(&self) -> Pace {
        Pace {
            turned: self.memo.manner().freely,
            wrong: !self.findings.is_empty(),
        }
    }
}
