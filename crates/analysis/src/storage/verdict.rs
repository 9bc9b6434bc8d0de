//! From the graphs to claims (Corbett, section 6).

use std::collections::BTreeSet;

use super::state::SymbolId;
use super::{Builder, Node, Slot, State, Storage};
use crate::points::ObjectId;
use crate::threads::RootId;

/// A lock that protects a variable, by roles: from the root object, one path leads to the object
/// with the variable and one to the lock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guard {
    /// By paths.
    Path {
        /// The root.
        root: ObjectId,
        /// From the root to the object with the variable.
        variable: Vec<Slot>,
        /// From the root to the lock.
        lock: Vec<Slot>,
    },
    /// A single object.
    Single(ObjectId),
}

/// What the graphs say of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Whenever it is accessed, no other thread can access it. If several threads do, one after the
    /// other, the starts at which it changes hands.
    Owned(BTreeSet<RootId>, BTreeSet<(u32, u32)>),
    /// Whenever others can access it, this lock is held.
    Protected(Guard),
    /// Neither.
    Shared,
}

impl Builder<'_> {
    /// The locks that are held and are the variable's own.
    pub(super) fn guards(
        &self,
        node: Node,
        slot: Slot,
        symbol: SymbolId,
        state: &State,
    ) -> BTreeSet<Guard> {
        let mut found = BTreeSet::new();
        let ways = self.symbols.ancestors(symbol);
        for held in &state.locks {
            let mut nodes = held.nodes.iter();
            if let (Some(only), None) = (nodes.next(), nodes.next())
                && self.threads.is_single_object(self.points, only.object())
                && (slot != Slot::Lock || only.object() != node.object())
            {
                found.insert(Guard::Single(only.object()));
            }
            for (of_lock, lock) in self.symbols.ancestors(held.symbol) {
                for (of_variable, variable) in &ways {
                    if of_lock != *of_variable {
                        continue;
                    }
                    // An object's lock does not protect itself.
                    if slot == Slot::Lock && lock == *variable {
                        continue;
                    }
                    if let Some(root) = self.is_guard(node, variable, &lock, state) {
                        found.insert(Guard::Path {
                            root,
                            variable: variable.clone(),
                            lock: lock.clone(),
                        });
                    }
                }
            }
        }
        found
    }

    /// The root, if for each variable there is one root object and for each root one lock.
    fn is_guard(
        &self,
        node: Node,
        variable: &[Slot],
        lock: &[Slot],
        state: &State,
    ) -> Option<ObjectId> {
        let mut root = node;
        let mut all_paired = true;
        for slot in variable.iter().rev() {
            let (from, paired) = self.only_source(root, *slot, state)?;
            all_paired &= paired;
            root = from;
        }
        if !variable.is_empty() && !all_paired && root.is_summary() {
            return None;
        }
        let mut at = root;
        for slot in lock {
            let targets = self.held_by(at, *slot, state);
            let mut targets = targets.into_iter();
            let (Some(only), None) = (targets.next(), targets.next()) else {
                return None;
            };
            let is_stable = matches!(slot, Slot::Field(field) if self.locks.is_stable(*field));
            let is_unique =
                is_stable || !only.is_summary() || self.is_paired(at, *slot, only, state);
            if !is_unique {
                return None;
            }
            at = only;
        }
        Some(root.object())
    }

    /// The only node with an edge to this one, and whether the edge is one-to-one.
    fn only_source(&self, node: Node, slot: Slot, state: &State) -> Option<(Node, bool)> {
        let mut found: Option<Node> = None;
        for ((from, by), targets) in state.heap.iter().chain(&self.view) {
            if *by == slot && targets.contains_key(&node) {
                if found.is_some_and(|it| it != *from) {
                    return None;
                }
                found = Some(*from);
            }
        }
        let from = found?;
        Some((from, self.is_paired(from, slot, node, state)))
    }

    fn is_paired(&self, from: Node, slot: Slot, to: Node, state: &State) -> bool {
        let says = |edges: &super::Edges| {
            let targets = edges.get(&(from, slot));
            targets.and_then(|it| it.get(&to)).copied()
        };
        let (own, others) = (says(&state.heap), says(&self.view));
        own.unwrap_or(true) && others.unwrap_or(true) && (own.is_some() || others.is_some())
    }
}

impl Storage {
    /// What the graphs say of a variable of an object; `None` if they don't know it.
    pub fn verdict(&self, object: ObjectId, slot: Slot) -> Option<Verdict> {
        if self.is_cut {
            return None;
        }
        let nodes = [Node::current(object), Node::summary(object)];
        let accesses = nodes
            .iter()
            .filter_map(|it| self.accesses.get(&(*it, slot)));
        let accesses: Vec<_> = accesses.flat_map(|it| it.values()).collect();
        if accesses.is_empty() {
            return None;
        }
        let failed = self.failed_whole.contains(&object) || self.failed.contains(&(object, slot));
        let mut common: Option<BTreeSet<Guard>> = None;
        let mut roots: BTreeSet<RootId> = BTreeSet::new();
        for seen in accesses {
            let root = self.contexts[seen.context as usize].root;
            roots.insert(root);
            let others_expose = self.hard.iter().any(|(by, objects)| {
                (*by != root || self.many.contains(by)) && objects.contains(&object)
            });
            let is_shared = seen.is_exposed
                || (seen.is_given && failed)
                || (!seen.is_own && (others_expose || failed));
            if !is_shared {
                continue;
            }
            common = Some(match common {
                None => seen.guards.clone(),
                Some(common) => common.intersection(&seen.guards).cloned().collect(),
            });
        }
        Some(match common {
            None => {
                let starts = self.given.get(&object).cloned().unwrap_or_default();
                let starts = if roots.len() > 1 {
                    starts
                } else {
                    BTreeSet::new()
                };
                Verdict::Owned(roots, starts)
            }
            Some(guards) => match guards.into_iter().next() {
                Some(guard) => Verdict::Protected(guard),
                None => Verdict::Shared,
            },
        })
    }
}
