//! `heddle debug` and `heddle replay --step`: a run to step through, in an editor or in the terminal.
//!
//! In: a token of a report, or a program, which is checked first. Out: a session over the run that breaks
//! it; over a run that the user picks step by step, if nothing breaks it.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::time::Instant;

use debug::console::{self, Answer, Console};
use debug::dap::{self, Launch, Server};
use debug::{Session, Sources};
use explore::{Schedule, Wreck};

use crate::command::replay::{self, ReplayRequest, tell};
use crate::exit::{Exit, Failure};
use crate::flags::{self, Command, DebugFlags, ReplayFlags};
use crate::host::record;
use crate::java;
use crate::settings::Settings;
use crate::subject::Subject;

/// A run to step through.
struct Found {
    settings: Settings,
    schedule: Schedule,
    /// What the check said of it, if there was one.
    subject: dap::Subject,
    /// What to tell the user before.
    remark: String,
}

/// `heddle debug`: serves an editor.
pub(crate) fn debug(flags: &DebugFlags, wreck: &Wreck) -> Result<Exit, Failure> {
    let broken = |error: std::io::Error| Failure::input(format!("the editor is gone: {error}"));
    match flags.port {
        None => serve(std::io::stdin().lock(), std::io::stdout(), flags, wreck),
        Some(port) => {
            let busy = |error| Failure::input(format!("can't listen on port {port}: {error}"));
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(busy)?;
            let port = listener.local_addr().map_err(broken)?.port();
            crate::host::output::complain(&format!("waits for an editor on port {port}"));
            let (stream, _) = listener.accept().map_err(broken)?;
            let input = BufReader::new(stream.try_clone().map_err(broken)?);
            serve(input, stream, flags, wreck)
        }
    }
}

fn serve(
    input: impl BufRead,
    output: impl Write,
    flags: &DebugFlags,
    wreck: &Wreck,
) -> Result<Exit, Failure> {
    let gone = |error: std::io::Error| Failure::input(format!("the editor is gone: {error}"));
    let mut server = Server::new(input, output);
    let Some(launch) = server.launched().map_err(gone)? else {
        return Ok(Exit::Success);
    };
    let found = find(&launch, flags, wreck).and_then(|found| {
        server.say(&found.remark).map_err(gone)?;
        with_session(&found, |session, sources, subject| {
            server.serve(session, sources, subject).map_err(gone)
        })
    });
    if let Err(failure) = &found {
        server.refuse(&failure.message).map_err(gone)?;
    }
    Ok(Exit::Success)
}

/// `heddle replay --step`: the same in the terminal.
pub(crate) fn step(request: ReplayRequest, wreck: &Wreck) -> Result<Exit, Failure> {
    let found = Found {
        settings: Settings::new(request.check)?.under(wreck).fine(),
        schedule: request.schedule,
        subject: dap::Subject::default(),
        remark: String::new(),
    };
    let gone = |error: std::io::Error| Failure::input(format!("the terminal is gone: {error}"));
    with_session(&found, |session, sources, subject| {
        let mut console = Console::default();
        let mut out = std::io::stdout();
        let steps = session.steps();
        writeln!(
            out,
            "a run of {steps} steps; n goes on, b back, ? lists all"
        )
        .map_err(gone)?;
        write!(out, "{}", console::here(session, sources)).map_err(gone)?;
        let mut input = std::io::stdin().lock();
        loop {
            write!(out, "heddle> ")
                .and_then(|()| out.flush())
                .map_err(gone)?;
            let mut line = String::new();
            let read = input.by_ref().take(4096).read_line(&mut line);
            if read.map_err(gone)? == 0 {
                return writeln!(out).map_err(gone);
            }
            match console.answer(session, sources, &line) {
                Answer::Quit => return Ok(()),
                Answer::Text(text) => writeln!(out, "{}", text.trim_end()).map_err(gone)?,
            }
            if session.is_at_end() && !session.has_left() && !subject.wrong.is_empty() {
                writeln!(out, "  {}", subject.wrong).map_err(gone)?;
            }
        }
    })?;
    Ok(Exit::Success)
}

/// The run that an editor asks for.
fn find(launch: &Launch, flags: &DebugFlags, wreck: &Wreck) -> Result<Found, Failure> {
    if let Some(directory) = &launch.directory {
        std::env::set_current_dir(directory)
            .map_err(|error| Failure::input(format!("can't go to {directory}: {error}")))?;
    }
    let mut words = flags.words.clone();
    words.extend(launch.options.iter().cloned());
    words.extend(launch.token.iter().chain(&launch.program).cloned());
    if !launch.arguments.is_empty() {
        words.push("--".to_owned());
        words.extend(launch.arguments.iter().cloned());
    }
    match &words[..] {
        [] => Err(Failure::input(
            "say what to step through: \"program\": a file, jar or class; or \"token\": what a report \
             prints after heddle replay",
        )),
        [token] if is_token(token) => recorded(token, wreck),
        _ => checked(words, wreck),
    }
}

fn is_token(word: &str) -> bool {
    let (token, choices) = record::split(word);
    token.is_some() && Schedule::parse(choices).is_ok()
}

/// The run of a report.
fn recorded(token: &str, wreck: &Wreck) -> Result<Found, Failure> {
    let words: Vec<OsString> = ["heddle", "replay", token].map(OsString::from).to_vec();
    let flags = replay_flags(words.clone())?;
    let request = replay::understand(flags, &words)?;
    Ok(Found {
        settings: Settings::new(request.check)?.under(wreck).fine(),
        schedule: request.schedule,
        subject: dap::Subject::default(),
        remark: "the run of the report; step forwards and backwards".to_owned(),
    })
}

fn replay_flags(words: Vec<OsString>) -> Result<ReplayFlags, Failure> {
    match flags::parse(words)? {
        flags::Parsed::Command(command, _) => match *command {
            Command::Replay(flags) => Ok(flags.replay),
            _ => Err(Failure::input("this is no token")),
        },
        flags::Parsed::Answer(_) => Err(Failure::input("this is no token")),
    }
}

/// A program is checked; the run that breaks it, or none.
fn checked(words: Vec<String>, wreck: &Wreck) -> Result<Found, Failure> {
    let mut all: Vec<OsString> = ["heddle", "check"].map(OsString::from).to_vec();
    all.extend(words.into_iter().map(OsString::from));
    let flags = flags::parse_check(all.clone())?;
    let settings = Settings::new(flags)?.under(wreck);
    let report = crate::examine(&settings, &all, Instant::now())?;
    if let Some(violation) = report.violations.first() {
        let mut found = recorded(&violation.schedule, wreck)?;
        found.subject = dap::Subject {
            wrong: violation.message.clone(),
            kind: violation.kind.name().to_owned(),
        };
        found.remark = format!("violated: {}", violation.message);
        return Ok(found);
    }
    let reasons: Vec<&str> = report.unknown.iter().map(|it| it.reason.as_str()).collect();
    let remark = match reasons.is_empty() {
        true => "holds: no schedule breaks it".to_owned(),
        false => format!(
            "no violation was found, but not all was seen: {}",
            reasons.join("; ")
        ),
    };
    Ok(Found {
        settings: settings.fine(),
        schedule: Schedule::default(),
        subject: dap::Subject::default(),
        remark: format!("{remark}. Pick a thread for each step (step into target, or a NUMBER)"),
    })
}

/// Opens a session and has something done with it.
fn with_session(
    found: &Found,
    act: impl FnOnce(&mut Session<'_, '_>, &mut dyn Sources, &dap::Subject) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let settings = &found.settings;
    let loaded = java::load(&settings.target, &settings.plan.limits)?;
    let mut program = java::boot(&loaded, settings)?;
    if let Some(unsupported) = program.unsupported_at_start() {
        return Err(Failure::input(format!(
            "Heddle can't run it: {}",
            unsupported.reason
        )));
    }
    // What the program does with what clocks show is learned by running it.
    let (story, findings) = tell(&mut program, settings, &found.schedule);
    if let Some(misfit) = story.misfit {
        return Err(Failure::input(format!(
            "{misfit}; has the program changed since, or is it another one?"
        )));
    }
    let mut subject = found.subject.clone();
    if let Some(finding) = findings.first().filter(|_| subject.wrong.is_empty()) {
        subject.wrong.clone_from(&finding.message);
        subject.kind = finding.kind.name().to_owned();
    }
    let choices = found.schedule.choices.clone();
    let (mut session, sources) = program.session(choices).map_err(Failure::input)?;
    act(&mut session, sources, &subject)
}
