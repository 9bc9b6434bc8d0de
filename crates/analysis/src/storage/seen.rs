//! Accesses, as they are met on the walk, with what is known at them.

use std::collections::BTreeSet;

use super::state::SymbolId;
use super::{Builder, ContextId, Node, Seen, Slot, State};
use crate::access;

impl Builder<'_> {
    pub(super) fn see_target(
        &mut self,
        context: ContextId,
        pc: u32,
        target: access::Target,
        state: &State,
    ) {
        use access::Target;
        let (register, slot) = match target {
            Target::Static(_) => return,
            Target::Field(register, field) => (register, Slot::Field(field)),
            Target::Elements(register) => (register, Slot::Elements),
            Target::Monitor(register) => (register, Slot::Lock),
            // Every part of the object; these are accesses of library code, and rare.
            Target::Any(register) => {
                let instance = self.instance_of(context);
                let places = access::places(
                    self.program,
                    self.points,
                    instance,
                    pc,
                    Target::Any(register),
                );
                for place in places {
                    let (object, slot) = match place {
                        access::Place::Field(object, field) => (object, Slot::Field(field)),
                        access::Place::Elements(object) => (object, Slot::Elements),
                        access::Place::Monitor(object) => (object, Slot::Lock),
                        access::Place::Static(_) => continue,
                    };
                    for node in self.variants(object).collect::<Vec<_>>() {
                        self.see(context, pc, node, slot, None, state);
                    }
                }
                return;
            }
        };
        let value = self.value(context, pc, register, state);
        for node in &value.nodes {
            self.see(context, pc, *node, slot, Some(value.symbol), state);
        }
    }

    /// Notes an access with what is known at it.
    pub(super) fn see(
        &mut self,
        context: ContextId,
        pc: u32,
        node: Node,
        slot: Slot,
        symbol: Option<SymbolId>,
        state: &State,
    ) {
        let object = node.object();
        let is_given = state.given.contains(&node);
        if is_given {
            self.storage.failed.insert((object, slot));
        }
        let is_current = !node.is_summary() && state.current.contains_key(&object);
        let guards = match symbol {
            Some(symbol) => self.guards(node, slot, symbol, state),
            None => BTreeSet::new(),
        };
        let seen = Seen {
            context,
            pc,
            is_exposed: state.exposed.contains(&node) || self.is_common(object),
            is_given,
            is_own: is_current || self.is_made_here_only(object),
            guards,
        };
        let list = self.storage.accesses.entry((node, slot)).or_default();
        match list.get_mut(&(context, pc)) {
            None => {
                list.insert((context, pc), seen);
            }
            Some(known) => {
                // The same instruction may mean the object in several ways.
                known.is_exposed |= seen.is_exposed;
                known.is_given |= seen.is_given;
                known.is_own &= seen.is_own;
                known.guards.retain(|it| seen.guards.contains(it));
            }
        }
    }
}
