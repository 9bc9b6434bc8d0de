//@ kind: race
/** A static and an instance method are both synchronized, on two different objects. */
public class StaticAndInstance {
    static int count;

    static synchronized void addStatic() {
        count++; //~ race
    }

    synchronized void addInstance() {
        count++; //~ race
    }

    public static void main(String[] args) throws InterruptedException {
        final StaticAndInstance instance = new StaticAndInstance();
        Thread other = new Thread() {
            @Override
            public void run() {
                instance.addInstance();
            }
        };
        other.start();
        addStatic();
        other.join();
    }
}
