//! Applies an action to an abstract structure.
//!
//! In: a coerced structure and an [`Action`]. Out: canonical structures that stand for every result of the
//! action on every concrete structure the first one stands for; and what may be wrong, in [`Step`].
//!
//! After Sagiv, Reps and Wilhelm (TOPLAS 2002, section 6) and, for choosing individuals, Yahav (POPL 2001,
//! definition 4.2): a chosen summary becomes a single individual and, unless it was alone, a summary of the
//! others.
//!
//! Where we depart: a structure that contradicts its constraints after an update is not dropped. Either nothing
//! concrete was behind it, or the new value of an instrumentation predicate is wrong. So all instrumentation is
//! evaluated again from the core predicates, and that is counted as `repaired`. Only if it contradicts still,
//! the structure goes, counted as `emptied`: then core predicates break a property or a rule, or the
//! structure that came in stood for nothing.
//!
//! Soundness: each of the stages covers all concrete results of the stage, so their sequence does. A condition
//! or a choice that is 1/2 is assumed, an error that is 1/2 is reported as possible.
//!
//! Example: `x = y.n` on `y → u*` (u a summary list): the focus on `∃w: y(w) ∧ n(w,v)` gives three structures,
//! `y` with no next, `y` with the last individual next, `y` with a single next and more after it; each is
//! updated by `x'(v) = ∃w: y(w) ∧ n(w,v)`, which is definite in all three.

use super::abstraction::Abstraction;
use super::action::{Action, Update};
use super::coerce::{Pending, coerce_from};
use super::difference::{Change, Changes, Difference, evaluated, store};
use super::evaluate::{self, Environment};
use super::focus::focus;
use super::formula::{Formula, Symbol, Variable};
use super::kleene::{Column, Kleene, bits};
use super::propagate::Propagation;
use super::structure::{CAPACITY, Structure};
use super::vocabulary::Vocabulary;

/// How many individuals a structure keeps when there is no room for one more.
const WHEN_FULL: usize = 40;

/// For how many individuals a removal can be open at once; more become one.
const MOST_OPEN: u32 = 4;

/// A possible error of an action.
#[derive(Clone, Debug)]
pub struct Alarm {
    /// What the action says about it.
    pub message: String,
    /// Whether it is certain in `structure`; else it is possible.
    pub definite: bool,
    /// The structure after focus, before the update.
    pub structure: Structure,
}

/// What an action did.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The structures that can come out, canonical.
    pub structures: Vec<Structure>,
    /// What may be wrong.
    pub alarms: Vec<Alarm>,
    /// What happened on the way.
    pub counts: Counts,
    /// Structures that contradicted their constraints after the update, as they were before it.
    pub suspects: Vec<Structure>,
}

/// What happened while actions were applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Structures after focus.
    pub focused: usize,
    /// Structures whose instrumentation was evaluated again because it contradicted the core predicates.
    pub repaired: usize,
    /// Structures that contradicted their constraints after an update even so.
    pub emptied: usize,
    /// Structures whose individuals were merged beyond canonical abstraction for want of room.
    pub widened: usize,
}

impl Counts {
    /// Adds up.
    pub fn add(&mut self, other: Counts) {
        self.focused += other.focused;
        self.repaired += other.repaired;
        self.emptied += other.emptied;
        self.widened += other.widened;
    }
}

/// Applies actions over one vocabulary.
#[derive(Clone, Debug)]
pub struct Transformer<'a> {
    /// The predicates.
    pub vocabulary: &'a Vocabulary,
    /// What tells individuals apart.
    pub abstraction: Abstraction,
}

/// A structure on its way, and whom the action's variables mean.
#[derive(Clone)]
struct Stage {
    structure: Structure,
    environment: Environment,
    bound: u64,
}

impl<'a> Transformer<'a> {
    /// With the vocabulary's own abstraction.
    pub fn new(vocabulary: &'a Vocabulary) -> Transformer<'a> {
        Transformer {
            vocabulary,
            abstraction: Abstraction::new(vocabulary),
        }
    }

    /// All that the action can do to the structure.
    pub fn apply(&self, structure: &Structure, action: &Action) -> Step {
        let mut steps = self.apply_each(structure, &[action]);
        steps.pop().expect("one action gives one step")
    }

    /// All that each of the actions can do to the structure. What they choose first is chosen once for all
    /// whose first choices are equal.
    pub fn apply_each(&self, structure: &Structure, actions: &[&Action]) -> Vec<Step> {
        let first = Stage {
            structure: structure.clone(),
            environment: Environment::default(),
            bound: 0,
        };
        let mut shared: Option<(&(Variable, Formula), Vec<Stage>)> = None;
        let mut steps = Vec::new();
        for action in actions {
            let mut step = Step::default();
            let Some((choice, later)) = action.choices.split_first() else {
                self.go_on(vec![first.clone()], &[], action, &mut step);
                steps.push(step);
                continue;
            };
            let known = shared.take().filter(|it| it.0 == choice);
            let (_, stages) = known.unwrap_or_else(|| {
                (
                    choice,
                    self.choose(&first, choice.0, &choice.1, &mut step.counts),
                )
            });
            self.go_on(stages.clone(), later, action, &mut step);
            shared = Some((choice, stages));
            steps.push(step);
        }
        steps
    }

    /// All that comes after the first choice.
    fn go_on(
        &self,
        mut stages: Vec<Stage>,
        choices: &[(Variable, Formula)],
        action: &Action,
        step: &mut Step,
    ) {
        for (variable, formula) in choices {
            stages = stages
                .iter()
                .flat_map(|it| self.choose(it, *variable, formula, &mut step.counts))
                .collect();
        }
        for (variables, formula) in &action.focus {
            stages = stages
                .into_iter()
                .flat_map(|it| self.split(it, variables, formula))
                .collect();
        }
        step.counts.focused += stages.len();
        for mut stage in stages {
            if self.require(&mut stage, &action.condition, true)
                && self.survives_errors(&mut stage, action, step)
            {
                self.finish(stage, action, step);
            }
        }
    }

    /// Each individual that can be the variable, made single.
    fn choose(
        &self,
        stage: &Stage,
        variable: Variable,
        formula: &Formula,
        counts: &mut Counts,
    ) -> Vec<Stage> {
        let mut environment = stage.environment.clone();
        let values = evaluate::column(&stage.structure, formula, variable, &mut environment);
        let mut chosen = Vec::new();
        for individual in bits(values.may) {
            if stage.structure.is_single(individual) {
                chosen.push(stage.bound_to(variable, individual));
                continue;
            }
            let mut alone = stage.bound_to(variable, individual);
            alone
                .structure
                .set_summary(stage.structure.summary() & !(1 << individual));
            chosen.push(alone);
            let (roomy, individual) = self.make_room(stage, Some(individual), counts);
            let Some(structure) = individual.and_then(|it| roomy.structure.duplicated(it)) else {
                continue;
            };
            let copy = roomy.structure.count();
            let mut among = Stage { structure, ..roomy }.bound_to(variable, copy);
            among
                .structure
                .set_summary(among.structure.summary() & !(1 << copy));
            chosen.push(among);
        }
        chosen.retain_mut(|chosen| {
            let structure = &mut chosen.structure;
            let split = structure.count() != stage.structure.count()
                || structure.summary() != stage.structure.summary();
            if split {
                let mut pending = Pending::none(self.vocabulary);
                pending.summaries(self.vocabulary);
                if coerce_from(self.vocabulary, structure, &mut pending).is_err() {
                    return false;
                }
            }
            self.require(chosen, formula, true)
        });
        chosen
    }

    fn split(&self, stage: Stage, variables: &[Variable], formula: &Formula) -> Vec<Stage> {
        let Stage {
            structure,
            environment,
            bound,
        } = stage;
        focus(self.vocabulary, structure, variables, formula, &environment)
            .into_iter()
            .map(|structure| Stage {
                structure,
                environment: environment.clone(),
                bound,
            })
            .collect()
    }

    /// Takes the formula to have this truth; false if it can't have it.
    fn require(&self, stage: &mut Stage, formula: &Formula, truth: bool) -> bool {
        match evaluate::value(&stage.structure, formula, &mut stage.environment.clone()) {
            Kleene::Unknown => {}
            value => return value.must() == truth,
        }
        let mut pending = Pending::none(self.vocabulary);
        let mut propagation =
            Propagation::new(self.vocabulary, &mut stage.structure, pending.words());
        propagation
            .assume(formula, truth, &mut stage.environment.clone())
            .is_ok()
            && coerce_from(self.vocabulary, &mut stage.structure, &mut pending).is_ok()
    }

    /// Reports errors; what goes on is without them.
    fn survives_errors(&self, stage: &mut Stage, action: &Action, step: &mut Step) -> bool {
        for (formula, message) in &action.errors {
            let value = evaluate::value(&stage.structure, formula, &mut stage.environment.clone());
            if value == Kleene::False {
                continue;
            }
            for part in self.split(stage.clone(), &[], formula) {
                let value =
                    evaluate::value(&part.structure, formula, &mut part.environment.clone());
                if value != Kleene::False {
                    let definite = value == Kleene::True;
                    let message = message.clone();
                    step.alarms.push(Alarm {
                        message,
                        definite,
                        structure: part.structure,
                    });
                }
            }
            if !self.require(stage, formula, false) {
                return false;
            }
        }
        true
    }

    /// Creates, updates, removes, coerces and abstracts.
    fn finish(&self, mut stage: Stage, action: &Action, step: &mut Step) {
        let start = (!action.created.is_empty()).then(|| stage.structure.clone());
        for variable in &action.created {
            let (roomy, _) = self.make_room(&stage, None, &mut step.counts);
            stage = roomy;
            stage.structure = created(self.vocabulary, &stage.structure);
            let individual = stage.structure.count() - 1;
            stage = stage.bound_to(*variable, individual);
        }
        let before = start.as_ref().unwrap_or(&stage.structure);
        let update = || updated(self.vocabulary, &stage, &action.updates);
        let (structure, changes) = update();
        let mut pending = Pending::none(self.vocabulary);
        changes
            .symbols()
            .for_each(|it| pending.predicate(self.vocabulary, it));
        if !action.created.is_empty() {
            pending = Pending::all(self.vocabulary);
        }
        let Some(structure) = self.settle(structure, pending, || update().0, before, step) else {
            return;
        };
        let (environment, bound) = (stage.environment.clone(), stage.bound);
        let mut results = vec![Stage {
            structure,
            environment,
            bound,
        }];
        if let Some((variable, formula)) = &action.removed {
            results = results
                .into_iter()
                .flat_map(|it| self.remove(it, *variable, formula, before, step))
                .collect();
        }
        for stage in results {
            let Some(structure) = self.collect(stage, action, before, step) else {
                continue;
            };
            let canonical = self.abstraction.apply(&structure);
            step.counts.widened += usize::from(canonical.widened);
            step.structures.push(canonical.structure);
        }
    }

    /// Coerces after an update, which `anew` gives once more; see the head of the file.
    fn settle(
        &self,
        mut sharp: Structure,
        mut pending: Pending,
        anew: impl FnOnce() -> Structure,
        before: &Structure,
        step: &mut Step,
    ) -> Option<Structure> {
        if coerce_from(self.vocabulary, &mut sharp, &mut pending).is_ok() {
            return Some(sharp);
        }
        step.suspects.push(before.clone());
        let mut again = anew();
        reevaluate(self.vocabulary, &mut again);
        let mut pending = Pending::all(self.vocabulary);
        if coerce_from(self.vocabulary, &mut again, &mut pending).is_ok() {
            step.counts.repaired += 1;
            Some(again)
        } else {
            step.counts.emptied += 1;
            None
        }
    }

    /// Removes what satisfies the formula; both ways where that is 1/2.
    fn remove(
        &self,
        stage: Stage,
        variable: Variable,
        formula: &Formula,
        before: &Structure,
        step: &mut Step,
    ) -> Vec<Stage> {
        let mut results = Vec::new();
        for mut part in self.split(stage, &[variable], formula) {
            let mut values = evaluate::column(
                &part.structure,
                formula,
                variable,
                &mut part.environment.clone(),
            );
            let open = values.unknown().count_ones();
            if open > MOST_OPEN || part.structure.count() + open as usize > CAPACITY {
                (part.structure, values) = together(&part.structure, values);
            }
            for (structure, going) in partings(&part.structure, values) {
                let remove = || removed(self.vocabulary, &structure, going);
                let (rest, pending) = remove();
                if let Some(structure) = self.settle(rest, pending, || remove().0, before, step) {
                    results.push(Stage {
                        structure,
                        ..part.clone()
                    });
                }
            }
        }
        results
    }

    /// Removes what nobody can see: only what surely satisfies the formula.
    fn collect(
        &self,
        stage: Stage,
        action: &Action,
        before: &Structure,
        step: &mut Step,
    ) -> Option<Structure> {
        let Some((variable, formula)) = &action.collected else {
            return Some(stage.structure);
        };
        let mut environment = stage.environment.clone();
        let values = evaluate::column(&stage.structure, formula, *variable, &mut environment);
        if values.must == 0 {
            return Some(stage.structure);
        }
        let remove = || removed(self.vocabulary, &stage.structure, values.must);
        let (rest, pending) = remove();
        self.settle(rest, pending, || remove().0, before, step)
    }

    /// Merges individuals if there are 64 of them; those that variables mean stay as they are.
    fn make_room(
        &self,
        stage: &Stage,
        followed: Option<usize>,
        counts: &mut Counts,
    ) -> (Stage, Option<usize>) {
        if stage.structure.count() < CAPACITY {
            return (stage.clone(), followed);
        }
        counts.widened += 1;
        let canonical = self
            .abstraction
            .apply_keeping(&stage.structure, stage.bound, WHEN_FULL);
        let mut environment = stage.environment.clone();
        for variable in 0..super::formula::VARIABLES as Variable {
            let individual = environment.get(variable);
            environment.set(variable, *canonical.classes.get(individual).unwrap_or(&0));
        }
        let bound = bits(stage.bound).fold(0, |all, it| all | 1 << canonical.classes[it]);
        let stage = Stage {
            structure: canonical.structure,
            environment,
            bound,
        };
        (stage, followed.map(|it| canonical.classes[it]))
    }
}

impl Stage {
    fn bound_to(&self, variable: Variable, individual: usize) -> Stage {
        let mut stage = self.clone();
        stage.environment.set(variable, individual);
        stage.bound |= 1 << individual;
        stage
    }
}

/// With one more individual of which all core predicates are 0, as the last.
pub fn created(vocabulary: &Vocabulary, structure: &Structure) -> Structure {
    let mut extended = structure.extended().expect("room was made before");
    let new = structure.count();
    for declaration in vocabulary.declarations() {
        let Some(definition) = &declaration.definition else {
            continue;
        };
        let mut columns = evaluated(&extended, declaration.symbol, definition);
        if definition.local {
            // The stored values of the others are still right, and may be sharper.
            let mask = 1u64 << new;
            for (left, column) in columns.iter_mut().enumerate() {
                let stored = match declaration.symbol {
                    Symbol::Nullary(it) => {
                        *column = Column::constant(extended.nullary(it), 1);
                        continue;
                    }
                    Symbol::Unary(it) => extended.unary(it),
                    Symbol::Binary(_) if left == new => continue,
                    Symbol::Binary(it) => extended.row(it, left),
                };
                column.must = column.must & mask | stored.must & !mask;
                column.may = column.may & mask | stored.may & !mask;
            }
        }
        store(&mut extended, declaration.symbol, &columns);
    }
    extended
}

fn updated(vocabulary: &Vocabulary, stage: &Stage, updates: &[Update]) -> (Structure, Changes) {
    let old = &stage.structure;
    let mut new = old.clone();
    let mut changes = Changes::default();
    for update in updates {
        let (columns, change) = new_values(stage, update);
        store(&mut new, update.symbol, &columns);
        changes.add(update.symbol, change);
    }
    for declaration in vocabulary.declarations() {
        let Some(definition) = &declaration.definition else {
            continue;
        };
        let explicit = updates.iter().any(|it| it.symbol == declaration.symbol);
        if explicit || !changes.concern(&definition.formula) {
            continue;
        }
        let difference = Difference {
            old,
            new: &new,
            changes: &changes,
        };
        let (columns, change) = difference.instrumentation(declaration.symbol, definition);
        store(&mut new, declaration.symbol, &columns);
        changes.add(declaration.symbol, change);
    }
    (new, changes)
}

/// The values of an update's formula and what changes by them.
fn new_values(stage: &Stage, update: &Update) -> (Vec<Column>, Vec<Change>) {
    let old = &stage.structure;
    let mut environment = stage.environment.clone();
    let one = |stored: Column, variable: Variable, environment: &mut Environment| {
        let mut column = |formula| evaluate::column(old, formula, variable, environment);
        let value = column(&update.formula);
        let gain = column(&update.gain).may & value.may & !stored.must;
        let lose = column(&update.lose).may & stored.may & !value.must;
        (value, Change { gain, lose })
    };
    match update.symbol {
        Symbol::Nullary(it) => {
            let mut value = |formula| evaluate::value(old, formula, &mut environment);
            let (new, stored) = (value(&update.formula), old.nullary(it));
            let gain = value(&update.gain).may() && new.may() && !stored.must();
            let lose = value(&update.lose).may() && stored.may() && !new.must();
            let change = Change {
                gain: gain.into(),
                lose: lose.into(),
            };
            (vec![Column::constant(new, 1)], vec![change])
        }
        Symbol::Unary(it) => {
            let (column, change) = one(old.unary(it), update.parameters[0], &mut environment);
            (vec![column], vec![change])
        }
        Symbol::Binary(it) => (0..old.count())
            .map(|left| {
                environment.set(update.parameters[0], left);
                one(old.row(it, left), update.parameters[1], &mut environment)
            })
            .unzip(),
    }
}

/// All that can be removed where the column says who goes: whoever it is 1/2 for stays, goes, or, if it is a
/// summary, goes in part. Each with the structure in which those who go are individuals of their own.
fn partings(structure: &Structure, column: Column) -> Vec<(Structure, u64)> {
    let mut results = vec![(structure.clone(), column.must)];
    for individual in bits(column.unknown()) {
        for (structure, going) in std::mem::take(&mut results) {
            if !structure.is_single(individual) {
                let parted = structure
                    .duplicated(individual)
                    .expect("room was made before");
                results.push((parted, going | 1 << structure.count()));
            }
            results.push((structure.clone(), going | 1 << individual));
            results.push((structure, going));
        }
    }
    results
}

/// The structure with all individuals for which the column is 1/2 merged into one, and the column for it.
fn together(structure: &Structure, column: Column) -> (Structure, Column) {
    let (mut classes, mut next, mut shared) = (Vec::new(), 0, None);
    let mut merged = Column::NONE;
    for individual in 0..structure.count() {
        let class = match column.get(individual) {
            Kleene::Unknown => *shared.get_or_insert(next),
            _ => next,
        };
        merged = merged.with(class, column.get(individual));
        next = next.max(class + 1);
        classes.push(class);
    }
    (structure.merged(&classes), merged)
}

/// Without some individuals, and what has to be coerced.
fn removed(vocabulary: &Vocabulary, structure: &Structure, going: u64) -> (Structure, Pending) {
    let mut bare = structure.clone();
    let mut changes = Changes::default();
    for declaration in vocabulary.declarations() {
        if declaration.definition.is_some() {
            continue;
        }
        let cut = |column: Column, mask: u64| {
            let rest = Column {
                must: column.must & !mask,
                may: column.may & !mask,
            };
            (
                rest,
                Change {
                    gain: 0,
                    lose: column.may & mask,
                },
            )
        };
        let (columns, change): (Vec<Column>, Vec<Change>) = match declaration.symbol {
            Symbol::Nullary(_) => continue,
            Symbol::Unary(it) => [cut(structure.unary(it), going)].into_iter().unzip(),
            Symbol::Binary(it) => (0..structure.count())
                .map(|left| {
                    let mask = if going >> left & 1 == 1 {
                        u64::MAX
                    } else {
                        going
                    };
                    cut(structure.row(it, left), mask)
                })
                .unzip(),
        };
        store(&mut bare, declaration.symbol, &columns);
        changes.add(declaration.symbol, change);
    }
    for declaration in vocabulary.declarations() {
        let Some(definition) = &declaration.definition else {
            continue;
        };
        let difference = Difference {
            old: structure,
            new: &bare,
            changes: &changes,
        };
        let (columns, change) = difference.instrumentation(declaration.symbol, definition);
        store(&mut bare, declaration.symbol, &columns);
        changes.add(declaration.symbol, change);
    }
    let mut rest = bare.without(going);
    let mut pending = Pending::none(vocabulary);
    changes
        .symbols()
        .for_each(|it| pending.predicate(vocabulary, it));
    for declaration in vocabulary.declarations() {
        if let Some(definition) = declaration.definition.as_ref().filter(|it| !it.local) {
            let columns = evaluated(&rest, declaration.symbol, definition);
            store(&mut rest, declaration.symbol, &columns);
            pending.predicate(vocabulary, declaration.symbol);
        }
    }
    (rest, pending)
}

/// Evaluates all instrumentation from its definitions.
pub fn reevaluate(vocabulary: &Vocabulary, structure: &mut Structure) {
    for declaration in vocabulary.declarations() {
        if let Some(definition) = &declaration.definition {
            let columns = evaluated(structure, declaration.symbol, definition);
            store(structure, declaration.symbol, &columns);
        }
    }
}
