//@ open: an index from a field
/** Each thread sums up a slice of an array into an object of its own, which is read after the join. */
public class Slices {
    static class Adder extends Thread {
        private final int[] data;
        private final int from;
        private final int to;
        private long sum;

        Adder(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            long total = 0;
            for (int i = from; i < to; i++) {
                total += data[i];
            }
            sum = total;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[100];
        for (int i = 0; i < data.length; i++) {
            data[i] = i;
        }
        Adder[] adders = new Adder[4];
        for (int i = 0; i < 4; i++) {
            adders[i] = new Adder(data, i * 25, (i + 1) * 25);
            adders[i].start();
        }
        long sum = 0;
        for (Adder adder : adders) {
            adder.join();
            sum += adder.sum;
        }
        System.out.println(sum);
    }
}
