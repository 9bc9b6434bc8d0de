/**
 * Repaired. The second no longer needs the first.
 */
public class Codecs {
  private static class Encoder {
    static final Encoder PLAIN = new Encoder();
    static final int PARTNER = Decoder.NUMBER;
    static int number() {
      return PARTNER;
    }
  }

  private static class Decoder {
    static final Integer NUMBER = 2;
    static int number() {
      return NUMBER;
    }
  }

  public static boolean encode() {
    return Encoder.number() > 0;
  }

  public static boolean decode() {
    return Decoder.number() > 0;
  }
}
