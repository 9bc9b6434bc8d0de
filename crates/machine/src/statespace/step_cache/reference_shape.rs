//! What of a state decides the names of its objects.
//!
//! Names follow from a walk over references (see `naming.rs`): from the slots, then from the threads.
//! So they follow from the references alone: which young objects each slot, object and register refers
//! to, in which order. That is the *reference_shape* of a state. Where threads stand and what else objects
//! hold is no part of it, so there are far fewer skeletons than states.
//!
//! Where base objects are loose (see `garbage.rs`), it also matters which young objects refer to those:
//! one that goes away may have been the last to do so. Which do is part of the reference_shape, for objects
//! that are shared; a private one goes away only by its own thread, which is known.
//!
//! A part has a reference_shape of its own, which is looked for once.

use hashbrown::HashMap;

use super::State;
use super::trie::Source;
use crate::machine::Machine;
use crate::value::Ref;

type Fixed = foldhash::fast::FixedState;

/// The skeletons seen so far.
#[derive(Clone, Debug)]
pub(super) struct Skeletons {
    numbers: HashMap<Box<[u32]>, u32, Fixed>,
    /// By part; 0 where it is not known. Others count from 1, which is that of nothing.
    objects: Vec<u32>,
    groups: Vec<u32>,
    threads: Vec<u32>,
    row: Vec<u32>,
    whole: Vec<u32>,
    words: usize,
    /// By the shape of a state with loose objects: who refers to those.
    holders: HashMap<u32, Holders, Fixed>,
}

/// For each part, whether the object refers to one that is loose; `None` where that is not known.
#[derive(Clone, Debug)]
struct Holders {
    loose: Box<[Ref]>,
    known: Vec<Option<bool>>,
}

/// The reference_shape of what refers to nothing young.
const EMPTY: u32 = 1;

impl Default for Skeletons {
    fn default() -> Self {
        let mut skeletons = Skeletons {
            numbers: HashMap::with_hasher(Fixed::default()),
            objects: Vec::new(),
            groups: Vec::new(),
            threads: Vec::new(),
            row: Vec::new(),
            whole: Vec::new(),
            words: 0,
            holders: HashMap::with_hasher(Fixed::default()),
        };
        skeletons.number(&[]);
        skeletons
    }
}

impl Skeletons {
    /// The reference_shape of a state.
    pub(super) fn of(&mut self, machine: &mut Machine<'_>, state: &State) -> u32 {
        let mut whole = std::mem::take(&mut self.whole);
        whole.clear();
        whole.push(state.threads as u32);
        whole.push(state.shared as u32);
        for thread in 0..state.threads as u32 {
            whole.push(self.thread(machine, state.word(Source::Thread(thread))));
            whole.push(self.group(machine, state.word(Source::Group(thread))));
        }
        for part in &state.words[2 + 2 * state.threads..] {
            whole.push(self.object(machine, *part));
        }
        while whole.last() == Some(&EMPTY) {
            whole.pop();
        }
        if state.loose != 0 {
            self.add_holders(machine, state, &mut whole);
        }
        let number = self.number(&whole);
        self.whole = whole;
        number
    }

    /// Adds which shared objects refer to loose ones, and to which.
    fn add_holders(&mut self, machine: &Machine<'_>, state: &State, whole: &mut Vec<u32>) {
        whole.extend([0, state.loose]);
        let holders = self.holders.entry(state.loose).or_insert_with(|| {
            let shape = machine.states.parts.get(state.loose);
            Holders {
                loose: shape[2..].iter().map(|it| Ref::from_word(*it)).collect(),
                known: Vec::new(),
            }
        });
        let shared = &state.words[2 + 2 * state.threads..][..state.shared];
        for (member, part) in shared.iter().enumerate() {
            if holders.holds(machine, *part) {
                whole.push(member as u32);
            }
        }
    }

    /// The number of a list: the same for the same.
    fn number(&mut self, list: &[u32]) -> u32 {
        if let Some(known) = self.numbers.get(list) {
            return *known;
        }
        let number = self.numbers.len() as u32 + 1;
        self.words += list.len();
        self.numbers.insert(list.into(), number);
        number
    }

    fn object(&mut self, machine: &Machine<'_>, part: u32) -> u32 {
        if part == 0 {
            return EMPTY;
        }
        if let Some(known) = known(&self.objects, part) {
            return known;
        }
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        machine.names_in_object(part, |name| row.push(name.0));
        let number = self.number(&row);
        self.row = row;
        set(&mut self.objects, part, number)
    }

    fn group(&mut self, machine: &Machine<'_>, part: u32) -> u32 {
        if let Some(known) = known(&self.groups, part) {
            return known;
        }
        let words = machine.states.parts.get(part);
        let (roots, chunks) = words[1..].split_at((words[0] >> 32) as usize);
        let mut list: Vec<u32> = roots.iter().map(|root| *root as u32).collect();
        list.insert(0, roots.len() as u32);
        for chunk in chunks {
            for object in machine.states.parts.get(*chunk as u32) {
                list.push(self.object(machine, *object as u32));
            }
        }
        let number = self.number(&list);
        set(&mut self.groups, part, number)
    }

    fn thread(&mut self, machine: &mut Machine<'_>, part: u32) -> u32 {
        if let Some(known) = known(&self.threads, part) {
            return known;
        }
        let mut list: Vec<u32> = Vec::new();
        machine.names_in_thread(part, |name| {
            // Only where it is met first matters.
            if name.is_null() || !list.contains(&name.0) {
                list.push(name.0);
            }
        });
        let number = self.number(&list);
        set(&mut self.threads, part, number)
    }

    /// The memory it holds, about.
    pub(super) fn bytes(&self) -> usize {
        let parts = self.objects.capacity() + self.groups.capacity() + self.threads.capacity();
        let holders = self.holders.values().map(|it| it.known.capacity());
        4 * (parts + self.words) + 32 * self.numbers.capacity() + holders.sum::<usize>()
    }
}

impl Holders {
    fn holds(&mut self, machine: &Machine<'_>, part: u32) -> bool {
        let index = part as usize;
        if let Some(Some(known)) = self.known.get(index) {
            return *known;
        }
        let mut holds = false;
        machine.references_in_object(part, |it| holds |= self.loose.binary_search(&it).is_ok());
        if self.known.len() <= index {
            self.known.resize(index + 1, None);
        }
        self.known[index] = Some(holds);
        holds
    }
}

#[inline]
fn known(numbers: &[u32], part: u32) -> Option<u32> {
    let known = numbers.get(part as usize).copied();
    known.filter(|it| *it != 0)
}

fn set(numbers: &mut Vec<u32>, part: u32, number: u32) -> u32 {
    if numbers.len() <= part as usize {
        numbers.resize(part as usize + 1, 0);
    }
    numbers[part as usize] = number;
    number
}
