/** The collector is asked to work, and need not. */
public class AskedToFinalize {
    static volatile boolean finalized;

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        finalized = true;
    }

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) {
        new AskedToFinalize();
        System.gc();
        System.runFinalization();
        Runtime.getRuntime().runFinalization();
        assert Runtime.getRuntime().freeMemory() > 0 || !finalized;
    }
}
