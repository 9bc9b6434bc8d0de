/** Arrays of several classes in one variable: which one it is decides what is stored and thrown. */
public class Kinds {
    static volatile int last;

    static Object[] pick(boolean first) {
        return first ? new Integer[2] : new Object[3];
    }

    static void fill(boolean first) {
        Object[] cells = pick(first);
        cells[cells.length - 1] = first ? (Object) 7 : cells;
        Object found = cells[cells.length - 1];
        last = found instanceof Integer ? cells.length : -cells.length;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> fill(true));
        Thread other = new Thread(() -> fill(false));
        one.start();
        other.start();
        one.join();
        other.join();
        assert last == 2 || last == -3;
        if (args.length > 0) {
            Object[] cells = pick(args[0].length() > 1);
            cells[0] = new Object();
        }
    }
}
