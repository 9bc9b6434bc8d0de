//! One bytecode instruction at a time: the dispatcher, arithmetic, stack shuffles, control flow.

use ristretto_classfile::attributes::Instruction as Bytecode;

use crate::body::SwitchTable;
use crate::ids::Register;
use crate::instruction::{BinaryOperator as Op, Condition, Instruction};
use crate::kind::Kind;
use crate::lower::bytecode::{LocalAccess, local_access};
use crate::lower::operators::{
    Compared, binary_operator, condition_of, simple_constant, unary_operator,
};
use crate::lower::stack::{Entry, underflow};
use crate::lower::{Failure, Lowering, Step};

use Kind::{Double, Float, Int, Long, Reference};

impl Lowering<'_> {
    /// Lowers the instruction at a bytecode index.
    pub(crate) fn execute(&mut self, at: usize) -> Step {
        let code = self.code.instructions;
        let bytecode = &code[at];
        match local_access(bytecode) {
            Some(LocalAccess::Load(kind, slot)) => return self.load_local(kind, slot),
            Some(LocalAccess::Store(kind, slot)) => return self.store_local(kind, slot),
            None => {}
        }
        if let Some(entry) = simple_constant(bytecode) {
            self.push(entry);
            return Ok(());
        }
        if let Some((operator, kinds, result)) = binary_operator(bytecode) {
            return self.binary(operator, kinds, result);
        }
        if let Some((operator, from, to)) = unary_operator(bytecode) {
            let source = self.take_one(from)?;
            self.produce(to, |target| Instruction::Unary {
                operator,
                target,
                source,
            });
            return Ok(());
        }
        if let Some((condition, operands, target)) = condition_of(bytecode) {
            return self.branch(condition, operands, usize::from(target));
        }
        self.execute_other(bytecode)
    }

    fn execute_other(&mut self, bytecode: &Bytecode) -> Step {
        use Bytecode::*;
        match bytecode {
            Nop => Ok(()),
            Ldc(index) => self.load_constant(u16::from(*index)),
            Ldc_w(index) | Ldc2_w(index) => self.load_constant(*index),
            Iinc(slot, by) => self.increment(u16::from(*slot), i32::from(*by)),
            Iinc_w(slot, by) => self.increment(*slot, i32::from(*by)),
            Iaload => self.array_load(Int),
            Laload => self.array_load(Long),
            Faload => self.array_load(Float),
            Daload => self.array_load(Double),
            Aaload => self.array_load(Reference),
            Baload => self.array_load(Kind::Byte),
            Caload => self.array_load(Kind::Char),
            Saload => self.array_load(Kind::Short),
            Iastore => self.array_store(Int),
            Lastore => self.array_store(Long),
            Fastore => self.array_store(Float),
            Dastore => self.array_store(Double),
            Aastore => self.array_store(Reference),
            Bastore => self.array_store(Kind::Byte),
            Castore => self.array_store(Kind::Char),
            Sastore => self.array_store(Kind::Short),
            Pop | Pop2 | Dup | Dup_x1 | Dup_x2 | Dup2 | Dup2_x1 | Dup2_x2 | Swap => {
                self.shuffle(bytecode)
            }
            Goto(target) => self.jump(usize::from(*target)),
            Goto_w(target) => self.jump(usize::try_from(*target).unwrap_or(usize::MAX)),
            Tableswitch(_) | Lookupswitch(_) => self.switch(bytecode),
            Ireturn => self.return_value(Some(Int)),
            Lreturn => self.return_value(Some(Long)),
            Freturn => self.return_value(Some(Float)),
            Dreturn => self.return_value(Some(Double)),
            Areturn => self.return_value(Some(Reference)),
            Return => self.return_value(None),
            Athrow => {
                let source = self.take_one(Reference)?;
                self.emit(Instruction::Throw { source });
                self.ended = true;
                Ok(())
            }
            Getstatic(index) => self.get_static(*index),
            Putstatic(index) => self.put_static(*index),
            Getfield(index) => self.get_field(*index),
            Putfield(index) => self.put_field(*index),
            Invokevirtual(index) => self.invoke_virtual(*index),
            Invokespecial(index) => self.invoke_special(*index),
            Invokestatic(index) => self.invoke_static(*index),
            Invokeinterface(index, _) => self.invoke_interface(*index),
            Invokedynamic(index) => self.invoke_dynamic(*index),
            New(index) => self.new_object(*index),
            Newarray(element) => self.new_primitive_array(element),
            Anewarray(index) => self.new_reference_array(*index),
            Multianewarray(index, dimensions) => self.new_multi_array(*index, *dimensions),
            Arraylength => {
                let array = self.take_one(Reference)?;
                self.produce(Int, |target| Instruction::ArrayLength { target, array });
                Ok(())
            }
            Checkcast(index) => self.check_cast(*index),
            Instanceof(index) => self.instance_of(*index),
            Monitorenter => {
                let object = self.take_one(Reference)?;
                self.emit(Instruction::MonitorEnter { object });
                Ok(())
            }
            Monitorexit => {
                let object = self.take_one(Reference)?;
                self.emit(Instruction::MonitorExit { object });
                Ok(())
            }
            other => Err(Failure::Verify(format!(
                "instruction {other} is not allowed"
            ))),
        }
    }

    fn binary(&mut self, operator: Op, kinds: [Kind; 2], result: Kind) -> Step {
        if kinds == [Int, Int] {
            let count = self.stack.len();
            let right = self.stack.last().and_then(|entry| entry.as_int());
            if let Some(right) = right {
                self.pop()?;
                return self.binary_constant(operator, right);
            }
            let commutes = matches!(
                operator,
                Op::IAdd | Op::IMul | Op::IAnd | Op::IOr | Op::IXor
            );
            let left = count
                .checked_sub(2)
                .and_then(|index| self.stack[index].as_int());
            if let (Some(left), true) = (left, commutes) {
                self.stack.remove(count - 2);
                return self.binary_constant(operator, left);
            }
        }
        let (left, right) = self.take_two(kinds)?;
        let index = match operator {
            Op::IAnd => self.index_in(left)?,
            _ => None,
        };
        self.produce(result, |target| Instruction::Binary {
            operator,
            target,
            left,
            right,
        });
        if let Some(index) = index {
            self.keep_in_range(index);
        }
        Ok(())
    }

    fn binary_constant(&mut self, operator: Op, right: i32) -> Step {
        let left = self.take_one(Int)?;
        self.produce(Int, |target| Instruction::BinaryConstant {
            operator,
            target,
            left,
            right,
        });
        Ok(())
    }

    /// Conditional jumps; the operands are two ints, two references, or one of them against zero.
    fn branch(&mut self, condition: Condition, operands: Compared, target: usize) -> Step {
        let kind = operands.kind;
        let mut condition = condition;
        let mut constant = (!operands.two).then_some(0);
        if operands.two {
            let is_constant = |entry: &Entry| match kind {
                Int => entry.as_int(),
                _ => entry.is_null().then_some(0),
            };
            let count = self.stack.len();
            let below = count.checked_sub(2).ok_or_else(underflow)?;
            if let Some(value) = is_constant(&self.stack[count - 1]) {
                self.pop()?;
                constant = Some(value);
            } else if let Some(value) = is_constant(&self.stack[below]) {
                self.stack.remove(below);
                condition = condition.swapped();
                constant = Some(value);
            }
        }
        let mut registers = match constant {
            Some(_) => vec![self.take_one(kind)?],
            None => self.take(&[kind, kind])?,
        };
        let taken = self.blocks.at(target)?;
        let next = self.blocks.at(self.at + 1)?;
        self.settle_for(&[taken, next], &mut registers);
        let pc = taken as u32;
        self.emit(match constant {
            Some(right) => Instruction::BranchConstant {
                condition,
                left: registers[0],
                right,
                pc,
            },
            None => Instruction::Branch {
                condition,
                left: registers[0],
                right: registers[1],
                pc,
            },
        });
        self.blocks.reach(taken, self.stack.clone())?;
        self.blocks.reach(next, self.stack.clone())?;
        self.ended = true;
        Ok(())
    }

    fn jump(&mut self, target: usize) -> Step {
        let block = self.blocks.at(target)?;
        self.settle_for(&[block], &mut []);
        self.emit(Instruction::Jump { pc: block as u32 });
        self.blocks.reach(block, self.stack.clone())?;
        self.ended = true;
        Ok(())
    }

    /// Goes on to the next block.
    pub(crate) fn fall_to(&mut self, block: usize) -> Step {
        self.settle_for(&[block], &mut []);
        self.blocks.reach(block, self.stack.clone())
    }

    fn switch(&mut self, bytecode: &Bytecode) -> Step {
        let mut value = [self.take_one(Int)?];
        let at = self.at as i64;
        let block = |offset: i32| {
            let index = usize::try_from(at + i64::from(offset)).unwrap_or(usize::MAX);
            self.blocks.at(index)
        };
        let mut cases: Vec<(i32, u32)> = Vec::new();
        let default = match bytecode {
            Bytecode::Tableswitch(switch) => {
                for (index, offset) in switch.offsets.iter().enumerate() {
                    let case = switch.low.wrapping_add(index as i32);
                    cases.push((case, block(*offset)? as u32));
                }
                block(switch.default)?
            }
            Bytecode::Lookupswitch(switch) => {
                for (case, offset) in &switch.pairs {
                    cases.push((*case, block(*offset)? as u32));
                }
                block(switch.default)?
            }
            _ => unreachable!("only switches come here"),
        };
        cases.sort_unstable();
        let mut targets: Vec<usize> = cases.iter().map(|(_, block)| *block as usize).collect();
        targets.push(default);
        targets.sort_unstable();
        targets.dedup();
        self.settle_for(&targets, &mut value);
        for target in targets {
            self.blocks.reach(target, self.stack.clone())?;
        }
        let table = self.builder.switches.len() as u32;
        self.builder.switches.push(SwitchTable {
            cases: cases.into(),
            default: default as u32,
        });
        self.emit(Instruction::Switch {
            value: value[0],
            table,
        });
        self.ended = true;
        Ok(())
    }

    /// Settles the stack if one of these blocks needs it so.
    fn settle_for(&mut self, blocks: &[usize], registers: &mut [Register]) {
        if blocks.iter().any(|block| self.blocks.is_join(*block)) {
            self.settle(registers);
        }
    }

    fn return_value(&mut self, kind: Option<Kind>) -> Step {
        if self.method.result.map(Kind::register) != kind {
            return Err(Failure::Verify("return of the wrong type".to_owned()));
        }
        let source = match kind {
            Some(kind) => self.take_one(kind)?,
            None => Register::NONE,
        };
        if let Some(object) = self.monitor {
            self.emit(Instruction::MonitorExit { object });
        }
        self.emit(Instruction::Return { source });
        self.ended = true;
        Ok(())
    }

    /// The instructions that only rearrange the stack. Counts are in JVM stack places.
    fn shuffle(&mut self, bytecode: &Bytecode) -> Step {
        use Bytecode::*;
        match bytecode {
            Pop => self.group(1).map(drop),
            Pop2 => self.group(2).map(drop),
            Dup => self.duplicate(1, 0),
            Dup_x1 => self.duplicate(1, 1),
            Dup_x2 => self.duplicate(1, 2),
            Dup2 => self.duplicate(2, 0),
            Dup2_x1 => self.duplicate(2, 1),
            Dup2_x2 => self.duplicate(2, 2),
            _ => {
                let (above, below) = (self.group(1)?, self.group(1)?);
                self.stack.extend(above);
                self.stack.extend(below);
                Ok(())
            }
        }
    }

    fn duplicate(&mut self, count: usize, over: usize) -> Step {
        let top = self.group(count)?;
        let skipped = self.group(over)?;
        self.stack.extend_from_slice(&top);
        self.stack.extend(skipped);
        self.stack.extend(top);
        Ok(())
    }

    /// Takes entries that fill exactly `places` of the JVM's stack, deepest first.
    fn group(&mut self, places: usize) -> Result<Vec<Entry>, Failure> {
        let mut entries = Vec::new();
        let mut left = places;
        while left > 0 {
            let entry = self.pop()?;
            let size = if entry.is_wide() { 2 } else { 1 };
            left = left
                .checked_sub(size)
                .ok_or_else(|| "a long or double is split on the stack".to_owned())?;
            entries.push(entry);
        }
        entries.reverse();
        Ok(entries)
    }
}
