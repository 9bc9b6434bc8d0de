/** Exceptions: messages, causes, suppression, order of handlers, finally, custom types. */
public class Exceptions {
    static class Checked extends Exception {
        private final int code;

        Checked(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }

        @Override
        public String toString() {
            return "Checked(" + code + "): " + getMessage();
        }
    }

    static class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) {
            this.name = name;
            System.out.println("open " + name);
        }

        @Override
        public void close() throws Checked {
            System.out.println("close " + name);
            if (name.equals("bad")) {
                throw new Checked("closing", 7, null);
            }
        }
    }

    static final int[][] EMPTY = new int[1][0];

    static void thrower(int kind) throws Checked {
        switch (kind) {
            case 0 -> throw new IllegalArgumentException("zero");
            case 1 -> throw new Checked("one", 1, new RuntimeException("cause"));
            case 2 -> throw new StackOverflowError();
            case 3 -> System.out.println(EMPTY[0][0]);
            case 4 -> ((Object) "x").notify();
            case 5 -> throw null;
            default -> System.out.println("nothing thrown");
        }
    }

    static String handle(int kind) {
        try {
            thrower(kind);
            return "fine";
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            return "either " + e;
        } catch (Checked e) {
            return e + " because of " + e.getCause() + " code " + e.code;
        } catch (RuntimeException e) {
            return "runtime " + e.getClass().getName();
        } catch (Throwable e) {
            return "any " + e;
        } finally {
            System.out.println("finally " + kind);
        }
    }

    public static void main(String[] args) {
        for (int kind = 0; kind < 7; kind++) {
            System.out.println(handle(kind));
        }
        try (Resource good = new Resource("good"); Resource bad = new Resource("bad")) {
            throw new IllegalStateException("body of " + good.name + " and " + bad.name);
        } catch (Exception e) {
            System.out.println(e + " suppressed " + e.getSuppressed()[0]);
        }
        try (Resource bad = new Resource("bad")) {
            System.out.println("using " + bad.name);
        } catch (Checked e) {
            System.out.println("from close: " + e);
        }
        try {
            try {
                throw new IllegalStateException("inner");
            } catch (IllegalStateException e) {
                throw new RuntimeException(e);
            }
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " / " + e.getCause().getMessage());
        }
        Exception chained = new Exception("last");
        chained.initCause(new Error("first"));
        System.out.println(chained.getCause() + " " + chained.getLocalizedMessage());
        try {
            chained.initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        try {
            Object[] objects = new Integer[1];
            objects[0] = "text";
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(new int[-1].length);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        try {
            assert args.length > 5 : "only " + args.length;
            System.out.println("assertions are off");
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
    }
}
