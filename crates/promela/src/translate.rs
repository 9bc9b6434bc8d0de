//! From a program and its initial state to a model.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use analysis::code;
use analysis::flat::calls::{Calls, ProcessKind, callees};
use analysis::flat::locks::FlatLocks;
use analysis::flat::monitors::Monitors;
use analysis::flat::sharing::Sharing;
use analysis::flat::{Callee, FlatPoints, Object, ObjectId};
use analysis::intrinsic::Intrinsic;
use analysis::storage::Exclusive;
use analysis::world::{Readiness, World};
use program::{FieldId, Instruction, MethodId, Program};

use crate::collect::{self, Collected};
use crate::context::{Checks, Context, Reason, Shared};
use crate::emit::{self, STILLBORN};
use crate::layout::{
    Bounds, Ground, Layout, MOMENT, Run, java_name, layout, process_name, reserved, short_name,
};
use crate::life;
use crate::observed::Observed;
use crate::relevance::Relevance;
use crate::tree::{Declaration, Expression, Model, Name, Type};
use crate::unknown::{Ignored, Unknown};

/// What a translation is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The bounds of the model.
    pub bounds: Bounds,
    /// What is wrong.
    pub checks: Checks,
    /// Whether variables may be hidden from SPIN's states. Its breadth-first search knows none that are.
    pub hides: bool,
    /// Whether SPIN looks at weakly fair runs only, so that it matters when threads can't move.
    pub is_fair: bool,
}

/// A model, and what it means.
#[derive(Debug)]
pub struct Translation {
    /// The model.
    pub model: Model,
    /// What it does not show; roles have the indices.
    pub reasons: Vec<Reason>,
    /// Instructions of the initial heap's objects: their references, by name.
    pub references: BTreeMap<u32, i32>,
    /// Where the model lets other threads go first.
    pub stops: BTreeSet<(MethodId, u32)>,
    /// Instructions that the model does in one step, though the library has code for them.
    pub whole: BTreeSet<(MethodId, u32)>,
    /// Whether the model lets other threads go first before a thread ends.
    pub stops_at_ends: bool,
    /// Whether the order of the model's processes is ended by a count of live threads.
    pub counts_life: bool,
}

/// What a program can't be translated for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untranslatable(pub String);

/// Translates the program from its initial state on.
pub fn translate(
    program: &Program,
    world: &mut dyn World,
    options: Options,
    ignored: &dyn Ignored,
    observed: Option<&Observed>,
    exclusive: &Exclusive,
) -> Result<Translation, Untranslatable> {
    let frames = world.frames();
    if let Some(frame) = frames.iter().find(|it| !it.is_plain) {
        let method = program.describe_method(frame.method).replace('/', ".");
        return Err(Untranslatable(format!(
            "the program's first thread starts inside a class initialiser or a reflective call ({method})"
        )));
    }
    let lacks = || Untranslatable("the class library lacks java.lang.Object".to_owned());
    let points = FlatPoints::new(program, world, MOST_METHODS).ok_or_else(lacks)?;
    if points.is_too_large {
        return Err(Untranslatable(too_large(program, &points)));
    }
    let methods: Vec<MethodId> = frames.iter().map(|it| it.method).collect();
    let pcs: Vec<(MethodId, u32)> = frames.iter().map(|it| (it.method, it.pc)).collect();
    let calls = Calls::new(program, &points, &methods);
    let used = Used::new(program, &points, &calls);
    let daemons = daemon_field(program, world, &points);
    let seen = observed.map(Observed::fields).unwrap_or_default();
    let roots: Vec<FieldId> = daemons.into_iter().chain(seen.iter().copied()).collect();
    let unknown = Unknown::new(program, &points, ignored);
    let relevance = Relevance::new(program, &points, &pcs, &roots, unknown);
    let locks = FlatLocks::new(program, &points);
    let entered = entered(world, &points);
    let sharing = Sharing::new(program, &points, &relevance, &calls, &locks, &entered);
    let monitors = Monitors::new(program, &points, &sharing, &locks, &methods, &entered);
    let mut ground = Ground {
        program,
        world,
        points: &points,
        relevance: &relevance,
        written: &sharing.written,
        written_elements: &sharing.written_elements,
    };
    let once = |method: MethodId, pc: u32| is_once(program, &calls, &methods, method, pc);
    let mut layout = layout(&mut ground, options.bounds, &once);
    let counts_life = daemons.is_some() || used.has(Intrinsic::Exit);
    let mut shared = share(
        program,
        world,
        &points,
        &monitors,
        &mut layout,
        &used,
        counts_life,
    );
    if relevance.clock {
        let what = "what time it is, in nanoseconds";
        let now = layout.declare("now", Type::Int, None, what);
        set(&mut layout, &now, 0, MOMENT);
        shared.now = Some(now);
    }
    if let Some(observed) = observed {
        let count = (shared.threads.1 - shared.threads.0 + 1) as usize;
        emit::observed::declare(observed, &frames, &mut layout, &mut shared, count);
    }
    let ground = collect::Ground {
        program,
        points: &points,
        calls: &calls,
        monitors: &monitors,
        shared: &shared,
    };
    let collected = Collected::new(&ground, &mut layout);
    shared.collected = collected;
    declare_counters(program, &points, &mut layout, &mut shared);
    let mut taken = reserved();
    taken.extend(layout.declarations.iter().map(|it| it.name.clone()));
    let mut process_names = BTreeMap::new();
    let runs: BTreeSet<MethodId> = points.threads.values().copied().collect();
    for run in &runs {
        let class = short_name(program, program.method(*run).class);
        let name = process_name(&mut taken, &java_name(&class, "run"));
        process_names.insert(*run, name);
    }
    let threads_are_locked = used.locks_threads;
    let context = Context {
        program,
        points: &points,
        relevance: &relevance,
        calls: &calls,
        sharing: &sharing,
        exclusive,
        locks: &locks,
        monitors: &monitors,
        layout: &layout,
        shared: &shared,
        frames: &frames,
        observes_life: used.has(Intrinsic::IsAlive)
            || used.pauses()
            // The program may end with this thread.
            || counts_life
            || observed.is_some_and(|it| it.sees_ends() || it.sees_blocked()),
        observed: seen,
        places: emit::observed::places(observed, &shared),
        sees_blocked: observed.is_some_and(Observed::sees_blocked),
        sees_disabled: options.is_fair || observed.is_some_and(Observed::sees_blocked),
        observes_start: used.starts_elsewhere || used.pauses(),
        process_names: process_names.clone(),
        threads_are_locked,
        notifies_one: used.notifies_one,
        checks: options.checks,
        reasons: RefCell::new(Vec::new()),
    };
    let mut processes = vec![emit::process(
        &context,
        ProcessKind::Main,
        crate::print::MAIN,
        &taken,
    )];
    for run in &runs {
        processes.push(emit::process(
            &context,
            ProcessKind::Run(*run),
            &process_names[run],
            &taken,
        ));
    }
    let size: usize = processes.iter().map(|it| it.items.len()).sum();
    if size > MOST_ITEMS {
        return Err(Untranslatable(too_large(program, &points)));
    }
    let mut stops = BTreeSet::new();
    let mut whole = BTreeSet::new();
    for (method, pcs) in &points.code {
        for pc in pcs {
            if context.stops_before(*method, *pc) {
                stops.insert((*method, *pc));
            }
            let known = callees(program, &points, *method, *pc);
            if known.iter().any(|it| {
                matches!(
                    it,
                    Callee::Intrinsic(
                        _,
                        Intrinsic::Join
                            | Intrinsic::Interrupt
                            | Intrinsic::Start
                            | Intrinsic::Stop
                            | Intrinsic::Exit
                    )
                )
            }) {
                whole.insert((*method, *pc));
            }
        }
    }
    let reasons = context.reasons.borrow().clone();
    let references = points
        .objects
        .iter()
        .enumerate()
        .filter_map(|(id, object)| match object {
            Object::Concrete(name) => Some((*name, layout.reference(id as u32)?)),
            _ => None,
        })
        .collect();
    for (index, process) in processes.iter_mut().enumerate() {
        let thread = match index {
            0 => Expression::Number(layout.reference(points.main).unwrap_or(0)),
            _ => Expression::Variable("self".into()),
        };
        if let Some(free) = context.may_move(thread) {
            life::bind(process, &free);
        }
    }
    let stops_at_ends = context.observes_life;
    if let Some(live) = &shared.live {
        for process in &mut processes {
            life::bind(process, &life::alive(live));
        }
        // What has ended is no deadlock; a formula looks at such runs as at any other.
        if observed.is_none() {
            processes.push(life::watcher(live));
        }
    }
    let claim = observed
        .map(|observed| observed.claim(&context))
        .transpose()?;
    let mut model = Model {
        comments: Vec::new(),
        globals: std::mem::take(&mut layout.declarations),
        processes,
        yields: false,
        claims: claim.into_iter().collect(),
    };
    if options.hides {
        crate::hidden_variables::hide(&mut model);
    } else {
        model.globals.iter_mut().for_each(|it| it.fixed = false);
    }
    if let Some(collected) = &shared.collected {
        let main = layout.reference(points.main).unwrap_or(shared.threads.0);
        collect::expand(&mut model, collected, shared.threads, main, !options.hides);
    }
    Ok(Translation {
        model,
        reasons,
        references,
        stops,
        whole,
        stops_at_ends,
        counts_life,
    })
}

/// Methods that a model may have.
const MOST_METHODS: usize = 1200;

/// Statements that a model may have: SPIN and the C compiler take minutes for more.
const MOST_ITEMS: usize = 60_000;

/// Says which part of the library makes the model too large.
fn too_large(program: &Program, points: &FlatPoints) -> String {
    let mut packages: BTreeMap<&str, usize> = BTreeMap::new();
    for method in points.code.keys() {
        let class = program.class(program.method(*method).class);
        if class.is_library {
            *packages.entry(class.package()).or_default() += 1;
        }
    }
    let most = packages.into_iter().max_by_key(|it| it.1);
    let (package, count) = most.unwrap_or(("", 0));
    let package = package.replace('/', ".");
    format!("the model would be too large; it would need {count} or more methods of {package}")
}

/// The monitors that the main thread owns in the initial state.
fn entered(world: &mut dyn World, points: &FlatPoints) -> BTreeSet<ObjectId> {
    let mut found = BTreeSet::new();
    for (id, object) in points.objects.iter().enumerate() {
        if let Object::Concrete(name) = object
            && world.object(*name).entered > 0
        {
            found.insert(id as ObjectId);
        }
    }
    found
}

/// Whether an allocation happens at most once: in the main thread's own calls, outside of loops.
fn is_once(
    program: &Program,
    calls: &Calls,
    frames: &[MethodId],
    method: MethodId,
    pc: u32,
) -> bool {
    let runs_once = frames.contains(&method)
        && frames
            .iter()
            .all(|frame| !calls.is_recursive(*frame, method))
        && calls
            .runners
            .get(&method)
            .is_some_and(|it| it.iter().all(|kind| *kind == ProcessKind::Main))
        && !calls.is_called(method, frames);
    if !runs_once {
        return false;
    }
    let body = program.body(method);
    let mut seen = BTreeSet::new();
    let mut pending = Vec::new();
    body.for_each_successor(pc, |next| pending.push(next));
    while let Some(next) = pending.pop() {
        if next == pc {
            return false;
        }
        if seen.insert(next) {
            body.for_each_successor(next, |it| pending.push(it));
            pending.extend(body.handlers_at(next).map(|it| it.target));
        }
    }
    true
}

/// The daemon flag, if some thread may be a daemon.
fn daemon_field(program: &Program, world: &mut dyn World, points: &FlatPoints) -> Option<FieldId> {
    let field = code::thread_field(program, "daemon")?;
    let written = points.code.iter().any(|(method, pcs)| {
        let body = program.body(*method);
        pcs.iter().any(|pc| matches!(body.code[*pc as usize], Instruction::PutField { field: it, .. } if it == field.id))
    });
    let initially = points
        .threads
        .keys()
        .any(|object| match points.objects[*object as usize] {
            Object::Concrete(name) => world
                .object(name)
                .words
                .get(usize::from(field.slot))
                .is_some_and(|word| *word != 0),
            _ => false,
        });
    (written || initially).then_some(field.id)
}

/// Which of the methods that the model knows are used.
struct Used {
    intrinsics: Vec<Intrinsic>,
    starts_elsewhere: bool,
    locks_threads: bool,
    notifies_one: bool,
    monitors: bool,
}

impl Used {
    fn new(program: &Program, points: &FlatPoints, calls: &Calls) -> Used {
        let mut used = Used {
            intrinsics: Vec::new(),
            starts_elsewhere: false,
            locks_threads: false,
            notifies_one: false,
            monitors: false,
        };
        let thread = program.loaded("java/lang/Thread");
        let main_only = |method: &MethodId| {
            calls
                .runners
                .get(method)
                .is_none_or(|it| it.iter().all(|kind| *kind == ProcessKind::Main))
        };
        for (method, pcs) in &points.code {
            let body = program.body(*method);
            for pc in pcs {
                let (mut locked, mut notifies) = (None, false);
                if let Instruction::MonitorEnter { object } = body.code[*pc as usize] {
                    used.monitors = true;
                    locked = Some(object);
                }
                for callee in callees(program, points, *method, *pc) {
                    let Callee::Intrinsic(_, known) = callee else {
                        continue;
                    };
                    used.intrinsics.push(known);
                    if matches!(known, Intrinsic::Start | Intrinsic::Join) && !main_only(method) {
                        used.starts_elsewhere = true;
                    }
                    if matches!(
                        known,
                        Intrinsic::Wait | Intrinsic::Notify | Intrinsic::NotifyAll
                    ) && let Instruction::Invoke { arguments, .. } = body.code[*pc as usize]
                    {
                        locked = body.argument_registers(arguments).first().copied();
                        notifies |= known == Intrinsic::Notify;
                    }
                }
                if let Some(object) = locked {
                    let is_thread = points.register(*method, object).iter().any(|it| {
                        thread.is_some_and(|thread| {
                            program.is_subtype(points.classes[*it as usize], thread)
                        })
                    });
                    used.locks_threads |= is_thread;
                    used.notifies_one |= is_thread && notifies;
                }
            }
        }
        used
    }

    /// Whether threads may be suspended or told to die.
    fn pauses(&self) -> bool {
        self.has(Intrinsic::Suspend) || self.has(Intrinsic::Stop)
    }

    fn has(&self, known: Intrinsic) -> bool {
        self.intrinsics.contains(&known)
    }
}

/// Declares the shared variables that no field stands for.
fn share(
    program: &Program,
    world: &mut dyn World,
    points: &FlatPoints,
    monitors: &Monitors,
    layout: &mut Layout,
    used: &Used,
    counts_life: bool,
) -> Shared {
    let left = layout.declare(
        "model_left",
        Type::Bit,
        None,
        "whether a thread has left the model",
    );
    let mut shared = Shared {
        left,
        owner: None,
        depth: None,
        threads: (0, 0),
        state: None,
        waits: None,
        permit: None,
        suspended: None,
        stopped: None,
        now: None,
        live: None,
        initialized: BTreeMap::new(),
        made: BTreeMap::new(),
        collected: None,
        counters: Vec::new(),
        trying: None,
    };
    let reference = layout.reference_type();
    let waits = used.has(Intrinsic::Wait);
    let contended = !monitors.owned.is_empty();
    let places = |objects: &BTreeSet<ObjectId>, layout: &Layout| -> Vec<Run> {
        let found = objects.iter().filter_map(|it| layout.places.get(it));
        found.copied().collect()
    };
    let mut monitored = places(&monitors.owned, layout);
    let counted: BTreeSet<ObjectId> = monitors
        .counted
        .intersection(&monitors.owned)
        .copied()
        .collect();
    let counted = places(&counted, layout);
    let threads: Vec<(i32, i32)> = points
        .threads
        .keys()
        .chain([&points.main])
        .filter_map(|object| layout.places.get(object).copied())
        .collect();
    if used.locks_threads && contended {
        monitored.extend(&threads);
    }
    let first = threads.iter().map(|it| it.0).min().unwrap_or(1);
    let last = threads.iter().map(|it| it.1).max().unwrap_or(1);
    shared.threads = (first, last);
    let count = (last - first + 1) as usize;
    let main = layout.reference(points.main).unwrap_or(first);
    if let Some((low, high)) = hull(&monitored) {
        let what = "who owns each monitor; 0 nobody";
        let length = (high - low + 1) as usize;
        let owner = layout.declare("owner", reference, Some(length), what);
        shared.owner = Some((owner, low, high));
    }
    if let Some((low, high)) = hull(&counted) {
        let what = "how often the owner has entered it";
        let length = (high - low + 1) as usize;
        let depth = layout.declare("depth", Type::Byte, Some(length), what);
        shared.depth = Some((depth, low));
    }
    for (object, run) in layout.places.clone() {
        let Object::Concrete(name) = points.objects[object as usize] else {
            continue;
        };
        let entered = world.object(name).entered;
        if entered > 0 && monitors.owned.contains(&object) {
            if let Some((owner, low, _)) = &shared.owner {
                set(layout, owner, (run.0 - low) as usize, main);
            }
            if let Some((depth, low)) = &shared.depth {
                set(layout, depth, (run.0 - low) as usize, entered as i32);
            }
        }
    }
    let state = layout.declare(
        "state",
        Type::Byte,
        Some(count),
        "threads: 0 new, 1 alive, 2 ended",
    );
    set(layout, &state, (main - first) as usize, 1);
    shared.state = Some(state);
    if waits {
        shared.waits = Some(layout.declare(
            "waits",
            reference,
            Some(count),
            "what each thread waits on; 0 nothing",
        ));
    }
    if used.has(Intrinsic::Park) || used.has(Intrinsic::Unpark) {
        shared.permit = Some(layout.declare(
            "permit",
            Type::Bit,
            Some(count),
            "whether each thread has its permit",
        ));
    }
    if used.has(Intrinsic::Suspend) {
        let what = "suspended threads: 1 by others, 3 by themselves, 2 the same and resumed";
        shared.suspended = Some(layout.declare("suspended", Type::Byte, Some(count), what));
    }
    let stillborn = stillborn(program, world, points);
    if used.has(Intrinsic::Stop) || !stillborn.is_empty() {
        let what = "threads that are to die: 1 when they go on, 2 before they start";
        let stopped = layout.declare("stopped", Type::Byte, Some(count), what);
        let threads = stillborn.iter().filter_map(|it| layout.reference(*it));
        for thread in threads.collect::<Vec<_>>() {
            set(layout, &stopped, (thread - first) as usize, STILLBORN);
        }
        shared.stopped = Some(stopped);
    }
    if counts_life {
        let live = layout.declare(
            "live",
            Type::Byte,
            None,
            "threads alive that are no daemons",
        );
        set(layout, &live, 0, 1);
        shared.live = Some(live);
    }
    for class in &points.initializing {
        if world.readiness(*class) == Readiness::Untouched {
            let name = short_name(program, *class);
            let state = layout.declare(
                &java_name(&name, "initialized"),
                Type::Byte,
                None,
                "0 no, 1 being initialised, 2 yes",
            );
            let by = layout.declare(
                &java_name(&name, "initialized_by"),
                reference,
                None,
                "by which thread",
            );
            shared.initialized.insert(*class, (state, by));
        }
    }
    shared
}

/// Threads that were stopped before the model begins, and before their start.
fn stillborn(program: &Program, world: &mut dyn World, points: &FlatPoints) -> Vec<ObjectId> {
    let Some(field) = code::thread_field(program, "stillborn") else {
        return Vec::new();
    };
    let slot = usize::from(field.slot);
    let mut is_stillborn = |object: &ObjectId| match points.objects[*object as usize] {
        Object::Concrete(name) => {
            let words = world.object(name).words;
            words.get(slot).is_some_and(|word| *word != 0)
        }
        _ => false,
    };
    points
        .threads
        .keys()
        .copied()
        .filter(|it| is_stillborn(it))
        .collect()
}

/// Declares how many objects each site has made, where that matters.
fn declare_counters(
    program: &Program,
    points: &FlatPoints,
    layout: &mut Layout,
    shared: &mut Shared,
) {
    let collected = shared.collected.as_ref();
    let collected = collected.map(|it| it.objects.clone()).unwrap_or_default();
    for (object, (first, last)) in layout.places.clone() {
        if let Object::Site(method, pc) | Object::Part(method, pc, _) =
            points.objects[object as usize]
            && layout.counted.contains(&object)
            && !collected.contains(&object)
        {
            let class = short_name(program, points.classes[object as usize]);
            let line = program
                .body(method)
                .line(pc)
                .map_or(String::new(), |it| format!(" in line {it}"));
            let comment = format!("objects made by {}{line}", program.describe_method(method));
            let kind = Type::of_range(0, i64::from(last - first + 1));
            let name = layout.declare(&java_name(&class, "made"), kind, None, &comment);
            shared.made.insert(object, name);
        }
    }
}

/// From the first to the last of some runs.
fn hull(runs: &[Run]) -> Option<Run> {
    let first = runs.iter().map(|it| it.0).min()?;
    let last = runs.iter().map(|it| it.1).max()?;
    Some((first, last))
}

fn set(layout: &mut Layout, name: &Name, index: usize, value: i32) {
    if let Some(declaration) = layout
        .declarations
        .iter_mut()
        .find(|it: &&mut Declaration| it.name == *name)
    {
        let length = declaration.length.unwrap_or(1);
        declaration.values.resize(length.max(index + 1), 0);
        declaration.values[index] = value;
    }
}
