//! What two views say together.
//!
//! In: a view, and a view of another thread u. Out: structures in which u is an individual of its own of which
//! all is known that its view says, marked as the one that moves.
//!
//! This is the meet of two abstract structures (Arnold, Manevich, Sagiv and Shaham, VMCAI 2006), as far as it
//! is about u. An individual v of the first view and w of the second *fit* if no predicate that garbage has no
//! influence on is 1 for one of them and 0 for the other. Soundness: let a configuration be alike to one that
//! embeds into the first view and to one that embeds into the second. Each of its objects that is no garbage is
//! in both, and what it is in the first view fits what it is in the second. So
//!
//! - if what surely is no garbage in one view fits nothing in the other, there is no such configuration;
//! - u is one of the individuals that fit the marked one; each of them is tried, as the only one or as one of
//!   several, but for a rest, which always stands for an unused object too;
//! - what only marked threads lead to is nothing that the other view's thread or a static surely leads to;
//! - a register of u refers only to what fits something that it may refer to in its own view. What it surely
//!   refers to is made an individual of its own, in each way that fits, and gets what u's view says of it:
//!   it is reached by u, hence no garbage, hence in both configurations. Likewise for monitors that u holds
//!   and for fields of such objects;
//! - a static is one object in both, and so is what a field of one value of such an object refers to;
//! - whatever surely is no garbage refers to such an object only if something that fits it does in u's view.
//!
//! What is not transferred is not lost but 1/2 or the first view's, and that is a weakening.

use super::project::{alive, reached};
use crate::configuration::compile::{Compiled, Views};
use crate::logic::coerce::coerce;
use crate::logic::formula::Symbol;
use crate::logic::kleene::{Column, bits};
use crate::logic::structure::{CAPACITY, Structure};

/// A view and what is known of it at once.
#[derive(Clone, Debug)]
pub struct Known {
    /// The view.
    pub structure: Structure,
    /// The marked threads.
    pub subjects: Vec<usize>,
    /// Where they are: routine and index.
    pub places: Vec<(usize, usize)>,
    /// What surely is no garbage.
    pub sure: u64,
    /// What no static and no thread leads to but the marked ones.
    pub own: u64,
}

impl Known {
    /// Of a view.
    pub fn new(compiled: &Compiled, views: &Views, structure: Structure) -> Known {
        let marks = views.subjects.iter().map(|it| structure.unary(*it).must);
        let subjects: Vec<usize> = marks
            .filter(|it| *it != 0)
            .map(|it| it.trailing_zeros() as usize)
            .collect();
        let places = subjects
            .iter()
            .filter_map(|it| place(compiled, &structure, *it));
        let places = places.collect();
        let sure = sure(compiled, &structure, &subjects);
        let marked = subjects.iter().fold(0u64, |all, it| all | 1 << it);
        let others = alive(compiled, &structure) & !marked;
        let rest = structure.unary(views.rest).may;
        let own = structure.universe() & !reached(compiled, &structure, others) & !rest;
        Known {
            own,
            structure,
            subjects,
            places,
            sure,
        }
    }
}

/// Where a thread surely is.
pub fn place(compiled: &Compiled, structure: &Structure, thread: usize) -> Option<(usize, usize)> {
    let mut all = compiled
        .at
        .iter()
        .enumerate()
        .flat_map(|(routine, labels)| {
            let places = labels[..labels.len() - 1].iter().enumerate();
            places.map(move |(index, label)| (routine, index, *label))
        });
    let found = all.find(|it| structure.unary(it.2).must >> thread & 1 == 1);
    found.map(|it| (it.0, it.1))
}

/// What threads surely lead to, and statics.
fn sure(compiled: &Compiled, structure: &Structure, threads: &[usize]) -> u64 {
    let mut seen = threads.iter().fold(0u64, |all, it| all | 1 << it);
    for predicate in &compiled.statics {
        seen |= structure.unary(*predicate).must;
    }
    for thread in threads {
        for predicate in compiled.locals.iter().flatten() {
            seen |= structure.row(*predicate, *thread).must;
        }
    }
    let mut todo = seen;
    while todo != 0 {
        let object = todo.trailing_zeros() as usize;
        todo &= todo - 1;
        for predicate in compiled
            .fields
            .iter()
            .filter(|_| structure.is_single(object))
        {
            let next = structure.row(*predicate, object).must & !seen;
            seen |= next;
            todo |= next;
        }
    }
    seen
}

/// A structure under way: what each individual fits, and which one each of u's view is.
#[derive(Clone)]
struct Draft {
    structure: Structure,
    fits: Vec<u64>,
    bound: Vec<(usize, usize)>,
}

/// Composes views of one model.
pub struct Composer<'a> {
    compiled: &'a Compiled,
    pub(super) views: &'a Views,
    /// The fields that have one value.
    functions: Vec<u16>,
}

/// There is no room for another individual, or no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl<'a> Composer<'a> {
    /// Composes views of the model.
    pub fn new(compiled: &'a Compiled, views: &'a Views) -> Composer<'a> {
        let is_function = |it: &u16| {
            let declaration = compiled.vocabulary.declaration(Symbol::Binary(*it));
            declaration.properties.function
        };
        let functions = compiled.fields.iter().copied().filter(is_function);
        Composer {
            compiled,
            views,
            functions: functions.collect(),
        }
    }

    /// What `view` and the view of `mover` say together, where the first marked thread of `mover` is none of
    /// the marked ones of `view`. If they have two, the second of `mover` is the first of `view`.
    pub fn compose(&self, view: &Known, mover: &Known) -> Result<Vec<Structure>, Full> {
        let Some(mut fits) = self.fitting(view, mover) else {
            return Ok(Vec::new());
        };
        let own = mover.subjects[0];
        for subject in &view.subjects {
            fits[*subject] &= !(1 << own);
        }
        if self.views.subjects.len() > 1 {
            let (Some(watched), 2) = (mover.subjects.get(1), view.subjects.len()) else {
                // One of them says that there is no other thread.
                return Ok(Vec::new());
            };
            for (individual, fits) in fits.iter_mut().enumerate() {
                match individual == view.subjects[0] {
                    true => *fits &= 1 << watched,
                    false => *fits &= !(1 << watched),
                }
            }
        }
        if !covers(view, mover, &fits) {
            return Ok(Vec::new());
        }
        let mut composed = Vec::new();
        for candidate in 0..view.structure.count() {
            if fits[candidate] >> own & 1 == 0 {
                continue;
            }
            let draft = Draft {
                structure: view.structure.clone(),
                fits: fits.clone(),
                bound: Vec::new(),
            };
            for draft in self.bind(draft, candidate, own, mover)? {
                self.transfer(draft, view, mover, &mut composed)?;
            }
        }
        Ok(composed)
    }

    /// For each individual of the view, those of the other one that it can be.
    fn fitting(&self, view: &Known, mover: &Known) -> Option<Vec<u64>> {
        let (one, two) = (&view.structure, &mover.structure);
        let mut fits = vec![two.universe(); one.count()];
        for predicate in &self.views.compared {
            let (a, b) = (one.unary(*predicate), two.unary(*predicate));
            if (a.must == 0 && b.must == 0) || a.unknown() == one.universe() {
                continue;
            }
            for (individual, fits) in fits.iter_mut().enumerate() {
                if a.must >> individual & 1 == 1 {
                    *fits &= b.may;
                } else if a.may >> individual & 1 == 0 {
                    *fits &= !b.must;
                }
            }
        }
        // What only one thread leads to is not what the other one leads to.
        let alone = self.views.subjects.len() == 1;
        for (individual, fits) in fits.iter_mut().enumerate().filter(|_| alone) {
            if view.sure >> individual & 1 == 1 {
                *fits &= !(mover.own & !(1 << mover.subjects[0]));
            }
            if view.own >> individual & 1 == 1 {
                *fits &= !mover.sure;
            }
        }
        bits(view.sure).all(|it| fits[it] != 0).then_some(fits)
    }

    /// Makes an individual of the draft the one that `of` is in u's view, in each way.
    fn bind(
        &self,
        draft: Draft,
        individual: usize,
        of: usize,
        mover: &Known,
    ) -> Result<Vec<Draft>, Full> {
        let summary = draft.structure.summary();
        let mut ways = Vec::new();
        if draft.structure.is_single(individual) {
            ways.push((draft, individual));
        } else {
            let is_rest = draft.structure.unary(self.views.rest).must >> individual & 1 == 1;
            if !is_rest {
                let mut alone = draft.clone();
                alone.structure.set_summary(summary & !(1 << individual));
                ways.push((alone, individual));
            }
            let mut among = draft;
            let copy = among.structure.count();
            if copy == CAPACITY {
                return Err(Full);
            }
            among.structure = among.structure.duplicated(individual).ok_or(Full)?;
            among.structure.set_summary(summary);
            among.fits.push(among.fits[individual]);
            ways.push((among, copy));
        }
        let mut bound = Vec::new();
        for (mut draft, individual) in ways {
            let is_single = mover.structure.is_single(of);
            for fits in draft.fits.iter_mut().filter(|_| is_single) {
                *fits &= !(1 << of);
            }
            draft.fits[individual] = 1 << of;
            draft.bound.push((of, individual));
            for predicate in &self.views.compared {
                let said = mover.structure.unary(*predicate).get(of);
                if said.definite() {
                    let column = draft.structure.unary(*predicate).with(individual, said);
                    draft.structure.set_unary(*predicate, column);
                }
            }
            bound.push(draft);
        }
        Ok(bound)
    }

    /// Takes over what is said of u's registers, monitors and objects.
    fn transfer(
        &self,
        draft: Draft,
        view: &Known,
        mover: &Known,
        composed: &mut Vec<Structure>,
    ) -> Result<(), Full> {
        let own = mover.subjects[0];
        let (routine, _) = mover.places[0];
        let mut drafts = vec![draft];
        for (number, locals) in self.compiled.locals.iter().enumerate() {
            for predicate in locals {
                let row = match number == routine {
                    true => mover.structure.row(*predicate, own),
                    false => Column::NONE,
                };
                let mut next = Vec::new();
                for draft in drafts {
                    next.extend(self.refer(draft, *predicate, row, mover)?);
                }
                drafts = next;
            }
        }
        for draft in drafts {
            let Some(mut draft) = self.unify(draft, mover)? else {
                continue;
            };
            let is_legal = self.monitors(&mut draft, mover) && self.fields(&mut draft, mover);
            if !is_legal {
                continue;
            }
            self.references(&mut draft, view, mover);
            let thread = draft.place_of(own);
            let mut structure = draft.structure;
            let mask = 1 << thread;
            let column = Column {
                must: mask,
                may: mask,
            };
            structure.set_unary(self.compiled.running, column);
            if coerce(&self.compiled.vocabulary, &mut structure).is_ok() {
                composed.push(structure);
            }
        }
        Ok(())
    }

    /// What a static is in both views is one object, and so is what a field of one object is; `None` if that
    /// can't be.
    fn unify(&self, mut draft: Draft, mover: &Known) -> Result<Option<Draft>, Full> {
        let two = &mover.structure;
        let mut pairs: Vec<(Column, Column)> = Vec::new();
        for predicate in &self.compiled.statics {
            pairs.push((draft.structure.unary(*predicate), two.unary(*predicate)));
        }
        let mut done = 0;
        loop {
            for (one, other) in std::mem::take(&mut pairs) {
                let (object, of) = (one.must.trailing_zeros(), other.must.trailing_zeros());
                let (object, of) = (object as usize, of as usize);
                let is_known = one.must != 0
                    && other.must != 0
                    && draft.structure.is_single(object)
                    && two.is_single(of);
                if !is_known {
                    continue;
                }
                let bound = draft.bound.iter().find(|it| it.0 == of);
                match bound.map(|it| it.1 == object) {
                    Some(true) => continue,
                    Some(false) => return Ok(None),
                    None if draft.fits[object] >> of & 1 == 0 => return Ok(None),
                    None => {}
                }
                let Some(next) = self.bind(draft, object, of, mover)?.pop() else {
                    return Ok(None);
                };
                draft = next;
            }
            let Some((of, object)) = draft.bound.get(done).copied() else {
                return Ok(Some(draft));
            };
            done += 1;
            for predicate in &self.functions {
                pairs.push((
                    draft.structure.row(*predicate, object),
                    two.row(*predicate, of),
                ));
            }
        }
    }

    /// Lets u be related as its view says, by a predicate that is a function of it.
    fn refer(
        &self,
        mut draft: Draft,
        predicate: u16,
        row: Column,
        mover: &Known,
    ) -> Result<Vec<Draft>, Full> {
        let thread = draft.place_of(mover.subjects[0]);
        let old = draft.structure.row(predicate, thread);
        let may = old.may & draft.fitting(row.may);
        if old.must & !may != 0 {
            return Ok(Vec::new());
        }
        let column = Column {
            must: old.must,
            may,
        };
        draft.structure.set_row(predicate, thread, column);
        let target = row.must.trailing_zeros() as usize;
        if row.must == 0 || !mover.structure.is_single(target) {
            return Ok(vec![draft]);
        }
        let candidates = may & draft.fitting(row.must);
        let mut found = Vec::new();
        for candidate in bits(candidates) {
            let known = draft.bound.iter().any(|it| it.0 == target);
            let drafts = match known {
                true => vec![draft.clone()],
                false => self.bind(draft.clone(), candidate, target, mover)?,
            };
            for mut draft in drafts {
                let mask = 1 << draft.place_of(target);
                let old = draft.structure.row(predicate, thread);
                if old.must & !mask != 0 || old.may & mask == 0 {
                    continue;
                }
                let column = Column {
                    must: mask,
                    may: mask,
                };
                draft.structure.set_row(predicate, thread, column);
                found.push(draft);
            }
        }
        Ok(found)
    }

    /// Monitors that u holds, what it is in, what it waits for.
    fn monitors(&self, draft: &mut Draft, mover: &Known) -> bool {
        let own = mover.subjects[0];
        let thread = draft.place_of(own);
        for predicate in self.compiled.held.iter().chain(&self.compiled.shares) {
            let said = mover.structure.inverse_row(*predicate, own);
            if !draft.narrow(&mover.structure, said, |draft, individual, value| {
                let row = draft.structure.row(*predicate, individual);
                let (row, is_legal) = with(row, thread, value);
                draft.structure.set_row(*predicate, individual, row);
                is_legal
            }) {
                return false;
            }
        }
        let waiting = self.compiled.waiting;
        let said = mover.structure.row(waiting, own);
        draft.narrow(&mover.structure, said, |draft, individual, value| {
            let row = draft.structure.row(waiting, thread);
            let (row, is_legal) = with(row, individual, value);
            draft.structure.set_row(waiting, thread, row);
            is_legal
        })
    }

    /// Fields of objects that u surely refers to.
    fn fields(&self, draft: &mut Draft, mover: &Known) -> bool {
        for (of, object) in draft.bound.clone() {
            for predicate in &self.compiled.fields {
                let said = mover.structure.row(*predicate, of);
                if !draft.narrow(&mover.structure, said, |draft, individual, value| {
                    let row = draft.structure.row(*predicate, object);
                    let (row, is_legal) = with(row, individual, value);
                    draft.structure.set_row(*predicate, object, row);
                    is_legal
                }) {
                    return false;
                }
            }
        }
        true
    }

    /// What surely is no garbage does not refer to u's objects unless u's view says so.
    fn references(&self, draft: &mut Draft, view: &Known, mover: &Known) {
        let live = alive(self.compiled, &draft.structure);
        let two = &mover.structure;
        for (of, object) in draft.bound.clone() {
            let locals = self.compiled.locals.iter().flatten().map(|it| (*it, live));
            let fields = self.compiled.fields.iter().map(|it| (*it, view.sure));
            for (predicate, sources) in locals.chain(fields) {
                let said = two.inverse_row(predicate, of);
                for source in bits(sources) {
                    let row = draft.structure.row(predicate, source);
                    let is_open = row.unknown() >> object & 1 == 1;
                    if is_open && draft.fits[source] & said.may == 0 {
                        let row = row.with(object, false.into());
                        draft.structure.set_row(predicate, source, row);
                    }
                }
            }
        }
    }
}

/// Has everything that surely is no garbage something that it fits?
fn covers(view: &Known, mover: &Known, fits: &[u64]) -> bool {
    let met = fits.iter().fold(0, |all, it| all | it);
    bits(view.sure).all(|it| fits[it] != 0) && mover.sure & !met == 0
}

/// A column with 0 or 1 for an individual, and whether it was not the opposite.
fn with(column: Column, individual: usize, value: bool) -> (Column, bool) {
    let stored = column.get(individual);
    let is_legal = if value { stored.may() } else { !stored.must() };
    (column.with(individual, value.into()), is_legal)
}

impl Draft {
    /// The individual that one of u's view is.
    fn place_of(&self, of: usize) -> usize {
        let found = self.bound.iter().find(|it| it.0 == of);
        found.expect("it was bound before").1
    }

    /// The individuals that fit one of a set.
    fn fitting(&self, set: u64) -> u64 {
        let fits = self.fits.iter().enumerate();
        let fits = fits.filter(|it| it.1 & set != 0);
        fits.fold(0, |all, it| all | 1 << it.0)
    }

    /// Sets to 0 what fits nothing that may be so, and to 1 what alone fits what surely is.
    fn narrow(
        &mut self,
        two: &Structure,
        said: Column,
        mut set: impl FnMut(&mut Draft, usize, bool) -> bool,
    ) -> bool {
        let possible = self.fitting(said.may);
        let never = self.structure.universe() & !possible;
        if !bits(never).all(|it| set(self, it, false)) {
            return false;
        }
        for sure in bits(said.must & !two.summary()) {
            let fitting = self.fitting(1 << sure);
            if fitting == 0 {
                return false;
            }
            let only = fitting.trailing_zeros() as usize;
            if fitting.count_ones() == 1 && self.structure.is_single(only) && !set(self, only, true)
            {
                return false;
            }
        }
        true
    }
}
