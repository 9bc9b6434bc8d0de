/* bench/programs/ReadersWriters.java: R readers and W writers over a monitor that prefers writers.
   What a thread does between entering the monitor and leaving it, or waiting in it, is one step. */
#ifndef R
#define R 4
#endif
#ifndef W
#define W 4
#endif

byte activeReaders, activeWriters, waitingReaders, waitingWriters;
bit waits[R + W];

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
  atomic {
    waitingReaders++;
    if
    :: activeWriters > 0 || waitingWriters > 0 -> waits[me] = 1; goto again
    :: else -> waitingReaders--; activeReaders++; goto check
    fi
  }
again:
end2:
  atomic {
    !waits[me];
    if
    :: activeWriters > 0 || waitingWriters > 0 -> waits[me] = 1; goto again
    :: else -> waitingReaders--; activeReaders++; goto check
    fi
  }
check:
  assert(activeWriters == 0 && activeReaders > 0);
  atomic { activeReaders--; wake(); goto begin }
}

proctype Writer(byte me)
{
begin:
end1:
  atomic {
    waitingWriters++;
    if
    :: activeWriters > 0 || activeReaders > 0 -> waits[me] = 1; goto again
    :: else -> waitingWriters--; activeWriters++; goto check
    fi
  }
again:
end2:
  atomic {
    !waits[me];
    if
    :: activeWriters > 0 || activeReaders > 0 -> waits[me] = 1; goto again
    :: else -> waitingWriters--; activeWriters++; goto check
    fi
  }
check:
  assert(activeWriters == 1 && activeReaders == 0);
  atomic { activeWriters--; wake(); goto begin }
}

init
{
  byte i;
  do
  :: atomic { i < R -> run Reader(i); i++ }
  :: atomic { i >= R && i < R + W -> run Writer(i); i++ }
  :: atomic { i == R + W -> break }
  od
}
