//! A guess at how many states there are, for a search that goes by layers.
//!
//! In: the sizes of the layers so far. Out: an [`Estimate`] for the progress line, in which nothing else
//! has a part.
//!
//! Layers grow and shrink again like a bell, more or less: the logarithms of the last quarter of them
//! are near a parabola. Where that opens downwards it says what is still to come. Some programs have
//! several bells, one after the other, between which nobody knows; but where there is a guess it is
//! mostly within a third of the truth, once a quarter of the states are there.

use crate::observer::Estimate;

/// Layers before there is a guess.
const FEWEST: usize = 8;

/// Further layers that are looked at.
const MOST: usize = 100_000;

/// The sizes of the layers so far.
#[derive(Debug, Default)]
pub(super) struct Growth {
    /// Their logarithms.
    layers: Vec<f64>,
    states: f64,
    /// How many states there may be in all.
    whole: Option<f64>,
}

impl Growth {
    /// The next layer is complete.
    pub(super) fn add(&mut self, states: u64) {
        let size = states.max(1) as f64;
        self.layers.push(size.ln());
        self.states += size;
        let tail = match self.layers.len() {
            layers if layers < FEWEST => None,
            layers => self
                .parabola((layers / 4).max(FEWEST - 2))
                .and_then(|it| rest(it, 99.0 * self.states)),
        };
        self.whole = tail.map(|tail| self.states + tail);
    }

    /// The guess when so many states have been expanded.
    pub(super) fn estimate(&self, expanded: u64) -> Option<Estimate> {
        let whole = self.whole?;
        let done = expanded as f64 / whole;
        (done <= 1.0).then_some(Estimate {
            done,
            states: Some(whole),
        })
    }

    /// The parabola that is nearest to the last so many layers, of which the last is at 0: its
    /// coefficients, the constant one first.
    fn parabola(&self, layers: usize) -> Option<[f64; 3]> {
        let last = &self.layers[self.layers.len() - layers..];
        // Sums of powers, and of powers times values: the normal equations.
        let mut powers = [0.0; 5];
        let mut values = [0.0; 3];
        for (back, value) in last.iter().rev().enumerate() {
            let mut power = 1.0;
            for exponent in 0..5 {
                powers[exponent] += power;
                if exponent < 3 {
                    values[exponent] += power * value;
                }
                power *= -(back as f64);
            }
        }
        let [a, b, c, d, e] = powers;
        let columns = [[a, b, c], [b, c, d], [c, d, e]];
        let whole = determinant(columns);
        let with = |column: usize| {
            let mut columns = columns;
            columns[column] = values;
            determinant(columns) / whole
        };
        (whole != 0.0).then(|| [with(0), with(1), with(2)])
    }
}

fn determinant([[a, b, c], [d, e, f], [g, h, i]]: [[f64; 3]; 3]) -> f64 {
    a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

/// The states of all layers from 1 on, if the parabola comes down to nothing and they are not more than
/// `most`.
fn rest([constant, slope, bend]: [f64; 3], most: f64) -> Option<f64> {
    if bend >= 0.0 {
        return None;
    }
    let mut sum = 0.0;
    for layer in 1..MOST {
        let at = layer as f64;
        let value = constant + slope * at + bend * at * at;
        if value < 0.0 && slope + 2.0 * bend * at < 0.0 {
            return Some(sum);
        }
        sum += value.exp();
        if sum > most {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bell_is_foreseen_once_it_bends() {
        let size =
            |layer: i32| (1e6 * (-f64::from((layer - 40) * (layer - 40)) / 100.0).exp()) as u64;
        let truth: u64 = (0..100).map(size).sum();
        let mut growth = Growth::default();
        let mut expanded = 0;
        let mut guesses = 0;
        for layer in 0..80 {
            growth.add(size(layer));
            if let Some(estimate) = growth.estimate(expanded) {
                guesses += 1;
                let whole = estimate.states.expect("it is about states");
                assert!(
                    (whole / truth as f64 - 1.0).abs() < 0.1,
                    "{whole} of {truth} at {layer}"
                );
                assert!((estimate.done - expanded as f64 / whole).abs() < 1e-9);
            }
            expanded += size(layer);
        }
        assert!(guesses > 40, "{guesses}");
    }

    #[test]
    fn what_only_grows_says_nothing() {
        let mut growth = Growth::default();
        for layer in 0..60 {
            growth.add((100.0 * 1.3_f64.powi(layer)) as u64);
            assert_eq!(growth.estimate(0), None, "{layer}");
        }
    }

    #[test]
    fn more_than_was_foreseen_is_no_guess() {
        let mut growth = Growth::default();
        for states in [1, 10, 50, 100, 150, 150, 100, 50, 10] {
            growth.add(states);
        }
        assert!(growth.estimate(500).is_some());
        assert_eq!(growth.estimate(5000), None);
    }
}
