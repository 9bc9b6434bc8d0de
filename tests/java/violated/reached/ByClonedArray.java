//@ property: race
//@ kind: race

/** A copy of an array holds the same objects. */
public class ByClonedArray {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        Box[] first = {new Box()};
        Box[] second = first.clone();
        Thread other = new Thread(() -> {
            second[0].value = 1; //~ race
        });
        other.start();
        first[0].value = 2; //~ race
        other.join();
    }
}
