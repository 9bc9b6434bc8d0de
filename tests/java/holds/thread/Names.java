/** Names, numbers and groups of threads. */
public class Names {
    public static void main(String[] args) throws InterruptedException {
        assert Thread.currentThread().getName().equals("main");
        Thread first = new Thread();
        Thread second = new Thread();
        assert first.getName().equals("Thread-0") && second.getName().equals("Thread-1");
        Thread named = new Thread(() -> {
            assert Thread.currentThread().getName().equals("renamed");
        }, "named");
        assert named.getName().equals("named");
        named.setName("renamed");
        named.setPriority(Thread.MAX_PRIORITY);
        assert named.getPriority() == 10;
        assert named.getThreadGroup() == Thread.currentThread().getThreadGroup();
        assert first.getId() != second.getId();
        named.start();
        named.join();
        assert named.getThreadGroup() == null;
    }
}
