//! Which calls are made at once, and after which.
//!
//! In: a [`Driver`] and a way to run scenarios in sequence. Out: scenarios, the most likely to show
//! something first.
//!
//! Most faults of a class show when two calls meet in a state that few calls lead to. Those states are
//! told apart by what each single call gives in them: of all objects that are made, and then prepared
//! by up to two calls, those are taken in which some call gives something else than in the ones before.
//! A call that leaves all answers as they were is an *observer*; observers look at the object when the
//! threads have ended, so that a lost update shows.
//!
//! Where calls wait in such a state, two of them meet a third thread that may end their waiting: to wake the
//! wrong one, or one of two, shows with three threads only.

use super::scenario::Scenario;
use super::sequence::{Sequences, is_open};
use super::{Driver, Role};

/// Runs scenarios in sequence: one [`Sequences`] for each.
pub type Run<'a, E> = &'a mut dyn FnMut(&[Scenario]) -> Result<Vec<Sequences>, E>;

/// How many threads make how many calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Threads.
    pub threads: usize,
    /// Calls of one thread; `None` for pairs and triples of calls.
    pub calls: Option<usize>,
    /// Whether two threads may be made three where calls wait.
    pub is_flexible: bool,
}

impl Size {
    /// How many threads a scenario has at most.
    pub fn most_threads(self) -> usize {
        match self.is_flexible && self.calls.is_none() {
            true => self.threads.max(3),
            false => self.threads,
        }
    }
}

/// States that are tried of those that are so many calls away.
const MOST_STATES: usize = 4;

/// Calls that look at the object in the end.
const MOST_OBSERVERS: usize = 5;

/// Pairs of calls, and longer scenarios, that are tried unless more are asked for.
const MOST_PAIRS: usize = 400;
const MOST_TRIPLES: usize = 200;

/// Scenarios with two that wait, and one call of a third thread, or two.
const MOST_WAITING: [usize; 2] = [24, 16];

/// A state to begin in.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// The calls that lead to it.
    before: Vec<usize>,
    /// What each call gives there.
    answers: Vec<Option<String>>,
}

/// What is tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The scenarios, in the order in which they are tried.
    pub scenarios: Vec<Scenario>,
    /// How many there are that are not tried.
    pub left_out: usize,
    /// Exceptions that a single call throws: call, exception.
    pub misuse: Vec<(usize, String)>,
}

/// Makes a plan.
pub fn plan<E>(driver: &Driver, size: Size, run: Run<'_, E>) -> Result<Plan, E> {
    let makings = driver.numbers(|role| *role == Role::Make);
    let methods = driver.numbers(|role| matches!(role, Role::Method { .. }));
    let statics: Vec<usize> = methods
        .iter()
        .copied()
        .filter(|it| !needs_object(driver, *it))
        .collect();
    let mut states = states(driver, &makings, &methods, run)?;
    let mut plan = Plan::default();
    for state in &states {
        for (call, answer) in methods.iter().zip(&state.answers) {
            let exception = answer.as_deref().and_then(|it| it.strip_prefix("throws "));
            if let Some(exception) = exception {
                let misuse = (*call, exception.to_owned());
                if !plan.misuse.contains(&misuse) {
                    plan.misuse.push(misuse);
                }
            }
        }
    }
    let observers = observers(driver, &methods, &states, run)?;
    // Static methods may make the first object themselves.
    let bare = State {
        before: Vec::new(),
        answers: Vec::new(),
    };
    if !statics.is_empty() {
        states.insert(0, bare);
    }
    let setting = Setting {
        driver,
        methods: &methods,
        statics: &statics,
        states: &states,
        observers: &observers,
    };
    let (scenarios, left_out) = match size.calls {
        None => setting.short(size),
        Some(calls) => (setting.all(size.threads, calls), 0),
    };
    plan.scenarios = scenarios;
    plan.left_out = left_out;
    Ok(plan)
}

fn needs_object(driver: &Driver, call: usize) -> bool {
    let role = driver.calls[call].role;
    matches!(
        role,
        Role::Method {
            on_object: true,
            ..
        }
    )
}

fn variant(driver: &Driver, call: usize) -> usize {
    match driver.calls[call].role {
        Role::Method { variant, .. } => variant,
        _ => 0,
    }
}

/// What each call gives after these. None if they can't be made.
fn answers<E>(
    befores: &[Vec<usize>],
    methods: &[usize],
    run: Run<'_, E>,
) -> Result<Vec<Option<State>>, E> {
    let single = |before: &Vec<usize>, call: usize| Scenario {
        before: before.clone(),
        threads: vec![vec![call]],
        ..Scenario::default()
    };
    let scenarios: Vec<Scenario> = befores
        .iter()
        .flat_map(|before| methods.iter().map(move |call| single(before, *call)))
        .collect();
    let sequences = run(&scenarios)?;
    let answers = sequences.chunks(methods.len().max(1)).zip(befores);
    let state = |(sequences, before): (&[Sequences], &Vec<usize>)| {
        let is_sound = |it: &Sequences| it.failed_before.is_none() && !it.outcomes.is_empty();
        sequences.iter().any(is_sound).then(|| State {
            before: before.clone(),
            answers: sequences
                .iter()
                .map(|it| it.only_result(0).map(str::to_owned))
                .collect(),
        })
    };
    Ok(answers.map(state).collect())
}

/// The states to begin in.
fn states<E>(
    driver: &Driver,
    makings: &[usize],
    methods: &[usize],
    run: Run<'_, E>,
) -> Result<Vec<State>, E> {
    let mut states: Vec<State> = Vec::new();
    let add = |states: &mut Vec<State>, found: Vec<Option<State>>| {
        let before = states.len();
        for state in found.into_iter().flatten() {
            // A larger object that answers as a smaller one does so only until it is used.
            let mut alike = states.iter().filter(|it| it.before[0] == state.before[0]);
            let is_new = alike.all(|it| it.answers != state.answers);
            if is_new && states.len() < before + MOST_STATES {
                states.push(state);
            }
        }
        before..states.len()
    };
    let made: Vec<Vec<usize>> = makings.iter().map(|it| vec![*it]).collect();
    let found = answers(&made, methods, run)?;
    states.extend(found.into_iter().flatten().take(2));
    let mut last = 0..states.len();
    for _ in 0..2 {
        let mut longer: Vec<Vec<usize>> = states[last]
            .iter()
            .flat_map(|state| {
                methods.iter().map(|call| {
                    let mut before = state.before.clone();
                    before.push(*call);
                    before
                })
            })
            .collect();
        // Ordinary arguments first.
        longer.sort_by_key(|it| it.iter().map(|call| variant(driver, *call)).sum::<usize>());
        if longer.is_empty() {
            break;
        }
        let found = answers(&longer, methods, run)?;
        last = add(&mut states, found);
    }
    Ok(states)
}

/// The calls that look at an object: those that change no answers first.
fn observers<E>(
    driver: &Driver,
    methods: &[usize],
    states: &[State],
    run: Run<'_, E>,
) -> Result<Vec<usize>, E> {
    let Some(state) = states.last() else {
        return Ok(Vec::new());
    };
    let gives = |it: &usize| {
        let role = driver.calls[*it].role;
        matches!(role, Role::Method { gives: true, .. })
    };
    let ends = |call: &usize| {
        let place = methods.iter().position(|it| it == call);
        states.iter().all(|state| {
            let answer = place.and_then(|it| state.answers[it].as_deref());
            answer.is_some_and(|it| !is_open(it))
        })
    };
    // What always throws tells nothing.
    let always_throws = |call: &usize| {
        let place = methods.iter().position(|it| it == call);
        states.iter().all(|state| {
            let answer = place.and_then(|it| state.answers[it].as_deref());
            answer.is_some_and(|it| it.starts_with("throws "))
        })
    };
    let fit: Vec<usize> = methods
        .iter()
        .copied()
        .filter(|it| gives(it) && ends(it) && !always_throws(it))
        .collect();
    let longer: Vec<Vec<usize>> = fit
        .iter()
        .map(|call| {
            let mut before = state.before.clone();
            before.push(*call);
            before
        })
        .collect();
    let after = match longer.is_empty() {
        true => Vec::new(),
        false => answers(&longer, methods, run)?,
    };
    let changes = |found: &Option<State>| match found {
        Some(found) => found.answers != state.answers,
        None => true,
    };
    let mut pure = Vec::new();
    let mut others = Vec::new();
    for (call, found) in fit.iter().zip(&after) {
        match changes(found) {
            true => others.push(*call),
            false => pure.push(*call),
        }
    }
    pure.truncate(MOST_OBSERVERS);
    // What takes something out tells what is in there, if it is done a few times.
    if let Some(call) = others.first() {
        pure.extend([*call; 2]);
    }
    Ok(pure)
}

/// What scenarios are made of.
struct Setting<'a> {
    driver: &'a Driver,
    methods: &'a [usize],
    statics: &'a [usize],
    states: &'a [State],
    observers: &'a [usize],
}

impl Setting<'_> {
    /// Calls that can be made in a state.
    fn fit(&self, state: &State) -> &[usize] {
        match state.before.is_empty() {
            true => self.statics,
            false => self.methods,
        }
    }

    fn scenario(&self, state: &State, threads: Vec<Vec<usize>>) -> Scenario {
        let can_look = |it: &&usize| !state.before.is_empty() || self.statics.contains(it);
        Scenario {
            before: state.before.clone(),
            threads,
            after: self.observers.iter().filter(can_look).copied().collect(),
            checks: Vec::new(),
        }
    }

    /// Pairs of calls, then triples; and how many are left out.
    fn short(&self, size: Size) -> (Vec<Scenario>, usize) {
        let threads = size.threads;
        let variants =
            |calls: &[usize]| -> usize { calls.iter().map(|it| variant(self.driver, *it)).sum() };
        let mut pairs: Vec<(usize, Scenario)> = Vec::new();
        let mut triples: Vec<(usize, Scenario)> = Vec::new();
        for (index, state) in self.states.iter().enumerate() {
            let fit = self.fit(state);
            for (place, first) in fit.iter().enumerate() {
                for second in &fit[place..] {
                    let rank = variants(&[*first, *second]) * 2 + index;
                    let threads = vec![vec![*first], vec![*second]];
                    pairs.push((rank, self.scenario(state, threads)));
                }
            }
            let plain = fit.iter().copied();
            let plain: Vec<usize> = plain.filter(|it| variants(&[*it]) == 0).collect();
            for first in &plain {
                for second in &plain {
                    for third in &plain {
                        let calls = match threads {
                            2 => vec![vec![*first, *second], vec![*third]],
                            _ if first <= second && second <= third => {
                                vec![vec![*first], vec![*second], vec![*third]]
                            }
                            _ => continue,
                        };
                        triples.push((index, self.scenario(state, calls)));
                    }
                }
            }
        }
        let (mut scenarios, more_pairs) = ranked(pairs, MOST_PAIRS);
        let (triples, more_triples) = ranked(triples, MOST_TRIPLES);
        let mut left_out = more_pairs + more_triples;
        let mut longer = Vec::new();
        if size.most_threads() >= 3 {
            let [one, two] = self.waiting();
            let (one, more_one) = ranked(one, MOST_WAITING[0]);
            let (two, more_two) = ranked(two, MOST_WAITING[1]);
            scenarios.extend(one.into_iter().filter(|it| !triples.contains(it)));
            longer = two;
            left_out += more_one + more_two;
        }
        scenarios.extend(triples);
        scenarios.extend(longer);
        (scenarios, left_out)
    }

    /// Two calls that wait, with one call or two of a third thread: the first of them does not wait.
    fn waiting(&self) -> [Vec<(usize, Scenario)>; 2] {
        let [mut one, mut two] = [Vec::new(), Vec::new()];
        let variant = |call: &usize| variant(self.driver, *call);
        for (index, state) in self.states.iter().enumerate() {
            let answers = self.methods.iter().zip(&state.answers);
            let waits = |it: &Option<String>| it.as_deref().is_some_and(is_open);
            let (open, ending): (Vec<_>, Vec<_>) = answers.partition(|it| waits(it.1));
            let calls = |all: Vec<(&usize, _)>| all.into_iter().map(|it| *it.0).collect();
            let (open, ending): (Vec<usize>, Vec<usize>) = (calls(open), calls(ending));
            for (place, first) in open.iter().enumerate() {
                for second in &open[place..] {
                    for third in &ending {
                        let rank = (variant(first) + variant(second) + variant(third)) * 2 + index;
                        let threads = vec![vec![*first], vec![*second], vec![*third]];
                        one.push((rank, self.scenario(state, threads.clone())));
                        let plain = self.methods.iter().filter(|it| variant(it) == 0);
                        two.extend(plain.map(|fourth| {
                            let mut threads = threads.clone();
                            threads[2].push(*fourth);
                            (rank, self.scenario(state, threads))
                        }));
                    }
                }
            }
        }
        [one, two]
    }

    /// Everything that so many threads can do with up to so many calls each, the short ones first.
    fn all(&self, threads: usize, calls: usize) -> Vec<Scenario> {
        let mut scenarios = Vec::new();
        for state in self.states {
            let mut words: Vec<Vec<usize>> = vec![Vec::new()];
            let mut last = 0..1;
            for _ in 0..calls {
                let end = words.len();
                for index in last {
                    for call in self.fit(state) {
                        let mut word = words[index].clone();
                        word.push(*call);
                        words.push(word);
                    }
                }
                last = end..words.len();
            }
            words.remove(0);
            let mut tuples: Vec<Vec<usize>> = vec![Vec::new()];
            for _ in 0..threads {
                let longer = tuples.iter().flat_map(|tuple| {
                    // Threads are alike: their words are taken in one order only.
                    let first = tuple.last().copied().unwrap_or(0);
                    (first..words.len()).map(move |word| {
                        let mut tuple = tuple.clone();
                        tuple.push(word);
                        tuple
                    })
                });
                tuples = longer.collect();
            }
            let threads = |tuple: &Vec<usize>| tuple.iter().map(|it| words[*it].clone()).collect();
            scenarios.extend(tuples.iter().map(|it| self.scenario(state, threads(it))));
        }
        scenarios.sort_by_key(Scenario::calls);
        scenarios
    }
}

/// The best ranked scenarios, at most so many, and how many there are besides. Of the last rank that
/// has room, some from everywhere are taken.
fn ranked(mut all: Vec<(usize, Scenario)>, most: usize) -> (Vec<Scenario>, usize) {
    all.sort_by_key(|(rank, _)| *rank);
    let left_out = all.len().saturating_sub(most);
    let Some((last, _)) = all.get(most.min(all.len()).saturating_sub(1)) else {
        return (Vec::new(), 0);
    };
    let last = *last;
    let sure = all.iter().filter(|(rank, _)| *rank < last).count();
    let tied = all.iter().filter(|(rank, _)| *rank == last).count();
    let room = most.min(all.len()) - sure;
    let scenarios = all.into_iter().map(|(_, it)| it).enumerate();
    let is_taken = |index: usize| {
        index < sure || {
            let place = index - sure;
            place < tied && place * room / tied != (place + 1) * room / tied
        }
    };
    let taken = scenarios.filter(|(index, _)| is_taken(*index));
    (taken.map(|(_, it)| it).collect(), left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_tie_some_from_everywhere_are_taken() {
        let scenario = |number: usize| Scenario {
            before: vec![number],
            ..Scenario::default()
        };
        let all = (0..10).map(|it| (usize::from(it > 1), scenario(it)));
        let (taken, left_out) = ranked(all.collect(), 6);
        let taken: Vec<usize> = taken.iter().map(|it| it.before[0]).collect();
        assert_eq!(taken, [0, 1, 3, 5, 7, 9]);
        assert_eq!(left_out, 4);
    }
}
