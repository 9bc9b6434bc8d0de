//! Which registers of a routine still matter before each instruction.
//!
//! In: a routine. Out: for each index, and for the end, the registers that are read before they are written
//! on some path. What is not among them is cleared, so that configurations don't differ in what nobody will
//! read.

use super::model::{Operation, Routine};

/// The live registers before each instruction, as bits: of references and of booleans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Liveness {
    /// References, by index.
    pub locals: Vec<Vec<bool>>,
    /// Booleans, by index.
    pub truths: Vec<Vec<bool>>,
}

/// Where control can go after an instruction.
pub fn successors(routine: &Routine, index: usize) -> Vec<usize> {
    match routine.code.get(index).map(|it| &it.operation) {
        None | Some(Operation::End) => vec![],
        Some(Operation::Jump(to)) => vec![*to],
        Some(Operation::Branch(_, to) | Operation::TryAcquire(_, to)) => vec![index + 1, *to],
        Some(_) => vec![index + 1],
    }
}

/// Backward data flow to a fixpoint.
pub fn liveness(routine: &Routine) -> Liveness {
    let count = routine.code.len() + 1;
    let mut live = Liveness {
        locals: vec![vec![false; routine.locals.len()]; count],
        truths: vec![vec![false; routine.truths.len()]; count],
    };
    loop {
        let before = live.clone();
        for index in (0..routine.code.len()).rev() {
            let mut locals = vec![false; routine.locals.len()];
            let mut truths = vec![false; routine.truths.len()];
            for next in successors(routine, index) {
                or(&mut locals, &live.locals[next]);
                or(&mut truths, &live.truths[next]);
            }
            let operation = &routine.code[index].operation;
            let (written, truth) = operation.writes();
            written
                .into_iter()
                .for_each(|it| locals[usize::from(it.0)] = false);
            truth
                .into_iter()
                .for_each(|it| truths[usize::from(it.0)] = false);
            let (reads, read) = operation.reads();
            reads
                .into_iter()
                .for_each(|it| locals[usize::from(it.0)] = true);
            read.into_iter()
                .for_each(|it| truths[usize::from(it.0)] = true);
            live.locals[index] = locals;
            live.truths[index] = truths;
        }
        if live == before {
            return live;
        }
    }
}

/// Heads of loops of instructions none of which yields: each such loop has one.
pub fn silent_loops(routine: &Routine) -> Vec<bool> {
    let silent = |index: usize| routine.code.get(index).is_some_and(|it| !it.yields());
    let returns = |start: usize| {
        let mut seen = vec![false; routine.code.len() + 1];
        let mut todo = vec![start];
        while let Some(index) = todo.pop() {
            if !silent(index) {
                continue;
            }
            for next in successors(routine, index) {
                if next == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[next], true) {
                    todo.push(next);
                }
            }
        }
        false
    };
    // Each circle has a step back, or to itself.
    let is_head = |start: usize| {
        let mut back = (start..routine.code.len()).filter(|it| silent(*it));
        back.any(|it| successors(routine, it).contains(&start))
    };
    let all = 0..=routine.code.len();
    all.map(|it| is_head(it) && returns(it)).collect()
}

/// Whether each register through which a monitor was taken keeps its object until it is left through the same
/// register: on no path is it written, or dead, in between. Then a thread holds only monitors that its
/// registers refer to.
pub fn monitors_stay(routine: &Routine, live: &Liveness) -> bool {
    let count = routine.code.len();
    let mut taken = vec![vec![false; routine.locals.len()]; count + 1];
    loop {
        let before = taken.clone();
        for index in 0..count {
            let mut after = taken[index].clone();
            match &routine.code[index].operation {
                Operation::Acquire(it) | Operation::TryAcquire(it, _) => {
                    after[usize::from(it.0)] = true
                }
                Operation::Release(it) => after[usize::from(it.0)] = false,
                _ => {}
            }
            for next in successors(routine, index) {
                or(&mut taken[next], &after);
            }
            if let Operation::End = routine.code[index].operation {
                or(&mut taken[count], &after);
            }
        }
        if taken == before {
            break;
        }
    }
    let written = |index: usize| {
        routine
            .code
            .get(index)
            .and_then(|it| it.operation.writes().0)
    };
    (0..=count).all(|index| {
        taken[index]
            .iter()
            .enumerate()
            .filter(|it| *it.1)
            .all(|(local, _)| {
                let overwritten = written(index).is_some_and(|it| usize::from(it.0) == local);
                // Taken twice through one register, it is left too early.
                let operation = routine.code.get(index).map(|it| &it.operation);
                let again = matches!(operation,
                    Some(Operation::Acquire(it) | Operation::TryAcquire(it, _)) if usize::from(it.0) == local);
                live.locals[index][local] && !overwritten && !again
            })
    })
}

fn or(into: &mut [bool], other: &[bool]) {
    into.iter_mut()
        .zip(other)
        .for_each(|(it, other)| *it |= other);
}

#[cfg(test)]
mod tests {
    use super::super::model::{Condition, FieldId, Instruction, Local};
    use super::*;

    fn holds(code: Vec<Operation>) -> bool {
        let routine = Routine {
            name: "r".to_string(),
            locals: vec!["a".to_string(), "b".to_string()],
            truths: vec![],
            code: code
                .into_iter()
                .map(|operation| Instruction::new(operation, 0))
                .collect(),
        };
        monitors_stay(&routine, &liveness(&routine))
    }

    #[test]
    fn monitors_stay_in_their_registers() {
        let (a, b) = (Local(0), Local(1));
        let twice = vec![
            Operation::Acquire(a),
            Operation::Acquire(a),
            Operation::Release(a),
        ];
        assert!(!holds(twice));
        assert!(holds(vec![Operation::Acquire(a), Operation::Release(a)]));
        assert!(!holds(vec![
            Operation::Acquire(a),
            Operation::Null(a),
            Operation::Release(a)
        ]));
        assert!(!holds(vec![
            Operation::Acquire(a),
            Operation::Move(b, a),
            Operation::Release(b)
        ]));
        assert!(!holds(vec![
            Operation::Acquire(a),
            Operation::Branch(Condition::Free, 3),
            Operation::Release(a)
        ]));
    }

    #[test]
    fn what_a_loop_reads_is_live_around_it() {
        let code = [
            Operation::Get(Local(1), Local(0), FieldId(0)),
            Operation::Branch(Condition::NotNull(Local(1)), 0),
            Operation::End,
        ];
        let routine = Routine {
            name: "r".to_string(),
            locals: vec!["a".to_string(), "b".to_string()],
            truths: vec![],
            code: code
                .map(|operation| Instruction::new(operation, 0))
                .to_vec(),
        };
        let live = liveness(&routine);
        assert_eq!(live.locals[0], [true, false]);
        assert_eq!(live.locals[1], [true, true]);
        assert_eq!(live.locals[2], [false, false]);
    }
}
