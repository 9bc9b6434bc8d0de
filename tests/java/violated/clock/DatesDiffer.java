//@ kind: assertion
import java.time.LocalDateTime;

/** Two looks at the clock as a date are not one. */
public class DatesDiffer {
    public static void main(String[] args) {
        LocalDateTime first = LocalDateTime.now();
        assert LocalDateTime.now().equals(first); //~ assertion
    }
}
