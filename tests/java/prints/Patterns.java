import java.util.List;

/** instanceof with patterns, sealed types, casts. */
public class Patterns {
    sealed interface Shape permits Circle, Square, Rectangle {
    }

    record Circle(double radius) implements Shape {
    }

    record Square(double side) implements Shape {
    }

    static final class Rectangle implements Shape {
        final double width;
        final double height;

        Rectangle(double width, double height) {
            this.width = width;
            this.height = height;
        }
    }

    static double area(Shape shape) {
        if (shape instanceof Circle c) {
            return 3 * c.radius() * c.radius();
        } else if (shape instanceof Square s && s.side() > 0) {
            return s.side() * s.side();
        } else if (!(shape instanceof Rectangle r)) {
            return -1;
        } else {
            return r.width * r.height;
        }
    }

    static String describe(Object object) {
        if (object instanceof Integer i && i > 10) {
            return "big " + i;
        }
        if (object instanceof Integer i) {
            return "int " + i;
        }
        if (object instanceof String s) {
            return "text of " + s.length();
        }
        if (object instanceof int[] array) {
            return "array of " + array.length;
        }
        if (object instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof String first) {
            return "list from " + first;
        }
        return object == null ? "null" : "other";
    }

    public static void main(String[] args) {
        for (Shape shape : new Shape[] {new Circle(1), new Square(2), new Square(-1), new Rectangle(2, 3), null}) {
            System.out.println(area(shape));
        }
        for (Object object : new Object[] {5, 50, "hello", new int[3], List.of("a"), List.of(1), null, 'c', 1L}) {
            System.out.println(describe(object));
        }
        Object object = new String[] {"x"};
        System.out.println((object instanceof Object[]) + " " + (object instanceof String[]) + " "
            + (object instanceof Comparable[]) + " " + (object instanceof Cloneable) + " " + (null instanceof Object));
        try {
            Object number = 1;
            System.out.println((String) number);
        } catch (ClassCastException e) {
            System.out.println("not a string");
        }
        System.out.println(Shape.class.isSealed() + " " + Circle.class.isRecord() + " " + Shape.class.isInterface());
    }
}
