package trading;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a trader is going to do, fixed before it starts. The plans are made so that the totals don't
 * depend on who comes first: all orders that can trade have the reference price as their limit, so
 * the volume is the smaller of what is bought and sold; all others can't trade at all.
 */
final class OrderPlan {
    /** The sort of a step. */
    enum Kind {
        /** Buys at the reference price. */
        BUY,
        /** Sells at the reference price. */
        SELL,
        /** Offers to buy below the market, makes that smaller, and takes it back. */
        PASSIVE,
        /** Sells above the market at once or not at all: never. */
        IMMEDIATE,
        /** The same, and whole. */
        KILL,
        /** Makes a mistake. */
        WRONG
    }

    /** One step; {@code expected} is the refusal that a mistake earns. */
    record Step(Kind kind, Instrument instrument, int quantity, RejectReason expected) {
    }

    private final List<Step> steps;

    private OrderPlan(List<Step> steps) {
        this.steps = Collections.unmodifiableList(steps);
    }

    static OrderPlan of(Config config, Catalog catalog, int trader) {
        Lcg random = new Lcg(trader + 1);
        List<Step> steps = new ArrayList<>();
        for (int number = 0; number < config.orders(); number++) {
            Instrument instrument = catalog.get(random.below(catalog.size()));
            int quantity = instrument.lot() * (1 + random.below(SizeLimit.LARGEST / instrument.lot()));
            steps.add(number == 0 ? first(trader, instrument, quantity) : next(random, instrument, quantity));
        }
        return new OrderPlan(steps);
    }

    private static Step first(int trader, Instrument instrument, int quantity) {
        return new Step(trader % 2 == 0 ? Kind.BUY : Kind.SELL, instrument, quantity, null);
    }

    private static Step next(Lcg random, Instrument instrument, int quantity) {
        switch (random.below(10)) {
            case 0:
            case 1:
            case 2:
                return new Step(Kind.BUY, instrument, quantity, null);
            case 3:
            case 4:
            case 5:
                return new Step(Kind.SELL, instrument, quantity, null);
            case 6:
                return new Step(Kind.IMMEDIATE, instrument, quantity, null);
            case 7:
                return new Step(Kind.KILL, instrument, quantity, null);
            case 8:
                return new Step(Kind.PASSIVE, instrument, Math.max(quantity, 2 * instrument.lot()), null);
            default:
                return new Step(Kind.WRONG, instrument, quantity, mistake(random));
        }
    }

    private static RejectReason mistake(Lcg random) {
        RejectReason[] mistakes = {RejectReason.BAD_QUANTITY, RejectReason.BAD_TICK, RejectReason.TOO_LARGE,
            RejectReason.OUTSIDE_BAND, RejectReason.UNKNOWN_INSTRUMENT};
        return mistakes[random.below(mistakes.length)];
    }

    List<Step> steps() {
        return steps;
    }

    /** Shares of an instrument that steps of a kind trade in. */
    long total(Kind kind, Instrument instrument) {
        long sum = 0;
        for (Step step : steps) {
            if (step.kind() == kind && step.instrument() == instrument) {
                sum += step.quantity();
            }
        }
        return sum;
    }

    int count(Kind kind) {
        int count = 0;
        for (Step step : steps) {
            if (step.kind() == kind) {
                count++;
            }
        }
        return count;
    }
}
