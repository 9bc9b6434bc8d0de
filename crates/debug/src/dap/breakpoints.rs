//! What an editor wants a run to stop at.

use serde_json::{Value, json};

use crate::session::{Access, Break, Session};
use machine::Ref;

/// The breakpoints that are set, by how an editor sets them: all of a kind at once.
#[derive(Debug, Default)]
pub(crate) struct Breakpoints {
    lines: Vec<(String, u32)>,
    functions: Vec<Break>,
    data: Vec<Break>,
    switches: bool,
    /// The variables that the editor has asked about, by the number it was given.
    slots: Vec<(Ref, u32)>,
}

impl Breakpoints {
    /// All of them.
    pub(crate) fn all(&self) -> Vec<Break> {
        let lines = self.lines.iter();
        let mut all: Vec<Break> = lines
            .map(|(path, line)| Break::Line(path.clone(), *line))
            .collect();
        all.extend(self.functions.iter().chain(&self.data).cloned());
        if self.switches {
            all.push(Break::Switch);
        }
        all
    }

    /// The lines of one file, instead of those it had.
    pub(crate) fn set_lines(&mut self, arguments: &Value, session: &Session<'_, '_>) -> Value {
        let path = arguments["source"]["path"].as_str().unwrap_or_default();
        self.lines.retain(|(it, _)| it != path);
        let mut told = Vec::new();
        for wish in arguments["breakpoints"].as_array().into_iter().flatten() {
            let line = wish["line"].as_u64().unwrap_or(0) as u32;
            self.lines.push((path.to_owned(), line));
            told.push(match session.passes(path, line) {
                true => json!({ "verified": true, "line": line }),
                false => json!({
                    "verified": false,
                    "line": line,
                    "message": "this run does not come to that line",
                }),
            });
        }
        json!({ "breakpoints": told })
    }

    /// Names: a method, or `thread NAME`, `lock NAME`, `field NAME`.
    pub(crate) fn set_functions(&mut self, arguments: &Value) -> Value {
        self.functions.clear();
        let mut told = Vec::new();
        for wish in arguments["breakpoints"].as_array().into_iter().flatten() {
            let name = wish["name"].as_str().unwrap_or_default().trim();
            let (kind, rest) = name.split_once(' ').unwrap_or(("", name));
            let rest = rest.trim().to_owned();
            let wish = match kind {
                "" => Some(Break::Method(rest)),
                "thread" => Some(Break::Thread(rest)),
                "lock" => Some(Break::Lock(rest)),
                "field" => Some(Break::Field(rest, Access::Any)),
                _ => None,
            };
            told.push(match wish {
                Some(_) => json!({ "verified": true }),
                None => json!({
                    "verified": false,
                    "message": "a method, or thread NAME, lock NAME, field NAME",
                }),
            });
            self.functions.extend(wish);
        }
        json!({ "breakpoints": told })
    }

    /// The number under which an editor may ask for a variable.
    pub(crate) fn number(&mut self, slot: (Ref, u32)) -> usize {
        let known = self.slots.iter().position(|it| *it == slot);
        known.unwrap_or_else(|| {
            self.slots.push(slot);
            self.slots.len() - 1
        })
    }

    /// Variables.
    pub(crate) fn set_data(&mut self, arguments: &Value) -> Value {
        self.data.clear();
        let mut told = Vec::new();
        for wish in arguments["breakpoints"].as_array().into_iter().flatten() {
            let access = match wish["accessType"].as_str() {
                Some("read") => Access::Read,
                Some("readWrite") => Access::Any,
                _ => Access::Write,
            };
            let id = wish["dataId"].as_str().unwrap_or_default();
            let wish = match id.split_once(':') {
                Some(("field", name)) => Some(Break::Field(name.to_owned(), access)),
                Some(("slot", number)) => {
                    let number: Option<usize> = number.parse().ok();
                    let slot = number.and_then(|it| self.slots.get(it));
                    slot.map(|(object, slot)| Break::Slot(*object, *slot, access))
                }
                _ => None,
            };
            told.push(json!({ "verified": wish.is_some() }));
            self.data.extend(wish);
        }
        json!({ "breakpoints": told })
    }

    /// The switches that an editor shows as kinds of exceptions.
    pub(crate) fn set_filters(&mut self, arguments: &Value) {
        let mut filters = arguments["filters"].as_array().into_iter().flatten();
        self.switches = filters.any(|it| it == "switch");
    }
}
