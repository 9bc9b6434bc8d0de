//! Threads, calls and variables, by the numbers that editors ask for them with.
//!
//! A number is good until the session moves; then all of them are forgotten.

use machine::Ref;
use serde_json::{Value, json};

use crate::Sources;
use crate::session::{Session, Variable};

/// What the numbers stand for.
#[derive(Debug, Default)]
pub(crate) struct Handles {
    calls: Vec<(usize, usize)>,
    scopes: Vec<Scope>,
}

/// Something with variables in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Locals(usize, usize),
    Statics(usize, usize),
    Locks,
    Object(Ref),
}

/// The threads that have not ended, and what each waits for.
pub(crate) fn threads(session: &mut Session<'_, '_>) -> Value {
    let look = session.look();
    let stands = session.stop().thread;
    // The one that moved last may just have ended, and an editor wants to know whom it sees.
    let threads = look.threads.iter();
    let threads = threads.filter(|it| !it.has_ended || it.number == stands);
    let told: Vec<Value> = threads
        .map(|it| {
            let name = match (it.has_ended, it.waits.as_str()) {
                (true, _) => format!("{} (has ended)", it.name),
                (false, "") => it.name.clone(),
                (false, waits) => format!("{} ({waits})", it.name),
            };
            json!({ "id": it.number + 1, "name": name })
        })
        .collect();
    json!({ "threads": told })
}

impl Handles {
    /// The session has moved.
    pub(crate) fn forget(&mut self) {
        self.calls.clear();
        self.scopes.clear();
    }

    /// The calls of a thread.
    pub(crate) fn calls(
        &mut self,
        session: &mut Session<'_, '_>,
        sources: &mut dyn Sources,
        thread: u64,
    ) -> Value {
        let thread = (thread as usize).wrapping_sub(1);
        let mut told = Vec::new();
        for frame in session.frames(thread) {
            self.calls.push((thread, frame.index));
            let place = &frame.place;
            let class = place.class.rsplit('.').next().unwrap_or_default();
            let mut call = json!({
                "id": self.calls.len(),
                "name": format!("{class}.{}", place.method),
                "line": place.line,
                "column": 1,
            });
            let path = match place.is_library {
                true => None,
                false => sources.path(&place.class, &place.file),
            };
            match path {
                Some(path) => call["source"] = json!({ "name": place.file, "path": path }),
                None => call["presentationHint"] = "subtle".into(),
            }
            told.push(call);
        }
        json!({ "stackFrames": told, "totalFrames": told.len() })
    }

    /// The thread of a call.
    pub(crate) fn thread_of(&self, call: u64) -> Option<usize> {
        let index = (call as usize).checked_sub(1)?;
        self.calls.get(index).map(|it| it.0)
    }

    /// What can be looked at in a call.
    pub(crate) fn scopes(&mut self, call: u64) -> Value {
        let call = (call as usize).checked_sub(1);
        let Some(&(thread, frame)) = call.and_then(|it| self.calls.get(it)) else {
            return json!({ "scopes": [] });
        };
        let locals = self.number(Scope::Locals(thread, frame));
        let statics = self.number(Scope::Statics(thread, frame));
        let locks = self.number(Scope::Locks);
        json!({ "scopes": [
            { "name": "Locals", "presentationHint": "locals", "variablesReference": locals,
              "expensive": false },
            { "name": "Static fields", "variablesReference": statics, "expensive": false },
            { "name": "Locks and threads", "variablesReference": locks, "expensive": false },
        ]})
    }

    /// The variables of a scope.
    pub(crate) fn variables(&mut self, session: &mut Session<'_, '_>, handle: u64) -> Value {
        let scope = (handle as usize).checked_sub(1);
        let Some(&scope) = scope.and_then(|it| self.scopes.get(it)) else {
            return json!({ "variables": [] });
        };
        if scope == Scope::Locks {
            return locks(session);
        }
        let mut told = Vec::new();
        for it in inside(session, scope) {
            let handle = it.object.map_or(0, |object| self.object(object));
            told.push(json!({
                "name": it.name,
                "value": it.value,
                "type": it.class,
                "variablesReference": handle,
            }));
        }
        json!({ "variables": told })
    }

    /// The number of an object.
    pub(crate) fn object(&mut self, object: Ref) -> usize {
        self.number(Scope::Object(object))
    }

    /// Where a variable of a scope is kept, if others can reach it.
    pub(crate) fn place(
        &self,
        session: &mut Session<'_, '_>,
        handle: u64,
        name: &str,
    ) -> Option<(Ref, u32)> {
        let scope = self.scopes.get((handle as usize).checked_sub(1)?)?;
        let variables = inside(session, *scope);
        variables.iter().find(|it| it.name == name)?.place
    }

    fn number(&mut self, scope: Scope) -> usize {
        let known = self.scopes.iter().position(|it| *it == scope);
        let index = known.unwrap_or_else(|| {
            self.scopes.push(scope);
            self.scopes.len() - 1
        });
        index + 1
    }
}

fn inside(session: &mut Session<'_, '_>, scope: Scope) -> Vec<Variable> {
    match scope {
        Scope::Locals(thread, frame) => session.locals(thread, frame),
        Scope::Statics(thread, frame) => session.statics(thread, frame),
        Scope::Object(object) => session.parts(object),
        Scope::Locks => Vec::new(),
    }
}

/// Who holds what, and who waits for what.
fn locks(session: &mut Session<'_, '_>) -> Value {
    let look = session.look();
    let mut told = Vec::new();
    for (lock, owner) in look.locks {
        let owner = owner.unwrap_or_else(|| "nobody".to_owned());
        let value = format!("held by {owner}");
        told.push(json!({ "name": lock, "value": value, "variablesReference": 0 }));
    }
    for thread in look.threads {
        let state = match (thread.has_ended, thread.waits.as_str()) {
            (true, _) => "has ended",
            (false, "") => "can go on",
            (false, waits) => waits,
        };
        told.push(json!({ "name": thread.name, "value": state, "variablesReference": 0 }));
    }
    json!({ "variables": told })
}
