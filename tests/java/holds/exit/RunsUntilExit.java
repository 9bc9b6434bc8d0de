/** One thread goes round for ever, and the other ends the program. */
public class RunsUntilExit {
    public static void main(String[] args) {
        new Thread(() -> System.exit(0)).start();
        while (true) Thread.onSpinWait();
    }
}
