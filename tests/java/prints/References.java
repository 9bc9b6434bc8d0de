import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.WeakHashMap;

/** References that are never cleared here. */
public class References {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Object target = new Object();
        WeakReference<Object> weak = new WeakReference<>(target);
        SoftReference<String> soft = new SoftReference<>("s");
        p((weak.get() == target) + " " + soft.get() + " " + weak.refersTo(target));
        weak.clear();
        p(weak.get());
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        map.put(target, "v");
        p(map.get(target) + map.size() + new ReferenceQueue<>().poll());
    }
}
