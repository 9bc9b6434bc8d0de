//! Moments and spans: what becomes of them when time passes, and what comparisons tell.

use super::*;

const MILLIS: Moment = Moment {
    wall: true,
    own: true,
    offset: 0,
    at: 0,
    divisor: 1_000_000,
    factor: 1,
    modulus: 0,
    added: 0,
};

fn look() -> (u64, Option<Stamp>) {
    (MILLI_BASE as u64, Some(Stamp::Moment(MILLIS)))
}

fn plain(number: i64) -> (u64, Option<Stamp>) {
    (number as u64, None)
}

/// The number that a stamped one becomes when so many milliseconds have passed.
fn after(millis: i64, (word, stamp): (u64, Option<Stamp>)) -> i64 {
    let Some(Stamp::Moment(moment)) = stamp else {
        panic!("not a moment: {stamp:?}")
    };
    let at = moment.at - millis * 1_000_000;
    Stamp::Moment(moment).moved(word, at, (0, 0)).0 as i64
}

fn apply(
    operator: BinaryOperator,
    left: (u64, Option<Stamp>),
    right: (u64, Option<Stamp>),
) -> (u64, Option<Stamp>) {
    let word = crate::execution::arithmetic::binary(operator, left.0, right.0)
        .expect("no division by zero");
    (word, combine(operator, left, right, 0))
}

#[test]
fn seconds_move_when_their_milliseconds_do() {
    let seconds = apply(B::LDiv, look(), plain(1000));
    for millis in [0, 1, 300, 301, 302, 999, 1000, 1301, 1302, 100_000] {
        let expected = (MILLI_BASE - millis).div_euclid(1000);
        assert_eq!(after(millis, seconds), expected, "after {millis} ms");
    }
}

#[test]
fn a_rest_moves_too_and_goes_together_with_its_quotient() {
    let rest = apply(B::LRem, look(), plain(1000));
    let seconds = apply(B::LDiv, look(), plain(1000));
    let whole = apply(B::LAdd, apply(B::LMul, seconds, plain(1000)), rest);
    assert_eq!(whole.0 as i64, MILLI_BASE);
    assert_eq!(whole.1, Some(Stamp::Moment(MILLIS)));
    for millis in [1, 301, 302, 5000] {
        let expected = (MILLI_BASE - millis).rem_euclid(1000);
        assert_eq!(after(millis, rest), expected, "after {millis} ms");
        assert_eq!(after(millis, whole), MILLI_BASE - millis);
    }
}

#[test]
fn a_deadline_lies_in_the_future_until_it_is_reached() {
    let deadline = apply(B::LAdd, look(), plain(100));
    let Some(Stamp::Moment(moment)) = deadline.1 else {
        panic!("a deadline is a moment")
    };
    assert_eq!(moment.at, 100_000_000);
    assert_eq!(after(40, deadline), MILLI_BASE + 60);
    let notice = compared((0.0, look().1), (0.0, deadline.1)).expect("two moments are compared");
    assert_eq!(notice.later, Some(101_000_000.0));
}

#[test]
fn what_is_left_shrinks_and_what_has_passed_grows() {
    let deadline = apply(B::LAdd, look(), plain(100));
    let left = apply(B::LSub, deadline, look());
    let notice = compared((100.0, left.1), (0.0, None)).expect("a span is compared");
    assert_eq!(notice.later, Some(101_000_000.0));
    let passed = apply(B::LSub, look(), look());
    let notice = compared((0.0, passed.1), (250.0, None)).expect("a span is compared");
    assert_eq!(notice.later, Some(251_000_000.0));
    assert!(notice.reach >= 250_000_000.0);
    let either = compared((300.0, passed.1), (250.0, None)).expect("a span is compared");
    assert!(either.later.is_some(), "nobody knows which look came first");
    let over = |gap| match passed.1 {
        Some(Stamp::Span(span)) => compared(
            (300.0, Some(Stamp::Span(Span { gap, ..span }))),
            (250.0, None),
        ),
        _ => None,
    };
    let over = over(300_000_000).expect("a span is compared");
    assert_eq!(over.later, None, "more time changes nothing");
}

#[test]
fn what_remains_of_a_time_that_was_given_tells_that_time() {
    let passed = apply(B::LSub, look(), look());
    let left = apply(B::LSub, plain(100), passed);
    let notice = compared((100.0, left.1), (0.0, None)).expect("a span is compared");
    assert_eq!(notice.reach, 101_000_000.0);
    assert_eq!(notice.later, Some(101_000_000.0));
}

#[test]
fn overflow_checks_tell_nothing() {
    let passed = apply(B::LSub, look(), look());
    let limit = (i64::MAX / 1_000_000) as f64;
    assert_eq!(compared((0.0, passed.1), (limit, None)), None);
}

#[test]
fn a_number_that_only_changes_how_a_moment_is_written_does_not_move_it() {
    let shifted = apply(B::LAdd, look(), plain(i64::MIN));
    assert_eq!(shifted.1, look().1);
    let Some(Stamp::Moment(moment)) = shifted.1 else {
        panic!("still a moment")
    };
    let (word, _) = Stamp::Moment(moment).moved(shifted.0, -5_000_000, (0, 0));
    assert_eq!(word, shifted.0 - 5);
}

#[test]
fn stamps_are_read_as_they_are_written() {
    let span = Span {
        unit: 0.25,
        gap: -3,
        left: true,
        until: false,
        own: false,
    };
    for stamp in [Stamp::Moment(MILLIS), Stamp::Span(span)] {
        let mut words = Vec::new();
        stamp.write(7, &mut words);
        assert_eq!(words.len(), Stamp::WORDS);
        assert_eq!(Stamp::read(&words), (7, stamp));
    }
}

/// Whatever is done to what a clock showed: if that is known as a moment, it becomes what doing the same to
/// an earlier look gives. Sums far from the present, and comparisons, are not tried.
#[test]
fn moments_move_as_if_the_clock_had_shown_another_time() {
    let mut seed = 7u64;
    let mut next = move |below: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let numbers = [
        1,
        2,
        60,
        500,
        1000,
        86_400,
        1_000_000,
        500_000_000,
        1_000_000_000,
    ];
    let mut known = 0;
    for _ in 0..200_000 {
        let divisor = [1, 1_000_000][next(2) as usize];
        let look = Moment {
            divisor,
            ..Moment::now(true)
        };
        let passed = next(4_000_000_000) as i64;
        let earlier = Moment {
            at: -passed,
            ..look
        };
        // Each step works on one of the numbers so far and a constant, or on two of them.
        let mut stamped = vec![(look.shown(0) as u64, Some(Stamp::Moment(look)))];
        let mut plain = vec![earlier.shown(0)];
        for _ in 0..1 + next(6) {
            let operator = [B::LAdd, B::LSub, B::LMul, B::LDiv, B::LRem][next(5) as usize];
            let left = next(stamped.len() as u64) as usize;
            let right = next(2 * stamped.len() as u64) as usize;
            let constant = numbers[next(numbers.len() as u64) as usize];
            let (other, number) = match stamped.get(right) {
                Some(other) if matches!(operator, B::LAdd | B::LSub) => (*other, plain[right]),
                _ => ((constant as u64, None), constant),
            };
            // Java divides towards zero, and so do numbers of the past only where they are not negative.
            if matches!(operator, B::LDiv | B::LRem)
                && (plain[left] < 0 || (stamped[left].0 as i64) < 0)
            {
                break;
            }
            let result = apply(operator, stamped[left], other);
            let expected =
                crate::execution::arithmetic::binary(operator, plain[left] as u64, number as u64);
            stamped.push(result);
            plain.push(expected.expect("no division by zero") as i64);
        }
        for ((word, stamp), expected) in stamped.iter().zip(&plain) {
            match stamp {
                Some(stamp @ (Stamp::Moment(moment) | Stamp::Carry(moment))) => {
                    known += 1;
                    let (moved, _) = stamp.moved(*word, moment.at - passed, (0, 0));
                    assert_eq!(
                        moved as i64, *expected,
                        "{stamp:?} after {passed} ns: {stamped:?}"
                    );
                }
                // A number without a stamp is the same at any time.
                None => assert_eq!(*word as i64, *expected, "after {passed} ns: {stamped:?}"),
                Some(Stamp::Span(_) | Stamp::Derived(_)) => {}
            }
        }
    }
    assert!(known > 200_000, "{known}");
}

/// `Instant.plusMillis(500)`, as the library works it out.
#[test]
fn an_instant_stays_one_where_something_is_added() {
    let look = (
        Moment::now(true).shown(0) as u64,
        Some(Stamp::Moment(Moment::now(true))),
    );
    let second = plain(1_000_000_000);
    let (seconds, nanos) = (apply(B::LDiv, look, second), apply(B::LRem, look, second));
    let adjusted = apply(B::LAdd, nanos, plain(500_000_000));
    let seconds = apply(B::LAdd, seconds, apply(B::LDiv, adjusted, second));
    let nanos = apply(B::LRem, adjusted, second);
    let is_moment = |(_, stamp): (u64, Option<Stamp>)| matches!(stamp, Some(Stamp::Moment(_)));
    assert!(is_moment(seconds) && is_moment(nanos));
    let millis = apply(
        B::LAdd,
        apply(B::LMul, seconds, plain(1000)),
        apply(B::LDiv, nanos, plain(1_000_000)),
    );
    assert!(is_moment(millis));
    assert_eq!(after(700, millis), MILLI_BASE - 200);
}
