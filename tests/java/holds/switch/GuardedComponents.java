//@ jdk: 25
/** Two patterns of one record, the first of them with a guard about an int. */
public class GuardedComponents {
    sealed interface Shape permits Circle, Named {}

    record Circle(int radius) implements Shape {}

    record Named(String name) implements Shape {}

    static volatile Shape shape = new Circle(0);

    public static void main(String[] args) {
        new Thread(() -> {
            shape = new Circle(1);
            shape = new Named("x");
        }).start();
        String seen = switch (shape) {
            case Circle(int radius) when radius == 0 -> "point";
            case Circle(var radius) -> "circle " + radius;
            case Named named -> named.name();
        };
        assert seen.equals("point") || seen.equals("circle 1") || seen.equals("x") : seen;
    }
}
