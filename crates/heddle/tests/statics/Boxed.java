/** Two boxes that both threads could reach, each used by one. */
public class Boxed {
    static class Cell {
        int value;
    }

    static class Box {
        Cell cell;

        Box(Cell cell) {
            this.cell = cell;
        }

        void raise() {
            cell.value++;
        }
    }

    static Box one = new Box(new Cell());
    static Box other = new Box(new Cell());

    public static void main(String[] args) {
        Box its = one;
        Box mine = other;
        Thread thread = new Thread(() -> {
            its.raise();
            its.raise();
            its.raise();
        });
        thread.start();
        mine.raise();
        mine.raise();
        mine.raise();
    }
}
