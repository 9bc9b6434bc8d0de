//! Threads and monitors: the templates of the JCAT paper, completed.
//!
//! A monitor is an owner instead of a channel, and a depth where its owner may enter it again. A wait set
//! is a vector that says what each thread waits on; a notified thread is taken out of it and then
//! competes for the monitor. Leaving a monitor and starting a thread are no stops: whatever another
//! thread does before them, it can do as well after them. Where somebody locks a `Thread`, starting it
//! is one, since it needs that lock.

use analysis::code::exception;
use program::Register;

use super::observed::Trying;
use super::time::MILLISECOND;
use super::{At, Emitter};
use crate::layout::within;
use crate::origin::{Origin, Role};
use crate::tree::{Expression, Item, Label, Statement};

pub(super) fn guard(role: Role, condition: Expression) -> Statement {
    Statement::Tagged(role, Box::new(Statement::Guard(condition)))
}

impl Emitter<'_> {
    /// Owner of the monitor of what a register means, and depth if it has one.
    pub(super) fn monitor(
        &mut self,
        at: At,
        object: Register,
    ) -> Option<(Expression, Option<Expression>)> {
        let reference = self.value(at, object);
        let context = self.context;
        let owner = context.owner(reference.clone())?;
        let depth = context.shared.depth.as_ref();
        let depth = depth.filter(|_| context.is_counted(at.method, object));
        let depth = depth.map(|(depth, base)| Expression::element(depth, reference, *base));
        Some((owner, depth))
    }

    /// Throws if this thread does not own the monitor.
    fn throw_if_not_owned(&mut self, at: At, object: Register, owner: Expression) {
        let context = self.context;
        let (program, points) = (context.program, context.points);
        if !context
            .locks
            .owns(program, points, at.method, at.pc, object)
        {
            let this = self.this_thread.clone();
            self.throw_if(at, owner.binary("!=", this), exception::MONITOR);
        }
    }

    /// Whether an object may be the `Thread` of a virtual thread: its end does not take its monitor, as
    /// that of others does in a model.
    fn may_be_virtual(&self, at: At, object: Register) -> bool {
        let (program, points) = (self.context.program, self.context.points);
        let Some(base) = program.loaded("java/lang/BaseVirtualThread") else {
            return false;
        };
        let mut objects = points.register(at.method, object).iter();
        objects.any(|it| program.is_subtype(points.classes[*it as usize], base))
    }

    pub(super) fn monitor_enter(&mut self, at: At, object: Register) {
        if self.may_be_virtual(at, object) {
            return self.unsupported(at, "locking a virtual thread");
        }
        if !self.context.is_contended(at.method, object) {
            return;
        }
        let reference = self.value(at, object);
        let Some((owner, depth)) = self.monitor(at, object) else {
            return;
        };
        let this = self.this_thread.clone();
        let (entered, again) = (self.label(), self.label());
        if depth.is_some() {
            self.branch(at, owner.clone().binary("==", this.clone()), again);
        }
        if self.context.is_visible_at(at.method, at.pc) {
            self.tries(at, Trying::Monitor, reference);
            self.stop(at);
        }
        let free = owner.clone().binary("==", 0.into());
        self.visible_statement(at, Statement::Guard(free));
        let mut take = vec![Statement::Assign(owner, this)];
        let first = depth.clone().map(|it| Statement::Assign(it, 1.into()));
        take.extend(first);
        self.add(at, Statement::Together(take));
        self.tries_no_more(at.origin());
        if let Some(depth) = depth {
            self.add(at, Statement::Goto(entered));
            self.items.push(Item::Label(again));
            let more = depth.clone().binary("+", 1.into());
            self.add(at, Statement::Assign(depth, more));
            self.items.push(Item::Label(entered));
        }
    }

    pub(super) fn monitor_exit(&mut self, at: At, object: Register) {
        if !self.context.is_contended(at.method, object) {
            return;
        }
        let Some((owner, depth)) = self.monitor(at, object) else {
            return;
        };
        if self.context.sees_disabled || self.context.pauses() {
            self.stop(at);
            self.local(Statement::Skip, at.origin().with(Role::Visible));
        }
        let Some(depth) = depth else {
            return self.add(at, Statement::Assign(owner, 0.into()));
        };
        self.add(
            at,
            Statement::Assign(depth.clone(), depth.clone().binary("-", 1.into())),
        );
        let last = vec![
            Statement::Guard(depth.binary("==", 0.into())),
            Statement::Assign(owner, 0.into()),
        ];
        self.add(at, Statement::If(vec![last], Some(Vec::new())));
    }

    /// An element of a vector over thread objects.
    fn of_thread(
        &self,
        name: Option<&crate::tree::Name>,
        reference: Expression,
    ) -> Option<Expression> {
        Some(self.context.of_thread(name?, reference))
    }

    /// The interrupt flag of a thread, if the model has it.
    fn interrupt_flag(&self, thread: Expression) -> Option<Expression> {
        self.context.interrupt_flag(thread)
    }

    /// Throws `InterruptedException` if this thread is interrupted.
    fn throw_if_interrupted(&mut self, at: At) {
        let Some(flag) = self.interrupt_flag(self.this_thread.clone()) else {
            return;
        };
        let over = self.label();
        self.branch(at, flag.clone().binary("==", 0.into()), over);
        self.add(at, Statement::Assign(flag, 0.into()));
        self.throw(at, exception::INTERRUPTED);
        self.items.push(Item::Label(over));
    }

    pub(super) fn wait(&mut self, at: At, object: Register, millis: Register) {
        let reference = self.value(at, object);
        let timed = match self.value(at, millis) {
            Expression::Number(number) => Expression::Number(i32::from(number != 0)),
            millis => millis.binary("!=", 0.into()),
        };
        let Some((owner, depth)) = self.monitor(at, object) else {
            return self.throw(at, exception::MONITOR);
        };
        let this = self.this_thread.clone();
        let Some(waits) = self.of_thread(self.context.shared.waits.as_ref(), this.clone()) else {
            return self.unsupported(at, "waiting");
        };
        self.throw_if_not_owned(at, object, owner.clone());
        let context = self.context;
        if self.interrupt_flag(this.clone()).is_some() || context.sees_disabled || context.pauses()
        {
            self.stop(at);
            self.local(Statement::Skip, at.origin().with(Role::Visible));
            self.throw_if_interrupted(at);
        }
        let depth = depth.map(|depth| (depth, self.waiting_depth()));
        let mut release = Vec::new();
        if let Some((depth, kept)) = &depth {
            release.push(Statement::Assign(kept.clone(), depth.clone()));
            release.push(Statement::Assign(depth.clone(), 0.into()));
        }
        release.push(Statement::Assign(owner.clone(), 0.into()));
        release.push(Statement::Assign(waits.clone(), reference.clone()));
        self.add(at, Statement::Together(release));
        self.waits_now(at, &timed, reference.clone());
        let (woken, interrupted, go_on) = (self.label(), self.label(), self.label());
        self.items.push(Item::Stop(woken));
        let free = owner.clone().binary("==", 0.into());
        let notified = waits.clone().binary("==", 0.into()).and(free.clone());
        let mut alternatives = vec![vec![guard(Role::Visible, notified), Statement::Goto(go_on)]];
        let waiting = waits.clone().binary("!=", 0.into());
        let late = self.label();
        let mut after = None;
        if timed != Expression::Number(0) {
            let over = waiting.clone().and(timed);
            // Where it makes a difference that the monitor is not free, waking is a step by itself.
            let (role, over, next) = match self.context.sees_blocked {
                true => (Role::TimesOut, over, woken),
                false => (Role::Expired, over.and(free.clone()), go_on),
            };
            after = Some(next);
            alternatives.push(vec![
                guard(role, over),
                Statement::Assign(waits.clone(), 0.into()),
                Statement::Goto(late),
            ]);
        }
        let flag = self.interrupt_flag(this.clone());
        if let Some(stopped) = self.stopped(this.clone()) {
            let mut told = waiting.clone().and(stopped.binary("!=", 0.into()));
            if let Some(flag) = &flag {
                told = told.and(flag.clone().binary("==", 0.into()));
            }
            alternatives.push(vec![
                guard(Role::WokenByInterrupt, told),
                Statement::Assign(waits.clone(), 0.into()),
                Statement::Goto(woken),
            ]);
        }
        if let Some(flag) = &flag {
            let hit = waiting.and(flag.clone().binary("!=", 0.into()));
            let mut woken = vec![
                guard(Role::WokenByInterrupt, hit),
                Statement::Assign(waits.clone(), 0.into()),
            ];
            woken.extend(self.trying(Trying::Monitor, reference));
            woken.push(Statement::Goto(interrupted));
            alternatives.push(woken);
        }
        self.add(at, Statement::If(alternatives, None));
        if let Some(next) = after {
            self.items.push(Item::Label(late));
            let time = self.value(at, millis);
            self.pass_time(at, time, MILLISECOND);
            self.add(at, Statement::Goto(next));
        }
        let mut take = vec![Statement::Assign(owner.clone(), this.clone())];
        if let Some((depth, kept)) = depth {
            take.push(Statement::Assign(depth, kept.clone()));
            take.push(Statement::Assign(kept, 0.into()));
        }
        let take = Statement::Together(take);
        if let Some(flag) = flag {
            self.items.push(Item::Stop(interrupted));
            self.local(Statement::Guard(free), at.origin().with(Role::Visible));
            self.add(at, take.clone());
            self.tries_no_more(at.origin());
            self.add(at, Statement::Assign(flag, 0.into()));
            self.throw(at, exception::INTERRUPTED);
        }
        self.items.push(Item::Label(go_on));
        self.add(at, take);
        self.tries_no_more(at.origin());
    }

    pub(super) fn holds_lock(&mut self, at: At, target: Register, object: Register) {
        let reference = self.value(at, object);
        self.throw_if(at, reference.clone().equals(0.into()), exception::NULL);
        if let Some((owner, _)) = self.monitor(at, object) {
            let this = self.this_thread.clone();
            self.assign(at, target, owner.binary("==", this));
        }
    }

    /// The variable that keeps how often a monitor had been entered before a wait.
    pub(super) fn waiting_depth(&mut self) -> Expression {
        if let Some(known) = self.locals.iter().find(|it| &*it.name == "waiting_depth") {
            return Expression::variable(&known.name);
        }
        let name = self.declare(
            "waiting_depth",
            crate::tree::Type::Byte,
            "how often the monitor was entered before the wait".to_owned(),
        );
        Expression::Variable(name)
    }

    pub(super) fn notify(&mut self, at: At, object: Register, all: bool) {
        let reference = self.value(at, object);
        let Some((owner, _)) = self.monitor(at, object) else {
            return self.throw(at, exception::MONITOR);
        };
        self.throw_if_not_owned(at, object, owner);
        if self.context.interrupted().is_some() || self.context.pauses() {
            self.stop(at);
            self.local(Statement::Skip, at.origin().with(Role::Visible));
        }
        self.wake(at.origin(), &reference, all);
    }

    /// Wakes one or all threads that wait on an object.
    fn wake(&mut self, origin: Origin, reference: &Expression, all: bool) {
        if self.context.shared.waits.is_none() {
            return;
        }
        let (mut alternatives, mut everybody) = (Vec::new(), Vec::new());
        for thread in self.context.thread_references() {
            let Some(waits) = self.of_thread(self.context.shared.waits.as_ref(), thread.into())
            else {
                continue;
            };
            let waiting = waits.clone().binary("==", reference.clone());
            if all {
                let rest = Expression::Conditional(
                    Box::new(waiting),
                    Box::new(0.into()),
                    Box::new(waits.clone()),
                );
                everybody.push(Statement::Assign(waits, rest));
            } else {
                let woken = Statement::Assign(waits, 0.into());
                alternatives.push(vec![guard(Role::Notifies(thread), waiting), woken]);
            }
        }
        if !everybody.is_empty() {
            self.local(Statement::Together(everybody), origin);
        }
        if !alternatives.is_empty() {
            self.local(Statement::If(alternatives, Some(Vec::new())), origin);
        }
    }

    /// Who owns the monitor of a `Thread`, if anybody locks some.
    fn lock_of_thread(&self, thread: Expression) -> Option<Expression> {
        let (owner, base, last) = self.context.shared.owner.as_ref()?;
        let threads = self.context.shared.threads;
        let overlaps = threads.0 <= *last && *base <= threads.1 && self.context.threads_are_locked;
        overlaps.then(|| Expression::element(owner, thread, *base))
    }

    pub(super) fn start(&mut self, at: At, thread: Register) {
        let reference = self.value(at, thread);
        let origin = at.origin().with(Role::Visible);
        if let Some(owner) = self.lock_of_thread(reference.clone()) {
            self.tries(at, Trying::Monitor, reference.clone());
            self.stop(at);
            let is_free = owner.clone().binary("==", 0.into());
            let is_own = owner.binary("==", self.this_thread.clone());
            self.local(Statement::Guard(is_free.binary("||", is_own)), origin);
            self.tries_no_more(at.origin());
        } else if self.context.observes_start || self.context.observes_life {
            self.stop(at);
            self.local(Statement::Skip, origin);
        }
        let Some(state) = self.of_thread(self.context.shared.state.as_ref(), reference.clone())
        else {
            return self.unsupported(at, "starting a thread");
        };
        self.throw_if(
            at,
            state.clone().binary("!=", 0.into()),
            exception::THREAD_STATE,
        );
        self.add(at, Statement::Assign(state, 1.into()));
        if let Some(live) = self.live_count(reference.clone()) {
            let (live, is_daemon) = live;
            let one = vec![
                Statement::Guard(is_daemon.binary("==", 0.into())),
                Statement::Assign(live.clone(), live.binary("+", 1.into())),
            ];
            self.add(at, Statement::If(vec![one], Some(Vec::new())));
        }
        self.add(at, Statement::Starts(reference.clone()));
        let starters = self.context.starters();
        let done = self.label();
        let last = starters.len().saturating_sub(1);
        for (index, (run, runs)) in starters.into_iter().enumerate() {
            let next = self.label();
            if index < last {
                self.branch(at, within(&reference, &runs).negated(), next);
            }
            if let Some(name) = self.context.process_names.get(&run) {
                self.add(at, Statement::Run(name.clone(), vec![reference.clone()]));
            }
            self.add(at, Statement::Goto(done));
            self.items.push(Item::Label(next));
        }
        self.items.push(Item::Label(done));
    }

    /// The count of live threads and whether a thread is a daemon, if daemons matter.
    fn live_count(&self, thread: Expression) -> Option<(Expression, Expression)> {
        let live = Expression::variable(self.context.shared.live.as_ref()?);
        let field = analysis::code::thread_field(self.context.program, "daemon")?;
        let is_daemon = match self.context.layout.fields.get(&field.id) {
            Some(vector) => Expression::element(&vector.name, thread, vector.base),
            None => Expression::Number(0),
        };
        Some((live, is_daemon))
    }

    pub(super) fn is_alive(&mut self, at: At, target: Register, thread: Register) {
        let reference = self.value(at, thread);
        let Some(state) = self.of_thread(self.context.shared.state.as_ref(), reference) else {
            return self.unsupported(at, "asking whether a thread is alive");
        };
        self.stop(at);
        match self.place(at.instance, target) {
            Some(place) => {
                let alive = state.binary("==", 1.into());
                self.visible_statement(at, Statement::Assign(place, alive));
            }
            None => self.visible_statement(at, Statement::Skip),
        }
    }

    pub(super) fn interrupt(&mut self, at: At, thread: Register) {
        let reference = self.value(at, thread);
        self.stop(at);
        match self.interrupt_flag(reference) {
            Some(flag) => self.visible_statement(at, Statement::Assign(flag, 1.into())),
            None => self.visible_statement(at, Statement::Skip),
        }
    }

    /// `Thread.sleep`; `millis` is given where it is written in milliseconds.
    pub(super) fn sleep(&mut self, at: At, millis: Option<Register>) {
        if self.context.stops_at_sleep() {
            self.stop(at);
            self.local(Statement::Skip, at.origin().with(Role::Visible));
            self.throw_if_interrupted(at);
        }
        match millis {
            Some(millis) => {
                let time = self.value(at, millis);
                let negative = time.clone().binary("<", 0.into()).folded();
                if matches!(negative, Expression::Number(_)) || self.context.shared.now.is_some() {
                    self.throw_if(at, negative, exception::ARGUMENT);
                }
                self.pass_time(at, time, MILLISECOND);
            }
            None if self.context.shared.now.is_some() => {
                self.unsupported(at, "sleeping beside a clock, but not for milliseconds");
            }
            None => {}
        }
    }

    pub(super) fn park(&mut self, at: At, arguments: &[Register]) {
        let this = self.this_thread.clone();
        let Some(permit) = self.of_thread(self.context.shared.permit.as_ref(), this.clone()) else {
            return self.unsupported(at, "parking");
        };
        let is_timed = !self.is_zero(at, arguments[2]);
        // Time ends a timed one, so it is never blocked; whether it is timed may not be known here.
        match is_timed {
            true => {
                let time = self.value(at, arguments[2]);
                let over = self.label();
                self.branch(at, time.binary("!=", 0.into()), over);
                self.tries(at, Trying::Permit, 0.into());
                self.items.push(Item::Label(over));
            }
            false => self.tries(at, Trying::Permit, 0.into()),
        }
        self.stop(at);
        let (late, woken) = (self.label(), self.label());
        let mut ready = permit.clone().binary("!=", 0.into());
        if let Some(flag) = self.interrupt_flag(this) {
            ready = ready.or(flag.binary("!=", 0.into()));
        }
        let mut alternatives = vec![vec![guard(Role::Visible, ready.clone())]];
        if is_timed {
            let time = self.value(at, arguments[2]);
            let over = ready.negated().and(time.binary("!=", 0.into()));
            alternatives.push(vec![guard(Role::Expired, over), Statement::Goto(late)]);
        }
        self.add(at, Statement::If(alternatives, None));
        if is_timed && self.context.shared.now.is_some() {
            self.add(at, Statement::Goto(woken));
            self.items.push(Item::Label(late));
            let absolute = self.value(at, arguments[1]);
            let what = "parking until a time of day beside a clock";
            self.trap_if(at, absolute.binary("!=", 0.into()).folded(), what, false);
            let time = self.value(at, arguments[2]);
            self.pass_time(at, time, 1);
            self.items.push(Item::Label(woken));
        } else {
            self.items.push(Item::Label(late));
        }
        self.add(at, Statement::Assign(permit, 0.into()));
        self.tries_no_more(at.origin());
    }

    pub(super) fn unpark(&mut self, at: At, thread: Register) {
        let reference = self.value(at, thread);
        let over = self.label();
        if self.context.site(at.method, at.pc).may_be_null(thread) {
            self.branch(at, reference.clone().equals(0.into()), over);
        }
        self.stop(at);
        let permit = self.of_thread(self.context.shared.permit.as_ref(), reference.clone());
        let state = self.of_thread(self.context.shared.state.as_ref(), reference);
        match (permit, state) {
            (Some(permit), Some(state)) => {
                self.visible_statement(at, Statement::Skip);
                let alive = vec![
                    Statement::Guard(state.binary("==", 1.into())),
                    Statement::Assign(permit, 1.into()),
                ];
                self.add(at, Statement::If(vec![alive], Some(Vec::new())));
            }
            _ => self.visible_statement(at, Statement::Skip),
        }
        self.items.push(Item::Label(over));
    }

    pub(super) fn exit(&mut self, at: At) {
        let label = self.label();
        self.stop(at);
        match &self.context.shared.live {
            Some(live) => {
                let place = Expression::variable(live);
                self.visible_statement(at, Statement::Assign(place, 0.into()));
            }
            None => self.visible_statement(at, Statement::Skip),
        }
        self.items.push(Item::Stop(label));
        self.add(at, Statement::Skip);
        self.add(at, Statement::Skip);
        self.add(at, Statement::Goto(label));
    }

    /// The thread's last steps, and what happens to an exception that nothing has caught.
    pub(super) fn thread_end(&mut self) {
        let uncaught = self.uncaught;
        self.items.push(Item::Label(uncaught));
        let exception = Expression::variable(&self.exception.clone());
        if let Some((handler, failed)) = self.handler {
            let values = [self.this_thread.clone(), exception.clone()];
            let parameters = self.body(handler).parameters.clone();
            for (parameter, value) in parameters.into_iter().zip(values) {
                if let Some(place) = self.place(handler, parameter) {
                    self.local(Statement::Assign(place, value), Origin::THREAD);
                }
            }
            self.local(
                Statement::Assign(exception.clone(), 0.into()),
                Origin::THREAD,
            );
            let entry = self.instances[handler].entry;
            self.local(Statement::Goto(entry), Origin::THREAD);
            self.items.push(Item::Label(failed));
        }
        if let Some(wrong) = self.is_wrong(&exception) {
            let origin = Origin {
                at: None,
                role: Role::Uncaught,
            };
            self.local(Statement::Assert(wrong.negated()), origin);
        }
        self.local(Statement::Assign(exception, 0.into()), Origin::THREAD);
        let end = self.end;
        self.items.push(Item::Label(end));
        self.last_steps();
    }

    /// The library tells that nothing has caught an exception, as the last thing that a thread does.
    pub(super) fn printed_at_end(&mut self, at: At, exception: Register) {
        let exception = self.value(at, exception);
        if let Some(wrong) = self.is_wrong(&exception) {
            let origin = at.origin().with(Role::Uncaught);
            self.local(Statement::Assert(wrong.negated()), origin);
        }
    }

    /// Whether it is wrong that nothing catches an exception; `None` if it never is.
    fn is_wrong(&self, exception: &Expression) -> Option<Expression> {
        let program = self.context.program;
        let failed = program
            .loaded("java/lang/AssertionError")
            .map_or(Expression::Number(0), |class| {
                self.is_instance(exception, class)
            });
        let checks = self.context.checks;
        let wrong = match (checks.assertions, checks.exceptions) {
            (true, true) => Expression::Number(1),
            (true, false) => failed,
            (false, true) => failed.negated(),
            (false, false) => Expression::Number(0),
        };
        // A thread that was stopped has done nothing wrong.
        let death = program.loaded(exception::DEATH);
        let wrong = match death.filter(|_| self.context.shared.stopped.is_some()) {
            Some(class) => wrong.and(self.is_instance(exception, class).negated()),
            None => wrong,
        };
        Some(wrong).filter(|it| *it != Expression::Number(0))
    }

    fn last_steps(&mut self) {
        let origin = Origin {
            at: None,
            role: Role::Ends,
        };
        let this = self.this_thread.clone();
        let monitored = self.lock_of_thread(this.clone());
        if monitored.is_some() && self.context.sees_blocked {
            let label = self.label();
            self.items.push(Item::Stop(label));
            self.local(Statement::Skip, origin.with(Role::Tries));
            for part in self.trying(Trying::Monitor, this.clone()) {
                self.local(part, origin.with(Role::Local));
            }
        }
        if self.context.observes_life || monitored.is_some() {
            let label: Label = self.label();
            self.items.push(Item::Stop(label));
            let free =
                monitored.map_or(Expression::Number(1), |owner| owner.binary("==", 0.into()));
            self.local(Statement::Guard(free), origin);
            self.tries_no_more(origin.with(Role::Local));
        }
        if let Some(state) = self.of_thread(self.context.shared.state.as_ref(), this.clone()) {
            self.local(Statement::Assign(state, 2.into()), origin.with(Role::Local));
        }
        if self.context.threads_are_locked {
            self.wake(origin.with(Role::Local), &this, true);
        }
        if let Some((live, is_daemon)) = self.live_count(this) {
            let one = vec![
                Statement::Guard(is_daemon.binary("==", 0.into())),
                Statement::Assign(live.clone(), live.binary("-", 1.into())),
            ];
            self.local(
                Statement::If(vec![one], Some(Vec::new())),
                origin.with(Role::Local),
            );
        }
        self.local(Statement::Goto(self.last), Origin::THREAD);
    }
}
