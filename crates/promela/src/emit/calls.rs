//! Calls, returns, and class initialisation.

use std::rc::Rc;

use analysis::code::{self, exception};
use analysis::flat::Callee;
use analysis::flat::calls::{callees, initialized_class};
use program::{Instruction, InvokeKind, MethodId, Register};

use super::observed::Trying;
use super::{At, Emitter};
use crate::layout::{java_name, type_of, within};
use crate::origin::Role;
use crate::tree::{Expression, Item, Label, Statement, Type};

/// The initialiser of a class has thrown an exception; see [`crate::context::Shared::initialized`].
const FAILED: i32 = 3;

/// Nested calls that a stack certainly has room for. Deeper tail calls may overflow it, which a loop
/// would not show.
const STACK: i32 = 9_000;

impl Emitter<'_> {
    pub(super) fn return_value(&mut self, at: At, source: Register) {
        self.depart(at);
        let matters = self.context.relevance.results.contains(&at.method);
        if source.is_some() && matters {
            let value = self.value(at, source);
            let result = self.result(at.instance);
            self.add(at, Statement::Assign(result, value));
        }
        self.clear_all(at);
        let leave = self.instances[at.instance].leave;
        self.add(at, Statement::Goto(leave));
    }

    /// The variable of a method's result.
    fn result(&mut self, instance: usize) -> Expression {
        if let Some(name) = &self.instances[instance].result {
            return Expression::variable(name);
        }
        let method = self.context.program.method(self.instances[instance].method);
        let kind = method.result.unwrap_or(program::Kind::Int).register();
        let wish = java_name(&method.name.replace(['<', '>', '$'], ""), "result");
        let kind = type_of(self.context.layout, kind);
        let name = self.declare(&wish, kind, String::new());
        let returned = self.instances[instance].method;
        self.holds(&name, self.context.points.returned(returned));
        self.instances[instance].result = Some(Rc::clone(&name));
        Expression::Variable(name)
    }

    /// A callee has come back: its result goes to the caller's register.
    pub(super) fn take_result(&mut self, at: At, callee: usize) {
        let method = self.instances[callee].method;
        if !self.context.relevance.results.contains(&method) {
            return;
        }
        let result = self.result(callee);
        if let Some(target) = self.body(at.instance).code[at.pc as usize].target() {
            self.assign(at, target, result.clone());
        }
        self.add(at, Statement::Assign(result, Expression::Number(0)));
    }

    pub(super) fn invoke(&mut self, at: At) {
        let body = self.body(at.instance);
        let Instruction::Invoke {
            kind,
            arguments,
            target,
            ..
        } = body.code[at.pc as usize]
        else {
            return;
        };
        let arguments = body.argument_registers(arguments);
        if matches!(kind, InvokeKind::Static | InvokeKind::Special) {
            let callee = callees(self.context.program, self.context.points, at.method, at.pc).pop();
            return self.call(at, callee, target, arguments);
        }
        let Some(by_class) = self.context.points.dispatch.get(&(at.method, at.pc)) else {
            // Only ever null, which was dealt with.
            return self.unsupported(at, "a call on an object that is never made");
        };
        let mut groups: Vec<(Callee, Vec<program::ClassId>)> = Vec::new();
        for (class, callee) in by_class {
            match groups.iter_mut().find(|it| it.0 == *callee) {
                Some((_, classes)) => classes.push(*class),
                None => groups.push((callee.clone(), vec![*class])),
            }
        }
        let done = self.label();
        let last = groups.len() - 1;
        for (index, (callee, classes)) in groups.into_iter().enumerate() {
            let next = self.label();
            if index < last {
                let receiver = self.value(at, arguments[0]);
                let layout = self.context.layout;
                let runs: Vec<_> = classes
                    .iter()
                    .flat_map(|class| layout.runs_of_exactly(self.context.points, *class))
                    .collect();
                let is_meant = within(&receiver, &runs);
                self.branch(at, is_meant.negated(), next);
            }
            self.call(at, Some(callee), target, arguments);
            self.add(at, Statement::Goto(done));
            self.items.push(Item::Label(next));
        }
        self.items.push(Item::Label(done));
    }

    fn call(&mut self, at: At, callee: Option<Callee>, target: Register, arguments: &[Register]) {
        match callee {
            Some(Callee::Code(method)) => self.call_method(at, method, arguments),
            Some(Callee::Intrinsic(method, known)) => {
                self.intrinsic(at, method, known, target, arguments);
            }
            Some(Callee::None) | None => self.throw(at, exception::ABSTRACT),
        }
    }

    fn call_method(&mut self, at: At, method: MethodId, arguments: &[Register]) {
        if self.context.is_tail_call(at.method, at.pc, method) {
            return self.tail_call(at, arguments);
        }
        let caller_depth = self.instances[at.instance].depth;
        let depth = if self.context.calls.is_recursive(at.method, method) {
            // The calls that the main thread is in have depths of their own.
            let depth = if caller_depth > u32::MAX / 2 {
                0
            } else {
                caller_depth + 1
            };
            if depth > self.context.layout.bounds.recursion {
                return self.trap(at, "deeper recursion than the bound --recursion", true);
            }
            depth
        } else {
            0
        };
        let callee = self.instance(method, depth);
        let parameters = &self.body(callee).parameters;
        for (argument, parameter) in arguments.iter().zip(parameters) {
            if let Some(place) = self.place(callee, *parameter) {
                let value = self.value(at, *argument);
                self.add(at, Statement::Assign(place, value));
            }
        }
        self.clear(at, true);
        let (normal, exceptional) = self.enter(at, callee);
        self.items.push(Item::Label(exceptional));
        let catcher = self.catcher(at);
        self.add(at, Statement::Goto(catcher));
        self.items.push(Item::Label(normal));
        self.take_result(at, callee);
    }

    /// A method calls itself and then returns: it begins again, with other arguments. How often is
    /// counted, since a stack has an end.
    fn tail_call(&mut self, at: At, arguments: &[Register]) {
        let instance = at.instance;
        let rounds = match &self.instances[instance].rounds {
            Some(rounds) => Rc::clone(rounds),
            None => {
                let name = &self.context.program.method(at.method).name;
                let wish = java_name(&name.replace(['<', '>', '$'], ""), "rounds");
                let comment = "calls of the method by itself as its last step".to_owned();
                let rounds = self.declare(&wish, Type::Short, comment);
                self.instances[instance].rounds = Some(Rc::clone(&rounds));
                rounds
            }
        };
        let rounds = Expression::variable(&rounds);
        let deep = rounds.clone().binary(">=", STACK.into());
        self.trap_if(
            at,
            deep,
            "a recursion so deep that the stack may overflow",
            false,
        );
        self.add(
            at,
            Statement::Assign(rounds.clone(), rounds.binary("+", 1.into())),
        );
        let mut new = Vec::new();
        for (argument, parameter) in arguments.iter().zip(&self.body(instance).parameters) {
            if let Some(place) = self.place(instance, *parameter) {
                let value = self.value(at, *argument);
                if value != place {
                    new.push((*parameter, place, value));
                }
            }
        }
        // All arguments are looked at before the first parameter changes.
        let mut assigned = Vec::new();
        let kept = new.len().saturating_sub(1);
        for (index, (parameter, place, value)) in new.into_iter().enumerate() {
            if index == kept {
                self.add(at, Statement::Assign(place, value));
                continue;
            }
            let kind = self.body(instance).registers[usize::from(parameter.0)];
            let kind = type_of(self.context.layout, kind);
            let name = self.declare("argument", kind, String::new());
            self.holds(&name, self.context.points.register(at.method, parameter));
            let passed = Expression::Variable(name);
            self.add(at, Statement::Assign(passed.clone(), value));
            assigned.push((place, passed));
        }
        for (place, passed) in assigned {
            self.add(at, Statement::Assign(place, passed.clone()));
            self.add(at, Statement::Assign(passed, 0.into()));
        }
        let entry = self.instances[instance].entry;
        self.add(at, Statement::Goto(entry));
    }

    /// Goes to a callee, and gives where it comes back.
    fn enter(&mut self, at: At, callee: usize) -> (Label, Label) {
        let (normal, exceptional) = (self.label(), self.label());
        self.instances[callee].sites.push((normal, exceptional));
        let number = self.instances[callee].sites.len() as i32;
        let back = Expression::variable(&self.instances[callee].back.clone());
        self.backs.push((self.items.len(), callee));
        self.add(at, Statement::Assign(back, number.into()));
        let entry = self.instances[callee].entry;
        self.add(at, Statement::Goto(entry));
        (normal, exceptional)
    }

    /// What has to happen before the instruction so that its class is initialised.
    pub(super) fn initialization(&mut self, at: At) {
        let context = self.context;
        let Some(class) = initialized_class(context.program, at.method, at.pc) else {
            return;
        };
        for class in code::initialization_order(context.program, class) {
            let Some((state, by)) = context.shared.initialized.get(&class) else {
                continue;
            };
            let Some(initializer) = context.program.class(class).initializer else {
                continue;
            };
            let (state, by) = (Expression::variable(state), Expression::variable(by));
            let done = self.label();
            self.branch(at, state.clone().binary("==", 2.into()), done);
            // Inside the initialiser the class counts as initialised for this thread.
            self.branch(at, by.clone().binary("==", self.this_thread.clone()), done);
            let which = context.shared.initialized.keys();
            let which = which.take_while(|it| **it != class).count();
            self.tries(at, Trying::Initializer(which), 0.into());
            self.stop(at);
            let free = state.clone().binary("!=", 1.into());
            self.local(Statement::Guard(free), at.origin().with(Role::Visible));
            self.tries_no_more(at.origin());
            self.branch(at, state.clone().binary("==", 2.into()), done);
            self.throw_if(
                at,
                state.clone().binary("==", FAILED.into()),
                exception::NO_CLASS,
            );
            self.add(at, Statement::Assign(state.clone(), 1.into()));
            self.add(at, Statement::Assign(by.clone(), self.this_thread.clone()));
            let depth = if context.calls.is_recursive(at.method, initializer) {
                self.instances[at.instance]
                    .depth
                    .min(u32::MAX / 2)
                    .wrapping_add(1)
                    .min(context.layout.bounds.recursion)
            } else {
                0
            };
            let callee = self.instance(initializer, depth);
            let (normal, exceptional) = self.enter(at, callee);
            self.items.push(Item::Label(exceptional));
            self.add(at, Statement::Assign(state.clone(), FAILED.into()));
            self.add(at, Statement::Assign(by.clone(), 0.into()));
            let thrown = Expression::variable(&self.exception.clone());
            let is_error = context.program.loaded("java/lang/Error");
            let is_error = is_error.map(|class| self.is_instance(&thrown, class));
            let catcher = self.catcher(at);
            self.branch(at, is_error.unwrap_or(0.into()), catcher);
            self.throw(at, exception::INITIALIZER);
            self.items.push(Item::Label(normal));
            self.add(at, Statement::Assign(state, 2.into()));
            self.add(at, Statement::Assign(by, 0.into()));
            self.items.push(Item::Label(done));
        }
    }
}
