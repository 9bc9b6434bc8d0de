//@ property: race
//@ kind: race

/** A copy of an object refers to what that refers to. */
public class ByClone implements Cloneable {
    static class Box {
        int value;
    }

    final Box box = new Box();

    public static void main(String[] args) throws Exception {
        ByClone first = new ByClone();
        ByClone second = (ByClone) first.clone();
        Thread other = new Thread(() -> {
            second.box.value = 1; //~ race
        });
        other.start();
        first.box.value = 2; //~ race
        other.join();
    }
}
