//! Constructors for serialization: they make an object of one class, and run the constructor of a
//! superclass on it. Such a `Constructor` has the class in its `constructorAccessor`, which nothing
//! else uses.

use program::ClassId;

use super::{CONSTRUCTOR, new_executable};
use crate::native::{Call, Outcome};
use crate::value::{Ref, Space, boolean};

/// `ReflectionFactory.generateConstructor(class, constructorToCall)`
pub(crate) fn generate_constructor(call: &mut Call<'_, '_>) -> Outcome {
    let (mirror, original) = (call.object(1)?, call.object(2)?);
    // Since JDK 22 this is done by a method handle, which is made for a class that is initialised.
    let jdk = call.machine.program.class_path().jdk();
    if jdk.is_some_and(|jdk| jdk.version() >= 22) {
        let class = call.class(1)?;
        call.initialized(class)?;
    }
    let method = call.machine.reflected_method(original);
    let program = call.machine.program;
    let class = program.class(program.method(method).class);
    let slot = class
        .methods
        .iter()
        .position(|id| *id == method)
        .expect("a method of its class");
    let constructor = new_executable(call, CONSTRUCTOR, class, slot)?;
    let accessor = call.slot(CONSTRUCTOR, "constructorAccessor");
    call.machine
        .heap
        .set_reference(constructor, accessor, mirror);
    let overridden = call.slot("java/lang/reflect/AccessibleObject", "override");
    call.machine.heap.set_word(constructor, overridden, 1);
    Ok(constructor.word())
}

/// The class of which such a constructor makes an object.
pub(crate) fn made_instead(call: &mut Call<'_, '_>, constructor: Ref) -> Option<ClassId> {
    let slot = call.slot(CONSTRUCTOR, "constructorAccessor");
    let accessor = call.machine.heap.reference(constructor, slot);
    (accessor.space() == Space::Mirror)
        .then(|| accessor.class_id())
        .flatten()
}

/// `ObjectStreamClass.hasStaticInitializer(class)`: the JVM initialises a class before it looks for static
/// methods.
pub(crate) fn has_static_initializer(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.class(0)?;
    call.initialized(class)?;
    Ok(boolean(
        call.machine.program.class(class).initializer.is_some(),
    ))
}
