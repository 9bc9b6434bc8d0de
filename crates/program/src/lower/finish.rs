//! Lays the blocks out, patches jumps, and makes the tables: handlers, lines, names of locals.
//!
//! While lowering, a jump names a block, or with the high bit set an instruction inside its own
//! block. Blocks are put in the order of the bytecode; those never reached are left out, and so
//! are jumps to the very next instruction.

use crate::body::{Body, Handler};
use crate::ids::Register;
use crate::instruction::Instruction;
use crate::lower::{Failure, Lowering};
use crate::pool;

pub(crate) const INNER: u32 = 1 << 31;

/// A jump to an instruction of the same block, by its place in the builder's code.
pub(crate) fn inner_target(place: usize) -> u32 {
    INNER | place as u32
}

/// The first pc of each block, and at the end the length of the blocks' code.
type Layout = Vec<u32>;

impl Lowering<'_> {
    /// The finished body, and for each of its instructions the bytecode instruction that it comes from.
    pub(crate) fn finish(mut self) -> Result<(Body, Vec<u32>), Failure> {
        if self.builder.too_large() {
            return Err(Failure::Unsupported(
                "method needs too many registers".to_owned(),
            ));
        }
        self.thread_jumps();
        self.drop_unreached()?;
        let layout = self.lay_out();
        self.patch(&layout);
        self.make_handlers(&layout)?;
        self.leave_synchronized();
        self.make_lines();
        self.make_names();
        let parameters = self.parameter_registers()?;
        let origins = std::mem::take(&mut self.builder.origins);
        Ok((self.builder.finish(parameters), origins))
    }

    fn parameter_registers(&mut self) -> Result<Vec<Register>, Failure> {
        let mut slot = 0;
        let mut registers = Vec::new();
        for kind in &self.method.parameters {
            registers.push(self.local(slot, kind.register())?);
            slot += if kind.register() != *kind || !is_wide(*kind) {
                1
            } else {
                2
            };
        }
        Ok(registers)
    }

    /// Lets jumps to a block that only jumps on go to its target at once.
    fn thread_jumps(&mut self) {
        let mut onward: Vec<u32> = (0..self.blocks.len() as u32).collect();
        for (block, onward) in onward.iter_mut().enumerate() {
            let (start, end) = self.blocks.code(block);
            if let [Instruction::Jump { pc }] = &self.builder.code[start..end] {
                *onward = *pc;
            }
        }
        let resolve = |mut block: u32| {
            // The bound ends cycles of empty loops.
            for _ in 0..8 {
                let next = onward[block as usize];
                if next == block {
                    break;
                }
                block = next;
            }
            block
        };
        for instruction in &mut self.builder.code {
            if let Some(pc) = instruction.jump_target_mut()
                && *pc & INNER == 0
            {
                *pc = resolve(*pc);
            }
        }
        for table in &mut self.builder.switches {
            table
                .cases
                .iter_mut()
                .for_each(|(_, pc)| *pc = resolve(*pc));
            table.default = resolve(table.default);
        }
    }

    /// Drops blocks that nothing leads to since jumps pass them by.
    fn drop_unreached(&mut self) -> Result<(), Failure> {
        let count = self.blocks.len();
        let mut reached = vec![false; count];
        let mut pending = vec![0];
        while let Some(block) = pending.pop() {
            if std::mem::replace(&mut reached[block], true) {
                continue;
            }
            let (start, end) = self.blocks.code(block);
            let code = &self.builder.code[start..end];
            for instruction in code {
                let target = instruction.jump_target().filter(|pc| pc & INNER == 0);
                pending.extend(target.map(|pc| pc as usize));
                if let Instruction::Switch { table, .. } = instruction {
                    let table = &self.builder.switches[*table as usize];
                    pending.extend(table.cases.iter().map(|(_, pc)| *pc as usize));
                    pending.push(table.default as usize);
                }
            }
            // An inner jump may lead behind an instruction that ends.
            let after = inner_target(end);
            let falls = code.iter().any(|found| found.jump_target() == Some(after));
            let ends = code.last().is_some_and(Instruction::ends) && !falls;
            if !ends && block + 1 < count {
                pending.push(block + 1);
            }
            let (first, _) = self.blocks.range(block);
            for handler in self.code.handlers {
                if self.code.range_of(handler).contains(&first) {
                    pending.push(self.blocks.at(usize::from(handler.handler_pc))?);
                }
            }
        }
        for (block, reached) in reached.into_iter().enumerate() {
            if !reached {
                self.blocks.drop_code(block);
            }
        }
        Ok(())
    }

    /// Moves the blocks into their order, behind the prologue.
    fn lay_out(&mut self) -> Layout {
        let old = std::mem::take(&mut self.builder.code);
        let origins = std::mem::take(&mut self.builder.origins);
        let mut layout = Vec::with_capacity(self.blocks.len() + 1);
        let prologue = self.blocks.prologue;
        self.builder.code.extend_from_slice(&old[..prologue]);
        self.builder.origins.extend_from_slice(&origins[..prologue]);
        for block in 0..self.blocks.len() {
            let (start, mut end) = self.blocks.code(block);
            let next = (block + 1..self.blocks.len()).find(|next| self.blocks.is_reached(*next));
            let is_idle = matches!(
                old[start..end].last(),
                Some(Instruction::Jump { pc }) if Some(*pc as usize) == next
            );
            if is_idle {
                end -= 1;
            }
            let here = self.builder.code.len();
            layout.push(here as u32);
            self.builder.code.extend_from_slice(&old[start..end]);
            self.builder.origins.extend_from_slice(&origins[start..end]);
            for instruction in &mut self.builder.code[here..] {
                if let Some(pc) = instruction.jump_target_mut()
                    && *pc & INNER != 0
                {
                    *pc = *pc - start as u32 + here as u32;
                }
            }
        }
        layout.push(self.builder.code.len() as u32);
        layout
    }

    fn patch(&mut self, layout: &[u32]) {
        for instruction in &mut self.builder.code {
            if let Some(pc) = instruction.jump_target_mut() {
                *pc = match *pc & INNER {
                    0 => layout[*pc as usize],
                    _ => *pc & !INNER,
                };
            }
        }
        for table in &mut self.builder.switches {
            table
                .cases
                .iter_mut()
                .for_each(|(_, pc)| *pc = layout[*pc as usize]);
            table.default = layout[table.default as usize];
        }
    }

    /// The pc at which the code of a bytecode index starts; indices are those of blocks.
    fn pc_of(&self, layout: &[u32], index: usize) -> u32 {
        let block = self.blocks.at(index).unwrap_or(self.blocks.len());
        layout[block]
    }

    fn make_handlers(&mut self, layout: &[u32]) -> Result<(), Failure> {
        for handler in self.code.handlers {
            let block = self.blocks.at(usize::from(handler.handler_pc))?;
            let range = self.code.range_of(handler);
            let (start, end) = (
                self.pc_of(layout, range.start),
                self.pc_of(layout, range.end),
            );
            if start >= end || !self.blocks.is_reached(block) {
                continue;
            }
            let catch = match handler.catch_type {
                0 => None,
                index => {
                    let name = pool::class_name(&self.file.constant_pool, index)?;
                    match self.program.load(&name) {
                        Ok(class) => Some(class),
                        // Nothing can be an instance of a class that is not there.
                        Err(_) => continue,
                    }
                }
            };
            let target = layout[block];
            let exception = self.blocks.exception(block);
            self.builder.handlers.push(Handler {
                start,
                end,
                target,
                catch,
                exception,
            });
        }
        Ok(())
    }

    /// Adds the handler that unlocks when an exception leaves a synchronized method. The unlocking
    /// before a return is not covered by it.
    fn leave_synchronized(&mut self) {
        let Some(object) = self.monitor else { return };
        let target = self.builder.code.len() as u32;
        let exception = self.builder.register(crate::kind::Kind::Reference);
        let mut start = self.blocks.prologue as u32;
        let cover = |start: u32, end: u32, handlers: &mut Vec<Handler>| {
            if start < end {
                handlers.push(Handler {
                    start,
                    end,
                    target,
                    catch: None,
                    exception,
                });
            }
        };
        let handlers = &mut self.builder.handlers;
        for (pc, pair) in self.builder.code.windows(2).enumerate() {
            let unlocks =
                matches!(pair[0], Instruction::MonitorExit { object: found } if found == object);
            if unlocks && matches!(pair[1], Instruction::Return { .. }) {
                cover(start, pc as u32, handlers);
                start = pc as u32 + 2;
            }
        }
        cover(start, target, handlers);
        if handlers.iter().all(|handler| handler.target != target) {
            return;
        }
        let origin = self
            .builder
            .origins
            .last()
            .map_or(0, |origin| *origin as usize);
        self.builder
            .push(Instruction::MonitorExit { object }, origin);
        self.builder
            .push(Instruction::Throw { source: exception }, origin);
    }
}

fn is_wide(kind: crate::kind::Kind) -> bool {
    matches!(kind, crate::kind::Kind::Long | crate::kind::Kind::Double)
}
