/** One thread hands a cell on that it never looks into to another that could not come to it. */
public class PassedOn {
    static class Cell {
        int value;
    }

    static class Writer implements Runnable {
        Cell cell;

        @Override public void run() {
            cell.value = 1;
            cell.value = 2;
        }
    }

    static class Giver implements Runnable {
        Cell cell;

        @Override public void run() {
            given = cell;
        }
    }

    static Cell given;

    public static void main(String[] args) {
        Thread bystander = new Thread(() -> {});
        bystander.start();
        Writer writer = new Writer();
        Giver giver = new Giver();
        writer.cell = new Cell();
        giver.cell = writer.cell;
        new Thread(writer).start();
        new Thread(giver).start();
        new Thread(() -> {
            Cell cell = given;
            if (cell != null) {
                System.out.println("given " + cell.value);
            }
        }).start();
    }
}
