//! Random structures and formulas from a seed.

use shape::logic::formula::{Closure, Formula, Symbol, Variable};
use shape::logic::kleene::Kleene;
use shape::logic::structure::Structure;
use shape::logic::vocabulary::Vocabulary;

/// Numbers from a seed (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    /// Once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// A structure that stands for at least `concrete`: individuals merged at random, then facts made 1/2.
pub(crate) fn weakened(
    vocabulary: &Vocabulary,
    concrete: &Structure,
    random: &mut Random,
) -> Structure {
    let count = concrete.count();
    let mut classes: Vec<usize> = (0..count).map(|_| random.below(count.max(1))).collect();
    let mut used = classes.clone();
    used.sort_unstable();
    used.dedup();
    for class in &mut classes {
        *class = used.binary_search(class).unwrap();
    }
    let mut structure = concrete.merged(&classes);
    let extra = (0..structure.count())
        .filter(|_| random.once_in(4))
        .fold(0u64, |all, it| all | 1 << it);
    structure.set_summary(structure.summary() | extra);
    for declaration in vocabulary.declarations() {
        let arity = match declaration.symbol {
            Symbol::Nullary(_) => 0,
            Symbol::Unary(_) => 1,
            Symbol::Binary(_) => 2,
        };
        for tuple in 0..structure.count().pow(arity) {
            if random.once_in(4) {
                let tuple = [
                    tuple / structure.count().max(1),
                    tuple % structure.count().max(1),
                ];
                let tuple = if arity == 1 { &tuple[1..] } else { &tuple[..] };
                structure.set(declaration.symbol, tuple, Kleene::Unknown);
            }
        }
    }
    structure
}

/// A formula whose free variables are among `scope`.
pub(crate) fn formula(
    vocabulary: &Vocabulary,
    scope: &mut Vec<Variable>,
    depth: usize,
    random: &mut Random,
) -> Formula {
    let next = scope.iter().max().map_or(20, |it| it.max(&19) + 1);
    let kind = if depth == 0 {
        random.below(2)
    } else {
        random.below(9)
    };
    let inner = |scope: &mut Vec<Variable>, random: &mut Random| {
        formula(vocabulary, scope, depth - 1, random)
    };
    match kind {
        0 | 1 => atom(vocabulary, scope, random),
        2 => !inner(scope, random),
        3 | 4 => Formula::and([inner(scope, random), inner(scope, random)]),
        5 | 6 => Formula::or([inner(scope, random), inner(scope, random)]),
        7 => {
            scope.push(next);
            let body = inner(scope, random);
            scope.pop();
            if random.once_in(2) {
                Formula::exists([next], body)
            } else {
                Formula::forall([next], body)
            }
        }
        _ if scope.is_empty() => atom(vocabulary, scope, random),
        _ => {
            let ends = [
                scope[random.below(scope.len())],
                scope[random.below(scope.len())],
            ];
            scope.extend([next, next + 1]);
            let step = inner(scope, random);
            scope.truncate(scope.len() - 2);
            Formula::closure(Closure {
                left: next,
                right: next + 1,
                step,
                from: ends[0],
                to: ends[1],
                reflexive: random.once_in(2),
            })
        }
    }
}

fn atom(vocabulary: &Vocabulary, scope: &[Variable], random: &mut Random) -> Formula {
    if scope.is_empty() {
        return Formula::nullary(0);
    }
    let v = scope[random.below(scope.len())];
    let w = scope[random.below(scope.len())];
    let declarations = vocabulary.declarations();
    let choice = random.below(declarations.len() + 1);
    let Some(declaration) = declarations.get(choice) else {
        return Formula::equal(v, w);
    };
    match declaration.symbol {
        Symbol::Nullary(it) => Formula::nullary(it),
        Symbol::Unary(it) => Formula::unary(it, v),
        Symbol::Binary(it) => Formula::binary(it, v, w),
    }
}
