import java.util.concurrent.Exchanger;

public class Swap {
    static final Exchanger<String> exchanger = new Exchanger<>();

    static void trade(String mine) {
        try {
            String theirs = exchanger.exchange(mine);
            System.out.println(mine + " for " + theirs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"apple", "pear", "plum"}) {
            new Thread(() -> trade(name), name).start();
        }
    }
}
//@ says: plum waits in Swap.exchanger.exchange(), and nobody will wake it
//@ says: Swap.java:8
