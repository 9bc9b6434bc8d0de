/** Reflection: what is called can't be seen, so nothing may be claimed. */
public class Mirrored {
  static int count;

  public static void up() {
    count++;
  }

  public static void main(String[] args) throws Exception {
    Thread other = new Thread(() -> {
      try {
        Mirrored.class.getMethod(args.length == 0 ? "up" : "down").invoke(null);
      } catch (ReflectiveOperationException e) {
        throw new RuntimeException(e);
      }
    });
    other.start();
    count++;
    other.join();
  }
}
