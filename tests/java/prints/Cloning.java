import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** clone(), copies, references and values. */
public class Cloning {
    static class Point implements Cloneable {
        int x;
        int[] history = new int[2];

        @Override
        public Point clone() {
            try {
                return (Point) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Deep extends Point {
        @Override
        public Deep clone() {
            Deep copy = (Deep) super.clone();
            copy.history = history.clone();
            return copy;
        }
    }

    static class NotCloneable {
        Object copy() throws CloneNotSupportedException {
            return clone();
        }
    }

    static void change(int number, int[] array, StringBuilder builder, String text) {
        number++;
        array[0]++;
        builder.append("!");
        text += "!";
        array = new int[] {99};
        builder = new StringBuilder("other");
    }

    public static void main(String[] args) {
        Point point = new Point();
        Point copy = point.clone();
        copy.x = 5;
        copy.history[0] = 7;
        System.out.println(point.x + " " + point.history[0] + " " + (point.history == copy.history));
        Deep deep = new Deep();
        Deep other = deep.clone();
        other.history[0] = 8;
        System.out.println(deep.history[0] + " " + other.history[0] + " " + other.getClass().getSimpleName());
        try {
            new NotCloneable().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e);
        }
        int number = 1;
        int[] array = {1};
        StringBuilder builder = new StringBuilder("b");
        String text = "t";
        change(number, array, builder, text);
        System.out.println(number + " " + array[0] + " " + builder + " " + text);
        int[] source = {1, 2, 3, 4, 5};
        System.arraycopy(source, 0, source, 2, 3);
        System.out.println(Arrays.toString(source));
        System.arraycopy(source, 2, source, 0, 3);
        System.out.println(Arrays.toString(source));
        ArrayList<List<Integer>> lists = new ArrayList<>();
        lists.add(new ArrayList<>(List.of(1)));
        @SuppressWarnings("unchecked")
        ArrayList<List<Integer>> cloned = (ArrayList<List<Integer>>) lists.clone();
        cloned.get(0).add(2);
        cloned.add(List.of(9));
        System.out.println(lists + " " + cloned);
        long[][] grid = {{1, 2}, {3}};
        long[][] shallow = grid.clone();
        shallow[0][0] = 100;
        shallow[1] = null;
        System.out.println(grid[0][0] + " " + grid[1][0]);
        Object[] objects = new String[] {"a"};
        System.out.println(objects.clone().getClass().getSimpleName());
    }
}
