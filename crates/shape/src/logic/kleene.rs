//! Truth values of Kleene's strong three-valued logic, alone and 64 at a time.
//!
//! In: truth values. Out: truth values.
//!
//! A [`Column`] holds the value of one predicate for up to 64 individuals in two bit planes: `must` has the
//! individuals for which it is 1, `may` those for which it is 1 or 1/2. So 0 is neither, 1/2 is `may` alone,
//! 1 is both, and conjunction and disjunction of a whole column are one bitwise operation on each plane;
//! negation swaps the planes and complements them.
//!
//! Kept true: `must` is a part of `may`.

/// 0, 1/2 or 1, in the order of truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kleene {
    /// 0.
    False,
    /// 1/2: may be either.
    Unknown,
    /// 1.
    True,
}

impl Kleene {
    /// The value whose planes are these.
    #[inline]
    pub fn from_planes(must: bool, may: bool) -> Kleene {
        match (must, may) {
            (true, _) => Kleene::True,
            (false, true) => Kleene::Unknown,
            (false, false) => Kleene::False,
        }
    }

    /// Definitely 1.
    #[inline]
    pub fn must(self) -> bool {
        self == Kleene::True
    }

    /// 1 or 1/2.
    #[inline]
    pub fn may(self) -> bool {
        self != Kleene::False
    }

    /// Is not 1/2.
    pub fn definite(self) -> bool {
        self != Kleene::Unknown
    }

    /// The smaller.
    #[inline]
    pub fn and(self, other: Kleene) -> Kleene {
        self.min(other)
    }

    /// The greater.
    #[inline]
    pub fn or(self, other: Kleene) -> Kleene {
        self.max(other)
    }

    /// 1 minus the value.
    #[inline]
    pub fn negated(self) -> Kleene {
        Kleene::from_planes(!self.may(), !self.must())
    }

    /// The least value that says no more than either: their common value, or 1/2.
    #[inline]
    pub fn join(self, other: Kleene) -> Kleene {
        if self == other { self } else { Kleene::Unknown }
    }

    /// Says `other` no more than this one?
    pub fn below(self, other: Kleene) -> bool {
        self == other || other == Kleene::Unknown
    }
}

impl From<bool> for Kleene {
    fn from(value: bool) -> Kleene {
        if value { Kleene::True } else { Kleene::False }
    }
}

/// The truth values of up to 64 individuals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Column {
    /// For whom it is 1.
    pub must: u64,
    /// For whom it is 1 or 1/2.
    pub may: u64,
}

impl Column {
    /// 0 for all.
    pub const NONE: Column = Column { must: 0, may: 0 };

    /// One value for all of `universe`.
    #[inline]
    pub fn constant(value: Kleene, universe: u64) -> Column {
        Column {
            must: if value.must() { universe } else { 0 },
            may: if value.may() { universe } else { 0 },
        }
    }

    /// The value for one individual.
    #[inline]
    pub fn get(self, individual: usize) -> Kleene {
        Kleene::from_planes(
            self.must >> individual & 1 == 1,
            self.may >> individual & 1 == 1,
        )
    }

    /// With another value for one individual.
    #[must_use]
    #[inline]
    pub fn with(self, individual: usize, value: Kleene) -> Column {
        let bit = 1 << individual;
        Column {
            must: if value.must() {
                self.must | bit
            } else {
                self.must & !bit
            },
            may: if value.may() {
                self.may | bit
            } else {
                self.may & !bit
            },
        }
    }

    /// Conjunction.
    #[must_use]
    #[inline]
    pub fn and(self, other: Column) -> Column {
        Column {
            must: self.must & other.must,
            may: self.may & other.may,
        }
    }

    /// Disjunction.
    #[must_use]
    #[inline]
    pub fn or(self, other: Column) -> Column {
        Column {
            must: self.must | other.must,
            may: self.may | other.may,
        }
    }

    /// Negation within `universe`.
    #[must_use]
    #[inline]
    pub fn negated(self, universe: u64) -> Column {
        Column {
            must: universe & !self.may,
            may: universe & !self.must,
        }
    }

    /// The least column that says no more than either.
    #[must_use]
    #[inline]
    pub fn join(self, other: Column) -> Column {
        Column {
            must: self.must & other.must,
            may: self.may | other.may,
        }
    }

    /// For whom it is 1/2.
    #[inline]
    pub fn unknown(self) -> u64 {
        self.may & !self.must
    }
}

/// The numbers of the bits that are set, from the lowest.
#[inline]
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lowest = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Kleene; 3] = [Kleene::False, Kleene::Unknown, Kleene::True];

    #[test]
    fn columns_do_what_values_do() {
        for left in ALL {
            for right in ALL {
                let (a, b) = (Column::constant(left, 4), Column::constant(right, 4));
                assert_eq!(a.and(b).get(2), left.and(right));
                assert_eq!(a.or(b).get(2), left.or(right));
                assert_eq!(a.join(b).get(2), left.join(right));
                assert_eq!(a.negated(4).get(2), left.negated());
                assert_eq!(a.with(2, right).get(2), right);
            }
        }
    }

    #[test]
    fn a_value_is_below_itself_and_the_unknown() {
        assert!(
            ALL.iter()
                .all(|it| it.below(*it) && it.below(Kleene::Unknown))
        );
        assert!(!Kleene::Unknown.below(Kleene::True) && !Kleene::False.below(Kleene::True));
    }
}
