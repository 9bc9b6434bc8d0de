/** Classes inside of classes and methods. */
public class MoreInnerClasses {
    private int value = 3;

    class Inner {
        private int value = 4;

        int sum(int value) {
            return value + this.value + MoreInnerClasses.this.value;
        }
    }

    static class Nested {
        String name() {
            return "nested";
        }
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        MoreInnerClasses outer = new MoreInnerClasses();
        MoreInnerClasses.Inner inner = outer.new Inner();
        p(inner.sum(5) + " " + new Nested().name() + " " + inner.getClass().getName() + " " + inner.getClass().getEnclosingClass().getSimpleName());
        int base = 10;
        class Local {
            int add(int x) {
                return x + base + outer.value;
            }
        }
        p(new Local().add(1) + " " + Local.class.isLocalClass() + " " + new Object() {
            int twice(int x) {
                return 2 * x;
            }
        }.twice(21));
        Runnable anonymous = new Runnable() {
            @Override
            public void run() {
                p(getClass().isAnonymousClass() + " " + MoreInnerClasses.class.getNestMembers().length);
            }
        };
        anonymous.run();
    }
}
