//! What the flags mean.
//!
//! In: [`crate::flags::Options`], as typed. Out: [`Settings`], in the words of the rooms that get
//! them. What is not built yet is refused here, never ignored.

use std::io::IsTerminal;
use std::path::PathBuf;

use analysis::foresight::FuturesOptions;
use explore::reduction::Layers;
use explore::watch::Suppressed;
use explore::{Conflict, Engine, Limits, Plan, Search, Storage, Wish, Wreck};
use property::{Fairness, FindingKind, Ltl, Selection, TemporalClaim, TemporalProperty, nearest};
use report::Verdict;

use crate::command::temporal::ends;
use crate::exit::{Exit, Failure};
use crate::flags::{
    CheckFlags, Color, Fair, Hashes, OnUnknown, Options, Order, Randomness, StoreKind, Timeouts,
};
use crate::host::checkpoint::Checkpoints;
use crate::host::depot::depot;
use crate::host::process;
use reductions::Reductions;

pub(crate) use reductions::names;

/// Everything a check needs to know.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) target: Target,
    /// What is looked for in states.
    pub(crate) selection: Selection,
    /// What is asked of endless runs.
    pub(crate) temporal: Vec<TemporalProperty>,
    /// What the user wants to hear nothing of.
    pub(crate) suppressed: Suppressed,
    pub(crate) plan: Plan,
    pub(crate) machine: machine::Options,
    /// What the program sees of the host.
    pub(crate) given: machine::Given,
    pub(crate) layers: Layers,
    /// How static futures are worked out, if that is one of the layers.
    pub(crate) foresight: Option<FuturesOptions>,
    /// Whether to search again without reductions and compare.
    pub(crate) checks_reduction: bool,
    /// Whether violations are tried on the user's JVM.
    pub(crate) confirms: bool,
    /// Whether what goes wrong only if time runs out early is a warning.
    pub(crate) sorts_expiries: bool,
    pub(crate) checkpoints: Option<Checkpoints>,
    pub(crate) expect: Option<Expect>,
    /// What an unknown verdict counts as.
    pub(crate) on_unknown: Option<OnUnknown>,
    pub(crate) output: Output,
    /// The file of known findings.
    pub(crate) baseline: Option<PathBuf>,
    /// What the user should know about the flags.
    pub(crate) warnings: Vec<String>,
}

/// The program to check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Target {
    /// `.java` files to compile.
    pub(crate) sources: Vec<PathBuf>,
    /// Directories and jars.
    pub(crate) classpath: Vec<PathBuf>,
    /// The class with the main method, if it was named.
    pub(crate) main: Option<String>,
    /// Arguments of the program.
    pub(crate) arguments: Vec<String>,
    /// The JDK, if one was named.
    pub(crate) jdk: Option<PathBuf>,
    /// Where to look for sources.
    pub(crate) sourcepath: Vec<PathBuf>,
    /// As the user named it.
    pub(crate) name: String,
}

/// Where the report goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) json: Option<Json>,
    pub(crate) sarif: Option<PathBuf>,
    /// The file for a page to look through.
    pub(crate) html: Option<PathBuf>,
    pub(crate) junit_xml: Option<PathBuf>,
    pub(crate) full: bool,
    pub(crate) full_trace: bool,
    pub(crate) color: bool,
    pub(crate) progress: bool,
}

/// Where JSON goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    Stdout,
    File(PathBuf),
}

/// The outcome that `--expect` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expect {
    Verdict(Verdict),
    Kind(FindingKind),
}

impl Settings {
    /// Understands the flags of a check.
    pub(crate) fn new(flags: CheckFlags) -> Result<Settings, Failure> {
        let CheckFlags {
            targets,
            arguments,
            driving,
            options,
        } = flags;
        if driving.drive.is_some() || driving.driver.is_some() {
            return Err(Failure::input(
                "--drive goes with `heddle check` and `heddle environment`",
            ));
        }
        let selection = match &options.property {
            None => Selection::default(),
            Some(list) => Selection::parse(list)
                .map_err(|error| Failure::input(format!("--property: {error}")))?,
        };
        let temporal = temporal(&options, selection)?;
        let selection = selection.only(false);
        let plan = plan(&options, &selection)?;
        let checkpoints = Checkpoints::new(
            options.checkpoint.clone(),
            options.checkpoint_every,
            options.resume,
        )?;
        let Reductions { layers, foresight } = match (&checkpoints, options.reduction.as_deref()) {
            (Some(_), None) => Reductions::NONE,
            (_, list) => Reductions::new(list, plan.search)?,
        };
        let mut settings = Settings {
            target: target(targets, arguments, &options)?,
            machine: machine_options(&options),
            given: crate::host::given::read(&options)?,
            layers,
            foresight,
            checkpoints,
            plan,
            checks_reduction: options.check_reduction,
            confirms: options.confirm,
            sorts_expiries: options.timeouts.is_none(),
            expect: options.expect.as_deref().map(expect).transpose()?,
            on_unknown: options.on_unknown,
            output: output(&options),
            baseline: options.baseline.clone(),
            suppressed: suppressed(options.suppress.as_deref().unwrap_or_default()),
            selection,
            temporal,
            warnings: Vec::new(),
        };
        settings.engine(layers)?;
        settings.plan.ends = ends::sought(&settings);
        Ok(settings)
    }

    /// The engine that explores with these reductions.
    pub(crate) fn engine(&self, layers: Layers) -> Result<Engine, Failure> {
        let wish = Wish {
            search: self.plan.search,
            store: self.plan.store,
            on_disk: self.plan.depot.is_some(),
            checkpoints: self.checkpoints.is_some(),
            layers,
        };
        wish.engine().map_err(|it| Failure::input(explain(it)))
    }

    /// The same, with a place for the schedule of a crash.
    pub(crate) fn under(mut self, wreck: &Wreck) -> Settings {
        self.plan.wreck = wreck.clone();
        self
    }

    /// The same with somebody who keeps the checkpoints that are asked for, given the user's classes.
    pub(crate) fn kept(
        &self,
        classes: impl FnOnce() -> Vec<(String, u64)>,
    ) -> Result<Settings, Failure> {
        let mut settings = self.clone();
        if let Some(checkpoints) = &self.checkpoints {
            settings.plan.keeper = Some(checkpoints.keeper(self, &classes())?);
        }
        Ok(settings)
    }

    /// Commands that make no single search have none.
    pub(crate) fn without_checkpoints(self) -> Result<Settings, Failure> {
        match self.checkpoints {
            None => Ok(self),
            Some(_) => Err(Failure::input("--checkpoint goes with `heddle check`")),
        }
    }

    /// The same where time passes only when nobody can move.
    pub(crate) fn idle(&self) -> Settings {
        let mut settings = self.clone();
        settings.machine.timeouts = machine::Timeouts::Idle;
        settings.sorts_expiries = false;
        settings.plan.stuck = true;
        settings.plan.keeper = None;
        settings
    }

    /// The same for a machine that stops wherever it can: what schedules are written for.
    pub(crate) fn fine(mut self) -> Settings {
        self.machine.granularity = machine::Granularity::EveryAccess;
        self
    }

    /// The same, but what is written, and where, is as in these options.
    pub(crate) fn with_output_of(mut self, options: &Options) -> Result<Settings, Failure> {
        self.expect = options.expect.as_deref().map(expect).transpose()?;
        self.on_unknown = options.on_unknown;
        self.output = output(options);
        Ok(self)
    }

    /// The exit code for a verdict and the kinds that were found.
    pub(crate) fn exit(&self, report: &report::Report) -> Exit {
        let met = match self.expect {
            None => {
                return match report.verdict {
                    Verdict::Holds => Exit::Success,
                    Verdict::Violated => Exit::Violated,
                    Verdict::Unknown => match self.on_unknown {
                        None => Exit::Unknown,
                        Some(OnUnknown::Fail) => Exit::Violated,
                        Some(OnUnknown::Pass) => Exit::Success,
                    },
                    Verdict::Error => Exit::Input,
                };
            }
            Some(Expect::Verdict(verdict)) => report.verdict == verdict,
            Some(Expect::Kind(kind)) => {
                let found = report.violations.iter();
                let mut kinds = found.map(|it| it.kind);
                kinds.any(|found| kind.includes(found))
            }
        };
        if met { Exit::Success } else { Exit::Violated }
    }
}

/// Why two things that were asked for don't go together, and what does.
fn explain(conflict: Conflict) -> &'static str {
    match conflict {
        Conflict::DiskSearch => "--store disk goes with --search bfs",
        Conflict::DiskCheckpoints => "--store disk does not go with --checkpoint",
        Conflict::DiskSymmetry => "--store disk does not go with --reduction symmetry",
        Conflict::StoreSearch => {
            "--store compact goes with --search dfs or bfs, --store bitstate with --search dfs"
        }
        Conflict::CheckpointsSearch => "--checkpoint goes with --search bfs and --store exact",
        Conflict::CheckpointsReduction => "--checkpoint goes with --reduction none",
        Conflict::ReductionSearch => {
            "--reduction: only a search over every schedule can be reduced; leave it out, or use \
             --search dfs or bfs"
        }
        Conflict::SynchronizersLayers => "--reduction: synchronizers goes alone, or is one of all",
        Conflict::SymmetryReduction => "--reduction: symmetry goes with no other reduction",
    }
}

/// What is asked of endless runs: by name, by formula, and in a file.
fn temporal(options: &Options, selection: Selection) -> Result<Vec<TemporalProperty>, Failure> {
    let fairness = options.fair.map(|it| match it {
        Fair::None => Fairness::None,
        Fair::Weak => Fairness::Weak,
        Fair::Strong => Fairness::Strong,
    });
    let property = |text: &str, claim: TemporalClaim| TemporalProperty {
        name: text.to_owned(),
        fairness: fairness.unwrap_or(claim.usual_fairness()),
        claim,
        text: text.to_owned(),
    };
    let mut properties = Vec::new();
    for kind in selection.only(true).kinds() {
        let claim = match kind {
            FindingKind::Termination => TemporalClaim::Termination,
            FindingKind::Progress => TemporalClaim::Progress,
            _ => TemporalClaim::Starvation(None),
        };
        properties.push(property(kind.name(), claim));
    }
    for text in &options.ltl {
        let formula = Ltl::parse(text).map_err(|why| Failure::input(format!("--ltl: {why}")))?;
        properties.push(property(text, TemporalClaim::Formula(formula)));
    }
    if let Some(path) = &options.property_file {
        let wrong =
            |why: &dyn std::fmt::Display| Failure::input(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
        properties.extend(TemporalProperty::parse_file(&text).map_err(|error| wrong(&error))?);
    }
    if properties.is_empty() && fairness.is_some_and(|it| it != Fairness::None) {
        return Err(Failure::input(
            "--fair is for endless runs: it goes with --ltl or --property termination, progress or \
             starvation",
        ));
    }
    Ok(properties)
}

fn target(
    targets: Vec<String>,
    arguments: Vec<String>,
    options: &Options,
) -> Result<Target, Failure> {
    let split = |list: &Option<String>| -> Vec<PathBuf> {
        list.as_deref()
            .map(classpath::ClassPath::split)
            .unwrap_or_default()
    };
    let mut target = Target {
        classpath: split(&options.classpath),
        main: options.main.clone(),
        arguments,
        jdk: options.jdk.clone(),
        sourcepath: split(&options.sourcepath),
        name: targets.join(" "),
        ..Target::default()
    };
    for name in targets {
        let path = PathBuf::from(&name);
        if name.ends_with(".java") || name.ends_with(".jar") {
            if !path.is_file() {
                return Err(Failure::input(format!("there is no file {name}")));
            }
            match name.ends_with(".java") {
                true => target.sources.push(path),
                false => target.classpath.push(path),
            }
        } else if path.is_dir() {
            let hint = "give the main class: heddle check -cp";
            return Err(Failure::input(format!(
                "{name} is a directory; {hint} {name} MAIN"
            )));
        } else if let Some(class) = name.strip_suffix(".class") {
            let (directory, class) = class.rsplit_once('/').unwrap_or((".", class));
            let hint = "give the class by its full name: heddle check -cp";
            return Err(Failure::input(format!(
                "{name} is a class file; {hint} {directory} {class}"
            )));
        } else if target.main.is_none() {
            target.main = Some(name);
        } else {
            let hint = "arguments of the program go after --";
            return Err(Failure::input(format!(
                "`{name}` is one target too many; {hint}"
            )));
        }
    }
    Ok(target)
}

fn plan(options: &Options, selection: &Selection) -> Result<Plan, Failure> {
    let runs = options.runs.unwrap_or(1000);
    let is_on_disk = options.store == Some(StoreKind::Disk);
    if options.disk.is_some() && !is_on_disk {
        return Err(Failure::input("--disk goes with --store disk"));
    }
    let order = match options.checkpoint.is_some() || is_on_disk {
        false => Order::Dfs,
        true => Order::Bfs,
    };
    let search = match options.search.unwrap_or(order) {
        Order::Dfs => Search::DepthFirst,
        Order::Bfs => Search::BreadthFirst,
        Order::Random => Search::Random { runs },
        Order::Pct => Search::Pct {
            runs,
            depth: options.bug_depth.unwrap_or(3),
        },
        Order::Preemption => Search::Preemption {
            bound: options.preemptions.unwrap_or(2),
        },
    };
    let idle = [
        (options.preemptions.is_some(), "--preemptions", "preemption"),
        (options.bug_depth.is_some(), "--bug-depth", "pct"),
    ];
    for (given, name, order) in idle {
        let used = matches!(
            (search, order),
            (Search::Preemption { .. }, "preemption") | (Search::Pct { .. }, "pct")
        );
        if given && !used {
            return Err(Failure::input(format!("{name} goes with --search {order}")));
        }
    }
    let store = match options.store.unwrap_or(StoreKind::Exact) {
        StoreKind::Exact | StoreKind::Disk => Storage::Exact,
        StoreKind::Compact => Storage::Compact,
        StoreKind::Bitstate => Storage::Bitstate,
    };
    let limits = Limits {
        states: options.max_states,
        depth: options
            .max_depth
            .map(|depth| usize::try_from(depth).unwrap_or(usize::MAX)),
        time: options.timeout,
        memory: options.memory.or_else(process::memory_to_use),
        // Where the system does not tell, the store's own size has to do.
        resident: (process::resident() > 0).then_some(process::resident as fn() -> u64),
        ..Limits::default()
    };
    let depot = match is_on_disk {
        true => Some(depot(options.disk.as_deref(), limits.memory)?),
        false => None,
    };
    Ok(Plan {
        search,
        store,
        jobs: options
            .jobs
            .map_or_else(process::processors, |jobs| jobs as usize),
        depot,
        limits,
        all: options.all || options.baseline.is_some(),
        // Where time passes only when nobody can move, it must be seen who only goes round.
        stuck: selection.has(FindingKind::PartialDeadlock)
            || selection.has(FindingKind::NonTermination)
            || options.timeouts == Some(Timeouts::Idle),
        glances: !options.check_reduction,
        // Also where no progress is shown: counts must not depend on that.
        estimate: !options.check_reduction,
        seed: options.seed.unwrap_or(0),
        cpu: Some(process::cpu),
        ..Plan::default()
    })
}

fn machine_options(options: &Options) -> machine::Options {
    machine::Options {
        timeouts: match options.timeouts.unwrap_or(Timeouts::Any) {
            Timeouts::Any => machine::Timeouts::Any,
            Timeouts::Idle => machine::Timeouts::Idle,
        },
        spurious_wakeups: options.spurious_wakeups,
        random: match options.random.unwrap_or(Randomness::Fixed) {
            Randomness::Fixed => machine::Randomness::Fixed,
            Randomness::Choose => machine::Randomness::Choose,
        },
        hash: match options.hash.unwrap_or(Hashes::Fixed) {
            Hashes::Fixed => machine::Randomness::Fixed,
            Hashes::Choose => machine::Randomness::Choose,
        },
        processors: options.processors.unwrap_or(2),
        remembered_bytes: options.memory.map_or(usize::MAX, |memory| {
            usize::try_from(memory / 8).unwrap_or(usize::MAX)
        }),
        ..machine::Options::default()
    }
}

/// A kind includes its special cases; every other word is that of a class, a field or a place.
fn suppressed(list: &str) -> Suppressed {
    let mut suppressed = Suppressed::default();
    for word in list.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        let Some(named) = FindingKind::from_name(word) else {
            suppressed.words.push(word.to_owned());
            continue;
        };
        for kind in FindingKind::ALL
            .into_iter()
            .filter(|it| named.includes(*it))
        {
            suppressed.kinds = suppressed.kinds.with(kind);
        }
    }
    suppressed
}

fn expect(name: &str) -> Result<Expect, Failure> {
    let verdicts = [Verdict::Holds, Verdict::Violated, Verdict::Unknown];
    if let Some(verdict) = verdicts.into_iter().find(|verdict| verdict.name() == name) {
        return Ok(Expect::Verdict(verdict));
    }
    if let Some(kind) = FindingKind::from_name(name) {
        return Ok(Expect::Kind(kind));
    }
    let names = verdicts
        .into_iter()
        .map(Verdict::name)
        .chain(FindingKind::ALL.into_iter().map(FindingKind::name));
    let hint = match nearest(name, names.clone()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("possible: {}", names.collect::<Vec<_>>().join(", ")),
    };
    Err(Failure::input(format!(
        "--expect: there is no outcome `{name}`; {hint}"
    )))
}

fn output(options: &Options) -> Output {
    let json = options
        .json
        .as_ref()
        .map(|path| match path.as_os_str() == "-" {
            true => Json::Stdout,
            false => Json::File(path.clone()),
        });
    let color = match options.color.unwrap_or(Color::Auto) {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    Output {
        json,
        sarif: options.sarif.clone(),
        html: options.html.clone(),
        junit_xml: options.junit_xml.clone(),
        full: options.full,
        full_trace: options.full_trace,
        color,
        progress: !options.quiet,
    }
}

mod reductions;
#[cfg(test)]
mod tests;
