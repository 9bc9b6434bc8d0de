/* bench/programs/ProducerConsumer.java: one producer and N consumers on a buffer of capacity 2, in the
   steps that Heddle takes without reductions. In the monitor a thread takes a step for each access to a
   field or element while main still starts threads. Once that is over nobody else could move, and it
   goes on up to where it leaves the monitor or waits; but it stops where a loop begins again. */
#ifndef N
#define N 7
#endif
#define CAPACITY 2

byte first, used;
bit cells[CAPACITY], waits[N + 1], locked, starting = 1;

/* A step in the monitor; nobody sees what is read, so reading is a step that does nothing. */
#define READ skip
#define STEP(what, rest) \
  if \
  :: atomic { starting -> what } \
  :: atomic { !starting -> what; goto rest } \
  fi

/* The same for a condition: where to go if it holds, one step or all at once, and if not. */
#define LOOK(condition, then, rest, otherwise) \
  if \
  :: starting && (condition) -> goto then \
  :: starting && !(condition) \
  :: atomic { !starting && (condition) -> goto rest } \
  :: atomic { !starting && !(condition) -> goto otherwise } \
  fi

#define LOCK(rest) \
  if \
  :: atomic { starting && !locked -> locked = 1 } \
  :: atomic { !starting && !locked -> locked = 1; goto rest } \
  fi

inline wake()
{
  byte w;
  w = 0;
  do
  :: w <= N -> waits[w] = 0; w++
  :: else -> w = 0; break
  od
}

proctype Producer()
{
begin:
end1:
  LOCK(p1);
test:
  LOOK(used == CAPACITY, sleep, p9, p2);
  STEP(READ, p2); STEP(READ, p2); STEP(cells[(first + used) % CAPACITY] = 1, p3);
  STEP(READ, p3); STEP(used++, p4);
  if :: atomic { starting -> wake() } :: atomic { !starting -> goto p4 } fi;
  atomic { locked = 0; goto begin };
sleep:
  atomic { waits[0] = 1; locked = 0 };
end2:
again:
  atomic { !waits[0] && !locked -> locked = 1; goto test };
  atomic { skip;
p1: if :: used == CAPACITY -> goto p9 :: else fi;
p2: cells[(first + used) % CAPACITY] = 1;
p3: used++;
p4: wake(); locked = 0; goto begin;
p9: waits[0] = 1; locked = 0; goto again
  }
}

proctype Consumer(byte me)
{
begin:
end1:
  LOCK(t1);
test:
  LOOK(used == 0, sleep, t9, t2);
  STEP(READ, t2); STEP(assert(cells[first]), t3);
  STEP(READ, t3); STEP(first = (first + 1) % CAPACITY, t4);
  STEP(READ, t4); STEP(used--, t5);
  if :: atomic { starting -> wake() } :: atomic { !starting -> goto t5 } fi;
  atomic { locked = 0; goto begin };
sleep:
  atomic { waits[me] = 1; locked = 0 };
end2:
again:
  atomic { !waits[me] && !locked -> locked = 1; goto test };
  atomic { skip;
t1: if :: used == 0 -> goto t9 :: else fi;
t2: assert(cells[first]);
t3: first = (first + 1) % CAPACITY;
t4: used--;
t5: wake(); locked = 0; goto begin;
t9: waits[me] = 1; locked = 0; goto again
  }
}

init
{
  byte i;
  run Producer();
  do
  :: atomic { i < N - 1 -> i++; run Consumer(i) }
  :: atomic { i == N - 1 -> i++; run Consumer(i); starting = 0; break }
  od
}
