//! The virtual clocks, and what is known of numbers that come from them.
//!
//! The clocks of a state always show the same: its *present*. When time passes, it is not the clock
//! that moves: every time stamp that the program keeps moves into the past by as much. So a state
//! holds time stamps relative to its own present, and a loop that waits again and again comes back
//! to a state it has been in.
//!
//! Which numbers are time stamps is known by where they come from, not by their value: a look at a
//! clock gives a word with a [`Stamp`], and the interpreter carries stamps along (`stamps.rs`).
//! There are two sorts. A [`Moment`] is a point in time as some clock showed it, maybe divided,
//! multiplied or taken modulo something: `currentTimeMillis() / 1000`, the seconds and the
//! nanoseconds of an `Instant`. It remembers its point in time to the nanosecond, so that the number
//! is right after any time has passed. A [`Span`] is a difference of moments. It does not move, but
//! what it is compared with tells which lengths of time make a difference to the program.
//!
//! A number that is made from a moment in any other way (its bits, its digits) stays as it is when
//! time passes. The reports say so.

use program::{BinaryOperator, UnaryOperator};

use crate::value::to_double;

/// What `System.nanoTime` gives.
pub(crate) const NANO_BASE: i64 = 0x0100_5eed_0000_0000;
/// What `System.currentTimeMillis` gives: 2026-01-01, and a bit.
pub(crate) const MILLI_BASE: i64 = 1_767_225_600_000 + 0x5eed;
/// The same in nanoseconds.
const WALL_BASE: i64 = MILLI_BASE * 1_000_000;
/// How far from the present a number near what a clock shows is taken for a time stamp where its
/// origin is not known: about 52 days of nanoseconds, about 50 days of milliseconds.
const NANO_RANGE: i64 = 1 << 52;
const MILLI_RANGE: i64 = 1 << 32;
/// Nobody waits that long, 36 years: a greater number that is added to a moment only changes how
/// the moment is written.
const FAR: i128 = 1 << 60;
/// Lengths of time above this, 417 days, are compared with to avoid overflow.
const LONGEST: f64 = (1u64 << 55) as f64;

/// How much later than the start a clock showed this, in its own unit; `None` if none has. This
/// goes by the value alone, and serves models of the initial state.
pub(crate) fn since_start(word: u64) -> Option<i64> {
    let value = word as i64;
    let near = |base: i64, range: i64| {
        let passed = value.wrapping_sub(base);
        (passed.unsigned_abs() < range as u64).then_some(passed)
    };
    near(NANO_BASE, NANO_RANGE).or_else(|| near(MILLI_BASE, MILLI_RANGE))
}

/// What is known of a number that comes from a clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stamp {
    /// A point in time.
    Moment(Moment),
    /// A length of time.
    Span(Span),
}

/// A point in time as a number: `factor * ((clock mod modulus) / divisor)`, and maybe something
/// that is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Whether it is from the clock of the day, and not from that of `nanoTime`.
    pub(crate) wall: bool,
    /// Whether code of the program's own looked, and not the library for itself.
    pub(crate) own: bool,
    /// Whether something was added to what a clock showed: a deadline.
    pub(crate) planned: bool,
    /// Nanoseconds, counted from the present: negative in the past.
    pub(crate) at: i64,
    pub(crate) divisor: i64,
    pub(crate) factor: i64,
    /// 0 for none.
    pub(crate) modulus: i64,
}

/// A length of time as a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// By how many nanoseconds the difference of the moments is greater where the number is greater
    /// by 1.
    pub(crate) unit: f64,
    /// The difference in nanoseconds.
    pub(crate) gap: i64,
    /// Whether it is what is left until some moment, or negative since then: it is less when a clock is
    /// looked at later.
    pub(crate) left: bool,
    /// Whether it is how far a deadline lies in the past, or negative until then.
    pub(crate) until: bool,
    /// Whether code of the program's own looked at the clock for it.
    pub(crate) own: bool,
}

/// What a comparison with a stamp tells about the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Notice {
    /// It would come out otherwise if a look had been so many nanoseconds later.
    pub(crate) later: Option<f64>,
    /// Whether a longer time would do as well as this one.
    pub(crate) at_least: bool,
    /// It tells apart lengths of time up to this.
    pub(crate) reach: f64,
}

impl Moment {
    /// The present, in nanoseconds of a clock.
    pub(crate) fn now(wall: bool) -> Moment {
        Moment {
            wall,
            own: true,
            planned: false,
            at: 0,
            divisor: 1,
            factor: 1,
            modulus: 0,
        }
    }

    /// The number, but for what was added to it.
    fn shown(self) -> i64 {
        let zero = if self.wall { WALL_BASE } else { NANO_BASE };
        let mut clock = zero.wrapping_add(self.at);
        if self.modulus != 0 {
            clock = clock.rem_euclid(self.modulus);
        }
        clock.div_euclid(self.divisor).wrapping_mul(self.factor)
    }

    /// What the word of this moment becomes when the moment lies elsewhere.
    pub(crate) fn moved(self, word: u64, at: i64) -> (u64, Moment) {
        let moved = Moment { at, ..self };
        let difference = moved.shown().wrapping_sub(self.shown());
        ((word as i64).wrapping_add(difference) as u64, moved)
    }

    fn unit(self) -> f64 {
        self.divisor as f64 / self.factor as f64
    }

    /// So much later, in its own unit.
    fn plus(self, number: i64) -> Moment {
        let nanos = i128::from(number) * i128::from(self.divisor) / i128::from(self.factor);
        if self.modulus != 0 || nanos.abs() >= FAR {
            return self;
        }
        Moment {
            at: self.at.saturating_add(nanos as i64),
            planned: self.planned || nanos > 0,
            ..self
        }
    }

    fn times(self, number: i64) -> Option<Moment> {
        let factor = self.factor.checked_mul(number)?;
        (number > 0).then_some(Moment { factor, ..self })
    }

    fn over(self, number: i64) -> Option<Moment> {
        if number <= 0 {
            return None;
        }
        if self.factor == 1 {
            let divisor = self.divisor.checked_mul(number)?;
            return Some(Moment { divisor, ..self });
        }
        let factor = self.factor / number;
        (self.factor % number == 0).then_some(Moment { factor, ..self })
    }

    fn modulo(self, number: i64) -> Option<Moment> {
        if number <= 0 || self.factor != 1 {
            return None;
        }
        let modulus = self.divisor.checked_mul(number)?;
        let fits = self.modulus == 0 || self.modulus % modulus == 0;
        fits.then_some(Moment { modulus, ..self })
    }

    /// The seconds of a moment as milliseconds, and the milliseconds within the second; and the like.
    fn with_rest(self, rest: Moment) -> Option<Moment> {
        let fits = self.modulus == 0
            && (self.wall, self.at) == (rest.wall, rest.at)
            && rest.modulus == self.divisor
            && rest.factor == 1
            && rest.divisor.checked_mul(self.factor) == Some(self.divisor);
        fits.then_some(Moment { modulus: 0, ..rest })
    }

    /// The length of time between two moments.
    fn since(self, other: Moment) -> Option<Span> {
        (self.wall == other.wall).then(|| Span {
            unit: self.unit(),
            gap: self.at.saturating_sub(other.at),
            left: other.at == 0 && (self.at != 0 || self.planned && !other.planned),
            until: other.planned,
            own: self.own || other.own,
        })
    }
}

impl Stamp {
    /// Words that a stamp takes in a part.
    pub(crate) const WORDS: usize = 5;

    /// Writes the stamp of the register, slot or element with this number.
    pub(crate) fn write(self, place: usize, words: &mut Vec<u64>) {
        let place = place as u64;
        words.extend(match self {
            Stamp::Moment(it) => [
                place
                    | u64::from(it.wall) << 32
                    | u64::from(it.own) << 34
                    | u64::from(it.planned) << 35,
                it.at as u64,
                it.divisor as u64,
                it.factor as u64,
                it.modulus as u64,
            ],
            Stamp::Span(it) => {
                let sort =
                    2 | u64::from(it.left) | u64::from(it.own) << 2 | u64::from(it.until) << 3;
                [place | sort << 32, it.unit.to_bits(), it.gap as u64, 0, 0]
            }
        });
    }

    /// Reads what was written.
    pub(crate) fn read(words: &[u64]) -> (usize, Stamp) {
        let own = words[0] >> 34 & 1 != 0;
        let about_deadline = words[0] >> 35 & 1 != 0;
        let stamp = match words[0] >> 32 & 3 {
            sort @ (0 | 1) => Stamp::Moment(Moment {
                wall: sort == 1,
                own,
                planned: about_deadline,
                at: words[1] as i64,
                divisor: words[2] as i64,
                factor: words[3] as i64,
                modulus: words[4] as i64,
            }),
            sort => Stamp::Span(Span {
                unit: f64::from_bits(words[1]),
                gap: words[2] as i64,
                left: sort == 3,
                until: about_deadline,
                own,
            }),
        };
        (words[0] as u32 as usize, stamp)
    }
}

/// The stamp of `left operator right`.
pub(crate) fn combine(
    operator: BinaryOperator,
    left: (u64, Option<Stamp>),
    right: (u64, Option<Stamp>),
) -> Option<Stamp> {
    use BinaryOperator as B;
    use Stamp::{Moment as M, Span as S};
    let number = |word: u64| word as i64;
    match operator {
        B::LAdd | B::IAdd => match (left.1, right.1) {
            (Some(M(a)), Some(M(b))) => a.with_rest(b).or_else(|| b.with_rest(a)).map(M),
            (Some(M(a)), _) => Some(M(a.plus(number(right.0)))),
            (_, Some(M(b))) => Some(M(b.plus(number(left.0)))),
            // Of a sum, the last part is the newest.
            (left, right) => right.or(left),
        },
        B::LSub | B::ISub => match (left.1, right.1) {
            (Some(M(a)), Some(M(b))) => a.since(b).map(S),
            (Some(M(a)), _) => Some(M(a.plus(number(right.0).wrapping_neg()))),
            (_, Some(M(_))) => None,
            (Some(S(a)), _) => Some(S(a)),
            (None, Some(S(b))) => Some(S(b.negative())),
            (None, None) => None,
        },
        B::LMul | B::IMul => match (left.1, right.1) {
            (Some(M(a)), None) => a.times(number(right.0)).map(M),
            (None, Some(M(b))) => b.times(number(left.0)).map(M),
            (Some(S(a)), None) => Some(S(a.scaled(1.0 / number(right.0) as f64))),
            (None, Some(S(b))) => Some(S(b.scaled(1.0 / number(left.0) as f64))),
            _ => None,
        },
        B::LDiv | B::IDiv => match (left.1, right.1) {
            (Some(M(a)), None) => a.over(number(right.0)).map(M),
            (Some(S(a)), None) => Some(S(a.scaled(number(right.0) as f64))),
            _ => None,
        },
        B::LRem | B::IRem => match (left.1, right.1) {
            (Some(M(a)), None) => a.modulo(number(right.0)).map(M),
            (Some(S(a)), None) => Some(S(a)),
            _ => None,
        },
        B::DAdd | B::DSub | B::FAdd | B::FSub => match (left.1, right.1) {
            (Some(S(a)), _) => Some(S(a)),
            (None, Some(S(b))) if operator == B::DAdd || operator == B::FAdd => Some(S(b)),
            (None, Some(S(b))) => Some(S(b.negative())),
            _ => None,
        },
        B::DMul => match (left.1, right.1) {
            (Some(S(a)), None) => Some(S(a.scaled(1.0 / to_double(right.0)))),
            (None, Some(S(b))) => Some(S(b.scaled(1.0 / to_double(left.0)))),
            _ => None,
        },
        B::DDiv => match (left.1, right.1) {
            (Some(S(a)), None) => Some(S(a.scaled(to_double(right.0)))),
            _ => None,
        },
        // Whether a length of time is 0, or below 0, is asked in such ways.
        B::LAnd | B::LOr | B::LXor | B::IAnd | B::IOr | B::IXor => match (left.1, right.1) {
            (Some(S(span)), _) | (_, Some(S(span))) => Some(S(span)),
            _ => None,
        },
        B::LShl | B::LShr | B::LUshr | B::IShl | B::IShr | B::IUshr => match (left.1, right.1) {
            (Some(S(a)), None) => {
                let by = (1u64 << (right.0 & 63)) as f64;
                let divides = !matches!(operator, B::LShl | B::IShl);
                Some(S(a.scaled(if divides { by } else { 1.0 / by })))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The stamp of `operator source`.
pub(crate) fn convert(operator: UnaryOperator, word: u64, stamp: Stamp) -> Option<Stamp> {
    use UnaryOperator as U;
    match (operator, stamp) {
        (U::INeg | U::LNeg | U::FNeg | U::DNeg, Stamp::Span(span)) => {
            Some(Stamp::Span(span.negative()))
        }
        (U::IntToByte | U::IntToChar | U::IntToShort, _) => None,
        (_, Stamp::Span(_)) => Some(stamp),
        (U::IntToLong, Stamp::Moment(_)) => Some(stamp),
        (U::LongToInt, Stamp::Moment(_)) => i32::try_from(word as i64).is_ok().then_some(stamp),
        (_, Stamp::Moment(_)) => None,
    }
}

impl Span {
    fn negative(self) -> Span {
        Span {
            unit: -self.unit,
            ..self
        }
    }

    fn scaled(self, by: f64) -> Span {
        let unit = self.unit * by;
        let is_number = unit.is_finite() && unit != 0.0;
        Span {
            unit: if is_number { unit } else { self.unit },
            ..self
        }
    }

    /// A span, as a number, is compared with another number.
    fn compared(self, own: f64, other: f64) -> Option<Notice> {
        // The comparison changes where the moments lie so far apart.
        let change = (other - own) * self.unit;
        let critical = (self.gap as f64 + change).abs() + self.unit.abs();
        let later = match self.left {
            true => -change,
            // Which of the two looks came later is not known: the number may become more or less.
            false if self.gap == 0 && !self.until => change.abs(),
            false => change,
        };
        // What is left until a moment, or the same as a negative number.
        let is_until = self.left || self.until && self.gap <= 0;
        let jump = match is_until {
            true => later + self.unit.abs(),
            false => critical,
        };
        (critical < LONGEST).then_some(Notice {
            later: (later >= 0.0 && jump < LONGEST).then_some(jump),
            at_least: is_until,
            reach: critical,
        })
    }
}

/// What it tells that two numbers are compared, of which one at least has a stamp.
pub(crate) fn compared(left: (f64, Option<Stamp>), right: (f64, Option<Stamp>)) -> Option<Notice> {
    let is_own = |stamp: Option<Stamp>| match stamp {
        None => true,
        Some(Stamp::Moment(moment)) => moment.own,
        Some(Stamp::Span(span)) => span.own,
    };
    let mut notice = difference(left, right)?;
    if !is_own(left.1) || !is_own(right.1) {
        notice.later = None;
    }
    notice.at_least |= left.1.is_some() && right.1.is_some();
    Some(notice)
}

fn difference(left: (f64, Option<Stamp>), right: (f64, Option<Stamp>)) -> Option<Notice> {
    match (left.1, right.1) {
        (Some(Stamp::Moment(a)), Some(Stamp::Moment(b))) if a.wall == b.wall => {
            let unit = a.unit().max(b.unit());
            let nanos = match (a.at, b.at) {
                (0, other) | (other, 0) => other,
                (one, other) => one.abs_diff(other) as i64,
            };
            let later = nanos as f64 + unit;
            Some(Notice {
                later: (nanos >= 0 && later < LONGEST).then_some(later),
                at_least: true,
                reach: unit,
            })
        }
        (Some(Stamp::Span(span)), _) => span.compared(left.0, right.0),
        (_, Some(Stamp::Span(span))) => span.compared(right.0, left.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
