//! Questions about futures by call stack: may a thread that stands here still do what does not commute
//! with the next access of one that stands there?
//!
//! In: a [`Program`], its [`World`] and a [`FuturesOptions`]. Out: [`Foresight`], whose answers are yes and no,
//! remembered by where threads stand.
//!
//! A *stand* is a call stack. Which instance of a method a frame is in is not known from the stack
//! alone: all those count to which the calls below can lead, or, where none is found so, all of the
//! method. A frame in a method that the analysis has never come to may do anything, unless a call below
//! leads to code that is not looked into ([`Future::Library`]). So may everybody
//! where not all code is in view (`facts::is_closed`), or where the budget did not last.
//!
//! What a thread does with an exception that nothing catches is not foreseen at first: it prints, and so locks
//! and fills arrays that all threads of the library use, and nearly every instruction may throw. Who asks finds
//! out if a thread comes to it; then it calls [`Foresight::expect_uncaught`], and from then on it is. Initialisers
//! of classes that were initialised when the questions began never run again.
//!
//! Two accesses conflict if they are to the same field (or to elements, or to a monitor, of classes
//! that can be the same), one of them writes, and, with points-to sets, the objects that their bases
//! can mean have one in common. An object that may be known by several names (see
//! `futures::is_sharp`) has one in common with every other.

use program::{ClassId, FieldId, MethodId, Program};

use crate::access::{self, Target};
use crate::demand::Demand;
use crate::facts;
use crate::futures::{Future, FutureId, Futures, Precision, Telling, Which, is_sharp};
use crate::points::{self, Budget, InstanceId, Map, Points, Sensitivity};
use crate::set::Set;
use crate::world::World;

/// A call of a stack: its method and instruction, and whether that is yet to be run.
pub type Call = (MethodId, u32, bool);

/// The number of a stand.
pub type StackId = u32;

/// Calls of a stack that are looked at; in deeper ones anything may happen.
const DEEPEST: usize = 512;

/// What an access is to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemoryTarget {
    /// A field.
    Field(FieldId),
    /// Elements of an array of this class.
    Elements(ClassId),
    /// The monitor of an object of this class.
    Monitor(ClassId),
}

/// An access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StaticAccess {
    /// To what.
    pub memory: MemoryTarget,
    /// Whether it writes. Monitors are written.
    pub writes: bool,
}

/// By which points-to sets objects are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsTo {
    /// By class alone.
    None,
    /// For all variables, without contexts for the program's own methods.
    Insensitive,
    /// For all variables, the program's own methods told apart by receiver.
    Objects,
    /// On demand, without contexts.
    Demand,
    /// On demand, calls told apart.
    ContextDemand,
}

/// How precise the answers are to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FuturesOptions {
    /// How calls are told apart.
    pub precision: Precision,
    /// How objects are.
    pub points_to: PointsTo,
}

/// What threads may still do.
#[derive(Debug)]
pub struct Foresight<'p> {
    program: &'p Program,
    options: FuturesOptions,
    /// Who answers queries, if points-to sets are not those of `points`.
    demand: Option<Demand>,
    points: Points,
    telling: Telling,
    /// Classes whose initialisers have run.
    initialized: Vec<ClassId>,
    /// Whether threads may come to what they do with exceptions that nothing catches.
    expects_uncaught: bool,
    futures: Futures,
    instances: Map<MethodId, Vec<InstanceId>>,
    /// Why nothing is known, if so.
    blind: Option<String>,
    /// Why less is known than was asked for.
    coarse: Option<String>,
    numbers: Map<Box<[Call]>, StackId>,
    stands: Vec<Here>,
    /// The futures that an access can conflict with, before objects are told apart.
    dependents: Map<StaticAccess, Vec<FutureId>>,
    conflicts: Map<(StackId, StaticAccess, StackId), bool>,
    foreseen: Map<(StackId, StaticAccess), bool>,
    covered: Map<(StackId, StackId), bool>,
}

/// What is known of a stand.
#[derive(Debug)]
struct Here {
    /// What may still come; `None` if anything may.
    future: Option<Set>,
    /// The same by the whole call stack, where the answers are to be less precise than that. Only this
    /// can be compared from stand to stand: the others know less in a callee than in its caller.
    exact: Option<Set>,
    /// The innermost call, in each instance that it may be in.
    top: Vec<(InstanceId, u32)>,
    /// The calls below it, innermost last, as far as their instances are known.
    callers: Vec<(InstanceId, u32)>,
}

/// Why nothing can be said of a program, if so.
fn why_blind(program: &Program, points: &Points) -> Option<String> {
    if points.is_cut {
        return Some("the program is too large to be analysed".to_owned());
    }
    if !facts::is_closed(program, points) {
        return Some(match points.open.first() {
            Some(open) => format!("code that can't be seen may matter: {}", open.reason),
            None => "code that can't be seen may matter".to_owned(),
        });
    }
    // Whoever ends the program starts them, from a table that the analysis does not follow.
    let is_hook = |method: MethodId| {
        let data = program.method(method);
        &*data.name == "addShutdownHook" && &*program.class(data.class).name == "java/lang/Runtime"
    };
    let natives = points.natives.values().flatten().copied();
    let bodies = points.instances.iter().map(|it| it.method);
    let has_hooks = natives.chain(bodies).any(is_hook);
    has_hooks.then(|| "there may be shutdown hooks".to_owned())
}

impl Here {
    /// What may still come, by the whole call stack.
    fn exactly(&self) -> Option<&Set> {
        self.exact.as_ref().or(self.future.as_ref())
    }
}

impl<'p> Foresight<'p> {
    /// Analyses the program. `None`: it has not even `java.lang.Object` and `String`.
    pub fn new(
        program: &'p Program,
        world: &mut dyn World,
        main: MethodId,
        options: FuturesOptions,
        initialized: Vec<ClassId>,
        budget: Budget,
    ) -> Option<Foresight<'p>> {
        let mut coarse = None;
        let mut analyse = |sensitivity| points::points(program, world, main, sensitivity, budget);
        let mut points = match options.points_to {
            PointsTo::Objects => analyse(Sensitivity::Objects)?,
            _ => analyse(Sensitivity::Insensitive)?,
        };
        if points.is_cut && options.points_to == PointsTo::Objects {
            let reason = "the program is too large to tell its methods apart by receiver: \
                          points-to sets are without contexts";
            coarse = Some(reason.to_owned());
            points = analyse(Sensitivity::Insensitive)?;
        }
        let groups = "threads of this JDK leave a list of their group where they end".to_owned();
        let groups = world.keeps_groups().then_some(groups);
        let blind = groups.or_else(|| why_blind(program, &points));
        let telling = match options.points_to {
            PointsTo::None => Telling::Classes,
            PointsTo::Insensitive | PointsTo::Objects => Telling::Objects,
            PointsTo::Demand | PointsTo::ContextDemand => Telling::Accesses,
        };
        let mut instances: Map<MethodId, Vec<InstanceId>> = Map::default();
        for (index, instance) in points.instances.iter().enumerate() {
            let of_method = instances.entry(instance.method).or_default();
            of_method.push(index as InstanceId);
        }
        let demand = match options.points_to {
            PointsTo::Demand => Some(Demand::new(&points, false)),
            PointsTo::ContextDemand => Some(Demand::new(&points, true)),
            PointsTo::None | PointsTo::Insensitive | PointsTo::Objects => None,
        };
        let mut foresight = Foresight {
            program,
            options,
            demand,
            futures: Futures::with(program, &points, telling, &[], &|_| false),
            points,
            telling,
            initialized,
            expects_uncaught: false,
            instances,
            blind,
            coarse,
            numbers: Map::default(),
            stands: Vec::new(),
            dependents: Map::default(),
            conflicts: Map::default(),
            foreseen: Map::default(),
            covered: Map::default(),
        };
        foresight.solve();
        Some(foresight)
    }

    /// Works out what may come where.
    fn solve(&mut self) {
        let precisions: &[Precision] = match self.blind {
            None => &[self.options.precision, Precision::Context],
            Some(_) => &[],
        };
        let (program, points) = (self.program, &self.points);
        let comes = |instance: InstanceId| {
            let method = program.method(points.instances[instance as usize].method);
            match &*method.name {
                "<clinit>" => !self.initialized.contains(&method.class),
                _ => self.expects_uncaught,
            }
        };
        self.futures = Futures::with(program, points, self.telling, precisions, &comes);
    }

    /// A thread has come to what it does with an exception that nothing catches, or may have: foresees that
    /// from now on. Whether it did not before.
    pub fn expect_uncaught(&mut self) -> bool {
        if self.expects_uncaught || self.blind.is_some() {
            return false;
        }
        self.expects_uncaught = true;
        self.solve();
        let mut known: Vec<(StackId, Box<[Call]>)> = Vec::new();
        known.extend(self.numbers.iter().map(|it| (*it.1, it.0.clone())));
        for (number, calls) in known {
            self.stands[number as usize] = self.look(&calls);
        }
        self.dependents.clear();
        self.conflicts.clear();
        self.foreseen.clear();
        self.covered.clear();
        true
    }

    /// Why nothing is known, if so.
    pub fn blind(&self) -> Option<&str> {
        self.blind.as_deref()
    }

    /// Why less is known than was asked for, if so.
    pub fn coarse(&self) -> Option<&str> {
        self.coarse.as_deref()
    }

    /// The number of a stand; the outermost call first.
    pub fn stand(&mut self, calls: &[Call]) -> StackId {
        if let Some(known) = self.numbers.get(calls) {
            return *known;
        }
        let number = self.stands.len() as StackId;
        let here = self.look(calls);
        self.stands.push(here);
        self.numbers.insert(calls.into(), number);
        number
    }

    fn look(&self, calls: &[Call]) -> Here {
        let nothing_known = Here {
            future: None,
            exact: None,
            top: Vec::new(),
            callers: Vec::new(),
        };
        if self.blind.is_some() || calls.is_empty() || calls.len() > DEEPEST {
            return nothing_known;
        }
        let mut exact = Set::default();
        let mut callers: Vec<(InstanceId, u32)> = Vec::new();
        let mut here: Vec<(InstanceId, u32)> = Vec::new();
        for (depth, (method, pc, again)) in calls.iter().enumerate() {
            // A frame has the method that was called, whatever stands for it.
            let code = self.points.stand_ins.get(method).unwrap_or(method);
            let Some(instances) = self.instances_at(&here, *code) else {
                // It is in code that is not looked into, or in what that has called: all that is part
                // of the call that led there.
                for frame in &here {
                    self.add_frame(*frame, true, &mut exact);
                }
                let mut all = self.futures.all.iter();
                let library = all.position(|it| it.0 == Future::Library);
                if here.is_empty() || !library.is_some_and(|it| exact.contains(it as FutureId)) {
                    return nothing_known;
                }
                here.clear();
                callers.clear();
                break;
            };
            match here[..] {
                [caller] => callers.push(caller),
                _ => callers.clear(),
            }
            here = instances.into_iter().map(|it| (it, *pc)).collect();
            let yet_to_run = *again || depth + 1 == calls.len();
            for frame in &here {
                self.add_frame(*frame, yet_to_run, &mut exact);
            }
        }
        if self.options.precision == Precision::Context {
            return Here {
                future: Some(exact),
                exact: None,
                top: here,
                callers,
            };
        }
        // Of the calls below nothing counts but that they lead here.
        let mut future = exact.clone();
        for (instance, pc) in &here {
            future.extend(self.futures.set(self.options.precision, *instance, *pc));
        }
        Here {
            future: Some(future),
            exact: Some(exact),
            top: here,
            callers,
        }
    }

    fn add_frame(&self, frame: (InstanceId, u32), yet_to_run: bool, found: &mut Set) {
        let (program, points) = (self.program, &self.points);
        self.futures
            .add_frame(program, points, frame, yet_to_run, found);
    }

    /// The instances of a method that these calls can lead to, or else all of them.
    fn instances_at(
        &self,
        callers: &[(InstanceId, u32)],
        method: MethodId,
    ) -> Option<Vec<InstanceId>> {
        let all = self.instances.get(&method)?;
        let mut found: Vec<InstanceId> = callers
            .iter()
            .filter_map(|caller| self.points.calls.get(caller))
            .flatten()
            .copied()
            .filter(|it| self.points.instances[*it as usize].method == method)
            .collect();
        if found.is_empty() {
            return Some(all.clone());
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// Whether a thread that stands at `other` may still do what conflicts with an access that a thread
    /// at `at` is about to make.
    pub fn conflicts(&mut self, at: StackId, access: StaticAccess, other: StackId) -> bool {
        let key = (at, access, other);
        if let Some(known) = self.conflicts.get(&key) {
            return *known;
        }
        let answer = self.find_conflict(at, access, other);
        self.conflicts.insert(key, answer);
        answer
    }

    fn find_conflict(&mut self, at: StackId, access: StaticAccess, other: StackId) -> bool {
        if !self.dependents.contains_key(&access) {
            let found = self.dependents_of(access);
            self.dependents.insert(access, found);
        }
        let Some(future) = &self.stands[other as usize].future else {
            return true;
        };
        let coming = self.dependents[&access].iter().copied();
        let coming: Vec<FutureId> = coming.filter(|it| future.contains(*it)).collect();
        let objects = match self.options.points_to {
            PointsTo::None => None,
            _ => self.objects(at, access.memory),
        };
        let Some(objects) = objects else {
            return !coming.is_empty();
        };
        coming
            .iter()
            .any(|it| match self.futures.all[*it as usize].1 {
                Which::One(object) => objects.contains(object),
                Which::At(instance, pc) => {
                    let others = self.base(&[(instance, pc)], &[], access.memory);
                    others.is_none_or(|others| others.iter().any(|it| objects.contains(it)))
                }
                Which::Exactly | Which::Below => true,
            })
    }

    /// The futures that conflict with an access to some object.
    fn dependents_of(&self, access: StaticAccess) -> Vec<FutureId> {
        let futures = self.futures.all.iter().enumerate();
        let found =
            futures.filter(|(_, (future, which))| self.is_dependent(access, *future, *which));
        found.map(|(index, _)| index as FutureId).collect()
    }

    fn is_dependent(&self, access: StaticAccess, future: Future, which: Which) -> bool {
        let writes = matches!(future, Future::Writes(_) | Future::WritesElements(_));
        let same = |class: ClassId, other: ClassId| match which {
            Which::Below => self.program.is_subtype(class, other),
            Which::One(_) | Which::At(..) | Which::Exactly => class == other,
        };
        match (access.memory, future) {
            (MemoryTarget::Field(field), Future::Reads(other) | Future::Writes(other)) => {
                field == other && (access.writes || writes)
            }
            (
                MemoryTarget::Elements(class),
                Future::ReadsElements(other) | Future::WritesElements(other),
            ) => same(class, other) && (access.writes || writes),
            (MemoryTarget::Monitor(class), Future::Monitor(other)) => same(class, other),
            (MemoryTarget::Field(field), Future::Library) => {
                self.program
                    .class(self.program.field(field).class)
                    .is_library
            }
            (MemoryTarget::Elements(_) | MemoryTarget::Monitor(_), Future::Library) => true,
            _ => false,
        }
    }

    /// The objects that the base of the access at a stand can mean; `None` if it may be any.
    fn objects(&mut self, at: StackId, memory: MemoryTarget) -> Option<Set> {
        let here = &self.stands[at as usize];
        let (top, callers) = (here.top.clone(), here.callers.clone());
        self.base(&top, &callers, memory)
    }

    /// The objects that the base of an instruction can mean, in some instances, when these calls have
    /// led there.
    fn base(
        &mut self,
        top: &[(InstanceId, u32)],
        callers: &[(InstanceId, u32)],
        memory: MemoryTarget,
    ) -> Option<Set> {
        let mut found = Set::default();
        let mut is_known = false;
        for (instance, pc) in top {
            let method = self.points.instances[*instance as usize].method;
            let body = self.program.body(method);
            let accesses = access::accessed(self.program, &self.points, body, *instance, *pc);
            for (target, _) in accesses {
                let register = match (target, memory) {
                    (Target::Field(register, of), MemoryTarget::Field(field)) if of == field => {
                        register
                    }
                    (Target::Elements(register), MemoryTarget::Elements(_))
                    | (Target::Monitor(register), MemoryTarget::Monitor(_)) => register,
                    (Target::Any(_), _) => return None,
                    _ => continue,
                };
                let points = &self.points;
                let web = points.webs(*instance).used(*pc, register);
                let set = match &mut self.demand {
                    None => points.web(*instance, web).clone(),
                    Some(demand) => demand.ask(self.program, points, (*instance, web), callers),
                };
                if set.iter().any(|it| !is_sharp(points, it)) {
                    return None;
                }
                found.extend(&set);
                is_known = true;
            }
        }
        is_known.then_some(found)
    }

    /// Whether an access is among what may come at a stand: for checks of the answers.
    pub fn foresees(&mut self, at: StackId, access: StaticAccess) -> bool {
        if let Some(known) = self.foreseen.get(&(at, access)) {
            return *known;
        }
        let answer = self.find_foreseen(at, access);
        self.foreseen.insert((at, access), answer);
        answer
    }

    fn find_foreseen(&self, at: StackId, access: StaticAccess) -> bool {
        let Some(future) = self.stands[at as usize].exactly() else {
            return true;
        };
        let is_same = |it: u32| {
            let (future, which) = self.futures.all[it as usize];
            let fits = match future {
                Future::Reads(_) | Future::ReadsElements(_) => !access.writes,
                Future::Writes(_) | Future::WritesElements(_) => access.writes,
                Future::Monitor(_) | Future::Library => true,
            };
            // A write conflicts with every access to the same.
            let write = StaticAccess {
                writes: true,
                ..access
            };
            fits && self.is_dependent(write, future, which)
        };
        future.iter().any(is_same)
    }

    /// Whether what may come at one stand has all that may come at another: for checks, where a thread
    /// went from the first to the second.
    pub fn covers(&mut self, before: StackId, after: StackId) -> bool {
        if before == after {
            return true;
        }
        if let Some(known) = self.covered.get(&(before, after)) {
            return *known;
        }
        let (one, other) = (&self.stands[before as usize], &self.stands[after as usize]);
        let answer = match (one.exactly(), other.exactly()) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(one), Some(other)) => one.contains_all(other),
        };
        self.covered.insert((before, after), answer);
        answer
    }

    /// Whether what may come at a stand has all that may come where a thread has just begun; which of the
    /// threads with this beginning it is can't be told, so one is enough. For checks.
    pub fn begins(&mut self, before: StackId, begun: StackId) -> bool {
        if self.covers(before, begun) {
            return true;
        }
        let Some(future) = self.stands[before as usize].exactly() else {
            return true;
        };
        let set = |(instance, pc): &(InstanceId, u32)| {
            self.futures.set(Precision::Context, *instance, *pc)
        };
        let mut top = self.stands[begun as usize].top.iter();
        top.any(|it| future.contains_all(set(it)))
    }

    /// Whether the bases of two accesses, each about to be made at a stand, can mean the same object: for
    /// checks.
    pub fn may_meet(
        &mut self,
        (at, access): (StackId, StaticAccess),
        (other, same): (StackId, StaticAccess),
    ) -> bool {
        match (
            self.objects(at, access.memory),
            self.objects(other, same.memory),
        ) {
            (Some(one), Some(two)) => one.iter().any(|it| two.contains(it)),
            _ => true,
        }
    }
}
