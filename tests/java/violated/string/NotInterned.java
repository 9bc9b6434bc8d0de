//@ kind: assertion
/** == on strings of which one was computed. */
public class NotInterned {
    static boolean isStop(String command) {
        return command == "stop";
    }

    public static void main(String[] args) {
        assert isStop("stop");
        assert isStop("stopped".substring(0, 4)); //~ assertion
    }
}
