/** Sealed types, records and pattern matching. */
public class SealedShapes {
    sealed interface Shape permits Circle, Square, Pair {}

    record Circle(int radius) implements Shape {
        Circle {
            if (radius < 0) throw new IllegalArgumentException("negative " + radius);
        }
    }

    record Square(int side) implements Shape {}

    record Pair(Shape left, Shape right) implements Shape {}

    static int area(Shape shape) {
        if (shape instanceof Circle circle) return 3 * circle.radius() * circle.radius();
        if (shape instanceof Square square && square.side() > 0) return square.side() * square.side();
        if (shape instanceof Pair pair) return area(pair.left()) + area(pair.right());
        return 0;
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        for (Shape shape : new Shape[] {new Circle(2), new Square(3), new Pair(new Circle(1), new Square(1))}) {
            p(shape + " " + area(shape) + " " + shape.hashCode());
        }
        p(new Square(3).equals(new Square(3)) + " " + Shape.class.isSealed() + " " + Square.class.isRecord());
        try {
            new Circle(-1);
        } catch (IllegalArgumentException e) {
            p(e.getMessage());
        }
    }
}
