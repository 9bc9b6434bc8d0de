//! The 55 formulas of the specification patterns of Dwyer, Avrunin and Corbett ("Property
//! specification patterns for finite-state verification", FMSP 1998): eleven patterns, each globally,
//! before `r`, after `q`, between `q` and `r`, and after `q` until `r`.

use std::time::{Duration, Instant};

use super::{Dice, holds};
use crate::{Automaton, Ltl};

const PATTERNS: [[&str; 5]; 11] = [
    // Absence of p.
    [
        "[] !p",
        "<> r -> (!p U r)",
        "[] (q -> [] !p)",
        "[] ((q && !r && <> r) -> (!p U r))",
        "[] (q && !r -> (!p W r))",
    ],
    // Universality of p.
    [
        "[] p",
        "<> r -> (p U r)",
        "[] (q -> [] p)",
        "[] ((q && !r && <> r) -> (p U r))",
        "[] (q && !r -> (p W r))",
    ],
    // Existence of p.
    [
        "<> p",
        "!r W (p && !r)",
        "[] !q || <> (q && <> p)",
        "[] (q && !r -> (!r W (p && !r)))",
        "[] (q && !r -> (!r U (p && !r)))",
    ],
    // p comes at most twice.
    [
        "!p W (p W (!p W (p W [] !p)))",
        "<> r -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p U r)))))))))",
        "<> q -> (!q U (q && (!p W (p W (!p W (p W [] !p))))))",
        "[] ((q && <> r) -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p U r))))))))))",
        "[] (q -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p W r) || [] p)))))))))",
    ],
    // s precedes p.
    [
        "!p W s",
        "<> r -> (!p U (s || r))",
        "[] !q || <> (q && (!p W s))",
        "[] ((q && !r && <> r) -> (!p U (s || r)))",
        "[] (q && !r -> (!p W (s || r)))",
    ],
    // s responds to p.
    [
        "[] (p -> <> s)",
        "<> r -> ((p -> (!r U (s && !r))) U r)",
        "[] (q -> [] (p -> <> s))",
        "[] ((q && !r && <> r) -> ((p -> (!r U (s && !r))) U r))",
        "[] (q && !r -> ((p -> (!r U (s && !r))) W r))",
    ],
    // s, then t, precede p.
    [
        "<> p -> (!p U (s && !p && X (!p U t)))",
        "<> r -> (!p U (r || (s && !p && X (!p U t))))",
        "[] !q || (!q U (q && <> p -> (!p U (s && !p && X (!p U t)))))",
        "[] ((q && <> r) -> (!p U (r || (s && !p && X (!p U t)))))",
        "[] (q -> (<> p -> (!p U (r || (s && !p && X (!p U t))))))",
    ],
    // p precedes s, then t.
    [
        "<> (s && X <> t) -> (!s U p)",
        "<> r -> (!(s && !r && X (!r U (t && !r))) U (r || p))",
        "[] !q || (!q U (q && (<> (s && X <> t) -> (!s U p))))",
        "[] ((q && <> r) -> (!(s && !r && X (!r U (t && !r))) U (r || p)))",
        "[] (q -> ((!(s && !r && X (!r U (t && !r))) U (r || p)) || [] !(s && X <> t)))",
    ],
    // p responds to s, then t.
    [
        "[] (s && X <> t -> X <> (t && <> p))",
        "<> r -> ((s && X (!r U t) -> X (!r U (t && <> p))) U r)",
        "[] (q -> [] (s && X <> t -> X (!t U (t && <> p))))",
        "[] ((q && <> r) -> ((s && X (!r U t) -> X (!r U (t && <> p))) U r))",
        "[] (q -> ((s && X (!r U t) -> X (!r U (t && <> p))) U (r || [] (s && X (!r U t) -> X (!r U (t && <> p))))))",
    ],
    // s, then t, respond to p.
    [
        "[] (p -> <> (s && X <> t))",
        "<> r -> ((p -> (!r U (s && !r && X (!r U t)))) U r)",
        "[] (q -> [] (p -> (s && X <> t)))",
        "[] ((q && <> r) -> ((p -> (!r U (s && !r && X (!r U t)))) U r))",
        "[] (q -> ((p -> (!r U (s && !r && X (!r U t)))) U (r || [] (p -> (s && X <> t)))))",
    ],
    // s, then t without z, respond to p.
    [
        "[] (p -> <> (s && !z && X (!z U t)))",
        "<> r -> ((p -> (!r U (s && !r && !z && X ((!r && !z) U t)))) U r)",
        "[] (q -> [] (p -> (s && !z && X (!z U t))))",
        "[] ((q && <> r) -> ((p -> (!r U (s && !r && !z && X ((!r && !z) U t)))) U r))",
        "[] (q -> ((p -> (!r U (s && !r && !z && X ((!r && !z) U t)))) U (r || [] (p -> (s && !z && X (!z U t))))))",
    ],
];

/// The quickest of some translations.
fn translation(ltl: &Ltl) -> Duration {
    let rounds = (0..5).map(|_| {
        let began = Instant::now();
        let automaton = Automaton::of_negation(ltl).unwrap();
        assert!(automaton.states() > 0);
        began.elapsed()
    });
    rounds.min().unwrap_or_default()
}

#[test]
fn patterns_are_translated_in_under_10_milliseconds() {
    let mut dice = Dice::new(4);
    let mut slowest = Duration::ZERO;
    let mut states = 0;
    for text in PATTERNS.into_iter().flatten() {
        let ltl = Ltl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let time = translation(&ltl);
        assert!(time < Duration::from_millis(10), "{text} takes {time:?}");
        slowest = slowest.max(time);
        let negation = Automaton::of_negation(&ltl).unwrap();
        let automaton = Automaton::of(&ltl).unwrap();
        states += negation.states();
        for _ in 0..200 {
            let (word, again) = dice.word(ltl.atoms.len() as u64);
            let expected = holds(&ltl, &word, again);
            assert_eq!(automaton.accepts(&word, again), expected, "{text}");
            assert_eq!(negation.accepts(&word, again), !expected, "{text}");
        }
    }
    // What is lost here is lost in every product.
    assert!(states <= 250, "{states} states, the slowest in {slowest:?}");
}
