//@ property: deadlock
//@ options: --ltl [](holds(worker,LockKeepsApart.monitor)->!holds(main,LockKeepsApart.monitor)) --ltl <>terminated(worker) --ltl <>(LockKeepsApart.sum==3) --ltl [](terminated(worker)->LockKeepsApart.sum>=2)
public class LockKeepsApart {
    static final Object monitor = new Object();
    static int sum;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> {
            synchronized (monitor) {
                sum += 2;
            }
        }, "worker");
        worker.start();
        synchronized (monitor) {
            sum += 1;
        }
    }
}
