//@ jdk: 25
/** A main that is not static and takes nothing: the object is made before. */
class OfAnObject {
    private final int[] counts = new int[2];

    void main() throws InterruptedException {
        Thread other = new Thread(() -> counts[0]++);
        other.start();
        counts[1]++;
        other.join();
        assert counts[0] + counts[1] == 2;
    }
}
