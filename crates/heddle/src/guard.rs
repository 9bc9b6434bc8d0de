//! What stands between a bug, or an impatient user, and a mess.
//!
//! The work is done on a thread with a large stack. If it panics, that is a bug of Heddle: the
//! message asks to report it, with the schedule that was being explored.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use explore::{Limits, Wreck};

use crate::exit::Exit;
use crate::output;

/// Stack of the working thread. Only what is used of it becomes memory.
const STACK: usize = 512 << 20;

/// Runs the program; a panic in it becomes exit code 4.
pub(crate) fn guarded(work: impl FnOnce(&Wreck) -> Exit + Send + 'static) -> Exit {
    let message = Arc::new(Mutex::new(String::new()));
    let heard = Arc::clone(&message);
    std::panic::set_hook(Box::new(move |info| {
        *heard.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string();
    }));
    let wreck = Wreck::default();
    let own = wreck.clone();
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || work(&own));
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        Ok(Err(_)) => {
            let message = message
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone();
            apologize(&message, &wreck);
            Exit::Bug
        }
        Err(error) => {
            output::complain(&format!("can't start a thread: {error}"));
            Exit::Bug
        }
    }
}

fn apologize(message: &str, wreck: &Wreck) {
    output::complain(&format!(
        "internal error: {message}\n\
         This is a bug in Heddle, not in your program. Please report it, with the program and the \
         command line."
    ));
    if let Some(schedule) = wreck.schedule() {
        output::complain(&format!("it happened on this schedule: {schedule}"));
    }
}

/// Ctrl-C ends the search with a report of what was covered; a second one ends everything.
pub(crate) fn stop_on_interrupt(limits: &Limits) {
    let stop = Arc::clone(&limits.stop);
    // Without a handler Ctrl-C ends the process, which is no disaster.
    let _ = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}
