//! The symbolic operand stack: what an entry stands for, and when it gets a register.

use crate::ids::{ClassId, Register, StringId};
use crate::instruction::{BinaryOperator, Instruction};
use crate::kind::Kind;
use crate::lower::{Failure, Lowering, Step};

/// A value on the operand stack. A long or double is one entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) kind: Kind,
    pub(crate) value: Value,
}

/// What an entry stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// The present value of a local.
    Local(Register),
    /// A temporary or join register, which several entries may share.
    Temporary(Register),
    /// A primitive or null, as a register holds it.
    Constant(u64),
    String(StringId),
    Class(ClassId),
}

impl Entry {
    pub(crate) fn temporary(kind: Kind, register: Register) -> Entry {
        Entry {
            kind,
            value: Value::Temporary(register),
        }
    }

    pub(crate) fn constant(kind: Kind, bits: u64) -> Entry {
        Entry {
            kind,
            value: Value::Constant(bits),
        }
    }

    /// Whether the value takes two places of the JVM's stack.
    pub(crate) fn is_wide(self) -> bool {
        matches!(self.kind, Kind::Long | Kind::Double)
    }

    /// The value of an int constant.
    pub(crate) fn as_int(self) -> Option<i32> {
        match self.value {
            Value::Constant(bits) if self.kind == Kind::Int => Some(bits as i32),
            _ => None,
        }
    }

    pub(crate) fn is_null(self) -> bool {
        self.kind == Kind::Reference && self.value == Value::Constant(0)
    }

    fn register(self) -> Option<Register> {
        match self.value {
            Value::Local(register) | Value::Temporary(register) => Some(register),
            Value::Constant(_) | Value::String(_) | Value::Class(_) => None,
        }
    }
}

/// The place of a register kind in tables by kind.
pub(crate) fn kind_index(kind: Kind) -> usize {
    match kind.register() {
        Kind::Long => 1,
        Kind::Float => 2,
        Kind::Double => 3,
        Kind::Reference => 4,
        _ => 0,
    }
}

pub(crate) fn underflow() -> Failure {
    Failure::Verify("operand stack underflow".to_owned())
}

fn wrong_kind(expected: Kind, found: Kind) -> Failure {
    Failure::Verify(format!(
        "expected {expected:?} on the stack, found {found:?}"
    ))
}

impl Lowering<'_> {
    /// The register of a local.
    pub(crate) fn local(&mut self, slot: u16, kind: Kind) -> Result<Register, Failure> {
        let slot = usize::from(slot);
        if self.locals.len() <= slot {
            self.locals.resize(slot + 1, [Register::NONE; 5]);
        }
        let place = &mut self.locals[slot][kind_index(kind)];
        if !place.is_some() {
            *place = self.builder.register(kind);
            if self.builder.too_large() {
                return Err(Failure::Unsupported(
                    "method has too many locals".to_owned(),
                ));
            }
        }
        Ok(*place)
    }

    /// The register of a stack place where edges meet.
    pub(crate) fn join(&mut self, kind: Kind, depth: usize) -> Register {
        let joins = &mut self.joins[kind_index(kind)];
        if joins.len() <= depth {
            joins.resize(depth + 1, Register::NONE);
        }
        if !joins[depth].is_some() {
            joins[depth] = self.builder.register(kind);
        }
        joins[depth]
    }

    /// A temporary register that nothing on the stack uses.
    pub(crate) fn temporary(&mut self, kind: Kind) -> Register {
        let list = &self.temporaries[kind_index(kind)];
        let free = list.iter().find(|register| !self.is_used(**register));
        match free {
            Some(register) => *register,
            None => {
                let register = self.builder.register(kind.register());
                self.temporaries[kind_index(kind)].push(register);
                register
            }
        }
    }

    fn is_used(&self, register: Register) -> bool {
        self.held.contains(&register)
            || self
                .stack
                .iter()
                .any(|entry| entry.register() == Some(register))
    }

    pub(crate) fn emit(&mut self, instruction: Instruction) {
        self.builder.push(instruction, self.at);
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        self.stack.push(entry);
    }

    pub(crate) fn pop(&mut self) -> Result<Entry, Failure> {
        self.stack.pop().ok_or_else(underflow)
    }

    /// Emits an instruction whose result goes on the stack; `make` gets the target.
    pub(crate) fn produce(&mut self, kind: Kind, make: impl FnOnce(Register) -> Instruction) {
        let target = self.temporary(kind);
        self.emit(make(target));
        self.push(Entry::temporary(kind.register(), target));
    }

    /// Takes the topmost entries of these kinds, in registers, deepest first.
    pub(crate) fn take(&mut self, kinds: &[Kind]) -> Result<Vec<Register>, Failure> {
        let base = self
            .stack
            .len()
            .checked_sub(kinds.len())
            .ok_or_else(underflow)?;
        for (index, kind) in kinds.iter().enumerate() {
            let found = self.stack[base + index].kind;
            if found != kind.register() {
                return Err(wrong_kind(kind.register(), found));
            }
            self.force(base + index);
        }
        let registers = self.stack[base..]
            .iter()
            .filter_map(|entry| entry.register())
            .collect();
        self.stack.truncate(base);
        Ok(registers)
    }

    /// Takes the topmost entry, which is of this kind, in a register.
    pub(crate) fn take_one(&mut self, kind: Kind) -> Result<Register, Failure> {
        Ok(self.take(&[kind])?[0])
    }

    /// Takes the two topmost entries in registers, the deeper first.
    pub(crate) fn take_two(&mut self, kinds: [Kind; 2]) -> Result<(Register, Register), Failure> {
        let registers = self.take(&kinds)?;
        Ok((registers[0], registers[1]))
    }

    /// Puts the entry at an index into a register.
    fn force(&mut self, index: usize) {
        let entry = self.stack[index];
        if entry.register().is_none() {
            let target = self.temporary(entry.kind);
            self.write(target, entry);
            self.stack[index] = Entry::temporary(entry.kind, target);
        }
    }

    /// Emits `target = entry`.
    fn write(&mut self, target: Register, entry: Entry) {
        self.emit(match entry.value {
            Value::Local(source) | Value::Temporary(source) => Instruction::Move { target, source },
            Value::Constant(value) => Instruction::Constant { target, value },
            Value::String(string) => Instruction::ConstantString { target, string },
            Value::Class(class) => Instruction::ConstantClass { target, class },
        });
    }

    pub(crate) fn load_local(&mut self, kind: Kind, slot: u16) -> Step {
        let register = self.local(slot, kind)?;
        self.push(Entry {
            kind,
            value: Value::Local(register),
        });
        Ok(())
    }

    pub(crate) fn store_local(&mut self, kind: Kind, slot: u16) -> Step {
        let target = self.local(slot, kind)?;
        let entry = self.pop()?;
        if entry.kind != kind {
            return Err(wrong_kind(kind, entry.kind));
        }
        if entry.value == Value::Local(target) {
            return Ok(());
        }
        let is_pending = self.is_used(target);
        if let (Value::Temporary(source), false) = (entry.value, is_pending)
            && self.retarget(source, target)
        {
            return Ok(());
        }
        // The popped value may be in a temporary that must survive the copies.
        self.held.extend(entry.register());
        self.copy_pending(target);
        self.held.clear();
        self.write(target, entry);
        Ok(())
    }

    pub(crate) fn increment(&mut self, slot: u16, by: i32) -> Step {
        let target = self.local(slot, Kind::Int)?;
        self.copy_pending(target);
        self.emit(Instruction::BinaryConstant {
            operator: BinaryOperator::IAdd,
            target,
            left: target,
            right: by,
        });
        Ok(())
    }

    /// The register of the index that goes round and round, if it is what `register` holds, or what
    /// that was masked from.
    pub(crate) fn index_in(&mut self, register: Register) -> Result<Option<Register>, Failure> {
        let Some(slot) = self.index else {
            return Ok(None);
        };
        let index = self.local(slot, Kind::Int)?;
        let mut code = self.builder.code[self.block_start..].iter().rev();
        let mut is_masked = || match code.find(|it| it.target() == Some(register)) {
            Some(Instruction::BinaryConstant { operator, left, .. }) => {
                *operator == BinaryOperator::IAnd && *left == index
            }
            _ => false,
        };
        Ok((register == index || is_masked()).then_some(index))
    }

    /// Makes the index what it was just masked to.
    pub(crate) fn keep_in_range(&mut self, index: Register) {
        let masked = *self.stack.last().expect("the masked index was just pushed");
        self.copy_pending(index);
        self.write(index, masked);
    }

    /// Copies a local that is about to be overwritten for the entries that still mean its value.
    fn copy_pending(&mut self, local: Register) {
        let mut copy = None;
        for index in 0..self.stack.len() {
            if self.stack[index].value != Value::Local(local) {
                continue;
            }
            let kind = self.stack[index].kind;
            let target = copy.unwrap_or_else(|| {
                let target = self.temporary(kind);
                self.emit(Instruction::Move {
                    target,
                    source: local,
                });
                target
            });
            copy = Some(target);
            self.stack[index] = Entry::temporary(kind, target);
        }
    }

    /// Makes the last instruction write `target` instead of the temporary `source`, which nothing
    /// else uses. Says whether it could. A cast in between is looked through where no handler
    /// could see the local written before the cast fails.
    fn retarget(&mut self, source: Register, target: Register) -> bool {
        if self.is_used(source)
            || !self
                .temporaries
                .iter()
                .flatten()
                .any(|list| *list == source)
        {
            return false;
        }
        let cast = self.at.saturating_sub(1);
        let mut handlers = self.code.handlers.iter();
        let is_covered = handlers.any(|handler| self.code.range_of(handler).contains(&cast));
        let code = &mut self.builder.code[self.block_start..];
        match code {
            [.., last] if last.target() == Some(source) => {
                *last.target_mut().expect("it has a target") = target;
                true
            }
            [.., before, Instruction::CheckCast { object, .. }]
                if *object == source && before.target() == Some(source) =>
            {
                if is_covered {
                    return false;
                }
                *before.target_mut().expect("it has a target") = target;
                *object = target;
                true
            }
            _ => false,
        }
    }

    /// Brings the stack into the registers of its depth, as a parallel assignment. Registers in
    /// `extra` are read after it and are renamed where the assignment would overwrite them.
    pub(crate) fn settle(&mut self, extra: &mut [Register]) {
        self.held.extend_from_slice(extra);
        let mut moves: Vec<(Register, Entry)> = Vec::new();
        for depth in 0..self.stack.len() {
            let entry = self.stack[depth];
            let target = self.join(entry.kind, depth);
            if entry.value != Value::Temporary(target) {
                moves.push((target, entry));
            }
        }
        for register in extra.iter_mut() {
            if moves.iter().any(|(target, _)| target == register) {
                let copy = self.temporary(self.builder.kind(*register));
                self.emit(Instruction::Move {
                    target: copy,
                    source: *register,
                });
                *register = copy;
                self.held.push(copy);
            }
        }
        self.retarget_last(&mut moves, extra);
        self.assign(moves);
        for depth in 0..self.stack.len() {
            let kind = self.stack[depth].kind;
            self.stack[depth] = Entry::temporary(kind, self.join(kind, depth));
        }
        self.held.clear();
    }

    /// Lets the instruction that made the top entry write the join register at once.
    fn retarget_last(&mut self, moves: &mut Vec<(Register, Entry)>, extra: &[Register]) {
        let Some((target, entry)) = moves.last().copied() else {
            return;
        };
        let Value::Temporary(source) = entry.value else {
            return;
        };
        let is_last = self.stack.last() == Some(&entry);
        let others = &moves[..moves.len() - 1];
        let is_read = others
            .iter()
            .any(|(_, other)| other.register() == Some(target));
        if !is_last || is_read || extra.contains(&source) {
            return;
        }
        let top = self.stack.pop().expect("it has a last entry");
        if self.retarget(source, target) {
            moves.pop();
            self.stack.push(Entry::temporary(top.kind, target));
        } else {
            self.stack.push(top);
        }
    }

    /// Emits moves that count as simultaneous.
    fn assign(&mut self, mut moves: Vec<(Register, Entry)>) {
        while !moves.is_empty() {
            let free = moves.iter().position(|(target, _)| {
                !moves
                    .iter()
                    .any(|(other, entry)| other != target && entry.register() == Some(*target))
            });
            if let Some(index) = free {
                let (target, entry) = moves.remove(index);
                self.write(target, entry);
                continue;
            }
            // A cycle: one source moves out of the way.
            let (_, entry) = moves[0];
            let source = entry.register().expect("constants are in no cycle");
            let copy = self.temporary(entry.kind);
            self.emit(Instruction::Move {
                target: copy,
                source,
            });
            self.held.push(copy);
            for (_, entry) in &mut moves {
                if entry.register() == Some(source) {
                    entry.value = Value::Temporary(copy);
                }
            }
        }
    }
}
