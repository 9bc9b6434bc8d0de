//! Double-checked locking of a field that is not volatile.
//!
//! In: the code of a method. Out: where it looks at a field without a lock, takes a lock, and looks at the
//! field again and sets it there. Whoever looks without the lock may see an object that is not finished yet
//! (The Java Language Specification, chapter 17.4: nothing orders the look after the constructor). Where two
//! threads come to the method at once a search reports the race; where none does, as in a program whose
//! threads happen to be one after the other, this is what remains to be said.
//!
//! ```java
//! if (instance == null) {                     // looks
//!     synchronized (Holder.class) {
//!         if (instance == null)               // looks again
//!             instance = new Holder();        // sets
//!     }
//! }
//! ```

use std::collections::{BTreeMap, BTreeSet};

use program::{Body, FieldAccess, FieldId, Instruction, Kind};

/// What an instruction does with a field that is neither volatile nor final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Look,
    Set,
}

/// The places in a body that look at a field first, with the field, in order.
pub(super) fn places(body: &Body) -> Vec<(u32, FieldId)> {
    let depths = depths(body);
    let mut inside: BTreeSet<(FieldId, Use)> = BTreeSet::new();
    let mut outside = Vec::new();
    for (pc, depth) in &depths {
        let Some((field, used)) = use_of(body.code[*pc as usize]) else {
            continue;
        };
        match (depth, used) {
            (0, Use::Look) if decides(body, *pc) => outside.push((*pc, field)),
            (0, _) => {}
            _ => {
                inside.insert((field, used));
            }
        }
    }
    let is_double = |it: &(u32, FieldId)| {
        inside.contains(&(it.1, Use::Look)) && inside.contains(&(it.1, Use::Set))
    };
    outside.retain(|it| is_double(it) && enters_after(body, it.0, &depths));
    let mut told = BTreeSet::new();
    outside.retain(|it| told.insert(it.1));
    outside
}

/// How many monitors are held before each instruction that is reached without an exception.
fn depths(body: &Body) -> BTreeMap<u32, u32> {
    let mut depths = BTreeMap::from([(0, 0)]);
    let mut open = vec![0];
    while let Some(pc) = open.pop() {
        let depth: u32 = depths[&pc];
        let after = match body.code[pc as usize] {
            Instruction::MonitorEnter { .. } => depth + 1,
            Instruction::MonitorExit { .. } => depth.saturating_sub(1),
            _ => depth,
        };
        body.for_each_successor(pc, |next| {
            depths.entry(next).or_insert_with(|| {
                open.push(next);
                after
            });
        });
    }
    depths
}

fn use_of(instruction: Instruction) -> Option<(FieldId, Use)> {
    let (field, kind, access, used) = match instruction {
        Instruction::GetField {
            field,
            kind,
            access,
            ..
        }
        | Instruction::GetStatic {
            field,
            kind,
            access,
            ..
        } => (field, kind, access, Use::Look),
        Instruction::PutField {
            field,
            kind,
            access,
            ..
        }
        | Instruction::PutStatic {
            field,
            kind,
            access,
            ..
        } => (field, kind, access, Use::Set),
        _ => return None,
    };
    // Looking at a number without a lock is mostly meant: a size, a count.
    let is_published = matches!(kind, Kind::Reference | Kind::Boolean);
    (access == FieldAccess::Plain && is_published).then_some((field, used))
}

/// Whether what an instruction loads is what the next branch goes by, perhaps by way of a local variable.
fn decides(body: &Body, pc: u32) -> bool {
    let (Instruction::GetField { target, .. } | Instruction::GetStatic { target, .. }) =
        body.code[pc as usize]
    else {
        return false;
    };
    let mut loaded = vec![target];
    for next in &body.code[pc as usize + 1..] {
        match next {
            Instruction::Move { target, source } if loaded.contains(source) => loaded.push(*target),
            Instruction::BranchConstant { left, .. } => return loaded.contains(left),
            _ => return false,
        }
    }
    false
}

/// Whether a monitor is entered some time after an instruction, before the method ends.
fn enters_after(body: &Body, pc: u32, depths: &BTreeMap<u32, u32>) -> bool {
    let (mut seen, mut open) = (BTreeSet::from([pc]), vec![pc]);
    while let Some(at) = open.pop() {
        if matches!(body.code[at as usize], Instruction::MonitorEnter { .. }) && depths[&at] == 0 {
            return true;
        }
        body.for_each_successor(at, |next| {
            if seen.insert(next) {
                open.push(next);
            }
        });
    }
    false
}
