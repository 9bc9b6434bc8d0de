//! Static futures for the search: what `analysis` finds out, as `explore` asks for it.
//!
//! In: a program, its heap before `main`, and a manner. Out: something that answers questions about
//! call stacks. The two rooms don't know each other; what goes over are numbers of the program.

use analysis::foresight::{self, Foresight, Manner};
use analysis::points::Budget;
use analysis::world::World;
use explore::reduction::{Aim, Call, Deed, Foreseen, Stand};
use program::{MethodId, Program};

/// The analysis of a program, for questions.
#[derive(Debug)]
pub(crate) struct Told<'p>(Foresight<'p>);

impl<'p> Told<'p> {
    /// Analyses the program. `None` if it lacks the most basic classes.
    pub(crate) fn new(
        program: &'p Program,
        world: &mut dyn World,
        main: MethodId,
        manner: Manner,
    ) -> Option<Told<'p>> {
        Foresight::new(program, world, main, manner, Budget::default()).map(Told)
    }

    /// What is to be said about it: why nothing is known, or less than was asked for.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let blind = self.0.blind();
        let blind = blind.map(|it| format!("static futures are not known: {it}"));
        let coarse = self.0.coarse().map(str::to_owned);
        blind.into_iter().chain(coarse).collect()
    }
}

fn deed(deed: Deed) -> foresight::Deed {
    foresight::Deed {
        aim: match deed.aim {
            Aim::Field(field) => foresight::Aim::Field(field),
            Aim::Elements(class) => foresight::Aim::Elements(class),
            Aim::Monitor(class) => foresight::Aim::Monitor(class),
        },
        writes: deed.writes,
    }
}

impl Foreseen for Told<'_> {
    fn stand(&mut self, calls: &[Call]) -> Stand {
        self.0.stand(calls)
    }

    fn conflicts(&mut self, at: Stand, access: Deed, other: Stand) -> bool {
        self.0.conflicts(at, deed(access), other)
    }

    fn foresees(&mut self, at: Stand, access: Deed) -> bool {
        self.0.foresees(at, deed(access))
    }

    fn covers(&mut self, before: Stand, after: Stand) -> bool {
        self.0.covers(before, after)
    }

    fn begins(&mut self, before: Stand, begun: Stand) -> bool {
        self.0.begins(before, begun)
    }

    fn may_meet(&mut self, one: (Stand, Deed), other: (Stand, Deed)) -> bool {
        self.0
            .may_meet((one.0, deed(one.1)), (other.0, deed(other.1)))
    }
}
