//! Changes to library code that somebody who runs a program asks for.
//!
//! The room lowers what class files say. Who explores a program may want other numbers in code of the
//! library that only tune it; which, and why nobody can tell, is theirs to say.

use crate::body::Body;

/// Changes to library code. Every body of a library method is given to it once, when it has been lowered.
pub trait Tuning: Send + Sync {
    /// Changes a body. Instructions keep their number and their places.
    fn tune(&self, class: &str, method: &str, body: &mut Body);

    /// Whether the only local that the method counts up is used as an index alone, that is, masked
    /// before each use. It then keeps what it was masked to.
    fn is_ring_index(&self, class: &str, method: &str) -> bool;
}
