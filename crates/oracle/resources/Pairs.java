/** Equal threads that deadlock in pairs: each takes two locks, in an order that depends on who was
 *  there before. */
public class Pairs {
    static final Object A = new Object(), B = new Object();
    static boolean turned;

    static final class T extends Thread {
        @Override
        public void run() {
            boolean mine;
            synchronized (Pairs.class) {
                mine = turned;
                turned = !turned;
            }
            synchronized (mine ? A : B) {
                synchronized (mine ? B : A) {
                    System.out.println(mine);
                }
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) new T().start();
    }
}
