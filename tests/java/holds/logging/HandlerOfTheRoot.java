import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The root of all logs has one handler, which the program may change. */
public class HandlerOfTheRoot {
    public static void main(String[] args) throws InterruptedException {
        Logger root = Logger.getLogger("");
        Handler[] handlers = root.getHandlers();
        assert handlers.length == 1 && handlers[0] instanceof ConsoleHandler;
        assert handlers[0].getLevel() == Level.INFO;
        Thread other = new Thread(() -> Logger.getLogger("other").warning("seen"));
        other.start();
        handlers[0].setLevel(Level.ALL);
        other.join();
        root.removeHandler(handlers[0]);
        assert root.getHandlers().length == 0;
    }
}
