//! Calls and returns.

use program::body::Dynamic;
use program::{Body, Instruction, InvokeKind, MethodCode, MethodId, Operands};

use crate::execution::step::Flow;
use crate::machine::{Entry, Halt, Machine};
use crate::native::{self, Call, Found, Interruption, Invocation, Native};
use crate::options::Randomness;
use crate::thread::{After, Frame};
use crate::value::Ref;
use jdk::synchronizer::Role;

/// The method of a frame that only exists for its [`After`].
pub(crate) const NO_METHOD: MethodId = MethodId(u32::MAX);

/// Whether a class is of Jupiter's engine, which comes with the program's class path and of which
/// some is replaced all the same.
fn is_of_engine(class: &str) -> bool {
    class.starts_with("org/junit/jupiter/engine/")
}

impl<'p> Machine<'p> {
    /// How a method is run, worked out once.
    pub(crate) fn entry(&mut self, method: MethodId) -> Entry<'p> {
        if let Some(entry) = self.entries.get(method.index())
            && !matches!(entry, Entry::Unknown)
        {
            return *entry;
        }
        let data = self.program.method(method);
        let class = self.program.class(data.class);
        let chosen = match self.options.random {
            Randomness::Choose => native::find_chosen(&class.name, &data.name, &data.descriptor),
            Randomness::Fixed => None,
        };
        let found = chosen
            .map(Found::Native)
            .or_else(|| native::find(&class.name, &data.name, &data.descriptor));
        let entry = match found {
            Some(Found::Native(native)) if class.is_library => Entry::Native(native),
            Some(Found::Java(support, name))
                if class.is_library
                    || is_of_engine(&class.name)
                    || self.replaces_logs(&class.name) =>
            {
                Entry::Body(self.support_body(support, name))
            }
            _ => match data.code {
                MethodCode::Bytecode | MethodCode::Synthetic => {
                    Entry::Body(self.program.body(method))
                }
                MethodCode::Native => Entry::Missing,
                MethodCode::Abstract => Entry::Abstract,
            },
        };
        if self.entries.len() <= method.index() {
            self.entries.resize(method.index() + 1, Entry::Unknown);
        }
        self.entries[method.index()] = entry;
        entry
    }

    /// The code of a static method of a support class.
    fn support_body(&self, class: &str, name: &str) -> &'p Body {
        let methods = &self.program.class(self.library_class(class)).methods;
        let found = methods
            .iter()
            .find(|method| *self.program.method(**method).name == *name);
        let method = found.unwrap_or_else(|| unreachable!("no support method {class}.{name}"));
        self.program.body(*method)
    }

    /// Runs a call instruction.
    pub(crate) fn invoke(
        &mut self,
        thread: usize,
        body: &'p Body,
        kind: InvokeKind,
        method: MethodId,
        operands: Operands,
    ) -> Flow {
        let base = self.threads[thread].top().base as usize;
        let range = operands.start as usize..operands.start as usize + operands.count as usize;
        let operands = &body.operands[range];
        let mut callee = method;
        if kind == InvokeKind::Static {
            let class = self.program.method(method).class;
            if let Some(flow) = self.ensure_initialized(thread, class) {
                return flow;
            }
        } else {
            let receiver = self.threads[thread].registers[base + operands[0].index()];
            let receiver = Ref::from_word(receiver);
            if receiver.is_null() {
                let pc = self.threads[thread].top().pc as usize;
                return self.null_pointer(thread, pc);
            }
            if kind != InvokeKind::Special {
                match self.dispatch(receiver, method) {
                    Some(found) => callee = found,
                    None => return self.throw_new(thread, "java/lang/AbstractMethodError", None),
                }
            }
        }
        match self.entry(callee) {
            Entry::Body(callee_body) => {
                if self.scouts {
                    self.note_lookup(thread, callee, base, operands);
                }
                if self.threads[thread].frames.len() >= self.options.max_stack_depth {
                    return self.throw_new(thread, "java/lang/StackOverflowError", None);
                }
                let callee_base = self.push(thread, callee, callee_body, After::Call);
                let registers = &mut self.threads[thread].registers;
                for (operand, parameter) in operands.iter().zip(&callee_body.parameters) {
                    registers[callee_base + parameter.index()] = registers[base + operand.index()];
                }
                if !self.threads[thread].stamps.is_empty() {
                    for (operand, parameter) in operands.iter().zip(&callee_body.parameters) {
                        let stamp = self.register_stamp(thread, base + operand.index());
                        self.stamp_register(thread, callee_base + parameter.index(), stamp);
                    }
                }
                Flow::Reload
            }
            Entry::Native(native) => {
                self.stamp_arguments(thread, base, operands);
                self.times.derives =
                    !self.times.arguments.is_empty() && self.works_on_numbers(callee);
                let mut arguments = [0; 8];
                let registers = &self.threads[thread].registers;
                let flow = if operands.len() <= arguments.len() {
                    for (argument, operand) in arguments.iter_mut().zip(operands) {
                        *argument = registers[base + operand.index()];
                    }
                    self.call_native(thread, callee, native, &arguments[..operands.len()])
                } else {
                    let arguments: Vec<u64> = operands
                        .iter()
                        .map(|operand| registers[base + operand.index()])
                        .collect();
                    self.call_native(thread, callee, native, &arguments)
                };
                self.times.derives = false;
                flow
            }
            Entry::Missing => {
                let name = self.method_name(callee);
                self.unsupported(thread, format!("the native method {name} is not supported"))
            }
            Entry::Abstract => self.throw_new(thread, "java/lang/AbstractMethodError", None),
            Entry::Unknown => unreachable!("entries are worked out"),
        }
    }

    /// The method that a call means on this receiver.
    #[inline]
    pub(crate) fn dispatch(&mut self, receiver: Ref, method: MethodId) -> Option<MethodId> {
        let class = self.heap.object(receiver).class;
        if let Some(index) = self.program.method(method).vtable_index
            && let Some(found) = self.program.class(class).vtable.get(index as usize)
        {
            return Some(*found);
        }
        if let Some(found) = self.selected.get(&(class, method)) {
            return Some(*found);
        }
        let found = self.program.select(class, method)?;
        self.selected.insert((class, method), found);
        Some(found)
    }

    /// Adds a frame; returns where its registers begin.
    pub(crate) fn push(
        &mut self,
        thread: usize,
        method: MethodId,
        body: &'p Body,
        after: After,
    ) -> usize {
        let role = self.role(method);
        self.known.has_run_program |= role == Role::Program;
        self.notice_call(thread, role);
        let thread = &mut self.threads[thread];
        let base = thread.registers.len();
        thread.registers.resize(base + body.registers.len(), 0);
        thread.frames.push(Frame {
            method,
            body,
            pc: 0,
            base: base as u32,
            after,
            role,
            begun: false,
            part: 0,
        });
        base
    }

    /// Adds a frame for a method with these arguments.
    pub(crate) fn push_call(&mut self, thread: usize, invocation: Invocation) -> Flow {
        let Invocation {
            method,
            arguments,
            after,
        } = invocation;
        match self.entry(method) {
            Entry::Body(body) => {
                if self.threads[thread].frames.len() >= self.options.max_stack_depth {
                    return self.throw_new(thread, "java/lang/StackOverflowError", None);
                }
                let base = self.push(thread, method, body, after);
                for (argument, parameter) in arguments.iter().zip(&body.parameters) {
                    self.threads[thread].registers[base + parameter.index()] = *argument;
                }
                Flow::Reload
            }
            Entry::Native(native) => {
                // An empty frame gives the native's result a place to return from.
                self.push(
                    thread,
                    NO_METHOD,
                    crate::execution::initialize::empty_body(),
                    after,
                );
                match self.outcome(thread, method, native, &arguments) {
                    Ok(value) => self.leave(thread, value),
                    Err(Interruption::Original) => {
                        let after = self.pop(thread).expect("just pushed").after;
                        self.enter_original(thread, method, &arguments, after)
                    }
                    Err(interruption) => self.interrupted_call(thread, interruption),
                }
            }
            Entry::Missing => {
                let name = self.method_name(method);
                self.unsupported(thread, format!("the native method {name} is not supported"))
            }
            Entry::Abstract | Entry::Unknown => {
                self.throw_new(thread, "java/lang/AbstractMethodError", None)
            }
        }
    }

    fn interrupted_call(&mut self, thread: usize, interruption: Interruption) -> Flow {
        match interruption {
            Interruption::Stop(operation) => {
                // Undone: the native below is begun again when the thread is chosen.
                self.pop(thread);
                Flow::Halt(Halt::Operation(operation))
            }
            Interruption::Suspended => {
                self.unsupported(thread, "waiting inside a reflective call".to_owned())
            }
            Interruption::Initialize(_) => {
                self.pop(thread);
                self.interrupt_flow(thread, interruption)
            }
            Interruption::Invoke(invocation) if invocation.after == After::Call => {
                // What it goes on in takes the native's place.
                let frame = self.pop(thread).expect("just pushed");
                let after = frame.after;
                self.push_call(
                    thread,
                    Invocation {
                        after,
                        ..invocation
                    },
                )
            }
            Interruption::Invoke(_) => {
                self.unsupported(thread, "a reflective call of a reflective call".to_owned())
            }
            other => self.interrupt_flow(thread, other),
        }
    }

    fn outcome(
        &mut self,
        thread: usize,
        method: MethodId,
        native: Native,
        arguments: &[u64],
    ) -> native::Outcome {
        native(&mut Call {
            machine: self,
            thread,
            method,
            arguments,
        })
    }

    pub(crate) fn call_native(
        &mut self,
        thread: usize,
        method: MethodId,
        native: Native,
        arguments: &[u64],
    ) -> Flow {
        match self.outcome(thread, method, native, arguments) {
            Ok(value) => self.finish_call(thread, value),
            Err(Interruption::Original) => {
                self.enter_original(thread, method, arguments, After::Call)
            }
            Err(interruption) => self.interrupt_flow(thread, interruption),
        }
    }

    /// Adds a frame for the code of a method that a native hides.
    fn enter_original(
        &mut self,
        thread: usize,
        method: MethodId,
        arguments: &[u64],
        after: After,
    ) -> Flow {
        if self.threads[thread].frames.len() >= self.options.max_stack_depth {
            return self.throw_new(thread, "java/lang/StackOverflowError", None);
        }
        let body = self.program.body(method);
        let base = self.push(thread, method, body, after);
        for (argument, parameter) in arguments.iter().zip(&body.parameters) {
            self.threads[thread].registers[base + parameter.index()] = *argument;
        }
        Flow::Reload
    }

    /// How the loop goes on after a native that did not simply return.
    fn interrupt_flow(&mut self, thread: usize, interruption: Interruption) -> Flow {
        match interruption {
            Interruption::Stop(operation) => Flow::Halt(Halt::Operation(operation)),
            Interruption::Suspended => Flow::Halt(Halt::Status),
            Interruption::Throw(exception) => self.throw(thread, exception),
            Interruption::ThrowNew(class, message) => self.throw_new(thread, class, message),
            Interruption::Invoke(invocation) => self.push_call(thread, invocation),
            Interruption::Initialize(class) => self
                .ensure_initialized(thread, class)
                .unwrap_or(Flow::Reload),
            Interruption::Prune => {
                self.events.push(crate::machine::Event::Pruned);
                Flow::Halt(Halt::Event)
            }
            Interruption::Exit(status) => {
                self.exit = Some(status);
                self.coverage.end_of_main = true;
                Flow::Halt(Halt::Event)
            }
            Interruption::Original => unreachable!("whoever called the native enters its code"),
            Interruption::Unsupported(reason) => self.unsupported(thread, reason),
        }
    }

    /// Gives the current call instruction its result, and goes past it.
    fn finish_call(&mut self, thread: usize, value: u64) -> Flow {
        let frame = self.threads[thread].top();
        let target = match frame.body.code[frame.pc as usize] {
            Instruction::Invoke { target, .. }
            | Instruction::InvokePolymorphic { target, .. }
            | Instruction::InvokeDynamic { target, .. }
            | Instruction::ConstantDynamic { target, .. } => target,
            ref other => unreachable!("only calls have results, not {other:?}"),
        };
        let index = frame.base as usize + target.index();
        let stamp = self.times.take_result();
        if target.is_some() {
            self.threads[thread].registers[index] = value;
            if stamp.is_some() || !self.threads[thread].stamps.is_empty() {
                self.stamp_register(thread, index, stamp);
            }
        }
        Flow::Next
    }

    /// Notes the stamps of a native's arguments.
    fn stamp_arguments(&mut self, thread: usize, base: usize, operands: &[program::Register]) {
        self.times.arguments.clear();
        self.times.result = None;
        if self.threads[thread].stamps.is_empty() {
            return;
        }
        for operand in operands {
            let register = base + operand.index();
            if let Some(stamp) = self.register_stamp(thread, register) {
                let word = self.threads[thread].registers[register];
                self.times.arguments.push((word, stamp));
            }
        }
    }

    /// The same for a call whose callee has just returned.
    pub(crate) fn resume_caller(&mut self, thread: usize, value: u64) -> Flow {
        self.finish_call(thread, value);
        let frame = self.threads[thread]
            .frames
            .last_mut()
            .expect("the caller's frame");
        frame.pc += 1;
        Flow::Reload
    }

    pub(crate) fn pop(&mut self, thread: usize) -> Option<Frame<'p>> {
        let is_mover = thread == self.mover;
        let thread = &mut self.threads[thread];
        let frame = thread.frames.pop()?;
        if is_mover {
            self.ambient.lowest = self.ambient.lowest.min(thread.frames.len() as u32);
        }
        thread.registers.truncate(frame.base as usize);
        thread.stamps.retain(|(register, _)| *register < frame.base);
        if let Some(below) = thread.frames.last_mut() {
            below.part = 0;
        }
        Some(frame)
    }

    /// Returns from the innermost frame.
    pub(crate) fn leave(&mut self, thread: usize, value: u64) -> Flow {
        let after = self.threads[thread].top().after;
        if let After::Ensure(class) = after
            && let Some(flow) = self.ensure_initialized(thread, class)
        {
            return flow;
        }
        self.pop(thread);
        match after {
            After::Call => self.resume_caller(thread, value),
            After::Construct(object) | After::Give(object) => {
                self.resume_caller(thread, object.word())
            }
            After::Box(None) | After::Wrap(None) => self.resume_caller(thread, 0),
            After::Box(Some(kind)) | After::Wrap(Some(kind)) => {
                self.box_result(thread, kind, value)
            }
            After::Initialize(class) => {
                self.end_initialization(class);
                Flow::Reload
            }
            After::Ensure(_) | After::Retry => Flow::Reload,
            After::Thread | After::Handler => self.come_to_end(thread),
            After::Exit => self.end(thread),
        }
    }

    fn box_result(&mut self, thread: usize, kind: program::Kind, value: u64) -> Flow {
        if kind == program::Kind::Reference {
            return self.resume_caller(thread, value);
        }
        let stamp = self.times.result.take();
        let (class, descriptor) = native::wrapper(kind);
        let class = self.program.load(class).expect("wrapper classes exist");
        let method = self.program.declared_method(class, "valueOf", descriptor);
        let method = method.expect("wrappers have valueOf");
        let flow = self.push_call(
            thread,
            Invocation {
                method,
                arguments: vec![value],
                after: After::Call,
            },
        );
        if stamp.is_some() {
            let frame = self.threads[thread].top();
            let register = frame.base as usize + frame.body.parameters[0].index();
            self.stamp_register(thread, register, stamp);
        }
        flow
    }

    /// Signature-polymorphic calls: method handles and variable handles.
    pub(crate) fn invoke_polymorphic(
        &mut self,
        thread: usize,
        body: &'p Body,
        index: usize,
        operands: Operands,
    ) -> Flow {
        let Dynamic::Polymorphic { method, descriptor } = body.dynamic[index] else {
            unreachable!("a polymorphic call names its method")
        };
        let base = self.threads[thread].top().base as usize;
        let range = operands.start as usize..operands.start as usize + operands.count as usize;
        self.stamp_arguments(thread, base, &body.operands[range.clone()]);
        let registers = &self.threads[thread].registers;
        let arguments: Vec<u64> = body.operands[range]
            .iter()
            .map(|operand| registers[base + operand.index()])
            .collect();
        if arguments[0] == 0 {
            let pc = self.threads[thread].top().pc as usize;
            return self.null_pointer(thread, pc);
        }
        let descriptor = String::from_utf16_lossy(self.program.string(descriptor));
        let outcome = {
            let mut call = Call {
                machine: self,
                thread,
                method,
                arguments: &arguments,
            };
            native::polymorphic(&mut call, &descriptor)
        };
        match outcome {
            Ok(value) => self.finish_call(thread, value),
            Err(interruption) => self.interrupt_flow(thread, interruption),
        }
    }

    /// Call sites and constants that no built-in meaning covers.
    pub(crate) fn dynamic(&mut self, thread: usize, dynamic: &Dynamic) -> Flow {
        let outcome = {
            let mut call = Call {
                machine: self,
                thread,
                method: NO_METHOD,
                arguments: &[],
            };
            native::dynamic(&mut call, dynamic)
        };
        match outcome {
            Ok(value) => self.finish_call(thread, value),
            Err(interruption) => self.interrupt_flow(thread, interruption),
        }
    }

    /// `java.lang.Thread.start0` and so on, for messages.
    pub(crate) fn method_name(&self, method: MethodId) -> String {
        if method == NO_METHOD {
            return "(class initialisation)".to_owned();
        }
        let data = self.program.method(method);
        let class = self.program.class(data.class).name.replace('/', ".");
        format!("{class}.{}", data.name)
    }
}
