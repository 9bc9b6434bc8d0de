//@ kind: exception
import java.util.Vector;

/** Between size and get the last element goes. */
public class VectorLast {
    static final Vector<Integer> VECTOR = new Vector<>();

    static {
        VECTOR.add(1);
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(VectorLast::other);
        other.start();
        int last = VECTOR.size() - 1;
        if (last >= 0) VECTOR.get(last); //~ exception
        other.join();

    }

    static void other() {
        VECTOR.clear();
    }
}
