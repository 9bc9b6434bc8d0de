//! The shape of a state's tree: which words are paired with which.
//!
//! Any shape is right; a good one makes few nodes. Nodes are many where much varies below them, so
//! a good shape halves what varies at the root, keeps words that change together in the same half,
//! and puts words that never change out of the way. [`plan`] makes one from states seen: words are
//! put in a row so that neighbours change together, each is given the information of its number of
//! values as weight, and the row is cut where the weights on both sides are most even, again and
//! again. On Java programs this stores a state in little more than its root, where pairing words in
//! the order they come in takes three times as much.

/// Where there is no word, for states of fewer than two.
pub(super) const NOTHING: u32 = u32::MAX;

/// What takes the value of a slot: this stands for the root.
pub(super) const ROOT: u32 = u32::MAX;

/// A binary tree over the words of a state. Slots are its words, then its nodes in an order in which
/// each comes after what it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct Shape {
    /// How many words.
    pub(in crate::store) length: u32,
    /// For each node, the two slots it pairs.
    pub(super) nodes: Box<[(u32, u32)]>,
    /// The two slots that the root pairs, or [`NOTHING`].
    pub(super) root: (u32, u32),
    /// For each slot, the node that takes it, or [`ROOT`].
    pub(super) taken_by: Box<[u32]>,
}

impl Shape {
    /// A shape for words of which nothing is known: halves in the order given.
    pub(in crate::store) fn plain(length: u32) -> Shape {
        let order: Vec<u32> = (0..length).collect();
        Shape::new(&order, &vec![1.0; length as usize])
    }

    /// A shape for words in this order, by their weights.
    fn new(order: &[u32], weights: &[f64]) -> Shape {
        let length = order.len() as u32;
        let mut nodes = Vec::with_capacity(order.len());
        let root = match order {
            [] => (NOTHING, NOTHING),
            [only] => (*only, NOTHING),
            _ => {
                let cut = cut(order, weights);
                let left = grow(&order[..cut], weights, length, &mut nodes);
                let right = grow(&order[cut..], weights, length, &mut nodes);
                (left, right)
            }
        };
        let mut taken_by = vec![ROOT; order.len() + nodes.len()];
        for (number, &(left, right)) in nodes.iter().enumerate() {
            taken_by[left as usize] = number as u32;
            taken_by[right as usize] = number as u32;
        }
        Shape {
            length,
            nodes: nodes.into(),
            root,
            taken_by: taken_by.into(),
        }
    }

    /// The memory it holds.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * 8 + self.taken_by.len() * 4
    }
}

/// Makes the nodes over a row of words and gives the slot of the last.
fn grow(order: &[u32], weights: &[f64], length: u32, nodes: &mut Vec<(u32, u32)>) -> u32 {
    if let [only] = order {
        return *only;
    }
    let cut = cut(order, weights);
    let left = grow(&order[..cut], weights, length, nodes);
    let right = grow(&order[cut..], weights, length, nodes);
    nodes.push((left, right));
    length + nodes.len() as u32 - 1
}

/// Where a row of at least two words is cut.
fn cut(order: &[u32], weights: &[f64]) -> usize {
    // Words without weight are shared out evenly, so that no branch gets deep for nothing.
    let weight = |word: u32| weights[word as usize] + 1e-6;
    let half = order.iter().map(|&word| weight(word)).sum::<f64>() / 2.0;
    let (mut best, mut nearest, mut left) = (1, f64::INFINITY, 0.0);
    for place in 1..order.len() {
        left += weight(order[place - 1]);
        let distance = (left - half).abs();
        if distance < nearest {
            (best, nearest) = (place, distance);
        }
    }
    best
}

/// States to plan by, all of the same length: each with the one that came after it, or alone.
pub(super) struct Sample {
    /// The states one after another.
    pub(super) words: Vec<u32>,
    /// For each state, whether it came right after the one before it.
    pub(super) follows: Vec<bool>,
}

/// More changing words than this are left in their order: putting them in a row takes their square.
const MOST_IN_ROW: usize = 1024;

/// A shape for states like those of the sample.
pub(super) fn plan(length: u32, sample: &Sample) -> Shape {
    let states: Vec<&[u32]> = sample.words.chunks_exact(length.max(1) as usize).collect();
    let weights = variety(length, &states);
    let (still, changing): (Vec<u32>, Vec<u32>) =
        (0..length).partition(|&word| weights[word as usize] == 0.0);
    let row = if changing.len() <= MOST_IN_ROW {
        in_a_row(&changing, &states, &sample.follows)
    } else {
        changing
    };
    let order = [still, row].concat();
    Shape::new(&order, &weights)
}

/// For each word the logarithm of its number of different values.
fn variety(length: u32, states: &[&[u32]]) -> Vec<f64> {
    let mut values = Vec::new();
    (0..length as usize)
        .map(|word| {
            values.clear();
            values.extend(states.iter().map(|state| state[word]));
            values.sort_unstable();
            values.dedup();
            (values.len().max(1) as f64).log2()
        })
        .collect()
}

/// Words in a row in which neighbours often change together: from the one that changes least, each
/// time to the one that changes most with the last.
fn in_a_row(changing: &[u32], states: &[&[u32]], follows: &[bool]) -> Vec<u32> {
    let count = changing.len();
    let mut changes = vec![0_u32; count];
    let mut together = vec![0_u32; count * count];
    let mut changed = Vec::new();
    for (pair, _) in states
        .windows(2)
        .zip(&follows[1.min(follows.len())..])
        .filter(|it| *it.1)
    {
        changed.clear();
        let differs = |&place: &usize| {
            let word = changing[place] as usize;
            pair[0][word] != pair[1][word]
        };
        changed.extend((0..count).filter(differs));
        for &place in &changed {
            changes[place] += 1;
            for &other in &changed {
                together[place * count + other] += 1;
            }
        }
    }
    let mut left: Vec<usize> = (0..count).collect();
    let mut row = Vec::with_capacity(count);
    let mut next = (0..count).min_by_key(|&place| changes[place]);
    while let Some(place) = next {
        left.retain(|&other| other != place);
        row.push(changing[place]);
        let affinity = |other: usize| {
            f64::from(together[place * count + other]) / f64::from(changes[other].max(1)).sqrt()
        };
        // Of equals the first: the order must not depend on anything else.
        let best = |a: &usize, b: &usize| affinity(*a).total_cmp(&affinity(*b)).then(b.cmp(a));
        next = left.iter().copied().max_by(best);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree written with brackets.
    fn text(shape: &Shape) -> String {
        fn slot(shape: &Shape, number: u32) -> String {
            match number.checked_sub(shape.length) {
                _ if number == NOTHING => String::new(),
                None => number.to_string(),
                Some(node) => pair(shape, shape.nodes[node as usize]),
            }
        }
        fn pair(shape: &Shape, (left, right): (u32, u32)) -> String {
            format!("({} {})", slot(shape, left), slot(shape, right))
        }
        pair(shape, shape.root)
    }

    #[test]
    fn plain_shapes_are_even() {
        assert_eq!(text(&Shape::plain(0)), "( )");
        assert_eq!(text(&Shape::plain(1)), "(0 )");
        assert_eq!(text(&Shape::plain(2)), "(0 1)");
        assert_eq!(text(&Shape::plain(3)), "(0 (1 2))");
        assert_eq!(text(&Shape::plain(6)), "((0 (1 2)) (3 (4 5)))");
    }

    #[test]
    fn every_slot_is_taken_once_by_a_later_node() {
        for length in 0..40 {
            let shape = Shape::plain(length);
            assert_eq!(shape.nodes.len(), (length as usize).saturating_sub(2));
            for (slot, &taker) in shape.taken_by.iter().enumerate() {
                let node = (slot as u32).checked_sub(length);
                assert!(taker == ROOT || node.is_none_or(|node| node < taker));
            }
        }
    }

    #[test]
    fn a_plan_keeps_together_what_changes_together() {
        // Words 0 and 3 change together, and 1 and 4; 2 and 5 never do.
        let mut words = Vec::new();
        let mut state = [0; 6];
        for step in 0..64_u32 {
            let changed = if step % 8 == 0 { [1, 4] } else { [0, 3] };
            for word in changed {
                state[word] = (state[word] + 1) % 8;
            }
            words.extend(state);
        }
        let follows = (0..64).map(|state| state > 0).collect();
        let shape = plan(6, &Sample { words, follows });
        assert_eq!(text(&shape), "((((2 5) 1) 4) (0 3))");
    }
}
