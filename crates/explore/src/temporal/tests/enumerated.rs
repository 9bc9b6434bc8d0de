//! Judgements against all short runs of small graphs.
//!
//! The oracle knows neither automata nor components: it enumerates ways from the first state that come
//! back to a state, looks whether going round breaks the claim by the definition of formulas, and
//! whether it is fair by following each thread by its identity for as many rounds as it takes until
//! threads are back in their places. What it finds must be found. What is found has to be a run of the
//! graph that breaks the claim and is fair, by the same definitions; so nothing too much is found.

use property::{Automaton, Fairness, Ltl};

use super::Faults;
use super::toy::{Dice, THREADS, Toy, ToyEdge, Traits, parse};
use crate::temporal::search::Settings;
use crate::temporal::{Counterexample, Ending, Judged, Prefixes, Question, ThreadMask};

/// The longest run that is enumerated: transitions of stem and loop together.
const LONGEST: usize = 5;
/// Graphs with more runs are not enumerated to the end.
const MOST: usize = 2_000;
/// After so many rounds three threads that change places are back.
const ROUNDS: usize = 6;

/// What is claimed.
enum Claim {
    Formula(Ltl, Vec<usize>),
    Termination,
    Progress,
    Starvation,
}

/// A run as transitions of a toy. Without a loop it ends, if it leads to a state without transitions.
struct Run<'t> {
    stem: Vec<&'t ToyEdge>,
    cycle: Vec<&'t ToyEdge>,
    last: usize,
}

impl Run<'_> {
    fn word(&self, toy: &Toy, atoms: &[usize]) -> (Vec<Vec<bool>>, usize) {
        let chosen = |values: &[bool]| atoms.iter().map(|it| values[*it]).collect();
        let mut word: Vec<Vec<bool>> = Vec::new();
        let mut again = 0;
        for (index, edge) in self.stem.iter().chain(&self.cycle).enumerate() {
            if index == self.stem.len() {
                again = word.len();
            }
            word.push(chosen(&toy.states[edge.source].values));
            word.extend(edge.points.iter().map(|it| chosen(&it.0)));
        }
        if self.cycle.is_empty() {
            again = word.len();
            word.push(chosen(&toy.states[self.last].values));
        }
        (word, again)
    }

    /// What each thread that goes round for ever does.
    fn lives(&self, toy: &Toy) -> Vec<Life> {
        let mut at: Vec<Option<usize>> = (0..THREADS).map(Some).collect();
        let mut lives = vec![Life::default(); THREADS];
        for _ in 0..ROUNDS {
            for edge in &self.cycle {
                for (number, who) in at.iter().enumerate() {
                    if let Some(who) = who {
                        lives[*who].note(toy, edge, number);
                    }
                }
                if edge.renumbering.is_empty() {
                    continue;
                }
                let mut after = vec![None; THREADS];
                for (old, new) in &edge.renumbering {
                    after[usize::from(*new)] = at[usize::from(*old)];
                }
                at = after;
            }
        }
        at.iter().flatten().map(|who| lives[*who].clone()).collect()
    }

    fn is_fair(&self, toy: &Toy, fairness: Fairness) -> bool {
        // A run that ends is fair.
        self.cycle.is_empty()
            || self.lives(toy).iter().all(|life| match fairness {
                Fairness::None => true,
                Fairness::Weak => life.moved || life.disabled,
                Fairness::Strong => life.moved || !life.enabled,
            })
    }

    fn breaks(&self, toy: &Toy, claim: &Claim) -> bool {
        match claim {
            Claim::Formula(ltl, atoms) => {
                let (word, again) = self.word(toy, atoms);
                !ltl.holds(&word, again)
            }
            Claim::Termination => !self.cycle.is_empty(),
            Claim::Progress => !self.cycle.is_empty() && !self.cycle.iter().any(|it| it.progress),
            Claim::Starvation => {
                let lives = self.lives(toy);
                !self.cycle.is_empty() && lives.iter().any(|life| !life.leaves)
            }
        }
    }
}

/// What becomes of a thread in a loop.
#[derive(Clone, Default)]
struct Life {
    moved: bool,
    enabled: bool,
    disabled: bool,
    /// It is outside of its call at some time, or leaves it.
    leaves: bool,
}

impl Life {
    fn note(&mut self, toy: &Toy, edge: &ToyEdge, number: usize) {
        let has = |set: u64| set >> number & 1 == 1;
        let state = &toy.states[edge.source];
        let points = edge.points.iter().map(|it| it.1);
        for enabled in points.chain([state.enabled]) {
            self.enabled |= has(enabled);
            self.disabled |= !has(enabled);
        }
        self.moved |= has(edge.moved);
        self.leaves |= !has(state.in_call) || has(edge.left);
    }
}

/// All short runs.
fn runs(toy: &Toy) -> Vec<Run<'_>> {
    let mut found = Vec::new();
    let mut open: Vec<Vec<&ToyEdge>> = vec![Vec::new()];
    while let Some(way) = open.pop() {
        let last = way.last().map_or(0, |it| it.target);
        for begin in 0..way.len() {
            if way[begin].source == last {
                found.push(Run {
                    stem: way[..begin].to_vec(),
                    cycle: way[begin..].to_vec(),
                    last,
                });
            }
        }
        if toy.edges_of(last).next().is_none() && toy.states[last].complete {
            found.push(Run {
                stem: way.clone(),
                cycle: Vec::new(),
                last,
            });
        }
        if way.len() < LONGEST && open.len() < MOST && found.len() < MOST {
            open.extend(toy.edges_of(last).map(|edge| [&way[..], &[edge]].concat()));
        }
    }
    found
}

/// A counterexample as transitions of the toy; an error if it is no run.
fn followed<'t>(toy: &'t Toy, found: &Counterexample) -> Result<Run<'t>, String> {
    let mut at = 0;
    let mut edges = Vec::new();
    for step in found.stem.iter().chain(&found.cycle) {
        let edge = toy
            .edges_of(step.source as usize)
            .nth(step.ordinal as usize);
        let edge = edge.ok_or("a transition that is not there")?;
        if step.source as usize != at || edge.target != step.target as usize {
            return Err("transitions that don't follow each other".to_owned());
        }
        at = edge.target;
        edges.push(edge);
    }
    let cycle = edges.split_off(found.stem.len());
    let last = edges.last().map_or(0, |it| it.target);
    let ends = toy.edges_of(last).next().is_none() && toy.states[last].complete;
    let is_right = match found.ending {
        Ending::Cycle => !cycle.is_empty() && at == last,
        Ending::End => cycle.is_empty() && ends,
        Ending::Whatever => cycle.is_empty(),
    };
    match is_right && found.last as usize == last {
        true => Ok(Run {
            stem: edges,
            cycle,
            last,
        }),
        false => Err("a wrong ending".to_owned()),
    }
}

/// Judges and compares with the enumerated runs.
fn compare(toy: &Toy, claim: &Claim, prefixes: Prefixes, faults: Faults) -> Result<(), String> {
    let graph = toy.graph();
    let negation = match claim {
        Claim::Formula(ltl, _) => Automaton::of_negation(ltl).unwrap(),
        _ => Automaton::of_everything(),
    };
    let question = match claim {
        Claim::Formula(_, atoms) => Question::Formula {
            negation: &negation,
            atoms,
        },
        Claim::Termination => Question::Termination,
        Claim::Progress => Question::Progress,
        Claim::Starvation => Question::Starvation(ThreadMask((1 << THREADS) - 1)),
    };
    let judgement = Settings {
        graph: &graph,
        question: &question,
        wanted: &Fairness::ALL,
        prefixes,
        faults,
    }
    .judge();
    let runs = runs(toy);
    for (fairness, judged) in &judgement.levels {
        let counts = |it: &&Run<'_>| it.breaks(toy, claim) && it.is_fair(toy, *fairness);
        let expected = runs.iter().find(counts);
        match judged {
            Judged::Violated(found) => {
                let run = followed(toy, found)?;
                if found.ending == Ending::Whatever {
                    continue;
                }
                if !run.breaks(toy, claim) {
                    return Err(format!("{fairness}: a run that breaks nothing"));
                }
                if !run.is_fair(toy, *fairness) || !found.is_fair(*fairness) {
                    return Err(format!("{fairness}: an unfair run"));
                }
                if let Claim::Formula(_, atoms) = claim {
                    let told = found.word(&graph, atoms);
                    assert_eq!(told, run.word(toy, atoms), "the word of a run");
                }
            }
            Judged::Holds | Judged::Incomplete if expected.is_some() => {
                return Err(format!("{fairness}: a run was missed"));
            }
            Judged::Incomplete if toy.states.iter().all(|it| it.complete) => {
                return Err(format!("{fairness}: the graph is complete"));
            }
            Judged::Holds | Judged::Incomplete => {}
        }
    }
    Ok(())
}

/// A random claim.
fn claim(dice: &mut Dice) -> Claim {
    match dice.below(8) {
        0 => Claim::Termination,
        1 => Claim::Progress,
        2 => Claim::Starvation,
        _ => {
            let size = 1 + dice.below(5);
            let (ltl, atoms) = parse(&dice.formula(size, 2));
            Claim::Formula(ltl, atoms)
        }
    }
}

/// Compares on many toys; the first difference is an error.
fn campaign(count: u64, faults: Faults) -> Result<(), String> {
    for seed in 0..count {
        let mut dice = Dice::new(seed);
        let traits = Traits {
            open_states: dice.one_in(3),
            renumberings: dice.one_in(3),
            points: dice.one_in(2),
            honest: dice.one_in(3),
        };
        let toy = Toy::random(&mut dice, traits);
        let claim = claim(&mut dice);
        compare(&toy, &claim, Prefixes::NeedLoop, faults)
            .map_err(|why| format!("seed {seed}: {why}: {toy:?}"))?;
    }
    Ok(())
}

#[test]
fn judgements_agree_with_enumerated_runs() {
    campaign(6_000, Faults::default()).unwrap();
}

#[test]
fn mistakes_are_noticed() {
    let right = Faults::default();
    #[rustfmt::skip]
    let mistakes = [
        Faults { open_states_stutter: true, ..right },
        Faults { nothing_stutters: true, ..right },
        Faults { marks_are_lost: true, ..right },
        Faults { strong_is_weak: true, ..right },
        Faults { weak_is_moved: true, ..right },
        Faults { weak_is_disabled: true, ..right },
        Faults { points_are_skipped: true, ..right },
        Faults { points_are_fair: true, ..right },
        Faults { numbers_stay: true, ..right },
        Faults { nobody_leaves: true, ..right },
        Faults { nothing_progresses: true, ..right },
    ];
    for faults in mistakes {
        // An assertion that fails notices as well.
        let result = std::panic::catch_unwind(|| campaign(2_000, faults));
        assert!(!matches!(result, Ok(Ok(()))), "{faults:?}");
    }
}

/// Where every state has a fair continuation, finite ways to where everything is broken suffice, and
/// the answers are the same.
#[test]
fn prefixes_suffice_on_honest_graphs() {
    let mut prefixes_found = 0;
    for seed in 0..4_000 {
        let mut dice = Dice::new(seed);
        let traits = Traits {
            honest: true,
            open_states: dice.one_in(3),
            ..Traits::default()
        };
        let toy = Toy::random(&mut dice, traits);
        let size = 1 + dice.below(5);
        let (ltl, atoms) = parse(&dice.formula(size, 2));
        let claim = Claim::Formula(ltl.clone(), atoms.clone());
        compare(&toy, &claim, Prefixes::Suffice, Faults::default())
            .unwrap_or_else(|why| panic!("seed {seed}: {why}: {toy:?}"));
        let negation = Automaton::of_negation(&ltl).unwrap();
        let question = Question::Formula {
            negation: &negation,
            atoms: &atoms,
        };
        let graph = toy.graph();
        let judge = |prefixes| crate::temporal::judge(&graph, &question, &Fairness::ALL, prefixes);
        let (suffice, loops) = (judge(Prefixes::Suffice), judge(Prefixes::NeedLoop));
        for fairness in Fairness::ALL {
            let found = suffice.under(fairness).unwrap();
            prefixes_found +=
                u32::from(matches!(found, Judged::Violated(run) if run.ending == Ending::Whatever));
            let same = suffice.is_violated(fairness) == loops.is_violated(fairness);
            let complete = toy.states.iter().all(|it| it.complete);
            assert!(same || !complete, "seed {seed} {fairness}: {toy:?}");
            assert!(
                suffice.is_violated(fairness) || !loops.is_violated(fairness),
                "seed {seed} {fairness}: {toy:?}"
            );
        }
    }
    assert!(prefixes_found > 100, "{prefixes_found}");
}

/// What holds on a graph with missing transitions holds on every graph that has more of them.
#[test]
fn what_holds_holds_when_transitions_are_added() {
    let mut held = 0;
    for seed in 0..4_000 {
        let mut dice = Dice::new(seed);
        let traits = Traits {
            open_states: true,
            points: true,
            ..Traits::default()
        };
        let toy = Toy::random(&mut dice, traits);
        let claim = claim(&mut dice);
        let Claim::Formula(ltl, atoms) = &claim else {
            continue;
        };
        let negation = Automaton::of_negation(ltl).unwrap();
        let question = Question::Formula {
            negation: &negation,
            atoms,
        };
        let judge = |toy: &Toy| {
            let prefixes = Prefixes::NeedLoop;
            crate::temporal::judge(&toy.graph(), &question, &Fairness::ALL, prefixes)
        };
        let before = judge(&toy);
        // Open states get transitions of another toy with at least as many states.
        let more = Toy::random(&mut dice, Traits::default());
        let mut grown = toy.clone();
        let is_open: Vec<bool> = toy.states.iter().map(|it| !it.complete).collect();
        let added = more.edges.iter().filter(|it| {
            let source = is_open.get(it.source).copied().unwrap_or(false);
            source && it.target < toy.states.len()
        });
        grown.edges.extend(added.cloned());
        for state in &mut grown.states {
            state.complete = true;
        }
        let after = judge(&grown);
        for fairness in Fairness::ALL {
            if matches!(before.under(fairness), Some(Judged::Holds)) {
                held += 1;
                assert!(
                    !after.is_violated(fairness),
                    "seed {seed} {fairness}: {toy:?}"
                );
            } else if before.is_violated(fairness) {
                assert!(
                    after.is_violated(fairness),
                    "seed {seed} {fairness}: {toy:?}"
                );
            }
        }
    }
    assert!(held > 1_000, "{held}");
}
