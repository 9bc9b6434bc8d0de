package srv;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Connections that are used again. */
public class Pool implements DataSource {
  private final Deque<Connection> idle = new ArrayDeque<>();
  private final String url;

  public Pool(String url) {
    this.url = url;
  }

  @Override
  public Connection getConnection() throws SQLException {
    synchronized (idle) {
      Connection found = idle.poll();
      if (found != null) return found;
    }
    return DriverManager.getConnection(url);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() {
    return null;
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    return null;
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
