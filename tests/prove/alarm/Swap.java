//@ kind: deadlock
/** Two threads swap the values of two items, each taking its own item first (Yahav's swap, figure 11). */
public class Swap {
    static class Item {
        Object value;
        Item next;

        void swapContents(Item other) {
            synchronized (this) {
                synchronized (other) {
                    Object temp = other.value;
                    other.value = value;
                    value = temp;
                }
            }
        }
    }

    static class Swapper extends Thread {
        private final Item first;
        private final Item second;

        Swapper(Item first, Item second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            first.swapContents(second);
        }
    }

    public static void main(String[] args) {
        Item a = new Item();
        Item b = new Item();
        a.next = b;
        a.value = new Object();
        b.value = new Object();
        new Swapper(a, b).start();
        new Swapper(b, a).start();
    }
}
