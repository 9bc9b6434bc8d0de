//@ kind: exception
/** The class of main can't be initialised: what main would catch is thrown before it begins. */
public class FailsBeforeMain {
    static final int SHARE = 100 / Integer.parseInt("0"); //~ exception

    public static void main(String[] args) {
        try {
            System.out.println(SHARE);
        } catch (Throwable thrown) {
            System.out.println("caught");
        }
    }
}
