/** String.matches and replaceAll make patterns of their own. */
class MatchesStrings {
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
        assert ("a" + n).matches("[a-z][0-9]") && "a1b2".replaceAll("[0-9]", "").equals("ab");
    }
}
