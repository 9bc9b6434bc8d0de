//@ jdk: 25
//@ kind: assertion
/** Virtual threads are threads: they lose updates too. */
public class LosesUpdate {
    static volatile int count;

    static void add() {
        count = count + 1;
    }

    public static void main(String[] args) throws Exception {
        Thread one = Thread.ofVirtual().start(LosesUpdate::add);
        add();
        one.join();
        assert count == 2; //~ assertion
    }
}
