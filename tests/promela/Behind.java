/** Two threads that lock in opposite order, and a third that waits for what is so from the start. With
 *  that left out of the model it may wait for ever there, which is no deadlock of the program. */
public class Behind {
  static final Object LEFT = new Object();
  static final Object RIGHT = new Object();
  static final Object DOOR = new Object();
  /*^ */
  static boolean open;

  public static void main(String[] args) {
    open = true;
    boolean same = args.length > 0;
    Thread first = new Thread(() -> both(LEFT, RIGHT));
    Thread second = new Thread(() -> both(same ? LEFT : RIGHT, same ? RIGHT : LEFT));
    Thread third = new Thread(Behind::enter);
    third.start();
    first.start();
    second.start();
  }

  static void both(Object one, Object other) {
    synchronized (one) {
      synchronized (other) {
      }
    }
  }

  static void enter() {
    synchronized (DOOR) {
      while (!open) {
        try {
          DOOR.wait();
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }
}
