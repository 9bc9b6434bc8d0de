//! Going between states changes nothing: a state that is saved and loaded is the same state, with
//! the same choices, and a search that reloads every state sees the same graph. So does one that runs
//! every step and remembers none.

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

use classpath::{ClassPath, Jdk};
use explore::java::Java;
use explore::{
    Finding, Footprints, Forking, Learning, Movement, Plan, Renumbering, Search, Silent, Step,
    System,
};
use machine::{Choice, Machine, Options};
use program::Program;
use property::{FindingKind, Selection};

/// Programs of `tests/java` whose states are of many kinds.
const PROGRAMS: [&str; 30] = [
    "holds/wait/OneSlotBuffer",
    "holds/wait/NotifyAllWaiters",
    "holds/interrupt/NotifyOrInterrupt",
    "holds/park/FlagAndUnpark",
    "holds/timeout/JoinOrAlive",
    "holds/timeout/LooksAgain",
    "holds/sleep/ShortBeforeLong",
    "holds/classinit/Holder",
    "holds/atomic/Stack",
    "holds/threadlocal/OwnCopies",
    "holds/loop/Allocating",
    "holds/garbage/KeptByAnother",
    "holds/garbage/ListOfMain",
    "holds/garbage/LastHolder",
    "holds/inner/RegistersItself",
    "holds/daemon/PollsWhileMainEnds",
    "holds/reentrantlock/LockedCounter",
    "holds/latch/TwoWorkers",
    "holds/barrier/Meets",
    "holds/condition/Handover",
    "holds/blockingqueue/SynchronousHands",
    "holds/exception/NestedRethrown",
    "holds/volatile/Peterson",
    "holds/exit/NothingAfter",
    "violated/volatile/SeenAfterStart",
    "violated/exit/ExitTooEarly",
    "violated/timeout/DeadlineSetBefore",
    "violated/timeout/TryLockGivesUp",
    "violated/timeout/PollGivesUp",
    "violated/timeout/JoinGivesUp",
];

/// A Java program that goes through a saved state at every step.
struct Reloaded<'p> {
    java: Java<'p>,
    /// Whether every step is tried and taken back first.
    excursions: bool,
    one: Vec<u32>,
    other: Vec<u32>,
}

impl Reloaded<'_> {
    fn reload(&mut self) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        self.java.choices(&mut before);
        self.java.save(&mut self.one);
        self.java.load(&self.one);
        self.java.choices(&mut after);
        assert_eq!(before, after, "a loaded state has other choices");
        self.is_the_same("a loaded state is another one");
        let canonical = self.java.machine().has_canonical_names();
        assert!(canonical, "equal states may have other names");
        if !self.excursions {
            return;
        }
        for choice in before {
            self.java.advance(choice);
            self.java.load(&self.one);
            self.is_the_same("a step that is taken back leaves something behind");
        }
    }

    fn is_the_same(&mut self, otherwise: &str) {
        self.java.save(&mut self.other);
        assert_eq!(self.one, self.other, "{otherwise}");
    }
}

impl System for Reloaded<'_> {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        self.java.choices(out);
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.java.advance(choice)
    }

    fn findings(&mut self, out: &mut Vec<Finding>) {
        self.java.findings(out);
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        self.reload();
        out.clone_from(&self.one);
    }

    fn load(&mut self, state: &[u32]) {
        self.java.load(state);
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        self.java.unfinished(out);
    }

    fn describe_stuck(&mut self, threads: &[u16], round: &[u16]) -> Option<Finding> {
        self.java.describe_stuck(threads, round)
    }
}

impl Movement for Reloaded<'_> {
    fn also_moved(&self, out: &mut Vec<u16>) {
        self.java.also_moved(out);
    }

    fn instructions(&self) -> u64 {
        self.java.instructions()
    }
}

impl Learning for Reloaded<'_> {
    fn take_learned(&mut self) -> bool {
        self.java.take_learned()
    }
}

impl Renumbering for Reloaded<'_> {}
impl Forking for Reloaded<'_> {}
impl Footprints for Reloaded<'_> {}

/// How a search goes between states.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Plain,
    Reloaded,
    WithExcursions,
    /// Nothing is remembered of steps.
    Forgetful,
    /// The search leaves choices out, by what the system foresees.
    Foreseeing,
    /// Both.
    ForeseeingForgetful,
}

/// States, transitions, end states of a complete search.
type Counts = (u64, u64, u64);

fn counts(program: &Program, class: &str, search: Search, way: Way) -> Counts {
    let main = program.load(class).unwrap();
    let mut options = Options::default();
    if matches!(way, Way::Forgetful | Way::ForeseeingForgetful) {
        options.remembered_bytes = 0;
    }
    let machine = Machine::boot(program, options, main, &[]).unwrap();
    let watched = Selection::none().with(FindingKind::Exception);
    let (mut java, start) = Java::new(machine, watched);
    assert_eq!(start, Step::Ran, "{class}");
    if matches!(way, Way::Foreseeing | Way::ForeseeingForgetful) {
        java = java.foreseeing();
    }
    let plan = Plan {
        search,
        all: true,
        ..Plan::default()
    };
    let outcome = if !matches!(way, Way::Reloaded | Way::WithExcursions) {
        explore::explore(&mut java, &plan, &mut Silent)
    } else {
        let mut reloaded = Reloaded {
            java,
            excursions: way == Way::WithExcursions,
            one: Vec::new(),
            other: Vec::new(),
        };
        explore::explore(&mut reloaded, &plan, &mut Silent)
    };
    assert!(outcome.complete(), "{class}: {:?}", outcome.verdict);
    let counts = outcome.statistics;
    (counts.states, counts.transitions, counts.end_states)
}

#[test]
fn going_between_states_changes_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    let files: Vec<PathBuf> = PROGRAMS
        .iter()
        .map(|it| root.join(format!("{it}.java")))
        .collect();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reload");
    let jdk = || Jdk::find(None).expect("the tests need a JDK");
    let compiled = classpath::compile_into(&jdk(), &files, &[], &cache).unwrap();
    let mut wrong = Vec::new();
    for path in PROGRAMS {
        let class = path.rsplit('/').next().unwrap();
        let classes = ClassPath::new(std::slice::from_ref(&compiled.classes), Some(jdk())).unwrap();
        let program = machine::program(classes);
        let mut attempt = |search, way| {
            let tried = AssertUnwindSafe(|| counts(&program, class, search, way));
            let counts = std::panic::catch_unwind(tried);
            if counts.is_err() {
                wrong.push(format!("{class}: {search:?}, {way:?}: see above"));
            }
            counts.ok()
        };
        let plain = attempt(Search::DepthFirst, Way::Plain);
        let others = [
            (Search::DepthFirst, Way::Reloaded),
            (Search::DepthFirst, Way::WithExcursions),
            (Search::DepthFirst, Way::Forgetful),
            (Search::BreadthFirst, Way::Plain),
            (Search::BreadthFirst, Way::Reloaded),
        ];
        let counted: Vec<_> = others
            .map(|(search, way)| (search, way, attempt(search, way)))
            .into();
        let [remembering, forgetful] =
            [Way::Foreseeing, Way::ForeseeingForgetful].map(|way| attempt(Search::DepthFirst, way));
        if remembering != forgetful {
            wrong.push(format!(
                "{class}: {remembering:?}, but {forgetful:?} if all is forgotten"
            ));
        }
        for (search, way, counts) in counted {
            if counts.is_some() && counts != plain {
                wrong.push(format!(
                    "{class}: {plain:?}, but {counts:?} {search:?} {way:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
