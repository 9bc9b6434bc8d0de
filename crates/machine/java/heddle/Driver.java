package heddle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that call an object at once, and what may come out of that. A subclass numbers the calls; a
 * scenario such as {@code 0,4/1/2,3=5,!6} says who makes which: 0 and 4 are made first, then one thread
 * makes 1 while another makes 2 and 3, and when they have ended, 5 is looked at and 6 must not throw.
 *
 * <p>Each call leaves a log: what came out of it, and how many calls of each other thread had ended
 * before it began. In sequence ({@link #IN_SEQUENCE}), one call is made after the other in every order,
 * and another begins only when the last has ended or waits. The outcomes of that are what concurrent
 * calls may give, too: the same results, where each call that ended before another began did so in
 * sequence as well. Anything else is thrown as {@link NotLinearizable}, or as the exception that came
 * out of a call and does so in no sequence.
 *
 * <p>A log only says that a call ended before another began if it did; and since the steps of the log
 * are steps of the threads, some run has each right at the border of its call. So there is a run whose
 * log has the very order of calls, for every order that is possible.
 */
public abstract class Driver {
  /** The first argument for outcomes in sequence; scenarios follow, and each outcome is thrown. */
  public static final String IN_SEQUENCE = "--in-sequence";

  /** The same where nothing begins while a call waits, and time passes as it does elsewhere. */
  public static final String IN_TURN = "--in-turn";

  /** What calls give that return nothing. */
  protected static final Object VOID = new Object();

  private static final Object WAITS = new Object();
  private static final Object NOT_MADE = new Object();

  /** Longer than the waits of a program: over when no thread can move, if time passes only then. */
  private static final long LONG = 600_000;

  /** Makes one call. */
  protected abstract Object call(int number) throws Throwable;

  /** A call as it is told. */
  protected abstract String name(int number);

  /** Objects that are told apart where calls return them. */
  protected Object[] objects() {
    return new Object[0];
  }

  private Caller[] callers;
  private Allowed[] allowed;

  /** Runs a scenario: the first argument. The others are the outcomes that are allowed, if not all are. */
  protected final void drive(String[] arguments) throws Throwable {
    if (arguments.length == 0) {
      throw new IllegalArgumentException("a scenario is missing, such as 0/1/2: see heddle.Driver");
    }
    if (arguments[0].equals(IN_SEQUENCE) || arguments[0].equals(IN_TURN)) {
      int chosen = Heddle.choose(1, arguments.length - 1);
      boolean mayWait = arguments[0].equals(IN_SEQUENCE);
      throw new Outcome(chosen + " " + inSequence(new Scenario(arguments[chosen]), mayWait));
    }
    allowed = new Allowed[arguments.length - 1];
    for (int index = 0; index < allowed.length; index++) allowed[index] = new Allowed(arguments[index + 1]);
    atOnce(new Scenario(arguments[0]));
  }

  private void atOnce(Scenario scenario) throws Throwable {
    for (int number : scenario.before) call(number);
    callers = new Caller[scenario.threads.length];
    int first = 0;
    for (int index = 0; index < callers.length; index++) {
      callers[index] = new Caller(index, first, scenario.threads[index], false);
      first += scenario.threads[index].length;
    }
    boolean mayWait = false;
    for (Allowed it : allowed) mayWait |= it.waits();
    for (Caller caller : callers) caller.start();
    boolean haveEnded = true;
    for (Caller caller : callers) {
      // Who waits in sequence may do so here. Then nobody moves, and time passes.
      if (mayWait) caller.join(LONG);
      else caller.join();
      haveEnded &= !caller.isAlive();
    }
    Object[] last = haveEnded ? look(scenario, first) : new Object[0];
    if (allowed.length > 0 && !isAllowed(last)) {
      // Threads that wait are a deadlock, which is told as such.
      if (!haveEnded) return;
      throw new NotLinearizable("no sequence of the calls gives " + told(scenario, last));
    }
    // Threads that the object has for itself may go on for ever.
    Runtime.getRuntime().halt(0);
  }

  /** What is looked at when all calls are made. */
  private Object[] look(Scenario scenario, int first) throws Throwable {
    Object[] results = new Object[scenario.after.length];
    for (int index = 0; index < results.length; index++) {
      results[index] = result(scenario.after[index], scenario.must[index] ? -1 : first + index);
    }
    return results;
  }

  /** What comes out of a call; an exception is thrown if it comes out at this place in no sequence. */
  private Object result(int number, int place) throws Throwable {
    try {
      return call(number);
    } catch (Throwable exception) {
      boolean isKnown = place >= 0 && (allowed == null || allowed.length == 0);
      String text = "throws " + exception.getClass().getName();
      for (int index = 0; place >= 0 && !isKnown && index < allowed.length; index++) {
        // Where a call waits, nothing is looked at afterwards.
        String[] results = allowed[index].results;
        isKnown = place < results.length && results[place].equals(text);
      }
      if (!isKnown) throw exception;
      return new Thrown(text);
    }
  }

  private boolean isAllowed(Object[] last) {
    String[] results = texts(last);
    for (Allowed it : allowed) {
      if (it.has(results) && it.keeps(orders())) return true;
    }
    return false;
  }

  private int[] orders() {
    int count = 0;
    for (Caller caller : callers) count += caller.calls.length;
    int[] orders = new int[count];
    int next = 0;
    for (Caller caller : callers) {
      for (int order : caller.endedBefore) orders[next++] = order;
    }
    return orders;
  }

  /** All results as text, those of the threads first. */
  private String[] texts(Object[] last) {
    List<Object> seen = new ArrayList<>();
    for (Object known : objects()) {
      if (known != null) seen.add(known);
    }
    List<String> texts = new ArrayList<>();
    for (Caller caller : callers) {
      for (Object result : caller.results) texts.add(text(result, seen));
    }
    for (Object result : last) texts.add(text(result, seen));
    return texts.toArray(new String[0]);
  }

  private String told(Scenario scenario, Object[] last) {
    String[] results = texts(last);
    StringBuilder told = new StringBuilder();
    int next = 0;
    for (Caller caller : callers) {
      for (int number : caller.calls) {
        told.append(caller.getName()).append(": ").append(name(number));
        told.append(gives(results[next++])).append("; ");
      }
    }
    told.append("afterwards");
    for (int index = 0; index < last.length; index++) {
      told.append(index == 0 ? " " : ", ").append(name(scenario.after[index]));
      told.append(gives(results[next++]));
    }
    if (last.length == 0) told.setLength(told.length() - "; afterwards".length());
    return told.toString();
  }

  private static String gives(String result) {
    return result.startsWith("throws ") ? " " + result : " = " + result;
  }

  /** The calls one after the other, in any order. */
  private String inSequence(Scenario scenario, boolean mayWait) throws InterruptedException {
    try {
      for (int number : scenario.before) call(number);
    } catch (Throwable exception) {
      return "|before: throws " + exception.getClass().getName();
    }
    callers = new Caller[scenario.threads.length];
    for (int index = 0; index < callers.length; index++) {
      callers[index] = new Caller(index, 0, scenario.threads[index], true);
    }
    for (Caller caller : callers) caller.start();
    String order = mayWait ? letIn() : letInTurn();
    boolean haveEnded = true;
    for (Caller caller : callers) haveEnded &= caller.ended == caller.calls.length;
    Object[] last = new Object[haveEnded ? scenario.after.length : 0];
    for (int index = 0; index < last.length; index++) {
      try {
        last[index] = call(scenario.after[index]);
      } catch (Throwable exception) {
        last[index] = new Thrown("throws " + exception.getClass().getName());
      }
    }
    StringBuilder outcome = new StringBuilder().append(order).append('|');
    for (int number : orders()) outcome.append(number).append('.');
    outcome.append('|');
    for (String text : texts(last)) outcome.append(text).append(';');
    return outcome.toString();
  }

  /** Lets callers in, each when the last call is made or waits. */
  private String letIn() throws InterruptedException {
    pause();
    StringBuilder order = new StringBuilder();
    boolean hasRested = false;
    while (true) {
      Caller next = chooseAtGate();
      if (next == null) {
        // Who waits now has time until the end.
        if (hasRested) return order.toString();
        Thread.sleep(LONG);
        hasRested = true;
        continue;
      }
      order.append(next.getName());
      next.pass();
      pause();
      // Others may come while it waits, or when its time is over.
      if (next.isMidway() && Heddle.chooseBoolean()) Thread.sleep(LONG);
    }
  }

  /** Lets callers in, each when the last call is made. */
  private String letInTurn() throws InterruptedException {
    for (Caller caller : callers) caller.awaitGate();
    StringBuilder order = new StringBuilder();
    for (Caller next = chooseAtGate(); next != null; next = chooseAtGate()) {
      order.append(next.getName());
      next.pass();
      next.awaitGate();
    }
    return order.toString();
  }

  /** Any of the callers that wait for their turn, or null if there are none. */
  private Caller chooseAtGate() {
    Caller[] ready = new Caller[callers.length];
    int count = 0;
    for (Caller caller : callers) {
      if (caller.isAtGate) ready[count++] = caller;
    }
    return count == 0 ? null : ready[Heddle.choose(0, count - 1)];
  }

  /** Until no thread can move. No time passes by that, so that the object can't tell. */
  private static void pause() {
    LockSupport.parkNanos(1);
  }

  /** A value as text. Objects without one have numbers, in the order in which they come. */
  private static String text(Object value, List<Object> seen) {
    if (value == VOID) return "done";
    if (value == WAITS) return "waits";
    if (value == NOT_MADE) return "not made";
    if (value == null) return "null";
    if (value instanceof Thrown) return ((Thrown) value).text;
    if (value instanceof CharSequence) return '"' + clean(value.toString()) + '"';
    if (value instanceof Boolean || value instanceof Character) return clean(value.toString());
    if (value instanceof Enum) return ((Enum<?>) value).name();
    if (value instanceof Class) return ((Class<?>) value).getName();
    String name = value.getClass().getName();
    boolean isOfLibrary = name.startsWith("java.");
    if (value instanceof Number && isOfLibrary && !name.startsWith("java.util")) return value.toString();
    if (value instanceof Object[]) return "[" + texts(Arrays.asList((Object[]) value), seen) + "]";
    if (value.getClass().isArray()) return array(value);
    if (isOfLibrary && value instanceof List) return "[" + texts((List<?>) value, seen) + "]";
    if (isOfLibrary && value instanceof Set) return "{" + elements((Set<?>) value, seen) + "}";
    if (isOfLibrary && value instanceof Collection) {
      return "[" + texts(new ArrayList<>((Collection<?>) value), seen) + "]";
    }
    if (isOfLibrary && value instanceof Map) return "{" + entries((Map<?, ?>) value, seen) + "}";
    if (value instanceof Optional) return "optional " + text(((Optional<?>) value).orElse(null), seen);
    if (value instanceof Record) return clean(value.toString());
    return name.substring(name.lastIndexOf('.') + 1) + "#" + number(value, seen);
  }

  private static int number(Object value, List<Object> seen) {
    for (int index = 0; index < seen.size(); index++) {
      if (seen.get(index) == value) return index + 1;
    }
    seen.add(value);
    return seen.size();
  }

  private static String array(Object value) {
    StringBuilder text = new StringBuilder("[");
    for (int index = 0; index < java.lang.reflect.Array.getLength(value); index++) {
      if (index > 0) text.append(", ");
      text.append(clean(java.lang.reflect.Array.get(value, index).toString()));
    }
    return text.append(']').toString();
  }

  private static String texts(List<?> values, List<Object> seen) {
    StringBuilder text = new StringBuilder();
    for (Object value : values) {
      if (text.length() > 0) text.append(", ");
      text.append(text(value, seen));
    }
    return text.toString();
  }

  private static String entries(Map<?, ?> map, List<Object> seen) {
    List<String> texts = new ArrayList<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      texts.add(text(entry.getKey(), seen) + "=" + text(entry.getValue(), seen));
    }
    return joined(texts, map instanceof SortedMap || map instanceof LinkedHashMap);
  }

  private static String elements(Set<?> set, List<Object> seen) {
    List<String> texts = new ArrayList<>();
    for (Object element : set) texts.add(text(element, seen));
    return joined(texts, set instanceof SortedSet || set instanceof LinkedHashSet);
  }

  /** An order that the collection does not promise is no result. */
  private static String joined(List<String> texts, boolean isOrdered) {
    if (!isOrdered) texts.sort(null);
    return String.join(", ", texts);
  }

  /** Without the signs that outcomes are made with, and without hash codes of objects. */
  private static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    for (int index = 0; index < text.length(); index++) {
      char letter = text.charAt(index);
      if (letter == ';') letter = ',';
      else if (letter == '|') letter = '/';
      else if (letter < ' ') letter = ' ';
      clean.append(letter);
      if (letter == '@') {
        while (index + 1 < text.length() && Character.digit(text.charAt(index + 1), 16) >= 0) index++;
      }
    }
    return clean.toString();
  }

  /** A thread that makes calls. */
  private final class Caller extends Thread {
    final int number;
    final int first;
    final int[] calls;
    final Object[] results;
    /** For each call, how many calls of each thread had ended before it: four bits for each. */
    final int[] endedBefore;
    /** How many calls have ended. */
    volatile int ended;
    /** Whether a gate is before each call, at which it waits for its turn. */
    final boolean hasGate;
    boolean isAtGate;
    private boolean mayPass;
    private boolean hasLeft;

    Caller(int number, int first, int[] calls, boolean hasGate) {
      super(String.valueOf((char) ('A' + number)));
      this.number = number;
      this.first = first;
      this.calls = calls;
      this.hasGate = hasGate;
      results = new Object[calls.length];
      for (int index = 0; index < calls.length; index++) results[index] = NOT_MADE;
      endedBefore = new int[calls.length];
    }

    @Override
    public void run() {
      try {
        for (int index = 0; index < calls.length; index++) {
          if (hasGate) awaitTurn();
          int before = 0;
          for (Caller other : callers) {
            if (other != this) before |= other.ended << 4 * other.number;
          }
          endedBefore[index] = before;
          results[index] = WAITS;
          results[index] = result(calls[index], first + index);
          ended = index + 1;
        }
        if (hasGate) leave();
      } catch (Throwable exception) {
        Driver.<RuntimeException>rethrow(exception);
      }
    }

    /** Whether it is in the middle of a call. */
    boolean isMidway() {
      return !isAtGate && ended < calls.length;
    }

    private synchronized void awaitTurn() throws InterruptedException {
      isAtGate = true;
      notifyAll();
      while (!mayPass) wait();
      mayPass = false;
    }

    private synchronized void leave() {
      hasLeft = true;
      notifyAll();
    }

    synchronized void pass() {
      isAtGate = false;
      mayPass = true;
      notifyAll();
    }

    /** Until it waits for its next turn, or has no more calls to make. */
    synchronized void awaitGate() throws InterruptedException {
      while (!isAtGate && !hasLeft) wait();
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void rethrow(Throwable exception) throws E {
    throw (E) exception;
  }

  /** Who makes which calls. */
  private static final class Scenario {
    final int[] before;
    final int[][] threads;
    final int[] after;
    /** Which of the last ones must not throw. */
    final boolean[] must;

    Scenario(String text) {
      int end = text.indexOf('=');
      String[] parts = (end < 0 ? text : text.substring(0, end)).split("/", -1);
      before = numbers(parts[0]);
      threads = new int[parts.length - 1][];
      for (int index = 0; index < threads.length; index++) threads[index] = numbers(parts[index + 1]);
      String last = end < 0 ? "" : text.substring(end + 1);
      after = numbers(last.replace("!", ""));
      must = new boolean[after.length];
      String[] words = last.split(",", -1);
      for (int index = 0; index < must.length; index++) must[index] = words[index].startsWith("!");
    }

    private static int[] numbers(String text) {
      if (text.isEmpty()) return new int[0];
      String[] words = text.split(",", -1);
      int[] numbers = new int[words.length];
      for (int index = 0; index < words.length; index++) numbers[index] = Integer.parseInt(words[index]);
      return numbers;
    }
  }

  /** An outcome that some sequence has. */
  private static final class Allowed {
    final int[] orders;
    final String[] results;

    Allowed(String text) {
      int end = text.indexOf('|');
      String[] words = text.substring(0, end).split("\\.");
      orders = new int[words.length];
      for (int index = 0; index < words.length; index++) orders[index] = Integer.parseInt(words[index]);
      results = text.substring(end + 1).split(";");
    }

    boolean waits() {
      for (String result : results) {
        if (result.equals("waits")) return true;
      }
      return false;
    }

    boolean has(String[] others) {
      if (others.length != results.length) return false;
      for (int index = 0; index < others.length; index++) {
        if (!others[index].equals(results[index])) return false;
      }
      return true;
    }

    /** Whether calls that ended before others did so here. */
    boolean keeps(int[] others) {
      for (int index = 0; index < others.length; index++) {
        for (int shift = 0; shift < 32; shift += 4) {
          if ((others[index] >>> shift & 15) > (orders[index] >>> shift & 15)) return false;
        }
      }
      return true;
    }
  }

  /** That a call threw. */
  private static final class Thrown {
    final String text;

    Thrown(String text) {
      this.text = text;
    }
  }

  /** An outcome in sequence. */
  public static final class Outcome extends RuntimeException {
    Outcome(String outcome) {
      super(outcome);
    }
  }

  /** Concurrent calls with results that no sequence of them has. */
  public static final class NotLinearizable extends Error {
    NotLinearizable(String message) {
      super(message);
    }
  }
}
