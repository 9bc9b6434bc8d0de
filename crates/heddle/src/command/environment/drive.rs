//! The scenarios of a driver, one after the other.
//!
//! In: a compiled driver and a plan. Out: a report. Each scenario is run in sequence and then at once.
//!
//! In sequence the driver passes its turn from one thread to the next when nothing else can move, so
//! time passes only then; and no thread is preempted, so that a call is not interleaved with others but
//! where it waits (`environment::driver::sequence` says what the outcomes mean). Where no call waits,
//! the turn is passed when it is made; then time passes as it does at once. Each outcome is thrown
//! by the main thread, so that a search for all exceptions collects them. Many scenarios are run by one
//! search; where a run comes to no outcome, those that it may belong to are run again one by one.
//!
//! At once a scenario is an ordinary program: the log of calls is memory of the program, and that a
//! result is not among those in sequence is an exception of its main thread. So every reduction that
//! keeps uncaught exceptions keeps this one, and all orders of calls with it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

use environment::driver::plan::{Plan, Size};
use environment::driver::scenario::Scenario;
use environment::driver::sequence::{self, Sequences};
use environment::driver::waiting::Suspect;
use environment::driver::{Driver, Role};
use explore::reduction::Layers;
use explore::{Incomplete, Outcome, Search};
use property::{FindingKind, Selection};
use report::{Blocked, Report, Unknown, Verdict, Violation};

use crate::command::{check, test};
use crate::exit::Failure;
use crate::host::progress::ProgressLine;
use crate::java::{self, Loaded};
use crate::settings::Settings;

/// How long one scenario may take, at once and in sequence.
const BUDGET: Duration = Duration::from_secs(10);
const BUDGET_IN_SEQUENCE: Duration = Duration::from_secs(5);

/// Scenarios that are run in sequence at once.
const BATCH: usize = 150;

/// A driver at work.
pub(super) struct Drive<'a> {
    pub(super) driver: &'a Driver,
    pub(super) loaded: &'a Loaded,
    pub(super) settings: &'a Settings,
    /// The words of a check, up to the arguments.
    pub(super) words: Vec<OsString>,
    /// Why calls could not be made in sequence.
    pub(super) trouble: RefCell<Vec<Unknown>>,
    /// What calls before the threads throw.
    pub(super) failed: RefCell<Vec<Unknown>>,
}

impl Drive<'_> {
    /// What comes out of scenarios in sequence.
    pub(super) fn in_sequence(&self, scenarios: &[Scenario]) -> Result<Vec<Sequences>, Failure> {
        let mut all = Vec::new();
        for batch in scenarios.chunks(BATCH) {
            let (mut found, cut) = self.run_in_sequence(batch)?;
            if cut.is_some() && batch.len() > 1 {
                // One that waits in the main thread or runs for ever does not tell which it is.
                for (scenario, found) in batch.iter().zip(&mut found) {
                    let is_open = found.outcomes.is_empty() && found.failed_before.is_none();
                    let is_limited = cut == Some(Cut::Limit);
                    if is_limited || is_open || found.may_wait() || found.diverges(scenario) {
                        *found = self
                            .run_in_sequence(std::slice::from_ref(scenario))?
                            .0
                            .remove(0);
                    }
                }
            }
            all.append(&mut found);
        }
        Ok(all)
    }

    /// The same at one go, and why a run came to no outcome, if one did.
    fn run_in_sequence(
        &self,
        batch: &[Scenario],
    ) -> Result<(Vec<Sequences>, Option<Cut>), Failure> {
        let outcome = self.run("--in-sequence", &self.settings.idle(), batch)?;
        let findings = outcome.violations().iter().map(|it| &it.finding);
        // Other threads may be left when the main thread has thrown the outcome.
        let is_main = |it: &String| it == "main";
        let is_stuck = findings
            .clone()
            .any(|it| check::is_stuck(it.kind) && it.threads.iter().any(is_main));
        let limits: Vec<&Incomplete> = outcome.incomplete.iter().filter(is_limit).collect();
        let is_limited = !limits.is_empty();
        let messages = findings.map(|it| it.message.as_str());
        let mut found = sequence::collect(messages, batch.len());
        if let [only] = &mut found[..] {
            only.is_cut = is_stuck || is_limited;
            self.note(limits.into_iter().map(check::unknown));
        }
        let failed = found.iter().zip(batch).filter_map(|(found, scenario)| {
            let exception = found.failed_before.as_ref()?;
            Some(Unknown {
                reason: format!(
                    "{}: the first calls throw {exception}",
                    self.driver.told(scenario)
                ),
                ..Unknown::default()
            })
        });
        self.failed.borrow_mut().extend(failed.take(1));
        let cut = match is_limited {
            true => Some(Cut::Limit),
            false => is_stuck.then_some(Cut::Stuck),
        };
        Ok((found, cut))
    }

    /// How long one scenario may take.
    fn budget(&self) -> Duration {
        let all = self.settings.plan.limits.time;
        all.map_or(BUDGET, |it| it.min(BUDGET))
    }

    /// Adds the outcomes of calls in turn, where time passes as the settings say.
    fn add_turns(&self, batch: &[Scenario], found: &mut [Sequences]) -> Result<(), Failure> {
        let outcome = self.run("--in-turn", self.settings, batch)?;
        let limits: Vec<&Incomplete> = outcome.incomplete.iter().filter(is_limit).collect();
        if !limits.is_empty() && batch.len() > 1 {
            for (scenario, found) in batch.iter().zip(found) {
                let one = std::slice::from_mut(found);
                self.add_turns(std::slice::from_ref(scenario), one)?;
            }
            return Ok(());
        }
        let findings = outcome.violations().iter().map(|it| &it.finding);
        let messages = findings.map(|it| it.message.as_str());
        let turns = sequence::collect(messages, batch.len());
        for (found, mut turns) in found.iter_mut().zip(turns) {
            found.outcomes.append(&mut turns.outcomes);
            found.is_partial |= !limits.is_empty();
        }
        self.note(limits.into_iter().map(check::unknown));
        Ok(())
    }

    /// All runs of scenarios in which no thread is preempted.
    fn run(&self, mode: &str, settings: &Settings, batch: &[Scenario]) -> Result<Outcome, Failure> {
        let mut settings = settings.clone();
        settings.plan.search = Search::Preemption { bound: 0 };
        settings.plan.all = true;
        settings.plan.stuck = false;
        settings.plan.shorten = false;
        settings.plan.glances = false;
        settings.plan.estimate = false;
        settings.layers = Layers::NONE;
        settings.plan.limits.time = Some(BUDGET_IN_SEQUENCE.min(self.budget()));
        let kinds = [
            FindingKind::Exception,
            FindingKind::Deadlock,
            FindingKind::NestedMonitor,
        ];
        settings.selection = kinds.into_iter().collect();
        settings.suppressed = Default::default();
        settings.target.arguments = vec![mode.to_owned()];
        let texts = batch.iter().map(Scenario::to_string);
        settings.target.arguments.extend(texts);
        let mut subject = java::boot(self.loaded, &settings)?;
        let mut progress = ProgressLine::new(false);
        Ok(check::search(&mut subject, &settings, &mut progress))
    }

    /// Keeps reasons, each once.
    fn note(&self, reasons: impl Iterator<Item = Unknown>) {
        let mut trouble = self.trouble.borrow_mut();
        for reason in reasons {
            if trouble.len() < MOST_UNKNOWN && !trouble.iter().any(|it| it.reason == reason.reason)
            {
                trouble.push(reason);
            }
        }
    }

    /// Checks one scenario after the other, up to the first violation or all of them.
    pub(super) fn check_all(&self, plan: &Plan, size: Size) -> Result<Report, Failure> {
        let mut whole = check::blank(self.settings, Verdict::Holds);
        let mut done = Done::default();
        'all: for batch in plan.scenarios.chunks(BATCH) {
            let mut sequences = self.in_sequence(batch)?;
            self.add_turns(batch, &mut sequences)?;
            for (scenario, sequences) in batch.iter().zip(sequences) {
                let Some((scenario, sequences)) = self.looked_at(scenario, sequences)? else {
                    done.skipped += 1;
                    continue;
                };
                let (report, sequences) = self.judged(&scenario, sequences, &mut done)?;
                self.add(&mut whole, report, (&scenario, &sequences), &mut done);
                let is_over =
                    self.settings.plan.limits.stopped() || self.settings.plan.limits.late();
                if whole.verdict == Verdict::Violated && !self.settings.plan.all {
                    break 'all;
                }
                if is_over {
                    whole.unknown.push(Unknown {
                        reason: "not all scenarios were tried in the time".to_owned(),
                        ..Unknown::default()
                    });
                    break 'all;
                }
            }
        }
        whole.unknown.append(&mut self.trouble.borrow_mut());
        if done.checked == 0 && whole.unknown.is_empty() {
            whole
                .unknown
                .extend(self.failed.borrow_mut().drain(..).take(1));
        }
        if done.checked == 0 && whole.unknown.is_empty() {
            whole.unknown.push(Unknown {
                reason: "no scenario can be run: an object that is made answers no call".to_owned(),
                ..Unknown::default()
            });
        }
        if whole.verdict == Verdict::Holds && !whole.unknown.is_empty() {
            whole.verdict = Verdict::Unknown;
        }
        self.tell(&mut whole, plan, size, &done);
        Ok(whole)
    }

    /// A scenario with its outcomes. Where the last look at the object waits, it is left out; None if
    /// the scenario can't be run.
    fn looked_at(
        &self,
        scenario: &Scenario,
        sequences: Sequences,
    ) -> Result<Option<(Scenario, Sequences)>, Failure> {
        if sequences.failed_before.is_some() {
            return Ok(None);
        }
        if !sequences.is_cut && !sequences.outcomes.is_empty() {
            return Ok(Some((scenario.clone(), sequences)));
        }
        let mut scenario = scenario.clone();
        scenario.after.clear();
        let only = std::slice::from_ref(&scenario);
        let mut found = self.run_in_sequence(only)?.0;
        self.add_turns(only, &mut found)?;
        let sequences = found.remove(0);
        let is_fit = !sequences.outcomes.is_empty() && !sequences.is_cut;
        Ok(is_fit.then_some((scenario, sequences)))
    }

    /// Checks a scenario, first with the leaks that it may have; with the outcomes as they were judged.
    fn judged(
        &self,
        scenario: &Scenario,
        mut sequences: Sequences,
        done: &mut Done,
    ) -> Result<(Report, Sequences), Failure> {
        done.checked += 1;
        for suspect in Suspect::all(scenario, &sequences.outcomes) {
            if !self.leaks(scenario, &suspect, done)? {
                continue;
            }
            sequences.leak = Some(suspect.clone());
            let report = self.check(scenario, &sequences, done)?;
            let is_found = report.violations.iter().any(|it| is_leak(it, &suspect));
            if is_found {
                return Ok((report, sequences));
            }
        }
        sequences.leak = None;
        let report = self.check(scenario, &sequences, done)?;
        Ok((report, sequences))
    }

    /// Whether nothing that the thread of a suspect may call lets the other thread go.
    fn leaks(
        &self,
        scenario: &Scenario,
        suspect: &Suspect,
        done: &mut Done,
    ) -> Result<bool, Failure> {
        let call = scenario.threads[suspect.holder][0];
        let key = (scenario.before.clone(), call, suspect.result.clone());
        if let Some(known) = done.leaks.get(&key) {
            return Ok(*known);
        }
        let methods = self
            .driver
            .numbers(|role| matches!(role, Role::Method { .. }));
        let longer = suspect.releases(scenario, &methods);
        let found = self.in_sequence(&longer)?;
        let mut all = longer.iter().zip(&found);
        let leaks = !all.any(|(longer, it)| suspect.is_released(longer, &it.outcomes));
        done.leaks.insert(key, leaks);
        Ok(leaks)
    }

    /// Checks one scenario.
    fn check(
        &self,
        scenario: &Scenario,
        sequences: &Sequences,
        done: &mut Done,
    ) -> Result<Report, Failure> {
        let mut settings = match sequences.may_wait() {
            true => self.settings.idle(),
            false => self.settings.clone(),
        };
        if sequences.diverges(scenario) {
            done.diverging += 1;
            settings.selection = without(settings.selection);
        }
        if sequences.is_partial {
            // Nobody knows all that may come out.
            let kinds = settings.selection.kinds();
            let known = kinds.filter(|it| *it != FindingKind::Linearizable);
            settings.selection = known.collect();
        }
        let mut arguments = vec![scenario.to_string()];
        arguments.extend(sequences.allowed(scenario));
        let mut words = self.words.clone();
        if sequences.may_wait() {
            let end = words.len() - 1;
            words.insert(end, "--timeouts=idle".into());
        }
        words.extend(arguments.iter().map(OsString::from));
        settings.target.arguments = arguments;
        settings.plan.limits.time = Some(self.budget());
        test::run(self.loaded, &settings, &words)
    }

    /// Puts the report of a scenario among the others.
    fn add(
        &self,
        whole: &mut Report,
        report: Report,
        (scenario, sequences): (&Scenario, &Sequences),
        done: &mut Done,
    ) {
        let told = self.driver.told(scenario);
        let checks = scenario.calls() + scenario.after.len();
        let fails_anyway = sequences.exceptions().any(|(index, _)| index >= checks);
        for mut violation in report.violations {
            let key = (violation.kind, violation.message.clone());
            if done.found.contains(&key) {
                continue;
            }
            done.found.push(key);
            let only_here = match violation.kind {
                _ if fails_anyway => ", also in sequence",
                FindingKind::Exception | FindingKind::Assertion => {
                    ", as in no sequence of the calls"
                }
                _ => "",
            };
            violation.message += &format!("{only_here} ({told})");
            if check::is_stuck(violation.kind) {
                // The text has a list of the threads in its place.
                whole
                    .warnings
                    .push(format!("the threads make these calls: {told}"));
                let leak = sequences.leak.as_ref().map(|it| self.leak(scenario, it));
                whole.warnings.extend(leak);
            }
            if whole.violations.is_empty() {
                whole.output.clone_from(&violation.output);
            }
            whole.violations.push(violation);
            whole.verdict = Verdict::Violated;
        }
        for mut unknown in report.unknown {
            unknown.reason += &format!(" ({told})");
            if whole.unknown.len() < MOST_UNKNOWN {
                whole.unknown.push(unknown);
            }
        }
        for assumption in report.assumptions {
            if !whole.assumptions.contains(&assumption) {
                whole.assumptions.push(assumption);
            }
        }
        for warning in report.warnings {
            // A driver ends by itself, and no scenario comes to everything; who waits in one notifies in another.
            let is_usual = warning.starts_with("no run ")
                || warning.contains("nobody hears this notification");
            if !is_usual && !whole.warnings.contains(&warning) {
                whole.warnings.push(warning);
            }
        }
        let is_first = done.checked == 1;
        test::sum(&mut whole.statistics, &report.statistics, is_first);
    }

    /// Who keeps what another waits for.
    fn leak(&self, scenario: &Scenario, suspect: &Suspect) -> String {
        let call = scenario.threads[suspect.holder][0];
        let name = &self.driver.calls[call].name;
        let how = match suspect.result.strip_prefix("throws ") {
            Some(exception) => format!("throws {exception}"),
            None => "has ended".to_owned(),
        };
        format!(
            "{name} {how} and keeps a lock or a permit, and no call of the class gives it back; release it \
             in a finally block"
        )
    }

    /// What was tried, and what the caller is to blame for.
    fn tell(&self, report: &mut Report, plan: &Plan, size: Size, done: &Done) {
        let calls = self.driver.calls.len();
        let class = &self.driver.class;
        let most = plan.scenarios.iter().map(|it| it.threads.len()).max();
        let threads = match most.filter(|it| *it > size.threads) {
            Some(most) => format!("{} to {most}", size.threads),
            None => size.threads.to_string(),
        };
        let mut covered = format!(
            "{class} is called by {threads} threads in {} scenarios of {calls} calls; other calls, \
             arguments and longer scenarios are not tried (--calls, --threads, --driver)",
            plan.scenarios.len(),
        );
        if plan.left_out > 0 {
            covered += &format!(
                "; {} scenarios of the same size are left out",
                plan.left_out
            );
        }
        if done.skipped > 0 {
            covered += &format!(
                "; {} can't be run, because calls before the threads throw or wait",
                done.skipped
            );
        }
        if done.diverging > 0 {
            covered += &format!(
                "; in {} a call runs for ever also when nothing else does, so that only races, \
                 exceptions and deadlocks of all threads are looked for",
                done.diverging
            );
        }
        report.assumptions.insert(0, covered);
        if !self.driver.left_out.is_empty() {
            let left_out = self.driver.left_out.join(", ");
            report.warnings.push(format!("not called: {left_out}"));
        }
        for (call, exception) in plan.misuse.iter().take(MOST_MISUSE) {
            let name = &self.driver.calls[*call].name;
            report.warnings.push(format!(
                "{name} throws {exception} also when nothing else is called at once: a matter of the \
                 caller, and no violation"
            ));
        }
    }
}

/// Whether a search in sequence is not complete for this reason.
fn is_limit(reason: &&Incomplete) -> bool {
    !matches!(reason, Incomplete::Preemptions(_))
}

/// Why a run in sequence came to no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// The main thread waits.
    Stuck,
    /// The search was not complete.
    Limit,
}

/// Reasons and misuses that a report names.
const MOST_UNKNOWN: usize = 10;
const MOST_MISUSE: usize = 5;

/// What has been done so far.
#[derive(Debug, Default)]
struct Done {
    checked: usize,
    skipped: usize,
    diverging: usize,
    /// Whether a call after others, with its result, keeps what no call of the class gives back.
    leaks: BTreeMap<(Vec<usize>, usize, String), bool>,
    /// What was found.
    found: Vec<(FindingKind, String)>,
}

/// Whether a thread waits for what another keeps, which has ended; after an exception that is no question.
fn is_leak(violation: &Violation, suspect: &Suspect) -> bool {
    let holder = char::from(b'A' + suspect.holder as u8).to_string();
    let blocked = &violation.blocked;
    let is_there = blocked.iter().any(|it| it.thread == holder);
    let is_awaited = |it: &Blocked| it.waits_for.as_ref() == Some(&holder) && it.thread != "main";
    check::is_stuck(violation.kind)
        && (suspect.has_thrown() || !is_there && blocked.iter().any(is_awaited))
}

/// The kinds that can be judged where a call runs for ever in sequence, too.
fn without(selection: Selection) -> Selection {
    let open = [
        FindingKind::NonTermination,
        FindingKind::PartialDeadlock,
        FindingKind::Linearizable,
    ];
    selection.kinds().filter(|it| !open.contains(it)).collect()
}
