import java.util.*;
public class Names {
    public static void main(String[] args) throws Exception {
        List<String> l = Collections.synchronizedList(new ArrayList<>(List.of("a", "b")));
        Thread t = new Thread(() -> l.add("c"));
        t.start();
        for (String s : l) System.out.println(s);
        t.join();
    }
}
//@ says: data race on an ArrayList: iterator by main at Names.java:7, and add by Thread-0 at Names.java:5
//@ says: main needs l at its place, too; where it iterates, around the whole loop
