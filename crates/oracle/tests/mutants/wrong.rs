//! Searches that are wrong in one thing.

use std::collections::BTreeSet;
use std::time::Duration;

use explore::java::Java;
use explore::reduction::{Layer, Layers, Persistent};
use explore::{Claim, Claims, Mutant, Plan, Search, View};
use machine::Fact;
use program::Program;

use crate::differ::{Ended, planned_by};

/// What takes its reductions from the independence relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Engine {
    /// The lazy search.
    Lazy,
    /// The named layers.
    Layers,
}

pub(crate) const ENGINES: [Engine; 2] = [Engine::Lazy, Engine::Layers];

/// How an engine is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Steps,
    Units,
    /// Steps, or units, with arbitrary beginnings.
    Whim(u64, bool),
    BreadthFirst,
    Persistent,
}

/// What a search that is wrong may take; who needs more kills nothing.
const TIME: Duration = Duration::from_secs(3);

impl Engine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Engine::Lazy => "lazy",
            Engine::Layers => "layers",
        }
    }

    fn ways(self) -> Vec<Way> {
        match self {
            Engine::Lazy => vec![
                Way::Steps,
                Way::Units,
                Way::Whim(1, false),
                Way::Whim(2, true),
                Way::Whim(3, true),
            ],
            Engine::Layers => vec![Way::BreadthFirst, Way::Persistent],
        }
    }

    /// What the engine is wrong about, as far as it comes up in a program; and whether it sees what is to
    /// be seen otherwise.
    pub(crate) fn look(self, program: &Program, name: &str, full: &Seen) -> (Vec<Mutant>, bool) {
        let claims = Claims::default();
        let mut is_right = true;
        for way in self.ways() {
            let view = View::Gathering(claims.clone());
            let ended = planned_by(program, name, |java| taken(java, way, view));
            is_right &= !full.differs(&ended);
        }
        let mutants = claims.all();
        (mutants.iter().flat_map(Claim::mutants).collect(), is_right)
    }

    /// Whether what it sees differs, if it is wrong in this thing.
    pub(crate) fn kills(self, program: &Program, name: &str, full: &Seen, mutant: &Mutant) -> bool {
        self.ways().into_iter().any(|way| {
            let view = View::Wrong(mutant.clone());
            full.differs(&planned_by(program, name, |java| taken(java, way, view)))
        })
    }
}

fn depth_first() -> Plan {
    Plan {
        search: Search::DepthFirst,
        ..Plan::default()
    }
}

fn taken(mut java: Java<'_>, way: Way, view: View) -> (Java<'_>, Plan) {
    let mut plan = depth_first();
    plan.limits.time = Some(TIME);
    let layers = match way {
        Way::Steps => return (java.foreseeing_through(view), plan),
        Way::Units => return (java.foreseeing_through(view).with_atomic_calls(), plan),
        Way::Whim(whim, units) => {
            plan.whim = Some(whim);
            let java = java.foreseeing_through(view);
            return (
                if units {
                    java.with_atomic_calls()
                } else {
                    java
                },
                plan,
            );
        }
        Way::BreadthFirst => {
            plan.search = Search::BreadthFirst;
            Layers::all()
        }
        Way::Persistent => Layers::NONE.with(Layer::Persistent),
    };
    let reduction = Persistent::new(java.machine(), layers).through(view);
    (java.reduced(Box::new(reduction)), plan)
}

/// Whether what is seen differs, if facts of a kind are never learned.
pub(crate) fn misses(program: &Program, name: &str, full: &Seen, fact: Fact) -> bool {
    full.differs(&planned_by(program, name, |mut java| {
        java.machine().overlook_fact(fact);
        (java.foreseeing().with_atomic_calls(), depth_first())
    }))
}

/// What is to be seen of a program.
pub(crate) struct Seen {
    /// `None` if it can't be told, and must not be.
    outcomes: Option<BTreeSet<String>>,
}

impl Seen {
    /// By a search that leaves nothing out; `None` if there is more than so many states, or no telling.
    pub(crate) fn of(program: &Program, name: &str, most: u64) -> Option<Seen> {
        match planned_by(program, name, |java| (java, depth_first())) {
            Ended::Complete(outcomes, states) if states <= most => Some(Seen {
                outcomes: Some(outcomes),
            }),
            _ => None,
        }
    }

    /// By the lazy search, as it is, of calls in steps; also that it can't be told.
    pub(crate) fn by_lazy_search(program: &Program, name: &str) -> Option<Seen> {
        match planned_by(program, name, |java| (java.foreseeing(), depth_first())) {
            Ended::Complete(outcomes, _) => Some(Seen {
                outcomes: Some(outcomes),
            }),
            Ended::Unknown(_) => Some(Seen { outcomes: None }),
            _ => None,
        }
    }

    fn differs(&self, ended: &Ended) -> bool {
        matches!(ended, Ended::Complete(outcomes, _) if Some(outcomes) != self.outcomes.as_ref())
    }
}
