/** A field under the lock of another, which is replaced. */
public class SplitLocks {
    static class Programmer {
        int hours;
        Object hoursLock = new Object();

        void work() {
            synchronized (hoursLock) {
                hours = hours + 1;
            }
        }

        void replace() {
            hoursLock = new Object();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread bystander = new Thread(() -> {});
        bystander.start();
        Programmer programmer = new Programmer();
        Thread first = new Thread(programmer::work);
        Thread second = new Thread(() -> {
            programmer.replace();
            programmer.work();
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("hours " + programmer.hours);
    }
}
