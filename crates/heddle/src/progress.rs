//! The progress line on stderr.
//!
//! On a terminal one line that updates itself; elsewhere a plain line every few seconds. Nothing in
//! the first half second, so that short checks print nothing.

use std::io::{IsTerminal, Write};

use explore::{Finding, Flow, Observer, Phase, Progress};

/// Seconds between two lines where stderr is no terminal.
const PLAIN_EVERY: f64 = 10.0;
/// Seconds before the line first shows on a terminal.
const PATIENCE: f64 = 0.5;

/// Shows progress on stderr.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    shows: bool,
    terminal: bool,
    /// Whether a line stands on the terminal.
    written: bool,
    next_plain: f64,
    /// Seconds and transitions at the last line, for the rate.
    last: (f64, u64),
    rate: f64,
}

impl ProgressLine {
    /// A line that shows, or does not.
    pub(crate) fn new(shows: bool) -> ProgressLine {
        ProgressLine {
            shows,
            terminal: std::io::stderr().is_terminal(),
            written: false,
            next_plain: PLAIN_EVERY,
            last: (0.0, 0),
            rate: 0.0,
        }
    }

    /// Takes the line off the terminal.
    pub(crate) fn clear(&mut self) {
        if self.written {
            let _ = write!(std::io::stderr(), "\r\u{1b}[K");
            self.written = false;
        }
    }

    fn text(&mut self, progress: &Progress) -> String {
        let (seconds, transitions) = self.last;
        if progress.seconds > seconds + 0.2 {
            let made = progress.transitions.saturating_sub(transitions);
            self.rate = made as f64 / (progress.seconds - seconds);
            self.last = (progress.seconds, progress.transitions);
        }
        let phase = match progress.phase {
            Phase::Search => "",
            Phase::Stuck => "looking for stuck threads: ",
            Phase::Shorten => "looking for a shorter schedule: ",
        };
        let mut text = format!(
            "{phase}{} states, {} transitions/s, {} open, {} MB, {:.0} s",
            short(progress.states as f64),
            short(self.rate),
            short(progress.open as f64),
            crate::process::resident() >> 20,
            progress.seconds,
        );
        // The guess is coarse, so it is shown only where it says something.
        if let Some(done) = progress
            .fraction
            .filter(|done| (0.01..0.995).contains(done))
        {
            let left = progress.seconds / done * (1.0 - done);
            text += &format!(
                ", perhaps {:.0} % done of {} states, {left:.0} s left",
                done * 100.0,
                short(progress.states as f64 / done),
            );
        }
        text
    }
}

impl Observer for ProgressLine {
    fn progress(&mut self, progress: &Progress) -> Flow {
        if !self.shows || progress.seconds < PATIENCE {
            return Flow::Continue;
        }
        if self.terminal {
            let text = self.text(progress);
            let _ = write!(std::io::stderr(), "\r\u{1b}[K{text}");
            self.written = true;
        } else if progress.seconds >= self.next_plain {
            self.next_plain = progress.seconds + PLAIN_EVERY;
            let text = self.text(progress);
            let _ = writeln!(std::io::stderr(), "heddle: {text}");
        }
        Flow::Continue
    }

    fn found(&mut self, _finding: &Finding) {
        self.clear();
    }
}

/// `1234`, `12.3k`, `4.5M`.
fn short(number: f64) -> String {
    match number {
        _ if number < 10_000.0 => format!("{number:.0}"),
        _ if number < 1e6 => format!("{:.1}k", number / 1e3),
        _ if number < 1e9 => format!("{:.1}M", number / 1e6),
        _ => format!("{:.1}G", number / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 9999.0, 12_345.0, 4_560_000.0, 2e9].map(short);
        assert_eq!(shown, ["0", "9999", "12.3k", "4.6M", "2.0G"]);
    }

    #[test]
    fn the_line_tells_rate_and_guess() {
        let mut line = ProgressLine::new(true);
        let text = line.text(&Progress {
            phase: Phase::Search,
            states: 1000,
            transitions: 4000,
            open: 12,
            store_bytes: 0,
            seconds: 2.0,
            fraction: Some(0.5),
        });
        assert!(
            text.starts_with("1000 states, 2000 transitions/s, 12 open, "),
            "{text}"
        );
        assert!(
            text.ends_with("2 s, perhaps 50 % done of 2000 states, 2 s left"),
            "{text}"
        );
    }
}
