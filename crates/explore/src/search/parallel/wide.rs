//! Several workers, breadth-first.
//!
//! Workers take blocks of states of a layer and give blocks for the next one, so which state is in
//! which layer does not depend on who came first.
//!
//! *Stuck threads.* In a terminal component take a state of the highest layer: none of its successors
//! is in a later one. So only states are suspicious that have successors, and none in the next layer.
//! What leads to a free state is free; so one of their successors is probed, unless it is marked: the
//! oldest, because many lead back to few of those.

use super::{Flow, Leads, Led, Shared, Work, Worker};
use crate::search::Ledger;
use crate::store::queue::Block;
use crate::system::System;

use std::sync::atomic::Ordering;

/// States in a block: few while layers are small, so that there is work for all.
const BLOCKS: std::ops::RangeInclusive<usize> = 4..=256;
/// Blocks for each worker in a layer.
const SHARE: usize = 8;

impl Shared<'_> {
    /// The number of states at which a block is handed on.
    fn block_size(&self) -> usize {
        let open = self.open.load(Ordering::Relaxed) as usize;
        (open / (self.workers * SHARE)).clamp(*BLOCKS.start(), *BLOCKS.end())
    }
}

impl<S: System> Worker<'_, S> {
    /// Expands the states of a block.
    pub(super) fn go_wide(&mut self, block: Block, mut ledger: Option<&mut Ledger<'_>>) -> Flow {
        let mut states = block.read();
        let mut oldest = Vec::new();
        while let Some(state) = states.next() {
            if self.expand(state, &mut oldest, ledger.as_deref_mut()) == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    fn expand(
        &mut self,
        state: &[u32],
        oldest: &mut Vec<u32>,
        mut ledger: Option<&mut Ledger<'_>>,
    ) -> Flow {
        let shared = self.shared;
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        self.system.meet(state);
        self.system.load(state);
        self.system.choices(&mut choices);
        if choices.is_empty() {
            self.tally.end_states += 1;
        }
        let mut leads = Leads::default();
        let mut back = None;
        for (index, &choice) in choices.iter().enumerate() {
            if self.tick(ledger.as_deref_mut()) == Flow::Stop {
                return Flow::Stop;
            }
            if index > 0 {
                self.system.load(state);
            }
            match self.step(choice) {
                Led::Home => return Flow::Stop,
                Led::Nowhere => {}
                Led::Astray => leads.on = true,
                Led::To(put) => {
                    leads.on |= put.fresh;
                    leads.back |= !put.fresh;
                    let is_older = |id| shared.store.is_older(put.id, id);
                    if !leads.on && back.is_none_or(is_older) {
                        oldest.clone_from(&self.target);
                        back = Some(put.id);
                    }
                    if put.new {
                        self.own.push(&self.target);
                        if self.own.len() >= shared.block_size() {
                            let block = self.own.take();
                            shared.layers.give(self.number, Work::Block(block));
                        }
                    }
                }
            }
        }
        self.choices = choices;
        match back {
            Some(id) if shared.looks_for_stuck && leads.back && !leads.on => {
                if shared.store.is_marked(id) {
                    return Flow::Continue;
                }
                let flow = self.probe(oldest);
                shared.store.mark(id);
                flow
            }
            _ => Flow::Continue,
        }
    }
}
