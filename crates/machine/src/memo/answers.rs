//! Questions about a thread in a state, whose answers are remembered like its steps.

use super::{Memo, Source, value};
use crate::machine::Machine;
use crate::memo::trie::Trie;

/// Answers to one question, by thread and by what was looked at to find them.
#[derive(Clone, Debug)]
pub struct Answers<R> {
    trie: Trie<Answer<R>>,
    /// The last answers, by thread.
    recent: Vec<Recent<R>>,
    /// Which memory they belong to.
    of: u64,
}

#[derive(Clone, Copy, Debug)]
struct Answer<R> {
    answer: R,
    /// The only place that it depends on beside the thread, if there is but one.
    source: Option<Source>,
    /// Whether there are several.
    depends: bool,
}

#[derive(Clone, Copy, Debug)]
struct Recent<R> {
    part: u32,
    seen: u32,
    answer: Answer<R>,
}

impl<R> Default for Answers<R> {
    fn default() -> Self {
        Answers {
            trie: Trie::default(),
            recent: Vec::new(),
            of: 0,
        }
    }
}

impl<R> Answers<R> {
    /// Forgets all answers.
    pub fn clear(&mut self) {
        self.trie = Trie::default();
        self.recent.clear();
    }

    /// The memory it holds.
    pub fn bytes(&self) -> usize {
        self.trie.bytes()
    }
}

impl<'p> Memo<'p> {
    /// The answer to a question about a thread in the current state. The question may look at the
    /// thread and at objects through the heap; not at anything else that changes.
    pub fn ask<R: Copy>(
        &mut self,
        answers: &mut Answers<R>,
        thread: usize,
        question: impl FnOnce(&mut Machine<'p>) -> R,
    ) -> R {
        self.settle();
        self.notice_slots();
        self.answer(answers, thread, question)
    }

    /// The same, where everything is in its place.
    #[inline]
    pub(super) fn answer<R: Copy>(
        &mut self,
        answers: &mut Answers<R>,
        thread: usize,
        question: impl FnOnce(&mut Machine<'p>) -> R,
    ) -> R {
        if answers.of != self.generation {
            answers.clear();
            answers.of = self.generation;
        }
        let part = self.at.word(Source::Thread(thread as u32));
        if let Some(recent) = answers.recent.get(thread)
            && recent.part == part
            && !recent.answer.depends
            && recent
                .answer
                .source
                .is_none_or(|source| value(&self.at, &self.machine, source) == recent.seen)
        {
            return recent.answer.answer;
        }
        let key = [thread as u32, part, 0, 0];
        let known = answers
            .trie
            .find(&key, |source| value(&self.at, &self.machine, source));
        let answer = match known {
            Some(answer) => *answer,
            None => {
                let machine = self.machine();
                machine.heap.reads.begin();
                let answer = question(machine);
                self.machine.heap.reads.end(&mut self.reads);
                let told = self.find_sources(Some(thread as u16));
                let answer = Answer {
                    answer,
                    source: self.sources.first().copied(),
                    depends: !told || self.sources.len() > 1,
                };
                // Looking may have given objects their places, which must be looked at there.
                self.notice_slots();
                if told && answers.of == self.generation {
                    let value = |source| value(&self.at, &self.machine, source);
                    answers.trie.insert(key, &self.sources, value, answer);
                }
                answer
            }
        };
        let seen = answer
            .source
            .map_or(0, |source| value(&self.at, &self.machine, source));
        let recent = Recent { part, seen, answer };
        if answers.recent.len() <= thread {
            let nothing = Recent { part: 0, ..recent };
            answers.recent.resize(thread + 1, nothing);
        }
        answers.recent[thread] = recent;
        answer.answer
    }
}
