import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Fields that nobody writes, and the objects of the library behind them. */
public class Behind {
    static final StringBuilder text = new StringBuilder();
    static final SimpleDateFormat format = new SimpleDateFormat("yyyy");
    static final Map<String, Integer> safe = new ConcurrentHashMap<>();
    static final List<Integer> guarded = new ArrayList<>();
    static final List<Integer> filled = new ArrayList<>();

    static void use() {
        text.append("x");
        format.format(new Date());
        safe.put("a", 1);
        synchronized (guarded) {
            guarded.add(1);
        }
        filled.get(0);
        List<Integer> own = new ArrayList<>();
        own.add(1);
    }

    public static void main(String[] args) {
        filled.add(1);
        new Thread(Behind::use).start();
        use();
    }
}
