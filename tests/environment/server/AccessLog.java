package srv;

import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;

/** Writes lines to a file. */
public class AccessLog {
  /** What else is told. */
  public enum Level {
    QUIET,
    LOUD
  }

  private static final Logger LOGGER = Logger.getLogger(AccessLog.class.getName());
  private final File file;
  private final List<String> pending = new ArrayList<>();
  private final Map<Session, Integer> lines = new HashMap<>();
  private Level level = Level.LOUD;

  public AccessLog(String name) {
    file = new File(name);
  }

  public void write(String what, Session session) {
    String line = what + " " + session;
    synchronized (pending) {
      pending.add(line);
    }
    Integer known = lines.get(session);
    lines.put(session, known == null ? 1 : known + 1);
    if (level == Level.LOUD) LOGGER.info(line);
  }

  public void flush() {
    try (PrintWriter out = new PrintWriter(new FileWriter(file, true))) {
      synchronized (pending) {
        Collections.sort(pending);
        for (String line : pending) out.println(line);
        pending.clear();
      }
    } catch (IOException e) {
      LOGGER.log(java.util.logging.Level.WARNING, "can't write " + file, e);
    }
  }
}
