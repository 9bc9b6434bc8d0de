//! The tree store against plain sets.

use super::*;

/// A cheap generator of test words.
fn next(seed: &mut u64) -> u32 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as u32
}

#[test]
fn states_of_every_length_come_back() {
    let mut store = TreeStore::new();
    let state = |length: u32| -> Vec<u32> { (0..length).map(|word| word * 3).collect() };
    for length in 0..80 {
        assert_eq!(
            store.insert(&state(length)),
            Inserted {
                id: StateId(length),
                new: true
            }
        );
    }
    let mut words = Vec::new();
    for length in 0..80 {
        store.get(StateId(length), &mut words);
        assert_eq!(words, state(length));
    }
}

#[test]
fn agrees_with_a_plain_set() {
    let mut seed = 1;
    let mut store = TreeStore::new();
    let mut plain: Vec<Vec<u32>> = Vec::new();
    for _ in 0..6000 {
        let length = next(&mut seed) % 9;
        let state: Vec<u32> = (0..length).map(|_| next(&mut seed) % 3).collect();
        let known = plain.iter().position(|other| *other == state);
        assert_eq!(store.find(&state).map(StateId::index), known);
        let inserted = store.insert(&state);
        assert_eq!(inserted.new, known.is_none());
        assert_eq!(inserted.id.index(), known.unwrap_or(plain.len()));
        if inserted.new {
            plain.push(state);
        }
    }
    let mut words = Vec::new();
    for (number, state) in plain.iter().enumerate() {
        store.get(StateId(number as u32), &mut words);
        assert_eq!(words, *state);
    }
    assert_eq!(store.len(), plain.len());
}

#[test]
fn many_lengths_use_long_roots() {
    let mut store = TreeStore::new();
    let state = |length: u32| -> Vec<u32> { (0..length).map(|word| word ^ 5).collect() };
    for length in 0..700 {
        assert_eq!(store.insert(&state(length)).id, StateId(length));
    }
    let mut words = Vec::new();
    for length in (0..700).rev() {
        assert_eq!(
            store.insert(&state(length)),
            Inserted {
                id: StateId(length),
                new: false
            }
        );
        assert_eq!(store.find(&state(length)), Some(StateId(length)));
        store.get(StateId(length), &mut words);
        assert_eq!(words, state(length));
    }
}

/// Threads that move at random, each with a word of its own far from that of its lock.
fn walk(steps: usize, mut each: impl FnMut(&[u32])) {
    let mut seed = 3;
    let mut state = [0; 48];
    for _ in 0..steps {
        let thread = (next(&mut seed) % 12) as usize;
        state[thread] = (state[thread] + 1) % 7;
        state[36 + thread] = u32::from(state[thread] > 3);
        // Now and then there is a thread more.
        let length = if next(&mut seed).is_multiple_of(16) {
            47
        } else {
            48
        };
        each(&state[..length]);
    }
}

#[test]
fn states_keep_their_numbers_when_shapes_are_planned() {
    let mut store = TreeStore::new();
    let mut states: Vec<Vec<u32>> = Vec::new();
    walk(50_000, |state| {
        let inserted = store.insert(state);
        if inserted.new {
            assert_eq!(inserted.id.index(), states.len());
            states.push(state.to_vec());
        } else {
            assert_eq!(states[inserted.id.index()], state);
        }
    });
    assert!(
        states.len() > 4 * FIRST_PLAN,
        "shapes are planned several times"
    );
    let mut words = Vec::new();
    for (number, state) in states.iter().enumerate() {
        let id = StateId(number as u32);
        assert_eq!(store.find(state), Some(id));
        store.get(id, &mut words);
        assert_eq!(words, *state);
    }
}

#[test]
fn planned_shapes_need_few_nodes() {
    let mut store = TreeStore::new();
    walk(300_000, |state| {
        store.insert(state);
    });
    let nodes_per_state = f64::from(store.nodes.len()) / store.len() as f64;
    assert!(nodes_per_state < 0.8, "{nodes_per_state}");
}

#[test]
fn neighbours_share_most_of_their_tree() {
    let mut store = TreeStore::new();
    let mut state = vec![0; 32];
    for first in 0..300 {
        for last in 0..300 {
            state[3] = first;
            state[29] = last;
            assert!(store.insert(&state).new);
        }
    }
    let bytes_per_state = store.bytes() as f64 / store.len() as f64;
    assert!(bytes_per_state < 20.0, "{bytes_per_state}");
}
