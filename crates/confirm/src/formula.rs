//! Formulas of `heddle spin --ltl`: what their atoms mean in a program, and whether a run breaks them.
//!
//! In: a formula, and a program that has been started. Out: the same for the model; and for a run that
//! SPIN says breaks it, whether it does in Heddle's own machine.

use std::collections::BTreeSet;

use explore::java::location::{self, class_of};
use explore::{About, Finding, Step, System};
use machine::{Choice, Machine, Operation, Ref};
use program::{ClassId, FieldAccess, FieldId, Kind, Program};
use promela::observed::{Observed, Places, Seen};
use property::{Atom, Compare, Comparison, FindingKind, Ltl, ThreadName, ThreadState, Threads};

use crate::Trial;
use crate::follow::{Action, Followed};
use crate::positions::Positions;

/// A formula as it was written, and what its atoms mean.
pub struct Formula {
    text: String,
    ltl: Ltl,
    atoms: Vec<Meaning>,
    places: Vec<Places>,
}

/// What an atom means in the machine.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Field {
        object: Option<Ref>,
        class: ClassId,
        field: FieldId,
        slot: usize,
        kind: Kind,
        comparison: Comparison,
        constant: i32,
    },
    Ended(Ref),
    /// Some thread is at the places of this number.
    At(usize),
    /// The thread has come to a step that it can't take.
    Blocked(Ref),
}

impl Formula {
    /// Finds what the atoms mean in a program that has been started.
    pub fn new(
        text: &str,
        program: &Program,
        machine: &mut Machine<'_>,
    ) -> Result<Formula, String> {
        let ltl = Ltl::parse(text).map_err(|error| error.to_string())?;
        if ltl.uses_next() {
            return Err(
                "models for SPIN know no `X`: what the next step is depends on how steps are counted"
                    .to_owned(),
            );
        }
        let mut atoms = Vec::new();
        let mut places = Vec::new();
        for atom in &ltl.atoms {
            atoms.push(meaning(atom, program, machine, &mut places)?);
        }
        Ok(Formula {
            text: text.to_owned(),
            ltl,
            atoms,
            places,
        })
    }

    /// The places that it asks for.
    pub fn places(&self) -> &[Places] {
        &self.places
    }

    /// The formula for the model.
    pub fn observed(&self) -> Observed {
        let atoms = self.atoms.iter().map(|atom| match *atom {
            Meaning::Field {
                object,
                field,
                comparison,
                constant,
                ..
            } => Seen::Field {
                object: object.map(|it| it.0),
                field,
                operator: comparison.symbol(),
                constant,
            },
            Meaning::Ended(thread) => Seen::Ended(thread.0),
            Meaning::At(index) => Seen::At(self.places[index].clone()),
            Meaning::Blocked(thread) => Seen::Blocked(thread.0),
        });
        Observed {
            formula: self.ltl.formula.to_string(),
            atoms: atoms.collect(),
        }
    }

    /// A run that begins as the one that followed SPIN's trail, is endless, and breaks the formula:
    /// between two of the trail's laps it repeats itself, or it goes on to its end or to a state that
    /// it was in before. `None` if there is no such run.
    pub fn broken(
        &self,
        trial: &mut Trial<'_, '_>,
        followed: &Followed,
    ) -> Option<(Vec<Choice>, Finding)> {
        let found = self.breaks(trial, followed);
        trial.watch_no_more();
        found
    }

    fn breaks(
        &self,
        trial: &mut Trial<'_, '_>,
        followed: &Followed,
    ) -> Option<(Vec<Choice>, Finding)> {
        let mut run = Run::new(self, trial);
        let mut lengths = vec![0];
        for action in &followed.actions {
            run.act(*action)?;
            lengths.push(run.states.len() - 1);
        }
        let laps: Vec<usize> = followed.laps.iter().map(|lap| lengths[*lap]).collect();
        let closed = laps
            .windows(2)
            .find(|lap| lap[0] < lap[1] && run.states[lap[0]] == run.states[lap[1]]);
        let (length, again) = match closed {
            Some(lap) => (lap[1], lap[0]),
            None => run.go_on()?,
        };
        let how = match again == length {
            true => "and then nothing happens any more".to_owned(),
            false => format!(
                "and from step {} on it repeats itself",
                run.taken[again] + 1
            ),
        };
        // In a cycle the last state is the one that it goes on with.
        run.word.truncate(length + usize::from(again == length));
        run.schedule.truncate(run.taken[length]);
        let finding = Finding {
            kind: FindingKind::Ltl,
            message: format!("this run breaks the formula {}, {how}", self.text),
            threads: Vec::new(),
            about: About::default(),
        };
        (!self.ltl.holds(&run.word, again)).then_some((run.schedule, finding))
    }
}

/// A run with its states and what the atoms are in them. A state is one of the machine, with what
/// was told of where its threads are.
struct Run<'a, 's, 'p> {
    formula: &'a Formula,
    trial: &'a mut Trial<'s, 'p>,
    schedule: Vec<Choice>,
    word: Vec<Vec<bool>>,
    states: Vec<Vec<u32>>,
    /// How long the schedule was in each state.
    taken: Vec<usize>,
    /// The threads that have been seen: the machine forgets them when they end.
    started: Vec<Ref>,
    positions: Positions<'a>,
    /// Threads that have come to their next operation.
    tries: BTreeSet<usize>,
}

/// Steps after the trail in which a run must end or come back.
const MORE: usize = 10_000;

impl<'a, 's, 'p> Run<'a, 's, 'p> {
    fn new(formula: &'a Formula, trial: &'a mut Trial<'s, 'p>) -> Run<'a, 's, 'p> {
        let positions = Positions::begin(&formula.places, trial);
        let mut run = Run {
            formula,
            trial,
            schedule: Vec::new(),
            word: Vec::new(),
            states: Vec::new(),
            taken: Vec::new(),
            started: Vec::new(),
            positions,
            tries: BTreeSet::new(),
        };
        run.note();
        run
    }

    /// Takes down the state that the run is in now.
    fn note(&mut self) {
        let machine = self.trial.machine();
        for thread in machine.threads() {
            if !thread.object.is_null() && !self.started.contains(&thread.object) {
                self.started.push(thread.object);
            }
        }
        let atoms = self.formula.atoms.iter();
        let values = atoms.map(|atom| match *atom {
            Meaning::At(index) => self.positions.is_at(index),
            Meaning::Blocked(thread) => is_blocked(machine, thread, &self.tries),
            Meaning::Ended(thread) => {
                let mut threads = machine.threads().iter();
                self.started.contains(&thread)
                    && !threads.any(|it| it.object == thread && !it.has_ended())
            }
            Meaning::Field { .. } => field_value(atom, machine),
        });
        let values = values.collect();
        self.word.push(values);
        let mut state = Vec::new();
        self.trial.java.save(&mut state);
        self.positions.save(&mut state);
        state.extend(self.tries.iter().map(|it| *it as u32));
        self.states.push(state);
        self.taken.push(self.schedule.len());
    }

    /// `None` if the run can't be followed.
    fn act(&mut self, action: Action) -> Option<()> {
        match action {
            Action::Takes(choice) => return self.advance(choice),
            Action::Moves(thread) => {
                self.positions.tell(thread);
            }
            Action::Tries(thread) => {
                self.tries.insert(thread);
            }
        }
        self.note();
        Some(())
    }

    fn advance(&mut self, choice: Choice) -> Option<()> {
        // Who does something has come to where it is done.
        let thread = usize::from(choice.thread);
        while self.positions.tell(thread) {
            self.note();
        }
        match self.trial.java.advance(choice) {
            Step::Ran => {}
            Step::Pruned | Step::Unsupported(_) => return None,
        }
        self.tries.remove(&thread);
        self.schedule.push(choice);
        self.positions.look(self.trial.machine());
        self.note();
        Some(())
    }

    /// Tells of every thread where it is.
    fn catch_up(&mut self) {
        for thread in self.positions.all_ahead() {
            while self.positions.tell(thread) {
                self.note();
            }
        }
        let all = 0..self.trial.machine().threads().len();
        if self.formula.asks_for_blocked() && all.clone().any(|it| !self.tries.contains(&it)) {
            self.tries = all.collect();
            self.note();
        }
    }

    /// Goes on to the end, or until a state comes again: the length of the run, and the state that
    /// it goes on with.
    fn go_on(&mut self) -> Option<(usize, usize)> {
        for _ in 0..MORE {
            self.catch_up();
            let newest = self.states.len() - 1;
            let before = self.states[..newest].iter();
            let known = before
                .into_iter()
                .rposition(|it| *it == self.states[newest]);
            if let Some(known) = known.filter(|it| self.taken[*it] < self.taken[newest]) {
                return Some((newest, known));
            }
            let mut choices = Vec::new();
            self.trial.java.choices(&mut choices);
            let choice = choices.iter().find(|it| !it.is_unlikely());
            let Some(choice) = choice.or(choices.first()) else {
                return Some((newest, newest));
            };
            self.advance(*choice)?;
        }
        None
    }
}

impl Formula {
    fn asks_for_blocked(&self) -> bool {
        let mut atoms = self.atoms.iter();
        atoms.any(|atom| matches!(atom, Meaning::Blocked(_)))
    }
}

/// Whether a thread is where it can't go on, and has come to that.
fn is_blocked(machine: &mut Machine<'_>, object: Ref, tries: &BTreeSet<usize>) -> bool {
    let mut threads = machine.threads().iter();
    let Some(thread) = threads.position(|it| it.object == object && !it.has_ended()) else {
        return false;
    };
    if machine.can_move(thread) {
        return false;
    }
    let waits = matches!(
        machine.operation(thread),
        Some(Operation::Waiting(_) | Operation::Reacquire(_))
    );
    waits || tries.contains(&thread)
}

fn field_value(atom: &Meaning, machine: &mut Machine<'_>) -> bool {
    let Meaning::Field {
        object,
        class,
        slot,
        kind,
        comparison,
        constant,
        ..
    } = *atom
    else {
        unreachable!("only fields have values");
    };
    let word = match object {
        Some(object) => machine.object_of(object).data[slot],
        None => machine.static_words(class)[slot],
    };
    let value = match kind {
        Kind::Long => word as i64,
        Kind::Reference => i64::from(word != 0),
        _ => i64::from(word as i32),
    };
    comparison.compare(value, i64::from(constant))
}

fn meaning(
    atom: &Atom,
    program: &Program,
    machine: &mut Machine<'_>,
    places: &mut Vec<Places>,
) -> Result<Meaning, String> {
    match atom {
        Atom::Compare(compare) => field(compare, program, machine),
        Atom::Thread { state, threads } => {
            let thread = |machine| thread(threads, program, machine);
            match state {
                ThreadState::Terminated => thread(machine).map(Meaning::Ended),
                ThreadState::Blocked => thread(machine).map(Meaning::Blocked),
                ThreadState::Waiting | ThreadState::Enabled => Err(unknown(atom)),
            }
        }
        Atom::At {
            threads: None,
            place,
        } => {
            places.push(location::find(&place.to_string(), program)?);
            Ok(Meaning::At(places.len() - 1))
        }
        Atom::At { .. } | Atom::Instances { .. } | Atom::Holds { .. } => Err(unknown(atom)),
        Atom::Proposition(name) => Err(format!(
            "{}; fields are written Class.{name}",
            unknown(atom)
        )),
    }
}

fn unknown(atom: &Atom) -> String {
    format!(
        "models for SPIN don't know `{atom}`: they know fields of classes and of final objects \
         compared with constants, at(place), blocked(thread) and terminated(thread)"
    )
}

/// A field that is compared with a constant.
fn field(
    compare: &Compare,
    program: &Program,
    machine: &mut Machine<'_>,
) -> Result<Meaning, String> {
    let lacking = || unknown(&Atom::Compare(compare.clone()));
    let path = compare.left.dotted().ok_or_else(lacking)?;
    let constant = compare.right.number().ok_or_else(lacking)?;
    let constant = i32::try_from(constant)
        .map_err(|_| format!("{constant} does not fit into the 32 bits of SPIN's numbers"))?;
    let (object, class, field) = place(&path, program, machine)?;
    let data = program.field(field);
    let fits = match data.kind {
        Kind::Float | Kind::Double => false,
        Kind::Reference => {
            let equality = [Comparison::Equal, Comparison::NotEqual];
            constant == 0 && equality.contains(&compare.comparison)
        }
        _ => true,
    };
    if !fits {
        return Err(format!("{path} can't be compared like that"));
    }
    Ok(Meaning::Field {
        object,
        class,
        field,
        slot: usize::from(data.slot),
        kind: data.kind,
        comparison: compare.comparison,
        constant,
    })
}

/// The field that a path means, and whose it is.
fn place(
    path: &str,
    program: &Program,
    machine: &mut Machine<'_>,
) -> Result<(Option<Ref>, ClassId, FieldId), String> {
    let parts: Vec<&str> = path.split('.').collect();
    let (class, fields) = class_of(&parts, program)
        .ok_or_else(|| format!("{path}: there is no such class in the program"))?;
    let [first, more @ ..] = fields else {
        return Err(format!("{path} names no field"));
    };
    let missing = |name: &str| format!("{path}: there is no field {name}");
    let field = program.resolve_field(class, first);
    let mut field = field.map_err(|_| missing(first))?;
    if !program.field(field).is_static {
        return Err(format!("{path}: {first} is not static"));
    }
    let mut owner = program.field(field).class;
    let mut object = None;
    for name in more {
        let data = program.field(field);
        if data.kind != Kind::Reference || data.access != FieldAccess::Final {
            return Err(format!(
                "{path}: {} must be final and hold an object, so that it is always the same",
                data.name
            ));
        }
        let slot = usize::from(data.slot);
        let word = match object {
            None => machine.static_words(owner)[slot],
            Some(object) => machine.object_of(object).data[slot],
        };
        if word == 0 {
            return Err(format!(
                "{path}: {} is null when the first thread is started",
                data.name
            ));
        }
        let found = Ref(word as u32);
        owner = machine.object_of(found).class;
        field = program
            .resolve_field(owner, name)
            .map_err(|_| missing(name))?;
        if program.field(field).is_static {
            return Err(format!("{path}: {name} is static"));
        }
        object = Some(found);
    }
    Ok((object, owner, field))
}

/// The thread of this name, if it exists by now.
fn thread(threads: &Threads, program: &Program, machine: &mut Machine<'_>) -> Result<Ref, String> {
    let (ThreadName::Word(name) | ThreadName::Name(name)) = &threads.name else {
        return Err(format!(
            "models for SPIN know threads by their names only, not `{threads}`"
        ));
    };
    if name == "main" {
        return Ok(machine.threads()[0].object);
    }
    let class = program.loaded("java/lang/Thread").ok_or("no threads")?;
    let mut found: Vec<Ref> = Vec::new();
    for object in machine.heap().all() {
        let is_thread = program.is_subtype(machine.object_of(object).class, class);
        if is_thread && machine.thread_label(object) == *name {
            found.push(object);
        }
    }
    match found[..] {
        [thread] => Ok(thread),
        [] => Err(format!(
            "there is no thread {name} yet when the first thread is started"
        )),
        _ => Err(format!("several threads are called {name}")),
    }
}
