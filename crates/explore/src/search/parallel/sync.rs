//! The locks of the workers. `tests/workers.rs` puts loom's in their place.

pub(super) use std::sync::atomic::{AtomicUsize, Ordering};
pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
