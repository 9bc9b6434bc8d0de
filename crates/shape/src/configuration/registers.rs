//! Registers and jumps of operations, for those who rewrite code.

use super::model::{Condition, Local, Operation, Truth};

impl Operation {
    /// Where it may jump to.
    pub fn jump(&self) -> Option<usize> {
        match self {
            Operation::Jump(to) | Operation::Branch(_, to) | Operation::TryAcquire(_, to) => {
                Some(*to)
            }
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn jump_mut(&mut self) -> Option<&mut usize> {
        match self {
            Operation::Jump(to) | Operation::Branch(_, to) | Operation::TryAcquire(_, to) => {
                Some(to)
            }
            _ => None,
        }
    }

    /// Reads another register instead.
    pub fn replace_reads(&mut self, from: Local, to: Local) {
        let written = self.writes().0;
        self.replace_all(from, to);
        if written == Some(from)
            && let Some(target) = self.target_mut()
        {
            *target = from;
        }
    }

    /// Reads and writes another register instead.
    pub fn replace_all(&mut self, from: Local, to: Local) {
        self.rename(&|it| if it == from { to } else { it }, &|it| it);
    }

    fn target_mut(&mut self) -> Option<&mut Local> {
        match self {
            Operation::Move(target, _)
            | Operation::Null(target)
            | Operation::New(target, _)
            | Operation::Get(target, ..)
            | Operation::Pick(target, ..)
            | Operation::GetStatic(target, _) => Some(target),
            _ => None,
        }
    }

    /// Gives every register a new number.
    pub fn rename(&mut self, local: &dyn Fn(Local) -> Local, truth: &dyn Fn(Truth) -> Truth) {
        let change = |it: &mut Local| *it = local(*it);
        match self {
            Operation::Move(a, b)
            | Operation::Get(a, b, _)
            | Operation::Pick(a, b, _)
            | Operation::Insert(a, _, b)
            | Operation::Erase(a, _, b)
            | Operation::Await(a, b)
            | Operation::Signal(a, b, _) => {
                change(a);
                change(b);
            }
            Operation::Null(it)
            | Operation::New(it, _)
            | Operation::GetStatic(it, _)
            | Operation::PutFlag(it, ..)
            | Operation::Acquire(it)
            | Operation::TryAcquire(it, _)
            | Operation::Share(it, _)
            | Operation::Unshare(it)
            | Operation::Release(it)
            | Operation::Wait(it)
            | Operation::Reacquire(it)
            | Operation::Notify(it)
            | Operation::NotifyAll(it)
            | Operation::Start(it)
            | Operation::Join(it) => change(it),
            Operation::Put(object, _, source) => {
                change(object);
                source.iter_mut().for_each(change);
            }
            Operation::PutStatic(_, source) => source.iter_mut().for_each(change),
            Operation::Touch(object, ..) => object.iter_mut().for_each(change),
            Operation::GetFlag(target, object, _) => {
                *target = truth(*target);
                change(object);
            }
            Operation::Set(target, _) => *target = truth(*target),
            Operation::Branch(condition, _) | Operation::Assert(condition) => {
                condition.rename(local, truth);
            }
            Operation::Jump(_)
            | Operation::Mark
            | Operation::Fail(_)
            | Operation::Unsupported(_)
            | Operation::End => {}
        }
    }
}

impl Condition {
    fn rename(&mut self, local: &dyn Fn(Local) -> Local, truth: &dyn Fn(Truth) -> Truth) {
        match self {
            Condition::IsNull(it)
            | Condition::NotNull(it)
            | Condition::Shares(it)
            | Condition::Holds(it)
            | Condition::HoldsOther(it)
            | Condition::Of(it, _) => *it = local(*it),
            Condition::Same(a, b) | Condition::Less(a, b) | Condition::In(a, _, b) => {
                *a = local(*a);
                *b = local(*b);
            }
            Condition::Is(it) | Condition::Not(it) => *it = truth(*it),
            Condition::HoldsAny | Condition::Free => {}
        }
    }
}
