public class G1 {
    static final class Node {
        final int id;
        int payload;
        volatile int value;
        volatile Node next;
        Node(int id) {
            this.id = id;
        }
    }
    static final class T0 extends Thread {
        long seen;
        @Override
        public void run() {
            long seen = 0;
            seen = seen * 16 + code(Thread.interrupted());
            this.seen = seen;
        }
    }
    static final T0 THREAD0 = new T0();
    static final class T1 extends Thread {
        long seen;
        @Override
        public void run() {
            long seen = 0;
            for (int x0 = 0; x0 < 2; x0++) {
                THREAD0.interrupt();
            }
            this.seen = seen;
        }
    }
    static final T1 THREAD1 = new T1();
    static int code(int value) {
        return value & 15;
    }
    static int code(long value) {
        return (int) (value & 15);
    }
    static int code(boolean value) {
        return value ? 1 : 0;
    }
    static int code(Node node) {
        return node == null ? 15 : node.id;
    }
    static String show(Node node) {
        if (node == null) {
            return "-";
        }
        return node.id + "/" + node.payload + "/" + node.value + "/" + code(node.next);
    }
    public static void main(String[] args) throws InterruptedException {
        THREAD0.start();
        THREAD1.start();
        long seen = 0;
        THREAD0.join();
        THREAD1.join();
        System.out.println("outcome: main=" + Long.toHexString(seen)
            + " t0=" + Long.toHexString(THREAD0.seen)
            + " t1=" + Long.toHexString(THREAD1.seen));
    }
}
