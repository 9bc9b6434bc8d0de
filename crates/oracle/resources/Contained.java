/** An array inside of a buffer, which one thread reads without the buffer's lock, once the owner says so. */
public class Contained {
    static class Buffer {
        int[] data = new int[2];

        synchronized void put(int value) {
            int[] own = data;
            own[0] = value;
            told = true;
            own[1] = value;
        }

        int peek() {
            int[] seen = data;
            return seen[0] * 10 + seen[1];
        }
    }

    static volatile boolean told;

    public static void main(String[] args) {
        Thread bystander = new Thread(() -> {});
        bystander.start();
        Buffer buffer = new Buffer();
        new Thread(() -> buffer.put(1)).start();
        new Thread(() -> {
            if (told) {
                System.out.println(buffer.peek());
            }
        }).start();
    }
}
