//@ property: race
//@ kind: race
//@ says: RacingDate.date

import java.util.Date;

/** A Date can be changed. */
class RacingDate {
    static final Date date = new Date(0);
    static int used;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            date.setTime(5); //~ race
        });
        other.start();
        used += date.getTime(); //~ race
        other.join();
    }
}
