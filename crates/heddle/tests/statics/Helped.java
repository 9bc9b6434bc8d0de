/** Two cells that both threads could reach, each used by one, by a method that they have in common. */
public class Helped {
    static class Cell {
        int value;
    }

    static Cell one = new Cell();
    static Cell other = new Cell();

    static void raise(Cell cell) {
        cell.value++;
    }

    public static void main(String[] args) {
        raise(other);
        Cell mine = other;
        Cell its = one;
        Thread thread = new Thread(() -> {
            raise(its);
            raise(its);
            raise(its);
        });
        thread.start();
        mine.value++;
        mine.value++;
        mine.value++;
    }
}
