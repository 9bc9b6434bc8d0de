import java.util.Objects;

/** Records with library components. */
class SharedRecords {
    record Person(String name, Integer age) {}
    static final Person person = new Person("Ada", 36);

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
        assert person.hashCode() == new Person("Ada", 36).hashCode() && person.toString().contains("Ada");
        assert Objects.hash(person, n) != 0;
    }
}
