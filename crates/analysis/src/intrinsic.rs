//! Which methods a model knows by itself: natives of the JDK, and library methods whose code is noise to
//! a model. What they do is listed with the rest of what is known of the JDK (`crates/jdk/src/intrinsic.rs`).

pub use jdk::atomic::Access;
pub use jdk::intrinsic::Intrinsic;
use jdk::intrinsic::known;
use program::{MethodCode, MethodId, Program};

/// What the model knows of a method by itself; `None`: its code is translated.
pub fn intrinsic(program: &Program, method: MethodId) -> Option<Intrinsic> {
    let found = program.method(method);
    let class = program.class(found.class);
    if !class.is_library {
        return (found.code == MethodCode::Native).then_some(Intrinsic::Unsupported);
    }
    let known = known(&class.name, &found.name, &found.descriptor);
    // Newer libraries only say that they no longer stop threads.
    let stops = |class| program.declared_method(class, "stop0", "(Ljava/lang/Object;)V");
    let known = known.filter(|it| *it != Intrinsic::Stop || stops(class.id).is_some());
    known.or((found.code == MethodCode::Native).then_some(Intrinsic::Unsupported))
}
