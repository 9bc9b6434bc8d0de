import java.util.Vector;

/** A vector has both elements. */
public class VectorAdds {
    static final Vector<Integer> VECTOR = new Vector<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(VectorAdds::other);
        other.start();
        VECTOR.add(1);
        other.join();
        assert VECTOR.size() == 2;
    }

    static void other() {
        VECTOR.add(2);
    }
}
