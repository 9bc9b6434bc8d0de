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
//! A number that is made from a moment in any other way (its bits, its digits, a date, a text) is
//! [`Stamp::Derived`]. Such a number can't be moved. Where the program compares one, time passes the other
//! way as long as a state holds some: the clocks move by a *shift*, which is part of the state, and what
//! the program keeps stays as it is. So everything is what a real clock would have given; only loops that
//! keep such numbers for ever don't come back to a state they have been in.

use program::BinaryOperator as B;
use program::{BinaryOperator, UnaryOperator};

use crate::value::{to_double, to_float};

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
pub(crate) const LONGEST: f64 = (1u64 << 55) as f64;

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
    /// By how much the quotient of a moment by `modulus` is greater after `added` was added to it: 0 or 1,
    /// as a rule. It makes a moment of that quotient again.
    Carry(Moment),
    /// Made from a moment in some other way; whether code of the program's own looked at the clock for it.
    Derived(bool),
}

/// A point in time as a number: `factor * ((clock mod modulus) / divisor)`, and maybe something
/// that is added once and for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Whether it is from the clock of the day, and not from that of `nanoTime`.
    pub(crate) wall: bool,
    /// Whether code of the program's own looked, and not the library for itself.
    pub(crate) own: bool,
    /// Nanoseconds that were added to what a clock showed, to make a deadline of it.
    pub(crate) offset: i64,
    /// Nanoseconds, counted from the present: negative in the past.
    pub(crate) at: i64,
    pub(crate) divisor: i64,
    pub(crate) factor: i64,
    /// 0 for none.
    pub(crate) modulus: i64,
    /// What was added since the modulus was taken, where that may be taken again.
    pub(crate) added: i64,
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
            offset: 0,
            at: 0,
            divisor: 1,
            factor: 1,
            modulus: 0,
            added: 0,
        }
    }

    /// The clock at this moment, where clocks have moved by so much.
    fn clock(self, shift: i64) -> i64 {
        let zero = if self.wall { WALL_BASE } else { NANO_BASE };
        zero.wrapping_add(shift).wrapping_add(self.at)
    }

    /// The number, but for what was added to it, where clocks have moved by so much.
    pub(crate) fn shown(self, shift: i64) -> i64 {
        let mut clock = self.clock(shift);
        if self.modulus != 0 {
            clock = clock.rem_euclid(self.modulus);
        }
        clock.div_euclid(self.divisor).wrapping_mul(self.factor)
    }

    /// The same as a number of quotients, for a [`Stamp::Carry`].
    fn carried(self, shift: i64) -> i64 {
        let clock = self.clock(shift);
        let after = clock.wrapping_add(self.added).div_euclid(self.modulus);
        after.wrapping_sub(clock.div_euclid(self.modulus))
    }

    /// So much later, in its own unit.
    fn plus(self, number: i64) -> Option<Moment> {
        if number == 0 {
            return Some(self);
        }
        if self.modulus != 0 {
            let is_whole = self.divisor == 1 && self.factor == 1;
            let added = self.added.checked_add(number)?;
            return (is_whole && added.unsigned_abs() <= self.modulus.unsigned_abs())
                .then_some(Moment { added, ..self });
        }
        let nanos = i128::from(number) * i128::from(self.divisor) / i128::from(self.factor);
        if nanos.abs() >= FAR || number % self.factor != 0 {
            return Some(self);
        }
        Some(Moment {
            at: self.at.saturating_add(nanos as i64),
            offset: self.with_offset(nanos as i64),
            ..self
        })
    }

    pub(crate) fn unit(self) -> f64 {
        self.divisor as f64 / self.factor as f64
    }

    fn times(self, number: i64) -> Option<Moment> {
        let factor = self.factor.checked_mul(number)?;
        (number > 0 && self.added == 0).then_some(Moment { factor, ..self })
    }

    /// The quotient by a number, which must be known exactly.
    fn over(self, number: i64) -> Quotient {
        if number <= 0 {
            return Quotient::Lost;
        }
        if self.added != 0 {
            return match number == self.modulus {
                true => Quotient::Stamp(Stamp::Carry(self)),
                false => Quotient::Lost,
            };
        }
        if self.factor == 1 {
            return match self.divisor.checked_mul(number) {
                // What is below the modulus has no quotient by it.
                Some(divisor) if self.modulus != 0 && divisor >= self.modulus => Quotient::Zero,
                Some(divisor) => Quotient::of(Moment { divisor, ..self }),
                None => Quotient::Lost,
            };
        }
        match self.factor % number {
            0 => Quotient::of(Moment {
                factor: self.factor / number,
                ..self
            }),
            _ => Quotient::Lost,
        }
    }

    fn modulo(self, number: i64) -> Option<Moment> {
        if number <= 0 || self.factor != 1 {
            return None;
        }
        if self.added != 0 {
            return (number == self.modulus).then_some(Moment {
                at: self.at.checked_add(self.added)?,
                offset: self.with_offset(self.added),
                added: 0,
                ..self
            });
        }
        let modulus = self.divisor.checked_mul(number)?;
        let fits = self.modulus == 0 || self.modulus % modulus == 0;
        fits.then_some(Moment { modulus, ..self })
    }

    /// Whether two numbers are of one moment of one clock.
    fn is_with(self, other: Moment) -> bool {
        (self.wall, self.at, self.added, other.added) == (other.wall, other.at, 0, 0)
    }

    /// The seconds of a moment as milliseconds, and the milliseconds within the second; and the like.
    fn with_rest(self, rest: Moment) -> Option<Moment> {
        let fits = self.is_with(rest)
            && (self.modulus == 0 || self.modulus % self.divisor == 0)
            && rest.modulus == self.divisor
            && i128::from(rest.divisor) * i128::from(self.factor)
                == i128::from(self.divisor) * i128::from(rest.factor);
        fits.then_some(Moment {
            modulus: self.modulus,
            ..rest
        })
    }

    /// A moment without its rest, such as the milliseconds of whole seconds.
    fn without_rest(self, rest: Moment) -> Option<Moment> {
        let fits = self.is_with(rest)
            && (self.factor, rest.factor) == (1, 1)
            && self.divisor == rest.divisor
            && rest.modulus % self.divisor == 0
            && rest.modulus != 0
            && (self.modulus == 0 || self.modulus > rest.modulus)
            && (self.modulus == 0 || self.modulus % rest.modulus == 0);
        fits.then_some(Moment {
            divisor: rest.modulus,
            factor: rest.modulus / self.divisor,
            ..self
        })
    }

    /// The rest of a moment without its whole part, such as the milliseconds within the second.
    fn rest_of(self, whole: Moment) -> Option<Moment> {
        let fits = self.is_with(whole)
            && self.factor == 1
            && whole.factor > 1
            && self.modulus == whole.modulus
            && (whole.modulus == 0 || whole.modulus % whole.divisor == 0)
            && self.divisor.checked_mul(whole.factor) == Some(whole.divisor);
        fits.then_some(Moment {
            modulus: whole.divisor,
            ..self
        })
    }

    /// Whether what was added to the number once and for all is a multiple of another, so that it has
    /// nothing to do with quotients and rests by that.
    fn is_whole(self, word: u64, shift: i64, number: i64) -> bool {
        let shown = self.shown(shift).wrapping_add(self.added);
        (word as i64).wrapping_sub(shown).checked_rem(number) == Some(0)
    }

    /// The quotient of a moment with what was carried into it.
    fn with_carry(self, carry: Moment) -> Option<Moment> {
        let fits = (self.wall, self.at, self.added) == (carry.wall, carry.at, 0)
            && (self.modulus, self.factor) == (0, 1)
            && self.divisor == carry.modulus;
        fits.then_some(Moment {
            at: self.at.checked_add(carry.added)?,
            offset: self.with_offset(carry.added),
            ..self
        })
    }

    /// The offset after so much more was added. Of looks of the library it matters only whether there is one.
    fn with_offset(self, nanos: i64) -> i64 {
        match self.own {
            true => self.offset.saturating_add(nanos),
            false => self.offset.max(i64::from(nanos > 0)),
        }
    }

    /// The same moment, of a look that is not known to be older than the reach: a deadline that is put off
    /// again and again is no other one for that.
    fn of_recent_look(self, reach: i64) -> Moment {
        match self.own && self.look() < -reach {
            true => Moment {
                offset: self.at.saturating_add(reach),
                ..self
            },
            false => self,
        }
    }

    /// Whether it is a deadline.
    fn is_planned(self) -> bool {
        self.offset > 0
    }

    /// When the clock was looked at for it.
    fn look(self) -> i64 {
        self.at.saturating_sub(self.offset)
    }

    /// How much later a look must have been for two moments to come in the other order, if that can be:
    /// of two looks only the newer may be later, as far as the other is concerned.
    fn later_by(self, other: Moment) -> Option<i64> {
        let ahead = self.at.saturating_sub(other.at);
        let can_be = match ahead {
            1.. => other.look() >= self.look(),
            0 => true,
            _ => self.look() >= other.look(),
        };
        can_be.then_some(ahead.saturating_abs())
    }

    /// The length of time between two moments.
    fn since(self, other: Moment) -> Option<Span> {
        let is_length = (self.added, other.added) == (0, 0)
            && self.modulus == other.modulus
            && (self.divisor, self.factor) == (other.divisor, other.factor);
        (is_length && self.wall == other.wall).then(|| Span {
            unit: self.unit(),
            gap: self.at.saturating_sub(other.at),
            left: other.at == 0 && (self.at != 0 || self.is_planned() && !other.is_planned()),
            until: other.is_planned(),
            own: self.own || other.own,
        })
    }
}

/// What becomes of a moment that is divided.
enum Quotient {
    Stamp(Stamp),
    /// It is 0 at any time.
    Zero,
    Lost,
}

impl Quotient {
    fn of(moment: Moment) -> Quotient {
        Quotient::Stamp(Stamp::Moment(moment))
    }
}

impl Stamp {
    /// Words that a stamp takes in a part.
    pub(crate) const WORDS: usize = 7;

    /// Whether code of the program's own looked at a clock for it.
    pub(crate) fn is_own(self) -> bool {
        match self {
            Stamp::Moment(moment) | Stamp::Carry(moment) => moment.own,
            Stamp::Span(span) => span.own,
            Stamp::Derived(own) => own,
        }
    }

    /// Whether the number would be another one if the clocks had shown other times.
    fn is_of_clock(self) -> bool {
        !matches!(self, Stamp::Span(_))
    }

    /// What the word of this stamp becomes when its moment lies elsewhere and clocks have moved by
    /// another shift.
    pub(crate) fn moved(self, word: u64, at: i64, shifts: (i64, i64)) -> (u64, Stamp) {
        let (before, after, stamp) = match self {
            Stamp::Moment(moment) => {
                let moved = Moment { at, ..moment };
                let (before, after) = (moment.shown(shifts.0), moved.shown(shifts.1));
                (before, after, Stamp::Moment(moved))
            }
            Stamp::Carry(moment) => {
                let moved = Moment { at, ..moment };
                let (before, after) = (moment.carried(shifts.0), moved.carried(shifts.1));
                (before, after, Stamp::Carry(moved))
            }
            Stamp::Span(_) | Stamp::Derived(_) => return (word, self),
        };
        let difference = after.wrapping_sub(before);
        ((word as i64).wrapping_add(difference) as u64, stamp)
    }

    /// The same, of a look that is not known to be older than the reach.
    pub(crate) fn of_recent_look(self, reach: i64) -> Stamp {
        match self {
            Stamp::Moment(moment) => Stamp::Moment(moment.of_recent_look(reach)),
            Stamp::Carry(moment) => Stamp::Carry(moment.of_recent_look(reach)),
            Stamp::Span(_) | Stamp::Derived(_) => self,
        }
    }

    /// The moment that it is of, if that is known.
    pub(crate) fn moment(self) -> Option<Moment> {
        match self {
            Stamp::Moment(moment) | Stamp::Carry(moment) => Some(moment),
            Stamp::Span(_) | Stamp::Derived(_) => None,
        }
    }

    /// Writes the stamp of the register, slot or element with this number.
    pub(crate) fn write(self, place: usize, words: &mut Vec<u64>) {
        let place = place as u64;
        let of_moment = |sort: u64, it: Moment| {
            let flags = u64::from(it.wall) | u64::from(it.own) << 1;
            [
                place | sort << 32 | flags << 34,
                it.at as u64,
                it.divisor as u64,
                it.factor as u64,
                it.modulus as u64,
                it.added as u64,
                it.offset as u64,
            ]
        };
        words.extend(match self {
            Stamp::Moment(it) => of_moment(0, it),
            Stamp::Carry(it) => of_moment(1, it),
            Stamp::Span(it) => {
                let flags = u64::from(it.left) | u64::from(it.own) << 1 | u64::from(it.until) << 2;
                let first = place | 2 << 32 | flags << 34;
                [first, it.unit.to_bits(), it.gap as u64, 0, 0, 0, 0]
            }
            Stamp::Derived(own) => [place | 3 << 32 | u64::from(own) << 35, 0, 0, 0, 0, 0, 0],
        });
    }

    /// Reads what was written.
    pub(crate) fn read(words: &[u64]) -> (usize, Stamp) {
        let flag = |bit: u32| words[0] >> (34 + bit) & 1 != 0;
        let moment = Moment {
            wall: flag(0),
            own: flag(1),
            offset: words[6] as i64,
            at: words[1] as i64,
            divisor: words[2] as i64,
            factor: words[3] as i64,
            modulus: words[4] as i64,
            added: words[5] as i64,
        };
        let stamp = match words[0] >> 32 & 3 {
            0 => Stamp::Moment(moment),
            1 => Stamp::Carry(moment),
            2 => Stamp::Span(Span {
                unit: f64::from_bits(words[1]),
                gap: words[2] as i64,
                left: flag(0),
                until: flag(2),
                own: flag(1),
            }),
            _ => Stamp::Derived(flag(1)),
        };
        (words[0] as u32 as usize, stamp)
    }
}

/// The stamp of `left operator right`, where clocks have moved by so much. What can't be told exactly is
/// derived.
pub(crate) fn combine(
    operator: BinaryOperator,
    left: (u64, Option<Stamp>),
    right: (u64, Option<Stamp>),
    shift: i64,
) -> Option<Stamp> {
    if let (B::LDiv | B::IDiv | B::LRem | B::IRem, Some(Stamp::Moment(moment)), None) =
        (operator, left.1, right.1)
    {
        let number = right.0 as i64;
        let quotient = match operator {
            _ if !moment.is_whole(left.0, shift, number) => Quotient::Lost,
            B::LDiv | B::IDiv => moment.over(number),
            _ => moment.modulo(number).map_or(Quotient::Lost, Quotient::of),
        };
        return match quotient {
            Quotient::Stamp(stamp) => Some(stamp),
            Quotient::Zero => None,
            Quotient::Lost => Some(Stamp::Derived(moment.own)),
        };
    }
    let of_clock = |stamp: Option<Stamp>| stamp.filter(|it| it.is_of_clock());
    exactly(operator, left, right).or_else(|| {
        let lost = of_clock(left.1).or(of_clock(right.1))?;
        Some(Stamp::Derived(lost.is_own()))
    })
}

/// The same where it is a moment or a length of time.
fn exactly(
    operator: BinaryOperator,
    left: (u64, Option<Stamp>),
    right: (u64, Option<Stamp>),
) -> Option<Stamp> {
    use Stamp::{Carry as C, Moment as M, Span as S};
    let number = |word: u64| word as i64;
    let real = |word: u64| match operator {
        B::FMul | B::FDiv => f64::from(to_float(word)),
        _ => to_double(word),
    };
    match operator {
        B::LAdd | B::IAdd => match (left.1, right.1) {
            (Some(M(a)), Some(M(b))) => {
                let sum = a.with_rest(b).or_else(|| b.with_rest(a));
                sum.map(M)
            }
            (Some(M(a)), Some(C(b))) | (Some(C(b)), Some(M(a))) => a.with_carry(b).map(M),
            (Some(C(a)), None) | (None, Some(C(a))) => Some(C(a)),
            (Some(Stamp::Derived(_) | C(_)), _) | (_, Some(Stamp::Derived(_) | C(_))) => None,
            (Some(M(a)), _) => a.plus(number(right.0)).map(M),
            (_, Some(M(b))) => b.plus(number(left.0)).map(M),
            // Of a sum, the last part is the newest.
            (left, right) => right.or(left),
        },
        B::LSub | B::ISub => match (left.1, right.1) {
            (Some(M(a)), Some(M(b))) => {
                let part = a.without_rest(b).or_else(|| a.rest_of(b));
                part.map(M).or_else(|| a.since(b).map(S))
            }
            (Some(C(a)), None) => Some(C(a)),
            (Some(Stamp::Derived(_) | C(_)), _) | (_, Some(Stamp::Derived(_) | C(_))) => None,
            (Some(M(a)), _) => a.plus(number(right.0).wrapping_neg()).map(M),
            (_, Some(M(_))) => None,
            (Some(S(a)), _) => Some(S(a)),
            (None, Some(S(b))) => Some(S(b.negative())),
            (None, None) => None,
        },
        B::LMul | B::IMul => match (left.1, right.1) {
            (Some(M(_)), None) | (None, Some(M(_)))
                if number(left.0).checked_mul(number(right.0)).is_none() =>
            {
                None
            }
            (Some(M(a)), None) => a.times(number(right.0)).map(M),
            (None, Some(M(b))) => b.times(number(left.0)).map(M),
            (Some(S(a)), None) => Some(S(a.scaled(1.0 / number(right.0) as f64))),
            (None, Some(S(b))) => Some(S(b.scaled(1.0 / number(left.0) as f64))),
            _ => None,
        },
        B::LDiv | B::IDiv => match (left.1, right.1) {
            (Some(S(a)), None) => Some(S(a.scaled(number(right.0) as f64))),
            _ => None,
        },
        B::LRem | B::IRem => match (left.1, right.1) {
            (Some(S(a)), None) => Some(S(a)),
            _ => None,
        },
        B::DAdd | B::DSub | B::FAdd | B::FSub => match (left.1, right.1) {
            (Some(S(a)), None | Some(S(_))) => Some(S(a)),
            (None, Some(S(b))) if operator == B::DAdd || operator == B::FAdd => Some(S(b)),
            (None, Some(S(b))) => Some(S(b.negative())),
            _ => None,
        },
        B::DMul | B::FMul => match (left.1, right.1) {
            (Some(S(a)), None) => Some(S(a.scaled(1.0 / real(right.0)))),
            (None, Some(S(b))) => Some(S(b.scaled(1.0 / real(left.0)))),
            _ => None,
        },
        B::DDiv | B::FDiv => match (left.1, right.1) {
            (Some(S(a)), None) => Some(S(a.scaled(real(right.0)))),
            _ => None,
        },
        // Whether a length of time is 0, or below 0, is asked in such ways.
        B::LAnd | B::LOr | B::LXor | B::IAnd | B::IOr | B::IXor => match (left.1, right.1) {
            (Some(S(span)), None | Some(S(_))) | (None, Some(S(span))) => Some(S(span)),
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
    let derived = Some(Stamp::Derived(stamp.is_own()));
    match (operator, stamp) {
        (_, Stamp::Derived(_)) => derived,
        (U::INeg | U::LNeg | U::FNeg | U::DNeg, Stamp::Span(span)) => {
            Some(Stamp::Span(span.negative()))
        }
        (U::IntToByte | U::IntToChar | U::IntToShort, Stamp::Span(_)) => None,
        (_, Stamp::Span(_)) => Some(stamp),
        (U::IntToLong, _) => Some(stamp),
        (U::LongToInt, _) if i32::try_from(word as i64).is_ok() => Some(stamp),
        (_, Stamp::Moment(_) | Stamp::Carry(_)) => derived,
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
    let is_own = |stamp: Option<Stamp>| stamp.is_none_or(Stamp::is_own);
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
            // What was divided changes only as often.
            let grain = a.divisor.max(b.divisor) as f64;
            let later = a.later_by(b).map(|it| it as f64 + grain);
            Some(Notice {
                later: later.filter(|it| *it < LONGEST),
                at_least: true,
                reach: grain,
            })
        }
        (Some(Stamp::Span(span)), _) => span.compared(left.0, right.0),
        (_, Some(Stamp::Span(span))) => span.compared(right.0, left.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
