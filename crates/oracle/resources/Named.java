/** Equal threads, of which each prints the number at the end of its name: no two may print the same. */
public class Named {
    static final class T extends Thread {
        @Override
        public void run() {
            String name = getName();
            System.out.println(name == null ? "none" : name.substring(name.length() - 1));
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) new T().start();
    }
}
