/** Loops, labels and jumps. */
public class Labels {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        StringBuilder text = new StringBuilder();
        outer:
        for (int i = 0; i < 4; i++) {
            for (int j = 0; ; j++) {
                if (j > i) continue outer;
                if (i + j == 5) break outer;
                text.append(i).append(j).append(' ');
            }
        }
        p(text);
        int n = 27, steps = 0;
        do {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        } while (n != 1);
        p(steps);
        block:
        {
            if (steps > 100) break block;
            p("never");
        }
        boolean[] composite = new boolean[50];
        StringBuilder primes = new StringBuilder();
        for (int i = 2; i < 50; i++) {
            if (composite[i]) continue;
            primes.append(i).append(',');
            for (int j = i * i; j < 50; j += i) composite[j] = true;
        }
        p(primes);
        for (int i = 0, j = 10; i < j; i += 3, j--) System.out.print(i * j + " ");
        p("");
    }
}
