//@ kind: race
/** An enum constant with a plain field is shared by everybody. */
public class MutableConstant {
    enum Level {
        LOW, HIGH;

        int uses;
    }

    static void use(Level level) {
        level.uses++; //~ race
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> use(Level.HIGH));
        other.start();
        use(Level.HIGH);
        other.join();
    }
}
