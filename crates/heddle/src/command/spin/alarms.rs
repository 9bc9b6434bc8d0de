//! Which of SPIN's alarms are real: each trail is followed in the machine.
//!
//! In: what SPIN said of a model. Out: the violations that the machine has confirmed, and how many
//! alarms it has not.
//!
//! A model that leaves variables out has runs that the program has not, so an alarm may be spurious.
//! It must not hide a real one that the search would have come to later: SPIN searches again and
//! goes on after it, up to more and more alarms (1, 16, 256). The search is deterministic, so the
//! alarms known so far come first again and are not followed twice.

use std::path::Path;
use std::time::Instant;

use confirm::{End, Formula, Guide, follow};
use explore::{Schedule, Violation};
use promela::spin::{Outcome, Search};
use promela::trail::Trail;

use crate::command::model::Exported;
use crate::exit::Failure;
use crate::java::JavaSubject;

/// After so many alarms that are not real SPIN searches no further.
const MOST_ALARMS: u32 = 256;

/// How many times more alarms SPIN is asked for in the next search.
const MORE: u32 = 16;

/// Who follows trails of one model.
pub(super) struct Judge<'a> {
    pub(super) exported: &'a Exported,
    pub(super) formula: Option<&'a Formula>,
    /// Where SPIN works.
    pub(super) directory: &'a Path,
    /// Whether all violations are wanted, not the first.
    pub(super) wants_all: bool,
}

/// What became of the alarms.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// Those that the machine has confirmed, each once.
    pub(super) violations: Vec<Violation>,
    /// How many it has not.
    spurious: usize,
    /// Whether SPIN had more.
    is_cut: bool,
}

impl Judge<'_> {
    /// Follows the alarms of a search, and has SPIN search on where that is worth it; gives the last
    /// search.
    pub(super) fn follow(
        &self,
        subject: &mut JavaSubject<'_>,
        search: &Search,
        mut found: Outcome,
    ) -> Result<(Outcome, Judged), Failure> {
        let mut judged = Judged::default();
        let mut search = search.clone();
        let mut known = 0;
        loop {
            for number in known..found.alarms {
                if is_late(&search) {
                    judged.is_cut = true;
                    return Ok((found, judged));
                }
                let number = (search.alarms > 1).then_some(number + 1);
                match self.confirm(subject, number)? {
                    Some(violation) => judged.enter(violation),
                    None => judged.spurious += 1,
                }
                if !judged.violations.is_empty() && !self.wants_all {
                    return Ok((found, judged));
                }
            }
            known = known.max(found.alarms);
            let has_more = known >= search.alarms;
            judged.is_cut = has_more;
            if !has_more || search.alarms >= MOST_ALARMS || is_late(&search) {
                return Ok((found, judged));
            }
            search.alarms = search.alarms.saturating_mul(MORE).min(MOST_ALARMS);
            found = promela::spin::run_again(self.directory, &search)
                .map_err(|trouble| Failure::input(trouble.to_string()))?;
        }
    }

    /// The violation at the end of a trail, if the machine finds one there.
    fn confirm(
        &self,
        subject: &mut JavaSubject<'_>,
        number: Option<u32>,
    ) -> Result<Option<Violation>, Failure> {
        let lines = &self.exported.printed.lines;
        let trail = promela::trail::tell(self.directory, lines, number)
            .map_err(|trouble| Failure::input(trouble.to_string()))?;
        let translation = &self.exported.translation;
        let places = self.formula.map(Formula::places).unwrap_or_default();
        let ends = translation.stops_at_ends;
        let guide = Guide::new(translation, &self.exported.printed, ends, places);
        Ok(match self.formula {
            None => wrong(subject, &guide, &trail),
            Some(formula) => broken(subject, &guide, &trail, formula),
        })
    }
}

fn is_late(search: &Search) -> bool {
    search
        .deadline
        .is_some_and(|deadline| Instant::now() >= deadline)
}

/// What is wrong where a trail leads the machine.
fn wrong(subject: &mut JavaSubject<'_>, guide: &Guide<'_>, trail: &Trail) -> Option<Violation> {
    let run = follow(&mut subject.trial(), guide, trail, End::Settled);
    let schedule = Schedule::new(run.schedule());
    let finding = run.finding?;
    Some(Violation { finding, schedule })
}

/// The same for a formula: the run has to be endless, and to break it.
fn broken(
    subject: &mut JavaSubject<'_>,
    guide: &Guide<'_>,
    trail: &Trail,
    formula: &Formula,
) -> Option<Violation> {
    let run = follow(&mut subject.trial(), guide, trail, End::Repeated);
    let (schedule, finding) = formula.broken(&mut subject.trial(), &run)?;
    let schedule = Schedule::new(schedule);
    Some(Violation { finding, schedule })
}

impl Judged {
    /// Enters a violation, once.
    fn enter(&mut self, violation: Violation) {
        let mut known = self.violations.iter();
        if !known.any(|it| it.finding == violation.finding) {
            self.violations.push(violation);
        }
    }

    /// Why what SPIN said is not the whole truth, if it is not.
    pub(super) fn unconfirmed(&self, leaves_out: bool) -> Option<String> {
        if self.spurious == 0 && !self.is_cut {
            return None;
        }
        let (alarms, runs) = match self.spurious {
            1 => ("SPIN's alarm".to_owned(), "that run"),
            count => (format!("{count} alarms of SPIN"), "those runs"),
        };
        let verb = if self.spurious == 1 { "is" } else { "are" };
        let nothing = format!("Heddle's own machine finds nothing wrong on {runs}");
        let mut text = match (self.spurious, leaves_out) {
            (0, _) => "SPIN was stopped before all of its alarms were followed".to_owned(),
            (_, true) => {
                format!(
                    "{alarms} {verb} spurious: variables are left out of the model, and {nothing}"
                )
            }
            (_, false) => format!("{alarms} could not be confirmed: {nothing}"),
        };
        if self.spurious > 0 && self.is_cut {
            text.push_str("; SPIN may have more");
        }
        Some(text)
    }
}
