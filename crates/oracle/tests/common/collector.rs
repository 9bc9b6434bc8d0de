//! A Java program whose outcomes are collected while it is searched.

use std::collections::BTreeSet;
use std::time::Duration;

use explore::java::Java;
use explore::{
    Finding, FootprintId, Footprints, Forking, Learning, Movement, NumberedFootprint, Outcome,
    Pace, Plan, Renumbering, Search, Silent, Step, System, Verdict, Whereabouts,
};
use machine::{Choice, Machine, Options, Renaming, RenamingId};
use program::Program;
use property::FindingKind;

/// The program, in its first state, in which the searches begin.
pub(crate) fn booted<'p>(program: &'p Program, name: &str, observe_output: bool) -> Java<'p> {
    booted_or(program, name, observe_output).unwrap_or_else(|reason| panic!("{name}: {reason}"))
}

/// The same, or why there is none.
pub(crate) fn booted_or<'p>(
    program: &'p Program,
    name: &str,
    observe_output: bool,
) -> Result<Java<'p>, String> {
    let options = Options {
        observe_output,
        ..Options::default()
    };
    booted_with(program, name, options)
}

/// The same with these settings.
pub(crate) fn booted_with<'p>(
    program: &'p Program,
    name: &str,
    options: Options,
) -> Result<Java<'p>, String> {
    let main = program.load(name).expect("the generated class is there");
    let machine = Machine::boot(program, options, main, &[]).map_err(|error| error.0)?;
    let watched = [
        FindingKind::Deadlock,
        FindingKind::PartialDeadlock,
        FindingKind::Exception,
        FindingKind::Assertion,
        FindingKind::Race,
    ];
    let watched = watched.into_iter().collect();
    let (mut java, step) = Java::new(machine, watched);
    if step != Step::Ran {
        return Err(format!("{step:?}"));
    }
    java.save(&mut Vec::new());
    Ok(java)
}

/// What a search of at most so many states sees, and how many it stores; `None` if there are more.
/// `tell` says how to call what is seen.
pub(crate) fn outcomes(
    java: Java<'_>,
    search: Search,
    states: u64,
    tell: fn(Seen<'_>) -> String,
) -> Option<(BTreeSet<String>, u64)> {
    let (outcomes, outcome) = collected(java, search, states, None, tell);
    match outcome.verdict {
        Verdict::Holds => Some((outcomes, outcome.statistics.states)),
        _ => None,
    }
}

/// What a search sees within these limits, and what it says of itself.
pub(crate) fn collected(
    java: Java<'_>,
    search: Search,
    states: u64,
    time: Option<Duration>,
    tell: fn(Seen<'_>) -> String,
) -> (BTreeSet<String>, Outcome) {
    let plan = Plan {
        search,
        ..Plan::default()
    };
    planned(java, plan, (states, time), tell)
}

/// The same by a plan.
pub(crate) fn planned(
    java: Java<'_>,
    plan: Plan,
    (states, time): (u64, Option<Duration>),
    tell: fn(Seen<'_>) -> String,
) -> (BTreeSet<String>, Outcome) {
    let mut system = Collector {
        java,
        outcomes: BTreeSet::new(),
        tell,
    };
    let mut plan = Plan {
        all: true,
        stuck: false,
        shorten: false,
        glances: false,
        ..plan
    };
    plan.limits.states = Some(states);
    plan.limits.time = time;
    system.note();
    let at_start = system.outcomes.clone();
    let outcome = explore::explore(&mut system, &plan, &mut Silent);
    system.outcomes.extend(at_start);
    (system.outcomes, outcome)
}

/// What stands after the output of a run that was ended by `System.exit`, before the status.
pub(crate) const EXITS: &str = "exits with ";

/// Something that is to be seen in a state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen<'a> {
    /// A race, an uncaught exception, a failed assertion.
    Wrong(&'a Finding),
    /// A run ends, with these threads unfinished, and has printed this.
    Ends(&'a [u16], &'a str),
}

struct Collector<'p> {
    java: Java<'p>,
    outcomes: BTreeSet<String>,
    tell: fn(Seen<'_>) -> String,
}

impl Collector<'_> {
    fn note(&mut self) {
        let mut findings = Vec::new();
        self.java.findings(&mut findings);
        // How a run ends is told below, with more detail.
        let kinds = [
            FindingKind::Race,
            FindingKind::Exception,
            FindingKind::Assertion,
        ];
        findings.retain(|it| kinds.contains(&it.kind));
        let wrong = findings.iter().map(|it| (self.tell)(Seen::Wrong(it)));
        self.outcomes.extend(wrong);
        let mut choices = Vec::new();
        self.java.choices(&mut choices);
        if choices.is_empty() {
            self.java.save(&mut Vec::new());
            let mut unfinished = Vec::new();
            self.java.unfinished(&mut unfinished);
            let mut output = self.java.machine().output();
            if let Some(status) = self.java.machine().exit_status() {
                output.push_str(&format!("\n{EXITS}{status}"));
            }
            let ends = (self.tell)(Seen::Ends(&unfinished, &output));
            self.outcomes.insert(ends);
        }
    }
}

/// Everything is as the program has it. What is found is asked for in every state that is stored, and
/// after every transition: nothing else is noted, so that what a search passes through unseen is not
/// seen here.
impl System for Collector<'_> {
    fn findings(&mut self, _out: &mut Vec<Finding>) {
        self.note();
    }

    fn choices(&mut self, out: &mut Vec<Choice>) {
        self.java.choices(out);
    }

    fn advance(&mut self, choice: Choice) -> Step {
        self.java.advance(choice)
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        self.java.save(out);
    }

    fn load(&mut self, state: &[u32]) {
        self.java.load(state);
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        self.java.unfinished(out);
    }

    fn step(&mut self, choice: Choice) -> Step {
        self.java.step(choice)
    }

    fn describe_stuck(&mut self, threads: &[u16], round: &[u16]) -> Option<Finding> {
        self.java.describe_stuck(threads, round)
    }
}

impl Movement for Collector<'_> {
    fn also_moved(&self, out: &mut Vec<u16>) {
        self.java.also_moved(out);
    }

    fn moved(&self, out: &mut Vec<u16>) {
        self.java.moved(out);
    }

    fn mover(&self, choice: Choice) -> u16 {
        self.java.mover(choice)
    }

    fn let_time_pass(&mut self, state: &[u32]) -> bool {
        self.java.let_time_pass(state)
    }

    fn advance_to_progress(&mut self, choice: Choice) -> (Step, bool) {
        self.java.advance_to_progress(choice)
    }

    fn lets_time_pass_by(&mut self, choice: Choice) -> bool {
        self.java.lets_time_pass_by(choice)
    }

    fn steps(&self) -> usize {
        self.java.steps()
    }

    fn instructions(&self) -> u64 {
        self.java.instructions()
    }
}

impl Learning for Collector<'_> {
    /// Only what the last round finds counts.
    fn begin_round(&mut self) {
        self.outcomes.clear();
    }

    fn take_learned(&mut self) -> bool {
        self.java.take_learned()
    }

    fn end_round(&mut self) -> bool {
        self.java.end_round()
    }

    fn freeze(&mut self) {
        self.java.freeze();
    }
}

impl Renumbering for Collector<'_> {
    fn renumbering(&self) -> Option<&[u16]> {
        self.java.renumbering()
    }

    fn renumbers(&self) -> bool {
        self.java.renumbers()
    }

    fn keep_numbers(&mut self, keep: bool) {
        self.java.keep_numbers(keep);
    }

    fn tell_apart(&mut self) {
        self.java.tell_apart();
    }

    fn finish_transitions(&mut self, finish: bool) {
        self.java.finish_transitions(finish);
    }

    fn whereabouts(&mut self, thread: u16) -> Whereabouts {
        self.java.whereabouts(thread)
    }

    fn renumbered(&mut self, choice: Choice, number: &dyn Fn(u16) -> u16) -> Choice {
        self.java.renumbered(choice, number)
    }

    fn recycles(&self) -> bool {
        self.java.recycles()
    }

    fn born(&self, out: &mut Vec<u16>) {
        self.java.born(out);
    }

    fn numbers(&mut self) -> u16 {
        self.java.numbers()
    }

    fn keep_threads(&mut self, keep: bool) {
        self.java.keep_threads(keep);
    }

    fn recycle(&mut self, recycle: bool) {
        self.java.recycle(recycle);
    }

    fn stop_recycling(&mut self) {
        self.java.stop_recycling();
    }

    fn describe_again(
        &mut self,
        finding: &Finding,
        number: &dyn Fn(u16) -> u16,
    ) -> Option<Finding> {
        self.java.describe_again(finding, number)
    }
}

impl Footprints for Collector<'_> {
    fn tells_footprints(&self) -> bool {
        self.java.tells_footprints()
    }

    fn footprints(&mut self, out: &mut Vec<FootprintId>) -> bool {
        self.java.footprints(out)
    }

    fn all_footprints(&self) -> &[NumberedFootprint] {
        self.java.all_footprints()
    }

    fn renaming(&mut self) -> RenamingId {
        self.java.renaming()
    }

    fn renamings(&self) -> &[Renaming] {
        self.java.renamings()
    }

    fn movable(&mut self) -> u64 {
        self.java.movable()
    }

    fn beside(&mut self, thread: u16) -> Option<FootprintId> {
        self.java.beside(thread)
    }

    fn own(&mut self, thread: u16) -> u64 {
        self.java.own(thread)
    }

    fn rush(&mut self, choice: Choice) -> Option<(Step, FootprintId, u32)> {
        self.java.rush(choice)
    }

    fn continuation(&mut self) -> Option<Choice> {
        self.java.continuation()
    }

    fn footprint(&mut self, thread: u16) -> Option<FootprintId> {
        self.java.footprint(thread)
    }

    fn split_atomic_calls(&mut self) {
        self.java.split_atomic_calls();
    }

    fn letter(&mut self) -> u32 {
        self.java.letter()
    }

    fn letters(&self) -> &[Vec<bool>] {
        self.java.letters()
    }

    fn pace(&self) -> Pace {
        self.java.pace()
    }
}

impl Forking for Collector<'_> {}
