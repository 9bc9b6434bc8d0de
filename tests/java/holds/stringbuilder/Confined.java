/** Each thread builds its own text; the results are compared after join(). */
public class Confined {
    static String left;

    static String build(char first) {
        StringBuilder builder = new StringBuilder();
        for (char c = first; c < first + 3; c++) {
            builder.append(c).append(',');
        }
        builder.setLength(builder.length() - 1);
        return builder.reverse().toString();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> left = build('a'));
        other.start();
        String right = build('x');
        other.join();
        assert left.equals("c,b,a");
        assert right.equals("z,y,x");
    }
}
