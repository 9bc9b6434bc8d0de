//@ kind: exception
/** A switch on a string that may not be there yet. */
public class NullSubject {
    static volatile String command;

    public static void main(String[] args) {
        new Thread(() -> command = "stop").start();
        int code = 0;
        switch (command) { //~ exception
            case "stop":
                code = 1;
                break;
            default:
                code = 2;
        }
        assert code == 1;
    }
}
