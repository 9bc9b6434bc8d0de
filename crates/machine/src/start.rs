//! Before the first state: the main thread, the library as its start-up code leaves it, and what of it is
//! prepared for the program at hand. Begin with `boot.rs`.

pub(crate) mod boot;
pub(crate) mod early;
pub(crate) mod image;
pub(crate) mod lookups;
pub(crate) mod scout;
