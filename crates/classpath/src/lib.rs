//! Finds the bytes of classes and resources by name.
//!
//! In: directories, jars, `.java` files, and the JDK that is installed. Out: [`ClassPath`], the only
//! reader of input files in Heddle. It knows nothing of what the bytes mean, beyond the four that
//! every class file starts with.
//!
//! Invariant: the same name gives the same bytes for the life of a `ClassPath`, provided that the
//! directories on it do not change.

mod compile;
mod error;
mod image;
mod jar;
mod jdk;
mod manifest;
mod path;

pub use compile::{Compilation, class_directory, compile, compile_into, source_roots};
pub use error::Error;
pub use jar::Jar;
pub use jdk::Jdk;
pub use path::{ClassPath, Found};
