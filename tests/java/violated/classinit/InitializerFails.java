//@ kind: exception
/** An initialiser that throws ends the thread that came first with an error. */
public class InitializerFails {
    static class Broken {
        static int value = 1 / Integer.parseInt("0"); //~ exception
    }

    public static void main(String[] args) {
        assert Broken.value == 0; //~ exception
    }
}
