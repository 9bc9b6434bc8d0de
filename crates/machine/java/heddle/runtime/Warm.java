package heddle.runtime;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Uses parts of the JDK once before a program that mentions them starts, so that their initialisers
 * have run and their caches are filled before there are threads.
 */
final class Warm {
  private Warm() {}

  static void format() {
    String.format("%d %s %x %5.2f %c %b %,d %e%n", 1, "s", 2, 1.5, 'c', true, 1000, 2.5);
  }

  static void streams() {
    IntStream.range(0, 3).filter(i -> i > 0).map(i -> i + 1).boxed().collect(Collectors.toList());
    Stream.of("a", "b").map(String::length).sorted().collect(Collectors.toSet());
    List.of(1, 2, 3).stream().mapToInt(Integer::intValue).sum();
    Stream.of("a").collect(Collectors.groupingBy(String::length, Collectors.counting()));
    Stream.of("a", "b").collect(Collectors.joining(","));
  }

  static void hooks() {
    Fixed.destroyer = new Destroyer();
  }

  static void regex() {
    Pattern.compile("([a-z]+|\\d{1,2})\\s*[^,]?").matcher("ab1").find();
    "a-b".split("-");
    "a b".replaceAll("\\s", "");
  }

  static void zone(String name) {
    try {
      ZoneId zone = ZoneId.of(name);
      ZonedDateTime.of(2024, 7, 1, 12, 0, 0, 0, zone).toString();
      ZonedDateTime.of(2024, 1, 1, 12, 0, 0, 0, zone).toInstant().atZone(zone);
    } catch (DateTimeException e) {
      // It is the name of something else.
    }
  }

  static void logging() {
    Logger.getLogger("").getHandlers();
  }

  static void collections() {
    List.of(1);
    Map.of("a", 1);
    List.of("b", "a", "c", "d").toString();
  }
}
