//! `heddle spin`: SPIN searches, Heddle's own machine confirms.
//!
//! In: a program that has been started, and how SPIN is to search. Out: an [`Outcome`] as a search
//! of Heddle gives it. What SPIN finds counts only when the machine has followed its trail to the
//! same violation (`alarms`).

mod alarms;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use confirm::{End, Formula, Guide, follow};
use explore::System;
use explore::java::atoms::Atoms;
use explore::{Incomplete, Outcome, Schedule, Statistics, Unsupported, Verdict, Violation};
use program::Program;
use promela::context::Reason;
use promela::layout::Bounds;
use promela::origin::Role;
use promela::spin::{Cut, Fairness, Search};
use promela::unknown::Ignored;
use property::{FindingKind, Ltl, Selection};

use self::alarms::Judge;
use crate::command::model::{self, Exported, Wanted};
use crate::exit::Failure;
use crate::flags::{Fair, SpinFlags};
use crate::host::process;
use crate::ignored::Names;
use crate::java::JavaSubject;
use crate::settings::Settings;
use crate::subject::Subject;

/// The longest run that SPIN follows unless told.
const DEPTH: u64 = 10_000_000;

/// Steps of the model in a simulation, at most.
const SIMULATED: u64 = 10_000;

/// What SPIN looks for unless told.
const PROPERTIES: &str = "deadlock,exception,assertion";

/// How often the bound on objects is raised.
const ROUNDS: u32 = 4;

/// A run of SPIN as asked for.
pub(crate) struct Plan {
    bounds: Bounds,
    /// Whether the bound on objects may be raised.
    grows: bool,
    search: Search,
    limits: Limits,
    keep: Option<PathBuf>,
    ignored: Names,
    simulates: bool,
    /// The formula, as it was written.
    formula: Option<String>,
}

impl Plan {
    /// Whether one run is wanted, and no search.
    pub(crate) fn simulates(&self) -> bool {
        self.simulates
    }
}

struct Limits {
    depth: u64,
    memory: u64,
    time: Option<Duration>,
}

/// Understands the flags.
pub(crate) fn plan(flags: SpinFlags) -> Result<(Plan, Settings), Failure> {
    let SpinFlags {
        model,
        spin,
        mut check,
    } = flags;
    if check.options.property.is_none() {
        check.options.property = Some(PROPERTIES.to_owned());
    }
    let idle = check.options.timeouts == Some(crate::flags::Timeouts::Idle);
    if idle || check.options.spurious_wakeups {
        let what = if idle {
            "--timeouts idle"
        } else {
            "--spurious-wakeups"
        };
        return Err(Failure::input(format!("heddle spin does not know {what}")));
    }
    let mut formulas = std::mem::take(&mut check.options.ltl);
    let formula = formulas.pop();
    if !formulas.is_empty() {
        return Err(Failure::input("heddle spin judges one --ltl at a time"));
    }
    let fairness = match check.options.fair.take().unwrap_or(Fair::None) {
        Fair::None => Fairness::None,
        Fair::Weak => Fairness::Weak,
        Fair::Strong => return Err(Failure::input("SPIN knows weak fairness only")),
    };
    if formula.is_none() && fairness != Fairness::None {
        return Err(Failure::input("--fair goes with --ltl"));
    }
    if formula.is_some() && model.breadth_first {
        return Err(Failure::input("SPIN can't search breadth-first for --ltl"));
    }
    let memory = check
        .options
        .memory
        .or_else(process::memory_to_use)
        .unwrap_or(1 << 30);
    let depth = check.options.max_depth.unwrap_or(DEPTH);
    let seed = check.options.seed;
    let time = check.options.timeout;
    let mut settings = Settings::new(check)?.without_checkpoints()?.fine();
    settings.selection = match formula {
        Some(_) => Selection::formula(),
        None => searched(&settings.selection)?,
    };
    settings.layers = explore::reduction::Layers::NONE;
    let search = Search {
        bitstate: spin.bitstate,
        collapse: spin.collapse,
        breadth_first: model.breadth_first,
        seed,
        no_partial_order: spin.no_partial_order,
        deadlocks: settings
            .selection
            .kinds()
            .any(|kind| FindingKind::Deadlock.includes(kind)),
        depth,
        memory: (memory >> 20).max(64),
        deadline: time.map(|time| Instant::now() + time),
        formula: formula.as_ref().map(|_| fairness),
        alarms: 1,
    };
    let plan = Plan {
        bounds: model::bounds(&model),
        grows: model.instances.is_none(),
        search,
        limits: Limits {
            depth,
            memory,
            time,
        },
        keep: spin.keep,
        simulates: spin.simulate,
        formula,
        ignored: Names::new(&model, &settings.target),
    };
    Ok((plan, settings))
}

/// The kinds that a model shows; others can't be asked for.
fn searched(selection: &Selection) -> Result<Selection, Failure> {
    let hidden = [
        FindingKind::Race,
        FindingKind::NonTermination,
        FindingKind::LockOrder,
        FindingKind::Ltl,
    ];
    if let Some(kind) = hidden.into_iter().find(|kind| selection.has(*kind)) {
        return Err(Failure::input(format!(
            "heddle spin does not look for {}; heddle check does",
            kind.name()
        )));
    }
    let names = selection
        .kinds()
        .filter(|kind| *kind != FindingKind::PartialDeadlock);
    let names: Vec<&str> = names.map(FindingKind::name).collect();
    let list = format!("{},-partial-deadlock", names.join(","));
    Selection::parse(&list).map_err(|error| Failure::input(format!("--property: {error}")))
}

/// The words of a check that is on record for a replay: those of the command without what only
/// SPIN understands.
pub(crate) fn words_of_check(words: &[OsString]) -> Vec<OsString> {
    const ALONE: [&str; 5] = [
        "--bitstate",
        "--breadth-first",
        "--collapse",
        "--no-partial-order",
        "--simulate",
    ];
    const WITH_VALUE: [&str; 8] = [
        "--ltl",
        "--fair",
        "--instances",
        "--elements",
        "--recursion",
        "--keep",
        "--ignore",
        "--model-only",
    ];
    let mut kept: Vec<OsString> = Vec::new();
    let mut skip = false;
    let mut has_property = false;
    let end = words
        .iter()
        .position(|it| it == "--")
        .unwrap_or(words.len());
    for (index, word) in words.iter().enumerate() {
        let text = word.to_string_lossy();
        if std::mem::take(&mut skip) {
            continue;
        }
        if index == 1 {
            kept.push("check".into());
        } else if index < end && ALONE.contains(&&*text) {
        } else if index < end && WITH_VALUE.contains(&&*text) {
            skip = true;
        } else if index < end
            && WITH_VALUE
                .iter()
                .any(|it| text.starts_with(&format!("{it}=")))
        {
        } else {
            has_property |= index < end && text.starts_with("--property");
            kept.push(word.clone());
        }
    }
    if !has_property && kept.len() >= 2 {
        kept.splice(2..2, ["--property".into(), PROPERTIES.into()]);
    }
    kept
}

/// A model begins where several threads are concerned for the first time. What a formula would have seen
/// before that is missing in it.
fn refuse_early_changes(
    text: &str,
    subject: &JavaSubject<'_>,
    program: &Program,
    settings: &Settings,
) -> Result<(), Failure> {
    let wrong = |why: String| Failure::input(format!("--ltl: {why}"));
    let ltl = Ltl::parse(text).map_err(|error| wrong(error.to_string()))?;
    let mut atoms = Atoms::default();
    atoms.add(&ltl, program).map_err(wrong)?;
    if subject.begins_early(settings, &atoms.followed(program))? {
        return Err(wrong(
            "what the formula looks at changes, or is passed, before the first other thread is started, and \
             a model for SPIN begins there; `heddle check --ltl` judges it"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Has SPIN search the program.
pub(crate) fn search(
    subject: &mut JavaSubject<'_>,
    program: &Program,
    settings: &Settings,
    plan: &Plan,
) -> Result<Outcome, Failure> {
    if let Some(outcome) = wrong_at_start(subject) {
        return Ok(outcome);
    }
    let formula = match &plan.formula {
        Some(text) => {
            let formula = Formula::new(text, program, subject.machine());
            Some(formula.map_err(|why| Failure::input(format!("--ltl: {why}")))?)
        }
        None => None,
    };
    if let Some(text) = &plan.formula {
        refuse_early_changes(text, subject, program, settings)?;
    }
    let observed = formula.as_ref().map(Formula::observed);
    let place = Place::new(plan.keep.as_deref())?;
    let mut bounds = plan.bounds;
    for round in 1.. {
        let wanted = Wanted {
            bounds,
            ignored: &plan.ignored,
            observed: observed.as_ref(),
            hides: !plan.search.breadth_first,
            is_fair: plan.search.formula == Some(Fairness::Weak),
        };
        let exported = model::export(subject, program, settings, &wanted)?;
        let began = Instant::now();
        let found = promela::spin::run(&place.path, &exported.printed.text, &plan.search)
            .map_err(|trouble| Failure::input(trouble.to_string()))?;
        let judge = Judge {
            exported: &exported,
            formula: formula.as_ref(),
            directory: &place.path,
            wants_all: settings.plan.all && formula.is_none(),
        };
        let (found, judged) = judge.follow(subject, &plan.search, found)?;
        if !judged.violations.is_empty() && !judge.wants_all {
            return Ok(Outcome {
                verdict: Verdict::Violated(judged.violations),
                incomplete: vec![Incomplete::FirstViolation],
                statistics: statistics(&found, began),
                ends: None,
                graph: None,
            });
        }
        // A verifier that was ended has not told what it has not reached.
        let reached = match found.is_complete {
            false => Vec::new(),
            true => reached(&exported, &found.unreached),
        };
        let only_bounds = !reached.is_empty() && reached.iter().all(|reason| reason.is_bound);
        let is_cut = !matches!(found.cut, None | Some(Cut::Bitstate));
        if only_bounds && plan.grows && !is_cut && round < ROUNDS {
            bounds.instances = bounds.instances.saturating_mul(3);
            bounds.elements = bounds.elements.saturating_mul(2);
            bounds.recursion = bounds.recursion.saturating_mul(2);
            continue;
        }
        let mut incomplete: Vec<Incomplete> = Vec::new();
        let spurious = judged.unconfirmed(!plan.ignored.is_empty());
        incomplete.extend(spurious.map(|it| Incomplete::Unsupported(plain(&it))));
        incomplete.extend(
            reached
                .into_iter()
                .map(|reason| Incomplete::Unsupported(unsupported(program, reason))),
        );
        if plan.search.bitstate && found.cut.as_ref().is_some_and(|cut| *cut != Cut::Bitstate) {
            incomplete.push(hashes(found.hash_factor));
        }
        let cut = found.cut.as_ref();
        incomplete.extend(cut.map(|cut| cut_of(cut, &plan.limits, found.hash_factor)));
        let verdict = match (judged.violations.is_empty(), incomplete.is_empty()) {
            (false, _) => Verdict::Violated(judged.violations),
            (true, true) => Verdict::Holds,
            (true, false) => Verdict::Unknown(incomplete.clone()),
        };
        return Ok(Outcome {
            verdict,
            incomplete,
            statistics: statistics(&found, began),
            ends: None,
            graph: None,
        });
    }
    unreachable!("the last round returns")
}

fn statistics(found: &promela::spin::Outcome, began: Instant) -> Statistics {
    Statistics {
        states: found.states,
        transitions: found.transitions,
        revisited: found.matched,
        max_depth: found.depth,
        end_states: 1,
        seconds: began.elapsed().as_secs_f64(),
        ..Statistics::default()
    }
}

/// Has SPIN make one run; gives its schedule in Heddle's own machine.
pub(crate) fn simulate(
    subject: &mut JavaSubject<'_>,
    program: &Program,
    settings: &Settings,
    plan: &Plan,
) -> Result<Schedule, Failure> {
    if wrong_at_start(subject).is_some() {
        return Ok(Schedule::new(Vec::new()));
    }
    let place = Place::new(plan.keep.as_deref())?;
    let wanted = Wanted {
        bounds: plan.bounds,
        ignored: &plan.ignored,
        observed: None,
        hides: true,
        is_fair: false,
    };
    let exported = model::export(subject, program, settings, &wanted)?;
    let exported = exported.simulated(program);
    let seed = settings.plan.seed;
    let steps = plan.limits.depth.min(SIMULATED);
    let (text, lines) = (&exported.printed.text, &exported.printed.lines);
    let trail = promela::spin::write(&place.path, text)
        .and_then(|()| promela::trail::simulate(&place.path, lines, seed, steps))
        .map_err(|trouble| Failure::input(trouble.to_string()))?;
    let guide = Guide::new(
        &exported.translation,
        &exported.printed,
        exported.translation.stops_at_ends,
        &[],
    );
    let run = follow(&mut subject.trial(), &guide, &trail, End::Open);
    Ok(Schedule::new(run.schedule()))
}

/// What is wrong before the model begins: it can't show that.
fn wrong_at_start(subject: &mut JavaSubject<'_>) -> Option<Outcome> {
    let mut findings = Vec::new();
    subject.system().findings(&mut findings);
    let finding = findings.into_iter().next()?;
    let schedule = Schedule::new(Vec::new());
    Some(Outcome {
        verdict: Verdict::Violated(vec![Violation { finding, schedule }]),
        incomplete: vec![Incomplete::FirstViolation],
        statistics: Statistics {
            states: 1,
            ..Statistics::default()
        },
        ends: None,
        graph: None,
    })
}

fn cut_of(cut: &Cut, limits: &Limits, hash_factor: Option<u64>) -> Incomplete {
    match cut {
        Cut::Depth => Incomplete::Depth(limits.depth as usize),
        Cut::Memory => Incomplete::Memory(limits.memory),
        Cut::Time => Incomplete::Time(limits.time.unwrap_or_default()),
        Cut::Bitstate => hashes(hash_factor),
    }
}

/// That states may have been taken for others.
fn hashes(factor: Option<u64>) -> Incomplete {
    let factor = factor.map_or(String::new(), |factor| {
        format!("; it had {factor} bits for each state (its hash factor, best above 100)")
    });
    Incomplete::Unsupported(plain(&format!(
        "SPIN kept hashes of states (--bitstate), so it may have missed some{factor}"
    )))
}

fn plain(reason: &str) -> Unsupported {
    Unsupported {
        reason: reason.to_owned(),
        class: String::new(),
        method: String::new(),
        path: Vec::new(),
    }
}

/// What the model does not show, and some run reached.
fn reached<'a>(exported: &'a Exported, unreached: &[usize]) -> Vec<&'a Reason> {
    let mut numbers: Vec<u32> = Vec::new();
    for (line, origin) in exported.printed.lines.iter().enumerate() {
        if let Some(origin) = origin
            && let Role::Bound(number) | Role::Unsupported(number) = origin.role
            && !unreached.contains(&line)
            && !numbers.contains(&number)
        {
            numbers.push(number);
        }
    }
    let reasons = &exported.translation.reasons;
    numbers
        .iter()
        .filter_map(|number| reasons.get(*number as usize))
        .collect()
}

fn unsupported(program: &Program, reason: &Reason) -> Unsupported {
    let what = if reason.is_bound {
        "bound reached"
    } else {
        "not in the model"
    };
    let mut unsupported = plain(&format!("{what}: {}", reason.text));
    if let Some((method, pc)) = reason.at {
        let found = program.method(method);
        let class = program.class(found.class);
        unsupported.class = class.name.replace('/', ".");
        unsupported.method = found.name.to_string();
        let line = program.body(method).line(pc);
        let file = class.source_file.as_deref().unwrap_or("?");
        let at = line.map_or(String::new(), |line| format!(" ({file}:{line})"));
        unsupported.path = vec![format!("{}.{}{at}", unsupported.class, found.name)];
    }
    unsupported
}

/// The directory that SPIN works in; removed at the end unless it was asked for.
struct Place {
    path: PathBuf,
    is_kept: bool,
}

impl Place {
    fn new(keep: Option<&Path>) -> Result<Place, Failure> {
        let path = match keep {
            Some(path) => path.to_owned(),
            None => {
                let nanos = std::time::SystemTime::now()
                    .duration_since(std::time::UNIX_EPOCH)
                    .map_or(0, |it| it.as_nanos());
                let name = format!("heddle-spin-{}-{nanos}", std::process::id());
                std::env::temp_dir().join(name)
            }
        };
        std::fs::create_dir_all(&path)
            .map_err(|error| Failure::input(format!("can't make {}: {error}", path.display())))?;
        let path = path.canonicalize().unwrap_or(path);
        Ok(Place {
            path,
            is_kept: keep.is_some(),
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}
