//! Loops in which nothing happens: `while (true) {}`, or loops over what the model leaves out.
//!
//! SPIN refuses a cycle of mere jumps. In Java, other threads go on meanwhile, so such a loop gets a
//! place where they may, and steps to go round by.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{Item, Label, Statement};

/// Opens all cycles of jumps; `fresh` gives new labels.
pub(crate) fn open(items: &mut Vec<Item>, mut fresh: impl FnMut() -> Label) {
    let mut places: BTreeMap<Label, usize> = BTreeMap::new();
    for (index, item) in items.iter().enumerate() {
        if let Item::Label(label) | Item::Stop(label) | Item::End(label) = item {
            places.insert(*label, index);
        }
    }
    let mut opened: BTreeSet<usize> = BTreeSet::new();
    for index in 0..items.len() {
        if is_endless(items, &places, &opened, index) {
            opened.insert(index);
        }
    }
    for index in opened.into_iter().rev() {
        let Item::Statement(_, origin) = items[index] else {
            continue;
        };
        let skip = Item::Statement(Statement::Skip, origin);
        // SPIN refuses a step from a place to itself, too.
        items.splice(index..index, [Item::Stop(fresh()), skip.clone(), skip]);
    }
}

/// Whether the jump leads back to itself by nothing but jumps.
fn is_endless(
    items: &[Item],
    places: &BTreeMap<Label, usize>,
    opened: &BTreeSet<usize>,
    start: usize,
) -> bool {
    let mut index = start;
    for _ in 0..items.len() {
        index = match items.get(index) {
            Some(Item::Statement(Statement::Goto(label), _)) if !opened.contains(&index) => {
                match places.get(label) {
                    Some(place) => *place,
                    None => return false,
                }
            }
            Some(Item::Label(_) | Item::Stop(_) | Item::End(_)) if index != start => index + 1,
            _ => return false,
        };
        if index == start {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origin::Origin;

    fn goto(label: u32) -> Item {
        Item::Statement(Statement::Goto(Label(label)), Origin::THREAD)
    }

    fn opened(items: &[Item]) -> usize {
        let mut changed = items.to_vec();
        open(&mut changed, || Label(99));
        changed.len() - items.len()
    }

    #[test]
    fn cycles_of_jumps_are_opened_once() {
        let label = |label| Item::Label(Label(label));
        let skip = Item::Statement(Statement::Skip, Origin::THREAD);
        assert_eq!(opened(&[label(1), goto(1)]), 3);
        assert_eq!(opened(&[label(1), goto(2), label(2), label(3), goto(1)]), 3);
        assert_eq!(opened(&[label(1), skip, goto(1)]), 0);
        assert_eq!(opened(&[goto(2), label(2), goto(7)]), 0);
    }
}
