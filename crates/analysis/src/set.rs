//! Sets of small numbers: a sorted list while short, bits when long.
//!
//! Most points-to sets have a handful of members and a few have thousands, so neither form alone
//! would do. Iteration is by rising number in both, so nothing visible depends on the form.

/// Members that a list holds at most.
const SHORT: usize = 24;

/// A set of numbers.
/// Equal sets have equal forms: lists are short, bits are long, and neither has an empty end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// Sorted.
    List(Vec<u32>),
    /// One bit a number, and how many there are.
    Bits(Vec<u64>, usize),
}

impl Default for Set {
    fn default() -> Set {
        Set::List(Vec::new())
    }
}

impl Set {
    /// Adds a number; whether it was new.
    pub fn insert(&mut self, number: u32) -> bool {
        match self {
            Set::List(list) => {
                let Err(place) = list.binary_search(&number) else {
                    return false;
                };
                if list.len() < SHORT {
                    list.insert(place, number);
                    return true;
                }
                let mut bits = Vec::new();
                for member in list.iter().chain([&number]) {
                    set_bit(&mut bits, *member);
                }
                *self = Set::Bits(bits, SHORT + 1);
                true
            }
            Set::Bits(bits, count) => {
                let is_new = set_bit(bits, number);
                *count += usize::from(is_new);
                is_new
            }
        }
    }

    /// Adds all numbers of another set.
    pub fn extend(&mut self, other: &Set) {
        if let (Set::Bits(bits, count), Set::Bits(more, _)) = (&mut *self, other) {
            if bits.len() < more.len() {
                bits.resize(more.len(), 0);
            }
            for (word, more) in bits.iter_mut().zip(more) {
                *word |= more;
            }
            *count = bits.iter().map(|it| it.count_ones() as usize).sum();
            return;
        }
        for number in other.iter() {
            self.insert(number);
        }
    }

    /// Whether all numbers of another set are in it.
    pub fn contains_all(&self, other: &Set) -> bool {
        match (self, other) {
            _ if other.len() > self.len() => false,
            (Set::Bits(bits, _), Set::Bits(others, _)) => {
                others.len() <= bits.len()
                    && others
                        .iter()
                        .zip(bits)
                        .all(|(other, word)| other & !word == 0)
            }
            _ => other.iter().all(|it| self.contains(it)),
        }
    }

    /// Whether the number is in it.
    pub fn contains(&self, number: u32) -> bool {
        match self {
            Set::List(list) => list.binary_search(&number).is_ok(),
            Set::Bits(bits, _) => bits
                .get(number as usize / 64)
                .is_some_and(|word| word & 1 << (number % 64) != 0),
        }
    }

    /// How many numbers.
    pub fn len(&self) -> usize {
        match self {
            Set::List(list) => list.len(),
            Set::Bits(_, count) => *count,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The only number, if there is just one.
    pub fn only(&self) -> Option<u32> {
        match self {
            Set::List(list) if list.len() == 1 => Some(list[0]),
            _ => None,
        }
    }

    /// The numbers, rising.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let (list, bits): (&[u32], &[u64]) = match self {
            Set::List(list) => (list, &[]),
            Set::Bits(bits, _) => (&[], bits),
        };
        let of_word = |(index, word): (usize, &u64)| {
            let word = *word;
            (0..64u32)
                .filter(move |bit| word & 1 << bit != 0)
                .map(move |bit| index as u32 * 64 + bit)
        };
        let bits = bits.iter().enumerate().filter(|(_, word)| **word != 0);
        list.iter().copied().chain(bits.flat_map(of_word))
    }
}

fn set_bit(bits: &mut Vec<u64>, number: u32) -> bool {
    let index = number as usize / 64;
    if bits.len() <= index {
        bits.resize(index + 1, 0);
    }
    let mask = 1 << (number % 64);
    let is_new = bits[index] & mask == 0;
    bits[index] |= mask;
    is_new
}

#[cfg(test)]
mod tests {
    use super::Set;

    #[test]
    fn both_forms_hold_the_same() {
        let mut set = Set::default();
        let numbers: Vec<u32> = (0..200).map(|it| it * 37 % 211).collect();
        for (count, number) in numbers.iter().enumerate() {
            assert!(set.insert(*number));
            assert!(!set.insert(*number));
            assert_eq!(set.len(), count + 1);
        }
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        assert_eq!(set.iter().collect::<Vec<_>>(), sorted);
        let (mut some, mut rest) = (Set::default(), Set::default());
        for (index, number) in numbers.iter().enumerate() {
            let _ = match index % 3 {
                0 => some.insert(*number),
                _ => rest.insert(*number),
            };
        }
        assert!(set.contains_all(&some) && !some.contains_all(&rest));
        some.extend(&rest);
        assert_eq!(some, set);
        for number in 0..300 {
            assert_eq!(set.contains(number), numbers.contains(&number));
        }
    }
}
