/* bench/programs/ProducerConsumer.java: one producer and N consumers on a buffer of capacity 2. What
   a thread does between entering the monitor and leaving it, or waiting in it, is one step. */
#ifndef N
#define N 7
#endif
#define CAPACITY 2

byte used;
bit waits[N + 1];

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
enter:
end1:
  atomic {
    if
    :: used == CAPACITY -> waits[0] = 1; goto again
    :: else -> used++; wake(); goto enter
    fi
  }
again:
end2:
  atomic {
    !waits[0];
    if
    :: used == CAPACITY -> waits[0] = 1; goto again
    :: else -> used++; wake(); goto enter
    fi
  }
}

proctype Consumer(byte me)
{
enter:
end1:
  atomic {
    if
    :: used == 0 -> waits[me] = 1; goto again
    :: else -> used--; wake(); goto enter
    fi
  }
again:
end2:
  atomic {
    !waits[me];
    if
    :: used == 0 -> waits[me] = 1; goto again
    :: else -> used--; wake(); goto enter
    fi
  }
}

init
{
  byte i;
  run Producer();
  do
  :: atomic { i < N -> i++; run Consumer(i) }
  :: atomic { i == N -> break }
  od
}
