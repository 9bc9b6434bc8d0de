public class Journal {
    private final StringBuilder text = new StringBuilder();

    void log(String line) {
        text.append(line).append('\n');
    }

    public static void main(String[] args) throws Exception {
        Journal journal = new Journal();
        Thread worker = new Thread(() -> journal.log("worker"));
        worker.start();
        journal.log("main");
        worker.join();
        System.out.print(journal.text);
    }
}
//@ says: data race on Journal.text, a StringBuilder
//@ says: Journal.java:5
//@ says: StringBuffer
