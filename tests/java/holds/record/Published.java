/** A record has final fields; published by a volatile field it is seen whole. */
public class Published {
    record Point(int x, int y) {
        Point {
            if (x > y) {
                throw new IllegalArgumentException("x > y");
            }
        }

        int sum() {
            return x + y;
        }
    }

    static volatile Point point = new Point(0, 0);

    public static void main(String[] args) {
        new Thread(() -> point = new Point(1, 2)).start();
        Point seen = point;
        assert seen.equals(new Point(0, 0)) || seen.equals(new Point(1, 2));
        assert seen.sum() == 0 || seen.sum() == 3;
        assert new Point(1, 2).hashCode() == new Point(1, 2).hashCode();
        assert new Point(1, 2).toString().equals("Point[x=1, y=2]");
    }
}
