//! Time stamps on their way through a program, and time that passes. See `clock.rs` for what stamps are.
//!
//! A thread has a list of the registers that hold stamped numbers, an object one of its slots or
//! elements. Both are part of the state, as the numbers are. Programs that never look at a clock
//! have neither, and pay one comparison with zero for each instruction.
//!
//! # How much time passes
//!
//! Between two looks of the program's own code at a clock any time may pass. Which lengths of time
//! could make a difference is learned from the comparisons that the program makes with what clocks
//! have shown: if one would have come out otherwise had a look been later by some time, then the next
//! greater power of two (in nanoseconds) becomes a *jump*, and every look of the program's own code
//! an operation with one alternative for each jump. The search begins again then. Looks of the
//! library are no operations: it looks at clocks where it waits for some time, and that its waits end
//! is explored as such.
//!
//! # Why loops that look at clocks close
//!
//! Time stamps of the past that lie further apart than all that the program tells apart need not be
//! known exactly. So where time passes, the gaps between the moments that a state holds, and between
//! the last of them and the present, are cut to the *reach*: a power of two above every length of time
//! that some span was compared with. Differences below the reach stay what they are, greater ones stay
//! at least as great. This is the extrapolation by greatest constants of timed automata (Bouyer 2004,
//! "Forward analysis of updatable timed automata"), applied to gaps because programs compare
//! differences. The moments of a state alone decide what becomes of them, so garbage must be gone:
//! [`Machine::advance`] sees to that. A machine that follows a schedule (one that stops before every
//! access) cuts nothing: it need not come back to a state. What is added to a moment is told apart, too:
//! `start + 1000` may be compared with the clock later than it could have been made.
//!
//! # Numbers that can't be moved
//!
//! Dates, texts and bits of a clock's time are [`Stamp::Derived`]. As long as the program compares none,
//! they may be of any time. Once it does (*exact*), and a state holds some, the clocks move instead of
//! what the state holds: nothing is moved or cut, and how far they have moved (`Fixed.shift`) is part of
//! the state. It is taken back, and everything is moved, as soon as time passes in a state without such
//! numbers. What such a comparison tells apart is not known; so a look may be a second, some minutes, a
//! day or a year late ([`LADDER`]), and from then on only by as much as has passed already, or more, so
//! that loops with a deadline end after few rounds.

use jdk::model::{CLOCKS, WRITERS};
use std::collections::BTreeMap;

use program::{BinaryOperator, Instruction, Kind, Register};

use crate::choice::Choice;
use crate::execution::arithmetic::binary;
use crate::execution::invoke::NO_METHOD;
use crate::heap::{Layout, Read};
use crate::machine::Machine;
use crate::native::{Call, Interruption};
use crate::operation::Operation;
use crate::options::Granularity;
use crate::statespace::state::each_live;
use crate::thread::DUE;
use crate::time::clock::{self, Moment, Notice, Stamp};
use crate::value::{Ref, int, to_double, to_float};

/// What is known about time in a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    /// Bit n: time may pass by 2^n nanoseconds before a look.
    pub(crate) jumps: u64,
    /// Lengths of time below 2^n nanoseconds are told apart; 0 for none.
    pub(crate) reach: u8,
    /// Whether code of the program's own looks at clocks.
    pub(crate) looked: bool,
    /// Whether the program compares what is derived from clocks in ways that can't be moved.
    pub(crate) exact: bool,
    /// Whether the base was made before such a look: then all of them are operations.
    pub(crate) stops: bool,
    /// Nanoseconds that the last step has let pass.
    pub(crate) passed: i64,
    /// Whether a clock has shown anything.
    shown: bool,
    learned: bool,
    /// The stamp of the result that a native or a method is about to give.
    pub(crate) result: Option<Stamp>,
    /// Whether the current native works on numbers alone.
    pub(crate) derives: bool,
    /// The arguments of the current native that have stamps.
    pub(crate) arguments: Vec<(u64, Stamp)>,
}

impl Times {
    /// Whether something was learned since the last question.
    pub(crate) fn take_learned(&mut self) -> bool {
        std::mem::take(&mut self.learned)
    }

    pub(crate) fn has_learned(&self) -> bool {
        self.learned
    }

    /// Takes over what another machine has learned; true if that is new here.
    pub(crate) fn absorb(&mut self, other: &Times) -> bool {
        let before = (self.jumps, self.reach, self.looked, self.exact);
        self.jumps |= other.jumps;
        self.reach = self.reach.max(other.reach);
        self.looked |= other.looked;
        self.exact |= other.exact;
        before != (self.jumps, self.reach, self.looked, self.exact)
    }

    /// Takes over what [`Machine::knowledge`] says. False if it says nothing here.
    pub(crate) fn adopt(&mut self, known: &str) -> bool {
        let words: Vec<&str> = known.split(' ').collect();
        let [jumps, reach, exact] = words[..] else {
            return false;
        };
        match (jumps.parse(), reach.parse(), exact.parse()) {
            (Ok(jumps), Ok(reach), Ok(exact)) if reach <= 56 => {
                self.looked = true;
                self.jumps = jumps;
                self.reach = reach;
                self.exact = exact;
                true
            }
            _ => false,
        }
    }

    /// The stamp of a result: of a native that works on numbers alone, derived from those of its arguments.
    pub(crate) fn take_result(&mut self) -> Option<Stamp> {
        let derives = std::mem::take(&mut self.derives);
        let derived = || {
            let mut stamps = self.arguments.iter().map(|(_, stamp)| *stamp);
            let stamp = stamps.find(|it| !matches!(it, Stamp::Span(_)))?;
            Some(Stamp::Derived(stamp.is_own()))
        };
        let derived = if derives { derived() } else { None };
        self.result.take().or(derived)
    }

    /// A text is compared, or a number decides which element is accessed.
    pub(crate) fn note_used(&mut self, stamp: Option<Stamp>) {
        if stamp == Some(Stamp::Derived(true)) {
            self.note_derived();
        }
    }

    /// A number that can't be moved is compared.
    fn note_derived(&mut self) {
        self.learned |= !std::mem::replace(&mut self.exact, true);
        for exponent in LADDER {
            let jump = 1u64 << exponent;
            if self.looked && self.jumps & jump == 0 {
                self.jumps |= jump;
                self.learned = true;
            }
        }
    }

    /// Lengths of time up to this are told apart.
    fn note_reach(&mut self, nanos: f64) {
        let reach = exponent(nanos).max(1);
        if reach > self.reach {
            self.reach = reach;
            self.learned = true;
        }
    }

    fn note(&mut self, notice: Notice) {
        self.note_reach(notice.reach);
        let Some(later) = notice.later.filter(|_| self.looked) else {
            return;
        };
        let jump = 1u64 << exponent(later);
        let is_known = match notice.at_least || self.jumps.count_ones() >= MOST_JUMPS {
            true => self.jumps >= jump,
            false => self.jumps & jump != 0,
        };
        if !is_known {
            self.jumps |= jump;
            self.learned = true;
        }
    }
}

/// The least n with 2^n at or above so many nanoseconds.
fn exponent(nanos: f64) -> u8 {
    (0..56u8)
        .find(|exponent| (1u64 << exponent) as f64 >= nanos)
        .unwrap_or(56)
}

/// How much later looks may be, as powers of two in nanoseconds, where what is compared can't be told: a
/// second, two minutes, a day and a half, a year.
const LADDER: [u8; 4] = [30, 37, 47, 55];

/// Where so many jumps are known, another is learned only if it is longer than all of them.
const MOST_JUMPS: u32 = 4;

/// Jumps that a schedule may have taken.
const ALL_JUMPS: u64 = (1 << 57) - 1;

impl Machine<'_> {
    /// How much later than the start a clock showed this, in its own unit; `None` if none has.
    pub fn shown_by_clock(word: u64) -> Option<i64> {
        clock::since_start(word)
    }

    /// Nanoseconds that the last step has let pass.
    pub fn passed_nanos(&self) -> i64 {
        self.times.passed
    }

    /// The jumps of a look, as bits.
    pub(crate) fn jumps(&self) -> u64 {
        match self.options.granularity {
            Granularity::EveryAccess => ALL_JUMPS,
            Granularity::Operation | Granularity::Instruction => match self.times.exact {
                true => {
                    self.times.jumps & !(self.shift() as u64).next_power_of_two().wrapping_sub(1)
                }
                false => self.times.jumps,
            },
        }
    }

    /// How far the clocks have moved.
    pub(crate) fn shift(&self) -> i64 {
        match self.known.shift {
            Some((statics, slot)) => self.heap.object(statics).data[slot] as i64,
            None => 0,
        }
    }

    fn set_shift(&mut self, shift: i64) {
        if let Some((statics, slot)) = self.known.shift {
            self.heap.change(statics).data[slot] = shift as u64;
        }
    }

    /// Whether looks at clocks by code of the program's own are operations.
    fn stops_at_looks(&self) -> bool {
        self.times.jumps != 0
            || self.times.stops
            || self.options.granularity != Granularity::Operation
    }

    /// The stamp of a register, by its place among all registers of the thread.
    #[inline]
    pub(crate) fn register_stamp(&self, thread: usize, register: usize) -> Option<Stamp> {
        let stamps = self.threads[thread].stamps.iter();
        let mut found = stamps.filter(|(index, _)| *index as usize == register);
        found.next().map(|(_, stamp)| *stamp)
    }

    /// Gives a register this stamp, or none.
    pub(crate) fn stamp_register(&mut self, thread: usize, register: usize, stamp: Option<Stamp>) {
        let stamps = &mut self.threads[thread].stamps;
        let place = stamps
            .iter()
            .position(|(index, _)| *index as usize == register);
        match (place, stamp) {
            (Some(place), Some(stamp)) => stamps[place].1 = stamp,
            (Some(place), None) => {
                stamps.swap_remove(place);
            }
            (None, Some(stamp)) => stamps.push((register as u32, stamp)),
            (None, None) => {}
        }
    }

    /// Gives a slot or element this stamp, or none. The object has just been written.
    pub(crate) fn stamp_slot(&mut self, object: Ref, slot: usize, stamp: Option<Stamp>) {
        if stamp.is_some() || self.heap.object(object).stamps.is_some() {
            self.heap.change(object).set_stamp(slot, stamp);
        }
    }

    /// Whether a native gives a number that its arguments alone decide.
    pub(crate) fn works_on_numbers(&self, method: program::MethodId) -> bool {
        let class = self.program.method(method).class;
        NUMBERS.contains(&&*self.program.class(class).name)
    }

    /// Gives an element this stamp. What is no number of a clock may be part of a text.
    pub(crate) fn stamp_element(
        &mut self,
        array: Ref,
        kind: Kind,
        index: usize,
        stamp: Option<Stamp>,
    ) {
        match stamp {
            _ if is_stampable(kind) => self.stamp_slot(array, index, stamp),
            Some(Stamp::Derived(_)) => self.stamp_slot(array, WHOLE, stamp),
            _ => {}
        }
    }

    /// A text was made of others: it is of the time of which they are.
    pub(crate) fn stamp_text(&mut self, text: Ref, parts: &[Ref]) {
        if !self.times.shown {
            return;
        }
        let mut stamp = None;
        for part in parts.iter().filter(|it| !it.is_null()) {
            if let Some(bytes) = self.heap.text_bytes(*part) {
                stamp = stamp.or(self.heap.object(bytes).stamp(WHOLE));
            }
        }
        if let (Some(stamp), Some(bytes)) = (stamp, self.heap.text_bytes(text)) {
            self.stamp_slot(bytes, WHOLE, Some(stamp));
        }
    }

    /// What an instruction that works on registers alone does to stamps. Called before it is run, in a
    /// thread that has stamps.
    #[cold]
    pub(crate) fn follow_stamps(&mut self, thread: usize, base: usize, instruction: Instruction) {
        let at = |register: Register| base + register.index();
        let word = |register: Register| self.threads[thread].registers[at(register)];
        let stamp = |register: Register| self.register_stamp(thread, at(register));
        let (target, stamp) = match instruction {
            Instruction::Constant { target, .. } => (target, None),
            Instruction::Move { target, source } => (target, stamp(source)),
            Instruction::Binary {
                operator,
                target,
                left,
                right,
            } => {
                let (left, right) = ((word(left), stamp(left)), (word(right), stamp(right)));
                match self.combined(thread, operator, left, right) {
                    Some(stamp) => (target, stamp),
                    None => return,
                }
            }
            Instruction::BinaryConstant {
                operator,
                target,
                left,
                right,
            } => {
                let (left, right) = ((word(left), stamp(left)), (int(right), None));
                match self.combined(thread, operator, left, right) {
                    Some(stamp) => (target, stamp),
                    None => return,
                }
            }
            Instruction::Unary {
                operator,
                target,
                source,
            } => {
                let word = word(source);
                let stamp = stamp(source).and_then(|it| clock::convert(operator, word, it));
                (target, stamp)
            }
            Instruction::Branch { left, right, .. } => {
                let number = |register: Register| word(register) as i64 as f64;
                let left = (number(left), stamp(left));
                let right = (number(right), stamp(right));
                return self.note_comparison(thread, left, right);
            }
            Instruction::BranchConstant { left, right, .. } => {
                let left = (word(left) as i64 as f64, stamp(left));
                return self.note_comparison(thread, left, (f64::from(right), None));
            }
            Instruction::Switch { value, .. } => return self.note_selection(thread, at(value)),
            Instruction::ArrayLength { target, .. } => (target, None),
            _ => return,
        };
        self.stamp_register(thread, at(target), stamp);
    }

    /// The stamp of a result; `None` if there is no result.
    fn combined(
        &mut self,
        thread: usize,
        operator: BinaryOperator,
        left: (u64, Option<Stamp>),
        right: (u64, Option<Stamp>),
    ) -> Option<Option<Stamp>> {
        use BinaryOperator as B;
        binary(operator, left.0, right.0)?;
        let number = |word: u64| match operator {
            B::LCompare => word as i64 as f64,
            B::FCompareLess | B::FCompareGreater => f64::from(to_float(word)),
            _ => to_double(word),
        };
        match operator {
            B::LCompare
            | B::FCompareLess
            | B::FCompareGreater
            | B::DCompareLess
            | B::DCompareGreater => {
                let (left, right) = ((number(left.0), left.1), (number(right.0), right.1));
                self.note_comparison(thread, left, right);
                Some(None)
            }
            _ => {
                let stamp = clock::combine(operator, left, right, self.shift());
                if matches!(operator, B::LAdd | B::IAdd | B::LSub | B::ISub) {
                    self.note_sum(left.1.or(right.1), stamp);
                }
                Some(stamp)
            }
        }
    }

    /// Something was added to a moment: it may be compared with a clock that is later by as much.
    fn note_sum(&mut self, before: Option<Stamp>, after: Option<Stamp>) {
        if let (Some(Stamp::Moment(before)), Some(Stamp::Moment(after))) = (before, after)
            && before.own
            && before.at != after.at
        {
            let added = before
                .at
                .abs_diff(after.at)
                .max(after.offset.unsigned_abs()) as f64;
            if added < clock::LONGEST {
                self.times.note_reach(added + after.unit());
            }
        }
    }

    fn note_comparison(
        &mut self,
        thread: usize,
        left: (f64, Option<Stamp>),
        right: (f64, Option<Stamp>),
    ) {
        if let Some(notice) = clock::compared(left, right)
            && !self.only_writes(thread)
        {
            self.times.note(notice);
        }
        let is_derived = |stamp: Option<Stamp>| stamp == Some(Stamp::Derived(true));
        if (is_derived(left.1) || is_derived(right.1)) && self.tells_apart(thread) {
            self.times.note_derived();
        }
    }

    /// A number decides which element of an array is read, or where a switch goes on.
    pub(crate) fn note_selection(&mut self, thread: usize, register: usize) {
        let stamp = self.register_stamp(thread, register);
        if stamp == Some(Stamp::Derived(true)) && !self.only_writes(thread) {
            self.times.note_derived();
        }
    }

    /// Whether what the thread compares is compared for the program: by its own code, or by a method of
    /// the library that compares objects or texts.
    fn tells_apart(&self, thread: usize) -> bool {
        let method = self.threads[thread].top().method;
        if method == NO_METHOD {
            return false;
        }
        let method = self.program.method(method);
        !self.program.class(method.class).is_library || COMPARING.contains(&&*method.name)
    }

    /// Whether the thread is inside of code that compares numbers only to write them as text, or to
    /// check for overflow.
    fn only_writes(&self, thread: usize) -> bool {
        let method = self.threads[thread].top().method;
        if method == NO_METHOD {
            return true;
        }
        let method = self.program.method(method);
        let class = &*self.program.class(method.class).name;
        match class {
            "java/lang/Long" | "java/lang/Integer" => {
                matches!(&*method.name, "getChars" | "stringSize" | "toString")
            }
            "java/lang/Math" | "java/lang/StrictMath" => {
                method.name.ends_with("Exact") || method.name.starts_with("floor")
            }
            _ => WRITERS.iter().any(|it| class.starts_with(it)),
        }
    }

    /// Whether a choice may let time pass that some stamp would show.
    pub(crate) fn may_pass_time(&self, choice: Choice) -> bool {
        let deadline = self.threads[choice.thread as usize].deadline;
        self.times.shown && (choice.is_unlikely() || deadline != 0)
    }

    /// Forgets all objects that nothing can reach: their moments are none of the state's.
    pub(crate) fn drop_garbage(&mut self) {
        self.save(&mut Vec::new());
    }

    /// Time passes.
    pub(crate) fn pass_nanos(&mut self, nanos: i64) {
        self.times.passed = nanos;
        self.heap.reads.note(Read::Everything);
        let objects = self.stamped_objects();
        let before = self.shift();
        let stays = self.times.exact && self.holds_derived(&objects);
        let shifts = (
            before,
            if stays {
                before.saturating_add(nanos)
            } else {
                0
            },
        );
        if shifts.0 != shifts.1 {
            self.set_shift(shifts.1);
        }
        let moved = match stays {
            true => BTreeMap::new(),
            false => self.moved_moments(nanos, &objects),
        };
        let later = |moment: Moment| {
            let at = moment.at.saturating_sub(nanos);
            moved.get(&moment.at).copied().unwrap_or(at)
        };
        let is_cut = !stays && self.options.granularity != Granularity::EveryAccess;
        let reach = if is_cut { self.reach() } else { i64::MAX };
        for thread in &mut self.threads {
            if thread.deadline > DUE {
                thread.deadline = (thread.deadline - nanos).max(DUE);
            }
            for (register, stamp) in &mut thread.stamps {
                if let Some(moment) = stamp.moment() {
                    let word = &mut thread.registers[*register as usize];
                    (*word, *stamp) = stamp.moved(*word, later(moment), shifts);
                    *stamp = stamp.of_recent_look(reach);
                }
            }
            for frame in &mut thread.frames {
                frame.part = 0;
            }
            thread.dirty = true;
        }
        for name in objects {
            let object = self.heap.change(name);
            let layout = object.layout;
            for (slot, stamp) in object.take_stamps() {
                let mut stamp = stamp;
                if let Some(moment) = stamp.moment() {
                    let slot = slot as usize;
                    let old = match layout {
                        Layout::Array(kind) => object.element(kind, slot),
                        Layout::Fields | Layout::Statics => object.data[slot],
                    };
                    let (word, new) = stamp.moved(old, later(moment), shifts);
                    stamp = new.of_recent_look(reach);
                    match layout {
                        Layout::Array(kind) => object.set_element(kind, slot, word),
                        Layout::Fields | Layout::Statics => object.data[slot] = word,
                    }
                }
                object.set_stamp(slot as usize, Some(stamp));
            }
        }
    }

    /// Whether the state holds a number that can't be moved.
    fn holds_derived(&self, objects: &[Ref]) -> bool {
        let is_derived = |stamp: Option<Stamp>| matches!(stamp, Some(Stamp::Derived(_)));
        let mut found = false;
        for (number, thread) in self.threads.iter().enumerate() {
            if thread.stamps.iter().any(|(_, it)| is_derived(Some(*it))) {
                for (depth, frame) in thread.frames.iter().enumerate() {
                    each_live(frame, thread.is_before_instruction(depth), |register| {
                        let register = frame.base as usize + register;
                        found |= is_derived(self.register_stamp(number, register));
                    });
                }
            }
        }
        for name in objects {
            let object = self.heap.object(*name);
            object.each_stamp(|_, stamp| found |= is_derived(Some(stamp)));
        }
        found
    }

    /// The objects of the state that hold stamps.
    fn stamped_objects(&self) -> Vec<Ref> {
        let young = self.names.groups.iter().flat_map(|group| &group.objects);
        let slots = self.heap.slots.iter().map(|slot| &slot.object);
        let mut objects: Vec<Ref> = young
            .chain(&self.heap.fresh)
            .chain(slots)
            .chain(&self.states.stamped)
            .copied()
            .filter(|name| self.heap.has(*name) && self.heap.object(*name).stamps.is_some())
            .collect();
        objects.sort_unstable();
        objects.dedup();
        objects
    }

    /// Where each moment of the state lies when so much time has passed. See the head of the file.
    fn moved_moments(&self, nanos: i64, objects: &[Ref]) -> BTreeMap<i64, i64> {
        let mut moments = BTreeMap::new();
        if self.options.granularity == Granularity::EveryAccess {
            return moments;
        }
        let mut add = |stamp: Stamp| {
            if let Some(moment) = stamp.moment() {
                moments.insert(moment.at, moment.at.saturating_sub(nanos));
            }
        };
        for (number, thread) in self.threads.iter().enumerate() {
            if thread.stamps.is_empty() {
                continue;
            }
            for (depth, frame) in thread.frames.iter().enumerate() {
                let before = thread.is_before_instruction(depth);
                each_live(frame, before, |register| {
                    let register = frame.base as usize + register;
                    self.register_stamp(number, register)
                        .into_iter()
                        .for_each(&mut add);
                });
            }
        }
        for name in objects {
            self.heap.object(*name).each_stamp(|_, stamp| add(stamp));
        }
        let reach = self.reach();
        let (mut was, mut is) = (0, 0);
        for at in moments.values_mut().rev() {
            if *at <= 0 {
                let gap = was - *at;
                was = *at;
                is -= gap.min(reach);
                *at = is;
            }
        }
        moments
    }

    /// Lengths of time below this are told apart.
    fn reach(&self) -> i64 {
        match self.times.reach {
            0 => 0,
            reach => 1i64 << reach,
        }
    }

    /// Finds the base objects that hold time stamps.
    pub(crate) fn find_stamped(&mut self, base: &[Ref]) {
        let is_stamped = |it: &&Ref| self.heap.object(**it).stamps.is_some();
        self.states.stamped = base.iter().filter(is_stamped).copied().collect();
        self.times.stops = self.threads[0].operation == Some(Operation::Look);
    }
}

impl Call<'_, '_> {
    /// A look at a clock; gives its present time, less `origin`, with a stamp. How late the look is may be
    /// a choice.
    pub(crate) fn look_at_clock(
        &mut self,
        moment: Moment,
        origin: i64,
    ) -> Result<u64, Interruption> {
        let own = self.is_own_look();
        if own {
            let machine = &mut *self.machine;
            let is_first = !std::mem::replace(&mut machine.times.looked, true);
            machine.times.learned |= is_first && !machine.free;
            // The first look of a run needs no choice: nothing is known of what was before.
            let stops = match machine.free {
                true => !is_first,
                false => machine.stops_at_looks(),
            };
            if stops {
                self.visible(Operation::Look)?;
                if let Some(jump) = Choice::jump_of(self.machine.variant) {
                    self.machine.pass_nanos(1 << jump);
                }
            } else if !machine.free
                && let Some(passed) = &mut machine.passed
            {
                passed.push(self.thread as u16);
            }
        }
        self.machine.ambient.clock = true;
        if !self.is_by_initializer() {
            self.machine.times.shown = true;
            self.machine.times.result = Some(Stamp::Moment(Moment { own, ..moment }));
        }
        let shown = moment.shown(self.machine.shift());
        Ok(shown.wrapping_sub(origin) as u64)
    }

    /// Whether an initialiser of the library looks at a clock, for a seed or an origin: a number like
    /// any other.
    fn is_by_initializer(&self) -> bool {
        let program = self.machine.program;
        let method = self.machine.threads[self.thread].top().method;
        method != NO_METHOD && {
            let method = program.method(method);
            &*method.name == "<clinit>" && program.class(method.class).is_library
        }
    }

    /// Whether code of the program's own looks at a clock.
    fn is_own_look(&self) -> bool {
        let program = self.machine.program;
        let frames = self.machine.threads[self.thread].frames.iter().rev();
        let classes = frames
            .map(|frame| frame.method)
            .filter(|method| *method != NO_METHOD)
            .map(|method| program.class(program.method(method).class));
        let mut callers =
            classes.skip_while(|it| CLOCKS.iter().any(|clock| it.name.starts_with(clock)));
        callers.next().is_some_and(|class| !class.is_library)
    }

    /// A native asks whether an argument is below zero.
    pub(crate) fn is_negative(&mut self, index: usize) -> bool {
        let word = self.arguments[index];
        let left = (word as i64 as f64, self.stamp_of(word));
        self.machine.note_comparison(self.thread, left, (0.0, None));
        (word as i64) < 0
    }

    /// The stamp of an argument with this value.
    pub(crate) fn stamp_of(&self, word: u64) -> Option<Stamp> {
        let mut stamps = self.machine.times.arguments.iter();
        stamps
            .find(|(value, _)| *value == word)
            .map(|(_, stamp)| *stamp)
    }
}

/// Classes whose natives work on numbers.
const NUMBERS: &[&str] = &[
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/StrictMath",
];

/// Methods of the library that compare what they are called on or given.
const COMPARING: &[&str] = &[
    "after",
    "before",
    "between",
    "compare",
    "compareTo",
    "compareTo0",
    "compareToIgnoreCase",
    "contentEquals",
    "daysUntil",
    "equals",
    "equalsIgnoreCase",
    "isAfter",
    "isBefore",
    "isEqual",
    "mismatch",
    "until",
];

/// The place of a stamp that an array has which holds parts of what can't be moved: of a text.
pub(crate) const WHOLE: usize = u32::MAX as usize;

/// Whether numbers of this kind can have stamps.
pub(crate) fn is_stampable(kind: Kind) -> bool {
    matches!(kind, Kind::Int | Kind::Long | Kind::Float | Kind::Double)
}
