//! Periodic tasks come back to where they were.
//!
//! The workers of a `ThreadPoolExecutor` count the tasks that they have completed. A periodic task of a
//! `ScheduledThreadPoolExecutor` is completed again and again, and each time would give a new state, for
//! ever. So workers of these pools don't count, nor those of any other where threads are started for ever
//! (`statespace/recycling.rs`), unless a class of the program mentions a method that
//! tells how many tasks there were. The text that an executor gives of itself has the number, too: that it
//! stays as it is, is an assumption of the report.

use program::{ClassId, FieldId};

use crate::machine::Machine;
use crate::value::Ref;

/// The fields that this is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uncounted {
    /// `ThreadPoolExecutor.Worker.completedTasks`
    counter: FieldId,
    /// The slot of a worker's executor.
    outer: usize,
    /// `ScheduledThreadPoolExecutor`, or `ThreadPoolExecutor` for all pools.
    pool: ClassId,
}

const POOL: &str = "java/util/concurrent/ScheduledThreadPoolExecutor";
const ANY_POOL: &str = "java/util/concurrent/ThreadPoolExecutor";
const WORKER: &str = "java/util/concurrent/ThreadPoolExecutor$Worker";

/// Methods that tell the number.
const TELLING: [&str; 2] = ["getCompletedTaskCount", "getTaskCount"];

impl Machine<'_> {
    /// Finds the fields, if the program may have such a pool and does not ask it for numbers.
    pub(crate) fn find_uncounted(&mut self) -> Option<Uncounted> {
        if TELLING.iter().any(|it| self.known.texts.contains(*it)) {
            return None;
        }
        let pool = self.program.loaded(POOL)?;
        self.find_counter(pool)
    }

    fn find_counter(&mut self, pool: ClassId) -> Option<Uncounted> {
        let worker = self.program.load(WORKER).ok()?;
        let counter = self.program.resolve_field(worker, "completedTasks").ok()?;
        let outer = self.find_field_slot(WORKER, "this$0")?;
        Some(Uncounted {
            counter,
            outer,
            pool,
        })
    }

    /// From here on workers of no pool count, if the program does not ask for numbers: it starts threads for
    /// ever, and each may have worked.
    pub(crate) fn stop_counting(&mut self) {
        if TELLING.iter().any(|it| self.known.texts.contains(*it)) {
            return;
        }
        let Some(pool) = self.program.loaded(ANY_POOL) else {
            return;
        };
        if let Some(uncounted) = self.find_counter(pool) {
            self.known.uncounted = Some(uncounted);
        }
    }

    /// Whether the program may have a pool whose workers don't count.
    pub fn has_uncounted_tasks(&self) -> bool {
        self.known.uncounted.is_some()
    }

    /// Whether a write to a field of an object is such a count.
    #[inline]
    pub(crate) fn is_uncounted(&self, object: Ref, field: FieldId) -> bool {
        match self.known.uncounted {
            Some(it) if it.counter == field => {
                let pool = Ref::from_word(self.heap.object(object).data[it.outer]);
                !pool.is_null()
                    && self
                        .program
                        .is_subtype(self.heap.object(pool).class, it.pool)
            }
            _ => false,
        }
    }
}
