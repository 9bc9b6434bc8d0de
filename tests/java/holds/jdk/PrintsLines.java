/** The console is thread-safe. */
class PrintsLines {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        System.out.println("line " + n);
        System.out.printf("%d%n", n);
    }
}
