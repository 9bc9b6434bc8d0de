package srv;

/** Two requests at once. */
public class Main {
  public static void main(String[] args) throws Exception {
    UserStore store = new UserStore(new Pool("jdbc:users"));
    Audit audit = new Audit(new AccessLog("access.log"));
    Sessions sessions = new Sessions(audit, store);
    audit.watch(sessions);
    Server server = new Server(sessions, audit);
    Thread login =
        new Thread(
            () -> {
              try {
                sessions.login("a");
              } catch (UserStore.StoreException e) {
                System.out.println(server + " has no database");
              }
            });
    Thread report = new Thread(audit::report);
    login.start();
    report.start();
    login.join();
    report.join();
  }
}
