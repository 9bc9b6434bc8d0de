//! Moments and spans: what becomes of them when time passes, and what comparisons tell.

use super::*;
use BinaryOperator as B;

const MILLIS: Moment = Moment {
    wall: true,
    own: true,
    planned: false,
    at: 0,
    divisor: 1_000_000,
    factor: 1,
    modulus: 0,
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
    moment.moved(word, moment.at - millis * 1_000_000).0 as i64
}

fn apply(
    operator: BinaryOperator,
    left: (u64, Option<Stamp>),
    right: (u64, Option<Stamp>),
) -> (u64, Option<Stamp>) {
    let word = crate::execution::arithmetic::binary(operator, left.0, right.0)
        .expect("no division by zero");
    (word, combine(operator, left, right))
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
    let (word, _) = moment.moved(shifted.0, -5_000_000);
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
