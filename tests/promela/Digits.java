/** Digits that are read while another thread runs. args[0] are characters, args[1] is a radix, args[2]
 *  what the characters come to; what is no digit counts as -1. */
public class Digits {
  static volatile int sum;

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> sum = 0);
    other.start();
    int radix = Integer.parseInt(args[1]);
    int worth = 0;
    for (int i = 0; i < args[0].length(); i++) {
      worth = worth * 37 + Character.digit(args[0].charAt(i), radix);
    }
    other.join();
    sum = sum + worth;
    assert sum == Integer.parseInt(args[2]);
  }
}
