//@ configurations: 200
/** As Swap, but the item with the lesser hash code is taken first (Yahav's swap_ord, figure 12). */
public class SwapOrdered {
    static class Item {
        Object value;
        Item next;

        void swapContents(Item other) {
            if (this.hashCode() < other.hashCode()) {
                synchronized (this) {
                    synchronized (other) {
                        Object temp = other.value;
                        other.value = value;
                        value = temp;
                    }
                }
            } else {
                synchronized (other) {
                    synchronized (this) {
                        Object temp = other.value;
                        other.value = value;
                        value = temp;
                    }
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
