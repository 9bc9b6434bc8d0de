//! From statements to steps.
//!
//! The order of evaluation is Java's: operands from left to right, the target's index before the
//! value, checks for null and for bounds when the access is made.

use std::collections::BTreeMap;

use super::code::{Catches, Constant, LockId, Notified, Place, Register, SEEN, Step};
use crate::ast::{
    AtomicOperation, Caught, Expression, Local, LocalType, Lock, Program, Statement, Target,
    Thrown, Type, Wait, Waiters,
};

/// The code of every thread; main comes last.
pub(super) fn lower(program: &Program) -> Vec<Vec<Step>> {
    let mut locks = BTreeMap::new();
    let mut codes = Vec::new();
    for body in &program.threads {
        let mut lowering = Lowering::new(program, &mut locks);
        lowering.statements(body);
        lowering.code.push(Step::End);
        codes.push(lowering.code);
    }
    let mut lowering = Lowering::new(program, &mut locks);
    for thread in 0..program.threads.len() {
        lowering.code.push(Step::Start(thread));
    }
    lowering.statements(&program.main);
    for thread in 0..program.threads.len() {
        lowering.code.push(Step::Join(thread));
    }
    lowering.code.push(Step::End);
    codes.push(lowering.code);
    codes
}

struct Lowering<'a> {
    program: &'a Program,
    locks: &'a mut BTreeMap<Lock, LockId>,
    code: Vec<Step>,
    locals: BTreeMap<Local, Register>,
    registers: usize,
}

impl<'a> Lowering<'a> {
    fn new(program: &'a Program, locks: &'a mut BTreeMap<Lock, LockId>) -> Lowering<'a> {
        Lowering {
            program,
            locks,
            code: Vec::new(),
            locals: BTreeMap::new(),
            registers: SEEN.0 + 1,
        }
    }

    fn register(&mut self) -> Register {
        self.registers += 1;
        Register(self.registers - 1)
    }

    fn local(&mut self, local: Local) -> Register {
        match self.locals.get(&local) {
            Some(&register) => register,
            None => {
                let register = self.register();
                self.locals.insert(local, register);
                register
            }
        }
    }

    fn lock(&mut self, lock: Lock) -> LockId {
        let next = self.locks.len();
        *self.locks.entry(lock).or_insert(next)
    }

    /// Appends a step whose jump target is set later.
    fn hole(&mut self) -> Place {
        self.code.push(Step::Unhandle);
        self.code.len() - 1
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(local, ty, value) => {
                let from = self.value(value);
                let to = self.local(*local);
                let as_type = match ty {
                    LocalType::Scalar(ty) => Some(*ty),
                    LocalType::Array => None,
                };
                self.code.push(Step::Copy { to, from, as_type });
            }
            Statement::Assign(target, value) => self.assign(target, value),
            Statement::SetAtomic(variable, value) => {
                let value = self.value(value);
                self.code.push(Step::Write(*variable, value));
            }
            Statement::Observe(value) => {
                let value = self.value(value);
                self.code.push(Step::Observe(value));
            }
            Statement::Run(value) => {
                self.value(value);
            }
            Statement::If(condition, then, otherwise) => {
                self.branch(condition, then, otherwise);
            }
            Statement::Repeat(_, rounds, body) => {
                // The counter is never used, so the rounds can be written out.
                for _ in 0..*rounds {
                    self.statements(body);
                }
            }
            Statement::DoWhile(body, condition) => {
                let start = self.code.len();
                self.statements(body);
                let again = self.value(condition);
                self.code.push(Step::JumpIf(again, start));
            }
            Statement::Locked(lock, body) => {
                let lock = self.lock(*lock);
                self.code.push(Step::Lock(lock));
                self.finally(
                    |lowering| lowering.statements(body),
                    |lowering| {
                        lowering.code.push(Step::Unlock(lock));
                    },
                );
            }
            Statement::TryLocked(number, body, otherwise) => {
                let lock = self.lock(Lock::Reentrant(*number));
                let got = self.register();
                self.code.push(Step::TryLock(got, lock));
                let skip = self.hole();
                self.finally(
                    |lowering| lowering.statements(body),
                    |lowering| {
                        lowering.code.push(Step::Unlock(lock));
                    },
                );
                let end = self.hole();
                self.code[skip] = Step::JumpUnless(got, self.code.len());
                self.statements(otherwise);
                self.code[end] = Step::Jump(self.code.len());
            }
            Statement::Put(variable, value) => {
                let value = self.value(value);
                self.code.push(Step::Put(*variable, value));
            }
            Statement::Wait(monitor, wait) => {
                let lock = self.lock(Lock::Monitor(*monitor));
                self.interruptible(|lowering| lowering.wait(lock, wait));
            }
            Statement::Notify(monitor, waiters) => {
                let lock = self.lock(Lock::Monitor(*monitor));
                let notified = match waiters {
                    Waiters::One => Notified::One,
                    Waiters::All => Notified::All,
                };
                self.code.push(Step::Notify(lock, notified));
            }
            Statement::ParkUntil(condition) => {
                let start = self.code.len();
                let done = self.value(condition);
                let leave = self.hole();
                self.code.push(Step::Park);
                self.code.push(Step::Jump(start));
                self.code[leave] = Step::JumpIf(done, self.code.len());
            }
            Statement::Unpark(thread) => self.code.push(Step::Unpark(thread.0)),
            Statement::Interrupt(thread) => self.code.push(Step::Interrupt(thread.0)),
            Statement::Join(thread) => {
                self.interruptible(|lowering| lowering.code.push(Step::Join(thread.0)));
            }
            Statement::Throw(thrown) => self.code.push(Step::Throw(match thrown {
                Thrown::IllegalState => super::code::Exception::IllegalState,
                Thrown::IllegalArgument => super::code::Exception::IllegalArgument,
            })),
            Statement::TryCatch(body, caught, handler) => {
                let catches = match caught {
                    Caught::IllegalState => Catches::IllegalState,
                    Caught::Runtime => Catches::Runtime,
                };
                self.catch(
                    catches,
                    |lowering| lowering.statements(body),
                    |lowering| {
                        lowering.statements(handler);
                    },
                );
            }
            Statement::TryFinally(body, last) => {
                self.finally(
                    |lowering| lowering.statements(body),
                    |lowering| {
                        lowering.statements(last);
                    },
                );
            }
        }
    }

    fn branch(&mut self, condition: &Expression, then: &[Statement], otherwise: &[Statement]) {
        let condition = self.value(condition);
        let skip = self.hole();
        self.statements(then);
        let end = self.hole();
        self.code[skip] = Step::JumpUnless(condition, self.code.len());
        self.statements(otherwise);
        self.code[end] = Step::Jump(self.code.len());
    }

    fn wait(&mut self, lock: LockId, wait: &Wait) {
        let start = self.code.len();
        match wait {
            Wait::While(condition) => {
                let done = self.value(condition);
                let leave = self.hole();
                self.code.push(Step::Wait(lock));
                self.code.push(Step::Jump(start));
                self.code[leave] = Step::JumpIf(done, self.code.len());
            }
            Wait::If(condition) => {
                let done = self.value(condition);
                let leave = self.hole();
                self.code.push(Step::Wait(lock));
                self.code[leave] = Step::JumpIf(done, self.code.len());
            }
            Wait::Once => self.code.push(Step::Wait(lock)),
        }
    }

    fn catch(
        &mut self,
        catches: Catches,
        body: impl FnOnce(&mut Self),
        handler: impl FnOnce(&mut Self),
    ) {
        let enter = self.hole();
        body(self);
        self.code.push(Step::Unhandle);
        let end = self.hole();
        self.code[enter] = Step::Handle(catches, self.code.len());
        handler(self);
        self.code[end] = Step::Jump(self.code.len());
    }

    /// An interrupt that ends the body is observed.
    fn interruptible(&mut self, body: impl FnOnce(&mut Self)) {
        self.catch(Catches::Interrupted, body, |lowering| {
            lowering.code.push(Step::ObserveDigit(14));
        });
    }

    fn finally(&mut self, body: impl FnOnce(&mut Self), last: impl Fn(&mut Self)) {
        let enter = self.hole();
        body(self);
        self.code.push(Step::Unhandle);
        last(self);
        let end = self.hole();
        self.code[enter] = Step::Handle(Catches::Any, self.code.len());
        last(self);
        self.code.push(Step::Rethrow);
        self.code[end] = Step::Jump(self.code.len());
    }

    fn assign(&mut self, target: &Target, value: &Expression) {
        match target {
            Target::Local(local) => {
                let from = self.value(value);
                let to = self.local(*local);
                self.code.push(Step::Copy {
                    to,
                    from,
                    as_type: None,
                });
            }
            Target::Variable(variable) => {
                let from = self.value(value);
                self.code.push(Step::Write(*variable, from));
            }
            Target::Element(array, index) => {
                let index = self.value(index);
                let from = self.value(value);
                self.code.push(Step::WriteElement {
                    array: *array,
                    index,
                    from,
                });
            }
            Target::LocalElement(local, index) => {
                let from = self.value(value);
                let array = self.local(*local);
                self.code.push(Step::WriteOwn {
                    array,
                    index: *index,
                    from,
                });
            }
            Target::Field(local, field) => {
                let from = self.value(value);
                let node = self.local(*local);
                self.code.push(Step::WriteField {
                    node,
                    field: *field,
                    from,
                });
            }
        }
    }

    /// Appends the steps of an expression and returns where its value is.
    fn value(&mut self, expression: &Expression) -> Register {
        if let Expression::Local(local) = expression {
            return self.local(*local);
        }
        let to = self.register();
        match expression {
            Expression::Number(number) => {
                self.code.push(Step::Constant(to, Constant::Int(*number)));
            }
            Expression::Boolean(value) => {
                self.code
                    .push(Step::Constant(to, Constant::Boolean(*value)));
            }
            Expression::Null => self.code.push(Step::Constant(to, Constant::Null)),
            Expression::Local(_) => unreachable!("locals have their registers"),
            Expression::Read(variable) => self.code.push(Step::Read(to, *variable)),
            Expression::Element(array, index) => {
                let index = self.value(index);
                self.code.push(Step::ReadElement {
                    to,
                    array: *array,
                    index,
                });
            }
            Expression::LocalElement(local, index) => {
                let array = self.local(*local);
                self.code.push(Step::ReadOwn {
                    to,
                    array,
                    index: *index,
                });
            }
            Expression::Field(local, field) => {
                let node = self.local(*local);
                self.code.push(Step::ReadField {
                    to,
                    node,
                    field: *field,
                });
            }
            Expression::NewNode(id) => self.code.push(Step::NewNode(to, *id)),
            Expression::NewArray(length) => self.code.push(Step::NewArray(to, *length)),
            Expression::Binary(operator, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                self.code.push(Step::Binary(to, *operator, left, right));
            }
            Expression::Not(inner) => {
                let inner = self.value(inner);
                self.code.push(Step::Not(to, inner));
            }
            Expression::IsNull(inner) => {
                let inner = self.value(inner);
                self.code.push(Step::IsNull(to, inner));
            }
            Expression::Atomic(variable, operation) => {
                let variable = *variable;
                let step = match operation {
                    AtomicOperation::Get => Step::Read(to, variable),
                    AtomicOperation::Increment => Step::AtomicAdd {
                        old: None,
                        new: Some(to),
                        variable,
                        amount: 1,
                    },
                    AtomicOperation::Add(amount) => Step::AtomicAdd {
                        old: Some(to),
                        new: None,
                        variable,
                        amount: *amount,
                    },
                    AtomicOperation::Swap(next) => {
                        let new = self.value(next);
                        Step::AtomicSwap {
                            old: to,
                            variable,
                            new,
                        }
                    }
                    AtomicOperation::CompareAndSet(expected, next) => {
                        let expected = self.value(expected);
                        let new = self.value(next);
                        Step::AtomicCompare {
                            won: to,
                            variable,
                            expected,
                            new,
                        }
                    }
                };
                self.code.push(step);
            }
            Expression::Size(variable) => self.code.push(Step::Size(to, *variable)),
            Expression::Take(variable) => self.code.push(Step::Take(to, *variable)),
            Expression::Interrupted => self.code.push(Step::Interrupted(to)),
            Expression::Call(method) => {
                let program = self.program;
                let method = &program.methods[*method];
                let lock = self.lock(Lock::Monitor(method.monitor));
                self.code.push(Step::Lock(lock));
                self.finally(
                    |lowering| {
                        lowering.statements(&method.body);
                        let from = lowering.value(&method.result);
                        lowering.code.push(Step::Copy {
                            to,
                            from,
                            as_type: Some(Type::Int),
                        });
                    },
                    |lowering| lowering.code.push(Step::Unlock(lock)),
                );
            }
        }
        to
    }
}
