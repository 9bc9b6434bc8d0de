//! The program under test: resolved classes, methods and fields, and method bodies in one
//! register-based three-address form.
//!
//! In: names and class bytes from [`classpath`]. Out: [`Program`], whose tables are indexed by the
//! typed ids of [`ids`]. The room knows nothing of threads, states or properties.
//!
//! A [`Program`] only ever grows. Classes are loaded when something names them, bodies are lowered
//! when somebody first asks for them, and whatever was handed out stays valid: ids never change
//! meaning and references live as long as the program.

pub mod annotations;
pub mod body;
pub mod class;
mod counting;
pub mod descriptor;
mod effects;
mod endless;
mod entry;
mod given;
pub mod ids;
pub mod instruction;
pub mod kind;
mod link;
pub mod liveness;
mod load;
mod lower;
mod pool;
pub mod program;
mod select;
pub mod text;
mod tuning;
pub mod verify;

pub use body::{
    Body, Dynamic, HandleConstant, Handler, LocalName, Operands, StaticArgument, SwitchTable,
};
pub use class::{Class, ClassShape, ConstantValue, Field, Method, MethodCode};
pub use classpath::ClassPath;
pub use given::{Given, Refused};
pub use ids::{ClassId, FieldId, MethodId, Register, StringId};
pub use instruction::{BinaryOperator, Condition, Instruction, InvokeKind, UnaryOperator};
pub use kind::{FieldAccess, Kind};
pub use program::{LoadError, Program};
pub use text::TextError;
pub use tuning::Tuning;
