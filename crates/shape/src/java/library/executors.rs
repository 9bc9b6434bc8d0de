//! Pools of threads.
//!
//! In: a call on an executor. Out: its code.
//!
//! Each task is a thread of its own, which is started when the task is given. A pool has fewer threads; that a
//! task waits for one of them is a run in which its thread is slow. It can't be told apart unless somebody
//! waits for what the task does, and the threads of the pool wait for him. So tasks must not wait for anything
//! but monitors, must leave all monitors before they end, and nobody may wait for others while he is in one
//! ([`Emitter::before_waiting`]): then threads that are in a monitor go on in the end, or wait for monitors in
//! a circle, which is seen. What breaks one of these has no model.
//!
//! The threads of a pool live until `shutdown` (documentation of `newFixedThreadPool`: "The threads in the pool
//! will exist until it is explicitly shutdown"); a keeper, which waits for the call, stands for them. After it
//! `execute` throws `RejectedExecutionException`. An exception of a task that `submit` was given is swallowed
//! by its future; tasks that throw have no model, nor have `shutdownNow`, which interrupts, tasks with a
//! result, and pools with queues that can be full or with factories of the program's own.

use super::super::emit::Emitter;
use super::super::values::Reference;
use super::super::{Front, SELF};
use super::Call;
use crate::configuration::model::{
    Access, ClassId, Condition, Instruction as Step, Local, Operation, Room, Routine, Truth,
};
use analysis::world::ObjectName;
use program::MethodId;

const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";
const SINGLE: &str = "java/util/concurrent/Executors$FinalizableDelegatedExecutorService";
/// The name of the class of tasks as threads.
pub(in super::super) const TASK: &str = "task of a pool";

const FUTURE: &str = "java/util/concurrent/FutureTask";

/// Whether objects of a class are pools.
pub(super) fn is_one(class: &str) -> bool {
    matches!(class, POOL | SINGLE)
}

/// The classes of threads that the program does not make.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Pooled {
    keeper: ClassId,
    task: ClassId,
}

impl Emitter<'_, '_> {
    /// A static method that makes a pool; false if it has no model.
    pub(super) fn new_pool(&mut self, class: &str, call: Call<'_>) -> bool {
        if class != "java/util/concurrent/Executors" {
            return false;
        }
        let made = match (call.name, call.descriptor) {
            ("newFixedThreadPool", "(I)Ljava/util/concurrent/ExecutorService;") => {
                if !self.is_within(call.arguments[0], 1, i64::MAX) {
                    let what = "a pool without threads";
                    self.may_throw("java/lang/IllegalArgumentException", what);
                }
                POOL
            }
            ("newCachedThreadPool", "()Ljava/util/concurrent/ExecutorService;") => POOL,
            ("newSingleThreadExecutor", "()Ljava/util/concurrent/ExecutorService;") => SINGLE,
            _ => return false,
        };
        let Ok(made) = self.front.program.load(made) else {
            return false;
        };
        let (at, pool) = (self.at(), self.local("pool"));
        let class = self.front.class_at(made, None);
        self.put(Operation::New(pool, class), at);
        self.give_local(call.target, pool);
        true
    }

    /// A call on a pool or on the future of a task; false if it has no model.
    pub(super) fn executor(&mut self, class: &str, this: Local, call: Call<'_>) -> bool {
        if class == FUTURE {
            return self.future(this, call);
        }
        if !is_one(class) || call.name == "<init>" {
            return false;
        }
        let at = self.at();
        match (call.name, call.descriptor) {
            ("execute", "(Ljava/lang/Runnable;)V")
            | ("submit", "(Ljava/lang/Runnable;)Ljava/util/concurrent/Future;") => {
                self.check_null(call.arguments[1]);
                let Reference::Kept(task) = self.reference(call.arguments[1]) else {
                    return false;
                };
                self.front.facts.has_pools = true;
                let thread = self.start_task(this, task);
                if call.target.is_some() {
                    let Ok(class) = self.front.program.load(FUTURE) else {
                        return false;
                    };
                    let class = self.front.class_at(class, None);
                    let (future, owner) = (self.local("future"), self.front.owner);
                    self.put(Operation::New(future, class), at);
                    let belongs = Operation::Put(future, owner, Some(thread));
                    self.put_as(belongs, Access::Private, at);
                    self.give_local(call.target, future);
                }
            }
            ("shutdown", "()V") => {
                let down = self.front.down;
                self.put(Operation::Acquire(this), at);
                self.join_step(Operation::PutFlag(this, down, true));
                self.put(Operation::NotifyAll(this), at);
                self.put(Operation::Release(this), at);
            }
            ("awaitTermination", "(JLjava/util/concurrent/TimeUnit;)Z") => {
                // It may be late; then nothing is known. The other result is taken to be as good.
                self.front.assume("no thread is interrupted");
                self.check_null(call.arguments[0]);
                self.before_waiting(None);
                self.forget_result(call.target);
            }
            ("isShutdown" | "isTerminated", "()Z") => {
                self.check_null(call.arguments[0]);
                self.forget_result(call.target);
            }
            _ => return false,
        }
        true
    }

    fn future(&mut self, this: Local, call: Call<'_>) -> bool {
        let at = self.at();
        match (call.name, call.descriptor) {
            // "The Future's `get` method will return null upon successful completion."
            ("get", "()Ljava/lang/Object;") => {
                self.front.assume("no thread is interrupted");
                self.before_waiting(None);
                let (thread, owner) = (self.local("task"), self.front.owner);
                self.put_as(Operation::Get(thread, this, owner), Access::Private, at);
                self.put(Operation::Join(thread), at);
                self.null_result(call.target);
            }
            ("isDone" | "isCancelled", "()Z") => {
                self.check_null(call.arguments[0]);
                self.forget_result(call.target);
            }
            _ => return false,
        }
        true
    }

    /// The thread of a new task of a pool.
    fn start_task(&mut self, pool: Local, task: Local) -> Local {
        let at = self.at();
        let classes = self.front.pooled(at);
        let (down, used) = (self.front.down, self.front.used);
        let (is_down, is_used) = (self.truth("down"), self.truth("used"));
        let (rejected, fine, kept) = (self.label(), self.label(), self.label());
        let ask = Operation::GetFlag(is_down, pool, down);
        self.put_as(ask, Access::Ordered, at);
        self.put(Operation::Branch(Condition::Is(is_down), rejected), at);
        self.put(Operation::Jump(fine), at);
        self.bind(rejected);
        let what = "a task for a pool that is shut down";
        self.may_throw("java/util/concurrent/RejectedExecutionException", what);
        self.bind(fine);
        let ask = Operation::GetFlag(is_used, pool, used);
        self.put_as(ask, Access::Ordered, at);
        self.put(Operation::Branch(Condition::Is(is_used), kept), at);
        self.join_step(Operation::PutFlag(pool, used, true));
        let (keeper, owner) = (self.local("keeper"), self.front.owner);
        self.put(Operation::New(keeper, classes.keeper), at);
        let belongs = Operation::Put(keeper, owner, Some(pool));
        self.put_as(belongs, Access::Private, at);
        self.put(Operation::Start(keeper), at);
        self.bind(kept);
        let (thread, target) = (self.local("task"), self.front.target);
        self.put(Operation::New(thread, classes.task), at);
        let runs = Operation::Put(thread, target, Some(task));
        self.put_as(runs, Access::Private, at);
        self.put(Operation::Start(thread), at);
        thread
    }

    /// A thread is about to wait for others: where there are pools it must not be in any monitor but the one
    /// that it gives up.
    pub(in super::super) fn before_waiting(&mut self, gives_up: Option<Local>) {
        if !self.front.facts.has_pools {
            return;
        }
        let (at, wrong, fine) = (self.at(), self.label(), self.label());
        let condition = match gives_up {
            Some(local) => Condition::HoldsOther(local),
            None => Condition::HoldsAny,
        };
        self.put(Operation::Branch(condition, wrong), at);
        self.put(Operation::Jump(fine), at);
        self.bind(wrong);
        let what = "waiting for others inside of a monitor, in a program with pools of threads";
        self.unsupported(what.to_owned(), at);
        self.bind(fine);
    }
}

impl Front<'_> {
    /// The classes of threads of pools.
    fn pooled(&mut self, at: (MethodId, u32)) -> Pooled {
        if let Some(known) = self.pooled {
            return known;
        }
        let line = self.program.body(at.0).line(at.1).unwrap_or(0);
        let keeper = self.keeper_routine(at, line);
        let keeper = self.model.thread_class("keeper of a pool", keeper);
        let empty = Routine {
            name: TASK.to_owned(),
            locals: vec!["thread".to_owned()],
            truths: Vec::new(),
            code: Vec::new(),
        };
        let routine = self.model.routine(empty);
        self.origins.push(Vec::new());
        let task = self.special_class(TASK);
        self.model.classes[usize::from(task.0)].routine = Some(routine);
        let pooled = Pooled { keeper, task };
        self.pooled = Some(pooled);
        let mut emitter = Emitter::new(self, Vec::new());
        emitter.run_target(SELF, at);
        for index in 0..emitter.draft.code.len() {
            let (here, step) = (emitter.draft.origins[index], &emitter.draft.code[index]);
            let waits = matches!(
                step.operation,
                Operation::Wait(_)
                    | Operation::Await(..)
                    | Operation::Join(_)
                    | Operation::Share(_, Room::Counted)
            );
            let throws = match step.operation {
                Operation::Fail(number) => {
                    let text = &emitter.front.notes[number as usize].text;
                    text.starts_with("uncaught ")
                }
                _ => false,
            };
            let what = match (waits, throws) {
                (true, _) => "a task of a pool that waits for others",
                (_, true) => "a task of a pool that throws",
                _ => continue,
            };
            let number = emitter.front.note(what.to_owned(), false, here);
            emitter.draft.code[index].operation = Operation::Unsupported(number);
        }
        let end = emitter.label();
        let wrong = emitter.label();
        emitter.put(Operation::Branch(Condition::HoldsAny, wrong), at);
        emitter.put(Operation::Jump(end), at);
        emitter.bind(wrong);
        let what = "a task of a pool that ends inside of a monitor";
        emitter.unsupported(what.to_owned(), at);
        emitter.bind(end);
        let draft = emitter.draft;
        let (made, origins, _) = super::super::simplify::finish(TASK, draft);
        self.model.routines[usize::from(routine.0)] = made;
        self.origins[usize::from(routine.0)] = origins;
        pooled
    }

    /// Waits until the pool is shut down.
    fn keeper_routine(
        &mut self,
        at: (MethodId, u32),
        line: u32,
    ) -> crate::configuration::model::RoutineId {
        let (pool, down) = (Local(1), Truth(0));
        let step = |operation: Operation, access: Access| Step {
            operation,
            line,
            access,
        };
        let code = vec![
            step(Operation::Get(pool, SELF, self.owner), Access::Private),
            step(Operation::Acquire(pool), Access::Plain),
            step(Operation::GetFlag(down, pool, self.down), Access::Joined),
            step(Operation::Branch(Condition::Is(down), 7), Access::Plain),
            step(Operation::Wait(pool), Access::Plain),
            step(Operation::Reacquire(pool), Access::Plain),
            step(Operation::Jump(2), Access::Plain),
            step(Operation::Release(pool), Access::Plain),
        ];
        self.origins.push(vec![at; code.len()]);
        self.model.routine(Routine {
            name: "keeper of a pool".to_owned(),
            locals: vec!["thread".to_owned(), "pool".to_owned()],
            truths: vec!["down".to_owned()],
            code,
        })
    }

    /// Notes what is special about a pool of the start.
    pub(super) fn pool_of_start(&mut self, name: ObjectName) {
        let mut object = self.world.object(name);
        let Some(mut class) = object.class else {
            return;
        };
        if &*self.program.class(class).name == SINGLE {
            let inner = self.word_of(class, &object.words, "e").unwrap_or(0);
            if inner == 0 {
                return;
            }
            object = self.world.object(inner as ObjectName);
            let Some(inner) = object.class else { return };
            class = inner;
        }
        let number = |it: Option<u64>| it.map(|it| it as u32 as i32);
        let inner = |front: &mut Self, field: &str| {
            let word = front.word_of(class, &object.words, field)?;
            if word == 0 {
                return None;
            }
            let object = front.world.object(word as ObjectName);
            Some((object.class?, object.words))
        };
        let control = inner(self, "ctl").and_then(|(class, words)| {
            let value = self.word_of(class, &words, "value");
            number(value)
        });
        let most = number(self.word_of(class, &object.words, "maximumPoolSize"));
        let has_room = inner(self, "workQueue").is_some_and(|(class, words)| {
            match &*self.program.class(class).name {
                "java/util/concurrent/LinkedBlockingQueue" => {
                    number(self.word_of(class, &words, "capacity")) == Some(i32::MAX)
                }
                "java/util/concurrent/SynchronousQueue" => most == Some(i32::MAX),
                _ => false,
            }
        });
        let mut is_of = |field: &str, wanted: &str| {
            inner(self, field).is_some_and(|it| &*self.program.class(it.0).name == wanted)
        };
        let factory = "java/util/concurrent/Executors$DefaultThreadFactory";
        let is_plain = is_of("threadFactory", factory);
        if !has_room || !is_plain || control.is_none_or(|it| it >= 0) {
            let what =
                "a pool with a queue, threads or a state of its own when the first thread starts";
            self.untold.insert(what.to_owned());
        }
    }
}
