//! The actions of each operation.
//!
//! In: an instruction in its [`Context`]. Out: an [`Action`] for each way it can go, errors included.

use super::super::model::{Condition, Local, Operation, Room, Truth};
use super::{A, B, C, Context, E, O, P, Q, T, W, message, paths};
use crate::logic::action::{Action, Update};
use crate::logic::formula::{Formula, Symbol};

impl Context<'_> {
    /// All ways the instruction can go.
    pub(super) fn actions(&self) -> Vec<Action> {
        let Some(operation) = self.operation(self.index) else {
            return Vec::new();
        };
        let next = self.index + 1;
        match operation.clone() {
            Operation::Move(target, source) => {
                let source = self.refers(source, Q);
                let mut action = self.action("move");
                action.focus.push((vec![Q], source.clone()));
                vec![self.go(self.assigned(action, target, source), next)]
            }
            Operation::Null(target) => {
                let null = Formula::constant(false);
                vec![self.go(self.assigned(self.action("null"), target, null), next)]
            }
            Operation::New(target, class) => vec![self.new_object(target, class.0)],
            Operation::Get(target, object, field) => {
                let field = self.compiled.fields[usize::from(field.0)];
                let mut action = self.on(object, "read");
                action.focus.push((vec![Q], Formula::binary(field, O, Q)));
                let action = self.assigned(action, target, Formula::binary(field, O, Q));
                vec![self.go(action, next), self.null(object)]
            }
            Operation::Put(object, field, source) => self.put(object, field.0, source),
            Operation::GetStatic(target, field) => {
                let field = self.compiled.statics[usize::from(field.0)];
                let mut action = self.action("read static");
                action.focus.push((vec![Q], Formula::unary(field, Q)));
                vec![self.go(
                    self.assigned(action, target, Formula::unary(field, Q)),
                    next,
                )]
            }
            Operation::PutStatic(field, source) => vec![self.put_static(field.0, source)],
            Operation::GetFlag(target, object, flag) => self.get_flag(target, object, flag.0),
            Operation::PutFlag(object, flag, value) => self.put_flag(object, flag.0, value),
            Operation::Branch(condition, to) => self.branch(&condition, to),
            Operation::Jump(to) => vec![self.go(self.action("jump"), to)],
            Operation::Set(target, value) => {
                let of = &self.compiled.truths[usize::from(self.routine.0)];
                let truth = of[usize::from(target.0)];
                let value = match value {
                    true => Formula::or([Formula::unary(truth, P), Formula::equal(P, T)]),
                    false => Formula::and([Formula::unary(truth, P), Formula::differ(P, T)]),
                };
                let mut action = self.action("set");
                let update = Update::new(Symbol::Unary(truth), vec![P], value);
                action.updates.push(update);
                vec![self.go(action, next)]
            }
            Operation::Insert(object, field, source) => self.insert(object, field.0, source, true),
            Operation::Erase(object, field, source) => self.insert(object, field.0, source, false),
            Operation::Pick(target, object, field) => {
                let field = self.compiled.fields[usize::from(field.0)];
                let mut action = self.on(object, "read element");
                action.choices.push((W, Formula::binary(field, O, W)));
                let action = self.assigned(action, target, Formula::equal(Q, W));
                vec![self.go(action, next), self.null(object)]
            }
            Operation::Touch(None, _, _) => vec![self.go(self.action("access"), next)],
            Operation::Touch(Some(object), _, _) => {
                vec![self.go(self.on(object, "access"), next), self.null(object)]
            }
            Operation::TryAcquire(object, to) => {
                let mut actions = self.acquire(object);
                actions.push(self.go(self.action("go on"), to));
                actions
            }
            Operation::Fail(number) => {
                let mut fails = self.action("fail");
                let message = format!("{}{number}", message::FAIL);
                fails.errors.push((Formula::constant(true), message));
                vec![fails, self.go(self.action("fail"), next)]
            }
            Operation::Unsupported(number) => {
                let mut fails = self.action("unsupported");
                let message = format!("{}{number}", message::UNSUPPORTED);
                fails.errors.push((Formula::constant(true), message));
                vec![fails]
            }
            Operation::Acquire(object) => self.acquire(object),
            Operation::Release(object) => self.release(object),
            Operation::Share(object, room) => self.share(object, room),
            Operation::Unshare(object) => self.unshare(object),
            Operation::Wait(object) => self.wait(object, object),
            Operation::Reacquire(object) => self.reacquire(object),
            Operation::Notify(object) => self.notify(object),
            Operation::NotifyAll(object) => {
                let mut action = self.owned(object, "notifyAll");
                let waiting = self.compiled.waiting;
                let others = Formula::and([Formula::binary(waiting, P, Q), Formula::differ(Q, O)]);
                action
                    .updates
                    .push(Update::new(Symbol::Binary(waiting), vec![P, Q], others));
                vec![self.go(action, next), self.null(object)]
            }
            Operation::Await(monitor, on) => self.wait(monitor, on),
            Operation::Signal(monitor, on, all) => self.signal(monitor, on, all),
            Operation::Start(thread) => self.start(thread),
            Operation::Join(thread) => {
                let mut action = self.on(thread, "join");
                action.condition = !self.compiled.alive(O);
                vec![self.go(action, next), self.null(thread)]
            }
            Operation::Mark => vec![self.go(self.action("mark"), next)],
            Operation::Assert(condition) => {
                let mut holds = self.action("assert");
                self.condition(&mut holds, &condition, true);
                let mut fails = self.action("assert");
                self.condition(&mut fails, &condition, false);
                fails
                    .errors
                    .push((Formula::constant(true), message::ASSERTION.to_string()));
                vec![self.go(holds, next), fails]
            }
            Operation::End => {
                let last = self.compiled.at[usize::from(self.routine.0)].len() - 1;
                vec![self.go(self.action("end"), last)]
            }
        }
    }

    /// An action on the object of a register.
    fn on(&self, object: Local, title: &str) -> Action {
        let mut action = self.action(title);
        action.choices.push((O, self.refers(object, O)));
        action
    }

    /// The register is null.
    fn null(&self, object: Local) -> Action {
        let mut action = self.action("null");
        let some = Formula::exists([B], self.refers(object, B));
        action.condition = !some;
        action
            .errors
            .push((Formula::constant(true), message::NULL.to_string()));
        action
    }

    /// An action on a monitor that the thread has to hold.
    fn owned(&self, object: Local, title: &str) -> Action {
        let mut action = self.on(object, title);
        let held = Formula::binary(self.compiled.held[0], O, T);
        action.focus.push((vec![], held.clone()));
        action.errors.push((!held, message::OWNERSHIP.to_string()));
        action
    }

    /// `target(t) = value(Q)`.
    fn assigned(&self, mut action: Action, target: Local, value: Formula) -> Action {
        let target = self.local(target);
        let others = Formula::and([Formula::binary(target, P, Q), Formula::differ(P, T)]);
        let own = Formula::and([Formula::equal(P, T), value]);
        let value = Formula::or([others, own]);
        action
            .updates
            .push(Update::new(Symbol::Binary(target), vec![P, Q], value));
        action
    }

    fn new_object(&self, target: Local, class: u16) -> Action {
        let mut action = self.action("new");
        action.created.push(A);
        let class = self.compiled.classes[usize::from(class)];
        let value = Formula::or([Formula::unary(class, P), Formula::equal(P, A)]);
        action
            .updates
            .push(Update::new(Symbol::Unary(class), vec![P], value));
        if let Some(less) = self.compiled.less {
            let new = Formula::or([Formula::equal(P, A), Formula::equal(Q, A)]);
            let unknown = Formula::constant(crate::logic::kleene::Kleene::Unknown);
            let open = Formula::and([new, Formula::differ(P, Q), unknown]);
            let value = Formula::or([Formula::binary(less, P, Q), open]);
            action
                .updates
                .push(Update::new(Symbol::Binary(less), vec![P, Q], value));
        }
        self.go(
            self.assigned(action, target, Formula::equal(Q, A)),
            self.index + 1,
        )
    }

    fn put(&self, object: Local, field: u16, source: Option<Local>) -> Vec<Action> {
        let predicate = self.compiled.fields[usize::from(field)];
        let others = Formula::and([Formula::binary(predicate, P, Q), Formula::differ(P, O)]);
        let path = self.compiled.paths[usize::from(field)];
        let next = self.index + 1;
        let mut clears = self.on(object, "write null");
        if let Some(source) = source {
            clears.condition = !Formula::exists([B], self.refers(source, B));
        }
        clears.updates.push(Update::new(
            Symbol::Binary(predicate),
            vec![P, Q],
            others.clone(),
        ));
        paths::follow(&mut clears, predicate, path, false);
        let mut actions = vec![self.go(clears, next), self.null(object)];
        if let Some(source) = source {
            let mut sets = self.on(object, "write");
            sets.choices.push((W, self.refers(source, W)));
            let own = Formula::and([Formula::equal(P, O), Formula::equal(Q, W)]);
            let value = Formula::or([others, own]);
            sets.updates
                .push(Update::new(Symbol::Binary(predicate), vec![P, Q], value));
            paths::follow(&mut sets, predicate, path, true);
            actions.push(self.go(sets, next));
        }
        actions
    }

    fn put_static(&self, field: u16, source: Option<Local>) -> Action {
        let field = self.compiled.statics[usize::from(field)];
        let mut action = self.action("write static");
        let value = match source {
            Some(source) => {
                let value = self.refers(source, P);
                action.focus.push((vec![P], value.clone()));
                value
            }
            None => Formula::constant(false),
        };
        action
            .updates
            .push(Update::new(Symbol::Unary(field), vec![P], value));
        self.go(action, self.index + 1)
    }

    fn get_flag(&self, target: Truth, object: Local, flag: u16) -> Vec<Action> {
        let flag = Formula::unary(self.compiled.flags[usize::from(flag)], O);
        let mut action = self.on(object, "read flag");
        action.focus.push((vec![], flag.clone()));
        let of = &self.compiled.truths[usize::from(self.routine.0)];
        let truth = of[usize::from(target.0)];
        let others = Formula::and([Formula::unary(truth, P), Formula::differ(P, T)]);
        let own = Formula::and([Formula::equal(P, T), flag]);
        let value = Formula::or([others, own]);
        action
            .updates
            .push(Update::new(Symbol::Unary(truth), vec![P], value));
        vec![self.go(action, self.index + 1), self.null(object)]
    }

    fn put_flag(&self, object: Local, flag: u16, value: bool) -> Vec<Action> {
        let flag = self.compiled.flags[usize::from(flag)];
        let mut action = self.on(object, "write flag");
        let old = Formula::unary(flag, P);
        let value = match value {
            true => Formula::or([old, Formula::equal(P, O)]),
            false => Formula::and([old, Formula::differ(P, O)]),
        };
        action
            .updates
            .push(Update::new(Symbol::Unary(flag), vec![P], value));
        vec![self.go(action, self.index + 1), self.null(object)]
    }

    fn branch(&self, condition: &Condition, to: usize) -> Vec<Action> {
        let mut yes = self.action("branch");
        self.condition(&mut yes, condition, true);
        let mut no = self.action("go on");
        self.condition(&mut no, condition, false);
        let mut actions = vec![self.go(yes, to), self.go(no, self.index + 1)];
        if let Condition::Less(a, b) | Condition::In(a, _, b) = condition {
            actions.extend([self.null(*a), self.null(*b)]);
        }
        if let Condition::Shares(it) | Condition::Holds(it) | Condition::HoldsOther(it) = condition
        {
            actions.push(self.null(*it));
        }
        actions
    }

    /// Nobody else holds the monitor, and nobody is in.
    fn is_free(&self) -> Formula {
        let held = self.compiled.held[0];
        let free = !Formula::exists([E], self.other(held));
        match self.compiled.shares {
            None => free,
            Some(shares) => {
                let own =
                    Formula::and([Formula::binary(shares, O, T), !Formula::binary(held, O, T)]);
                Formula::and([free, !Formula::exists([E], self.other(shares)), !own])
            }
        }
    }

    /// Another thread has something to do with the object.
    fn other(&self, predicate: u16) -> Formula {
        Formula::and([Formula::binary(predicate, O, E), Formula::differ(E, T)])
    }

    /// Enters what several can be in. Where they are counted there may always be room.
    fn share(&self, object: Local, room: Room) -> Vec<Action> {
        let mut action = self.on(object, "enter");
        let Some(shares) = self.compiled.shares else {
            return Vec::new();
        };
        if room == Room::Open {
            action.condition = !Formula::exists([E], self.other(self.compiled.held[0]));
        }
        let again = Formula::binary(shares, O, T);
        action.focus.push((vec![], again.clone()));
        action.errors.push((again, message::REENTRY.to_string()));
        let own = Formula::and([Formula::equal(P, O), Formula::equal(Q, T)]);
        let value = Formula::or([Formula::binary(shares, P, Q), own]);
        let update = Update::new(Symbol::Binary(shares), vec![P, Q], value);
        action.updates.push(update);
        vec![self.go(action, self.index + 1), self.null(object)]
    }

    /// Leaves what several can be in.
    fn unshare(&self, object: Local) -> Vec<Action> {
        let mut action = self.on(object, "leave");
        let is_in = match self.compiled.shares {
            Some(shares) => Formula::binary(shares, O, T),
            None => Formula::constant(false),
        };
        action.focus.push((vec![], is_in.clone()));
        action.errors.push((!is_in, message::OWNERSHIP.to_string()));
        if let Some(shares) = self.compiled.shares {
            let own = Formula::and([Formula::equal(P, O), Formula::equal(Q, T)]);
            let value = Formula::and([Formula::binary(shares, P, Q), !own]);
            let update = Update::new(Symbol::Binary(shares), vec![P, Q], value);
            action.updates.push(update);
        }
        vec![self.go(action, self.index + 1), self.null(object)]
    }

    /// Takes the monitor one level deeper.
    fn take(&self, action: &mut Action) {
        for (level, held) in self.compiled.held.iter().enumerate() {
            let mut own = vec![Formula::equal(P, O), Formula::equal(Q, T)];
            if level > 0 {
                own.push(Formula::binary(self.compiled.held[level - 1], P, Q));
            }
            let value = Formula::or([Formula::binary(*held, P, Q), Formula::and(own)]);
            action
                .updates
                .push(Update::new(Symbol::Binary(*held), vec![P, Q], value));
        }
    }

    fn acquire(&self, object: Local) -> Vec<Action> {
        let mut action = self.on(object, "acquire");
        action.condition = self.is_free();
        let deepest = self.compiled.held[self.compiled.held.len() - 1];
        let again = Formula::binary(deepest, O, T);
        action.focus.push((vec![], again.clone()));
        action.errors.push((again, message::REENTRY.to_string()));
        self.take(&mut action);
        vec![self.go(action, self.index + 1), self.null(object)]
    }

    fn release(&self, object: Local) -> Vec<Action> {
        let mut action = self.owned(object, "release");
        let levels = &self.compiled.held;
        for (level, held) in levels.iter().enumerate() {
            let mut going = vec![Formula::equal(P, O), Formula::equal(Q, T)];
            if let Some(deeper) = levels.get(level + 1) {
                action.focus.push((vec![], Formula::binary(*deeper, O, T)));
                going.push(!Formula::binary(*deeper, P, Q));
            }
            let value = Formula::and([Formula::binary(*held, P, Q), !Formula::and(going)]);
            action
                .updates
                .push(Update::new(Symbol::Binary(*held), vec![P, Q], value));
        }
        vec![self.go(action, self.index + 1), self.null(object)]
    }

    /// Gives the monitor of `object` up and waits for `on`.
    fn wait(&self, object: Local, on: Local) -> Vec<Action> {
        let mut action = self.owned(object, "wait");
        let mut waited = O;
        if on != object {
            waited = W;
            action.choices.push((W, self.refers(on, W)));
        }
        if let Some(twice) = self.compiled.held.get(1) {
            let again = Formula::binary(*twice, O, T);
            action.focus.push((vec![], again.clone()));
            action.errors.push((again, message::REENTRY.to_string()));
        }
        let (held, waiting) = (self.compiled.held[0], self.compiled.waiting);
        let own = Formula::and([Formula::equal(P, O), Formula::equal(Q, T)]);
        let value = Formula::and([Formula::binary(held, P, Q), !own]);
        action
            .updates
            .push(Update::new(Symbol::Binary(held), vec![P, Q], value));
        let own = Formula::and([Formula::equal(P, T), Formula::equal(Q, waited)]);
        let value = Formula::or([Formula::binary(waiting, P, Q), own]);
        action
            .updates
            .push(Update::new(Symbol::Binary(waiting), vec![P, Q], value));
        let mut actions = vec![self.go(action, self.index + 1), self.null(object)];
        actions.extend((on != object).then(|| self.null(on)));
        actions
    }

    /// Wakes one that waits for `on`, or all, while the monitor of `monitor` is held.
    fn signal(&self, monitor: Local, on: Local, all: bool) -> Vec<Action> {
        let waiting = self.compiled.waiting;
        let next = self.index + 1;
        let on_it = |title: &str| {
            let mut action = self.owned(monitor, title);
            action.choices.push((W, self.refers(on, W)));
            action
        };
        let mut actions = vec![self.null(monitor), self.null(on)];
        if all {
            let mut wakes = on_it("signalAll");
            let others = Formula::and([Formula::binary(waiting, P, Q), Formula::differ(Q, W)]);
            wakes
                .updates
                .push(Update::new(Symbol::Binary(waiting), vec![P, Q], others));
            actions.push(self.go(wakes, next));
            return actions;
        }
        let mut wakes = on_it("signal");
        wakes.choices.push((E, Formula::binary(waiting, E, W)));
        let woken = Formula::and([Formula::equal(P, E), Formula::equal(Q, W)]);
        let others = Formula::and([Formula::binary(waiting, P, Q), !woken]);
        wakes
            .updates
            .push(Update::new(Symbol::Binary(waiting), vec![P, Q], others));
        let mut ignored = on_it("signal nobody");
        ignored.condition = !Formula::exists([C], Formula::binary(waiting, C, W));
        actions.extend([self.go(wakes, next), self.go(ignored, next)]);
        actions
    }

    /// Adds to a field of many values, or removes from it.
    fn insert(&self, object: Local, field: u16, source: Local, adds: bool) -> Vec<Action> {
        let predicate = self.compiled.fields[usize::from(field)];
        let mut action = self.on(object, if adds { "add" } else { "remove" });
        action.choices.push((W, self.refers(source, W)));
        let own = Formula::and([Formula::equal(P, O), Formula::equal(Q, W)]);
        let old = Formula::binary(predicate, P, Q);
        let value = match adds {
            true => Formula::or([old, own]),
            false => Formula::and([old, !own]),
        };
        action
            .updates
            .push(Update::new(Symbol::Binary(predicate), vec![P, Q], value));
        vec![
            self.go(action, self.index + 1),
            self.null(object),
            self.null(source),
        ]
    }

    fn reacquire(&self, object: Local) -> Vec<Action> {
        let mut action = self.on(object, "take again");
        let waiting = self.compiled.waiting;
        let waits = Formula::exists([C], Formula::binary(waiting, T, C));
        action.focus.push((vec![], waits.clone()));
        if self.model.spurious {
            let others = Formula::and([Formula::binary(waiting, P, Q), Formula::differ(P, T)]);
            action
                .updates
                .push(Update::new(Symbol::Binary(waiting), vec![P, Q], others));
            action.condition = self.is_free();
        } else {
            action.condition = Formula::and([!waits, self.is_free()]);
        }
        self.take(&mut action);
        vec![self.go(action, self.index + 1), self.null(object)]
    }

    fn notify(&self, object: Local) -> Vec<Action> {
        let waiting = self.compiled.waiting;
        let mut wakes = self.owned(object, "notify");
        wakes.choices.push((W, Formula::binary(waiting, W, O)));
        let woken = Formula::and([Formula::equal(P, W), Formula::equal(Q, O)]);
        let others = Formula::and([Formula::binary(waiting, P, Q), !woken]);
        wakes
            .updates
            .push(Update::new(Symbol::Binary(waiting), vec![P, Q], others));
        let mut ignored = self.owned(object, "notify nobody");
        ignored.condition = !Formula::exists([C], Formula::binary(waiting, C, O));
        let next = self.index + 1;
        vec![
            self.go(wakes, next),
            self.go(ignored, next),
            self.null(object),
        ]
    }

    fn start(&self, thread: Local) -> Vec<Action> {
        let next = self.index + 1;
        let mut actions = vec![self.null(thread)];
        for (class, predicate) in self.model.classes.iter().zip(&self.compiled.classes) {
            let mut action = self.on(thread, "start");
            action.condition = Formula::unary(*predicate, O);
            action.focus.push((vec![], Formula::unary(*predicate, O)));
            let ended = Formula::unary(self.compiled.ended, O);
            let before = Formula::or([self.compiled.alive(O), ended]);
            let Some(routine) = class.routine else {
                action
                    .errors
                    .push((Formula::constant(true), message::NO_THREAD.to_string()));
                actions.push(action);
                continue;
            };
            action
                .errors
                .push((before, message::STARTED_TWICE.to_string()));
            let routine = usize::from(routine.0);
            let first = self.compiled.at[routine][0];
            let mut action = self.go(action, next);
            // The starting thread may leave or reach the same place.
            let symbol = Symbol::Unary(first);
            let old = action.updates.iter().position(|it| it.symbol == symbol);
            let value = match old {
                Some(place) => action.updates.remove(place).formula,
                None => Formula::unary(first, P),
            };
            let value = Formula::or([value, Formula::equal(P, O)]);
            action.updates.push(Update::new(symbol, vec![P], value));
            let this = self.compiled.locals[routine].first();
            let live = self.lives[routine].locals[0].first() == Some(&true) && !self.compiled.own;
            if let Some(this) = this.filter(|_| live) {
                let symbol = Symbol::Binary(*this);
                let old = action.updates.iter().position(|it| it.symbol == symbol);
                let value = match old {
                    Some(place) => action.updates.remove(place).formula,
                    None => Formula::binary(*this, P, Q),
                };
                let own = Formula::and([Formula::equal(P, O), Formula::equal(Q, O)]);
                let value = Formula::or([value, own]);
                action.updates.push(Update::new(symbol, vec![P, Q], value));
            }
            actions.push(action);
        }
        actions
    }
}
