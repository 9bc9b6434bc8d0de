package srv;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Takes connections. */
public class Server {
  private static final Logger LOGGER = Logger.getLogger("srv");
  private final Sessions sessions;
  private final Audit audit;

  public Server(Sessions sessions, Audit audit) {
    this.sessions = sessions;
    this.audit = audit;
  }

  public void serve(int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port)) {
      while (!server.isClosed()) handle(server.accept());
    }
  }

  private void handle(Socket socket) {
    try (BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
      String line = in.readLine();
      if (line == null) return;
      if (line.startsWith("login ")) {
        Session session = sessions.login(line.substring(6));
        out.println(session == null ? "no" : "yes");
      } else if (line.equals("report")) {
        out.println(audit.report());
      }
    } catch (IOException e) {
      LOGGER.log(Level.WARNING, "connection", e);
    }
  }
}
