//@ kind: exception
/** valueOf() with a name that is none. */
public class NoSuchConstant {
    enum Level { LOW, HIGH } //~ exception

    public static void main(String[] args) {
        Level level = Level.valueOf("MIDDLE"); //~ exception
        assert level == Level.LOW;
    }
}
