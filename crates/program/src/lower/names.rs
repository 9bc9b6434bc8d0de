//! Source lines and names of locals.

use ristretto_classfile::attributes::Attribute;

use crate::body::LocalName;
use crate::descriptor;
use crate::lower::Lowering;
use crate::lower::bytecode::byte_offsets;
use crate::lower::stack::kind_index;
use crate::pool;

impl Lowering<'_> {
    pub(crate) fn make_lines(&mut self) {
        let mut table: Vec<(u32, u32)> = Vec::new();
        for attribute in self.code.attributes {
            if let Attribute::LineNumberTable { line_numbers, .. } = attribute {
                table.extend(
                    line_numbers
                        .iter()
                        .map(|line| (u32::from(line.start_pc), u32::from(line.line_number))),
                );
            }
        }
        table.sort_by_key(|(start, _)| *start);
        if let Some(copied) = self.code.origins {
            let origins = &mut self.builder.origins;
            origins
                .iter_mut()
                .for_each(|origin| *origin = copied[*origin as usize]);
        }
        let mut last = None;
        for (pc, origin) in self.builder.origins.iter().enumerate() {
            let index = table.partition_point(|(start, _)| start <= origin);
            let Some((_, line)) = index.checked_sub(1).map(|index| table[index]) else {
                continue;
            };
            if last != Some(line) {
                self.builder.lines.push((pc as u32, line));
                last = Some(line);
            }
        }
    }

    /// Names of locals. Where subroutines were copied, ranges are no longer ranges, and there are
    /// no names.
    pub(crate) fn make_names(&mut self) {
        if self.code.origins.is_some() {
            return;
        }
        let tables = self
            .code
            .attributes
            .iter()
            .filter_map(|attribute| match attribute {
                Attribute::LocalVariableTable { variables, .. } => Some(variables),
                _ => None,
            });
        let offsets = byte_offsets(self.code.instructions);
        for variable in tables.flatten() {
            let Ok(name) = pool::text(&self.file.constant_pool, variable.name_index) else {
                continue;
            };
            let Ok(text) = pool::text(&self.file.constant_pool, variable.descriptor_index) else {
                continue;
            };
            let Some(kind) = descriptor::kind_of(&text) else {
                continue;
            };
            let registers = self.locals.get(usize::from(variable.index));
            let Some(registers) = registers else { continue };
            let register = registers[kind_index(kind)];
            let from = u32::from(variable.start_pc);
            let to = from + u32::from(variable.length);
            let (start, end) = (
                self.first_pc_at(&offsets, from),
                self.first_pc_at(&offsets, to),
            );
            if register.is_some() && start < end {
                let name = name.as_ref().into();
                self.builder.locals.push(LocalName {
                    name,
                    register,
                    start,
                    end,
                });
            }
        }
    }

    /// The first pc whose instruction comes from this byte offset or a later one. Origins rise
    /// with the pc, since blocks are in the order of the bytecode.
    fn first_pc_at(&self, offsets: &[u32], offset: u32) -> u32 {
        let index = offsets.partition_point(|start| *start < offset) as u32;
        self.builder
            .origins
            .partition_point(|origin| *origin < index) as u32
    }
}
