//! Whether a JVM, at the end of an itinerary, shows what it should.

use std::time::{Duration, Instant};

use crate::jdwp::{ObjectId, Status, Stream, ThreadId};
use crate::jvm::drive::{Driven, Driver, Halt};
use crate::jvm::itinerary::Block;

/// How long things may take to show.
const PATIENCE: Duration = Duration::from_secs(4);
/// How long threads have to stay as they are until that counts as for ever.
const STAYS: Duration = Duration::from_millis(60);
const GLANCE: Duration = Duration::from_millis(5);

impl<S: Stream> Driver<'_, S> {
    /// A thread throws something that nothing catches.
    pub(crate) fn see_exception(&mut self, number: usize, class: &str) -> Driven<String> {
        let label = self.label(number);
        let until = Instant::now() + PATIENCE;
        let main = self.itinerary.legs.is_empty();
        if main {
            self.release_all()?;
        }
        loop {
            let thread = self.threads.get(&number).copied();
            let is_it = |it: &&(ThreadId, String)| Some(it.0) == thread && it.1 == class;
            if self.thrown.iter().any(|it| is_it(&it)) {
                let class = class.replace('/', ".");
                return Ok(format!("{label} throws {class}, and nothing catches it"));
            }
            if Instant::now() >= until {
                let other = self.thrown.last().map(|(_, class)| class.replace('/', "."));
                let class = class.replace('/', ".");
                return Err(Halt::Other(match other {
                    Some(other) => format!("{other} is thrown and not {class}"),
                    None => format!("{label} does not throw {class}"),
                }));
            }
            self.attend_all(Instant::now() + GLANCE)?;
        }
    }

    /// Threads that can't go on, though nobody holds them back any more.
    pub(crate) fn see_stuck(&mut self, stuck: &[(usize, Block)]) -> Driven<String> {
        self.release_all()?;
        let until = Instant::now() + PATIENCE;
        let mut since: Option<Instant> = None;
        loop {
            match self.unstuck(stuck)? {
                None => {
                    let since = *since.get_or_insert_with(Instant::now);
                    if since.elapsed() >= STAYS {
                        return self.describe_stuck(stuck);
                    }
                }
                Some(reason) => {
                    since = None;
                    if Instant::now() >= until {
                        return Err(Halt::Other(reason));
                    }
                }
            }
            self.attend_all(Instant::now() + GLANCE)?;
        }
    }

    /// Why not all of them are stuck, if that is so.
    fn unstuck(&mut self, stuck: &[(usize, Block)]) -> Driven<Option<String>> {
        for (number, block) in stuck {
            let label = self.label(*number);
            let Some(&thread) = self.threads.get(number) else {
                return Ok(Some(format!("{label} has not been started")));
            };
            let status = match self.jvm.status(thread) {
                Ok(status) => status,
                Err(error) if error.is_gone() => Status::Ended,
                Err(error) => return Err(error.into()),
            };
            let is_stuck = match block {
                Block::Monitor => status == Status::Monitor,
                Block::Wait => status == Status::Waiting,
                Block::Other => status != Status::Ended,
            };
            if !is_stuck {
                let what = match status {
                    Status::Ended => "ends",
                    Status::Running => "runs on",
                    Status::Sleeping => "sleeps",
                    Status::Monitor => "wants a monitor",
                    Status::Waiting => "waits",
                };
                return Ok(Some(format!(
                    "{label} {what} and is not stuck as it should"
                )));
            }
        }
        Ok(None)
    }

    /// Who wants what from whom.
    fn describe_stuck(&mut self, stuck: &[(usize, Block)]) -> Driven<String> {
        let mut owned: Vec<(usize, Vec<ObjectId>)> = Vec::new();
        let mut wanted: Vec<(usize, Block, Option<ObjectId>)> = Vec::new();
        for (number, block) in stuck {
            let Some(&thread) = self.threads.get(number) else {
                continue;
            };
            self.jvm.suspend(thread)?;
            owned.push((*number, self.jvm.owned_monitors(thread)?));
            let wants = self.jvm.wanted_monitor(thread)?;
            wanted.push((*number, *block, wants));
        }
        let mut sentences = Vec::new();
        for (number, block, object) in wanted {
            let label = self.label(number);
            let owner = owned.iter().find(|(other, objects)| {
                *other != number && object.is_some_and(|it| objects.contains(&it))
            });
            sentences.push(match (block, owner) {
                (Block::Monitor, Some((owner, _))) => {
                    format!("{label} wants a monitor that {} has", self.label(*owner))
                }
                (Block::Monitor, None) => format!("{label} wants a monitor"),
                (Block::Wait, _) => format!("{label} waits"),
                (Block::Other, _) => format!("{label} does not go on"),
            });
        }
        Ok(format!("{}, and stay so", sentences.join(", ")))
    }

    /// Both threads stand before their accesses.
    pub(crate) fn see_race(&mut self, threads: &[usize]) -> Driven<String> {
        let labels: Vec<String> = threads.iter().map(|it| self.label(*it)).collect();
        Ok(format!(
            "{} stand before their accesses at once",
            labels.join(" and ")
        ))
    }
}
