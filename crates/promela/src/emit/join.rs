//! `Thread.join`, with and without a time.
//!
//! The library waits on the thread object's monitor in a loop; a model has one step for it that the end
//! of the thread makes possible. Where the program itself uses monitors of threads, that step needs the
//! monitor to be free, and one that the joining thread owns is given back meanwhile, as by `wait`.

use analysis::code::exception;
use program::Register;

use super::observed::Trying;
use super::threads::guard;
use super::time::MILLISECOND;
use super::{At, Emitter};
use crate::origin::Role;
use crate::tree::{Expression, Item, Statement};

impl Emitter<'_> {
    pub(super) fn join(&mut self, at: At, arguments: &[Register]) {
        let thread = arguments[0];
        let reference = self.value(at, thread);
        let state = self.context.shared.state.as_ref();
        let Some(state) = state.map(|it| self.context.of_thread(it, reference.clone())) else {
            return self.unsupported(at, "joining a thread");
        };
        let millis = match arguments.get(1) {
            Some(millis) => self.value(at, *millis),
            None => 0.into(),
        };
        let negative = millis.clone().binary("<", 0.into()).folded();
        self.throw_if(at, negative, exception::ARGUMENT);
        let timed = millis.clone().binary("!=", 0.into()).folded();
        let (go_on, thrown, late, begin) = (self.label(), self.label(), self.label(), self.label());
        let monitor = self.thread_monitor(at, thread);
        if let Some((owner, depth)) = &monitor {
            // Whoever owns the monitor gives it back while it waits.
            let this = self.this_thread.clone();
            self.branch(at, owner.clone().binary("!=", this.clone()), begin);
            self.branch(at, state.clone().binary("!=", 1.into()), go_on);
            let kept = self.waiting_depth();
            let mut given = vec![Statement::Assign(owner.clone(), 0.into())];
            given.insert(
                0,
                match depth {
                    Some(depth) => Statement::Assign(kept.clone(), depth.clone()),
                    None => Statement::Assign(kept.clone(), 1.into()),
                },
            );
            if let Some(depth) = depth {
                given.push(Statement::Assign(depth.clone(), 0.into()));
            }
            self.add(at, Statement::Together(given));
        }
        self.items.push(Item::Label(begin));
        // A notification that is meant for others may come to who joins, and is lost then.
        let waits = self.context.shared.waits.as_ref();
        let waits = waits.filter(|_| monitor.is_some() && self.context.notifies_one);
        let waits = waits.map(|it| self.context.of_thread(it, self.this_thread.clone()));
        let free = monitor
            .as_ref()
            .map_or(Expression::Number(1), |(owner, _)| {
                owner.clone().binary("==", 0.into())
            });
        if let Some(waits) = &waits {
            let entered = self.label();
            let kept = self.waiting_depth();
            self.branch(at, kept.binary("!=", 0.into()), entered);
            self.stop(at);
            self.local(
                Statement::Guard(free.clone()),
                at.origin().with(Role::Visible),
            );
            self.branch(at, state.clone().binary("!=", 1.into()), go_on);
            self.items.push(Item::Label(entered));
            self.add(at, Statement::Assign(waits.clone(), reference.clone()));
        }
        let untimed = match &timed {
            Expression::Number(0) => true,
            Expression::Number(_) => false,
            timed => {
                let over = self.label();
                self.branch(at, timed.clone(), over);
                self.tries(at, Trying::Join, reference.clone());
                self.items.push(Item::Label(over));
                false
            }
        };
        if untimed {
            self.tries(at, Trying::Join, reference.clone());
        }
        let again = self.stop(at);
        let ended = state.clone().binary("!=", 1.into()).and(free.clone());
        let alive = state.binary("==", 1.into()).and(free);
        let notified = alive.clone();
        let mut alternatives = vec![vec![
            guard(Role::Visible, ended.clone()),
            Statement::Goto(go_on),
        ]];
        let flag = self.context.interrupt_flag(self.this_thread.clone());
        if let Some(flag) = &flag {
            let hit = alive.clone().and(flag.clone().binary("!=", 0.into()));
            alternatives.push(vec![
                guard(Role::WokenByInterrupt, hit),
                Statement::Assign(flag.clone(), 0.into()),
                Statement::Goto(thrown),
            ]);
        }
        let may_expire = timed != Expression::Number(0);
        if may_expire {
            let over = alive.and(timed);
            alternatives.push(vec![guard(Role::Expired, over), Statement::Goto(late)]);
        }
        if let Some(waits) = &waits {
            for parts in &mut alternatives {
                parts.insert(1, Statement::Assign(waits.clone(), 0.into()));
            }
            let woken = notified.and(waits.clone().binary("==", 0.into()));
            alternatives.push(vec![
                guard(Role::Visible, woken),
                Statement::Assign(waits.clone(), reference.clone()),
                Statement::Goto(again),
            ]);
        }
        match alternatives.len() {
            1 => {
                self.local(Statement::Guard(ended), at.origin().with(Role::Visible));
                self.add(at, Statement::Goto(go_on));
            }
            _ => self.add(at, Statement::If(alternatives, None)),
        }
        if may_expire {
            self.items.push(Item::Label(late));
            self.pass_time(at, millis, MILLISECOND);
            self.add(at, Statement::Goto(go_on));
        }
        if flag.is_some() {
            self.items.push(Item::Label(thrown));
            self.take_back(at, monitor.as_ref());
            self.tries_no_more(at.origin());
            self.throw(at, exception::INTERRUPTED);
        }
        self.items.push(Item::Label(go_on));
        self.take_back(at, monitor.as_ref());
        self.tries_no_more(at.origin());
    }

    /// The monitor of the thread, if the program uses monitors of threads.
    fn thread_monitor(
        &mut self,
        at: At,
        thread: Register,
    ) -> Option<(Expression, Option<Expression>)> {
        let is_used = self.context.threads_are_locked;
        is_used.then(|| self.monitor(at, thread)).flatten()
    }

    /// Whoever gave the monitor back gets it again.
    fn take_back(&mut self, at: At, monitor: Option<&(Expression, Option<Expression>)>) {
        let Some((owner, depth)) = monitor else {
            return;
        };
        let kept = self.waiting_depth();
        let mut taken = vec![
            Statement::Guard(kept.clone().binary("!=", 0.into())),
            Statement::Assign(owner.clone(), self.this_thread.clone()),
        ];
        let count = depth.clone();
        taken.extend(count.map(|depth| Statement::Assign(depth, kept.clone())));
        taken.push(Statement::Assign(kept, 0.into()));
        self.add(at, Statement::If(vec![taken], Some(Vec::new())));
    }
}
