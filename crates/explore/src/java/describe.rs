//! Java words for what the machine holds: threads, fields, places, calls. Objects are named in `names.rs`.

use machine::heap::Layout;
use machine::{Machine, Place, Ref};
use program::liveness::contains;
use program::{
    ClassId, ClassShape, Field, Instruction, Kind, MethodCode, MethodId, Program, Register,
};

use crate::system::About;

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePlace {
    /// The class, as Java writes it.
    pub class: String,
    /// The method.
    pub method: String,
    /// The file, or nothing.
    pub file: String,
    /// The line, 0 if not known.
    pub line: u32,
    /// Whether it is in the library's code.
    pub is_library: bool,
}

impl std::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.file.is_empty() {
            return write!(f, "{}.{}", self.class, self.method);
        }
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl About {
    /// Also a class.
    pub fn class(&mut self, machine: &Machine<'_>, class: ClassId) {
        let name = machine.program().class(class).name.replace('/', ".");
        self.classes.push(name);
    }

    /// Also a field.
    pub fn field(&mut self, machine: &Machine<'_>, field: &Field) {
        let class = machine.program().class(field.class).name.replace('/', ".");
        self.fields.push(format!("{class}.{}", field.name));
    }

    /// Also a place, where the source is known.
    pub fn place(&mut self, place: &SourcePlace) {
        if !place.file.is_empty() {
            self.places.push(place.to_string());
        }
    }
}

/// `Buffer` of `ProducerConsumer$Buffer`, `int[]` of `[I`.
pub fn short_name(machine: &Machine<'_>, class: ClassId) -> String {
    let data = machine.program().class(class);
    if let ClassShape::Array { element, .. } = data.shape {
        return format!("{}[]", short_name(machine, element));
    }
    let name = data.name.rsplit('/').next().unwrap_or(&data.name);
    let inner = name.rsplit('$').next().unwrap_or(name);
    let anonymous = inner.is_empty() || inner.starts_with(|c: char| c.is_ascii_digit());
    (if anonymous { name } else { inner }).to_owned()
}

/// The name of a thread.
pub fn thread_name(machine: &mut Machine<'_>, thread: usize) -> String {
    machine.thread_name(thread)
}

/// Where a thread is: its innermost call in the program's own code, or failing that, anywhere.
pub fn place_of(machine: &Machine<'_>, thread: usize) -> SourcePlace {
    let frames = &machine.threads()[thread].frames;
    let with_method = || {
        frames
            .iter()
            .rev()
            .filter(|frame| machine.has_method(frame.method))
    };
    let own = with_method().find(|frame| {
        let class = machine.program().method(frame.method).class;
        !machine.program().class(class).is_library
    });
    match own.or_else(|| with_method().next()) {
        Some(frame) => source_place(machine, frame.method, frame.pc),
        None => SourcePlace::default(),
    }
}

/// A call of the library by the program's own code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryCall {
    /// The class and the method, as `CountDownLatch.await`.
    pub name: String,
    /// The object that the method was called on; none if it is static, or no longer known.
    pub receiver: Option<Ref>,
    /// The method.
    pub method: MethodId,
    /// Its place on the stack.
    pub depth: usize,
}

/// The call of the library that a thread is in: the outermost one that its innermost call of the
/// program's own has made, or that it began with.
pub fn library_call(machine: &Machine<'_>, thread: usize) -> Option<LibraryCall> {
    let program = machine.program();
    let registers = &machine.threads()[thread].registers;
    let frames = &machine.threads()[thread].frames;
    let inner = frames.iter().enumerate().rev().map_while(|(depth, frame)| {
        if !machine.has_method(frame.method) {
            return Some(None);
        }
        let method = program.method(frame.method);
        let class = program.class(method.class);
        let is_start = &*class.name == "java/lang/Thread" && &*method.name == "run";
        (class.is_library && !is_start).then_some(Some((depth, frame, method)))
    });
    let (depth, frame, method) = inner.flatten().last()?;
    // A register may have been put to another use since.
    let is_receiver = |it: &Ref| {
        let is_there = !it.is_null() && machine.heap().has(*it);
        is_there && program.is_subtype(machine.heap().object(*it).class, method.class)
    };
    let in_register = |base: u32, register: Register| {
        let word = registers.get(base as usize + register.index());
        word.map(|it| Ref::from_word(*it)).filter(is_receiver)
    };
    let caller = depth.checked_sub(1).map(|it| &frames[it]);
    let asked = caller.and_then(|it| asked_by(it));
    let receiver = match method.is_static() {
        true => None,
        false => {
            let this = frame.body.parameters.first();
            let this = this.and_then(|it| in_register(frame.base, *it));
            // Only what the caller goes on to need is a part of states.
            let given = || {
                let (caller, (_, register)) = (caller?, asked?);
                let kept = contains(caller.body.live_across(caller.pc), register);
                in_register(caller.base, register).filter(|_| kept)
            };
            this.or_else(given)
        }
    };
    // Code of a superclass may run; the user knows the object's own class, or what the call names.
    let named = asked.map(|(asked, _)| program.method(asked));
    let named = named.filter(|it| it.name == method.name);
    let class = match (receiver, named) {
        (Some(object), _) => machine.heap().object(object).class,
        (None, Some(named)) if !method.is_static() => named.class,
        _ => method.class,
    };
    let class = match program.class(class).is_library {
        true => class,
        false => method.class,
    };
    Some(LibraryCall {
        name: format!("{}.{}", short_name(machine, class), method.name),
        receiver,
        method: frame.method,
        depth,
    })
}

/// The method that a call names where it stands, and the register of its first argument.
fn asked_by(frame: &machine::thread::Frame<'_>) -> Option<(MethodId, Register)> {
    match frame.body.code[frame.pc as usize] {
        Instruction::Invoke {
            method, arguments, ..
        } => Some((method, *frame.body.argument_registers(arguments).first()?)),
        _ => None,
    }
}

/// Whether a thread is in a method, and if so, the object that the method was called on.
pub fn receiver_in(
    machine: &Machine<'_>,
    thread: usize,
    class: &str,
    method: impl Fn(&str) -> bool,
) -> Option<Ref> {
    let program = machine.program();
    let thread = &machine.threads()[thread];
    thread.frames.iter().rev().find_map(|frame| {
        let data = machine
            .has_method(frame.method)
            .then(|| program.method(frame.method))?;
        let is_it = &*program.class(data.class).name == class && method(&data.name);
        let register = frame
            .body
            .parameters
            .first()
            .filter(|_| is_it && !data.is_static())?;
        let word = thread
            .registers
            .get(frame.base as usize + usize::from(register.0))?;
        Some(Ref::from_word(*word))
    })
}

/// The source place of an instruction.
pub fn source_place(machine: &Machine<'_>, method: MethodId, pc: u32) -> SourcePlace {
    place_in(machine.program(), method, pc)
}

/// The same in a program.
pub fn place_in(program: &Program, method: MethodId, pc: u32) -> SourcePlace {
    let data = program.method(method);
    let class = program.class(data.class);
    let line = match data.code {
        // What stands for a native has lines of its own, which are not this method's.
        MethodCode::Native | MethodCode::Abstract => None,
        MethodCode::Bytecode | MethodCode::Synthetic => program.body(method).line(pc),
    };
    SourcePlace {
        class: class.name.replace('/', "."),
        method: data.name.to_string(),
        file: class.source_file.as_deref().unwrap_or_default().to_owned(),
        line: line.unwrap_or(0),
        is_library: class.is_library,
    }
}

/// The innermost method of a thread, as class and method.
pub fn current_method(machine: &Machine<'_>, thread: usize) -> (String, String) {
    let frames = &machine.threads()[thread].frames;
    match frames
        .iter()
        .rev()
        .find(|frame| machine.has_method(frame.method))
    {
        Some(frame) => {
            let method = machine.program().method(frame.method);
            let class = machine.program().class(method.class).name.replace('/', ".");
            (class, method.name.to_string())
        }
        None => (String::new(), String::new()),
    }
}

/// The calls of a thread, outermost first, as `Class.method (File.java:12)`.
pub fn call_path(machine: &Machine<'_>, thread: usize) -> Vec<String> {
    let frames = machine.threads()[thread].frames.iter();
    let frames = frames.filter(|frame| machine.has_method(frame.method));
    frames
        .map(|frame| {
            let place = source_place(machine, frame.method, frame.pc);
            format!("{}.{} ({place})", place.class, place.method)
        })
        .collect()
}

/// Packages that throw on behalf of the program's own code.
const ASSERTING: [&str; 4] = ["org/junit/", "junit/", "org/hamcrest/", "org/opentest4j/"];

/// Where an exception was made, innermost first; the program's own places only if there are any.
pub fn stack_of(machine: &mut Machine<'_>, exception: Ref) -> Vec<SourcePlace> {
    let frames = machine.backtrace(exception);
    let is_own = |method: MethodId| {
        let class = machine.program().method(method).class;
        let class = machine.program().class(class);
        !class.is_library && !ASSERTING.iter().any(|it| class.name.starts_with(it))
    };
    let own: Vec<_> = frames
        .iter()
        .filter(|(method, _)| is_own(*method))
        .collect();
    let frames = if own.is_empty() {
        frames.iter().collect()
    } else {
        own
    };
    frames
        .into_iter()
        .map(|(method, pc)| source_place(machine, *method, *pc))
        .collect()
}

/// The class (internal form) and name of the field at a place.
pub fn field_owner(machine: &Machine<'_>, place: Place) -> Option<(String, String)> {
    let field = machine.program().field(machine.field_at(place)?);
    let class = machine.program().class(field.class).name.to_string();
    Some((class, field.name.to_string()))
}

/// `Account.balance`, `int[][3]`.
pub fn field_of(machine: &Machine<'_>, place: Place) -> String {
    match machine.field_at(place) {
        Some(field) => {
            let field = machine.program().field(field);
            format!("{}.{}", short_name(machine, field.class), field.name)
        }
        None => {
            let class = machine.heap().object(place.object).class;
            let name = short_name(machine, class);
            let element = name.strip_suffix("[]").unwrap_or(&name);
            format!("{element}[{}]", place.slot)
        }
    }
}

/// The kind of what is at a place.
pub fn kind_at(machine: &Machine<'_>, place: Place) -> Kind {
    match machine.heap().object(place.object).layout {
        Layout::Array(kind) => kind,
        _ => machine
            .field_at(place)
            .map_or(Kind::Int, |field| machine.program().field(field).kind),
    }
}

/// What is at a place now.
pub fn word_at(machine: &Machine<'_>, place: Place) -> u64 {
    let object = machine.heap().object(place.object);
    match object.layout {
        Layout::Array(kind) => object.element(kind, place.slot as usize),
        _ => object.data[place.slot as usize],
    }
}
