//! Iterators over collections, and functions of the program that the library calls.
//!
//! In: a call on an iterator. Out: its code.
//!
//! An iterator is its collection: `next` gives any of the elements. That is so only where nobody can tell, so
//! a variable of an iterator must be used for nothing but calls on it.
//!
//! `ConcurrentModificationException` (documentation of `ArrayList`, "fail-fast"): something has to change the
//! collection between two calls on the iterator. If it is this thread, the change is in its code between them.
//! If it is another one, and it does not race with the iterator's reads, it comes after one call and before
//! the other, so between them this thread lets others go on and then hears of what they did: it leaves a
//! monitor, starts a thread or writes a volatile, and it takes a monitor, joins or reads a volatile. Where
//! there is neither in the code between, the exception is not thrown; elsewhere it may be.

use super::super::emit::{Argument, Emitter, Iteration};
use super::super::instruction::target;
use super::super::values::Reference;
use super::kinds;
use super::kinds::Guard;
use crate::configuration::model::{Access, ClassId, Condition, Local, Operation};
use program::{Body, Instruction, Register};

/// The interface.
const ITERATOR: &str = "java/util/Iterator";

impl Emitter<'_, '_> {
    /// `target =` an iterator over a collection; false if more is done with it than iterating.
    pub(super) fn iterator(&mut self, this: Local, register: Register) -> bool {
        let split = self.front.body(self.frame().method);
        if register.is_some() && !self.only_iterates(&split.body, register) {
            return false;
        }
        self.give_local(register, this);
        true
    }

    fn only_iterates(&self, body: &Body, register: Register) -> bool {
        let mut known = vec![register];
        let mut next = 0;
        while let Some(register) = known.get(next).copied() {
            next += 1;
            if body.parameters.contains(&register) {
                return false;
            }
            for pc in 0..body.code.len() {
                let mut reads = false;
                body.for_each_source(pc as u32, |it| reads |= it == register);
                if !reads {
                    continue;
                }
                match body.code[pc] {
                    Instruction::Move { target, .. } => {
                        if !known.contains(&target) {
                            known.push(target);
                        }
                    }
                    Instruction::Invoke {
                        method, arguments, ..
                    } => {
                        let class = self.front.program.method(method).class;
                        let is_call = &*self.front.program.class(class).name == ITERATOR;
                        let given = body.argument_registers(arguments);
                        if !is_call || given[1..].contains(&register) {
                            return false;
                        }
                    }
                    _ => return false,
                }
            }
        }
        // What else is assigned to them is an iterator of a collection, too.
        let mut others = body
            .code
            .iter()
            .filter(|it| target(it).is_some_and(|it| known.contains(&it)));
        others.all(|it| match *it {
            Instruction::Move { source, .. } => known.contains(&source),
            Instruction::Invoke { method, .. } => {
                &*self.front.program.method(method).name == "iterator"
            }
            _ => false,
        })
    }

    /// A call on an iterator that may be one of the library's; false if there is none of those.
    pub(in super::super) fn iterate(
        &mut self,
        receiver: Local,
        class: &str,
        name: &str,
        result: Register,
        iterator: Register,
    ) -> bool {
        if class != ITERATOR {
            return false;
        }
        let program = self.front.program;
        let Ok(object) = program.load("java/lang/Object") else {
            return false;
        };
        let own = program.load(ITERATOR).is_ok_and(|it| {
            let known = self.front.instances(it);
            !known.is_empty()
        });
        let all = self.front.instances(object);
        let mut collections: Vec<(ClassId, kinds::Collection)> = Vec::new();
        for (class, id) in all {
            let kind = kinds::collection(&program.class(class).name);
            collections.extend(kind.map(|it| (id, it)));
        }
        if collections.is_empty() {
            return false;
        }
        let at = self.at();
        if own || !matches!(name, "hasNext" | "next") {
            let what = format!("a call of {name} of an iterator, of the program or the library");
            self.unsupported(what, at);
            return true;
        }
        let done = self.label();
        for (id, kind) in collections {
            let next = self.label();
            let here = self.label();
            self.put(Operation::Branch(Condition::Of(receiver, id), here), at);
            self.put(Operation::Jump(next), at);
            self.bind(here);
            self.touch_content(kind, receiver, false);
            if name == "hasNext" {
                self.forget_result(result);
            } else {
                self.next_element(kind, receiver, result, iterator);
            }
            self.put(Operation::Jump(done), at);
            self.bind(next);
        }
        self.check_null(iterator);
        self.unsupported("an iterator of an unknown kind".to_owned(), at);
        self.bind(done);
        true
    }

    fn next_element(
        &mut self,
        kind: kinds::Collection,
        this: Local,
        result: Register,
        iterator: Register,
    ) {
        let split = self.front.body(self.frame().method);
        if !self.has_just_asked(&split.body, iterator) {
            let what = "no next element of an iterator";
            self.may_throw("java/util/NoSuchElementException", what);
        }
        if kind.guard == Guard::Nobody || kind.guard == Guard::Monitor {
            let (at, risk, fine) = (self.at(), self.label(), self.label());
            let site = self.draft.code.len();
            self.put(Operation::Jump(fine), at);
            self.bind(risk);
            let what = "a collection that changes while it is iterated over";
            self.may_throw("java/util/ConcurrentModificationException", what);
            self.bind(fine);
            self.iterations.push(Iteration {
                depth: self.frames.len() - 1,
                iterator,
                pc: at.1,
                site,
                risk,
            });
        }
        self.pick_out(this, result, false);
    }

    /// Whether the instructions before are `hasNext` and a branch that leaves if there is none.
    fn has_just_asked(&self, body: &Body, iterator: Register) -> bool {
        let pc = self.frame().pc as usize;
        let mut entered = vec![0; body.code.len() + 1];
        for from in 0..body.code.len() as u32 {
            body.for_each_successor(from, |to| {
                if to != from + 1 {
                    entered[to as usize] += 1;
                }
            });
        }
        for handler in &body.handlers {
            entered[handler.target as usize] += 1;
        }
        let mut before = pc;
        // The collection's variable may be copied in between.
        while before > 0 && entered[before] == 0 {
            before -= 1;
            if let Instruction::BranchConstant {
                condition: program::Condition::Equal,
                left,
                right: 0,
                ..
            } = body.code[before]
                && let Some(Instruction::Invoke {
                    target,
                    method,
                    arguments,
                    ..
                }) = before.checked_sub(1).map(|it| body.code[it])
            {
                let is_question = &*self.front.program.method(method).name == "hasNext";
                let asked = body.argument_registers(arguments).first().copied();
                return is_question
                    && target == left
                    && asked == Some(iterator)
                    && entered[before] == 0;
            }
            if !matches!(body.code[before], Instruction::Move { .. }) {
                return false;
            }
        }
        false
    }

    /// Once a call is inlined: which of its iterations may be disturbed.
    pub(in super::super) fn settle_iterations(&mut self, body: &Body) {
        let depth = self.frames.len() - 1;
        while let Some(last) = self.iterations.pop_if(|it| it.depth == depth) {
            if self.may_be_disturbed(body, &last) {
                self.draft.code[last.site].operation = Operation::Jump(last.risk);
            }
        }
    }

    fn may_be_disturbed(&mut self, body: &Body, iteration: &Iteration) -> bool {
        if !self.front.options.races {
            return true;
        }
        let inside = self.front.touched(super::super::Touched::Inside);
        let starts = (0..body.code.len() as u32)
            .filter(|it| target(&body.code[*it as usize]) == Some(iteration.iterator));
        let forward = reach(body, starts.collect(), false);
        let backward = reach(body, vec![iteration.pc], true);
        let (mut changes, mut lets_go, mut hears) = (false, false, false);
        for pc in 0..body.code.len() {
            if !forward[pc] || !backward[pc] {
                continue;
            }
            let labels = &self.frame().labels;
            let bounds = [labels[pc], labels[pc + 1]].map(|it| self.draft.labels[it]);
            let [Some(from), Some(to)] = bounds else {
                return true;
            };
            for step in &self.draft.code[from..to] {
                let is_ordered = step.access == Access::Ordered;
                match step.operation {
                    Operation::Touch(_, data, true) if data == inside => changes = true,
                    Operation::Release(_)
                    | Operation::Wait(_)
                    | Operation::Await(..)
                    | Operation::Start(_) => lets_go = true,
                    Operation::Acquire(_)
                    | Operation::TryAcquire(..)
                    | Operation::Reacquire(_)
                    | Operation::Join(_) => hears = true,
                    _ if is_ordered => (lets_go, hears) = (true, true),
                    _ => {}
                }
            }
        }
        changes || lets_go && hears
    }

    /// Calls a function of the program; false if that is not known.
    pub(super) fn call_function(
        &mut self,
        function: Local,
        (interface, name): (&str, &str),
        given: &[(Reference, bool)],
        result: Register,
    ) -> bool {
        let program = self.front.program;
        let at = self.at();
        let Ok(interface) = program.load(interface) else {
            return false;
        };
        let declared = program.class(interface).methods.iter().copied();
        let method = declared
            .filter(|it| &*program.method(*it).name == name)
            .find(|it| program.method(*it).parameters.len() == given.len() + 1);
        let targets = method.map_or(Vec::new(), |it| self.targets(it));
        if targets.is_empty() {
            return false;
        }
        let place = self.place(result);
        let done = self.label();
        for (method, classes) in targets {
            let (here, next) = (self.label(), self.label());
            for class in classes {
                self.put(Operation::Branch(Condition::Of(function, class), here), at);
            }
            self.put(Operation::Jump(next), at);
            self.bind(here);
            if self.front.is_library(program.method(method).class) {
                let name = program.describe_method(method);
                self.unsupported(format!("a function that is {name}"), at);
            } else {
                let this = Argument::Reference(Reference::Kept(function));
                let rest = given.iter().map(|it| Argument::Reference(it.0));
                let arguments: Vec<Argument> = std::iter::once(this).chain(rest).collect();
                let objects = std::iter::once(true).chain(given.iter().map(|it| it.1));
                self.given = Some(objects.collect());
                let from = self.draft.code.len();
                self.inline(method, &arguments, place, at);
                let waits = self.draft.code[from..]
                    .iter()
                    .any(|it| it.operation.blocks() || matches!(it.operation, Operation::Start(_)));
                let inside = self.front.touched(super::super::Touched::Inside);
                let header = self.front.touched(super::super::Touched::Header);
                let changes = self.draft.code[from..].iter().any(|it| {
                    matches!(it.operation, Operation::Touch(_, data, true) if data == inside || data == header)
                });
                if waits || changes {
                    self.unsupported(
                        "a function that takes locks or changes collections, called by one"
                            .to_owned(),
                        at,
                    );
                }
            }
            self.put(Operation::Jump(done), at);
            self.bind(next);
        }
        let header = self.front.touched(super::super::Touched::Header);
        let used = Operation::Touch(Some(function), header, false);
        self.put_as(used, Access::Private, at);
        self.unsupported("a function that is not known".to_owned(), at);
        self.bind(done);
        true
    }
}

/// Where control can come from instructions, or from where to them; without themselves unless by a loop.
fn reach(body: &Body, starts: Vec<u32>, backward: bool) -> Vec<bool> {
    let count = body.code.len();
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); count];
    for from in 0..count {
        let mut add = |to: u32| match backward {
            true => edges[to as usize].push(from),
            false => edges[from].push(to as usize),
        };
        body.for_each_successor(from as u32, &mut add);
        for handler in body.handlers_at(from as u32) {
            add(handler.target);
        }
    }
    let mut seen = vec![false; count];
    let mut todo: Vec<usize> = starts
        .iter()
        .flat_map(|it| edges[*it as usize].clone())
        .collect();
    while let Some(pc) = todo.pop() {
        if !std::mem::replace(&mut seen[pc], true) {
            todo.extend(&edges[pc]);
        }
    }
    seen
}
