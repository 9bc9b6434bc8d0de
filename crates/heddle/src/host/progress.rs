//! The progress line on stderr.
//!
//! On a terminal one line that updates itself; elsewhere a plain line every few seconds. Nothing in
//! the first half second, so that short checks print nothing.

use std::io::{IsTerminal, Write};

use explore::{Estimate, Finding, Flow, Observer, Phase, Progress};

/// Seconds between two lines where stderr is no terminal.
const PLAIN_EVERY: f64 = 10.0;
/// Seconds before the line first shows on a terminal.
const PATIENCE: f64 = 0.5;

/// How far a search has come, perhaps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    estimate: Estimate,
    /// What it took to come there.
    seconds: f64,
}

impl Guess {
    #[cfg(test)]
    pub(crate) fn new(done: f64, seconds: f64) -> Guess {
        let states = None;
        let estimate = Estimate { done, states };
        Guess { estimate, seconds }
    }

    /// A guess below this is as good as none, and so is one that nearly all is done.
    const LEAST: f64 = 0.02;
    const MOST: f64 = 0.99;

    /// The part that is done, between 0 and 1, where the guess is worth something.
    pub(crate) fn part(self) -> Option<f64> {
        Some(self.estimate.done).filter(|it| (Guess::LEAST..=Guess::MOST).contains(it))
    }

    /// Seconds that the rest takes at the same pace.
    pub(crate) fn left(self) -> f64 {
        let done = self.estimate.done.max(Guess::LEAST);
        self.seconds / done * (1.0 - done)
    }
}

/// Shows progress on stderr.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    shows: bool,
    terminal: bool,
    /// Whether a line stands on the terminal.
    written: bool,
    next_plain: f64,
    /// The phase, and the most states that were shown in it: a search that begins again counts from
    /// nothing.
    most: (Phase, u64),
    /// The last guess that the search itself has made.
    guess: Option<Guess>,
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
            most: (Phase::Search, 0),
            guess: None,
            last: (0.0, 0),
            rate: 0.0,
        }
    }

    /// How far the search had come when it was last looked at, if there is a guess.
    pub(crate) fn guess(&self) -> Option<Guess> {
        self.guess
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
        if self.most.0 != progress.phase {
            self.most = (progress.phase, 0);
        }
        self.most.1 = self.most.1.max(progress.states);
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
            short(self.most.1 as f64),
            short(self.rate),
            short(progress.open as f64),
            crate::host::process::resident() >> 20,
            progress.seconds,
        );
        if let Some(estimate) = progress.estimate {
            text += &tell(estimate, progress.round_seconds);
        }
        text
    }
}

impl Observer for ProgressLine {
    fn progress(&mut self, progress: &Progress) -> Flow {
        if progress.phase == Phase::Search {
            self.guess = progress.estimate.map(|estimate| Guess {
                estimate,
                seconds: progress.round_seconds,
            });
        }
        if !self.shows || progress.seconds < PATIENCE {
            return Flow::Continue;
        }
        if self.terminal {
            let text = fitting(self.text(progress), width());
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

/// Columns of the terminal, if it tells.
fn width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    size.map(|(width, _)| usize::from(width.0))
}

/// As much of a line as fits: one that is broken can't be taken off the terminal again.
fn fitting(text: String, width: Option<usize>) -> String {
    match width {
        Some(width) if width > 0 && text.chars().count() >= width => {
            text.chars().take(width - 1).collect()
        }
        _ => text,
    }
}

/// How far the search has come, after so many seconds. A guess is coarse, and is not made to look finer
/// than it is: nothing is said where it would be that all is done.
fn tell(estimate: Estimate, seconds: f64) -> String {
    let Estimate { done, states } = estimate;
    let left = seconds / done * (1.0 - done);
    let whole = |states| short(rounded(states)).replace(".0", "");
    match states {
        None if done == 0.0 => String::new(),
        None => format!(", {:.0} % done, {} left", done * 100.0, duration(left)),
        Some(_) if done > 0.99 => String::new(),
        Some(states) if done < 0.01 => format!(
            ", perhaps less than 1 % done: there may be {} states",
            whole(states)
        ),
        Some(states) => format!(
            ", perhaps {:.0} % done of {} states, {} left",
            rounded(done * 100.0),
            whole(states),
            duration(rounded(left))
        ),
    }
}

/// To one digit.
fn rounded(number: f64) -> f64 {
    if number < 1.0 {
        return number.ceil();
    }
    let unit = 10_f64.powf(number.log10().floor());
    (number / unit).round() * unit
}

/// `40 s`, `3 min`, `2 h`.
fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 100.0 => format!("{seconds:.0} s"),
        _ if seconds < 6000.0 => format!("{:.0} min", seconds / 60.0),
        _ if seconds < 48.0 * 3600.0 => format!("{:.0} h", seconds / 3600.0),
        _ => format!("{} days", short(seconds / 86_400.0)),
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
            seconds: 3.0,
            round_seconds: 2.0,
            estimate: Some(Estimate {
                done: 0.5,
                states: Some(2000.0),
            }),
        });
        assert!(
            text.starts_with("1000 states, 1333 transitions/s, 12 open, "),
            "{text}"
        );
        assert!(
            text.ends_with("3 s, perhaps 50 % done of 2000 states, 2 s left"),
            "{text}"
        );
    }

    #[test]
    fn counts_never_run_backwards() {
        let mut line = ProgressLine::new(true);
        let mut shown = |phase, states| {
            let text = line.text(&Progress {
                phase,
                states,
                transitions: 0,
                open: 0,
                store_bytes: 0,
                seconds: 1.0,
                round_seconds: 1.0,
                estimate: None,
            });
            text.split(" states").next().unwrap_or_default().to_owned()
        };
        assert_eq!(shown(Phase::Search, 700), "700");
        assert_eq!(shown(Phase::Search, 3), "700");
        assert_eq!(shown(Phase::Search, 701), "701");
        assert_eq!(shown(Phase::Stuck, 9), "looking for stuck threads: 9");
    }

    #[test]
    fn a_line_is_cut_to_the_terminal() {
        let cut = |width| fitting("größe 12345".to_owned(), width);
        assert_eq!(cut(None), "größe 12345");
        assert_eq!(cut(Some(12)), "größe 12345");
        assert_eq!(cut(Some(11)), "größe 1234");
        assert_eq!(cut(Some(6)), "größe");
        assert_eq!(cut(Some(1)), "");
    }

    #[test]
    fn a_guess_is_coarse() {
        let guess = |done, states| {
            let states = Some(states);
            tell(Estimate { done, states }, 60.0)
        };
        assert_eq!(
            guess(0.37, 2_671_101.0),
            ", perhaps 40 % done of 3M states, 2 min left"
        );
        assert_eq!(
            guess(0.013, 7.4e9),
            ", perhaps 1 % done of 7G states, 83 min left"
        );
        assert_eq!(
            guess(0.002, 7.4e9),
            ", perhaps less than 1 % done: there may be 7G states"
        );
        assert_eq!(guess(0.999, 1000.0), "");
        let runs = Estimate {
            done: 0.25,
            states: None,
        };
        assert_eq!(tell(runs, 60.0), ", 25 % done, 3 min left");
        assert_eq!(tell(Estimate { done: 0.0, ..runs }, 60.0), "");
        assert_eq!([0.0, 0.3, 7.0, 95.0].map(rounded), [0.0, 1.0, 7.0, 100.0]);
    }
}
