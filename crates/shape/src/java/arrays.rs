//! Arrays that are filled and walked through by counting loops.
//!
//! In: an access to an element. Out: whether its index is in bounds, whether the element is not null, and
//! which register was stored there just before.
//!
//! What counts is what the code says, instruction by instruction, along all ways back from the access
//! ([`Flow::back`]). An index is in bounds if it begins at 0 or more, only grows, and is less than the array's
//! length by a test that comes after its last change. An array that no other code gets is filled behind a
//! loop that counts from 0 by 1 up to its length and stores an object in each round before it counts.

use super::emit::Emitter;
use super::instruction::target;
use program::{BinaryOperator, Body, Condition as Asked, Instruction, Register};

/// How far copies are followed.
const FUEL: usize = 6;

/// Which instructions come before which.
struct Flow<'b> {
    body: &'b Body,
    before: Vec<Vec<u32>>,
}

/// What a way back has come to.
enum Met {
    /// What was looked for.
    Found,
    /// Something else.
    Nothing,
    /// What must not come first.
    Wrong,
}

impl<'b> Flow<'b> {
    fn new(body: &'b Body) -> Flow<'b> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); body.code.len() + 1];
        for from in 0..body.code.len() as u32 {
            body.for_each_successor(from, |to| before[to as usize].push(from));
            for handler in body.handlers_at(from) {
                before[handler.target as usize].push(from);
            }
        }
        Flow { body, before }
    }

    /// Whether on each way back from an instruction something is found before anything wrong, or the method's
    /// beginning. Ways are steps from one instruction to the next.
    fn back(&self, pc: u32, met: impl Fn(u32, u32) -> Met) -> bool {
        let mut seen = vec![false; self.before.len()];
        let mut todo = vec![pc];
        while let Some(to) = todo.pop() {
            if to == 0 {
                return false;
            }
            for from in &self.before[to as usize] {
                match met(*from, to) {
                    Met::Found => {}
                    Met::Wrong => return false,
                    Met::Nothing => {
                        if !std::mem::replace(&mut seen[*from as usize], true) {
                            todo.push(*from);
                        }
                    }
                }
            }
        }
        true
    }

    fn assignments(&self, register: Register) -> Vec<u32> {
        let all = 0..self.body.code.len() as u32;
        all.filter(|it| target(&self.body.code[*it as usize]) == Some(register))
            .collect()
    }

    fn assigns(&self, pc: u32, register: Register) -> bool {
        target(&self.body.code[pc as usize]) == Some(register)
    }

    /// The only assignment of a register, copies followed back; `None` if there are several.
    fn source(&self, register: Register) -> Option<(Register, u32)> {
        let mut register = register;
        for _ in 0..FUEL {
            let caught = self.body.handlers.iter().any(|it| it.exception == register);
            let [only] = self.assignments(register)[..] else {
                return None;
            };
            if caught || self.body.parameters.contains(&register) {
                return None;
            }
            match self.body.code[only as usize] {
                Instruction::Move { source, .. } => register = source,
                _ => return Some((register, only)),
            }
        }
        None
    }

    fn instruction(&self, register: Register) -> Option<Instruction> {
        self.source(register)
            .map(|it| self.body.code[it.1 as usize])
    }

    fn constant(&self, register: Register) -> Option<i32> {
        match self.instruction(register)? {
            Instruction::Constant { value, .. } => Some(value as i32),
            Instruction::ArrayLength { array, .. } => match self.instruction(array)? {
                Instruction::NewArray { length, .. } if length != register => self.constant(length),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether two registers are the length of one array.
    fn are_lengths(&self, a: Register, b: Register) -> bool {
        let of = |it: Register| match self.instruction(it) {
            Some(Instruction::ArrayLength { array, .. }) => self.source(array),
            _ => None,
        };
        of(a).is_some_and(|it| of(b) == Some(it))
    }

    /// Whether two registers hold the same value for as long as both do.
    fn is_same(&self, a: Register, b: Register) -> bool {
        let root = |it: Register| self.source(it).map_or(it, |it| it.0);
        a == b || root(a) == root(b)
    }

    /// Whether `bound` is at most the length of an array, or exactly that.
    fn is_length(&self, bound: Bound, array: Register, exactly: bool) -> bool {
        if let Bound::Register(bound) = bound
            && let Some(Instruction::ArrayLength { array: of, .. }) = self.instruction(bound)
            && self.source(of).is_some()
            && self.is_same(of, array)
        {
            return true;
        }
        let Some(Instruction::NewArray { length, .. }) = self.instruction(array) else {
            return false;
        };
        let bound_value = match bound {
            Bound::Register(bound) => self.constant(bound),
            Bound::Constant(bound) => Some(bound),
        };
        match (bound_value, self.constant(length), bound) {
            (Some(a), Some(b), _) => a == b || !exactly && a < b,
            (None, _, Bound::Register(bound)) => {
                self.source(bound).is_some() && self.is_same(bound, length)
                    || self.are_lengths(bound, length)
            }
            _ => false,
        }
    }

    /// A test that lets control fall through if the index is less than some bound.
    fn test(&self, pc: u32, index: Register) -> Option<(Bound, u32)> {
        match self.body.code[pc as usize] {
            Instruction::Branch {
                condition: Asked::GreaterEqual,
                left,
                right,
                pc: exit,
            } if left == index => Some((Bound::Register(right), exit)),
            Instruction::BranchConstant {
                condition: Asked::GreaterEqual,
                left,
                right,
                pc: exit,
            } if left == index => Some((Bound::Constant(right), exit)),
            _ => None,
        }
    }

    /// Whether an index only begins at constants that are not negative, and grows by a constant.
    fn grows(&self, index: Register) -> bool {
        let all = self.assignments(index);
        let is_fine = |pc: &u32| match self.body.code[*pc as usize] {
            Instruction::Constant { value, .. } => value as i32 >= 0,
            Instruction::BinaryConstant {
                operator: BinaryOperator::IAdd,
                left,
                right,
                ..
            } => left == index && right > 0,
            _ => false,
        };
        !self.body.parameters.contains(&index) && !all.is_empty() && all.iter().all(is_fine)
    }

    /// Whether the index of an access is in bounds.
    fn is_in_bounds(&self, pc: u32, array: Register, index: Register) -> bool {
        if let (Some(index), Some(Instruction::NewArray { length, .. })) =
            (self.constant(index), self.instruction(array))
        {
            let length = self.constant(length);
            return length.is_some_and(|it| (0..it).contains(&index));
        }
        let index = match self.source(index) {
            None => self.copied(pc, index).unwrap_or(index),
            Some(_) => return false,
        };
        self.grows(index)
            && self.back(pc, |from, to| match self.test(from, index) {
                Some((bound, exit)) if to == from + 1 && exit != to => {
                    match self.is_length(bound, array, false) {
                        true => Met::Found,
                        false => Met::Nothing,
                    }
                }
                _ if self.assigns(from, index) => Met::Wrong,
                _ => Met::Nothing,
            })
    }

    /// What a register was copied from just before, if that is so.
    fn copied(&self, pc: u32, register: Register) -> Option<Register> {
        let [before] = self.before[pc as usize][..] else {
            return None;
        };
        match self.body.code[before as usize] {
            Instruction::Move { target, source } if target == register => Some(source),
            _ => None,
        }
    }

    /// Whether no other code gets an array that is made here.
    fn is_own(&self, array: Register) -> bool {
        let Some((root, made)) = self.source(array) else {
            return false;
        };
        if !matches!(self.body.code[made as usize], Instruction::NewArray { .. }) {
            return false;
        }
        let mut known = vec![root];
        let mut next = 0;
        while let Some(register) = known.get(next).copied() {
            next += 1;
            for pc in 0..self.body.code.len() {
                let mut reads = 0;
                self.body
                    .for_each_source(pc as u32, |it| reads += usize::from(it == register));
                if reads == 0 {
                    continue;
                }
                match self.body.code[pc] {
                    Instruction::Move { target, .. } => {
                        if !known.contains(&target) {
                            if self.source(target).map(|it| it.0) != Some(root) {
                                return false;
                            }
                            known.push(target);
                        }
                    }
                    Instruction::ArrayLength { .. } => {}
                    Instruction::ArrayLoad { array, .. }
                    | Instruction::ArrayStore { array, .. }
                        if array == register && reads == 1 => {}
                    _ => return false,
                }
            }
        }
        true
    }

    /// The stores into an array: where, at which index, and what.
    fn stores(&self, array: Register) -> Vec<(u32, Register, Register)> {
        let code = self.body.code.iter().enumerate();
        let all = code.filter_map(|(pc, it)| match *it {
            Instruction::ArrayStore {
                array: of,
                index,
                source,
                ..
            } if self.is_same(of, array) => Some((pc as u32, index, source)),
            _ => None,
        });
        all.collect()
    }

    /// The register that was stored where a load is from, if nothing has changed since.
    fn stored(&self, pc: u32, array: Register, index: Register) -> Option<Register> {
        let index = self.copied(pc, index).unwrap_or(index);
        let stores = self.stores(array);
        let fitting = stores.iter().filter(|it| {
            let stored = self.copied(it.0, it.1).unwrap_or(it.1);
            stored == index
        });
        let mut fitting = fitting.filter(|store| {
            self.back(pc, |from, _| {
                let changes = self.assigns(from, index) || self.assigns(from, store.2);
                let other = stores.iter().any(|it| it.0 == from && it.0 != store.0);
                match (from == store.0, changes || other) {
                    (true, _) => Met::Found,
                    (_, true) => Met::Wrong,
                    _ => Met::Nothing,
                }
            })
        });
        fitting.next().map(|it| it.2)
    }

    /// Whether each index was stored at by itself, as in an initialiser.
    fn is_listed(&self, pc: u32, made: u32, stores: &[(u32, Register, Register)]) -> bool {
        let Instruction::NewArray { length, .. } = self.body.code[made as usize] else {
            return false;
        };
        let Some(length) = self.constant(length) else {
            return false;
        };
        length as usize <= stores.len()
            && (0..length).all(|index| {
                let mut fitting = stores
                    .iter()
                    .filter(|it| self.constant(it.1) == Some(index));
                fitting.any(|store| {
                    self.back(pc, |from, _| match from {
                        _ if from == store.0 => Met::Found,
                        _ if from == made => Met::Wrong,
                        _ => Met::Nothing,
                    })
                })
            })
    }

    /// Whether a loop has stored something at every index of an array before an instruction.
    fn is_filled(&self, pc: u32, array: Register) -> bool {
        let Some((_, made)) = self.source(array) else {
            return false;
        };
        let stores = self.stores(array);
        if self.is_listed(pc, made, &stores) {
            return true;
        }
        let mut loops = stores.iter().filter(|(at, index, _)| {
            let index = self.copied(*at, *index).unwrap_or(*index);
            let mut begins = None;
            let mut counts = None;
            for it in self.assignments(index) {
                match self.body.code[it as usize] {
                    Instruction::Constant { value: 0, .. } if begins.is_none() => begins = Some(it),
                    Instruction::BinaryConstant {
                        operator: BinaryOperator::IAdd,
                        left,
                        right: 1,
                        ..
                    } if left == index && counts.is_none() => counts = Some(it),
                    _ => return false,
                }
            }
            let (Some(begins), Some(counts)) = (begins, counts) else {
                return false;
            };
            if self.body.parameters.contains(&index) {
                return false;
            }
            // Each time it counts it has stored since the index changed.
            let stores_first = self.back(counts, |from, _| match from {
                _ if from == *at => Met::Found,
                _ if self.assigns(from, index) || from == made => Met::Wrong,
                _ => Met::Nothing,
            });
            // The array is as old as the index at least.
            let begins_after = self.back(*at, |from, _| match from {
                _ if from == begins => Met::Found,
                _ if from == made => Met::Wrong,
                _ => Met::Nothing,
            });
            // Control has left the loop by its test, which the index has failed.
            let is_behind = self.back(pc, |from, to| match self.test(from, index) {
                Some((bound, exit))
                    if exit == to && to != from + 1 && self.is_length(bound, array, true) =>
                {
                    Met::Found
                }
                _ if from == made => Met::Wrong,
                _ => Met::Nothing,
            });
            stores_first && begins_after && is_behind
        });
        loops.next().is_some()
    }
}

/// What an index is compared to.
#[derive(Clone, Copy)]
enum Bound {
    Register(Register),
    Constant(i32),
}

impl Emitter<'_, '_> {
    /// Whether the index of this access is in bounds.
    pub(super) fn is_in_bounds(&self, array: Register, index: Register) -> bool {
        let split = self.front.body(self.frame().method);
        Flow::new(&split.body).is_in_bounds(self.frame().pc, array, index)
    }

    /// The register whose value the element that is loaded here certainly has.
    pub(super) fn stored_before(&self, array: Register, index: Register) -> Option<Register> {
        let split = self.front.body(self.frame().method);
        let flow = Flow::new(&split.body);
        let is_own = flow.is_own(array);
        flow.stored(self.frame().pc, array, index)
            .filter(|_| is_own)
    }

    /// Whether no element of the array is null here.
    pub(super) fn is_filled(&self, array: Register) -> bool {
        self.is_filled_at(self.frames.len() - 1, self.frame().pc, array)
    }

    /// The same at another instruction of a call.
    pub(super) fn is_filled_at(&self, depth: usize, pc: u32, array: Register) -> bool {
        let split = self.front.body(self.frames[depth].method);
        let flow = Flow::new(&split.body);
        let has_objects = |flow: &Flow<'_>| {
            let stores = flow.stores(array);
            let mut all = stores.iter();
            all.all(|it| self.is_object_at(depth, it.0, it.2))
        };
        flow.is_own(array) && flow.is_filled(pc, array) && has_objects(&flow)
    }
}
