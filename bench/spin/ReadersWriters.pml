/* bench/programs/ReadersWriters.java: R readers and W writers over a monitor that prefers writers, in
   the steps that Heddle takes without reductions. In the monitor a thread takes a step for each access
   to a field while main still starts threads. Once that is over nobody else could move, and it goes on
   up to where it leaves the monitor or waits; but it stops where a loop begins again. */
#ifndef R
#define R 4
#endif
#ifndef W
#define W 4
#endif

byte activeReaders, activeWriters, waitingReaders, waitingWriters;
bit waits[R + W], locked, starting = 1;

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
  :: w < R + W -> waits[w] = 0; w++
  :: else -> w = 0; break
  od
}

proctype Reader(byte me)
{
begin:
end1:
  LOCK(b1);
  STEP(READ, b1); STEP(waitingReaders++, b2);
test:
  LOOK(activeWriters > 0, sleep, b9, b3);
  LOOK(waitingWriters > 0, sleep, b9, b4);
  STEP(READ, b4); STEP(waitingReaders--, b5);
  STEP(READ, b5); STEP(activeReaders++, b6);
  atomic { locked = 0; goto check }
sleep:
  atomic { waits[me] = 1; locked = 0 };
end2:
again:
  atomic { !waits[me] && !locked -> locked = 1; goto test };
  atomic { skip;
b1: waitingReaders++;
b2: if :: activeWriters > 0 -> goto b9 :: else fi;
b3: if :: waitingWriters > 0 -> goto b9 :: else fi;
b4: waitingReaders--;
b5: activeReaders++;
b6: locked = 0; goto check;
b9: waits[me] = 1; locked = 0; goto again
  };
check:
  LOCK(c1);
  STEP(READ, c1); STEP(READ, c1);
  atomic { skip;
c1: assert(activeWriters == 0 && activeReaders > 0); locked = 0
  };
  LOCK(e1);
  STEP(READ, e1); STEP(activeReaders--, e2);
  if :: atomic { starting -> wake() } :: atomic { !starting -> goto e2 } fi;
  atomic { locked = 0; goto begin };
  atomic { skip;
e1: activeReaders--;
e2: wake(); locked = 0; goto begin
  }
}

proctype Writer(byte me)
{
begin:
end1:
  LOCK(b1);
  STEP(READ, b1); STEP(waitingWriters++, b2);
test:
  LOOK(activeWriters > 0, sleep, b9, b3);
  LOOK(activeReaders > 0, sleep, b9, b4);
  STEP(READ, b4); STEP(waitingWriters--, b5);
  STEP(READ, b5); STEP(activeWriters++, b6);
  atomic { locked = 0; goto check }
sleep:
  atomic { waits[me] = 1; locked = 0 };
end2:
again:
  atomic { !waits[me] && !locked -> locked = 1; goto test };
  atomic { skip;
b1: waitingWriters++;
b2: if :: activeWriters > 0 -> goto b9 :: else fi;
b3: if :: activeReaders > 0 -> goto b9 :: else fi;
b4: waitingWriters--;
b5: activeWriters++;
b6: locked = 0; goto check;
b9: waits[me] = 1; locked = 0; goto again
  };
check:
  LOCK(c1);
  STEP(READ, c1); STEP(READ, c1);
  atomic { skip;
c1: assert(activeWriters == 1 && activeReaders == 0); locked = 0
  };
  LOCK(e1);
  STEP(READ, e1); STEP(activeWriters--, e2);
  if :: atomic { starting -> wake() } :: atomic { !starting -> goto e2 } fi;
  atomic { locked = 0; goto begin };
  atomic { skip;
e1: activeWriters--;
e2: wake(); locked = 0; goto begin
  }
}

init
{
  byte i;
  do
  :: atomic { i < R -> run Reader(i); i++ }
  :: atomic { i >= R && i < R + W - 1 -> run Writer(i); i++ }
  :: atomic { i == R + W - 1 -> run Writer(i); starting = 0; break }
  od
}
