/** Methods that call themselves as their last step, beside another thread. */
public class TailCalls {
    static int total;

    static int divisor(int a, int b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    static synchronized void add() {
        total++;
    }

    static void count(int n) {
        if (n == 0) {
            return;
        }
        add();
        count(n - 1);
    }

    static int factorial(int n, int product) {
        return n < 2 ? product : factorial(n - 1, n * product);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> count(20));
        thread.start();
        count(15);
        thread.join();
        assert total == 35;
        assert divisor(total + 1, 48) == 12;
        assert factorial(5, 1) == 120;
    }
}
