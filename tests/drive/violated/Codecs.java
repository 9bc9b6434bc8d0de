/**
 * Two classes whose initialisers need each other: threads that begin at different ends wait for ever.
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
    static final Integer NUMBER = Encoder.PLAIN == null ? 1 : 2;
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
