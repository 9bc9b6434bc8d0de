import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/** Two threads share a formatter, which is immutable. */
public class ParsedByTwo {
    static void use() {
        LocalDate date = LocalDate.parse("2024-02-29");
        assert date.plusYears(1).format(DateTimeFormatter.ISO_DATE).equals("2025-02-28");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ParsedByTwo::use);
        other.start();
        use();
        other.join();
    }
}
