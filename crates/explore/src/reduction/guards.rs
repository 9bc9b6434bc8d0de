//! What keeps the threads that access a variable, or take a lock, apart: facts that are learned.
//!
//! Variables are those of `independence.rs`. For each of them it is known which threads have accessed
//! it so far, and which have written it: its *users*. And there are two sets of *guards*: those that
//! all accesses had in common so far, and those that all writes had. A guard is one of
//! - *own*: it was made by a thread that owns the monitor of the very object;
//! - *monitors*: that owns the monitor of this object of the base;
//! - *owners*: that is the `exclusiveOwnerThread` of this synchronizer of the base
//!   (`ReentrantLock` and its kin);
//! - *siblings*: that owns the monitor of what another field of the very object refers to. This is Corbett's
//!   splitting of locks, for young objects, too.
//!
//! # Why an access under a guard is independent
//!
//! Let `p` be about to write a variable, under a guard that all accesses have in common. *Own*,
//! *monitors*: a thread that accesses it owns a monitor that
//! `p` owns, which can't be before `p` moves. *Owners*: a thread that accesses it is the owner of a
//! synchronizer whose owner is `p`. Nobody but `p` changes that: it is a fact, learned like the
//! others, that a thread writes into `exclusiveOwnerThread` only null or itself, and only over null
//! or itself. *Siblings*: the field that refers to the lock is not written once its object is shared, which
//! is a fact learned as others are, so a thread that accesses the variable owns the very lock that `p` owns.
//! If `p` is about to read, the same with all writes in place of all accesses; reads are
//! independent of each other. A variable that nobody writes needs no guard at all. Without a guard,
//! the access depends on what the other users of the variable do, and on nobody else.
//!
//! # Why a contradiction is not hidden
//!
//! (See `reduction.rs` for what this is about.) Which thread accesses, and which monitors it owns, are
//! matters of that thread's own past: nobody else can take a monitor from it. Who is the owner of a
//! synchronizer is not. But a thread only ever puts itself in and takes itself out, so moving a step
//! of another thread to the front does not change whether the thread of `v` is the owner. If `v`
//! itself is a write over another owner, moving that owner's release before it would hide it; but
//! both are users of the word, so the two are in one persistent set, and neither is moved past the other.
//!
//! # Which accesses count
//!
//! All that are operations, but those made while no other thread lives: none can be about to access
//! then. For that to be a matter of the thread's own past, the others' ends must not have been moved
//! before the access: it counts only where nobody has been started yet, or where ends of threads are
//! operations, which then depend on all steps of such a thread. Accesses that are no operations are to objects that no other thread can reach, or
//! reads of what nobody writes.
//!
//! Objects of the base are told apart. Younger ones have no name that lasts, and are taken together
//! by class, and so are all elements of their arrays.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use machine::heap::BASE;
use machine::{Machine, Ref};
use program::ClassId;

use super::futures::{Futures, Site};
use super::layers::{Layer, Layers};
use crate::independence::{Access, ELEMENTS, Lasting, Member, Variable};

/// Some threads, by number; only the first 64 are told apart.
pub(super) type Threads = u64;

/// Guards that some accesses have in common, and the threads that made them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Guards {
    users: Threads,
    /// Where they did; sorted. A thread that has very many sites has none here.
    sites: Vec<(u16, Site)>,
    /// Those threads.
    anywhere: Threads,
    own: bool,
    monitors: Vec<Ref>,
    owners: Vec<Ref>,
    siblings: Vec<u32>,
}

/// What is known of one variable; `None` where there was no such access yet.
#[derive(Clone, Debug, Default)]
struct Fact {
    accesses: Option<Guards>,
    writes: Option<Guards>,
    /// Threads for whom users and guards have mattered, in this round.
    relied: Threads,
    /// Threads for whom it has mattered that nobody writes it, in this round.
    unwritten: Threads,
}

/// Who follows a reference in a field or element: elements of young arrays are told apart here.
#[derive(Clone, Copy, Debug, Default)]
struct Followers {
    /// Threads that have read it.
    readers: Threads,
    /// Threads for whom it has mattered that no others do, in this round.
    unfollowed: Threads,
}

/// For tests of the tests: what is taken for granted beside what layers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongFact {
    /// Nobody follows a reference that can be told from others.
    Edges,
    /// All accesses to a field are made by owners of its object's monitor.
    Containers,
    /// A field that once referred to the lock of another does so for good, and all accesses own it.
    Siblings,
}

/// Who may follow a reference in a field or element before the thread moves that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follow {
    /// Others.
    Others,
    /// Nobody, because no other thread accesses it.
    Nobody,
    /// Nobody, because the thread owns a guard.
    Guarded,
}

/// What an access does to a fact. The first of all has a new user; its guards are those that the
/// thread itself relied on, or they did not matter, because it was the only user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    None,
    /// There is one more user.
    User,
    /// A guard is given up.
    Guard,
}

/// An access that a thread is about to make, or makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) thread: usize,
    pub(super) variable: Variable,
    pub(super) writes: bool,
}

impl Use {
    pub(super) fn new(thread: usize, access: Access) -> Use {
        Use {
            thread,
            variable: access.variable,
            writes: access.writes,
        }
    }

    fn is_lock(&self) -> bool {
        matches!(self.variable, Variable::Monitor(_))
    }

    fn is_data(&self) -> bool {
        matches!(self.variable, Variable::Slot(..))
    }
}

/// What facts about a variable are kept under.
pub(super) fn key(machine: &Machine<'_>, variable: Variable) -> Lasting {
    match Lasting::of(machine, variable) {
        Lasting::Of(class, Member::Element(_)) => Lasting::Of(class, Member::Element(ELEMENTS)),
        key => key,
    }
}

/// Another field of the object of an access.
fn sibling(access: Use, slot: u32) -> Option<Variable> {
    let object = access.variable.object()?;
    Some(Variable::Slot(object, slot))
}

/// All facts learned so far.
#[derive(Debug)]
pub(super) struct Facts {
    layers: Layers,
    facts: HashMap<Lasting, Fact, FixedState>,
    followers: HashMap<Lasting, Followers, FixedState>,
    /// Objects of the base whose monitors have been taken.
    monitors: Vec<Ref>,
    /// How many of them were taken at first.
    held_at_first: usize,
    /// Synchronizers of the base that keep to the rule.
    synchronizers: Vec<Ref>,
    /// All synchronizers of the base.
    all_synchronizers: Vec<Ref>,
    /// The class `AbstractOwnableSynchronizer` and the slot of its field.
    owner: Option<(ClassId, usize)>,
    learned: bool,
    futures: Futures,
    /// For tests: a layer that takes its fact for granted.
    pub(super) lie: Option<Layer>,
    /// For tests: something else that is taken for granted.
    pub(super) wrong: Option<WrongFact>,
}

impl Facts {
    pub(super) fn new(layers: Layers, machine: &Machine<'_>) -> Facts {
        let program = machine.program();
        let mut facts = Facts {
            layers,
            facts: HashMap::with_hasher(FixedState::default()),
            followers: HashMap::with_hasher(FixedState::default()),
            monitors: Vec::new(),
            held_at_first: 0,
            synchronizers: Vec::new(),
            all_synchronizers: Vec::new(),
            owner: None,
            learned: false,
            futures: Futures::new(),
            lie: None,
            wrong: None,
        };
        let name = "java/util/concurrent/locks/AbstractOwnableSynchronizer";
        if let Some(class) = program.loaded(name) {
            let fields = program.class(class).fields.iter();
            let slot = fields
                .map(|field| program.field(*field))
                .find(|field| &*field.name == "exclusiveOwnerThread");
            facts.owner = slot.map(|field| (class, field.slot as usize));
        }
        for name in machine.heap().all() {
            let object = machine.heap().object(name);
            if machine::monitor::Monitor(object.monitor).owner().is_some() {
                facts.monitors.push(name);
            }
            if let Some((class, _)) = facts.owner
                && object.layout == machine::heap::Layout::Fields
                && program.is_subtype(object.class, class)
            {
                facts.synchronizers.push(name);
            }
        }
        facts.held_at_first = facts.monitors.len();
        facts.all_synchronizers.clone_from(&facts.synchronizers);
        facts
    }

    /// Whether a place is the word that says who owns a synchronizer.
    pub(super) fn is_owner_word(&self, machine: &Machine<'_>, object: Ref, slot: u32) -> bool {
        let Some((class, owner)) = self.owner else {
            return false;
        };
        let data = machine.heap().object(object);
        owner == slot as usize
            && data.layout == machine::heap::Layout::Fields
            && machine.program().is_subtype(data.class, class)
    }

    /// Where a thread stands in its calls.
    pub(super) fn site(&mut self, machine: &Machine<'_>, thread: usize) -> Site {
        self.futures.site(machine, thread)
    }

    /// The threads on whose steps the access depends; `None` if any thread's.
    pub(super) fn dependents(&mut self, machine: &Machine<'_>, access: Use) -> Option<Threads> {
        if self.is_granted(access) {
            return Some(0);
        }
        let fact = self.facts.get(&key(machine, access.variable));
        let accesses = fact.and_then(|fact| fact.accesses.as_ref());
        let writes = fact.and_then(|fact| fact.writes.as_ref());
        let (guards, immutable) = match access.writes {
            true => (accesses, false),
            false if self.layers.has(Layer::Immutable) => (writes, writes.is_none()),
            false => (writes.or(accesses), false),
        };
        let itself = 1 << access.thread;
        let others = guards.map_or(0, |guards| guards.users & !itself);
        let guarded = match guards {
            None => immutable || self.is_covered(machine, access, &self.guards_of(machine, access)),
            Some(guards) => self.is_covered(machine, access, guards),
        };
        if guarded {
            return Some(0);
        }
        let alone = match access.is_lock() {
            true => Layer::Monitors,
            false => Layer::Owned,
        };
        if self.lie == Some(Layer::Persistent) {
            return Some(0);
        }
        let (persistent, future) = (Layer::Persistent, Layer::Future);
        if others != 0 && (self.layers.has(persistent) || self.layers.has(future)) {
            let others = match self.layers.has(future) {
                true => self.in_future(machine, access, others),
                false => others,
            };
            (others == 0 || self.layers.has(persistent)).then_some(others)
        } else if others == 0 && (self.layers.has(persistent) || self.layers.has(alone)) {
            Some(0)
        } else {
            None
        }
    }

    /// Those of the users of a variable that may still come to where they access it.
    fn in_future(&mut self, machine: &Machine<'_>, access: Use, users: Threads) -> Threads {
        let Some(fact) = self.facts.get(&key(machine, access.variable)) else {
            return users;
        };
        let guards = match access.writes {
            true => &fact.accesses,
            false => match &fact.writes {
                None => &fact.accesses,
                writes => writes,
            },
        };
        let Some(guards) = guards else {
            return users;
        };
        let mut left = 0;
        for (number, thread) in machine.threads().iter().enumerate() {
            if users & 1 << number == 0 || thread.has_ended() {
                continue;
            }
            let here = self.futures.site(machine, number);
            let first = guards
                .sites
                .partition_point(|(of, _)| (*of as usize) < number);
            let mut sites = guards.sites[first..]
                .iter()
                .take_while(|(of, _)| *of as usize == number)
                .peekable();
            let lies = self.lie == Some(Layer::Future);
            if !lies
                && (sites.peek().is_none()
                    || sites.any(|(_, site)| self.futures.can_reach(here, *site)))
            {
                left |= 1 << number;
            }
        }
        let unstarted = u64::MAX.checked_shl(machine.threads().len() as u32);
        left | users & unstarted.unwrap_or(0)
    }

    /// For tests: whether a layer that lies says yes.
    fn is_granted(&self, access: Use) -> bool {
        match self.lie {
            Some(Layer::Owned | Layer::Protected) => access.is_data(),
            Some(Layer::Monitors) => access.is_lock(),
            Some(Layer::Immutable) => access.is_data() && !access.writes,
            _ => false,
        }
    }

    /// Whether the thread holds a lock that is among the guards.
    fn is_covered(&self, machine: &Machine<'_>, access: Use, guards: &Guards) -> bool {
        if !self.layers.has(Layer::Protected) {
            return false;
        }
        if self.wrong == Some(WrongFact::Siblings) && !self.siblings_of(machine, access).is_empty()
        {
            return true;
        }
        let has = |monitor: &Ref| machine.monitor(*monitor).owner() == Some(access.thread);
        (guards.own && access.variable.object().is_some_and(|it| has(&it)))
            || guards.monitors.iter().any(has)
            || guards.siblings.iter().any(|slot| {
                self.owns_sibling(machine, access, *slot) && self.lasts(machine, access, *slot)
            })
            || guards
                .owners
                .iter()
                .any(|it| self.owns(machine, access.thread, *it))
    }

    /// All guards that the access has.
    fn guards_of(&self, machine: &Machine<'_>, access: Use) -> Guards {
        let has = |monitor: Ref| machine.monitor(monitor).owner() == Some(access.thread);
        let is_lock = access.is_lock();
        let object = access.variable.object();
        let monitors = self.monitors.iter().copied();
        let owners = self.synchronizers.iter().copied();
        Guards {
            users: 1 << access.thread,
            sites: Vec::new(),
            anywhere: 0,
            own: !is_lock && object.is_some_and(has),
            monitors: monitors
                .filter(|it| has(*it) && !(is_lock && Some(*it) == object))
                .collect(),
            owners: owners
                .filter(|it| self.owns(machine, access.thread, *it))
                .collect(),
            siblings: self.siblings_of(machine, access),
        }
    }

    /// Whether the thread owns the monitor of what this field of the accessed object refers to.
    fn owns_sibling(&self, machine: &Machine<'_>, access: Use, slot: u32) -> bool {
        let Variable::Slot(object, _) = access.variable else {
            return false;
        };
        let heap = machine.heap();
        let lock = heap.reference(object, slot as usize);
        heap.has(lock) && machine.monitor(lock).owner() == Some(access.thread)
    }

    /// Whether nobody is known to write this field of the accessed object.
    fn lasts(&self, machine: &Machine<'_>, access: Use, slot: u32) -> bool {
        let Some(field) = sibling(access, slot) else {
            return false;
        };
        let fact = self.facts.get(&key(machine, field));
        fact.is_none_or(|it| it.writes.is_none())
    }

    /// The fields of the accessed object that refer to what the thread owns the monitor of.
    fn siblings_of(&self, machine: &Machine<'_>, access: Use) -> Vec<u32> {
        let Variable::Slot(object, _) = access.variable else {
            return Vec::new();
        };
        let data = machine.heap().object(object);
        if data.layout != machine::heap::Layout::Fields {
            return Vec::new();
        }
        let kinds = &machine.program().class(data.class).instance_slots;
        let slots = kinds.iter().enumerate();
        let slots = slots.filter(|(_, kind)| **kind == program::Kind::Reference);
        let slots = slots.map(|(slot, _)| slot as u32);
        slots
            .filter(|slot| self.owns_sibling(machine, access, *slot))
            .collect()
    }

    /// Who may follow an edge before the thread moves, which is the one of the given use.
    pub(super) fn follow(&self, machine: &Machine<'_>, edge: Use) -> Follow {
        let owns = |it: Ref| machine.monitor(it).owner() == Some(edge.thread);
        match self.wrong {
            Some(WrongFact::Edges) => return Follow::Nobody,
            Some(WrongFact::Containers) if edge.variable.object().is_some_and(owns) => {
                return Follow::Guarded;
            }
            _ => {}
        }
        let followers = self.followers.get(&Lasting::of(machine, edge.variable));
        let readers = followers.map_or(0, |it| it.readers) & !(1 << edge.thread);
        let threads = machine.threads().iter().enumerate();
        let ended = threads.filter(|(_, it)| it.has_ended());
        if ended.fold(readers, |left, (number, _)| left & !(1 << number)) == 0 {
            return Follow::Nobody;
        }
        let fact = self.facts.get(&key(machine, edge.variable));
        match fact.and_then(|fact| fact.accesses.as_ref()) {
            Some(guards) if self.is_covered(machine, edge, guards) => Follow::Guarded,
            _ => Follow::Others,
        }
    }

    /// A thread reads a field or element, with the reference in it.
    pub(super) fn note_follower(&mut self, machine: &Machine<'_>, thread: usize, from: Variable) {
        let followers = self
            .followers
            .entry(Lasting::of(machine, from))
            .or_default();
        let thread = 1 << thread;
        self.learned |= followers.readers & thread == 0 && followers.unfollowed & !thread != 0;
        followers.readers |= thread;
    }

    /// It matters for a thread that nobody else follows an edge.
    pub(super) fn note_unfollowed(&mut self, machine: &Machine<'_>, edge: Use) {
        let followers = self.followers.entry(Lasting::of(machine, edge.variable));
        followers.or_default().unfollowed |= 1 << edge.thread;
    }

    fn owns(&self, machine: &Machine<'_>, thread: usize, synchronizer: Ref) -> bool {
        let Some((_, slot)) = self.owner else {
            return false;
        };
        let owner = machine.heap().object(synchronizer).data[slot];
        owner != 0 && Ref::from_word(owner) == machine.threads()[thread].object
    }

    /// A thread goes alone because of what is known of the variable.
    pub(super) fn note_use(&mut self, machine: &Machine<'_>, access: Use) {
        if self.layers.has(Layer::Protected) {
            for slot in self.siblings_of(machine, access) {
                if let Some(field) = sibling(access, slot) {
                    let fact = self.facts.entry(key(machine, field)).or_default();
                    fact.unwritten |= 1 << access.thread;
                }
            }
        }
        let immutable = self.layers.has(Layer::Immutable);
        let fact = self.facts.entry(key(machine, access.variable)).or_default();
        if immutable && !access.writes && fact.writes.is_none() {
            fact.unwritten |= 1 << access.thread;
        } else {
            fact.relied |= 1 << access.thread;
        }
    }

    /// A monitor of the base is taken.
    pub(super) fn note_lock(&mut self, machine: &Machine<'_>, object: Ref) {
        let is_base = machine.heap().object(object).flags & BASE != 0;
        if is_base && !self.monitors.contains(&object) {
            self.monitors.push(object);
        }
    }

    /// The access is made where the thread stands: what does not fit it is given up.
    pub(super) fn note_access(&mut self, machine: &Machine<'_>, access: Use) {
        let site = self.futures.site(machine, access.thread);
        self.note_access_at(machine, access, site);
    }

    /// The same for an access that was made after the thread had left this site.
    pub(super) fn note_access_at(&mut self, machine: &Machine<'_>, access: Use, site: Site) {
        let key = key(machine, access.variable);
        let mut fact = self
            .facts
            .get_mut(&key)
            .map(std::mem::take)
            .unwrap_or_default();
        let others = !(1 << access.thread);
        let mut change = self.meet(machine, access, &mut fact.accesses);
        change = change.max(note_site(&mut fact.accesses, access.thread, site));
        if access.writes {
            self.learned |= fact.unwritten != 0 && fact.writes.is_none();
            change = change.max(self.meet(machine, access, &mut fact.writes));
            change = change.max(note_site(&mut fact.writes, access.thread, site));
        }
        self.learned |= match change {
            Change::None => false,
            Change::User => fact.relied & others != 0,
            Change::Guard => fact.relied != 0,
        };
        self.facts.insert(key, fact);
    }

    /// Gives up the guards that the access does not have.
    fn meet(&self, machine: &Machine<'_>, access: Use, guards: &mut Option<Guards>) -> Change {
        let Some(guards) = guards else {
            *guards = Some(self.guards_of(machine, access));
            return Change::User;
        };
        let has = |monitor: &Ref| machine.monitor(*monitor).owner() == Some(access.thread);
        let mut change = Change::None;
        if guards.users & 1 << access.thread == 0 {
            guards.users |= 1 << access.thread;
            change = Change::User;
        }
        if guards.own && !access.variable.object().is_some_and(|it| has(&it)) {
            guards.own = false;
            change = Change::Guard;
        }
        let count = |it: &Guards| it.monitors.len() + it.owners.len() + it.siblings.len();
        let before = count(guards);
        guards.monitors.retain(has);
        guards
            .owners
            .retain(|it| self.owns(machine, access.thread, *it));
        guards
            .siblings
            .retain(|it| self.owns_sibling(machine, access, *it));
        match count(guards) == before {
            true => change,
            false => Change::Guard,
        }
    }

    /// A thread has written, or is about to write, the owner of a synchronizer: whether it may.
    pub(super) fn note_owner(
        &mut self,
        machine: &Machine<'_>,
        thread: usize,
        synchronizer: Ref,
        word: u64,
    ) {
        let itself = machine.threads()[thread].object;
        if word == 0 || Ref::from_word(word) == itself {
            return;
        }
        if let Some(index) = self.synchronizers.iter().position(|it| *it == synchronizer) {
            self.synchronizers.remove(index);
            for fact in self.facts.values_mut() {
                let guards = [&mut fact.accesses, &mut fact.writes];
                for guards in guards.into_iter().flatten() {
                    let before = guards.owners.len();
                    guards.owners.retain(|it| *it != synchronizer);
                    self.learned |= fact.relied != 0 && guards.owners.len() != before;
                }
            }
        }
    }

    /// Whether a fact was given up that a thread had gone alone by. Another round begins.
    pub(super) fn take_learned(&mut self) -> bool {
        let learned = std::mem::take(&mut self.learned);
        if learned {
            self.begin();
        }
        learned
    }

    /// Begins with what was known at first.
    pub(super) fn forget(&mut self) {
        self.facts.clear();
        self.followers.clear();
        self.learned = false;
        self.monitors.truncate(self.held_at_first);
        self.synchronizers.clone_from(&self.all_synchronizers);
    }

    /// Another round begins.
    pub(super) fn begin(&mut self) {
        for fact in self.facts.values_mut() {
            fact.relied = 0;
            fact.unwritten = 0;
        }
        for followers in self.followers.values_mut() {
            followers.unfollowed = 0;
        }
    }
}

/// Sites of one thread that are kept for one variable. Beyond that it may be anywhere.
const MOST_SITES: usize = 48;

/// Also at this site.
fn note_site(guards: &mut Option<Guards>, thread: usize, site: Site) -> Change {
    let Some(guards) = guards else {
        return Change::None;
    };
    let thread = thread as u16;
    let of_thread = |sites: &[(u16, Site)]| {
        let first = sites.partition_point(|(of, _)| *of < thread);
        let last = sites.partition_point(|(of, _)| *of <= thread);
        first..last
    };
    if guards.anywhere & 1 << thread != 0 {
        return Change::None;
    }
    let Err(index) = guards.sites.binary_search(&(thread, site)) else {
        return Change::None;
    };
    let range = of_thread(&guards.sites);
    if range.len() < MOST_SITES {
        guards.sites.insert(index, (thread, site));
    } else {
        guards.sites.drain(range);
        guards.anywhere |= 1 << thread;
    }
    Change::User
}
