/**
 * A formatter with one buffer for all that is formatted.
 */
public class SharedFormatter {
  private final StringBuilder buffer = new StringBuilder();

  public String format(int hours, int minutes) {
    buffer.setLength(0);
    buffer.append(hours).append(':').append(minutes);
    return buffer.toString();
  }
}
