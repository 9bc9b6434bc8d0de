public class Histogram {
    static final int[] buckets = new int[4];

    static class Counter extends Thread {
        final int[] data;
        Counter(int... data) { this.data = data; }
        @Override public void run() {
            for (int value : data) {
                buckets[value % 4]++;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Counter a = new Counter(1, 2);
        Counter b = new Counter(6, 3);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(buckets[2]);
    }
}
//@ says: data race on Histogram.buckets[2]
//@ says: Histogram.java:9
//@ says: elements of an array
