//@ jdk: 25
import java.io.ObjectStreamClass;
import java.io.Serializable;

/** What serialisation looks up is initialised. */
public class LookedUpIsInitialized {
    static boolean done;

    static class Data implements Serializable {
        static {
            done = true;
        }
    }

    public static void main(String[] args) {
        ObjectStreamClass.lookup(Data.class);
        assert done;
    }
}
