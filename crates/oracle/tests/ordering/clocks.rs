//! All runs of a small program, each with vector clocks.
//!
//! A thread's clock says what of the others happened before what it does next. A lock and a variable
//! carry the clocks of those who unlocked and released; who locks or acquires takes them over. The last
//! accesses to each variable have clocks, and an access that conflicts with one it is not after is a race.
//! That of plain modes conflicts with all others, those of other modes with plain ones only.

use std::collections::BTreeSet;

use crate::make::{Deed, Order, Statement, Variable, order_of_update};

/// Threads, at most.
const THREADS: usize = 3;

type Clock = [u8; THREADS];

/// The variables by number: two ordinary ones, two with handles, that with boxes, the volatile one, the
/// atomic; and the fields of boxes from here on.
const BOXES: usize = 7;

/// An instruction of a thread.
#[derive(Clone, Debug)]
enum Instruction {
    Deed(Deed),
    /// Goes on elsewhere unless the variable has the value.
    Unless(Variable, Order, u8, usize),
    Lock,
    Unlock,
    /// Looks into the box that was found.
    Look,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Thread {
    at: usize,
    started: bool,
    clock: Clock,
    /// What came with weak reads, for a fence that acquires.
    seen: Clock,
    /// What a fence has released.
    released: Clock,
    /// The box found last, from 1 on.
    found: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    value: u8,
    /// What comes with its value.
    clock: Clock,
    /// The last accesses of each thread: plain reads and writes, others; the thread's time then.
    last: [[u8; 4]; THREADS],
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    threads: Vec<Thread>,
    cells: Vec<Cell>,
    owner: Option<usize>,
    lock: Clock,
    /// Whether the field of each box is final.
    finals: Vec<bool>,
}

/// Whether some run has a race.
pub(crate) fn has_race(threads: &[Vec<Statement>]) -> bool {
    let code: Vec<Vec<Instruction>> = threads.iter().map(|it| flat(it)).collect();
    let mut first = State {
        threads: vec![Thread::default(); code.len()],
        cells: vec![Cell::default(); BOXES + 16],
        owner: None,
        lock: Clock::default(),
        finals: vec![false; 16],
    };
    first.threads[0].started = true;
    (0..code.len()).for_each(|it| first.threads[it].clock[it] = 1);
    let mut seen = BTreeSet::new();
    seen.insert(first.clone());
    let mut open = vec![first];
    while let Some(state) = open.pop() {
        for thread in 0..code.len() {
            let mut next = state.clone();
            match next.step(&code, thread) {
                None => {}
                Some(true) => return true,
                Some(false) if seen.insert(next.clone()) => open.push(next),
                Some(false) => {}
            }
        }
    }
    false
}

fn flat(statements: &[Statement]) -> Vec<Instruction> {
    let mut code = Vec::new();
    for statement in statements {
        flatten(statement, &mut code);
    }
    code
}

fn flatten(statement: &Statement, code: &mut Vec<Instruction>) {
    match statement {
        Statement::Do(deed) => {
            code.push(Instruction::Deed(*deed));
            if matches!(deed, Deed::Open(_)) {
                code.push(Instruction::Look);
            }
        }
        Statement::If(variable, order, value, then) => {
            let at = code.len();
            code.push(Instruction::Unless(*variable, *order, *value, 0));
            then.iter().for_each(|it| flatten(it, code));
            let end = code.len();
            code[at] = Instruction::Unless(*variable, *order, *value, end);
        }
        Statement::Locked(inside) => {
            code.push(Instruction::Lock);
            inside.iter().for_each(|it| flatten(it, code));
            code.push(Instruction::Unlock);
        }
    }
}

fn join(one: &mut Clock, other: Clock) {
    one.iter_mut()
        .zip(other)
        .for_each(|(one, other)| *one = other.max(*one));
}

/// Plain accesses of an atomic race with nothing.
fn order_on(variable: Variable, order: Order) -> Order {
    match (variable, order) {
        (Variable::Atomic, Order::Plain) => Order::Opaque,
        _ => order,
    }
}

fn number(variable: Variable) -> usize {
    match variable {
        Variable::Data(number) => number,
        Variable::Handled(number) => 2 + number,
        Variable::Volatile => 5,
        Variable::Atomic => 6,
    }
}

impl State {
    /// Whether a step of a thread races; `None` if it can't take one.
    fn step(&mut self, code: &[Vec<Instruction>], thread: usize) -> Option<bool> {
        let at = self.threads[thread].at;
        let instruction = code[thread].get(at)?;
        if !self.threads[thread].started {
            return None;
        }
        self.threads[thread].at += 1;
        let races = match instruction {
            Instruction::Lock => {
                if self.owner.is_some() {
                    return None;
                }
                self.owner = Some(thread);
                join(&mut self.threads[thread].clock, self.lock);
                false
            }
            Instruction::Unlock => {
                self.owner = None;
                self.lock = self.threads[thread].clock;
                self.threads[thread].clock[thread] += 1;
                false
            }
            Instruction::Unless(variable, order, value, end) => {
                let cell = number(*variable);
                if self.cells[cell].value != *value {
                    self.threads[thread].at = *end;
                }
                self.read(thread, cell, order_on(*variable, *order))
            }
            Instruction::Look => {
                let found = usize::from(self.threads[thread].found);
                self.threads[thread].found = 0;
                found > 0 && !self.finals[found - 1] && {
                    let cell = BOXES + found - 1;
                    self.read(thread, cell, Order::Plain)
                }
            }
            Instruction::Deed(deed) => self.perform(code, thread, deed)?,
        };
        Some(races)
    }

    fn perform(&mut self, code: &[Vec<Instruction>], thread: usize, deed: &Deed) -> Option<bool> {
        Some(match *deed {
            Deed::Load(variable, order) => {
                self.read(thread, number(variable), order_on(variable, order))
            }
            Deed::Store(variable, order, value) => {
                let order = order_on(variable, order);
                self.write(thread, number(variable), order, value)
            }
            Deed::Add(variable, _) => {
                let cell = number(variable);
                let value = self.cells[cell].value.wrapping_add(1);
                self.update(thread, cell, order_of_update(deed), value)
            }
            Deed::Swap(variable, _, value) => {
                let cell = number(variable);
                let old = self.cells[cell].value;
                let new = if old == 0 { value } else { old };
                self.update(thread, cell, order_of_update(deed), new)
            }
            Deed::Start(other) => {
                let clock = self.threads[thread].clock;
                self.threads[other].started = true;
                join(&mut self.threads[other].clock, clock);
                self.threads[thread].clock[thread] += 1;
                false
            }
            Deed::Join(other) => {
                if self.threads[other].started {
                    if self.threads[other].at < code[other].len() {
                        return None;
                    }
                    let clock = self.threads[other].clock;
                    join(&mut self.threads[thread].clock, clock);
                }
                false
            }
            Deed::Fence(order) => {
                let me = &mut self.threads[thread];
                if order != Order::Release {
                    let seen = me.seen;
                    join(&mut me.clock, seen);
                }
                if order != Order::Acquire {
                    me.released = me.clock;
                    me.clock[thread] += 1;
                }
                false
            }
            Deed::Publish(box_number, is_final, order) => {
                self.finals[box_number] = is_final;
                let races = !is_final && self.write(thread, BOXES + box_number, Order::Plain, 1);
                self.write(thread, 4, order, box_number as u8 + 1) || races
            }
            Deed::Open(order) => {
                self.threads[thread].found = self.cells[4].value;
                self.read(thread, 4, order)
            }
        })
    }

    /// Whether an access races; takes it down.
    fn access(&mut self, thread: usize, cell: usize, plain: bool, writes: bool) -> bool {
        let clock = self.threads[thread].clock;
        let mut races = false;
        for other in (0..THREADS).filter(|it| *it != thread) {
            for (sort, time) in self.cells[cell].last[other].iter().enumerate() {
                let (was_plain, wrote) = (sort < 2, sort % 2 == 1);
                let conflicts = (plain || was_plain) && (writes || wrote);
                races |= conflicts && *time > clock[other];
            }
        }
        let sort = 2 * usize::from(!plain) + usize::from(writes);
        self.cells[cell].last[thread][sort] = clock[thread];
        races
    }

    fn acquire(&mut self, thread: usize, cell: usize, order: Order) {
        let clock = self.cells[cell].clock;
        let me = &mut self.threads[thread];
        match order {
            Order::Acquire | Order::Volatile => join(&mut me.clock, clock),
            Order::Opaque | Order::Release => join(&mut me.seen, clock),
            Order::Plain => {}
        }
    }

    fn read(&mut self, thread: usize, cell: usize, order: Order) -> bool {
        self.acquire(thread, cell, order);
        self.access(thread, cell, order == Order::Plain, false)
    }

    fn write(&mut self, thread: usize, cell: usize, order: Order, value: u8) -> bool {
        let races = self.access(thread, cell, order == Order::Plain, true);
        let me = &mut self.threads[thread];
        let clock = match order {
            Order::Release | Order::Volatile => me.clock,
            Order::Opaque | Order::Acquire => me.released,
            Order::Plain => Clock::default(),
        };
        match order {
            // Later reads are after all volatile writes before.
            Order::Volatile => join(&mut self.cells[cell].clock, clock),
            _ => self.cells[cell].clock = clock,
        }
        self.cells[cell].value = value;
        me.clock[thread] += 1;
        races
    }

    /// Reads and writes at once, by a mode that is atomic whatever it orders.
    fn update(&mut self, thread: usize, cell: usize, order: Order, value: u8) -> bool {
        let reading = if order == Order::Plain {
            Order::Opaque
        } else {
            order
        };
        self.acquire(thread, cell, reading);
        let races = self.access(thread, cell, false, true);
        let me = &mut self.threads[thread];
        let clock = match order {
            Order::Release | Order::Volatile => me.clock,
            _ => me.released,
        };
        join(&mut self.cells[cell].clock, clock);
        self.cells[cell].value = value;
        me.clock[thread] += 1;
        races
    }
}
