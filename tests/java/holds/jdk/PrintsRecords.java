/** Both threads use the methods of records. */
class PrintsRecords {
    record Point(int x, long y, String name) {}

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
        Point point = new Point(n, n + 1, "p");
        assert point.toString().equals("Point[x=" + n + ", y=" + (n + 1) + ", name=p]");
        assert point.equals(new Point(n, n + 1, "p")) && point.hashCode() == new Point(n, n + 1, "p").hashCode();
    }
}
