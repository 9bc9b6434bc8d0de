// kills: lazy not: Exit touches everything
/** What another thread prints comes before an exit, or is cut off. */
public class ExitPrinted {
    public static void main(String[] args) {
        Thread other = new Thread(() -> System.out.print(1));
        other.start();
        System.exit(0);
    }
}
