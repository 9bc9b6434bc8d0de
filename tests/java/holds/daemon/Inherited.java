/** A thread is a daemon if the thread that made it is. */
public class Inherited {
    static class Child extends Thread {
        @Override
        public void run() {
        }
    }

    static class Parent extends Thread {
        @Override
        public void run() {
            Child child = new Child();
            assert child.isDaemon();
            child.setDaemon(false);
            assert !child.isDaemon();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Parent parent = new Parent();
        assert !parent.isDaemon();
        parent.setDaemon(true);
        parent.start();
        parent.join();
    }
}
