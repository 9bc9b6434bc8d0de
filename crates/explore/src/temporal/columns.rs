//! Threads that change their numbers along transitions.
//!
//! In: renumberings, from the labels of transitions. Out: for each way on which a state is reached
//! the *column* of each thread number: a thread keeps its column from its start to its end, whatever
//! its number is. Fairness is about columns.
//!
//! Why columns are right. A thread that goes on for ever on an endless run stays in one column. If a
//! column is used by several threads on a run, one after the other, each of them but perhaps the last
//! ends; who ends is treated as having moved. So if infinitely many threads use a column, it counts as
//! fair, and all of them are; and if finitely many do, the column is as fair as the last of them.
//!
//! A node of the product is a state with the columns of its threads, so a cycle comes back to the
//! same threads in the same columns. Example: threads 1 and 2 change numbers on the only transition of
//! a loop, and number 1 moves on it. The product goes round twice, and both threads move.

use super::kept::{Interner, ThreadMask, UNKNOWN};

/// The column of each thread number: all columns, each once.
type Order = [u8; ThreadMask::THREADS];

/// The orders of columns that have come up, by number. The first is that of the first state, in which
/// the column of a thread is its number.
pub(super) struct Columns {
    /// Numbers from here on are no threads, and keep their columns.
    threads: usize,
    orders: Interner<Order>,
    renumberings: Vec<Vec<(u8, u8)>>,
    /// By order and renumbering, the order after that; [`UNKNOWN`] if nobody has asked yet.
    known: Vec<u32>,
}

impl Columns {
    /// For threads with numbers below `threads`, the renumberings among them.
    pub(super) fn new(renumberings: &[Vec<(u8, u8)>], threads: usize) -> Columns {
        let mut orders = Interner::new();
        let first: Order = std::array::from_fn(|number| number as u8);
        orders.number(&first);
        Columns {
            threads,
            orders,
            renumberings: renumberings.to_vec(),
            known: vec![UNKNOWN; renumberings.len()],
        }
    }

    /// The order after a transition.
    #[inline]
    pub(super) fn after(&mut self, order: u32, renumbering: u32) -> u32 {
        if renumbering == 0 {
            return order;
        }
        let place = order as usize * self.renumberings.len() + renumbering as usize;
        match self.known[place] {
            UNKNOWN => self.find(order, renumbering, place),
            known => known,
        }
    }

    /// Threads that are new get the lowest free columns.
    #[cold]
    fn find(&mut self, order: u32, renumbering: u32, place: usize) -> u32 {
        let before = self.orders.all()[order as usize];
        let mut after = [u8::MAX; ThreadMask::THREADS];
        let mut used = 0u64;
        for (old, new) in &self.renumberings[renumbering as usize] {
            let column = before[usize::from(*old)];
            after[usize::from(*new)] = column;
            used |= 1 << column;
        }
        let mut free = (0..ThreadMask::THREADS as u8).filter(|it| used >> it & 1 == 0);
        for column in after.iter_mut().filter(|it| **it == u8::MAX) {
            *column = free.next().expect("there are as many columns as numbers");
        }
        let found = self.orders.number(&after);
        let pairs = self.orders.all().len() * self.renumberings.len();
        self.known.resize(pairs, UNKNOWN);
        self.known[place] = found;
        found
    }

    /// A set of numbers as a set of columns.
    #[inline]
    pub(super) fn columns(&self, order: u32, numbers: u64) -> u64 {
        if order == 0 {
            return numbers;
        }
        let order = &self.orders.all()[order as usize][..self.threads];
        let threads = u64::MAX
            .checked_shl(self.threads as u32)
            .map_or(u64::MAX, |it| !it);
        let columns = order.iter().enumerate();
        columns.fold(numbers & !threads, |all, (number, column)| {
            all | (numbers >> number & 1) << column
        })
    }

    /// The number of the thread in a column.
    pub(super) fn number(&self, order: u32, column: u8) -> u8 {
        let order = &self.orders.all()[order as usize];
        let found = order.iter().position(|it| *it == column);
        found.expect("each column has a number") as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_keep_their_columns() {
        // Thread 1 ends, and 2 and 3 move up; then one more is started.
        let up = vec![(0, 0), (2, 1), (3, 2)];
        let mut columns = Columns::new(&[Vec::new(), up], 4);
        let after = columns.after(0, 1);
        let told: Vec<u8> = (0..4).map(|it| columns.number(after, it)).collect();
        assert_eq!(told, [0, 3, 1, 2]);
        assert_eq!(columns.columns(after, 0b0110), 0b1100);
        assert_eq!(columns.after(0, 1), after);
        assert_eq!(columns.after(after, 0), after);
        // Three times round, and the order is as it was.
        let again = columns.after(after, 1);
        assert_ne!(again, after);
        assert_eq!(columns.after(again, 1), 0);
    }
}
