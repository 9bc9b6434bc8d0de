package srv;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;

/** Users in a database. */
public class UserStore {
  /** The database does not answer. */
  public static class StoreException extends RuntimeException {
    private StoreException(Throwable cause) {
      super(cause);
    }
  }

  private final DataSource source;
  private final Map<String, Boolean> cache = new HashMap<>();

  public UserStore(DataSource source) {
    this.source = source;
  }

  public boolean isKnown(String user) {
    Boolean known = cache.get(user);
    if (known != null) return known;
    try (Connection connection = source.getConnection();
        PreparedStatement statement = connection.prepareStatement("select 1 from users where name = ?")) {
      statement.setString(1, user);
      try (ResultSet result = statement.executeQuery()) {
        boolean found = result.next();
        cache.put(user, found);
        return found;
      }
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }
}
