//! Judges a component of the product under the levels of fairness.
//!
//! In: a component with what its arcs have together. Out: for each level a [`Region`] of it in which
//! there is a run that is fair enough and breaks what is claimed, if there is one.
//!
//! A run that goes round all of a component takes all its
//! arcs again and again, so marks add up: the component has a run without fairness if its arcs have
//! all marks of the automaton together; a weakly fair one if they moreover have each thread's mark (it
//! moved, or was not enabled at some point). Strong fairness does not add up: a thread that is
//! enabled on some arc of the component and moves on none must not be enabled, so the arcs on which it
//! is are taken out, and what is left is split again; until nothing is left, or all is well (Emerson
//! and Lei, "Modalities for model checking", 1987; Lichtenstein and Pnueli 1985, for Streett
//! conditions). Every strongly fair run is weakly fair, and what is violated under a level of fairness
//! is violated under those below it.
//!
//!
//! Example: a component of two arcs, on one of which thread 1 is enabled, and on none of which it moves.
//! There is no strongly fair run round both. Without the first arc the other one is no cycle, so there
//! is none at all.

use property::Fairness;

use super::components::{Component, Walker, Walking};
use super::lasso::Region;
use super::product::{Filter, Marks};

/// Judges components.
pub(super) struct Judge<'r> {
    /// All marks of the automaton.
    pub(super) all: u64,
    /// What was found so far, by level.
    pub(super) regions: &'r mut [(Fairness, Option<Region>)],
    #[cfg(test)]
    pub(super) faults: super::tests::Faults,
}

impl Judge<'_> {
    /// Notes for each level whether the component has a run; all its arcs satisfy the filter.
    pub(super) fn component(
        &mut self,
        walker: &mut Walker<'_>,
        component: &Component<'_>,
        filter: &Filter,
    ) -> Walking {
        let marks = &component.marks;
        if marks.accepting != self.all {
            return Walking::On;
        }
        let region = || Region {
            nodes: component.nodes.to_vec(),
            filter: *filter,
        };
        self.note(Fairness::None, region);
        if marks.weak == u64::MAX {
            self.note(Fairness::Weak, region);
        }
        if self.wants(Fairness::Strong)
            && let Some(region) = self.strongly_fair(walker, component, filter)
        {
            self.note(Fairness::Strong, || region);
        }
        match self.regions.iter().all(|it| it.1.is_some()) {
            true => Walking::Stops,
            false => Walking::On,
        }
    }

    fn wants(&self, fairness: Fairness) -> bool {
        self.regions
            .iter()
            .any(|it| it.0 == fairness && it.1.is_none())
    }

    fn note(&mut self, fairness: Fairness, region: impl FnOnce() -> Region) {
        let wanted = self.regions.iter_mut();
        let mut open = wanted.filter(|it| it.0 == fairness && it.1.is_none());
        if let Some(found) = open.next() {
            found.1 = Some(region());
        }
    }

    /// Splits a component by a filter, and judges what it consists of then.
    pub(super) fn split(
        &mut self,
        walker: &mut Walker<'_>,
        nodes: &[u32],
        filter: &Filter,
    ) -> Walking {
        walker.open(nodes);
        let flow = walker.walk(nodes, filter, &mut |walker, component| {
            // What is split further is part of this component, and closed again afterwards.
            self.component(walker, component, filter)
        });
        walker.close(nodes);
        flow
    }

    /// A part of the component in which each thread that is enabled on some arc moves on one.
    fn strongly_fair(
        &self,
        walker: &mut Walker<'_>,
        component: &Component<'_>,
        filter: &Filter,
    ) -> Option<Region> {
        let starved = self.starved(&component.marks);
        if starved == 0 {
            return Some(Region {
                nodes: component.nodes.to_vec(),
                filter: *filter,
            });
        }
        let without = |filter: &Filter, starved: u64| Filter {
            disabled: filter.disabled | starved,
            ..*filter
        };
        let mut open = vec![(component.nodes.to_vec(), without(filter, starved))];
        while let Some((nodes, filter)) = open.pop() {
            let mut found = None;
            walker.open(&nodes);
            walker.walk(&nodes, &filter, &mut |_, part| {
                if part.marks.accepting != self.all {
                    return Walking::On;
                }
                match self.starved(&part.marks) {
                    0 => {
                        found = Some(part.nodes.to_vec());
                        Walking::Stops
                    }
                    starved => {
                        open.push((part.nodes.to_vec(), without(&filter, starved)));
                        Walking::On
                    }
                }
            });
            walker.close(&nodes);
            if let Some(nodes) = found {
                return Some(Region { nodes, filter });
            }
        }
        None
    }

    /// Threads that are enabled somewhere and move nowhere.
    fn starved(&self, marks: &Marks) -> u64 {
        #[cfg(test)]
        if self.faults.strong_is_weak {
            return !marks.weak;
        }
        marks.enabled & !marks.moved
    }
}
