//! `Thread.suspend`, `resume` and `stop`.
//!
//! A thread may be suspended, or die, wherever it stands. Where it stands between two stops concerns
//! nobody else as long as threads are only suspended: whatever it has done since the last stop, it may
//! as well have done before. But it must be possible to suspend it while it owns a monitor, so leaving
//! one is a stop in such models, and so are notifying, starting and ending.
//!
//! Dying is another matter: the handlers and `finally` blocks of the thread itself see how far it came.
//! So in a model with `Thread.stop` every access to what other threads can get at is a stop, whether
//! locks protect it or not, and at each stop the thread may throw `ThreadDeath` instead of going on.
//! One that is blocked on a monitor or joins dies when it could go on, one that waits or is parked at
//! once; in a wait set it needs the monitor back first.

use std::collections::BTreeMap;

use analysis::code::exception;
use analysis::flat::Callee;
use analysis::flat::calls::callees;
use analysis::intrinsic::Intrinsic;
use program::{FieldAccess, Instruction, MethodId, Register};

use super::{At, Emitter};
use crate::context::{Context, Reason};
use crate::origin::{Origin, Role};
use crate::tree::{Expression, Item, Label, Statement};

/// In [`crate::context::Shared::stopped`]: the thread throws when it goes on.
const DIES: i32 = 1;
/// The same of a thread that was not started: it will do nothing at all.
pub(crate) const STILLBORN: i32 = 2;
/// In [`crate::context::Shared::suspended`]: the thread can't go on. Alone, another thread has done it.
const HELD: i32 = 1;
/// It stands in its own call of `suspend`.
const BY_ITSELF: i32 = 2;

impl Context<'_> {
    /// Whether the thread is not suspended; `None` where nothing suspends threads.
    pub(crate) fn may_move(&self, thread: Expression) -> Option<Expression> {
        let suspended = self.of_thread(self.shared.suspended.as_ref()?, thread);
        Some(suspended.binary("&", HELD.into()).binary("==", 0.into()))
    }

    /// Whether a thread that is told to die does so before the instruction: in the machine it is an
    /// operation, though others could not notice.
    pub(crate) fn dies_before(&self, method: MethodId, pc: u32) -> bool {
        if self.shared.stopped.is_none() {
            return false;
        }
        let body = self.program.body(method);
        let escapes = |register: Register| {
            let mut objects = self.points.register(method, register).iter();
            objects.any(|object| self.sharing.escapes(*object))
        };
        match body.code[pc as usize] {
            Instruction::GetField { object, field, .. } => {
                self.program.field(field).access != FieldAccess::Final && escapes(object)
            }
            Instruction::GetStatic { field, .. } => {
                self.program.field(field).access != FieldAccess::Final
            }
            Instruction::PutStatic { .. } | Instruction::InvokePolymorphic { .. } => true,
            Instruction::PutField { object, .. }
            | Instruction::MonitorEnter { object }
            | Instruction::MonitorExit { object } => escapes(object),
            Instruction::ArrayLoad { array, .. } | Instruction::ArrayStore { array, .. } => {
                escapes(array)
            }
            Instruction::Invoke { .. } => {
                let known = callees(self.program, self.points, method, pc);
                known.iter().any(|callee| {
                    matches!(
                        callee,
                        Callee::Intrinsic(
                            _,
                            Intrinsic::ArrayCopy
                                | Intrinsic::Clone
                                | Intrinsic::Unsafe(_)
                                | Intrinsic::Choose
                                | Intrinsic::ChooseBoolean
                        )
                    )
                })
            }
            _ => false,
        }
    }
}

impl Emitter<'_> {
    /// Whether this thread has been told to die, as a place of the model.
    pub(super) fn stopped(&self, thread: Expression) -> Option<Expression> {
        let stopped = self.context.shared.stopped.as_ref()?;
        Some(self.context.of_thread(stopped, thread))
    }

    /// Where a thread goes that dies before the instruction.
    pub(super) fn death(&mut self, at: At) -> Label {
        let (over, death) = (self.label(), self.label());
        self.add(at, Statement::Goto(over));
        self.items.push(Item::Label(death));
        let body = self.body(at.instance);
        let is_reached = |target: &u32| {
            let code = self.context.points.code.get(&at.method);
            code.is_some_and(|code| code.contains(target))
        };
        let mut handlers = body.handlers_at(at.pc).map(|it| it.target);
        match handlers.all(|target| is_reached(&target)) {
            true => self.throw(at, exception::DEATH),
            false => self.unsupported(at, "a thread that is stopped here"),
        }
        self.items.push(Item::Label(over));
        death
    }

    /// Makes room for threads that are to die in a loop in which nothing happens: where exactly they are
    /// then is not known.
    pub(super) fn reserve_circles(&mut self) {
        if self.context.shared.stopped.is_none() {
            return;
        }
        let text = "stopping a thread that goes round without a step that others notice";
        let number = self.context.reason(Reason {
            text: text.to_owned(),
            at: None,
            is_bound: false,
        });
        let label = self.label();
        self.circles = Some(*self.traps.entry(number).or_insert(label));
    }

    /// What a thread does each time round in such a loop.
    pub(super) fn dies_in_circles(&self) -> Option<Statement> {
        let stopped = self.stopped(self.this_thread.clone())?;
        let told = Statement::Guard(stopped.binary("!=", 0.into()));
        let leaves = vec![told, Statement::Goto(self.circles?)];
        Some(Statement::If(vec![leaves], Some(Vec::new())))
    }

    /// A thread that was stopped before its start does nothing.
    pub(super) fn stillborn(&mut self) {
        if let Some(stopped) = self.stopped(self.this_thread.clone()) {
            let born_dead = stopped.clone().binary("==", STILLBORN.into());
            let ends = vec![
                Statement::Guard(born_dead),
                Statement::Assign(stopped, 0.into()),
                Statement::Goto(self.end),
            ];
            self.local(Statement::If(vec![ends], Some(Vec::new())), Origin::THREAD);
        }
    }

    /// Lets threads die at their stops; `deaths` says where they go then.
    pub(super) fn let_die(&mut self, deaths: &BTreeMap<Label, Label>) {
        let Some(stopped) = self.stopped(self.this_thread.clone()) else {
            return;
        };
        let told = stopped.clone().binary("!=", 0.into());
        let mut bound = Vec::with_capacity(self.items.len());
        let mut death = None;
        for item in std::mem::take(&mut self.items) {
            let Some(target) = death.take() else {
                if let Item::Stop(label) = &item {
                    death = deaths.get(label).copied();
                }
                bound.push(item);
                continue;
            };
            let dies = |role: Role| {
                let first = Statement::Guard(told.clone());
                vec![
                    Statement::Tagged(role, Box::new(first)),
                    Statement::Assign(stopped.clone(), 0.into()),
                    Statement::Goto(target),
                ]
            };
            let origin = match &item {
                Item::Statement(_, origin) => *origin,
                _ => Origin::THREAD,
            };
            let or_dies = |role| Statement::If(vec![dies(role)], Some(Vec::new()));
            match item {
                Item::Statement(Statement::Guard(_), _) => {
                    bound.push(item);
                    bound.push(Item::Statement(
                        or_dies(Role::Local),
                        origin.with(Role::Local),
                    ));
                }
                Item::Statement(Statement::If(mut alternatives, None), origin) => {
                    let lives = stopped.clone().binary("==", 0.into());
                    for parts in &mut alternatives {
                        if let Some(first) = parts.first_mut() {
                            *first = first.clone().also(&lives);
                        }
                    }
                    alternatives.push(dies(Role::Visible));
                    bound.push(Item::Statement(Statement::If(alternatives, None), origin));
                }
                _ => {
                    let origin = origin.with(Role::Local);
                    bound.push(Item::Statement(or_dies(Role::Visible), origin));
                    bound.push(item);
                }
            }
        }
        self.items = bound;
    }

    pub(super) fn suspend(&mut self, at: At, thread: Register) {
        let reference = self.value(at, thread);
        let context = self.context;
        let (Some(vector), Some(state)) = (&context.shared.suspended, &context.shared.state) else {
            return self.unsupported(at, "suspending a thread");
        };
        let this = self.this_thread.clone();
        let (other, done) = (self.label(), self.label());
        self.stop(at);
        self.local(Statement::Skip, at.origin().with(Role::Visible));
        self.branch(at, reference.clone().binary("!=", this.clone()), other);
        let own = context.of_thread(vector, this);
        self.add(
            at,
            Statement::Assign(own.clone(), (HELD | BY_ITSELF).into()),
        );
        self.stop(at);
        let resumed = own.clone().binary("==", BY_ITSELF.into());
        self.local(Statement::Guard(resumed), at.origin().with(Role::Visible));
        self.add(at, Statement::Assign(own, 0.into()));
        self.add(at, Statement::Goto(done));
        self.items.push(Item::Label(other));
        let suspended = context.of_thread(vector, reference.clone());
        let alive = context.of_thread(state, reference).binary("==", 1.into());
        let held = vec![
            Statement::Guard(alive),
            Statement::Assign(suspended.clone(), suspended.binary("|", HELD.into())),
        ];
        self.add(at, Statement::If(vec![held], Some(Vec::new())));
        self.items.push(Item::Label(done));
    }

    pub(super) fn resume(&mut self, at: At, thread: Register) {
        let reference = self.value(at, thread);
        self.stop(at);
        self.release(at, reference);
    }

    /// The step that resumes a thread.
    fn release(&mut self, at: At, reference: Expression) {
        match &self.context.shared.suspended {
            Some(vector) => {
                let suspended = self.context.of_thread(vector, reference);
                let free = suspended.clone().binary("&", BY_ITSELF.into());
                self.visible_statement(at, Statement::Assign(suspended, free));
            }
            None => self.visible_statement(at, Statement::Skip),
        }
    }

    pub(super) fn stop_thread(&mut self, at: At, thread: Register) {
        let reference = self.value(at, thread);
        let state = self.context.shared.state.as_ref();
        let state = state.map(|it| self.context.of_thread(it, reference.clone()));
        let (Some(state), Some(stopped)) = (state, self.stopped(reference.clone())) else {
            return self.unsupported(at, "stopping a thread");
        };
        // The library resumes the thread before it stops it.
        self.stop(at);
        self.release(at, reference.clone());
        let is_own = reference.binary("==", self.this_thread.clone());
        self.throw_if(at, is_own, exception::DEATH);
        self.stop(at);
        self.local(Statement::Skip, at.origin().with(Role::Visible));
        let in_state = |number: i32, fate: i32| {
            vec![
                Statement::Guard(state.clone().binary("==", number.into())),
                Statement::Assign(stopped.clone(), fate.into()),
            ]
        };
        let fates = vec![in_state(0, STILLBORN), in_state(1, DIES)];
        self.add(at, Statement::If(fates, Some(Vec::new())));
    }
}
