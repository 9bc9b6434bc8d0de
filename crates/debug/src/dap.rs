//! The protocol that editors speak with debuggers (DAP), over a [`Session`].
//!
//! In: requests. Out: answers and events. Forwards and backwards are the editor's own buttons; breakpoints on
//! lines and variables are its own too, those on threads, locks and fields are written as names of functions
//! (`thread Worker-1`, `lock Bank.lock`, `field Account.balance`). "Step into target" lists the threads that
//! could go on instead, and the debug console takes the words of [`crate::console`].
//!
//! The program is never at large: between two requests nothing moves.

mod breakpoints;
mod looking;
mod wire;

use std::io::{BufRead, Result, Write};

use serde_json::{Value, json};

use crate::Sources;
use crate::console::{self, Answer, Console};
use crate::session::{Direction, Motion, Session};
use breakpoints::Breakpoints;
use looking::Handles;
use wire::{Request, Wire};

/// A server before it has a program.
#[derive(Debug)]
pub struct Server<R, W> {
    wire: Wire<R, W>,
    /// The request to launch, until it is answered.
    launch: Option<Request>,
}

/// What an editor wants to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// A token or schedule of a report.
    pub token: Option<String>,
    /// A program to check first: sources, a jar, or a class.
    pub program: Vec<String>,
    /// Options of the check.
    pub options: Vec<String>,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// The directory to be in.
    pub directory: Option<String>,
}

/// What a session is about.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// What is wrong at the end of the run, in a sentence; empty if nothing is known.
    pub wrong: String,
    /// The kind of that.
    pub kind: String,
}

impl<R: BufRead, W: Write> Server<R, W> {
    /// A server at the other end of these.
    pub fn new(input: R, output: W) -> Server<R, W> {
        Server {
            wire: Wire::new(input, output),
            launch: None,
        }
    }

    /// Waits until the editor says what it wants to see; none when it has gone.
    pub fn launched(&mut self) -> Result<Option<Launch>> {
        while let Some(request) = self.wire.receive()? {
            match request.command.as_str() {
                "initialize" => self.wire.respond(&request, capabilities())?,
                "launch" | "attach" => {
                    let launch = Launch::new(&request.arguments);
                    self.launch = Some(request);
                    return Ok(Some(launch));
                }
                "disconnect" => {
                    self.wire.respond(&request, Value::Null)?;
                    return Ok(None);
                }
                _ => self.wire.refuse(&request, "launch something first")?,
            }
        }
        Ok(None)
    }

    /// Shows a text while there is no session yet.
    pub fn say(&mut self, text: &str) -> Result<()> {
        let body = json!({ "category": "console", "output": format!("{text}\n") });
        self.wire.tell("output", body)
    }

    /// Says that there is nothing to see.
    pub fn refuse(&mut self, reason: &str) -> Result<()> {
        if let Some(request) = self.launch.take() {
            self.wire.refuse(&request, reason)?;
        }
        self.wire.tell("terminated", Value::Null)
    }

    /// Serves a session until the editor goes.
    pub fn serve(
        &mut self,
        session: &mut Session<'_, '_>,
        sources: &mut dyn Sources,
        subject: &Subject,
    ) -> Result<()> {
        if let Some(request) = self.launch.take() {
            self.wire.respond(&request, Value::Null)?;
        }
        self.wire.tell("initialized", Value::Null)?;
        let mut talk = Talk {
            wire: &mut self.wire,
            session,
            sources,
            subject,
            breakpoints: Breakpoints::default(),
            handles: Handles::default(),
            console: Console::default(),
            printed: 0,
        };
        while let Some(request) = talk.wire.receive()? {
            if !talk.answer(&request)? {
                break;
            }
        }
        Ok(())
    }
}

impl Launch {
    fn new(arguments: &Value) -> Launch {
        let text = |name: &str| arguments[name].as_str().map(str::to_owned);
        // A list, or one word.
        let list = |name: &str| match &arguments[name] {
            Value::String(word) => vec![word.clone()],
            Value::Array(words) => words
                .iter()
                .filter_map(|it| it.as_str().map(str::to_owned))
                .collect(),
            _ => Vec::new(),
        };
        Launch {
            token: text("token").or_else(|| text("schedule")),
            program: list("program"),
            options: list("options"),
            arguments: list("args"),
            directory: text("cwd"),
        }
    }
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsDataBreakpoints": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsStepInTargetsRequest": true,
        "supportsEvaluateForHovers": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [{
            "filter": "switch",
            "label": "Another thread goes on",
            "description": "Stops wherever the schedule goes from one thread to another",
            "default": false,
        }],
    })
}

/// An editor and a session.
struct Talk<'t, 's, 'p, R, W> {
    wire: &'t mut Wire<R, W>,
    session: &'t mut Session<'s, 'p>,
    sources: &'t mut dyn Sources,
    subject: &'t Subject,
    breakpoints: Breakpoints,
    handles: Handles,
    console: Console,
    /// How much of the program's output has been shown, in bytes.
    printed: usize,
}

impl<R: BufRead, W: Write> Talk<'_, '_, '_, R, W> {
    /// Answers a request; false if it was the last one.
    fn answer(&mut self, request: &Request) -> Result<bool> {
        let arguments = &request.arguments;
        let body = match request.command.as_str() {
            "configurationDone" => {
                self.wire.respond(request, Value::Null)?;
                self.stopped("entry")?;
                return Ok(true);
            }
            "setBreakpoints" => self.breakpoints.set_lines(arguments, self.session),
            "setFunctionBreakpoints" => self.breakpoints.set_functions(arguments),
            "setDataBreakpoints" => self.breakpoints.set_data(arguments),
            "setExceptionBreakpoints" => {
                self.breakpoints.set_filters(arguments);
                json!({ "breakpoints": [] })
            }
            "dataBreakpointInfo" => self.data_info(arguments),
            "threads" => looking::threads(self.session),
            "stackTrace" => {
                let thread = arguments["threadId"].as_u64().unwrap_or(1);
                self.handles.calls(self.session, self.sources, thread)
            }
            "scopes" => self
                .handles
                .scopes(arguments["frameId"].as_u64().unwrap_or(0)),
            "variables" => {
                let handle = arguments["variablesReference"].as_u64().unwrap_or(0);
                self.handles.variables(self.session, handle)
            }
            "exceptionInfo" => json!({
                "exceptionId": self.subject.kind,
                "description": self.subject.wrong,
                "breakMode": "always",
            }),
            "stepInTargets" => self.targets(),
            "evaluate" => return self.evaluate(request),
            "disconnect" | "terminate" => {
                self.wire.respond(request, Value::Null)?;
                if request.command == "terminate" {
                    self.wire.tell("terminated", Value::Null)?;
                }
                return Ok(request.command == "terminate");
            }
            "pause" => Value::Null,
            command => match motion(command, arguments, &self.breakpoints) {
                Some((direction, motion)) => {
                    self.wire.respond(request, Value::Null)?;
                    self.go(direction, &motion, arguments)?;
                    return Ok(true);
                }
                None => {
                    let reason = format!("Heddle does not know the request {command}");
                    self.wire.refuse(request, &reason)?;
                    return Ok(true);
                }
            },
        };
        self.wire.respond(request, body)?;
        Ok(true)
    }

    /// Moves, and tells where one has come to.
    fn go(&mut self, direction: Direction, motion: &Motion, arguments: &Value) -> Result<()> {
        let target = arguments["targetId"].as_u64();
        let picked = target.and_then(|number| {
            let alternatives = self.session.alternatives();
            alternatives
                .get((number as usize).checked_sub(1)?)
                .map(|it| it.0)
        });
        if let Some(choice) = picked {
            if let Err(reason) = self.session.pick(choice) {
                self.say("console", &format!("{reason}\n"))?;
            }
        } else {
            self.session.go(direction, motion);
        }
        let reason = match motion {
            Motion::Break(_) => "breakpoint",
            _ => "step",
        };
        self.stopped(reason)
    }

    /// Tells where one stands.
    fn stopped(&mut self, reason: &str) -> Result<()> {
        self.handles.forget();
        self.show_output()?;
        let stop = self.session.stop().clone();
        let is_end = self.session.is_at_end() && stop.choice.is_none();
        let is_wrong = is_end && !self.session.has_left() && !self.subject.wrong.is_empty();
        let text = match (is_end, stop.choice) {
            (true, _) if is_wrong => self.subject.wrong.clone(),
            (true, _) => {
                let end = self.session.end();
                end.unwrap_or("this is the end of the schedule").to_owned()
            }
            (false, Some(_)) => format!(
                "step {} of {}: {} {}",
                stop.step + 1,
                self.session.steps(),
                stop.name,
                stop.deed
            ),
            (false, None) => format!("{} on its way to its next operation", stop.name),
        };
        self.say("console", &format!("{text}\n"))?;
        let reason = if is_wrong { "exception" } else { reason };
        self.wire.tell(
            "stopped",
            json!({
                "reason": reason,
                "description": text,
                "text": text,
                "threadId": stop.thread + 1,
                "allThreadsStopped": true,
            }),
        )
    }

    /// Shows what the program has printed, if that is more than was shown before.
    fn show_output(&mut self) -> Result<()> {
        let output = self.session.output();
        if let Some(new) = output.get(self.printed..).filter(|it| !it.is_empty()) {
            let new = new.to_owned();
            self.printed = output.len();
            self.say("stdout", &new)?;
        }
        Ok(())
    }

    fn say(&mut self, category: &str, text: &str) -> Result<()> {
        self.wire
            .tell("output", json!({ "category": category, "output": text }))
    }

    /// The threads that could go on here.
    fn targets(&mut self) -> Value {
        let alternatives = self.session.alternatives();
        let planned = self.session.stop().choice;
        let targets: Vec<Value> = alternatives
            .iter()
            .enumerate()
            .map(|(index, (choice, thread, deed))| {
                let mark = match planned == Some(*choice) {
                    true => " (the schedule's)",
                    false => "",
                };
                json!({ "id": index + 1, "label": format!("{thread} {deed}{mark}") })
            })
            .collect();
        json!({ "targets": targets })
    }

    fn data_info(&mut self, arguments: &Value) -> Value {
        let name = arguments["name"].as_str().unwrap_or_default();
        let handle = arguments["variablesReference"].as_u64();
        let place = handle.and_then(|it| self.handles.place(self.session, it, name));
        let id = match place {
            Some(place) => Some(format!("slot:{}", self.breakpoints.number(place))),
            // A name without an object: the field of all objects.
            None if handle.is_none() && !name.is_empty() => Some(format!("field:{name}")),
            None => None,
        };
        let description = match id {
            Some(_) => name.to_owned(),
            None => format!("{name} is a local: no other thread can change it"),
        };
        json!({
            "dataId": id,
            "description": description,
            "accessTypes": ["read", "write", "readWrite"],
            "canPersist": false,
        })
    }

    /// A word for the console, or a variable that the pointer is over.
    fn evaluate(&mut self, request: &Request) -> Result<bool> {
        let text = request.arguments["expression"].as_str().unwrap_or_default();
        if request.arguments["context"] == "repl" {
            let before = self.session.position();
            let answer = self.console.answer(self.session, self.sources, text);
            let said = match answer {
                Answer::Text(text) => text,
                Answer::Quit => "the editor's stop button ends it".to_owned(),
            };
            let body = json!({ "result": said, "variablesReference": 0 });
            self.wire.respond(request, body)?;
            if self.session.position() != before {
                self.stopped("step")?;
            }
            return Ok(true);
        }
        let frame = request.arguments["frameId"].as_u64().unwrap_or(0);
        let thread = self.handles.thread_of(frame);
        let thread = thread.unwrap_or(self.session.stop().thread);
        match console::find(self.session, thread, text) {
            Some(found) => {
                let handle = found.object.map_or(0, |it| self.handles.object(it));
                let body = json!({
                    "result": found.value,
                    "type": found.class,
                    "variablesReference": handle,
                });
                self.wire.respond(request, body)?;
            }
            None => self
                .wire
                .refuse(request, "there is no such variable here")?,
        }
        Ok(true)
    }
}

/// The motion that a request asks for.
fn motion(
    command: &str,
    arguments: &Value,
    breakpoints: &Breakpoints,
) -> Option<(Direction, Motion)> {
    let by_steps = arguments["granularity"] == "instruction";
    let (direction, motion) = match command {
        "continue" => (Direction::Forward, Motion::Break(breakpoints.all())),
        "reverseContinue" => (Direction::Backward, Motion::Break(breakpoints.all())),
        "next" => (Direction::Forward, Motion::Over),
        "stepIn" => (Direction::Forward, Motion::Into),
        "stepOut" => (Direction::Forward, Motion::Out),
        "stepBack" => (Direction::Backward, Motion::Over),
        _ => return None,
    };
    let is_step = matches!(motion, Motion::Over | Motion::Into);
    match by_steps && is_step {
        true => Some((direction, Motion::Stop)),
        false => Some((direction, motion)),
    }
}
