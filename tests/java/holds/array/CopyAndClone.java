/** arraycopy() within one array, clone() of one and of many dimensions. */
public class CopyAndClone {
    public static void main(String[] args) {
        int[] numbers = {1, 2, 3, 4, 5};
        System.arraycopy(numbers, 0, numbers, 1, 4);
        assert numbers[0] == 1 && numbers[1] == 1 && numbers[4] == 4;
        int[] copy = numbers.clone();
        copy[0] = 9;
        assert numbers[0] == 1;
        int[][] grid = {{1}, {2}};
        int[][] shallow = grid.clone();
        assert shallow != grid && shallow[0] == grid[0];
        Object[] mixed = {"a", "b", 3};
        String[] texts = new String[3];
        boolean thrown = false;
        try {
            System.arraycopy(mixed, 0, texts, 0, 3);
        } catch (ArrayStoreException e) {
            thrown = true;
        }
        assert thrown && texts[1].equals("b") && texts[2] == null;
        assert new int[0].getClass() == int[].class;
        assert (Object) texts instanceof Object[] && !((Object) numbers instanceof Object[]);
    }
}
