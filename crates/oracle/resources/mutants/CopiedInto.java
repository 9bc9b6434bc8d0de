// kills: lazy not: Copy writes Slot
// kills: lazy as if it read: Copy writes Slot
// kills: layers not: Copy writes Slot
// kills: layers as if it read: Copy writes Slot
/** Elements are copied while another thread reads them. */
public class CopiedInto {
    static final int[] from = {1, 2};
    static final int[] to = new int[2];

    public static void main(String[] args) {
        Thread other = new Thread(() -> System.arraycopy(from, 0, to, 0, 2));
        other.start();
        System.out.println(to[0]);
    }
}
