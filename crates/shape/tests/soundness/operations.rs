//! Evaluation, coerce, focus, abstraction, join and actions against the concrete.

use super::concrete::{self, truth};
use super::random::{Random, formula, weakened};
use shape::logic::abstraction::Abstraction;
use shape::logic::action::{Action, Update};
use shape::logic::coerce::coerce;
use shape::logic::embedding::embeds;
use shape::logic::evaluate::{self, Environment};
use shape::logic::focus::focus;
use shape::logic::formula::{Formula, Symbol, VARIABLES, Variable};
use shape::logic::join::{JoinKind, StructureSet};
use shape::logic::kleene::Kleene;
use shape::logic::structure::Structure;
use shape::logic::transform::{Step, Transformer};
use shape::logic::vocabulary::Vocabulary;

/// One case: a vocabulary, its concrete structures, an abstract structure.
pub(crate) struct Case<'a> {
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) concretes: &'a [Structure],
    pub(crate) random: Random,
    pub(crate) structure: Structure,
}

impl Case<'_> {
    /// What the structure stands for, as far as it was listed.
    pub(crate) fn meaning(&self) -> Vec<&Structure> {
        self.concretes
            .iter()
            .filter(|it| embeds(it, &self.structure))
            .collect()
    }
}

/// Runs `test` on many cases.
pub(crate) fn for_cases(size: usize, cases: u64, mut test: impl FnMut(&mut Case<'_>)) {
    for document in super::documents() {
        let vocabulary = &document.vocabulary;
        let concretes = concrete::all_legal(vocabulary, size);
        for seed in 1..=cases {
            let mut random = Random::new(seed);
            let origin = &concretes[random.below(concretes.len())];
            let structure = weakened(vocabulary, origin, &mut random);
            assert!(embeds(origin, &structure));
            test(&mut Case {
                vocabulary,
                concretes: &concretes,
                random,
                structure,
            });
        }
    }
}

/// The first that embeds into none of the others.
pub(crate) fn lost<'a>(
    meaning: impl IntoIterator<Item = &'a Structure>,
    cover: &[Structure],
) -> Option<&'a Structure> {
    meaning
        .into_iter()
        .find(|concrete| !cover.iter().any(|it| embeds(concrete, it)))
}

#[test]
fn evaluation_is_right_on_the_concrete_and_safe_on_the_abstract() {
    for_cases(3, 300, |case| {
        let formula = formula(case.vocabulary, &mut vec![0, 1], 3, &mut case.random);
        for concrete in case.meaning().into_iter().take(20) {
            let targets = images(concrete, &case.structure);
            for v in 0..concrete.count() {
                for w in 0..concrete.count() {
                    let mut assignment = [0; VARIABLES];
                    (assignment[0], assignment[1]) = (v, w);
                    let expected = Kleene::from(truth(concrete, &formula, &assignment));
                    assert_eq!(
                        values(concrete, &formula, v, w),
                        [expected; 2],
                        "{formula:?}"
                    );
                    for image in &targets {
                        let [scalar, column] =
                            values(&case.structure, &formula, image[v], image[w]);
                        assert_eq!(scalar, column);
                        assert!(expected.below(scalar), "{formula:?}");
                    }
                }
            }
        }
    });
}

/// The value for two individuals, alone and in a column.
fn values(structure: &Structure, formula: &Formula, v: usize, w: usize) -> [Kleene; 2] {
    let mut environment = Environment::default();
    environment.set(0, v);
    environment.set(1, w);
    let scalar = evaluate::value(structure, formula, &mut environment);
    environment.set(1, w);
    let column = evaluate::column(structure, formula, 0, &mut environment).get(v);
    [scalar, column]
}

/// All embeddings, found by trying every map.
pub(crate) fn images(specific: &Structure, general: &Structure) -> Vec<Vec<usize>> {
    let (from, to) = (specific.count(), general.count());
    let maps = (0..to.pow(from as u32)).map(|number| {
        (0..from)
            .map(|place| number / to.pow(place as u32) % to)
            .collect::<Vec<usize>>()
    });
    maps.filter(|map| is_embedding(specific, general, map))
        .collect()
}

fn is_embedding(specific: &Structure, general: &Structure, map: &[usize]) -> bool {
    let layout = specific.layout();
    let onto = (0..general.count()).all(|it| map.contains(&it));
    let single = (0..general.count()).all(|it| {
        let sources: Vec<usize> = (0..map.len()).filter(|v| map[*v] == it).collect();
        !general.is_single(it) || (sources.len() == 1 && specific.is_single(sources[0]))
    });
    let below = |symbol: Symbol, tuple: &[usize]| {
        let image: Vec<usize> = tuple.iter().map(|it| map[*it]).collect();
        specific
            .get(symbol, tuple)
            .below(general.get(symbol, &image))
    };
    let all = || 0..map.len();
    onto && single
        && (0..layout.nullary as u16).all(|p| below(Symbol::Nullary(p), &[]))
        && (0..layout.unary as u16).all(|p| all().all(|v| below(Symbol::Unary(p), &[v])))
        && (0..layout.binary as u16)
            .all(|p| all().all(|v| all().all(|w| below(Symbol::Binary(p), &[v, w]))))
}

#[test]
fn embedding_is_what_trying_every_map_says() {
    for_cases(3, 60, |case| {
        for specific in case.concretes.iter().step_by(7) {
            let expected = !images(specific, &case.structure).is_empty();
            assert_eq!(embeds(specific, &case.structure), expected);
            let abstracted = weakened(case.vocabulary, specific, &mut case.random);
            let expected = !images(&abstracted, &case.structure).is_empty();
            assert_eq!(embeds(&abstracted, &case.structure), expected);
        }
    });
}

#[test]
fn coerce_loses_nothing() {
    let mut sharper = 0;
    for_cases(3, 200, |case| {
        let mut coerced = case.structure.clone();
        let cover = match coerce(case.vocabulary, &mut coerced) {
            Ok(()) => vec![coerced],
            Err(_) => vec![],
        };
        sharper += usize::from(cover.first() != Some(&case.structure));
        assert_eq!(
            lost(case.meaning(), &cover),
            None,
            "of {:?}",
            case.structure
        );
    });
    assert!(sharper > 100, "only {sharper} structures became sharper");
}

#[test]
fn focus_loses_nothing_and_makes_definite() {
    let mut split = 0;
    for_cases(3, 60, |case| {
        if coerce(case.vocabulary, &mut case.structure).is_err() {
            return;
        }
        let formula = formula(case.vocabulary, &mut vec![0], 1, &mut case.random);
        let structure = case.structure.clone();
        let parts = focus(
            case.vocabulary,
            structure,
            &[0],
            &formula,
            &Environment::default(),
        );
        split += usize::from(parts.len() > 1);
        assert_eq!(
            lost(case.meaning(), &parts),
            None,
            "{formula:?} of {:?}",
            case.structure
        );
    });
    assert!(split > 50, "only {split} structures were split");
}

#[test]
fn abstraction_and_join_lose_nothing() {
    for_cases(3, 100, |case| {
        let abstraction = Abstraction::new(case.vocabulary);
        let narrow = Abstraction::limited(case.vocabulary, 2);
        for join in [JoinKind::Partial, JoinKind::Relational] {
            let (mut set, mut small) = (StructureSet::new(), StructureSet::new());
            for concrete in case
                .concretes
                .iter()
                .skip(case.random.below(50))
                .step_by(53)
            {
                let canonical = abstraction.apply(concrete);
                assert!(!canonical.widened);
                set.insert(canonical.structure, &abstraction, join);
                let canonical = narrow.apply(concrete);
                assert!(canonical.structure.count() <= 2);
                small.insert(canonical.structure, &narrow, join);
                assert_eq!(lost([concrete], set.structures()), None);
                assert_eq!(lost([concrete], small.structures()), None);
            }
        }
    });
}

#[test]
fn canonical_structures_do_not_depend_on_numbers() {
    for_cases(3, 200, |case| {
        let abstraction = Abstraction::new(case.vocabulary);
        let count = case.structure.count();
        let mut order: Vec<usize> = (0..count).collect();
        for place in 1..count {
            order.swap(place, case.random.below(place + 1));
        }
        let other = case.structure.rebuilt(&order);
        let canonical = abstraction.apply(&case.structure).structure;
        assert_eq!(abstraction.apply(&other).structure, canonical);
        assert_eq!(abstraction.apply(&canonical).structure, canonical);
        assert!(embeds(&case.structure, &canonical));
    });
}

/// An action over core predicates that have no properties, of all kinds of clauses.
pub(crate) fn random_action(case: &mut Case<'_>) -> Action {
    let mut action = Action::new("random");
    let (vocabulary, random) = (case.vocabulary, &mut case.random);
    let mut scope: Vec<Variable> = Vec::new();
    if random.once_in(3) {
        let chosen = formula(vocabulary, &mut vec![2], 1, random);
        action.choices.push((2, chosen));
        scope.push(2);
    }
    if random.once_in(2) {
        let mut inner = scope.clone();
        inner.push(3);
        let focused = formula(vocabulary, &mut inner, 2, random);
        action.focus.push((vec![3], focused));
    }
    if random.once_in(2) {
        action.condition = formula(vocabulary, &mut scope, 2, random);
    }
    if random.once_in(3) {
        action.errors.push((
            formula(vocabulary, &mut scope, 2, random),
            "wrong".to_string(),
        ));
    }
    if random.once_in(3) {
        action.created.push(4);
        scope.push(4);
    }
    for declaration in vocabulary.declarations() {
        let free = declaration.definition.is_none() && declaration.properties == Default::default();
        if !free || random.once_in(3) {
            continue;
        }
        let parameters: Vec<Variable> = match declaration.symbol {
            Symbol::Nullary(_) => vec![],
            Symbol::Unary(_) => vec![5],
            Symbol::Binary(_) => vec![5, 6],
        };
        let mut inner = scope.clone();
        inner.extend(&parameters);
        let own = Formula::atom(declaration.symbol, &parameters).unwrap();
        let other = formula(vocabulary, &mut inner.clone(), 2, random);
        let second = formula(vocabulary, &mut inner, 1, random);
        let new = match random.below(4) {
            0 => other,
            1 => Formula::or([own, other]),
            2 => Formula::or([Formula::and([own, !other]), second]),
            _ => Formula::and([Formula::or([own, second]), !other]),
        };
        action
            .updates
            .push(Update::new(declaration.symbol, parameters, new));
    }
    if random.once_in(4) {
        action.removed = Some((7, formula(vocabulary, &mut vec![7], 1, random)));
    } else if random.once_in(4) {
        action.collected = Some((7, formula(vocabulary, &mut vec![7], 1, random)));
    }
    action
}

/// What of an action's concrete results is missing in what should be its abstract ones.
pub(crate) fn missing(case: &Case<'_>, action: &Action, step: &Step) -> Option<String> {
    for concrete in case.meaning() {
        let results = concrete::apply(case.vocabulary, concrete, action);
        for any in results.structures {
            let illegal = |it: &Structure| !concrete::is_legal(case.vocabulary, it);
            let legal = !any.is_empty() && !any.iter().any(illegal);
            let covered = any.iter().any(|it| lost([it], &step.structures).is_none());
            if legal && !covered {
                return Some(format!("{any:?} from {concrete:?}"));
            }
        }
        let told = |error: &usize| {
            step.alarms
                .iter()
                .any(|it| it.message == action.errors[*error].1)
        };
        if !results.errors.iter().all(told) {
            return Some(format!("an error of {concrete:?}"));
        }
    }
    None
}

#[test]
fn actions_cover_all_concrete_results() {
    let (mut results, mut alarms) = (0, 0);
    for_cases(2, 1500, |case| {
        if coerce(case.vocabulary, &mut case.structure).is_err() {
            return;
        }
        let action = random_action(case);
        let step = Transformer::new(case.vocabulary).apply(&case.structure, &action);
        results += step.structures.len();
        alarms += step.alarms.len();
        assert_eq!(
            missing(case, &action, &step),
            None,
            "{action:?}\n{:?}",
            case.structure
        );
    });
    assert!(
        results > 1000 && alarms > 100,
        "{results} results, {alarms} alarms"
    );
}
