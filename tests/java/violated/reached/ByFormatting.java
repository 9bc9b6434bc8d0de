//@ property: race
//@ kind: race

/** Formatting asks an object for its text. */
public class ByFormatting {
    static class Counted {
        int asked;

        @Override
        public String toString() {
            return "asked " + asked++; //~ race
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counted counted = new Counted();
        Thread other = new Thread(() -> String.format("%s", counted));
        other.start();
        String.format("%s", counted);
        other.join();
    }
}
