//! Finds the bytes of classes by name.

/// Where classes come from.
#[derive(Debug)]
pub struct ClassPath {}
