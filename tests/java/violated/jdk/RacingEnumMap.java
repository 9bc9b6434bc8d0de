//@ property: race
//@ kind: race
//@ says: RacingEnumMap.map

import java.util.EnumMap;
import java.util.concurrent.TimeUnit;

/** Two threads use one EnumMap. */
class RacingEnumMap {
    static final EnumMap<TimeUnit, Integer> map = new EnumMap<>(TimeUnit.class);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            map.put(TimeUnit.DAYS, 1); //~ race
        });
        other.start();
        map.get(TimeUnit.DAYS); //~ race
        other.join();
    }
}
