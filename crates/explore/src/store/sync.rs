//! The locks of the shared stores. `tests/workers.rs` puts loom's in their place.

pub(super) use std::sync::{Mutex, MutexGuard};
