//! Questions about a thread in a state, whose answers are remembered like its steps.

use super::incremental_answers::IncrementalAnswers;
use super::{Source, State, StepCache, value};
use crate::machine::Machine;
use crate::statespace::step_cache::trie::Trie;

/// Answers to one question, by thread and by what was looked at to find them.
#[derive(Clone, Debug)]
pub struct Answers<R> {
    trie: Trie<Answer<R>>,
    /// The last answers, by thread: most threads stand where they stood.
    recent: Vec<Recent<R>>,
    /// Those about all threads of the state asked about last.
    all: IncrementalAnswers<R>,
    /// Which memory they belong to.
    of: u64,
}

/// An answer and where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer<R> {
    pub(super) answer: R,
    /// The only place that it depends on beside the thread, if there is but one.
    pub(super) source: Option<Source>,
    /// Whether there are several.
    pub(super) depends: bool,
}

/// Answers about a thread that stands where it stood, by what there is at the only place that they
/// depend on: whether a monitor is open changes all the time, and it matters to many threads.
#[derive(Clone, Copy, Debug)]
struct Recent<R> {
    /// The part of the thread; [`NO_PART`] where nothing is kept.
    part: u32,
    source: Option<Source>,
    /// The last two.
    known: [Option<(u32, R)>; 2],
}

/// No thread has it.
const NO_PART: u32 = u32::MAX;

impl<R> Default for Recent<R> {
    fn default() -> Self {
        Recent {
            part: NO_PART,
            source: None,
            known: [None, None],
        }
    }
}

impl<R: Copy> Recent<R> {
    /// The answer in a state, if it is here.
    #[inline]
    fn find(&self, part: u32, value: impl Fn(Source) -> u32) -> Option<Answer<R>> {
        if self.part != part {
            return None;
        }
        let seen = self.source.map_or(0, value);
        let mut known = self.known.into_iter().flatten();
        let (_, answer) = known.find(|known| known.0 == seen)?;
        Some(Answer {
            answer,
            source: self.source,
            depends: false,
        })
    }

    fn note(&mut self, part: u32, seen: u32, answer: Answer<R>) {
        let stays = self.part == part && self.source == answer.source;
        *self = Recent {
            part: if answer.depends { NO_PART } else { part },
            source: answer.source,
            known: [Some((seen, answer.answer)), self.known[0].filter(|_| stays)],
        };
    }
}

impl<R> Default for Answers<R> {
    fn default() -> Self {
        Answers {
            trie: Trie::default(),
            recent: Vec::new(),
            all: IncrementalAnswers::default(),
            of: 0,
        }
    }
}

impl<R> Answers<R> {
    /// Forgets all answers.
    pub fn clear(&mut self) {
        self.trie = Trie::default();
        self.recent.clear();
        self.all = IncrementalAnswers::default();
    }

    /// The memory it holds.
    pub fn bytes(&self) -> usize {
        self.trie.bytes()
    }
}

impl<R: Copy> Answers<R> {
    /// The answer about a thread in a state, if it is known.
    #[inline]
    pub(super) fn known(
        &mut self,
        at: &State,
        machine: &Machine<'_>,
        generation: u64,
        thread: usize,
    ) -> Option<Answer<R>> {
        if self.of != generation {
            self.clear();
            self.of = generation;
        }
        let part = at.word(Source::Thread(thread as u32));
        let here = |source| value(at, machine, source);
        if self.recent.len() <= thread {
            self.recent.resize(thread + 1, Recent::default());
        }
        let recent = &mut self.recent[thread];
        let known = recent.find(part, here);
        known.or_else(|| {
            let answer = *self.trie.find(&[thread as u32, part, 0, 0], here)?;
            recent.note(part, answer.source.map_or(0, here), answer);
            Some(answer)
        })
    }
}

impl<'p> StepCache<'p> {
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
        self.answer(answers, thread, question).answer
    }

    /// The same about all threads, by number.
    pub fn ask_all<R: Copy + Default>(
        &mut self,
        answers: &mut Answers<R>,
        out: &mut Vec<R>,
        mut question: impl FnMut(&mut Machine<'p>, usize) -> R,
    ) {
        self.settle();
        self.notice_slots();
        let mut all = std::mem::take(&mut answers.all);
        loop {
            let generation = self.generation;
            all.leave();
            all.follow(&self.at, &self.machine, generation);
            while let Some(thread) = all.next_stale() {
                let ask = |machine: &mut Machine<'p>| question(machine, thread);
                let answer = self.answer(answers, thread, ask);
                all.put(thread, answer, &self.at);
            }
            // Looking may have made everything be forgotten.
            if self.generation == generation {
                break;
            }
        }
        out.clear();
        out.extend_from_slice(all.answers());
        answers.all = all;
    }

    /// The same, where everything is in its place.
    pub(super) fn answer<R: Copy>(
        &mut self,
        answers: &mut Answers<R>,
        thread: usize,
        question: impl FnOnce(&mut Machine<'p>) -> R,
    ) -> Answer<R> {
        let known = answers.known(&self.at, &self.machine, self.generation, thread);
        known.unwrap_or_else(|| self.find_answer(answers, thread, question))
    }

    /// The answer to a question that was not asked before.
    fn find_answer<R: Copy>(
        &mut self,
        answers: &mut Answers<R>,
        thread: usize,
        question: impl FnOnce(&mut Machine<'p>) -> R,
    ) -> Answer<R> {
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
            let here = |source| value(&self.at, &self.machine, source);
            let key = [thread as u32, self.thread_word(thread), 0, 0];
            answers.trie.insert(key, &self.sources, here, answer);
        }
        answer
    }

    fn thread_word(&self, thread: usize) -> u32 {
        self.at.word(Source::Thread(thread as u32))
    }
}
