//! Java programs as subjects: the front of the flow, from files to a system.
//!
//! In: a [`Target`]. Out: [`Loaded`], the program and its main class; and from that [`JavaSubject`].

mod absences;
mod assumptions;
mod main_class;
mod sources;

use std::path::PathBuf;

use absences::{file, variable};
use analysis::foresight::FuturesOptions;
use analysis::storage::{self, Exclusive};
use assumptions::{ATOMIC_CALLS, LOOKUPS, UNCOUNTED, assumptions};
use classpath::{ClassPath, Jdk};
use confirm::Trial;
use debug::Session;
use explore::java::moments::Moment;
use explore::java::{Java, ending, suspicious, trace};
use explore::reduction::{Doubt, Layer, Layers, Persistent};
use explore::{Engine, Finding, Incomplete, Limits, Schedule, Step, System, Unsupported, replay};
use machine::{Granularity, Machine, Observed, TestEnd};
pub(crate) use main_class::class_named;
use main_class::main_class;
use program::{ClassId, Program};
use property::FindingKind;
use sources::Sources;
use xxhash_rust::xxh3::xxh3_64;

use crate::advice::Facts;
use crate::command::temporal;
use crate::command::test::DRIVER;
use crate::exit::Failure;
use crate::foresight::{Told, initialized};
use crate::host::project;
use crate::settings::{Settings, Target};
use crate::subject::{Absence, ReplayedRun, Subject};
use crate::world::Concrete;

/// A program and where it starts.
#[derive(Debug)]
pub(crate) struct Loaded {
    program: Program,
    main: ClassId,
    /// Where its classes are.
    entries: Vec<PathBuf>,
    /// What was odd about the input.
    warnings: Vec<String>,
}

/// Finds and loads what the target names.
pub(crate) fn load(target: &Target, limits: &Limits) -> Result<Loaded, Failure> {
    let Opened {
        program,
        own,
        entries,
        warnings,
    } = open(target, limits)?;
    let main = main_class(&program, target, &own)?;
    Ok(Loaded {
        program,
        main,
        entries,
        warnings,
    })
}

/// Classes that need not be a whole program.
pub(crate) struct Opened {
    pub(crate) program: Program,
    /// The classes that were compiled.
    own: Vec<String>,
    pub(crate) entries: Vec<PathBuf>,
    warnings: Vec<String>,
}

/// Finds the classes of the target.
pub(crate) fn open(target: &Target, limits: &Limits) -> Result<Opened, Failure> {
    let jdk = Jdk::find(target.jdk.as_deref()).map_err(input)?;
    let mut warnings = Vec::new();
    let mut entries = target.classpath.clone();
    if target.main.as_deref() == Some(DRIVER) {
        project::add_engine(&mut entries);
    }
    for entry in entries
        .iter()
        .filter(|it| !it.exists() && !it.ends_with("*"))
    {
        warnings.push(format!(
            "{} on the class path does not exist",
            entry.display()
        ));
    }
    let mut compiled = None;
    if !target.sources.is_empty() {
        let mut against = entries.clone();
        against.push(classpath::class_directory(machine::SUPPORT).map_err(input)?);
        let stop = || limits.stopped() || limits.late();
        let compilation = classpath::compile(&jdk, &target.sources, &against, &stop);
        let compilation = compilation.map_err(|error| match error {
            classpath::Error::Stopped => stopped(limits),
            error => input(error),
        })?;
        entries.insert(0, compilation.classes.clone());
        compiled = Some(compilation.classes);
    } else if entries.is_empty() {
        entries.push(".".into());
    }
    let own = match &compiled {
        Some(classes) => ClassPath::new(std::slice::from_ref(classes), None)
            .map_err(input)?
            .classes(),
        None => Vec::new(),
    };
    let program = machine::program(ClassPath::new(&entries, Some(jdk)).map_err(input)?);
    // The main class may be one of them, or be made of one: a driver.
    machine::define_support(&program).map_err(|error| Failure::input(error.0))?;
    Ok(Opened {
        program,
        own,
        entries,
        warnings,
    })
}

/// The compiler was stopped.
fn stopped(limits: &Limits) -> Failure {
    let reason = match limits.time {
        Some(limit) if limits.late() => Incomplete::Time(limit),
        _ => Incomplete::Stopped,
    };
    Failure::limit(format!("{reason} while javac was at work"))
}

fn input(error: classpath::Error) -> Failure {
    Failure::input(error.to_string())
}

/// A Java program that is ready to be searched.
pub(crate) struct JavaSubject<'p> {
    java: Java<'p>,
    loaded: &'p Loaded,
    initial: Vec<u32>,
    unsupported: Option<Unsupported>,
    /// What was printed before the initial state.
    printed: String,
    /// What is wrong by then.
    wrong_at_start: Vec<Finding>,
    sources: Sources,
    assumptions: Vec<String>,
    /// What is to be said about the reductions before the search.
    remarks: Vec<String>,
    /// Whether a run is told with how things stand between its steps.
    with_moments: bool,
}

/// Starts the program and runs it up to its initial state.
pub(crate) fn boot<'p>(
    loaded: &'p Loaded,
    settings: &Settings,
) -> Result<JavaSubject<'p>, Failure> {
    boot_with(loaded, settings, settings.layers)
}

fn booted<'p>(
    loaded: &'p Loaded,
    settings: &Settings,
    observed: &Observed,
) -> Result<Machine<'p>, Failure> {
    Machine::boot_given(
        &loaded.program,
        settings.machine,
        loaded.main,
        &settings.target.arguments,
        &settings.given,
        observed,
        &settings.plan.limits.brakes(),
    )
    .map_err(|error| Failure::input(error.0))
}

/// The same with other reductions than the settings say.
pub(crate) fn boot_with<'p>(
    loaded: &'p Loaded,
    settings: &Settings,
    layers: Layers,
) -> Result<JavaSubject<'p>, Failure> {
    let observed = temporal::observed(settings, &loaded.program)?;
    let machine = booted(loaded, settings, &observed)?;
    let (java, start) = Java::new(machine, settings.selection);
    let mut java = java.suppressing(settings.suppressed.clone());
    if settings.machine.granularity != Granularity::Operation {
        java = java.without_forced_steps();
    }
    let printed = java.machine().take_output();
    let wrong_at_start = java.pending().to_vec();
    let unsupported = match start {
        Step::Unsupported(unsupported) => Some(*unsupported),
        Step::Ran | Step::Pruned => None,
    };
    let mut initial = Vec::new();
    java.save(&mut initial);
    let mut remarks = Vec::new();
    if settings.machine.granularity == Granularity::Operation {
        java = match settings.engine(layers)? {
            Engine::Full => java,
            Engine::AtomicCalls => java.with_atomic_calls(),
            Engine::LazyPersistentSets { atomic_calls } => match atomic_calls {
                true => java.foreseeing().with_atomic_calls(),
                false => java.foreseeing(),
            },
            Engine::Symmetry => java.interchangeable(),
            Engine::Layers(layers) => {
                let mut reduction = Persistent::new(java.machine(), layers);
                if let Some(options) = settings.foresight.filter(|_| layers.has(Layer::Foreseen)) {
                    let initialized = initialized(java.machine());
                    let told = foresee(loaded, settings, options, initialized)?;
                    remarks = told.remarks();
                    let doubt = match settings.checks_reduction || cfg!(debug_assertions) {
                        true => Doubt::Fail,
                        false => Doubt::GiveUp,
                    };
                    reduction = reduction.foreseeing(Box::new(told), doubt);
                }
                java.reduced(Box::new(reduction))
            }
        };
    }
    Ok(JavaSubject {
        java,
        loaded,
        initial,
        unsupported,
        printed,
        wrong_at_start,
        sources: Sources::new(&settings.target),
        assumptions: assumptions(loaded, settings),
        remarks,
        with_moments: settings.output.html.is_some(),
    })
}

/// The same for a search that takes every step by itself and keeps the graph.
pub(crate) fn boot_for_graph<'p>(
    loaded: &'p Loaded,
    settings: &Settings,
    layers: Layers,
) -> Result<JavaSubject<'p>, Failure> {
    let mut subject = boot_with(loaded, settings, layers)?;
    subject.java.stop_at_every_step();
    Ok(subject)
}

impl JavaSubject<'_> {
    /// Where no other thread of the program can come between, by storage structure graphs.
    pub(crate) fn exclusive(&self, settings: &Settings) -> Exclusive {
        let (program, arguments) = (&self.loaded.program, &settings.target.arguments);
        let booted = Machine::before_main(program, settings.machine, self.loaded.main, arguments);
        let Ok((mut machine, main)) = booted else {
            return Exclusive::default();
        };
        let budget = storage::Budget::default();
        Exclusive::of_program(program, &mut Concrete(&mut machine), main, budget)
    }
}

/// Analyses the program, from its heap before `main`.
fn foresee<'p>(
    loaded: &'p Loaded,
    settings: &Settings,
    options: FuturesOptions,
    initialized: Vec<ClassId>,
) -> Result<Told<'p>, Failure> {
    let (program, arguments) = (&loaded.program, &settings.target.arguments);
    let (mut machine, main) =
        Machine::before_main(program, settings.machine, loaded.main, arguments)
            .map_err(|error| Failure::input(error.0))?;
    Told::new(
        program,
        &mut Concrete(&mut machine),
        main,
        options,
        initialized,
    )
    .ok_or_else(|| Failure::input("the class library lacks java.lang.Object"))
}

impl Loaded {
    /// The program.
    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// All classes of the user, with hashes, and which JDK there is.
    pub(crate) fn classes(&self) -> Vec<(String, u64)> {
        let path = self.program.class_path();
        let hash = |name: &String| Some(xxh3_64(&path.find(name).ok().flatten()?.bytes));
        let mut classes: Vec<(String, u64)> = path
            .classes()
            .into_iter()
            .map(|name| {
                let hash = hash(&name).unwrap_or(0);
                (name, hash)
            })
            .collect();
        let jdk = path.jdk().map(|jdk| jdk.version_text().to_owned());
        classes.extend(jdk.map(|it| (it, 0)));
        classes
    }

    /// What advice about it rests on.
    pub(crate) fn facts(&self) -> Facts {
        let mut names = self.program.class_path().classes();
        names.retain(|it| !it.contains('$'));
        let classes = names.len();
        let tasks = ["java/lang/Thread", "java/lang/Runnable"];
        let tasks: Vec<ClassId> = tasks
            .iter()
            .filter_map(|it| self.program.loaded(it))
            .collect();
        let is_driver = |class: ClassId| {
            class == self.main || tasks.iter().any(|it| self.program.is_subtype(class, *it))
        };
        names.retain(|it| self.program.loaded(it).is_some_and(is_driver));
        Facts {
            drivers: names.iter().map(|it| it.replace('/', ".")).collect(),
            classes,
        }
    }

    /// The directories and jars that its classes are in.
    pub(crate) fn entries(&self) -> &[PathBuf] {
        &self.entries
    }

    /// The class with the main method.
    pub(crate) fn main(&self) -> ClassId {
        self.main
    }
}

impl<'p> JavaSubject<'p> {
    /// Why JUnit left the test out, if no run that was explored has it pass.
    pub(crate) fn skipped(&mut self) -> Option<String> {
        // A run that passed comes first in their order.
        let mut ends = self.java.machine().test_ends();
        match ends.next()? {
            TestEnd::Passed => None,
            TestEnd::Skipped(reason) => Some(reason.clone()),
        }
    }

    /// Whether the program changes some of what is observed before the state in which it begins
    /// if nobody looks.
    pub(crate) fn begins_early(
        &self,
        settings: &Settings,
        observed: &Observed,
    ) -> Result<bool, Failure> {
        let machine = booted(self.loaded, settings, observed)?;
        Ok(machine.began_early())
    }

    /// The program, for runs that are tried on it.
    pub(crate) fn trial(&mut self) -> Trial<'_, 'p> {
        Trial {
            java: &mut self.java,
            initial: &self.initial,
        }
    }

    /// A run of the program to step through, and its sources.
    pub(crate) fn session(
        &mut self,
        schedule: Vec<machine::Choice>,
    ) -> Result<(Session<'_, 'p>, &mut Sources), String> {
        let session = Session::new(
            &mut self.java,
            &self.initial,
            schedule,
            self.printed.clone(),
        )?;
        Ok((session, &mut self.sources))
    }
}

impl<'p> Subject for JavaSubject<'p> {
    type System = Java<'p>;

    fn system(&mut self) -> &mut Java<'p> {
        &mut self.java
    }

    fn unsupported_at_start(&self) -> Option<&Unsupported> {
        self.unsupported.as_ref()
    }

    fn restart(&mut self) {
        self.java.load(&self.initial);
    }

    fn replay_in_detail(&mut self, schedule: &Schedule) -> ReplayedRun {
        if let Some(unsupported) = &self.unsupported {
            return ReplayedRun {
                output: self.printed.clone(),
                unsupported: Some(unsupported.clone()),
                ..ReplayedRun::default()
            };
        }
        self.restart();
        // What has been found is told to its end.
        self.java.machine().release_brakes();
        match self.with_moments {
            true => self.java.record_moments(),
            false => self.java.record(),
        }
        let replayed = replay(&mut self.java, schedule, |_, _, _| ());
        // A thread that has come to what can't be run stands nowhere.
        let stands = !matches!(&replayed, Ok(replayed) if replayed.unsupported.is_some());
        let blocked = if stands {
            self.java.blocked()
        } else {
            Vec::new()
        };
        let ending = match stands {
            true => self.java.ending(),
            false => ending::Ending::default(),
        };
        let stuck = blocked.iter().filter(|it| !it.moves);
        let stuck: Vec<usize> = stuck.map(|it| it.number).collect();
        let hindsight = self.java.hindsight(&stuck);
        let next = if stands {
            self.java.next_steps()
        } else {
            Vec::new()
        };
        let mut recorder = self.java.take_record().unwrap_or_default();
        let moments = recorder.take_moments();
        let early = recorder.early.iter();
        let early = early.map(|it| match it.place.is_library {
            true => format!("{}, in {},", it.what, it.thread),
            false => format!("{} at {}", it.what, it.place),
        });
        let mut story = ReplayedRun {
            early: early.collect(),
            early_wait: recorder.early.iter().any(|it| it.orders),
            output: format!("{}{}", self.printed, recorder.output),
            schedule: Schedule::new(recorder.schedule),
            ending,
            hindsight,
            ..ReplayedRun::default()
        };
        for (index, step) in recorder.steps.into_iter().enumerate() {
            story.trace.push(self.step(index as u64 + 1, step));
        }
        for moment in moments {
            story.moments.push(self.moment(moment));
        }
        let (moving, waiting): (Vec<_>, Vec<_>) = blocked.into_iter().partition(|it| it.moves);
        story.blocked = waiting.into_iter().map(|it| self.blocked(it)).collect();
        story.next = next.into_iter().map(|it| self.blocked(it)).collect();
        story.going_on = moving.into_iter().map(|it| self.blocked(it)).collect();
        match replayed {
            Ok(replayed) => {
                story.findings.clone_from(&self.wrong_at_start);
                story.findings.extend(replayed.findings);
                story.unsupported = replayed.unsupported;
            }
            Err(error) => story.misfit = Some(error.to_string()),
        }
        story
    }

    fn assumptions(&mut self) -> Vec<String> {
        let mut assumptions = self.assumptions.clone();
        if self.java.machine().has_run_atomic_calls() {
            assumptions.push(ATOMIC_CALLS.to_owned());
        }
        if self.java.machine().has_looked_up() {
            assumptions.push(LOOKUPS.to_owned());
        }
        if self.java.machine().has_uncounted_tasks() {
            assumptions.push(UNCOUNTED.to_owned());
        }
        assumptions
    }

    fn bearing(&mut self) -> Vec<String> {
        let program = &self.loaded.program;
        let is_used = |class: &str| program.loaded(class).is_some();
        let mut bearing = vec![
            "sequentially consistent memory",
            "fixed hash codes and seeds",
        ];
        if is_used("java/util/concurrent/TimeUnit") {
            bearing.push("clocks and time-outs at any moment");
        }
        if self.java.machine().has_run_atomic_calls() {
            bearing.push("locks and semaphores that act at one moment");
        }
        if self.java.machine().has_looked_up() {
            bearing.push("look-ups of the library done before");
        }
        bearing.into_iter().map(str::to_owned).collect()
    }

    fn warnings(&self, found: &[report::Violation]) -> Vec<String> {
        let mut warnings = self.loaded.warnings.clone();
        warnings.extend(self.remarks.iter().cloned());
        warnings.extend(self.java.remarks());
        let mut races = found.iter().filter(|it| it.kind == FindingKind::Race);
        let mut is_told = |field: &str| races.any(|it| it.message.contains(field));
        warnings.extend(suspicious::remarks(&self.loaded.program, &mut is_told));
        warnings
    }

    fn doubts(&mut self) -> Vec<Unsupported> {
        let stores = self.java.machine().overtaken_stores().into_iter();
        stores
            .map(|store| Unsupported {
                reason: store.reason,
                class: store.class,
                method: store.method,
                path: store.path,
            })
            .collect()
    }

    fn absences(&mut self) -> Vec<Absence> {
        let machine = self.java.machine();
        let asked = machine.asked_variables().into_iter();
        let mut absences: Vec<Absence> = asked.filter_map(variable).collect();
        absences.extend(machine.missing_files().into_iter().filter_map(file));
        absences
    }

    fn left_out(&mut self) -> Vec<String> {
        let mut remarks = Vec::new();
        let races = self.java.races_of_library();
        if !races.is_empty() {
            let named = races.iter().take(MOST_LEFT_OUT).cloned();
            let named = named.collect::<Vec<_>>().join(", ");
            let more = match races.len().saturating_sub(MOST_LEFT_OUT) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let count = match races.len() {
                1 => "1 race".to_owned(),
                count => format!("{count} races"),
            };
            remarks.push(format!(
                "{count} inside the class library, on no object that the program shares, left out: \
                 {named}{more}"
            ));
        }
        if self.java.races_optimistically() {
            remarks.push(
                "reads that StampedLock.validate checks meet writes, which its documentation allows; \
                 these are no races"
                    .to_owned(),
            );
        }
        match self.java.left_out() {
            0 => {}
            1 => remarks.push("1 finding is suppressed (--suppress)".to_owned()),
            count => remarks.push(format!("{count} findings are suppressed (--suppress)")),
        }
        remarks
    }

    fn unreached(&mut self) -> Vec<String> {
        let mut warnings = self.java.manners(true);
        let machine = self.java.machine();
        if !machine.has_reached_end_of_main() {
            warnings.push("no run comes to the end of main".to_owned());
        }
        let unreached = machine.unreached_assertions();
        let places: Vec<String> = unreached
            .iter()
            .take(MOST_UNREACHED)
            .map(|(class, line)| format!("{}:{line}", file_of(machine.program(), *class)))
            .collect();
        if !places.is_empty() {
            let more = match unreached.len() - places.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            warnings.push(format!(
                "no run comes to the assertion at {}{more}",
                places.join(", ")
            ));
        }
        warnings
    }

    fn classes(&self) -> Vec<(String, u64)> {
        let program = &self.loaded.program;
        let ids = (0..program.class_count()).map(|index| ClassId(index as u32));
        let own = ids
            .map(|id| program.class(id))
            .filter(|class| !class.is_library);
        let mut classes: Vec<(String, u64)> = own
            .filter_map(|class| Some((class.name.to_string(), self.class_hash(&class.name)?)))
            .collect();
        classes.sort_unstable();
        classes
    }

    fn sources(&self) -> Vec<report::SourceText> {
        let texts = self.sources.texts().into_iter();
        texts
            .map(|(path, text)| report::SourceText { path, text })
            .collect()
    }

    fn source_line(&mut self, class: &str, file: &str, line: u32) -> report::SourceLine {
        report::SourceLine {
            file: file.to_owned(),
            line,
            path: self.sources.path(class, file),
            source: self.sources.line(class, file, line),
        }
    }

    fn class_hash(&self, name: &str) -> Option<u64> {
        let found = self.loaded.program.class_path().find(name).ok().flatten()?;
        Some(xxh3_64(&found.bytes))
    }
}

impl<'p> JavaSubject<'p> {
    /// The program that is run.
    pub(crate) fn program(&self) -> &'p Program {
        &self.loaded.program
    }

    /// The machine, in whatever state it is.
    pub(crate) fn machine(&mut self) -> &mut Machine<'p> {
        self.java.machine()
    }

    fn step(&mut self, number: u64, step: trace::TraceStep) -> report::Step {
        let place = step.place;
        report::Step {
            step: number,
            source: self.sources.line(&place.class, &place.file, place.line),
            path: self.sources.path(&place.class, &place.file),
            thread: step.thread,
            class: place.class,
            method: place.method,
            file: place.file,
            line: place.line,
            operation: step.operation,
            value: step.value,
            before: step.before,
            inside: step.inside,
            on: step.on,
            is_notable: step.is_notable,
            aside: step.aside,
            is_library: place.is_library,
        }
    }

    fn moment(&mut self, moment: Moment) -> report::Moment {
        let threads = moment.threads.into_iter().map(|it| report::Standing {
            thread: it.thread,
            place: report::SourceLine {
                path: self.sources.path(&it.place.class, &it.place.file),
                file: it.place.file,
                line: it.place.line,
                source: String::new(),
            },
            state: it.state,
            waits_for: it.waits_for,
        });
        report::Moment {
            threads: threads.collect(),
            locks: moment.locks,
            printed: self.printed.len() + moment.printed,
        }
    }

    fn blocked(&mut self, blocked: trace::Blocked) -> report::Blocked {
        let place = blocked.place;
        report::Blocked {
            thread: blocked.thread,
            reason: blocked.reason,
            waits_for: blocked.waits_for,
            holds: blocked.holds,
            path: self.sources.path(&place.class, &place.file),
            file: place.file,
            line: place.line,
        }
    }
}

/// Fields of the library that a remark names one by one.
const MOST_LEFT_OUT: usize = 4;

/// Assertions that a warning names one by one.
const MOST_UNREACHED: usize = 5;

fn file_of(program: &Program, class: ClassId) -> String {
    let class = program.class(class);
    match &class.source_file {
        Some(file) => file.to_string(),
        None => class.name.replace('/', "."),
    }
}
