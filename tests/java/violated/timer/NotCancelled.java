//@ kind: deadlock
//@ options: --timeouts idle
import java.util.Timer;
import java.util.TimerTask;

/** Nobody cancels the timer, whose thread waits for ever. */
public class NotCancelled {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {}
        }, 5);
    }
}
