//@ kind: exception
//@ says: Stream closed

/** What was closed can't be read any more. */
public class ReadsClosedInput {
    public static void main(String[] args) throws Exception {
        System.in.close();
        System.in.read(); //~ exception
    }
}
