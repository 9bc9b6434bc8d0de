//! Numbers of the library that only tune it, and what stands for them.
//!
//! Before a thread parks, the library lets it look a few hundred times whether that is needed at all.
//! A round that sees nothing leaves nothing behind but a lower counter. So whatever a thread can see in
//! one of many rounds it can also see in one of few: it only has to come to that round later. Each round
//! is a state of its own for every state of the other threads, so here there are few: as few as the
//! library takes on a machine with one processor, or as many as it takes to look everywhere.
//!
//! The idle workers of `ForkJoinPool` up to JDK 17 number their rests, to tell a word that is as it was
//! from one that is so again. A worker that finds a push half done rests and wakes itself until it is
//! done, so each round would be a state of its own here, too. The numbers have 15 bits; here they have
//! three. A stale word passes for a fresh one only if its reader stood still while a worker rested
//! exactly eight times.
//!
//! A thread that helps others looks into one queue after the other until there is nothing left to wait
//! for. It counts on for ever and takes of the count only what is an index; here the count is that.
//!
//! `Exchanger` and `ForkJoinPool` draw numbers from a generator of three shifts (Marsaglia 2003) in
//! loops that go round until another thread has moved on. Its period is 2³²-1, so each round would be
//! a state of its own, and a search would never see that nothing changes. Which numbers come is a
//! matter of chance, and seeds are fixed all the same; so here the generator has a period of two:
//! from `x` it goes to `!x`, and back. Both signs come and every bit has both values, so that code
//! that waits for a certain one gets it.

/// The class of fork-join pools.
pub const POOL: &str = "java/util/concurrent/ForkJoinPool";

const EXCHANGER: &str = "java/util/concurrent/Exchanger";

/// Class, method, how often it looks, and how often it does here.
pub const ROUNDS: [(&str, &str, i32, i32); 7] = [
    // The larger of this and three times through all queues.
    (POOL, "deactivate", 256, 0),
    (POOL, "spinLockRunState", 128, 1),
    ("java/util/concurrent/Phaser", "<clinit>", 256, 1),
    (EXCHANGER, "slotExchange", 1024, 1),
    (EXCHANGER, "arenaExchange", 1024, 1),
    // The same in one, since JDK 21.
    (EXCHANGER, "xchg", 1024, 1),
    (
        "java/util/concurrent/LinkedTransferQueue$DualNode",
        "await",
        128,
        1,
    ),
];

/// The method in which an idle worker rests.
pub const RESTING: (&str, &str) = (POOL, "awaitWork");

/// Added to a worker's phase when it rests.
pub const REST: i32 = 1 << 16;

/// What is kept of a phase: all but its sign, and here its lower half with three bits above.
pub const PHASE: (i32, i32) = (i32::MAX, 0x7_ffff);

/// The field that a pool has whose workers number their rests.
pub const COUNTS_RESTS: &str = "SS_SEQ";

/// Methods of pools that count on, round by round, what they use as an index only.
pub const INDEXING: [&str; 4] = ["helpJoin", "helpComplete", "helpQuiesce", "helpQuiescePool"];

/// Classes whose loops wait for a random number, with their nested ones.
pub const WAITING: [&str; 2] = [EXCHANGER, POOL];
