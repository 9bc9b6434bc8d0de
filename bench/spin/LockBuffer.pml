/* bench/programs/LockBuffer.java: P producers and C consumers on a buffer of one cell over ReentrantLock
   and Condition, in the steps that Heddle takes without reductions: one for each access of the JDK's
   AbstractQueuedSynchronizer to what threads share. A thread that is the only one that can move goes on
   up to where a loop begins again. Nobody is interrupted. */
#ifndef P
#define P 1
#endif
#ifndef C
#define C 1
#endif
#define N (P + C)
#define NODES (3 * N + 2)
#define WAITING 1
#define COND 2

bit used, state, starting = 1;
byte owner, head, tail;                 /* of the lock */
byte first[2], last[2];                 /* of the conditions: 0 empty, 1 full */
byte prev[NODES], next[NODES], waiter[NODES], status[NODES], follower[NODES];
bit condition[NODES];                   /* its class: nodes of conditions and others */
byte nodes;                             /* how many there are */
byte node[N], pred[N], other[N];        /* variables of threads that hold nodes */
bit permit[N], blocked[N];
byte stuck;                             /* how many threads are blocked */

hidden byte i, count;
hidden byte name[NODES], list[NODES];
hidden byte prev2[NODES], next2[NODES], waiter2[NODES], status2[NODES], follower2[NODES], condition2[NODES];

/* On to the next step: at once if nobody else could move. */
#define GO(there) if :: !starting && stuck == N - 1 -> goto there##_ :: else -> goto there fi
#define STEP(here, what, there) here: atomic { skip; here##_: what; GO(there) }
#define BACK(here, what, there) here: atomic { skip; here##_: what; goto there }
#define TEST(here, condition, yes, no) \
  here: atomic { skip; here##_: if :: condition -> GO(yes) :: else -> GO(no) fi }

/* A step that nothing happens in. */
#define READ skip

/* To a step that takes a permit. */
#define PARK(there) \
  if \
  :: permit[me] -> GO(there) \
  :: else -> blocked[me] = 1; stuck++; goto there \
  fi

inline reach(n)
{
  if
  :: n != 0 && name[n] == 0 -> count++; name[n] = count; list[count] = n
  :: else
  fi
}

/* Gives nodes their numbers in the order in which they can be reached, and frees the others. */
inline collect()
{
  d_step {
    count = 0;
    i = 0;
    do
    :: i < NODES -> name[i] = 0; i++
    :: else -> break
    od;
    reach(tail); reach(head); reach(first[0]); reach(last[0]); reach(first[1]); reach(last[1]);
    i = 0;
    do
    :: i < N -> reach(node[i]); reach(pred[i]); reach(other[i]); i++
    :: else -> break
    od;
    i = 1;
    do
    :: i <= count -> reach(prev[list[i]]); reach(next[list[i]]); reach(follower[list[i]]); i++
    :: else -> break
    od;
    i = 1;
    do
    :: i <= count ->
       prev2[i] = name[prev[list[i]]]; next2[i] = name[next[list[i]]];
       follower2[i] = name[follower[list[i]]]; waiter2[i] = waiter[list[i]]; status2[i] = status[list[i]];
       condition2[i] = condition[list[i]];
       i++
    :: else -> break
    od;
    i = 1;
    do
    :: i < NODES && i <= count ->
       prev[i] = prev2[i]; next[i] = next2[i]; follower[i] = follower2[i];
       waiter[i] = waiter2[i]; status[i] = status2[i]; condition[i] = condition2[i]; i++
    :: i < NODES && i > count ->
       prev[i] = 0; next[i] = 0; follower[i] = 0; waiter[i] = 0; status[i] = 0; condition[i] = 0; i++
    :: i == NODES -> break
    od;
    tail = name[tail]; head = name[head];
    first[0] = name[first[0]]; last[0] = name[last[0]];
    first[1] = name[first[1]]; last[1] = name[last[1]];
    i = 0;
    do
    :: i < N -> node[i] = name[node[i]]; pred[i] = name[pred[i]]; other[i] = name[other[i]]; i++
    :: else -> break
    od;
    nodes = count
  }
}

inline allot(n)
{
  d_step { nodes++; assert(nodes < NODES); n = nodes }
}

inline unpark(who)
{
  permit[who] = 1;
  if
  :: blocked[who] -> blocked[who] = 0; stuck--
  :: else
  fi
}

/* The loop in acquire begins again: unless it is first, a thread is going to look for its predecessor. */
inline again()
{
  if
  :: !isFirst -> pred[me] = 0; collect()
  :: else
  fi
}

proctype Worker(byte me; bit produces)
{
  bit isFirst, queued, waited, isLast;
  byte spins, more, whom;

  /* lock() */
lock:
  atomic { skip;
lock_: if :: !state -> state = 1; GO(locked1) :: else -> GO(lock2) fi };
  STEP(locked1, owner = me + 1, held);
  STEP(lock2, READ, lock3);
  TEST(lock3, !state, lock4, begin);
lock4:
  atomic { skip;
lock4_: if :: !state -> state = 1; GO(locked1) :: else -> GO(begin) fi };

  /* acquire(node, …) */
begin:
  atomic { skip;
begin_: if :: !state -> GO(try) :: else -> allot(node[me]); collect(); goto top fi };
top:
  if
  :: atomic { queued && !isFirst -> pred[me] = prev[node[me]]; collect(); GO(top2) }
  :: atomic { queued && isFirst ->
       if :: !state -> GO(try) :: else -> goto failed_ fi }
  :: atomic { !queued ->
       if :: !state -> GO(try) :: else -> GO(link) fi }
  fi;
top_:
  goto top;
top2:
  atomic { skip;
top2_: isFirst = (head == pred[me]);
    if :: isFirst -> GO(attempt) :: else -> GO(top3) fi };
  STEP(top3, READ, top4);
top4:
  atomic { skip;
top4_: if :: prev[pred[me]] == 0 -> again(); goto top :: else -> GO(rest) fi };
attempt:
  atomic { skip;
attempt_: if :: !state -> GO(try) :: else -> goto failed_ fi };
try:
  atomic { skip;
try_: if :: !state -> state = 1; GO(take) :: else -> goto failed_ fi };
take:
  atomic { skip;
take_: owner = me + 1;
    if :: isFirst -> spins = 0; more = 0; GO(take2) :: else -> node[me] = 0; collect(); GO(held) fi };
  STEP(take2, prev[node[me]] = 0; collect(), take3);
  STEP(take3, head = node[me]; collect(), take4);
  STEP(take4, next[pred[me]] = 0; pred[me] = 0; collect(), take5);
take5:
  atomic { skip;
take5_: waiter[node[me]] = 0; node[me] = 0;
    isFirst = 0; queued = 0; collect(); GO(held) };
failed:
  atomic { skip;
failed_: if
    :: !queued && node[me] == 0 -> allot(node[me]); collect(); goto top
    :: !queued && node[me] != 0 -> GO(link)
    :: queued && isFirst && spins != 0 -> spins--; goto top
    :: queued && !(isFirst && spins != 0) -> GO(rest)
    fi };
link:
  atomic { skip;
link_: other[me] = tail;
    if :: other[me] == 0 -> GO(grow) :: else -> GO(link2) fi };
grow:
  atomic { skip;
grow_: if :: head == 0 -> allot(head); collect(); GO(grow2) :: else -> goto top fi };
  BACK(grow2, tail = head; collect(), top);
link2:
  atomic { skip;
link2_: if
    :: tail == other[me] -> tail = node[me]; prev[node[me]] = other[me]; waiter[node[me]] = me + 1;
       queued = 1; collect(); GO(link3)
    :: else -> other[me] = 0; collect(); goto top
    fi };
  BACK(link3, next[other[me]] = node[me]; other[me] = 0; collect(), top);
rest:
  atomic { skip;
rest_: if :: status[node[me]] == 0 -> GO(rest2) :: else -> more = (more << 1) | 1; spins = more; PARK(sleep) fi };
  BACK(rest2, status[node[me]] = WAITING; again(), top);
sleep:
  atomic { permit[me];
sleep_: permit[me] = 0; GO(rest3) };
  BACK(rest3, status[node[me]] = 0; again(), top);

  /* the buffer */
held:
  atomic { skip;
held_: if :: used == produces -> GO(await) :: else -> GO(change) fi };
  STEP(change, used = produces, signal);

  /* signal(): a producer signals full, 1 */
signal:
  atomic { skip;
signal_: other[me] = first[produces]; GO(signal2) };
  TEST(signal2, other[me] == 0, unlock, signal3);
  /* What follows the first waiter may be what pred names: nobody queues meanwhile. */
signal3:
  atomic { skip;
signal3_: pred[me] = follower[other[me]]; isLast = (pred[me] == 0); GO(signal4) };
signal4:
  atomic { skip;
signal4_: first[produces] = pred[me]; pred[me] = 0; collect(); if :: isLast -> isLast = 0; GO(signal5) :: else -> GO(signal6) fi };
  STEP(signal5, last[produces] = 0; collect(), signal6);
  STEP(signal6, assert(status[other[me]] & COND); status[other[me]] = status[other[me]] & ~COND, enqueue);
enqueue:
  atomic { skip;
enqueue_: pred[me] = tail; GO(enqueue2) };
enqueue2:
  atomic { skip;
enqueue2_: prev[other[me]] = pred[me]; collect(); if :: pred[me] == 0 -> GO(enqueue3) :: else -> GO(enqueue5) fi };
enqueue3:
  atomic { skip;
enqueue3_: if :: head == 0 -> allot(head); collect(); GO(enqueue4) :: else -> goto enqueue fi };
  BACK(enqueue4, tail = head; collect(), enqueue);
enqueue5:
  atomic { skip;
enqueue5_: if :: tail == pred[me] -> tail = other[me]; collect(); GO(enqueue6) :: else -> pred[me] = 0; goto enqueue fi };
  STEP(enqueue6, next[pred[me]] = other[me]; other[me] = 0; collect(), enqueue7);
  STEP(enqueue7, pred[me] = 0; collect(), unlock);

  /* unlock(), and the release in await() */
  STEP(unlock, READ, unlock2);
  STEP(unlock2, READ, unlock3);
  STEP(unlock3, owner = 0, unlock4);
  STEP(unlock4, state = 0, unlock5);
unlock5:
  atomic { skip;
unlock5_: other[me] = head; if :: head == 0 -> goto freed_ :: else -> GO(unlock6) fi };
unlock6:
  atomic { skip;
unlock6_: other[me] = next[other[me]]; collect(); if :: other[me] == 0 -> goto freed_ :: else -> GO(unlock7) fi };
  unlock7:
  atomic { skip;
unlock7_: if :: status[other[me]] == 0 -> goto freed_ :: else -> GO(unlock8) fi };
  STEP(unlock8, status[other[me]] = status[other[me]] & ~WAITING, unlock9);
unlock9:
  atomic { skip;
unlock9_: if :: waiter[other[me]] == 0 -> goto freed_ :: else -> whom = waiter[other[me]]; other[me] = 0; GO(unlock10) fi };
unlock10:
  atomic { skip;
unlock10_: unpark(whom - 1); whom = 0; goto freed_ };
freed:
  atomic { skip;
freed_: other[me] = 0; collect(); if :: waited -> GO(look) :: else -> goto lock fi };

  /* await(): a producer waits for empty, 0 */
  STEP(await, READ, await2);
await2:
  atomic { skip;
await2_: allot(node[me]); waiter[node[me]] = me + 1; status[node[me]] = COND | WAITING;
    condition[node[me]] = 1; collect();
    if :: last[!produces] == 0 -> GO(await3) :: else -> other[me] = last[!produces]; GO(await4) fi };
  STEP(await3, first[!produces] = node[me]; collect(), await5);
  STEP(await4, follower[other[me]] = node[me]; other[me] = 0, await5);
  STEP(await5, last[!produces] = node[me]; collect(), await6);
  STEP(await6, waited = 1, unlock);
look:
  atomic { skip;
look_: if :: prev[node[me]] == 0 -> GO(look4) :: else -> GO(look2) fi };
look2:
  atomic { skip;
look2_: other[me] = tail; if :: other[me] == node[me] -> other[me] = 0; GO(wake) :: else -> GO(look3) fi };
look3:
  atomic { skip;
look3_: other[me] = prev[other[me]];
    if
    :: other[me] == node[me] -> other[me] = 0; GO(wake)
    :: other[me] == 0 -> GO(look4)
    :: else -> goto look3
    fi };
  TEST(look4, status[node[me]] & COND, look5, look);
  TEST(look5, status[node[me]] <= 1, look, look6);
look6:
  atomic { skip;
look6_: if :: status[node[me]] <= 1 -> goto look :: else -> PARK(doze) fi };
doze:
  atomic { permit[me];
doze_: permit[me] = 0; goto look6 };
wake:
  atomic { skip;
wake_: status[node[me]] = 0; queued = 1; waited = 0; GO(top) }
}

init
{
  byte n;
  do
  :: atomic { n < P -> run Worker(n, 1); n++ }
  :: atomic { n >= P && n < N - 1 -> run Worker(n, 0); n++ }
  :: atomic { n == N - 1 -> run Worker(n, 0); starting = 0; break }
  od
}
