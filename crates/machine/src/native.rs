//! Native methods, and the few JDK methods that Heddle runs in its own way. They are found by class,
//! name and descriptor; the files below follow the Java package path, so that a class name tells
//! the file.
//!
//! A native is a plain function over a [`Call`]. It may stop before an operation
//! ([`Call::visible`]), throw, call on into Java, or say that it can't go on. Invariant: it changes
//! nothing before its last [`Call::visible`], because a native that stopped is begun again when its
//! thread is chosen.

use program::{ClassId, FieldId, Kind, MethodId};

use crate::heap::Read;
use crate::machine::Machine;
use crate::operation::Operation;
use crate::thread::After;
use crate::value::{Ref, to_double, to_float};

pub(crate) mod class_file;
mod heddle;
mod java;
mod jdk;
mod memory;
mod model;
mod registry;

pub(crate) use model::is_table;
pub(crate) use registry::{Found, find, find_chosen, skips_initializer};

/// One call of a native.
pub struct Call<'m, 'p> {
    /// The machine.
    pub machine: &'m mut Machine<'p>,
    /// The calling thread.
    pub thread: usize,
    /// The native method.
    pub method: MethodId,
    /// The arguments, receiver first.
    pub arguments: &'m [u64],
}

/// A native's code.
pub type Native = for<'m, 'p> fn(&mut Call<'m, 'p>) -> Outcome;

/// What a native comes to: a result word (0 for void), or something else.
pub type Outcome = Result<u64, Interruption>;

/// Why a native did not simply return.
#[derive(Clone, Debug, PartialEq)]
pub enum Interruption {
    /// It stands before an operation.
    Stop(Operation),
    /// It is in a wait set now; its thread's status says so.
    Suspended,
    /// It throws this exception.
    Throw(Ref),
    /// It throws a new exception of this class with this message.
    ThrowNew(&'static str, Option<String>),
    /// The method runs in its place; its result is the native's.
    Invoke(Invocation),
    /// The method's own code runs, which the native otherwise hides.
    Original,
    /// The class must be initialised first; then the native is begun again.
    Initialize(ClassId),
    /// The run does not count: an assumption does not hold.
    Prune,
    /// The program ends.
    Exit(i32),
    /// Heddle can't go on here.
    Unsupported(String),
}

/// A call into Java.
#[derive(Clone, Debug, PartialEq)]
pub struct Invocation {
    /// What is called (no dispatch any more).
    pub method: MethodId,
    /// The arguments, receiver first.
    pub arguments: Vec<u64>,
    /// What happens with the result.
    pub after: After,
}

impl<'p> Call<'_, 'p> {
    /// The reference argument at a position.
    pub fn reference(&self, index: usize) -> Ref {
        Ref::from_word(self.arguments[index])
    }

    /// The reference argument at a position, which must not be null.
    pub fn object(&self, index: usize) -> Result<Ref, Interruption> {
        let object = self.reference(index);
        if object.is_null() {
            Err(null_pointer())
        } else {
            Ok(object)
        }
    }

    /// The int argument at a position.
    pub fn int(&self, index: usize) -> i32 {
        self.arguments[index] as i32
    }

    /// The long argument at a position.
    pub fn long(&self, index: usize) -> i64 {
        self.arguments[index] as i64
    }

    /// The float argument at a position.
    pub fn float(&self, index: usize) -> f32 {
        to_float(self.arguments[index])
    }

    /// The double argument at a position.
    pub fn double(&self, index: usize) -> f64 {
        to_double(self.arguments[index])
    }

    /// The text of the string argument at a position.
    pub fn text(&mut self, index: usize) -> Result<String, Interruption> {
        let string = self.object(index)?;
        Ok(String::from_utf16_lossy(&self.machine.heap.text(string)))
    }

    /// Stops before `operation` unless the thread was chosen to do just that.
    pub fn visible(&mut self, operation: Operation) -> Result<(), Interruption> {
        if matches!(operation, Operation::Observe(_)) {
            self.machine.heap.unwritten.observe_ends();
        }
        // What concerns other threads ends the free run before the first state.
        let waits = self.machine.free && operation.concerns_threads();
        if !waits && self.machine.allow() {
            Ok(())
        } else {
            Err(Interruption::Stop(operation))
        }
    }

    /// The same, for a look at threads that goes further than can be told.
    pub fn visible_look(&mut self, at: Ref) -> Result<(), Interruption> {
        self.visible(Operation::Observe(at))?;
        self.machine.heap.reads.note(Read::Everything);
        Ok(())
    }

    /// The same, for an access to `object`: no stop where no other thread can reach it.
    pub fn visible_on(&mut self, object: Ref, operation: Operation) -> Result<(), Interruption> {
        let changes = !matches!(operation, Operation::Read(..));
        if changes && self.machine.sees_object(object) {
            return Err(Interruption::Stop(operation));
        }
        if !self.machine.heap.object(object).is_shared() {
            return Ok(());
        }
        self.visible(operation)
    }

    /// A new Java string.
    pub fn new_string(&mut self, text: &str) -> u64 {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.machine.heap.new_string(&units).word()
    }

    /// The interned string of this text.
    pub(crate) fn constant(&mut self, text: &str) -> u64 {
        let id = self.machine.program.string_id_of(text);
        self.machine.heap.string(id).word()
    }

    /// Sees to it that a class is initialised: if it is not, the native is begun again once it is.
    pub(crate) fn initialized(&mut self, class: ClassId) -> Result<(), Interruption> {
        let own = self.machine.initializer(class) == Some(self.thread);
        if own || self.machine.is_initialized(class) {
            Ok(())
        } else {
            Err(Interruption::Initialize(class))
        }
    }

    /// A new array of this array class.
    pub(crate) fn new_array(&mut self, class: ClassId, length: usize) -> Result<Ref, Interruption> {
        let limit = self.machine.options.max_heap_words;
        if self.machine.heap.words + length > limit {
            let message = "Java heap space";
            return Err(exception("java/lang/OutOfMemoryError", message));
        }
        Ok(self.machine.heap.new_array(class, length))
    }

    /// A new array of references with these elements.
    pub(crate) fn new_array_of(
        &mut self,
        element: &str,
        elements: &[Ref],
    ) -> Result<u64, Interruption> {
        let element = self.machine.library_class(element);
        let class = self.machine.program.array_of(element);
        let array = self.new_array(class, elements.len())?;
        for (index, element) in elements.iter().enumerate() {
            let heap = &mut self.machine.heap;
            heap.set_element(array, Kind::Reference, index, element.word());
        }
        Ok(array.word())
    }

    /// Goes on in a static method of a support or library class.
    pub(crate) fn go_on_in(&mut self, class: &str, name: &str, arguments: Vec<u64>) -> Outcome {
        let class = self.machine.library_class(class);
        self.initialized(class)?;
        let program = self.machine.program;
        let methods = &program.class(class).methods;
        let method = methods
            .iter()
            .copied()
            .find(|method| *program.method(*method).name == *name);
        let method = method.unwrap_or_else(|| unreachable!("no support method {name}"));
        Err(Interruption::Invoke(Invocation {
            method,
            arguments,
            after: After::Call,
        }))
    }

    /// The slot of an instance field, by its class and name. For fields that the JDK in use has.
    pub fn slot(&mut self, class: &str, field: &str) -> usize {
        self.machine.field_slot(class, field)
    }

    /// The mirror argument at a position as a class.
    pub fn class(&self, index: usize) -> Result<ClassId, Interruption> {
        let mirror = self.object(index)?;
        Ok(mirror.class_id().expect("a Class object is a mirror"))
    }
}

/// A native that has nothing to do, or answers no, 0 or null.
pub(crate) fn nothing(_: &mut Call<'_, '_>) -> Outcome {
    Ok(0)
}

/// A native that answers yes.
pub(crate) fn yes(_: &mut Call<'_, '_>) -> Outcome {
    Ok(1)
}

/// `NullPointerException` without a message.
pub fn null_pointer() -> Interruption {
    Interruption::ThrowNew("java/lang/NullPointerException", None)
}

/// An exception with a message.
pub fn exception(class: &'static str, message: impl Into<String>) -> Interruption {
    Interruption::ThrowNew(class, Some(message.into()))
}

/// The wrapper class of a primitive kind and its `valueOf` descriptor.
pub fn wrapper(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Boolean => ("java/lang/Boolean", "(Z)Ljava/lang/Boolean;"),
        Kind::Byte => ("java/lang/Byte", "(B)Ljava/lang/Byte;"),
        Kind::Char => ("java/lang/Character", "(C)Ljava/lang/Character;"),
        Kind::Short => ("java/lang/Short", "(S)Ljava/lang/Short;"),
        Kind::Int => ("java/lang/Integer", "(I)Ljava/lang/Integer;"),
        Kind::Long => ("java/lang/Long", "(J)Ljava/lang/Long;"),
        Kind::Float => ("java/lang/Float", "(F)Ljava/lang/Float;"),
        Kind::Double => ("java/lang/Double", "(D)Ljava/lang/Double;"),
        Kind::Reference => unreachable!("references have no wrapper"),
    }
}

/// Method handles and variable handles.
pub(crate) fn polymorphic(call: &mut Call<'_, '_>, descriptor: &str) -> Outcome {
    java::lang::invoke::polymorphic(call, descriptor)
}

/// Call sites and constants without a built-in meaning.
pub(crate) fn dynamic(_call: &mut Call<'_, '_>, dynamic: &program::body::Dynamic) -> Outcome {
    use program::body::Dynamic;
    let what = match dynamic {
        Dynamic::MethodType(_) => "a constant method type".to_owned(),
        Dynamic::MethodHandle { class, name, .. } => {
            format!(
                "a constant method handle of {}.{name}",
                class.replace('/', ".")
            )
        }
        Dynamic::Polymorphic { .. } => "a call of a method handle".to_owned(),
        Dynamic::CallSite {
            bootstrap, name, ..
        } => format!(
            "a dynamic constant or call site, {name} by {},",
            bootstrap.replace('/', ".")
        ),
    };
    Err(Interruption::Unsupported(format!(
        "{what} is not supported"
    )))
}

/// Sets up what the JDK's start-up would: thread group, properties, console.
pub(crate) fn prepare(machine: &mut Machine<'_>) -> Result<(), crate::start::boot::BootError> {
    java::lang::prepare(machine)
}

/// Puts what a run is given where the program finds it.
pub(crate) fn give(machine: &mut Machine<'_>, given: &crate::options::Given) {
    java::io::disk::prepare(machine, given);
}

/// The instance slot that the `Unsafe` offset of a field names.
pub(crate) fn slot_of_offset(offset: i64) -> Option<u16> {
    jdk::internal::misc::unsafe_access::slot_of_offset(offset)
}

/// Whether a variable handle names the elements of arrays.
pub(crate) fn is_handle_of_elements(machine: &mut Machine<'_>, handle: Ref) -> bool {
    java::lang::invoke::var_handle::is_of_elements(machine, handle)
}

/// The field that a variable handle names, if it is of a field.
pub(crate) fn field_of_handle(machine: &mut Machine<'_>, handle: Ref) -> Option<FieldId> {
    java::lang::invoke::var_handle::field_of(machine, handle)
}
