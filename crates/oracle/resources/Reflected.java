import java.lang.reflect.Field;

/** Another comes to a cell by reflection. */
public class Reflected {
    static class Cell {
        int value;
    }

    static class Box {
        private final Cell cell = new Cell();
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        new Thread(() -> {}).start();
        Box box = new Box();
        Cell own = box.cell;
        Field field = Box.class.getDeclaredField("cell");
        field.setAccessible(true);
        new Thread(() -> {
            own.value = 1;
            own.value = 2;
        }).start();
        new Thread(() -> {
            try {
                System.out.println("cell " + ((Cell) field.get(box)).value);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }).start();
    }
}
