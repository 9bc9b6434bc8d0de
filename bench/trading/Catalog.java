package trading;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** All instruments. Built before any thread starts and never changed, so it needs no lock. */
final class Catalog implements Iterable<Instrument> {
    private static final String[] NAMES = {"WARP", "WEFT", "REED", "LOOM", "BOBN", "SHTL", "YARN", "SLEY"};

    private final List<Instrument> instruments;
    private final Map<String, Instrument> bySymbol;

    private Catalog(List<Instrument> instruments) {
        this.instruments = Collections.unmodifiableList(instruments);
        Map<String, Instrument> map = new HashMap<>();
        for (Instrument instrument : instruments) {
            map.put(instrument.symbol(), instrument);
        }
        this.bySymbol = Collections.unmodifiableMap(map);
    }

    /** A catalog of {@code size} instruments with prices and ticks that differ. */
    static Catalog ofSize(int size) {
        List<Instrument> list = new ArrayList<>();
        for (int index = 0; index < size; index++) {
            String symbol = NAMES[index % NAMES.length];
            if (index >= NAMES.length) {
                symbol += index / NAMES.length;
            }
            long tick = index % 2 == 0 ? 5 : 10;
            list.add(new Instrument(index, symbol, 10_000 + 500L * index, tick, 10));
        }
        return new Catalog(list);
    }

    int size() {
        return instruments.size();
    }

    Instrument get(int index) {
        return instruments.get(index);
    }

    /** The instrument with this symbol, or null. */
    Instrument find(String symbol) {
        return bySymbol.get(symbol);
    }

    @Override
    public Iterator<Instrument> iterator() {
        return instruments.iterator();
    }
}
