//! Reads one instruction from text.

use crate::body::{Dynamic, HandleConstant, StaticArgument, SwitchTable};
use crate::class::Field;
use crate::ids::Register;
use crate::instruction::Instruction;
use crate::kind::Kind;
use crate::text::names::{BINARY, CALLS, CONDITIONS, KINDS, UNARY, value};
use crate::text::read::TextError;
use crate::text::read_body::{Reader, split_register};
use crate::text::tokens::{Line, parse_number};

impl Reader<'_> {
    pub(super) fn instruction(&mut self, line: &mut Line<'_>) -> Result<Instruction, TextError> {
        if line.peek_second() == Some("=") {
            let target = self.register(line)?;
            line.expect("=")?;
            return self.value(target, line);
        }
        let word = line.word("an instruction")?;
        Ok(match word {
            "goto" => Instruction::Jump {
                pc: self.label(line)?,
            },
            "if" => self.branch(line)?,
            "switch" => self.switch(line)?,
            "return" => {
                let source = match line.peek() {
                    Some(_) => self.register(line)?,
                    None => Register::NONE,
                };
                Instruction::Return { source }
            }
            "throw" => Instruction::Throw {
                source: self.register(line)?,
            },
            "store" => Instruction::ArrayStore {
                kind: element_kind(line)?,
                array: self.register(line)?,
                index: self.register(line)?,
                source: self.register(line)?,
            },
            "put" => {
                let object = self.register(line)?;
                let Field {
                    slot,
                    kind,
                    access,
                    id: field,
                    ..
                } = *self.field(line)?;
                let source = self.register(line)?;
                Instruction::PutField {
                    object,
                    source,
                    slot,
                    kind,
                    access,
                    field,
                }
            }
            "putstatic" => {
                let Field {
                    slot,
                    kind,
                    access,
                    id: field,
                    ..
                } = *self.field(line)?;
                let source = self.register(line)?;
                Instruction::PutStatic {
                    source,
                    slot,
                    kind,
                    access,
                    field,
                }
            }
            "cast" => Instruction::CheckCast {
                object: self.register(line)?,
                class: self.class(line)?,
            },
            "invoke" | "polymorphic" | "invokedynamic" => self.call(word, Register::NONE, line)?,
            "enter" => Instruction::MonitorEnter {
                object: self.register(line)?,
            },
            "exit" => Instruction::MonitorExit {
                object: self.register(line)?,
            },
            "raise" => {
                let class = self.class(line)?;
                let message = self.program.string_id(&line.string()?);
                Instruction::Raise { class, message }
            }
            "unsupported" => Instruction::Unsupported {
                reason: self.program.string_id(&line.string()?),
            },
            _ => return Err(line.error(format!("unknown instruction {word}"))),
        })
    }

    /// What stands behind `target =`.
    fn value(&mut self, target: Register, line: &mut Line<'_>) -> Result<Instruction, TextError> {
        let word = line
            .peek()
            .ok_or_else(|| line.error("a value is missing"))?;
        if word.starts_with('"') {
            let string = self.program.string_id(&line.string()?);
            return Ok(Instruction::ConstantString { target, string });
        }
        if let Some(number) = parse_number(word) {
            let _ = line.word("a number");
            return Ok(Instruction::Constant {
                target,
                value: number as u64,
            });
        }
        if split_register(word).is_some() {
            return Ok(Instruction::Move {
                target,
                source: self.register(line)?,
            });
        }
        let word = line.word("an operation")?;
        if let Some(operator) = value(BINARY, word) {
            return self.binary(operator, target, line);
        }
        if let Some(operator) = value(UNARY, word) {
            return Ok(Instruction::Unary {
                operator,
                target,
                source: self.register(line)?,
            });
        }
        self.operation(word, target, line)
    }

    fn binary(
        &mut self,
        operator: crate::instruction::BinaryOperator,
        target: Register,
        line: &mut Line<'_>,
    ) -> Result<Instruction, TextError> {
        let left = line.word("an operand")?;
        let left = left
            .strip_suffix(',')
            .ok_or_else(|| line.error("a comma is missing"))?;
        let left = self.register_named(left, line)?;
        if let Some(number) = line.peek().and_then(parse_number) {
            let _ = line.word("a number");
            let right = number as i32;
            return Ok(Instruction::BinaryConstant {
                operator,
                target,
                left,
                right,
            });
        }
        let right = self.register(line)?;
        Ok(Instruction::Binary {
            operator,
            target,
            left,
            right,
        })
    }

    fn operation(
        &mut self,
        word: &str,
        target: Register,
        line: &mut Line<'_>,
    ) -> Result<Instruction, TextError> {
        Ok(match word {
            "null" => Instruction::Constant { target, value: 0 },
            "class" => Instruction::ConstantClass {
                target,
                class: self.class(line)?,
            },
            "singleton" => Instruction::ConstantSingleton {
                target,
                class: self.class(line)?,
            },
            "dynamic" => Instruction::ConstantDynamic {
                target,
                index: self.dynamic(line)?,
            },
            "new" => Instruction::New {
                target,
                class: self.class(line)?,
            },
            "newarray" => Instruction::NewArray {
                target,
                class: self.class(line)?,
                length: self.register(line)?,
            },
            "multiarray" => {
                let class = self.class(line)?;
                Instruction::NewMultiArray {
                    target,
                    class,
                    lengths: self.list(line)?,
                }
            }
            "length" => Instruction::ArrayLength {
                target,
                array: self.register(line)?,
            },
            "load" => Instruction::ArrayLoad {
                kind: element_kind(line)?,
                target,
                array: self.register(line)?,
                index: self.register(line)?,
            },
            "get" => {
                let object = self.register(line)?;
                let Field {
                    slot,
                    kind,
                    access,
                    id: field,
                    ..
                } = *self.field(line)?;
                Instruction::GetField {
                    target,
                    object,
                    slot,
                    kind,
                    access,
                    field,
                }
            }
            "getstatic" => {
                let Field {
                    slot,
                    kind,
                    access,
                    id: field,
                    ..
                } = *self.field(line)?;
                Instruction::GetStatic {
                    target,
                    slot,
                    kind,
                    access,
                    field,
                }
            }
            "instanceof" => Instruction::InstanceOf {
                target,
                object: self.register(line)?,
                class: self.class(line)?,
            },
            "concat" => {
                let recipe = self.program.string_id(&line.string()?);
                Instruction::Concat {
                    target,
                    recipe,
                    arguments: self.list(line)?,
                }
            }
            "invoke" | "polymorphic" | "invokedynamic" => self.call(word, target, line)?,
            _ => return Err(line.error(format!("unknown operation {word}"))),
        })
    }

    fn call(
        &mut self,
        word: &str,
        target: Register,
        line: &mut Line<'_>,
    ) -> Result<Instruction, TextError> {
        if word == "invoke" {
            let kind = line.word("the kind of call")?;
            let kind = value(CALLS, kind).ok_or_else(|| line.error("unknown kind of call"))?;
            let method = self.method(line)?;
            return Ok(Instruction::Invoke {
                kind,
                target,
                method,
                arguments: self.list(line)?,
            });
        }
        let index = self.dynamic(line)?;
        let arguments = self.list(line)?;
        Ok(match word {
            "polymorphic" => Instruction::InvokePolymorphic {
                target,
                index,
                arguments,
            },
            _ => Instruction::InvokeDynamic {
                target,
                index,
                arguments,
            },
        })
    }

    fn branch(&mut self, line: &mut Line<'_>) -> Result<Instruction, TextError> {
        let left = self.register(line)?;
        let condition = line.word("a condition")?;
        let condition =
            value(CONDITIONS, condition).ok_or_else(|| line.error("unknown condition"))?;
        let constant = match line.peek() {
            Some("null") => Some(0),
            Some(word) => parse_number(word).map(|number| number as i32),
            None => None,
        };
        if let Some(right) = constant {
            let _ = line.word("a number");
            line.expect("goto")?;
            return Ok(Instruction::BranchConstant {
                condition,
                left,
                right,
                pc: self.label(line)?,
            });
        }
        let right = self.register(line)?;
        line.expect("goto")?;
        Ok(Instruction::Branch {
            condition,
            left,
            right,
            pc: self.label(line)?,
        })
    }

    /// `switch i0 {1: L, default: M}`
    fn switch(&mut self, line: &mut Line<'_>) -> Result<Instruction, TextError> {
        let value = self.register(line)?;
        let text = line.rest();
        let bad = |line: &Line<'_>| line.error("bad switch");
        let inner = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        let mut cases = Vec::new();
        let mut default = None;
        for case in inner.ok_or_else(|| bad(line))?.split(',') {
            let (key, label) = case.split_once(':').ok_or_else(|| bad(line))?;
            let pc = self.label_named(label.trim(), line)?;
            match key.trim() {
                "default" => default = Some(pc),
                key => cases.push((key.parse().map_err(|_| bad(line))?, pc)),
            }
        }
        let default = default.ok_or_else(|| bad(line))?;
        self.switches.push(SwitchTable {
            cases: cases.into(),
            default,
        });
        Ok(Instruction::Switch {
            value,
            table: self.switches.len() as u32 - 1,
        })
    }

    fn dynamic(&mut self, line: &mut Line<'_>) -> Result<u32, TextError> {
        let constant = self.dynamic_constant(line)?;
        self.dynamic.push(constant);
        Ok(self.dynamic.len() as u32 - 1)
    }

    fn dynamic_constant(&mut self, line: &mut Line<'_>) -> Result<Dynamic, TextError> {
        Ok(match line.peek() {
            Some("type") => {
                line.expect("type")?;
                Dynamic::MethodType(line.word("a descriptor")?.into())
            }
            Some("handle") => handle(line)?.into(),
            Some("site") => self.site(line)?,
            _ => {
                let method = self.method(line)?;
                line.expect("as")?;
                let descriptor = self.program.string_id_of(line.word("a descriptor")?);
                Dynamic::Polymorphic { method, descriptor }
            }
        })
    }

    fn site(&mut self, line: &mut Line<'_>) -> Result<Dynamic, TextError> {
        line.expect("site")?;
        let word = line.word("name and type")?;
        let (name, descriptor) = word.split_once(':').ok_or_else(|| line.error("bad site"))?;
        let handle = handle(line)?;
        line.expect("[")?;
        let mut arguments = Vec::new();
        while !line.take("]") {
            arguments.push(self.argument(line)?);
            let _ = line.take(",");
        }
        Ok(Dynamic::CallSite {
            bootstrap: format!("{}.{}", handle.class, handle.name).into(),
            name: name.into(),
            descriptor: descriptor.into(),
            handle,
            arguments: arguments.into(),
        })
    }

    fn argument(&mut self, line: &mut Line<'_>) -> Result<StaticArgument, TextError> {
        match line.peek() {
            Some("handle") => return Ok(StaticArgument::MethodHandle(handle(line)?)),
            Some("site") => return Ok(StaticArgument::Dynamic(Box::new(self.site(line)?))),
            Some(word) if word.starts_with('"') => {
                return Ok(StaticArgument::String(
                    self.program.string_id(&line.string()?),
                ));
            }
            _ => {}
        }
        Ok(match line.word("an argument")? {
            "int" => StaticArgument::Int(line.number("an int")? as i32),
            "long" => StaticArgument::Long(line.number("a long")? as i64),
            "float" => StaticArgument::Float(line.number("bits")? as u32),
            "double" => StaticArgument::Double(line.number("bits")? as u64),
            "class" => StaticArgument::Class(line.word("a class")?.into()),
            "type" => StaticArgument::MethodType(line.word("a descriptor")?.into()),
            word => return Err(line.error(format!("unknown argument {word}"))),
        })
    }
}

fn element_kind(line: &mut Line<'_>) -> Result<Kind, TextError> {
    let word = line.word("a kind")?;
    value(KINDS, word).ok_or_else(|| line.error(format!("{word} is no kind")))
}

/// `handle 6 C.m:descriptor`
fn handle(line: &mut Line<'_>) -> Result<HandleConstant, TextError> {
    line.expect("handle")?;
    let kind = line.number("a reference kind")? as u8;
    let word = line.word("a member")?;
    let bad = || line.error(format!("{word} is no member"));
    let (member, descriptor) = word.split_once(':').ok_or_else(bad)?;
    let (class, name) = member.rsplit_once('.').ok_or_else(bad)?;
    Ok(HandleConstant {
        kind,
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    })
}
