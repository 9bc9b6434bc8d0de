//! What an automaton may do while a transition of the graph is taken.
//!
//! In: an automaton, and the words that transitions carry, each the letters of the states that it leaves
//! and passes through, as the values of the automaton's atoms by bit. Out: for each state of the
//! automaton and each word the states that it can get to, with the marks on the way.
//!
//! A word is read letter by letter. Of several ways to the same state those are kept whose marks no
//! other way has and more.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use property::Automaton;

/// What the automaton may do on a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Choice {
    pub(super) target: u32,
    pub(super) marks: u64,
}

/// Above this, pairs of automaton states and words are looked up by hash.
const LARGEST_TABLE: usize = 1 << 22;

/// What the automaton may do on each word, in each of its states; worked out when first asked for.
pub(super) struct Moves<'g> {
    automaton: &'g Automaton,
    words: Vec<Vec<u64>>,
    /// By state and word, where the choices begin and end; those not asked for yet begin at `u32::MAX`.
    table: Vec<(u32, u32)>,
    by_hash: HashMap<(u32, u32), (u32, u32), FixedState>,
    /// Those of one word in one state beside each other.
    pub(super) choices: Vec<Choice>,
}

impl<'g> Moves<'g> {
    pub(super) fn new(automaton: &'g Automaton, words: Vec<Vec<u64>>) -> Moves<'g> {
        let pairs = automaton.states().saturating_mul(words.len());
        let table = if pairs <= LARGEST_TABLE { pairs } else { 0 };
        Moves {
            automaton,
            words,
            table: vec![(u32::MAX, 0); table],
            by_hash: HashMap::with_hasher(FixedState::default()),
            choices: Vec::new(),
        }
    }

    /// Where the choices begin and end.
    #[inline]
    pub(super) fn range(&mut self, state: u32, word: u32) -> (u32, u32) {
        let place = state as usize * self.words.len() + word as usize;
        match self.table.get(place) {
            Some(range) if range.0 != u32::MAX => *range,
            _ => self.find(state, word, place),
        }
    }

    #[cold]
    fn find(&mut self, state: u32, word: u32, place: usize) -> (u32, u32) {
        if let Some(range) = self.by_hash.get(&(state, word)) {
            return *range;
        }
        let found = self.follow(state, word);
        let begin = self.choices.len() as u32;
        self.choices.extend(found);
        let range = (begin, self.choices.len() as u32);
        match self.table.get_mut(place) {
            Some(entry) => *entry = range,
            None => {
                self.by_hash.insert((state, word), range);
            }
        }
        range
    }

    /// Reads a word. Of ways to the same state, those with most marks are kept.
    fn follow(&self, state: u32, word: u32) -> Vec<Choice> {
        let mut now = vec![Choice {
            target: state,
            marks: 0,
        }];
        for letter in &self.words[word as usize] {
            let mut next = Vec::new();
            for choice in &now {
                let taken = self.automaton.transitions(choice.target).iter();
                let taken = taken.filter(|it| it.label.allows(*letter));
                next.extend(taken.map(|it| Choice {
                    target: it.target,
                    marks: choice.marks | it.marks,
                }));
            }
            next.sort_unstable();
            next.dedup();
            let all = next.clone();
            let is_less = |it: &Choice| {
                let better = |other: &Choice| {
                    other != it && other.target == it.target && it.marks & !other.marks == 0
                };
                all.iter().any(better)
            };
            next.retain(|it| !is_less(it));
            now = next;
        }
        now
    }
}
