/** Loops, labels, ternaries, short circuits, evaluation order. */
public class ControlFlow {
    static int calls;

    static int call(int value) {
        calls++;
        System.out.print("c" + value + " ");
        return value;
    }

    static boolean yes(String name) {
        System.out.print(name + " ");
        return true;
    }

    static int finallyReturns() {
        try {
            return call(1);
        } finally {
            call(2);
        }
    }

    @SuppressWarnings("finally")
    static int finallyWins() {
        for (int i = 0; ; i++) {
            try {
                if (i == 2) {
                    throw new IllegalStateException();
                }
                continue;
            } finally {
                if (i == 3) {
                    return i;
                }
                if (i == 2) {
                    continue;
                }
            }
        }
    }

    public static void main(String[] args) {
        outer:
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (j == 2) {
                    continue outer;
                }
                if (i == 2) {
                    break outer;
                }
                System.out.print(i + "" + j + " ");
            }
        }
        System.out.println();
        int n = 10;
        do {
            n -= 3;
        } while (n > 0);
        System.out.println(n);
        block: {
            if (n < 0) {
                break block;
            }
            System.out.println("not reached");
        }
        System.out.println(yes("a") || yes("b") ? yes("c") && !yes("d") : yes("e"));
        System.out.println(yes("f") | yes("g") & !yes("h") ^ yes("i"));
        int[] array = new int[3];
        int index = 0;
        array[index++] = index++ + index;
        array[call(1)] += call(5) * call(2);
        System.out.println(array[0] + " " + array[1] + " " + index);
        System.out.println(call(1) + call(2) * call(3) - (call(4) - call(5)));
        System.out.println(finallyReturns() + " " + finallyWins());
        for (int i = 0, j = 10; i < j; i += 3, j -= 2) {
            System.out.print(i + ":" + j + " ");
        }
        System.out.println();
        Object mixed = true ? 1 : 2.0;
        Object boxed = true ? (Object) 1 : 2.0;
        char c = 'x';
        System.out.println(mixed + " " + boxed + " " + (false ? 1 : c) + " " + (false ? n : c));
        int x = 3;
        x += x++ * 2 + --x;
        System.out.println(x + " " + calls);
    }
}
