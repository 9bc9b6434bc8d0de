//@ property: starvation
public class MonitorServesAll {
    static final Object monitor = new Object();
    static int inside;

    static void work() {
        while (true) {
            synchronized (monitor) {
                inside = 1 - inside;
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(MonitorServesAll::work, "worker " + i).start();
        }
    }
}
