/** Lamps at a crossing, as enum constants with code of their own, told apart by a switch; and copies of
 *  arrays that both threads make. Argument "wrong": one lamp is expected to have changed too early. */
public class Lamps {
  enum Lamp {
    RED { @Override Lamp next() { return GREEN; } },
    GREEN { @Override Lamp next() { return YELLOW; } },
    YELLOW { @Override Lamp next() { return RED; } };

    abstract Lamp next();
  }

  static volatile Lamp north = Lamp.RED, east = Lamp.GREEN;
  static int[] seen = {0, 0, 0};

  static void step() {
    switch (east) {
      case GREEN: east = Lamp.YELLOW; break;
      case YELLOW: east = east.next(); north = Lamp.GREEN; break;
      default: throw new IllegalStateException();
    }
  }

  static void look() {
    Lamp first = north;
    for (Lamp lamp : Lamp.values()) {
      if (lamp == first) {
        synchronized (Lamps.class) {
          int[] more = seen.clone();
          more[lamp.ordinal()]++;
          seen = more;
        }
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread changes = new Thread(() -> { step(); step(); look(); });
    Thread looks = new Thread(Lamps::look);
    changes.start();
    looks.start();
    changes.join();
    looks.join();
    assert north == Lamp.GREEN && east == Lamp.RED;
    assert seen[1] == 2 || seen[0] == 1 && seen[1] == 1 && args.length == 0;
  }
}
