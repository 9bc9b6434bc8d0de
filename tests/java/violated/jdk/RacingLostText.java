//@ property: race
//@ kind: race
//@ says: a StringBuilder

/** A string is compared with a text that another thread changes. */
class RacingLostText {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder("a");
        new Thread(() -> text.setCharAt(0, 'b')).start(); //~ race
        "a".contentEquals(text); //~ race
    }
}
