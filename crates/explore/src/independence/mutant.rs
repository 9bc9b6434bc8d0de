//! The independence relation with one thing wrong in it, for tests of the tests.
//!
//! What footprints say comes apart into [`Claim`]s: that steps of a kind read, write or affect variables
//! of a kind, touch everything, or can be let go on by anything. A [`Mutant`] is the relation without one
//! claim, or with a write that is told as a read. Whoever asks for footprints does so through a [`View`]:
//! a plain one, one that gathers the claims there are, or that of a mutant. Kinds are named by what
//! `Operation` and `Variable` are called, so that whatever is new there has its mutants, too.
//!
//! A search that can't tell a mutant from the relation, on any program, would not tell a mistake in it
//! either: `crates/oracle/tests/mutants.rs`.

use std::collections::BTreeSet;
use std::fmt::{self, Debug, Display, Write};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use machine::{Machine, Operation};

use super::{Access, Footprint, Variable};

/// What a step does to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// It depends on its value.
    Reads,
    /// It changes it.
    Writes,
    /// It lets others go on by it.
    Affects,
    /// It may access anything.
    Touches,
    /// If it can't be taken, anything may change that.
    Awaits,
}

const MANNERS: [(Manner, &str); 5] = [
    (Manner::Reads, "reads"),
    (Manner::Writes, "writes"),
    (Manner::Affects, "affects"),
    (Manner::Touches, "touches"),
    (Manner::Awaits, "awaits"),
];

/// The variable of a claim that is about all of them.
const EVERYTHING: &str = "everything";

/// What steps are called of which something is said because they are steps.
const EVERY: &str = "every step";

/// One thing that footprints say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim {
    /// The kind of step.
    pub step: String,
    /// What it does.
    pub manner: Manner,
    /// The kind of variable.
    pub variable: String,
}

impl Claim {
    fn new(step: &str, manner: Manner, variable: &str) -> Claim {
        Claim {
            step: step.to_owned(),
            manner,
            variable: variable.to_owned(),
        }
    }

    fn of_access(step: &str, access: &Access) -> Claim {
        let manner = match access.writes {
            true => Manner::Writes,
            false => Manner::Reads,
        };
        Claim::new(step, manner, &kind(&access.variable))
    }

    /// The mutants that are wrong about it.
    pub fn mutants(&self) -> Vec<Mutant> {
        let changes = match self.manner {
            Manner::Writes => &[Change::Left, Change::Weakened][..],
            _ => &[Change::Left],
        };
        let mutant = |change: &Change| Mutant {
            change: *change,
            claim: self.clone(),
        };
        changes.iter().map(mutant).collect()
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, manner) = MANNERS[self.manner as usize];
        write!(f, "{} {manner} {}", self.step, self.variable)
    }
}

/// How a mutant is wrong about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// It is left out.
    Left,
    /// The write is told as a read.
    Weakened,
}

/// The relation with one thing wrong in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mutant {
    /// About what.
    pub claim: Claim,
    /// In which way.
    pub change: Change,
}

impl Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.change {
            Change::Left => write!(f, "not: {}", self.claim),
            Change::Weakened => write!(f, "as if it read: {}", self.claim),
        }
    }
}

impl FromStr for Mutant {
    type Err = String;

    /// What [`Mutant::fmt`] writes.
    fn from_str(text: &str) -> Result<Mutant, String> {
        let wrong = || format!("{text:?} is no mutant");
        let (change, claim) = text.split_once(": ").ok_or_else(wrong)?;
        let change = match change {
            "not" => Change::Left,
            "as if it read" => Change::Weakened,
            _ => return Err(wrong()),
        };
        let words: Vec<&str> = claim.split(' ').collect();
        let [step @ .., manner, variable] = &words[..] else {
            return Err(wrong());
        };
        let manner = MANNERS.iter().find(|(_, name)| name == manner);
        let (manner, _) = manner.ok_or_else(wrong)?;
        let claim = Claim::new(&step.join(" "), *manner, variable);
        Ok(Mutant { claim, change })
    }
}

/// Claims that are gathered by several.
#[derive(Clone, Debug, Default)]
pub struct Claims(Arc<Mutex<BTreeSet<Claim>>>);

impl Claims {
    /// All so far.
    pub fn all(&self) -> BTreeSet<Claim> {
        let claims = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        claims.clone()
    }

    fn add(&self, claim: Claim) {
        let mut claims = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        claims.insert(claim);
    }
}

/// How footprints are seen.
#[derive(Clone, Debug, Default)]
pub enum View {
    /// As they are.
    #[default]
    Plain,
    /// The same, and what they say is gathered.
    Gathering(Claims),
    /// With one thing wrong.
    Wrong(Mutant),
}

impl View {
    /// Shows a footprint that was found. A plain view is for whoever calls this to tell.
    #[cold]
    pub(super) fn show(
        &self,
        machine: &mut Machine<'_>,
        (thread, operation): (usize, Operation),
        footprint: &mut Footprint,
    ) {
        let step = step(machine, thread, operation);
        match self {
            View::Plain => {}
            View::Gathering(claims) => {
                for access in &footprint.accesses {
                    claims.add(Claim::of_access(&step, access));
                }
                for access in &footprint.effects {
                    let step = source(&step, access.variable);
                    claims.add(Claim::new(step, Manner::Affects, &kind(&access.variable)));
                }
                if footprint.everything {
                    claims.add(Claim::new(&step, Manner::Touches, EVERYTHING));
                }
                if !footprint.waits && !can_move(machine, thread) {
                    claims.add(Claim::new(&step, Manner::Awaits, EVERYTHING));
                }
            }
            View::Wrong(mutant) if [&step, EVERY].contains(&&*mutant.claim.step) => {
                mutant.change(footprint);
            }
            View::Wrong(_) => {}
        }
    }

    /// What a step of a kind that has no operation accesses beside, as it is seen.
    pub(crate) fn beside(&self, step: &str, access: Access) -> Option<Access> {
        match self {
            View::Plain => Some(access),
            View::Gathering(claims) => {
                claims.add(Claim::of_access(step, &access));
                Some(access)
            }
            View::Wrong(mutant) if mutant.claim.step == step => mutant.seen(access),
            View::Wrong(_) => Some(access),
        }
    }

    /// Whether it is seen that a step of such a kind reads what is no variable.
    pub(crate) fn notes(&self, step: &str, variable: &str) -> bool {
        let claim = || Claim::new(step, Manner::Reads, variable);
        match self {
            View::Plain => true,
            View::Gathering(claims) => {
                claims.add(claim());
                true
            }
            View::Wrong(mutant) => mutant.claim != claim(),
        }
    }
}

impl Mutant {
    /// Makes a footprint of its steps wrong.
    fn change(&self, footprint: &mut Footprint) {
        match self.claim.manner {
            Manner::Touches => footprint.everything = false,
            Manner::Awaits => footprint.waits = true,
            Manner::Affects => {
                let kept = |it: &Access| kind(&it.variable) != self.claim.variable;
                footprint.effects.retain(kept);
            }
            Manner::Reads | Manner::Writes => {
                let accesses = std::mem::take(&mut footprint.accesses);
                let seen = accesses.into_iter().filter_map(|it| self.seen(it));
                footprint.accesses = seen.collect();
            }
        }
    }

    /// What is seen of an access by one of its steps.
    fn seen(&self, access: Access) -> Option<Access> {
        let writes = self.claim.manner == Manner::Writes;
        if access.writes != writes || kind(&access.variable) != self.claim.variable {
            return Some(access);
        }
        let weaker = Access {
            writes: false,
            ..access
        };
        (self.change == Change::Weakened).then_some(weaker)
    }
}

/// The kind of step of which an effect is said.
fn source(step: &str, variable: Variable) -> &str {
    match variable {
        Variable::Running | Variable::Daemons => EVERY,
        _ => step,
    }
}

/// The kind of step that a thread is about to take.
fn step(machine: &mut Machine<'_>, thread: usize, operation: Operation) -> String {
    match machine.synchronizer_call(thread, operation) {
        None => kind(&operation),
        Some(call) if call.inside => format!("{} inside a call", kind(&operation)),
        Some(call) => format!("call {}", kind(&call.does)),
    }
}

fn can_move(machine: &mut Machine<'_>, thread: usize) -> bool {
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    choices.iter().any(|it| usize::from(it.thread) == thread)
}

/// What a value is called, without what it has.
fn kind(value: &dyn Debug) -> String {
    /// Takes text up to what a value has.
    struct Name(String);

    impl Write for Name {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let end = text.find(['(', '{', ' ']);
            self.0.push_str(&text[..end.unwrap_or(text.len())]);
            end.map_or(Ok(()), |_| Err(fmt::Error))
        }
    }

    let mut name = Name(String::new());
    // The error says that there is enough.
    let _ = write!(name, "{value:?}");
    name.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_are_read_as_they_are_written() {
        let claim = Claim::new("Read inside a call", Manner::Writes, "Slot");
        let mutants = claim.mutants();
        assert_eq!(mutants.len(), 2);
        for mutant in mutants {
            assert_eq!(mutant.to_string().parse(), Ok(mutant));
        }
        assert!("not: Read".parse::<Mutant>().is_err());
    }

    #[test]
    fn every_manner_has_its_name() {
        for (number, (manner, _)) in MANNERS.iter().enumerate() {
            assert_eq!(*manner as usize, number);
        }
    }

    #[test]
    fn a_mutant_is_wrong_about_its_claim_alone() {
        let access = |variable, writes| Access { variable, writes };
        let footprint = Footprint {
            accesses: vec![
                access(Variable::Console, true),
                access(Variable::Console, false),
                access(Variable::Clock, true),
            ],
            ..Footprint::default()
        };
        let seen = |text: &str| {
            let mut footprint = footprint.clone();
            text.parse::<Mutant>().unwrap().change(&mut footprint);
            footprint.accesses
        };
        let written = [false, true].map(|it| access(Variable::Clock, it));
        assert_eq!(
            seen("not: Print writes Console"),
            [access(Variable::Console, false), written[1]]
        );
        assert_eq!(
            seen("as if it read: Look writes Clock"),
            [footprint.accesses[0], footprint.accesses[1], written[0]]
        );
    }
}
