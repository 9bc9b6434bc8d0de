//! What formulas ask of where threads are and of what they can't do.
//!
//! Neither is in the model by itself: control is in places of processes, which formulas can't name.
//! So calls that come to a place of a formula are counted, and a thread that comes to a step it may
//! be unable to take says so. Both are steps by themselves, since a thread that has done what came
//! before need not have come there yet.

use std::collections::BTreeSet;

use analysis::world::Frame;

use super::{At, Emitter};
use crate::context::{Context, Shared};
use crate::layout::{Layout, java_name};
use crate::observed::{Observed, Places, Seen};
use crate::origin::{Origin, Role};
use crate::tree::{Expression, Item, Name, Statement, Type};

/// A step that a thread may be unable to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trying {
    /// Entering a monitor, or getting it back.
    Monitor,
    /// Waiting for a notification, and for the monitor then.
    Notification,
    /// The same, but time may end it.
    NotificationOrTime,
    /// Waiting for the end of a thread.
    Join,
    /// Waiting for its permit.
    Permit,
    /// Waiting for another thread to initialise the class of this number.
    Initializer(usize),
}

impl Trying {
    /// What stands for it in the model; 0 is nothing.
    fn code(self) -> i32 {
        match self {
            Trying::Monitor => 1,
            Trying::Notification => 2,
            Trying::NotificationOrTime => 3,
            Trying::Join => 4,
            Trying::Permit => 5,
            Trying::Initializer(class) => 6 + class as i32,
        }
    }
}

/// Declares the variables that a formula needs.
pub(crate) fn declare(
    observed: &Observed,
    frames: &[Frame],
    layout: &mut Layout,
    shared: &mut Shared,
    threads: usize,
) {
    for (index, atom) in observed.atoms.iter().enumerate() {
        let Seen::At(places) = atom else {
            continue;
        };
        let inside = frames
            .iter()
            .filter(|it| is_inside(places, it.method, it.pc));
        let count = inside.count() as i32;
        let comment = format!("calls at the places of p{index}");
        let name = layout.declare("at_place", Type::Byte, None, &comment);
        let declared = layout.declarations.iter_mut().find(|it| it.name == name);
        if let Some(declared) = declared {
            declared.values = vec![count];
        }
        shared.counters.push((index, name));
    }
    if observed.sees_blocked() {
        let comment = "what each thread tries to do: 1 enter a monitor, 2 wait, 3 wait for a time, \
                       4 join, 5 park, 6 and more initialise a class";
        let what = layout.declare("tries", Type::Int, Some(threads), comment);
        let reference = layout.reference_type();
        let with = layout.declare("tries_with", reference, Some(threads), "with which object");
        shared.trying = Some((what, with));
    }
}

/// The places of a formula, with what counts the calls that are there.
pub(crate) fn places<'a>(
    observed: Option<&'a Observed>,
    shared: &Shared,
) -> Vec<(Name, &'a Places)> {
    let Some(observed) = observed else {
        return Vec::new();
    };
    let counters = shared.counters.iter();
    counters
        .filter_map(|(index, name)| match &observed.atoms[*index] {
            Seen::At(places) => Some((Name::clone(name), places)),
            _ => None,
        })
        .collect()
}

fn is_inside(places: &Places, method: program::MethodId, pc: u32) -> bool {
    places.get(&method).is_some_and(|it| it.contains(&pc))
}

impl Context<'_> {
    /// An element of a vector over thread objects.
    pub(crate) fn of_thread(&self, name: &Name, reference: Expression) -> Expression {
        Expression::element(name, reference, self.shared.threads.0)
    }

    /// The interrupt flag of a thread, if the model has it.
    pub(crate) fn interrupt_flag(&self, thread: Expression) -> Option<Expression> {
        let field = self.interrupted()?;
        let vector = self.layout.fields.get(&field)?;
        Some(Expression::element(&vector.name, thread, vector.base))
    }

    /// The owner of the monitor of a reference.
    pub(crate) fn owner(&self, reference: Expression) -> Option<Expression> {
        let (owner, base, _) = self.shared.owner.as_ref()?;
        Some(Expression::element(owner, reference, *base))
    }

    /// Whether the thread tries what it can't do.
    pub(crate) fn blocked(&self, thread: i32) -> Expression {
        let Some((what, with)) = &self.shared.trying else {
            return 0.into();
        };
        let what = self.of_thread(what, thread.into());
        let with = self.of_thread(with, thread.into());
        let tries = |trying: Trying| what.clone().binary("==", trying.code().into());
        let is = |value: Option<Expression>, number: i32, usual: i32| match value {
            Some(value) => value.binary("==", number.into()),
            None => usual.into(),
        };
        let calm = is(self.interrupt_flag(thread.into()), 0, 1);
        let taken = is(self.owner(with.clone()), 0, 1).negated();
        let waits = self.shared.waits.as_ref();
        let notified = is(waits.map(|it| self.of_thread(it, thread.into())), 0, 1);
        let state = self.shared.state.as_ref();
        let alive = is(state.map(|it| self.of_thread(it, with)), 1, 0);
        let permit = self.shared.permit.as_ref();
        let no_permit = is(permit.map(|it| self.of_thread(it, thread.into())), 0, 0);
        let woken = notified.clone().and(taken.clone());
        let mut blocked = tries(Trying::Monitor)
            .and(taken)
            .or(tries(Trying::Notification)
                .and(notified.negated().and(calm.clone()).or(woken.clone())))
            .or(tries(Trying::NotificationOrTime).and(woken))
            .or(tries(Trying::Join).and(alive).and(calm.clone()))
            .or(tries(Trying::Permit).and(no_permit).and(calm));
        for (number, (state, _)) in self.shared.initialized.values().enumerate() {
            let busy = Expression::variable(state).binary("==", 1.into());
            blocked = blocked.or(tries(Trying::Initializer(number)).and(busy));
        }
        blocked
    }
}

impl Emitter<'_> {
    /// Says that the thread has come to a step that it may be unable to take.
    pub(super) fn tries(&mut self, at: At, trying: Trying, object: Expression) {
        if !self.context.sees_blocked {
            return;
        }
        self.stop(at);
        self.local(Statement::Skip, at.origin().with(Role::Tries));
        for part in self.trying(trying, object) {
            self.add(at, part);
        }
    }

    /// The assignments that say so.
    pub(super) fn trying(&self, trying: Trying, object: Expression) -> Vec<Statement> {
        let Some((what, with)) = &self.context.shared.trying else {
            return Vec::new();
        };
        let this = &self.this_thread;
        vec![
            Statement::Assign(self.context.of_thread(with, this.clone()), object),
            Statement::Assign(
                self.context.of_thread(what, this.clone()),
                trying.code().into(),
            ),
        ]
    }

    /// The thread is in the wait set: there is nothing to come to before it is blocked.
    pub(super) fn waits_now(&mut self, at: At, timed: &Expression, object: Expression) {
        let Some((what, with)) = &self.context.shared.trying else {
            return;
        };
        let this = &self.this_thread;
        let what = self.context.of_thread(what, this.clone());
        let with = self.context.of_thread(with, this.clone());
        let untimed = Trying::Notification.code();
        let code = match timed {
            Expression::Number(0) => untimed.into(),
            Expression::Number(_) => Trying::NotificationOrTime.code().into(),
            timed => Expression::Conditional(
                Box::new(timed.clone()),
                Box::new(Trying::NotificationOrTime.code().into()),
                Box::new(untimed.into()),
            ),
        };
        self.add(at, Statement::Assign(with, object));
        self.add(at, Statement::Assign(what, code));
    }

    /// The thread has taken the step.
    pub(super) fn tries_no_more(&mut self, origin: Origin) {
        let Some((what, with)) = &self.context.shared.trying else {
            return;
        };
        let this = &self.this_thread;
        let what = self.context.of_thread(what, this.clone());
        let with = self.context.of_thread(with, this.clone());
        let origin = origin.with(Role::Local);
        self.local(Statement::Assign(what, 0.into()), origin);
        self.local(Statement::Assign(with, 0.into()), origin);
    }

    /// The main thread stands here when the model begins.
    pub(super) fn stand(&mut self, instance: usize, pc: u32) {
        let method = self.instances[instance].method;
        for index in 0..self.context.places.len() {
            if is_inside(self.context.places[index].1, method, pc)
                && let Expression::Variable(name) = self.counted(instance, index)
                && let Some(declared) = self.locals.iter_mut().find(|it| it.name == name)
            {
                declared.values = vec![1];
            }
        }
    }

    /// Whether this call counts at the places of a counter.
    fn counted(&mut self, instance: usize, index: usize) -> Expression {
        if let Some(name) = self.instances[instance].counted.get(&index) {
            return Expression::variable(name);
        }
        let method = self.instances[instance].method;
        let name = self
            .context
            .program
            .method(method)
            .name
            .replace(['<', '>', '$'], "");
        let comment = format!("whether {name} counts there");
        let name = self.declare(&java_name(&name, "at_place"), Type::Bit, comment);
        self.instances[instance]
            .counted
            .insert(index, Name::clone(&name));
        Expression::Variable(name)
    }

    /// Before an instruction: the thread has come to a place of a formula, or left one.
    pub(super) fn arrive(&mut self, at: At) {
        let mut changes = Vec::new();
        for index in 0..self.context.places.len() {
            let places = self.context.places[index].1;
            if let Some(pcs) = places.get(&at.method)
                && self.is_border(at, pcs)
            {
                changes.push((index, pcs.contains(&at.pc)));
            }
        }
        self.change(at, &changes);
    }

    /// Before a call ends.
    pub(super) fn depart(&mut self, at: At) {
        let places = self.context.places.iter().enumerate();
        let ours = places.filter(|(_, (_, places))| places.contains_key(&at.method));
        let changes: Vec<(usize, bool)> = ours.map(|(index, _)| (index, false)).collect();
        self.change(at, &changes);
    }

    /// Whether the instruction can be come to from the other side.
    fn is_border(&self, at: At, pcs: &BTreeSet<u32>) -> bool {
        let inside = pcs.contains(&at.pc);
        if at.pc == 0 && inside {
            return true;
        }
        let body = self.body(at.instance);
        (0..body.code.len() as u32).any(|from| {
            let mut leads = body.handlers_at(from).any(|it| it.target == at.pc);
            body.for_each_successor(from, |next| leads |= next == at.pc);
            leads && pcs.contains(&from) != inside
        })
    }

    fn change(&mut self, at: At, changes: &[(usize, bool)]) {
        let mut wrong = Expression::Number(0);
        let mut parts = Vec::new();
        for (index, inside) in changes {
            let counted = self.counted(at.instance, *index);
            let counter = Expression::variable(&self.context.places[*index].0);
            let differs = counted.clone().binary("!=", i32::from(*inside).into());
            let operator = if *inside { "+" } else { "-" };
            let change = vec![
                Statement::Guard(differs.clone()),
                Statement::Assign(counted, i32::from(*inside).into()),
                Statement::Assign(counter.clone(), counter.binary(operator, 1.into())),
            ];
            parts.push(Statement::If(vec![change], Some(Vec::new())));
            wrong = wrong.or(differs);
        }
        if parts.is_empty() {
            return;
        }
        let over = self.label();
        self.branch(at, wrong.negated(), over);
        self.stop(at);
        self.local(Statement::Skip, at.origin().with(Role::Moves));
        for part in parts {
            self.add(at, part);
        }
        self.items.push(Item::Label(over));
    }
}
