//! Java monitors: who owns one, and how often entered. The wait set is not kept here: a waiting
//! thread says itself what it waits for.

/// A monitor packed into the word that every object has: 0 is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monitor(pub u32);

/// The greatest depth of re-entry that a monitor can count.
pub const MAX_DEPTH: u32 = 0xffff;

/// Stands for the owner in a part of the owner's own objects.
const OWN: u32 = 0xffff;

impl Monitor {
    /// Owned by `thread`, entered `depth` times.
    pub fn owned(thread: usize, depth: u32) -> Monitor {
        debug_assert!(depth > 0 && depth <= MAX_DEPTH);
        Monitor((thread as u32 + 1) << 16 | depth)
    }

    /// The owner.
    pub fn owner(self) -> Option<usize> {
        (self.0 >> 16 != 0).then(|| (self.0 >> 16) as usize - 1)
    }

    /// How often the owner has entered it.
    pub fn depth(self) -> u32 {
        self.0 & MAX_DEPTH
    }

    /// Whether `thread` could enter it now.
    pub fn is_open_to(self, thread: usize) -> bool {
        self.owner().is_none_or(|owner| owner == thread)
    }

    /// After entering once more.
    pub fn entered(self, thread: usize) -> Monitor {
        Monitor::owned(thread, self.depth() + 1)
    }

    /// As it is written in a part of a thread's own objects, which says nothing of its number.
    pub(crate) fn written_by(self, own: Option<usize>) -> Monitor {
        match self.owner() {
            Some(owner) if Some(owner) == own => Monitor(OWN << 16 | self.depth()),
            _ => self,
        }
    }

    /// The reverse of [`Monitor::written_by`].
    pub(crate) fn read_by(self, own: Option<usize>) -> Monitor {
        match own {
            Some(own) if self.0 >> 16 == OWN => Monitor::owned(own, self.depth()),
            _ => self,
        }
    }

    /// The owner of a monitor that was written, unless it is the thread's own.
    pub(crate) fn written_owner(self) -> Option<usize> {
        self.owner().filter(|_| self.0 >> 16 != OWN)
    }

    /// After leaving once.
    pub fn left(self) -> Monitor {
        if self.depth() == 1 {
            Monitor(0)
        } else {
            Monitor(self.0 - 1)
        }
    }
}
