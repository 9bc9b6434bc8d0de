import java.util.ArrayList;
import java.util.List;

/** Inner, nested, local and anonymous classes, shadowing and private access. */
public class InnerClasses {
    private int value = 1;
    private static int made;

    class Inner {
        private int value = 2;

        class Deep {
            private int value = 3;

            String all() {
                return value + " " + this.value + " " + Inner.this.value + " " + InnerClasses.this.value;
            }
        }

        void bump() {
            InnerClasses.this.value += 10;
            made++;
        }
    }

    static class Nested {
        private final String name;

        private Nested(String name) {
            this.name = name;
        }
    }

    interface Greeter {
        String greet(String who);

        default Greeter twice() {
            return who -> greet(greet(who));
        }
    }

    abstract static class Base {
        Base() {
            System.out.println("base sees " + describe());
        }

        abstract String describe();
    }

    Greeter greeter(String prefix) {
        int[] count = {0};
        return new Greeter() {
            private final int start = value;

            @Override
            public String greet(String who) {
                count[0]++;
                return prefix + who + count[0] + start;
            }
        };
    }

    static List<Runnable> counters() {
        List<Runnable> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            class Counter implements Runnable {
                private int calls;

                @Override
                public void run() {
                    calls++;
                    System.out.print(number + ":" + calls + " ");
                }
            }
            list.add(new Counter());
        }
        return list;
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        InnerClasses.Inner inner = outer.new Inner();
        InnerClasses.Inner.Deep deep = inner.new Deep();
        System.out.println(deep.all());
        inner.bump();
        System.out.println(deep.all() + " made " + made);
        System.out.println(new Nested("n").name);
        Greeter greeter = outer.greeter("hi ");
        System.out.println(greeter.greet("a") + ", " + greeter.twice().greet("b"));
        for (Runnable counter : counters()) {
            counter.run();
            counter.run();
        }
        System.out.println();
        String captured = "captured";
        Base base = new Base() {
            private final String field = "set";

            @Override
            String describe() {
                return captured + " " + field;
            }
        };
        Base late = new Base() {
            private final String field = String.valueOf("set");

            @Override
            String describe() {
                return captured + " " + field;
            }
        };
        System.out.println(base.describe() + ", " + late.describe());
        System.out.println(deep.getClass().getName() + " " + greeter.getClass().getName() + " "
            + base.getClass().isAnonymousClass() + " " + Nested.class.isMemberClass());
    }
}
