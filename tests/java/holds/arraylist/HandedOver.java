import java.util.ArrayList;
import java.util.List;

/** A list is filled by one thread, then handed over and used by the other without a lock. */
public class HandedOver {
    static volatile List<Integer> published;

    public static void main(String[] args) {
        Thread maker = new Thread(() -> {
            List<Integer> list = new ArrayList<>();
            list.add(1);
            list.add(2);
            published = list;
        });
        maker.start();
        List<Integer> list = published;
        if (list != null) {
            list.add(3);
            int sum = 0;
            for (int number : list) {
                sum += number;
            }
            assert sum == 6;
        }
    }
}
