//! Static futures for the search: what `analysis` finds out, as `explore` asks for it.
//!
//! In: a program, its heap before `main`, and options. Out: something that answers questions about
//! call stacks. The two rooms don't know each other; what goes over are numbers of the program.

use analysis::foresight::{self, Foresight, FuturesOptions};
use analysis::points::Budget;
use analysis::world::World;
use explore::reduction::{Call, Foreseen, MemoryTarget, StackId, StaticAccess};
use machine::{ClassState, Machine};
use program::{ClassId, MethodId, Program};

/// The analysis of a program, for questions.
#[derive(Debug)]
pub(crate) struct Told<'p>(Foresight<'p>);

impl<'p> Told<'p> {
    /// Analyses the program, some of whose classes have been initialised when the search begins. `None` if it lacks the most basic classes.
    pub(crate) fn new(
        program: &'p Program,
        world: &mut dyn World,
        main: MethodId,
        options: FuturesOptions,
        initialized: Vec<ClassId>,
    ) -> Option<Told<'p>> {
        let budget = Budget::default();
        Foresight::new(program, world, main, options, initialized, budget).map(Told)
    }

    /// What is to be said about it: why nothing is known, or less than was asked for.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let blind = self.0.blind();
        let blind = blind.map(|it| format!("static futures are not known: {it}"));
        let coarse = self.0.coarse().map(str::to_owned);
        blind.into_iter().chain(coarse).collect()
    }
}

/// The classes that are initialised, whose initialisers never run again.
pub(crate) fn initialized(machine: &mut Machine<'_>) -> Vec<ClassId> {
    let classes = 0..machine.program().class_count();
    let classes = classes.map(|it| ClassId(it as u32));
    classes
        .filter(|it| machine.class_state(*it) == ClassState::Ready)
        .collect()
}

fn static_access(access: StaticAccess) -> foresight::StaticAccess {
    foresight::StaticAccess {
        memory: match access.memory {
            MemoryTarget::Field(field) => foresight::MemoryTarget::Field(field),
            MemoryTarget::Elements(class) => foresight::MemoryTarget::Elements(class),
            MemoryTarget::Monitor(class) => foresight::MemoryTarget::Monitor(class),
        },
        writes: access.writes,
    }
}

impl Foreseen for Told<'_> {
    fn stand(&mut self, calls: &[Call]) -> StackId {
        self.0.stand(calls)
    }

    fn conflicts(&mut self, at: StackId, access: StaticAccess, other: StackId) -> bool {
        self.0.conflicts(at, static_access(access), other)
    }

    fn foresees(&mut self, at: StackId, access: StaticAccess) -> bool {
        self.0.foresees(at, static_access(access))
    }

    fn covers(&mut self, before: StackId, after: StackId) -> bool {
        self.0.covers(before, after)
    }

    fn begins(&mut self, before: StackId, begun: StackId) -> bool {
        self.0.begins(before, begun)
    }

    fn may_meet(&mut self, one: (StackId, StaticAccess), other: (StackId, StaticAccess)) -> bool {
        self.0.may_meet(
            (one.0, static_access(one.1)),
            (other.0, static_access(other.1)),
        )
    }

    fn retreat(&mut self) -> bool {
        self.0.expect_uncaught()
    }
}
