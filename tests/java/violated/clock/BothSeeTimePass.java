//@ kind: assertion
/** That some time passes between two looks needs no luck, whoever else runs. */
public class BothSeeTimePass {
    public static void main(String[] args) throws InterruptedException {
        boolean[] late = new boolean[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int own = i;
            threads[i] = new Thread(() -> {
                long start = System.nanoTime();
                late[own] = System.nanoTime() - start >= 50;
            });
            threads[i].start();
        }
        threads[0].join();
        threads[1].join();
        assert !(late[0] && late[1]); //~ assertion
    }
}
