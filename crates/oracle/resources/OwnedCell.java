/** Cells that are made while a thread runs: one has an owner, another a second thread comes to by a field. */
public class OwnedCell {
    static class Cell {
        int value;

        synchronized void add() {
            value = value + 1;
        }
    }

    static class Box {
        Cell cell = new Cell();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread bystander = new Thread(() -> {});
        bystander.start();
        Box shared = new Box();
        Cell own = new Cell();
        Thread first = new Thread(() -> {
            own.add();
            Cell cell = shared.cell;
            cell.value = 1;
            own.add();
            cell.value = 2;
        });
        Thread second = new Thread(() -> System.out.println("cell " + shared.cell.value));
        first.start();
        second.start();
        first.join();
        System.out.println("own " + own.value);
    }
}
