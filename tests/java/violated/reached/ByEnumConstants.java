//@ property: race
//@ kind: race

import java.util.EnumSet;

/** The constants of an enum are the same objects wherever they are asked for. */
public class ByEnumConstants {
    enum Colour {
        RED;

        int used;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            for (Colour it : Colour.class.getEnumConstants()) {
                it.used = 1; //~ race
            }
        });
        other.start();
        for (Colour it : EnumSet.allOf(Colour.class)) {
            it.used = 2; //~ race
        }
        other.join();
    }
}
