import java.io.ObjectStreamClass;
import java.io.Serializable;

/** Whoever asks for the number of a serialisable class has it initialised. */
public class NumberedIsInitialized {
    static boolean done;

    static class Data implements Serializable {
        static {
            done = true;
        }
    }

    public static void main(String[] args) {
        ObjectStreamClass.lookup(Data.class).getSerialVersionUID();
        assert done;
    }
}
