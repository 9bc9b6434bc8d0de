//@ options: --search random --runs 1
/** The only run that is looked at comes to what can't be run. */
public class OnOneRun {
    static native int answer();

    public static void main(String[] args) {
        new Thread(() -> answer()).start();
    }
}
