import java.util.*;
import java.util.stream.*;
public class Matrix {
    public static void main(String[] args) {
        int[] hits = new int[3];
        List<Integer> data = List.of(0, 1, 1);
        data.parallelStream().forEach(i -> hits[i]++);
        int sum = Arrays.stream(hits).sum();
        if (sum != 3) throw new AssertionError("sum is " + sum);
    }
}
//@ says: data race on hits[1]
//@ says: Matrix.java:7
//@ says: in a lambda in Matrix.main
//@ says: volatile does not reach the elements of an array
