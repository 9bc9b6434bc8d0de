//! Messages as they come and go: a header with the length, and JSON.

use std::io::{BufRead, Error, ErrorKind, Read, Result, Write};

use serde_json::{Value, json};

/// The longest message that is read; an editor's are far shorter.
const LONGEST: u64 = 16 << 20;

/// One end of a connection.
#[derive(Debug)]
pub(crate) struct Wire<R, W> {
    input: R,
    output: W,
    sequence: u64,
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request {
    number: u64,
    pub(crate) command: String,
    pub(crate) arguments: Value,
}

impl<R: BufRead, W: Write> Wire<R, W> {
    pub(crate) fn new(input: R, output: W) -> Wire<R, W> {
        Wire {
            input,
            output,
            sequence: 0,
        }
    }

    /// The next request; none when the other end has gone.
    pub(crate) fn receive(&mut self) -> Result<Option<Request>> {
        loop {
            let Some(message) = self.message()? else {
                return Ok(None);
            };
            if message["type"] == "request" {
                return Ok(Some(Request {
                    number: message["seq"].as_u64().unwrap_or(0),
                    command: message["command"].as_str().unwrap_or_default().to_owned(),
                    arguments: message["arguments"].clone(),
                }));
            }
        }
    }

    fn message(&mut self) -> Result<Option<Value>> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if (&mut self.input).take(4096).read_line(&mut line)? == 0 {
                return Ok(None);
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(number) = line.strip_prefix("Content-Length:") {
                length = number.trim().parse::<u64>().ok();
            }
        }
        let invalid = |what: &str| Error::new(ErrorKind::InvalidData, what.to_owned());
        let length = length.ok_or_else(|| invalid("a message without its length"))?;
        if length > LONGEST {
            return Err(invalid("a message that is too long"));
        }
        let mut text = vec![0; length as usize];
        self.input.read_exact(&mut text)?;
        let message = serde_json::from_slice(&text);
        message
            .map_err(|error| invalid(&error.to_string()))
            .map(Some)
    }

    /// The answer to a request.
    pub(crate) fn respond(&mut self, request: &Request, body: Value) -> Result<()> {
        self.send(json!({
            "type": "response",
            "request_seq": request.number,
            "success": true,
            "command": request.command,
            "body": body,
        }))
    }

    /// The answer that something can't be done.
    pub(crate) fn refuse(&mut self, request: &Request, reason: &str) -> Result<()> {
        self.send(json!({
            "type": "response",
            "request_seq": request.number,
            "success": false,
            "command": request.command,
            "message": reason,
            "body": { "error": { "id": 1, "format": reason, "showUser": true } },
        }))
    }

    /// An event.
    pub(crate) fn tell(&mut self, event: &str, body: Value) -> Result<()> {
        self.send(json!({ "type": "event", "event": event, "body": body }))
    }

    fn send(&mut self, mut message: Value) -> Result<()> {
        self.sequence += 1;
        message["seq"] = self.sequence.into();
        let text = message.to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.output.flush()
    }
}
