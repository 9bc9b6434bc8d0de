//! What stands between a bug, or an impatient user, and a mess.
//!
//! The work is done on a thread with a large stack. If it panics, that is a bug of Heddle: the
//! message asks to report it, with the schedule that was being explored.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use explore::{Limits, Wreck};

use crate::exit::Exit;
use crate::host::output;

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

/// Looks after the limits of a check as long as it lives.
pub(crate) struct Watch {
    over: Arc<AtomicBool>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

/// Time between two looks at the clock and at the memory of the process.
const LOOK: Duration = Duration::from_millis(5);

/// Sees to it that a check ends in time, within its memory, and when the user wants it to; also where
/// one step of it takes long.
pub(crate) fn watch(limits: &Limits) -> Watch {
    stop_on_interrupt(limits);
    let over = Arc::new(AtomicBool::new(false));
    let watch = Watch {
        over: Arc::clone(&over),
    };
    let limits = limits.clone();
    let began = Instant::now();
    let look = move || {
        while !over.load(Ordering::Relaxed) {
            let is_late = limits.time.is_some_and(|time| began.elapsed() >= time);
            limits.late.store(is_late, Ordering::Relaxed);
            if let (Some(limit), Some(resident)) = (limits.memory, limits.resident) {
                let held = resident();
                // What ends a long step takes memory itself.
                limits
                    .heavy
                    .store(held >= limit / 10 * 9, Ordering::Relaxed);
                limits.full.store(held >= limit, Ordering::Relaxed);
            }
            std::thread::sleep(LOOK);
        }
    };
    // Without it the search itself looks between its steps.
    let _ = std::thread::Builder::new().spawn(look);
    watch
}

/// Ctrl-C ends the search with a report of what was covered; a second one ends everything.
fn stop_on_interrupt(limits: &Limits) {
    static STOP: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&limits.stop));
    // Without a handler Ctrl-C ends the process, which is no disaster. One serves all checks of a
    // process.
    let _ = ctrlc::set_handler(|| {
        let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner);
        if stop
            .as_ref()
            .is_none_or(|it| it.swap(true, Ordering::Relaxed))
        {
            std::process::exit(130);
        }
    });
}
