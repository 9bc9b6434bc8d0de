/** Threads share an immutable record. */
public class ImmutablePoints {
    record Point(int x, int y) {
        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }
    }

    public static void main(String[] args) {
        Point origin = new Point(0, 0);
        for (int i = 0; i < 4; i++) {
            Point step = new Point(i, 1);
            new Thread(() -> {
                Point end = origin.plus(step);
                System.out.println(end.x() + " " + end.y());
            }).start();
        }
    }
}
