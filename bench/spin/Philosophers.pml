/* bench/programs/Philosophers.java, "safe", as SPIN would be given it by hand: a step for each lock
   and each unlock, and one for each thread that main starts. */
#ifndef N
#define N 12
#endif

bit fork[N];

proctype Philosopher(byte first, second)
{
end:
  do
  :: atomic { !fork[first]; fork[first] = 1 }
     atomic { !fork[second]; fork[second] = 1 }
     fork[second] = 0;
     fork[first] = 0
  od
}

init
{
  byte i;
  do
  :: atomic { i < N - 1 -> run Philosopher(i, i + 1); i++ }
  :: atomic { i == N - 1 -> run Philosopher(0, N - 1); break }
  od
}
