import java.util.Arrays;

/** Others come to a cell through copies of what holds it, not by reading that field by field. */
public class Copied {
    static class Cell {
        int value;
    }

    static class Box implements Cloneable {
        final Cell cell = new Cell();

        @Override protected Box clone() throws CloneNotSupportedException {
            return (Box) super.clone();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {}).start();
        Box box = new Box();
        Cell[] cells = {box.cell};
        Cell own = box.cell;
        new Thread(() -> {
            own.value = 1;
            own.value = 2;
        }).start();
        new Thread(() -> System.out.println("array " + Arrays.copyOf(cells, 1)[0].value)).start();
        new Thread(() -> {
            try {
                System.out.println("box " + box.clone().cell.value);
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }).start();
    }
}
