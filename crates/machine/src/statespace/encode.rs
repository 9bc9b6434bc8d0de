//! Parts: how objects, threads and frames are written as words, and read back.

use program::{Body, Kind, MethodId};

use crate::execution::initialize::empty_body;
use crate::execution::invoke::NO_METHOD;
use crate::heap::{BASE, Layout, Position, STATE_FLAGS, reference_at, references};
use crate::machine::{Entry, Machine};
use crate::monitor::Monitor;
use crate::operation::Place;
use crate::statespace::naming::{read_in, written_in};
use crate::statespace::state::{States, each_live};
use crate::thread::{After, Frame, Status, Suspension, Thread, Waiting, Wake};
use crate::time::clock::Stamp;
use crate::value::Ref;
use crate::weak::window::Past;
use crate::weak::{Site, Weak};
use jdk::synchronizer::Role;

impl States {
    /// Whether the thread with this part has ended, or is a daemon.
    pub(crate) fn is_over(&self, part: u32) -> bool {
        let word = self.parts.get(part)[0];
        word & 0xff == 0 || word >> 8 & 1 != 0
    }

    /// Whether the thread with this part is in the middle of a long local computation.
    pub(crate) fn is_paused(&self, part: u32) -> bool {
        self.parts.get(part)[0] & 0xff == 2
    }

    /// The name of the object in whose wait set the thread with this part is, not woken yet.
    pub(crate) fn waits_for(&self, thread: usize, part: u32) -> Option<Ref> {
        let words = self.parts.get(part);
        (words[0] & 0xff == 5).then(|| read_in(thread + 1, Ref(words[3] as u32)))
    }
}

/// The threads that wait for the one with these words to end, one bit each.
pub(crate) fn awaited(words: &[u64]) -> u64 {
    let place = if words[0] & 0xff >= 5 { 5 } else { 4 };
    words.get(place).copied().unwrap_or(0)
}

impl<'p> Machine<'p> {
    /// The name of an object, as it is written in a part that belongs to a group.
    fn named(&self, own: usize, object: Ref) -> u64 {
        match self.names.name(object) {
            Some(name) => u64::from(written_in(own, name)),
            None => unreachable!("a reachable object has a name: {object:?}"),
        }
    }

    pub(crate) fn intern_object(&mut self, name: Ref) -> u32 {
        let mut words = std::mem::take(&mut self.states.words);
        words.clear();
        let own = self.group_of(name);
        let object = self.heap.object(name);
        let tag = match object.layout {
            Layout::Fields => 0,
            Layout::Statics => 1,
            Layout::Array(kind) => 2 + kind as u64,
        };
        words.push(
            u64::from(object.class.0) | u64::from(object.flags & STATE_FLAGS) << 32 | tag << 40,
        );
        let monitor = Monitor(object.monitor).written_by(own.checked_sub(1));
        words.push(u64::from(object.length) | u64::from(monitor.0) << 32);
        let stamps = object.stamps.as_ref().map_or(0, |stamps| stamps.len());
        words.push(u64::from(object.hash) | (stamps as u64) << 32);
        let first = words.len();
        words.extend_from_slice(&object.data);
        object.each_stamp(|slot, stamp| stamp.write(slot, &mut words));
        references(self.program, object, |position| {
            let named = self.named(own, reference_at(object, position));
            put_reference(&mut words[first..], position, named);
        });
        let part = self.states.parts.intern(&words);
        self.states.words = words;
        part
    }

    /// Whether a thread could enter the monitor of an object that has this part and belongs to no
    /// thread.
    #[inline]
    pub(crate) fn is_open_in(&self, part: u32, thread: u16) -> bool {
        part == 0 || {
            let monitor = (self.states.parts.get(part)[1] >> 32) as u32;
            Monitor(monitor).is_open_to(thread.into())
        }
    }

    /// Whether the monitors of objects that have these parts are the same.
    #[inline]
    pub(crate) fn same_monitor(&self, one: u32, other: u32) -> bool {
        let monitor = |part| self.states.parts.get(part)[1] >> 32;
        one != 0 && other != 0 && monitor(one) == monitor(other)
    }

    /// Whether a thread could have entered the monitor of a slot's object in the base.
    pub(crate) fn is_open_at_first(&self, slot: usize, thread: u16) -> bool {
        let slot = self.heap.slots.get(slot);
        slot.is_none_or(|slot| Monitor(slot.original.monitor).is_open_to(thread.into()))
    }

    /// The group whose objects' parts an object's part is one of; 0 for all that belongs to no thread.
    fn group_of(&self, object: Ref) -> usize {
        self.names.position(object).map_or(0, |(group, _)| group)
    }

    pub(crate) fn intern_thread(&mut self, thread: usize) -> u32 {
        let count = self.threads[thread].frames.len();
        let mut parent = 0;
        for depth in 0..count {
            let top = depth + 1 == count;
            let known = self.threads[thread].frames[depth].part;
            if known != 0 && !top {
                parent = known;
                continue;
            }
            parent = self.intern_frame(thread, depth, parent);
            if !top {
                self.threads[thread].frames[depth].part = parent;
            }
        }
        let mut words = std::mem::take(&mut self.states.words);
        words.clear();
        self.thread_words(thread, parent, &mut words);
        let part = self.states.parts.intern(&words);
        self.states.words = words;
        part
    }

    fn thread_words(&self, thread: usize, frames: u32, words: &mut Vec<u64>) {
        let data = &self.threads[thread];
        if data.has_ended() {
            words.push(u64::from(data.daemon) << 8);
            return;
        }
        let (tag, extra) = match data.status {
            Status::Ended => unreachable!("dealt with above"),
            Status::Ready => (1, 0),
            Status::Paused => (2, 0),
            Status::Ending => (3, 0),
            Status::Initialize(class) => (4, u64::from(class.0)),
            Status::Waiting(waiting) => (
                5 + waiting.wake as u64,
                self.named(thread + 1, waiting.object) | u64::from(waiting.depth) << 32,
            ),
        };
        let flags = u64::from(data.daemon) << 8
            | u64::from(data.permit) << 9
            | u64::from(data.hashes) << 10
            | (data.suspension as u64) << 16
            | u64::from(data.stopped) << 18
            | u64::from(data.awaits) << 19
            | u64::from(data.weak.is_some()) << 27
            | u64::from(data.heeds()) << 28;
        words.push(tag | flags | u64::from(frames) << 32);
        words.push(self.named(thread + 1, data.object));
        words.push(data.deadline as u64);
        words.push(extra);
        if let Status::Waiting(waiting) = data.status {
            words.push(waiting.nanos as u64);
        }
        if data.awaited != 0 || data.weak.is_some() || data.heeds() {
            words.push(data.awaited);
        }
        if data.heeds() {
            words.push(data.joined);
        }
        words.extend(data.window.iter().flat_map(Past::words));
        if let Some(Weak { place, site }) = data.weak {
            // Names of the base never change.
            let place = place.map_or(0, |it| it.object.word() | u64::from(it.slot) << 32);
            words.extend([place, u64::from(site.method.0) | u64::from(site.pc) << 32]);
        }
    }

    fn intern_frame(&mut self, thread: usize, depth: usize, parent: u32) -> u32 {
        let mut words = std::mem::take(&mut self.states.words);
        words.clear();
        let own = thread + 1;
        let data = &self.threads[thread];
        let frame = &data.frames[depth];
        let before = data.is_before_instruction(depth);
        words.push(u64::from(frame.method.0) | u64::from(frame.pc) << 32);
        let (tag, payload) = match frame.after {
            After::Call => (0, 0),
            After::Box(None) => (1, 0),
            After::Box(Some(kind)) => (2, kind as u64),
            After::Construct(object) => (3, self.named(own, object)),
            After::Initialize(class) => (4, u64::from(class.0)),
            After::Ensure(class) => (5, u64::from(class.0)),
            After::Thread => (6, 0),
            After::Handler => (11, 0),
            After::Exit => (12, 0),
            After::Retry => (7, 0),
            After::Wrap(None) => (8, 0),
            After::Wrap(Some(kind)) => (9, kind as u64),
            After::Give(object) => (10, self.named(own, object)),
        };
        let flags = u64::from(before) << 40 | u64::from(frame.begun) << 41;
        words.push(payload | tag << 32 | flags);
        words.push(u64::from(parent));
        let registers = &data.registers[frame.base as usize..];
        each_live(frame, before, |register| {
            let word = registers[register];
            words.push(if register < frame.body.references as usize {
                self.named(own, Ref::from_word(word))
            } else {
                word
            });
        });
        if !data.stamps.is_empty() {
            each_live(frame, before, |register| {
                let stamp = self.register_stamp(thread, frame.base as usize + register);
                if let Some(stamp) = stamp {
                    stamp.write(register, &mut words);
                }
            });
        }
        let part = self.states.parts.intern(&words);
        self.states.words = words;
        part
    }

    /// Fills an object from its part.
    pub(crate) fn load_object(&mut self, name: Ref, part: u32) {
        let words = self.states.parts.get(part);
        let layout = match words[0] >> 40 {
            0 => Layout::Fields,
            1 => Layout::Statics,
            kind => Layout::Array(kind_of(kind - 2)),
        };
        let base = if self.names.is_base(name) { BASE } else { 0 };
        let own = self.group_of(name);
        let stamps = (words[2] >> 32) as usize * Stamp::WORDS;
        let (data, stamps) = words[3..].split_at(words.len() - 3 - stamps);
        let object = self.heap.refill(name, data);
        object.stamps = None;
        for words in stamps.chunks_exact(Stamp::WORDS) {
            let (slot, stamp) = Stamp::read(words);
            object.set_stamp(slot, Some(stamp));
        }
        object.class = program::ClassId(words[0] as u32);
        object.length = words[1] as u32;
        object.monitor = Monitor((words[1] >> 32) as u32)
            .read_by(own.checked_sub(1))
            .0;
        object.hash = words[2] as u32;
        object.layout = layout;
        object.flags = (words[0] >> 32) as u8 & STATE_FLAGS | base;
        let mut found = std::mem::take(&mut self.references);
        found.clear();
        let object = self.heap.object(name);
        references(self.program, object, |position| {
            let target = reference_at(object, position);
            if !target.is_null() {
                found.push((position, self.names.bound_in(own, target)));
            }
        });
        for (position, target) in &found {
            if !target.is_heap() {
                self.heap.ensure(*target);
            }
            put_reference(self.heap.data(name), *position, target.word());
        }
        self.references = found;
    }

    pub(crate) fn load_thread(&mut self, number: usize, part: u32) {
        let words = self.states.parts.get(part);
        let mut thread =
            std::mem::replace(&mut self.threads[number], Thread::new(Ref::NULL, false));
        thread.part = part;
        thread.dirty = false;
        thread.operation = None;
        thread.daemon = words[0] >> 8 & 1 != 0;
        thread.permit = words[0] >> 9 & 1 != 0;
        thread.hashes = (words[0] >> 10 & 15) as u8;
        thread.suspension = suspension_of(words[0] >> 16 & 3);
        thread.stopped = words[0] >> 18 & 1 != 0;
        thread.awaits = (words[0] >> 19) as u8;
        thread.awaited = awaited(words);
        thread.weak = weak_of(words);
        (thread.joined, thread.window) = window_of(words);
        let tag = words[0] & 0xff;
        if tag == 0 {
            thread.status = Status::Ended;
            thread.object = Ref::NULL;
            thread.frames.clear();
            thread.registers.clear();
            thread.stamps.clear();
            self.threads[number] = thread;
            return;
        }
        thread.object = self.names.bound_in(number + 1, Ref(words[1] as u32));
        thread.deadline = words[2] as i64;
        thread.status = match tag {
            1 => Status::Ready,
            2 => Status::Paused,
            3 => Status::Ending,
            4 => Status::Initialize(program::ClassId(words[3] as u32)),
            wake => Status::Waiting(Waiting {
                object: self.names.bound_in(number + 1, Ref(words[3] as u32)),
                depth: (words[3] >> 32) as u32,
                nanos: words[4] as i64,
                wake: wake_of(wake - 5),
            }),
        };
        let top = (words[0] >> 32) as u32;
        self.load_frames(number + 1, &mut thread, top);
        self.threads[number] = thread;
        self.note_loose(number);
    }

    /// Rebuilds the frames down to the first that is already there.
    fn load_frames(&mut self, own: usize, thread: &mut Thread<'p>, top: u32) {
        let mut chain = Vec::new();
        let mut part = top;
        while part != 0 {
            chain.push(part);
            part = self.states.parts.get(part)[2] as u32;
        }
        chain.reverse();
        let mut same = 0;
        while same + 1 < chain.len()
            && thread.frames.len() > same
            && thread.frames[same].part == chain[same]
        {
            same += 1;
        }
        if let Some(frame) = thread.frames.get(same) {
            thread.registers.truncate(frame.base as usize);
        }
        let registers = thread.registers.len() as u32;
        thread.stamps.retain(|(register, _)| *register < registers);
        thread.frames.truncate(same);
        for (depth, part) in chain.iter().enumerate().skip(same) {
            self.load_frame(own, thread, *part, depth + 1 == chain.len());
        }
    }

    fn load_frame(&mut self, own: usize, thread: &mut Thread<'p>, part: u32, top: bool) {
        let words = self.states.parts.get(part).to_vec();
        let method = MethodId(words[0] as u32);
        let body = self.body_of(method);
        let payload = words[1] as u32;
        let after = match words[1] >> 32 & 0xff {
            0 => After::Call,
            1 => After::Box(None),
            2 => After::Box(Some(kind_of(u64::from(payload)))),
            3 => After::Construct(self.names.bound_in(own, Ref(payload))),
            4 => After::Initialize(program::ClassId(payload)),
            5 => After::Ensure(program::ClassId(payload)),
            6 => After::Thread,
            7 => After::Retry,
            8 => After::Wrap(None),
            9 => After::Wrap(Some(kind_of(u64::from(payload)))),
            10 => After::Give(self.names.bound_in(own, Ref(payload))),
            11 => After::Handler,
            _ => After::Exit,
        };
        let base = thread.registers.len();
        thread.registers.resize(base + body.registers.len(), 0);
        let frame = Frame {
            method,
            body,
            pc: (words[0] >> 32) as u32,
            base: base as u32,
            after,
            role: self.role(method),
            begun: words[1] >> 41 & 1 != 0,
            part: if top { 0 } else { part },
        };
        let mut values = words[3..].iter();
        let before = words[1] >> 40 & 1 != 0;
        each_live(&frame, before, |register| {
            let word = *values
                .next()
                .expect("a frame part has a word for each live register");
            thread.registers[base + register] = if register < body.references as usize {
                let object = self.names.bound_in(own, Ref::from_word(word));
                self.heap.ensure(object);
                object.word()
            } else {
                word
            };
        });
        for words in values.as_slice().chunks_exact(Stamp::WORDS) {
            let (register, stamp) = Stamp::read(words);
            thread.stamps.push(((base + register) as u32, stamp));
        }
        thread.frames.push(frame);
    }

    /// Calls `f` with the names that an object with this part refers to, in the order of a walk.
    pub(crate) fn names_in_object(&self, part: u32, mut f: impl FnMut(Ref)) {
        self.references_in_object(part, |it| {
            if it.is_name() {
                f(it);
            }
        });
    }

    /// Calls `f` with all references of an object with this part, in the order of a walk.
    pub(crate) fn references_in_object(&self, part: u32, mut f: impl FnMut(Ref)) {
        let words = self.states.parts.get(part);
        let class = self.program.class(program::ClassId(words[0] as u32));
        let data = &words[3..];
        let kinds = match words[0] >> 40 {
            0 => &class.instance_slots,
            1 => &class.static_slots,
            kind => {
                if kind_of(kind - 2) == Kind::Reference {
                    let halves = data
                        .iter()
                        .flat_map(|word| [*word as u32, (word >> 32) as u32]);
                    halves.map(Ref).for_each(f);
                }
                return;
            }
        };
        for (kind, word) in kinds.iter().zip(data) {
            if *kind == Kind::Reference {
                f(Ref::from_word(*word));
            }
        }
    }

    /// Calls `f` with the names in the part of a thread: of its `Thread`, of what it waits for, and of
    /// what its registers refer to, in the order of a walk. For one of the first two that is no name,
    /// with null.
    pub(crate) fn names_in_thread(&mut self, part: u32, mut f: impl FnMut(Ref)) {
        let words = self.states.parts.get(part);
        if words[0] & 0xff == 0 {
            return;
        }
        let or_null = |word: u64| Some(Ref(word as u32)).filter(|it| it.is_name());
        f(or_null(words[1]).unwrap_or(Ref::NULL));
        let waits = words[0] & 0xff >= 5;
        f(or_null(words[3]).filter(|_| waits).unwrap_or(Ref::NULL));
        let mut chain = Vec::new();
        let mut frame = (words[0] >> 32) as u32;
        while frame != 0 {
            chain.push(frame);
            frame = self.states.parts.get(frame)[2] as u32;
        }
        for frame in chain.into_iter().rev() {
            self.names_in_frame(frame, &mut f);
        }
    }

    fn names_in_frame(&mut self, part: u32, mut f: impl FnMut(Ref)) {
        let words = self.states.parts.get(part).to_vec();
        let method = MethodId(words[0] as u32);
        let body = self.body_of(method);
        let after = Ref(words[1] as u32);
        if matches!(words[1] >> 32 & 0xff, 3 | 10) && after.is_name() {
            f(after);
        }
        let frame = Frame {
            method,
            body,
            pc: (words[0] >> 32) as u32,
            base: 0,
            after: After::Call,
            role: Role::default(),
            begun: false,
            part: 0,
        };
        let mut values = words[3..].iter();
        each_live(&frame, words[1] >> 40 & 1 != 0, |register| {
            let name = values.next().map_or(Ref::NULL, |it| Ref::from_word(*it));
            if register < body.references as usize && name.is_name() {
                f(name);
            }
        });
    }

    fn body_of(&mut self, method: MethodId) -> &'p Body {
        if method == NO_METHOD {
            return empty_body();
        }
        match self.entry(method) {
            Entry::Body(body) => body,
            // A native may leave it to the method's own code.
            Entry::Native(_) => self.program.body(method),
            _ => unreachable!("a frame's method has a body"),
        }
    }
}

fn put_reference(data: &mut [u64], position: Position, word: u64) {
    match position {
        Position::Field(slot) => data[slot] = word,
        Position::Element(index) => {
            let shift = (index & 1) * 32;
            let cell = &mut data[index >> 1];
            *cell = (*cell & !(0xffff_ffff << shift)) | word << shift;
        }
    }
}

fn kind_of(number: u64) -> Kind {
    const KINDS: [Kind; 9] = [
        Kind::Boolean,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Long,
        Kind::Float,
        Kind::Double,
        Kind::Reference,
    ];
    KINDS[number as usize]
}

/// The last two words, if they are there.
/// The accesses stand between what is awaited and the weak store.
fn window_of(words: &[u64]) -> (u64, Vec<Past>) {
    if words[0] >> 28 & 1 == 0 {
        return (0, Vec::new());
    }
    let first = if words[0] & 0xff >= 5 { 6 } else { 5 };
    let weak = 2 * (words[0] >> 27 & 1) as usize;
    let window = Past::from_words(&words[first + 1..words.len() - weak]);
    (words[first], window)
}

fn weak_of(words: &[u64]) -> Option<Weak> {
    let &[.., place, site] = words else {
        return None;
    };
    (words[0] >> 27 & 1 != 0).then(|| Weak {
        place: (place != 0).then(|| Place {
            object: Ref::from_word(place & 0xffff_ffff),
            slot: (place >> 32) as u32,
        }),
        site: Site {
            method: MethodId(site as u32),
            pc: (site >> 32) as u32,
        },
    })
}

fn suspension_of(number: u64) -> Suspension {
    match number {
        0 => Suspension::No,
        1 => Suspension::ByOther,
        2 => Suspension::BySelf,
        _ => Suspension::Over,
    }
}

fn wake_of(number: u64) -> Wake {
    match number {
        0 => Wake::Not,
        1 => Wake::Notified,
        2 => Wake::Interrupted,
        3 => Wake::Expired,
        _ => Wake::Spurious,
    }
}
