/** Names that mean something to Promela, to C or to SPIN's verifiers, all of them in use. Argument
 *  "wrong": the sum is another one. */
public class Names {
  static volatile int now = 1, trpt, Maxbody, state, timeout, hidden, np_, _pid, owner, L7, register;
  static volatile int Pworker_run, Pworker__run, P0, P__Q, object_held, depth, model_left;

  static class inner extends worker {
    volatile int inline, atomic, self, init, unsigned, chan, end, never;

    @Override public void run() {
      super.run();
      int exception = find(now), helper = Names.stop(exception);
      inline = exception + helper;
      atomic = new_(Names.state(inline));
      self = atomic + do_(2);
      trpt = self;
      Pworker_run = 1;
      Pworker.run = 7;
      proc.offset = 8;
      Pworker__run = 2;
    }
  }

  static class P {
    static volatile int Q = 3, _Q = 4;
  }

  static int find(int claim) {
    int source = claim + P.Q;
    hidden = source;
    return source + P._Q + find_(source);
  }

  static int find_(int source) {
    return source - stop(source) / 2 + source;
  }

  static int stop(int timer) {
    return timer + timer * 2;
  }

  static int new_(int state) {
    int hash = state - 1;
    Maxbody = hash;
    return hash;
  }

  static int do_(int transit) {
    int hash = transit + Maxbody;
    depth = hash;
    return hash;
  }

  static int state(int typedef) {
    int run = typedef * 2;
    P0 = run;
    return run + L7;
  }

  public static void main(String[] main_thread) throws InterruptedException {
    inner printf = new inner();
    worker goto_ = new worker();
    goto_.start();
    goto_.join();
    printf.start();
    register = _pid;
    printf.join();
    int assert_ = main_thread.length;
    assert trpt + hidden + timeout + depth + P0 + Pworker_run + Pworker__run + register + printf.self
        + printf.inline + P.Q + P._Q + Pworker.run + proc.offset + assert_ == 560 : trpt;
  }
}

class worker extends Thread {
  @Override public void run() {
    Names._pid = Names.find(1);
  }
}

class Pworker {
  static volatile int run;
}

class proc {
  static volatile int offset, skip;
}
