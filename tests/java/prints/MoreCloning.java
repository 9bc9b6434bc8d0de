import java.util.ArrayList;
import java.util.Arrays;

/** Cloneable objects and arrays. */
public class MoreCloning {
    static class Node implements Cloneable {
        int value;
        int[] numbers;

        Node(int value, int[] numbers) {
            this.value = value;
            this.numbers = numbers;
        }

        @Override
        public Node clone() {
            try {
                return (Node) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Stubborn {
        Object copy() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Node one = new Node(1, new int[] {5});
        Node copy = one.clone();
        copy.numbers[0] = 6;
        copy.value = 2;
        p(one.value + " " + one.numbers[0] + " " + (copy.getClass() == Node.class));
        int[][] grid = {{1, 2}, {3}};
        int[][] shallow = grid.clone();
        shallow[0][0] = 9;
        shallow[1] = null;
        p(Arrays.deepToString(grid) + " " + Arrays.deepToString(shallow));
        try {
            new Stubborn().copy();
        } catch (CloneNotSupportedException e) {
            p(e);
        }
        p(new ArrayList<>(java.util.List.of(1, 2)).clone() + " " + new java.util.HashMap<>(java.util.Map.of(1, 2)).clone());
    }
}
