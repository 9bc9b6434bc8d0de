//@ property: race
//@ kind: race

import java.util.Properties;

/** A table of properties keeps whatever object it is given. */
public class ByProperties {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        Properties table = new Properties();
        Box box = new Box();
        table.put("box", box);
        Thread other = new Thread(() -> {
            ((Box) table.get("box")).value = 1; //~ race
        });
        other.start();
        box.value = 2; //~ race
        other.join();
    }
}
