//! What finds, clears and moves objects, as steps of the model.

use std::rc::Rc;

use super::{Collected, Kinds, Part, Range};
use crate::layout::within;
use crate::tree::{Expression, Name, Statement};

/// SPIN takes two thousand statements in one step at most.
const MOST: usize = 800;

impl Collected {
    /// All of it, with so many variables of threads, and so many for each; as few steps as SPIN takes.
    /// With `clean`, what is used on the way is set back, because it is part of states.
    pub(super) fn code(&self, held: usize, each: i32, clean: bool) -> Vec<Statement> {
        let mut code = self.find(held, each);
        code.extend(self.name());
        code.extend(self.clear());
        code.extend(self.change_places(held));
        if clean {
            code.extend(self.clean());
        }
        let mut steps: Vec<Vec<Statement>> = vec![Vec::new()];
        let mut size = 0;
        for statement in code {
            size += count(&statement);
            if size > MOST {
                steps.push(Vec::new());
                size = count(&statement);
            }
            if let Some(step) = steps.last_mut() {
                step.push(statement);
            }
        }
        steps.into_iter().map(Statement::Deterministic).collect()
    }

    fn item(&self) -> Expression {
        Expression::variable(&self.item)
    }

    fn index(&self) -> Expression {
        Expression::variable(&self.index)
    }

    fn count(&self) -> Expression {
        Expression::variable(&self.count)
    }

    fn at(&self) -> Expression {
        Expression::variable(&self.at)
    }

    /// The new place of an object.
    fn place_of(&self, reference: Expression) -> Expression {
        Expression::element(&self.place, reference, self.run.0)
    }

    /// Notes the object that a place refers to, if it is one of these and has not been noted.
    fn note(&self, place: Expression) -> [Statement; 2] {
        let (item, count) = (self.item(), self.count());
        let found = self.place_of(item.clone());
        let is_new = within(&item, &[self.run]).binary("&&", found.clone().equals(0.into()));
        let last = Expression::Element(Rc::clone(&self.order), Box::new(count.clone()));
        let noted = vec![
            Statement::Guard(is_new),
            Statement::Assign(found, item.clone()),
            Statement::Assign(last, item.clone()),
            next(&count),
        ];
        [
            Statement::Assign(item, place),
            Statement::If(vec![noted], Some(Vec::new())),
        ]
    }

    /// Does something with each element of a part of a vector.
    fn each(
        &self,
        name: &Name,
        range: Range,
        what: impl Fn(Expression) -> Vec<Statement>,
    ) -> Vec<Statement> {
        let Some((from, to)) = range else {
            return what(Expression::variable(name));
        };
        if from + 1 == to {
            return what(Expression::Element(Rc::clone(name), Box::new(from.into())));
        }
        let index = self.index();
        let mut body = what(Expression::Element(
            Rc::clone(name),
            Box::new(index.clone()),
        ));
        body.push(next(&index));
        vec![
            Statement::Assign(index.clone(), from.into()),
            Statement::While(index.binary("<", to.into()), body),
        ]
    }

    /// The same with what belongs to one object; `what` is given the place in a vector of what belongs to a
    /// reference.
    fn each_part(
        &self,
        part: &Part,
        what: impl Fn(&dyn Fn(&Name, Expression) -> Expression) -> Vec<Statement>,
    ) -> Vec<Statement> {
        if part.stride == 1 {
            return what(&|name, object| Expression::element(name, object, part.base));
        }
        let which = Expression::variable(&self.part);
        let place = |name: &Name, object: Expression| {
            let first = object.minus(part.base).binary("*", part.stride.into());
            let at = first.binary("+", which.clone());
            Expression::Element(Rc::clone(name), Box::new(at))
        };
        let mut body = what(&place);
        body.push(next(&which));
        vec![
            Statement::Assign(which.clone(), 0.into()),
            Statement::While(which.clone().binary("<", part.stride.into()), body),
        ]
    }

    /// Does something with all objects that were found, one after the other.
    fn each_found(&self, what: Vec<Statement>) -> [Statement; 2] {
        let index = self.index();
        let found = Expression::Element(Rc::clone(&self.order), Box::new(index.clone()));
        let mut body = vec![Statement::Assign(self.at(), found)];
        body.extend(what);
        body.push(next(&index));
        [
            Statement::Assign(index.clone(), 0.into()),
            Statement::While(index.binary("<", self.count()), body),
        ]
    }

    /// Where the object that is looked at is one of these.
    fn if_one_of(&self, kind: &Kinds, mut what: Vec<Statement>) -> Option<Statement> {
        if what.is_empty() {
            return None;
        }
        what.insert(0, Statement::Guard(within(&self.at(), &[kind.run])));
        Some(Statement::If(vec![what], Some(Vec::new())))
    }

    /// Notes what is reachable, in an order that depends on the references alone.
    fn find(&self, held: usize, each: i32) -> Vec<Statement> {
        let index = self.index();
        let place = Expression::Element(Rc::clone(&self.place), Box::new(index.clone()));
        let length = self.run.1 - self.run.0 + 1;
        let mut code = vec![
            Statement::Assign(self.count(), 0.into()),
            Statement::Assign(index.clone(), 0.into()),
            Statement::While(
                index.clone().binary("<", length.into()),
                vec![Statement::Assign(place, 0.into()), next(&index)],
            ),
        ];
        for (name, range) in &self.roots {
            code.extend(self.each(name, *range, |place| self.note(place).into()));
        }
        if held > 0 {
            code.push(Statement::Assign(index.clone(), 0.into()));
            code.push(self.each_held(held, each));
        }
        let mut inside = Vec::new();
        for kind in &self.kinds {
            let links = kind.parts.iter().filter(|part| part.links);
            let noted = links.flat_map(|part| {
                self.each_part(part, |place| self.note(place(&part.name, self.at())).into())
            });
            inside.extend(self.if_one_of(kind, noted.collect()));
        }
        // What is found on the way is looked at in its turn.
        code.extend(self.each_found(inside));
        code
    }

    /// Notes what variables of living threads refer to.
    fn each_held(&self, held: usize, each: i32) -> Statement {
        let index = self.index();
        let thread = index.clone().binary("/", each.into());
        let state = Expression::Element(Rc::clone(&self.state), Box::new(thread));
        let place = Expression::Element(Rc::clone(&self.held), Box::new(index.clone()));
        let over = vec![
            Statement::Guard(state.binary("!=", 1.into())),
            Statement::Assign(index.clone(), index.clone().binary("+", each.into())),
        ];
        let mut looked: Vec<Statement> = self.note(place).into();
        looked.push(next(&index));
        Statement::While(
            index.binary("<", (held as i32).into()),
            vec![Statement::If(vec![over], Some(looked))],
        )
    }

    /// Gives each object the first place of its site that none before it has.
    fn name(&self) -> Vec<Statement> {
        let moved = Expression::variable(&self.moved);
        let named = |index: usize| {
            Expression::Element(Rc::clone(&self.named), Box::new((index as i32).into()))
        };
        let mut code = vec![Statement::Assign(moved.clone(), 0.into())];
        let mut alternatives = Vec::new();
        for (index, kind) in self.kinds.iter().enumerate() {
            code.push(Statement::Assign(named(index), 0.into()));
            let place = named(index).binary("+", kind.run.0.into());
            alternatives.push(vec![
                Statement::Guard(within(&self.at(), &[kind.run])),
                Statement::Assign(self.place_of(self.at()), place),
                next(&named(index)),
            ]);
        }
        let differs = self.place_of(self.at()).binary("!=", self.at());
        let changed = vec![
            Statement::Guard(differs),
            Statement::Assign(moved, 1.into()),
        ];
        code.extend(self.each_found(vec![
            Statement::If(alternatives, Some(Vec::new())),
            Statement::If(vec![changed], Some(Vec::new())),
        ]));
        code
    }

    /// Sets all that belongs to the object that is looked at to 0.
    fn empty(&self) -> Vec<Statement> {
        let mut code = Vec::new();
        for kind in &self.kinds {
            let emptied = kind.parts.iter().flat_map(|part| {
                self.each_part(part, |place| {
                    vec![Statement::Assign(place(&part.name, self.at()), 0.into())]
                })
            });
            code.extend(self.if_one_of(kind, emptied.collect()));
        }
        code
    }

    /// Clears what was not found.
    fn clear(&self) -> [Statement; 2] {
        let at = self.at();
        let used = self.is_used(at.clone());
        let is_free = self.place_of(at.clone()).equals(0.into()).and(used.clone());
        let mut free = vec![Statement::Guard(is_free), Statement::Assign(used, 0.into())];
        free.extend(self.empty());
        let body = vec![Statement::If(vec![free], Some(Vec::new())), next(&at)];
        [
            Statement::Assign(at.clone(), self.run.0.into()),
            Statement::While(at.binary("<=", self.run.1.into()), body),
        ]
    }

    /// A reference as it is after the change.
    fn renamed(&self, place: &Expression) -> Expression {
        Expression::Conditional(
            Box::new(within(place, &[self.run])),
            Box::new(self.place_of(place.clone())),
            Box::new(place.clone()),
        )
    }

    /// Moves objects to their new places, if some have other ones.
    fn change_places(&self, held: usize) -> Vec<Statement> {
        let at = self.at();
        let (mut away, mut back) = (Vec::new(), Vec::new());
        for kind in &self.kinds {
            let mut taken = Vec::new();
            let mut brought = Vec::new();
            for part in &kind.parts {
                let Some(copy) = self.copies.get(&part.name) else {
                    continue;
                };
                taken.extend(self.each_part(part, |place| {
                    let old = place(&part.name, at.clone());
                    let value = match part.links {
                        true => self.renamed(&old),
                        false => old.clone(),
                    };
                    let new = place(copy, self.place_of(at.clone()));
                    vec![
                        Statement::Assign(new, value),
                        Statement::Assign(old, 0.into()),
                    ]
                }));
                brought.extend(self.each_part(part, |place| {
                    let new = self.place_of(at.clone());
                    let from = place(copy, new.clone());
                    vec![Statement::Assign(place(&part.name, new), from)]
                }));
            }
            taken.push(Statement::Assign(self.is_used(at.clone()), 0.into()));
            let new = self.place_of(at.clone());
            brought.push(Statement::Assign(self.is_used(new), 1.into()));
            away.extend(self.if_one_of(kind, taken));
            back.extend(self.if_one_of(kind, brought));
        }
        let mut code: Vec<Statement> = self.each_found(away).into();
        code.extend(self.each_found(back));
        let rename = |place: Expression| {
            let renamed = self.renamed(&place);
            vec![Statement::Assign(place, renamed)]
        };
        for (name, range) in &self.roots {
            code.extend(self.each(name, *range, rename));
        }
        if held > 0 {
            code.extend(self.each(&self.held, Some((0, held as i32)), rename));
        }
        let moved = Expression::variable(&self.moved).binary("!=", 0.into());
        let step = |part: Vec<Statement>| {
            let mut part = part;
            part.insert(0, Statement::Guard(moved.clone()));
            Statement::If(vec![part], Some(Vec::new()))
        };
        // Each loop and what it begins with.
        let mut steps = Vec::new();
        let mut pending = Vec::new();
        for statement in code {
            let is_loop = matches!(statement, Statement::While(..));
            pending.push(statement);
            if is_loop {
                steps.push(step(std::mem::take(&mut pending)));
            }
        }
        if !pending.is_empty() {
            steps.push(step(pending));
        }
        steps
    }

    /// Sets back what was used on the way.
    fn clean(&self) -> Vec<Statement> {
        let index = self.index();
        let length = self.run.1 - self.run.0 + 1;
        let mut vectors = vec![(&self.place, length), (&self.order, length)];
        vectors.push((&self.named, self.kinds.len() as i32));
        for kind in &self.kinds {
            for part in &kind.parts {
                if let Some(copy) = self.copies.get(&part.name) {
                    let end = (kind.run.1 + 1 - part.base) * part.stride;
                    vectors.push((copy, end));
                }
            }
        }
        let mut code = Vec::new();
        for (name, length) in vectors {
            let place = Expression::Element(Rc::clone(name), Box::new(index.clone()));
            code.push(Statement::Assign(index.clone(), 0.into()));
            code.push(Statement::While(
                index.clone().binary("<", length.into()),
                vec![Statement::Assign(place, 0.into()), next(&index)],
            ));
        }
        let scalars = [
            &self.count,
            &self.moved,
            &self.item,
            &self.at,
            &self.index,
            &self.part,
        ];
        let zero = |name| Statement::Assign(Expression::variable(name), 0.into());
        code.extend(scalars.map(zero));
        code
    }
}

/// `index++`
fn next(index: &Expression) -> Statement {
    Statement::Assign(index.clone(), index.clone().binary("+", 1.into()))
}

/// How many statements this is to SPIN, roughly.
fn count(statement: &Statement) -> usize {
    let all = |parts: &[Statement]| parts.iter().map(count).sum::<usize>();
    match statement {
        Statement::If(alternatives, otherwise) => {
            let inner: usize = alternatives.iter().map(|it| all(it)).sum();
            2 + inner + otherwise.as_deref().map_or(0, all)
        }
        Statement::While(_, parts) => 3 + all(parts),
        _ => 1,
    }
}
