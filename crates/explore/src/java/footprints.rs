//! What the threads of a Java program are about to do, for the search that asks.

use machine::{Choice, Renaming, RenamingId};

use crate::footprints::{FootprintId, NumberedFootprint};
use crate::java::Java;
use crate::java::footprint_cache::FootprintCache;
use crate::java::watch::Watch;
use crate::system::{Footprints, Pace, Step};

impl Footprints for Java<'_> {
    fn tells_footprints(&self) -> bool {
        self.footprints.is_some()
    }

    fn footprints(&mut self, out: &mut Vec<FootprintId>) -> bool {
        let footprints = self.footprints.as_mut();
        footprints.is_some_and(|footprints| footprints.look(&mut self.step_cache, out))
    }

    fn all_footprints(&self) -> &[NumberedFootprint] {
        self.footprints
            .as_ref()
            .map_or(&[], FootprintCache::all_footprints)
    }

    fn renaming(&mut self) -> RenamingId {
        self.step_cache.renaming()
    }

    fn renamings(&self) -> &[Renaming] {
        self.step_cache.renamings()
    }

    fn movable(&mut self) -> u64 {
        if !self.choices_known {
            self.find_choices();
        }
        let offers = self.step_cache.offers().iter().enumerate().take(64);
        let movable = offers.filter(|(_, it)| it.variants > 0 || it.expires || it.spurious);
        movable.fold(0, |all, (thread, _)| all | 1 << thread)
    }

    fn rush(&mut self, choice: Choice) -> Option<(Step, FootprintId, u32)> {
        self.rush_from(choice)
    }

    fn beside(&mut self, thread: u16) -> Option<FootprintId> {
        let footprints = self.footprints.as_mut()?;
        footprints.beside(&mut self.step_cache, usize::from(thread))
    }

    fn own(&mut self, thread: u16) -> u64 {
        self.step_cache.own(thread)
    }

    fn continuation(&mut self) -> Option<Choice> {
        let only = self
            .atomic_calls
            .then(|| self.step_cache.only_choice())
            .flatten()?;
        let offer = self.step_cache.offers().get(usize::from(only.thread))?;
        offer.picks.then_some(only)
    }

    fn footprint(&mut self, thread: u16) -> Option<FootprintId> {
        let footprints = self.footprints.as_mut()?;
        footprints.one(&mut self.step_cache, usize::from(thread))
    }

    fn split_atomic_calls(&mut self) {
        self.atomic_calls = false;
        self.step_cache.machine().run_calls_in_steps();
    }

    fn letter(&mut self) -> u32 {
        match &mut self.watch {
            Some(watch) => watch.letter(self.step_cache.machine()),
            None => 0,
        }
    }

    fn letters(&self) -> &[Vec<bool>] {
        self.watch.as_ref().map_or(&[], Watch::letters)
    }

    fn pace(&self) -> Pace {
        Pace {
            turned: self.step_cache.summary().freely,
            wrong: !self.findings.is_empty(),
        }
    }
}
