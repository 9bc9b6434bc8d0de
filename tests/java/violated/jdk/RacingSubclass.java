//@ property: race
//@ kind: race
//@ says: RacingSubclass.cache

import java.util.LinkedHashMap;

/** A class of the program that extends one of the library. */
class RacingSubclass {
    static class Cache extends LinkedHashMap<Integer, String> {}
    static final Cache cache = new Cache();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            cache.put(1, "x"); //~ race
        });
        other.start();
        cache.get(1); //~ race
        other.join();
    }
}
