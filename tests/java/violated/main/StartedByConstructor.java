//@ jdk: 25
//@ kind: assertion
/** The constructor has started a thread when main begins. */
class StartedByConstructor {
    private volatile int value = 3;

    StartedByConstructor() {
        new Thread(() -> value = 4).start();
    }

    void main(String[] args) {
        assert value == 3; //~ assertion
    }
}
