//! Basic blocks of a method's bytecode, and the worklist over them.
//!
//! A block begins at jump targets, after jumps, and at every border of a handler's range. A block
//! with one predecessor inherits its symbolic stack; any other is entered with the stack in the
//! registers of its depth.

use ristretto_classfile::attributes::{ExceptionTableEntry, Instruction as Bytecode};

use crate::ids::Register;
use crate::lower::bytecode;
use crate::lower::stack::Entry;
use crate::lower::{Failure, Step};

#[derive(Debug)]
struct Block {
    start: usize,
    end: usize,
    /// Edges that lead here without an exception.
    predecessors: u32,
    is_handler: bool,
    is_reached: bool,
    entry: Vec<Entry>,
    /// Where the exception arrives, for handlers.
    exception: Register,
    /// Its instructions in the builder's code.
    code: (usize, usize),
}

/// All blocks, in the order of the bytecode.
#[derive(Debug)]
pub(crate) struct Blocks {
    blocks: Vec<Block>,
    /// The block at each leader's index.
    by_index: Vec<u32>,
    pending: Vec<usize>,
    /// How many instructions come before the first block.
    pub(crate) prologue: usize,
}

const NOT_A_LEADER: u32 = u32::MAX;

impl Blocks {
    /// Splits bytecode into blocks.
    pub(crate) fn find(
        code: &[Bytecode],
        handlers: &[ExceptionTableEntry],
    ) -> Result<Blocks, Failure> {
        let leaders = leaders(code, handlers)?;
        let mut by_index = vec![NOT_A_LEADER; code.len()];
        let mut blocks: Vec<Block> = Vec::new();
        for (index, _) in leaders.iter().enumerate().filter(|(_, leader)| **leader) {
            if let Some(previous) = blocks.last_mut() {
                previous.end = index;
            }
            by_index[index] = blocks.len() as u32;
            blocks.push(Block {
                start: index,
                end: code.len(),
                predecessors: 0,
                is_handler: false,
                is_reached: false,
                entry: Vec::new(),
                exception: Register::NONE,
                code: (0, 0),
            });
        }
        let mut result = Blocks {
            blocks,
            by_index,
            pending: Vec::new(),
            prologue: 0,
        };
        result.count_edges(code, handlers);
        Ok(result)
    }

    fn count_edges(&mut self, code: &[Bytecode], handlers: &[ExceptionTableEntry]) {
        let Blocks {
            blocks, by_index, ..
        } = self;
        // The entry of the method is an edge too.
        blocks[0].predecessors = 1;
        for index in 0..blocks.len() {
            let last = blocks[index].end - 1;
            bytecode::jump_targets(&code[last], last, |target| {
                blocks[by_index[target as usize] as usize].predecessors += 1;
            });
            if !bytecode::ends(&code[last]) && index + 1 < blocks.len() {
                blocks[index + 1].predecessors += 1;
            }
        }
        for handler in handlers {
            blocks[by_index[usize::from(handler.handler_pc)] as usize].is_handler = true;
        }
    }

    /// The block that starts at a bytecode index.
    pub(crate) fn at(&self, index: usize) -> Result<usize, Failure> {
        match self.by_index.get(index) {
            Some(block) if *block != NOT_A_LEADER => Ok(*block as usize),
            _ => Err(Failure::Verify("control flow leaves the code".to_owned())),
        }
    }

    /// Bytecode indices of a block.
    pub(crate) fn range(&self, block: usize) -> (usize, usize) {
        (self.blocks[block].start, self.blocks[block].end)
    }

    pub(crate) fn len(&self) -> usize {
        self.blocks.len()
    }

    pub(crate) fn is_handler(&self, block: usize) -> bool {
        self.blocks[block].is_handler
    }

    /// Whether exceptions alone lead here.
    pub(crate) fn is_only_handler(&self, block: usize) -> bool {
        self.blocks[block].is_handler && self.blocks[block].predecessors == 0
    }

    /// Whether the stack must be in the registers of its depth here.
    pub(crate) fn is_join(&self, block: usize) -> bool {
        self.blocks[block].predecessors > 1 || self.blocks[block].is_handler
    }

    /// Notes an edge to a block with this stack.
    pub(crate) fn reach(&mut self, block: usize, entry: Vec<Entry>) -> Step {
        let known = &mut self.blocks[block];
        if !known.is_reached {
            known.is_reached = true;
            known.entry = entry;
            self.pending.push(block);
            return Ok(());
        }
        let expected: Vec<_> = if known.is_handler {
            vec![crate::kind::Kind::Reference]
        } else {
            known.entry.iter().map(|entry| entry.kind).collect()
        };
        if !expected.iter().eq(entry.iter().map(|entry| &entry.kind)) {
            return Err(Failure::Verify(
                "stacks differ where control flow meets".to_owned(),
            ));
        }
        Ok(())
    }

    /// Notes that an exception may lead to a block.
    pub(crate) fn reach_handler(&mut self, block: usize) {
        let known = &mut self.blocks[block];
        if !known.is_reached {
            known.is_reached = true;
            self.pending.push(block);
        }
    }

    pub(crate) fn next_pending(&mut self) -> Option<usize> {
        self.pending.pop()
    }

    pub(crate) fn take_entry(&mut self, block: usize) -> Vec<Entry> {
        // A join is compared with later edges, so its entry stays.
        self.blocks[block].entry.clone()
    }

    pub(crate) fn set_exception(&mut self, block: usize, register: Register) {
        self.blocks[block].exception = register;
    }

    pub(crate) fn exception(&self, block: usize) -> Register {
        self.blocks[block].exception
    }

    pub(crate) fn set_code(&mut self, block: usize, start: usize, end: usize) {
        self.blocks[block].code = (start, end);
    }

    /// The block's instructions in the builder's code; empty if it is not reached.
    pub(crate) fn code(&self, block: usize) -> (usize, usize) {
        self.blocks[block].code
    }

    /// Forgets a block that nothing leads to any more.
    pub(crate) fn drop_code(&mut self, block: usize) {
        self.blocks[block].code = (0, 0);
        self.blocks[block].is_reached = false;
    }

    pub(crate) fn is_reached(&self, block: usize) -> bool {
        self.blocks[block].is_reached
    }
}

fn leaders(code: &[Bytecode], handlers: &[ExceptionTableEntry]) -> Result<Vec<bool>, Failure> {
    if code.is_empty() {
        return Err(Failure::Verify("method has no instructions".to_owned()));
    }
    let mut leaders = vec![false; code.len()];
    let mut outside = false;
    leaders[0] = true;
    for (index, bytecode) in code.iter().enumerate() {
        let mut jumps = bytecode::ends(bytecode);
        bytecode::jump_targets(bytecode, index, |target| {
            jumps = true;
            match usize::try_from(target)
                .ok()
                .and_then(|target| leaders.get_mut(target))
            {
                Some(leader) => *leader = true,
                None => outside = true,
            }
        });
        if jumps && index + 1 < code.len() {
            leaders[index + 1] = true;
        }
    }
    for handler in handlers {
        let range = &handler.range_pc;
        let indices = [range.start, handler.handler_pc].map(usize::from);
        for index in indices {
            *leaders
                .get_mut(index)
                .ok_or_else(|| "handler outside the code".to_owned())? = true;
        }
        if let Some(leader) = leaders.get_mut(usize::from(range.end)) {
            *leader = true;
        }
    }
    if outside {
        return Err(Failure::Verify("jump outside the code".to_owned()));
    }
    Ok(leaders)
}
