//! What a machine has learned and seen, as text.
//!
//! Ids are given as classes are loaded, so another process may have others for the same things. A line
//! is `field CLASS.NAME` (written while shared, see `unwritten.rs`), `final CLASS.NAME` (the same of a
//! final field of the program), `ends`, `numbers` or `console` (somebody notices such steps), `main` (the end of main was reached), `assert CLASS.NAME(DESCRIPTOR) PC`, `recycles` or
//! `recycles named` (places of threads are taken again, see `recycling.rs`), or
//! `times JUMPS REACH EXACT` (which lengths of time the program tells apart, see `stamps.rs`).

use program::{FieldId, MethodId};

use crate::machine::Machine;
use crate::statespace::unwritten::Noticed;

impl Machine<'_> {
    /// Everything, in a fixed order.
    pub(crate) fn knowledge(&self) -> Vec<String> {
        let program = self.program;
        let class = |id| &program.class(id).name;
        let written = self.heap.unwritten.written().map(|field| {
            let field = program.field(field);
            format!("field {}.{}", class(field.class), field.name)
        });
        let reached = self.coverage.assertions().map(|(method, pc)| {
            let method = program.method(method);
            let class = class(method.class);
            format!("assert {class}.{}{} {pc}", method.name, method.descriptor)
        });
        let finals = self.heap.unwritten.finals().iter().map(|field| {
            let field = program.field(*field);
            format!("final {}.{}", class(field.class), field.name)
        });
        let mut lines: Vec<String> = written.chain(reached).chain(finals).collect();
        let unwritten = &self.heap.unwritten;
        let noticed = Noticed::ALL.into_iter();
        let noticed = noticed.filter(|(what, _)| unwritten.is_noticed(*what));
        lines.extend(noticed.map(|(_, name)| name.to_owned()));
        lines.extend(self.recycling.knowledge().map(str::to_owned));
        if self.coverage.end_of_main {
            lines.push("main".to_owned());
        }
        if self.times.looked {
            let times = &self.times;
            lines.push(format!(
                "times {} {} {}",
                times.jumps, times.reach, times.exact
            ));
        }
        lines.sort_unstable();
        lines
    }

    /// Takes one line over. False if it says nothing here.
    pub(crate) fn adopt(&mut self, line: &str) -> bool {
        match line.split_once(' ') {
            _ if self.adopt_recycling(line) => {}
            None if line == "main" => self.coverage.end_of_main = true,
            Some(("times", known)) => return self.times.adopt(known),
            None => match Noticed::ALL.iter().find(|(_, name)| *name == line) {
                Some((what, _)) => self.heap.unwritten.set_noticed(*what),
                None => return false,
            },
            Some(("field", name)) => match self.find_field(name) {
                Some(field) => self.heap.unwritten.set_written(field),
                None => return false,
            },
            Some(("final", name)) => match self.find_field(name) {
                Some(field) => self.heap.unwritten.set_final_written(field),
                None => return false,
            },
            Some(("assert", place)) => match self.find_place(place) {
                Some((method, pc)) => self.coverage.add(method, pc),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    fn find_field(&self, name: &str) -> Option<FieldId> {
        let (class, name) = name.rsplit_once('.')?;
        let class = self.program.load(class).ok()?;
        let fields = self.program.class(class).fields.iter();
        fields
            .copied()
            .find(|field| &*self.program.field(*field).name == name)
    }

    fn find_place(&self, place: &str) -> Option<(MethodId, u32)> {
        let (method, pc) = place.rsplit_once(' ')?;
        let (name, descriptor) = method.split_at(method.find('(')?);
        let (class, name) = name.rsplit_once('.')?;
        let class = self.program.load(class).ok()?;
        let mut methods = self.program.class(class).methods.iter().copied();
        let method = methods.find(|id| {
            let method = self.program.method(*id);
            &*method.name == name && &*method.descriptor == descriptor
        })?;
        Some((method, pc.parse().ok()?))
    }
}
