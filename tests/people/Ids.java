public class Ids {
    static volatile int next = 0;

    static int newId() {
        return next++;
    }

    public static void main(String[] args) throws Exception {
        int[] ids = new int[2];
        Thread a = new Thread(() -> ids[0] = newId());
        Thread b = new Thread(() -> ids[1] = newId());
        a.start(); b.start();
        a.join(); b.join();
        assert ids[0] != ids[1] : "same id " + ids[0];
    }
}
//@ says: same id 0
//@ says: reads Ids.next: 0
//@ says: writes Ids.next: 0 → 1
//@ says: writes ids[1]
