//! The interpreter: runs one thread until it stands before an operation.
//!
//! The loop reads instructions of the innermost frame. What touches only registers is done in the
//! loop; everything else is one call that says how to go on ([`Flow`]). An instruction that stops
//! or throws has changed nothing.

use program::{Body, Condition, FieldAccess, FieldId, Instruction, Kind, Register};

use crate::execution::arithmetic::{binary, unary};
use crate::execution::invoke::NO_METHOD;
use crate::heap::{FROZEN, LEAKED, SHARED};
use crate::machine::{Halt, Machine};
use crate::operation::{Operation, Ordering, Place};
use crate::options::Granularity;
use crate::rounds::patience::Patience;
use crate::statespace::state::each_live;
use crate::thread::Status;
use crate::time::stamps::WHOLE;
use crate::value::{Ref, boolean, int, narrow};

/// How the loop goes on after an instruction.
pub(crate) enum Flow {
    /// With the next instruction.
    Next,
    /// With whatever frame and instruction are now current.
    Reload,
    /// Not at all.
    Halt(Halt),
}

impl<'p> Machine<'p> {
    /// Runs a thread until it stops. Before the base exists, that is before an operation that
    /// concerns threads; later, before any operation.
    pub(crate) fn run(&mut self, thread: usize) -> Halt {
        let mut patience = Patience::new(self.bulk());
        let by_instruction = self.options.granularity == Granularity::Instruction;
        let is_watched = self.watched.is_some() || self.visits.is_some() || self.lines.is_some();
        let follows_places = self.follows_places();
        'frame: loop {
            let Some(frame) = self.threads[thread].frames.last() else {
                self.threads[thread].status = Status::Ending;
                return Halt::Operation(Operation::End);
            };
            let body: &'p Body = frame.body;
            let method = frame.method;
            if self.free && self.sees_method(method) {
                self.threads[thread].status = Status::Paused;
                return Halt::Status;
            }
            let frame = self.threads[thread].top();
            let base = frame.base as usize;
            let mut pc = frame.pc as usize;
            loop {
                if is_watched {
                    self.note_position(thread, pc);
                    if self.pauses_at_line(thread, body, pc) {
                        return Halt::Status;
                    }
                }
                if follows_places {
                    self.follow_places(thread, pc);
                }
                if by_instruction && is_local(&body.code[pc]) && !self.allow() {
                    self.set_pc(thread, pc);
                    self.threads[thread].status = Status::Paused;
                    return Halt::Status;
                }
                self.instructions += 1;
                if !self.threads[thread].stamps.is_empty() {
                    self.follow_stamps(thread, base, body.code[pc]);
                }
                let registers = &mut self.threads[thread].registers[base..];
                let get = |register: Register| registers[register.index()];
                let flow = match body.code[pc] {
                    Instruction::Constant { target, value } => {
                        registers[target.index()] = value;
                        Flow::Next
                    }
                    Instruction::Move { target, source } => {
                        registers[target.index()] = get(source);
                        Flow::Next
                    }
                    Instruction::Binary {
                        operator,
                        target,
                        left,
                        right,
                    } => match binary(operator, get(left), get(right)) {
                        Some(value) => {
                            registers[target.index()] = value;
                            Flow::Next
                        }
                        None => self.divided_by_zero(thread, pc),
                    },
                    Instruction::BinaryConstant {
                        operator,
                        target,
                        left,
                        right,
                    } => match binary(operator, get(left), int(right)) {
                        Some(value) => {
                            registers[target.index()] = value;
                            Flow::Next
                        }
                        None => self.divided_by_zero(thread, pc),
                    },
                    Instruction::Unary {
                        operator,
                        target,
                        source,
                    } => {
                        registers[target.index()] = unary(operator, get(source));
                        Flow::Next
                    }
                    Instruction::Jump { pc: target } => {
                        let (back, from) = (target as usize <= pc, pc);
                        pc = target as usize;
                        if back {
                            self.note_loop(thread, body, from);
                            if patience.tires(self.bulk()) && self.pauses(thread, pc, &mut patience)
                            {
                                return Halt::Status;
                            }
                        }
                        continue;
                    }
                    Instruction::Branch {
                        condition,
                        left,
                        right,
                        pc: target,
                    } => {
                        if !holds(condition, get(left) as i64, get(right) as i64) {
                            pc += 1;
                            continue;
                        }
                        let (back, from) = (target as usize <= pc, pc);
                        pc = target as usize;
                        if back {
                            self.note_loop(thread, body, from);
                            if patience.tires(self.bulk()) && self.pauses(thread, pc, &mut patience)
                            {
                                return Halt::Status;
                            }
                        }
                        continue;
                    }
                    Instruction::BranchConstant {
                        condition,
                        left,
                        right,
                        pc: target,
                    } => {
                        if !holds(condition, get(left) as i64, i64::from(right)) {
                            pc += 1;
                            continue;
                        }
                        let (back, from) = (target as usize <= pc, pc);
                        pc = target as usize;
                        if back {
                            self.note_loop(thread, body, from);
                            if patience.tires(self.bulk()) && self.pauses(thread, pc, &mut patience)
                            {
                                return Halt::Status;
                            }
                        }
                        continue;
                    }
                    Instruction::Switch { value, table } => {
                        let table = &body.switches[table as usize];
                        let value = get(value) as i32;
                        let case = table.cases.binary_search_by_key(&value, |case| case.0);
                        let target = case.map_or(table.default, |index| table.cases[index].1);
                        let (back, from) = (target as usize <= pc, pc);
                        pc = target as usize;
                        if back {
                            self.note_loop(thread, body, from);
                            if patience.tires(self.bulk()) && self.pauses(thread, pc, &mut patience)
                            {
                                return Halt::Status;
                            }
                        }
                        continue;
                    }
                    Instruction::ArrayLength { target, array } => {
                        let array = Ref::from_word(get(array));
                        if array.is_null() {
                            self.null_pointer(thread, pc)
                        } else {
                            registers[target.index()] = u64::from(self.heap.object(array).length);
                            Flow::Next
                        }
                    }
                    Instruction::GetField {
                        target,
                        object,
                        slot,
                        access,
                        field,
                        kind: _,
                    } => {
                        let object = Ref::from_word(get(object));
                        if object.is_null() {
                            self.null_pointer(thread, pc)
                        } else {
                            let place = Place {
                                object,
                                slot: u32::from(slot),
                            };
                            if self.may_read(thread, place, access, field) {
                                if access == FieldAccess::Volatile
                                    && self.threads[thread].weak.is_some()
                                {
                                    self.set_pc(thread, pc);
                                    self.load_after_stores(thread, place);
                                }
                                if self.known.heeds_modes {
                                    self.set_pc(thread, pc);
                                    self.pass_field(thread, place, access, false);
                                }
                                let word = self.heap.object(object).data[slot as usize];
                                self.set(thread, base, target, word);
                                self.load_stamp(thread, base, target, place)
                            } else {
                                stop(Operation::Read(place, ordering(access)))
                            }
                        }
                    }
                    instruction => {
                        self.set_pc(thread, pc);
                        self.complex(thread, body, instruction)
                    }
                };
                match flow {
                    Flow::Next => pc += 1,
                    Flow::Reload => {
                        // Recursion without operations tires too.
                        if patience.tires(self.bulk()) && self.is_exhausted(thread, &patience) {
                            return Halt::Status;
                        }
                        continue 'frame;
                    }
                    Flow::Halt(halt) => {
                        // A thread that ends leaves its last call.
                        if is_watched && self.threads[thread].frames.is_empty() {
                            self.note_position(thread, 0);
                        }
                        self.set_pc_if_running(thread, pc, &halt);
                        return halt;
                    }
                }
            }
        }
    }

    /// Instructions that use the heap or the stack of calls.
    fn complex(&mut self, thread: usize, body: &'p Body, instruction: Instruction) -> Flow {
        let base = self.threads[thread].top().base as usize;
        let pc = self.threads[thread].top().pc as usize;
        let get = |register: Register| self.threads[thread].registers[base + register.index()];
        match instruction {
            Instruction::ConstantString { target, string } => {
                let string = self.heap.string(string);
                self.set(thread, base, target, string.word())
            }
            Instruction::ConstantClass { target, class } => {
                let mirror = self.mirror(class);
                self.set(thread, base, target, mirror.word())
            }
            Instruction::ConstantSingleton { target, class } => {
                let singleton = self.heap.singleton(class);
                self.set(thread, base, target, singleton.word())
            }
            Instruction::Return { source } => {
                let value = if source.is_some() { get(source) } else { 0 };
                self.times.result = match self.threads[thread].stamps.is_empty() {
                    false if source.is_some() => self.register_stamp(thread, base + source.index()),
                    _ => None,
                };
                self.leave(thread, value)
            }
            Instruction::Throw { source } => {
                let exception = Ref::from_word(get(source));
                if exception.is_null() {
                    return self.null_pointer(thread, pc);
                }
                self.throw(thread, exception)
            }
            Instruction::New { target, class } => {
                if let Some(flow) = self.ensure_initialized(thread, class) {
                    return flow;
                }
                let class_data = self.program.class(class);
                if class_data.is_abstract() || class_data.is_interface() {
                    return self.throw_new(thread, "java/lang/InstantiationError", None);
                }
                if self.heap.words > self.options.max_heap_words {
                    return self.out_of_memory(thread);
                }
                let object = self.heap.new_object(class);
                self.set(thread, base, target, object.word())
            }
            Instruction::NewArray {
                target,
                class,
                length,
            } => {
                let length = get(length) as i32;
                match self.allocate_array(thread, class, length) {
                    Ok(array) => self.set(thread, base, target, array.word()),
                    Err(flow) => flow,
                }
            }
            Instruction::NewMultiArray {
                target,
                class,
                lengths,
            } => {
                let range = lengths.start as usize..lengths.start as usize + lengths.count as usize;
                let lengths: Vec<i32> = body.operands[range]
                    .iter()
                    .map(|length| get(*length) as i32)
                    .collect();
                match self.allocate_nested(thread, class, &lengths) {
                    Ok(array) => self.set(thread, base, target, array.word()),
                    Err(flow) => flow,
                }
            }
            Instruction::ArrayLoad {
                kind,
                target,
                array,
                index,
            } => {
                let (array, place) = (Ref::from_word(get(array)), base + index.index());
                let index = get(index) as i32;
                if !self.threads[thread].stamps.is_empty() {
                    self.note_selection(thread, place);
                }
                match self.element_place(thread, pc, array, index) {
                    Err(flow) => flow,
                    Ok(place) if !self.may_load(place) => {
                        stop(Operation::Read(place, Ordering::Plain))
                    }
                    Ok(place) => {
                        if self.known.heeds_modes {
                            self.pass_field(thread, place, FieldAccess::Plain, false);
                        }
                        let word = self.heap.object(array).element(kind, index as usize);
                        self.set(thread, base, target, word);
                        self.load_stamp(thread, base, target, place)
                    }
                }
            }
            Instruction::ArrayStore {
                kind,
                array,
                index,
                source,
            } => {
                let (array, index) = (Ref::from_word(get(array)), get(index) as i32);
                let word = get(source);
                let stamp = self.register_stamp(thread, base + source.index());
                let flow = self.store_element(thread, pc, kind, array, index, word);
                if stamp.is_some() && matches!(flow, Flow::Next) {
                    self.stamp_element(array, kind, index as usize, stamp);
                }
                flow
            }
            Instruction::PutField {
                object,
                source,
                slot,
                kind,
                access,
                field,
            } => {
                let (object, word) = (Ref::from_word(get(object)), get(source));
                if object.is_null() {
                    return self.null_pointer(thread, pc);
                }
                let place = Place {
                    object,
                    slot: u32::from(slot),
                };
                if !self.may_write(place, access) {
                    return stop(Operation::Write(place, ordering(access)));
                }
                if access == FieldAccess::Volatile {
                    self.order_stores_at(thread, object);
                }
                if self.known.heeds_modes {
                    if access == FieldAccess::Volatile && kind == Kind::Reference {
                        self.note_publication(thread, Ref::from_word(word));
                    }
                    self.pass_field(thread, place, access, true);
                }
                if self.is_uncounted(object, field) {
                    return Flow::Next;
                }
                let is_identity = self.known.identity.contains(&field);
                let word = match self.hides_identity() && is_identity {
                    true => 0,
                    false => word,
                };
                let stamp = self.register_stamp(thread, base + source.index());
                self.store(thread, place, kind, word);
                self.stamp_slot(object, usize::from(slot), stamp);
                Flow::Next
            }
            Instruction::GetStatic {
                target,
                slot,
                field,
                access,
                kind: _,
            } => {
                let data = self.program.field(field);
                let class = data.class;
                if let Some(flow) = self.ensure_initialized(thread, class) {
                    return flow;
                }
                let method = self.threads[thread].top().method;
                self.coverage.note_read(data, method, pc);
                let object = self.heap.statics(class);
                let place = Place {
                    object,
                    slot: u32::from(slot),
                };
                let passes = match access {
                    FieldAccess::Final => {
                        !self.heap.unwritten.is_stream(field) || self.passes_final(thread, field)
                    }
                    _ => self.keeps_statics(class, thread) || self.passes_unwritten(thread, field),
                };
                if !passes && !self.allow() {
                    return stop(Operation::Read(place, ordering(access)));
                }
                if access == FieldAccess::Volatile {
                    self.load_after_stores(thread, place);
                }
                if self.known.heeds_modes {
                    self.pass_field(thread, place, access, false);
                }
                let word = self.heap.object(object).data[slot as usize];
                self.set(thread, base, target, word);
                self.load_stamp(thread, base, target, place)
            }
            Instruction::PutStatic {
                source,
                slot,
                field,
                kind,
                access,
            } => {
                let word = get(source);
                let class = self.program.field(field).class;
                if let Some(flow) = self.ensure_initialized(thread, class) {
                    return flow;
                }
                let object = self.heap.statics(class);
                let place = Place {
                    object,
                    slot: u32::from(slot),
                };
                let is_seen = self.sees_static(thread, class, field);
                let passes = !is_seen && self.keeps_statics(class, thread);
                if !passes && (is_seen && self.free || !self.allow()) {
                    return stop(Operation::Write(place, ordering(access)));
                }
                if self.free {
                    self.note_first_value(field, word);
                }
                if access == FieldAccess::Volatile {
                    self.order_stores_at(thread, object);
                }
                if self.known.heeds_modes {
                    if access == FieldAccess::Volatile && kind == Kind::Reference {
                        self.note_publication(thread, Ref::from_word(word));
                    }
                    self.pass_field(thread, place, access, true);
                }
                let stamp = self.register_stamp(thread, base + source.index());
                self.store(thread, place, kind, word);
                self.stamp_slot(object, usize::from(slot), stamp);
                Flow::Next
            }
            Instruction::CheckCast { object, class } => {
                let object = Ref::from_word(get(object));
                if object.is_null()
                    || self
                        .program
                        .is_subtype(self.heap.object(object).class, class)
                {
                    return Flow::Next;
                }
                self.class_cast(thread, object, class)
            }
            Instruction::InstanceOf {
                target,
                object,
                class,
            } => {
                let object = Ref::from_word(get(object));
                let is = !object.is_null()
                    && self
                        .program
                        .is_subtype(self.heap.object(object).class, class);
                self.set(thread, base, target, boolean(is))
            }
            Instruction::Invoke {
                kind,
                method,
                arguments,
                ..
            } => self.invoke(thread, body, kind, method, arguments),
            Instruction::InvokePolymorphic {
                index, arguments, ..
            } => self.invoke_polymorphic(thread, body, index as usize, arguments),
            Instruction::InvokeDynamic { index, .. }
            | Instruction::ConstantDynamic { index, .. } => {
                self.dynamic(thread, &body.dynamic[index as usize])
            }
            Instruction::Concat {
                target,
                recipe,
                arguments,
            } => {
                let range =
                    arguments.start as usize..arguments.start as usize + arguments.count as usize;
                let parts: Vec<Ref> = body.operands[range]
                    .iter()
                    .map(|argument| Ref::from_word(get(*argument)))
                    .collect();
                let string = self.concatenate(recipe, &parts);
                self.stamp_text(string, &parts);
                self.set(thread, base, target, string.word())
            }
            Instruction::MonitorEnter { object } => {
                let object = Ref::from_word(get(object));
                self.monitor_enter(thread, pc, object)
            }
            Instruction::MonitorExit { object } => {
                let object = Ref::from_word(get(object));
                self.monitor_exit(thread, pc, object)
            }
            Instruction::Raise { class, message } => {
                let name = self.program.class(class).name.to_string();
                let message = String::from_utf16_lossy(self.program.string(message));
                if crate::lacking::is_about_shipped(&message) {
                    let reason = format!("{message}, which Heddle's own version lacks");
                    return self.unsupported(thread, reason);
                }
                self.throw_named(thread, &name, Some(message))
            }
            Instruction::Unsupported { reason } => {
                let reason = String::from_utf16_lossy(self.program.string(reason));
                self.unsupported(thread, reason)
            }
            Instruction::Constant { .. }
            | Instruction::Move { .. }
            | Instruction::Binary { .. }
            | Instruction::BinaryConstant { .. }
            | Instruction::Unary { .. }
            | Instruction::Jump { .. }
            | Instruction::Branch { .. }
            | Instruction::BranchConstant { .. }
            | Instruction::Switch { .. }
            | Instruction::ArrayLength { .. }
            | Instruction::GetField { .. } => unreachable!("done in the loop"),
        }
    }

    #[inline]
    fn set(&mut self, thread: usize, base: usize, target: Register, word: u64) -> Flow {
        let data = &mut self.threads[thread];
        data.registers[base + target.index()] = word;
        if !data.stamps.is_empty() {
            self.stamp_register(thread, base + target.index(), None);
        }
        Flow::Next
    }

    /// The register has just got what is in this place: also its stamp.
    #[inline]
    fn load_stamp(&mut self, thread: usize, base: usize, target: Register, place: Place) -> Flow {
        let object = self.heap.object(place.object);
        if object.stamps.is_some() {
            let stamp = object.stamp(place.slot as usize).or(object.stamp(WHOLE));
            self.stamp_register(thread, base + target.index(), stamp);
        }
        Flow::Next
    }

    /// A backward jump is taken.
    #[inline]
    fn note_loop(&mut self, thread: usize, body: &Body, from: usize) {
        self.looped = true;
        if !self.looped_freely {
            self.looped_freely = !body.counts(from as u32);
        }
        if body.is_endless(from as u32) && !self.came_round {
            let method = self.threads[thread].top().method;
            self.come_round(method, body, from as u32);
        }
    }

    pub(crate) fn set_pc(&mut self, thread: usize, pc: usize) {
        if let Some(frame) = self.threads[thread].frames.last_mut() {
            frame.pc = pc as u32;
        }
    }

    /// A thread that stops before an operation stops at that instruction.
    fn set_pc_if_running(&mut self, thread: usize, pc: usize, halt: &Halt) {
        if matches!(halt, Halt::Operation(operation) if *operation != Operation::End) {
            self.set_pc(thread, pc);
        }
    }

    /// Whether a read of an instance field needs no stop, or is the step that was chosen.
    #[inline]
    fn may_read(
        &mut self,
        thread: usize,
        place: Place,
        access: FieldAccess,
        field: FieldId,
    ) -> bool {
        if self.hides_identity() && self.known.identity.contains(&field) {
            self.see_identity();
        }
        let object = self.heap.object(place.object);
        if !object.is_shared() {
            return true;
        }
        if access == FieldAccess::Final && object.flags & LEAKED == 0 {
            let passes = self.passes_final(thread, field);
            if passes {
                self.follow(thread, place);
            }
            return passes || self.allow();
        }
        if self.passes_unwritten(thread, field) {
            self.follow(thread, place);
            return true;
        }
        if self.known.end_fields.contains(&field) {
            self.heap.unwritten.observe_ends();
        }
        self.allow()
    }

    /// Whether a final field is one that nobody writes after its object was shared, so that reading it is
    /// no operation.
    #[inline]
    pub(crate) fn passes_final(&mut self, thread: usize, field: FieldId) -> bool {
        let passes = self.free || self.heap.unwritten.is_constant(field);
        if passes
            && let Some(passed) = &mut self.passed
            && self.heap.unwritten.can_be_set(field)
        {
            passed.push(thread as u16);
        }
        passes
    }

    /// Whether the field is one that nobody writes, so that reading it is no operation.
    #[inline]
    fn passes_unwritten(&mut self, thread: usize, field: FieldId) -> bool {
        let passes = !self.free && self.heap.unwritten.holds(field);
        self.passes += u64::from(passes);
        if passes && let Some(passed) = &mut self.passed {
            passed.push(thread as u16);
        }
        passes
    }

    /// Whether a write of an instance field needs no stop, or is the step that was chosen.
    #[inline]
    fn may_write(&mut self, place: Place, _access: FieldAccess) -> bool {
        !self.sees_object(place.object)
            && (!self.heap.object(place.object).is_shared() || self.allow())
    }

    /// Whether a read of an array element needs no stop, or is the step that was chosen.
    #[inline]
    fn may_load(&mut self, place: Place) -> bool {
        let flags = self.heap.object(place.object).flags;
        flags & (SHARED | FROZEN) != SHARED || self.allow()
    }

    /// Whether a write of an array element needs no stop, or is the step that was chosen.
    #[inline]
    pub(crate) fn may_store(&mut self, place: Place) -> bool {
        !self.sees_object(place.object)
            && (!self.heap.object(place.object).is_shared() || self.allow())
    }

    /// Stores a word into a field or static.
    pub(crate) fn store(&mut self, thread: usize, place: Place, kind: Kind, word: u64) {
        let slot = place.slot as usize;
        if kind == Kind::Reference {
            let value = Ref::from_word(word);
            self.publish_into(thread, place.object, value);
            self.heap.set_reference(place.object, slot, value);
        } else {
            self.heap.set_word(place.object, slot, narrow(kind, word));
        }
    }

    /// Makes `value` shared if it is about to be stored into a shared object.
    pub(crate) fn publish_into(&mut self, thread: usize, object: Ref, value: Ref) {
        if self.heap.needs_publication(object, value) {
            let constructing = self.constructing(thread);
            self.heap.publish(value, &constructing);
        }
    }

    /// The objects that constructors which the thread is running may still write. What is in registers
    /// that are not read any more is no part of a state, and must not matter.
    pub(crate) fn constructing(&self, thread: usize) -> Vec<Ref> {
        let thread = &self.threads[thread];
        let mut objects = Vec::new();
        for (depth, frame) in thread.frames.iter().enumerate() {
            if frame.method != NO_METHOD
                && &*self.program.method(frame.method).name == "<init>"
                && let Some(receiver) = frame.body.parameters.first()
            {
                let mut is_live = false;
                each_live(frame, thread.is_before_instruction(depth), |register| {
                    is_live |= register == receiver.index();
                });
                if is_live {
                    let word = thread.registers[frame.base as usize + receiver.index()];
                    objects.push(Ref::from_word(word));
                }
            }
        }
        objects
    }
}

fn stop(operation: Operation) -> Flow {
    Flow::Halt(Halt::Operation(operation))
}

fn ordering(access: FieldAccess) -> Ordering {
    match access {
        FieldAccess::Volatile => Ordering::Atomic,
        FieldAccess::Plain | FieldAccess::Final => Ordering::Plain,
    }
}

#[inline]
fn holds(condition: Condition, left: i64, right: i64) -> bool {
    match condition {
        Condition::Equal => left == right,
        Condition::NotEqual => left != right,
        Condition::Less => left < right,
        Condition::GreaterEqual => left >= right,
        Condition::Greater => left > right,
        Condition::LessEqual => left <= right,
    }
}

/// Whether an instruction concerns registers alone, for the oracle's granularity.
fn is_local(instruction: &Instruction) -> bool {
    !matches!(
        instruction,
        Instruction::GetField { .. }
            | Instruction::PutField { .. }
            | Instruction::GetStatic { .. }
            | Instruction::PutStatic { .. }
            | Instruction::ArrayLoad { .. }
            | Instruction::ArrayStore { .. }
            | Instruction::Invoke { .. }
            | Instruction::InvokePolymorphic { .. }
            | Instruction::New { .. }
            | Instruction::MonitorEnter { .. }
            | Instruction::MonitorExit { .. }
    )
}
