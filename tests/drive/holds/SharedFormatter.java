/**
 * Repaired. Each call has its own.
 */
public class SharedFormatter {
  public String format(int hours, int minutes) {
    StringBuilder buffer = new StringBuilder();
    buffer.append(hours).append(':').append(minutes);
    return buffer.toString();
  }
}
