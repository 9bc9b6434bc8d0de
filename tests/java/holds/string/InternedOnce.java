/** Two threads intern equal strings, made anew: both get one object, which one of them had made. */
public class InternedOnce {
    static String made(int number) {
        return "number " + number;
    }

    static String[] mine = new String[2];
    static String[] theirs = new String[2];

    static void intern(int index) {
        mine[index] = made(5);
        theirs[index] = mine[index].intern();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> intern(1));
        other.start();
        intern(0);
        other.join();
        assert theirs[0] == theirs[1];
        assert (theirs[0] == mine[0]) != (theirs[1] == mine[1]);
        assert made(6).intern() == "number 6";
    }
}
