//! Steps after which objects have other names.
//!
//! A step that links an object into a structure that others can reach, or takes one out, may change the
//! names of objects that it has nothing to do with, and with them the parts of whoever refers to those.
//! What it does itself is told by what it looked at, as for every step (see `step_cache.rs`); what becomes of
//! the names is told by the reference_shape of the state (see `reference_shape.rs`). So in two states with the same
//! reference_shape, in which it sees the same, it gives the same objects the same names, and each word of the
//! new vector has the same *origin*:
//! - a word of the old vector, unchanged. Where that is so in one state it is so in all with the same
//!   reference_shape: a part holds names and other content, the step does not touch the content, and the names
//!   in the part, which its reference_shape lists, are the same, and have not changed;
//! - a new part, made of what the step looked at, and of names;
//! - a part made of words of the old vector that hold the same content under other names. What it is
//!   made of is known, so what becomes of those words is asked of a table, and learned where it is not
//!   known yet, by running the step.
//!
//! Only steps count for which base objects were not searched for garbage, which start no thread and do
//! not end the program. That none has to be searched for follows from the same: which are loose is part of
//! the key, and who lets go of one is the step, which sees that, or an object that goes away, and which of
//! those hold one is part of the reference_shape.

use hashbrown::HashMap;

use super::reference_shape::Skeletons;
use super::renamings::RenamingId;
use super::trie::{Source, Trie};
use super::{State, Step, StepCache, value};
use crate::machine::Machine;

type Fixed = foldhash::fast::FixedState;

/// Vectors with more words than this are not worth it: the step is as quickly run.
const MOST_WORDS: usize = 512;

/// What has been learned of such steps.
#[derive(Clone, Debug, Default)]
pub(super) struct RenamingSteps {
    skeletons: Skeletons,
    /// By the number of the step and the reference_shape before it.
    numbers: HashMap<(u32, u32), u32, Fixed>,
    shifts: Vec<Shift>,
    origins: Vec<Origin>,
    /// What words with the same content under other names are, by shift and place.
    translated: Trie<u32>,
}

/// What becomes of a vector.
#[derive(Clone, Copy, Debug)]
struct Shift {
    /// Where the origins of its words lie, after the first two.
    origins: (u32, u32),
    shape: u32,
    renaming: RenamingId,
}

/// Where a word of the new vector comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Same(Source),
    New(u32),
    Translated,
}

impl RenamingSteps {
    /// The reference_shape of a state.
    pub(super) fn reference_shape(&mut self, machine: &mut Machine<'_>, state: &State) -> u32 {
        self.skeletons.of(machine, state)
    }

    /// The memory it holds, about.
    pub(super) fn bytes(&self) -> usize {
        self.skeletons.bytes()
            + self.numbers.capacity() * 13
            + self.shifts.capacity() * size_of::<Shift>()
            + self.origins.capacity() * size_of::<Origin>()
            + self.translated.bytes()
    }
}

fn is_ordinary(state: &State) -> bool {
    state.words.len() <= MOST_WORDS
}

impl StepCache<'_> {
    /// Takes a step that is known, if it is known what becomes of names in the current state.
    pub(super) fn shift(&mut self, number: u32, step: Step) -> bool {
        if !is_ordinary(&self.at) {
            return false;
        }
        let reference_shape = self.shifts.reference_shape(&mut self.machine, &self.at);
        let Some(&shift) = self.shifts.numbers.get(&(number, reference_shape)) else {
            return false;
        };
        if !self.translate(shift) {
            return false;
        }
        std::mem::swap(&mut self.at, &mut self.after);
        self.leave_offers();
        self.instructions += u64::from(step.instructions);
        self.summary = step.summary;
        self.summary.renaming = self.shifts.shifts[shift as usize].renaming;
        self.ran = false;
        self.here = false;
        true
    }

    /// Writes the vector after a shift. False if something is not known yet.
    fn translate(&mut self, number: u32) -> bool {
        let shift = self.shifts.shifts[number as usize];
        let (first, end) = shift.origins;
        let after = &mut self.after.words;
        after.clear();
        after.push(shift.shape);
        after.push(self.at.globals);
        let origins = &self.shifts.origins[first as usize..end as usize];
        for (place, origin) in origins.iter().enumerate() {
            let word = match *origin {
                Origin::Same(source) => self.at.word(source),
                Origin::New(part) => part,
                Origin::Translated => {
                    let key = [number, place as u32, 0, 0];
                    let value = |source| value(&self.at, &self.machine, source);
                    match self.shifts.translated.find(&key, value) {
                        Some(part) => *part,
                        None => return false,
                    }
                }
            };
            after.push(word);
        }
        self.after.look(&self.machine);
        // Slots that there were none of when this was learned: they refer to nothing young.
        let slots = self.after.words.len() - self.after.fixed();
        let more = self.at.words.get(self.at.fixed() + slots..).unwrap_or(&[]);
        self.after.words.extend_from_slice(more);
        self.after.trim();
        true
    }

    /// Learns what became of the names in a step with this number, which was just run and saved.
    pub(super) fn learn_shift(&mut self, number: u32, mover: u16) {
        let (before, after) = (&self.at, &self.after);
        let is_known = !self.machine.states.dead_sought
            && before.globals == after.globals
            && before.threads == after.threads;
        if !is_known || !is_ordinary(before) || !is_ordinary(after) {
            return;
        }
        let reference_shape = self.shifts.reference_shape(&mut self.machine, &self.at);
        self.machine.names.changes.sort_unstable();
        let (before, after) = (&self.at, &self.after);
        let known = self.shifts.numbers.get(&(number, reference_shape)).copied();
        let shift = known.unwrap_or(self.shifts.shifts.len() as u32);
        let origin = self.shifts.origins.len() as u32;
        let mut needs = Vec::new();
        // Slots at the end may have become zeros, which are left out.
        let slots = |state: &State| state.words.len() - state.fixed();
        let places = after.fixed() - 2 + slots(before).max(slots(after));
        for place in 0..places {
            needs.clear();
            let same = self.find_needs(place, &mut needs);
            let part = after.words.get(place + 2).copied().unwrap_or(0);
            let own = |it: &Source| {
                *it == Source::Thread(u32::from(mover)) || *it == Source::Group(u32::from(mover))
            };
            let touched = |it: &Source| own(it) || self.sources.contains(it);
            let untouched = !needs.iter().any(touched);
            needs.retain(|it| !touched(it));
            let origin = match needs[..] {
                [] => Origin::New(part),
                [only] if same && untouched && before.word(only) == part => Origin::Same(only),
                _ => Origin::Translated,
            };
            if origin == Origin::Translated {
                let key = [shift, place as u32, 0, 0];
                let value = |source| value(before, &self.machine, source);
                let translated = &mut self.shifts.translated;
                if translated.find(&key, value).is_none() {
                    translated.insert(key, &needs, value, part);
                }
            }
            if known.is_none() {
                self.shifts.origins.push(origin);
            }
        }
        if known.is_none() {
            self.shifts.shifts.push(Shift {
                origins: (origin, self.shifts.origins.len() as u32),
                shape: after.words[0],
                renaming: self.summary.renaming,
            });
            self.shifts.numbers.insert((number, reference_shape), shift);
        }
    }

    /// The words of the vector before the step that hold the content of a word of the one after it.
    /// True if it is all the content of one of them.
    fn find_needs(&self, place: usize, needs: &mut Vec<Source>) -> bool {
        let threads = self.after.threads;
        let names = &self.machine.names;
        if place >= 2 * threads + self.after.shared {
            let slot = place - 2 * threads - self.after.shared;
            needs.push(Source::Slot(slot as u32));
            return true;
        }
        if place >= 2 * threads {
            match names.before(0, place - 2 * threads) {
                None => {}
                Some((0, member)) => {
                    needs.push(Source::Shared(member as u32));
                    return true;
                }
                Some((group, _)) => needs.push(Source::Group(group as u32 - 1)),
            }
            return false;
        }
        let thread = place as u32 / 2;
        if place.is_multiple_of(2) {
            needs.push(Source::Thread(thread));
            return true;
        }
        needs.push(Source::Group(thread));
        let group = thread as usize + 1;
        let mut same = true;
        for member in 0..names.groups[group].objects.len() {
            let source = match names.before(group, member) {
                Some(it) if it == (group, member) => continue,
                None => None,
                Some((0, member)) => Some(Source::Shared(member as u32)),
                Some((group, _)) => Some(Source::Group(group as u32 - 1)),
            };
            same = false;
            needs.extend(source.filter(|it| !needs.contains(it)));
        }
        same
    }
}
