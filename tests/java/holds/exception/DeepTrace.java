/** A stack trace has up to 1024 frames. */
public class DeepTrace {
    static StackTraceElement[] trace(int calls) {
        return calls == 0 ? new Throwable().getStackTrace() : trace(calls - 1);
    }

    public static void main(String[] args) {
        StackTraceElement[] trace = trace(100);
        assert trace.length == 102 && trace[101].getMethodName().equals("main");
        assert trace(2000).length == 1024;
    }
}
