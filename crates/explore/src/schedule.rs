//! A run as the list of its decisions, and its text form.
//!
//! In: choices, or text typed or pasted by a person. Out: the other one. Printing and parsing are
//! inverse: `Schedule::parse(&schedule.to_string())` is the same schedule.
//!
//! The text is choices joined by dots. A choice is the thread's number, then `:` and the variant
//! where it isn't 0: `e` for an expiry, `s` for a spurious wake-up, `t` and n where 2^n nanoseconds
//! have passed before a look at a clock, else a number. A choice taken
//! `n` times in a row is followed by `xn`. So `0x12.1.2:1.1:e` is main twelve times, thread 1,
//! thread 2 with its second alternative, and a time-out of thread 1. The empty schedule is `-`.

use std::fmt;

use machine::Choice;

/// The decisions of one run, in order. Together with the program they determine the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Schedule {
    /// The decisions.
    pub choices: Vec<Choice>,
}

/// More choices than any run has: protects against `0x99999999999`.
const LONGEST: usize = 1 << 28;

impl Schedule {
    /// A schedule of these choices.
    pub fn new(choices: Vec<Choice>) -> Schedule {
        Schedule { choices }
    }

    /// Reads the text form.
    pub fn parse(text: &str) -> Result<Schedule, ScheduleError> {
        let text = text.trim();
        let mut choices = Vec::new();
        if text.is_empty() || text == "-" {
            return Ok(Schedule { choices });
        }
        for part in text.split('.') {
            let error = || ScheduleError {
                part: part.to_owned(),
            };
            let (choice, times) = parse_part(part.trim()).ok_or_else(error)?;
            if times > LONGEST - choices.len() {
                return Err(error());
            }
            choices.extend(std::iter::repeat_n(choice, times));
        }
        Ok(Schedule { choices })
    }

    /// How many decisions.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// How often the run goes from one thread to another.
    pub fn switches(&self) -> usize {
        self.choices
            .windows(2)
            .filter(|pair| pair[0].thread != pair[1].thread)
            .count()
    }

    /// How many expiries and spurious wake-ups it has.
    pub fn unlikely(&self) -> usize {
        self.choices
            .iter()
            .filter(|choice| choice.is_unlikely())
            .count()
    }

    /// Smaller is the better explanation: first without unlikely events, then short, then with few
    /// changes of thread.
    pub fn cost(&self) -> (usize, usize, usize) {
        (self.unlikely(), self.len(), self.switches())
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.choices.is_empty() {
            return f.write_str("-");
        }
        for (position, run) in self.choices.chunk_by(|a, b| a == b).enumerate() {
            if position > 0 {
                f.write_str(".")?;
            }
            write!(f, "{}", run[0].thread)?;
            match run[0].variant {
                0 => {}
                Choice::EXPIRE => f.write_str(":e")?,
                Choice::SPURIOUS => f.write_str(":s")?,
                variant => match Choice::jump_of(variant) {
                    Some(exponent) => write!(f, ":t{exponent}")?,
                    None => write!(f, ":{variant}")?,
                },
            }
            if run.len() > 1 {
                write!(f, "x{}", run.len())?;
            }
        }
        Ok(())
    }
}

/// The alternative that 2^`exponent` nanoseconds have passed before a look at a clock.
fn late(exponent: usize) -> Option<u16> {
    let variant = Choice::late(0, u8::try_from(exponent).ok()?).variant;
    Choice::jump_of(variant).is_some().then_some(variant)
}

fn parse_part(part: &str) -> Option<(Choice, usize)> {
    let (choice, times) = match part.split_once('x') {
        Some((choice, times)) => (choice, number(times)?),
        None => (part, 1),
    };
    let (thread, variant) = match choice.split_once(':') {
        Some((thread, "e")) => (thread, Choice::EXPIRE),
        Some((thread, "s")) => (thread, Choice::SPURIOUS),
        Some((thread, variant)) => match variant.strip_prefix('t') {
            Some(exponent) => (thread, late(number(exponent)?)?),
            None => (thread, u16::try_from(number(variant)?).ok()?),
        },
        None => (choice, 0),
    };
    let thread = u16::try_from(number(thread)?).ok()?;
    (times > 0).then_some((Choice { thread, variant }, times))
}

/// Digits only: `parse` alone would let a sign through.
fn number(text: &str) -> Option<usize> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

/// Text that is no schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleError {
    /// The part that can't be read.
    pub part: String,
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no step of a schedule; a schedule looks like 0x12.1.2:1.1:e",
            self.part
        )
    }
}

impl std::error::Error for ScheduleError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, choices: &[(u16, u16)]) {
        let schedule = Schedule::parse(text).unwrap();
        let expected: Vec<Choice> = choices
            .iter()
            .map(|&(thread, variant)| Choice { thread, variant })
            .collect();
        assert_eq!(schedule.choices, expected);
        assert_eq!(schedule.to_string(), text);
    }

    #[test]
    fn text_and_back() {
        check("-", &[]);
        check("0", &[(0, 0)]);
        check("0x3.1", &[(0, 0), (0, 0), (0, 0), (1, 0)]);
        check(
            "1:e.1:s.2:7x2",
            &[(1, Choice::EXPIRE), (1, Choice::SPURIOUS), (2, 7), (2, 7)],
        );
        check("65535:65533", &[(65535, 65533)]);
    }

    #[test]
    fn spaces_around_are_forgiven() {
        assert_eq!(Schedule::parse(" 0.1 \n").unwrap().len(), 2);
        assert!(Schedule::parse("").unwrap().is_empty());
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "a", "0.", ".0", "0x", "0x0", "x3", "0:", "70000", "-1", "+1", "0x+2", "0:x",
        ] {
            assert!(Schedule::parse(text).is_err(), "{text}");
        }
        assert!(Schedule::parse("0x99999999999999").is_err());
        assert!(Schedule::parse("0x200000000.0x200000000").is_err());
    }

    #[test]
    fn cost_prefers_likely_then_short_then_few_switches() {
        let cost = |text: &str| Schedule::parse(text).unwrap().cost();
        assert!(cost("0x9") < cost("0:e"));
        assert!(cost("0.1") < cost("0x3"));
        assert!(cost("0x2.1x2") < cost("0.1.0.1"));
    }
}
