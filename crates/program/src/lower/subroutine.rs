//! Subroutines (`jsr` and `ret`, from before Java 6): each call gets a copy of its own.
//!
//! The code is walked in contexts, where a context is the chain of calls that are open. Every
//! context gets a copy of the instructions it reaches; a call becomes a null (in the place of the
//! return address, which nothing but `ret` may use) and a jump, a `ret` becomes a jump to where the
//! innermost call came from. A subroutine can't call itself, so one that is entered while it is
//! open was left by an exception before, and its old call is forgotten: the contexts are finite.

use ristretto_classfile::attributes::{ExceptionTableEntry, Instruction as Bytecode};

use crate::lower::{Code, Failure, bytecode};

/// Code without subroutines.
pub(crate) struct Expanded {
    pub(crate) instructions: Vec<Bytecode>,
    pub(crate) handlers: Vec<ExceptionTableEntry>,
    /// For each instruction, the one it is a copy of.
    pub(crate) origins: Vec<u32>,
}

/// A chain of open calls; the first context has none.
#[derive(PartialEq, Eq)]
struct Context {
    parent: usize,
    /// First instruction of the subroutine.
    entry: usize,
    /// Where the call goes on.
    return_to: usize,
}

/// More copies than this are not worth it.
const MOST_CONTEXTS: usize = 500;

/// Whether there is anything to do.
pub(crate) fn has_subroutines(code: &[Bytecode]) -> bool {
    code.iter()
        .any(|bytecode| matches!(bytecode, Bytecode::Jsr(_) | Bytecode::Jsr_w(_)))
}

/// Copies the subroutines to their calls.
pub(crate) fn expand(code: &Code<'_>) -> Result<Expanded, Failure> {
    let mut walk = Walk {
        code,
        contexts: vec![Context {
            parent: 0,
            entry: usize::MAX,
            return_to: usize::MAX,
        }],
        reached: vec![vec![false; code.instructions.len()]],
        pending: Vec::new(),
    };
    walk.reach(0, 0)?;
    while let Some((context, at)) = walk.pending.pop() {
        walk.follow(context, at)?;
    }
    walk.copy()
}

struct Walk<'c> {
    code: &'c Code<'c>,
    contexts: Vec<Context>,
    reached: Vec<Vec<bool>>,
    pending: Vec<(usize, usize)>,
}

fn subroutine_of(bytecode: &Bytecode) -> Option<usize> {
    match bytecode {
        Bytecode::Jsr(target) => Some(usize::from(*target)),
        Bytecode::Jsr_w(target) => Some(usize::try_from(*target).unwrap_or(usize::MAX)),
        _ => None,
    }
}

fn outside() -> Failure {
    Failure::Verify("control flow leaves the code".to_owned())
}

impl Walk<'_> {
    fn reach(&mut self, context: usize, at: usize) -> Result<(), Failure> {
        let known = self.reached[context].get_mut(at).ok_or_else(outside)?;
        if !*known {
            *known = true;
            self.pending.push((context, at));
        }
        Ok(())
    }

    fn follow(&mut self, context: usize, at: usize) -> Result<(), Failure> {
        for handler in self.code.handlers {
            if self.code.range_of(handler).contains(&at) {
                self.reach(context, usize::from(handler.handler_pc))?;
            }
        }
        let found = &self.code.instructions[at];
        if let Some(entry) = subroutine_of(found) {
            let called = self.context(context, entry, at + 1)?;
            return self.reach(called, entry);
        }
        if is_return(found) {
            let (parent, return_to) = self.caller(context)?;
            return self.reach(parent, return_to);
        }
        let mut targets = Vec::new();
        bytecode::jump_targets(found, at, |target| targets.push(target));
        for target in targets {
            self.reach(context, usize::try_from(target).unwrap_or(usize::MAX))?;
        }
        if !bytecode::ends(found) {
            self.reach(context, at + 1)?;
        }
        Ok(())
    }

    fn caller(&self, context: usize) -> Result<(usize, usize), Failure> {
        match context {
            0 => Err(Failure::Verify("ret outside a subroutine".to_owned())),
            _ => Ok((
                self.contexts[context].parent,
                self.contexts[context].return_to,
            )),
        }
    }

    /// The context of a call.
    fn context(&mut self, from: usize, entry: usize, return_to: usize) -> Result<usize, Failure> {
        let mut parent = from;
        let mut open = from;
        while open != 0 {
            if self.contexts[open].entry == entry {
                parent = self.contexts[open].parent;
            }
            open = self.contexts[open].parent;
        }
        let new = Context {
            parent,
            entry,
            return_to,
        };
        if let Some(known) = self.contexts.iter().position(|known| *known == new) {
            return Ok(known);
        }
        if self.contexts.len() == MOST_CONTEXTS {
            let reason = "bytecode subroutines (jsr and ret, from before Java 6) nested too often";
            return Err(Failure::Unsupported(reason.to_owned()));
        }
        self.contexts.push(new);
        self.reached.push(vec![false; self.code.instructions.len()]);
        Ok(self.contexts.len() - 1)
    }

    /// The place of each copy, by context and instruction.
    fn places(&self) -> Result<(Vec<Vec<usize>>, usize), Failure> {
        let mut next = 0;
        let mut places = Vec::new();
        for reached in &self.reached {
            let mut row = Vec::with_capacity(reached.len() + 1);
            for (at, reached) in reached.iter().enumerate() {
                row.push(next);
                if *reached {
                    let is_call = subroutine_of(&self.code.instructions[at]).is_some();
                    next += if is_call { 2 } else { 1 };
                }
            }
            row.push(next);
            places.push(row);
        }
        if next >= usize::from(u16::MAX) {
            let reason = "bytecode subroutines (jsr and ret, from before Java 6) grow too large";
            return Err(Failure::Unsupported(reason.to_owned()));
        }
        Ok((places, next))
    }

    fn copy(mut self) -> Result<Expanded, Failure> {
        let (places, length) = self.places()?;
        let mut instructions = Vec::with_capacity(length + 1);
        let mut origins = Vec::with_capacity(length + 1);
        for context in 0..self.contexts.len() {
            for at in 0..self.code.instructions.len() {
                if !self.reached[context][at] {
                    continue;
                }
                let found = &self.code.instructions[at];
                if let Some(entry) = subroutine_of(found) {
                    let called = self.context(context, entry, at + 1)?;
                    instructions.push(Bytecode::Aconst_null);
                    instructions.push(jump(places[called][entry]));
                    origins.push(at as u32);
                } else if is_return(found) {
                    let (parent, return_to) = self.caller(context)?;
                    instructions.push(jump(places[parent][return_to]));
                } else {
                    let place = instructions.len();
                    instructions.push(moved(found, at, place, &places[context]));
                }
                origins.push(at as u32);
            }
        }
        // Ranges end before the last instruction, which nothing reaches.
        instructions.push(Bytecode::Nop);
        origins.push(origins.last().copied().unwrap_or(0));
        let handlers = self.handlers(&places);
        Ok(Expanded {
            instructions,
            handlers,
            origins,
        })
    }

    fn handlers(&self, places: &[Vec<usize>]) -> Vec<ExceptionTableEntry> {
        let mut handlers = Vec::new();
        for handler in self.code.handlers {
            let range = self.code.range_of(handler);
            for (row, reached) in places.iter().zip(&self.reached) {
                let target = usize::from(handler.handler_pc);
                let end = range.end.min(row.len() - 1);
                let range = row[range.start.min(end)] as u16..row[end] as u16;
                if !range.is_empty() && reached[target] {
                    handlers.push(ExceptionTableEntry {
                        range_pc: range,
                        handler_pc: row[target] as u16,
                        catch_type: handler.catch_type,
                    });
                }
            }
        }
        handlers
    }
}

fn is_return(bytecode: &Bytecode) -> bool {
    matches!(bytecode, Bytecode::Ret(_) | Bytecode::Ret_w(_))
}

fn jump(place: usize) -> Bytecode {
    Bytecode::Goto_w(place as i32)
}

/// A copy of an instruction at `place`, with its jumps led to the copies of their targets.
fn moved(found: &Bytecode, at: usize, place: usize, places: &[usize]) -> Bytecode {
    use Bytecode::*;
    let mut copy = found.clone();
    let near = |target: u16| places[usize::from(target)] as u16;
    let relative = |offset: i32| {
        let target = (at as i64 + i64::from(offset)) as usize;
        (places[target] as i64 - place as i64) as i32
    };
    match &mut copy {
        Ifeq(target) | Ifne(target) | Iflt(target) | Ifge(target) | Ifgt(target) | Ifle(target)
        | If_icmpeq(target) | If_icmpne(target) | If_icmplt(target) | If_icmpge(target)
        | If_icmpgt(target) | If_icmple(target) | If_acmpeq(target) | If_acmpne(target)
        | Goto(target) | Ifnull(target) | Ifnonnull(target) => *target = near(*target),
        Goto_w(target) => *target = places[*target as usize] as i32,
        Tableswitch(switch) => {
            switch.default = relative(switch.default);
            switch
                .offsets
                .iter_mut()
                .for_each(|offset| *offset = relative(*offset));
        }
        Lookupswitch(switch) => {
            switch.default = relative(switch.default);
            switch
                .pairs
                .values_mut()
                .for_each(|offset| *offset = relative(*offset));
        }
        _ => {}
    }
    copy
}
