//! Answers about all threads of a state, kept from one state to the next.
//!
//! States that are asked about one after the other differ in few words, and an answer depends on the
//! part of its thread and on at most one other place, nearly always. So the answers of the state asked
//! about last are kept, with the words of that state and with who looks where: only those are looked
//! for again whose own part or place has changed. Of an object whose monitor is waited for, only the
//! monitor matters to those who wait: what its owner does to the fields makes no difference to them.

use super::State;
use super::answers::Answer;
use super::trie::Source;
use crate::machine::Machine;

/// The answers of a state.
#[derive(Clone, Debug)]
pub(super) struct IncrementalAnswers<R> {
    /// By thread.
    answers: Vec<R>,
    /// The words of the state, with zeros behind them.
    words: Vec<u32>,
    /// Who looks at each of them.
    watchers: Vec<Watchers>,
    /// Where each thread looks beside its own part; `Source::Threads` stands for several places.
    sources: Vec<Option<Source>>,
    /// Threads whose answers are not known, one bit for each; beyond the bits, the next to be asked.
    stale: u64,
    beyond: usize,
    /// Whether the words are those of the state that the memory is in.
    here: bool,
    /// Threads whose answers depend on several places, and are looked for every time.
    restless: u64,
    /// To which memory the answers belong.
    generation: u64,
}

/// The threads that look at a word, one bit for each.
#[derive(Clone, Copy, Debug, Default)]
struct Watchers {
    all: u64,
    monitor: u64,
}

/// With more threads, all are asked every time.
const MOST_THREADS: usize = u64::BITS as usize;

impl<R> Default for IncrementalAnswers<R> {
    fn default() -> Self {
        IncrementalAnswers {
            answers: Vec::new(),
            words: Vec::new(),
            watchers: Vec::new(),
            sources: Vec::new(),
            stale: 0,
            beyond: 0,
            here: false,
            restless: 0,
            generation: 0,
        }
    }
}

impl<R: Copy + Default> IncrementalAnswers<R> {
    /// The answers, once none is stale.
    #[inline]
    pub(super) fn answers(&self) -> &[R] {
        &self.answers
    }

    /// Makes them the answers of another state, and stale where they may differ. True if nothing is
    /// kept.
    #[inline]
    pub(super) fn follow(&mut self, at: &State, machine: &Machine<'_>, generation: u64) -> bool {
        let mut anew = false;
        if !self.here {
            anew = self.find_changes(at, machine, generation);
        }
        self.stale |= self.restless;
        self.beyond = MOST_THREADS;
        anew
    }

    fn find_changes(&mut self, at: &State, machine: &Machine<'_>, generation: u64) -> bool {
        let is_like = self.generation == generation
            && self.words.first() == at.words.first()
            && at.threads <= MOST_THREADS;
        if !is_like {
            self.begin(at, generation);
            return true;
        }
        if self.words.len() < at.words.len() {
            self.words.resize(at.words.len(), 0);
        }
        let (eights, rest) = at.words.as_chunks::<8>();
        for (index, eight) in eights.iter().enumerate() {
            let start = index * 8;
            if self.words[start..].first_chunk() != Some(eight) {
                self.update(start, eight, machine);
            }
        }
        self.update(at.words.len() - rest.len(), rest, machine);
        for position in at.words.len()..self.words.len() {
            self.update(position, &[0], machine);
        }
        false
    }

    /// Begins anew.
    fn begin(&mut self, at: &State, generation: u64) {
        self.answers.clear();
        self.answers.resize(at.threads, R::default());
        self.words.clone_from(&at.words);
        self.watchers.clear();
        self.sources.clear();
        self.sources.resize(at.threads, None);
        self.stale = match at.threads {
            0 => 0,
            threads => u64::MAX >> (MOST_THREADS - threads.min(MOST_THREADS)),
        };
        self.restless = 0;
        self.generation = generation;
    }

    fn update(&mut self, start: usize, words: &[u32], machine: &Machine<'_>) {
        for (offset, &word) in words.iter().enumerate() {
            if self.words[start + offset] != word {
                self.change(start + offset, word, machine);
            }
        }
    }

    /// A word has changed.
    fn change(&mut self, position: usize, word: u32, machine: &Machine<'_>) {
        let old = std::mem::replace(&mut self.words[position], word);
        let threads = self.answers.len().min(MOST_THREADS);
        if let Some(thread) = thread_at(position).filter(|it| *it < threads) {
            self.stale |= 1 << thread;
        }
        if let Some(watchers) = self.watchers.get(position) {
            self.stale |= watchers.all;
            if watchers.monitor & !self.stale != 0 && !machine.same_monitor(old, word) {
                self.stale |= watchers.monitor;
            }
        }
    }

    /// The memory makes a step that changes a word and nothing but words.
    #[inline]
    pub(super) fn step(&mut self, position: usize, word: u32, machine: &Machine<'_>) {
        match self.words.get(position) {
            _ if !self.here => {}
            Some(old) if *old == word => {}
            Some(_) => self.change(position, word, machine),
            None => self.here = false,
        }
    }

    /// The words are those of another state.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.here = false;
    }

    /// All is known of the state that the memory is in, if the memory is still that one.
    #[inline]
    pub(super) fn arrive(&mut self, generation: u64) {
        self.here = self.generation == generation;
    }

    /// A thread whose answer is not known.
    #[inline]
    pub(super) fn next_stale(&mut self) -> Option<usize> {
        if self.stale != 0 {
            let thread = self.stale.trailing_zeros() as usize;
            self.stale &= self.stale - 1;
            return Some(thread);
        }
        let thread = self.beyond;
        self.beyond += 1;
        (thread < self.answers.len()).then_some(thread)
    }

    /// Notes the answer about a thread, and gives the one from before.
    #[inline]
    pub(super) fn put(&mut self, thread: usize, answer: Answer<R>, at: &State) -> R {
        let old = std::mem::replace(&mut self.answers[thread], answer.answer);
        if thread < MOST_THREADS {
            self.watch(thread, answer, at);
        }
        old
    }

    fn watch(&mut self, thread: usize, answer: Answer<R>, at: &State) {
        let bit = 1 << thread;
        // A wait set is not told by one word.
        let source = match answer.source {
            _ if answer.depends => Some(Source::Threads),
            Some(Source::Waiters(_)) => Some(Source::Threads),
            source => source,
        };
        let old = std::mem::replace(&mut self.sources[thread], source);
        if old != source {
            if let Some(old) = old {
                *self.watchers_of(old, at) &= !bit;
            }
            if let Some(new) = source {
                *self.watchers_of(new, at) |= bit;
            }
        }
    }

    /// Who looks at a place.
    fn watchers_of(&mut self, source: Source, at: &State) -> &mut u64 {
        let (word, monitor) = match source {
            Source::OpenShared(member, _) => (Source::Shared(member), true),
            Source::OpenSlot(slot, _) => (Source::Slot(slot), true),
            Source::Waiters(_) | Source::Threads => return &mut self.restless,
            source => (source, false),
        };
        let position = at.position(word);
        if self.watchers.len() <= position {
            self.watchers.resize(position + 1, Watchers::default());
        }
        let watchers = &mut self.watchers[position];
        match monitor {
            true => &mut watchers.monitor,
            false => &mut watchers.all,
        }
    }
}

/// The thread whose part is the word at a position, if there are so many.
fn thread_at(position: usize) -> Option<usize> {
    let after = position.checked_sub(2)?;
    (after.is_multiple_of(2)).then_some(after / 2)
}
