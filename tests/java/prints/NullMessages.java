/** The helpful messages of NullPointerExceptions thrown by the program's own code. */
public class NullMessages {
    int[] numbers;
    NullMessages next;
    String name;

    String name() {
        return name;
    }

    static NullMessages none() {
        return null;
    }

    static void show(Runnable code) {
        try {
            code.run();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        NullMessages object = new NullMessages();
        object.next = new NullMessages();
        show(() -> System.out.println(object.numbers[0]));
        show(() -> object.numbers[1] = 2);
        show(() -> System.out.println(object.next.next.name));
        show(() -> object.next.next.next = object);
        show(() -> System.out.println(object.name().length()));
        show(() -> none().name());
        show(() -> System.out.println(object.numbers.length));
        show(() -> {
            synchronized (object.next.next) {
                System.out.println("not reached");
            }
        });
        Integer boxed = null;
        show(() -> System.out.println(boxed + 1));
        show(() -> {
            throw null;
        });
    }
}
