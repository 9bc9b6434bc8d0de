//! Breadth-first search over states that are not kept in memory.
//!
//! In: a system and a [`Depot`]. Out: what `breadth_first.rs` gives, with the same counts, in the ledger.
//!
//! States are explored layer by layer. What the transitions of a layer lead to is sorted, on disk where
//! memory has no room ([`Sorter`]), and only then compared with all that was seen before, which lies
//! there in the same order: reading both side by side once tells which states are new. These are the next
//! layer, in the order in which they were first reached, so that everything is found as `breadth_first.rs`
//! finds it. The way to a state is told by its parent's number and a choice, in a file of their own.
//!
//! Each layer reads and writes all that was seen, so a search of many layers takes its time. In memory are
//! the parts that states are made of, which the system keeps, and two bytes for each state of a layer.
//!
//! Stuck threads are looked for as several workers do it (see `parallel.rs`): states that have
//! successors, but none in the next layer, are probed. If a probe does not see everybody move, it is not
//! known who is stuck.

use std::io::{self, Read, Seek, SeekFrom, Write};

use machine::Choice;

use super::breadth_first::Suspicion;
use super::growth::Growth;
use super::{Ledger, Load, Moved, Open};
use crate::observer::{Flow, Phase};
use crate::schedule::Schedule;
use crate::store::sorted::{Depot, Reader, Run, Sorter, Spool, Writer};
use crate::system::System;
use crate::verdict::Incomplete;

/// Explores everything within the limits; gives the number of states.
pub(super) fn search<S: System>(system: &mut S, ledger: &mut Ledger<'_>, depot: &Depot) -> u64 {
    let mut states = 1;
    match begin(system, ledger, depot, &mut states) {
        Ok(()) | Err(Halt::Stop) => {}
        Err(Halt::Trouble(error)) => ledger.cut(Incomplete::Disk(error.to_string())),
    }
    states
}

/// Why a search ends early.
enum Halt {
    /// The ledger say so.
    Stop,
    /// The disk does not do what it should.
    Trouble(io::Error),
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Trouble(error)
    }
}

fn begin<S: System>(
    system: &mut S,
    ledger: &mut Ledger<'_>,
    depot: &Depot,
    states: &mut u64,
) -> Result<(), Halt> {
    if ledger.examine(system, |_| Schedule::default()) == Flow::Stop {
        return Err(Halt::Stop);
    }
    let initial = ledger.initial.clone();
    let mut seen = Writer::new(depot)?;
    seen.push(&seen_record(&initial))?;
    let mut layer = Writer::new(depot)?;
    layer.push(&[&[0; HEAD][..], &initial].concat())?;
    let mut disk = Disk {
        depot,
        ways: Ways::new(depot)?,
        seen: Some(seen.finish()?),
        states,
        suspicion: Suspicion::new(&ledger.plan.limits),
        is_cyclic: false,
        growth: Growth::default(),
    };
    let mut layer = layer.finish()?;
    let mut depth = 0;
    while layer.len() > 0 {
        disk.growth.add(layer.len());
        layer = disk.layer(system, ledger, layer.read()?, depth)?;
        depth += 1;
    }
    if disk.is_cyclic && ledger.plan.stuck && disk.suspicion.is_sure() && !ledger.is_void(system) {
        ledger.cut(Incomplete::StuckUnsought);
    }
    Ok(())
}

/// A record of a layer begins with when the state was first reached (two words), and by which choice of
/// the layer before: the number of its state, and the choice.
const HEAD: usize = 4;

/// All records of seen states begin with their length, so that none is the beginning of another.
fn seen_record(state: &[u32]) -> Vec<u32> {
    [&[state.len() as u32][..], state].concat()
}

fn code(choice: Choice) -> u32 {
    u32::from(choice.thread) << 16 | u32::from(choice.variant)
}

fn choice(code: u32) -> Choice {
    Choice {
        thread: (code >> 16) as u16,
        variant: code as u16,
    }
}

struct Disk<'a> {
    depot: &'a Depot,
    ways: Ways,
    /// All states that have been seen, sorted. Taken while it is read.
    seen: Option<Run>,
    states: &'a mut u64,
    suspicion: Suspicion,
    is_cyclic: bool,
    growth: Growth,
}

/// What is known of the states of a layer, by their number in it.
#[derive(Default)]
struct Leads {
    /// Whether something follows.
    any: Vec<bool>,
    /// Whether something new does, or nobody knows.
    on: Vec<bool>,
}

impl Disk<'_> {
    /// Takes all choices of a layer; gives the next one.
    fn layer<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        mut layer: Reader,
        depth: usize,
    ) -> Result<Run, Halt> {
        ledger.statistics.max_depth = depth as u64;
        let mut leads = Leads::default();
        let mut arrivals = Sorter::new(self.depot);
        let expanded = self.expand(system, ledger, &mut layer, depth, &mut leads, &mut arrivals);
        if let Err(Halt::Trouble(error)) = expanded {
            return Err(Halt::Trouble(error));
        }
        // Also of a search that ends here it can be told how many states it has seen.
        let next = self.sift(ledger, arrivals, &mut leads)?;
        expanded?;
        if let Some(limit) = ledger.plan.limits.states
            && *self.states > limit
        {
            ledger.cut(Incomplete::States(limit));
            return Err(Halt::Stop);
        }
        if ledger.plan.stuck {
            self.suspect(system, ledger, &mut layer, &leads)?;
        }
        self.ways.flush()?;
        Ok(next)
    }

    fn expand<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        layer: &mut Reader,
        depth: usize,
        leads: &mut Leads,
        arrivals: &mut Sorter<'_>,
    ) -> Result<(), Halt> {
        let (mut record, mut target, mut choices) = (Vec::new(), Vec::new(), Vec::new());
        let base = self.ways.len();
        let mut sequence = 0u64;
        while layer.next(&mut record)? {
            let (head, words) = record.split_at(HEAD);
            let number = leads.any.len() as u32;
            self.ways.push(head[2], head[3]);
            leads.any.push(false);
            leads.on.push(false);
            system.load(words);
            choices.clear();
            system.choices(&mut choices);
            if choices.is_empty() {
                ledger.statistics.end_states += 1;
            } else if !ledger.deep(depth) {
                choices.clear();
                leads.on[number as usize] = true;
            }
            let mut there = true;
            for &taken in &choices {
                let bytes = arrivals.bytes() + self.ways.bytes() + 2 * leads.any.len();
                self.tick(ledger, bytes)?;
                if !there {
                    system.load(words);
                }
                there = false;
                match ledger.advance(system, taken) {
                    Moved::There => {}
                    Moved::Pruned => continue,
                    Moved::Lost => {
                        leads.on[number as usize] = true;
                        continue;
                    }
                }
                leads.any[number as usize] = true;
                system.save(&mut target);
                sequence += 1;
                let when = [(sequence >> 32) as u32, sequence as u32];
                let parent = (base + u64::from(number)) as u32;
                let tail = [when[0], when[1], parent, code(taken)];
                arrivals.push(&[&[target.len() as u32], &target, &tail])?;
                let mut trouble = None;
                let known = ledger.found().len();
                let ways = &mut self.ways;
                let flow = ledger.examine(system, |_| {
                    let way = ways.to(base + u64::from(number), taken);
                    way.unwrap_or_else(|error| {
                        trouble = Some(error);
                        Schedule::default()
                    })
                });
                if let Some(error) = trouble {
                    // Without a way there is nothing to show.
                    ledger.found().truncate(known);
                    return Err(Halt::Trouble(error));
                }
                if flow == Flow::Stop {
                    return Err(Halt::Stop);
                }
            }
        }
        Ok(())
    }

    /// Whether the search may go on, with so many bytes in memory.
    fn tick(&self, ledger: &mut Ledger<'_>, bytes: usize) -> Result<(), Halt> {
        let load = Load {
            states: *self.states,
            bytes: bytes as u64,
            shrinks: false,
        };
        let expanded = self.ways.len();
        let open = || Open {
            phase: Phase::Search,
            states: self.states.saturating_sub(expanded),
            bytes: 0,
            estimate: self.growth.estimate(expanded),
        };
        match ledger.tick_at(load, open) {
            Flow::Continue => Ok(()),
            Flow::Stop => Err(Halt::Stop),
        }
    }

    /// Tells what is new among the states that were reached.
    fn sift(
        &mut self,
        ledger: &mut Ledger<'_>,
        arrivals: Sorter<'_>,
        leads: &mut Leads,
    ) -> Result<Run, Halt> {
        let base = self.ways.len() - leads.any.len() as u64;
        let mut arrivals = arrivals.sorted()?;
        let seen = self.seen.take();
        let mut seen = seen.expect("nobody else reads what was seen").read()?;
        let mut all = Writer::new(self.depot)?;
        let mut fresh = Sorter::new(self.depot);
        let (mut arrival, mut old) = (Vec::new(), Vec::new());
        // The state that the last arrival was, and whether it is new.
        let (mut last, mut is_new): (Vec<u32>, bool) = (Vec::new(), false);
        let mut has_old = seen.next(&mut old)?;
        while arrivals.next(&mut arrival)? {
            self.tick(ledger, fresh.bytes())?;
            let (state, tail) = arrival.split_at(arrival.len() - HEAD);
            if state == last {
                ledger.statistics.revisited += 1;
            } else {
                while has_old && old.as_slice() < state {
                    all.push(&old)?;
                    has_old = seen.next(&mut old)?;
                }
                is_new = !(has_old && old == state);
                if is_new {
                    all.push(state)?;
                    fresh.push(&[tail, &state[1..]])?;
                    *self.states += 1;
                    if *self.states > u64::from(u32::MAX) {
                        ledger.cut(Incomplete::StoreFull);
                        return Err(Halt::Stop);
                    }
                } else {
                    ledger.statistics.revisited += 1;
                    self.is_cyclic = true;
                }
                last.clear();
                last.extend_from_slice(state);
            }
            if is_new {
                let parent = u64::from(tail[2]) - base;
                leads.on[parent as usize] = true;
            }
        }
        while has_old {
            self.tick(ledger, fresh.bytes())?;
            all.push(&old)?;
            has_old = seen.next(&mut old)?;
        }
        self.seen = Some(all.finish()?);
        let mut next = Writer::new(self.depot)?;
        let mut fresh = fresh.sorted()?;
        while fresh.next(&mut arrival)? {
            next.push(&arrival)?;
        }
        Ok(next.finish()?)
    }

    /// Probes the states of a layer from which nothing new was reached.
    fn suspect<S: System>(
        &mut self,
        system: &mut S,
        ledger: &mut Ledger<'_>,
        layer: &mut Reader,
        leads: &Leads,
    ) -> Result<(), Halt> {
        if !leads
            .any
            .iter()
            .zip(&leads.on)
            .any(|(any, on)| *any && !*on)
        {
            return Ok(());
        }
        layer.rewind()?;
        let mut record = Vec::new();
        for (any, on) in leads.any.iter().zip(&leads.on) {
            layer.next(&mut record)?;
            if *any && !*on {
                self.suspicion.probe(system, ledger, &record[HEAD..]);
            }
        }
        Ok(())
    }
}

/// The way to each state: its parent's number and a choice.
struct Ways {
    spool: Box<dyn Spool>,
    /// How many are written.
    written: u64,
    /// What follows.
    recent: Vec<u8>,
}

/// Bytes of a way.
const WAY: u64 = 8;

impl Ways {
    fn new(depot: &Depot) -> io::Result<Ways> {
        Ok(Ways {
            spool: (depot.open)()?,
            written: 0,
            recent: Vec::new(),
        })
    }

    fn len(&self) -> u64 {
        self.written + self.recent.len() as u64 / WAY
    }

    fn bytes(&self) -> usize {
        self.recent.capacity()
    }

    fn push(&mut self, parent: u32, code: u32) {
        self.recent.extend(parent.to_le_bytes());
        self.recent.extend(code.to_le_bytes());
    }

    fn flush(&mut self) -> io::Result<()> {
        self.spool.seek(SeekFrom::Start(self.written * WAY))?;
        self.spool.write_all(&self.recent)?;
        self.written = self.len();
        self.recent.clear();
        Ok(())
    }

    /// The way to a state by its number, and one choice more.
    fn to(&mut self, state: u64, last: Choice) -> io::Result<Schedule> {
        let mut choices = vec![last];
        let mut state = state;
        while state != 0 {
            let (parent, code) = self.at(state)?;
            if u64::from(parent) >= state {
                let error = "a state comes before its parent";
                return Err(io::Error::new(io::ErrorKind::InvalidData, error));
            }
            choices.push(choice(code));
            state = u64::from(parent);
        }
        choices.reverse();
        Ok(Schedule::new(choices))
    }

    fn at(&mut self, state: u64) -> io::Result<(u32, u32)> {
        let mut bytes = [0; WAY as usize];
        match state.checked_sub(self.written) {
            Some(place) => {
                let place = (place * WAY) as usize;
                bytes.copy_from_slice(&self.recent[place..place + WAY as usize]);
            }
            None => {
                self.spool.seek(SeekFrom::Start(state * WAY))?;
                self.spool.read_exact(&mut bytes)?;
            }
        }
        let word = |at: usize| {
            let four = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
            u32::from_le_bytes(four)
        };
        Ok((word(0), word(4)))
    }
}
